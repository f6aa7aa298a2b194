//! Putting edited texts back where they were.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Coding, Place, PlaceKind, Slot, Spot, Step, What, xml};
use crate::{Dict, File, Name, Number, Object, PdfError, Stream, textstring};

/// How deep a tree of names may be.
const MAX_TREE_DEPTH: usize = 32;

/// Edits of one text: ranges in order, and what replaces each.
pub(crate) type TextEdits = [(Range<usize>, String)];

/// Makes the edits of all texts that are not content. There must be as many as there are places.
///
/// Comes before anything is removed: places are known by where they are.
pub(crate) fn apply(file: &mut File, places: &[Place], edits: &[Vec<(Range<usize>, String)>]) -> Result<(), PdfError> {
    if places.len() != edits.len() {
        return Err(PdfError::Inconsistent);
    }
    let edited = || places.iter().zip(edits).filter(|(_, edits)| !edits.is_empty());
    let mut slots = Vec::new();
    for (place, edits) in edited() {
        if let Spot::Slots { slots: held, coding } = &place.spot {
            slots.extend(held.iter().map(|slot| (slot, *coding, place.text.as_str(), edits.as_slice())));
        }
    }
    // Keys come last, the innermost first: they are part of the way to what lies under them.
    slots.sort_by_key(|(slot, ..)| if slot.what == What::Key { usize::MAX - slot.steps.len() } else { 0 });
    for (slot, coding, text, edits) in slots {
        put(file, slot, coding, text, edits)?;
    }
    if edited().any(|(place, _)| named(place.kind)) {
        sort_trees(file);
    }
    Ok(())
}

/// Whether texts of a kind are names in trees, which are sorted.
fn named(kind: PlaceKind) -> bool {
    matches!(
        kind,
        PlaceKind::Destination
            | PlaceKind::AttachmentName
            | PlaceKind::Script
            | PlaceKind::Structure
            | PlaceKind::Other
    )
}

fn put(file: &mut File, slot: &Slot, coding: Coding, text: &str, edits: &TextEdits) -> Result<(), PdfError> {
    if slot.what == What::Stream {
        return put_stream(file, slot.object, coding, text, edits);
    }
    let object = file.get_mut(slot.object).ok_or(PdfError::Inconsistent)?;
    let (steps, last) = match (slot.what, slot.steps.split_last()) {
        (What::Key, Some((Step::Key(key), steps))) => (steps, Some(key)),
        _ => (slot.steps.as_slice(), None),
    };
    let value = descend(object, steps).ok_or(PdfError::Inconsistent)?;
    match (value, last) {
        (Object::String(bytes), None) => *bytes = string(bytes, coding, text, edits)?,
        (Object::Name(name), None) => *name = Name::new(&spliced(text, edits)?),
        (Object::Dict(dict), Some(key)) => {
            let value = dict.0.remove(key).ok_or(PdfError::Inconsistent)?;
            dict.0.entry(Name::new(&spliced(text, edits)?)).or_insert(value);
        }
        _ => return Err(PdfError::Inconsistent),
    }
    Ok(())
}

fn string(bytes: &[u8], coding: Coding, text: &str, edits: &TextEdits) -> Result<Vec<u8>, PdfError> {
    Ok(match coding {
        Coding::Text => textstring::encode(&spliced(text, edits)?),
        Coding::Address => address(&spliced(text, edits)?),
        Coding::Xml => {
            let source = textstring::decode(bytes);
            spliced(text, edits)?;
            textstring::encode(&xml::text(&source).edit(&source, edits)?)
        }
    })
}

fn put_stream(file: &mut File, number: Number, coding: Coding, text: &str, edits: &TextEdits) -> Result<(), PdfError> {
    let stream = file.get(number).and_then(Object::as_stream).ok_or(PdfError::Inconsistent)?;
    let data = match coding {
        Coding::Xml => {
            let (source, encoding) = xml::decode(&file.decode(stream)?);
            spliced(text, edits)?;
            xml::encode(&xml::text(&source).edit(&source, edits)?, encoding)
        }
        Coding::Text | Coding::Address => textstring::encode(&spliced(text, edits)?),
    };
    let edited = Stream::compressed(stream.dict.clone(), &data);
    file.set(number, Object::Stream(edited));
    Ok(())
}

