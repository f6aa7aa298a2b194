//! From the bytes of a file to its objects, by the cross references or, where these are broken, without them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::crypt::Decryptor;
use crate::indirect::{self, IndirectObject, ObjectReader};
use crate::lexer::{PdfLexer, PdfToken};
use crate::parse::{self, ParseBudget};
use crate::xref::{self, CrossReferences, ObjectPlace};
use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes};

/// The most bytes all object streams of a file together may decode to.
const MAX_OBJECT_STREAMS: usize = 512 << 20;

/// All objects that could be read. Those that could not are known by what is wrong with them.
#[derive(Default)]
pub(crate) struct LoadedFile {
    pub objects: BTreeMap<ObjectNumber, Arc<PdfObject>>,
    pub broken: BTreeMap<ObjectNumber, PdfError>,
    pub trailer: Dict,
    /// True if the file holds earlier revisions of itself, or objects its cross references do not tell of.
    pub revised: bool,
    /// True if the file was encrypted, with a key that anybody has.
    pub is_decrypted: bool,
}

impl LoadedFile {
    /// Keeps what could be read, or why it could not. Running out of budget stops everything.
    fn keep(&mut self, number: ObjectNumber, read: Result<PdfObject, PdfError>) -> Result<(), PdfError> {
        match read {
            Ok(object) => {
                self.broken.remove(&number);
                self.objects.insert(number, Arc::new(object));
            }
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(error) => {
                self.objects.remove(&number);
                self.broken.insert(number, error);
            }
        }
        Ok(())
    }
}

/// The objects the cross references tell of.
pub(crate) fn by_references(bytes: &SharedBytes) -> Result<LoadedFile, PdfError> {
    let CrossReferences { entries, trailer, sections } = xref::read(bytes)?;
    let place_of = |number: ObjectNumber| match entries.get(&number) {
        Some(&ObjectPlace::At(at)) => Some(at),
        _ => None,
    };
    let decryptor = decryptor(bytes, &trailer, place_of)?;
    let expected = if linearised(bytes) { 2 } else { 1 };
    let is_listed = |&(number, at): &(ObjectNumber, usize)| entries.get(&number) == Some(&ObjectPlace::At(at));
    let revised = sections > expected || !xref::scan(bytes)?.iter().all(is_listed);
    let mut loaded = LoadedFile { trailer, revised, is_decrypted: decryptor.is_some(), ..LoadedFile::default() };
    let mut reader = ObjectReader::new(bytes);
    let mut containers: BTreeMap<ObjectNumber, BTreeSet<ObjectNumber>> = BTreeMap::new();
    let mut late = Vec::new();
    for (&number, entry) in &entries {
        match *entry {
            ObjectPlace::Free => {}
            ObjectPlace::In(container) => {
                containers.entry(container).or_default().insert(number);
            }
            ObjectPlace::At(at) => {
                let length_of = |length: ObjectNumber| match entries.get(&length) {
                    Some(&ObjectPlace::At(at)) => indirect::number_at(bytes, at, length),
                    _ => None,
                };
                let read = reader.read(at, length_of);
                if let Ok(IndirectObject { length: Some(PdfObject::Reference(length)), .. }) = &read
                    && matches!(entries.get(length), Some(ObjectPlace::In(_)))
                {
                    late.push((number, at));
                }
                let read = read.and_then(|read| opened(read, decryptor.as_ref()));
                loaded.keep(number, read.and_then(|read| matching(read, number, at)))?;
            }
        }
    }
    let mut unpacker = ObjectUnpacker::new();
    for (container, wanted) in &containers {
        let Some(stream) = loaded.objects.get(container).and_then(|object| object.as_stream()) else {
            for &number in wanted {
                loaded.keep(number, Err(PdfError::Object { number, what: "its object stream is missing" }))?;
            }
            continue;
        };
        let unpacked = unpacker.unpack(*container, stream)?;
        let mut missing = wanted.clone();
        for (number, object) in unpacked {
            // Of what a later revision has elsewhere this is only an earlier state.
            if missing.remove(&number) {
                loaded.keep(number, object)?;
            }
        }
        for number in missing {
            loaded.keep(number, Err(PdfError::Object { number, what: "it is not in its object stream" }))?;
        }
    }
    // Streams whose length lay in an object stream, now that it is known.
    for (number, at) in late {
        let objects = &loaded.objects;
        let length_of = |length: ObjectNumber| {
            objects.get(&length).and_then(|object| object.as_integer()).and_then(|n| usize::try_from(n).ok())
        };
        let read = reader.read(at, length_of).and_then(|read| opened(read, decryptor.as_ref()));
        let read = read.and_then(|read| matching(read, number, at));
        loaded.keep(number, read)?;
    }
    Ok(loaded)
}

