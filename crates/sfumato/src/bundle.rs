//! What is embedded: recognisers, policies and models.

use std::sync::OnceLock;

use sfumato_detect::learned::neural::{Encoder, Vocabulary};
use sfumato_detect::learned::{Gazetteer, ModelError, Package, Quality, Surroundings};
use sfumato_detect::patterns::{Bank, BankError, Definition, Source};
use sfumato_language::{Language, LanguageModels, ModelFiles, Models, ModelsError};
use sfumato_mask::{Policy, PolicyError};
use sfumato_pseudonym::Lists;

include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

/// The embedded taxonomies: name, table, and what it was made from.
pub(crate) fn embedded_taxonomies() -> &'static [(&'static str, &'static [u8], &'static str)] {
    TAXONOMIES
}

/// The embedded counts and vectors, likewise.
pub(crate) fn embedded_tables() -> &'static [(&'static str, &'static [u8], &'static str)] {
    TABLES
}

/// The files of a language's models.
macro_rules! model_files {
    ($language:literal) => {
        ModelFiles {
            lexicon: model_file!($language, "lexicon"),
            tags: model_file!($language, "tags"),
            details: model_file!($language, "details"),
            chunks: model_file!($language, "chunks"),
            lemmas: model_file!($language, "lemmas"),
        }
    };
}

macro_rules! model_file {
    ($language:literal, $name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/models/", $language, "/", $name, ".bin"))
    };
}

static ENGLISH: ModelFiles<'static> = model_files!("en");
static SPANISH: ModelFiles<'static> = model_files!("es");

/// A learned recogniser in the program.
struct Embedded {
    name: &'static str,
    bytes: &'static [u8],
    /// What it was made from and how good it is.
    about: &'static str,
    package: OnceLock<Result<Package<'static>, ModelError>>,
}

macro_rules! learned {
    ($language:literal, $name:literal) => {
        Embedded {
            name: concat!($language, "/", $name),
            bytes: model_file!($language, $name),
            about: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../assets/models/",
                $language,
                "/",
                $name,
                ".toml"
            )),
            package: OnceLock::new(),
        }
    };
}

/// All learned recognisers, by name.
static LEARNED: [Embedded; 7] = [
    learned!("en", "clinical"),
    learned!("en", "disease"),
    learned!("en", "general"),
    learned!("en", "legal"),
    learned!("es", "clinical"),
    learned!("es", "disease"),
    learned!("es", "general"),
];

/// A network in the program.
struct Network {
    quality: Quality,
    bytes: &'static [u8],
    /// What it was made from and how good it is.
    about: &'static str,
    encoder: OnceLock<Result<Encoder<'static>, ModelError>>,
}

macro_rules! network {
    ($quality:ident, $name:literal) => {
        Network {
            quality: Quality::$quality,
            bytes: model_file!("neural", $name),
            about: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/models/neural/", $name, ".toml")),
            encoder: OnceLock::new(),
        }
    };
}

/// All networks, the faster first.
static NETWORKS: [Network; 3] = [network!(Fast, "fast"), network!(Balanced, "balanced"), network!(Best, "best")];

