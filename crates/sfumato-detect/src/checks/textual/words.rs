//! Words compared without regard to case and accents.

/// Whether `word` is `known`, which is in small letters without accents.
pub(super) fn same(word: &str, known: &str) -> bool {
    word.chars().map(plain).eq(known.chars())
}

/// Whether `word` is one of the words of `list`, which is sorted and in small letters without accents.
pub(super) fn one_of(word: &str, list: &[&str]) -> bool {
    debug_assert!(list.iter().all(|known| known.len() <= LONGEST));
    let mut buffer = [0; LONGEST];
    let mut length = 0;
    for c in word.chars().map(plain) {
        // Nothing longer is listed.
        let Some(rest) = buffer.get_mut(length..length + c.len_utf8()) else { return false };
        c.encode_utf8(rest);
        length += c.len_utf8();
    }
    let word = &buffer[..length];
    list.binary_search_by(|known| known.as_bytes().cmp(word)).is_ok()
}

/// How many bytes a word has at most that is listed.
const LONGEST: usize = 32;

/// The words of a value without the marks around them.
pub(super) fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split([' ', '\t', '\n']).map(trimmed).filter(|word| !word.is_empty())
}

/// A word without the marks around it.
pub(super) fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !is_letter_or_digit(c))
}

/// Whether a character of folded text belongs to words.
///
/// Letters beyond Latin-1 come folded to three bytes of their own: capital, small, neither.
pub(super) fn is_letter_or_digit(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{80}'..='\u{82}')
}

/// Whether a character of folded text is a capital.
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
        assert!(same("Médico", "medico"));
        assert!(same("AÑO", "ano"));
        assert!(!same("Médicos", "medico"));
        assert!(one_of("CLÍNICA", &["calle", "clinica", "hospital"]));
        assert!(!one_of("Clin", &["calle", "clinica", "hospital"]));
    }

    #[test]
    fn words_come_without_marks() {
        assert!(words(" Dr. O'Brien,\tJ.R. ").eq(["Dr", "O'Brien", "J.R"]));
        assert_eq!(words("").count(), 0);
        assert!(words("\u{80}ahap \u{80}.").eq(["\u{80}ahap", "\u{80}"]));
    }

    #[test]
    fn folded_letters_count_as_letters() {
        assert!(is_capital('\u{80}') && is_capital('Ñ') && !is_capital('\u{81}') && !is_capital('a'));
        assert!(is_letter_or_digit('\u{82}') && !is_letter_or_digit('\u{83}') && !is_letter_or_digit('.'));
    }
}
