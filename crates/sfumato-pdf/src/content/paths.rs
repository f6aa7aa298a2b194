//! Paths as far as they may draw letters: the extent of each of their parts.

use std::ops::Range;

use crate::geometry::{PageBounds, PageMatrix, PagePoint};

/// Letters drawn as shapes are about this high, in points.
const LETTER_HEIGHT: std::ops::RangeInclusive<f64> = 2.0..=60.0;
const LETTER_WIDTH: std::ops::RangeInclusive<f64> = 0.3..=80.0;

/// A path in the making.
#[derive(Default)]
pub(crate) struct ContentPath {
    done: Vec<PageBounds>,
    current: Option<PathPart>,
    at: PagePoint,
    /// The operation it starts with.
    first: Option<u32>,
    /// True if what follows is drawn through it alone.
    clips: bool,
}

/// A part of a path.
struct PathPart {
    bounds: PageBounds,
    /// True if all its lines run along the axes: rules and boxes do.
    is_square: bool,
    lines: usize,
}

/// A path that was painted.
pub(crate) struct PaintedPath {
    /// The parts of the size of letters.
    pub letters: Vec<PageBounds>,
    /// The operations that make the path.
    pub operations: Range<u32>,
    /// True if what follows is drawn through it alone.
    pub clips: bool,
}

/// More parts than are looked at in one path.
const MOST_PARTS: usize = 100_000;
/// Lines this far off an axis, in points, still run along it.
const LEVEL: f64 = 0.05;
/// A box has at most this many sides; a letter whose lines all run along the axes has more.
const BOX: usize = 4;

/// True if an operator makes a path.
pub(crate) fn constructs(operator: &[u8]) -> bool {
    matches!(operator, b"m" | b"l" | b"c" | b"v" | b"y" | b"h" | b"re" | b"W" | b"W*")
}

impl ContentPath {
    /// Takes a construction operator in; others say nothing of paths.
    pub fn construct(&mut self, operator: &[u8], numbers: &[f64], matrix: PageMatrix, operation: u32) {
        if !constructs(operator) {
            return;
        }
        self.first.get_or_insert(operation);
        match (operator, numbers) {
            (b"m", [x, y]) => {
                self.finish();
                self.at = matrix.point(*x, *y);
            }
            (b"l", [x, y]) => self.reach(matrix, &[(*x, *y)]),
            (b"c", [a, b, c, d, e, f]) => self.reach(matrix, &[(*a, *b), (*c, *d), (*e, *f)]),
            (b"v" | b"y", [a, b, c, d]) => self.reach(matrix, &[(*a, *b), (*c, *d)]),
            // Rectangles are rules and boxes, never letters.
            (b"h" | b"re", _) => self.finish(),
            (b"W" | b"W*", _) => self.clips = true,
            _ => {}
        }
    }

    fn reach(&mut self, matrix: PageMatrix, points: &[(f64, f64)]) {
        let mut part = self.current.take().unwrap_or_else(|| {
            let mut bounds = PageBounds::NOTHING;
            bounds.add(self.at);
            PathPart { bounds, is_square: true, lines: 0 }
        });
        for &(x, y) in points {
            let to = matrix.point(x, y);
            let way = to.minus(self.at);
            part.is_square &= points.len() == 1 && (way.x.abs() <= LEVEL || way.y.abs() <= LEVEL);
            part.lines += 1;
            self.at = to;
            part.bounds.add(to);
        }
        self.current = Some(part);
    }

    fn finish(&mut self) {
        if let Some(part) = self.current.take()
            && self.done.len() < MOST_PARTS
            && !(part.is_square && part.lines <= BOX)
        {
            self.done.push(part.bounds);
        }
    }

    /// The path is painted by an operation, or given up.
    pub fn take(&mut self, operation: u32) -> PaintedPath {
        self.finish();
        let is_letter =
            |bounds: &PageBounds| LETTER_HEIGHT.contains(&bounds.height()) && LETTER_WIDTH.contains(&bounds.width());
        let letters = std::mem::take(&mut self.done).into_iter().filter(is_letter).collect();
        let operations = self.first.take().unwrap_or(operation)..operation;
        PaintedPath { letters, operations, clips: std::mem::take(&mut self.clips) }
    }
}
