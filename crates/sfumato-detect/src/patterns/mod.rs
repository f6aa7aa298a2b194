//! Recognisers that work by pattern: one file each, all of them in one pass over the text.

mod around;
mod bank;
mod definition;
mod extend;
mod field;
mod rules;
mod scan;
mod stored;

pub use bank::{BankError, PatternBank, PatternTables, RecogniserSource};
pub use definition::RecogniserDefinition;
pub use rules::PatternRules;
pub use sfumato_automaton::AutomatonError;
pub use stored::StoredBank;
