//! The agreement of our information content with hits that somebody else recorded.

use std::fmt::Write as _;
use std::path::Path;

use sfumato::knowledge::counts::{Basis, Count, Counts, Phrase, bits};
use sfumato::knowledge::key;
use sfumato::language::Language;

use super::ic::{asked, pmi};
use crate::failure::Failure;
use crate::gold;

/// A recorded query: its phrases, and the hits.
struct RecordedQuery {
    phrases: Vec<String>,
    hits: f64,
}

/// Recorded hits.
pub struct RecordedHits {
    rows: Vec<RecordedQuery>,
    /// The rows that are no phrases: those with markup, brackets or numbers of a database.
    unclean: usize,
}

/// Reads recorded hits.
pub fn read(path: &Path) -> Result<RecordedHits, Failure> {
    let mut yardstick = RecordedHits { rows: Vec::new(), unclean: 0 };
    for (at, line) in gold::text(path)?.lines().enumerate() {
        let wrong = || Failure::at(format!("{}, line {}", path.display(), at + 1), "no phrase, tab and hits");
        let (term, hits) = line.split_once('\t').ok_or_else(wrong)?;
        let hits: f64 = hits.parse().map_err(|_| wrong())?;
        if is_clean(term) {
            let phrases = term.split(' ').map(|phrase| phrase.replace('_', " ")).collect();
            yardstick.rows.push(RecordedQuery { phrases, hits });
        } else {
            yardstick.unclean += 1;
        }
    }
    Ok(yardstick)
}

/// True if all phrases of a term are words: without brackets, quotes and markup, and not the name of a class that
/// ends in the eight or nine digits it has in a database.
fn is_clean(term: &str) -> bool {
    let is_class = |phrase: &str| {
        let last = phrase.rsplit('_').next().unwrap_or_default();
        last.len() >= 8 && last.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_phrase = |phrase: &str| {
        !phrase.contains(['"', '(', ')', '[', ']', ';', '&', '|'])
            && phrase.contains(char::is_alphanumeric)
            && !phrase.starts_with('_')
            && !phrase.ends_with('_')
            && !is_class(phrase)
    };
    term.split(' ').all(is_phrase)
}

/// The rank correlations with recorded hits of so many documents.
pub fn compared(
    yardstick: &RecordedHits,
    their_total: f64,
    counts: &dyn Counts,
    language: Language,
) -> Result<String, Failure> {
    let total = counts.total(language);
    let (mut single, mut joint) = (Vec::new(), Vec::new());
    let mut theirs_alone = std::collections::HashMap::new();
    for row in &yardstick.rows {
        if let [phrase] = row.phrases.as_slice() {
            theirs_alone.insert(phrase.as_str(), bits(row.hits, their_total));
        }
    }
    for row in &yardstick.rows {
        let phrases: Vec<Phrase<'_>> = row.phrases.iter().map(|text| Phrase::new(text)).collect();
        let found = asked(&phrases, counts, language)?;
        let [together, each @ ..] = found.as_slice() else { continue };
        let theirs = bits(row.hits, their_total);
        let pair = (bits(together.hits, total), theirs);
        match row.phrases.as_slice() {
            [phrase] => single.push((pair, *together, words(phrase))),
            phrases => {
                let alone: Option<f64> = phrases.iter().map(|phrase| theirs_alone.get(phrase.as_str())).sum();
                let bonds = pmi(*together, each, total).zip(alone.map(|alone| alone - theirs));
                joint.push((pair, *together, bonds));
            }
        }
    }
    let mut out =
        format!("{} rows, {} unclean left out\n", yardstick.rows.len() + yardstick.unclean, yardstick.unclean);
    let mut line = |name: &str, pairs: Vec<(f64, f64)>| {
        let _ = match spearman(&pairs) {
            Some(rho) => writeln!(out, "{name:<34} {:>5}  {rho:>6.3}", pairs.len()),
            None => writeln!(out, "{name:<34} {:>5}       -", pairs.len()),
        };
    };
    line("single terms", single.iter().map(|(pair, ..)| *pair).collect());
    for basis in [Basis::Counted, Basis::Estimated, Basis::Unseen] {
        let of = |count: &Count| count.basis == basis;
        line(
            &format!("  {basis:?}").to_lowercase(),
            single.iter().filter(|(_, c, _)| of(c)).map(|(pair, ..)| *pair).collect(),
        );
    }
    for number in 1..=6 {
        let of = |words: usize| words == number || number == 6 && words > 6;
        let name = if number == 6 { "  six words or more".to_owned() } else { format!("  words: {number}") };
        line(&name, single.iter().filter(|(.., words)| of(*words)).map(|(pair, ..)| *pair).collect());
    }
    line("two terms together", joint.iter().map(|(pair, ..)| *pair).collect());
    line("  PMI, where both are known alone", joint.iter().filter_map(|(.., bonds)| *bonds).collect());
    let counted = joint.iter().filter(|(_, count, _)| count.basis == Basis::Counted);
    line("  PMI, counted together", counted.filter_map(|(.., bonds)| *bonds).collect());
    Ok(out)
}

fn words(phrase: &str) -> usize {
    let mut number = 0;
    key::words(phrase, |_| number += 1);
    number
}

/// The rank correlation, ties in their middle; nothing where all is the same.
fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let a = ranks(pairs.iter().map(|(a, _)| *a).collect());
    let b = ranks(pairs.iter().map(|(_, b)| *b).collect());
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let sum = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let spread = (sum(&a, &a) * sum(&b, &b)).sqrt();
    (spread > 0.0).then(|| sum(&a, &b) / spread)
}

fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    for same in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let middle = from as f64 + (same.len() as f64 - 1.0) / 2.0;
        same.iter().for_each(|at| ranks[*at] = middle);
        from += same.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_compared_and_not_values() {
        assert_eq!(spearman(&[(1.0, 10.0), (2.0, 11.0), (9.0, 1000.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (1.0, 2.0)]), None);
        assert_eq!(ranks(vec![5.0, 1.0, 5.0]), [1.5, 0.0, 1.5]);
    }

    #[test]
    fn what_is_no_phrase_is_left_out() {
        assert!(is_clean("pancreatic_cancer") && is_clean("a_river liver"));
        assert!(
            !is_clean("abstraction_100002137") && !is_clean("(;_danish") && !is_clean("liver -") && !is_clean("a_")
        );
    }
}
