//! After writing: is what was to go really gone?
//!
//! The output is read again and searched for every value that was masked: as words in its text, where each value may
//! stand as often as the plan leaves it and no more, and as bytes in everything that is not text.
//! Both searches hash windows of fixed size, so that their cost does not grow with the number of values.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::shell::Unread;
use crate::{Document, Edits, Span, xml};

/// A value that was masked.
#[derive(Debug, Clone, Copy)]
pub struct MaskedValue {
    /// Where it stood.
    pub span: Span,
    /// Whether it must not stand anywhere else either, but for the places that are kept: an identifier, a full name.
    pub everywhere: bool,
}

/// A masked value is still there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a masked value can still be found in the output, in {place}")]
pub struct Leak {
    /// Where, in the format's words.
    pub place: String,
}

/// Values with more words than this are looked for by their first ones.
const MOST_WORDS: usize = 8;
/// How many ways there are for a word to begin, as far as they are told apart.
const BEGINNINGS: usize = 1 << 8;
/// Values of fewer bytes may stand in markup or pictures by chance.
const SHORTEST_BYTES: usize = 6;

/// The place of a leak where nobody could look.
const UNSEARCHED: &str = "a part that cannot be searched";

/// Searches what was written.
pub struct Verifier {
    words: Words,
    /// What must not stand in what is no text; of a file that is nothing but text it need not be known.
    values: Option<Vec<Box<str>>>,
    /// What the text must come to if nothing but the edits happened to it.
    expected: u64,
}

impl Verifier {
    /// Prepares the search; fails if the plan itself leaves a value where it must not stand.
    pub fn new(before: &Document, edits: &Edits, masked: &[MaskedValue], kept: &[Span]) -> Result<Self, Leak> {
        let mut words = Words::default();
        for value in masked {
            words.want(before.slice(value.span), value);
        }
        let expected = edits.apply(before);
        let map = edits.offset_map();
        let mut left = false;
        words.scan(expected.expose(), |wanted, at| {
            wanted.allowed += 1;
            let is_kept = |old: usize| kept.iter().any(|span| span.start() <= old && old < span.end());
            let stands = |span: Span| stands_at(expected.expose(), at, before.slice(span));
            left |= wanted.everywhere.is_some_and(stands) && map.to_old(at).is_some_and(|old| !is_kept(old));
        });
        if left {
            return Err(Leak { place: "text that the plan leaves".to_owned() });
        }
        let values = (!before.is_nothing_but_text()).then(|| {
            // The same value is masked in many places.
            let mut values: Vec<&str> = masked.iter().map(|value| before.slice(value.span)).collect();
            values.sort_unstable();
            values.dedup();
            let planned = Planned::new(&values, expected.expose());
            values.retain(|value| !words.is_left(value) && !planned.holds(value));
            values.into_iter().map(Box::from).collect()
        });
        Ok(Self { words, values, expected: fingerprint(expected.expose()) })
    }

    /// Searches the output, read again.
    pub fn check(mut self, after: &Document) -> Result<(), Leak> {
        // A text that is as planned was searched when it was planned.
        if fingerprint(after.text()) != self.expected {
            let mut found = false;
            self.words.scan(after.text(), |wanted, _| {
                wanted.found += 1;
                found |= wanted.found > wanted.allowed;
            });
            if found {
                return Err(Leak { place: "text".to_owned() });
            }
        }
        if after.is_partial {
            return Ok(());
        }
        let Some(values) = &self.values else {
            let is_all_searched = after.is_nothing_but_text();
            return if is_all_searched { Ok(()) } else { Err(Leak { place: UNSEARCHED.to_owned() }) };
        };
        // A file may have nowhere to look for them.
        let bytes = LazyCell::new(|| Bytes::new(values));
        let mut leak = None;
        let mut own = Vec::new();
        for gap in gaps(after) {
            let markup = after.source.get(gap.clone()).unwrap_or_default();
            dictated(after, &gap, &mut own);
            let mut is_there = bytes.is_in(Unread { bytes: markup.as_bytes(), dictated: &own });
            if markup.contains('&') {
                let unescaped = |text| xml::unescaped(text).unwrap_or_default();
                is_there |= bytes.phrase_is_in(unescaped(markup).as_bytes());
                is_there |= outside(markup, &own).any(|text| bytes.word_is_in(unescaped(text).as_bytes()));
            }
            // A name may stand in an identifier with other marks between its words.
            self.words.scan(markup, |wanted, _| is_there |= wanted.is_phrase && wanted.allowed == 0);
            if is_there {
                leak = Some("markup".to_owned());
            }
        }
        let searched = after.shell.unread(&mut |place, part| {
            if leak.is_none() && bytes.is_in(part) {
                leak = Some(place.to_owned());
            }
        });
        if searched.is_err() {
            leak = Some(UNSEARCHED.to_owned());
        }
        leak.map_or(Ok(()), |place| Err(Leak { place }))
    }
}

