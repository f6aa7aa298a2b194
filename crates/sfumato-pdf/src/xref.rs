//! Tables and streams of cross references, and finding objects where these are broken.

use std::collections::{BTreeMap, BTreeSet};

use crate::filters;
use crate::indirect::{self, ObjectReader};
use crate::lexer::{PdfLexer, PdfToken, is_blank};
use crate::parse::{self, ParseBudget};
use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes};

/// The most objects a file may have.
pub(crate) const MAX_OBJECTS: usize = 4 << 20;

/// The most sections a file may have: each revision adds one or two.
const MAX_SECTIONS: usize = 4096;

/// The place of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectPlace {
    /// Nowhere: it was deleted.
    Free,
    /// At a byte of the file.
    At(usize),
    /// In the object stream of this number.
    In(ObjectNumber),
}

/// The places of all objects, of each the newest.
#[derive(Debug, Default)]
pub(crate) struct CrossReferences {
    pub entries: BTreeMap<ObjectNumber, ObjectPlace>,
    pub trailer: Dict,
    /// The number of sections: more than one tells of earlier revisions, or of a linearised file.
    pub sections: usize,
}

impl CrossReferences {
    fn add(&mut self, number: ObjectNumber, entry: ObjectPlace) -> Result<(), PdfError> {
        if self.entries.len() >= MAX_OBJECTS {
            return Err(PdfError::Bomb { what: "too many objects" });
        }
        self.entries.entry(number).or_insert(entry);
        Ok(())
    }

    /// An older trailer tells only what newer ones do not.
    fn add_trailer(&mut self, dict: Dict) {
        self.trailer.add_missing(dict);
    }
}

/// Follows the chain of sections from the end of the file, newest first.
pub(crate) fn read(bytes: &SharedBytes) -> Result<CrossReferences, PdfError> {
    let tail = bytes.len().saturating_sub(2048);
    let last = bytes.get(tail..).unwrap_or_default();
    let word =
        indirect::find_last(last, b"startxref").ok_or(PdfError::Damaged { at: bytes.len(), what: "no startxref" })?;
    let mut lexer = PdfLexer::at(bytes, tail + word + b"startxref".len());
    let start = match lexer.token()? {
        Some((PdfToken::Integer(at), _)) => at,
        _ => return Err(PdfError::Damaged { at: tail + word, what: "startxref without a place" }),
    };
    let mut table = CrossReferences::default();
    let mut seen = BTreeSet::new();
    let mut next = Some(start);
    let mut budget = ParseBudget::new(bytes.len());
    while let Some(at) = next {
        let at = place(at, bytes)?;
        // A chain that comes back to where it was has told all it can.
        if !seen.insert(at) {
            break;
        }
        if seen.len() > MAX_SECTIONS {
            return Err(PdfError::Bomb { what: "too many revisions" });
        }
        next = section(bytes, at, &mut table, &mut budget)?;
    }
    table.sections = seen.len();
    Ok(table)
}

fn place(at: i64, bytes: &[u8]) -> Result<usize, PdfError> {
    usize::try_from(at)
        .ok()
        .filter(|&at| at < bytes.len())
        .ok_or(PdfError::Damaged { at: bytes.len(), what: "cross references outside the file" })
}

/// Reads a section and tells where the one before it lies.
fn section(
    bytes: &SharedBytes,
    at: usize,
    table: &mut CrossReferences,
    budget: &mut ParseBudget,
) -> Result<Option<i64>, PdfError> {
    let mut lexer = PdfLexer::at(bytes, at);
    let dict = if matches!(lexer.token(), Ok(Some((PdfToken::Word(b"xref"), _)))) {
        let (used, free) = subsections(&mut lexer, budget)?;
        let dict = match parse::value(&mut lexer, budget)? {
            PdfObject::Dict(dict) => dict,
            _ => return Err(PdfError::Damaged { at, what: "no trailer" }),
        };
        budget.bytes(lexer.position().saturating_sub(at))?;
        for (number, entry) in used {
            table.add(number, entry)?;
        }
        // In a hybrid file what the table calls free may lie in a stream.
        if let Some(hidden) = dict.get("XRefStm").and_then(PdfObject::as_integer) {
            stream_section(bytes, place(hidden, bytes)?, table, budget)?;
        }
        for number in free {
            table.add(number, ObjectPlace::Free)?;
        }
        dict
    } else {
        stream_section(bytes, at, table, budget)?
    };
    let before = dict.get("Prev").and_then(PdfObject::as_integer);
    table.add_trailer(dict);
    Ok(before)
}

