//! JSON Lines: one record a line, each a document of its own.
//!
//! A record is read as any JSON value is; its text is a paragraph.
//! The `protect` member names what the record wants protected; it can be removed whole.

use std::ops::Range;

use crate::formats::collector::TextCollector;
use crate::formats::json::{self, JsonNode, JsonNodeKind, JsonTree};
use crate::formats::json_document::{self, JsonMemberRole};
use crate::formats::{DocumentFormat, ReadError};
use crate::layers::LayeredText;
use crate::{CharacterEncoding, Document, RemovableKind, Sensitive};

/// One record a line.
#[derive(Debug, Clone)]
pub struct JsonLines {
    /// The member that holds the text.
    pub text_field: String,
    /// Top-level members that are copied unread.
    pub keep_fields: Vec<String>,
}

impl Default for JsonLines {
    fn default() -> Self {
        Self { text_field: "text".to_owned(), keep_fields: Vec::new() }
    }
}

impl JsonLines {
    pub(crate) const NAME: &str = "jsonl";
    /// The member that holds the number of a record.
    pub(crate) const ID: &str = "id";
}

/// The member that names what to protect.
const PROTECT: &str = "protect";

impl DocumentFormat for JsonLines {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn split(&self, bytes: &[u8]) -> Result<Vec<Range<usize>>, ReadError> {
        let mut records = Vec::new();
        let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        for line in bytes[at..].split_inclusive(|b| *b == b'\n') {
            let blank = |b: &u8| b.is_ascii_whitespace();
            if let Some(first) = line.iter().position(|b| !blank(b)) {
                let last = line.iter().rposition(|b| !blank(b)).unwrap_or(first);
                records.push(at + first..at + last + 1);
            }
            at += line.len();
        }
        if records.is_empty() { Err(ReadError::Empty) } else { Ok(records) }
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let source = String::from_utf8(bytes)
            .map_err(|e| ReadError::Encoding { expected: "utf-8", at: e.utf8_error().valid_up_to() })?;
        let tree = json::scan(&source)?;
        if !tree.is_object() {
            return Err(ReadError::Syntax { line: 1, fault: "a record must be a JSON object" });
        }
        let member = |key: &str| match key {
            PROTECT => JsonMemberRole::Skipped,
            key if self.keep_fields.iter().any(|keep| keep == key) => JsonMemberRole::Skipped,
            key if key == self.text_field => JsonMemberRole::Text,
            _ => JsonMemberRole::Field,
        };
        let mut out = TextCollector::new(0);
        json_document::read_tree(&LayeredText::whole(&source), &tree, &member, &mut out)?;
        for cut in protect_members(&tree.members().collect::<Vec<_>>()) {
            out.builder.removable_unread(RemovableKind::Request, PROTECT, vec![cut]);
        }
        let (protect, id) = (protected(&tree), id(&tree));
        let mut document = out.finish(self.name(), CharacterEncoding::Utf8, &source)?;
        document.protect = protect;
        document.id = id;
        document.is_partial = !self.keep_fields.is_empty();
        Ok(document)
    }
}

/// The strings under `protect`.
fn protected(tree: &JsonTree<'_>) -> Vec<Sensitive<String>> {
    let mut tops: Vec<bool> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        tops.push(match (node.parent, &node.key) {
            (Some(0), Some(key)) => tree.get(key) == PROTECT,
            (Some(parent), _) => tops[parent],
            (None, _) => false,
        });
    }
    let strings = tree.nodes.iter().zip(tops).filter(|(node, top)| *top && node.kind == JsonNodeKind::String);
    strings.map(|(node, _)| Sensitive::new(json::decode(tree.get(&node.source)))).collect()
}

/// The id of a record, as it stands in the source.
fn id(tree: &JsonTree<'_>) -> Option<Sensitive<String>> {
    let is_id = |node: &&JsonNode| {
        node.parent == Some(0) && node.key.as_ref().is_some_and(|key| tree.get(key) == JsonLines::ID)
    };
    let id = tree
        .nodes
        .iter()
        .filter(is_id)
        .rfind(|node| matches!(node.kind, JsonNodeKind::String | JsonNodeKind::Number))?;
    let inside = tree.get(&id.source);
    Some(Sensitive::new(if id.kind == JsonNodeKind::String { format!("\"{inside}\"") } else { inside.to_owned() }))
}

