//! The one place where the server meets the library: requests in, bytes and accounts out.

mod error;
mod upload;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use sfumato::detect::labels::LabelSet;
use sfumato::document::{Document, Edits, ProgressObserver};
use sfumato::mask::{Accounting, Keys, Operator, PartRule, Policy, Rendering, TokenError, unmask};
use sfumato::pseudonym::{PseudonymSeed, ShiftRange};
use sfumato::risk::Limit;
use sfumato::values::Day;
use sfumato::{
    Anonymiser, AnonymiserBuilder, AssessedDocument, Bundle, DEFAULT_POLICY, FileFault, FoundOptions, FoundPlace,
    MapFile, MaskedDocument, PlanFile, PlanOptions, Report, ReportOptions,
};

use crate::options::{DecidingOptions, ReadingOptions, TellingOptions};
use crate::problem::Problem;
use crate::review::{ReviewAnonymisers, ReviewChoices, ReviewSettings, ReviewView};
use crate::work::WorkWatch;
pub use upload::OpenedUpload;

/// So many phrases of a single document are told unless another number is asked for.
const PHRASES: usize = 10;
/// So many anonymisers are kept for the next request.
const KEPT: usize = 16;

/// Builds what requests ask for and keeps it for the next ones.
pub struct Engine {
    keys: Option<Keys>,
    takes_policies: bool,
    /// Those used last stand last.
    built: Mutex<Vec<(BuildWish, Arc<Anonymiser<'static>>)>>,
}

/// The settings an anonymiser is built from.
#[derive(Debug, Clone, PartialEq)]
struct BuildWish {
    deciding: DecidingOptions,
    assesses: bool,
    accounting: Accounting,
    /// The last day that dates may be moved to.
    today: Day,
    adjustments: PolicyAdjustments,
}

/// The changes of a review to a policy.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct PolicyAdjustments {
    settings: ReviewSettings,
    /// The one form of everything, measured by nothing.
    column: Option<Rendering>,
}

impl PolicyAdjustments {
    fn adjust(self, policy: &mut Policy) {
        let Self { settings, column } = self;
        let drawn = &mut policy.pseudonyms.settings;
        if let Some([least, most]) = settings.date_days {
            (drawn.dates.days, drawn.dates.months, drawn.dates.years) = (ShiftRange::new(least, most), None, None);
        }
        drawn.ages.range = settings.age_range.unwrap_or(drawn.ages.range);
        if let Some(bits) = settings.bits {
            policy.limits.informative = Some(Limit::Bits(bits));
        }
        if column.is_some() {
            (policy.limits.informative, policy.limits.disclosure, policy.limits.related) = (None, None, None);
            policy.topics.clear();
        }
        if let Some(rendering) = column.or(settings.view.rendering()) {
            policy.render(rendering);
        }
    }
}

/// A masked file, with the account of it.
pub struct MaskedUpload {
    /// The file.
    pub bytes: Vec<u8>,
    /// The account of each of its documents, if it was asked for.
    pub reports: Vec<Report>,
    /// Replaced places, by category.
    pub counts: Vec<(String, usize)>,
    /// Phrases that tell more than they may and could not be made to tell less.
    pub above_limit: usize,
    /// The name of its format.
    pub format: &'static str,
}

impl Engine {
    /// With a key, if values are to be hashed, encrypted or brought back; `takes_policies` if requests may bring their own.
    pub fn new(keys: Option<Keys>, takes_policies: bool) -> Self {
        Self { keys, takes_policies, built: Mutex::default() }
    }

    /// True if values can be brought back.
    pub fn has_key(&self) -> bool {
        self.keys.is_some()
    }

    /// Reads what the first request would wait for.
    pub fn warm_up(&self) -> Result<(), Problem> {
        self.anonymiser(&DecidingOptions::default(), false, Accounting::Above).map(drop)
    }

