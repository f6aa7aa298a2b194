//! Which learned recogniser is believed of what, where a policy leaves the choice to the program.
//!
//! Each learnt from documents of one kind, and knows things that are in all: numbers, dates and telephone numbers of clinical
//! notes are those of letters. `assets/models/neural/belief.txt` says how sure each must be of what, outside its own kind.

use std::sync::OnceLock;

use sfumato_detect::Category;
use sfumato_detect::learned::neural::HeadTrust;

/// Lines of a head, a category and the least probability; a head that reads manuals too says so in a line of its own.
static FILE: &str = include_str!("../../../assets/models/neural/belief.txt");
/// What stands for a category in the line that says that a head reads manuals.
const MANUALS: &str = "manuals";

/// A learned recogniser and what it is believed of.
pub(crate) struct HeadBelief {
    pub head: String,
    least: Vec<(Category, f32)>,
    reads_manuals: bool,
}

impl HeadBelief {
    /// How far it is believed, and of what, where only some categories are wanted.
    pub fn trust(&self, wanted: &[Category]) -> (HeadTrust, Vec<Category>) {
        let mut only: Vec<Category> = Vec::new();
        for (category, _) in &self.least {
            let is_wanted = wanted.is_empty() || wanted.iter().any(|other| category.is_within(other.path()));
            let narrower = wanted.iter().filter(|other| other.is_within(category.path())).cloned();
            let mut narrower: Vec<Category> = if is_wanted { vec![category.clone()] } else { narrower.collect() };
            only.append(&mut narrower);
        }
        (HeadTrust { least: self.least.clone(), reads_manuals: self.reads_manuals }, only)
    }
}

/// All of them, in the order of the file.
pub(crate) fn all() -> &'static [HeadBelief] {
    static ALL: OnceLock<Vec<HeadBelief>> = OnceLock::new();
    ALL.get_or_init(|| read(FILE).expect("the file is embedded and tested"))
}

/// Reads the file; `None` if a line says something else.
fn read(file: &str) -> Option<Vec<HeadBelief>> {
    let mut all: Vec<HeadBelief> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (head, what, least) = (words.next()?, words.next()?, words.next());
        let known = all.iter().position(|belief| belief.head == head).unwrap_or_else(|| {
            all.push(HeadBelief { head: head.to_owned(), least: Vec::new(), reads_manuals: false });
            all.len() - 1
        });
        let belief = all.get_mut(known)?;
        match least {
            None if what == MANUALS => belief.reads_manuals = true,
            least => belief.least.push((Category::new(what).ok()?, least?.parse().ok()?)),
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bundle;

    fn category(path: &str) -> Category {
        Category::new(path).expect("a category")
    }

    #[test]
    fn heads_are_believed_of_what_they_know() {
        let known: Vec<&str> = Bundle::learned().collect();
        for belief in all() {
            assert!(known.contains(&belief.head.as_str()), "{}", belief.head);
            assert!(belief.least.iter().all(|(_, least)| (0.0..1.0).contains(least)), "{}", belief.head);
        }
        assert!(read("en/general person").is_none() && read("en/general").is_none());
    }

    #[test]
    fn what_is_wanted_narrows_what_is_believed() {
        let belief = &read("x id 0.5\nx place 0.4\n").expect("well formed")[0];
        let only = |wanted: &[&str]| {
            let wanted: Vec<Category> = wanted.iter().map(|path| category(path)).collect();
            belief.trust(&wanted).1.iter().map(Category::to_string).collect::<Vec<_>>()
        };
        assert_eq!(only(&[]), ["id", "place"]);
        assert_eq!(only(&["place", "person"]), ["place"]);
        assert_eq!(only(&["id/record", "place"]), ["id/record", "place"]);
        assert!(only(&["person"]).is_empty());
    }
}
