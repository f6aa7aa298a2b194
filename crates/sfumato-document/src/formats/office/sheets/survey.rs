//! A first look at a workbook: what its cells go by.
//!
//! Cells refer to most of their text by number, so that what a text is called is known only once all sheets have been
//! looked at.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::cells::{self, SheetValueType};
use crate::formats::office::grid::{self, CellGrid, CellNames, CellNaming};
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};

/// Longer texts name nothing.
const LONGEST_NAME: usize = 80;
/// Of the names that a string goes by in different places, so many are counted.
const MOST_NAMES: usize = 16;

/// A shared string: where it starts, and what it says if it is short.
struct SharedString {
    at: usize,
    text: Option<String>,
    uses: SharedStringUses,
}

/// The roles of the cells with a shared string.
#[derive(Default)]
struct SharedStringUses {
    /// The number of cells that go by each name.
    names: Vec<(u32, usize)>,
    is_heading: bool,
    is_nameless: bool,
}

impl SharedStringUses {
    fn add(&mut self, naming: CellNaming) {
        match naming {
            CellNaming::Heading => self.is_heading = true,
            CellNaming::Nothing => self.is_nameless = true,
            CellNaming::By(name) => {
                if let Some((_, count)) = self.names.iter_mut().find(|(known, _)| *known == name) {
                    *count += 1;
                } else if self.names.len() < MOST_NAMES {
                    self.names.push((name, 1));
                }
            }
        }
    }

    /// Returns the role of the string: the name that tells most, then the one used most, then the first.
    fn naming(&self, names: &CellNames) -> CellNaming {
        let is_telling = |name: u32| names.get(name).is_some_and(|name| !grid::is_vague(name));
        let best = self.names.iter().rev().max_by_key(|(name, count)| (is_telling(*name), *count));
        match best {
            Some((name, _)) => CellNaming::By(*name),
            None if self.is_heading && !self.is_nameless => CellNaming::Heading,
            None => CellNaming::Nothing,
        }
    }
}

/// The place of a cell's text.
enum CellTextPlace {
    Shared(usize),
    /// The start of the cell, and the hash of its text if it is a number with a fraction.
    Cell(usize, Option<u64>),
}

/// The facts about the cells of a workbook.
#[derive(Default)]
pub(super) struct WorkbookSurvey {
    names: CellNames,
    strings: Vec<SharedString>,
    /// The roles of the cells with a text of their own, by sheet and start.
    cells: HashMap<usize, Vec<(usize, CellNaming)>>,
    /// Numbers with a fraction that go by a name in some cell, by the hash of their text.
    fractions: HashSet<u64>,
}

/// A number with a fraction and so many digits is hardly another one's by chance.
const LONG_FRACTION: usize = 6;

/// The hash of a number with a long fraction.
fn fraction(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (text.contains('.') && digits >= LONG_FRACTION).then(|| {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        hasher.finish()
    })
}

