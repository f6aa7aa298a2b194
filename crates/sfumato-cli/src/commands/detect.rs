//! `sfumato detect`: everything but the writing.

use std::fmt::Write as _;

use sfumato::document::annotations::{AnnotationProblem, brat, conll, i2b2, jsonl, pubtator};
use sfumato::document::{Document, OffsetConverter, Span};
use sfumato::language::Analysis;
use sfumato::mask::Action;
use sfumato::{Anonymiser, FoundOptions, FoundPlace, MaskedDocument};

use crate::args::{self, DetectForm};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::output::{OutputTarget, StagingArea};
use crate::spans::{HandedInSpans, RecordPlace};
use crate::{Completeness, print};

/// Shows what is in the inputs.
pub fn run(detect: args::DetectArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::anonymiser(&detect.rules)?;
    let spans = HandedInSpans::of(&detect.rules)?;
    match (detect.form.is_in_files(), &detect.out) {
        (true, None) => return Err(Failure::call("--as brat and --as i2b2 write files; give their folder with --out")),
        (true, Some(_)) | (false, None) => {}
        (false, Some(_)) => return Err(Failure::call("--out goes with --as brat and --as i2b2")),
    }
    let inputs = spans.leave_out(inputs::collect(&detect.source.inputs, detect.out.as_deref())?);
    let (texts, completeness) =
        jobs::each(&inputs, &detect.run, |input, _| detect_file(input, &detect, &anonymiser, &spans))?;
    spans.check_used(completeness)?;
    match &detect.out {
        Some(folder) => {
            let staging = StagingArea::default();
            let mut names = std::collections::HashSet::new();
            for (input, text) in inputs.iter().zip(&texts) {
                if let Some(text) = text {
                    let ending = if detect.form == DetectForm::Brat { "ann" } else { "xml" };
                    let path = folder.join(&input.below).with_extension(ending);
                    if !names.insert(path.clone()) {
                        return Err(Failure::at(path.display().to_string(), "two inputs would be written here"));
                    }
                    staging.add(&OutputTarget::File(path), text.as_bytes(), input.path.as_deref())?;
                }
            }
            staging.publish()?;
        }
        None => print(&texts.into_iter().flatten().collect::<String>())?,
    }
    Ok(completeness)
}

fn detect_file(
    input: &InputFile,
    detect: &args::DetectArguments,
    anonymiser: &Anonymiser,
    spans: &HandedInSpans,
) -> Result<String, Failure> {
    let opened = jobs::open(input, &detect.source)?;
    if detect.form == DetectForm::Brat && opened.format().name() != "text" {
        return Err(Failure::at(input.name(), "brat files stand beside plain texts; use --as jsonl for other formats"));
    }
    if detect.form == DetectForm::I2b2 && opened.is_collection() {
        return Err(Failure::at(input.name(), "an XML file holds one document; use --as spans for collections"));
    }
    let place = input.place();
    let each = |record: usize| -> Result<String, Failure> {
        let document = jobs::document(&opened, &place, record)?;
        jobs::panic_if_forced(&detect.run, &document);
        let masked = spans.mask(anonymiser, RecordPlace { input, opened: &opened, record }, &document)?;
        tracing::debug!(mentions = masked.entities.mentions.len(), "detected");
        let shown = DetectedDocument { document: &document, masked: &masked, detect };
        Ok(match detect.form {
            DetectForm::Table if opened.is_collection() => {
                shown.table(&format!("{}:{}", input.name(), opened.line(record)))
            }
            DetectForm::Table => shown.table(&input.name()),
            DetectForm::Jsonl => {
                let name = if opened.is_collection() {
                    opened.line(record).to_string()
                } else {
                    serde_json::json!(input.below.display().to_string()).to_string()
                };
                shown.jsonl(&name)?
            }
            DetectForm::Brat => brat::write(&document, shown.marks().iter().map(FindingMark::as_pair)),
            DetectForm::I2b2 => i2b2::write(&document, shown.marks().iter().map(FindingMark::as_pair)),
            DetectForm::Pubtator => {
                let name = shown.name(input, opened.line(record));
                pubtator::write(&name, &document, shown.marks().iter().map(FindingMark::as_pair))
            }
            DetectForm::Spans => {
                let name = shown.name(input, opened.line(record));
                jsonl::write(&name, &document, shown.marks().iter().map(FindingMark::as_pair))
            }
            DetectForm::Conll => shown.conll().map_err(|what| Failure::at(input.name(), what))?,
        })
    };
    Ok(jobs::each_record(&opened, each)?.concat())
}

