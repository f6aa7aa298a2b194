//! Format-preserving encryption: FF1 of NIST SP 800-38G on AES.
//!
//! The digits of a value are one string of radix 10, its letters another of radix 26, each enciphered in place: length,
//! layout and letter case stay. A string of fewer than a million possible values is too weak to encipher and stays as
//! it is. Check digits are enciphered like all others, so they are mostly wrong afterwards: repairing them would make
//! the value impossible to decipher.

use std::fmt;

use aes::cipher::consts::U16;
use aes::cipher::{BlockEncrypt, BlockSizeUser, KeyInit};
use aes::{Aes256, Block};

/// The fewest digits that have a million values.
const FEWEST_DIGITS: usize = 6;
/// The fewest letters that have a million values.
const FEWEST_LETTERS: usize = 5;

/// A value has neither enough digits nor enough letters to be enciphered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooShortForCipher;

impl fmt::Display for TooShortForCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FF1 needs a value of at least {FEWEST_DIGITS} digits or {FEWEST_LETTERS} letters")
    }
}

impl std::error::Error for TooShortForCipher {}

/// Enciphers the digits and the letters of a text, everything else kept.
pub fn encrypt(text: &str, key: &[u8; 32], tweak: &[u8]) -> Result<String, TooShortForCipher> {
    in_place(text, key, tweak, CipherDirection::There)
}

