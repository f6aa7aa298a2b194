//! A network that scores labels of tokens, in eight bits: a row of steps, each of which adds to what is known of a token.
//!
//! A step is a layer of a transformer, looks at the tokens a distance to either side (`near.rs`), or at the other places
//! of the same form (`same.rs`).
//!
//! It knows nothing of language: a token is a number of a form and whether a space stands before it, and what is known
//! of a form are numbers as well ([`WordForm`]).
//! A [`Network`] is read in place from bytes; [`Forms`] keeps the vectors of forms, so that each is computed once; a
//! [`Workspace`] is the room that a window is computed in.
//! `training/neural/reference.py` says in numpy what is computed.
//!
//! Matrices are bytes with a scale for each output. The rows that they are multiplied with become bytes too, with a
//! scale for each row, so that products are whole numbers and exact; so are those of attention.
//! Everything else is in single precision, written once: lanes are summed in one order, nothing is fused, and no
//! function of the system's library is called. Every processor and every [`Path`] therefore gives the same bits.
//! The price is a little accuracy, which `training/neural/README.md` states.

mod arithmetic;
mod attention;
mod file;
mod forms;
mod matrix;
mod near;
mod pass;
mod path;
mod rows;
mod same;
mod simd;

use std::ops::Range;
use std::sync::Arc;

use crate::model::ModelError;
use file::FormTables;
use matrix::Matrix;
use near::NearLayer;
use pass::{Pass, PassRequest};
use same::SameLayer;

pub use arithmetic::power_of_two;
pub use forms::{Forms, WordForm};
pub use pass::Workspace;
pub use path::{Compute, Path};

/// The sizes of a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Words told apart; they are numbered from 3.
    pub words: usize,
    /// Characters told apart; they are numbered from 3.
    pub characters: usize,
    /// Numbers of a form.
    pub narrow: usize,
    /// Numbers of a token.
    pub width: usize,
    /// Steps.
    pub layers: usize,
    /// Heads of attention in a layer.
    pub heads: usize,
    /// Tokens that are read together, the border before them among them.
    pub window: usize,
    /// The distance to either side at which a token sees others in most layers of a transformer.
    pub reach: usize,
    /// Numbers of a token inside a step that looks near.
    pub hidden: usize,
    /// Numbers of a form inside a step that looks at its other places.
    pub memory: usize,
    /// Columns of scores.
    pub outputs: usize,
    /// Shapes of forms.
    pub shapes: usize,
    /// Lengths of forms.
    pub lengths: usize,
    /// Bits that lists give a form.
    pub bits: usize,
    /// Characters read from the start of a form.
    pub first: usize,
    /// Characters read from its end.
    pub last: usize,
}

/// A set of labels, and the columns of scores that are its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Its name.
    pub name: Box<str>,
    /// Its columns.
    pub columns: Range<usize>,
    /// The labels they stand for.
    pub labels: Box<[Box<str>]>,
}

/// A network, read in place.
#[derive(Clone)]
pub struct Network<'m> {
    sizes: Sizes,
    heads: Arc<[Head]>,
    forms: FormTables<'m>,
    space: &'m [[u8; 4]],
    enter: &'m [[u8; 4]],
    widen: Matrix<'m>,
    steps: Arc<[NetworkStep<'m>]>,
    leave: &'m [[u8; 4]],
    head: Matrix<'m>,
    bias: &'m [[u8; 4]],
    /// Cosine and sine of the first position, for each pair of a head's numbers.
    turns: &'m [[u8; 8]],
    body: &'m [u8],
    stated_hash: u64,
}

/// A step that adds to the vectors of tokens.
#[derive(Clone, Copy)]
enum NetworkStep<'m> {
    Attend(Layer<'m>),
    Near(NearLayer<'m>),
    Same(SameLayer<'m>),
}

/// Attention and a feed-forward layer.
#[derive(Clone, Copy)]
struct Layer<'m> {
    /// True if every token sees all others.
    wide: bool,
    sharp: &'m [[u8; 4]],
    before: &'m [[u8; 4]],
    qkv: Matrix<'m>,
    mix: Matrix<'m>,
    between: &'m [[u8; 4]],
    up: Matrix<'m>,
    down: Matrix<'m>,
}

impl std::fmt::Debug for Network<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sizes { layers, width, outputs, .. } = self.sizes;
        write!(f, "Network({layers} steps of {width}, {outputs} outputs)")
    }
}

impl<'m> Network<'m> {
    /// Reads the head of a network and finds its tables. Their numbers are not looked at, which [`Network::check`] does.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        file::read(bytes)
    }

    /// Its sizes.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// Its sets of labels.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// The distance to either side at which a token sees others as such, beyond which it sees at most other places of
    /// its form.
    pub fn far(&self) -> usize {
        let far = self.steps.iter().map(|step| match step {
            NetworkStep::Attend(layer) => {
                if layer.wide {
                    self.sizes.window
                } else {
                    self.sizes.reach
                }
            }
            NetworkStep::Near(near) => near.distance,
            NetworkStep::Same(_) => 0,
        });
        far.sum()
    }

    /// The first step, if it looks near.
    fn first_near(&self) -> Option<&NearLayer<'m>> {
        self.steps.first().and_then(|step| if let NetworkStep::Near(near) = step { Some(near) } else { None })
    }

    /// The most numbers that a row has anywhere.
    fn most(&self) -> usize {
        let Sizes { narrow, width, hidden, memory, .. } = self.sizes;
        [narrow, 4 * width, hidden, memory, self.head.outputs()].into_iter().max().unwrap_or_default()
    }

    /// Compares the tables with the hash that the head states.
    pub fn check(&self) -> Result<(), ModelError> {
        file::check(self.body, self.stated_hash)
    }

    /// Scores of the columns asked for, a row of `out` for each token; `out` is emptied first.
    ///
    /// A token is a number of `forms` and whether a space stands before it.
    /// The border that opens a window is added here and has no row.
    /// At most `window - 1` tokens are read together; more are read one window after another, each by itself, so that
    /// whoever wants windows to overlap gives them one by one.
    /// Columns that the network does not have are left out; a form that nobody added is read as the border.
    pub fn scores(
        &self,
        forms: &mut Forms<'_>,
        tokens: &[(u32, bool)],
        columns: Range<usize>,
        workspace: &mut Workspace,
        out: &mut Vec<f32>,
    ) {
        self.read(forms, tokens, PassRequest::Scores(columns), workspace, out);
    }

    /// The vector of each token behind so many steps, in as many numbers as the network is wide; their mean square is
    /// one. Behind no step it is what the form itself says. Windows, forms and `out` are as in [`Network::scores`].
    pub fn vectors(
        &self,
        forms: &mut Forms<'_>,
        tokens: &[(u32, bool)],
        behind: usize,
        workspace: &mut Workspace,
        out: &mut Vec<f32>,
    ) {
        self.read(forms, tokens, PassRequest::Vectors(behind), workspace, out);
    }

    fn read(
        &self,
        forms: &mut Forms<'_>,
        tokens: &[(u32, bool)],
        asked: PassRequest,
        workspace: &mut Workspace,
        out: &mut Vec<f32>,
    ) {
        out.clear();
        for window in tokens.chunks(self.sizes.window - 1) {
            let path = workspace.path();
            path.run(Pass { network: self, forms, tokens: window, asked: asked.clone(), workspace, out });
        }
    }
}
