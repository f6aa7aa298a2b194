//! Characters: which make up words, which belong to the one before them.

/// True if a character is part of words and numbers. Superscript figures stand alone: `km` `²`.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c.is_alphanumeric() && !matches!(c, '²' | '³' | '¹')
}

/// Combining marks, joiners and marks of direction: they have no place of their own and stay with what they follow.
pub(super) fn is_joined(c: char) -> bool {
    // Nothing in ASCII is, which is most of what is asked.
    !c.is_ascii()
        && matches!(c,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'
        | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{61c}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}'
        | '\u{93c}' | '\u{94d}' | '\u{9bc}' | '\u{9cd}' | '\u{a4d}' | '\u{acd}' | '\u{b4d}' | '\u{bcd}' | '\u{c4d}'
        | '\u{ccd}' | '\u{d4d}' | '\u{e38}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{feff}')
}

/// A straight or curly apostrophe, or what is typed for one.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '`' | '\u{b4}')
}

/// A hyphen; not a dash.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// The most bytes of a word that is looked up in lists.
pub(crate) const LONGEST: usize = 32;

/// A word in lower case, byte for byte, if it is short and of Latin letters: the accents stay, and so do the places.
pub(crate) fn lowered<'b>(word: &str, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let target = buffer.get_mut(..word.len())?;
    target.copy_from_slice(word.as_bytes());
    let mut after_c3 = false;
    for byte in target.iter_mut() {
        // The capitals from À to Þ are 0xC3 and a byte that is 0x20 less than that of the small letter.
        *byte = match *byte {
            0x80..=0x9e if after_c3 => *byte + 0x20,
            plain => plain.to_ascii_lowercase(),
        };
        after_c3 = *byte == 0xc3;
    }
    std::str::from_utf8(target).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_lowered_in_place() {
        let mut buffer = [0; LONGEST];
        assert_eq!(lowered("ÁRBOL-Ñu", &mut buffer), Some("árbol-ñu"));
        assert_eq!(lowered("×", &mut buffer).map(str::len), Some(2));
        assert_eq!(lowered("a".repeat(LONGEST + 1).as_str(), &mut buffer), None);
    }
}
