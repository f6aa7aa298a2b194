//! L-BFGS, and its orthant-wise variant for an L1 penalty.
//!
//! All that a minimisation knows is its [`MinimiserState`], which can be written down and taken up again: the same weights come
//! out whether it was interrupted or not.

use rayon::prelude::*;

/// The progress of a minimisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MinimiserProgress {
    /// Steps made.
    pub iteration: usize,
    /// The objective with all penalties.
    pub value: f64,
    /// The length of the gradient.
    pub gradient: f64,
    /// Weights that are not zero.
    pub active: usize,
}

/// The state of a minimisation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MinimiserState {
    /// The point it is at.
    pub x: Vec<f64>,
    gradient: Vec<f64>,
    values: Vec<f64>,
    /// The last moves and what they did to the gradient.
    memory: Vec<(Vec<f64>, Vec<f64>)>,
}

/// Bytes are no state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the interrupted training is damaged, or one of something else: start anew")]
pub struct MinimiserStateError;

/// The settings of a minimisation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lbfgs {
    pub l1: f64,
    pub iterations: usize,
    /// The objective must fall by this share over [`PERIOD`] steps.
    pub tolerance: f64,
}

const MEMORY: usize = 6;
const PERIOD: usize = 10;
const MOST_TRIES: usize = 30;
const MAGIC: &[u8; 8] = b"SFSTATE1";

impl MinimiserState {
    /// A start at this point.
    pub fn new(x: Vec<f64>) -> Self {
        Self { x, ..Self::default() }
    }

    /// The number of steps that were made.
    pub fn iteration(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let lists = [&self.x, &self.gradient, &self.values].into_iter();
        for list in lists.chain(self.memory.iter().flat_map(|(s, y)| [s, y])) {
            bytes.extend((list.len() as u64).to_le_bytes());
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// From bytes, for so many weights.
    pub fn from_bytes(bytes: &[u8], weights: usize) -> Result<Self, MinimiserStateError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(MinimiserStateError)?;
        let mut lists: Vec<Vec<f64>> = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<8>().ok_or(MinimiserStateError)?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok().and_then(|n| n.checked_mul(8));
            let (numbers, after) =
                length.and_then(|length| after.split_at_checked(length)).ok_or(MinimiserStateError)?;
            lists.push(numbers.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number)).collect());
            rest = after;
        }
        let mut lists = lists.into_iter();
        let mut next = || lists.next().ok_or(MinimiserStateError);
        let (x, gradient, values) = (next()?, next()?, next()?);
        let mut memory = Vec::new();
        while let (Some(s), y) = (lists.next(), lists.next()) {
            memory.push((s, y.ok_or(MinimiserStateError)?));
        }
        // Before the first step there is no gradient yet.
        let known = (!values.is_empty()).then_some(&gradient);
        let lists = [&x].into_iter().chain(known).chain(memory.iter().flat_map(|(s, y)| [s, y]));
        if lists.into_iter().any(|list| list.len() != weights) || memory.len() > MEMORY {
            return Err(MinimiserStateError);
        }
        Ok(Self { x, gradient, values, memory })
    }
}

impl Lbfgs {
    /// Minimises from a state on; `seen` may end it by answering false.
    pub fn minimise(
        &self,
        state: &mut MinimiserState,
        mut objective: impl FnMut(&[f64], &mut [f64]) -> f64,
        mut seen: impl FnMut(&MinimiserProgress, &MinimiserState) -> bool,
    ) {
        if state.values.is_empty() {
            state.gradient = vec![0.0; state.x.len()];
            let value = objective(&state.x, &mut state.gradient) + self.penalty(&state.x);
            state.values.push(value);
        }
        while state.iteration() < self.iterations && !self.is_flat(&state.values) {
            let Some(length) = self.step(state, &mut objective) else { break };
            let progress = MinimiserProgress {
                iteration: state.iteration(),
                value: state.values.last().copied().unwrap_or_default(),
                gradient: length,
                active: state.x.iter().filter(|w| **w != 0.0).count(),
            };
            if !seen(&progress, state) {
                break;
            }
        }
    }

