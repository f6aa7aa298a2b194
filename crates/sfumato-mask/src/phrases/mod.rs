//! The planner: the least change that every risk model accepts.
//!
//! What is hidden comes from the policy's rules for mentions. Every phrase that stays beside it is put to the risk
//! models; what they object to becomes the most telling thing that all of them accept, for everything hidden in its
//! context. What stands for something hidden is itself a phrase beside everything else that is hidden, and is assessed
//! again whenever one of them changes (DR algorithm 1). Nothing is ever made more special again, so that it ends.

mod account;
mod descriptions;
mod hidden;
mod ladder;
mod planning;
mod replace;
mod sets;
mod units;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sfumato_detect::{Entities, KnownCategory};
use sfumato_document::Span;
use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Ask, Company, Concept, Generalisation, Way, key};
use sfumato_language::{Analysis, Language, TermKind, TokenKind};
use sfumato_risk::{
    Aboutness, Clue, Clues, Contexts, Evidence, Focus, Hidden, Information, Risk, RiskUnit, Topics, WeighedPhrase,
    World,
};

pub use account::{Account, Accounting, Objection, Outcome, Rejected, Verdict};

use crate::choices::is_kept;
use crate::plan::{Action, Decision, Replacement};
use crate::{Operator, Policy};
use hidden::{Secret, Secrets};
use ladder::Ladder;
use planning::{PlanningContext, ResidualRisk};
use units::{Place, Unit, Units};

/// So much rarer than the limit, in bits, must a name be to be taken for the same thing in a text about somebody else.
const SAME_NAME: f64 = 4.0;

/// So much of what is above a phrase is looked for at first: more often than not the first of it is taken.
const FIRST_ABOVE: usize = 3;

/// The knowledge that phrases are measured by, and how much is worked out. Made once for a policy.
#[derive(Debug, Clone, Copy)]
pub struct RiskReference<'p, 'w> {
    /// The knowledge of the world.
    pub world: &'p World<'w>,
    /// The concepts that belong to the topics of the policy, each with its taxonomy.
    pub listed: &'p HashSet<(usize, Concept)>,
    /// The information of the least telling of them, in bits, in English and in Spanish.
    pub least_listed: [Option<f64>; 2],
    /// The topics of the policy, and what betrays them.
    pub inferred: Option<(&'p Topics<'w>, &'p Clues)>,
    /// The kinds of things that ordinary words may name without telling anything.
    pub left_alone: &'p HashSet<(usize, Concept)>,
    /// The extent of the account.
    pub accounting: Accounting,
}

/// Decides about the phrases that stay beside what is hidden, and about everything that is generalised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhrasePlanner<'p, 'w> {
    pub policy: &'p Policy,
    pub reference: RiskReference<'p, 'w>,
}

/// How much of a ladder is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// What the first taxonomy says that knows the phrase, which is most often enough.
    First,
    /// All of it.
    All,
}

/// A unit, and what becomes of it.
struct PhraseDecision<'a> {
    unit: Unit<'a>,
    said: WeighedPhrase<'a>,
    /// What the models say of the phrase itself; in brief, one that objects.
    before: Vec<Risk>,
    /// What it becomes, if it does not stay.
    ladder: Option<Ladder<'a>>,
    is_left_alone: bool,
    /// Whether it becomes what another one does, whatever is hidden near it.
    follows: bool,
}

impl<'a> PhraseDecision<'a> {
    /// Whether what stands there can be above a limit: nothing else was put there that all models accept.
    fn can_be_above(&self) -> bool {
        self.follows || self.ladder.is_none() && !self.is_left_alone && self.before.iter().any(Risk::is_too_much)
    }

    /// What stands there now; nothing if it is gone or tells nothing.
    fn shown(&self) -> Option<&WeighedPhrase<'a>> {
        match &self.ladder {
            None => Some(&self.said),
            Some(ladder) => ladder.rung().map(|rung| &rung.said),
        }
    }
}

