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
    fn paragraphs_are_set_apart_by_blank_lines() {
        check("one\ntwo\n\nthree\n", &["one\ntwo", "three"]);
        check("one\r\ntwo\r\n\r\nthree", &["one\r\ntwo", "three"]);
        check("one\rtwo\r\rthree", &["one\rtwo", "three"]);
        check("\n \n  one  \n\t\ntwo", &["  one", "two"]);
        check("", &[]);
    }
}
