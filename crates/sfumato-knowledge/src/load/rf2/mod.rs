//! SNOMED CT in its Release Format 2.
//!
//! A release is a folder of large files with one row for each version of each concept, description and relationship.
//! Rows are gathered over all files, since an extension may bring newer versions of what the main release holds, and
//! only the newest version of each becomes part of the draft.

mod release;
mod rows;

use std::cmp::Reverse;
use std::collections::HashMap;

use super::intake::{Intake, StatedName, language_of_tag, lines, without_parenthesis};
use super::{Fault, Input, LoadError};
use crate::taxonomy::{DraftId, Flaw, NameKind};
use release::{ReleaseContent, language_tag, parse};
pub(super) use release::{is_known, rank, release};
use rows::{Rf2Acceptability, Rf2Concept, Rf2Description, Rf2Relationship, VersionedRow};

/// The columns that all files start with.
const HEADER: &str = "id\teffectiveTime\tactive\tmoduleId\t";
/// The most dialects that descriptions are preferred in.
const MOST_DIALECTS: usize = 1000;

/// A release as far as it was read.
#[derive(Default)]
pub(super) struct Rf2 {
    concepts: Vec<Rf2Concept>,
    descriptions: Vec<Rf2Description>,
    relationships: Vec<Rf2Relationship>,
    /// Relationships as they were entered, of use if there are no others.
    stated: Vec<Rf2Relationship>,
    acceptabilities: Vec<Rf2Acceptability>,
    dialects: Vec<u64>,
    /// The texts of all descriptions, one after the other.
    texts: String,
}

impl Rf2 {
    pub(super) fn read(&mut self, input: Input<'_>, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let Some((content, _)) = parse(input.name) else { return Ok(()) };
        if content == ReleaseContent::Stated && !self.relationships.is_empty() {
            return Ok(());
        }
        // Hand-made releases have comments, and blank lines.
        let is_row = |line: &[u8]| !line.is_empty() && !line.starts_with(b"#");
        let mut rows = lines(input.bytes).filter(|(_, line)| is_row(line));
        if !rows.next().is_some_and(|(_, line)| line.starts_with(HEADER.as_bytes())) {
            return Err(intake.error(1, Fault::Format("no header of a SNOMED CT release file")));
        }
        for (number, line) in rows {
            let Some(row) = intake.text(number, line)? else { continue };
            if self.row(content, row, number, input.name, intake).is_none() {
                intake.drop(number, Flaw::Broken)?;
            }
        }
        Ok(())
    }

    /// Keeps a row; nothing if it is broken.
    fn row(&mut self, content: ReleaseContent, row: &str, line: u32, file: &str, intake: &Intake<'_>) -> Option<()> {
        let place = intake.place(line);
        match content {
            ReleaseContent::Concept => self.concepts.push(rows::concept(row, place)?),
            ReleaseContent::Relationship => self.relationships.extend(rows::relationship(row, place)?),
            ReleaseContent::Stated => self.stated.extend(rows::relationship(row, place)?),
            ReleaseContent::Language => {
                let row = rows::acceptability(row, |id| dialect(&mut self.dialects, id))?;
                self.acceptabilities.push(row);
            }
            ReleaseContent::Description => {
                let of_file = language_tag(file).and_then(language_of_tag);
                if let Some((mut description, text)) = rows::description(row, place, of_file)? {
                    description.text = (self.texts.len() as u64, u32::try_from(text.len()).ok()?);
                    self.texts.push_str(text);
                    self.descriptions.push(description);
                }
            }
        }
        Some(())
    }

    /// Hands over the newest version of everything.
    pub(super) fn settle(self, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let preferred = preferred(self.acceptabilities);
        let mut concepts: HashMap<u64, Option<DraftId>> = HashMap::with_capacity(self.concepts.len());
        for Rf2Concept(version) in newest(self.concepts, intake)? {
            let mut known = None;
            if version.is_active {
                known = intake.concept(&version.id.to_string(), version.place.line)?;
            } else {
                intake.retired += 1;
            }
            if let Some(concept) = known {
                intake.state(concept, version.place);
            }
            concepts.insert(version.id, known);
        }
        let relationships = if self.relationships.is_empty() { self.stated } else { self.relationships };
        relate(newest(relationships, intake)?, &concepts, intake)?;
        let descriptions = newest(self.descriptions, intake)?;
        describe(&descriptions, &self.texts, &concepts, &preferred, intake)
    }
}

