//! Bech32 and its amended form bech32m: addresses with a readable prefix and a six-digit sum.

const DIGITS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The longest text looked at: longer ones than Cardano's are not addresses.
const LONGEST: usize = 120;

/// The sum that a text carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bech32Sum {
    /// The first version, for witness version 0 and most other chains.
    Bech32,
    /// The amended version, for witness version 1 and later.
    Bech32m,
}

/// The digits of a text after its prefix and the `1`, without those of the sum.
#[derive(Debug)]
pub(super) struct Bech32Digits {
    buffer: [u8; LONGEST],
    length: usize,
    pub(super) sum: Bech32Sum,
}

impl Bech32Digits {
    /// The values of the digits, each of five bits.
    pub(super) fn values(&self) -> &[u8] {
        self.buffer.get(..self.length).unwrap_or_default()
    }
}

/// Reads a text that starts with `prefix` and `1`, all in one case, and whose sum is right.
pub(super) fn decode(text: &str, prefix: &str) -> Option<Bech32Digits> {
    if text.bytes().any(|c| c.is_ascii_uppercase()) && text.bytes().any(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let (head, digits) = text.as_bytes().split_at_checked(prefix.len() + 1)?;
    let (one, name) = head.split_last()?;
    if *one != b'1' || !name.eq_ignore_ascii_case(prefix.as_bytes()) {
        return None;
    }
    let mut state = 1;
    for c in prefix.bytes() {
        state = step(state, c >> 5);
    }
    state = step(state, 0);
    for c in prefix.bytes() {
        state = step(state, c & 31);
    }
    let mut buffer = [0; LONGEST];
    for (nth, c) in digits.iter().enumerate() {
        let c = c.to_ascii_lowercase();
        let value = DIGITS.iter().position(|known| *known == c)? as u8;
        *buffer.get_mut(nth)? = value;
        state = step(state, value);
    }
    let sum = match state {
        1 => Bech32Sum::Bech32,
        0x2bc8_30a3 => Bech32Sum::Bech32m,
        _ => return None,
    };
    Some(Bech32Digits { buffer, length: digits.len().checked_sub(6)?, sum })
}

/// One step of the sum: the remainder of a polynomial over 32 values.
fn step(state: u32, value: u8) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let top = state >> 25;
    let mut next = (state & 0x01ff_ffff) << 5 ^ u32::from(value);
    for (bit, term) in GENERATOR.iter().enumerate() {
        if top >> bit & 1 == 1 {
            next ^= term;
        }
    }
    next
}

/// An address of a witness program: its version, the sum that goes with the version, and a length that is allowed.
pub(super) fn witness(text: &str, prefix: &str) -> bool {
    let Some(decoded) = decode(text, prefix) else {
        return false;
    };
    let Some((version, program)) = decoded.values().split_first() else {
        return false;
    };
    let bits = program.len() * 5;
    let padding = bits % 8;
    let last = program.last().copied().unwrap_or_default();
    let bytes = bits / 8;
    if padding > 4 || last.trailing_zeros() < padding as u32 {
        return false;
    }
    match version {
        0 => decoded.sum == Bech32Sum::Bech32 && matches!(bytes, 20 | 32),
        1..=16 => decoded.sum == Bech32Sum::Bech32m && (2..=40).contains(&bytes),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_addresses_pass() {
        for value in [
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
        ] {
            assert!(witness(value, "bc"), "{value}");
        }
        assert!(witness("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "tb"));
    }

    #[test]
    fn damaged_addresses_fail() {
        for value in [
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
            "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            // Version 1 with the old sum.
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
            "bc1",
            "bc1gmk9yu",
            "",
            "bc1ñ",
        ] {
            assert!(!witness(value, "bc"), "{value}");
        }
    }
}
