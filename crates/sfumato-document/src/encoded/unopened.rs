//! What stands encoded in a text and is not opened here: ASCII85, uuencode, packed words.

use std::io::Read as _;
use std::ops::Range;

use super::{BinaryToText, EncodedStretch, SHORTEST_PADDED, looks_like_text};

/// Adds the stretches of a text between the marks of ASCII85, and the files in uuencode, which nobody opens here.
pub(super) fn find(text: &str, found: &mut Vec<EncodedStretch>) {
    let encoding = BinaryToText::Hexadecimal { is_upper: false };
    let mut add = |range: Range<usize>| found.push(EncodedStretch { range, encoding, kind: None, bytes: None });
    for (start, _) in text.match_indices("<~") {
        let rest = text.get(start + 2..).unwrap_or_default();
        let length =
            rest.bytes().take_while(|b| (b'!'..=b'u').contains(b) || *b == b'z' || b.is_ascii_whitespace()).count();
        if length >= SHORTEST_PADDED && rest.get(length..).is_some_and(|rest| rest.starts_with("~>")) {
            add(start..start + length + 4);
        }
    }
    uuencoded(text, add);
}

/// Adds the files in uuencode.
fn uuencoded(text: &str, mut add: impl FnMut(Range<usize>)) {
    let is_line = |line: &str| {
        let (Some(first), length) = (line.bytes().next(), line.len()) else { return false };
        let count = usize::from(first.wrapping_sub(b' ') & 63);
        (b'!'..=b'`').contains(&first) && count > 0 && length > count.div_ceil(3) * 4 && length <= 90
    };
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("begin ")).map(|n| from + n) {
        from = start + 1;
        let rest = text.get(start..).unwrap_or_default();
        let mode = rest.bytes().skip(6).take_while(u8::is_ascii_digit).take(5).count();
        if !(3..=4).contains(&mode) || rest.as_bytes().get(6 + mode) != Some(&b' ') {
            continue;
        }
        let mut lines = rest.split_inclusive('\n');
        let head = lines.next().unwrap_or_default();
        let body: usize = lines.take_while(|line| is_line(line.trim_end_matches(['\r', '\n']))).map(str::len).sum();
        if body > 0 {
            from = start + head.len() + body;
            add(start..from);
        }
    }
}

/// True if bytes begin as those of zlib do.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    matches!(bytes, [0x78, second, ..] if (0x7800 + u32::from(*second)) % 31 == 0)
}

/// True if bytes are packed words, which nobody reads here.
pub(super) fn is_packed_text(bytes: &[u8]) -> bool {
    const ENOUGH: u64 = 4096;
    if !is_packed(bytes) {
        return false;
    }
    let mut inside = Vec::new();
    // What comes before a fault is looked at.
    let _ = flate2::read::ZlibDecoder::new(bytes).take(ENOUGH).read_to_end(&mut inside);
    !inside.is_empty() && looks_like_text(&inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        let mut found = Vec::new();
        find(text, &mut found);
        found.len()
    }

    #[test]
    fn what_is_not_opened_is_seen() {
        assert_eq!(found("x\nbegin 644 a.txt\n+5&AE(&ME('1H96X`\n`\nend\n"), 1);
        assert_eq!(found("see <~87cURD]i,\"Ebo80~> there"), 1);
        for text in ["begin 644 things", "begin again\nand again", "a <~ b ~> c", "<~~>"] {
            assert_eq!(found(text), 0, "{text}");
        }
    }

    #[test]
    fn packed_words_are_told() {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packed, b"Jane Okonkwo and Ann Lee").expect("in memory");
        assert!(is_packed_text(&packed.finish().expect("in memory")));
        assert!(!is_packed_text(b"x\x9c and no more"));
        assert!(!is_packed_text(b"Jane"));
    }

    #[test]
    fn long_runs_are_looked_at_once() {
        for text in ["begin ", "<~", "begin 644 x\n"] {
            assert_eq!(found(&text.repeat(100_000)), 0, "{text}");
        }
    }
}
