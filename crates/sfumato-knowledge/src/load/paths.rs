//! Paths of categories as in the Open Directory: `Top/Health/Conditions_and_Diseases/Cancer`, one a line.
//!
//! A path is the id of its category, and every beginning of a path is a category too; a category is called by the last
//! part of its path unless a name follows behind a tab.

use std::collections::HashSet;

use super::LoadError;
use super::intake::{Intake, StatedName, lines};
use crate::taxonomy::{DraftId, Flaw, NameKind};

/// The most parts of a path; each is an id of its own.
const MOST_PARTS: usize = 64;

pub(super) fn read(bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut listed = HashSet::new();
    for (number, line) in lines(bytes) {
        let Some(text) = intake.text(number, line)? else { continue };
        if text.trim().is_empty() {
            continue;
        }
        let (path, given) = text.split_once('\t').map_or((text, None), |(path, name)| (path, Some(name)));
        let path = path.trim().trim_end_matches('/');
        let is_broken = path.split('/').count() > MOST_PARTS || path.split('/').any(|part| part.trim().is_empty());
        if is_broken {
            intake.drop(number, Flaw::Broken)?;
            continue;
        }
        let Some(category) = category(path, given, number, intake)? else { continue };
        if !listed.insert(category) {
            intake.drop(number, Flaw::Duplicate)?;
        }
    }
    Ok(())
}

/// The category of a path, with all above it.
fn category(path: &str, given: Option<&str>, line: u32, intake: &mut Intake<'_>) -> Result<Option<DraftId>, LoadError> {
    let mut above: Option<DraftId> = None;
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    for id in ends.filter_map(|end| path.get(..end)) {
        let Some(category) = intake.concept(id, line)? else { return Ok(None) };
        let place = intake.place(line);
        // What a path implies is named at once; a name given later stands beside it.
        let last = id.rsplit('/').next().unwrap_or(id).replace('_', " ");
        let name = given.filter(|_| id.len() == path.len());
        if intake.state(category, place.clone()) || name.is_some() {
            for text in name.into_iter().chain([last.as_str()]) {
                intake.name(category, StatedName::new(text, intake.language, NameKind::Preferred), place.clone())?;
            }
        }
        if let Some(above) = above {
            intake.parent(category, above, place)?;
        }
        above = Some(category);
    }
    Ok(above)
}
