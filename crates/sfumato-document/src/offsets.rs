//! The one converter between bytes, code points and UTF-16 units.
//!
//! Inside, everything is bytes; Python, Presidio and brat count code points, browsers count UTF-16 units.
//! A checkpoint every 256 bytes makes a look-up constant in the length of the text, at one 64th of it in memory.

/// The unit in which offsets count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OffsetUnit {
    /// Bytes of UTF-8.
    Bytes,
    /// Unicode code points.
    CodePoints,
    /// UTF-16 code units.
    Utf16,
}

const STEP: usize = 256;

/// Converts offsets of one text between bytes and another unit.
pub struct OffsetConverter<'t> {
    text: &'t str,
    unit: OffsetUnit,
    /// The offset in `unit` of the first character at or after each multiple of `STEP`; empty if all units agree.
    marks: Vec<u32>,
}

impl<'t> OffsetConverter<'t> {
    /// Prepares the conversion for a text.
    pub fn new(text: &'t str, unit: OffsetUnit) -> Self {
        let mut marks = Vec::new();
        if unit != OffsetUnit::Bytes && !text.is_ascii() {
            marks.reserve(text.len() / STEP + 1);
            let mut count = 0u32;
            for chunk in text.as_bytes().chunks(STEP) {
                marks.push(count);
                count += count_units(chunk, unit);
            }
        }
        Self { text, unit, marks }
    }

    /// The offset in the unit of a byte offset; an offset inside a character counts as its end.
    pub fn from_byte(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        if self.marks.is_empty() {
            return byte;
        }
        let step = (byte / STEP).min(self.marks.len() - 1);
        let rest = &self.text.as_bytes()[step * STEP..byte];
        (self.marks[step] + count_units(rest, self.unit)) as usize
    }

    /// The byte offset of an offset in the unit; nothing if it lies outside the text or inside a character.
    pub fn to_byte(&self, offset: usize) -> Option<usize> {
        if self.marks.is_empty() {
            return (offset <= self.text.len()).then_some(offset);
        }
        let step = self.marks.partition_point(|mark| *mark as usize <= offset) - 1;
        let mut count = self.marks[step] as usize;
        for (at, byte) in self.text.as_bytes().iter().enumerate().skip(step * STEP) {
            let width = units(*byte, self.unit) as usize;
            if width > 0 {
                if count == offset {
                    return Some(at);
                }
                if count > offset {
                    return None;
                }
            }
            count += width;
        }
        (count == offset).then_some(self.text.len())
    }
}

/// Returns the number of units of the character that starts with this byte; none for the bytes that continue one.
fn units(byte: u8, unit: OffsetUnit) -> u32 {
    match (byte, unit) {
        (_, OffsetUnit::Bytes) => 1,
        (0x80..=0xbf, _) => 0,
        (0xf0.., OffsetUnit::Utf16) => 2,
        _ => 1,
    }
}

fn count_units(bytes: &[u8], unit: OffsetUnit) -> u32 {
    bytes.iter().map(|b| units(*b, unit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_three_units_differ_where_they_should() {
        let text = "añ🙂b";
        let code_points = OffsetConverter::new(text, OffsetUnit::CodePoints);
        let utf16 = OffsetConverter::new(text, OffsetUnit::Utf16);
        assert_eq!(code_points.from_byte(7), 3);
        assert_eq!(utf16.from_byte(7), 4);
        assert_eq!(code_points.to_byte(3), Some(7));
        assert_eq!(utf16.to_byte(3), None, "inside a surrogate pair");
        assert_eq!(utf16.to_byte(5), Some(8));
        assert_eq!(utf16.to_byte(6), None);
    }

    proptest! {
        #[test]
        fn offsets_agree_with_counting(text in "(?s).{0,900}") {
            for unit in [OffsetUnit::Bytes, OffsetUnit::CodePoints, OffsetUnit::Utf16] {
                let offsets = OffsetConverter::new(&text, unit);
                let mut count = 0;
                for (at, c) in text.char_indices() {
                    prop_assert_eq!(offsets.from_byte(at), count);
                    prop_assert_eq!(offsets.to_byte(count), Some(at));
                    count += match unit {
                        OffsetUnit::Bytes => c.len_utf8(),
                        OffsetUnit::CodePoints => 1,
                        OffsetUnit::Utf16 => c.len_utf16(),
                    };
                }
                prop_assert_eq!(offsets.from_byte(text.len()), count);
                prop_assert_eq!(offsets.to_byte(count), Some(text.len()));
                prop_assert_eq!(offsets.to_byte(count + 1), None);
            }
        }
    }
}
