//! Cells of OpenDocument tables: what they go by, and which of them say the same thing twice.

use std::borrow::Cow;

use crate::formats::office::grid::{CellGrid, CellNames, CellNaming};
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};

/// Attributes that hold the value of a cell or a field, whose text shows it.
pub(super) const VALUES: [&str; 4] = ["value", "date-value", "time-value", "string-value"];

/// The facts about the cells of a part.
#[derive(Default)]
pub(super) struct OdfCells {
    names: CellNames,
    /// The role of the cell or the paragraph that starts at each place; in order.
    places: Vec<(usize, CellNaming)>,
    /// The starts of cells whose text shows all of their value; in order.
    echoes: Vec<usize>,
}

impl OdfCells {
    /// Returns the role of the cell, or of the paragraph in it, that starts at this place of the source.
    pub fn naming(&self, at: usize) -> CellNaming {
        let found = self.places.binary_search_by_key(&at, |(place, _)| *place);
        found.ok().and_then(|found| self.places.get(found)).map_or(CellNaming::Nothing, |(_, naming)| *naming)
    }

    /// The name it goes by.
    pub fn label(&self, at: usize) -> Option<Cow<'_, str>> {
        match self.naming(at) {
            CellNaming::By(number) => self.names.get(number).map(Cow::Borrowed),
            CellNaming::Heading | CellNaming::Nothing => None,
        }
    }

    /// True if the text of the cell shows all of its value, so that the value need not be read.
    pub fn is_echo(&self, at: usize) -> bool {
        self.echoes.binary_search(&at).is_ok()
    }
}

/// The starts of a cell and its paragraphs.
type CellPlaces = Vec<usize>;

#[derive(Default)]
struct OdfTable {
    grid: CellGrid<CellPlaces>,
    row: usize,
    column: usize,
}

struct OdfCell {
    places: CellPlaces,
    column: usize,
    value: Option<String>,
    is_text: bool,
    text: String,
}

#[derive(Default)]
struct OdfCellReader {
    tables: Vec<OdfTable>,
    open: Vec<OdfCell>,
    cells: OdfCells,
    /// The number of comments that are open.
    annotations: usize,
}

/// Looks at the tables of a part.
pub(super) fn read(source: &str) -> Result<OdfCells, XmlError> {
    let mut reader = OdfCellReader::default();
    for event in XmlScanner::new(source) {
        match event? {
            XmlEvent::Start(tag) => {
                let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                let attribute = |wanted: &str| {
                    let is_it = |a: &xml::XmlAttribute| source.get(a.name.clone()).map(xml::local) == Some(wanted);
                    xml::attributes(source, &tag).find(is_it).and_then(|a| source.get(a.value))
                };
                reader.start(name, tag.whole.start, &attribute);
                if tag.empty {
                    reader.end(name);
                }
            }
            XmlEvent::End(tag) => reader.end(xml::local(source.get(tag.name).unwrap_or_default())),
            XmlEvent::Text(range) => {
                if let Some(cell) = reader.open.last_mut().filter(|_| reader.annotations == 0) {
                    cell.text.push_str(&source.get(range).and_then(xml::unescaped).unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    reader.cells.places.sort_unstable_by_key(|(place, _)| *place);
    reader.cells.echoes.sort_unstable();
    Ok(reader.cells)
}

impl OdfCellReader {
    fn start<'s>(&mut self, name: &str, at: usize, attribute: &dyn Fn(&str) -> Option<&'s str>) {
        match name {
            "table" => self.tables.push(OdfTable::default()),
            "annotation" => self.annotations += 1,
            "table-row" => {
                if let Some(table) = self.tables.last_mut() {
                    table.row += 1;
                    table.column = 0;
                }
            }
            "table-cell" | "covered-table-cell" => {
                let Some(table) = self.tables.last_mut() else { return };
                let column = table.column;
                let repeated = attribute("number-columns-repeated").and_then(|n| n.parse().ok()).unwrap_or(1usize);
                table.column = column.saturating_add(repeated);
                let value = VALUES.iter().find_map(|value| attribute(value));
                let value = value.and_then(xml::unescaped_attribute).map(Cow::into_owned);
                let is_text = attribute("value-type").is_none_or(|kind| kind == "string");
                self.open.push(OdfCell { places: vec![at], column, value, is_text, text: String::new() });
            }
            "p" | "h" if self.annotations == 0 => {
                if let Some(cell) = self.open.last_mut() {
                    cell.places.push(at);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "annotation" => self.annotations = self.annotations.saturating_sub(1),
            "table" => {
                let Some(table) = self.tables.pop() else { return };
                let named: Vec<_> = table.grid.named().collect();
                for (places, naming) in named {
                    self.cells.places.extend(places.into_iter().map(|place| (place, naming)));
                }
            }
            "table-cell" | "covered-table-cell" => {
                let (Some(cell), Some(table)) = (self.open.pop(), self.tables.last_mut()) else { return };
                if cell.value.as_deref().is_some_and(|value| shows(&cell.text, value))
                    && let Some(start) = cell.places.first()
                {
                    self.cells.echoes.push(*start);
                }
                if !cell.text.trim().is_empty() || cell.value.is_some() {
                    let text = Some(cell.text.as_str()).filter(|_| cell.is_text);
                    table.grid.add(table.row, cell.column, text, cell.places, &mut self.cells.names);
                }
            }
            _ => {}
        }
    }
}

/// True if a text tells all that a value does: it is the same, or has the same numbers in some order.
fn shows(text: &str, value: &str) -> bool {
    let numbers = |text: &str| {
        let mut numbers: Vec<String> = text
            .split(|c: char| !c.is_ascii_digit())
            .map(|digits| digits.trim_start_matches('0').to_owned())
            .filter(|digits| !digits.is_empty())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_worded = value.chars().any(char::is_alphabetic);
    text.trim() == value.trim() || (!is_worded && (digits(text) == digits(value) || numbers(text) == numbers(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_show_all_of_a_value() {
        assert!(shows("600 123 456", "600123456"));
        assert!(shows("01/05/1990", "1990-05-01"));
        assert!(!shows("01/05/90", "1990-05-01"));
        assert!(!shows("6.0E8", "600123456"));
        assert!(!shows("Ann", "Ann Lee"));
    }

    #[test]
    fn cells_go_by_their_columns() {
        let source = "<t:table><t:table-row><t:table-cell><p>Name</p></t:table-cell><t:table-cell><p>Phone</p></t:table-cell>\
            </t:table-row><t:table-row><t:table-cell><p>Ann</p></t:table-cell>\
            <t:table-cell o:value-type='float' o:value='600123456'><p>600123456</p></t:table-cell></t:table-row></t:table>";
        let cells = read(source).expect("XML");
        let at = |fault: &str| source.find(fault).expect("there");
        assert_eq!(cells.naming(at("<p>Phone")), CellNaming::Heading);
        assert_eq!(cells.label(at("<p>Ann")).as_deref(), Some("Name"));
        assert_eq!(cells.label(at("<t:table-cell o:")).as_deref(), Some("Phone"));
        assert!(cells.is_echo(at("<t:table-cell o:")));
    }
}
