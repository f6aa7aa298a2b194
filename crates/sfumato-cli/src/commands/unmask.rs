//! `sfumato unmask`.

use crate::Completeness;
use crate::args;
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::maps::RunMap;
use crate::output::{self, StagingArea};
use sfumato::Anonymiser;
use sfumato::document::{Document, Edits};
use sfumato::mask::{Keys, TokenError, unmask};

/// The source that values are brought back from.
enum UnmaskSource {
    /// They stand in the text, encrypted.
    Tokens(Keys),
    /// A map knows where they stood.
    Map(RunMap),
    /// Numbers were encrypted into numbers, and are found again by the policy's recognisers.
    Numbers(Box<Anonymiser<'static>>),
}

impl UnmaskSource {
    fn of(unmask: &args::UnmaskArguments) -> Result<Self, Failure> {
        if let Some(path) = &unmask.map {
            return Ok(Self::Map(RunMap::open(path, &unmask.key, false)?));
        }
        let keys = jobs::key(&unmask.key)?
            .ok_or_else(|| Failure::call("unmasking needs the key; give it with --key-file or SFUMATO_KEY"))?;
        let Some(name) = &unmask.policy else { return Ok(Self::Tokens(keys)) };
        let policy = jobs::policy(name)?;
        if !policy.enciphers() {
            return Err(Failure::call(format!("the policy {name} has no rule with `ff1`; leave --policy out")));
        }
        let builder = Anonymiser::builder().policy(policy).keys(keys);
        Ok(Self::Numbers(Box::new(jobs::built(builder)?)))
    }

    fn edits(&self, document: &Document, place: &str) -> Result<Edits, Failure> {
        match self {
            Self::Tokens(keys) => match unmask(document, keys) {
                Ok(unmasked) => Ok(unmasked.edits),
                Err(TokenError::None) => Ok(Edits::none()),
                Err(error) => Err(Failure::at(place, error)),
            },
            Self::Map(map) => map.restore(document).map_err(|error| Failure::at(place, error)),
            Self::Numbers(anonymiser) => anonymiser.decipher(document).map_err(|error| Failure::at(place, error)),
        }
    }
}

/// Brings back what was masked in the inputs.
pub fn run(unmask: args::UnmaskArguments) -> Result<Completeness, Failure> {
    let way = UnmaskSource::of(&unmask)?;
    let inputs = inputs::collect(&unmask.source.inputs, unmask.output.as_deref())?;
    let targets = output::targets(&inputs, unmask.output.as_deref(), "unmasked")?;
    let staging = StagingArea::default();
    let (done, completeness) = jobs::each(&inputs, &unmask.run, |input, nth| {
        let (bytes, count) = unmask_file(input, &unmask, &way)?;
        staging.add(&targets[nth], &bytes, input.path.as_deref())?;
        Ok(count)
    })?;
    let values: usize = done.iter().flatten().sum();
    if values == 0 {
        return Err(Failure::at(inputs[0].name(), TokenError::None));
    }
    staging.publish()?;
    if !unmask.run.quiet {
        failure::say(&format!("values brought back: {values}"));
    }
    Ok(completeness)
}

fn unmask_file(
    input: &InputFile,
    arguments: &args::UnmaskArguments,
    way: &UnmaskSource,
) -> Result<(Vec<u8>, usize), Failure> {
    let opened = jobs::open(input, &arguments.source)?;
    let place = input.place();
    let mut parts = Vec::with_capacity(opened.len());
    let mut count = 0;
    for record in 0..opened.len() {
        let document = jobs::document(&opened, &place, record)?;
        let edits = way.edits(&document, &input.name())?;
        count += edits.len();
        let written = opened.format().write(&document, &edits);
        parts.push(Some(written.map_err(|error| Failure::write(&place, &error))?));
    }
    Ok((opened.assemble(&parts), count))
}
