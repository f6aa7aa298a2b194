//! Messages of Outlook as files: a compound file with a folder for the message, each recipient and each attachment, and
//! a stream for every property that is longer than a number (MS-OXMSG).
//!
//! Once something changes the file is written anew, so that nothing of what was deleted before lies in it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::compound::CompoundFile;
use super::names::PropertyNames;
use super::properties::{MapiProperty, MapiRole, MessageEncodings, ids, kinds, refuse_locked};
use crate::container::{ContentChange, FileContainer, PartEdits, UnreadBytes};
use crate::formats::values::{ValueEncoding, ValueReader, ValueSlot};
use crate::formats::{DocumentFormat, MOST_NESTING, ReadError, WriteError};
use crate::{CharacterEncoding, Document, RemovableKind};

/// The stream with the properties of a folder.
pub(super) const PROPERTIES: &str = "__properties_version1.0";
const VALUE: &str = "__substg1.0_";
const RECIPIENT: &str = "__recip_version1.0_";
const ATTACHMENT: &str = "__attach_version1.0_";
/// The bytes before the properties of a file, of a message inside another, of anything else.
const HEADER_OF_FILE: usize = 32;
const HEADER_OF_MESSAGE: usize = 24;
const HEADER: usize = 8;

/// Messages of Outlook.
#[derive(Debug, Clone, Default)]
pub struct Msg {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Msg {
    fn name(&self) -> &'static str {
        "msg"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let file = CompoundFile::open(&bytes).map_err(|fault| ReadError::Part { part: "the file".into(), fault })?;
        let mut values = ValueReader::new(self.depth);
        let names = PropertyNames::read(&file, &mut values)?;
        let mut reader = MsgReader {
            file: &file,
            names: &names,
            values,
            slots: HashMap::new(),
            stores: Vec::new(),
            emptied: Vec::new(),
        };
        reader.message(0, HEADER_OF_FILE, "message")?;
        let MsgReader { mut values, slots, stores, emptied, .. } = reader;
        if file.has_extras(&bytes) {
            values.builder.removable_unread(RemovableKind::Metadata, "space between the parts of the file", Vec::new());
        }
        let container = MsgContainer { bytes, names, file, slots, stores, emptied };
        Ok(values.builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(container)))
    }
}

/// A folder whose properties are numbered in a stream.
struct PropertyStore {
    folder: usize,
    properties: usize,
    /// The number of bytes before the properties.
    header: usize,
    /// Values that stand in the stream itself, by where they do.
    fixed: Vec<(usize, ValueSlot)>,
}

struct MsgReader<'f> {
    file: &'f CompoundFile,
    names: &'f PropertyNames,
    values: ValueReader,
    slots: HashMap<usize, ValueSlot>,
    stores: Vec<PropertyStore>,
    /// Folders that are emptied with a removable.
    emptied: Vec<(usize, usize)>,
}

/// The property that the name of a stream names, and whether it is one of many values.
fn named(stream: &str) -> Option<(u16, u16, bool)> {
    let rest = stream.strip_prefix(VALUE)?;
    let (tag, nth) = rest.split_once('-').map_or((rest, None), |(tag, nth)| (tag, Some(nth)));
    if tag.len() != 8 || nth.is_some_and(|nth| u32::from_str_radix(nth, 16).is_err()) {
        return None;
    }
    let tag = u32::from_str_radix(tag, 16).ok()?;
    Some(((tag >> 16) as u16, tag as u16, nth.is_some()))
}

