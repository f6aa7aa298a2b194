//! Why a file is not read or written. Says where, never what stood there.

/// Why a PDF is not read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// The file is not a PDF, or too broken to be read as one.
    #[error("damaged PDF at byte {at}: {what}")]
    Damaged {
        /// Where in the file.
        at: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// An object does not hold what it must.
    #[error("damaged PDF, object {number}: {what}")]
    Object {
        /// The object.
        number: u32,
        /// What is wrong with it.
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
        /// What cannot be read, and what to do.
        what: &'static str,
    },
    /// Something that belongs to no page cannot be read.
    #[error("{what}")]
    Part {
        /// What it is, and what to do.
        what: &'static str,
    },
    /// The bytes of a stream cannot be decoded.
    #[error("a stream cannot be read: {what}")]
    Filter {
        /// What is wrong with it.
        what: &'static str,
    },
    /// More of something than a sound file has.
    #[error("the PDF has {what}, more than is read")]
    Bomb {
        /// What there is too much of.
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
