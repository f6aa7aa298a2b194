//! Islands, the tokens that may be something: one is surely nothing if every row of labels by which it is something
//! is far less likely than the one by which all of that is nothing.
//!
//! The score of a label by which something goes on says little by itself, since it may not follow nothing. So the best way
//! to each category is followed through the window, and the best way on from there.

use super::chain::{Chain, LANES, Lanes, greater, greatest_lane};
use crate::learned::tags::{LabelTag, LabelTags};

/// The distance from nothing, in logarithms, beyond which a label is not thought of.
const UNTHINKABLE: f32 = 7.0;
/// Less likely than anything.
const NEVER: f32 = -1e30;

/// Bounds of how likely something is: all in logarithms, compared with nothing after nothing.
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    /// The lane of each label: those by which a category begins, and in as many chunks after them those by which it goes on.
    lanes: Vec<u16>,
    /// The number of chunks of all categories.
    chunks: usize,
    nothing: usize,
    /// The most that something gains by beginning after nothing and after something, by going on, and by being followed by
    /// nothing.
    enter: f32,
    follow: f32,
    go_on: f32,
    leave: f32,
}

impl Bounds {
    /// Bounds for labels of which nothing is one; `logarithm` says how likely a label follows another, if it may.
    pub fn new(tags: &LabelTags, nothing: usize, logarithm: impl Fn(usize, usize) -> Option<f32>) -> Self {
        let chunks = tags.categories.len().div_ceil(LANES);
        let lane = |tag: &LabelTag| match *tag {
            LabelTag::Begin(category) => u16::from(category),
            LabelTag::Inside(category) => (chunks * LANES) as u16 + u16::from(category),
            // Behind all categories.
            LabelTag::Outside => (2 * chunks * LANES) as u16,
        };
        let lanes: Vec<u16> = tags.tags.iter().map(lane).collect();
        let of_nothing = logarithm(nothing, nothing).unwrap_or(0.0);
        let most = |is_such: &dyn Fn(LabelTag, LabelTag) -> bool| {
            let labels = (0..lanes.len()).flat_map(|before| (0..lanes.len()).map(move |label| (before, label)));
            let such = labels.filter(|(before, label)| is_such(tags.tags[*before], tags.tags[*label]));
            such.filter_map(|(before, label)| logarithm(before, label)).fold(NEVER, greater) - of_nothing
        };
        let is_nothing = |tag: LabelTag| tag == LabelTag::Outside;
        let begins = |tag: LabelTag| matches!(tag, LabelTag::Begin(_));
        Self {
            enter: most(&|before, label| is_nothing(before) && begins(label)),
            follow: most(&|before, label| !is_nothing(before) && begins(label)),
            go_on: most(&|before, label| !is_nothing(before) && !is_nothing(label) && !begins(label)),
            leave: most(&|before, label| !is_nothing(before) && is_nothing(label)),
            lanes,
            chunks,
            nothing,
        }
    }
}

/// Looks for what may be something.
#[derive(Default)]
pub(super) struct Islands {
    /// By how much each category is likelier than nothing by the score of its beginning and by that of its going on, in as
    /// many chunks each, token by token; and a chunk for nothing.
    scores: Vec<Lanes>,
    /// The same for the best way to each category.
    ways: Vec<Lanes>,
    /// The same for the best way on.
    on: Vec<Lanes>,
    /// True for each token that may be something.
    is_something: Vec<bool>,
}