/// Why learned recognisers have not what they need.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SurroundingsError {
    /// The models of languages.
    #[error(transparent)]
    Models(#[from] ModelsError),
    /// The gazetteer.
    #[error("the gazetteer: {0}")]
    Gazetteer(#[from] ModelError),
    /// The recognisers by pattern.
    #[error(transparent)]
    Patterns(#[from] BankError),
}

/// The embedded assets.
pub struct Bundle;

/// What a recogniser or policy is, in its own words.
#[derive(Debug)]
#[non_exhaustive]
pub enum Explanation {
    /// A recogniser and its file.
    Recogniser {
        /// As parsed.
        definition: Box<Definition>,
        /// As written.
        toml: &'static str,
    },
    /// A policy and its file.
    Policy {
        /// As parsed.
        policy: Box<Policy>,
        /// As written.
        toml: &'static str,
    },
    /// A recogniser that learnt.
    Model {
        /// As read.
        package: &'static Package<'static>,
        /// What it was made from and how good it is.
        about: &'static str,
    },
    /// A network that stands for several recognisers that learnt.
    Network {
        /// As read.
        encoder: &'static Encoder<'static>,
        /// What it was made from and how good it is.
        about: &'static str,
    },
    /// A category: the recognisers that find it.
    Category {
        /// The recognisers with what each finds.
        recognisers: Vec<(String, String)>,
    },
}

impl Bundle {
    /// The recognisers by pattern, ready to run. Read once.
    pub fn bank() -> Result<&'static Bank, BankError> {
        static BANK: OnceLock<Result<Bank, BankError>> = OnceLock::new();
        let read = || {
            let sources: Vec<Source> = RECOGNISERS.iter().map(|(id, toml)| Source { id, toml }).collect();
            Bank::with_tables(&sources, FRAGMENTS, OPEN, VALUES)
        };
        BANK.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The models that the analysis of language needs, which lie in the program as they are. Read once.
    pub fn models() -> Result<&'static Models<'static>, ModelsError> {
        static MODELS: OnceLock<Result<Models<'static>, ModelsError>> = OnceLock::new();
        let read = || {
            Ok(Models::new(
                LanguageModels::new(Language::English, &ENGLISH)?,
                LanguageModels::new(Language::Spanish, &SPANISH)?,
            ))
        };
        MODELS.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The names, places and telling words of a language, which lie in the program as they are. Read once.
    pub fn gazetteer(language: Language) -> Result<&'static Gazetteer<'static>, ModelError> {
        type Read = OnceLock<Result<Gazetteer<'static>, ModelError>>;
        static READ: [Read; 2] = [OnceLock::new(), OnceLock::new()];
        let [english, spanish] = &READ;
        let (read, bytes) = match language {
            Language::English => (english, &model_file!("en", "gazetteer")[..]),
            Language::Spanish => (spanish, &model_file!("es", "gazetteer")[..]),
        };
        read.get_or_init(|| Gazetteer::from_bytes(bytes)).as_ref().map_err(Clone::clone)
    }

    /// What learned recognisers of a language need besides their own files, and are made with.
    pub fn surroundings(language: Language) -> Result<Surroundings<'static>, SurroundingsError> {
        Ok(Surroundings {
            models: Self::models()?,
            gazetteer: Self::gazetteer(language)?,
            patterns: Self::bank()?,
            fragments: FRAGMENTS,
        })
    }

    /// What pseudonyms are taken from. Read once.
    pub fn pseudonyms() -> &'static Lists<'static> {
        static LISTS: OnceLock<Lists<'static>> = OnceLock::new();
        LISTS.get_or_init(|| Lists::new(PSEUDONYMS))
    }

    /// The names of the learned recognisers.
    pub fn learned() -> impl Iterator<Item = &'static str> {
        LEARNED.iter().map(|embedded| embedded.name)
    }

    /// A learned recogniser, if there is one of this name. Read when it is first asked for.
    pub fn package(name: &str) -> Option<Result<&'static Package<'static>, ModelError>> {
        let embedded = LEARNED.iter().find(|embedded| embedded.name == name)?;
        let read = || Package::from_bytes(embedded.bytes);
        Some(embedded.package.get_or_init(read).as_ref().map_err(Clone::clone))
    }

    /// The words that networks tell apart, which lie in the program as they are. Read once.
    pub fn vocabulary() -> Result<&'static Vocabulary<'static>, ModelError> {
        static READ: OnceLock<Result<Vocabulary<'static>, ModelError>> = OnceLock::new();
        let read = || Vocabulary::from_bytes(model_file!("neural", "vocabulary"));
        READ.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The network that stands for learned recognisers of this quality. Read when it is first asked for.
    pub fn encoder(quality: Quality) -> Result<&'static Encoder<'static>, ModelError> {
        let [fast, balanced, best] = &NETWORKS;
        let network = match quality {
            Quality::Fast => fast,
            Quality::Balanced => balanced,
            Quality::Best => best,
        };
        let read = || Encoder::from_bytes(network.bytes, Self::vocabulary()?);
        network.encoder.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// Compiles recognisers of the user's own, which may use our fragments.
    pub fn compile(sources: &[Source]) -> Result<Bank, BankError> {
        Bank::compile(sources, FRAGMENTS)
    }

    /// The ids of the recognisers.
    pub fn recognisers() -> impl Iterator<Item = &'static str> {
        RECOGNISERS.iter().map(|(id, _)| *id)
    }

    /// The names of the policies.
    pub fn policies() -> impl Iterator<Item = &'static str> {
        POLICIES.iter().map(|(name, _)| *name)
    }

    /// A policy's file, as written.
    pub fn policy_file(name: &str) -> Option<&'static str> {
        POLICIES.iter().find(|(known, _)| *known == name).map(|(_, toml)| *toml)
    }

    /// A built-in policy, if there is one of this name.
    pub fn policy(name: &str) -> Option<Result<Policy, PolicyError>> {
        Self::policy_file(name).map(|toml| Policy::parse(name, toml))
    }

    /// What a recogniser, policy, model or category of this name is.
    pub fn explain(name: &str) -> Option<Explanation> {
        if let Some((_, toml)) = RECOGNISERS.iter().find(|(id, _)| *id == name) {
            let definition = Self::definition(toml)?;
            return Some(Explanation::Recogniser { definition: Box::new(definition), toml });
        }
        if let (Some(toml), Some(Ok(policy))) = (Self::policy_file(name), Self::policy(name)) {
            return Some(Explanation::Policy { policy: Box::new(policy), toml });
        }
        if let (Some(Ok(package)), Some(embedded)) =
            (Self::package(name), LEARNED.iter().find(|embedded| embedded.name == name))
        {
            return Some(Explanation::Model { package, about: embedded.about });
        }
        if let Some(network) = NETWORKS.iter().find(|network| network.quality.name() == name)
            && let Ok(encoder) = Self::encoder(network.quality)
        {
            return Some(Explanation::Network { encoder, about: network.about });
        }
        let within = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let finds = |definition: &Definition| {
            let own = definition.patterns.iter().filter_map(|p| p.category.as_deref());
            let own = own.chain(definition.fields.iter().filter_map(|f| f.category.as_deref()));
            own.chain([definition.category.as_str()]).any(within)
        };
        let mut recognisers: Vec<(String, String)> = RECOGNISERS
            .iter()
            .filter_map(|(_, toml)| Self::definition(toml))
            .filter(finds)
            .map(|definition| (definition.id, definition.what))
            .collect();
        let finds = |package: &Package<'_>| package.categories().iter().any(|category| within(category.path()));
        let learned = Self::learned().filter(|name| matches!(Self::package(name), Some(Ok(package)) if finds(package)));
        recognisers.extend(learned.map(|name| (name.to_owned(), "learnt from annotated documents".to_owned())));
        (!recognisers.is_empty()).then_some(Explanation::Category { recognisers })
    }

    fn definition(toml: &str) -> Option<Definition> {
        Definition::parse(toml).ok()
    }
}

