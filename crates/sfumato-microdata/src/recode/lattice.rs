//! Full-domain recoding: one level for each column, the best there is.
//!
//! Combinations of levels are looked at in the order of what they cost at least, so that the search is over as soon as
//! that is more than the best found. Whatever is more special than a combination in which too many records stand out
//! need not be looked at: from each such one a path upwards is halved until its highest is known, as Flash does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::clusters::Price;
use super::groups::ClassTests;
use super::levels::LevelColumn;
use super::{LatticePoint, Recoding, RecodingOptions};
use crate::error::MicrodataError;
use crate::loss::LossMeasure;
use crate::table::Microdata;

/// So many combinations are kept for reports.
const MOST_POINTS: usize = 20_000;

/// A level for each column.
type Levels = Vec<u8>;

/// Recodes a table by levels.
pub(super) fn recode(
    table: &Microdata,
    columns: &[usize],
    tests: &ClassTests,
    options: &RecodingOptions,
) -> Result<Recoding, MicrodataError> {
    let levels = columns.iter().map(|at| LevelColumn::new(table.column(*at), options.loss));
    let levels: Vec<LevelColumn> = levels.collect::<Result<_, _>>()?;
    let mut search = LatticeSearch::new(table.records(), levels, tests, options);
    search.run()?;
    Ok(search.finish(columns))
}

/// Records that have the same values.
struct ValueTuple {
    values: Vec<u32>,
    records: Vec<u32>,
}

/// What a combination of levels comes to.
struct Evaluation {
    /// Records in classes of which the models do not hold.
    suppressed: usize,
    /// Records in classes that are too small, which can only become fewer further up.
    small: usize,
    loss: f64,
    average_risk: f64,
}

/// A search through the lattice.
struct LatticeSearch<'a> {
    columns: Vec<LevelColumn>,
    tuples: Vec<ValueTuple>,
    records: usize,
    /// So many records may be left out.
    most_suppressed: usize,
    tests: &'a ClassTests,
    options: &'a RecodingOptions,
    /// Combinations in which too many classes are small, none of them below another.
    hopeless: Vec<Levels>,
    seen: HashMap<Levels, bool>,
    best: Option<(f64, Levels)>,
    is_complete: bool,
    points: Vec<LatticePoint>,
    /// What a loss is divided by to be a mean, where it is one.
    scale: f64,
}

impl<'a> LatticeSearch<'a> {
    fn new(records: usize, columns: Vec<LevelColumn>, tests: &'a ClassTests, options: &'a RecodingOptions) -> Self {
        let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut tuples: Vec<ValueTuple> = Vec::new();
        for record in 0..records {
            let values: Vec<u32> = columns.iter().map(|column| column.codes[record]).collect();
            let place = *known.entry(values).or_insert_with_key(|values| {
                tuples.push(ValueTuple { values: values.clone(), records: Vec::new() });
                tuples.len() - 1
            });
            tuples[place].records.push(record as u32);
        }
        // Just above, so that 5 % of 100 records are five.
        let most_suppressed = (options.suppression * records as f64 + 1e-9).floor() as usize;
        Self {
            columns,
            tuples,
            records,
            most_suppressed,
            tests,
            options,
            hopeless: Vec::new(),
            seen: HashMap::new(),
            best: None,
            is_complete: true,
            points: Vec::new(),
            scale: 1.0,
        }
    }

    fn run(&mut self) -> Result<(), MicrodataError> {
        self.scale = self.scale();
        let top: Levels = self.columns.iter().map(|column| (column.labels.len() - 1) as u8).collect();
        if self.records > 0 && !self.look_at(&top) {
            let all: Vec<u32> = (0..self.records as u32).collect();
            let model = self.tests.failing(&all).unwrap_or_else(|| "the average risk".to_owned());
            return Err(MicrodataError::Unreachable { model });
        }
        let bottom: Levels = vec![0; top.len()];
        let mut heap = BinaryHeap::from([Reverse((Price(self.least(&bottom)), bottom.clone()))]);
        let mut queued: HashSet<Levels> = HashSet::from([bottom]);
        while let Some(Reverse((Price(least), levels))) = heap.pop() {
            if self.best.as_ref().is_some_and(|(best, _)| least >= *best) {
                break;
            }
            if self.options.is_over() {
                self.is_complete = false;
                break;
            }
            if !self.is_hopeless(&levels) && !self.look_at(&levels) && self.is_hopeless(&levels) {
                self.climb(&levels, &top);
            }
            for at in 0..levels.len() {
                let mut above = levels.clone();
                above[at] += 1;
                if above[at] <= top[at] && !queued.contains(&above) {
                    queued.insert(above.clone());
                    heap.push(Reverse((Price(self.least(&above)), above)));
                }
            }
        }
        Ok(())
    }

