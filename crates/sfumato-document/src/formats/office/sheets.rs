//! Excel workbooks.
//!
//! The text of cells lies in a part of its own and goes by number; a first look at all sheets tells in which columns a
//! text stands, and what they are called.
//! Numbers and dates of cells are read as well; a cell whose number is replaced becomes one of text.

mod cells;
mod codes;
mod dates;
mod mend;
mod survey;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::formats::markup;
use crate::formats::office::formula::{self, FormulaSyntax};
use crate::formats::office::grid::CellNaming;
use crate::formats::office::ooxml::OoxmlReader;
use crate::formats::{DocumentFormat, ReadError};
use crate::splice::SourceCoding;
use crate::xml::{self, XmlError, XmlEvent, XmlScanner};
use crate::{BlockKind, Document};

use cells::{SheetCell, SheetValueType};
use dates::SheetDates;
use survey::WorkbookSurvey;
use vocabulary::{SharedStringWords, TableWords, WorkbookWords, WorksheetWords};

/// A number without a name of its own may be somebody's if it has so many digits.
const LONG_NUMBER: usize = 5;

/// Excel workbooks.
#[derive(Debug, Clone, Default)]
pub struct Xlsx {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Xlsx {
    fn name(&self) -> &'static str {
        "xlsx"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut workbook = WorkbookReader::open(bytes, self.depth)?;
        workbook.read()?;
        workbook.package.reader.document_mended(self.name(), Box::new(mend::mend))
    }
}

/// A workbook while it is read.
struct WorkbookReader {
    package: OoxmlReader,
    main: usize,
    sheets: Vec<usize>,
    strings: Vec<usize>,
    survey: WorkbookSurvey,
    dates: SheetDates,
}

impl WorkbookReader {
    fn open(bytes: Vec<u8>, depth: usize) -> Result<Self, ReadError> {
        let package = OoxmlReader::open(bytes, depth)?;
        let main =
            package.main().ok_or_else(|| ReadError::Archive { fault: "a package without a workbook".to_owned() })?;
        if package.reader.archive.members()[main].name.ends_with(".bin") {
            return Err(ReadError::Unsupported { kind: "a binary workbook; save it as XLSX" });
        }
        let mut sheets = package.targets(main, "worksheet");
        sheets.extend(["chartsheet", "dialogsheet"].iter().flat_map(|kind| package.targets(main, kind)));
        let strings = package.targets(main, "sharedStrings");
        Ok(Self { package, main, sheets, strings, survey: WorkbookSurvey::default(), dates: SheetDates::default() })
    }

    fn read(&mut self) -> Result<(), ReadError> {
        self.look_around()?;
        self.package.read_xml(self.main, &WorkbookWords)?;
        for member in self.strings.clone() {
            self.package.read_xml(member, &SharedStringWords(&self.survey))?;
        }
        for member in self.sheets.clone() {
            self.sheet(member)?;
            self.tables(member)?;
        }
        self.package.read_rest(&WorkbookWords)
    }

    /// Learns what cells are called and which numbers are dates.
    fn look_around(&mut self) -> Result<(), ReadError> {
        let reader = &self.package.reader;
        for member in &self.strings {
            let (_, source) = reader.xml(*member)?;
            self.survey.strings(&source).map_err(|error| reader.wrong(*member, error.fault))?;
        }
        for member in &self.sheets {
            let (_, source) = reader.xml(*member)?;
            self.survey.sheet(*member, &source).map_err(|error| reader.wrong(*member, error.fault))?;
        }
        let (_, workbook) = reader.xml(self.main)?;
        let since_1904 = is_since_1904(&workbook).map_err(|error| reader.wrong(self.main, error.fault))?;
        if let Some(member) = self.package.targets(self.main, "styles").first() {
            let (_, source) = reader.xml(*member)?;
            self.dates = SheetDates::read(&source, since_1904).map_err(|error| reader.wrong(*member, error.fault))?;
        }
        Ok(())
    }

