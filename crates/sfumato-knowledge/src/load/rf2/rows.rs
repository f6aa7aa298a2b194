//! Rows of the files of a release, as small as can be, since there are millions.

use sfumato_language::Language;

use super::super::intake::language_of_tag;
use crate::taxonomy::Place;

const IS_A: &str = "116680003";
const FULLY_SPECIFIED: &str = "900000000000003001";
const SYNONYM: &str = "900000000000013009";
const PREFERRED: &str = "900000000000548007";

/// A version of something: the newest holds.
#[derive(Clone)]
pub(super) struct RowVersion {
    pub id: u64,
    /// Year, month and day; the greatest number if it is not published yet.
    pub time: u32,
    pub is_active: bool,
    pub place: Place,
}

/// A row that is a version of something.
pub(super) trait VersionedRow {
    fn version(&self) -> &RowVersion;
}

#[derive(Clone)]
pub(super) struct Rf2Concept(pub RowVersion);

pub(super) struct Rf2Description {
    pub version: RowVersion,
    pub concept: u64,
    pub language: Language,
    /// True if it is a name with a word in parentheses that tells what kind of thing it is.
    pub is_fully_specified: bool,
    /// Its start among all texts, and its length.
    pub text: (u64, u32),
}

pub(super) struct Rf2Relationship {
    pub version: RowVersion,
    pub child: u64,
    pub parent: u64,
}

/// Says how well a description goes in a dialect.
#[derive(Clone, Copy)]
pub(super) struct Rf2Acceptability {
    pub description: u64,
    pub dialect: u16,
    pub time: u32,
    pub is_preferred: bool,
}

impl VersionedRow for Rf2Concept {
    fn version(&self) -> &RowVersion {
        &self.0
    }
}

impl VersionedRow for Rf2Description {
    fn version(&self) -> &RowVersion {
        &self.version
    }
}

impl VersionedRow for Rf2Relationship {
    fn version(&self) -> &RowVersion {
        &self.version
    }
}

/// The cells of a row behind those that all rows start with.
struct RowCells<'r>(std::str::Split<'r, char>);

impl<'r> RowCells<'r> {
    fn next(&mut self) -> Option<&'r str> {
        self.0.next().map(str::trim)
    }

    fn number(&mut self) -> Option<u64> {
        number(self.next()?)
    }
}

/// An identifier of SNOMED CT.
fn number(cell: &str) -> Option<u64> {
    let is_id = (1..=18).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit());
    if is_id { cell.parse().ok() } else { None }
}

/// The cells that all rows start with: id, time, whether it is active, module.
fn start(row: &str) -> Option<(&str, u32, bool, RowCells<'_>)> {
    let mut cells = RowCells(row.split('\t'));
    let id = cells.next()?;
    let time = match cells.next()? {
        "" => u32::MAX,
        time => time.parse().ok()?,
    };
    let is_active = match cells.next()? {
        "1" => true,
        "0" => false,
        _ => return None,
    };
    cells.next()?;
    Some((id, time, is_active, cells))
}

fn version(row: &str, place: Place) -> Option<(RowVersion, RowCells<'_>)> {
    let (id, time, is_active, cells) = start(row)?;
    Some((RowVersion { id: number(id)?, time, is_active, place }, cells))
}

pub(super) fn concept(row: &str, place: Place) -> Option<Rf2Concept> {
    version(row, place).map(|(version, _)| Rf2Concept(version))
}

/// A description and its text; nothing inside if it is of no use: a definition, or in another language.
pub(super) fn description(
    row: &str,
    place: Place,
    of_file: Option<Language>,
) -> Option<Option<(Rf2Description, &str)>> {
    let (version, mut cells) = version(row, place)?;
    let concept = cells.number()?;
    let language = match cells.next()? {
        "" => of_file,
        tag => language_of_tag(tag),
    };
    let kind = cells.next()?;
    let text = cells.next()?;
    let is_fully_specified = kind == FULLY_SPECIFIED;
    Some(
        language
            .filter(|_| is_fully_specified || kind == SYNONYM)
            .map(|language| (Rf2Description { version, concept, language, is_fully_specified, text: (0, 0) }, text)),
    )
}

/// A relationship; nothing inside if it is of another kind.
pub(super) fn relationship(row: &str, place: Place) -> Option<Option<Rf2Relationship>> {
    let (version, mut cells) = version(row, place)?;
    let (child, parent) = (cells.number()?, cells.number()?);
    cells.next()?;
    Some((cells.next()? == IS_A).then_some(Rf2Relationship { version, child, parent }))
}

/// The acceptability of a description in a dialect.
pub(super) fn acceptability(row: &str, dialect: impl FnOnce(u64) -> Option<u16>) -> Option<Rf2Acceptability> {
    let (_, time, is_active, mut cells) = start(row)?;
    let dialect = dialect(cells.number()?)?;
    let description = cells.number()?;
    Some(Rf2Acceptability { description, dialect, time, is_preferred: is_active && cells.next()? == PREFERRED })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_numbers() {
        assert_eq!(number("138875005"), Some(138_875_005));
        assert_eq!(number("+38875005"), None);
        assert_eq!(number("1234567890123456789"), None);
    }
}
