//! Attention: tokens see each other.
//!
//! Queries, keys and values of a window become bytes, each row of a head with its own scale. Scores are products of bytes,
//! and so is the sum of values: how much a key counts becomes two bytes, its value's scale included. One would do for the
//! few keys that count most, but the many that count little are something together.
//! Queries are taken some rows at a time, so that no square of scores is ever kept.

use std::ops::Range;

use super::Sizes;
use super::arithmetic::{
    LANES, float, greater, greatest, normal_of, power_of_two, squares, to_bytes, to_signed, to_two_bytes, total,
};
use super::matrix::{BLOCK, GROUP, Matrix, Product, STEP};
use super::path::Products;

/// Queries that are answered together.
const QUERIES: usize = 24;
/// The score of a key that must not count.
const UNSEEN: f32 = -1e30;

/// Queries, keys and values of a window, and room for scores.
#[derive(Default)]
pub(super) struct Attention {
    heads: usize,
    /// Numbers of a row of a head.
    size: usize,
    tokens: usize,
    /// As many tokens as fill blocks.
    padded: usize,
    /// Rows of bytes for each head; what one is worth.
    queries: Vec<u8>,
    query_scales: Vec<f32>,
    /// A matrix for each head, whose outputs are tokens; scales and starts.
    keys: Vec<u8>,
    key_scales: Vec<f32>,
    key_starts: Vec<i32>,
    /// A matrix for each head, whose inputs are tokens; what a number of a token is worth.
    values: Vec<u8>,
    value_scales: Vec<f32>,
    turns: Turns,
    row: Vec<f32>,
    turned: Vec<f32>,
    bytes: Vec<u8>,
    sums: Vec<i32>,
    scores: Vec<f32>,
    /// Two rows for each query: high bytes and low ones.
    counts: Vec<u8>,
    mixed: Vec<i32>,
}

impl Attention {
    /// Makes room for a window.
    pub fn prepare(&mut self, sizes: &Sizes, turns: &[[u8; 8]], tokens: usize) {
        self.heads = sizes.heads;
        self.size = sizes.width / sizes.heads;
        self.tokens = tokens;
        self.padded = tokens.next_multiple_of(BLOCK);
        self.turns.prepare(turns, tokens);
        let (rows, size) = (self.heads * self.padded, self.size);
        for bytes in [&mut self.queries, &mut self.keys, &mut self.values] {
            bytes.clear();
            bytes.resize(rows * size, 0);
        }
        for scales in [&mut self.query_scales, &mut self.key_scales, &mut self.value_scales] {
            scales.clear();
            scales.resize(rows, 0.0);
        }
        self.key_starts.clear();
        self.key_starts.resize(rows, 0);
        self.row.resize(3 * sizes.width, 0.0);
        self.turned.resize(size, 0.0);
        self.bytes.resize(size, 0);
        self.sums.resize(QUERIES * self.padded, 0);
        self.scores.resize(self.padded, 0.0);
        self.counts.resize(2 * QUERIES * self.padded, 0);
        self.mixed.resize(2 * QUERIES * size, 0);
    }

    /// Takes in the queries, keys and values of a token: sums of a matrix, whose row was worth this much.
    #[inline(always)]
    pub fn take(&mut self, token: usize, sums: &[i32], matrix: &Matrix<'_>, worth: f32, sharp: &[[u8; 4]]) {
        for (((x, sum), start), scale) in self.row.iter_mut().zip(sums).zip(matrix.starts).zip(matrix.scales) {
            *x = sum.wrapping_add(i32::from_le_bytes(*start)) as f32 * float(scale);
        }
        let row = std::mem::take(&mut self.row);
        let (queries, rest) = row.split_at(row.len() / 3);
        let (keys, values) = rest.split_at(rest.len() / 2);
        // Scores are powers of two: cheaper than those of e.
        let sharpness = std::f32::consts::LOG2_E / (self.size as f32).sqrt();
        for (head, sharp) in sharp.iter().enumerate() {
            let own = head * self.size..(head + 1) * self.size;
            self.take_query(head, token, &queries[own.clone()], worth, float(sharp) * sharpness);
            self.take_key(head, token, &keys[own.clone()], worth);
            self.take_value(head, token, &values[own], worth);
        }
        self.row = row;
    }

