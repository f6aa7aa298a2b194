//! Text written one way inside text written another: an address in an attribute, a page in a JSON string.
//!
//! Each [`TextLayer`] is a way of writing text, read one character at a time; [`LayerStack`] is a pile of them, the outermost
//! first.
//! A [`LayeredText`] is the text under a pile, and knows where in the source each of its characters stands.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::html::references;
use crate::formats::{archive, cards, hl7, json, latex, log, sql, subtitles};
use crate::hex;
use crate::splice::NOTHING;

/// One way of writing text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextLayer {
    /// Text of a page: character references, and any blanks read as one.
    HtmlText,
    /// Text of a page whose blanks mean themselves.
    HtmlPre,
    /// A quoted value of an attribute of a page.
    HtmlAttribute,
    /// A value without quotes.
    HtmlBare,
    /// A name inside a tag.
    HtmlName,
    /// A comment, or what a page treats as one.
    HtmlComment,
    /// The text of an element that holds no markup.
    HtmlRaw,
    /// Program text, where a backslash makes a character.
    Script,
    /// A style sheet.
    Style,
    /// The inside of a JSON string.
    Json,
    /// A JSON number, which becomes a string once edited.
    JsonNumber,
    /// A web address: bytes as hexadecimal digits.
    Percent,
    /// The query of a web address, where a plus sign is a blank.
    Query,
    /// A line of a card or a calendar that is folded.
    CardFold,
    /// The same in quoted-printable, which breaks lines its own way.
    CardBreak,
    /// A value of a card or a calendar: some marks have a backslash before them.
    CardText,
    /// A parameter of a card or a calendar.
    CardParameter,
    /// Quoted-printable text in UTF-8.
    CardPrintable,
    /// Quoted-printable text in windows-1252.
    CardPrintableLatin,
    /// As it is.
    Verbatim,
    /// The name of a file.
    FileName,
    /// Lines that are read as one, such as the text of a subtitle.
    Lines,
    /// A field of an HL7 message.
    Hl7,
    /// Bytes as hexadecimal digits.
    Hex,
    /// A string of SQL, whose quotes are doubled.
    SqlQuoted,
    /// The same, where a backslash makes a character.
    SqlEscaped,
    /// A value of a block of rows in PostgreSQL's own form.
    SqlCopied,
    /// A number of SQL, which becomes a string once edited.
    SqlNumber,
    /// A value of a log without quotes.
    LogBare,
    /// Text of a LaTeX document.
    Tex,
    /// The same right behind the name of a command.
    TexTight,
}

/// More blanks than this in a row are read as several.
const MOST_BLANKS: usize = 32;
/// The deepest pile.
const MOST_LAYERS: usize = 4;

impl TextLayer {
    /// True if the character may stand for something else than itself.
    fn is_special(self, c: char) -> bool {
        match self {
            Self::HtmlText => c == '&' || is_blank(c),
            Self::HtmlPre | Self::HtmlAttribute | Self::HtmlBare => c == '&',
            Self::Script | Self::Style | Self::Json | Self::JsonNumber => c == '\\',
            Self::Percent => c == '%',
            Self::Query => matches!(c, '%' | '+'),
            Self::CardFold => matches!(c, '\r' | '\n'),
            Self::CardBreak | Self::CardPrintable | Self::CardPrintableLatin => c == '=',
            Self::CardText => c == '\\',
            Self::CardParameter => c == '^',
            Self::FileName => c == '_',
            Self::Lines => matches!(c, '\r' | '\n'),
            Self::Hl7 | Self::SqlCopied => c == '\\',
            Self::Hex => true,
            Self::SqlQuoted => c == '\'',
            Self::SqlEscaped => matches!(c, '\'' | '\\'),
            Self::Tex | Self::TexTight => matches!(c, '\\' | '{' | '~' | '\r' | '\n'),
            Self::SqlNumber | Self::Verbatim | Self::LogBare => false,
            Self::HtmlName | Self::HtmlComment | Self::HtmlRaw => false,
        }
    }

