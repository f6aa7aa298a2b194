//! A place in the source, and the small steps from there.

use std::ops::Range;

use super::{COMMENT_END, INSTRUCTION_END, XmlAttribute, XmlError, escape};

/// A place in the source; it always lies between two characters.
pub(super) struct XmlCursor<'a> {
    source: &'a str,
    at: usize,
}

/// True for what XML takes for blank.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl<'a> XmlCursor<'a> {
    pub fn new(source: &'a str, at: usize) -> Self {
        Self { source, at }
    }

    pub fn source(&self) -> &'a str {
        self.source
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn error(&self, fault: &'static str) -> XmlError {
        XmlError::new(self.at, fault)
    }

    /// The bytes that follow.
    pub fn rest(&self) -> &'a [u8] {
        self.source.as_bytes().get(self.at..).unwrap_or_default()
    }

    pub fn bytes(&self, range: &Range<usize>) -> &'a [u8] {
        self.source.as_bytes().get(range.clone()).unwrap_or_default()
    }

    pub fn starts_with(&self, mark: &str) -> bool {
        self.rest().starts_with(mark.as_bytes())
    }

    /// True if a word follows, and then a blank.
    pub fn starts_with_word(&self, word: &str) -> bool {
        let after = self.rest().strip_prefix(word.as_bytes());
        after.and_then(<[u8]>::first).copied().is_some_and(is_blank)
    }

    /// Steps over a mark, if it is there.
    pub fn eat(&mut self, mark: &str) -> bool {
        let there = self.starts_with(mark);
        if there {
            self.at += mark.len();
        }
        there
    }

    /// Steps over an ASCII sign that must be there.
    pub fn expect(&mut self, sign: u8, fault: &'static str) -> Result<(), XmlError> {
        if self.rest().first() != Some(&sign) {
            return Err(self.error(fault));
        }
        self.at += 1;
        Ok(())
    }

    /// Steps over blanks and says whether there were any.
    pub fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let blanks = rest.iter().position(|b| !is_blank(*b)).unwrap_or(rest.len());
        self.at += blanks;
        blanks > 0
    }

    /// Steps over one character, if there is one.
    pub fn step(&mut self) {
        let next = self.source.get(self.at..).and_then(|rest| rest.chars().next());
        self.at += next.map_or(0, char::len_utf8);
    }

    /// Steps up to an ASCII sign, or to the end.
    pub fn skip_to(&mut self, sign: u8) {
        let rest = self.rest();
        self.at += rest.iter().position(|b| *b == sign).unwrap_or(rest.len());
    }

    /// Steps over a mark further on; gives what stands before it.
    pub fn until(&mut self, mark: &str, fault: &'static str) -> Result<Range<usize>, XmlError> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let length = rest.find(mark).ok_or(self.error(fault))?;
        let inner = self.at..self.at + length;
        self.at = inner.end + mark.len();
        Ok(inner)
    }

    /// The rest of a comment, after its opening mark; gives its inside.
    pub fn comment(&mut self) -> Result<Range<usize>, XmlError> {
        let inner = self.until("--", "a comment that does not end")?;
        self.at = inner.end;
        if self.eat(COMMENT_END) { Ok(inner) } else { Err(self.error("-- inside a comment")) }
    }

    /// The rest of a processing instruction, after its opening mark.
    pub fn instruction(&mut self) -> Result<(), XmlError> {
        let target = self.name()?;
        let name = self.bytes(&target);
        if name.eq_ignore_ascii_case(b"xml") {
            return Err(XmlError::new(target.start, "an XML declaration out of place"));
        }
        if name.contains(&b':') {
            return Err(XmlError::new(target.start, "a name with a stray colon"));
        }
        if !self.skip_blanks() && !self.starts_with(INSTRUCTION_END) {
            return Err(self.error("no blank after the target of an instruction"));
        }
        self.until(INSTRUCTION_END, "an instruction that does not end").map(drop)
    }

    /// A name, as XML has them.
    pub fn name(&mut self) -> Result<Range<usize>, XmlError> {
        let start = self.at;
        let mut rest = self.rest().iter();
        loop {
            match rest.next() {
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':') => self.at += 1,
                Some(b'0'..=b'9' | b'-' | b'.') if self.at > start => self.at += 1,
                Some(0x80..) => {
                    let c = self.source.get(self.at..).and_then(|rest| rest.chars().next());
                    let Some(c) = c.filter(|c| escape::is_in_name(*c, self.at == start)) else { break };
                    self.at += c.len_utf8();
                    rest = self.rest().iter();
                }
                _ => break,
            }
        }
        if self.at == start { Err(self.error("no name where one must be")) } else { Ok(start..self.at) }
    }

    /// A name with a prefix or without.
    pub fn qualified_name(&mut self) -> Result<Range<usize>, XmlError> {
        let name = self.name()?;
        let mut parts = self.bytes(&name).split(|b| *b == b':');
        let sound = parts.by_ref().take(2).all(|part| !part.is_empty()) && parts.next().is_none();
        if sound { Ok(name) } else { Err(XmlError::new(name.start, "a name with a stray colon")) }
    }

    /// The inside of a quoted string.
    pub fn quoted(&mut self) -> Result<Range<usize>, XmlError> {
        let quote = match self.rest().first() {
            Some(quote @ (b'"' | b'\'')) => *quote,
            _ => return Err(self.error("no quote where one must be")),
        };
        let start = self.at + 1;
        let length = self.bytes(&(start..self.source.len())).iter().position(|b| *b == quote);
        let end = start + length.ok_or(self.error("a quote that does not end"))?;
        self.at = end + 1;
        Ok(start..end)
    }

    /// The next attribute of a tag or of the declaration; at its last signs, nothing.
    pub fn attribute(&mut self) -> Result<Option<XmlAttribute>, XmlError> {
        let start = self.at;
        let has_blank = self.skip_blanks();
        if matches!(self.rest().first(), None | Some(b'>' | b'/' | b'?')) {
            return Ok(None);
        }
        if !has_blank {
            return Err(self.error("no blank before an attribute"));
        }
        let name = self.qualified_name()?;
        self.skip_blanks();
        self.expect(b'=', "an attribute without a value")?;
        self.skip_blanks();
        let value = self.quoted()?;
        Ok(Some(XmlAttribute { name, value, whole: start..self.at }))
    }

    /// Returns the length of the reference that starts at `at`.
    pub fn reference(&self, at: usize) -> Result<usize, XmlError> {
        let found = self.source.get(at..).and_then(escape::reference);
        found.map(|(_, length)| length).ok_or(XmlError::new(at, "an unknown reference"))
    }
}