    #[inline(always)]
    fn take_query(&mut self, head: usize, token: usize, row: &[f32], worth: f32, sharp: f32) {
        let at = head * self.padded + token;
        let normal = normal_of(squares(row) * worth * worth, self.size);
        self.turns.turn(token, row, &mut self.turned);
        let unit = to_bytes(&self.turned, &mut self.queries[at * self.size..(at + 1) * self.size]);
        self.query_scales[at] = unit * worth * normal * sharp;
    }

    #[inline(always)]
    fn take_key(&mut self, head: usize, token: usize, row: &[f32], worth: f32) {
        let at = head * self.padded + token;
        let normal = normal_of(squares(row) * worth * worth, self.size);
        self.turns.turn(token, row, &mut self.turned);
        let unit = to_signed(&self.turned, &mut self.bytes);
        self.key_scales[at] = unit * worth * normal;
        let mut sum = 0;
        for byte in &self.bytes {
            sum += i32::from(byte.cast_signed());
        }
        // Queries are bytes around 128.
        self.key_starts[at] = -128 * sum;
        let block = (head * self.padded + token / BLOCK * BLOCK) * self.size;
        let steps = self.keys[block..block + BLOCK * self.size].as_chunks_mut::<STEP>().0;
        for (step, group) in steps.iter_mut().zip(self.bytes.as_chunks::<GROUP>().0) {
            step[token % BLOCK * GROUP..][..GROUP].copy_from_slice(group);
        }
    }

    #[inline(always)]
    fn take_value(&mut self, head: usize, token: usize, row: &[f32], worth: f32) {
        let unit = to_signed(row, &mut self.bytes);
        self.value_scales[head * self.padded + token] = unit * worth;
        let matrix = &mut self.values[head * self.padded * self.size..(head + 1) * self.padded * self.size];
        let blocks = matrix.chunks_exact_mut(self.padded * BLOCK).zip(self.bytes.as_chunks::<BLOCK>().0);
        for (block, bytes) in blocks {
            let step = &mut block[token / GROUP * STEP..][..STEP];
            for at in 0..BLOCK {
                step[at * GROUP + token % GROUP] = bytes[at];
            }
        }
    }

    /// Mixes for every token the values that it sees within a reach, a row for each.
    #[inline(always)]
    pub fn mix(&mut self, products: impl Products, reach: usize, out: &mut [f32]) {
        for head in 0..self.heads {
            for first in (0..self.tokens).step_by(QUERIES) {
                let queries = first..(first + QUERIES).min(self.tokens);
                self.answer(products, head, queries, reach, out);
            }
        }
    }

    /// Mixes the values that some tokens see with one head.
    #[inline(always)]
    fn answer(&mut self, products: impl Products, head: usize, queries: Range<usize>, reach: usize, out: &mut [f32]) {
        let (size, padded) = (self.size, self.padded);
        let first = queries.start.saturating_sub(reach) / BLOCK * BLOCK;
        let last = (queries.end + reach).min(self.tokens).next_multiple_of(BLOCK);
        let (rows, keys, own) = (queries.len(), last - first, head * padded);
        let scored = Product {
            left: &self.queries[(own + queries.start) * size..],
            rows,
            groups: size / GROUP,
            right: &self.keys[(own + first) * size..],
            stride: BLOCK * size,
            blocks: keys / BLOCK,
        };
        products.sums(&scored, &mut self.sums);
        let mut worth = [0.0; QUERIES];
        for (row, query) in queries.clone().enumerate() {
            let seen = query.saturating_sub(reach)..(query + reach + 1).min(self.tokens);
            let keys_here = own + first..own + last;
            let row_of = AttentionRow {
                sums: &self.sums[row * keys..(row + 1) * keys],
                starts: &self.key_starts[keys_here.clone()],
                scales: &self.key_scales[keys_here.clone()],
                values: &self.value_scales[keys_here],
                query: self.query_scales[own + query],
                seen: seen.start - first..seen.end - first,
            };
            let (high, low) = self.counts[2 * row * keys..2 * (row + 1) * keys].split_at_mut(keys);
            worth[row] = row_of.count(&mut self.scores[..keys], high, low);
        }
        let mixed = Product {
            left: &self.counts,
            rows: 2 * rows,
            groups: keys / GROUP,
            right: &self.values[own * size + first * BLOCK..],
            stride: padded * BLOCK,
            blocks: size / BLOCK,
        };
        products.sums(&mixed, &mut self.mixed);
        let width = self.heads * size;
        for (row, query) in queries.enumerate() {
            let out = &mut out[query * width + head * size..][..size];
            let (high, low) = self.mixed[2 * row * size..2 * (row + 1) * size].split_at(size);
            for ((out, high), low) in out.iter_mut().zip(high).zip(low) {
                *out = (*high as f32 * 256.0 + *low as f32) * worth[row];
            }
        }
    }
}

