//! The cells of a worksheet, as they stand in its XML.

use std::borrow::Cow;
use std::ops::Range;

use crate::splice::SourceCoding;
use crate::xml::{self, XmlError, XmlEvent, XmlScanner, XmlTag};

/// The type of the value of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SheetValueType {
    /// The number of a shared string.
    Shared,
    /// Text in the cell itself.
    Inline,
    /// Text, most often what a formula came to.
    Text,
    /// A number, perhaps of a day.
    Number,
    /// A date in letters.
    Date,
    /// True or false, or an error.
    Other,
}

/// A stretch of text and how it is written.
pub(super) type CodedStretch = (Range<usize>, SourceCoding);

/// Returns the text of a stretch.
pub(super) fn text_of(source: &str, (range, coding): &CodedStretch) -> Option<String> {
    let raw = source.get(range.clone())?;
    if *coding == SourceCoding::XmlCData { Some(raw.to_owned()) } else { xml::unescaped(raw).map(Cow::into_owned) }
}

/// A cell that holds something.
pub(super) struct SheetCell {
    pub row: usize,
    pub column: usize,
    pub kind: SheetValueType,
    pub style: usize,
    /// Its start tag.
    pub tag: XmlTag,
    /// All of it.
    pub whole: Range<usize>,
    /// The stretches of its value or text.
    pub texts: Vec<CodedStretch>,
    /// The hints to its pronunciation, and whatever else stands in it.
    pub asides: Vec<CodedStretch>,
    pub formula: Option<Range<usize>>,
    /// All of the element that holds the formula, or says that another cell does.
    pub calculation: Option<CellFormula>,
}

/// The formula by which a cell comes by its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellFormula {
    pub whole: Range<usize>,
    /// The number of the formula that it shares with other cells.
    pub shared: Option<usize>,
    /// The cells that its formula fills.
    pub filled: Option<((usize, usize), (usize, usize))>,
}

impl CellFormula {
    fn new(source: &str, tag: &XmlTag) -> Self {
        let kind = attribute(source, tag, "t");
        let shared = attribute(source, tag, "si").filter(|_| kind == Some("shared")).and_then(|si| si.parse().ok());
        let filled = attribute(source, tag, "ref").filter(|_| kind == Some("array")).and_then(|range| {
            let (first, last) = range.split_once(':').unwrap_or((range, range));
            Some((place(first)?, place(last)?))
        });
        Self { whole: tag.whole.clone(), shared, filled }
    }
}

impl SheetCell {
    /// Its value or text without escapes.
    pub fn text(&self, source: &str) -> String {
        self.texts.iter().filter_map(|stretch| text_of(source, stretch)).collect()
    }
}

/// The value of an attribute by its local name, as it stands in the source.
pub(super) fn attribute<'s>(source: &'s str, tag: &XmlTag, local: &str) -> Option<&'s str> {
    xml::attributes(source, tag)
        .find(|a| source.get(a.name.clone()).map(xml::local) == Some(local))
        .and_then(|a| source.get(a.value))
}

/// The row and column of a cell, counted from one, by its name: `B7`.
pub(super) fn place(name: &str) -> Option<(usize, usize)> {
    let name = name.trim_start_matches('$');
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at_checked(letters)?;
    let column = letters.bytes().try_fold(0usize, |column, letter| {
        column.checked_mul(26)?.checked_add(usize::from(letter.to_ascii_uppercase() - b'A') + 1)
    })?;
    let row = digits.trim_start_matches('$').parse().ok()?;
    (column > 0).then_some((row, column))
}

/// The position of a reader of cells.
#[derive(Default)]
struct CellPosition {
    row: usize,
    column: usize,
}

impl CellPosition {
    fn start_row(&mut self, source: &str, tag: &XmlTag) {
        let stated = attribute(source, tag, "r").and_then(|row| row.parse().ok());
        self.row = stated.unwrap_or(self.row.saturating_add(1));
        self.column = 0;
    }

