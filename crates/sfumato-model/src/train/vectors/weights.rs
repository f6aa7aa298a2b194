//! The numbers that are learnt.

use super::arithmetic::{LANES, add};
use super::chance::TrainingDice;
use super::text::TokenTable;

/// The rows of letters and tokens, and what each token is as a neighbour of others.
#[derive(Debug, Clone)]
pub struct VectorWeights {
    dimensions: usize,
    /// The length of a row: the dimensions, made up to whole lanes with zeros, which stay zeros.
    pub(super) stride: usize,
    pub(super) inputs: Vec<f32>,
    pub(super) contexts: Vec<f32>,
}

impl VectorWeights {
    /// Small numbers by chance for letters and words, nothing for neighbours, and for phrases the mean of their words.
    pub fn new(tokens: &TokenTable, dimensions: usize, seed: u64) -> Self {
        let stride = dimensions.next_multiple_of(LANES);
        let rows = tokens.buckets() + tokens.len();
        let mut weights =
            Self { dimensions, stride, inputs: vec![0.0; rows * stride], contexts: vec![0.0; tokens.len() * stride] };
        let (mut dice, reach) = (TrainingDice::new(seed), 2.0 / dimensions.max(1) as f32);
        for row in weights.inputs.chunks_exact_mut(stride.max(1)) {
            row.iter_mut().take(dimensions).for_each(|place| *place = (dice.share() - 0.5) * reach);
        }
        weights
    }

    /// The number of numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The vector of a token.
    pub fn vector(&self, tokens: &TokenTable, token: u32) -> Vec<f32> {
        let mut vector = vec![0.0; self.stride];
        self.mean(tokens.rows(token), &mut vector);
        vector.truncate(self.dimensions);
        vector
    }

    /// The vector of a token as a neighbour.
    pub fn context(&self, token: u32) -> &[f32] {
        row(&self.contexts, token as usize, self.stride).get(..self.dimensions).unwrap_or_default()
    }

    /// Sets the vector of a token, whatever its parts are.
    pub fn set_vector(&mut self, tokens: &TokenTable, token: u32, vector: &[f32]) {
        let rows = tokens.rows(token);
        let mut others = vec![0.0; self.stride];
        for other in rows.iter().skip(1) {
            add(&mut others, 1.0, row(&self.inputs, *other as usize, self.stride));
        }
        let (stride, count) = (self.stride, rows.len() as f32);
        let Some(own) = rows.first().and_then(|own| row_mut(&mut self.inputs, *own as usize, stride)) else { return };
        for ((own, wanted), others) in own.iter_mut().zip(vector).zip(&others) {
            *own = wanted * count - others;
        }
    }

    /// Sets the row of runs of letters.
    pub fn set_letters(&mut self, bucket: usize, vector: &[f32]) {
        let stride = self.stride;
        set(row_mut(&mut self.inputs, bucket, stride), vector);
    }

    /// Sets what a token is as a neighbour.
    pub fn set_context(&mut self, token: u32, vector: &[f32]) {
        let stride = self.stride;
        set(row_mut(&mut self.contexts, token as usize, stride), vector);
    }

    /// The mean of rows.
    #[inline]
    pub(super) fn mean(&self, rows: &[u32], out: &mut [f32]) {
        out.fill(0.0);
        let share = 1.0 / rows.len().max(1) as f32;
        for number in rows {
            add(out, share, row(&self.inputs, *number as usize, self.stride));
        }
    }
}

fn set(row: Option<&mut [f32]>, vector: &[f32]) {
    row.into_iter().flatten().zip(vector).for_each(|(place, number)| *place = *number);
}

#[inline]
pub(super) fn row(rows: &[f32], number: usize, stride: usize) -> &[f32] {
    rows.get(number * stride..(number + 1) * stride).unwrap_or_default()
}

#[inline]
pub(super) fn row_mut(rows: &mut [f32], number: usize, stride: usize) -> Option<&mut [f32]> {
    rows.get_mut(number * stride..(number + 1) * stride)
}

#[cfg(test)]
mod tests {
    use super::super::text::TokenPart;
    use super::*;

    #[test]
    fn a_vector_that_is_set_is_the_one_that_is_had() {
        let mut tokens = TokenTable::new(4);
        let word = tokens.push([TokenPart::Letters(1), TokenPart::Letters(2)]);
        let mut weights = VectorWeights::new(&tokens, 3, 1);
        weights.set_vector(&tokens, word, &[1.0, -2.0, 0.5]);
        let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(near(&weights.vector(&tokens, word), &[1.0, -2.0, 0.5]));
        assert_eq!((weights.vector(&tokens, word).len(), weights.context(0).len()), (3, 3));
    }
}
