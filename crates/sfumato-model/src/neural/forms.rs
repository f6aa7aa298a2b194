//! Vectors of forms before their neighbours are looked at.

use std::num::NonZeroU32;

use super::Network;
use super::arithmetic::{float, positive};
use super::file::{FormTables, LETTERS, PLACES, SPECIAL};

/// A form, a distinct spelling, as a network takes it in: numbers only.
///
/// A number that the network has no row for counts as the unknown one, which is 2, where there is such a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WordForm {
    /// Its word, from 3.
    pub word: u32,
    /// Its shape.
    pub shape: u8,
    /// Its length.
    pub length: u8,
    /// The lists that have it, a bit for each.
    pub listed: u32,
    /// Its first characters from the left and its last ones from the right, from 3; nothing is 0.
    pub letters: [u8; LETTERS],
}

impl WordForm {
    /// The form that opens a window.
    const BORDER: Self = Self { word: 0, shape: 0, length: 0, listed: 0, letters: [0; LETTERS] };
}

/// The word and the character that stand for all that have no number.
const UNKNOWN: usize = 2;

/// Forms, and what of them enters the first step of a network, computed once for each. The first is the border.
///
/// It grows with each form, and as forms are read with and without a space before them; whoever adds forms decides when
/// it is time to forget what was computed, or to clear it.
#[derive(Clone)]
pub struct Forms<'m> {
    tables: FormTables<'m>,
    forms: Vec<WordForm>,
    /// The entries of each form without and with a space before it, from one.
    entries: Vec<[Option<NonZeroU32>; 2]>,
    /// The numbers of entries, so many for each.
    entered: Vec<f32>,
    entry_size: usize,
}

impl std::fmt::Debug for Forms<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Forms({})", self.len())
    }
}

impl<'m> Forms<'m> {
    /// No forms but the border, for a network.
    pub fn new(network: &Network<'m>) -> Self {
        let parts = network.first_near().map_or(0, |near| near.parts.len() * near.down.inputs);
        let (tables, entry_size) = (network.forms, network.sizes.width + parts);
        let mut forms = Self { tables, forms: Vec::new(), entries: Vec::new(), entered: Vec::new(), entry_size };
        forms.clear();
        forms
    }

    /// Forgets all forms but the border.
    pub fn clear(&mut self) {
        self.forms.clear();
        self.entries.clear();
        self.entered.clear();
        self.add(&WordForm::BORDER);
    }

    /// Forgets what was computed of forms; they keep their numbers.
    pub fn forget(&mut self) {
        self.entries.fill([None; 2]);
        self.entered.clear();
    }

    /// The number of forms, the border among them.
    #[allow(clippy::len_without_is_empty, reason = "the border is always there")]
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// The number of bytes they take.
    pub fn room(&self) -> usize {
        size_of_val(&*self.forms) + size_of_val(&*self.entries) + size_of_val(&*self.entered)
    }

    /// Gives a form its number.
    pub fn add(&mut self, form: &WordForm) -> u32 {
        self.forms.push(*form);
        self.entries.push([None; 2]);
        self.forms.len() as u32 - 1
    }

    /// Computes the vector of a form, that of the border where there is none.
    #[inline(always)]
    pub(super) fn vector(&self, form: u32, vector: &mut [f32]) {
        let tables = &self.tables;
        let form = self.forms.get(form as usize).unwrap_or(&WordForm::BORDER);
        tables.letters(&form.letters, vector);
        let word = known(form.word as usize, tables.word_scales.len());
        let scale = tables.word_scales.get(word).map_or(0.0, float);
        let narrow = tables.narrow;
        let row = tables.words.get(word * narrow..(word + 1) * narrow).unwrap_or_default();
        for at in 0..row.len() {
            vector[at] += f32::from(row[at].cast_signed()) * scale;
        }
        add_row(vector, tables.shapes, usize::from(form.shape));
        add_row(vector, tables.lengths, usize::from(form.length));
        for bit in (0..u32::BITS as usize).filter(|bit| form.listed >> bit & 1 == 1) {
            add_row(vector, tables.listed, bit);
        }
    }

