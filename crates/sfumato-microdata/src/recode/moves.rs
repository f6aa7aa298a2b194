//! What splits and clusters leave: records that stayed behind, and classes that could be better.
//!
//! Classes that lie close to each other in one order of the columns are compared with each other, then in another order,
//! and so on: a class is dissolved where its records cost less elsewhere, gives away a record it need not have, or gives
//! one for another. Every step makes the table better, so that it ends.

use rayon::prelude::*;

use super::attribute::{QuasiAttribute, WILDCARD};
use super::groups::{ClassTests, RecordGroup, cover};
use super::{RecodingOptions, clusters};

/// So many classes are compared with each other.
const NEIGHBOURS: usize = 250;

/// A pass that gains less than this share of the loss is the last of its order.
const LEAST_GAIN: f64 = 0.0003;

/// Tables are gone through at most so many times, and large ones less often, so that so many records are looked at in all.
const MOST_PASSES: usize = 60;
const MOST_LOOKS: usize = 2_500_000;

/// So many records of a class are thought of giving away, and so many times in one pass.
const MOST_TRIED: usize = 16;
const MOST_STEPS: usize = 30;

/// Two sums that differ by less are the same.
const ROUNDING: f64 = 1e-9;

/// Puts records that stayed behind into classes of their own, or where they cost least.
pub(super) fn place(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    classes: &mut Vec<RecordGroup>,
    residue: Vec<u32>,
) {
    if residue.is_empty() {
        return;
    }
    for group in clusters::cluster(attributes, tests, &residue) {
        if tests.hold(&group.records) {
            classes.push(group);
        } else {
            place_group(attributes, classes, group);
        }
    }
}

/// Joins a group with the class that makes it cost least.
fn place_group(attributes: &[QuasiAttribute], classes: &mut Vec<RecordGroup>, group: RecordGroup) {
    let price = |class: &RecordGroup| {
        let both = (class.records.len() + group.records.len()) as f64;
        class.loss_with(attributes, &group.nodes) * both - class.loss(attributes)
    };
    let prices = classes.iter().map(price).enumerate();
    match prices.min_by(|one, other| one.1.total_cmp(&other.1)) {
        Some((at, _)) => classes[at].join(attributes, group),
        None => classes.push(group),
    }
}

/// Makes classes better until little is gained any more; false if the time was over before that.
pub(super) fn improve(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    classes: &mut Vec<RecordGroup>,
    options: &RecodingOptions,
) -> bool {
    // A group that was placed may have broken a class, and a block that could not be clustered may be one.
    if classes.iter().any(|class| !tests.hold(&class.records)) {
        *classes = clusters::join(attributes, tests, std::mem::take(classes));
    }
    let loss = |classes: &[RecordGroup]| classes.iter().map(|class| class.loss(attributes)).sum::<f64>();
    let mut before = loss(classes);
    let mut idle = 0;
    let records: usize = classes.iter().map(|class| class.records.len()).sum();
    for pass in 0..(MOST_LOOKS / records.max(1)).clamp(2, MOST_PASSES) {
        if options.is_over() {
            return false;
        }
        if idle >= attributes.len().min(3) || before <= ROUNDING {
            break;
        }
        sort(attributes.len(), classes, pass);
        let width = NEIGHBOURS.min(classes.len().max(1));
        let mut chunks: Vec<Vec<RecordGroup>> = Vec::new();
        let mut rest = std::mem::take(classes);
        while !rest.is_empty() {
            chunks.push(rest.split_off(rest.len().saturating_sub(width)));
        }
        *classes =
            chunks
                .into_par_iter()
                .flat_map_iter(|chunk| {
                    if options.is_over() { chunk } else { Neighbours::new(attributes, tests, chunk).settle() }
                })
                .collect();
        let after = loss(classes);
        idle = if before - after < LEAST_GAIN * before { idle + 1 } else { 0 };
        before = after;
    }
    true
}

/// Puts classes beside those that are alike, some columns counting before others.
fn sort(columns: usize, classes: &mut [RecordGroup], pass: usize) {
    // Another column first each time, and every second time the other way round.
    let order = |at: usize| {
        if pass.is_multiple_of(2) { (pass / 2 + at) % columns } else { (pass / 2 + columns - at) % columns }
    };
    classes.sort_by(|one, other| {
        let keys = (0..columns).map(|at| one.nodes[order(at)].cmp(&other.nodes[order(at)]));
        keys.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then).then_with(|| one.records.cmp(&other.records))
    });
}

/// Classes that are compared with each other.
struct Neighbours<'a> {
    attributes: &'a [QuasiAttribute],
    tests: &'a ClassTests,
    classes: Vec<RecordGroup>,
    // Side by side, so that looking for the best reads memory in order.
    nodes: Vec<u32>,
    losses: Vec<f64>,
}

