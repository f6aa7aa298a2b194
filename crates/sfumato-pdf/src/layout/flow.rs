//! Text that goes on on the next page: which paragraph of a page, and which of the next.
//!
//! Between the two stand feet and heads of pages, numbers and notes. They are told by standing on both pages at the same
//! place, by being nothing but a number, by being set in another size or well apart from the text. What joins the two
//! paragraphs is told as for the lines of one.

use super::joints::{LineJoint, LineShape, ParagraphSetting, SIZES_ALIKE, joint};

/// A paragraph, as far as it may go on on another page.
pub(crate) struct BlockShape {
    /// Its number among the blocks of its page.
    pub block: usize,
    pub first: LineShape,
    pub last: LineShape,
    pub setting: ParagraphSetting,
    pub lines: usize,
}

/// The paragraphs of a page that are set in its main direction, in the order they are read.
#[derive(Default)]
pub(crate) struct PageFlow {
    /// The direction they are set in, in degrees.
    pub direction: i64,
    pub blocks: Vec<BlockShape>,
}

/// A paragraph that goes on on the next page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageJoint {
    /// The block that goes on.
    pub block: usize,
    /// The block of the next page it goes on in.
    pub next_block: usize,
    pub joint: LineJoint,
}

/// So many paragraphs at an end of a page are looked at for one that is text.
const MOST_FURNITURE: usize = 4;
/// A head or foot has at most so many lines.
const FURNITURE_LINES: usize = 3;
/// The lines of a head stand at one place on all pages, within so many points.
const SAME_PLACE: f64 = 3.0;
/// A line that stands so many letter heights apart from the text is no part of it.
const APART: f64 = 2.8;
/// A number of a page with the words around it has at most so many letters.
const LONGEST_NUMBER: usize = 20;

/// Returns where a page goes on on the next one, or `None` where no text clearly does.
pub(crate) fn across_pages(page: &PageFlow, next: &PageFlow) -> Option<PageJoint> {
    if page.direction != next.direction {
        return None;
    }
    let tail =
        end_of_text(page, next, page.blocks.iter().rev(), |block, other| block.last.baseline - other.first.baseline)?;
    let head = end_of_text(next, page, next.blocks.iter(), |block, other| other.last.baseline - block.first.baseline)?;
    let joint = joint_across(tail, head)?;
    Some(PageJoint { block: tail.block, next_block: head.block, joint })
}

/// The first of some blocks, from an end of a page inwards, that is no head, foot, number or note.
///
/// `apart` is how far a block stands beyond another.
fn end_of_text<'p>(
    page: &'p PageFlow,
    other: &PageFlow,
    blocks: impl Iterator<Item = &'p BlockShape>,
    apart: impl Fn(&BlockShape, &BlockShape) -> f64,
) -> Option<&'p BlockShape> {
    let size = page.text_size()?;
    let is_text = |block: &&BlockShape| {
        are_alike(block.first.size, size)
            && !is_page_number(&block.first.text)
            && !(block.lines <= FURNITURE_LINES && other.blocks.iter().any(|same| stands_again(block, same)))
    };
    let mut blocks = blocks.take(MOST_FURNITURE).filter(is_text);
    let outermost = blocks.next()?;
    // A head that stands on one of the pages only is told by the gap between it and the text.
    let is_set_apart = |next: &BlockShape| outermost.lines < FURNITURE_LINES && -apart(outermost, next) > APART * size;
    Some(blocks.next().filter(|next| is_set_apart(next)).unwrap_or(outermost))
}

impl PageFlow {
    /// The size that most lines are set in.
    fn text_size(&self) -> Option<f64> {
        let lines_like = |size: f64| -> usize {
            self.blocks.iter().filter(|block| are_alike(block.first.size, size)).map(|block| block.lines).sum()
        };
        let sizes = self.blocks.iter().map(|block| block.first.size);
        sizes.max_by_key(|size| lines_like(*size)).filter(|size| *size > 0.0)
    }
}

fn are_alike(one: f64, other: f64) -> bool {
    one.max(other) <= SIZES_ALIKE * one.min(other)
}

