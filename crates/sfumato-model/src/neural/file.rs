//! The file of a network: a head of text, and tables that are read in place.
//!
//! ```text
//! SFNEURO1 <length of the head: u32> <head> <tables>
//! ```
//! The head says how large the network is, `name value...` lines, what its steps are (where no line says it, all are layers
//! of a transformer), and what its heads are called.
//! The order of the tables is fixed and their lengths follow from the sizes; each is filled up to 64 bytes.
//! `training/neural/pack.py` writes it.

use std::ops::Range;

use super::matrix::Matrix;
use super::near::NearLayer;
use super::same::SameLayer;
use super::{Head, Layer, Network, NetworkStep, Sizes};
use crate::hash::hash_bytes;
use crate::model::ModelError;

/// The first bytes of a network.
const MAGIC: &[u8; 8] = b"SFNEURO1";
/// The alignment of tables.
const ALIGNED: usize = 64;
/// Words and characters have three numbers before theirs: the border, the mask, the unknown.
pub(super) const SPECIAL: usize = 3;
/// The number of characters of a form that are read.
pub(super) const LETTERS: usize = 16;
/// Places under the two convolutions over characters.
pub(super) const PLACES: usize = 8;

/// The farthest that a step looks near.
const FARTHEST: usize = 1 << 8;

/// The largest sizes that are believed. Sums of products then fit into 32 bits.
const MOST: Sizes = Sizes {
    words: 1 << 22,
    characters: 256 - SPECIAL,
    narrow: 1 << 10,
    width: 1 << 12,
    layers: 64,
    heads: 64,
    window: 1 << 13,
    reach: 1 << 13,
    hidden: 1 << 13,
    memory: 1 << 12,
    outputs: 1 << 12,
    shapes: 256,
    lengths: 256,
    bits: 32,
    first: LETTERS,
    last: LETTERS,
};

/// Tables of what is known of forms.
#[derive(Clone, Copy)]
pub(super) struct FormTables<'m> {
    pub narrow: usize,
    /// A row of signed bytes for each word, and its scale.
    pub words: &'m [u8],
    pub word_scales: &'m [[u8; 4]],
    /// For each character and place 16-bit numbers, three places of the first half and five of the second.
    pub letters: &'m [[u8; 2]],
    pub letter_scales: &'m [[u8; 4]],
    pub letter_biases: &'m [[u8; 4]],
    pub shapes: &'m [[u8; 4]],
    pub lengths: &'m [[u8; 4]],
    pub listed: &'m [[u8; 4]],
}

/// Reads a network.
pub(super) fn read(bytes: &[u8]) -> Result<Network<'_>, ModelError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(EARLY)?;
    let (head, body) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
    let head = std::str::from_utf8(head).map_err(|_| ModelError::Damaged("its head is no text"))?;
    let said = NetworkHeader::parse(head)?;
    let sizes = said.sizes;
    let mut tables = Tables { rest: body };
    let narrow = sizes.narrow;
    let forms = FormTables {
        narrow,
        words: tables.take(sizes.words + SPECIAL, narrow)?,
        word_scales: tables.numbers(sizes.words + SPECIAL, 1)?,
        letters: tables.numbers((sizes.characters + SPECIAL) * PLACES, narrow / 2)?,
        letter_scales: tables.numbers(narrow, 1)?,
        letter_biases: tables.numbers(narrow, 1)?,
        shapes: tables.numbers(sizes.shapes, narrow)?,
        lengths: tables.numbers(sizes.lengths, narrow)?,
        // The space stands between these in the file.
        listed: &[],
    };
    let space = tables.numbers(2, narrow)?;
    let forms = FormTables { listed: tables.numbers(sizes.bits, narrow)?, ..forms };
    let enter = tables.numbers(narrow, 1)?;
    let widen = tables.matrix(sizes.width, narrow)?;
    let steps = said.kinds().map(|kind| tables.step(&sizes, kind)).collect::<Result<_, _>>()?;
    let leave = tables.numbers(sizes.width, 1)?;
    let head = tables.matrix(sizes.outputs, sizes.width)?;
    let bias = tables.numbers(sizes.outputs, 1)?;
    let turns = tables.numbers(sizes.width / sizes.heads / 2, 2)?;
    if !tables.rest.is_empty() {
        return Err(ModelError::Damaged("something follows its tables"));
    }
    let (heads, stated_hash) = (said.heads.into(), said.hash);
    Ok(Network { sizes, heads, forms, space, enter, widen, steps, leave, head, bias, turns, body, stated_hash })
}

