//! A file in memory: its objects by number, as the newest revision has them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::load::{self, LoadedFile};
use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes, filters, indirect};

/// The farthest place of a header in its file.
const HEADER_WITHIN: usize = 1024;

/// The longest chain of references that is followed.
pub(crate) const MAX_CHAIN: usize = 32;

/// The greatest depth of the tree of pages.
const MAX_PAGE_DEPTH: usize = 64;

/// The most pages that are read.
const MAX_PAGES: usize = 100_000;

/// The most bytes that are decoded from one file, counting each stream as often as it is asked for.
const MAX_DECODED_IN_ALL: u64 = 16 << 30;

static NULL: PdfObject = PdfObject::Null;

/// A PDF file. Holds what the newest revision reaches from its trailer and nothing else; streams stay coded.
///
/// Copies share objects until one is changed.
#[derive(Clone)]
pub struct PdfFile {
    objects: BTreeMap<ObjectNumber, Arc<PdfObject>>,
    trailer: Dict,
    version: (u8, u8),
    unreached: usize,
    revised: bool,
    is_decrypted: bool,
    decoded: Arc<AtomicU64>,
}

impl fmt::Debug for PdfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({} objects)", self.objects.len())
    }
}

impl PdfFile {
    /// Reads a file. Objects that are damaged are an error if anything leads to them.
    pub fn open(bytes: &SharedBytes) -> Result<Self, PdfError> {
        let start = bytes.get(..HEADER_WITHIN).unwrap_or(bytes);
        let header = indirect::find(start, b"%PDF-", 0).ok_or(PdfError::Damaged { at: 0, what: "no PDF header" })?;
        let version = version(bytes.get(header + 5..).unwrap_or_default());
        // Places are counted from the header on.
        let body = &bytes.stretch(header..bytes.len()).ok_or(PdfError::Inconsistent)?;
        let by_references = load::by_references(body).and_then(|loaded| Self::assemble(loaded, version));
        match by_references {
            Ok(file) => Ok(file),
            Err(error @ (PdfError::Encrypted | PdfError::Signed | PdfError::Bomb { .. })) => Err(error),
            Err(_) => load::by_scan(body).and_then(|loaded| Self::assemble(loaded, version)),
        }
    }

    /// Keeps what the trailer leads to.
    fn assemble(loaded: LoadedFile, version: (u8, u8)) -> Result<Self, PdfError> {
        let LoadedFile { objects, broken, trailer, revised, is_decrypted } = loaded;
        let mut file = Self { objects, trailer, version, unreached: 0, revised, is_decrypted, decoded: Arc::default() };
        for key in ["Prev", "XRefStm", "Size", "Index", "W", "Length", "Filter", "DecodeParms", "Type", "DL", "Encrypt"]
        {
            file.trailer.remove(key);
        }
        // Whatever leads on is an object of its own from here on.
        for key in ["Root", "Info"] {
            if let Some(PdfObject::Dict(direct)) = file.trailer.get(key) {
                let number = file.add(PdfObject::Dict(direct.clone()));
                file.trailer.set(key, PdfObject::Reference(number));
            }
        }
        let reached: BTreeSet<ObjectNumber> = file.reachable().into_iter().collect();
        if let Some(error) = broken.iter().find_map(|(number, error)| reached.contains(number).then_some(error)) {
            return Err(error.clone());
        }
        file.unreached =
            file.objects().filter(|(number, object)| !reached.contains(number) && !is_of_the_file(object)).count();
        file.objects.retain(|number, _| reached.contains(number));
        file.root()?;
        if file.pages()?.is_empty() {
            return Err(PdfError::Damaged { at: 0, what: "no pages" });
        }
        crate::signed::refuse(&file)?;
        Ok(file)
    }

    /// True if the file was encrypted, with a key that anybody has. In memory it is not, nor when it is written.
    pub fn is_decrypted(&self) -> bool {
        self.is_decrypted
    }

    /// The trailer, which leads to everything else: `Root`, and perhaps `Info` and `ID`.
    pub fn trailer(&self) -> &Dict {
        &self.trailer
    }

    /// The trailer, to be changed.
    pub fn trailer_mut(&mut self) -> &mut Dict {
        &mut self.trailer
    }

    /// The version of PDF the file says it is written in.
    pub(crate) fn version(&self) -> (u8, u8) {
        let stated = self.root().ok().and_then(|root| self.resolve(root.get("Version")?).as_name().map(version));
        stated.map_or(self.version, |stated| stated.max(self.version))
    }

    /// True if the file held more than is read: earlier revisions of itself, or objects that nothing leads to.
    /// What is written holds none of it.
    pub fn holds_more(&self) -> bool {
        self.revised || self.unreached > 0
    }

    /// An object; a missing one is null.
    pub fn get(&self, number: ObjectNumber) -> Option<&PdfObject> {
        self.objects.get(&number).map(Arc::as_ref)
    }

    /// Returns the object that a value stands for, references followed. A circle of them, or a missing object, is
    /// null.
    pub fn resolve<'a>(&'a self, object: &'a PdfObject) -> &'a PdfObject {
        let mut object = object;
        for _ in 0..MAX_CHAIN {
            match object {
                PdfObject::Reference(number) => object = self.get(*number).unwrap_or(&NULL),
                other => return other,
            }
        }
        &NULL
    }

    /// The value of a key, references followed; null where there is none.
    pub fn entry<'a>(&'a self, dict: &'a Dict, key: &str) -> &'a PdfObject {
        dict.get(key).map_or(&NULL, |object| self.resolve(object))
    }

