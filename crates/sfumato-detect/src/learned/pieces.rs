//! Pieces: what learned recognisers label.
//!
//! Tokens of the language are too long for them: a number stands in one token with the letters before it, a name with
//! the hyphen after it, and what identifies may be either. Pieces are runs of letters, runs of digits and single marks.
//! A line is labelled together, and so are the lines of a wrapped paragraph.

use std::ops::Range;

use sfumato_automaton::{BREAK, Fold, fold, is_word};
use sfumato_language::Aligned;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Letters,
    Digits,
    Mark,
}

/// A piece and its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub start: u32,
    pub end: u32,
    pub kind: PieceKind,
    /// Whether a blank stands before it.
    pub is_apart: bool,
}

/// The pieces of a text, line by line.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    pub list: Vec<Piece>,
    /// The pieces of each line that has any.
    pub lines: Vec<Range<usize>>,
}

/// A longer line is labelled in parts, cut behind a full stop if there is one, so that no text asks for more memory
/// than a long paragraph does.
const LONGEST_LINE: usize = 1024;

impl Pieces {
    pub fn new(view: &Aligned<'_>) -> Self {
        let text = view.document().text();
        let mut cutter = Cutter { pieces: Self::default(), first: 0, is_apart: true };
        let mut folded = view.bytes().iter();
        for (at, c) in text.char_indices() {
            // A character that was joined to the one before belongs to its piece.
            if at > 0 && fold(c) == Fold::Joined {
                cutter.lengthen(at + c.len_utf8());
                continue;
            }
            let Some(byte) = folded.next() else { break };
            cutter.add(*byte, at, at + c.len_utf8());
        }
        cutter.end_line();
        cutter.pieces
    }
}

struct Cutter {
    pieces: Pieces,
    /// The first piece of the line.
    first: usize,
    is_apart: bool,
}

impl Cutter {
    fn add(&mut self, byte: u8, start: usize, end: usize) {
        let kind = match byte {
            b'\n' | BREAK => {
                self.end_line();
                self.is_apart = true;
                return;
            }
            b' ' | b'\t' => {
                self.is_apart = true;
                return;
            }
            b'0'..=b'9' => PieceKind::Digits,
            b'_' => PieceKind::Mark,
            byte if is_word(byte) => PieceKind::Letters,
            _ => PieceKind::Mark,
        };
        let line = &mut self.pieces.list;
        match line.last_mut() {
            Some(last) if !self.is_apart && last.kind == kind && kind != PieceKind::Mark => last.end = end as u32,
            _ => line.push(Piece { start: start as u32, end: end as u32, kind, is_apart: self.is_apart }),
        }
        self.is_apart = false;
        let length = self.pieces.list.len() - self.first;
        if length >= LONGEST_LINE && (byte == b'.' || length >= 2 * LONGEST_LINE) {
            self.end_line();
        }
    }

    fn lengthen(&mut self, end: usize) {
        if !self.is_apart
            && let Some(last) = self.pieces.list.last_mut()
        {
            last.end = end as u32;
        }
    }

    fn end_line(&mut self) {
        let end = self.pieces.list.len();
        if end > self.first {
            self.pieces.lines.push(self.first..end);
            self.first = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Format, Text};

    use super::*;

    fn cut(text: &str) -> Vec<Vec<String>> {
        let document = Text.read(text.as_bytes().to_vec()).expect("readable");
        let pieces = Pieces::new(&Aligned::new(&document));
        let word = |piece: &Piece| text.get(piece.start as usize..piece.end as usize).expect("a piece").to_owned();
        pieces.lines.iter().map(|line| pieces.list[line.clone()].iter().map(word).collect()).collect()
    }

    #[test]
    fn letters_digits_and_marks_are_apart() {
        assert_eq!(cut("NHC:28029Madrid, 3ª_x"), [["NHC", ":", "28029", "Madrid", ",", "3", "ª", "_", "x"]]);
        assert_eq!(cut("a\n\n b\r\nc"), [["a"], ["b"], ["c"]]);
        assert!(cut(" \n ").is_empty());
    }

    #[test]
    fn accents_typed_apart_belong_to_their_letter() {
        assert_eq!(cut("Nun\u{303}ez."), [["Nun\u{303}ez", "."]]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let lines = cut(&"ab. ".repeat(3000));
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= 2 * LONGEST_LINE));
        assert_eq!(lines.concat().len(), 6000);
    }
}
