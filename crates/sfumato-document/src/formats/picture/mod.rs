//! Pictures (PNG, JPEG, TIFF): text is what a recogniser reads in their pixels.
//!
//! What is masked is blackened in the pixels, and the picture is written anew without anything that lay beside them.
//! Words that the recogniser is unsure of count as pictures inside the picture: the policy decides about them.

#[cfg(feature = "pictures")]
mod jpeg;
#[cfg(feature = "pictures")]
mod png;
#[cfg(all(test, feature = "pictures"))]
mod tests;
#[cfg(feature = "pictures")]
mod tiff;

use std::sync::Arc;

use crate::recognition::TextRecogniser;
#[cfg(feature = "pictures")]
use crate::recognition::{Pixels, Rectangle, SeenWord};
use crate::formats::{Format, ReadError};
use crate::Document;

/// Pictures.
#[derive(Clone, Default)]
pub struct Picture {
    /// Who reads them; without anybody they are refused.
    pub recogniser: Option<Arc<dyn TextRecogniser>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Picture")
    }
}

/// Why a picture that nobody reads is refused.
const UNREAD: &str = "a picture; --ocr reads its text, if Tesseract is installed";

/// Whether a file is a picture that can be read.
pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff", b"II*\0", b"MM\0*"].iter().any(|start| bytes.starts_with(start))
}

impl Format for Picture {
    fn name(&self) -> &'static str {
        "picture"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        match &self.recogniser {
            None => Err(ReadError::Unsupported { kind: UNREAD }),
            #[cfg(not(feature = "pictures"))]
            Some(_) => Err(ReadError::Unsupported { kind: "a picture, which this build does not unpack" }),
            #[cfg(feature = "pictures")]
            Some(recogniser) => reading::read(self.name(), bytes, &**recogniser),
        }
    }
}

/// A recogniser that is less sure of a word has not read it.
#[cfg(feature = "pictures")]
const SURE: f32 = 0.5;

#[cfg(feature = "pictures")]
mod reading {
    use std::ops::Range;

    use super::{Pixels, Rectangle, SURE, SeenWord, TextRecogniser, jpeg, png, tiff};
    use crate::formats::builder::Builder;
    use crate::formats::{ReadError, WriteError};
    use crate::shell::{PartEdits, Shell, Unread};
    use crate::splice::Coding;
    use crate::{BlockKind, Document, Encoding, RemovableKind};

    /// The text of a page and where its words stand.
    #[derive(Default)]
    struct Page {
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
        pub fn touched<'p>(&'p self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Rectangle> {
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
    fn lay_out(words: &[SeenWord]) -> Page {
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

    #[derive(Clone, Copy)]
    enum Kind {
        Png,
        Jpeg,
        Tiff,
    }

    const DAMAGED: &str = "a picture that is damaged, too large or of a sort that is not unpacked";

    pub(super) fn read(
        format: &'static str,
        bytes: Vec<u8>,
        recogniser: &dyn TextRecogniser,
    ) -> Result<Document, ReadError> {
        let wrong = |part: usize, what| ReadError::Part { part: format!("page {part}").into(), what };
        let (kind, pictures) = match &bytes[..] {
            [0x89, ..] => (Kind::Png, png::read(&bytes).map(|picture| vec![picture])),
            [0xff, ..] => (Kind::Jpeg, jpeg::read(&bytes).map(|picture| vec![picture])),
            _ => (Kind::Tiff, tiff::read(&bytes)),
        };
        let pictures = pictures.ok_or_else(|| wrong(1, DAMAGED))?;
        let mut builder = Builder::default();
        let mut pages = Vec::with_capacity(pictures.len());
        for (nth, picture) in pictures.iter().enumerate() {
            let words = recogniser.words(picture).map_err(|error| wrong(nth + 1, error.what))?;
            let page = lay_out(&words);
            for block in &page.blocks {
                let text = page.text.get(block.clone()).unwrap_or_default();
                builder.block(text, block.clone(), Coding::Verbatim, BlockKind::Paragraph, None);
            }
            builder.end_part(&page.text)?;
            let since = builder.text_len();
            let unsure = (!page.unsure.is_empty()).then(|| {
                let place = format!("page {}: words that could not be read", nth + 1);
                builder.removable(RemovableKind::Picture, place, since, Vec::new())
            });
            pages.push((page, unsure));
        }
        let since = builder.text_len();
        let metadata = builder.removable(RemovableKind::Metadata, "data about the picture", since, Vec::new());
        let shell = PictureShell { bytes, kind, pictures, pages, metadata };
        Ok(builder.assemble(format, Encoding::Utf8, Box::new(shell)))
    }

    struct PictureShell {
        bytes: Vec<u8>,
        kind: Kind,
        pictures: Vec<Pixels>,
        /// What was read on each, and the removable that the unsure words are.
        pages: Vec<(Page, Option<usize>)>,
        metadata: usize,
    }

    impl Shell for PictureShell {
        fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
            let is_removed = |number: usize| removed.get(number) == Some(&true);
            let is_covered = |(_, unsure): &(Page, Option<usize>)| unsure.is_some_and(is_removed);
            let is_same = parts.iter().all(PartEdits::is_untouched) && !self.pages.iter().any(is_covered);
            if is_same && !is_removed(self.metadata) {
                return Ok(self.bytes.clone());
            }
            let mut pictures = self.pictures.clone();
            for ((picture, page), part) in pictures.iter_mut().zip(&self.pages).zip(parts) {
                let mut places = page.0.touched(part.changes.iter().map(|(range, _)| range.clone()));
                if is_covered(page) {
                    places.extend(&page.0.unsure);
                }
                places.into_iter().for_each(|place| picture.blacken(place.widened()));
            }
            let first = pictures.first().ok_or(WriteError::Inconsistent)?;
            match self.kind {
                Kind::Png => png::write(first),
                Kind::Jpeg => Some(jpeg::write(first)),
                Kind::Tiff => tiff::write(&pictures),
            }
            .ok_or(WriteError::Inconsistent)
        }

        fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
            Ok(self.bytes)
        }

        fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
            // What was written has nothing beside its pixels, and those were read.
            look("picture", Unread::new(&self.bytes));
            Ok(())
        }
    }
}
