//! Pictures as files: read by a recogniser, blackened, written anew.

use std::borrow::Cow;

use super::page::{Pages, wrong};
use super::{jpeg, png, tiff};
use crate::formats::builder::Builder;
use crate::formats::{ReadError, WriteError};
use crate::recognition::{Pixels, TextRecogniser};
use crate::shell::{PartEdits, Shell, Unread};
use crate::{Document, Encoding};

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
    let (kind, pictures) = match &bytes[..] {
        [0x89, ..] => (Kind::Png, png::read(&bytes).map(|picture| vec![picture])),
        [0xff, ..] => (Kind::Jpeg, jpeg::read(&bytes).map(|picture| vec![picture])),
        _ => (Kind::Tiff, tiff::read(&bytes)),
    };
    let pictures = pictures.ok_or_else(|| wrong(1, DAMAGED))?;
    let mut builder = Builder::default();
    let each = pictures.iter().map(|picture| Ok(Cow::Borrowed(picture)));
    let pages = Pages::read(each, recogniser, "data about the picture", &mut builder)?;
    let shell = PictureShell { bytes, kind, pictures, pages };
    Ok(builder.assemble(format, Encoding::Utf8, Box::new(shell)))
}

struct PictureShell {
    bytes: Vec<u8>,
    kind: Kind,
    pictures: Vec<Pixels>,
    pages: Pages,
}

impl Shell for PictureShell {
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
