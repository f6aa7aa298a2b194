//! `sfumato plan`: what would happen to a document, as a file to be edited and carried out.

use std::path::Path;

use sfumato::document::Document;
use sfumato::{DocumentFile, PlanFile, PlanOptions};

use crate::args;
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::output::{self, OutputTarget, StagingArea};
use crate::spans::{HandedInSpans, RecordPlace};
use crate::{Completeness, gold};

/// Prints the plan of one document.
pub fn run(plan: &args::PlanArguments) -> Result<Completeness, Failure> {
    let input = only(&plan.source.inputs, "a plan is made for one document")?;
    let target = match plan.output.as_deref() {
        Some(path) if path.as_os_str() != "-" => {
            output::check_file(path, input.path.as_deref().into_iter())?;
            OutputTarget::File(path.to_path_buf())
        }
        _ => OutputTarget::Standard,
    };
    let anonymiser = jobs::anonymiser(&plan.rules)?;
    let spans = HandedInSpans::of(&plan.rules)?;
    let opened = opened(&input, input.read()?, &plan.source)?;
    let (done, completeness) = jobs::each(std::slice::from_ref(&input), &plan.run, |input, _| {
        let document = jobs::document(&opened, &input.place(), 0)?;
        jobs::panic_if_forced(&plan.run, &document);
        let masked = spans.mask(&anonymiser, RecordPlace { input, opened: &opened, record: 0 }, &document)?;
        let options = PlanOptions { unit: plan.offsets.unit(), show_text: plan.show_text };
        Ok(anonymiser.plan_file(&document, &masked, &options))
    })?;
    spans.check_used(completeness)?;
    let file = done.into_iter().flatten().next().ok_or_else(|| Failure::call("there is nothing to plan"))?;
    let json = serde_json::to_string_pretty(&file).map_err(|_| Failure::call("the plan cannot be written as JSON"))?;
    let staging = StagingArea::default();
    staging.add(&target, format!("{json}\n").as_bytes(), input.path.as_deref())?;
    staging.publish()?;
    Ok(completeness)
}

/// The one input that a plan is for.
pub fn only(named: &[std::path::PathBuf], why: &str) -> Result<InputFile, Failure> {
    match inputs::collect(named, None)?.as_slice() {
        [input] if !input.in_folder => Ok(input.clone()),
        _ => Err(Failure::call(format!("{why}; name a single file"))),
    }
}

/// Opens the one document that a plan is for.
pub fn opened(input: &InputFile, bytes: Vec<u8>, source: &args::InputOptions) -> Result<DocumentFile, Failure> {
    let opened = jobs::open_read(input, bytes, source)?;
    match opened.is_collection() || opened.len() != 1 {
        true => Err(Failure::at(input.name(), "a collection of documents; a plan is made for one document")),
        false => Ok(opened),
    }
}

/// Reads a plan.
pub fn read(path: &Path) -> Result<PlanFile, Failure> {
    let json = gold::text(path)?;
    PlanFile::parse(&json).map_err(|error| Failure::at(path.display().to_string(), error))
}

/// Masks a document as a plan says.
pub fn carry_out(plan: &PlanFile, path: &Path, document: &Document) -> Result<sfumato::MaskedDocument, Failure> {
    let failed = |error| Failure::at(path.display().to_string(), error);
    plan.clone().carry_out(document).map_err(failed)
}
