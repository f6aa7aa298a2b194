//! Tables of children and parents with a header.
//!
//! The least is `child,parent`, where names are ids and a child may stand on several lines; a parent that is no child is
//! a root. The most is `id,parent,name,name_es,synonyms,synonyms_es,size,individual,kind`, one line a concept; several
//! parents or synonyms are divided by `|`.

use std::borrow::Cow;

use sfumato_language::Language;

use super::intake::{Intake, StatedName};
use super::records::TextRecords;
use super::{Fault, LoadError};
use crate::taxonomy::{DraftId, Flaw, NameKind, Place};

/// The mark that divides several values of a cell.
const BETWEEN: char = '|';

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    /// The id of a concept that is called by it.
    Child,
    Parent,
    Names(Option<Language>, NameKind),
    Size,
    Individual,
    /// Accepted, and of no use yet.
    Kind,
}

impl Column {
    fn of(title: &str) -> Option<Self> {
        let title = title.trim().trim_matches('"').to_ascii_lowercase();
        let (title, language) = match title.strip_suffix("_es") {
            Some(title) => (title, Some(Language::Spanish)),
            None => match title.strip_suffix("_en") {
                Some(title) => (title, Some(Language::English)),
                None => (title.as_str(), None),
            },
        };
        match (title, language) {
            ("name", language) => Some(Self::Names(language, NameKind::Preferred)),
            ("synonyms", language) => Some(Self::Names(language, NameKind::Synonym)),
            ("id", None) => Some(Self::Id),
            ("child", None) => Some(Self::Child),
            ("parent" | "parents", None) => Some(Self::Parent),
            ("size", None) => Some(Self::Size),
            ("individual", None) => Some(Self::Individual),
            ("kind", None) => Some(Self::Kind),
            _ => None,
        }
    }
}

/// The columns of a table, and what divides them.
struct Header {
    mark: u8,
    columns: Vec<Column>,
}

impl Header {
    fn of(line: &str) -> Option<Self> {
        let mark = ['\t', ',', ';'].into_iter().find(|mark| line.contains(*mark))?;
        let columns: Vec<Column> = line.split(mark).map(Column::of).collect::<Option<_>>()?;
        let count = |column: Column| columns.iter().filter(|known| **known == column).count();
        let is_simple = columns.len() == 2 && count(Column::Child) == 1 && count(Column::Parent) == 1;
        let is_full = count(Column::Id) == 1 && count(Column::Child) == 0 && count(Column::Parent) <= 1;
        (is_simple || is_full).then_some(Self { mark: mark as u8, columns })
    }

    /// True if names are ids.
    fn is_simple(&self) -> bool {
        self.columns.contains(&Column::Child)
    }

