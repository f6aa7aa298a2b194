//! Dates in workbooks: numbers of days, told from other numbers by their style.

use std::collections::HashSet;

use super::vocabulary::{NAMES_OF_DAYS, NAMES_OF_NUMBERS};
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};

/// The styles that show a number as a date, and the first day of the calendar.
#[derive(Default)]
pub(super) struct SheetDates {
    styles: HashSet<usize>,
    since_1904: bool,
}

/// The last day that workbooks know: that of the year 9999.
const LAST_DAY: u32 = 2_958_465;

/// The days of 1910 to 2099: smaller numbers may be years, larger ones anything.
const LIKELY_DAYS: std::ops::Range<f64> = 3_654.0..73_051.0;

/// True if a column of this name holds dates, whatever they look like.
pub(super) fn names_a_day(name: &str) -> bool {
    // What was masked bears the name of what it was.
    if name.contains(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | '<' | '{' | '(')) {
        return false;
    }
    let name = name.to_lowercase().replace("d.o.b", "dob");
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    let mut all = words.clone();
    words.any(|word| NAMES_OF_DAYS.has(word)) && !all.any(|word| NAMES_OF_NUMBERS.has(word))
}

impl SheetDates {
    /// Reads the styles of a workbook.
    pub fn read(styles: &str, since_1904: bool) -> Result<Self, XmlError> {
        let mut formats: HashSet<u32> = HashSet::new();
        let mut dates = Self { styles: HashSet::new(), since_1904 };
        let (mut in_cells, mut number) = (false, 0);
        for event in XmlScanner::new(styles) {
            match event? {
                XmlEvent::Start(tag) => {
                    let attribute = |wanted| super::cells::attribute(styles, &tag, wanted);
                    let id = || attribute("numFmtId").and_then(|id| id.parse::<u32>().ok());
                    match xml::local(styles.get(tag.name.clone()).unwrap_or_default()) {
                        "numFmt" if attribute("formatCode").is_some_and(shows_a_day) => formats.extend(id()),
                        "cellXfs" => in_cells = true,
                        "xf" if in_cells => {
                            if id().is_some_and(|id| is_date_by_number(id) || formats.contains(&id)) {
                                dates.styles.insert(number);
                            }
                            number += 1;
                        }
                        _ => {}
                    }
                }
                XmlEvent::End(tag) if xml::local(styles.get(tag.name.clone()).unwrap_or_default()) == "cellXfs" => {
                    in_cells = false;
                }
                _ => {}
            }
        }
        Ok(dates)
    }

    /// The date that a number in this style is shown as, or that it is meant for where its column is called so.
    pub fn shown(&self, number: &str, style: usize, is_dated: bool) -> Option<String> {
        let is_styled = self.styles.contains(&style);
        if !is_styled && !is_dated {
            return None;
        }
        let number: f64 = number.trim().parse().ok()?;
        let is_likely = number.fract() == 0.0 && LIKELY_DAYS.contains(&number);
        if !is_styled && !is_likely {
            return None;
        }
        if !(1.0..f64::from(LAST_DAY)).contains(&number) {
            return None;
        }
        let day = number.trunc() as i64;
        // Workbooks believe that there was a 29 February 1900.
        let since = match (self.since_1904, day) {
            (true, _) => day - 24_107,
            (false, ..60) => day - 25_568,
            (false, _) => day - 25_569,
        };
        let (year, month, day) = civil(since);
        let minutes = (number.fract() * 1440.0).round() as u32;
        let time = if minutes > 0 { format!(" {:02}:{:02}", minutes / 60 % 24, minutes % 60) } else { String::new() };
        Some(format!("{year:04}-{month:02}-{day:02}{time}"))
    }
}

/// The formats that every workbook knows by number.
fn is_date_by_number(id: u32) -> bool {
    matches!(id, 14..=17 | 22 | 27..=31 | 36 | 50..=54 | 57 | 58)
}

/// True if the code of a format shows a day, a month or a year.
fn shows_a_day(code: &str) -> bool {
    let code = xml::unescaped_attribute(code).unwrap_or_default();
    let mut characters = code.chars();
    let mut letters = String::new();
    while let Some(c) = characters.next() {
        match c {
            '"' => _ = characters.by_ref().find(|c| *c == '"'),
            '[' => _ = characters.by_ref().find(|c| *c == ']'),
            '\\' | '_' | '*' => _ = characters.next(),
            c => letters.extend(c.to_lowercase()),
        }
    }
    letters.contains(['y', 'd', 'e']) && !letters.contains(['0', '#']) && letters != "general"
}

/// The date of a day, counted from 1 January 1970.
fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted_month + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLES: &str = "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='dd\\/mm\\/yyyy;@'/>\
        <numFmt numFmtId='165' formatCode='0.00&quot; days&quot;'/></numFmts><cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>\
        <cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/></cellXfs></styleSheet>";

    #[test]
    fn days_are_told_by_style() {
        let dates = SheetDates::read(STYLES, false).expect("XML");
        assert_eq!(dates.shown("32994", 0, false), None);
        assert_eq!(dates.shown("32994", 1, false).as_deref(), Some("1990-05-01"));
        assert_eq!(dates.shown("44927.5", 2, false).as_deref(), Some("2023-01-01 12:00"));
        assert_eq!(dates.shown("32994", 3, false), None);
        assert_eq!(dates.shown("-3", 1, false), None);
        assert_eq!(dates.shown("59", 1, false).as_deref(), Some("1900-02-28"));
        assert_eq!(dates.shown("61", 1, false).as_deref(), Some("1900-03-01"));
        assert_eq!(dates.shown("22349", 0, true).as_deref(), Some("1961-03-09"));
        assert_eq!(dates.shown("1961", 0, true), None, "a year");
        assert!(names_a_day("Date of birth") && names_a_day("DOB") && names_a_day("Fecha de nacimiento"));
        assert!(!names_a_day("Name") && !names_a_day("Update") && !names_a_day("Number of days"));
        assert!(!names_a_day("[DATE 1]"));
        let early = SheetDates::read(STYLES, true).expect("XML");
        assert_eq!(early.shown("31532", 1, false).as_deref(), Some("1990-05-01"));
    }
}
