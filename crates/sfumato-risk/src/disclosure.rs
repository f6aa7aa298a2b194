//! Disclosure (DR, MED): what a phrase that stays says about something that does not.
//!
//! With `s` hidden, `q` the phrase, and `g` what stands in the place of `s`:
//!
//! - nothing in its place: `PMI(s;q) = log2 p(s,q) / (p(s) p(q))`;
//! - something more general: `PMI(s;q) + IC(g) - PMI(g;q) = log2 p(s,q) / (p(s) p(g,q))`, which needs three counts
//!   where the sum needs five ([`Form`] has both, and the middle form `PMI(s;q) + IC(g|q)`);
//! - against words of several meanings, `s` is counted together with what it is a kind of:
//!   `log2 p(s,g,q) / (p(s,g) p(g,q))`.
//!
//! What was never counted is taken for [`UNSEEN_HITS`] documents, half a one. Two phrases that never met are thus not
//! safe because of it: of a rare `q` beside an `s` that the reference does not know, all that `q` tells by itself
//! counts. Where the text is about somebody else, only what was really met together counts.

use std::cell::LazyCell;

use sfumato_knowledge::counts::{Basis, CountsError, Mark, Phrase, Query, UNSEEN_HITS, bits};

use crate::{Aboutness, Hidden, Risk, RiskModel, RiskUnit, WeighedPhrase, World};

/// How disclosure is computed where something more general is shown; all give the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// `PMI(s;q) + IC(g) - PMI(g;q)` (DR eq. 6).
    Sum,
    /// `PMI(s;q) + IC(g|q)` (DR eq. 7).
    Conditional,
    /// `log2 p(s,q) / (p(s) p(g,q))` (DR eq. 16), which needs the fewest counts.
    #[default]
    Simple,
}

/// What was counted of `s`, `q` and `g`, in documents of `total`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hits {
    /// All documents.
    pub total: f64,
    /// Those with `s`, or with `s` and what it is a kind of.
    pub s: f64,
    /// Those with `q`.
    pub q: f64,
    /// Those with `s` and `q`.
    pub sq: f64,
    /// Those with `g`, and with `g` and `q`; nothing if nothing is shown.
    pub g: Option<(f64, f64)>,
}

impl Hits {
    /// The information that `q`, and `g` if it is shown, give about `s`, in bits.
    pub fn disclosure(&self, form: Form) -> f64 {
        let p = |hits: f64| seen(hits) / self.total.max(1.0);
        let pmi = |joint: f64, a: f64, b: f64| (p(joint) / (p(a) * p(b))).log2();
        match (self.g, form) {
            (None, _) => pmi(self.sq, self.s, self.q),
            (Some((g, gq)), Form::Sum) => pmi(self.sq, self.s, self.q) - p(g).log2() - pmi(gq, g, self.q),
            (Some((_, gq)), Form::Conditional) => pmi(self.sq, self.s, self.q) - (p(gq) / p(self.q)).log2(),
            (Some((_, gq)), Form::Simple) => (p(self.sq) / (p(self.s) * p(gq))).log2(),
        }
    }
}

/// A phrase tells too much if what it discloses of something hidden reaches a limit.
pub struct Disclosure<'m, 'w> {
    world: &'m World<'w>,
    limit: f64,
    is_contextualised: bool,
    names_tell: f64,
}

/// Phrases that are said, and how common they are together, if that is known.
struct PhraseGroup<'q> {
    phrases: &'q [Phrase<'q>],
    /// What the reference knows it by, if it is one phrase.
    mark: Mark,
    hits: Option<f64>,
    about: Aboutness,
}

impl<'m, 'w> Disclosure<'m, 'w> {
    /// With the counts of a world; contextualised, something hidden is counted together with what it is a kind of.
    pub fn new(world: &'m World<'w>, limit: f64, is_contextualised: bool) -> Self {
        Self { world, limit, is_contextualised, names_tell: 0.0 }
    }

    /// The same, with names and numbers taken to tell so many bits more, since they can be looked up.
    #[must_use]
    pub fn with_names(self, names_tell: f64) -> Self {
        Self { names_tell, ..self }
    }

