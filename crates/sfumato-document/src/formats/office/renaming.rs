//! Names that must stay legal and distinct after edits: those of sheets, of ranges, of the columns of tables.

use std::collections::{HashMap, HashSet};

/// A kind of name, and what is legal for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeNameKind {
    /// A sheet: up to 31 characters, some marks forbidden.
    Sheet,
    /// A range or a table: one word, told apart from a cell.
    Range,
    /// A column of a table.
    Column,
    /// A style of OpenDocument: all but letters, digits and few marks are written by number.
    Style,
}

impl OfficeNameKind {
    fn most(self) -> usize {
        if self == Self::Sheet { 31 } else { 255 }
    }

    /// The nearest legal name.
    fn legal(self, name: &str) -> String {
        let legal: String = match self {
            Self::Sheet => name.trim().trim_matches('\'').chars().map(sheet_character).collect(),
            Self::Range => range_name(name),
            Self::Column => name.to_owned(),
            Self::Style => style_name(name),
        };
        let legal: String = legal.chars().take(self.most()).collect();
        if legal.trim().is_empty() { "_".to_owned() } else { legal }
    }

    /// The name with a number behind it.
    fn numbered(self, name: &str, number: usize) -> String {
        let suffix = if self == Self::Sheet { format!(" {number}") } else { format!("_{number}") };
        let kept = self.most() - suffix.len();
        name.chars().take(kept).chain(suffix.chars()).collect()
    }
}

fn sheet_character(c: char) -> char {
    match c {
        '[' => '(',
        ']' => ')',
        ':' | '*' | '?' | '/' | '\\' => '_',
        c if c.is_control() => ' ',
        c => c,
    }
}

fn style_name(name: &str) -> String {
    let mut written = String::with_capacity(name.len());
    for (at, c) in name.chars().enumerate() {
        if c.is_ascii_alphabetic() || (at > 0 && (c.is_ascii_digit() || matches!(c, '-' | '.'))) {
            written.push(c);
        } else {
            written.push_str(&format!("_{:x}_", u32::from(c)));
        }
    }
    written
}

fn range_name(name: &str) -> String {
    let word: String =
        name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '_' | '.') { c } else { '_' }).collect();
    // `AB12` and `R1C1` are cells.
    let is_cell = word.len() < 12 && word.ends_with(|c: char| c.is_ascii_digit()) && word.is_ascii();
    let starts_well = word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.len() > 1;
    if starts_well && (word.starts_with('_') || !is_cell) { word } else { format!("_{word}") }
}

/// Returns the names after edits: those untouched stay, the others are made legal and distinct.
pub(crate) fn settled(before: &[String], after: &[String], naming: OfficeNameKind) -> Vec<String> {
    let kept = before.iter().zip(after).filter(|(old, new)| old == new);
    let mut taken: HashSet<String> = kept.map(|(old, _)| old.to_lowercase()).collect();
    // The number that the next name of this kind may get.
    let mut next: HashMap<String, usize> = HashMap::new();
    let mut settled = Vec::with_capacity(after.len());
    for (at, new) in after.iter().enumerate() {
        if before.get(at) == Some(new) {
            settled.push(new.clone());
            continue;
        }
        let legal = naming.legal(new);
        let mut name = legal.clone();
        let number = next.entry(legal.to_lowercase()).or_insert(2);
        while !taken.insert(name.to_lowercase()) {
            name = naming.numbered(&legal, *number);
            *number += 1;
        }
        settled.push(name);
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(naming: OfficeNameKind, before: &[&str], after: &[&str]) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        settled(&owned(before), &owned(after), naming)
    }

    #[test]
    fn sheets_get_legal_and_distinct_names() {
        let names = after(OfficeNameKind::Sheet, &["Ann", "Bob", "Data", "x"], &["[P]", "[P]", "Data", "data"]);
        assert_eq!(names, ["(P)", "(P) 2", "Data", "data 2"]);
        let long = after(OfficeNameKind::Sheet, &["Ann", "Bob"], &["[a very long replacement: of a name]"; 2]);
        assert_eq!(long, ["(a very long replacement_ of a ", "(a very long replacement_ of  2"]);
        assert_eq!(after(OfficeNameKind::Sheet, &["Ann"], &[""]), ["_"]);
    }

    #[test]
    fn ranges_get_names_of_one_word() {
        let names = after(OfficeNameKind::Range, &["Ann_Lee", "B", "C"], &["[PERSON 1]", "AB12", "7 days"]);
        assert_eq!(names, ["_PERSON_1_", "_AB12", "_7_days"]);
    }

    #[test]
    fn styles_are_written_as_office_programs_do() {
        assert_eq!(after(OfficeNameKind::Style, &["a", "b"], &["[P 1]", "x-2"]), ["_5b_P_20_1_5d_", "x-2"]);
    }

    #[test]
    fn untouched_names_stay_even_if_odd() {
        assert_eq!(after(OfficeNameKind::Sheet, &["a/b", "c"], &["a/b", "A/B"]), ["a/b", "A_B"]);
    }
}
