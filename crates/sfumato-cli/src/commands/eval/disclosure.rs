//! `sfumato eval disclosure`: how much of what tells of somebody a policy changes, and what it changes besides.

use std::fmt::Write as _;
use std::ops::Range;

use serde::Deserialize;
use sfumato::document::{Document, OffsetConverter, OffsetUnit, Span};
use sfumato::language::Analysis;
use sfumato::{Anonymiser, MaskedDocument};
use sfumato_eval::MatchCounts;
use sfumato_eval::disclosure::{DisclosureCase, DisclosureCounts, DisclosureSummary, ScoreMean, changed, words};

use super::printed::{cell, many, percent};
use super::records;
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::{Completeness, jobs, print};

/// The policy where none is named.
const POLICY: &str = "declassify";

/// A record: who is protected in a text, what tells of them, and the phrases that annotators were shown.
#[derive(Deserialize)]
struct DisclosureRecord {
    id: serde_json::Value,
    protect: serde_json::Value,
    text: String,
    spans: Vec<TaggedPlace>,
    chunks: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
struct TaggedPlace {
    start: usize,
    end: usize,
}

/// The result for a document.
struct DisclosureResult {
    name: String,
    found: DisclosureCounts,
    longest: LongestChange,
}

/// The length of the longest place that is changed: in words, and in sentences that it reaches into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct LongestChange {
    sentences: usize,
    words: usize,
}

impl LongestChange {
    fn or(self, other: Self) -> Self {
        Self { sentences: self.sentences.max(other.sentences), words: self.words.max(other.words) }
    }
}

/// Measures on annotated biographies.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder_or(&eval.rules, POLICY)?)?;
    let mut outcomes = Vec::new();
    let inputs = inputs::collect(eval.gold(), None)?;
    super::check_rows(eval, &inputs)?;
    for input in &inputs {
        outcomes.extend(of_file(input, &anonymiser)?);
    }
    super::write_rows(eval, &csv(&outcomes))?;
    let mut summary = DisclosureSummary::default();
    outcomes.iter().for_each(|outcome| summary.add(&outcome.found));
    let policy = anonymiser.policy().name.as_str();
    print(&match eval.form {
        EvalForm::Table => table(policy, &outcomes, &summary),
        EvalForm::Csv => csv(&outcomes),
        EvalForm::Json => json(policy, &outcomes, &summary),
    })?;
    Ok(Completeness::Complete)
}

fn of_file(input: &InputFile, anonymiser: &Anonymiser) -> Result<Vec<DisclosureResult>, Failure> {
    records::each(input, &input.read()?, |_, line| of_record(line, anonymiser))
}

fn of_record(line: &[u8], anonymiser: &Anonymiser) -> Result<DisclosureResult, String> {
    // What the parser says may quote the record.
    let record: DisclosureRecord = serde_json::from_slice(line)
        .map_err(|_| "a record with id, protect, text, spans and chunks was expected".to_owned())?;
    let document = records::document(&record.text, Some(&record.protect))?;
    if document.protect().next().is_none() {
        return Err("nobody is protected".to_owned());
    }
    let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
    let place = |start: usize, end: usize| -> Result<Range<usize>, String> {
        let byte = |offset| offsets.to_byte(offset).ok_or_else(|| format!("offset {offset} lies outside the text"));
        Ok(byte(start)?..byte(end)?)
    };
    let tagged: Vec<Range<usize>> =
        record.spans.iter().map(|span| place(span.start, span.end)).collect::<Result<_, _>>()?;
    let phrases: Vec<Range<usize>> =
        record.chunks.iter().map(|(start, end)| place(*start, *end)).collect::<Result<_, _>>()?;
    let masked: MaskedDocument = anonymiser.mask_document(&document).map_err(|error| error.to_string())?;
    let places = changed(&masked);
    let detected: Vec<Range<usize>> = places.iter().map(|place| place.range()).collect();
    let found =
        DisclosureCase { text: document.text(), tagged: &tagged, phrases: &phrases, detected: &detected }.count();
    Ok(DisclosureResult { name: records::name(record.id), found, longest: longest(&document, &places) })
}

