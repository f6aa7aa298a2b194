//! Numbered labels: `[PERSON 1]`.

use std::collections::HashSet;

use sfumato_detect::{Category, Entities};
use sfumato_document::Document;

/// The label of every entity of a document.
pub(super) struct NumberedLabels {
    /// The words for things in labels; they are few.
    names: Vec<String>,
    /// The word for each entity, by number, and its number among the entities of that word.
    by_entity: Vec<(usize, usize)>,
}

impl NumberedLabels {
    /// Numbers the entities that are labelled, category by category, in the order they appear, passing over labels
    /// that the document already holds, so that no two things share one.
    pub fn new(document: &Document, entities: &Entities, is_labelled: impl Fn(usize) -> bool) -> Self {
        let taken = taken(document.text());
        let (mut names, mut counts): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut of_category: Vec<(&Category, usize)> = Vec::new();
        let mut by_entity = Vec::with_capacity(entities.entities.len());
        for (nth, entity) in entities.entities.iter().enumerate() {
            if !is_labelled(nth) {
                by_entity.push((0, 0));
                continue;
            }
            let known = of_category.iter().find(|(category, _)| **category == entity.category).map(|(_, name)| *name);
            let name = known.unwrap_or_else(|| {
                let name = entity.category.placeholder();
                let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    counts.push(0);
                    counts.len() - 1
                });
                of_category.push((&entity.category, place));
                place
            });
            counts[name] += 1;
            while !taken.is_empty() && taken.contains(label(&names[name], counts[name]).as_str()) {
                counts[name] += 1;
            }
            by_entity.push((name, counts[name]));
        }
        Self { names, by_entity }
    }

    /// The label of an entity.
    pub fn of(&self, entity: usize) -> String {
        let (name, number) = self.by_entity[entity];
        self.names.get(name).filter(|_| number > 0).map_or_else(String::new, |name| label(name, number))
    }
}

fn label(name: &str, number: usize) -> String {
    format!("[{name} {number}]")
}

/// Everything in the text that looks like one of our labels.
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
