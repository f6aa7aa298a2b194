//! Bundles of Outlook, which other mail programs see as `winmail.dat`: a list of attributes, some of which are lists of
//! the properties that messages as files have (MS-OXTNEF).

use super::names::is_dictated;
use super::properties::{MapiProperty, MapiRole, MessageEncodings, ids, is_control, kinds, refuse_locked};
use crate::container::{ContentChange, FileContainer, PartEdits, UnreadBytes};
use crate::formats::values::{ValueEncoding, ValueReader, ValueSlot, ValueWrapping, readable};
use crate::formats::{DocumentFormat, MOST_NESTING, ReadError, WriteError, mail, text};
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// The signature at the start of bundles.
pub(crate) const SIGNATURE: &[u8] = b"\x78\x9f\x3e\x22";
/// Signature and key.
const HEADER: usize = 6;
/// Level, tag and length of an attribute; a sum of its bytes ends it.
const HEAD: usize = 9;
const OF_ATTACHMENT: u8 = 2;

mod tags {
    pub const CLASS: u32 = 0x0007_8008;
    pub const SUBJECT: u32 = 0x0001_8004;
    pub const BODY: u32 = 0x0002_800c;
    pub const SENT: u32 = 0x0003_8005;
    pub const RECEIVED: u32 = 0x0003_8006;
    pub const START: u32 = 0x0003_0006;
    pub const END: u32 = 0x0003_0007;
    pub const PRIORITY: u32 = 0x0004_800d;
    pub const STATUS: u32 = 0x0006_8007;
    pub const ANSWER: u32 = 0x0004_0009;
    pub const VERSION: u32 = 0x0008_9006;
    pub const PAGE: u32 = 0x0006_9007;
    pub const RENDERING: u32 = 0x0006_9002;
    pub const DATA: u32 = 0x0006_800f;
    pub const TITLE: u32 = 0x0001_8010;
    pub const TRANSPORT_NAME: u32 = 0x0006_9001;
    pub const PROPERTIES: u32 = 0x0006_9003;
    pub const RECIPIENTS: u32 = 0x0006_9004;
    pub const OF_ATTACHMENT: u32 = 0x0006_9005;
    pub const ORIGINAL_CLASS: u32 = 0x0007_0006;
}

/// Bundles of Outlook.
#[derive(Debug, Clone, Default)]
pub struct Tnef {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Tnef {
    fn name(&self) -> &'static str {
        "tnef"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if self.depth > MOST_NESTING {
            return Err(wrong("bundles nested too deeply in one another"));
        }
        let spots = attributes(&bytes)?;
        let mut reader = TnefReader { values: ValueReader::new(self.depth), slots: Vec::new(), later: Vec::new() };
        let codes = codes(&bytes, &spots);
        let mut attributes = Vec::with_capacity(spots.len());
        for (nth, spot) in spots.iter().enumerate() {
            let title = spots.get(nth + 1..).unwrap_or_default().iter();
            let title = title.take_while(|spot| spot.tag != tags::RENDERING).find(|spot| spot.tag == tags::TITLE);
            let name = title.and_then(|spot| codes.text.decode(spot.data(&bytes)));
            let name = name.as_deref().map(|name| name.trim_end_matches('\0'));
            attributes.push(TnefAttribute { head: *spot, content: reader.attribute(spot, &bytes, codes, name)? });
        }
        reader.metadata()?;
        let TnefReader { values, slots, .. } = reader;
        let container = TnefContainer { bytes, attributes, slots };
        Ok(values.builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(container)))
    }
}

fn wrong(fault: &'static str) -> ReadError {
    ReadError::Part { part: "winmail.dat".into(), fault }
}

const CUT_SHORT: &str = "a bundle of Outlook that is cut short or damaged";

/// The place of an attribute.
#[derive(Clone, Copy)]
struct AttributePlace {
    level: u8,
    tag: u32,
    start: usize,
    length: usize,
}

impl AttributePlace {
    fn data<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(self.start..self.start + self.length).unwrap_or_default()
    }
}

