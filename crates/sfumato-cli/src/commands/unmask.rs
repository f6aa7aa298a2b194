//! `sfumato unmask`.

use crate::Completeness;
use crate::args;
use crate::failure::{self, Failure};
use crate::inputs::{self, Input};
use crate::jobs::{self, Opened};
use crate::output::{self, Staging};
use sfumato::mask::{Keys, TokenError, unmask};

/// Opens the encrypted values of the inputs.
pub fn run(unmask: args::Unmask) -> Result<Completeness, Failure> {
    let keys = jobs::key(&unmask.key)?
        .ok_or_else(|| Failure::call("unmasking needs the key; give it with --key-file or SFUMATO_KEY"))?;
    let inputs = inputs::collect(&unmask.source.inputs, unmask.output.as_deref())?;
    let targets = output::targets(&inputs, unmask.output.as_deref(), "unmasked")?;
    let staging = Staging::default();
    let (done, completeness) = jobs::each(&inputs, &unmask.run, |input, nth| {
        let (bytes, count) = one(input, &unmask, &keys)?;
        staging.add(&targets[nth], &bytes, input.path.as_deref())?;
        Ok(count)
    })?;
    if done.iter().flatten().sum::<usize>() == 0 {
        return Err(Failure::at(inputs[0].name(), TokenError::None));
    }
    staging.publish()?;
    if !unmask.run.quiet {
        let values: usize = done.iter().flatten().sum();
        failure::say(&format!("encrypted values brought back: {values}"));
    }
    Ok(completeness)
}

fn one(input: &Input, arguments: &args::Unmask, keys: &Keys) -> Result<(Vec<u8>, usize), Failure> {
    let opened = Opened::new(input, &arguments.source)?;
    let place = input.place();
    let mut parts = Vec::with_capacity(opened.records.len());
    let mut count = 0;
    for record in 0..opened.records.len() {
        let document = opened.document(&place, record)?;
        let edits = match unmask(&document, keys) {
            Ok(unmasked) => {
                count += unmasked.count;
                unmasked.edits
            }
            Err(TokenError::None) => sfumato::document::Edits::none(),
            Err(error) => return Err(Failure::at(input.name(), error)),
        };
        parts.push(opened.format.write(&document, &edits).map_err(|error| Failure::write(&place, &error))?);
    }
    Ok((opened.assemble(&parts), count))
}
