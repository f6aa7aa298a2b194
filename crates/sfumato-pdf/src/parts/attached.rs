//! Files inside the file: which there are, what they hold, and putting others in their places.

use std::collections::BTreeSet;

use super::remove::is_resource;
use crate::lookup::{dict, entry, stream_number};
use crate::{Dict, ObjectNumber, PdfError, PdfFile, PdfObject, PdfStream, md5, textstring};

/// A file inside the file, as it is handed out to be read.
pub struct AttachedFile {
    /// Its name; empty if nobody gave it one.
    pub name: String,
    /// Its bytes, unpacked.
    pub content: Result<Vec<u8>, PdfError>,
}

/// A change of a file inside the file.
#[derive(Clone, PartialEq, Eq)]
pub enum AttachmentChange {
    /// It stays as it is.
    Keep,
    /// It holds something else.
    Replace(Vec<u8>),
    /// It goes, and all that shows it.
    Remove,
}

// What a file holds is never printed.
impl std::fmt::Debug for AttachmentChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Keep => "Keep",
            Self::Replace(_) => "Replace",
            Self::Remove => "Remove",
        })
    }
}

/// The entries of a file specification that hold a name, the best first.
const NAMES: [&str; 5] = ["UF", "F", "Unix", "DOS", "Mac"];

/// The entries of a file specification that tell of the times of an attached file.
const TIMES: [&str; 2] = ["CreationDate", "ModDate"];

/// The most files that may lie in one.
const MOST_ATTACHED: usize = 10_000;

/// The streams that are attached files, in order of their numbers, each with the name it goes by.
pub(crate) fn find(file: &PdfFile) -> Result<Vec<(ObjectNumber, String)>, PdfError> {
    let mut found: Vec<(ObjectNumber, String)> = Vec::new();
    for (number, object) in file.objects() {
        if let PdfObject::Stream(stream) = object
            && stream.dict.get("Type").and_then(PdfObject::as_name) == Some(b"EmbeddedFile")
        {
            found.push((number, String::new()));
        }
        named_in(file, object, &mut found);
    }
    // One that is told of several times goes by the first name that somebody gave it.
    found.sort_by_key(|(number, name)| (*number, name.is_empty()));
    found.dedup_by_key(|(number, _)| *number);
    found.retain(|(number, _)| file.get(*number).is_some_and(|object| !is_resource(object)));
    match found.len() > MOST_ATTACHED {
        true => Err(PdfError::Bomb { what: "too many attachments" }),
        false => Ok(found),
    }
}

/// Adds the streams that the file specifications in a value lead to.
fn named_in(file: &PdfFile, object: &PdfObject, found: &mut Vec<(ObjectNumber, String)>) {
    match object {
        PdfObject::Array(items) => items.iter().for_each(|item| named_in(file, item, found)),
        PdfObject::Dict(specification) | PdfObject::Stream(PdfStream { dict: specification, .. }) => {
            let streams = streams_of(file, specification);
            if !streams.is_empty() {
                let names = NAMES.iter().filter_map(|key| entry(file, specification, key)?.as_string());
                let name = names.map(textstring::decode).find(|name| !name.is_empty()).unwrap_or_default();
                found.extend(streams.into_iter().map(|number| (number, name.clone())));
            }
            specification.values().for_each(|value| named_in(file, value, found));
        }
        _ => {}
    }
}

/// The streams that a file specification attaches: the file in its forms, and files that belong to it.
fn streams_of(file: &PdfFile, specification: &Dict) -> Vec<ObjectNumber> {
    let mut streams = Vec::new();
    if let Some(PdfObject::Dict(forms)) = entry(file, specification, "EF").filter(|forms| !is_resource(forms)) {
        streams.extend(forms.values().filter_map(|form| stream_number(file, form)));
        let related = dict(file, specification, "RF").into_iter().flat_map(Dict::values);
        let lists = related.filter_map(|list| file.resolve(list).as_array());
        streams.extend(lists.flatten().filter_map(|item| stream_number(file, item)));
    }
    streams
}

