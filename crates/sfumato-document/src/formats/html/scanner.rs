//! Reads markup as browsers do: whatever it is, it is tags, text and comments, and each byte is one of these.
//!
//! It yields byte ranges and copies nothing.
//! Where the end of a tag is missing, a browser would drop the rest of the page; here the tag is taken for text, so
//! that the rest is still read.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

/// A thing in the source; together they cover all of it, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum HtmlToken {
    /// A start tag.
    Start(HtmlTag),
    /// An end tag, which may have attributes nobody heeds.
    End(HtmlTag),
    /// Text between tags.
    Text(Range<usize>),
    /// The text of an element that holds no tags: `script`, `title`.
    Raw(Range<usize>),
    /// The inside of a comment.
    Comment(Range<usize>),
    /// The inside of what is treated as a comment: an instruction, a declaration, an end tag without a name.
    Bogus(Range<usize>),
    /// The inside of a CDATA section.
    CData(Range<usize>),
    /// The inside of a document type.
    Doctype(Range<usize>),
}

/// A start or end tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HtmlTag {
    pub name: Range<usize>,
    pub whole: Range<usize>,
    pub attributes: Vec<HtmlAttribute>,
    /// True if a slash ends it.
    pub closed: bool,
}

/// An attribute of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HtmlAttribute {
    pub name: Range<usize>,
    /// The inside of the quotes, or the bare value.
    pub value: Option<Range<usize>>,
    pub quoted: bool,
}

/// Elements whose text holds no tags.
const RAW: [&[u8]; 9] =
    [b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"plaintext"];
/// Elements that end a drawing or a formula in which they are met.
const BREAKOUT: [&[u8]; 16] = [
    b"body", b"div", b"dl", b"head", b"h1", b"h2", b"h3", b"img", b"li", b"ol", b"p", b"pre", b"span", b"table", b"ul",
    b"html",
];

/// The scanner.
pub(super) struct HtmlScanner<'s> {
    source: &'s str,
    at: usize,
    /// True if it is well-formed XHTML, whose rules are plainer.
    strict: bool,
    /// The element whose raw text comes next.
    raw: Option<Range<usize>>,
    /// Open drawings and formulas, and parts of them that hold a page's markup again.
    foreign: Vec<(Vec<u8>, bool)>,
    /// Once a tag does not end, the next sign ends one even inside quotes.
    broken: bool,
    /// The place of the last such sign.
    last_end: usize,
}

impl<'s> HtmlScanner<'s> {
    pub fn new(source: &'s str, strict: bool) -> Self {
        Self {
            source,
            at: 0,
            strict,
            raw: None,
            foreign: Vec::new(),
            broken: false,
            last_end: memrchr(b'>', source.as_bytes()).unwrap_or(0),
        }
    }

