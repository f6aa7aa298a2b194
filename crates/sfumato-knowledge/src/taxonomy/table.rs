//! A taxonomy as a table that is read in place.
//!
//! ```text
//! SFTAXON1 <length of the head: u32> <head> <concepts> <names> <parents> <children> <slots> <postings> <texts> <ids>
//! ```
//! The head is lines of a name and a value: what the taxonomy is called, how long each table is, and the hash of what
//! follows. A concept says where its names, parents and children begin, and the next concept where they end.

use std::fmt;
use std::ops::Range;

use sfumato_language::Language;
use sfumato_model::{InstanceNumber, hash_bytes};

pub(super) const MAGIC: &[u8; 8] = b"SFTAXON1";
/// The bytes of a concept, of a name, and of a slot.
pub(super) const CONCEPT: usize = 30;
pub(super) const NAME: usize = 7;
pub(super) const SLOT: usize = 8;
/// A posting with this bit is the last of its key; a slot with it is a posting itself.
pub(super) const LAST: u32 = 1 << 31;
/// The factor by which the logarithm of hits is kept in sixteen bits.
pub(super) const HITS_SCALE: f64 = 1600.0;
/// After so many guesses to which concept a name belongs, it is looked for in halves.
const MOST_GUESSES: usize = 8;

/// A concept of a taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Concept(pub(super) u32);

impl Concept {
    /// Its number, for hashes.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

/// The relation of a name to its concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// The name that stands for the concept in a text; the first stated for a language.
    Preferred,
    /// Another name for the same.
    Synonym,
    /// A name for something near it, broader or narrower: good for finding the concept, not for writing it.
    Related,
}

/// A name of a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'k> {
    /// As it is written.
    pub text: &'k str,
    /// Its language.
    pub language: Language,
    /// Its relation to its concept.
    pub kind: NameKind,
    /// The times that it was met in this sense, where that is known.
    pub frequency: u16,
}

/// The subject of a taxonomy: it is asked before others about phrases of that subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxonomySubject {
    /// Diseases, their signs, and diagnoses.
    Medicine,
    /// What people do.
    Occupations,
    /// Where people live; each of its concepts is one place.
    Places,
    /// What names of the program's own categories are.
    Categories,
    /// The words of a language, most of which have several meanings.
    Words,
    /// Anything, or nothing that is asked about.
    General,
}

impl TaxonomySubject {
    /// The subject of the taxonomy of a name, which is that of one of the program's own.
    fn named(name: &str) -> Self {
        match name {
            "disease" | "phenotype" | "icd" => Self::Medicine,
            "occupations" => Self::Occupations,
            "places" => Self::Places,
            "things" => Self::Categories,
            "wordnet" => Self::Words,
            _ => Self::General,
        }
    }

    /// The subject that phrases of a category are of, given by its path.
    pub(crate) fn of_category(category: &str) -> Self {
        match category.split('/').next().unwrap_or(category) {
            "place" => Self::Places,
            "profession" | "occupation" => Self::Occupations,
            "health" => Self::Medicine,
            _ => Self::General,
        }
    }
}

/// The reason why a file is no taxonomy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaxonomyError {
    /// Something else.
    #[error("this is no taxonomy; make one with `sfumato knowledge build`")]
    Alien,
    /// A taxonomy once.
    #[error("the taxonomy is damaged: {0}; make it anew with `sfumato knowledge build`")]
    Damaged(&'static str),
}

/// Concepts, their names and what each is a kind of, read in place.
#[derive(Clone)]
pub struct Taxonomy<'k> {
    name: Box<str>,
    instance: InstanceNumber,
    hash: u64,
    concepts: &'k [u8],
    names: &'k [u8],
    parents: &'k [u8],
    children: &'k [u8],
    slots: &'k [u8],
    postings: &'k [u8],
    texts: &'k [u8],
    ids: &'k [u8],
    body: &'k [u8],
}

