//! Plain text: the text is the source.

use crate::container::SingleTextContainer;
use crate::encoded;
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError};
use crate::splice::{SourceCoding, TextPiece};
use crate::{BlockKind, CharacterEncoding, Document, Span, TextBlock, encoding};

/// Plain text in any encoding of [`CharacterEncoding`](crate::CharacterEncoding); a block is a paragraph, set apart by blank lines.
pub struct TextFile;

impl DocumentFormat for TextFile {
    fn name(&self) -> &'static str {
        "text"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        Ok(document(encoding, source))
    }
}

/// The document of a text that is decoded already.
pub(crate) fn document(encoding: CharacterEncoding, source: String) -> Document {
    if !encoded::find(&source).is_empty() {
        return DocumentBuilder::whole(&source, paragraphs(&source)).finish(TextFile.name(), encoding, source);
    }
    let whole = 0..source.len();
    let pieces =
        if whole.is_empty() { Vec::new() } else { vec![TextPiece::new(whole.clone(), whole, SourceCoding::Verbatim)] };
    Document {
        format: TextFile.name(),
        encoding,
        blocks: paragraphs(&source),
        part_ends: vec![source.len()],
        container: Box::new(SingleTextContainer(encoding)),
        source,
        text: None,
        pieces,
        labels: Vec::new(),
        removable: Vec::new(),
        dictated: Vec::new(),
        encoded: Vec::new(),
        addresses: Vec::new(),
        own_tags: Vec::new(),
        protect: Vec::new(),
        id: None,
        is_partial: false,
        observer: None,
    }
}

/// The document of a text whose lines were broken behind a blank that is no part of it, as mails with `delsp=yes` are.
pub(crate) fn broken_at_blanks(bytes: Vec<u8>) -> Result<Document, ReadError> {
    let (encoding, source) = encoding::decode(bytes)?;
    let mut builder = DocumentBuilder::default();
    for block in paragraphs(&source) {
        let start = builder.open();
        let mut from = block.span.start();
        let own = source.get(block.span.range()).unwrap_or_default();
        for (at, _) in own.match_indices('\n').map(|(at, end)| (block.span.start() + at, end)) {
            let line = source.get(from..at).unwrap_or_default().trim_end_matches('\r');
            if let Some(text) = line.strip_suffix(' ').filter(|text| !text.is_empty()) {
                builder.add(text, from..from + text.len(), SourceCoding::Verbatim);
                from = at + 1;
            }
        }
        let end = block.span.end();
        builder.add(source.get(from..end).unwrap_or_default(), from..end, SourceCoding::Verbatim);
        builder.close(start, BlockKind::Paragraph, None);
    }
    Ok(builder.finish(TextFile.name(), encoding, source))
}

/// Runs of lines that are not blank.
fn paragraphs(text: &str) -> Vec<TextBlock> {
    let mut blocks: Vec<TextBlock> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    let ends = memchr::memchr2_iter(b'\n', b'\r', text.as_bytes()).map(|end| end + 1);
    for next in ends.chain((!text.ends_with(['\n', '\r'])).then_some(text.len())) {
        let Some(line) = text.get(at..next) else { continue };
        match trimmed_end(line) {
            // A lone "\n" after "\r" ends the same line; anything else that is blank ends the paragraph.
            0 if line == "\n" && text.as_bytes()[..at].ends_with(b"\r") => {}
            0 => close(&mut blocks, open.take()),
            end => open = Some((open.map_or(at, |(start, _)| start), at + end)),
        }
        at = next;
    }
    close(&mut blocks, open);
    blocks
}

/// The length of a line without the blanks at its end; most lines end in a plain letter or mark.
fn trimmed_end(line: &str) -> usize {
    match line.as_bytes() {
        [.., last, b'\n' | b'\r'] if last.is_ascii_graphic() => line.len() - 1,
        _ => line.trim_end().len(),
    }
}

fn close(blocks: &mut Vec<TextBlock>, open: Option<(usize, usize)>) {
    if let Some((start, end)) = open {
        let span = Span::new(start as u32, end as u32);
        blocks.push(TextBlock { span, kind: BlockKind::Paragraph, label: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let found: Vec<&str> = document.blocks().iter().map(|block| document.slice(block.span)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_broken_behind_a_blank_of_their_own_are_one() {
        let source = "mail ann \r\n@example. \r\norg now\r\nand \r\n\r\nthen\r\n";
        let document = broken_at_blanks(source.as_bytes().to_vec()).expect("readable");
        let found: Vec<&str> = document.blocks().iter().map(|block| document.slice(block.span)).collect();
        assert_eq!(found, ["mail ann@example.org now\r\nand", "then"]);
        let at = document.text().find("ann@").expect("there");
        let span = document.span(at, at + "ann@example.org".len()).expect("a span");
        let edits = crate::Edits::new(vec![crate::TextEdit::new(span, "[EMAIL]")]).expect("disjoint");
        let written = document.write(&edits).expect("writable");
        assert_eq!(written, b"mail [EMAIL] \r\n \r\n now\r\nand \r\n\r\nthen\r\n");
    }

    #[test]
    fn paragraphs_are_set_apart_by_blank_lines() {
        check("one\ntwo\n\nthree\n", &["one\ntwo", "three"]);
        check("one\r\ntwo\r\n\r\nthree", &["one\r\ntwo", "three"]);
        check("one\rtwo\r\rthree", &["one\rtwo", "three"]);
        check("\n \n  one  \n\t\ntwo", &["  one", "two"]);
        check("", &[]);
    }
}
