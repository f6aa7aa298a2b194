//! What a policy says about pseudonyms.

use std::ops::RangeInclusive;

use sfumato_language::calendar::Day;

/// A range of numbers, both ends included, that holds more than zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: i64,
    /// The most.
    pub most: i64,
}

impl Range {
    /// The range, unless it is empty or holds nothing but zero.
    pub fn new(least: i64, most: i64) -> Option<Self> {
        (least <= most && (least, most) != (0, 0)).then_some(Self { least, most })
    }

    /// Its numbers.
    pub fn numbers(self) -> RangeInclusive<i64> {
        self.least..=self.most
    }
}

/// What a policy says about pseudonyms.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// About names.
    pub names: NameSettings,
    /// About dates.
    pub dates: DateSettings,
    /// About ages.
    pub ages: AgeSettings,
    /// About numbers.
    pub numbers: NumberSettings,
    /// About places.
    pub places: PlaceSettings,
    /// Whether words for where somebody is from are replaced by others; else they stay where they are found as places.
    pub replaces_origins: bool,
    /// Originals and what stands for them, whatever would be drawn.
    pub fixed: Vec<(String, String)>,
}

/// What a policy says about names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSettings {
    /// How many of the commonest names are used; more only where a scope has more people than that.
    pub commonest: usize,
    /// Whether given names keep their gender.
    pub keeps_gender: bool,
    /// Whether names come from many peoples alike, so that they tell nothing of where somebody is from.
    pub neutral: bool,
    /// Given names of women to use in place of the embedded ones; none if empty.
    pub female: Vec<String>,
    /// Given names of men.
    pub male: Vec<String>,
    /// Surnames.
    pub surnames: Vec<String>,
}

impl Default for NameSettings {
    fn default() -> Self {
        Self {
            commonest: 100,
            keeps_gender: true,
            neutral: false,
            female: Vec::new(),
            male: Vec::new(),
            surnames: Vec::new(),
        }
    }
}

/// What moves together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Per {
    /// All dates of a document.
    #[default]
    Document,
    /// All dates of documents about one person: those that begin with the same patient.
    Person,
    /// All dates of a folder.
    Folder,
}

/// What becomes of seasons and feasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seasons {
    /// They move with the dates.
    #[default]
    Shift,
    /// The offset is a number of years, nearly, so that every date stays in its season.
    Keep,
}

/// What becomes of birth dates where an age stands beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Births {
    /// They move as all dates do; an age that follows from dates stays what follows from them.
    #[default]
    WithDates,
    /// They move with the age: by as many years more as the age becomes less.
    WithAge,
}

/// What a policy says about dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateSettings {
    /// By how many days dates move.
    pub days: Option<Range>,
    /// By how many months, in calendar terms.
    pub months: Option<Range>,
    /// By how many years, in calendar terms.
    pub years: Option<Range>,
    /// What moves together.
    pub per: Per,
    /// What becomes of seasons.
    pub seasons: Seasons,
    /// What becomes of birth dates.
    pub births: Births,
    /// The last day a date may move to, unless it was past it already.
    pub not_after: Option<Day>,
}

impl Default for DateSettings {
    /// One to ten years back, in days, so that all intervals stay exactly what they were.
    fn default() -> Self {
        Self {
            days: Range::new(-3650, -365),
            months: None,
            years: None,
            per: Per::default(),
            seasons: Seasons::default(),
            births: Births::default(),
            not_after: None,
        }
    }
}

/// What a policy says about ages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgeSettings {
    /// By how many years, at most, an age is changed.
    pub range: u32,
    /// Ages below this many years stay.
    pub from: u32,
    /// Ages above this many become another one above it.
    pub old: u32,
}

impl Default for AgeSettings {
    fn default() -> Self {
        Self { range: 3, from: 14, old: 89 }
    }
}

/// What becomes of check digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CheckDigits {
    /// They are right where the original's were.
    #[default]
    Valid,
    /// They are wrong, so that no real number is hit.
    Invalid,
}

/// What a policy says about numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberSettings {
    /// What becomes of check digits.
    pub check: CheckDigits,
    /// Whether telephone numbers come from ranges that belong to nobody.
    pub reserved_phones: bool,
}

impl Default for NumberSettings {
    fn default() -> Self {
        Self { check: CheckDigits::Valid, reserved_phones: true }
    }
}

/// From which country substitutes for places come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Country {
    /// From the same.
    #[default]
    Same,
    /// From another one with the same language.
    Other,
}

/// What a policy says about places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceSettings {
    /// From which country they come.
    pub country: Country,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_more_than_zero() {
        assert!(Range::new(0, 0).is_none() && Range::new(3, 2).is_none());
        assert_eq!(Range::new(-3, 3).map(|range| range.numbers().count()), Some(7));
    }
}
