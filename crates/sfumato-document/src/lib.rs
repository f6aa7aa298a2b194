//! Documents: bytes to text and back, with every untouched byte the same.
//!
//! A [`DocumentFormat`] reads bytes into a [`Document`], which owns the text and knows where each piece of it lies in the
//! source; later stages point at the text with [`Span`]s and ask for changes with [`Edits`]; the format writes them
//! into a copy of the source.
//! Nothing here does I/O.
//!
//! ```
//! use sfumato_document::{Edits, TextEdit, formats::{DocumentFormat, TextFile}};
//!
//! let document = TextFile.read(b"Dear Ann,\r\nyours, Bob".to_vec())?;
//! let span = document.span(5, 8).expect("on character boundaries");
//! let edits = Edits::new(vec![TextEdit::new(span, "[PERSON 1]")])?;
//! assert_eq!(TextFile.write(&document, &edits)?, b"Dear [PERSON 1],\r\nyours, Bob");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod annotations;
mod container;
mod document;
mod edits;
mod encoded;
mod encoding;
pub mod formats;
mod hex;
mod layers;
mod offsets;
mod progress;
mod recognition;
mod sensitive;
mod span;
mod splice;
mod verify;
mod xml;
mod zip;

pub use document::{BlockKind, Document, Removable, RemovableKind, TextBlock};
pub use edits::{Edits, EditsError, OffsetMap, TextEdit};
pub use encoding::CharacterEncoding;
pub use offsets::{OffsetConverter, OffsetUnit};
pub use progress::{ProgressObserver, WorkStep};
pub use recognition::{
    DrawnPages, PageRasteriser, PixelImage, PixelRectangle, RecognitionError, SeenWord, TextRecogniser,
};
pub use sensitive::Sensitive;
pub use span::Span;
pub use splice::NOTHING;
pub use verify::{MaskedValue, RemainingValue, ResultVerifier};

pub use formats::{DocumentFormat, ReadError, WriteError, names_field};