impl MsgReader<'_> {
    fn message(&mut self, folder: usize, header: usize, place: &str) -> Result<(), ReadError> {
        let codes = self.codes(folder, header);
        self.properties(folder, header, codes, place, None)?;
        let (mut recipients, mut attachments) = (0, 0);
        for child in self.file.nodes[folder].children.clone() {
            let node = &self.file.nodes[child];
            match () {
                () if node.is_stream || node.name.starts_with("__nameid") => {}
                () if node.name.starts_with(RECIPIENT) => {
                    recipients += 1;
                    self.properties(child, HEADER, codes, &format!("recipient {recipients}"), None)?;
                }
                () if node.name.starts_with(ATTACHMENT) => {
                    attachments += 1;
                    self.attachment(child, codes, &format!("attachment {attachments}"))?;
                }
                () => self.empty(child, "a folder of a kind that is not known"),
            }
        }
        Ok(())
    }

    fn attachment(&mut self, folder: usize, codes: MessageEncodings, place: &str) -> Result<(), ReadError> {
        let name = [ids::LONG_NAME, ids::SHORT_NAME].iter().find_map(|id| {
            let wide = self.text_of(folder, *id, kinds::WIDE, ValueEncoding::Utf16Le);
            wide.or_else(|| self.text_of(folder, *id, kinds::NARROW, codes.text))
        });
        self.properties(folder, HEADER, codes, place, name.as_deref())?;
        for child in self.file.nodes[folder].children.clone() {
            let node = &self.file.nodes[child];
            if node.is_stream {
                continue;
            }
            let is_message = named(&node.name).is_some_and(|(id, kind, _)| (id, kind) == (ids::DATA, kinds::OBJECT))
                && self.file.child(child, PROPERTIES).is_some();
            if is_message {
                if self.values.depth >= MOST_NESTING {
                    return Err(ReadError::Part {
                        part: place.into(),
                        fault: "messages nested too deeply in one another",
                    });
                }
                self.values.depth += 1;
                self.message(child, HEADER_OF_MESSAGE, place)?;
                self.values.depth -= 1;
            } else {
                self.empty(child, place);
            }
        }
        Ok(())
    }

    /// The text of a property of a folder.
    fn text_of(&self, folder: usize, id: u16, kind: u16, code: ValueEncoding) -> Option<String> {
        let stream = self.file.child(folder, &format!("{VALUE}{id:04X}{kind:04X}"))?;
        code.decode(&self.file.nodes[stream].content).map(|text| text.trim_end_matches('\0').to_owned())
    }

    /// The pages that a message names.
    fn codes(&self, folder: usize, header: usize) -> MessageEncodings {
        let number = |id: u16| {
            let stream = &self.file.nodes[self.file.child(folder, PROPERTIES)?].content;
            let tag = (u32::from(id) << 16 | u32::from(kinds::LONG)).to_le_bytes();
            let entry = stream.get(header..)?.as_chunks::<16>().0.iter().find(|entry| entry.starts_with(&tag))?;
            entry.get(8..)?.first_chunk().map(|four| u32::from_le_bytes(*four))
        };
        let bodies = [(ids::BODY, kinds::WIDE), (ids::BODY, kinds::NARROW), (ids::HTML, kinds::BINARY)];
        let has = |(id, kind): &(u16, u16)| self.file.child(folder, &format!("{VALUE}{id:04X}{kind:04X}")).is_some();
        MessageEncodings::of(number(ids::PAGE), number(ids::HTML_PAGE), bodies.iter().any(has))
    }

    /// A folder that nobody reads.
    fn empty(&mut self, folder: usize, place: &str) {
        let number = self.values.builder.removable_unread(RemovableKind::Embedded, place, Vec::new());
        self.emptied.push((number, folder));
    }

    /// Reads the properties of a folder: texts first, then what is data about it.
    fn properties(
        &mut self,
        folder: usize,
        header: usize,
        codes: MessageEncodings,
        place: &str,
        file_name: Option<&str>,
    ) -> Result<(), ReadError> {
        let (file, names) = (self.file, self.names);
        let wrong = |fault| ReadError::Part { part: place.into(), fault };
        let stream = file.child(folder, PROPERTIES).ok_or_else(|| wrong("a list of properties is missing"))?;
        let mut fixed = Vec::new();
        let mut metadata: Vec<(Result<usize, usize>, MapiProperty<'_>, &[u8])> = Vec::new();
        for child in &file.nodes[folder].children {
            let node = &file.nodes[*child];
            if !node.is_stream || *child == stream {
                continue;
            }
            let value = node.content.as_slice();
            let Some((id, kind, is_one)) = named(&node.name) else {
                let slot = self.values.opaque(RemovableKind::Embedded, place)?;
                self.slots.insert(*child, slot);
                continue;
            };
            let is_many = kind & kinds::MANY != 0;
            let property = MapiProperty { id, kind: kind & !kinds::MANY, name: names.get(id) };
            let is_text = matches!(property.kind, kinds::NARROW | kinds::WIDE);
            if id == ids::CLASS {
                refuse_locked(value)?;
            }
            let role = match property.role(value) {
                // The lengths of many texts.
                _ if is_many && !is_one && is_text => MapiRole::Harmless,
                _ if is_many && !is_text => MapiRole::Metadata,
                role => role,
            };
            let slot = match role {
                MapiRole::Metadata => {
                    metadata.push((Ok(*child), property, value));
                    continue;
                }
                MapiRole::Data => Some(self.values.file(value, file_name, place)?),
                role => match property.read(role, value, codes, &mut self.values) {
                    Err(error) if property.is_spare(role, codes, &error) => {
                        metadata.push((Ok(*child), property, value));
                        None
                    }
                    read => read?,
                },
            };
            if let Some(slot) = slot {
                self.slots.insert(*child, slot);
            }
        }
        let entries = file.nodes[stream].content.get(header..).unwrap_or_default().as_chunks::<16>().0;
        for (nth, entry) in entries.iter().enumerate() {
            let (tag, value) = (u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]), &entry[8..]);
            let (id, kind) = ((tag >> 16) as u16, tag as u16);
            let is_variable = kind & kinds::MANY != 0
                || matches!(kind, kinds::NARROW | kinds::WIDE | kinds::BINARY | kinds::OBJECT | kinds::CLASS);
            if is_variable {
                continue;
            }
            let property = MapiProperty { id, kind, name: names.get(id) };
            match property.role(value) {
                MapiRole::Metadata => metadata.push((Err(nth), property, value)),
                role => fixed.extend(property.read(role, value, codes, &mut self.values)?.map(|slot| (nth, slot))),
            }
        }
        if !metadata.is_empty() {
            let builder = &self.values.builder;
            let (since, number) = (builder.text_len(), builder.removable_count());
            for (at, property, value) in metadata {
                let slot = self.values.leaving(&property.readable(value, codes), number)?;
                match at {
                    Ok(node) => drop(self.slots.insert(node, slot)),
                    Err(nth) => fixed.push((nth, slot)),
                }
            }
            self.values.builder.removable(RemovableKind::Metadata, format!("properties of {place}"), since, Vec::new());
        }
        self.stores.push(PropertyStore { folder, properties: stream, header, fixed });
        Ok(())
    }
}