    /// The next character and how many bytes it takes; nothing at the end or where the writing is broken.
    fn step(self, rest: &str) -> Option<(char, usize)> {
        let c = rest.chars().next()?;
        let special = match self {
            _ if !self.is_special(c) => None,
            Self::HtmlText if is_blank(c) => {
                Some((' ', rest.bytes().take(MOST_BLANKS).take_while(|b| is_blank(char::from(*b))).count()))
            }
            Self::HtmlText | Self::HtmlPre => references::read(rest, false),
            Self::HtmlAttribute | Self::HtmlBare => references::read(rest, true),
            Self::Script => script_escape(rest),
            Self::Style => style_escape(rest),
            Self::Json | Self::JsonNumber => return json::unescape(rest),
            Self::Percent | Self::Query if c == '+' => Some((' ', 1)),
            Self::Percent | Self::Query => percent_escape(rest),
            Self::CardFold => return cards::unfold(rest),
            Self::CardBreak => cards::unbreak(rest),
            Self::CardText => cards::unescape(rest),
            Self::CardParameter => cards::unescape_parameter(rest),
            Self::CardPrintable => return cards::unescape_printable(rest, false),
            Self::CardPrintableLatin => return cards::unescape_printable(rest, true),
            Self::FileName => archive::unescape_name(rest),
            Self::Lines => Some((' ', if rest.starts_with("\r\n") { 2 } else { 1 })),
            Self::Hl7 => hl7::unescape(rest),
            Self::Hex => return hexadecimal_character(rest),
            Self::SqlQuoted => sql::unescape(rest, false),
            Self::SqlEscaped => sql::unescape(rest, true),
            Self::SqlCopied => sql::unescape_copied(rest),
            Self::Tex | Self::TexTight => latex::unescape(rest),
            Self::HtmlName | Self::HtmlComment | Self::HtmlRaw | Self::SqlNumber | Self::Verbatim | Self::LogBare => {
                None
            }
        };
        Some(special.unwrap_or((c, c.len_utf8())))
    }

    /// Writes text so that it reads back the same.
    fn write(self, text: &str, out: &mut String) {
        match self {
            Self::HtmlText | Self::HtmlPre => write_references(text, out, |c| matches!(c, '&' | '<' | '>')),
            Self::HtmlAttribute => write_references(text, out, |c| matches!(c, '&' | '<' | '>' | '"' | '\'')),
            Self::HtmlBare => {
                write_references(text, out, |c| is_blank(c) || matches!(c, '&' | '<' | '>' | '"' | '\'' | '`' | '='))
            }
            Self::HtmlName => out.extend(text.chars().map(|c| if is_in_name(c) { c } else { '-' })),
            Self::HtmlComment => write_comment(text, out),
            Self::HtmlRaw => out.push_str(&text.replace("</", "< /")),
            Self::Script => write_script(text, out),
            Self::Style => write_style(text, out),
            Self::Json | Self::JsonNumber => json::escape(text, out),
            Self::Percent | Self::Query => write_percent(text, out),
            Self::Verbatim | Self::LogBare | Self::CardFold | Self::CardBreak => out.push_str(text),
            Self::CardText => cards::escape(text, out),
            Self::CardParameter => cards::escape_parameter(text, out),
            Self::CardPrintable => cards::escape_printable(text, false, out),
            Self::CardPrintableLatin => cards::escape_printable(text, true, out),
            Self::FileName => archive::escape_name(text, out),
            Self::Lines => subtitles::escape(text, out),
            Self::Hl7 => hl7::escape(text, out),
            Self::Hex => text.bytes().for_each(|b| out.push_str(&format!("{b:02x}"))),
            Self::SqlQuoted | Self::SqlNumber => sql::escape(text, false, out),
            Self::SqlEscaped => sql::escape(text, true, out),
            Self::SqlCopied => sql::escape_copied(text, out),
            Self::Tex => latex::escape(text, out),
            Self::TexTight => latex::escape_tight(text, out),
        }
    }
}

/// True for what a page takes for blank.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn is_in_name(c: char) -> bool {
    !is_blank(c) && !matches!(c, '<' | '>' | '/' | '"' | '\'' | '=' | '&')
}

/// A backslash and what it makes of the signs behind it, in program text.
fn script_escape(rest: &str) -> Option<(char, usize)> {
    let bytes = rest.as_bytes();
    match bytes.get(1)? {
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        b'x' => hexadecimal(rest, 2, 2).and_then(|code| Some((char::from_u32(code)?, 4))),
        b'u' if bytes.get(2) == Some(&b'{') => {
            let digits = rest.get(3..)?.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
            let code = hexadecimal(rest, 3, digits)?;
            (bytes.get(3 + digits) == Some(&b'}')).then_some((char::from_u32(code)?, digits + 4))
        }
        b'u' => json::unescape(rest),
        sign if sign.is_ascii_punctuation() => Some((char::from(*sign), 2)),
        _ => None,
    }
}