fn attributes(bytes: &[u8]) -> Result<Vec<AttributePlace>, ReadError> {
    let mut at = HEADER;
    let mut spots = Vec::new();
    if !bytes.starts_with(SIGNATURE) || bytes.len() < HEADER {
        return Err(wrong(CUT_SHORT));
    }
    while let Some(head) = bytes.get(at..at + HEAD) {
        let [level, a, b, c, d, e, f, g, h] = *head else { break };
        let (tag, length) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]) as usize);
        let start = at + HEAD;
        at = start + length + 2;
        // The sum behind the last one may be missing.
        if start + length > bytes.len() || !matches!(level, 1 | OF_ATTACHMENT) {
            return Err(wrong(CUT_SHORT));
        }
        spots.push(AttributePlace { level, tag, start, length });
    }
    // Some programs leave a few zeros at the end.
    let is_padding = bytes.get(at..).is_none_or(|rest| rest.iter().all(|byte| matches!(byte, 0 | b'\r' | b'\n')));
    if is_padding { Ok(spots) } else { Err(wrong(CUT_SHORT)) }
}

/// The pages that the texts are written in.
fn codes(bytes: &[u8], spots: &[AttributePlace]) -> MessageEncodings {
    let page = spots.iter().find(|spot| spot.tag == tags::PAGE).and_then(|spot| spot.data(bytes).first_chunk());
    let page = page.map(|four| u32::from_le_bytes(*four));
    let mut html = None;
    let mut has_other_body = spots.iter().any(|spot| spot.tag == tags::BODY && spot.length > 1);
    for spot in spots.iter().filter(|spot| spot.tag == tags::PROPERTIES) {
        let mut rest = ListRest(spot.data(bytes));
        let count = rest.number().unwrap_or(0);
        for _ in 0..count {
            let Some(property) = rest.property(spot.start, spot.data(bytes)) else { break };
            has_other_body |= matches!(property.id, ids::BODY | ids::HTML);
            if property.id == ids::HTML_PAGE && property.kind == kinds::LONG {
                let value = property.values.first().and_then(|value| bytes.get(value.start..)?.first_chunk());
                html = value.map(|four| u32::from_le_bytes(*four));
            }
        }
    }
    MessageEncodings::of(page, html, has_other_body)
}

/// An attribute and what it holds.
struct TnefAttribute {
    head: AttributePlace,
    content: TnefContent,
}

enum TnefContent {
    /// It stays as it is.
    Kept,
    /// One value, by the number of its slot.
    Value(usize),
    /// Lists of properties, and whether there are several.
    Lists { lists: Vec<Vec<TnefProperty>>, is_table: bool },
}

/// A property of a list, by places in the whole file.
struct TnefProperty {
    id: u16,
    kind: u16,
    name: Option<String>,
    /// The range of its head: type, number and name.
    head: std::ops::Range<usize>,
    /// The ranges of its values.
    values: Vec<std::ops::Range<usize>>,
    /// The slots of those that are read, and how many bytes before each value stay.
    slots: Vec<Option<(usize, usize)>>,
    is_counted: bool,
    /// The part that its name is, if somebody may have invented it: once that changes, the property goes.
    name_part: Option<usize>,
}

/// The rest of a list that is being read.
struct ListRest<'b>(&'b [u8]);

impl<'b> ListRest<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        self.take(4)?.first_chunk().map(|four| u32::from_le_bytes(*four) as usize)
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2)?.first_chunk().map(|two| u16::from_le_bytes(*two))
    }

    /// The next property of a list that starts at `base` in the file and is all of `list`.
    fn property(&mut self, base: usize, list: &[u8]) -> Option<TnefProperty> {
        let place = |rest: &Self| base + list.len() - rest.0.len();
        let start = place(self);
        let (kind, id) = (self.short()?, self.short()?);
        let mut name = None;
        if id >= ids::NAMED {
            self.take(16)?;
            if self.number()? == 0 {
                self.take(4)?;
            } else {
                let length = self.number()?;
                name = ValueEncoding::Utf16Le
                    .decode(self.take(length)?)
                    .map(|name| name.trim_end_matches('\0').to_owned());
                self.take(length.next_multiple_of(4) - length)?;
            }
        }
        let head = start..place(self);
        let (is_many, kind) = (kind & kinds::MANY != 0, kind & !kinds::MANY);
        let fixed = match kind {
            kinds::SHORT | kinds::FLAG | kinds::LONG | kinds::SINGLE | kinds::ERROR => Some(4),
            kinds::DOUBLE | kinds::CURRENCY | kinds::DAY | kinds::HUGE | kinds::TIME => Some(8),
            kinds::CLASS => Some(16),
            kinds::NARROW | kinds::WIDE | kinds::BINARY | kinds::OBJECT => None,
            _ => return None,
        };
        let is_counted = is_many || fixed.is_none();
        let count = if is_counted { self.number()? } else { 1 };
        let mut values = Vec::new();
        for _ in 0..count {
            let length = match fixed {
                Some(length) => length,
                None => self.number()?,
            };
            let start = place(self);
            self.take(length)?;
            values.push(start..start + length);
            self.take(length.next_multiple_of(4) - length)?;
        }
        Some(TnefProperty { id, kind, name, head, values, slots: Vec::new(), is_counted, name_part: None })
    }
}

