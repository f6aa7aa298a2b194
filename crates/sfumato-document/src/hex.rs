//! Bytes as pairs of hexadecimal digits, alone or each behind a mark (`%C3%A9`, `=C3=A9`).

/// Returns the byte of the two digits that a text starts with.
pub(crate) fn pair(text: &[u8]) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match text {
        [high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// Returns the bytes of a text that is digits alone, or `None` for any other text.
pub(crate) fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|digits| pair(digits)).collect()
}

/// Appends a text in which a mark and two digits stand for a byte; what else it holds is read by `plain`.
pub(crate) fn unescape(text: &[u8], mark: u8, plain: fn(u8) -> u8, out: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(b) = text.get(at) {
        let byte = pair(text.get(at + 1..).unwrap_or_default()).filter(|_| *b == mark);
        out.push(byte.unwrap_or_else(|| plain(*b)));
        at += if byte.is_some() { 3 } else { 1 };
    }
}

/// Returns the character of UTF-8 whose bytes are given by their numbers, and how many those are; `None` if they are
/// none.
pub(crate) fn character(byte: impl Fn(usize) -> Option<u8>) -> Option<(char, usize)> {
    let count = match byte(0)? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let mut bytes = [0; 4];
    for (nth, place) in bytes.iter_mut().take(count).enumerate() {
        *place = byte(nth)?;
    }
    let c = std::str::from_utf8(bytes.get(..count)?).ok()?.chars().next()?;
    Some((c, count))
}

/// Returns bytes as digits in small letters.
pub(crate) fn encode(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_bytes() {
        assert_eq!(decode(b"4aE9"), Some(vec![0x4a, 0xe9]));
        assert_eq!((decode(b"4a6"), decode(b"4g"), pair(b"4")), (None, None, None));
        assert_eq!(encode([0x4a, 0xe9]), "4ae9");
        let mut out = Vec::new();
        unescape(b"a_%C3%a9%x", b'%', |b| if b == b'_' { b' ' } else { b }, &mut out);
        assert_eq!(out, "a é%x".as_bytes());
    }

    #[test]
    fn bytes_are_characters() {
        let read = |bytes: &[u8]| character(|nth| bytes.get(nth).copied());
        assert_eq!(read("é!".as_bytes()), Some(('é', 2)));
        assert_eq!(read("😀".as_bytes()), Some(('😀', 4)));
        assert_eq!((read(b"\xc3"), read(b"\xff"), read(b"")), (None, None, None));
    }
}