    fn cell(&mut self, source: &str, tag: &XmlTag) -> SheetCell {
        self.column = self.column.saturating_add(1);
        if let Some((row, column)) = attribute(source, tag, "r").and_then(place) {
            (self.row, self.column) = (row, column);
        }
        let kind = match attribute(source, tag, "t") {
            Some("s") => SheetValueType::Shared,
            Some("inlineStr") => SheetValueType::Inline,
            Some("str") => SheetValueType::Text,
            Some("d") => SheetValueType::Date,
            Some("b" | "e") => SheetValueType::Other,
            _ => SheetValueType::Number,
        };
        let style = attribute(source, tag, "s").and_then(|style| style.parse().ok()).unwrap_or(0);
        SheetCell {
            row: self.row,
            column: self.column,
            kind,
            style,
            tag: tag.clone(),
            whole: tag.whole.clone(),
            texts: Vec::new(),
            asides: Vec::new(),
            formula: None,
            calculation: None,
        }
    }
}

/// Gives every cell that holds something, in order: of a worksheet, or of what is kept of another workbook.
pub(super) fn each(source: &str, mut take: impl FnMut(SheetCell)) -> Result<(), XmlError> {
    let mut position = CellPosition::default();
    let mut cell: Option<SheetCell> = None;
    let mut names: Vec<&str> = Vec::new();
    for event in XmlScanner::new(source) {
        match event? {
            XmlEvent::Start(tag) => {
                let name = xml::local(source.get(tag.name.clone()).unwrap_or_default());
                match name {
                    "row" if cell.is_none() => position.start_row(source, &tag),
                    "c" | "cell" if cell.is_none() => {
                        let started = position.cell(source, &tag);
                        cell = Some(started).filter(|_| !tag.empty);
                    }
                    "f" => {
                        if let Some(cell) = &mut cell {
                            cell.calculation = Some(CellFormula::new(source, &tag));
                        }
                    }
                    _ => {}
                }
                if !tag.empty {
                    names.push(name);
                }
            }
            XmlEvent::End(tag) => match names.pop() {
                Some("c" | "cell") => {
                    if let Some(mut cell) = cell.take() {
                        cell.whole.end = tag.whole.end;
                        take(cell);
                    }
                }
                Some("f") => {
                    if let Some(calculation) = cell.as_mut().and_then(|cell| cell.calculation.as_mut()) {
                        calculation.whole.end = tag.whole.end;
                    }
                }
                _ => {}
            },
            XmlEvent::Text(range) => add(&mut cell, &names, range, SourceCoding::XmlText),
            XmlEvent::CData(range) => add(&mut cell, &names, range, SourceCoding::XmlCData),
            _ => {}
        }
    }
    Ok(())
}

/// Adds text to the cell at hand, by the elements around it.
fn add(cell: &mut Option<SheetCell>, names: &[&str], range: Range<usize>, coding: SourceCoding) {
    let Some(cell) = cell else { return };
    match names.last() {
        Some(&"f") if coding == SourceCoding::XmlText => cell.formula = Some(range),
        Some(&"v" | &"t") if !names.contains(&"rPh") => cell.texts.push((range, coding)),
        _ => cell.asides.push((range, coding)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cells_are_places() {
        assert_eq!(place("A1"), Some((1, 1)));
        assert_eq!(place("$AB$12"), Some((12, 28)));
        assert_eq!(place("12"), None);
        assert_eq!(place("AAAAAAAAAAAAAAAAAAAA1"), None);
    }

    #[test]
    fn cells_are_found_with_and_without_names() {
        let source = "<worksheet><sheetData><row r='3'><c r='B3' t='s' s='2'><v>7</v></c><c><f>A1</f><v>1</v></c></row>\
            <row><c t='inlineStr'><is><r><t>An</t></r><r><t>n</t></r><rPh><t>x</t></rPh></is></c><c r='D4'/></row></sheetData></worksheet>";
        let mut found = Vec::new();
        each(source, |cell| found.push((cell.row, cell.column, cell.kind, cell.style, cell.text(source))))
            .expect("XML");
        assert_eq!(
            found,
            [
                (3, 2, SheetValueType::Shared, 2, "7".to_owned()),
                (3, 3, SheetValueType::Number, 0, "1".to_owned()),
                (4, 1, SheetValueType::Inline, 0, "Ann".to_owned())
            ]
        );
    }
}
