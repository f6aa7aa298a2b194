//! From a draft to a table.

use std::collections::BTreeMap;

use sfumato_language::Language;
use sfumato_model::hash_bytes;

use super::draft::{Draft, Dropped, Flaw};
use super::table::{ACTION, CONCEPT, HITS_SCALE, INDIVIDUAL, LAST, MAGIC, NAME, NameKind, SLOT, TABLES, mark, slot};
use crate::counts::{Counts, TableCounts};
use crate::key;

/// Names that are longer than this are no names.
const LONGEST_NAME: usize = 400;
/// The number of steps upwards that are made in all to count what lies below each concept; beyond that, a concept below
/// two others is counted twice. It is enough for the largest taxonomies there are, and bounds what a hostile one can
/// cost.
const STEPS: usize = 400_000_000;

/// The outcome of packing a draft.
#[derive(Debug, Clone)]
pub struct PackingOutcome {
    /// The number of concepts.
    pub concepts: usize,
    /// The number of their names.
    pub names: usize,
    /// Everything that was left out, in the order of the files.
    pub dropped: Vec<Dropped>,
    /// The names of the files that places speak of.
    pub files: Vec<String>,
}

/// The reason why there is no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// Nothing was stated.
    #[error("there is no concept in it")]
    Empty,
    /// More than the numbers of the table can say.
    #[error("it is too large for one taxonomy")]
    TooLarge,
}

/// A reference that knows how often names are met, for [`pack`].
pub trait Spoken {
    /// In how many documents a name stands.
    fn hits(&self, name: &str, language: Language) -> f64;

    /// The number of documents; nothing can stand in more.
    fn total(&self, language: Language) -> f64;
}

impl Spoken for TableCounts<'_> {
    fn hits(&self, name: &str, language: Language) -> f64 {
        self.phrase_hits(name, language).hits
    }

    fn total(&self, language: Language) -> f64 {
        Counts::total(self, language)
    }
}

const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

/// Makes a table of a draft: relations to what is stated nowhere and those that close a cycle are left out, and what is
/// spoken of something special counts for everything more general, so that hits never fall on the way up.
pub fn pack(mut draft: Draft, spoken: Option<&dyn Spoken>) -> Result<(Vec<u8>, PackingOutcome), PackError> {
    let mut dropped = std::mem::take(&mut draft.dropped);
    let renumbered = keep_stated(&mut draft, &mut dropped);
    if renumbered == 0 {
        return Err(PackError::Empty);
    }
    let order = cut_cycles(&mut draft, &mut dropped);
    let count = draft.concepts.len();
    if count >= LAST as usize
        || draft.concepts.iter().map(|concept| concept.names.len()).sum::<usize>() >= LAST as usize
    {
        return Err(PackError::TooLarge);
    }
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (child, concept) in draft.concepts.iter().enumerate() {
        for (parent, _) in &concept.parents {
            children[*parent as usize].push(child as u32);
        }
    }
    let shape = HierarchyShape { below: below(&draft, &order), depth: depths(&draft, &children), children };
    let names = sorted_names(&mut draft);
    let hits = LANGUAGES.map(|language| spoken.map(|spoken| weigh(&draft, &order, language, spoken)));
    let bytes = write(&draft, &shape, &hits)?;
    dropped.sort_by(|a, b| (&a.place, a.what).cmp(&(&b.place, b.what)));
    Ok((bytes, PackingOutcome { concepts: count, names, dropped, files: draft.files }))
}

/// Leaves out concepts that are only spoken of, with the relations to them; how many are left.
fn keep_stated(draft: &mut Draft, dropped: &mut Vec<Dropped>) -> usize {
    let mut number = 0u32;
    let numbers: Vec<Option<u32>> = draft
        .concepts
        .iter()
        .map(|concept| {
            concept.is_stated.then(|| {
                number += 1;
                number - 1
            })
        })
        .collect();
    draft.concepts.retain(|concept| concept.is_stated);
    for concept in &mut draft.concepts {
        concept.parents.retain_mut(|(parent, place)| match numbers.get(*parent as usize).copied().flatten() {
            Some(number) => {
                *parent = number;
                true
            }
            None => {
                dropped.push(Dropped { place: place.clone(), what: Flaw::Orphan });
                false
            }
        });
        concept.names.retain(|name| name.text.len() <= LONGEST_NAME);
        if let (true, Some(place)) = (concept.names.is_empty(), &concept.place) {
            dropped.push(Dropped { place: place.clone(), what: Flaw::Nameless });
        }
    }
    draft.concepts.len()
}

