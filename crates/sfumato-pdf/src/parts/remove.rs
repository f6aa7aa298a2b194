//! Taking out what is not text, and counting it.

use std::collections::BTreeSet;

use super::{Inventory, Removals, attached, picture};
use crate::{Dict, ObjectNumber, PdfError, PdfFile, PdfName, PdfObject, PdfStream};

/// The kinds of things that can be taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RemovableThing {
    Attachment,
    Script,
    Multimedia,
    Metadata,
    TurnedAddress,
}

/// Takes out what is asked for; of the attached files those that are to go.
pub(crate) fn remove(
    file: &mut PdfFile,
    removals: &Removals,
    attached: &[ObjectNumber],
    gone: &BTreeSet<ObjectNumber>,
) -> Result<(), PdfError> {
    if has_xfa(file) && !removals.xfa {
        return Err(PdfError::Part { what: "a form with a second description in XML (XFA), which is not read" });
    }
    // Where none is left, nothing is left of what lists them either.
    let no_attachment_stays = !attached.is_empty() && attached.iter().all(|number| gone.contains(number));
    let wanted = [
        (no_attachment_stays, RemovableThing::Attachment),
        (removals.scripts, RemovableThing::Script),
        (removals.multimedia, RemovableThing::Multimedia),
        (removals.metadata, RemovableThing::Metadata),
        (true, RemovableThing::TurnedAddress),
    ];
    let things: Vec<RemovableThing> = wanted.into_iter().filter_map(|(asked, thing)| asked.then_some(thing)).collect();
    // Pictures that are to go need not be sound.
    if removals.metadata && !removals.pictures {
        picture::strip_all(file)?;
    }
    if removals.metadata {
        file.trailer_mut().remove("Info");
        attached::forget_times(file, attached);
    }
    let mut keys: Vec<&str> = Vec::new();
    if removals.xfa {
        keys.push("XFA");
    }
    for thing in &things {
        keys.extend(keys_of(*thing));
    }
    let pages = file.pages()?.len();
    sweep(file, &things, &keys, gone);
    // A page that calls itself an attachment is no reason to lose it.
    match file.pages()?.len() == pages {
        true => Ok(()),
        false => Err(PdfError::Part { what: "a page that is part of an attachment, a script or a film" }),
    }
}

/// Keys whose values are nothing but such things, wherever they stand.
fn keys_of(thing: RemovableThing) -> &'static [&'static str] {
    match thing {
        RemovableThing::Attachment => attached::KEYS,
        RemovableThing::Script => &["JavaScript", "JS"],
        RemovableThing::Multimedia => &["Renditions", "Sound"],
        RemovableThing::Metadata => &["Metadata"],
        RemovableThing::TurnedAddress => &[],
    }
}

/// The kind of a dictionary that goes as a whole, or `None`.
fn thing(file: &PdfFile, object: &PdfObject) -> Option<RemovableThing> {
    let dict = object.as_dict()?;
    let name = |key: &str| file.entry(dict, key).as_name().unwrap_or_default();
    // What has kids is an element of structure, which may be of any kind.
    let action = if dict.get("K").is_none() { name("S") } else { b"" };
    match (name("Type"), name("Subtype"), action) {
        (b"EmbeddedFile", _, _) | (_, b"FileAttachment", _) => Some(RemovableThing::Attachment),
        (b"Metadata", _, _) if object.as_stream().is_some() => Some(RemovableThing::Metadata),
        (_, b"RichMedia" | b"Movie" | b"Sound" | b"Screen" | b"3D", _) => Some(RemovableThing::Multimedia),
        (b"Sound", _, _) => Some(RemovableThing::Multimedia),
        (_, _, b"JavaScript") => Some(RemovableThing::Script),
        (_, _, b"Rendition" | b"Movie" | b"Sound" | b"RichMediaExecute" | b"GoTo3DView") => {
            Some(RemovableThing::Multimedia)
        }
        (_, _, b"URI") if is_script_address(file, dict) => Some(RemovableThing::Script),
        (_, _, b"URI") if is_turned_address(file, dict) => Some(RemovableThing::TurnedAddress),
        _ => None,
    }
}

/// Links that run a program rather than lead anywhere.
fn is_script_address(file: &PdfFile, dict: &Dict) -> bool {
    let address = file.entry(dict, "URI").as_string().unwrap_or_default();
    let start: Vec<u8> = address.iter().take(11).map(u8::to_ascii_lowercase).collect();
    start == b"javascript:"
}

/// Links with a mail address in turned digits, which a script of the site turns back: nobody can follow them from here.
fn is_turned_address(file: &PdfFile, dict: &Dict) -> bool {
    const TURNED: &[u8] = b"/cdn-cgi/l/email-protection#";
    let address = file.entry(dict, "URI").as_string().unwrap_or_default();
    address.windows(TURNED.len()).any(|part| part == TURNED)
}

