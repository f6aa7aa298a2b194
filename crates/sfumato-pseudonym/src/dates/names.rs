//! The names of months, weekdays, seasons, feasts and parts of years, and the other words of dates.

use sfumato_language::Language;
use sfumato_language::Language::{English, Spanish};
use sfumato_language::calendar::MONTHS_SPANISH;

use super::feasts::Feast;

/// How something is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// By its whole name.
    Full,
    /// By the start of its name.
    Short,
    /// Either: the English May.
    Either,
}

const MONTHS_ENGLISH: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const SHORT_MONTHS_ENGLISH: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const SHORT_MONTHS_SPANISH: [&str; 12] =
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];
const WEEKDAYS_ENGLISH: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const WEEKDAYS_SPANISH: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
const SHORT_WEEKDAYS_ENGLISH: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const SHORT_WEEKDAYS_SPANISH: [&str; 7] = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"];

/// The name of a month, from 1, in small letters.
pub fn month(month: u32, naming: Naming, language: Language) -> &'static str {
    let names = match (language, naming) {
        (English, Naming::Short) => SHORT_MONTHS_ENGLISH,
        (English, _) => MONTHS_ENGLISH,
        (Spanish, Naming::Short) => SHORT_MONTHS_SPANISH,
        (Spanish, _) => MONTHS_SPANISH,
    };
    names.get((month as usize).wrapping_sub(1)).copied().unwrap_or_default()
}

/// The name of a day of the week, Monday being 0, in small letters.
pub fn weekday(weekday: u32, naming: Naming, language: Language) -> &'static str {
    let names = match (language, naming) {
        (English, Naming::Short) => SHORT_WEEKDAYS_ENGLISH,
        (English, _) => WEEKDAYS_ENGLISH,
        (Spanish, Naming::Short) => SHORT_WEEKDAYS_SPANISH,
        (Spanish, _) => WEEKDAYS_SPANISH,
    };
    names.get(weekday as usize).copied().unwrap_or_default()
}

/// The month a folded word names, how, and in which language.
pub fn month_named(word: &str, language: Language) -> Option<(u32, Naming, Language)> {
    use Naming::{Either, Full, Short};
    Some(match word {
        "january" => (1, Full, English),
        "february" => (2, Full, English),
        "march" => (3, Full, English),
        "april" => (4, Full, English),
        "june" => (6, Full, English),
        "july" => (7, Full, English),
        "august" => (8, Full, English),
        "september" => (9, Full, English),
        "october" => (10, Full, English),
        "november" => (11, Full, English),
        "december" => (12, Full, English),
        "enero" => (1, Full, Spanish),
        "febrero" => (2, Full, Spanish),
        "marzo" => (3, Full, Spanish),
        "abril" => (4, Full, Spanish),
        "mayo" => (5, Full, Spanish),
        "junio" => (6, Full, Spanish),
        "julio" => (7, Full, Spanish),
        "agosto" => (8, Full, Spanish),
        "septiembre" | "setiembre" => (9, Full, Spanish),
        "octubre" => (10, Full, Spanish),
        "noviembre" => (11, Full, Spanish),
        "diciembre" => (12, Full, Spanish),
        "may" => (5, if language == English { Either } else { Short }, language),
        "jan" => (1, Short, English),
        "apr" => (4, Short, English),
        "aug" => (8, Short, English),
        "dec" => (12, Short, English),
        "ene" => (1, Short, Spanish),
        "abr" => (4, Short, Spanish),
        "ago" | "agto" => (8, Short, Spanish),
        "dic" => (12, Short, Spanish),
        "set" => (9, Short, Spanish),
        "feb" | "febr" => (2, Short, language),
        "mar" | "mzo" => (3, Short, language),
        "jun" => (6, Short, language),
        "jul" => (7, Short, language),
        "sep" | "sept" => (9, Short, language),
        "oct" => (10, Short, language),
        "nov" => (11, Short, language),
        _ => return None,
    })
}

/// The day of the week a folded word names, Monday being 0.
pub fn weekday_named(word: &str) -> Option<(u32, Naming, Language)> {
    use Naming::{Full, Short};
    Some(match word {
        "monday" | "mondays" => (0, Full, English),
        "tuesday" => (1, Full, English),
        "wednesday" => (2, Full, English),
        "thursday" => (3, Full, English),
        "friday" => (4, Full, English),
        "saturday" => (5, Full, English),
        "sunday" => (6, Full, English),
        "mon" => (0, Short, English),
        "tue" | "tues" => (1, Short, English),
        "wed" | "weds" => (2, Short, English),
        "thu" | "thur" | "thurs" => (3, Short, English),
        "fri" => (4, Short, English),
        "sat" => (5, Short, English),
        "sun" => (6, Short, English),
        "lunes" => (0, Full, Spanish),
        "martes" => (1, Full, Spanish),
        "miercoles" => (2, Full, Spanish),
        "jueves" => (3, Full, Spanish),
        "viernes" => (4, Full, Spanish),
        "sabado" => (5, Full, Spanish),
        "domingo" => (6, Full, Spanish),
        "lun" => (0, Short, Spanish),
        "mie" => (2, Short, Spanish),
        "jue" => (3, Short, Spanish),
        "vie" => (4, Short, Spanish),
        "sab" => (5, Short, Spanish),
        "dom" => (6, Short, Spanish),
        _ => return None,
    })
}

