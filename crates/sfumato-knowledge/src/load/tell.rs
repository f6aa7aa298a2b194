//! Telling the format of a file from its name and how it starts.

use super::{Format, labels, rf2, table, wndb};

/// The number of bytes from the start of a file that are enough to tell its format.
pub const HEAD: usize = 64 << 10;

pub(super) fn format(name: &str, head: &[u8]) -> Option<Format> {
    let name = file_name(name);
    let head = head.get(..HEAD).unwrap_or(head);
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if rf2::is_known(name) {
        return Some(Format::Rf2);
    }
    if wndb::is_known(name) {
        return Some(Format::Wndb);
    }
    match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("obo") => return Some(Format::Obo),
        Some("ttl") => return Some(Format::Turtle),
        Some("nt") => return Some(Format::NTriples),
        _ => {}
    }
    if head.trim_ascii_start().starts_with(b"<") {
        return marked_up(head);
    }
    let text = String::from_utf8_lossy(head);
    let first = text.lines().next().unwrap_or_default();
    match () {
        () if labels::is_header(first) => Some(Format::Labels),
        () if table::is_header(first) => Some(Format::Table),
        () if first.starts_with("format-version:") || text.contains("\n[Term]") => Some(Format::Obo),
        () if text.contains("\trdfs:subClassOf\t") || text.contains("\trdf:type\t") => Some(Format::Yago),
        () if first.starts_with("@prefix") || first.starts_with("@base") => Some(Format::Turtle),
        () if is_paths(&text) => Some(Format::Paths),
        () => None,
    }
}

/// Something that starts like XML, or with an IRI.
fn marked_up(head: &[u8]) -> Option<Format> {
    let text = String::from_utf8_lossy(head);
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    match () {
        () if text.contains("<LexicalResource") => Some(Format::Lmf),
        () if text.contains("<rdf:RDF") || text.contains("22-rdf-syntax-ns#\"") => Some(Format::RdfXml),
        () if text.contains("\trdfs:subClassOf\t") => Some(Format::Yago),
        () if first.starts_with("<http") && first.trim_end().ends_with('.') => Some(Format::NTriples),
        () => None,
    }
}

/// True if the first lines are all paths. The last one may be cut off.
fn is_paths(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
    let is_path = |line: &&str| {
        let path = line.split('\t').next().unwrap_or_default();
        !path.contains(':') && (path == "Top" || (path.contains('/') && !path.starts_with('/')))
    };
    !lines.is_empty() && lines.iter().all(is_path)
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
