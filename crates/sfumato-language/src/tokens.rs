//! Tokens: words, numbers, addresses and marks.

use sfumato_document::{Document, Span};

use crate::{Language, Languages, abbreviations};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Letters, with what holds them together: `O'Brien`, `García-López`, `Dr.`
    Word,
    /// Digits, with the marks inside numbers: `3,000.5`, `38.2`, and letters glued to them: `10mg`.
    Number,
    /// A web or mail address, kept whole.
    Address,
    /// One mark of punctuation or one symbol.
    Mark,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// English endings that are tokens of their own.
const CLITICS: [&str; 7] = ["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"];

/// Cuts a document into tokens. None reaches over the border of a block.
pub(crate) fn tokenise(document: &Document, languages: Languages) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(document.text().len() / 5);
    for block in document.blocks() {
        let text = document.slice(block.span);
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            if c.is_whitespace() {
                at += c.len_utf8();
                continue;
            }
            let rest = text.get(at..).unwrap_or_default();
            let (length, kind) = next(rest, languages);
            let parts =
                if kind == TokenKind::Word { clitic(rest.get(..length).unwrap_or_default(), languages) } else { 0 };
            let start = block.span.start() + at;
            let mut push = |from: usize, to: usize| {
                if let Some(span) = document.span(from, to) {
                    tokens.push(Token { span, kind });
                }
            };
            if parts > 0 {
                push(start, start + length - parts);
                push(start + length - parts, start + length);
            } else {
                push(start, start + length);
            }
            at += length;
        }
    }
    tokens
}

/// The length and kind of the token at the start of `rest`, which is not blank there.
fn next(rest: &str, languages: Languages) -> (usize, TokenKind) {
    if let Some(length) = address(rest) {
        return (length, TokenKind::Address);
    }
    let mut chars = rest.char_indices().peekable();
    let Some((_, first)) = chars.next() else { return (0, TokenKind::Mark) };
    if !first.is_alphanumeric() {
        return (first.len_utf8(), TokenKind::Mark);
    }
    let kind = if first.is_numeric() { TokenKind::Number } else { TokenKind::Word };
    let mut end = first.len_utf8();
    let mut last = first;
    while let Some((at, c)) = chars.next() {
        let follows = |test: fn(char) -> bool, chars: &mut std::iter::Peekable<std::str::CharIndices>| {
            chars.peek().is_some_and(|(_, n)| test(*n))
        };
        let inside = match c {
            c if c.is_alphanumeric() || is_joined(c) => true,
            '\'' | '\u{2019}' | '-' | '\u{2010}' | '\u{2011}' | '·' => {
                last.is_alphabetic() && follows(char::is_alphabetic, &mut chars)
            }
            '.' | ',' | ':' | '/' => last.is_ascii_digit() && follows(|n| n.is_ascii_digit(), &mut chars),
            'º' | 'ª' => true,
            _ => false,
        };
        // Letters with stops between them: "U.S.", "i.v.".
        let dotted =
            c == '.' && last.is_alphabetic() && follows(char::is_alphabetic, &mut chars) && letters_and_stops(rest, at);
        if !inside && !dotted {
            break;
        }
        end = at + c.len_utf8();
        last = c;
    }
    // The stop of an abbreviation belongs to it.
    if kind == TokenKind::Word
        && rest.get(end..).is_some_and(|after| after.starts_with('.') && !after.starts_with(".."))
        && abbreviations::is_abbreviation(rest.get(..end).unwrap_or_default(), languages)
    {
        end += 1;
    }
    (end, kind)
}

/// Combining marks and invisible joiners.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{ad}' | '\u{2060}')
}

/// Whether what leads up to `at` is single or double letters with stops between, and so is what follows.
fn letters_and_stops(rest: &str, at: usize) -> bool {
    let short = |part: &str| (1..=2).contains(&part.chars().count());
    let before = rest.get(..at).unwrap_or_default();
    let after = rest.get(at + 1..).unwrap_or_default();
    let next: usize = after.chars().take_while(|c| c.is_alphabetic()).take(3).map(char::len_utf8).sum();
    before.len() <= 24 && before.split('.').all(short) && after.get(..next).is_some_and(short)
}

/// The length of a web or mail address at the start of `rest`.
fn address(rest: &str) -> Option<usize> {
    let schemes = ["http://", "https://", "ftp://", "www."];
    let starts_with_scheme = rest
        .as_bytes()
        .first()
        .is_some_and(|b| matches!(b, b'h' | b'H' | b'f' | b'F' | b'w' | b'W'))
        && schemes.iter().any(|scheme| rest.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)));
    let is_local = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+' | b'%');
    if !starts_with_scheme {
        let local = rest.bytes().take(65).take_while(is_local).count();
        let host =
            rest.get(local + 1..).filter(|_| (1..=64).contains(&local) && rest.as_bytes().get(local) == Some(&b'@'))?;
        let length =
            host.bytes().take(255).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
        let host = host.get(..length)?.trim_end_matches(['.', '-']);
        return (host.contains('.') && rest.as_bytes()[0].is_ascii_alphanumeric()).then_some(local + 1 + host.len());
    }
    let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"')).unwrap_or(rest.len());
    Some(rest.get(..length)?.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']).len())
}

/// How long the clitic at the end of an English word is.
fn clitic(word: &str, languages: Languages) -> usize {
    if !languages.includes(Language::English) {
        return 0;
    }
    let straight = word.replace('\u{2019}', "'").to_ascii_lowercase();
    let Some(ending) = CLITICS.iter().find(|ending| straight.len() > ending.len() && straight.ends_with(**ending))
    else {
        return 0;
    };
    word.chars().rev().take(ending.len()).map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_document::formats::{Format, Text};

    fn check(text: &str, language: Language, expected: &[&str]) {
        let document = Text.read(text.as_bytes().to_vec()).expect("readable");
        let tokens = tokenise(&document, Languages::only(language));
        let found: Vec<&str> = tokens.iter().map(|token| document.slice(token.span)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_keep_what_holds_them_together() {
        check(
            "Mr. O'Brien-Lee didn't see Ann's.",
            Language::English,
            &["Mr.", "O'Brien-Lee", "did", "n't", "see", "Ann", "'s", "."],
        );
        check(
            "Dª. M.ª del Mar, C/ Mayor nº 3",
            Language::Spanish,
            &["Dª.", "M.ª", "del", "Mar", ",", "C", "/", "Mayor", "nº", "3"],
        );
        check(
            "the U.S. gave 10mg p.o. today.",
            Language::English,
            &["the", "U.S.", "gave", "10mg", "p.o.", "today", "."],
        );
    }

    #[test]
    fn numbers_and_addresses_are_whole() {
        check("3,000.5 at 38.2, 12/03/2020.", Language::English, &["3,000.5", "at", "38.2", ",", "12/03/2020", "."]);
        check(
            "see https://a.example/x?y=1, or mail a.b@c.example.",
            Language::English,
            &["see", "https://a.example/x?y=1", ",", "or", "mail", "a.b@c.example", "."],
        );
    }

    #[test]
    fn accents_typed_apart_stay_in_their_word() {
        check("Nun\u{303}o vino", Language::Spanish, &["Nun\u{303}o", "vino"]);
    }
}
