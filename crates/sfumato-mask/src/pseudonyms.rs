//! Pseudonyms of a document: chosen for it alone or for all documents of a folder together, and written into its places.

mod clues;
mod subjects;

use sfumato_detect::{Entities, FindingReason, KnownCategory, Mention, SubstituteDomain};
use sfumato_document::{Document, Sensitive};
use sfumato_language::{Analysis, Language, Upos, plain};
use sfumato_pseudonym::{
    PseudonymMapping, PseudonymScope, PseudonymSeed, PseudonymSubject, Pseudonymiser, SubstituteLists,
};

use crate::fit::{Fitted, Label, fit};
use crate::operators::Operator;
use crate::plan::{DateOrder, Decision, Replacement, ReplacementOrigin};
use crate::{Choices, Pseudonyms};
use subjects::PseudonymSubjects;

/// The score from which models are sure enough of a word for another to take its place.
const SURE: f32 = 0.9;

/// The source of pseudonyms: for each document on its own, or for all documents of a folder together.
pub struct PseudonymSource {
    seed: PseudonymSeed,
    settings: Pseudonyms,
    rerolled: Vec<usize>,
    lists: &'static SubstituteLists<'static>,
    /// The decisions about all documents together, if they were made.
    shared: Option<(PseudonymScope, PseudonymMapping)>,
    /// True if the same value draws the same in all documents, whoever masks them.
    is_by_seed_alone: bool,
}

impl std::fmt::Debug for PseudonymSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PseudonymSource({:?})", self.shared)
    }
}

impl PseudonymSource {
    /// A source that draws from a seed as a policy says. The entities in `rerolled` get others than they would have got,
    /// by number from one, as reports count them; one that is listed again gets yet another.
    pub fn new(
        seed: PseudonymSeed,
        settings: Pseudonyms,
        rerolled: Vec<usize>,
        lists: &'static SubstituteLists<'static>,
    ) -> Self {
        Self { seed, settings, rerolled, lists, shared: None, is_by_seed_alone: false }
    }

    /// The same, with draws that do not depend on the document: a value gets the same substitute in all documents that are
    /// masked with this seed, without their being looked at together, unless two values of a document draw the same.
    pub fn by_seed_alone(self) -> Self {
        Self { is_by_seed_alone: true, ..self }
    }

    /// Decides about everything in a scope at once, for all documents that are planned from now on; what a mapping knew
    /// before stays as it was.
    pub fn share(&mut self, scope: PseudonymScope, before: PseudonymMapping) {
        let mapping = self.pseudonymiser(&self.seed).assign(&scope, before);
        self.shared = Some((scope, mapping));
    }

    /// The substitutes in all documents, if they were decided about together.
    pub fn shared_mapping(&self) -> Option<&PseudonymMapping> {
        self.shared.as_ref().map(|(_, mapping)| mapping)
    }

    fn pseudonymiser<'a>(&'a self, scope_seed: &'a PseudonymSeed) -> Pseudonymiser<'a> {
        Pseudonymiser { seed: &self.seed, scope_seed, settings: &self.settings.settings, lists: self.lists }
    }

    /// Everything in a document that its decisions give a pseudonym.
    pub(crate) fn scope(&self, analysis: &Analysis<'_>, entities: &Entities, decisions: &[Decision]) -> PseudonymScope {
        let mut scope = PseudonymScope::default();
        let subjects = PseudonymSubjects::of(analysis, entities, decisions, &[], self.lists);
        subjects.add_to(&mut scope, self.settings.settings.dates.per);
        scope
    }

    /// Writes the pseudonyms of a document, and returns the order in which its dates have day and month. Whatever has no
    /// substitute gets a label; whatever is left as it is on purpose, such as the age of a child, is kept.
    pub(crate) fn write(
        &self,
        analysis: &Analysis<'_>,
        entities: &Entities,
        choices: &Choices,
        decisions: &mut [Decision],
        replacements: &mut Vec<Replacement>,
    ) -> Option<DateOrder> {
        let per = self.settings.settings.dates.per;
        let redrawn = [self.rerolled.as_slice(), &choices.redrawn].concat();
        let subjects = PseudonymSubjects::of(analysis, entities, decisions, &redrawn, self.lists);
        let mut own_scope = PseudonymScope::default();
        let group = subjects.add_to(&mut own_scope, per);
        // One person's pseudonyms in two documents tell nobody that the two are about one person, unless that is wanted.
        let own_seed = match self.is_by_seed_alone {
            true => self.seed.clone(),
            false => self.seed.within(subjects.digest().as_bytes()),
        };
        let own_mapping;
        let (scope_seed, scope, mapping) = match &self.shared {
            Some((scope, mapping)) => (&self.seed, scope, mapping),
            None => {
                own_mapping = self.pseudonymiser(&own_seed).assign(&own_scope, PseudonymMapping::default());
                (&own_seed, &own_scope, &own_mapping)
            }
        };
        let writer = PseudonymWriter {
            analysis,
            entities,
            subjects: &subjects,
            pseudonymiser: self.pseudonymiser(scope_seed),
            scope,
            mapping,
            group: &group,
            mark: &self.settings.mark,
        };
        writer.write(decisions, replacements);
        DateOrder::of(mapping, &group)
    }
}

