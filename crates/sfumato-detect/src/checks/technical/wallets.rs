//! Addresses of cryptocurrency wallets.

use sha3::{Digest, Keccak256};

use super::base58::{self, BITCOIN, RIPPLE};
use super::bech32::{self, Bech32Sum};

/// The hash that Ethereum and Monero put into their addresses, for whoever has to make one.
pub fn keccak256(bytes: &[u8]) -> [u8; 32] {
    Keccak256::digest(bytes).into()
}

/// True for a base-58 address of 20 bytes, with one of these version bytes and a right sum.
fn version(value: &str, versions: &[u8]) -> bool {
    base58::checked::<25>(value, BITCOIN).is_some_and(|bytes| versions.contains(&bytes[0]))
}

/// Bitcoin: `1...` and `3...` with their sum, `bc1...` (and `tb1...` of the test network) with theirs.
pub(super) fn bitcoin(value: &str) -> bool {
    version(value, &[0x00, 0x05]) || bech32::witness(value, "bc") || bech32::witness(value, "tb")
}

/// Litecoin: `L...`, `M...` and `ltc1...`.
fn litecoin(value: &str) -> bool {
    version(value, &[0x30, 0x32]) || bech32::witness(value, "ltc")
}

/// Dogecoin: `D...`, and `9...` or `A...` for scripts.
fn dogecoin(value: &str) -> bool {
    version(value, &[0x1e, 0x16])
}

/// Dash: `X...`, and `7...` for scripts.
fn dash(value: &str) -> bool {
    version(value, &[0x4c, 0x10])
}

/// Tron: `T...`.
fn tron(value: &str) -> bool {
    version(value, &[0x41])
}

/// Zcash in the open: `t1...` and `t3...`, which have a version of two bytes.
fn zcash(value: &str) -> bool {
    base58::checked::<26>(value, BITCOIN).is_some_and(|bytes| matches!(bytes, [0x1c, 0xb8 | 0xbd, ..]))
}

/// The XRP Ledger: `r...`, in an alphabet of its own.
fn ripple(value: &str) -> bool {
    base58::checked::<25>(value, RIPPLE).is_some_and(|bytes| bytes[0] == 0)
}

/// Cardano: `addr1...` and `stake1...`.
fn cardano(value: &str) -> bool {
    ["addr", "stake"].iter().any(|prefix| {
        bech32::decode(value, prefix)
            .is_some_and(|decoded| decoded.sum == Bech32Sum::Bech32 && decoded.values().len() >= 29 * 8 / 5)
    })
}

/// Any of the wallets in base 58 but Bitcoin's.
pub(super) fn other_base58(value: &str) -> bool {
    [litecoin, dogecoin, dash, tron, zcash, ripple].iter().any(|check| check(value))
}

/// Any of the wallets in bech32 but Bitcoin's.
pub(super) fn other_bech32(value: &str) -> bool {
    litecoin(value) || cardano(value)
}

/// Ethereum: `0x` and 40 hexadecimal digits that are not all the same; letters all small or all capital, or mixed as
/// the checksum wants them.
pub(super) fn ethereum(value: &str) -> bool {
    let Some(digits) = value.strip_prefix("0x").map(str::as_bytes) else {
        return false;
    };
    let upper = digits.iter().any(u8::is_ascii_uppercase);
    let lower = digits.iter().any(u8::is_ascii_lowercase);
    digits.len() == 40
        && digits.iter().all(u8::is_ascii_hexdigit)
        && digits.iter().any(|c| Some(c) != digits.first())
        && (!(upper && lower) || ethereum_checksum(value))
}

/// Ethereum with its checksum (EIP-55): a letter is capital where the Keccak-256 of the small letters has 8 or more.
pub(super) fn ethereum_checksum(value: &str) -> bool {
    let Some(digits) = value.strip_prefix("0x").map(str::as_bytes) else {
        return false;
    };
    let mut small = [0; 40];
    if digits.len() != small.len() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    for (to, from) in small.iter_mut().zip(digits) {
        *to = from.to_ascii_lowercase();
    }
    let hash = Keccak256::digest(small);
    let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.iter().any(u8::is_ascii_uppercase)
        && digits
            .iter()
            .zip(nibbles)
            .all(|(c, nibble)| !c.is_ascii_alphabetic() || c.is_ascii_uppercase() == (nibble > 7))
}

