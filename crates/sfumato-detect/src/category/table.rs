//! The table of categories, `assets/categories.toml`, read when the first category is made.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::checks::NamedCheck;
use crate::labels::LabelSet;

/// The look of a category's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ValueForm {
    /// A name in letters.
    Name,
    /// The name of a place, which may hold digits.
    Place,
    /// A date, in digits at least in part.
    Date,
    /// A number or an address, the same in any case.
    Code,
    /// A trait of somebody, in words that are said of others too.
    Trait,
    /// A description of somebody or something, in ordinary words.
    Description,
    /// Anything.
    Any,
}

/// The way in which a value is looked for in the rest of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RepeatSearch {
    /// Whole, and its parts by themselves, with a capital.
    Name,
    /// Whole, in any case, and with other marks between its digits.
    Code,
    /// Whole.
    Value,
    /// Only where the policy puts another of its kind in its place.
    Replaced,
    /// Not at all: it means something else in every place.
    Never,
}

/// The likeness by which two mentions are one entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EntityLinks {
    /// One is a part of the other.
    Names,
    /// They are written the same but for case, blanks and punctuation.
    Values,
}

/// A kind of substitutes: what makes another value of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubstituteDomain {
    /// Names of people.
    Names,
    /// Dates and times.
    Dates,
    /// Ages.
    Ages,
    /// Towns, regions, countries, postcodes.
    Places,
    /// Streets.
    Streets,
    /// Hospitals, companies, courts.
    Institutions,
    /// Professions, kinship, nationality.
    Words,
    /// Numbers that identify, and secrets.
    Numbers,
    /// Telephones, mail, the web, networks.
    Contacts,
}

impl SubstituteDomain {
    /// All of them, in the order in which they are decided: mail asks names, streets ask places.
    pub const ALL: [Self; 9] = [
        Self::Names,
        Self::Dates,
        Self::Ages,
        Self::Places,
        Self::Streets,
        Self::Institutions,
        Self::Words,
        Self::Numbers,
        Self::Contacts,
    ];
}

/// A row of the table: what is said of a category and of all below it that say nothing else.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CategoryFacts {
    pub path: Box<str>,
    pub about: String,
    form: Option<ValueForm>,
    repeats: Option<RepeatSearch>,
    links: Option<EntityLinks>,
    pub substitute: Option<SubstituteDomain>,
    pub checks: Option<Vec<NamedCheck>>,
    pub label: Option<String>,
    presidio: Option<String>,
    meddocan: Option<String>,
    tab: Option<String>,
    hipaa: Option<String>,
    i2b2: Option<String>,
    conll: Option<String>,
}

impl CategoryFacts {
    pub fn form(&self) -> ValueForm {
        self.form.unwrap_or(ValueForm::Any)
    }

    pub fn repeats(&self) -> RepeatSearch {
        self.repeats.unwrap_or(RepeatSearch::Value)
    }

    pub fn links(&self) -> EntityLinks {
        self.links.unwrap_or(EntityLinks::Values)
    }

    /// Its names in the sets of labels, at their places.
    pub fn labels(&self) -> [&Option<String>; LabelSet::FOREIGN.len()] {
        [&self.presidio, &self.meddocan, &self.tab, &self.hipaa, &self.i2b2, &self.conll]
    }

    /// Takes over what it does not say itself.
    fn inherit(&mut self, above: &Self) {
        self.form = self.form.or(above.form);
        self.repeats = self.repeats.or(above.repeats);
        self.links = self.links.or(above.links);
        self.substitute = self.substitute.or(above.substitute);
        let texts = [
            (&mut self.label, &above.label),
            (&mut self.presidio, &above.presidio),
            (&mut self.meddocan, &above.meddocan),
            (&mut self.tab, &above.tab),
            (&mut self.hipaa, &above.hipaa),
            (&mut self.i2b2, &above.i2b2),
            (&mut self.conll, &above.conll),
        ];
        for (own, above) in texts {
            *own = own.take().or_else(|| above.clone());
        }
        self.checks = self.checks.take().or_else(|| above.checks.clone());
    }
}