/// Deciphers what [`encrypt`] made with the same key and tweak.
pub fn decrypt(text: &str, key: &[u8; 32], tweak: &[u8]) -> Result<String, TooShortForCipher> {
    in_place(text, key, tweak, CipherDirection::Back)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CipherDirection {
    There,
    Back,
}

fn in_place(text: &str, key: &[u8; 32], tweak: &[u8], way: CipherDirection) -> Result<String, TooShortForCipher> {
    let cipher = Aes256::new(key.into());
    let mut digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    let mut letters: Vec<u8> =
        text.bytes().filter(u8::is_ascii_alphabetic).map(|b| b.to_ascii_lowercase() - b'a').collect();
    if digits.len() < FEWEST_DIGITS && letters.len() < FEWEST_LETTERS {
        return Err(TooShortForCipher);
    }
    if digits.len() >= FEWEST_DIGITS {
        feistel(&cipher, 10, tweak, &mut digits, way);
    }
    if letters.len() >= FEWEST_LETTERS {
        feistel(&cipher, 26, tweak, &mut letters, way);
    }
    let (mut digits, mut letters) = (digits.into_iter(), letters.into_iter());
    let put = |c: char| match c {
        '0'..='9' => digits.next().map_or(c, |digit| char::from(b'0' + digit)),
        'a'..='z' => letters.next().map_or(c, |letter| char::from(b'a' + letter)),
        'A'..='Z' => letters.next().map_or(c, |letter| char::from(b'A' + letter)),
        _ => c,
    };
    Ok(text.chars().map(put).collect())
}

/// The ten rounds over numerals, the most significant first, as the standard numbers its steps.
fn feistel<C: BlockEncrypt + BlockSizeUser<BlockSize = U16>>(
    cipher: &C,
    radix: u8,
    tweak: &[u8],
    numerals: &mut [u8],
    way: CipherDirection,
) {
    let count = numerals.len();
    let (u, v) = (count / 2, count - count / 2);
    // As many bytes as the greatest number of v numerals takes.
    let b = bytes_of(&vec![radix - 1; v], radix).len();
    let d = 4 * b.div_ceil(4) + 4;
    let mut p = [1, 2, 1, 0, 0, radix, 10, (u % 256) as u8, 0, 0, 0, 0, 0, 0, 0, 0];
    p[8..12].copy_from_slice(&(count as u32).to_be_bytes());
    p[12..].copy_from_slice(&(tweak.len() as u32).to_be_bytes());

    let (mut left, mut right) = (numerals[..u].to_vec(), numerals[u..].to_vec());
    for round in 0..10_u8 {
        let round = if way == CipherDirection::There { round } else { 9 - round };
        let (source, target) = if way == CipherDirection::There { (&right, &left) } else { (&left, &right) };
        let number = bytes_of(source, radix);
        let mut q = tweak.to_vec();
        q.resize(q.len() + (16 - (tweak.len() + b + 1) % 16) % 16, 0);
        q.push(round);
        q.resize(q.len() + b - number.len(), 0);
        q.extend(number);
        let stream = expand(cipher, chained(cipher, &p, &q), d);
        let m = if round % 2 == 0 { u } else { v };
        let y = numerals_of(&stream, radix, m);
        let changed = match way {
            CipherDirection::There => added(target, &y, radix),
            CipherDirection::Back => subtracted(target, &y, radix),
        };
        match way {
            CipherDirection::There => (left, right) = (right, changed),
            CipherDirection::Back => (left, right) = (changed, left),
        }
    }
    numerals[..u].copy_from_slice(&left);
    numerals[u..].copy_from_slice(&right);
}

/// The last block of `head` and `rest` in cipher block chaining from zero; `rest` is whole blocks.
fn chained<C: BlockEncrypt + BlockSizeUser<BlockSize = U16>>(cipher: &C, head: &[u8; 16], rest: &[u8]) -> [u8; 16] {
    let mut state = [0_u8; 16];
    for block in std::iter::once(&head[..]).chain(rest.chunks(16)) {
        state.iter_mut().zip(block).for_each(|(byte, more)| *byte ^= more);
        state = enciphered(cipher, state);
    }
    state
}

/// As many bytes as asked for: the block, then it enciphered with the numbers from one on.
fn expand<C: BlockEncrypt + BlockSizeUser<BlockSize = U16>>(cipher: &C, first: [u8; 16], length: usize) -> Vec<u8> {
    let mut stream = first.to_vec();
    let mut nth = 1_u128;
    while stream.len() < length {
        stream.extend(enciphered(cipher, (u128::from_be_bytes(first) ^ nth).to_be_bytes()));
        nth += 1;
    }
    stream.truncate(length);
    stream
}

fn enciphered<C: BlockEncrypt + BlockSizeUser<BlockSize = U16>>(cipher: &C, bytes: [u8; 16]) -> [u8; 16] {
    let mut block = Block::from(bytes);
    cipher.encrypt_block(&mut block);
    block.into()
}

/// The number that numerals make, in bytes, without zeros in front.
fn bytes_of(numerals: &[u8], radix: u8) -> Vec<u8> {
    // The least significant byte first while it grows.
    let mut bytes: Vec<u8> = Vec::new();
    for numeral in numerals {
        let mut carry = u16::from(*numeral);
        for byte in &mut bytes {
            carry += u16::from(*byte) * u16::from(radix);
            *byte = (carry & 0xff) as u8;
            carry >>= 8;
        }
        if carry > 0 {
            bytes.push(carry as u8);
        }
    }
    bytes.reverse();
    bytes
}

/// The last `count` numerals of the number that bytes make.
fn numerals_of(bytes: &[u8], radix: u8, count: usize) -> Vec<u8> {
    let mut numerals = vec![0_u8; count];
    for byte in bytes {
        let mut carry = u16::from(*byte);
        for numeral in numerals.iter_mut().rev() {
            carry += u16::from(*numeral) << 8;
            *numeral = (carry % u16::from(radix)) as u8;
            carry /= u16::from(radix);
        }
    }
    numerals
}

/// The sum of two rows of numerals of one length, without what runs over.
fn added(one: &[u8], other: &[u8], radix: u8) -> Vec<u8> {
    let mut sum = one.to_vec();
    let mut carry = 0;
    for (numeral, more) in sum.iter_mut().zip(other).rev() {
        let total = *numeral + more + carry;
        *numeral = total % radix;
        carry = total / radix;
    }
    sum
}

/// The difference of two rows of numerals of one length, without what it lacks.
fn subtracted(one: &[u8], other: &[u8], radix: u8) -> Vec<u8> {
    let mut rest = one.to_vec();
    let mut borrowed = 0;
    for (numeral, less) in rest.iter_mut().zip(other).rev() {
        let total = *numeral + radix - less - borrowed;
        *numeral = total % radix;
        borrowed = 1 - total / radix;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use aes::{Aes128, Aes192};
    use proptest::prelude::*;

    const KEY: [u8; 32] = [
        0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c, 0xef, 0x43,
        0x59, 0xd8, 0xd5, 0x80, 0xaa, 0x4f, 0x7f, 0x03, 0x6d, 0x6f, 0x04, 0xfc, 0x6a, 0x94,
    ];

    fn numerals(text: &str) -> Vec<u8> {
        text.chars().filter_map(|c| c.to_digit(36)).map(|digit| digit as u8).collect()
    }

    /// The nine samples of FF1 that NIST publishes.
    #[test]
    fn the_samples_of_nist() {
        fn hold<C: BlockEncrypt + BlockSizeUser<BlockSize = U16>>(cipher: &C, expected: [&str; 3]) {
            let cases: [(u8, &[u8], &str); 3] = [
                (10, b"", "0123456789"),
                (10, b"9876543210", "0123456789"),
                (36, b"7777pqrs777", "0123456789abcdefghi"),
            ];
            for ((radix, tweak, plain), expected) in cases.into_iter().zip(expected) {
                let mut text = numerals(plain);
                feistel(cipher, radix, tweak, &mut text, CipherDirection::There);
                assert_eq!(text, numerals(expected), "{expected}");
                feistel(cipher, radix, tweak, &mut text, CipherDirection::Back);
                assert_eq!(text, numerals(plain), "{expected}");
            }
        }
        hold(&Aes128::new_from_slice(&KEY[..16]).expect("a key"), ["2433477484", "6124200773", "a9tv40mll9kdu509eum"]);
        hold(&Aes192::new_from_slice(&KEY[..24]).expect("a key"), ["2830668132", "2496655549", "xbj3kv35jrawxv32ysr"]);
        hold(&Aes256::new(&KEY.into()), ["6657667009", "1001623463", "xs8a0azh2avyalyzuwd"]);
    }

    #[test]
    fn layout_and_case_stay() {
        let there = encrypt("12.345.678-Z", &KEY, b"dni").expect("long enough");
        assert_eq!(there.len(), 12);
        assert!(there.ends_with("-Z") && there.get(2..3) == Some(".") && there != "12.345.678-Z");
        assert_eq!(decrypt(&there, &KEY, b"dni").as_deref(), Ok("12.345.678-Z"));
        assert_ne!(encrypt("12.345.678-Z", &KEY, b"nhc").as_deref(), Ok(there.as_str()));
        let code = encrypt("AbcdeF 12", &KEY, b"").expect("letters are enough");
        assert!(code.ends_with(" 12") && code.starts_with(|c: char| c.is_ascii_uppercase()));
    }

    #[test]
    fn what_is_too_short_is_refused() {
        assert_eq!(encrypt("12345 abcd", &KEY, b""), Err(TooShortForCipher));
        assert_eq!(decrypt("", &KEY, b""), Err(TooShortForCipher));
        assert!(TooShortForCipher.to_string().contains("6 digits"));
    }

    proptest! {
        #[test]
        fn there_and_back(text in "(?s)[0-9]{6}[0-9A-Za-z é/-]{0,90}", tweak in proptest::collection::vec(any::<u8>(), 0..40)) {
            let there = encrypt(&text, &KEY, &tweak).expect("six digits");
            prop_assert_eq!(there.chars().count(), text.chars().count());
            prop_assert_eq!(decrypt(&there, &KEY, &tweak).expect("as long"), text);
        }
    }
}
