//! The names of everything that belongs to topics, as hashes.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use sfumato_knowledge::{Concept, Knowledge, Taxonomy, key};
use sfumato_language::Language;

use super::doubt::Senses;
use super::resolve::{LANGUAGES, Resolved};
use super::{Topic, TopicsError};

/// Names of more words do not stand in texts as they are.
pub(super) const LONGEST: u8 = 24;
/// The letters of the longest acronym.
const LONGEST_ACRONYM: usize = 6;

/// Whether a name is to be trusted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// It is.
    None,
    /// It has other meanings in the same taxonomy, so that the company it keeps can tell.
    Weighed,
    /// It counts only beside a name that is to be trusted.
    Lonely,
}

/// How a name must be written to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Casing {
    /// In any way.
    Any,
    /// With a capital, as the name of one thing is.
    Capital,
    /// In so many capitals, but for an s at the end.
    Acronym(usize),
}

impl Casing {
    /// How a name must be written: an acronym in capitals, the name of one thing with one.
    pub fn of(name: &str, is_name: bool) -> Self {
        match acronym(name) {
            Some(letters) => Self::Acronym(letters),
            None if is_name => Self::Capital,
            None => Self::Any,
        }
    }

    pub fn is_acronym(self) -> bool {
        matches!(self, Self::Acronym(_))
    }

    /// Whether a text is written so.
    pub fn allows(self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Capital => text.chars().any(char::is_uppercase),
            Self::Acronym(count) => acronym(text.strip_suffix('s').unwrap_or(text)) == Some(count),
        }
    }
}

/// What a name is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// How much it is to be trusted, and the number of its topic; nothing if a topic excepts it and no other has it.
    pub belongs: Option<(Doubt, u16)>,
    pub casing: Casing,
    /// Whether the policy itself lists it, so that it may be a verb.
    pub is_given: bool,
}

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type ByKey<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// The names of one language.
#[derive(Default)]
struct Table {
    /// For the first word of any name, of how many words the longest is.
    first: ByKey<u8>,
    entries: ByKey<Entry>,
}

/// The names of all topics.
#[derive(Default)]
pub(super) struct Names {
    tables: [Table; LANGUAGES.len()],
}

/// How many names a topic has.
pub(super) struct Counted {
    pub names: usize,
    pub doubtful: usize,
}

/// A name that is about to be added.
pub(super) struct Fresh<'k> {
    pub text: &'k str,
    pub casing: Casing,
    /// How many words of it tell something.
    pub words: u8,
    first: u64,
}

/// The names of a topic in each language, by key.
pub(super) type Gathered<'k> = [ByKey<Fresh<'k>>; LANGUAGES.len()];

pub(super) fn index(language: Language) -> usize {
    match language {
        Language::English => 0,
        Language::Spanish => 1,
    }
}

impl Names {
    /// The longest name that begins with a word, in words; none if no name does.
    pub fn longest(&self, language: Language, word: u64) -> Option<u8> {
        self.tables.get(index(language))?.first.get(&word).copied()
    }

    /// What the words with this key name.
    pub fn entry(&self, language: Language, key: u64) -> Option<&Entry> {
        self.tables.get(index(language))?.entries.get(&key)
    }

