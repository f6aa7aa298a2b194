//! Limits on the concepts that a phrase of a text can mean, by what they are kinds of.

use sfumato_language::Language;

use crate::knowledge::Ask;
use crate::taxonomy::{Concept, Match, Taxonomy};

/// The kinds of things that have names that end with what they are, as WordNet calls them.
const NAMED: [&str; 30] = [
    "organization",
    "institution",
    "structure",
    "region",
    "location",
    "body of water",
    "geological formation",
    "land",
    "way",
    "vehicle",
    "award",
    "contest",
    "celebration",
    "ceremony",
    "social event",
    "legal document",
    "document",
    "law",
    "agreement",
    "publication",
    "illness",
    "disease",
    "syndrome",
    "symptom",
    "medicine",
    "drug",
    "medical procedure",
    "court",
    "military operation",
    "unit",
];

/// True if a concept can have a name of a category: an organisation called "Records" is no recording.
pub(crate) fn agrees(taxonomy: &Taxonomy<'_>, category: Option<&str>, concept: Concept) -> bool {
    let wanted: &[&str] = match category.and_then(|path| path.split('/').next()) {
        Some("organisation") => &["organization", "organisation", "social group", "institution", "structure"],
        Some("place") => &["location", "place", "structure", "body of water", "geological formation", "world", "way"],
        _ => return true,
    };
    let is_wanted =
        |concept: &Concept| taxonomy.label(*concept, Language::English).is_some_and(|label| wanted.contains(&label));
    is_wanted(&concept) || taxonomy.any_above(concept, |above, _| is_wanted(&above))
}

/// True if a match can be what the text means.
pub(crate) fn is_meant(taxonomy: &Taxonomy<'_>, ask: &Ask<'_>, found: &Match) -> bool {
    if taxonomy.is_action(found.concept) != ask.is_verb {
        return false;
    }
    let is_individual = taxonomy.is_individual(found.concept);
    if is_individual && !ask.is_name {
        return false;
    }
    // "Baker" as a name is hardly ever the trade; "President" often is.
    let is_rare = found.frequency < 5;
    !(ask.is_name && !is_individual && !found.is_same_case && is_rare && is_living(taxonomy, found.concept))
}

/// True if a concept is of a kind whose names end with what they name.
pub(crate) fn has_such_names(taxonomy: &Taxonomy<'_>, concept: Concept) -> bool {
    let is_named =
        |concept: &Concept| taxonomy.label(*concept, Language::English).is_some_and(|label| NAMED.contains(&label));
    is_named(&concept) || taxonomy.any_above(concept, |above, _| is_named(&above))
}

/// True if a concept is a person, an animal or a plant.
pub(crate) fn is_living(taxonomy: &Taxonomy<'_>, concept: Concept) -> bool {
    let is_alive = |above| matches!(taxonomy.label(above, Language::English), Some("person" | "organism" | "animal"));
    taxonomy.any_above(concept, |above, _| is_alive(above))
}