/// Monero: 95 digits (106 with a payment number) in blocks of eleven, the last four bytes the start of a Keccak-256.
pub(super) fn monero(value: &str) -> bool {
    let text = value.as_bytes();
    let mut bytes = [0_u8; 77];
    let length = match text.len() {
        95 => 69,
        106 => 77,
        _ => return false,
    };
    for (block, to) in text.chunks(11).zip(bytes.chunks_mut(8)) {
        let mut number = 0_u128;
        for c in block {
            let Some(digit) = base58::digit(*c, BITCOIN) else {
                return false;
            };
            number = number * 58 + u128::from(digit);
        }
        // A last block of seven digits holds five bytes.
        let size = if block.len() == 11 { 8 } else { 5 };
        if number >> (size * 8) != 0 {
            return false;
        }
        for (to, from) in to.iter_mut().zip(number.to_be_bytes().iter().skip(16 - size)) {
            *to = *from;
        }
    }
    let Some((body, sum)) = bytes.get(..length).and_then(|bytes| bytes.split_last_chunk::<4>()) else {
        return false;
    };
    let network = match body.first() {
        Some(18 | 42) => length == 69,
        Some(19) => length == 77,
        _ => false,
    };
    network && Keccak256::digest(body).get(..4) == Some(&sum[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(check: fn(&str) -> bool, values: &[&str]) {
        for value in
            values.iter().chain(&["", "0x", "ñ", "€uro", "1", "r", "0xñ234567890123456789012345678901234567890"])
        {
            assert!(!check(value), "{value}");
        }
    }

    #[test]
    fn ethereum_of_every_case() {
        for value in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        ] {
            assert!(ethereum(value) && ethereum_checksum(value), "{value}");
            let small = value.to_lowercase();
            assert!(ethereum(&small) && !ethereum_checksum(&small), "{small}");
        }
    }

    #[test]
    fn wallets_like_those_of_bitcoin() {
        type WalletCase<'a> = (fn(&str) -> bool, &'a [&'a str], &'a [&'a str]);
        let cases: [WalletCase<'_>; 6] = [
            (
                litecoin,
                &[
                    "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1",
                    "MG44CLXFgemnQQBZReiLGb5FWau2tjL86X",
                    "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
                ],
                &["LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc2", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8"],
            ),
            (
                dogecoin,
                &["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "DDHzWAZVV3WG3jPpwG3xa5dWvVkAjQG2xh"],
                &["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
            ),
            (
                dash,
                &["XpESxaUmonkq8RaLLp46Brx2K39ggQe226", "XiqjoAGk9LpZffop4ZNcsr9hshbZR2suzm"],
                &["XpESxaUmonkq8RaLLp46Brx2K39ggQe227", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
            ),
            (
                tron,
                &["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TJ86xxzaLMivfuGrnwi7YUA3x9mBXkqg5R"],
                &["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6"],
            ),
            (
                zcash,
                &["t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC", "t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd"],
                &["t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yD", "t2Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd"],
            ),
            (
                ripple,
                &["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rrrrrrrrrrrrrrrrrrrrBZbvji"],
                &["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi", "rresponsibilities"],
            ),
        ];
        for (check, valid, invalid) in cases {
            for value in valid {
                assert!(check(value), "{value}");
            }
            refuses(check, invalid);
            assert!(valid.iter().all(|value| other_base58(value) || other_bech32(value)));
            refuses(other_bech32, invalid);
        }
    }

    #[test]
    fn cardano_and_monero() {
        for value in [
            "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8",
            "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x",
            "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw",
        ] {
            assert!(cardano(value), "{value}");
        }
        refuses(cardano, &["addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9", "addr1"]);

        let wallets = [
            "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A",
            "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H",
        ];
        for value in wallets {
            assert!(monero(value), "{value}");
            let damaged = value.replace("3", "2");
            refuses(monero, &[&damaged, &value.replace("B", "zz")]);
        }
    }
}
