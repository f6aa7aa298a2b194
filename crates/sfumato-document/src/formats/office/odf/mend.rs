//! Making an OpenDocument file sound after edits.
//!
//! A cell whose number or date was replaced holds text from then on; otherwise programs would show the old value,
//! which they take from an attribute and not from the text.
//! Formulas follow the sheets and ranges they speak of to their new names.

mod styles;

use std::ops::Range;

use super::cells::VALUES;
use super::vocabulary::formula_syntax;
use crate::formats::WriteError;
use crate::formats::office::formula::{self, FormulaRenames};
use crate::formats::office::package::{EditedPart, SourceChanges};
use crate::formats::office::renaming::{OfficeNameKind, settled};
use crate::xml::{self, XmlAttribute, XmlEvent, XmlScanner, XmlTag};

/// Makes a package sound again.
pub(super) fn mend(parts: &mut [EditedPart<'_>]) -> Result<(), WriteError> {
    for part in parts.iter_mut() {
        if let Some(changes) = part.after.as_deref().and_then(|after| retyped(part.before, after)) {
            part.change(changes)?;
        }
    }
    for part in parts.iter_mut() {
        if let Some(changes) = part.after.as_deref().map(|after| leading_outside(part.before, after)) {
            part.change(changes)?;
        }
    }
    styles::rename(parts)?;
    let mut renames = FormulaRenames::default();
    if let Some(part) = parts.iter_mut().find(|part| part.name == "content.xml" && part.after.is_some()) {
        let mut changes = SourceChanges::new();
        let sheets = rename(part, &mut changes, OfficeNameKind::Sheet, |element| element == "table");
        renames.sheets.extend(sheets);
        let ranges = rename(part, &mut changes, OfficeNameKind::Range, |element| {
            matches!(element, "named-range" | "named-expression")
        });
        renames.names.extend(ranges.into_iter().map(|(old, new)| (old.to_lowercase(), new)));
        part.change(changes)?;
    }
    if !renames.is_empty() {
        for part in parts.iter_mut() {
            let changes = referring(part.text(), &renames);
            part.change(changes)?;
        }
    }
    Ok(())
}

/// Returns the changes by which pictures that lay outside of the package still do once their addresses are masked:
/// what has no scheme would be looked for inside, and programs do not open a file that lacks something.
fn leading_outside(before: &str, after: &str) -> SourceChanges {
    let (old, new) = (addresses(before), addresses(after));
    let is_outside = |address: &str| address.contains("://") || address.starts_with("file:");
    let pairs = old.iter().zip(&new).filter(|_| old.len() == new.len());
    let text = |source: &str, range: &Range<usize>| source.get(range.clone()).unwrap_or_default().to_owned();
    let lost = pairs.filter(|(was, is)| is_outside(&text(before, was)) && !is_outside(&text(after, is)));
    lost.filter(|(_, is)| !is.is_empty()).map(|(_, is)| (is.start..is.start, "../".to_owned())).collect()
}

/// Returns the places of the addresses of what is shown.
fn addresses(source: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
        if super::links::shows(element) {
            let is_address = |a: &XmlAttribute| xml::local(source.get(a.name.clone()).unwrap_or_default()) == "href";
            found.extend(xml::attributes(source, &tag).filter(is_address).map(|attribute| attribute.value));
        }
    }
    found
}

/// An element that has a value of some type, and the text that shows it.
struct TypedElement {
    value_types: Vec<XmlAttribute>,
    values: Vec<XmlAttribute>,
    formula: Option<XmlAttribute>,
    text: Vec<Range<usize>>,
}

/// The typed elements of a part. What a comment in one says does not show its value.
fn typed(source: &str) -> Vec<TypedElement> {
    let mut all = Vec::new();
    let mut open: Vec<TextOwner> = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        match event {
            XmlEvent::Start(tag) => {
                let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                let around = match typed_element(source, &tag) {
                    Some(element) => {
                        all.push(element);
                        TextOwner::Typed(all.len() - 1)
                    }
                    None if name == "annotation" => TextOwner::Comment,
                    None => open.last().copied().unwrap_or(TextOwner::Nothing),
                };
                if !tag.empty {
                    open.push(around);
                }
            }
            XmlEvent::End(_) => _ = open.pop(),
            XmlEvent::Text(range) | XmlEvent::CData(range) => {
                if let Some(TextOwner::Typed(number)) = open.last()
                    && let Some(element) = all.get_mut(*number)
                {
                    element.text.push(range);
                }
            }
            _ => {}
        }
    }
    all
}

/// The element that text belongs to.
#[derive(Clone, Copy)]
enum TextOwner {
    Typed(usize),
    Comment,
    Nothing,
}

