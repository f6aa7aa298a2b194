//! Pages of a column: levels that say where there is nothing, and values, packed and encoded.

use super::delta;
use super::packings::unpacked;
use super::thrift::{self, ThriftStruct};

/// The types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhysicalType {
    Flag,
    Int32,
    Int64,
    Int96,
    Float,
    Double,
    Bytes,
    Fixed(usize),
}

impl PhysicalType {
    pub fn of(number: i64, length: Option<i64>) -> Option<Self> {
        Some(match number {
            0 => Self::Flag,
            1 => Self::Int32,
            2 => Self::Int64,
            3 => Self::Int96,
            4 => Self::Float,
            5 => Self::Double,
            6 => Self::Bytes,
            7 => Self::Fixed(usize::try_from(length?).ok().filter(|length| *length > 0)?),
            _ => return None,
        })
    }

    /// The length of each of its values, where all are as long.
    pub fn length(self) -> Option<usize> {
        Some(match self {
            Self::Int32 | Self::Float => 4,
            Self::Int64 | Self::Double => 8,
            Self::Int96 => 12,
            Self::Fixed(length) => length,
            Self::Flag | Self::Bytes => return None,
        })
    }
}

/// A page of values.
pub(super) struct DataPage {
    pub header: ThriftStruct,
    /// Levels of repetition, as they stand in the page.
    pub repetition: Vec<u8>,
    /// The level of definition of each place; nothing if there is a value at each.
    pub definition: Option<Vec<u16>>,
    pub values: Vec<Vec<u8>>,
    pub is_second: bool,
}

/// The facts about a column that must be known before its pages are read.
#[derive(Clone, Copy)]
pub(super) struct ColumnShape {
    pub physical: PhysicalType,
    pub codec: i64,
    pub most_definition: u16,
    pub most_repetition: u16,
}

pub(super) const PACKED: &str =
    "packed in a way that is not read; write the table anew with Snappy, gzip, zstd or without packing";
pub(super) const DAMAGED: &str = "a page that is damaged; write the table again, or export it as CSV";
const ENCODED: &str = "values in an encoding that is not read; write the table anew with plain or dictionary encoding";

/// The bytes that a value takes in memory besides its own.
const PER_VALUE: usize = 56;
/// The head of a page is not longer.
const MOST_HEAD: usize = 1 << 20;
/// More places no page has: a few bytes can tell of any number of them.
const MOST_PLACES: usize = 1 << 25;

/// The bytes that may still be unpacked, of all chunks of a table together.
pub(super) struct UnpackingBudget(pub usize);

impl UnpackingBudget {
    fn spend(&mut self, bytes: usize) -> Result<(), &'static str> {
        self.0 = self.0.checked_sub(bytes).ok_or("more values than are read at once; split the table")?;
        Ok(())
    }
}

/// Reads the pages of a chunk that holds so many places.
pub(super) fn read(
    bytes: &[u8],
    places: usize,
    shape: ColumnShape,
    budget: &mut UnpackingBudget,
) -> Result<Vec<DataPage>, &'static str> {
    let mut at = 0;
    let mut dictionary: Option<Vec<Vec<u8>>> = None;
    let mut pages = Vec::new();
    let mut seen = 0;
    while seen < places {
        let rest = bytes.get(at..).unwrap_or_default();
        let (header, length) = thrift::read(rest.get(..rest.len().min(MOST_HEAD)).unwrap_or(rest)).ok_or(DAMAGED)?;
        at += length;
        let size = |number: i16| header.number(number).and_then(|size| usize::try_from(size).ok()).ok_or(DAMAGED);
        let (full, packed) = (size(2)?, size(3)?);
        let body = bytes.get(at..at.checked_add(packed).ok_or(DAMAGED)?).ok_or(DAMAGED)?;
        at += packed;
        budget.spend(full)?;
        match header.number(1) {
            Some(2) => {
                let inner = header.inner(7).ok_or(DAMAGED)?;
                let count = inner.number(1).and_then(|count| usize::try_from(count).ok()).ok_or(DAMAGED)?;
                if !matches!(inner.number(2), Some(0 | 2)) {
                    return Err(ENCODED);
                }
                let body = unpacked(body, shape.codec, full)?;
                budget.spend(count.saturating_mul(PER_VALUE))?;
                dictionary = Some(plain(&body, count, shape.physical).ok_or(DAMAGED)?);
            }
            Some(0) => {
                let body = unpacked(body, shape.codec, full)?;
                let page = first(header, &body, shape, dictionary.as_deref(), budget)?;
                seen += count_of(&page.header, 5).ok_or(DAMAGED)?;
                pages.push(page);
            }
            Some(3) => {
                let page = second(header, (body, full), shape, dictionary.as_deref(), budget)?;
                seen += count_of(&page.header, 8).ok_or(DAMAGED)?;
                pages.push(page);
            }
            Some(1) => {}
            _ => return Err(DAMAGED),
        }
    }
    Ok(pages)
}

