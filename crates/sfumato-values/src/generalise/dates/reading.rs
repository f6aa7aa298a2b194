//! Reading dates.

use sfumato_words::Language;

use super::super::calendar::{self, YEARS, length, month_named, weekday_named};
use super::super::numerals::{ordinal, spelled};
use super::super::times;
use super::super::tokens::{DigitRun, PhraseCursor};
use super::{DateExtent, DateLead, DateLevel, DateValue, DaySpan, OrderReadings, YearSpan};
use crate::figures::roman;

/// A number by itself is a year only if it is one of these.
const LIKELY_YEARS: std::ops::Range<i32> = 1800..2100;

/// Years of two digits below this lie in the century after the others.
const PIVOT: i32 = 30;

/// A date of which parts may be missing.
#[derive(Clone, Copy, Default)]
struct PartialDate {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
    /// Day and month could be the other way round.
    is_ambiguous: bool,
}

/// One date of a phrase.
#[derive(Clone, Copy)]
enum DatePoint {
    Partial(PartialDate),
    /// A span with a name of its own.
    Named(DaySpan, DateLevel),
    /// A season of any year.
    Season,
}

/// Reads a phrase that is a date.
pub(in super::super) fn read(cursor: PhraseCursor, language: Language) -> Option<DateValue> {
    cursor.whole(|cursor| {
        let weekday = cursor.attempt(|cursor| {
            cursor.phrase(&["on", "el"]);
            let (weekday, is_full) = cursor.word(weekday_named)?;
            cursor.mark(',');
            (is_full || !cursor.is_done()).then_some(weekday)
        });
        if let Some(weekday) = weekday
            && cursor.is_done()
        {
            return Some(DateValue { when: DateExtent::Weekday(weekday), lead: DateLead::None });
        }
        let led = lead(cursor);
        let year_word = cursor.phrase(&["year", "ano"]);
        let range = if cursor.is_last() { None } else { range(cursor, language) };
        let when = range.or_else(|| single(cursor, language, led.is_some() || year_word))?;
        let is_named = matches!(when, DateExtent::Calendar(_, DateLevel::Century | DateLevel::Decade));
        let lead = match led {
            Some(lead) => lead,
            None if is_named => DateLead::ArticleOutside,
            None => DateLead::None,
        };
        Some(DateValue { when, lead })
    })
}

/// Articles and prepositions before a date.
fn lead(cursor: &mut PhraseCursor) -> Option<DateLead> {
    const PREPOSITIONS: &[&str] =
        &["on the", "on", "in the", "in", "during the", "during", "el dia", "en el", "en la", "en los", "en"];
    const ARTICLES: &[&str] = &["the", "la", "los"];
    if cursor.phrase(PREPOSITIONS) {
        return Some(DateLead::Preposition);
    }
    if cursor.phrase(&["el"]) {
        // "El 3 de marzo" says when; "el siglo XX" and "el año 1992" are things.
        let is_thing = { *cursor }.phrase(&["siglo", "ano", "primer", "segundo", "tercer", "cuarto"]);
        return Some(if is_thing { DateLead::None } else { DateLead::Preposition });
    }
    cursor.phrase(ARTICLES).then_some(DateLead::None)
}

/// Several dates: from one to another, or a list of them, which stands for the span from its first to its last.
fn range(cursor: &mut PhraseCursor, language: Language) -> Option<DateExtent> {
    cursor.attempt(|cursor| {
        if !cursor.phrase(&["between the", "between", "entre el", "entre la", "entre los", "entre"]) {
            cursor.phrase(&["from", "desde el", "desde", "del", "de"]);
        }
        let first = point_or_day(cursor, language)?;
        if let DatePoint::Partial(PartialDate { year: Some(year), month: None, .. }) = first
            && let Some(last) = cursor.whole(|cursor| short_year(cursor, year))
        {
            cursor.skip();
            return Some(plain(DaySpan::of_years(year, last)?, DateLevel::Year));
        }
        let mut points = vec![first];
        while let Some(point) = cursor.attempt(|cursor| {
            is_joined(cursor).then_some(())?;
            point_or_day(cursor, language)
        }) {
            points.push(point);
        }
        if points.len() < 2 {
            return None;
        }
        complete(&mut points);
        let spans: Vec<DateExtent> = points.into_iter().map(when).collect::<Option<_>>()?;
        let (first, others) = spans.split_first()?;
        others.iter().try_fold(*first, |span, next| joined(span, *next))
    })
}