fn typed_element(source: &str, tag: &XmlTag) -> Option<TypedElement> {
    let name = |attribute: &XmlAttribute| xml::local(source.get(attribute.name.clone()).unwrap_or_default());
    let attributes: Vec<XmlAttribute> = xml::attributes(source, tag).collect();
    let (value_types, others): (Vec<_>, Vec<_>) = attributes.into_iter().partition(|a| name(a) == "value-type");
    let is_value = |a: &XmlAttribute| VALUES.contains(&name(a)) || matches!(name(a), "boolean-value" | "currency");
    let formula = others.iter().find(|a| name(a) == "formula").cloned();
    let values = others.into_iter().filter(is_value).collect();
    (!value_types.is_empty()).then_some(TypedElement { value_types, values, formula, text: Vec::new() })
}

/// Returns the changes by which values that were edited, or whose text was, are text; `None` if none were.
fn retyped(before: &str, after: &str) -> Option<SourceChanges> {
    let (old, new) = (typed(before), typed(after));
    let same = |one: &Range<usize>, other: &Range<usize>| before.get(one.clone()) == after.get(other.clone());
    let mut changes = SourceChanges::new();
    for (number, element) in new.iter().enumerate() {
        let was = old.get(number).filter(|_| old.len() == new.len());
        let kept_text = was.is_some_and(|was| {
            was.text.len() == element.text.len()
                && was.text.iter().zip(&element.text).all(|(one, other)| same(one, other))
        });
        let kept: Vec<bool> = element
            .values
            .iter()
            .enumerate()
            .map(|(at, value)| was.and_then(|was| was.values.get(at)).is_some_and(|old| same(&old.value, &value.value)))
            .collect();
        if kept_text && !kept.contains(&false) {
            continue;
        }
        // The formula would put together again what was taken out of its result.
        changes.extend(element.formula.iter().map(|formula| (formula.whole.clone(), String::new())));
        changes.extend(element.value_types.iter().map(|kind| (kind.value.clone(), "string".to_owned())));
        for (value, kept) in element.values.iter().zip(kept) {
            let name = after.get(value.name.clone()).unwrap_or_default();
            match name.split_once(':') {
                Some((prefix, _)) if !kept => changes.push((value.name.clone(), format!("{prefix}:string-value"))),
                _ => changes.push((value.whole.clone(), String::new())),
            }
        }
    }
    (!changes.is_empty()).then_some(changes)
}

/// Settles the names of the elements of a kind; gives the old names with the new ones.
fn rename(
    part: &EditedPart<'_>,
    changes: &mut SourceChanges,
    naming: OfficeNameKind,
    wanted: fn(&str) -> bool,
) -> Vec<(String, String)> {
    let (before, after) = (named(part.before, wanted), named(part.text(), wanted));
    if before.len() != after.len() {
        return Vec::new();
    }
    let names = |list: &[(Range<usize>, String)]| list.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    let (old, new) = (names(&before), names(&after));
    let settled = settled(&old, &new, naming);
    let mut renamed = Vec::new();
    for ((old, (range, new)), settled) in old.into_iter().zip(after).zip(settled) {
        if old == settled {
            continue;
        }
        if new != settled {
            let mut written = String::new();
            xml::escape_attribute(&settled, &mut written);
            changes.push((range, written));
        }
        renamed.push((old, settled));
    }
    renamed
}

/// The names of the elements of a kind, and where they stand. Tables of texts are no sheets.
fn named(source: &str, wanted: fn(&str) -> bool) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut in_sheets = false;
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
        in_sheets |= element == "spreadsheet";
        if !in_sheets || !wanted(element) {
            continue;
        }
        let mut attributes = xml::attributes(source, &tag);
        let name = attributes.find(|a| source.get(a.name.clone()).map(xml::local) == Some("name"));
        if let Some(name) = name {
            let text = source.get(name.value.clone()).and_then(xml::unescaped_attribute).unwrap_or_default();
            // What was fetched from another file bears its address.
            if !text.contains("'#") {
                found.push((name.value, text.into_owned()));
            }
        }
    }
    found
}

/// Returns the changes of formulas and addresses that speak of renamed things.
fn referring(source: &str, renames: &FormulaRenames) -> SourceChanges {
    let mut changes = SourceChanges::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
        for attribute in xml::attributes(source, &tag) {
            let name = xml::local(source.get(attribute.name).unwrap_or_default());
            let syntax = formula_syntax(element, name);
            let value = source.get(attribute.value.clone()).unwrap_or_default();
            if let Some(new) = syntax.and_then(|syntax| formula::renamed(value, syntax, renames)) {
                changes.push((attribute.value, new));
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_addresses_of_pictures_still_lead_out_of_the_package() {
        let page =
            |one: &str, two: &str| format!("<d><draw:image xlink:href='{one}'/><draw:image xlink:href='{two}'/></d>");
        let before = page("https://x.example/ann.png", "Pictures/1.png");
        let after = page("[URL 1]", "Pictures/1.png");
        let [(place, text)] = leading_outside(&before, &after).try_into().expect("one change");
        assert!(text == "../" && after.get(place.start..).is_some_and(|rest| rest.starts_with("[URL 1]")));
    }
}
