//! The kind of substitute that each category gets.

use sfumato_detect::Category;

/// The kinds of values that are substituted in ways of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// Categories and their domains, the special ones before the general.
const DOMAINS: [(&str, SubstituteDomain); 18] = [
    ("person", SubstituteDomain::Names),
    ("protected", SubstituteDomain::Names),
    ("date", SubstituteDomain::Dates),
    ("time", SubstituteDomain::Dates),
    ("age", SubstituteDomain::Ages),
    ("place/street", SubstituteDomain::Streets),
    ("place/coordinates", SubstituteDomain::Contacts),
    ("place", SubstituteDomain::Places),
    ("organisation", SubstituteDomain::Institutions),
    ("profession", SubstituteDomain::Words),
    ("kinship", SubstituteDomain::Words),
    ("demographic", SubstituteDomain::Words),
    ("net/uuid", SubstituteDomain::Numbers),
    ("net", SubstituteDomain::Contacts),
    ("contact", SubstituteDomain::Contacts),
    ("id", SubstituteDomain::Numbers),
    ("finance", SubstituteDomain::Numbers),
    ("secret", SubstituteDomain::Numbers),
];

impl SubstituteDomain {
    /// In the order in which they decide: mail asks names, streets ask places.
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

    /// The domain of a category; `None` for what cannot be replaced by something of its kind without a person who decides:
    /// sex, diagnoses, works, and whatever is merely "other".
    pub fn of(category: &Category) -> Option<Self> {
        DOMAINS.iter().find(|(path, _)| category.is_within(path)).map(|(_, domain)| *domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_categories_have_domains_of_their_own() {
        let domain = |path: &str| SubstituteDomain::of(&Category::new(path).expect("a category"));
        assert_eq!(domain("place/street"), Some(SubstituteDomain::Streets));
        assert_eq!(domain("place/city"), Some(SubstituteDomain::Places));
        assert_eq!(domain("person/staff"), Some(SubstituteDomain::Names));
        assert_eq!((domain("sex"), domain("other"), domain("health/disease")), (None, None, None));
    }
}
