//! Linking: which mentions are the same entity.
//!
//! Values are the same if they are written the same but for case, blanks and punctuation.
//! A person is the same if one name is a part of the other ("Lee", "A. Lee", "Ann Lee"), as long as only one person in
//! the document fits; a bare surname that two people share stays an entity of its own rather than a guess.

use std::collections::HashMap;

use sfumato_automaton::is_word;
use sfumato_language::Analysis;

use crate::lists::{key_at, words};
use crate::{Category, Entities, Entity, Finding, Mention, NamedEntities};

/// With how many fuller names that share a word a name is compared.
const MOST_COMPARED: usize = 64;

/// Joins settled mentions into entities.
pub(crate) fn link(analysis: &Analysis, mentions: Vec<Mention>, below: Vec<Finding>) -> Entities {
    let view = analysis.aligned();
    let keys: Vec<Vec<u8>> = mentions.iter().map(|mention| key_at(view, mention.span)).collect();
    let mut group: Vec<usize> = (0..mentions.len()).collect();
    let mut values: HashMap<(&str, Vec<u8>), usize> = HashMap::with_capacity(mentions.len());
    let mut people: Vec<usize> = Vec::new();
    for (nth, mention) in mentions.iter().enumerate() {
        if is_person(&mention.category) {
            people.push(nth);
        } else {
            let mut value = keys[nth].clone();
            value.retain(|byte| is_word(*byte));
            group[nth] = *values.entry((mention.category.root(), value)).or_insert(nth);
        }
    }
    link_people(&keys, people, &mut group);
    gather(mentions, &group, below)
}

/// Names from the fullest to the barest, each joined to the only fuller one it fits.
fn link_people(keys: &[Vec<u8>], mut people: Vec<usize>, group: &mut [usize]) {
    let mut names: Vec<Vec<&[u8]>> = vec![Vec::new(); keys.len()];
    for nth in &people {
        names[*nth] = words(&keys[*nth]).map(|range| &keys[*nth][range]).collect();
    }
    people.sort_by_key(|nth| (std::cmp::Reverse(names[*nth].len()), std::cmp::Reverse(keys[*nth].len()), *nth));
    // Known names by their words, so that only those who share the rarest one are compared.
    let mut known: HashMap<&[&[u8]], usize> = HashMap::new();
    let mut by_word: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for nth in people {
        let name = names[nth].as_slice();
        if let Some(same) = known.get(name) {
            group[nth] = *same;
            continue;
        }
        let rarest = name
            .iter()
            .filter(|word| word.len() > 1)
            .map(|word| by_word.get(word).map_or(&[][..], Vec::as_slice))
            .min_by_key(|who| who.len());
        // Two that fit are as ambiguous as many.
        let mut fitting =
            rarest.unwrap_or_default().iter().take(MOST_COMPARED).filter(|fuller| fits(name, &names[**fuller]));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => group[nth] = *only,
            _ => {
                known.insert(name, nth);
                for word in name {
                    by_word.entry(word).or_default().push(nth);
                }
            }
        }
    }
}

/// Whether the words of one name stand in the other in order, an initial for the word it begins; one must be whole.
fn fits(short: &[&[u8]], long: &[&[u8]]) -> bool {
    let mut rest = long.iter();
    let mut whole = false;
    short.iter().all(|word| {
        rest.any(|candidate| {
            whole |= candidate == word && word.len() > 1;
            candidate == word || (word.len() == 1 && candidate.first() == word.first())
        })
    }) && whole
}

fn is_person(category: &Category) -> bool {
    category.is_within("person") || category.is_within(NamedEntities::CATEGORY)
}

fn gather(mentions: Vec<Mention>, group: &[usize], below: Vec<Finding>) -> Entities {
    let mut numbers: Vec<Option<usize>> = vec![None; mentions.len()];
    let mut entities: Vec<Entity> = Vec::new();
    let mut linked = Vec::with_capacity(mentions.len());
    for (nth, mention) in mentions.into_iter().enumerate() {
        let number = *numbers[group[nth]].get_or_insert_with(|| {
            entities.push(Entity { category: mention.category.clone(), mentions: vec![nth], fullest: nth });
            entities.len() - 1
        });
        if entities[number].fullest != nth {
            entities[number].mentions.push(nth);
        }
        linked.push(mention.in_entity(number));
    }
    for entity in entities.iter_mut().filter(|entity| entity.mentions.len() > 1) {
        let best = |nth: &&usize| {
            let mention = &linked[**nth];
            (mention.category.path().matches('/').count(), (mention.score * 1000.0) as u32, std::cmp::Reverse(**nth))
        };
        let category = entity.mentions.iter().max_by_key(best).map(|nth| linked[*nth].category.clone());
        entity.category = category.unwrap_or_else(|| entity.category.clone());
        let fullest = entity.mentions.iter().max_by_key(|nth| (linked[**nth].span.len(), std::cmp::Reverse(**nth)));
        entity.fullest = fullest.copied().unwrap_or(entity.fullest);
    }
    Entities { entities, mentions: linked, below }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expected: &[usize]) {
        let keys: Vec<Vec<u8>> = names.iter().map(|name| name.to_lowercase().into_bytes()).collect();
        let mut group: Vec<usize> = (0..names.len()).collect();
        link_people(&keys, (0..names.len()).collect(), &mut group);
        assert_eq!(group, expected);
    }

    #[test]
    fn parts_of_a_name_join_the_full_one() {
        check(&["Lee", "Ann Lee", "A. Lee", "Ann"], &[1, 1, 1, 1]);
        check(&["Berta Romeo Quesada", "Romeo Quesada", "Romeo"], &[0, 0, 0]);
    }

    #[test]
    fn a_surname_that_two_people_share_is_not_guessed() {
        check(&["Ann Lee", "Bob Lee", "Lee", "Lee"], &[0, 1, 2, 2]);
    }

    #[test]
    fn initials_alone_join_nobody() {
        check(&["Ann Lee", "A. L."], &[0, 1]);
    }
}