type Subsections = (Vec<(ObjectNumber, ObjectPlace)>, Vec<ObjectNumber>);

fn subsections(lexer: &mut PdfLexer<'_>, budget: &mut ParseBudget) -> Result<Subsections, PdfError> {
    let (mut used, mut free) = (Vec::new(), Vec::new());
    loop {
        let at = lexer.position();
        let damaged = PdfError::Damaged { at, what: "a damaged cross-reference table" };
        let first = match lexer.token()? {
            Some((PdfToken::Word(b"trailer"), _)) => return Ok((used, free)),
            Some((PdfToken::Integer(first), _)) => first,
            _ => return Err(damaged),
        };
        let Some((PdfToken::Integer(count), _)) = lexer.token()? else { return Err(damaged) };
        for number in (first..).take(usize::try_from(count).map_err(|_| damaged.clone())?) {
            budget.values(1)?;
            let number = ObjectNumber::try_from(number).map_err(|_| damaged.clone())?;
            let Some((PdfToken::Integer(offset), _)) = lexer.token()? else { return Err(damaged) };
            let Some((PdfToken::Integer(_), _)) = lexer.token()? else { return Err(damaged) };
            match lexer.token()? {
                // Writers are known that list lost objects as lying at the first byte.
                Some((PdfToken::Word(b"n"), _)) if offset > 0 => used.push((number, ObjectPlace::At(offset as usize))),
                Some((PdfToken::Word(b"n" | b"f"), _)) => free.push(number),
                _ => return Err(damaged),
            }
        }
    }
}

fn stream_section(
    bytes: &SharedBytes,
    at: usize,
    table: &mut CrossReferences,
    budget: &mut ParseBudget,
) -> Result<Dict, PdfError> {
    let damaged = PdfError::Damaged { at, what: "a damaged cross-reference stream" };
    let mut reader = ObjectReader::new(bytes);
    reader.budget = budget.clone();
    let read = reader.read(at, |_| None)?;
    *budget = reader.budget;
    let PdfObject::Stream(stream) = read.object else { return Err(damaged) };
    if stream.dict.get("Type").and_then(PdfObject::as_name) != Some(b"XRef") {
        return Err(damaged);
    }
    let data = decode_plain(&stream)?;
    budget.bytes(data.len() / 4)?;
    let widths = stream.dict.get("W").and_then(PdfObject::as_array).ok_or(damaged.clone())?;
    let widths: Vec<usize> = widths
        .iter()
        .map(|w| w.as_integer().and_then(|w| usize::try_from(w).ok()).filter(|&w| w <= 8))
        .collect::<Option<_>>()
        .ok_or(damaged.clone())?;
    let &[kind, second, _, ..] = widths.as_slice() else { return Err(damaged) };
    let row = widths.iter().sum::<usize>();
    if row == 0 {
        return Err(damaged);
    }
    let mut rows = data.chunks_exact(row);
    for (first, count) in index(&stream.dict).ok_or(damaged.clone())? {
        for number in (first..).take(count) {
            // Some writers promise more rows than they give.
            let Some(row) = rows.next() else { break };
            budget.values(1)?;
            let field = |from: usize, width: usize| {
                row.iter().skip(from).take(width).fold(0u64, |value, &b| value << 8 | u64::from(b))
            };
            let number = ObjectNumber::try_from(number).map_err(|_| damaged.clone())?;
            let what = if kind == 0 { 1 } else { field(0, kind) };
            let value = field(kind, second);
            match what {
                0 => table.add(number, ObjectPlace::Free)?,
                1 => table.add(number, usize::try_from(value).map_or(ObjectPlace::Free, ObjectPlace::At))?,
                2 => table.add(number, ObjectNumber::try_from(value).map_or(ObjectPlace::Free, ObjectPlace::In))?,
                // Kinds of later standards read as nothing.
                _ => {}
            }
        }
    }
    Ok(stream.dict)
}