/// A message as it was read.
struct MsgContainer {
    bytes: Vec<u8>,
    file: CompoundFile,
    names: PropertyNames,
    slots: HashMap<usize, ValueSlot>,
    stores: Vec<PropertyStore>,
    emptied: Vec<(usize, usize)>,
}

impl FileContainer for MsgContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        let mut written: HashMap<usize, Vec<u8>> = HashMap::new();
        let mut gone: HashSet<usize> = HashSet::new();
        for (node, slot) in &self.slots {
            match slot.change(&self.file.nodes[*node].content, parts, removed)? {
                ContentChange::Keep => {}
                ContentChange::Replace(bytes) => drop(written.insert(*node, bytes)),
                ContentChange::Remove => drop(gone.insert(*node)),
            }
        }
        for (removable, folder) in &self.emptied {
            if removed.get(*removable) == Some(&true) {
                gone.extend(&self.file.nodes[*folder].children);
            }
        }
        self.names.written(&self.file, parts, &mut written)?;
        for store in &self.stores {
            let stream = self.written_properties(store, &mut written, &gone, parts, removed)?;
            written.insert(store.properties, stream);
        }
        let content = |node: usize| match (gone.contains(&node), written.get(&node)) {
            (true, _) => None,
            (_, Some(bytes)) => Some(Cow::Borrowed(bytes.as_slice())),
            _ => Some(Cow::Borrowed(self.file.nodes[node].content.as_slice())),
        };
        self.file.write(content).ok_or(WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        for (number, node) in self.file.nodes.iter().enumerate() {
            look("name of a part", UnreadBytes::new(node.name.as_bytes()));
            match self.slots.get(&number) {
                Some(slot) => slot.unread("a property", &node.content, look)?,
                None if self.names.holds(number) => {}
                None => look("a property", UnreadBytes::new(&node.content)),
            }
        }
        Ok(())
    }
}

