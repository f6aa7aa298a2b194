//! Other shapes of what was found: names as computers write them, numbers with other marks between their digits.
//!
//! Jane Okonkwo signs in as `jane.okonkwo`, `jokonkwo82` or `OkonkwoJ`, and her folder is `notes-jane-okonkwo`; her number
//! `578 055 0409` is `5780550409`, and `5.780550409E9` in a table. A name becomes letters alone, a number digits alone, and
//! the text is looked through for words, or groups of digits, that come to the same when they are put together.

use std::collections::HashMap;
use std::ops::Range;

use sfumato_automaton::is_word;
use sfumato_language::{Analysis, Language};

use super::{FindingSource, PART, REPEAT, RepeatSpread, is_capital, is_never_alone, lower_byte, words};
use crate::{Finding, FindingEvidence, FindingReason, KnownCategory, Mention, RepeatSearch};

/// Two words of a name together are fewer letters than this in ordinary words too.
const SHORTEST_PAIR: usize = 6;
/// An initial and a surname of fewer letters are a user name only where user names stand.
const SHORTEST_SURNAME: usize = 5;
/// The same of words that are looked for at all.
const SHORTEST_WORD: usize = 3;
/// More words of a name are no part of a user name.
const MOST_WORDS: usize = 4;
/// A number of fewer digits may be any number.
const FEWEST_DIGITS: usize = 7;
const MOST_DIGITS: usize = 34;
/// Of a telephone number, the last digits are the same with and without the code of a country.
const OF_TELEPHONE: usize = 9;
/// More groups of digits are no number.
const MOST_GROUPS: usize = 10;

/// Another way to write something that was found.
#[derive(Clone, Copy)]
struct OtherShape {
    source: FindingSource,
    /// True if it is one only where user names stand: in a path, before `@`.
    is_placed: bool,
    /// True if it may be a word of the language as well.
    is_doubtful: bool,
}

/// The shapes of everything that was found.
#[derive(Default)]
pub(super) struct OtherShapes {
    /// By their letters.
    names: HashMap<Box<[u8]>, OtherShape>,
    /// By their digits; noughts before them count, as they do in identifiers.
    numbers: HashMap<Box<[u8]>, FindingSource>,
    telephones: HashMap<Box<[u8]>, FindingSource>,
}

impl OtherShapes {
    /// Adds the shapes of a finding, whose key this is.
    pub fn add(&mut self, source: FindingSource, finding: &Finding, how: RepeatSpread, key: &[u8]) {
        match how {
            RepeatSpread::AsPerson => self.add_name(source, key),
            _ if finding.category.repeats() == RepeatSearch::Code => self.add_number(source, finding, key),
            _ => {}
        }
    }

    fn add_name(&mut self, source: FindingSource, key: &[u8]) {
        each_shape(key, |letters, is_placed, is_doubtful| {
            let known = self.names.entry(letters).or_insert(OtherShape { source, is_placed, is_doubtful });
            known.is_placed &= is_placed;
            known.is_doubtful &= is_doubtful;
        });
    }

    fn add_number(&mut self, source: FindingSource, finding: &Finding, key: &[u8]) {
        let digits: Vec<u8> = key.iter().copied().filter(u8::is_ascii_digit).collect();
        let is_number = key.iter().all(|b| b.is_ascii_digit() || is_apart(*b) || *b == b'+');
        if !is_number || !(FEWEST_DIGITS..=MOST_DIGITS).contains(&digits.len()) {
            return;
        }
        self.numbers.entry(digits.as_slice().into()).or_insert(source);
        if finding.category.is(KnownCategory::Phone)
            && let Some(last) = digits.len().checked_sub(OF_TELEPHONE)
        {
            self.telephones.entry(digits[last..].into()).or_insert(source);
        }
    }

    /// Findings for all places where a shape stands.
    pub fn find(&self, analysis: &Analysis, mentions: &[Mention]) -> Vec<Finding> {
        let folded = analysis.aligned().bytes();
        let mut findings = Vec::new();
        let mut tell = |source: FindingSource, range: Range<usize>, score: f32| {
            let by = &mentions[source.mention].findings()[source.finding];
            let FindingEvidence { recogniser, rule, .. } = &*by.evidence;
            let evidence =
                FindingEvidence { recogniser: recogniser.clone(), rule: rule.clone(), why: FindingReason::OtherShape };
            let span = analysis.aligned().span(range.start, range.end);
            findings.push(Finding {
                span,
                category: by.category.clone(),
                score: score.min(by.score * REPEAT),
                evidence: evidence.into(),
            });
        };
        if !self.names.is_empty() {
            self.find_names(analysis, folded, &mut tell);
        }
        if !self.numbers.is_empty() {
            self.find_numbers(folded, &mut tell);
        }
        findings
    }