/// True if another date follows.
fn is_joined(cursor: &mut PhraseCursor) -> bool {
    const WORDS: &[&str] = &[
        "and on the",
        "and on",
        "and the",
        "and",
        "on",
        "to the",
        "to",
        "until",
        "till",
        "through",
        "y el",
        "y la",
        "y los",
        "y",
        "a los",
        "al",
        "a",
        "hasta el",
        "hasta",
    ];
    let mark = cursor.mark('-') || cursor.mark('/') || cursor.mark(',');
    cursor.phrase(WORDS) || mark
}

/// A date, or a day whose month another date tells.
fn point_or_day(cursor: &mut PhraseCursor, language: Language) -> Option<DatePoint> {
    cursor.attempt(|cursor| point(cursor, language, false)).or_else(|| {
        let day = cursor.attempt(|cursor| cursor.digits().and_then(day_of))?;
        // "March 12-15, 2019".
        let year = cursor.attempt(|cursor| {
            cursor.mark(',');
            cursor.digits().and_then(full_year)
        });
        Some(DatePoint::Partial(PartialDate { day: Some(day), year, ..PartialDate::default() }))
    })
}

/// Gives dates what others of the list tell: the year of a later one, else of an earlier one, and so the month of days.
fn complete(points: &mut [DatePoint]) {
    let mut known = PartialDate::default();
    let mut fill = |point: &mut DatePoint| {
        if let DatePoint::Partial(partial) = point {
            partial.year = partial.year.or(known.year);
            if partial.day.is_some() {
                partial.month = partial.month.or(known.month);
            }
            known = *partial;
        }
    };
    points.iter_mut().rev().for_each(&mut fill);
    points.iter_mut().for_each(&mut fill);
}

/// The last two digits of a year after another year: "1998-99".
fn short_year(cursor: &mut PhraseCursor, first: i32) -> Option<i32> {
    let _ = cursor.mark('-') || cursor.mark('/');
    let digits = cursor.digits().filter(|digits| digits.width == 2)?;
    let last = first - first % 100 + digits.value as i32;
    (last > first).then_some(last)
}

fn joined(from: DateExtent, to: DateExtent) -> Option<DateExtent> {
    match (from, to) {
        (DateExtent::Calendar(from, from_level), DateExtent::Calendar(to, to_level)) => {
            let join =
                |from: DaySpan, to: DaySpan| (from.from < to.to).then_some(DaySpan { from: from.from, to: to.to });
            let readings = OrderReadings {
                day_first: join(from.day_first, to.day_first)?,
                month_first: join(from.month_first, to.month_first)?,
            };
            Some(DateExtent::Calendar(readings, from_level.min(to_level)))
        }
        (DateExtent::OfYear(from, from_level), DateExtent::OfYear(to, to_level)) => {
            let join = |from: YearSpan, to: YearSpan| YearSpan { first: from.first, last: to.last };
            let readings = OrderReadings {
                day_first: join(from.day_first, to.day_first),
                month_first: join(from.month_first, to.month_first),
            };
            Some(DateExtent::OfYear(readings, from_level.min(to_level)))
        }
        _ => None,
    }
}

