//! From findings to edits: policies, operators, plans.
//!
//! A [`Policy`] says what happens to each category; [`plan`] decides for every mention of a document, with the rule
//! that decided; [`edits`] turns the plan into replacements.

mod keys;
mod operators;
mod plan;
mod policy;
mod token;

pub use keys::{KeyError, Keys};
pub use operators::{Operator, Operators};
pub use plan::{Action, Decision, Plan, PlanError, edits, plan};
pub use policy::{Fate, FileRules, Information, Patterns, Policy, PolicyError, Recognise, Reference, nearest};
pub use token::{TokenError, Unmasked, unmask};