    /// What was counted of phrases and one hidden thing, and what the count of both together rests on.
    fn counted(&self, told: &PhraseGroup<'_>, hidden: &Hidden<'_>) -> Result<(Hits, Basis), CountsError> {
        let language = hidden.language;
        let counts = self.world.counts;
        let variants = hidden.variants();
        let s = hidden.phrase(&variants);
        let kind = hidden.kind.as_ref().filter(|_| self.is_contextualised).map(|kind| Phrase::new(&kind.text));
        let all = |phrases: &[Phrase<'_>]| self.world.hits([Query { phrases, language }]).map(|[count]| count);
        let joint = match (told.phrases, kind) {
            ([phrase], None) => counts.together((told.mark, *phrase), (hidden.mark, s), language)?,
            _ => all(&with(told.phrases, &[Some(s), kind]))?,
        };
        let q = match told.hits {
            Some(hits) => hits,
            None => all(told.phrases)?.hits,
        };
        let s = match kind {
            None => hidden.count.hits,
            Some(_) => all(&with(&[], &[Some(s), kind]))?.hits,
        };
        let g = match &hidden.shown {
            None => None,
            Some(shown) => {
                let names = self.world.names(shown.concept, language, &shown.text);
                let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
                let phrase = Phrase { text: &shown.text, variants: &names };
                Some((shown.hits, all(&with(told.phrases, &[Some(phrase)]))?.hits))
            }
        };
        Ok((Hits { total: counts.total(language), s, q, sq: joint.hits, g }, joint.basis))
    }

    /// The greatest risk that a phrase is to any of the hidden things, or the first that is enough; what is said of less
    /// than `least` means nothing. Whatever cannot be it, by how common both are, is not asked for.
    fn worst(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
        (least, enough): (f64, f64),
    ) -> Result<Risk, CountsError> {
        let mut worst = Risk {
            model: "disclosure",
            unit: RiskUnit::Bits,
            value: 0.0,
            limit: self.limit,
            about: None,
            topic: None,
            basis: Basis::Unseen,
        };
        let names = LazyCell::new(|| self.world.names(said.concept, said.language, &said.text));
        let variants: LazyCell<Vec<&str>, _> = LazyCell::new(|| names.iter().map(AsRef::as_ref).collect());
        let mark = |phrase: Phrase<'_>| self.world.counts.mark(phrase, said.language);
        let phrases = LazyCell::new(|| {
            let own = Phrase { text: &said.text, variants: &variants };
            let special = instead_of.map(|special| Phrase::new(&special.text));
            ((mark(own), [own]), special.map(|special| (mark(special), [special])))
        });
        // What tells nothing of it is not made to by being a name.
        let named = |value: f64| if said.is_named && value > 0.0 { value + self.names_tell } else { value };
        let is_sought = enough < f64::INFINITY;
        // All that the reference does not know is the same to it, and nothing can tell more of anything: where the
        // greatest risk is looked for, that comes first, and spares the others.
        let is_unknown = |hidden: &Hidden<'_>| {
            hidden.count.basis == Basis::Unseen && hidden.shown.is_none() && hidden.kind.is_none()
        };
        // Phrases of two languages hardly ever stand in one document of a reference.
        let is_asked = |hidden: &Hidden<'_>| hidden.language == said.language;
        let unknown = hidden.iter().position(|(_, hidden)| is_asked(hidden) && is_unknown(hidden));
        let first = unknown.filter(|_| !is_sought);
        let others = (0..hidden.len()).filter(|at| Some(*at) != first);
        let mut worst_at = usize::MAX;
        for at in first.into_iter().chain(others) {
            let (number, hidden) = &hidden[at];
            if !is_asked(hidden) || (is_unknown(hidden) && Some(at) != unknown) {
                continue;
            }
            let most = named(self.most(said, hidden));
            let is_behind = |value: f64| value < worst.value || (value == worst.value && at > worst_at);
            if most < least || (worst.about.is_some() && is_behind(most)) {
                continue;
            }
            let ((mark, own), of_special) = &*phrases;
            let told = PhraseGroup { phrases: own, mark: *mark, hits: Some(said.hits), about: said.about };
            let special = match instead_of.zip(of_special.as_ref()) {
                None => None,
                Some((special, (mark, phrases))) => {
                    let (hits, about) = (Some(special.hits), special.about);
                    Some(self.counted(&PhraseGroup { phrases, mark: *mark, hits, about }, hidden)?.0)
                }
            };
            let (value, basis, _) = self.disclosed(&told, special.as_ref(), hidden)?;
            let value = named(value);
            if worst.about.is_none() || !is_behind(value) {
                worst = Risk { value, about: Some(*number), basis, ..worst };
                worst_at = at;
            }
            if value >= enough {
                break;
            }
        }
        Ok(worst)
    }

    /// What a phrase can disclose of something hidden at most, whatever was counted of both together: all that the less
    /// telling of them tells.
    fn most(&self, said: &WeighedPhrase<'_>, hidden: &Hidden<'_>) -> f64 {
        if self.is_contextualised && hidden.kind.is_some() {
            return f64::INFINITY;
        }
        if hidden.shown.is_some() {
            return hidden.bits;
        }
        let total = self.world.counts.total(hidden.language);
        let (s, q) = (hidden.count.hits, said.hits);
        let hits = Hits { total, s, q, sq: seen(s).min(seen(q)), g: None };
        hits.disclosure(Form::Simple).min(hidden.bits).max(0.0)
    }

