//! Words compared without regard to case and accents.

use sfumato_words::{ByLanguage, WordTable};

/// Lists of words in small letters without accents.
pub(super) trait PlainWords {
    /// True if a word is listed, without regard to case and accents.
    fn has_plain(&self, word: &str) -> bool;
}

impl PlainWords for WordTable {
    fn has_plain(&self, word: &str) -> bool {
        plain_word(word, &mut [0; LONGEST]).is_some_and(|word| self.has(word))
    }
}

impl PlainWords for ByLanguage<WordTable> {
    fn has_plain(&self, word: &str) -> bool {
        plain_word(word, &mut [0; LONGEST]).is_some_and(|word| self.has(word))
    }
}

/// The most bytes of a word that is listed.
const LONGEST: usize = 32;

/// A word in small letters without accents; `None` if it is longer than any that is listed.
fn plain_word<'b>(word: &str, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let mut length = 0;
    for c in word.chars().map(plain) {
        length += c.encode_utf8(buffer.get_mut(length..length + c.len_utf8())?).len();
    }
    std::str::from_utf8(buffer.get(..length)?).ok()
}

/// The words of a value without the marks around them.
pub(super) fn words_of(value: &str) -> impl Iterator<Item = &str> {
    value.split([' ', '\t', '\n']).map(trimmed).filter(|word| !word.is_empty())
}

/// A word without the marks around it.
pub(super) fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !is_letter_or_digit(c))
}

/// True for a character of folded text that belongs to words.
///
/// Letters beyond Latin-1 come folded to three bytes of their own: capital, small, neither.
pub(super) fn is_letter_or_digit(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{80}'..='\u{82}')
}

/// True for a capital of folded text.
pub(super) fn is_capital(c: char) -> bool {
    c.is_uppercase() || c == '\u{80}'
}

/// The small letter without its accent.
fn plain(c: char) -> char {
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'Á' | 'À' | 'Â' | 'Ä' | 'Ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'Í' | 'Ì' | 'Î' | 'Ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'Ó' | 'Ò' | 'Ô' | 'Ö' | 'Õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'Ú' | 'Ù' | 'Û' | 'Ü' => 'u',
        'ñ' | 'Ñ' => 'n',
        'ç' | 'Ç' => 'c',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_matter() {
        static UNITS: WordTable = sfumato_words::words!("es/recognition", "institutions before addresses");
        assert!(UNITS.has_plain("CLÍNICA") && UNITS.has_plain("Hospital"));
        assert!(!UNITS.has_plain("Clin") && !UNITS.has_plain("") && !UNITS.has_plain(&"a".repeat(40)));
    }

    #[test]
    fn words_come_without_marks() {
        assert!(words_of(" Dr. O'Brien,\tJ.R. ").eq(["Dr", "O'Brien", "J.R"]));
        assert_eq!(words_of("").count(), 0);
        assert!(words_of("\u{80}ahap \u{80}.").eq(["\u{80}ahap", "\u{80}"]));
    }

    #[test]
    fn folded_letters_count_as_letters() {
        assert!(is_capital('\u{80}') && is_capital('Ñ') && !is_capital('\u{81}') && !is_capital('a'));
        assert!(is_letter_or_digit('\u{82}') && !is_letter_or_digit('\u{83}') && !is_letter_or_digit('.'));
    }
}
