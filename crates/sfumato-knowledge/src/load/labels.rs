//! Names for concepts of files that were read before:
//! `id<TAB>language<TAB>kind<TAB>name[<TAB>frequency]`, with a header that says so.

use sfumato_language::Language;

use super::intake::{Intake, StatedName, lines};
use super::{Fault, LoadError};
use crate::taxonomy::{Flaw, NameKind};

/// True if a file of names starts with this line.
pub(super) fn is_header(line: &str) -> bool {
    let titles: Vec<&str> = line.trim_end().split('\t').collect();
    matches!(titles.as_slice(), ["id", "language", "kind", "name"] | ["id", "language", "kind", "name", "frequency"])
}

pub(super) fn read(bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut lines = lines(bytes);
    let is_header = |(_, line): (u32, &[u8])| std::str::from_utf8(line).is_ok_and(is_header);
    if !lines.next().is_some_and(is_header) {
        let wrong = "no header of names; the first line must be `id language kind name frequency` with tabs";
        return Err(intake.error(1, Fault::Format(wrong)));
    }
    for (number, line) in lines {
        let Some(text) = intake.text(number, line)? else { continue };
        if text.trim().is_empty() {
            continue;
        }
        match label(text) {
            None => intake.drop(number, Flaw::Broken)?,
            Some((id, name)) => match intake.find(id) {
                None => intake.drop(number, Flaw::Orphan)?,
                Some(concept) => intake.name(concept, name, intake.place(number))?,
            },
        }
    }
    Ok(())
}

/// The id and the name that a line states.
fn label(line: &str) -> Option<(&str, StatedName<'_>)> {
    let mut cells = line.split('\t').map(str::trim);
    let mut next = || cells.next();
    let (id, language, kind, text) = (next()?, Language::from_code(next()?)?, kind(next()?)?, next()?);
    let frequency = match next() {
        None | Some("") => 0,
        Some(number) => number.parse::<u64>().ok().map(|number| u16::try_from(number).unwrap_or(u16::MAX))?,
    };
    let is_whole = next().is_none() && !id.is_empty() && !text.is_empty();
    is_whole.then_some((id, StatedName { text, language, kind, frequency }))
}

fn kind(written: &str) -> Option<NameKind> {
    match written {
        "preferred" => Some(NameKind::Preferred),
        "synonym" => Some(NameKind::Synonym),
        "related" => Some(NameKind::Related),
        _ => None,
    }
}
