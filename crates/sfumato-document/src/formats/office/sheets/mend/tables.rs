//! The columns of tables, which must bear the names that stand at their head.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::{SourceChanges, attribute_text, values};
use crate::formats::WriteError;
use crate::formats::office::package::EditedPart;
use crate::formats::office::renaming::{OfficeNameKind, settled};
use crate::formats::office::sheets::cells::{self, SheetValueType};
use crate::xml::{self, XmlEvent, XmlScanner};

/// A table on a sheet.
pub(crate) struct SheetTable {
    /// The row of the names, and the first column; nothing if there is no such row.
    pub head: Option<(usize, usize)>,
    /// The names of its columns, and where they stand.
    pub columns: Vec<(Range<usize>, String)>,
}

/// The table that a part describes.
pub(crate) fn table(source: &str) -> Option<SheetTable> {
    let columns = values(source, |element, name| element == "tableColumn" && name == "name");
    let mut events = XmlScanner::new(source).map_while(Result::ok);
    let tag = events.find_map(|event| if let XmlEvent::Start(tag) = event { Some(tag) } else { None })?;
    let has_head = cells::attribute(source, &tag, "headerRowCount") != Some("0");
    let start = cells::attribute(source, &tag, "ref")?.split(':').next().and_then(cells::place);
    Some(SheetTable { head: start.filter(|_| has_head), columns })
}

/// A cell at the head of a table.
struct TableHeadCell {
    text: String,
    whole: Range<usize>,
    name: Range<usize>,
    /// Its attributes but for the type.
    attributes: String,
}

/// The cells in the rows that tables start with, by row and column.
type TableHeadCells = HashMap<(usize, usize), TableHeadCell>;