    /// Reads a sheet: its cells, its headers, and then everything else.
    fn sheet(&mut self, member: usize) -> Result<(), ReadError> {
        if self.package.reader.is_seen(member) {
            return Ok(());
        }
        let (encoding, source) = self.package.reader.xml(member)?;
        let place = self.package.reader.place(member);
        let wrong = |error: XmlError| ReadError::Part { part: place.clone(), fault: error.fault };
        cells::each(&source, |cell| self.cell(member, &source, &cell)).map_err(wrong)?;
        self.headers(&source).map_err(wrong)?;
        markup::walk(&source, &place, &WorksheetWords, &mut self.package.reader.builder).map_err(wrong)?;
        self.package.reader.end_part(member, encoding, &source)
    }

    fn cell(&mut self, sheet: usize, source: &str, cell: &SheetCell) {
        let naming = self.survey.cell(sheet, cell.whole.start);
        let label = self.survey.label(naming).map(Cow::into_owned);
        let is_dated = label.as_deref().is_some_and(dates::names_a_day);
        let builder = &mut self.package.reader.builder;
        let label = label.map(|label| builder.label(&label));
        let text = cell.text(source);
        let kind = if naming == CellNaming::Heading { BlockKind::Header } else { BlockKind::Cell };
        let shown = match (cell.kind, cell.texts.as_slice()) {
            (SheetValueType::Number, [(range, _)]) => {
                let date = self.dates.shown(&text, cell.style, is_dated).map(|date| (date, SourceCoding::Shown));
                let number = || formula::whole_number(&text).filter(|whole| whole.len() >= LONG_NUMBER);
                let shown = date.or_else(|| number().map(|whole| (whole, SourceCoding::ShownNumber)));
                shown.map(|(shown, coding)| (shown, range.clone(), coding))
            }
            _ => None,
        };
        match shown {
            Some((shown, range, coding)) => builder.block(&shown, range, coding, kind, label),
            None if is_text(cell.kind, &text, label.is_some(), cell.formula.is_some())
                || (cell.kind == SheetValueType::Number && self.survey.is_named_elsewhere(&text)) =>
            {
                let start = builder.open();
                let is_number =
                    cell.kind == SheetValueType::Number && cell.formula.is_none() && text.trim().parse::<f64>().is_ok();
                for stretch in &cell.texts {
                    let coding = if is_number && stretch.1 == SourceCoding::XmlText {
                        SourceCoding::XmlNumber
                    } else {
                        stretch.1
                    };
                    builder.add(&cells::text_of(source, stretch).unwrap_or_default(), stretch.0.clone(), coding);
                }
                builder.close(start, kind, label);
            }
            None => {}
        }
        for stretch in &cell.asides {
            let text = cells::text_of(source, stretch).unwrap_or_default();
            if !text.trim().is_empty() {
                builder.block(&text, stretch.0.clone(), stretch.1, BlockKind::Field, None);
            }
        }
        // A formula that is only its result follows that.
        let is_echo = |formula: &str| {
            let meant = xml::unescaped(formula).unwrap_or_default();
            meant.trim() == text.trim() || meant == format!("\"{}\"", text.replace('"', "\"\""))
        };
        if let Some(formula) = cell.formula.as_ref().filter(|range| !source.get((*range).clone()).is_some_and(is_echo))
        {
            for name in formula::functions(source, formula.clone(), FormulaSyntax::Excel) {
                builder.dictated(name);
            }
            for text in formula::texts(source, formula.clone(), FormulaSyntax::Excel) {
                let start = builder.open();
                text.iter().for_each(|(range, coding, said)| builder.add(said, range.clone(), *coding));
                builder.close(start, BlockKind::Field, label);
            }
        }
    }

