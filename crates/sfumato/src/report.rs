//! The report: what was found where, by what, why, what was done, and how much is still told. A versioned wire type.

mod risk;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sfumato_document::{Document, OffsetConverter, OffsetMap, OffsetUnit, Span};
use sfumato_mask::{Action, Decision, Operator, TERM};

use crate::MaskedDocument;
use risk::Terms;
pub use risk::{CurveReport, ModelReport, RejectedReport, RiskReport, TermReport, TermRisk};

/// The version of the report's form; it grows when a reader would have to change.
pub const REPORT_VERSION: u32 = 1;

/// How a report is made.
#[derive(Debug, Clone, Copy)]
pub struct ReportOptions {
    /// What offsets count.
    pub unit: OffsetUnit,
    /// Whether it quotes the document.
    pub show_text: bool,
    /// Whether it lists phrases that nobody objects to as well, and, if it quotes the document, the whole of its text.
    pub all_terms: bool,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self { unit: OffsetUnit::Bytes, show_text: false, all_terms: false }
    }
}

/// The account of one document.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
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
    /// What decided if it was not the policy: `plan`, a file of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// What offsets count: `bytes`, `codepoints` or `utf16`, of the document's text.
    pub offsets: String,
    /// Which of day and month comes first in dates of digits alone, if dates were moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_order: Option<DateOrderReport>,
    /// How many mentions are replaced.
    pub masked: usize,
    /// How many mentions stay.
    pub kept: usize,
    /// Mentions that stay, by the rule that keeps them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept_by: BTreeMap<String, usize>,
    /// Replaced mentions by category.
    pub counts: BTreeMap<String, usize>,
    /// What besides text was taken out of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedReport>,
    /// Every mention in order, and after them what was too unsure to count.
    pub mentions: Vec<MentionReport>,
    /// How much the document tells; absent if nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<RiskReport>,
    /// Phrases that tell too much, that were replaced or that are hidden, in the order of their first places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermReport>,
    /// The whole text; only if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

// It may quote a document.
impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Report({} mentions, {} terms)", self.mentions.len(), self.terms.len())
    }
}

/// How much one document tells.
#[derive(Clone, PartialEq, Serialize)]
pub struct AssessedDocument {
    /// The document's name as given.
    pub document: String,
    /// The language it is in.
    pub language: String,
    /// The policy.
    pub policy: String,
    /// What offsets count.
    pub offsets: String,
    /// The sums.
    #[serde(flatten)]
    pub risk: RiskReport,
    /// Its most telling phrases, the most telling first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<TermReport>,
}

// It may quote a document.
impl std::fmt::Debug for AssessedDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AssessedDocument({} phrases)", self.phrases.len())
    }
}

impl AssessedDocument {
    /// What a report says of it, with so many phrases; nothing if nothing was measured.
    pub fn new(report: Report, most: usize) -> Option<Self> {
        let Report { document, language, policy, offsets, risk, terms: mut phrases, .. } = report;
        phrases.retain(|phrase| phrase.exposed > 0.0);
        phrases.sort_by(|a, b| b.exposed.total_cmp(&a.exposed));
        phrases.truncate(most);
        Some(Self { document, language, policy, offsets, risk: risk?, phrases })
    }
}

/// One mention.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
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
    /// What stands there now; only if the policy lists pseudonyms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
    /// What stood there; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

// It may quote a document.
impl std::fmt::Debug for MentionReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MentionReport({}..{}, {}, {})", self.start, self.end, self.category, self.action)
    }
}

/// In which order dates of digits alone were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateOrderReport {
    /// `day-first`, `month-first` or `year-first`.
    pub order: String,
    /// `evidence` of other dates in the document, the usage of its `language`, or `none`.
    pub decided_by: String,
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
    pub fn new(masked: &MaskedDocument, document: &Document, name: &str, options: &ReportOptions) -> Self {
        let offsets = OffsetConverter::new(document.text(), options.unit);
        let text_after = masked.edits.apply(document);
        let mentions = Mentions {
            masked,
            document,
            options,
            old: &offsets,
            new: OffsetConverter::new(text_after.expose(), options.unit),
            map: masked.edits.offset_map(),
        };
        let mentions = mentions.all();
        let is_kept = |mention: &&MentionReport| mention.action == Action::Keep.name() && mention.new.is_some();
        let mut kept_by: BTreeMap<String, usize> = BTreeMap::new();
        for mention in mentions.iter().filter(is_kept) {
            *kept_by.entry(mention.rule.clone()).or_default() += 1;
        }
        let account = masked.plan.account();
        let terms = Terms { document, offsets: &offsets, options };
        Self {
            version: REPORT_VERSION,
            program: concat!("sfumato ", env!("CARGO_PKG_VERSION")).to_owned(),
            document: name.to_owned(),
            format: document.format().to_owned(),
            encoding: document.encoding().name().to_owned(),
            language: masked.languages.main().map_or("und", |language| language.code()).to_owned(),
            policy: masked.policy.to_string(),
            decided_by: masked.is_by_hand.then(|| "plan".to_owned()),
            offsets: unit_name(options.unit).to_owned(),
            date_order: masked
                .plan
                .date_order()
                .map(|chosen| DateOrderReport { order: chosen.order.to_owned(), decided_by: chosen.ground.to_owned() }),
            masked: masked.replaced(),
            kept: kept_by.values().sum(),
            kept_by,
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
            risk: account.map(RiskReport::new),
            terms: account.map(|account| terms.of(account)).unwrap_or_default(),
            text: (options.show_text && options.all_terms).then(|| document.text().to_owned()),
        }
    }
}

