//! Examples and counter-examples of learnt rules: invented, and tried out before they are written.

use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::{Analysis, Language, Languages};

use super::candidate::{CandidateKey, RuleCandidate};
use super::write::quoted;
use crate::patterns::PatternBank;
use crate::{Findings, Recogniser};

/// The most counter-examples that are written.
const MOST_COUNTER: usize = 20;
/// From this score on a finding of an example counts.
const THRESHOLD: f32 = 0.5;

/// The `[tests]` of a recogniser: for each rule a value of its shape, and values that lack what makes them one.
pub(super) fn tests<'c>(
    bank: &PatternBank,
    language: Language,
    rules: impl Iterator<Item = &'c Vec<&'c RuleCandidate>> + Clone,
) -> String {
    let found = |text: &str| found(bank, language, text);
    let firsts = || rules.clone().filter_map(|candidates| candidates.first());
    let examples: Vec<String> = firsts()
        .filter_map(|candidate| {
            let lead = lead(&candidate.key);
            let text = format!("{lead}{}", candidate.example);
            (found(&text) == [(lead.len(), text.len())]).then(|| format!("{lead}«{}»", candidate.example))
        })
        .collect();
    let spoilt = firsts().map(|candidate| match &candidate.key {
        CandidateKey::Field { .. } => candidate.example.clone(),
        CandidateKey::Shape { .. } | CandidateKey::Word { .. } => format!("x{}x", candidate.example),
    });
    let plain = ["Belanor", "(...)", "- - -", "belanor quirenta", "¿mosveda?"].map(str::to_owned);
    let mut counter: Vec<String> = Vec::new();
    for text in spoilt.chain(plain) {
        if counter.len() < MOST_COUNTER && !counter.contains(&text) && found(&text).is_empty() {
            counter.push(text);
        }
    }
    format!("\n[tests]\nexamples = {}counter_examples = {}", list(&examples), list(&counter))
}

/// The text before the value.
fn lead(key: &CandidateKey) -> String {
    match key {
        CandidateKey::Field { before, .. } => format!("{}{} ", before.label, if before.has_colon { ":" } else { "" }),
        CandidateKey::Shape { .. } | CandidateKey::Word { .. } => String::new(),
    }
}

/// The places that are found in a text, overlaps put together.
fn found(bank: &PatternBank, language: Language, text: &str) -> Vec<(usize, usize)> {
    let Ok(document) = TextFile.read(text.as_bytes().to_vec()) else { return Vec::new() };
    let analysis = Analysis::in_languages(&document, Languages::only(language));
    let mut findings = Findings::default();
    // Patterns never fail.
    let _ = bank.recognise(&analysis, &mut findings);
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for finding in findings.into_sorted().into_iter().filter(|finding| finding.score >= THRESHOLD) {
        let (start, end) = (finding.span.start(), finding.span.end());
        match spans.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => spans.push((start, end)),
        }
    }
    spans
}

fn list(texts: &[String]) -> String {
    let lines: String = texts.iter().map(|text| format!("  {},\n", quoted(text))).collect();
    format!("[\n{lines}]\n")
}
