//! Loops over rows of numbers, in lanes that the compiler turns into vector instructions.

/// Rows have a multiple of so many numbers.
pub(super) const LANES: usize = 8;

/// The sum of products.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    // Halves are added to halves, in an order that never changes.
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Adds a multiple.
#[inline]
pub(super) fn add(to: &mut [f32], by: f32, from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += by * from;
    }
}

/// Moves a row towards a vector (or away from it), and notes how the vector should move towards the row as it was.
#[inline]
pub(super) fn pull(row: &mut [f32], vector: &[f32], step: f32, gradient: &mut [f32]) {
    for ((row, vector), gradient) in row.iter_mut().zip(vector).zip(gradient) {
        *gradient += step * *row;
        *row += step * vector;
    }
}

/// The logistic function from a table: exact enough for a gradient, and cheap.
pub(super) struct LogisticTable {
    table: Vec<f32>,
}

/// Beyond it the function is as good as 0 or 1.
const FURTHEST: f32 = 8.0;
const STEPS_A_UNIT: f32 = 128.0;

impl LogisticTable {
    pub fn new() -> Self {
        let steps = (2.0 * FURTHEST * STEPS_A_UNIT) as usize;
        let at = |step: usize| step as f32 / STEPS_A_UNIT - FURTHEST;
        Self { table: (0..=steps).map(|step| 1.0 / (1.0 + (-at(step)).exp())).collect() }
    }

    #[inline]
    pub fn of(&self, x: f32) -> f32 {
        // What is no number becomes 0, which the table has.
        let step = (x.clamp(-FURTHEST, FURTHEST) + FURTHEST) * STEPS_A_UNIT;
        self.table.get(step as usize).copied().unwrap_or(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_close_to_the_function() {
        let logistic = LogisticTable::new();
        for x in [-20.0f32, -3.3, -0.01, 0.0, 0.7, 5.0, 30.0] {
            assert!((logistic.of(x) - 1.0 / (1.0 + (-x).exp())).abs() < 0.01, "{x}");
        }
        assert!(logistic.of(f32::NAN).is_finite());
    }

    #[test]
    fn products_and_pulls() {
        let (a, b): (Vec<f32>, Vec<f32>) = (0..16).map(|n| (n as f32, 1.0 + n as f32)).unzip();
        assert_eq!(dot(&a, &b), (0..16).map(|n| (n * (n + 1)) as f32).sum());
        let (mut row, mut gradient) = (vec![1.0; 8], vec![0.0; 8]);
        pull(&mut row, &[2.0; 8], 0.5, &mut gradient);
        assert_eq!((row[3], gradient[3]), (2.0, 0.5));
    }
}
