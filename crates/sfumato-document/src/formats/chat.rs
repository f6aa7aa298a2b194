//! Conversations exported by WhatsApp, from either system and in any language: lines that begin with a day, a time and
//! whoever wrote, and messages that go on over the lines behind them.
//!
//! The day, the time and the sender are fields, and a message is a block, whole over its lines; what the program itself
//! says (`... created group ...`) is text.

use std::ops::Range;

use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError, lines};
use crate::splice::SourceCoding;
use crate::{BlockKind, Document, encoding};

/// Conversations exported by WhatsApp.
#[derive(Debug, Clone, Default)]
pub struct WhatsAppChat;

impl DocumentFormat for WhatsAppChat {
    fn name(&self) -> &'static str {
        "whatsapp"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let mut builder = DocumentBuilder::default();
        let mut text: Option<Range<usize>> = None;
        for line in lines(&source) {
            let inside = source.get(line.clone()).unwrap_or_default();
            let Some(stamp) = MessageStamp::read(inside) else {
                text = Some(text.map_or(line.clone(), |text| text.start..line.end));
                continue;
            };
            flush(&source, text.take(), &mut builder);
            let at = |range: &Range<usize>| line.start + range.start..line.start + range.end;
            field(&source, at(&stamp.day), "date", &mut builder);
            field(&source, at(&stamp.time), "time", &mut builder);
            if let Some(sender) = &stamp.sender {
                field(&source, at(sender), "sender", &mut builder);
            }
            text = Some(line.start + stamp.rest..line.end);
        }
        flush(&source, text, &mut builder);
        Ok(builder.finish(self.name(), encoding, source))
    }
}

fn field(source: &str, range: Range<usize>, label: &str, builder: &mut DocumentBuilder) {
    let label = builder.label(label);
    let text = source.get(range.clone()).unwrap_or_default();
    builder.block(text, range, SourceCoding::Verbatim, BlockKind::Field, Some(label));
}

fn flush(source: &str, range: Option<Range<usize>>, builder: &mut DocumentBuilder) {
    let Some(range) = range else { return };
    let mut from = range.start;
    while let Some((start, end)) = mention(source, from..range.end) {
        paragraph(source, from..start, builder);
        field(source, start + 1..end, "phone", builder);
        from = end;
    }
    paragraph(source, from..range.end, builder);
}

fn paragraph(source: &str, range: Range<usize>, builder: &mut DocumentBuilder) {
    let text = source.get(range.clone()).unwrap_or_default();
    let kept = text.trim_end();
    let start = range.start + kept.len() - kept.trim_start().len();
    builder.block(
        kept.trim_start(),
        start..range.start + kept.len(),
        SourceCoding::Verbatim,
        BlockKind::Paragraph,
        None,
    );
}

/// The next telephone number that somebody is called by in a message, `@34600123456`: where its sign stands, and its end.
fn mention(source: &str, range: Range<usize>) -> Option<(usize, usize)> {
    let text = source.get(range.clone())?;
    text.match_indices('@').find_map(|(at, _)| {
        let digits = text.bytes().skip(at + 1).take(16).take_while(u8::is_ascii_digit).count();
        let is_apart = !text.get(..at)?.ends_with(|c: char| c.is_alphanumeric());
        (is_apart && (8..=15).contains(&digits)).then_some((range.start + at, range.start + at + 1 + digits))
    })
}

/// The beginning of a message: its time and sender.
struct MessageStamp {
    day: Range<usize>,
    time: Range<usize>,
    sender: Option<Range<usize>>,
    /// The start of the message.
    rest: usize,
}

/// No stamp is longer.
const LONGEST: usize = 64;
/// No sender has a longer name.
const LONGEST_SENDER: usize = 120;

/// Blanks and marks of direction, which some systems put there.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}' | '\u{202c}')
}

impl MessageStamp {
    fn read(line: &str) -> Option<Self> {
        let start = line.len() - line.trim_start_matches(is_blank).len();
        let text = line.get(start..)?;
        let head: String = text.chars().take(LONGEST).collect();
        // "[12/03/24, 21:15:03] Ann: ..." or "12/03/24, 21:15 - Ann: ...".
        let bracketed = head.strip_prefix('[').and_then(|inside| {
            let masked = inside.starts_with('[').then(|| inside.find(']')).flatten().map_or(0, |at| at + 1);
            let end = inside.get(masked..)?.find("] ")? + masked;
            Some((start + 1, start + 1 + end, start + 1 + end + 2))
        });
        let (from, to, rest) = match bracketed {
            Some(found) => found,
            None => {
                let dash = head.find(" - ")?;
                (start, start + dash, start + dash + 3)
            }
        };
        let (day, time) = parted(line.get(from..to)?)?;
        let moved = |range: Range<usize>| from + range.start..from + range.end;
        let (sender, rest) = sender(line, rest);
        Some(Self { day: moved(day), time: moved(time), sender, rest })
    }
}