/// A set of labels as the table has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelSetFacts {
    rest: String,
    /// Labels whose category is another than the first that has them.
    #[serde(default)]
    means: HashMap<String, String>,
}

/// All categories, in the order of the file.
#[derive(Debug)]
pub(crate) struct CategoryTable {
    // Invariant: what lies above a category stands before it, and `other` is there.
    pub rows: Vec<CategoryFacts>,
    by_path: HashMap<Box<str>, usize>,
    sets: Vec<LabelSetFacts>,
}

static TABLE: LazyLock<CategoryTable> = LazyLock::new(|| {
    CategoryTable::parse(include_str!("../../../../assets/categories.toml"))
        .unwrap_or_else(|error| panic!("assets/categories.toml: {error}"))
});

impl CategoryTable {
    /// The table that the program is built with.
    pub fn get() -> &'static Self {
        &TABLE
    }

    /// Reads a table; an error says what is wrong with it.
    fn parse(toml: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct CategoryFile {
            sets: HashMap<String, LabelSetFacts>,
            categories: Vec<CategoryFacts>,
        }
        let mut file: CategoryFile = toml::from_str(toml).map_err(|error| error.to_string())?;
        let set = |set: LabelSet| file.sets.remove(set.name()).ok_or(format!("no set `{}`", set.name()));
        let sets = LabelSet::FOREIGN.into_iter().map(set).collect::<Result<_, _>>()?;
        let mut table = Self { rows: Vec::new(), by_path: HashMap::new(), sets };
        for mut facts in file.categories {
            if let Some((above, _)) = facts.path.rsplit_once('/') {
                let above =
                    table.by_path.get(above).ok_or(format!("`{above}` does not stand before what is below it"))?;
                facts.inherit(&table.rows[*above]);
            }
            if table.by_path.insert(facts.path.clone(), table.rows.len()).is_some() {
                return Err(format!("`{}` stands there twice", facts.path));
            }
            table.rows.push(facts);
        }
        if table.by_path.contains_key(REST) { Ok(table) } else { Err(format!("no category `{REST}`")) }
    }

    /// The facts of the nearest category that is this one or above it, or else of what is merely other.
    pub fn facts(&self, path: &str) -> &CategoryFacts {
        let mut known = path;
        loop {
            if let Some(at) = self.by_path.get(known) {
                return &self.rows[*at];
            }
            known = known.rsplit_once('/').map_or(REST, |(above, _)| above);
        }
    }

    /// A set's word for the rest; empty for our own categories, which have a name each.
    pub fn rest(&self, set: LabelSet) -> &str {
        set.place().map_or("", |place| &self.sets[place].rest)
    }

    /// The path of the category that a label of a set means.
    pub fn meaning(&self, set: LabelSet, label: &str) -> Option<&str> {
        let place = set.place()?;
        let set = &self.sets[place];
        let of_row = || self.rows.iter().find(|facts| facts.labels()[place].as_deref() == Some(label));
        let path = set.means.get(label).map(String::as_str).or_else(|| of_row().map(|facts| &*facts.path));
        path.or_else(|| (label == set.rest).then_some(REST))
    }
}

/// The category of a set's word for the rest, and of what the table does not know.
const REST: &str = "other";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_not_in_order_is_refused() {
        let sets: String = LabelSet::FOREIGN.map(|set| format!("[sets.{}]\nrest = \"x\"\n", set.name())).concat();
        let row = |path: &str| format!("[[categories]]\npath = \"{path}\"\nabout = \"It.\"\n");
        let read = |paths: &[&str]| {
            CategoryTable::parse(&(sets.clone() + &paths.iter().map(|path| row(path)).collect::<String>()))
        };
        assert!(read(&["id", "id/tax", "other"]).is_ok());
        let checked = |name: &str| format!("{sets}{}checks = [\"{name}\"]\n", row("other"));
        assert!(CategoryTable::parse(&checked("card")).is_ok() && CategoryTable::parse(&checked("crad")).is_err());
        for bad in [&["id/tax", "other"][..], &["other", "other"], &["id"]] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert!(CategoryTable::parse(&row("other")).is_err(), "no sets");
    }
}
