//! `sfumato knowledge ic`: how telling terms are, and the counts behind that.

use std::fmt::Write as _;

use serde::Serialize;
use sfumato::Bundle;
use sfumato::knowledge::counts::{Basis, Count, Counts, Phrase, Query, bits};
use sfumato::language::Language;

use super::against;
use crate::args::{KnowledgeForm, KnowledgeIc};
use crate::failure::Failure;
use crate::{Completeness, print, references};

/// Prints the bits of each term, or how well they agree with somebody else's.
pub fn run(ic: &KnowledgeIc) -> Result<Completeness, Failure> {
    let language = ic.language.language();
    match &ic.counts {
        None => {
            let counts = Bundle::counts().map_err(|error| Failure::at("embedded counts", error))?;
            tell(ic, counts, language)?;
        }
        Some(path) => tell(ic, references::of_file(path)?, language)?,
    }
    Ok(Completeness::Complete)
}

fn tell(ic: &KnowledgeIc, counts: &dyn Counts, language: Language) -> Result<(), Failure> {
    if let Some(path) = &ic.against {
        let yardstick = against::read(path)?;
        return print(&against::compared(&yardstick, ic.against_total, counts, language)?);
    }
    let shown: Vec<TermInformation> =
        ic.terms.iter().map(|term| TermInformation::new(term, counts, language)).collect::<Result<_, _>>()?;
    match ic.form {
        KnowledgeForm::Table => print(&table(&shown, counts, language)),
        KnowledgeForm::Json => {
            let json = serde_json::to_string_pretty(&shown).map_err(|error| Failure::call(error.to_string()))?;
            print(&format!("{json}\n"))
        }
    }
}

/// The information content of a term with the counts behind it.
#[derive(Debug, Serialize)]
struct TermInformation {
    term: String,
    bits: f64,
    hits: f64,
    total: f64,
    basis: &'static str,
    /// Of several phrases: how much oftener they are met together than by chance, in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pmi: Option<f64>,
    source: String,
}

/// The counts of several phrases together and of each.
pub fn asked(phrases: &[Phrase<'_>], counts: &dyn Counts, language: Language) -> Result<Vec<Count>, Failure> {
    let single = phrases.iter().map(|phrase| Query { phrases: std::slice::from_ref(phrase), language });
    let queries: Vec<Query<'_>> = std::iter::once(Query { phrases, language }).chain(single).collect();
    counts.hits(&queries).map_err(Failure::call)
}

/// The pointwise mutual information of phrases, in bits; `None` for a single one.
pub fn pmi(together: Count, each: &[Count], total: f64) -> Option<f64> {
    let alone: f64 = each.iter().map(|count| bits(count.hits, total)).sum();
    (each.len() > 1).then(|| alone - bits(together.hits, total))
}

impl TermInformation {
    fn new(term: &str, counts: &dyn Counts, language: Language) -> Result<Self, Failure> {
        let phrases: Vec<Phrase<'_>> = term.split(" AND ").map(Phrase::new).collect();
        let total = counts.total(language);
        let found = asked(&phrases, counts, language)?;
        let [together, each @ ..] = found.as_slice() else { return Err(Failure::call("there is no answer")) };
        Ok(Self {
            term: term.to_owned(),
            bits: bits(together.hits, total),
            hits: together.hits,
            total,
            basis: basis_name(together.basis),
            pmi: pmi(*together, each, total),
            source: counts.name().to_owned(),
        })
    }
}

/// The basis of a count, in a word.
fn basis_name(basis: Basis) -> &'static str {
    match basis {
        Basis::Counted => "counted",
        Basis::Estimated => "estimated",
        Basis::Related => "related",
        Basis::Unseen => "unseen",
    }
}

fn table(shown: &[TermInformation], counts: &dyn Counts, language: Language) -> String {
    let mut out = format!("{}, {}: {:.0} documents\n", counts.name(), language.code(), counts.total(language));
    let _ = writeln!(out, "{:>6} {:>12}  {:<9}  {:>5}  term", "bits", "hits", "basis", "PMI");
    for TermInformation { term, bits, hits, basis, pmi, .. } in shown {
        // Rounded first, and then no nought is negative.
        let pmi = pmi.map_or_else(String::new, |pmi| format!("{:.1}", (pmi * 10.0).round() / 10.0 + 0.0));
        let _ = writeln!(out, "{bits:>6.1} {hits:>12.0}  {basis:<9}  {pmi:>5}  {term}");
    }
    out
}
