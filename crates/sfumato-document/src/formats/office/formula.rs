//! Formulas of spreadsheets: the strings and numbers in them, which are text, and the names they call things by.
//!
//! Only strings and long numbers are read as text, so that no edit breaks a formula.
//! The names (of sheets, ranges, tables, columns) follow what became of the thing that bears them.

use std::collections::HashMap;
use std::ops::Range;

use crate::splice::Coding;
use crate::xml;

/// A whole number of so many digits may be somebody's.
const LONG_NUMBER: usize = 7;
/// Excel takes no longer strings in formulas.
const LONGEST_STRING: usize = 255;

/// The language of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// That of Excel: `'A sheet'!A1`.
    Excel,
    /// That of OpenDocument: `[$'A sheet'.A1]`.
    Open,
    /// No formula but an address, or several: `$'A sheet'.A1:.B2`.
    OpenAddress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    /// The inside of a string.
    String,
    /// The inside of a quoted address of a file.
    File,
    Number,
    /// The name of a sheet with its quotes, or of the first and last of several.
    Sheet,
    /// A word: the name of a range or a table, a function, a cell.
    Name,
    /// The name of a column of a table.
    Column,
}

struct Token {
    kind: TokenKind,
    /// Where it lies in the source.
    source: Range<usize>,
    /// What it says, without escapes.
    text: String,
}

/// New names for things, by their old ones.
#[derive(Default)]
pub(crate) struct Renames {
    /// Of sheets.
    pub sheets: HashMap<String, String>,
    /// Of ranges and tables; the old ones in lower case.
    pub names: HashMap<String, String>,
    /// Of columns of tables.
    pub columns: HashMap<String, String>,
}

impl Renames {
    /// Whether everything keeps its name.
    pub fn is_empty(&self) -> bool {
        self.sheets.is_empty() && self.names.is_empty() && self.columns.is_empty()
    }

    /// The name of a sheet, or of the first and last of several, as it becomes.
    fn sheet(&self, name: &str) -> Option<String> {
        if let Some(new) = self.sheets.get(name) {
            return Some(new.clone());
        }
        let (first, last) = name.split_once(':')?;
        let (new_first, new_last) = (self.sheets.get(first), self.sheets.get(last));
        let either = new_first.or(new_last).is_some();
        either.then(|| format!("{}:{}", new_first.map_or(first, String::as_str), new_last.map_or(last, String::as_str)))
    }

    fn renamed(&self, token: &Token) -> Option<String> {
        match token.kind {
            TokenKind::Sheet => self.sheet(&token.text).map(|name| format!("'{}'", name.replace('\'', "''"))),
            TokenKind::Name => self.names.get(&token.text.to_lowercase()).cloned(),
            TokenKind::Column => self.columns.get(&token.text).map(|name| escaped_column(name)),
            TokenKind::String | TokenKind::File | TokenKind::Number => None,
        }
    }
}

/// The name of a column as it stands between brackets.
fn escaped_column(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '[' | ']' | '#' | '\'' | '@') {
            out.push('\'');
        }
        out.push(c);
    }
    out
}

/// A string or a long number in a formula: where it stands, how it is written, and what it says.
pub(crate) type Text = (Range<usize>, Coding, String);

/// The strings and long numbers of the formula that stands at `range` of the source.
pub(crate) fn texts(source: &str, range: Range<usize>, syntax: Syntax) -> Vec<Text> {
    let formula = source.get(range.clone()).unwrap_or_default();
    if !may_say_something(formula, syntax) {
        return Vec::new();
    }
    let mut texts = Vec::new();
    for token in tokens(formula, syntax) {
        let coding = match token.kind {
            TokenKind::String => Coding::FormulaString { quote: b'"' },
            TokenKind::File => Coding::FormulaString { quote: b'\'' },
            TokenKind::Number => Coding::FormulaNumber,
            TokenKind::Sheet | TokenKind::Name | TokenKind::Column => continue,
        };
        if !token.text.trim().is_empty() {
            texts.push((range.start + token.source.start..range.start + token.source.end, coding, token.text));
        }
    }
    texts
}

