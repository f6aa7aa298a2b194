//! Borders: nothing that was found reaches from one cell or member into the next.
//!
//! A model reads a table as one text and takes a given name and the surname in the cell beside it for one; masked as
//! one, they would be one cell. What reaches across a border is cut there, so that each side is masked in its own place.

use sfumato_document::{BlockKind, Document, Span, TextBlock};

use crate::{Category, Finding, ValueForm};

/// Cuts findings at the borders of cells, members and their names.
pub(crate) fn cut(document: &Document, findings: Vec<Finding>) -> Vec<Finding> {
    let crossed = |finding: &Finding| {
        let touched = touched(document.blocks(), finding.span);
        (touched.len() > 1 && touched.iter().any(has_borders)).then_some(touched)
    };
    if !findings.iter().any(|finding| crossed(finding).is_some()) {
        return findings;
    }
    let mut within = Vec::with_capacity(findings.len());
    for finding in findings {
        let Some(touched) = crossed(&finding) else {
            within.push(finding);
            continue;
        };
        for part in parts(document, touched, finding.span) {
            if may_be(&finding.category, document.slice(part)) {
                within.push(Finding { span: part, ..finding.clone() });
            }
        }
    }
    within
}

/// True for a block that is a place of its own, with others beside it that have nothing to do with it.
fn has_borders(block: &TextBlock) -> bool {
    use BlockKind::{Cell, Field, Header, Heading, Metadata};
    matches!(block.kind, Cell | Field | Header | Heading | Metadata)
}

/// The blocks that a span touches.
fn touched(blocks: &[TextBlock], span: Span) -> &[TextBlock] {
    let first = blocks.partition_point(|block| block.span.end() <= span.start());
    let count = blocks[first..].iter().take_while(|block| block.span.start() < span.end()).count();
    &blocks[first..first + count]
}

/// The parts of a span on either side of each border, without the blanks around them. What lies between two blocks
/// that have none stays together.
fn parts(document: &Document, touched: &[TextBlock], span: Span) -> Vec<Span> {
    let runs = touched.chunk_by(|one, next| !has_borders(one) && !has_borders(next));
    let part = |run: &[TextBlock]| {
        let (first, last) = run.first().zip(run.last())?;
        let (start, end) = (span.start().max(first.span.start()), span.end().min(last.span.end()));
        trimmed(document, document.span(start, end)?)
    };
    runs.filter_map(part).collect()
}

/// A span without the blanks at its ends; nothing if it holds nothing else.
pub(crate) fn trimmed(document: &Document, span: Span) -> Option<Span> {
    let text = document.slice(span);
    let start = span.start() + text.len() - text.trim_start().len();
    let kept = text.trim();
    if kept.is_empty() { None } else { document.span(start, start + kept.len()) }
}

/// True for a part that may be what the whole was: names have letters, and everything else has letters or digits.
fn may_be(category: &Category, part: &str) -> bool {
    match category.form() {
        ValueForm::Name => part.chars().any(char::is_alphabetic),
        _ => part.chars().any(char::is_alphanumeric),
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Csv, DocumentFormat, Html, Json, TextFile};

    use super::*;
    use crate::FindingReason;
    use crate::testing::{finding, place_of};

    /// Cuts a finding that reaches from the start of one text to the end of another.
    fn check(document: &Document, category: &str, from: &str, to: &str, expected: &[&str]) {
        let place = (place_of(document, from).0, place_of(document, to).1);
        let cut = cut(document, vec![finding(document, place, category, 0.9, FindingReason::Learnt)]);
        let shown: Vec<&str> = cut.iter().map(|finding| document.slice(finding.span)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn two_cells_stay_two() {
        let table = "nombres;apellidos;nacida\nLuz ;Paz Rey;1961\n";
        let document = Csv::default().read(table.as_bytes().to_vec()).expect("readable");
        check(&document, "person", "Luz", "Paz Rey", &["Luz", "Paz Rey"]);
        check(&document, "person", "Paz", "1961", &["Paz Rey"]);
        check(&document, "date", "Rey", "1961", &["Rey", "1961"]);
        check(&document, "person", "nacida", "Luz", &["nacida", "Luz"]);
        check(&document, "person", "Paz", "Rey", &["Paz Rey"]);
    }

    #[test]
    fn two_members_stay_two() {
        let record = r#"{"given":"Luz","family":"Paz","tags":["Rey","x"]}"#;
        let document = Json::default().read(record.as_bytes().to_vec()).expect("readable");
        check(&document, "person", "Luz", "Rey", &["Luz", "Paz", "Rey"]);
    }

    #[test]
    fn a_paragraph_and_the_attributes_behind_it_stay_apart() {
        let page = "<p>Seen by Luz</p><img alt=\"Paz\" title=\"Rey\"><p>Then.</p>";
        let document = Html::default().read(page.as_bytes().to_vec()).expect("readable");
        check(&document, "person", "Luz", "Rey", &["Luz", "Paz", "Rey"]);
    }

    #[test]
    fn running_text_is_left_alone() {
        let document = TextFile.read(b"Luz\nPaz\n\nRey".to_vec()).expect("readable");
        check(&document, "person", "Luz", "Rey", &["Luz\nPaz\n\nRey"]);
    }
}