/// The objects found by looking through the whole file; of each number the last.
pub(crate) fn by_scan(bytes: &SharedBytes) -> Result<LoadedFile, PdfError> {
    let found = xref::scan(bytes)?;
    let places: BTreeMap<ObjectNumber, usize> = found.iter().copied().collect();
    let mut reader = ObjectReader::new(bytes);
    let mut unpacker = ObjectUnpacker::new();
    let mut loaded = LoadedFile { revised: places.len() < found.len(), ..LoadedFile::default() };
    let trailers = xref::scan_trailers(bytes, &mut reader.budget)?;
    let place_of = |number: ObjectNumber| places.get(&number).copied();
    let decryptor = match encrypted(bytes, &found, &trailers) {
        Some(trailer) => decryptor(bytes, &trailer, place_of)?,
        None => None,
    };
    loaded.is_decrypted = decryptor.is_some();
    let mut streams = Vec::new();
    let mut end = 0;
    for &(number, at) in &found {
        // What lies in the bytes of a stream is no object.
        if at < end {
            continue;
        }
        let length_of = |length: ObjectNumber| indirect::number_at(bytes, *places.get(&length)?, length);
        let read = reader.read(at, length_of).and_then(|read| opened(read, decryptor.as_ref()));
        let mut inside = Vec::new();
        if let Ok(IndirectObject { object: PdfObject::Stream(stream), end: stream_end, .. }) = &read {
            end = *stream_end;
            match stream.dict.get("Type").and_then(PdfObject::as_name) {
                Some(b"ObjStm") => inside = unpacker.unpack(number, stream)?,
                Some(b"XRef") => streams.push(stream.dict.clone()),
                _ => {}
            }
        }
        loaded.keep(number, read.map(|read| read.object))?;
        for (number, object) in inside {
            loaded.keep(number, object)?;
        }
    }
    let trailers: Vec<Dict> = streams.into_iter().rev().chain(trailers).collect();
    let catalogue = |trailer: &Dict| match trailer.get("Root") {
        Some(PdfObject::Reference(number)) => is_catalogue(loaded.objects.get(number)?).then_some(()),
        _ => None,
    };
    let chosen = trailers.into_iter().find(|trailer| catalogue(trailer).is_some());
    loaded.trailer = match chosen {
        Some(trailer) => trailer,
        None => found_root(&loaded.objects)?,
    };
    Ok(loaded)
}

/// A trailer for a file that has none: the last catalogue.
fn found_root(objects: &BTreeMap<ObjectNumber, Arc<PdfObject>>) -> Result<Dict, PdfError> {
    let root = objects.iter().rev().find(|(_, object)| is_catalogue(object)).map(|(&number, _)| number);
    let mut trailer = Dict::default();
    trailer.set(
        "Root",
        PdfObject::Reference(root.ok_or(PdfError::Damaged {
            at: 0,
            what: "no catalogue of pages; open it in a viewer and print it to a new PDF",
        })?),
    );
    Ok(trailer)
}

fn is_catalogue(object: &PdfObject) -> bool {
    let dict = object.as_dict();
    dict.is_some_and(|d| d.get("Type").and_then(PdfObject::as_name) == Some(b"Catalog") || d.get("Pages").is_some())
}

/// Returns the decryptor of a file that is encrypted with an empty password, or `None` if it is not encrypted; an
/// error if nobody can open it.
fn decryptor(
    bytes: &SharedBytes,
    trailer: &Dict,
    place_of: impl Fn(ObjectNumber) -> Option<usize>,
) -> Result<Option<Decryptor>, PdfError> {
    // Dictionaries of encryption are short; what they say is never encrypted itself.
    let read = |object: &PdfObject| match object {
        PdfObject::Reference(number) => {
            let read = ObjectReader::new(bytes).read(place_of(*number)?, |_| None).ok()?;
            (read.number == *number).then_some(read.object)
        }
        other => Some(other.clone()),
    };
    let encrypt = match trailer.get("Encrypt") {
        None | Some(PdfObject::Null) => return Ok(None),
        Some(object) => read(object).ok_or(PdfError::Encrypted)?,
    };
    let encrypt = encrypt.as_dict().ok_or(PdfError::Encrypted)?;
    let id = trailer.get("ID").and_then(read);
    let id = id.as_ref().and_then(PdfObject::as_array).and_then(<[PdfObject]>::first).and_then(read);
    Decryptor::open(encrypt, id.as_ref().and_then(PdfObject::as_string).unwrap_or_default()).map(Some)
}

