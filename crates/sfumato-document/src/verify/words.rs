//! Values as words: each is looked for by the hash of its words.

use super::bytes::{is_web_address, tells_beside_names};
use super::{MaskedValue, SHORTEST_BYTES};
use crate::{Document, Span};

/// Values with more words than this are looked for by their first ones.
const MOST_WORDS: usize = 8;
/// The number of beginnings of a word, as far as they are told apart.
const BEGINNINGS: usize = 1 << 8;

/// The times that a value may stand and stands.
pub(super) struct SearchedValue {
    /// That of its words.
    hash: u64,
    /// A place where it stood, if it must not stand anywhere else.
    pub(super) everywhere: Option<Span>,
    pub(super) allowed: u32,
    pub(super) found: u32,
    /// True if it is several words and long enough not to stand in markup by chance.
    pub(super) is_phrase: bool,
    /// True if it is a number of so few digits that it stands in any table by chance.
    pub(super) is_small: bool,
    /// True if it is the address of a page or a server.
    pub(super) is_address: bool,
    /// True if it would be told even by a name that the format dictates.
    pub(super) tells_beside_names: bool,
}

/// Values by the hash of their words, in small letters.
pub(super) struct WordSearch {
    // Invariant: in the order of their hashes, none twice.
    wanted: Vec<SearchedValue>,
    lengths: [bool; MOST_WORDS + 1],
    /// A bit for each hash, by its last bits: nearly all words of a text are in no value.
    sieve: Vec<u64>,
    /// The same for the first words of values, and for how they begin, which is known sooner.
    first: Vec<u64>,
    beginnings: Vec<u64>,
}

impl WordSearch {
    pub(super) fn new(document: &Document, masked: &[MaskedValue]) -> Self {
        let mut words = Self {
            wanted: Vec::with_capacity(masked.len()),
            lengths: [false; MOST_WORDS + 1],
            sieve: sieve(masked.len()),
            first: sieve(masked.len()),
            beginnings: sieve(BEGINNINGS),
        };
        for value in masked {
            words.want(document.slice(value.span), value);
        }
        // A value is what its last place says, and must stand nowhere else if one place says so.
        words.wanted.reverse();
        words.wanted.sort_by_key(|wanted| wanted.hash);
        words.wanted.dedup_by(|again, wanted| {
            let is_same = again.hash == wanted.hash;
            if is_same {
                wanted.everywhere = wanted.everywhere.or(again.everywhere);
            }
            is_same
        });
        words.wanted.iter().for_each(|wanted| put(&mut words.sieve, wanted.hash));
        put(&mut words.beginnings, 0);
        words
    }

    fn want(&mut self, text: &str, value: &MaskedValue) {
        let Some((first, hash, count)) = phrase(text) else { return };
        self.lengths[count] = true;
        put(&mut self.first, first);
        words(text).take(1).for_each(|(_, word)| put(&mut self.beginnings, beginning(word)));
        let is_phrase = count > 1 && text.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_BYTES;
        let everywhere = value.everywhere.then_some(value.span);
        let lower = text.to_ascii_lowercase();
        let is_address = is_phrase && is_web_address(lower.as_bytes());
        let tells_beside_names = is_phrase && tells_beside_names(lower.as_bytes());
        let is_small = text.len() < 4 && text.bytes().all(|b| b.is_ascii_digit());
        let found = 0;
        self.wanted.push(SearchedValue {
            hash,
            everywhere,
            allowed: 0,
            found,
            is_phrase,
            is_small,
            is_address,
            tells_beside_names,
        });
    }

    /// The value of a hash.
    fn place(&self, hash: u64) -> Option<usize> {
        self.wanted.binary_search_by_key(&hash, |wanted| wanted.hash).ok()
    }

    /// True if a value stays in some place.
    pub(super) fn is_left(&self, value: &str) -> bool {
        let place = phrase(value).and_then(|(_, hash, _)| self.place(hash));
        place.is_some_and(|place| self.wanted[place].allowed > 0)
    }