/// The stretches of the source that are no text.
fn gaps(document: &Document) -> Vec<Range<usize>> {
    let pieces = document.pieces.iter().map(|piece| piece.source());
    if pieces.clone().is_sorted_by_key(|piece| piece.start) {
        return between(pieces, document.source.len());
    }
    // Text can read in another order than it stands, as a footnote does.
    let mut pieces: Vec<Range<usize>> = pieces.collect();
    pieces.sort_by_key(|piece| piece.start);
    between(pieces.into_iter(), document.source.len())
}

/// Puts the names in a gap that come with the format into `out`, counted from its start.
fn dictated(document: &Document, gap: &Range<usize>, out: &mut Vec<Range<usize>>) {
    let first = document.dictated.partition_point(|name| name.end <= gap.start);
    let inside = document.dictated.iter().skip(first).take_while(|name| name.start < gap.end);
    out.clear();
    out.extend(inside.map(|name| name.start.max(gap.start) - gap.start..name.end.min(gap.end) - gap.start));
}

/// What lies between pieces and after them.
fn between(pieces: impl Iterator<Item = Range<usize>>, end: usize) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut at = 0;
    for piece in pieces.chain(std::iter::once(end..end)) {
        if piece.start >= at + SHORTEST_BYTES {
            gaps.push(at..piece.start);
        }
        at = at.max(piece.end);
    }
    gaps
}

/// Whether a value stands in a text, its first word at this place; letters in any case, marks as they are.
fn stands_at(text: &str, at: usize, value: &str) -> bool {
    let value = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    text.get(at..at + value.len()).is_some_and(|there| there.eq_ignore_ascii_case(value))
}

/// How often a value may stand and stands.
#[derive(Default)]
struct Wanted {
    /// Whether it is several words and long enough not to stand in markup by chance.
    is_phrase: bool,
    /// A place where it stood, if it must not stand anywhere else.
    everywhere: Option<Span>,
    allowed: u32,
    found: u32,
}

/// Values by the hash of their words, in small letters.
#[derive(Default)]
struct Words {
    wanted: HashMap<u64, Wanted>,
    lengths: [bool; MOST_WORDS + 1],
    /// A bit for each hash, by its last bits: nearly all words of a text are in no value.
    sieve: Vec<u64>,
    /// The same for the first words of values, and for how they begin, which is known sooner.
    first: Vec<u64>,
    beginnings: Vec<u64>,
    /// What goes into these sieves, until they are filled.
    firsts: Vec<u64>,
    begun: Vec<u64>,
}

impl Words {
    fn want(&mut self, text: &str, value: &MaskedValue) {
        let Some((first, hash, count)) = phrase(text) else { return };
        self.lengths[count] = true;
        self.firsts.push(first);
        self.begun.extend(words(text).next().map(|(_, word)| beginning(word)));
        let wanted = self.wanted.entry(hash).or_default();
        wanted.is_phrase = count > 1 && text.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_BYTES;
        wanted.everywhere = wanted.everywhere.or(value.everywhere.then_some(value.span));
    }

    /// Whether a value stays in some place.
    fn is_left(&self, value: &str) -> bool {
        phrase(value).and_then(|(_, hash, _)| self.wanted.get(&hash)).is_some_and(|wanted| wanted.allowed > 0)
    }

