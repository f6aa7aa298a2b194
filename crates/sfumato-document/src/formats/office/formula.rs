//! Formulas of spreadsheets: the strings and numbers in them, which are text, and the names they call things by.
//!
//! Only strings and long numbers are read as text, so that no edit breaks a formula.
//! The names (of sheets, ranges, tables, columns) follow what became of the thing that bears them.

use std::collections::HashMap;
use std::ops::Range;

use crate::splice::SourceCoding;
use crate::xml;

/// A whole number of so many digits may be somebody's.
const LONG_NUMBER: usize = 7;
/// Excel takes no longer strings in formulas.
const LONGEST_STRING: usize = 255;

/// The language of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormulaSyntax {
    /// That of Excel: `'A sheet'!A1`.
    Excel,
    /// That of OpenDocument: `[$'A sheet'.A1]`.
    Open,
    /// No formula but an address, or several: `$'A sheet'.A1:.B2`.
    OpenAddress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormulaTokenKind {
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
    /// The name of a function.
    Function,
    /// A call or a number that stands for text without spelling it: `CHAR(77)`, `DATE(1961,3,9)`, `5.78E9`.
    Shown,
}

struct FormulaToken {
    kind: FormulaTokenKind,
    /// The range of the string in the source.
    source: Range<usize>,
    /// The text of the string, without escapes.
    text: String,
}

/// New names for things, by their old ones.
#[derive(Default)]
pub(crate) struct FormulaRenames {
    /// Of sheets.
    pub sheets: HashMap<String, String>,
    /// Of ranges and tables; the old ones in lower case.
    pub names: HashMap<String, String>,
    /// Of columns of tables.
    pub columns: HashMap<String, String>,
}

impl FormulaRenames {
    /// True if everything keeps its name.
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

