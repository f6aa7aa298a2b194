//! PDF files: every place that carries text, and the file without what was taken out of them.

mod blank;
mod cmap;
mod content;
mod crypt;
mod decoded;
mod dict;
mod error;
mod file;
mod filters;
mod fonts;
mod geometry;
#[cfg(test)]
mod hostile;
mod indirect;
mod layout;
mod lexer;
mod load;
#[cfg(test)]
mod load_tests;
mod lookup;
mod md5;
mod name;
mod object;
mod page;
mod parse;
mod parts;
mod pdf;
#[cfg(test)]
mod pdf_tests;
mod redact;
mod shared;
mod signed;
mod standard_names;
#[cfg(test)]
mod testing;
pub mod textstring;
mod tounicode;
mod write;
mod xref;

pub use decoded::{DecodedBytes, decoded};
pub use dict::Dict;
pub use error::PdfError;
pub use file::PdfFile;
pub use lexer::{PdfLexer, PdfToken};
pub use name::PdfName;
pub use object::{ObjectNumber, PdfObject, PdfStream};
pub use parse::ContentItem;
pub use parts::{
    AttachedFile, AttachmentChange, Inventory, PageContinuation, PdfText, PlaceEdits, PlaceKind, Removals, TextChange,
};
pub use pdf::PdfDocument;
pub use shared::SharedBytes;
