//! A scanner of XML that yields byte ranges, so that callers can edit in place; it copies nothing.
//!
//! It checks that the whole is well formed as it goes, since what one reader takes for text another may take for
//! markup where the rules are broken, and then nobody knows what was removed.
//! Beyond the rules of XML 1.0 it refuses what could bring in text from elsewhere (declarations of entities and of
//! attributes), and elements nested deeper than [`MAX_DEPTH`].

mod cursor;
mod entities;
mod escape;
mod names;
mod prologue;
#[cfg(test)]
mod tests;

use std::ops::Range;

use cursor::XmlCursor;
pub(crate) use entities::expanded;
pub(crate) use escape::{
    escape_attribute, escape_text, is_allowed, unescape, unescape_attribute, unescaped, unescaped_attribute,
};
pub(crate) use names::{NamespaceTracker, local};
pub(crate) use prologue::declared_encoding;

/// Elements nested deeper than this are refused.
pub(crate) const MAX_DEPTH: usize = 256;

/// The reason for which something is not read as XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {at} of the XML: {fault}")]
pub(crate) struct XmlError {
    /// The place, in bytes of the source.
    pub at: usize,
    /// The fault at that place.
    pub fault: &'static str,
}

impl XmlError {
    fn new(at: usize, fault: &'static str) -> Self {
        Self { at, fault }
    }
}

/// One thing in the source; together they cover all of it, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum XmlEvent {
    /// A start tag, or the one tag of an empty element, which no [`XmlEvent::End`] follows.
    Start(XmlTag),
    /// An end tag.
    End(XmlTag),
    /// Text between tags, as it is written; outside the root it is blank.
    Text(Range<usize>),
    /// The inside of a CDATA section.
    CData(Range<usize>),
    /// The inside of a comment.
    Comment(Range<usize>),
    /// A processing instruction, marks included.
    Instruction(Range<usize>),
    /// The declaration at the very start, marks included.
    Declaration(Range<usize>),
    /// The document type, marks included.
    Doctype(Range<usize>),
}

#[cfg(test)]
impl XmlEvent {
    /// All of it, marks included.
    pub fn whole(&self) -> Range<usize> {
        match self {
            Self::Start(tag) | Self::End(tag) => tag.whole.clone(),
            Self::CData(inner) => inner.start - CDATA.len()..inner.end + CDATA_END.len(),
            Self::Comment(inner) => inner.start - COMMENT.len()..inner.end + COMMENT_END.len(),
            Self::Text(whole) | Self::Instruction(whole) | Self::Declaration(whole) | Self::Doctype(whole) => {
                whole.clone()
            }
        }
    }
}

/// A start, end or empty-element tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct XmlTag {
    /// Its name, prefix included.
    pub name: Range<usize>,
    /// From `<` to `>`.
    pub whole: Range<usize>,
    /// True if it is a whole element.
    pub empty: bool,
}

/// An attribute of a start tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct XmlAttribute {
    /// Its name, prefix included.
    pub name: Range<usize>,
    /// The range between the quotes.
    pub value: Range<usize>,
    /// From the blank before the name to the closing quote: cutting it leaves a sound tag.
    pub whole: Range<usize>,
}

/// The attributes of a tag that a [`XmlScanner`] has yielded for the same source.
pub(crate) fn attributes(source: &str, tag: &XmlTag) -> impl Iterator<Item = XmlAttribute> {
    let mut cursor = XmlCursor::new(source.get(..tag.whole.end).unwrap_or_default(), tag.name.end);
    std::iter::from_fn(move || cursor.attribute().ok().flatten())
}

const COMMENT: &str = "<!--";
const COMMENT_END: &str = "-->";
const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";
const INSTRUCTION_END: &str = "?>";
const DOCTYPE: &str = "<!DOCTYPE";

/// Reads XML from its start to its end; after an error it yields nothing more.
pub(crate) struct XmlScanner<'a> {
    cursor: XmlCursor<'a>,
    /// The names of the open elements.
    open: Vec<Range<usize>>,
    /// The names of the attributes of one tag; kept to spare an allocation for each.
    seen: Vec<Range<usize>>,
    stage: XmlScannerStage,
    has_doctype: bool,
}

/// The scanner's position in the structure of the document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum XmlScannerStage {
    Start,
    BeforeRoot,
    InRoot,
    AfterRoot,
    Failed,
}

impl<'a> XmlScanner<'a> {
    /// A scanner of decoded text; a byte order mark before it is skipped.
    pub fn new(source: &'a str) -> Self {
        let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let cursor = XmlCursor::new(source, start);
        Self { cursor, open: Vec::new(), seen: Vec::new(), stage: XmlScannerStage::Start, has_doctype: false }
    }

    fn event(&mut self) -> Result<Option<XmlEvent>, XmlError> {
        let at_start = self.stage == XmlScannerStage::Start;
        if at_start {
            escape::check_characters(self.cursor.source())?;
            self.stage = XmlScannerStage::BeforeRoot;
        }
        let event = match self.cursor.rest() {
            [] => return self.finish(),
            [b'<', b'/', ..] => self.end()?,
            [b'<', b'?', ..] => self.instruction(at_start)?,
            [b'<', b'!', ..] => self.marked()?,
            [b'<', ..] => self.start()?,
            _ => self.text()?,
        };
        Ok(Some(event))
    }

