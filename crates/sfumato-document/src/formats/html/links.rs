//! Web addresses, and the files and texts that hide in them.

use std::ops::Range;

use super::reader::{read_page, trimmed};
use crate::BlockKind;
use crate::formats::collector::{PieceNotation, TextCollector};
use crate::layers::{LayeredText, TextLayer, is_blank};

const DATA: &str = "data:";
/// The most bytes by which an address may say what its file is.
const MOST_HEAD: usize = 128;

/// Reads an address: where it leads, and each parameter by its name.
pub(crate) fn read(stretch: &LayeredText<'_>, range: Range<usize>, out: &mut TextCollector) {
    let range = trimmed(&stretch.text, &range);
    let address = stretch.get(&range);
    if address.get(..DATA.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(DATA)) {
        return read_data(stretch, &range, out);
    }
    let scheme = address.find(':').and_then(|end| address.get(..end)).unwrap_or_default().to_ascii_lowercase();
    let (label, skipped, query_layer) = match scheme.as_str() {
        "mailto" => (Some("email"), scheme.len() + 1, TextLayer::Percent),
        "tel" | "sms" | "callto" | "facetime" => (Some("phone"), scheme.len() + 1, TextLayer::Percent),
        "fax" => (Some("fax"), scheme.len() + 1, TextLayer::Percent),
        "javascript" => return block(stretch, range, TextLayer::Script, BlockKind::Code, None, out),
        _ => (None, 0, TextLayer::Query),
    };
    let fragment = address.find('#').unwrap_or(address.len());
    let query = address.get(..fragment).and_then(|start| start.find('?')).unwrap_or(fragment);
    let place = |from: usize, to: usize| range.start + from.min(to)..range.start + to;
    block(stretch, place(skipped, query), TextLayer::Percent, BlockKind::Field, label, out);
    let parameters = address.get(query + 1..fragment).unwrap_or_default();
    let mut at = query + 1;
    for parameter in parameters.split(['&', ';']) {
        read_parameter(stretch, place(at, at + parameter.len()), query_layer, out);
        at += parameter.len() + 1;
    }
    let behind = place(fragment + 1, address.len());
    let is_turned = address.get(..fragment).is_some_and(|path| path.ends_with(TURNED));
    if !(is_turned && out.cloudflare_address(stretch, &behind)) {
        block(stretch, behind, TextLayer::Percent, BlockKind::Field, None, out);
    }
}

/// The target of links whose mail address is written in turned digits behind it.
const TURNED: &str = "/cdn-cgi/l/email-protection";

fn read_parameter(stretch: &LayeredText<'_>, range: Range<usize>, layer: TextLayer, out: &mut TextCollector) {
    let parameter = stretch.get(&range);
    match parameter.split_once('=') {
        Some((name, _)) if super::elements::is_plain_name(name) => {
            let value = range.start + name.len() + 1..range.end;
            block(stretch, value, layer, BlockKind::Field, Some(name).filter(|name| !name.is_empty()), out);
        }
        _ => block(stretch, range, layer, BlockKind::Field, None, out),
    }
}

fn block(
    stretch: &LayeredText<'_>,
    range: Range<usize>,
    layer: TextLayer,
    kind: BlockKind,
    label: Option<&str>,
    out: &mut TextCollector,
) {
    if !stretch.get(&range).trim().is_empty() {
        out.block(stretch, &[(range, PieceNotation::In(layer))], kind, label);
    }
}

