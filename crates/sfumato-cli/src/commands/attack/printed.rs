//! The results of attacks, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use sfumato_eval::attack::{AttackSummary, wilson};

use super::{AttackResults, ExplainedDocument, MASKED};
use crate::args::{self, EvalForm};
use crate::commands::eval::printed::{cell, many, percent};

/// So many words are listed that give away the most over all documents.
const WORDS: usize = 20;

/// The row of drawing lots.
const RANDOM: &str = "random";

/// The result in the form asked for.
pub fn printed(attacked: &AttackResults, attack: &args::AttackArguments) -> String {
    match attack.form {
        EvalForm::Table => table(attacked, attack),
        EvalForm::Csv if attack.explain.is_some() => words_csv(attacked, attack.show_words),
        EvalForm::Csv => csv(attacked),
        EvalForm::Json => json(attacked, attack),
    }
}

/// Every line: what was attacked, by whom, and what it came to.
fn lines(attacked: &AttackResults) -> impl Iterator<Item = (&str, &str, &AttackSummary)> {
    let by_release = attacked.releases.iter().flat_map(|release| {
        let own = attacked.outcomes.iter().filter(|outcome| outcome.release == release.name);
        own.map(|outcome| (outcome.release, outcome.method.name(), &outcome.summary))
    });
    by_release.chain([(RANDOM, "-", &attacked.random)])
}

fn table(attacked: &AttackResults, attack: &args::AttackArguments) -> String {
    let documents = many(attacked.random.documents, "document");
    let mut out = format!("attack on {documents} with {} candidates\n", attacked.candidates.len());
    let _ = writeln!(
        out,
        "  {:<10} {:<16} {:>8} {:>15} {:>8} {:>9} {:>11} {:>6}",
        "text", "attacker", "at 1", "95 % interval", "at 5", "mean rank", "median rank", "MRR"
    );
    for (release, method, summary) in lines(attacked) {
        let (low, high) = wilson(summary.at_1, summary.documents);
        let interval = match release == RANDOM {
            true => String::new(),
            false => format!("{} - {}", percent(low), percent(high)),
        };
        let _ = writeln!(
            out,
            "  {release:<10} {method:<16} {:>8} {interval:>15} {:>8} {:>9.2} {:>11.1} {:>6.3}",
            percent(summary.at_1),
            percent(summary.at_5),
            summary.mean_rank,
            summary.median_rank,
            summary.reciprocal
        );
    }
    let strongest = attacked.strongest();
    let at_1 = percent(strongest.summary.at_1);
    let _ = writeln!(out, "strongest on the masked documents: {}, {at_1} % at 1", strongest.method.name());
    if attacked.left_out.textless > 0 {
        let _ = writeln!(out, "left out: {} without {}", many(attacked.left_out.textless, "record"), attack.text_field);
    }
    if attacked.left_out.unknown > 0 {
        let _ = writeln!(out, "left out: {} without a candidate", many(attacked.left_out.unknown, "document"));
    }
    if attack.explain.is_some() {
        explain(&mut out, attacked, attack.show_words);
    }
    out
}

/// Adds the words that gave each document away.
fn explain(out: &mut String, attacked: &AttackResults, shows_words: bool) {
    let _ = writeln!(out, "what gave documents away to {}:", attacked.strongest.name());
    for one in &attacked.explained {
        let (document, candidate, rival) = names(attacked, one);
        let _ = write!(out, "  {document}: {candidate} at rank {}, against {rival}", one.standing.rank());
        let _ = match one.enough {
            Some(enough) => writeln!(out, "; {} would have to go", many(enough, "word")),
            None => writeln!(out),
        };
        for telling in &one.tellings {
            let places: Vec<String> =
                telling.places.iter().map(|place| format!("{}-{}", place.start, place.end)).collect();
            let _ = write!(out, "    {:>6} %  {}", percent(telling.share), places.join(" "));
            let _ = if shows_words { writeln!(out, "  | {}", telling.words) } else { writeln!(out) };
        }
    }
    if !shows_words {
        return;
    }
    let count = recognised(attacked).count();
    let _ = writeln!(out, "words that gave away most in {}:", many(count, "recognised document"));
    for (words, sum) in most_telling(attacked) {
        let mean = percent(sum.share / count as f64);
        let _ = writeln!(out, "    {mean:>6} %  in {}  | {words}", many(sum.documents, "document"));
    }
}

fn names<'a>(attacked: &'a AttackResults, one: &ExplainedDocument) -> (&'a str, &'a str, &'a str) {
    let masked = attacked.releases.iter().find(|release| release.name == MASKED);
    let document = masked.and_then(|release| release.documents.get(one.document));
    let candidate = |nth: usize| attacked.candidates.get(nth).map_or("", String::as_str);
    let (name, truth) = document.map_or(("", ""), |document| (document.name.as_str(), candidate(document.truth)));
    (name, truth, candidate(one.rival))
}

/// The words that gave most away over all documents.
#[derive(Default)]
struct TellingSums {
    documents: usize,
    share: f64,
}

/// The documents whose candidate came first.
fn recognised(attacked: &AttackResults) -> impl Iterator<Item = &ExplainedDocument> {
    attacked.explained.iter().filter(|one| one.standing.better == 0)
}

