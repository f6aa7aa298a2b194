//! Gazetteers: lists of names, places and telling words, as a table of phrases that is read in place.
//!
//! A phrase is looked up word by word, in small letters and without accents; marks between its words do not count. The
//! table says of each beginning of a phrase whether it goes on.

use sfumato_language::plain;
use sfumato_model::{LexiconBuilder, ModelError, WordLexicon, hash_bytes, hash_pair};

/// The columns of the table: kinds of classes, each a set of bits; and whether a longer phrase begins so.
const COLUMNS: [&str; 5] = ["names", "places", "things", "medical", "longer"];
const LONGER: usize = 4;
/// The number of kinds of classes.
pub(crate) const KINDS: usize = 4;
/// The places of names, towns and things among them.
pub(crate) const NAMES: usize = 0;
pub(crate) const PLACES: usize = 1;
pub(crate) const THINGS: usize = 2;
/// Phrases of more words are not looked for.
const LONGEST: usize = 8;

/// The classes of each kind, in the order of their bits: at most sixteen.
const CLASSES: [&[&str]; KINDS] = [
    &["given-m1", "given-m2", "given-f1", "given-f2", "surname1", "surname2", "title", "person", "staff"],
    &["town1", "town2", "province", "region", "country", "nationality", "geography", "building", "street-word"],
    &[
        "profession",
        "hospital",
        "hospital-word",
        "health-centre-word",
        "department-word",
        "organisation",
        "organisation-word",
        "kinship",
        "work-word",
        "event",
        "event-word",
        "ethnic",
        "religion",
        "demographic-word",
        "sex",
    ],
    &["anatomy", "disease", "disease-word", "symptom", "procedure", "month", "weekday", "time-word", "quantity-word"],
];

/// The bits of given names among the names.
pub(crate) const GIVEN: u64 = 0b1111;
/// The bits of given names, surnames and known people among the names.
pub(crate) const NAME: u64 = 0b1011_1111;
/// The bits of professions and of words for relatives among the things.
pub(crate) const PROFESSION: u64 = 1;
pub(crate) const KINSHIP: u64 = 1 << 7;
/// The bit of titles among the names.
pub(crate) const TITLE: u64 = 1 << 6;

/// The kind and bit of a class; nothing if there is no such class.
fn class(name: &str) -> Option<(usize, u16)> {
    let kinds = CLASSES.iter().enumerate();
    kinds.filter_map(|(kind, names)| Some((kind, 1 << names.iter().position(|known| *known == name)?))).next()
}

/// A table of phrases, and one of words by the company they keep.
#[derive(Debug, Clone)]
pub struct Gazetteer<'m> {
    table: WordLexicon<'m>,
    clusters: WordLexicon<'m>,
}

/// The clusters that a word can belong to: fine, coarse, and of another text.
const CLUSTERS: [&str; 3] = ["fine", "coarse", "other"];

/// A phrase that was found: how many words it has, and its classes of a kind as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PhraseHit {
    pub words: usize,
    pub classes: u16,
}

impl<'m> Gazetteer<'m> {
    /// Reads a table in place.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged("it ends early"))?;
        let parts = rest.split_at_checked(u32::from_le_bytes(*length) as usize);
        let (table, clusters) = parts.ok_or(ModelError::Damaged("it ends early"))?;
        let (table, clusters) = (WordLexicon::from_bytes(table)?, WordLexicon::from_bytes(clusters)?);
        let has = |lexicon: &WordLexicon<'_>, columns: &[&str]| {
            columns.iter().enumerate().all(|(at, name)| lexicon.column(name) == Some(at))
        };
        match has(&table, &COLUMNS) && has(&clusters, &CLUSTERS) {
            true => Ok(Self { table, clusters }),
            false => Err(ModelError::Damaged("it was made by another version of this program")),
        }
    }

    /// Compares the table with the hash that its head states.
    pub fn check(&self) -> Result<(), ModelError> {
        self.table.check()?;
        self.clusters.check()
    }

    /// The hash of the table, by which a model that was made with another one is told.
    pub fn hash(&self) -> u64 {
        hash_pair(self.table.stated_hash(), self.clusters.stated_hash())
    }

    /// The clusters of a word, by the hash of its form in small letters; zero where there is none.
    pub(crate) fn clusters(&self, lower: u64) -> [u16; CLUSTERS.len()] {
        let record = self.clusters.find(lower);
        std::array::from_fn(|column| record.map_or(0, |record| record.get(column)))
    }

    /// The longest phrase of each kind that begins with the first of these words, given as hashes of their plain forms.
    pub(crate) fn find(&self, words: impl Iterator<Item = u64>) -> [PhraseHit; KINDS] {
        let mut hits = [PhraseHit::default(); KINDS];
        let mut key = START;
        for (nth, word) in words.take(LONGEST).enumerate() {
            key = hash_pair(key, word);
            let Some(record) = self.table.find(key) else { break };
            for (kind, hit) in hits.iter_mut().enumerate() {
                let classes = record.get(kind);
                if classes != 0 {
                    *hit = PhraseHit { words: nth + 1, classes };
                }
            }
            if record.get(LONGER) == 0 {
                break;
            }
        }
        hits
    }
}

