//! The table of substitutes, of one document or of all of a folder.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::originals::fold;

/// The kinds of substitutes. Values of different kinds never share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubstituteKind {
    /// A given name of a man.
    GivenMale,
    /// A given name of a woman.
    GivenFemale,
    /// A given name that tells no sex.
    Given,
    /// A surname.
    Surname,
    /// A letter that stands for an unknown name.
    Initial,
    /// A user name, or the part of an address before the sign.
    Handle,
    /// A number that identifies.
    Id,
    /// A telephone number.
    Phone,
    /// An address on a network.
    Net,
    /// The name of a host or the path of an address.
    Web,
    /// A secret.
    Secret,
    /// A town.
    Town,
    /// A province, state or region.
    Region,
    /// A country.
    Country,
    /// A postcode.
    Postcode,
    /// A street or another place with a name.
    Street,
    /// An organisation.
    Organisation,
    /// A profession or trade.
    Profession,
    /// A degree of kinship.
    Kinship,
    /// A nationality or other origin.
    Nationality,
    /// The offset by which dates move.
    Offset,
    /// An age.
    Age,
}

impl SubstituteKind {
    /// All kinds.
    pub const ALL: [Self; 22] = [
        Self::GivenMale,
        Self::GivenFemale,
        Self::Given,
        Self::Surname,
        Self::Initial,
        Self::Handle,
        Self::Id,
        Self::Phone,
        Self::Net,
        Self::Web,
        Self::Secret,
        Self::Town,
        Self::Region,
        Self::Country,
        Self::Postcode,
        Self::Street,
        Self::Organisation,
        Self::Profession,
        Self::Kinship,
        Self::Nationality,
        Self::Offset,
        Self::Age,
    ];

    /// In one word, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::GivenMale => "given-male",
            Self::GivenFemale => "given-female",
            Self::Given => "given",
            Self::Surname => "surname",
            Self::Initial => "initial",
            Self::Handle => "handle",
            Self::Id => "id",
            Self::Phone => "phone",
            Self::Net => "net",
            Self::Web => "web",
            Self::Secret => "secret",
            Self::Town => "town",
            Self::Region => "region",
            Self::Country => "country",
            Self::Postcode => "postcode",
            Self::Street => "street",
            Self::Organisation => "organisation",
            Self::Profession => "profession",
            Self::Kinship => "kinship",
            Self::Nationality => "nationality",
            Self::Offset => "offset",
            Self::Age => "age",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The substitutes decided so far: one for each value, and none for two. `Debug` shows their number only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SubstituteTable {
    given: BTreeMap<(SubstituteKind, String), String>,
    used: HashSet<(SubstituteKind, String)>,
}

impl SubstituteTable {
    /// Returns the substitute of a value by its key, which is the same for all forms of the value.
    pub fn get(&self, kind: SubstituteKind, key: &str) -> Option<&str> {
        // A key of another type would have to be made for the map to be asked without allocating.
        self.given.get(&(kind, key.to_owned())).map(String::as_str)
    }

    /// True if something already stands for another thing of this kind, in whatever letters.
    pub fn is_used(&self, kind: SubstituteKind, substitute: &str) -> bool {
        self.used.contains(&(kind, fold(substitute)))
    }

    /// Lets something stand for a thing; what was decided before stays.
    pub fn set(&mut self, kind: SubstituteKind, key: &str, substitute: &str) {
        self.given.entry((kind, key.to_owned())).or_insert_with(|| {
            self.used.insert((kind, fold(substitute)));
            substitute.to_owned()
        });
    }

    /// Everything in it: kind, key and substitute, in order.
    pub fn entries(&self) -> impl Iterator<Item = (SubstituteKind, &str, &str)> {
        self.given.iter().map(|((kind, key), substitute)| (*kind, key.as_str(), substitute.as_str()))
    }

    /// The number of values with a substitute.
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// True if it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }
}

impl fmt::Debug for SubstituteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SubstituteTable({} entries)", self.given.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_decision_stays() {
        let mut table = SubstituteTable::default();
        table.set(SubstituteKind::Town, "leeds", "York");
        table.set(SubstituteKind::Town, "leeds", "Hull");
        assert_eq!(table.get(SubstituteKind::Town, "leeds"), Some("York"));
        assert!(table.is_used(SubstituteKind::Town, "YORK") && !table.is_used(SubstituteKind::Town, "Hull"));
        assert!(!table.is_used(SubstituteKind::Surname, "York"));
        assert_eq!(table.entries().collect::<Vec<_>>(), [(SubstituteKind::Town, "leeds", "York")]);
    }

    #[test]
    fn kinds_have_names_of_their_own() {
        for kind in SubstituteKind::ALL {
            assert_eq!(SubstituteKind::named(kind.name()), Some(kind));
        }
    }
}
