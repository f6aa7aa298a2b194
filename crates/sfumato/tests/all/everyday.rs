//! Invented documents of many kinds, with every value marked, masked by the policies that people start with.
//!
//! `tests/gold/everyday` has a value as `⟦label|value⟧`, or as `⟦?label|value⟧` where masking it is neither needed nor
//! wrong. What may be left and what may be masked for nothing has a bound that the program keeps today; a change that makes
//! either worse fails here, with the values in question, which are nobody's.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use sfumato::document::formats::FileKind;
use sfumato::mask::Action;
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle};

/// A value that is marked.
struct Value {
    label: String,
    text: String,
    /// Where it stands in the source.
    at: usize,
    /// Whether masking it is neither needed nor wrong.
    is_free: bool,
}

/// A document without its marks, and the values in the order in which they stand.
struct Gold {
    path: PathBuf,
    source: String,
    values: Vec<Value>,
}

fn gold() -> Vec<Gold> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gold/everyday");
    let mut paths: Vec<PathBuf> = Vec::new();
    for language in ["en", "es"] {
        let files = std::fs::read_dir(folder.join(language)).expect("the documents are there");
        paths.extend(files.map(|file| file.expect("readable").path()));
    }
    paths.sort();
    assert!(paths.len() >= 300, "all documents were found");
    paths.into_iter().map(|path| unmarked(&std::fs::read_to_string(&path).expect("readable"), path)).collect()
}

fn unmarked(marked: &str, path: PathBuf) -> Gold {
    let mut gold = Gold { path, source: String::new(), values: Vec::new() };
    let mut rest = marked;
    while let Some((before, after)) = rest.split_once('⟦') {
        let (value, behind) = after.split_once('⟧').expect("a mark is closed");
        let (label, text) = value.split_once('|').expect("a mark has a label");
        gold.source += before;
        let (at, is_free) = (gold.source.len(), label.starts_with('?'));
        gold.source += text;
        gold.values.push(Value { label: label.trim_start_matches('?').to_owned(), text: text.to_owned(), at, is_free });
        rest = behind;
    }
    gold.source += rest;
    gold
}

/// What became of the values of all documents under a policy.
#[derive(Default)]
struct Outcome {
    /// By label: how many there are, and how many can still be read in part or whole.
    labels: BTreeMap<String, (usize, usize)>,
    false_alarms: usize,
    bytes: usize,
    /// What was left and what was masked for nothing, to be read when a bound is broken.
    told: String,
}

impl Outcome {
    fn left(&self) -> f64 {
        let (all, left) = self.labels.values().fold((0, 0), |(all, left), (n, missed)| (all + n, left + missed));
        100.0 * left as f64 / all as f64
    }

    fn alarms(&self) -> f64 {
        10_000.0 * self.false_alarms as f64 / self.bytes as f64
    }

    fn check(&self, most_left: f64, most_alarms: f64) {
        let figures =
            format!("{:.2} % left, {:.2} false alarms in 10 kB: {:?}", self.left(), self.alarms(), self.labels);
        assert!(self.left() <= most_left && self.alarms() <= most_alarms, "{figures}\n{}", self.told);
    }
}

/// Masks all documents by a policy. `counts` says which values it has to mask.
fn outcome(policy: &str, counts: impl Fn(&Value) -> bool) -> Outcome {
    let policy = Bundle::policy(policy).expect("embedded").expect("well formed");
    let anonymiser = Anonymiser::builder().policy(policy).seed(PseudonymSeed::new(1)).build().expect("buildable");
    let mut outcome = Outcome::default();
    for gold in gold() {
        let name = gold.path.file_name().and_then(|name| name.to_str()).expect("a name");
        let kind = FileKind::tell(gold.source.as_bytes(), Some(name)).expect("a format");
        let format = kind.format();
        for range in format.split(gold.source.as_bytes()).expect("parts") {
            let bytes = gold.source.as_bytes()[range.clone()].to_vec();
            let document = format.read(bytes).expect("readable");
            let masked = anonymiser.mask_document(&document).expect("maskable");
            masked.write(&*format, &document).unwrap_or_else(|error| panic!("{name}: {error}"));
            let changed: Vec<Range<usize>> = masked.edits.iter().map(|edit| edit.span().range()).collect();
            let places = places(document.text(), gold.values.iter().filter(|value| range.contains(&value.at)));
            outcome.bytes += document.text().len();
            for (value, place) in places.iter().filter(|(value, _)| counts(value) && !value.is_free) {
                let (n, left) = outcome.labels.entry(value.label.clone()).or_default();
                *n += 1;
                if !is_covered(document.text(), place, &changed) {
                    *left += 1;
                    let _ = writeln!(outcome.told, "{name}: left {} {}", value.label, value.text);
                }
            }
            for decision in masked.plan.decisions().iter().filter(|decision| decision.action() == Action::Mask) {
                let mention = &masked.entities.mentions[decision.mention];
                let span = mention.span.range();
                if !places.iter().any(|(_, place)| place.start < span.end && span.start < place.end) {
                    outcome.false_alarms += 1;
                    let text = document.slice(mention.span);
                    let _ = writeln!(outcome.told, "{name}: for nothing {} {text}", mention.category);
                }
            }
        }
    }
    outcome
}

/// Where the values stand in a text that was read, as far as they stand in it: mostly in the order of the source.
fn places<'v>(text: &str, values: impl Iterator<Item = &'v Value>) -> Vec<(&'v Value, Range<usize>)> {
    let mut places = Vec::new();
    let mut from = 0;
    for value in values {
        // A parameter of a request is read without its percent and plus signs.
        let plain = value.text.replace("%20", " ").replace('+', " ");
        let shown = if text.contains(&value.text) { &value.text } else { &plain };
        let ahead = text.get(from..).and_then(|rest| rest.find(shown)).map(|at| from + at);
        let Some(at) = ahead.or_else(|| text.find(shown)) else { continue };
        places.push((value, at..at + shown.len()));
        from = ahead.map_or(from, |at| at + shown.len());
    }
    places
}

/// Whether no letter and no digit of a value stays.
fn is_covered(text: &str, place: &Range<usize>, changed: &[Range<usize>]) -> bool {
    let value = text.get(place.clone()).unwrap_or_default();
    value
        .char_indices()
        .filter(|(_, c)| c.is_alphanumeric())
        .all(|(at, _)| changed.iter().any(|range| range.contains(&(place.start + at))))
}

#[test]
fn the_default_policy_keeps_its_bounds() {
    outcome("default", |_| true).check(10.4, 23.0);
}

#[test]
fn pseudonyms_keep_their_bounds() {
    outcome("pseudonymise", |_| true).check(13.1, 21.1);
}

#[test]
fn safe_harbor_keeps_its_bounds() {
    let is_year = |text: &str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_asked = |value: &Value| match value.label.as_str() {
        "person" | "contact" | "id" => true,
        "date" => !is_year(&value.text),
        _ => false,
    };
    outcome("hipaa", is_asked).check(12.6, 16.9);
}
