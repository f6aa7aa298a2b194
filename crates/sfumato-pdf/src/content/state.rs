//! The graphics and text state.

use std::sync::Arc;

use crate::fonts::PdfFont;
use crate::geometry::PageMatrix;

/// The state that `q` saves and `Q` restores.
#[derive(Clone)]
pub(crate) struct GraphicsState {
    /// From the content's coordinates to those of the root.
    pub matrix: PageMatrix,
    /// `Tf`
    pub font: Option<Arc<PdfFont>>,
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

impl GraphicsState {
    pub fn new(matrix: PageMatrix) -> Self {
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
    pub text: PageMatrix,
    pub line: PageMatrix,
}

impl TextPlace {
    pub const START: Self = Self { text: PageMatrix::IDENTITY, line: PageMatrix::IDENTITY };

    /// `Tm`
    pub fn set(&mut self, matrix: PageMatrix) {
        *self = Self { text: matrix, line: matrix };
    }

    /// `Td`
    pub fn next_line(&mut self, x: f64, y: f64) {
        self.set(PageMatrix::shift(x, y).then(self.line));
    }

    /// Moves on within the line.
    pub fn advance(&mut self, x: f64, y: f64) {
        self.text = PageMatrix::shift(x, y).then(self.text);
    }
}
