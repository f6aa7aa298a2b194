//! Words for what somebody does, whose relative somebody is and where somebody is from: another of their kind, in the
//! same gender and number, so that articles and adjectives around them still agree.

mod choose;
mod known;
mod plan;
pub(crate) mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use sfumato_detect::Category;
use sfumato_language::Language;

use crate::{Context, Kind, Ledger, Subject, names};
pub(crate) use choose::{Wants, choose, want};
pub(crate) use known::{Known, in_row, is_either, kind_of, known_at, table};
use plan::{Plan, Swap, plan};
use text::{is_capital, lettered, part};

/// Decides what stands for the words of the scope.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let mut wants = Wants::new();
    for (_, subject) in subjects {
        for form in &subject.forms {
            for swap in plan(form, subject, context.lists).swaps {
                want(&mut wants, &swap.group, &swap.key, is_either(swap.form), subject.roll);
            }
        }
    }
    choose(&wants, context, ledger);
}

/// The mention with other words in it; nothing if no word of it is known or a name would be left.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let plan = plan(form, subject, context.lists);
    let mut puts: Vec<(usize, usize, Cow<'_, str>)> = Vec::with_capacity(plan.swaps.len());
    for swap in &plan.swaps {
        puts.push((swap.range.start, swap.range.end, Cow::Owned(put(form, swap, ledger)?)));
    }
    for name in &plan.names {
        let name_of = part(form, name.clone());
        let other = names::write(name_of, &relative(subject, name_of), context, ledger)?;
        puts.push((name.start, name.end, Cow::Owned(other)));
    }
    puts.extend(ages(&plan, form, context));
    if puts.is_empty() {
        return None;
    }
    puts.sort_unstable_by_key(|(start, ..)| *start);
    let (mut out, mut done) = (String::with_capacity(form.len() + 16), 0);
    for (start, end, text) in puts {
        if start < done {
            continue;
        }
        out.push_str(part(form, done..start));
        out.push_str(&text);
        done = end;
    }
    out.push_str(part(form, done..form.len()));
    Some(out)
}

/// Those who are named beside what they are to somebody ("his brother Tom"), as subjects of their own: the room of names
/// decides about them.
pub fn named<'t>(subject: &Subject<'t>, context: &Context<'_>) -> Vec<Subject<'t>> {
    let mut people = Vec::new();
    if !subject.category.is_within("kinship") {
        return people;
    }
    for form in &subject.forms {
        let plan = plan(form, subject, context.lists);
        people.extend(plan.names.iter().map(|name| relative(subject, part(form, name.clone()))));
    }
    people
}

/// Whether a form is a word for where somebody is from, in small letters: "marroquí", found as a country.
pub fn is_origin(subject: &Subject<'_>, context: &Context<'_>) -> bool {
    let form = subject.fullest();
    let plan = || plan(form, subject, context.lists);
    form.starts_with(char::is_lowercase)
        && !form.contains(char::is_whitespace)
        && plan().swaps.iter().any(|swap| kind_of(&swap.group) == Kind::Nationality)
}

fn relative<'t>(subject: &Subject<'_>, name: &'t str) -> Subject<'t> {
    Subject {
        category: Category::new("person/relative").expect("a category"),
        language: subject.language,
        forms: vec![name],
        beside: Vec::new(),
        roll: subject.roll,
    }
}

/// The other word for a part of a mention, in its letters.
fn put(form: &str, swap: &Swap, ledger: &Ledger) -> Option<String> {
    let kind = kind_of(&swap.group);
    let row = ledger.get(kind, &swap.key)?;
    let (other, original) = (in_row(row, swap.form), part(form, swap.range.clone()));
    // Nationalities are written small by those who write the original so.
    Some(if kind == Kind::Nationality && !is_capital(original) && is_capital(other) {
        other.to_lowercase()
    } else {
        lettered(other, original)
    })
}

/// Ages that stand in a mention: "an uncle of 61 years".
fn ages<'f>(
    plan: &'f Plan,
    form: &'f str,
    context: &'f Context<'_>,
) -> impl Iterator<Item = (usize, usize, Cow<'f, str>)> {
    let has_years =
        plan.tokens.iter().any(|token| matches!(token.key.as_str(), "anos" | "ano" | "years" | "year" | "aged"));
    let settings = &context.settings.ages;
    plan.tokens.iter().filter(move |_| has_years).filter_map(move |token| {
        let age: u32 = part(form, token.start..token.end).parse().ok()?;
        if age < settings.from || age > 130 {
            return None;
        }
        let range = settings.range.max(1);
        let start = context.seed.draw(&[Kind::Age.name(), &token.key]).below(2 * range as usize) as u32;
        let least = if age > settings.old { settings.old + 1 } else { settings.from };
        let others = (0..2 * range).filter_map(|step| {
            let step = (start + step) % (2 * range);
            let other = if step < range { age.checked_sub(step + 1) } else { Some(age + step - range + 1) };
            other.filter(|other| *other >= least)
        });
        let is_new = |other: &u32| !context.originals.hold_word(&other.to_string());
        let other = others.clone().find(is_new).or_else(|| others.clone().next())?;
        Some((token.start, token.end, Cow::Owned(other.to_string())))
    })
}

/// The key and the group of a word for where something is from, if it is one.
pub(crate) fn demonym<'a>(
    tokens: &[text::Token],
    at: usize,
    context: &Context<'a>,
    language: Language,
) -> Option<Known<'a>> {
    const GROUPS: &[&str] = &["nationality", "regional", "continent"];
    known_at(tokens, at, table(context.lists, language), GROUPS)
}