fn count_of(header: &ThriftStruct, field: i16) -> Option<usize> {
    header
        .inner(field)?
        .number(1)
        .and_then(|count| usize::try_from(count).ok())
        .filter(|count| (1..=MOST_PLACES).contains(count))
}

/// A page of the first version.
fn first(
    header: ThriftStruct,
    body: &[u8],
    shape: ColumnShape,
    dictionary: Option<&[Vec<u8>]>,
    budget: &mut UnpackingBudget,
) -> Result<DataPage, &'static str> {
    let inner = header.inner(5).ok_or(DAMAGED)?;
    let count = count_of(&header, 5).ok_or(DAMAGED)?;
    let encoding = inner.number(2).ok_or(DAMAGED)?;
    let mut rest = body;
    let mut levels = |most: u16, encoding: Option<i64>| -> Result<&[u8], &'static str> {
        if most == 0 {
            return Ok(&[]);
        }
        if encoding != Some(3) {
            return Err(ENCODED);
        }
        let (length, behind) = rest.split_first_chunk::<4>().ok_or(DAMAGED)?;
        let (levels, behind) = behind.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(DAMAGED)?;
        rest = behind;
        Ok(levels)
    };
    let repetition = levels(shape.most_repetition, inner.number(4))?.to_vec();
    let definition = levels(shape.most_definition, inner.number(3))?;
    let definition = definitions(definition, count, shape, budget)?;
    let values = values(rest, count, definition.as_deref(), encoding, shape, (dictionary, budget))?;
    Ok(DataPage { header, repetition, definition, values, is_second: false })
}

/// A page of the second version, whose levels are not packed.
fn second(
    header: ThriftStruct,
    (body, full): (&[u8], usize),
    shape: ColumnShape,
    dictionary: Option<&[Vec<u8>]>,
    budget: &mut UnpackingBudget,
) -> Result<DataPage, &'static str> {
    let inner = header.inner(8).ok_or(DAMAGED)?;
    let count = count_of(&header, 8).ok_or(DAMAGED)?;
    let length = |number: i16| inner.number(number).and_then(|length| usize::try_from(length).ok()).ok_or(DAMAGED);
    let (repetition, behind) = body.split_at_checked(length(6)?).ok_or(DAMAGED)?;
    let (definition, rest) = behind.split_at_checked(length(5)?).ok_or(DAMAGED)?;
    let rest = if inner.flag(7).unwrap_or(true) {
        unpacked(rest, shape.codec, full.saturating_sub(repetition.len() + definition.len()))?
    } else {
        rest.to_vec()
    };
    let definition = definitions(definition, count, shape, budget)?;
    let encoding = inner.number(4).ok_or(DAMAGED)?;
    let values = values(&rest, count, definition.as_deref(), encoding, shape, (dictionary, budget))?;
    Ok(DataPage { repetition: repetition.to_vec(), header, definition, values, is_second: true })
}

fn definitions(
    levels: &[u8],
    count: usize,
    shape: ColumnShape,
    budget: &mut UnpackingBudget,
) -> Result<Option<Vec<u16>>, &'static str> {
    if shape.most_definition == 0 {
        return Ok(None);
    }
    budget.spend(2 * count)?;
    let levels = runs(levels, width(usize::from(shape.most_definition)), count).ok_or(DAMAGED)?;
    let levels: Vec<u16> = levels.into_iter().map(|level| level as u16).collect();
    if levels.iter().any(|level| *level > shape.most_definition) { Err(DAMAGED) } else { Ok(Some(levels)) }
}

fn values(
    bytes: &[u8],
    count: usize,
    definition: Option<&[u16]>,
    encoding: i64,
    shape: ColumnShape,
    (dictionary, budget): (Option<&[Vec<u8>]>, &mut UnpackingBudget),
) -> Result<Vec<Vec<u8>>, &'static str> {
    let count = definition.map_or(count, |levels| levels.iter().filter(|own| **own == shape.most_definition).count());
    budget.spend(count.saturating_mul(PER_VALUE))?;
    match encoding {
        0 => plain(bytes, count, shape.physical).ok_or(DAMAGED),
        2 | 8 => {
            let dictionary = dictionary.ok_or(DAMAGED)?;
            if count == 0 {
                return Ok(Vec::new());
            }
            let (width, rest) = bytes.split_first().ok_or(DAMAGED)?;
            let numbers = runs(rest, u32::from(*width), count).ok_or(DAMAGED)?;
            let value = |number: &u64| dictionary.get(usize::try_from(*number).ok()?);
            // A dictionary of long values would be told again and again.
            let length: Option<usize> = numbers.iter().map(|number| value(number).map(Vec::len)).sum();
            budget.spend(length.ok_or(DAMAGED)?)?;
            numbers.iter().map(|number| value(number).cloned()).collect::<Option<_>>().ok_or(DAMAGED)
        }
        3 if shape.physical == PhysicalType::Flag => {
            let bits = runs(bytes.get(4..).ok_or(DAMAGED)?, 1, count).ok_or(DAMAGED)?;
            Ok(bits.into_iter().map(|bit| vec![bit as u8]).collect())
        }
        5 => delta::numbers(bytes, count, shape.physical).ok_or(DAMAGED),
        6 => delta::lengths(bytes, count).ok_or(DAMAGED),
        7 => {
            let values = delta::beginnings(bytes, count).ok_or(DAMAGED)?;
            // What many values begin with stands once in the page.
            let length: usize = values.iter().map(|(shared, rest)| shared + rest.len()).sum();
            budget.spend(length)?;
            delta::joined(values, shape.physical).ok_or(DAMAGED)
        }
        9 => delta::streams(bytes, count, shape.physical).ok_or(DAMAGED),
        _ => Err(ENCODED),
    }
}

