//! Entities that a document declares for itself, put in the place of the references to them.
//!
//! Drawings by some programs write their namespaces so; who reads the result needs no declarations.
//! What stands in another file is never read, and references that grow into more than a few times the document are
//! refused.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::cursor::XmlCursor;
use super::{CDATA, CDATA_END, COMMENT, DOCTYPE, XmlError, escape};

/// Entities in one another deeper than this are refused, those that hold themselves among them.
const MOST_DEPTH: usize = 16;
/// References may make a document so many times as long, and so much longer.
const MOST_TIMES: usize = 4;
const MOST_MORE: usize = 1 << 20;

const ELSEWHERE: &str = "an entity that stands in another file; expand it first";
const TOO_MUCH: &str = "entities that unpack to far more than the document; expand them first";
const UNREAD: &str = "a declaration of an entity that is not read; expand it first";

/// A declared entity.
struct XmlEntity<'s> {
    name: &'s str,
    /// The text that takes the place of a reference, in which references to other entities still stand.
    replacement: Rc<str>,
    /// The whole declaration.
    declared: Range<usize>,
    is_used: bool,
}

/// The document with references to its own entities replaced by what they stand for; nothing if it declares none.
///
/// Declarations that something refers to are left out; of the others a comment tells, so that their text is read.
pub(crate) fn expanded(source: &str) -> Result<Option<String>, XmlError> {
    let Some((entities, behind)) = declarations(source)? else { return Ok(None) };
    if entities.is_empty() {
        return Ok(None);
    }
    let mut names = HashMap::new();
    for (number, entity) in entities.iter().enumerate() {
        // The first declaration of a name counts.
        names.entry(entity.name).or_insert(number);
    }
    let most = source.len().saturating_mul(MOST_TIMES).saturating_add(MOST_MORE);
    let mut expansion = EntityExpansion { entities, names, out: String::new(), most, references: source.len() };
    expansion.content(source.get(behind..).unwrap_or_default(), behind, 0)?;
    let mut whole = String::with_capacity(source.len() + expansion.out.len());
    let mut at = 0;
    for entity in &expansion.entities {
        whole.push_str(source.get(at..entity.declared.start).unwrap_or_default());
        if !entity.is_used {
            let text = entity.replacement.replace('-', " ");
            whole.extend(["<!-- ", entity.name, " ", &text, " -->"]);
        }
        at = entity.declared.end;
    }
    whole.push_str(source.get(at..behind).unwrap_or_default());
    whole.push_str(&expansion.out);
    Ok(Some(whole))
}

/// The entities that the document type declares, and the place behind it; nothing where it declares nothing itself.
fn declarations(source: &str) -> Result<Option<(Vec<XmlEntity<'_>>, usize)>, XmlError> {
    let mut cursor = XmlCursor::new(source, if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    loop {
        cursor.skip_blanks();
        if cursor.eat(COMMENT) {
            cursor.comment()?;
        } else if cursor.eat("<?") {
            cursor.until(super::INSTRUCTION_END, "an instruction that does not end")?;
        } else {
            break;
        }
    }
    if !cursor.eat(DOCTYPE) {
        return Ok(None);
    }
    loop {
        match cursor.rest().first() {
            Some(b'"' | b'\'') => _ = cursor.quoted()?,
            Some(b'[') => break,
            Some(b'>') | None => return Ok(None),
            Some(_) => cursor.step(),
        }
    }
    cursor.eat("[");
    let mut entities = Vec::new();
    loop {
        cursor.skip_blanks();
        let start = cursor.at();
        if cursor.eat("]") {
            cursor.skip_blanks();
            cursor.expect(b'>', "a document type that does not end")?;
            return Ok(Some((entities, cursor.at())));
        } else if cursor.eat(COMMENT) {
            cursor.comment()?;
        } else if cursor.eat("<?") {
            cursor.instruction()?;
        } else if cursor.eat("<!ENTITY") {
            entities.push(entity(&mut cursor, start)?);
        } else if cursor.eat("<!") {
            declaration(&mut cursor)?;
        } else {
            return Err(cursor.error("a declaration that is not read"));
        }
    }
}

/// Steps over a declaration of another kind, which may hold signs in quotes.
fn declaration(cursor: &mut XmlCursor) -> Result<(), XmlError> {
    loop {
        match cursor.rest().first() {
            Some(b'"' | b'\'') => _ = cursor.quoted()?,
            Some(b'>') => return cursor.expect(b'>', UNREAD),
            Some(_) => cursor.step(),
            None => return Err(cursor.error("a declaration that does not end")),
        }
    }
}

/// The rest of a declaration of an entity, behind its mark.
fn entity<'s>(cursor: &mut XmlCursor<'s>, start: usize) -> Result<XmlEntity<'s>, XmlError> {
    if !cursor.skip_blanks() || cursor.starts_with("%") {
        return Err(cursor.error(UNREAD));
    }
    let name = cursor.name()?;
    if !cursor.skip_blanks() {
        return Err(cursor.error(UNREAD));
    }
    if cursor.starts_with("SYSTEM") || cursor.starts_with("PUBLIC") {
        return Err(cursor.error(ELSEWHERE));
    }
    let value = cursor.quoted()?;
    let written = cursor.source().get(value.clone()).unwrap_or_default();
    if written.contains('%') {
        return Err(XmlError::new(value.start, UNREAD));
    }
    cursor.skip_blanks();
    cursor.expect(b'>', UNREAD)?;
    let replacement = characters(written).ok_or(XmlError::new(value.start, "an unknown reference"))?;
    let name = cursor.source().get(name).unwrap_or_default();
    Ok(XmlEntity { name, replacement: replacement.into(), declared: start..cursor.at(), is_used: false })
}

