//! Moments as they are written: in UTC, to the second.

use std::time::{SystemTime, UNIX_EPOCH};

use sfumato::values::Day;

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The day of a moment.
pub fn day(seconds: u64) -> Day {
    Day::from_number(Day::clipped(1970, 1, 1).number() + (seconds / DAY) as i64)
}

/// A moment as RFC 3339 writes it.
pub fn written(seconds: u64) -> String {
    let Day { year, month, day } = day(seconds);
    let of_day = seconds % DAY;
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_everybody_writes_them() {
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(written(951_782_400), "2000-02-29T00:00:00Z");
    }
}