/// A document and what was found in it, to be shown in one form or another.
struct DetectedDocument<'a> {
    document: &'a Document,
    masked: &'a MaskedDocument,
    detect: &'a args::DetectArguments,
}

impl DetectedDocument<'_> {
    /// Mentions in order, and what is below the threshold if asked for.
    fn places(&self) -> Vec<FoundPlace> {
        FoundPlace::list(self.masked, self.detect.labels.0, self.detect.all)
    }

    fn table(&self, name: &str) -> String {
        let offsets = OffsetConverter::new(self.document.text(), self.detect.offsets.unit());
        let places = self.places();
        let language = self.masked.languages.main().map_or("unknown", |language| language.code());
        let mut out =
            format!("{name}: {} found, {} to be masked, language {language}\n", places.len(), self.masked.replaced());
        for row in places {
            let place = format!("{}-{}", offsets.from_byte(row.span.start()), offsets.from_byte(row.span.end()));
            let _ =
                write!(out, "  {place:<14} {:<24} {:.2}  {:<5} {}", row.label, row.score, row.action.name(), row.why);
            if self.detect.show_text {
                let _ = write!(out, "  | {}", self.document.slice(row.span).replace(['\n', '\r'], " "));
            }
            out.push('\n');
        }
        out
    }

    /// `{"id", "findings": [...]}`. In records, offsets count from the start of the field.
    fn jsonl(&self, name: &str) -> Result<String, Failure> {
        let args::DetectArguments { labels, show_text, all, offsets, .. } = self.detect;
        let options = FoundOptions { unit: offsets.unit(), labels: labels.0, show_text: *show_text, all: *all };
        let findings = FoundPlace::json(&self.places(), self.document, &options);
        let findings = findings.map_err(|_| Failure::call("the result cannot be written as JSON"))?;
        let id = self.document.id().map_or(name, |id| id.expose().as_str());
        Ok(format!("{{\"id\":{id},\"findings\":{findings}}}\n"))
    }

    /// The places that would be masked, as annotations.
    fn marks(&self) -> Vec<FindingMark> {
        let masked = self.places().into_iter().filter(|row| row.action == Action::Mask);
        let is_brat = self.detect.form == DetectForm::Brat;
        // brat knows no slashes in its labels.
        let label = |category: String| if is_brat { category.replace('/', "_") } else { category };
        masked.map(|row| FindingMark { span: row.span, label: label(row.label) }).collect()
    }

    /// The name of the document in a collection: its id, or its file, with the line if that holds several.
    fn name(&self, input: &InputFile, line: usize) -> String {
        let file = input.below.display().to_string();
        match self.document.id().map(|id| serde_json::from_str(id.expose())) {
            Some(Ok(serde_json::Value::String(id))) => id,
            Some(Ok(id)) => id.to_string(),
            _ if self.document.format() == "jsonl" => format!("{file}#{line}"),
            _ => file,
        }
    }

    fn conll(&self) -> Result<String, AnnotationProblem> {
        let analysis = Analysis::new(self.document);
        let tokens: Vec<Span> = analysis.tokens().iter().map(|token| token.span).collect();
        let marks = self.marks();
        conll::write(self.document, marks.iter().map(FindingMark::as_pair), &tokens, analysis.sentences())
    }
}

/// A place and its label.
struct FindingMark {
    span: Span,
    label: String,
}

impl FindingMark {
    fn as_pair(&self) -> (Span, &str) {
        (self.span, &self.label)
    }
}
