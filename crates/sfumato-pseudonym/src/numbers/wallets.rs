//! Addresses of wallets, whose sums only their own arithmetic can make right again.

use sfumato_detect::checks::keccak256;
use sha2::{Digest, Sha256};

use super::random::FastRandom;

const BITCOIN: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const RIPPLE: &[u8; 58] = b"rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The number of draws of an address until one is as long as the original.
const TRIES: usize = 200;

/// Another address of the same kind and length; nothing if it is no address that we know.
pub(super) fn another(address: &str, random: &mut FastRandom) -> Option<String> {
    ethereum(address, random)
        .or_else(|| bech32(address, random))
        .or_else(|| monero(address, random))
        .or_else(|| base58(address, random))
}

/// `0x` and forty hexadecimal digits; capitals by the sum where the original had both cases.
fn ethereum(address: &str, random: &mut FastRandom) -> Option<String> {
    let digits = address.strip_prefix("0x").filter(|digits| digits.len() == 40)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let small: String = (0..40).map(|_| char::from(random.of(b"0123456789abcdef"))).collect();
    let upper = digits.bytes().any(|b| b.is_ascii_uppercase());
    let lower = digits.bytes().any(|b| b.is_ascii_lowercase());
    let hash = keccak256(small.as_bytes());
    let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let written = small.chars().zip(nibbles).map(|(c, nibble)| match (upper, lower) {
        (true, true) if nibble > 7 => c.to_ascii_uppercase(),
        (true, false) => c.to_ascii_uppercase(),
        _ => c,
    });
    Some(format!("0x{}", written.collect::<String>()))
}

/// A readable prefix, `1`, and digits whose last six are the sum.
fn bech32(address: &str, random: &mut FastRandom) -> Option<String> {
    let small = address.to_ascii_lowercase();
    let prefix = ["bc", "tb", "ltc", "addr", "stake"]
        .into_iter()
        .find(|prefix| small.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('1')))?;
    let digits = small.get(prefix.len() + 1..)?.bytes();
    let values: Option<Vec<u8>> =
        digits.map(|b| BECH32.iter().position(|digit| *digit == b).map(|at| at as u8)).collect();
    let mut values = values?;
    let sum = polymod(prefix, &values);
    let body = values.len().checked_sub(6).filter(|body| *body > 8)?;
    // The version stays, and so does the last digit, which may hold bits that must be zero; Cardano's first two tell
    // the kind of address.
    let first = if matches!(prefix, "addr" | "stake") { 2 } else { 1 };
    values.get_mut(first..body - 1)?.fill_with(|| random.below(32) as u8);
    values.get_mut(body..)?.fill(0);
    let missing = polymod(prefix, &values) ^ sum;
    for (nth, value) in values.get_mut(body..)?.iter_mut().enumerate() {
        *value = (missing >> (5 * (5 - nth)) & 31) as u8;
    }
    let written = values.iter().filter_map(|value| BECH32.get(usize::from(*value)).copied()).map(char::from);
    let written = format!("{prefix}1{}", written.collect::<String>());
    let capitals = address.bytes().any(|b| b.is_ascii_uppercase());
    Some(if capitals { written.to_ascii_uppercase() } else { written })
}

/// The sum of bech32 over prefix and digits.
fn polymod(prefix: &str, values: &[u8]) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let head = prefix.bytes().map(|b| b >> 5).chain([0]).chain(prefix.bytes().map(|b| b & 31));
    head.chain(values.iter().copied()).fold(1, |state: u32, value| {
        let top = state >> 25;
        let next = (state & 0x01ff_ffff) << 5 ^ u32::from(value);
        GENERATOR
            .iter()
            .enumerate()
            .fold(next, |next, (bit, term)| if top >> bit & 1 == 1 { next ^ term } else { next })
    })
}

/// Bytes with a sum behind them, in base 58: version and twenty bytes, or a version of two bytes.
fn base58(address: &str, random: &mut FastRandom) -> Option<String> {
    let alphabet = if address.starts_with('r') { RIPPLE } else { BITCOIN };
    if !(25..=36).contains(&address.len()) || !address.bytes().all(|b| alphabet.contains(&b)) {
        return None;
    }
    let version = if address.starts_with('t') { 2 } else { 1 };
    let mut bytes = decoded(address, alphabet, 24 + version)?;
    for _ in 0..TRIES {
        bytes.get_mut(version..version + 20)?.fill_with(|| random.below(256) as u8);
        let sum = Sha256::digest(Sha256::digest(bytes.get(..version + 20)?));
        bytes.get_mut(version + 20..)?.copy_from_slice(sum.get(..4)?);
        let written = encoded(&bytes, alphabet);
        if written.len() == address.len() {
            return Some(written);
        }
    }
    None
}

/// The bytes that digits of base 58 stand for, if they are that many.
fn decoded(text: &str, alphabet: &[u8; 58], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0_u8; length];
    for c in text.bytes() {
        let mut carry = alphabet.iter().position(|known| *known == c)? as u32;
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 58;
            *byte = (carry & 0xff) as u8;
            carry >>= 8;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(bytes)
}

/// Bytes in base 58, each zero in front as a zero.
fn encoded(bytes: &[u8], alphabet: &[u8; 58]) -> String {
    let mut digits: Vec<u8> = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = (carry % 58) as u8;
            carry /= 58;
        }
        while carry > 0 {
            digits.push((carry % 58) as u8);
            carry /= 58;
        }
    }
    digits.extend(bytes.iter().take_while(|byte| **byte == 0).map(|_| 0));
    digits.iter().rev().filter_map(|digit| alphabet.get(usize::from(*digit))).map(|b| char::from(*b)).collect()
}

/// Blocks of eleven digits for eight bytes, the last seven for five, with the start of a Keccak-256 at the end.
fn monero(address: &str, random: &mut FastRandom) -> Option<String> {
    let length = match address.len() {
        95 => 69,
        106 => 77,
        _ => return None,
    };
    let network = decoded(address.get(..11)?, BITCOIN, 8)?.first().copied()?;
    let mut bytes = vec![0_u8; length];
    bytes.fill_with(|| random.below(256) as u8);
    *bytes.first_mut()? = network;
    let sum = keccak256(bytes.get(..length - 4)?);
    bytes.get_mut(length - 4..)?.copy_from_slice(sum.get(..4)?);
    let block = |block: &[u8]| {
        let digits = encoded(block, BITCOIN);
        let width = if block.len() == 8 { 11 } else { 7 };
        // A block has all its digits, whatever bytes of it are zero.
        let digits = digits.trim_start_matches('1');
        "1".repeat(width - digits.len().min(width)) + digits
    };
    Some(bytes.chunks(8).map(block).collect())
}
