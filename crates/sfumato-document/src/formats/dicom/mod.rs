//! Medical pictures and what comes with them (DICOM): a list of elements, each with a tag that says what it is, some of
//! them lists again.
//!
//! Texts are fields that go by what their tag says; pictures are emptied; elements that a manufacturer invented are
//! metadata, and so are the identifiers that link a file to others, which are replaced alike in all files.

mod dictionary;
mod elements;
mod leaves;
mod pixels;
#[cfg(test)]
mod tests;
mod uids;
mod write;

use elements::{DicomElement, ElementBody, TransferSyntax};
use leaves::DicomLeaf;

use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::values::{ValueReader, ValueSlot, readable};
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// The length of the preamble before the mark.
const PREAMBLE: usize = 128;
const MARK: &[u8] = b"DICM";
const START: usize = PREAMBLE + MARK.len();

/// True if a file is one of these.
pub(crate) fn is_dicom(bytes: &[u8]) -> bool {
    bytes.get(PREAMBLE..START) == Some(MARK)
}

/// Medical pictures.
#[derive(Debug, Clone, Default)]
pub struct Dicom {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Dicom {
    fn name(&self) -> &'static str {
        "dicom"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if !is_dicom(&bytes) {
            return Err(wrong("the mark of a DICOM file is missing"));
        }
        let (data, meta, body, syntax) = elements::read(&bytes)?;
        let mut reader = DicomReader {
            data: &data,
            values: ValueReader::new(self.depth),
            leaves: Vec::new(),
            later: Vec::new(),
            uids: Vec::new(),
        };
        reader.list(&meta, leaves::DicomCharset::default())?;
        let measures = pixels::PixelMeasures::of(&body, &data, syntax);
        reader.list(&body, leaves::DicomCharset::default())?;
        let preamble = reader.metadata()?;
        let DicomReader { values, leaves, .. } = reader;
        let container = DicomContainer { bytes, data, meta, body, syntax, leaves, preamble, measures };
        Ok(values.builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(container)))
    }
}

fn wrong(fault: &'static str) -> ReadError {
    ReadError::Part { part: "the file".into(), fault }
}

/// The name of a tag in reports.
fn place(tag: u32) -> Box<str> {
    format!("({:04x},{:04x})", tag >> 16, tag & 0xffff).into()
}

struct DicomReader<'d> {
    data: &'d [u8],
    values: ValueReader,
    /// The roles of elements, by number.
    leaves: Vec<Option<DicomLeaf>>,
    /// Elements that are data about the picture: the number of the leaf and what can be read of it.
    later: Vec<(usize, String)>,
    /// Identifiers that link the file to others: the number of the leaf and all its values.
    uids: Vec<(usize, String)>,
}

