//! The words a network tells apart, and what lists of names and terms say of words, read in place.
//!
//! ```text
//! SFVOCAB1 <words> <kinds> <characters>: u32 each
//! <characters: u32 each> <kinds: u32 each> <ends of words: u32 each> <numbers: u16 each> <kinds of words: u16 each>
//! <words, in the order of their bytes>
//! ```
//! Words have small letters, and zeros for digits. The number of a word is zero if it is merely listed. A kind is a set of
//! bits, one for each list.

use sfumato_model::neural::WordForm;
use sfumato_model::{ModelError, hash_bytes};

const MAGIC: &[u8; 8] = b"SFVOCAB1";
/// The number of a word or a character that is not in the list.
const UNKNOWN: u8 = 2;
/// The number of the first character.
const FIRST: usize = 3;
/// So many characters of a form are read from its start, and from its end.
const FROM_START: usize = 10;
const FROM_END: usize = 6;
/// Longer forms are as long as this.
const LONGEST: usize = 15;

const EARLY: ModelError = ModelError::Damaged("it ends early");
const SENSELESS: ModelError = ModelError::Damaged("its head makes no sense");

/// The vocabulary of networks.
#[derive(Clone)]
pub struct Vocabulary<'m> {
    /// Characters and their numbers, in order; the numbers of the first 256.
    characters: Vec<(char, u8)>,
    latin: [u8; 256],
    kinds: &'m [[u8; 4]],
    ends: &'m [[u8; 4]],
    numbers: &'m [[u8; 2]],
    of_words: &'m [[u8; 2]],
    words: &'m [u8],
    hash: u64,
}

impl std::fmt::Debug for Vocabulary<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vocabulary({} words)", self.ends.len())
    }
}

impl<'m> Vocabulary<'m> {
    /// Reads the head.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let mut sizes = [0; 3];
        for size in &mut sizes {
            let (number, after) = rest.split_first_chunk().ok_or(EARLY)?;
            (*size, rest) = (u32::from_le_bytes(*number) as usize, after);
        }
        let [words, kinds, characters] = sizes;
        if characters > usize::from(u8::MAX) - FIRST {
            return Err(SENSELESS);
        }
        let (characters, rest) = numbers::<4>(rest, characters)?;
        let (kinds, rest) = numbers::<4>(rest, kinds)?;
        let (ends, rest) = numbers::<4>(rest, words)?;
        let (numbers_of_words, rest) = numbers::<2>(rest, words)?;
        let (of_words, words) = numbers::<2>(rest, words)?;
        let numbered = characters.iter().zip(FIRST..);
        let mut characters = numbered
            .map(|(code, number)| Some((char::from_u32(u32::from_le_bytes(*code))?, u8::try_from(number).ok()?)))
            .collect::<Option<Vec<_>>>()
            .ok_or(SENSELESS)?;
        characters.sort_unstable();
        let mut latin = [UNKNOWN; 256];
        for (c, number) in &characters {
            if let Ok(c) = u8::try_from(*c) {
                latin[usize::from(c)] = *number;
            }
        }
        Ok(Self { characters, latin, kinds, ends, numbers: numbers_of_words, of_words, words, hash: stated(bytes) })
    }

    /// The hash that tells it from others.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The form by which a network knows a token that has letters, digits, a mark or line breaks.
    pub(crate) fn form(&self, form: &str, word: &mut String) -> WordForm {
        word.clear();
        word.extend(form.chars().flat_map(char::to_lowercase).map(|c| if c.is_ascii_digit() { '0' } else { c }));
        let (number, listed) = self.find(word.as_bytes()).unwrap_or_default();
        let mut letters = [0; FROM_START + FROM_END];
        for (letter, c) in letters.iter_mut().zip(form.chars().take(FROM_START)) {
            *letter = self.character(c);
        }
        for (letter, c) in letters.iter_mut().rev().zip(form.chars().rev().take(FROM_END)) {
            *letter = self.character(c);
        }
        WordForm {
            word: if number == 0 { u32::from(UNKNOWN) } else { u32::from(number) },
            shape: shape(form),
            length: form.chars().take(LONGEST).count() as u8,
            listed,
            letters,
        }
    }

    fn character(&self, wanted: char) -> u8 {
        if let Ok(wanted) = u8::try_from(wanted) {
            return self.latin[usize::from(wanted)];
        }
        let found = self.characters.binary_search_by_key(&wanted, |(c, _)| *c);
        found.ok().and_then(|at| self.characters.get(at)).map_or(UNKNOWN, |(_, number)| *number)
    }

    /// The number of a word, and the lists that have it.
    fn find(&self, wanted: &[u8]) -> Option<(u16, u32)> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.word(middle)?.cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let kind = u16::from_le_bytes(*self.of_words.get(middle)?);
                    let listed = self.kinds.get(usize::from(kind)).map_or(0, |kind| u32::from_le_bytes(*kind));
                    return Some((u16::from_le_bytes(*self.numbers.get(middle)?), listed));
                }
            }
        }
        None
    }

    fn word(&self, at: usize) -> Option<&'m [u8]> {
        let end = |at: usize| self.ends.get(at).map(|end| u32::from_le_bytes(*end) as usize);
        let start = at.checked_sub(1).map_or(Some(0), end)?;
        self.words.get(start..end(at)?)
    }
}

