//! What a phrase could become, the most telling first.

use std::rc::Rc;

use sfumato_document::Sensitive;
use sfumato_knowledge::counts::CountsError;
use sfumato_knowledge::{Generalisation, Knowledge, TaxonomySubject, Way};
use sfumato_language::Language;
use sfumato_risk::{WeighedPhrase, World};

use super::account::{Objection, Rejected};

/// What a phrase could become: the preferred first, and among equals the most telling; after the last rung there is only
/// what the policy puts where nothing may be said. It is only ever climbed, so that planning ends.
#[derive(Clone)]
pub(super) struct Ladder<'a> {
    /// In groups of equals, each with how telling it is, which is all that is asked of most of them.
    steps: Rc<Vec<Step<'a>>>,
    at: usize,
    /// What it stands on, once it was climbed.
    rung: Option<Rung<'a>>,
    /// Whether there is more to climb than has been looked for.
    pub goes_on: bool,
    /// Why the rungs below were left.
    against: Vec<Objection>,
}

/// One thing that a phrase could become, and the number of its group.
type Step<'a> = (usize, Generalisation<'a>, WeighedPhrase<'a>);

/// What a ladder stands on.
#[derive(Clone)]
pub(super) struct Rung<'a> {
    pub said: WeighedPhrase<'a>,
    pub way: Way,
    /// As it is written: a part of a name in small letters, if it is no name itself ("hospital").
    pub text: String,
    /// Whether it names one thing.
    pub is_name: bool,
    /// Whether it is known how common its name is and what it is worth.
    is_complete: bool,
}

impl<'a> Ladder<'a> {
    /// Nothing that a phrase could become.
    pub fn empty() -> Self {
        Self { steps: Rc::default(), at: 0, rung: None, goes_on: false, against: Vec::new() }
    }

    /// The generalisations of a phrase, weighed, in the order of preference: those of one taxonomy, or parts of the
    /// phrase, are equals.
    pub fn new(
        knowledge: &Knowledge<'_>,
        generalisations: Vec<Generalisation<'a>>,
        said: Vec<WeighedPhrase<'a>>,
    ) -> Self {
        let mut steps: Vec<Step<'a>> = Vec::with_capacity(said.len());
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
            steps.push((group, general, WeighedPhrase { is_named, ..said }));
        }
        steps.sort_by(|(a, _, x), (b, _, y)| a.cmp(b).then(y.bits.total_cmp(&x.bits)));
        Self { steps: Rc::new(steps), ..Self::empty() }
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
        Self { at: first.at, against: first.against, ..self }
    }

    /// What was left below, and why.
    pub fn rejected(&self) -> Vec<Rejected> {
        let rejected = |((_, _, said), why): (&Step<'a>, &Objection)| {
            let text = Sensitive::new(said.text.to_string());
            Rejected { text, bits: said.bits, why: *why }
        };
        self.steps.iter().zip(&self.against).map(rejected).collect()
    }

    /// Climbs to the first rung from here that nothing speaks against, and finds out how that is written in the place of
    /// a phrase; whether it left the one it stood on.
    pub fn climb(
        &mut self,
        world: &World<'_>,
        mut against: impl FnMut(&WeighedPhrase<'a>) -> Result<Option<Objection>, CountsError>,
    ) -> Result<bool, CountsError> {
        let (from, knowledge) = (self.at, &world.knowledge);
        while let Some((_, general, said)) = self.steps.get(self.at) {
            let why = match against(said)? {
                None if world.is_spoken(general, said.language)? => break,
                why => why.unwrap_or(Objection::NotSpoken),
            };
            self.reject(why);
        }
        let step = self.steps.get(self.at).filter(|_| self.at > from || self.rung.is_none());
        if let Some((_, general, said)) = step {
            let (text, is_name) = written(knowledge, general, said.language);
            self.rung = Some(Rung { said: said.clone(), way: general.way, text, is_name, is_complete: false });
        }
        Ok(self.at > from)
    }

    /// Finds out how common the name is of what it stands on and what that is worth, in the place of a phrase.
    pub fn complete(&mut self, world: &World<'_>, instead_of: &WeighedPhrase<'_>) -> Result<(), CountsError> {
        let step = self.steps.get(self.at).zip(self.rung.as_mut().filter(|rung| !rung.is_complete));
        if let Some(((_, general, _), rung)) = step {
            world.complete(&mut rung.said, instead_of, general)?;
            rung.is_complete = true;
        }
        Ok(())
    }

    /// Leaves the rung it stands on for a reason.
    pub fn reject(&mut self, why: Objection) {
        if !self.is_done() {
            self.against.push(why);
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
    let is_individual = taxonomy.is_individual(concept) || taxonomy.subject() == TaxonomySubject::Places;
    let is_common = taxonomy.label(concept, language).is_some_and(|label| !is_capital(label));
    match general.way {
        Way::Part if is_capital(&text) && is_common => (text.to_lowercase(), false),
        _ => {
            let is_name = is_individual && is_capital(&text);
            (text, is_name)
        }
    }
}