/// The sender, up to the colon, and where the message starts.
fn sender(line: &str, rest: usize) -> (Option<Range<usize>>, usize) {
    let text = line.get(rest..).unwrap_or_default();
    let start = rest + text.len() - text.trim_start_matches(|c| is_blank(c) || c == '~').len();
    let text = line.get(start..).unwrap_or_default();
    // Nobody's name has a semicolon or a comma and more in it: that is the program speaking, and the colon is its own.
    let is_name = |colon: usize| text.get(..colon).is_some_and(|name| !name.contains("; ") && !name.contains(", "));
    match text.find(": ").or_else(|| text.ends_with(':').then(|| text.len() - 1)) {
        Some(colon) if colon > 0 && colon <= LONGEST_SENDER && is_name(colon) => {
            (Some(start..start + colon), (start + colon + 2).min(line.len()))
        }
        _ => (None, start),
    }
}

/// The day and the time of a stamp.
fn parted(stamp: &str) -> Option<(Range<usize>, Range<usize>)> {
    let day = match stamp.strip_prefix('[') {
        // One that was masked.
        Some(inside) => inside.find(']')? + 2,
        None => stamp.find([',', ' ']).filter(|end| is_day(stamp.get(..*end).unwrap_or_default()))?,
    };
    let rest = stamp.get(day..)?;
    let between = rest.len() - rest.trim_start_matches(|c| c == ',' || is_blank(c)).len();
    let time = stamp.get(day + between..)?.trim_end_matches(is_blank);
    (between > 0 && is_time(time)).then(|| (0..day, day + between..day + between + time.len()))
}

/// True if a text is a day in numbers, in any order; one of the numbers may have been masked.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['/', '.', '-']).collect();
    let is_number = |part: &&&str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    parts.len() == 3 && parts.iter().filter(is_number).count() >= 2 && parts.iter().all(|part| is_part(part))
}

fn is_part(part: &str) -> bool {
    (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// True if a text is a time: `21:15`, `9:15:03 PM`, `9:15 p. m.`, or one that was masked.
fn is_time(text: &str) -> bool {
    if text.starts_with('[') && text.ends_with(']') {
        return true;
    }
    let clock = text.split(is_blank).next().unwrap_or_default();
    let half: String = text.get(clock.len()..).unwrap_or_default().chars().filter(|c| c.is_alphabetic()).collect();
    let parts: Vec<&str> = clock.split([':', '.']).collect();
    let is_half = half.is_empty() || matches!(half.to_lowercase().as_str(), "am" | "pm");
    let has_number = parts.iter().any(|part| part.bytes().all(|b| b.is_ascii_digit()));
    is_half && (2..=3).contains(&parts.len()) && parts.iter().all(|part| is_part(part)) && has_number
}

/// The number of lines that are looked at to tell a conversation.
const LOOKED_AT: usize = 30;

/// True if a file is a conversation: it begins with a message, so do two lines at least, and most of them have a
/// sender.
/// Logs look alike, but what stands for the sender there is a level.
pub(crate) fn is_chat(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = head.get(..head.len().min(16_384)).unwrap_or_default();
    let head = String::from_utf8_lossy(head);
    let lines: Vec<&str> = head.lines().filter(|line| !line.trim().is_empty()).take(LOOKED_AT).collect();
    let stamps: Vec<(&str, MessageStamp)> =
        lines.iter().filter_map(|line| Some((*line, MessageStamp::read(line)?))).collect();
    let is_first = lines.first().is_some_and(|line| MessageStamp::read(line).is_some());
    let senders = stamps.iter().filter_map(|(line, stamp)| line.get(stamp.sender.clone()?));
    let is_level = |sender: &str| {
        const LEVELS: [&str; 10] =
            ["info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "critical", "severe"];
        LEVELS.iter().any(|level| sender.trim_matches(['[', ']', ' ']).to_lowercase().starts_with(level))
    };
    let is_code = |sender: &str| sender.contains(['=', '/', '"', '{', '<', '[', '(']);
    let odd = senders.clone().filter(|sender| is_level(sender) || is_code(sender)).count();
    is_first && stamps.len() >= 2 && odd == 0 && senders.count() * 2 >= stamps.len()
}

#[cfg(test)]
mod tests;
