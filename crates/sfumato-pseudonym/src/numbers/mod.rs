//! Numbers that identify, of people, accounts and things, and secrets.
//!
//! A substitute has the length, layout and letters of the original: digits for digits, letters for letters of the same
//! case, labels and marks kept. What the original's check digits said stays true of it, or becomes certainly false, as
//! the policy wants it. Where a standard keeps numbers for examples and tests, substitutes are taken from there.

pub mod ff1;
mod form;
pub(crate) mod random;
mod rules;
pub mod sealed;
mod secrets;
mod template;
mod wallets;

use std::collections::{BTreeMap, HashSet};

use sfumato_detect::{Category, KnownCategory};

use crate::{CheckDigitTreatment, PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable, contacts};
use form::{IdentifierStretch, IdentifierStyle};
use random::FastRandom;
use template::NumberTemplate;

/// The number of substitutes that are drawn with their parts in range, and of those without.
const TRIES: usize = 4_000;
const LOOSE_TRIES: usize = 20_000;
/// The number of substitutes that pass but resemble an original that are refused before one is taken that merely is
/// none.
const PATIENCE: usize = 60;
/// The number that are refused before one is taken that is another's original: where so many in a row are, nearly all
/// numbers
/// of this length are, as with running ones, and to have one of them says nothing of whose it was.
const MOST_REFUSED: usize = 2 * PATIENCE;
/// From how many characters on a word of a number tells something on its own.
const TELLING: usize = 4;

/// A number of a scope, however often it is written.
struct ScopeNumber<'s> {
    category: &'s Category,
    forms: Vec<&'s str>,
    roll: u32,
}

/// Decides what stands for the numbers of a scope.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut numbers: BTreeMap<(SubstituteKind, String), ScopeNumber<'_>> = BTreeMap::new();
    let mut addresses: Vec<&PseudonymSubject<'_>> = Vec::new();
    for (_, subject) in subjects {
        if is_address(subject.fullest(), subject) {
            addresses.push(subject);
            continue;
        }
        let (kind, style) = manner(&subject.category);
        for form in &subject.forms {
            let Some(key) = form::key(&form::stretches(form, style), style) else { continue };
            let number = numbers.entry((kind, key)).or_insert_with(|| ScopeNumber {
                category: &subject.category,
                forms: Vec::new(),
                roll: 0,
            });
            number.category = number.category.min(&subject.category);
            number.roll = number.roll.max(subject.roll);
            if !number.forms.contains(form) {
                number.forms.push(form);
            }
        }
    }
    contacts::web::assign_urls(&addresses, context, chosen);
    let keys: HashSet<&str> = numbers.keys().map(|(_, key)| key.as_str()).collect();
    // By key: whoever comes later draws again, whatever the order of the document.
    for ((kind, key), number) in &numbers {
        if chosen.get(*kind, key).is_none()
            && let Some(substitute) = substitute(*kind, key, number, &keys, context, chosen)
        {
            chosen.set(*kind, key, &substitute);
        }
    }
}

/// The substitute in the form of a mention.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    _: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    if is_address(form, subject) {
        return contacts::web::write_url(form, chosen).filter(|made| made != form);
    }
    let (kind, style) = manner(&subject.category);
    let stretches = form::stretches(form, style);
    let key = form::key(&stretches, style)?;
    form::written(&stretches, chosen.get(kind, &key)?, style)
}

/// True if a secret is an address with a password inside.
fn is_address(form: &str, subject: &PseudonymSubject<'_>) -> bool {
    subject.category.is(KnownCategory::Secret) && form.contains("://")
}

fn manner(category: &Category) -> (SubstituteKind, IdentifierStyle) {
    match category {
        c if c.is(KnownCategory::Secret) => (SubstituteKind::Secret, IdentifierStyle::Exact),
        c if c.is(KnownCategory::Wallet) => (SubstituteKind::Id, IdentifierStyle::Exact),
        c if c.is(KnownCategory::CaseNumber) => (SubstituteKind::Id, IdentifierStyle::Case),
        _ => (SubstituteKind::Id, IdentifierStyle::Id),
    }
}

/// One substitute: not an original, not another's, its checks as the policy wants them.
fn substitute(
    kind: SubstituteKind,
    key: &str,
    number: &ScopeNumber<'_>,
    keys: &HashSet<&str>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let (_, style) = manner(number.category);
    let cut: Vec<Vec<IdentifierStretch<'_>>> = number.forms.iter().map(|form| form::stretches(form, style)).collect();
    // The shortest way to write it has the fewest marks for a check to stumble over.
    let (plainest, stretches) = number.forms.iter().zip(&cut).min_by_key(|(form, _)| (form.len(), **form))?;
    let core = form::core(plainest, stretches);
    let passed = rules::passed(core, number.category);
    let valid = context.settings.numbers.check == CheckDigitTreatment::Valid;
    let fits = |substitute: &str| {
        passed.is_empty() || {
            let written = form::written(stretches, substitute, style).unwrap_or_default();
            let core = form::core(&written, stretches);
            passed.iter().all(|(name, check)| check(core) == (valid || rules::is_shape(name, &passed)))
        }
    };
    let is_free = |substitute: &str, refused: usize| {
        if chosen.is_used(kind, substitute) || cut.iter().any(|cut| keeps_a_word(cut, substitute, key)) {
            return false;
        }
        let strict = refused < PATIENCE;
        let is_free = !keys.contains(substitute)
            && !context.originals.hold(substitute)
            && cut.iter().flat_map(|cut| form::words(cut, substitute)).all(|word| match word.len() >= TELLING {
                true => !context.originals.hold_word(word),
                false => !strict || !context.originals.hold(word),
            })
            && !cut.iter().any(|cut| holds_another(&form::words(cut, substitute).collect::<Vec<_>>(), context));
        is_free || refused >= MOST_REFUSED
    };
    let mut random = FastRandom::new(&mut context.seed.draw(&[kind.name(), key, &number.roll.to_string()]));
    let mut template = NumberTemplate::new(stretches, style, number.category, &passed);
    let mut refused = 0;
    let mut chars = Vec::new();
    let wallets = Category::from(KnownCategory::Wallet).checks();
    let sealed = valid && passed.iter().any(|(name, _)| wallets.iter().any(|wallet| wallet.name == *name));
    for nth in 0..TRIES + LOOSE_TRIES {
        let drawn = match sealed {
            true => wallets::another(core, &mut random)?,
            false => {
                if nth == TRIES {
                    template = template.loose();
                }
                template.cast(&mut random, &mut chars);
                chars.iter().collect()
            }
        };
        if fits(&drawn) {
            if is_free(&drawn, refused) {
                return Some(drawn);
            }
            refused += 1;
        }
    }
    None
}

/// True if a number and its substitute share a word in the same place that tells something, or all of them.
fn keeps_a_word(cut: &[IdentifierStretch<'_>], substitute: &str, key: &str) -> bool {
    let mut pairs = form::words(cut, substitute).zip(form::words(cut, key));
    substitute == key || pairs.any(|(word, own)| word.len() >= TELLING && word == own)
}

/// True if some of the words of a substitute are an original together: "28 28" in "28 28 86325".
fn holds_another(words: &[&str], context: &SubstituteContext<'_>) -> bool {
    let runs = (0..words.len()).flat_map(|from| (from + 2..=words.len()).map(move |to| from..to));
    runs.filter_map(|run| words.get(run)).any(|run| run.len() < words.len() && context.originals.hold(&run.join(" ")))
}

#[cfg(test)]
mod tests;
