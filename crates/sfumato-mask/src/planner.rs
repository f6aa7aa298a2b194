//! Planning: from everything found in a document to a plan that nobody changes.
//!
//! Mentions are decided about by the policy's rules; what the text denies and what belongs to the citation of a law may
//! stay. Pseudonyms and ciphers are written next, since what has no substitute gets a label and what may stay as it is
//! stays. Only then is the rest of the text held against the limits of the policy, so that the account is made of what
//! is really written.

use sfumato_detect::Entities;
use sfumato_document::{Document, Edits, EditsError, Sensitive, Span, TextEdit};
use sfumato_language::Analysis;
use sfumato_pseudonym::PseudonymScope;
use sfumato_pseudonym::numbers::sealed;
use sfumato_risk::Clue;

use crate::choices::is_kept;
use crate::decisions::{by_rules, keep_citations, keep_eponyms, keep_negated};
use crate::phrases::{PhrasePlanner, RiskReference};
use crate::plan::{Decision, Plan, PlanError, Replacement, ReplacementOrigin, sought_values};
use crate::pseudonyms::PseudonymSource;
use crate::{Choices, Keys, Operator, Operators, Policy};

/// Plans documents by a policy.
#[derive(Debug, Clone, Copy)]
pub struct Planner<'p, 'w> {
    /// The policy.
    pub policy: &'p Policy,
    /// The keys of operators that hash or encrypt; without them these are errors.
    pub keys: Option<&'p Keys>,
    /// The source of pseudonyms; without one, everything that would get one gets a label.
    pub pseudonyms: Option<&'p PseudonymSource>,
    /// The knowledge that phrases are measured by; without it, they all stay, and nothing is generalised but labelled.
    pub risk: Option<RiskReference<'p, 'w>>,
}

impl<'w> Planner<'_, 'w> {
    /// Decides about everything in a document.
    pub fn plan<'a>(&self, analysis: &Analysis<'a>, entities: &'a Entities) -> Result<Plan, PlanError>
    where
        'w: 'a,
    {
        self.plan_with(analysis, entities, &Choices::default())
    }

    /// The same, where a person has chosen otherwise of some places.
    pub fn plan_with<'a>(
        &self,
        analysis: &Analysis<'a>,
        entities: &'a Entities,
        choices: &Choices,
    ) -> Result<Plan, PlanError>
    where
        'w: 'a,
    {
        let document = analysis.document();
        let clues = self.clues(analysis);
        let mut decisions = self.decisions(analysis, entities, &clues, choices);
        let mut replacements = Vec::new();
        let mut date_order = None;
        if let Some(pseudonyms) = self.pseudonyms {
            date_order = pseudonyms.write(analysis, entities, choices, &mut decisions, &mut replacements);
        }
        self.encipher(document, entities, &mut decisions, &mut replacements)?;
        let mut account = None;
        if let Some(reference) = self.risk {
            let phrases = PhrasePlanner { policy: self.policy, reference };
            let kept = choices.kept(entities);
            account = Some(phrases.plan(analysis, entities, &decisions, (&clues, &kept), &mut replacements)?);
            // A phrase may stay in one place of several.
            let is_mention = |origin| matches!(origin, ReplacementOrigin::Mention(_));
            replacements.retain(|replacement| is_mention(replacement.origin) || !is_kept(&kept, replacement.span));
        }
        replacements.extend(Operators::new(document, entities, &decisions, self.keys).replacements(&decisions)?);
        for replacement in &mut replacements {
            let numbers = self.policy.file.numbers;
            if let Some(text) = numbers.instead(document, replacement.span, replacement.text.expose()) {
                replacement.text = Sensitive::new(text.to_owned());
            }
        }
        let sought = sought_values(document, entities, &decisions, self.policy.threshold);
        Ok(Plan::new(decisions, replacements, sought, account, date_order))
    }

    /// Everything in a document that gets a pseudonym, to be decided about together with that of other documents.
    pub fn pseudonym_scope(&self, analysis: &Analysis<'_>, entities: &Entities, choices: &Choices) -> PseudonymScope {
        let scope = |pseudonyms: &PseudonymSource| {
            let clues = self.clues(analysis);
            pseudonyms.scope(analysis, entities, &self.decisions(analysis, entities, &clues, choices))
        };
        self.pseudonyms.map(scope).unwrap_or_default()
    }

    /// The edits that bring back the numbers that were encrypted into numbers, found again by the same policy.
    pub fn decipher(
        document: &Document,
        entities: &Entities,
        policy: &Policy,
        keys: &Keys,
    ) -> Result<Edits, EditsError> {
        let ours = by_rules(entities, policy).into_iter().filter(|decision| *decision.operator == Operator::Ff1);
        let edit = |decision: Decision| {
            let mention = &entities.mentions[decision.mention];
            let (form, category) = (document.slice(mention.span), &entities.entity_of(mention).category);
            let plain = sealed::decrypt(form, category, keys.ff1.expose()).ok()?;
            Some(TextEdit::new(mention.span, plain))
        };
        Edits::new(ours.filter_map(edit).collect())
    }

    /// What betrays a topic of the policy.
    fn clues(&self, analysis: &Analysis<'_>) -> Vec<Clue> {
        let clues = self.risk.and_then(|reference| reference.inferred).map(|(_, clues)| clues.find(analysis));
        let mut clues = clues.unwrap_or_default();
        if !self.policy.protects_negated {
            let negated: Vec<Span> =
                analysis.terms().iter().filter(|term| term.is_negated).map(|term| term.span).collect();
            clues.retain(|clue| !negated.iter().any(|span| span.overlaps(clue.span)));
        }
        clues
    }

    fn decisions(
        &self,
        analysis: &Analysis<'_>,
        entities: &Entities,
        clues: &[Clue],
        choices: &Choices,
    ) -> Vec<Decision> {
        let mut decisions = by_rules(entities, self.policy);
        keep_eponyms(clues, entities, &mut decisions);
        if self.risk.is_some() && !self.policy.protects_negated {
            keep_negated(analysis, entities, &mut decisions);
        }
        keep_citations(analysis.document(), entities, &mut decisions);
        choices.settle(self.policy, entities, &mut decisions);
        for decision in decisions.iter_mut().filter(|decision| !self.can_apply(&decision.operator)) {
            decision.operator = Operator::Label.into();
        }
        decisions
    }

    /// True if there is a source of the texts that an operator writes.
    fn can_apply(&self, operator: &Operator) -> bool {
        match operator {
            Operator::Pseudonymise => self.pseudonyms.is_some(),
            Operator::Generalise => self.risk.is_some(),
            _ => true,
        }
    }

    /// Encrypts numbers into numbers; one that is too short for it gets a label.
    fn encipher(
        &self,
        document: &Document,
        entities: &Entities,
        decisions: &mut [Decision],
        replacements: &mut Vec<Replacement>,
    ) -> Result<(), PlanError> {
        for decision in decisions.iter_mut().filter(|decision| *decision.operator == Operator::Ff1) {
            let mention = &entities.mentions[decision.mention];
            let category = &entities.entity_of(mention).category;
            let key = self.keys.ok_or(PlanError::NoKey)?.ff1.expose();
            match sealed::encrypt(document.slice(mention.span), category, key) {
                Ok(text) => replacements.push(Replacement {
                    span: mention.span,
                    text: Sensitive::new(text),
                    origin: ReplacementOrigin::Mention(decision.mention),
                }),
                Err(_) => decision.operator = Operator::Label.into(),
            }
        }
        Ok(())
    }
}
