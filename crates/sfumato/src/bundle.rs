//! What is embedded: recognisers, policies and models.

use std::sync::OnceLock;

use sfumato_detect::Category;
use sfumato_detect::learned::neural::{Encoder, Vocabulary};
use sfumato_detect::learned::{Gazetteer, LearnedTables, ModelError, NetworkQuality};
use sfumato_detect::patterns::{
    AutomatonError, BankError, PatternBank, PatternRules, RecogniserDefinition, RecogniserSource, StoredBank,
};
use sfumato_language::{Language, LanguageModels, ModelFiles, Models, ModelsError};
use sfumato_mask::{Policy, PolicyError};
use sfumato_pseudonym::SubstituteLists;

use crate::models::Chosen;

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

/// A network in the program.
struct Network {
    quality: NetworkQuality,
    bytes: &'static [u8],
    /// What it was made from and how good it is.
    about: &'static str,
    encoder: OnceLock<Result<Encoder<'static>, ModelError>>,
}

macro_rules! network {
    ($quality:ident, $name:literal) => {
        Network {
            quality: NetworkQuality::$quality,
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

/// The policy where none is named.
pub const DEFAULT_POLICY: &str = "default";

/// What a recogniser or policy is, in its own words.
#[derive(Debug)]
#[non_exhaustive]
pub enum Explanation {
    /// A recogniser and its file.
    Recogniser {
        /// As parsed.
        definition: Box<RecogniserDefinition>,
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
        /// The language of the text it looks at.
        language: Language,
        /// The networks that read for it, and what each was taught to find; the fast one everything.
        networks: Vec<(NetworkQuality, Vec<&'static Category>)>,
        /// The policies that name it.
        policies: Vec<&'static str>,
    },
    /// A network that stands for several recognisers that learnt.
    Network {
        /// As read.
        encoder: &'static Encoder<'static>,
        /// What it was made from and how good it is.
        about: &'static str,
    },
    /// A category, and the recognisers that find it or something below it.
    Category {
        /// The category.
        category: Category,
        /// The recognisers with what each finds.
        recognisers: Vec<(String, String)>,
    },
}

impl Bundle {
    /// The recognisers by pattern, ready to run. Read once.
    pub fn bank() -> Result<&'static PatternBank, BankError> {
        static BANK: OnceLock<Result<PatternBank, BankError>> = OnceLock::new();
        let read = || {
            let stored = StoredBank::from_bytes(COMPILED).ok_or(AutomatonError)?;
            let rules: PatternRules = serde_json::from_slice(stored.rules).map_err(|_| AutomatonError)?;
            PatternBank::with_tables(rules, &stored.open, &stored.values, stored.learnt)
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
    pub fn surroundings(language: Language) -> Result<LearnedTables<'static>, SurroundingsError> {
        Ok(LearnedTables {
            models: Self::models()?,
            gazetteer: Self::gazetteer(language)?,
            patterns: Self::bank()?,
            fragments: FRAGMENTS,
        })
    }

    /// What pseudonyms are taken from. Read once.
    pub fn pseudonyms() -> &'static SubstituteLists<'static> {
        static LISTS: OnceLock<SubstituteLists<'static>> = OnceLock::new();
        LISTS.get_or_init(|| SubstituteLists::new(PSEUDONYMS))
    }

    /// The names of the learned recognisers, sorted: the fast network reads for all of them.
    pub fn learned() -> impl Iterator<Item = &'static str> {
        let mut names: Vec<&str> = Self::encoder(NetworkQuality::Fast).into_iter().flat_map(Encoder::ids).collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// The words that networks tell apart, which lie in the program as they are. Read once.
    pub fn vocabulary() -> Result<&'static Vocabulary<'static>, ModelError> {
        static READ: OnceLock<Result<Vocabulary<'static>, ModelError>> = OnceLock::new();
        let read = || Vocabulary::from_bytes(model_file!("neural", "vocabulary"));
        READ.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The network that stands for learned recognisers of this quality. Read when it is first asked for.
    pub fn encoder(quality: NetworkQuality) -> Result<&'static Encoder<'static>, ModelError> {
        let [fast, balanced, best] = &NETWORKS;
        let network = match quality {
            NetworkQuality::Fast => fast,
            NetworkQuality::Balanced => balanced,
            NetworkQuality::Best => best,
        };
        let read = || Encoder::from_bytes(network.bytes, Self::vocabulary()?);
        network.encoder.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// Compiles recognisers of the user's own, which may use our fragments.
    pub fn compile(sources: &[RecogniserSource]) -> Result<PatternBank, BankError> {
        PatternBank::compile(sources, FRAGMENTS)
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

    /// The policy where none is named, [`DEFAULT_POLICY`].
    pub fn default_policy() -> Policy {
        Self::policy(DEFAULT_POLICY).and_then(Result::ok).expect("the default policy is embedded and tested")
    }

    /// The learned recognisers that a policy uses, which it names or leaves to the program, and what they may report, if
    /// not everything.
    pub fn models_of(policy: &Policy) -> (Vec<String>, Vec<Category>) {
        let Chosen { models, only, .. } = Chosen::by(&policy.recognise);
        (models, only)
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
        if let Some(language) = Self::encoder(NetworkQuality::Fast).ok().and_then(|fast| fast.language_of(name)) {
            let found =
                NetworkQuality::ALL.into_iter().filter_map(|quality| Some((quality, Self::found(quality, name)?)));
            let is_used = |policy: &&str| matches!(Self::policy(policy), Some(Ok(policy)) if Chosen::by(&policy.recognise).models.iter().any(|it| it == name));
            let policies = Self::policies().filter(is_used).collect();
            return Some(Explanation::Model { language, networks: found.collect(), policies });
        }
        if let Some(network) = NETWORKS.iter().find(|network| network.quality.name() == name)
            && let Ok(encoder) = Self::encoder(network.quality)
        {
            return Some(Explanation::Network { encoder, about: network.about });
        }
        let within = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let finds = |definition: &RecogniserDefinition| {
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
        let finds = |found: Vec<&Category>| found.iter().any(|category| within(category.path()));
        let learned = Self::learned().filter(|name| Self::found(NetworkQuality::Fast, name).is_some_and(finds));
        recognisers.extend(learned.map(|name| (name.to_owned(), "learnt from annotated documents".to_owned())));
        let category = Category::new(name).ok()?;
        let is_known = category.is_listed() || !recognisers.is_empty();
        is_known.then_some(Explanation::Category { category, recognisers })
    }

    /// What a network finds for a learned recogniser, sorted, if it reads for it.
    fn found(quality: NetworkQuality, name: &str) -> Option<Vec<&'static Category>> {
        let mut found: Vec<&Category> = Self::encoder(quality).ok()?.categories_of(name).collect();
        found.sort_by_key(|category| category.path());
        (!found.is_empty()).then_some(found)
    }

    fn definition(toml: &str) -> Option<RecogniserDefinition> {
        RecogniserDefinition::parse(toml).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_tells_what_it_knows_of_every_token() {
        use sfumato_detect::learned::neural::Embedder;

        let (encoder, vocabulary) =
            (Bundle::encoder(NetworkQuality::Fast).expect("sound"), Bundle::vocabulary().expect("sound"));
        let embedder = Embedder::new(encoder.clone(), vocabulary, &[0, 2]);
        let read = |text: &str| {
            let mut read = Vec::new();
            embedder.read(text, |place, vector| read.push((place, vector.to_vec())));
            read
        };
        // Long enough for several windows.
        let text = "the organ of the cathedral has nine stops \n".repeat(400);
        let told = read(&text);
        assert!(told.iter().map(|(place, _)| text.get(place.clone()).expect("whole")).eq(
            text.split_inclusive('\n').flat_map(|line| line.split_inclusive(' ').map(|word| if word == "\n" {
                word
            } else {
                word.trim_end()
            }))
        ));
        assert!(told.iter().all(|(_, vector)| vector.len() == embedder.width()));
        let half = embedder.width() / 2;
        let [the, again, alone] = [&told[0].1, &told[3].1, &read("the cathedral")[0].1];
        assert_ne!(the[half..], again[half..], "what stands around a word counts");
        assert_ne!(the[half..], alone[half..]);
        assert_eq!(told[3].1[..half], told[12].1[..half], "the word itself does not change");
        assert_eq!(read(&text), told, "nothing is left behind");
    }

    #[test]
    fn everything_embedded_is_usable() {
        assert!(Bundle::bank().is_ok());
        assert_eq!(Bundle::models().map(|models| models.spanish.language()), Ok(Language::Spanish));
        for network in &NETWORKS {
            let encoder = Bundle::encoder(network.quality).expect("it is sound");
            assert_eq!((encoder.name(), encoder.check()), (network.quality.name(), Ok(())));
            for id in encoder.ids() {
                assert!(encoder.language_of(id).is_some_and(|language| id.starts_with(language.code())), "{id}");
                let all = Bundle::found(NetworkQuality::Fast, id).expect("the fast one reads for all");
                let own = Bundle::found(network.quality, id).expect("a head finds something");
                assert!(own.iter().all(|category| all.contains(category)), "the fast one was taught everything");
            }
        }
        for language in [Language::English, Language::Spanish] {
            assert!(Bundle::surroundings(language).is_ok());
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
        let Some(Explanation::Model { language, networks, policies }) = Bundle::explain("en/clinical") else {
            panic!("it is there");
        };
        assert_eq!(
            (language, policies),
            (Language::English, vec!["clinical", "default", "hipaa", "pseudonymise", "redact"])
        );
        assert_eq!(
            networks.iter().map(|(quality, _)| *quality).collect::<Vec<_>>(),
            [NetworkQuality::Fast, NetworkQuality::Balanced]
        );
        for name in NetworkQuality::ALL.map(NetworkQuality::name) {
            assert!(matches!(Bundle::explain(name), Some(Explanation::Network { .. })), "{name}");
        }
        assert!(matches!(Bundle::explain("finance"), Some(Explanation::Category { .. })));
        let Some(Explanation::Category { recognisers, .. }) = Bundle::explain("health") else { panic!("it is there") };
        let ids: Vec<&str> = recognisers.iter().map(|(id, _)| id.as_str()).collect();
        assert!(ids.contains(&"en/disease") && !ids.contains(&"en/legal"), "{ids:?}");
        assert!(Bundle::explain("nothing/of/this/name").is_none());
    }
}