/// A trailer that says the file is encrypted, wherever it stands.
fn encrypted(bytes: &SharedBytes, found: &[(ObjectNumber, usize)], trailers: &[Dict]) -> Option<Dict> {
    let says_so = |dict: &Dict| !matches!(dict.get("Encrypt"), None | Some(PdfObject::Null));
    if let Some(trailer) = trailers.iter().find(|trailer| says_so(trailer)) {
        return Some(trailer.clone());
    }
    indirect::find(bytes, b"/Encrypt", 0)?;
    let mut reader = ObjectReader::new(bytes);
    found.iter().rev().find_map(|&(_, at)| match reader.read(at, |_| None) {
        Ok(IndirectObject { object: PdfObject::Stream(stream), .. }) if says_so(&stream.dict) => Some(stream.dict),
        _ => None,
    })
}

/// An object as it was before it was encrypted.
fn opened(mut read: IndirectObject, decryptor: Option<&Decryptor>) -> Result<IndirectObject, PdfError> {
    if let Some(decryptor) = decryptor {
        decryptor.object(&mut read.object, read.number, read.generation)?;
    }
    Ok(read)
}

fn matching(read: IndirectObject, number: ObjectNumber, at: usize) -> Result<PdfObject, PdfError> {
    if read.number == number {
        Ok(read.object)
    } else {
        Err(PdfError::Damaged { at, what: "another object than the cross references say" })
    }
}

/// True if the file says so at its start; such files have two sections from the outset.
fn linearised(bytes: &[u8]) -> bool {
    let start = bytes.get(..1024).unwrap_or(bytes);
    indirect::find(start, b"/Linearized", 0).is_some()
}

/// Objects of an object stream by number, each read or not.
type UnpackedObjects = Vec<(ObjectNumber, Result<PdfObject, PdfError>)>;

struct ObjectUnpacker {
    left: usize,
    budget: ParseBudget,
}

impl ObjectUnpacker {
    fn new() -> Self {
        Self { left: MAX_OBJECT_STREAMS, budget: ParseBudget::new(0) }
    }

    /// All objects in an object stream. Damage of the stream as a whole leaves none.
    fn unpack(&mut self, number: ObjectNumber, stream: &PdfStream) -> Result<UnpackedObjects, PdfError> {
        let data = match xref::decode_plain(stream) {
            Ok(data) => data,
            Err(error @ PdfError::Bomb { .. }) => return Err(error),
            Err(_) => return Ok(vec![(number, Err(PdfError::Object { number, what: "a damaged object stream" }))]),
        };
        self.left = self
            .left
            .checked_sub(data.len())
            .ok_or(PdfError::Bomb { what: "object streams that decode to too many bytes" })?;
        self.budget.restock(data.len());
        let entry =
            |key: &str| stream.dict.get(key).and_then(PdfObject::as_integer).and_then(|n| usize::try_from(n).ok());
        let (Some(count), Some(first)) = (entry("N"), entry("First")) else {
            return Ok(vec![(number, Err(PdfError::Object { number, what: "a damaged object stream" }))]);
        };
        let mut index = PdfLexer::new(data.get(..first).unwrap_or_default());
        let mut out = Vec::new();
        for _ in 0..count {
            let (Ok(Some((PdfToken::Integer(inner), _))), Ok(Some((PdfToken::Integer(offset), _)))) =
                (index.token(), index.token())
            else {
                break;
            };
            let (Ok(inner), Ok(offset)) = (ObjectNumber::try_from(inner), usize::try_from(offset)) else { break };
            let at = first.saturating_add(offset);
            let mut lexer = PdfLexer::at(&data, at);
            let value = parse::value(&mut lexer, &mut self.budget);
            self.budget.bytes(lexer.position().saturating_sub(at))?;
            if matches!(value, Err(PdfError::Bomb { .. })) {
                return Err(PdfError::Bomb { what: "too many values" });
            }
            let value = value.map_err(|_| PdfError::Object { number: inner, what: "damaged in its object stream" });
            out.push((inner, value));
        }
        Ok(out)
    }
}
