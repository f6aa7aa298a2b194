//! The commands, one a file.

pub mod analyse;
pub mod assess;
pub mod attack;
pub mod collect;
pub mod completions;
pub mod config;
pub mod corpus;
pub mod detect;
pub mod eval;
pub mod explain;
pub mod knowledge;
pub mod licences;
pub mod manual;
pub mod mask;
pub mod plan;
pub mod policy;
#[cfg(feature = "server")]
pub mod serve;
pub mod train;
pub mod unmask;
pub mod verify;
