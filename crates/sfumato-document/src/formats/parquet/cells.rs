//! Cells: values as people write them, and back.

use super::pages::PhysicalType;
use super::schema::{ColumnMeaning, ParquetColumn};
use crate::formats::names_field;

/// Shorter numbers say nothing of anybody, unless their column is called so.
const SHORTEST_NUMBER: usize = 5;
const DAY: i64 = 86_400;

/// A value as people write it; nothing if it says nothing, or is not to be read.
pub(super) fn shown(column: &ParquetColumn, value: &[u8]) -> Option<String> {
    let text = match column.meaning {
        ColumnMeaning::Text => {
            return std::str::from_utf8(value).ok().filter(|text| !text.is_empty()).map(str::to_owned);
        }
        ColumnMeaning::Number => number(column.physical, value)?,
        ColumnMeaning::Decimal(scale) => decimal(column.physical, value, scale)?,
        ColumnMeaning::Date => return date(i64::from(i32::from_le_bytes(*value.first_chunk()?))),
        ColumnMeaning::Time(parts) => return time(i64::from_le_bytes(*value.first_chunk()?).div_euclid(parts)),
        ColumnMeaning::OldTime => {
            let nanoseconds = u64::from_le_bytes(*value.first_chunk()?);
            let day = i64::from(u32::from_le_bytes(*value.get(8..)?.first_chunk()?)) - 2_440_588;
            return time(day.checked_mul(DAY)?.checked_add(i64::try_from(nanoseconds / 1_000_000_000).ok()?)?);
        }
        ColumnMeaning::Uuid => {
            let hex: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
            let parts = [hex.get(..8)?, hex.get(8..12)?, hex.get(12..16)?, hex.get(16..20)?, hex.get(20..)?];
            return Some(parts.join("-"));
        }
        ColumnMeaning::Bytes | ColumnMeaning::Flag => return None,
    };
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (digits >= SHORTEST_NUMBER || names_field(&column.name)).then_some(text)
}

/// True if cells of a column are numbers, for which a policy may want nothing or zero.
pub(super) fn is_number(column: &ParquetColumn) -> bool {
    matches!(column.meaning, ColumnMeaning::Number | ColumnMeaning::Decimal(_))
}

/// The value of a text; nothing if the column has no room for it.
pub(super) fn written(column: &ParquetColumn, text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    match (column.meaning, column.physical) {
        (ColumnMeaning::Text, _) => Some(text.as_bytes().to_vec()),
        (ColumnMeaning::Number, PhysicalType::Int32) => text.parse().ok().map(|n: i32| n.to_le_bytes().to_vec()),
        (ColumnMeaning::Number, PhysicalType::Int64) => text.parse().ok().map(|n: i64| n.to_le_bytes().to_vec()),
        (ColumnMeaning::Number, PhysicalType::Float) => text.parse().ok().map(|n: f32| n.to_le_bytes().to_vec()),
        (ColumnMeaning::Number, PhysicalType::Double) => text.parse().ok().map(|n: f64| n.to_le_bytes().to_vec()),
        (ColumnMeaning::Date, _) => {
            seconds(text).and_then(|at| i32::try_from(at / DAY).ok()).map(|n| n.to_le_bytes().to_vec())
        }
        (ColumnMeaning::Time(parts), _) => seconds(text)?.checked_mul(parts).map(|n| n.to_le_bytes().to_vec()),
        _ => None,
    }
}

/// Returns the value for a place where nothing can be missing and nothing fits.
pub(super) fn nothing(column: &ParquetColumn) -> Vec<u8> {
    match column.physical {
        PhysicalType::Bytes => Vec::new(),
        PhysicalType::Flag => vec![0],
        PhysicalType::Int32 | PhysicalType::Float => vec![0; 4],
        PhysicalType::Int64 | PhysicalType::Double => vec![0; 8],
        PhysicalType::Int96 => vec![0; 12],
        PhysicalType::Fixed(length) => vec![0; length],
    }
}

