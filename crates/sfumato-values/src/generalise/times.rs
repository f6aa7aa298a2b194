//! Times of day: hour, part of the day.

use sfumato_words::Language;

use super::tokens::PhraseCursor;
use super::{ValueInterval, ValueStep};

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// Days are counted from six in the morning, so that the night is not cut in two.
const MORNING: u32 = 6 * HOUR;

/// A time of day.
#[derive(Clone)]
pub(super) struct TimeOfDay {
    clock: ClockTime,
    /// It was written with a preposition: "at 14:35".
    has_preposition: bool,
}

/// The reading of a clock.
#[derive(Clone, Copy)]
pub(super) struct ClockTime {
    /// Minutes since midnight.
    minute: u32,
    /// Only the hour was told.
    is_hour: bool,
    /// The hours were counted to twelve.
    is_half_day: bool,
}

/// A part of the day: when it starts and ends in minutes since six, and its names, the second after a preposition.
struct PartOfDay {
    from: u32,
    to: u32,
    name: &'static str,
    placed: &'static str,
}

const ENGLISH: [PartOfDay; 4] = [
    PartOfDay { from: 0, to: 6 * HOUR, name: "the morning", placed: "in the morning" },
    PartOfDay { from: 6 * HOUR, to: 12 * HOUR, name: "the afternoon", placed: "in the afternoon" },
    PartOfDay { from: 12 * HOUR, to: 16 * HOUR, name: "the evening", placed: "in the evening" },
    PartOfDay { from: 16 * HOUR, to: DAY, name: "the night", placed: "at night" },
];
const SPANISH: [PartOfDay; 5] = [
    PartOfDay { from: 0, to: 6 * HOUR, name: "la mañana", placed: "por la mañana" },
    PartOfDay { from: 6 * HOUR, to: 8 * HOUR, name: "el mediodía", placed: "al mediodía" },
    PartOfDay { from: 8 * HOUR, to: 14 * HOUR, name: "la tarde", placed: "por la tarde" },
    PartOfDay { from: 14 * HOUR, to: 18 * HOUR, name: "la noche", placed: "por la noche" },
    PartOfDay { from: 18 * HOUR, to: DAY, name: "la madrugada", placed: "de madrugada" },
];

/// Reads a phrase that is a time of day.
pub(super) fn read(cursor: PhraseCursor, language: Language) -> Option<TimeOfDay> {
    cursor.whole(|cursor| {
        let has_preposition = cursor.phrase(&["at", "a las", "a la", "hacia las", "sobre las"]);
        let has_article = cursor.phrase(&["las", "la"]);
        let is_led = has_preposition || has_article;
        let clock = clock(cursor, language).or_else(|| is_led.then(|| hour_alone(cursor))?)?;
        Some(TimeOfDay { clock, has_preposition })
    })
}

/// An hour by itself, which only a preposition tells from any number.
fn hour_alone(cursor: &mut PhraseCursor) -> Option<ClockTime> {
    let hour = cursor.digits().filter(|digits| digits.width <= 2 && (13..24).contains(&digits.value))?;
    Some(ClockTime { minute: hour.value as u32 * HOUR, is_hour: true, is_half_day: false })
}

/// Reads what a clock shows: "14:35", "2.30 pm", "14h35", "3 de la tarde", "noon".
pub(super) fn clock(cursor: &mut PhraseCursor, language: Language) -> Option<ClockTime> {
    if cursor.phrase(&["noon", "midday", "mediodia"]) {
        return Some(ClockTime { minute: 12 * HOUR, is_hour: true, is_half_day: false });
    }
    if cursor.phrase(&["midnight", "medianoche"]) {
        return Some(ClockTime { minute: 0, is_hour: true, is_half_day: false });
    }
    cursor.attempt(|cursor| {
        let hour = cursor.digits().filter(|digits| digits.width <= 2)?;
        let colon = cursor.attempt(|cursor| {
            let is_colon = cursor.glued_mark(':');
            let is_sure = is_colon || cursor.is_glued() && cursor.phrase(&["h"]);
            (is_sure || cursor.glued_mark('.')).then_some(())?;
            let minute = cursor.glued_digits().filter(|minute| minute.width == 2 && minute.value < 60)?;
            Some((minute.value as u32, is_sure))
        });
        if colon.is_some() && cursor.glued_mark(':') {
            cursor.glued_digits().filter(|second| second.width == 2 && second.value <= 60)?;
            cursor.attempt(|cursor| if cursor.glued_mark('.') { cursor.glued_digits() } else { None });
        }
        let half = hour_of_half(cursor, language, hour.value as u32);
        let has_unit = cursor.phrase(&["h", "hs", "hrs", "horas", "hours"]) && (colon.is_some() || hour.width == 2);
        let is_sure = has_unit || half.is_some() || colon.is_some_and(|(_, is_sure)| is_sure);
        let hour_of_day = half.unwrap_or(hour.value as u32);
        let minute = hour_of_day * HOUR + colon.map_or(0, |(minute, _)| minute);
        (is_sure && hour_of_day < 24).then_some(ClockTime {
            minute,
            is_hour: colon.is_none(),
            is_half_day: half.is_some() && language == Language::English,
        })
    })
}

