//! Categories: what kind of thing was found, as a path from the general to the special.
//!
//! `assets/categories.toml` says of each how it is treated, and a category carries that with it: stages ask it
//! ([`Category::repeats`], [`Category::substitute`] ...) rather than compare paths.

mod table;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::checks::NamedCheck;
use crate::labels::LabelSet;
pub(crate) use table::{CategoryFacts, CategoryTable};
pub use table::{EntityLinks, RepeatSearch, SubstituteDomain, ValueForm};

/// A category such as `person`, `id/national` or `place/street`.
#[derive(Clone)]
// There are as many as findings: a pointer of one word.
pub struct Category(Arc<NamedCategory>);

struct NamedCategory {
    path: Box<str>,
    /// Those of the nearest category in the table that is this one or above it.
    facts: &'static CategoryFacts,
}

/// A text is no category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a category is made of lower-case words with `/` between them, such as `id/national`")]
pub struct CategoryError;

impl Category {
    /// The category of a path; it need not be one of the table.
    pub fn new(path: &str) -> Result<Self, CategoryError> {
        let word = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        if path.len() > 80 || !path.split('/').all(word) {
            return Err(CategoryError);
        }
        Ok(Self(Arc::new(NamedCategory { path: path.into(), facts: CategoryTable::get().facts(path) })))
    }

    /// All categories of the table, the general ones before the special ones below them.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = CategoryTable::get().rows.iter();
        rows.map(|facts| Self(Arc::new(NamedCategory { path: facts.path.clone(), facts })))
    }

    /// The paths of the categories of the table that have none above them.
    pub fn roots() -> impl Iterator<Item = &'static str> {
        CategoryTable::get().rows.iter().map(|facts| &*facts.path).filter(|path| !path.contains('/'))
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The most general part of its path.
    pub fn root(&self) -> &str {
        self.path().split_once('/').map_or(self.path(), |(root, _)| root)
    }

    /// True if its path is `other` or lies below it.
    pub fn is_within(&self, other: &str) -> bool {
        self.path().strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// True if it is this one or lies below it.
    pub fn is(&self, known: KnownCategory) -> bool {
        self.is_within(known.path())
    }

    /// A sentence on what it is; `None` if neither it nor a category above it is in the table.
    pub fn about(&self) -> Option<&'static str> {
        let is_own = self.is_within(&self.0.facts.path);
        is_own.then_some(self.0.facts.about.as_str())
    }

    /// True if it stands in the table itself, and not only something above it.
    pub fn is_listed(&self) -> bool {
        *self.path() == *self.0.facts.path
    }

    /// The look of its values.
    pub fn form(&self) -> ValueForm {
        self.0.facts.form()
    }

    /// True if it says what or how somebody or something is, in ordinary words, rather than who or what is meant.
    pub fn describes(&self) -> bool {
        matches!(self.form(), ValueForm::Trait | ValueForm::Description)
    }

    /// The way in which its values are looked for in the rest of a document.
    pub fn repeats(&self) -> RepeatSearch {
        self.0.facts.repeats()
    }

    /// The likeness by which two of its mentions are one entity.
    pub fn links(&self) -> EntityLinks {
        self.0.facts.links()
    }

    /// The kind of substitute that stands for its values; `None` for what is not replaced by something of its kind
    /// without a person who decides: sex, diagnoses, works, and whatever is merely "other".
    pub fn substitute(&self) -> Option<SubstituteDomain> {
        self.0.facts.substitute
    }

    /// The checks that a number of it may pass.
    pub fn checks(&self) -> &'static [NamedCheck] {
        self.0.facts.checks.as_deref().unwrap_or_default()
    }

    /// Its name in the text that replaces something: the last part that says something on its own, in capitals.
    ///
    /// ```
    /// # use sfumato_detect::Category;
    /// assert_eq!(Category::new("id/national")?.placeholder(), "NATIONAL ID");
    /// assert_eq!(Category::new("person/patient")?.placeholder(), "PERSON");
    /// assert_eq!(Category::new("contact/phone")?.placeholder(), "PHONE");
    /// # Ok::<(), sfumato_detect::CategoryError>(())
    /// ```
    pub fn placeholder(&self) -> String {
        let kind = self.path().split('/').nth(1);
        let name = match &self.0.facts.label {
            Some(label) => label.replace("{}", kind.unwrap_or_default()),
            None => kind.unwrap_or(self.root()).to_owned(),
        };
        // A path is made of small letters, digits and hyphens.
        name.trim_start().chars().map(|c| if c == '-' { ' ' } else { c.to_ascii_uppercase() }).collect()
    }

    /// Its name in a set of labels; what has no name of its own there gets the set's word for the rest.
    pub fn label(&self, set: LabelSet) -> &str {
        let table = CategoryTable::get();
        match set.place() {
            None => self.path(),
            Some(place) => self.0.facts.labels()[place].as_deref().unwrap_or(table.rest(set)),
        }
    }
}

