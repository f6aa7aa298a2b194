//! The places where the parts of an OpenDocument file speak of its members: the manifest, and links.

use std::collections::HashMap;
use std::ops::Range;

use crate::container::PartEdits;
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};

/// Elements by the member they speak of.
pub(super) type OdfLinks = HashMap<String, Vec<Range<usize>>>;

/// The content of the manifest.
#[derive(Default)]
pub(super) struct OdfManifest {
    /// The entries.
    pub entries: OdfLinks,
    /// True if some member is encrypted.
    pub is_encrypted: bool,
}

/// Reads the manifest.
pub(super) fn manifest(source: &str) -> Result<OdfManifest, XmlError> {
    let entries = find(source, |element, attribute| element == "file-entry" && attribute == "full-path")?;
    let mut manifest = OdfManifest { entries, is_encrypted: false };
    for event in XmlScanner::new(source) {
        if let XmlEvent::Start(tag) = event? {
            let name = xml::local(source.get(tag.name).unwrap_or_default());
            manifest.is_encrypted |= matches!(name, "encryption-data" | "encrypted-key");
        }
    }
    Ok(manifest)
}

/// True if an element shows something that lies elsewhere: a picture, an object, a film.
pub(super) fn shows(element: &str) -> bool {
    matches!(element, "image" | "object" | "object-ole" | "plugin" | "fill-image" | "applet")
}

/// The elements that show a member.
pub(super) fn shown(source: &str) -> Result<OdfLinks, XmlError> {
    find(source, |element, attribute| shows(element) && attribute == "href")
}

/// The elements with an attribute that names a member.
fn find(source: &str, names: impl Fn(&str, &str) -> bool) -> Result<OdfLinks, XmlError> {
    let mut links = OdfLinks::new();
    let mut open: Vec<(usize, Option<String>)> = Vec::new();
    for event in XmlScanner::new(source) {
        match event? {
            XmlEvent::Start(tag) => {
                let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                let mut attributes = xml::attributes(source, &tag);
                let named =
                    attributes.find(|a| names(element, xml::local(source.get(a.name.clone()).unwrap_or_default())));
                let target = named.and_then(|a| source.get(a.value)).and_then(xml::unescaped_attribute);
                let target = target.map(|target| target.trim_start_matches("./").to_owned());
                match target {
                    Some(target) if tag.empty => links.entry(target).or_default().push(tag.whole.clone()),
                    target if !tag.empty => open.push((tag.whole.start, target)),
                    _ => {}
                }
            }
            XmlEvent::End(tag) => {
                if let Some((start, Some(target))) = open.pop() {
                    links.entry(target).or_default().push(start..tag.whole.end);
                }
            }
            _ => {}
        }
    }
    Ok(links)
}

/// A part of a package whose pictures bear new names; nothing if it speaks of none of them.
pub(super) fn follow(_: &str, text: &str, names: &HashMap<String, String>) -> Option<String> {
    let mut changes = Vec::new();
    for event in XmlScanner::new(text) {
        let XmlEvent::Start(tag) = event.ok()? else { continue };
        for attribute in xml::attributes(text, &tag) {
            let name = xml::local(text.get(attribute.name).unwrap_or_default());
            let value = text.get(attribute.value.clone()).and_then(xml::unescaped_attribute).unwrap_or_default();
            let target = value.trim_start_matches("./").to_lowercase();
            if let Some(new) = names.get(&target).filter(|_| matches!(name, "href" | "full-path")) {
                changes.push((attribute.value, new.clone().into()));
            }
        }
    }
    if changes.is_empty() { None } else { PartEdits { source: text, changes }.apply().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_encryption_are_found() {
        let source = "<m:manifest xmlns:m='m'><m:file-entry m:full-path='a/b'/>\
            <m:file-entry m:full-path='c'><m:encryption-data/></m:file-entry></m:manifest>";
        let manifest = manifest(source).expect("XML");
        assert!(manifest.is_encrypted);
        let entry = manifest.entries.get("c").and_then(|ranges| ranges.first().cloned()).and_then(|r| source.get(r));
        assert_eq!(entry, Some("<m:file-entry m:full-path='c'><m:encryption-data/></m:file-entry>"));
    }
}
