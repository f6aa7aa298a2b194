//! Pictures as files: read by a recogniser, blackened, written anew.

use std::borrow::Cow;

use super::page::{PicturePages, wrong};
use super::{jpeg, png, tiff};
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{ReadError, WriteError};
use crate::recognition::{PixelImage, TextRecogniser};
use crate::{CharacterEncoding, Document};

#[derive(Clone, Copy)]
enum PictureKind {
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
    let (kind, pictures) = match &bytes[..] {
        [0x89, ..] => (PictureKind::Png, png::read(&bytes).map(|picture| vec![picture])),
        [0xff, ..] => (PictureKind::Jpeg, jpeg::read(&bytes).map(|picture| vec![picture])),
        _ => (PictureKind::Tiff, tiff::read(&bytes)),
    };
    let pictures = pictures.ok_or_else(|| wrong(1, DAMAGED))?;
    let mut builder = DocumentBuilder::default();
    let each = pictures.iter().map(|picture| Ok(Cow::Borrowed(picture)));
    let pages = PicturePages::read(each, recogniser, "data about the picture", &mut builder)?;
    let container = PictureContainer { bytes, kind, pictures, pages };
    Ok(builder.assemble(format, CharacterEncoding::Utf8, Box::new(container)))
}

struct PictureContainer {
    bytes: Vec<u8>,
    kind: PictureKind,
    pictures: Vec<PixelImage>,
    pages: PicturePages,
}

impl FileContainer for PictureContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if self.pages.are_untouched(parts, removed) {
            return Ok(self.bytes.clone());
        }
        let mut pictures = Vec::with_capacity(self.pictures.len());
        self.pages.blackened(self.pictures.iter().cloned().map(Ok), parts, removed, |_, _, picture| {
            pictures.push(picture);
            Some(())
        })?;
        let first = pictures.first().ok_or(WriteError::Inconsistent)?;
        match self.kind {
            PictureKind::Png => png::write(first),
            PictureKind::Jpeg => jpeg::write(first),
            PictureKind::Tiff => tiff::write(&pictures),
        }
        .ok_or(WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        // What was written has nothing beside its pixels, and those were read.
        look("picture", UnreadBytes::new(&self.bytes));
        Ok(())
    }
}
