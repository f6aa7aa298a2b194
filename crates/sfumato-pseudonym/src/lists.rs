//! The lists that substitutes are taken from.

use std::collections::HashMap;
use std::fmt;

use crate::KeyedLines;

/// The files of `assets/pseudonyms`: tables (`*.table`), looked up where they lie, and groups (`*.groups`), lines of a
/// group's name, a tab and one of its members, the commonest first.
#[derive(Default)]
pub struct SubstituteLists<'a> {
    tables: HashMap<&'a str, KeyedLines<'a>>,
    groups: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> SubstituteLists<'a> {
    /// The lists in files, given by name and text. Groups of one name in several files are one.
    pub fn new(files: &[(&'a str, &'a str)]) -> Self {
        let mut lists = Self::default();
        for (name, text) in files {
            match name.strip_suffix(".table") {
                Some(table) => drop(lists.tables.insert(table, KeyedLines::new(text))),
                None => {
                    for (group, member) in KeyedLines::new(text).iter().filter_map(|line| line.split_once('\t')) {
                        lists.groups.entry(group).or_default().push(member);
                    }
                }
            }
        }
        lists
    }

    /// The table of a name; an empty one if there is none.
    pub fn table(&self, name: &str) -> KeyedLines<'a> {
        self.tables.get(name).copied().unwrap_or(KeyedLines::new(""))
    }

    /// The members of a group, as written behind its name; none if there is none.
    pub fn group(&self, name: &str) -> &[&'a str] {
        self.groups.get(name).map_or(&[], Vec::as_slice)
    }
}

impl fmt::Debug for SubstituteLists<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SubstituteLists({} tables, {} groups)", self.tables.len(), self.groups.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_looked_up_and_groups_listed() {
        let lists = SubstituteLists::new(&[
            ("names-es.table", "# by key\nana\tf\nluis\tm\n"),
            ("words-es.groups", "street\tcalle\nstreet\tplaza\nfloor\tbajo\n"),
        ]);
        assert_eq!(lists.table("names-es").find("luis").map(|mut fields| fields.next()), Some(Some("m")));
        assert_eq!(lists.group("street"), ["calle", "plaza"]);
        assert!(lists.group("none").is_empty() && lists.table("none").find("ana").is_none());
    }
}
