//! The alphabet of folded text: what each character becomes.

/// Stands between two blocks of a document; no pattern matches it.
pub const BREAK: u8 = 0x00;
/// Anything that is neither letter, digit, blank nor a mark with a byte of its own.
pub(crate) const SYMBOL: u8 = 0x01;
/// A capital letter beyond Latin-1.
const UPPER: u8 = 0x80;
/// A small letter beyond Latin-1.
const LOWER: u8 = 0x81;
/// A letter without case.
const LETTER: u8 = 0x82;
/// The euro sign.
const EURO: u8 = 0x83;

/// The result of folding a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldedChar {
    /// One byte.
    Byte(u8),
    /// Nothing: the character belongs to the one before it (combining marks, zero-width characters, soft hyphens).
    Joined,
}

/// Folds one character.
///
/// ```
/// use sfumato_automaton::{FoldedChar, fold};
/// assert_eq!(fold('a'), FoldedChar::Byte(b'a'));
/// assert_eq!(fold('\u{2013}'), FoldedChar::Byte(b'-'));
/// assert_eq!(fold('\u{200b}'), FoldedChar::Joined);
/// ```
#[inline]
pub fn fold(c: char) -> FoldedChar {
    let code = c as u32;
    if code < 0x80 {
        return FoldedChar::Byte(match code as u8 {
            b @ (b'\t' | b'\n' | 0x20..=0x7e) => b,
            b'\r' => b'\n',
            0x0b | 0x0c => b'\n',
            _ => SYMBOL,
        });
    }
    fold_wide(c)
}

fn fold_wide(c: char) -> FoldedChar {
    FoldedChar::Byte(match c {
        '\u{ad}'
        | '\u{300}'..='\u{36f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => return FoldedChar::Joined,
        '\u{85}' | '\u{2028}' | '\u{2029}' => b'\n',
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => b' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => b'-',
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{b4}' | '\u{2bc}' => b'\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' => b'"',
        '\u{2044}' | '\u{2215}' => b'/',
        '\u{2024}' => b'.',
        '\u{20ac}' => EURO,
        '\u{ff01}'..='\u{ff5e}' => (c as u32 - 0xff01 + 0x21) as u8,
        '\u{a1}'..='\u{ff}' => c as u32 as u8,
        _ => match decimal(c) {
            Some(digit) => b'0' + digit,
            None if c.is_uppercase() => UPPER,
            None if c.is_lowercase() => LOWER,
            None if c.is_alphabetic() => LETTER,
            None => SYMBOL,
        },
    })
}

/// The value of a decimal digit of the scripts people type numbers in.
fn decimal(c: char) -> Option<u8> {
    const ZEROS: [u32; 14] = [
        0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
    ];
    let code = c as u32;
    if let Some(zero) = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code)) {
        return Some((code - zero) as u8);
    }
    // Mathematical digits: five alphabets of ten, one after another.
    (0x1d7ce..=0x1d7ff).contains(&code).then(|| ((code - 0x1d7ce) % 10) as u8)
}

/// The composed letter of a folded base letter and a combining mark, if Latin-1 has it.
pub fn compose(base: u8, mark: char) -> Option<u8> {
    // Letters and what each becomes, one behind the other.
    let row = match mark {
        '\u{300}' => "AÀEÈIÌOÒUÙaàeèiìoòuù",
        '\u{301}' => "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyý",
        '\u{302}' => "AÂEÊIÎOÔUÛaâeêiîoôuû",
        '\u{303}' => "AÃNÑOÕaãnñoõ",
        '\u{308}' => "AÄEËIÏOÖUÜaäeëiïoöuü",
        '\u{30a}' => "AÅaå",
        '\u{327}' => "CÇcç",
        _ => "",
    };
    let mut letters = row.chars();
    while let Some((letter, composed)) = letters.next().zip(letters.next()) {
        if letter == char::from(base) {
            return u8::try_from(composed).ok();
        }
    }
    None
}

/// A character that folds to `byte`, for asking whether a class of characters holds it.
pub fn represent(byte: u8) -> Option<char> {
    match byte {
        BREAK => None,
        SYMBOL => Some('\u{2603}'),
        UPPER => Some('\u{141}'),
        LOWER => Some('\u{142}'),
        LETTER => Some('\u{5b57}'),
        EURO => Some('\u{20ac}'),
        b => match fold(char::from(b)) {
            FoldedChar::Byte(folded) if folded == b => Some(char::from(b)),
            _ => None,
        },
    }
}

/// True for a folded letter or digit: what the borders of words are made of.
#[inline]
pub const fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = match b as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | UPPER | LOWER | LETTER => true,
            0xd7 | 0xf7 => false,
            0xc0..=0xff => true,
            _ => false,
        };
        b += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_is_represented_folds_to_itself() {
        for byte in 1..=255u8 {
            if let Some(c) = represent(byte) {
                assert_eq!(fold(c), FoldedChar::Byte(byte), "byte {byte:#x}");
            }
        }
    }

    #[test]
    fn every_character_folds_and_none_to_a_break() {
        for c in '\0'..=char::MAX {
            assert_ne!(fold(c), FoldedChar::Byte(BREAK));
        }
    }

    #[test]
    fn words_are_letters_and_digits() {
        for c in ['a', 'Z', '7', 'ñ', 'É', 'Ł', '字', '٣'] {
            let FoldedChar::Byte(b) = fold(c) else { panic!("joined") };
            assert!(is_word(b), "{c}");
        }
        for c in [' ', '-', '_', '×', '÷', '€', '☃', '.'] {
            let FoldedChar::Byte(b) = fold(c) else { panic!("joined") };
            assert!(!is_word(b), "{c}");
        }
    }

    #[test]
    fn accents_typed_apart_compose() {
        assert_eq!(compose(b'n', '\u{303}'), Some(0xf1));
        assert_eq!(compose(b'x', '\u{301}'), None);
    }
}
