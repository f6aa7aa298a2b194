//! One window through the network.

use std::ops::Range;

use super::arithmetic::{float, normal_of, squares, to_bytes};
use super::attention::Attention;
use super::matrix::BLOCK;
use super::near::Neighbours;
use super::path::{Path, Products, Work};
use super::rows::{ROWS, Rows};
use super::same::Places;
use super::{Forms, Layer, Network, NetworkStep};

/// Room to compute in, which is kept from window to window.
pub struct Workspace {
    path: Path,
    room: PassBuffers,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({:?})", self.path)
    }
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new()
    }
}

impl Workspace {
    /// Room to compute in as fast as this processor can.
    pub fn new() -> Self {
        Self { path: Path::best(), room: PassBuffers::default() }
    }

    /// Room to compute in one way, if this processor has it. Results are the same.
    pub fn on(path: Path) -> Option<Self> {
        path.is_here().then(|| Self { path, room: PassBuffers::default() })
    }

    /// The instructions it computes with.
    pub fn path(&self) -> Path {
        self.path
    }
}

/// Numbers of a window, and of some rows of it.
#[derive(Default)]
struct PassBuffers {
    /// A row for each token.
    tokens: Vec<f32>,
    /// The row that each token sees.
    seen: Vec<f32>,
    attention: Attention,
    neighbours: Neighbours,
    places: Places,
    /// The entry of the forms that each token is.
    entries: Vec<u32>,
    /// Entries that have yet to be computed, with their forms.
    fresh: Vec<(u32, u32, bool)>,
    /// The numbers of a form and a space.
    sum: Vec<f32>,
    rows: Rows,
}

/// The request for each token.
#[derive(Clone)]
pub(super) enum PassRequest {
    /// Scores of some columns.
    Scores(Range<usize>),
    /// Its vector behind so many steps.
    Vectors(usize),
}

/// A window of tokens, and what is asked of them.
pub(super) struct Pass<'a, 'm, 'f> {
    pub network: &'a Network<'m>,
    pub forms: &'a mut Forms<'f>,
    pub tokens: &'a [(u32, bool)],
    pub asked: PassRequest,
    pub workspace: &'a mut Workspace,
    pub out: &'a mut Vec<f32>,
}

impl Work for Pass<'_, '_, '_> {
    #[inline(always)]
    fn run<P: Products>(self, products: P) {
        let Self { network, forms, tokens, asked, workspace: Workspace { room, .. }, out } = self;
        let sizes = network.sizes();
        room.prepare(network, forms, tokens);
        room.enter(products, network, forms, tokens);
        let steps = match &asked {
            PassRequest::Scores(_) => network.steps.len(),
            PassRequest::Vectors(behind) => *behind,
        };
        // A first step that looks near does so itself.
        if network.first_near().is_none() || steps == 0 {
            room.begin(sizes.width, forms);
        }
        for (nth, step) in network.steps.iter().take(steps).enumerate() {
            match step {
                NetworkStep::Near(near) if nth == 0 => {
                    let PassBuffers { tokens, neighbours, entries, rows, .. } = room;
                    near.run_first(products, forms, entries, tokens, neighbours, rows);
                }
                NetworkStep::Attend(layer) => {
                    room.attend(products, layer, if layer.wide { sizes.window } else { sizes.reach });
                    room.feed(products, layer);
                }
                NetworkStep::Near(near) => near.run(products, &mut room.tokens, &mut room.neighbours, &mut room.rows),
                NetworkStep::Same(same) => same.run(products, &mut room.tokens, &mut room.places, &mut room.rows),
            }
        }
        match asked {
            PassRequest::Scores(columns) => room.leave(products, network, columns, out),
            PassRequest::Vectors(_) => room.tell(sizes.width, out),
        }
    }
}

impl PassBuffers {
    fn prepare(&mut self, network: &Network<'_>, forms: &Forms<'_>, tokens: &[(u32, bool)]) {
        let (sizes, count) = (network.sizes(), tokens.len() + 1);
        // What is there already is written over.
        self.tokens.resize(count * sizes.width, 0.0);
        self.sum.resize(sizes.narrow, 0.0);
        self.rows.prepare(network.most());
        if network.steps.iter().any(|step| matches!(step, NetworkStep::Attend(_))) {
            self.seen.resize(count * sizes.width, 0.0);
            self.attention.prepare(sizes, network.turns, count);
        }
        if network.steps.iter().any(|step| matches!(step, NetworkStep::Same(_))) {
            self.places.prepare(forms, tokens);
        }
    }

    /// Finds the entries of the tokens: vectors of the forms, and of the spaces before them, made wider. Those that were
    /// seen before are kept.
    #[inline(always)]
    fn enter(&mut self, products: impl Products, network: &Network<'_>, forms: &mut Forms<'_>, tokens: &[(u32, bool)]) {
        self.entries.clear();
        self.fresh.clear();
        for (form, spaced) in std::iter::once((0, false)).chain(tokens.iter().copied()) {
            let (entry, is_new) = forms.entry(form, spaced);
            self.entries.push(entry);
            if is_new {
                self.fresh.push((entry, form, spaced));
            }
        }
        let fresh = std::mem::take(&mut self.fresh);
        for some in fresh.chunks(ROWS) {
            self.enter_fresh(products, network, forms, some);
        }
        self.fresh = fresh;
    }

