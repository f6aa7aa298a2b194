//! The whole flow behind one type.

use std::collections::BTreeMap;
use std::sync::Arc;

use sfumato_detect::patterns::PatternBank;
use sfumato_detect::{
    Category, DetectionSettings, Entities, GivenPlace, GivenPlaces, Mention, NamedEntities, Recogniser,
    RecogniserFault, Speakers, WordList, detect,
};
use sfumato_document::{
    Document, DocumentFormat, Edits, EditsError, ReadError, RemainingValue, Removable, RemovableKind, ResultVerifier,
    Span, SpareThreads, WorkStep, WriteError,
};
use sfumato_language::{Analysis, AnalysisMemory, Languages, Models, UnsupportedLanguage};
use sfumato_mask::{
    Accounting, Action, Choices, FileRules, Keys, PartRule, Plan, PlanError, Planner, Policy, PseudonymSource,
    ReplacementOrigin, TERM, Verdict, digest,
};
use sfumato_pseudonym::{PseudonymMapping, PseudonymScope};

use crate::models::Model;
use crate::risks::Risks;
use crate::{AnonymiserBuilder, BroughtKnowledge, PlanFile, PlanOptions, Report, ReportOptions};

/// Why a document was not masked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A recogniser failed.
    #[error(transparent)]
    Fault(#[from] RecogniserFault),
    /// The plan could not be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The text is not the one that was looked at first.
    #[error("it was changed between the two times it was read; run again")]
    Changed,
    /// The text is in a language of which nobody here knows names and words.
    #[error("the text is in {language}, which is not supported")]
    UnsupportedLanguage {
        /// The language.
        language: UnsupportedLanguage,
    },
    /// The policy does not let something in the file through.
    #[error("{place}: {}", refusal(*.kind))]
    Refused {
        /// What it is.
        kind: RemovableKind,
        /// Where it is.
        place: Box<str>,
    },
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What was written could not be read again, so nobody can say what is in it.
    #[error("what was written cannot be read again, so it is thrown away: {0}")]
    ReadBack(ReadError),
    /// What was written still holds what was masked.
    #[error(
        "{0}; it is thrown away; say which values may stay with [allow] in a policy, or remove that part of the file"
    )]
    Leak(#[from] RemainingValue),
}

fn refusal(kind: RemovableKind) -> &'static str {
    match kind {
        RemovableKind::Picture => "a picture, which is not read",
        RemovableKind::Embedded => "something inside the file that is not read",
        _ => "the policy refuses it",
    }
}

/// Masks documents by a policy. Built once, used from any number of threads.
pub struct Anonymiser<'w> {
    pub(crate) policy: Policy,
    pub(crate) keys: Option<Keys>,
    /// The recognisers by pattern, unless the policy does without.
    pub(crate) bank: Option<&'static PatternBank>,
    /// What finds speakers, which is used where patterns find on their own.
    pub(crate) speakers: Option<Speakers>,
    pub(crate) own: Option<PatternBank>,
    pub(crate) models: Vec<Model<'w>>,
    /// What the analysis needs if there are any.
    pub(crate) of_languages: Option<&'static Models<'static>>,
    pub(crate) lists: Vec<WordList>,
    pub(crate) named: NamedEntities,
    pub(crate) settings: DetectionSettings,
    /// What the world is asked, if the policy asks it anything.
    pub(crate) risks: Option<Risks<'w>>,
    pub(crate) accounting: Accounting,
    /// The source of pseudonyms, if the policy gives any.
    pub(crate) pseudonyms: Option<PseudonymSource>,
    pub(crate) spare: SpareThreads,
    pub(crate) reporting: ReportOptions,
    pub(crate) knowledge: &'w BroughtKnowledge<'w>,
}

impl std::fmt::Debug for Anonymiser<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Anonymiser({})", self.policy.name)
    }
}

