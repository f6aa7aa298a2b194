//! Dates: all of a scope move by one offset and are written in the form they had.

mod decide;
mod digits;
mod feasts;
mod look;
mod names;
pub(crate) mod numerals;
mod offset;
mod read;
mod render;
mod scramble;
mod shift;
pub(crate) mod tokens;
mod written;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use sfumato_detect::KnownCategory;

pub use decide::assign;
pub use names::Naming;
pub(crate) use names::{decade as decade_name, decade_named};
pub use offset::Offset;
pub use read::read;
pub use sfumato_language::calendar::Day;
pub use shift::{Place, Way};
pub use written::{Field, Moment, Order, Part, Style, Written, Zero};

use crate::{Context, Kind, Ledger, Subject, ages};

impl Order {
    /// In one word, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::DayFirst => "day-first",
            Self::MonthFirst => "month-first",
        }
    }

    fn named(name: &str) -> Option<Self> {
        match name {
            "day-first" => Some(Self::DayFirst),
            "month-first" => Some(Self::MonthFirst),
            _ => None,
        }
    }
}

/// How the order of day and month was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// By dates of the scope that can be read in one way only.
    Evidence,
    /// By the language.
    Language,
    /// There was nothing to decide: no date in digits.
    Nothing,
}

impl Why {
    /// In one word, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Language => "language",
            Self::Nothing => "none",
        }
    }
}

/// What was decided about the dates of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// How far they move; nothing if that is not decided yet.
    pub offset: Option<Offset>,
    /// Which number comes first in digits that could be read either way.
    pub order: Order,
    /// The order for single marks between digits, where it is another one: slash, hyphen, dot.
    pub by_mark: [Option<Order>; 3],
    /// How the order was decided.
    pub why: Why,
    /// How dates are read.
    pub way: Way,
}

const MARKS: [char; 3] = ['/', '-', '.'];

impl Decided {
    /// What the ledger says, or what goes without saying.
    fn read(ledger: &Ledger) -> Self {
        let get = |key: &str| ledger.get(Kind::Offset, key);
        let births = get("birth-years").and_then(|years| years.parse().ok()).unwrap_or(0);
        let offset = get("days").and_then(|offset| offset.parse::<Offset>().ok());
        let (way, by_mark) = get("way").and_then(Way::parse).unwrap_or((Way::USUAL, [None; 3]));
        Self {
            offset: offset.map(|offset| Offset { births, ..offset }),
            order: get("order").and_then(Order::named).unwrap_or(Order::DayFirst),
            by_mark,
            why: match get("order-why") {
                Some("evidence") => Why::Evidence,
                Some("language") => Why::Language,
                _ => Why::Nothing,
            },
            way,
        }
    }

    /// The order for the digits of a mention.
    pub fn order_of(&self, form: &str) -> Order {
        let mark = form.chars().find(|c| matches!(c, '/' | '-' | '.'));
        let at = MARKS.iter().position(|sign| Some(*sign) == mark);
        at.and_then(|at| self.by_mark.get(at).copied().flatten()).unwrap_or(self.order)
    }

    /// The offset for dates of birth, or for others.
    fn offset_for(&self, is_birth: bool) -> Option<Offset> {
        self.offset.map(|offset| if is_birth { offset } else { Offset { births: 0, ..offset } })
    }
}

/// What was decided about the dates of a scope; nothing if it has none.
pub fn decided(ledger: &Ledger) -> Option<Decided> {
    ledger.get(Kind::Offset, "days").map(|_| Decided::read(ledger))
}

/// A mention with its dates moved, in the form it has. A time of day without a date stays; nothing if there is no date
/// in it, but words that may tell something else.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let decided = decided(ledger)?;
    let plain = narrow(form);
    let is_time = subject.category.is(KnownCategory::Time);
    let written = match read::reading(&plain, subject.language, decided.order_of(&plain)) {
        read::Reading::Dates(written) => Some(written),
        // "39 años" is an age, whoever found it.
        read::Reading::Span(true) => return ages::write(form, subject, context, ledger),
        read::Reading::Span(false) => return Some(form.to_owned()),
        read::Reading::Other => None,
    };
    if is_time && !written.as_ref().is_some_and(Written::is_full) {
        return Some(form.to_owned());
    }
    let is_birth = subject.category.is(KnownCategory::BirthDate)
        || written.as_ref().is_some_and(|written| is_known_birth(written, &decided, ledger));
    let offset = decided.offset_for(is_birth)?;
    let moved = written.as_ref().filter(|written| !written.is_strange).and_then(|written| {
        let places: Vec<Place> =
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

/// Whether a date is one of those that births move by, though nothing beside it says so.
fn is_known_birth(written: &Written<'_>, decided: &Decided, ledger: &Ledger) -> bool {
    if decided.offset.is_none_or(|offset| offset.births == 0) {
        return false;
    }
    let births = ledger.get(Kind::Offset, "births").unwrap_or_default();
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
pub(crate) fn full_days(subjects: &[(usize, &Subject<'_>)], decided: &Decided) -> (Vec<Day>, Vec<Day>) {
    let (mut births, mut others) = (Vec::new(), Vec::new());
    for (_, subject) in subjects {
        let is_birth = subject.category.is(KnownCategory::BirthDate);
        for written in subject.forms.iter().filter_map(|form| read(form, subject.language, decided.order_of(form))) {
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
