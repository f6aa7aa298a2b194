//! Repeats: what was found in one place is looked for in all others.
//!
//! A record number found behind its label stands bare in a later line; a person named in full is "Lee" on the next
//! page. Values are looked for as whole words in any case; parts of names only where they are capitalised.

pub(crate) mod shapes;

use std::ops::ControlFlow;

use sfumato_automaton::is_word;
use sfumato_document::{Document, Span};
use sfumato_language::Analysis;
use sfumato_words::{ByLanguage, WordTable, words_by_language};

use crate::lists::{is_capital, key, key_at, lower_byte, lower_into, words};
use crate::values::ValueTable;
use crate::{Category, Finding, FindingEvidence, FindingReason, KnownCategory, Mention, RepeatSearch};
use shapes::OtherShapes;

/// The share of its score that a repeat has of what was found first.
const REPEAT: f32 = 0.95;
/// The score of a part of a name that stands alone.
const PART: f32 = 0.75;
/// Values shorter than this many characters say too little to be looked for.
const SHORTEST_VALUE: usize = 4;
/// Longer ones (keys, links) are found wherever they stand, by what they look like.
const LONGEST_VALUE: usize = 200;
/// The score below which a model's finding is not looked for in other places: at the usual threshold its repeats
/// would not count.
const SURE: f32 = 0.5 / REPEAT;
const SHORTEST_PART: usize = 3;
const LONG_NAME: usize = 12;

/// True for a word that is never a name on its own.
fn is_never_alone(word: &[u8]) -> bool {
    static NEVER_ALONE: ByLanguage<WordTable> = words_by_language!("recognition", "never a name alone");
    std::str::from_utf8(word).is_ok_and(|word| NEVER_ALONE.has(word))
}

/// A value to be looked for.
#[derive(Debug)]
struct SoughtValue {
    source: FindingSource,
    score: f32,
    why: FindingReason,
    form: RepeatForm,
    /// Other findings of the same value, of another category each: a policy may keep one of them.
    others: Vec<FindingSource>,
}

/// The source of a value to be looked for: a mention and one of its findings, by number.
#[derive(Debug, Clone, Copy)]
struct FindingSource {
    mention: usize,
    finding: usize,
}

impl FindingSource {
    fn category(self, mentions: &[Mention]) -> &Category {
        &mentions[self.mention].findings()[self.finding].category
    }
}

impl SoughtValue {
    /// The same value for another reason: the surer one names it, and it is taken in every form that either takes.
    fn join(&mut self, mut other: Self, mentions: &[Mention]) {
        let form = self.form.min(other.form);
        if other.score > self.score {
            std::mem::swap(self, &mut other);
        }
        self.form = form;
        for source in std::iter::once(other.source).chain(other.others) {
            let mut known = std::iter::once(&self.source).chain(&self.others).map(|known| known.category(mentions));
            if known.all(|known| known != source.category(mentions)) {
                self.others.push(source);
            }
        }
    }
}

/// Values to be looked for, and what is wanted of each, by number.
struct SoughtValues {
    values: ValueTable,
    wanted: Vec<SoughtValue>,
}

impl SoughtValues {
    fn add(&mut self, key: &[u8], wanted: SoughtValue, mentions: &[Mention]) {
        let (number, is_new) = self.values.add(key);
        if is_new {
            self.wanted.push(wanted);
        } else {
            self.wanted[number].join(wanted, mentions);
        }
    }
}

/// The forms in which a value is taken, the widest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RepeatForm {
    /// Anyhow.
    Any,
    /// With a capital.
    Capitalised,
    /// With a capital that no sentence starts with: the same word stands in small letters elsewhere.
    CapitalisedInside,
}

impl RepeatForm {
    /// True if what starts at a place of a folded text stands in this form.
    fn fits(self, folded: &[u8], start: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Capitalised => is_capital(folded[start]),
            Self::CapitalisedInside => is_capital(folded[start]) && follows_small_letters(folded, start),
        }
    }
}

