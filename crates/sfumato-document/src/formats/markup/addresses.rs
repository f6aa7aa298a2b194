//! Mail addresses where a format has no text.

/// True if a mail address stands in a value.
pub(super) fn has_mail_address(value: &str) -> bool {
    mail_addresses(value).next().is_some()
}

/// The places of at signs that are those of mail addresses.
pub(super) fn mail_addresses(value: &str) -> impl Iterator<Item = usize> {
    let bytes = value.as_bytes();
    memchr::memchr_iter(b'@', bytes).filter(move |at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let host = bytes.get(at + 1..).unwrap_or_default();
        let length = host.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
        let host = host.get(..length).unwrap_or_default();
        let ends = host.iter().rposition(|b| *b == b'.').map(|point| (point, length - point));
        before.is_some_and(u8::is_ascii_alphanumeric)
            && ends.is_some_and(|(point, end)| point > 0 && end > 2)
            && host.iter().any(u8::is_ascii_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_at_signs() {
        for value in ["ann.lee@mail.example", "0.74pt ann@x.org", "url(#a@b.co)"] {
            assert!(has_mail_address(value), "{value}");
        }
        for value in ["@Arial Unicode MS", "sum @0 0 0", "@1,@2,@3", "Table1[@Name]", "a@1.5", "ann@host", "@x.org"] {
            assert!(!has_mail_address(value), "{value}");
        }
    }
}