struct TnefReader {
    values: ValueReader,
    slots: Vec<Option<ValueSlot>>,
    /// The data about the message: the number of each slot and the text that can be read of it.
    later: Vec<(usize, String)>,
}

impl TnefReader {
    fn slot(&mut self, slot: Option<ValueSlot>) -> usize {
        self.slots.push(slot);
        self.slots.len() - 1
    }

    fn attribute(
        &mut self,
        spot: &AttributePlace,
        bytes: &[u8],
        codes: MessageEncodings,
        name: Option<&str>,
    ) -> Result<TnefContent, ReadError> {
        let data = spot.data(bytes);
        let zeros = data.iter().rev().take_while(|byte| **byte == 0).count();
        let unread = || wrong("text in a code page that is not read");
        let text = || codes.text.decode(data.get(..data.len() - zeros).unwrap_or_default()).ok_or_else(unread);
        let slot = match spot.tag {
            tags::PRIORITY | tags::STATUS | tags::ANSWER | tags::VERSION | tags::PAGE | tags::RENDERING => {
                return Ok(TnefContent::Kept);
            }
            tags::CLASS | tags::ORIGINAL_CLASS => {
                refuse_locked(data)?;
                let part = self.values.builder.text_part(&text()?, BlockKind::Metadata, None)?;
                ValueSlot::Text { part, code: codes.text, tail: zeros }
            }
            tags::SUBJECT | tags::TITLE | tags::TRANSPORT_NAME if !text()?.chars().any(is_control) => {
                let label = if spot.tag == tags::SUBJECT { "subject" } else { "file name" };
                let part = self.values.builder.text_part(&text()?, BlockKind::Field, Some(label))?;
                ValueSlot::Text { part, code: codes.text, tail: zeros }
            }
            tags::BODY => {
                let text = text()?;
                if text.chars().any(is_control) {
                    return Err(wrong("text with marks that no text has"));
                }
                mail::refuse_armour(&text, "body")?;
                let document = text::document(CharacterEncoding::Utf8, text);
                self.values.inner(document, ValueWrapping::Coded { code: codes.text, zeros })?
            }
            tags::SENT | tags::RECEIVED | tags::START | tags::END => match shown_date(data) {
                Some(text) => self.values.shown(&text, Some("date"), written_date)?,
                None => return Ok(TnefContent::Kept),
            },
            // A note that stands for a message inside ends with a zero.
            tags::DATA if zeros == 1 && data.is_ascii() && memchr::memchr(0, data) == Some(data.len() - 1) => {
                let part = self.values.builder.text_part(&text()?, BlockKind::Paragraph, None)?;
                ValueSlot::Text { part, code: codes.text, tail: zeros }
            }
            tags::DATA => self.values.file(data, name, "attachment")?,
            tags::PROPERTIES | tags::OF_ATTACHMENT => {
                return Ok(TnefContent::Lists { lists: vec![self.list(spot, bytes, codes, name)?], is_table: false });
            }
            tags::RECIPIENTS => {
                let mut rest = ListRest(data);
                let rows = rest.number().ok_or_else(|| wrong(CUT_SHORT))?;
                let mut lists = Vec::new();
                for _ in 0..rows {
                    lists.push(self.rows(&mut rest, spot, bytes, codes, None)?);
                }
                return Ok(TnefContent::Lists { lists, is_table: true });
            }
            _ => {
                let number = self.slot(None);
                self.later.push((number, readable(data)));
                return Ok(TnefContent::Value(number));
            }
        };
        Ok(TnefContent::Value(self.slot(Some(slot))))
    }

    fn list(
        &mut self,
        spot: &AttributePlace,
        bytes: &[u8],
        codes: MessageEncodings,
        name: Option<&str>,
    ) -> Result<Vec<TnefProperty>, ReadError> {
        self.rows(&mut ListRest(spot.data(bytes)), spot, bytes, codes, name)
    }

