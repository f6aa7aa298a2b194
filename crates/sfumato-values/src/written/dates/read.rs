//! Reads a mention of dates.

use sfumato_words::Language;

use super::written::{DateField, DateFieldStyle, DateMoment, DatePart, DayMonthOrder, WrittenDates, ZeroPadding};
use crate::NameLength;
use crate::calendar::{Day, length};
use crate::words;
use crate::written::numerals;
use crate::written::tokens::{LetterCase, ValueLexeme, ValueTokens};

/// Mentions longer than this many tokens are no dates.
const MOST_TOKENS: usize = 96;

/// The outcomes of reading a mention.
pub enum DateReading<'t> {
    /// Dates.
    Dates(WrittenDates<'t>),
    /// No date, but how long something took, a time of day or a century; whether years were counted.
    Span(bool),
    /// Numbers or words that are no date.
    Other,
}

/// Reads a mention into its fields; nothing if a number in it is no part of any date that exists, or if no date is in
/// it at all. The order is that of digits which could be read either way.
pub fn read_dates(text: &str, language: Language, order: DayMonthOrder) -> Option<WrittenDates<'_>> {
    match date_reading(text, language, order) {
        DateReading::Dates(written) => Some(written),
        DateReading::Span(_) | DateReading::Other => None,
    }
}

/// Reads a mention, as [`read_dates`], and says what it is where it holds no dates.
pub fn date_reading(text: &str, language: Language, order: DayMonthOrder) -> DateReading<'_> {
    let tokens = ValueTokens::new(text);
    if tokens.count() > MOST_TOKENS {
        return DateReading::Other;
    }
    let mut reader = DateFieldReader::new(tokens, language, order);
    while reader.at < reader.tokens.count() {
        if reader.step().is_none() {
            return DateReading::Other;
        }
    }
    let is_span = reader.is_span && reader.fields.is_empty() && !reader.is_strange;
    let counts_years = reader.counts_years;
    match reader.finish() {
        Some(written) => DateReading::Dates(written),
        None if is_span => DateReading::Span(counts_years),
        None => DateReading::Other,
    }
}

/// The owner of a field that has none yet.
pub(super) const NOBODY: usize = usize::MAX;

/// The kinds of fields that may have been read last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastDateField {
    Nothing,
    /// A month, with its day before it or none yet.
    Month,
    /// A day after its month.
    DayOfMonth,
    Other,
}

pub(super) struct DateFieldReader<'t> {
    pub tokens: ValueTokens<'t>,
    pub language: Language,
    pub order: DayMonthOrder,
    pub at: usize,
    pub fields: Vec<DateField>,
    pub moments: Vec<DateMoment>,
    pub digits: Option<(char, Option<DayMonthOrder>)>,
    /// Days whose month is still to come, each with its weekday.
    pub days: Vec<(Option<usize>, usize)>,
    weekday: Option<usize>,
    /// A year before its month.
    year: Option<usize>,
    pub last: LastDateField,
    /// A word said that a decade is meant.
    decade: bool,
    is_strange: bool,
    /// A number told how long something took, or the time of day.
    is_span: bool,
    counts_years: bool,
}

impl<'t> DateFieldReader<'t> {
    fn new(tokens: ValueTokens<'t>, language: Language, order: DayMonthOrder) -> Self {
        Self {
            tokens,
            language,
            order,
            at: 0,
            fields: Vec::with_capacity(4),
            moments: Vec::with_capacity(2),
            digits: None,
            days: Vec::new(),
            weekday: None,
            year: None,
            last: LastDateField::Nothing,
            decade: false,
            is_strange: false,
            is_span: false,
            counts_years: false,
        }
    }

    fn step(&mut self) -> Option<()> {
        match self.tokens.get(self.at)?.lexeme {
            ValueLexeme::Number => self.number(),
            ValueLexeme::Word => self.word(),
            ValueLexeme::Blank | ValueLexeme::Mark(_) => {
                self.at += 1;
                Some(())
            }
        }
    }

    /// Adds a field over some tokens.
    pub fn field(
        &mut self,
        tokens: std::ops::Range<usize>,
        part: DatePart,
        value: u32,
        style: DateFieldStyle,
    ) -> Option<usize> {
        let start = self.tokens.get(tokens.start)?.start;
        let end = self.tokens.get(tokens.end.checked_sub(1)?)?.end;
        Some(self.add(DateField { start, end, part, value: value as i32, style, owner: NOBODY }))
    }

    pub fn add(&mut self, field: DateField) -> usize {
        self.fields.push(field);
        self.fields.len() - 1
    }

