//! Values as bytes, in what is no text: each is looked for by its first six.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use super::SHORTEST_BYTES;
use crate::container::UnreadBytes;
use crate::document::SchemaOwner;
use crate::xml;

/// A longer form is looked for by so many of its first bytes: where those stand, it is told as much, and a form that
/// repeats itself in bytes that do so too takes no longer to find than any other.
const LONGEST_BYTES: usize = 512;

/// The bytes that a form is looked for by.
fn beginning(form: &[u8]) -> &[u8] {
    form.get(..LONGEST_BYTES).unwrap_or(form)
}

/// Forms of values, found by their first bytes.
#[derive(Default)]
struct ByteForms {
    // Invariant: in order, none twice, none shorter than the shortest or longer than the longest.
    list: Vec<Box<[u8]>>,
    /// For each the longest other one that it starts with, by number from one; 0 if there is none.
    within: Vec<u32>,
    /// A bit for the first bytes of each: nearly all bytes of a file are in no value.
    sieve: Vec<u64>,
}

impl ByteForms {
    fn new(mut list: Vec<Box<[u8]>>) -> Self {
        list.retain(|form| form.len() >= SHORTEST_BYTES);
        list.iter_mut().filter(|form| form.len() > LONGEST_BYTES).for_each(|form| *form = beginning(form).into());
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

    /// Calls `seen` with the number of each form that stands in some bytes, read by `fold`, and its place there, as
    /// often as it does.
    fn scan(&self, bytes: &[u8], fold: impl Fn(u8) -> u8, mut seen: impl FnMut(usize, usize)) {
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
            let at = end - SHORTEST_BYTES;
            let here = bytes.get(at..).unwrap_or_default();
            self.starting(here, &fold, |nth| seen(nth, at));
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
        let form = beginning(form);
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
pub(super) struct PlannedValues {
    forms: ByteForms,
    /// True for each that stands there.
    stands: Vec<bool>,
}

impl PlannedValues {
    pub(super) fn new(values: &[&str], text: &str) -> Self {
        let forms = ByteForms::new(values.iter().map(|value| value.to_ascii_lowercase().into_bytes().into()).collect());
        let mut stands = vec![false; forms.list.len()];
        forms.scan(text.as_bytes(), lower, |nth, _| stands[nth] = true);
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
pub(super) struct ByteSearch<'v> {
    values: Vec<&'v str>,
    usual: EncodedValues,
    /// Those that hold a zero, made once some bytes have one: hardly any text does.
    zeroed: OnceCell<EncodedValues>,
    /// The digits of those that are numbers.
    numbers: HashSet<Box<[u8]>>,
}

/// Values in some encodings: single words, and everything else in small letters.
#[derive(Default)]
struct EncodedValues {
    exact: ByteForms,
    lower: ByteForms,
}

impl EncodedValues {
    /// Those of the encodings of all values that hold a zero, or that do not.
    fn new(values: &[&str], has_zero: bool) -> Self {
        let (mut exact, mut lower) = (Vec::new(), Vec::new());
        for value in values {
            let is_word = value.chars().all(char::is_alphabetic);
            let known = if is_word { &mut exact } else { &mut lower };
            let forms = encoded(value, has_zero).chain(plain_digits(value).filter(|_| !has_zero));
            for mut form in forms.filter(|form| form.contains(&0) == has_zero) {
                if !is_word {
                    form.make_ascii_lowercase();
                }
                known.push(form.into());
            }
        }
        Self { exact: ByteForms::new(exact), lower: ByteForms::new(lower) }
    }
}

impl<'v> ByteSearch<'v> {
    pub(super) fn new(values: &[&'v str]) -> Self {
        let numbers = values.iter().filter_map(|value| digits(value)).collect();
        let is_long = |value: &&&str| value.chars().nth(SHORTEST_BYTES - 1).is_some();
        let values: Vec<&str> = values.iter().filter(is_long).copied().collect();
        Self { usual: EncodedValues::new(&values, false), zeroed: OnceCell::new(), numbers, values }
    }

    /// The encodings that may stand in some bytes.
    fn encoded(&self, bytes: &[u8]) -> impl Iterator<Item = &EncodedValues> {
        let has_zero = memchr::memchr(0, bytes).is_some();
        let zeroed = has_zero.then(|| self.zeroed.get_or_init(|| EncodedValues::new(&self.values, true)));
        std::iter::once(&self.usual).chain(zeroed)
    }

    /// True if these are the digits of one of them.
    pub(super) fn is_number(&self, digits: &[u8]) -> bool {
        self.numbers.contains(digits)
    }

    /// True if one of them stands there. In names that come with the format or with a font a single word is none: not
    /// whoever is called Georgia is meant, but a typeface. What comes with a font or a standard as a whole has notices,
    /// which name countries and companies; there only a mail address or a long number is one.
    pub(super) fn is_in(&self, unread: UnreadBytes<'_>) -> bool {
        if unread.is_notice {
            return self.is_in_notice(unread.bytes);
        }
        self.phrase_is_in(unread.bytes, unread.dictated, None)
            || outside(unread.bytes, unread.dictated).any(|bytes| self.word_is_in(bytes))
    }

    fn is_in_notice(&self, bytes: &[u8]) -> bool {
        self.meant_phrase_is_in(bytes, |form, _| reaches_somebody(form))
    }

    /// The same for markup, as it is written and as it is meant. A web address is none in the address of a schema, and
    /// in that of a standard only what names somebody is one.
    pub(super) fn is_in_markup(&self, markup: &str, dictated: &[Range<usize>], address: Option<SchemaOwner>) -> bool {
        let word_is_in = |text: &str| address != Some(SchemaOwner::Standard) && self.word_is_in(text.as_bytes());
        if self.phrase_is_in(markup.as_bytes(), dictated, address) || outside(markup, dictated).any(word_is_in) {
            return true;
        }
        if !markup.contains('&') {
            return false;
        }
        let unescaped = |text| xml::unescaped(text).unwrap_or_default();
        // What the format dictates starts and ends elsewhere once it is unescaped.
        let whole = unescaped(markup);
        let dictated_all = std::iter::once(0..whole.len()).filter(|_| !dictated.is_empty()).collect::<Vec<_>>();
        self.phrase_is_in(whole.as_bytes(), &dictated_all, address)
            || outside(markup, dictated).any(|text| {
                let text = unescaped(text);
                word_is_in(&text) || self.phrase_is_in(text.as_bytes(), &[], address)
            })
    }

    fn word_is_in(&self, bytes: &[u8]) -> bool {
        let mut is_there = false;
        let is_text = OnceCell::new();
        for EncodedValues { exact, .. } in self.encoded(bytes) {
            let length = |nth: usize| exact.list[nth].len();
            exact.scan(bytes, |byte| byte, |nth, at| is_there |= is_apart(bytes, at, length(nth), &is_text));
        }
        is_there
    }

    pub(super) fn phrase_is_in(&self, bytes: &[u8], dictated: &[Range<usize>], address: Option<SchemaOwner>) -> bool {
        self.meant_phrase_is_in(bytes, |form, at| {
            let is_dictated = || {
                let first = dictated.partition_point(|stretch| stretch.end <= at);
                dictated.get(first).is_some_and(|stretch| stretch.start <= at)
            };
            match address {
                None => tells_beside_names(form) || !is_dictated(),
                Some(SchemaOwner::Other) => !is_web_address(form),
                Some(SchemaOwner::Standard) => names_somebody(form),
            }
        })
    }

    /// True if a value that is no single word stands in some bytes, and its form is meant at that place.
    fn meant_phrase_is_in(&self, bytes: &[u8], is_meant: impl Fn(&[u8], usize) -> bool) -> bool {
        let mut is_there = false;
        let is_text = OnceCell::new();
        for EncodedValues { lower: forms, .. } in self.encoded(bytes) {
            forms.scan(bytes, lower, |nth, at| {
                let form = &forms.list[nth];
                is_there |= is_meant(form, at) && is_apart(bytes, at, form.len(), &is_text);
            });
        }
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

/// True if a value would be told even by a name that the format dictates: it has several words, or is a mail address
/// or a long number, and no id that programs make up.
pub(super) fn tells_beside_names(value: &[u8]) -> bool {
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    let is_id = value.len() >= 32 && value.iter().all(|b| b.is_ascii_hexdigit() || matches!(b, b'-' | b'{' | b'}'));
    !is_id && (digits >= 5 || value.iter().any(|b| matches!(b, b'@' | b' ')) || value.contains(&0))
}

/// True if what stands in some bytes is no part of a longer word or number there: "2 March" is not in "12 March".
///
/// ByteSearch that are no text may hold a count or a mark right before it.
fn is_apart(bytes: &[u8], at: usize, length: usize, is_text: &OnceCell<bool>) -> bool {
    if !is_text.get_or_init(|| !bytes.contains(&0)) {
        return true;
    }
    let runs_on = |first: usize| match (bytes.get(first), bytes.get(first + 1)) {
        (Some(one), Some(next)) if one.is_ascii_digit() => next.is_ascii_digit(),
        // Words may be joined by their capitals.
        (Some(one), Some(next)) if one.is_ascii_lowercase() => next.is_ascii_lowercase(),
        (Some(one), Some(next)) => one.is_ascii_uppercase() && next.is_ascii_alphabetic(),
        _ => false,
    };
    !at.checked_sub(1).is_some_and(runs_on) && !runs_on((at + length).saturating_sub(1))
}

/// True if a value is the address of a page or of a server, and of nobody's own.
pub(super) fn is_web_address(value: &[u8]) -> bool {
    const ENDS: &[&[u8]] = &[
        b"com", b"org", b"net", b"edu", b"gov", b"info", b"int", b"io", b"eu", b"uk", b"us", b"es", b"de", b"fr",
        b"it", b"nl", b"ch", b"at", b"be", b"pt", b"se", b"no", b"dk", b"fi", b"pl", b"mx", b"ar", b"br", b"jp", b"cn",
        b"au", b"ca", b"today",
    ];
    let has = |mark: &[u8]| memchr::memmem::find(value, mark).is_some();
    let tells = [&b"@"[..], b"~", b"?", b"%", b"/user", b"/home", b"/people", b"/person", b"/profile", b" "];
    let host = value.split(|b| matches!(b, b'/' | b':' | b'#')).next().unwrap_or_default();
    let is_host = host.contains(&b'.') && host.rsplit(|b| *b == b'.').next().is_some_and(|end| ENDS.contains(&end));
    (is_host || has(b"://") || value.starts_with(b"www.")) && !tells.iter().any(|mark| has(mark))
}

/// True if a value is one that the address of a standard never holds: a name of several words, a mail address, a long
/// number.
fn names_somebody(value: &[u8]) -> bool {
    value.contains(&b' ') || reaches_somebody(value)
}

/// True if a value is a mail address or a long number.
fn reaches_somebody(value: &[u8]) -> bool {
    value.contains(&b'@') || value.iter().filter(|b| b.is_ascii_digit()).count() >= 7
}

/// Returns the parts around some stretches, which are in order.
pub(super) fn outside<'t, T: ?Sized + Sliceable>(
    whole: &'t T,
    stretches: &'t [Range<usize>],
) -> impl Iterator<Item = &'t T> {
    let starts = std::iter::once(0).chain(stretches.iter().map(|stretch| stretch.end));
    let ends = stretches.iter().map(|stretch| stretch.start).chain(std::iter::once(usize::MAX));
    starts.zip(ends).filter_map(|(start, end)| whole.part(start, end))
}

/// Text and bytes, which are cut alike.
pub(super) trait Sliceable {
    fn part(&self, start: usize, end: usize) -> Option<&Self>;
}

impl Sliceable for str {
    fn part(&self, start: usize, end: usize) -> Option<&Self> {
        self.get(start..end.min(self.len()))
    }
}

impl Sliceable for [u8] {
    fn part(&self, start: usize, end: usize) -> Option<&Self> {
        self.get(start..end.min(self.len()))
    }
}

/// The digits of a long number without what stands between them, and without zeros before it, as numbers are written.
fn plain_digits(value: &str) -> impl Iterator<Item = Vec<u8>> {
    let is_number = value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '/' | '\u{a0}'));
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    let long = Some(digits).filter(|digits| is_number && digits.len() >= 9);
    let short = long.as_deref().map(|digits| digits.trim_start_matches('0').to_owned());
    [long, short.filter(|digits| digits.len() >= 9)].into_iter().flatten().map(String::into_bytes)
}

/// A value in the encodings that can write it; those of two bytes a letter come where they may hold a zero, or where they
/// do not, since no letter of the value is one of Latin-1.
fn encoded(value: &str, has_zero: bool) -> impl Iterator<Item = Vec<u8>> {
    let wide = |to: fn(u16) -> [u8; 2]| value.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let narrow = || value.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>();
    let is_wide = has_zero || !value.is_ascii();
    let forms = [
        Some(value.as_bytes().to_vec()),
        if value.is_ascii() { None } else { narrow() },
        is_wide.then(|| wide(u16::to_le_bytes)),
        is_wide.then(|| wide(u16::to_be_bytes)),
    ];
    forms.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_found_one_inside_another() {
        let list = ["rodriguez", "rodriguez1", "rodriguez12", "rodriguez2", "guez12", "zzzzzz"];
        let forms = ByteForms::new(list.iter().map(|form| form.as_bytes().into()).collect());
        let found = |text: &str| {
            let mut found = Vec::new();
            let told = |nth: usize| String::from_utf8_lossy(&forms.list[nth]).into_owned();
            forms.scan(text.as_bytes(), lower, |nth, _| found.push(told(nth)));
            found.sort();
            found
        };
        assert_eq!(found("xRODRIGUEZ123 "), ["guez12", "rodriguez", "rodriguez1", "rodriguez12"]);
        assert_eq!(found("rodriguez3 rodrigue"), ["rodriguez"]);
        assert!(found("rodrigue").is_empty());
    }

    #[test]
    fn long_forms_are_looked_for_by_their_beginning() {
        let long = "jk".repeat(LONGEST_BYTES);
        let forms = ByteForms::new(vec![long.as_bytes().into()]);
        let (mut found, mut read) = (0, std::cell::Cell::new(0_usize));
        let counted = |byte: u8| {
            read.set(read.get() + 1);
            byte
        };
        let text = "jk".repeat(20 * LONGEST_BYTES);
        forms.scan(text.as_bytes(), counted, |_, _| found += 1);
        assert!(found > 0 && forms.number(long.as_bytes()).is_some());
        let most = 4 * text.len() * LONGEST_BYTES;
        assert!(*read.get_mut() < most, "each place is compared with so many bytes and no more: {}", read.get());
    }

    #[test]
    fn forms_that_start_alike_are_not_walked() {
        let name = |nth: usize| format!("rodriguez{:06}", nth * 7).into_bytes();
        let forms = ByteForms::new((0..50_000).map(|nth| name(nth).into()).collect());
        let folded = std::cell::Cell::new(0);
        let fold = |byte| {
            folded.set(folded.get() + 1);
            byte
        };
        forms.scan(b"rodriguez123456", fold, |_, _| ());
        assert!(folded.get() < 1_000, "{} bytes were compared", folded.get());
    }

    #[test]
    fn a_part_of_a_longer_word_is_not_the_value() {
        let bytes = ByteSearch::new(&["2 March 1961", "Okonkwo", "5780550409", "Strong Ann"]);
        let is_in = |text: &str| bytes.is_in_markup(text, &[], None);
        assert!(is_in("on 2 March 1961,") && is_in("OkonkwoReport") && is_in("my_Okonkwo1") && is_in("x5780550409"));
        assert!(is_in("O&#107;onkwo") && is_in("STRONG ANN"));
        assert!(!is_in("12 March 1961") && !is_in("Okonkwor") && !is_in("0.15780550409") && !is_in("57805504091"));
        let (function, name) = (0.."LOOKUP.STRONG".len(), 0.."Strong Ann".len());
        let bytes_of = ByteSearch::new(&["lookup.strong", "Strong Ann"]);
        assert!(
            !bytes_of.is_in_markup("LOOKUP.STRONG(A1)", std::slice::from_ref(&function), None),
            "the name of a function"
        );
        assert!(bytes_of.is_in_markup("x LOOKUP.STRONG(A1)", &[], None));
        assert!(bytes_of.is_in_markup("Strong Ann", std::slice::from_ref(&name), None), "a name in full");
        assert!(
            bytes.is_in(UnreadBytes::new(b"\x00aOkonkwob")),
            "in bytes that are no text anything may stand beside it"
        );
    }

    #[test]
    fn notices_of_fonts_and_standards_name_countries_and_companies() {
        let bytes =
            ByteSearch::new(&["South Africa", "Georgia", "j.okonkwo@example.org", "4 March 1961", "555 010 4417"]);
        assert!(!bytes.is_in(UnreadBytes::notice(b"Made in South Africa or Georgia on 4 March 1961")));
        assert!(
            bytes.is_in(UnreadBytes::notice(b"by J.OKONKWO@example.org"))
                && bytes.is_in(UnreadBytes::notice(b"555 010 4417"))
        );
        assert!(bytes.is_in(UnreadBytes::new(b"Made in South Africa")));
    }

    #[test]
    fn addresses_of_schemas_hold_no_pages_of_the_text() {
        let bytes =
            ByteSearch::new(&["microsoft.com", "2006/03", "http://docbook.org/", "j.okonkwo@example.org", "Okonkwo"]);
        let is_in = |text: &str, owner| bytes.is_in_markup(text, &[], Some(owner));
        assert!(!is_in("http://schemas.microsoft.com/2006/03/main", SchemaOwner::Standard));
        assert!(!is_in("http://docbook.org/ns/docbook", SchemaOwner::Other));
        assert!(is_in("http://schemas.microsoft.com/j.okonkwo@example.org", SchemaOwner::Standard));
        assert!(is_in("http://example.org/Okonkwo", SchemaOwner::Other));
    }

    #[test]
    fn bytes_that_stand_in_the_planned_text_are_no_leak() {
        let planned = PlannedValues::new(&["2 March", "3 April", "Ann"], "on 12 MARCH 2005 and 23 May, Ann");
        assert!(planned.holds("2 March") && !planned.holds("3 April"));
        assert!(!planned.holds("Ann"), "too short to be looked for as bytes");
    }
}
