//! A first look at a workbook: what its cells go by.
//!
//! Cells refer to most of their text by number, so that what a text is called is known only once all sheets have been
//! looked at.

use std::borrow::Cow;
use std::collections::HashMap;

use super::cells::{self, Kind};
use crate::formats::office::grid::{Grid, Names, Naming};
use crate::xml::{self, Event, Scanner, XmlError};

/// Longer texts name nothing.
const LONGEST_NAME: usize = 80;

/// A shared string: where it starts, and what it says if it is short.
struct Shared {
    at: usize,
    text: Option<String>,
    naming: Option<Naming>,
}

/// Where a cell's text is.
enum Place {
    Shared(usize),
    Cell(usize),
}

/// What is known of the cells of a workbook.
#[derive(Default)]
pub(super) struct Survey {
    names: Names,
    strings: Vec<Shared>,
    /// What the cells with a text of their own are, by sheet and start.
    cells: HashMap<usize, Vec<(usize, Naming)>>,
}

impl Survey {
    /// Reads the shared strings.
    pub fn strings(&mut self, source: &str) -> Result<(), XmlError> {
        let mut text: Option<String> = None;
        let mut names: Vec<&str> = Vec::new();
        for event in Scanner::new(source) {
            match event? {
                Event::Start(tag) => {
                    let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                    if name == "si" {
                        self.strings.push(Shared { at: tag.whole.start, text: None, naming: None });
                        text = Some(String::new()).filter(|_| !tag.empty);
                    }
                    if !tag.empty {
                        names.push(name);
                    }
                }
                Event::End(_) => {
                    if names.pop() == Some("si")
                        && let Some(shared) = self.strings.last_mut()
                    {
                        shared.text = text.take().filter(|text| text.len() <= LONGEST_NAME);
                    }
                }
                Event::Text(range) if names.last() == Some(&"t") && !names.contains(&"rPh") => {
                    if let Some(text) = text.as_mut().filter(|text| text.len() <= LONGEST_NAME) {
                        text.push_str(&source.get(range).and_then(xml::unescaped).unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Looks at a sheet, which goes by this number.
    pub fn sheet(&mut self, number: usize, source: &str) -> Result<(), XmlError> {
        let mut grid = Grid::default();
        let (strings, names) = (&self.strings, &mut self.names);
        cells::each(source, |cell| match cell.kind {
            Kind::Shared => {
                let index: Option<usize> = cell.text(source).trim().parse().ok();
                if let Some((index, shared)) = index.and_then(|index| strings.get(index).map(|shared| (index, shared)))
                {
                    // A text too long to be a name is text all the same.
                    let text = Some(shared.text.as_deref().unwrap_or("@"));
                    grid.add(cell.row, cell.column, text, Place::Shared(index), names);
                }
            }
            Kind::Inline | Kind::Text => {
                let text = cell.text(source);
                grid.add(cell.row, cell.column, Some(&text), Place::Cell(cell.whole.start), names);
            }
            _ => grid.add(cell.row, cell.column, None, Place::Cell(cell.whole.start), names),
        })?;
        let mut own = Vec::new();
        for (place, naming) in grid.named(&mut self.names) {
            match place {
                Place::Cell(start) => own.push((start, naming)),
                Place::Shared(index) => {
                    if let Some(shared) = self.strings.get_mut(index) {
                        let same = shared.naming.is_none_or(|known| known == naming);
                        shared.naming = Some(if same { naming } else { Naming::Nothing });
                    }
                }
            }
        }
        self.cells.insert(number, own);
        Ok(())
    }

    /// What the shared string that starts here is.
    pub fn string(&self, at: usize) -> Naming {
        let found = self.strings.binary_search_by_key(&at, |shared| shared.at).ok();
        found.and_then(|index| self.strings.get(index)).and_then(|shared| shared.naming).unwrap_or(Naming::Nothing)
    }

    /// What the cell that starts here is.
    pub fn cell(&self, sheet: usize, at: usize) -> Naming {
        let Some(cells) = self.cells.get(&sheet) else { return Naming::Nothing };
        let found = cells.binary_search_by_key(&at, |(start, _)| *start).ok();
        found.and_then(|index| cells.get(index)).map_or(Naming::Nothing, |(_, naming)| *naming)
    }

    /// The name that something goes by.
    pub fn label(&self, naming: Naming) -> Option<Cow<'_, str>> {
        match naming {
            Naming::By(number) => self.names.get(number).map(Cow::Borrowed),
            Naming::Heading | Naming::Nothing => None,
        }
    }
}