impl MsgContainer {
    /// The list of properties of a folder: without those that are gone, with the lengths of those that changed.
    fn written_properties(
        &self,
        store: &PropertyStore,
        written: &mut HashMap<usize, Vec<u8>>,
        gone: &HashSet<usize>,
        parts: &[PartEdits<'_>],
        removed: &[bool],
    ) -> Result<Vec<u8>, WriteError> {
        let old = &self.file.nodes[store.properties].content;
        let (header, entries) = old.split_at_checked(store.header.min(old.len())).ok_or(WriteError::Inconsistent)?;
        let mut out = header.to_vec();
        let mut fixed: HashMap<usize, &ValueSlot> = store.fixed.iter().map(|(nth, slot)| (*nth, slot)).collect();
        let streams: HashMap<String, usize> = {
            let children = self.file.nodes[store.folder].children.iter();
            children.map(|child| (self.file.nodes[*child].name.to_ascii_uppercase(), *child)).collect()
        };
        for (nth, entry) in entries.as_chunks::<16>().0.iter().enumerate() {
            let mut entry = *entry;
            if let Some(slot) = fixed.remove(&nth) {
                match slot.change(&entry[8..], parts, removed)? {
                    ContentChange::Keep => {}
                    ContentChange::Remove => continue,
                    ContentChange::Replace(value) => {
                        entry[8..].copy_from_slice(value.get(..8).ok_or(WriteError::Inconsistent)?);
                    }
                }
                out.extend_from_slice(&entry);
                continue;
            }
            let tag = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
            let name = format!("{VALUE}{tag:08X}").to_ascii_uppercase();
            if let Some(stream) = streams.get(&name) {
                if gone.contains(stream) {
                    continue;
                }
                if tag as u16 & kinds::MANY != 0 {
                    self.lengths_of_many(*stream, &name, &streams, written)?;
                }
                if let Some(value) = written.get(stream) {
                    let end = match tag as u16 {
                        kinds::WIDE => 2,
                        kinds::NARROW => 1,
                        _ => 0,
                    };
                    let length = u32::try_from(value.len() + end).map_err(|_| WriteError::Inconsistent)?;
                    entry[8..12].copy_from_slice(&length.to_le_bytes());
                }
            }
            out.extend_from_slice(&entry);
        }
        Ok(out)
    }

    /// Brings the lengths of many texts up to date.
    fn lengths_of_many(
        &self,
        stream: usize,
        name: &str,
        streams: &HashMap<String, usize>,
        written: &mut HashMap<usize, Vec<u8>>,
    ) -> Result<(), WriteError> {
        let mut lengths = self.file.nodes[stream].content.clone();
        let mut is_changed = false;
        for (nth, length) in lengths.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let Some(text) = streams.get(&format!("{name}-{nth:08X}")) else { continue };
            let Some(new) = written.get(text) else { continue };
            let old = self.file.nodes[*text].content.len();
            let end = (u32::from_le_bytes(*length) as usize).saturating_sub(old).min(2);
            *length = u32::try_from(new.len() + end).map_err(|_| WriteError::Inconsistent)?.to_le_bytes();
            is_changed = true;
        }
        if is_changed {
            written.insert(stream, lengths);
        }
        Ok(())
    }
}
