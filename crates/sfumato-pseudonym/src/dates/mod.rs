//! Dates: all of a scope move by one offset and are written in the form they had.

mod decide;
mod scramble;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use decide::assign;
use sfumato_detect::KnownCategory;
use sfumato_values::Day;
use sfumato_values::written::{
    DateHabits, DateOffset, DateReading, DayMonthOrder, MomentPlace, WrittenDates, date_reading, read_dates,
};

use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable, ages};

/// The ground on which the order of day and month was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderGround {
    /// By dates of the scope that can be read in one way only.
    Evidence,
    /// By the language.
    Language,
    /// There was nothing to decide: no date in digits.
    Nothing,
}

impl OrderGround {
    /// In one word, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Language => "language",
            Self::Nothing => "none",
        }
    }
}

/// The decisions about the dates of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateDecisions {
    /// The offset by which they move; `None` if that is not decided yet.
    pub offset: Option<DateOffset>,
    /// The number that comes first in digits that could be read either way.
    pub order: DayMonthOrder,
    /// The order for single marks between digits, where it is another one: slash, hyphen, dot.
    pub by_mark: [Option<DayMonthOrder>; 3],
    /// The ground of the order.
    pub why: OrderGround,
    /// The habits by which dates are read.
    pub way: DateHabits,
}

const MARKS: [char; 3] = ['/', '-', '.'];

impl DateDecisions {
    /// Reads the decisions of the table, with defaults for those that are not made yet.
    fn read(chosen: &SubstituteTable) -> Self {
        let get = |key: &str| chosen.get(SubstituteKind::Offset, key);
        let births = get("birth-years").and_then(|years| years.parse().ok()).unwrap_or(0);
        let offset = get("days").and_then(|offset| offset.parse::<DateOffset>().ok());
        let (way, by_mark) = get("way").and_then(DateHabits::parse).unwrap_or((DateHabits::USUAL, [None; 3]));
        Self {
            offset: offset.map(|offset| DateOffset { births, ..offset }),
            order: get("order").and_then(DayMonthOrder::named).unwrap_or(DayMonthOrder::DayFirst),
            by_mark,
            why: match get("order-why") {
                Some("evidence") => OrderGround::Evidence,
                Some("language") => OrderGround::Language,
                _ => OrderGround::Nothing,
            },
            way,
        }
    }

    /// The order for the digits of a mention.
    pub fn order_of(&self, form: &str) -> DayMonthOrder {
        let mark = form.chars().find(|c| matches!(c, '/' | '-' | '.'));
        let at = MARKS.iter().position(|sign| Some(*sign) == mark);
        at.and_then(|at| self.by_mark.get(at).copied().flatten()).unwrap_or(self.order)
    }

    /// The offset for dates of birth, or for others.
    fn offset_for(&self, is_birth: bool) -> Option<DateOffset> {
        self.offset.map(|offset| if is_birth { offset } else { DateOffset { births: 0, ..offset } })
    }
}

/// Returns the decisions about the dates of a scope, or `None` if it has no dates.
pub fn decided(chosen: &SubstituteTable) -> Option<DateDecisions> {
    chosen.get(SubstituteKind::Offset, "days").map(|_| DateDecisions::read(chosen))
}

/// A mention with its dates moved, in the form it has. A time of day without a date stays; nothing if there is no date
/// in it, but words that may tell something else.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let decided = decided(chosen)?;
    let plain = narrow(form);
    let is_time = subject.category.is(KnownCategory::Time);
    let written = match date_reading(&plain, subject.language, decided.order_of(&plain)) {
        DateReading::Dates(written) => Some(written),
        // "39 años" is an age, whoever found it.
        DateReading::Span(true) => return ages::write(form, subject, context, chosen),
        DateReading::Span(false) => return Some(form.to_owned()),
        DateReading::Other => None,
    };
    if is_time && !written.as_ref().is_some_and(WrittenDates::is_full) {
        return Some(form.to_owned());
    }
    let is_birth = subject.category.is(KnownCategory::BirthDate)
        || written.as_ref().is_some_and(|written| is_known_birth(written, &decided, chosen));
    let offset = decided.offset_for(is_birth)?;
    let moved = written.as_ref().filter(|written| !written.is_strange).and_then(|written| {
        let places: Vec<MomentPlace> =
            written.moments.iter().map(|moment| written.moved(moment, offset, &decided.way)).collect();
        let mut out = String::with_capacity(form.len() + 8);
        written.write(&places, &decided.way, &mut out)?;
        Some(out)
    });
    let out = match moved {
        Some(moved) => moved,
        None => scramble::write(&plain, subject, offset, context)?,
    };
    Some(if matches!(plain, Cow::Owned(_)) { widen(&out) } else { out })
}

/// True if a date is one of those that births move by, though nothing beside it says so.
fn is_known_birth(written: &WrittenDates<'_>, decided: &DateDecisions, chosen: &SubstituteTable) -> bool {
    if decided.offset.is_none_or(|offset| offset.births == 0) {
        return false;
    }
    let births = chosen.get(SubstituteKind::Offset, "births").unwrap_or_default();
    let mut days =
        written.moments.iter().filter(|moment| moment.is_full()).map(|moment| written.day(moment, &decided.way));
    days.any(|day| births.split(' ').any(|birth| birth.parse() == Ok(day.number())))
}

/// The text with digits of full width as ordinary ones.
fn narrow(text: &str) -> Cow<'_, str> {
    let is_wide = |c: char| ('０'..='９').contains(&c);
    if !text.contains(is_wide) {
        return Cow::Borrowed(text);
    }
    let narrow = |c: char| if is_wide(c) { char::from(b'0' + (c as u32 - '０' as u32) as u8) } else { c };
    Cow::Owned(text.chars().map(narrow).collect())
}

/// The text with ordinary digits at full width.
fn widen(text: &str) -> String {
    let wide = |c: char| c.to_digit(10).and_then(|digit| char::from_u32('０' as u32 + digit)).unwrap_or(c);
    text.chars().map(wide).collect()
}

/// The full dates of a scope: those of births, and all others, each once and in order.
pub(crate) fn full_days(subjects: &[(usize, &PseudonymSubject<'_>)], decided: &DateDecisions) -> (Vec<Day>, Vec<Day>) {
    let (mut births, mut others) = (Vec::new(), Vec::new());
    for (_, subject) in subjects {
        let is_birth = subject.category.is(KnownCategory::BirthDate);
        for written in
            subject.forms.iter().filter_map(|form| read_dates(form, subject.language, decided.order_of(form)))
        {
            let days = written
                .moments
                .iter()
                .filter(|moment| moment.is_full())
                .map(|moment| written.day(moment, &decided.way));
            if is_birth { births.extend(days) } else { others.extend(days) }
        }
    }
    for days in [&mut births, &mut others] {
        days.sort_unstable();
        days.dedup();
    }
    (births, others)
}
