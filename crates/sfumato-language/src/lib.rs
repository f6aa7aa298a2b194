//! The parts of a text: language, sentences, tokens.
//!
//! [`Analysis`] is computed once for a document and lazily: who asks only for the folded text pays for nothing else.

mod abbreviations;
mod aligned;
mod analysis;
mod chunks;
mod compounds;
mod forms;
mod grammar;
pub mod inflect;
mod language;
mod lemmas;
mod letters;
mod models;
mod negation;
mod sentences;
mod stopwords;
mod tagged;
mod tags;
mod terms;
mod tokens;
#[cfg(feature = "train")]
pub mod train;
pub mod treebank;
mod unsupported;
mod words;

pub use aligned::Aligned;
pub use analysis::{Analysis, AnalysisMemory};
pub use chunks::{Chunk, ChunkKind};
pub use grammar::{ParsedSentence, Parser};
pub use language::Languages;
pub use lemmas::{Lemmas, LemmasError};
pub use letters::plain;
pub use models::{LanguageModels, ModelFiles, Models, ModelsError};
pub use sfumato_words::Language;
pub use tags::Upos;
pub use terms::{TaggedSentence, Term, TermFinder, TermKind};
pub use tokens::{Token, TokenKind};
pub use unsupported::UnsupportedLanguage;
pub use words::{Convention, DESCRIPTION};
