//! Markdown: the text without its markup, each line knowing where it stood.
//!
//! A light reading, not a rendering: marks of emphasis, quotes and lists are left out of the text so that a name half
//! in bold is one name, and everything else (links and their targets, HTML, code, front matter) is text.
//! When in doubt a mark stays text, since what is not read is not protected.

use std::ops::Range;

use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError};
use crate::splice::SourceCoding;
use crate::{BlockKind, Document, encoding};

/// Markdown.
pub struct Markdown;

impl DocumentFormat for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let mut reader = MarkdownReader {
            source: &source,
            builder: DocumentBuilder::default(),
            paragraph: None,
            header: Vec::new(),
        };
        reader.lines();
        let builder = reader.builder;
        Ok(builder.finish(self.name(), encoding, source))
    }
}

struct MarkdownReader<'s> {
    source: &'s str,
    builder: DocumentBuilder,
    /// The start of the open paragraph in the text, and its kind.
    paragraph: Option<(usize, BlockKind)>,
    /// The labels of the columns of the table at hand.
    header: Vec<u32>,
}

/// A line: where it starts, where its content ends, where the next one starts.
struct MarkdownLine {
    start: usize,
    end: usize,
    next: usize,
}

impl<'s> MarkdownReader<'s> {
    fn lines(&mut self) {
        let lines = lines(self.source);
        let mut nth = 0;
        if lines.first().is_some_and(|line| self.trimmed(line) == "---")
            && let Some(close) = lines.iter().skip(1).position(|line| matches!(self.trimmed(line), "---" | "..."))
        {
            self.verbatim(lines[0].start..lines[close + 1].end, BlockKind::Metadata);
            nth = close + 2;
        }
        while nth < lines.len() {
            let line = &lines[nth];
            let trimmed = self.trimmed(line);
            if let Some(fence) = fence(trimmed) {
                let closes = |line: &MarkdownLine| {
                    self.trimmed(line).starts_with(fence)
                        && self.trimmed(line).trim_start_matches(['`', '~']).is_empty()
                };
                let close = lines.iter().skip(nth + 1).position(closes).map_or(lines.len() - 1, |n| nth + 1 + n);
                self.verbatim(line.start..lines[close].end, BlockKind::Code);
                nth = close + 1;
                continue;
            }
            let is_row = trimmed.starts_with('|') && trimmed.len() > 1;
            if !is_row {
                self.header.clear();
            }
            if trimmed.is_empty() {
                self.end_paragraph();
            } else if is_row {
                let next_is_rule = lines.get(nth + 1).is_some_and(|line| is_table_rule(self.trimmed(line)));
                self.row(line, next_is_rule);
            } else {
                self.line(line);
            }
            nth += 1;
        }
        self.end_paragraph();
    }

