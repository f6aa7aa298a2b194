//! What the planner decided about phrases, and why: an account that can be read, compared and drawn.

use std::sync::Arc;

use sfumato_detect::Category;
use sfumato_document::{Sensitive, Span};
use sfumato_knowledge::Way;
use sfumato_risk::{Risk, RiskLimit, RiskUnit};

/// How much of what phrases tell is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Accounting {
    /// What every model says of every phrase, before and after: what reports show.
    #[default]
    Full,
    /// What decides, and what sums it up. Of a phrase there is one objection, if there is any; of what is left there are
    /// the greatest risk and all that are above a limit.
    Brief,
    /// What decides, and what is left above a limit: there are verdicts on nothing else, and nothing is summed up.
    Above,
}

/// What happens to a phrase.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It stays, since no model objects.
    Kept,
    /// It stays, though a model objects: the policy does nothing to phrases.
    KeptAboveLimit,
    /// It stays: ordinary words of a kind that the policy leaves alone.
    LeftAlone,
    /// Something else stands in its place.
    Replaced {
        /// What stands there, before it is made to agree with the words around it.
        text: Sensitive<String>,
        /// How it was come by; nothing if it is no generalisation.
        way: Option<Way>,
    },
    /// An operator of the policy deals with it, as it does with everything of its category.
    Masked {
        /// The operator.
        operator: &'static str,
    },
}

impl Outcome {
    /// In a few words, as reports have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::KeptAboveLimit => "kept above the limit",
            Self::LeftAlone => "left alone",
            Self::Replaced { way: Some(_), .. } => "generalised",
            Self::Replaced { text, way: None } if text.expose().is_empty() => "removed",
            Self::Replaced { way: None, .. } => "replaced",
            Self::Masked { operator } => operator,
        }
    }

    /// The operator of policies that does the same.
    pub fn operator(&self) -> &'static str {
        match self {
            Self::Kept | Self::KeptAboveLimit | Self::LeftAlone => "keep",
            Self::Replaced { text, way: None } if text.expose().is_empty() => "suppress",
            Self::Replaced { .. } => "generalise",
            Self::Masked { operator } => operator,
        }
    }

    /// Whether the phrase itself is gone.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Replaced { .. } | Self::Masked { .. })
    }
}

/// Why something more general was not taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Objection {
    /// It still names something that is hidden.
    NamesHidden,
    /// It tells as much as what it would stand for.
    TellsAsMuch,
    /// People do not speak so: it says nothing, or nobody knows the word.
    NotSpoken,
    /// It is too telling for what it stands for, in bits.
    AboveLimit(f64),
    /// A risk model objects.
    Risk(Risk),
    /// Several phrases together tell too much.
    Together(Risk),
}

impl Objection {
    /// In a few words, as reports have it.
    pub fn words(&self) -> &'static str {
        match self {
            Self::NamesHidden => "names what is hidden",
            Self::TellsAsMuch => "tells as much",
            Self::NotSpoken => "is no word that people use",
            Self::AboveLimit(_) => "is above the limit for what is hidden",
            Self::Risk(_) => "is too telling",
            Self::Together(_) => "is too telling together with other phrases",
        }
    }

    /// What a model said, if it was one that objected.
    pub fn risk(&self) -> Option<&Risk> {
        match self {
            Self::Risk(risk) | Self::Together(risk) => Some(risk),
            Self::NamesHidden | Self::TellsAsMuch | Self::NotSpoken | Self::AboveLimit(_) => None,
        }
    }
}

/// Something more general that was not taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejected {
    /// What it says.
    pub text: Sensitive<String>,
    /// How much it tells by itself, in bits.
    pub bits: f64,
    /// Why it was not taken.
    pub why: Objection,
}

/// What was decided about a phrase and all places it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Where it stands.
    pub spans: Vec<Span>,
    /// The category that a recogniser found for it.
    pub category: Option<Category>,
    /// Whether it is something hidden, and not a phrase that stays beside it.
    pub is_hidden: bool,
    /// How much it tells by itself, in bits.
    pub bits_before: f64,
    /// How much of that is left.
    pub bits_after: f64,
    /// What each model says of the phrase.
    pub before: Vec<Risk>,
    /// What each model says of what stands there now; empty if nothing does.
    pub after: Vec<Risk>,
    /// What happens to it.
    pub outcome: Outcome,
    /// What was tried and not taken, in order.
    pub rejected: Vec<Rejected>,
}