    fn find_names(&self, analysis: &Analysis, folded: &[u8], tell: &mut impl FnMut(FindingSource, Range<usize>, f32)) {
        let mut at = 0;
        let mut parts: Vec<Range<usize>> = Vec::new();
        while at < folded.len() {
            if !is_letter(lower_byte(folded[at])) {
                at += 1;
                continue;
            }
            at = collect(folded, at, &mut parts);
            let mut nth = 0;
            while nth < parts.len() {
                let taken = self.name_at(analysis, folded, &parts[nth..]);
                if let Some((shape, count)) = taken {
                    let end = parts[nth + count - 1].end;
                    let digits = folded[end..].iter().take_while(|b| b.is_ascii_digit()).count();
                    let end = if folded.get(end + digits).is_some_and(|b| is_word(*b)) { end } else { end + digits };
                    let score = if shape.is_doubtful { PART } else { 1.0 };
                    tell(shape.source, parts[nth].start..end, score);
                    nth += count;
                } else {
                    nth += 1;
                }
            }
        }
    }

    /// The longest shape that the first of these words come to, and how many they are.
    fn name_at(&self, analysis: &Analysis, folded: &[u8], parts: &[Range<usize>]) -> Option<(OtherShape, usize)> {
        let mut letters = Vec::new();
        let mut longest = None;
        for (nth, part) in parts.iter().take(MOST_WORDS).enumerate() {
            letters.extend(folded[part.clone()].iter().map(|byte| lower_byte(*byte)));
            let Some(shape) = self.names.get(letters.as_slice()) else { continue };
            let whole = parts[0].start..part.end;
            if (!shape.is_placed || is_in_place(folded, &whole))
                && !(shape.is_doubtful && nth == 0 && is_ordinary(analysis, &whole))
            {
                longest = Some((*shape, nth + 1));
            }
        }
        longest
    }

    fn find_numbers(&self, folded: &[u8], tell: &mut impl FnMut(FindingSource, Range<usize>, f32)) {
        let mut at = 0;
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut digits: Vec<u8> = Vec::new();
        while at < folded.len() {
            if !folded[at].is_ascii_digit() || at > 0 && is_word(folded[at - 1]) {
                at += 1;
                continue;
            }
            if let Some(end) = self.power_at(folded, at, &mut digits) {
                if let Some(source) = self.numbers.get(digits.as_slice()) {
                    tell(*source, at..end, 1.0);
                }
                at = end;
                continue;
            }
            at = collect_groups(folded, at, &mut groups);
            let mut nth = 0;
            while nth < groups.len() {
                match self.number_at(folded, &groups[nth..], &mut digits) {
                    Some((source, count)) => {
                        tell(source, groups[nth].start..groups[nth + count - 1].end, 1.0);
                        nth += count;
                    }
                    None => nth += 1,
                }
            }
        }
    }

    /// The digits of a number that is written as a power of ten, into a buffer, and where it ends.
    fn power_at(&self, folded: &[u8], start: usize, digits: &mut Vec<u8>) -> Option<usize> {
        let run = |at: usize| folded.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
        digits.clear();
        let whole = run(start);
        let mut at = start + whole;
        digits.extend(folded.get(start..at)?.iter().take(MOST_DIGITS));
        let mut fraction = 0;
        if folded.get(at) == Some(&b'.') {
            fraction = run(at + 1);
            digits.extend(folded.get(at + 1..at + 1 + fraction)?.iter().take(MOST_DIGITS));
            at += 1 + fraction;
        }
        let is_power = folded.get(at).is_some_and(|b| b.eq_ignore_ascii_case(&b'e'));
        if !is_power {
            // A whole number with nothing but noughts behind its point.
            let is_whole = (1..=2).contains(&fraction) && (FEWEST_DIGITS..=MOST_DIGITS).contains(&whole);
            let is_nought = digits.get(whole..)?.iter().all(|digit| *digit == b'0');
            digits.truncate(whole);
            return (is_whole && is_nought && !folded.get(at).is_some_and(|b| is_word(*b))).then_some(at);
        }
        at += 1 + usize::from(folded.get(at + 1) == Some(&b'+'));
        let power = run(at);
        let text = folded.get(at..at + power).filter(|power| (1..=2).contains(&power.len()))?;
        let power = text.iter().fold(0, |power, digit| power * 10 + usize::from(digit - b'0'));
        at += text.len();
        let zeros = power.checked_sub(fraction)?;
        if digits.len() + zeros > MOST_DIGITS || folded.get(at).is_some_and(|b| is_word(*b)) {
            return None;
        }
        digits.extend(std::iter::repeat_n(b'0', zeros));
        Some(at)
    }

