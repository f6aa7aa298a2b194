//! Logs: lines of web servers (common and combined form), of `key=value` pairs, of JSON, and of the system log.
//!
//! A value is a field that goes by its key, a client and a user by their places, and the parameters of a request by
//! their names, with their percent signs undone; what stands beside is text, and so is any line that is none of these.

use std::ops::Range;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::json_document::read_value;
use crate::formats::{DocumentFormat, ReadError, lines, names_field};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, Document, encoding};

/// Logs.
#[derive(Debug, Clone, Default)]
pub struct LogLines {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for LogLines {
    fn name(&self) -> &'static str {
        "log"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        let mut out = TextCollector::new(self.depth);
        let whole = LayeredText::whole(&source);
        let mut text: Option<Range<usize>> = None;
        for line in lines(&source) {
            let inside = whole.get(&line);
            let is_plain = !inside.trim().is_empty() && !is_structured(inside);
            if is_plain {
                text = Some(text.map_or(line.clone(), |text| text.start..line.end));
                continue;
            }
            paragraph(&whole, text.take(), &mut out);
            read_line(&whole, line, &mut out);
        }
        paragraph(&whole, text, &mut out);
        out.finish(self.name(), encoding, &source)
    }
}

/// The number of lines that are looked at to tell a log.
const LOOKED_AT: usize = 40;

/// True if most lines of a file are those of a log; some are enough where its name says so.
pub(crate) fn is_log(bytes: &[u8], extension: &str) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(32_768)).unwrap_or_default());
    let lines: Vec<&str> = head.lines().filter(|line| !line.trim().is_empty()).take(LOOKED_AT).collect();
    let found = lines.iter().filter(|line| is_structured(line)).count();
    let records = lines.iter().filter(|line| is_record(line)).count();
    match extension {
        "log" => found * 3 >= lines.len() && found > 0,
        "" | "txt" => found >= 2 && found * 5 >= lines.len() * 4 && records < found,
        _ => false,
    }
}

fn is_structured(line: &str) -> bool {
    is_record(line) || AccessLine::read(line).is_some() || pairs(line).len() >= 2 || login(line).is_some()
}

fn is_record(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("{\"") && line.ends_with('}')
}

/// Adds running text.
fn paragraph(whole: &LayeredText<'_>, range: Option<Range<usize>>, out: &mut TextCollector) {
    let Some(range) = range else { return };
    let text = whole.get(&range);
    let kept = text.trim();
    let start = range.start + text.len() - text.trim_start().len();
    if kept.chars().any(char::is_alphanumeric) {
        out.block(
            whole,
            &[(start..start + kept.len(), PieceNotation::In(TextLayer::Verbatim))],
            BlockKind::Paragraph,
            None,
        );
    }
}

/// Accounts that every system has.
const ACCOUNTS: [&str; 12] =
    ["root", "admin", "nobody", "daemon", "www-data", "postgres", "mysql", "backup", "guest", "ubuntu", "nginx", "git"];

fn field(whole: &LayeredText<'_>, range: Range<usize>, (layer, label): (TextLayer, &str), out: &mut TextCollector) {
    let text = whole.get(&range);
    if text.is_empty() || text == "-" {
        return;
    }
    // Accounts of systems are nobody's.
    if label.eq_ignore_ascii_case("user") && ACCOUNTS.contains(&text) {
        return out.block(whole, &[(range, PieceNotation::In(layer))], BlockKind::Code, None);
    }
    // Words that programs choose from are nobody's.
    let is_word = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let kind = if is_word && !names_field(label) { BlockKind::Code } else { BlockKind::Field };
    out.block(whole, &[(range, PieceNotation::In(layer))], kind, Some(label));
}

fn read_line(whole: &LayeredText<'_>, line: Range<usize>, out: &mut TextCollector) {
    let text = whole.get(&line);
    let at = |range: &Range<usize>| line.start + range.start..line.start + range.end;
    if is_record(text)
        && let Some(record) = whole.inner(line.clone(), TextLayer::Verbatim)
        && read_value(&record, out).is_ok()
    {
        return;
    }
    if let Some(access) = AccessLine::read(text) {
        return access.add(whole, line.start, out);
    }
    let found = pairs(text);
    if found.len() >= 2 {
        let mut from = line.start;
        for (nth, pair) in found.iter().enumerate() {
            paragraph(whole, Some(from..line.start + pair.key.start), out);
            let label = label(text, pair, nth.checked_sub(1).and_then(|before| found.get(before)));
            let layer = if pair.is_quoted { TextLayer::Script } else { TextLayer::LogBare };
            field(whole, at(&pair.value), (layer, label), out);
            from = line.start + pair.end;
        }
        return paragraph(whole, Some(from..line.end), out);
    }
    if let Some(user) = login(text) {
        paragraph(whole, Some(line.start..line.start + user.start), out);
        field(whole, at(&user), (TextLayer::Verbatim, "user"), out);
        let rest = line.start + user.end..line.end;
        if text.contains(TIMER) {
            // What it runs is a command.
            return out.block(whole, &[(rest, PieceNotation::In(TextLayer::Verbatim))], BlockKind::Code, None);
        }
        return paragraph(whole, Some(rest), out);
    }
    paragraph(whole, Some(line), out);
}

