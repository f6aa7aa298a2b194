//! Rules as the file of a recogniser.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sfumato_language::Language;

use super::candidate::{CandidateKey, FieldValueKind, RuleCandidate};
use super::choose::{ChosenCandidates, RuleKey, RuleTally};
use super::examples;
use super::shape::one_of;
use super::weigh::CandidateWeights;
use crate::patterns::{BankError, PatternBank, RecogniserSource};

/// No rule is surer than this: documents that nobody has annotated may yet prove it wrong.
const MOST_SCORE: f64 = 0.99;

/// Chosen candidates by the rule they are part of.
type RuleCandidates<'c> = BTreeMap<RuleKey<'c>, Vec<&'c RuleCandidate>>;

/// The file of a recogniser of chosen candidates, if there are any. A rule that is too large for a bank is left out.
pub(super) fn file(
    id: &str,
    language: Language,
    candidates: &[RuleCandidate],
    chosen: &ChosenCandidates,
    weights: &CandidateWeights,
) -> Option<String> {
    let mut rules = RuleCandidates::new();
    for candidate in candidates {
        rules.entry(RuleKey::of(&candidate.key)).or_default().push(candidate);
    }
    while !rules.is_empty() {
        let toml = format!("{}{}", head(id, language), body(&rules, chosen, weights));
        match PatternBank::compile(&[RecogniserSource { id, toml: &format!("{toml}{EMPTY_TESTS}") }], "") {
            Ok(bank) => return Some(toml + &examples::tests(&bank, language, rules.values())),
            Err(BankError::Rule { rule, .. }) if rules.keys().any(|known| rule_name(known) == rule) => {
                rules.retain(|known, _| rule_name(known) != rule);
            }
            Err(_) => return Some(toml + EMPTY_TESTS),
        }
    }
    None
}

/// The rules of a file.
fn body(rules: &RuleCandidates, chosen: &ChosenCandidates, weights: &CandidateWeights) -> String {
    let (mut patterns, mut fields) = (String::new(), String::new());
    for (rule, candidates) in rules {
        let Some(first) = candidates.first() else { continue };
        let name = rule_name(rule);
        let tally = chosen.together(candidates.iter().filter_map(|candidate| weights.get(&candidate.key)));
        let score = tally.precision().min(MOST_SCORE);
        let counts = format!("\n# In documents it was not made from: {}.\n", counts(tally));
        match rule {
            RuleKey::Field(_, _, has_colon) => {
                fields.push_str(&counts);
                push_field(&mut fields, &name, &labels(candidates, chosen, weights), *has_colon, first, score);
            }
            RuleKey::Shapes(..) | RuleKey::Words(_) => {
                patterns.push_str(&counts);
                push_pattern(&mut patterns, &name, &pattern_regex(candidates), first, score);
            }
        }
    }
    patterns + &fields
}

/// The file of some candidates as they are, each named by its number.
pub(super) fn numbered<'c>(
    id: &str,
    language: Language,
    candidates: impl Iterator<Item = (usize, &'c RuleCandidate)>,
) -> String {
    let (mut patterns, mut fields) = (String::new(), String::new());
    for (number, candidate) in candidates {
        match &candidate.key {
            CandidateKey::Field { before, .. } => {
                let labels = format!("[{}]", quoted(&before.label));
                push_field(&mut fields, &number.to_string(), &labels, before.has_colon, candidate, 1.0);
            }
            CandidateKey::Shape { .. } | CandidateKey::Word { .. } => {
                push_pattern(&mut patterns, &number.to_string(), &candidate.regex, candidate, 1.0);
            }
        }
    }
    format!("{}{patterns}{fields}{EMPTY_TESTS}", head(id, language))
}

const EMPTY_TESTS: &str = "\n[tests]\nexamples = []\ncounter_examples = []\n";

/// Each rule has a category of its own, so that of the file says little.
fn head(id: &str, language: Language) -> String {
    format!(
        "id = {}\ncategory = 'other'\nlanguages = [{}]\n\
         what = \"Labelled fields, structured values and closed classes, as learnt from annotated documents.\"\n\
         why = \"Documents of one kind name people in the same places; each rule says how often it was right.\"\n",
        quoted(id),
        quoted(language.code()),
    )
}