/// What offsets count, as reports and plans have it.
pub(crate) fn unit_name(unit: OffsetUnit) -> &'static str {
    match unit {
        OffsetUnit::Bytes => "bytes",
        OffsetUnit::CodePoints => "codepoints",
        OffsetUnit::Utf16 => "utf16",
    }
}

/// What is said again and again of mentions.
struct Mentions<'a> {
    masked: &'a MaskedDocument,
    document: &'a Document,
    options: &'a ReportOptions,
    old: &'a OffsetConverter<'a>,
    new: OffsetConverter<'a>,
    map: OffsetMap,
}

impl Mentions<'_> {
    /// Everything found, and after it everything too unsure to count.
    fn all(&self) -> Vec<MentionReport> {
        let entities = &self.masked.entities;
        let phrases = self.masked.replaced_phrases();
        let mut mentions = Vec::with_capacity(entities.mentions.len());
        for decision in self.masked.plan.decisions() {
            let mention = &entities.mentions[decision.mention];
            let (action, operator, rule) = done(decision, mention.span, &phrases);
            mentions.push(MentionReport {
                category: entities.entity_of(mention).category.to_string(),
                entity: (!self.masked.is_by_hand).then(|| mention.entity() + 1),
                score: rounded(mention.score),
                action: action.name().to_owned(),
                operator: operator.to_owned(),
                rule: rule.to_owned(),
                evidence: mention.findings().iter().map(EvidenceReport::new).collect(),
                replacement: self.pseudonym(decision, mention.span),
                ..self.at(mention.span, true)
            });
        }
        mentions.extend(entities.below.iter().map(|finding| MentionReport {
            category: finding.category.to_string(),
            score: rounded(finding.score),
            rule: "threshold".to_owned(),
            evidence: vec![EvidenceReport::new(finding)],
            ..self.at(finding.span, false)
        }));
        mentions
    }

    /// What stands for a mention, if it is a pseudonym and the policy lists them.
    fn pseudonym(&self, decision: &Decision, span: Span) -> Option<String> {
        let is_listed = self.masked.lists_pseudonyms && *decision.operator == Operator::Pseudonymise;
        let edits = self.masked.edits.iter().as_slice();
        let at = edits.partition_point(|edit| edit.span() < span);
        edits.get(at).filter(|edit| is_listed && edit.span() == span).map(|edit| edit.replacement().to_owned())
    }

    /// Something that stays at a place; `is_counted` if it is no finding below the threshold.
    fn at(&self, span: Span, is_counted: bool) -> MentionReport {
        let (start, end) = (span.start(), span.end());
        // What stands there now may stand for an article before it too.
        let edits = self.masked.edits.iter().as_slice();
        let edit = edits.get(edits.partition_point(|edit| edit.span().end() <= start));
        let wide = edit.filter(|edit| edit.span().overlaps(span)).map_or(span, |edit| edit.span().cover(span));
        let moved = |at: usize| self.new.from_byte(self.map.to_new(at));
        MentionReport {
            start: self.old.from_byte(start),
            end: self.old.from_byte(end),
            new: is_counted.then(|| [moved(wide.start()), moved(wide.end())]),
            block: self.document.block_at(start).map_or("none", |block| block.kind.name()).to_owned(),
            category: String::new(),
            entity: None,
            score: 0.0,
            action: Action::Keep.name().to_owned(),
            operator: Action::Keep.name().to_owned(),
            rule: String::new(),
            evidence: Vec::new(),
            replacement: None,
            text: self.options.show_text.then(|| self.document.slice(span).to_owned()),
        }
    }
}

/// What happens to a mention: what its rule says, unless it goes with a phrase that a risk model objects to.
fn done<'d>(decision: &'d Decision, span: Span, phrases: &[(Span, &'static str)]) -> (Action, &'static str, &'d str) {
    let at = phrases.partition_point(|(phrase, _)| phrase.end() <= span.start());
    match phrases.get(at) {
        Some((phrase, operator)) if decision.action() == Action::Keep && phrase.overlaps(span) => {
            (Action::Mask, operator, TERM)
        }
        _ => (decision.action(), decision.operator.name(), &decision.rule),
    }
}

/// Scores are probabilities learnt from small samples: two digits say all there is.
fn rounded(score: f32) -> f32 {
    (score * 100.0).round() / 100.0
}
