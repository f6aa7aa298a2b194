//! The likelihoods by which labels follow each other, as a network learnt them, laid out for many labels at a time.

use sfumato_model::neural::power_of_two;

use super::islands::Bounds;
use crate::learned::tags::{LabelTag, LabelTags};

/// Labels that are computed side by side.
pub(super) const LANES: usize = 8;

/// A number for each of some labels.
pub(super) type Lanes = [f32; LANES];

/// The likelihoods by which labels follow each other.
///
/// Rows of a number for each label have places: first come the labels that may follow any other, then those by which
/// something goes on; either fill whole chunks, with places that no label has.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    /// The label of each place, if it has one.
    pub labels: Vec<Option<u8>>,
    /// The place of each label.
    pub places: Vec<u8>,
    /// The place of nothing.
    pub outside: usize,
    /// By the place of a label by which something goes on: the place of its beginning.
    pub begins: Vec<Option<u8>>,
    /// The number of chunks of those that may follow any other.
    free: usize,
    /// The factors where a label may follow any other: a row of those for each place before.
    factors: Vec<Lanes>,
    /// The same, a row of all places before for each of them.
    turned: Vec<Lanes>,
    /// The factors where something goes on.
    links: Vec<ChainLink>,
    /// The bounds of how likely something is.
    pub bounds: Bounds,
}

/// Something goes on.
#[derive(Debug, Clone, Copy)]
struct ChainLink {
    before: u8,
    place: u8,
    factor: f32,
}

/// Logarithms that are greater are no part of a sound file.
const MOST_LOGARITHM: f32 = 64.0;

impl Chain {
    /// A chain of labels. `logarithms` are a row for each label before, or nothing if all are alike.
    pub fn new(tags: &LabelTags, logarithms: &[f32]) -> Option<Self> {
        let nothing = usize::from(tags.outside()?);
        let many = tags.tags.len();
        let is_sound = logarithms.iter().all(|logarithm| logarithm.abs() <= MOST_LOGARITHM);
        if !is_sound || !(logarithms.is_empty() || logarithms.len() == many * many) {
            return None;
        }
        let tag = |label: usize| tags.tags[label];
        let goes_on = |label: usize| matches!(tag(label), LabelTag::Inside(_));
        let logarithm = |before: usize, label: usize| {
            let may_follow = !goes_on(label) || tag(before).category() == tag(label).category();
            may_follow.then(|| logarithms.get(before * many + label).copied().unwrap_or(0.0))
        };
        let (going, free): (Vec<u8>, Vec<u8>) =
            (0..u8::try_from(many).ok()?).partition(|label| goes_on(usize::from(*label)));
        let free_chunks = free.len().div_ceil(LANES);
        let labels: Vec<Option<u8>> = filled(free).chain(filled(going)).collect();
        let place = |label: usize| labels.iter().position(|own| own.map(usize::from) == Some(label));
        let places = (0..many).map(|label| u8::try_from(place(label)?).ok()).collect::<Option<Vec<_>>>()?;
        let begins = labels.iter().map(|label| {
            let label = usize::from((*label)?);
            let LabelTag::Inside(category) = tag(label) else { return None };
            let begin = tags.tags.iter().position(|other| *other == LabelTag::Begin(category));
            Some(places[begin.unwrap_or(label)])
        });
        let mut chain = Self {
            begins: begins.collect(),
            outside: usize::from(places[nothing]),
            free: free_chunks,
            factors: Vec::new(),
            turned: Vec::new(),
            links: Vec::new(),
            bounds: Bounds::new(tags, nothing, logarithm),
            labels,
            places,
        };
        chain.learn(logarithm);
        Some(chain)
    }

    /// Writes down how likely labels follow each other, where they may.
    fn learn(&mut self, logarithm: impl Fn(usize, usize) -> Option<f32>) {
        let (count, free) = (self.labels.len(), self.free * LANES);
        let (mut factors, mut turned) = (vec![0.0; count * free], vec![0.0; free * count]);
        let places = || self.places.iter().map(|place| usize::from(*place)).enumerate();
        for ((from, before), (to, place)) in places().flat_map(|one| places().map(move |other| (one, other))) {
            let Some(factor) = logarithm(from, to).map(exponential) else { continue };
            if place < free {
                factors[before * free + place] = factor;
                turned[place * count + before] = factor;
            } else {
                self.links.push(ChainLink { before: before as u8, place: place as u8, factor });
            }
        }
        (self.factors, self.turned) = (factors.as_chunks().0.to_vec(), turned.as_chunks().0.to_vec());
    }

    /// The number of chunks of a row.
    pub fn chunks(&self) -> usize {
        self.labels.len() / LANES
    }

    /// The likelihoods of labels after some that are as likely as the weights say.
    #[inline(always)]
    pub fn after(&self, weights: &[Lanes], after: &mut [Lanes]) {
        let (free, going) = after.split_at_mut(self.free);
        add_weighted(free, weights.as_flattened(), &self.factors);
        going.fill([0.0; LANES]);
        let (weights, after) = (weights.as_flattened(), after.as_flattened_mut());
        for ChainLink { before, place, factor } in &self.links {
            after[usize::from(*place)] += weights[usize::from(*before)] * factor;
        }
    }

    /// The likelihoods of labels before some that are as likely as the weights say.
    #[inline(always)]
    pub fn before(&self, weights: &[Lanes], before: &mut [Lanes]) {
        let (free, _) = weights.split_at(self.free);
        add_weighted(before, free.as_flattened(), &self.turned);
        let (weights, before) = (weights.as_flattened(), before.as_flattened_mut());
        for ChainLink { before: from, place, factor } in &self.links {
            before[usize::from(*from)] += weights[usize::from(*place)] * factor;
        }
    }
}

/// Labels in places that fill whole chunks.
fn filled(labels: Vec<u8>) -> impl Iterator<Item = Option<u8>> {
    let count = labels.len().next_multiple_of(LANES);
    labels.into_iter().map(Some).chain(std::iter::repeat(None)).take(count)
}

/// Adds up rows, each as often as its weight says.
#[inline(always)]
fn add_weighted(sum: &mut [Lanes], weights: &[f32], rows: &[Lanes]) {
    let stride = sum.len();
    for (nth, sum) in sum.iter_mut().enumerate() {
        let mut own = [0.0; LANES];
        for (weight, row) in weights.iter().zip(rows.iter().skip(nth).step_by(stride)) {
            for at in 0..LANES {
                own[at] += weight * row[at];
            }
        }
        *sum = own;
    }
}

/// The greater of two numbers.
#[inline(always)]
pub(super) fn greater(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// The number whose logarithm is given. No function of the system's library is called, so that all give the same.
pub(super) fn exponential(logarithm: f32) -> f32 {
    let power = power_of_two(-(logarithm * std::f32::consts::LOG2_E).abs());
    if logarithm > 0.0 { 1.0 / power } else { power }
}

/// The greatest number, at least so great.
#[inline(always)]
pub(super) fn greatest_lane(chunks: &[Lanes], least: f32) -> f32 {
    let mut lanes = [least; LANES];
    for chunk in chunks {
        for at in 0..LANES {
            lanes[at] = greater(chunk[at], lanes[at]);
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    greater(greater(greater(a, e), greater(b, f)), greater(greater(c, g), greater(d, h)))
}
