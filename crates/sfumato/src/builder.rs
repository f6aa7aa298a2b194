//! The settings of an anonymiser, put together step by step.

use std::fmt;

use sfumato_detect::learned::{ModelError, NetworkQuality};
use sfumato_detect::patterns::{BankError, RecogniserSource};
use sfumato_detect::{AllowList, DetectionSettings, NamedEntities, Speakers, WordList};
use sfumato_document::SpareThreads;
use sfumato_language::Language;
use sfumato_mask::{Accounting, Keys, Patterns, Policy, PseudonymSource};
use sfumato_pseudonym::PseudonymSeed;

use crate::models::{self, AddedModel, Model};
use crate::risks::{Risks, RisksError};
use crate::world::{BroughtKnowledge, NOTHING};
use crate::{Anonymiser, Bundle, ReportOptions, SurroundingsError};

/// Settings of an [`Anonymiser`]: a policy and what it needs. Everything that can be wrong with them is found by
/// [`build`](Self::build).
///
/// ```
/// use sfumato::{Anonymiser, Bundle, pseudonym::PseudonymSeed};
///
/// let policy = Bundle::policy("pseudonymise").expect("a built-in policy")?;
/// let anonymiser = Anonymiser::builder().policy(policy).seed(PseudonymSeed::new(7)).protect("Ann Lee").build()?;
/// assert_eq!(anonymiser.policy().name, "pseudonymise");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone)]
pub struct AnonymiserBuilder<'w> {
    policy: Policy,
    keys: Option<Keys>,
    seed: Option<PseudonymSeed>,
    redrawn: Vec<usize>,
    is_by_seed_alone: bool,
    recognisers: Vec<(String, String)>,
    models: Vec<AddedModel<'w>>,
    knowledge: &'w BroughtKnowledge<'w>,
    assesses: bool,
    accounting: Accounting,
    spare: SpareThreads,
    reporting: ReportOptions,
}

impl fmt::Debug for AnonymiserBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnonymiserBuilder({})", self.policy.name)
    }
}

/// Why an anonymiser cannot be built.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A recogniser is not as it should be.
    #[error(transparent)]
    Recognisers(#[from] BankError),
    /// The policy hashes or encrypts and there is no key.
    #[error("the policy {policy} hashes or encrypts and there is no key")]
    NoKey {
        /// The policy.
        policy: String,
    },
    /// The policy gives pseudonyms and there is neither a seed to draw them from nor a key.
    #[error("the policy {policy} gives pseudonyms and there is no seed to draw them from, and no key")]
    NoSeed {
        /// The policy.
        policy: String,
    },
    /// There is no model of this name.
    #[error("there is no model `{name}`; {}", models::hint(.name))]
    NoModel {
        /// The name.
        name: String,
    },
    /// A model cannot be used.
    #[error("model {name}: {error}")]
    Model {
        /// Its name.
        name: String,
        /// Why.
        error: ModelError,
    },
    /// What models need is not as it should be.
    #[error(transparent)]
    Surroundings(#[from] SurroundingsError),
    /// What the policy asks of the world cannot be answered.
    #[error("policy {policy}: {error}")]
    Risks {
        /// The policy.
        policy: String,
        /// Why.
        error: RisksError,
    },
}

impl Default for AnonymiserBuilder<'_> {
    /// The policy `default`, which needs no key.
    fn default() -> Self {
        Self {
            policy: Bundle::default_policy(),
            keys: None,
            seed: None,
            redrawn: Vec::new(),
            is_by_seed_alone: false,
            recognisers: Vec::new(),
            models: Vec::new(),
            knowledge: &NOTHING,
            assesses: false,
            accounting: Accounting::default(),
            spare: SpareThreads::default(),
            reporting: ReportOptions::default(),
        }
    }
}

impl<'w> AnonymiserBuilder<'w> {
    /// Follows a policy in the place of the one so far; what was set in that one is lost.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Masks everybody and everything of this name as well, whatever it is.
    pub fn protect(mut self, name: impl Into<String>) -> Self {
        self.policy.entities.push(name.into());
        self
    }

    /// Takes documents to be in one language, which is told from each otherwise.
    pub fn language(mut self, language: Language) -> Self {
        self.policy.language = Some(language);
        self
    }

    /// Reads with the networks of this quality.
    pub fn quality(mut self, quality: NetworkQuality) -> Self {
        self.policy.recognise.quality = quality;
        self
    }