    pub(super) fn scan(&mut self, text: &str, mut seen: impl FnMut(&mut SearchedValue, usize)) {
        if self.wanted.is_empty() {
            return;
        }
        let longest = self.lengths.iter().rposition(|is_there| *is_there).unwrap_or(0);
        // What may be a value, from the first that started: where, the hash of its words so far, and how many.
        let mut runs: Vec<(usize, u64, usize)> = Vec::with_capacity(MOST_WORDS);
        for (start, word) in words(text) {
            let may_start = is_in_sieve(&self.beginnings, beginning(word));
            if runs.is_empty() && !may_start {
                continue;
            }
            let word = hash(word);
            if may_start && is_in_sieve(&self.first, word) {
                runs.push((start, SEED, 0));
            }
            for (start, run, count) in &mut runs {
                *run = mix(*run, word);
                *count += 1;
                if self.lengths[*count]
                    && is_in_sieve(&self.sieve, *run)
                    && let Some(place) = self.place(*run)
                {
                    seen(&mut self.wanted[place], *start);
                }
            }
            runs.retain(|(_, _, count)| *count < longest);
        }
    }
}

/// Room for a bit for each of so many hashes.
fn sieve(count: usize) -> Vec<u64> {
    vec![0; (count / 4).next_power_of_two().max(64)]
}

fn put(sieve: &mut [u64], hash: u64) {
    let bit = hash as usize & (sieve.len() * 64 - 1);
    sieve[bit / 64] |= 1 << (bit % 64);
}

fn is_in_sieve(sieve: &[u64], hash: u64) -> bool {
    let bit = hash as usize & (sieve.len() * 64 - 1);
    sieve[bit / 64] & (1 << (bit % 64)) != 0
}

/// A number that two texts share only if they are the same. Four sums go on side by side, as processors can.
pub(super) fn fingerprint(text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let (fours, last) = words.as_chunks::<4>();
    let mut sums = [SEED, !SEED, SEED.rotate_left(16), SEED.rotate_left(32)];
    for four in fours {
        for (sum, word) in sums.iter_mut().zip(four) {
            *sum = mix(*sum, u64::from_le_bytes(*word));
        }
    }
    let last = last.iter().map(|word| u64::from_le_bytes(*word)).chain(rest.iter().map(|byte| u64::from(*byte)));
    let whole = last.fold(mix(SEED, text.len() as u64), mix);
    sums.into_iter().fold(whole, mix)
}

/// The words of a text, each with its place: runs of letters and digits.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    // How long the next character is, and whether it is a letter or digit.
    let next = move |at: usize, byte: u8| -> (usize, bool) {
        if byte.is_ascii() {
            return (1, ASCII_WORDS[usize::from(byte)] != 0);
        }
        let c = text.get(at..).and_then(|rest| rest.chars().next());
        c.map_or((1, false), |c| (c.len_utf8(), c.is_alphanumeric()))
    };
    std::iter::from_fn(move || {
        let (mut length, mut is_inside) = next(at, *bytes.get(at)?);
        while !is_inside {
            at += length;
            (length, is_inside) = next(at, *bytes.get(at)?);
        }
        let start = at;
        while is_inside {
            at += length;
            (length, is_inside) = bytes.get(at).map_or((0, false), |byte| next(at, *byte));
        }
        Some((start, text.get(start..at)?))
    })
}

/// The hash of a word in small letters.
fn hash(word: &str) -> u64 {
    word.chars().fold(SEED, |hash, c| {
        let c = if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) };
        mix(hash, c.into())
    })
}

/// A number that words share that begin alike; 0 for those that do not begin in ASCII.
fn beginning(word: &str) -> u64 {
    match word.as_bytes() {
        [first, second, ..] if first.is_ascii() && second.is_ascii() => {
            u64::from(first.to_ascii_lowercase()) << 6 ^ u64::from(second.to_ascii_lowercase())
        }
        [first] => u64::from(first.to_ascii_lowercase()) << 6,
        _ => 0,
    }
}

/// Letters and digits of ASCII in small letters; 0 for everything else.
static ASCII_WORDS: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            table[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
}

/// The hash of the first word of a value, that of all its words, and how many they are, as far as words are counted;
/// nothing if it has none.
fn phrase(value: &str) -> Option<(u64, u64, usize)> {
    let mut phrase: Option<(u64, u64, usize)> = None;
    for word in words(value).take(MOST_WORDS).map(|(_, word)| hash(word)) {
        let (first, together, count) = phrase.unwrap_or((word, SEED, 0));
        phrase = Some((first, mix(together, word), count + 1));
    }
    phrase
}
