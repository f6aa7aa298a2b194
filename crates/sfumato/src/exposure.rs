//! The sum of what several documents tell of each person who is protected by name, and of each topic.
//!
//! A document may tell little and a folder much: what is left in one is added to what is left in the others. A phrase
//! counts once, however many documents say it, with the most that it tells in any of them.

use std::collections::HashMap;

use serde::Serialize;
use sfumato_detect::KnownCategory;
use sfumato_document::{Document, Span};
use sfumato_knowledge::key;
use sfumato_mask::{Account, Verdict};
use sfumato_model::{CacheKey, CacheTable};
use sfumato_risk::{Risk, RiskUnit, topic_category};

use crate::MaskedDocument;

/// The sum of what documents tell of one person or topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SubjectExposure {
    /// The category of a topic, or `protected` and a number: that of the name among those that were protected.
    pub subject: String,
    /// The bits that would be given away of it if all documents leaked as they are.
    pub bits: f64,
    /// The part of that which would still be told by what is written in their place.
    pub bits_left: f64,
    /// The number of phrases that tell of it.
    pub phrases: usize,
    /// The number of them that name it.
    pub naming: usize,
    /// In how many documents.
    pub documents: usize,
}

/// Sums up what documents tell, one after another in any order.
pub struct ExposureTally {
    /// The words of each name that is protected.
    names: Vec<Vec<u64>>,
    subjects: HashMap<TallySubject, SubjectTally>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum TallySubject {
    /// By its category.
    Topic(String),
    /// By the number of its name.
    Named(usize),
    /// Named in the document itself, by a hash of the name.
    Unlisted(CacheKey),
}

#[derive(Default)]
struct SubjectTally {
    /// By a hash of the phrase.
    phrases: CacheTable<PhraseTally>,
    documents: usize,
}

/// The most that a phrase tells of a subject in any document.
#[derive(Debug, Clone, Copy, Default)]
struct PhraseTally {
    bits: f64,
    left: f64,
    names: bool,
}

impl std::fmt::Debug for ExposureTally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ExposureTally({} subjects)", self.subjects.len())
    }
}

impl ExposureTally {
    /// Nothing yet; `names` are those that the documents were assessed with.
    pub fn new<S: AsRef<str>>(names: &[S]) -> Self {
        Self { names: names.iter().map(|name| words(name.as_ref())).collect(), subjects: HashMap::new() }
    }

    /// Adds what a document tells, if it was measured in full.
    pub fn add(&mut self, document: &Document, masked: &MaskedDocument) {
        let Some(account) = masked.plan.account() else { return };
        let hidden: HashMap<Span, TallySubject> = account
            .verdicts
            .iter()
            .filter(|verdict| verdict.is_hidden)
            .filter_map(|verdict| Some((verdict, self.hidden_subject(document, verdict)?)))
            .flat_map(|(verdict, subject)| verdict.spans.iter().map(move |span| (*span, subject.clone())))
            .collect();
        let mut met: Vec<TallySubject> = Vec::new();
        for verdict in &account.verdicts {
            let Some(first) = verdict.spans.first() else { continue };
            let phrase = CacheKey::of(&key::form(document.slice(*first)));
            let mut told: HashMap<TallySubject, PhraseTally> = HashMap::new();
            if let Some(subject) = hidden.get(first).filter(|_| verdict.is_hidden) {
                let tally = PhraseTally { bits: verdict.bits_before, left: verdict.bits_after, names: true };
                told.insert(subject.clone(), tally);
            }
            let mut risks = |risks: &[Risk], take: fn(&mut PhraseTally, f64)| {
                for risk in risks.iter().filter(|risk| risk.unit == RiskUnit::Bits && risk.value > 0.0) {
                    if let Some(subject) = about(account, risk, &hidden) {
                        take(told.entry(subject).or_default(), risk.value);
                    }
                }
            };
            if !verdict.is_hidden {
                risks(&verdict.before, |tally, value| tally.bits = tally.bits.max(value));
                risks(&verdict.after, |tally, value| tally.left = tally.left.max(value));
            }
            for (subject, tally) in told {
                if !met.contains(&subject) {
                    met.push(subject.clone());
                }
                let known = self.subjects.entry(subject).or_default().phrases.entry(phrase).or_default();
                known.bits = known.bits.max(tally.bits);
                known.left = known.left.max(tally.left);
                known.names |= tally.names;
            }
        }
        for subject in met {
            self.subjects.entry(subject).or_default().documents += 1;
        }
    }

    /// The sums, of whom or what most is told first.
    pub fn subjects(&self) -> Vec<SubjectExposure> {
        let mut unlisted = self.names.len();
        let mut all: Vec<SubjectExposure> = Vec::with_capacity(self.subjects.len());
        for (subject, tally) in &self.subjects {
            let subject = match subject {
                TallySubject::Topic(category) => category.clone(),
                TallySubject::Named(number) => format!("protected {}", number + 1),
                TallySubject::Unlisted(_) => String::new(),
            };
            let sum = |of: fn(&PhraseTally) -> f64| {
                // Sums of the same numbers in another order differ in their last digits.
                let mut values: Vec<f64> = tally.phrases.values().map(of).collect();
                values.sort_by(f64::total_cmp);
                (values.iter().sum::<f64>() * 1000.0).round() / 1000.0
            };
            all.push(SubjectExposure {
                subject,
                bits: sum(|phrase| phrase.bits),
                bits_left: sum(|phrase| phrase.left.min(phrase.bits)),
                phrases: tally.phrases.len(),
                naming: tally.phrases.values().filter(|phrase| phrase.names).count(),
                documents: tally.documents,
            });
        }
        let order = |one: &SubjectExposure| (one.subject.clone(), one.phrases, one.naming, one.documents);
        all.sort_by(|a, b| b.bits.total_cmp(&a.bits).then_with(|| order(a).cmp(&order(b))));
        for one in all.iter_mut().filter(|one| one.subject.is_empty()) {
            unlisted += 1;
            one.subject = format!("protected {unlisted}");
        }
        all
    }

    /// Of what or whom something hidden is: a topic of the policy, or somebody who is protected by name.
    fn hidden_subject(&self, document: &Document, verdict: &Verdict) -> Option<TallySubject> {
        let category = verdict.category.as_ref()?;
        if category.is(KnownCategory::Topic) {
            return Some(TallySubject::Topic(category.path().to_owned()));
        }
        if !category.is(KnownCategory::Protected) {
            return None;
        }
        let said = words(document.slice(*verdict.spans.first()?));
        // The name in full, or a part of it that stands for it.
        let named = self.names.iter().position(|name| !said.is_empty() && said.iter().all(|word| name.contains(word)));
        Some(named.map_or_else(|| TallySubject::Unlisted(CacheKey::of(&said)), TallySubject::Named))
    }
}

/// Of what or whom a phrase tells by what a model says of it.
fn about(account: &Account, risk: &Risk, hidden: &HashMap<Span, TallySubject>) -> Option<TallySubject> {
    let topic = risk.topic.and_then(|topic| account.topics.get(usize::from(topic)));
    if let Some(category) = topic.and_then(|topic| topic_category(topic).ok()) {
        return Some(TallySubject::Topic(category.path().to_owned()));
    }
    hidden.get(account.hidden.get(risk.about?)?).cloned()
}

/// The words of a name, as hashes that case and accents do not change.
fn words(name: &str) -> Vec<u64> {
    name.split_whitespace().map(key::form).collect()
}
