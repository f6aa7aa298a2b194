//! The report: what was found where, by what, why, and what was done. A versioned wire type.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sfumato_document::{Document, Offsets, Unit};
use sfumato_mask::Action;

use crate::Masked;

/// The version of the report's form; it grows when a reader would have to change.
pub const REPORT_VERSION: u32 = 1;

/// How a report is made.
#[derive(Debug, Clone, Copy)]
pub struct ReportOptions {
    /// What offsets count.
    pub unit: Unit,
    /// Whether it quotes the document.
    pub show_text: bool,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self { unit: Unit::Bytes, show_text: false }
    }
}

/// The account of one document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// The document's name as given.
    pub document: String,
    /// Its format.
    pub format: String,
    /// Its encoding.
    pub encoding: String,
    /// The language it is in, or `und` if that cannot be told.
    pub language: String,
    /// The policy.
    pub policy: String,
    /// What offsets count: `bytes`, `codepoints` or `utf16`, of the document's text.
    pub offsets: String,
    /// How many mentions are replaced.
    pub masked: usize,
    /// How many mentions stay.
    pub kept: usize,
    /// Replaced mentions by category.
    pub counts: BTreeMap<String, usize>,
    /// What besides text was taken out of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedReport>,
    /// Every mention in order, and after them what was too unsure to count.
    pub mentions: Vec<MentionReport>,
}

/// One mention.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MentionReport {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Where what stands there now starts and ends, in the text as written; absent for what stays below the threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<[usize; 2]>,
    /// The kind of block it stands in.
    pub block: String,
    /// Its category.
    pub category: String,
    /// The number of its entity in the document; absent below the threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<usize>,
    /// How sure.
    pub score: f32,
    /// `mask` or `keep`.
    pub action: String,
    /// The operator that was applied.
    pub operator: String,
    /// The rule of the policy that decided.
    pub rule: String,
    /// Who found it and why; the one that names it first.
    pub evidence: Vec<EvidenceReport>,
    /// What stood there; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Something besides text that was taken out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RemovedReport {
    /// `metadata`, `picture` or `embedded`.
    pub kind: String,
    /// Where it was, in the format's words.
    pub place: String,
    /// How often.
    pub count: usize,
}

/// Who found a mention and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvidenceReport {
    /// The recogniser.
    pub recogniser: String,
    /// Its rule.
    pub rule: String,
    /// What speaks for it.
    pub why: String,
}

impl EvidenceReport {
    fn new(finding: &sfumato_detect::Finding) -> Self {
        let evidence = &finding.evidence;
        Self {
            recogniser: evidence.recogniser.to_string(),
            rule: evidence.rule.to_string(),
            why: evidence.why.words().to_owned(),
        }
    }
}

impl Report {
    /// The report of what was done to a document.
    pub fn new(masked: &Masked, document: &Document, name: &str, options: &ReportOptions) -> Self {
        let old = Offsets::new(document.text(), options.unit);
        let text_after = masked.edits.apply(document);
        let new = Offsets::new(text_after.expose(), options.unit);
        let map = masked.edits.offset_map();
        let block = |at: usize| document.block_at(at).map_or("none", |block| block.kind.name()).to_owned();
        let text = |span| options.show_text.then(|| document.slice(span).to_owned());
        let mut mentions = Vec::with_capacity(masked.entities.mentions.len());
        for decision in &masked.plan.decisions {
            let mention = &masked.entities.mentions[decision.mention];
            let category = masked.entities.entity_of(mention).category.to_string();
            let (start, end) = (mention.span.start(), mention.span.end());
            mentions.push(MentionReport {
                start: old.from_byte(start),
                end: old.from_byte(end),
                new: Some([new.from_byte(map.to_new(start)), new.from_byte(map.to_new(end))]),
                block: block(start),
                category,
                entity: Some(mention.entity() + 1),
                score: rounded(mention.score),
                action: decision.action().name().to_owned(),
                operator: decision.operator.name().to_owned(),
                rule: decision.rule.to_string(),
                evidence: mention.findings().iter().map(EvidenceReport::new).collect(),
                text: text(mention.span),
            });
        }
        let kept = mentions.iter().filter(|mention| mention.action == Action::Keep.name()).count();
        mentions.extend(masked.entities.below.iter().map(|finding| MentionReport {
            start: old.from_byte(finding.span.start()),
            end: old.from_byte(finding.span.end()),
            new: None,
            block: block(finding.span.start()),
            category: finding.category.to_string(),
            entity: None,
            score: rounded(finding.score),
            action: Action::Keep.name().to_owned(),
            operator: "keep".to_owned(),
            rule: "threshold".to_owned(),
            evidence: vec![EvidenceReport::new(finding)],
            text: text(finding.span),
        }));
        Self {
            version: REPORT_VERSION,
            program: concat!("sfumato ", env!("CARGO_PKG_VERSION")).to_owned(),
            document: name.to_owned(),
            format: document.format().to_owned(),
            encoding: document.encoding().name().to_owned(),
            language: masked.languages.main().map_or("und", |language| language.code()).to_owned(),
            policy: masked.policy.to_string(),
            offsets: match options.unit {
                Unit::Bytes => "bytes",
                Unit::CodePoints => "codepoints",
                Unit::Utf16 => "utf16",
            }
            .to_owned(),
            masked: masked.replaced(),
            kept,
            counts: masked.counts(),
            removed: masked
                .removed
                .iter()
                .map(|((kind, place), count)| RemovedReport {
                    kind: (*kind).to_owned(),
                    place: place.to_string(),
                    count: *count,
                })
                .collect(),
            mentions,
        }
    }
}

/// Scores are probabilities learnt from small samples: two digits say all there is.
fn rounded(score: f32) -> f32 {
    (score * 100.0).round() / 100.0
}
