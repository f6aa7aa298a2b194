//! What a text is made of: language, sentences, tokens.
//!
//! [`Analysis`] is computed once for a document and lazily: who asks only for the folded text pays for nothing else.

mod abbreviations;
mod aligned;
mod analysis;
mod language;
mod sentences;
mod tokens;

pub use aligned::Aligned;
pub use analysis::Analysis;
pub use language::{Language, Languages};
pub use tokens::{Token, TokenKind};
