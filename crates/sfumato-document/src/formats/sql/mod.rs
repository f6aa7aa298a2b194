//! Dumps of databases: statements of SQL, as mysqldump, pg_dump and SQLite write them.
//!
//! A value is a cell that goes by its column, in `INSERT`, in the rows of `COPY` and wherever one is compared or set;
//! quotes and escapes are those of the dialect.
//! Everything else is read as well: comments as text, the rest of statements as program text.

mod scanner;

use std::collections::HashMap;
use std::ops::Range;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::json_document::{holds_more, read_more};
use crate::formats::{DocumentFormat, ReadError, names_field};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, Document, RemovableKind, encoding};

use scanner::{SqlDialect, SqlScanner, SqlToken, SqlTokenKind};

/// Dumps of databases.
#[derive(Debug, Clone, Default)]
pub struct Sql {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Sql {
    fn name(&self) -> &'static str {
        "sql"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let mut out = TextCollector::new(self.depth);
        SqlReader::new(&source, &mut out).read();
        out.finish(self.name(), encoding, &source)
    }
}

/// True if a file is a dump, by its first words.
pub(crate) fn is_sql(bytes: &[u8], extension: &str) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = String::from_utf8_lossy(head.get(..head.len().min(4096)).unwrap_or_default());
    let is_dump = [
        "-- MySQL dump ",
        "-- MariaDB dump ",
        "-- PostgreSQL database dump",
        "-- phpMyAdmin SQL Dump",
        "PRAGMA foreign_keys=",
    ]
    .iter()
    .any(|mark| head.lines().take(4).any(|line| line.starts_with(mark)));
    if is_dump || extension == "sql" {
        return true;
    }
    let code = head.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("--")).unwrap_or_default();
    let code = code.to_ascii_uppercase();
    let is_insert =
        code.starts_with("INSERT INTO ") && head.to_ascii_uppercase().contains("VALUES") && head.contains('(');
    let is_table = code.starts_with("CREATE TABLE ") && head.contains('(') && head.contains(';');
    is_insert || is_table
}

/// A number of fewer digits is a quantity rather than an identifier.
const FEWEST_DIGITS: usize = 5;

/// The subject of a statement, as far as it was read.
#[derive(Default)]
struct SqlStatement {
    /// The words so far, in capitals; no more than tell what it is.
    words: Vec<String>,
    table: Option<String>,
    columns: Vec<String>,
    /// The place of the list of columns, or of values.
    place: StatementPlace,
    depth: usize,
    /// The number in its row of the next value.
    nth: usize,
    /// The last name, which a value may be compared with.
    name: Option<String>,
    is_compared: bool,
}

#[derive(Default, PartialEq, Eq)]
enum StatementPlace {
    /// Before any list.
    #[default]
    Head,
    Columns,
    Values,
}

/// So many words tell what a statement is.
const TELLING_WORDS: usize = 8;

impl SqlStatement {
    fn is_insert(&self) -> bool {
        self.starts(&["INSERT"]) || self.starts(&["REPLACE"])
    }

    fn is_table(&self) -> bool {
        self.starts(&["CREATE"]) && self.words.iter().any(|word| word == "TABLE")
    }

    fn starts(&self, words: &[&str]) -> bool {
        self.words.iter().zip(words).filter(|(own, word)| own == *word).count() == words.len()
    }
}

struct SqlReader<'s, 'o> {
    whole: LayeredText<'s>,
    source: &'s str,
    out: &'o mut TextCollector,
    dialect: SqlDialect,
    tables: HashMap<String, Vec<String>>,
    statement: SqlStatement,
    /// The start of what is no literal.
    code: usize,
}

/// Words of statements that name nothing.
const KEYWORDS: &str = "INSERT INTO IGNORE REPLACE CREATE TABLE IF NOT EXISTS COPY \
    FROM STDIN UPDATE SET WHERE AND OR TEMPORARY UNLOGGED ONLY";

impl<'s, 'o> SqlReader<'s, 'o> {
    fn new(source: &'s str, out: &'o mut TextCollector) -> Self {
        Self {
            whole: LayeredText::whole(source),
            source,
            out,
            dialect: SqlDialect::of(source),
            tables: HashMap::new(),
            statement: SqlStatement::default(),
            code: 0,
        }
    }

