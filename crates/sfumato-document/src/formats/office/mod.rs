//! Office documents: zip packages of XML parts.

pub(crate) mod formula;
pub(crate) mod grid;
#[cfg(test)]
mod laws;
mod odf;
mod ooxml;
mod package;
pub(crate) mod pictures;
mod renaming;
mod sheets;
mod slides;
mod tables;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod word;

pub use odf::Odf;
pub use sheets::Xlsx;
pub use slides::Pptx;
pub use word::Docx;

use crate::formats::{Kind, ReadError};
use memchr::memmem;

/// Tells which kind of document a zip archive is, from the names of its members.
pub(crate) fn tell(bytes: &[u8]) -> Result<Kind, ReadError> {
    let head = bytes.get(..bytes.len().min(200)).unwrap_or_default();
    if memmem::find(head, b"mimetypeapplication/vnd.oasis.opendocument.").is_some() {
        return Ok(Kind::Odf);
    }
    // The directory stands at the end of the archive.
    let directory = memmem::find(bytes, b"PK\x01\x02").and_then(|start| bytes.get(start..)).unwrap_or_default();
    let has = |name: &[u8]| memmem::find(directory, name).is_some();
    match () {
        () if !has(b"[Content_Types].xml") => Err(ReadError::Unsupported {
            kind: "a ZIP archive, or a damaged office document; unpack it and give the folder",
        }),
        () if has(b"word/") => Ok(Kind::Docx),
        () if has(b"xl/") => Ok(Kind::Xlsx),
        () if has(b"ppt/") => Ok(Kind::Pptx),
        () => Err(ReadError::Unsupported { kind: "an office package of a kind that is not known" }),
    }
}
