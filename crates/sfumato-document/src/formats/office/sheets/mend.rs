//! Making a workbook sound after edits.
//!
//! Cells whose number was replaced become cells of text.
//! Sheets, ranges, tables and columns get names that Excel takes, and whatever refers to them follows.
//! The columns of a table bear the names that stand at their head.

mod pivots;
mod tables;

use std::collections::HashSet;
use std::ops::Range;

use super::cells::{self, CellFormula, SheetValueType};
use super::vocabulary::{is_formula, is_formula_attribute};
use crate::formats::WriteError;
use crate::formats::office::formula::{self, FormulaRenames, FormulaSyntax};
use crate::formats::office::package::{EditedPart, SourceChanges};
use crate::formats::office::renaming::{OfficeNameKind, settled};
use crate::xml::{self, XmlEvent, XmlScanner};

pub(super) use tables::{as_column, table};

/// Makes a package sound again.
pub(super) fn mend(parts: &mut [EditedPart<'_>]) -> Result<(), WriteError> {
    let roots: Vec<String> = parts.iter().map(|part| root(part.before).to_owned()).collect();
    for (part, root) in parts.iter_mut().zip(&roots) {
        if matches!(root.as_str(), "worksheet" | "externalLink")
            && let Some(after) = &part.after
        {
            let mut changes = retyped(after);
            changes.extend(formulas_as_results(part.before, after));
            part.change(changes)?;
        }
    }
    pivots::mend(parts, &roots)?;
    let mut renames = FormulaRenames::default();
    renames.columns.extend(tables::mend(parts, &roots)?);
    rename_sheets(parts, &roots, &mut renames)?;
    rename_ranges(parts, &roots, &mut renames)?;
    let is_edited = parts.iter().any(|part| part.after.is_some());
    for (part, root) in parts.iter_mut().zip(&roots) {
        // Strings may have become too long in any part that changed.
        if !renames.is_empty() || (is_edited && part.after.is_some()) {
            let changes = referring(part.text(), root, &renames);
            part.change(changes)?;
        }
    }
    Ok(())
}

fn attribute_text(text: &str) -> String {
    let mut written = String::new();
    xml::escape_attribute(text, &mut written);
    written
}

/// The name of the root element.
fn root(source: &str) -> &str {
    let mut events = XmlScanner::new(source).map_while(Result::ok);
    let tag = events.find_map(|event| if let XmlEvent::Start(tag) = event { Some(tag) } else { None });
    tag.and_then(|tag| source.get(tag.name)).map(xml::local).unwrap_or_default()
}

/// Returns the changes that make cells of text out of those whose number is none any more.
fn retyped(source: &str) -> SourceChanges {
    let mut changes = SourceChanges::new();
    let _ = cells::each(source, |cell| {
        let text = cell.text(source);
        let is_wrong = match cell.kind {
            SheetValueType::Number => !text.trim().is_empty() && text.trim().parse::<f64>().is_err(),
            SheetValueType::Date => !text.trim().bytes().all(|b| b.is_ascii_digit() || b"-:.TZ+".contains(&b)),
            _ => false,
        };
        if is_wrong {
            let stated = xml::attributes(source, &cell.tag).find(|a| source.get(a.name.clone()) == Some("t"));
            changes.push(match stated {
                Some(kind) => (kind.value, "str".to_owned()),
                None => (cell.tag.name.end..cell.tag.name.end, " t=\"str\"".to_owned()),
            });
        }
    });
    changes
}

/// A cell that is calculated, or that a formula of another cell fills.
struct CalculatedCell {
    place: (usize, usize),
    calculation: Option<CellFormula>,
    result: String,
}

/// Returns the changes that make a formula its own result where that was edited: it would put together again what was
/// taken out.
///
/// Cells that share a formula lose it together, and so do those that one formula fills.
fn formulas_as_results(before: &str, after: &str) -> SourceChanges {
    if !after.contains("<f") && !after.contains(":f") {
        return SourceChanges::new();
    }
    // A formula that fills other cells makes these calculated as well.
    let is_filling = after.contains("array");
    let calculated = |source: &str| {
        let mut cells = Vec::new();
        let _ = cells::each(source, |cell| {
            if is_filling || cell.calculation.is_some() {
                let result = cell.text(source);
                cells.push(CalculatedCell { place: (cell.row, cell.column), calculation: cell.calculation, result });
            }
        });
        cells
    };
    let (old, new) = (calculated(before), calculated(after));
    if old.len() != new.len() {
        // Nothing can be told of what became of each.
        return new.iter().filter_map(CalculatedCell::constant).collect();
    }
    let filled: Vec<_> = new.iter().filter_map(|cell| cell.calculation.as_ref()?.filled).collect();
    let mut shared = HashSet::new();
    let mut refilled = HashSet::new();
    let changed: Vec<bool> = old.iter().zip(&new).map(|(old, new)| old.result != new.result).collect();
    for (cell, _) in new.iter().zip(&changed).filter(|(_, changed)| **changed) {
        shared.extend(cell.calculation.as_ref().and_then(|calculation| calculation.shared));
        let holds = |((top, left), (bottom, right)): ((usize, usize), (usize, usize))| {
            (top..=bottom).contains(&cell.place.0) && (left..=right).contains(&cell.place.1)
        };
        refilled.extend(filled.iter().take(MOST_FILLED).copied().filter(|range| holds(*range)));
    }
    let is_told = |cell: &CalculatedCell| {
        cell.calculation.as_ref().is_some_and(|calculation| {
            calculation.shared.is_some_and(|number| shared.contains(&number))
                || calculation.filled.is_some_and(|range| refilled.contains(&range))
        })
    };
    let gone = new.iter().zip(changed).filter(|(cell, changed)| *changed || is_told(cell));
    gone.filter_map(|(cell, _)| cell.constant()).collect()
}

/// Of the formulas that fill several cells, so many are looked at for each cell that was edited.
const MOST_FILLED: usize = 1_000;

impl CalculatedCell {
    /// The formula that is only the result.
    fn constant(&self) -> Option<(Range<usize>, String)> {
        let whole = self.calculation.as_ref()?.whole.clone();
        let is_number = self.result.trim().parse::<f64>().is_ok();
        let constant = if is_number { self.result.trim().to_owned() } else { formula::constant(&self.result) };
        Some((whole, format!("<f>{constant}</f>")))
    }
}

/// A name in an attribute: the part it stands in, where, and what it was and is.
struct EditedName {
    part: usize,
    range: Range<usize>,
    before: String,
    after: String,
}

/// The values of the attributes that are wanted, by element and name.
fn values(source: &str, wanted: impl Fn(&str, &str) -> bool) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        let XmlEvent::Start(tag) = event else { continue };
        let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
        for attribute in xml::attributes(source, &tag) {
            if wanted(element, source.get(attribute.name).unwrap_or_default()) {
                let text = source.get(attribute.value.clone()).and_then(xml::unescaped_attribute).unwrap_or_default();
                found.push((attribute.value, text.into_owned()));
            }
        }
    }
    found
}