    /// Starts each row with what enters the first step.
    #[inline(always)]
    fn begin(&mut self, width: usize, forms: &Forms<'_>) {
        for (row, entry) in self.tokens.chunks_exact_mut(width).zip(&self.entries) {
            row.copy_from_slice(&forms.entered(*entry)[..width]);
        }
    }

    /// Computes some entries.
    #[inline(always)]
    fn enter_fresh(
        &mut self,
        products: impl Products,
        network: &Network<'_>,
        forms: &mut Forms<'_>,
        fresh: &[(u32, u32, bool)],
    ) {
        let (narrow, width) = (network.sizes.narrow, network.sizes.width);
        let (without, with) = network.space.split_at(narrow);
        for (row, (_, form, spaced)) in fresh.iter().enumerate() {
            let (space, sum) = (if *spaced { with } else { without }, &mut self.sum[..narrow]);
            forms.vector(*form, sum);
            for at in 0..narrow {
                sum[at] += float(&space[at]);
            }
            self.rows.take(row, sum, network.enter);
        }
        self.rows.multiply(products, &network.widen, fresh.len());
        for (row, (entry, ..)) in fresh.iter().enumerate() {
            let sums = &self.rows.sums[row * width..(row + 1) * width];
            network.widen.write(sums, self.rows.worth[row], &mut forms.entered_mut(*entry)[..width]);
        }
        let Some(near) = network.first_near() else { return };
        let hidden = near.down.inputs;
        for (row, (entry, ..)) in fresh.iter().enumerate() {
            self.rows.take(row, &forms.entered(*entry)[..width], near.gain);
        }
        for (part, matrix) in near.parts.iter().enumerate() {
            self.rows.multiply(products, matrix, fresh.len());
            for (row, (entry, ..)) in fresh.iter().enumerate() {
                let sums = &self.rows.sums[row * hidden..(row + 1) * hidden];
                let out = &mut forms.entered_mut(*entry)[width + part * hidden..][..hidden];
                matrix.write(sums, self.rows.worth[row], out);
            }
        }
    }

    /// Attention.
    #[inline(always)]
    fn attend(&mut self, products: impl Products, layer: &Layer<'_>, reach: usize) {
        let width = layer.mix.inputs;
        for (chunk, rows) in self.tokens.chunks(ROWS * width).enumerate() {
            let count = rows.len() / width;
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, layer.before);
            }
            self.rows.multiply(products, &layer.qkv, count);
            for row in 0..count {
                let sums = &self.rows.sums[row * layer.qkv.outputs()..(row + 1) * layer.qkv.outputs()];
                self.attention.take(chunk * ROWS + row, sums, &layer.qkv, self.rows.worth[row], layer.sharp);
            }
        }
        self.attention.mix(products, reach, &mut self.seen);
        for (seen, rows) in self.seen.chunks(ROWS * width).zip(self.tokens.chunks_mut(ROWS * width)) {
            for (at, row) in seen.chunks_exact(width).enumerate() {
                let bytes = &mut self.rows.bytes[at * width..(at + 1) * width];
                self.rows.worth[at] = to_bytes(row, bytes);
            }
            self.rows.add(products, &layer.mix, rows.len() / width, rows);
        }
    }

    /// The feed-forward part.
    #[inline(always)]
    fn feed(&mut self, products: impl Products, layer: &Layer<'_>) {
        let width = layer.up.inputs;
        for rows in self.tokens.chunks_mut(ROWS * width) {
            let count = rows.len() / width;
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, layer.between);
            }
            self.rows.multiply(products, &layer.up, count);
            self.rows.rectify(&layer.up, count);
            self.rows.add(products, &layer.down, count, rows);
        }
    }

    /// The scores of all tokens but the border.
    #[inline(always)]
    fn leave(&mut self, products: impl Products, network: &Network<'_>, columns: Range<usize>, out: &mut Vec<f32>) {
        let width = network.sizes.width;
        let outputs = network.sizes.outputs;
        let columns = columns.start.min(outputs)..columns.end.min(outputs);
        if columns.is_empty() {
            return;
        }
        let first = columns.start / BLOCK;
        let head = network.head.part(first, columns.end.div_ceil(BLOCK) - first);
        let asked = columns.start - first * BLOCK..columns.end - first * BLOCK;
        let bias = &network.bias[columns];
        let tokens = self.tokens.get(width..).unwrap_or_default();
        let mut written = out.len();
        out.resize(written + tokens.len() / width * bias.len(), 0.0);
        for rows in tokens.chunks(ROWS * width) {
            for (at, row) in rows.chunks_exact(width).enumerate() {
                self.rows.take(at, row, network.leave);
            }
            let count = rows.len() / width;
            self.rows.multiply(products, &head, count);
            for (row, sums) in self.rows.sums.chunks_exact(head.outputs()).take(count).enumerate() {
                head.write(sums, self.rows.worth[row], &mut self.rows.row[..head.outputs()]);
                let (scores, out) = (&self.rows.row[asked.clone()], &mut out[written..written + bias.len()]);
                for at in 0..bias.len() {
                    out[at] = scores[at] + float(&bias[at]);
                }
                written += bias.len();
            }
        }
    }
    /// The vectors of all tokens but the border, their mean square made one.
    #[inline(always)]
    fn tell(&self, width: usize, out: &mut Vec<f32>) {
        for row in self.tokens.chunks_exact(width).skip(1) {
            let normal = normal_of(squares(row), width);
            out.extend(row.iter().map(|number| number * normal));
        }
    }
}