/// Leaves out relations that close a cycle, and gives the concepts in an order in which each comes after all above it.
fn cut_cycles(draft: &mut Draft, dropped: &mut Vec<Dropped>) -> Vec<u32> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let count = draft.concepts.len();
    let mut states = vec![State::New; count];
    let mut order = Vec::with_capacity(count);
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..count {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        path.push((start as u32, 0));
        while let Some((at, next)) = path.last_mut() {
            let concept = &mut draft.concepts[*at as usize];
            let Some((parent, place)) = concept.parents.get(*next) else {
                states[*at as usize] = State::Done;
                order.push(*at);
                path.pop();
                continue;
            };
            let parent = *parent;
            match states[parent as usize] {
                State::New => {
                    *next += 1;
                    states[parent as usize] = State::Open;
                    path.push((parent, 0));
                }
                State::Done => *next += 1,
                State::Open => {
                    dropped.push(Dropped { place: place.clone(), what: Flaw::Cycle });
                    concept.parents.remove(*next);
                }
            }
        }
    }
    order
}

/// The number of concepts below each.
fn below(draft: &Draft, order: &[u32]) -> Vec<u32> {
    let mut below = vec![0u32; draft.concepts.len()];
    let mut seen = vec![u32::MAX; draft.concepts.len()];
    let mut steps = 0;
    for concept in 0..draft.concepts.len() {
        let mut open = vec![concept as u32];
        while let Some(at) = open.pop() {
            for (parent, _) in &draft.concepts[at as usize].parents {
                steps += 1;
                if seen[*parent as usize] != concept as u32 {
                    seen[*parent as usize] = concept as u32;
                    below[*parent as usize] += 1;
                    open.push(*parent);
                }
            }
        }
        if steps > STEPS {
            return counted_twice(draft, order);
        }
    }
    below
}

/// The same in one pass from below.
fn counted_twice(draft: &Draft, order: &[u32]) -> Vec<u32> {
    let most = draft.concepts.len() as u32;
    let mut below = vec![0u32; draft.concepts.len()];
    for at in order.iter().rev() {
        let own = below[*at as usize];
        for (parent, _) in &draft.concepts[*at as usize].parents {
            let sum = &mut below[*parent as usize];
            *sum = sum.saturating_add(own).saturating_add(1).min(most);
        }
    }
    below
}

/// The number of steps from each concept to the nearest root.
fn depths(draft: &Draft, children: &[Vec<u32>]) -> Vec<u8> {
    let roots = draft.concepts.iter().enumerate().filter(|(_, concept)| concept.parents.is_empty());
    let mut level: Vec<u32> = roots.map(|(at, _)| at as u32).collect();
    let mut depths = vec![u8::MAX; draft.concepts.len()];
    let mut depth = 0u8;
    while !level.is_empty() {
        level.iter().for_each(|at| depths[*at as usize] = depth);
        let mut next: Vec<u32> = level.iter().flat_map(|at| children[*at as usize].iter().copied()).collect();
        next.retain(|at| depths[*at as usize] == u8::MAX);
        next.sort_unstable();
        next.dedup();
        level = next;
        // Deeper than any taxonomy made by people: the rest of a hostile chain stays at the greatest depth.
        if depth == u8::MAX - 1 {
            break;
        }
        depth += 1;
    }
    depths
}

/// Puts the names of each concept in order, those to be written first; how many there are.
fn sorted_names(draft: &mut Draft) -> usize {
    for concept in &mut draft.concepts {
        concept.names.sort_by_key(|name| (name.kind, std::cmp::Reverse(name.frequency)));
    }
    draft.concepts.iter().map(|concept| concept.names.len()).sum()
}

/// In how many documents each concept is spoken of, itself or anything below it. What a name of several senses is met
/// goes to each by how often it is meant so.
fn weigh(draft: &Draft, order: &[u32], language: Language, spoken: &dyn Spoken) -> Vec<f64> {
    let names = || {
        let all = draft.concepts.iter().enumerate();
        all.flat_map(|(at, concept)| concept.names.iter().map(move |name| (at, name)))
            .filter(|(_, name)| name.language == language && name.kind != NameKind::Related)
    };
    let mut meant: BTreeMap<u64, f64> = BTreeMap::new();
    for (_, name) in names() {
        *meant.entry(key::form(&name.text)).or_default() += f64::from(name.frequency) + 1.0;
    }
    let mut own = vec![0.0; draft.concepts.len()];
    for (at, name) in names() {
        let share = (f64::from(name.frequency) + 1.0) / meant.get(&key::form(&name.text)).copied().unwrap_or(1.0);
        own[at] += spoken.hits(&name.text, language) * share;
    }
    add_up(draft, order, &own, spoken.total(language) * 0.9)
}

