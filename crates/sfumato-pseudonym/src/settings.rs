//! The settings of pseudonyms that a policy may change.

use std::ops::RangeInclusive;

use sfumato_values::Day;

/// A range of numbers, both ends included, that holds more than zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftRange {
    /// The least.
    pub least: i64,
    /// The most.
    pub most: i64,
}

impl ShiftRange {
    /// The range, unless it is empty or holds nothing but zero.
    pub fn new(least: i64, most: i64) -> Option<Self> {
        (least <= most && (least, most) != (0, 0)).then_some(Self { least, most })
    }

    /// Its numbers.
    pub fn numbers(self) -> RangeInclusive<i64> {
        self.least..=self.most
    }
}

/// The settings of all pseudonyms.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PseudonymSettings {
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
    /// Words for origins are replaced by others; else they stay where they are found as places.
    pub replaces_origins: bool,
    /// Originals and what stands for them, whatever would be drawn.
    pub fixed: Vec<(String, String)>,
}

/// The settings of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSettings {
    /// The number of the commonest names that are used; more only where a scope has more people than that.
    pub commonest: usize,
    /// Given names keep their gender.
    pub keeps_gender: bool,
    /// Names come from many peoples alike, so that they tell nothing of where somebody is from.
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

/// The documents whose dates move together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DatesMovePer {
    /// All dates of a document.
    #[default]
    Document,
    /// All dates of documents about one person: those that begin with the same patient.
    Person,
    /// All dates of a folder.
    Folder,
}

/// The treatment of seasons and feasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SeasonTreatment {
    /// They move with the dates.
    #[default]
    Shift,
    /// The offset is a number of years, nearly, so that every date stays in its season.
    Keep,
}

/// The treatment of birth dates beside an age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BirthTreatment {
    /// They move as all dates do; an age that follows from dates stays what follows from them.
    #[default]
    WithDates,
    /// They move with the age: by as many years more as the age becomes less.
    WithAge,
}

/// The settings of dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateSettings {
    /// By how many days dates move.
    pub days: Option<ShiftRange>,
    /// By how many months, in calendar terms.
    pub months: Option<ShiftRange>,
    /// By how many years, in calendar terms.
    pub years: Option<ShiftRange>,
    /// The documents whose dates move together.
    pub per: DatesMovePer,
    /// The treatment of seasons.
    pub seasons: SeasonTreatment,
    /// The treatment of birth dates.
    pub births: BirthTreatment,
    /// The last day a date may move to, unless it was past it already.
    pub not_after: Option<Day>,
}

impl Default for DateSettings {
    /// One to ten years back, in days, so that all intervals stay exactly what they were.
    fn default() -> Self {
        Self {
            days: ShiftRange::new(-3650, -365),
            months: None,
            years: None,
            per: DatesMovePer::default(),
            seasons: SeasonTreatment::default(),
            births: BirthTreatment::default(),
            not_after: None,
        }
    }
}

/// The settings of ages.
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

/// The treatment of check digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CheckDigitTreatment {
    /// They are right where the original's were.
    #[default]
    Valid,
    /// They are wrong, so that no real number is hit.
    Invalid,
}

/// The settings of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberSettings {
    /// The treatment of check digits.
    pub check: CheckDigitTreatment,
    /// Telephone numbers come from ranges that belong to nobody.
    pub reserved_phones: bool,
}

impl Default for NumberSettings {
    fn default() -> Self {
        Self { check: CheckDigitTreatment::Valid, reserved_phones: true }
    }
}

/// From which country substitutes for places come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SubstituteCountry {
    /// From the same.
    #[default]
    Same,
    /// From another one with the same language.
    Other,
}

/// The settings of places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceSettings {
    /// From which country they come.
    pub country: SubstituteCountry,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_more_than_zero() {
        assert!(ShiftRange::new(0, 0).is_none() && ShiftRange::new(3, 2).is_none());
        assert_eq!(ShiftRange::new(-3, 3).map(|range| range.numbers().count()), Some(7));
    }
}
