//! The models that the analysis of a language needs, read in place from bytes that somebody else holds.

use std::sync::Mutex;

use sfumato_model::{Labeller, ModelError, SequenceModel, WordLexicon};

use crate::chunks::ChunkTag;
use crate::grammar::GrammarMemory;
use crate::{Language, Lemmas, LemmasError, Upos, words};

/// The reason why the models of a language cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelsError {
    /// The one of them.
    pub which: &'static str,
    /// The reason.
    pub why: String,
}

impl std::fmt::Display for ModelsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.which, self.why)
    }
}

impl std::error::Error for ModelsError {}

/// The files of a language's models.
#[derive(Debug, Clone, Copy)]
pub struct ModelFiles<'m> {
    /// The table of what is known of words beforehand.
    pub lexicon: &'m [u8],
    /// Parts of speech.
    pub tags: &'m [u8],
    /// Finer tags within a part of speech.
    pub details: &'m [u8],
    /// Phrases.
    pub chunks: &'m [u8],
    /// Dictionary forms.
    pub lemmas: &'m [u8],
}

impl ModelFiles<'_> {
    /// The kind of a file, in words; nothing if it is none of these.
    pub fn kind_of(bytes: &[u8]) -> Option<&'static str> {
        let kinds = [
            (WordLexicon::from_bytes(bytes).is_ok(), "a lexicon"),
            (SequenceModel::from_bytes(bytes).is_ok(), "a model"),
            (Lemmas::from_bytes(bytes).is_ok(), "a table of lemmas"),
        ];
        kinds.into_iter().find_map(|(holds, kind)| holds.then_some(kind))
    }
}

/// The models of a language.
#[derive(Debug)]
pub struct LanguageModels<'m> {
    pub(crate) language: Language,
    pub(crate) lexicon: WordLexicon<'m>,
    pub(crate) tags: Labeller<'m>,
    /// The part of speech of each label of the tags.
    pub(crate) upos: Vec<Upos>,
    pub(crate) details: Labeller<'m>,
    /// The labels of the details that each part of speech can have: labels of one part of speech are neighbours.
    pub(crate) detail_ranges: [(u8, u8); Upos::ALL.len()],
    pub(crate) chunks: Labeller<'m>,
    pub(crate) chunk_tags: Vec<ChunkTag>,
    pub(crate) lemmas: Lemmas<'m>,
}

