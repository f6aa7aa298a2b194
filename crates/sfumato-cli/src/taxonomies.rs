//! The taxonomies that are asked: those of a policy and the user's own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sfumato::knowledge::Taxonomy;
use sfumato::mask::Policy;

use crate::args::TaxonomyOptions;
use crate::failure::Failure;
use crate::jobs;

/// The bytes of the user's own taxonomies, by the file they came from.
pub struct TaxonomyFiles {
    pub policy: Policy,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl TaxonomyFiles {
    /// Reads the policy, and the files that it and the command line name.
    pub fn read(taxonomies: &TaxonomyOptions) -> Result<Self, Failure> {
        Self::of(jobs::policy(&taxonomies.policy)?, &taxonomies.policy, &taxonomies.knowledge)
    }

    /// The same for a policy that was read from a file of this name.
    pub fn of(policy: Policy, policy_name: &str, knowledge: &[PathBuf]) -> Result<Self, Failure> {
        let beside = Path::new(policy_name).parent().unwrap_or(Path::new(""));
        let named = policy.knowledge.order.iter().filter(|name| is_file(name)).map(|name| beside.join(name));
        let files = knowledge.iter().cloned().chain(named);
        let read = |path: PathBuf| match std::fs::read(&path) {
            Ok(bytes) => Ok((path, bytes)),
            Err(error) => Err(Failure::io(path.display().to_string(), &error)),
        };
        Ok(Self { files: files.map(read).collect::<Result<_, _>>()?, policy })
    }

    /// The user's own taxonomies by name: the file as the policy names it, or what the taxonomy calls itself.
    pub fn own(&self) -> Result<BTreeMap<String, Taxonomy<'_>>, Failure> {
        let mut own = BTreeMap::new();
        for (path, bytes) in &self.files {
            let place = || path.display().to_string();
            let taxonomy = Taxonomy::from_bytes(bytes).map_err(|error| Failure::at(place(), error))?;
            taxonomy.check().map_err(|error| Failure::at(place(), error))?;
            let as_named = self.policy.knowledge.order.iter().find(|name| is_file(name) && path.ends_with(name));
            let name = as_named.cloned().unwrap_or_else(|| taxonomy.name().to_owned());
            if own.insert(name, taxonomy).is_some() {
                return Err(Failure::at(place(), "another taxonomy has this name; build it with another --name"));
            }
        }
        Ok(own)
    }
}

/// True if the name of a taxonomy is the path of a file.
fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "kb")
}