    fn read(mut self) {
        let mut scanner = SqlScanner::new(self.source, self.dialect);
        while let Some(token) = scanner.next_token() {
            self.token(&token);
            if token.kind == SqlTokenKind::End && self.is_copy() {
                let start = scanner.at();
                let end = self.rows(start);
                scanner.go_to(end);
                self.code = end;
            }
            if token.kind == SqlTokenKind::End {
                self.end_statement();
            }
        }
        self.flush(self.source.len());
    }

    fn text(&self, range: &Range<usize>) -> &'s str {
        self.source.get(range.clone()).unwrap_or_default()
    }

    /// Reads what is no literal, up to here.
    fn flush(&mut self, end: usize) {
        let range = self.code..end.max(self.code);
        let text = self.text(&range);
        let kept = text.trim();
        let is_row = self.statement.place == StatementPlace::Values && self.statement.depth > 0;
        let is_word = |word: &str| {
            let is_number = is_row && word.len() < FEWEST_DIGITS && word.bytes().all(|b| b.is_ascii_digit());
            const WORDS: [&str; 7] = ["NULL", "TRUE", "FALSE", "DEFAULT", "E", "N", "X"];
            word.is_empty() || is_number || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        };
        if !kept.split(|c: char| !c.is_alphanumeric()).all(is_word) {
            let start = range.start + text.len() - text.trim_start().len();
            let piece = (start..start + kept.len(), PieceNotation::In(TextLayer::Verbatim));
            self.out.block(&self.whole, &[piece], BlockKind::Code, None);
        }
        self.code = end.max(self.code);
    }

    fn token(&mut self, token: &SqlToken) {
        let text = self.text(&token.whole);
        match token.kind {
            SqlTokenKind::Comment => {
                self.flush(token.whole.start);
                let piece = (token.inside.clone(), PieceNotation::In(TextLayer::Verbatim));
                let kind = if is_remark(self.text(&token.inside)) { BlockKind::Code } else { BlockKind::Paragraph };
                self.out.block(&self.whole, &[piece], kind, None);
                self.code = token.whole.end;
            }
            SqlTokenKind::Word => self.word(text),
            SqlTokenKind::Name => {
                let name = self.text(&token.inside).to_owned();
                self.named(name);
            }
            SqlTokenKind::Number => self.number(token),
            SqlTokenKind::String { escaped } => {
                let layer = if escaped { TextLayer::SqlEscaped } else { TextLayer::SqlQuoted };
                self.string(token, layer);
            }
            SqlTokenKind::Hex => self.hexadecimal(token),
            SqlTokenKind::Body => {
                self.flush(token.whole.start);
                let piece = (token.inside.clone(), PieceNotation::In(TextLayer::Verbatim));
                self.out.block(&self.whole, &[piece], BlockKind::Code, None);
                self.code = token.whole.end;
            }
            SqlTokenKind::Mark => self.mark(text),
            SqlTokenKind::End => {}
        }
    }

    fn word(&mut self, text: &str) {
        let upper = text.to_ascii_uppercase();
        let takes_values = self.statement.is_insert() && self.statement.depth == 0;
        if takes_values && (upper == "VALUES" || upper == "VALUE") {
            self.statement.place = StatementPlace::Values;
            (self.statement.nth, self.statement.depth) = (0, 0);
            return;
        }
        if matches!(upper.as_str(), "LIKE" | "ILIKE" | "IN" | "TO" | "IS") {
            self.statement.is_compared = true;
            return;
        }
        if self.statement.depth == 0 && self.statement.words.len() < TELLING_WORDS {
            self.statement.words.push(upper.clone());
        }
        if !KEYWORDS.split(' ').any(|word| word == upper) {
            self.named(text.to_owned());
        }
    }

    /// A name of a table or a column.
    fn named(&mut self, name: String) {
        let statement = &mut self.statement;
        let takes_table = statement.place == StatementPlace::Head && statement.depth == 0;
        if takes_table && (statement.is_insert() || statement.is_table() || statement.starts(&["COPY"])) {
            // The last of several, `public.patients`, is the table.
            statement.table = Some(name.clone());
        }
        // Columns of a new table begin a definition; those of an insertion stand alone.
        if statement.place == StatementPlace::Columns
            && statement.depth == 1
            && statement.columns.len() == statement.nth
        {
            statement.columns.push(name.clone());
        }
        statement.name = Some(name);
        statement.is_compared = false;
    }

    fn mark(&mut self, text: &str) {
        let statement = &mut self.statement;
        let takes_columns = statement.is_insert() || statement.is_table() || statement.starts(&["COPY"]);
        match text {
            "(" => {
                statement.depth += 1;
                if statement.place == StatementPlace::Head && statement.depth == 1 && takes_columns {
                    statement.place = StatementPlace::Columns;
                    statement.nth = 0;
                } else if statement.place == StatementPlace::Values && statement.depth == 1 {
                    statement.nth = 0;
                }
            }
            ")" => statement.depth = statement.depth.saturating_sub(1),
            "," if statement.depth == 1 => statement.nth += 1,
            "=" | "<" | ">" | "!" => statement.is_compared = true,
            _ => {}
        }
    }

    /// Returns the label of the next value.
    fn label(&self) -> Option<String> {
        let statement = &self.statement;
        if statement.place == StatementPlace::Values && statement.depth >= 1 {
            let of_table = || statement.table.as_ref().and_then(|table| self.tables.get(table));
            let columns = if statement.columns.is_empty() { of_table()? } else { &statement.columns };
            return columns.get(statement.nth).cloned();
        }
        statement.name.clone().filter(|_| statement.is_compared)
    }

    fn string(&mut self, token: &SqlToken, layer: TextLayer) {
        let label = self.label();
        self.flush(token.whole.start);
        self.code = token.whole.end;
        let inside = self.text(&token.inside);
        if inside.is_empty() {
            return;
        }
        // PostgreSQL writes bytes as a string of digits.
        if let Some(digits) = inside.strip_prefix("\\x").filter(|digits| is_hex(digits)) {
            let start = token.inside.end - digits.len();
            return self.bytes(start..token.inside.end, label.as_deref());
        }
        let is_cell = label.is_some();
        if holds_more(inside)
            && let Some(inner) = self.whole.inner(token.inside.clone(), layer)
            && read_more(&inner, self.out)
        {
            return;
        }
        let kind = if is_cell { BlockKind::Cell } else { BlockKind::Field };
        let label = label.unwrap_or_else(|| "value".to_owned());
        self.out.block(&self.whole, &[(token.inside.clone(), PieceNotation::In(layer))], kind, Some(&label));
    }

    fn number(&mut self, token: &SqlToken) {
        let digits = self.text(&token.whole).bytes().filter(u8::is_ascii_digit).count();
        let label = self.label();
        let is_field = label.as_deref().is_some_and(|label| !label.eq_ignore_ascii_case("id") && names_field(label));
        let Some(label) = label.filter(|_| digits >= FEWEST_DIGITS || is_field) else { return };
        self.flush(token.whole.start);
        self.code = token.whole.end;
        let piece = (token.whole.clone(), PieceNotation::In(TextLayer::SqlNumber));
        self.out.block(&self.whole, &[piece], BlockKind::Cell, Some(&label));
    }

    fn hexadecimal(&mut self, token: &SqlToken) {
        let label = self.label();
        self.flush(token.whole.start);
        self.code = token.whole.end;
        self.bytes(token.inside.clone(), label.as_deref());
    }

    /// Bytes as digits: a text, or something that is not read.
    fn bytes(&mut self, digits: Range<usize>, label: Option<&str>) {
        let (text, _) = self.whole.decoded(&digits, TextLayer::Hex);
        let is_text = !text.chars().any(|c| c.is_control() && !c.is_whitespace());
        if is_text || digits.len() <= 32 {
            let kind = if label.is_some() { BlockKind::Cell } else { BlockKind::Field };
            let piece = (digits, PieceNotation::In(TextLayer::Hex));
            self.out.block(&self.whole, &[piece], kind, Some(label.unwrap_or("value")));
            return;
        }
        // One byte stays, since nothing at all is no value.
        let since = self.out.builder.text_len();
        let behind = digits.start + 2..digits.end;
        self.out.builder.removable(RemovableKind::Embedded, "bytes in a column", since, vec![behind]);
    }

    fn is_copy(&self) -> bool {
        self.statement.starts(&["COPY"]) && self.statement.words.iter().any(|word| word == "STDIN")
    }

    /// The rows that follow a statement, tabs between their values, up to a line of its own; gives where they end.
    fn rows(&mut self, start: usize) -> usize {
        let first =
            self.source.get(start..).and_then(|rest| rest.find('\n')).map_or(self.source.len(), |at| start + at + 1);
        self.flush(first);
        let mut at = first;
        while let Some(rest) = self.source.get(at..).filter(|rest| !rest.is_empty()) {
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let line = rest.get(..length).unwrap_or_default().trim_end_matches(['\n', '\r']);
            if line == "\\." {
                return at + length;
            }
            let mut cell = at;
            for (nth, value) in line.split('\t').enumerate() {
                let range = cell..cell + value.len();
                cell = range.end + 1;
                self.copied(value, range, nth);
            }
            at += length;
        }
        self.source.len()
    }

    fn copied(&mut self, value: &str, range: Range<usize>, nth: usize) {
        let label = self.statement.columns.get(nth).cloned();
        // Short numbers are quantities, as in other values.
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        let is_short = digits == value.len()
            && digits < FEWEST_DIGITS
            && !label.as_deref().is_some_and(|label| !label.eq_ignore_ascii_case("id") && names_field(label));
        if value.is_empty() || value == "\\N" || is_short {
            return;
        }
        if let Some(digits) = value.strip_prefix("\\\\x").filter(|digits| is_hex(digits)) {
            return self.bytes(range.end - digits.len()..range.end, label.as_deref());
        }
        if holds_more(value)
            && let Some(inner) = self.whole.inner(range.clone(), TextLayer::SqlCopied)
            && read_more(&inner, self.out)
        {
            return;
        }
        self.out.block(
            &self.whole,
            &[(range, PieceNotation::In(TextLayer::SqlCopied))],
            BlockKind::Cell,
            label.as_deref(),
        );
    }

    fn end_statement(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        if statement.is_table()
            && let Some(table) = statement.table
        {
            const NO_COLUMNS: [&str; 9] =
                ["PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "FOREIGN", "INDEX", "CHECK", "FULLTEXT", "SPATIAL"];
            let is_column = |name: &String| !NO_COLUMNS.contains(&name.to_ascii_uppercase().as_str());
            self.tables.insert(table, statement.columns.into_iter().filter(is_column).collect());
        }
    }
}

