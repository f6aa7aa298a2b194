//! The words for dates.

use sfumato_words::Language;

use super::super::calendar::{Day, month_name};
use super::super::{PartOfYear, ValueOptions, in_language};
use super::{DateLead, DateLevel, YearPart};
use crate::figures::{english_ending, to_roman};

/// The language of a date in words and the words before it.
pub(super) struct DateWords {
    pub language: Language,
    pub lead: DateLead,
}

impl DateWords {
    /// The name of the unit of a level that a day lies in, with its article.
    pub fn name(&self, day: Day, level: DateLevel, options: &ValueOptions) -> String {
        let Day { year, month, day } = day;
        let name = month_name(month, self.language);
        let century = (year / 100 + 1) as u32;
        let decade = year - year % 10;
        match (self.language, level) {
            (Language::English, DateLevel::Minute | DateLevel::Day) => format!("{day} {name} {year}"),
            (Language::Spanish, DateLevel::Minute | DateLevel::Day) => format!("{day} de {name} de {year}"),
            (Language::English, DateLevel::Month) => format!("{name} {year}"),
            (Language::Spanish, DateLevel::Month) => format!("{name} de {year}"),
            (_, DateLevel::Part) => self.part_of_year(YearPart::of(month, options), year, options),
            (_, DateLevel::Year) => year.to_string(),
            (Language::English, DateLevel::HalfDecade) => {
                format!("the {} {decade}s", if year % 10 < 5 { "early" } else { "late" })
            }
            (Language::Spanish, DateLevel::HalfDecade) => {
                let half = if year % 10 < 5 { "primera" } else { "segunda" };
                format!("la {half} mitad de la década de {decade}")
            }
            (Language::English, DateLevel::Decade) => format!("the {decade}s"),
            (Language::Spanish, DateLevel::Decade) => format!("la década de {decade}"),
            (Language::English, DateLevel::Century) => {
                format!("the {century}{} century", english_ending(century.into()))
            }
            (Language::Spanish, DateLevel::Century) => format!("el siglo {}", to_roman(century)),
        }
    }

    fn part_of_year(&self, part: YearPart, year: i32, options: &ValueOptions) -> String {
        match (self.language, options.part_of_year) {
            (Language::English, PartOfYear::Third) => {
                format!("{}{year}", choose(["early ", "mid-", "late "], part.index))
            }
            (Language::Spanish, PartOfYear::Third) => {
                format!("{} de {year}", choose(["principios", "mediados", "finales"], part.index))
            }
            (Language::English, PartOfYear::Quarter | PartOfYear::Season) => {
                format!("the {} of {year}", self.part(part, options))
            }
            (Language::Spanish, PartOfYear::Quarter | PartOfYear::Season) => {
                let article = if self.is_feminine(part, options) { "la" } else { "el" };
                format!("{article} {} de {year}", self.part(part, options))
            }
        }
    }

    fn is_feminine(&self, part: YearPart, options: &ValueOptions) -> bool {
        // Of the Spanish seasons only "primavera" is.
        options.part_of_year == PartOfYear::Season && part.index == 0
    }