impl fmt::Debug for Taxonomy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Taxonomy({}, {} concepts)", self.name, self.len())
    }
}

/// The names of the tables in the head, in the order they stand.
pub(super) const TABLES: [&str; 8] = ["concepts", "names", "parents", "children", "slots", "postings", "texts", "ids"];

impl<'k> Taxonomy<'k> {
    /// Reads the head of a taxonomy. The tables are not looked at, which [`Taxonomy::check`] does.
    pub fn from_bytes(bytes: &'k [u8]) -> Result<Self, TaxonomyError> {
        const EARLY: TaxonomyError = TaxonomyError::Damaged("it ends early");
        const SENSELESS: TaxonomyError = TaxonomyError::Damaged("its head makes no sense");
        let rest = bytes.strip_prefix(MAGIC).ok_or(TaxonomyError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(EARLY)?;
        let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
        let head = std::str::from_utf8(head).map_err(|_| SENSELESS)?;
        let value = |wanted: &str| {
            head.lines()
                .find_map(|line| line.split_once(' ').filter(|(name, _)| *name == wanted))
                .map(|(_, value)| value)
        };
        let mut tables: [&[u8]; TABLES.len()] = [&[]; TABLES.len()];
        let mut rest = body;
        for (table, name) in tables.iter_mut().zip(TABLES) {
            let length: usize = value(name).and_then(|value| value.parse().ok()).ok_or(SENSELESS)?;
            (*table, rest) = rest.split_at_checked(length).ok_or(EARLY)?;
        }
        if !rest.is_empty() {
            return Err(TaxonomyError::Damaged("its tables have another size than its head says"));
        }
        let [concepts, names, parents, children, slots, postings, texts, ids] = tables;
        let is_whole = concepts.len() >= 2 * CONCEPT
            && concepts.len().is_multiple_of(CONCEPT)
            && names.len().is_multiple_of(NAME)
            && slots.len().is_multiple_of(SLOT)
            && !slots.is_empty()
            && [parents, children, postings].iter().all(|table| table.len().is_multiple_of(4));
        if !is_whole {
            return Err(SENSELESS);
        }
        let hash = value("hash").and_then(|hash| u64::from_str_radix(hash, 16).ok()).ok_or(SENSELESS)?;
        let name = value("name").ok_or(SENSELESS)?.into();
        let instance = InstanceNumber::new();
        Ok(Self { name, instance, hash, concepts, names, parents, children, slots, postings, texts, ids, body })
    }

    /// Compares the tables with the hash that the head states.
    pub fn check(&self) -> Result<(), TaxonomyError> {
        match hash_bytes(self.body) == self.hash {
            true => Ok(()),
            false => Err(TaxonomyError::Damaged("its tables are not those it was written with")),
        }
    }

    /// The name of the taxonomy.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The subject of the taxonomy.
    pub fn subject(&self) -> TaxonomySubject {
        TaxonomySubject::named(&self.name)
    }

    /// The number that tells it from any other taxonomy of the run.
    pub(crate) fn instance(&self) -> InstanceNumber {
        self.instance
    }

    /// The number of concepts.
    pub fn len(&self) -> usize {
        (self.concepts.len() / CONCEPT).saturating_sub(1)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of names.
    pub fn names_len(&self) -> usize {
        self.names.len() / NAME
    }

    /// All concepts.
    pub fn concepts(&self) -> impl Iterator<Item = Concept> + use<> {
        (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).map(Concept)
    }

    fn field(&self, concept: u32, at: usize) -> u32 {
        number(self.concepts, concept as usize * CONCEPT + at)
    }

    /// From where to where something of a concept stands in its table.
    fn range(&self, concept: Concept, at: usize, end: usize) -> Range<usize> {
        let from = (self.field(concept.0, at) as usize).min(end);
        from..(self.field(concept.0.saturating_add(1), at) as usize).clamp(from, end)
    }

    /// The names of a concept, those to be written first.
    pub fn names(&self, concept: Concept) -> impl Iterator<Item = Name<'k>> + '_ {
        self.names_at(concept).filter_map(|nth| self.name_at(nth))
    }

    /// The numbers of the names of a concept.
    pub(crate) fn names_at(&self, concept: Concept) -> Range<usize> {
        self.range(concept, 0, self.names_len())
    }

    /// A name by its number.
    pub(crate) fn name_at(&self, nth: usize) -> Option<Name<'k>> {
        let record = self.names.get(nth * NAME..(nth + 1) * NAME)?;
        let text = self.text_at(self.place_of_name(nth)?)?;
        let language = language_of(record[4]);
        let kind = match record[4] >> 1 {
            0 => NameKind::Preferred,
            1 => NameKind::Synonym,
            _ => NameKind::Related,
        };
        Some(Name { text, language, kind, frequency: u16::from_le_bytes([record[5], record[6]]) })
    }

    /// From where to where the text of a name stands, by its number.
    pub(crate) fn place_of_name(&self, nth: usize) -> Option<(u32, u32)> {
        let from = number(self.names.get(nth * NAME..(nth + 1) * NAME)?, 0);
        let end = self.names.get((nth + 1) * NAME..).filter(|rest| rest.len() >= 4).map(|rest| number(rest, 0));
        Some((from, end.unwrap_or(u32::try_from(self.texts.len()).unwrap_or(u32::MAX))))
    }

    /// The text of a name by its place.
    pub(crate) fn text_at(&self, (from, end): (u32, u32)) -> Option<&'k str> {
        std::str::from_utf8(self.texts.get(from as usize..end as usize)?).ok()
    }

