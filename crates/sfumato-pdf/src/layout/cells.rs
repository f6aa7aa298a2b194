//! Cells of several lines: what is drawn line under line beside something else is read as a whole, not across.

use std::ops::Range;

use super::fragments::LineFragment;
use super::joints::SIZES_ALIKE;
use super::order::{self, FEWEST_GLYPHS, FragmentRows, TextRegion};

/// Lines of one cell or paragraph are this many letter heights apart.
const LINE_SPACING: Range<f64> = 0.8..1.9;

/// Lines of a paragraph that is set close are less than this many letter heights apart.
const TIGHT: f64 = 1.35;

/// Lines of one cell are apart alike, but for this share.
const UNEVEN: f64 = 0.2;

/// Columns are parted by this many letter heights.
const GUTTER: f64 = 0.4;
/// A bullet or the number of an item has at most this many glyphs.
const BULLET: usize = 4;

/// Rows with the cells of several lines in them parted: regions in the order they are read.
pub(crate) fn part(fragments: &[LineFragment], rows: FragmentRows) -> Vec<TextRegion> {
    let stacks = stacks(fragments, &rows);
    let mut regions = Vec::new();
    let mut at = 0;
    for band in bands(&stacks) {
        let members: Vec<&LineStack> = stacks.iter().filter(|stack| overlaps(&stack.rows, &band)).collect();
        let columns = columns(fragments, &members);
        if columns.len() < 2 || is_table(fragments, &columns) {
            continue;
        }
        regions.push(TextRegion::plain(rows.get(at..band.start).unwrap_or_default().to_vec()));
        for column in columns {
            regions.push(TextRegion { rows: order::rows(fragments, column.lines), is_cell: true });
        }
        at = band.end;
    }
    regions.push(TextRegion::plain(rows.get(at..).unwrap_or_default().to_vec()));
    regions.retain(|region| !region.rows.is_empty());
    regions
}

