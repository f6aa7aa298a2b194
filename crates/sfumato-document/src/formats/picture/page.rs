//! The text of a page of pixels: words, lines and paragraphs, and where each word stands.

use std::borrow::Cow;
use std::ops::Range;

use crate::container::PartEdits;
use crate::formats::builder::DocumentBuilder;
use crate::formats::{ReadError, WriteError};
use crate::recognition::{PixelImage, PixelRectangle, RecognitionError, SeenWord, TextRecogniser};
use crate::splice::SourceCoding;
use crate::{BlockKind, RemovableKind};

/// A recogniser that is less sure of a word has not read it.
const SURE: f32 = 0.5;

/// The text of a page and where its words stand.
#[derive(Default)]
pub(super) struct RecognisedPage {
    pub text: String,
    /// The range of each word in the text and its place on the page.
    pub words: Vec<(Range<usize>, PixelRectangle)>,
    /// Paragraphs of the text.
    pub blocks: Vec<Range<usize>>,
    /// Places of words that nobody could read.
    pub unsure: Vec<PixelRectangle>,
}

impl RecognisedPage {
    /// The places of words that some ranges of the text touch; those of one range that stand side by side as one.
    pub fn touched(&self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<PixelRectangle> {
        let mut touched = Vec::new();
        for range in ranges {
            let first = self.words.partition_point(|(word, _)| word.end <= range.start);
            let words = self.words.iter().skip(first).take_while(|(word, _)| word.start < range.end);
            let mut whole: Option<PixelRectangle> = None;
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
fn is_beside(before: PixelRectangle, place: PixelRectangle) -> bool {
    let middle = place.top.saturating_add(place.height / 2);
    place.left >= before.left && (before.top..=before.top.saturating_add(before.height)).contains(&middle)
}

/// The smallest place that holds both.
fn joined(a: PixelRectangle, b: PixelRectangle) -> PixelRectangle {
    let (left, top) = (a.left.min(b.left), a.top.min(b.top));
    let right = a.left.saturating_add(a.width).max(b.left.saturating_add(b.width));
    let bottom = a.top.saturating_add(a.height).max(b.top.saturating_add(b.height));
    PixelRectangle { left, top, width: right - left, height: bottom - top }
}

/// The pages of a file, as they were recognised.
pub(super) struct PicturePages {
    /// The text of each page, and the removable that its unsure words are.
    pages: Vec<(RecognisedPage, Option<usize>)>,
    /// The removable that stands for all that is not written again.
    metadata: usize,
}

impl PicturePages {
    /// Recognises pages, each a part of the document; `beside` names what is not written again.
    pub fn read<'p>(
        pictures: impl Iterator<Item = Result<Cow<'p, PixelImage>, RecognitionError>>,
        recogniser: &dyn TextRecogniser,
        beside: &'static str,
        builder: &mut DocumentBuilder,
    ) -> Result<Self, ReadError> {
        let mut pages = Vec::new();
        for (number, picture) in (1..).zip(pictures) {
            let wrong = |error: RecognitionError| wrong(number, error.fault);
            let page = lay_out(&recogniser.words(&*picture.map_err(wrong)?).map_err(wrong)?);
            for block in &page.blocks {
                let text = page.text.get(block.clone()).unwrap_or_default();
                builder.block(text, block.clone(), SourceCoding::Verbatim, BlockKind::Paragraph, None);
            }
            builder.end_part(&page.text)?;
            let unsure = (!page.unsure.is_empty()).then(|| {
                let place = format!("page {number}: words that could not be read");
                builder.removable_unread(RemovableKind::Picture, place, Vec::new())
            });
            pages.push((page, unsure));
        }
        let metadata = builder.removable_unread(RemovableKind::Metadata, beside, Vec::new());
        Ok(Self { pages, metadata })
    }

    /// True if the file is to stay as it is.
    pub fn are_untouched(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> bool {
        let is_removed = |number: usize| removed.get(number) == Some(&true);
        let is_covered = |(_, unsure): &(RecognisedPage, Option<usize>)| unsure.is_some_and(is_removed);
        parts.iter().all(PartEdits::is_untouched) && !self.pages.iter().any(is_covered) && !is_removed(self.metadata)
    }

    /// Calls `draw` with each page, its edits, and its picture blackened where something is masked or removed.
    pub fn blackened<'p>(
        &self,
        pictures: impl Iterator<Item = Result<PixelImage, RecognitionError>>,
        parts: &'p [PartEdits<'p>],
        removed: &[bool],
        mut draw: impl FnMut(&RecognisedPage, &'p PartEdits<'p>, PixelImage) -> Option<()>,
    ) -> Result<(), WriteError> {
        for (((page, unsure), part), picture) in self.pages.iter().zip(parts).zip(pictures) {
            let mut picture = picture.map_err(|error| WriteError::File { fault: error.fault.to_owned() })?;
            let mut places = page.touched(part.changes.iter().map(|(range, _)| range.clone()));
            if unsure.is_some_and(|number| removed.get(number) == Some(&true)) {
                places.extend(&page.unsure);
            }
            places.into_iter().for_each(|place| picture.blacken(place.widened()));
            draw(page, part, picture).ok_or(WriteError::Inconsistent)?;
        }
        Ok(())
    }
}

/// The refusal of a page.
pub(super) fn wrong(number: usize, fault: &'static str) -> ReadError {
    ReadError::Part { part: format!("page {number}").into(), fault }
}

/// Puts words into lines and paragraphs.
fn lay_out(words: &[SeenWord]) -> RecognisedPage {
    let mut page = RecognisedPage::default();
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
