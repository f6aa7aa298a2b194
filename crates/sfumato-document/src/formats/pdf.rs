//! PDF documents: the text of pages in reading order, and of everything else in the file that says something.

use std::collections::BTreeSet;
use std::ops::Range;

use sfumato_pdf::{Belonging, PdfError, Place, PlaceEdits, PlaceKind, Removals, decoded, font_names};

use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, MOST_BYTES, ReadError, WriteError};
use crate::shell::{FileContainer, PartEdits, UnreadBytes};
use crate::splice::SourceCoding;
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// PDF documents.
#[derive(Debug, Clone, Default)]
pub struct Pdf;

impl DocumentFormat for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reading = Reading::default();
        let pdf = sfumato_pdf::Pdf::open(bytes, |place| reading.add(&place))?;
        let inventory = pdf.inventory();
        if let Some(page) = inventory.scans.first() {
            let what = "a scanned page without text of its own; send the file through text recognition first, \
                        and print the text without the picture";
            return Err(ReadError::Part { part: format!("page {page}").into(), what });
        }
        reading.finish(self.name(), pdf)
    }
}

/// A document in the making. Every text of the file is a part of its own, and the parts are the text as it is, so that
/// there is no second copy of it.
#[derive(Default)]
struct Reading {
    builder: DocumentBuilder,
    /// The range of the text of each place.
    places: Vec<Range<usize>>,
    is_too_large: bool,
}

impl Reading {
    fn add(&mut self, place: &Place) {
        self.is_too_large |= self.builder.text_len() + place.text.len() >= MOST_BYTES;
        if self.is_too_large {
            return;
        }
        let since = self.builder.text_len();
        let kind = role(place.kind);
        let label = place.label.as_deref().map(|label| self.builder.label(label));
        // A line break of ours parts it from the text before it.
        let start = if since > 0 && !place.text.is_empty() { since + 1 } else { since };
        for block in &place.blocks {
            let text = place.text.get(block.clone()).unwrap_or_default();
            self.builder.block(text, start + block.start..start + block.end, SourceCoding::Verbatim, kind, label);
        }
        if kind == BlockKind::Metadata {
            // It goes with all other metadata; only the text it takes with it is its own.
            self.builder.removable(RemovableKind::Metadata, "document information", since, Vec::new());
        }
        self.places.push(start..start + place.text.len());
    }

    fn finish(mut self, format: &'static str, pdf: sfumato_pdf::Pdf) -> Result<Document, ReadError> {
        if self.is_too_large {
            return Err(ReadError::TooLarge);
        }
        let removals = removables(&mut self.builder, &pdf);
        // A part reaches up to the text of the next place, so that it starts where its own text does.
        let ends = self.places.iter().skip(1).map(|place| place.start);
        let part_ends = ends.chain([self.builder.text_len()]).take(self.places.len()).collect();
        let lengths = self.places.iter().map(Range::len).collect();
        let shell = Box::new(File { pdf, lengths, removals });
        let mut document = self.builder.assemble(format, CharacterEncoding::Utf8, shell);
        document.source = document.text.take().unwrap_or_default();
        document.part_ends = part_ends;
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
fn removables(builder: &mut DocumentBuilder, pdf: &sfumato_pdf::Pdf) -> Vec<Removals> {
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
    /// The length of the text of each place.
    lengths: Vec<usize>,
    removals: Vec<Removals>,
}

impl FileContainer for File {
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

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let bytes = self.pdf.bytes();
        look("bytes of the file", UnreadBytes { bytes, dictated: &font_names(bytes) });
        decoded(bytes, |place, bytes, belonging| {
            let whole = 0..bytes.len();
            let dictated = if belonging == Belonging::Font { std::slice::from_ref(&whole) } else { &[] };
            look(place, UnreadBytes { bytes, dictated });
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edits, TextEdit};

    /// A file of one page with this content.
    fn one_page(content: &str) -> Vec<u8> {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>";
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
            page.to_owned(),
            format!("<<>>stream\n{content}\nendstream"),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        ];
        let objects: String =
            objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
        format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").into_bytes()
    }

    #[test]
    fn what_cannot_be_told_is_told_of_and_never_stays() {
        let source = one_page("BT /F 9 Tf 50 700 Td (Call ) Tj /None 9 Tf (Jane) Tj ET");
        let document = Pdf.read(source).expect("a sound file");
        let places: Vec<&str> = document.removable().iter().map(|part| &*part.place).collect();
        assert!(places.contains(&"page 1, letters that cannot be told"), "{places:?}");
        let written = Pdf.write(&document, &Edits::none()).expect("writable");
        assert_eq!(Pdf.read(written).expect("a sound file").text(), "Call");
    }

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

    #[test]
    fn every_place_is_edited_where_it_stands() {
        let page = |contents: u8| format!("<</Type/Page/Parent 2 0 R/Contents {contents} 0 R>>");
        let text = |text: &str| format!("<<>>stream\nBT /F 9 Tf 50 700 Td ({text}) Tj ET\nendstream");
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 600 800]/Resources<</Font<</F 6 0 R>>>>>>"
                .to_owned(),
            page(7),
            page(9),
            page(8),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
            text("Jane Roe"),
            text("on Jane Roe"),
            "<<>>stream\n\nendstream".to_owned(),
        ];
        let objects: String =
            objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
        let source =
            format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R/Info<</Title(Jane\\n)>>>>\nstartxref\n0\n%%EOF\n");
        let document = Pdf.read(source.into_bytes()).expect("a sound file");
        assert_eq!(document.text(), "Jane Roe\non Jane Roe\nJane\n");
        let found = document.text().match_indices("Jane");
        let edits = found.map(|(at, _)| TextEdit::new(document.span(at, at + 4).expect("a span"), "[N]")).collect();
        let written = Pdf.write(&document, &Edits::new(edits).expect("disjoint")).expect("writable");
        assert_eq!(Pdf.read(written).expect("a sound file").text(), "[N] Roe\non [N] Roe\n[N]\n");
    }
}
