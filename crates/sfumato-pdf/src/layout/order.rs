//! Fragments to rows, and rows to the order they are read in.

use super::cells;
use super::fragments::LineFragment;

/// The greatest depth of columns in columns.
const DEEPEST: usize = 6;
/// Past this many fragments neither columns nor cells are looked for.
const MOST_FRAGMENTS: usize = 8_000;
/// A gutter is looked for over this many rows at most.
const LONGEST_RUN: usize = 400;
/// Fewer rows on one side make no column.
const FEWEST_ROWS: usize = 3;
/// Labels are shorter than this many glyphs on average; columns of prose or addresses are not.
pub(crate) const FEWEST_GLYPHS: f64 = 10.0;
/// A gutter is at least this many letter heights wide.
const GUTTER: f64 = 0.8;

/// Rows this many letter heights apart do not go on from one another.
const WIDE_GAP: f64 = 1.6;
/// So many ends are tried for a pair of columns.
const MOST_ENDS: usize = 12;

/// So many gaps of a row are tried.
const MOST_STARTS: usize = 16;

/// Rows, each as the fragments in it from left to right.
pub(crate) type FragmentRows = Vec<Vec<usize>>;

/// Rows that are read together.
pub(crate) struct TextRegion {
    /// The rows from top to bottom.
    pub rows: FragmentRows,
    /// True if it stands beside something else and was broken to fit there, as a cell of a table is.
    pub is_cell: bool,
}

impl TextRegion {
    /// One that is no cell.
    pub fn plain(rows: FragmentRows) -> Self {
        Self { rows, is_cell: false }
    }
}

/// The regions of a page in the order they are read.
pub(crate) fn regions(fragments: &[LineFragment]) -> Vec<TextRegion> {
    let all: Vec<usize> = (0..fragments.len()).collect();
    if fragments.len() > MOST_FRAGMENTS {
        return vec![TextRegion::plain(rows(fragments, all))];
    }
    let mut regions = Vec::new();
    arrange(fragments, all, DEEPEST, &mut regions);
    regions.into_iter().flat_map(|rows| cells::part(fragments, rows)).collect()
}

fn arrange(fragments: &[LineFragment], members: Vec<usize>, deepest: usize, regions: &mut Vec<FragmentRows>) {
    let rows = rows(fragments, members);
    let mut plain: FragmentRows = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let gutter = if deepest > 0 { gutter_from(fragments, &rows, at) } else { None };
        let Some(gutter) = gutter else {
            plain.extend(rows.get(at).cloned());
            at += 1;
            continue;
        };
        let start = start_of(fragments, &rows, at, at - plain.len(), gutter);
        plain.truncate(plain.len() + start - at);
        regions.extend((!plain.is_empty()).then(|| std::mem::take(&mut plain)));
        let run = rows.get(start..gutter.end).unwrap_or_default().iter().flatten().copied();
        let (left, right): (Vec<usize>, Vec<usize>) = run.partition(|&nth| fragments[nth].to <= gutter.middle());
        arrange(fragments, left, deepest - 1, regions);
        arrange(fragments, right, deepest - 1, regions);
        at = gutter.end;
    }
    regions.extend((!plain.is_empty()).then_some(plain));
}

/// The first row of columns: rows just above that lie beside the gutter may be the top of the right column.
fn start_of(fragments: &[LineFragment], rows: &FragmentRows, at: usize, first: usize, gutter: ColumnGutter) -> usize {
    let mut start = at;
    while start > first && !is_wide_gap(fragments, rows, start) {
        let Some(row) = rows.get(start - 1) else { break };
        let is_beside = |&nth: &usize| fragments[nth].to <= gutter.from || fragments[nth].from >= gutter.to;
        if !row.iter().all(is_beside) {
            break;
        }
        start -= 1;
    }
    start
}

/// Fragments on one baseline go together, from top to bottom.
pub(crate) fn rows(fragments: &[LineFragment], mut members: Vec<usize>) -> FragmentRows {
    members.sort_by(|&a, &b| {
        let (a, b) = (&fragments[a], &fragments[b]);
        b.baseline.total_cmp(&a.baseline).then(a.from.total_cmp(&b.from)).then(a.order.cmp(&b.order))
    });
    let mut rows: FragmentRows = Vec::new();
    for nth in members {
        match rows.last_mut() {
            Some(row) if is_in_row(fragments, row, nth) => row.push(nth),
            _ => rows.push(vec![nth]),
        }
    }
    for row in &mut rows {
        row.sort_by(|&a, &b| {
            let (a, b) = (&fragments[a], &fragments[b]);
            a.from.total_cmp(&b.from).then(a.order.cmp(&b.order))
        });
    }
    rows
}

fn is_in_row(fragments: &[LineFragment], row: &[usize], nth: usize) -> bool {
    let (Some(&first), one) = (row.first(), &fragments[nth]) else { return false };
    let first = &fragments[first];
    let apart = first.baseline - one.baseline;
    let smaller = first.size.min(one.size);
    // Small letters beside large ones may stand off the baseline by more than their own measure.
    let level = apart <= 0.4 * smaller || (apart <= 0.25 * first.size.max(one.size));
    let over = |&other: &usize| {
        let other = &fragments[other];
        one.to.min(other.to) - one.from.max(other.from) > 0.3 * (one.to - one.from).min(other.to - other.from)
    };
    // Lines set close to one another lie over each other, cells of a row beside each other.
    level && (apart <= 0.2 * smaller || !row.iter().rev().take(64).any(over))
}

