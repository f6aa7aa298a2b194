//! Sets: phrases that are harmless alone and tell too much together (MED eq. 9).
//!
//! All sets cannot be looked at. For each hidden thing the phrases that tell most of it are put together step by step,
//! and only the most telling sets of each size are carried on, so that the cost grows with what is hidden and with the
//! number of phrases, and no further.

use std::cmp::Reverse;

use sfumato_knowledge::Company;
use sfumato_knowledge::counts::CountsError;
use sfumato_risk::{Evidence, Hidden, Risk, WeighedPhrase};

use super::account::Objection;
use super::planning::{Close, PlanningContext};
use super::{Extent, PhraseDecision, PhrasePlanner};

/// Of so many phrases, the closest to it in meaning, it is asked what each tells of a hidden thing.
const MOST_NEAR: usize = 256;
/// So many phrases are put together for one hidden thing, those that tell most of it.
const MOST_PHRASES: usize = 10;
/// So many sets of each size are carried on.
const BEAM: usize = 4;

/// Makes phrases more general until no set of them tells too much. Each step climbs a ladder, so that it ends.
pub(super) fn settle<'a, 'w: 'a>(
    planner: &PhrasePlanner<'_, 'w>,
    planning: &PlanningContext<'_, 'a>,
    company: &Company<'_>,
    fates: &mut [PhraseDecision<'a>],
) -> Result<(), CountsError> {
    let vectors: Vec<_> =
        fates.iter().map(|fate| planner.reference.world.places(&fate.said.text, fate.said.language)).collect();
    for (number, secret) in planning.secrets.iter().enumerate().filter(|(_, secret)| secret.is_guarded) {
        let hidden = (number, &secret.hidden);
        let is_near = |fate: &PhraseDecision<'_>| {
            secret.reaches.iter().any(|reach| fate.unit.places.iter().any(|place| reach.meets(place.reach)))
        };
        let mut near: Vec<usize> =
            (0..fates.len()).filter(|at| is_near(&fates[*at]) && !fates[*at].is_left_alone).collect();
        if near.len() > MOST_NEAR {
            let closeness = |at: usize| {
                secret.hidden.closeness(planner.reference.world, &vectors[at]).map_or(1.0, |(cosine, _)| cosine)
            };
            near.sort_by_cached_key(|at| (Reverse(Close(closeness(*at))), *at));
            near.truncate(MOST_NEAR);
        }
        while let Some((set, risk)) = telling_set(planner.policy.limits.sets, planning, hidden, fates, &mut near)? {
            // What tells most of it alone is what the set hangs on, if it can become more general.
            let Some(at) = set.into_iter().find(|at| fates[*at].shown().is_some()) else { break };
            advance(planner, planning, company, &mut fates[at], risk)?;
        }
    }
    Ok(())
}

/// So many clues are put together for one topic.
const MOST_CLUES: usize = 3;

/// Makes clues to topics more general until no few of them together betray one (MED eq. 9, with clues independent of
/// each other given what they betray).
pub(super) fn settle_inferred<'a, 'w: 'a>(
    planner: &PhrasePlanner<'_, 'w>,
    planning: &PlanningContext<'_, 'a>,
    company: &Company<'_>,
    fates: &mut [PhraseDecision<'a>],
) -> Result<(), CountsError> {
    let Some(inference) = &planning.inference else { return Ok(()) };
    let mut weak: Vec<(u16, usize, Evidence)> = Vec::new();
    for (at, fate) in fates.iter().enumerate().filter(|(_, fate)| !fate.is_left_alone) {
        let Some(shown) = fate.shown() else { continue };
        let told = inference.evidence(shown).into_iter().filter(|evidence| evidence.told() > 0.0);
        weak.extend(told.map(|evidence| (evidence.topic, at, evidence)));
    }
    weak.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.told().total_cmp(&a.2.told())).then(a.1.cmp(&b.1)));
    for of_topic in weak.chunk_by(|a, b| a.0 == b.0) {
        let mut left = of_topic;
        while let Some((_, at, _)) = left.first().filter(|_| left.len() > 1) {
            let together: Vec<Evidence> = left.iter().take(MOST_CLUES).map(|(.., evidence)| *evidence).collect();
            let Some(risk) = inference.risk(&together).filter(Risk::is_too_much) else { break };
            advance(planner, planning, company, &mut fates[*at], risk)?;
            left = &left[1..];
        }
    }
    Ok(())
}

/// Makes one phrase more general.
fn advance<'a, 'w: 'a>(
    planner: &PhrasePlanner<'_, 'w>,
    planning: &PlanningContext<'_, 'a>,
    company: &Company<'_>,
    fate: &mut PhraseDecision<'a>,
    risk: Risk,
) -> Result<(), CountsError> {
    let ladder = match fate.ladder.take() {
        Some(mut ladder) => {
            ladder.reject(Objection::Together(risk));
            ladder
        }
        None => planner.ladder(&fate.unit, &fate.said, company, Extent::First)?,
    };
    let hidden = planning.hidden_near(&fate.unit.places, &fate.said, None);
    fate.ladder = Some(planner.climbed(ladder, fate, company, planning, &hidden)?);
    // The phrase itself was harmless alone; what spoke against it is the set.
    fate.before.push(risk);
    Ok(())
}

/// The first set of phrases that tells too much of a hidden thing, the most telling phrase first.
fn telling_set(
    most: usize,
    planning: &PlanningContext<'_, '_>,
    hidden: (usize, &Hidden<'_>),
    fates: &[PhraseDecision<'_>],
    near: &mut Vec<usize>,
) -> Result<Option<(Vec<usize>, Risk)>, CountsError> {
    let mut single = Vec::with_capacity(near.len());
    for at in near.iter().copied() {
        let Some(shown) = fates[at].shown() else { continue };
        let value = together(planning, &[shown], hidden)?.map_or(0.0, |risk| risk.value);
        if value > 0.0 {
            single.push((at, value));
        }
    }
    single.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    single.truncate(MOST_PHRASES);
    // What does not tell much now will not tell more when others say less.
    *near = near.iter().copied().filter(|at| single.iter().any(|(kept, _)| kept == at)).collect();
    let mut beam: Vec<(Vec<usize>, f64)> = single.iter().map(|(at, value)| (vec![*at], *value)).take(BEAM).collect();
    for _ in 1..most {
        let mut longer: Vec<(Vec<usize>, f64)> = Vec::new();
        for (set, _) in &beam {
            for (at, _) in single.iter().filter(|(at, _)| !set.contains(at)) {
                let mut set = set.clone();
                set.push(*at);
                let said: Vec<&WeighedPhrase<'_>> = set.iter().filter_map(|at| fates[*at].shown()).collect();
                let Some(risk) = together(planning, &said, hidden)? else { continue };
                if risk.is_too_much() {
                    return Ok(Some((set, risk)));
                }
                longer.push((set, risk.value));
            }
        }
        longer.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        longer.truncate(BEAM);
        beam = longer;
    }
    Ok(None)
}

fn together(
    planning: &PlanningContext<'_, '_>,
    said: &[&WeighedPhrase<'_>],
    hidden: (usize, &Hidden<'_>),
) -> Result<Option<Risk>, CountsError> {
    for model in &planning.models {
        if let Some(risk) = model.assess_together(said, hidden)? {
            return Ok(Some(risk));
        }
    }
    Ok(None)
}
