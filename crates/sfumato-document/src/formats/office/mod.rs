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
pub(crate) use odf::{mend_flat as mend_flat_odf, walk_flat as walk_flat_odf};
pub use sheets::Xlsx;
pub use slides::Pptx;
pub use word::Docx;

use crate::formats::{FileKind, ReadError, archive};
use crate::zip;
use memchr::memmem;

/// Tells which kind of document a zip archive is, from the names of its members.
pub(crate) fn tell(bytes: &[u8]) -> Result<FileKind, ReadError> {
    let head = bytes.get(..bytes.len().min(200)).unwrap_or_default();
    if memmem::find(head, b"mimetypeapplication/vnd.oasis.opendocument.").is_some() {
        return Ok(FileKind::Odf);
    }
    // An archive may hold office documents and be none, so that it is the names of its own members that tell. Some programs
    // write all names in small letters.
    let names = zip::names(bytes)?;
    let has = |start: &str| {
        names.iter().any(|name| name.get(..start.len()).is_some_and(|there| there.eq_ignore_ascii_case(start)))
    };
    if has("mimetype") && has("content.xml") && has("META-INF/manifest.xml") {
        return Ok(FileKind::Odf);
    }
    match () {
        () if !has("[Content_Types].xml") => archive::tell(&names, head),
        () if has("word/") => Ok(FileKind::Docx),
        () if has("xl/") => Ok(FileKind::Xlsx),
        () if has("ppt/") => Ok(FileKind::Pptx),
        () => Err(ReadError::Unsupported { kind: "an office package of a kind that is not known" }),
    }
}
