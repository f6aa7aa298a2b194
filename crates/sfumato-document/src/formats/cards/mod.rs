//! Address cards (vCard 2.1 to 4.0) and calendars (iCalendar, vCalendar): lines of the form
//! `NAME;PARAMETER=value:value`, folded (RFC 2426, 5545, 6350).
//!
//! Each value is a block, whole across the folds, and so is each value of a parameter; those of a name or an address are
//! blocks by component, under labels that say what each is.
//! A line that is no property is read as text rather than refused.

mod coding;
mod lines;
mod names;

use std::ops::Range;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::{DocumentFormat, ReadError, html, line_of};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind, encoding};

pub(crate) use coding::{
    escape, escape_parameter, escape_printable, unbreak, unescape, unescape_parameter, unescape_printable, unfold,
};
use lines::{CardLine, lines};
use names::{CardValueMeaning, CardValues};

/// Address cards.
#[derive(Debug, Clone, Default)]
pub struct VCard {
    /// The depth of the file inside others.
    pub depth: usize,
}

/// Calendars.
#[derive(Debug, Clone, Default)]
pub struct ICalendar {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for VCard {
    fn name(&self) -> &'static str {
        "vcf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        read(self.name(), encoding, &source, self.depth)
    }
}

impl DocumentFormat for ICalendar {
    fn name(&self) -> &'static str {
        "ics"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        read(self.name(), encoding, &source, self.depth)
    }
}

/// True if a file starts as cards or as a calendar do.
pub(crate) fn starts_with(bytes: &[u8], component: &str) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let line = format!("BEGIN:{component}");
    head.get(..line.len()).is_some_and(|start| start.eq_ignore_ascii_case(line.as_bytes()))
        && head.get(line.len()).is_none_or(u8::is_ascii_whitespace)
}

/// Reads cards or a calendar.
fn read(name: &'static str, encoding: CharacterEncoding, source: &str, depth: usize) -> Result<Document, ReadError> {
    let mut out = TextCollector::new(depth);
    let whole = LayeredText::whole(source);
    for line in lines(source) {
        property(&whole, &line, &mut out)
            .map_err(|fault| ReadError::Syntax { line: line_of(source, line.whole.start), fault })?;
    }
    out.finish(name, encoding, source)
}

/// The parameter in which calendars keep what a map knows of a place: the address again, in a form of its own.
const MAP_HANDLE: &str = "X-APPLE-MAPKIT-HANDLE";
/// The most parameters and components that a property may have.
const MOST_VALUES: usize = 1000;

/// A property: its name, its parameters and its value, by their places in the line without folds.
struct CardProperty<'s> {
    line: &'s LayeredText<'s>,
    /// The name, with the group before it.
    whole_name: Range<usize>,
    name: String,
    parameters: Vec<Range<usize>>,
    value: Range<usize>,
}

impl<'s> CardProperty<'s> {
    /// Parts a line; nothing if it is no property.
    fn of(line: &'s LayeredText<'s>) -> Option<Self> {
        let text = line.text.as_ref();
        let marks = marks(text);
        let colon = marks.iter().copied().find(|at| text.as_bytes().get(*at) == Some(&b':'))?;
        let first = marks.first().copied()?;
        let name = text.get(..first)?.rsplit('.').next()?.to_ascii_uppercase();
        let ends = marks.get(1..).unwrap_or_default().iter();
        let parameters = marks.iter().zip(ends).map(|(start, end)| start + 1..*end).collect();
        Some(Self { line, whole_name: 0..first, name, parameters, value: colon + 1..text.len() })
    }

    fn get(&self, range: &Range<usize>) -> &str {
        self.line.get(range)
    }