/// A first look, since most formulas only refer to cells.
fn may_say_something(formula: &str, syntax: Syntax) -> bool {
    let bytes = formula.as_bytes();
    memchr::memchr2(b'"', b'&', bytes).is_some()
        || (syntax != Syntax::Excel && memchr::memchr(b'\'', bytes).is_some())
        || bytes.windows(LONG_NUMBER).any(|digits| digits.iter().all(u8::is_ascii_digit))
}

/// The formula with its names as they become and no string too long; nothing if it stays as it is.
pub(crate) fn renamed(formula: &str, syntax: Syntax, renames: &Renames) -> Option<String> {
    let mut out = String::with_capacity(formula.len() + 16);
    let mut at = 0;
    for token in tokens(formula, syntax) {
        let is_long = syntax == Syntax::Excel && token.kind == TokenKind::String;
        let new = match token.text.char_indices().nth(LONGEST_STRING).filter(|_| is_long) {
            Some((end, _)) => token.text.get(..end).map(|text| text.replace('"', "\"\"")),
            None => renames.renamed(&token),
        };
        if let Some(new) = new {
            out.push_str(formula.get(at..token.source.start)?);
            xml::escape_attribute(&new, &mut out);
            at = token.source.end;
        }
    }
    if at == 0 {
        return None;
    }
    out.push_str(formula.get(at..)?);
    Some(out)
}

/// Whether a formula would put together again what was taken out of its result: a string of its own stood in the
/// result before and stands there no more.
pub(crate) fn restores(formula: &str, syntax: Syntax, before: &str, after: &str) -> bool {
    tokens(formula, syntax).iter().filter(|token| token.kind == TokenKind::String).any(|token| {
        let text = token.text.trim();
        text.chars().filter(|c| c.is_alphanumeric()).count() >= 2 && before.contains(text) && !after.contains(text)
    })
}

/// A formula that is only a string, escaped.
pub(crate) fn constant(text: &str) -> String {
    let mut written = String::new();
    xml::escape_attribute(&format!("\"{}\"", text.replace('"', "\"\"")), &mut written);
    written
}

fn tokens(formula: &str, syntax: Syntax) -> Vec<Token> {
    let mut reader = Reader::new(formula);
    match syntax {
        Syntax::OpenAddress => reader.address(usize::MAX),
        _ => reader.formula(syntax),
    }
    reader.tokens
}

/// Walks the characters of a formula, each with its place in the escaped source.
struct Reader {
    chars: Vec<(char, usize)>,
    end: usize,
    at: usize,
    tokens: Vec<Token>,
}

