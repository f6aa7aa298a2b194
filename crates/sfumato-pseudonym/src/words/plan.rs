//! The replacements within a mention.

use std::ops::Range;

use sfumato_detect::KnownCategory;
use sfumato_language::Language;

use super::known::{KnownWords, known_at, table};
use super::text::{FoldedToken, is_all_capitals, is_capital, part, tokens};
use crate::{KeyedLines, PseudonymSubject, SubstituteLists};

const WORK: &[&str] = &["profession", "activity"];
const KIN: &[&str] = &["kin"];
const ORIGIN: &[&str] = &["nationality", "regional", "continent", "ethnic", "religion", "creed", "politics"];
const KEPT: &[&str] = &["kept"];

/// Words before a profession that belong to the sentence.
const BEFORE: &str = "a an the his her their un una unos unas el la los las de del como su sus es as";
/// Words that begin what says more about a profession.
const COMPLEMENT: &str = "of for at in with on to from by who";
const AND: &str = "y e o u and or";
const VERBS: &str = "works worked working work employed is was runs ran owns owned has had does did";
/// The most words a profession has in English.
const LONGEST: usize = 5;

/// A part of a mention that another word takes the place of.
pub(crate) struct WordReplacement {
    /// Its place, in bytes.
    pub range: Range<usize>,
    /// The group of the other word.
    pub group: String,
    /// The number of the form.
    pub form: u8,
    /// The key of what is replaced.
    pub key: String,
}

/// The replacements within a mention, in order, and the words of it.
pub(crate) struct WordReplacements {
    pub tokens: Vec<FoldedToken>,
    pub swaps: Vec<WordReplacement>,
    /// Names that are left: where, in bytes.
    pub names: Vec<Range<usize>>,
}

/// Finds the replacements within a mention.
pub(crate) fn plan(form: &str, subject: &PseudonymSubject<'_>, lists: &SubstituteLists<'_>) -> WordReplacements {
    let tokens = tokens(form);
    let here = table(lists, subject.language);
    let other = match subject.language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    };
    let reader = |table, language| KnownWordReader { form, tokens: &tokens, table, language };
    let mut swaps = reader(here, subject.language).read(subject);
    if swaps.is_empty() {
        // A word of the other language stands alone; among others it is one of its own that is spelt alike.
        let foreign = reader(table(lists, other), other).listed(groups(subject));
        let is_covered = |token: &FoldedToken| foreign.iter().any(|swap| swap.range.contains(&token.start));
        swaps = if tokens.iter().all(is_covered) { foreign } else { swaps };
    }
    let names = names(form, &tokens, &swaps);
    WordReplacements { tokens, swaps, names }
}

fn groups(subject: &PseudonymSubject<'_>) -> &'static [&'static str] {
    match &subject.category {
        category if category.is(KnownCategory::Profession) => WORK,
        category if category.is(KnownCategory::Kinship) => KIN,
        _ => ORIGIN,
    }
}

/// Words with a capital that nothing takes the place of, but not the first.
fn names(form: &str, tokens: &[FoldedToken], swaps: &[WordReplacement]) -> Vec<Range<usize>> {
    let is_loud = is_all_capitals(form);
    let is_swapped = |token: &FoldedToken| swaps.iter().any(|swap| swap.range.contains(&token.start));
    let mut names: Vec<Range<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_name = is_capital(part(form, token.start..token.end)) && !is_loud && !is_swapped(token);
        if !is_name || (at == 0 && !swaps.is_empty()) {
            continue;
        }
        match names.last_mut() {
            Some(name) if part(form, name.end..token.start).trim().is_empty() => name.end = token.end,
            _ => names.push(token.start..token.end),
        }
    }
    names
}

struct KnownWordReader<'f, 'a> {
    form: &'f str,
    tokens: &'f [FoldedToken],
    table: KeyedLines<'a>,
    language: Language,
}