    /// Masks a file, document by document.
    pub fn mask(
        &self,
        deciding: &DecidingOptions,
        upload: &OpenedUpload,
        report: Option<&TellingOptions>,
        watch: &Arc<WorkWatch>,
    ) -> Result<MaskedUpload, Problem> {
        let accounting = if report.is_some() { Accounting::Full } else { Accounting::Above };
        let anonymiser = self.anonymiser(deciding, false, accounting)?;
        mask_each(upload, report, watch, |document| anonymiser.mask_document(document).map_err(Problem::from))
    }

    /// Carries a plan out.
    pub fn apply(
        &self,
        plan: &str,
        upload: &OpenedUpload,
        report: Option<&TellingOptions>,
        watch: &Arc<WorkWatch>,
    ) -> Result<MaskedUpload, Problem> {
        upload.only_document()?;
        let plan = PlanFile::parse(plan)?;
        mask_each(upload, report, watch, |document| plan.clone().carry_out(document).map_err(Problem::from))
    }

    /// The plan of a document, as `sfumato plan` prints it.
    pub fn plan(
        &self,
        deciding: &DecidingOptions,
        upload: &OpenedUpload,
        telling: &TellingOptions,
        watch: &Arc<WorkWatch>,
    ) -> Result<String, Problem> {
        let document = watched(upload.only_document()?, watch);
        let anonymiser = self.anonymiser(deciding, false, Accounting::Full)?;
        let masked = anonymiser.mask_document(&document)?;
        let options = PlanOptions { unit: telling.offsets, show_text: telling.show_text };
        let plan = anonymiser.plan_file(&document, &masked, &options);
        Ok(serde_json::to_string_pretty(&plan).map_err(unwritable)? + "\n")
    }

    /// The findings of each document of a file, as lines of `sfumato detect --as jsonl`.
    pub fn detect(
        &self,
        deciding: &DecidingOptions,
        upload: &OpenedUpload,
        telling: &TellingOptions,
        watch: &Arc<WorkWatch>,
    ) -> Result<Vec<String>, Problem> {
        let anonymiser = self.anonymiser(deciding, false, Accounting::Full)?;
        let TellingOptions { offsets: unit, labels, show_text, all, .. } = *telling;
        let options = FoundOptions { unit, labels, show_text, all };
        let each = |record: usize| {
            let document = watched(upload.file().document(record)?, watch);
            let masked = anonymiser.mask_document(&document)?;
            let findings = FoundPlace::json(&FoundPlace::list(&masked, labels, all), &document, &options);
            let name = match upload.file().is_collection() {
                true => upload.file().line(record).to_string(),
                false => serde_json::Value::from(upload.name()).to_string(),
            };
            let id = document.id().map_or(name.as_str(), |id| id.expose().as_str());
            Ok(format!("{{\"id\":{id},\"findings\":{}}}", findings.map_err(unwritable)?))
        };
        (0..upload.file().len()).map(each).collect()
    }

    /// The exposure of each document of a file, the most exposed first, as `sfumato assess --as json` has it.
    pub fn assess(
        &self,
        deciding: &DecidingOptions,
        upload: &OpenedUpload,
        telling: &TellingOptions,
        watch: &Arc<WorkWatch>,
    ) -> Result<Vec<AssessedDocument>, Problem> {
        let anonymiser = self.anonymiser(deciding, true, Accounting::Full)?;
        let options = ReportOptions { all_terms: false, ..report_options(telling) };
        let each = |record: usize| {
            let document = watched(upload.file().document(record)?, watch);
            let masked = anonymiser.mask_document(&document)?;
            let report = Report::new(&masked, &document, &upload.name_of(record), &options);
            let assessed = AssessedDocument::new(report, telling.top.unwrap_or(PHRASES));
            assessed.ok_or_else(|| FileFault::NotMeasured.into())
        };
        let mut all = (0..upload.file().len()).map(each).collect::<Result<Vec<_>, Problem>>()?;
        // Documents that are exposed alike stay in order.
        all.sort_by(|a, b| b.risk.exposure.total_cmp(&a.risk.exposure));
        if all.len() > 1 {
            all.iter_mut().for_each(|one| one.phrases.clear());
            all.truncate(telling.top.unwrap_or(usize::MAX));
        }
        Ok(all)
    }

