//! Tables of Word and PowerPoint: cells go by the header of their column, or by the cell to their left in a form.

use std::borrow::Cow;

use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary};
use crate::formats::office::grid::{CellGrid, CellNames, CellNaming};
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};

/// The roles of the paragraphs of the tables of a part.
pub(super) struct TableNamings {
    names: CellNames,
    /// The role of the paragraph that starts at each place; in order.
    places: Vec<(usize, CellNaming)>,
}

/// A vocabulary, and the names that tables give to their cells.
pub(super) struct TabledVocabulary<'v> {
    pub vocabulary: &'v dyn MarkupVocabulary,
    pub tables: TableNamings,
}

impl MarkupVocabulary for TabledVocabulary<'_> {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        self.vocabulary.element(element)
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        self.vocabulary.attribute(element, local, value)
    }

    fn label<'v>(&'v self, element: &MarkupElement<'_>) -> Option<Cow<'v, str>> {
        self.vocabulary.label(element).or_else(|| self.tables.label(element.at()))
    }

    fn labels_by_element(&self) -> bool {
        self.vocabulary.labels_by_element()
    }

    fn attribute_label<'v>(&'v self, element: &MarkupElement<'_>, local: &'v str, value: &str) -> Cow<'v, str> {
        self.vocabulary.attribute_label(element, local, value)
    }

    fn is_elsewhere(&self, at: usize) -> bool {
        self.vocabulary.is_elsewhere(at)
    }

    fn blanks_are_text(&self, local: &str) -> bool {
        self.vocabulary.blanks_are_text(local)
    }
}

impl TableNamings {
    /// The tables of a part; nothing if it has none.
    pub fn read(source: &str) -> Result<Option<Self>, XmlError> {
        if !source.contains(":tbl>") && !source.contains(":tbl ") {
            return Ok(None);
        }
        let mut reader =
            ParagraphTableReader { tables: Vec::new(), read: Self { names: CellNames::default(), places: Vec::new() } };
        for event in XmlScanner::new(source) {
            match event? {
                XmlEvent::Start(tag) => {
                    let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                    reader.start(name, tag.whole.start);
                    if tag.empty {
                        reader.end(name);
                    }
                }
                XmlEvent::End(tag) => reader.end(xml::local(source.get(tag.name).unwrap_or_default())),
                XmlEvent::Text(range) => reader.text(source.get(range).unwrap_or_default()),
                _ => {}
            }
        }
        reader.read.places.sort_unstable_by_key(|(place, _)| *place);
        Ok(Some(reader.read))
    }

    /// The name that the paragraph at this place of the source goes by.
    fn label(&self, at: usize) -> Option<Cow<'_, str>> {
        let found = self.places.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        match self.places.get(found)?.1 {
            CellNaming::By(number) => self.names.get(number).map(Cow::Borrowed),
            CellNaming::Heading | CellNaming::Nothing => None,
        }
    }
}

#[derive(Default)]
struct ParagraphTable {
    grid: CellGrid<Vec<usize>>,
    row: usize,
    column: usize,
    /// The cell at hand: where its paragraphs start, and its text.
    cell: Option<(Vec<usize>, String)>,
    /// True if text of a run is at hand.
    in_text: bool,
}

struct ParagraphTableReader {
    tables: Vec<ParagraphTable>,
    read: TableNamings,
}

impl ParagraphTableReader {
    fn start(&mut self, name: &str, at: usize) {
        if name == "tbl" {
            return self.tables.push(ParagraphTable::default());
        }
        let Some(table) = self.tables.last_mut() else { return };
        match name {
            "tr" => {
                table.row += 1;
                table.column = 0;
            }
            "tc" => table.cell = Some((Vec::new(), String::new())),
            "p" => {
                if let Some((places, text)) = &mut table.cell {
                    if !places.is_empty() {
                        text.push(' ');
                    }
                    places.push(at);
                }
            }
            "t" => table.in_text = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(ParagraphTable { cell: Some((_, cell)), in_text: true, .. }) = self.tables.last_mut() {
            cell.push_str(&xml::unescaped(text).unwrap_or_default());
        }
    }

    fn end(&mut self, name: &str) {
        let Some(table) = self.tables.last_mut() else { return };
        match name {
            "t" => table.in_text = false,
            "tc" => {
                if let Some((places, text)) = table.cell.take().filter(|(_, text)| !text.trim().is_empty()) {
                    // A number alone counts as one, as in a sheet.
                    let is_number = text.chars().all(|c| !c.is_alphabetic());
                    let text = Some(text.as_str()).filter(|_| !is_number);
                    table.grid.add(table.row, table.column, text, places, &mut self.read.names);
                }
                table.column += 1;
            }
            "tbl" => {
                let Some(table) = self.tables.pop() else { return };
                for (places, naming) in table.grid.named() {
                    self.read.places.extend(places.into_iter().map(|place| (place, naming)));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_go_by_their_columns() {
        let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
        let row = |texts: [&str; 3]| format!("<w:tr>{}</w:tr>", texts.map(cell).concat());
        let rows = [["Name", "Seen by", "Telephone"], ["Ann &amp; Bob", "Carl", "07700 900318"]].map(row).concat();
        let source = format!("<w:body><w:tbl>{rows}</w:tbl></w:body>");
        let tables = TableNamings::read(&source).expect("XML").expect("a table");
        let label = |text: &str| {
            let at = source.get(..source.find(text)?)?.rfind("<w:p>")?;
            tables.label(at).map(Cow::into_owned)
        };
        assert_eq!(label("07700").as_deref(), Some("Telephone"));
        assert_eq!(label("Ann").as_deref(), Some("Name"));
        assert_eq!(label("Seen"), None, "a header names, and goes by no name");
        assert!(TableNamings::read("<w:body><w:p/></w:body>").expect("XML").is_none());
    }
}
