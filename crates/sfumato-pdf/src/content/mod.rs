//! Content streams: what a page, a form or an appearance draws.

mod drawing;
mod operations;
mod paths;
mod player;
mod state;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::file::PdfFile;
use crate::fonts::PdfFont;
use crate::lookup::{dict, entry, name, reference};
use crate::{Dict, ObjectNumber, PdfError, PdfObject};

pub(crate) use drawing::{ContentDrawing, DrawnGlyph, DrawnOutline, GlyphMeaning};
pub(crate) use operations::{ContentOperation, ContentOperations};
pub(crate) use paths::constructs;
pub(crate) use player::{LABEL, STAND_INS};

/// A content that is read on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentRoot {
    /// A page.
    Page(ObjectNumber),
    /// A form: the appearance of an annotation, a pattern, a soft mask.
    Form(ObjectNumber),
}

/// Said of a page whose instructions do not follow the rules.
const BROKEN: &str = "its drawing instructions are damaged; print the file to a new PDF";

/// Reads contents, keeping fonts that were read.
pub(crate) struct ContentReader<'a> {
    file: &'a PdfFile,
    fonts: HashMap<ObjectNumber, Arc<PdfFont>>,
    /// The codes shown so far, by the stream that tells their texts.
    pub shown: HashMap<ObjectNumber, BTreeSet<u32>>,
}

impl<'a> ContentReader<'a> {
    pub fn new(file: &'a PdfFile) -> Self {
        Self { file, fonts: HashMap::new(), shown: HashMap::new() }
    }

    /// Interprets a content. The page is named in errors.
    pub fn read(&mut self, root: ContentRoot, page: usize) -> Result<ContentDrawing<'a>, PdfError> {
        let (resources, bytes) = match root {
            ContentRoot::Page(number) => {
                let dict =
                    self.file.get(number).and_then(PdfObject::as_dict).ok_or(PdfError::Page { page, what: BROKEN })?;
                let resources =
                    self.file.inherited(dict, "Resources").and_then(|object| self.file.resolve(object).as_dict());
                (resources, self.page_bytes(dict, page)?)
            }
            ContentRoot::Form(number) => {
                let stream = self.file.get(number).and_then(PdfObject::as_stream);
                let stream = stream.ok_or(PdfError::Page { page, what: BROKEN })?;
                (dict(self.file, &stream.dict, "Resources").or(self.form_resources()), self.file.decode(stream)?)
            }
        };
        player::play(self, resources, bytes.into()).map_err(|error| at_page(error, page))
    }

    /// The streams of a page, joined by blanks.
    fn page_bytes(&self, page: &'a Dict, number: usize) -> Result<Vec<u8>, PdfError> {
        let mut bytes = Vec::new();
        let parts = match entry(self.file, page, "Contents") {
            Some(PdfObject::Array(items)) => items.as_slice(),
            Some(stream @ PdfObject::Stream(_)) => std::slice::from_ref(stream),
            _ => &[],
        };
        for part in parts {
            // What refers to nothing draws nothing.
            let PdfObject::Stream(stream) = self.file.resolve(part) else { continue };
            bytes.extend(self.file.decode(stream).map_err(|error| at_page(error, number))?);
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    /// A font by its name in resources.
    fn font(&mut self, resources: Option<&'a Dict>, key: &[u8]) -> Arc<PdfFont> {
        let own = self.resource(resources, "Font", key);
        match own.or_else(|| self.resource(self.form_resources(), "Font", key)) {
            Some(object) => self.font_of(object),
            None => Arc::new(PdfFont::unreadable()),
        }
    }

    /// The resources of appearances of form fields that have none of their own.
    fn form_resources(&self) -> Option<&'a Dict> {
        let form = dict(self.file, self.file.root().ok()?, "AcroForm")?;
        dict(self.file, form, "DR")
    }

    /// A font, given as a reference or in place.
    fn font_of(&mut self, object: &'a PdfObject) -> Arc<PdfFont> {
        if let Some(font) = reference(object).and_then(|number| self.fonts.get(&number)) {
            return Arc::clone(font);
        }
        let font = match self.file.resolve(object).as_dict() {
            Some(font) if !self.writes_text(font) => PdfFont::read(self.file, font),
            _ => PdfFont::unreadable(),
        };
        let font = Arc::new(font);
        if let Some(number) = reference(object) {
            self.fonts.insert(number, Arc::clone(&font));
        }
        font
    }

    /// True if glyphs of a font are drawn with text of other fonts, so that a code does not stand for one letter.
    fn writes_text(&self, font: &Dict) -> bool {
        let Some(procedures) = dict(self.file, font, "CharProcs") else { return false };
        procedures.values().any(|procedure| {
            let PdfObject::Stream(stream) = self.file.resolve(procedure) else { return false };
            let Ok(bytes) = self.file.decode(stream) else { return true };
            let mut operations = ContentOperations::new(&bytes);
            loop {
                match operations.next() {
                    Ok(Some(operation)) if matches!(operation.operator, b"Tj" | b"TJ" | b"'" | b"\"") => return true,
                    Ok(Some(_)) => {}
                    Ok(None) => return false,
                    Err(_) => return true,
                }
            }
        })
    }

    /// A resource of a category by its name, not resolved.
    fn resource(&self, resources: Option<&'a Dict>, category: &str, key: &[u8]) -> Option<&'a PdfObject> {
        dict(self.file, resources?, category)?.named(key)
    }

    fn is_form(&self, dict: &Dict) -> bool {
        name(self.file, dict, "Subtype") == Some(b"Form")
    }
}

/// Errors in a content name its page, and no place in a stream nobody sees.
fn at_page(error: PdfError, page: usize) -> PdfError {
    match error {
        PdfError::Damaged { .. } | PdfError::Object { .. } => PdfError::Page { page, what: BROKEN },
        other => other,
    }
}
