//! Open Biomedical Ontologies: stanzas of `tag: value` lines.

use std::collections::HashMap;

use super::intake::{Intake, StatedName, lines};
use super::{Fault, LoadError};
use crate::taxonomy::{DraftId, Flaw, NameKind};

/// A term while its lines are read.
#[derive(Default)]
struct OboTerm {
    line: u32,
    id: String,
    names: Vec<(String, NameKind, u32)>,
    parents: Vec<(String, u32)>,
    other_ids: Vec<String>,
    is_obsolete: bool,
}

/// The facts that are known once all terms were read.
#[derive(Default)]
struct OboOntology {
    /// Relations wait for the other ids of terms that come later.
    relations: Vec<(DraftId, String, u32)>,
    other_ids: HashMap<String, DraftId>,
}

pub(super) fn read(bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut ontology = OboOntology::default();
    // Stanzas of other things, and what stands before the first, are passed over.
    let mut term: Option<OboTerm> = None;
    let mut has_terms = false;
    for (number, line) in lines(bytes) {
        let Some(text) = intake.text(number, line)? else { continue };
        let text = text.trim();
        if text.starts_with('[') && text.ends_with(']') {
            if let Some(term) = term.take() {
                ontology.add(term, intake)?;
            }
            term = (text == "[Term]").then(|| OboTerm { line: number, ..OboTerm::default() });
            has_terms |= term.is_some();
        } else if let Some(term) = &mut term
            && !text.is_empty()
            && !text.starts_with('!')
            && term.tag(text, number).is_none()
        {
            intake.drop(number, Flaw::Broken)?;
        }
    }
    if let Some(term) = term {
        ontology.add(term, intake)?;
    }
    if !has_terms {
        return Err(intake.error(0, Fault::Format("no [Term] in it, as files of this format have")));
    }
    ontology.relate(intake)
}

impl OboTerm {
    /// Reads a line; nothing if it is broken.
    fn tag(&mut self, line: &str, number: u32) -> Option<()> {
        let (tag, value) = line.split_once(':')?;
        let value = value.trim();
        match tag {
            "id" => self.id = reference(value)?.to_owned(),
            "name" => self.names.push((unescaped(without_modifiers(value))?, NameKind::Preferred, number)),
            "is_a" => self.parents.push((reference(value)?.to_owned(), number)),
            "alt_id" => self.other_ids.push(reference(value)?.to_owned()),
            "is_obsolete" => self.is_obsolete = value.starts_with("true"),
            "synonym" => {
                let (text, rest) = quoted(value)?;
                let is_exact = rest.split_whitespace().next() == Some("EXACT");
                self.names.push((text, if is_exact { NameKind::Synonym } else { NameKind::Related }, number));
            }
            "exact_synonym" => self.names.push((quoted(value)?.0, NameKind::Synonym, number)),
            "related_synonym" | "broad_synonym" | "narrow_synonym" => {
                self.names.push((quoted(value)?.0, NameKind::Related, number));
            }
            _ => {}
        }
        Some(())
    }
}

impl OboOntology {
    fn add(&mut self, term: OboTerm, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        if term.is_obsolete {
            intake.retired += 1;
            return Ok(());
        }
        let Some(concept) = intake.concept(&term.id, term.line)? else { return Ok(()) };
        if !intake.state(concept, intake.place(term.line)) {
            return intake.drop(term.line, Flaw::Duplicate);
        }
        for (text, kind, line) in &term.names {
            intake.name(concept, StatedName::new(text, intake.language, *kind), intake.place(*line))?;
        }
        self.relations.extend(term.parents.into_iter().map(|(parent, line)| (concept, parent, line)));
        for id in term.other_ids {
            self.other_ids.entry(id).or_insert(concept);
        }
        Ok(())
    }

    fn relate(self, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        for (child, parent, line) in self.relations {
            let known = intake.find(&parent).or_else(|| self.other_ids.get(&parent).copied());
            let parent = match known {
                Some(parent) => Some(parent),
                // It may be stated by another file.
                None => intake.concept(&parent, line)?,
            };
            if let Some(parent) = parent {
                intake.parent(child, parent, intake.place(line))?;
            }
        }
        Ok(())
    }
}

/// An id, without the comment behind it.
fn reference(value: &str) -> Option<&str> {
    value.split_whitespace().next()
}

/// A value without what stands in braces behind it.
fn without_modifiers(value: &str) -> &str {
    match value.strip_suffix('}').and_then(|rest| rest.rsplit_once(" {")) {
        Some((value, _)) => value.trim_end(),
        None => value,
    }
}

/// The text in quotes that a value starts with, and what follows.
fn quoted(value: &str) -> Option<(String, &str)> {
    let inside = value.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inside.char_indices().find_map(|(at, c)| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end.then_some(at)
    })?;
    Some((unescaped(inside.get(..end)?)?, inside.get(end + 1..)?))
}

/// A text without its backslashes; nothing if it ends with one.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next()? {
                'n' | 't' | 'W' => out.push(' '),
                other => out.push(other),
            },
            _ => out.push(c),
        }
    }
    Some(out)
}