/// True if a comment is one that a program puts into every dump.
fn is_remark(text: &str) -> bool {
    const REMARKS: [&str; 14] = [
        "MySQL dump ",
        "MariaDB dump ",
        "PostgreSQL database",
        "phpMyAdmin SQL Dump",
        "Dumped from database version",
        "Dumped by pg_dump version",
        "Server version",
        "Table structure for table",
        "Dumping data for table",
        "Indexes for ",
        "Constraints for ",
        "Temporary view structure",
        "Dump completed",
        "!",
    ];
    let text = text.trim_start();
    REMARKS.iter().any(|remark| text.starts_with(remark))
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The character that a quote or a backslash begins in a string; `escaped` if a backslash does.
pub(crate) fn unescape(rest: &str, escaped: bool) -> Option<(char, usize)> {
    if rest.starts_with("''") {
        return Some(('\'', 2));
    }
    let c = rest.strip_prefix('\\').filter(|_| escaped)?.chars().next()?;
    let meaning = match c {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        '0' => '\0',
        'Z' => '\u{1a}',
        c => c,
    };
    Some((meaning, 1 + c.len_utf8()))
}

/// Writes a replacement in a string.
pub(crate) fn escape(text: &str, escaped: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '\'' => out.push_str("''"),
            '\\' if escaped => out.push_str("\\\\"),
            '"' if escaped => out.push_str("\\\""),
            '\n' if escaped => out.push_str("\\n"),
            '\r' if escaped => out.push_str("\\r"),
            c => out.push(c),
        }
    }
}

/// The character that a backslash begins in a row of `COPY`.
pub(crate) fn unescape_copied(rest: &str) -> Option<(char, usize)> {
    let c = rest.strip_prefix('\\')?.chars().next()?;
    let meaning = match c {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        c => c,
    };
    Some((meaning, 1 + c.len_utf8()))
}

/// Writes a replacement in a row of `COPY`.
pub(crate) fn escape_copied(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests;