    fn bytes(&self) -> &'s [u8] {
        self.source.as_bytes()
    }

    fn rest(&self) -> &'s [u8] {
        self.bytes().get(self.at..).unwrap_or_default()
    }

    fn name_is(&self, name: &Range<usize>, known: &[&[u8]]) -> bool {
        let name = self.bytes().get(name.clone()).unwrap_or_default();
        known.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn is_foreign(&self) -> bool {
        self.foreign.last().is_some_and(|(_, foreign)| *foreign)
    }

    /// Text up to the next thing that is none.
    fn text(&mut self) -> HtmlToken {
        let start = self.at;
        loop {
            let from = self.at + usize::from(self.at < self.source.len());
            match self.bytes().get(from..).and_then(|rest| memchr(b'<', rest)) {
                Some(found) => self.at = from + found,
                None => self.at = self.source.len(),
            }
            if self.at == self.source.len() || self.is_markup() {
                return HtmlToken::Text(start..self.at);
            }
        }
    }

    /// True if what follows is a tag or a comment rather than text.
    fn is_markup(&self) -> bool {
        match self.rest() {
            [b'<', b'!' | b'?', ..] => true,
            [b'<', b'/', next, ..] if !next.is_ascii_alphabetic() => true,
            [b'<', b'/', next, ..] | [b'<', next, ..] if next.is_ascii_alphabetic() => {
                !self.broken || self.at < self.last_end
            }
            _ => false,
        }
    }

    /// The text of an element that holds no tags, up to its end tag.
    fn raw_text(&mut self, name: &Range<usize>) -> Option<HtmlToken> {
        let name = self.bytes().get(name.clone()).unwrap_or_default();
        let start = self.at;
        let mut end = start;
        loop {
            let Some(found) = self.bytes().get(end..).and_then(|rest| memmem::find(rest, b"</")) else {
                end = self.source.len();
                break;
            };
            end += found;
            let after = self.bytes().get(end + 2..).unwrap_or_default();
            let is_end = after.get(..name.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(name))
                && after.get(name.len()).is_none_or(|b| is_blank(*b) || matches!(b, b'/' | b'>'));
            if is_end && !name.eq_ignore_ascii_case(b"plaintext") {
                break;
            }
            end += 2;
        }
        self.at = end;
        (end > start).then_some(HtmlToken::Raw(start..end))
    }

    /// Reads what starts with `<!`, `<?` or an end tag without a name.
    fn declaration(&mut self) -> HtmlToken {
        let rest = self.rest();
        if rest.starts_with(b"<!--") {
            return self.comment();
        }
        if (self.strict || self.is_foreign()) && rest.starts_with(b"<![CDATA[") {
            let start = self.at + 9;
            let end = self.bytes().get(start..).and_then(|rest| memmem::find(rest, b"]]>"));
            self.at = end.map_or(self.source.len(), |end| start + end + 3);
            return HtmlToken::CData(start..end.map_or(self.source.len(), |end| start + end));
        }
        let start = self.at + 2;
        let instruction_end = if self.strict && rest.starts_with(b"<?") { memmem::find(rest, b"?>") } else { None };
        let end = match instruction_end {
            Some(end) => Some(self.at + end + 1),
            None => memchr(b'>', self.bytes().get(start..).unwrap_or_default()).map(|end| start + end),
        };
        let inner = start..end.unwrap_or(self.source.len());
        self.at = end.map_or(self.source.len(), |end| end + 1);
        let is_doctype = rest.get(2..9).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype"));
        if is_doctype { HtmlToken::Doctype(inner) } else { HtmlToken::Bogus(inner) }
    }

    fn comment(&mut self) -> HtmlToken {
        let start = self.at + 4;
        let rest = self.bytes().get(start..).unwrap_or_default();
        if !self.strict
            && let Some(length) = [&b">"[..], b"->"].iter().find(|end| rest.starts_with(end)).map(|end| end.len())
        {
            self.at = start + length;
            return HtmlToken::Comment(start..start);
        }
        let mut from = 0;
        while let Some(found) = rest.get(from..).and_then(|rest| memmem::find(rest, b"--")) {
            let end = from + found;
            let mark = match rest.get(end + 2..).unwrap_or_default() {
                [b'>', ..] => 3,
                [b'!', b'>', ..] => 4,
                _ => {
                    from = end + 1;
                    continue;
                }
            };
            self.at = start + end + mark;
            return HtmlToken::Comment(start..start + end);
        }
        self.at = self.source.len();
        HtmlToken::Comment(start..self.at)
    }

    /// A tag; nothing if it never ends.
    fn tag(&self, name_at: usize) -> Option<HtmlTag> {
        let end = if self.broken { self.at + memchr(b'>', self.rest())? + 1 } else { self.source.len() };
        let mut cursor = TagCursor { bytes: self.bytes().get(..end)?, at: name_at, broken: self.broken };
        let name = cursor.until(|b| is_blank(b) || matches!(b, b'/' | b'>'));
        let mut attributes = Vec::new();
        loop {
            let closed = cursor.between()?;
            if cursor.peek()? == b'>' {
                return Some(HtmlTag { name, whole: self.at..cursor.at + 1, attributes, closed });
            }
            attributes.push(cursor.attribute()?);
        }
    }

    /// Keeps track of where the rules of drawings and formulas hold.
    fn follow(&mut self, tag: &HtmlTag, is_end: bool) {
        let Some(name) = self.bytes().get(tag.name.clone()).map(<[u8]>::to_ascii_lowercase) else { return };
        if is_end {
            if self.foreign.last().is_some_and(|(open, _)| *open == name) {
                self.foreign.pop();
            }
            return;
        }
        match &name[..] {
            b"svg" | b"math" if !tag.closed => self.foreign.push((name, true)),
            b"foreignobject" | b"desc" | b"title" | b"annotation-xml" if self.is_foreign() && !tag.closed => {
                self.foreign.push((name, false));
            }
            name if self.is_foreign() && BREAKOUT.contains(&name) => self.foreign.clear(),
            _ => {}
        }
    }

    fn start_tag(&mut self, tag: HtmlTag) -> HtmlToken {
        self.at = tag.whole.end;
        let was_foreign = self.is_foreign();
        self.follow(&tag, false);
        if !self.strict && !was_foreign && self.name_is(&tag.name, &RAW) {
            self.raw = Some(tag.name.clone());
        }
        HtmlToken::Start(tag)
    }
}

