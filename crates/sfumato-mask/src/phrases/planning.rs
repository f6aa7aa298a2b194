//! Everything that is looked at while a document is planned.

use std::cmp::{Ordering, Reverse};

use sfumato_knowledge::counts::CountsError;
use sfumato_language::Language;
use std::sync::Arc;

use sfumato_risk::{
    Disclosure, Evidence, Hidden, Inference, Inferred, Limit, Reaches, Relatedness, Risk, RiskLimit, RiskModel,
    RiskUnit, Specificity, WeighedPhrase, World,
};

use super::account::{Accounting, Objection};
use super::hidden::{self, Forbidden, Secret};
use super::{PhrasePlanner, Place};

/// A phrase is held against so many hidden things at most.
const MOST_HIDDEN: usize = 40;

/// A phrase that betrays so many bits of a topic betrays too much where the policy has no limit.
const MOST_INFERRED: f64 = 7.0;

/// A cosine, in order.
#[derive(PartialEq)]
pub(super) struct Close(pub f64);

impl Eq for Close {}

impl PartialOrd for Close {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Close {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Everything that is looked at while a document is planned.
pub(super) struct PlanningContext<'s, 'a> {
    pub models: Vec<Box<dyn RiskModel + 's>>,
    /// The limit of each model.
    pub limits: Vec<RiskLimit>,
    pub secrets: Vec<Secret<'a>>,
    /// What phrases betray of topics, if the policy has any.
    pub inference: Option<Inferred<'s>>,
    /// Where those are of which nothing may be told.
    guarded: Reaches,
    /// The limit for what stands in the place of something hidden.
    of_hidden: Option<f64>,
    forbidden: Forbidden<'s>,
    /// How many bits above a limit ordinary words may tell that stand for something.
    leeway: f64,
    accounting: Accounting,
    world: &'s World<'s>,
}

impl<'s, 'a> PlanningContext<'s, 'a> {
    /// The models of a policy, for a document in a language that hides these things.
    pub fn new(
        planner: &'s PhrasePlanner<'_, '_>,
        language: Language,
        mut secrets: Vec<Secret<'a>>,
        seen: Vec<(&str, &[Evidence])>,
    ) -> Result<Self, CountsError> {
        let limits = &planner.policy.limits;
        let words = [&limits.informative, &limits.disclosure].into_iter().flatten();
        let words: Vec<&str> =
            words.filter_map(|limit| if let Limit::As(word) = limit { Some(word.as_str()) } else { None }).collect();
        let forbidden = Forbidden::new(&secrets, planner.reference.listed, &words);
        let bits = |limit: &Limit, secrets: &[Secret<'_>]| {
            let hidden: Vec<&Hidden<'_>> =
                secrets.iter().filter(|secret| secret.is_guarded).map(|secret| &secret.hidden).collect();
            let listed = planner.reference.least_listed[language as usize];
            limit.bits(planner.reference.world, language, &hidden, listed)
        };
        let informative = limits.informative.as_ref().map(|limit| bits(limit, &secrets)).transpose()?.flatten();
        // What is shown first decides what may be shown at most, so that nothing else does (DR eq. 9).
        let by_shown = limits.disclosure == Some(Limit::MostShown);
        let before = limits.disclosure.as_ref().filter(|_| !by_shown);
        let mut disclosure = before.map(|limit| bits(limit, &secrets)).transpose()?.flatten();
        let of_hidden = disclosure.or(informative);
        for secret in &mut secrets {
            let Secret { ladder: Some(ladder), said, category, .. } = secret else { continue };
            ladder.climb(planner.reference.world, |rung| {
                Ok(hidden::against(rung, (said, category), of_hidden, &forbidden))
            })?;
            ladder.complete(planner.reference.world, said)?;
            secret.show();
        }
        if by_shown {
            disclosure = bits(&Limit::MostShown, &secrets)?;
        }
        let guarded = secrets.iter().enumerate().filter(|(_, secret)| secret.is_guarded);
        let guarded =
            Reaches::new(guarded.flat_map(|(number, secret)| secret.reaches.iter().map(move |reach| (*reach, number))));
        let world = planner.reference.world;
        let (leeway, accounting) = (limits.leeway, planner.reference.accounting);
        let (models, no_limits) = (Vec::new(), Vec::new());
        let mut planning = Self {
            models,
            limits: no_limits,
            secrets,
            inference: None,
            guarded,
            of_hidden,
            forbidden,
            leeway,
            accounting,
            world,
        };
        if let Some(limit) = informative {
            planning.add(Box::new(Specificity { limit, names_tell: limits.names_tell }), limit);
        }
        if let Some(limit) = disclosure {
            let disclosure = Disclosure::new(planner.reference.world, limit, limits.is_contextualised);
            planning.add(Box::new(disclosure.with_names(limits.names_tell)), limit);
        }
        if let Some(limit) = limits.related {
            planning.add(Box::new(Relatedness::new(planner.reference.world, limit)), limit);
        }
        if let Some((topics, clues)) = planner.reference.inferred {
            let limit = disclosure.unwrap_or(MOST_INFERRED);
            let inference = Arc::new(Inference::new(clues, topics, limit).with_seen(seen));
            planning.inference = Some(inference.clone());
            planning.add(Box::new(inference), limit);
        }
        Ok(planning)
    }