impl WorkbookSurvey {
    /// Reads the shared strings.
    pub fn strings(&mut self, source: &str) -> Result<(), XmlError> {
        let mut text: Option<String> = None;
        let mut names: Vec<&str> = Vec::new();
        for event in XmlScanner::new(source) {
            match event? {
                XmlEvent::Start(tag) => {
                    let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                    if name == "si" {
                        self.strings.push(SharedString {
                            at: tag.whole.start,
                            text: None,
                            uses: SharedStringUses::default(),
                        });
                        text = Some(String::new()).filter(|_| !tag.empty);
                    }
                    if !tag.empty {
                        names.push(name);
                    }
                }
                XmlEvent::End(_) => {
                    if names.pop() == Some("si")
                        && let Some(shared) = self.strings.last_mut()
                    {
                        shared.text = text.take().filter(|text| text.len() <= LONGEST_NAME);
                    }
                }
                XmlEvent::Text(range) if names.last() == Some(&"t") && !names.contains(&"rPh") => {
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
        let mut grid = CellGrid::default();
        let (strings, names) = (&self.strings, &mut self.names);
        cells::each(source, |cell| match cell.kind {
            SheetValueType::Shared => {
                let index: Option<usize> = cell.text(source).trim().parse().ok();
                if let Some((index, shared)) = index.and_then(|index| strings.get(index).map(|shared| (index, shared)))
                {
                    // A text too long to be a name is text all the same.
                    let text = Some(shared.text.as_deref().unwrap_or("@"));
                    grid.add(cell.row, cell.column, text, CellTextPlace::Shared(index), names);
                }
            }
            SheetValueType::Inline | SheetValueType::Text => {
                let text = cell.text(source);
                grid.add(cell.row, cell.column, Some(&text), CellTextPlace::Cell(cell.whole.start, None), names);
            }
            _ => {
                let number = fraction(&cell.text(source));
                grid.add(cell.row, cell.column, None, CellTextPlace::Cell(cell.whole.start, number), names);
            }
        })?;
        let mut own = Vec::new();
        for (place, naming) in grid.named() {
            match place {
                CellTextPlace::Cell(start, number) => {
                    own.push((start, naming));
                    self.fractions.extend(number.filter(|_| matches!(naming, CellNaming::By(_))));
                }
                CellTextPlace::Shared(index) => {
                    if let Some(shared) = self.strings.get_mut(index) {
                        shared.uses.add(naming);
                    }
                }
            }
        }
        self.cells.insert(number, own);
        Ok(())
    }

    /// Returns the role of the shared string that starts here.
    pub fn string(&self, at: usize) -> CellNaming {
        let found = self.strings.binary_search_by_key(&at, |shared| shared.at).ok();
        found
            .and_then(|index| self.strings.get(index))
            .map_or(CellNaming::Nothing, |shared| shared.uses.naming(&self.names))
    }

    /// Returns the text of a cell; empty for a shared string that is too long for a name.
    pub fn cell_text(&self, cell: &cells::SheetCell, source: &str) -> String {
        let text = cell.text(source);
        if cell.kind != SheetValueType::Shared {
            return text;
        }
        let shared = text.trim().parse::<usize>().ok().and_then(|index| self.strings.get(index));
        shared.and_then(|shared| shared.text.clone()).unwrap_or_default()
    }

    /// True if a number has a long fraction and goes by a name in some cell.
    pub fn is_named_elsewhere(&self, number: &str) -> bool {
        fraction(number).is_some_and(|number| self.fractions.contains(&number))
    }

    /// Returns the role of the cell that starts here.
    pub fn cell(&self, sheet: usize, at: usize) -> CellNaming {
        let Some(cells) = self.cells.get(&sheet) else { return CellNaming::Nothing };
        let found = cells.binary_search_by_key(&at, |(start, _)| *start).ok();
        found.and_then(|index| cells.get(index)).map_or(CellNaming::Nothing, |(_, naming)| *naming)
    }

    /// The name that something goes by.
    pub fn label(&self, naming: CellNaming) -> Option<Cow<'_, str>> {
        match naming {
            CellNaming::By(number) => self.names.get(number).map(Cow::Borrowed),
            CellNaming::Heading | CellNaming::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_goes_by_the_name_that_tells_most() {
        let strings = "<sst><si><t>Ann Lee</t></si></sst>";
        let sheet = |header: &str, rows: usize| {
            let cell = "<row><c t=\"s\"><v>0</v></c></row>".repeat(rows);
            format!("<d><row><c t=\"inlineStr\"><is><t>{header}</t></is></c></row>{cell}</d>")
        };
        let label = |sheets: &[(&str, usize)]| {
            let mut survey = WorkbookSurvey::default();
            survey.strings(strings).expect("XML");
            for (number, (header, rows)) in sheets.iter().enumerate() {
                survey.sheet(number, &sheet(header, *rows)).expect("XML");
            }
            survey.label(survey.string(5)).map(Cow::into_owned)
        };
        assert_eq!(label(&[("Comment", 3), ("Name", 1)]).as_deref(), Some("Name"));
        assert_eq!(label(&[("Name", 1), ("Patient", 2)]).as_deref(), Some("Patient"));
        assert_eq!(label(&[("Name", 1), ("Patient", 1)]).as_deref(), Some("Name"));
        assert_eq!(label(&[("Notes", 1)]).as_deref(), Some("Notes"));
    }
}