impl Reader {
    fn new(formula: &str) -> Self {
        let mut chars = Vec::with_capacity(formula.len());
        let mut at = 0;
        while let Some((c, length)) = formula.get(at..).and_then(xml::unescape) {
            chars.push((c, at));
            at += length;
        }
        Self { chars, end: at, at: 0, tokens: Vec::new() }
    }

    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|(c, _)| *c)
    }

    fn place(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.end, |(_, place)| *place)
    }

    fn text(&self, range: Range<usize>) -> String {
        self.chars.get(range).unwrap_or_default().iter().map(|(c, _)| *c).collect()
    }

    fn push(&mut self, kind: TokenKind, range: Range<usize>, text: String) {
        self.tokens.push(Token { kind, source: self.place(range.start)..self.place(range.end), text });
    }

    /// Where the characters from here on that pass end.
    fn run(&self, from: usize, passes: impl Fn(char) -> bool) -> usize {
        (from..).find(|at| !self.char(*at).is_some_and(&passes)).unwrap_or(from)
    }

    fn formula(&mut self, syntax: Syntax) {
        while let Some(c) = self.char(self.at) {
            match c {
                '"' => self.quoted('"', syntax),
                '\'' => self.quoted('\'', syntax),
                '[' if syntax == Syntax::Open => {
                    self.at += 1;
                    let end = self.run(self.at, |c| c != ']');
                    self.address(end);
                }
                '[' => self.brackets(),
                '0'..='9' => self.number(),
                _ if is_word_start(c) => self.word(syntax),
                _ => self.at += 1,
            }
        }
    }

    /// The inside of the quotes that open here, quotes undoubled, and the place of the closing one.
    fn unquoted(&self, quote: char) -> (String, usize) {
        let mut text = String::new();
        let mut at = self.at + 1;
        loop {
            match (self.char(at), self.char(at + 1)) {
                (None, _) => return (text, at),
                (Some(c), Some(next)) if c == quote && next == quote => {
                    text.push(c);
                    at += 2;
                }
                (Some(c), _) if c == quote => return (text, at),
                (Some(c), _) => {
                    text.push(c);
                    at += 1;
                }
            }
        }
    }

    fn quoted(&mut self, quote: char, syntax: Syntax) {
        let (text, close) = self.unquoted(quote);
        let start = self.at;
        self.at = close + 1;
        let next = self.char(self.at);
        match quote {
            '"' => self.push(TokenKind::String, start + 1..close, text),
            _ if syntax == Syntax::Excel && next == Some('!') => self.push(TokenKind::Sheet, start..close + 1, text),
            _ if syntax != Syntax::Excel && next == Some('.') => self.push(TokenKind::Sheet, start..close + 1, text),
            _ if syntax != Syntax::Excel => self.push(TokenKind::File, start + 1..close, text),
            _ => {}
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let end = self.run(start, |c| c.is_ascii_digit());
        let beside = [start.checked_sub(1).and_then(|at| self.char(at)), self.char(end)];
        // Rows of cells and fractions are no numbers of people.
        let is_whole = beside.iter().flatten().all(|c| !matches!(c, '$' | ':' | '.' | 'e' | 'E'));
        if is_whole && end - start >= LONG_NUMBER {
            self.push(TokenKind::Number, start..end, self.text(start..end));
        }
        self.at = end;
    }

    fn word(&mut self, syntax: Syntax) {
        let start = self.at;
        let mut end = self.run(start, is_word);
        if syntax == Syntax::Excel && self.char(end) == Some(':') {
            let last = self.run(end + 1, is_word);
            if self.char(last) == Some('!') {
                end = last;
            }
        }
        let kind = match self.char(end) {
            Some('!') if syntax == Syntax::Excel => TokenKind::Sheet,
            Some('(') => {
                self.at = end;
                return;
            }
            _ => TokenKind::Name,
        };
        self.push(kind, start..end, self.text(start..end));
        self.at = end;
    }

    /// Brackets in Excel: the number of another file, or columns of a table.
    fn brackets(&mut self) {
        let digits = self.run(self.at + 1, |c| c.is_ascii_digit());
        if digits > self.at + 1 && self.char(digits) == Some(']') {
            // A sheet or a name in that file.
            let end = self.run(digits + 1, is_word);
            if self.char(end) == Some('!') && end > digits + 1 {
                self.push(TokenKind::Sheet, self.at..end, self.text(self.at..end));
            }
            self.at = end;
            return;
        }
        let mut depth = 0usize;
        let mut start = None;
        while let Some(c) = self.char(self.at) {
            match c {
                '\'' => self.at += 1,
                '[' => {
                    depth += 1;
                    start = Some(self.at + 1);
                }
                ']' => {
                    if let Some(start) = start.take() {
                        self.column(start..self.at);
                    }
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }

    fn column(&mut self, range: Range<usize>) {
        let start = if self.char(range.start) == Some('@') { range.start + 1 } else { range.start };
        let mut text = String::new();
        let mut escaped = false;
        for at in start..range.end {
            match self.char(at) {
                Some('\'') if !escaped => escaped = true,
                Some(c) => {
                    text.push(c);
                    escaped = false;
                }
                None => {}
            }
        }
        if self.char(start) != Some('#') {
            self.push(TokenKind::Column, start..range.end, text);
        }
    }

    /// Addresses of OpenDocument, up to a place.
    fn address(&mut self, end: usize) {
        let mut end = end;
        while let Some(c) = self.char(self.at).filter(|_| self.at < end) {
            match c {
                '\'' => {
                    self.quoted('\'', Syntax::OpenAddress);
                    // A bracket may stand in the quotes.
                    if self.at > end {
                        end = self.run(self.at, |c| c != ']');
                    }
                }
                '.' | ':' | '$' | ' ' | '#' => self.at += 1,
                _ => {
                    let start = self.at;
                    self.at = self.run(start, |c| !matches!(c, '.' | ':' | '$' | ' ' | '#' | '\'' | ']')).min(end);
                    match self.char(self.at) {
                        Some('.') => self.push(TokenKind::Sheet, start..self.at, self.text(start..self.at)),
                        _ if self.at == start => self.at += 1,
                        _ => {}
                    }
                }
            }
        }
    }
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '\\')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\\' | '.' | '?')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(formula: &str, syntax: Syntax) -> Vec<(TokenKind, String)> {
        tokens(formula, syntax).into_iter().map(|token| (token.kind, token.text)).collect()
    }

    fn of_kind(formula: &str, syntax: Syntax, kind: TokenKind) -> Vec<String> {
        told(formula, syntax).into_iter().filter(|(k, _)| *k == kind).map(|(_, text)| text).collect()
    }

    #[test]
    fn strings_and_long_numbers_are_told() {
        let formula = "IF(A1048576=&quot;a &quot;&quot;b&quot;&quot;&quot;,\"x\"&amp;600123456,SUM($A$1048576:B2))";
        assert_eq!(of_kind(formula, Syntax::Excel, TokenKind::String), ["a \"b\"", "x"]);
        assert_eq!(of_kind(formula, Syntax::Excel, TokenKind::Number), ["600123456"]);
    }

    #[test]
    fn names_of_sheets_are_told_in_both_languages() {
        let excel = "'Ann''s sheet'!A1+Data!B2+[1]Other!C3+First:Last!D4";
        assert_eq!(of_kind(excel, Syntax::Excel, TokenKind::Sheet), ["Ann's sheet", "Data", "[1]Other", "First:Last"]);
        let open = "of:=[$'Ann''s sheet'.A1]+[Data.B2:.B3]+['file:///home/ann/x.ods'#$Sheet1.A1]";
        assert_eq!(of_kind(open, Syntax::Open, TokenKind::Sheet), ["Ann's sheet", "Data", "Sheet1"]);
        assert_eq!(of_kind(open, Syntax::Open, TokenKind::File), ["file:///home/ann/x.ods"]);
        assert_eq!(of_kind("$Data.$A$1:$Data.B2", Syntax::OpenAddress, TokenKind::Sheet), ["Data", "Data"]);
    }

    #[test]
    fn names_follow_what_bears_them() {
        let renames = Renames {
            sheets: [("Ann Lee".to_owned(), "P'1".to_owned())].into(),
            names: [("lee_total".to_owned(), "_1".to_owned())].into(),
            columns: [("Lee".to_owned(), "[P]".to_owned())].into(),
        };
        let excel = "'Ann Lee'!A1*Lee_Total+T[Lee]+SUM(T[[#All],[Lee]])&amp;\"Lee_Total\"";
        assert_eq!(
            renamed(excel, Syntax::Excel, &renames).as_deref(),
            Some(
                "&apos;P&apos;&apos;1&apos;!A1*_1+T[&apos;[P&apos;]]+SUM(T[[#All],[&apos;[P&apos;]]])&amp;\"Lee_Total\""
            )
        );
        assert_eq!(
            renamed("of:=[$'Ann Lee'.A1:.B2]", Syntax::Open, &renames).as_deref(),
            Some("of:=[$&apos;P&apos;&apos;1&apos;.A1:.B2]")
        );
        assert_eq!(renamed("A1+B2", Syntax::Excel, &renames), None);
    }

    #[test]
    fn strings_too_long_are_cut() {
        let formula = format!("\"{}\"", "a".repeat(300));
        let cut = renamed(&formula, Syntax::Excel, &Renames::default()).expect("changed");
        assert_eq!(cut.len(), 257);
    }
}
