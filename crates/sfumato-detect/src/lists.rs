//! Words and names that a policy or a document gives.

use std::sync::Arc;

use aho_corasick::{AhoCorasick, Input, MatchKind};
use sfumato_automaton::{BREAK, is_word};
use sfumato_document::Span;
use sfumato_language::{Aligned, Analysis};

use crate::{Category, Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser, RecogniserFault};

/// Phrases to be found as whole words, in any case and with any blanks between their words.
pub(crate) struct PhraseMatcher {
    automaton: AhoCorasick,
}

impl PhraseMatcher {
    /// Takes phrases, already in the form that [`key`] gives; nothing if there are none, or none but empty ones.
    pub fn new<P: AsRef<[u8]>>(keys: &[P]) -> Option<Self> {
        if keys.iter().all(|key| key.as_ref().is_empty()) {
            return None;
        }
        let mut builder = AhoCorasick::builder();
        // A list that was silently not looked for would leave what it names.
        let automaton = builder.match_kind(MatchKind::LeftmostLongest).build(keys);
        Some(Self { automaton: automaton.expect("a list in memory fits an automaton") })
    }

    /// Their places in a folded text: number, start and end.
    pub fn find(&self, folded: &[u8]) -> Vec<(usize, usize, usize)> {
        let lowered = LoweredText::new(folded);
        let text = lowered.bytes.as_slice();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(next) = self.automaton.find(Input::new(text).range(at..)) {
            let start = next.start();
            // Where "Ann Lee" is cut off, as in "Ann Leeson", "Ann" is not.
            if let Some((number, end)) = whole_at(&self.automaton, text, start, next.end()) {
                found.push((number, lowered.home(start), lowered.home(end - 1) + 1));
                at = end;
            } else {
                at = after_word(text, start);
            }
        }
        found
    }
}

/// The place to look on from if a phrase is cut off inside a word: another may start at the next one ("2Ann Lee":
/// "Lee").
fn after_word(text: &[u8], start: usize) -> usize {
    start + 1 + text[start + 1..].iter().take_while(|b| is_word(**b)).count()
}

/// The longest phrase of whole words that starts here and ends no later.
fn whole_at(automaton: &AhoCorasick, text: &[u8], start: usize, mut end: usize) -> Option<(usize, usize)> {
    while start < end {
        let next = automaton.find(Input::new(text).range(start..end)).filter(|next| next.start() == start)?;
        if start < next.end() && is_whole(text, start, next.end()) {
            return Some((next.pattern().as_usize(), next.end()));
        }
        end = next.end().saturating_sub(1);
    }
    None
}

/// True for a range of folded text that is cut off neither at the start nor at the end of a word.
pub(crate) fn is_whole(text: &[u8], start: usize, end: usize) -> bool {
    let inside = |at: usize| at > 0 && at < text.len() && is_word(text[at - 1]) && is_word(text[at]);
    !inside(start) && !inside(end)
}

/// Folded text in lower case, without accents, every run of blanks and hyphens one space, and the way home.
struct LoweredText {
    bytes: Vec<u8>,
    /// From which place on how many bytes are missing before it.
    gaps: Vec<(usize, usize)>,
}

impl LoweredText {
    fn new(folded: &[u8]) -> Self {
        let mut lowered = Self { bytes: Vec::with_capacity(folded.len()), gaps: Vec::new() };
        let (mut missing, mut noted) = (0, 0);
        let mut last = 0;
        for byte in folded.iter().map(|byte| lower_byte(*byte)) {
            if byte == b' ' && last == b' ' {
                missing += 1;
                continue;
            }
            if noted != missing {
                lowered.gaps.push((lowered.bytes.len(), missing));
                noted = missing;
            }
            lowered.bytes.push(byte);
            last = byte;
        }
        lowered
    }

    /// The place in the folded text.
    fn home(&self, at: usize) -> usize {
        let after = self.gaps.partition_point(|(from, _)| *from <= at);
        at + self.gaps[..after].last().map_or(0, |(_, missing)| *missing)
    }
}

/// One byte of it: without case and accent; hyphens, underscores and every blank a space.
#[inline]
pub(crate) fn lower_byte(byte: u8) -> u8 {
    LOWER[usize::from(byte)]
}

/// All of them.
static LOWER: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = lowered(byte as u8);
        byte += 1;
    }
    table
};

