//! Vectors of a network for the tokens of a text, for others than recognisers.

use std::ops::Range;

use super::windows::{Cut, Windows};
use super::workspace::{NetworkWorkspace, WorkspacePool};
use super::{Encoder, Vocabulary};

/// A network that gives each token of a text a vector, which depends on the tokens around it.
pub struct Embedder<'m> {
    encoder: Encoder<'m>,
    vocabulary: &'m Vocabulary<'m>,
    /// Behind how many steps of the network the parts of a vector are taken.
    depths: Vec<usize>,
    workspaces: WorkspacePool<(NetworkWorkspace<'m>, Vec<f32>)>,
}

impl std::fmt::Debug for Embedder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Embedder({}, {:?})", self.encoder.name(), self.depths)
    }
}

impl<'m> Embedder<'m> {
    /// Has a network read that was made with this vocabulary. A vector has a part for each depth, a number of steps;
    /// behind none it is what the token itself says.
    pub fn new(encoder: Encoder<'m>, vocabulary: &'m Vocabulary<'m>, depths: &[usize]) -> Self {
        Self { encoder, vocabulary, depths: depths.to_vec(), workspaces: WorkspacePool::default() }
    }

    /// The number of numbers of a vector.
    pub fn width(&self) -> usize {
        self.encoder.network.sizes().width * self.depths.len()
    }

    /// Reads a text: the place of each token in bytes and its vector, in order.
    pub fn read(&self, text: &str, mut each: impl FnMut(Range<usize>, &[f32])) {
        let network = &self.encoder.network;
        let width = network.sizes().width;
        let (mut workspace, mut vectors) =
            self.workspaces.take().unwrap_or_else(|| (NetworkWorkspace::new(network), Vec::new()));
        let whole = std::iter::once(0..text.len()).collect();
        let windows = Windows::new(text, whole, network.sizes().window - 1, network.far());
        for Cut { tokens, own } in windows {
            // Tokens are cut between characters.
            if workspace.lay_out(text, &tokens, self.vocabulary).is_none() {
                break;
            }
            vectors.resize(tokens.len() * self.width(), 0.0);
            for (part, depth) in self.depths.iter().enumerate() {
                network.vectors(
                    &mut workspace.forms,
                    &workspace.rows,
                    *depth,
                    &mut workspace.buffers,
                    &mut workspace.numbers,
                );
                for (vector, told) in vectors.chunks_exact_mut(self.width()).zip(workspace.numbers.chunks_exact(width))
                {
                    vector.get_mut(part * width..(part + 1) * width).unwrap_or_default().copy_from_slice(told);
                }
            }
            let read = tokens.iter().zip(vectors.chunks_exact(self.width())).take(own.end).skip(own.start);
            read.for_each(|(token, vector)| each(token.start..token.end, vector));
        }
        workspace.tidy_up();
        self.workspaces.keep((workspace, vectors));
    }
}
