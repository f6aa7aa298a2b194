//! What a column is of, told by its values, and the hierarchy that goes with it.

use sfumato::language::Language;
use sfumato::microdata::{AttributeColumn, Hierarchy, IntervalWidths, MicrodataError};
use sfumato::values::generalise::{self, ValueKind, ValueOptions};

/// Nobody is older, in years.
const OLDEST: f64 = 125.0;

/// What a column is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnNature {
    /// Ages in years: intervals of 5, 10, 20 and 40.
    Ages,
    /// Other whole numbers and decimals: intervals of round widths.
    Numbers,
    /// Codes of equal length, most of them digits: ever shorter beginnings.
    Codes,
    /// Dates: months, years and spans of years.
    Dates,
    /// Anything else: there is nothing between a value and anything.
    Words,
}

impl ColumnNature {
    /// Tells what a column is of.
    pub fn tell(column: &AttributeColumn) -> Self {
        let values: Vec<&str> = column.dictionary().iter().map(|value| &**value).collect();
        if values.is_empty() {
            return Self::Words;
        }
        let numbers: Option<Vec<f64>> = values.iter().map(|value| number(value)).collect();
        let name = column.name().to_lowercase();
        let words: Vec<&str> = name.split(|c: char| !c.is_alphabetic()).collect();
        let says = |known: &[&str]| words.iter().any(|word| known.contains(word));
        if let Some(numbers) = &numbers {
            let is_age = numbers.iter().all(|number| number.fract() == 0.0 && (0.0..=OLDEST).contains(number));
            if is_age && says(&["age", "ages", "edad", "años", "years"]) {
                return Self::Ages;
            }
        }
        let length = values[0].chars().count();
        let is_code = |value: &&str| {
            let digits = value.chars().filter(char::is_ascii_digit).count();
            value.chars().count() == length && value.chars().all(char::is_alphanumeric) && digits * 2 >= length
        };
        let has_zero = values.iter().any(|value| value.starts_with('0'));
        let is_named = says(&["zip", "zipcode", "postcode", "postal", "plz", "cp", "code"]);
        let is_postal = values.iter().all(is_code) && (3..=12).contains(&length);
        if is_postal && (has_zero || is_named || numbers.is_none()) {
            return Self::Codes;
        }
        if values.iter().all(|value| date(value).is_some()) {
            return Self::Dates;
        }
        if numbers.is_some() { Self::Numbers } else { Self::Words }
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ages => "ages",
            Self::Numbers => "numbers",
            Self::Codes => "codes",
            Self::Dates => "dates",
            Self::Words => "words",
        }
    }
}

/// The hierarchy of a column by what it is of; a value that turns out to be something else is below the root.
pub fn hierarchy(column: &AttributeColumn, nature: ColumnNature) -> Result<Hierarchy, MicrodataError> {
    let values = || column.dictionary().iter().map(|value| &**value);
    if column.dictionary().is_empty() {
        return Hierarchy::flat([Hierarchy::ANYTHING]);
    }
    match nature {
        ColumnNature::Ages => {
            let oldest = values().filter_map(number).fold(99.0, f64::max);
            Hierarchy::from_integers(0..=oldest as i64, &IntervalWidths::of_ages())
        }
        ColumnNature::Numbers if values().all(|value| number(value).is_some()) => {
            let numbers: Vec<f64> = values().filter_map(number).collect();
            let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let is_whole = numbers.iter().all(|number| number.fract() == 0.0);
            let step = if is_whole { 1.0 } else { (high - low).abs().max(1e-9) / 1e4 };
            Hierarchy::from_numbers(values(), &IntervalWidths::suiting(low, high, step))
        }
        ColumnNature::Codes => Hierarchy::from_chains(values().map(beginnings)),
        ColumnNature::Dates => Hierarchy::from_chains(values().map(date_chain)),
        ColumnNature::Numbers | ColumnNature::Words => Hierarchy::flat(values()),
    }
}

fn number(value: &str) -> Option<f64> {
    value.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A code and its ever shorter beginnings, the rest starred.
fn beginnings(code: &str) -> Vec<String> {
    let letters: Vec<char> = code.chars().collect();
    let starred = |kept: usize| -> String {
        letters.iter().take(kept).copied().chain(std::iter::repeat_n('*', letters.len() - kept)).collect()
    };
    let mut chain: Vec<String> = (1..=letters.len()).rev().map(starred).collect();
    chain.push(Hierarchy::ANYTHING.to_owned());
    chain
}

fn date(value: &str) -> Option<generalise::PhraseValue> {
    let read = generalise::read(value, Language::English)?;
    (read.kind() == ValueKind::Date && value.chars().any(|c| c.is_ascii_digit()) && number(value).is_none())
        .then_some(read)
}

/// A date and what it is more generally.
fn date_chain(value: &str) -> Vec<String> {
    let mut chain = vec![value.to_owned()];
    for step in date(value).into_iter().flat_map(|date| date.chain(&ValueOptions::default())) {
        if !chain.contains(&step.text) {
            chain.push(step.text);
        }
    }
    chain.push(Hierarchy::ANYTHING.to_owned());
    chain
}
