//! What a phrase could become, the most telling first.

use std::rc::Rc;

use sfumato_document::Sensitive;
use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Generalisation, Knowledge, Way};
use sfumato_language::Language;
use sfumato_risk::{Said, World};

use super::account::{Objection, Rejected};

/// What a phrase could become: the preferred first, and among equals the most telling; after the last rung there is only
/// what the policy puts where nothing may be said. It is only ever climbed, so that planning ends.
#[derive(Clone)]
pub(super) struct Ladder<'a> {
    /// Each with how telling it is, which is all that is asked of most of them.
    steps: Rc<[(Generalisation<'a>, Said<'a>)]>,
    at: usize,
    /// What it stands on, once it was climbed.
    rung: Option<Rung<'a>>,
    /// Whether there is more to climb than has been looked for.
    pub goes_on: bool,
    pub rejected: Vec<Rejected>,
}

/// One thing that a phrase could become.
#[derive(Clone)]
pub(super) struct Rung<'a> {
    pub said: Said<'a>,
    pub way: Way,
    /// As it is written: a part of a name in small letters, if it is no name itself ("hospital").
    pub text: String,
    /// Whether it names one thing.
    pub is_name: bool,
}

impl<'a> Ladder<'a> {
    /// Nothing that a phrase could become.
    pub fn empty() -> Self {
        Self { steps: [].into(), at: 0, rung: None, goes_on: false, rejected: Vec::new() }
    }

    /// The generalisations of a phrase, weighed, in the order of preference: those of one taxonomy, or parts of the
    /// phrase, are equals.
    pub fn new(knowledge: &Knowledge<'_>, generalisations: Vec<Generalisation<'a>>, said: Vec<Said<'a>>) -> Self {
        let mut steps: Vec<(usize, (Generalisation<'a>, Said<'a>))> = Vec::with_capacity(said.len());
        let (mut group, mut last) = (0, None);
        for (general, said) in generalisations.into_iter().zip(said) {
            // A part that a taxonomy knows comes with what that taxonomy says of it.
            let source = (general.way == Way::Class, general.concept.map(|(taxonomy, _)| taxonomy));
            if last.is_some_and(|last| last != source) {
                group += 1;
            }
            last = Some(source);
            // "Award" of a name is an award.
            let is_named = said.is_named
                && (general.way != Way::Part || written(knowledge, &general, said.language).0 == said.text);
            steps.push((group, (general, Said { is_named, ..said })));
        }
        steps.sort_by(|(a, (_, x)), (b, (_, y))| a.cmp(b).then(y.bits.total_cmp(&x.bits)));
        Self { steps: steps.into_iter().map(|(_, step)| step).collect(), ..Self::empty() }
    }

    /// Where it stands, once it was climbed; nothing at the end.
    pub fn rung(&self) -> Option<&Rung<'a>> {
        self.rung.as_ref()
    }

    /// Whether it stands at its end.
    pub fn is_done(&self) -> bool {
        self.at >= self.steps.len()
    }

    /// The whole of a ladder of which the first rungs were climbed in vain.
    #[must_use]
    pub fn beyond(self, first: Self) -> Self {
        Self { at: first.at, rejected: first.rejected, ..self }
    }

    /// Climbs to the first rung from here that nothing speaks against, and finds out how that is written in the place of
    /// a phrase and what it is worth.
    pub fn climb(
        &mut self,
        world: &World<'_>,
        instead_of: &Said<'_>,
        mut against: impl FnMut(&Said<'a>) -> Result<Option<Objection>, CountsError>,
    ) -> Result<(), CountsError> {
        let from = self.at;
        while let Some((_, said)) = self.steps.get(self.at) {
            let Some(why) = against(said)? else { break };
            self.reject(why);
        }
        let step = self.steps.get(self.at).filter(|_| self.at > from || self.rung.is_none());
        if let Some((general, said)) = step {
            let mut said = said.clone();
            world.complete(&mut said, instead_of, general)?;
            let (text, is_name) = written(&world.knowledge, general, said.language);
            self.rung = Some(Rung { said, way: general.way, text, is_name });
        }
        Ok(())
    }

    /// Leaves the rung it stands on for a reason.
    pub fn reject(&mut self, why: Objection) {
        if let Some((_, said)) = self.steps.get(self.at) {
            let text = Sensitive::new(said.text.to_string());
            self.rejected.push(Rejected { text, bits: said.bits, why });
            self.at += 1;
            self.rung = None;
        }
    }
}

/// How something more general is written, and whether it names one thing.
fn written(knowledge: &Knowledge<'_>, general: &Generalisation<'_>, language: Language) -> (String, bool) {
    let is_capital = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    let text = general.text.to_string();
    let found = general.concept.and_then(|(at, concept)| Some((knowledge.taxonomies().get(at)?, concept)));
    let Some((taxonomy, concept)) = found else { return (text, false) };
    let is_individual = taxonomy.is_individual(concept) || taxonomy.name() == "places";
    let is_common = taxonomy.label(concept, language).is_some_and(|label| !is_capital(label));
    match general.way {
        Way::Part if is_capital(&text) && is_common => (text.to_lowercase(), false),
        _ => {
            let is_name = is_individual && is_capital(&text);
            (text, is_name)
        }
    }
}