/// The number of a dialect, which is known by the id of its reference set.
fn dialect(dialects: &mut Vec<u64>, id: u64) -> Option<u16> {
    let known = dialects.iter().position(|known| *known == id);
    if known.is_none() {
        if dialects.len() >= MOST_DIALECTS {
            return None;
        }
        dialects.push(id);
    }
    u16::try_from(known.unwrap_or(dialects.len() - 1)).ok()
}

/// The newest version of everything, in the order of the files. The same version again in a file is reported.
fn newest<R: VersionedRow>(mut rows: Vec<R>, intake: &mut Intake<'_>) -> Result<Vec<R>, LoadError> {
    let place = |row: &R| (row.version().place.file, row.version().place.line);
    // The newest comes first, so that it is what is left of those with the same id.
    rows.sort_unstable_by_key(|row| (row.version().id, Reverse(row.version().time), place(row)));
    let mut duplicates = Vec::new();
    rows.dedup_by(|row, kept| {
        let (row, kept) = (row.version(), kept.version());
        if row.id == kept.id && row.time == kept.time && row.place.file == kept.place.file {
            duplicates.push(row.place.clone());
        }
        row.id == kept.id
    });
    rows.sort_unstable_by_key(place);
    duplicates.into_iter().try_for_each(|place| intake.drop_at(place, Flaw::Duplicate))?;
    Ok(rows)
}

/// In how many dialects each description is preferred.
fn preferred(mut rows: Vec<Rf2Acceptability>) -> HashMap<u64, u8> {
    rows.sort_by_key(|row| Reverse((row.description, row.dialect, row.time)));
    rows.dedup_by_key(|row| (row.description, row.dialect));
    let mut counts: HashMap<u64, u8> = HashMap::new();
    for row in rows.iter().filter(|row| row.is_preferred) {
        let count = counts.entry(row.description).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

type Concepts = HashMap<u64, Option<DraftId>>;

fn relate(rows: Vec<Rf2Relationship>, concepts: &Concepts, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    for row in rows {
        match (concepts.get(&row.child), concepts.get(&row.parent)) {
            _ if !row.version.is_active => intake.retired += 1,
            (Some(Some(child)), Some(Some(parent))) => intake.parent(*child, *parent, row.version.place)?,
            (None, _) | (_, None) => intake.drop_at(row.version.place, Flaw::Orphan)?,
            _ => intake.retired += 1,
        }
    }
    Ok(())
}

/// Names concepts: first what is preferred in most dialects, last what carries a tag.
fn describe(
    rows: &[Rf2Description],
    texts: &str,
    concepts: &Concepts,
    preferred: &HashMap<u64, u8>,
    intake: &mut Intake<'_>,
) -> Result<(), LoadError> {
    let mut named: Vec<(u8, usize, DraftId)> = Vec::with_capacity(rows.len());
    for (nth, row) in rows.iter().enumerate() {
        let count = preferred.get(&row.version.id).copied().unwrap_or(0);
        let rank = if row.is_fully_specified { u8::MAX } else { u8::MAX - 1 - count.min(u8::MAX - 1) };
        match concepts.get(&row.concept) {
            Some(Some(concept)) if row.version.is_active => named.push((rank, nth, *concept)),
            None if row.version.is_active => intake.drop_at(row.version.place.clone(), Flaw::Orphan)?,
            _ => intake.retired += 1,
        }
    }
    named.sort_unstable();
    for (rank, nth, concept) in named {
        let Some(row) = rows.get(nth) else { continue };
        let (start, length) = (row.text.0 as usize, row.text.1 as usize);
        let text = texts.get(start..start + length).unwrap_or_default();
        let (text, kind) = match rank {
            u8::MAX if intake.has_preferred(concept, row.language) => (without_parenthesis(text), NameKind::Related),
            u8::MAX => (without_parenthesis(text), NameKind::Preferred),
            rank if rank < u8::MAX - 1 => (text, NameKind::Preferred),
            _ => (text, NameKind::Synonym),
        };
        intake.name(concept, StatedName::new(text, row.language, kind), row.version.place.clone())?;
    }
    Ok(())
}
