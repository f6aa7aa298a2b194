//! From findings to edits: policies, operators, plans.
//!
//! A [`Policy`] says what happens to each category. A [`Planner`] decides about every mention of a document and every
//! phrase beside them, and writes the texts that take their places: a [`Plan`], which nobody changes and
//! [`Plan::edits`] carries out.

mod choices;
mod citations;
mod decisions;
mod digest;
mod fit;
mod keys;
mod numbers;
mod operators;
mod phrases;
mod plan;
mod planner;
mod policy;
mod pseudonyms;
mod strategy;
mod suggestion;
mod token;

pub use choices::{Choice, Choices, REVIEW};
pub use decisions::CITATION;
pub use digest::digest;
pub use fit::{Fitted, Label, fit, may_widen};
pub use keys::{KeyError, Keys};
pub use numbers::NumberTreatment;
pub use operators::Operator;
use operators::Operators;
pub use phrases::{Account, Accounting, Objection, Outcome, Rejected, RiskReference, Verdict};
pub use plan::{Action, DateOrder, Decision, Plan, PlanError, Replacement, ReplacementOrigin};
pub use planner::Planner;
pub use policy::{
    FileRules, Limits, Otherwise, PartRule, Patterns, Policy, PolicyError, Pseudonyms, Recognise, Reference, Rendering,
    TERM,
};
pub use pseudonyms::PseudonymSource;
pub use strategy::Strategy;
pub use suggestion::{nearest, suggestion, suggestion_or};
pub use token::{OpenedTokens, TokenError, unmask};