impl DicomReader<'_> {
    /// Reads a list of elements, in whose texts this charset holds.
    fn list(&mut self, list: &[DicomElement], mut charset: leaves::DicomCharset) -> Result<(), ReadError> {
        for element in list {
            let number = element.number;
            if self.leaves.len() <= number {
                self.leaves.resize_with(number + 1, || None);
            }
            let whole = || self.data.get(element.whole.clone()).unwrap_or_default();
            match element.role() {
                elements::DicomRole::Metadata => {
                    self.later.push((number, readable(whole())));
                    continue;
                }
                elements::DicomRole::Picture => {
                    let place = place(element.tag);
                    let removable = self.values.builder.removable_unread(RemovableKind::Picture, place, Vec::new());
                    self.leaves[number] = Some(DicomLeaf::Picture { removable });
                    continue;
                }
                elements::DicomRole::Derived => {
                    self.leaves[number] = Some(DicomLeaf::Derived);
                    continue;
                }
                elements::DicomRole::Read => {}
            }
            match &element.body {
                ElementBody::Items { items, .. } => {
                    for item in items {
                        self.list(&item.elements, charset)?;
                    }
                }
                ElementBody::Fragments => self.later.push((number, readable(whole()))),
                ElementBody::Value(range) => {
                    let value = self.data.get(range.clone()).unwrap_or_default();
                    if element.tag == elements::CHARSET {
                        charset = leaves::DicomCharset::of(value);
                    }
                    self.value(element, value, charset)?;
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, element: &DicomElement, value: &[u8], charset: leaves::DicomCharset) -> Result<(), ReadError> {
        let (number, tag) = (element.number, element.tag);
        if tag == elements::SIGNATURES {
            return Err(ReadError::Signed);
        }
        if tag == elements::ENCAPSULATED {
            let slot = self.values.file(value.strip_suffix(&[0]).unwrap_or(value), None, &place(tag))?;
            self.leaves[number] = Some(DicomLeaf::Slot(slot));
            return Ok(());
        }
        // How the file is written stays, and holds nothing else: one was looked at before, and this is the other.
        if tag == elements::TRANSFER_SYNTAX {
            return Ok(());
        }
        if tag == elements::CHARSET {
            let is_term = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b"_ \\\0".contains(b);
            return if value.iter().all(is_term) { Ok(()) } else { Err(wrong("a charset of a name that is none")) };
        }
        match leaves::nature(element, value) {
            leaves::DicomNature::Numbers => {}
            leaves::DicomNature::Unknown => self.later.push((number, readable(value))),
            leaves::DicomNature::Uid(text) => self.uids.push((number, text)),
            leaves::DicomNature::Text(vr) => {
                let label = dictionary::label(tag);
                self.leaves[number] = leaves::read(vr, value, charset, label, &place(tag), &mut self.values)?;
            }
        }
        Ok(())
    }

    /// Adds what is data about the file, behind everything else. Gives the removable that the preamble goes with.
    fn metadata(&mut self) -> Result<Option<usize>, ReadError> {
        let (later, uids) = (std::mem::take(&mut self.later), std::mem::take(&mut self.uids));
        let preamble = self.data.get(..PREAMBLE).unwrap_or_default();
        let has_preamble = preamble.iter().any(|byte| *byte != 0);
        let mut number = None;
        if !later.is_empty() || has_preamble {
            let (since, own) = (self.values.builder.text_len(), self.values.builder.removable_count());
            self.values.builder.text_part(&readable(preamble), BlockKind::Metadata, None)?;
            for (leaf, text) in later {
                self.leaves[leaf] = Some(DicomLeaf::Slot(self.values.leaving(&text, own)?));
            }
            self.values.builder.removable(RemovableKind::Metadata, "elements of manufacturers", since, Vec::new());
            number = Some(own);
        }
        if !uids.is_empty() {
            let (since, own) = (self.values.builder.text_len(), self.values.builder.removable_count());
            for (leaf, text) in uids {
                let part = Some(self.values.builder.text_part(&text, BlockKind::Metadata, None)?);
                let instead = Some(uids::replaced(&text).into_bytes());
                self.leaves[leaf] = Some(DicomLeaf::Slot(ValueSlot::Goes { removable: own, part, instead }));
            }
            self.values.builder.removable(RemovableKind::Metadata, "unique identifiers", since, Vec::new());
        }
        Ok(number.filter(|_| has_preamble))
    }
}

/// A file as it was read.
struct DicomContainer {
    bytes: Vec<u8>,
    /// The same, with the elements unpacked.
    data: Vec<u8>,
    meta: Vec<DicomElement>,
    body: Vec<DicomElement>,
    syntax: TransferSyntax,
    leaves: Vec<Option<DicomLeaf>>,
    /// The removable that the preamble goes with.
    preamble: Option<usize>,
    measures: pixels::PixelMeasures,
}

impl FileContainer for DicomContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        write::DicomWriter { container: self, parts, removed }.file()
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        look("preamble", UnreadBytes::new(self.data.get(..PREAMBLE).unwrap_or_default()));
        self.unread_of(&self.meta, look)?;
        self.unread_of(&self.body, look)
    }
}

impl DicomContainer {
    fn unread_of(&self, list: &[DicomElement], look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        for element in list {
            let place = place(element.tag);
            let leaf = self.leaves.get(element.number).and_then(Option::as_ref);
            match (&element.body, leaf) {
                (_, Some(DicomLeaf::Slot(slot))) => {
                    let value = self.data.get(element.whole.clone()).unwrap_or_default();
                    slot.unread(&place, value, look)?;
                }
                (_, Some(DicomLeaf::Picture { .. })) => {
                    look(&place, UnreadBytes::new(self.data.get(element.whole.clone()).unwrap_or_default()));
                }
                (ElementBody::Items { items, .. }, None) => {
                    for item in items {
                        self.unread_of(&item.elements, look)?;
                    }
                }
                (ElementBody::Value(range), None) => {
                    look(&place, UnreadBytes::new(self.data.get(range.clone()).unwrap_or_default()));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