    /// The topics that a name belongs to, in any language.
    pub fn topics_of(&self, name: &str) -> impl Iterator<Item = u16> + '_ {
        let keys = LANGUAGES.map(|language| Some((language, measure(name, language)?.key)));
        keys.into_iter()
            .flatten()
            .filter_map(|(language, key)| self.entry(language, key)?.belongs.map(|(_, topic)| topic))
    }

    /// The first topic of which a name that is hardly ever something else stands in a phrase.
    pub fn first_in(&self, phrase: &str, language: Language) -> Option<u16> {
        let mut words = Vec::new();
        key::words(phrase, |word| words.extend(key::telling(word, language)));
        (0..words.len()).find_map(|from| {
            let longest = usize::from(self.longest(language, words[from])?);
            let mut hash = key::form_hash([]);
            words.iter().skip(from).take(longest).find_map(|word| {
                hash = key::longer(hash, *word);
                let entry = self
                    .entry(language, hash)
                    .filter(|entry| !entry.casing.is_acronym() || phrase.contains(char::is_uppercase))?;
                entry.belongs.filter(|(doubt, _)| *doubt == Doubt::None || entry.is_given).map(|(_, topic)| topic)
            })
        })
    }

    /// Whether a phrase of several words belongs to a topic.
    pub fn has_phrase(&self, language: Language, phrase: &str, topic: u16) -> bool {
        let Some(measured) = measure(phrase, language).filter(|measured| measured.words > 1) else { return false };
        let entry = self.entry(language, measured.key);
        entry.is_some_and(|entry| entry.belongs.is_some_and(|(_, own)| own == topic))
    }

    /// Adds a topic; `counting` are the taxonomies that say how often a name is met in a sense.
    ///
    /// A name that an earlier topic has stays with that, unless only this one can be sure of it.
    pub fn add(
        &mut self,
        knowledge: &Knowledge<'_>,
        number: u16,
        topic: &Topic,
        resolved: &Resolved,
        counting: &[usize],
    ) -> Result<Counted, TopicsError> {
        let excepted = keys(&topic.except)?;
        let mut gathered = gather(knowledge, resolved);
        for (names, (excepted, general)) in gathered.iter_mut().zip(excepted.iter().zip(general(knowledge, resolved))) {
            names.retain(|key, _| !excepted.contains_key(key) && !general.contains(key));
        }
        let also = keys(&topic.also)?;
        let asked = Senses { knowledge, resolved, gathered: &gathered, counting };
        let mut counted = Counted { names: 0, doubtful: 0 };
        for (at, language) in LANGUAGES.into_iter().enumerate() {
            let (Some(names), Some(table)) = (gathered.get(at), self.tables.get_mut(at)) else { continue };
            counted.names += names.len();
            for (key, fresh) in names {
                let doubt = asked.doubt(language, *key, fresh);
                counted.doubtful += usize::from(doubt != Doubt::None);
                table.put(*key, fresh, Entry { belongs: Some((doubt, number)), casing: fresh.casing, is_given: false });
            }
            for (list, belongs) in [(&also, Some((Doubt::None, number))), (&excepted, None)] {
                for (key, fresh) in list.get(at).into_iter().flatten() {
                    table.put(*key, fresh, Entry { belongs, casing: fresh.casing, is_given: true });
                }
            }
        }
        Ok(counted)
    }
}

impl Table {
    fn put(&mut self, key: u64, fresh: &Fresh<'_>, new: Entry) {
        let longest = self.first.entry(fresh.first).or_default();
        *longest = fresh.words.max(*longest);
        let entry = self.entries.entry(key).or_insert(new);
        match (entry.belongs, new.belongs) {
            (_, None) => {}
            (None, Some(_)) => *entry = new,
            (Some(own), Some(other)) => {
                let (casing, is_given) = (entry.casing.min(new.casing), entry.is_given || new.is_given);
                *entry = Entry { belongs: Some(own.min(other)), casing, is_given };
            }
        }
    }
}

/// A phrase as keys see it.
struct Measured {
    key: u64,
    first: u64,
    words: u8,
}

/// The key of a phrase and how many words it has that tell something; nothing if it has none, or too many.
fn measure(phrase: &str, language: Language) -> Option<Measured> {
    let mut measured: Option<Measured> = None;
    key::words(phrase, |word| {
        let Some(hash) = key::telling(word, language) else { return };
        let own = measured.get_or_insert(Measured { key: key::form_hash([]), first: hash, words: 0 });
        own.key = key::longer(own.key, hash);
        own.words = own.words.saturating_add(1);
    });
    measured.filter(|measured| measured.words <= LONGEST)
}

