//! Predictors: rows stored as what they differ by from what stands left and above.

use crate::PdfError;

/// The widest row that is undone, in bytes.
const MAX_ROW: usize = 64 << 20;

/// The way rows were stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowPredictor {
    pub kind: i64,
    pub colours: i64,
    pub bits: i64,
    pub columns: i64,
}

impl Default for RowPredictor {
    fn default() -> Self {
        Self { kind: 1, colours: 1, bits: 8, columns: 1 }
    }
}

impl RowPredictor {
    /// The bytes as they were before.
    pub fn undo(&self, data: Vec<u8>) -> Result<Vec<u8>, PdfError> {
        match self.kind {
            1 => Ok(data),
            2 => self.tiff(data),
            10..=15 => self.png(&data),
            _ => Err(PdfError::Filter { what: "its predictor is not known" }),
        }
    }

    /// The bytes of a row and of a pixel.
    fn sizes(&self) -> Result<(usize, usize), PdfError> {
        let damaged = PdfError::Filter { what: "its predictor is damaged" };
        if !matches!(self.bits, 1 | 2 | 4 | 8 | 16) || !(1..=256).contains(&self.colours) || self.columns < 1 {
            return Err(damaged);
        }
        let pixel = self.colours * self.bits;
        let row = self.columns.checked_mul(pixel).map(|bits| (bits as usize).div_ceil(8));
        match row {
            Some(row) if row <= MAX_ROW => Ok((row, (pixel as usize).div_ceil(8))),
            _ => Err(damaged),
        }
    }

    fn tiff(&self, mut data: Vec<u8>) -> Result<Vec<u8>, PdfError> {
        let (row, pixel) = self.sizes()?;
        let colours = self.colours as usize;
        for line in data.chunks_mut(row) {
            match self.bits {
                8 => {
                    for at in pixel..line.len() {
                        line[at] = line[at].wrapping_add(line[at - pixel]);
                    }
                }
                16 => {
                    for at in (pixel..line.len().saturating_sub(1)).step_by(2) {
                        let left = u16::from_be_bytes([line[at - pixel], line[at - pixel + 1]]);
                        let sum = u16::from_be_bytes([line[at], line[at + 1]]).wrapping_add(left);
                        line[at..at + 2].copy_from_slice(&sum.to_be_bytes());
                    }
                }
                bits => undo_bits(line, bits as usize, colours),
            }
        }
        Ok(data)
    }

    fn png(&self, data: &[u8]) -> Result<Vec<u8>, PdfError> {
        let (row, pixel) = self.sizes()?;
        let mut out = Vec::with_capacity(data.len());
        let mut above = vec![0u8; row.min(data.len())];
        for line in data.chunks(row + 1) {
            let Some((&tag, bytes)) = line.split_first() else { break };
            let start = out.len();
            for (at, &byte) in bytes.iter().enumerate() {
                let left = if at >= pixel { out[start + at - pixel] } else { 0 };
                let up = above.get(at).copied().unwrap_or(0);
                let corner = if at >= pixel { above.get(at - pixel).copied().unwrap_or(0) } else { 0 };
                let guess = match tag {
                    0 => 0,
                    1 => left,
                    2 => up,
                    3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                    4 => paeth(left, up, corner),
                    _ => return Err(PdfError::Filter { what: "its predictor rows are damaged" }),
                };
                out.push(byte.wrapping_add(guess));
            }
            above.clear();
            above.extend_from_slice(&out[start..]);
        }
        Ok(out)
    }
}

/// Rows of samples shorter than a byte.
fn undo_bits(line: &mut [u8], bits: usize, colours: usize) {
    let mask = (1u8 << bits) - 1;
    let mut left = vec![0u8; colours];
    for sample in 0..line.len() * 8 / bits {
        let (at, shift) = (sample * bits / 8, 8 - bits - sample * bits % 8);
        let before = &mut left[sample % colours];
        let value = (line[at] >> shift & mask).wrapping_add(*before) & mask;
        *before = value;
        line[at] = line[at] & !(mask << shift) | value << shift;
    }
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let guess = a + b - c;
    let (to_a, to_b, to_c) = ((guess - a).abs(), (guess - b).abs(), (guess - c).abs());
    if to_a <= to_b && to_a <= to_c {
        left
    } else if to_b <= to_c {
        up
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_rows_of_every_kind() {
        let predictor = RowPredictor { kind: 15, colours: 1, bits: 8, columns: 3 };
        let data = [
            0, 1, 2, 3, // as it is
            1, 1, 1, 1, // left: 1 2 3
            2, 1, 1, 1, // up: 2 3 4
            3, 1, 1, 1, // mean: 2 3 4
            4, 1, 1, 1, // nearest: 3 4 5
        ];
        let expected = [1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5];
        assert_eq!(predictor.undo(data.to_vec()).expect("sound"), expected);
        assert!(predictor.undo(vec![9, 1, 2, 3]).is_err());
    }

    #[test]
    fn tiff_rows() {
        let eight = RowPredictor { kind: 2, colours: 2, bits: 8, columns: 2 };
        assert_eq!(eight.undo(vec![1, 2, 3, 4, 9, 9, 1, 1]).expect("sound"), [1, 2, 4, 6, 9, 9, 10, 10]);
        let sixteen = RowPredictor { kind: 2, colours: 1, bits: 16, columns: 2 };
        assert_eq!(sixteen.undo(vec![0, 255, 0, 1]).expect("sound"), [0, 255, 1, 0]);
        let four = RowPredictor { kind: 2, colours: 1, bits: 4, columns: 4 };
        assert_eq!(four.undo(vec![0x11, 0x1f]).expect("sound"), [0x12, 0x32]);
    }

    #[test]
    fn senseless_sizes_are_refused() {
        for (colours, bits, columns) in [(0, 8, 1), (1, 3, 1), (1, 8, 0), (1, 8, i64::MAX), (256, 16, 1 << 40)] {
            assert!(RowPredictor { kind: 12, colours, bits, columns }.undo(vec![0; 10]).is_err());
        }
    }
}
