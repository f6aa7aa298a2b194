//! The places of the lists, looked up by name and by code.

use sfumato_language::Language;

use crate::{KeyedLines, SubstituteLists};

/// A town as the list has it.
#[derive(Clone, Copy)]
pub(super) struct ListedTown<'a> {
    pub country: &'a str,
    /// Its part of the country behind the country and a mark; empty if it is not known.
    pub part: &'a str,
    pub size: u8,
    /// The name it goes by where this is another.
    pub main: Option<&'a str>,
}

impl ListedTown<'_> {
    /// The code of the part of the country it lies in; empty if it is not known.
    pub fn unit(&self) -> String {
        match (self.country, self.part) {
            (_, "") => String::new(),
            // The lists write parts of Spain as ISO does, the others as GeoNames.
            ("ES", part) => ["ES-", part].concat(),
            (country, part) => [country, ".", part].concat(),
        }
    }
}

/// A part of a country.
#[derive(Clone, Copy)]
pub(super) struct CountryPart<'a> {
    /// The larger part it is a part of; empty if none.
    pub above: &'a str,
    pub english: &'a str,
    pub spanish: &'a str,
    /// The letters it is abbreviated to; empty if none.
    pub short: &'a str,
    /// The beginnings of its postcodes, with commas between.
    pub codes: &'a str,
}

/// A country.
#[derive(Clone, Copy)]
pub(super) struct ListedCountry<'a> {
    pub english: &'a str,
    pub spanish: &'a str,
    /// The number of digits of its postcodes; `None` if they are not digits.
    pub digits: Option<usize>,
}

/// The lists of places.
#[derive(Clone, Copy)]
pub(super) struct PlaceAtlas<'a> {
    towns: KeyedLines<'a>,
    lands: KeyedLines<'a>,
    units: KeyedLines<'a>,
    spanish: KeyedLines<'a>,
    areas: KeyedLines<'a>,
}

impl<'a> PlaceAtlas<'a> {
    pub fn new(lists: &'a SubstituteLists<'a>) -> Self {
        let [towns, lands, units, spanish, areas] =
            ["places", "places-lands", "places-units", "places-spanish", "places-areas"].map(|name| lists.table(name));
        Self { towns, lands, units, spanish, areas }
    }

    /// The towns of a folded name, the best known first.
    pub fn towns<'n>(self, name: &'n str) -> impl Iterator<Item = ListedTown<'a>> + use<'a, 'n> {
        self.towns.from(name).map_while(move |line| town(line.strip_prefix(name)?.strip_prefix('\t')?))
    }

    /// The folded name by which all names of a town are known; nothing if no town has this one.
    pub fn main_name(self, name: &str) -> Option<String> {
        let town = self.towns(name).next()?;
        Some(town.main.unwrap_or(name).to_owned())
    }

    /// The code of the country of a folded name, and whether the name is Spanish only, or English only.
    pub fn land_named(self, name: &str) -> Option<(&'a str, &'a str)> {
        let mut fields = self.lands.find(name)?;
        Some((fields.next()?, fields.next().unwrap_or_default()))
    }

    /// A country by its code.
    pub fn land(self, code: &str) -> Option<ListedCountry<'a>> {
        let key = ["=", code].concat();
        let mut fields = self.lands.find(&key)?;
        Some(ListedCountry {
            english: fields.next()?,
            spanish: fields.next()?,
            digits: fields.next().and_then(|digits| digits.parse().ok()),
        })
    }

    /// The code of the part of a country of a folded name, and whether the name alone means it and no town.
    pub fn unit_named(self, name: &str) -> Option<(&'a str, bool)> {
        let mut fields = self.units.find(name)?;
        Some((fields.next()?, fields.next() == Some("1")))
    }

    /// The code of the part of a country that is abbreviated to these small letters.
    pub fn unit_short(self, letters: &str) -> Option<&'a str> {
        self.units.find(&["~", letters].concat())?.next()
    }

    /// A part of a country by its code.
    pub fn unit(self, code: &str) -> Option<CountryPart<'a>> {
        let key = ["=", code].concat();
        let mut fields = self.units.find(&key)?;
        Some(CountryPart {
            above: fields.next()?,
            english: fields.next()?,
            spanish: fields.next()?,
            short: fields.next().unwrap_or_default(),
            codes: fields.next().unwrap_or_default(),
        })
    }

    /// The name of a town in a language, by the name it has in the lists of candidates and folded.
    pub fn town_name<'n>(self, name: &'n str, folded: &str, language: Language) -> &'n str
    where
        'a: 'n,
    {
        let spanish = || self.spanish.find(folded).and_then(|mut fields| fields.next());
        if language == Language::Spanish { spanish().unwrap_or(name) } else { name }
    }

    /// The letters that postcodes of a British town begin with.
    pub fn area(self, town: &str) -> Option<&'a str> {
        self.areas.find(town)?.next()
    }
}

/// The code of the country that the code of a part of it begins with.
pub(super) fn country_of(unit: &str) -> &str {
    unit.get(..2).unwrap_or_default()
}

/// True if the code is one of a part of a part, such as a province or a county.
pub(super) fn is_small(unit: &str) -> bool {
    match unit.strip_prefix("ES-") {
        Some(part) => part.starts_with(|c: char| c.is_ascii_digit()),
        None => unit.matches('.').count() > 1,
    }
}

fn town(fields: &str) -> Option<ListedTown<'_>> {
    let mut fields = fields.split('\t');
    Some(ListedTown {
        country: fields.next()?,
        part: fields.next()?,
        size: fields.next()?.parse().ok()?,
        main: fields.next().filter(|main| !main.is_empty()),
    })
}
