//! Words that are known, and what they are.

use sfumato_language::Language;

use super::text::FoldedToken;
use crate::{KeyedLines, SubstituteKind, SubstituteLists};

/// Forms of a word: of a man, a woman, men, women; or one and several, whoever it is.
const EITHER: u8 = 4;

/// A word that is known, of one or more words of a mention.
#[derive(Clone, Copy)]
pub(crate) struct KnownWords<'a> {
    /// Its number of words in the mention.
    pub words: usize,
    /// The group of words that can stand for it.
    pub group: &'a str,
    /// The number of the form.
    pub form: u8,
    /// The key of its first form: all forms are one.
    pub first: &'a str,
}

impl KnownWords<'_> {
    /// The kind of the words.
    pub fn kind(&self) -> SubstituteKind {
        kind_of(self.group)
    }
}

/// The kind of the words of a group.
pub(crate) fn kind_of(group: &str) -> SubstituteKind {
    match group.split('-').next() {
        Some("profession" | "activity") => SubstituteKind::Profession,
        Some("kin") => SubstituteKind::Kinship,
        _ => SubstituteKind::Nationality,
    }
}

/// True if a form is of men and women alike.
pub(crate) fn is_either(form: u8) -> bool {
    form >= EITHER
}

/// The words of a form in a row of a group.
pub(crate) fn in_row(row: &str, form: u8) -> &str {
    // What was said of either is said of a man; rows for those are the same for both.
    let at = if is_either(form) { (form - EITHER) * 2 } else { form };
    row.split('|').nth(usize::from(at)).or_else(|| row.split('|').next_back()).unwrap_or_default()
}

/// True if a row has the same words for men and women.
pub(crate) fn is_shared(row: &str) -> bool {
    let mut forms = row.split('|');
    forms.next() == forms.next()
}

/// The table of a language.
pub(crate) fn table<'a>(lists: &SubstituteLists<'a>, language: Language) -> KeyedLines<'a> {
    lists.table(match language {
        Language::English => "words-en",
        Language::Spanish => "words-es",
    })
}

/// The longest known word that starts at a word of a mention, of the first of some groups that have one.
pub(crate) fn known_at<'a>(
    tokens: &[FoldedToken],
    at: usize,
    table: KeyedLines<'a>,
    groups: &[&str],
) -> Option<KnownWords<'a>> {
    let first = tokens.get(at)?;
    let mut best: Option<(usize, KnownWords<'a>)> = None;
    for line in table.from(&first.key) {
        let (key, rest) = line.split_once('\t')?;
        let Some(more) = key.strip_prefix(first.key.as_str()) else { break };
        if !more.is_empty() && !more.starts_with(' ') {
            break;
        }
        let words = 1 + more.split(' ').skip(1).count();
        let following = tokens.get(at + 1..at + words);
        let is_here =
            following.is_some_and(|next| next.iter().map(|token| token.key.as_str()).eq(more.split(' ').skip(1)));
        let mut fields = rest.split('\t');
        let (Some(group), Some(form), Some(first)) = (fields.next(), fields.next(), fields.next()) else { continue };
        let rank = groups.iter().position(|wanted| group.starts_with(wanted));
        let (Some(rank), true, Ok(form)) = (rank, is_here, form.parse()) else { continue };
        let is_better = best.is_none_or(|(known, word)| words > word.words || (words == word.words && rank < known));
        if is_better {
            best = Some((rank, KnownWords { words, group, form, first }));
        }
    }
    best.map(|(_, known)| known)
}