/// One date, with or without a time of day.
fn single(cursor: &mut PhraseCursor, language: Language, is_led: bool) -> Option<DateExtent> {
    let when = when(point(cursor, language, is_led)?)?;
    if cursor.is_done() {
        return Some(when);
    }
    let DateExtent::Calendar(readings, DateLevel::Day) = when else { return None };
    let _ = cursor.mark(',') || cursor.mark('-') || cursor.phrase(&["t", "at", "a las", "a la"]);
    times::clock(cursor, language)?;
    cursor.phrase(&["z"]);
    Some(DateExtent::Calendar(readings, DateLevel::Minute))
}

fn plain(span: DaySpan, level: DateLevel) -> DateExtent {
    DateExtent::Calendar(OrderReadings { day_first: span, month_first: span }, level)
}

/// The span of a point; `None` if there is no such day.
fn when(point: DatePoint) -> Option<DateExtent> {
    let partial = match point {
        DatePoint::Named(span, level) => return Some(plain(span, level)),
        DatePoint::Season => {
            let year = YearSpan::of_months(1, 12);
            return Some(DateExtent::OfYear(OrderReadings { day_first: year, month_first: year }, DateLevel::Part));
        }
        DatePoint::Partial(partial) => partial,
    };
    match (partial.year, partial.month, partial.day) {
        (Some(year), Some(month), Some(day)) => {
            let span = |month, day| {
                let from = calendar::day(year, month, day)?.number();
                Some(DaySpan { from, to: from + 1 })
            };
            let readings = readings(partial, span(month, day), || span(day, month))?;
            Some(DateExtent::Calendar(readings, DateLevel::Day))
        }
        (Some(year), Some(month), None) => Some(plain(DaySpan::of_months(year, month, month)?, DateLevel::Month)),
        (Some(year), None, None) => Some(plain(DaySpan::of_years(year, year)?, DateLevel::Year)),
        (None, Some(month), Some(day)) => {
            // In some year, which may be a leap year.
            let span = |month, day| {
                (1..=length(month, 2000)).contains(&day).then_some(YearSpan { first: (month, day), last: (month, day) })
            };
            let readings = readings(partial, span(month, day), || span(day, month))?;
            Some(DateExtent::OfYear(readings, DateLevel::Day))
        }
        (None, Some(month), None) => {
            let span = YearSpan::of_months(month, month);
            Some(DateExtent::OfYear(OrderReadings { day_first: span, month_first: span }, DateLevel::Month))
        }
        (_, None, _) => None,
    }
}

/// The reading with the day first, and the other where it is possible.
fn readings<T: Copy>(
    partial: PartialDate,
    first: Option<T>,
    other: impl FnOnce() -> Option<T>,
) -> Option<OrderReadings<T>> {
    let other = if partial.is_ambiguous { other() } else { None };
    Some(OrderReadings { day_first: first.or(other)?, month_first: other.or(first)? })
}

fn point(cursor: &mut PhraseCursor, language: Language, is_led: bool) -> Option<DatePoint> {
    let partial = |cursor: &mut PhraseCursor| {
        cursor
            .attempt(numeric)
            .or_else(|| cursor.attempt(|cursor| day_first(cursor, language)))
            .or_else(|| cursor.attempt(|cursor| month_first(cursor, language)))
            .or_else(|| cursor.attempt(|cursor| month_and_year(cursor, language)))
            .or_else(|| cursor.attempt(|cursor| year_alone(cursor, is_led)))
            .map(DatePoint::Partial)
    };
    cursor
        .attempt(|cursor| part_of_year(cursor, language))
        .or_else(|| cursor.attempt(|cursor| century(cursor, language)))
        .or_else(|| cursor.attempt(|cursor| decade(cursor, language, is_led)))
        .or_else(|| partial(cursor))
}

fn day_of(digits: DigitRun) -> Option<u32> {
    (digits.width <= 2 && (1..=31).contains(&digits.value)).then_some(digits.value as u32)
}

fn full_year(digits: DigitRun) -> Option<i32> {
    let year = digits.value as i32;
    (digits.width == 4 && YEARS.contains(&year)).then_some(year)
}