    /// The cells of a column in a record.
    fn cell<'c>(&self, column: Column, cells: &'c [Cow<'c, str>]) -> &'c str {
        let nth = self.columns.iter().position(|known| *known == column);
        nth.and_then(|nth| cells.get(nth)).map_or("", |cell| cell.trim())
    }
}

/// True if a table starts with this line.
pub(super) fn is_header(line: &str) -> bool {
    Header::of(line).is_some()
}

pub(super) fn read(bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
    let header = std::str::from_utf8(first).ok().and_then(Header::of);
    let wrong = "no header of a table; the first line must be `child,parent` or start with `id,parent,name`";
    let header = header.ok_or_else(|| intake.error(1, Fault::Format(wrong)))?;
    for record in TextRecords::new(bytes, header.mark).skip(1) {
        let line = record.line;
        let Some(cells) = record.cells else {
            intake.drop(line, Flaw::Broken)?;
            continue;
        };
        let Some(cells) = texts(cells) else {
            intake.drop(line, Flaw::Encoding)?;
            continue;
        };
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let is_read = cells.len() <= header.columns.len()
            && if header.is_simple() {
                pair(&header, &cells, line, intake)
            } else {
                row(&header, &cells, line, intake)
            }?;
        if !is_read {
            intake.drop(line, Flaw::Broken)?;
        }
    }
    Ok(())
}

fn texts(cells: Vec<Cow<'_, [u8]>>) -> Option<Vec<Cow<'_, str>>> {
    let text = |cell| match cell {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    };
    cells.into_iter().map(text).collect()
}

/// The values of a cell.
fn values(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(BETWEEN).map(str::trim).filter(|value| !value.is_empty())
}

/// Reads a child and its parents; whether it could.
fn pair(header: &Header, cells: &[Cow<'_, str>], line: u32, intake: &mut Intake<'_>) -> Result<bool, LoadError> {
    let child = header.cell(Column::Child, cells);
    if child.is_empty() {
        return Ok(false);
    }
    let Some(child) = named_by_id(child, line, intake)? else { return Ok(true) };
    for parent in values(header.cell(Column::Parent, cells)) {
        if let Some(parent) = named_by_id(parent, line, intake)? {
            let place = intake.place(line);
            if intake.has_parent(child, parent) {
                intake.drop(line, Flaw::Duplicate)?;
            } else {
                intake.parent(child, parent, place)?;
            }
        }
    }
    Ok(true)
}

fn named_by_id(id: &str, line: u32, intake: &mut Intake<'_>) -> Result<Option<DraftId>, LoadError> {
    let Some(concept) = intake.concept(id, line)? else { return Ok(None) };
    let place = intake.place(line);
    if intake.state(concept, place.clone()) {
        intake.name(concept, StatedName::new(id, intake.language, NameKind::Preferred), place)?;
    }
    Ok(Some(concept))
}

/// Reads a concept with all that is said of it; whether it could.
fn row(header: &Header, cells: &[Cow<'_, str>], line: u32, intake: &mut Intake<'_>) -> Result<bool, LoadError> {
    let Some(size) = size(header.cell(Column::Size, cells)) else { return Ok(false) };
    let Some(is_individual) = truth(header.cell(Column::Individual, cells)) else { return Ok(false) };
    let id = header.cell(Column::Id, cells);
    if id.is_empty() {
        return Ok(false);
    }
    let Some(concept) = intake.concept(id, line)? else { return Ok(true) };
    let place = intake.place(line);
    if !intake.state(concept, place.clone()) {
        intake.drop(line, Flaw::Duplicate)?;
        return Ok(true);
    }
    if size > 0 {
        intake.size(concept, size);
    }
    if is_individual {
        intake.individual(concept);
    }
    for parent in values(header.cell(Column::Parent, cells)) {
        if let Some(parent) = intake.concept(parent, line)? {
            intake.parent(concept, parent, place.clone())?;
        }
    }
    names(concept, header, cells, &place, intake)?;
    Ok(true)
}

fn names(
    concept: DraftId,
    header: &Header,
    cells: &[Cow<'_, str>],
    place: &Place,
    intake: &mut Intake<'_>,
) -> Result<(), LoadError> {
    for (column, cell) in header.columns.iter().zip(cells) {
        let Column::Names(language, kind) = column else { continue };
        let language = language.unwrap_or(intake.language);
        // A name may hold the mark that divides synonyms.
        let one = (*kind == NameKind::Preferred).then_some(cell.as_ref());
        let several = (*kind != NameKind::Preferred).then(|| values(cell)).into_iter().flatten();
        for text in one.into_iter().chain(several) {
            intake.name(concept, StatedName::new(text, language, *kind), place.clone())?;
        }
    }
    Ok(())
}

/// A size; zero if none is given, nothing if it is no number.
fn size(cell: &str) -> Option<u32> {
    if cell.is_empty() { Some(0) } else { cell.parse::<u64>().ok().map(|size| u32::try_from(size).unwrap_or(u32::MAX)) }
}

fn truth(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "" | "0" | "false" | "no" => Some(false),
        "1" | "true" | "yes" => Some(true),
        _ => None,
    }
}