impl<'m> LanguageModels<'m> {
    /// The models in these files.
    pub fn new(language: Language, files: &ModelFiles<'m>) -> Result<Self, ModelsError> {
        let model = |which: &'static str, bytes: &'m [u8]| {
            let task = format!("{which}/{}", language.code());
            let model = SequenceModel::from_bytes(bytes).and_then(|model| model.for_task(&task));
            let model = model.map_err(|error| wrong(which, &error))?;
            if model.templates().columns != crate::words::COLUMNS || model.word_columns() != crate::words::WORD_COLUMNS
            {
                return Err(ModelsError { which, why: "the model is of another version".to_owned() });
            }
            Ok(Labeller::new(model))
        };
        let tags = model("tags", files.tags)?;
        let upos: Option<Vec<Upos>> = tags.model().labels().iter().map(|name| Upos::from_name(name)).collect();
        let upos = upos.ok_or_else(|| wrong("tags", &ModelError::Damaged("a label is no part of speech")))?;
        let details = model("details", files.details)?;
        let chunks = model("chunks", files.chunks)?;
        let chunk_tags = chunks.model().labels().iter().map(|label| ChunkTag::of(label)).collect();
        let lemmas = Lemmas::from_bytes(files.lemmas);
        Ok(Self {
            language,
            lexicon: WordLexicon::from_bytes(files.lexicon)
                .and_then(|lexicon| lexicon.for_language(language.code()))
                .map_err(|error| wrong("lexicon", &error))?,
            tags,
            upos,
            detail_ranges: detail_ranges(details.model().labels()),
            details,
            chunks,
            chunk_tags,
            lemmas: lemmas.map_err(|why: LemmasError| ModelsError { which: "lemmas", why: why.to_string() })?,
        })
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Puts what is known of a word by itself into the columns that [`crate::DESCRIPTION`] names: how it is spelt, and
    /// what the lexicon knows of it. `scratch` is room to work in.
    pub fn describe(&self, form: &str, scratch: &mut String, row: &mut [u64]) {
        words::describe(form, &self.lexicon, scratch, row);
    }

    /// True if the lexicon says what parts of speech a word can have.
    pub(crate) fn lists(&self, word: &str) -> bool {
        let mut small = String::new();
        words::normalise(word, &mut small);
        let class = self.lexicon.column("class");
        let record = self.lexicon.find(sfumato_model::hash_bytes(small.as_bytes()));
        class.zip(record).is_some_and(|(class, record)| record.get(class) > 0)
    }

    /// The hash of the lexicon, by which a model that was made with another one is told.
    pub fn lexicon_hash(&self) -> u64 {
        self.lexicon.stated_hash()
    }

    /// Compares tables with the hashes that the files state: for files from elsewhere. Lemmas have none.
    pub fn check(&self) -> Result<(), ModelsError> {
        self.lexicon.check().map_err(|error| wrong("lexicon", &error))?;
        let models = [("tags", &self.tags), ("details", &self.details), ("chunks", &self.chunks)];
        models.iter().try_for_each(|(which, labeller)| labeller.model().check().map_err(|error| wrong(which, &error)))
    }

    /// The name of a finer tag; none where there was nothing to choose from.
    pub(crate) fn detail(&self, label: u8) -> &str {
        let name = self.details.model().labels().get(usize::from(label)).map_or("", |name| name);
        name.split_once('|').map_or("", |(_, detail)| detail)
    }

    /// The kind of phrase a chunk label speaks of, for those who print it.
    pub(crate) fn chunk_tag(&self, label: u8) -> ChunkTag {
        self.chunk_tags.get(usize::from(label)).copied().unwrap_or(ChunkTag::OUTSIDE)
    }
}

fn wrong(which: &'static str, error: &ModelError) -> ModelsError {
    ModelsError { which, why: error.to_string() }
}

/// The ranges of the labels `NOUN|...` for each part of speech; nothing to choose from where there are none.
fn detail_ranges(labels: &[Box<str>]) -> [(u8, u8); Upos::ALL.len()] {
    Upos::ALL.map(|upos| {
        let is_of = |label: &str| label.split_once('|').is_some_and(|(name, _)| name == upos.name());
        let start = labels.iter().position(|label| is_of(label)).unwrap_or(usize::from(u8::MAX));
        let count = labels.iter().skip(start).take_while(|label| is_of(label)).count();
        (start as u8, (start + count) as u8)
    })
}

/// The models of all languages.
#[derive(Debug)]
pub struct Models<'m> {
    /// English.
    pub english: LanguageModels<'m>,
    /// Spanish.
    pub spanish: LanguageModels<'m>,
    /// Their answers to the words of earlier texts, one for each text that is looked at at a time.
    memories: Mutex<Vec<GrammarMemory>>,
}

impl<'m> Models<'m> {
    /// These models.
    pub fn new(english: LanguageModels<'m>, spanish: LanguageModels<'m>) -> Self {
        Self { english, spanish, memories: Mutex::default() }
    }

    /// The models of a language.
    pub fn of(&self, language: Language) -> &LanguageModels<'m> {
        match language {
            Language::English => &self.english,
            Language::Spanish => &self.spanish,
        }
    }

    /// Their answers to words before, to go on with.
    pub(crate) fn remember(&self) -> GrammarMemory {
        self.memories.lock().ok().and_then(|mut memories| memories.pop()).unwrap_or_default()
    }

    /// Keeps what they said of words for the next text.
    pub(crate) fn keep(&self, memory: GrammarMemory) {
        if let Ok(mut memories) = self.memories.lock() {
            memories.push(memory);
        }
    }
}