impl Iterator for HtmlScanner<'_> {
    type Item = HtmlToken;

    fn next(&mut self) -> Option<HtmlToken> {
        if let Some(name) = self.raw.take()
            && let Some(token) = self.raw_text(&name)
        {
            return Some(token);
        }
        if self.at >= self.source.len() {
            return None;
        }
        if !self.is_markup() {
            return Some(self.text());
        }
        let name_at = match self.rest() {
            [b'<', b'/', next, ..] if next.is_ascii_alphabetic() => self.at + 2,
            [b'<', next, ..] if next.is_ascii_alphabetic() => self.at + 1,
            _ => return Some(self.declaration()),
        };
        match self.tag(name_at) {
            None => {
                self.broken = true;
                Some(self.text())
            }
            Some(tag) if name_at == self.at + 2 => {
                self.at = tag.whole.end;
                self.follow(&tag, true);
                Some(HtmlToken::End(tag))
            }
            Some(tag) => Some(self.start_tag(tag)),
        }
    }
}

fn is_blank(byte: u8) -> bool {
    crate::layers::is_blank(char::from(byte))
}

/// A place in a tag.
struct TagCursor<'s> {
    bytes: &'s [u8],
    at: usize,
    /// True if a quote without its fellow is part of the value.
    broken: bool,
}

