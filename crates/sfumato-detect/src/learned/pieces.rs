//! Pieces: what learned recognisers label.
//!
//! Tokens of the language are too long for them: a number stands in one token with the letters before it, a name with
//! the hyphen after it, and what identifies may be either. Pieces are runs of letters, runs of digits and single marks.
//! A line is labelled together, and so are the lines of a wrapped paragraph.
//! Pieces are sooner made than kept: a long text is cut some lines at a time, whenever somebody looks at them.

use std::ops::Range;

use sfumato_automaton::{BREAK, FoldedChar, fold, is_word};
use sfumato_language::Aligned;

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Letters,
    Digits,
    Mark,
}

/// A piece and its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LearnedPiece {
    pub start: u32,
    pub end: u32,
    pub kind: PieceKind,
    /// True if a blank stands before it.
    pub is_apart: bool,
}

/// The pieces of some lines that follow one another.
#[derive(Debug, Default)]
pub(crate) struct LearnedPieces {
    pub list: Vec<LearnedPiece>,
    /// The pieces of each line that has any.
    pub lines: Vec<Range<usize>>,
    /// The number of lines before, and the end of their last piece.
    pub lines_before: usize,
    pub end_before: u32,
}

/// A longer line is labelled in parts, cut behind a full stop if there is one, so that no text asks for more memory
/// than a long paragraph does.
const LONGEST_LINE: usize = 1024;

impl LearnedPieces {
    /// All pieces of a text.
    #[cfg(any(test, feature = "train"))]
    pub fn all(view: &Aligned<'_>) -> Self {
        let mut pieces = Self::default();
        PieceCutter::new(view).cut(usize::MAX, &|_| true, &mut pieces);
        pieces
    }
}

/// Cuts a text into pieces, some lines at a time.
#[derive(Clone)]
pub(crate) struct PieceCutter<'a> {
    text: &'a str,
    folded: &'a [u8],
    /// The length of the text and of the folded text that is behind.
    at: usize,
    folded_at: usize,
    is_apart: bool,
    /// The number of lines and pieces that were cut, and the end of the last one.
    lines: usize,
    pieces: usize,
    end: u32,
}

impl<'a> PieceCutter<'a> {
    /// One that is at the start of a text.
    pub fn new(view: &'a Aligned<'_>) -> Self {
        let text = view.document().text();
        Self { text, folded: view.bytes(), at: 0, folded_at: 0, is_apart: true, lines: 0, pieces: 0, end: 0 }
    }

    /// The number of lines cut so far.
    pub fn line_count(&self) -> usize {
        self.lines
    }

    /// The number of pieces cut so far.
    pub fn piece_count(&self) -> usize {
        self.pieces
    }

    /// True if there is nothing left to cut.
    pub fn is_done(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Cuts lines until they have so many pieces or there are no more. Which lines are kept is asked by their start.
    pub fn cut(&mut self, enough: usize, keeps: &dyn Fn(usize) -> bool, pieces: &mut LearnedPieces) {
        pieces.list.clear();
        pieces.lines.clear();
        (pieces.lines_before, pieces.end_before) = (self.lines, self.end);
        let mut line = PieceLine { pieces, first: 0, is_full: false };
        self.walk(enough, keeps, &mut line);
        self.lines += pieces.lines.len();
        self.pieces += pieces.list.len();
        self.end = pieces.list.last().map_or(self.end, |last| last.end);
    }

    fn walk(&mut self, enough: usize, keeps: &dyn Fn(usize) -> bool, line: &mut PieceLine<'_>) {
        let first = self.at;
        for (nth, c) in self.text.get(first..).unwrap_or_default().char_indices() {
            let (start, end) = (first + nth, first + nth + c.len_utf8());
            // A character that was joined to the one before belongs to its piece.
            if start > 0 && fold(c) == FoldedChar::Joined {
                if !self.is_apart {
                    line.lengthen(end);
                }
                self.at = end;
                continue;
            }
            let Some(byte) = self.folded.get(self.folded_at).copied() else { break };
            let kind = PieceKind::of(byte);
            let is_new = kind.is_some_and(|kind| self.is_apart || !line.goes_on_with(kind));
            if (is_new && line.is_full) || matches!(byte, b'\n' | BREAK) {
                line.end(keeps);
                // What stands here is for the next time.
                if line.pieces.list.len() >= enough {
                    return;
                }
            }
            match kind {
                Some(kind) if is_new => line.add(kind, start, end, self.is_apart),
                Some(_) => line.lengthen(end),
                None => {}
            }
            self.is_apart = kind.is_none();
            line.fill(byte);
            self.at = end;
            self.folded_at += 1;
        }
        line.end(keeps);
        self.at = self.text.len();
    }
}

impl PieceKind {
    /// The kind of piece that a character of the folded text makes; `None` for a blank or a break.
    fn of(byte: u8) -> Option<Self> {
        match byte {
            b'\n' | BREAK | b' ' | b'\t' => None,
            b'0'..=b'9' => Some(Self::Digits),
            b'_' => Some(Self::Mark),
            byte if is_word(byte) => Some(Self::Letters),
            _ => Some(Self::Mark),
        }
    }
}

/// The line at hand, at the end of those that were cut.
struct PieceLine<'p> {
    pieces: &'p mut LearnedPieces,
    /// Its first piece.
    first: usize,
    /// True if it ends where its last piece does.
    is_full: bool,
}

