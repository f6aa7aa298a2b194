//! A megabyte of numbers and prose without identifiers: no recogniser with a check may fire.

use std::path::Path;

use sfumato_detect::patterns::{PatternBank, RecogniserDefinition, RecogniserSource};
use sfumato_detect::{Findings, Recogniser};
use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::Analysis;

#[path = "support/assets.rs"]
mod assets;

/// A small generator with a fixed seed: the same text in every run.
struct ChanceNumbers(u64);

impl ChanceNumbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }

    /// A number as ordinary texts have it.
    fn written(&mut self) -> String {
        let digits = 1 + self.next(20) as u32;
        let run: String =
            (0..digits).map(|nth| char::from(b'0' + self.next(10).max(u64::from(nth == 0)) as u8)).collect();
        match self.next(12) {
            0 => format!("{}.{:02} EUR", self.next(5000), self.next(100)),
            1 => format!("{}%", self.next(100)),
            2 => format!("{}.{} mg", self.next(90), self.next(10)),
            3 => format!("{}/{}", self.next(200), self.next(100)),
            4 => format!("section {}.{}.{}", self.next(30), self.next(20), self.next(20)),
            5 => format!("{},{:03} units", self.next(999), self.next(1000)),
            6 => format!("order {run}"),
            7 => format!("{}:{}", self.next(9), self.next(9)),
            8 => format!("v{}.{}.{}", self.next(9), self.next(30), self.next(9)),
            9 => format!("{}-{}", self.next(300), 300 + self.next(300)),
            10 => format!("batch {}{}", char::from(b'A' + self.next(26) as u8), self.next(100_000)),
            _ => run,
        }
    }
}

#[test]
fn nothing_with_a_check_fires_on_numbers_and_prose() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let prose: String = ["prose-en.txt", "prose-es.txt"]
        .iter()
        .map(|name| std::fs::read_to_string(samples.join(name)).expect("the samples are there"))
        .collect();
    let mut numbers = ChanceNumbers(2026);
    let mut text = String::new();
    while text.len() < 1 << 20 {
        for sentence in prose.split_inclusive(". ") {
            text.push_str(sentence);
            for _ in 0..numbers.next(4) {
                text.push_str(&numbers.written());
                text.push_str("; ");
            }
        }
    }
    let files = assets::recognisers();
    let checked: Vec<String> = files
        .iter()
        .filter(|(_, toml)| {
            let definition = RecogniserDefinition::parse(toml).expect("well formed");
            // Names, streets, dates and places are checked for plausible words, not for check digits.
            let counted = ["id/", "finance/", "contact/phone", "contact/fax", "net/", "secret/"];
            definition.patterns.iter().any(|pattern| pattern.check.is_some())
                && counted.iter().any(|root| definition.category.starts_with(root))
        })
        .map(|(id, _)| id.clone())
        .collect();
    assert!(checked.len() > 50, "there are recognisers with checks");
    let sources: Vec<RecogniserSource> = files.iter().map(|(id, toml)| RecogniserSource { id, toml }).collect();
    let bank = PatternBank::compile(&sources, &assets::fragments()).expect("the recognisers compile");
    let document = TextFile.read(text.into_bytes()).expect("readable");
    let mut findings = Findings::default();
    bank.recognise(&Analysis::new(&document), &mut findings).expect("patterns do not fail");
    let alarms: Vec<String> = findings
        .into_sorted()
        .iter()
        .filter(|finding| finding.score >= 0.5 && checked.iter().any(|id| **id == *finding.evidence.recogniser))
        .map(|finding| {
            format!("{} {}: {:?}", finding.evidence.recogniser, finding.evidence.rule, document.slice(finding.span))
        })
        .collect();
    assert!(alarms.is_empty(), "{} false alarms:\n{}", alarms.len(), alarms.join("\n"));
}
