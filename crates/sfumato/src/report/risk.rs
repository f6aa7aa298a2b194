//! The account of what a document tells, as the report has it: that of the planner, as a wire type.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sfumato_document::{Document, OffsetConverter, Span};
use sfumato_knowledge::Way;
use sfumato_knowledge::counts::Basis;
use sfumato_mask::{Account, Outcome, Rejected, Verdict};
use sfumato_risk::{Risk, RiskLimit};

use super::ReportOptions;

/// The sums of what a document tells and of what is left of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RiskReport {
    /// The bits that would be given away if the document leaked as it was.
    pub exposure: f64,
    /// What its phrases told together, in bits.
    pub bits_before: f64,
    /// The part of that which is left.
    pub bits_after: f64,
    /// The share that is left, from 0 to 1.
    pub utility: f64,
    /// The number of its words.
    pub words: usize,
    /// The number of words that were changed.
    pub words_changed: usize,
    /// The number of things that are hidden in it.
    pub hidden: usize,
    /// The number of phrases that told too much, besides what is hidden and what the policy leaves alone.
    pub objected: usize,
    /// The number of phrases that still do.
    pub above: usize,
    /// The greatest risk, by model.
    pub models: Vec<ModelReport>,
    /// The share that would stay if the limit were another; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<CurveReport>,
}

/// The greatest risk that a model saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelReport {
    /// The model.
    pub model: String,
    /// `bits` or `cosine`.
    pub unit: String,
    /// The most that a phrase may tell; as much is too much.
    pub limit: f64,
    /// The value of the worst phrase; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// The value of the worst phrase now; absent if nothing is left to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
}

/// The share that would stay as it is, by limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CurveReport {
    /// The model whose limit moves.
    pub model: String,
    /// `bits` or `cosine`.
    pub unit: String,
    /// The limit in force.
    pub limit: f64,
    /// A limit, and the share of what phrases tell that no more than that would be objected to; both grow.
    pub points: Vec<[f64; 2]>,
}

/// A phrase and all places where it stands.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct TermReport {
    /// Its start and end in every place.
    pub places: Vec<[usize; 2]>,
    /// The category that a recogniser found for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The number of the hidden thing that it is, from one; absent for a phrase beside them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// The bits that it tells by itself.
    pub bits_before: f64,
    /// The part of that which is left.
    pub bits_after: f64,
    /// The bits that it gave away as it stood: its part of the exposure.
    pub exposed: f64,
    /// The verdict of each model on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<TermRisk>,
    /// The verdict of each model on what stands there now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<TermRisk>,
    /// The outcome, in a few words.
    pub outcome: String,
    /// How what stands there was come by: `taxonomy`, `part`, `value`, `class`, or `root` if nothing else was left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// Its successor, before it was made to agree with the words around it; only if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub became: Option<String>,
    /// What was tried and not taken, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<RejectedReport>,
    /// What stood there first; only if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

// It may quote a document.
impl std::fmt::Debug for TermReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TermReport({:?}, {}, {:?})", self.places, self.outcome, self.risks)
    }
}

/// The verdict of a model on a phrase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermRisk {
    /// The model.
    pub model: String,
    /// The value that the phrase has.
    pub value: f64,
    /// The limit; as much is too much.
    pub limit: f64,
    /// The number of the hidden thing that it tells of, from one; absent if it is telling by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<usize>,
    /// The topic that it betrays, if it need not be named for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// What the value rests on: `counted`, `estimated`, `related` or `unseen`.
    pub basis: String,
}

/// Something more general that was not taken.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct RejectedReport {
    /// The bits that it tells by itself.
    pub bits: f64,
    /// Why it was not taken.
    pub why: String,
    /// What the model says that objects, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<TermRisk>,
    /// What it says; only if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

// It may quote a document.
impl std::fmt::Debug for RejectedReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RejectedReport({} bits, {})", self.bits, self.why)
    }
}

impl RiskReport {
    /// What an account says of its document.
    pub fn new(account: &Account) -> Self {
        let (before, after) = account.bits();
        let of_model =
            |risks: &[Risk], name: &str| risks.iter().find(|risk| risk.model == name).map(|risk| rounded(risk.value));
        let (worst, left) = (account.risk_before(), account.risk_left());
        let model = |limit: &RiskLimit| ModelReport {
            model: limit.model.to_owned(),
            unit: limit.unit.name().to_owned(),
            limit: rounded(limit.value),
            before: of_model(&worst, limit.model),
            left: of_model(&left, limit.model),
        };
        Self {
            exposure: rounded(account.exposure()),
            bits_before: rounded(before),
            bits_after: rounded(after),
            utility: rounded(account.utility()),
            words: account.words,
            words_changed: account.words_changed,
            hidden: account.hidden.len(),
            objected: account.objected(),
            above: account.above_limit(),
            models: account.limits.iter().map(model).collect(),
            curve: CurveReport::new(account),
        }
    }
}

impl CurveReport {
    /// A curve has so many points.
    const POINTS: usize = 40;

