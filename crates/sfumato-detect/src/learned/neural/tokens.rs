//! The text as a network reads it: runs of letters, runs of digits, single marks and line breaks, one after the other.

use std::iter::Peekable;
use std::str::CharIndices;

use sfumato_automaton::{FoldedChar, compose, fold};

/// A token and its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NetworkToken {
    pub start: usize,
    pub end: usize,
    pub kind: NetworkTokenKind,
    /// True if a blank stands before it.
    pub is_apart: bool,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NetworkTokenKind {
    Letters,
    Digits,
    Mark,
    /// The end of a line.
    Line,
    /// The end of a line with nothing but blanks to the end of the next, or of several.
    Gap,
}

/// The tokens of a text. They are made as they are asked for, so that a long text needs no more room than a short one.
pub(crate) struct NetworkTokens<'t> {
    characters: Peekable<CharIndices<'t>>,
    is_apart: bool,
}

impl<'t> NetworkTokens<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { characters: text.char_indices().peekable(), is_apart: false }
    }

    /// The end of a run that goes on for as long as characters are of its kind, or belong to the one before them.
    fn run(&mut self, mut end: usize, kind: NetworkTokenKind) -> usize {
        while let Some((at, c)) = self.characters.next_if(|(_, c)| of(*c).is_none_or(|own| own == Some(kind))) {
            end = at + c.len_utf8();
        }
        end
    }

    /// The end of the blanks behind the end of a line: the last line that holds nothing else.
    fn gap(&mut self) -> Option<usize> {
        let mut end = None;
        self.is_apart = false;
        while let Some((at, c)) = self.characters.next_if(|(_, c)| c.is_whitespace()) {
            self.is_apart = is_blank(c);
            if c == '\n' {
                end = Some(at + 1);
            }
        }
        end
    }
}

impl Iterator for NetworkTokens<'_> {
    type Item = NetworkToken;

    fn next(&mut self) -> Option<NetworkToken> {
        loop {
            let (start, c) = self.characters.next()?;
            let end = start + c.len_utf8();
            let is_apart = std::mem::take(&mut self.is_apart);
            if c == '\n' {
                let gap = self.gap();
                let kind = if gap.is_some() { NetworkTokenKind::Gap } else { NetworkTokenKind::Line };
                return Some(NetworkToken { start, end: gap.unwrap_or(end), kind, is_apart });
            }
            match of(c) {
                Some(None) => self.is_apart = is_blank(c),
                // It belongs to nothing.
                None => self.is_apart = is_apart,
                Some(Some(kind)) => {
                    let end = if kind == NetworkTokenKind::Mark { end } else { self.run(end, kind) };
                    return Some(NetworkToken { start, end, kind, is_apart });
                }
            }
        }
    }
}

/// The kind of token that a character is part of: none, if it is a blank, and not even that, if it belongs to the one
/// before it.
fn of(c: char) -> Option<Option<NetworkTokenKind>> {
    if c.is_whitespace() {
        return Some(None);
    }
    match fold(c) {
        FoldedChar::Joined => None,
        FoldedChar::Byte(b'0'..=b'9') => Some(Some(NetworkTokenKind::Digits)),
        _ if c.is_alphanumeric() => Some(Some(NetworkTokenKind::Letters)),
        _ => Some(Some(NetworkTokenKind::Mark)),
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}')
}

/// The letters of a token as they are looked up: digits of any script and wide letters as usual ones, accents typed
/// apart as part of their letter, nothing invisible; a line break as itself.
pub(crate) fn spell(text: &str, kind: NetworkTokenKind, form: &mut String) {
    form.clear();
    match kind {
        NetworkTokenKind::Line => form.push('\n'),
        NetworkTokenKind::Gap => form.push_str("\n\n"),
        NetworkTokenKind::Letters | NetworkTokenKind::Digits | NetworkTokenKind::Mark => {
            for c in text.chars() {
                match fold(c) {
                    FoldedChar::Joined => accent(form, c),
                    FoldedChar::Byte(digit @ b'0'..=b'9') => form.push(char::from(digit)),
                    FoldedChar::Byte(wide) if ('\u{ff01}'..='\u{ff5e}').contains(&c) => form.push(char::from(wide)),
                    FoldedChar::Byte(_) => form.push(c),
                }
            }
        }
    }
}

/// Puts an accent on the last letter, if there is such a letter.
fn accent(form: &mut String, mark: char) {
    let last = form.chars().next_back();
    let composed = last.and_then(|last| u8::try_from(last as u32).ok()).and_then(|last| compose(last, mark));
    if let Some(composed) = composed {
        form.pop();
        form.push(char::from(composed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, bool)> {
        let mut form = String::new();
        let spelt = NetworkTokens::new(text).map(|token| {
            spell(text.get(token.start..token.end).expect("between characters"), token.kind, &mut form);
            (form.clone(), token.is_apart)
        });
        spelt.collect()
    }

    fn forms(text: &str) -> Vec<String> {
        read(text).into_iter().map(|(form, _)| form).collect()
    }

    #[test]
    fn letters_digits_and_marks_stand_apart() {
        assert_eq!(forms("NHC:12b_Pérez-Ruiz"), ["NHC", ":", "12", "b", "_", "Pérez", "-", "Ruiz"]);
        assert_eq!(
            read("a b\tc\u{a0}d-e").iter().map(|(_, apart)| *apart).collect::<Vec<_>>(),
            [false, true, true, true, false, false]
        );
    }

    #[test]
    fn lines_end_once_or_with_a_gap() {
        assert_eq!(forms("a\r\nb"), ["a", "\n", "b"]);
        assert_eq!(forms("a\n \n\n  b\n"), ["a", "\n\n", "b", "\n"]);
        assert_eq!(read("a\n\n  b").last(), Some(&("b".to_owned(), true)));
        assert_eq!(forms(""), [""; 0]);
    }

    #[test]
    fn what_cannot_be_seen_parts_nothing() {
        assert_eq!(forms("Pe\u{301}\u{ad}rez\u{200b}"), ["Pérez"]);
        assert_eq!(forms("\u{feff}12\u{ff13}"), ["123"]);
        assert_eq!(forms("\u{ff21}na"), ["Ana"]);
    }
}
