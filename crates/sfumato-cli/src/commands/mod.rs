//! The commands, one a file.

pub mod completions;
pub mod detect;
pub mod explain;
pub mod mask;
pub mod policy;
pub mod unmask;
