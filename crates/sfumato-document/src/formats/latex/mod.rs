//! LaTeX documents.
//!
//! Commands are no text, but what stands in their arguments is: a paragraph is one block, whatever is set in bold in it.
//! Accents written as commands are the letters they make; comments, verbatim text and formulas are read as well.
//! A replacement is written so that the document still compiles.

mod letters;

use std::ops::Range;

use sfumato_words::WordTable;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::{DocumentFormat, ReadError};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, Document, encoding};

static CODE: WordTable = WordTable::new(include_str!("words.txt"), "code");
static VERBATIM: WordTable = WordTable::new(include_str!("words.txt"), "verbatim");

pub(crate) use letters::{escape, escape_tight, unescape};

/// LaTeX documents.
#[derive(Debug, Clone, Default)]
pub struct Latex;

impl DocumentFormat for Latex {
    fn name(&self) -> &'static str {
        "tex"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let mut out = TextCollector::new(0);
        let whole = LayeredText::whole(&source);
        LatexReader {
            whole: &whole,
            source: &source,
            out: &mut out,
            at: 0,
            start: 0,
            pieces: Vec::new(),
            open: Vec::new(),
            is_tight: false,
        }
        .read();
        out.finish(self.name(), encoding, &source)
    }
}

/// True if a file begins as documents do: with a class, behind comments.
pub(crate) fn is_latex(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = head.get(..head.len().min(8192)).unwrap_or_default();
    let mut lines = head.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"%")).unwrap_or_default();
    [&b"\\documentclass"[..], b"\\documentstyle", b"\\RequirePackage", b"\\PassOptionsToPackage"]
        .iter()
        .any(|command| first.strip_prefix(*command).is_some_and(|rest| matches!(rest.first(), Some(b'{' | b'['))))
}

/// The role of the arguments of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LatexArguments {
    /// Part of the paragraph, as what is set in bold is.
    Inline,
    /// A text of its own, which goes by this.
    Own(BlockKind, Option<&'static str>),
    /// Names of files, labels and measures.
    Code,
}

fn arguments(command: &str) -> LatexArguments {
    let own = |label| LatexArguments::Own(BlockKind::Field, Some(label));
    match command {
        "title" | "chapter" | "section" | "subsection" | "subsubsection" | "part" | "paragraph" | "subparagraph"
        | "subtitle" | "frametitle" | "framesubtitle" | "opening" | "closing" => {
            LatexArguments::Own(BlockKind::Paragraph, None)
        }
        "footnote" | "caption" | "thanks" | "marginpar" | "todo" | "ps" | "encl" | "cc" | "footnotetext" | "note" => {
            LatexArguments::Own(BlockKind::Paragraph, None)
        }
        "author" | "name" | "signature" | "fromname" => own("name"),
        "firstname" | "givenname" => own("first name"),
        "lastname" | "familyname" | "surname" => own("surname"),
        "date" => own("date"),
        "email" => own("email"),
        "phone" | "mobile" | "telephone" | "fromphone" => own("phone"),
        "address" | "homeaddress" | "fromaddress" => own("address"),
        "institute" | "institution" | "affiliation" | "affil" => own("institution"),
        _ if CODE.has(command) => LatexArguments::Code,
        _ => LatexArguments::Inline,
    }
}

/// The most arguments inside one another; what lies deeper is part of the paragraph around.
const MOST_DEPTH: usize = 200;

/// The owner of an open brace.
enum LatexBrace {
    Plain,
    /// It ends a text of its own.
    Own(BlockKind, Option<&'static str>),
}

struct LatexReader<'r, 's> {
    whole: &'r LayeredText<'s>,
    source: &'s str,
    out: &'r mut TextCollector,
    at: usize,
    /// The start of the run of text at hand.
    start: usize,
    pieces: Vec<(Range<usize>, PieceNotation)>,
    open: Vec<LatexBrace>,
    /// True if the run of text at hand follows the name of a command.
    is_tight: bool,
}

impl LatexReader<'_, '_> {
    fn read(mut self) {
        while let Some(rest) = self.source.get(self.at..).filter(|rest| !rest.is_empty()) {
            let plain = rest.find(['\\', '{', '}', '%', '$', '&', '\n', '\r']).unwrap_or(rest.len());
            if plain > 0 {
                self.at += plain;
                continue;
            }
            self.special(rest);
        }
        self.flush();
    }

    fn special(&mut self, rest: &str) {
        // Blank lines end a paragraph, and a break a line; anything else that stands for a character is text.
        let is_text = !is_break(rest) && !rest.starts_with(['\n', '\r']);
        if let Some((_, length)) = unescape(rest).filter(|_| is_text) {
            self.at += length;
            return;
        }
        match rest.as_bytes() {
            [b'%', ..] => self.comment(rest),
            [b'\\', ..] => self.command(rest),
            [b'{', ..] => {
                self.skip(1);
                self.push(LatexBrace::Plain);
            }
            [b'}', ..] => self.close(),
            // A cell of a table ends.
            [b'&', ..] => {
                self.flush();
                self.skip(1);
            }
            [b'\n' | b'\r', ..] => self.line_break(rest),
            // Signs of formulas.
            _ => self.skip(1),
        }
    }

