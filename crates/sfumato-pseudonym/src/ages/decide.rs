//! Decides what stands for the ages of a scope.

use std::collections::{BTreeMap, BTreeSet};

use sfumato_language::Language;

use sfumato_values::Day;
use sfumato_values::written::{AgeUnit, DateOffset, read_ages};

use crate::dates;
use crate::{BirthTreatment, PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable};

/// More births and days than these are not held against each other.
const MOST_BIRTHS: usize = 8;
const MOST_DAYS: usize = 400;

/// Decides what the table does not yet say: for ages that follow from dates, what follows from the moved dates; for
/// others, an age near by. `dates` are the dates of the scope, decided before.
pub fn assign(
    ages: &[(usize, &PseudonymSubject<'_>)],
    dates: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    // Each age and decade, with how often somebody asked for another substitute.
    let (mut years, mut decades) = (BTreeMap::new(), BTreeMap::new());
    let mut is_english = false;
    for (_, subject) in ages {
        is_english |= subject.language == Language::English;
        for field in subject.forms.iter().filter_map(|form| read_ages(form, subject.language)).flatten() {
            let rolls = match field.unit {
                AgeUnit::Years if field.value >= context.settings.ages.from => &mut years,
                AgeUnit::Decade => &mut decades,
                _ => continue,
            };
            let roll = rolls.entry(field.value).or_insert(0);
            *roll = subject.roll.max(*roll);
        }
    }
    let originals: BTreeSet<u32> = years.keys().copied().collect();
    follow(&originals, dates, context, chosen);
    let list: Vec<(u32, u32)> = years.into_iter().collect();
    for ((age, _), other) in list.iter().zip(choose(&list, &originals, is_english, context, chosen)) {
        chosen.set(SubstituteKind::Age, &age.to_string(), &other.to_string());
    }
    let original_decades: BTreeSet<u32> = decades.keys().copied().collect();
    for (decade, roll) in decades {
        let other = neighbour(decade, roll, &original_decades, context);
        chosen.set(SubstituteKind::Age, &decade_key(decade), &other.to_string());
    }
}

/// The key of a decade in the table.
pub(super) fn decade_key(decade: u32) -> String {
    format!("decade {decade}")
}

/// The decade before or after another.
fn neighbour(decade: u32, roll: u32, taken: &BTreeSet<u32>, context: &SubstituteContext<'_>) -> u32 {
    let mut draw = context.seed.draw(&[SubstituteKind::Age.name(), &decade_key(decade), &roll.to_string()]);
    let mut both = [decade.saturating_sub(10), decade + 10];
    if draw.below(2) == 1 {
        both.reverse();
    }
    let fits = |other: &&u32| (20..=80).contains(*other) || decade > 90 && **other == 90;
    let free = |other: &&u32| fits(other) && !taken.contains(*other);
    both.iter().find(free).or_else(|| both.iter().find(fits)).copied().unwrap_or(20)
}

/// Ages that follow from a date of birth and another date of the scope become what follows from them once moved.
fn follow(
    ages: &BTreeSet<u32>,
    dates: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let settings = &context.settings.ages;
    let Some(decided) = dates::decided(chosen) else { return };
    let Some(offset) = decided.offset else { return };
    let (births, days) = dates::full_days(dates, &decided);
    // Every age that follows, with the dates it follows from.
    let mut pairs: BTreeMap<u32, Vec<(Day, Day)>> = BTreeMap::new();
    for birth in births.iter().take(MOST_BIRTHS) {
        for day in days.iter().take(MOST_DAYS) {
            let age = birth.years_until(*day).and_then(|age| u32::try_from(age).ok());
            let by_rule = |age: &u32| *age < settings.from || *age > settings.old;
            if let Some(age) = age.filter(|age| ages.contains(age) && !by_rule(age)) {
                pairs.entry(age).or_default().push((*birth, *day));
            }
        }
    }
    if pairs.is_empty() {
        return;
    }
    let known: Vec<String> = births.iter().take(MOST_BIRTHS).map(|birth| birth.number().to_string()).collect();
    let births = match context.settings.dates.births {
        BirthTreatment::WithDates => 0,
        BirthTreatment::WithAge => {
            let decided = chosen.get(SubstituteKind::Offset, "birth-years").and_then(|years| years.parse().ok());
            let years = decided.or_else(|| years_more(ages, pairs.keys().copied(), context)).unwrap_or(0);
            if years != 0 {
                chosen.set(SubstituteKind::Offset, "birth-years", &years.to_string());
                chosen.set(SubstituteKind::Offset, "births", &known.join(" "));
            }
            years
        }
    };
    for (age, pairs) in pairs {
        let then = |(birth, day): &(Day, Day)| {
            let birth = DateOffset { births, ..offset }.apply(*birth);
            let day = DateOffset { births: 0, ..offset }.apply(*day);
            birth.years_until(day).and_then(|age| u32::try_from(age).ok())
        };
        // Days near a birthday may fall on its other side once moved; most of them do not.
        let expected = age.saturating_add_signed(-births);
        let mut all = pairs.iter().filter_map(then);
        let Some(other) = all.clone().find(|other| *other == expected).or_else(|| all.next()) else { continue };
        chosen.set(SubstituteKind::Age, &age.to_string(), &other.to_string());
        chosen.set(SubstituteKind::Age, &format!("{age} follows"), "dates");
    }
}

/// By how many years births move so that all ages that follow from them become others within their limits.
fn years_more(
    all: &BTreeSet<u32>,
    following: impl Iterator<Item = u32> + Clone,
    context: &SubstituteContext<'_>,
) -> Option<i32> {
    let settings = &context.settings.ages;
    let range = settings.range.min(MOST_RANGE) as i32;
    let mut draw = context.seed.draw(&[SubstituteKind::Offset.name(), "birth-years"]);
    let steps: Vec<i32> = (-range..=range).filter(|step| *step != 0).collect();
    let order = draw.order(steps.len());
    let steps = order.into_iter().filter_map(|at| steps.get(at).copied());
    let moved = |step: i32| following.clone().map(move |age| age.saturating_add_signed(step));
    let fits = |step: &i32| moved(*step).all(|age| (settings.from..=settings.old).contains(&age));
    let free = |step: &i32| fits(step) && moved(*step).all(|age| !all.contains(&age));
    // Who becomes older was born earlier.
    steps.clone().find(free).or_else(|| steps.clone().find(fits)).map(|step| -step)
}

/// Ranges are no wider than this, whatever the policy says.
const MOST_RANGE: u32 = 40;

/// The costs of an age as a substitute: younger before older turned around, two that become one, one that is
/// itself an age of the scope, and one that wants another article before it.
const TURNED: u64 = 1 << 40;
const SHARED: u64 = 1 << 30;
const TAKEN: u64 = 1 << 20;
const ARTICLE: u64 = 1 << 12;

/// Other ages for a row of ages, youngest first: the best row, in which draws decide between equals.
fn choose(
    ages: &[(u32, u32)],
    originals: &BTreeSet<u32>,
    is_english: bool,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Vec<u32> {
    // For each age its candidates, each with the cost of the best row up to it and its place in the row before.
    let mut table: Vec<Vec<(u32, u64, usize)>> = Vec::with_capacity(ages.len());
    for (age, roll) in ages {
        let decided = chosen.get(SubstituteKind::Age, &age.to_string()).and_then(|other| other.parse().ok());
        let candidates = decided.map_or_else(|| candidates(*age, context), |other| vec![other]);
        let mut draw = context.seed.draw(&[SubstituteKind::Age.name(), &age.to_string(), &roll.to_string()]);
        let before = table.last();
        let row = candidates.into_iter().map(|other| {
            let mut cost = draw.number() % 1024;
            cost += if originals.contains(&other) { TAKEN } else { 0 };
            cost += if is_english && takes_an(other) != takes_an(*age) { ARTICLE } else { 0 };
            let paths = before.into_iter().flatten().enumerate().map(|(at, (last, sum, _))| {
                let clash = match last.cmp(&other) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Equal => SHARED,
                    std::cmp::Ordering::Greater => TURNED,
                };
                (sum.saturating_add(clash), at)
            });
            let (sum, at) = paths.min().unwrap_or((0, 0));
            (other, sum.saturating_add(cost), at)
        });
        let row: Vec<_> = row.collect();
        table.push(row);
    }
    let last = table.last().and_then(|row| row.iter().enumerate().min_by_key(|(_, (_, sum, _))| *sum));
    let mut at = last.map_or(0, |(at, _)| at);
    let mut picked: Vec<u32> = Vec::with_capacity(ages.len());
    for row in table.iter().rev() {
        let Some((other, _, before)) = row.get(at) else { break };
        picked.push(*other);
        at = *before;
    }
    picked.reverse();
    picked
}

/// The ages that may stand for another.
fn candidates(age: u32, context: &SubstituteContext<'_>) -> Vec<u32> {
    let settings = &context.settings.ages;
    let range = settings.range.min(MOST_RANGE);
    let span = if age > settings.old {
        settings.old + 1..=settings.old + 10
    } else {
        age.saturating_sub(range).max(settings.from)..=(age + range).min(settings.old)
    };
    let found: Vec<u32> = span.filter(|other| *other != age).collect();
    if found.is_empty() { vec![age] } else { found }
}

/// True if an English number begins with a vowel: an 80-year-old.
fn takes_an(age: u32) -> bool {
    matches!(age, 8 | 11 | 18 | 80..=89)
}

/// The substitute of an age that was not there when the scope was decided.
pub(super) fn alone(age: u32, language: Language, context: &SubstituteContext<'_>, chosen: &SubstituteTable) -> u32 {
    let is_english = language == Language::English;
    choose(&[(age, 0)], &BTreeSet::new(), is_english, context, chosen).first().copied().unwrap_or(age)
}

/// The same for a decade.
pub(super) fn decade_alone(decade: u32, context: &SubstituteContext<'_>) -> u32 {
    neighbour(decade, 0, &BTreeSet::new(), context)
}
