//! Who gives pseudonyms: for each document on its own, or for all documents of a folder together.

use sfumato_detect::Entities;
use sfumato_language::Analysis;
use sfumato_mask::{Plan, Players, Pseudonyms, leave_citations, pseudonymise};
use sfumato_pseudonym::{Cast, Kind, Per, Roster, Seed, Stage};

use crate::Bundle;

/// Gives pseudonyms.
pub(crate) struct Troupe {
    seed: Seed,
    pseudonyms: Pseudonyms,
    rolled: Vec<usize>,
    /// What was decided for all documents together, if it was.
    shared: Option<(Roster, Cast)>,
}

impl Troupe {
    pub fn new(seed: Seed, pseudonyms: Pseudonyms, rolled: Vec<usize>) -> Self {
        Self { seed, pseudonyms, rolled, shared: None }
    }

    /// Which dates move together.
    pub fn per(&self) -> Per {
        self.pseudonyms.settings.dates.per
    }

    fn stage<'a>(&'a self, scope: &'a Seed) -> Stage<'a> {
        Stage { seed: &self.seed, scope, settings: &self.pseudonyms.settings, lists: Bundle::pseudonyms() }
    }

    /// Decides for everything on a roster at once.
    pub fn share(&mut self, roster: Roster, before: Cast) {
        let cast = self.stage(&self.seed).cast(&roster, before);
        self.shared = Some((roster, cast));
    }

    /// What was decided for all documents together.
    pub fn cast(&self) -> Option<&Cast> {
        self.shared.as_ref().map(|(_, cast)| cast)
    }

    /// Writes the pseudonyms of a document into its plan; says in which order its dates have day and month.
    pub fn play(&self, analysis: &Analysis<'_>, entities: &Entities, plan: &mut Plan) -> Option<DateOrder> {
        let document = analysis.document();
        leave_citations(document, entities, plan);
        let players = Players::of(analysis, entities, plan, &self.rolled, Bundle::pseudonyms());
        let mark = &self.pseudonyms.mark;
        let mut play = |stage: Stage<'_>, roster: &Roster, cast: &Cast, group: &str| {
            pseudonymise(analysis, entities, plan, &players, (stage, roster, cast), group, mark);
            DateOrder::of(cast, group)
        };
        match &self.shared {
            Some((roster, cast)) => {
                let group = players.enlist(&mut Roster::default(), self.per());
                play(self.stage(&self.seed), roster, cast, &group)
            }
            None => {
                let mut roster = Roster::default();
                let group = players.enlist(&mut roster, self.per());
                // One person's pseudonyms in two documents tell nobody that the two are about one person.
                let scope = self.seed.within(players.document().as_bytes());
                let stage = self.stage(&scope);
                let cast = stage.cast(&roster, Cast::default());
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
    fn of(cast: &Cast, group: &str) -> Option<Self> {
        let ledger = cast.times.get(group)?;
        let said = |key, known: [&'static str; 3]| {
            let said = ledger.get(Kind::Offset, key)?;
            known.into_iter().find(|known| *known == said)
        };
        Some(Self {
            order: said("order", ["day-first", "month-first", "year-first"])?,
            why: said("order-why", ["evidence", "language", "none"])?,
        })
    }
}