const fn lowered(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte + 32,
        0xc0..=0xc5 | 0xe0..=0xe5 => b'a',
        0xc7 | 0xe7 => b'c',
        0xc8..=0xcb | 0xe8..=0xeb => b'e',
        0xcc..=0xcf | 0xec..=0xef => b'i',
        0xd1 | 0xf1 => b'n',
        0xd2..=0xd6 | 0xf2..=0xf6 => b'o',
        0xd9..=0xdc | 0xf9..=0xfc => b'u',
        0xdd | 0xfd | 0xff => b'y',
        0x80 => 0x81,
        b'\n' | b'\t' | b'-' | b'_' => b' ',
        _ => byte,
    }
}

/// Folded text in lower case, into a buffer.
pub(crate) fn lower_into(folded: &[u8], lowered: &mut Vec<u8>) {
    lowered.clear();
    lowered.extend(folded.iter().map(|byte| lower_byte(*byte)));
}

/// A phrase as it is looked for: folded, in lower case, blanks trimmed and single.
pub(crate) fn key(phrase: &str) -> Vec<u8> {
    let mut key: Vec<u8> = Vec::with_capacity(phrase.len());
    for c in phrase.trim().chars() {
        match sfumato_automaton::fold(c) {
            sfumato_automaton::FoldedChar::Byte(byte) => match lower_byte(byte) {
                b' ' if key.last() == Some(&b' ') => {}
                byte => key.push(byte),
            },
            sfumato_automaton::FoldedChar::Joined => {
                if let Some(composed) = key.last().and_then(|last| sfumato_automaton::compose(*last, c)) {
                    key.pop();
                    key.push(composed);
                }
            }
        }
    }
    key
}

/// The key of what stands at a span.
pub(crate) fn key_at(view: &Aligned, span: Span) -> Vec<u8> {
    let (start, end) = (view.away(span.start()), view.away(span.end()));
    let mut key: Vec<u8> = view.bytes()[start..end].iter().map(|b| lower_byte(*b)).collect();
    key.dedup_by(|a, b| *a == b' ' && *b == b' ');
    key
}

/// Values that are never taken: the policy's allow list.
#[derive(Default)]
pub struct AllowList {
    phrases: Option<PhraseMatcher>,
}

impl std::fmt::Debug for AllowList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.phrases.is_some() { "AllowList" } else { "AllowList(empty)" })
    }
}

impl AllowList {
    /// The list of these values, in any case.
    pub fn new<S: AsRef<str>>(values: &[S]) -> Self {
        let keys: Vec<Vec<u8>> = values.iter().map(|value| key(value.as_ref())).collect();
        Self { phrases: PhraseMatcher::new(&keys) }
    }

    /// The places of its values in a text.
    pub(crate) fn places(&self, analysis: &Analysis) -> AllowedPlaces {
        let view = analysis.aligned();
        let found = self.phrases.iter().flat_map(|phrases| phrases.find(view.bytes()));
        AllowedPlaces(found.map(|(_, start, end)| view.span(start, end)).collect())
    }
}

/// The allowed values of a text; in order, disjoint.
pub(crate) struct AllowedPlaces(Vec<Span>);

impl AllowedPlaces {
    /// True for a finding that is an allowed value or lies inside one, unless it was named as to be protected.
    pub fn hold(&self, finding: &Finding) -> bool {
        let before = self.0.partition_point(|span| span.start() <= finding.span.start());
        finding.evidence.why != FindingReason::Named
            && self.0[..before].last().is_some_and(|span| span.contains(finding.span))
    }
}

/// Words of a category, from the policy's deny list.
pub struct WordList {
    phrases: Option<PhraseMatcher>,
    category: Category,
    recogniser: Arc<str>,
    rule: Arc<str>,
    why: FindingReason,
}

impl std::fmt::Debug for WordList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WordList({})", self.category)
    }
}

impl WordList {
    /// Finds these words as this category, always.
    pub fn new<S: AsRef<str>>(category: Category, words: &[S]) -> Self {
        let keys: Vec<Vec<u8>> = words.iter().map(|word| key(word.as_ref())).collect();
        Self {
            phrases: PhraseMatcher::new(&keys),
            category,
            recogniser: "policy/deny".into(),
            rule: "listed".into(),
            why: FindingReason::Listed,
        }
    }
}

impl WordList {
    /// The places of its words in the folded text.
    fn find(&self, analysis: &Analysis) -> Vec<(usize, usize)> {
        let found = self.phrases.iter().flat_map(|phrases| phrases.find(analysis.aligned().bytes()));
        found.map(|(_, start, end)| (start, end)).collect()
    }