    /// Ends the run of text at hand and leaves out what follows.
    fn skip(&mut self, length: usize) {
        self.end_run();
        self.at += length;
        self.start = self.at;
    }

    fn end_run(&mut self) {
        if self.start < self.at {
            let layer = if self.is_tight { TextLayer::TexTight } else { TextLayer::Tex };
            self.pieces.push((self.start..self.at, PieceNotation::In(layer)));
        }
        self.is_tight = false;
        self.start = self.at;
    }

    /// Ends the text at hand, which goes by the argument around it.
    fn flush(&mut self) {
        let around = self.open.iter().rev().find_map(|brace| match brace {
            LatexBrace::Own(kind, label) => Some((*kind, *label)),
            LatexBrace::Plain => None,
        });
        let (kind, label) = around.unwrap_or((BlockKind::Paragraph, None));
        self.flush_as(kind, label);
    }

    fn flush_as(&mut self, kind: BlockKind, label: Option<&str>) {
        self.end_run();
        let pieces = std::mem::take(&mut self.pieces);
        let says = |piece: &(Range<usize>, PieceNotation)| self.whole.get(&piece.0).chars().any(char::is_alphanumeric);
        if pieces.iter().any(says) {
            self.out.block(self.whole, &pieces, kind, label);
        }
    }

    fn push(&mut self, brace: LatexBrace) {
        if self.open.len() < MOST_DEPTH {
            self.open.push(brace);
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(LatexBrace::Own(kind, label)) => self.flush_as(kind, label),
            _ => self.end_run(),
        }
        self.skip(1);
    }

    /// One line break is a blank, several end a paragraph.
    fn line_break(&mut self, rest: &str) {
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let lines = rest.get(..blank).unwrap_or_default().bytes().filter(|b| *b == b'\n').count();
        if lines > 1 {
            self.flush();
            self.skip(blank);
        } else {
            self.at += 1;
        }
    }

    fn comment(&mut self, rest: &str) {
        let length = rest.find('\n').unwrap_or(rest.len());
        let inside = rest.get(1..length).unwrap_or_default();
        let text = self.at + 1..self.at + 1 + inside.trim_end().len();
        self.end_run();
        // The line goes on behind the comment, so that the paragraph is kept open.
        let pieces = std::mem::take(&mut self.pieces);
        if inside.chars().any(char::is_alphanumeric) {
            if !pieces.is_empty() {
                self.out.block(self.whole, &pieces, BlockKind::Paragraph, None);
            }
            self.out.block(self.whole, &[(text, PieceNotation::In(TextLayer::Verbatim))], BlockKind::Paragraph, None);
        } else {
            self.pieces = pieces;
        }
        let next = rest.get(length..).unwrap_or_default();
        self.skip(length + usize::from(next.starts_with('\n')));
    }

    fn command(&mut self, rest: &str) {
        if is_break(rest) {
            // A row or a line ends, perhaps with a measure behind it.
            self.end_run();
            let length = 2 + usize::from(rest.as_bytes().get(2) == Some(&b'*'));
            self.pieces.push((self.at..self.at + length, PieceNotation::Mark("\n")));
            self.skip(length);
            return self.options();
        }
        let name = rest.get(1..).unwrap_or_default();
        let letters = name.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'@').count();
        let name = name.get(..letters).unwrap_or_default();
        let star = usize::from(letters > 0 && rest.as_bytes().get(1 + letters) == Some(&b'*'));
        match name {
            "" => {
                // A sign ends where it is.
                let sign = rest.chars().nth(1).map_or(0, char::len_utf8);
                self.skip(1 + sign);
            }
            "begin" | "end" => self.environment(rest, name),
            "verb" => self.verb(rest, 1 + letters + star),
            "item" | "par" | "newpage" | "clearpage" | "hline" | "maketitle" => {
                self.flush();
                self.skip(1 + letters + star);
            }
            _ => {
                self.take_command(name, 1 + letters + star);
            }
        }
    }

