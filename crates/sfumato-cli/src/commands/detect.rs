//! `sfumato detect`: everything but the writing.

use std::fmt::Write as _;

use serde::Serialize;
use sfumato::document::annotations::{AnnotationProblem, brat, conll, i2b2, jsonl, pubtator};
use sfumato::document::{BlockKind, Document, OffsetConverter, Span};
use sfumato::language::Analysis;
use sfumato::mask::{Action, TERM};
use sfumato::{Anonymiser, MaskedDocument};

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

/// A finding as it is shown.
struct FindingRow {
    span: Span,
    category: String,
    score: f32,
    action: Action,
    why: String,
}

/// One line of the JSON Lines contract.
#[derive(Serialize)]
struct FindingLine<'a> {
    start: usize,
    end: usize,
    category: &'a str,
    score: f64,
    action: &'static str,
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl DetectedDocument<'_> {
    /// Mentions in order, and what is below the threshold if asked for.
    fn rows(&self) -> Vec<FindingRow> {
        let labels = self.detect.labels.0;
        let entities = &self.masked.entities;
        let mut rows: Vec<FindingRow> = Vec::new();
        for decision in self.masked.plan.decisions() {
            let mention = &entities.mentions[decision.mention];
            let evidence = &mention.findings()[0].evidence;
            rows.push(FindingRow {
                span: mention.span,
                category: entities.entity_of(mention).category.label(labels).to_owned(),
                score: mention.score,
                action: decision.action(),
                why: format!("{}: {}", evidence.recogniser, evidence.why.words()),
            });
        }
        self.add_terms(&mut rows);
        if self.detect.all {
            rows.extend(entities.below.iter().map(|finding| FindingRow {
                span: finding.span,
                category: finding.category.label(labels).to_owned(),
                score: finding.score,
                action: Action::Keep,
                why: format!("{}: {}, below the threshold", finding.evidence.recogniser, finding.evidence.why.words()),
            }));
            rows.sort_by_key(|row| row.span);
        }
        rows
    }

    /// Phrases that only a risk model objects to; with those that stay nevertheless, if everything is asked for. A
    /// mention that a rule keeps and a model does not is masked all the same.
    fn add_terms(&self, rows: &mut Vec<FindingRow>) {
        let verdicts = self.masked.plan.account().into_iter().flat_map(|account| &account.verdicts);
        for verdict in verdicts.filter(|verdict| !verdict.is_hidden) {
            let Some(risk) = verdict.objection() else { continue };
            let action = if verdict.outcome.is_change() { Action::Mask } else { Action::Keep };
            if action == Action::Keep && !self.detect.all {
                continue;
            }
            let why = format!("{}: {:.1} of {:.1}, {}", risk.model, risk.value, risk.limit, verdict.outcome.name());
            for span in &verdict.spans {
                let mut is_told = false;
                for row in rows.iter_mut().filter(|row| row.category != TERM && span.contains(row.span)) {
                    (row.action, row.why) = (action, format!("{}; {why}", row.why));
                    is_told |= row.span == *span;
                }
                if !is_told {
                    let category = TERM.to_owned();
                    rows.push(FindingRow { span: *span, category, score: 1.0, action, why: why.clone() });
                }
            }
        }
        rows.sort_by_key(|row| row.span);
    }

    fn table(&self, name: &str) -> String {
        let offsets = OffsetConverter::new(self.document.text(), self.detect.offsets.unit());
        let rows = self.rows();
        let language = self.masked.languages.main().map_or("unknown", |language| language.code());
        let mut out =
            format!("{name}: {} found, {} to be masked, language {language}\n", rows.len(), self.masked.replaced());
        for row in rows {
            let place = format!("{}-{}", offsets.from_byte(row.span.start()), offsets.from_byte(row.span.end()));
            let _ = write!(
                out,
                "  {place:<14} {:<24} {:.2}  {:<5} {}",
                row.category,
                row.score,
                row.action.name(),
                row.why
            );
            if self.detect.show_text {
                let _ = write!(out, "  | {}", self.document.slice(row.span).replace(['\n', '\r'], " "));
            }
            out.push('\n');
        }
        out
    }

    /// `{"id", "findings": [...]}`. In records, offsets count from the start of the field.
    fn jsonl(&self, name: &str) -> Result<String, Failure> {
        let broken = |_| Failure::call("the result cannot be written as JSON");
        let unit = self.detect.offsets.unit();
        let rows = self.rows();
        let mut lines = Vec::with_capacity(rows.len());
        let whole = OffsetConverter::new(self.document.text(), unit);
        let is_record = self.document.format() == "jsonl";
        for row in &rows {
            let block = self.document.block_at(row.span.start()).filter(|_| is_record);
            let base = block.map_or(0, |block| whole.from_byte(block.span.start()));
            let line = FindingLine {
                start: whole.from_byte(row.span.start()) - base,
                end: whole.from_byte(row.span.end()) - base,
                category: &row.category,
                score: (f64::from(row.score) * 100.0).round() / 100.0,
                action: row.action.name(),
                why: &row.why,
                field: block
                    .filter(|block| block.kind == BlockKind::Field)
                    .and_then(|block| self.document.label(block)),
                text: self.detect.show_text.then(|| self.document.slice(row.span)),
            };
            lines.push(serde_json::to_string(&line).map_err(broken)?);
        }
        let id = self.document.id().map_or(name, |id| id.expose().as_str());
        Ok(format!("{{\"id\":{id},\"findings\":[{}]}}\n", lines.join(",")))
    }

    /// The places that would be masked, as annotations.
    fn marks(&self) -> Vec<FindingMark> {
        let masked = self.rows().into_iter().filter(|row| row.action == Action::Mask);
        let is_brat = self.detect.form == DetectForm::Brat;
        // brat knows no slashes in its labels.
        let label = |category: String| if is_brat { category.replace('/', "_") } else { category };
        masked.map(|row| FindingMark { span: row.span, label: label(row.category) }).collect()
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