fn any_year(digits: DigitRun) -> Option<i32> {
    full_year(digits).or_else(|| {
        let year = digits.value as i32;
        (digits.width == 2).then_some(if year < PIVOT { 2000 + year } else { 1900 + year })
    })
}

/// 12/03/2019, 2019-03-12, 12-III-2019, 27-octubre-2016, 03/2019, 12/03, 20190312.
fn numeric(cursor: &mut PhraseCursor) -> Option<PartialDate> {
    let first = cursor.digits()?;
    if first.width == 8 {
        let (year, month, day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100);
        return Some(full(year as i32, month as u32, day as u32));
    }
    let mark = ['/', '-', '.'].into_iter().find(|&mark| cursor.glued_mark(mark))?;
    if !cursor.is_glued() {
        return None;
    }
    let by_name = |word: &str| month_named(word).map(|(month, _)| month).or_else(|| roman(word));
    if let Some(month) = cursor.word(by_name) {
        let year = cursor.glued_mark(mark).then(|| cursor.glued_digits().and_then(any_year))??;
        return Some(full(year, month, day_of(first)?));
    }
    let second = cursor.digits()?;
    let third = cursor.attempt(|cursor| if cursor.glued_mark(mark) { cursor.glued_digits() } else { None });
    let small = |digits: DigitRun| (digits.width <= 2).then_some(digits.value as u32);
    match third {
        Some(third) if first.width == 4 => Some(full(full_year(first)?, small(second)?, small(third)?)),
        Some(third) => {
            let date = full(any_year(third)?, small(second)?, small(first)?);
            Some(PartialDate { is_ambiguous: true, ..date })
        }
        None if mark != '.' && second.width == 4 => {
            let month = small(first).filter(|month| (1..=12).contains(month))?;
            Some(PartialDate { year: full_year(second), month: Some(month), ..PartialDate::default() })
                .filter(|date| date.year.is_some())
        }
        // "2009-11" may be two years; they hold the month as well, so the month only counts where they cannot be.
        None if mark == '-' && first.width == 4 && second.width == 2 => {
            let year = full_year(first)?;
            let month =
                small(second).filter(|month| (1..=12).contains(month) && i64::from(*month) <= i64::from(year % 100))?;
            Some(PartialDate { year: Some(year), month: Some(month), ..PartialDate::default() })
        }
        // "1/2" is a half.
        None if mark == '/' && first.width == 2 && second.width == 2 => {
            let (day, month) = (Some(first.value as u32), Some(second.value as u32));
            Some(PartialDate { year: None, month, day, is_ambiguous: true })
        }
        None => None,
    }
}

fn full(year: i32, month: u32, day: u32) -> PartialDate {
    PartialDate { year: Some(year), month: Some(month), day: Some(day), is_ambiguous: false }
}

/// "12 March 2019", "the 3rd of March", "12 de marzo del 2019", "primero de enero".
fn day_first(cursor: &mut PhraseCursor, language: Language) -> Option<PartialDate> {
    let day = cursor
        .attempt(|cursor| ordinal(cursor, language).and_then(|day| u32::try_from(day).ok()))
        .or_else(|| cursor.attempt(|cursor| cursor.digits().and_then(day_of)))
        .or_else(|| cursor.attempt(|cursor| spelled(cursor, language).and_then(|day| u32::try_from(day).ok())))?;
    let _ = cursor.phrase(&["of", "de"]) || cursor.mark('-') || cursor.mark('/');
    let (month, _) = cursor.word(month_named)?;
    let year = cursor.attempt(year_after);
    Some(PartialDate { year, month: Some(month), day: Some(day), is_ambiguous: false })
}

/// The year after a month.
fn year_after(cursor: &mut PhraseCursor) -> Option<i32> {
    // After other marks two digits are the day of the next date.
    if cursor.mark(',') || !cursor.is_glued() && cursor.mark('-') {
        return full_year(cursor.digits()?);
    }
    let _ = cursor.mark('-') || cursor.mark('/') || cursor.phrase(&["of", "del ano", "de ano", "del", "de"]);
    cursor.mark('\'');
    any_year(cursor.digits()?)
}

