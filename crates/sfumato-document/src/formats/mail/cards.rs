//! Calendars and cards: lines of the form `NAME;PARAMETER=value:value`, folded (RFC 5545, RFC 6350).
//!
//! Each value is a block, whole across the folds, and so is each value of a parameter.

use std::ops::Range;

use crate::formats::builder::Builder;
use crate::formats::{ReadError, line_of};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

/// A line as it reads without folds, and where its stretches stand in the source.
#[derive(Default)]
struct Line {
    text: String,
    stretches: Vec<Range<usize>>,
    whole: Range<usize>,
}

/// Reads a calendar or cards.
pub(super) fn read(source: String) -> Result<Document, ReadError> {
    let mut builder = Builder::default();
    for line in lines(&source) {
        if !line.text.trim().is_empty() {
            property(&line, &mut builder)
                .map_err(|what| ReadError::Syntax { line: line_of(&source, line.whole.start), what })?;
        }
    }
    Ok(builder.finish("cards", Encoding::Utf8, source))
}

fn lines(source: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut at = 0;
    for raw in source.split_inclusive('\n') {
        let inside = raw.strip_suffix('\n').map_or(raw, |line| line.strip_suffix('\r').unwrap_or(line));
        let folded = inside.starts_with([' ', '\t']) && !lines.is_empty();
        let skip = usize::from(folded);
        if !folded {
            lines.push(Line { whole: at..at, ..Line::default() });
        }
        if let Some(line) = lines.last_mut() {
            line.text.push_str(inside.get(skip..).unwrap_or_default());
            line.stretches.push(at + skip..at + inside.len());
            line.whole.end = at + raw.len();
        }
        at += raw.len();
    }
    lines
}

/// How many parameters and components a property may have.
const MOST_VALUES: usize = 200;

fn property(line: &Line, builder: &mut Builder) -> Result<(), &'static str> {
    let marks = marks(&line.text);
    let colon = marks.iter().copied().find(|at| line.text.as_bytes().get(*at) == Some(&b':'));
    let colon = colon.ok_or("a line that is no property")?;
    let mut starts: Vec<usize> = marks.into_iter().filter(|at| *at <= colon).collect();
    let name_end = starts.first().copied().unwrap_or(colon);
    let name = line.text.get(..name_end).unwrap_or_default();
    let name = name.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
    let value = colon + 1..line.text.len();
    if matches!(name.as_str(), "BEGIN" | "END" | "VERSION") {
        return Ok(());
    }
    let says = |what: &str| line.text.get(name_end..colon).unwrap_or_default().to_ascii_uppercase().contains(what);
    if says("QUOTED-PRINTABLE") {
        return Err("a property in quoted-printable, which is not read");
    }
    let data =
        line.text.get(value.clone()).unwrap_or_default().get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    if data || says("BASE64") || says("ENCODING=B") {
        let picture = matches!(name.as_str(), "PHOTO" | "LOGO" | "IMAGE");
        let kind = if picture { RemovableKind::Picture } else { RemovableKind::Embedded };
        let place = if picture { "picture of a card" } else { "data in a card or calendar" };
        builder.removable(kind, place, builder.text_len(), vec![line.whole.clone()]);
        return Ok(());
    }
    starts.retain(|at| *at < colon);
    starts.push(colon);
    let values = components(&line.text, value, matches!(name.as_str(), "N" | "ADR" | "ORG"));
    if starts.len() + values.len() > MOST_VALUES {
        return Err("a property of too many values");
    }
    for pair in starts.windows(2) {
        parameter(line, pair[0] + 1..pair[1], builder);
    }
    let label = builder.label(&name);
    for value in values {
        let start = builder.open();
        add(line, value, Coding::CardText, builder);
        builder.close(start, BlockKind::Field, Some(label));
    }
    Ok(())
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
fn parameter(line: &Line, range: Range<usize>, builder: &mut Builder) {
    let text = line.text.get(range.clone()).unwrap_or_default();
    let Some((name, value)) = text.split_once('=') else { return };
    let name = name.to_ascii_uppercase();
    let setting = matches!(
        name.as_str(),
        "TYPE"
            | "VALUE"
            | "ROLE"
            | "PARTSTAT"
            | "RSVP"
            | "CUTYPE"
            | "PREF"
            | "CHARSET"
            | "FMTTYPE"
            | "LANGUAGE"
            | "RELATED"
    );
    let is_word = |b: u8| b.is_ascii_alphabetic() || b"-,/_1=".contains(&b);
    if value.is_empty() || setting && value.bytes().all(is_word) {
        return;
    }
    let quotes = usize::from(value.len() > 1 && value.starts_with('"') && value.ends_with('"'));
    let start = builder.open();
    add(line, range.end - value.len() + quotes..range.end - quotes, Coding::CardParameter, builder);
    let label = builder.label(&name);
    builder.close(start, BlockKind::Field, Some(label));
}

/// The components of a value: of a name or an address there are several.
fn components(text: &str, value: Range<usize>, several: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut escaped) = (value.start, false);
    for (at, b) in text.bytes().enumerate().take(value.end).skip(value.start) {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b';' if several => {
                found.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(start..value.end);
    found.retain(|range| !range.is_empty());
    found
}

/// Adds a range of a line to the open block, stretch by stretch.
fn add(line: &Line, range: Range<usize>, coding: Coding, builder: &mut Builder) {
    let mut before = 0;
    let mut dangling: Option<usize> = None;
    for stretch in &line.stretches {
        let mut from = range.start.clamp(before, before + stretch.len()) - before;
        let to = range.end.clamp(before, before + stretch.len()) - before;
        let source = |at: usize| stretch.start + at;
        let inside = |from: usize, to: usize| line.text.get(before + from..before + to).unwrap_or_default();
        if let Some(start) = dangling.filter(|_| from < to) {
            // An escape that is folded in its middle can only go as a whole.
            let c = inside(from, to).chars().next().unwrap_or('\\');
            let end = from + c.len_utf8();
            builder.add(&meaning(c).to_string(), start..source(end), Coding::Mark);
            (from, dangling) = (end, None);
        }
        let mut raw = inside(from, to);
        let slashes = raw.bytes().rev().take_while(|b| *b == b'\\').count();
        if coding == Coding::CardText && slashes % 2 == 1 && before + to < range.end {
            raw = raw.get(..raw.len() - 1).unwrap_or_default();
            dangling = Some(source(from + raw.len()));
        }
        let text = if coding == Coding::CardText { unescaped(raw) } else { raw.to_owned() };
        builder.add(&text, source(from)..source(from + raw.len()), coding);
        before += stretch.len();
    }
}

fn meaning(c: char) -> char {
    if matches!(c, 'n' | 'N') { '\n' } else { c }
}

/// The first character of a value, and how many bytes it takes.
pub(crate) fn unescape(source: &str) -> Option<(char, usize)> {
    let mut chars = source.chars();
    match (chars.next()?, chars.next()) {
        ('\\', Some(c)) => Some((meaning(c), 1 + c.len_utf8())),
        (c, _) => Some((c, c.len_utf8())),
    }
}

fn unescaped(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((c, length)) = unescape(rest) {
        out.push(c);
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Writes a replacement in a value.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' | ',' | ';' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// Writes a replacement in a parameter, where marks cannot be kept from meaning something.
pub(crate) fn escape_parameter(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c.is_control() || "\";:,".contains(c) { ' ' } else { c }));
}