/// Words after an hour that say of which half of the day it is, for which hours they do, and what is added.
type HalfOfDay = (&'static str, std::ops::RangeInclusive<u32>, u32);

const HALVES_ENGLISH: [HalfOfDay; 4] = [
    ("in the morning", 1..=11, 0),
    ("in the afternoon", 1..=6, 12),
    ("in the evening", 4..=11, 12),
    ("at night", 7..=11, 12),
];
const HALVES_SPANISH: [HalfOfDay; 8] = [
    ("de la manana", 1..=11, 0),
    ("de la madrugada", 1..=6, 0),
    ("de la tarde", 12..=12, 0),
    ("de la tarde", 1..=9, 12),
    ("de la noche", 7..=11, 12),
    ("de la noche", 12..=12, 12),
    ("del mediodia", 12..=12, 0),
    ("del mediodia", 1..=3, 12),
];
const HALVES_OF_BOTH: [HalfOfDay; 6] = [
    ("am", 1..=11, 0),
    ("am", 12..=12, 12),
    ("pm", 12..=23, 0),
    ("pm", 1..=11, 12),
    ("noon", 12..=12, 0),
    ("midnight", 12..=12, 12),
];

/// The hour of the day of an hour of half a day, where words after it tell the half.
fn hour_of_half(cursor: &mut PhraseCursor, language: Language, hour: u32) -> Option<u32> {
    let of_language: &[HalfOfDay] = match language {
        Language::English => &HALVES_ENGLISH,
        Language::Spanish => &HALVES_SPANISH,
    };
    let half = |(words, hours, added): &HalfOfDay| {
        (hours.contains(&hour) && cursor.phrase(&[words])).then_some((hour + added) % 24)
    };
    HALVES_OF_BOTH.iter().chain(of_language).find_map(half)
}

impl ClockTime {
    fn since_morning(self) -> u32 {
        (self.minute + DAY - MORNING) % DAY
    }
}

impl TimeOfDay {
    pub fn level(&self) -> u8 {
        if self.clock.is_hour { 3 } else { 4 }
    }

    pub fn interval(&self) -> ValueInterval {
        let length = if self.clock.is_hour { HOUR } else { 1 };
        interval(self.clock.since_morning(), self.clock.since_morning() + length)
    }

    pub fn chain(&self, language: Language) -> Vec<ValueStep> {
        let minute = self.clock.since_morning();
        let mut steps = Vec::new();
        let mut step = |text: String, level, interval: ValueInterval| {
            steps.push(ValueStep { text, level, bits: interval.bits(), interval });
        };
        if !self.clock.is_hour {
            let from = minute - minute % HOUR;
            step(self.hours(language), 3, interval(from, from + HOUR));
        }
        let parts: &[PartOfDay] = match language {
            Language::English => &ENGLISH,
            Language::Spanish => &SPANISH,
        };
        if let Some(part) = parts.iter().find(|part| (part.from..part.to).contains(&minute)) {
            let text = if self.has_preposition { part.placed } else { part.name };
            step(text.to_owned(), 2, interval(part.from, part.to));
        }
        let some = match (language, self.has_preposition) {
            (Language::English, false) => "a time of day",
            (Language::English, true) => "at some time of day",
            (Language::Spanish, false) => "una hora del día",
            (Language::Spanish, true) => "a alguna hora del día",
        };
        step(some.to_owned(), 1, interval(0, DAY));
        steps
    }

    /// The hour it lies in.
    fn hours(&self, language: Language) -> String {
        let hour = self.clock.minute / HOUR;
        let next = (hour + 1) % 24;
        let twelve = |hour: u32| format!("{} {}", (hour + 11) % 12 + 1, if hour < 12 { "am" } else { "pm" });
        match language {
            Language::English if self.clock.is_half_day => format!("between {} and {}", twelve(hour), twelve(next)),
            Language::English => format!("between {hour:02}:00 and {next:02}:00"),
            Language::Spanish => format!("entre {} y {}", spanish_hour(hour), spanish_hour(next)),
        }
    }
}

fn spanish_hour(hour: u32) -> String {
    format!("{} {hour:02}:00", if hour == 1 { "la" } else { "las" })
}

fn interval(from: u32, to: u32) -> ValueInterval {
    ValueInterval { from: f64::from(from), to: f64::from(to) }
}
