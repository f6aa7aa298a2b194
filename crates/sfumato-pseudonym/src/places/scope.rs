//! The places of a scope and what is decided for them: countries first, then towns by the part they lie in, then the
//! parts, then postcodes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use sfumato_language::Language;

use super::atlas::{ListedTown, PlaceAtlas, country_of, is_small};
use super::codes::{self, PostcodeLayout, PostcodeTarget, layout};
use super::parse::{PlaceReading, parse};
use super::unlisted;
use crate::{
    PseudonymSubject, SeededDraws, SubstituteContext, SubstituteCountry, SubstituteKind, SubstituteTable, fold,
};

/// The size of a town that no list has: one that nobody would wonder not to know.
const UNKNOWN_SIZE: u8 = 3;
/// Countries where people speak Spanish.
const SPANISH: &[&str] =
    &["ES", "MX", "AR", "CO", "CL", "PE", "VE", "EC", "GT", "CU", "BO", "DO", "HN", "PY", "SV", "NI", "CR", "PA", "UY"];
/// Countries where people speak English.
const ENGLISH: &[&str] = &["US", "GB", "CA", "AU", "IE", "NZ"];
/// The number of draws of a postcode before one that is used is used twice.
const TRIES: usize = 60;

/// A postcode of the scope.
#[derive(Default)]
struct ScopePostcode {
    roll: u32,
    /// The town beside it, by its key.
    town: Option<String>,
    spanish: bool,
}

/// A town of the scope, and where it lies.
struct ScopeTown {
    key: String,
    country: String,
    unit: String,
    size: u8,
    roll: u32,
}

/// All places of a scope, each once.
pub(super) struct PlaceScope<'s, 'a> {
    atlas: PlaceAtlas<'a>,
    context: &'s SubstituteContext<'a>,
    lands: BTreeMap<&'a str, u32>,
    unlisted: BTreeMap<String, u32>,
    units: BTreeMap<&'a str, u32>,
    towns: BTreeMap<String, u32>,
    codes: BTreeMap<String, ScopePostcode>,
    votes: BTreeMap<&'a str, u32>,
    spanish: usize,
    english: usize,
    /// Lists of towns of which none is free any more: a table may have more towns than all lists.
    used_up: RefCell<HashSet<String>>,
}

