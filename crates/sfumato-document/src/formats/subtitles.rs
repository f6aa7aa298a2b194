//! Subtitles: SubRip (SRT) and WebVTT.
//!
//! Numbers, times and settings of cues stay; the text of a cue is one block, its lines joined, so that a name over two
//! lines is one name. Whoever speaks (`<v Name>`) is a field of its own.

use std::ops::Range;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::{DocumentFormat, ReadError};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, Document, encoding};

/// SubRip subtitles.
#[derive(Debug, Clone, Default)]
pub struct SubRip;

/// WebVTT subtitles.
#[derive(Debug, Clone, Default)]
pub struct WebVtt;

impl DocumentFormat for SubRip {
    fn name(&self) -> &'static str {
        "srt"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        read(self.name(), bytes, TextLayer::Lines)
    }
}

impl DocumentFormat for WebVtt {
    fn name(&self) -> &'static str {
        "vtt"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        // Ampersands begin character references there.
        read(self.name(), bytes, TextLayer::HtmlText)
    }
}

/// The mark at the start of WebVTT.
const MARK: &str = "WEBVTT";

/// True if a file starts with the mark of WebVTT.
pub(crate) fn is_vtt(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    head.strip_prefix(MARK.as_bytes()).is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// True if a file starts with a numbered cue of SubRip.
pub(crate) fn is_srt(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = String::from_utf8_lossy(head.get(..head.len().min(200)).unwrap_or_default());
    let mut lines = head.trim_start().lines();
    let is_number = |line: &str| !line.is_empty() && line.len() <= 6 && line.bytes().all(|b| b.is_ascii_digit());
    lines.next().is_some_and(|line| is_number(line.trim())) && lines.next().is_some_and(is_timing)
}

/// True if a line says from when to when a cue is shown.
fn is_timing(line: &str) -> bool {
    let Some((from, rest)) = line.split_once("-->") else { return false };
    let until = rest.trim_start().split_ascii_whitespace().next().unwrap_or_default();
    is_time(from.trim()) && is_time(until)
}

/// True if a text is a time such as `01:02:03,456` or `02:03.456`.
fn is_time(text: &str) -> bool {
    let parts = text.split([':', ',', '.']);
    text.len() <= 16
        && (2..=4).contains(&parts.clone().count())
        && parts.into_iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

fn read(name: &'static str, bytes: Vec<u8>, layer: TextLayer) -> Result<Document, ReadError> {
    let (encoding, source) = encoding::decode(bytes)?;
    let mut out = TextCollector::new(0);
    let whole = LayeredText::whole(&source);
    let lines = lines(&source);
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if whole.get(line).trim().is_empty() {
            at += 1;
            continue;
        }
        let end = at + lines.iter().skip(at).take_while(|line| !whole.get(line).trim().is_empty()).count();
        group(&whole, lines.get(at..end).unwrap_or_default(), layer, &mut out);
        at = end;
    }
    out.finish(name, encoding, &source)
}

/// The lines of a text, without their ends.
fn lines(source: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let bytes = source.as_bytes();
    for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        // The second half of a line break ends no line.
        if bytes.get(end) == Some(&b'\n') && end == start && end > 0 && bytes.get(end - 1) == Some(&b'\r') {
            start = end + 1;
            continue;
        }
        lines.push(start..end);
        start = end + 1;
    }
    if start < source.len() {
        lines.push(start..source.len());
    }
    lines
}

/// Reads lines that no blank line parts: a cue, a note, a style, the head of the file.
fn group(whole: &LayeredText<'_>, lines: &[Range<usize>], layer: TextLayer, out: &mut TextCollector) {
    let timing = lines.iter().take(2).position(|line| is_timing(whole.get(line)));
    let (before, text) = match timing {
        Some(nth) => (lines.get(..nth).unwrap_or_default(), lines.get(nth + 1..).unwrap_or_default()),
        None => (&[][..], lines),
    };
    // What a cue is called, unless it is its number.
    for line in before.iter().filter(|line| !whole.get(line).trim().bytes().all(|b| b.is_ascii_digit())) {
        out.block(whole, &[(line.clone(), PieceNotation::In(TextLayer::Lines))], BlockKind::Field, Some("cue"));
    }
    if let Some(nth) = timing {
        settings(whole, &lines[nth], out);
    }
    let Some(range) = text.first().zip(text.last()).map(|(first, last)| first.start..last.end) else { return };
    if timing.is_none() {
        // The mark of the format is none.
        let mark = if range.start <= MARK.len() && whole.get(&range).starts_with(MARK) { MARK.len() } else { 0 };
        let range = range.start + mark..range.end;
        if mark > 0 && whole.get(&range).trim().is_empty() {
            return;
        }
        let is_head = |mark: &str| whole.get(&range).starts_with(mark);
        let kind = if is_head("STYLE") || is_head("REGION") { BlockKind::Code } else { BlockKind::Paragraph };
        let layer = if kind == BlockKind::Code { TextLayer::HtmlPre } else { layer };
        out.block(whole, &[(range, PieceNotation::In(layer))], kind, None);
        return;
    }
    cue(whole, range, layer, out);
}