impl PartialEq for Category {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.path() == other.path()
    }
}

impl Eq for Category {}

impl Hash for Category {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path().hash(state);
    }
}

impl PartialOrd for Category {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Category {
    fn cmp(&self, other: &Self) -> Ordering {
        self.path().cmp(other.path())
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path())
    }
}

impl fmt::Debug for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path())
    }
}

/// The categories of the table that the program itself speaks of.
macro_rules! known_categories {
    ($($(#[$doc:meta])* $name:ident = $path:literal,)*) => {
        /// A category of the table that code asks for by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum KnownCategory {
            $(#[doc = concat!("`", $path, "`.")] $name,)*
        }

        impl KnownCategory {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its path.
            pub const fn path(self) -> &'static str {
                match self {
                    $(Self::$name => $path,)*
                }
            }
        }
    };
}

known_categories! {
    Person = "person",
    Patient = "person/patient",
    Staff = "person/staff",
    Relative = "person/relative",
    Kinship = "kinship",
    Profession = "profession",
    Demographic = "demographic",
    Health = "health",
    Age = "age",
    AgeOver89 = "age/over-89",
    Date = "date",
    BirthDate = "date/birth",
    Year = "date/year",
    Time = "time",
    Place = "place",
    Street = "place/street",
    Country = "place/country",
    Coordinates = "place/coordinates",
    Organisation = "organisation",
    Hospital = "organisation/hospital",
    HealthCentre = "organisation/health-centre",
    Contact = "contact",
    Email = "contact/email",
    Phone = "contact/phone",
    Fax = "contact/fax",
    Url = "contact/url",
    Username = "contact/username",
    Id = "id",
    CaseNumber = "id/case",
    VehicleNumber = "id/vehicle",
    Wallet = "finance/wallet",
    Secret = "secret",
    Protected = "protected",
    Topic = "topic",
    Term = "term",
    Other = "other",
}

impl From<KnownCategory> for Category {
    fn from(known: KnownCategory) -> Self {
        Self::new(known.path()).expect("what is known is a category")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(path: &str) -> Category {
        Category::new(path).expect("a category")
    }

    #[test]
    fn paths_are_checked() {
        for good in ["person", "id/national", "age/over-89"] {
            assert!(Category::new(good).is_ok());
        }
        for bad in ["", "Person", "id/", "/id", "a b", "ünï"] {
            assert!(Category::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_category_lies_within_those_above_it() {
        let category = category("id/national");
        assert!(category.is_within("id") && category.is_within("id/national") && category.is(KnownCategory::Id));
        assert!(!category.is_within("i") && !category.is_within("id/nat") && !category.is_within("id/national/x"));
    }

    #[test]
    fn what_a_category_does_not_say_the_one_above_it_says() {
        assert_eq!(category("place/street").substitute(), Some(SubstituteDomain::Streets));
        assert_eq!(category("place/city").substitute(), Some(SubstituteDomain::Places));
        assert_eq!(category("person/staff/surgeon").substitute(), Some(SubstituteDomain::Names));
        assert_eq!(category("person/staff/surgeon").links(), EntityLinks::Names);
        for none in ["sex", "other", "health/disease", "unheard-of/thing"] {
            assert_eq!(category(none).substitute(), None, "{none}");
        }
        assert_eq!(category("unheard-of/thing").repeats(), RepeatSearch::Value);
        assert_eq!(category("unheard-of/thing").about(), None);
        assert!(category("health/disease").describes() && !category("place").describes());
    }

    #[test]
    fn placeholders_tell_what_they_may() {
        for (path, placeholder) in [
            ("id", "ID"),
            ("id/record/episode", "RECORD ID"),
            ("place", "PLACE"),
            ("place/street", "ADDRESS"),
            ("age/over-89", "AGE"),
            ("topic/venereal-disease", "TOPIC"),
            ("organisation/health-centre", "HEALTH CENTRE"),
            ("unheard-of/thing", "THING"),
        ] {
            assert_eq!(category(path).placeholder(), placeholder);
        }
    }

    #[test]
    fn what_is_known_is_in_the_table() {
        for known in KnownCategory::ALL {
            assert!(Category::all().any(|category| category.path() == known.path()), "{known:?}");
        }
    }
}
