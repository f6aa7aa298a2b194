//! Points in time, which messages count in tenths of a microsecond from the start of 1601.

const SECOND: u64 = 10_000_000;
const DAY: u64 = 86_400;
/// Days from the start of the year 0 to that of 1601, March being the first month.
const DAYS_BEFORE: u64 = 584_694;

/// A time as people write it; nothing for those that stand for "never".
pub(super) fn shown(ticks: u64) -> Option<String> {
    let seconds = ticks / SECOND;
    let (day, rest) = (seconds / DAY, seconds % DAY);
    let (year, month, day) = date(day)?;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))
}

/// The bytes of a time that is written in the same way, or of the start of a day.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    let (date, time) = text.trim().split_once(' ').unwrap_or((text.trim(), "00:00:00"));
    let numbers = |text: &str, mark: char| -> Option<[u64; 3]> {
        let parts: Option<Vec<u64>> = text.split(mark).map(|part| part.parse().ok()).collect();
        parts?.try_into().ok()
    };
    let ([year, month, day], [hour, minute, second]) = (numbers(date, '-')?, numbers(time, ':')?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days(year, month, day)? * DAY + hour * 3600 + minute * 60 + second;
    Some((seconds * SECOND).to_le_bytes().to_vec())
}

/// Year, month and day of a day counted from the start of 1601.
fn date(day: u64) -> Option<(u64, u64, u64)> {
    let day = day + DAYS_BEFORE;
    let era = day / 146_097;
    let in_era = day % 146_097;
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * in_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (1602..4500).contains(&year).then_some((year, month, in_year - (153 * shifted + 2) / 5 + 1))
}

/// The day counted from the start of 1601.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1602..4500).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, shifted) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let year_of_era = year % 400;
    let in_year = (153 * shifted + 2) / 5 + day - 1;
    let total = year / 400 * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + in_year;
    let count = total.checked_sub(DAYS_BEFORE)?;
    // The thirtieth of February is another day.
    (date(count)?.2 == day).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back_as_they_are_shown() {
        // The start of 1970, as every table of times has it.
        assert_eq!(shown(116_444_736_000_000_000).as_deref(), Some("1970-01-01 00:00:00"));
        for text in ["2024-02-29 23:59:59", "1961-03-09 00:00:00", "2000-12-31 12:00:01", "1900-03-01 00:00:00"] {
            let ticks = read(text).and_then(|bytes| bytes.first_chunk().map(|eight| u64::from_le_bytes(*eight)));
            assert_eq!(ticks.and_then(shown).as_deref(), Some(text));
        }
        for wrong in ["[DATE 1]", "2023-02-29", "2024-13-01 00:00:00", "2024-01-01 24:00:00", ""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(shown(0), None);
        assert_eq!(shown(u64::MAX), None);
    }
}