/// Writes the pseudonyms of one document.
struct PseudonymWriter<'a, 'd> {
    analysis: &'a Analysis<'d>,
    entities: &'a Entities,
    subjects: &'a PseudonymSubjects<'d>,
    pseudonymiser: Pseudonymiser<'a>,
    scope: &'a PseudonymScope,
    mapping: &'a PseudonymMapping,
    group: &'a str,
    mark: &'a str,
}

impl PseudonymWriter<'_, '_> {
    fn write(&self, decisions: &mut [Decision], replacements: &mut Vec<Replacement>) {
        let document = self.analysis.document();
        let mut free_from = 0;
        let is_ours = |decision: &&mut Decision| {
            *decision.operator == Operator::Pseudonymise || self.subjects.is_guarded(decision.mention)
        };
        for decision in decisions.iter_mut().filter(is_ours) {
            let mention = &self.entities.mentions[decision.mention];
            let form = document.slice(mention.span);
            let subject = self.subjects.of_entity(mention.entity());
            let may_stay = || subject.is_some_and(|subject| self.pseudonymiser.may_stay(form, subject, self.scope));
            decision.operator = match self.text(mention, form, subject) {
                Some(text) if text == form && may_stay() => Operator::Keep,
                Some(text) if text != form && !text.trim().is_empty() => {
                    let fitted = match subject.and_then(|subject| article_for(&text, subject)) {
                        Some(label) => fit(self.analysis, mention.span, &label, free_from),
                        None => Fitted { span: mention.span, text },
                    };
                    free_from = mention.span.end();
                    let text = Sensitive::new(fitted.text + self.mark);
                    let origin = ReplacementOrigin::Mention(decision.mention);
                    replacements.push(Replacement { span: fitted.span, text, origin });
                    Operator::Pseudonymise
                }
                _ => Operator::Label,
            }
            .into();
        }
    }

    /// The pseudonym of a mention, as the document can hold it; `None` if it has none.
    fn text(&self, mention: &Mention, form: &str, subject: Option<&PseudonymSubject<'_>>) -> Option<String> {
        let document = self.analysis.document();
        let is_common = |subject: &PseudonymSubject<'_>| subject.category.substitute() == Some(SubstituteDomain::Words);
        let subject = subject
            .filter(|subject| !is_common(subject) || subject.clues.keeps_words || is_certain(self.analysis, mention))?;
        let written = self.pseudonymiser.write(form, subject, self.group, self.scope, self.mapping)?;
        encodable(document, document.as_number(mention.span, written))
    }
}

/// True if a word is certainly what it was found as, so that another of its kind may stand for it: models are sure, and
/// no word of it is a verb, or a pronoun, in its place.
fn is_certain(analysis: &Analysis<'_>, mention: &Mention) -> bool {
    let is_learnt = mention.findings().iter().all(|finding| finding.evidence.why == FindingReason::Learnt);
    let tags = analysis.tagged(mention.span.start()).take_while(|(place, _)| place.start < mention.span.end());
    let tags: Vec<Upos> = tags.map(|(_, upos)| upos).collect();
    let is_alien =
        |upos: &Upos| matches!(upos, Upos::Verb | Upos::Aux | Upos::Pron | Upos::Intj | Upos::Sconj | Upos::Adv);
    let is_noun = |upos: &Upos| matches!(upos, Upos::Noun | Upos::Propn);
    let may_be_said = mention.category.is(KnownCategory::Demographic) || tags.iter().any(is_noun);
    !is_learnt || (mention.score >= SURE && !tags.iter().any(is_alien) && may_be_said)
}

/// A pseudonym that has to agree with the article before it: the season of a year in Spanish, and a country in English, which may
/// have one or not ("the Netherlands").
fn article_for<'t>(text: &'t str, subject: &PseudonymSubject<'_>) -> Option<Label<'t>> {
    const SEASONS: [&str; 4] = ["primavera", "verano", "otoño", "invierno"];
    let first = text.split(' ').next().unwrap_or_default();
    let (is_season, is_country) =
        (SEASONS.contains(&first), subject.category.is(KnownCategory::Country) && !text.contains(['(', ',', '\n']));
    let fits = match subject.language {
        Language::Spanish => is_season,
        Language::English => is_country,
    };
    fits.then_some(Label { text, language: subject.language, is_name: is_country, is_verb: false })
}

/// The text as the document's encoding can hold it, without accents if need be.
fn encodable(document: &Document, text: String) -> Option<String> {
    let encoding = document.encoding();
    if encoding.holds(&text) {
        return Some(text);
    }
    let bare = |c: char| {
        let small = c.to_lowercase().next().and_then(plain).unwrap_or(c);
        if c.is_uppercase() { small.to_ascii_uppercase() } else { small }
    };
    Some(text.chars().map(bare).collect::<String>()).filter(|text| encoding.holds(text))
}
