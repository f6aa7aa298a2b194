//! What of a mention is replaced.

use std::ops::Range;

use sfumato_language::Language;
use sfumato_language::inflect::{Gender, Number, gender_of, inflect, number_of};

use super::known::{Known, known_at, table};
use super::text::{Token, is_all_capitals, is_capital, part, tokens};
use crate::{Lines, Lists, Subject};

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
pub(crate) struct Swap {
    /// Where, in bytes.
    pub range: Range<usize>,
    /// The group of the other word.
    pub group: String,
    /// Which form of it.
    pub form: u8,
    /// The key of what is replaced.
    pub key: String,
}

/// What is replaced in a mention, in order, and the words of it.
pub(crate) struct Plan {
    pub tokens: Vec<Token>,
    pub swaps: Vec<Swap>,
    /// Names that are left: where, in bytes.
    pub names: Vec<Range<usize>>,
}

/// What is replaced in a mention.
pub(crate) fn plan(form: &str, subject: &Subject<'_>, lists: &Lists<'_>) -> Plan {
    let tokens = tokens(form);
    let here = table(lists, subject.language);
    let other = match subject.language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    };
    let reader = |table, language| Reader { form, tokens: &tokens, table, language };
    let mut swaps = reader(here, subject.language).read(subject);
    if swaps.is_empty() {
        swaps = reader(table(lists, other), other).listed(groups(subject));
    }
    let names = names(form, &tokens, &swaps);
    Plan { tokens, swaps, names }
}