    /// What phrases disclose of one hidden thing; `special` is what was counted of what they would stand for.
    fn disclosed(
        &self,
        told: &PhraseGroup<'_>,
        special: Option<&Hits>,
        hidden: &Hidden<'_>,
    ) -> Result<(f64, Basis, Hits), CountsError> {
        let (mut hits, basis) = self.counted(told, hidden)?;
        if told.about == Aboutness::Other && basis != Basis::Counted {
            return Ok((0.0, Basis::Unseen, hits));
        }
        if let Some(special) = special {
            hits = hits.generalising(special);
        }
        // What was assumed, for want of a count, is never more than what was counted.
        hits.sq = seen(hits.sq).min(seen(hits.s)).min(seen(hits.q));
        hits.g = hits.g.map(|(g, gq)| (g.max(hits.s), hits.with_concept(g, gq, hidden.shown.as_ref())));
        let most = bits(hits.s, hits.total);
        Ok((hits.disclosure(Form::Simple).min(most), basis, hits))
    }
}

impl Hits {
    /// In how many documents `g` and `q` meet, where `g` is a concept and `gq` the documents that hold its name and `q`.
    ///
    /// What is below `g` is taken to keep the company that its name keeps, no less than chance would bring together;
    /// and whoever speaks of `s` speaks of what is shown for it.
    fn with_concept(&self, g: f64, gq: f64, shown: Option<&WeighedPhrase<'_>>) -> f64 {
        let chance = |named: f64| seen(named) * seen(self.q) / self.total.max(1.0);
        let closer = shown.map_or(1.0, |shown| gq / chance(shown.named)).max(1.0);
        (chance(g) * closer).min(g).min(seen(self.q)).max(self.sq)
    }

    /// The same for a phrase that also stands for everything that `special` was counted of. Of the documents that it
    /// has beyond those, so many speak of `s` as chance would have it.
    fn generalising(self, special: &Self) -> Self {
        let beyond = (self.q - special.q).max(0.0) / self.total.max(1.0);
        let joint = |own: f64, of_special: f64, with: f64| own.max(of_special + with * beyond).min(self.q).min(with);
        let g = self.g.zip(special.g).map(|((g, gq), (_, special))| (g, joint(gq, special, g)));
        Self { sq: joint(self.sq, special.sq, self.s), g, ..self }
    }
}

/// What was never counted is taken for half a document; what was estimated is believed, however little it is.
fn seen(hits: f64) -> f64 {
    if hits > 0.0 { hits } else { UNSEEN_HITS }
}

fn with<'q>(phrases: &[Phrase<'q>], more: &[Option<Phrase<'q>>]) -> Vec<Phrase<'q>> {
    phrases.iter().copied().chain(more.iter().flatten().copied()).collect()
}

impl RiskModel for Disclosure<'_, '_> {
    fn name(&self) -> &'static str {
        "disclosure"
    }

    fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Risk, CountsError> {
        self.worst(said, instead_of, hidden, (f64::NEG_INFINITY, f64::INFINITY))
    }

    fn objection(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Risk>, CountsError> {
        let limits = (self.limit, self.limit);
        self.worst(said, instead_of, hidden, limits).map(|risk| Some(risk).filter(Risk::is_too_much))
    }

    fn assess_from(
        &self,
        least: f64,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Risk>, CountsError> {
        let worst = self.worst(said, instead_of, hidden, (least, f64::INFINITY))?;
        Ok(Some(worst).filter(|risk| risk.value >= least))
    }

    fn assess_together(
        &self,
        said: &[&WeighedPhrase<'_>],
        (number, hidden): (usize, &Hidden<'_>),
    ) -> Result<Option<Risk>, CountsError> {
        if said.iter().any(|said| said.language != hidden.language) {
            return Ok(None);
        }
        let phrases: Vec<Phrase<'_>> = said.iter().map(|said| Phrase::new(&said.text)).collect();
        let mark = match phrases.as_slice() {
            [phrase] => self.world.counts.mark(*phrase, hidden.language),
            _ => Mark::default(),
        };
        let is_of_others = said.iter().all(|said| said.about == Aboutness::Other);
        let about = if is_of_others { Aboutness::Other } else { Aboutness::Open };
        let (value, basis, _) =
            self.disclosed(&PhraseGroup { phrases: &phrases, mark, hits: None, about }, None, hidden)?;
        Ok(Some(Risk {
            model: self.name(),
            unit: RiskUnit::Bits,
            value,
            limit: self.limit,
            about: Some(number),
            topic: None,
            basis,
        }))
    }
}
