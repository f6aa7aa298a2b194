//! The meaning of bytes: code pages of the file and of its fonts.

use std::collections::HashMap;

use crate::encoding::DeclaredEncoding;
use crate::formats::codepage::CodePage;

/// The meaning of bytes above ASCII.
#[derive(Clone, Copy)]
pub(super) enum RtfCodePage {
    Code(CodePage),
    /// A page in which letters may take two bytes.
    Wide(DeclaredEncoding),
    /// Signs of a symbol font, which have no names of their own.
    Symbols,
    /// A page that is not read.
    Unknown,
}

impl RtfCodePage {
    fn of(number: u32) -> Self {
        let wide = || DeclaredEncoding::by_wide_page(number).map(Self::Wide);
        CodePage::by_number(number).map(Self::Code).or_else(wide).unwrap_or(Self::Unknown)
    }

    /// The character of two bytes, where one alone is none.
    pub fn decode_pair(self, first: u8, second: u8) -> Option<char> {
        match self {
            Self::Wide(page) if self.decode(first).is_none() => one(page, &[first, second]),
            _ => None,
        }
    }

    /// The character of a byte; nothing if it is not known.
    pub fn decode(self, byte: u8) -> Option<char> {
        match self {
            _ if byte.is_ascii() => Some(char::from(byte)),
            Self::Code(page) => page.decode(byte),
            Self::Symbols => char::from_u32(0xf000 + u32::from(byte)),
            Self::Wide(page) => one(page, &[byte]),
            Self::Unknown => None,
        }
    }
}

/// The one character that some bytes are.
fn one(page: DeclaredEncoding, bytes: &[u8]) -> Option<char> {
    let text = page.decode(bytes)?;
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The fonts of a file.
pub(super) struct RtfFonts {
    /// The page of the file itself.
    default: RtfCodePage,
    /// The font in use where none is named.
    pub default_font: i32,
    pages: HashMap<i32, RtfCodePage>,
    /// The font whose entry is being read.
    entry: i32,
}

impl RtfFonts {
    pub fn new() -> Self {
        Self { default: RtfCodePage::of(1252), default_font: 0, pages: HashMap::new(), entry: 0 }
    }

    /// Follows control words outside of the table that set the page of the file.
    pub fn follow(&mut self, name: &str, number: Option<i32>) {
        match (name, number.and_then(|number| u32::try_from(number).ok())) {
            ("mac", _) => self.default = RtfCodePage::of(10000),
            ("pc", _) => self.default = RtfCodePage::of(437),
            ("pca", _) => self.default = RtfCodePage::of(850),
            ("ansicpg", Some(0)) => self.default = RtfCodePage::of(1252),
            ("ansicpg", Some(page)) => self.default = RtfCodePage::of(page),
            ("deff", Some(_)) => self.default_font = number.unwrap_or(0),
            _ => {}
        }
    }

    /// Follows control words of the table.
    pub fn entry(&mut self, name: &str, number: Option<i32>) {
        match (name, number) {
            ("f", Some(font)) => self.entry = font,
            // Which page the default charset is depends on the machine; the file's is the best guess.
            ("fcharset", Some(charset)) if charset != 1 => {
                self.pages.insert(self.entry, page_of_charset(charset));
            }
            ("cpg", Some(page)) => {
                self.pages.insert(self.entry, u32::try_from(page).map_or(RtfCodePage::Unknown, RtfCodePage::of));
            }
            _ => {}
        }
    }

    /// Returns the meaning of bytes in a font.
    pub fn page(&self, font: i32) -> RtfCodePage {
        self.pages.get(&font).copied().unwrap_or(self.default)
    }
}

fn page_of_charset(charset: i32) -> RtfCodePage {
    match charset {
        0 => RtfCodePage::of(1252),
        2 => RtfCodePage::Symbols,
        77 => RtfCodePage::of(10000),
        128 => RtfCodePage::of(932),
        129 => RtfCodePage::of(949),
        134 => RtfCodePage::of(936),
        136 => RtfCodePage::of(950),
        161 => RtfCodePage::of(1253),
        162 => RtfCodePage::of(1254),
        163 => RtfCodePage::of(1258),
        177 => RtfCodePage::of(1255),
        178 => RtfCodePage::of(1256),
        186 => RtfCodePage::of(1257),
        204 => RtfCodePage::of(1251),
        222 => RtfCodePage::of(874),
        238 => RtfCodePage::of(1250),
        254 => RtfCodePage::of(437),
        255 => RtfCodePage::of(850),
        _ => RtfCodePage::Unknown,
    }
}