fn groups(subject: &Subject<'_>) -> &'static [&'static str] {
    match subject.category.root() {
        "profession" => WORK,
        "kinship" => KIN,
        _ => ORIGIN,
    }
}

/// Words with a capital that nothing takes the place of, but not the first.
fn names(form: &str, tokens: &[Token], swaps: &[Swap]) -> Vec<Range<usize>> {
    let is_loud = is_all_capitals(form);
    let is_swapped = |token: &Token| swaps.iter().any(|swap| swap.range.contains(&token.start));
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

struct Reader<'f, 'a> {
    form: &'f str,
    tokens: &'f [Token],
    table: Lines<'a>,
    language: Language,
}

impl<'a> Reader<'_, 'a> {
    fn read(&self, subject: &Subject<'_>) -> Vec<Swap> {
        match subject.category.root() {
            "profession" => self.profession(),
            "kinship" => {
                let mut swaps = self.listed(KIN);
                let (sides, others): (Vec<Swap>, Vec<Swap>) =
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
                if self.is_known(WORK) { self.profession() } else { self.guessed_origin().into_iter().collect() }
            }
        }
    }

    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.key.as_str())
    }

    fn known(&self, at: usize, groups: &[&str]) -> Option<Known<'a>> {
        known_at(self.tokens, at, self.table, groups)
    }

    fn is_known(&self, groups: &[&str]) -> bool {
        (0..self.tokens.len()).any(|at| self.known(at, groups).is_some())
    }

    fn bytes(&self, words: Range<usize>) -> Range<usize> {
        let start = self.tokens.get(words.start).map_or(0, |token| token.start);
        let end = words.end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        start..end.max(start)
    }

    fn swap(&self, words: Range<usize>, known: Known<'_>) -> Swap {
        Swap { range: self.bytes(words), group: known.group.to_owned(), form: known.form, key: known.first.to_owned() }
    }

    /// Every known word, with what is around it left as it is.
    fn listed(&self, groups: &[&str]) -> Vec<Swap> {
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

    fn profession(&self) -> Vec<Swap> {
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

    /// Whether a word that stays may stand before this one: in Spanish only before a profession.
    fn is_about(&self, at: usize) -> bool {
        at < self.tokens.len() && (self.language == Language::English || self.known(self.skip(at), WORK).is_some())
    }

    /// Whether something new begins at a word: after a mark, or after "and" with a profession behind it.
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
    fn spanish(&self) -> Vec<Swap> {
        let first = self.skip(0);
        if self.known(first, WORK).is_none() {
            // A sentence, or a profession that is not listed.
            return if self.is_known(WORK) { self.listed(WORK) } else { self.guessed(first).into_iter().collect() };
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

    /// A profession by its ending.
    fn guessed(&self, at: usize) -> Option<Swap> {
        let word = self.tokens.get(at).map(|token| part(self.form, token.start..token.end).to_lowercase())?;
        let gender = gender_of(&word);
        let is_either = word.ends_with("ista") || word.ends_with("istas");
        if (gender.is_none() && !is_either) || word.len() < 5 {
            return None;
        }
        let is_several = number_of(&word, Language::Spanish) == Some(Number::Plural);
        let form = match gender {
            _ if is_either => 4 + u8::from(is_several),
            gender => u8::from(gender == Some(Gender::Feminine)) + 2 * u8::from(is_several),
        };
        let first = inflect(&word, Language::Spanish, Number::Singular, Some(Gender::Masculine)).text;
        let known = Known { words: 1, group: "profession-es", form, first: &crate::fold(&first) };
        Some(self.swap(at..self.complement(at + 1), known))
    }

    /// A word for where somebody is from, by its ending.
    fn guessed_origin(&self) -> Option<Swap> {
        const ENDINGS: [(&str, u8); 12] = [
            ("ense", 4),
            ("eno", 0),
            ("ena", 1),
            ("ano", 0),
            ("ana", 1),
            ("ino", 0),
            ("ina", 1),
            ("esa", 1),
            ("es", 0),
            ("ear", 4),
            ("ita", 4),
            ("i", 4),
        ];
        let [token] = self.tokens else { return None };
        let word = part(self.form, token.start..token.end);
        let swap = |group: &str, form: u8, key: &str| Swap {
            range: token.start..token.end,
            group: group.to_owned(),
            form,
            key: key.to_owned(),
        };
        if self.language == Language::English {
            let one = token.key.strip_suffix('s').unwrap_or(&token.key);
            let is_one = ["ian", "ese", "ish", "can", "an"].iter().any(|ending| one.ends_with(ending)) && one.len() > 4;
            let form = if one.len() < token.key.len() { 2 } else { 0 };
            return (is_one && is_capital(word)).then(|| swap("nationality-en", form, one));
        }
        let one =
            token.key.strip_suffix("es").or_else(|| token.key.strip_suffix('s')).filter(|_| !word.ends_with("és"));
        let (ending, form) = [Some(token.key.as_str()), one].into_iter().enumerate().find_map(|(several, key)| {
            let (ending, form) = ENDINGS.iter().find(|(ending, _)| key.is_some_and(|key| key.ends_with(ending)))?;
            Some((*ending, if *form == 4 { 4 + several as u8 } else { form + 2 * several as u8 }))
        })?;
        let stem = one.filter(|_| form == 2 || form == 3 || form == 5).unwrap_or(&token.key);
        let key = stem.strip_suffix(ending).map(|stem| format!("{stem}{}", masculine(ending)))?;
        (key.len() > 4).then(|| swap("nationality-es", form, &key))
    }

    /// The profession comes last, before "of" or "for": "school bus driver", "minister of culture".
    fn english(&self) -> Vec<Swap> {
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
            swaps.push(self.phrase(at, end, whole));
            at = self.skip(if is_one_of(self.key(whole), AND) { whole + 1 } else { whole });
        }
        swaps
    }

    fn phrase(&self, at: usize, end: usize, whole: usize) -> Swap {
        if let Some(known) = self.known(at, WORK).filter(|known| at + known.words == end) {
            return self.swap(at..whole, known);
        }
        let head = self.key(end - 1);
        let is_several = number_of(head, Language::English) == Some(Number::Plural);
        let one = inflect(head, Language::English, Number::Singular, None).text;
        let before = (at..end - 1).map(|word| self.key(word));
        let key = before.chain([one.as_str()]).collect::<Vec<_>>().join(" ");
        Swap { range: self.bytes(at..whole), group: "profession-en".to_owned(), form: u8::from(is_several), key }
    }
}

fn masculine(ending: &str) -> &str {
    match ending {
        "ena" => "eno",
        "ana" => "ano",
        "ina" => "ino",
        "esa" => "es",
        ending => ending,
    }
}

/// Relatives; those with a side are related by blood, and so is what stands for them.
fn others_of(mut swaps: Vec<Swap>, have_side: bool) -> Vec<Swap> {
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
