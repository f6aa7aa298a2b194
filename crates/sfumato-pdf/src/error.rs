//! Errors of reading and writing. They name the place, never what stood there.

/// An error of reading or writing a PDF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// The file is not a PDF, or too broken to be read as one.
    #[error("damaged PDF at byte {at}: {what}")]
    Damaged {
        /// The place in the file, in bytes.
        at: usize,
        /// The fault that is there.
        what: &'static str,
    },
    /// An object does not hold what it must.
    #[error("damaged PDF, object {number}: {what}")]
    Object {
        /// The object.
        number: u32,
        /// Its fault.
        what: &'static str,
    },
    /// The file is locked by a password or by rights.
    #[error("an encrypted PDF; decrypt it first")]
    Encrypted,
    /// The file is signed; any change would break the signature.
    #[error("a signed PDF; masking would break the signature, print it to a new PDF first")]
    Signed,
    /// Something on a page cannot be read, so nobody can say that nothing is left in it.
    #[error("page {page}: {what}")]
    Page {
        /// The page, counted from one.
        page: usize,
        /// The part that cannot be read, and the way out.
        what: &'static str,
    },
    /// Nobody can tell most of the letters of a page.
    #[error("page {page}: a font whose letters cannot be told; print the file to a new PDF")]
    Unreadable {
        /// The page, counted from one.
        page: usize,
    },
    /// Something that belongs to no page cannot be read.
    #[error("{what}")]
    Part {
        /// The part, and the way out.
        what: &'static str,
    },
    /// The bytes of a stream cannot be decoded.
    #[error("a stream cannot be read: {what}")]
    Filter {
        /// Its fault.
        what: &'static str,
    },
    /// More of something than a sound file has.
    #[error("the PDF has {what}, more than is read")]
    Bomb {
        /// The things there are too many of.
        what: &'static str,
    },
    /// The edits do not fit the file.
    #[error("the edits do not fit this PDF")]
    Inconsistent,
    /// A masked value could still be found in what was written.
    #[error("page {page}: removed text could still be read in the output")]
    StillThere {
        /// The page, counted from one; 0 where it is in no page.
        page: usize,
    },
}