/// Fragments drawn one after the other, each below the last.
struct LineStack {
    lines: Vec<usize>,
    rows: Range<usize>,
    from: f64,
    to: f64,
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

fn stacks(fragments: &[LineFragment], rows: &FragmentRows) -> Vec<LineStack> {
    let mut members: Vec<(usize, usize)> = Vec::new();
    for (row, nths) in rows.iter().enumerate() {
        members.extend(nths.iter().map(|&nth| (nth, row)));
    }
    members.sort_by_key(|&(nth, _)| fragments[nth].order);
    let mut stacks: Vec<LineStack> = Vec::new();
    for (nth, row) in members {
        let one = &fragments[nth];
        match stacks.last_mut() {
            Some(stack) if stack.goes_on(fragments, one) => {
                stack.lines.push(nth);
                stack.rows = stack.rows.start.min(row)..stack.rows.end.max(row + 1);
                stack.from = stack.from.min(one.from);
                stack.to = stack.to.max(one.to);
            }
            _ => stacks.push(LineStack { lines: vec![nth], rows: row..row + 1, from: one.from, to: one.to }),
        }
    }
    stacks
}

impl LineStack {
    /// True if a fragment is the next line, as far below the last as lines of this one are.
    fn goes_on(&self, fragments: &[LineFragment], below: &LineFragment) -> bool {
        let down = |above: usize, below: &LineFragment| fragments[above].baseline - below.baseline;
        let usual = match self.lines.as_slice() {
            &[first, second, ..] => Some(down(first, &fragments[second])),
            _ => None,
        };
        self.lines.last().is_some_and(|&last| {
            let is_usual = usual.is_none_or(|usual| (down(last, below) - usual).abs() <= UNEVEN * usual);
            is_usual && goes_on(&fragments[last], below)
        })
    }
}

/// True if a fragment is the next line of the same cell.
fn goes_on(above: &LineFragment, below: &LineFragment) -> bool {
    let size = above.size.max(below.size);
    let shared = above.to.min(below.to) - above.from.max(below.from);
    let narrower = (above.to - above.from).min(below.to - below.from);
    LINE_SPACING.contains(&((above.baseline - below.baseline) / size))
        && size <= SIZES_ALIKE * above.size.min(below.size)
        && (shared >= 0.5 * narrower || (above.from - below.from).abs() <= size)
}

/// Rows that hold a stack of several lines, those of stacks beside each other together.
fn bands(stacks: &[LineStack]) -> Vec<Range<usize>> {
    let mut bands: Vec<Range<usize>> = Vec::new();
    let mut tall: Vec<&Range<usize>> =
        stacks.iter().filter(|stack| stack.lines.len() > 1).map(|stack| &stack.rows).collect();
    tall.sort_by_key(|rows| rows.start);
    for rows in tall {
        match bands.last_mut() {
            Some(band) if rows.start < band.end => band.end = band.end.max(rows.end),
            _ => bands.push(rows.clone()),
        }
    }
    bands
}

/// Stacks that share room from left to right.
struct CellColumn {
    lines: Vec<usize>,
    to: f64,
}

/// The columns stacks fall into, from left to right.
fn columns(fragments: &[LineFragment], stacks: &[&LineStack]) -> Vec<CellColumn> {
    let mut sorted: Vec<&&LineStack> = stacks.iter().collect();
    sorted.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut columns: Vec<CellColumn> = Vec::new();
    for stack in sorted {
        let Some(first) = stack.lines.first().and_then(|&line| fragments.get(line)) else { continue };
        match columns.last_mut() {
            Some(column)
                if stack.from < column.to + GUTTER * first.size || is_bullet(fragments, &column.lines, first) =>
            {
                column.to = column.to.max(stack.to);
                column.lines.extend(&stack.lines);
            }
            _ => columns.push(CellColumn { lines: stack.lines.clone(), to: stack.to }),
        }
    }
    columns
}

/// True if a column is no more than a bullet or a number before the first line of the next.
fn is_bullet(fragments: &[LineFragment], column: &[usize], next: &LineFragment) -> bool {
    let &[line] = column else { return false };
    let one = &fragments[line];
    let is_level = (one.baseline - next.baseline).abs() <= 0.2 * next.size;
    one.units.len() <= BULLET && is_level && next.from - one.to <= 3.0 * next.size
}

/// True if columns are those of a table or of labels and values: their lines stand level, and some are short or
/// labels; or each value stands level with a label, whatever else stands above or below that.
fn is_table(fragments: &[LineFragment], columns: &[CellColumn]) -> bool {
    let are_level = |one: usize, other: usize| {
        (fragments[other].baseline - fragments[one].baseline).abs() <= 0.2 * fragments[one].size
    };
    let level = |one: usize, other: &CellColumn| other.lines.iter().any(|&line| are_level(one, line));
    columns.windows(2).any(|pair| {
        let (fewer, more) = if pair[0].lines.len() <= pair[1].lines.len() { (0, 1) } else { (1, 0) };
        let all_level = pair[fewer].lines.iter().all(|&line| level(line, &pair[more]));
        let labels = pair[0].lines.iter().filter(|&&line| fragments[line].is_label).count();
        let glyphs: usize = pair[fewer].lines.iter().map(|&line| fragments[line].units.len()).sum();
        let count = pair[fewer].lines.len();
        let are_short =
            count > 2 && (glyphs as f64) < FEWEST_GLYPHS * count as f64 && !is_tight(fragments, &pair[fewer]);
        let is_labelled =
            |&value: &usize| pair[0].lines.iter().any(|&label| fragments[label].is_label && are_level(label, value));
        let are_labelled = pair[1].lines.iter().all(is_labelled);
        are_labelled || (all_level && count > 1 && (are_short || labels * 2 >= pair[0].lines.len()))
    })
}

/// True if lines are as close to one another as those of a paragraph; rows of a table have more room.
fn is_tight(fragments: &[LineFragment], column: &CellColumn) -> bool {
    let mut lines: Vec<&LineFragment> = column.lines.iter().map(|&line| &fragments[line]).collect();
    lines.sort_by(|a, b| b.baseline.total_cmp(&a.baseline));
    lines.windows(2).all(|pair| pair[0].baseline - pair[1].baseline < TIGHT * pair[0].size.max(pair[1].size))
}