/// So many numbers at the start of some bytes, and what follows.
fn numbers<const N: usize>(bytes: &[u8], count: usize) -> Result<(&[[u8; N]], &[u8]), ModelError> {
    let size = count.checked_mul(N).ok_or(SENSELESS)?;
    let (numbers, rest) = bytes.split_at_checked(size).ok_or(EARLY)?;
    Ok((numbers.as_chunks().0, rest))
}

/// The hash of the sizes, the characters and the last words: enough to tell vocabularies apart without reading them.
fn stated(bytes: &[u8]) -> u64 {
    let few = 1 << 12;
    let (first, last) = (bytes.get(..few.min(bytes.len())), bytes.get(bytes.len().saturating_sub(few)..));
    hash_bytes(&[first.unwrap_or_default(), last.unwrap_or_default()].concat())
}

/// The kind of a form.
fn shape(form: &str) -> u8 {
    let Some(first) = form.chars().next() else { return 0 };
    if first == '\n' {
        return 2;
    }
    if first.is_ascii_digit() {
        return 3;
    }
    if !first.is_alphabetic() {
        return 4;
    }
    let upper = form.chars().filter(|c| c.is_uppercase()).count();
    let lower = form.chars().filter(|c| c.is_lowercase()).count();
    match (upper, lower) {
        (0, 1..) => 5,
        (1.., 0) if form.chars().nth(1).is_none() => 6,
        (1.., 0) => 7,
        (1, 1..) if first.is_uppercase() => 8,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vocabulary of words with their number and the bits of the lists that have them.
    pub(crate) fn written(words: &[(&str, u16, u32)], characters: &str) -> Vec<u8> {
        let mut words = words.to_vec();
        words.sort_unstable();
        let mut bytes = MAGIC.to_vec();
        let sizes = [words.len(), words.len(), characters.chars().count()];
        sizes.iter().for_each(|size| bytes.extend((*size as u32).to_le_bytes()));
        characters.chars().for_each(|c| bytes.extend((c as u32).to_le_bytes()));
        words.iter().for_each(|(_, _, listed)| bytes.extend(listed.to_le_bytes()));
        let mut end = 0;
        for (word, ..) in &words {
            end += word.len() as u32;
            bytes.extend(end.to_le_bytes());
        }
        words.iter().for_each(|(_, number, _)| bytes.extend(number.to_le_bytes()));
        (0..words.len()).for_each(|nth| bytes.extend((nth as u16).to_le_bytes()));
        words.iter().for_each(|(word, ..)| bytes.extend(word.as_bytes()));
        bytes
    }

    #[test]
    fn words_are_found_with_what_lists_say() {
        let bytes = written(&[("ana", 7, 1), ("ruiz", 0, 8), ("00", 4, 0)], "abnA1");
        let vocabulary = Vocabulary::from_bytes(&bytes).expect("well formed");
        let mut scratch = String::new();
        let mut of = |form: &str| vocabulary.form(form, &mut scratch);
        let ana = of("Ana");
        assert_eq!((ana.word, ana.shape, ana.length, ana.listed), (7, 8, 3, 1));
        assert_eq!(ana.letters, [6, 5, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 5, 3]);
        assert_eq!((of("RUIZ").word, of("RUIZ").listed, of("RUIZ").shape), (2, 8, 7));
        assert_eq!((of("31").word, of("31").shape), (4, 3));
        assert_eq!((of("Bo").word, of("é").letters[0]), (2, 2));
        assert_eq!(of("abababababababababab").letters.map(|letter| letter > 0), [true; 16]);
    }

    #[test]
    fn shapes_are_told_by_letters() {
        let shapes = ["\n", "12", "-", "ana", "A", "ANA", "Ana", "McKay", "aB", "²"].map(shape);
        assert_eq!(shapes, [2, 3, 4, 5, 6, 7, 8, 9, 9, 4]);
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = written(&[("ana", 7, 1)], "an");
        for length in 0..bytes.len() - 3 {
            assert!(Vocabulary::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        // A word that is cut off is not found, and nothing else happens.
        let cut = Vocabulary::from_bytes(&bytes[..bytes.len() - 1]).expect("the head is whole");
        assert_eq!(cut.form("ana", &mut String::new()).word, 2);
    }
}