    fn scan(&mut self, text: &str, mut seen: impl FnMut(&mut Wanted, usize)) {
        if self.wanted.is_empty() {
            return;
        }
        self.fill_sieves();
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
                    && let Some(wanted) = self.wanted.get_mut(run)
                {
                    seen(wanted, *start);
                }
            }
            runs.retain(|(_, _, count)| *count < longest);
        }
    }

    fn fill_sieves(&mut self) {
        if self.sieve.is_empty() {
            self.sieve = sieve(self.wanted.keys().copied(), self.wanted.len());
            let firsts = std::mem::take(&mut self.firsts);
            self.first = sieve(firsts.iter().copied(), firsts.len());
            let begun = std::mem::take(&mut self.begun);
            self.beginnings = sieve(begun.iter().copied().chain([0]), BEGINNINGS);
        }
    }
}

/// A bit for each of some hashes.
fn sieve(hashes: impl Iterator<Item = u64>, count: usize) -> Vec<u64> {
    let mut sieve = vec![0; (count / 4).next_power_of_two().max(64)];
    for hash in hashes {
        let bit = hash as usize & (sieve.len() * 64 - 1);
        sieve[bit / 64] |= 1 << (bit % 64);
    }
    sieve
}

fn is_in_sieve(sieve: &[u64], hash: u64) -> bool {
    let bit = hash as usize & (sieve.len() * 64 - 1);
    sieve[bit / 64] & (1 << (bit % 64)) != 0
}

/// A number that two texts share only if they are the same. Four sums go on side by side, as processors can.
fn fingerprint(text: &str) -> u64 {
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

/// Forms of values, found by their first bytes.
#[derive(Default)]
struct Forms {
    // Invariant: in order, none twice, none shorter than the shortest.
    list: Vec<Box<[u8]>>,
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
        Self { list, sieve }
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
            let is_here = |form: &[u8]| form.len() <= here.len() && form.iter().zip(here).all(|(a, b)| *a == fold(*b));
            let head = start.to_be_bytes();
            let head = head.get(head.len() - SHORTEST_BYTES..).unwrap_or_default();
            let first = self.list.partition_point(|form| **form < *head);
            let alike = self.list.iter().enumerate().skip(first).take_while(|(_, form)| form.starts_with(head));
            alike.filter(|(_, form)| is_here(form)).for_each(|(nth, _)| seen(nth));
        }
    }

    fn number(&self, form: &[u8]) -> Option<usize> {
        self.list.binary_search_by(|known| (**known).cmp(form)).ok()
    }
}

/// The last bytes that were met, with one more.
fn joined(start: u64, byte: u8) -> u64 {
    (start << 8 | u64::from(byte)) & ((1 << (8 * SHORTEST_BYTES)) - 1)
}

