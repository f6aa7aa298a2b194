//! Single-byte code pages, for formats that name the one they are written in.
//!
//! The lower half of every page is ASCII; the tables hold the upper half.
//! A byte that a page leaves unused is a control character below 0xa0, as the web has it, and nothing above.

use std::collections::BTreeMap;
use std::sync::LazyLock;

type CodePageTable = [char; 128];

/// A code page.
#[derive(Clone, Copy)]
pub(crate) struct CodePage(&'static CodePageTable);

impl CodePage {
    /// The page with a number that Windows gave it.
    pub fn by_number(number: u32) -> Option<Self> {
        PAGES.get(&number).map(Self)
    }

    /// The character of a byte.
    pub fn decode(self, byte: u8) -> Option<char> {
        match byte.checked_sub(0x80) {
            None => Some(char::from(byte)),
            Some(high) => self.0.get(usize::from(high)).copied().filter(|c| *c != UNUSED),
        }
    }

    /// The byte of a character.
    pub fn encode(self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return u8::try_from(c).ok();
        }
        let high = self.0.iter().position(|known| *known == c && c != UNUSED)?;
        u8::try_from(high + 0x80).ok()
    }
}

/// The character in a table at a place that its code page leaves unused.
const UNUSED: char = '\u{fffd}';

static PAGES: LazyLock<BTreeMap<u32, CodePageTable>> = LazyLock::new(|| pages(include_str!("codepage.txt")));

/// Reads the pages of a data file, in which each has a line with its name and numbers and then lines of characters.
fn pages(file: &str) -> BTreeMap<u32, CodePageTable> {
    let mut pages = BTreeMap::new();
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    for page in lines.chunks(9) {
        let Some((head, rows)) = page.split_first() else { continue };
        let mut table = [UNUSED; 128];
        let codes = rows.iter().flat_map(|row| row.split(' '));
        for (place, code) in table.iter_mut().zip(codes) {
            *place = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).unwrap_or(UNUSED);
        }
        pages.extend(
            head.split(' ').skip(1).filter_map(|number| number.parse().ok()).map(|number: u32| (number, table)),
        );
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_and_written_alike() {
        for (number, byte, c) in [
            (1252, 0x80, '€'),
            (1252, 0xf1, 'ñ'),
            (1250, 0xb3, 'ł'),
            (1251, 0xcf, 'П'),
            (1253, 0xe1, 'α'),
            (10000, 0x8e, 'é'),
            (437, 0x82, 'é'),
            (28605, 0xa4, '€'),
        ] {
            let page = CodePage::by_number(number).expect("known");
            assert_eq!((page.decode(byte), page.encode(c)), (Some(c), Some(byte)), "page {number}");
        }
        assert!(CodePage::by_number(932).is_none());
        assert_eq!(PAGES.len(), 20);
        assert!(PAGES.values().all(|table| table.iter().filter(|c| **c == UNUSED).count() <= 20));
    }

    #[test]
    fn unused_bytes_are_nothing() {
        let page = CodePage::by_number(1253).expect("known");
        assert_eq!((page.decode(0xff), page.encode('\u{fffd}')), (None, None));
    }
}
