//! The evidence of letters and ends of words for their language, for texts too short to hold function words.
//!
//! Weights are half the log odds that a word with such a mark is English rather than Spanish, rounded, as fitted on
//! phrases of one to six words from news, the web and clinical cases.

use sfumato_automaton::is_word;

/// The weight of one function word against letters.
pub(super) const FUNCTION_WORD: i32 = 7;

/// An accent or a tilde.
const ACCENT: i32 = -8;

/// The longest end that is listed.
const LONGEST_END: usize = 4;

/// The most letters of a word that is looked at.
const LONGEST_WORD: usize = 32;

/// Ends of words, the longest counts; sorted.
const ENDS: [(&[u8], i32); 77] = [
    (b"a", -2),
    (b"able", 1),
    (b"ada", -3),
    (b"adas", -4),
    (b"ado", -5),
    (b"ados", -5),
    (b"al", -2),
    (b"an", 2),
    (b"ar", -1),
    (b"as", -3),
    (b"ce", 3),
    (b"ct", 4),
    (b"d", 1),
    (b"dad", -4),
    (b"ds", 3),
    (b"e", 1),
    (b"ed", 4),
    (b"emia", -5),
    (b"ent", 3),
    (b"er", 3),
    (b"ers", 3),
    (b"f", 1),
    (b"ful", 3),
    (b"ge", 2),
    (b"h", 1),
    (b"ia", -2),
    (b"ic", 2),
    (b"ica", -1),
    (b"ico", -1),
    (b"ida", -3),
    (b"ido", -4),
    (b"ies", 4),
    (b"ing", 4),
    (b"io", -2),
    (b"ir", -1),
    (b"is", -1),
    (b"itis", -3),
    (b"iva", -4),
    (b"ivo", -6),
    (b"k", 1),
    (b"ke", 4),
    (b"ks", 3),
    (b"ld", 3),
    (b"le", 2),
    (b"ll", 4),
    (b"ly", 5),
    (b"m", 1),
    (b"me", 4),
    (b"ment", 2),
    (b"nd", 3),
    (b"ne", 2),
    (b"ness", 2),
    (b"ns", 3),
    (b"o", -2),
    (b"oma", -4),
    (b"on", 3),
    (b"or", -1),
    (b"os", -5),
    (b"osa", -5),
    (b"oso", -4),
    (b"ous", 3),
    (b"ow", 4),
    (b"p", 1),
    (b"re", 1),
    (b"rs", 3),
    (b"se", 2),
    (b"sion", 2),
    (b"st", 4),
    (b"t", 1),
    (b"te", -1),
    (b"tion", 5),
    (b"ts", 4),
    (b"ty", 2),
    (b"u", -1),
    (b"us", -1),
    (b"ve", 2),
    (b"y", 1),
];

/// Letters anywhere in a word, each counted once.
const INSIDE: [(&[u8], i32); 22] = [
    (b"ai", 3),
    (b"ch", 1),
    (b"ea", 1),
    (b"ee", 2),
    (b"ff", 3),
    (b"gh", 3),
    (b"ie", -1),
    (b"k", 1),
    (b"nn", 1),
    (b"oo", 4),
    (b"ou", 3),
    (b"ph", 1),
    (b"pp", 1),
    (b"qu", -1),
    (b"sh", 1),
    (b"ss", 2),
    (b"th", 3),
    (b"tt", 2),
    (b"ue", -1),
    (b"w", 3),
    (b"wh", 2),
    (b"y", 2),
];

/// Letters together that are of neither language.
const FOREIGN: [&[u8]; 4] = [b"cht", b"cz", b"sz", b"tsch"];

/// Words that both languages have.
const SHARED: [&[u8]; 3] = [b"he", b"me", b"no"];

/// The joint evidence of the words of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Letters {
    /// Above zero is English, below it Spanish.
    weight: i32,
    words: u32,
    foreign: u32,
}

impl Letters {
    /// Adds a folded text; function words are counted elsewhere.
    pub(super) fn add(&mut self, folded: &[u8], is_function_word: impl Fn(&[u8]) -> bool) {
        for word in super::words(folded).filter(|word| (2..=LONGEST_WORD).contains(&word.len())) {
            let mut buffer = [0; LONGEST_WORD];
            let lower = super::lowered(word, &mut buffer);
            if lower.iter().any(|b| b.is_ascii_digit() || !is_word(*b)) {
                continue;
            }
            self.words += 1;
            if is_foreign(lower) {
                self.foreign += 1;
            } else if !is_function_word(lower) && !SHARED.contains(&lower) {
                self.weight += weight(lower);
            }
        }
    }

    /// The weight of all words; nothing if one in eight is of another language.
    pub(super) fn weight(self) -> i32 {
        if self.foreign * 8 >= self.words { 0 } else { self.weight }
    }
}

fn weight(word: &[u8]) -> i32 {
    let has_accent = word.iter().any(|b| matches!(b, 0xe1 | 0xe9 | 0xed | 0xf1 | 0xf3 | 0xfa));
    let inside: i32 = INSIDE.iter().filter(|(part, _)| contains(word, part)).map(|(_, weight)| weight).sum();
    inside + end(word) + if has_accent { ACCENT } else { 0 }
}

fn end(word: &[u8]) -> i32 {
    let lengths = (1..=LONGEST_END.min(word.len().saturating_sub(1))).rev();
    let ends = lengths.filter_map(|length| word.get(word.len() - length..));
    let found = ends.filter_map(|end| ENDS.binary_search_by_key(&end, |(listed, _)| listed).ok()).next();
    found.and_then(|nth| ENDS.get(nth)).map_or(0, |(_, weight)| *weight)
}

/// Letters of other scripts, or accents that neither language has.
fn is_foreign(word: &[u8]) -> bool {
    let is_own = |b: &u8| matches!(b, b'a'..=b'z' | 0xe1 | 0xe9 | 0xed | 0xf1 | 0xf3 | 0xfa | 0xfc);
    !word.iter().all(is_own) || FOREIGN.iter().any(|part| contains(word, part))
}

fn contains(word: &[u8], part: &[u8]) -> bool {
    word.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_in_order() {
        assert!(ENDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(ENDS.iter().all(|(end, _)| end.len() <= LONGEST_END));
    }

    #[test]
    fn the_longest_end_counts() {
        assert_eq!((end(b"nation"), end(b"salon"), end(b"negado"), end(b"ado")), (5, 3, -5, -2));
    }

    #[test]
    fn words_of_other_languages_say_nothing() {
        assert!(is_foreign(b"fran\xe7ais") && is_foreign(b"nacht") && !is_foreign(b"ping\xfcino"));
    }
}