fn index(dict: &Dict) -> Option<Vec<(i64, usize)>> {
    match dict.get("Index") {
        Some(PdfObject::Array(items)) => items
            .chunks_exact(2)
            .map(|pair| match pair {
                [first, count] => Some((first.as_integer()?, usize::try_from(count.as_integer()?).ok()?)),
                _ => None,
            })
            .collect(),
        Some(_) => None,
        None => Some(vec![(0, usize::try_from(dict.get("Size")?.as_integer()?).ok()?)]),
    }
}

/// Decodes a stream that may not use references: of cross references, and of objects.
pub(crate) fn decode_plain(stream: &PdfStream) -> Result<Vec<u8>, PdfError> {
    let filters = filters::of(&stream.dict, &|object| object)?;
    filters::decode(&stream.coded, &filters)
}

/// Returns the places of all `N G obj` in the file, in order: all that can be known where the cross references are
/// broken.
pub(crate) fn scan(bytes: &[u8]) -> Result<Vec<(ObjectNumber, usize)>, PdfError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = indirect::find(bytes, b"obj", at) {
        at = word + 3;
        let Some(start) = start_of_header(bytes, word) else { continue };
        if let Some((number, _)) = indirect::header(bytes, start) {
            if found.len() >= MAX_OBJECTS {
                return Err(PdfError::Bomb { what: "too many objects" });
            }
            found.push((number, start));
        }
    }
    Ok(found)
}

/// Returns the start of the two numbers before the word `obj`.
fn start_of_header(bytes: &[u8], word: usize) -> Option<usize> {
    let mut at = word;
    for _ in 0..2 {
        let blanks = run_before(bytes, at, is_blank);
        let digits = run_before(bytes, at - blanks, |b| b.is_ascii_digit());
        // `1 0obj` is found, `10obj` is not a header.
        if digits == 0 || (at != word && blanks == 0) {
            return None;
        }
        at -= blanks + digits;
    }
    Some(at)
}

/// The number of bytes of a kind right before a place; at most 20 are looked at.
fn run_before(bytes: &[u8], at: usize, kind: impl Fn(u8) -> bool) -> usize {
    bytes.get(..at).unwrap_or_default().iter().rev().take(20).take_while(|&&b| kind(b)).count()
}

/// All trailers that stand in the file, the last first.
pub(crate) fn scan_trailers(bytes: &[u8], budget: &mut ParseBudget) -> Result<Vec<Dict>, PdfError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = indirect::find(bytes, b"trailer", at) {
        at = word + b"trailer".len();
        let mut lexer = PdfLexer::at(bytes, at);
        let value = parse::value(&mut lexer, budget);
        budget.bytes(lexer.position().saturating_sub(at))?;
        if let Ok(PdfObject::Dict(dict)) = value {
            found.push(dict);
        }
    }
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_found_wherever_they_stand() {
        let source = b"1 0 obj<<>>endobj 22 0 obj\n3 0 endobj x4 1\r\nobj obj 7obj 8 0obj";
        let found = scan(source).expect("few");
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [1, 22, 4, 8]);
    }

    #[test]
    fn a_table_and_its_trailer() {
        let source = b"%PDF-1.4\nxref\n0 2\n0000000000 65535 f \n0000000077 00000 n \n5 1\n0000000099 00000 n \ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF";
        let table = read(&source.as_slice().into()).expect("sound");
        assert_eq!(table.entries.get(&0), Some(&ObjectPlace::Free));
        assert_eq!(table.entries.get(&1), Some(&ObjectPlace::At(77)));
        assert_eq!(table.entries.get(&5), Some(&ObjectPlace::At(99)));
        assert_eq!(table.trailer.get("Root"), Some(&PdfObject::Reference(1)));
    }

    #[test]
    fn a_chain_in_a_circle_ends() {
        let source = b"xref\n0 0\ntrailer<</Root 1 0 R/Prev 0>>\nstartxref\n0\n%%EOF";
        assert_eq!(read(&source.as_slice().into()).expect("sound").sections, 1);
    }

    #[test]
    fn senseless_tables_are_errors() {
        for source in [
            b"startxref 99 %%EOF".as_slice(),
            b"nothing",
            b"xref\n0 9999999999\n0000000000 65535 f\ntrailer<<>> startxref 0",
            b"xref\n-1 1\n0000000000 65535 n\ntrailer<<>> startxref 0",
            b"1 0 obj<</Type/XRef/W[0 0 0]/Size 1/Length 0>>stream\nendstream startxref 0",
        ] {
            assert!(read(&source.into()).is_err(), "{}", source.len());
        }
    }
}