    fn number(&mut self) -> Option<()> {
        if let Some(end) = self.time(self.at) {
            self.at = end;
            self.is_span = true;
            return Some(());
        }
        let (digits, value) = self.tokens.number(self.at)?;
        let next = self.tokens.word(self.at + 1);
        let next = next.as_ref().map_or("", |word| word.as_str());
        let is_decade = digits.ends_with('0') && (next == "s" || self.is_apostrophe_s(self.at + 1) || self.decade);
        if is_decade && matches!(digits.len(), 2 | 4) {
            let end = self.at + 1;
            return self.period(
                self.at..end,
                DatePart::Decade,
                value,
                if digits.len() == 4 { DateFieldStyle::Year } else { DateFieldStyle::ShortYear },
            );
        }
        // "first quarter" in digits: 1er trimestre.
        let has_suffix = words::is_suffix(next);
        let noun = self.tokens.after_blank(self.at + 1 + usize::from(has_suffix || self.is_ordinal_mark()));
        let noun = self.tokens.word(noun);
        let noun = noun.as_ref().map_or("", |word| word.as_str());
        if let Some(parts) = words::parts_named(noun)
            && (1..=parts).contains(&value)
        {
            let style = match has_suffix {
                true if self.language == Language::English => {
                    DateFieldStyle::English(1, LetterCase::of(self.tokens.of(self.at + 1)))
                }
                true => DateFieldStyle::Spanish,
                false => DateFieldStyle::Digits(1, ZeroPadding::Plain),
            };
            return self.period(self.at..self.at + 1 + usize::from(has_suffix), DatePart::Share(parts), value, style);
        }
        if self.in_digits()?.is_some() {
            return Some(());
        }
        let has_suffix = words::is_suffix(next)
            && (self.language == Language::English || next != "o" || self.tokens.count() > self.at + 2);
        let (end, style) = match has_suffix {
            true if matches!(next, "st" | "nd" | "rd" | "th") => {
                (self.at + 2, DateFieldStyle::English(digits.len(), LetterCase::of(self.tokens.of(self.at + 1))))
            }
            true => (self.at + 2, DateFieldStyle::Spanish),
            false => (self.at + 1, DateFieldStyle::Digits(digits.len(), zero(digits, value))),
        };
        self.single(end, value, digits.len(), style)
    }

    fn is_ordinal_mark(&self) -> bool {
        ['º', 'ª', '°'].into_iter().any(|mark| self.tokens.is_mark(self.at + 1, mark))
    }

    fn is_apostrophe_s(&self, at: usize) -> bool {
        self.tokens.is_mark(at, '\'') && self.tokens.word(at + 1).is_some_and(|word| word.as_str() == "s")
    }

    /// A number on its own, up to a token: a day or a year.
    fn single(&mut self, end: usize, value: u32, len: usize, style: DateFieldStyle) -> Option<()> {
        let start = self.at;
        let in_words = matches!(style, DateFieldStyle::Words(_));
        let is_plain = matches!(style, DateFieldStyle::Digits(..));
        let unit = self.tokens.word(self.tokens.after_blank(end));
        if let Some(unit) = unit.filter(|word| words::counts_time(word.as_str())) {
            self.at = end;
            self.is_span = true;
            self.counts_years |= matches!(unit.as_str(), "year" | "years" | "anos");
            return Some(());
        }
        if value >= 1000 && (in_words || len == 4 && is_plain) {
            let style = if in_words { style } else { DateFieldStyle::Year };
            return (value < 3000).then(|| self.year(start..end, value, style))?;
        }
        let is_quoted = start > 0 && self.tokens.is_mark(start - 1, '\'');
        if len == 2 && is_plain && is_quoted {
            return self.year(start..end, value, DateFieldStyle::ShortYear);
        }
        let is_day = (1..=31).contains(&value) && (len <= 2 || in_words);
        if !(is_day || len == 2 && is_plain) {
            return None;
        }
        let can_be_year = len == 2 && is_plain;
        let moment = self.moments.last().copied().unwrap_or_default();
        let month_follows = self.month_follows(end);
        let as_year = match self.last {
            LastDateField::Month if month_follows => false,
            LastDateField::Month if moment.day.is_some() => true,
            LastDateField::Month if self.year.is_some() || self.year_follows(end) => false,
            LastDateField::Month if self.language == Language::Spanish => can_be_year,
            LastDateField::Month => can_be_year && (!is_day || self.is_tight(start)),
            LastDateField::DayOfMonth => can_be_year && !month_follows && !self.is_listed(start),
            LastDateField::Nothing | LastDateField::Other => !is_day,
        };
        if as_year {
            return can_be_year.then(|| self.year(start..end, value, DateFieldStyle::ShortYear))?;
        }
        is_day.then_some(())?;
        let field = self.field(start..end, DatePart::Day, value, style)?;
        self.at = end;
        match self.last {
            LastDateField::Month if !month_follows && moment.day.is_none() => {
                let year = self.year.take().or(moment.year);
                if let Some(last) = self.moments.last_mut() {
                    last.day = Some(field);
                    last.year = year;
                }
                self.last = LastDateField::DayOfMonth;
            }
            LastDateField::DayOfMonth if !month_follows => {
                let weekday = self.weekday.take();
                self.moments.push(DateMoment {
                    weekday,
                    day: Some(field),
                    month: moment.month,
                    ..DateMoment::default()
                });
            }
            _ => {
                let weekday = self.weekday.take();
                self.days.push((weekday, field));
                self.last = LastDateField::Other;
            }
        }
        Some(())
    }

