//! RDF in its three usual forms.

use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NTriplesParser, TurtleParser};

use super::graph::{Graph, Object};
use super::intake::{Intake, lines};
use super::xml::{self, LineCounter};
use super::{Fault, LoadError};
use crate::taxonomy::Flaw;

pub(super) fn ntriples(bytes: &[u8], graph: &mut Graph, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    for (number, line) in lines(bytes) {
        let Some(text) = intake.text(number, line)? else { continue };
        for read in NTriplesParser::new().lenient().for_slice(text) {
            match read {
                Ok(triple) => state(&triple, number, graph, intake)?,
                Err(_) => {
                    intake.drop(number, Flaw::Broken)?;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// The least share of what a parser has not used that it is fed, so that it looks at nothing too often.
const SHARE: usize = 64;

/// Reads statements with the lines they end on, which the parser does not tell.
///
/// A parser looks again at all that it was fed and could not use, so what is fed grows with what it has not used: the
/// cost of long texts grows with their length only, and short lines are fed one by one.
pub(super) fn turtle(bytes: &[u8], graph: &mut Graph, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut parser = TurtleParser::new().low_level();
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut line = 0;
    let mut unused = 0;
    let mut recovery = Recovery::default();
    while !rest.is_empty() {
        // Where a statement may end, what follows must not be fed with what is lost.
        let length = line_end(rest, unused / SHARE);
        let length = if recovery.is_lost { statement_end(rest, length) } else { length };
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        parser.extend_from_slice(piece);
        if rest.is_empty() {
            parser.end();
        }
        line += piece.iter().filter(|byte| **byte == b'\n').count() as u32;
        line += u32::from(piece.last() != Some(&b'\n'));
        unused += piece.len();
        while let Some(read) = parser.parse_next() {
            unused = 0;
            match read {
                Ok(_) if recovery.is_lost => {}
                Ok(triple) => state(&triple, line, graph, intake)?,
                Err(error) => {
                    let place = u32::try_from(error.location().start.line + 1).unwrap_or(u32::MAX);
                    if recovery.lose(place) {
                        intake.drop(place, Flaw::Broken)?;
                    }
                }
            }
        }
        recovery.after(piece);
    }
    Ok(())
}

/// The end of the line that holds this byte.
fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes.iter().skip(at).position(|byte| *byte == b'\n').map_or(bytes.len(), |behind| at + behind + 1)
}

/// The end of the first line that ends with a point, at most here.
fn statement_end(bytes: &[u8], most: usize) -> usize {
    let (mut start, mut end) = (0, line_end(bytes, 0));
    while end < most && !ends_statement(bytes.get(start..end).unwrap_or_default()) {
        (start, end) = (end, line_end(bytes, end));
    }
    end.min(most)
}

fn ends_statement(piece: &[u8]) -> bool {
    piece.trim_ascii_end().ends_with(b".")
}

/// Behind a mistake a parser goes on in the middle of a statement, and may take its rest for another one; so nothing is
/// believed until a line ends with the point that ends statements.
#[derive(Default)]
struct Recovery {
    is_lost: bool,
    /// The line of the last mistake.
    line: u32,
}

impl Recovery {
    /// True if a mistake on this line is a new one.
    fn lose(&mut self, line: u32) -> bool {
        let is_new = !self.is_lost && self.line != line;
        (self.is_lost, self.line) = (true, line);
        is_new
    }

    fn after(&mut self, piece: &[u8]) {
        self.is_lost &= !ends_statement(piece);
    }
}

pub(super) fn xml(bytes: &[u8], graph: &mut Graph, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut lines = LineCounter::new(bytes);
    if let Err((at, what)) = xml::check(bytes) {
        return Err(intake.error(lines.line(at), Fault::Format(what)));
    }
    let mut parser = RdfXmlParser::new().lenient().for_slice(bytes);
    while let Some(read) = parser.next() {
        let line = lines.line(usize::try_from(parser.buffer_position()).unwrap_or(usize::MAX));
        match read {
            Ok(triple) => state(&triple, line, graph, intake)?,
            Err(_) => return Err(intake.error(line, Fault::Format("not well-formed RDF"))),
        }
    }
    Ok(())
}

fn state(triple: &Triple, line: u32, graph: &mut Graph, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let NamedOrBlankNode::NamedNode(subject) = &triple.subject else { return Ok(()) };
    let object = match &triple.object {
        Term::NamedNode(thing) => Object::Thing(thing.as_str()),
        Term::Literal(text) => Object::Text(text.value(), text.language()),
        _ => return Ok(()),
    };
    graph.state(subject.as_str(), triple.predicate.as_str(), object, line, intake)
}