    /// The entry of a form, that of the border where there is none; whether its numbers have yet to be written.
    #[inline(always)]
    pub(super) fn entry(&mut self, form: u32, spaced: bool) -> (u32, bool) {
        let form = if (form as usize) < self.entries.len() { form as usize } else { 0 };
        let entry = &mut self.entries[form][usize::from(spaced)];
        if let Some(entry) = entry {
            return (entry.get() - 1, false);
        }
        let number = (self.entered.len() / self.entry_size) as u32;
        *entry = NonZeroU32::new(number + 1);
        self.entered.resize(self.entered.len() + self.entry_size, 0.0);
        (number, true)
    }

    /// The numbers of an entry.
    #[inline(always)]
    pub(super) fn entered(&self, entry: u32) -> &[f32] {
        &self.entered[entry as usize * self.entry_size..][..self.entry_size]
    }

    #[inline(always)]
    pub(super) fn entered_mut(&mut self, entry: u32) -> &mut [f32] {
        &mut self.entered[entry as usize * self.entry_size..][..self.entry_size]
    }
}

/// Lanes of what convolutions see.
const SEEN: usize = 8;

impl FormTables<'_> {
    /// The vector of the characters of a form: the greatest of what convolutions of widths three and five see of
    /// them.
    #[inline(always)]
    fn letters(&self, letters: &[u8; LETTERS], vector: &mut [f32]) {
        let half = self.narrow / 2;
        let known_letters = self.letters.len() / half / PLACES;
        let letters = letters.map(|letter| match usize::from(letter) {
            0 => None,
            letter => Some(known(letter, known_letters) * PLACES * half),
        });
        for first in (0..half).step_by(SEEN) {
            let three = self.greatest::<3>(&letters, half, first);
            let five = self.greatest::<5>(&letters, half, 3 * half + first);
            for (start, seen) in [(first, three), (half + first, five)] {
                let (scales, biases) = (&self.letter_scales[start..][..SEEN], &self.letter_biases[start..][..SEEN]);
                let vector = &mut vector[start..][..SEEN];
                for at in 0..SEEN {
                    vector[at] = positive(f32::from(seen[at]) * float(&scales[at]) + float(&biases[at]));
                }
            }
        }
    }

    /// The greatest of what a convolution sees around each character, for some lanes of its first place.
    #[inline(always)]
    fn greatest<const WIDTH: usize>(
        &self,
        letters: &[Option<usize>; LETTERS],
        half: usize,
        lane: usize,
    ) -> [i16; SEEN] {
        let mut greatest = [i16::MIN; SEEN];
        for at in 0..LETTERS {
            let mut sums = [0i16; SEEN];
            for place in 0..WIDTH {
                let letter = (at + place).checked_sub(WIDTH / 2).and_then(|at| letters.get(at));
                let Some(start) = letter.copied().flatten() else { continue };
                let row = self.letters.get(start + place * half + lane..).and_then(|row| row.first_chunk::<SEEN>());
                let Some(row) = row else { continue };
                for at in 0..SEEN {
                    sums[at] = sums[at].wrapping_add(i16::from_le_bytes(row[at]));
                }
            }
            for at in 0..SEEN {
                greatest[at] = if sums[at] > greatest[at] { sums[at] } else { greatest[at] };
            }
        }
        greatest
    }
}

/// A number that has a row.
#[inline(always)]
fn known(number: usize, rows: usize) -> usize {
    const { assert!(UNKNOWN < SPECIAL) };
    if number < rows { number } else { UNKNOWN }
}

/// Adds a row of a table, if it has such a row.
#[inline(always)]
fn add_row(vector: &mut [f32], table: &[[u8; 4]], row: usize) {
    let start = row * vector.len();
    let row = table.get(start..start + vector.len()).unwrap_or_default();
    for at in 0..row.len() {
        vector[at] += float(&row[at]);
    }
}