    fn add(&mut self, model: Box<dyn RiskModel + 's>, limit: f64) {
        self.limits.push(RiskLimit { model: model.name(), unit: model.unit(), value: limit });
        self.models.push(model);
    }

    /// Makes what stands for each hidden thing general enough for all others. Every change may change what others may
    /// show, so that it is done until nothing changes; each change climbs a ladder, so that it ends.
    pub fn settle_secrets(&mut self) -> Result<(), CountsError> {
        loop {
            let mut has_changed = false;
            for number in 0..self.secrets.len() {
                has_changed |= self.settle_secret(number)?;
            }
            if !has_changed {
                return Ok(());
            }
        }
    }

    fn settle_secret(&mut self, number: usize) -> Result<bool, CountsError> {
        let Some(ladder) = self.secrets[number].ladder.as_ref().filter(|ladder| !ladder.is_done()) else {
            return Ok(false);
        };
        let mut ladder = ladder.clone();
        let secret = &self.secrets[number];
        let others = self.hidden_near(&secret.places(), &secret.said, Some(number));
        let has_changed = ladder.climb(self.world, |rung| {
            match hidden::against(rung, (&secret.said, &secret.category), self.of_hidden, &self.forbidden) {
                Some(why) => Ok(Some(why)),
                None => self.objection(rung, &secret.said, &others),
            }
        })?;
        ladder.complete(self.world, &secret.said)?;
        let secret = &mut self.secrets[number];
        secret.ladder = Some(ladder);
        secret.show();
        Ok(has_changed)
    }

    /// What is hidden in the contexts of some places where a phrase stands; of very much, what is closest to it in
    /// meaning, so that the cost grows no faster than the document. What has no vector comes first.
    pub fn hidden_near(
        &self,
        places: &[Place],
        said: &WeighedPhrase<'_>,
        but: Option<usize>,
    ) -> Vec<(usize, &Hidden<'a>)> {
        let near = self.guarded.meeting(places.iter().map(|place| place.reach)).into_iter();
        let near = near.filter(|number| Some(*number) != but);
        let mut near: Vec<(usize, &Hidden<'a>)> =
            near.filter_map(|number| Some((number, &self.secrets.get(number)?.hidden))).collect();
        if near.len() > MOST_HIDDEN {
            let vectors = self.world.places(&said.text, said.language);
            let closeness =
                |hidden: &Hidden<'_>| hidden.closeness(self.world, &vectors).map_or(1.0, |(cosine, _)| cosine);
            near.sort_by_cached_key(|(number, hidden)| (Reverse(Close(closeness(hidden))), *number));
            near.truncate(MOST_HIDDEN);
        }
        near
    }

    /// What the models say of a phrase as it stands, or, where only that matters, which objects first.
    pub fn assess_first(
        &self,
        said: &WeighedPhrase<'_>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Vec<Risk>, CountsError> {
        match self.accounting {
            Accounting::Full => self.assess(said, None, hidden),
            Accounting::Brief | Accounting::Above => Ok(self.objecting(said, None, hidden)?.into_iter().collect()),
        }
    }

    /// What the models say of what is left.
    pub fn left(&self) -> ResidualRisk<'_, 's, 'a> {
        ResidualRisk { planning: self, greatest: vec![f64::NEG_INFINITY; self.models.len()] }
    }