    /// A command with its arguments.
    fn take_command(&mut self, name: &str, length: usize) {
        match arguments(name) {
            LatexArguments::Inline => {
                self.skip(length);
                // The blank that ends the name of a command is part of it.
                if self.source.get(self.at..).is_some_and(|rest| rest.starts_with(' ')) {
                    self.skip(1);
                }
                self.is_tight = true;
                self.options();
            }
            LatexArguments::Own(kind, label) => {
                self.flush();
                self.skip(length);
                self.options();
                if self.source.get(self.at..).is_some_and(|rest| rest.starts_with('{')) {
                    self.skip(1);
                    self.push(LatexBrace::Own(kind, label));
                }
            }
            LatexArguments::Code => {
                self.skip(length);
                self.options();
                let mut taken = 0;
                while taken < 4 && self.source.get(self.at..).is_some_and(|rest| rest.starts_with('{')) {
                    let Some(inside) = braced(self.source, self.at) else { break };
                    // The text of a link, and what a new command writes, is text.
                    if (name == "href" && taken == 1)
                        || (name == "multicolumn" && taken == 2)
                        || inside.len() > LONGEST_CODE
                    {
                        break;
                    }
                    self.code(inside.clone());
                    self.skip(inside.len() + 2);
                    taken += 1;
                }
            }
        }
    }

    /// Arguments in brackets.
    fn options(&mut self) {
        while self.source.get(self.at..).is_some_and(|rest| rest.starts_with('[')) {
            let rest = self.source.get(self.at..).unwrap_or_default();
            let Some(end) = rest.bytes().take(LONGEST_CODE).position(|b| b == b']') else { return };
            let inside = rest.get(1..end).unwrap_or_default();
            if inside.contains(['\\', '{', '%']) {
                return;
            }
            let start = self.at + 1;
            self.code(start..start + inside.len());
            self.skip(end + 1);
        }
    }

    /// Reads a name of something, apart from the paragraph around.
    fn code(&mut self, range: Range<usize>) {
        if self.whole.get(&range).chars().any(char::is_alphanumeric) {
            self.end_run();
            let pieces = std::mem::take(&mut self.pieces);
            self.out.block(self.whole, &pieces, BlockKind::Paragraph, None);
            self.out.block(self.whole, &[(range, PieceNotation::In(TextLayer::Tex))], BlockKind::Code, None);
        }
    }

    fn environment(&mut self, rest: &str, name: &str) {
        self.flush();
        let open = self.at + 1 + name.len();
        let Some(inside) = braced(self.source, open).filter(|inside| inside.len() <= LONGEST_NAME) else {
            self.skip(1 + name.len());
            return;
        };
        let environment = self.whole.get(&inside);
        let is_word = environment.bytes().all(|b| b.is_ascii_alphabetic() || b == b'*');
        self.skip(inside.end + 1 - self.at);
        if !is_word {
            self.code(inside.clone());
        }
        if name == "begin" && VERBATIM.has(environment) {
            let end = format!("\\end{{{environment}}}");
            let start = self.at;
            let length = self.source.get(start..).map_or(0, |rest| rest.find(&end).unwrap_or(rest.len()));
            self.out.block(
                self.whole,
                &[(start..start + length, PieceNotation::In(TextLayer::Verbatim))],
                BlockKind::Code,
                None,
            );
            self.skip(length);
            return;
        }
        let _ = rest;
        if name == "begin" {
            self.options();
            // What columns of a table are, not what is in them.
            if matches!(environment, "tabular" | "tabular*" | "longtable" | "array" | "tabularx" | "thebibliography") {
                while let Some(inside) = braced(self.source, self.at).filter(|inside| inside.len() <= LONGEST_CODE) {
                    self.code(inside.clone());
                    self.skip(inside.len() + 2);
                }
            }
        }
    }

    /// Text between two signs, `\verb|x_y|`.
    fn verb(&mut self, rest: &str, length: usize) {
        let sign = rest.get(length..).and_then(|rest| rest.chars().next());
        let inside = sign.and_then(|sign| {
            let start = length + sign.len_utf8();
            let near = rest.get(start..)?.char_indices().take(LONGEST_CODE);
            let (end, _) = near.take_while(|(_, c)| *c != '\n').find(|(_, c)| *c == sign)?;
            Some((start, end, sign.len_utf8()))
        });
        let Some((start, inside, sign)) = inside else { return self.skip(length) };
        let range = self.at + start..self.at + start + inside;
        self.end_run();
        self.pieces.push((range, PieceNotation::In(TextLayer::Verbatim)));
        self.skip(start + inside + sign);
    }
}

/// No name of a file or a label is longer.
const LONGEST_CODE: usize = 400;
/// No environment has a longer name.
const LONGEST_NAME: usize = 40;

/// True if a text starts with the end of a line of a table or a paragraph.
fn is_break(rest: &str) -> bool {
    rest.starts_with("\\\\")
}

/// Returns the range between a brace at a place and the one that ends it, if that is near.
fn braced(source: &str, at: usize) -> Option<Range<usize>> {
    let rest = source.get(at..)?.strip_prefix('{')?;
    let mut depth = 1usize;
    let mut is_escaped = false;
    for (nth, b) in rest.bytes().enumerate().take(4 * LONGEST_CODE) {
        match b {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1..at + 1 + nth);
        }
    }
    None
}

#[cfg(test)]
mod tests;
