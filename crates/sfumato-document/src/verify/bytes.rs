//! Values as bytes, in what is no text: each is looked for by its first six.

use std::collections::HashSet;
use std::ops::Range;

use super::SHORTEST_BYTES;
use crate::shell::Unread;

/// Forms of values, found by their first bytes.
#[derive(Default)]
struct Forms {
    // Invariant: in order, none twice, none shorter than the shortest.
    list: Vec<Box<[u8]>>,
    /// For each the longest other one that it starts with, by number from one; 0 if there is none.
    within: Vec<u32>,
    /// A bit for the first bytes of each: nearly all bytes of a file are in no value.
    sieve: Vec<u64>,
}

impl Forms {
    fn new(mut list: Vec<Box<[u8]>>) -> Self {
        list.retain(|form| form.len() >= SHORTEST_BYTES);
        list.sort_unstable();
        list.dedup();
        let mut sieve = vec![0; (list.len() / 4).next_power_of_two().max(1 << 10)];
        for form in &list {
            let start = form.iter().take(SHORTEST_BYTES).fold(0, |start, byte| joined(start, *byte));
            let bit = bit(start, &sieve);
            sieve[bit / 64] |= 1 << (bit % 64);
        }
        let within = within(&list);
        Self { list, within, sieve }
    }

    /// Calls `seen` with the number of each form that stands in some bytes, read by `fold`, as often as it does.
    fn scan(&self, bytes: &[u8], fold: impl Fn(u8) -> u8, mut seen: impl FnMut(usize)) {
        if self.list.is_empty() {
            return;
        }
        let mut start = 0;
        for (end, byte) in (1..).zip(bytes) {
            start = joined(start, fold(*byte));
            let bit = bit(start, &self.sieve);
            if end < SHORTEST_BYTES || self.sieve[bit / 64] & (1 << (bit % 64)) == 0 {
                continue;
            }
            let here = bytes.get(end - SHORTEST_BYTES..).unwrap_or_default();
            self.starting(here, &fold, &mut seen);
        }
    }

    /// Calls `seen` with the number of each form that some bytes start with.
    ///
    /// Of those in order up to the bytes the last starts with each of them, or is it: what stands between starts alike.
    fn starting(&self, bytes: &[u8], fold: impl Fn(u8) -> u8, mut seen: impl FnMut(usize)) {
        let starts = |form: &[u8]| form.len() <= bytes.len() && form.iter().zip(bytes).all(|(a, b)| *a == fold(*b));
        let upto =
            |form: &[u8]| form.iter().copied().cmp(bytes.iter().map(|byte| fold(*byte))) != std::cmp::Ordering::Greater;
        let mut number = self.list.partition_point(|form| upto(form));
        while let Some(nth) = number.checked_sub(1) {
            if starts(&self.list[nth]) {
                seen(nth);
            }
            number = self.within[nth] as usize;
        }
    }

    fn number(&self, form: &[u8]) -> Option<usize> {
        self.list.binary_search_by(|known| (**known).cmp(form)).ok()
    }
}

/// For each of some forms in order the longest other one that it starts with, by number from one.
fn within(list: &[Box<[u8]>]) -> Vec<u32> {
    let mut open: Vec<usize> = Vec::new();
    let mut within = Vec::with_capacity(list.len());
    for (nth, form) in list.iter().enumerate() {
        while open.last().is_some_and(|last| !form.starts_with(&list[*last])) {
            open.pop();
        }
        within.push(open.last().map_or(0, |last| *last as u32 + 1));
        open.push(nth);
    }
    within
}

/// The last bytes that were met, with one more.
fn joined(start: u64, byte: u8) -> u64 {
    (start << 8 | u64::from(byte)) & ((1 << (8 * SHORTEST_BYTES)) - 1)
}