impl Verdict {
    /// The model that objects most, if any does.
    pub fn objection(&self) -> Option<&Risk> {
        let objecting = self.before.iter().filter(|risk| risk.is_too_much());
        objecting.max_by(|a, b| a.excess().total_cmp(&b.excess()))
    }

    /// How much it gives away as it stands, in bits: all of it if it is hidden, else what it tells beyond the limit that
    /// it exceeds most. A model without bits speaks of a share of what the phrase tells.
    pub fn exposed(&self) -> f64 {
        if self.is_hidden {
            return self.bits_before;
        }
        if self.outcome == Outcome::LeftAlone {
            return 0.0;
        }
        let beyond = |risk: &Risk| match risk.unit == RiskUnit::Bits {
            true => risk.value - risk.limit,
            false => self.bits_before * (risk.value - risk.limit).min(1.0),
        };
        self.before.iter().filter(|risk| risk.is_too_much()).map(beyond).fold(0.0, f64::max)
    }

    /// Whether it is anything but a phrase that nobody minds.
    pub fn matters(&self) -> bool {
        self.is_hidden || self.outcome.is_change() || self.objection().is_some()
    }
}

/// The account of a document. A brief one does not know how great the risks were before: [`Account::risk_before`] and
/// [`Account::exposure`] are for full ones. One of what is left above a limit answers for [`Account::above_limit`] alone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Account {
    /// Every phrase, in the order of its first place.
    pub verdicts: Vec<Verdict>,
    /// The limit of each model.
    pub limits: Vec<RiskLimit>,
    /// What is hidden: for each number that a risk is about, where its fullest form stands.
    pub hidden: Vec<Span>,
    /// The names of the topics of the policy, which risks give by number.
    pub topics: Vec<Arc<str>>,
    /// How many words the document has.
    pub words: usize,
    /// How many of them were changed.
    pub words_changed: usize,
}

impl Account {
    /// What the phrases of the document tell together, in bits: before and after.
    pub fn bits(&self) -> (f64, f64) {
        let places = |verdict: &Verdict| verdict.spans.len() as f64;
        self.verdicts.iter().fold((0.0, 0.0), |(before, after), verdict| {
            (before + verdict.bits_before * places(verdict), after + verdict.bits_after * places(verdict))
        })
    }

    /// How much of what the document tells is left, from 0 to 1 (DR eq. 21).
    pub fn utility(&self) -> f64 {
        let (before, after) = self.bits();
        if before > 0.0 { after / before } else { 1.0 }
    }

    /// The greatest risk that is left, by model, in the order of the limits.
    pub fn risk_left(&self) -> Vec<Risk> {
        self.worst(|verdict| &verdict.after)
    }

    /// The greatest risk there was, by model.
    pub fn risk_before(&self) -> Vec<Risk> {
        self.worst(|verdict| &verdict.before)
    }

    fn worst(&self, of: impl Fn(&Verdict) -> &[Risk]) -> Vec<Risk> {
        let of_model = |name: &str| {
            let all = self.verdicts.iter().flat_map(&of).filter(|risk| risk.model == name);
            all.max_by(|a, b| a.value.total_cmp(&b.value)).copied()
        };
        self.limits.iter().filter_map(|limit| of_model(limit.model)).collect()
    }

    /// How much would be given away if the document leaked as it is, in bits: everything hidden, and what phrases tell
    /// beyond their limits. What is said twice is told once, so that a phrase counts once however often it stands there;
    /// what the policy leaves alone does not count. For comparing documents under one policy.
    pub fn exposure(&self) -> f64 {
        self.verdicts.iter().map(Verdict::exposed).sum()
    }

    /// How many phrases tell too much, besides what is hidden itself and what the policy leaves alone.
    pub fn objected(&self) -> usize {
        let counts = |verdict: &&Verdict| !verdict.is_hidden && verdict.outcome != Outcome::LeftAlone;
        self.verdicts.iter().filter(counts).filter(|verdict| verdict.objection().is_some()).count()
    }

    /// How many phrases are still above a limit.
    pub fn above_limit(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.after.iter().any(Risk::is_too_much)).count()
    }
}
