//! What is embedded: recognisers, policies and models.

use std::sync::OnceLock;

use sfumato_detect::patterns::{Bank, BankError, Definition, Source};
use sfumato_language::{Language, LanguageModels, ModelFiles, Models, ModelsError};
use sfumato_mask::{Policy, PolicyError};

include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

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
            Ok(Models {
                english: LanguageModels::new(Language::English, &ENGLISH)?,
                spanish: LanguageModels::new(Language::Spanish, &SPANISH)?,
            })
        };
        MODELS.get_or_init(read).as_ref().map_err(Clone::clone)
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

    /// What a recogniser, policy or category of this name is.
    pub fn explain(name: &str) -> Option<Explanation> {
        if let Some((_, toml)) = RECOGNISERS.iter().find(|(id, _)| *id == name) {
            let definition = Self::definition(toml)?;
            return Some(Explanation::Recogniser { definition: Box::new(definition), toml });
        }
        if let (Some(toml), Some(Ok(policy))) = (Self::policy_file(name), Self::policy(name)) {
            return Some(Explanation::Policy { policy: Box::new(policy), toml });
        }
        let within = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let finds = |definition: &Definition| {
            let own = definition.patterns.iter().filter_map(|p| p.category.as_deref());
            let own = own.chain(definition.fields.iter().filter_map(|f| f.category.as_deref()));
            own.chain([definition.category.as_str()]).any(within)
        };
        let recognisers: Vec<(String, String)> = RECOGNISERS
            .iter()
            .filter_map(|(_, toml)| Self::definition(toml))
            .filter(finds)
            .map(|definition| (definition.id, definition.what))
            .collect();
        (!recognisers.is_empty()).then_some(Explanation::Category { recognisers })
    }

    fn definition(toml: &str) -> Option<Definition> {
        Definition::parse(toml).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_embedded_is_usable() {
        assert!(Bundle::bank().is_ok());
        assert_eq!(Bundle::models().map(|models| models.spanish.language()), Ok(Language::Spanish));
        for name in Bundle::policies() {
            let policy = Bundle::policy(name).expect("it is listed").expect("it is well formed");
            assert!(!policy.about.is_empty(), "{name} says what it is for");
        }
    }

    #[test]
    fn recognisers_policies_and_categories_can_be_explained() {
        assert!(matches!(Bundle::explain("es/dni"), Some(Explanation::Recogniser { .. })));
        assert!(matches!(Bundle::explain("hipaa"), Some(Explanation::Policy { .. })));
        assert!(matches!(Bundle::explain("finance"), Some(Explanation::Category { .. })));
        assert!(Bundle::explain("nothing/of/this/name").is_none());
    }
}
