//! PDF documents: the text of pages in reading order, and of everything else in the file that says something.

mod attachments;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;

use sfumato_pdf::{PdfError, PdfText, PlaceEdits, PlaceKind, Removals, decoded};

use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, MOST_BYTES, ReadError, WriteError};
use crate::splice::SourceCoding;
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// PDF documents.
#[derive(Debug, Clone, Default)]
pub struct Pdf {
    /// The number of files it lies in.
    pub depth: usize,
}

impl DocumentFormat for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reading = PdfReading::default();
        let pdf = sfumato_pdf::PdfDocument::open(bytes, |place| reading.add(&place))?;
        let inventory = pdf.inventory();
        if let Some(page) = inventory.scans.first() {
            return Err(ReadError::ScannedPage { page: *page });
        }
        reading.finish(self, pdf)
    }
}

/// A document in the making. Every text of the file is a part of its own; as long as the text is these parts one after
/// the other, there is no second copy of it.
#[derive(Default)]
struct PdfReading {
    builder: DocumentBuilder,
    /// The range of each place in the source.
    places: Vec<Range<usize>>,
    /// The texts of the places one after the other, if that is not the text itself.
    source: Option<String>,
    source_len: usize,
    /// The paragraph that goes on on the page to come.
    open: Option<OpenParagraph>,
    is_too_large: bool,
}

/// A paragraph that goes on on the next page.
struct OpenParagraph {
    /// Its start in the text.
    start: usize,
    /// The separator of its halves.
    parted_by: &'static str,
    /// The block of the next page it goes on in.
    next_block: usize,
    /// Feet and heads between its halves, which are read after it, as ranges of the source.
    between: Vec<Range<usize>>,
}

impl PdfReading {
    fn add(&mut self, place: &PdfText) {
        self.is_too_large |= self.source_len + place.text.len() >= MOST_BYTES;
        if self.is_too_large {
            return;
        }
        let since = self.builder.text_len();
        let kind = role(place.kind);
        let label = place.label.as_deref().map(|label| self.builder.label(label));
        if place.goes_on.is_some() && self.source.is_none() {
            self.source = Some(self.builder.text().to_owned());
        }
        let start = self.append(&place.text);
        let first = self.go_on(place, start);
        let blocks = place.blocks.iter().enumerate().skip(first);
        let goes_on = place.goes_on.filter(|goes_on| goes_on.block >= first);
        let last = goes_on.map_or(usize::MAX, |goes_on| goes_on.block);
        for (_, block) in blocks.take_while(|(nth, _)| *nth < last) {
            let text = place.text.get(block.clone()).unwrap_or_default();
            self.builder.block(text, start + block.start..start + block.end, SourceCoding::Verbatim, kind, label);
        }
        if let Some((goes_on, block)) = goes_on.zip(place.blocks.get(last)) {
            let opened = self.builder.open();
            let text = place.text.get(block.clone()).unwrap_or_default();
            self.builder.add(text, start + block.start..start + block.end, SourceCoding::Verbatim);
            self.open = Some(OpenParagraph {
                start: opened,
                parted_by: goes_on.parted_by,
                next_block: goes_on.next_block,
                between: moved(place.blocks.get(last + 1..), start),
            });
        }
        if kind == BlockKind::Metadata {
            // It goes with all other metadata; only the text it takes with it is its own.
            self.builder.removable(RemovableKind::Metadata, "document information", since, Vec::new());
        }
        self.places.push(start..start + place.text.len());
    }

    /// Ends the paragraph that goes on in a place, or takes all of the place in if it goes on beyond it; returns the number
    /// of the block that is read next.
    fn go_on(&mut self, place: &PdfText, start: usize) -> usize {
        let Some(mut open) = self.open.take() else { return 0 };
        let nth = open.next_block;
        if let Some(block) = place.blocks.get(nth) {
            let text = place.text.get(block.clone()).unwrap_or_default();
            self.builder.part_by(open.parted_by);
            self.builder.add(text, start + block.start..start + block.end, SourceCoding::Verbatim);
        }
        open.between.extend(moved(place.blocks.get(..nth), start));
        match place.goes_on.filter(|goes_on| goes_on.block == nth) {
            Some(goes_on) => {
                open.between.extend(moved(place.blocks.get(nth + 1..), start));
                (open.parted_by, open.next_block) = (goes_on.parted_by, goes_on.next_block);
                self.open = Some(open);
                place.blocks.len()
            }
            None => {
                self.close(open);
                nth + 1
            }
        }
    }

    /// Ends a paragraph; what stood between its halves follows it.
    fn close(&mut self, open: OpenParagraph) {
        self.builder.close(open.start, BlockKind::Paragraph, None);
        for range in open.between {
            let text = self.source.as_deref().and_then(|source| source.get(range.clone())).unwrap_or_default();
            self.builder.block(text, range, SourceCoding::Verbatim, BlockKind::Paragraph, None);
        }
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

    fn finish(mut self, format: &Pdf, pdf: sfumato_pdf::PdfDocument) -> Result<Document, ReadError> {
        if self.is_too_large {
            return Err(ReadError::TooLarge);
        }
        if let Some(open) = self.open.take() {
            self.close(open);
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
        let container = Box::new(PdfContainer { pdf, lengths, removals, attached });
        let mut document = self.builder.assemble(format.name(), CharacterEncoding::Utf8, container);
        if !has_own_source {
            document.source = document.text.take().unwrap_or_default();
            document.part_ends = part_ends;
        }
        Ok(document)
    }
}

/// Ranges of a place as ranges of the source.
fn moved(ranges: Option<&[Range<usize>]>, start: usize) -> Vec<Range<usize>> {
    ranges.unwrap_or_default().iter().map(|range| start + range.start..start + range.end).collect()
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
fn removables(builder: &mut DocumentBuilder, pdf: &sfumato_pdf::PdfDocument) -> Vec<Removals> {
    let inventory = pdf.inventory();
    let metadata = Removals { metadata: true, ..Removals::default() };
    let mut removals = vec![metadata; builder.removable_count()];
    let mut add = |kind, place: String, what: Removals| {
        builder.removable_unread(kind, place, Vec::new());
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
struct PdfContainer {
    pdf: sfumato_pdf::PdfDocument,
    /// The length of the text of each place.
    lengths: Vec<usize>,
    removals: Vec<Removals>,
    attached: attachments::ReadAttachments,
}

impl FileContainer for PdfContainer {
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
        self.pdf.write(&edits, &removals, &attached).map_err(|error| WriteError::File { fault: error.to_string() })
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.pdf.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let bytes = self.pdf.bytes();
        self.attached.unread(look)?;
        decoded(
            bytes,
            |content| self.attached.is_read(content),
            |shown| {
                look(
                    shown.place,
                    UnreadBytes { bytes: shown.bytes, dictated: shown.dictated, is_notice: shown.is_notice },
                );
            },
        )
        .map_err(|error| WriteError::File { fault: error.to_string() })
    }
}

impl From<PdfError> for ReadError {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Encrypted => Self::Encrypted,
            PdfError::Signed => Self::Signed,
            PdfError::Unreadable { page } => Self::UnreadablePage { page },
            PdfError::Page { page, what } => Self::Part { part: format!("page {page}").into(), fault: what },
            other => Self::Archive { fault: other.to_string() },
        }
    }
}