    /// The longest number that the first of these groups come to, and how many they are.
    fn number_at(
        &self,
        folded: &[u8],
        groups: &[Range<usize>],
        digits: &mut Vec<u8>,
    ) -> Option<(FindingSource, usize)> {
        digits.clear();
        let mut longest = None;
        for (nth, group) in groups.iter().take(MOST_GROUPS).enumerate() {
            if digits.len() + group.len() > MOST_DIGITS {
                break;
            }
            digits.extend(&folded[group.clone()]);
            if digits.len() < FEWEST_DIGITS {
                continue;
            }
            let last = digits.len().checked_sub(OF_TELEPHONE).filter(|start| *start <= 4);
            let telephone = || last.and_then(|last| self.telephones.get(&digits[last..]));
            if let Some(source) = self.numbers.get(digits.as_slice()).or_else(telephone) {
                longest = Some((*source, nth + 1));
            }
        }
        longest
    }
}

/// Calls `put` with the letters of every shape of a name, whether it is one only where user names stand, and whether it may be a
/// word of the language as well.
fn each_shape(key: &[u8], mut put: impl FnMut(Box<[u8]>, bool, bool)) {
    let is_name = |word: &&[u8]| !is_never_alone(word) && word.iter().all(|b| is_letter(*b));
    let name: Vec<&[u8]> = words(key).map(|range| &key[range]).filter(is_name).take(MOST_WORDS + 1).collect();
    if !(2..=MOST_WORDS).contains(&name.len()) {
        return;
    }
    let mut put = |parts: &[&[u8]], is_placed, is_doubtful| {
        put(parts.concat().into(), is_placed, is_doubtful);
    };
    if let [first, rest @ .., last] = name.as_slice()
        && !rest.is_empty()
    {
        let all = name.iter().map(|word| word.len()).sum::<usize>();
        put(&name, all < SHORTEST_PAIR, false);
        let surnames = std::iter::once(&first[..1]).chain(name[1..].iter().copied());
        put(&surnames.collect::<Vec<_>>(), all < SHORTEST_PAIR, true);
        let initials = name[..name.len() - 1].iter().map(|word| &word[..1]).chain([*last]);
        put(&initials.collect::<Vec<_>>(), last.len() < SHORTEST_SURNAME, true);
    }
    for (nth, one) in name.iter().enumerate() {
        for other in name.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, other)| *other) {
            if other.len() < SHORTEST_WORD {
                continue;
            }
            let is_short = other.len() < SHORTEST_SURNAME;
            if one.len() > 1 {
                put(&[one, other], one.len() + other.len() < SHORTEST_PAIR, false);
            }
            // The first word is the given name, or the surname where the name is turned round.
            if nth == 0 || name.len() == 2 {
                put(&[&one[..1], other], is_short, true);
                put(&[other, &one[..1]], is_short, true);
            }
        }
    }
}

/// The owners of user names: by the shapes of full names, those that only one of them has.
#[derive(Default)]
pub(crate) struct UserNameOwners {
    shapes: HashMap<Box<[u8]>, Option<usize>>,
}

impl UserNameOwners {
    /// Adds somebody by a number of the caller's.
    pub fn add(&mut self, who: usize, key: &[u8]) {
        each_shape(key, |letters, _, _| {
            let owner = self.shapes.entry(letters).or_insert(Some(who));
            *owner = owner.filter(|owner| *owner == who);
        });
    }

    /// The only one whose name comes to this, whatever stands between its letters.
    pub fn of(&self, user_name: &[u8]) -> Option<usize> {
        let letters: Vec<u8> = user_name.iter().copied().filter(|byte| is_letter(*byte)).collect();
        self.shapes.get(letters.as_slice()).copied().flatten()
    }
}

