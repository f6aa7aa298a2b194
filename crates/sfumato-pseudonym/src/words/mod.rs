//! Words for what somebody does, whose relative somebody is and where somebody is from: another of their kind, in the
//! same gender and number, so that articles and adjectives around them still agree.

mod choose;
mod known;
mod plan;
pub(crate) mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use sfumato_detect::KnownCategory;
use sfumato_language::Language;

use crate::{
    PersonSex, PseudonymSubject, SubjectClues, SubstituteContext, SubstituteKind, SubstituteLists, SubstituteTable,
    fold, names,
};
pub(crate) use choose::{WordNeeds, choose, want};
pub(crate) use known::{KnownWords, in_row, is_either, kind_of, known_at, table};
use plan::{WordReplacement, WordReplacements, plan};
use text::{is_capital, lettered, part};

/// Decides what stands for the words of the scope.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut wants = WordNeeds::new();
    for (_, subject) in subjects.iter().filter(|(_, subject)| !subject.clues.keeps_words) {
        for form in &subject.forms {
            for swap in plan(form, subject, context.lists).swaps {
                want(&mut wants, &swap.group, &swap.key, is_either(swap.form), subject.roll);
            }
        }
    }
    choose(&wants, context, chosen);
}

/// The mention with other words in it; nothing if no word of it is known or a name would be left.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let plan = plan(form, subject, context.lists);
    let mut puts: Vec<(usize, usize, Cow<'_, str>)> = Vec::with_capacity(plan.swaps.len());
    for swap in plan.swaps.iter().filter(|_| !subject.clues.keeps_words) {
        puts.push((swap.range.start, swap.range.end, Cow::Owned(put(form, swap, chosen)?)));
    }
    for name in &plan.names {
        let name_of = part(form, name.clone());
        let other = names::write(
            name_of,
            &relative(subject, name_of, sex_in(&plan, form, name.start, subject, context)),
            context,
            chosen,
        )?;
        puts.push((name.start, name.end, Cow::Owned(other)));
    }
    puts.extend(ages(&plan, form, context));
    if puts.is_empty() {
        return stays(&plan, form, subject, context).then(|| form.to_owned());
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

/// Those who are named beside what they are to somebody ("his brother Tom"), as subjects of their own: the domain of names
/// decides about them.
pub fn named<'t>(subject: &PseudonymSubject<'t>, context: &SubstituteContext<'_>) -> Vec<PseudonymSubject<'t>> {
    let mut people = Vec::new();
    if !subject.category.is(KnownCategory::Kinship) {
        return people;
    }
    for form in &subject.forms {
        let plan = plan(form, subject, context.lists);
        people.extend(plan.names.iter().map(|name| {
            let sex = sex_in(&plan, form, name.start, subject, context);
            relative(subject, part(form, name.clone()), sex)
        }));
    }
    people
}

/// True if a form is a word for where somebody is from, in small letters: "marroquí", found as a country.
pub fn is_origin(subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> bool {
    let form = subject.fullest();
    let plan = || plan(form, subject, context.lists);
    form.starts_with(char::is_lowercase)
        && !form.contains(char::is_whitespace)
        && plan().swaps.iter().any(|swap| kind_of(&swap.group) == SubstituteKind::Nationality)
}

/// The sex that a word for one relative tells: "wife", "hijo"; `None` if it is no such word or one for several.
pub fn kin(word: &str, language: Language, lists: &SubstituteLists<'_>) -> Option<Option<PersonSex>> {
    let tokens = text::tokens(word);
    let known = known_at(&tokens, 0, table(lists, language), &["kin"]).filter(|known| known.words == tokens.len())?;
    let key = fold(word);
    // Only rows with forms for both say which is which.
    let place = lists.group(known.group).iter().find_map(|row| {
        let forms: Vec<String> = row.split('|').map(fold).collect();
        (forms.first() != forms.get(1)).then(|| forms.iter().position(|form| *form == key))?
    });
    let is_several = if language == Language::Spanish { matches!(known.form, 2 | 3 | 5) } else { known.form == 1 };
    let sex = match (language, place) {
        (Language::English, _) if known.group.contains("-m-") => Some(PersonSex::Male),
        (Language::English, _) if known.group.contains("-f-") => Some(PersonSex::Female),
        (Language::Spanish, Some(0)) => Some(PersonSex::Male),
        (Language::Spanish, Some(1)) => Some(PersonSex::Female),
        _ => None,
    };
    (!is_several && !known.group.contains("-side") && !known.group.contains("-family")).then_some(sex)
}

/// The sex that the word for a relative in a mention tells of the one who is named right behind it.
fn sex_in(
    plan: &WordReplacements,
    form: &str,
    name: usize,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
) -> Option<PersonSex> {
    let is_beside = |end: usize| part(form, end..name).chars().all(|c| c.is_whitespace() || c == ',');
    let beside = plan.swaps.iter().find(|swap| swap.range.end <= name && is_beside(swap.range.end))?;
    kin(part(form, beside.range.clone()), subject.language, context.lists).flatten()
}

/// True if some word of a mention is known as one for what somebody is, in either language.
pub fn is_known(form: &str, lists: &SubstituteLists<'_>) -> bool {
    const ALL: [&str; 12] = [
        "profession",
        "activity",
        "kin",
        "nationality",
        "regional",
        "continent",
        "ethnic",
        "religion",
        "creed",
        "politics",
        "kept",
        "sex",
    ];
    let tokens = text::tokens(form);
    let known = |language| (0..tokens.len()).any(|at| known_at(&tokens, at, table(lists, language), &ALL).is_some());
    known(Language::English) || known(Language::Spanish)
}

fn relative<'t>(subject: &PseudonymSubject<'_>, name: &'t str, sex: Option<PersonSex>) -> PseudonymSubject<'t> {
    let category = KnownCategory::Relative.into();
    PseudonymSubject {
        roll: subject.roll,
        clues: SubjectClues { sex, is_given: true, ..SubjectClues::default() },
        ..PseudonymSubject::new(category, subject.language, vec![name])
    }
}

/// The other word for a part of a mention, in its letters.
fn put(form: &str, swap: &WordReplacement, chosen: &SubstituteTable) -> Option<String> {
    let kind = kind_of(&swap.group);
    let row = chosen.get(kind, &swap.key)?;
    let (other, original) = (in_row(row, swap.form), part(form, swap.range.clone()));
    // Nationalities are written small by those who write the original so.
    Some(if kind == SubstituteKind::Nationality && !is_capital(original) && is_capital(other) {
        other.to_lowercase()
    } else {
        lettered(other, original)
    })
}

/// True if nothing in a mention whose words stay has to go: the ages of children stay, and so do common words that
/// were
/// found as something else.
pub(crate) fn stays_as_it_is(form: &str, subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> bool {
    stays(&plan(form, subject, context.lists), form, subject, context)
}

fn stays(plan: &WordReplacements, form: &str, subject: &PseudonymSubject<'_>, context: &SubstituteContext<'_>) -> bool {
    let is_young = |age: &str| age.parse().is_ok_and(|age: u32| age < context.settings.ages.from);
    let mut numbers = plan.tokens.iter().map(|token| part(form, token.start..token.end)).filter(|text| has_digit(text));
    let is_young = has_years(plan) && numbers.clone().all(is_young);
    let is_plain = numbers.next().is_none() && !context.settings.replaces_origins;
    subject.clues.keeps_words && plan.names.is_empty() && (is_young || is_plain)
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn has_years(plan: &WordReplacements) -> bool {
    plan.tokens.iter().any(|token| matches!(token.key.as_str(), "anos" | "ano" | "years" | "year" | "aged"))
}

/// Ages that stand in a mention: "an uncle of 61 years".
fn ages<'f>(
    plan: &'f WordReplacements,
    form: &'f str,
    context: &'f SubstituteContext<'_>,
) -> impl Iterator<Item = (usize, usize, Cow<'f, str>)> {
    let has_years = has_years(plan);
    let settings = &context.settings.ages;
    plan.tokens.iter().filter(move |_| has_years).filter_map(move |token| {
        let age: u32 = part(form, token.start..token.end).parse().ok()?;
        if age < settings.from || age > 130 {
            return None;
        }
        let range = settings.range.max(1);
        let start = context.seed.draw(&[SubstituteKind::Age.name(), &token.key]).below(2 * range as usize) as u32;
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
    tokens: &[text::FoldedToken],
    at: usize,
    context: &SubstituteContext<'a>,
    language: Language,
) -> Option<KnownWords<'a>> {
    const GROUPS: &[&str] = &["nationality", "regional", "continent"];
    known_at(tokens, at, table(context.lists, language), GROUPS)
}
