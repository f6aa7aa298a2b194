//! Every string the trailer leads to. Nothing reachable is left out: what is not known to be something is `Other`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use super::roles::{self, NameSpace, ObjectRole, StreamBytes, TextClass};
use super::{PdfText, PlaceKind, SlotCoding, SlotKind, TextSlot, TextSpot, ValueStep, xml};
use crate::content::ContentOperations;
use crate::{Dict, ObjectNumber, PdfError, PdfFile, PdfName, PdfObject, PdfStream, textstring};

/// The most text that may lie outside pages, in bytes.
const MAX_TEXT: usize = 512 << 20;

/// The most places that may lie outside pages.
const MAX_PLACES: usize = 2 << 20;

/// The longest name of a field, in bytes.
const LONGEST_NAME: usize = 1024;

/// The most steps up the fields that a name is looked for.
const MAX_FIELD_DEPTH: usize = 32;

/// The finds of a walk.
pub(super) struct WalkedTexts {
    pub places: Vec<(PdfText, TextSpot)>,
    /// The streams nobody knows.
    pub unknown: Vec<ObjectNumber>,
}

/// Walks a file: pages first, in order, then its properties, then the rest.
pub(super) fn walk(file: &PdfFile, attached: &[ObjectNumber]) -> Result<WalkedTexts, PdfError> {
    let mut walk = ObjectWalk {
        file,
        attached,
        seen: BTreeSet::new(),
        queue: VecDeque::new(),
        last: VecDeque::new(),
        groups: BTreeMap::new(),
        found: WalkedTexts { places: Vec::new(), unknown: Vec::new() },
        left: MAX_TEXT,
    };
    for (at, page) in file.pages()?.into_iter().enumerate() {
        walk.later(page, ObjectRole::Page(at + 1), &PdfName::new(""), None);
    }
    for (key, role) in [("Info", ObjectRole::Information), ("Root", ObjectRole::Root)] {
        if let Some(PdfObject::Reference(number)) = file.trailer().get(key) {
            walk.later(*number, role, &PdfName::new(key), None);
        }
    }
    walk.run()?;
    Ok(walk.found)
}

struct ObjectWalk<'f> {
    file: &'f PdfFile,
    /// Streams that are attached files, in order: whoever reads these reads their bytes.
    attached: &'f [ObjectNumber],
    seen: BTreeSet<ObjectNumber>,
    queue: VecDeque<PendingObject>,
    /// Objects that only private data has led to so far: they are something else if anything else leads to them.
    last: VecDeque<PendingObject>,
    /// Places of names that must stay the same wherever they are used.
    groups: BTreeMap<(NameSpace, Vec<u8>), usize>,
    found: WalkedTexts,
    left: usize,
}

/// An object that is still to be walked, and how it was reached.
struct PendingObject {
    number: ObjectNumber,
    role: ObjectRole,
    key: PdfName,
    label: Option<Rc<str>>,
}

/// The place of the walk: the object, the steps into it, the key, the field whose value it is in.
struct WalkPosition<'n> {
    object: ObjectNumber,
    steps: Vec<ValueStep>,
    key: &'n PdfName,
    label: Option<Rc<str>>,
}

impl WalkPosition<'_> {
    fn slot(&self, what: SlotKind) -> TextSlot {
        TextSlot { object: self.object, steps: self.steps.clone(), what }
    }
}

impl<'f> ObjectWalk<'f> {
    fn later(&mut self, number: ObjectNumber, role: ObjectRole, key: &PdfName, label: Option<Rc<str>>) {
        if role == ObjectRole::Private {
            self.last.push_back(PendingObject { number, role, key: key.clone(), label });
        } else if self.seen.insert(number) {
            self.queue.push_back(PendingObject { number, role, key: key.clone(), label });
        }
    }

