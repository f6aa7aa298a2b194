//! JSON documents: one value, FHIR resources among them.
//!
//! Every string is read, at any depth, and so is every number long enough to be an identifier; keys are the labels of
//! what stands under them, and are read themselves where they are no plain names.
//! Strings may hold markup, JSON or files, which are read as such.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sfumato_words::WordTable;

use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::fhir::{FhirResources, FhirStringRule};
use crate::formats::json::{self, JsonNodeKind, JsonTree};
use crate::formats::{DocumentFormat, ReadError, html, names_field};
use crate::layers::{LayeredText, TextLayer};
use crate::{BlockKind, CharacterEncoding, Document, encoding};

/// Keys of what programs export under which a person's name stands in full.
static FULL_NAMES: WordTable = WordTable::new(include_str!("json_document.txt"), "full names");
/// Keys under which a name stands in full, or a user name.
static USER_NAMES: WordTable = WordTable::new(include_str!("json_document.txt"), "user names");

/// One JSON value.
#[derive(Debug, Clone, Default)]
pub struct Json {
    /// The depth of the file inside others.
    pub depth: usize,
}

/// A number of fewer digits is a quantity rather than an identifier.
const FEWEST_DIGITS: usize = 5;
/// Fewer members that are made alike may be members by accident.
const FEWEST_ENTRIES: usize = 3;

impl DocumentFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let (encoding, source) = encoding::decode(bytes)?;
        if matches!(encoding, CharacterEncoding::Latin1 | CharacterEncoding::Windows1252) {
            let at = source.bytes().position(|b| !b.is_ascii()).unwrap_or(0);
            return Err(ReadError::Encoding { expected: "utf-8", at });
        }
        let mut out = TextCollector::new(self.depth);
        read_value(&LayeredText::whole(&source), &mut out)?;
        out.finish(self.name(), encoding, &source)
    }
}

/// Reads a JSON text; on an error nothing was added.
pub(crate) fn read_value(stretch: &LayeredText<'_>, out: &mut TextCollector) -> Result<(), ReadError> {
    let tree = json::scan(&stretch.text)?;
    read_tree(stretch, &tree, &|_| JsonMemberRole::Field, out)
}

/// The role of a member of the outermost object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonMemberRole {
    /// Not read.
    Skipped,
    /// The text of the record.
    Text,
    /// Anything else.
    Field,
}