/// Compares the tables with the hash that the head states.
pub(super) fn check(body: &[u8], stated: u64) -> Result<(), ModelError> {
    if hash_bytes(body) == stated {
        Ok(())
    } else {
        Err(ModelError::Damaged("its tables are not those it was written with"))
    }
}

const EARLY: ModelError = ModelError::Damaged("it ends early");

/// The rest of the tables.
struct Tables<'m> {
    rest: &'m [u8],
}

impl<'m> Tables<'m> {
    /// The bytes of the next table, without what fills it up.
    fn take(&mut self, rows: usize, columns: usize) -> Result<&'m [u8], ModelError> {
        let length = rows.checked_mul(columns).ok_or(EARLY)?;
        let filled = length.checked_next_multiple_of(ALIGNED).ok_or(EARLY)?;
        let (table, rest) = self.rest.split_at_checked(filled).ok_or(EARLY)?;
        self.rest = rest;
        table.get(..length).ok_or(EARLY)
    }

    /// The next table, of numbers of `N` bytes.
    fn numbers<const N: usize>(&mut self, rows: usize, columns: usize) -> Result<&'m [[u8; N]], ModelError> {
        let bytes = self.take(rows, columns.checked_mul(N).ok_or(EARLY)?)?;
        Ok(bytes.as_chunks().0)
    }

    fn matrix(&mut self, outputs: usize, inputs: usize) -> Result<Matrix<'m>, ModelError> {
        let blocks = Matrix::blocks_of(outputs);
        let whole = Matrix::whole(blocks);
        let bytes = self.take(whole, inputs)?;
        Ok(Matrix { inputs, blocks, bytes, scales: self.numbers(whole, 1)?, starts: self.numbers(whole, 1)? })
    }

    fn step(&mut self, sizes: &Sizes, kind: StepKind) -> Result<NetworkStep<'m>, ModelError> {
        Ok(match kind {
            StepKind::Attend { wide } => NetworkStep::Attend(self.layer(sizes, wide)?),
            StepKind::Near(distance) => NetworkStep::Near(self.near(sizes, distance)?),
            StepKind::Same => NetworkStep::Same(self.same(sizes)?),
        })
    }

    fn near(&mut self, sizes: &Sizes, distance: usize) -> Result<NearLayer<'m>, ModelError> {
        let Sizes { width, hidden, .. } = *sizes;
        Ok(NearLayer {
            distance,
            gain: self.numbers(width, 1)?,
            parts: [self.matrix(hidden, width)?, self.matrix(hidden, width)?, self.matrix(hidden, width)?],
            down: self.matrix(width, hidden)?,
        })
    }

    fn same(&mut self, sizes: &Sizes) -> Result<SameLayer<'m>, ModelError> {
        let Sizes { width, memory, .. } = *sizes;
        Ok(SameLayer {
            gain: self.numbers(width, 1)?,
            up: self.matrix(memory, width)?,
            down: self.matrix(width, memory)?,
        })
    }

    fn layer(&mut self, sizes: &Sizes, wide: bool) -> Result<Layer<'m>, ModelError> {
        let width = sizes.width;
        Ok(Layer {
            wide,
            sharp: self.numbers(sizes.heads, 1)?,
            before: self.numbers(width, 1)?,
            qkv: self.matrix(3 * width, width)?,
            mix: self.matrix(width, width)?,
            between: self.numbers(width, 1)?,
            up: self.matrix(4 * width, width)?,
            down: self.matrix(width, 4 * width)?,
        })
    }
}

/// The kind of a step.
#[derive(Clone, Copy)]
enum StepKind {
    Attend { wide: bool },
    Near(usize),
    Same,
}

impl StepKind {
    /// The kind that the file calls so.
    fn named(name: &str) -> Option<Self> {
        match name {
            "attend" => Some(Self::Attend { wide: false }),
            "wide" => Some(Self::Attend { wide: true }),
            "same" => Some(Self::Same),
            _ => name
                .strip_prefix("near")?
                .parse()
                .ok()
                .filter(|distance| (1..=FARTHEST).contains(distance))
                .map(Self::Near),
        }
    }
}