/// The `protect` members with the comma that would be left over; neighbours go together.
fn protect_members(members: &[(&str, Range<usize>)]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut nth = 0;
    while nth < members.len() {
        let run = members[nth..].iter().take_while(|(key, _)| *key == PROTECT).count();
        if run > 0 {
            let last = nth + run - 1;
            let source = match (members.get(last + 1), nth.checked_sub(1)) {
                (Some((_, next)), _) => members[nth].1.start..next.start,
                (None, Some(before)) => members[before].1.end..members[last].1.end,
                (None, None) => members[nth].1.start..members[last].1.end,
            };
            parts.push(source);
        }
        nth += run + 1;
    }
    parts
}

/// True if the first line of a file is a JSON object.
pub(crate) fn looks_like_records(bytes: &[u8]) -> bool {
    let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = bytes[start..].split(|b| *b == b'\n').find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    line.trim_ascii().starts_with(b"{")
        && std::str::from_utf8(line).is_ok_and(|line| json::scan(line.trim()).is_ok_and(|tree| tree.is_object()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edits, TextEdit};

    fn read(record: &str) -> Result<Document, ReadError> {
        JsonLines::default().read(record.as_bytes().to_vec())
    }

    fn masked(record: &str, find: &str, to: &str) -> String {
        let document = read(record).expect("readable");
        let start = document.text().find(find).expect("there");
        let span = document.span(start, start + find.len()).expect("a span");
        let mut edits = Edits::new(vec![TextEdit::new(span, to)]).expect("disjoint");
        for part in document.removable() {
            edits = edits.removing(part).expect("disjoint");
        }
        String::from_utf8(JsonLines::default().write(&document, &edits).expect("writable")).expect("text")
    }

    #[test]
    fn only_the_edited_characters_change() {
        let record = r#"{ "id" : 7, "text":"caf\u00e9 \"Ann\"\nLee", "n": 1.50 }"#;
        assert_eq!(masked(record, "Ann", "[\"A\"]"), r#"{ "id" : 7, "text":"caf\u00e9 \"[\"A\"]\"\nLee", "n": 1.50 }"#);
        assert_eq!(masked(record, "é \"Ann\"\nL", "x"), r#"{ "id" : 7, "text":"cafxee", "n": 1.50 }"#);
    }

    #[test]
    fn surrogate_pairs_are_one_character() {
        assert_eq!(masked(r#"{"text":"\ud83d\ude42 Ann"}"#, "Ann", "A"), r#"{"text":"\ud83d\ude42 A"}"#);
        assert!(read(r#"{"text":"\ud83d Ann"}"#).is_err());
    }

    #[test]
    fn long_numbers_become_strings_when_edited() {
        assert_eq!(
            masked(r#"{"text":"x","phone":600123456}"#, "600123456", "[PHONE 1]"),
            r#"{"text":"x","phone":"[PHONE 1]"}"#
        );
    }

    #[test]
    fn the_protect_member_goes_with_its_comma() {
        assert_eq!(masked(r#"{"protect":"Ann","text":"Ann"}"#, "Ann", "A"), r#"{"text":"A"}"#);
        assert_eq!(masked(r#"{"text":"Ann", "protect":["Ann","B"], "n":1}"#, "Ann", "A"), r#"{"text":"A", "n":1}"#);
        assert_eq!(masked(r#"{"text":"Ann", "protect":"Ann"}"#, "Ann", "A"), r#"{"text":"A"}"#);
        assert_eq!(masked(r#"{"text":"Ann", "protect":"x", "protect":"y"}"#, "Ann", "A"), r#"{"text":"A"}"#);
        let document = read(r#"{"text":"Ann", "protect":["Ann","B\u00f3"]}"#).expect("readable");
        assert_eq!(document.protect().collect::<Vec<_>>(), ["Ann", "Bó"]);
    }

    #[test]
    fn broken_records_are_refused_without_quoting_them() {
        for record in [r#"{"text":"Zyx"#, r#"["Zyx"]"#, r#"{"text":"Zyx",}"#, r#"{"text":"\q"}"#, "{\"text\":1e}"] {
            let error = read(record).expect_err("refused").to_string();
            assert!(!error.contains("Zyx"), "{error}");
        }
        let deep = format!("{{\"text\":\"x\",\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn a_record_without_a_text_field_is_read_all_the_same() {
        for record in [r#"{"note":"Ann"}"#, r#"{"text":null,"note":"Ann"}"#, r#"{"text":["Ann"]}"#] {
            assert_eq!(read(record).expect("readable").text(), "Ann");
        }
    }

    #[test]
    fn kept_fields_are_not_read() {
        let format = JsonLines { keep_fields: vec!["author".into()], ..JsonLines::default() };
        let document = format.read(br#"{"text":"a","author":"Ann"}"#.to_vec()).expect("readable");
        assert_eq!(document.text(), "a");
    }
}