    /// What each model says.
    pub fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Vec<Risk>, CountsError> {
        self.models.iter().map(|model| model.assess(said, instead_of, hidden)).collect()
    }

    /// Why something cannot stand for a phrase.
    pub fn against(
        &self,
        instead: &WeighedPhrase<'_>,
        said: &WeighedPhrase<'_>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Objection>, CountsError> {
        if self.forbidden.names(instead) {
            return Ok(Some(Objection::NamesHidden));
        }
        if self.leeway == 0.0 || instead.is_named {
            return self.objection(instead, said, hidden);
        }
        let risks = self.assess_instead(instead, said, hidden)?;
        Ok(risks.into_iter().find(Risk::is_too_much).map(Objection::Risk))
    }

    /// What each model says of what stands for a phrase, by the limit that holds for it.
    pub fn assess_instead(
        &self,
        instead: &WeighedPhrase<'_>,
        said: &WeighedPhrase<'_>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Vec<Risk>, CountsError> {
        let mut risks = self.assess(instead, Some(said), hidden)?;
        self.give_leeway(instead, &mut risks);
        Ok(risks)
    }

    fn give_leeway(&self, instead: &WeighedPhrase<'_>, risks: &mut [Risk]) {
        for risk in risks.iter_mut().filter(|risk| risk.unit == RiskUnit::Bits && !instead.is_named) {
            risk.limit += self.leeway;
        }
    }

    fn objection(
        &self,
        instead: &WeighedPhrase<'_>,
        said: &WeighedPhrase<'_>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Objection>, CountsError> {
        Ok(self.objecting(instead, Some(said), hidden)?.map(Objection::Risk))
    }

    /// What the first model says that objects.
    fn objecting(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Risk>, CountsError> {
        for model in &self.models {
            if let Some(risk) = model.objection(said, instead_of, hidden)? {
                return Ok(Some(risk));
            }
        }
        Ok(None)
    }
}

/// What the models say of one thing after another that is left in a document.
pub(super) struct ResidualRisk<'l, 's, 'a> {
    planning: &'l PlanningContext<'s, 'a>,
    /// The greatest risk so far, by model.
    greatest: Vec<f64>,
}

impl ResidualRisk<'_, '_, '_> {
    /// What each model says of what stands there now. In brief, only what is as great as all before it or too much.
    pub fn assess(
        &mut self,
        shown: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Vec<Risk>, CountsError> {
        if self.planning.accounting == Accounting::Full {
            return self.planning.assess(shown, instead_of, hidden);
        }
        let mut risks = Vec::new();
        let models = self.planning.models.iter().zip(&self.planning.limits);
        for ((model, limit), greatest) in models.zip(&mut self.greatest) {
            if let Some(risk) = model.assess_from(greatest.min(limit.value), shown, instead_of, hidden)? {
                *greatest = greatest.max(risk.value);
                risks.push(risk);
            }
        }
        Ok(risks)
    }

    /// The same of what stands for a phrase, by the limit that holds for it.
    pub fn assess_instead(
        &mut self,
        shown: &WeighedPhrase<'_>,
        said: &WeighedPhrase<'_>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Vec<Risk>, CountsError> {
        let mut risks = self.assess(shown, Some(said), hidden)?;
        self.planning.give_leeway(shown, &mut risks);
        Ok(risks)
    }
}