    /// The curve of the model that objects most often; the first of the policy if none ever does.
    fn new(account: &Account) -> Option<Self> {
        let objections = |name: &str| {
            let risks = account.verdicts.iter().filter_map(Verdict::objection);
            risks.filter(|risk| risk.model == name).count()
        };
        let RiskLimit { model, unit, value: limit } =
            *account.limits.iter().rev().max_by_key(|limit| objections(limit.model))?;
        let mut phrases: Vec<(f64, f64)> = account
            .verdicts
            .iter()
            .filter(|verdict| !verdict.is_hidden)
            .filter_map(|verdict| {
                let risk = verdict.before.iter().find(|risk| risk.model == model)?;
                Some((risk.value, verdict.bits_before * verdict.spans.len() as f64))
            })
            .collect();
        phrases.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: f64 = phrases.iter().map(|(_, bits)| bits).sum();
        let most = phrases.last().map_or(0.0, |(value, _)| rounded(*value)).max(limit);
        if all <= 0.0 || most <= 0.0 {
            return None;
        }
        let (mut stays, mut next) = (0.0, phrases.iter().peekable());
        let mut points = Vec::with_capacity(Self::POINTS + 1);
        for nth in 0..=Self::POINTS {
            // A little above the worst phrase, so that the last limit lets everything stay.
            let limit = most * 1.05 * nth as f64 / Self::POINTS as f64;
            while let Some((_, bits)) = next.next_if(|(value, _)| *value < limit) {
                stays += bits;
            }
            points.push([rounded(limit), rounded(stays / all)]);
        }
        Some(Self { model: model.to_owned(), unit: unit.name().to_owned(), limit: rounded(limit), points })
    }
}

/// Makes reports of phrases.
pub(super) struct Terms<'a> {
    pub document: &'a Document,
    pub offsets: &'a OffsetConverter<'a>,
    pub options: &'a ReportOptions,
}

impl Terms<'_> {
    /// The phrases that matter, or all if those are asked for, in order.
    pub fn of(&self, account: &Account) -> Vec<TermReport> {
        let numbers: HashMap<Span, usize> = account.hidden.iter().copied().zip(1..).collect();
        let told = account.verdicts.iter().filter(|verdict| self.options.all_terms || verdict.matters());
        told.map(|verdict| self.term(verdict, &numbers, &account.topics)).collect()
    }

    fn term(&self, verdict: &Verdict, numbers: &HashMap<Span, usize>, topics: &[Arc<str>]) -> TermReport {
        let place = |span: &Span| [self.offsets.from_byte(span.start()), self.offsets.from_byte(span.end())];
        let number = verdict.spans.iter().find_map(|span| numbers.get(span));
        let (way, became) = match &verdict.outcome {
            Outcome::Replaced { text, way } => {
                (Some(way.map_or("root", way_name).to_owned()), self.quoted(text.expose()))
            }
            _ => (None, None),
        };
        TermReport {
            places: verdict.spans.iter().map(place).collect(),
            category: verdict.category.as_ref().map(ToString::to_string),
            hidden: number.filter(|_| verdict.is_hidden).copied(),
            bits_before: rounded(verdict.bits_before),
            bits_after: rounded(verdict.bits_after),
            exposed: rounded(verdict.exposed()),
            risks: verdict.before.iter().map(|risk| TermRisk::new(risk, topics)).collect(),
            left: verdict.after.iter().map(|risk| TermRisk::new(risk, topics)).collect(),
            outcome: verdict.outcome.name().to_owned(),
            way,
            became,
            rejected: verdict.rejected.iter().map(|rejected| self.rejected(rejected, topics)).collect(),
            text: verdict.spans.first().and_then(|span| self.quoted(self.document.slice(*span))),
        }
    }

    fn rejected(&self, rejected: &Rejected, topics: &[Arc<str>]) -> RejectedReport {
        RejectedReport {
            bits: rounded(rejected.bits),
            why: rejected.why.words().to_owned(),
            risk: rejected.why.risk().map(|risk| TermRisk::new(risk, topics)),
            text: self.quoted(rejected.text.expose()),
        }
    }

    fn quoted(&self, text: &str) -> Option<String> {
        self.options.show_text.then(|| text.to_owned())
    }
}

impl TermRisk {
    fn new(risk: &Risk, topics: &[Arc<str>]) -> Self {
        Self {
            model: risk.model.to_owned(),
            value: rounded(risk.value),
            limit: rounded(risk.limit),
            about: risk.about.map(|number| number + 1),
            topic: risk.topic.and_then(|topic| topics.get(usize::from(topic))).map(ToString::to_string),
            basis: match risk.basis {
                Basis::Counted => "counted",
                Basis::Estimated => "estimated",
                Basis::Related => "related",
                Basis::Unseen => "unseen",
            }
            .to_owned(),
        }
    }

    /// How much of the limit it reaches.
    pub fn share(&self) -> f64 {
        self.value / self.limit.abs().max(f64::MIN_POSITIVE)
    }
}

fn way_name(way: Way) -> &'static str {
    match way {
        Way::Value => "value",
        Way::Part => "part",
        Way::Taxonomy => "taxonomy",
        Way::Class => "class",
    }
}

/// Beyond so many bits nothing is told: JSON knows no infinity.
const MOST: f64 = 1e6;

/// Three digits say all there is, and a report must be the same everywhere.
fn rounded(value: f64) -> f64 {
    if value.is_nan() {
        return 0.0;
    }
    (value.clamp(-MOST, MOST) * 1000.0).round() / 1000.0 + 0.0
}