/// A key and its value.
struct LogPair {
    key: Range<usize>,
    /// Without quotes.
    value: Range<usize>,
    /// The end of the pair.
    end: usize,
    is_quoted: bool,
}

/// The pairs of a line: `key=value` and `key="a value"`, set apart by blanks or marks.
fn pairs(line: &str) -> Vec<LogPair> {
    let bytes = line.as_bytes();
    let is_key = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    let mut found: Vec<LogPair> = Vec::new();
    let mut at = 0;
    while let Some(equals) = bytes.get(at..).and_then(|rest| memchr::memchr(b'=', rest)).map(|next| at + next) {
        let from = found.last().map_or(0, |pair| pair.end);
        let key =
            bytes.get(from..equals).unwrap_or_default().iter().rev().take(LONGEST_KEY).take_while(|b| is_key(**b));
        let start = equals - key.count();
        let is_apart =
            start == 0 || matches!(bytes.get(start - 1), Some(b' ' | b'\t' | b';' | b',' | b'(' | b'[' | b'"'));
        let begins = bytes.get(start).is_some_and(u8::is_ascii_alphabetic);
        at = equals + 1;
        if !is_apart || !begins || start < from {
            continue;
        }
        let is_quoted = bytes.get(at) == Some(&b'"');
        let inside = at + usize::from(is_quoted);
        let length = if is_quoted { quoted(bytes, inside) } else { bare(bytes, inside) };
        // What never ends reaches to the end of the line.
        let length = length.unwrap_or(bytes.len() - inside);
        let end = (inside + length + usize::from(is_quoted)).min(bytes.len());
        found.push(LogPair { key: start..equals, value: inside..inside + length, end, is_quoted });
        at = end;
    }
    found
}

/// A value without quotes as it becomes: what would end it puts it into quotes.
pub(crate) fn finished(value: String) -> String {
    if value.is_empty()
        || value.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ';' | ')'))
        || value.ends_with(',')
    {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        return format!("\"{escaped}\"");
    }
    value
}

/// Returns the label of a value: its key, or what the pair before says it is, as in `field=card value=4111`.
fn label<'l>(line: &'l str, pair: &LogPair, before: Option<&LogPair>) -> &'l str {
    let get = |range: &Range<usize>| line.get(range.clone()).unwrap_or_default();
    let key = get(&pair.key);
    let named =
        before.filter(|before| matches!(get(&before.key), "field" | "name" | "key" | "attr" | "column" | "campo"));
    match named.filter(|_| matches!(key, "value" | "val" | "valor")) {
        Some(before) => get(&before.value),
        None => key,
    }
}

/// No key is longer.
const LONGEST_KEY: usize = 40;

/// Returns the length of a value up to its closing quote.
fn quoted(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at - start),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the length of a value without quotes.
fn bare(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let length = rest.iter().position(|b| matches!(b, b' ' | b'\t' | b';' | b')' | b'"')).unwrap_or(rest.len());
    // A comma that ends a value parts it from the next.
    Some(if rest.get(..length)?.ends_with(b",") { length - 1 } else { length })
}

/// The program that runs others at their times.
const TIMER: &str = "CRON[";

/// Whoever a line of the system log says has come in or gone: `Accepted password for ann from ...`.
fn login(line: &str) -> Option<Range<usize>> {
    if let Some((before, rest)) = line.split_once(TIMER)
        && let Some((number, command)) = rest.split_once("]: (")
        && let Some((user, _)) = command.split_once(") CMD (")
    {
        let start = before.len() + TIMER.len() + number.len() + "]: (".len();
        return (!user.is_empty()).then_some(start..start + user.len());
    }
    const PROGRAMS: [&str; 6] = ["sshd[", "sshd:", "pam_unix(", "systemd-logind[", "su[", "sudo["];
    if !PROGRAMS.iter().any(|program| line.contains(program)) {
        return None;
    }
    let marks = [
        " for invalid user ",
        " for user ",
        " of user ",
        " invalid user ",
        " password for ",
        " publickey for ",
        " by user ",
        " changed for ",
    ];
    let (at, mark) = marks.iter().find_map(|mark| Some((line.find(mark)?, mark)))?;
    let start = at + mark.len();
    let rest = line.get(start..)?;
    let masked = rest.starts_with('[').then(|| rest.find(']')).flatten().map(|end| end + 1);
    let end = || rest.find([' ', '(', ':', ',']).unwrap_or(rest.len());
    let length = masked.unwrap_or_else(end);
    // The stop at the end of a sentence is not the user's.
    let length = rest.get(..length)?.trim_end_matches('.').len();
    (length > 0).then_some(start..start + length)
}