impl<'a> Neighbours<'a> {
    fn new(attributes: &'a [QuasiAttribute], tests: &'a ClassTests, classes: Vec<RecordGroup>) -> Self {
        let nodes = classes.iter().flat_map(|class| class.nodes.iter().copied()).collect();
        let losses = classes.iter().map(|class| class.loss_of_one(attributes)).collect();
        Self { attributes, tests, classes, nodes, losses }
    }

    /// Goes through all classes once, the worst first.
    fn settle(mut self) -> Vec<RecordGroup> {
        let mut order: Vec<usize> = (0..self.classes.len()).filter(|at| self.losses[*at] > 0.0).collect();
        order.sort_by(|one, other| self.losses[*other].total_cmp(&self.losses[*one]).then(one.cmp(other)));
        for at in order {
            if self.losses[at] == 0.0 || self.divide(at) || self.dissolve(at) {
                continue;
            }
            let _ = (0..MOST_STEPS).all(|_| self.give_away(at) || self.exchange(at));
        }
        self.classes.retain(|class| !class.records.is_empty());
        self.classes
    }

    fn leaves(&self, record: u32) -> Vec<u32> {
        self.attributes.iter().map(|attribute| attribute.codes[record as usize]).collect()
    }

    fn put(&mut self, at: usize, class: RecordGroup) {
        let width = self.attributes.len();
        self.nodes[at * width..(at + 1) * width].copy_from_slice(&class.nodes);
        self.losses[at] = class.loss_of_one(self.attributes);
        self.classes[at] = class;
    }

    /// What a record of a class would lose if it had to cover these nodes too; infinite as soon as it is over a limit.
    #[inline]
    fn loss_with(&self, at: usize, nodes: &[u32], limit: f64) -> f64 {
        let width = self.attributes.len();
        let own = &self.nodes[at * width..(at + 1) * width];
        let mut loss = 0.0;
        for ((attribute, one), other) in self.attributes.iter().zip(own).zip(nodes) {
            loss += attribute.joint_loss(*one, *other);
            if loss > limit {
                return f64::INFINITY;
            }
        }
        loss
    }

    /// The class in which a record costs least, and that cost; none if it is not below a limit.
    fn host(&self, nodes: &[u32], except: usize, limit: f64) -> Option<(f64, usize)> {
        let mut best = None;
        let mut least = limit;
        for at in 0..self.classes.len() {
            let size = self.classes[at].records.len() as f64;
            if at == except || size == 0.0 {
                continue;
            }
            let own = self.losses[at];
            let loss = self.loss_with(at, nodes, (least + own * size) / (size + 1.0));
            let price = (loss - own) * size + loss;
            if price < least {
                (best, least) = (Some((price, at)), price);
            }
        }
        best
    }

    /// Makes several classes of one that is large enough, if that costs less.
    fn divide(&mut self, at: usize) -> bool {
        let class = &self.classes[at];
        if class.records.len() < 2 * self.tests.least || class.records.len() > 2_000 {
            return false;
        }
        let before = class.loss(self.attributes);
        let parts = clusters::cluster(self.attributes, self.tests, &class.records);
        let after: f64 = parts.iter().map(|part| part.loss(self.attributes)).sum();
        if parts.len() < 2 || after >= before - ROUNDING || !parts.iter().all(|part| self.tests.hold(&part.records)) {
            return false;
        }
        for (number, part) in parts.into_iter().enumerate() {
            if number == 0 {
                self.put(at, part);
            } else {
                self.nodes.extend(&part.nodes);
                self.losses.push(part.loss_of_one(self.attributes));
                self.classes.push(part);
            }
        }
        true
    }

    /// Gives every record of a class to another one, if that costs less.
    fn dissolve(&mut self, at: usize) -> bool {
        let records = self.classes[at].records.clone();
        let gain = self.losses[at] * records.len() as f64 - ROUNDING;
        let mut cost = 0.0;
        let mut hosts: Vec<(usize, RecordGroup)> = Vec::new();
        for record in &records {
            let leaves = self.leaves(*record);
            let host = self.host(&leaves, at, gain - cost);
            let Some((price, host)) = host else { break };
            cost += price;
            let before = self.classes[host].clone();
            let mut after = before.clone();
            after.join(self.attributes, RecordGroup { records: vec![*record], nodes: leaves });
            let holds = self.tests.hold(&after.records);
            hosts.push((host, before));
            self.put(host, after);
            if !holds {
                cost = f64::INFINITY;
                break;
            }
        }
        if hosts.len() == records.len() && cost < gain {
            self.classes[at].records.clear();
            self.losses[at] = 0.0;
            return true;
        }
        for (host, before) in hosts.into_iter().rev() {
            self.put(host, before);
        }
        false
    }