    fn trimmed(&self, line: &MarkdownLine) -> &'s str {
        self.source.get(line.start..line.end).unwrap_or_default().trim()
    }

    fn end_paragraph(&mut self) {
        if let Some((start, kind)) = self.paragraph.take() {
            self.builder.close(start, kind, None);
        }
    }

    fn verbatim(&mut self, range: Range<usize>, kind: BlockKind) {
        self.end_paragraph();
        let text = self.source.get(range.clone()).unwrap_or_default();
        self.builder.block(text, range, SourceCoding::Verbatim, kind, None);
    }

    /// A line of running text, a heading or an item.
    fn line(&mut self, line: &MarkdownLine) {
        let content = self.source.get(line.start..line.end).unwrap_or_default();
        let (prefix, kind) = prefix(content);
        if kind != BlockKind::Paragraph {
            self.end_paragraph();
        }
        if self.paragraph.is_none() {
            self.paragraph = Some((self.builder.open(), kind));
        } else {
            // The break between two lines of a paragraph belongs to the text.
            let before = self.source.get(..line.start).unwrap_or_default();
            let width = if before.ends_with("\r\n") { 2 } else { 1 };
            let range = line.start - width..line.start;
            self.builder.add(self.source.get(range.clone()).unwrap_or_default(), range, SourceCoding::Markdown);
        }
        self.inline(line.start + prefix..line.end);
        if kind == BlockKind::Heading {
            self.end_paragraph();
        }
    }

    /// A row of a table; a rule of dashes has no text.
    fn row(&mut self, line: &MarkdownLine, is_header: bool) {
        self.end_paragraph();
        if is_table_rule(self.trimmed(line)) {
            return;
        }
        if is_header {
            self.header.clear();
        }
        let content = self.source.get(line.start..line.end).unwrap_or_default();
        let mut start = line.start + content.find('|').map_or(0, |at| at + 1);
        let mut column = 0;
        while start < line.end {
            let rest = self.source.get(start..line.end).unwrap_or_default();
            let end = start + unescaped_bar(rest).unwrap_or(rest.len());
            let cell = self.source.get(start..end).unwrap_or_default();
            let lead = cell.len() - cell.trim_start().len();
            let range = start + lead..start + lead + cell.trim().len();
            let opened = self.builder.open();
            self.inline(range.clone());
            if is_header {
                self.builder.close(opened, BlockKind::Header, None);
                let name: String = cell.chars().filter(|c| !matches!(c, '*' | '`' | '_')).collect();
                let label = self.builder.label(name.trim());
                self.header.push(label);
            } else {
                self.builder.close(opened, BlockKind::Cell, self.header.get(column).copied());
            }
            column += 1;
            start = end + 1;
        }
    }

    /// Text with the marks of emphasis and escapes left out.
    fn inline(&mut self, range: Range<usize>) {
        let text = self.source.get(range.clone()).unwrap_or_default();
        let bytes = text.as_bytes();
        let word = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80)
        };
        let mut run = 0;
        let mut at = 0;
        let mut in_code = false;
        while at < bytes.len() {
            let dropped = match bytes[at] {
                b'`' => {
                    in_code = !in_code;
                    true
                }
                _ if in_code => false,
                b'*' => word(at.checked_sub(1)) || word(Some(at + 1)) || near(bytes, at, b'*'),
                b'_' => {
                    !(word(at.checked_sub(1)) && word(Some(at + 1)))
                        && (word(at.checked_sub(1)) || word(Some(at + 1)))
                        && !in_address(bytes, at)
                }
                b'~' => near(bytes, at, b'~'),
                b'\\' => bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation),
                _ => false,
            };
            if dropped {
                self.emit(range.start + run..range.start + at);
                run = at + 1;
                // What is escaped is text, whatever it is.
                if bytes[at] == b'\\' {
                    at += 1;
                }
            }
            at += 1;
        }
        self.emit(range.start + run..range.end);
    }

    fn emit(&mut self, range: Range<usize>) {
        self.builder.add(self.source.get(range.clone()).unwrap_or_default(), range, SourceCoding::Markdown);
    }
}

fn near(bytes: &[u8], at: usize, mark: u8) -> bool {
    (at > 0 && bytes[at - 1] == mark) || bytes.get(at + 1) == Some(&mark)
}

/// True if the mark stands in a web or mail address, where it means itself.
fn in_address(bytes: &[u8], at: usize) -> bool {
    let blank = |b: &u8| b.is_ascii_whitespace();
    // A window, so that a line without blanks costs no more than others.
    let (first, last) = (at.saturating_sub(200), bytes.len().min(at + 200));
    let start = bytes[first..at].iter().rposition(blank).map_or(first, |n| first + n + 1);
    let end = bytes[at..last].iter().position(blank).map_or(last, |n| at + n);
    let word = &bytes[start..end];
    word.contains(&b'@') || word.windows(3).any(|w| w == b"://")
}

fn lines(source: &str) -> Vec<MarkdownLine> {
    let mut lines = Vec::new();
    let mut at = 0;
    for raw in source.split_inclusive('\n') {
        let content = raw.strip_suffix('\n').unwrap_or(raw);
        let content = content.strip_suffix('\r').unwrap_or(content);
        lines.push(MarkdownLine { start: at, end: at + content.len(), next: at + raw.len() });
        at += raw.len();
    }
    debug_assert_eq!(lines.last().map_or(0, |line| line.next), source.len());
    lines
}