/// The bytes of an attached file.
pub(crate) fn content(file: &PdfFile, number: ObjectNumber) -> Result<Vec<u8>, PdfError> {
    file.get(number).and_then(PdfObject::as_stream).ok_or(PdfError::Inconsistent).and_then(|stream| file.decode(stream))
}

/// Puts other bytes into an attached file; what is said of its size and its sum becomes true again.
pub(crate) fn replace(file: &mut PdfFile, number: ObjectNumber, content: &[u8]) -> Result<(), PdfError> {
    let held = file.get(number).and_then(PdfObject::as_stream).ok_or(PdfError::Inconsistent)?;
    let mut entries = held.dict.clone();
    let mut told = dict(file, &entries, "Params").cloned().unwrap_or_default();
    told.set("Size", PdfObject::Integer(i64::try_from(content.len()).map_err(|_| PdfError::Inconsistent)?));
    if told.get("CheckSum").is_some() {
        told.set("CheckSum", PdfObject::String(md5::sum(content).to_vec()));
    }
    // The other half of a file of an old Macintosh.
    told.remove("Mac");
    entries.set("Params", PdfObject::Dict(told));
    file.set(number, PdfObject::Stream(PdfStream::compressed(entries, content)));
    Ok(())
}

/// The number of attached files that tell when they were made.
pub(super) fn count_times(file: &PdfFile, attached: &[ObjectNumber]) -> usize {
    attached.iter().filter(|number| params(file, **number).is_some_and(tells_times)).count()
}

/// Takes out when attached files were made.
pub(super) fn forget_times(file: &mut PdfFile, attached: &[ObjectNumber]) {
    for &number in attached {
        let Some(mut told) = params(file, number).filter(|told| tells_times(told)).cloned() else { continue };
        told.retain(|key, _| !TIMES.iter().any(|time| key.as_bytes() == time.as_bytes()));
        if let Some(PdfObject::Stream(stream)) = file.get_mut(number) {
            stream.dict.set("Params", PdfObject::Dict(told));
        }
    }
}

fn params(file: &PdfFile, number: ObjectNumber) -> Option<&Dict> {
    dict(file, file.get(number)?.as_dict()?, "Params")
}

fn tells_times(told: &Dict) -> bool {
    TIMES.iter().any(|key| told.get(key).is_some())
}

/// The objects that show nothing but attached files which go: specifications of the files and notes on pages.
pub(super) fn shown_by(file: &PdfFile, removed: &BTreeSet<ObjectNumber>) -> BTreeSet<ObjectNumber> {
    let shows = |object: &PdfObject| shows_only(file, object, removed);
    file.objects().filter(|(_, object)| shows(object)).map(|(number, _)| number).collect()
}

/// True if a value is the specification of a file that goes, or a note that shows it.
pub(super) fn shows_only(file: &PdfFile, value: &PdfObject, removed: &BTreeSet<ObjectNumber>) -> bool {
    let PdfObject::Dict(held) = value else { return false };
    let specification = match entry(file, held, "Subtype").and_then(PdfObject::as_name) {
        Some(b"FileAttachment") => match dict(file, held, "FS") {
            Some(specification) => specification,
            None => return false,
        },
        _ => held,
    };
    let streams = streams_of(file, specification);
    !streams.is_empty() && streams.iter().all(|number| removed.contains(number))
}

/// Takes names that lead to something that goes out of a node of a tree of names.
pub(super) fn prune_names(node: &mut Dict, goes: impl Fn(&PdfObject) -> bool) {
    let Some((_, PdfObject::Array(items))) = node.iter_mut().find(|(key, _)| key.as_bytes() == b"Names") else {
        return;
    };
    let are_pairs = items.chunks(2).all(|pair| matches!(pair, [PdfObject::String(_), _]));
    if are_pairs && items.chunks_exact(2).any(|pair| goes(&pair[1])) {
        let kept = items.chunks_exact(2).filter(|pair| !goes(&pair[1])).flatten().cloned();
        *items = kept.collect();
    }
}

/// The keys that are nothing but attached files, where all of these go.
pub(super) const KEYS: &[&str] = &["EmbeddedFiles", "AF", "EF", "RF", "Collection"];