    /// The least that a combination and everything above it can cost.
    fn least(&self, levels: &[u8]) -> f64 {
        if !is_sum_of_cells(self.options.loss) {
            // Unknown; those further down come first.
            return -1.0 / (1.0 + levels.iter().map(|level| f64::from(*level)).sum::<f64>());
        }
        levels.iter().zip(&self.columns).map(|(level, column)| column.totals[usize::from(*level)]).sum()
    }

    fn is_hopeless(&self, levels: &[u8]) -> bool {
        self.hopeless.iter().any(|other| levels.iter().zip(other).all(|(level, other)| level <= other))
    }

    /// Looks at a combination, unless that was done; true if few enough records need to be left out.
    fn look_at(&mut self, levels: &Levels) -> bool {
        if let Some(is_fine) = self.seen.get(levels) {
            return *is_fine;
        }
        let found = self.evaluate(levels);
        let is_fine = found.suppressed <= self.most_suppressed
            && self.tests.average_risk.is_none_or(|most| found.average_risk <= most + 1e-12);
        // Where nobody may be left out, what fails here fails further down too, since what holds of parts holds of the whole.
        let is_failing = self.most_suppressed == 0 && found.suppressed > 0;
        if found.small > self.most_suppressed || is_failing {
            self.hopeless.retain(|other| !other.iter().zip(levels).all(|(other, level)| other <= level));
            self.hopeless.push(levels.clone());
        }
        // Of equals the one that is found first in the order of levels, so that the same table gives the same result.
        let is_better = |best: &(f64, Levels)| (found.loss, levels) < (best.0, &best.1);
        if is_fine && self.best.as_ref().is_none_or(is_better) {
            self.best = Some((found.loss, levels.clone()));
        }
        if self.points.len() < MOST_POINTS {
            self.points.push(LatticePoint {
                levels: levels.iter().map(|level| usize::from(*level)).collect(),
                suppressed: found.suppressed,
                loss: is_fine.then_some(found.loss / self.scale),
                average_risk: found.average_risk,
            });
        }
        self.seen.insert(levels.clone(), is_fine);
        is_fine
    }

