//! The words of a text, folded, and the lists that are looked for among them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use sfumato_words::{ByLanguage, Language, WordTable, words_by_language};

/// A word of a text, without capitals and accents.
#[derive(Clone)]
pub(crate) struct ListedWord {
    pub start: usize,
    pub end: usize,
    pub folded: String,
    /// True if it starts with a capital.
    pub is_capital: bool,
}

/// The words of a text in order; what stands in brackets as a label of an earlier run is left out.
pub(crate) struct TextWords<'t> {
    pub text: &'t str,
    pub words: Vec<ListedWord>,
}

/// A character in small letters, without its accent.
pub(crate) fn folded(c: char) -> char {
    match c.to_lowercase().next().unwrap_or(c) {
        'á' | 'à' | 'â' | 'ä' | 'ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    }
}

/// A phrase in small letters without accents, its words apart by single blanks.
pub(crate) fn fold(phrase: &str) -> String {
    let words = TextWords::new(phrase);
    let words: Vec<&str> = words.words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}

/// The end of a label such as `[AGE 1]` that starts at a place.
fn label_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix('[')?;
    let end = rest.find(']').filter(|end| *end <= 40)?;
    let inside = rest.get(..end)?;
    let is_label = inside.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == ' ' || c == '-');
    (is_label && inside.chars().any(char::is_uppercase)).then_some(at + end + 2)
}

impl<'t> TextWords<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut words: Vec<ListedWord> = Vec::new();
        let mut open: Option<ListedWord> = None;
        let mut skip_to = 0;
        for (at, c) in text.char_indices() {
            if at < skip_to {
                continue;
            }
            if c.is_alphanumeric() {
                let word = open.get_or_insert_with(|| ListedWord {
                    start: at,
                    end: at,
                    folded: String::new(),
                    is_capital: c.is_uppercase(),
                });
                word.folded.push(folded(c));
                word.end = at + c.len_utf8();
                continue;
            }
            words.extend(open.take());
            if c == '[' {
                skip_to = label_end(text, at).unwrap_or(0);
            }
        }
        words.extend(open);
        Self { text, words }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.folded)
    }

    pub fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// What stands between a word and the one before it.
    pub fn gap_before(&self, at: usize) -> &'t str {
        let start = at.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |word| word.end);
        self.slice(start..self.words.get(at).map_or(self.text.len(), |word| word.start))
    }

    /// The bytes of some words.
    pub fn range(&self, words: Range<usize>) -> Range<usize> {
        let start = self.words.get(words.start).map_or(0, |word| word.start);
        start..words.end.checked_sub(1).and_then(|last| self.words.get(last)).map_or(start, |word| word.end)
    }

    /// The first word that starts at a byte or after it.
    pub fn at_byte(&self, byte: usize) -> usize {
        self.words.partition_point(|word| word.start < byte)
    }

    /// True if two words stand in one sentence of one line, with nothing but blanks and weak marks between.
    pub fn is_joined(&self, at: usize) -> bool {
        let gap = self.gap_before(at);
        gap.chars().all(|c| {
            matches!(c, ' ' | '\t' | '\u{a0}' | '-' | '/' | '\'' | '’') || (c == '\n' && gap.matches('\n').count() == 1)
        })
    }
}

/// Phrases, each with what it means, looked up by their words.
pub(crate) struct PhraseList<V> {
    by_first: HashMap<String, Vec<(Vec<String>, V)>>,
}

impl<V> Default for PhraseList<V> {
    fn default() -> Self {
        Self { by_first: HashMap::new() }
    }
}

impl<V: Clone> PhraseList<V> {
    pub fn add(&mut self, phrase: &str, value: V) {
        let words: Vec<String> = TextWords::new(phrase).words.into_iter().map(|word| word.folded).collect();
        let Some(first) = words.first() else { return };
        let phrases = self.by_first.entry(first.clone()).or_default();
        if phrases.iter().any(|(known, _)| *known == words) {
            return;
        }
        phrases.push((words, value));
        phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }

    /// The longest phrase that starts at a word: the word after it, and what it means.
    pub fn longest(&self, words: &TextWords<'_>, at: usize) -> Option<(usize, &V)> {
        let phrases = self.by_first.get(words.word(at))?;
        let fits = |phrase: &[String]| {
            phrase
                .iter()
                .enumerate()
                .all(|(nth, word)| words.word(at + nth) == word && (nth == 0 || words.is_joined(at + nth)))
        };
        phrases.iter().find(|(phrase, _)| fits(phrase)).map(|(phrase, value)| (at + phrase.len(), value))
    }
}

/// A list of the file, as phrases that mean one of its other columns.
pub(crate) type WordList = ByLanguage<OnceLock<PhraseList<&'static str>>>;

const fn unread() -> WordList {
    ByLanguage::new([OnceLock::new(), OnceLock::new()])
}

macro_rules! lists {
    ($($name:ident, $table:expr, $columns:literal, $column:literal;)*) => {
        $(pub(crate) fn $name(language: Language) -> &'static PhraseList<&'static str> {
            static ROWS: ByLanguage<WordTable<$columns>> = $table;
            static READ: WordList = unread();
            READ.of(language).get_or_init(|| {
                let mut list = PhraseList::default();
                ROWS.of(language).rows().iter().for_each(|row| list.add(row[0], row[$column]));
                list
            })
        })*
    };
}

lists! {
    fields, words_by_language!("collections", "fields"), 2, 1;
    subject_fields, words_by_language!("collections", "subject fields"), 1, 0;
    other_fields, words_by_language!("collections", "other fields"), 1, 0;
    cues, words_by_language!("collections", "cues"), 2, 1;
    sexes, words_by_language!("collections", "sexes"), 2, 1;
    sex_letters, words_by_language!("collections", "sex letters"), 2, 1;
    sex_hints, words_by_language!("collections", "sex hints"), 2, 1;
    marital_states, words_by_language!("collections", "marital states"), 2, 1;
    nationalities, words_by_language!("collections", "nationalities"), 2, 1;
    languages, words_by_language!("collections", "languages"), 2, 1;
    ethnic_origins, words_by_language!("collections", "ethnic origins"), 2, 1;
    idle, words_by_language!("collections", "occupations of others"), 3, 1;
    children, words_by_language!("collections", "children"), 1, 0;
    childless, words_by_language!("collections", "childless"), 1, 0;
    counts, words_by_language!("collections", "counts"), 2, 1;
    kin, words_by_language!("collections", "kin"), 2, 1;
    owners, words_by_language!("collections", "owners"), 1, 0;
    family_history, words_by_language!("collections", "family history"), 1, 0;
    subject_words, words_by_language!("collections", "subject words"), 1, 0;
}

static CONTINENTS: ByLanguage<WordTable<3>> = words_by_language!("collections", "continents");
static IDLE: ByLanguage<WordTable<3>> = words_by_language!("collections", "occupations of others");

/// The words for people of a part of the world: for men, and for women.
pub(crate) fn people_of(continent: &str, language: Language) -> Option<(&'static str, &'static str)> {
    let row = CONTINENTS.of(language).rows().iter().find(|row| row[1] == continent)?;
    Some((row[0], row[2]))
}

/// The first word for what somebody does who has no trade, in a language.
pub(crate) fn idle_word(name: &str, language: Language) -> Option<&'static str> {
    IDLE.of(language).rows().iter().find(|row| row[1] == name).map(|row| row[0])
}