    /// The language of a name by its number.
    pub(crate) fn language_at(&self, nth: usize) -> Option<Language> {
        self.names.get(nth * NAME + 4).copied().map(language_of)
    }

    /// The concept that a name belongs to.
    pub(super) fn owner(&self, name: usize) -> Concept {
        let (mut low, mut high) = (0, u32::try_from(self.len()).unwrap_or(u32::MAX));
        let (mut least, mut most) = (0, self.names_len());
        let mut guesses = 0;
        while high - low > 1 {
            // Concepts have about as many names each, so that one is found by its share of the way; else by halves.
            let share = name.saturating_sub(least) as f64 / most.saturating_sub(least).max(1) as f64;
            let share = if guesses < MOST_GUESSES { share } else { 0.5 };
            let middle = (low + (share * f64::from(high - low)) as u32).clamp(low + 1, high - 1);
            guesses += 1;
            let first = self.field(middle, 0) as usize;
            if first <= name { (low, least) = (middle, first) } else { (high, most) = (middle, first) }
        }
        Concept(low)
    }

    /// The name under which a concept is written in a language, if it has one.
    pub fn label(&self, concept: Concept, language: Language) -> Option<&'k str> {
        self.label_at(concept, language).and_then(|nth| self.name_at(nth)).map(|name| name.text)
    }

    /// The number of that name.
    pub(crate) fn label_at(&self, concept: Concept, language: Language) -> Option<usize> {
        let is_label = |name: Name<'_>| name.language == language && name.kind != NameKind::Related;
        self.names_at(concept).find(|nth| self.name_at(*nth).is_some_and(is_label))
    }

    /// The id under which its source knows a concept.
    pub fn id(&self, concept: Concept) -> &'k str {
        let bytes = self.ids.get(self.range(concept, 20, self.ids.len())).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The concept with an id. This looks at all of them.
    pub fn find_id(&self, id: &str) -> Option<Concept> {
        self.concepts().find(|concept| self.id(*concept) == id)
    }

    fn links(&self, table: &'k [u8], range: Range<usize>) -> impl Iterator<Item = Concept> + use<'k> {
        let concepts = u32::try_from(self.len()).unwrap_or(u32::MAX);
        range.map(move |at| Concept(number(table, at * 4))).filter(move |concept| concept.0 < concepts)
    }

    /// The concepts that a concept is directly a kind or part of.
    pub fn parents(&self, concept: Concept) -> impl Iterator<Item = Concept> + use<'k> {
        self.links(self.parents, self.range(concept, 4, self.parents.len() / 4))
    }

    /// The concepts that are directly a kind or part of a concept.
    pub fn children(&self, concept: Concept) -> impl Iterator<Item = Concept> + use<'k> {
        self.links(self.children, self.range(concept, 8, self.children.len() / 4))
    }

    /// The number of concepts below one.
    pub fn below_count(&self, concept: Concept) -> u32 {
        self.field(concept.0, 12)
    }

    /// The size of something, where that is known: the people who live in a place.
    pub fn size(&self, concept: Concept) -> Option<u32> {
        Some(self.field(concept.0, 16)).filter(|size| *size > 0)
    }

    /// In how many documents of the reference a concept is spoken of, itself or anything below it; nothing if its names
    /// in this language were never counted.
    pub fn hits(&self, concept: Concept, language: Language) -> Option<f64> {
        let at = concept.0 as usize * CONCEPT + if language == Language::English { 24 } else { 26 };
        let kept = self.concepts.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        (kept > 0).then(|| (f64::from(kept) / HITS_SCALE).exp2())
    }

    /// The number of steps to the nearest root, which has none above it.
    pub fn depth(&self, concept: Concept) -> u8 {
        self.concepts.get(concept.0 as usize * CONCEPT + 28).copied().unwrap_or(0)
    }

    fn flags(&self, concept: Concept) -> u8 {
        self.concepts.get(concept.0 as usize * CONCEPT + 29).copied().unwrap_or(0)
    }

    /// True if a concept is one thing and not a kind of things.
    pub fn is_individual(&self, concept: Concept) -> bool {
        self.flags(concept) & INDIVIDUAL != 0
    }

    /// True if a concept is something that is done.
    pub fn is_action(&self, concept: Concept) -> bool {
        self.flags(concept) & ACTION != 0
    }

    /// True if anything stands where a key is looked for first; if nothing does, no name has it.
    pub(crate) fn may_hold(&self, key: u64) -> bool {
        number(self.slots, slot(key, self.slots.len() / SLOT) * SLOT) != 0
    }

    /// The places of the names with a key, as numbers for [`Taxonomy::name_at`]; hardly ever one of another key too,
    /// since a slot knows only half of it.
    pub(super) fn postings(&self, key: u64, mut each: impl FnMut(usize)) {
        let slots = self.slots.len() / SLOT;
        let mark = mark(key);
        let mut at = slot(key, slots);
        for _ in 0..slots {
            match number(self.slots, at * SLOT) {
                0 => return,
                found if found == mark => self.postings_of_slot(at, &mut each),
                _ => {}
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }

    fn postings_of_slot(&self, at: usize, each: &mut impl FnMut(usize)) {
        let value = number(self.slots, at * SLOT + 4);
        if value & LAST != 0 {
            return each((value & !LAST) as usize);
        }
        let all = self.postings.get(value as usize * 4..).unwrap_or_default();
        for posting in all.chunks_exact(4).map(|bytes| number(bytes, 0)) {
            each((posting & !LAST) as usize);
            if posting & LAST != 0 {
                break;
            }
        }
    }
}

/// The language that the flags of a name say.
fn language_of(flags: u8) -> Language {
    if flags & 1 == 0 { Language::English } else { Language::Spanish }
}

pub(super) const INDIVIDUAL: u8 = 1;
pub(super) const ACTION: u8 = 2;

/// The place of a key among so many slots.
pub(super) fn slot(key: u64, slots: usize) -> usize {
    ((u128::from(key.rotate_left(32) >> 32) * slots as u128) >> 32) as usize
}

/// The part of a key that a slot keeps: the half that does not say its place.
pub(super) fn mark(key: u64) -> u32 {
    ((key >> 32) as u32).max(1)
}

/// A 32-bit number; zero where there is none.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}