    /// The bytes of a stream, all filters undone. The filters of pictures are an error.
    pub fn decode(&self, stream: &PdfStream) -> Result<Vec<u8>, PdfError> {
        let filters = filters::of(&stream.dict, &|object| self.resolve(object))?;
        let data = filters::decode(&stream.coded, &filters)?;
        let before = self.decoded.fetch_add(data.len() as u64, Ordering::Relaxed);
        if before.saturating_add(data.len() as u64) > MAX_DECODED_IN_ALL {
            return Err(PdfError::Bomb { what: "streams that decode to too many bytes" });
        }
        Ok(data)
    }

    /// The catalogue.
    pub fn root(&self) -> Result<&Dict, PdfError> {
        self.entry(&self.trailer, "Root").as_dict().ok_or(PdfError::Damaged {
            at: 0,
            what: "no catalogue of pages; open it in a viewer and print it to a new PDF",
        })
    }

    /// The page objects in order. A page that is listed twice counts once: its content is the same object.
    pub fn pages(&self) -> Result<Vec<ObjectNumber>, PdfError> {
        let top = self.root()?.get("Pages").ok_or(PdfError::Damaged { at: 0, what: "no pages" })?;
        let mut pages = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<(&PdfObject, usize)> = vec![(top, 0)];
        while let Some((node, depth)) = open.pop() {
            let dict = match self.resolve(node) {
                PdfObject::Dict(dict) => dict,
                PdfObject::Null => continue,
                _ => return Err(PdfError::Damaged { at: 0, what: "a page that is no dictionary" }),
            };
            let &PdfObject::Reference(number) = node else {
                return Err(PdfError::Damaged { at: 0, what: "a page that is no object of its own" });
            };
            let Some(kids) = dict.get("Kids") else {
                if seen.insert(number) {
                    pages.push(number);
                }
                continue;
            };
            if !seen.insert(number) || depth > MAX_PAGE_DEPTH {
                return Err(PdfError::Object { number, what: "pages in a circle" });
            }
            let kids = self.resolve(kids).as_array().ok_or(PdfError::Object { number, what: "no list of pages" })?;
            open.extend(kids.iter().rev().map(|kid| (kid, depth + 1)));
            if pages.len() > MAX_PAGES || open.len() > MAX_PAGES * 2 {
                return Err(PdfError::Bomb { what: "too many pages" });
            }
        }
        Ok(pages)
    }

    /// An entry of a page or of the nodes above it, references followed.
    pub fn inherited<'a>(&'a self, page: &'a Dict, key: &str) -> Option<&'a PdfObject> {
        let mut node = page;
        for _ in 0..=MAX_PAGE_DEPTH {
            match self.entry(node, key) {
                PdfObject::Null => node = self.entry(node, "Parent").as_dict()?,
                found => return Some(found),
            }
        }
        None
    }

    /// Puts an object in place of another.
    pub fn set(&mut self, number: ObjectNumber, object: PdfObject) {
        self.objects.insert(number, Arc::new(object));
    }

    /// An object to be changed in place; copied first where another file shares it.
    pub fn get_mut(&mut self, number: ObjectNumber) -> Option<&mut PdfObject> {
        self.objects.get_mut(&number).map(Arc::make_mut)
    }

    /// Takes an object out of the file.
    pub(crate) fn take(&mut self, number: ObjectNumber) -> Option<Arc<PdfObject>> {
        self.objects.remove(&number)
    }

    /// Adds an object and tells its number.
    pub fn add(&mut self, object: PdfObject) -> ObjectNumber {
        let number = self.objects.last_key_value().map_or(0, |(&number, _)| number).saturating_add(1);
        self.set(number, object);
        number
    }

    /// All objects and their numbers, in order of number.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectNumber, &PdfObject)> {
        self.objects.iter().map(|(&number, object)| (number, object.as_ref()))
    }

    /// The numbers of all objects the trailer leads to, in the order they are first reached.
    pub(crate) fn reachable(&self) -> Vec<ObjectNumber> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::new();
        let mut found = Vec::new();
        for value in self.trailer.values() {
            references(value, &mut found);
        }
        loop {
            for number in found.drain(..) {
                if seen.insert(number) {
                    queue.push_back(number);
                }
            }
            let Some(number) = queue.pop_front() else { return order };
            order.push(number);
            if let Some(object) = self.get(number) {
                references(object, &mut found);
            }
        }
    }
}

/// True if an object is part of how the file is laid out rather than of what it holds.
fn is_of_the_file(object: &PdfObject) -> bool {
    let name = |dict: &Dict| dict.get("Type").and_then(PdfObject::as_name).map(<[u8]>::to_vec);
    match object {
        // Lengths of streams.
        PdfObject::Integer(_) | PdfObject::Null => true,
        PdfObject::Dict(dict) => dict.get("Linearized").is_some(),
        // Packed objects, cross references, and hints of where pages lie.
        PdfObject::Stream(stream) => match name(&stream.dict).as_deref() {
            Some(kind) => kind == b"ObjStm" || kind == b"XRef",
            None => matches!(stream.dict.get("S"), Some(PdfObject::Integer(_))),
        },
        _ => false,
    }
}

/// All references in a value, in order. Values are never nested deeper than they are read.
fn references(object: &PdfObject, out: &mut Vec<ObjectNumber>) {
    match object {
        PdfObject::Reference(number) => out.push(*number),
        PdfObject::Array(items) => items.iter().for_each(|item| references(item, out)),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            dict.values().for_each(|value| references(value, out));
        }
        _ => {}
    }
}

/// `1.7` as two numbers; what is not sound counts as the first version.
fn version(text: &[u8]) -> (u8, u8) {
    match text {
        [major @ b'1'..=b'9', b'.', minor @ b'0'..=b'9', ..] => (major - b'0', minor - b'0'),
        _ => (1, 0),
    }
}