/// The place of some bytes in a sieve, whose length is a power of two.
fn bit(start: u64, sieve: &[u64]) -> usize {
    (start.wrapping_mul(SEED) >> 32) as usize & (sieve.len() * 64 - 1)
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

/// Values that stand in the planned text as parts of longer words, such as "2 March" in "12 March": to find their bytes
/// says nothing.
struct Planned {
    forms: Forms,
    /// Whether each stands there.
    stands: Vec<bool>,
}

impl Planned {
    fn new(values: &[&str], text: &str) -> Self {
        let forms = Forms::new(values.iter().map(|value| value.to_ascii_lowercase().into_bytes().into()).collect());
        let mut stands = vec![false; forms.list.len()];
        forms.scan(text.as_bytes(), lower, |nth| stands[nth] = true);
        Self { forms, stands }
    }

    fn holds(&self, value: &str) -> bool {
        self.forms.number(value.to_ascii_lowercase().as_bytes()).is_some_and(|nth| self.stands[nth])
    }
}

/// Values as bytes, in the encodings that files use inside, by their first six.
///
/// A single word is looked for as it is written, since in small letters it may be a word of the markup; anything with
/// a digit, a mark or a blank in it, in any case.
#[derive(Default)]
struct Bytes {
    exact: Forms,
    lower: Forms,
}

impl Bytes {
    fn new(values: &[Box<str>]) -> Self {
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
        Self { exact: Forms::new(exact), lower: Forms::new(lower) }
    }

    /// Whether one of them stands there. In names that come with the format or with a font a single word is none: not
    /// whoever is called Georgia is meant, but a typeface.
    fn is_in(&self, unread: Unread<'_>) -> bool {
        self.phrase_is_in(unread.bytes) || outside(unread.bytes, unread.dictated).any(|bytes| self.word_is_in(bytes))
    }

    fn word_is_in(&self, bytes: &[u8]) -> bool {
        let mut is_there = false;
        self.exact.scan(bytes, |byte| byte, |_| is_there = true);
        is_there
    }

    fn phrase_is_in(&self, bytes: &[u8]) -> bool {
        let mut is_there = false;
        self.lower.scan(bytes, lower, |_| is_there = true);
        is_there
    }
}

/// What stands around some stretches, which are in order.
fn outside<'t, T: ?Sized + Slice>(whole: &'t T, stretches: &'t [Range<usize>]) -> impl Iterator<Item = &'t T> {
    let starts = std::iter::once(0).chain(stretches.iter().map(|stretch| stretch.end));
    let ends = stretches.iter().map(|stretch| stretch.start).chain(std::iter::once(usize::MAX));
    starts.zip(ends).filter_map(|(start, end)| whole.part(start, end))
}

/// Text and bytes, which are cut alike.
trait Slice {
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
    use crate::Edit;
    use crate::formats::{Csv, Format, Text};

    /// Masks the first `value` only, and looks whether the verifier minds.
    fn verdict(text: &str, value: &str, everywhere: bool, kept: &[&str]) -> Result<(), Leak> {
        let document = Text.read(text.as_bytes().to_vec()).expect("readable");
        let span = |value: &str, nth: usize| {
            let (start, _) = text.match_indices(value).nth(nth).expect("there");
            document.span(start, start + value.len()).expect("a span")
        };
        let edits = Edits::new(vec![Edit::new(span(value, 0), "[X 1]")]).expect("one edit");
        let kept: Vec<Span> = kept.iter().map(|value| span(value, 1)).collect();
        let masked = [MaskedValue { span: span(value, 0), everywhere }];
        let verifier = Verifier::new(&document, &edits, &masked, &kept)?;
        let written = Text.write(&document, &edits).expect("writable");
        verifier.check(&Text.read(written).expect("readable"))
    }

    #[test]
    fn a_value_that_the_plan_leaves_must_be_kept_on_purpose() {
        assert!(verdict("Ann Lee, then Bob", "Ann Lee", true, &[]).is_ok());
        assert!(verdict("Ann Lee, then ANN LEE", "Ann Lee", true, &[]).is_err());
        assert!(verdict("Ann Lee, then Ann Lee", "Ann Lee", true, &["Ann Lee"]).is_ok());
        assert!(verdict("45 years, ward 45", "45", false, &[]).is_ok());
        assert!(verdict("Ann Lee, then Joann Leeds", "Ann Lee", true, &[]).is_ok(), "whole words only");
    }

    #[test]
    fn what_was_not_written_is_found() {
        let document = Text.read(b"Dear Ann Lee, hello".to_vec()).expect("readable");
        let span = document.span(5, 12).expect("a span");
        let edits = Edits::new(vec![Edit::new(span, "[X 1]")]).expect("one edit");
        let masked = [MaskedValue { span, everywhere: false }];
        let verifier = Verifier::new(&document, &edits, &masked, &[]).expect("a sound plan");
        assert_eq!(verifier.check(&document).expect_err("still there").place, "text");
    }

    #[test]
    fn bytes_that_stand_in_the_planned_text_are_no_leak() {
        let planned = Planned::new(&["2 March", "3 April", "Ann"], "on 12 MARCH 2005 and 23 May, Ann");
        assert!(planned.holds("2 March") && !planned.holds("3 April"));
        assert!(!planned.holds("Ann"), "too short to be looked for as bytes");
    }

    #[test]
    fn columns_nobody_asked_for_are_left_alone() {
        let format = Csv { columns: vec!["note".into()], ..Csv::default() };
        let document = format.read(b"name,note\nAnn Leeson,Ann Leeson\n".to_vec()).expect("readable");
        let start = document.text().find("Ann").expect("there");
        let span = document.span(start, start + 10).expect("a span");
        let edits = Edits::new(vec![Edit::new(span, "[X 1]")]).expect("one edit");
        let verifier = Verifier::new(&document, &edits, &[MaskedValue { span, everywhere: true }], &[]).expect("sound");
        let after = format.read(format.write(&document, &edits).expect("writable")).expect("readable");
        assert!(verifier.check(&after).is_ok());
    }
}