    fn word(&mut self) -> Option<()> {
        let folded = self.tokens.word(self.at)?;
        let word = folded.as_str();
        if let Some((month, naming, language)) = words::month_named(word, self.language) {
            return self.month(month, naming, language);
        }
        if let Some((weekday, naming, language)) = words::weekday_named(word) {
            return self.named_weekday(weekday, naming, language);
        }
        let case = LetterCase::of(self.tokens.of(self.at));
        let second = self.at + 1;
        let second = if self.tokens.is_mark(second, '\'') { second + 1 } else { self.tokens.after_blank(second) };
        if let Some((season, language)) = words::season_named(word) {
            let naming = if word == "fall" { NameLength::Short } else { NameLength::Full };
            return self.period(
                self.at..self.at + 1,
                DatePart::Season,
                season,
                DateFieldStyle::Name(naming, language, case),
            );
        }
        let next = self.tokens.word(second);
        let next = next.as_ref().map_or("", |word| word.as_str());
        if let Some((rank, language)) = words::rank_named(word)
            && let Some(parts) = words::parts_named(next)
        {
            let rank = if rank == 0 { parts } else { rank };
            let is_feminine = next == "mitad";
            (rank <= parts).then_some(())?;
            return self.period(
                self.at..self.at + 1,
                DatePart::Share(parts),
                rank,
                DateFieldStyle::Rank(language, case, is_feminine),
            );
        }
        if matches!(word, "q" | "h")
            && let Some((_, value @ 1..=4)) = self.tokens.number(self.at + 1)
        {
            let parts = if word == "q" { 4 } else { 2 };
            let at = self.at + 1;
            return self.period(
                at..at + 1,
                DatePart::Share(parts),
                value,
                DateFieldStyle::Digits(1, ZeroPadding::Plain),
            );
        }
        let third = self.tokens.word(self.tokens.after_blank(second + 1));
        let third = third.as_ref().map_or("", |word| word.as_str());
        if let Some((feast, count, language)) = words::feast_named(word, next, third) {
            return self.feast(feast, count, second, language);
        }
        if let Some(tens) = words::decade_named(word) {
            return self.period(
                self.at..self.at + 1,
                DatePart::Decade,
                tens,
                DateFieldStyle::Name(NameLength::Full, self.language, case),
            );
        }
        if let Some(numeral) = numerals::read(&self.tokens, self.at, self.language) {
            return self.numeral(numeral);
        }
        self.other(word);
        self.at += 1;
        Some(())
    }

    fn numeral(&mut self, numeral: numerals::SpelledNumeral) -> Option<()> {
        let after = self.tokens.word(self.tokens.after_blank(numeral.end));
        let after = after.as_ref().map_or("", |word| word.as_str());
        let is_hyphened = self.tokens.is_mark(numeral.end, '-');
        let tens = if is_hyphened { self.tokens.word(numeral.end + 1) } else { None };
        let tens = words::decade_named(tens.as_ref().map_or(after, |word| word.as_str()));
        if let (18..=20, Some(tens)) = (numeral.value, tens) {
            let at = if is_hyphened { numeral.end + 1 } else { self.tokens.after_blank(numeral.end) };
            return self.period(
                self.at..at + 1,
                DatePart::Decade,
                numeral.value * 100 + tens,
                DateFieldStyle::Name(NameLength::Full, Language::English, numeral.spelled.case),
            );
        }
        if self.decade && numeral.value.is_multiple_of(10) && numeral.value < 100 {
            return self.period(
                self.at..numeral.end,
                DatePart::Decade,
                numeral.value,
                DateFieldStyle::Words(numeral.spelled),
            );
        }
        self.single(numeral.end, numeral.value, 0, DateFieldStyle::Words(numeral.spelled))
    }

