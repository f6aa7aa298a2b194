//! JSON documents: one value, FHIR resources among them.
//!
//! Every string is read, at any depth, and so is every number long enough to be an identifier; keys are the labels of
//! what stands under them, and are read themselves where they are no plain names.
//! Strings may hold markup, JSON or files, which are read as such.

use crate::formats::envelope::{Collector, Ink};
use crate::formats::fhir::{Resources, Rule};
use crate::formats::json::{self, NodeKind, Tree};
use crate::formats::{Format, ReadError, html};
use crate::layers::{Layer, Stretch};
use crate::{BlockKind, Document, Encoding, encoding};

/// One JSON value.
#[derive(Debug, Clone, Default)]
pub struct Json {
    /// How deep it lies inside other files.
    pub depth: usize,
}

/// A number of fewer digits is a quantity rather than an identifier.
const FEWEST_DIGITS: usize = 5;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        if matches!(encoding, Encoding::Latin1 | Encoding::Windows1252) {
            let at = source.bytes().position(|b| !b.is_ascii()).unwrap_or(0);
            return Err(ReadError::Encoding { expected: "utf-8", at });
        }
        let mut out = Collector::new(self.depth);
        read_value(&Stretch::whole(&source), &mut out)?;
        out.finish(self.name(), encoding, &source)
    }
}

/// Reads a JSON text; on an error nothing was added.
pub(crate) fn read_value(stretch: &Stretch<'_>, out: &mut Collector) -> Result<(), ReadError> {
    let tree = json::scan(&stretch.text)?;
    read_tree(stretch, &tree, &|_| Member::Field, out)
}

/// What a member of the outermost object is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    /// Not read.
    Skipped,
    /// The text of the record.
    Text,
    /// Anything else.
    Field,
}

/// Reads the values of a JSON text whose outermost members are what `member` says by their keys.
pub(crate) fn read_tree(
    stretch: &Stretch<'_>,
    tree: &Tree<'_>,
    member: &dyn Fn(&str) -> Member,
    out: &mut Collector,
) -> Result<(), ReadError> {
    let resources = Resources::of(tree);
    if resources.are_signed() {
        return Err(ReadError::Signed);
    }
    let mut members: Vec<Member> = Vec::with_capacity(tree.nodes.len());
    for (number, node) in tree.nodes.iter().enumerate() {
        let here = match (node.parent, &node.key) {
            (Some(0), Some(key)) => member(tree.get(key)),
            (Some(parent), _) => members[parent],
            (None, _) => Member::Field,
        };
        members.push(here);
        if here == Member::Skipped {
            continue;
        }
        if let Some(key) = node.key.as_ref().filter(|key| !is_plain_key(tree.get(key))) {
            out.block(stretch, &[(key.clone(), Ink::In(Layer::Json))], BlockKind::Field, None);
        }
        match node.kind {
            NodeKind::String if here == Member::Text && node.parent == Some(0) => {
                out.block(stretch, &[(node.source.clone(), Ink::In(Layer::Json))], BlockKind::Paragraph, None);
            }
            NodeKind::String => read_string(stretch, tree, number, resources.rule(tree, number), out),
            NodeKind::Number if tree.value(number).bytes().filter(u8::is_ascii_digit).count() >= FEWEST_DIGITS => {
                let label = tree.name(number).map(json::decode);
                let piece = (node.source.clone(), Ink::In(Layer::JsonNumber));
                out.block(stretch, &[piece], BlockKind::Field, label.as_deref());
            }
            _ => {}
        }
    }
    Ok(())
}

fn read_string(stretch: &Stretch<'_>, tree: &Tree<'_>, number: usize, rule: Rule, out: &mut Collector) {
    let range = tree.nodes[number].source.clone();
    let inside = tree.get(&range);
    let inner = || stretch.inner(range.clone(), Layer::Json);
    let label = match rule {
        Rule::Skip => return,
        Rule::Page => match inner() {
            Some(inner) => return html::read_page(&inner, false, BlockKind::Paragraph, out),
            None => None,
        },
        Rule::File(kind) => {
            let cuts = vec![stretch.source(&range)];
            let is_file =
                |inner: Stretch<'_>| out.named_file(&inner, &(0..inner.text.len()), &kind, "attachment", cuts);
            if inner().is_some_and(is_file) {
                return;
            }
            None
        }
        Rule::After(start, label) => {
            let piece = (range.start + start..range.end, Ink::In(Layer::Json));
            return out.block(stretch, &[piece], BlockKind::Field, label);
        }
        Rule::Read(label) => label,
    };
    if holds_more(inside) && inner().is_some_and(|inner| read_more(&inner, out)) {
        return;
    }
    out.block(stretch, &[(range, Ink::In(Layer::Json))], BlockKind::Field, label.as_deref());
}

