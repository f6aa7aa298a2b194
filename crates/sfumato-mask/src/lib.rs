//! From findings to edits: policies, operators, plans.
//!
//! A [`Policy`] says what happens to each category; [`plan`] decides for every mention of a document, with the rule
//! that decided; [`edits`] turns the plan into replacements.

mod beside;
mod citations;
mod digest;
mod fit;
mod keys;
mod numbers;
mod operators;
mod plan;
mod planner;
mod policy;
mod pseudonyms;
mod strategy;
mod suggestion;
mod token;

pub use digest::digest;
pub use fit::{Fitted, Label, fit, may_widen};
pub use keys::{KeyError, Keys};
pub use numbers::Numbers;
pub use operators::{Operator, Operators};
pub use plan::{Action, Decision, Plan, PlanError, Replacement, edits, plan};
pub use planner::{Account, Accounting, Objection, Outcome, Planner, Rejected, Verdict};
pub use policy::{
    Fate, FileRules, Limits, Otherwise, Patterns, Policy, PolicyError, Pseudonyms, Recognise, Reference, TERM,
};
pub use pseudonyms::{CITATION, Players, decipher, encipher, leave_citations, pseudonymise};
pub use strategy::Strategy;
pub use suggestion::{nearest, suggestion, suggestion_or};
pub use token::{TokenError, Unmasked, unmask};