/// The season a folded word names: winter 0, spring 1, summer 2, autumn 3.
pub fn season_named(word: &str) -> Option<(u32, Language)> {
    Some(match word {
        "winter" => (0, English),
        "spring" => (1, English),
        "summer" => (2, English),
        "autumn" | "fall" => (3, English),
        "invierno" => (0, Spanish),
        "primavera" => (1, Spanish),
        "verano" => (2, Spanish),
        "otono" => (3, Spanish),
        _ => return None,
    })
}

/// The name of a season.
pub fn season(season: u32, language: Language, says_fall: bool) -> &'static str {
    match (season, language) {
        (0, English) => "winter",
        (1, English) => "spring",
        (2, English) => "summer",
        (_, English) if says_fall => "fall",
        (_, English) => "autumn",
        (0, Spanish) => "invierno",
        (1, Spanish) => "primavera",
        (2, Spanish) => "verano",
        (_, Spanish) => "otoño",
    }
}

/// Into how many parts a folded word cuts the year.
pub fn parts_named(word: &str) -> Option<u32> {
    Some(match word {
        "quarter" | "trimestre" => 4,
        "cuatrimestre" => 3,
        "half" | "semestre" | "semester" | "mitad" => 2,
        _ => return None,
    })
}

/// The place in a row a folded word names, and its language; the last is 0.
pub fn rank_named(word: &str) -> Option<(u32, Language)> {
    Some(match word {
        "first" => (1, English),
        "second" => (2, English),
        "third" => (3, English),
        "fourth" => (4, English),
        "last" => (0, English),
        "primer" | "primera" | "primero" => (1, Spanish),
        "segundo" | "segunda" => (2, Spanish),
        "tercer" | "tercero" | "tercera" => (3, Spanish),
        "cuarto" | "cuarta" => (4, Spanish),
        "ultimo" | "ultima" => (0, Spanish),
        _ => return None,
    })
}

/// The word for a place in a row, before a noun.
pub fn rank(rank: u32, language: Language, is_feminine: bool) -> &'static str {
    match (language, rank, is_feminine) {
        (English, 1, _) => "first",
        (English, 2, _) => "second",
        (English, 3, _) => "third",
        (English, _, _) => "fourth",
        (Spanish, 1, true) => "primera",
        (Spanish, 1, false) => "primer",
        (Spanish, 2, true) => "segunda",
        (Spanish, 2, false) => "segundo",
        (Spanish, 3, true) => "tercera",
        (Spanish, 3, false) => "tercer",
        (Spanish, _, true) => "cuarta",
        (Spanish, _, false) => "cuarto",
    }
}

/// The feast that two folded words name, with how many of them it takes.
pub fn feast_named(word: &str, next: &str, third: &str) -> Option<(Feast, usize, Language)> {
    Some(match (word, next, third) {
        ("christmas" | "xmas", "eve", _) => (Feast::ChristmasEve, 2, English),
        ("christmas" | "xmas", "day", _) => (Feast::Christmas, 2, English),
        ("christmas" | "xmas", ..) => (Feast::Christmas, 1, English),
        ("easter", "monday", _) => (Feast::EasterMonday, 2, English),
        ("easter", "sunday", _) => (Feast::Easter, 2, English),
        ("easter", ..) => (Feast::Easter, 1, English),
        ("good", "friday", _) => (Feast::GoodFriday, 2, English),
        ("thanksgiving", ..) => (Feast::Thanksgiving, 1, English),
        ("halloween", ..) => (Feast::Halloween, 1, English),
        ("boxing", "day", _) => (Feast::Boxing, 2, English),
        ("ramadan", ..) => (Feast::Ramadan, 1, English),
        ("diwali", ..) => (Feast::Diwali, 1, English),
        ("hanukkah", ..) => (Feast::Hanukkah, 1, English),
        ("labor", "day", _) => (Feast::Labor, 2, English),
        ("memorial", "day", _) => (Feast::Memorial, 2, English),
        ("independence", "day", _) => (Feast::Independence, 2, English),
        ("year", "s", "eve") => (Feast::NewYearEve, 3, English),
        ("year", "s", "day") => (Feast::NewYear, 3, English),
        ("navidad" | "navidades", ..) => (Feast::Christmas, 1, Spanish),
        ("nochebuena", ..) => (Feast::ChristmasEve, 1, Spanish),
        ("nochevieja", ..) => (Feast::NewYearEve, 1, Spanish),
        ("semana", "santa", _) => (Feast::Easter, 2, Spanish),
        _ => return None,
    })
}