    /// Hashes, encrypts and draws pseudonyms with these keys.
    pub fn keys(mut self, keys: Keys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// Draws pseudonyms from a seed, in the place of that of the keys.
    pub fn seed(mut self, seed: PseudonymSeed) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Gives some entities other pseudonyms than they would have got, by number from one as reports count them.
    pub fn redraw(mut self, entities: impl IntoIterator<Item = usize>) -> Self {
        self.redrawn.extend(entities);
        self
    }

    /// Draws the same pseudonym for the same value in all documents that are masked with the same seed or keys, by
    /// whatever anonymiser, so that machines that share nothing else agree; whoever has two documents can then see that
    /// they are about one person.
    pub fn same_in_all_documents(mut self) -> Self {
        self.is_by_seed_alone = true;
        self
    }

    /// Adds a recogniser by pattern: its id and its file.
    pub fn recogniser(mut self, id: impl Into<String>, toml: impl Into<String>) -> Self {
        self.recognisers.push((id.into(), toml.into()));
        self
    }

    /// Adds a learned recogniser, in the place of the one with its id.
    pub fn model(mut self, model: AddedModel<'w>) -> Self {
        self.models.push(model);
        self
    }

    /// Asks taxonomies, counts and vectors of the user's own beside the embedded ones.
    pub fn knowledge(mut self, knowledge: &'w BroughtKnowledge<'w>) -> Self {
        self.knowledge = knowledge;
        self
    }

    /// Measures how much documents tell even if the policy sets no limit to it.
    pub fn assess(mut self) -> Self {
        self.assesses = true;
        self
    }

    /// Works out so much of what documents tell: all of it for reports, what decides for those who want none.
    pub fn accounting(mut self, accounting: Accounting) -> Self {
        self.accounting = accounting;
        self
    }

    /// Makes the reports of [`Anonymiser::mask`] and its like in this form.
    pub fn reporting(mut self, options: ReportOptions) -> Self {
        self.reporting = options;
        self
    }

    /// Lets long documents be worked on by threads that have nothing else to do.
    pub fn spare_threads(mut self, spare: SpareThreads) -> Self {
        self.spare = spare;
        self
    }

    /// Builds the anonymiser; an error says what is wrong with the settings.
    pub fn build(self) -> Result<Anonymiser<'w>, BuildError> {
        let Self {
            policy,
            keys,
            seed,
            redrawn,
            is_by_seed_alone,
            recognisers,
            models,
            knowledge,
            assesses,
            accounting,
            spare,
            reporting,
        } = self;
        if policy.needs_key() && keys.is_none() {
            return Err(BuildError::NoKey { policy: policy.name });
        }
        let seed = seed.or_else(|| keys.as_ref().map(|keys| keys.seed().clone()));
        let pseudonyms = match (policy.pseudonymises(), seed) {
            (false, _) => None,
            (true, Some(seed)) => {
                let source = PseudonymSource::new(seed, policy.pseudonyms.clone(), redrawn, Bundle::pseudonyms());
                Some(if is_by_seed_alone { source.by_seed_alone() } else { source })
            }
            (true, None) => return Err(BuildError::NoSeed { policy: policy.name }),
        };
        let sources: Vec<RecogniserSource> =
            recognisers.iter().map(|(id, toml)| RecogniserSource { id, toml }).collect();
        let models = models::build(&policy.recognise, &models, &spare)?;
        let failed = |error| BuildError::Risks { policy: policy.name.clone(), error };
        let is_measured = assesses || policy.needs_world();
        let risks = is_measured.then(|| Risks::new(&policy, knowledge)).transpose().map_err(failed)?;
        let learnt = match policy.recognise.patterns {
            Patterns::Support => models.iter().flat_map(Model::answers_for).collect(),
            Patterns::All | Patterns::None => Vec::new(),
        };
        Ok(Anonymiser {
            bank: if policy.recognise.patterns == Patterns::None { None } else { Some(Bundle::bank()?) },
            speakers: (policy.recognise.patterns == Patterns::All).then(Speakers::default),
            of_languages: if models.is_empty() && risks.is_none() {
                None
            } else {
                Some(Bundle::models().map_err(SurroundingsError::from)?)
            },
            models,
            own: if sources.is_empty() { None } else { Some(Bundle::compile(&sources)?) },
            lists: policy.deny.iter().map(|(category, words)| WordList::new(category.clone(), words)).collect(),
            named: NamedEntities::new(&policy.entities),
            settings: DetectionSettings {
                threshold: policy.threshold,
                allow: AllowList::new(&policy.allow),
                learnt,
                spreads_words: policy.pseudonymises(),
            },
            risks,
            accounting,
            pseudonyms,
            spare,
            reporting,
            knowledge,
            policy,
            keys,
        })
    }
}
