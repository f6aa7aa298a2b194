//! Choosing candidates: precise ones, by what they add to those chosen before.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use super::RuleSettings;
use super::candidate::{CandidateKey, FieldValueKind};
use super::weigh::{CandidateWeight, CandidateWeights, DocumentPlace};
use crate::Category;

/// The number of standard errors by which the true precision may lie below the measured one.
const CAUTION: f64 = 0.7;

/// The weight of the error of finding a part of an annotation only.
const PART: f64 = 0.2;

/// The chosen candidates, and what they find.
#[derive(Default)]
pub(super) struct ChosenCandidates {
    pub keys: BTreeSet<CandidateKey>,
    /// Annotations that are found.
    found: HashSet<DocumentPlace>,
    /// The places that are found and wrong.
    wrong: HashSet<(Category, DocumentPlace)>,
}

/// The candidates that are precise and add something, as many as make the most rules that are wanted.
pub(super) fn choose(weights: &CandidateWeights, settings: &RuleSettings) -> ChosenCandidates {
    let mut chosen = ChosenCandidates::default();
    let mut rules: HashSet<RuleKey> = HashSet::new();
    // What one candidate finds a part of another may find whole, so those that were too dear are offered again.
    loop {
        let before = chosen.keys.len();
        chosen.pass(weights, settings, &mut rules);
        if chosen.keys.len() == before {
            return chosen;
        }
    }
}

impl ChosenCandidates {
    /// Offers every candidate once, by what it adds.
    fn pass<'k>(&mut self, weights: &'k CandidateWeights, settings: &RuleSettings, rules: &mut HashSet<RuleKey<'k>>) {
        let mut waiting: BinaryHeap<(i64, Reverse<&CandidateKey>)> = weights
            .iter()
            .filter(|(key, weight)| weight.right.len() >= settings.support && !self.keys.contains(*key))
            .map(|(key, weight)| (self.gain(key, weight, settings), Reverse(key)))
            .collect();
        while let Some((promised, Reverse(key))) = waiting.pop() {
            let Some(weight) = weights.get(key) else { continue };
            let gain = self.gain(key, weight, settings);
            if gain <= 0 {
                continue;
            }
            if gain < promised {
                waiting.push((gain, Reverse(key)));
                continue;
            }
            let rule = RuleKey::of(key);
            let has_room = rules.len() < settings.most || rules.contains(&rule);
            let is_precise = |weight: &CandidateWeight| {
                let (good, bad) = weight.balance();
                weight.right.len() >= settings.support && lower_bound(good, good + bad) >= settings.precision
            };
            if has_room && is_precise(&self.beyond(key, weight)) && is_precise(&self.net(weight)) {
                self.found.extend(&weight.right);
                self.wrong.extend(weight.wrong.iter().map(|place| (key.category().clone(), *place)));
                rules.insert(rule);
                self.keys.insert(key.clone());
            }
        }
    }

    /// The places of a candidate, less the parts of what is found whole.
    fn net(&self, weight: &CandidateWeight) -> CandidateWeight {
        let fresh =
            |places: &[DocumentPlace]| places.iter().filter(|place| !self.found.contains(place)).copied().collect();
        CandidateWeight { partial: fresh(&weight.partial), inside: fresh(&weight.inside), ..weight.clone() }
    }

    /// The places of a candidate that nothing chosen finds so far.
    fn beyond(&self, key: &CandidateKey, weight: &CandidateWeight) -> CandidateWeight {
        let mut beyond = self.net(weight);
        beyond.right.retain(|place| !self.found.contains(place));
        beyond.wrong.retain(|place| !self.wrong.contains(&(key.category().clone(), *place)));
        beyond
    }

    /// The gain by a candidate: right ones less wrong ones, weighed so that the precision that is wanted adds
    /// nothing.
    fn gain(&self, key: &CandidateKey, weight: &CandidateWeight, settings: &RuleSettings) -> i64 {
        let beyond = self.beyond(key, weight);
        let price = settings.precision / (1.0 - settings.precision).max(0.001);
        (beyond.right.len() as f64 - price * beyond.balance().1) as i64
    }

    /// The places that candidates of one rule find together, counted.
    pub(super) fn together<'w>(&self, weights: impl Iterator<Item = &'w CandidateWeight>) -> RuleTally {
        let (mut right, mut partial, mut wrong) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for weight in weights.map(|weight| self.net(weight)) {
            right.extend(weight.right);
            partial.extend(weight.partial);
            wrong.extend(weight.inside.into_iter().chain(weight.wrong));
        }
        RuleTally { right: right.len(), partial: partial.len(), wrong: wrong.len() }
    }
}

/// The places that a rule finds, counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct RuleTally {
    pub right: usize,
    pub partial: usize,
    pub wrong: usize,
}

impl RuleTally {
    /// The share that is right; parts of annotations are nearly so.
    pub(super) fn precision(self) -> f64 {
        let (good, bad) = balance(self.right, self.partial, self.wrong);
        if good > 0.0 { good / (good + bad) } else { 0.0 }
    }
}

impl CandidateWeight {
    fn balance(&self) -> (f64, f64) {
        balance(self.right.len(), self.partial.len(), self.inside.len() + self.wrong.len())
    }
}

/// The weights of what is right and of what is wrong.
fn balance(right: usize, partial: usize, wrong: usize) -> (f64, f64) {
    let partial = partial as f64;
    (right as f64 + (1.0 - PART) * partial, wrong as f64 + PART * partial)
}

/// Candidates that are written as one rule.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum RuleKey<'k> {
    /// Labels of one category with the same kind of value; whether a colon follows them.
    Field(&'k Category, &'k FieldValueKind, bool),
    /// Shapes of a category; whether they stand alone.
    Shapes(&'k Category, bool),
    /// The words of a category.
    Words(&'k Category),
}

impl<'k> RuleKey<'k> {
    pub(super) fn of(candidate: &'k CandidateKey) -> Self {
        match candidate {
            CandidateKey::Field { category, value, before } => Self::Field(category, value, before.has_colon),
            CandidateKey::Shape { category, alone, .. } => Self::Shapes(category, *alone),
            CandidateKey::Word { category, .. } => Self::Words(category),
        }
    }
}

/// The lower end of Wilson's interval for a share.
fn lower_bound(right: f64, total: f64) -> f64 {
    let (n, z) = (total, CAUTION);
    let share = right / n;
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (centre - spread) / (1.0 + z * z / n)
}
