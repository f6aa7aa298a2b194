//! A plan as a file: what happens to each place of one document, to be read, edited and carried out as it stands.
//!
//! A plan fits the very text it was made for and no other. It quotes replacements, since those are there to be edited,
//! and the document itself only if asked to.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sfumato_detect::{Category, Entities, Finding, FindingEvidence, FindingReason, GivenPlaces};
use sfumato_document::{Document, EditsError, MaskedValue, OffsetConverter, OffsetUnit, Sensitive, Span, SpareThreads};
use sfumato_language::Analysis;
use sfumato_mask::{
    Action, Decision, FileRules, Operator, PartRule, Plan, PlanError, Replacement, ReplacementOrigin, TERM, Verdict,
    digest, suggestion,
};

use crate::MaskedDocument;
use crate::anonymiser::FileParts;
use crate::report::unit_name;

/// The version of the form of plans; it grows when a reader would have to change.
pub const PLAN_VERSION: u32 = 1;

/// How a plan is written.
#[derive(Debug, Clone, Copy)]
pub struct PlanOptions {
    /// What offsets count.
    pub unit: OffsetUnit,
    /// Whether it quotes the document.
    pub show_text: bool,
}

/// What happens to one document.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    /// [`PLAN_VERSION`].
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// The policy that decided.
    pub policy: String,
    /// SHA-256 of the document's text, as hexadecimal digits.
    pub digest: String,
    /// What offsets count: `bytes`, `codepoints` or `utf16`, of the document's text.
    pub offsets: String,
    /// What happens to what the file holds besides text.
    pub file: FilePlan,
    /// Every change in order, and what could be changed and stays.
    pub changes: Vec<Change>,
    /// The record by which a review of the document is opened again where it was left. Nothing of it is carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<serde_json::Value>,
}

// Replacements may be parts of a document.
impl std::fmt::Debug for PlanFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PlanFile({} changes)", self.changes.len())
    }
}

/// What happens to what a file holds besides its text: `remove`, `keep` or `refuse`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePlan {
    /// What tells about the document.
    pub metadata: String,
    /// Pictures.
    pub pictures: String,
    /// Objects, macros and attachments.
    pub embedded: String,
}

/// What happens to one place.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// `mask` or `keep`.
    pub action: String,
    /// What stands there afterwards, if it is masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
    /// The category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The rule of the policy that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The risk model that objects, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How much it told by itself, in bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits_before: Option<f64>,
    /// How much of that is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits_after: Option<f64>,
    /// Where the output is searched for what stood here: `everywhere`, `here`, or `no`; `here` if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verify: Option<String>,
    /// What it is searched for, if that is not the whole of the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<[usize; 2]>,
    /// The person who decided, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// The moment at which the person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<String>,
    /// What stood there; only if asked for. It is not read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

// It may quote a document.
impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Change({}..{}, {})", self.start, self.end, self.action)
    }
}

impl Change {
    /// The finding that it stands for: a change is all that is known of its place.
    fn finding(&self, span: Span) -> Finding {
        let named = |name: &str| Category::new(name).unwrap_or_else(|_| GivenPlaces::category(Some(name)));
        let (recogniser, rule, why) = (PLAN.into(), self.rule().into(), FindingReason::Planned);
        let evidence = Arc::new(FindingEvidence { recogniser, rule, why });
        Finding { span, category: named(self.category.as_deref().unwrap_or(PLAN)), score: 1.0, evidence }
    }

    fn rule(&self) -> &str {
        self.rule.as_deref().unwrap_or(PLAN)
    }
}

/// The name of plans as recognisers, rules and categories of places that nobody named.
const PLAN: &str = "plan";

