//! Words compared without regard to case and accents.

/// True if `word` is `known`, which is in small letters without accents.
pub(super) fn same(word: &str, known: &str) -> bool {
    word.chars().map(plain).eq(known.chars())
}

/// Words in small letters without accents, sorted.
pub(super) struct Listed {
    words: &'static [&'static str],
    /// A bit for the hash of each: nearly no word is listed.
    sieve: [u64; SIEVE / 64],
}

impl Listed {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let mut sieve = [0; SIEVE / 64];
        let mut nth = 0;
        while nth < words.len() {
            let word = words[nth].as_bytes();
            assert!(word.len() <= LONGEST);
            assert!(nth == 0 || is_before(words[nth - 1].as_bytes(), word));
            let mut hash = SEED;
            let mut at = 0;
            while at < word.len() {
                hash = mix(hash, word[at]);
                at += 1;
            }
            let bit = bit(hash);
            sieve[bit / 64] |= 1 << (bit % 64);
            nth += 1;
        }
        Self { words, sieve }
    }

    /// True for a word that is listed.
    pub fn holds(&self, word: &str) -> bool {
        let mut buffer = [0; LONGEST];
        let mut length = 0;
        let mut hash = SEED;
        if word.is_ascii() {
            let hash = word.bytes().fold(SEED, |hash, byte| mix(hash, byte.to_ascii_lowercase()));
            return self.may_hold(hash) && {
                let by = |known: &&str| known.bytes().cmp(word.bytes().map(|byte| byte.to_ascii_lowercase()));
                self.words.binary_search_by(by).is_ok()
            };
        }
        for c in word.chars().map(plain) {
            // Nothing longer is listed.
            let Some(rest) = buffer.get_mut(length..length + c.len_utf8()) else { return false };
            for byte in c.encode_utf8(rest).bytes() {
                hash = mix(hash, byte);
            }
            length += c.len_utf8();
        }
        self.may_hold(hash) && self.words.binary_search_by(|known| known.as_bytes().cmp(&buffer[..length])).is_ok()
    }

    fn may_hold(&self, hash: u32) -> bool {
        let bit = bit(hash);
        self.sieve[bit / 64] & (1 << (bit % 64)) != 0
    }
}

/// True if a word comes before another.
const fn is_before(first: &[u8], second: &[u8]) -> bool {
    let mut at = 0;
    while at < first.len() && at < second.len() && first[at] == second[at] {
        at += 1;
    }
    at < second.len() && (at == first.len() || first[at] < second[at])
}

/// The most bytes of a word that is listed.
const LONGEST: usize = 32;
/// The number of bits of a sieve.
const SIEVE: usize = 1 << 12;
const SEED: u32 = 0x811c_9dc5;

const fn mix(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn bit(hash: u32) -> usize {
    (hash >> (32 - SIEVE.trailing_zeros())) as usize
}

/// The words of a value without the marks around them.
pub(super) fn words(value: &str) -> impl Iterator<Item = &str> {
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
        assert!(same("Médico", "medico"));
        assert!(same("AÑO", "ano"));
        assert!(!same("Médicos", "medico"));
        static LISTED: Listed = Listed::new(&["calle", "clinica", "hospital"]);
        assert!(LISTED.holds("CLÍNICA") && LISTED.holds("Hospital"));
        assert!(!LISTED.holds("Clin") && !LISTED.holds("") && !LISTED.holds(&"a".repeat(40)));
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
