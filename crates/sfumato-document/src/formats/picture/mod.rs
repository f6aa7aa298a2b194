//! Pictures (PNG, JPEG, TIFF): text is what a recogniser reads in their pixels.
//!
//! What is masked is blackened in the pixels, and the picture is written anew without anything that lay beside them.
//! Words that the recogniser is unsure of count as pictures inside the picture: the policy decides about them.

#[cfg(feature = "pictures")]
mod jpeg;
#[cfg(feature = "pictures")]
mod page;
#[cfg(feature = "pictures")]
mod png;
#[cfg(feature = "pictures")]
mod reading;
#[cfg(feature = "pictures")]
mod scan;
#[cfg(all(test, feature = "pictures"))]
mod tests;
#[cfg(feature = "pictures")]
mod tiff;

use std::sync::Arc;

use crate::Document;
use crate::formats::{DocumentFormat, ReadError};
use crate::recognition::TextRecogniser;
#[cfg(feature = "pictures")]
pub use scan::ScannedPdf;

/// Pictures.
#[derive(Clone, Default)]
pub struct PictureFile {
    /// The recogniser that reads them; without one they are refused.
    pub recogniser: Option<Arc<dyn TextRecogniser>>,
}

impl std::fmt::Debug for PictureFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Picture")
    }
}

/// True if a file is a picture that can be read.
pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff", b"II*\0", b"MM\0*"].iter().any(|start| bytes.starts_with(start))
}

impl DocumentFormat for PictureFile {
    fn name(&self) -> &'static str {
        "picture"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        #[cfg(not(feature = "pictures"))]
        drop(bytes);
        match &self.recogniser {
            None => Err(ReadError::Picture),
            #[cfg(not(feature = "pictures"))]
            Some(_) => Err(ReadError::Unsupported { kind: "a picture, which this build does not unpack" }),
            #[cfg(feature = "pictures")]
            Some(recogniser) => reading::read(self.name(), bytes, &**recogniser),
        }
    }
}
