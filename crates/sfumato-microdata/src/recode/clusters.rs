//! From single records upwards: what costs least to be told from each other no more is joined, until the models hold.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::attribute::QuasiAttribute;
use super::groups::{ClassTests, RecordGroup, loss_of_both};

/// A price in the order of heaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Price(pub(super) f64);

impl Eq for Price {}

impl PartialOrd for Price {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Price {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The cheapest way found for a cluster: its price, the cluster and its version, the other one and its version.
type Offer = Reverse<(Price, u32, u32, u32, u32)>;

/// Clusters that are being joined.
struct Joining<'a> {
    attributes: &'a [QuasiAttribute],
    tests: &'a ClassTests,
    clusters: Vec<Option<RecordGroup>>,
    // Side by side, so that looking for the nearest reads memory in order.
    nodes: Vec<u32>,
    losses: Vec<f64>,
    sizes: Vec<u32>,
    /// True of clusters of which the models hold.
    is_done: Vec<bool>,
    versions: Vec<u32>,
    alive: Vec<u32>,
}

/// The classes of a block: the models hold of each, if they hold of the block.
pub(super) fn cluster(attributes: &[QuasiAttribute], tests: &ClassTests, records: &[u32]) -> Vec<RecordGroup> {
    let mut alike: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
    for record in records {
        let leaves: Vec<u32> = attributes.iter().map(|attribute| attribute.codes[*record as usize]).collect();
        alike.entry(leaves).or_default().push(*record);
    }
    let mut groups: Vec<RecordGroup> =
        alike.into_iter().map(|(nodes, records)| RecordGroup { records, nodes }).collect();
    groups.sort_unstable_by(|one, other| one.records.cmp(&other.records));
    join(attributes, tests, groups)
}

/// Joins groups until the models hold of each, or one is left.
pub(super) fn join(attributes: &[QuasiAttribute], tests: &ClassTests, groups: Vec<RecordGroup>) -> Vec<RecordGroup> {
    let mut joining = Joining::new(attributes, tests, groups);
    let mut heap: BinaryHeap<Offer> = BinaryHeap::new();
    for at in 0..joining.clusters.len() {
        joining.offer(at as u32, &mut heap);
    }
    while let Some(Reverse((_, at, version, nearest, nearest_version))) = heap.pop() {
        if joining.versions[at as usize] != version || joining.clusters[at as usize].is_none() {
            continue;
        }
        if joining.versions[nearest as usize] != nearest_version || joining.clusters[nearest as usize].is_none() {
            joining.offer(at, &mut heap);
            continue;
        }
        let joined = joining.join(at, nearest);
        joining.offer(joined, &mut heap);
    }
    joining.clusters.into_iter().flatten().collect()
}

impl<'a> Joining<'a> {
    fn new(attributes: &'a [QuasiAttribute], tests: &'a ClassTests, groups: Vec<RecordGroup>) -> Self {
        let nodes = groups.iter().flat_map(|group| group.nodes.iter().copied()).collect();
        let losses = groups.iter().map(|group| group.loss(attributes)).collect();
        let sizes = groups.iter().map(|group| group.records.len() as u32).collect();
        let is_done = groups.iter().map(|group| tests.hold(&group.records)).collect();
        let versions = vec![0; groups.len()];
        let alive = (0..groups.len() as u32).collect();
        let clusters = groups.into_iter().map(Some).collect();
        Self { attributes, tests, clusters, nodes, losses, sizes, is_done, versions, alive }
    }

    fn nodes(&self, at: u32) -> &[u32] {
        let width = self.attributes.len();
        &self.nodes[at as usize * width..(at as usize + 1) * width]
    }

    /// Puts the best way for a cluster of which the models do not hold yet into the heap.
    fn offer(&mut self, at: u32, heap: &mut BinaryHeap<Offer>) {
        if self.is_done[at as usize] {
            return;
        }
        let mut best: Option<(Price, u32)> = None;
        let (nodes, size, own) = (self.nodes(at), self.sizes[at as usize], self.losses[at as usize]);
        for other in self.alive.iter().copied().filter(|other| *other != at) {
            let both = f64::from(size + self.sizes[other as usize]);
            let price = Price(
                loss_of_both(self.attributes, nodes, self.nodes(other)) * both - own - self.losses[other as usize],
            );
            if best.is_none_or(|best| (price, other) < best) {
                best = Some((price, other));
            }
        }
        if let Some((price, other)) = best {
            heap.push(Reverse((price, at, self.versions[at as usize], other, self.versions[other as usize])));
        }
    }

    /// Joins one cluster into another.
    fn join(&mut self, from: u32, into: u32) -> u32 {
        let (Some(one), Some(mut both)) = (self.clusters[from as usize].take(), self.clusters[into as usize].take())
        else {
            return into;
        };
        both.join(self.attributes, one);
        let at = into as usize;
        let width = self.attributes.len();
        self.nodes[at * width..(at + 1) * width].copy_from_slice(&both.nodes);
        self.losses[at] = both.loss(self.attributes);
        self.sizes[at] = both.records.len() as u32;
        self.is_done[at] = self.tests.hold(&both.records);
        self.versions[at] += 1;
        self.versions[from as usize] += 1;
        self.clusters[at] = Some(both);
        if let Some(place) = self.alive.iter().position(|other| *other == from) {
            self.alive.swap_remove(place);
        }
        into
    }
}
