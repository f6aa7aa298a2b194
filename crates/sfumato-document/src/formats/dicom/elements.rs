//! Elements: tags, types, lengths and lists of lists, read without trusting them (DICOM PS3.5).

use std::ops::Range;

use super::{START, dictionary, wrong};
use crate::formats::ReadError;
use crate::formats::packing::{self, DeflateFrame, MOST_UNPACKED};

const DAMAGED: &str = "elements that are damaged or cut short";
/// The length of what ends with a mark.
const OPEN: u32 = 0xffff_ffff;
const ITEM: u32 = 0xfffe_e000;
const ITEM_END: u32 = 0xfffe_e00d;
const LIST_END: u32 = 0xfffe_e0dd;
const MOST_DEPTH: usize = 32;

pub(super) const CHARSET: u32 = 0x0008_0005;
pub(super) const TRANSFER_SYNTAX: u32 = 0x0002_0010;
pub(super) const STORED_CLASS: u32 = 0x0002_0002;
pub(super) const ENCAPSULATED: u32 = 0x0042_0011;
pub(super) const ENCAPSULATED_LENGTH: u32 = 0x0042_0015;
pub(super) const SIGNATURES: u32 = 0xfffa_fffa;
pub(super) const PIXELS: u32 = 0x7fe0_0010;

/// The transfer syntax: the notation of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TransferSyntax {
    /// True if each element says its type.
    pub is_explicit: bool,
    pub is_big: bool,
    pub is_deflated: bool,
}

/// The syntax of what stands before the elements themselves.
pub(super) const PLAIN: TransferSyntax = TransferSyntax { is_explicit: true, is_big: false, is_deflated: false };

impl TransferSyntax {
    fn of(uid: &str) -> Self {
        match uid {
            "1.2.840.10008.1.2" => Self { is_explicit: false, ..PLAIN },
            "1.2.840.10008.1.2.2" => Self { is_big: true, ..PLAIN },
            "1.2.840.10008.1.2.1.99" => Self { is_deflated: true, ..PLAIN },
            // All others pack the picture alone.
            _ => PLAIN,
        }
    }

    pub fn u16(self, bytes: &[u8]) -> Option<u16> {
        let two = *bytes.first_chunk()?;
        Some(if self.is_big { u16::from_be_bytes(two) } else { u16::from_le_bytes(two) })
    }

    pub fn u32(self, bytes: &[u8]) -> Option<u32> {
        let four = *bytes.first_chunk()?;
        Some(if self.is_big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
    }

    pub fn put_u16(self, value: u16, out: &mut Vec<u8>) {
        out.extend_from_slice(&if self.is_big { value.to_be_bytes() } else { value.to_le_bytes() });
    }

    pub fn put_u32(self, value: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(&if self.is_big { value.to_be_bytes() } else { value.to_le_bytes() });
    }

    fn tag(self, bytes: &[u8]) -> Option<u32> {
        Some(u32::from(self.u16(bytes)?) << 16 | u32::from(self.u16(bytes.get(2..)?)?))
    }
}

/// An element.
pub(super) struct DicomElement {
    pub tag: u32,
    /// Its type, by the element or by what is known of its tag.
    pub vr: Option<[u8; 2]>,
    /// True if the element says its type in the file.
    pub says_vr: bool,
    /// All of it.
    pub whole: Range<usize>,
    pub body: ElementBody,
    /// Its number among all elements of the file.
    pub number: usize,
}

/// The content of an element.
pub(super) enum ElementBody {
    Value(Range<usize>),
    /// Lists of elements, which end with a mark if they are open.
    Items {
        items: Vec<SequenceItem>,
        is_open: bool,
        /// The notation of the elements inside.
        syntax: TransferSyntax,
    },
    /// Pieces of a packed picture.
    Fragments,
}

pub(super) struct SequenceItem {
    pub elements: Vec<DicomElement>,
    pub is_open: bool,
}

/// The role of an element before its value is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DicomRole {
    Read,
    Picture,
    Metadata,
    /// A length that is worked out anew.
    Derived,
}

impl DicomElement {
    pub fn group(&self) -> u16 {
        (self.tag >> 16) as u16
    }

    pub fn role(&self) -> DicomRole {
        let (group, number) = (self.group(), self.tag as u16);
        match (group, number) {
            (_, 0) | (0x7fe0, 1 | 2) => DicomRole::Derived,
            (0x0042, 0x0015) => DicomRole::Derived,
            _ if group % 2 == 1 => DicomRole::Metadata,
            // What the picture was before, encrypted; padding; names of programs and stations that sent it.
            (0x0400, 0x0500) | (0xfffc, _) | (0x0002, 0x0013 | 0x0016..=0x0018 | 0x0100 | 0x0102) => {
                DicomRole::Metadata
            }
            (0x7fe0, _) | (0x5000..=0x50ff, _) | (0x6000..=0x60ff, 0x3000) | (0x0088, 0x0200) => DicomRole::Picture,
            (0x5400, 0x1010 | 0x1014) => DicomRole::Picture,
            _ => DicomRole::Read,
        }
    }
}

