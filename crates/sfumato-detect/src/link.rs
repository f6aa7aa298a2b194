//! Linking: which mentions are the same entity.
//!
//! Values are the same if they are written the same but for case, blanks and punctuation.
//! A person is the same if one name is a part of the other ("Lee", "A. Lee", "Ann Lee"), as long as only one person in
//! the document fits; a bare surname that two people share stays an entity of its own rather than a guess.

use std::collections::HashMap;

use sfumato_automaton::is_word;
use sfumato_language::Analysis;

use crate::lists::{key_at, words};
use crate::repeat::shapes::UserNameOwners;
use crate::values::ValueTable;
use crate::{Entities, Entity, EntityLinks, Finding, FindingReason, Mention};

/// With how many fuller names that share a word a name is compared.
const MOST_COMPARED: usize = 64;

/// Joins settled mentions into entities.
pub(crate) fn link(analysis: &Analysis, mentions: Vec<Mention>, below: Vec<Finding>) -> Entities {
    let view = analysis.aligned();
    let mut group: Vec<usize> = Vec::with_capacity(mentions.len());
    // Values of one root, and the first mention of each.
    let (mut values, mut first) = (ValueTable::new(), Vec::new());
    let (mut people, mut names) = (Vec::new(), Vec::new());
    let mut value = Vec::new();
    for (nth, mention) in mentions.iter().enumerate() {
        let key = key_at(view, mention.span);
        if mention.category.links() == EntityLinks::Names {
            people.push(nth);
            names.push(key);
            group.push(nth);
            continue;
        }
        value.clear();
        value.extend(mention.category.root().bytes());
        value.push(b'/');
        value.extend(key.into_iter().filter(|byte| is_word(*byte)));
        let (number, is_new) = values.add(&value);
        if is_new {
            first.push(nth);
        }
        group.push(first[number]);
    }
    drop((values, first));
    link_people(&names, &people, &mut group);
    let is_user_name =
        |mention: &Mention| mention.findings().iter().all(|finding| finding.evidence.why == FindingReason::OtherShape);
    let user_names: Vec<usize> = (0..people.len()).filter(|nth| is_user_name(&mentions[people[*nth]])).collect();
    if !user_names.is_empty() {
        link_user_names(&names, &people, &user_names, &mut group);
    }
    gather(mentions, &group, below)
}

/// Names from the fullest to the barest, each joined to the only fuller one it fits; `people` are their mentions.
fn link_people(keys: &[Vec<u8>], people: &[usize], group: &mut [usize]) {
    let names: Vec<Vec<&[u8]>> = keys.iter().map(|key| words(key).map(|range| &key[range]).collect()).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|nth| (std::cmp::Reverse(names[*nth].len()), std::cmp::Reverse(keys[*nth].len()), *nth));
    // Known names by their words, so that only those who share the rarest one are compared.
    let mut known: HashMap<&[&[u8]], usize> = HashMap::new();
    let mut by_word: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for nth in order {
        let name = names[nth].as_slice();
        if let Some(same) = known.get(name) {
            group[people[nth]] = people[*same];
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
            (Some(only), None) => group[people[nth]] = people[*only],
            _ => {
                known.insert(name, nth);
                for word in name {
                    by_word.entry(word).or_default().push(nth);
                }
            }
        }
    }
}

/// Joins what is only the user name of somebody to the one person whose name comes to it.
fn link_user_names(keys: &[Vec<u8>], people: &[usize], user_names: &[usize], group: &mut [usize]) {
    let mut owners = UserNameOwners::default();
    for (nth, key) in keys.iter().enumerate().filter(|(nth, _)| user_names.binary_search(nth).is_err()) {
        owners.add(group[people[nth]], key);
    }
    let own = user_names.iter().filter(|nth| group[people[**nth]] == people[**nth]);
    let owned: HashMap<usize, usize> = own.filter_map(|nth| Some((people[*nth], owners.of(&keys[*nth])?))).collect();
    // Others that were joined to one go with it.
    for place in group.iter_mut() {
        *place = owned.get(place).copied().unwrap_or(*place);
    }
}

/// True if the words of one name stand in the other in order, an initial for the word it begins; one must be whole.
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

/// The entities of mentions, each of which names the mention that its entity is known by.
pub(crate) fn gather(mut mentions: Vec<Mention>, group: &[usize], below: Vec<Finding>) -> Entities {
    let mut numbers: Vec<Option<usize>> = vec![None; mentions.len()];
    let mut entities: Vec<Entity> = Vec::new();
    for (nth, mention) in mentions.iter_mut().enumerate() {
        let number = *numbers[group[nth]].get_or_insert_with(|| {
            entities.push(Entity { category: mention.category.clone(), mentions: vec![nth], fullest: nth });
            entities.len() - 1
        });
        if entities[number].fullest != nth {
            entities[number].mentions.push(nth);
        }
        mention.belong_to(number);
    }
    for entity in entities.iter_mut().filter(|entity| entity.mentions.len() > 1) {
        let best = |nth: &&usize| {
            let mention = &mentions[**nth];
            // What the user named stays that in all places.
            let is_named = mention.findings().iter().any(|finding| finding.evidence.why == FindingReason::Named);
            let depth = mention.category.path().matches('/').count();
            (is_named, depth, (mention.score * 1000.0) as u32, std::cmp::Reverse(**nth))
        };
        let category = entity.mentions.iter().max_by_key(best).map(|nth| mentions[*nth].category.clone());
        entity.category = category.unwrap_or_else(|| entity.category.clone());
        let fullest = entity.mentions.iter().max_by_key(|nth| (mentions[**nth].span.len(), std::cmp::Reverse(**nth)));
        entity.fullest = fullest.copied().unwrap_or(entity.fullest);
    }
    Entities { entities, mentions, below }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expected: &[usize]) {
        let keys: Vec<Vec<u8>> = names.iter().map(|name| name.to_lowercase().into_bytes()).collect();
        let mut group: Vec<usize> = (0..names.len()).collect();
        link_people(&keys, &(0..names.len()).collect::<Vec<_>>(), &mut group);
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
    fn a_user_name_joins_the_one_whose_name_it_is_made_of() {
        let keys: Vec<Vec<u8>> =
            ["jane okonkwo", "john okafor", "jokonkwo82", "j.okafor", "x.okonkwo"].map(|key| key.into()).to_vec();
        let mut group = vec![0, 1, 2, 3, 4];
        link_user_names(&keys, &[0, 1, 2, 3, 4], &[2, 3, 4], &mut group);
        assert_eq!(group, [0, 1, 0, 1, 4]);
    }

    #[test]
    fn initials_alone_join_nobody() {
        check(&["Ann Lee", "A. L."], &[0, 1]);
    }
}