fn number(physical: PhysicalType, value: &[u8]) -> Option<String> {
    Some(match physical {
        PhysicalType::Int32 => i32::from_le_bytes(*value.first_chunk()?).to_string(),
        PhysicalType::Int64 => i64::from_le_bytes(*value.first_chunk()?).to_string(),
        PhysicalType::Float => f32::from_le_bytes(*value.first_chunk()?).to_string(),
        PhysicalType::Double => f64::from_le_bytes(*value.first_chunk()?).to_string(),
        _ => return None,
    })
}

fn decimal(physical: PhysicalType, value: &[u8], scale: u32) -> Option<String> {
    let whole: i128 = match physical {
        PhysicalType::Int32 => i32::from_le_bytes(*value.first_chunk()?).into(),
        PhysicalType::Int64 => i64::from_le_bytes(*value.first_chunk()?).into(),
        _ => {
            let start = if value.first()? & 0x80 == 0 { 0 } else { -1 };
            value.iter().fold(start, |sum: i128, byte| sum << 8 | i128::from(*byte))
        }
    };
    let digits = format!("{:0>width$}", whole.unsigned_abs(), width = scale as usize + 1);
    let (front, back) = digits.split_at_checked(digits.len() - scale as usize)?;
    let sign = if whole < 0 { "-" } else { "" };
    Some(if back.is_empty() { format!("{sign}{front}") } else { format!("{sign}{front}.{back}") })
}

fn date(day: i64) -> Option<String> {
    let shifted = day.checked_add(719_468)?;
    let (era, in_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (1..=9999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn time(seconds: i64) -> Option<String> {
    let rest = seconds.rem_euclid(DAY);
    let date = date(seconds.div_euclid(DAY))?;
    Some(format!("{date} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60))
}

/// Seconds from the start of 1970 to a date or time that is written as they are shown here.
fn seconds(text: &str) -> Option<i64> {
    let numbers: Option<Vec<i64>> = text.split(['-', ' ', ':']).map(|part| part.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| matches!(numbers.len(), 3 | 6))?;
    let (year, month, day) = (*numbers.first()?, *numbers.get(1)?, *numbers.get(2)?);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let in_year = (153 * m + 2) / 5 + day - 1;
    let in_era = y.rem_euclid(400);
    let days = y.div_euclid(400) * 146_097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719_468;
    let of_day = |nth: usize, unit: i64| numbers.get(nth).copied().unwrap_or(0) * unit;
    Some(days * DAY + of_day(3, 3600) + of_day(4, 60) + of_day(5, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_and_written() {
        let column = |physical, meaning| ParquetColumn {
            name: "nhs".into(),
            physical,
            meaning,
            most_definition: 1,
            most_repetition: 0,
            is_optional: true,
            path: Vec::new(),
        };
        let check = |physical, meaning, value: &[u8], text: &str| {
            let column = column(physical, meaning);
            assert_eq!(shown(&column, value).as_deref(), Some(text));
            assert_eq!(written(&column, text).as_deref(), Some(value));
            assert!(written(&column, "[ID 1]").is_none() || meaning == ColumnMeaning::Text);
        };
        check(PhysicalType::Int64, ColumnMeaning::Number, &5_780_550_409_i64.to_le_bytes(), "5780550409");
        check(PhysicalType::Double, ColumnMeaning::Number, &5_780_550_409_f64.to_le_bytes(), "5780550409");
        check(PhysicalType::Int32, ColumnMeaning::Date, &(-3220_i32).to_le_bytes(), "1961-03-09");
        check(
            PhysicalType::Int64,
            ColumnMeaning::Time(1000),
            &1_709_547_630_000_i64.to_le_bytes(),
            "2024-03-04 10:20:30",
        );
        check(PhysicalType::Bytes, ColumnMeaning::Text, "José".as_bytes(), "José");
        let decimal = column(PhysicalType::Fixed(5), ColumnMeaning::Decimal(2));
        assert_eq!(shown(&decimal, &[0xff, 0xff, 0xfe, 0x1d, 0xc0]).as_deref(), Some("-1234.56"));
    }
}