    /// The name and the place of the value of each parameter; one of vCard 2.1 may have no name.
    fn named(&self) -> impl Iterator<Item = (String, Range<usize>)> + '_ {
        self.parameters.iter().map(|range| match self.get(range).split_once('=') {
            Some((name, _)) => (name.trim().to_ascii_uppercase(), range.start + name.len() + 1..range.end),
            None => (String::new(), range.clone()),
        })
    }

    /// True if the value is written in one of some ways.
    fn is_encoded(&self, ways: &[&str]) -> bool {
        let is_way = |value: &Range<usize>| ways.iter().any(|way| self.get(value).eq_ignore_ascii_case(way));
        self.named().any(|(name, value)| matches!(name.as_str(), "" | "ENCODING") && is_way(&value))
    }

    /// True if a parameter has this value.
    fn says(&self, wanted: &[&str]) -> bool {
        self.named().any(|(_, value)| wanted.iter().any(|wanted| self.get(&value).eq_ignore_ascii_case(wanted)))
    }

    fn parameter(&self, wanted: &str) -> Option<&str> {
        let value = self.named().find(|(name, _)| name == wanted)?.1;
        Some(self.get(&value).trim_matches('"'))
    }
}

fn property(whole: &LayeredText<'_>, line: &CardLine, out: &mut TextCollector) -> Result<(), &'static str> {
    // What is in quoted-printable has no folds but breaks of its own.
    let layer = if line.is_printable { TextLayer::CardBreak } else { TextLayer::CardFold };
    let Some(text) = whole.inner(line.inside.clone(), layer) else { return Ok(()) };
    let Some(property) = CardProperty::of(&text) else {
        out.block(whole, &[(line.inside.clone(), PieceNotation::In(layer))], BlockKind::Paragraph, None);
        return Ok(());
    };
    let values = names::values(&property.name);
    if property.parameters.len() > MOST_VALUES {
        return Err("a property of too many parameters");
    }
    let group = property.get(&property.whole_name).rsplit_once('.').map_or("", |(group, _)| group);
    let is_counted = group.is_empty() || group.to_ascii_lowercase().starts_with("item") && group.len() <= 8;
    if !names::is_known(&property.name) || !is_counted {
        let piece = (property.whole_name.clone(), PieceNotation::In(TextLayer::Verbatim));
        out.block(&text, &[piece], BlockKind::Header, None);
    } else {
        out.builder.dictated(text.source(&property.whole_name));
    }
    for (name, value) in property.named() {
        parameter(&property, &name, value, out);
    }
    // The head of a line may be folded, too.
    let is_data = line.is_data || property.is_encoded(&["BASE64", "B"]);
    let is_printable = line.is_printable || property.is_encoded(&["QUOTED-PRINTABLE"]);
    let value = property.get(&property.value);
    let has_data = value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    if is_data || has_data {
        data(&property, line, has_data, out);
        return Ok(());
    }
    if is_printable {
        let charset = property.parameter("CHARSET").unwrap_or("UTF-8");
        let layer = coding::printable(charset).ok_or("a property in a charset that is not read")?;
        // The breaks are the encoding's, so that it is read from the source, unless the line is folded as others are.
        let decoded = match line.is_printable {
            true => whole.inner(text.source(&property.value), layer),
            false => text.inner(property.value.clone(), layer),
        };
        let Some(decoded) = decoded else { return Ok(()) };
        return components(&decoded, 0..decoded.text.len(), &property, &values, out);
    }
    components(&text, property.value.clone(), &property, &values, out)
}

/// Reads a value by its components.
fn components(
    stretch: &LayeredText<'_>,
    value: Range<usize>,
    property: &CardProperty<'_>,
    values: &CardValues,
    out: &mut TextCollector,
) -> Result<(), &'static str> {
    if values.is_structure(stretch.get(&value)) {
        out.builder.dictated(stretch.source(&value));
        return Ok(());
    }
    if property.says(&["text/html"])
        && let Some(page) = stretch.inner(value.clone(), TextLayer::CardText)
    {
        html::read_page(&page, false, BlockKind::Paragraph, out);
        return Ok(());
    }
    let cuts = || vec![stretch.source(&value)];
    if out.unnamed_file(stretch, &value, "base64 in a card or calendar", cuts()) {
        return Ok(());
    }
    let found = split(stretch.get(&value), values.separator());
    if found.len() > MOST_VALUES {
        return Err("a property of too many values");
    }
    for (nth, part) in found.into_iter().enumerate() {
        let range = value.start + part.start..value.start + part.end;
        let kin = property.parameter("TYPE").filter(|_| property.name == "RELATED");
        let CardValueMeaning { label, kind } = values.meaning(nth, kin);
        let skip = match label.as_deref() {
            Some("full name") => names::title(stretch.get(&range)),
            _ => names::scheme(stretch.get(&range)),
        };
        let range = range.start + skip..range.end;
        if !range.is_empty() {
            out.block(stretch, &[(range, PieceNotation::In(TextLayer::CardText))], kind, label.as_deref());
        }
    }
    Ok(())
}