    /// The records of a class without which it would lose least, by their places, with the covers of the others.
    fn worth_giving(&self, at: usize) -> Vec<(usize, Vec<u32>)> {
        let covers = self.covers_without(at).into_iter().enumerate();
        let mut covers: Vec<(usize, Vec<u32>, f64)> = covers
            .map(|(place, cover)| {
                let loss = self.loss_of(&cover);
                (place, cover, loss)
            })
            .collect();
        covers.sort_by(|one, other| one.2.total_cmp(&other.2).then(one.0.cmp(&other.0)));
        covers.truncate(MOST_TRIED);
        covers.into_iter().map(|(place, cover, _)| (place, cover)).collect()
    }

    /// The covers of a class without each of its records.
    fn covers_without(&self, at: usize) -> Vec<Vec<u32>> {
        let records = &self.classes[at].records;
        let width = self.attributes.len();
        let mut covers = vec![vec![WILDCARD; width]; records.len()];
        for (column, attribute) in self.attributes.iter().enumerate() {
            let code = |place: usize| attribute.codes[records[place] as usize];
            let mut before = WILDCARD;
            for (place, cover) in covers.iter_mut().enumerate() {
                cover[column] = before;
                before = attribute.common(before, code(place));
            }
            let mut behind = WILDCARD;
            for (place, cover) in covers.iter_mut().enumerate().rev() {
                cover[column] = attribute.common(cover[column], behind);
                behind = attribute.common(behind, code(place));
            }
        }
        covers
    }

    fn loss_of(&self, nodes: &[u32]) -> f64 {
        self.attributes.iter().zip(nodes).map(|(attribute, node)| attribute.loss(*node)).sum()
    }

    /// Gives the record away that gains most, if the class has more than it needs.
    fn give_away(&mut self, at: usize) -> bool {
        let size = self.classes[at].records.len();
        if size <= self.tests.least || self.losses[at] == 0.0 {
            return false;
        }
        let before = self.losses[at] * size as f64;
        let mut best: Option<(f64, usize, usize)> = None;
        for (place, cover) in self.worth_giving(at) {
            let gain = before - self.loss_of(&cover) * (size - 1) as f64;
            let least = best.map_or(ROUNDING, |best| best.0);
            let leaves = self.leaves(self.classes[at].records[place]);
            if let Some((price, host)) = self.host(&leaves, at, gain - least) {
                best = Some((gain - price, place, host));
            }
        }
        best.is_some_and(|(_, place, host)| self.shift(at, place, host, None))
    }

    /// Gives a record away and takes one from a class that can spare it, if both together gain.
    fn exchange(&mut self, at: usize) -> bool {
        let size = self.classes[at].records.len();
        if self.losses[at] == 0.0 {
            return false;
        }
        let before = self.losses[at] * size as f64;
        let mut best: Option<(f64, usize, usize, usize)> = None;
        for (place, cover) in self.worth_giving(at) {
            let least = best.map_or(ROUNDING, |best| best.0);
            let floor = before - self.loss_of(&cover) * size as f64 - least;
            let leaves = self.leaves(self.classes[at].records[place]);
            let Some((price, host)) = self.host(&leaves, at, floor) else { continue };
            if let Some((gain, lender)) = self.lender(&cover, at, host, (before - price - least) / size as f64) {
                best = Some((before - price - gain * size as f64, place, host, lender));
            }
        }
        best.is_some_and(|(_, place, host, lender)| self.shift(at, place, host, Some(lender)))
    }

    /// The class whose spare record would fit best, and the loss then; none if it is not below a limit.
    fn lender(&self, cover: &[u32], at: usize, host: usize, limit: f64) -> Option<(f64, usize)> {
        let mut best = None;
        let mut least = limit;
        for other in (0..self.classes.len()).filter(|other| *other != at && *other != host) {
            if self.classes[other].records.len() > self.tests.least {
                let loss = self.loss_with(other, cover, least);
                if loss < least {
                    (best, least) = (Some((loss, other)), loss);
                }
            }
        }
        best
    }

    /// Moves a record from a class to another, and one into it from a third; false, and nothing moved, if the models
    /// would not hold.
    fn shift(&mut self, at: usize, place: usize, host: usize, lender: Option<usize>) -> bool {
        let mut class = self.classes[at].records.clone();
        let mut hosts = self.classes[host].records.clone();
        hosts.push(class.swap_remove(place));
        let mut lenders = Vec::new();
        if let Some(lender) = lender {
            lenders = self.classes[lender].records.clone();
            class.extend(lenders.pop());
        }
        let holds =
            self.tests.hold(&class) && self.tests.hold(&hosts) && (lender.is_none() || self.tests.hold(&lenders));
        if !holds {
            return false;
        }
        for (at, records) in [(at, class), (host, hosts)].into_iter().chain(lender.map(|lender| (lender, lenders))) {
            let nodes = self.attributes.iter().map(|attribute| cover(attribute, &records)).collect();
            self.put(at, RecordGroup { records, nodes });
        }
        true
    }
}