impl<'w> PhrasePlanner<'_, 'w> {
    /// Decides about everything in a document beside the decisions about its mentions; what a person keeps stays. Adds the texts for phrases and for
    /// mentions that are generalised to the replacements, and returns the account of everything that is written.
    pub fn plan<'a>(
        &self,
        analysis: &Analysis<'a>,
        entities: &'a Entities,
        decisions: &[Decision],
        (clues, kept): (&[Clue], &[Span]),
        replacements: &mut Vec<Replacement>,
    ) -> Result<Account, CountsError>
    where
        'w: 'a,
    {
        let masked = masked_spans(decisions, entities);
        let focus = self.focus(analysis, entities);
        let contexts = Contexts::new(analysis, self.policy.limits.context);
        let terms = analysis.terms().iter().filter(|term| term.kind == TermKind::Noun);
        let asks: Vec<Ask<'_>> = terms.filter_map(|term| sfumato_risk::ask(analysis, entities, term)).collect();
        let (world, policy, accounting) = (self.reference.world, self.policy, self.reference.accounting);
        let company = world.company(&asks);
        let (contexts, company) = (&contexts, &company);
        let listed = self.reference.listed;
        let secrets = Secrets { world, policy, analysis, entities, contexts, company, accounting, listed };
        let secrets = secrets.collect(decisions)?;
        let rests = replace::rests_of_names(analysis, &masked, focus.names());
        let mut taken: Vec<Span> = masked.iter().copied().chain(rests.iter().copied()).collect();
        taken.sort();
        let (focus, is_same) = (&focus, policy.limits.is_same);
        let knowledge = &world.knowledge;
        let units = Units { knowledge, analysis, entities, contexts, focus, masked: &taken, clues, is_same }.collect();
        let seen: Vec<(&str, &[Evidence])> = units.iter().flat_map(|unit| seen_in(unit, clues)).collect();
        let language = analysis.languages().main().unwrap_or(Language::English);
        let mut planning = PlanningContext::new(self, language, secrets, seen)?;
        planning.settle_secrets()?;
        let mut fates = Vec::new();
        for unit in units {
            let is_denied = !policy.protects_negated && is_denied(analysis, &unit);
            let stays = !kept.is_empty() && unit.places.iter().all(|place| is_kept(kept, place.span));
            fates.push(self.fate(unit, (is_denied, stays), &planning, company)?);
        }
        self.follow_names(&planning, &mut fates);
        if **policy.operator_for_terms() != Operator::Keep {
            sets::settle_inferred(self, &planning, company, &mut fates)?;
        }
        if policy.limits.sets > 1 && **policy.operator_for_terms() != Operator::Keep {
            sets::settle(self, &planning, company, &mut fates)?;
        }
        replacements.extend(replace::replacements(self, analysis, &planning, &fates, &rests));
        match accounting {
            Accounting::Above => self.account_above(&planning, &fates),
            Accounting::Full | Accounting::Brief => self.account(analysis, &planning, &fates, replacements),
        }
    }

    fn focus(&self, analysis: &Analysis<'_>, entities: &Entities) -> Focus {
        let is_protected = |number: &usize| entities.entities[*number].category.is(KnownCategory::Protected);
        let protected: Vec<usize> = (0..entities.entities.len()).filter(is_protected).collect();
        let own = analysis.document().protect();
        let names: Vec<&str> = own.chain(self.policy.entities.iter().map(String::as_str)).collect();
        Focus::of(analysis, entities, &protected, &names)
    }

    /// What becomes of a unit, which stays if the text denies it and that may be told, or if a person says so, whatever it
    /// tells.
    fn fate<'a>(
        &self,
        unit: Unit<'a>,
        (is_denied, is_kept): (bool, bool),
        planning: &PlanningContext<'_, 'a>,
        company: &Company<'_>,
    ) -> Result<PhraseDecision<'a>, CountsError>
    where
        'w: 'a,
    {
        let mut said =
            WeighedPhrase { is_named: !unit.is_plain, ..self.reference.world.spoken(&unit.ask, unit.about)? };
        if self.reference.accounting != Accounting::Above {
            self.reference.world.appraise(&mut said)?;
        }
        // What ordinary words and numbers say of somebody else says nothing of who is protected.
        let is_of_others = unit.about == Aboutness::Other && (unit.is_plain || unit.is_number);
        let is_left_alone = is_denied || is_of_others || (unit.is_plain && self.leaves_alone(&unit.ask, company));
        let hidden = planning.hidden_near(&unit.places, &said, None);
        let before = planning.assess_first(&said, &hidden)?;
        let mut fate = PhraseDecision { unit, said, before, ladder: None, is_left_alone, follows: false };
        let acts = **self.policy.operator_for_terms() != Operator::Keep;
        if acts && !is_kept && !is_left_alone && fate.before.iter().any(Risk::is_too_much) {
            let ladder = self.ladder(&fate.unit, &fate.said, company, Extent::First)?;
            fate.ladder = Some(self.climbed(ladder, &fate, company, planning, &hidden)?);
        }
        Ok(fate)
    }

    /// A ladder of a unit, climbed to where no model objects.
    fn climbed<'a>(
        &self,
        mut ladder: Ladder<'a>,
        fate: &PhraseDecision<'a>,
        company: &Company<'_>,
        planning: &PlanningContext<'_, 'a>,
        hidden: &[(usize, &Hidden<'a>)],
    ) -> Result<Ladder<'a>, CountsError>
    where
        'w: 'a,
    {
        let said = &fate.said;
        ladder.climb(self.reference.world, |rung| planning.against(rung, said, hidden))?;
        if ladder.is_done() && ladder.goes_on {
            ladder = self.ladder(&fate.unit, said, company, Extent::All)?.beyond(ladder);
            ladder.climb(self.reference.world, |rung| planning.against(rung, said, hidden))?;
        }
        if self.reference.accounting != Accounting::Above {
            ladder.complete(self.reference.world, said)?;
        }
        Ok(ladder)
    }

    /// What a unit could become.
    fn ladder<'a>(
        &self,
        unit: &Unit<'a>,
        said: &WeighedPhrase<'a>,
        company: &Company<'_>,
        extent: Extent,
    ) -> Result<Ladder<'a>, CountsError>
    where
        'w: 'a,
    {
        if unit.is_bare_name || unit.is_expression || **self.policy.operator_for_terms() != Operator::Generalise {
            return Ok(Ladder::empty());
        }
        let goes_on = extent == Extent::First && unit.told.is_none();
        let mut general = match goes_on {
            true => self.reference.world.knowledge.first_generalisations(&unit.ask, Some(company), self.most_above()),
            false => self.reference.world.knowledge.generalisations(&unit.ask, Some(company)),
        };
        if unit.is_clue {
            general.retain(|general| general.way == Way::Class);
        }
        if let Some(told) = unit.told {
            // What the text says of it comes before what names of its category are.
            let at = general.iter().position(|general| general.way == Way::Class).unwrap_or(general.len());
            general.retain(|general| general.text != told);
            general.insert(at.min(general.len()), self.told(told, unit.ask.language));
        }
        let instead = self.reference.world.weighed(said, &general)?;
        let mut ladder = Ladder::new(&self.reference.world.knowledge, general, instead);
        ladder.goes_on = goes_on;
        Ok(ladder)
    }

    /// How much of what is above a phrase is looked for at first. What is above it is in the order of what it tells by
    /// counts alone.
    fn most_above(&self) -> usize {
        if self.reference.world.information == Information::Counts { FIRST_ABOVE } else { usize::MAX }
    }

    /// What the words around a name say it is, as something more general.
    fn told<'a>(&self, told: &'a str, language: Language) -> Generalisation<'a> {
        let knowledge = &self.reference.world.knowledge;
        let ask = Ask { is_name: false, ..Ask::new(told, language) };
        let sense = knowledge.senses(&ask, None).into_iter().next();
        let concept = sense.map(|sense| (sense.taxonomy, sense.concept)).or_else(|| knowledge.class("work"));
        let of_taxonomy = concept.and_then(|(at, concept)| Some((*knowledge.taxonomies().get(at)?, concept)));
        let depth = of_taxonomy.map(|(taxonomy, concept)| taxonomy.depth(concept));
        let hits = of_taxonomy.and_then(|(taxonomy, concept)| taxonomy.hits(concept, language));
        Generalisation { text: told.into(), way: Way::Class, concept, depth, hits, wider: 0.0, years: None }
    }

    /// Whether ordinary words name something of a kind that the policy leaves alone.
    fn leaves_alone(&self, ask: &Ask<'_>, company: &Company<'_>) -> bool {
        if self.reference.left_alone.is_empty() {
            return false;
        }
        let head = ask.head.clone().and_then(|head| ask.phrase.get(head));
        let of_head = head.map(|head| Ask { head: None, ..Ask { phrase: head, ..ask.clone() } });
        let kind = |ask: &Ask<'_>| {
            let senses = self.reference.world.knowledge.senses(ask, Some(company));
            senses
                .into_iter()
                .find(|sense| self.reference.left_alone.iter().any(|(taxonomy, _)| *taxonomy == sense.taxonomy))
        };
        let Some(sense) = kind(ask).or_else(|| kind(&of_head?)) else { return false };
        let Some(taxonomy) = self.reference.world.knowledge.taxonomies().get(sense.taxonomy) else { return false };
        let above = taxonomy.generalisations(sense.concept, Language::English);
        std::iter::once(sense.concept)
            .chain(above)
            .any(|concept| self.reference.left_alone.contains(&(sense.taxonomy, concept)))
    }

    /// A rare name that is replaced where the text is about who is protected is replaced in the same way where it is
    /// about somebody else: what they have in common tells as much.
    fn follow_names(&self, planning: &PlanningContext<'_, '_>, fates: &mut [PhraseDecision<'_>]) {
        if fates.iter().all(|fate| fate.unit.about != Aboutness::Other) {
            return;
        }
        let key_of = |unit: &Unit<'_>| key::key(unit.ask.phrase, unit.ask.language);
        let limit = planning.limits.iter().filter(|limit| limit.unit == RiskUnit::Bits).map(|limit| limit.value);
        let least = limit.fold(f64::INFINITY, f64::min) - self.policy.limits.names_tell + SAME_NAME;
        let replaced: HashMap<u64, usize> = fates
            .iter()
            .enumerate()
            .filter(|(_, fate)| fate.ladder.is_some() && fate.unit.about != Aboutness::Other)
            .map(|(number, fate)| (key_of(&fate.unit), number))
            .collect();
        for number in 0..fates.len() {
            let fate = &fates[number];
            let is_same_thing = fate.unit.about == Aboutness::Other
                && fate.ladder.is_none()
                && !fate.unit.is_plain
                && !fate.unit.is_number
                && fate.said.bits >= least;
            let twin = replaced.get(&key_of(&fate.unit)).filter(|_| is_same_thing);
            if let Some(twin) = twin {
                let (ladder, before) = (fates[*twin].ladder.clone(), fates[*twin].before.clone());
                (fates[number].ladder, fates[number].before) = (ladder, before);
                fates[number].follows = true;
            }
        }
    }

    fn account(
        &self,
        analysis: &Analysis<'_>,
        planning: &PlanningContext<'_, '_>,
        fates: &[PhraseDecision<'_>],
        replacements: &[Replacement],
    ) -> Result<Account, CountsError> {
        let mut verdicts = Vec::with_capacity(fates.len() + planning.secrets.len());
        let mut left = planning.left();
        for (number, secret) in planning.secrets.iter().enumerate() {
            verdicts.push(self.verdict_of_secret(planning, &mut left, number, secret)?);
        }
        for fate in fates {
            verdicts.push(self.verdict(planning, &mut left, fate)?);
        }
        verdicts.sort_by_key(|verdict| verdict.spans.iter().min().copied());
        let mut changed: Vec<Span> = verdicts
            .iter()
            .filter(|verdict| verdict.outcome.is_change())
            .flat_map(|verdict| verdict.spans.clone())
            .collect();
        changed.extend(replacements.iter().map(|replacement| replacement.span));
        changed.sort();
        let is_word = |kind: TokenKind| kind != TokenKind::Mark;
        let words: Vec<Span> =
            analysis.tokens().iter().filter(|token| is_word(token.kind)).map(|token| token.span).collect();
        let is_changed = |word: &&Span| {
            let at = changed.partition_point(|span| span.end() <= word.start());
            changed.get(at).is_some_and(|span| span.overlaps(**word))
        };
        Ok(Account {
            limits: planning.limits.clone(),
            hidden: planning.secrets.iter().map(|secret| secret.spans[0]).collect(),
            topics: self.topics(),
            words: words.len(),
            words_changed: words.iter().filter(is_changed).count(),
            verdicts,
        })
    }

    /// What is left above a limit, and nothing else.
    fn account_above(
        &self,
        planning: &PlanningContext<'_, '_>,
        fates: &[PhraseDecision<'_>],
    ) -> Result<Account, CountsError> {
        let mut left = planning.left();
        let mut verdicts = Vec::new();
        for fate in fates.iter().filter(|fate| fate.can_be_above()) {
            let verdict = self.verdict(planning, &mut left, fate)?;
            verdicts.extend(Some(verdict).filter(|verdict| verdict.after.iter().any(Risk::is_too_much)));
        }
        let hidden = planning.secrets.iter().map(|secret| secret.spans[0]).collect();
        Ok(Account { verdicts, limits: planning.limits.clone(), hidden, topics: self.topics(), ..Account::default() })
    }

    fn topics(&self) -> Vec<Arc<str>> {
        self.reference.inferred.map(|(_, clues)| clues.topics().to_vec()).unwrap_or_default()
    }

    fn verdict_of_secret(
        &self,
        planning: &PlanningContext<'_, '_>,
        left: &mut ResidualRisk<'_, '_, '_>,
        number: usize,
        secret: &Secret<'_>,
    ) -> Result<Verdict, CountsError> {
        let rung = secret.ladder.as_ref().and_then(|ladder| ladder.rung()).map(|rung| &rung.said);
        let given = || secret.hidden.shown.as_ref().filter(|_| matches!(secret.operator, Operator::Given(_)));
        let shown = rung.or_else(given);
        let hidden = planning.hidden_near(&secret.places(), &secret.said, Some(number));
        let after = match shown {
            Some(shown) => left.assess(shown, Some(&secret.said), &hidden)?,
            None => Vec::new(),
        };
        let outcome = match &secret.ladder {
            Some(ladder) => replace::outcome(self.policy.otherwise, ladder, &secret.category.placeholder()),
            None => Outcome::Masked { operator: secret.operator.name() },
        };
        Ok(Verdict {
            spans: secret.spans.clone(),
            category: Some(secret.category.clone()),
            is_hidden: true,
            bits_before: secret.said.worth,
            bits_after: match shown {
                Some(shown) => shown.worth.min(secret.said.worth),
                None => self.worth_of_category(secret)?,
            },
            before: Vec::new(),
            after,
            outcome,
            rejected: secret.ladder.as_ref().map(Ladder::rejected).unwrap_or_default(),
        })
    }

    /// The information of a text that tells the category of something hidden and nothing else, as labels and pseudonyms do.
    fn worth_of_category(&self, secret: &Secret<'_>) -> Result<f64, CountsError> {
        let (knowledge, language) = (&self.reference.world.knowledge, secret.said.language);
        let class = knowledge.class(secret.category.path()).filter(|_| secret.operator.tells_category());
        let Some(class) = class else { return Ok(0.0) };
        // That something is protected tells nothing of what it is.
        let above = secret.hidden.is_protected.then(|| knowledge.chain(class, language, Way::Class).next()).flatten();
        let label = knowledge.taxonomies().get(class.0).and_then(|taxonomy| taxonomy.label(class.1, language));
        let text = above.as_ref().map(|above| above.text.as_ref()).or(label);
        let Some(text) = text else { return Ok(0.0) };
        let worth = self.reference.world.said(&Ask::new(text, language), Aboutness::Open)?.worth;
        Ok(worth.min(secret.said.worth))
    }

    fn verdict(
        &self,
        planning: &PlanningContext<'_, '_>,
        left: &mut ResidualRisk<'_, '_, '_>,
        fate: &PhraseDecision<'_>,
    ) -> Result<Verdict, CountsError> {
        let operator = self.policy.operator_for_terms();
        let is_objected = fate.before.iter().any(Risk::is_too_much);
        let outcome = match &fate.ladder {
            None if is_objected && fate.is_left_alone => Outcome::LeftAlone,
            None if is_objected => Outcome::KeptAboveLimit,
            None => Outcome::Kept,
            Some(_) if **operator == Operator::Suppress => replace::removed(),
            Some(_) if **operator != Operator::Generalise => Outcome::Masked { operator: operator.name() },
            Some(ladder) => replace::outcome(self.policy.otherwise, ladder, "term"),
        };
        let hidden = || planning.hidden_near(&fate.unit.places, &fate.said, None);
        let after = match (&fate.ladder, fate.shown()) {
            (None, _) if fate.is_left_alone => Vec::new(),
            (None, _) if self.reference.accounting == Accounting::Full => fate.before.clone(),
            (None, _) => left.assess(&fate.said, None, &hidden())?,
            (Some(_), Some(shown)) => left.assess_instead(shown, &fate.said, &hidden())?,
            (Some(_), None) => Vec::new(),
        };
        Ok(Verdict {
            spans: fate.unit.places.iter().map(|place| place.span).collect(),
            category: fate.unit.category.clone(),
            is_hidden: false,
            bits_before: fate.said.worth,
            bits_after: fate.shown().map_or(0.0, |shown| shown.worth),
            before: fate.before.clone(),
            after,
            outcome,
            rejected: fate.ladder.as_ref().map(Ladder::rejected).unwrap_or_default(),
        })
    }
}

/// Whether the text says that none of it is so, wherever it stands.
fn is_denied(analysis: &Analysis<'_>, unit: &Unit<'_>) -> bool {
    let mut negated = analysis.terms().iter().filter(|term| term.is_negated).map(|term| term.span).peekable();
    negated.peek().is_some() && {
        let negated: Vec<Span> = negated.collect();
        unit.places.iter().all(|place| negated.iter().any(|span| span.overlaps(place.span)))
    }
}

/// What the clues at the places of a unit say.
fn seen_in<'u>(unit: &'u Unit<'_>, clues: &'u [Clue]) -> impl Iterator<Item = (&'u str, &'u [Evidence])> {
    let in_place = move |place: &'u Place| {
        let first = clues.partition_point(|clue| clue.span.end() <= place.span.start());
        let near =
            clues.get(first..).unwrap_or_default().iter().take_while(|clue| clue.span.start() < place.span.end());
        near.map(|clue| (unit.ask.phrase, clue.evidence.as_slice()))
    };
    unit.places.iter().flat_map(in_place)
}

fn masked_spans(decisions: &[Decision], entities: &Entities) -> Vec<Span> {
    let masked = decisions.iter().filter(|decision| decision.action() == Action::Mask);
    masked.map(|decision| entities.mentions[decision.mention].span).collect()
}