fn longest(document: &Document, places: &[Span]) -> LongestChange {
    let analysis = Analysis::new(document);
    let sentences = analysis.sentences();
    let of = |place: &Span| {
        let first = sentences.partition_point(|sentence| sentence.end() <= place.start());
        let reached = sentences.iter().skip(first).take_while(|sentence| sentence.start() < place.end());
        LongestChange { sentences: reached.count(), words: words(document.slice(*place)) }
    };
    places.iter().map(of).fold(LongestChange::default(), LongestChange::or)
}

/// Precision, recall, F1 and F2.
fn scores(counts: MatchCounts) -> [f64; 4] {
    [counts.precision(), counts.recall(), counts.f1(), counts.f2()]
}

fn means(mean: ScoreMean) -> [f64; 4] {
    [mean.precision(), mean.recall(), mean.f1(), mean.f2()]
}

fn table(policy: &str, outcomes: &[DisclosureResult], summary: &DisclosureSummary) -> String {
    let wide = outcomes.iter().map(|outcome| outcome.name.chars().count()).max().unwrap_or(0).max(12);
    let mut out = format!("disclosure in {}, policy {policy}\n", many(outcomes.len(), "document"));
    let mut line = |name: &str, cells: [String; 8], longest: &str| {
        let _ = write!(out, "  {name:<wide$}");
        cells.iter().for_each(|cell| _ = write!(out, " {cell:>8}"));
        let _ = writeln!(out, " {longest:>8}");
    };
    line("document", ["units P", "R", "F1", "F2", "words P", "R", "F1", "F2"].map(str::to_owned), "longest");
    for outcome in outcomes {
        let (units, words) = (scores(outcome.found.units), scores(outcome.found.words));
        line(&outcome.name, percents(units, words), &outcome.longest.words.to_string());
    }
    let longest = outcomes.iter().map(|outcome| outcome.longest).fold(LongestChange::default(), LongestChange::or);
    let mean = percents(means(summary.units), means(summary.words_by_document));
    line("mean", mean, &longest.words.to_string());
    let [precision, recall, f1, f2] = scores(summary.words).map(percent);
    let _ = writeln!(out, "words of all documents together: precision {precision}, recall {recall}, F1 {f1}, F2 {f2}");
    let words = longest.words;
    let _ = match longest.sentences {
        0 => writeln!(out, "nothing is changed"),
        1 => writeln!(out, "longest change: {words} words; none reaches over the end of a sentence"),
        sentences => writeln!(out, "longest change: {words} words; one reaches into {sentences} sentences"),
    };
    out
}

fn percents(units: [f64; 4], words: [f64; 4]) -> [String; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (units, words);
    [a, b, c, d, e, f, g, h].map(percent)
}

fn csv(outcomes: &[DisclosureResult]) -> String {
    let mut out = "document,unit_precision,unit_recall,unit_f1,unit_f2,word_precision,word_recall,word_f1,word_f2,\
                   longest_words,longest_sentences\n"
        .to_owned();
    for DisclosureResult { name, found, longest } in outcomes {
        let scores = percents(scores(found.units), scores(found.words)).join(",");
        let _ = writeln!(out, "{},{scores},{},{}", cell(name), longest.words, longest.sentences);
    }
    out
}

fn json(policy: &str, outcomes: &[DisclosureResult], summary: &DisclosureSummary) -> String {
    let scored = |[precision, recall, f1, f2]: [f64; 4]| serde_json::json!({ "precision": precision, "recall": recall, "f1": f1, "f2": f2 });
    let counted = |counts: MatchCounts| {
        let mut one = scored(scores(counts));
        (one["right"], one["spurious"], one["missed"]) =
            (counts.right.into(), counts.spurious.into(), counts.missed.into());
        one
    };
    let documents: Vec<serde_json::Value> = outcomes
        .iter()
        .map(|DisclosureResult { name, found, longest }| {
            serde_json::json!({
                "document": name,
                "units": counted(found.units),
                "words": counted(found.words),
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
