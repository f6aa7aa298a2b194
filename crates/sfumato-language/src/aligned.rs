//! The folded text of a document and the way home from it.
//!
//! One byte a character, as [`sfumato_automaton::fold`] has it; a checkpoint every 64 of them leads back to the
//! document's own offsets, so the view costs about one and a tenth times the text.

use memchr::memchr2_iter;
use sfumato_automaton::{BREAK, FoldedChar, compose, fold, is_word};
use sfumato_document::{Document, Span};

const STEP: usize = 64;
/// The lengths of the lines of a wrapped paragraph.
const WRAPPED: std::ops::RangeInclusive<usize> = 55..=120;
/// The same in a narrow column, where it takes several lines alike to tell a paragraph from a list.
const NARROW: usize = 30;
const LINES_ALIKE: usize = 4;

/// A folded view of a document's text.
pub struct Aligned<'d> {
    document: &'d Document,
    folded: Vec<u8>,
    /// The offset in the text of every `STEP`-th folded byte.
    marks: Vec<u32>,
}

impl<'d> Aligned<'d> {
    /// Folds the text; where blocks of separate places meet stands a [`BREAK`].
    pub fn new(document: &'d Document) -> Self {
        let text = document.text();
        let mut view =
            Self { document, folded: Vec::with_capacity(text.len()), marks: Vec::with_capacity(text.len() / STEP + 1) };
        let mut at = 0;
        for stretch in document.stretches() {
            view.push_range(at, stretch.start, true);
            view.push_range(stretch.start, stretch.end, false);
            at = stretch.end;
        }
        view.push_range(at, text.len(), true);
        view.join_wrapped_lines();
        view
    }

    /// A line break inside a paragraph that was wrapped to a width is a space: names and dates go over it.
    ///
    /// Lines of such a length that the next one starts with a letter are taken for wrapped; the lines of forms,
    /// addresses and signatures are shorter, and paragraphs on one line are longer.
    fn join_wrapped_lines(&mut self) {
        let (mut at, mut start) = (0, 0);
        let mut lines = Lines::default();
        while at < self.folded.len() {
            let shortest = lines.read(&self.folded, at);
            for end in lines.ends.iter().copied() {
                if self.folded[end] == b'\n' {
                    let next_is_letter = self.folded.get(end + 1).is_some_and(|b| is_word(*b) && !b.is_ascii_digit());
                    let is_full = (shortest..=*WRAPPED.end()).contains(&(end - start));
                    if is_full && next_is_letter && !starts_with_label(&self.folded[end + 1..]) {
                        self.folded[end] = b' ';
                    }
                }
                start = end + 1;
            }
            at = lines.end;
        }
    }

