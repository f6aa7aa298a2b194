//! What the document must not give away, and what stands in its place.

use std::borrow::Cow;
use std::collections::HashSet;

use sfumato_detect::{Category, Entities, FindingReason, KnownCategory};
use sfumato_document::Span;
use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Ask, Company, Concept, Generalisation, Sense, Way, key};
use sfumato_language::{Analysis, Language, TermKind};
use sfumato_risk::{Aboutness, Contexts, Hidden, Reach, WeighedPhrase, World, is_result};

use super::Place;
use super::account::{Accounting, Objection};
use super::ladder::Ladder;
use crate::decisions::category_of;
use crate::plan::{Action, Decision};
use crate::{Operator, Policy};

/// What makes something likelier than not tells all of it but one bit.
const LIKELIER_THAN_NOT: f64 = 1.0;

/// Something that is masked.
pub(super) struct Secret<'a> {
    pub hidden: Hidden<'a>,
    /// The mentions that are masked, by number, and their places.
    pub mentions: Vec<usize>,
    pub spans: Vec<Span>,
    pub reaches: Vec<Reach>,
    /// Whether nothing may be told of it by phrases around it, or it is only masked itself.
    pub is_guarded: bool,
    pub said: WeighedPhrase<'a>,
    pub operator: Operator,
    pub category: Category,
    /// What it could become, if it is generalised.
    pub ladder: Option<Ladder<'a>>,
}

impl<'a> Secret<'a> {
    /// The places where it stands.
    pub fn places(&self) -> Vec<Place> {
        let places = self.spans.iter().zip(&self.reaches);
        places.map(|(span, reach)| Place { span: *span, reach: *reach }).collect()
    }

    /// Shows what its ladder stands on.
    pub fn show(&mut self) {
        let Some(ladder) = &self.ladder else { return };
        self.hidden.shown = ladder.rung().map(|rung| rung.said.clone());
        // What is shown is also what it is a kind of.
        if self.hidden.shown.is_some() {
            self.hidden.kind = self.hidden.shown.clone();
        }
    }
}

/// Words that must not be in anything that is shown: whatever is masked.
pub(super) struct Forbidden<'t> {
    /// The key of each and how many words it has, in order.
    keys: Vec<(u64, usize)>,
    longest: usize,
    /// What belongs to topics.
    listed: &'t HashSet<(usize, Concept)>,
}

impl<'t> Forbidden<'t> {
    pub fn new(secrets: &[Secret<'_>], listed: &'t HashSet<(usize, Concept)>, limits: &[&str]) -> Self {
        let mut keys = Vec::new();
        for secret in secrets {
            for form in &secret.hidden.forms {
                let mut words = 0;
                key::words(form, |_| words += 1);
                keys.push((key::key(form, secret.hidden.language), words));
            }
        }
        // The word that is the limit tells as much as may not be told.
        for word in limits {
            let mut words = 0;
            key::words(word, |_| words += 1);
            keys.extend([Language::English, Language::Spanish].map(|language| (key::key(word, language), words)));
        }
        keys.sort_unstable();
        let longest = keys.iter().map(|(_, words)| *words).max().unwrap_or(0).min(8);
        Self { keys, longest, listed }
    }

    /// Whether something more general still says what is masked.
    pub fn names(&self, said: &WeighedPhrase<'_>) -> bool {
        let is_masked = |key: u64, words: usize| self.keys.binary_search(&(key, words)).is_ok();
        key::any_run(&said.text, said.language, self.longest, is_masked)
            || said.concept.is_some_and(|concept| self.listed.contains(&concept))
    }
}

/// What secrets are made with.
pub(super) struct Secrets<'a, 's, 'w> {
    pub world: &'s World<'w>,
    pub policy: &'s Policy,
    pub analysis: &'s Analysis<'a>,
    pub entities: &'a Entities,
    pub contexts: &'s Contexts<'s, 'a>,
    pub company: &'s Company<'w>,
    pub accounting: Accounting,
    /// What belongs to topics.
    pub listed: &'s HashSet<(usize, Concept)>,
}

