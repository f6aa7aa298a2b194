//! Putting edited texts back where they were.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{PlaceEdits, PlaceKind, SlotCoding, SlotKind, TextSlot, TextSpot, ValueStep, xml};
use crate::{Dict, ObjectNumber, PdfError, PdfFile, PdfName, PdfObject, PdfStream, textstring};

/// The greatest depth of a tree of names.
const MAX_TREE_DEPTH: usize = 32;

/// Makes the edits of all texts that are not content. There must be as many as there are spots.
///
/// Comes before anything is removed: places are known by where they are.
pub(crate) fn apply(file: &mut PdfFile, spots: &[TextSpot], edits: &[PlaceEdits<'_>]) -> Result<(), PdfError> {
    if spots.len() != edits.len() {
        return Err(PdfError::Inconsistent);
    }
    let mut are_names_edited = false;
    let mut keys: BTreeMap<KeysOf<'_>, Vec<(&PdfName, PdfName)>> = BTreeMap::new();
    for (spot, edits) in spots.iter().zip(edits).filter(|(_, edits)| !edits.changes.is_empty()) {
        let TextSpot::Slots { slots, coding, kind } = spot else { continue };
        are_names_edited |= is_named(*kind);
        for slot in slots {
            match (slot.what, slot.steps.split_last()) {
                (SlotKind::Key, Some((ValueStep::Key(key), steps))) => {
                    let of = (Reverse(steps.len()), slot.object, steps);
                    keys.entry(of).or_default().push((key, PdfName::new(&spliced(edits)?)));
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
type KeysOf<'s> = (Reverse<usize>, ObjectNumber, &'s [ValueStep]);

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

fn put(file: &mut PdfFile, slot: &TextSlot, coding: SlotCoding, edits: &PlaceEdits<'_>) -> Result<(), PdfError> {
    if slot.what == SlotKind::Stream {
        return put_stream(file, slot.object, coding, edits);
    }
    match value_at(file, slot.object, &slot.steps)? {
        PdfObject::String(bytes) => *bytes = string(bytes, coding, edits)?,
        PdfObject::Name(name) => *name = PdfName::new(&spliced(edits)?),
        _ => return Err(PdfError::Inconsistent),
    }
    Ok(())
}

/// Gives keys of a dictionary other names. Of two that become the same the first stays.
fn rename(
    file: &mut PdfFile,
    object: ObjectNumber,
    steps: &[ValueStep],
    names: Vec<(&PdfName, PdfName)>,
) -> Result<(), PdfError> {
    let PdfObject::Dict(dict) = value_at(file, object, steps)? else { return Err(PdfError::Inconsistent) };
    let mut entries: BTreeMap<PdfName, PdfObject> = std::mem::take(dict).into_iter().collect();
    for (from, to) in names {
        let value = entries.remove(from).ok_or(PdfError::Inconsistent)?;
        entries.entry(to).or_insert(value);
    }
    *dict = entries.into_iter().collect();
    Ok(())
}

fn string(bytes: &[u8], coding: SlotCoding, edits: &PlaceEdits<'_>) -> Result<Vec<u8>, PdfError> {
    let text = spliced(edits)?;
    Ok(match coding {
        SlotCoding::Text => textstring::encode(&text),
        SlotCoding::Address => address(&text),
        SlotCoding::Xml => {
            let source = textstring::decode(bytes);
            textstring::encode(&xml::text(&source).edit(&source, edits.changes)?)
        }
    })
}

fn put_stream(
    file: &mut PdfFile,
    number: ObjectNumber,
    coding: SlotCoding,
    edits: &PlaceEdits<'_>,
) -> Result<(), PdfError> {
    let stream = file.get(number).and_then(PdfObject::as_stream).ok_or(PdfError::Inconsistent)?;
    let text = spliced(edits)?;
    let data = match coding {
        SlotCoding::Xml => {
            let (source, encoding) = xml::decode(&file.decode(stream)?);
            xml::encode(&xml::text(&source).edit(&source, edits.changes)?, encoding)
        }
        SlotCoding::Text | SlotCoding::Address => textstring::encode(&text),
    };
    let edited = PdfStream::compressed(stream.dict.clone(), &data);
    file.set(number, PdfObject::Stream(edited));
    Ok(())
}

fn value_at<'f>(
    file: &'f mut PdfFile,
    object: ObjectNumber,
    steps: &[ValueStep],
) -> Result<&'f mut PdfObject, PdfError> {
    file.get_mut(object).and_then(|object| descend(object, steps)).ok_or(PdfError::Inconsistent)
}

fn descend<'o>(object: &'o mut PdfObject, steps: &[ValueStep]) -> Option<&'o mut PdfObject> {
    steps.iter().try_fold(object, |object, step| match (object, step) {
        (PdfObject::Array(items), ValueStep::Index(at)) => items.get_mut(*at),
        (PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }), ValueStep::Key(key)) => dict.named_mut(key),
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
fn sort_trees(file: &mut PdfFile) {
    for (holder, keys) in [("Names", None), ("StructTreeRoot", Some("IDTree"))] {
        let Some(mut dict) = file.root().ok().and_then(|root| file.entry(root, holder).as_dict()).cloned() else {
            continue;
        };
        for (key, tree) in dict.iter_mut() {
            if keys.is_none_or(|wanted| key.as_bytes() == wanted.as_bytes())
                && let Some(sorted) = sorted(file, tree)
            {
                *tree = PdfObject::Reference(file.add(PdfObject::Dict(sorted)));
            }
        }
        replace(file, holder, dict);
    }
}

/// Puts a dictionary in place of one the catalogue has.
fn replace(file: &mut PdfFile, key: &str, dict: Dict) {
    let held = file.root().ok().and_then(|root| root.get(key)).cloned();
    match (held, file.trailer().get("Root").cloned()) {
        (Some(PdfObject::Reference(number)), _) => file.set(number, PdfObject::Dict(dict)),
        (_, Some(PdfObject::Reference(root))) => {
            if let Some(PdfObject::Dict(root)) = file.get_mut(root) {
                root.set(key, PdfObject::Dict(dict));
            }
        }
        _ => {}
    }
}

fn sorted(file: &PdfFile, top: &PdfObject) -> Option<Dict> {
    let mut pairs: Vec<(&[u8], &[PdfObject])> = Vec::new();
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
                PdfObject::Reference(number) if !seen.insert(*number) => return None,
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
    dict.set("Names", PdfObject::Array(names));
    Some(dict)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::TextChange;

    #[test]
    fn edits_must_fit() {
        let edit = |range: Range<usize>| (range, "*".into());
        let spliced = |text: &str, changes: &[TextChange<'_>]| spliced(&PlaceEdits { text, changes });
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