/// The words of something a computer wrote as one, from its first letter on: parted by points, dashes, underscores and what
/// web addresses have in the place of blanks, by digits, and by a capital behind a small letter. Gives where it ends.
fn collect(folded: &[u8], start: usize, parts: &mut Vec<Range<usize>>) -> usize {
    parts.clear();
    let mut at = start;
    loop {
        let first = at;
        while let Some(byte) = folded.get(at).filter(|byte| is_letter(lower_byte(**byte))) {
            if at > first && is_capital(*byte) && !is_capital(folded[at - 1]) {
                break;
            }
            at += 1;
        }
        if first < at {
            parts.push(first..at);
        }
        let is_next = |at: usize| folded.get(at).is_some_and(|byte| is_letter(lower_byte(*byte)));
        at += folded[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        match folded.get(at) {
            Some(b'.' | b'-' | b'_' | b'+') if is_next(at + 1) => at += 1,
            Some(b'%') if folded[at..].starts_with(b"%20") && is_next(at + 3) => at += 3,
            _ if is_next(at) => {}
            _ => return at,
        }
    }
}

/// The groups of digits from the first on, apart by a mark or two; gives where they end.
fn collect_groups(folded: &[u8], start: usize, groups: &mut Vec<Range<usize>>) -> usize {
    groups.clear();
    let mut at = start;
    loop {
        let end = at + folded[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Digits that go on in letters are part of another word.
        if folded.get(end).is_some_and(|byte| is_word(*byte)) {
            return end;
        }
        groups.push(at..end);
        let marks = folded[end..].iter().take(3).take_while(|byte| is_apart(**byte)).count();
        match folded.get(end + marks) {
            Some(byte) if byte.is_ascii_digit() && (1..3).contains(&marks) => at = end + marks,
            _ => return end,
        }
    }
}

/// True for a place where user names stand: in a path, at an address, behind an equals sign.
fn is_in_place(folded: &[u8], range: &Range<usize>) -> bool {
    let before = range.start.checked_sub(1).map(|at| folded[at]);
    let after = folded.get(range.end).copied();
    matches!(before, Some(b'/' | b'\\' | b'@' | b'~' | b'=' | b':')) || matches!(after, Some(b'@' | b'/' | b'\\'))
}

/// True for a word of the language.
fn is_ordinary(analysis: &Analysis, range: &Range<usize>) -> bool {
    let span = analysis.aligned().span(range.start, range.end);
    let word = analysis.document().slice(span).to_lowercase();
    [Language::English, Language::Spanish].into_iter().any(|language| analysis.lists_word(&word, language))
}

/// Letters, as keys have them.
fn is_letter(lowered: u8) -> bool {
    is_word(lowered) && !lowered.is_ascii_digit() && lowered != b'_'
}

/// True for what stands between groups of digits.
fn is_apart(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'.' | b'/' | b'(' | b')')
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    use super::super::spread;
    use super::*;
    use crate::testing::mention;

    /// Finds other shapes of what the first words of a text are.
    fn check(text: &str, first: usize, category: &str, expected: &[&str]) {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let mentions = [mention(&document, (0, first), category, 0.9, FindingReason::Field)];
        let span = mentions[0].span;
        let analysis = Analysis::new(&document);
        let mut shapes = OtherShapes::default();
        let finding = &mentions[0].findings()[0];
        let key = crate::lists::key_at(analysis.aligned(), finding.span);
        shapes.add(FindingSource { mention: 0, finding: 0 }, finding, spread(finding, false).expect("spread"), &key);
        let found = shapes.find(&analysis, &mentions).into_iter().filter(|finding| !span.contains(finding.span));
        let found: Vec<&str> = found.map(|finding| document.slice(finding.span)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_are_found_as_computers_write_them() {
        let name = "Jane Okonkwo";
        for (shape, found) in [
            ("jane.okonkwo", "jane.okonkwo"),
            ("C:\\Users\\jokonkwo\\x", "jokonkwo"),
            ("/home/okonkwo_jane/x", "okonkwo_jane"),
            ("notes-jane-okonkwo-2024.pdf", "jane-okonkwo"),
            ("JaneOkonkwo82", "JaneOkonkwo82"),
            ("patientJaneOkonkwo", "JaneOkonkwo"),
            ("user=okonkwoj1 ok", "okonkwoj1"),
            ("j.okonkwo", "j.okonkwo"),
        ] {
            check(&format!("{name}; {shape}"), name.len(), "person", &[found]);
        }
        let found = ["jose.nunez", "jnunezpena", "jose-nunez-pena"];
        check("José Núñez Peña; jose.nunez, jnunezpena y jose-nunez-pena", 19, "person", &found);
        check("Jane Okonkwo; Jane met Okonkwo, janeokonkwos and the jane", name.len(), "person", &[]);
    }

    #[test]
    fn short_shapes_are_user_names_only_in_their_places() {
        check("Ann Lee; alee, /home/alee/x, alee@host and user=alee", 7, "person", &["alee", "alee", "alee"]);
        check("Sam Late; the slate and /srv/slate/x", 8, "person", &["slate"]);
    }

    #[test]
    fn numbers_are_found_whatever_stands_between_their_digits() {
        let id = "578 055 0409";
        for (shape, found) in [
            ("5780550409", "5780550409"),
            ("5.780550409E9", "5.780550409E9"),
            ("5.780550409e+9", "5.780550409e+9"),
            ("5780550409.0", "5780550409.0"),
            ("578-055-0409", "578-055-0409"),
        ] {
            check(&format!("{id}; {shape}"), id.len(), "id", &[found]);
        }
        check("578 055 0409; 57805504090 x5780550409 5780550409x 5.78055041E9", id.len(), "id", &[]);
        check(
            "+34 600 123 456; 600123456 or 0034 600.123.456",
            15,
            "contact/phone",
            &["600123456", "0034 600.123.456"],
        );
    }
}