impl TagCursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Steps up to a byte; gives what lies before it.
    fn until(&mut self, is_end: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(|b| !is_end(b)) {
            self.at += 1;
        }
        start..self.at
    }

    /// Steps over blanks and slashes; says whether a slash came right before the end of the tag.
    fn between(&mut self) -> Option<bool> {
        let mut closed = false;
        loop {
            match self.peek()? {
                b'/' => closed = true,
                b if is_blank(b) => closed = false,
                b => return Some(closed && b == b'>'),
            }
            self.at += 1;
        }
    }

    fn bare(&mut self, name: Range<usize>) -> Option<HtmlAttribute> {
        let value = self.until(|b| is_blank(b) || b == b'>');
        self.peek()?;
        Some(HtmlAttribute { name, value: Some(value), quoted: false })
    }

    /// An attribute; nothing if it never ends.
    fn attribute(&mut self) -> Option<HtmlAttribute> {
        let start = self.at;
        // A name may start with an equals sign.
        self.at += 1;
        self.until(|b| is_blank(b) || matches!(b, b'/' | b'>' | b'='));
        let name = start..self.at;
        self.until(|b| !is_blank(b));
        if self.peek()? != b'=' {
            return Some(HtmlAttribute { name, value: None, quoted: false });
        }
        self.at += 1;
        self.until(|b| !is_blank(b));
        match self.peek()? {
            b'>' => Some(HtmlAttribute { name, value: None, quoted: false }),
            quote @ (b'"' | b'\'') => {
                let inner = self.at + 1;
                match memchr(quote, self.bytes.get(inner..)?) {
                    Some(length) => {
                        self.at = inner + length + 1;
                        Some(HtmlAttribute { name, value: Some(inner..inner + length), quoted: true })
                    }
                    None if self.broken => self.bare(name),
                    None => None,
                }
            }
            _ => self.bare(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each token as a letter and its text.
    fn scanned(source: &str) -> Vec<String> {
        let mut end = 0;
        let told = HtmlScanner::new(source, false)
            .map(|token| {
                let (letter, range) = match &token {
                    HtmlToken::Start(tag) => ("S", tag.whole.clone()),
                    HtmlToken::End(tag) => ("E", tag.whole.clone()),
                    HtmlToken::Text(range) => ("T", range.clone()),
                    HtmlToken::Raw(range) => ("R", range.clone()),
                    HtmlToken::Comment(range) => ("C", range.clone()),
                    HtmlToken::Bogus(range) => ("B", range.clone()),
                    HtmlToken::CData(range) => ("D", range.clone()),
                    HtmlToken::Doctype(range) => ("Y", range.clone()),
                };
                assert!(range.start >= end, "tokens are in order");
                end = range.end;
                format!("{letter} {}", source.get(range).expect("a range of the source"))
            })
            .collect();
        assert!(end + 4 >= source.len() || source.is_empty(), "the whole source is covered");
        told
    }

    #[test]
    fn markup_is_read_as_browsers_do() {
        assert_eq!(scanned("a<b>c</b>"), ["T a", "S <b>", "T c", "E </b>"]);
        assert_eq!(scanned("1 < 2 <3 a<"), ["T 1 < 2 <3 a<"]);
        assert_eq!(scanned("<!DOCTYPE html><p>"), ["Y DOCTYPE html", "S <p>"]);
        assert_eq!(scanned("<!--a--><!-- b --!><!-->c<!--->d<!--e"), ["C a", "C  b ", "C ", "T c", "C ", "T d", "C e"]);
        assert_eq!(scanned("<?php x ?></ a><!b>"), ["B php x ?", "B  a", "B b"]);
        assert_eq!(
            scanned("<svg><![CDATA[a<b]]></svg><![CDATA[c]]>"),
            ["S <svg>", "D a<b", "E </svg>", "B [CDATA[c]]"]
        );
        assert_eq!(scanned("<a title='x>y' b>z"), ["S <a title='x>y' b>", "T z"]);
        assert_eq!(scanned("<script>a<b></b></script>c"), ["S <script>", "R a<b></b>", "E </script>", "T c"]);
        assert_eq!(scanned("<title>a</titles></TITLE >"), ["S <title>", "R a</titles>", "E </TITLE >"]);
        assert_eq!(scanned("<plaintext>a</plaintext>"), ["S <plaintext>", "R a</plaintext>"]);
        assert_eq!(scanned("<textarea>"), ["S <textarea>"]);
        assert_eq!(
            scanned("<svg><title>a<b></title></svg>"),
            ["S <svg>", "S <title>", "T a", "S <b>", "E </title>", "E </svg>"]
        );
    }

    #[test]
    fn what_never_ends_is_still_read() {
        assert_eq!(
            scanned("<p>a<a title=\"Ann <b>Lee</b> x"),
            ["S <p>", "T a", "T <a title=\"Ann ", "S <b>", "T Lee", "E </b>", "T  x"]
        );
        assert_eq!(scanned("<a b=c"), ["T <a b=c"]);
    }

    #[test]
    fn attributes_are_read_in_every_shape() {
        let source = "<a B = \"c d\" e='f' g=h/i j =k l m=\"\" / n=>";
        let Some(HtmlToken::Start(tag)) = HtmlScanner::new(source, false).next() else { panic!("a tag") };
        let told: Vec<(&str, Option<&str>, bool)> = tag
            .attributes
            .iter()
            .map(|a| {
                (
                    source.get(a.name.clone()).expect("a name"),
                    a.value.clone().and_then(|value| source.get(value)),
                    a.quoted,
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                ("B", Some("c d"), true),
                ("e", Some("f"), true),
                ("g", Some("h/i"), false),
                ("j", Some("k"), false),
                ("l", None, false),
                ("m", Some(""), true),
                ("n", None, false),
            ]
        );
    }
}
