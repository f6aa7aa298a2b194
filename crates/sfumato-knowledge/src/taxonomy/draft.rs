//! A taxonomy while it is put together, before it becomes a table.

use std::collections::HashMap;

use sfumato_language::Language;

use super::NameKind;

/// A concept of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DraftId(pub(crate) u32);

/// A place in what a taxonomy is made from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as a number that the caller knows; see [`Draft::file`].
    pub file: u16,
    /// The line, counted from one; zero if lines mean nothing there.
    pub line: u32,
}

/// Something that was left out of a taxonomy, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// Its place.
    pub place: Place,
    /// The flaw for which it was left out.
    pub what: Flaw,
}

/// A flaw that can be found with what a taxonomy is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A line or record that cannot be read.
    #[error("broken line")]
    Broken,
    /// A text that is no UTF-8.
    #[error("not UTF-8")]
    Encoding,
    /// A concept stated twice.
    #[error("duplicate id")]
    Duplicate,
    /// A relation from or to a concept that is stated nowhere.
    #[error("relation to an unknown concept")]
    Orphan,
    /// A relation that closes a cycle.
    #[error("relation that closes a cycle")]
    Cycle,
    /// A concept without any name.
    #[error("concept without a name")]
    Nameless,
    /// A name longer than any that makes sense.
    #[error("name too long")]
    TooLong,
    /// More names or parents of one concept than make sense.
    #[error("too many names or relations of one concept")]
    TooMany,
}

#[derive(Debug, Clone)]
pub(crate) struct DraftName {
    pub text: Box<str>,
    pub language: Language,
    pub kind: NameKind,
    /// The times that the name was met in this sense; see [`Draft::name`].
    pub frequency: u16,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct DraftConcept {
    pub id: Box<str>,
    pub names: Vec<DraftName>,
    pub parents: Vec<(u32, Place)>,
    pub is_stated: bool,
    pub is_individual: bool,
    pub is_action: bool,
    pub size: u32,
    pub place: Option<Place>,
}

/// A taxonomy while it is put together.
#[derive(Default)]
pub struct Draft {
    pub(crate) name: String,
    pub(crate) files: Vec<String>,
    pub(crate) concepts: Vec<DraftConcept>,
    by_id: HashMap<Box<str>, u32>,
    pub(crate) dropped: Vec<Dropped>,
}

impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Draft({} concepts, {} dropped)", self.concepts.len(), self.dropped.len())
    }
}

impl Draft {
    /// An empty taxonomy of this name.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a file to speak of in places, and gives its number.
    pub fn file(&mut self, name: &str) -> u16 {
        self.files.push(name.to_owned());
        u16::try_from(self.files.len() - 1).unwrap_or(u16::MAX)
    }

    /// The concept with this id; new if it was never spoken of. A concept exists once it is [`Draft::state`]d.
    pub fn concept(&mut self, id: &str) -> DraftId {
        if let Some(known) = self.by_id.get(id) {
            return DraftId(*known);
        }
        let number = u32::try_from(self.concepts.len()).unwrap_or(u32::MAX);
        self.concepts.push(DraftConcept { id: id.into(), ..DraftConcept::default() });
        self.by_id.insert(id.into(), number);
        DraftId(number)
    }

    /// The concept with this id, if it was spoken of.
    pub fn find(&self, id: &str) -> Option<DraftId> {
        self.by_id.get(id).copied().map(DraftId)
    }

    /// States that a concept exists; whether it was not stated before. Who reads a format where that is an error reports
    /// it with [`Draft::drop`].
    pub fn state(&mut self, concept: DraftId, place: Place) -> bool {
        let Some(concept) = self.concepts.get_mut(concept.0 as usize) else { return false };
        let is_new = !concept.is_stated;
        concept.is_stated = true;
        concept.place.get_or_insert(place);
        is_new
    }

    /// Gives a concept a name. `frequency` says how often the name was met in this sense, where that is known: of the
    /// senses of a name the most frequent is the likeliest. Of what is said twice the larger number holds.
    pub fn name(&mut self, concept: DraftId, language: Language, text: &str, kind: NameKind, frequency: u16) {
        let Some(concept) = self.concepts.get_mut(concept.0 as usize) else { return };
        let text = text.trim();
        let is_known = |name: &&mut DraftName| *name.text == *text && name.language == language;
        if let Some(known) = concept.names.iter_mut().find(is_known) {
            known.frequency = known.frequency.max(frequency);
            return;
        }
        if text.is_empty() {
            return;
        }
        let has_preferred =
            concept.names.iter().any(|name| name.language == language && name.kind == NameKind::Preferred);
        let kind = if kind == NameKind::Preferred && has_preferred { NameKind::Synonym } else { kind };
        concept.names.push(DraftName { text: text.into(), language, kind, frequency });
    }

    /// States that a concept is a kind of another, which may be stated later.
    pub fn parent(&mut self, child: DraftId, parent: DraftId, place: Place) {
        if let Some(concept) = self.concepts.get_mut(child.0 as usize)
            && !concept.parents.iter().any(|(known, _)| *known == parent.0)
        {
            concept.parents.push((parent.0, place));
        }
    }

    /// States that a concept is one thing and not a kind of things: a town, a person.
    pub fn individual(&mut self, concept: DraftId) {
        if let Some(concept) = self.concepts.get_mut(concept.0 as usize) {
            concept.is_individual = true;
        }
    }

    /// States that a concept is something that is done: its names are verbs.
    pub fn action(&mut self, concept: DraftId) {
        if let Some(concept) = self.concepts.get_mut(concept.0 as usize) {
            concept.is_action = true;
        }
    }

    /// States how large something is, for example how many people live there.
    pub fn size(&mut self, concept: DraftId, size: u32) {
        if let Some(concept) = self.concepts.get_mut(concept.0 as usize) {
            concept.size = size;
        }
    }

    /// Reports something that is left out.
    pub fn drop(&mut self, place: Place, what: Flaw) {
        self.dropped.push(Dropped { place, what });
    }

    /// The number of concepts that were spoken of.
    pub fn len(&self) -> usize {
        self.concepts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.concepts.is_empty()
    }
}
