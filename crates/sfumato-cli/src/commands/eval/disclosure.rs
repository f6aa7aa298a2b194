//! `sfumato eval disclosure`: how much of what tells of somebody a policy changes, and what it changes besides.

use std::fmt::Write as _;
use std::ops::Range;

use rayon::prelude::*;
use serde::Deserialize;
use sfumato::document::formats::{Format as _, JsonLines};
use sfumato::document::{Document, Offsets, Span, Unit};
use sfumato::language::Analysis;
use sfumato::{Anonymiser, Masked};
use sfumato_eval::Counts;
use sfumato_eval::disclosure::{Disclosed, Found, Mean, Summary, changed, words};

use super::printed::{cell, percent};
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::inputs::{self, Input};
use crate::{Completeness, jobs, print};

/// The policy where none is named.
const POLICY: &str = "declassify";

/// A record: who is protected in a text, what tells of them, and the phrases that annotators were shown.
#[derive(Deserialize)]
struct Record {
    id: serde_json::Value,
    protect: serde_json::Value,
    text: String,
    spans: Vec<Tagged>,
    chunks: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
struct Tagged {
    start: usize,
    end: usize,
}

/// What came of a document.
struct Outcome {
    name: String,
    found: Found,
    longest: Longest,
}

/// How long the longest place is that is changed: in words, and in sentences that it reaches into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Longest {
    sentences: usize,
    words: usize,
}

impl Longest {
    fn or(self, other: Self) -> Self {
        Self { sentences: self.sentences.max(other.sentences), words: self.words.max(other.words) }
    }
}

/// Measures on annotated biographies.
pub fn run(eval: &args::Eval) -> Result<Completeness, Failure> {
    let anonymiser = Anonymiser::new(jobs::config_or(&eval.rules, POLICY)?).map_err(Failure::call)?;
    let mut outcomes = Vec::new();
    for input in inputs::collect(eval.gold(), None)? {
        outcomes.extend(of_file(&input, &anonymiser)?);
    }
    let mut summary = Summary::default();
    outcomes.iter().for_each(|outcome| summary.add(&outcome.found));
    let policy = anonymiser.policy().name.as_str();
    print(&match eval.form {
        EvalForm::Table => table(policy, &outcomes, &summary),
        EvalForm::Csv => csv(&outcomes),
        EvalForm::Json => json(policy, &outcomes, &summary),
    })?;
    Ok(Completeness::Complete)
}