/// A declared value with references to characters undone, as readers do while they read the declaration.
fn characters(written: &str) -> Option<String> {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find("&#") {
        text.push_str(rest.get(..at)?);
        let (c, length) = escape::reference(rest.get(at..)?)?;
        text.push(c);
        rest = rest.get(at + length..)?;
    }
    text.push_str(rest);
    Some(text)
}

/// A document while references are being replaced.
struct EntityExpansion<'s> {
    entities: Vec<XmlEntity<'s>>,
    names: HashMap<&'s str, usize>,
    out: String,
    /// The most bytes that come out.
    most: usize,
    /// The references that may still be followed.
    references: usize,
}

impl EntityExpansion<'_> {
    /// Writes what stands between tags, and the tags, of a text that starts at `at` of the document or stands for a reference
    /// there.
    fn content(&mut self, text: &str, at: usize, depth: usize) -> Result<(), XmlError> {
        let mut rest = text;
        while let Some(next) = rest.find(['&', '<']) {
            let (before, marked) = rest.split_at(next);
            let at = if depth == 0 { at + text.len() - marked.len() } else { at };
            self.push(before, at)?;
            let ends = |mark: &str| marked.find(mark).map_or(marked.len(), |end| end + mark.len());
            let length = if marked.starts_with('&') {
                self.reference(marked, at, depth, Self::content)?
            } else if marked.starts_with(COMMENT) {
                self.copy(marked, ends("-->"), at)?
            } else if marked.starts_with(CDATA) {
                self.copy(marked, ends(CDATA_END), at)?
            } else if marked.starts_with("<?") {
                self.copy(marked, ends(super::INSTRUCTION_END), at)?
            } else {
                self.tag(marked, at, depth)?
            };
            rest = marked.get(length..).unwrap_or_default();
        }
        self.push(rest, at)
    }

    /// Writes a tag; gives its length.
    fn tag(&mut self, marked: &str, at: usize, depth: usize) -> Result<usize, XmlError> {
        let mut length = 0;
        loop {
            let rest = marked.get(length..).unwrap_or_default();
            let Some(next) = rest.find(['"', '\'', '>']) else {
                return Ok(length + self.copy(rest, rest.len(), at)?);
            };
            length += self.copy(rest, next + 1, at)?;
            let (sign, behind) = rest.get(next..).unwrap_or_default().split_at(1);
            if sign == ">" {
                return Ok(length);
            }
            let Some(end) = behind.find(sign) else { return Ok(length + self.copy(behind, behind.len(), at)?) };
            self.value(behind.get(..end).unwrap_or_default(), at, depth)?;
            self.push(sign, at)?;
            length += end + 1;
        }
    }

    /// Writes the value of an attribute, or a text that stands for a reference in one.
    fn value(&mut self, text: &str, at: usize, depth: usize) -> Result<(), XmlError> {
        let text = match depth {
            0 => Cow::Borrowed(text),
            // Its quotes end nothing.
            _ => Cow::Owned(text.replace('"', "&quot;").replace('\'', "&apos;")),
        };
        let mut rest = text.as_ref();
        while let Some(next) = rest.find('&') {
            let (before, marked) = rest.split_at(next);
            self.push(before, at)?;
            let length = self.reference(marked, at, depth, Self::value)?;
            rest = marked.get(length..).unwrap_or_default();
        }
        self.push(rest, at)
    }

    /// Writes what a reference at the start of a text stands for, by `write`; gives its length. One that is none of the
    /// document's own is copied.
    fn reference(
        &mut self,
        marked: &str,
        at: usize,
        depth: usize,
        write: fn(&mut Self, &str, usize, usize) -> Result<(), XmlError>,
    ) -> Result<usize, XmlError> {
        if escape::reference(marked).is_some() {
            return self.copy(marked, 1, at);
        }
        let end = marked.find(';').unwrap_or(0);
        let known = marked.get(1..end).and_then(|name| self.names.get(name)).copied();
        let Some(number) = known else { return self.copy(marked, 1, at) };
        self.references = self.references.checked_sub(1).ok_or(XmlError::new(at, TOO_MUCH))?;
        if depth == MOST_DEPTH {
            return Err(XmlError::new(at, "entities too deep in one another"));
        }
        let Some(entity) = self.entities.get_mut(number) else { return Ok(end + 1) };
        entity.is_used = true;
        let replacement = Rc::clone(&entity.replacement);
        write(self, &replacement, at, depth + 1).map(|()| end + 1)
    }

    fn copy(&mut self, text: &str, length: usize, at: usize) -> Result<usize, XmlError> {
        self.push(text.get(..length).unwrap_or_default(), at)?;
        Ok(length)
    }

    fn push(&mut self, text: &str, at: usize) -> Result<(), XmlError> {
        if self.out.len() + text.len() > self.most {
            return Err(XmlError::new(at, TOO_MUCH));
        }
        self.out.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expect: &str) {
        assert_eq!(expanded(source).expect("sound").as_deref(), Some(expect));
    }

    #[track_caller]
    fn refused(source: &str, fault: &str) {
        assert_eq!(expanded(source).map_err(|error| error.fault), Err(fault));
    }

    #[test]
    fn references_become_what_they_stand_for() {
        check("<!DOCTYPE r [<!ENTITY a 'b'>]><r x='&a;'>&a;&amp;&#65;</r>", "<!DOCTYPE r []><r x='b'>b&amp;&#65;</r>");
        check("<!DOCTYPE r [<!ENTITY a '<i>&b;</i>'><!ENTITY b 'c'>]><r>&a;</r>", "<!DOCTYPE r []><r><i>c</i></r>");
        check("<!DOCTYPE r [<!ENTITY a '&#34;'>]><r x=\"&a;\"/>", "<!DOCTYPE r []><r x=\"&quot;\"/>");
        check(
            "<!DOCTYPE r [<!ENTITY a 'b'>]><r><!-- &a; --><![CDATA[&a;]]><?p &a;?>&a;</r>",
            "<!DOCTYPE r []><r><!-- &a; --><![CDATA[&a;]]><?p &a;?>b</r>",
        );
        check("<!DOCTYPE r [<!ENTITY a 'b'><!ENTITY a 'c'>]><r>&a;</r>", "<!DOCTYPE r [<!-- a c -->]><r>b</r>");
    }

    #[test]
    fn what_nothing_refers_to_becomes_a_comment() {
        check("<!DOCTYPE r [<!ENTITY a 'x--y'>]><r/>", "<!DOCTYPE r [<!-- a x  y -->]><r/>");
    }

    #[test]
    fn documents_without_declarations_are_left_alone() {
        for source in ["<r>&a;</r>", "<!DOCTYPE r><r/>", "<!DOCTYPE r SYSTEM 'x'><r/>", "<!DOCTYPE r [ ]><r/>", ""] {
            assert_eq!(expanded(source), Ok(None), "{source}");
        }
    }

    #[test]
    fn what_could_bring_in_anything_is_refused() {
        refused("<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><r>&a;</r>", ELSEWHERE);
        refused("<!DOCTYPE r [<!ENTITY % a 'b'>]><r/>", UNREAD);
        refused("<!DOCTYPE r [<!ENTITY a '%b;'>]><r/>", UNREAD);
        refused("<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><r>&a;</r>", "entities too deep in one another");
        let bomb: String =
            (1..16).map(|n| format!("<!ENTITY a{n} '{}'>", format!("&a{};", n - 1).repeat(10))).collect();
        refused(&format!("<!DOCTYPE r [<!ENTITY a0 ''>{bomb}]><r>&a15;</r>"), TOO_MUCH);
        refused(&format!("<!DOCTYPE r [<!ENTITY a0 '0123456789'>{bomb}]><r>&a15;</r>"), TOO_MUCH);
    }
}