/// Spreads bytes over a sieve.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The place of some bytes in a sieve, whose length is a power of two.
fn bit(start: u64, sieve: &[u64]) -> usize {
    (start.wrapping_mul(SPREAD) >> 32) as usize & (sieve.len() * 64 - 1)
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

/// Values that stand in the planned text as parts of longer words, such as "2 March" in "12 March": to find their bytes
/// says nothing.
pub(super) struct Planned {
    forms: Forms,
    /// Whether each stands there.
    stands: Vec<bool>,
}

impl Planned {
    pub(super) fn new(values: &[&str], text: &str) -> Self {
        let forms = Forms::new(values.iter().map(|value| value.to_ascii_lowercase().into_bytes().into()).collect());
        let mut stands = vec![false; forms.list.len()];
        forms.scan(text.as_bytes(), lower, |nth| stands[nth] = true);
        Self { forms, stands }
    }

    pub(super) fn holds(&self, value: &str) -> bool {
        self.forms.number(value.to_ascii_lowercase().as_bytes()).is_some_and(|nth| self.stands[nth])
    }
}

/// Values as bytes, in the encodings that files use inside, by their first six.
///
/// A single word is looked for as it is written, since in small letters it may be a word of the markup; anything with
/// a digit, a mark or a blank in it, in any case.
#[derive(Default)]
pub(super) struct Bytes {
    exact: Forms,
    lower: Forms,
    /// The digits of those that are numbers.
    numbers: HashSet<Box<[u8]>>,
}

impl Bytes {
    pub(super) fn new(values: &[&str]) -> Self {
        let (mut exact, mut lower) = (Vec::new(), Vec::new());
        for value in values.iter().filter(|value| value.chars().count() >= SHORTEST_BYTES) {
            let is_word = value.chars().all(char::is_alphabetic);
            let known = if is_word { &mut exact } else { &mut lower };
            for mut form in encoded(value) {
                if !is_word {
                    form.make_ascii_lowercase();
                }
                known.push(form.into());
            }
        }
        let numbers = values.iter().filter_map(|value| digits(value)).collect();
        Self { exact: Forms::new(exact), lower: Forms::new(lower), numbers }
    }

    /// Whether these are the digits of one of them.
    pub(super) fn is_number(&self, digits: &[u8]) -> bool {
        self.numbers.contains(digits)
    }

    /// Whether one of them stands there. In names that come with the format or with a font a single word is none: not
    /// whoever is called Georgia is meant, but a typeface.
    pub(super) fn is_in(&self, unread: Unread<'_>) -> bool {
        self.phrase_is_in(unread.bytes) || outside(unread.bytes, unread.dictated).any(|bytes| self.word_is_in(bytes))
    }

    pub(super) fn word_is_in(&self, bytes: &[u8]) -> bool {
        let mut is_there = false;
        self.exact.scan(bytes, |byte| byte, |_| is_there = true);
        is_there
    }

    pub(super) fn phrase_is_in(&self, bytes: &[u8]) -> bool {
        let mut is_there = false;
        self.lower.scan(bytes, lower, |_| is_there = true);
        is_there
    }
}

/// The digits of a value that is a number with whatever marks; nothing if it is none, or one of a few digits.
fn digits(value: &str) -> Option<Box<[u8]>> {
    const FEWEST: usize = 7;
    let digits: Vec<u8> = value.bytes().filter(u8::is_ascii_digit).collect();
    let is_number = !value.chars().any(char::is_alphabetic) && digits.len() >= FEWEST;
    is_number.then(|| digits.into())
}

/// What stands around some stretches, which are in order.
pub(super) fn outside<'t, T: ?Sized + Slice>(
    whole: &'t T,
    stretches: &'t [Range<usize>],
) -> impl Iterator<Item = &'t T> {
    let starts = std::iter::once(0).chain(stretches.iter().map(|stretch| stretch.end));
    let ends = stretches.iter().map(|stretch| stretch.start).chain(std::iter::once(usize::MAX));
    starts.zip(ends).filter_map(|(start, end)| whole.part(start, end))
}

/// Text and bytes, which are cut alike.
pub(super) trait Slice {
    fn part(&self, start: usize, end: usize) -> Option<&Self>;
}

impl Slice for str {
    fn part(&self, start: usize, end: usize) -> Option<&Self> {
        self.get(start..end.min(self.len()))
    }
}

impl Slice for [u8] {
    fn part(&self, start: usize, end: usize) -> Option<&Self> {
        self.get(start..end.min(self.len()))
    }
}

/// A value in the encodings that can write it.
fn encoded(value: &str) -> impl Iterator<Item = Vec<u8>> {
    let narrow: Option<Vec<u8>> = value.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let wide = |to: fn(u16) -> [u8; 2]| value.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let forms = [Some(value.as_bytes().to_vec()), narrow, Some(wide(u16::to_le_bytes)), Some(wide(u16::to_be_bytes))];
    forms.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_found_one_inside_another() {
        let list = ["rodriguez", "rodriguez1", "rodriguez12", "rodriguez2", "guez12", "zzzzzz"];
        let forms = Forms::new(list.iter().map(|form| form.as_bytes().into()).collect());
        let found = |text: &str| {
            let mut found = Vec::new();
            forms
                .scan(text.as_bytes(), lower, |nth| found.push(String::from_utf8_lossy(&forms.list[nth]).into_owned()));
            found.sort();
            found
        };
        assert_eq!(found("xRODRIGUEZ123 "), ["guez12", "rodriguez", "rodriguez1", "rodriguez12"]);
        assert_eq!(found("rodriguez3 rodrigue"), ["rodriguez"]);
        assert!(found("rodrigue").is_empty());
    }

    #[test]
    fn forms_that_start_alike_are_not_walked() {
        let name = |nth: usize| format!("rodriguez{:06}", nth * 7).into_bytes();
        let forms = Forms::new((0..50_000).map(|nth| name(nth).into()).collect());
        let folded = std::cell::Cell::new(0);
        let fold = |byte| {
            folded.set(folded.get() + 1);
            byte
        };
        forms.scan(b"rodriguez123456", fold, |_| ());
        assert!(folded.get() < 1_000, "{} bytes were compared", folded.get());
    }

    #[test]
    fn bytes_that_stand_in_the_planned_text_are_no_leak() {
        let planned = Planned::new(&["2 March", "3 April", "Ann"], "on 12 MARCH 2005 and 23 May, Ann");
        assert!(planned.holds("2 March") && !planned.holds("3 April"));
        assert!(!planned.holds("Ann"), "too short to be looked for as bytes");
    }
}