    fn push_range(&mut self, start: usize, end: usize, apart: bool) {
        let text = self.document.text();
        let Some(part) = text.get(start..end) else { return };
        let bytes = part.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            // Runs of plain ASCII are most of most texts.
            let run = plain(&bytes[at..]);
            self.push_plain(&bytes[at..at + run], start + at, apart);
            at += run;
            for (nth, c) in part.get(at..).unwrap_or_default().char_indices() {
                if c.is_ascii() {
                    at += nth;
                    break;
                }
                match fold(c) {
                    FoldedChar::Byte(folded) => self.push(if apart { BREAK } else { folded }, start + at + nth),
                    FoldedChar::Joined => self.join(c, start + at + nth),
                }
                if start + at + nth + c.len_utf8() == end {
                    at = bytes.len();
                    break;
                }
            }
        }
    }

    /// Folds a run of ASCII that stands at an offset.
    fn push_plain(&mut self, run: &[u8], offset: usize, apart: bool) {
        let first = self.folded.len();
        let marked = (first.next_multiple_of(STEP)..first + run.len()).step_by(STEP);
        self.marks.extend(marked.map(|at| (offset + at - first) as u32));
        if apart {
            self.folded.resize(first + run.len(), BREAK);
            return;
        }
        self.folded.extend_from_slice(run);
        // Nearly all of it folds to itself.
        let is_special = |byte: u8| byte == 0x7f || (byte < b' ' && byte != b'\n' && byte != b'\t');
        for (nth, chunk) in self.folded[first..].chunks_mut(STEP).enumerate() {
            if !chunk.iter().fold(false, |any, byte| any | is_special(*byte)) {
                continue;
            }
            for (at, byte) in (nth * STEP..).zip(chunk) {
                if let FoldedChar::Byte(folded) = fold(char::from(*byte)) {
                    // Of a "\r\n" the second is the line break.
                    let is_first = *byte == b'\r' && run.get(at + 1) == Some(&b'\n');
                    *byte = if is_first { b' ' } else { folded };
                }
            }
        }
    }

    #[inline]
    fn push(&mut self, byte: u8, at: usize) {
        if self.folded.len().is_multiple_of(STEP) {
            self.marks.push(at as u32);
        }
        self.folded.push(byte);
    }

    /// A character that belongs to the one before it; at the very start of the text it stands for itself.
    fn join(&mut self, c: char, at: usize) {
        match self.folded.last_mut() {
            None => self.push(BREAK, at),
            Some(last) => {
                if let Some(composed) = compose(*last, c) {
                    *last = composed;
                }
            }
        }
    }

    /// The document it is a view of.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The folded text.
    pub fn bytes(&self) -> &[u8] {
        &self.folded
    }

    /// The offset in the document's text of a place in the folded text.
    pub fn home(&self, folded: usize) -> usize {
        let text = self.document.text();
        if folded >= self.folded.len() {
            return text.len();
        }
        let step = folded / STEP;
        let from = self.marks[step] as usize;
        let rest = text.get(from..).unwrap_or_default();
        let skip = folded - step * STEP;
        // Where all are plain, counting is subtraction.
        if rest.as_bytes().get(..=skip).is_some_and(<[u8]>::is_ascii) {
            return from + skip;
        }
        let is_unit = |(at, c): &(usize, char)| (from == 0 && *at == 0) || fold(*c) != FoldedChar::Joined;
        rest.char_indices().filter(is_unit).nth(skip).map_or(text.len(), |(at, _)| from + at)
    }

    /// The span of the document's text that a range of the folded text stands for.
    ///
    /// # Panics
    /// If the range is none of the folded text; dropping it instead would leave what was found there.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let (start, end) = (self.home(start), self.home(end));
        self.document.span(start, end).expect("places of the folded text lead to character boundaries")
    }

    /// The place in the folded text of an offset of the document's text; of a character that was joined to another,
    /// the place of the next one.
    pub fn away(&self, offset: usize) -> usize {
        let step = self.marks.partition_point(|mark| *mark as usize <= offset);
        let Some(step) = step.checked_sub(1) else { return 0 };
        let from = self.marks[step] as usize;
        let Some(between) = self.document.text().get(from..offset) else { return self.folded.len() };
        if between.is_ascii() {
            return (step * STEP + between.len()).min(self.folded.len());
        }
        let is_unit = |(at, c): &(usize, char)| (from == 0 && *at == 0) || fold(*c) != FoldedChar::Joined;
        (step * STEP + between.char_indices().filter(is_unit).count()).min(self.folded.len())
    }
}

