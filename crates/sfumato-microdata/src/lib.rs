//! Tables about people, and the least change after which nobody stands out in them.
//!
//! A [`Microdata`] is a table by column: codes into a dictionary, with a [`AttributeRole`] for each column and a
//! [`Hierarchy`] for those that may be generalised. A [`PrivacyModel`] says what must hold, [`recode`] changes as little as
//! possible until it does, and a [`Recoding`] says of every record and column which node of the hierarchy stands there
//! now. [`PrivacyModel::verify`] looks at a result without knowing how it was made, [`loss`] measures what it cost, and
//! [`population`] how likely somebody is still found in it.
//!
//! Nothing here reads a file or a clock: who wants a limit of time gives a closure that says when to stop.
//!
//! ```
//! use sfumato_microdata::*;
//!
//! let ages = Hierarchy::from_table("34;30-39;*\n36;30-39;*\n52;50-59;*\n58;50-59;*\n")?;
//! let age = AttributeColumn::from_values("age", [Some("34"), Some("36"), Some("52"), Some("58")])
//!     .with_role(AttributeRole::QuasiIdentifier)
//!     .with_hierarchy(ages)?;
//! let table = Microdata::new(vec![age])?;
//! let recoding = recode(&table, &RecodingOptions::new(vec![PrivacyModel::KAnonymity { k: 2 }]))?;
//! assert_eq!(recoding.text(&table, 0, 0), "30-39");
//! assert_eq!(recoding.text(&table, 3, 0), "50-59");
//! # Ok::<(), MicrodataError>(())
//! ```

pub mod aggregate;
pub mod counts;
mod error;
mod hierarchy;
pub mod loss;

pub mod population;
mod privacy;
mod random;
mod recode;
mod table;

pub use error::MicrodataError;
pub use hierarchy::{Hierarchy, HierarchyNode, IntervalWidths};
pub use privacy::{Diversity, EquivalenceClasses, GroundDistance, ModelVerdict, PrivacyModel};
pub use recode::{LatticePoint, MissingValues, Recoding, RecodingMethod, RecodingOptions, recode};
pub use table::{AttributeColumn, AttributeRole, ColumnDraft, Microdata, ValueCode};
