//! Many patterns in one table that is read in place.
//!
//! A set of regular expressions becomes one deterministic automaton that tells, from a given start, which patterns
//! match and where each of them may end.
//! The table is a plain run of bytes: it is made while building (feature `compile`) and used without being parsed.
//!
//! Automata work on *folded* text ([`fold`]): one byte a character.
//! The price is that letters beyond Latin-1 keep nothing but their case; what it buys is that a Unicode class costs a
//! byte class, so that a few hundred patterns fit in tables of a few megabytes, and that every kind of space,
//! dash, quote and digit is one.

mod fold;
mod joint;
mod table;

#[cfg(feature = "compile")]
mod compile;
#[cfg(feature = "compile")]
mod minimise;

pub use fold::{BREAK, FoldedChar, compose, fold, is_word, represent};
pub use joint::{JointAutomaton, JointState, StretchNumber};
pub use table::{Automaton, AutomatonError, AutomatonState, AutomatonWalk, DEAD};

#[cfg(feature = "compile")]
pub use compile::{CompileError, compile, compile_each, compile_together, literal_words};
