//! Numbered labels: `[PERSON 1]`.

use std::collections::HashSet;

use sfumato_detect::{Category, Entities};
use sfumato_document::Document;

/// The label of every entity of a document.
pub(crate) struct Labels {
    by_entity: Vec<String>,
}

impl Labels {
    /// Numbers the entities that are labelled, category by category, in the order they appear, passing over labels
    /// that the document already holds, so that no two things share one.
    pub fn new(document: &Document, entities: &Entities, is_labelled: impl Fn(usize) -> bool) -> Self {
        let taken = taken(document.text());
        // Names with what was counted of each, and which of them categories have: both are few.
        let mut counts: Vec<(String, usize)> = Vec::new();
        let mut names: Vec<(&Category, usize)> = Vec::new();
        let by_entity = entities
            .entities
            .iter()
            .enumerate()
            .map(|(number, entity)| {
                if !is_labelled(number) {
                    return String::new();
                }
                let known = names.iter().find(|(category, _)| **category == entity.category).map(|(_, name)| *name);
                let name = known.unwrap_or_else(|| {
                    let name = entity.category.label();
                    let place = counts.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                        counts.push((name, 0));
                        counts.len() - 1
                    });
                    names.push((&entity.category, place));
                    place
                });
                let (name, count) = &mut counts[name];
                loop {
                    *count += 1;
                    let label = format!("[{name} {count}]");
                    if taken.is_empty() || !taken.contains(label.as_str()) {
                        return label;
                    }
                }
            })
            .collect();
        Self { by_entity }
    }

    /// The label of an entity.
    pub fn of(&self, entity: usize) -> &str {
        &self.by_entity[entity]
    }
}

/// What looks like one of our labels in the text.
fn taken(text: &str) -> HashSet<&str> {
    const LONGEST: usize = 60;
    let mut labels = HashSet::new();
    for (at, _) in text.match_indices('[') {
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.bytes().take(LONGEST).position(|b| b == b']');
        if let Some(label) = end.and_then(|end| rest.get(..=end)) {
            labels.insert(label);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_the_text_are_seen() {
        let found = taken("a [PERSON 1] b [x [DATE 2]");
        assert!(found.contains("[PERSON 1]") && found.contains("[DATE 2]"));
    }
}
