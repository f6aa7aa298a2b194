//! Taxonomy files of YAGO: one statement a line, with tabs between its parts.
//!
//! Newer files have subject, predicate, object and a point, and say at the start what their prefixes stand for; older
//! ones have the number of the statement before it and no prefixes.

use std::borrow::Cow;
use std::collections::HashMap;

use super::graph::{Graph, Object};
use super::intake::{Intake, lines};
use super::{Fault, LoadError};
use crate::taxonomy::Flaw;

/// The prefixes of a file that declares none.
const PREFIXES: [(&str, &str); 5] = [
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("schema", "http://schema.org/"),
];

pub(super) fn read(bytes: &[u8], graph: &mut Graph, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let known = PREFIXES.iter().map(|(prefix, iri)| ((*prefix).to_owned(), (*iri).to_owned()));
    let mut prefixes: HashMap<String, String> = known.collect();
    let mut has_statements = false;
    for (number, line) in lines(bytes) {
        let Some(text) = intake.text(number, line)? else { continue };
        let text = text.trim_end();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(declaration) = text.strip_prefix("@prefix") {
            match prefix(declaration) {
                Some((prefix, iri)) => drop(prefixes.insert(prefix.to_owned(), iri.to_owned())),
                None => intake.drop(number, Flaw::Broken)?,
            }
            continue;
        }
        let Some([subject, predicate, object]) = statement(text) else {
            intake.drop(number, Flaw::Broken)?;
            continue;
        };
        has_statements = true;
        let [subject, predicate, thing] = [subject, predicate, object].map(|term| iri(term, &prefixes));
        let object = literal(object).unwrap_or(Object::Thing(&thing));
        graph.state(&subject, &predicate, object, number, intake)?;
    }
    match has_statements {
        true => Ok(()),
        false => Err(intake.error(0, Fault::Format("no statements with tabs between their parts"))),
    }
}

/// A prefix and what it stands for: `rdfs: <http://…> .`
fn prefix(declaration: &str) -> Option<(&str, &str)> {
    let (prefix, iri) = declaration.trim().trim_end_matches('.').split_once(':')?;
    Some((prefix.trim(), iri.trim().strip_prefix('<')?.strip_suffix('>')?))
}

/// The parts of a statement.
fn statement(line: &str) -> Option<[&str; 3]> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let parts = match cells.as_slice() {
        [subject, predicate, object] | [subject, predicate, object, "."] => [subject, predicate, object],
        [_, subject, predicate, object] | [_, subject, predicate, object, _] => [subject, predicate, object],
        _ => return None,
    };
    parts.iter().all(|part| !part.is_empty()).then_some(parts.map(|part| *part))
}

/// The IRI of a term, written out where its prefix is known.
fn iri<'t>(term: &'t str, prefixes: &HashMap<String, String>) -> Cow<'t, str> {
    if let Some(iri) = term.strip_prefix('<').and_then(|term| term.strip_suffix('>')) {
        return Cow::Borrowed(iri);
    }
    match term.split_once(':') {
        Some((prefix, local)) => match prefixes.get(prefix) {
            Some(iri) => Cow::Owned(format!("{iri}{local}")),
            None => Cow::Borrowed(term),
        },
        None => Cow::Borrowed(term),
    }
}

/// A text with the tag of its language: `"person"@en`.
fn literal(term: &str) -> Option<Object<'_>> {
    let (text, behind) = term.strip_prefix('"')?.rsplit_once('"')?;
    Some(Object::Text(text, behind.strip_prefix('@')))
}