/// Values one after the other.
fn plain(bytes: &[u8], count: usize, physical: PhysicalType) -> Option<Vec<Vec<u8>>> {
    if count > bytes.len().saturating_mul(8) {
        return None;
    }
    let mut values = Vec::with_capacity(count);
    let mut rest = bytes;
    for nth in 0..count {
        let length = match physical {
            PhysicalType::Flag => {
                values.push(vec![bytes.get(nth / 8)? >> (nth % 8) & 1]);
                continue;
            }
            PhysicalType::Bytes => {
                let (length, behind) = rest.split_first_chunk::<4>()?;
                rest = behind;
                u32::from_le_bytes(*length) as usize
            }
            fixed => fixed.length()?,
        };
        let (value, behind) = rest.split_at_checked(length)?;
        values.push(value.to_vec());
        rest = behind;
    }
    Some(values)
}

/// Values as they are written: one after the other.
pub(super) fn write_plain(values: &[Vec<u8>], physical: PhysicalType) -> Vec<u8> {
    let mut out = Vec::new();
    match physical {
        PhysicalType::Flag => {
            for bits in values.chunks(8) {
                out.push(
                    bits.iter().enumerate().fold(0, |byte, (nth, bit)| byte | (bit.first().unwrap_or(&0) & 1) << nth),
                );
            }
        }
        PhysicalType::Bytes => {
            for value in values {
                out.extend_from_slice(&(value.len() as u32).to_le_bytes());
                out.extend_from_slice(value);
            }
        }
        _ => values.iter().for_each(|value| out.extend_from_slice(value)),
    }
    out
}

/// Returns the number of bits of a number.
pub(super) fn width(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// Numbers in runs: the same one again and again, or many of few bits.
fn runs(bytes: &[u8], width: u32, count: usize) -> Option<Vec<u64>> {
    if width > 32 || count > MOST_PLACES {
        return None;
    }
    let mut out: Vec<u64> = Vec::with_capacity(count.min(1 << 20));
    let mut rest = bytes;
    let step = (width as usize).div_ceil(8);
    while out.len() < count {
        let mut head = 0u64;
        let mut shift = 0;
        loop {
            let (byte, behind) = rest.split_first()?;
            rest = behind;
            head |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if *byte < 0x80 {
                break;
            }
            if shift > 35 {
                return None;
            }
        }
        let left = count - out.len();
        let amount = usize::try_from(head >> 1).ok()?;
        if head & 1 == 0 {
            let (value, behind) = rest.split_at_checked(step)?;
            rest = behind;
            let value = value.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            if amount == 0 {
                return None;
            }
            out.extend(std::iter::repeat_n(value, amount.min(left)));
        } else {
            let length = amount.checked_mul(width as usize)?;
            let packed = rest.get(..length.min(rest.len()))?;
            rest = rest.get(packed.len()..)?;
            let amount = amount.checked_mul(8)?.min(left);
            if amount == 0 {
                return None;
            }
            for nth in 0..amount {
                let bit = nth * width as usize;
                let value = (0..width as usize).try_fold(0u64, |value, offset| {
                    let at = bit + offset;
                    Some(value | u64::from(packed.get(at / 8)? >> (at % 8) & 1) << offset)
                })?;
                out.push(value);
            }
        }
    }
    Some(out)
}

/// Levels as runs of the same one.
pub(super) fn write_runs(levels: &[u16], width: u32) -> Vec<u8> {
    let mut out = Vec::new();
    for run in levels.chunk_by(|a, b| a == b) {
        thrift::varint((run.len() as u64) << 1, &mut out);
        let bytes = run.first().copied().unwrap_or(0).to_le_bytes();
        out.extend_from_slice(bytes.get(..(width as usize).div_ceil(8)).unwrap_or_default());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_come_back() {
        let levels: Vec<u16> = [vec![1; 300], vec![0, 1, 0], vec![1; 9]].concat();
        let written = write_runs(&levels, 1);
        let read: Option<Vec<u16>> = runs(&written, 1, levels.len()).map(|all| all.iter().map(|n| *n as u16).collect());
        assert_eq!(read, Some(levels));
        // The example of the format's description: 0 to 7 in three bits each.
        assert_eq!(runs(&[0b11, 0x88, 0xc6, 0xfa], 3, 8), Some((0..8).collect()));
        assert_eq!(runs(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1], 8, usize::MAX), None);
    }
}
