//! The structure tree where it speaks for content: what stands for removed text must go with it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Dict, ObjectNumber, PdfFile, PdfObject};

/// The keys of texts that an element says in place of its content.
const SPOKEN: [&str; 3] = ["ActualText", "Alt", "E"];

/// The most steps up the tree that are looked at.
const MAX_DEPTH: usize = 256;

/// Takes out what elements say in place of content marked on pages, and what the elements above them say.
pub(crate) fn forget(file: &mut PdfFile, marked: &BTreeMap<ObjectNumber, BTreeSet<i64>>) {
    let mut silent: BTreeSet<ObjectNumber> = BTreeSet::new();
    for (number, object) in file.objects() {
        let Some(dict) = object.as_dict().filter(|dict| is_element(dict)) else { continue };
        if !marks(file, dict, page_of(file, dict), marked, 0) {
            continue;
        }
        let mut at = number;
        for _ in 0..MAX_DEPTH {
            if !silent.insert(at) {
                break;
            }
            match file.get(at).and_then(PdfObject::as_dict).and_then(|dict| dict.get("P")) {
                Some(PdfObject::Reference(parent)) => at = *parent,
                _ => break,
            }
        }
    }
    for number in silent {
        if let Some(object) = file.get_mut(number) {
            silence(object);
        }
    }
}

fn is_element(dict: &Dict) -> bool {
    dict.get("K").is_some() && (dict.get("S").is_some() || dict.get("P").is_some())
}

/// The page an element's content is on, its own or that of the elements above.
fn page_of(file: &PdfFile, dict: &Dict) -> Option<ObjectNumber> {
    let mut dict = dict;
    for _ in 0..MAX_DEPTH {
        if let Some(PdfObject::Reference(page)) = dict.get("Pg") {
            return Some(*page);
        }
        dict = file.entry(dict, "P").as_dict()?;
    }
    None
}

/// True if content of an element, or of elements that lie in it as values, is marked.
fn marks(
    file: &PdfFile,
    dict: &Dict,
    page: Option<ObjectNumber>,
    marked: &BTreeMap<ObjectNumber, BTreeSet<i64>>,
    depth: usize,
) -> bool {
    if depth > MAX_DEPTH {
        return true;
    }
    let is_marked = |page: Option<ObjectNumber>, id: i64| {
        page.and_then(|page| marked.get(&page)).is_some_and(|ids| ids.contains(&id))
    };
    let one = |kid: &PdfObject| match kid {
        PdfObject::Integer(id) => is_marked(page, *id),
        PdfObject::Dict(kid) => {
            let page = match kid.get("Pg") {
                Some(PdfObject::Reference(page)) => Some(*page),
                _ => page,
            };
            match file.entry(kid, "MCID").as_integer() {
                Some(id) => is_marked(page, id),
                None => kid.get("K").is_some() && marks(file, kid, page, marked, depth + 1),
            }
        }
        // An element of its own is looked at in its turn; a reference to marked content is followed.
        PdfObject::Reference(number) => match file.get(*number) {
            Some(PdfObject::Integer(id)) => is_marked(page, *id),
            Some(PdfObject::Dict(kid)) if kid.get("MCID").is_some() => {
                let page = match kid.get("Pg") {
                    Some(PdfObject::Reference(page)) => Some(*page),
                    _ => page,
                };
                file.entry(kid, "MCID").as_integer().is_some_and(|id| is_marked(page, id))
            }
            _ => false,
        },
        _ => false,
    };
    match dict.get("K").map(|kids| (kids, file.resolve(kids))) {
        Some((_, PdfObject::Array(kids))) => kids.iter().any(one),
        Some((kid, _)) => one(kid),
        None => false,
    }
}

fn silence(object: &mut PdfObject) {
    match object {
        PdfObject::Array(items) => items.iter_mut().for_each(silence),
        PdfObject::Dict(dict) => {
            SPOKEN.iter().for_each(|key| drop(dict.remove(key)));
            dict.values_mut().for_each(silence);
        }
        _ => {}
    }
}
