//! What stands around a match, as far as a regular expression cannot say it, and names of columns as words.

use sfumato_automaton::{BREAK, is_word};

use super::definition::LinePart;

/// The most characters of the name of a column or field that are looked at.
const MOST_NAME: usize = 128;

/// The name of a column or field as words: `birth_date`, `phoneNumber` and `apellido2` are spelt out.
pub(super) fn spelt_out(name: &str) -> Vec<u8> {
    let mut folded: Vec<u8> = Vec::with_capacity(name.len() + 4);
    let mut last = ' ';
    for c in name.trim().trim_end_matches(|c: char| c.is_ascii_digit()).chars().take(MOST_NAME) {
        if last.is_lowercase() && c.is_uppercase() {
            folded.push(b' ');
        }
        match sfumato_automaton::fold(c) {
            sfumato_automaton::FoldedChar::Byte(b'_' | b'-' | b'.') => folded.push(b' '),
            sfumato_automaton::FoldedChar::Byte(b) => folded.push(b),
            sfumato_automaton::FoldedChar::Joined => {}
        }
        last = c;
    }
    folded.trim_ascii().to_vec()
}

/// True for a match that goes on before or after: a digit behind a mark, as in a longer number.
pub(super) fn is_in_chain(text: &[u8], start: usize, end: usize) -> bool {
    let mark = |b: u8| matches!(b, b'.' | b'-' | b'/' | b':' | b',' | b'_');
    let before = start >= 2 && mark(text[start - 1]) && is_word(text[start - 2]);
    let after = text.get(end).is_some_and(|b| mark(*b)) && text.get(end + 1).is_some_and(u8::is_ascii_digit);
    before || after
}

/// True for a match that takes as much of a line as is asked.
pub(super) fn takes_line(text: &[u8], start: usize, end: usize, part: LinePart) -> bool {
    let is_blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r');
    let starts = |b: &u8| is_blank(b) || matches!(b, b'>' | b'*' | b'-' | b'|');
    let before = text[..start].iter().rev().find(|b| !starts(b));
    let after = text[end..].iter().find(|b| !is_blank(b));
    let is_end = |b: Option<&u8>| b.is_none_or(|b| matches!(*b, b'\n' | BREAK));
    is_end(before) && (part == LinePart::Start || is_end(after))
}

/// True where a match may end: not between two characters of one word.
pub(super) fn ends_a_word(text: &[u8], end: usize) -> bool {
    !(end < text.len() && is_word(text[end]) && is_word(text[end - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_takes_its_line_from_the_start_or_whole() {
        let check = |text: &str, value: &str, part: LinePart| {
            let start = text.find(value).expect("it stands there");
            takes_line(text.as_bytes(), start, start + value.len(), part)
        };
        for text in ["Ann: yes", "a\n  Ann: yes", "a\n> Ann: yes", "a\n- Ann: yes"] {
            assert!(check(text, "Ann:", LinePart::Start) && !check(text, "Ann:", LinePart::Whole), "{text}");
        }
        assert!(!check("said Ann: yes", "Ann:", LinePart::Start));
        assert!(check("a\n Ann  \nb", "Ann", LinePart::Whole) && check("Ann", "Ann", LinePart::Whole));
    }

    #[test]
    fn names_of_columns_are_spelt_out() {
        assert_eq!(spelt_out("phoneNumber"), b"phone Number");
        assert_eq!(spelt_out(" birth_date2 "), b"birth date");
    }
}
