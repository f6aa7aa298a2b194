//! Ids of styles, which are made of their names: where a name was edited, the id has to go as well.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::is_main;
use crate::formats::office::package::EditedPart;
use crate::xml::{self, NamespaceTracker, XmlError, XmlEvent, XmlScanner};

/// Gives every style whose name was edited an id that tells nothing.
pub(super) fn rename(parts: &mut [EditedPart<'_>]) -> Result<(), XmlError> {
    let mut stale = HashSet::new();
    let mut taken = HashSet::new();
    for part in parts.iter().filter(|part| holds_styles(part.name)) {
        let after = styles(part.text())?;
        if part.after.is_some() {
            let before = styles(part.before)?;
            let edited = before.iter().zip(&after).filter(|(before, after)| before.name != after.name);
            stale.extend(edited.map(|(_, after)| after.id.clone()));
        }
        taken.extend(after.into_iter().map(|style| style.id));
    }
    if stale.is_empty() {
        return Ok(());
    }
    let mut stale: Vec<String> = stale.into_iter().collect();
    stale.sort_unstable();
    let free = (1..).map(|number| format!("Style{number}")).filter(|id| !taken.contains(id));
    let ids: HashMap<String, String> = stale.into_iter().zip(free).collect();
    for part in parts {
        if let Some(text) = replaced(part.text(), &ids)? {
            part.after = Some(text);
        }
    }
    Ok(())
}

fn holds_styles(member: &str) -> bool {
    let file = member.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    file.starts_with("styles") && file.ends_with(".xml")
}

struct WordStyle {
    id: String,
    name: String,
}

/// The styles that a part defines, in order.
fn styles(part: &str) -> Result<Vec<WordStyle>, XmlError> {
    let mut found: Vec<WordStyle> = Vec::new();
    each_attribute(part, |element, attribute, value| match (element, attribute) {
        ("style", "styleId") => {
            found.push(WordStyle { id: part.get(value).unwrap_or_default().to_owned(), name: String::new() })
        }
        ("name", "val") => {
            if let Some(style) = found.last_mut() {
                style.name = part.get(value).unwrap_or_default().to_owned();
            }
        }
        _ => {}
    })?;
    Ok(found)
}

/// The part with these ids replaced; nothing if it has none of them.
fn replaced(part: &str, ids: &HashMap<String, String>) -> Result<Option<String>, XmlError> {
    let mut text = String::new();
    let mut copied = 0;
    each_attribute(part, |element, attribute, value| {
        let is_id = match attribute {
            "styleId" => element == "style",
            "val" => REFERENCES.contains(&element),
            _ => false,
        };
        if let Some(id) = part.get(value.clone()).filter(|_| is_id).and_then(|id| ids.get(id)) {
            text.push_str(part.get(copied..value.start).unwrap_or_default());
            text.push_str(id);
            copied = value.end;
        }
    })?;
    if copied == 0 {
        return Ok(None);
    }
    text.push_str(part.get(copied..).unwrap_or_default());
    Ok(Some(text))
}

/// The elements that refer to a style.
const REFERENCES: [&str; 8] = ["pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "numStyleLink", "styleLink"];

/// Hands out the attributes of WordprocessingML: the names of element and attribute, and where the value lies.
fn each_attribute(part: &str, mut look: impl FnMut(&str, &str, Range<usize>)) -> Result<(), XmlError> {
    let mut names = NamespaceTracker::new(part);
    for event in XmlScanner::new(part) {
        let event = event?;
        names.follow(&event)?;
        let XmlEvent::Start(tag) = event else { continue };
        let (namespace, element) = names.element(&tag)?;
        if is_main(namespace) {
            for attribute in xml::attributes(part, &tag) {
                look(element, xml::local(part.get(attribute.name).unwrap_or_default()), attribute.value);
            }
        }
    }
    Ok(())
}
