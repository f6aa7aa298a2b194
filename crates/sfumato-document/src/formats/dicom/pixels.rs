//! Pictures of a file, emptied: black ones of the same size, so that viewers still open the file.

use super::elements::{DicomElement, ElementBody, TransferSyntax};

/// The syntaxes of pictures that are not packed, with types and without.
pub(super) const EXPLICIT_SYNTAX: &str = "1.2.840.10008.1.2.1";
pub(super) const IMPLICIT_SYNTAX: &str = "1.2.840.10008.1.2";
/// Larger pictures are taken out instead.
const MOST_PIXELS: usize = 1 << 28;

const SAMPLES: u32 = 0x0028_0002;
pub(super) const INTERPRETATION: u32 = 0x0028_0004;
const FRAMES: u32 = 0x0028_0008;
const ROWS: u32 = 0x0028_0010;
const COLUMNS: u32 = 0x0028_0011;
const BITS: u32 = 0x0028_0100;

/// The measures of the picture of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelMeasures {
    /// The number of bytes it takes unpacked; `None` if that is not known or too much.
    pub bytes: Option<usize>,
    /// The number of bits of a sample.
    pub bits: usize,
}

impl PixelMeasures {
    pub fn of(body: &[DicomElement], data: &[u8], syntax: TransferSyntax) -> Self {
        let value = |tag: u32| {
            let element = body.iter().find(|element| element.tag == tag)?;
            let ElementBody::Value(range) = &element.body else { return None };
            data.get(range.clone())
        };
        let number = |tag: u32| value(tag).and_then(|bytes| syntax.u16(bytes)).map(usize::from);
        let frames =
            value(FRAMES).and_then(|text| std::str::from_utf8(text).ok()?.trim_matches(['\0', ' ']).parse().ok());
        let bits = number(BITS).unwrap_or(8);
        let pixels = || {
            let samples = number(ROWS)?.checked_mul(number(COLUMNS)?)?.checked_mul(number(SAMPLES).unwrap_or(1))?;
            let all = samples.checked_mul(frames.unwrap_or(1))?.checked_mul(bits)?.div_ceil(8);
            Some(all.next_multiple_of(2)).filter(|bytes| *bytes <= MOST_PIXELS)
        };
        Self { bytes: pixels(), bits }
    }
}
