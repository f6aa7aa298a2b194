//! The text of a page of pixels: words, lines and paragraphs, and where each word stands.

use std::ops::Range;

use crate::recognition::{Rectangle, SeenWord};

/// A recogniser that is less sure of a word has not read it.
const SURE: f32 = 0.5;

/// The text of a page and where its words stand.
#[derive(Default)]
pub(super) struct Page {
    pub text: String,
    /// Where each word stands in the text and on the page.
    pub words: Vec<(Range<usize>, Rectangle)>,
    /// Paragraphs of the text.
    pub blocks: Vec<Range<usize>>,
    /// Places of words that nobody could read.
    pub unsure: Vec<Rectangle>,
}

impl Page {
    /// The places of words that some ranges of the text touch.
    pub fn touched(&self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Rectangle> {
        let mut touched = Vec::new();
        for range in ranges {
            let first = self.words.partition_point(|(word, _)| word.end <= range.start);
            let words = self.words.iter().skip(first).take_while(|(word, _)| word.start < range.end);
            touched.extend(words.map(|(_, place)| *place));
        }
        touched
    }
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
