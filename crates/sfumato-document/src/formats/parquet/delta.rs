//! Values told by what sets them apart from those before them.

use super::pages::PhysicalType;

/// A block of numbers is not longer.
const MOST_IN_BLOCK: usize = 1 << 20;

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A number whose sign stands in its last bit.
fn zigzag(rest: &mut &[u8]) -> Option<i64> {
    let number = varint(rest)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

/// Numbers by their differences, in blocks of few bits; takes their bytes off.
fn differences(rest: &mut &[u8], count: usize) -> Option<Vec<i64>> {
    let size = usize::try_from(varint(rest)?).ok().filter(|size| (1..=MOST_IN_BLOCK).contains(size))?;
    let parts = usize::try_from(varint(rest)?).ok().filter(|parts| *parts > 0 && size.is_multiple_of(*parts))?;
    let total = usize::try_from(varint(rest)?).ok().filter(|total| *total == count)?;
    let mut last = zigzag(rest)?;
    let mut numbers = Vec::with_capacity(total.min(1 << 20));
    if total > 0 {
        numbers.push(last);
    }
    while numbers.len() < total {
        let least = zigzag(rest)?;
        let (widths, behind) = rest.split_at_checked(parts)?;
        *rest = behind;
        for width in widths.iter().map(|width| usize::from(*width)) {
            let left = total - numbers.len();
            if left == 0 {
                break;
            }
            if width > 64 {
                return None;
            }
            let in_part = size / parts;
            let (packed, behind) = rest.split_at_checked((in_part * width).div_ceil(8))?;
            *rest = behind;
            for nth in 0..in_part.min(left) {
                let difference = (0..width).try_fold(0u64, |value, offset| {
                    let at = nth * width + offset;
                    Some(value | u64::from(packed.get(at / 8)? >> (at % 8) & 1) << offset)
                })?;
                last = last.wrapping_add(least).wrapping_add(difference as i64);
                numbers.push(last);
            }
        }
    }
    Some(numbers)
}

/// Whole numbers by their differences.
pub(super) fn numbers(bytes: &[u8], count: usize, physical: PhysicalType) -> Option<Vec<Vec<u8>>> {
    let numbers = differences(&mut { bytes }, count)?;
    match physical {
        PhysicalType::Int32 => Some(numbers.iter().map(|number| (*number as i32).to_le_bytes().to_vec()).collect()),
        PhysicalType::Int64 => Some(numbers.iter().map(|number| number.to_le_bytes().to_vec()).collect()),
        _ => None,
    }
}

/// Texts one after the other, behind the lengths of all of them.
pub(super) fn lengths(bytes: &[u8], count: usize) -> Option<Vec<Vec<u8>>> {
    let mut rest = bytes;
    let lengths = differences(&mut rest, count)?;
    let mut values = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (value, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        rest = behind;
        values.push(value.to_vec());
    }
    Some(values)
}

/// Texts that begin like the one before: how many bytes are the same, and those that follow.
pub(super) fn beginnings(bytes: &[u8], count: usize) -> Option<Vec<(usize, Vec<u8>)>> {
    let mut rest = bytes;
    let shared = differences(&mut rest, count)?;
    let values = lengths(rest, count)?;
    let mut before = 0;
    shared
        .into_iter()
        .zip(values)
        .map(|(shared, value)| {
            let shared = usize::try_from(shared).ok().filter(|shared| *shared <= before)?;
            before = shared + value.len();
            Some((shared, value))
        })
        .collect()
}

/// The texts that such beginnings come to.
pub(super) fn joined(values: Vec<(usize, Vec<u8>)>, physical: PhysicalType) -> Option<Vec<Vec<u8>>> {
    let mut whole: Vec<Vec<u8>> = Vec::with_capacity(values.len());
    for (shared, value) in values {
        let before = whole.last().map_or(&[][..], |value| value.as_slice());
        let value = [before.get(..shared)?, value.as_slice()].concat();
        if physical.length().is_some_and(|length| length != value.len()) {
            return None;
        }
        whole.push(value);
    }
    Some(whole)
}

/// The first bytes of all values, then all the second ones.
pub(super) fn streams(bytes: &[u8], count: usize, physical: PhysicalType) -> Option<Vec<Vec<u8>>> {
    let length = physical.length()?;
    if bytes.len() != count.checked_mul(length)? {
        return None;
    }
    Some((0..count).map(|nth| bytes.iter().skip(nth).step_by(count).copied().collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_of_their_differences() {
        // The example of the format's description: 7, 5, 3, 1, 2, 3, 4, 5 in blocks of 128, here of 32 in four parts of eight.
        let bytes = [32, 4, 8, 14, 3, 2, 0, 0, 0, 0b1100_0000, 0b0011_1111];
        let read = differences(&mut &bytes[..], 8);
        assert_eq!(read, Some(vec![7, 5, 3, 1, 2, 3, 4, 5]));
        assert_eq!(differences(&mut &bytes[..], 9), None);
        assert_eq!(differences(&mut &bytes[..10], 8), None);
        assert_eq!(differences(&mut &[32, 0, 8, 14][..], 8), None);
    }

    #[test]
    fn texts_come_of_their_beginnings() {
        let beginnings = vec![(0, b"Ann Lee".to_vec()), (4, b"Leeson".to_vec()), (3, b"a".to_vec())];
        let texts = joined(beginnings.clone(), PhysicalType::Bytes).expect("sound");
        assert_eq!(texts, [&b"Ann Lee"[..], b"Ann Leeson", b"Anna"]);
        assert_eq!(joined(beginnings, PhysicalType::Fixed(7)), None);
    }

    #[test]
    fn bytes_of_values_are_brought_together() {
        let read = streams(b"adbecf", 2, PhysicalType::Fixed(3));
        assert_eq!(read, Some(vec![b"abc".to_vec(), b"def".to_vec()]));
        assert_eq!(streams(b"adbec", 2, PhysicalType::Fixed(3)), None);
    }
}
