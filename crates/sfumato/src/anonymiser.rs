//! The whole flow behind one type.

use std::collections::BTreeMap;
use std::sync::Arc;

use sfumato_detect::patterns::{Bank, BankError, Source};
use sfumato_detect::{AllowList, Category, Entities, Fault, NamedEntities, Recogniser, Settings, WordList, detect};
use sfumato_document::{Document, Edits};
use sfumato_language::{Analysis, Languages};
use sfumato_mask::{Action, Keys, Plan, PlanError, Policy, edits, plan};

use crate::{Bundle, Report, ReportOptions};

/// What an anonymiser is built from.
#[derive(Debug, Clone)]
pub struct Config {
    /// The policy.
    pub policy: Policy,
    /// The keys, if the policy hashes or encrypts.
    pub keys: Option<Keys>,
    /// Recognisers of the user's own: id and file.
    pub recognisers: Vec<(String, String)>,
}

impl Default for Config {
    /// The policy `default`, which needs no key.
    fn default() -> Self {
        let policy = Bundle::policy("default").and_then(Result::ok).expect("the default policy is embedded and tested");
        Self { policy, keys: None, recognisers: Vec::new() }
    }
}

/// Why an anonymiser cannot be built.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A recogniser is not as it should be.
    #[error(transparent)]
    Recognisers(#[from] BankError),
    /// The policy needs a key and there is none.
    #[error("the policy {policy} hashes or encrypts and there is no key; give one with --key-file or SFUMATO_KEY")]
    NoKey {
        /// The policy.
        policy: String,
    },
}

/// Why a document was not masked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A recogniser failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The plan could not be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Masks documents by a policy. Built once, used from any number of threads.
pub struct Anonymiser {
    policy: Policy,
    keys: Option<Keys>,
    bank: &'static Bank,
    own: Option<Bank>,
    lists: Vec<WordList>,
    named: NamedEntities,
    settings: Settings,
}

impl std::fmt::Debug for Anonymiser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Anonymiser({})", self.policy.name)
    }
}

impl Anonymiser {
    /// Builds one; everything that can be wrong with the settings is found here.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        let Config { policy, keys, recognisers } = config;
        if policy.needs_key() && keys.is_none() {
            return Err(ConfigError::NoKey { policy: policy.name });
        }
        let sources: Vec<Source> = recognisers.iter().map(|(id, toml)| Source { id, toml }).collect();
        Ok(Self {
            bank: Bundle::bank()?,
            own: if sources.is_empty() { None } else { Some(Bundle::compile(&sources)?) },
            lists: policy.deny.iter().map(|(category, words)| WordList::new(category.clone(), words)).collect(),
            named: NamedEntities::new(&policy.entities),
            settings: Settings { threshold: policy.threshold, allow: AllowList::new(&policy.allow) },
            policy,
            keys,
        })
    }

    /// The policy it follows.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Finds everything, decides about it, and prepares the edits. The document itself is not changed.
    pub fn mask(&self, document: &Document) -> Result<Masked, RunError> {
        let analysis = match self.policy.language {
            Some(language) => Analysis::in_languages(document, Languages::only(language)),
            None => Analysis::new(document),
        };
        let names: Vec<&str> = document.protect().collect();
        let asked = NamedEntities::new(&names);
        let mut recognisers: Vec<&dyn Recogniser> = vec![self.bank, &self.named, &asked];
        recognisers.extend(self.own.as_ref().map(|bank| bank as &dyn Recogniser));
        recognisers.extend(self.lists.iter().map(|list| list as &dyn Recogniser));
        let entities = detect(&analysis, &recognisers, &self.settings)?;
        let plan = plan(&entities, &self.policy);
        let mut edits = edits(document, &entities, &plan, self.keys.as_ref())?;
        for part in document.removable() {
            edits = edits.removing(part);
        }
        Ok(Masked { entities, plan, edits, languages: analysis.languages(), policy: self.policy.name.as_str().into() })
    }
}

/// What masking a document comes to.
#[derive(Debug)]
pub struct Masked {
    /// What was found.
    pub entities: Entities,
    /// What is done with it.
    pub plan: Plan,
    /// The changes to make.
    pub edits: Edits,
    /// The languages the text is in.
    pub languages: Languages,
    pub(crate) policy: Arc<str>,
}

impl Masked {
    /// How many mentions are replaced.
    pub fn replaced(&self) -> usize {
        self.plan.decisions.iter().filter(|decision| decision.action() == Action::Mask).count()
    }

    /// Replaced mentions by category.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts: BTreeMap<&Category, usize> = BTreeMap::new();
        for decision in self.plan.decisions.iter().filter(|decision| decision.action() == Action::Mask) {
            let mention = &self.entities.mentions[decision.mention];
            *counts.entry(&self.entities.entity_of(mention).category).or_default() += 1;
        }
        counts.into_iter().map(|(category, count)| (category.to_string(), count)).collect()
    }

    /// The account of every change, free of the document's text.
    pub fn report(&self, document: &Document, name: &str) -> Report {
        Report::new(self, document, name, &ReportOptions::default())
    }
}