/// True if every other place where this value stands was masked too: an identifier, looked for as it is.
/// Names are looked for in some forms only, dates mean something else in every place, and a number of few digits may be
/// any number.
pub fn stands_nowhere_else(document: &Document, mention: &Mention, threshold: f32) -> bool {
    let is_everywhere = |finding: &Finding| {
        spread(finding, false) == Some(RepeatSpread::Anyhow)
            && finding.score * REPEAT >= threshold
            && is_looked_for(&key(document.slice(finding.span)))
            && is_whole(document.text(), finding.span)
    };
    mention.findings().iter().any(is_everywhere)
}

/// True for a place that begins and ends with whole words: what is cut out of one is not found again inside others.
fn is_whole(text: &str, span: Span) -> bool {
    let before = text.get(..span.start()).and_then(|before| before.chars().next_back());
    let after = text.get(span.end()..).and_then(|after| after.chars().next());
    !before.into_iter().chain(after).any(char::is_alphanumeric)
}

/// True for a value that is long enough to be looked for, not too long, and says enough.
fn is_looked_for(key: &[u8]) -> bool {
    (SHORTEST_VALUE..=LONGEST_VALUE).contains(&key.len()) && tells(key)
}

/// True for a value that says who or what is meant, so that finding it in what was written is a leak. What somebody
/// is ("madre", "nurse", "French") is a word like others, and so is what a model is not sure of.
pub fn identifies(mention: &Mention) -> bool {
    !mention.category.describes() && !is_doubtful(mention)
}

/// In which forms a value is looked for in other places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RepeatSpread {
    /// As it is, in any case.
    Anyhow,
    /// With a capital, and so are its parts.
    AsPerson,
    /// With a capital.
    AsName,
}

/// The spread of a finding; `None` if it is not looked for in other places. Each finding of a mention is asked by
/// itself, so that what is found besides it takes nothing away.
///
/// What only a model found is a matter of the words around it, so that doubt is not spread, and a name is one where it
/// stands with a capital.
fn spread(finding: &Finding, words_too: bool) -> Option<RepeatSpread> {
    let is_learnt = !is_own(finding.evidence.why);
    // A person spoke of this place, and of no other.
    if finding.evidence.why == FindingReason::Reviewed {
        return None;
    }
    match finding.category.repeats() {
        RepeatSearch::Replaced if words_too => Some(RepeatSpread::Anyhow),
        RepeatSearch::Replaced | RepeatSearch::Never => None,
        _ if is_learnt && finding.score < SURE => None,
        RepeatSearch::Name => Some(RepeatSpread::AsPerson),
        RepeatSearch::Value if is_learnt => Some(RepeatSpread::AsName),
        RepeatSearch::Value | RepeatSearch::Code => Some(RepeatSpread::Anyhow),
    }
}

/// True if only models speak for a mention, and they are not sure.
fn is_doubtful(mention: &Mention) -> bool {
    is_only_learnt(mention) && mention.score < SURE
}

/// True if nothing but models speaks for a mention. A repeat speaks for nothing by itself.
fn is_only_learnt(mention: &Mention) -> bool {
    !mention.findings().iter().any(|finding| is_own(finding.evidence.why))
}

/// True for a reason that is neither a model's nor another place's.
fn is_own(why: FindingReason) -> bool {
    !why.is_learnt() && !matches!(why, FindingReason::Repeat | FindingReason::PartOfName | FindingReason::OtherShape)
}