/// Why a plan cannot be carried out. Changes are counted from one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanFileError {
    /// Not JSON.
    #[error("line {line}: this is no JSON")]
    Syntax {
        /// The line, counted from one.
        line: usize,
    },
    /// Not in the form of a plan.
    #[error("line {line}: {what}")]
    Form {
        /// The line, counted from one.
        line: usize,
        /// What is wrong: a member that there is not, one that is missing, or what was expected.
        what: String,
    },
    /// A plan of another version.
    #[error("the plan is of version {found}, and this program reads version {PLAN_VERSION}")]
    Version {
        /// The version it says.
        found: u32,
    },
    /// A member has a value that it cannot have.
    #[error("{member}: {what}")]
    Value {
        /// The member.
        member: &'static str,
        /// What it can be.
        what: &'static str,
    },
    /// It was made for another text.
    #[error("the plan was made for another document: its digest is not that of this text")]
    OtherDocument,
    /// A change that cannot be made.
    #[error("change {number} at {start}: {what}")]
    Change {
        /// Which one.
        number: usize,
        /// Where it says it starts.
        start: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A change that reaches beyond a part of the file that is removed.
    #[error("a part of the file is removed, and a change reaches beyond it: {0}")]
    Edits(#[from] EditsError),
    /// The changes are no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// What is wrong with the form of a plan, in words that quote none of its values: those may be parts of a document.
fn form(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let quoted = |start: &str| said.strip_prefix(start)?.split('`').next();
    // Somebody may have put a text where the name of a member belongs.
    let is_name =
        |name: &&str| name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    if let Some(name) = quoted("unknown field `") {
        let name = Some(name).filter(is_name);
        let known: Vec<&str> =
            said.split_once("expected ").map_or_else(Vec::new, |(_, list)| list.split('`').collect());
        let known: Vec<&str> = known.into_iter().skip(1).step_by(2).collect();
        return match name {
            Some(name) => format!("a plan has no member `{name}`; {}", suggestion(name, &known)),
            None => format!("a plan has no such member; there are {}", known.join(", ")),
        };
    }
    if let Some(name) = quoted("missing field `") {
        return format!("the member `{name}` is missing");
    }
    let expected = said.rsplit_once(", expected ").and_then(|(_, expected)| expected.split(" at line ").next());
    expected.map_or_else(|| "a member is of the wrong kind".to_owned(), |expected| format!("expected {expected}"))
}

const UNITS: [OffsetUnit; 3] = [OffsetUnit::Bytes, OffsetUnit::CodePoints, OffsetUnit::Utf16];
const EVERYWHERE: &str = "everywhere";
const HERE: &str = "here";
const NOWHERE: &str = "no";

impl PlanFile {
    /// Reads a plan.
    pub fn parse(json: &str) -> Result<Self, PlanFileError> {
        /// Read first, since another version may have another form.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let wrong = |error: serde_json::Error| match error.classify() {
            serde_json::error::Category::Data => PlanFileError::Form { line: error.line(), what: form(&error) },
            _ => PlanFileError::Syntax { line: error.line() },
        };
        let Versioned { version } = serde_json::from_str(json).map_err(wrong)?;
        if version != PLAN_VERSION {
            return Err(PlanFileError::Version { found: version });
        }
        serde_json::from_str(json).map_err(wrong)
    }

    /// The plan of a document.
    pub(crate) fn new(document: &Document, masked: &MaskedDocument, file: &FileRules, options: &PlanOptions) -> Self {
        let writer = ChangeWriter::new(document, masked, options);
        // Parts of the file that are removed whole are no changes: they are removed again.
        let replacements = masked.plan.replacements().iter();
        let mut changes: Vec<(Span, Change)> =
            replacements.map(|replacement| (replacement.span, writer.masking(replacement))).collect();
        let masked_spans: Vec<Span> = changes.iter().map(|(span, _)| *span).collect();
        changes.extend(writer.kept_mentions().filter(|(span, _)| !meets(&masked_spans, *span)));
        changes.sort_by_key(|(span, _)| *span);
        let taken: Vec<Span> = changes.iter().map(|(span, _)| *span).collect();
        let mut phrases: Vec<(Span, Change)> =
            writer.kept_phrases().filter(|(span, _)| !meets(&taken, *span)).collect();
        phrases.sort_by_key(|(span, _)| *span);
        // Names may stand within names.
        phrases.dedup_by(|later, earlier| earlier.0.overlaps(later.0));
        changes.extend(phrases);
        changes.sort_by_key(|(span, _)| *span);
        Self {
            version: PLAN_VERSION,
            program: concat!("sfumato ", env!("CARGO_PKG_VERSION")).to_owned(),
            policy: masked.policy.to_string(),
            digest: digest(document.text()),
            offsets: unit_name(options.unit).to_owned(),
            file: FilePlan {
                metadata: file.metadata.name().to_owned(),
                pictures: file.pictures.name().to_owned(),
                embedded: file.embedded.name().to_owned(),
            },
            changes: changes.into_iter().map(|(_, change)| change).collect(),
            review: None,
        }
    }

    /// Carries a plan out: exactly its changes, and nothing else is decided.
    pub fn carry_out(self, document: &Document) -> Result<MaskedDocument, PlanFileError> {
        if self.digest != digest(document.text()) {
            return Err(PlanFileError::OtherDocument);
        }
        let unit = UNITS.into_iter().find(|unit| unit_name(*unit) == self.offsets);
        let unit = unit.ok_or(PlanFileError::Value { member: "offsets", what: "bytes, codepoints or utf16" })?;
        let rules = self.file.rules()?;
        let reader = ChangeReader { document, offsets: OffsetConverter::new(document.text(), unit) };
        let mut places = Vec::with_capacity(self.changes.len());
        let mut sought = Vec::new();
        for (number, change) in (1..).zip(&self.changes) {
            let wrong = |what| PlanFileError::Change { number, start: change.start, what };
            let span = reader.place(change).map_err(wrong)?;
            let text = reader.replacement(change).map_err(wrong)?;
            if text.is_some() {
                sought.extend(reader.sought(change, span).map_err(wrong)?);
            }
            let operator = Operator::Given(text.map(|text| Sensitive::new(text.to_owned())));
            places.push((span, change, operator));
        }
        self.refuse_overlaps(&places.iter().map(|(span, ..)| *span).collect::<Vec<_>>())?;
        places.sort_by_key(|(span, ..)| *span);
        let entities = Entities::of_findings(places.iter().map(|(span, change, _)| change.finding(*span)).collect());
        let decision = |(mention, (_, change, operator)): (usize, (Span, &Change, Operator))| Decision {
            mention,
            operator: operator.into(),
            rule: change.rule().into(),
        };
        let decisions = places.into_iter().enumerate().map(decision).collect();
        let plan = Plan::by_hand(document, &entities, decisions, sought)?;
        let FileParts { edits, removed, refused } = FileParts::of(document, plan.edits()?, &rules)?;
        Ok(MaskedDocument {
            entities,
            plan,
            edits,
            languages: Analysis::new(document).languages(),
            removed,
            refused,
            policy: self.policy.as_str().into(),
            is_by_hand: true,
            lists_pseudonyms: false,
            spare: SpareThreads::default(),
        })
    }

    fn refuse_overlaps(&self, places: &[Span]) -> Result<(), PlanFileError> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|number| places[*number]);
        match order.windows(2).find(|pair| places[pair[0]].overlaps(places[pair[1]])) {
            Some(pair) => {
                let (number, start) = (pair[1] + 1, self.changes[pair[1]].start);
                Err(PlanFileError::Change { number, start, what: "it overlaps another change" })
            }
            None => Ok(()),
        }
    }
}