/// A line of a web server, by the places of what it tells.
struct AccessLine {
    client: Range<usize>,
    ident: Range<usize>,
    user: Range<usize>,
    day: Range<usize>,
    time: Range<usize>,
    target: Range<usize>,
    rest: Range<usize>,
}

impl AccessLine {
    fn read(line: &str) -> Option<Self> {
        let client = 0..word(line, 0)?;
        let ident = client.end + 1..word(line, client.end + 1)?;
        let open = ident.end + 1 + line.get(ident.end + 1..)?.find(" [")?;
        let user = ident.end + 1..open;
        let close = open + 2 + line.get(open + 2..)?.find("] \"")?;
        let day = open + 2..open + 2 + line.get(open + 2..close)?.find(':').unwrap_or(close - open - 2);
        let request = close + 3;
        let target = request + line.get(request..)?.find(' ')? + 1;
        let method = line.get(request..target - 1)?;
        let end = target + line.get(target..)?.find('"')?;
        // What the client speaks stands behind what it wants.
        let target = target..line.get(target..end)?.rfind(" HTTP/").map_or(end, |at| target + at);
        let is_method = (3..=8).contains(&method.len()) && method.bytes().all(|b| b.is_ascii_uppercase());
        let is_short = client.len() <= 64 && user.len() <= 128 && !line.get(client.clone())?.contains('"');
        let status = line.get(end + 1..)?.trim_start().get(..3)?;
        let is_status = status.bytes().all(|b| b.is_ascii_digit());
        (is_method && is_short && is_status).then(|| Self {
            client,
            ident,
            user,
            time: day.end..close,
            day,
            target,
            rest: end + 1..line.len(),
        })
    }

    fn add(&self, whole: &LayeredText<'_>, start: usize, out: &mut TextCollector) {
        let at = |range: &Range<usize>| start + range.start..start + range.end;
        field(whole, at(&self.client), (TextLayer::Verbatim, "ip"), out);
        field(whole, at(&self.ident), (TextLayer::Verbatim, "user"), out);
        field(whole, at(&self.user), (TextLayer::Verbatim, "user"), out);
        field(whole, at(&self.day), (TextLayer::Verbatim, "date"), out);
        out.block(whole, &[(at(&self.time), PieceNotation::In(TextLayer::Verbatim))], BlockKind::Code, None);
        target(whole, at(&self.target), out);
        let rest = at(&self.rest);
        let agent = whole.get(&rest).rfind(" \"").map_or(rest.end, |quote| rest.start + quote);
        // Status, length and where the client came from; then what it calls itself.
        for (range, kind) in [(rest.start..agent, BlockKind::Paragraph), (agent..rest.end, BlockKind::Code)] {
            let text = whole.get(&range);
            if text.chars().any(char::is_alphabetic) {
                out.block(whole, &[(range, PieceNotation::In(TextLayer::Verbatim))], kind, None);
            }
        }
    }
}

/// Returns the end of a word behind which there is a blank; one that was masked may have blanks inside.
fn word(line: &str, start: usize) -> Option<usize> {
    let rest = line.get(start..)?;
    let masked = rest.starts_with('[').then(|| rest.find("] ")).flatten();
    masked.map(|end| end + 1).or_else(|| rest.find(' ')).map(|end| start + end)
}

/// Reads the target of a request: the steps of a path, and parameters by their names.
fn target(whole: &LayeredText<'_>, range: Range<usize>, out: &mut TextCollector) {
    let text = whole.get(&range);
    let query = text.find('?').unwrap_or(text.len());
    let path = range.start..range.start + query;
    if whole.get(&path).chars().any(char::is_alphanumeric) {
        out.block(whole, &[(path, PieceNotation::In(TextLayer::Percent))], BlockKind::Field, Some("path"));
    }
    let mut from = range.start + query + 1;
    for part in text.get(query + 1..).unwrap_or_default().split('&') {
        let (name, value) = part.split_once('=').unwrap_or(("", part));
        let start = from + part.len() - value.len();
        let label = if name.is_empty() || name.len() > LONGEST_KEY { "parameter" } else { name };
        field(whole, start..start + value.len(), (TextLayer::Query, label), out);
        from += part.len() + 1;
    }
}

#[cfg(test)]
mod tests;