/// Reads the addresses of one picture in several sizes.
pub(super) fn read_list(stretch: &LayeredText<'_>, out: &mut TextCollector) {
    let is_size = |word: &str| {
        word.strip_suffix(['w', 'x', 'h'])
            .is_some_and(|n| n.len() <= 6 && n.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    };
    let mut at = 0;
    for word in stretch.text.split(is_blank) {
        let trimmed = word.trim_matches(',');
        if !trimmed.is_empty() && !is_size(trimmed) {
            let start = at + word.len() - word.trim_start_matches(',').len();
            read(stretch, start..start + trimmed.len(), out);
        }
        at += word.len() + 1;
    }
}

/// The parts of an address that holds what it leads to.
struct DataAddress {
    /// The range that says its kind, up to the comma.
    head: Range<usize>,
    payload: Range<usize>,
    is_base64: bool,
}

fn data(stretch: &LayeredText<'_>, range: &Range<usize>) -> Option<DataAddress> {
    let start = range.start + DATA.len();
    let comma = start + stretch.get(&(start..range.end)).find(',')?;
    let is_base64 = stretch.get(&(start..comma)).to_ascii_lowercase().ends_with(";base64");
    Some(DataAddress { head: start..comma, payload: comma + 1..range.end, is_base64 })
}

fn read_data(stretch: &LayeredText<'_>, range: &Range<usize>, out: &mut TextCollector) {
    let Some(data) = data(stretch, range) else {
        return block(stretch, range.clone(), TextLayer::Percent, BlockKind::Field, None, out);
    };
    if data.is_base64 {
        if !read_file(stretch, &data, out) {
            // What cannot be unpacked cannot be read.
            out.opaque("data: address", vec![stretch.source(&data.head), stretch.source(&data.payload)]);
        }
        return;
    }
    let kind = stretch.get(&data.head).to_ascii_lowercase();
    match stretch.inner(data.payload.clone(), TextLayer::Percent) {
        Some(inner) if kind.starts_with("text/html") || kind.starts_with("image/svg") => {
            read_page(&inner, false, BlockKind::Paragraph, out);
        }
        _ => block(stretch, data.payload, TextLayer::Percent, BlockKind::Field, None, out),
    }
}

/// A file as base64; false if it is none.
fn read_file(stretch: &LayeredText<'_>, data: &DataAddress, out: &mut TextCollector) -> bool {
    let kind = stretch.get(&data.head);
    let kind = kind.get(..kind.len().saturating_sub(";base64".len())).unwrap_or_default();
    // Removed, it leaves an address of nothing.
    let cuts = vec![stretch.source(&data.head), stretch.source(&data.payload)];
    if !stretch.get(&data.payload).contains('%') {
        return out.named_file(stretch, &data.payload, kind, "data: address", cuts);
    }
    let Some(inner) = stretch.inner(data.payload.clone(), TextLayer::Percent) else { return false };
    out.named_file(&inner, &(0..inner.text.len()), kind, "data: address", cuts)
}

/// Reads program text or a style sheet, and the files that lie in its addresses.
pub(super) fn read_code(stretch: &LayeredText<'_>, layer: TextLayer, out: &mut TextCollector) {
    let text = &stretch.text;
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(DATA) {
        if at < start {
            continue;
        }
        let Some(data) = data_in_code(text, at) else { continue };
        let end = data.payload.end;
        if read_file(stretch, &data, out) {
            pieces.push((start..data.head.start, PieceNotation::In(layer)));
            start = end;
        }
    }
    pieces.push((start..text.len(), PieceNotation::In(layer)));
    if layer == TextLayer::Script {
        pieces = pieces
            .into_iter()
            .flat_map(|(range, ink)| without_joints(text, range).map(move |range| (range, ink)))
            .collect();
    }
    pieces.retain(|(range, _)| !range.is_empty());
    let first = pieces.first_mut().map(|(range, _)| *range = range.end - trimmed_start(text, range)..range.end);
    let has_words = first.is_some() && pieces.iter().any(|(range, _)| !trimmed(text, range).is_empty());
    if has_words {
        out.block(stretch, &pieces, BlockKind::Code, None);
    }
}

/// Returns the rest of program text if the marks between literal strings that it puts together are no text: `'ann@' +
/// "x.org"` reads as one string, and so does `['ann@', 'x.org'].join('')`.
fn without_joints(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_quote = |at: usize| matches!(bytes.get(at), Some(b'"' | b'\'' | b'`'));
    let is_blank = |at: &usize| bytes.get(*at).is_some_and(u8::is_ascii_whitespace);
    let lists = joined_lists(text.get(range.clone()).unwrap_or_default());
    let is_mark = |at: &usize| bytes.get(range.start + at) == Some(&b'+') || lists.iter().any(|list| list.contains(at));
    let marks = memchr::memchr2_iter(b'+', b',', bytes.get(range.clone()).unwrap_or_default());
    let joints: Vec<Range<usize>> = marks
        .filter(is_mark)
        .map(|at| range.start + at)
        .filter_map(|plus| {
            let blanks = (range.start..plus).rev().take(MOST_BLANKS).take_while(is_blank).count();
            let start = (plus - blanks).checked_sub(1).filter(|at| range.contains(at) && is_quote(*at))?;
            let blanks = (plus + 1..range.end).take(MOST_BLANKS).take_while(is_blank).count();
            let end = plus + 1 + blanks;
            (end < range.end && is_quote(end)).then_some(start..end + 1)
        })
        .collect();
    let starts: Vec<usize> = std::iter::once(range.start).chain(joints.iter().map(|joint| joint.end)).collect();
    let ends = joints.into_iter().map(|joint| joint.start).chain(std::iter::once(range.end));
    starts.into_iter().zip(ends.collect::<Vec<_>>()).map(|(start, end)| start..end.max(start))
}

/// The lists in program text that are put together with nothing between: `[...].join('')`.
fn joined_lists(text: &str) -> Vec<Range<usize>> {
    const JOIN: &str = "].join(";
    let ends = text.match_indices(JOIN).filter(|(end, _)| {
        let how = text.get(end + JOIN.len()..).unwrap_or_default();
        ["''", "\"\"", "``"].iter().any(|nothing| how.starts_with(nothing))
    });
    let mut from = 0;
    let list = |(end, _): (usize, &str)| {
        let start = text.get(from..end)?.rfind('[').map(|start| from + start)?;
        from = end;
        Some(start..end)
    };
    ends.filter_map(list).collect()
}

/// More blanks than this around a plus sign are nobody's.
const MOST_BLANKS: usize = 64;

/// An address that holds a file, where it starts in program text.
fn data_in_code(text: &str, at: usize) -> Option<DataAddress> {
    const BASE64: &[u8] = b";base64,";
    let bytes = text.as_bytes();
    let head = bytes.get(at + DATA.len()..bytes.len().min(at + MOST_HEAD))?;
    let comma = at + DATA.len() + memchr::memmem::find(head, BASE64)? + BASE64.len() - 1;
    let is_letter = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'%' | b'-' | b'_');
    let length = bytes.get(comma + 1..)?.iter().take_while(|b| is_letter(b)).count();
    Some(DataAddress { head: at + DATA.len()..comma, payload: comma + 1..comma + 1 + length, is_base64: true })
}

/// Returns the length of a range without the blanks before it.
fn trimmed_start(text: &str, range: &Range<usize>) -> usize {
    text.get(range.clone()).unwrap_or_default().trim_start_matches(is_blank).len()
}
