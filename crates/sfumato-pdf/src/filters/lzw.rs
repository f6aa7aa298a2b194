//! LZW, as in TIFF: codes of 9 to 12 bits, the first bit first.

use super::{extend, too_long};
use crate::PdfError;

const CLEAR: usize = 256;
const END: usize = 257;
const FIRST: usize = 258;
const MAX_CODES: usize = 4096;

/// The bytes; `early` tells that codes grow one code early.
pub(super) fn decode(input: &[u8], early: bool, limit: usize) -> Result<Vec<u8>, PdfError> {
    let damaged = PdfError::Filter { what: "its LZW codes are damaged" };
    let mut out: Vec<u8> = Vec::new();
    // An entry is where in the output its bytes already stand: those of the code before and one more.
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    let mut bits = LzwBits { input, at: 0, held: 0, count: 0 };
    loop {
        let next = FIRST + entries.len() + usize::from(early) + usize::from(before.is_some());
        let width = match next {
            0..=512 => 9,
            513..=1024 => 10,
            1025..=2048 => 11,
            _ => 12,
        };
        // Writers that leave out the end code are read everywhere.
        let Some(code) = bits.take(width) else { return Ok(out) };
        match code {
            CLEAR => {
                entries.clear();
                before = None;
                continue;
            }
            END => return Ok(out),
            _ => {}
        }
        if let Some((start, len)) = before
            && FIRST + entries.len() < MAX_CODES
        {
            entries.push((start, len + 1));
        }
        let start = out.len();
        if let Ok(byte) = u8::try_from(code) {
            extend(&mut out, &[byte], limit)?;
        } else {
            let &(from, len) = entries.get(code - FIRST).ok_or(damaged.clone())?;
            if len > limit.saturating_sub(out.len()) {
                return Err(too_long());
            }
            // The entry just made may reach one byte into what is written now.
            for at in from..from + len {
                let byte = *out.get(at).ok_or(damaged.clone())?;
                out.push(byte);
            }
        }
        before = Some((start, out.len() - start));
    }
}

struct LzwBits<'a> {
    input: &'a [u8],
    at: usize,
    held: u32,
    count: u32,
}

impl LzwBits<'_> {
    fn take(&mut self, width: u32) -> Option<usize> {
        while self.count < width {
            self.held = self.held << 8 | u32::from(*self.input.get(self.at)?);
            self.at += 1;
            self.count += 8;
        }
        self.count -= width;
        let code = self.held >> self.count;
        self.held &= (1 << self.count) - 1;
        Some(code as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes codes the way an encoder does that adds an entry after each code but the first.
    fn encode(data: &[u8], early: bool) -> Vec<u8> {
        let mut table: std::collections::HashMap<Vec<u8>, usize> = (0..256).map(|b| (vec![b as u8], b)).collect();
        let (mut out, mut held, mut count) = (Vec::new(), 0u64, 0u32);
        let mut next = FIRST;
        let mut put = |code: usize, next: usize| {
            let next = next + usize::from(early);
            let width = if next <= 512 {
                9
            } else if next <= 1024 {
                10
            } else if next <= 2048 {
                11
            } else {
                12
            };
            held = held << width | code as u64;
            count += width;
            while count >= 8 {
                count -= 8;
                out.push((held >> count) as u8);
                held &= (1 << count) - 1;
            }
            if code == END && count > 0 {
                out.push((held << (8 - count)) as u8);
            }
        };
        put(CLEAR, next);
        let mut word: Vec<u8> = Vec::new();
        for &byte in data {
            let mut longer = word.clone();
            longer.push(byte);
            if table.contains_key(&longer) {
                word = longer;
                continue;
            }
            put(table[&word], next);
            table.insert(longer, next);
            next += 1;
            word = vec![byte];
            if next == 4094 {
                put(table[&word], next);
                put(CLEAR, next + 1);
                table = (0..256).map(|b| (vec![b as u8], b)).collect();
                next = FIRST;
                word.clear();
            }
        }
        if !word.is_empty() {
            put(table[&word], next);
            next += 1;
        }
        put(END, next);
        out
    }

    #[test]
    fn the_example_of_the_standard() {
        let coded = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
        assert_eq!(decode(&coded, true, 100).expect("sound"), [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
    }

    #[test]
    fn round_trips_through_every_width() {
        let data: Vec<u8> = (0..60_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 27) as u8).collect();
        for early in [true, false] {
            assert!(decode(&encode(&data, early), early, 1 << 20).expect("sound") == data, "{early}");
        }
    }

    #[test]
    fn unknown_codes_and_too_much_are_errors() {
        // 9 bits each: clear, 300.
        assert!(decode(&[0x80, 0x4b, 0x00], true, 100).is_err());
        assert!(matches!(decode(&encode(&[0; 5000], true), true, 4999), Err(PdfError::Bomb { .. })));
    }
}
