//! Under what phrases are looked up.
//!
//! Taxonomies, counts and vectors are asked with phrases as they stand in texts, and were made from labels as others
//! write them; both go through here, so that "Cánceres de páncreas" and "cáncer del páncreas" meet.

use std::borrow::Cow;
use std::ops::Range;

use sfumato_language::{Language, plain};
use sfumato_model::{hash_bytes, hash_pair};

/// The start of the hashes of phrases.
const START: u64 = 0x5f1d_7a60;

/// Calls `each` with the words of a phrase in small letters and without accents; marks between them do not count.
///
/// A word is a run of letters and digits, with the apostrophes and points inside it left out ("O'Neill", "U.S.").
pub fn words(phrase: &str, mut each: impl FnMut(&str)) {
    placed_words(phrase, |_, word| each(word));
}

/// The same with where in the phrase each word stands, in bytes.
pub fn placed_words(phrase: &str, each: impl FnMut(Range<usize>, &str)) {
    if phrase.is_ascii() { ascii_words(phrase, each) } else { any_words(phrase, each) }
}

/// A phrase of no more letters than this, as most are, needs no memory of its own.
const ROOM: usize = 96;

/// The words of a phrase of plain letters, which most are: all that is done to them is to make them small.
fn ascii_words(phrase: &str, mut each: impl FnMut(Range<usize>, &str)) {
    let mut room = [0; ROOM];
    let mut long = String::new();
    let small = match room.get_mut(..phrase.len()) {
        Some(room) => {
            room.copy_from_slice(phrase.as_bytes());
            room.make_ascii_lowercase();
            std::str::from_utf8(room).unwrap_or_default()
        }
        None => {
            long.push_str(phrase);
            long.make_ascii_lowercase();
            long.as_str()
        }
    };
    let bytes = small.as_bytes();
    let is_part = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let mut has_marks = false;
        while is_part(at) || (at > start && matches!(bytes.get(at), Some(b'.' | b'\'')) && is_part(at + 1)) {
            has_marks |= !is_part(at);
            at += 1;
        }
        match small.get(start..at) {
            Some("") | None => at += 1,
            Some(word) if has_marks => each(start..at, &word.replace(['.', '\''], "")),
            Some(word) => each(start..at, word),
        }
    }
}

fn any_words(phrase: &str, mut each: impl FnMut(Range<usize>, &str)) {
    let mut word = String::new();
    let mut place = 0..0;
    let mut rest = phrase.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let mut is_mark_inside =
            || matches!(c, '.' | '\'' | '’') && rest.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if c.is_alphanumeric() {
            place.start = if word.is_empty() { at } else { place.start };
            place.end = at + c.len_utf8();
            match c.is_ascii() {
                true => word.push(c.to_ascii_lowercase()),
                false => word.extend(c.to_lowercase().filter_map(plain)),
            }
        } else if plain(c).is_some() && !word.is_empty() && !is_mark_inside() {
            each(place.clone(), &word);
            word.clear();
        } else if plain(c).is_none() {
            place.end = at + c.len_utf8();
        }
    }
    if !word.is_empty() {
        each(place, &word);
    }
}

/// The hash of a word as [`words`] gives it.
pub fn word_hash(word: &str) -> u64 {
    hash_bytes(word.as_bytes())
}

/// The hash of a sequence of words, given by theirs: the form of a phrase to the letter.
pub fn form_hash(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(START, longer)
}

/// The hash of a sequence of words with one more, of which [`form_hash`] is the repetition.
pub fn longer(sequence: u64, word: u64) -> u64 {
    hash_pair(sequence, word)
}

/// The form of a phrase to the letter; see [`words`].
pub fn form(phrase: &str) -> u64 {
    let mut hash = START;
    words(phrase, |word| hash = hash_pair(hash, word_hash(word)));
    hash
}

/// True if a word says nothing by itself and may be left out of a key: articles, and the prepositions of genitives.
fn is_silent(word: &str, language: Language) -> bool {
    match language {
        Language::English => matches!(word, "the" | "a" | "an" | "of"),
        Language::Spanish => matches!(word, "el" | "la" | "los" | "las" | "un" | "una" | "de" | "del"),
    }
}

