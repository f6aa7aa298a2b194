//! True if what a font says of its codes is what its glyphs show.
//!
//! A map from codes to text is for copying and searching; what is seen goes by names, encodings and the font file. Where
//! the two say different letters, one of them lies, and nobody can tell which.

use super::readable;

/// Letters that are drawn alike: those that look like the last of each.
const ALIKE: &str = "\
    Α А:A;Β В:B;С Ϲ:C;Ε Е:E;Η Н:H;Ι І Ӏ:I;Ј:J;Κ К:K;Μ М:M;Ν:N;Ο О:O;Ρ Р:P;Ѕ:S;Τ Т:T;Υ У:Y;Χ Х:X;Ζ:Z;а α:a;с ϲ:c;е:e;\
    і ι ı ɩ:i;ј ȷ:j;к κ:k;ο о ο:o;р ρ:p;ѕ:s;υ:u;ν:v;х χ:x;у γ:y;ω:w;";

/// A letter as it is told from others: small, without accents, one of those that look alike.
fn plain(letter: char) -> char {
    let alike = ALIKE.split(';').find_map(|entry| {
        let (letters, like) = entry.rsplit_once(':')?;
        letters.contains(letter).then(|| like.chars().next()).flatten()
    });
    let letter = alike.unwrap_or(letter);
    let bare = match letter {
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' | 'ª' => 'a',
        'Ç' | 'ç' | 'Ć'..='č' => 'c',
        'Ď'..='đ' | 'Ð' | 'ð' => 'd',
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => 'e',
        'Ĝ'..='ģ' => 'g',
        'Ĥ'..='ħ' => 'h',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => 'i',
        'Ĵ' | 'ĵ' => 'j',
        'Ķ' | 'ķ' => 'k',
        'Ĺ'..='ł' => 'l',
        'Ñ' | 'ñ' | 'Ń'..='ň' => 'n',
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō'..='ő' | 'º' => 'o',
        'Ŕ'..='ř' => 'r',
        'Ś'..='š' | 'ſ' | 'Ș' | 'ș' => 's',
        'Ţ'..='ŧ' | 'Ț' | 'ț' => 't',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' => 'u',
        'Ŵ' | 'ŵ' => 'w',
        'Ý' | 'ý' | 'ÿ' | 'Ŷ'..='Ÿ' => 'y',
        'Ź'..='ž' => 'z',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '\u{2070}' | '\u{2080}' => '0',
        '\u{2074}'..='\u{2079}' => char::from_u32(u32::from(letter) - 0x2070 + 0x30).unwrap_or(letter),
        '\u{2081}'..='\u{2089}' => char::from_u32(u32::from(letter) - 0x2080 + 0x30).unwrap_or(letter),
        other => other,
    };
    bare.to_lowercase().next().unwrap_or(bare)
}

/// True if two readings of a code are of different letters. Signs that are no letters go by many names, and a letter
/// that is told where a sign is seen hides nothing.
pub(super) fn contradict(told: &str, seen: &str) -> bool {
    let plain_text = |text: &str| -> String {
        readable(text).unwrap_or_default().chars().filter(|letter| letter.is_alphanumeric()).map(plain).collect()
    };
    let seen_letters = plain_text(seen);
    if seen_letters.is_empty() || !seen_letters.is_ascii() {
        return false;
    }
    let told = readable(told).unwrap_or_default();
    // Numbers in circles and the like are signs with a letter in them.
    if told.chars().any(|letter| !letter.is_ascii() && !letter.is_alphabetic() && !letter.is_whitespace()) {
        return false;
    }
    plain_text(&told) != seen_letters
}

/// The number of codes of a font that are told and seen, of those that differ, and of those that are told to be
/// nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FontEvidence {
    compared: usize,
    differing: usize,
    blank: usize,
}

/// Fewer codes may differ by a mistake of who made the font.
const FEWEST: usize = 3;

/// No font has more blanks than this: of one width and of another, with a break and without.
const MOST_BLANKS: usize = 8;

impl FontEvidence {
    /// Takes one code in.
    pub fn add(&mut self, contradicts: bool) {
        self.compared += 1;
        self.differing += usize::from(contradicts);
    }

    /// Takes one code in that is told to be a blank or nothing, where nobody knows what is seen.
    pub fn add_blank(&mut self) {
        self.blank += 1;
    }

    /// True if nothing that the map says can be believed.
    pub fn is_a_lie(self) -> bool {
        (self.differing >= FEWEST && self.differing * 10 >= self.compared) || self.blank > MOST_BLANKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_letters_contradict_and_forms_of_one_do_not() {
        for (told, seen) in [
            ("J", "x"),
            ("1", "7"),
            (" ", "J"),
            ("-", "J"),
            ("", "J"),
            ("é", "J"),
            ("ж", "J"),
            ("fi", "J"),
            ("ab", "a"),
        ] {
            assert!(contradict(told, seen), "{told} {seen}");
        }
        for (told, seen) in [
            ("J", "j"),
            ("fi", "ﬁ"),
            ("e", "é"),
            ("А", "A"),
            ("i", "ı"),
            ("µ", "μ"),
            ("\u{AD}", "-"),
            ("2", "²"),
            ("a", "."),
            ("∆", "Δ"),
            ("①", "1"),
        ] {
            assert!(!contradict(told, seen), "{told} {seen}");
        }
    }
}
