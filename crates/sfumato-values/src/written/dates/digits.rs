//! Dates in digits: 04/03/2021, 2021-03-04T10:20Z, 23-VII-1960, 20210304.

use super::read::{DateFieldReader, LastDateField, NOBODY, zero};
use super::written::{DateField, DateFieldStyle, DatePart, DayMonthOrder, ZeroPadding};
use crate::figures::roman;
use crate::words;
use crate::written::tokens::{LetterCase, ValueLexeme};

/// A number between marks: its token, its digits, its value, and the mark before it.
#[derive(Clone, Copy)]
struct DateFigure {
    at: usize,
    len: usize,
    value: u32,
    mark: char,
    zero: ZeroPadding,
}

/// A row holds at most two dates and a bit.
const MOST_FIGURES: usize = 7;

impl DateFieldReader<'_> {
    /// Reads a row of numbers with marks between them; false if there is none, and nothing if it is no date.
    pub(super) fn in_digits(&mut self) -> Option<Option<()>> {
        if let Some(done) = self.with_roman() {
            return Some(Some(done));
        }
        let row = self.row();
        let [first, rest @ ..] = row.as_slice() else { return Some(None) };
        if rest.is_empty() {
            return if first.len > 4 { self.compact(*first).map(Some) } else { Some(None) };
        }
        let inner = inner_mark(&row);
        // "3-5 May": days of a month in words, here or before.
        let is_list = row.iter().all(|figure| figure.len <= 2) && row.len() == 2;
        if is_list
            && (self.last == LastDateField::Month
                || self.last == LastDateField::DayOfMonth
                || self.leads_to_month(rest))
        {
            return Some(None);
        }
        let mut start = 0;
        while start < row.len() {
            let mut end = start + 1;
            while end < row.len() && end - start < 3 && row.get(end).is_some_and(|figure| figure.mark == inner) {
                end += 1;
            }
            let group = row.get(start..end)?;
            self.group(group, row.len() > end)?;
            start = end;
        }
        let last = row.last()?;
        self.at = self.at.max(last.at + 1);
        self.skip_time();
        Some(Some(()))
    }

    fn leads_to_month(&self, rest: &[DateFigure]) -> bool {
        let Some(last) = rest.last() else { return false };
        let mut at = last.at + 1;
        for _ in 0..6 {
            match self.tokens.get(at).map(|token| token.lexeme) {
                Some(ValueLexeme::Blank | ValueLexeme::Mark(_)) => at += 1,
                Some(ValueLexeme::Word) => {
                    let Some(word) = self.tokens.word(at) else { return false };
                    if words::month_named(word.as_str(), self.language).is_some() {
                        return true;
                    }
                    if !words::joins(word.as_str()) && !words::is_suffix(word.as_str()) {
                        return false;
                    }
                    at += 1;
                }
                _ => return false,
            }
        }
        false
    }

    /// The numbers from here on that have nothing but marks between them.
    fn row(&self) -> Vec<DateFigure> {
        let mut row: Vec<DateFigure> = Vec::with_capacity(3);
        let mut at = self.at;
        let mut mark = ' ';
        while let Some((digits, value)) = self.tokens.number(at) {
            // What a colon or letters follow is a time or an ordinal.
            let is_joined = self.tokens.is_mark(at + 1, ':')
                || self.tokens.word(at + 1).is_some_and(|word| !matches!(word.as_str(), "t" | "z"));
            if is_joined && (!row.is_empty() || !self.tokens.is_mark(at + 1, ':')) || row.len() == MOST_FIGURES {
                break;
            }
            row.push(DateFigure { at, len: digits.len(), value, mark, zero: zero(digits, value) });
            let mut next = self.tokens.after_blank(at + 1);
            let Some(ValueLexeme::Mark(found @ ('/' | '-' | '.'))) = self.tokens.get(next).map(|token| token.lexeme)
            else {
                break;
            };
            mark = found;
            next += 1;
            if self.tokens.is_mark(next, found) {
                next += 1;
            }
            at = self.tokens.after_blank(next);
        }
        row
    }

    /// One to three numbers with the same mark between them.
    fn group(&mut self, group: &[DateFigure], has_more: bool) -> Option<()> {
        match *group {
            [a] if a.len == 4 => self.lone_year(a),
            // The first day of a range: 12-15/03/2020.
            [a] if has_more && (1..=31).contains(&a.value) && a.len <= 2 => {
                let day = self.figure(a, DatePart::Day)?;
                self.days.push((None, day));
                Some(())
            }
            [a, b] => self.pair(a, b),
            [a, b, c] => self.triple(a, b, c),
            _ => None,
        }
    }

    fn figure(&mut self, figure: DateFigure, part: DatePart) -> Option<usize> {
        let style = match part {
            DatePart::Year if figure.len == 4 => DateFieldStyle::Year,
            DatePart::Year => DateFieldStyle::ShortYear,
            _ => DateFieldStyle::Digits(figure.len, figure.zero),
        };
        self.field(figure.at..figure.at + 1, part, figure.value, style)
    }

    fn lone_year(&mut self, figure: DateFigure) -> Option<()> {
        (1000..3000).contains(&figure.value).then_some(())?;
        let year = self.figure(figure, DatePart::Year)?;
        self.add_year(year, figure.at + 1);
        Some(())
    }

    fn triple(&mut self, a: DateFigure, b: DateFigure, c: DateFigure) -> Option<()> {
        let is_day = |figure: DateFigure| (1..=31).contains(&figure.value) && figure.len <= 3;
        let is_month = |figure: DateFigure| (1..=12).contains(&figure.value) && figure.len <= 3;
        let is_year_first = a.len == 4 || a.len == 2 && a.value > 31 && c.len <= 2;
        let (year, first, second) = if is_year_first { (a, b, c) } else { (c, a, b) };
        let is_year = year.len == 2 || year.len == 4 && (1000..3000).contains(&year.value);
        is_year.then_some(())?;
        let can = [is_day(first) && is_month(second), is_month(first) && is_day(second)];
        let day_first = match can {
            [true, false] => true,
            [false, true] => false,
            [true, true] if is_year_first => false,
            [true, true] => self.order == DayMonthOrder::DayFirst,
            [false, false] => return None,
        };
        if !is_year_first {
            let shown = match can {
                [true, true] => None,
                _ if day_first => Some(DayMonthOrder::DayFirst),
                _ => Some(DayMonthOrder::MonthFirst),
            };
            self.digits = Some((b.mark, shown));
        }
        let (day, month) = if day_first { (first, second) } else { (second, first) };
        let (day, month, year) = (
            self.figure(day, DatePart::Day)?,
            self.figure(month, DatePart::Month)?,
            self.figure(year, DatePart::Year)?,
        );
        self.complete(Some(day), Some(month), Some(year));
        Some(())
    }

    /// Adds a date, which gives its month and year to the days before it.
    fn complete(&mut self, day: Option<usize>, month: Option<usize>, year: Option<usize>) {
        if let Some(day) = day {
            let weekday = self.take_weekday();
            self.days.push((weekday, day));
        }
        if let Some(month) = month {
            self.add_month(month);
        }
        if let Some(year) = year {
            self.add_year(year, usize::MAX);
        }
        self.last = LastDateField::Other;
    }

    fn pair(&mut self, a: DateFigure, b: DateFigure) -> Option<()> {
        let is_month = |figure: DateFigure| (1..=12).contains(&figure.value);
        let is_day = |figure: DateFigure| (1..=31).contains(&figure.value);
        let is_year = |figure: DateFigure| figure.len == 4 && (1000..3000).contains(&figure.value);
        if a.len == 1 && b.len == 3 && b.mark == '.' && (1..3).contains(&a.value) {
            let year =
                self.field(a.at..b.at + 1, DatePart::Year, a.value * 1000 + b.value, DateFieldStyle::DottedYear)?;
            self.add_year(year, b.at + 1);
            return Some(());
        }
        let is_next = b.value == (a.value + 1) % 100;
        match (a.len, b.len) {
            (4, 4) => {
                self.lone_year(a)?;
                self.lone_year(b)
            }
            (4, 2) if is_year(a) && (b.mark == '/' && is_next || !is_month(b) && b.value > a.value % 100) => {
                self.lone_year(a)?;
                let year = self.figure(b, DatePart::Year)?;
                self.add_year(year, b.at + 1);
                Some(())
            }
            (4, _) if is_year(a) && is_month(b) => self.month_and_year(b, a),
            (1 | 2, 4) if is_year(b) && is_month(a) => self.month_and_year(a, b),
            (1 | 2, 1 | 2) => {
                let is_english =
                    self.order == DayMonthOrder::MonthFirst || self.language == sfumato_words::Language::English;
                let (day, month, shown) = match (is_month(a), is_month(b)) {
                    (false, true) if is_day(a) => (a, b, Some(DayMonthOrder::DayFirst)),
                    (true, false) if is_day(b) && is_english => (b, a, Some(DayMonthOrder::MonthFirst)),
                    (true, false) if b.len == 2 => return self.month_and_year(a, b),
                    (false, true) if a.len == 2 => return self.month_and_year(b, a),
                    (true, true) if self.order == DayMonthOrder::DayFirst => (a, b, None),
                    (true, true) => (b, a, None),
                    _ => return None,
                };
                self.digits = Some((b.mark, shown));
                let (day, month) = (self.figure(day, DatePart::Day)?, self.figure(month, DatePart::Month)?);
                self.complete(Some(day), Some(month), None);
                Some(())
            }
            _ => None,
        }
    }

    fn month_and_year(&mut self, month: DateFigure, year: DateFigure) -> Option<()> {
        let (month, year) = (self.figure(month, DatePart::Month)?, self.figure(year, DatePart::Year)?);
        self.complete(None, Some(month), Some(year));
        Some(())
    }

    /// Digits without marks: year, month and day, or the year last, and perhaps a time of day.
    fn compact(&mut self, figure: DateFigure) -> Option<()> {
        let token = self.tokens.get(figure.at)?;
        let digits = self.tokens.slice(token.start..token.end);
        let value = |from: usize, len: usize| digits.get(from..from + len).and_then(|part| part.parse::<u32>().ok());
        let fits = |day: Option<u32>, month: Option<u32>| {
            day.is_some_and(|day| (1..=31).contains(&day)) && month.is_some_and(|month| (1..=12).contains(&month))
        };
        let is_year = |from: usize| value(from, 4).is_some_and(|year| (1800..2100).contains(&year));
        // Where year, month and day start, and how many digits the year has.
        let (year, month, day, len) = match digits.len() {
            8 | 12 | 14 if is_year(0) && fits(value(6, 2), value(4, 2)) => (0, 4, 6, 4),
            8 if is_year(4) && fits(value(0, 2), value(2, 2)) && self.order == DayMonthOrder::DayFirst => (4, 2, 0, 4),
            8 if is_year(4) && fits(value(2, 2), value(0, 2)) => (4, 0, 2, 4),
            8 if is_year(4) && fits(value(0, 2), value(2, 2)) => (4, 2, 0, 4),
            6 if fits(value(4, 2), value(2, 2)) => (0, 2, 4, 2),
            6 if fits(value(0, 2), value(2, 2)) => (4, 2, 0, 2),
            6 if fits(value(2, 2), value(0, 2)) => (4, 0, 2, 2),
            _ => return None,
        };
        let mut add = |from: usize, len: usize, part: DatePart, style: DateFieldStyle| {
            let value = value(from, len)? as i32;
            let start = token.start + from;
            Some(self.add(DateField { start, end: start + len, part, value, style, owner: NOBODY }))
        };
        let two = DateFieldStyle::Digits(2, ZeroPadding::Padded);
        let year =
            add(year, len, DatePart::Year, if len == 4 { DateFieldStyle::Year } else { DateFieldStyle::ShortYear })?;
        let (month, day) = (add(month, 2, DatePart::Month, two)?, add(day, 2, DatePart::Day, two)?);
        self.complete(Some(day), Some(month), Some(year));
        self.at = figure.at + 1;
        if digits.len() > 8 {
            self.skip_zone()
        } else {
            self.skip_time()
        }
        Some(())
    }

    /// Leaves out the time of day that is joined to a date, with its zone.
    fn skip_time(&mut self) {
        let is_t = self.tokens.word(self.at).is_some_and(|word| word.as_str() == "t");
        if is_t && self.tokens.number(self.at + 1).is_some() {
            self.at += 2;
            self.skip_zone();
        }
    }

    /// Leaves out the rest of a time of day, and its zone.
    fn skip_zone(&mut self) {
        while let Some(token) = self.tokens.get(self.at) {
            match token.lexeme {
                ValueLexeme::Number | ValueLexeme::Mark(':' | '.' | ',' | '+' | '-') => self.at += 1,
                ValueLexeme::Word if self.tokens.word(self.at).is_some_and(|word| word.as_str() == "z") => self.at += 1,
                _ => break,
            }
        }
    }

    /// A date whose month is in Roman figures.
    fn with_roman(&mut self) -> Option<()> {
        let (day_digits, day) = self.tokens.number(self.at)?;
        let at = self.at;
        // The number of tokens between a part and the next: a mark, or a blank.
        let gap = |at: usize| {
            let token = self.tokens.get(at)?;
            matches!(token.lexeme, ValueLexeme::Blank | ValueLexeme::Mark('-' | '/' | '.')).then_some(at + 1)
        };
        let month_at = gap(at + 1)?;
        let year_at = gap(month_at + 1)?;
        let figure = self.tokens.of(month_at);
        let month = roman(self.tokens.word(month_at)?.as_str()).filter(|month| *month <= 12)?;
        let (year_digits, year) = self.tokens.number(year_at)?;
        let is_year = year_digits.len() == 2 || year_digits.len() == 4 && (1000..3000).contains(&year);
        (day_digits.len() <= 2 && (1..=31).contains(&day) && is_year).then_some(())?;
        // One letter is large or small all the same.
        let case = if figure.chars().all(char::is_uppercase) { LetterCase::Upper } else { LetterCase::Lower };
        let style = DateFieldStyle::Digits(day_digits.len(), zero(day_digits, day));
        let day = self.field(at..at + 1, DatePart::Day, day, style)?;
        let month = self.field(month_at..month_at + 1, DatePart::Month, month, DateFieldStyle::Roman(case))?;
        let style = if year_digits.len() == 4 { DateFieldStyle::Year } else { DateFieldStyle::ShortYear };
        let year = self.field(year_at..year_at + 1, DatePart::Year, year, style)?;
        self.complete(Some(day), Some(month), Some(year));
        self.at = year_at + 1;
        Some(())
    }
}

/// The mark between the parts of a date, where another one stands between two dates: the more frequent one.
fn inner_mark(row: &[DateFigure]) -> char {
    let count = |mark: char| row.iter().filter(|figure| figure.mark == mark).count();
    // With as many of both, a hyphen is what joins two dates.
    ['/', '.', '-'].into_iter().rev().max_by_key(|mark| count(*mark)).unwrap_or('/')
}
