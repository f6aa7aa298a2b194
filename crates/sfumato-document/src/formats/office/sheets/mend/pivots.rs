//! The values of their sources that pivot tables remember: numbers that were replaced are text from then on.

use std::collections::HashSet;
use std::ops::Range;

use super::super::vocabulary::SORTS_OF_VALUES;
use super::{SourceChanges, number};
use crate::formats::WriteError;
use crate::formats::office::package::EditedPart;
use crate::xml::{self, XmlEvent, XmlScanner, XmlTag};

/// Makes the caches of pivot tables sound.
pub(super) fn mend(parts: &mut [EditedPart<'_>], roots: &[String]) -> Result<(), WriteError> {
    // The fields that became text in the records, by the number of the cache.
    let mut mixed: HashSet<(String, usize)> = HashSet::new();
    for (part, root) in parts.iter_mut().zip(roots) {
        if root == "pivotCacheRecords"
            && let Some(after) = &part.after
        {
            let (changes, fields) = records(after);
            let cache = number(part.name).to_owned();
            mixed.extend(fields.into_iter().map(|field| (cache.clone(), field)));
            part.change(changes)?;
        }
    }
    for (part, root) in parts.iter_mut().zip(roots) {
        if root == "pivotCacheDefinition" {
            let cache = number(part.name).to_owned();
            let changes = definition(part.text(), |field| mixed.contains(&(cache.clone(), field)));
            part.change(changes)?;
        }
    }
    Ok(())
}

/// The start of the name of the tag of a value that is no number or date any more, without its prefix.
fn is_broken(source: &str, tag: &XmlTag) -> bool {
    let value = super::super::cells::attribute(source, tag, "v").unwrap_or_default();
    match xml::local(source.get(tag.name.clone()).unwrap_or_default()) {
        "n" => value.parse::<f64>().is_err(),
        "d" => !value.bytes().all(|b| b.is_ascii_digit() || b"-:.TZ+".contains(&b)),
        _ => false,
    }
}

/// The letter that says what sort of value a tag is.
fn letter(tag: &XmlTag) -> Range<usize> {
    tag.name.end - 1..tag.name.end
}

fn records(source: &str) -> (SourceChanges, HashSet<usize>) {
    let mut changes = SourceChanges::new();
    let mut fields = HashSet::new();
    let (mut depth, mut field) = (0usize, 0);
    for event in XmlScanner::new(source).map_while(Result::ok) {
        match event {
            XmlEvent::Start(tag) => {
                if depth == 1 {
                    field = 0;
                }
                if is_broken(source, &tag) {
                    changes.extend([Some(letter(&tag)), closing(source, &tag)].into_iter().flatten().map(as_text));
                    fields.insert(field);
                }
                if depth == 2 {
                    field += 1;
                }
                depth += usize::from(!tag.empty);
            }
            XmlEvent::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (changes, fields)
}

fn as_text(letter: Range<usize>) -> (Range<usize>, String) {
    (letter, "s".to_owned())
}

/// The letter of the end tag that follows at once, if the element is written with one.
fn closing(source: &str, tag: &XmlTag) -> Option<Range<usize>> {
    let name = source.get(tag.name.clone())?;
    let rest = source.get(tag.whole.end..)?.strip_prefix("</")?;
    let end = tag.whole.end + 2 + name.len();
    (!tag.empty && rest.starts_with(name)).then_some(end - 1..end)
}

fn definition(source: &str, is_mixed: impl Fn(usize) -> bool) -> SourceChanges {
    let mut changes = SourceChanges::new();
    let mut field = 0usize;
    let mut items: Option<PivotItems> = None;
    for event in XmlScanner::new(source).map_while(Result::ok) {
        match event {
            XmlEvent::Start(tag) => {
                let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                match name {
                    "cacheField" => field += 1,
                    "sharedItems" => {
                        let is_text = is_mixed(field.saturating_sub(1));
                        let started = PivotItems { is_text, numbers: is_text, tag: tag.clone() };
                        if tag.empty {
                            started.end(source, &mut changes);
                        } else {
                            items = Some(started);
                        }
                    }
                    "n" | "d" => {
                        if let Some(items) = &mut items {
                            let is_broken = is_broken(source, &tag);
                            items.is_text |= is_broken;
                            items.numbers |= !is_broken;
                            if is_broken {
                                changes.extend(
                                    [Some(letter(&tag)), closing(source, &tag)].into_iter().flatten().map(as_text),
                                );
                            }
                        }
                    }
                    _ => {}
                }
            }
            XmlEvent::End(tag) if xml::local(source.get(tag.name.clone()).unwrap_or_default()) == "sharedItems" => {
                if let Some(items) = items.take() {
                    items.end(source, &mut changes);
                }
            }
            _ => {}
        }
    }
    changes
}

/// The values of a field that are kept once.
struct PivotItems {
    /// True if a number or date became text.
    is_text: bool,
    /// True if there are others.
    numbers: bool,
    tag: XmlTag,
}

impl PivotItems {
    fn end(self, source: &str, changes: &mut SourceChanges) {
        for attribute in xml::attributes(source, &self.tag) {
            let name = source.get(attribute.name.clone()).unwrap_or_default();
            let value = source.get(attribute.value.clone()).unwrap_or_default();
            let is_least = matches!(name, "minValue" | "maxValue") && value.parse::<f64>().is_err();
            let is_day = matches!(name, "minDate" | "maxDate")
                && !value.bytes().all(|b| b.is_ascii_digit() || b"-:.TZ".contains(&b));
            if is_least || is_day || (self.is_text && SORTS_OF_VALUES.has(name)) {
                changes.push((attribute.whole, String::new()));
            }
        }
        if self.is_text && self.numbers {
            let end = self.tag.name.end;
            changes.push((end..end, " containsMixedTypes=\"1\" containsNumber=\"1\"".to_owned()));
        }
    }
}