impl<'a> KnownWordReader<'_, 'a> {
    fn read(&self, subject: &PseudonymSubject<'_>) -> Vec<WordReplacement> {
        match &subject.category {
            category if category.is(KnownCategory::Profession) => self.profession(),
            category if category.is(KnownCategory::Kinship) => {
                let mut swaps = self.listed(KIN);
                let (sides, others): (Vec<WordReplacement>, Vec<WordReplacement>) =
                    swaps.into_iter().partition(|swap| swap.group.starts_with("kin-side"));
                // Whose side a relative is on is changed only where it is all that is said.
                swaps = if others.is_empty() { sides } else { others_of(others, !sides.is_empty()) };
                swaps
            }
            _ => {
                let swaps = self.listed(ORIGIN);
                if !swaps.is_empty() {
                    return swaps;
                }
                self.profession()
            }
        }
    }

    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.key.as_str())
    }

    fn known(&self, at: usize, groups: &[&str]) -> Option<KnownWords<'a>> {
        known_at(self.tokens, at, self.table, groups)
    }

    fn bytes(&self, words: Range<usize>) -> Range<usize> {
        let start = self.tokens.get(words.start).map_or(0, |token| token.start);
        let end = words.end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        start..end.max(start)
    }

    fn swap(&self, words: Range<usize>, known: KnownWords<'_>) -> WordReplacement {
        WordReplacement {
            range: self.bytes(words),
            group: known.group.to_owned(),
            form: known.form,
            key: known.first.to_owned(),
        }
    }

    /// Every known word, with what is around it left as it is.
    fn listed(&self, groups: &[&str]) -> Vec<WordReplacement> {
        let (mut swaps, mut at) = (Vec::new(), 0);
        while at < self.tokens.len() {
            match self.known(at, groups) {
                Some(known) => {
                    swaps.push(self.swap(at..at + known.words, known));
                    at += known.words;
                }
                None => at += 1,
            }
        }
        swaps
    }

    fn profession(&self) -> Vec<WordReplacement> {
        match self.language {
            Language::Spanish => self.spanish(),
            Language::English => self.english(),
        }
    }

    /// Past articles and words that stay, such as "retired".
    fn skip(&self, mut at: usize) -> usize {
        while at < self.tokens.len() {
            match self.known(at, KEPT) {
                // Alone it is what somebody is.
                Some(kept) if self.is_about(at + kept.words) => at += kept.words,
                _ if is_one_of(self.key(at), BEFORE) => at += 1,
                _ => break,
            }
        }
        at
    }

    /// True if a word that stays may stand before this one: in Spanish only before a profession.
    fn is_about(&self, at: usize) -> bool {
        at < self.tokens.len() && (self.language == Language::English || self.known(self.skip(at), WORK).is_some())
    }

    /// True if something new begins at a word: after a mark, or after "and" with a profession behind it.
    fn is_apart(&self, at: usize) -> bool {
        let gap = at.checked_sub(1).map_or(0..0, |before| {
            self.tokens.get(before).map_or(0, |token| token.end)..self.tokens.get(at).map_or(0, |token| token.start)
        });
        part(self.form, gap).contains([',', ';', '/', '\n', ':'])
            || (is_one_of(self.key(at), AND) && self.known(self.skip(at + 1), WORK).is_some())
    }

    /// The end of what says more about a profession that ends at a word.
    fn complement(&self, mut at: usize) -> usize {
        while at < self.tokens.len() && !self.is_apart(at) && self.known(at, KEPT).is_none() {
            at += 1;
        }
        at
    }

    /// The profession comes first, and what is said about it after: "profesora de instituto", "albañil jubilado".
    fn spanish(&self) -> Vec<WordReplacement> {
        let first = self.skip(0);
        if self.known(first, WORK).is_none() {
            return self.listed(WORK);
        }
        let (mut swaps, mut at) = (Vec::new(), first);
        while at < self.tokens.len() {
            match self.known(at, WORK) {
                Some(known) => {
                    let end = self.complement(at + known.words);
                    swaps.push(self.swap(at..end, known));
                    at = self.known(end, KEPT).map_or(end, |kept| end + kept.words);
                }
                None => at += 1,
            }
        }
        swaps
    }

    /// The profession comes last, before "of" or "for": "school bus driver", "minister of culture".
    fn english(&self) -> Vec<WordReplacement> {
        let (mut swaps, mut at) = (Vec::new(), self.skip(0));
        if is_one_of(self.key(at), VERBS) {
            return self.listed(WORK);
        }
        while at < self.tokens.len() {
            let mut end = at + 1;
            while end < self.tokens.len()
                && !is_one_of(self.key(end), COMPLEMENT)
                && !is_one_of(self.key(end), AND)
                && !self.is_apart(end)
            {
                end += 1;
            }
            if end - at > LONGEST {
                return self.listed(WORK);
            }
            let whole = if is_one_of(self.key(end), COMPLEMENT) { self.complement(end) } else { end };
            let Some(swap) = self.phrase(at, end, whole) else { return Vec::new() };
            swaps.push(swap);
            at = self.skip(if is_one_of(self.key(whole), AND) { whole + 1 } else { whole });
        }
        swaps
    }

    /// The substitute of a profession of some words, of which the last is known as one; nothing if it is not, since
    /// what is not known may be anything.
    fn phrase(&self, at: usize, end: usize, whole: usize) -> Option<WordReplacement> {
        if let Some(known) = self.known(at, WORK).filter(|known| at + known.words == end) {
            return Some(self.swap(at..whole, known));
        }
        let head = self.known(end - 1, WORK)?;
        let before = (at..end - 1).map(|word| self.key(word));
        let key = before.chain([head.first]).collect::<Vec<_>>().join(" ");
        Some(WordReplacement { range: self.bytes(at..whole), group: "profession-en".to_owned(), form: head.form, key })
    }
}

/// Relatives; those with a side are related by blood, and so is what stands for them.
fn others_of(mut swaps: Vec<WordReplacement>, have_side: bool) -> Vec<WordReplacement> {
    for swap in swaps.iter_mut().filter(|_| have_side) {
        if let Some(rest) = swap.group.strip_prefix("kin-up") {
            swap.group = format!("kin-line{rest}");
        }
    }
    swaps
}

fn is_one_of(word: &str, list: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|one| one == word)
}
