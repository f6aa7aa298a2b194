//! A mention of dates as it is written: its fields, how each is spelled, and which of them make a date together.

use std::fmt;

use sfumato_language::Language;

use super::feasts::Feast;
use super::names::Naming;
use super::numerals::Spelled;
use super::tokens::Case;

/// Which number comes first where a date could be read either way: 03/04/2021.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The day.
    DayFirst,
    /// The month.
    MonthFirst,
}

/// What a field tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The day of the month.
    Day,
    /// The month.
    Month,
    /// The year.
    Year,
    /// The day of the week.
    Weekday,
    /// The season.
    Season,
    /// Which of so many parts of the year.
    Share(u32),
    /// A feast.
    Feast(Feast),
    /// A decade, by its first year.
    Decade,
}

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// In digits, as many at least; with or without a leading zero.
    Digits(usize, Zero),
    /// In digits with an English suffix: 4th.
    English(usize, Case),
    /// In digits with a Spanish suffix: 1er.
    Spanish,
    /// A year in all its digits.
    Year,
    /// A year by its last two digits.
    ShortYear,
    /// A year with a dot: 2.021.
    DottedYear,
    /// In words.
    Words(Spelled),
    /// By a name.
    Name(Naming, Language, Case),
    /// By a shortened name with a dot.
    Dotted(Language, Case),
    /// In Roman figures.
    Roman(Case),
    /// By an adjective before the noun, or the word for the last one.
    Rank(Language, Case, bool),
}

/// Whether numbers below ten have a zero before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zero {
    /// They have.
    Padded,
    /// They have not.
    Plain,
    /// The number has two digits of its own.
    Unknown,
}

/// A stretch of a mention that tells one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Where it starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it tells.
    pub part: Part,
    /// Its value.
    pub value: i32,
    /// How it is written.
    pub style: Style,
    /// The moment that it follows if several share it.
    pub owner: usize,
}

/// The fields, by number, that make one date together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moment {
    /// The day of the week.
    pub weekday: Option<usize>,
    /// The day.
    pub day: Option<usize>,
    /// The month.
    pub month: Option<usize>,
    /// The year.
    pub year: Option<usize>,
    /// A season, a part of a year, a feast or a decade.
    pub period: Option<usize>,
}

impl Moment {
    /// Whether it is told to the day, the year included.
    pub fn is_full(&self) -> bool {
        self.day.is_some() && self.month.is_some() && self.year.is_some()
    }
}

/// A mention of one date or several, as it is written. `Debug` shows no text.
#[derive(Clone)]
pub struct Written<'t> {
    /// The mention.
    pub text: &'t str,
    /// Its fields, in order.
    pub fields: Vec<Field>,
    /// Its dates.
    pub moments: Vec<Moment>,
    /// For dates in digits: the mark between them, and their order where it shows.
    pub digits: Option<(char, Option<Order>)>,
    /// Whether it holds a word with a capital that no date has.
    pub is_strange: bool,
}

impl Written<'_> {
    /// A field of a moment.
    pub fn field(&self, at: Option<usize>) -> Option<&Field> {
        self.fields.get(at?)
    }

    /// Whether any of its dates is told to the day, the year included.
    pub fn is_full(&self) -> bool {
        self.moments.iter().any(Moment::is_full)
    }

    /// What is the same in everything of the same form: what is told, how, and what stands between.
    #[cfg(test)]
    pub fn form(&self) -> (Vec<(Part, String)>, Vec<String>) {
        let style = |field: &Field| match field.style {
            // What has two digits of its own may be of either kind.
            Style::Digits(_, Zero::Unknown) => String::new(),
            Style::Digits(width, zero) => format!("digits {width} {zero:?}"),
            Style::Words(spelled) => format!("words {:?} {:?}", spelled.language, spelled.case),
            // The English May is its own short form.
            Style::Name(_, Language::English, _) if field.part == Part::Month && field.value == 5 => String::new(),
            other => format!("{other:?}"),
        };
        let part = |field: &Field| match field.part {
            Part::Feast(_) => Part::Feast(Feast::Easter),
            other => other,
        };
        let mut at = 0;
        let mut between = Vec::new();
        for field in &self.fields {
            between.push(self.text.get(at..field.start).unwrap_or_default().to_owned());
            at = field.end;
        }
        between.push(self.text.get(at..).unwrap_or_default().to_owned());
        (self.fields.iter().map(|field| (part(field), style(field))).collect(), between)
    }
}

impl fmt::Debug for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Written({} fields, {} moments)", self.fields.len(), self.moments.len())
    }
}
