//! Everything that was found in a document, in order, with what becomes of it: the machine-readable form of detection.

use serde::Serialize;
use sfumato_detect::labels::LabelSet;
use sfumato_document::{BlockKind, Document, OffsetConverter, OffsetUnit, Span};
use sfumato_mask::{Action, TERM};

use crate::MaskedDocument;

/// A place where something was found, and what becomes of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPlace {
    /// Where it stands.
    pub span: Span,
    /// What it is, in the words of the set of labels that was asked for.
    pub label: String,
    /// How sure.
    pub score: f32,
    /// What becomes of it.
    pub action: Action,
    /// Who found it and why.
    pub why: String,
}

/// How places are told as JSON.
#[derive(Debug, Clone, Copy)]
pub struct FoundOptions {
    /// What offsets count.
    pub unit: OffsetUnit,
    /// The names of categories.
    pub labels: LabelSet,
    /// Whether it quotes the document.
    pub show_text: bool,
    /// Whether it tells what is below the threshold, too.
    pub all: bool,
}

/// A place as JSON has it.
#[derive(Serialize)]
struct FoundLine<'a> {
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

impl FoundPlace {
    /// All of a document in order; with `all`, what is below the threshold as well.
    pub fn list(masked: &MaskedDocument, labels: LabelSet, all: bool) -> Vec<Self> {
        let entities = &masked.entities;
        let mut places: Vec<Self> = Vec::new();
        for decision in masked.plan.decisions() {
            let mention = &entities.mentions[decision.mention];
            let evidence = &mention.findings()[0].evidence;
            places.push(Self {
                span: mention.span,
                label: entities.entity_of(mention).category.label(labels).to_owned(),
                score: mention.score,
                action: decision.action(),
                why: format!("{}: {}", evidence.recogniser, evidence.why.words()),
            });
        }
        add_terms(&mut places, masked, all);
        if all {
            places.extend(entities.below.iter().map(|finding| Self {
                span: finding.span,
                label: finding.category.label(labels).to_owned(),
                score: finding.score,
                action: Action::Keep,
                why: format!("{}: {}, below the threshold", finding.evidence.recogniser, finding.evidence.why.words()),
            }));
            places.sort_by_key(|place| place.span);
        }
        places
    }

    /// A list as a JSON array. In records, offsets count from the start of the field, which is named.
    pub fn json(places: &[Self], document: &Document, options: &FoundOptions) -> serde_json::Result<String> {
        let whole = OffsetConverter::new(document.text(), options.unit);
        let is_record = document.format() == "jsonl";
        let mut lines = Vec::with_capacity(places.len());
        for place in places {
            let block = document.block_at(place.span.start()).filter(|_| is_record);
            let base = block.map_or(0, |block| whole.from_byte(block.span.start()));
            lines.push(serde_json::to_string(&FoundLine {
                start: whole.from_byte(place.span.start()) - base,
                end: whole.from_byte(place.span.end()) - base,
                category: &place.label,
                score: (f64::from(place.score) * 100.0).round() / 100.0,
                action: place.action.name(),
                why: &place.why,
                field: block.filter(|block| block.kind == BlockKind::Field).and_then(|block| document.label(block)),
                text: options.show_text.then(|| document.slice(place.span)),
            })?);
        }
        Ok(format!("[{}]", lines.join(",")))
    }
}

/// Adds phrases that only a risk model objects to; with those that stay nevertheless, if everything is asked for. A
/// mention that a rule keeps and a model does not is masked all the same.
fn add_terms(places: &mut Vec<FoundPlace>, masked: &MaskedDocument, all: bool) {
    let verdicts = masked.plan.account().into_iter().flat_map(|account| &account.verdicts);
    for verdict in verdicts.filter(|verdict| !verdict.is_hidden) {
        let Some(risk) = verdict.objection() else { continue };
        let action = if verdict.outcome.is_change() { Action::Mask } else { Action::Keep };
        if action == Action::Keep && !all {
            continue;
        }
        let why = format!("{}: {:.1} of {:.1}, {}", risk.model, risk.value, risk.limit, verdict.outcome.name());
        for span in &verdict.spans {
            let mut is_told = false;
            for place in places.iter_mut().filter(|place| place.label != TERM && span.contains(place.span)) {
                (place.action, place.why) = (action, format!("{}; {why}", place.why));
                is_told |= place.span == *span;
            }
            if !is_told {
                places.push(FoundPlace { span: *span, label: TERM.to_owned(), score: 1.0, action, why: why.clone() });
            }
        }
    }
    places.sort_by_key(|place| place.span);
}
