//! Collections of documents as tables of people, so that nobody stands out among them.
//!
//! A folder of documents about people is a table in disguise: each document a record, what it says of its person the
//! attributes. A [`CollectionReader`] finds them; what is general about each value a [`ValueNode`] knows.
//! Nothing here reads or writes files.

mod attribute;
mod collection;
mod labels;
mod lists;
mod node;
mod occupations;
mod phrases;
mod places;
mod reading;
mod report;
mod solution;
mod table;
mod writing;

pub use attribute::{Attribute, AttributeClass, AttributeClasses, ClassesError};
pub use collection::{CollectionError, DocumentSource, WrittenCollection, write_collection};
pub use labels::label;
pub use node::{ROOT, ValueNode, covers, levels, path};
pub use reading::{AttributeMention, CollectionReader, MentionGround, PersonRecord, ReadingError};
pub use report::{CollectionReport, CollectionRisk, ReportedRow, UniquePerson};
pub use solution::{CollectionGoal, CollectionSolution, bits_kept};
pub use table::{CollectedPerson, CollectionTable, DictionaryEntry};
pub use writing::WrittenDocument;
