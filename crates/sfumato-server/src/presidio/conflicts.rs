//! What becomes of results that overlap: Presidio's default rules.

use std::collections::HashMap;

use serde_json::Value;

/// A place in a text, in characters, and what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct PresidioPlace {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it is.
    pub entity: String,
    /// How sure, as it was given.
    pub score: Value,
}

impl PresidioPlace {
    fn sureness(&self) -> f64 {
        self.score.as_f64().unwrap_or_default()
    }
}

/// Joins what is of one kind and overlaps, takes away what lies within something else, and joins what is of one kind with
/// nothing but spaces between.
pub fn settle(mut places: Vec<PresidioPlace>, text: &[char]) -> Vec<PresidioPlace> {
    places.sort_by_key(|place| (place.start, place.end));
    let places = without_contained(joined(places));
    let mut settled: Vec<PresidioPlace> = Vec::with_capacity(places.len());
    for mut place in places {
        // The one before in the list, which need not end before this one starts.
        if let Some(before) = settled.last()
            && before.entity == place.entity
            && text.get(before.end..place.start).is_some_and(|gap| !gap.is_empty() && gap.iter().all(|c| *c == ' '))
        {
            place.start = before.start;
            settled.pop();
        }
        settled.push(place);
    }
    settled
}

/// One place for those of one kind that share a character. It stands where the last of them stood.
fn joined(places: Vec<PresidioPlace>) -> Vec<PresidioPlace> {
    let mut open: HashMap<String, (usize, PresidioPlace)> = HashMap::new();
    let mut done: Vec<(usize, PresidioPlace)> = Vec::with_capacity(places.len());
    for (position, place) in places.into_iter().enumerate() {
        match open.get_mut(&place.entity) {
            Some((last, so_far)) if shares(so_far, &place) => {
                so_far.start = so_far.start.min(place.start);
                so_far.end = so_far.end.max(place.end);
                if place.sureness() > so_far.sureness() {
                    so_far.score = place.score;
                }
                *last = position;
            }
            _ => done.extend(open.insert(place.entity.clone(), (position, place))),
        }
    }
    done.extend(open.into_values());
    done.sort_by_key(|(position, _)| *position);
    done.into_iter().map(|(_, place)| place).collect()
}

/// True if two places have a character in common; `a` starts first.
fn shares(a: &PresidioPlace, b: &PresidioPlace) -> bool {
    a.end >= b.start && b.end >= a.start && a.end.min(b.end) != a.start.max(b.start)
}

/// Those that lie within no other. Of several in one place the surest stays, the last of those that are equally sure.
fn without_contained(places: Vec<PresidioPlace>) -> Vec<PresidioPlace> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| (places[*at].start, std::cmp::Reverse(places[*at].end)));
    let mut stays = vec![true; places.len()];
    let mut furthest: Option<usize> = None;
    for group in order.chunk_by(|a, b| (places[*a].start, places[*a].end) == (places[*b].start, places[*b].end)) {
        let end = places[group[0]].end;
        let is_contained = furthest.is_some_and(|furthest| furthest >= end);
        let surest =
            group.iter().copied().max_by(|a, b| places[*a].sureness().total_cmp(&places[*b].sureness()).then(a.cmp(b)));
        for at in group {
            stays[*at] = !is_contained && Some(*at) == surest;
        }
        furthest = furthest.max(Some(end));
    }
    places.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, places: &[(usize, usize, &str, f64)], expected: &[(usize, usize, &str)]) {
        let place = |(start, end, entity, score): &(usize, usize, &str, f64)| PresidioPlace {
            start: *start,
            end: *end,
            entity: (*entity).to_owned(),
            score: Value::from(*score),
        };
        let text: Vec<char> = text.chars().collect();
        let settled = settle(places.iter().map(place).collect(), &text);
        let settled: Vec<_> = settled.iter().map(|place| (place.start, place.end, place.entity.as_str())).collect();
        assert_eq!(settled, expected);
    }

    #[test]
    fn overlapping_places_are_settled_as_presidio_does() {
        let text = "0123456789 23  67";
        // Within another, and of the same place.
        check(text, &[(0, 8, "A", 0.8), (0, 4, "B", 0.9), (5, 8, "C", 0.6)], &[(0, 8, "A")]);
        check(text, &[(0, 4, "A", 0.5), (0, 4, "B", 0.9)], &[(0, 4, "B")]);
        check(text, &[(0, 4, "A", 0.5), (0, 4, "B", 0.5)], &[(0, 4, "B")]);
        // Partly, of one kind and of two.
        check(text, &[(0, 4, "A", 0.5), (2, 6, "A", 0.4)], &[(0, 6, "A")]);
        check(text, &[(0, 4, "A", 0.5), (2, 6, "B", 0.4)], &[(0, 4, "A"), (2, 6, "B")]);
        check(text, &[(0, 4, "A", 0.5), (4, 6, "A", 0.4)], &[(0, 4, "A"), (4, 6, "A")]);
        // With spaces between.
        check(text, &[(0, 10, "A", 0.5), (11, 13, "A", 0.4), (15, 17, "A", 0.4)], &[(0, 17, "A")]);
        check(text, &[(0, 9, "A", 0.5), (11, 13, "A", 0.4)], &[(0, 9, "A"), (11, 13, "A")]);
        check(text, &[(0, 10, "A", 0.5), (11, 13, "B", 0.4)], &[(0, 10, "A"), (11, 13, "B")]);
        check(text, &[], &[]);
    }
}