/// The letters that a word and its plural have in common.
///
/// This is coarser than a lemma on purpose: it needs no sentence around the word, and what it confuses ("gas", "ga") is
/// told apart by the form.
fn stem(word: &str, language: Language) -> Cow<'_, str> {
    let cut = |ending: &str, rest: usize| {
        word.strip_suffix(ending)
            .filter(|stem| stem.len() >= rest && stem.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    match language {
        Language::English => match () {
            // All endings below have one of these letters, and most words have neither.
            () if !word.ends_with(['s', 'n']) => None,
            () if word.ends_with("ies") => cut("ies", 2).map(|stem| Cow::Owned(format!("{stem}y"))),
            () if word.ends_with("men") => cut("men", 0).map(|stem| Cow::Owned(format!("{stem}man"))),
            () if ends(&["sses", "shes", "ches", "xes", "zes"]) => cut("es", 2).map(Cow::Borrowed),
            () if ends(&["ss", "us", "is"]) => None,
            () => cut("s", 2).map(Cow::Borrowed),
        },
        // "paciente", "pacientes"; "mes", "meses"; "luz", "luces": without looking it up nobody knows which has an e.
        Language::Spanish => {
            let stem = cut("es", 3).or_else(|| cut("s", 3)).or_else(|| cut("e", 3)).unwrap_or(word);
            Some(stem.strip_suffix('z').map_or(Cow::Borrowed(stem), |stem| Cow::Owned(format!("{stem}c"))))
        }
    }
    .unwrap_or(Cow::Borrowed(word))
}

/// The key of a phrase that is put together word by word.
#[derive(Clone, Copy)]
struct Made {
    telling: u64,
    all: u64,
}

impl Made {
    const EMPTY: Self = Self { telling: START, all: START };

    fn add(&mut self, word: &str, language: Language) {
        self.add_hash(word_hash(&stem(word, language)), is_silent(word, language));
    }

    fn add_hash(&mut self, hash: u64, is_silent: bool) {
        self.all = hash_pair(self.all, hash);
        if !is_silent {
            self.telling = hash_pair(self.telling, hash);
        }
    }

    fn key(self) -> u64 {
        if self.telling == START { self.all } else { self.telling }
    }
}

/// The key of a phrase: its words in the singular without those that say nothing; of a phrase of such words alone, all.
pub fn key(phrase: &str, language: Language) -> u64 {
    let mut made = Made::EMPTY;
    words(phrase, |word| made.add(word, language));
    made.key()
}

/// The [`key`] and the [`form`] of a phrase, from one look at its words.
pub(crate) fn key_and_form(phrase: &str, language: Language) -> (u64, u64) {
    let (mut made, mut form) = (Made::EMPTY, START);
    words(phrase, |word| {
        let (own, stem) = (word_hash(word), stem(word, language));
        made.add_hash(if *stem == *word { own } else { word_hash(&stem) }, is_silent(word, language));
        form = hash_pair(form, own);
    });
    (made.key(), form)
}

/// True if any run of words in a phrase is as asked, given by its [`key`] and how many words it has, which are no more
/// than `longest`.
pub fn any_run(phrase: &str, language: Language, longest: usize, mut is_so: impl FnMut(u64, usize) -> bool) -> bool {
    let mut parts = Vec::new();
    words(phrase, |word| parts.push((word_hash(&stem(word, language)), is_silent(word, language))));
    (0..parts.len()).any(|from| {
        let mut made = Made::EMPTY;
        parts.iter().skip(from).take(longest).zip(1..).any(|((hash, is_silent), count)| {
            made.add_hash(*hash, *is_silent);
            is_so(made.key(), count)
        })
    })
}

/// The hash that a word as [`words`] gives it adds to the [`key`] of a phrase, for [`form_hash`]; nothing if it says
/// nothing by itself.
pub fn telling(word: &str, language: Language) -> Option<u64> {
    (!is_silent(word, language)).then(|| word_hash(&stem(word, language)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str, language: Language) {
        assert_eq!(key(a, language), key(b, language), "{a} / {b}");
    }

    #[test]
    fn number_article_case_and_accents_do_not_count() {
        same("Pancreatic cancers", "pancreatic cancer", Language::English);
        same("cancer of the pancreas", "Cancer of Pancreas", Language::English);
        same("biopsies", "biopsy", Language::English);
        same("cánceres de páncreas", "cancer del pancreas", Language::Spanish);
        same("luces", "luz", Language::Spanish);
        same("pacientes", "paciente", Language::Spanish);
        same("meses", "mes", Language::Spanish);
        same("índices", "índice", Language::Spanish);
        same("mujeres", "mujer", Language::Spanish);
        same("virus", "virus", Language::Spanish);
        same("women", "woman", Language::English);
        same("policemen", "policeman", Language::English);
        same("los médicos", "médico", Language::Spanish);
        same("U.S.", "us", Language::English);
    }

    #[test]
    fn a_key_can_be_put_together_word_by_word() {
        let phrase = "Cánceres de los páncreas, O'Neill";
        let (mut hashes, mut places) = (Vec::new(), Vec::new());
        placed_words(phrase, |place, word| {
            hashes.extend(telling(word, Language::Spanish));
            places.push(phrase.get(place).expect("whole letters"));
        });
        assert_eq!(places, ["Cánceres", "de", "los", "páncreas", "O'Neill"]);
        assert_eq!(form_hash(hashes), key(phrase, Language::Spanish));
        assert_eq!(key_and_form(phrase, Language::Spanish), (key(phrase, Language::Spanish), form(phrase)));
    }

    #[test]
    fn the_keys_of_runs_are_those_of_the_phrases_they_make() {
        let words = ["the", "cancers", "of", "women"];
        let mut found = Vec::new();
        let is_any = any_run(&words.join(" "), Language::English, 3, |key, count| {
            found.push((key, count));
            false
        });
        let run = |from: usize, count: usize| (key(&words[from..from + count].join(" "), Language::English), count);
        let whole: Vec<(u64, usize)> =
            (0..4).flat_map(|from| (1..=(4 - from).min(3)).map(move |count| run(from, count))).collect();
        assert!(!is_any);
        assert_eq!(found, whole);
        assert!(any_run("breast cancers", Language::English, 8, |found, _| found == key("cancer", Language::English)));
    }

    #[test]
    fn plain_letters_make_the_same_words_as_any() {
        let phrases =
            ["", ".", "O'Neill's U.S. dollars", "a..b 'tis rock'n'roll.", "St.John (II), 3.5 mg/ml", "x' .y'"];
        for phrase in phrases {
            let (mut plain, mut any) = (Vec::new(), Vec::new());
            ascii_words(phrase, |place, word| plain.push((place, word.to_owned())));
            any_words(phrase, |place, word| any.push((place, word.to_owned())));
            assert_eq!(plain, any, "{phrase}");
        }
    }

    #[test]
    fn other_words_and_another_order_do() {
        let english = |phrase| key(phrase, Language::English);
        assert_ne!(english("breast cancer"), english("cancer breast"));
        assert_ne!(english("virus"), english("viru"));
        assert_ne!(form("cancers"), form("cancer"));
    }
}