impl<'w> Anonymiser<'w> {
    /// Settings to build one from: those of the policy `default`, until others are given.
    pub fn builder() -> AnonymiserBuilder<'w> {
        AnonymiserBuilder::default()
    }

    /// The policy it follows.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What the user brought to what is embedded.
    pub fn knowledge(&self) -> &'w BroughtKnowledge<'w> {
        self.knowledge
    }

    /// Finds everything, decides about it, and prepares the edits. The document itself is not changed.
    pub fn mask_document(&self, document: &Document) -> Result<MaskedDocument, RunError> {
        self.mask_document_with(document, &[])
    }

    /// The same, with what somebody else found in the document: it is masked by the policy's rules, and whatever tells of
    /// it is held against the policy's limits. A replacement that comes with a place stands in all places of its thing.
    pub fn mask_document_with(&self, document: &Document, given: &[GivenPlace]) -> Result<MaskedDocument, RunError> {
        let analysis = self.analysis(document);
        let entities = self.entities(&analysis, given)?;
        let plan = self.planned(&analysis, &entities, given)?;
        self.masked(document, analysis.languages(), entities, plan)
    }

    /// The same with everything that the first look at the document found, which is not looked for again.
    pub fn mask_surveyed(&self, document: &Document, survey: DocumentSurvey) -> Result<MaskedDocument, RunError> {
        if !survey.is_of(document) {
            return Err(RunError::Changed);
        }
        let (analysis, entities) = (self.analysis(document), survey.entities);
        let plan = self.planned(&analysis, &entities, &survey.given)?;
        self.masked(document, analysis.languages(), entities, plan)
    }

    /// Finds everything and decides about nothing; what was learnt of the text on the way is handed out to go on with.
    pub fn find(&self, document: &Document, given: &[GivenPlace]) -> Result<(Entities, AnalysisMemory), RunError> {
        let analysis = self.analysis(document);
        let entities = self.entities(&analysis, given)?;
        Ok((entities, analysis.into_memory()))
    }

    /// Decides about entities that were found before, and may have been changed since, with a person's choices. Nothing is
    /// looked for.
    pub fn decide(
        &self,
        document: &Document,
        entities: Entities,
        choices: &Choices,
        memory: &mut AnalysisMemory,
    ) -> Result<MaskedDocument, RunError> {
        let analysis = self.analysis(document).recalling(std::mem::take(memory));
        let planned = self.planner().plan_with(&analysis, &entities, choices);
        let languages = analysis.languages();
        *memory = analysis.into_memory();
        self.masked(document, languages, entities, planned?)
    }

    fn planned<'d>(
        &self,
        analysis: &Analysis<'d>,
        entities: &'d Entities,
        given: &[GivenPlace],
    ) -> Result<Plan, PlanError>
    where
        'w: 'd,
    {
        analysis.document().reached(WorkStep::Deciding, 0);
        self.planner().plan_with(analysis, entities, &Choices::given(given, entities))
    }

    fn masked(
        &self,
        document: &Document,
        languages: Languages,
        entities: Entities,
        plan: Plan,
    ) -> Result<MaskedDocument, RunError> {
        let edits = plan.edits().map_err(PlanError::from)?;
        let FileParts { edits, removed, refused } =
            FileParts::of(document, edits, &self.policy.file).map_err(PlanError::from)?;
        Ok(MaskedDocument {
            entities,
            plan,
            edits,
            languages,
            removed,
            refused,
            policy: self.policy.name.as_str().into(),
            is_by_hand: false,
            lists_pseudonyms: self.policy.pseudonyms.is_listed,
            spare: self.spare.clone(),
        })
    }

    fn planner(&self) -> Planner<'_, 'w> {
        Planner {
            policy: &self.policy,
            keys: self.keys.as_ref(),
            pseudonyms: self.pseudonyms.as_ref(),
            risk: self.risks.as_ref().map(|risks| risks.reference(self.accounting)),
        }
    }

    fn analysis<'d>(&self, document: &'d Document) -> Analysis<'d> {
        let analysis = match self.policy.language {
            Some(language) => Analysis::in_languages(document, Languages::only(language)),
            None => Analysis::new(document),
        };
        match self.of_languages {
            Some(models) => analysis.with_models(models),
            None => analysis,
        }
    }

    /// Finds everything.
    fn entities(&self, analysis: &Analysis<'_>, given: &[GivenPlace]) -> Result<Entities, RunError> {
        // Whoever names the language knows what to expect.
        let language = analysis.unsupported_language().filter(|_| self.policy.language.is_none());
        if let Some(language) = language {
            return Err(RunError::UnsupportedLanguage { language });
        }
        let names: Vec<&str> = analysis.document().protect().collect();
        let asked = NamedEntities::new(&names);
        let given = GivenPlaces(given);
        let mut recognisers: Vec<&dyn Recogniser> = vec![&self.named, &asked, &given];
        recognisers.extend(self.bank.map(|bank| bank as &dyn Recogniser));
        recognisers.extend(self.speakers.iter().map(|speakers| speakers as &dyn Recogniser));
        recognisers.extend(self.models.iter().map(|model| model as &dyn Recogniser));
        recognisers.extend(self.own.as_ref().map(|bank| bank as &dyn Recogniser));
        recognisers.extend(self.lists.iter().map(|list| list as &dyn Recogniser));
        recognisers.extend(self.risks.iter().filter_map(Risks::topics).map(|topics| topics as &dyn Recogniser));
        Ok(detect(analysis, &recognisers, &self.settings)?)
    }

    /// Takes a first look at a document of a folder whose documents share their pseudonyms: finds everything in it, and
    /// collects what gets a pseudonym, to be decided about together with that of others.
    pub fn survey(
        &self,
        document: &Document,
        given: &[GivenPlace],
    ) -> Result<(DocumentSurvey, PseudonymScope), RunError> {
        let analysis = self.analysis(document);
        let entities = self.entities(&analysis, given)?;
        let scope = self.planner().pseudonym_scope(&analysis, &entities, &Choices::given(given, &entities));
        Ok((DocumentSurvey { digest: digest(document.text()), entities, given: given.to_vec() }, scope))
    }

    /// Gives everything in a scope one pseudonym, in whatever document it stands; what was decided before stays so.
    pub fn share(&mut self, scope: PseudonymScope, before: PseudonymMapping) {
        if let Some(pseudonyms) = &mut self.pseudonyms {
            pseudonyms.share(scope, before);
        }
    }

    /// The substitutes in all documents, if they were decided about together.
    pub fn shared_mapping(&self) -> Option<&PseudonymMapping> {
        self.pseudonyms.as_ref().and_then(PseudonymSource::shared_mapping)
    }

    /// The edits that bring back the numbers that were encrypted into numbers; they are found again by the same policy.
    pub fn decipher(&self, document: &Document) -> Result<Edits, RunError> {
        let keys = self.keys.as_ref().ok_or(PlanError::NoKey)?;
        let analysis = self.analysis(document);
        let entities = self.entities(&analysis, &[])?;
        Ok(Planner::decipher(document, &entities, &self.policy, keys).map_err(PlanError::from)?)
    }

    /// The plan of a document, as a file that can be edited and carried out again.
    pub fn plan_file(&self, document: &Document, masked: &MaskedDocument, options: &PlanOptions) -> PlanFile {
        PlanFile::new(document, masked, &self.policy.file, options)
    }
}

