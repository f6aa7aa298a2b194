//! What the results of a batch depend on besides their inputs, told by digests.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sfumato::Bundle;
use sfumato::mask::Keys;
use sha2::{Digest as _, Sha256};

use super::{digest_of, hexadecimal};
use crate::args::MaskArguments;
use crate::failure::Failure;
use crate::{gold, references, version};

/// Everything that decides about results; two runs with the same give the same results for the same inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchSettings {
    /// The version of the program.
    pub program: String,
    /// The digest of its sources and of what is embedded in it.
    pub build: String,
    /// The name of the policy.
    pub policy: String,
    /// The digest of its file.
    pub policy_digest: String,
    /// The digest of all other options, and of the files they name.
    pub options: String,
    /// The fingerprint of the key, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The part of the files that is masked, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The last day that dates may be moved to, for those who go on another day.
    #[serde(default)]
    pub not_after: String,
}

impl BatchSettings {
    /// The settings of a run.
    pub fn of(mask: &MaskArguments, policy: &str, keys: Option<&Keys>, not_after: String) -> Result<Self, Failure> {
        let policy_text = match Bundle::explain(policy) {
            Some(sfumato::Explanation::Policy { toml, .. }) => toml.as_bytes().to_vec(),
            _ => gold::bytes(Path::new(policy))?,
        };
        Ok(Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            build: version::build_digest(),
            policy: policy.to_owned(),
            policy_digest: digest_of(&policy_text),
            options: OptionsDigest::of(mask)?,
            key: keys.map(Keys::fingerprint),
            shard: mask.batch.shard.map(|shard| shard.to_string()),
            not_after,
        })
    }

    /// The first thing in which a run differs from another.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let same = [
            (self.program == other.program && self.build == other.build, "another version of the program"),
            (self.policy == other.policy && self.policy_digest == other.policy_digest, "another policy"),
            (self.key == other.key, "another key"),
            (self.options == other.options, "other options"),
            (self.shard == other.shard, "another part of the files"),
            (self.not_after == other.not_after, "another --not-after"),
        ];
        same.into_iter().find_map(|(is_same, what)| (!is_same).then_some(what))
    }
}

/// A digest of options and of the files they name.
struct OptionsDigest(Sha256);

impl OptionsDigest {
    fn of(mask: &MaskArguments) -> Result<String, Failure> {
        let (rules, source, sharing) = (&mask.rules, &mask.source, &mask.sharing);
        let mut digest = Self(Sha256::new());
        digest.add(&(mask.show_text, mask.all, mask.offsets));
        digest.add(&(&rules.protect, rules.threshold, rules.language, rules.strategy));
        digest.add(&(&rules.model, rules.quality, rules.sensitivity));
        digest.add(&(rules.keep_metadata, rules.pictures, rules.embedded, rules.references.own_only));
        digest.add(&(rules.drawing.seed, &rules.drawing.reroll, sharing.consistent_across));
        digest.add(&(&source.format, &source.columns, source.delimiter, &source.text_field, &source.keep_fields));
        digest.add(&(source.programs.ocr, source.programs.convert_old));
        // Of a search engine only the name can be held fast.
        digest.add(&rules.references.corpus.as_deref().and_then(references::address));
        let models = rules.model.iter().map(Path::new).filter(|path| path.is_file());
        let references = [&rules.references.corpus, &rules.references.vectors];
        let named = references.into_iter().flatten().chain(&rules.recogniser).chain(&rules.references.knowledge);
        for path in models.chain(named.map(AsRef::as_ref)) {
            digest.add_files(path)?;
        }
        Ok(hexadecimal(&digest.0.finalize()))
    }

    /// Adds settings as they print themselves.
    fn add(&mut self, settings: &impl std::fmt::Debug) {
        let printed = format!("{settings:?}");
        self.0.update((printed.len() as u64).to_le_bytes());
        self.0.update(printed);
    }

    /// Adds what a file holds, or every file of a folder.
    fn add_files(&mut self, path: &Path) -> Result<(), Failure> {
        for entry in walkdir::WalkDir::new(path).sort_by_file_name().into_iter().filter_map(Result::ok) {
            if entry.file_type().is_file() {
                self.0.update(Sha256::digest(gold::bytes(entry.path())?));
            }
        }
        Ok(())
    }
}