    fn is_flat(&self, values: &[f64]) -> bool {
        let [before, .., now] = values.get(values.len().saturating_sub(PERIOD + 1)..).unwrap_or_default() else {
            return false;
        };
        values.len() > PERIOD && (before - now) / now.abs().max(1e-12) < self.tolerance
    }

    /// Makes one step and gives the length of the gradient before it; nothing if there is no way down.
    fn step(&self, state: &mut MinimiserState, objective: &mut impl FnMut(&[f64], &mut [f64]) -> f64) -> Option<f64> {
        let pseudo = self.pseudo_gradient(&state.x, &state.gradient);
        let length = norm(&pseudo);
        if length < 1e-6 * norm(&state.x).max(1.0) {
            return None;
        }
        let mut direction = direction(&state.memory, &pseudo);
        if self.l1 > 0.0 {
            let away = |(d, g): (&mut f64, &f64)| {
                if *d * g >= 0.0 {
                    *d = 0.0;
                }
            };
            direction.par_iter_mut().zip(&pseudo).for_each(away);
        }
        if dot(&direction, &pseudo) >= 0.0 {
            direction = pseudo.iter().map(|g| -g).collect();
            state.memory.clear();
        }
        let mut step = if state.memory.is_empty() { 1.0 / length } else { 1.0 };
        let value = state.values.last().copied()?;
        let mut gradient = vec![0.0; state.x.len()];
        for _ in 0..MOST_TRIES {
            let x = self.moved(&state.x, &direction, step, &pseudo);
            let new_value = objective(&x, &mut gradient) + self.penalty(&x);
            let moves: Vec<f64> = x.iter().zip(&state.x).map(|(new, old)| new - old).collect();
            // So far away that numbers run out, the objective may seem to be minus infinity.
            if new_value.is_finite() && new_value <= value + 1e-4 * dot(&moves, &pseudo) {
                let changes: Vec<f64> = gradient.iter().zip(&state.gradient).map(|(new, old)| new - old).collect();
                if dot(&moves, &changes) > 1e-10 {
                    if state.memory.len() == MEMORY {
                        state.memory.remove(0);
                    }
                    state.memory.push((moves, changes));
                }
                (state.x, state.gradient) = (x, gradient);
                state.values.push(new_value);
                return Some(length);
            }
            step *= 0.5;
        }
        None
    }

    fn penalty(&self, x: &[f64]) -> f64 {
        if self.l1 > 0.0 { self.l1 * x.iter().map(|w| w.abs()).sum::<f64>() } else { 0.0 }
    }

    /// The gradient of the whole objective where it has one, and the steepest side where it has not.
    fn pseudo_gradient(&self, x: &[f64], gradient: &[f64]) -> Vec<f64> {
        let c = self.l1;
        if c == 0.0 {
            return gradient.to_vec();
        }
        let one = |(x, g): (&f64, &f64)| match *x {
            x if x > 0.0 => g + c,
            x if x < 0.0 => g - c,
            _ if g + c < 0.0 => g + c,
            _ if g - c > 0.0 => g - c,
            _ => 0.0,
        };
        x.par_iter().zip(gradient).map(one).collect()
    }

    /// The point a step leads to; with an L1 penalty it ends where a weight would change its sign.
    fn moved(&self, x: &[f64], direction: &[f64], step: f64, pseudo: &[f64]) -> Vec<f64> {
        let one = |((x, d), g): ((&f64, &f64), &f64)| {
            let to = x + step * d;
            let orthant = if *x != 0.0 { x.signum() } else { -g.signum() };
            if self.l1 > 0.0 && to * orthant < 0.0 { 0.0 } else { to }
        };
        x.par_iter().zip(direction).zip(pseudo).map(one).collect()
    }
}

/// The way down: the two loops over what is remembered.
fn direction(memory: &[(Vec<f64>, Vec<f64>)], gradient: &[f64]) -> Vec<f64> {
    let mut q: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let rho: Vec<f64> = memory.iter().map(|(s, y)| 1.0 / dot(s, y)).collect();
    let mut alphas = vec![0.0; memory.len()];
    for (nth, (s, y)) in memory.iter().enumerate().rev() {
        let alpha = rho[nth] * dot(s, &q);
        q.par_iter_mut().zip(y).for_each(|(q, y)| *q -= alpha * y);
        alphas[nth] = alpha;
    }
    if let (Some((_, y)), Some(rho)) = (memory.last(), rho.last()) {
        let scale = 1.0 / (rho * dot(y, y));
        q.par_iter_mut().for_each(|q| *q *= scale);
    }
    for (nth, (s, y)) in memory.iter().enumerate() {
        let by = alphas[nth] - rho[nth] * dot(y, &q);
        q.par_iter_mut().zip(s).for_each(|(q, s)| *q += s * by);
    }
    q
}

