//! Hierarchies as tables, a value on each line with its levels behind it.

use std::collections::HashMap;

use super::Hierarchy;
use super::draft::{HierarchyDraft, check_cycle};
use crate::error::MicrodataError;

/// Reads a table; lines are counted from one, and empty ones passed over.
pub(super) fn read(text: &str) -> Result<Hierarchy, MicrodataError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, first)) = lines().next() else { return Err(MicrodataError::EmptyHierarchy) };
    let separator = first.chars().find(|c| [';', '\t', ','].contains(c)).unwrap_or(';');
    let mut expected = 0;
    let mut root = String::new();
    let mut draft = HierarchyDraft::with_root("");
    let mut values: HashMap<String, usize> = HashMap::new();
    let mut above: HashMap<(usize, String), (String, usize)> = HashMap::new();
    for (at, text) in lines() {
        let line = at + 1;
        let row = cells(text, separator).ok_or(MicrodataError::OpenQuote { line })?;
        let (Some(value), Some(top)) = (row.first(), row.last()) else { continue };
        if expected == 0 {
            (expected, root) = (row.len(), top.clone());
            draft = HierarchyDraft::with_root(&root);
        }
        if row.len() != expected {
            return Err(MicrodataError::RaggedHierarchy { line, levels: row.len(), expected });
        }
        if let Some(first) = values.insert(value.clone(), line) {
            return Err(MicrodataError::DuplicateValue { line, first });
        }
        check_cycle(row.iter().map(String::as_str), line)?;
        if *top != root && expected > 1 {
            return Err(MicrodataError::TwoRoots { line });
        }
        for (level, pair) in row.windows(2).enumerate().skip(1) {
            let known = above.entry((level, pair[0].clone())).or_insert_with(|| (pair[1].clone(), line));
            if known.0 != pair[1] {
                return Err(MicrodataError::TwoParents { line, level, first: known.1 });
            }
        }
        if expected == 1 {
            return Err(MicrodataError::RaggedHierarchy { line, levels: 1, expected: 2 });
        }
        draft.add_row(row.iter().rev().skip(1).map(String::as_str));
    }
    Ok(draft.finish())
}

/// The cells of a line, without quotes and the blanks around them; none if a quote is not closed.
fn cells(line: &str, separator: char) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut chars = line.chars().peekable();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        let last = cells.len() - 1;
        if is_quoted {
            match c {
                '"' if chars.peek() == Some(&'"') => {
                    chars.next();
                    cells[last].push('"');
                }
                '"' => is_quoted = false,
                _ => cells[last].push(c),
            }
        } else if c == separator {
            cells.push(String::new());
        } else if c == '"' && cells[last].trim().is_empty() {
            is_quoted = true;
        } else {
            cells[last].push(c);
        }
    }
    // A separator at the end of every line is common and means nothing.
    if cells.len() > 2 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    (!is_quoted).then(|| cells.iter().map(|cell| cell.trim().to_owned()).collect())
}
