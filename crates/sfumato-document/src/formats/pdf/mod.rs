//! PDF documents: the text of pages in reading order, and of everything else in the file that says something.

mod attachments;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;

use sfumato_pdf::{PdfError, Place, PlaceEdits, PlaceKind, Removals, decoded};

use crate::formats::builder::Builder;
use crate::formats::{Format, MOST_BYTES, ReadError, WriteError};
use crate::shell::{PartEdits, Shell, Unread};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

/// PDF documents.
#[derive(Debug, Clone, Default)]
pub struct Pdf {
    /// How deep it lies inside other files.
    pub depth: usize,
}

impl Format for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reading = PdfReading::default();
        let pdf = sfumato_pdf::Pdf::open(bytes, |place| reading.add(&place))?;
        let inventory = pdf.inventory();
        if let Some(page) = inventory.scans.first() {
            let what = "a scanned page without text of its own; send the file through text recognition first, \
                        and print the text without the picture";
            return Err(ReadError::Part { part: format!("page {page}").into(), what });
        }
        reading.finish(self, pdf)
    }
}

/// A document in the making. Every text of the file is a part of its own; as long as the text is these parts one after
/// the other, there is no second copy of it.
#[derive(Default)]
struct PdfReading {
    builder: Builder,
    /// Where the text of each place lies in the source.
    places: Vec<Range<usize>>,
    /// The texts of the places one after the other, if that is not the text itself.
    source: Option<String>,
    source_len: usize,
    is_too_large: bool,
}

impl PdfReading {
    fn add(&mut self, place: &Place) {
        self.is_too_large |= self.source_len + place.text.len() >= MOST_BYTES;
        if self.is_too_large {
            return;
        }
        let since = self.builder.text_len();
        let kind = role(place.kind);
        let label = place.label.as_deref().map(|label| self.builder.label(label));
        let start = self.append(&place.text);
        for block in &place.blocks {
            let text = place.text.get(block.clone()).unwrap_or_default();
            self.builder.block(text, start + block.start..start + block.end, Coding::Verbatim, kind, label);
        }
        if kind == BlockKind::Metadata {
            // It goes with all other metadata; only the text it takes with it is its own.
            self.builder.removable(RemovableKind::Metadata, "document information", since, Vec::new());
        }
        self.places.push(start..start + place.text.len());
    }

    /// Adds the text of a place to the source and returns where it starts there.
    fn append(&mut self, text: &str) -> usize {
        // A line break of ours parts it from the text before it.
        let is_parted = self.source_len > 0 && !text.is_empty();
        let start = self.source_len + usize::from(is_parted);
        if let Some(source) = &mut self.source {
            source.push_str(if is_parted { "\n" } else { "" });
            source.push_str(text);
        }
        self.source_len = start + text.len();
        start
    }

    fn finish(mut self, format: &Pdf, pdf: sfumato_pdf::Pdf) -> Result<Document, ReadError> {
        if self.is_too_large {
            return Err(ReadError::TooLarge);
        }
        let removals = removables(&mut self.builder, &pdf);
        // A part reaches up to the text of the next place, so that it starts where its own text does.
        let ends = self.places.iter().skip(1).map(|place| place.start);
        let part_ends: Vec<usize> = ends.chain([self.source_len]).take(self.places.len()).collect();
        let lengths = self.places.iter().map(Range::len).collect();
        let mut attached = attachments::ReadAttachments::default();
        let has_own_source = self.source.is_some() || pdf.has_attached_files();
        if has_own_source {
            let source = self.source.take().unwrap_or_else(|| self.builder.text().to_owned());
            self.builder.take_source(source, part_ends.clone());
            attached = attachments::read(&mut self.builder, &pdf, format.depth)?;
        }
        let shell = Box::new(PdfShell { pdf, lengths, removals, attached });
        let mut document = self.builder.assemble(format.name(), Encoding::Utf8, shell);
        if !has_own_source {
            document.source = document.text.take().unwrap_or_default();
            document.part_ends = part_ends;
        }
        Ok(document)
    }
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
    if inventory.hidden_pictures {
        let pictures = Removals { pictures: true, ..Removals::default() };
        add(RemovableKind::Picture, "pictures that no page shows".to_owned(), pictures);
    }
    // These are taken out whatever becomes of pictures; here it is told.
    for page in inventory.unreadable.iter().collect::<BTreeSet<_>>() {
        let place = if *page == 0 { "a drawing on no page".to_owned() } else { format!("page {page}") };
        add(RemovableKind::Picture, format!("{place}, letters that cannot be told"), Removals::default());
    }
    if inventory.unknown > 0 {
        add(RemovableKind::Metadata, "data that no part of the file explains".to_owned(), Removals::default());
    }
    if inventory.is_decrypted {
        add(RemovableKind::Metadata, "encryption with an empty password".to_owned(), Removals::default());
    }
    let embedded = [
        (inventory.multimedia > 0, "sound, film or model", Removals { multimedia: true, ..Removals::default() }),
        (inventory.xfa, "XFA form", Removals { xfa: true, ..Removals::default() }),
    ];
    for (_, place, what) in embedded.into_iter().filter(|(is_there, ..)| *is_there) {
        add(RemovableKind::Embedded, place.to_owned(), what);
    }
    removals
}

/// The file around the texts.
struct PdfShell {
    pdf: sfumato_pdf::Pdf,
    /// How long the text of each place is.
    lengths: Vec<usize>,
    removals: Vec<Removals>,
    attached: attachments::ReadAttachments,
}

impl Shell for PdfShell {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let edits: Option<Vec<PlaceEdits<'_>>> = parts
            .iter()
            .zip(&self.lengths)
            .map(|(part, length)| Some(PlaceEdits { text: part.source.get(..*length)?, changes: &part.changes }))
            .collect();
        let edits = edits.ok_or(WriteError::Inconsistent)?;
        let mut removals = Removals::default();
        for (what, _) in self.removals.iter().zip(removed).filter(|(_, removed)| **removed) {
            removals.metadata |= what.metadata;
            removals.pictures |= what.pictures;
            removals.multimedia |= what.multimedia;
            removals.xfa |= what.xfa;
        }
        let attached = self.attached.changes(parts, removed)?;
        self.pdf.write(&edits, &removals, &attached).map_err(|error| WriteError::File { what: error.to_string() })
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.pdf.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
        let bytes = self.pdf.bytes();
        self.attached.unread(look)?;
        decoded(
            bytes,
            |content| self.attached.is_read(content),
            |shown| {
                look(shown.place, Unread { bytes: shown.bytes, dictated: shown.dictated, is_notice: shown.is_notice });
            },
        )
        .map_err(|error| WriteError::File { what: error.to_string() })
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
