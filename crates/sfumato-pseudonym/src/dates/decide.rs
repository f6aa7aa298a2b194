//! Decides for a scope how its dates are read and how far they move.

use std::collections::{HashMap, HashSet};

use sfumato_detect::KnownCategory;
use sfumato_language::Language;

use sfumato_values::written::{
    DateFieldStyle, DateHabits, DateOffset, DatePart, DayMonthOrder, WrittenDates, ZeroPadding, read_dates,
};
use sfumato_values::{Day, NameLength};

use super::{DateDecisions, MARKS, OrderGround};
use crate::{
    DateSettings, OriginalValues, PseudonymSubject, SeasonTreatment, SeededDraws, ShiftRange, SubstituteContext,
    SubstituteKind, SubstituteTable, fold,
};

/// The number of offsets tried for one under which no date becomes another one of the scope.
const MOST_OFFSETS: usize = 400;
/// The number tried for one under which no part of a date becomes another date.
const OFFSETS_FOR_PARTS: usize = 12;
/// The number tried for one under which dates that share a month or a year still do.
const OFFSETS_FOR_SHARING: usize = 40;
/// The number of mentions that are written in trying, once some offset is possible at all.
const MOST_TRIALS: usize = 6_000;

/// The costs of an offset: a date that becomes another date of the scope, one that loses its form, two that
/// become the same, and a part of one that becomes another date.
const TAKEN: u32 = 1000;
const SPLIT: u32 = 20;
const SAME: u32 = 20;
const PART: u32 = 1;

/// A mention that is to move.
struct MovingDates<'t> {
    written: WrittenDates<'t>,
    is_birth: bool,
}

/// Decides what the table does not yet say.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let mut forms: Vec<(&str, Language, bool, bool)> = Vec::with_capacity(subjects.len());
    let mut seen = HashSet::with_capacity(subjects.len());
    for (_, subject) in subjects {
        let (is_birth, is_time) =
            (subject.category.is(KnownCategory::BirthDate), subject.category.is(KnownCategory::Time));
        for form in &subject.forms {
            if seen.insert((*form, is_birth)) {
                forms.push((form, subject.language, is_birth, is_time));
            }
        }
    }
    if forms.is_empty() {
        return;
    }
    // The order of subjects must not matter, in what is counted nor in what is tried.
    forms.sort_unstable_by_key(|(form, ..)| *form);
    let by_mark = decide_order(&forms, chosen);
    let known = chosen.get(SubstituteKind::Offset, "way").is_some();
    let decided = DateDecisions::read(chosen);
    let decided = if known { decided } else { DateDecisions { by_mark, ..decided } };
    let mentions: Vec<MovingDates<'_>> = forms
        .iter()
        .filter_map(|(form, language, is_birth, is_time)| {
            let written = read_dates(form, *language, decided.order_of(form))?;
            (!is_time || written.is_full()).then_some(MovingDates { written, is_birth: *is_birth })
        })
        .collect();
    let way = decide_way(&mentions, context);
    chosen.set(SubstituteKind::Offset, "way", &way.print(by_mark));
    if chosen.get(SubstituteKind::Offset, "days").is_none() {
        let roll = subjects.iter().map(|(_, subject)| subject.roll).max().unwrap_or(0);
        let offset = choose(&mentions, &DateDecisions::read(chosen).way, context, roll);
        chosen.set(SubstituteKind::Offset, "days", &offset.to_string());
    }
}

/// Decides the order of day and month in digits: by dates of the same mark, by months in words, and by what
/// the language does.
fn decide_order(forms: &[(&str, Language, bool, bool)], chosen: &mut SubstituteTable) -> [Option<DayMonthOrder>; 3] {
    // For each mark, and for all: dates that show the day first, the month first, and that show nothing.
    let mut shown: HashMap<char, [u32; 3]> = HashMap::new();
    let mut all = [0; 3];
    let mut in_words = [0; 2];
    let mut spanish = 0;
    for (form, language, ..) in forms {
        let usual = usual(*language);
        spanish += if *language == Language::Spanish { 1 } else { -1 };
        let Some(written) = read_dates(form, *language, usual) else { continue };
        if let Some((mark, order)) = written.digits {
            let at = match order {
                Some(DayMonthOrder::DayFirst) => 0,
                Some(DayMonthOrder::MonthFirst) => 1,
                None => 2,
            };
            for counts in [shown.entry(mark).or_default(), &mut all] {
                if let Some(count) = counts.get_mut(at) {
                    *count += 1;
                }
            }
        }
        if let Some(order) = order_in_words(&written)
            && let Some(count) = in_words.get_mut(usize::from(order == DayMonthOrder::MonthFirst))
        {
            *count += 1;
        }
    }
    let language = if spanish >= 0 { Language::Spanish } else { Language::English };
    let by_counts = |[day, month, _]: [u32; 3]| match day.cmp(&month) {
        std::cmp::Ordering::Greater => Some(DayMonthOrder::DayFirst),
        std::cmp::Ordering::Less => Some(DayMonthOrder::MonthFirst),
        std::cmp::Ordering::Equal => None,
    };
    let words = by_counts([in_words[0], in_words[1], 0]);
    let evidence = by_counts(all).or(words.filter(|_| language == Language::English));
    let why = match (evidence, all) {
        (_, [0, 0, 0]) => OrderGround::Nothing,
        (Some(_), _) => OrderGround::Evidence,
        (None, _) => OrderGround::Language,
    };
    let order = evidence.unwrap_or(usual(language));
    chosen.set(SubstituteKind::Offset, "order", order.name());
    chosen.set(SubstituteKind::Offset, "order-why", why.name());
    MARKS.map(|mark| shown.get(&mark).and_then(|counts| by_counts(*counts)).filter(|own| *own != order))
}