/// The words that gave away the most over all documents that were recognised, by the sum of their shares.
fn most_telling(attacked: &AttackResults) -> Vec<(&str, TellingSums)> {
    let mut sums = BTreeMap::<&str, TellingSums>::new();
    for telling in recognised(attacked).flat_map(|one| &one.tellings) {
        let sum = sums.entry(telling.words.as_str()).or_default();
        sum.documents += 1;
        sum.share += telling.share;
    }
    let mut sums: Vec<(&str, TellingSums)> = sums.into_iter().collect();
    sums.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
    sums.truncate(WORDS);
    sums
}

fn csv(attacked: &AttackResults) -> String {
    let mut out = "text,attacker,documents,candidates,at_1,low,high,at_5,mean_rank,median_rank,mrr\n".to_owned();
    for (release, method, summary) in lines(attacked) {
        let (low, high) = wilson(summary.at_1, summary.documents);
        let shares = [summary.at_1, low, high, summary.at_5].map(percent).join(",");
        let _ = writeln!(
            out,
            "{release},{method},{},{},{shares},{:.2},{:.1},{:.4}",
            summary.documents,
            attacked.candidates.len(),
            summary.mean_rank,
            summary.median_rank,
            summary.reciprocal
        );
    }
    out
}

fn words_csv(attacked: &AttackResults, shows_words: bool) -> String {
    let mut out = "document,candidate,rival,attacker,rank,start,end,share".to_owned();
    out.push_str(if shows_words { ",words\n" } else { "\n" });
    for one in &attacked.explained {
        let (document, candidate, rival) = names(attacked, one);
        let [document, candidate, rival] = [document, candidate, rival].map(cell);
        let (attacker, rank) = (attacked.strongest.name(), one.standing.rank());
        for telling in &one.tellings {
            for place in &telling.places {
                let share = percent(telling.share / telling.places.len() as f64);
                let (start, end) = (place.start, place.end);
                let _ = write!(out, "{document},{candidate},{rival},{attacker},{rank},{start},{end},{share}");
                let _ = if shows_words { writeln!(out, ",{}", cell(&telling.words)) } else { writeln!(out) };
            }
        }
    }
    out
}

/// The standing of each document's candidate, for every attacker.
pub fn rows(attacked: &AttackResults) -> String {
    let mut out = "text,attacker,document,candidate,rank,at_1,at_5\n".to_owned();
    for outcome in &attacked.outcomes {
        let release = attacked.releases.iter().find(|release| release.name == outcome.release);
        let documents = release.map(|release| release.documents.as_slice()).unwrap_or_default();
        for (document, standing) in documents.iter().zip(&outcome.standings) {
            let candidate = attacked.candidates.get(document.truth).map_or("", String::as_str);
            let _ = writeln!(
                out,
                "{},{},{},{},{:.1},{},{}",
                outcome.release,
                outcome.method.name(),
                cell(&document.name),
                cell(candidate),
                standing.rank(),
                percent(standing.within(1)),
                percent(standing.within(5))
            );
        }
    }
    out
}

fn json(attacked: &AttackResults, attack: &args::AttackArguments) -> String {
    let line = |(release, method, summary): (&str, &str, &AttackSummary)| {
        let (low, high) = wilson(summary.at_1, summary.documents);
        json!({
            "text": release,
            "attacker": method,
            "at_1": summary.at_1,
            "at_1_interval": [low, high],
            "at_5": summary.at_5,
            "mean_rank": summary.mean_rank,
            "median_rank": summary.median_rank,
            "mrr": summary.reciprocal,
        })
    };
    let mut outcome = json!({
        "task": "attack",
        "documents": attacked.random.documents,
        "candidates": attacked.candidates.len(),
        "left_out": { "without_text": attacked.left_out.textless, "without_candidate": attacked.left_out.unknown },
        "outcomes": lines(attacked).map(line).collect::<Vec<Value>>(),
        "strongest": attacked.strongest.name(),
    });
    if attack.explain.is_some() {
        let explained = attacked.explained.iter().map(|one| explained_json(attacked, one, attack.show_words));
        outcome["explained"] = explained.collect();
    }
    if attack.show_words {
        let word = |(words, sum): (&str, TellingSums)| json!({ "words": words, "documents": sum.documents, "share": sum.share / attacked.explained.len() as f64 });
        outcome["words"] = most_telling(attacked).into_iter().map(word).collect();
    }
    outcome.to_string() + "\n"
}

fn explained_json(attacked: &AttackResults, one: &ExplainedDocument, shows_words: bool) -> Value {
    let (document, candidate, rival) = names(attacked, one);
    let tellings = one.tellings.iter().map(|telling| {
        let places: Vec<[usize; 2]> = telling.places.iter().map(|place| [place.start, place.end]).collect();
        let mut shown = json!({ "share": telling.share, "places": places });
        if shows_words {
            shown["words"] = telling.words.as_str().into();
        }
        shown
    });
    json!({
        "document": document,
        "candidate": candidate,
        "rival": rival,
        "rank": one.standing.rank(),
        "words_to_remove": one.enough,
        "tellings": tellings.collect::<Vec<Value>>(),
    })
}
