//! Making the lexicon: word clusters, and the parts of speech that words were seen with.

use std::collections::{BTreeMap, HashMap};

use sfumato_model::LexiconBuilder;

use crate::Language;
use crate::treebank::TreeSentence;
use crate::words::{COLUMNS, LEXICON, normalise};

/// A line of a table that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The line, counted from one.
    pub line: usize,
    /// The fault in it.
    pub what: &'static str,
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for TableError {}

/// The least times that a word must be seen for its parts of speech to count.
const LEAST: u32 = 4;
/// A part of speech counts that has at least this share of a word's occurrences.
const SHARE: u32 = 20;

/// Makes a lexicon of a language from annotated sentences, a table of clusters (word, fine, coarse), and a table of classes from
/// elsewhere (word, class). The same input gives the same bytes.
pub fn lexicon(
    language: Language,
    gold: &[TreeSentence],
    clusters: &str,
    classes: &str,
) -> Result<Vec<u8>, TableError> {
    let columns = COLUMNS.get(LEXICON).unwrap_or_default();
    let mut builder = LexiconBuilder::new(columns).of_language(language.code());
    for (nth, line) in clusters.lines().enumerate() {
        let wrong = |what| TableError { line: nth + 1, what };
        let mut cells = line.split('\t');
        let (Some(word), Some(fine), Some(coarse)) = (cells.next(), cells.next(), cells.next()) else {
            return Err(wrong("expected a word and its two clusters"));
        };
        for (column, cluster) in [(0, fine), (1, coarse)] {
            let number: u16 = cluster.parse().map_err(|_| wrong("a cluster is a number below 65535"))?;
            builder.set(word, column, number.saturating_add(1));
        }
    }
    let seen = seen_classes(gold);
    set_classes(&mut builder, 2, seen.iter().map(|(word, class)| (word.as_str(), class.as_str())));
    let mut others = Vec::new();
    for (nth, line) in classes.lines().enumerate() {
        let pair = line.split_once('\t');
        others.push(pair.ok_or(TableError { line: nth + 1, what: "expected a word and its class" })?);
    }
    set_classes(&mut builder, 3, others.into_iter());
    Ok(builder.to_bytes())
}

/// Numbers classes in order of their names.
fn set_classes<'c>(
    builder: &mut LexiconBuilder,
    column: usize,
    words: impl Iterator<Item = (&'c str, &'c str)> + Clone,
) {
    let names: BTreeMap<&str, ()> = words.clone().map(|(_, class)| (class, ())).collect();
    let numbers: HashMap<&str, u16> = names.into_keys().zip(1..).collect();
    for (word, class) in words {
        builder.set(word, column, numbers.get(class).copied().unwrap_or(0));
    }
}

/// The parts of speech that words were seen with, the commonest first.
fn seen_classes(gold: &[TreeSentence]) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<String, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut lower = String::new();
    for word in gold.iter().flat_map(|sentence| &sentence.words).filter(|word| !word.upos.is_empty()) {
        normalise(&word.form, &mut lower);
        *counts.entry(lower.clone()).or_default().entry(&word.upos).or_default() += 1;
    }
    let class = |(word, tags): (String, BTreeMap<&str, u32>)| {
        let total: u32 = tags.values().sum();
        let mut tags: Vec<(&str, u32)> = tags.into_iter().filter(|(_, count)| count * SHARE >= total).collect();
        tags.sort_by_key(|(tag, count)| (std::cmp::Reverse(*count), *tag));
        let names: Vec<&str> = tags.iter().map(|(tag, _)| *tag).collect();
        (total >= LEAST).then(|| (word, names.join("|")))
    };
    counts.into_iter().filter_map(class).collect()
}