/// Reads the values of a JSON text whose outermost members are what `member` says by their keys.
pub(crate) fn read_tree(
    stretch: &LayeredText<'_>,
    tree: &JsonTree<'_>,
    member: &dyn Fn(&str) -> JsonMemberRole,
    out: &mut TextCollector,
) -> Result<(), ReadError> {
    let resources = FhirResources::of(tree);
    if resources.are_signed() {
        return Err(ReadError::Signed);
    }
    let mut members: Vec<JsonMemberRole> = Vec::with_capacity(tree.nodes.len());
    let maps = maps(tree);
    let rows = JsonRows::of(tree);
    for (number, node) in tree.nodes.iter().enumerate() {
        let here = match (node.parent, &node.key) {
            (Some(0), Some(key)) => member(tree.get(key)),
            (Some(parent), _) => members[parent],
            (None, _) => JsonMemberRole::Field,
        };
        members.push(here);
        if here == JsonMemberRole::Skipped {
            continue;
        }
        let is_entry = node.parent.is_some_and(|parent| maps[parent]);
        if let Some(key) = node.key.as_ref().filter(|key| is_entry || !is_plain_key(tree.get(key))) {
            let kind = if is_entry { BlockKind::Cell } else { BlockKind::Header };
            // What the map goes by says what its keys are: `{"users": {"ann": ...}}`.
            let label = node.parent.filter(|_| is_entry).and_then(|map| tree.name(map)).map(json::decode);
            out.block(stretch, &[(key.clone(), PieceNotation::In(TextLayer::Json))], kind, label.as_deref());
        }
        match node.kind {
            JsonNodeKind::String if here == JsonMemberRole::Text && node.parent == Some(0) => {
                out.block(
                    stretch,
                    &[(node.source.clone(), PieceNotation::In(TextLayer::Json))],
                    BlockKind::Paragraph,
                    None,
                );
            }
            JsonNodeKind::String => {
                let rule = resources.rule(tree, number);
                read_string(stretch, tree, number, (rule, rows.cell(tree, number)), out);
            }
            JsonNodeKind::Number if is_identifier(tree, number) => {
                let label = match resources.rule(tree, number) {
                    FhirStringRule::Read(label) => label,
                    _ => tree.name(number).map(|key| json::decode(key).into()),
                };
                let cell = rows.cell(tree, number);
                let (kind, label) = cell.unwrap_or((BlockKind::Field, label.map(Into::into)));
                match json::whole_number(tree.value(number)) {
                    Some(digits) => out.numeral(stretch, (node.source.clone(), &digits), kind, label.as_deref()),
                    None => {
                        let piece = (node.source.clone(), PieceNotation::In(TextLayer::JsonNumber));
                        out.block(stretch, &[piece], kind, label.as_deref());
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Tells which values are maps: objects with entries that are all made alike, as `{"ann": {"age": 3}, "bob": {"age":
/// 4}, ...}` is.
/// Their keys are values and not names.
fn maps(tree: &JsonTree<'_>) -> Vec<bool> {
    // What an object is made of: its keys, in any order.
    let mut made_of: Vec<u64> = vec![0; tree.nodes.len()];
    for node in &tree.nodes {
        if let (Some(parent), Some(key)) = (node.parent, &node.key) {
            let mut hasher = DefaultHasher::new();
            tree.get(key).hash(&mut hasher);
            made_of[parent] = made_of[parent].wrapping_add(hasher.finish() | 1);
        }
    }
    // How many entries each has so far, and what all of them are made of; none once two differ.
    let mut entries: Vec<(usize, Option<u64>)> = vec![(0, Some(0)); tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate() {
        let Some(parent) = node.parent.filter(|_| node.key.is_some()) else { continue };
        let own = Some(made_of[number]).filter(|made_of| node.kind == JsonNodeKind::Object && *made_of != 0);
        let (count, alike) = &mut entries[parent];
        *alike = if *count == 0 { own } else { alike.filter(|alike| Some(*alike) == own) };
        *count += 1;
    }
    entries.into_iter().map(|(count, alike)| count >= FEWEST_ENTRIES && alike.is_some()).collect()
}

/// Tables that are written as arrays of arrays.
#[derive(Default)]
struct JsonRows {
    /// The first array of each array that holds some, and what it holds if it names the columns.
    first: HashMap<usize, (usize, Vec<usize>)>,
    /// The place of each value among its siblings.
    nth: Vec<usize>,
}

impl JsonRows {
    fn of(tree: &JsonTree<'_>) -> Self {
        let is_array = |node: usize| tree.nodes[node].kind == JsonNodeKind::Array;
        let mut rows = Self::default();
        let mut counts = vec![0; tree.nodes.len()];
        for (number, node) in tree.nodes.iter().enumerate() {
            let Some(parent) = node.parent else {
                rows.nth.push(0);
                continue;
            };
            rows.nth.push(counts[parent]);
            counts[parent] += 1;
            if is_array(number) && is_array(parent) {
                rows.first.entry(parent).or_insert((number, Vec::new()));
            } else if let Some(table) = tree.nodes[parent].parent
                && let Some((first, cells)) = rows.first.get_mut(&table)
                && *first == parent
            {
                cells.push(number);
            }
        }
        for (_, cells) in rows.first.values_mut() {
            let is_text = |cell: &usize| tree.nodes[*cell].kind == JsonNodeKind::String;
            if !cells.iter().all(is_text) || !cells.iter().any(|cell| names_field(tree.value(*cell))) {
                cells.clear();
            }
        }
        rows
    }

    /// Returns the role in its table of a value that stands in an array, under no key: a cell of a column or the name
    /// of one.
    fn cell(&self, tree: &JsonTree<'_>, number: usize) -> Option<(BlockKind, Option<String>)> {
        if tree.name(number).is_some() {
            return None;
        }
        let row = tree.nodes[number].parent?;
        let head = tree.nodes[row].parent.and_then(|table| self.first.get(&table));
        Some(match head {
            Some((first, names)) if *first == row && !names.is_empty() => (BlockKind::Header, None),
            Some((_, names)) => {
                let name = names.get(self.nth[number]).map(|name| json::decode(tree.value(*name)));
                (BlockKind::Cell, name)
            }
            None => (BlockKind::Cell, None),
        })
    }
}

/// True if a number may be somebody's: it is long, or its key names a field as "age" does.
fn is_identifier(tree: &JsonTree<'_>, number: usize) -> bool {
    let digits = |number: &str| number.bytes().filter(u8::is_ascii_digit).count();
    let written = tree.value(number);
    let is_long = json::whole_number(written).map_or(digits(written), |number| digits(&number)) >= FEWEST_DIGITS;
    // Running numbers of records are nobody's.
    is_long || tree.name(number).is_some_and(|name| name != "id" && names_field(name))
}

fn read_string(
    stretch: &LayeredText<'_>,
    tree: &JsonTree<'_>,
    number: usize,
    (rule, cell): (FhirStringRule, Option<(BlockKind, Option<String>)>),
    out: &mut TextCollector,
) {
    let range = tree.nodes[number].source.clone();
    let inside = tree.get(&range);
    let inner = || stretch.inner(range.clone(), TextLayer::Json);
    let label = match rule {
        FhirStringRule::Skip => return,
        FhirStringRule::Page => match inner() {
            Some(inner) => return html::read_page(&inner, false, BlockKind::Paragraph, out),
            None => None,
        },
        FhirStringRule::File(kind) => {
            let cuts = vec![stretch.source(&range)];
            let is_file =
                |inner: LayeredText<'_>| out.named_file(&inner, &(0..inner.text.len()), &kind, "attachment", cuts);
            if inner().is_some_and(is_file) {
                return;
            }
            None
        }
        FhirStringRule::After(start, label) => {
            let piece = (range.start + start..range.end, PieceNotation::In(TextLayer::Json));
            return out.block(stretch, &[piece], BlockKind::Field, label);
        }
        FhirStringRule::Read(label) => label,
    };
    if holds_more(inside) && inner().is_some_and(|inner| read_more(&inner, out)) {
        return;
    }
    let (kind, label) = cell.unwrap_or((BlockKind::Field, label.map(|label| spoken(&label, inside).to_owned())));
    out.block(stretch, &[(range, PieceNotation::In(TextLayer::Json))], kind, label.as_deref());
}

/// What people call a member by the key that a program gave it.
fn spoken<'k>(key: &'k str, value: &str) -> &'k str {
    let bare: String = key.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
    // A user name has no blank in it.
    let is_name = FULL_NAMES.has(&bare) || (USER_NAMES.has(&bare) && value.trim().contains(' '));
    if is_name { "full name" } else { key }
}

/// True if a string may hold something of its own.
pub(crate) fn holds_more(inside: &str) -> bool {
    let start = inside.trim_start();
    start.starts_with(['{', '[', '<']) || start.starts_with("\\u003c") || (inside.len() >= 64 && !inside.contains(' '))
}

/// Reads a string that is markup, JSON or a file; false if it is none of these.
pub(crate) fn read_more(inner: &LayeredText<'_>, out: &mut TextCollector) -> bool {
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

/// True if a key is a name that a program gave, not a value.
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
    use crate::formats::{base64, testing};
    use crate::{Edits, TextEdit};

    fn read(source: &str) -> Document {
        testing::read(&Json::default(), source.as_bytes())
    }

    fn blocks(source: &str) -> Vec<String> {
        testing::blocks(&read(source))
    }

    #[track_caller]
    fn masked(source: &str, find: &str, to: &str) -> String {
        testing::masked_text(&Json::default(), source, &[(find, to)])
    }

    #[test]
    fn strings_numbers_and_odd_keys_are_read() {
        let source =
            r#"{ "a":["Ann", {"b":"L\u00e9e"}], "n":600123456, "k":12, "ann@example.org":true, "Ann Lee":{"x":1} }"#;
        assert_eq!(blocks(source), ["a: Ann", "b: Lée", "n: 600123456", "ann@example.org", "Ann Lee"]);
        assert!(masked(source, "600123456", "700123456").contains("\"n\":700123456, \"k\":12"));
        assert!(masked(source, "600123456", "0123").contains("\"n\":\"0123\", \"k\":12"));
        assert!(masked(source, "600123456", "[PHONE 1]").contains("\"n\":\"[PHONE 1]\", \"k\":12"));
        assert!(masked(source, "ann@example.org", "[EMAIL 1]").contains("\"[EMAIL 1]\":true"));
        assert!(masked(source, "Lée", "\"x\"").contains(r#"{"b":"\"x\""}"#));
        assert_eq!(blocks("\"Ann\""), ["Ann"]);
    }

    #[test]
    fn a_number_is_read_by_its_value() {
        let source = r#"{"nhs":5.780550409E9,"n":600123456.0,"x":12.5e1,"y":1.5e99}"#;
        assert_eq!(blocks(source), ["nhs: 5780550409", "n: 600123456"]);
        assert!(masked(source, "5780550409", "[ID 1]").starts_with(r#"{"nhs":"[ID 1]","n":600123456.0,"#));
        assert!(masked(source, "600123456", "700123456").contains(r#""n":700123456,"#));
    }

    #[test]
    fn a_number_becomes_a_number_or_nothing() {
        let document = read(r#"{"n":600123456}"#);
        let edits = Edits::new(vec![TextEdit::new(document.whole(), "null")]).expect("one edit");
        assert_eq!(Json::default().write(&document, &edits), Ok(br#"{"n":null}"#.to_vec()));
        assert_eq!(masked(r#"{"n":600123456}"#, "600123456", "-12345.5"), r#"{"n":-12345.5}"#);
        assert_eq!(blocks(r#"{"age":3,"n":3,"x":{"edad":[91]}}"#), ["age: 3", "edad: 91"]);
    }

    #[test]
    fn members_of_exports_go_by_what_people_call_them() {
        let source = r#"{"real_name":"Ann Lee","contentOwnerName":"Bob Cey","username":"Cem Kaya","user_name":"cem"}"#;
        let expected = ["full name: Ann Lee", "full name: Bob Cey", "full name: Cem Kaya", "user_name: cem"];
        assert_eq!(blocks(source), expected);
    }

    #[test]
    fn arrays_of_arrays_are_tables() {
        let table = r#"[["Name","Phone"],["Ann",600123456],["Bob",""]]"#;
        assert_eq!(blocks(table), ["Name", "Phone", "Name: Ann", "Phone: 600123456", "Name: Bob"]);
        assert_eq!(read(table).blocks()[0].kind, BlockKind::Header);
        assert_eq!(blocks(r#"[["Ann","Bob"],["Cem","Zed"]]"#), ["Ann", "Bob", "Cem", "Zed"]);
    }

    #[test]
    fn keys_of_maps_are_values() {
        let kinds = |source: &str| read(source).blocks().iter().map(|block| block.kind).collect::<Vec<_>>();
        let people = r#"{"ann":{"x":1,"y":2},"bob":{"y":1,"x":2},"Cem Kaya":{"x":3,"y":4}}"#;
        assert_eq!(blocks(people), ["ann", "bob", "Cem Kaya"]);
        assert_eq!(kinds(people), [BlockKind::Cell; 3]);
        assert_eq!(blocks(&format!("{{\"users\":{people}}}"))[0], "users: ann");
        assert_eq!(blocks(r#"{"home":{"x":1},"work":{"x":2},"size":7}"#), [""; 0]);
        assert_eq!(kinds(r#"{"First name":"x"}"#), [BlockKind::Header, BlockKind::Field]);
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