/// The file as it is, unpacked, with the elements of its head and of its body.
pub(super) type ParsedDicom = (Vec<u8>, Vec<DicomElement>, Vec<DicomElement>, TransferSyntax);

pub(super) fn read(bytes: &[u8]) -> Result<ParsedDicom, ReadError> {
    let mut parser = DicomParser { bytes, at: START, syntax: PLAIN, count: 0 };
    let mut meta = Vec::new();
    while parser.peek().is_some_and(|tag| tag >> 16 == 2) {
        meta.push(parser.element(0)?);
    }
    let text = |tag: u32| {
        let element = meta.iter().find(|element| element.tag == tag)?;
        let ElementBody::Value(range) = &element.body else { return None };
        std::str::from_utf8(bytes.get(range.clone())?).ok().map(|text| text.trim_end_matches(['\0', ' ']))
    };
    if text(STORED_CLASS) == Some("1.2.840.10008.1.3.10") {
        return Err(wrong("a directory of other files (DICOMDIR); leave it out and make a new one of what was masked"));
    }
    let uid = text(TRANSFER_SYNTAX).unwrap_or("1.2.840.10008.1.2");
    if !uid.starts_with("1.2.840.10008.1.2") || !uid.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(wrong("elements written in a way that is not known"));
    }
    let syntax = TransferSyntax::of(uid);
    let (at, count) = (parser.at, parser.count);
    let data = if syntax.is_deflated {
        let packed = bytes.get(at..).unwrap_or_default();
        let body = packing::unpacked(packed, DeflateFrame::None, MOST_UNPACKED);
        let body = body.ok_or_else(|| wrong("packed elements that cannot be unpacked"))?;
        [bytes.get(..at).unwrap_or_default(), &body].concat()
    } else {
        bytes.to_vec()
    };
    // Some files say that they say types, and do not.
    let is_typed = data.get(at + 4..at + 6).is_none_or(|vr| vr.iter().all(u8::is_ascii_uppercase));
    let syntax = TransferSyntax { is_explicit: syntax.is_explicit && is_typed, ..syntax };
    let mut parser = DicomParser { bytes: &data, at, syntax, count };
    let mut body = Vec::new();
    while parser.at < data.len() {
        // Some programs leave zeros at the end.
        if data.get(parser.at..).is_some_and(|rest| rest.len() < 8 && rest.iter().all(|byte| *byte == 0)) {
            break;
        }
        body.push(parser.element(0)?);
    }
    Ok((data, meta, body, syntax))
}

struct DicomParser<'b> {
    bytes: &'b [u8],
    at: usize,
    syntax: TransferSyntax,
    count: usize,
}

