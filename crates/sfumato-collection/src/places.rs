//! Places by the taxonomy: which one a text means, and what it lies in.

use std::collections::HashMap;
use std::sync::OnceLock;

use sfumato::Bundle;
use sfumato::knowledge::taxonomy::NameKind;
use sfumato::knowledge::{Concept, Taxonomy};
use sfumato::language::Language;

use crate::ValueNode;
use crate::lists::fold;

/// What kind of place a concept is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlaceKind {
    Town,
    Region,
    Country,
    /// A part of the world.
    World,
}

/// The taxonomy of places.
pub(crate) struct PlaceNames {
    taxonomy: Option<&'static Taxonomy<'static>>,
}

/// What is written before the name of a region.
const BEFORE_REGIONS: [&str; 5] =
    ["provincia de ", "comunidad de ", "comunidad foral de ", "región de ", "principado de "];

impl PlaceNames {
    pub fn get() -> &'static Self {
        static READ: OnceLock<PlaceNames> = OnceLock::new();
        READ.get_or_init(|| Self { taxonomy: Bundle::taxonomy("places").and_then(Result::ok) })
    }

    fn concept(&self, node: &ValueNode) -> Option<(&'static Taxonomy<'static>, Concept)> {
        let taxonomy = self.taxonomy?;
        Some((taxonomy, taxonomy.find_id(node.as_str().strip_prefix("p:")?)?))
    }

    fn kind_of(&self, taxonomy: &Taxonomy<'_>, concept: Concept) -> PlaceKind {
        let id = taxonomy.id(concept);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_municipality = id.strip_prefix("ES-").is_some_and(|number| is_number(number) && number.len() == 5);
        match id {
            _ if id.len() == 2 && id.bytes().all(|byte| byte.is_ascii_uppercase()) => PlaceKind::Country,
            _ if is_municipality || id.strip_prefix('g').is_some_and(is_number) => PlaceKind::Town,
            _ if id.starts_with(|c: char| c.is_ascii_uppercase()) => PlaceKind::Region,
            _ => PlaceKind::World,
        }
    }

    /// The kind of a place that the taxonomy knows.
    pub fn kind(&self, node: &ValueNode) -> Option<PlaceKind> {
        let (taxonomy, concept) = self.concept(node)?;
        Some(self.kind_of(taxonomy, concept))
    }

    /// What a concept lies in, the nearest first.
    fn around(taxonomy: &Taxonomy<'static>, concept: Concept) -> Vec<Concept> {
        let mut around = Vec::new();
        let mut at = concept;
        while let Some(parent) = taxonomy.parents(at).next().filter(|_| around.len() < 12) {
            around.push(parent);
            at = parent;
        }
        around
    }

    /// What lies above a place: its province, its state, its country, its part of a continent, its continent.
    pub fn above(&self, node: &ValueNode) -> Vec<ValueNode> {
        let Some((taxonomy, concept)) = self.concept(node) else { return Vec::new() };
        let around = Self::around(taxonomy, concept);
        let mut all: Vec<Concept> = vec![concept];
        all.extend(around.iter().copied().filter(|above| taxonomy.id(*above) != "world"));
        let of = |kind: PlaceKind| all.iter().copied().filter(move |above| self.kind_of(taxonomy, *above) == kind);
        let known = |concept: Concept| ValueNode::place(taxonomy.id(concept));
        let (province, state) = (of(PlaceKind::Region).next(), of(PlaceKind::Region).next_back());
        let mut world = of(PlaceKind::World);
        let first = world.next();
        let last = of(PlaceKind::World).next_back();
        let levels = [province, state, of(PlaceKind::Country).next(), first, last];
        // What it is itself stands at all levels below its own.
        let mut so_far = node.clone();
        let rank = |concept: Concept| all.iter().position(|above| *above == concept).unwrap_or(0);
        let mut reached = 0;
        let mut above = Vec::with_capacity(levels.len());
        for level in levels {
            if let Some(concept) = level.filter(|concept| rank(*concept) >= reached) {
                reached = rank(concept);
                so_far = known(concept);
            }
            above.push(so_far.clone());
        }
        above
    }

    /// The continent of a country.
    pub fn continent(&self, node: &ValueNode) -> Option<ValueNode> {
        self.above(node).pop()
    }

    /// The region of a town.
    pub fn region(&self, node: &ValueNode) -> Option<ValueNode> {
        self.above(node).into_iter().find(|above| self.kind(above) == Some(PlaceKind::Region))
    }

    /// The country of a place.
    pub fn country(&self, node: &ValueNode) -> Option<ValueNode> {
        self.above(node).into_iter().find(|above| self.kind(above) == Some(PlaceKind::Country))
    }

    /// The name of a place in a language.
    pub fn label(&self, node: &ValueNode, language: Language) -> Option<&'static str> {
        let (taxonomy, concept) = self.concept(node)?;
        taxonomy
            .label(concept, language)
            .or_else(|| Language::ALL.into_iter().find_map(|other| taxonomy.label(concept, other)))
    }

    /// The concepts that a name may mean, the likeliest first.
    fn senses(&self, name: &str, language: Language) -> Vec<Concept> {
        let Some(taxonomy) = self.taxonomy else { return Vec::new() };
        let sought: Vec<String> = std::iter::once(name.to_owned())
            .chain(
                BEFORE_REGIONS.iter().filter(|_| language == Language::Spanish).map(|before| format!("{before}{name}")),
            )
            .collect();
        let mut found: Vec<(Concept, u32)> = Vec::new();
        for (nth, sought) in sought.iter().enumerate() {
            for sense_language in
                [language, if language == Language::English { Language::Spanish } else { Language::English }]
            {
                for sense in taxonomy.senses(sought, sense_language) {
                    let is_named = sense.kind != NameKind::Related && (sense.is_exact || nth > 0);
                    if is_named && !found.iter().any(|(known, _)| *known == sense.concept) {
                        found.push((sense.concept, taxonomy.size(sense.concept).unwrap_or(0)));
                    }
                }
            }
        }
        let is_home = |concept: Concept| {
            let id = taxonomy.id(concept);
            match language {
                Language::Spanish => id.starts_with("ES"),
                Language::English => {
                    id.starts_with("GB")
                        || id.starts_with("US")
                        || Self::around(taxonomy, concept)
                            .iter()
                            .any(|above| matches!(taxonomy.id(*above), "GB" | "US"))
                }
            }
        };
        // Names of regions that only a longer name finds come after the towns of the same name.
        found.sort_by_key(|(concept, size)| {
            (
                std::cmp::Reverse(is_home(*concept) || self.kind_of(taxonomy, *concept) == PlaceKind::Country),
                std::cmp::Reverse(*size),
            )
        });
        found.into_iter().map(|(concept, _)| concept).collect()
    }

    /// The place that each of several names means that stand in a row, the smallest first: "Béjar, Salamanca, España".
    /// Where towns are named, the first is a town if it can be one.
    pub fn resolve(&self, names: &[&str], language: Language, means_town: bool) -> Vec<ValueNode> {
        let Some(taxonomy) = self.taxonomy else {
            return names.iter().map(|name| ValueNode::words(&fold(name))).collect();
        };
        let mut memory: HashMap<&str, Vec<Concept>> = HashMap::new();
        for name in names {
            memory.entry(name).or_insert_with(|| self.senses(name, language));
        }
        let lies_in = |concept: Concept, above: Concept| Self::around(taxonomy, concept).contains(&above);
        let mut chosen: Vec<Option<Concept>> = vec![None; names.len()];
        let mut above: Option<Concept> = None;
        for nth in (0..names.len()).rev() {
            let all = &memory[names[nth]];
            let fits = |concept: &&Concept| above.is_none_or(|above| lies_in(**concept, above));
            let holds_next =
                |concept: &&Concept| nth == 0 || memory[names[nth - 1]].iter().any(|below| lies_in(*below, **concept));
            let is_town = |concept: &&Concept| self.kind_of(taxonomy, **concept) == PlaceKind::Town;
            let is_country = all.first().is_some_and(|concept| self.kind_of(taxonomy, *concept) == PlaceKind::Country);
            let town = all.iter().filter(fits).find(is_town).filter(|_| nth == 0 && means_town && !is_country);
            let best = town
                .or_else(|| all.iter().filter(fits).find(holds_next))
                .or_else(|| all.iter().find(fits))
                .or_else(|| all.iter().find(holds_next))
                .or(all.first());
            chosen[nth] = best.copied();
            above = chosen[nth].or(above);
        }
        let node = |(concept, name): (Option<Concept>, &&str)| match concept {
            Some(concept) => ValueNode::place(taxonomy.id(concept)),
            None => ValueNode::words(&fold(name)),
        };
        chosen.into_iter().zip(names).map(node).collect()
    }

    /// True if the taxonomy knows a name.
    pub fn knows(&self, name: &str, language: Language) -> bool {
        !self.senses(name, language).is_empty()
    }

    /// The country of a code.
    pub fn of_code(code: &str) -> ValueNode {
        ValueNode::place(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(names: &[&str], language: Language) -> Vec<String> {
        PlaceNames::get().resolve(names, language, true).iter().map(|node| node.as_str().to_owned()).collect()
    }

    #[test]
    fn names_in_a_row_lie_in_each_other() {
        assert_eq!(resolved(&["Béjar", "Salamanca"], Language::Spanish), ["p:ES-37046", "p:ES-37"]);
        assert_eq!(
            resolved(&["Fuenlabrada", "Madrid", "España"], Language::Spanish),
            ["p:ES-28058", "p:ES-MD", "p:ES"]
        );
        assert_eq!(resolved(&["Houston", "Texas"], Language::English), ["p:g4699066", "p:US.TX"]);
        assert_eq!(resolved(&["Toledo"], Language::Spanish), ["p:ES-45168"]);
        assert_eq!(resolved(&["Thornby Wick"], Language::English), ["n:thornby wick"]);
    }
}