/// The scores of a query, and the numbers by which counts are made of them.
struct AttentionRow<'a> {
    sums: &'a [i32],
    starts: &'a [i32],
    scales: &'a [f32],
    values: &'a [f32],
    query: f32,
    /// The keys that count.
    seen: Range<usize>,
}

impl AttentionRow<'_> {
    /// Counts each key, as two bytes, the scale of its value included; gives what one is worth.
    #[inline(always)]
    fn count(&self, scores: &mut [f32], high: &mut [u8], low: &mut [u8]) -> f32 {
        let Range { start, end } = self.seen;
        let chunks = start / LANES * LANES..end.next_multiple_of(LANES);
        for bytes in [&mut *high, &mut *low] {
            bytes[..chunks.start].fill(0);
            bytes[chunks.end..].fill(0);
        }
        let scores = &mut scores[chunks.clone()];
        let keys = self.sums[chunks.clone()].iter().zip(&self.starts[chunks.clone()]).zip(&self.scales[chunks.clone()]);
        for (score, ((sum, start), scale)) in scores.iter_mut().zip(keys) {
            *score = (sum + start) as f32 * scale * self.query;
        }
        scores[..start - chunks.start].fill(UNSEEN);
        scores[end - chunks.start..].fill(UNSEEN);
        let mut highest = [UNSEEN; LANES];
        for chunk in scores.as_chunks::<LANES>().0 {
            for at in 0..LANES {
                highest[at] = greater(chunk[at], highest[at]);
            }
        }
        let highest = greatest(highest);
        let (mut whole, mut most) = ([0.0; LANES], [0.0; LANES]);
        let values = self.values[chunks.clone()].as_chunks::<LANES>().0;
        for (chunk, values) in scores.as_chunks_mut::<LANES>().0.iter_mut().zip(values) {
            // One loop for each step: together they are not kept in registers.
            let mut powers = [0.0; LANES];
            for at in 0..LANES {
                powers[at] = power_of_two(chunk[at] - highest);
            }
            for at in 0..LANES {
                whole[at] += powers[at];
            }
            for at in 0..LANES {
                powers[at] *= values[at];
            }
            for at in 0..LANES {
                most[at] = greater(powers[at], most[at]);
            }
            *chunk = powers;
        }
        to_two_bytes(scores, greatest(most), &mut high[chunks.clone()], &mut low[chunks]) / total(&whole)
    }
}

/// Rotary positions: cosines and sines for each token of a window and each pair of a head's numbers.
#[derive(Default)]
struct Turns {
    pairs: usize,
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

impl Turns {
    /// Turns on from token to token, in double precision: no function of the system's is needed, which might differ.
    fn prepare(&mut self, turns: &[[u8; 8]], tokens: usize) {
        self.pairs = turns.len() / 2;
        self.cosines.clear();
        self.sines.clear();
        let turns: Vec<[f64; 2]> = turns.as_chunks::<2>().0.iter().map(|turn| turn.map(f64::from_le_bytes)).collect();
        let mut angles = vec![[1.0f64, 0.0f64]; turns.len()];
        for _ in 0..tokens {
            for ([cosine, sine], [by_cosine, by_sine]) in angles.iter_mut().zip(&turns) {
                self.cosines.push(*cosine as f32);
                self.sines.push(*sine as f32);
                let next = *cosine * by_cosine - *sine * by_sine;
                *sine = *sine * by_cosine + *cosine * by_sine;
                *cosine = next;
            }
        }
    }

    /// Turns the numbers of a head: each of the first half with one of the second.
    #[inline(always)]
    fn turn(&self, token: usize, row: &[f32], out: &mut [f32]) {
        let pairs = self.pairs;
        let cosines = &self.cosines[token * pairs..(token + 1) * pairs];
        let sines = &self.sines[token * pairs..(token + 1) * pairs];
        let (left, right) = row.split_at(pairs);
        let (out_left, out_right) = out.split_at_mut(pairs);
        for at in 0..pairs {
            out_left[at] = left[at] * cosines[at] - right[at] * sines[at];
            out_right[at] = right[at] * cosines[at] + left[at] * sines[at];
        }
    }
}