/// The names in one part, before and after.
fn named(parts: &[EditedPart<'_>], part: usize, wanted: impl Fn(&str, &str) -> bool + Copy) -> Vec<EditedName> {
    let Some(edited) = parts.get(part).filter(|edited| edited.after.is_some()) else { return Vec::new() };
    let (before, after) = (values(edited.before, wanted), values(edited.text(), wanted));
    if before.len() != after.len() {
        return Vec::new();
    }
    let pairs = before.into_iter().zip(after);
    pairs.map(|((_, before), (range, after))| EditedName { part, range, before, after }).collect()
}

/// Settles names and writes them; gives the old ones with the new.
fn settle(
    parts: &mut [EditedPart<'_>],
    names: Vec<EditedName>,
    naming: OfficeNameKind,
) -> Result<Vec<(String, String)>, WriteError> {
    let before: Vec<String> = names.iter().map(|name| name.before.clone()).collect();
    let after: Vec<String> = names.iter().map(|name| name.after.clone()).collect();
    let settled = settled(&before, &after, naming);
    let mut renamed = Vec::new();
    let mut changes: Vec<(usize, SourceChanges)> = Vec::new();
    for (name, settled) in names.into_iter().zip(settled) {
        if name.after != settled {
            let change = (name.range, attribute_text(&settled));
            match changes.iter_mut().find(|(part, _)| *part == name.part) {
                Some((_, changes)) => changes.push(change),
                None => changes.push((name.part, vec![change])),
            }
        }
        if name.before != settled {
            renamed.push((name.before, settled));
        }
    }
    for (part, changes) in changes {
        if let Some(part) = parts.get_mut(part) {
            part.change(changes)?;
        }
    }
    Ok(renamed)
}

fn rename_sheets(
    parts: &mut [EditedPart<'_>],
    roots: &[String],
    renames: &mut FormulaRenames,
) -> Result<(), WriteError> {
    for (part, root) in roots.iter().enumerate() {
        match root.as_str() {
            "workbook" => {
                let names = named(parts, part, |element, name| element == "sheet" && name == "name");
                let renamed = settle(parts, names, OfficeNameKind::Sheet)?;
                renames.sheets.extend(renamed);
            }
            // The sheets of another workbook, which goes by its number.
            "externalLink" => {
                let number = parts.get(part).map(|part| number(part.name)).unwrap_or_default();
                let names = named(parts, part, |element, name| element == "sheetName" && name == "val");
                let renamed = settle(parts, names, OfficeNameKind::Sheet)?.into_iter();
                let renamed = renamed.map(|(old, new)| (format!("[{number}]{old}"), format!("[{number}]{new}")));
                renames.sheets.extend(renamed);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The number that the name of a part ends with.
fn number(name: &str) -> &str {
    let stem = name.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default();
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    stem.get(letters..).unwrap_or_default()
}

fn rename_ranges(
    parts: &mut [EditedPart<'_>],
    roots: &[String],
    renames: &mut FormulaRenames,
) -> Result<(), WriteError> {
    let mut names = Vec::new();
    for (part, root) in roots.iter().enumerate() {
        match root.as_str() {
            "workbook" => names.extend(named(parts, part, |element, name| element == "definedName" && name == "name")),
            "table" => names.extend(named(parts, part, |element, name| element == "table" && name == "displayName")),
            _ => {}
        }
    }
    // The names that Excel itself gives are no names of people's.
    names.retain(|name| !name.before.starts_with("_xlnm"));
    let renamed = settle(parts, names, OfficeNameKind::Range)?;
    renames.names.extend(renamed.into_iter().map(|(old, new)| (old.to_lowercase(), new)));
    // A table bears its name twice.
    for part in parts.iter_mut().zip(roots).filter(|(_, root)| *root == "table").map(|(part, _)| part) {
        let plain = values(part.text(), |element, name| element == "table" && name == "name");
        let change = plain.into_iter().filter_map(|(range, name)| {
            renames.names.get(&name.to_lowercase()).map(|new| (range, attribute_text(new)))
        });
        part.change(change.collect())?;
    }
    Ok(())
}

/// Returns the changes of formulas and addresses that speak of renamed things.
fn referring(source: &str, root: &str, renames: &FormulaRenames) -> SourceChanges {
    let mut changes = SourceChanges::new();
    let mut in_formula = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        match event {
            XmlEvent::Start(tag) => {
                let element = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                for attribute in xml::attributes(source, &tag) {
                    let name = xml::local(source.get(attribute.name).unwrap_or_default());
                    let value = source.get(attribute.value.clone()).unwrap_or_default();
                    if let Some(new) = referring_attribute(element, name, value, renames) {
                        changes.push((attribute.value, new));
                    }
                }
                if !tag.empty {
                    in_formula.push(is_formula(element));
                }
            }
            XmlEvent::End(_) => _ = in_formula.pop(),
            XmlEvent::Text(range) if in_formula.last() == Some(&true) && root != "externalLink" => {
                let formula = source.get(range.clone()).unwrap_or_default();
                changes.extend(formula::renamed(formula, FormulaSyntax::Excel, renames).map(|new| (range, new)));
            }
            _ => {}
        }
    }
    changes
}

fn referring_attribute(element: &str, name: &str, value: &str, renames: &FormulaRenames) -> Option<String> {
    let is_source = matches!(element, "worksheetSource" | "rangeSet");
    let meant = || xml::unescaped_attribute(value);
    match name {
        "sheet" if is_source => renames.sheets.get(meant()?.as_ref()).map(|new| attribute_text(new)),
        "name" if is_source => renames.names.get(&meant()?.to_lowercase()).map(|new| attribute_text(new)),
        _ if name != "formatCode" && is_formula_attribute(element, name, value) => {
            formula::renamed(value, FormulaSyntax::Excel, renames)
        }
        _ => None,
    }
}