/// Reads the rest of the line behind the times of a cue: settings of the format, and anything else as text.
fn settings(whole: &LayeredText<'_>, line: &Range<usize>, out: &mut TextCollector) {
    let text = whole.get(line);
    let Some(times) = text.find("-->").map(|at| at + 3) else { return };
    let rest = text.get(times..).unwrap_or_default();
    let behind = rest.len() - rest.trim_start().split_once([' ', '\t']).map_or("", |(_, rest)| rest).len();
    let range = line.start + times + behind..line.end;
    let is_setting = |word: &str| {
        word.split_once(':').is_some_and(|(key, value)| {
            matches!(key, "vertical" | "line" | "position" | "size" | "align" | "region" | "X1" | "X2" | "Y1" | "Y2")
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || b",.%-".contains(&b))
        })
    };
    if !whole.get(&range).split_ascii_whitespace().all(is_setting) {
        out.block(whole, &[(range, PieceNotation::In(TextLayer::Lines))], BlockKind::Paragraph, None);
    }
}

/// The text of a cue, with whoever speaks.
fn cue(whole: &LayeredText<'_>, range: Range<usize>, layer: TextLayer, out: &mut TextCollector) {
    let text = whole.get(&range);
    let mut pieces: Vec<(Range<usize>, PieceNotation)> = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(open) = text.get(from..).and_then(|rest| rest.find(['<', '{'])).map(|at| from + at) {
        let Some((length, voice)) = tag(text.get(open..).unwrap_or_default()) else {
            from = open + 1;
            continue;
        };
        if start < open {
            pieces.push((range.start + start..range.start + open, PieceNotation::In(layer)));
        }
        if let Some(voice) = voice {
            // What was said before is another's.
            flush(whole, &mut pieces, out);
            let voice = range.start + open + voice.start..range.start + open + voice.end;
            out.block(whole, &[(voice, PieceNotation::In(layer))], BlockKind::Field, Some("speaker"));
        }
        start = open + length;
        from = start;
    }
    if start < text.len() {
        pieces.push((range.start + start..range.end, PieceNotation::In(layer)));
    }
    flush(whole, &mut pieces, out);
}

fn flush(whole: &LayeredText<'_>, pieces: &mut Vec<(Range<usize>, PieceNotation)>, out: &mut TextCollector) {
    // The line break before another speaks is no text.
    while pieces.last().is_some_and(|(range, _)| whole.get(range).trim().is_empty()) {
        pieces.pop();
    }
    out.block(whole, pieces, BlockKind::Paragraph, None);
    pieces.clear();
}

/// No tag is longer.
const LONGEST_TAG: usize = 300;

/// A tag at the start of a text: its length, and the place of the speaker it names. A pair of marks that is no tag of
/// subtitles is text.
fn tag(text: &str) -> Option<(usize, Option<Range<usize>>)> {
    if text.starts_with("{\\an") || text.starts_with("{\\pos(") {
        let length = text.bytes().take(24).position(|b| b == b'}')? + 1;
        let inside = text.get(..length)?;
        return (!inside.contains(' ')).then_some((length, None));
    }
    let end = text.bytes().take(LONGEST_TAG).position(|b| b == b'>')?;
    let inside = text.get(1..end).filter(|_| text.starts_with('<'))?;
    let length = inside.len() + 2;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let word = name.split([' ', '.', '\t', '\n']).next().unwrap_or_default();
    match word {
        "v" if name.len() > 1 && !inside.starts_with('/') => {
            let space = inside.find([' ', '\t', '\n'])?;
            Some((length, Some(1 + space + 1..1 + inside.len())))
        }
        "b" | "i" | "u" | "c" | "ruby" | "rt" | "v" | "lang" | "s"
            if inside.len() <= 40 && name.len() <= word.len() + 20 =>
        {
            let rest = name.get(word.len()..).unwrap_or_default();
            // Classes and languages are words of the format.
            let is_plain = rest.bytes().all(|b| b.is_ascii_lowercase() || b"._- ".contains(&b));
            is_plain.then_some((length, None))
        }
        "font" if inside.len() <= 80 && is_font(name) => Some((length, None)),
        _ if is_time(name) => Some((length, None)),
        _ => None,
    }
}

/// True if a tag sets a colour or a typeface by words of the format.
fn is_font(name: &str) -> bool {
    let rest = name.strip_prefix("font").unwrap_or_default().trim();
    let value = rest.strip_prefix("color=").map(|value| value.trim_matches(['"', '\'']));
    rest.is_empty() || value.is_some_and(|value| value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#'))
}

/// Writes a replacement into lines: it must neither end a cue nor look like times.
pub(crate) fn escape(text: &str, out: &mut String) {
    out.push_str(&text.replace(['\r', '\n'], " ").replace("-->", "->"));
}

#[cfg(test)]
mod tests;