/// The first look at a document of a folder: the places and categories of everything found in it, without its text.
#[derive(Debug)]
pub struct DocumentSurvey {
    /// The digest of the text, which must be the same when it is masked.
    digest: String,
    entities: Entities,
    given: Vec<GivenPlace>,
}

impl DocumentSurvey {
    /// True if a document has the text that was looked at.
    pub fn is_of(&self, document: &Document) -> bool {
        self.digest == digest(document.text())
    }
}

/// The edits of a file, and the parts besides its text that go or are refused.
pub(crate) struct FileParts {
    pub edits: Edits,
    pub removed: BTreeMap<(&'static str, Box<str>), usize>,
    pub refused: Option<Removable>,
}

impl FileParts {
    /// Adds to the edits of the text what the rules say of the parts of a file.
    pub fn of(document: &Document, mut edits: Edits, rules: &FileRules) -> Result<Self, EditsError> {
        let mut refused = None;
        let mut removed: BTreeMap<(&'static str, Box<str>), usize> = BTreeMap::new();
        for part in document.removable() {
            match fate(rules, part.kind) {
                // A date or a name that became a label is no longer what its place demands.
                PartRule::Keep if part.kind != RemovableKind::Metadata || !edits.touch(part) => {}
                PartRule::Refuse => drop(refused.get_or_insert_with(|| part.clone())),
                PartRule::Keep | PartRule::Remove => {
                    edits = edits.removing(part)?;
                    if part.kind != RemovableKind::Request {
                        *removed.entry((part.kind.name(), part.place.clone())).or_default() += 1;
                    }
                }
            }
        }
        Ok(Self { edits, removed, refused })
    }
}

fn fate(rules: &FileRules, kind: RemovableKind) -> PartRule {
    match kind {
        RemovableKind::Metadata => rules.metadata,
        RemovableKind::Picture => rules.pictures,
        RemovableKind::Embedded => rules.embedded,
        _ => PartRule::Remove,
    }
}

/// What masking a document comes to.
#[derive(Debug)]
pub struct MaskedDocument {
    /// What was found.
    pub entities: Entities,
    /// What is done with it.
    pub plan: Plan,
    /// The changes to make.
    pub edits: Edits,
    /// The languages the text is in.
    pub languages: Languages,
    /// What besides text goes, by kind and place.
    pub removed: BTreeMap<(&'static str, Box<str>), usize>,
    /// The first thing in the file that the policy refuses.
    pub(crate) refused: Option<Removable>,
    pub(crate) policy: Arc<str>,
    /// True if a plan from a file decided.
    pub(crate) is_by_hand: bool,
    /// True if the report quotes pseudonyms.
    pub(crate) lists_pseudonyms: bool,
    /// Threads that may be started to search the result.
    pub(crate) spare: SpareThreads,
}

/// What is written of a text of so many bytes is worth another thread that prepares to search it.
const LONG_TEXT: usize = 1 << 18;

impl MaskedDocument {
    /// The number of mentions and phrases that are replaced.
    pub fn replaced(&self) -> usize {
        self.masked_mentions().count() + self.phrases_replaced()
    }

