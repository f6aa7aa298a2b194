//! Recognisers that work by pattern: one file each, all of them in one pass over the text.

mod bank;
mod definition;
mod extend;
mod field;
mod rules;
mod scan;
mod stored;

pub use bank::{Bank, BankError, Source, Tables};
pub use definition::Definition;
pub use rules::Rules;
pub use sfumato_automaton::TableError;
pub use stored::StoredBank;
