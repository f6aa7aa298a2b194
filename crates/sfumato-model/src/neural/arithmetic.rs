//! Single precision, lane by lane, in one order on every processor.
//!
//! Rows are walked 16 lanes at a time and lanes are added in a tree, so that the order of sums is the same whatever the
//! width of a register. Comparisons say which operand they take where operands are alike or no numbers.
//! Everything is inlined into functions that are compiled for a processor. Loops are plain and do one thing each, since
//! compilers make vector instructions of no others.

/// Lanes that are computed side by side.
pub(super) const LANES: usize = 16;

/// The greatest byte that stands for a number of either sign, next to the one that stands for zero.
const MOST_SIGNED: f32 = 127.0;
/// The greatest byte.
const MOST_BYTE: f32 = 255.0;
/// The greatest pair of bytes.
const MOST_PAIR: f32 = 65_535.0;
/// Added to a small number it leaves the nearest whole number in the last bits.
const TO_WHOLE: f32 = 12_582_912.0;
/// The number that is added to a mean of squares before its root.
const LEAST: f32 = 1e-6;

/// A number of a table.
#[inline(always)]
pub(super) fn float(bytes: &[u8; 4]) -> f32 {
    f32::from_le_bytes(*bytes)
}

/// A number, or zero if it is less.
#[inline(always)]
pub(super) fn positive(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

/// The greater of two numbers.
#[inline(always)]
pub(super) fn greater(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// Lanes added up, in a tree.
///
/// With the tree in sight the compiler would keep lanes in pairs all the way through the loop before it, so that it is
/// shown lanes it knows nothing of.
#[inline(always)]
pub(super) fn total(lanes: &[f32; LANES]) -> f32 {
    let mut lanes = std::hint::black_box(*lanes);
    let mut half = LANES / 2;
    while half > 0 {
        for at in 0..half {
            lanes[at] += lanes[at + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The greatest lane.
#[inline(always)]
pub(super) fn greatest(mut lanes: [f32; LANES]) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for at in 0..half {
            lanes[at] = greater(lanes[at], lanes[at + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// The factor by which numbers with this sum of squares get a mean square of one.
#[inline(always)]
pub(super) fn normal_of(squares: f32, count: usize) -> f32 {
    1.0 / (squares / count as f32 + LEAST).sqrt()
}

/// The sum of the squares of a row.
#[inline(always)]
pub(super) fn squares(row: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for chunk in row.as_chunks::<LANES>().0 {
        for at in 0..LANES {
            lanes[at] += chunk[at] * chunk[at];
        }
    }
    total(&lanes)
}

/// The greatest magnitude in a row.
#[inline(always)]
fn magnitude(row: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for chunk in row.as_chunks::<LANES>().0 {
        for at in 0..LANES {
            lanes[at] = greater(chunk[at].abs(), lanes[at]);
        }
    }
    greatest(lanes)
}

/// A row as bytes, its mean square made one, with a gain for each number; what a byte is worth.
#[inline(always)]
pub(super) fn normalised(row: &[f32], gain: &[[u8; 4]], scratch: &mut [f32], bytes: &mut [u8]) -> f32 {
    let (gain, gained) = (&gain[..row.len()], &mut scratch[..row.len()]);
    let (mut most, mut squares) = ([0.0; LANES], [0.0; LANES]);
    let chunks = row.as_chunks::<LANES>().0.iter().zip(gain.as_chunks::<LANES>().0);
    for ((row, gain), gained) in chunks.zip(gained.as_chunks_mut::<LANES>().0) {
        let mut lanes = *row;
        for at in 0..LANES {
            lanes[at] *= float(&gain[at]);
        }
        for at in 0..LANES {
            most[at] = greater(lanes[at].abs(), most[at]);
        }
        for at in 0..LANES {
            squares[at] += row[at] * row[at];
        }
        *gained = lanes;
    }
    bytes_within(gained, greatest(most), bytes) * normal_of(total(&squares), row.len())
}

/// A row as bytes that stand for numbers of either sign, 128 for zero; what one of them is worth.
#[inline(always)]
pub(super) fn to_bytes(row: &[f32], bytes: &mut [u8]) -> f32 {
    bytes_within(row, magnitude(row), bytes)
}

/// The same, given the greatest magnitude.
#[inline(always)]
fn bytes_within(row: &[f32], most: f32, bytes: &mut [u8]) -> f32 {
    let factor = factor(MOST_SIGNED, most);
    let bytes = &mut bytes[..row.len()];
    for at in 0..row.len() {
        // The sum's last byte is the whole number and the 128.
        bytes[at] = (row[at] * factor + (TO_WHOLE + 128.0)).to_bits() as u8;
    }
    most / MOST_SIGNED
}

/// A row as signed bytes; what one of them is worth.
#[inline(always)]
pub(super) fn to_signed(row: &[f32], bytes: &mut [u8]) -> f32 {
    let most = magnitude(row);
    let factor = factor(MOST_SIGNED, most);
    let bytes = &mut bytes[..row.len()];
    for at in 0..row.len() {
        bytes[at] = (row[at] * factor + TO_WHOLE).to_bits() as u8;
    }
    most / MOST_SIGNED
}

/// A row of numbers that are not negative, the greatest of which is given, as bytes; what one of them is worth.
#[inline(always)]
pub(super) fn to_unsigned(row: &[f32], most: f32, bytes: &mut [u8]) -> f32 {
    let factor = factor(MOST_BYTE, most);
    let bytes = &mut bytes[..row.len()];
    for at in 0..row.len() {
        bytes[at] = (row[at] * factor + TO_WHOLE).to_bits() as u8;
    }
    most / MOST_BYTE
}

/// A row of numbers that are not negative, the greatest of which is given, as pairs of bytes; what one is worth.
#[inline(always)]
pub(super) fn to_two_bytes(row: &[f32], most: f32, high: &mut [u8], low: &mut [u8]) -> f32 {
    let factor = factor(MOST_PAIR, most);
    for ((high, low), x) in high.iter_mut().zip(low).zip(row) {
        let whole = (x * factor + TO_WHOLE).to_bits();
        *high = (whole >> 8) as u8;
        *low = whole as u8;
    }
    most / MOST_PAIR
}

/// The factor by which the greatest number of a row becomes the greatest that bytes can stand for.
#[inline(always)]
fn factor(bytes: f32, most: f32) -> f32 {
    if most > 0.0 { bytes / most } else { 0.0 }
}

/// Two to the power of a number that is not positive.
///
/// What is less than -126 counts as that. The whole part goes into the exponent; a polynomial makes up for the rest, which is at most a half.
#[inline(always)]
pub fn power_of_two(x: f32) -> f32 {
    let x = greater(x, -126.0);
    let shifted = x + TO_WHOLE;
    let rest = x - (shifted - TO_WHOLE);
    // Fitted for the least error over that range.
    let mut power = 0.001_326_473_4;
    power = power * rest + 0.009_671_514;
    power = power * rest + 0.055_507_336;
    power = power * rest + 0.240_222_42;
    power = power * rest + std::f32::consts::LN_2;
    power = power * rest + 1.0;
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_nearly_exact() {
        for at in 0..12_000 {
            let x = -0.01 * at as f32;
            let exact = f64::from(x).exp2();
            let error = (f64::from(power_of_two(x)) / exact - 1.0).abs();
            assert!(error < 4e-7, "{x}: {error}");
        }
        assert!(power_of_two(-1e30) < 1e-37);
    }

    #[test]
    fn bytes_are_the_nearest() {
        let row: Vec<f32> = (0..32).map(|at| (at - 16) as f32 * 0.37).collect();
        let mut bytes = [0; 32];
        let scale = to_bytes(&row, &mut bytes);
        for (x, byte) in row.iter().zip(bytes) {
            assert!((x - (f32::from(byte) - 128.0) * scale).abs() <= scale * 0.5001);
        }
        let scale = to_signed(&row, &mut bytes);
        for (x, byte) in row.iter().zip(bytes) {
            assert!((x - f32::from(byte.cast_signed()) * scale).abs() <= scale * 0.5001);
        }
    }

    #[test]
    fn pairs_of_bytes_are_the_nearest() {
        let row: Vec<f32> = (0..32).map(|at| at as f32 * 0.37).collect();
        let (mut high, mut low) = ([0; 32], [0; 32]);
        let scale = to_two_bytes(&row, 31.0 * 0.37, &mut high, &mut low);
        for ((x, high), low) in row.iter().zip(high).zip(low) {
            assert!((x - f32::from(u16::from_be_bytes([high, low])) * scale).abs() <= scale * 0.51);
        }
    }

    #[test]
    fn a_row_of_zeros_stays_one() {
        let mut bytes = [7; 16];
        assert_eq!(to_bytes(&[0.0; 16], &mut bytes), 0.0);
        assert_eq!(bytes, [128; 16]);
    }

    #[test]
    fn sums_and_greatest_are_of_all_lanes() {
        let lanes: [f32; LANES] = std::array::from_fn(|at| at as f32);
        assert_eq!(total(&lanes), 120.0);
        assert_eq!(greatest(lanes), 15.0);
    }
}
