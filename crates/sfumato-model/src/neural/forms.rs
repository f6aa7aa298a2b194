//! What is known of forms before their neighbours are looked at.

use super::Network;
use super::arithmetic::{float, floats, positive};
use super::file::{FormTables, LETTERS, PLACES, SPECIAL};

/// What is known of a form, a distinct spelling: numbers only.
///
/// A number that the network has no row for counts as the unknown one, which is 2, where there is such a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    /// Its word, from 3.
    pub word: u32,
    /// Its shape.
    pub shape: u8,
    /// Its length.
    pub length: u8,
    /// What lists say of it, a bit for each.
    pub listed: u32,
    /// Its first characters from the left and its last ones from the right, from 3; nothing is 0.
    pub letters: [u8; LETTERS],
}

impl Form {
    /// What opens a window.
    const BORDER: Self = Self { word: 0, shape: 0, length: 0, listed: 0, letters: [0; LETTERS] };
}

/// The word and the character that stand for all that have no number.
const UNKNOWN: usize = 2;

/// Vectors of forms, each computed once. The first is that of the border.
///
/// It grows by a vector of `narrow` numbers with each form; whoever adds forms decides when it is time to clear it.
#[derive(Clone)]
pub struct Forms<'m> {
    tables: FormTables<'m>,
    vectors: Vec<f32>,
}

impl std::fmt::Debug for Forms<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Forms({})", self.len())
    }
}

impl<'m> Forms<'m> {
    /// No forms but the border, for a network.
    pub fn new(network: &Network<'m>) -> Self {
        let mut forms = Self { tables: network.forms, vectors: Vec::new() };
        forms.clear();
        forms
    }

    /// Forgets all forms but the border.
    pub fn clear(&mut self) {
        self.vectors.clear();
        self.add(&Form::BORDER);
    }

    /// How many forms there are, the border among them.
    #[allow(clippy::len_without_is_empty, reason = "the border is always there")]
    pub fn len(&self) -> usize {
        self.vectors.len() / self.tables.narrow
    }

    /// Computes the vector of a form, and gives the form its number.
    pub fn add(&mut self, form: &Form) -> u32 {
        let tables = &self.tables;
        let narrow = tables.narrow;
        let number = self.len() as u32;
        let start = self.vectors.len();
        self.vectors.resize(start + narrow, 0.0);
        let vector = &mut self.vectors[start..];
        tables.letters(&form.letters, vector);
        let word = known(form.word as usize, tables.word_scales.len());
        let scale = tables.word_scales.get(word).map_or(0.0, float);
        let row = tables.words.chunks_exact(narrow).nth(word).unwrap_or_default();
        for (sum, byte) in vector.iter_mut().zip(row) {
            *sum += f32::from(byte.cast_signed()) * scale;
        }
        add_row(vector, tables.shapes, usize::from(form.shape));
        add_row(vector, tables.lengths, usize::from(form.length));
        for bit in (0..u32::BITS as usize).filter(|bit| form.listed >> bit & 1 == 1) {
            add_row(vector, tables.listed, bit);
        }
        number
    }

    /// The vector of a form; that of the border where there is none.
    #[inline(always)]
    pub(super) fn vector(&self, form: u32) -> &[f32] {
        let narrow = self.tables.narrow;
        let start = form as usize * narrow;
        self.vectors.get(start..start + narrow).unwrap_or(&self.vectors[..narrow])
    }
}

impl FormTables<'_> {
    /// What the characters of a form say: the greatest of what convolutions of widths three and five see of them.
    fn letters(&self, letters: &[u8; LETTERS], vector: &mut [f32]) {
        let half = self.narrow / 2;
        let mut greatest = vec![i16::MIN; self.narrow];
        let mut sums = vec![0; half];
        let (three, five) = greatest.split_at_mut(half);
        for (width, first, greatest) in [(3, 0, three), (5, 3, five)] {
            for at in 0..LETTERS {
                sums.fill(0);
                for place in 0..width {
                    let letter = (at + place).checked_sub(width / 2).and_then(|at| letters.get(at));
                    let Some(&letter) = letter.filter(|letter| **letter > 0) else { continue };
                    self.add_letter(letter, first + place, &mut sums);
                }
                greatest.iter_mut().zip(&sums).for_each(|(greatest, sum)| *greatest = (*greatest).max(*sum));
            }
        }
        let scales = floats(self.letter_scales).zip(floats(self.letter_biases));
        for ((out, greatest), (scale, bias)) in vector.iter_mut().zip(greatest).zip(scales) {
            *out = positive(f32::from(greatest) * scale + bias);
        }
    }

    /// Adds what a character says at a place under a convolution.
    fn add_letter(&self, letter: u8, place: usize, sums: &mut [i16]) {
        let half = self.narrow / 2;
        let letter = known(usize::from(letter), self.letters.len() / half / PLACES);
        let start = (letter * PLACES + place) * half;
        let row = self.letters.get(start..start + half).unwrap_or_default();
        sums.iter_mut().zip(row).for_each(|(sum, own)| *sum = sum.wrapping_add(i16::from_le_bytes(*own)));
    }
}

/// A number that has a row.
fn known(number: usize, rows: usize) -> usize {
    const { assert!(UNKNOWN < SPECIAL) };
    if number < rows { number } else { UNKNOWN }
}

/// Adds a row of a table, if it has such a row.
fn add_row(vector: &mut [f32], table: &[[u8; 4]], row: usize) {
    let start = row * vector.len();
    let row = table.get(start..start + vector.len()).unwrap_or_default();
    vector.iter_mut().zip(floats(row)).for_each(|(sum, own)| *sum += own);
}