impl<'s, 'a> PlaceScope<'s, 'a> {
    pub fn new(subjects: &[(usize, &PseudonymSubject<'_>)], context: &'s SubstituteContext<'a>) -> Self {
        let mut scope = Self {
            atlas: PlaceAtlas::new(context.lists),
            context,
            lands: BTreeMap::new(),
            unlisted: BTreeMap::new(),
            units: BTreeMap::new(),
            towns: BTreeMap::new(),
            codes: BTreeMap::new(),
            votes: BTreeMap::new(),
            spanish: 0,
            english: 0,
            used_up: RefCell::default(),
        };
        // The town each subject is, for the postcodes beside them.
        let mut town_of: BTreeMap<usize, String> = BTreeMap::new();
        for (number, subject) in subjects {
            if let Some(town) = scope.add(subject) {
                town_of.insert(*number, town);
            }
        }
        for (_, subject) in subjects {
            scope.add_beside(subject, &town_of);
        }
        scope.vote();
        scope
    }

    /// Adds what a subject names; gives the town it names first.
    fn add(&mut self, subject: &PseudonymSubject<'_>) -> Option<String> {
        let mut first = None;
        match subject.language {
            Language::Spanish => self.spanish += 1,
            Language::English => self.english += 1,
        }
        let roll = subject.roll;
        for form in &subject.forms {
            let pieces = parse(form, subject, self.atlas);
            let town = pieces.iter().find_map(|piece| match &piece.thing {
                PlaceReading::Town(key) => Some(key.clone()),
                _ => None,
            });
            for piece in pieces {
                match piece.thing {
                    PlaceReading::Land(code) => higher(self.lands.entry(code).or_default(), roll),
                    PlaceReading::Unknown(key) => higher(self.unlisted.entry(unlisted(&key)).or_default(), roll),
                    PlaceReading::Unit(code) => higher(self.units.entry(code).or_default(), roll),
                    PlaceReading::Town(key) => higher(self.towns.entry(key).or_default(), roll),
                    PlaceReading::Code(key) => {
                        let code = self.codes.entry(key).or_default();
                        higher(&mut code.roll, roll);
                        code.spanish |= subject.language == Language::Spanish;
                        nearer(&mut code.town, town.as_ref());
                    }
                }
            }
            first = first.or(town);
        }
        first
    }

    fn add_beside(&mut self, subject: &PseudonymSubject<'_>, town_of: &BTreeMap<usize, String>) {
        let Some(town) = subject.beside.iter().filter_map(|number| town_of.get(number)).min() else { return };
        for form in subject.forms.iter().filter(|form| form.contains(|c: char| c.is_ascii_digit())) {
            let pieces = parse(form, subject, self.atlas);
            // What has a town of its own is not beside another.
            if pieces.iter().any(|piece| matches!(piece.thing, PlaceReading::Town(_))) {
                continue;
            }
            for piece in pieces {
                if let PlaceReading::Code(key) = piece.thing
                    && let Some(code) = self.codes.get_mut(&key)
                {
                    nearer(&mut code.town, Some(town));
                }
            }
        }
    }

    /// Lets every place speak for the country it is in.
    fn vote(&mut self) {
        let mut votes: BTreeMap<&'a str, u32> = BTreeMap::new();
        // People speak of countries abroad; one of the text's language is more likely to be the one they are in.
        let (home, tongue) = self.tongue();
        for land in self.lands.keys() {
            *votes.entry(land).or_default() += if tongue.contains(land) { 3 } else { 1 };
        }
        for unit in self.units.keys() {
            *votes.entry(country_of(unit)).or_default() += 3;
        }
        for key in self.towns.keys() {
            let mut weight = 2;
            let mut seen = BTreeSet::new();
            for town in self.atlas.towns(key).filter(|town| seen.insert(town.country)) {
                *votes.entry(town.country).or_default() += weight;
                weight = 1;
            }
        }
        for (key, code) in &self.codes {
            match (layout(key), key.len()) {
                (PostcodeLayout::British, _) => *votes.entry("GB").or_default() += 3,
                (PostcodeLayout::Canadian, _) => *votes.entry("CA").or_default() += 3,
                (PostcodeLayout::Digits, 5) if code.spanish => *votes.entry("ES").or_default() += 2,
                _ => {}
            }
        }
        *votes.entry(home).or_default() += 2;
        self.votes = votes;
    }

    /// The country one takes a text of the scope's language to be from, and all where people speak it.
    fn tongue(&self) -> (&'static str, &'static [&'static str]) {
        if self.spanish >= self.english { ("ES", SPANISH) } else { ("US", ENGLISH) }
    }

    /// The country most of the places are in.
    fn dominant(&self) -> &'a str {
        let best = self.votes.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
        best.map_or("US", |(country, _)| country)
    }

    /// Decides everything that the table does not have.
    pub fn decide(&self, chosen: &mut SubstituteTable) {
        let dominant = self.dominant();
        let homes = self.homes(dominant);
        self.decide_lands(&homes, dominant, chosen);
        self.decide_towns(&homes, chosen);
        self.decide_units(chosen);
        self.decide_codes(dominant, chosen);
    }

    /// The towns with where they lie: of several of one name that in the country, and the part, that is spoken of.
    fn homes(&self, dominant: &str) -> Vec<ScopeTown> {
        let home = |(key, roll): (&String, &u32)| {
            let towns: Vec<ListedTown<'a>> = self.atlas.towns(key).collect();
            let spoken = |town: &&ListedTown<'a>| self.units.contains_key(town.unit().as_str());
            let found = towns.iter().find(spoken).or_else(|| towns.iter().find(|town| town.country == dominant));
            let found = found.or(towns.first());
            ScopeTown {
                key: key.clone(),
                country: found.map_or(dominant, |town| town.country).to_owned(),
                unit: found.map(ListedTown::unit).unwrap_or_default(),
                size: found.map_or(UNKNOWN_SIZE, |town| town.size),
                roll: *roll,
            }
        };
        self.towns.iter().map(home).collect()
    }

    fn draw(&self, kind: SubstituteKind, key: &str, roll: u32) -> SeededDraws {
        self.context.seed.draw(&[kind.name(), key, &roll.to_string()])
    }

    fn decide_lands(&self, homes: &[ScopeTown], dominant: &'a str, chosen: &mut SubstituteTable) {
        let mut moved: BTreeMap<String, u32> =
            self.lands.iter().map(|(code, roll)| ((*code).to_owned(), *roll)).collect();
        if self.context.settings.places.country == SubstituteCountry::Other {
            let units = self.units.keys().map(|unit| country_of(unit).to_owned());
            let all = homes.iter().map(|home| home.country.clone()).chain(units).chain([dominant.to_owned()]);
            for code in all {
                moved.entry(code).or_default();
            }
        }
        moved.extend(self.unlisted.iter().map(|(key, roll)| (key.clone(), *roll)));
        for (code, roll) in &moved {
            if chosen.get(SubstituteKind::Country, code).is_some() {
                continue;
            }
            let near = self.context.lists.group(&["near-", code].concat());
            let any = self.context.lists.group("near-any");
            let digits = self.atlas.land(code).and_then(|land| land.digits);
            let digits = digits.filter(|digits| self.codes.keys().any(|key| key.len() == *digits));
            let mut draw = self.draw(SubstituteKind::Country, code, *roll);
            let fits = |other: &str| digits.is_none() || self.atlas.land(other).and_then(|land| land.digits) == digits;
            let free = |other: &&&str| self.is_free_land(other, &moved, chosen);
            let found = turned(near, &mut draw).filter(|other| fits(other)).find(free);
            let found =
                found.or_else(|| turned(near, &mut draw).find(free)).or_else(|| turned(any, &mut draw).find(free));
            if let Some(found) = found {
                chosen.set(SubstituteKind::Country, code, found);
            }
        }
    }

    fn is_free_land(&self, code: &str, moved: &BTreeMap<String, u32>, chosen: &SubstituteTable) -> bool {
        let names = self.atlas.land(code).map(|land| [land.english, land.spanish]);
        names.is_some_and(|names| !names.iter().any(|name| self.is_told(name)))
            && !moved.contains_key(code)
            && !chosen.is_used(SubstituteKind::Country, code)
    }

    fn decide_towns(&self, homes: &[ScopeTown], chosen: &mut SubstituteTable) {
        // Towns of one part of a country go to one part, so they are decided together, the largest first.
        let mut groups: BTreeMap<&str, Vec<&ScopeTown>> = BTreeMap::new();
        for home in homes {
            groups.entry(&home.unit).or_default().push(home);
        }
        let mut alone = groups.remove("").unwrap_or_default();
        let mut groups: Vec<Vec<&ScopeTown>> = groups.into_values().collect();
        for group in &mut groups {
            group.sort_by(|a, b| b.size.cmp(&a.size).then(a.key.cmp(&b.key)));
        }
        groups.sort_by(|a, b| {
            let lead = |group: &[&ScopeTown]| group.first().map(|home| home.size);
            lead(b).cmp(&lead(a)).then_with(|| a.first().map(|home| &home.key).cmp(&b.first().map(|home| &home.key)))
        });
        for group in groups {
            self.decide_group(&group, chosen);
        }
        alone.sort_by(|a, b| a.key.cmp(&b.key));
        for home in alone {
            self.decide_town(home, &self.target(&home.country, chosen), chosen);
        }
    }

    /// The country that the places of a country go to.
    fn target(&self, country: &str, chosen: &SubstituteTable) -> String {
        chosen.get(SubstituteKind::Country, country).unwrap_or(country).to_owned()
    }

    fn decide_group(&self, group: &[&ScopeTown], chosen: &mut SubstituteTable) {
        let Some(lead) = group.first() else { return };
        let target = self.target(&lead.country, chosen);
        let mut goal = chosen.get(SubstituteKind::Region, &lead.unit).map(str::to_owned);
        for home in group {
            if chosen.get(SubstituteKind::Town, &home.key).is_none() {
                let within = goal.as_deref().and_then(|goal| self.town_within(home, goal, chosen));
                match within {
                    Some(name) => chosen.set(SubstituteKind::Town, &home.key, name),
                    None => self.decide_town(home, &target, chosen),
                }
            }
            if goal.is_none()
                && let Some(unit) =
                    chosen.get(SubstituteKind::Town, &home.key).and_then(|name| self.unit_of(name, &target))
            {
                self.move_unit(&lead.unit, &unit, chosen);
                goal = Some(unit);
            }
        }
    }

    /// The part of a country that a town lies in that stands for another.
    fn unit_of(&self, town: &str, country: &str) -> Option<String> {
        let unit = self.atlas.towns(&fold(town)).find(|town| town.country == country).map(|town| town.unit());
        unit.filter(|unit| !unit.is_empty())
    }

    /// Lets a part of a country go to another, and what it is a part of along with it, unless others went there.
    fn move_unit(&self, from: &str, to: &str, chosen: &mut SubstituteTable) {
        if chosen.get(SubstituteKind::Region, from).is_none() && self.is_free_unit(to, from, chosen) {
            chosen.set(SubstituteKind::Region, from, to);
        }
        let above = |unit: &str| self.atlas.unit(unit).map(|unit| unit.above).filter(|above| !above.is_empty());
        if let (Some(from), Some(to)) = (above(from), above(to))
            && chosen.get(SubstituteKind::Region, from).is_none()
            && from != to
            && self.is_free_unit(to, from, chosen)
        {
            chosen.set(SubstituteKind::Region, from, to);
        }
    }

    /// True if a part of a country may stand for another: its name is no original and nothing else has it.
    fn is_free_unit(&self, code: &str, from: &str, chosen: &SubstituteTable) -> bool {
        let Some(unit) = self.atlas.unit(code) else { return false };
        // A province that is called like its town may become one that is called like the town's substitute.
        let old = self.atlas.unit(from).and_then(|old| chosen.get(SubstituteKind::Town, &fold(old.spanish))).map(fold);
        !self.units.contains_key(code)
            && !chosen.is_used(SubstituteKind::Region, code)
            && [unit.english, unit.spanish].iter().all(|name| {
                !self.is_told(name)
                    && self.atlas.land_named(&fold(name)).is_none()
                    && (!chosen.is_used(SubstituteKind::Town, name) || old.as_deref() == Some(fold(name).as_str()))
            })
    }

    /// True if a name, or a word of it, is an original.
    fn is_told(&self, name: &str) -> bool {
        let folded = fold(name);
        let originals = self.context.originals;
        originals.hold(&folded)
            || folded.contains(' ') && folded.split(' ').any(|word| word.len() > 3 && originals.hold(word))
    }

    /// True if a town and the part of a country it lies in go by one name.
    fn is_namesake(&self, town: &str, unit: &str) -> bool {
        self.atlas.unit(unit).is_some_and(|unit| [unit.english, unit.spanish].iter().any(|name| fold(name) == town))
    }

    /// A free town of a part of a country, the nearest in size.
    fn town_within(&self, home: &ScopeTown, unit: &str, chosen: &SubstituteTable) -> Option<&'a str> {
        let towns = self.context.lists.group(&["within-", unit].concat());
        let mut draw = self.draw(SubstituteKind::Town, &home.key, home.roll);
        let split = |line: &&'a str| line.split_once('\t').unwrap_or((line, ""));
        let apart = |size: &str| size.parse().map_or(9, |size: u8| size.abs_diff(home.size));
        let free = turned(towns, &mut draw).map(split).filter(|(name, _)| self.is_free_town(name, chosen));
        free.min_by_key(|(_, size)| apart(size)).map(|(name, _)| name)
    }

    /// A free town of a country, of like size; in a part that no other part has gone to if there is one, and where
    /// the larger part is gone to already, in that.
    fn decide_town(&self, home: &ScopeTown, country: &str, chosen: &mut SubstituteTable) {
        let mut draw = self.draw(SubstituteKind::Town, &home.key, home.roll);
        let larger = self.atlas.unit(&home.unit).map_or("", |unit| unit.above);
        let goal = chosen.get(SubstituteKind::Region, larger).map(str::to_owned);
        // Where the larger part is spoken of, so is that of the substitute, and there has to be one.
        let free = goal.is_none() && !self.units.contains_key(larger);
        let inside = |unit: &str| {
            let above = || self.atlas.unit(unit).map_or("", |unit| unit.above);
            free || goal.as_deref().map_or_else(|| !above().is_empty(), |goal| above() == goal)
        };
        let named = self.units.contains_key(home.unit.as_str());
        let namesake = named && self.is_namesake(&home.key, &home.unit);
        let mut sizes: Vec<u8> = (0..=8).collect();
        sizes.sort_by_key(|size| size.abs_diff(home.size));
        for (strict, country) in [(true, country), (false, country), (false, self.tongue().0)] {
            for size in &sizes {
                let group = format!("town-{country}-{size}");
                let towns = self.context.lists.group(&group);
                let split = |line: &&'a str| line.split_once('\t').unwrap_or((line, ""));
                let fits = |unit: &str| {
                    !strict
                        || unit != home.unit
                            && inside(unit)
                            && (home.unit.is_empty() || !chosen.is_used(SubstituteKind::Region, unit))
                };
                let mut free = turned(towns, &mut draw).map(split);
                let alike =
                    |name: &str, unit: &str| !named || !strict || self.is_namesake(&fold(name), unit) == namesake;
                let may_stand =
                    |(name, unit): &(&str, &str)| fits(unit) && alike(name, unit) && self.is_free_town(name, chosen);
                let found = if self.used_up.borrow().contains(&group) { None } else { free.find(may_stand) };
                if let Some((name, _)) = found {
                    return chosen.set(SubstituteKind::Town, &home.key, name);
                }
                if !strict {
                    self.used_up.borrow_mut().insert(group);
                }
                // Like size matters more than which part it is.
                if strict && size.abs_diff(home.size) > 0 {
                    break;
                }
            }
        }
        self.compose_town(home, country, &mut draw, chosen);
    }

    /// Adds a name made of two, for scopes with more towns than the lists have.
    fn compose_town(&self, home: &ScopeTown, country: &str, draw: &mut SeededDraws, chosen: &mut SubstituteTable) {
        let size = home.size.clamp(4, 8);
        let group = |country: &str| self.context.lists.group(&format!("town-{country}-{size}"));
        let towns = if group(country).len() > 1 { group(country) } else { group(self.tongue().0) };
        for _ in 0..TRIES {
            let mut name = || draw.pick(towns).and_then(|line| line.split('\t').next());
            if let (Some(first), Some(second)) = (name(), name()) {
                let both = [first, "-", second].concat();
                if first != second && self.is_free_town(&both, chosen) {
                    return chosen.set(SubstituteKind::Town, &home.key, &both);
                }
            }
        }
    }

    /// True if a town may stand for one: no word of it stands in an original, and nothing else has it.
    fn is_free_town(&self, name: &str, chosen: &SubstituteTable) -> bool {
        let folded = fold(name);
        let originals = self.context.originals;
        let shared = |word: &str| word.len() > 2 && !PARTICLES.contains(&word) && originals.hold_word(word);
        !chosen.is_used(SubstituteKind::Town, name)
            && !folded.split(' ').any(shared)
            && !originals.hold(&folded)
            && !self.atlas.main_name(&folded).is_some_and(|main| self.towns.contains_key(&main))
    }

    fn decide_units(&self, chosen: &mut SubstituteTable) {
        for (code, roll) in &self.units {
            if chosen.get(SubstituteKind::Region, code).is_some() {
                continue;
            }
            let country = self.target(country_of(code), chosen);
            let above = self.atlas.unit(code).and_then(|unit| chosen.get(SubstituteKind::Region, unit.above));
            let level = if is_small(code) { 2 } else { 1 };
            let near = [above.map(|above| ["parts-", above].concat()), Some(format!("units-{country}-{level}"))];
            // Where a folder speaks of all of these: those of other countries of the language.
            let tongue = if SPANISH.contains(&country.as_str()) { SPANISH } else { ENGLISH };
            let wide = tongue.iter().flat_map(|country| [1, 2].map(|level| format!("units-{country}-{level}")));
            let mut draw = self.draw(SubstituteKind::Region, code, *roll);
            let mut groups = near.into_iter().flatten().chain([format!("units-{country}-1")]).chain(wide);
            let found = groups.find_map(|group| {
                turned(self.context.lists.group(&group), &mut draw).find(|unit| self.is_free_unit(unit, code, chosen))
            });
            if let Some(found) = found {
                chosen.set(SubstituteKind::Region, code, found);
            }
        }
    }

    fn decide_codes(&self, dominant: &str, chosen: &mut SubstituteTable) {
        for (key, code) in &self.codes {
            if chosen.get(SubstituteKind::Postcode, key).is_some() {
                continue;
            }
            let town = code.town.as_deref().and_then(|town| chosen.get(SubstituteKind::Town, town)).map(fold);
            let country = self.target(dominant, chosen);
            let unit = town.as_deref().and_then(|town| self.unit_of(town, &country));
            let home = || codes::spanish_unit(key).filter(|_| dominant == "ES");
            let unit = unit.or_else(|| chosen.get(SubstituteKind::Region, &home()?).map(str::to_owned));
            let mut draw = self.draw(SubstituteKind::Postcode, key, code.roll);
            let unit = unit.or_else(|| {
                let group = |level| self.context.lists.group(&format!("units-{country}-{level}"));
                let units = if group(2).is_empty() { group(1) } else { group(2) };
                draw.pick(units).map(|unit| (*unit).to_owned())
            });
            let goal =
                PostcodeTarget { country: &country, unit: unit.as_deref().unwrap_or_default(), town: town.as_deref() };
            for attempt in 0..TRIES {
                let made = codes::made(key, &goal, self.atlas, self.context.lists, &mut draw);
                let free = made != *key && !self.context.originals.hold(&made) && !self.codes.contains_key(&made);
                if free && !chosen.is_used(SubstituteKind::Postcode, &made) || attempt + 1 == TRIES {
                    chosen.set(SubstituteKind::Postcode, key, &made);
                    break;
                }
            }
        }
    }
}

/// Words of towns' names that many have.
const PARTICLES: &[&str] = &[
    "san", "santa", "santo", "del", "los", "las", "the", "upon", "saint", "new", "nueva", "villa", "puerto", "north",
    "south", "east", "west",
];

/// All of a list, from a drawn place on.
fn turned<'l, 'a>(list: &'l [&'a str], draw: &mut SeededDraws) -> impl Iterator<Item = &'l &'a str> {
    let start = draw.below(list.len());
    let (before, after) = list.split_at_checked(start).unwrap_or((list, &[]));
    after.iter().chain(before)
}

fn higher(roll: &mut u32, other: u32) {
    *roll = (*roll).max(other);
}

/// Keeps of two towns the one that comes first by name, so that their order does not matter.
fn nearer(town: &mut Option<String>, other: Option<&String>) {
    if let Some(other) = other
        && town.as_ref().is_none_or(|town| other < town)
    {
        *town = Some(other.clone());
    }
}