    /// Brings back what was masked with the key, or what a map knows.
    pub fn unmask(
        &self,
        deciding: &DecidingOptions,
        upload: &OpenedUpload,
        map: Option<&[u8]>,
        watch: &Arc<WorkWatch>,
    ) -> Result<MaskedUpload, Problem> {
        let none =
            || Problem::content("no-key", "the server was started without a key, so nothing can be brought back");
        let keys = self.keys.as_ref().ok_or_else(none)?;
        let map = map.map(|map| MapFile::open(map, keys)).transpose()?;
        let ciphered = match &deciding.policy {
            Some(_) => Some(self.anonymiser(deciding, false, Accounting::Above)?),
            None => None,
        };
        if let Some(anonymiser) = &ciphered
            && !anonymiser.policy().enciphers()
        {
            return Err(Problem::content("no-cipher", "the policy has no rule with `ff1`; leave it out"));
        }
        let edits = |document: &Document| -> Result<Edits, Problem> {
            Ok(match (&map, &ciphered) {
                (Some(map), _) => map.restore(document)?,
                (None, Some(anonymiser)) => anonymiser.decipher(document)?,
                (None, None) => match unmask(document, keys) {
                    Ok(unmasked) => unmasked.edits,
                    Err(TokenError::None) => Edits::none(),
                    Err(error) => return Err(error.into()),
                },
            })
        };
        let (mut parts, mut count) = (Vec::with_capacity(upload.file().len()), 0);
        for record in 0..upload.file().len() {
            let document = watched(upload.file().document(record)?, watch);
            watch.check();
            let edits = edits(&document)?;
            count += edits.len();
            parts.push(Some(upload.format().write(&document, &edits)?));
        }
        if count == 0 {
            return Err(TokenError::None.into());
        }
        let counts = vec![("unmasked".to_owned(), count)];
        let bytes = upload.file().assemble(&parts);
        Ok(MaskedUpload { bytes, reports: Vec::new(), counts, above_limit: 0, format: upload.format().name() })
    }

    /// Everything in a plain text by the names that Presidio has for it, whatever the policy does with it.
    pub(crate) fn look(&self, deciding: &DecidingOptions, document: &Document) -> Result<MaskedDocument, Problem> {
        Ok(self.anonymiser(deciding, false, Accounting::Above)?.mask_document(document)?)
    }

    /// Draws a seed for what is reviewed, so that what it draws stays what it was.
    pub fn settle_seed(&self, deciding: &mut DecidingOptions) -> Result<(), Problem> {
        if deciding.seed.is_none() && self.keys.is_none() {
            deciding.seed = Some(unknown_number()?);
        }
        Ok(())
    }

    /// The anonymisers of a review.
    pub fn review_anonymisers(
        &self,
        deciding: &DecidingOptions,
        choices: &ReviewChoices,
        today: Day,
    ) -> Result<ReviewAnonymisers, Problem> {
        let seeded = DecidingOptions { seed: choices.seed.or(deciding.seed), ..deciding.clone() };
        // What is drawn by nobody is the same for all reviews.
        let unseeded = DecidingOptions { seed: None, reroll: Vec::new(), ..deciding.clone() };
        let built = |deciding: &DecidingOptions, settings: ReviewSettings, column| {
            let adjustments = PolicyAdjustments { settings, column };
            let (deciding, accounting) = (deciding.clone(), Accounting::Full);
            self.wished(BuildWish { deciding, assesses: false, accounting, today, adjustments })
        };
        let settings = choices.settings;
        let mut policy = self.policy(deciding)?;
        deciding.strategy.into_iter().for_each(|strategy| policy.follow(strategy));
        PolicyAdjustments { settings, column: None }.adjust(&mut policy);
        let own = built(if policy.pseudonymises() { &seeded } else { &unseeded }, settings, None)?;
        let is_measured = policy.needs_world();
        let is_only = |wanted: &Operator| {
            !is_measured && policy.rules().all(|(_, operator)| operator == wanted || *operator == Operator::Keep)
        };
        let plain = ReviewSettings { view: ReviewView::Policy, bits: None, ..settings };
        let labels = match is_only(&Operator::Label) {
            true => Arc::clone(&own),
            false => built(&unseeded, plain, Some(Rendering::Labels))?,
        };
        let pseudonyms = match is_only(&Operator::Pseudonymise) {
            true => Arc::clone(&own),
            false => built(&seeded, plain, Some(Rendering::Pseudonyms))?,
        };
        Ok(ReviewAnonymisers { own, labels, pseudonyms })
    }