/// The number of bytes of ASCII that come first.
fn plain(bytes: &[u8]) -> usize {
    let (chunks, _) = bytes.as_chunks::<16>();
    let whole = chunks.iter().take_while(|chunk| chunk.is_ascii()).count() * 16;
    whole + bytes[whole..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// The lines of one paragraph.
#[derive(Default)]
struct Lines {
    /// The places of the breaks behind them.
    ends: Vec<usize>,
    /// The length of each, but for a blank one that ends the paragraph.
    lengths: Vec<usize>,
    /// The end of the paragraph.
    end: usize,
}

impl Lines {
    /// Reads the paragraph that starts here; how long a line of it must be to be a full one.
    fn read(&mut self, folded: &[u8], start: usize) -> usize {
        self.ends.clear();
        self.lengths.clear();
        let mut at = start;
        self.end = folded.len();
        for end in memchr2_iter(b'\n', BREAK, &folded[start..]).map(|end| start + end) {
            self.ends.push(end);
            let line = folded[at..end].trim_ascii();
            at = end + 1;
            if line.is_empty() || folded[end] == BREAK {
                self.end = at;
                break;
            }
            self.lengths.push(line.len());
        }
        if self.end == folded.len() && at < self.end {
            let line = folded[at..].trim_ascii();
            self.lengths.extend((!line.is_empty()).then_some(line.len()));
        }
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let inner = self.lengths.split_last().map_or(&[][..], |(_, inner)| inner);
        let full = inner.iter().filter(|length| **length * 4 >= longest * 3).count();
        let is_column = longest < *WRAPPED.start() && inner.len() + 1 >= LINES_ALIKE && full * 4 >= inner.len() * 3;
        if is_column { NARROW.max(longest * 3 / 4) } else { *WRAPPED.start() }
    }
}

/// True if a line starts with a field's label: at most five words and a colon.
fn starts_with_label(line: &[u8]) -> bool {
    let head = &line[..line.len().min(40)];
    let end = head.iter().position(|b| matches!(b, b':' | b'\n' | b'.' | b','));
    end.is_some_and(|end| head[end] == b':' && head[..end].iter().filter(|b| **b == b' ').count() < 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_document::formats::{Csv, DocumentFormat, TextFile};

    fn document(text: &str) -> Document {
        TextFile.read(text.as_bytes().to_vec()).expect("readable")
    }

    #[test]
    fn every_kind_of_space_dash_and_digit_is_one() {
        let document = document("a\u{a0}b\u{2013}c \u{ff11}\u{0662}\r\n\u{201c}x\u{201d}");
        assert_eq!(Aligned::new(&document).bytes(), b"a b-c 12 \n\"x\"");
    }

    #[test]
    fn accents_typed_apart_and_invisible_characters_join() {
        let document = document("Nun\u{303}o so\u{ad}ft");
        let view = Aligned::new(&document);
        assert_eq!(view.bytes(), b"Nu\xf1o soft");
        let span = view.span(0, 4);
        assert_eq!(document.slice(span), "Nun\u{303}o");
        let span = view.span(5, 9);
        assert_eq!(document.slice(span), "so\u{ad}ft");
    }

    #[test]
    fn cells_are_set_apart() {
        let document = Csv::default().read(b"a,b\nc,d\n".to_vec()).expect("readable");
        assert_eq!(Aligned::new(&document).bytes(), b"a\0b\0c\0d");
    }

    #[test]
    fn wrapped_lines_are_joined_and_short_ones_are_not() {
        let wrapped = "The patient was seen in the clinic last week together with Ann";
        let document = document(&format!("Name: Ann\nAge: 7\n\n{wrapped}\nLee, who\nleft.\n"));
        let view = Aligned::new(&document);
        let text: String = view.bytes().iter().map(|b| char::from(*b)).collect();
        assert_eq!(text, format!("Name: Ann\nAge: 7\n\n{wrapped} Lee, who\nleft.\n"));
        assert!(
            starts_with_label(b"Date of birth: 4")
                && !starts_with_label(b"Lee, who: x")
                && !starts_with_label(b"Lee\nAge: 7")
        );
    }

    #[test]
    fn the_way_home_and_back_agree_everywhere() {
        let text = "Dña. Ángela\u{301} vio 3\u{202f}000 \u{1f642} días—sí. \u{200b}Ñ ".repeat(40);
        let document = document(&text);
        let view = Aligned::new(&document);
        let mut last = 0;
        for at in 0..view.bytes().len() {
            let home = view.home(at);
            assert!(home >= last && text.is_char_boundary(home));
            assert_eq!(view.away(home), at);
            last = home;
        }
        assert_eq!(view.home(view.bytes().len()), text.len());
    }
}
