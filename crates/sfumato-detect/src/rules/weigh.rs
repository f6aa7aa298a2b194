//! Measuring candidates on documents they were not made from.

use std::collections::{BTreeMap, HashMap};

use sfumato_document::Span;
use sfumato_language::{Analysis, Language, Languages};

use super::candidate::{CandidateKey, RuleCandidate, candidates};
use super::{RuleExample, RuleSettings, write};
use crate::patterns::{BankError, PatternBank, RecogniserSource};
use crate::{Category, Finding, Findings, Recogniser};

/// A place in one of the documents: which document, and from where to where.
pub(super) type DocumentPlace = (usize, Span);

/// The places that a candidate found in documents it was not made from.
#[derive(Debug, Default, Clone)]
pub(super) struct CandidateWeight {
    /// Annotations, by where they stand.
    pub right: Vec<DocumentPlace>,
    /// Annotations of its category of which it found a part.
    pub partial: Vec<DocumentPlace>,
    /// Annotations of other categories of which it found a part or all: no harm where a rule of theirs finds them,
    /// since the longer finding counts, and of two alike the surer one.
    pub inside: Vec<DocumentPlace>,
    /// All else.
    pub wrong: Vec<DocumentPlace>,
}

/// The weights of candidates by what they are.
pub(super) type CandidateWeights = BTreeMap<CandidateKey, CandidateWeight>;

/// The number of patterns that are compiled together; more at once cost more to determinise than they save.
const TOGETHER: usize = 48;

/// Makes candidates from all folds but one, for each in turn, and measures those that are wanted on that one.
pub(super) fn weigh(
    documents: &[RuleExample<'_>],
    language: Language,
    settings: &RuleSettings,
    is_wanted: &dyn Fn(&CandidateKey) -> bool,
) -> CandidateWeights {
    let folds = settings.folds.clamp(2, documents.len().max(2));
    let mut weights = CandidateWeights::new();
    for fold in 0..folds {
        let others: Vec<&RuleExample> =
            documents.iter().enumerate().filter(|(nth, _)| nth % folds != fold).map(|(_, document)| document).collect();
        let mut made = candidates(&others, settings);
        made.retain(|candidate| is_wanted(&candidate.key));
        let held_out: Vec<usize> = (fold..documents.len()).step_by(folds).collect();
        let banks = banks(language, &made);
        measure(documents, &held_out, language, &made, &banks, &mut weights);
    }
    weights
}

fn measure(
    documents: &[RuleExample],
    held_out: &[usize],
    language: Language,
    candidates: &[RuleCandidate],
    banks: &[PatternBank],
    weights: &mut CandidateWeights,
) {
    for number in held_out {
        let Some(document) = documents.get(*number) else { continue };
        let analysis = Analysis::in_languages(document.document, Languages::only(language));
        let annotated: HashMap<Span, &Category> =
            document.annotations.iter().map(|(span, category)| (*span, category)).collect();
        for bank in banks {
            let mut findings = Findings::default();
            // Patterns never fail; a bank that did would have found nothing.
            let _ = bank.recognise(&analysis, &mut findings);
            for finding in findings.into_sorted() {
                let Some(candidate) = finding.evidence.rule.parse().ok().and_then(|n: usize| candidates.get(n)) else {
                    continue;
                };
                let weight = weights.entry(candidate.key.clone()).or_default();
                add(weight, *number, &finding, &annotated, document.annotations);
            }
        }
    }
}

fn add(
    weight: &mut CandidateWeight,
    number: usize,
    finding: &Finding,
    annotated: &HashMap<Span, &Category>,
    annotations: &[(Span, Category)],
) {
    let place = (number, finding.span);
    if annotated.get(&finding.span) == Some(&&finding.category) {
        weight.right.push(place);
        return;
    }
    let first = annotations.partition_point(|(span, _)| span.end() <= finding.span.start());
    match annotations.get(first).filter(|(span, _)| span.contains(finding.span)) {
        Some((span, category)) if *category == finding.category => weight.partial.push((number, *span)),
        Some((span, _)) => weight.inside.push((number, *span)),
        None => weight.wrong.push(place),
    }
}

/// Candidates compiled, each under its number: fields together, since the label of one ends the value of another.
fn banks(language: Language, candidates: &[RuleCandidate]) -> Vec<PatternBank> {
    let is_field =
        |candidate: Option<&RuleCandidate>| candidate.is_some_and(|c| matches!(c.key, CandidateKey::Field { .. }));
    let (fields, patterns): (Vec<usize>, Vec<usize>) =
        (0..candidates.len()).partition(|number| is_field(candidates.get(*number)));
    let mut banks = Vec::new();
    for numbers in std::iter::once(fields.as_slice()).chain(patterns.chunks(TOGETHER)) {
        compile(language, candidates, numbers.to_vec(), &mut banks);
    }
    banks
}

/// Compiles some candidates, without those that are too large, and in two banks if one has no room for them.
fn compile(language: Language, candidates: &[RuleCandidate], mut numbers: Vec<usize>, banks: &mut Vec<PatternBank>) {
    const ID: &str = "candidates";
    while !numbers.is_empty() {
        let numbered = numbers.iter().filter_map(|number| Some((*number, candidates.get(*number)?)));
        let toml = write::numbered(ID, language, numbered);
        match PatternBank::compile(&[RecogniserSource { id: ID, toml: &toml }], "") {
            Ok(bank) => {
                banks.push(bank);
                return;
            }
            Err(BankError::TooMany(_)) if numbers.len() > 1 => {
                let rest = numbers.split_off(numbers.len() / 2);
                compile(language, candidates, rest, banks);
            }
            Err(BankError::Rule { rule, .. }) if numbers.iter().any(|number| number.to_string() == rule) => {
                numbers.retain(|number| number.to_string() != rule);
            }
            // What is not compiled is not measured, and what is not measured is not chosen.
            Err(_) => return,
        }
    }
}