impl<'a, 'w: 'a> Secrets<'a, '_, 'w> {
    /// Everything that the decisions mask.
    pub fn collect(&self, decisions: &[Decision]) -> Result<Vec<Secret<'a>>, CountsError> {
        let mut masked: Vec<(Vec<usize>, Option<&Operator>)> = vec![(Vec::new(), None); self.entities.entities.len()];
        for decision in decisions.iter().filter(|decision| decision.action() == Action::Mask) {
            let (mentions, operator) = &mut masked[self.entities.mentions[decision.mention].entity()];
            mentions.push(decision.mention);
            *operator = Some(&decision.operator);
        }
        let masked = masked.into_iter().enumerate();
        masked
            .filter_map(|(entity, (mentions, operator))| self.secret(entity, mentions, operator?).transpose())
            .collect()
    }

    fn secret(
        &self,
        entity: usize,
        mentions: Vec<usize>,
        operator: &Operator,
    ) -> Result<Option<Secret<'a>>, CountsError> {
        let document = self.analysis.document();
        let spans: Vec<Span> = mentions.iter().map(|mention| self.entities.mentions[*mention].span).collect();
        let category = &category_of(self.entities, &self.entities.entities[entity]);
        let mut forms: Vec<&'a str> = spans.iter().map(|span| document.slice(*span)).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let mut seen = HashSet::new();
        forms.retain(|form| seen.insert(key::form(form)));
        let Some(fullest) = forms.first().copied() else { return Ok(None) };
        let Some(language) = self.language_at(spans[0]) else { return Ok(None) };
        let is_protected = category.is(KnownCategory::Protected);
        let forms = forms.into_iter().map(Cow::Borrowed).collect();
        let mut hidden = Hidden::new(self.world, forms, language, is_protected)?;
        let path = (!category.is(KnownCategory::Topic)).then(|| self.entities.entities[entity].category.path());
        let ask = Ask {
            is_name: is_protected || path.is_some() && is_capital(fullest),
            // What belongs to a topic is meant as that; see `keep_meant`.
            is_settled: path.is_none(),
            category: path,
            ..Ask::new(fullest, language)
        };
        let mut said = self.world.spoken(&ask, Aboutness::Open)?;
        if self.accounting != Accounting::Above {
            self.world.appraise(&mut said)?;
        }
        let is_general = *operator == Operator::Generalise;
        let is_phrase =
            path.is_some() || (self.is_noun_phrase(spans[0], &ask) && !self.is_measured(spans[0], language));
        let is_contextual = self.policy.limits.is_contextualised && path.is_none();
        let mut ladder = None;
        if is_general || is_contextual {
            let mut generalisations = self.world.knowledge.generalisations(&ask, Some(self.company));
            // Of an expression that is no noun phrase, nothing more general can be put in its place.
            generalisations.retain(|_| is_phrase);
            if path.is_none() {
                self.keep_meant(&ask, &mut generalisations);
            }
            let instead = self.world.weighed(&said, &generalisations)?;
            hidden.kind = instead.iter().find(|general| general.bits < said.bits).cloned();
            ladder = is_general.then(|| Ladder::new(&self.world.knowledge, generalisations, instead));
        }
        if let Operator::Given(Some(text)) = operator {
            hidden.shown = self.shown_as(text.expose(), language)?;
        }
        let is_guarded =
            self.is_given(entity) || self.policy.limits.about.iter().any(|about| category.is_within(about.path()));
        let reaches = spans.iter().map(|span| self.contexts.of_hidden(*span)).collect();
        let operator = operator.clone();
        let category = category.clone();
        Ok(Some(Secret { hidden, mentions, spans, reaches, is_guarded, said, operator, category, ladder }))
    }

    /// What somebody else's replacement tells, if it says anything.
    fn shown_as(&self, text: &str, language: Language) -> Result<Option<WeighedPhrase<'a>>, CountsError> {
        if !text.chars().any(char::is_alphanumeric) {
            return Ok(None);
        }
        let WeighedPhrase { text, language, concept, hits, named, bits, worth, is_named, about } =
            self.world.said(&Ask::new(text, language), Aboutness::Open)?;
        let text = Cow::Owned(text.into_owned());
        Ok(Some(WeighedPhrase { text, language, concept, hits, named, bits, worth, is_named, about }))
    }

    /// Of what is hidden for a topic, nothing is said but what is above a meaning that belongs to a topic: "prep" as an
    /// assignment is not what was meant.
    fn keep_meant(&self, ask: &Ask<'a>, generalisations: &mut Vec<Generalisation<'a>>) {
        let is_listed = |sense: &Sense| self.listed.contains(&(sense.taxonomy, sense.concept));
        let senses = self.world.knowledge.senses(ask, Some(self.company));
        if senses.iter().any(is_listed) {
            let first = |taxonomy: usize| senses.iter().find(|sense| sense.taxonomy == taxonomy);
            let is_meant = |taxonomy: usize| first(taxonomy).is_some_and(is_listed);
            generalisations.retain(|general| general.concept.is_none_or(|(taxonomy, _)| is_meant(taxonomy)));
        } else if !senses.is_empty() || !self.has_listed_part(generalisations) {
            generalisations.clear();
        }
    }

    /// Whether the first part that is known belongs to a topic.
    fn has_listed_part(&self, generalisations: &[Generalisation<'_>]) -> bool {
        let mut parts = generalisations.iter().filter(|general| general.way == Way::Part);
        parts.find_map(|part| part.concept).is_some_and(|concept| self.listed.contains(&concept))
    }

    /// Whether somebody handed a place of it in: it is then hidden whatever it is.
    fn is_given(&self, entity: usize) -> bool {
        let mut mentions =
            self.entities.entities[entity].mentions.iter().map(|number| &self.entities.mentions[*number]);
        mentions.any(|mention| mention.findings().iter().any(|finding| finding.evidence.why == FindingReason::Given))
    }

    /// Whether something is known by its name, or is said with nouns.
    fn is_noun_phrase(&self, span: Span, ask: &Ask<'_>) -> bool {
        let terms = self.analysis.terms();
        let first = terms.partition_point(|term| term.span.end() <= span.start());
        let near = terms.iter().skip(first).take_while(|term| term.span.start() < span.end());
        let holds =
            near.filter(|term| term.kind == TermKind::Noun).any(|term| term.span.contains(span) || term.span == span);
        holds || !self.world.knowledge.senses(ask, None).is_empty()
    }

    /// Whether what follows says how a test came out, so that no noun can stand there: "HIV negative".
    fn is_measured(&self, span: Span, language: Language) -> bool {
        let tokens = self.analysis.tokens();
        let next = tokens.get(tokens.partition_point(|token| token.span.start() < span.end()));
        let next = next.map_or("", |token| self.analysis.document().slice(token.span));
        language == Language::English && is_result(next)
    }

    fn language_at(&self, span: Span) -> Option<Language> {
        let tokens = self.analysis.tokens();
        let first = tokens.partition_point(|token| token.span.end() <= span.start());
        let found = u32::try_from(first).ok().and_then(|first| self.analysis.language_of(first));
        found.or_else(|| self.analysis.languages().main()).or(Some(Language::English))
    }
}

fn is_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Why something cannot stand for a secret, if that can be told without asking about others: it names what is hidden, or
/// tells as much, or reaches the limit (MED eq. 4).
///
/// What is more general than something of a topic must be so much more common that it does not make that likelier than
/// not.
pub(super) fn against(
    rung: &WeighedPhrase<'_>,
    (secret, category): (&WeighedPhrase<'_>, &Category),
    limit: Option<f64>,
    forbidden: &Forbidden<'_>,
) -> Option<Objection> {
    let nearness = if category.is(KnownCategory::Topic) { LIKELIER_THAN_NOT } else { 0.0 };
    match () {
        () if forbidden.names(rung) => Some(Objection::NamesHidden),
        () if rung.bits + nearness >= secret.bits => Some(Objection::TellsAsMuch),
        () if limit.is_some_and(|limit| rung.bits >= limit) => Some(Objection::AboveLimit(limit.unwrap_or(0.0))),
        () => None,
    }
}