/// The head of a file.
#[derive(Default)]
struct NetworkHeader {
    sizes: Sizes,
    /// The kind of each step; none if all are layers of a transformer.
    steps: Vec<StepKind>,
    wide: Vec<usize>,
    hash: u64,
    heads: Vec<Head>,
}

impl NetworkHeader {
    fn parse(head: &str) -> Result<Self, ModelError> {
        let mut said = Self::default();
        for line in head.lines().filter(|line| !line.is_empty()) {
            let (name, values) = line.split_once(' ').unwrap_or((line, ""));
            said.line(name, values).ok_or(ModelError::Damaged("a line of its head"))?;
        }
        let sizes = &mut said.sizes;
        // Transformers have neither.
        for (size, usual) in [(&mut sizes.hidden, sizes.width), (&mut sizes.memory, sizes.width)] {
            *size = if *size == 0 { usual } else { *size };
        }
        let sizes = &said.sizes;
        let believed = sizes.every().into_iter().zip(MOST.every()).all(|(size, most)| (1..=most).contains(&size));
        let size = sizes.width.checked_div(sizes.heads).unwrap_or_default();
        let is_whole = |size: usize| size.is_multiple_of(16);
        let shaped = [sizes.narrow, size, sizes.hidden, sizes.memory].into_iter().all(is_whole)
            && size * sizes.heads == sizes.width
            && (said.steps.is_empty() || said.steps.len() == sizes.layers);
        if !believed || !shaped || sizes.first + sizes.last != LETTERS || sizes.window < 2 {
            return Err(ModelError::Damaged("its sizes"));
        }
        if said.heads.iter().any(|head| head.columns.end > sizes.outputs) {
            return Err(ModelError::Damaged("a head goes beyond its outputs"));
        }
        Ok(said)
    }

    /// The kind of each step.
    fn kinds(&self) -> impl Iterator<Item = StepKind> {
        let layer = |at: usize| StepKind::Attend { wide: self.wide.contains(&at) };
        (0..self.sizes.layers).map(move |at| self.steps.get(at).copied().unwrap_or_else(|| layer(at)))
    }

    /// Takes in a line, if it can be read.
    fn line(&mut self, name: &str, values: &str) -> Option<()> {
        match name {
            "wide" => self.wide = values.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?,
            "steps" => self.steps = values.split_whitespace().map(StepKind::named).collect::<Option<_>>()?,
            "hash" => self.hash = u64::from_str_radix(values, 16).ok()?,
            "head" => self.heads.push(head(values)?),
            _ => *self.sizes.named(name)? = values.parse().ok()?,
        }
        Some(())
    }
}

/// A head: its name, its first column, its labels.
fn head(values: &str) -> Option<Head> {
    let mut values = values.split_whitespace();
    let name = values.next()?.into();
    let start: usize = values.next()?.parse().ok()?;
    let labels: Box<[Box<str>]> = values.map(Box::from).collect();
    let columns = Range { start, end: start.checked_add(labels.len())? };
    Some(Head { name, columns, labels })
}

impl Sizes {
    /// The size that the file calls so.
    fn named(&mut self, name: &str) -> Option<&mut usize> {
        Some(match name {
            "words" => &mut self.words,
            "characters" => &mut self.characters,
            "narrow" => &mut self.narrow,
            "width" => &mut self.width,
            "layers" => &mut self.layers,
            "heads" => &mut self.heads,
            "window" => &mut self.window,
            "reach" => &mut self.reach,
            "hidden" => &mut self.hidden,
            "memory" => &mut self.memory,
            "outputs" => &mut self.outputs,
            "shapes" => &mut self.shapes,
            "lengths" => &mut self.lengths,
            "bits" => &mut self.bits,
            "first" => &mut self.first,
            "last" => &mut self.last,
            _ => return None,
        })
    }

    fn every(&self) -> [usize; 16] {
        let Self { words, characters, narrow, width, layers, heads, window, reach, hidden, memory, .. } = *self;
        let Self { outputs, shapes, lengths, bits, first, last, .. } = *self;
        #[rustfmt::skip]
        let every = [
            words, characters, narrow, width, layers, heads, window, reach, hidden, memory, outputs, shapes, lengths,
            bits, first, last,
        ];
        every
    }
}