#[cfg(test)]
mod tests {
    use sfumato_detect::learned::{Learned, Sensitivity};

    use super::*;

    #[test]
    fn everything_embedded_is_usable() {
        assert!(Bundle::bank().is_ok());
        assert_eq!(Bundle::models().map(|models| models.spanish.language()), Ok(Language::Spanish));
        for name in Bundle::learned() {
            let package = Bundle::package(name).expect("it is listed").expect("it is sound");
            assert_eq!(package.id(), name);
            assert_eq!(package.check(), Ok(()));
            assert!(LEARNED.iter().all(|embedded| embedded.bytes.len() <= 8 << 20), "a model is at most 8 MB");
            assert!(name.starts_with(package.language().code()) && !package.categories().is_empty(), "{name}");
            let around = Bundle::surroundings(package.language()).expect("sound");
            assert!(Learned::new(package.clone(), around, Sensitivity::BALANCED).is_ok(), "{name} fits its tables");
        }
        for network in &NETWORKS {
            let encoder = Bundle::encoder(network.quality).expect("it is sound");
            assert_eq!((encoder.name(), encoder.check()), (network.quality.name(), Ok(())));
            assert!(encoder.ids().all(|id| Bundle::learned().any(|name| name == id)), "heads stand for something");
        }
        let fast = Bundle::encoder(Quality::Fast).expect("it is sound");
        assert!(Bundle::learned().all(|name| fast.ids().any(|id| id == name)), "the fast one stands for all");
        for language in [Language::English, Language::Spanish] {
            assert_eq!(Bundle::gazetteer(language).map(Gazetteer::check), Ok(Ok(())));
        }
        for name in Bundle::policies() {
            let policy = Bundle::policy(name).expect("it is listed").expect("it is well formed");
            assert!(!policy.about.is_empty(), "{name} says what it is for");
        }
    }

    #[test]
    fn recognisers_policies_and_categories_can_be_explained() {
        assert!(matches!(Bundle::explain("es/dni"), Some(Explanation::Recogniser { .. })));
        assert!(matches!(Bundle::explain("hipaa"), Some(Explanation::Policy { .. })));
        assert!(matches!(Bundle::explain("es/clinical"), Some(Explanation::Model { .. })));
        assert!(matches!(Bundle::explain("best"), Some(Explanation::Network { .. })));
        assert!(matches!(Bundle::explain("finance"), Some(Explanation::Category { .. })));
        assert!(Bundle::explain("nothing/of/this/name").is_none());
    }
}