    /// A word that tells nothing itself.
    fn other(&mut self, word: &str) {
        match word {
            "decada" | "decadas" | "decenio" | "anos" => self.decade = true,
            _ => {}
        }
        let is_known = matches!(word.len(), 1 | 2) || words::is_beside_dates(word);
        let is_capital = self.tokens.of(self.at).chars().next().is_some_and(char::is_uppercase);
        self.is_strange |= !is_known && is_capital;
    }

    fn month(&mut self, month: u32, naming: NameLength, language: Language) -> Option<()> {
        let case = LetterCase::of(self.tokens.of(self.at));
        let has_dot = naming != NameLength::Full && self.tokens.is_mark(self.at + 1, '.') && !self.is_dotted_date();
        let neighbours = [self.at.checked_sub(1), Some(self.at + 1)];
        let is_tied = neighbours
            .into_iter()
            .flatten()
            .filter_map(|at| self.tokens.get(at))
            .any(|token| matches!(token.lexeme, ValueLexeme::Number | ValueLexeme::Mark('-' | '/')));
        let style = match naming {
            _ if has_dot => DateFieldStyle::Dotted(language, case),
            NameLength::Either if is_tied => DateFieldStyle::Name(NameLength::Short, language, case),
            _ => DateFieldStyle::Name(naming, language, case),
        };
        let end = self.at + 1 + usize::from(has_dot);
        let field = self.field(self.at..end, DatePart::Month, month, style)?;
        self.at = end;
        self.add_month(field);
        Some(())
    }

    /// True if dots are what separates the parts of a date: 4.mar.2021.
    fn is_dotted_date(&self) -> bool {
        self.at > 0 && self.tokens.is_mark(self.at - 1, '.')
    }

    /// The month of the days before it, or of the one to come.
    pub fn add_month(&mut self, field: usize) {
        let month = Some(field);
        if self.days.is_empty() {
            let weekday = self.weekday.take();
            self.moments.push(DateMoment { weekday, month, year: self.year, ..DateMoment::default() });
        }
        for (weekday, day) in std::mem::take(&mut self.days) {
            self.moments.push(DateMoment { weekday, day: Some(day), month, year: self.year, period: None });
        }
        self.last = LastDateField::Month;
    }

    fn named_weekday(&mut self, weekday: u32, naming: NameLength, language: Language) -> Option<()> {
        let case = LetterCase::of(self.tokens.of(self.at));
        let has_dot = naming == NameLength::Short && self.tokens.is_mark(self.at + 1, '.');
        let end = self.at + 1 + usize::from(has_dot);
        let style =
            if has_dot { DateFieldStyle::Dotted(language, case) } else { DateFieldStyle::Name(naming, language, case) };
        let field = self.field(self.at..end, DatePart::Weekday, weekday, style)?;
        self.at = end;
        self.flush_weekday();
        self.weekday = Some(field);
        self.last =
            if self.last == LastDateField::DayOfMonth { LastDateField::DayOfMonth } else { LastDateField::Other };
        Some(())
    }

    pub fn take_weekday(&mut self) -> Option<usize> {
        self.weekday.take()
    }

    fn flush_weekday(&mut self) {
        if let Some(field) = self.weekday.take() {
            self.moments.push(DateMoment { weekday: Some(field), ..DateMoment::default() });
        }
    }

    /// A season, a part of a year or a decade over some tokens.
    fn period(
        &mut self,
        tokens: std::ops::Range<usize>,
        part: DatePart,
        value: u32,
        style: DateFieldStyle,
    ) -> Option<()> {
        let end = tokens.end;
        let field = self.field(tokens, part, value, style)?;
        self.at = end;
        self.moments.push(DateMoment { period: Some(field), ..DateMoment::default() });
        self.last = LastDateField::Other;
        Some(())
    }

    fn feast(&mut self, feast: super::FeastDay, count: usize, second: usize, language: Language) -> Option<()> {
        let end = match count {
            1 => self.at + 1,
            2 => second + 1,
            _ => self.tokens.after_blank(second + 1) + 1,
        };
        // "new" stands before what is looked up.
        let is_new =
            count == 3 && self.at >= 2 && self.tokens.word(self.at - 2).is_some_and(|word| word.as_str() == "new");
        let start = if is_new { self.at - 2 } else { self.at };
        let (from, to) = (self.tokens.get(start)?.start, self.tokens.get(end - 1)?.end);
        let case = LetterCase::of(self.tokens.slice(from..to));
        self.period(start..end, DatePart::Feast(feast), 0, DateFieldStyle::Name(NameLength::Full, language, case))
    }

