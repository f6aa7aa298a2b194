//! The text of a page of pixels: words, lines and paragraphs, and where each word stands.

use std::ops::Range;

use crate::recognition::{Rectangle, SeenWord};

/// A recogniser that is less sure of a word has not read it.
const SURE: f32 = 0.5;

/// The text of a page and where its words stand.
#[derive(Default)]
pub(super) struct Page {
    pub text: String,
    /// The range of each word in the text and its place on the page.
    pub words: Vec<(Range<usize>, Rectangle)>,
    /// Paragraphs of the text.
    pub blocks: Vec<Range<usize>>,
    /// Places of words that nobody could read.
    pub unsure: Vec<Rectangle>,
}

impl Page {
    /// The places of words that some ranges of the text touch; those of one range that stand side by side as one.
    pub fn touched(&self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Rectangle> {
        let mut touched = Vec::new();
        for range in ranges {
            let first = self.words.partition_point(|(word, _)| word.end <= range.start);
            let words = self.words.iter().skip(first).take_while(|(word, _)| word.start < range.end);
            let mut whole: Option<Rectangle> = None;
            for (_, place) in words {
                whole = match whole {
                    Some(before) if is_beside(before, *place) => Some(joined(before, *place)),
                    before => {
                        touched.extend(before);
                        Some(*place)
                    }
                };
            }
            touched.extend(whole);
        }
        touched
    }
}

/// True if a place is on the line of another, behind it.
fn is_beside(before: Rectangle, place: Rectangle) -> bool {
    let middle = place.top.saturating_add(place.height / 2);
    place.left >= before.left && (before.top..=before.top.saturating_add(before.height)).contains(&middle)
}

/// The smallest place that holds both.
fn joined(a: Rectangle, b: Rectangle) -> Rectangle {
    let (left, top) = (a.left.min(b.left), a.top.min(b.top));
    let right = a.left.saturating_add(a.width).max(b.left.saturating_add(b.width));
    let bottom = a.top.saturating_add(a.height).max(b.top.saturating_add(b.height));
    Rectangle { left, top, width: right - left, height: bottom - top }
}

/// Puts words into lines and paragraphs.
pub(super) fn lay_out(words: &[SeenWord]) -> Page {
    let mut page = Page::default();
    let mut last: Option<&SeenWord> = None;
    for word in words {
        let text = word.text.expose().trim();
        if text.is_empty() {
            continue;
        }
        if word.confidence < SURE {
            page.unsure.push(word.place);
            continue;
        }
        match last {
            Some(last) if last.paragraph == word.paragraph => {
                page.text.push(if last.line == word.line { ' ' } else { '\n' });
            }
            Some(_) => page.text.push_str("\n\n"),
            None => {}
        }
        let start = page.text.len();
        page.text.push_str(text);
        page.words.push((start..page.text.len(), word.place));
        match page.blocks.last_mut().filter(|_| last.is_some_and(|last| last.paragraph == word.paragraph)) {
            Some(block) => block.end = page.text.len(),
            None => page.blocks.push(start..page.text.len()),
        }
        last = Some(word);
    }
    page
}
