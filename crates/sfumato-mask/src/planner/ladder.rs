//! What a phrase could become, the most telling first.

use sfumato_document::Sensitive;
use sfumato_knowledge::{Generalisation, Knowledge, Way};
use sfumato_language::Language;
use sfumato_risk::Said;

use super::account::{Objection, Rejected};

/// What a phrase could become: the preferred first, and among equals the most telling; after the last rung there is only
/// what the policy puts where nothing may be said. It is only ever climbed, so that planning ends.
#[derive(Clone)]
pub(super) struct Ladder<'a> {
    rungs: Vec<Rung<'a>>,
    at: usize,
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
    /// The generalisations of a phrase, in the order of preference: those of one taxonomy, or parts of the phrase, are
    /// equals.
    pub fn new(knowledge: &Knowledge<'_>, generalisations: &[Generalisation<'a>], said: Vec<Said<'a>>) -> Self {
        let mut rungs: Vec<(usize, Rung<'a>)> = Vec::with_capacity(said.len());
        let (mut group, mut last) = (0, None);
        for (general, said) in generalisations.iter().zip(said) {
            // A part that a taxonomy knows comes with what that taxonomy says of it.
            let source = (general.way == Way::Class, general.concept.map(|(taxonomy, _)| taxonomy));
            if last.is_some_and(|last| last != source) {
                group += 1;
            }
            last = Some(source);
            let (text, is_name) = written(knowledge, general, said.language);
            // "Award" of a name is an award.
            let is_named = said.is_named && (general.way != Way::Part || text == said.text);
            let said = Said { is_named, ..said };
            rungs.push((group, Rung { said, way: general.way, text, is_name }));
        }
        rungs.sort_by(|(a, x), (b, y)| a.cmp(b).then(y.said.bits.total_cmp(&x.said.bits)));
        Self { rungs: rungs.into_iter().map(|(_, rung)| rung).collect(), at: 0, rejected: Vec::new() }
    }

    /// Where it stands; nothing at the end.
    pub fn rung(&self) -> Option<&Rung<'a>> {
        self.rungs.get(self.at)
    }

    /// Climbs to the first rung from here that nothing speaks against.
    pub fn climb<E>(&mut self, mut against: impl FnMut(&Rung<'a>) -> Result<Option<Objection>, E>) -> Result<(), E> {
        while let Some(rung) = self.rungs.get(self.at) {
            let Some(why) = against(rung)? else { break };
            self.reject(why);
        }
        Ok(())
    }

    /// Leaves the rung it stands on for a reason.
    pub fn reject(&mut self, why: Objection) {
        if let Some(rung) = self.rungs.get(self.at) {
            let text = Sensitive::new(rung.said.text.to_string());
            self.rejected.push(Rejected { text, bits: rung.said.bits, why });
            self.at += 1;
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
