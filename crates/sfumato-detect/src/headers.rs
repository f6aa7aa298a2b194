//! Headers: the names of columns and members are no values, whatever they look like.
//!
//! "Empleado" at the head of a column is no trade, and a table without its names is of no use. But a header can be a value
//! all the same: a table may have a column for each person, an object a member for each address.

use sfumato_document::{BlockKind, Document, TextBlock, names_field};

use crate::borders::trimmed;
use crate::{Finding, FindingReason, KnownCategory, ValueForm};

/// Drops what was found in the names of columns and members, unless they are values.
pub(crate) fn leave_names(document: &Document, findings: &mut Vec<Finding>) {
    let blocks = document.blocks();
    if !blocks.iter().any(is_header) {
        return;
    }
    let header_of = |finding: &Finding| {
        let at = blocks.partition_point(|block| block.span.end() <= finding.span.start());
        blocks.get(at).filter(|block| is_header(block)).map(|_| at)
    };
    // The headers that are something as a whole, each with what it is.
    let mut whole: Vec<(usize, String)> = findings
        .iter()
        .filter_map(|finding| Some((header_of(finding)?, finding)))
        .filter(|(at, finding)| is_whole(document, &blocks[*at], finding))
        .map(|(at, finding)| (at, finding.category.root().to_owned()))
        .collect();
    whole.sort_unstable();
    whole.dedup();
    findings.retain(|finding| {
        header_of(finding).is_none_or(|at| {
            was_asked_for(finding.evidence.why)
                || is_address(finding)
                || (is_whole(document, &blocks[at], finding)
                    && (is_value(document, &blocks[at], finding) || stands_in_row(blocks, at, finding, &whole)))
        })
    });
}

fn is_header(block: &TextBlock) -> bool {
    block.kind == BlockKind::Header
}

/// True for what somebody asked for, wherever it stands.
fn was_asked_for(why: FindingReason) -> bool {
    matches!(why, FindingReason::Listed | FindingReason::Named | FindingReason::Given | FindingReason::Topic)
}

/// True for an address of electronic mail, which is somebody's whatever stands beside it.
fn is_address(finding: &Finding) -> bool {
    finding.category.is_within("contact/email") && !finding.evidence.why.is_learnt()
}

/// True for a finding that is all a header says, where no word of it names a field.
fn is_whole(document: &Document, block: &TextBlock, finding: &Finding) -> bool {
    trimmed(document, block.span).is_some_and(|whole| {
        let text = document.slice(whole);
        let names_some = text.split(|c: char| !c.is_alphanumeric()).any(names_field);
        finding.span.contains(whole) && !names_some && !names_field(text)
    })
}

/// True for a header that is a value by itself: a number or an address, the name of a person in full, or what stands
/// below as a value as well.
fn is_value(document: &Document, block: &TextBlock, finding: &Finding) -> bool {
    match &finding.category {
        category if category.form() == ValueForm::Code => true,
        _ if finding.evidence.why == FindingReason::Repeat => true,
        category if category.is(KnownCategory::Person) => {
            let is_capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
            let mut words = document.slice(block.span).split_whitespace();
            words.clone().count() > 1 && words.all(is_capital)
        }
        _ => false,
    }
}

/// True if most of the headers side by side are of one kind: a column for each.
fn stands_in_row(blocks: &[TextBlock], at: usize, finding: &Finding, whole: &[(usize, String)]) -> bool {
    let before = blocks[..at].iter().rev().take_while(|block| is_header(block)).count();
    let after = blocks[at..].iter().take_while(|block| is_header(block)).count();
    let row = at - before..at + after;
    let first = whole.partition_point(|(header, _)| *header < row.start);
    let such = whole[first..].iter().take_while(|(header, _)| *header < row.end);
    let count = such.filter(|(_, root)| root == finding.category.root()).count();
    count >= 2 && count * 2 >= row.len()
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Csv, DocumentFormat};

    use super::*;
    use crate::testing::{finding, place_of};

    /// Checks what is left of findings in a table.
    fn check(table: &str, found: &[(&str, &str, FindingReason)], expected: &[&str]) {
        let document = Csv::default().read(table.as_bytes().to_vec()).expect("readable");
        let finding = |(text, category, why): &(&str, &str, FindingReason)| {
            finding(&document, place_of(&document, text), category, 0.9, *why)
        };
        let mut findings: Vec<Finding> = found.iter().map(finding).collect();
        leave_names(&document, &mut findings);
        let left: Vec<&str> = findings.iter().map(|finding| document.slice(finding.span)).collect();
        assert_eq!(left, expected);
    }

    #[test]
    fn names_of_columns_stay() {
        let table = "empleado,Grant Date,Rose,id\nRose,1,x,2\n";
        check(
            table,
            &[
                ("empleado", "profession", FindingReason::Learnt),
                ("Grant Date", "person", FindingReason::Learnt),
                ("Grant", "person", FindingReason::PartOfName),
                ("Rose", "person", FindingReason::Learnt),
                ("Date", "other", FindingReason::Listed),
            ],
            &["Date"],
        );
    }

    #[test]
    fn a_header_that_is_a_value_goes() {
        let table = "date,Ann Lee,Rose,total\n1/2/24,x,7,8\n";
        check(table, &[("Ann Lee", "person", FindingReason::Learnt)], &["Ann Lee"]);
        check(table, &[("Rose", "person", FindingReason::Learnt)], &[]);
        check(table, &[("Rose", "person", FindingReason::Repeat)], &["Rose"]);
        check(table, &[("Rose", "person", FindingReason::PartOfName)], &[]);
        check(
            "x-by=ann@example.org,b\n1,2\n",
            &[("ann@example.org", "contact/email", FindingReason::Checked)],
            &["ann@example.org"],
        );
    }

    #[test]
    fn a_column_for_each_person_is_seen() {
        let found = [
            ("Ann", "person", FindingReason::Learnt),
            ("Cem", "person", FindingReason::Learnt),
            ("Zed", "date", FindingReason::Learnt),
        ];
        check("day,Ann,Cem,Zed\n1,2,3,4\n", &found, &["Ann", "Cem"]);
        check("day,Ann,Cem,Zed,a,b\n1,2,3,4,5,6\n", &found, &[]);
    }
}
