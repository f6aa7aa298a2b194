//! Styles, which are called by name wherever they are used.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::formats::WriteError;
use crate::formats::office::odf::vocabulary::is_named_style;
use crate::formats::office::package::EditedPart;
use crate::formats::office::renaming::{OfficeNameKind, settled};
use crate::xml::{self, XmlEvent, XmlScanner};

/// A style: where its name stands, its name, and what it is called, if that is something else.
struct OdfStyle {
    range: Range<usize>,
    name: String,
    shown: Option<String>,
}

/// True if an attribute calls a style by name.
fn calls_a_style(local: &str) -> bool {
    local.ends_with("style-name") || matches!(local, "master-page-name" | "page-layout-name")
}

/// Renames styles whose name was edited, or what they are called, and whatever uses them.
/// A document and each object in it have styles of their own.
pub(super) fn rename(parts: &mut [EditedPart<'_>]) -> Result<(), WriteError> {
    let folders: BTreeSet<String> = parts.iter().filter_map(|part| folder(part.name)).map(str::to_owned).collect();
    for folder_name in folders {
        let mut own: Vec<&mut EditedPart<'_>> =
            parts.iter_mut().filter(|part| folder(part.name) == Some(folder_name.as_str())).collect();
        let renamed = renames(&own);
        if renamed.is_empty() {
            continue;
        }
        for part in &mut own {
            let changes = uses(part.text(), &renamed);
            part.change(changes)?;
        }
    }
    Ok(())
}

/// The folder of a content or styles.
fn folder(name: &str) -> Option<&str> {
    name.strip_suffix("content.xml").or_else(|| name.strip_suffix("styles.xml"))
}

/// New names of styles by what stands there now: the old name, or the edited one.
fn renames(parts: &[&mut EditedPart<'_>]) -> HashMap<String, String> {
    let (mut before, mut after, mut now) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        let (old, new) = (styles(part.before), styles(part.text()));
        if old.len() != new.len() {
            continue;
        }
        for (old, new) in old.into_iter().zip(new) {
            let meant = if old.shown == new.shown { &new.name } else { new.shown.as_ref().unwrap_or(&new.name) };
            after.push(if old.shown == new.shown && old.name == new.name { old.name.clone() } else { meant.clone() });
            now.push(new.name);
            before.push(old.name);
        }
    }
    let settled = settled(&before, &after, OfficeNameKind::Style);
    let mut renamed = HashMap::new();
    for ((old, now), new) in before.into_iter().zip(now).zip(settled) {
        if old != new {
            renamed.insert(now, new.clone());
            renamed.insert(old, new);
        }
    }
    renamed
}

fn styles(source: &str) -> Vec<OdfStyle> {
    let mut found = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        if !is_named_style(xml::local(source.get(tag.name.clone()).unwrap_or_default())) {
            continue;
        }
        let attribute = |wanted: &str| {
            let is_it = |a: &xml::XmlAttribute| source.get(a.name.clone()).map(xml::local) == Some(wanted);
            let found = xml::attributes(source, &tag).find(is_it)?;
            let text = source.get(found.value.clone()).and_then(xml::unescaped_attribute)?;
            Some((found.value, text.into_owned()))
        };
        if let Some((range, name)) = attribute("name") {
            found.push(OdfStyle { range, name, shown: attribute("display-name").map(|(_, shown)| shown) });
        }
    }
    found
}

/// Returns the changes where styles are defined and used.
fn uses(source: &str, renamed: &HashMap<String, String>) -> Vec<(Range<usize>, String)> {
    let mut changes = Vec::new();
    let mut change = |range: Range<usize>, name: &str| {
        if let Some(new) = renamed.get(name) {
            changes.push((range, new.clone()));
        }
    };
    for style in styles(source) {
        change(style.range, &style.name);
    }
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        for attribute in xml::attributes(source, &tag) {
            if calls_a_style(xml::local(source.get(attribute.name).unwrap_or_default())) {
                let name = source.get(attribute.value.clone()).and_then(xml::unescaped_attribute).unwrap_or_default();
                change(attribute.value, &name);
            }
        }
    }
    changes
}