fn push_pattern(toml: &mut String, name: &str, regex: &str, candidate: &RuleCandidate, score: f64) {
    let _ = write!(toml, "[[patterns]]\nname = {}\nregex = {}\n", quoted(name), quoted(regex));
    push_rest(toml, candidate, score);
    if matches!(candidate.key, CandidateKey::Shape { alone: true, .. }) {
        toml.push_str("alone = true\n");
    }
}

fn push_field(toml: &mut String, name: &str, labels: &str, has_colon: bool, candidate: &RuleCandidate, score: f64) {
    let _ = write!(toml, "[[fields]]\nname = {}\nlabels = {labels}\n", quoted(name));
    let separator = if has_colon { "required" } else { "optional" };
    let _ = write!(toml, "separator = \"{separator}\"\nregex = {}\n", quoted(&candidate.regex));
    push_rest(toml, candidate, score);
}

fn push_rest(toml: &mut String, candidate: &RuleCandidate, score: f64) {
    if let Some(check) = candidate.check {
        let _ = writeln!(toml, "check = \"{check}\"");
    }
    let _ = writeln!(toml, "score = {score:.3}\ncategory = \"{}\"", candidate.key.category());
}

/// The labels of a field, each with its own counts.
fn labels(candidates: &[&RuleCandidate], chosen: &ChosenCandidates, weights: &CandidateWeights) -> String {
    let mut labels = String::from("[\n");
    for candidate in candidates {
        if let CandidateKey::Field { before, .. } = &candidate.key {
            let tally = chosen.together(weights.get(&candidate.key).into_iter());
            let _ = writeln!(labels, "  {}, # {}", quoted(&before.label), counts(tally));
        }
    }
    labels.push(']');
    labels
}

fn counts(tally: RuleTally) -> String {
    let mut counts = format!("{} right", tally.right);
    if tally.partial > 0 {
        let _ = write!(counts, ", {} in part", tally.partial);
    }
    if tally.wrong > 0 {
        let _ = write!(counts, ", {} wrong", tally.wrong);
    }
    counts
}

fn pattern_regex(candidates: &[&RuleCandidate]) -> String {
    let word = |candidate: &&RuleCandidate| match &candidate.key {
        CandidateKey::Word { word, .. } => Some(word.clone()),
        _ => None,
    };
    let words: BTreeSet<String> = candidates.iter().filter_map(word).collect();
    if words.is_empty() {
        let regexes: BTreeSet<&str> = candidates.iter().map(|candidate| candidate.regex.as_str()).collect();
        regexes.into_iter().collect::<Vec<_>>().join("|")
    } else {
        one_of(&words)
    }
}

/// The name of a rule: the same whenever a rule of the kind is learnt, so that what is learnt on top of rules can tell
/// them by name.
fn rule_name(rule: &RuleKey) -> String {
    match rule {
        RuleKey::Field(category, value, has_colon) => {
            let what = match value {
                FieldValueKind::Shape(_, form) => form,
                FieldValueKind::Shapes => "any usual shape",
                FieldValueKind::Names => "name",
                FieldValueKind::Word => "word",
                FieldValueKind::Clause => "clause",
                FieldValueKind::Line => "line",
            };
            format!("{category}: {what} behind a label{}", if *has_colon { " and colon" } else { "" })
        }
        RuleKey::Shapes(category, alone) => format!("{category}: shapes{}", if *alone { " of numbers" } else { "" }),
        RuleKey::Words(category) => format!("{category}: words"),
    }
}

/// A text as a string of TOML, as it is wherever that can be.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(char::is_control) || text.contains("'''") || text.ends_with('\'') {
        let mut quoted = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                c if c.is_control() => {
                    let _ = write!(quoted, "\\u{:04X}", u32::from(c));
                }
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        quoted
    } else if text.contains('\'') {
        format!("'''{text}'''")
    } else {
        format!("'{text}'")
    }
}