    /// Reads a list of properties.
    fn rows(
        &mut self,
        rest: &mut ListRest<'_>,
        spot: &AttributePlace,
        bytes: &[u8],
        codes: MessageEncodings,
        name: Option<&str>,
    ) -> Result<Vec<TnefProperty>, ReadError> {
        let count = rest.number().ok_or_else(|| wrong(CUT_SHORT))?;
        let mut list = Vec::new();
        for _ in 0..count {
            let mut listed = rest.property(spot.start, spot.data(bytes)).ok_or_else(|| wrong(CUT_SHORT))?;
            if let Some(name) = listed.name.as_deref().filter(|name| !is_dictated(name)) {
                listed.name_part = Some(self.values.builder.text_part(name, BlockKind::Header, None)?);
            }
            for value in listed.values.clone() {
                let slot = self.property(&listed, bytes.get(value).unwrap_or_default(), codes, name)?;
                listed.slots.push(slot);
            }
            list.push(listed);
        }
        Ok(list)
    }

    fn property(
        &mut self,
        listed: &TnefProperty,
        value: &[u8],
        codes: MessageEncodings,
        name: Option<&str>,
    ) -> Result<Option<(usize, usize)>, ReadError> {
        let property = MapiProperty { id: listed.id, kind: listed.kind, name: listed.name.as_deref() };
        if let (ids::DATA, kinds::OBJECT, Some((_, inner))) = (listed.id, listed.kind, value.split_at_checked(16)) {
            let slot = match (Tnef { depth: self.values.depth + 1 }).read(inner.to_vec()) {
                Ok(document) => self.values.inner(document, ValueWrapping::Bare)?,
                Err(_) => self.values.opaque(RemovableKind::Embedded, "attachment")?,
            };
            return Ok(Some((self.slot(Some(slot)), 16)));
        }
        if listed.id == ids::CLASS {
            refuse_locked(value)?;
        }
        let slot = match property.role(value) {
            MapiRole::Metadata => {
                let number = self.slot(None);
                self.later.push((number, property.readable(value, codes)));
                return Ok(Some((number, 0)));
            }
            MapiRole::Data => Some(self.values.file(value, name, "attachment")?),
            role => match property.read(role, value, codes, &mut self.values) {
                Err(error) if property.is_spare(role, codes, &error) => {
                    let number = self.slot(None);
                    self.later.push((number, property.readable(value, codes)));
                    return Ok(Some((number, 0)));
                }
                read => read?,
            },
        };
        Ok(slot.map(|slot| (self.slot(Some(slot)), 0)))
    }

    /// Adds what is data about the message, behind everything else.
    fn metadata(&mut self) -> Result<(), ReadError> {
        let later = std::mem::take(&mut self.later);
        if later.is_empty() {
            return Ok(());
        }
        let (since, number) = (self.values.builder.text_len(), self.values.builder.removable_count());
        for (slot, text) in later {
            self.slots[slot] = Some(self.values.leaving(&text, number)?);
        }
        self.values.builder.removable(RemovableKind::Metadata, "properties of the message", since, Vec::new());
        Ok(())
    }
}

/// A date of seven numbers as people write it.
fn shown_date(data: &[u8]) -> Option<String> {
    let numbers: Vec<u16> = data.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two)).collect();
    let [year, month, day, hour, minute, second, ..] = numbers[..] else { return None };
    (year > 0).then(|| format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))
}

fn written_date(text: &str) -> Option<Vec<u8>> {
    let numbers: Option<Vec<u16>> = text.trim().split(['-', ' ', ':']).map(|part| part.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| matches!(numbers.len(), 3 | 6))?;
    let is_date = numbers[0] > 1000 && (1..=12).contains(&numbers[1]) && (1..=31).contains(&numbers[2]);
    let week_day = 0;
    let all = numbers.iter().copied().chain(std::iter::repeat(0)).take(6).chain([week_day]);
    is_date.then(|| all.flat_map(u16::to_le_bytes).collect())
}

/// A bundle as it was read.
struct TnefContainer {
    bytes: Vec<u8>,
    attributes: Vec<TnefAttribute>,
    slots: Vec<Option<ValueSlot>>,
}