    /// Reads the headers and footers of a sheet.
    fn headers(&mut self, source: &str) -> Result<(), XmlError> {
        let builder = &mut self.package.reader.builder;
        let mut names: Vec<&str> = Vec::new();
        // All that stands in a header, but for what was read as the text of a cell.
        let is_header = |names: &[&str]| {
            names.iter().any(|name| vocabulary::is_header(name))
                && !names.iter().any(|name| matches!(*name, "c" | "cell"))
        };
        for event in XmlScanner::new(source) {
            match event? {
                XmlEvent::Start(tag) if !tag.empty => names.push(xml::local(source.get(tag.name).unwrap_or_default())),
                XmlEvent::End(_) => _ = names.pop(),
                XmlEvent::CData(range) if is_header(&names) => {
                    let text = source.get(range.clone()).unwrap_or_default();
                    builder.block(text, range, SourceCoding::XmlCData, BlockKind::Paragraph, None);
                }
                XmlEvent::Text(range) if is_header(&names) => {
                    let runs = codes::runs(source, range);
                    for part in runs.chunk_by(|_, next| !next.starts_part) {
                        let start = builder.open();
                        for run in part {
                            builder.add(&run.text, run.source.clone(), codes::CODING);
                        }
                        builder.close(start, BlockKind::Paragraph, None);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl WorkbookReader {
    /// Reads the tables of a sheet. The names of their columns are those of the cells at their heads, which they
    /// follow; one that is no such name is read.
    fn tables(&mut self, sheet: usize) -> Result<(), ReadError> {
        let mut tables = Vec::new();
        for member in self.package.targets(sheet, "table") {
            if !self.package.reader.is_seen(member) {
                tables.push((member, mend::table(&self.package.reader.xml(member)?.1)));
            }
        }
        let rows: HashSet<usize> = tables.iter().filter_map(|(_, table)| Some(table.as_ref()?.head?.0)).collect();
        let mut heads = HashMap::new();
        if !rows.is_empty() {
            let (_, source) = self.package.reader.xml(sheet)?;
            let found = cells::each(&source, |cell| {
                if rows.contains(&cell.row) {
                    heads.insert((cell.row, cell.column), self.survey.cell_text(&cell, &source));
                }
            });
            found.map_err(|error| self.package.reader.wrong(sheet, error.fault))?;
        }
        for (member, table) in tables {
            let mut known = HashSet::new();
            if let Some((table, (row, first))) = table.as_ref().and_then(|table| Some((table, table.head?))) {
                for (nth, (_, name)) in table.columns.iter().enumerate() {
                    let head = first.checked_add(nth).and_then(|column| heads.get(&(row, column)));
                    known.extend(head.filter(|head| mend::as_column(head) == *name).map(|_| name.clone()));
                }
            }
            self.package.read_xml(member, &TableWords { known })?;
        }
        Ok(())
    }
}

/// True if days are counted from 1904.
fn is_since_1904(workbook: &str) -> Result<bool, XmlError> {
    for event in XmlScanner::new(workbook) {
        if let XmlEvent::Start(tag) = event?
            && xml::local(workbook.get(tag.name.clone()).unwrap_or_default()) == "workbookPr"
        {
            return Ok(matches!(cells::attribute(workbook, &tag, "date1904"), Some("1" | "true")));
        }
    }
    Ok(false)
}

/// True if what a cell says is text to be read.
fn is_text(kind: SheetValueType, text: &str, is_named: bool, is_result: bool) -> bool {
    let text = text.trim();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    match kind {
        _ if text.is_empty() => false,
        SheetValueType::Inline | SheetValueType::Text | SheetValueType::Date => true,
        SheetValueType::Shared => text.parse::<u32>().is_err(),
        SheetValueType::Other => !matches!(text, "0" | "1" | "true" | "false") && !text.starts_with('#'),
        // What a formula came to is an amount, unless it is as long as a number of somebody's.
        SheetValueType::Number if text.parse::<f64>().is_ok() => {
            let is_whole = !text.contains(['.', 'e', 'E']);
            if is_result { is_whole && digits >= 7 } else { is_named || (is_whole && digits >= LONG_NUMBER) }
        }
        SheetValueType::Number => true,
    }
}