/// The first bytes of the file; behind them stand the length of the first table, and both tables.
const MAGIC: &[u8; 8] = b"SFGAZET1";
/// The seed of the hashes of phrases.
const START: u64 = 0x67a2_e77e;

/// The hash of a word in small letters without accents.
pub(crate) fn plain_hash(word: &str, scratch: &mut String) -> u64 {
    scratch.clear();
    scratch.extend(word.chars().flat_map(char::to_lowercase).filter_map(plain));
    hash_bytes(scratch.as_bytes())
}

/// A line of a list cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct GazetteerError {
    /// The line, counted from one.
    pub line: usize,
    /// The fault.
    pub what: &'static str,
}

/// Makes a gazetteer of lists, `phrase<TAB>class` a line, and of clusters, a word and up to three numbers a line.
pub fn gazetteer(list: &str, clusters: &str, language: &str) -> Result<Vec<u8>, GazetteerError> {
    let (table, clusters) = (phrase_table(list, language)?, cluster_table(clusters, language)?);
    Ok([&MAGIC[..], &(table.len() as u32).to_le_bytes(), &table, &clusters].concat())
}

fn cluster_table(list: &str, language: &str) -> Result<Vec<u8>, GazetteerError> {
    let mut builder = LexiconBuilder::new(&CLUSTERS).of_language(language);
    for (nth, line) in list.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let mut fields = line.split('\t');
        let word = fields.next().unwrap_or_default();
        for (column, field) in (0..CLUSTERS.len()).zip(fields).filter(|(_, field)| !field.is_empty()) {
            let number: Option<u16> = field.parse().ok().filter(|number| *number < u16::MAX);
            let wrong = GazetteerError { line: nth + 1, what: "expected a word and numbers below 65535" };
            builder.set(word, column, number.ok_or(wrong)? + 1);
        }
    }
    Ok(builder.to_bytes())
}

fn phrase_table(list: &str, language: &str) -> Result<Vec<u8>, GazetteerError> {
    let mut builder = LexiconBuilder::new(&COLUMNS).of_language(language);
    let mut scratch = String::new();
    for (nth, line) in list.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let wrong = |what| GazetteerError { line: nth + 1, what };
        let (phrase, name) = line.split_once('\t').ok_or(wrong("expected a phrase, a tab and a class"))?;
        let (kind, bit) = class(name).ok_or(wrong("no such class"))?;
        let words: Vec<&str> = words(phrase).collect();
        if words.is_empty() || words.len() > LONGEST {
            continue;
        }
        let mut key = START;
        for (nth, word) in words.iter().enumerate() {
            key = hash_pair(key, plain_hash(word, &mut scratch));
            let is_last = nth + 1 == words.len();
            let (column, bit) = if is_last { (kind, bit) } else { (LONGER, 1) };
            if let Some(place) = builder.place(key, column) {
                *place |= bit;
            }
        }
    }
    Ok(builder.to_bytes())
}

/// The words of a phrase: runs of letters and runs of digits, as pieces of a text are.
fn words(phrase: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || plain(c).is_none();
    let runs = phrase.split(move |c: char| !is_part(c)).filter(|run| !run.is_empty());
    runs.flat_map(cut_at_digits)
}

/// A run cut where letters and digits meet.
fn cut_at_digits(run: &str) -> impl Iterator<Item = &str> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != first).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(list: &str, text: &[&str]) -> [(usize, u16); KINDS] {
        let bytes = gazetteer(list, "", "es").expect("a list");
        let gazetteer = Gazetteer::from_bytes(&bytes).expect("sound");
        gazetteer.check().expect("sound");
        let mut scratch = String::new();
        let hashes: Vec<u64> = text.iter().map(|word| plain_hash(word, &mut scratch)).collect();
        gazetteer.find(hashes.into_iter()).map(|hit| (hit.words, hit.classes))
    }

    #[test]
    fn the_longest_phrase_is_found_whatever_case_and_accents() {
        let list = "León\ttown1\nLeon Felipe\tprofession\nleón\tsurname1\n";
        assert_eq!(find(list, &["LEON", "felipe", "x"]), [(1, 16), (1, 1), (2, 1), (0, 0)]);
        assert_eq!(find(list, &["felipe"]), [(0, 0); KINDS]);
    }

    #[test]
    fn titles_have_their_bit() {
        assert_eq!(class("title"), Some((0, TITLE as u16)));
    }

    #[test]
    fn marks_and_digits_part_words() {
        assert_eq!(find("St. John's 2B\tbuilding\n", &["st", "john", "s", "2", "b"])[1].0, 5);
    }

    #[test]
    fn bad_lines_are_refused_by_number() {
        assert_eq!(gazetteer("a\ttown1\nb\n", "", "en").map(drop).map_err(|e| e.line), Err(2));
        assert_eq!(
            gazetteer("a\tvillain\n", "", "en").map(drop).map_err(|e| e.to_string()),
            Err("line 1: no such class".into())
        );
    }
}