    fn anonymiser(
        &self,
        deciding: &DecidingOptions,
        assesses: bool,
        accounting: Accounting,
    ) -> Result<Arc<Anonymiser<'static>>, Problem> {
        let adjustments = PolicyAdjustments::default();
        self.wished(BuildWish { deciding: deciding.clone(), assesses, accounting, today: today(), adjustments })
    }

    /// The anonymiser of a wish: the one that was built for the same before, or a new one.
    fn wished(&self, wish: BuildWish) -> Result<Arc<Anonymiser<'static>>, Problem> {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = built.iter().position(|(known, _)| *known == wish) {
            let found = built.remove(at);
            let anonymiser = Arc::clone(&found.1);
            built.push(found);
            return Ok(anonymiser);
        }
        drop(built);
        let (builder, is_drawn_anew) = self.builder(&wish)?;
        let anonymiser = Arc::new(builder.build()?);
        // What is drawn from a random number is never drawn so again.
        if !is_drawn_anew {
            let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
            if built.len() >= KEPT {
                built.remove(0);
            }
            built.push((wish, Arc::clone(&anonymiser)));
        }
        Ok(anonymiser)
    }

    /// The builder that the command line would make of the same options, and true if it draws pseudonyms anew each time.
    fn builder(&self, wish: &BuildWish) -> Result<(AnonymiserBuilder<'static>, bool), Problem> {
        let options = &wish.deciding;
        let mut policy = self.policy(options)?;
        policy.entities.extend(options.protect.iter().cloned());
        policy.threshold = options.threshold.unwrap_or(policy.threshold);
        policy.language = options.language.or(policy.language);
        if options.keep_metadata {
            policy.file.metadata = PartRule::Keep;
        }
        policy.file.pictures = options.pictures.unwrap_or(policy.file.pictures);
        policy.file.embedded = options.embedded.unwrap_or(policy.file.embedded);
        policy.recognise.quality = options.quality.unwrap_or(policy.recognise.quality);
        policy.recognise.sensitivity = options.sensitivity.unwrap_or(policy.recognise.sensitivity);
        if let Some(strategy) = options.strategy {
            policy.follow(strategy);
        }
        wish.adjustments.adjust(&mut policy);
        let draws = policy.pseudonymises();
        if !options.reroll.is_empty() && options.seed.is_none() && self.keys.is_none() {
            return Err(Problem::request(
                "option-value",
                "`reroll` needs `seed`: without one, everything is drawn anew",
            ));
        }
        let is_drawn_anew = draws && options.seed.is_none() && self.keys.is_none();
        let seed = match options.seed {
            Some(number) => Some(PseudonymSeed::new(number)),
            None if is_drawn_anew => Some(unknown_seed()?),
            None => None,
        };
        policy.pseudonyms.settings.dates.not_after = Some(wish.today);
        let keys = if policy.needs_key() || draws { self.keys.clone() } else { None };
        let mut builder = Anonymiser::builder().policy(policy).redraw(options.reroll.iter().copied());
        builder = builder.accounting(wish.accounting);
        if let Some(keys) = keys {
            builder = builder.keys(keys);
        }
        if let Some(seed) = seed {
            builder = builder.seed(seed);
        }
        if wish.assesses {
            builder = builder.assess();
        }
        Ok((builder, is_drawn_anew))
    }

    fn policy(&self, options: &DecidingOptions) -> Result<Policy, Problem> {
        if let Some(text) = &options.policy_text {
            if !self.takes_policies {
                return Err(Problem::content(
                    "policy-refused",
                    "this server takes no policies from requests; it is started with --allow-policies for that",
                ));
            }
            return Ok(Policy::parse("request", text)?);
        }
        let name = options.policy.as_deref().unwrap_or(DEFAULT_POLICY);
        Ok(Bundle::policy(name).ok_or_else(|| error::unknown_policy(name))??)
    }
}

