//! Feasts that dates are told by, and the days they are on.

use crate::Day;

/// Easter Sunday.
fn easter(year: i32) -> Day {
    // The reckoning of Gauss, as Butcher put it.
    let (a, b, c) = (year.rem_euclid(19), year.div_euclid(100), year.rem_euclid(100));
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - b / 4 - g + 15).rem_euclid(30);
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4).rem_euclid(7);
    let m = (a + 11 * h + 19 * l) / 433;
    let count = h + l - 7 * m;
    let month = (count + 90) / 25;
    Day::clipped(year, month as u32, ((count + 33 * month + 19).rem_euclid(32)) as u32)
}

/// A feast that dates are told by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeastDay {
    /// 1 January.
    NewYear,
    /// The Friday before Easter.
    GoodFriday,
    /// Easter, or the holy week before it.
    Easter,
    /// The day after Easter.
    EasterMonday,
    /// The last Monday of May.
    Memorial,
    /// 4 July.
    Independence,
    /// The first Monday of September.
    Labor,
    /// 31 October.
    Halloween,
    /// The fourth Thursday of November.
    Thanksgiving,
    /// In December, by the moon.
    Hanukkah,
    /// By the moon, eleven days earlier each year.
    Ramadan,
    /// By the moon, in October or November.
    Diwali,
    /// 24 December.
    ChristmasEve,
    /// 25 December.
    Christmas,
    /// 26 December.
    Boxing,
    /// 31 December.
    NewYearEve,
}

impl FeastDay {
    /// The feast of a name, as the lists of words have it, or `None`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "new year" => Self::NewYear,
            "good friday" => Self::GoodFriday,
            "easter" => Self::Easter,
            "easter monday" => Self::EasterMonday,
            "memorial" => Self::Memorial,
            "independence" => Self::Independence,
            "labor" => Self::Labor,
            "halloween" => Self::Halloween,
            "thanksgiving" => Self::Thanksgiving,
            "hanukkah" => Self::Hanukkah,
            "ramadan" => Self::Ramadan,
            "diwali" => Self::Diwali,
            "christmas eve" => Self::ChristmasEve,
            "christmas" => Self::Christmas,
            "boxing" => Self::Boxing,
            "new year eve" => Self::NewYearEve,
            _ => return None,
        })
    }

    /// Its day in a year; by the moon, nearly.
    pub fn day(self, year: i32) -> Day {
        let after = |month: u32, first: u32, weekday: u32| {
            let day = Day::clipped(year, month, first);
            Day::from_number(day.number() + i64::from((weekday + 7 - day.weekday()) % 7))
        };
        let easter = |days: i64| Day::from_number(easter(year).number() + days);
        match self {
            Self::NewYear => Day::clipped(year, 1, 1),
            Self::GoodFriday => easter(-2),
            Self::Easter => easter(0),
            Self::EasterMonday => easter(1),
            Self::Memorial => after(5, 25, 0),
            Self::Independence => Day::clipped(year, 7, 4),
            Self::Labor => after(9, 1, 0),
            Self::Halloween => Day::clipped(year, 10, 31),
            Self::Thanksgiving => after(11, 22, 3),
            Self::Diwali => {
                // It was on 14 November 2020, and is at a new moon.
                let known = Day::clipped(2020, 11, 14).number() as f64;
                let moons = ((Day::clipped(year, 10, 30).number() as f64 - known) / 29.5306).round();
                Day::from_number((known + moons * 29.5306).round() as i64)
            }
            Self::Hanukkah => Day::clipped(year, 12, 12),
            Self::Ramadan => {
                // It began on 24 April 2020, and twelve moons are 354.37 days.
                let known = Day::clipped(2020, 4, 24).number() as f64;
                let moons = ((Day::clipped(year, 7, 2).number() as f64 - known) / 354.367).round();
                Day::from_number((known + moons * 354.367).round() as i64)
            }
            Self::ChristmasEve => Day::clipped(year, 12, 24),
            Self::Christmas => Day::clipped(year, 12, 25),
            Self::Boxing => Day::clipped(year, 12, 26),
            Self::NewYearEve => Day::clipped(year, 12, 31),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feasts_are_on_their_days() {
        let of = |feast: FeastDay, year| {
            let day = feast.day(year);
            (day.month, day.day)
        };
        assert_eq!((of(FeastDay::Easter, 2021), of(FeastDay::Easter, 2008)), ((4, 4), (3, 23)));
        assert_eq!((of(FeastDay::Thanksgiving, 2019), of(FeastDay::Labor, 2020)), ((11, 28), (9, 7)));
        assert_eq!((of(FeastDay::Memorial, 2021), of(FeastDay::Ramadan, 2020)), ((5, 31), (4, 24)));
        assert_eq!(of(FeastDay::Diwali, 2018), (11, 7));
    }
}
