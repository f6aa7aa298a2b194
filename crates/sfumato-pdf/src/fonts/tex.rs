//! Fonts of dots as TeX makes them: their glyphs are named by the number of their code, and the codes are those of TeX.

/// The codes of T1 from nought up to the blank, but for those of accents, with the ligatures of OT1 where T1 has none.
const LOW: &str = "□□□□□□□□□□□ﬀﬁﬂﬃﬄ“”„«»–—□□ıȷﬀﬁﬂﬃﬄ";

/// The codes of T1 from 80 on.
const HIGH: &str = "\
    ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ□àáâãäåæç\
    èéêëìíîïðñòóôõöœøùúûüýþß";

/// Stands in the tables where a code has no letter.
const NONE: char = '□';

/// True if glyphs are named by the numbers of their codes, as in `a97`: all that have a name at all.
pub(super) fn are_numbers(names: &[Option<&[u8]>]) -> bool {
    let named = || names.iter().enumerate().filter_map(|(code, name)| Some((code, (*name)?)));
    let named = || named().filter(|(_, name)| *name != b".notdef");
    let is_number = |code: usize, name: &[u8]| {
        let digits = name.get(1..).and_then(|digits| std::str::from_utf8(digits).ok());
        name.first().is_some_and(u8::is_ascii_alphabetic) && digits.and_then(|digits| digits.parse().ok()) == Some(code)
    };
    named().next().is_some() && named().all(|(code, name)| is_number(code, name))
}

/// Returns the text of a code.
pub(super) fn text_of(code: u8) -> Option<String> {
    let letter = match code {
        0..0x20 => LOW.chars().nth(usize::from(code)),
        0x27 => Some('’'),
        0x60 => Some('‘'),
        0x20..0x7F => Some(char::from(code)),
        0x7F => Some('-'),
        0x80.. => HIGH.chars().nth(usize::from(code) - 0x80),
    };
    letter.filter(|letter| *letter != NONE).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_names() {
        let mut names: Vec<Option<&[u8]>> = vec![None; 256];
        assert!(!are_numbers(&names));
        names[97] = Some(b"a97");
        names[98] = Some(b".notdef");
        assert!(are_numbers(&names));
        names[99] = Some(b"a98");
        assert!(!are_numbers(&names));
    }

    #[test]
    fn codes_are_those_of_tex() {
        let texts = [b'a', 0x0C, 0x10, 0x15, 0x1B, 0x1C, 0xE4, 0xFF, 0x80, 0xAA].map(text_of);
        let expected = ["a", "ﬁ", "“", "–", "ﬀ", "ﬁ", "ä", "ß", "Ă", "ł"];
        assert_eq!(texts.map(|text| text.unwrap_or_default()), expected.map(str::to_owned));
        assert_eq!((LOW.chars().count(), HIGH.chars().count()), (32, 128));
        assert_eq!(text_of(0), None);
    }
}