/// A backslash and what it makes of the signs behind it, in a style sheet.
fn style_escape(rest: &str) -> Option<(char, usize)> {
    let digits = rest.get(1..)?.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits > 0 {
        let c = char::from_u32(hexadecimal(rest, 1, digits)?).filter(|c| *c != '\0')?;
        let blank = usize::from(rest.as_bytes().get(1 + digits).is_some_and(|b| is_blank(char::from(*b))));
        return Some((c, 1 + digits + blank));
    }
    rest.as_bytes().get(1).filter(|sign| sign.is_ascii_punctuation()).map(|sign| (char::from(*sign), 2))
}

fn hexadecimal(text: &str, start: usize, digits: usize) -> Option<u32> {
    let digits = text.get(start..start + digits)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// One character of bytes in hexadecimal: of UTF-8, or of one byte where they are none.
fn hexadecimal_character(rest: &str) -> Option<(char, usize)> {
    let byte = |nth: usize| hex::pair(rest.as_bytes().get(nth * 2..)?);
    let Some(first) = byte(0) else { return rest.chars().next().map(|c| (c, c.len_utf8())) };
    let whole = hex::character(byte).map(|(c, count)| (c, count * 2));
    Some(whole.unwrap_or_else(|| (crate::encoding::windows_1252(first), 2)))
}

/// One character of a web address, as one to four bytes in hexadecimal.
fn percent_escape(rest: &str) -> Option<(char, usize)> {
    let byte = |nth: usize| hex::pair(rest.as_bytes().get(nth * 3..)?.strip_prefix(b"%")?);
    // Control characters of ASCII are left as they are written.
    hex::character(byte).filter(|(c, _)| !c.is_ascii_control()).map(|(c, count)| (c, count * 3))
}

fn write_references(text: &str, out: &mut String, is_written: fn(char) -> bool) {
    for c in text.chars() {
        match c {
            c if !is_written(c) => out.push(c),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push_str(&format!("&#{};", u32::from(c))),
        }
    }
}

/// No mark in it may end a comment, nor two dashes meet, which XML forbids.
fn write_comment(text: &str, out: &mut String) {
    for c in text.chars() {
        if c == '-' && out.ends_with('-') {
            out.push(' ');
        }
        out.push(if c == '>' { ' ' } else { c });
    }
    if out.ends_with('-') {
        out.push(' ');
    }
}

fn write_script(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' | '"' | '\'' | '`' => out.extend(['\\', c]),
            // An end tag or a comment would end the script.
            '/' | '!' if out.ends_with('<') => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}

fn write_style(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' | '\r' | '<' => out.push_str(&format!("\\{:x} ", u32::from(c))),
            '\\' | '"' | '\'' => out.extend(['\\', c]),
            // The end of a comment.
            '/' if out.ends_with('*') => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}

fn write_percent(text: &str, out: &mut String) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '@' | ',' | ':') {
            out.push(c);
        } else {
            c.encode_utf8(&mut buffer).bytes().for_each(|b| out.push_str(&format!("%{b:02X}")));
        }
    }
}

/// A pile of layers, the outermost first; an empty one is text as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LayerStack([Option<TextLayer>; MOST_LAYERS]);

impl LayerStack {
    /// The pile with one more inside; nothing if it is full.
    pub fn with(mut self, layer: TextLayer) -> Option<Self> {
        let free = self.0.iter_mut().find(|place| place.is_none())?;
        *free = Some(layer);
        Some(self)
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = TextLayer> {
        self.0.iter().copied().flatten()
    }

    /// The innermost layer.
    pub fn innermost(self) -> Option<TextLayer> {
        self.iter().next_back()
    }

    /// The outermost layer.
    pub fn outermost(self) -> Option<TextLayer> {
        self.iter().next()
    }

    fn without_innermost(mut self) -> Self {
        if let Some(last) = self.0.iter_mut().rfind(|place| place.is_some()) {
            *last = None;
        }
        self
    }

    /// Returns the places of ranges of the text in its source, or `None` if one of them ends inside a character of
    /// it.
    pub fn places(self, source: &str, ranges: impl Iterator<Item = Range<usize>>) -> Option<Vec<Range<usize>>> {
        let stretch = LayeredText::under(source, self)?;
        let is_there = |at: usize| stretch.text.is_char_boundary(at);
        ranges.map(|range| (is_there(range.start) && is_there(range.end)).then(|| stretch.source(&range))).collect()
    }

    /// Writes a replacement.
    pub fn write(self, text: &str, out: &mut String) {
        let mut written = Cow::Borrowed(text);
        for layer in self.iter().rev() {
            let mut next = String::with_capacity(written.len() + 8);
            layer.write(&written, &mut next);
            written = Cow::Owned(next);
        }
        out.push_str(&written);
    }

    /// True if the text is a number of JSON.
    pub fn is_number(self) -> bool {
        matches!(self.innermost(), Some(TextLayer::JsonNumber | TextLayer::SqlNumber))
    }

    /// Returns the text of a whole piece where its ends depend on what stands in it: a value without quotes must not
    /// become nothing, and a number becomes a string, unless it becomes another number or nothing.
    pub fn finish(self, written: String) -> String {
        if self.is_number() && (written == NOTHING || json::is_number(&written)) {
            return written;
        }
        if self.innermost() == Some(TextLayer::LogBare) {
            return log::finished(written);
        }
        if self.innermost() == Some(TextLayer::SqlNumber) {
            return format!("'{written}'");
        }
        if self.is_number() {
            let mut quote = String::new();
            self.without_innermost().write("\"", &mut quote);
            return format!("{quote}{written}{quote}");
        }
        if self.outermost() == Some(TextLayer::HtmlBare) && written.is_empty() { "\"\"".to_owned() } else { written }
    }

    /// True if [`Self::finish`] may change a piece.
    pub fn has_ends(self) -> bool {
        self.is_number() || matches!(self.outermost(), Some(TextLayer::HtmlBare | TextLayer::LogBare))
    }
}

/// Text under a pile of layers, and where it stands in the source.
pub(crate) struct LayeredText<'s> {
    pub text: Cow<'s, str>,
    pub layers: LayerStack,
    start: usize,
    /// Ends of characters, in the text and in the source, behind which both run side by side again.
    steps: Vec<(usize, usize)>,
}