impl FilePlan {
    fn rules(&self) -> Result<FileRules, PlanFileError> {
        let fate = |member, written: &str| {
            PartRule::named(written).ok_or(PlanFileError::Value { member, what: "remove, keep or refuse" })
        };
        Ok(FileRules {
            metadata: fate("metadata", &self.metadata)?,
            pictures: fate("pictures", &self.pictures)?,
            embedded: fate("embedded", &self.embedded)?,
            // What stands for numbers is in the plan already.
            ..FileRules::default()
        })
    }
}

/// Reads the changes of a plan for a document.
struct ChangeReader<'a> {
    document: &'a Document,
    offsets: OffsetConverter<'a>,
}

impl ChangeReader<'_> {
    fn span(&self, start: usize, end: usize) -> Option<Span> {
        let span = self.document.span(self.offsets.to_byte(start)?, self.offsets.to_byte(end)?)?;
        (!span.is_empty()).then_some(span)
    }

    fn place(&self, change: &Change) -> Result<Span, &'static str> {
        self.span(change.start, change.end).ok_or("there is no such place in the document")
    }

    /// What stands there afterwards; nothing if it stays.
    fn replacement<'c>(&self, change: &'c Change) -> Result<Option<&'c str>, &'static str> {
        match (change.action.as_str(), &change.replacement) {
            ("mask", Some(text)) => Ok(Some(text)),
            ("mask", None) => Err("it masks and has no replacement; an empty one removes"),
            ("keep", _) => Ok(None),
            _ => Err("its action is neither mask nor keep"),
        }
    }

    fn sought(&self, change: &Change, span: Span) -> Result<Option<MaskedValue>, &'static str> {
        let value = match change.value {
            Some([start, end]) => self.span(start, end).filter(|value| span.contains(*value)),
            None => Some(span),
        };
        let span = value.ok_or("its value is no place within it")?;
        match change.verify.as_deref().unwrap_or(HERE) {
            EVERYWHERE => Ok(Some(MaskedValue { span, everywhere: true })),
            HERE => Ok(Some(MaskedValue { span, everywhere: false })),
            NOWHERE => Ok(None),
            _ => Err("its verify is neither everywhere, here nor no"),
        }
    }
}

