//! Lists and tables of words, parsed when they are first asked for.

use std::sync::OnceLock;

use crate::section;

/// A table of words with `N` columns, of which the first is looked up; with one column, a list of words.
#[derive(Debug)]
pub struct WordTable<const N: usize = 1> {
    section: &'static str,
    parsed: OnceLock<ParsedTable<N>>,
}

/// The rows of a table, and where to find each by its first column.
#[derive(Debug)]
struct ParsedTable<const N: usize> {
    rows: Box<[[&'static str; N]]>,
    /// The number of a row plus one, or 0; open addressing in a power of two of slots.
    slots: Box<[u16]>,
}

/// So many slots for a row: most words that are not listed meet an empty one.
const SLOTS_A_ROW: usize = 4;

impl<const N: usize> WordTable<N> {
    /// The section of a file, which [`words!`](crate::words) embeds.
    ///
    /// # Panics
    ///
    /// Panics, while the program is compiled, if the file has no such section or an entry has not `N` columns.
    pub const fn new(file: &'static str, name: &str) -> Self {
        let section = section::of(file, name);
        assert!(section::has_columns(section, N), "an entry has more or fewer columns");
        Self { section, parsed: OnceLock::new() }
    }

    /// The rows, in the order of the file.
    pub fn rows(&self) -> &[[&'static str; N]] {
        &self.parsed().rows
    }

    /// The first row that starts with a word, or `None`.
    pub fn get(&self, word: &str) -> Option<&[&'static str; N]> {
        self.rows().get(self.position(word)?)
    }

    /// True if a row starts with a word.
    pub fn has(&self, word: &str) -> bool {
        self.position(word).is_some()
    }

    /// The place of the first row that starts with a word, counted from 0, or `None`.
    pub fn position(&self, word: &str) -> Option<usize> {
        self.parsed().find(word).ok()
    }

    fn parsed(&self) -> &ParsedTable<N> {
        self.parsed.get_or_init(|| ParsedTable::new(self.section))
    }
}

impl WordTable {
    /// The words, in the order of the file.
    pub fn words(&self) -> &[&'static str] {
        self.rows().as_flattened()
    }

    /// True if a word ends in one of these and is longer than that.
    pub fn ends(&self, word: &str) -> bool {
        self.words().iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
    }
}

impl<const N: usize> ParsedTable<N> {
    fn new(section: &'static str) -> Self {
        let rows: Box<[[&str; N]]> = section::entries(section).map(columns).collect();
        let slots = vec![0; (rows.len() * SLOTS_A_ROW).next_power_of_two()];
        let mut parsed = Self { rows, slots: slots.into() };
        for nth in 0..parsed.rows.len() {
            let word = parsed.rows.get(nth).map_or("", key);
            if let Err(free) = parsed.find(word)
                && let Some(slot) = parsed.slots.get_mut(free)
            {
                *slot = u16::try_from(nth + 1).expect("a list has fewer than 65,536 rows");
            }
        }
        parsed
    }

    /// The row that starts with a word, or the slot that is free for it.
    fn find(&self, word: &str) -> Result<usize, usize> {
        let mut at = hash(word.as_bytes());
        loop {
            at &= self.slots.len() - 1;
            let Some(nth) = self.slots.get(at).and_then(|slot| usize::from(*slot).checked_sub(1)) else {
                return Err(at);
            };
            if self.rows.get(nth).is_some_and(|row| key(row) == word) {
                return Ok(nth);
            }
            at += 1;
        }
    }
}

fn key<const N: usize>(row: &[&'static str; N]) -> &'static str {
    row.first().copied().unwrap_or_default()
}

fn columns<const N: usize>(entry: &'static str) -> [&'static str; N] {
    let mut columns = entry.split(section::BETWEEN);
    std::array::from_fn(|_| columns.next().unwrap_or_default())
}

/// The hash of Fowler, Noll and Vo. Only what the program brings along is in the tables, so it needs no secret.
fn hash(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    static LIST: WordTable = WordTable::new("[words]\nalpha\nbeta gamma\n# A comment.\nñu\n[none]\n", "words");
    static NONE: WordTable = WordTable::new("[words]\nalpha\n[none]\n", "none");
    static TABLE: WordTable<3> =
        WordTable::new("[verbs]\nbe = was = been\nsee = saw = seen\nbe = were = been", "verbs");

    #[test]
    fn words_are_found_and_stay_in_order() {
        assert_eq!(LIST.words(), ["alpha", "beta gamma", "ñu"]);
        assert!(LIST.words().iter().enumerate().all(|(nth, word)| LIST.position(word) == Some(nth)));
        for word in ["", "alph", "beta", "alpha ", "# A comment."] {
            assert!(!LIST.has(word), "{word}");
        }
        assert!(LIST.ends("beñu") && !LIST.ends("ñu"));
        assert!(NONE.words().is_empty() && !NONE.has("alpha"));
    }

    #[test]
    fn the_first_row_of_a_word_counts() {
        assert_eq!(TABLE.get("be"), Some(&["be", "was", "been"]));
        assert_eq!(TABLE.get("was"), None);
        assert_eq!(TABLE.rows().len(), 3);
    }

    #[test]
    fn many_words_find_their_places() {
        let text: String = (0..5000).map(|nth| format!("word{nth}\n")).collect();
        let list: WordTable = WordTable::new(Box::leak(format!("[all]\n{text}").into_boxed_str()), "all");
        assert!((0..5000).all(|nth| list.position(&format!("word{nth}")) == Some(nth)));
        assert!((5000..9000).all(|nth| !list.has(&format!("word{nth}"))));
    }
}
