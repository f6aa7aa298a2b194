//! The places where a part refers to others, and what of it can be cut so that it no longer does.

use std::collections::HashMap;
use std::ops::Range;

use crate::xml::{self, NamespaceTracker, XmlError, XmlEvent, XmlScanner, XmlTag};

/// By the id of the relation: each place that refers by it, or nothing where it cannot be cut.
pub(super) type RelationReferences = HashMap<String, Vec<Option<Range<usize>>>>;

/// The cut for an element that refers to something.
enum ReferenceCut {
    /// The element.
    Element,
    /// Only the attribute.
    Attribute,
    /// The nearest element of this name around it.
    Around(&'static str),
}

/// Returns the cut for an element of this name, or `None` if the file would not be sound without it.
fn cut(local: &str) -> Option<ReferenceCut> {
    Some(match local {
        "OLEObject" | "objectEmbed" | "objectLink" | "control" | "altChunk" | "attachedTemplate" | "externalData"
        | "printerSettings" => ReferenceCut::Element,
        "dataSource" | "headerSource" | "recipientData" | "src" => ReferenceCut::Element,
        "videoFile" | "audioFile" | "wavAudioFile" | "quickTimeFile" => ReferenceCut::Element,
        "pageSetup" => ReferenceCut::Attribute,
        // The shape that shows the object.
        "oleObj" | "embed" | "webextensionref" => ReferenceCut::Around("graphicFrame"),
        "oleObject" => ReferenceCut::Around("oleObjects"),
        "media" | "imgLayer" => ReferenceCut::Around("ext"),
        "snd" => ReferenceCut::Around("sndAc"),
        "sndTgt" => ReferenceCut::Around("timing"),
        "customPr" => ReferenceCut::Around("customProperties"),
        _ => return None,
    })
}

/// An element that is open, and the ids that go once it is cut.
struct OpenReference<'s> {
    local: &'s str,
    start: usize,
    ids: Vec<String>,
}

/// Finds all references of a part.
pub(super) fn find(source: &str) -> Result<RelationReferences, XmlError> {
    let mut found = RelationReferences::new();
    let mut open: Vec<OpenReference> = Vec::new();
    let mut names = NamespaceTracker::new(source);
    for event in XmlScanner::new(source) {
        let event = event?;
        names.follow(&event)?;
        match event {
            XmlEvent::Start(tag) => {
                let local = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                open.push(OpenReference { local, start: tag.whole.start, ids: Vec::new() });
                refer(source, &tag, &names, &mut open, &mut found)?;
                if tag.empty {
                    close(&mut open, tag.whole.end, &mut found);
                }
            }
            XmlEvent::End(tag) => close(&mut open, tag.whole.end, &mut found),
            _ => {}
        }
    }
    Ok(found)
}

fn refer(
    source: &str,
    tag: &XmlTag,
    names: &NamespaceTracker<'_>,
    open: &mut [OpenReference<'_>],
    found: &mut RelationReferences,
) -> Result<(), XmlError> {
    let local = open.last().map(|frame| frame.local).unwrap_or_default();
    for attribute in xml::attributes(source, tag) {
        if !names.attribute(&attribute)?.0.ends_with("/relationships") {
            continue;
        }
        let id = source.get(attribute.value).and_then(xml::unescaped_attribute).unwrap_or_default().into_owned();
        let frame = match cut(local) {
            Some(ReferenceCut::Element) => open.len().checked_sub(1),
            Some(ReferenceCut::Around(name)) => open.iter().rposition(|frame| frame.local == name),
            Some(ReferenceCut::Attribute) => {
                found.entry(id).or_default().push(Some(attribute.whole));
                continue;
            }
            // What programs add beyond the standard can always go.
            None => open.iter().rposition(|frame| frame.local == "ext"),
        };
        match frame.and_then(|frame| open.get_mut(frame)) {
            Some(frame) => frame.ids.push(id),
            None => found.entry(id).or_default().push(None),
        }
    }
    Ok(())
}

fn close(open: &mut Vec<OpenReference<'_>>, end: usize, found: &mut RelationReferences) {
    let Some(frame) = open.pop() else { return };
    for id in frame.ids {
        found.entry(id).or_default().push(Some(frame.start..end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_that_shows_an_object_is_found() {
        let source = "<w:p xmlns:w=\"w\" xmlns:r=\"http://x/relationships\" xmlns:o=\"o\"><w:object><o:OLEObject r:id=\"a\"/></w:object>\
                      <p:graphicFrame xmlns:p=\"p\"><p:oleObj r:id=\"b\"><p:embed/></p:oleObj></p:graphicFrame>\
                      <w:pic r:embed=\"c\"/></w:p>";
        let found = find(source).expect("sound");
        let cut = |id: &str| found.get(id).and_then(|cuts| cuts.first().cloned().flatten());
        assert_eq!(cut("a").and_then(|cut| source.get(cut)), Some("<o:OLEObject r:id=\"a\"/>"));
        assert!(cut("b").and_then(|cut| source.get(cut)).is_some_and(|cut| cut.ends_with("</p:graphicFrame>")));
        assert!(found.contains_key("c") && cut("c").is_none());
    }
}