    fn run(&mut self) -> Result<(), PdfError> {
        while let Some(PendingObject { number, role, key, label }) = self.next() {
            let Some(object) = self.file.get(number) else { continue };
            let mut here = WalkPosition { object: number, steps: Vec::new(), key: &key, label };
            match object {
                PdfObject::Stream(stream) => self.stream(stream, role, &mut here)?,
                object => self.value(object, role, &mut here)?,
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Option<PendingObject> {
        self.queue.pop_front().or_else(|| {
            let seen = &mut self.seen;
            std::iter::from_fn(|| self.last.pop_front()).find(|later| seen.insert(later.number))
        })
    }

    fn value(&mut self, value: &'f PdfObject, role: ObjectRole, here: &mut WalkPosition<'_>) -> Result<(), PdfError> {
        match value {
            PdfObject::String(bytes) => self.string(bytes, role, here),
            PdfObject::Name(name) => {
                // A name in a list says how a page is to be shown, not which.
                let key =
                    if matches!(here.steps.last(), Some(ValueStep::Index(_))) { b"" } else { here.key.as_bytes() };
                match role.name_class(key, name) {
                    Some(class) => self.add_named(class, name, here.slot(SlotKind::Name)),
                    None => Ok(()),
                }
            }
            PdfObject::Array(items) => self.array(items, role, here),
            PdfObject::Dict(dict) => self.dict(dict, role, here),
            PdfObject::Reference(number) => {
                self.later(*number, role, here.key, here.label.clone());
                Ok(())
            }
            PdfObject::Stream(_)
            | PdfObject::Null
            | PdfObject::Boolean(_)
            | PdfObject::Integer(_)
            | PdfObject::Real(_) => Ok(()),
        }
    }

    fn array(&mut self, items: &'f [PdfObject], role: ObjectRole, here: &mut WalkPosition<'_>) -> Result<(), PdfError> {
        let first = items.first().and_then(PdfObject::as_name).unwrap_or_default();
        for (at, item) in items.iter().enumerate() {
            let role = match (role, first, at) {
                // Of a tree's names every second value is what the name leads to.
                (ObjectRole::Tree(tree), _, _) if here.key.as_bytes() == b"Names" && at % 2 == 1 => tree.values(),
                (_, b"Indexed" | b"I", 3) | (_, b"ICCBased", 1) => ObjectRole::Colours,
                _ => role,
            };
            here.steps.push(ValueStep::Index(at));
            self.value(item, role, here)?;
            here.steps.pop();
        }
        Ok(())
    }

    fn dict(&mut self, dict: &'f Dict, role: ObjectRole, here: &mut WalkPosition<'_>) -> Result<(), PdfError> {
        let role = role.refine(dict);
        for (key, value) in dict.iter() {
            let mut steps = std::mem::take(&mut here.steps);
            steps.push(ValueStep::Key(key.clone()));
            let label = if role.holds_values(key) { field_name(self.file, dict) } else { None };
            let mut inner = WalkPosition { object: here.object, steps, key, label };
            if let Some(class) = role.key_class(key) {
                self.add_named(class, key, inner.slot(SlotKind::Key))?;
            }
            self.value(value, role.step(key), &mut inner)?;
            here.steps = inner.steps;
            here.steps.pop();
        }
        Ok(())
    }

    fn stream(&mut self, stream: &'f PdfStream, role: ObjectRole, here: &mut WalkPosition<'_>) -> Result<(), PdfError> {
        match roles::bytes_of(role, here.key, &stream.dict) {
            _ if self.attached.binary_search(&here.object).is_ok() => {}
            StreamBytes::Known => {}
            StreamBytes::Unknown => {
                match self.file.decode(stream).ok().filter(|data| !is_content(data)).and_then(|data| readable(&data)) {
                    Some(text) => {
                        let class = TextClass { kind: PlaceKind::Other, coding: SlotCoding::Text, space: None };
                        self.add(class, text, here.slot(SlotKind::Stream), here.label.as_deref())?;
                    }
                    None => self.found.unknown.push(here.object),
                }
            }
            StreamBytes::Text(class) => {
                let data = self.file.decode(stream).map_err(|error| match error {
                    PdfError::Filter { what } => PdfError::Object { number: here.object, what },
                    other => other,
                })?;
                let text = match class.coding {
                    SlotCoding::Xml => xml::text(&xml::decode(&data).0).text,
                    SlotCoding::Text | SlotCoding::Address => textstring::decode(&data),
                };
                self.add(class, text, here.slot(SlotKind::Stream), here.label.as_deref())?;
            }
        }
        // What is said of the bytes goes by words of the format.
        let role = if role == ObjectRole::Appearance { ObjectRole::Any } else { role };
        self.dict(&stream.dict, role, here)
    }

    fn string(&mut self, bytes: &[u8], role: ObjectRole, here: &WalkPosition<'_>) -> Result<(), PdfError> {
        let Some(class) = role.class(here.key, bytes) else { return Ok(()) };
        if class.space.is_some() {
            return self.add_named(class, bytes, here.slot(SlotKind::String));
        }
        let text = match class.coding {
            SlotCoding::Xml => xml::text(&textstring::decode(bytes)).text,
            SlotCoding::Text | SlotCoding::Address => textstring::decode(bytes),
        };
        self.add(class, text, here.slot(SlotKind::String), here.label.as_deref())
    }

    /// A name that stands in several places is one text.
    fn add_named(&mut self, class: TextClass, bytes: &[u8], slot: TextSlot) -> Result<(), PdfError> {
        let Some(space) = class.space else { return Ok(()) };
        let key = (space, bytes.to_vec());
        if let Some((_, spot)) = self.groups.get(&key).and_then(|&at| self.found.places.get_mut(at)) {
            if let TextSpot::Slots { slots, .. } = spot {
                slots.push(slot);
            }
            return Ok(());
        }
        let before = self.found.places.len();
        // Names, unlike strings, are UTF-8 where they are more than ASCII.
        let text = match space {
            NameSpace::OldDestinations | NameSpace::Names => String::from_utf8_lossy(bytes).into_owned(),
            NameSpace::Tree(_) => textstring::decode(bytes),
        };
        self.add(class, text, slot, None)?;
        if self.found.places.len() > before {
            self.groups.insert(key, before);
        }
        Ok(())
    }

    fn add(&mut self, class: TextClass, text: String, slot: TextSlot, label: Option<&str>) -> Result<(), PdfError> {
        // Without a letter or digit there is nothing to be told.
        if !text.chars().any(char::is_alphanumeric) || (class.kind == PlaceKind::Other && !looks_like_text(&text)) {
            return Ok(());
        }
        let size = text.len() + label.map_or(0, str::len);
        self.left = self.left.checked_sub(size).ok_or(PdfError::Bomb { what: "too much text outside its pages" })?;
        if self.found.places.len() >= MAX_PLACES {
            return Err(PdfError::Bomb { what: "too many texts outside its pages" });
        }
        let whole = 0..text.len();
        let spot = TextSpot::Slots { slots: vec![slot], coding: class.coding, kind: class.kind };
        let place =
            PdfText { kind: class.kind, text, blocks: vec![whole], label: label.map(str::to_owned), goes_on: None };
        self.found.places.push((place, spot));
        Ok(())
    }
}

/// The name of a field: that for people if there is one, else that for programs. Parts of a field go by the names
/// above them.
fn field_name(file: &PdfFile, field: &Dict) -> Option<Rc<str>> {
    let said = |field: &Dict, key: &str| {
        let bytes = file.entry(field, key).as_string().filter(|bytes| bytes.len() <= LONGEST_NAME)?;
        let name = textstring::decode(bytes);
        (!name.trim().is_empty()).then(|| Rc::from(name.trim()))
    };
    let mut field = field;
    for _ in 0..MAX_FIELD_DEPTH {
        if let Some(name) = said(field, "TU").or_else(|| said(field, "T")) {
            return Some(name);
        }
        field = file.entry(field, "Parent").as_dict()?;
    }
    None
}

/// Two letters or four digits, and no sign of being bytes rather than text.
fn looks_like_text(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    (letters >= 2 || digits >= 4) && !looks_like_bytes(text)
}

fn looks_like_bytes(text: &str) -> bool {
    text.chars().any(|c| c == '\u{fffd}' || (c.is_control() && !c.is_whitespace()))
}

/// True if bytes are content that shows text, which nothing draws: what it says is not as it stands there.
fn is_content(data: &[u8]) -> bool {
    let mut operations = ContentOperations::new(data);
    while let Ok(Some(operation)) = operations.next() {
        if matches!(operation.operator, b"Tj" | b"TJ" | b"'" | b"\"") && !operation.operands.is_empty() {
            return true;
        }
    }
    false
}

/// The text of bytes that nobody knows, if that is what they are.
fn readable(data: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(data) {
        Ok(text) => text.to_owned(),
        Err(_) if data.starts_with(&[0xfe, 0xff]) || data.starts_with(&[0xff, 0xfe]) => textstring::decode(data),
        Err(_) => return None,
    };
    (!looks_like_bytes(&text)).then_some(text)
}