impl PieceLine<'_> {
    fn add(&mut self, kind: PieceKind, start: usize, end: usize, is_apart: bool) {
        self.pieces.list.push(LearnedPiece { start: start as u32, end: end as u32, kind, is_apart });
    }

    fn lengthen(&mut self, end: usize) {
        if let Some(last) = self.pieces.list.last_mut() {
            last.end = end as u32;
        }
    }

    /// True if more of this kind belongs to the last piece.
    fn goes_on_with(&self, kind: PieceKind) -> bool {
        kind != PieceKind::Mark && self.pieces.list.last().is_some_and(|last| last.kind == kind)
    }

    fn fill(&mut self, byte: u8) {
        let length = self.pieces.list.len() - self.first;
        self.is_full |= length >= LONGEST_LINE && (byte == b'.' || length >= 2 * LONGEST_LINE);
    }

    fn end(&mut self, keeps: &dyn Fn(usize) -> bool) {
        let LearnedPieces { list, lines, .. } = &mut *self.pieces;
        if let Some(first) = list.get(self.first) {
            if keeps(first.start as usize) {
                lines.push(self.first..list.len());
            } else {
                list.truncate(self.first);
            }
        }
        self.first = list.len();
        self.is_full = false;
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, TextFile};

    use super::*;

    fn cut(text: &str) -> Vec<Vec<String>> {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let pieces = LearnedPieces::all(&Aligned::new(&document));
        let word =
            |piece: &LearnedPiece| text.get(piece.start as usize..piece.end as usize).expect("a piece").to_owned();
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

    #[test]
    fn cut_some_lines_at_a_time_a_text_has_the_same_pieces() {
        let text = format!("Ana Ruiz, 34.\n\nNun\u{303}ez\r\n{}x{}\nend", "ab. ".repeat(1100), ",".repeat(2500));
        let document = TextFile.read(text.into_bytes()).expect("readable");
        let view = Aligned::new(&document);
        let all = LearnedPieces::all(&view);
        for enough in [1, 5, 1200] {
            let (mut cutter, mut some) = (PieceCutter::new(&view), LearnedPieces::default());
            let (mut list, mut lines, mut end) = (Vec::new(), Vec::new(), 0);
            while !cutter.is_done() {
                cutter.cut(enough, &|_| true, &mut some);
                assert_eq!((some.lines_before, some.end_before), (lines.len(), end));
                lines.extend(some.lines.iter().map(|line| line.start + list.len()..line.end + list.len()));
                list.extend(&some.list);
                end = list.last().map_or(0, |piece: &LearnedPiece| piece.end);
            }
            assert!(list == all.list && lines == all.lines, "{enough} pieces at a time");
            assert_eq!((cutter.piece_count(), cutter.line_count()), (list.len(), lines.len()));
        }
    }

    #[test]
    fn lines_that_are_not_kept_leave_nothing() {
        let text = "one\ntwo two\nthree";
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let mut pieces = LearnedPieces::default();
        PieceCutter::new(&Aligned::new(&document)).cut(usize::MAX, &|start| start != 4, &mut pieces);
        assert_eq!(pieces.lines, [0..1, 1..2]);
        assert_eq!(pieces.list.iter().map(|piece| piece.start).collect::<Vec<_>>(), [0, 12]);
    }
}