/// Takes things and keys out of all objects. What nothing leads to any more is not written.
fn sweep(file: &mut PdfFile, things: &[RemovableThing], keys: &[&str], removed: &BTreeSet<ObjectNumber>) {
    if things.is_empty() && keys.is_empty() && removed.is_empty() {
        return;
    }
    let is_thing = |object: &PdfObject| thing(file, object).is_some_and(|found| things.contains(&found));
    let mut gone: BTreeSet<ObjectNumber> =
        file.objects().filter(|(_, object)| is_thing(object)).map(|(number, _)| number).collect();
    gone.extend(removed);
    gone.extend(attached::shown_by(file, removed));
    // A note's window goes with the note.
    let windows: Vec<ObjectNumber> =
        file.objects().filter(|(_, object)| is_window_of(object, &gone)).map(|(number, _)| number).collect();
    gone.extend(windows);
    let sweep = RemovalSweep { before: file.clone(), things, keys, removed, gone };
    for (number, object) in sweep.before.objects() {
        if sweep.gone.contains(&number) {
            file.set(number, PdfObject::Null);
        } else if sweep.touches(object)
            && let Some(object) = file.get_mut(number)
        {
            sweep.take(object);
        }
    }
}

fn is_window_of(object: &PdfObject, gone: &BTreeSet<ObjectNumber>) -> bool {
    let Some(dict) = object.as_dict() else { return false };
    let window = dict.get("Subtype").and_then(PdfObject::as_name) == Some(b"Popup");
    window && matches!(dict.get("Parent"), Some(PdfObject::Reference(number)) if gone.contains(number))
}

struct RemovalSweep<'a> {
    before: PdfFile,
    things: &'a [RemovableThing],
    keys: &'a [&'a str],
    /// The attached files that go.
    removed: &'a BTreeSet<ObjectNumber>,
    gone: BTreeSet<ObjectNumber>,
}

impl RemovalSweep<'_> {
    fn goes(&self, value: &PdfObject) -> bool {
        match value {
            PdfObject::Reference(number) => self.gone.contains(number),
            other => {
                thing(&self.before, other).is_some_and(|found| self.things.contains(&found))
                    || attached::shows_only(&self.before, other, self.removed)
            }
        }
    }

    fn entry_goes(&self, key: &PdfName, value: &PdfObject) -> bool {
        let named = self.keys.iter().any(|wanted| key.as_bytes() == wanted.as_bytes());
        (named && !is_resource(self.before.resolve(value))) || self.goes(value)
    }

    fn touches(&self, object: &PdfObject) -> bool {
        match object {
            PdfObject::Array(items) => items.iter().any(|item| self.goes(item) || self.touches(item)),
            PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
                dict.iter().any(|(key, value)| self.entry_goes(key, value) || self.touches(value))
            }
            _ => false,
        }
    }

    fn take(&self, object: &mut PdfObject) {
        match object {
            PdfObject::Array(items) => {
                // Lists may go by position, so that a hole must stay; a list of nothing else is one of notes or actions.
                if items
                    .iter()
                    .all(|item| matches!(item, PdfObject::Reference(_) | PdfObject::Dict(_) | PdfObject::Null))
                {
                    items.retain(|item| !self.goes(item));
                }
                for item in items {
                    match self.goes(item) {
                        true => *item = PdfObject::Null,
                        false => self.take(item),
                    }
                }
            }
            PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
                dict.retain(|key, value| !self.entry_goes(key, value));
                attached::prune_names(dict, |value| self.goes(value));
                dict.values_mut().for_each(|value| self.take(value));
            }
            _ => {}
        }
    }
}

/// True if a value is something pages draw with, under a name of their choice, which may be any key.
pub(super) fn is_resource(value: &PdfObject) -> bool {
    let Some(dict) = value.as_dict() else { return false };
    let name = |key: &str| dict.get(key).and_then(PdfObject::as_name).unwrap_or_default();
    matches!(name("Type"), b"Font" | b"XObject" | b"ExtGState" | b"Pattern" | b"OCG" | b"OCMD")
        || matches!(name("Subtype"), b"Form" | b"Image" | b"PS")
        || dict.get("PatternType").is_some()
        || dict.get("ShadingType").is_some()
}

fn has_xfa(file: &PdfFile) -> bool {
    let Ok(root) = file.root() else { return false };
    file.entry(root, "AcroForm").as_dict().is_some_and(|form| !matches!(file.entry(form, "XFA"), PdfObject::Null))
}

/// Counts what can be taken out, and what is dropped anyway.
pub(super) fn count(file: &PdfFile, attached: &[ObjectNumber]) -> Inventory {
    let metadata = picture::count(file) + attached::count_times(file, attached);
    let mut inventory = Inventory { xfa: has_xfa(file), metadata, ..Inventory::default() };
    for (_, object) in file.objects() {
        count_in(file, object, &mut inventory);
    }
    if file.entry(file.trailer(), "Info").as_dict().is_some_and(|info| !info.is_empty()) {
        inventory.metadata += 1;
    }
    inventory.dropped = file.count_private() + usize::from(file.holds_more());
    inventory
}

fn has(file: &PdfFile, dict: &Dict, key: &str) -> bool {
    dict.get(key).is_some_and(|value| !is_resource(file.resolve(value)))
}

fn count_in(file: &PdfFile, object: &PdfObject, inventory: &mut Inventory) {
    match object {
        PdfObject::Array(items) => items.iter().for_each(|item| count_in(file, item, inventory)),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            match thing(file, object) {
                Some(RemovableThing::Script) => inventory.scripts += 1,
                Some(RemovableThing::Multimedia) => inventory.multimedia += 1,
                Some(RemovableThing::Metadata) => inventory.metadata += 1,
                _ if has(file, dict, "JS") => inventory.scripts += 1,
                _ => {}
            }
            inventory.xfa |= has(file, dict, "XFA");
            dict.values().for_each(|value| count_in(file, value, inventory));
        }
        _ => {}
    }
}
