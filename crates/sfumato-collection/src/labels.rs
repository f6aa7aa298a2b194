//! What nodes are called in tables and reports.

use sfumato::Bundle;
use sfumato::language::Language;

use crate::places::PlaceNames;
use crate::{Attribute, ValueNode, occupations};

/// The taxonomies whose concepts a node may be.
const TAXONOMIES: [&str; 4] = ["disease", "phenotype", "icd", "medicines"];

/// The name of a node in a language.
pub fn label(attribute: Attribute, node: &ValueNode, language: Language) -> String {
    let text = node.as_str();
    if let Some(words) = text.strip_prefix("n:") {
        return words.to_owned();
    }
    let named = match attribute {
        Attribute::City | Attribute::Region | Attribute::Country | Attribute::BirthPlace | Attribute::Nationality => {
            PlaceNames::get().label(node, language)
        }
        Attribute::Profession => occupations::label(node, language),
        Attribute::Diagnosis
        | Attribute::Diseases
        | Attribute::Procedures
        | Attribute::Medicines
        | Attribute::Topics => {
            text.split_once(':').filter(|(name, _)| TAXONOMIES.contains(name)).and_then(|(name, id)| {
                let taxonomy = Bundle::taxonomy(name)?.ok()?;
                let concept = taxonomy.find_id(id)?;
                Language::ALL
                    .into_iter()
                    .filter(|known| *known == language)
                    .chain(Language::ALL)
                    .find_map(|known| taxonomy.label(concept, known))
            })
        }
        _ => None,
    };
    named.unwrap_or(text).to_owned()
}