/// "March 12th, 2019", "August 23".
fn month_first(cursor: &mut PhraseCursor, language: Language) -> Option<PartialDate> {
    // In Spanish "agosto 06" is a year.
    if language == Language::Spanish {
        return None;
    }
    let (month, _) = cursor.word(month_named)?;
    let day = cursor
        .attempt(|cursor| ordinal(cursor, language).and_then(|day| u32::try_from(day).ok()))
        .or_else(|| cursor.attempt(|cursor| cursor.digits().and_then(day_of)))?;
    let year = cursor.attempt(|cursor| {
        cursor.mark(',');
        full_year(cursor.digits()?)
    });
    Some(PartialDate { year, month: Some(month), day: Some(day), is_ambiguous: false })
}

/// "March 2019", "marzo de 2019", "Mar 98", "marzo".
fn month_and_year(cursor: &mut PhraseCursor, language: Language) -> Option<PartialDate> {
    qualifier(cursor);
    cursor.phrase(&["the month of", "month of", "mes de"]);
    let is_capital = cursor.is_capital();
    let (month, is_full) = cursor.word(month_named)?;
    let year = cursor.attempt(year_after);
    // "May" and "march" are also other words, and so are short names.
    let is_sure = is_full && (is_capital || language == Language::Spanish);
    (year.is_some() || is_sure).then_some(PartialDate { year, month: Some(month), ..PartialDate::default() })
}

fn year_alone(cursor: &mut PhraseCursor, is_led: bool) -> Option<PartialDate> {
    let is_led = cursor.phrase(&["the year", "year", "el ano", "ano"]) || is_led;
    let year = full_year(cursor.digits()?)?;
    (is_led || LIKELY_YEARS.contains(&year)).then_some(PartialDate { year: Some(year), ..PartialDate::default() })
}

/// "Early", "mediados de": which of three it is.
fn qualifier(cursor: &mut PhraseCursor) -> Option<u32> {
    const QUALIFIERS: [&[&str]; 3] = [
        &[
            "the beginning of",
            "beginning of",
            "early",
            "a principios de",
            "principios de",
            "a comienzos de",
            "comienzos de",
            "inicios de",
        ],
        &["the middle of", "middle of", "mid", "a mediados de", "mediados de"],
        &["the end of", "end of", "late", "a finales de", "finales de", "a fines de", "fines de"],
    ];
    let at = QUALIFIERS.iter().position(|words| cursor.phrase(words))?;
    cursor.mark('-');
    Some(at as u32)
}

/// "Early 2019", "the first quarter of 2019", "primavera de 2019".
fn part_of_year(cursor: &mut PhraseCursor, language: Language) -> Option<DatePoint> {
    const SEASONS: &[&str] = &[
        "spring",
        "summer",
        "autumn",
        "winter",
        "la primavera",
        "primavera",
        "el verano",
        "verano",
        "el otono",
        "otono",
        "el invierno",
        "invierno",
    ];
    let year = |cursor: &mut PhraseCursor| {
        cursor.mark(',');
        cursor.phrase(&["of", "del ano", "del", "de"]);
        full_year(cursor.digits()?)
    };
    let months = |year: i32, index: u32, count: u32| {
        Some(DatePoint::Named(DaySpan::of_months(year, index * count + 1, index * count + count)?, DateLevel::Part))
    };
    if let Some(third) = cursor.attempt(|cursor| qualifier(cursor).zip(cursor.digits().and_then(full_year))) {
        // Not "the early 1990s".
        return if cursor.is_done() || !cursor.is_glued() { months(third.1, third.0, 4) } else { None };
    }
    if cursor.phrase(SEASONS) {
        // Which months it has depends on where; the year is certain.
        return match cursor.attempt(year) {
            Some(year) => Some(DatePoint::Named(DaySpan::of_years(year, year)?, DateLevel::Part)),
            None => Some(DatePoint::Season),
        };
    }
    cursor.phrase(&["the", "el"]);
    let index = u32::try_from(ordinal(cursor, language)?.checked_sub(1)?).ok()?;
    let count = if cursor.phrase(&["quarter", "trimestre"]) {
        3
    } else if cursor.phrase(&["half", "semestre"]) {
        6
    } else {
        return None;
    };
    if index < 12 / count { months(year(cursor)?, index, count) } else { None }
}