    /// A year over some tokens, for everything before that has none.
    fn year(&mut self, tokens: std::ops::Range<usize>, value: u32, style: DateFieldStyle) -> Option<()> {
        let end = tokens.end;
        let field = self.field(tokens, DatePart::Year, value, style)?;
        self.at = end;
        self.add_year(field, end);
        Some(())
    }

    pub fn add_year(&mut self, field: usize, end: usize) {
        let mut was_missing = false;
        for moment in &mut self.moments {
            let is_open = moment.year.is_none() && (moment.month.is_some() || moment.period.is_some());
            let is_decade =
                moment.period.and_then(|at| self.fields.get(at)).is_some_and(|field| field.part == DatePart::Decade);
            if is_open && !is_decade {
                moment.year = Some(field);
                was_missing = true;
            }
        }
        if !was_missing && self.month_follows(end) && self.days.is_empty() {
            self.year = Some(field);
        } else if !was_missing {
            self.moments.push(DateMoment { year: Some(field), ..DateMoment::default() });
        }
        self.last = LastDateField::Other;
    }

    fn finish(mut self) -> Option<WrittenDates<'t>> {
        for (weekday, day) in std::mem::take(&mut self.days) {
            self.moments.push(DateMoment { weekday, day: Some(day), ..DateMoment::default() });
        }
        let without = |moment: &&mut DateMoment| moment.weekday.is_none() && moment.day.is_some();
        if let Some(weekday) = self.weekday
            && let Some(moment) = self.moments.last_mut().filter(without)
        {
            moment.weekday = Some(weekday);
            self.weekday = None;
        }
        self.flush_weekday();
        let Self { tokens, mut fields, mut moments, digits, is_strange, .. } = self;
        sort(&mut fields, &mut moments);
        for (at, moment) in moments.iter().enumerate() {
            exists(&fields, moment).then_some(())?;
            own(&mut fields, moment, at);
        }
        (!fields.is_empty()).then_some(WrittenDates { text: tokens.text, fields, moments, digits, is_strange })
    }
}

/// Puts fields in the order of the text.
fn sort(fields: &mut [DateField], moments: &mut [DateMoment]) {
    if fields.is_sorted_by_key(|field| field.start) {
        return;
    }
    // Until all are sorted, the owner of a field is its old number.
    fields.iter_mut().enumerate().for_each(|(at, field)| field.owner = at);
    fields.sort_by_key(|field| field.start);
    for moment in moments {
        for old in [&mut moment.weekday, &mut moment.day, &mut moment.month, &mut moment.year, &mut moment.period] {
            *old = old.and_then(|old| fields.iter().position(|field| field.owner == old));
        }
    }
    fields.iter_mut().for_each(|field| field.owner = NOBODY);
}

/// Gives the fields of a moment to it: the last moment has those behind its day, the first those before.
fn own(fields: &mut [DateField], moment: &DateMoment, at: usize) {
    let start = |field: Option<usize>| field.and_then(|field| fields.get(field)).map(|field| field.start);
    let day = start(moment.day);
    let is_leading = day.is_some_and(|day| start(moment.month).is_some_and(|month| month < day));
    for (field, is_leading) in [
        (moment.weekday, false),
        (moment.day, false),
        (moment.month, is_leading),
        (moment.year, false),
        (moment.period, false),
    ] {
        if let Some(field) = field.and_then(|field| fields.get_mut(field))
            && (!is_leading || field.owner == NOBODY)
        {
            field.owner = at;
        }
    }
}

fn exists(fields: &[DateField], moment: &DateMoment) -> bool {
    let value = |field: Option<usize>| field.and_then(|at| fields.get(at)).map(|field| field.value);
    let (Some(day), Some(month)) = (value(moment.day), value(moment.month)) else { return true };
    match moment.year.and_then(|at| fields.get(at)) {
        Some(year) if year.style != DateFieldStyle::ShortYear => {
            Day::new(year.value, month as u32, day as u32).is_some()
        }
        // Whether a short year or none at all is a leap year is not known.
        _ => (1..=length(month as u32, 2000)).contains(&(day as u32)),
    }
}

/// The padding that a number shows for numbers below ten.
pub(super) fn zero(digits: &str, value: u32) -> ZeroPadding {
    match digits.len() {
        1 => ZeroPadding::Plain,
        _ if digits.starts_with('0') || value < 10 => ZeroPadding::Padded,
        _ => ZeroPadding::Unknown,
    }
}