    fn push(&self, analysis: &Analysis, found: impl Iterator<Item = (usize, usize)>, findings: &mut Findings) {
        let evidence = FindingEvidence { recogniser: self.recogniser.clone(), rule: self.rule.clone(), why: self.why };
        let evidence = Arc::new(evidence);
        for (start, end) in found {
            let span = analysis.aligned().span(start, end);
            findings.push(Finding { span, category: self.category.clone(), score: 1.0, evidence: evidence.clone() });
        }
    }
}

impl Recogniser for WordList {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        self.push(analysis, self.find(analysis).into_iter(), findings);
        Ok(())
    }
}

/// Persons, organisations and places that were named as to be protected.
#[derive(Debug)]
pub struct NamedEntities {
    names: WordList,
    /// The last words of names of people, for texts that never give the name as it was named.
    surnames: WordList,
}

/// Shorter last words are too common to stand for a name.
const SHORTEST_SURNAME: usize = 3;

impl NamedEntities {
    /// Finds these names; parts of them that stand alone are found as repeats.
    ///
    /// A text that is to protect "Jim Finch" may speak of "James Edward Finch" and of "Finch" alone: where the name
    /// itself stands nowhere, its last word does for it, with a capital.
    pub fn new<S: AsRef<str>>(names: &[S]) -> Self {
        let list = |words: &[&str], rule: &str| {
            let list = WordList::new(KnownCategory::Protected.into(), words);
            WordList { recogniser: "policy/protect".into(), rule: rule.into(), why: FindingReason::Named, ..list }
        };
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let surnames: Vec<&str> = names.iter().filter_map(|name| surname(name)).collect();
        Self { names: list(&names, "named"), surnames: list(&surnames, "surname") }
    }
}

/// The surname of what looks like the name of a person: two to four words, each with a capital.
fn surname(name: &str) -> Option<&str> {
    let is_suffix = |word: &&str| matches!(word.trim_end_matches('.'), "Jr" | "Sr" | "II" | "III" | "IV");
    let words: Vec<&str> = name.split_whitespace().filter(|word| !is_suffix(word)).collect();
    let is_name =
        (2..=4).contains(&words.len()) && words.iter().all(|word| word.chars().next().is_some_and(char::is_uppercase));
    let last = words.last()?.trim_end_matches([',', '.']);
    (is_name && last.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_SURNAME).then_some(last)
}

impl Recogniser for NamedEntities {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let found = self.names.find(analysis);
        if found.is_empty() {
            let view = analysis.aligned();
            let is_name = |(start, _): &(usize, usize)| view.bytes().get(*start).is_some_and(|byte| is_capital(*byte));
            self.surnames.push(analysis, self.surnames.find(analysis).into_iter().filter(is_name), findings);
        }
        self.names.push(analysis, found.into_iter(), findings);
        Ok(())
    }
}

/// True for a folded capital letter.
pub(crate) fn is_capital(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | 0x80 | 0xc0..=0xd6 | 0xd8..=0xde)
}

/// The words of a folded text, as ranges; nothing reaches over a break.
pub(crate) fn words(folded: &[u8]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    debug_assert!(!is_word(BREAK));
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + folded[at..].iter().position(|b| is_word(*b))?;
        let end = start + folded[start..].iter().position(|b| !is_word(*b)).unwrap_or(folded.len() - start);
        at = end;
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_phrase_that_is_cut_off_does_not_hide_a_shorter_one() {
        let phrases = PhraseMatcher::new(&[&b"ann"[..], b"ann lee", b"lee"]).expect("phrases");
        let found = |text: &[u8]| phrases.find(text).iter().map(|(number, ..)| *number).collect::<Vec<_>>();
        assert_eq!(found(b"Ann Leeson"), [0]);
        assert_eq!(found(b"Ann Lee, Ann Leeson and Lee"), [1, 0, 2]);
        assert_eq!(found(b"Annie Lee"), [2]);
    }

    #[test]
    fn phrases_are_found_whatever_the_case_and_the_blanks() {
        let phrases = PhraseMatcher::new(&[key("Blue-Heron"), key("Núñez")]).expect("there are some");
        let text = b"x BLUE \n  HERON, blue heronry; N\xda\xd1EZ";
        let found = phrases.find(text);
        let shown: Vec<(usize, &[u8])> =
            found.iter().map(|(number, start, end)| (*number, &text[*start..*end])).collect();
        assert_eq!(shown, [(0, &b"BLUE \n  HERON"[..]), (1, &b"N\xda\xd1EZ"[..])]);
    }
}
