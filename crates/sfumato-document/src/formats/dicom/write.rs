//! A file written anew: lengths worked out, pictures emptied, what goes left out.

use super::elements::{
    self, DicomElement, ENCAPSULATED, ElementBody, PIXELS, PLAIN, SequenceItem, SequenceMark, TRANSFER_SYNTAX,
    TransferSyntax,
};
use super::leaves::DicomLeaf;
use super::pixels::{EXPLICIT_SYNTAX, IMPLICIT_SYNTAX, INTERPRETATION};
use super::{DicomContainer, MARK, PREAMBLE};
use crate::container::{ContentChange, PartEdits};
use crate::formats::WriteError;
use crate::formats::packing::{self, DeflateFrame};

pub(super) struct DicomWriter<'s> {
    pub container: &'s DicomContainer,
    pub parts: &'s [PartEdits<'s>],
    pub removed: &'s [bool],
}

impl DicomWriter<'_> {
    pub fn file(&self) -> Result<Vec<u8>, WriteError> {
        let container = self.container;
        let preamble = container.data.get(..PREAMBLE).ok_or(WriteError::Inconsistent)?;
        let is_gone = container.preamble.is_some_and(|number| self.removed.get(number) == Some(&true));
        let mut out = if is_gone { vec![0; PREAMBLE] } else { preamble.to_vec() };
        out.extend_from_slice(MARK);
        let mut meta = Vec::new();
        for element in &container.meta {
            if element.tag == TRANSFER_SYNTAX && self.unpacks() {
                let uid = if container.syntax.is_explicit { EXPLICIT_SYNTAX } else { IMPLICIT_SYNTAX };
                put(TRANSFER_SYNTAX, Some(*b"UI"), &even(uid.as_bytes(), 0), PLAIN, &mut meta)?;
            } else {
                self.element(element, PLAIN, &mut meta)?;
            }
        }
        let length = u32::try_from(meta.len()).map_err(|_| WriteError::Inconsistent)?;
        put(0x0002_0000, Some(*b"UL"), &length.to_le_bytes(), PLAIN, &mut out)?;
        out.extend_from_slice(&meta);
        let mut body = Vec::new();
        for element in &container.body {
            self.element(element, container.syntax, &mut body)?;
        }
        if container.syntax.is_deflated {
            body = packing::packed(&body, DeflateFrame::None).ok_or(WriteError::Inconsistent)?;
            if body.len() % 2 == 1 {
                body.push(0);
            }
        }
        out.extend_from_slice(&body);
        Ok(out)
    }

    /// True if the picture was packed and is emptied: then a plain one stands in its place.
    fn unpacks(&self) -> bool {
        let pixels = self.container.body.iter().find(|element| element.tag == PIXELS);
        pixels.is_some_and(|element| matches!(element.body, ElementBody::Fragments) && self.is_blanked(element))
    }

    fn is_blanked(&self, element: &DicomElement) -> bool {
        match self.leaf(element) {
            Some(DicomLeaf::Picture { removable }) => self.removed.get(*removable) == Some(&true),
            _ => false,
        }
    }

    fn leaf(&self, element: &DicomElement) -> Option<&DicomLeaf> {
        self.container.leaves.get(element.number).and_then(Option::as_ref)
    }

    fn element(&self, element: &DicomElement, syntax: TransferSyntax, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let data = &self.container.data;
        let copy = |out: &mut Vec<u8>| {
            out.extend_from_slice(data.get(element.whole.clone()).ok_or(WriteError::Inconsistent)?);
            Ok(())
        };
        let said = || data.get(element.whole.start + 4..).and_then(<[u8]>::first_chunk).copied();
        let vr = if element.says_vr { said() } else { None };
        let value = match &element.body {
            ElementBody::Value(range) => data.get(range.clone()).ok_or(WriteError::Inconsistent)?,
            _ => &[],
        };
        match self.leaf(element) {
            Some(DicomLeaf::Derived) => Ok(()),
            Some(DicomLeaf::Picture { .. }) if self.is_blanked(element) => self.blank(element, vr, syntax, out),
            Some(DicomLeaf::Picture { .. }) => copy(out),
            Some(DicomLeaf::Slot(slot)) => match slot.change(value, self.parts, self.removed)? {
                ContentChange::Keep => copy(out),
                ContentChange::Remove => Ok(()),
                ContentChange::Replace(bytes) => {
                    put(element.tag, vr, &even(&bytes, 0), syntax, out)?;
                    if element.tag == ENCAPSULATED {
                        self.encapsulated_length(bytes.len(), syntax, out)?;
                    }
                    Ok(())
                }
            },
            Some(leaf @ DicomLeaf::Texts { .. }) => match leaf.texts(self.parts)? {
                None => copy(out),
                Some(text) => put(element.tag, vr, &text, syntax, out),
            },
            None => match &element.body {
                ElementBody::Items { items, is_open, syntax: inner } => {
                    self.list(element.tag, vr, (items, *inner), *is_open, syntax, out)
                }
                // A plain black picture has no packed colours.
                ElementBody::Value(_)
                    if element.tag == INTERPRETATION && self.unpacks() && value.starts_with(b"YBR") =>
                {
                    put(INTERPRETATION, vr, b"RGB ", syntax, out)
                }
                _ => copy(out),
            },
        }
    }

    /// The length of what was encapsulated, which stood behind it.
    fn encapsulated_length(&self, length: usize, syntax: TransferSyntax, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let had = self.container.body.iter().any(|element| element.tag == elements::ENCAPSULATED_LENGTH);
        if had {
            let mut value = Vec::new();
            syntax.put_u32(u32::try_from(length).map_err(|_| WriteError::Inconsistent)?, &mut value);
            put(elements::ENCAPSULATED_LENGTH, Some(*b"UL"), &value, syntax, out)?;
        }
        Ok(())
    }

    /// A picture without anything on it.
    fn blank(
        &self,
        element: &DicomElement,
        vr: Option<[u8; 2]>,
        syntax: TransferSyntax,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match &element.body {
            ElementBody::Value(range) => put(element.tag, vr, &vec![0; range.len()], syntax, out),
            ElementBody::Fragments => {
                let vr = if self.container.measures.bits > 8 { *b"OW" } else { *b"OB" };
                match self.container.measures.bytes {
                    Some(length) => put(element.tag, Some(vr), &vec![0; length], syntax, out),
                    None => Ok(()),
                }
            }
            ElementBody::Items { .. } => Ok(()),
        }
    }

    fn list(
        &self,
        tag: u32,
        vr: Option<[u8; 2]>,
        (items, inner): (&[SequenceItem], TransferSyntax),
        is_open: bool,
        syntax: TransferSyntax,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let mut written = Vec::new();
        for item in items {
            let mut elements = Vec::new();
            for element in &item.elements {
                self.element(element, inner, &mut elements)?;
            }
            let length = (!item.is_open).then_some(elements.len());
            elements::put_mark(SequenceMark::Item, length, inner, &mut written).ok_or(WriteError::Inconsistent)?;
            written.extend_from_slice(&elements);
            if item.is_open {
                elements::put_mark(SequenceMark::ItemEnd, Some(0), inner, &mut written)
                    .ok_or(WriteError::Inconsistent)?;
            }
        }
        if is_open {
            elements::put_mark(SequenceMark::ListEnd, Some(0), inner, &mut written).ok_or(WriteError::Inconsistent)?;
        }
        let length = (!is_open).then_some(written.len());
        elements::put_head(tag, vr, length, syntax, out).ok_or(WriteError::Inconsistent)?;
        out.extend_from_slice(&written);
        Ok(())
    }
}

fn put(
    tag: u32,
    vr: Option<[u8; 2]>,
    value: &[u8],
    syntax: TransferSyntax,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    elements::put_head(tag, vr, Some(value.len()), syntax, out).ok_or(WriteError::Inconsistent)?;
    out.extend_from_slice(value);
    Ok(())
}

/// Bytes with one more if their number is odd.
fn even(bytes: &[u8], padding: u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() % 2 == 1 {
        bytes.push(padding);
    }
    bytes
}
