//! Every recogniser finds its own examples, exactly, and nothing in its counter-examples.

use sfumato_detect::patterns::{PatternBank, RecogniserDefinition, RecogniserSource, StoredBank};
use sfumato_detect::{Findings, Recogniser};
use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::{Analysis, Language, Languages};

#[path = "support/assets.rs"]
mod assets;
#[path = "support/sources.rs"]
mod sources;

/// Policies mask from here on.
const THRESHOLD: f32 = 0.5;

/// The texts that a recogniser finds from the threshold on, leftmost-longest.
fn found(bank: &PatternBank, id: &str, text: &str, languages: Languages) -> Vec<(usize, usize)> {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let analysis = Analysis::in_languages(&document, languages);
    let mut findings = Findings::default();
    bank.recognise(&analysis, &mut findings).expect("patterns never fail");
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for finding in findings.into_sorted() {
        if &*finding.evidence.recogniser != id || finding.score < THRESHOLD {
            continue;
        }
        let (start, end) = (finding.span.start(), finding.span.end());
        match spans.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => spans.push((start, end)),
        }
    }
    spans
}

/// A text without its marks, and where the marked places are.
fn unmarked(example: &str) -> (String, Vec<(usize, usize)>) {
    let mut text = String::new();
    let mut spans = Vec::new();
    let mut open = 0;
    for c in example.chars() {
        match c {
            '«' => open = text.len(),
            '»' => spans.push((open, text.len())),
            c => text.push(c),
        }
    }
    (text, spans)
}

#[test]
fn recognisers_find_their_examples_and_nothing_else() {
    let files = assets::recognisers();
    let sources: Vec<RecogniserSource> = files.iter().map(|(id, toml)| RecogniserSource { id, toml }).collect();
    let fragments = assets::fragments();
    // Each alone, so that a broken file is told by name and does not hide the others.
    let mut failures = Vec::new();
    for source in &sources {
        let bank = match PatternBank::compile(&[*source], &fragments) {
            Ok(bank) => bank,
            Err(error) => {
                failures.push(error.to_string());
                continue;
            }
        };
        let definition = RecogniserDefinition::parse(source.toml).expect("it was compiled");
        let tests = &definition.tests;
        if tests.examples.len() < 5 || tests.counter_examples.len() < 5 {
            failures.push(format!("{}: needs at least five examples and five counter-examples", source.id));
        }
        let languages = match definition.languages.as_slice() {
            [one] => Languages::only(Language::from_code(one).expect("it was compiled")),
            _ => Languages::unknown(),
        };
        for example in &tests.examples {
            let (text, expected) = unmarked(example);
            if expected.is_empty() {
                failures.push(format!("{}: an example marks nothing: {example}", source.id));
            }
            let found = found(&bank, source.id, &text, languages);
            if found != expected {
                let shown: Vec<&str> = found.iter().map(|(a, b)| text.get(*a..*b).unwrap_or_default()).collect();
                failures.push(format!("{}: example: {example}\n    found {shown:?}", source.id));
            }
        }
        for text in &tests.counter_examples {
            let found = found(&bank, source.id, text, languages);
            if !found.is_empty() {
                let shown: Vec<&str> = found.iter().map(|(a, b)| text.get(*a..*b).unwrap_or_default()).collect();
                failures.push(format!("{}: counter-example: {text}\n    found {shown:?}", source.id));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// The tables that the program embeds are those of the recognisers' files.
/// `UPDATE=1 cargo test -p sfumato-detect --test recognisers` makes them anew.
#[test]
fn the_compiled_tables_are_of_these_files() {
    let (files, fragments) = (assets::recognisers(), assets::fragments());
    let sources: Vec<RecogniserSource> = files.iter().map(|(id, toml)| RecogniserSource { id, toml }).collect();
    let bank = PatternBank::compile(&sources, &fragments).expect("the recognisers compile");
    // Whoever walks through the texts that recognisers are tried on meets most words that their patterns are about.
    let tests = files.iter().map(|(_, toml)| RecogniserDefinition::parse(toml).expect("it was compiled").tests);
    let texts = tests.flat_map(|tests| tests.examples.into_iter().chain(tests.counter_examples));
    let texts: Vec<String> = texts.map(|text| text.replace(['«', '»'], "")).collect();
    let learnt = bank.learn(texts.iter().map(String::as_str));
    let named = files.iter().map(|(id, toml)| (id.as_str(), toml.as_str()));
    let hash = sources::hash(named.chain([("fragments", fragments.as_str())]));
    let bytes = StoredBank::write(&bank, &learnt, hash).expect("rules are plain");
    let parts = StoredBank::from_bytes(&bytes).expect("it was just written");
    assert_eq!((parts.open.len(), parts.values.len()), (bank.tables().open.len(), bank.tables().values.len()));
    assets::hold("recognisers.bin", &bytes);
}
