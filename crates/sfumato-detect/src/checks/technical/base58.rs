//! Numbers written in base 58, as wallets write them.

use sha2::{Digest, Sha256};

/// The digits that Bitcoin and most others use.
pub(super) const BITCOIN: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/// The digits that the XRP Ledger uses.
pub(super) const RIPPLE: &[u8; 58] = b"rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

/// The value of one digit.
pub(super) fn digit(c: u8, alphabet: &[u8; 58]) -> Option<u8> {
    alphabet.iter().position(|known| *known == c).map(|at| at as u8)
}

/// The `N` bytes that `text` stands for; every zero byte in front is written as one zero digit.
fn decode<const N: usize>(text: &str, alphabet: &[u8; 58]) -> Option<[u8; N]> {
    let mut bytes = [0_u8; N];
    for c in text.bytes() {
        let mut carry = u32::from(digit(c, alphabet)?);
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 58;
            *byte = (carry & 0xff) as u8;
            carry >>= 8;
        }
        if carry != 0 {
            return None;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let written = text.bytes().take_while(|c| *c == alphabet[0]).count();
    (zeros == written).then_some(bytes)
}

/// The `N` bytes of a text whose last four are the start of the doubled SHA-256 of the others.
pub(super) fn checked<const N: usize>(text: &str, alphabet: &[u8; 58]) -> Option<[u8; N]> {
    let bytes = decode::<N>(text, alphabet)?;
    let (body, sum) = bytes.split_last_chunk::<4>()?;
    let hash = Sha256::digest(Sha256::digest(body));
    (hash.get(..4)? == sum).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_with_its_sum() {
        let first: [u8; 25] = checked("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", BITCOIN).expect("the first address");
        assert_eq!(first[..3], [0x00, 0x62, 0xe9]);
        // All zeros but for the sum.
        assert!(checked::<25>("1111111111111111111114oLvT2", BITCOIN).is_some());
        assert!(checked::<25>("rrrrrrrrrrrrrrrrrrrrrhoLvTp", RIPPLE).is_some());
    }

    #[test]
    fn refuses_what_does_not_add_up() {
        assert!(checked::<25>("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", BITCOIN).is_none());
        assert!(checked::<25>("1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a", BITCOIN).is_none());
        assert!(checked::<25>("11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", BITCOIN).is_none());
        assert!(checked::<3>("zzzz", BITCOIN).is_none());
        assert!(checked::<25>("ñandú", BITCOIN).is_none());
        assert!(checked::<25>("", BITCOIN).is_none());
    }
}
