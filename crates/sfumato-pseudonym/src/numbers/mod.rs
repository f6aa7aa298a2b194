//! Numbers that identify, of people, accounts and things, and secrets.
//!
//! A substitute has the length, layout and letters of the original: digits for digits, letters for letters of the same
//! case, labels and marks kept. What the original's check digits said stays true of it, or becomes certainly false, as
//! the policy wants it. Where a standard keeps numbers for examples and tests, substitutes are taken from there.

pub(crate) mod dice;
pub mod ff1;
mod form;
mod mould;
mod rules;
pub mod sealed;
mod secrets;
mod wallets;

use std::collections::{BTreeMap, HashSet};

use sfumato_detect::{Category, KnownCategory};

use crate::{CheckDigits, Context, Kind, Ledger, Subject, contacts};
use dice::Dice;
use form::{Stretch, Style};
use mould::Mould;

/// How many substitutes are drawn with their parts in range, and how many more without.
const TRIES: usize = 4_000;
const LOOSE_TRIES: usize = 20_000;
/// How many substitutes that pass but resemble an original are refused before one is taken that merely is none.
const PATIENCE: usize = 60;
/// How many are refused before one is taken that is another's original: where so many in a row are, nearly all numbers
/// of this length are, as with running ones, and to have one of them says nothing of whose it was.
const MOST_REFUSED: usize = 2 * PATIENCE;
/// From how many characters on a word of a number tells something on its own.
const TELLING: usize = 4;

/// A number of a scope, however often it is written.
struct Number<'s> {
    category: &'s Category,
    forms: Vec<&'s str>,
    roll: u32,
}

/// Decides what stands for the numbers of a scope.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let mut numbers: BTreeMap<(Kind, String), Number<'_>> = BTreeMap::new();
    let mut addresses: Vec<&Subject<'_>> = Vec::new();
    for (_, subject) in subjects {
        if is_address(subject.fullest(), subject) {
            addresses.push(subject);
            continue;
        }
        let (kind, style) = manner(&subject.category);
        for form in &subject.forms {
            let Some(key) = form::key(&form::stretches(form, style), style) else { continue };
            let number = numbers.entry((kind, key)).or_insert_with(|| Number {
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
    contacts::web::assign_urls(&addresses, context, ledger);
    let keys: HashSet<&str> = numbers.keys().map(|(_, key)| key.as_str()).collect();
    // By key: whoever comes later draws again, whatever the order of the document.
    for ((kind, key), number) in &numbers {
        if ledger.get(*kind, key).is_none()
            && let Some(substitute) = substitute(*kind, key, number, &keys, context, ledger)
        {
            ledger.set(*kind, key, &substitute);
        }
    }
}

/// The substitute in the form of a mention.
pub fn write(form: &str, subject: &Subject<'_>, _: &Context<'_>, ledger: &Ledger) -> Option<String> {
    if is_address(form, subject) {
        return contacts::web::write_url(form, ledger).filter(|made| made != form);
    }
    let (kind, style) = manner(&subject.category);
    let stretches = form::stretches(form, style);
    let key = form::key(&stretches, style)?;
    form::written(&stretches, ledger.get(kind, &key)?, style)
}

/// Whether a secret is an address with a password inside.
fn is_address(form: &str, subject: &Subject<'_>) -> bool {
    subject.category.is(KnownCategory::Secret) && form.contains("://")
}

fn manner(category: &Category) -> (Kind, Style) {
    match category {
        c if c.is(KnownCategory::Secret) => (Kind::Secret, Style::Exact),
        c if c.is(KnownCategory::Wallet) => (Kind::Id, Style::Exact),
        c if c.is(KnownCategory::CaseNumber) => (Kind::Id, Style::Case),
        _ => (Kind::Id, Style::Id),
    }
}

/// One substitute: not an original, not another's, its checks as the policy wants them.
fn substitute(
    kind: Kind,
    key: &str,
    number: &Number<'_>,
    keys: &HashSet<&str>,
    context: &Context<'_>,
    ledger: &Ledger,
) -> Option<String> {
    let (_, style) = manner(number.category);
    let cut: Vec<Vec<Stretch<'_>>> = number.forms.iter().map(|form| form::stretches(form, style)).collect();
    // The shortest way to write it has the fewest marks for a check to stumble over.
    let (plainest, stretches) = number.forms.iter().zip(&cut).min_by_key(|(form, _)| (form.len(), **form))?;
    let core = form::core(plainest, stretches);
    let passed = rules::passed(core, number.category);
    let valid = context.settings.numbers.check == CheckDigits::Valid;
    let fits = |substitute: &str| {
        passed.is_empty() || {
            let written = form::written(stretches, substitute, style).unwrap_or_default();
            let core = form::core(&written, stretches);
            passed.iter().all(|(name, check)| check(core) == (valid || rules::is_shape(name, &passed)))
        }
    };
    let is_free = |substitute: &str, refused: usize| {
        if ledger.is_used(kind, substitute) || cut.iter().any(|cut| keeps_a_word(cut, substitute, key)) {
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
    let mut dice = Dice::new(&mut context.seed.draw(&[kind.name(), key, &number.roll.to_string()]));
    let mut mould = Mould::new(stretches, style, number.category, &passed);
    let mut refused = 0;
    let mut chars = Vec::new();
    let wallets = Category::from(KnownCategory::Wallet).checks();
    let sealed = valid && passed.iter().any(|(name, _)| wallets.iter().any(|wallet| wallet.name == *name));
    for nth in 0..TRIES + LOOSE_TRIES {
        let drawn = match sealed {
            true => wallets::another(core, &mut dice)?,
            false => {
                if nth == TRIES {
                    mould = mould.loose();
                }
                mould.cast(&mut dice, &mut chars);
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

/// Whether a number and its substitute share a word in the same place that tells something, or all of them.
fn keeps_a_word(cut: &[Stretch<'_>], substitute: &str, key: &str) -> bool {
    let mut pairs = form::words(cut, substitute).zip(form::words(cut, key));
    substitute == key || pairs.any(|(word, own)| word.len() >= TELLING && word == own)
}

/// Whether some of the words of a substitute are an original together: "28 28" in "28 28 86325".
fn holds_another(words: &[&str], context: &Context<'_>) -> bool {
    let runs = (0..words.len()).flat_map(|from| (from + 2..=words.len()).map(move |to| from..to));
    runs.filter_map(|run| words.get(run)).any(|run| run.len() < words.len() && context.originals.hold(&run.join(" ")))
}

#[cfg(test)]
mod tests;