impl<'s> LayeredText<'s> {
    /// A source that is text as it is.
    pub fn whole(source: &'s str) -> Self {
        Self { text: Cow::Borrowed(source), layers: LayerStack::default(), start: 0, steps: Vec::new() }
    }

    /// All of a source that is written in a pile of layers.
    fn under(source: &'s str, layers: LayerStack) -> Option<Self> {
        let mut stretch = Self::whole(source);
        for layer in layers.iter() {
            let LayeredText { text, layers, start, steps } = stretch.inner(0..stretch.text.len(), layer)?;
            // A layer that changes nothing borrows what the one around it holds.
            let text = if steps.is_empty() { None } else { Some(text.into_owned()) };
            stretch = LayeredText { text: text.map_or(stretch.text, Cow::Owned), layers, start, steps };
        }
        Some(stretch)
    }

    /// Text that lies inside this one, written in one more layer; nothing if the pile is full.
    pub fn inner(&self, range: Range<usize>, layer: TextLayer) -> Option<LayeredText<'_>> {
        let layers = self.layers.with(layer)?;
        let outer = self.text.get(range.clone())?;
        let start = self.source_at(range.start);
        if self.steps.is_empty() && !outer.chars().any(|c| layer.is_special(c)) {
            return Some(LayeredText { text: Cow::Borrowed(outer), layers, start, steps: Vec::new() });
        }
        let mut text = String::with_capacity(outer.len());
        let mut steps = Vec::new();
        let (mut at, mut source) = (0, start);
        while let Some((c, length)) = outer.get(at..).and_then(|rest| layer.step(rest)) {
            at += length;
            text.push(c);
            let end = self.source_at(range.start + at);
            if end - source != c.len_utf8() {
                steps.push((text.len(), end));
            }
            source = end;
        }
        Some(LayeredText { text: Cow::Owned(text), layers, start, steps })
    }

    /// Returns the place in the source of a place of the text.
    fn source_at(&self, at: usize) -> usize {
        let after = self.steps.partition_point(|(end, _)| *end <= at);
        match after.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some((end, source)) => source + (at - end),
            None => self.start + at,
        }
    }

    /// Returns the range in the source of a range of the text.
    pub fn source(&self, range: &Range<usize>) -> Range<usize> {
        self.source_at(range.start)..self.source_at(range.end)
    }

    /// A range of the text.
    pub fn get(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Returns the meaning of a range of the text once one more layer is taken off, and the pile it is written in;
    /// where the pile is full it means itself.
    pub fn decoded(&self, range: &Range<usize>, layer: TextLayer) -> (Cow<'_, str>, LayerStack) {
        let raw = self.get(range);
        let Some(layers) = self.layers.with(layer) else { return (Cow::Borrowed(raw), self.layers) };
        if !raw.chars().any(|c| layer.is_special(c)) {
            return (Cow::Borrowed(raw), layers);
        }
        let mut text = String::with_capacity(raw.len());
        let mut at = 0;
        while let Some((c, length)) = raw.get(at..).and_then(|rest| layer.step(rest)) {
            text.push(c);
            at += length;
        }
        (Cow::Owned(text), layers)
    }
}

#[cfg(test)]
mod tests;
