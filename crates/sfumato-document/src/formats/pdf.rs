//! PDF documents: the text of pages in reading order, and of everything else in the file that says something.

use std::ops::Range;

use sfumato_pdf::{PdfError, Place, PlaceKind, Removals, decoded};

use crate::formats::builder::Builder;
use crate::formats::{Format, ReadError, WriteError};
use crate::shell::{PartEdits, Shell};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

/// PDF documents.
#[derive(Debug, Clone, Default)]
pub struct Pdf;

impl Format for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let pdf = sfumato_pdf::Pdf::open(bytes)?;
        let inventory = pdf.inventory();
        if let Some(page) = inventory.scans.first() {
            let what = "a scanned page without text of its own; send the file through text recognition first, \
                        and print the text without the picture";
            return Err(ReadError::Part { part: format!("page {page}").into(), what });
        }
        if inventory.unknown > 0 {
            let what = "a stream that no part of the file explains; print the file to a new PDF first";
            return Err(ReadError::Part { part: "the file".into(), what });
        }
        let mut builder = Builder::default();
        for place in pdf.places() {
            read_place(&mut builder, place)?;
        }
        let removals = removables(&mut builder, &pdf);
        Ok(builder.assemble(self.name(), Encoding::Utf8, Box::new(File { pdf, removals })))
    }
}

/// Adds a text of the file as a part of its own.
fn read_place(builder: &mut Builder, place: &Place) -> Result<(), ReadError> {
    let since = builder.text_len();
    let kind = role(place.kind);
    let label = place.label.as_deref().map(|label| builder.label(label));
    for block in &place.blocks {
        let text = place.text.get(block.clone()).unwrap_or_default();
        builder.block(text, block.clone(), Coding::Verbatim, kind, label);
    }
    if kind == BlockKind::Metadata {
        // It goes with all other metadata; only the text it takes with it is its own.
        builder.removable(RemovableKind::Metadata, "document information", since, Vec::new());
    }
    builder.end_part(&place.text)
}

fn role(kind: PlaceKind) -> BlockKind {
    match kind {
        PlaceKind::Page { .. } | PlaceKind::Appearance { .. } => BlockKind::Paragraph,
        PlaceKind::Bookmark => BlockKind::Heading,
        PlaceKind::Information | PlaceKind::Xmp | PlaceKind::Author { .. } => BlockKind::Metadata,
        PlaceKind::Script => BlockKind::Code,
        _ => BlockKind::Field,
    }
}

/// Lists what can be taken out; gives what each comes to, by number.
fn removables(builder: &mut Builder, pdf: &sfumato_pdf::Pdf) -> Vec<Removals> {
    let inventory = pdf.inventory();
    let metadata = Removals { metadata: true, ..Removals::default() };
    let mut removals = vec![metadata; builder.removable_count()];
    let mut add = |kind, place: String, what: Removals| {
        let since = builder.text_len();
        builder.removable(kind, place, since, Vec::new());
        removals.push(what);
    };
    if inventory.metadata + inventory.dropped > 0 {
        add(RemovableKind::Metadata, "document information".to_owned(), metadata);
    }
    for (page, _) in inventory.pictures.iter().chain(&inventory.outlines) {
        add(RemovableKind::Picture, format!("page {page}"), Removals { pictures: true, ..Removals::default() });
    }
    let embedded = [
        (inventory.attachments > 0, "attachment", Removals { attachments: true, ..Removals::default() }),
        (inventory.multimedia > 0, "sound, film or model", Removals { multimedia: true, ..Removals::default() }),
        (inventory.xfa, "XFA form", Removals { xfa: true, ..Removals::default() }),
    ];
    for (_, place, what) in embedded.into_iter().filter(|(is_there, ..)| *is_there) {
        add(RemovableKind::Embedded, place.to_owned(), what);
    }
    removals
}

/// The file around the texts.
struct File {
    pdf: sfumato_pdf::Pdf,
    removals: Vec<Removals>,
}

impl Shell for File {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let edits: Vec<Vec<(Range<usize>, String)>> = parts
            .iter()
            .map(|part| part.changes.iter().map(|(range, text)| (range.clone(), text.to_string())).collect())
            .collect();
        let mut removals = Removals::default();
        for (what, _) in self.removals.iter().zip(removed).filter(|(_, removed)| **removed) {
            removals.metadata |= what.metadata;
            removals.attachments |= what.attachments;
            removals.pictures |= what.pictures;
            removals.multimedia |= what.multimedia;
            removals.xfa |= what.xfa;
        }
        self.pdf.write(&edits, &removals).map_err(|error| WriteError::File { what: error.to_string() })
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.pdf.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, &[u8])) -> Result<(), WriteError> {
        look("bytes of the file", self.pdf.bytes());
        decoded(self.pdf.bytes(), look).map_err(|error| WriteError::File { what: error.to_string() })
    }
}

impl From<PdfError> for ReadError {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Encrypted => Self::Encrypted,
            PdfError::Signed => Self::Signed,
            other => Self::Archive { what: other.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_form_fields_are_labelled_with_their_names() {
        let source = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R]>>endobj\n\
            4 0 obj<</Subtype/Widget/FT/Tx/T(f1)/TU(Full name)/V(Jane Roe)/Rect[0 0 9 9]>>endobj\n\
            trailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n";
        let document = Pdf.read(source.to_vec()).expect("a sound file");
        let value = document.blocks().iter().find(|block| document.slice(block.span) == "Jane Roe").expect("a value");
        assert_eq!((value.kind, document.label(value)), (BlockKind::Field, Some("Full name")));
    }
}