/// Takes in a value that is a file: a picture, a sound, a key, an attachment.
fn data(property: &CardProperty<'_>, line: &CardLine, has_data: bool, out: &mut TextCollector) {
    let mut range = property.value.clone();
    let mut kind = property.parameter("FMTTYPE").unwrap_or_default().to_owned();
    if has_data && let Some((head, _)) = property.get(&range).split_once(',') {
        kind = head.get(5..).unwrap_or_default().trim_end_matches(";base64").to_owned();
        range.start += head.len() + 1;
    }
    let is_picture = matches!(property.name.as_str(), "PHOTO" | "LOGO" | "IMAGE");
    let place = if is_picture { "picture of a card" } else { "data in a card or calendar" };
    let cuts = vec![line.whole.clone()];
    if is_picture {
        kind = "image/jpeg".to_owned();
    }
    // What is no base64 cannot be read, and goes with its line.
    if property.get(&range).is_empty() || !out.named_file(property.line, &range, &kind, place, cuts.clone()) {
        let removable = if is_picture { RemovableKind::Picture } else { RemovableKind::Embedded };
        out.builder.removable_unread(removable, place, cuts);
    }
}

/// The semicolons and the colon that part a line, outside of quotes.
fn marks(text: &str) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut inside = false;
    for (at, b) in text.bytes().enumerate() {
        match b {
            b'"' => inside = !inside,
            b';' if !inside => marks.push(at),
            b':' if !inside => {
                marks.push(at);
                break;
            }
            _ => {}
        }
    }
    marks
}

/// A parameter; those that only say how the value is written are settings.
fn parameter(property: &CardProperty<'_>, name: &str, value: Range<usize>, out: &mut TextCollector) {
    let text = property.get(&value);
    if text.is_empty() {
        return;
    }
    if names::is_setting(name, text) {
        out.builder.dictated(property.line.source(&value));
        return;
    }
    if name == MAP_HANDLE {
        out.builder.removable_unread(RemovableKind::Metadata, "a map's note", vec![property.line.source(&value)]);
        return;
    }
    let label = names::parameter_label(name);
    // Several addresses may stand in one parameter, each in quotes.
    let mut at = value.start;
    for part in text.split(',').map(str::len) {
        let range = at..at + part;
        at += part + 1;
        let inside = property.get(&range);
        // A comma inside of quotes parts nothing: then all of it is one value.
        if inside.matches('"').count() % 2 == 1 {
            return parameter_value(property, value, label, out);
        }
    }
    let mut at = value.start;
    for part in text.split(',').map(str::len) {
        parameter_value(property, at..at + part, label, out);
        at += part + 1;
    }
}

fn parameter_value(property: &CardProperty<'_>, range: Range<usize>, label: &str, out: &mut TextCollector) {
    let text = property.get(&range);
    let quotes = usize::from(text.len() > 1 && text.starts_with('"') && text.ends_with('"'));
    let range = range.start + quotes..range.end - quotes;
    let range = range.start + names::scheme(property.get(&range))..range.end;
    if !range.is_empty() {
        out.block(
            property.line,
            &[(range, PieceNotation::In(TextLayer::CardParameter))],
            BlockKind::Field,
            Some(label),
        );
    }
}

/// The components of a value: of a name or an address there are several.
fn split(text: &str, separator: Option<u8>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b if Some(b) == separator => {
                found.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(start..text.len());
    found
}

#[cfg(test)]
mod tests;
