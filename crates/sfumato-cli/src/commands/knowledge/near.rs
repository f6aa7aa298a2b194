//! `sfumato knowledge near`: how close something is to something else.

use std::fmt::Write as _;

use sfumato::Bundle;
use sfumato::knowledge::vectors::{Footing, VectorTable, Vectors as _, cosine};
use sfumato::language::Language;

use crate::args::{AnyLanguage, KnowledgeNear};
use crate::failure::Failure;
use crate::{Completeness, gold, print};

/// Prints what is nearest to a phrase, or how near others are to it.
pub fn run(near: &KnowledgeNear) -> Result<Completeness, Failure> {
    let bytes = near.vectors.as_deref().map(gold::bytes).transpose()?;
    let own = match (&near.vectors, &bytes) {
        (Some(path), Some(bytes)) => {
            let table = VectorTable::from_bytes(bytes).and_then(|table| table.check().map(|()| table));
            Some(table.map_err(|error| Failure::at(path.display().to_string(), error))?)
        }
        _ => None,
    };
    let languages = match near.language {
        AnyLanguage::En => vec![Language::English],
        AnyLanguage::Es => vec![Language::Spanish],
        // What both know is taken for Spanish if it has letters that English has not.
        AnyLanguage::Auto if !near.phrase.is_ascii() => vec![Language::Spanish, Language::English],
        AnyLanguage::Auto => vec![Language::English, Language::Spanish],
    };
    let mut answers = Vec::new();
    for language in languages {
        let table = match &own {
            Some(table) => Some(table),
            None => Bundle::vectors(language).transpose().map_err(|error| Failure::at("embedded vectors", error))?,
        };
        answers.extend(table.and_then(|table| PhraseVector::new(table, language, &near.phrase)));
    }
    // Of two languages the one that knows it better is meant, the first if both do.
    let best = answers.into_iter().min_by_key(|answer| rank(answer.footing));
    let answer = best.ok_or_else(|| Failure::call("there are no vectors for this phrase"))?;
    print(&answer.shown(near))?;
    Ok(Completeness::Complete)
}

/// The vector of the phrase asked about.
struct PhraseVector<'t> {
    table: &'t VectorTable<'t>,
    language: Language,
    vector: Vec<f32>,
    footing: Footing,
}

impl<'t> PhraseVector<'t> {
    fn new(table: &'t VectorTable<'t>, language: Language, phrase: &str) -> Option<Self> {
        let mut vector = vec![0.0; table.dimensions()];
        let footing = table.vector(phrase, language, &mut vector)?;
        Some(Self { table, language, vector, footing })
    }

    fn shown(&self, near: &KnowledgeNear) -> String {
        let mut out = format!("{}, {}: {}\n", self.table.name(), self.language.code(), footing_name(self.footing));
        for other in &near.others {
            match Self::new(self.table, self.language, other) {
                Some(answer) => {
                    let cosine = cosine(&self.vector, &answer.vector);
                    let _ = writeln!(out, "{cosine:6.3}  {other}  ({})", footing_name(answer.footing));
                }
                None => out.push_str(&format!("     -  {other}  (no vector)\n")),
            }
        }
        if near.others.is_empty() {
            for found in self.table.near(&self.vector, near.most) {
                let _ = writeln!(out, "{:6.3}  {}", found.cosine, found.text);
            }
        }
        out
    }
}

fn rank(footing: Footing) -> u8 {
    match footing {
        Footing::Known => 0,
        Footing::Parts => 1,
        Footing::Letters => 2,
    }
}

/// The footing of a vector, in words.
fn footing_name(footing: Footing) -> &'static str {
    match footing {
        Footing::Known => "known",
        Footing::Parts => "the mean of its words",
        Footing::Letters => "from its letters",
    }
}