/// A sum whose order does not depend on threads.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const CHUNK: usize = 1 << 16;
    let part = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let parts: Vec<f64> = a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK)).map(part).collect();
    parts.iter().sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bowl whose bottom is at (3, -2, 0.1), steeper in one direction than in the others.
    fn bowl(x: &[f64], gradient: &mut [f64]) -> f64 {
        let (centre, steep) = ([3.0, -2.0, 0.1], [1.0, 40.0, 2.0]);
        for ((g, x), (c, s)) in gradient.iter_mut().zip(x).zip(centre.iter().zip(&steep)) {
            *g = 2.0 * s * (x - c);
        }
        x.iter().zip(centre.iter().zip(&steep)).map(|(x, (c, s))| s * (x - c) * (x - c)).sum()
    }

    fn minimum(l1: f64) -> Vec<f64> {
        let mut state = MinimiserState::new(vec![0.0; 3]);
        Lbfgs { l1, iterations: 100, tolerance: 1e-12 }.minimise(&mut state, bowl, |_, _| true);
        state.x
    }

    #[test]
    fn the_bottom_is_found() {
        let x = minimum(0.0);
        assert!(x.iter().zip([3.0, -2.0, 0.1]).all(|(x, c)| (x - c).abs() < 1e-4), "{x:?}");
    }

    #[test]
    fn an_l1_penalty_draws_weights_to_zero() {
        // Along each axis the bottom moves by the penalty over twice the steepness, and stops at zero.
        let x = minimum(2.0);
        assert!((x[0] - 2.0).abs() < 1e-4 && (x[1] + 1.975).abs() < 1e-4, "{x:?}");
        assert_eq!(x[2], 0.0);
    }

    #[test]
    fn a_point_where_numbers_run_out_is_no_minimum() {
        // The first step ends right of 0.5, where the objective cannot be computed.
        let broken = |x: &[f64], gradient: &mut [f64]| {
            gradient[0] = 2.0 * (x[0] - 0.4);
            if x[0] > 0.5 { f64::NEG_INFINITY } else { (x[0] - 0.4) * (x[0] - 0.4) }
        };
        let mut state = MinimiserState::new(vec![0.0]);
        Lbfgs { l1: 0.0, iterations: 50, tolerance: 0.0 }.minimise(&mut state, broken, |_, _| true);
        assert!((state.x[0] - 0.4).abs() < 1e-4, "{:?}", state.x);
    }

    #[test]
    fn a_long_sum_does_not_depend_on_threads() {
        let numbers: Vec<f64> = (0..200_000).map(|n| f64::from(n).sin() * 1e3).collect();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| dot(&numbers, &numbers)).to_bits()
        };
        assert_eq!(with(1), with(4));
    }

    #[test]
    fn an_interrupted_minimisation_goes_on_as_if_nothing_had_happened() {
        let lbfgs = Lbfgs { l1: 0.5, iterations: 9, tolerance: 0.0 };
        let mut whole = MinimiserState::new(vec![0.0; 3]);
        lbfgs.minimise(&mut whole, bowl, |_, _| true);
        let mut part = MinimiserState::new(vec![0.0; 3]);
        lbfgs.minimise(&mut part, bowl, |progress, _| progress.iteration < 3);
        let bytes = part.to_bytes();
        let mut again = MinimiserState::from_bytes(&bytes, 3).expect("sound");
        assert_eq!(again.iteration(), 3);
        lbfgs.minimise(&mut again, bowl, |_, _| true);
        assert_eq!(again, whole);
        assert_eq!(MinimiserState::from_bytes(&bytes, 4), Err(MinimiserStateError));
        assert_eq!(MinimiserState::from_bytes(&bytes[..bytes.len() - 1], 3), Err(MinimiserStateError));
    }
}