    fn finish(&self) -> Result<Option<XmlEvent>, XmlError> {
        match (self.stage, self.open.last()) {
            (_, Some(name)) => Err(XmlError::new(name.start, "an element that does not end")),
            (XmlScannerStage::AfterRoot, None) => Ok(None),
            _ => Err(self.cursor.error("no root element")),
        }
    }

    fn text(&mut self) -> Result<XmlEvent, XmlError> {
        let start = self.cursor.at();
        self.cursor.skip_to(b'<');
        let range = start..self.cursor.at();
        let text = self.cursor.bytes(&range);
        if self.stage != XmlScannerStage::InRoot {
            let stray = text.iter().position(|b| !cursor::is_blank(*b));
            return match stray {
                Some(at) => Err(XmlError::new(start + at, "text outside the root element")),
                None => Ok(XmlEvent::Text(range)),
            };
        }
        let mut from = 0;
        while let Some(at) = text.get(from..).and_then(|rest| rest.iter().position(|b| matches!(b, b'&' | b'>'))) {
            let at = from + at;
            match text.get(at) {
                Some(b'&') => from = at + self.cursor.reference(start + at)?,
                _ if text.get(..=at).is_some_and(|read| read.ends_with(CDATA_END.as_bytes())) => {
                    return Err(XmlError::new(start + at, "the end of a CDATA section without a start"));
                }
                _ => from = at + 1,
            }
        }
        Ok(XmlEvent::Text(range))
    }

    fn start(&mut self) -> Result<XmlEvent, XmlError> {
        let start = self.cursor.at();
        if self.stage == XmlScannerStage::AfterRoot {
            return Err(self.cursor.error("a second root element"));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(self.cursor.error("elements nested too deep"));
        }
        self.cursor.expect(b'<', "no tag")?;
        let name = self.cursor.qualified_name()?;
        self.seen.clear();
        while let Some(attribute) = self.cursor.attribute()? {
            self.check_value(&attribute.value)?;
            self.seen.push(attribute.name);
        }
        self.check_unique()?;
        let empty = self.cursor.eat("/");
        self.cursor.expect(b'>', "a tag that does not end")?;
        if !empty {
            self.open.push(name.clone());
        }
        self.stage = if self.open.is_empty() { XmlScannerStage::AfterRoot } else { XmlScannerStage::InRoot };
        Ok(XmlEvent::Start(XmlTag { name, whole: start..self.cursor.at(), empty }))
    }

    fn check_value(&self, value: &Range<usize>) -> Result<(), XmlError> {
        let bytes = self.cursor.bytes(value);
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'<' => return Err(XmlError::new(value.start + at, "< in the value of an attribute")),
                b'&' => _ = self.cursor.reference(value.start + at)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn check_unique(&mut self) -> Result<(), XmlError> {
        let cursor = &self.cursor;
        self.seen.sort_unstable_by(|one, other| cursor.bytes(one).cmp(cursor.bytes(other)));
        let mut pairs = self.seen.iter().zip(self.seen.iter().skip(1));
        match pairs.find(|(one, other)| cursor.bytes(one) == cursor.bytes(other)) {
            Some((one, other)) => Err(XmlError::new(one.start.max(other.start), "an attribute given twice")),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> Result<XmlEvent, XmlError> {
        let start = self.cursor.at();
        self.cursor.eat("</");
        let name = self.cursor.qualified_name()?;
        self.cursor.skip_blanks();
        self.cursor.expect(b'>', "a tag that does not end")?;
        let opened = self.open.pop().ok_or(XmlError::new(start, "an end tag without a start"))?;
        if self.cursor.bytes(&opened) != self.cursor.bytes(&name) {
            return Err(XmlError::new(start, "an end tag of another name than the start"));
        }
        if self.open.is_empty() {
            self.stage = XmlScannerStage::AfterRoot;
        }
        Ok(XmlEvent::End(XmlTag { name, whole: start..self.cursor.at(), empty: false }))
    }

    fn instruction(&mut self, at_start: bool) -> Result<XmlEvent, XmlError> {
        let start = self.cursor.at();
        self.cursor.eat("<?");
        if at_start && self.cursor.starts_with_word("xml") {
            self.cursor.eat("xml");
            prologue::declaration(&mut self.cursor)?;
            return Ok(XmlEvent::Declaration(start..self.cursor.at()));
        }
        self.cursor.instruction()?;
        Ok(XmlEvent::Instruction(start..self.cursor.at()))
    }

    /// Reads the event that starts with `<!`.
    fn marked(&mut self) -> Result<XmlEvent, XmlError> {
        let start = self.cursor.at();
        if self.cursor.eat(COMMENT) {
            return self.cursor.comment().map(XmlEvent::Comment);
        }
        if self.stage == XmlScannerStage::InRoot && self.cursor.eat(CDATA) {
            return self.cursor.until(CDATA_END, "a CDATA section that does not end").map(XmlEvent::CData);
        }
        if self.stage == XmlScannerStage::BeforeRoot && !self.has_doctype && self.cursor.eat(DOCTYPE) {
            self.has_doctype = true;
            prologue::doctype(&mut self.cursor)?;
            return Ok(XmlEvent::Doctype(start..self.cursor.at()));
        }
        Err(self.cursor.error("a declaration out of place"))
    }
}

impl Iterator for XmlScanner<'_> {
    type Item = Result<XmlEvent, XmlError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stage == XmlScannerStage::Failed {
            return None;
        }
        let event = self.event();
        if event.is_err() {
            self.stage = XmlScannerStage::Failed;
        }
        event.transpose()
    }
}