/// Makes the columns of all tables bear the names at their head; gives old names with new ones.
pub(super) fn mend(parts: &mut [EditedPart<'_>], roots: &[String]) -> Result<HashMap<String, String>, WriteError> {
    let mut renamed = HashMap::new();
    let shared = roots.iter().position(|root| root == "sst").and_then(|part| parts.get(part));
    let by_sheet = by_sheet(parts, roots);
    let strings = shared.filter(|_| !by_sheet.is_empty()).map(|part| strings(part.text())).unwrap_or_default();
    for (sheet, tables) in by_sheet {
        let Some(source) = parts.get(sheet).map(|part| part.text().to_owned()) else { continue };
        let starts: HashSet<usize> = tables.iter().filter_map(|(_, table)| table.head).map(|(row, _)| row).collect();
        let heads = heads(&source, &starts, &strings);
        let mut cells = SourceChanges::new();
        for (at, table) in tables {
            let columns = rename_columns(&table, &heads, &source, &mut cells, &mut renamed);
            if let Some(part) = parts.get_mut(at) {
                part.change(columns)?;
            }
        }
        if let Some(part) = parts.get_mut(sheet) {
            part.change(cells)?;
        }
    }
    Ok(renamed)
}

/// Returns the changes of a table, and of the cells at its head.
fn rename_columns(
    table: &SheetTable,
    heads: &TableHeadCells,
    source: &str,
    cells: &mut SourceChanges,
    renamed: &mut HashMap<String, String>,
) -> SourceChanges {
    let Some((row, first)) = table.head else { return SourceChanges::new() };
    let head = |column: usize| heads.get(&(row, first.checked_add(column)?));
    let before: Vec<String> = table.columns.iter().map(|(_, name)| name.clone()).collect();
    let at_head = |(column, name): (usize, &String)| head(column).map_or(name.clone(), |head| as_column(&head.text));
    let after: Vec<String> = before.iter().enumerate().map(at_head).collect();
    let names = settled(&before, &after, OfficeNameKind::Column);
    let mut columns = SourceChanges::new();
    for (column, ((range, old), new)) in table.columns.iter().zip(names).enumerate() {
        if let Some(head) = head(column).filter(|_| after.get(column) != Some(&new)) {
            cells.push((head.whole.clone(), inline(source, head, &new)));
        }
        if *old != new {
            columns.push((range.clone(), attribute_text(&new)));
            renamed.insert(old.clone(), new);
        }
    }
    columns
}

/// The tables of every sheet that has some.
fn by_sheet(parts: &[EditedPart<'_>], roots: &[String]) -> BTreeMap<usize, Vec<(usize, SheetTable)>> {
    let mut by_sheet: BTreeMap<usize, Vec<(usize, SheetTable)>> = BTreeMap::new();
    let tables = parts.iter().enumerate().zip(roots).filter(|(_, root)| *root == "table").map(|(part, _)| part);
    let mut tables: HashMap<&str, (usize, &EditedPart<'_>)> =
        tables.map(|(at, part)| (file(part.name), (at, part))).collect();
    for relations in parts.iter().filter(|part| part.name.ends_with(".rels") && !tables_are_none(part)) {
        let sheet = relations.name.replace("/_rels/", "/");
        let sheet = sheet.strip_suffix(".rels").unwrap_or_default();
        let Some(sheet) = parts.iter().position(|part| part.name == sheet) else { continue };
        for (_, target) in values(relations.before, |element, name| element == "Relationship" && name == "Target") {
            let found = tables.remove(file(&target)).filter(|_| target.contains("tables/"));
            if let Some((at, table)) = found.and_then(|(at, part)| Some((at, table(part.text())?))) {
                by_sheet.entry(sheet).or_default().push((at, table));
            }
        }
    }
    by_sheet
}

/// A first look, since most relations lead to no tables.
fn tables_are_none(relations: &EditedPart<'_>) -> bool {
    !relations.before.contains("tables/")
}

/// The last word of the name of a part.
fn file(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// A text as the name of a column writes it.
pub(crate) fn as_column(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "_x000a_")
}

/// The cell with this text of its own.
fn inline(source: &str, head: &TableHeadCell, text: &str) -> String {
    let name = source.get(head.name.clone()).unwrap_or("c");
    let prefix = name.rsplit_once(':').map_or(String::new(), |(prefix, _)| format!("{prefix}:"));
    let attributes = &head.attributes;
    let text = attribute_text(text);
    format!("<{name}{attributes} t=\"inlineStr\"><{prefix}is><{prefix}t>{text}</{prefix}t></{prefix}is></{name}>")
}

/// The cells in these rows.
fn heads(source: &str, rows: &HashSet<usize>, strings: &[String]) -> TableHeadCells {
    let mut heads = TableHeadCells::new();
    let _ = cells::each(source, |cell| {
        if !rows.contains(&cell.row) {
            return;
        }
        let own = cell.text(source);
        let text = match cell.kind {
            SheetValueType::Shared => own.trim().parse::<usize>().ok().and_then(|index| strings.get(index).cloned()),
            _ => Some(own),
        };
        if let Some(text) = text {
            let kept = xml::attributes(source, &cell.tag).filter(|a| source.get(a.name.clone()) != Some("t"));
            let attributes = kept.filter_map(|a| source.get(a.whole)).collect();
            heads.insert(
                (cell.row, cell.column),
                TableHeadCell { text, whole: cell.whole, name: cell.tag.name, attributes },
            );
        }
    });
    heads
}

/// Returns the shared strings.
fn strings(source: &str) -> Vec<String> {
    let mut strings: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for event in XmlScanner::new(source).map_while(Result::ok) {
        match event {
            XmlEvent::Start(tag) => {
                let name = xml::local(source.get(tag.name).unwrap_or_default());
                if name == "si" {
                    strings.push(String::new());
                }
                if !tag.empty {
                    names.push(name);
                }
            }
            XmlEvent::End(_) => _ = names.pop(),
            XmlEvent::Text(range) if names.last() == Some(&"t") && !names.contains(&"rPh") => {
                if let Some(string) = strings.last_mut() {
                    string.push_str(&source.get(range).and_then(xml::unescaped).unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    strings
}