/// The names of everything that belongs to a topic.
fn gather<'k>(knowledge: &Knowledge<'k>, resolved: &Resolved) -> Gathered<'k> {
    let mut gathered = Gathered::default();
    for (at, concept) in &resolved.concepts {
        let Some(taxonomy) = knowledge.taxonomies().get(*at) else { continue };
        // Who has a name is found by others; and many people are called Peter after the apostle.
        if taxonomy.is_individual(*concept) && is_person(taxonomy, *concept) {
            continue;
        }
        for name in taxonomy.names(*concept) {
            let (Some(names), Some(measured)) =
                (gathered.get_mut(index(name.language)), measure(name.text, name.language))
            else {
                continue;
            };
            let is_name = measured.words == 1 && name.text.starts_with(char::is_uppercase);
            let casing = Casing::of(name.text, is_name || taxonomy.is_individual(*concept));
            // A letter or two may be anything.
            let is_tiny = |fewest: usize| name.text.chars().filter(|c| c.is_alphanumeric()).count() < fewest;
            if is_tiny(2) || casing == Casing::Any && is_tiny(3) {
                continue;
            }
            let fresh = Fresh { text: name.text, casing, words: measured.words, first: measured.first };
            let known = names.entry(measured.key).or_insert(fresh);
            known.casing = known.casing.min(casing);
        }
    }
    gathered
}

/// The keys of phrases that a policy lists, which may be of either language.
fn keys(phrases: &[String]) -> Result<Gathered<'_>, TopicsError> {
    let mut gathered = Gathered::default();
    for phrase in phrases {
        let measured = LANGUAGES.map(|language| measure(phrase, language));
        let most = measured.iter().flatten().map(|measured| measured.words).max().ok_or(TopicsError::Empty)?;
        // "De izquierdas" is two words in English, and in Spanish one that says something else.
        let whole = |measured: &Measured| measured.words == most || measured.words > 1;
        for (names, measured) in gathered.iter_mut().zip(measured) {
            let Some(Measured { key, first, words }) = measured.filter(whole) else { continue };
            // What a phrase in small letters is, it is in any case.
            let casing = Casing::of(phrase, phrase.chars().any(char::is_uppercase));
            names.insert(key, Fresh { text: phrase, casing, words, first });
        }
    }
    Ok(gathered)
}

/// The keys of the names of everything above a topic: a name of a disease that is also one of "disease" tells nothing.
fn general(knowledge: &Knowledge<'_>, resolved: &Resolved) -> [HashSet<u64>; LANGUAGES.len()] {
    let mut general = [HashSet::new(), HashSet::new()];
    for (at, root) in &resolved.roots {
        let Some(taxonomy) = knowledge.taxonomies().get(*at) else { continue };
        let above = taxonomy.generalisations(*root, Language::English);
        let above = above.into_iter().filter(|above| resolved.concepts.binary_search(&(*at, *above)).is_err());
        for name in above.flat_map(|above| taxonomy.names(above)) {
            let measured = measure(name.text, name.language);
            if let (Some(keys), Some(measured)) = (general.get_mut(index(name.language)), measured) {
                keys.insert(measured.key);
            }
        }
    }
    general
}

/// Whether somebody is meant, as WordNet calls it.
fn is_person(taxonomy: &Taxonomy<'_>, concept: Concept) -> bool {
    let above = taxonomy.generalisations(concept, Language::English);
    above.iter().any(|above| taxonomy.label(*above, Language::English) == Some("person"))
}

/// Of how many letters a name is, if it is nothing but a few capitals.
fn acronym(name: &str) -> Option<usize> {
    let letters = || name.chars().filter(|c| c.is_alphabetic());
    Some(letters().count()).filter(|count| letters().all(char::is_uppercase) && (1..=LONGEST_ACRONYM).contains(count))
}