fn fence(trimmed: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence))
}

fn is_table_rule(trimmed: &str) -> bool {
    trimmed.starts_with('|')
        && trimmed.contains('-')
        && trimmed.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

fn unescaped_bar(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| bytes[*at] == b'|' && (*at == 0 || bytes[at - 1] != b'\\'))
}

/// Returns the length of the marks at the start of a line, and the kind of block they make of it.
fn prefix(content: &str) -> (usize, BlockKind) {
    let mut length = 0;
    let mut kind = BlockKind::Paragraph;
    loop {
        let rest = content.get(length..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let blanks = rest.len() - trimmed.len();
        let mark = if trimmed.starts_with('>') {
            1
        } else if kind == BlockKind::Paragraph && trimmed.starts_with('#') {
            let marks = trimmed.bytes().take_while(|b| *b == b'#').count();
            if marks > 6 || !trimmed.get(marks..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
                return (length + blanks, kind);
            }
            kind = BlockKind::Heading;
            marks
        } else if kind == BlockKind::Paragraph
            && trimmed.starts_with(['-', '*', '+'])
            && trimmed.get(1..).is_some_and(|rest| rest.starts_with([' ', '\t']))
        {
            kind = BlockKind::Item;
            1
        } else {
            return (length + blanks, kind);
        };
        length += blanks + mark;
    }
}

/// Writes a replacement into running text so that none of its characters becomes markup.
pub(crate) fn escape(replacement: &str, rest: &str, out: &mut String) {
    let opens_link = replacement.ends_with(']') && rest.starts_with(['(', '[', ':']);
    for c in replacement.chars() {
        let is_mark = match c {
            '*' | '`' | '<' | '\\' | '|' | '~' => true,
            '[' | ']' => opens_link,
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::testing;

    #[track_caller]
    fn check(markdown: &str, expected: &[(&str, BlockKind)]) {
        assert_eq!(testing::kinds(&testing::read(&Markdown, markdown.as_bytes())), expected);
    }

    #[track_caller]
    fn masked(markdown: &str, find: &str, to: &str) -> String {
        testing::masked_text(&Markdown, markdown, &[(find, to)])
    }

    #[test]
    fn markup_is_no_text() {
        check(
            "# A *b*\n\n> one\n> two\n\n- **Name:** Ann\n",
            &[("A b", BlockKind::Heading), ("one\ntwo", BlockKind::Paragraph), ("Name: Ann", BlockKind::Item)],
        );
        check("a_b _c_ `d*e` x\\_y 2 * 3", &[("a_b c d*e x_y 2 * 3", BlockKind::Paragraph)]);
        check("mail _x_@y.org", &[("mail _x_@y.org", BlockKind::Paragraph)]);
    }

    #[test]
    fn code_tables_and_front_matter_are_read() {
        check(
            "---\nauthor: Ann\n---\n```log\nx\n```\n",
            &[("---\nauthor: Ann\n---", BlockKind::Metadata), ("```log\nx\n```", BlockKind::Code)],
        );
        let document = Markdown.read(b"| Name | Age |\n|---|---|\n| Ann | 7 |\n".to_vec()).expect("readable");
        let cell = document.blocks().iter().find(|b| document.slice(b.span) == "Ann").expect("there");
        assert_eq!((cell.kind, document.label(cell)), (BlockKind::Cell, Some("Name")));
    }

    #[test]
    fn a_name_half_in_bold_is_replaced_whole() {
        assert_eq!(masked("see **Jo**hn Smith now", "John Smith", "[PERSON 1]"), "see **[PERSON 1]** now");
        assert_eq!(masked("see J*ohn\nSm*ith", "John\nSmith", "X"), "see X**");
    }

    #[test]
    fn replacements_do_not_become_markup() {
        assert_eq!(masked("see Ann(x)", "Ann", "[PERSON 1]"), "see \\[PERSON 1\\](x)");
        assert_eq!(masked("see Ann", "Ann", "A***"), "see A\\*\\*\\*");
        assert_eq!(masked("```\nAnn\n```", "Ann", "A***"), "```\nA***\n```");
    }
}