fn descend<'o>(object: &'o mut Object, steps: &[Step]) -> Option<&'o mut Object> {
    steps.iter().try_fold(object, |object, step| match (object, step) {
        (Object::Array(items), Step::Index(at)) => items.get_mut(*at),
        (Object::Dict(dict) | Object::Stream(Stream { dict, .. }), Step::Key(key)) => dict.0.get_mut(key),
        _ => None,
    })
}

/// A text with edits made; they must be in order and lie between characters.
pub(crate) fn spliced(text: &str, edits: &TextEdits) -> Result<String, PdfError> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, replacement) in edits {
        out.push_str(text.get(at..range.start).ok_or(PdfError::Inconsistent)?);
        out.push_str(replacement);
        text.get(range.clone()).ok_or(PdfError::Inconsistent)?;
        at = range.end;
    }
    out.push_str(text.get(at..).ok_or(PdfError::Inconsistent)?);
    Ok(out)
}

/// An address has no letters beyond ASCII and no blanks; they are written as the numbers of their bytes.
fn address(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_graphic() {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").as_bytes());
        }
    }
    out
}

/// Writes each tree of names as one sorted list, since a tree with changed names is no longer in order.
fn sort_trees(file: &mut File) {
    for (holder, keys) in [("Names", None), ("StructTreeRoot", Some("IDTree"))] {
        let Some(mut dict) = file.root().ok().and_then(|root| file.entry(root, holder).as_dict()).cloned() else {
            continue;
        };
        for (key, tree) in &mut dict.0 {
            if keys.is_none_or(|wanted| key.0 == wanted.as_bytes())
                && let Some(sorted) = sorted(file, tree)
            {
                *tree = Object::Reference(file.add(Object::Dict(sorted)));
            }
        }
        replace(file, holder, dict);
    }
}

/// Puts a dictionary in place of one the catalogue has.
fn replace(file: &mut File, key: &str, dict: Dict) {
    let held = file.root().ok().and_then(|root| root.get(key)).cloned();
    match (held, file.trailer().get("Root").cloned()) {
        (Some(Object::Reference(number)), _) => file.set(number, Object::Dict(dict)),
        (_, Some(Object::Reference(root))) => {
            if let Some(Object::Dict(root)) = file.get_mut(root) {
                root.set(key, Object::Dict(dict));
            }
        }
        _ => {}
    }
}

fn sorted(file: &File, top: &Object) -> Option<Dict> {
    let mut pairs: Vec<(&[u8], &[Object])> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(top, 0)];
    while let Some((node, depth)) = open.pop() {
        let dict = file.resolve(node).as_dict()?;
        if let Some(names) = file.entry(dict, "Names").as_array() {
            for pair in names.chunks_exact(2) {
                pairs.push((file.resolve(pair.first()?).as_string()?, pair));
            }
        }
        for kid in file.entry(dict, "Kids").as_array().unwrap_or_default().iter().rev() {
            match kid {
                // A tree in a circle, or too deep, stays as it is.
                Object::Reference(number) if !seen.insert(*number) => return None,
                _ if depth > MAX_TREE_DEPTH => return None,
                _ => open.push((kid, depth + 1)),
            }
        }
    }
    pairs.sort_by_key(|(name, _)| *name);
    let names = pairs.into_iter().flat_map(|(_, pair)| pair.iter().cloned()).collect();
    let mut dict = file.resolve(top).as_dict()?.clone();
    dict.remove("Kids");
    dict.remove("Limits");
    dict.set("Names", Object::Array(names));
    Some(dict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_must_fit() {
        let edit = |range: Range<usize>| (range, "*".to_owned());
        assert_eq!(spliced("Jane Roe", &[edit(0..4), edit(5..8)]), Ok("* *".to_owned()));
        assert_eq!(spliced("Jane", &[edit(0..9)]), Err(PdfError::Inconsistent));
        assert_eq!(spliced("Jane", &[edit(2..3), edit(0..1)]), Err(PdfError::Inconsistent));
        assert_eq!(spliced("ü", &[edit(0..1)]), Err(PdfError::Inconsistent));
    }

    #[test]
    fn addresses_stay_addresses() {
        assert_eq!(address("mailto:█ x"), b"mailto:%E2%96%88%20x");
    }
}