/// Masks every document of a file by what decides.
fn mask_each(
    upload: &OpenedUpload,
    report: Option<&TellingOptions>,
    watch: &Arc<WorkWatch>,
    decide: impl Fn(&Document) -> Result<MaskedDocument, Problem>,
) -> Result<MaskedUpload, Problem> {
    let mut parts = Vec::with_capacity(upload.file().len());
    let mut counts = std::collections::BTreeMap::new();
    let (mut reports, mut above_limit) = (Vec::new(), 0);
    for record in 0..upload.file().len() {
        let document = watched(upload.file().document(record)?, watch);
        watch.check();
        let masked = decide(&document)?;
        parts.push(Some(masked.write(upload.format(), &document)?));
        for (category, count) in masked.counts() {
            *counts.entry(category).or_default() += count;
        }
        above_limit += masked.plan.account().map_or(0, |account| account.above_limit());
        if let Some(telling) = report {
            reports.push(Report::new(&masked, &document, &upload.name_of(record), &report_options(telling)));
        }
    }
    let (bytes, counts) = (upload.file().assemble(&parts), counts.into_iter().collect());
    Ok(MaskedUpload { bytes, reports, counts, above_limit, format: upload.format().name() })
}

fn report_options(telling: &TellingOptions) -> ReportOptions {
    ReportOptions { unit: telling.offsets, show_text: telling.show_text, all_terms: telling.all }
}

fn watched(document: Document, watch: &Arc<WorkWatch>) -> Document {
    document.watched_by(Some(Arc::clone(watch) as Arc<dyn ProgressObserver>))
}

fn unwritable(_: serde_json::Error) -> Problem {
    Problem::content("unwritable", "the result cannot be written as JSON")
}

/// A number that nobody knows, as JSON can hold it.
pub fn unknown_number() -> Result<u64, Problem> {
    let mut bytes = [0; 8];
    let none = |_| Problem::content("no-seed", "the system gives no random numbers; give `seed`");
    getrandom::fill(&mut bytes).map_err(none)?;
    Ok(u64::from_le_bytes(bytes) >> 11)
}

fn unknown_seed() -> Result<PseudonymSeed, Problem> {
    let mut bytes = [0; 32];
    let none = |_| Problem::content("no-seed", "the system gives no random numbers; give `seed`");
    getrandom::fill(&mut bytes).map_err(none)?;
    Ok(PseudonymSeed::from_bytes(&bytes))
}

/// The day it is.
fn today() -> Day {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Day::from_number(Day::clipped(1970, 1, 1).number() + (since_1970.as_secs() / 86_400) as i64)
}

/// Opens a file of a request.
pub fn open(bytes: Vec<u8>, options: &ReadingOptions) -> Result<OpenedUpload, Problem> {
    OpenedUpload::new(bytes, options)
}

/// The built-in policies: name, what for, and file.
pub fn policies() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    Bundle::policies().filter_map(|name| {
        let about = Bundle::policy(name)?.ok()?.about;
        Some((name, about, Bundle::policy_file(name)?))
    })
}

/// Every category: its path, what it is, and what others call it.
pub fn categories() -> impl Iterator<Item = (String, &'static str, Vec<(&'static str, String)>)> {
    sfumato::detect::Category::all().map(|category| {
        let foreign = LabelSet::ALL.into_iter().filter(|set| *set != LabelSet::Sfumato);
        let labels = foreign.map(|set| (set.name(), category.label(set).to_owned())).collect();
        (category.path().to_owned(), category.about().unwrap_or_default(), labels)
    })
}