impl Islands {
    /// Looks at a window of so many tokens. `row` gives the scores of all labels of a token; what is nothing is made less
    /// likely by `lean`, in logarithms. Nothing comes of it where a row has other labels.
    #[inline(always)]
    pub fn look<'r>(&mut self, count: usize, row: impl Fn(usize) -> &'r [f32], chain: &Chain, lean: f32) -> &[bool] {
        let bounds = &chain.bounds;
        let (chunks, stride) = (bounds.chunks, 2 * bounds.chunks + 1);
        let Self { scores, ways, on, is_something } = self;
        is_something.clear();
        scores.clear();
        scores.resize(count * stride, [NEVER; LANES]);
        ways.clear();
        ways.resize(count * chunks, [NEVER; LANES]);
        on.clear();
        on.resize(chunks, [bounds.leave; LANES]);
        let mut best = bounds.enter;
        for (at, scores) in scores.chunks_exact_mut(stride).enumerate() {
            let row = row(at);
            if row.len() != bounds.lanes.len() {
                return &[];
            }
            place(row, bounds, lean, scores);
            let (before, own) = ways.split_at_mut(at * chunks);
            let before = before.get(before.len().wrapping_sub(chunks)..).unwrap_or(&[]);
            follow(best, bounds.go_on, before, &scores[..2 * chunks], &mut own[..chunks]);
            best = greater(bounds.enter, greatest_lane(&own[..chunks], NEVER) + bounds.follow);
        }
        is_something.resize(count, false);
        for (at, is_something) in is_something.iter_mut().enumerate().rev() {
            let (begun, going) = scores[at * stride..][..2 * chunks].split_at(chunks);
            let ways = &ways[at * chunks..][..chunks];
            *is_something = greatest_sum(ways, on) > -UNTHINKABLE;
            let best = greater(bounds.leave, greatest_sum(begun, on) + bounds.follow);
            for (on, going) in on.iter_mut().zip(going) {
                for at in 0..LANES {
                    on[at] = greater(going[at] + on[at] + bounds.go_on, best);
                }
            }
        }
        is_something
    }
}

/// Puts the scores of a row into their lanes, compared with that of nothing.
#[inline(always)]
fn place(row: &[f32], bounds: &Bounds, lean: f32, scores: &mut [Lanes]) {
    let scores = scores.as_flattened_mut();
    let nothing = row[bounds.nothing] - lean;
    for (score, lane) in row.iter().zip(&bounds.lanes) {
        let own = &mut scores[usize::from(*lane)];
        *own = greater(score - nothing, *own);
    }
}

/// The best way to each category, given the best to any, and those to each at the token before.
#[inline(always)]
fn follow(best: f32, go_on: f32, before: &[Lanes], scores: &[Lanes], ways: &mut [Lanes]) {
    let (begun, going) = scores.split_at(ways.len());
    for (way, begun) in ways.iter_mut().zip(begun) {
        for at in 0..LANES {
            way[at] = best + begun[at];
        }
    }
    for (way, (going, before)) in ways.iter_mut().zip(going.iter().zip(before)) {
        for at in 0..LANES {
            way[at] = greater(before[at] + going[at] + go_on, way[at]);
        }
    }
}

/// The greatest of sums lane by lane.
#[inline(always)]
fn greatest_sum(some: &[Lanes], others: &[Lanes]) -> f32 {
    let mut lanes = [NEVER; LANES];
    for (some, other) in some.iter().zip(others) {
        for at in 0..LANES {
            lanes[at] = greater(some[at] + other[at], lanes[at]);
        }
    }
    greatest_lane(&[lanes], NEVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_counts_with_its_beginning() {
        let tags = LabelTags::read(&["O", "B-age", "I-age"]).expect("labels");
        let chain = Chain::new(&tags, &[]).expect("well formed");
        let mut islands = Islands::default();
        let mut some = |rows: &[[f32; 3]], lean: f32| {
            islands.look(rows.len(), |at| &rows[at], &chain, lean).iter().filter(|some| **some).count()
        };
        // It is likely to go on, and has nowhere likely to begin.
        let row = [10.0, 0.0, 12.0];
        assert_eq!(some(&[row; 2], 0.0), 0);
        assert_eq!(some(&[row; 2], 1.0), 2);
        // In the end it is likelier than nothing, from wherever it began.
        assert_eq!(some(&[row; 8], 0.0), 8);
        assert_eq!(some(&[[10.0, -10.0, -12.0], row, row, [10.0, 4.0, 0.0]], 0.0), 1);
        assert_eq!(some(&[], 0.0), 0);
    }
}
