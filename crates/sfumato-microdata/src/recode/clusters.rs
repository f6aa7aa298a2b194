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

/// Joins groups, and lends records of those that have more than they need, until the models hold of each or one is left.
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
        let is_stale = joining.versions[nearest as usize] != nearest_version;
        if is_stale || joining.clusters[nearest as usize].is_none() {
            joining.offer(at, &mut heap);
            continue;
        }
        let mut changed = if joining.lend(nearest, at) { at } else { joining.join(at, nearest) };
        let mut own = BinaryHeap::new();
        joining.offer(changed, &mut own);
        while let Some(Reverse((_, at, _, nearest, _))) = own.pop() {
            changed = if joining.lend(nearest, at) { at } else { joining.join(at, nearest) };
            own.clear();
            joining.offer(changed, &mut own);
        }
    }
    joining.clusters.into_iter().flatten().collect()
}

impl<'a> Joining<'a> {
    fn new(attributes: &'a [QuasiAttribute], tests: &'a ClassTests, groups: Vec<RecordGroup>) -> Self {
        let nodes = groups.iter().flat_map(|group| group.nodes.iter().copied()).collect();
        let losses = groups.iter().map(|group| group.loss_of_one(attributes)).collect();
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

    /// The records that a cluster needs to be large enough; one where it is, but the models do not hold yet.
    fn need(&self, at: u32) -> u32 {
        (self.tests.least as u32).saturating_sub(self.sizes[at as usize]).max(1)
    }

    /// The records that a cluster can spare.
    fn spare(&self, at: u32) -> u32 {
        if self.is_done[at as usize] { self.sizes[at as usize].saturating_sub(self.tests.least as u32) } else { 0 }
    }

    /// Puts the best way for a cluster of which the models do not hold yet into the heap.
    fn offer(&mut self, at: u32, heap: &mut BinaryHeap<Offer>) {
        if self.is_done[at as usize] {
            return;
        }
        let mut best: Option<(Price, u32)> = None;
        let (nodes, size, own, need) =
            (self.nodes(at), self.sizes[at as usize], self.losses[at as usize], self.need(at));
        for other in self.alive.iter().copied().filter(|other| *other != at) {
            let loss = loss_of_both(self.attributes, nodes, self.nodes(other));
            let others = if self.spare(other) >= need { need } else { self.sizes[other as usize] };
            let price = (loss - own) * f64::from(size) + (loss - self.losses[other as usize]) * f64::from(others);
            let price = Price(price);
            if best.is_none_or(|best| (price, other) < best) {
                best = Some((price, other));
            }
        }
        if let Some((price, other)) = best {
            heap.push(Reverse((price, at, self.versions[at as usize], other, self.versions[other as usize])));
        }
    }

    /// Moves as many records as a cluster needs from one that can spare them; false if it cannot.
    fn lend(&mut self, from: u32, to: u32) -> bool {
        let need = self.need(to);
        if self.spare(from) < need {
            return false;
        }
        let (Some(mut lender), Some(mut borrower)) =
            (self.clusters[from as usize].take(), self.clusters[to as usize].take())
        else {
            return false;
        };
        let lent = self.tests.lend(&mut lender.records, &borrower.records, need as usize);
        let is_lent = !lent.is_empty();
        if is_lent {
            let before = lender.nodes.clone();
            if self.losses[from as usize] > 0.0 {
                lender = RecordGroup::of(self.attributes, lender.records);
            }
            if lender.nodes != before {
                self.versions[from as usize] += 1;
            }
            borrower.join(self.attributes, RecordGroup::of(self.attributes, lent));
            self.versions[to as usize] += 1;
        }
        self.put(from, lender);
        self.put(to, borrower);
        is_lent
    }

    /// Joins one cluster into another.
    fn join(&mut self, from: u32, into: u32) -> u32 {
        let (Some(one), Some(mut both)) = (self.clusters[from as usize].take(), self.clusters[into as usize].take())
        else {
            return into;
        };
        both.join(self.attributes, one);
        self.versions[into as usize] += 1;
        self.versions[from as usize] += 1;
        self.put(into, both);
        if let Some(place) = self.alive.iter().position(|other| *other == from) {
            self.alive.swap_remove(place);
        }
        into
    }

    /// Writes down what a cluster has become.
    fn put(&mut self, at: u32, cluster: RecordGroup) {
        let at = at as usize;
        let width = self.attributes.len();
        self.nodes[at * width..(at + 1) * width].copy_from_slice(&cluster.nodes);
        self.losses[at] = cluster.loss_of_one(self.attributes);
        self.sizes[at] = cluster.records.len() as u32;
        self.is_done[at] = self.tests.hold(&cluster.records);
        self.clusters[at] = Some(cluster);
    }
}