/// The feasts that may stand for another, with their names.
pub fn feasts(language: Language) -> &'static [(Feast, &'static str)] {
    match language {
        English => &[
            (Feast::NewYear, "new year's day"),
            (Feast::Easter, "easter"),
            (Feast::Memorial, "memorial day"),
            (Feast::Independence, "independence day"),
            (Feast::Labor, "labor day"),
            (Feast::Halloween, "halloween"),
            (Feast::Thanksgiving, "thanksgiving"),
            (Feast::Christmas, "christmas"),
        ],
        Spanish => &[(Feast::Easter, "semana santa"), (Feast::Christmas, "navidad"), (Feast::NewYearEve, "nochevieja")],
    }
}

/// The decade a folded word names: 20 to 90.
pub fn decade_named(word: &str) -> Option<u32> {
    Some(match word {
        "tens" | "teens" => 10,
        "twenties" => 20,
        "thirties" => 30,
        "forties" => 40,
        "fifties" => 50,
        "sixties" => 60,
        "seventies" => 70,
        "eighties" => 80,
        "nineties" => 90,
        _ => return None,
    })
}

/// The English word for a decade.
pub fn decade(tens: u32) -> &'static str {
    match tens {
        0 => "two-thousands",
        10 => "tens",
        20 => "twenties",
        30 => "thirties",
        40 => "forties",
        50 => "fifties",
        60 => "sixties",
        70 => "seventies",
        80 => "eighties",
        _ => "nineties",
    }
}

/// Whether a folded word may stand between the parts of one date or a row of them.
pub fn joins(word: &str) -> bool {
    matches!(
        word,
        "de" | "del"
            | "of"
            | "the"
            | "el"
            | "al"
            | "a"
            | "to"
            | "and"
            | "y"
            | "e"
            | "o"
            | "u"
            | "or"
            | "on"
            | "hasta"
            | "through"
            | "dia"
            | "dias"
            | "day"
            | "days"
            | "los"
            | "mes"
    )
}

/// Whether a folded word is a suffix that makes a number an ordinal.
pub fn is_suffix(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th" | "er" | "ro" | "do" | "to" | "o")
}

/// Whether a folded word counts time, so that the number before it is no day.
pub fn counts_time(word: &str) -> bool {
    matches!(
        word,
        "years"
            | "months"
            | "weeks"
            | "hours"
            | "minutes"
            | "year"
            | "month"
            | "week"
            | "anos"
            | "meses"
            | "semanas"
            | "semana"
            | "horas"
            | "minutos"
            | "century"
            | "centuries"
    )
}

/// The Roman figure of a month.
pub fn roman(month: u32) -> &'static str {
    const FIGURES: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
    FIGURES.get((month as usize).wrapping_sub(1)).copied().unwrap_or_default()
}

/// The month of a folded Roman figure.
pub fn month_of_roman(word: &str) -> Option<u32> {
    (1..=12).find(|at| roman(*at) == word)
}

/// Whether a folded word is one that dates have though it tells nothing.
pub fn is_known(word: &str) -> bool {
    joins(word) || KNOWN.contains(&word)
}

/// Words with a capital that dates have, besides those that join.
const KNOWN: [&str; 72] = [
    "ano",
    "anos",
    "year",
    "years",
    "early",
    "late",
    "mid",
    "middle",
    "beginning",
    "end",
    "start",
    "between",
    "entre",
    "from",
    "desde",
    "since",
    "until",
    "durante",
    "during",
    "decada",
    "decadas",
    "decenio",
    "principios",
    "mediados",
    "finales",
    "comienzos",
    "inicios",
    "quarter",
    "half",
    "trimestre",
    "semestre",
    "cuatrimestre",
    "mitad",
    "new",
    "fecha",
    "date",
    "day",
    "santa",
    "utc",
    "gmt",
    "ingreso",
    "alta",
    "nacimiento",
    "admission",
    "discharge",
    "birth",
    "dob",
    "hora",
    "time",
    "born",
    "aprox",
    "about",
    "circa",
    "around",
    "before",
    "after",
    "antes",
    "despues",
    "last",
    "next",
    "pasado",
    "pasada",
    "proximo",
    "este",
    "this",
    "hacia",
    "sobre",
    "till",
    "fin",
    "tarde",
    "noche",
    "madrugada",
];