    fn masked_mentions(&self) -> impl Iterator<Item = &Mention> {
        let masked = self.plan.decisions().iter().filter(|decision| decision.action() == Action::Mask);
        masked.map(|decision| &self.entities.mentions[decision.mention])
    }

    /// The number of places of phrases that are replaced because a risk model objects.
    fn phrases_replaced(&self) -> usize {
        let replacements = self.plan.replacements().iter();
        replacements.filter(|replacement| replacement.origin == ReplacementOrigin::Phrase).count()
    }

    /// Replaced mentions by category.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts: BTreeMap<&Category, usize> = BTreeMap::new();
        for mention in self.masked_mentions() {
            *counts.entry(&self.entities.entity_of(mention).category).or_default() += 1;
        }
        let mut counts: BTreeMap<String, usize> =
            counts.into_iter().map(|(category, count)| (category.to_string(), count)).collect();
        if self.phrases_replaced() > 0 {
            *counts.entry(TERM.to_owned()).or_default() += self.phrases_replaced();
        }
        counts
    }

    /// Mentions that stay, by the rule that keeps them: a category of the policy, or [`CITATION`](sfumato_mask::CITATION).
    pub fn kept_by_rule(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for decision in self.plan.decisions().iter().filter(|decision| decision.action() == Action::Keep) {
            *counts.entry(decision.rule.to_string()).or_default() += 1;
        }
        counts
    }

    /// The places of phrases that are replaced because a risk model objects, in order, each with the operator.
    pub(crate) fn replaced_phrases(&self) -> Vec<(Span, &'static str)> {
        let verdicts = self.plan.account().into_iter().flat_map(|account| &account.verdicts);
        let replaced = verdicts.filter(|verdict| !verdict.is_hidden && verdict.outcome.is_change());
        let places = |verdict: &Verdict| {
            let operator = verdict.outcome.operator();
            verdict.spans.iter().map(move |span| (*span, operator)).collect::<Vec<_>>()
        };
        let mut phrases: Vec<(Span, &'static str)> = replaced.flat_map(places).collect();
        phrases.sort();
        phrases
    }

    /// Writes the masked file, reads it again, and makes sure that nothing of what was masked is in it.
    pub fn write(&self, format: &dyn DocumentFormat, document: &Document) -> Result<Vec<u8>, RunError> {
        if let Some(part) = &self.refused {
            return Err(RunError::Refused { kind: part.kind, place: part.place.clone() });
        }
        // First what needs the text as it will be, so that it is gone when the file is written.
        let kept = self.plan.kept(&self.entities);
        let verifier = ResultVerifier::new(document, &self.edits, self.plan.sought(), &kept)?;
        let write = || {
            document.reached(WorkStep::Writing, 0);
            let written = format.write(document, &self.edits)?;
            document.reached(WorkStep::Checking, 0);
            format.read(written).map_err(RunError::ReadBack)
        };
        let is_long = document.text().len() >= LONG_TEXT;
        let (verifier, again) = match self.spare.borrow(usize::from(is_long)).count() {
            0 => (verifier, write()?),
            _ => std::thread::scope(|scope| {
                let ahead = scope.spawn(|| verifier.ahead());
                let again = write();
                let verifier = ahead.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                again.map(|again| (verifier, again))
            })?,
        };
        verifier.check(&again)?;
        Ok(again.into_bytes()?)
    }

    /// The account of every change, free of the document's text.
    pub fn report(&self, document: &Document, name: &str) -> Report {
        Report::new(self, document, name, &ReportOptions::default())
    }
}
