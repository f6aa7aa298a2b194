//! What substitutes are taken from.

use std::collections::HashMap;
use std::fmt;

use crate::Lines;

/// The files of `assets/pseudonyms`: tables (`*.table`), looked up where they lie, and groups (`*.groups`), lines of a
/// group's name, a tab and one of its members, the commonest first.
#[derive(Default)]
pub struct Lists<'a> {
    tables: HashMap<&'a str, Lines<'a>>,
    groups: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Lists<'a> {
    /// The lists in files, given by name and text. Groups of one name in several files are one.
    pub fn new(files: &[(&'a str, &'a str)]) -> Self {
        let mut lists = Self::default();
        for (name, text) in files {
            match name.strip_suffix(".table") {
                Some(table) => drop(lists.tables.insert(table, Lines::new(text))),
                None => {
                    for (group, member) in Lines::new(text).iter().filter_map(|line| line.split_once('\t')) {
                        lists.groups.entry(group).or_default().push(member);
                    }
                }
            }
        }
        lists
    }

    /// The table of a name; an empty one if there is none.
    pub fn table(&self, name: &str) -> Lines<'a> {
        self.tables.get(name).copied().unwrap_or(Lines::new(""))
    }

    /// The members of a group, as written behind its name; none if there is none.
    pub fn group(&self, name: &str) -> &[&'a str] {
        self.groups.get(name).map_or(&[], Vec::as_slice)
    }
}

impl fmt::Debug for Lists<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lists({} tables, {} groups)", self.tables.len(), self.groups.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_looked_up_and_groups_listed() {
        let lists = Lists::new(&[
            ("names-es.table", "# by key\nana\tf\nluis\tm\n"),
            ("words-es.groups", "street\tcalle\nstreet\tplaza\nfloor\tbajo\n"),
        ]);
        assert_eq!(lists.table("names-es").find("luis").map(|mut fields| fields.next()), Some(Some("m")));
        assert_eq!(lists.group("street"), ["calle", "plaza"]);
        assert!(lists.group("none").is_empty() && lists.table("none").find("ana").is_none());
    }
}