/// The documents that speak of each concept and of everything below it, at most `most`.
///
/// Single things within others, such as towns within provinces, are often called like something else ("Real", "Reading").
/// So none is spoken of more than what holds it, and all together at most [`PARTS`] times as much.
fn add_up(draft: &Draft, order: &[u32], own: &[f64], most: f64) -> Vec<f64> {
    let mut sums = vec![0.0f64; own.len()];
    let mut largest = vec![0.0f64; own.len()];
    let mut hits = vec![0.0f64; own.len()];
    for at in order.iter().map(|at| *at as usize).rev() {
        let concept = &draft.concepts[at];
        let holders = concept.parents.iter().map(|(parent, _)| *parent as usize);
        let is_within = |holder: &usize| concept.is_individual && draft.concepts[*holder].is_individual;
        let whole = holders.clone().filter(is_within).map(|holder| own[holder]).fold(0.0, f64::max);
        let own_hits = if whole > 0.0 { own[at].min(whole) } else { own[at] };
        let below = if concept.is_individual && own[at] > 0.0 { sums[at].min(own[at] * PARTS) } else { sums[at] };
        hits[at] = (own_hits + below).max(largest[at]).min(most);
        for holder in holders {
            sums[holder] += hits[at];
            largest[holder] = largest[holder].max(hits[at]);
        }
    }
    hits
}

/// The factor by which more is spoken of what lies in a place than of the place itself.
const PARTS: f64 = 3.0;

struct HierarchyShape {
    children: Vec<Vec<u32>>,
    below: Vec<u32>,
    depth: Vec<u8>,
}

/// A place in a table.
fn place(at: usize) -> Result<u32, PackError> {
    u32::try_from(at).map_err(|_| PackError::TooLarge)
}

fn write(draft: &Draft, shape: &HierarchyShape, hits: &[Option<Vec<f64>>; 2]) -> Result<Vec<u8>, PackError> {
    let [mut concepts, mut names, mut parents, mut children, mut texts, mut ids] = [const { Vec::<u8>::new() }; 6];
    let mut keys: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (at, concept) in draft.concepts.iter().enumerate() {
        let starts = [names.len() / NAME, parents.len() / 4, children.len() / 4];
        for start in starts {
            concepts.extend(place(start)?.to_le_bytes());
        }
        concepts.extend(shape.below[at].to_le_bytes());
        concepts.extend(concept.size.to_le_bytes());
        concepts.extend(place(ids.len())?.to_le_bytes());
        for hits in hits {
            let hits = hits.as_ref().map_or(0.0, |hits| hits[at]);
            // Zero says that nothing is known; a single document is one step above it.
            let kept = if hits >= 1.0 { (hits.log2() * HITS_SCALE).round().clamp(1.0, 65535.0) } else { 0.0 };
            concepts.extend((kept as u16).to_le_bytes());
        }
        let flags = [(concept.is_individual, INDIVIDUAL), (concept.is_action, ACTION)];
        concepts.push(shape.depth[at]);
        concepts.push(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, bit)| bit).sum());
        for name in &concept.names {
            let number = place(names.len() / NAME)?;
            keys.entry(key::key(&name.text, name.language)).or_default().push(number);
            names.extend(place(texts.len())?.to_le_bytes());
            names.push(u8::from(name.language == Language::Spanish) | (name.kind as u8) << 1);
            names.extend(name.frequency.to_le_bytes());
            texts.extend(name.text.as_bytes());
        }
        concept.parents.iter().for_each(|(parent, _)| parents.extend(parent.to_le_bytes()));
        shape.children[at].iter().for_each(|child| children.extend(child.to_le_bytes()));
        ids.extend(concept.id.as_bytes());
    }
    // One more concept says where the last one ends.
    for end in [names.len() / NAME, parents.len() / 4, children.len() / 4, 0, 0, ids.len()] {
        concepts.extend(place(end)?.to_le_bytes());
    }
    concepts.extend([0; CONCEPT - 24]);
    let (slots, postings) = look_up_table(&keys)?;
    let tables = [concepts, names, parents, children, slots, postings, texts, ids];
    let lengths: String = TABLES.iter().zip(&tables).map(|(name, table)| format!("{name} {}\n", table.len())).collect();
    let body = tables.concat();
    let name: String = draft.name.chars().filter(|c| !c.is_control()).collect();
    let head = format!("name {name}\nhash {:016x}\n{lengths}", hash_bytes(&body));
    Ok([&MAGIC[..], &place(head.len())?.to_le_bytes(), head.as_bytes(), &body].concat())
}

/// The slots and postings by which names are found.
fn look_up_table(keys: &BTreeMap<u64, Vec<u32>>) -> Result<(Vec<u8>, Vec<u8>), PackError> {
    let count = keys.len() * 10 / 7 + 1;
    let mut table = vec![(0u32, 0u32); count];
    let mut postings: Vec<u8> = Vec::new();
    for (key, names) in keys {
        let value = match names.as_slice() {
            [only] => only | LAST,
            [all @ .., last] => {
                let start = place(postings.len() / 4)?;
                all.iter().for_each(|name| postings.extend(name.to_le_bytes()));
                postings.extend((last | LAST).to_le_bytes());
                start
            }
            [] => continue,
        };
        let mut at = slot(*key, count);
        while table[at].0 != 0 {
            at = (at + 1) % count;
        }
        table[at] = (mark(*key), value);
    }
    let mut slots = Vec::with_capacity(count * SLOT);
    for (mark, value) in table {
        slots.extend(mark.to_le_bytes());
        slots.extend(value.to_le_bytes());
    }
    Ok((slots, postings))
}