/// "The 19th century", "siglo XIX".
fn century(cursor: &mut PhraseCursor, language: Language) -> Option<DatePoint> {
    qualifier(cursor);
    cursor.phrase(&["the", "el", "del"]);
    let number = if cursor.phrase(&["siglo", "s"]) {
        cursor.word(|word| roman(word).map(u64::from)).or_else(|| cursor.digits().map(|digits| digits.value))?
    } else {
        let number = ordinal(cursor, language)?;
        cursor.mark('-');
        cursor.phrase(&["century"]).then_some(number)?
    };
    hundred_years(i32::try_from(number).ok()?.checked_sub(1)?.checked_mul(100)?)
}

fn hundred_years(first: i32) -> Option<DatePoint> {
    Some(DatePoint::Named(DaySpan::of_years(first, first.checked_add(99)?)?, DateLevel::Century))
}

/// "The 1990s", "the '90s", "the nineties", "años noventa", "la década de 1990".
fn decade(cursor: &mut PhraseCursor, language: Language, is_led: bool) -> Option<DatePoint> {
    qualifier(cursor);
    let first = match language {
        Language::English => english_decade(cursor)?,
        Language::Spanish => spanish_decade(cursor, is_led)?,
    };
    if first % 100 == 0 && language == Language::English {
        // "The 1900s" may be all of the century.
        return hundred_years(first);
    }
    Some(DatePoint::Named(DaySpan::of_years(first, first.checked_add(9)?)?, DateLevel::Decade))
}

fn english_decade(cursor: &mut PhraseCursor) -> Option<i32> {
    const NAMES: [&str; 8] =
        ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];
    cursor.phrase(&["the"]);
    if let Some(at) = NAMES.iter().position(|name| cursor.phrase(&[name])) {
        return Some(1920 + 10 * at as i32);
    }
    let is_short = cursor.mark('\'');
    let first = cursor.digits().and_then(tens_of_years)?;
    cursor.mark('\'');
    let is_plural = cursor.is_glued() && cursor.phrase(&["s"]);
    (is_plural && (is_short || first.1 == 4)).then_some(first.0)
}

fn spanish_decade(cursor: &mut PhraseCursor, is_led: bool) -> Option<i32> {
    let is_decade = cursor.phrase(&["la decada de los anos", "la decada de los", "la decada de", "la decada del"])
        || cursor.phrase(&["decada de los anos", "decada de los", "decada de", "decada del"])
        || cursor.phrase(&["los anos", "anos", "los"]);
    // Of "los 90" the article has been read.
    if !is_decade && !is_led {
        return None;
    }
    let first = cursor.attempt(|cursor| cursor.digits().and_then(tens_of_years)).or_else(|| {
        let tens = spelled(cursor, Language::Spanish).filter(|tens| (20..100).contains(tens) && tens % 10 == 0)?;
        Some((1900 + tens as i32, 2))
    });
    first.filter(|(_, width)| is_decade || *width == 2).map(|(year, _)| year)
}

/// The first year of a decade, and with how many digits it is written. "The 20s" are still those of a hundred years ago.
fn tens_of_years(digits: DigitRun) -> Option<(i32, usize)> {
    let short = |tens: i32| if tens < 20 { 2000 + tens } else { 1900 + tens };
    let year = full_year(digits).or_else(|| (digits.width == 2).then_some(short(digits.value as i32)))?;
    (year % 10 == 0).then_some((year, digits.width))
}
