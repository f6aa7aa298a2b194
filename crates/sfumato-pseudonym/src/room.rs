//! Which room makes substitutes for which category.

use sfumato_detect::Category;

/// Who makes substitutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Room {
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

/// Categories and their rooms, the special ones before the general.
const ROOMS: [(&str, Room); 18] = [
    ("person", Room::Names),
    ("protected", Room::Names),
    ("date", Room::Dates),
    ("time", Room::Dates),
    ("age", Room::Ages),
    ("place/street", Room::Streets),
    ("place/coordinates", Room::Contacts),
    ("place", Room::Places),
    ("organisation", Room::Institutions),
    ("profession", Room::Words),
    ("kinship", Room::Words),
    ("demographic", Room::Words),
    ("net/uuid", Room::Numbers),
    ("net", Room::Contacts),
    ("contact", Room::Contacts),
    ("id", Room::Numbers),
    ("finance", Room::Numbers),
    ("secret", Room::Numbers),
];

impl Room {
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

    /// The room of a category; none for what cannot be replaced by something of its kind without a person who decides:
    /// sex, diagnoses, works, and whatever is merely "other".
    pub fn of(category: &Category) -> Option<Self> {
        ROOMS.iter().find(|(path, _)| category.is_within(path)).map(|(_, room)| *room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_categories_have_rooms_of_their_own() {
        let room = |path: &str| Room::of(&Category::new(path).expect("a category"));
        assert_eq!(room("place/street"), Some(Room::Streets));
        assert_eq!(room("place/city"), Some(Room::Places));
        assert_eq!(room("person/staff"), Some(Room::Names));
        assert_eq!((room("sex"), room("other"), room("health/disease")), (None, None, None));
    }
}