impl DicomParser<'_> {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u32> {
        self.syntax.tag(self.rest())
    }

    fn u32(&mut self) -> Result<u32, ReadError> {
        let number = self.syntax.u32(self.rest()).ok_or_else(|| wrong(DAMAGED))?;
        self.at += 4;
        Ok(number)
    }

    fn skip(&mut self, length: usize) -> Result<Range<usize>, ReadError> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len()).ok_or_else(|| wrong(DAMAGED))?;
        let range = self.at..end;
        self.at = end;
        Ok(range)
    }

    fn element(&mut self, depth: usize) -> Result<DicomElement, ReadError> {
        if depth > MOST_DEPTH {
            return Err(wrong("lists nested too deeply in one another"));
        }
        let start = self.at;
        let tag = self.peek().ok_or_else(|| wrong(DAMAGED))?;
        self.skip(4)?;
        let number = self.count;
        self.count += 1;
        let (vr, length) = if self.syntax.is_explicit {
            let vr: [u8; 2] = *self.rest().first_chunk().ok_or_else(|| wrong(DAMAGED))?;
            if !vr.iter().all(u8::is_ascii_uppercase) {
                return Err(wrong(DAMAGED));
            }
            self.skip(2)?;
            if is_long(vr) {
                self.skip(2)?;
                (Some(vr), self.u32()?)
            } else {
                let length = self.syntax.u16(self.rest()).ok_or_else(|| wrong(DAMAGED))?;
                self.skip(2)?;
                (Some(vr), u32::from(length))
            }
        } else {
            (None, self.u32()?)
        };
        let says_vr = vr.is_some();
        let known = vr.filter(|vr| vr != b"UN").or_else(|| dictionary::vr(tag));
        let is_list = known == Some(*b"SQ");
        let body = match (length, is_list) {
            (OPEN, _) if tag == PIXELS => self.fragments()?,
            (OPEN, _) => {
                // What nobody knows the type of is written without types.
                let outer = self.syntax;
                if vr == Some(*b"UN") {
                    self.syntax = TransferSyntax { is_explicit: false, is_big: false, ..outer };
                }
                let items = self.items(usize::MAX, depth)?;
                let syntax = std::mem::replace(&mut self.syntax, outer);
                ElementBody::Items { items, is_open: true, syntax }
            }
            (length, true) if vr != Some(*b"UN") => {
                let end = self.at.saturating_add(length as usize);
                ElementBody::Items { items: self.items(end, depth)?, is_open: false, syntax: self.syntax }
            }
            (length, _) => {
                let looks_like_list = known.is_none() && length >= 8 && self.syntax.tag(self.rest()) == Some(ITEM);
                self.maybe_list(length, looks_like_list, depth)?
            }
        };
        Ok(DicomElement { tag, vr: known, says_vr, whole: start..self.at, body, number })
    }

    /// A value, or a list if it is one from beginning to end.
    fn maybe_list(&mut self, length: u32, looks_like_list: bool, depth: usize) -> Result<ElementBody, ReadError> {
        let (at, count) = (self.at, self.count);
        let end = at.saturating_add(length as usize);
        // Looking twice at every level would take twice as long at each.
        if looks_like_list && depth < 4 && end <= self.bytes.len() {
            let outer = self.syntax;
            // What says nothing of its type is written without types inside, or as what is around it.
            for syntax in [TransferSyntax { is_explicit: false, ..outer }, outer] {
                self.syntax = syntax;
                let items = self.items(end, depth);
                self.syntax = outer;
                if let Ok(items) = items {
                    return Ok(ElementBody::Items { items, is_open: false, syntax });
                }
                (self.at, self.count) = (at, count);
            }
        }
        Ok(ElementBody::Value(self.skip(length as usize)?))
    }

    /// The items of a list, up to its end or to the mark that ends it.
    fn items(&mut self, end: usize, depth: usize) -> Result<Vec<SequenceItem>, ReadError> {
        let is_open = end == usize::MAX;
        let mut items = Vec::new();
        while self.at < end {
            let tag = self.peek().ok_or_else(|| wrong(DAMAGED))?;
            self.skip(4)?;
            let length = self.u32()?;
            match tag {
                LIST_END if is_open => return Ok(items),
                ITEM => items.push(self.item(length, depth)?),
                _ => return Err(wrong(DAMAGED)),
            }
        }
        if self.at == end && end <= self.bytes.len() { Ok(items) } else { Err(wrong(DAMAGED)) }
    }

    fn item(&mut self, length: u32, depth: usize) -> Result<SequenceItem, ReadError> {
        let is_open = length == OPEN;
        let end = if is_open { usize::MAX } else { self.at.saturating_add(length as usize) };
        let mut elements = Vec::new();
        while self.at < end {
            if is_open && self.peek() == Some(ITEM_END) {
                self.skip(8)?;
                return Ok(SequenceItem { elements, is_open });
            }
            elements.push(self.element(depth + 1)?);
        }
        if self.at == end { Ok(SequenceItem { elements, is_open }) } else { Err(wrong(DAMAGED)) }
    }

    fn fragments(&mut self) -> Result<ElementBody, ReadError> {
        loop {
            let tag = self.peek().ok_or_else(|| wrong(DAMAGED))?;
            self.skip(4)?;
            let length = self.u32()?;
            match tag {
                LIST_END => return Ok(ElementBody::Fragments),
                ITEM => {
                    self.skip(length as usize)?;
                }
                _ => return Err(wrong(DAMAGED)),
            }
        }
    }
}

/// Types whose length takes four bytes.
pub(super) fn is_long(vr: [u8; 2]) -> bool {
    matches!(&vr, b"OB" | b"OD" | b"OF" | b"OL" | b"OV" | b"OW" | b"SQ" | b"SV" | b"UC" | b"UN" | b"UR" | b"UT" | b"UV")
}

/// Writes the head of an element; nothing if its length does not fit.
pub(super) fn put_head(
    tag: u32,
    vr: Option<[u8; 2]>,
    length: Option<usize>,
    syntax: TransferSyntax,
    out: &mut Vec<u8>,
) -> Option<()> {
    syntax.put_u16((tag >> 16) as u16, out);
    syntax.put_u16(tag as u16, out);
    let long = length.map_or(Some(OPEN), |length| u32::try_from(length).ok().filter(|length| *length != OPEN))?;
    match vr {
        Some(vr) if syntax.is_explicit => {
            out.extend_from_slice(&vr);
            if is_long(vr) {
                out.extend_from_slice(&[0, 0]);
                syntax.put_u32(long, out);
            } else {
                syntax.put_u16(u16::try_from(long).ok()?, out);
            }
        }
        _ => syntax.put_u32(long, out),
    }
    Some(())
}

/// Writes the mark of an item, of its end or of the end of a list.
pub(super) fn put_mark(
    tag: SequenceMark,
    length: Option<usize>,
    syntax: TransferSyntax,
    out: &mut Vec<u8>,
) -> Option<()> {
    let tag = match tag {
        SequenceMark::Item => ITEM,
        SequenceMark::ItemEnd => ITEM_END,
        SequenceMark::ListEnd => LIST_END,
    };
    syntax.put_u16((tag >> 16) as u16, out);
    syntax.put_u16(tag as u16, out);
    syntax.put_u32(length.map_or(Some(OPEN), |length| u32::try_from(length).ok())?, out);
    Some(())
}

#[derive(Clone, Copy)]
pub(super) enum SequenceMark {
    Item,
    ItemEnd,
    ListEnd,
}