/// Writes the changes of a plan.
struct ChangeWriter<'a> {
    document: &'a Document,
    masked: &'a MaskedDocument,
    show_text: bool,
    offsets: OffsetConverter<'a>,
    /// Where phrases stand, in order, and what was decided about them.
    verdicts: Vec<(Span, &'a Verdict)>,
    sought: HashMap<Span, bool>,
}

impl<'a> ChangeWriter<'a> {
    fn new(document: &'a Document, masked: &'a MaskedDocument, options: &PlanOptions) -> Self {
        let verdicts = masked.plan.account().into_iter().flat_map(|account| &account.verdicts);
        let mut verdicts: Vec<(Span, &Verdict)> =
            verdicts.flat_map(|verdict| verdict.spans.iter().map(move |span| (*span, verdict))).collect();
        verdicts.sort_by_key(|(span, _)| *span);
        Self {
            document,
            masked,
            show_text: options.show_text,
            offsets: OffsetConverter::new(document.text(), options.unit),
            verdicts,
            sought: masked.plan.sought().iter().map(|value| (value.span, value.everywhere)).collect(),
        }
    }

    /// A place that is replaced.
    fn masking(&self, replacement: &Replacement) -> Change {
        let span = replacement.span;
        let mut change = Change {
            action: Action::Mask.name().to_owned(),
            replacement: Some(replacement.text.expose().clone()),
            verify: Some(NOWHERE.to_owned()),
            ..self.place(span)
        };
        match replacement.origin {
            ReplacementOrigin::Mention(number) => {
                let value = self.masked.entities.mentions[number].span;
                self.describe_mention(&mut change, &self.masked.plan.decisions()[number]);
                let verify = match self.sought.get(&value) {
                    Some(true) => EVERYWHERE,
                    Some(false) => HERE,
                    None => NOWHERE,
                };
                change.verify = Some(verify.to_owned());
                change.value = (value != span && verify != NOWHERE).then(|| self.ends(value));
            }
            ReplacementOrigin::Phrase => {
                if let Some(verdict) = self.verdict(span) {
                    self.describe_phrase(&mut change, verdict);
                }
            }
            ReplacementOrigin::RestOfName => change.why = Some("the rest of a name that is masked".to_owned()),
        }
        change
    }

