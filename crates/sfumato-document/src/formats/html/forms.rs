//! Names for the fields of a page: headers of columns, terms of lists, labels of inputs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use crate::formats::office::grid;

/// A longer text is no name of a field.
const MOST_LABEL: usize = 60;
/// Tables beyond this depth go without names.
const MOST_TABLES: usize = 64;

/// The text read so far that may be the name of a field.
#[derive(Default)]
pub(super) struct HtmlForms {
    tables: Vec<HtmlTable>,
    /// The text of the term that is being read.
    term: Option<String>,
    /// The last term, which names what follows it.
    named: Option<Rc<str>>,
    /// The text of the label that is being read, and the input it is for.
    label: Option<(Option<String>, String)>,
    inputs: HashMap<String, Rc<str>>,
}

#[derive(Default)]
struct HtmlTable {
    columns: Vec<Option<Rc<str>>>,
    column: usize,
    row: Vec<HtmlCell>,
    /// True if a row was read that is no header.
    has_rows: bool,
    in_head: bool,
    /// The cell that is being read.
    cell: Option<HtmlCell>,
}

struct HtmlCell {
    column: usize,
    /// The number of columns it takes.
    width: usize,
    text: String,
    /// True if it is marked as a header.
    is_header: bool,
    /// True if all of it is bold, as headers are that are not marked as such.
    stands_out: bool,
}

impl HtmlCell {
    /// True if it names the cell beside it.
    fn is_name(&self) -> bool {
        self.is_header || self.text.trim_end().ends_with(':')
    }

    fn is_field(&self) -> bool {
        grid::is_field(&self.text)
    }
}

/// Text as the name of a field, if it can be one.
fn name(text: &str) -> Option<Rc<str>> {
    let text = text.trim().trim_end_matches([':', '*', '?']).trim_end();
    (!text.is_empty() && text.len() <= MOST_LABEL).then(|| text.into())
}

fn hear(into: &mut String, text: &str) {
    if into.len() <= MOST_LABEL {
        if !into.is_empty() {
            into.push(' ');
        }
        // One character more than a name may have shows that it is none.
        into.extend(text.trim().chars().take(MOST_LABEL + 1));
    }
}

impl HtmlTable {
    fn end_cell(&mut self) {
        if let Some(cell) = self.cell.take() {
            self.column += cell.width;
            self.row.push(cell);
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        let stands_out = self.row.len() > 1 && self.row.iter().all(|cell| cell.stands_out);
        let is_first = self.columns.is_empty() && !self.has_rows;
        let has_fields = (is_first || self.row.len() > 2)
            && grid::is_made_of_fields(&self.row.iter().map(HtmlCell::is_field).collect::<Vec<_>>());
        if self.in_head || has_fields || (is_first && stands_out) {
            if self.has_rows && has_fields {
                self.columns.clear();
            }
            for cell in self.row.drain(..) {
                self.columns.resize(self.columns.len().max(cell.column + 1), None);
                self.columns[cell.column] = name(&cell.text);
            }
        }
        self.has_rows |= !self.row.is_empty();
        self.row.clear();
        self.column = 0;
    }

    /// True if the last cell is a field's name, and the one before it is none.
    fn has_field_last(&self) -> bool {
        let mut last = self.row.iter().rev().map(HtmlCell::is_field);
        last.next() == Some(true) && last.next() != Some(true)
    }

    fn start_cell(&mut self, is_value: bool, width: usize) -> Option<Rc<str>> {
        self.end_cell();
        self.cell =
            Some(HtmlCell { column: self.column, width, text: String::new(), is_header: !is_value, stands_out: true });
        let header = self.columns.get(self.column).cloned().flatten();
        // What a first row holds may be the names of columns; below it, a cell is named by the one before it.
        let is_form = self.columns.is_empty() && (self.has_rows || self.has_field_last());
        let names_next = |cell: &&HtmlCell| cell.is_name() || is_form;
        let before = || self.row.last().filter(names_next).and_then(|cell| name(&cell.text));
        if is_value && !self.in_head { header.or_else(before) } else { None }
    }
}

impl HtmlForms {
    /// True if an element that started is a cell in the head of a table, which names its column. One at the start of
    /// a row may be the row's own name, that of a person too.
    pub fn is_head(&self, element: &str) -> bool {
        element == "th" && self.tables.last().is_some_and(|table| table.in_head)
    }

    /// True if text is being listened to.
    pub fn listens(&self) -> bool {
        self.term.is_some() || self.tables.last().is_some_and(|table| table.cell.is_some())
    }

    /// Takes the text of a block that ended.
    pub fn block(&mut self, text: &str) {
        if let Some(term) = &mut self.term {
            hear(term, text);
        }
        if let Some(cell) = self.tables.last_mut().and_then(|table| table.cell.as_mut()) {
            hear(&mut cell.text, text);
        }
    }

    /// Text of the cell at hand that is not bold.
    pub fn plain_text(&mut self) {
        if let Some(cell) = self.tables.last_mut().and_then(|table| table.cell.as_mut()) {
            cell.stands_out = false;
        }
    }

    /// Takes text of a line, if it may be a name.
    pub fn text<'t>(&mut self, text: impl FnOnce() -> Cow<'t, str>) {
        if let Some((_, label)) = &mut self.label {
            hear(label, &text());
        }
    }

    /// An element starts: gives the name its text goes by. `attribute` looks up one of its attributes.
    pub fn start(&mut self, element: &str, attribute: &dyn Fn(&str) -> Option<String>) -> Option<Rc<str>> {
        match element {
            "table" if self.tables.len() < MOST_TABLES => self.tables.push(HtmlTable::default()),
            "dt" => self.term = Some(String::new()),
            "dd" => {
                self.end("dt");
                return self.named.clone();
            }
            "label" => self.label = Some((attribute("for"), String::new())),
            "textarea" | "select" => return self.input(attribute),
            _ => {}
        }
        let table = self.tables.last_mut()?;
        match element {
            "thead" => table.in_head = true,
            "tbody" | "tfoot" => {
                table.end_row();
                table.in_head = false;
            }
            "tr" => table.end_row(),
            "td" | "th" => {
                let width = attribute("colspan").and_then(|width| width.trim().parse::<usize>().ok()).unwrap_or(1);
                return table.start_cell(element == "td", width.clamp(1, 100));
            }
            _ => {}
        }
        None
    }

    /// An element ends.
    pub fn end(&mut self, element: &str) {
        match element {
            "dt" => {
                if let Some(term) = self.term.take() {
                    self.named = name(&term);
                }
            }
            "dl" => self.named = None,
            "label" => {
                if let Some((Some(input), text)) = self.label.take()
                    && let Some(name) = name(&text)
                {
                    self.inputs.insert(input, name);
                }
            }
            "table" => {
                self.tables.pop();
            }
            "td" | "th" => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_cell();
                }
            }
            "tr" | "thead" => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_row();
                    table.in_head &= element != "thead";
                }
            }
            _ => {}
        }
    }

    /// The name of an input: its label, or what it says of itself.
    pub fn input(&self, attribute: &dyn Fn(&str) -> Option<String>) -> Option<Rc<str>> {
        let labelled = attribute("id").and_then(|id| self.inputs.get(&id).cloned());
        let around = || self.label.as_ref().and_then(|(_, text)| name(text));
        let own = || ["aria-label", "name", "placeholder", "id"].iter().find_map(|own| name(&attribute(own)?));
        labelled.or_else(around).or_else(own)
    }
}
