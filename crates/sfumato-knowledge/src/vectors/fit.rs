//! Letters that are fitted to the vectors of words.

/// The words to fit to: the rows of letters of each, and where its vector stands.
#[derive(Default)]
pub(super) struct FittedWords {
    rows: Vec<u32>,
    /// For each word the end of its rows and the number of its vector.
    words: Vec<(usize, usize)>,
}

impl FittedWords {
    pub fn push(&mut self, rows: &[u32], vector: usize) {
        if !rows.is_empty() {
            self.rows.extend(rows);
            self.words.push((self.rows.len(), vector));
        }
    }

    /// Each word with its rows and the number of its vector.
    fn each(&self) -> impl Iterator<Item = (&[u32], usize)> {
        let starts = std::iter::once(0).chain(self.words.iter().map(|(end, _)| *end));
        let rows = |start: usize, end: usize| self.rows.get(start..end).unwrap_or_default();
        starts.zip(&self.words).map(move |(start, (end, vector))| (rows(start, *end), *vector))
    }
}

/// Steps of the search; more change next to nothing.
const STEPS: usize = 20;
/// The weight by which rows are held back, so that runs of a word or two do not learn them by heart (a ridge).
const HELD_BACK: f32 = 0.3;

/// The rows whose means over the runs of each word come closest to its vector, by the method of conjugate gradients,
/// each dimension for itself.
pub(super) fn letters(words: &FittedWords, vectors: &[f32], dimensions: usize, buckets: u32) -> Vec<f32> {
    let size = buckets as usize * dimensions;
    let mut letters = vec![0.0f32; size];
    let mut residual = vec![0.0f32; size];
    for (rows, vector) in words.each() {
        if let Some(wanted) = slice(vectors, vector, dimensions) {
            scatter(&mut residual, rows, wanted);
        }
    }
    let mut direction = residual.clone();
    let mut length = products(&residual, &residual, dimensions);
    let mut image = vec![0.0f32; size];
    let mut mean = vec![0.0f32; dimensions];
    for _ in 0..STEPS {
        image.iter_mut().zip(&direction).for_each(|(image, direction)| *image = HELD_BACK * direction);
        for (rows, _) in words.each() {
            gather(&direction, rows, &mut mean);
            scatter(&mut image, rows, &mean);
        }
        let curve = products(&direction, &image, dimensions);
        let steps: Vec<f32> = length.iter().zip(&curve).map(|(length, curve)| ratio(*length, *curve)).collect();
        add(&mut letters, &direction, &steps, 1.0);
        add(&mut residual, &image, &steps, -1.0);
        let next = products(&residual, &residual, dimensions);
        let turns: Vec<f32> = next.iter().zip(&length).map(|(next, length)| ratio(*next, *length)).collect();
        for (row, left) in direction.chunks_exact_mut(dimensions.max(1)).zip(residual.chunks_exact(dimensions.max(1))) {
            row.iter_mut().zip(left).zip(&turns).for_each(|((row, left), turn)| *row = left + turn * *row);
        }
        length = next;
    }
    letters
}

/// A quotient; nothing is gained where there is nothing left.
fn ratio(a: f64, b: f64) -> f32 {
    if b > 1e-20 { (a / b) as f32 } else { 0.0 }
}

/// The sums of products for each dimension.
fn products(a: &[f32], b: &[f32], dimensions: usize) -> Vec<f64> {
    let mut sums = vec![0.0f64; dimensions];
    for (a, b) in a.chunks_exact(dimensions.max(1)).zip(b.chunks_exact(dimensions.max(1))) {
        sums.iter_mut().zip(a).zip(b).for_each(|((sum, a), b)| *sum += f64::from(a * b));
    }
    sums
}

/// Adds a multiple for each dimension.
fn add(to: &mut [f32], from: &[f32], by: &[f32], sign: f32) {
    for (to, from) in to.chunks_exact_mut(by.len().max(1)).zip(from.chunks_exact(by.len().max(1))) {
        to.iter_mut().zip(from).zip(by).for_each(|((to, from), by)| *to += sign * by * from);
    }
}

/// The mean of rows.
fn gather(letters: &[f32], rows: &[u32], mean: &mut [f32]) {
    mean.fill(0.0);
    let (share, dimensions) = (1.0 / rows.len() as f32, mean.len());
    for row in rows.iter().filter_map(|row| slice(letters, *row as usize, dimensions)) {
        mean.iter_mut().zip(row).for_each(|(mean, row)| *mean += share * row);
    }
}

/// Adds a vector to rows, to each its share.
fn scatter(letters: &mut [f32], rows: &[u32], vector: &[f32]) {
    let share = 1.0 / rows.len() as f32;
    for row in rows {
        let at = *row as usize * vector.len();
        let Some(row) = letters.get_mut(at..at + vector.len()) else { continue };
        row.iter_mut().zip(vector).for_each(|(row, number)| *row += share * number);
    }
}

fn slice(rows: &[f32], number: usize, dimensions: usize) -> Option<&[f32]> {
    rows.get(number * dimensions..(number + 1) * dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_tell_something_get_its_direction() {
        let mut words = FittedWords::default();
        words.push(&[0, 1], 0);
        words.push(&[0, 2], 0);
        words.push(&[3, 1], 1);
        words.push(&[3, 2], 1);
        let letters = letters(&words, &[1.0, 0.0, 0.0, 1.0], 2, 4);
        let row = |n: usize| (letters[n * 2], letters[n * 2 + 1]);
        assert!(row(0).0 > 0.5 && row(0).1 < 0.2, "{letters:?}");
        assert!(row(3).1 > 0.5 && row(3).0 < 0.2, "{letters:?}");
    }
}