fn usual(language: Language) -> DayMonthOrder {
    match language {
        Language::Spanish => DayMonthOrder::DayFirst,
        Language::English => DayMonthOrder::MonthFirst,
    }
}

/// The order of the day and a month in words; hyphens between them show nothing.
fn order_in_words(written: &WrittenDates<'_>) -> Option<DayMonthOrder> {
    let moment = written.moments.first()?;
    let (day, month) = (written.field(moment.day)?, written.field(moment.month)?);
    let is_name = matches!(month.style, DateFieldStyle::Name(..) | DateFieldStyle::Dotted(..));
    let between = written.text.get(day.end.min(month.end)..day.start.max(month.start))?;
    let is_loose = between.contains(char::is_whitespace);
    (is_name && is_loose).then_some(if day.start < month.start {
        DayMonthOrder::DayFirst
    } else {
        DayMonthOrder::MonthFirst
    })
}

/// The century of short years, the middle of the dates, and whether numbers have leading zeros.
fn decide_way(mentions: &[MovingDates<'_>], context: &SubstituteContext<'_>) -> DateHabits {
    let mut last_year = None;
    let (mut days, mut births, mut years) = (Vec::new(), Vec::new(), Vec::new());
    let (mut zeros, mut shorts) = (0, 0);
    for mention in mentions {
        let written = &mention.written;
        for field in &written.fields {
            match field.style {
                DateFieldStyle::Year | DateFieldStyle::DottedYear | DateFieldStyle::Words(_)
                    if field.part == DatePart::Year =>
                {
                    last_year = last_year.max(Some(field.value));
                }
                DateFieldStyle::Digits(_, ZeroPadding::Padded) if written.digits.is_some() => zeros += 1,
                DateFieldStyle::Digits(_, ZeroPadding::Plain) if written.digits.is_some() => zeros -= 1,
                DateFieldStyle::Name(NameLength::Short, Language::English, _) if !written.is_tied(Some(field)) => {
                    shorts += 1
                }
                DateFieldStyle::Name(NameLength::Full, Language::English, _) if field.part == DatePart::Month => {
                    shorts -= 1
                }
                _ => {}
            }
        }
    }
    let limit = context.settings.dates.not_after.map(|day| day.year);
    // Without a limit, what is written in full shows how far the document reaches.
    let pivot = limit.or(last_year.map(|year| year + 1)).unwrap_or(DateHabits::USUAL.pivot);
    let way = DateHabits {
        pivot,
        zero: if zeros < 0 { ZeroPadding::Plain } else { ZeroPadding::Padded },
        naming: if shorts > 0 { NameLength::Short } else { NameLength::Full },
        ..DateHabits::USUAL
    };
    for mention in mentions {
        for moment in mention.written.moments.iter().filter(|moment| moment.year.is_some()) {
            let day = mention.written.day(moment, &way);
            match (moment.is_full(), mention.is_birth) {
                (true, false) => days.push(day),
                (true, true) => births.push(day),
                (false, _) => years.push(day),
            }
        }
    }
    let list = [days, years, births].into_iter().find(|days| !days.is_empty());
    let midst = list.map_or(way.midst, |mut days| {
        days.sort_unstable();
        days.get(days.len() / 2).copied().unwrap_or(way.midst)
    });
    DateHabits { midst, ..way }
}

/// The first offset with nothing wrong, or the one with the least.
fn choose(mentions: &[MovingDates<'_>], way: &DateHabits, context: &SubstituteContext<'_>, roll: u32) -> DateOffset {
    let settings = &context.settings.dates;
    let limit = settings.not_after;
    let has_parts = mentions.iter().any(|mention| !mention.written.is_full());
    for (backward, any_season) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut draw = context.seed.draw(&[SubstituteKind::Offset.name(), "days", &roll.to_string()]);
        let mut best: Option<(u32, DateOffset)> = None;
        let mut tried = HashSet::new();
        let mut trials = 0;
        for _ in 0..MOST_OFFSETS * 12 {
            let drawn = draw_offset(settings, &mut draw);
            let offset = if backward { drawn.backward() } else { drawn };
            if offset.is_zero() || !any_season && !suits(offset, settings.seasons) || !tried.insert(offset) {
                continue;
            }
            if limit.is_none_or(|limit| stays_before(mentions, offset, way, limit)) {
                let most = best.map_or(u32::MAX, |(faults, _)| faults);
                let faults = faults(mentions, offset, way, context.originals, has_parts, most, &mut trials);
                if faults == 0 {
                    return offset;
                }
                if faults < most {
                    best = Some((faults, offset));
                }
            }
            let bound = if tried.len() < OFFSETS_FOR_PARTS {
                0
            } else if tried.len() < OFFSETS_FOR_SHARING && trials < MOST_TRIALS {
                SPLIT
            } else if tried.len() < MOST_OFFSETS && trials < MOST_TRIALS {
                TAKEN
            } else {
                u32::MAX
            };
            if let Some((_, offset)) = best.filter(|(faults, _)| *faults < bound) {
                return offset;
            }
            if tried.len() >= MOST_OFFSETS {
                break;
            }
        }
        if let Some((_, offset)) = best {
            return offset;
        }
    }
    // Every way forward is closed and there is none back: a year back is never past anything.
    DateOffset { days: -367, ..DateOffset::default() }
}

/// Offsets reach no further than this, whatever the policy says: years stay what people write.
const MOST_YEARS: i64 = 500;

/// An offset that the policy allows.
fn draw_offset(settings: &DateSettings, draw: &mut SeededDraws) -> DateOffset {
    let mut number = |range: Option<ShiftRange>, most: i64| {
        range.map_or(0, |range| draw.between(range.least.max(-most)..=range.most.min(most)))
    };
    DateOffset {
        years: number(settings.years, MOST_YEARS) as i32,
        months: number(settings.months, 12 * MOST_YEARS) as i32,
        days: number(settings.days, 366 * MOST_YEARS),
        births: 0,
    }
}

/// True if every date nearly stays in its season, where the policy wants that.
fn suits(offset: DateOffset, seasons: SeasonTreatment) -> bool {
    seasons == SeasonTreatment::Shift || offset.keeps_seasons()
}

/// True if nothing moves past a day that was not past it.
fn stays_before(mentions: &[MovingDates<'_>], offset: DateOffset, way: &DateHabits, limit: Day) -> bool {
    mentions.iter().all(|MovingDates { written, .. }| {
        written.moments.iter().all(|moment| {
            let from = written.day(moment, way);
            let (Some(start), Some(end)) =
                (written.first_day(moment, from), written.first_day(moment, offset.apply(from)))
            else {
                return true;
            };
            start > limit || end <= limit
        })
    })
}

/// The cost of an offset; it is not counted further than `most`.
fn faults(
    mentions: &[MovingDates<'_>],
    offset: DateOffset,
    way: &DateHabits,
    originals: &OriginalValues,
    has_parts: bool,
    most: u32,
    trials: &mut usize,
) -> u32 {
    let mut faults = 0;
    let mut places = Vec::with_capacity(4);
    let mut out = String::with_capacity(40);
    let mut partial = HashSet::new();
    for MovingDates { written, .. } in mentions {
        *trials += 1;
        places.clear();
        places.extend(written.moments.iter().map(|moment| written.moved(moment, offset, way)));
        out.clear();
        let Some(is_split) = written.write(&places, way, &mut out) else { continue };
        let folded = fold(&out);
        if out == written.text || originals.hold(&folded) {
            faults += TAKEN;
        }
        if is_split {
            faults += SPLIT;
        }
        if has_parts {
            faults += PART * parts(&folded).filter(|part| originals.hold(part)).count() as u32;
            if !written.is_full() && !partial.insert(folded) {
                faults += SAME;
            }
        }
        if faults > most {
            break;
        }
    }
    faults
}

/// The rows of up to four words in a folded text that could be a date themselves.
fn parts(folded: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(folded.match_indices(' ').map(|(at, _)| at + 1));
    starts.flat_map(move |start| {
        let rest = folded.get(start..).unwrap_or_default();
        let ends = rest.match_indices(' ').map(|(at, _)| at).chain(std::iter::once(rest.len())).take(4);
        // "12" is a day of anything, and a row that ends in "de" is none.
        ends.filter_map(move |end| rest.get(..end)).filter(|part| part.len() > 2 && !part.ends_with(" de"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PseudonymSeed;

    #[test]
    fn seasons_are_kept_by_whole_years() {
        let settings = DateSettings { seasons: SeasonTreatment::Keep, ..DateSettings::default() };
        let mut draw = PseudonymSeed::new(1).draw(&[]);
        let drawn = (0..2000).map(|_| draw_offset(&settings, &mut draw));
        let suited: Vec<DateOffset> = drawn.filter(|offset| suits(*offset, SeasonTreatment::Keep)).collect();
        assert!(suited.len() > 50);
        for offset in suited {
            let years = offset.days as f64 / 365.2425;
            assert!((years - years.round()).abs() < 0.06);
        }
        let far = DateSettings { days: ShiftRange::new(1 << 40, 1 << 41), ..settings };
        let day = draw_offset(&far, &mut draw).apply(Day::clipped(2020, 1, 1));
        assert!(day.year < 3000);
    }
}