    /// Finds the highest combination on a path upwards in which too many classes are small.
    fn climb(&mut self, from: &Levels, top: &Levels) {
        let mut path: Vec<Levels> = Vec::new();
        let mut at = from.clone();
        while at != *top {
            let next = (0..at.len())
                .filter(|place| at[*place] < top[*place])
                .map(|place| {
                    let mut above = at.clone();
                    above[place] += 1;
                    above
                })
                .min_by(|one, other| self.least(one).total_cmp(&self.least(other)));
            let Some(next) = next else { break };
            path.push(next.clone());
            at = next;
        }
        let (mut low, mut high) = (0, path.len());
        while low < high && !self.options.is_over() {
            let middle = (low + high) / 2;
            self.look_at(&path[middle]);
            if self.is_hopeless(&path[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }

    /// The classes of a combination, as places of tuples.
    fn classes(&self, levels: &[u8]) -> Vec<Vec<u32>> {
        let labels: Vec<&[u32]> = levels
            .iter()
            .zip(&self.columns)
            .map(|(level, column)| column.labels[usize::from(*level)].as_slice())
            .collect();
        let bits: Vec<u32> =
            labels.iter().map(|labels| u32::BITS - labels.iter().copied().max().unwrap_or(0).leading_zeros()).collect();
        if bits.iter().sum::<u32>() <= u128::BITS {
            self.group(|tuple| {
                let fields = tuple.values.iter().zip(&labels).zip(&bits);
                fields.fold(0_u128, |key, ((value, labels), bits)| key << bits | u128::from(labels[*value as usize]))
            })
        } else {
            self.group(|tuple| {
                tuple.values.iter().zip(&labels).map(|(value, labels)| labels[*value as usize]).collect::<Vec<u32>>()
            })
        }
    }

    fn group<K: Hash + Eq>(&self, key: impl Fn(&ValueTuple) -> K) -> Vec<Vec<u32>> {
        let mut places: HashMap<K, u32, BuildHasherDefault<KeyHasher>> =
            HashMap::with_capacity_and_hasher(self.tuples.len() / 4, BuildHasherDefault::default());
        let mut classes: Vec<Vec<u32>> = Vec::new();
        for (at, tuple) in self.tuples.iter().enumerate() {
            let place = *places.entry(key(tuple)).or_insert_with(|| {
                classes.push(Vec::new());
                (classes.len() - 1) as u32
            });
            classes[place as usize].push(at as u32);
        }
        classes
    }

    fn members(&self, class: &[u32]) -> Vec<u32> {
        class.iter().flat_map(|at| self.tuples[*at as usize].records.iter().copied()).collect()
    }

    /// The size of a class, and true if the models hold of it.
    fn judge(&self, class: &[u32]) -> (usize, bool) {
        let size: usize = class.iter().map(|at| self.tuples[*at as usize].records.len()).sum();
        let holds = size >= self.tests.least && (self.tests.is_size_only() || self.tests.hold(&self.members(class)));
        (size, holds)
    }

    fn evaluate(&self, levels: &[u8]) -> Evaluation {
        let classes = self.classes(levels);
        let (mut suppressed, mut small, mut kept) = (0, 0, 0_usize);
        let (mut cells, mut squares) = (0.0, 0.0);
        for class in &classes {
            let (size, holds) = self.judge(class);
            if size < self.tests.least {
                small += size;
            }
            if holds {
                kept += 1;
                squares += (size as f64).powi(2);
            } else {
                suppressed += size;
            }
            if is_sum_of_cells(self.options.loss) {
                for at in class {
                    let tuple = &self.tuples[*at as usize];
                    cells += self.cost(tuple, (holds).then_some(levels)) * tuple.records.len() as f64;
                }
            }
        }
        let left = self.records - suppressed;
        let loss = match self.options.loss {
            LossMeasure::Discernibility => squares + (suppressed * self.records) as f64,
            LossMeasure::AverageClassSize => left as f64 / (kept.max(1) * self.tests.least) as f64,
            _ => cells,
        };
        Evaluation { suppressed, small, loss, average_risk: kept as f64 / left.max(1) as f64 }
    }

    /// The loss of one record at some levels, or left out.
    fn cost(&self, tuple: &ValueTuple, levels: Option<&[u8]>) -> f64 {
        let values = tuple.values.iter().zip(&self.columns).enumerate();
        values
            .map(|(at, (value, column))| match levels {
                Some(levels) => column.costs[usize::from(levels[at])][*value as usize],
                None => column.suppressed[*value as usize],
            })
            .sum()
    }

    /// What the loss is divided by to be a mean, where it is one.
    fn scale(&self) -> f64 {
        match self.options.loss {
            LossMeasure::Discernibility | LossMeasure::AverageClassSize => 1.0,
            _ => {
                let all: f64 =
                    self.tuples.iter().map(|tuple| self.cost(tuple, None) * tuple.records.len() as f64).sum();
                if all > 0.0 { all } else { 1.0 }
            }
        }
    }

    fn finish(self, columns: &[usize]) -> Recoding {
        let mut recoding = Recoding::untouched(self.records);
        recoding.columns = columns.to_vec();
        recoding.is_complete = self.is_complete;
        recoding.nodes = vec![vec![None; self.records]; columns.len()];
        let Some((_, levels)) = &self.best else { return recoding };
        let classes = self.classes(levels);
        for (number, class) in classes.iter().enumerate() {
            let (_, holds) = self.judge(class);
            for at in class {
                let tuple = &self.tuples[*at as usize];
                for (place, column) in self.columns.iter().enumerate() {
                    let node = column.nodes[usize::from(levels[place])][tuple.values[place] as usize];
                    for record in &tuple.records {
                        recoding.nodes[place][*record as usize] =
                            if holds { node } else { Some(crate::Hierarchy::ROOT) };
                    }
                }
                for record in &tuple.records {
                    recoding.classes[*record as usize] = if holds { number } else { classes.len() } as u32;
                    recoding.suppressed[*record as usize] = !holds;
                }
            }
        }
        recoding.levels = Some(levels.iter().map(|level| usize::from(*level)).collect());
        recoding.lattice = self.points;
        recoding
    }
}

/// True if a measure is a sum over cells that grows with every level.
fn is_sum_of_cells(measure: LossMeasure) -> bool {
    !matches!(measure, LossMeasure::Discernibility | LossMeasure::AverageClassSize)
}

/// A hasher for keys that are numbers of our own making, which nobody chooses so that they collide.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
