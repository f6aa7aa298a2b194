//! Paths as far as they may draw letters: the extent of each of their parts.

use crate::geometry::{Bounds, Matrix, Point};

/// Letters drawn as shapes are about this high, in points.
const LETTER_HEIGHT: std::ops::RangeInclusive<f64> = 2.0..=60.0;
const LETTER_WIDTH: std::ops::RangeInclusive<f64> = 0.3..=80.0;

/// A path in the making.
#[derive(Default)]
pub(crate) struct Path {
    done: Vec<Bounds>,
    current: Option<Bounds>,
    at: Point,
}

/// More parts than are looked at in one path.
const MOST_PARTS: usize = 100_000;

impl Path {
    /// Takes a construction operator in; others say nothing of paths.
    pub fn construct(&mut self, operator: &[u8], numbers: &[f64], matrix: Matrix) {
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
            _ => {}
        }
    }

    fn reach(&mut self, matrix: Matrix, points: &[(f64, f64)]) {
        let mut bounds = self.current.unwrap_or_else(|| {
            let mut bounds = Bounds::NOTHING;
            bounds.add(self.at);
            bounds
        });
        for &(x, y) in points {
            self.at = matrix.point(x, y);
            bounds.add(self.at);
        }
        self.current = Some(bounds);
    }

    fn finish(&mut self) {
        if let Some(bounds) = self.current.take()
            && self.done.len() < MOST_PARTS
        {
            self.done.push(bounds);
        }
    }

    /// The path is painted or given up: the parts of the size of letters.
    pub fn take(&mut self) -> Vec<Bounds> {
        self.finish();
        let is_letter =
            |bounds: &Bounds| LETTER_HEIGHT.contains(&bounds.height()) && LETTER_WIDTH.contains(&bounds.width());
        std::mem::take(&mut self.done).into_iter().filter(is_letter).collect()
    }
}
