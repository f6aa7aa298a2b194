//! The guard that all XML goes through: what could make a small file large or slow is refused, and lines are counted.

use quick_xml::Reader;
use quick_xml::events::Event;

/// The longest tag in bytes; parsers compare each of its attributes with all others.
const LONGEST_TAG: usize = 16 << 10;
/// The longest entity in bytes. Entities shorten IRIs; none needs more.
const LONGEST_ENTITY: usize = 400;
/// The factor by which entities may make a file larger, and the bytes that they may always add.
const GROWTH: (usize, usize) = (4, 16 << 20);

/// Refuses what is not whole and well-formed, or could make a small file large or slow: where, and what it is.
pub(super) fn check(bytes: &[u8]) -> Result<(), (usize, &'static str)> {
    refuse_growth(bytes)?;
    let mut reader = Reader::from_reader(bytes);
    let mut depth = 0u64;
    loop {
        let event = reader.read_event();
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        match event {
            Ok(Event::Start(_)) => depth += 1,
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) if depth > 0 => return Err((at, "it ends in the middle")),
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(_) => return Err((at, "not well-formed XML")),
        }
    }
}

fn refuse_growth(bytes: &[u8]) -> Result<(), (usize, &'static str)> {
    let mut at = 0;
    let mut references = 0usize;
    let mut longest = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'<' | b'&'))) {
        at += found;
        let rest = bytes.get(at..).unwrap_or_default();
        match rest {
            [b'&', ..] => references += 1,
            [_, b'!', ..] => {
                if let Some(declaration) = rest.strip_prefix(b"<!ENTITY") {
                    longest = longest.max(entity(declaration).map_err(|what| (at, what))?);
                }
            }
            [_, b'?' | b'/', ..] => {}
            _ if !has_end(rest) => return Err((at, "a tag that does not end")),
            _ => {}
        }
        at += 1;
    }
    let (times, more) = GROWTH;
    if references.saturating_mul(longest) > bytes.len().saturating_mul(times).saturating_add(more) {
        return Err((0, "entities make it many times larger"));
    }
    Ok(())
}

/// The most bytes that an entity stands for.
fn entity(declaration: &[u8]) -> Result<usize, &'static str> {
    let end = declaration.iter().position(|byte| *byte == b'<').unwrap_or(declaration.len());
    let declaration = declaration.get(..end).unwrap_or_default();
    // Those at the end of the declarations take the end of the head with them.
    let end = declaration.windows(2).position(|pair| pair == b"]>").unwrap_or(declaration.len());
    let declaration = declaration.get(..end).unwrap_or_default();
    match () {
        () if declaration.iter().any(|byte| matches!(byte, b'&' | b'%')) => Err("entities made of entities"),
        () if declaration.len() > LONGEST_ENTITY => Err("a long entity"),
        () => Ok(declaration.len()),
    }
}

/// True if a tag has an end that is near.
fn has_end(bytes: &[u8]) -> bool {
    let mut quote = None;
    for byte in bytes.iter().take(LONGEST_TAG) {
        match (quote, byte) {
            (None, b'>') => return true,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    false
}

/// Counts lines up to places that come one after the other.
pub(super) struct LineCounter<'b> {
    bytes: &'b [u8],
    at: usize,
    line: u32,
}

impl<'b> LineCounter<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The line of a place, which does not come before the last one.
    pub(super) fn line(&mut self, at: usize) -> u32 {
        let at = at.clamp(self.at, self.bytes.len());
        let between = self.bytes.get(self.at..at).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count() as u32;
        self.at = at;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_that_grow_are_refused() {
        let plain = br#"<!DOCTYPE a [ <!ENTITY owl "http://www.w3.org/2002/07/owl#"> ]><a b="&owl;c > d">&lt;</a>"#;
        assert_eq!(check(plain), Ok(()));
        let nested = br#"<!DOCTYPE a [ <!ENTITY x "ha"> <!ENTITY y "&x;&x;"> ]><a/>"#;
        assert_eq!(refuse_growth(nested), Err((31, "entities made of entities")));
        let mut many = format!("<!DOCTYPE a [ <!ENTITY x \"{}\"> ]><a>", "ha".repeat(180)).into_bytes();
        many.extend(b"&x;".repeat(1 << 20));
        assert_eq!(refuse_growth(&many), Err((0, "entities make it many times larger")));
    }

    #[test]
    fn tags_have_an_end() {
        assert_eq!(check(b"<a>text</a> <!-- > -->"), Ok(()));
        let long = [b"<a ".to_vec(), b"b='' ".repeat(10_000), b">".to_vec()].concat();
        assert_eq!(refuse_growth(&long), Err((0, "a tag that does not end")));
    }

    #[test]
    fn lines_are_counted() {
        let mut lines = LineCounter::new(b"a\nb\n\nc");
        assert_eq!([lines.line(0), lines.line(2), lines.line(5), lines.line(3), lines.line(99)], [1, 2, 4, 4, 4]);
    }
}
