//! Putting edited texts back where they were.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Coding, PlaceEdits, PlaceKind, Slot, Spot, Step, What, xml};
use crate::{Dict, File, Name, Number, Object, PdfError, Stream, textstring};

/// The greatest depth of a tree of names.
const MAX_TREE_DEPTH: usize = 32;

/// Makes the edits of all texts that are not content. There must be as many as there are spots.
///
/// Comes before anything is removed: places are known by where they are.
pub(crate) fn apply(file: &mut File, spots: &[Spot], edits: &[PlaceEdits<'_>]) -> Result<(), PdfError> {
    if spots.len() != edits.len() {
        return Err(PdfError::Inconsistent);
    }
    let mut are_names_edited = false;
    let mut keys: BTreeMap<KeysOf<'_>, Vec<(&Name, Name)>> = BTreeMap::new();
    for (spot, edits) in spots.iter().zip(edits).filter(|(_, edits)| !edits.changes.is_empty()) {
        let Spot::Slots { slots, coding, kind } = spot else { continue };
        are_names_edited |= is_named(*kind);
        for slot in slots {
            match (slot.what, slot.steps.split_last()) {
                (What::Key, Some((Step::Key(key), steps))) => {
                    let of = (Reverse(steps.len()), slot.object, steps);
                    keys.entry(of).or_default().push((key, Name::new(&spliced(edits)?)));
                }
                _ => put(file, slot, *coding, edits)?,
            }
        }
    }
    // Keys come last, the innermost first: they are part of the way to what lies under them.
    for ((_, object, steps), names) in keys {
        rename(file, object, steps, names)?;
    }
    if are_names_edited {
        sort_trees(file);
    }
    Ok(())
}

/// A dictionary whose keys change: how deep it lies, in which object, and the way to it.
type KeysOf<'s> = (Reverse<usize>, Number, &'s [Step]);

/// True if texts of a kind are names in trees, which are sorted.
fn is_named(kind: PlaceKind) -> bool {
    matches!(
        kind,
        PlaceKind::Destination
            | PlaceKind::AttachmentName
            | PlaceKind::Script
            | PlaceKind::Structure
            | PlaceKind::Other
    )
}

fn put(file: &mut File, slot: &Slot, coding: Coding, edits: &PlaceEdits<'_>) -> Result<(), PdfError> {
    if slot.what == What::Stream {
        return put_stream(file, slot.object, coding, edits);
    }
    match value_at(file, slot.object, &slot.steps)? {
        Object::String(bytes) => *bytes = string(bytes, coding, edits)?,
        Object::Name(name) => *name = Name::new(&spliced(edits)?),
        _ => return Err(PdfError::Inconsistent),
    }
    Ok(())
}

/// Gives keys of a dictionary other names. Of two that become the same the first stays.
fn rename(file: &mut File, object: Number, steps: &[Step], names: Vec<(&Name, Name)>) -> Result<(), PdfError> {
    let Object::Dict(dict) = value_at(file, object, steps)? else { return Err(PdfError::Inconsistent) };
    let mut entries: BTreeMap<Name, Object> = std::mem::take(dict).into_iter().collect();
    for (from, to) in names {
        let value = entries.remove(from).ok_or(PdfError::Inconsistent)?;
        entries.entry(to).or_insert(value);
    }
    *dict = entries.into_iter().collect();
    Ok(())
}

fn string(bytes: &[u8], coding: Coding, edits: &PlaceEdits<'_>) -> Result<Vec<u8>, PdfError> {
    let text = spliced(edits)?;
    Ok(match coding {
        Coding::Text => textstring::encode(&text),
        Coding::Address => address(&text),
        Coding::Xml => {
            let source = textstring::decode(bytes);
            textstring::encode(&xml::text(&source).edit(&source, edits.changes)?)
        }
    })
}

fn put_stream(file: &mut File, number: Number, coding: Coding, edits: &PlaceEdits<'_>) -> Result<(), PdfError> {
    let stream = file.get(number).and_then(Object::as_stream).ok_or(PdfError::Inconsistent)?;
    let text = spliced(edits)?;
    let data = match coding {
        Coding::Xml => {
            let (source, encoding) = xml::decode(&file.decode(stream)?);
            xml::encode(&xml::text(&source).edit(&source, edits.changes)?, encoding)
        }
        Coding::Text | Coding::Address => textstring::encode(&text),
    };
    let edited = Stream::compressed(stream.dict.clone(), &data);
    file.set(number, Object::Stream(edited));
    Ok(())
}

fn value_at<'f>(file: &'f mut File, object: Number, steps: &[Step]) -> Result<&'f mut Object, PdfError> {
    file.get_mut(object).and_then(|object| descend(object, steps)).ok_or(PdfError::Inconsistent)
}

fn descend<'o>(object: &'o mut Object, steps: &[Step]) -> Option<&'o mut Object> {
    steps.iter().try_fold(object, |object, step| match (object, step) {
        (Object::Array(items), Step::Index(at)) => items.get_mut(*at),
        (Object::Dict(dict) | Object::Stream(Stream { dict, .. }), Step::Key(key)) => dict.named_mut(key),
        _ => None,
    })
}

/// A text with edits made; they must be in order and lie between characters.
pub(crate) fn spliced(edits: &PlaceEdits<'_>) -> Result<String, PdfError> {
    let PlaceEdits { text, changes } = *edits;
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, replacement) in changes {
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
        for (key, tree) in dict.iter_mut() {
            if keys.is_none_or(|wanted| key.as_bytes() == wanted.as_bytes())
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
    use std::ops::Range;

    use super::*;
    use crate::Change;

    #[test]
    fn edits_must_fit() {
        let edit = |range: Range<usize>| (range, "*".into());
        let spliced = |text: &str, changes: &[Change<'_>]| spliced(&PlaceEdits { text, changes });
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
