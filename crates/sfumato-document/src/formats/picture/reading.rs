//! Pictures as files: read by a recogniser, blackened, written anew.

use super::page::{Page, lay_out};
use super::{jpeg, png, tiff};
use crate::formats::builder::Builder;
use crate::formats::{ReadError, WriteError};
use crate::recognition::{Pixels, TextRecogniser};
use crate::shell::{PartEdits, Shell, Unread};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

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
    /// The text of each page, and the removable that its unsure words are.
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
            Kind::Jpeg => jpeg::write(first),
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
