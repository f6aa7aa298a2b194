//! Names of properties that programs and people invented, and the numbers that stand for them in one file (MS-OXMSG).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::compound::CompoundFile;
use super::properties::ids;
use crate::BlockKind;
use crate::container::PartEdits;
use crate::formats::values::ValueReader;
use crate::formats::{ReadError, WriteError};

const FOLDER: &str = "__nameid_version1.0";
const ENTRIES: &str = "__substg1.0_00030102";
const STRINGS: &str = "__substg1.0_00040102";
const DAMAGED: &str = "names of properties that are damaged";

/// The names of a file.
#[derive(Default)]
pub(super) struct PropertyNames {
    /// The place of each property's name among the strings.
    places: HashMap<u16, usize>,
    /// The names by where they stand: many properties may share one.
    names: HashMap<usize, String>,
    /// The parts that names are, by where they stand among the strings.
    parts: BTreeMap<usize, usize>,
    /// For each entry where its name stands, and its number.
    entries: Vec<(Option<usize>, u16)>,
    nodes: Option<[usize; 2]>,
    /// The streams in which names are looked up.
    lookups: Vec<usize>,
}

impl PropertyNames {
    pub fn read(file: &CompoundFile, values: &mut ValueReader) -> Result<Self, ReadError> {
        let Some(folder) = file.child(0, FOLDER) else { return Ok(Self::default()) };
        let (Some(entries), Some(strings)) = (file.child(folder, ENTRIES), file.child(folder, STRINGS)) else {
            return Ok(Self::default());
        };
        let wrong = || ReadError::Part { part: "names of properties".into(), fault: DAMAGED };
        let mut names = Self { nodes: Some([entries, strings]), ..Self::default() };
        let text = &file.nodes[strings].content;
        let mut seen = 0;
        for entry in file.nodes[entries].content.as_chunks::<8>().0 {
            let [a, b, c, d, kind, _, low, high] = *entry;
            let number = u16::from_le_bytes([low, high]);
            let at = u32::from_le_bytes([a, b, c, d]) as usize;
            if kind & 1 == 0 {
                names.entries.push((None, number));
                continue;
            }
            if let Entry::Vacant(place) = names.names.entry(at) {
                let name = string_at(text, at).ok_or_else(wrong)?;
                // Names that lie in one another would be read again and again.
                seen += 2 * name.encode_utf16().count() + 4;
                if seen > text.len() + 4 {
                    return Err(wrong());
                }
                if !is_dictated(&name) {
                    names.parts.insert(at, values.builder.text_part(&name, BlockKind::Header, None)?);
                }
                place.insert(name);
            }
            names.entries.push((Some(at), number));
            names.places.insert(ids::NAMED.wrapping_add(number), at);
        }
        names.lookups = file.nodes[folder]
            .children
            .iter()
            .copied()
            .filter(|node| {
                let node = &file.nodes[*node];
                node.is_stream && ![ENTRIES, STRINGS, "__substg1.0_00020102"].contains(&node.name.as_str())
            })
            .collect();
        Ok(names)
    }

    /// The name that a number stands for.
    pub fn get(&self, id: u16) -> Option<&str> {
        self.places.get(&id).and_then(|place| self.names.get(place)).map(String::as_str)
    }

    /// True if a stream is one of those that hold names.
    pub fn holds(&self, node: usize) -> bool {
        self.nodes.is_some_and(|nodes| nodes.contains(&node))
    }

    /// The streams as they become, if a name changes.
    pub fn written(
        &self,
        file: &CompoundFile,
        parts: &[PartEdits<'_>],
        out: &mut HashMap<usize, Vec<u8>>,
    ) -> Result<(), WriteError> {
        let Some([entries, strings]) = self.nodes else { return Ok(()) };
        let is_changed = |at: &usize| {
            let part = self.parts.get(at).and_then(|part| parts.get(*part));
            part.is_some_and(|part| !part.is_untouched())
        };
        if !self.parts.keys().any(&is_changed) {
            return Ok(());
        }
        let text = &file.nodes[strings].content;
        let mut written = Vec::new();
        let mut moved: HashMap<usize, usize> = HashMap::new();
        let mut new_entries = Vec::new();
        let chunks = file.nodes[entries].content.as_chunks::<8>().0;
        let mut renamed = HashSet::new();
        for ((at, number), entry) in self.entries.iter().zip(chunks) {
            let mut entry = *entry;
            if let Some(at) = at {
                let name = match self.parts.get(at) {
                    Some(part) => parts.get(*part).ok_or(WriteError::Inconsistent)?.apply()?,
                    None => string_at(text, *at).ok_or(WriteError::Inconsistent)?,
                };
                if is_changed(at) {
                    renamed.insert(*number);
                }
                let place = *moved.entry(*at).or_insert_with(|| {
                    let place = written.len();
                    let units: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
                    written.extend_from_slice(&u32::try_from(units.len()).unwrap_or(0).to_le_bytes());
                    written.extend_from_slice(&units);
                    written.resize(written.len().next_multiple_of(4), 0);
                    place
                });
                entry[..4].copy_from_slice(&u32::try_from(place).map_err(|_| WriteError::Inconsistent)?.to_le_bytes());
            }
            new_entries.extend_from_slice(&entry);
        }
        out.insert(entries, new_entries);
        out.insert(strings, written);
        // Who looks one up goes by a sum over its letters, which tells of them: a name that changed is found by number.
        for lookup in &self.lookups {
            let kept = file.nodes[*lookup].content.as_chunks::<8>().0.iter();
            let kept = kept.filter(|[.., kind, _, low, high]| {
                kind & 1 == 0 || !renamed.contains(&u16::from_le_bytes([*low, *high]))
            });
            out.insert(*lookup, kept.flatten().copied().collect());
        }
        Ok(())
    }
}

/// The name that stands at a place.
fn string_at(text: &[u8], at: usize) -> Option<String> {
    let length = text.get(at..)?.first_chunk().map(|four| u32::from_le_bytes(*four) as usize)?;
    let units = text.get(at + 4..)?.get(..length)?.as_chunks::<2>().0;
    String::from_utf16(&units.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>()).ok()
}

/// True if a name is one that Microsoft's programs give.
pub(super) fn is_dictated(name: &str) -> bool {
    ["http://schemas.microsoft.com/", "urn:schemas", "x-ms-", "content-", "X-MS-"]
        .iter()
        .any(|start| name.starts_with(start))
}
