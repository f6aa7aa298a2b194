//! Who gives pseudonyms: for each document on its own, or for all documents of a folder together.

use sfumato_detect::Entities;
use sfumato_language::Analysis;
use sfumato_mask::{Plan, Players, Pseudonyms, leave_citations, pseudonymise};
use sfumato_pseudonym::{DatesMovePer, PseudonymMapping, PseudonymScope, PseudonymSeed, Pseudonymiser, SubstituteKind};

use crate::Bundle;

/// Gives pseudonyms.
pub(crate) struct Troupe {
    seed: PseudonymSeed,
    pseudonyms: Pseudonyms,
    rolled: Vec<usize>,
    /// What was decided for all documents together, if it was.
    shared: Option<(PseudonymScope, PseudonymMapping)>,
}

impl Troupe {
    pub fn new(seed: PseudonymSeed, pseudonyms: Pseudonyms, rolled: Vec<usize>) -> Self {
        Self { seed, pseudonyms, rolled, shared: None }
    }

    /// Which dates move together.
    pub fn per(&self) -> DatesMovePer {
        self.pseudonyms.settings.dates.per
    }

    fn stage<'a>(&'a self, scope: &'a PseudonymSeed) -> Pseudonymiser<'a> {
        Pseudonymiser {
            seed: &self.seed,
            scope_seed: scope,
            settings: &self.pseudonyms.settings,
            lists: Bundle::pseudonyms(),
        }
    }

    /// Decides for everything on a roster at once.
    pub fn share(&mut self, roster: PseudonymScope, before: PseudonymMapping) {
        let cast = self.stage(&self.seed).assign(&roster, before);
        self.shared = Some((roster, cast));
    }

    /// What was decided for all documents together.
    pub fn cast(&self) -> Option<&PseudonymMapping> {
        self.shared.as_ref().map(|(_, cast)| cast)
    }

    /// Writes the pseudonyms of a document into its plan; says in which order its dates have day and month.
    pub fn play(&self, analysis: &Analysis<'_>, entities: &Entities, plan: &mut Plan) -> Option<DateOrder> {
        let document = analysis.document();
        leave_citations(document, entities, plan);
        let players = Players::of(analysis, entities, plan, &self.rolled, Bundle::pseudonyms());
        let mark = &self.pseudonyms.mark;
        let mut play = |stage: Pseudonymiser<'_>, roster: &PseudonymScope, cast: &PseudonymMapping, group: &str| {
            pseudonymise(analysis, entities, plan, &players, (stage, roster, cast), group, mark);
            DateOrder::of(cast, group)
        };
        match &self.shared {
            Some((roster, cast)) => {
                let group = players.enlist(&mut PseudonymScope::default(), self.per());
                play(self.stage(&self.seed), roster, cast, &group)
            }
            None => {
                let mut roster = PseudonymScope::default();
                let group = players.enlist(&mut roster, self.per());
                // One person's pseudonyms in two documents tell nobody that the two are about one person.
                let scope = self.seed.within(players.document().as_bytes());
                let stage = self.stage(&scope);
                let cast = stage.assign(&roster, PseudonymMapping::default());
                play(stage, &roster, &cast, &group)
            }
        }
    }
}

/// Which of day and month comes first in dates of digits alone, and how that was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DateOrder {
    pub order: &'static str,
    pub why: &'static str,
}

impl DateOrder {
    fn of(cast: &PseudonymMapping, group: &str) -> Option<Self> {
        let ledger = cast.times.get(group)?;
        let said = |key, known: [&'static str; 3]| {
            let said = ledger.get(SubstituteKind::Offset, key)?;
            known.into_iter().find(|known| *known == said)
        };
        Some(Self {
            order: said("order", ["day-first", "month-first", "year-first"])?,
            why: said("order-why", ["evidence", "language", "none"])?,
        })
    }
}