/// True if a block of another page says the same at the same place, but for numbers.
fn stands_again(block: &BlockShape, other: &BlockShape) -> bool {
    let is_figure = |c: char| c.is_ascii_digit();
    let same = |one: &str, other: &str| {
        let mut letters = (one.chars().filter(|c| !is_figure(*c)), other.chars().filter(|c| !is_figure(*c)));
        letters.0.by_ref().eq(letters.1.by_ref())
    };
    (block.first.baseline - other.first.baseline).abs() <= SAME_PLACE
        && block.lines == other.lines
        && same(&block.first.text, &other.first.text)
        && same(&block.last.text, &other.last.text)
}

/// True if a text is the number of a page and nothing else: `3`, `- iv -`, `Page 3 of 10`, `3/10`.
fn is_page_number(text: &str) -> bool {
    const WORDS: [&str; 11] = ["page", "p", "pg", "pag", "pág", "página", "seite", "of", "de", "von", "folio"];
    let is_roman = |word: &str| word.len() <= 6 && word.chars().all(|c| "ivxlc".contains(c));
    let is_number = |word: &str| word.len() <= 4 && word.chars().all(|c| c.is_ascii_digit());
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    text.chars().count() <= LONGEST_NUMBER
        && words.iter().any(|word| is_number(word) || is_roman(word))
        && words.iter().all(|word| WORDS.contains(word) || is_number(word) || is_roman(word))
}

/// Returns the joint of the end of a page's text and the start of the next page's, or `None` if they are two texts.
fn joint_across(tail: &BlockShape, head: &BlockShape) -> Option<LineJoint> {
    let (above, below) = (&tail.last, &head.first);
    let size = above.size.max(below.size);
    if !are_alike(above.size, below.size) || above.is_row_of_cells || below.is_row_of_cells {
        return None;
    }
    let width = |block: &BlockShape| block.setting.edge - block.setting.from;
    let setting = ParagraphSetting {
        from: tail.setting.from,
        edge: tail.setting.edge.max(tail.setting.from + width(head)),
        is_broken_to_width: tail.setting.is_broken_to_width || head.setting.is_broken_to_width,
        keeps_blanks: head.setting.keeps_blanks,
    };
    // The next column stands elsewhere on its page, and is as wide.
    let is_one_column = (tail.setting.from - head.setting.from).abs() <= 2.0 * size
        || (width(tail) - width(head)).abs() <= 0.1 * width(tail).max(width(head));
    match joint(above, below, &setting) {
        found @ (LineJoint::Word | LineJoint::Nothing) => Some(found),
        _ if !is_one_column || ends_sentence(&above.text) => None,
        LineJoint::Blank => Some(LineJoint::Blank),
        // A sentence goes on whatever room there was: the end of a page is no choice of its author.
        LineJoint::Line if setting.is_broken_to_width && below.text.starts_with(char::is_lowercase) => {
            Some(LineJoint::Blank)
        }
        // Lines that their author broke, as those of an address, go on without being one line.
        LineJoint::Line if !setting.is_broken_to_width => Some(LineJoint::Line),
        LineJoint::Line => None,
    }
}

/// True if a line ends a sentence, so that no value goes on behind it; `Dr.` does not.
fn ends_sentence(line: &str) -> bool {
    const LONGEST_TITLE: usize = 4;
    let text = line.trim_end_matches(['"', '\'', ')', ']', '»', '”', '’']);
    let Some(before) = text.strip_suffix(['.', '!', '?', ':', ';', '…']) else { return false };
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_title = text.ends_with('.')
        && last.starts_with(char::is_uppercase)
        && last.chars().count() <= LONGEST_TITLE
        && last.chars().all(char::is_alphabetic);
    !is_title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_pages_are_told() {
        for text in ["3", "- 12 -", "Page 3 of 10", "iv", "3/10", "Página 2 de 9"] {
            assert!(is_page_number(text), "{text}");
        }
        for text in ["Page", "12 Elm Street", "2024 01 02 12345", "vital", ""] {
            assert!(!is_page_number(text), "{text}");
        }
    }

    #[test]
    fn titles_end_no_sentence() {
        assert!(ends_sentence("It was late.") && ends_sentence("(it was late.)") && ends_sentence("as follows:"));
        assert!(!ends_sentence("signed by Dr.") && !ends_sentence("and Ms.") && !ends_sentence("of the"));
    }
}