    /// Mentions that stay.
    fn kept_mentions(&self) -> impl Iterator<Item = (Span, Change)> {
        let kept = self.masked.plan.decisions().iter().filter(|decision| decision.action() == Action::Keep);
        kept.map(|decision| {
            let span = self.masked.entities.mentions[decision.mention].span;
            let mut change = self.place(span);
            self.describe_mention(&mut change, decision);
            (span, change)
        })
    }

    /// Phrases that stay though a model objects.
    fn kept_phrases(&self) -> impl Iterator<Item = (Span, Change)> {
        let objected = |verdict: &Verdict| !verdict.outcome.is_change() && verdict.objection().is_some();
        self.verdicts.iter().filter(move |(_, verdict)| objected(verdict)).map(|(span, verdict)| {
            let mut change = self.place(*span);
            self.describe_phrase(&mut change, verdict);
            (*span, change)
        })
    }

    /// A place of which nothing more is known, and that stays.
    fn place(&self, span: Span) -> Change {
        let [start, end] = self.ends(span);
        Change {
            start,
            end,
            action: Action::Keep.name().to_owned(),
            replacement: None,
            category: None,
            rule: None,
            why: None,
            model: None,
            bits_before: None,
            bits_after: None,
            verify: None,
            value: None,
            decided_by: None,
            decided_at: None,
            text: self.show_text.then(|| self.document.slice(span).to_owned()),
        }
    }

    fn describe_mention(&self, change: &mut Change, decision: &Decision) {
        let entities = &self.masked.entities;
        let mention = &entities.mentions[decision.mention];
        if let Some(verdict) = self.verdict(mention.span) {
            self.describe_phrase(change, verdict);
        }
        change.category = Some(entities.entity_of(mention).category.to_string());
        change.rule = Some(decision.rule.to_string());
        let evidence = mention.findings().first().map(|finding| &finding.evidence);
        change.why = evidence.map(|evidence| format!("{}: {}", evidence.recogniser, evidence.why.words()));
    }

    fn describe_phrase(&self, change: &mut Change, verdict: &Verdict) {
        change.category = Some(TERM.to_owned());
        change.rule = Some(TERM.to_owned());
        change.bits_before = Some(rounded(verdict.bits_before));
        change.bits_after = Some(rounded(verdict.bits_after));
        if let Some(risk) = verdict.objection() {
            change.model = Some(risk.model.to_owned());
            change.why = Some(format!("{:.2} of {:.2}, {}", risk.value, risk.limit, verdict.outcome.name()));
        }
    }

    /// The verdict on the phrase that stands at a place.
    fn verdict(&self, span: Span) -> Option<&'a Verdict> {
        let near = self.verdicts.partition_point(|(place, _)| place.start() < span.end());
        let here = self.verdicts.get(..near)?.iter().rev().take(NEAR).filter(|(place, _)| place.overlaps(span));
        here.max_by_key(|(place, _)| place.len()).map(|(_, verdict)| *verdict)
    }

    fn ends(&self, span: Span) -> [usize; 2] {
        [self.offsets.from_byte(span.start()), self.offsets.from_byte(span.end())]
    }
}

/// Names may stand within names, so that the phrase of a place is not always the last that starts before its end.
const NEAR: usize = 8;

/// Whether a place meets one of several that are disjoint and in order.
fn meets(spans: &[Span], span: Span) -> bool {
    let at = spans.partition_point(|other| other.end() <= span.start());
    spans.get(at).is_some_and(|other| other.overlaps(span))
}

fn rounded(bits: f64) -> f64 {
    if bits.is_finite() { (bits * 100.0).round() / 100.0 } else { 0.0 }
}
