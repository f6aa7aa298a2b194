//! Amounts: a column of small numbers, but for a word where one is missing, holds quantities, unless something says what they are.
//!
//! Models read a cell without the name of its column, and take a price for a date and a population for a telephone. What a
//! number in such a column is, its name or its shape must say.

use std::collections::HashSet;

use sfumato_document::{Document, TextBlock};

use crate::Finding;
use crate::columns::column_of;

/// A column of fewer numbers says nothing.
const FEWEST: usize = 3;
/// Longer numbers are rarely quantities.
const MOST_DIGITS: usize = 6;

/// Drops what only models found in columns of amounts; a pattern that is sure enough speaks for the cell it is in.
pub(crate) fn leave_amounts(document: &Document, threshold: f32, findings: &mut Vec<Finding>) {
    let columns = columns(document);
    if !columns.contains(&true) {
        return;
    }
    let is_amount = |block: &&TextBlock| {
        column_of(document, block).is_some_and(|column| columns[column])
            && is_small_number(document.slice(block.span).trim())
    };
    let cell = |finding: &Finding| document.block_at(finding.span.start()).filter(is_amount).map(|block| block.span);
    let is_sure = |finding: &&Finding| !finding.evidence.why.is_learnt() && finding.score >= threshold;
    let sure: HashSet<_> = findings.iter().filter(is_sure).filter_map(cell).collect();
    findings
        .retain(|finding| !finding.evidence.why.is_learnt() || cell(finding).is_none_or(|cell| sure.contains(&cell)));
}

/// True for each column that holds amounts: four cells in five at least.
fn columns(document: &Document) -> Vec<bool> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for block in document.blocks() {
        let Some(column) = column_of(document, block) else { continue };
        let text = document.slice(block.span).trim();
        if !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        if counts.len() <= column {
            counts.resize(column + 1, (0, 0));
        }
        let (filled, amounts) = &mut counts[column];
        *filled += 1;
        *amounts += usize::from(is_small_number(text));
    }
    counts.into_iter().map(|(filled, amounts)| amounts >= FEWEST && amounts * 5 >= filled * 4).collect()
}

/// True for a number as quantities are written: `118500`, `-3.75`, `1,204.00`, `12 %`.
fn is_small_number(text: &str) -> bool {
    let text = text.trim_end_matches(['%', '€', '$', '£', ' ']).trim_start_matches(['-', '+', '€', '$', '£', ' ']);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let marks = text.chars().filter(|c| matches!(c, '.' | ',')).count();
    (1..=MOST_DIGITS + 2).contains(&digits)
        && digits + marks == text.len()
        && text.split(['.', ',']).next().is_some_and(|whole| !whole.is_empty() && whole.len() <= MOST_DIGITS)
        && marks <= 2
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Csv, DocumentFormat};

    use super::*;
    use crate::FindingReason;
    use crate::testing::{finding, place_of};

    fn check(table: &str, found: &[(&str, FindingReason)], expected: &[&str]) {
        let document = Csv::default().read(table.as_bytes().to_vec()).expect("readable");
        let finding =
            |(text, why): &(&str, FindingReason)| finding(&document, place_of(&document, text), "date", 0.9, *why);
        let mut findings: Vec<Finding> = found.iter().map(finding).collect();
        leave_amounts(&document, 0.5, &mut findings);
        let left: Vec<&str> = findings.iter().map(|finding| document.slice(finding.span)).collect();
        assert_eq!(left, expected);
    }

    #[test]
    fn what_only_models_see_in_amounts_is_dropped() {
        let table = "item,price,when\nhat,12.05,3.5.24\nscarf,7.50,4.5.24\nsock,\"1,204.00\",soon\ntie,,\n";
        check(table, &[("12.05", FindingReason::Learnt), ("3.5.24", FindingReason::Learnt)], &["3.5.24"]);
        check(
            table,
            &[("12.05", FindingReason::Learnt), ("12.05", FindingReason::Context), ("7.50", FindingReason::Learnt)],
            &["12.05", "12.05"],
        );
        let marks = "marks\n88\n45\n97\nAbel\n61\n";
        check(marks, &[("88", FindingReason::Learnt), ("Abel", FindingReason::Learnt)], &["Abel"]);
        check("price\n12.05\n7.50\n", &[("12.05", FindingReason::Learnt)], &["12.05"]);
        check(
            "n\n34655310992\n34655310993\n34655310994\n",
            &[("34655310992", FindingReason::Learnt)],
            &["34655310992"],
        );
    }

    #[test]
    fn quantities_are_small_numbers() {
        for number in ["0", "118500", "-3.75", "1,204.00", "12 %", "€35,00"] {
            assert!(is_small_number(number), "{number}");
        }
        for other in ["", "1234567", "3:12", "2024-01-03", "3.5.24.1", "12a", "4111 1111", "."] {
            assert!(!is_small_number(other), "{other}");
        }
    }
}