/// Findings for the other places where values and parts of names stand, as far as they count.
///
/// With `words_too`, dates and words for relatives are looked for as well: where they are replaced by others of their kind,
/// one that stays would stand beside what it became.
pub(crate) fn repeats(
    analysis: &Analysis,
    mentions: &[Mention],
    words_too: bool,
    counts: impl Fn(&Finding) -> bool,
) -> Vec<Finding> {
    let view = analysis.aligned();
    let mut sought = SoughtValues { values: ValueTable::new(), wanted: Vec::new() };
    let mut shapes = OtherShapes::default();
    for (nth, mention) in mentions.iter().enumerate() {
        for (number, finding) in mention.findings().iter().enumerate() {
            if let Some(spread) = spread(finding, words_too) {
                let source = FindingSource { mention: nth, finding: number };
                let key = key_at(view, finding.span);
                shapes.add(source, finding, spread, &key);
                seek(&mut sought, source, mentions, (spread, words_too), &key);
            }
        }
    }
    if sought.wanted.is_empty() {
        return Vec::new();
    }
    demote_ordinary_words(view.bytes(), &mut sought);
    let mut findings = find(analysis, mentions, &sought, &counts);
    findings.extend(shapes.find(analysis, mentions).into_iter().filter(|finding| counts(finding)));
    findings
}

/// Adds what a finding says is to be looked for: its value, and what of it may stand alone.
fn seek(
    sought: &mut SoughtValues,
    source: FindingSource,
    mentions: &[Mention],
    (spread, words_too): (RepeatSpread, bool),
    key: &[u8],
) {
    let finding = &mentions[source.mention].findings()[source.finding];
    let wanted = |score, why, form| SoughtValue { source, score, why, form, others: Vec::new() };
    if spread == RepeatSpread::AsPerson {
        let alone = || wanted(PART, FindingReason::PartOfName, RepeatForm::Capitalised);
        parts(key).for_each(|part| sought.add(part, alone(), mentions));
    }
    if words_too
        && finding.category.is(KnownCategory::Place)
        && let Some(town) = town_behind_postcode(key)
    {
        sought.add(town, wanted(PART, FindingReason::Repeat, RepeatForm::Capitalised), mentions);
    }
    let is_word_of_names = spread == RepeatSpread::AsName && is_never_alone(key);
    if is_looked_for(key) && !is_word_of_names {
        let is_anyhow = spread == RepeatSpread::Anyhow || (spread == RepeatSpread::AsPerson && is_long_name(key));
        let form = if is_anyhow { RepeatForm::Any } else { RepeatForm::Capitalised };
        sought.add(key, wanted(finding.score * REPEAT, FindingReason::Repeat, form), mentions);
    }
}

/// The town behind a postcode, which stands alone elsewhere.
fn town_behind_postcode(key: &[u8]) -> Option<&[u8]> {
    let key = key.trim_ascii_start();
    let digits = key.iter().take_while(|b| b.is_ascii_digit()).count();
    let town = key[digits..].trim_ascii_start();
    (digits > 3 && town.len() >= SHORTEST_VALUE && town.iter().all(|b| !b.is_ascii_digit())).then_some(town)
}

/// Parts of names that the document also uses as ordinary words are taken only inside a sentence.
fn demote_ordinary_words(folded: &[u8], sought: &mut SoughtValues) {
    if sought.wanted.iter().all(|sought_value| sought_value.form == RepeatForm::Any) {
        return;
    }
    let stands_free = |range: &std::ops::Range<usize>| {
        let before = range.start.checked_sub(1).map_or(b' ', |at| folded[at]);
        let after = folded.get(range.end).copied().unwrap_or(b' ');
        matches!(before, b' ' | b'\n' | b'\t' | b'(' | b'"')
            && matches!(after, b' ' | b'\n' | b'\t' | b',' | b';' | b'.' | b')' | b'"' | b'?' | b'!')
    };
    // Nearly no word of a text is as long as a part of a name and starts like it.
    let mut lengths = [0u64; 256];
    for (number, _) in
        sought.wanted.iter().enumerate().filter(|(_, sought_value)| sought_value.form == RepeatForm::Capitalised)
    {
        let key = sought.values.value(number);
        lengths[usize::from(key[0])] |= 1 << key.len().min(63);
    }
    let mut word = Vec::new();
    // Parts of mail and web addresses are no ordinary words.
    for range in words(folded).filter(|range| !is_capital(folded[range.start])) {
        let first = usize::from(lower_byte(folded[range.start]));
        if lengths[first] & (1 << range.len().min(63)) == 0 || !stands_free(&range) {
            continue;
        }
        lower_into(&folded[range], &mut word);
        let sought_value = sought.values.get(&word).map(|number| &mut sought.wanted[number]);
        if let Some(sought_value) = sought_value.filter(|sought_value| sought_value.form == RepeatForm::Capitalised) {
            sought_value.form = RepeatForm::CapitalisedInside;
        }
    }
}