    fn renamed(&self, token: &FormulaToken) -> Option<String> {
        match token.kind {
            FormulaTokenKind::Sheet => self.sheet(&token.text).map(|name| format!("'{}'", name.replace('\'', "''"))),
            FormulaTokenKind::Name => self.names.get(&token.text.to_lowercase()).cloned(),
            FormulaTokenKind::Column => self.columns.get(&token.text).map(|name| escaped_column(name)),
            FormulaTokenKind::String | FormulaTokenKind::File | FormulaTokenKind::Number => None,
            FormulaTokenKind::Shown | FormulaTokenKind::Function => None,
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
pub(crate) type FormulaText = (Range<usize>, SourceCoding, String);

/// The strings and long numbers of the formula that stands at `range` of the source.
///
/// What the formula puts together of literals (`"Mar"&"ia"`, `CONCATENATE("Mar",CHAR(105),"a")`) is one text of
/// several pieces.
pub(crate) fn texts(source: &str, range: Range<usize>, syntax: FormulaSyntax) -> Vec<Vec<FormulaText>> {
    let formula = source.get(range.clone()).unwrap_or_default();
    if !may_say_something(formula, syntax) {
        return Vec::new();
    }
    let mut texts: Vec<Vec<FormulaText>> = Vec::new();
    // The end of the last literal, and whether a function puts together what is listed there.
    let mut last: Option<(usize, bool)> = None;
    for token in tokens(formula, syntax) {
        let coding = match token.kind {
            FormulaTokenKind::String => SourceCoding::FormulaString { quote: b'"' },
            FormulaTokenKind::File => SourceCoding::FormulaString { quote: b'\'' },
            FormulaTokenKind::Number => SourceCoding::FormulaNumber,
            FormulaTokenKind::Shown => SourceCoding::FormulaShown,
            FormulaTokenKind::Sheet
            | FormulaTokenKind::Name
            | FormulaTokenKind::Column
            | FormulaTokenKind::Function => continue,
        };
        let joined = last.and_then(|(end, is_listed)| {
            let between = formula.get(end..token.source.start)?;
            is_joint(between, is_listed).then_some(is_listed)
        });
        let piece = (range.start + token.source.start..range.start + token.source.end, coding, token.text);
        match texts.last_mut().filter(|_| joined.is_some()) {
            Some(text) => text.push(piece),
            None => texts.push(vec![piece]),
        }
        let is_listed = joined.unwrap_or_else(|| is_listing(formula.get(..token.source.start).unwrap_or_default()));
        last = Some((token.source.end, is_listed));
    }
    texts.retain(|text| !text.iter().all(|(.., said)| said.trim().is_empty()));
    texts
}

/// Returns the places of the names of functions in the formula at `range` of the source: those are its language's
/// own.
pub(crate) fn functions(source: &str, range: Range<usize>, syntax: FormulaSyntax) -> Vec<Range<usize>> {
    let formula = source.get(range.clone()).unwrap_or_default();
    if syntax == FormulaSyntax::OpenAddress || !formula.contains('(') {
        return Vec::new();
    }
    let functions = tokens(formula, syntax).into_iter().filter(|token| token.kind == FormulaTokenKind::Function);
    functions.map(|token| range.start + token.source.start..range.start + token.source.end).collect()
}

/// True if what stands between two literals puts them together.
fn is_joint(between: &str, is_listed: bool) -> bool {
    if between.len() > 64 {
        return false;
    }
    let meant = xml::unescaped(between).unwrap_or_default();
    match meant.trim_matches(|c: char| matches!(c, '"' | '(' | ')') || c.is_whitespace()) {
        "&" => true,
        "," | ";" => is_listed,
        _ => false,
    }
}

/// True if a function starts right here that puts together what follows.
fn is_listing(before: &str) -> bool {
    let before = before.trim_end_matches("&quot;").trim_end_matches('"').trim_end();
    let start = before.len().saturating_sub(16);
    let near = before.get(start..).unwrap_or_default().to_ascii_uppercase();
    ["CONCATENATE(", "CONCAT("].iter().any(|call| near.ends_with(call))
}

/// A first look, since most formulas only refer to cells.
fn may_say_something(formula: &str, syntax: FormulaSyntax) -> bool {
    let bytes = formula.as_bytes();
    memchr::memchr3(b'"', b'&', b'\\', bytes).is_some()
        || (bytes.contains(&b'(') && SHOWING.iter().any(|call| memmem_ignoring_case(bytes, call)))
        || bytes.windows(2).any(|pair| matches!(pair, [b'0'..=b'9' | b'.', b'e' | b'E']))
        || memchr::memchr2(b'\'', b'.', bytes).is_some_and(|_| formula.contains("'") || formula.contains(".0"))
        || (syntax != FormulaSyntax::Excel && memchr::memchr(b'\'', bytes).is_some())
        || bytes.windows(LONG_NUMBER).any(|digits| digits.iter().all(u8::is_ascii_digit))
}

/// Calls that stand for text without spelling it.
const SHOWING: [&str; 3] = ["CHAR(", "DATE(", "UNICHAR("];

fn memmem_ignoring_case(bytes: &[u8], wanted: &str) -> bool {
    bytes.windows(wanted.len()).any(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// The formula with its names as they become and no string too long; nothing if it stays as it is.
pub(crate) fn renamed(formula: &str, syntax: FormulaSyntax, renames: &FormulaRenames) -> Option<String> {
    let mut out = String::with_capacity(formula.len() + 16);
    let mut at = 0;
    for token in tokens(formula, syntax) {
        let is_long = syntax == FormulaSyntax::Excel && token.kind == FormulaTokenKind::String;
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

/// A formula that is only a string, escaped.
pub(crate) fn constant(text: &str) -> String {
    let mut written = String::new();
    xml::escape_attribute(&format!("\"{}\"", text.replace('"', "\"\"")), &mut written);
    written
}

fn tokens(formula: &str, syntax: FormulaSyntax) -> Vec<FormulaToken> {
    let mut reader = FormulaReader::new(formula);
    match syntax {
        FormulaSyntax::OpenAddress => reader.address(usize::MAX),
        _ => reader.formula(syntax),
    }
    reader.tokens
}

/// Walks the characters of a formula, each with its place in the escaped source.
struct FormulaReader {
    chars: Vec<(char, usize)>,
    end: usize,
    at: usize,
    tokens: Vec<FormulaToken>,
}

impl FormulaReader {
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

    fn push(&mut self, kind: FormulaTokenKind, range: Range<usize>, text: String) {
        self.tokens.push(FormulaToken { kind, source: self.place(range.start)..self.place(range.end), text });
    }

    /// Returns the end of the characters from here on that pass.
    fn run(&self, from: usize, passes: impl Fn(char) -> bool) -> usize {
        (from..).find(|at| !self.char(*at).is_some_and(&passes)).unwrap_or(from)
    }

    fn formula(&mut self, syntax: FormulaSyntax) {
        while let Some(c) = self.char(self.at) {
            match c {
                '"' => self.quoted('"', syntax),
                '\'' => self.quoted('\'', syntax),
                '[' if syntax == FormulaSyntax::Open => {
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

    fn quoted(&mut self, quote: char, syntax: FormulaSyntax) {
        let (text, close) = self.unquoted(quote);
        let start = self.at;
        self.at = close + 1;
        let next = self.char(self.at);
        match quote {
            '"' => self.push(FormulaTokenKind::String, start + 1..close, text),
            // The path of another file: `'C:\Users\ann\[Budget.xlsx]Sheet1'!A1`.
            _ if syntax == FormulaSyntax::Excel && next == Some('!') && text.contains(['\\', '/']) => {
                self.push(FormulaTokenKind::File, start + 1..close, text);
            }
            _ if syntax == FormulaSyntax::Excel && next == Some('!') => {
                self.push(FormulaTokenKind::Sheet, start..close + 1, text)
            }
            _ if syntax != FormulaSyntax::Excel && next == Some('.') => {
                self.push(FormulaTokenKind::Sheet, start..close + 1, text)
            }
            _ if syntax != FormulaSyntax::Excel => self.push(FormulaTokenKind::File, start + 1..close, text),
            _ => {}
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let end = self.run(start, |c| c.is_ascii_digit());
        let beside = [start.checked_sub(1).and_then(|at| self.char(at)), self.char(end)];
        self.at = end;
        if matches!(self.char(end), Some('.' | 'e' | 'E')) && !matches!(beside[0], Some('$' | ':' | '.')) {
            let end = self.after_number(end);
            if let Some(whole) = whole_number(&self.text(start..end)).filter(|text| text.len() >= LONG_NUMBER) {
                self.push(FormulaTokenKind::Shown, start..end, whole);
            }
            self.at = end;
            return;
        }
        // Rows of cells and fractions are no numbers of people.
        let is_whole = beside.iter().flatten().all(|c| !matches!(c, '$' | ':' | '.' | 'e' | 'E'));
        if is_whole && end - start >= LONG_NUMBER {
            self.push(FormulaTokenKind::Number, start..end, self.text(start..end));
        }
    }

    /// Returns the end of a number whose whole part ends here.
    fn after_number(&self, mut at: usize) -> usize {
        if self.char(at) == Some('.') {
            at = self.run(at + 1, |c| c.is_ascii_digit());
        }
        if matches!(self.char(at), Some('e' | 'E')) {
            let sign = usize::from(matches!(self.char(at + 1), Some('+' | '-')));
            let end = self.run(at + 1 + sign, |c| c.is_ascii_digit());
            if end > at + 1 + sign {
                at = end;
            }
        }
        at
    }

    /// A call that stands for text without spelling it, if one starts here: where it ends, and the text.
    fn shown(&self, name: &str, open: usize) -> Option<(usize, String)> {
        let name = name.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
        if !matches!(name.as_str(), "CHAR" | "UNICHAR" | "DATE") {
            return None;
        }
        let close = self.run(open + 1, |c| c.is_ascii_digit() || matches!(c, ' ' | ',' | ';'));
        let inside = self.text(open + 1..close);
        let numbers: Option<Vec<u32>> = inside.split([',', ';']).map(|number| number.trim().parse().ok()).collect();
        let text = match (name.as_str(), numbers?.as_slice()) {
            ("DATE", [year @ 1800..=2200, month @ 1..=12, day @ 1..=31]) => format!("{year:04}-{month:02}-{day:02}"),
            ("CHAR" | "UNICHAR", [code]) => char::from_u32(*code).filter(|c| xml::is_allowed(*c))?.to_string(),
            _ => return None,
        };
        (self.char(close) == Some(')')).then_some((close + 1, text))
    }

    fn word(&mut self, syntax: FormulaSyntax) {
        let start = self.at;
        let mut end = self.run(start, is_word);
        if syntax == FormulaSyntax::Excel && self.char(end) == Some(':') {
            let last = self.run(end + 1, is_word);
            if self.char(last) == Some('!') {
                end = last;
            }
        }
        let kind = match self.char(end) {
            Some('!') if syntax == FormulaSyntax::Excel => FormulaTokenKind::Sheet,
            Some('(') => {
                self.at = end;
                if let Some((close, text)) = self.shown(&self.text(start..end), end) {
                    self.push(FormulaTokenKind::Shown, start..close, text);
                    self.at = close;
                } else {
                    self.push(FormulaTokenKind::Function, start..end, String::new());
                }
                return;
            }
            _ => FormulaTokenKind::Name,
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
                self.push(FormulaTokenKind::Sheet, self.at..end, self.text(self.at..end));
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
            self.push(FormulaTokenKind::Column, start..range.end, text);
        }
    }

    /// Addresses of OpenDocument, up to a place.
    fn address(&mut self, end: usize) {
        let mut end = end;
        while let Some(c) = self.char(self.at).filter(|_| self.at < end) {
            match c {
                '\'' => {
                    self.quoted('\'', FormulaSyntax::OpenAddress);
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
                        Some('.') => self.push(FormulaTokenKind::Sheet, start..self.at, self.text(start..self.at)),
                        _ if self.at == start => self.at += 1,
                        _ => {}
                    }
                }
            }
        }
    }
}

/// A whole number that is written with a fraction or a power of ten, in plain digits: `5.780550409E9`.
pub(crate) fn whole_number(text: &str) -> Option<String> {
    let text = text.trim();
    let is_written_so =
        text.contains(['.', 'e', 'E']) && text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    let number: f64 = text.parse().ok().filter(|_| is_written_so && text.len() <= 40)?;
    (number.fract() == 0.0 && number.abs() < 1e16).then(|| format!("{number:.0}"))
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

    fn tokens_of(formula: &str, syntax: FormulaSyntax) -> Vec<(FormulaTokenKind, String)> {
        tokens(formula, syntax).into_iter().map(|token| (token.kind, token.text)).collect()
    }

    fn of_kind(formula: &str, syntax: FormulaSyntax, kind: FormulaTokenKind) -> Vec<String> {
        tokens_of(formula, syntax).into_iter().filter(|(k, _)| *k == kind).map(|(_, text)| text).collect()
    }

    #[test]
    fn strings_and_long_numbers_are_told() {
        let formula = "IF(A1048576=&quot;a &quot;&quot;b&quot;&quot;&quot;,\"x\"&amp;600123456,SUM($A$1048576:B2))";
        assert_eq!(of_kind(formula, FormulaSyntax::Excel, FormulaTokenKind::String), ["a \"b\"", "x"]);
        assert_eq!(of_kind(formula, FormulaSyntax::Excel, FormulaTokenKind::Number), ["600123456"]);
    }

    #[test]
    fn names_of_sheets_are_told_in_both_languages() {
        let excel = "'Ann''s sheet'!A1+Data!B2+[1]Other!C3+First:Last!D4";
        assert_eq!(
            of_kind(excel, FormulaSyntax::Excel, FormulaTokenKind::Sheet),
            ["Ann's sheet", "Data", "[1]Other", "First:Last"]
        );
        let open = "of:=[$'Ann''s sheet'.A1]+[Data.B2:.B3]+['file:///home/ann/x.ods'#$Sheet1.A1]";
        assert_eq!(of_kind(open, FormulaSyntax::Open, FormulaTokenKind::Sheet), ["Ann's sheet", "Data", "Sheet1"]);
        assert_eq!(of_kind(open, FormulaSyntax::Open, FormulaTokenKind::File), ["file:///home/ann/x.ods"]);
        assert_eq!(
            of_kind("$Data.$A$1:$Data.B2", FormulaSyntax::OpenAddress, FormulaTokenKind::Sheet),
            ["Data", "Data"]
        );
    }

    #[test]
    fn names_follow_what_bears_them() {
        let renames = FormulaRenames {
            sheets: [("Ann Lee".to_owned(), "P'1".to_owned())].into(),
            names: [("lee_total".to_owned(), "_1".to_owned())].into(),
            columns: [("Lee".to_owned(), "[P]".to_owned())].into(),
        };
        let excel = "'Ann Lee'!A1*Lee_Total+T[Lee]+SUM(T[[#All],[Lee]])&amp;\"Lee_Total\"";
        assert_eq!(
            renamed(excel, FormulaSyntax::Excel, &renames).as_deref(),
            Some(
                "&apos;P&apos;&apos;1&apos;!A1*_1+T[&apos;[P&apos;]]+SUM(T[[#All],[&apos;[P&apos;]]])&amp;\"Lee_Total\""
            )
        );
        assert_eq!(
            renamed("of:=[$'Ann Lee'.A1:.B2]", FormulaSyntax::Open, &renames).as_deref(),
            Some("of:=[$&apos;P&apos;&apos;1&apos;.A1:.B2]")
        );
        assert_eq!(renamed("A1+B2", FormulaSyntax::Excel, &renames), None);
    }

    #[test]
    fn what_is_put_together_is_one_text() {
        let said = |formula: &str, syntax| {
            let texts = texts(formula, 0..formula.len(), syntax).into_iter();
            texts.map(|text| text.into_iter().map(|(.., said)| said).collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(said("&quot;Mar&quot; &amp; \"ia\"", FormulaSyntax::Excel), ["Maria"]);
        assert_eq!(said("CONCATENATE(\"Mar\",CHAR(105),\"a\")&amp;\" L\"", FormulaSyntax::Excel), ["Maria L"]);
        assert_eq!(said("IF(A1=\"Mar\",\"ia\",B1&amp;\"x\")", FormulaSyntax::Excel), ["Mar", "ia", "x"]);
        assert_eq!(said("DATE(1961,3,9)", FormulaSyntax::Excel), ["1961-03-09"]);
        assert_eq!(said("of:=DATE(1961;3;9)+5.780550409E9", FormulaSyntax::Open), ["1961-03-09", "5780550409"]);
        assert_eq!(said("A1*1.5E3+0.25", FormulaSyntax::Excel), Vec::<String>::new());
        let path = "&apos;C:\\Users\\ann\\[Budget.xlsx]Sheet1&apos;!A1+'[1]Data'!B2";
        assert_eq!(said(path, FormulaSyntax::Excel), ["C:\\Users\\ann\\[Budget.xlsx]Sheet1"]);
    }

    #[test]
    fn strings_too_long_are_cut() {
        let formula = format!("\"{}\"", "a".repeat(300));
        let cut = renamed(&formula, FormulaSyntax::Excel, &FormulaRenames::default()).expect("changed");
        assert_eq!(cut.len(), 257);
    }
}