fn of_file(input: &Input, anonymiser: &Anonymiser) -> Result<Vec<Outcome>, Failure> {
    let bytes = input.read()?;
    let lines = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).split(|byte| *byte == b'\n');
    let lines: Vec<(usize, &[u8])> = lines
        .enumerate()
        .map(|(nth, line)| (nth + 1, line.trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if lines.is_empty() {
        return Err(Failure::at(input.name(), "there is no document in it"));
    }
    let one = |(number, line): &(usize, &[u8])| {
        of_record(line, anonymiser).map_err(|what| Failure::at(input.name(), format!("line {number}: {what}")))
    };
    lines.par_iter().map(one).collect()
}

fn of_record(line: &[u8], anonymiser: &Anonymiser) -> Result<Outcome, String> {
    // What the parser says may quote the record.
    let record: Record = serde_json::from_slice(line)
        .map_err(|_| "a record with id, protect, text, spans and chunks was expected".to_owned())?;
    let asked = serde_json::json!({ "protect": record.protect, "text": record.text }).to_string();
    let document = JsonLines::default().read(asked.into_bytes()).map_err(|error| error.to_string())?;
    if document.protect().next().is_none() {
        return Err("nobody is protected".to_owned());
    }
    if document.text() != record.text {
        return Err("the text is more than one text".to_owned());
    }
    let offsets = Offsets::new(document.text(), Unit::CodePoints);
    let place = |start: usize, end: usize| -> Result<Range<usize>, String> {
        let byte = |offset| offsets.to_byte(offset).ok_or_else(|| format!("offset {offset} lies outside the text"));
        Ok(byte(start)?..byte(end)?)
    };
    let tagged: Vec<Range<usize>> =
        record.spans.iter().map(|span| place(span.start, span.end)).collect::<Result<_, _>>()?;
    let phrases: Vec<Range<usize>> =
        record.chunks.iter().map(|(start, end)| place(*start, *end)).collect::<Result<_, _>>()?;
    let masked: Masked = anonymiser.mask(&document).map_err(|error| error.to_string())?;
    let places = changed(&masked);
    let detected: Vec<Range<usize>> = places.iter().map(|place| place.range()).collect();
    let found = Disclosed { text: document.text(), tagged: &tagged, phrases: &phrases, detected: &detected }.count();
    let name = match record.id {
        serde_json::Value::String(id) => id,
        id => id.to_string(),
    };
    Ok(Outcome { name, found, longest: longest(&document, &places) })
}

fn longest(document: &Document, places: &[Span]) -> Longest {
    let analysis = Analysis::new(document);
    let sentences = analysis.sentences();
    let of = |place: &Span| {
        let first = sentences.partition_point(|sentence| sentence.end() <= place.start());
        let reached = sentences.iter().skip(first).take_while(|sentence| sentence.start() < place.end());
        Longest { sentences: reached.count(), words: words(document.slice(*place)) }
    };
    places.iter().map(of).fold(Longest::default(), Longest::or)
}

/// Precision, recall and F1.
fn scores(counts: Counts) -> [f64; 3] {
    [counts.precision(), counts.recall(), counts.f1()]
}

fn means(mean: Mean) -> [f64; 3] {
    [mean.precision(), mean.recall(), mean.f1()]
}

fn table(policy: &str, outcomes: &[Outcome], summary: &Summary) -> String {
    let wide = outcomes.iter().map(|outcome| outcome.name.chars().count()).max().unwrap_or(0).max(12);
    let some = if outcomes.len() == 1 { "1 document".to_owned() } else { format!("{} documents", outcomes.len()) };
    let mut out = format!("disclosure in {some}, policy {policy}\n");
    let _ = writeln!(
        out,
        "  {:<wide$} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8}",
        "document", "units P", "R", "F1", "words P", "R", "F1", "longest"
    );
    let mut line = |name: &str, numbers: [f64; 6], longest: usize| {
        let _ = write!(out, "  {name:<wide$}");
        for number in numbers {
            let _ = write!(out, " {:>9}", percent(number));
        }
        let _ = writeln!(out, " {longest:>8}");
    };
    for outcome in outcomes {
        let (units, words) = (scores(outcome.found.units), scores(outcome.found.words));
        line(&outcome.name, six(units, words), outcome.longest.words);
    }
    let longest = outcomes.iter().map(|outcome| outcome.longest).fold(Longest::default(), Longest::or);
    line("mean", six(means(summary.units), means(summary.words_by_document)), longest.words);
    let words = scores(summary.words);
    let _ = writeln!(
        out,
        "words of all documents together: precision {}, recall {}, F1 {}",
        percent(words[0]),
        percent(words[1]),
        percent(words[2])
    );
    let words = longest.words;
    let _ = match longest.sentences {
        0 => writeln!(out, "nothing is changed"),
        1 => writeln!(out, "longest change: {words} words; none reaches over the end of a sentence"),
        sentences => writeln!(out, "longest change: {words} words; one reaches into {sentences} sentences"),
    };
    out
}

fn six(units: [f64; 3], words: [f64; 3]) -> [f64; 6] {
    let ([a, b, c], [d, e, f]) = (units, words);
    [a, b, c, d, e, f]
}

fn csv(outcomes: &[Outcome]) -> String {
    let mut out = "document,unit_precision,unit_recall,unit_f1,word_precision,word_recall,word_f1,\
                   longest_words,longest_sentences\n"
        .to_owned();
    for Outcome { name, found, longest } in outcomes {
        let scores = six(scores(found.units), scores(found.words)).map(percent).join(",");
        let _ = writeln!(out, "{},{scores},{},{}", cell(name), longest.words, longest.sentences);
    }
    out
}

fn json(policy: &str, outcomes: &[Outcome], summary: &Summary) -> String {
    let scored =
        |[precision, recall, f1]: [f64; 3]| serde_json::json!({ "precision": precision, "recall": recall, "f1": f1 });
    let documents: Vec<serde_json::Value> = outcomes
        .iter()
        .map(|Outcome { name, found, longest }| {
            serde_json::json!({
                "document": name,
                "units": scored(scores(found.units)),
                "words": scored(scores(found.words)),
                "longest": { "words": longest.words, "sentences": longest.sentences },
            })
        })
        .collect();
    let outcome = serde_json::json!({
        "task": "disclosure",
        "policy": policy,
        "documents": documents,
        "units": scored(means(summary.units)),
        "words": scored(scores(summary.words)),
        "words_by_document": scored(means(summary.words_by_document)),
    });
    outcome.to_string() + "\n"
}