/// True if the word before a place, on the same line, is in small letters.
fn follows_small_letters(folded: &[u8], start: usize) -> bool {
    let before = folded[..start].trim_ascii_end();
    let gap = &folded[before.len()..start];
    let ends_small =
        before.last().is_some_and(|b| *b == b',' || (is_word(*b) && !is_capital(*b) && !b.is_ascii_digit()));
    !gap.is_empty() && !gap.contains(&b'\n') && ends_small
}

fn find(
    analysis: &Analysis,
    mentions: &[Mention],
    sought: &SoughtValues,
    counts: impl Fn(&Finding) -> bool,
) -> Vec<Finding> {
    let view = analysis.aligned();
    let (mut findings, mut besides) = (Vec::new(), Vec::new());
    let mut ahead = mentions;
    sought.values.find(view.bytes(), |number, start, end| {
        let sought_value = &sought.wanted[number];
        if !sought_value.form.fits(view.bytes(), start) {
            return ControlFlow::Continue(());
        }
        let span = view.span(start, end);
        while let [passed, rest @ ..] = ahead
            && passed.span.end() <= span.start()
        {
            ahead = rest;
        }
        let covers = |mention: &&Mention| mention.span.contains(span);
        let known = ahead.first().filter(covers).map_or(&[][..], Mention::findings);
        for source in std::iter::once(&sought_value.source).chain(&sought_value.others) {
            let by = &mentions[source.mention].findings()[source.finding];
            // What is known to be the same is not source again.
            if known.iter().any(|known| known.category == by.category) {
                continue;
            }
            let FindingEvidence { recogniser, rule, .. } = &*by.evidence;
            let evidence =
                FindingEvidence { recogniser: recogniser.clone(), rule: rule.clone(), why: sought_value.why };
            let finding =
                Finding { span, category: by.category.clone(), score: sought_value.score, evidence: evidence.into() };
            if counts(&finding) {
                push(&mut findings, &mut besides, finding);
            }
        }
        ControlFlow::Continue(())
    });
    findings.append(&mut besides);
    findings
}

/// Adds a finding that starts behind all others. One that another covers adds nothing but its category, if that is another
/// one; and what the one before the last and this one cover together the last need not cover again, or a line of the same
/// word would be covered as often as a value has words.
fn push(findings: &mut Vec<Finding>, besides: &mut Vec<Finding>, finding: Finding) {
    if let Some(last) = findings.last().filter(|last| last.span.contains(finding.span)) {
        if last.category != finding.category && besides.last() != Some(&finding) {
            besides.push(finding);
        }
        return;
    }
    if let [.., first, last] = findings.as_slice()
        && first.span.overlaps(finding.span)
        && last.category == finding.category
    {
        findings.pop();
    }
    findings.push(finding);
}

/// The words of a name that may stand for it alone: none for a name of one word.
fn parts(key: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_alone =
        |word: &&[u8]| word.len() >= SHORTEST_PART && !is_never_alone(word) && word.iter().all(|b| !b.is_ascii_digit());
    let is_name = words(key).nth(1).is_some();
    words(key).filter(move |_| is_name).map(|range| &key[range]).filter(is_alone)
}

/// True for a value that says enough to be looked for: it has letters, or digits enough to be no quantity.
fn tells(key: &[u8]) -> bool {
    key.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) || key.iter().filter(|b| b.is_ascii_digit()).count() >= 5
}

/// True for a name so long that it means the person in small letters too, as in `jane-okonkwo-notes`.
fn is_long_name(key: &[u8]) -> bool {
    key.len() >= LONG_NAME && words(key).count() >= 2
}

#[cfg(test)]
mod tests;
