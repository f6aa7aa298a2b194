//! Archives: zip, tar and gzip files of anything, and books (EPUB).
//!
//! Every member is read by its own format, and so is every name in them; the same kind of archive comes out, with the
//! members in their order.
//! A member that cannot be read, a link or a device is something the policy decides about; what a system left beside
//! the files (owners, times, `.DS_Store`) is metadata.

pub(crate) mod budget;
mod epub;
mod gzip;
pub(crate) mod members;
mod tar;
#[cfg(test)]
mod tests;
mod zip;

use crate::formats::{FileKind, ReadError};

pub use epub::Epub;
pub use gzip::Gzip;
pub use tar::Tar;
pub use zip::Zip;

pub(crate) use members::{escape_name, unescape_name};
pub(crate) use tar::is_tar;

/// Tells which kind of archive a zip archive is that is no office document, by the names of its members.
pub(crate) fn tell(names: &[String], head: &[u8]) -> Result<FileKind, ReadError> {
    const BOOK: &[u8] = b"mimetypeapplication/epub+zip";
    let is_book = memchr::memmem::find(head, BOOK).is_some();
    if is_book
        || names.iter().any(|name| name == "META-INF/container.xml") && names.iter().any(|name| name == "mimetype")
    {
        return Ok(FileKind::Epub);
    }
    Ok(FileKind::Zip)
}