/// White that runs down between two columns.
#[derive(Debug, Clone, Copy)]
struct ColumnGutter {
    from: f64,
    to: f64,
    /// The row after the last it runs through.
    end: usize,
}

impl ColumnGutter {
    fn middle(self) -> f64 {
        (self.from + self.to) / 2.0
    }

    /// The part of it that a row leaves free, or `None` if that is too narrow.
    fn narrowed(self, fragments: &[LineFragment], row: &[usize]) -> Option<Self> {
        let mut gutter = self;
        for one in row.iter().map(|&nth| &fragments[nth]) {
            if one.to <= gutter.from || one.from >= gutter.to {
                continue;
            }
            if (one.from + one.to) / 2.0 < gutter.middle() {
                gutter.from = one.to;
            } else {
                gutter.to = one.from;
            }
        }
        let size = row.first().map_or(0.0, |&nth| fragments[nth].size);
        (gutter.to - gutter.from >= GUTTER * size).then_some(gutter)
    }
}

/// The gutter that starts at a row and parts columns, if there is one: the one that runs down farthest.
fn gutter_from(fragments: &[LineFragment], rows: &FragmentRows, at: usize) -> Option<ColumnGutter> {
    let mut best: Option<ColumnGutter> = None;
    for start in starts(fragments, rows, at) {
        let mut gutter = start;
        // Columns may end above a wide gap, with something else below that the gutter happens to part too.
        let mut ends = Vec::new();
        for (nth, row) in rows.iter().enumerate().skip(at).take(LONGEST_RUN) {
            let Some(narrowed) = gutter.narrowed(fragments, row) else { break };
            if nth > at && ends.len() < MOST_ENDS && is_wide_gap(fragments, rows, nth) {
                ends.push(gutter);
            }
            gutter = ColumnGutter { end: gutter.end + 1, ..narrowed };
        }
        ends.push(gutter);
        let longest = ends.into_iter().rev().find(|gutter| parts_columns(fragments, rows, at, *gutter));
        if longest.is_some_and(|gutter| best.is_none_or(|best| gutter.end > best.end)) {
            best = longest;
        }
    }
    best
}

/// True if a row stands well below the one before it.
fn is_wide_gap(fragments: &[LineFragment], rows: &FragmentRows, nth: usize) -> bool {
    let first = |nth: usize| rows.get(nth).and_then(|row| row.first()).map(|&one| &fragments[one]);
    let (Some(above), Some(below)) = (nth.checked_sub(1).and_then(first), first(nth)) else { return false };
    above.baseline - below.baseline > WIDE_GAP * above.size.max(below.size)
}

/// The gaps in a row, or between a row and the next if they lie beside each other.
fn starts(fragments: &[LineFragment], rows: &FragmentRows, at: usize) -> Vec<ColumnGutter> {
    let Some(row) = rows.get(at) else { return Vec::new() };
    let mut members = row.clone();
    if let (&[one], Some(&[next])) = (row.as_slice(), rows.get(at + 1).map(Vec::as_slice))
        && fragments[one].baseline - fragments[next].baseline < fragments[one].size
    {
        members.push(next);
        members.sort_by(|&a, &b| fragments[a].from.total_cmp(&fragments[b].from));
    }
    let gaps = members.windows(2).map(|pair| {
        let (left, right) = (&fragments[pair[0]], &fragments[pair[1]]);
        (left.to, right.from, GUTTER * left.size.max(right.size))
    });
    gaps.filter(|(from, to, least)| to - from >= *least)
        .map(|(from, to, _)| ColumnGutter { from, to, end: at })
        .take(MOST_STARTS)
        .collect()
}

/// One side of a gutter.
#[derive(Default)]
struct GutterSide {
    rows: usize,
    fragments: usize,
    glyphs: usize,
}

impl GutterSide {
    fn length(&self) -> f64 {
        self.glyphs as f64 / self.fragments.max(1) as f64
    }
}

/// True if a gutter parts columns, not the cells of a table: both sides have several rows of some length, and one is
/// drawn before the other.
fn parts_columns(fragments: &[LineFragment], rows: &FragmentRows, at: usize, gutter: ColumnGutter) -> bool {
    let mut sides = [GutterSide::default(), GutterSide::default()];
    let mut drawn: Vec<(usize, usize)> = Vec::new();
    for row in rows.get(at..gutter.end).unwrap_or_default() {
        let mut seen = [false; 2];
        for one in row.iter().map(|&nth| &fragments[nth]) {
            let side = usize::from(one.to > gutter.middle());
            seen[side] = true;
            sides[side].fragments += 1;
            sides[side].glyphs += one.units.len();
            drawn.push((one.order, side));
        }
        sides[0].rows += usize::from(seen[0]);
        sides[1].rows += usize::from(seen[1]);
    }
    let fewer = sides[0].rows.min(sides[1].rows);
    if fewer < FEWEST_ROWS || sides.iter().any(|side| side.length() < FEWEST_GLYPHS) {
        return false;
    }
    drawn.sort_unstable();
    let changes = drawn.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
    changes <= (fewer / 4).max(1)
}