    /// The name of a part of any year, without an article.
    fn part(&self, part: YearPart, options: &ValueOptions) -> &'static str {
        let names = match options.part_of_year {
            PartOfYear::Quarter => in_language(
                self.language,
                ["first quarter", "second quarter", "third quarter", "fourth quarter"],
                ["primer trimestre", "segundo trimestre", "tercer trimestre", "cuarto trimestre"],
            ),
            PartOfYear::Season => in_language(
                self.language,
                ["spring", "summer", "autumn", "winter"],
                ["primavera", "verano", "otoño", "invierno"],
            ),
            PartOfYear::Third => in_language(
                self.language,
                ["early in the year", "in the middle of the year", "late in the year", ""],
                ["principios de año", "mediados de año", "finales de año", ""],
            ),
        };
        choose(names, part.index)
    }

    /// The name of the month or the part of any year.
    pub fn of_year(&self, month: u32, level: DateLevel, options: &ValueOptions) -> String {
        if level != DateLevel::Part {
            return month_name(month, self.language);
        }
        let part = YearPart::of(month, options);
        let name = self.part(part, options);
        match (self.language, options.part_of_year) {
            (_, PartOfYear::Third) | (Language::English, PartOfYear::Season) => name.to_owned(),
            (Language::English, PartOfYear::Quarter) => format!("the {name} of the year"),
            (Language::Spanish, PartOfYear::Quarter) => format!("el {name} del año"),
            (Language::Spanish, PartOfYear::Season) if self.is_feminine(part, options) => format!("la {name}"),
            (Language::Spanish, PartOfYear::Season) => format!("el {name}"),
        }
    }

    /// The unit a date lies in, as it can stand in the place of the date.
    pub fn unit(&self, day: Day, level: DateLevel, options: &ValueOptions) -> String {
        let name = self.name(day, level, options);
        let is_third = level == DateLevel::Part && options.part_of_year == PartOfYear::Third;
        self.placed(name, is_third)
    }

    /// The month or part of any year, as it can stand in the place of a day.
    pub fn unit_of_year(&self, month: u32, level: DateLevel, options: &ValueOptions) -> String {
        let name = self.of_year(month, level, options);
        let is_third = level == DateLevel::Part && options.part_of_year == PartOfYear::Third;
        // "Early in the year" needs no preposition.
        if is_third && self.language == Language::English { name } else { self.placed(name, is_third) }
    }

    fn placed(&self, name: String, is_third: bool) -> String {
        match self.lead {
            DateLead::None => name,
            DateLead::Preposition => {
                let preposition = match self.language {
                    Language::English => "in",
                    Language::Spanish if is_third => "a",
                    Language::Spanish => "en",
                };
                format!("{preposition} {name}")
            }
            DateLead::ArticleOutside => {
                let bare = ["the ", "la ", "el "].iter().find_map(|article| name.strip_prefix(article));
                bare.unwrap_or(&name).to_owned()
            }
        }
    }

    /// From the unit of one day to that of another; a year they share is said once.
    pub fn span(&self, first: Day, last: Day, level: DateLevel, options: &ValueOptions) -> String {
        let (mut from, to) = (self.name(first, level, options), self.name(last, level, options));
        if first.year == last.year {
            let year = first.year.to_string();
            let short = [" of ", " de ", " ", "-"].iter().find_map(|link| from.strip_suffix(&year)?.strip_suffix(link));
            from = short.unwrap_or(&from).to_owned();
        }
        self.between(from, to)
    }

    /// From one unit to another.
    pub fn between(&self, from: String, to: String) -> String {
        match self.language {
            Language::English => format!("between {from} and {to}"),
            Language::Spanish => format!("entre {from} y {to}"),
        }
    }

    /// Any date as fine as this, or any span.
    pub fn some(&self, level: DateLevel, is_range: bool) -> String {
        let (english, spanish) = match level {
            _ if is_range => ("some period", "algún periodo"),
            DateLevel::Day | DateLevel::Minute => ("a date", "una fecha"),
            DateLevel::Month => ("some month", "algún mes"),
            DateLevel::Year => ("some year", "algún año"),
            DateLevel::Part | DateLevel::HalfDecade | DateLevel::Decade | DateLevel::Century => {
                ("some period", "algún periodo")
            }
        };
        self.some_placed(english, spanish, level >= DateLevel::Day && !is_range)
    }

    /// Any time of the year.
    pub fn some_of_year(&self, level: DateLevel) -> String {
        match level {
            DateLevel::Day => self.some_placed("some day of the year", "algún día del año", true),
            DateLevel::Month => self.some_placed("some month of the year", "algún mes del año", false),
            _ => self.some_placed("some time of the year", "alguna época del año", false),
        }
    }

    /// The kind of a weekday.
    pub fn kind_of_weekday(&self, is_weekend: bool) -> String {
        if is_weekend {
            self.some_placed("a day of the weekend", "un día de fin de semana", true)
        } else {
            self.some_placed("a weekday", "un día entre semana", true)
        }
    }

    /// Any day of the week.
    pub fn some_weekday(&self) -> String {
        self.some_placed("a day of the week", "un día de la semana", true)
    }

    fn some_placed(&self, english: &str, spanish: &str, is_day: bool) -> String {
        let text = in_language(self.language, english, spanish);
        let preposition = match (self.language, self.lead) {
            (_, DateLead::None | DateLead::ArticleOutside) => return text.to_owned(),
            (Language::English, _) if is_day => "on",
            (Language::English, _) => "in",
            (Language::Spanish, _) => "en",
        };
        format!("{preposition} {text}")
    }
}

fn choose<const N: usize>(names: [&'static str; N], index: usize) -> &'static str {
    names.get(index).copied().unwrap_or("")
}