impl FileContainer for TnefContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        let writer = TnefWriter { container: self, parts, removed };
        let mut out = self.bytes.get(..HEADER).ok_or(WriteError::Inconsistent)?.to_vec();
        for attribute in &self.attributes {
            let data = match &attribute.content {
                TnefContent::Kept => attribute.head.data(&self.bytes).to_vec(),
                TnefContent::Value(slot) => match writer.value(*slot, attribute.head.data(&self.bytes))? {
                    Some(data) => data,
                    None => continue,
                },
                TnefContent::Lists { lists, is_table } => writer.lists(lists, *is_table)?,
            };
            out.push(attribute.head.level);
            out.extend_from_slice(&attribute.head.tag.to_le_bytes());
            out.extend_from_slice(&length(data.len())?);
            let sum = data.iter().fold(0u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
            out.extend_from_slice(&data);
            out.extend_from_slice(&sum.to_le_bytes());
        }
        Ok(out)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let place = "winmail.dat";
        let mut one = |slot: Option<usize>, value: &[u8]| match slot.and_then(|slot| self.slots.get(slot)?.as_ref()) {
            Some(slot) => slot.unread(place, value, look),
            None => {
                look(place, UnreadBytes::new(value));
                Ok(())
            }
        };
        for attribute in &self.attributes {
            match &attribute.content {
                TnefContent::Kept => one(None, attribute.head.data(&self.bytes))?,
                TnefContent::Value(slot) => one(Some(*slot), attribute.head.data(&self.bytes))?,
                TnefContent::Lists { lists, .. } => {
                    for property in lists.iter().flatten() {
                        one(None, self.bytes.get(property.head.clone()).unwrap_or_default())?;
                        for (value, slot) in property.values.iter().zip(&property.slots) {
                            let value = self.bytes.get(value.clone()).unwrap_or_default();
                            one(slot.map(|(slot, _)| slot), value)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn length(length: usize) -> Result<[u8; 4], WriteError> {
    u32::try_from(length).map(u32::to_le_bytes).map_err(|_| WriteError::Inconsistent)
}

struct TnefWriter<'s> {
    container: &'s TnefContainer,
    parts: &'s [PartEdits<'s>],
    removed: &'s [bool],
}

impl TnefWriter<'_> {
    /// A value as it becomes; nothing if it goes.
    fn value(&self, slot: usize, old: &[u8]) -> Result<Option<Vec<u8>>, WriteError> {
        let Some(slot) = self.container.slots.get(slot).and_then(Option::as_ref) else { return Ok(Some(old.to_vec())) };
        Ok(match slot.change(old, self.parts, self.removed)? {
            ContentChange::Keep => Some(old.to_vec()),
            ContentChange::Replace(bytes) => Some(bytes),
            ContentChange::Remove => None,
        })
    }

    fn lists(&self, lists: &[Vec<TnefProperty>], is_table: bool) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        if is_table {
            out.extend_from_slice(&length(lists.len())?);
        }
        for list in lists {
            let mut count = 0;
            let mut written = Vec::new();
            for property in list {
                if let Some(bytes) = self.property(property)? {
                    count += 1;
                    written.extend_from_slice(&bytes);
                }
            }
            out.extend_from_slice(&length(count)?);
            out.extend_from_slice(&written);
        }
        Ok(out)
    }

    /// A property as it becomes; nothing if none of its values is left.
    fn property(&self, property: &TnefProperty) -> Result<Option<Vec<u8>>, WriteError> {
        let bytes = &self.container.bytes;
        let name = property.name_part.map(|part| self.parts.get(part).ok_or(WriteError::Inconsistent)).transpose()?;
        if name.is_some_and(|name| !name.is_untouched()) {
            return Ok(None);
        }
        let mut values = Vec::new();
        for (range, slot) in property.values.iter().zip(&property.slots) {
            let old = bytes.get(range.clone()).ok_or(WriteError::Inconsistent)?;
            match slot {
                None => values.push(old.to_vec()),
                Some((slot, before)) => {
                    let (kept, old) = old.split_at_checked(*before).ok_or(WriteError::Inconsistent)?;
                    values.extend(self.value(*slot, old)?.map(|value| [kept, &value].concat()));
                }
            }
        }
        if values.is_empty() && !property.values.is_empty() {
            return Ok(None);
        }
        let is_variable = matches!(property.kind, kinds::NARROW | kinds::WIDE | kinds::BINARY | kinds::OBJECT);
        let mut out = bytes.get(property.head.clone()).ok_or(WriteError::Inconsistent)?.to_vec();
        if property.is_counted {
            out.extend_from_slice(&length(values.len())?);
        }
        for value in values {
            if is_variable {
                out.extend_from_slice(&length(value.len())?);
            }
            out.extend_from_slice(&value);
            out.resize(out.len() + value.len().next_multiple_of(4) - value.len(), 0);
        }
        Ok(Some(out))
    }
}