/// Whether a string may hold something of its own.
fn holds_more(inside: &str) -> bool {
    let start = inside.trim_start();
    start.starts_with(['{', '[', '<']) || start.starts_with("\\u003c") || (inside.len() >= 64 && !inside.contains(' '))
}

/// Reads a string that is markup, JSON or a file; false if it is none of these.
fn read_more(inner: &Stretch<'_>, out: &mut Collector) -> bool {
    let whole = 0..inner.text.len();
    let text = inner.text.trim_start();
    let tag =
        text.strip_prefix('<').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!'));
    if tag && (text.contains("</") || text.contains("/>")) {
        html::read_page(inner, false, BlockKind::Paragraph, out);
        return true;
    }
    let is_json = text.starts_with(['{', '[']) && read_value(inner, out).is_ok();
    is_json || out.unnamed_file(inner, &whole, "base64 string", vec![inner.source(&whole)])
}

/// Whether a key is a name that a program gave, not a value.
fn is_plain_key(key: &str) -> bool {
    let start = key.strip_prefix(['@', '$', '_']).unwrap_or(key);
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    digits < FEWEST_DIGITS
        && key.len() <= 60
        && start.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'$' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::base64;
    use crate::{Edit, Edits};

    fn read(source: &str) -> Document {
        Json::default().read(source.as_bytes().to_vec()).expect("readable")
    }

    fn blocks(source: &str) -> Vec<String> {
        let document = read(source);
        let told = |block: &crate::Block| {
            let label = document.label(block).map(|label| format!("{label}: ")).unwrap_or_default();
            format!("{label}{}", document.slice(block.span))
        };
        document.blocks().iter().map(told).collect()
    }

    #[track_caller]
    fn masked(source: &str, find: &str, to: &str) -> String {
        let document = read(source);
        let start = document.text().find(find).expect("there");
        let span = document.span(start, start + find.len()).expect("a span");
        let edits = Edits::new(vec![Edit::new(span, to)]).expect("one edit");
        let written = Json::default().write(&document, &edits).expect("writable");
        let again = Json::default().read(written.clone()).expect("readable again");
        assert_eq!(again.text(), edits.apply(&document).expose());
        String::from_utf8(written).expect("text")
    }

    #[test]
    fn strings_numbers_and_odd_keys_are_read() {
        let source =
            r#"{ "a":["Ann", {"b":"L\u00e9e"}], "n":600123456, "k":12, "ann@example.org":true, "Ann Lee":{"x":1} }"#;
        assert_eq!(blocks(source), ["a: Ann", "b: Lée", "n: 600123456", "ann@example.org", "Ann Lee"]);
        assert!(masked(source, "600123456", "[PHONE 1]").contains("\"n\":\"[PHONE 1]\", \"k\":12"));
        assert!(masked(source, "ann@example.org", "[EMAIL 1]").contains("\"[EMAIL 1]\":true"));
        assert!(masked(source, "Lée", "\"x\"").contains(r#"{"b":"\"x\""}"#));
        assert_eq!(blocks("\"Ann\""), ["Ann"]);
    }

    #[test]
    fn markup_json_and_files_in_strings_are_read() {
        assert_eq!(blocks(r#"{"a":"<p>Ann <b>Lee<\/b><\/p>"}"#), ["Ann Lee"]);
        let nested = r#"{"a":"{\"name\":\"L\\u00e9e\"}"}"#;
        assert_eq!(blocks(nested), ["name: Lée"]);
        assert_eq!(masked(nested, "Lée", "\"A\""), r#"{"a":"{\"name\":\"\\\"A\\\"\"}"}"#);
        let text = base64::encode("Dear Ann Lee, we wrote to you on Monday about the results.".as_bytes());
        let source = format!(r#"{{"a":"{text}"}}"#);
        assert_eq!(blocks(&source), ["Dear Ann Lee, we wrote to you on Monday about the results."]);
        let written = masked(&source, "Ann Lee", "[PERSON 1]");
        let inside = written.strip_prefix(r#"{"a":""#).and_then(|rest| rest.strip_suffix("\"}")).expect("framed");
        let inside = base64::decode(inside).expect("base64");
        assert_eq!(inside, b"Dear [PERSON 1], we wrote to you on Monday about the results.");
    }

    #[test]
    fn encodings_of_json_are_kept() {
        let wide: Vec<u8> =
            std::iter::once(0xfeff).chain("{\"a\":\"é\"}".encode_utf16()).flat_map(u16::to_be_bytes).collect();
        let document = Json::default().read(wide.clone()).expect("readable");
        assert_eq!(document.text(), "é");
        assert_eq!(document.into_bytes().expect("writable"), wide);
        assert!(Json::default().read(b"{\"a\":\"Jos\xe9 y Ana\"}".to_vec()).is_err());
    }
}
