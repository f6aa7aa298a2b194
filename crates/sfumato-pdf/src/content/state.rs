//! The graphics and text state.

use std::sync::Arc;

use crate::fonts::Font;
use crate::geometry::Matrix;

/// The state that `q` saves and `Q` restores.
#[derive(Clone)]
pub(crate) struct State {
    /// From the content's coordinates to those of the root.
    pub matrix: Matrix,
    /// `Tf`
    pub font: Option<Arc<Font>>,
    /// True if the font is one that labels are set in.
    pub is_label: bool,
    /// `Tf`
    pub size: f64,
    /// `Tc`
    pub letter_space: f64,
    /// `Tw`
    pub word_space: f64,
    /// `Tz`, one for a hundred per cent.
    pub stretch: f64,
    /// `TL`
    pub leading: f64,
    /// `Ts`
    pub rise: f64,
    /// `Tr`
    pub mode: i64,
}

impl State {
    pub fn new(matrix: Matrix) -> Self {
        Self {
            matrix,
            font: None,
            is_label: false,
            size: 0.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
        }
    }
}

/// The place of text: its matrix and that of its line.
#[derive(Clone, Copy)]
pub(crate) struct TextPlace {
    pub text: Matrix,
    pub line: Matrix,
}

impl TextPlace {
    pub const START: Self = Self { text: Matrix::IDENTITY, line: Matrix::IDENTITY };

    /// `Tm`
    pub fn set(&mut self, matrix: Matrix) {
        *self = Self { text: matrix, line: matrix };
    }

    /// `Td`
    pub fn next_line(&mut self, x: f64, y: f64) {
        self.set(Matrix::shift(x, y).then(self.line));
    }

    /// Moves on within the line.
    pub fn advance(&mut self, x: f64, y: f64) {
        self.text = Matrix::shift(x, y).then(self.text);
    }
}
