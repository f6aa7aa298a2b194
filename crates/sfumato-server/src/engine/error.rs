//! What went wrong in the library, as problems: its codes, and the places that it tells.

use sfumato::document::{ReadError, RemovableKind, WriteError};
use sfumato::mask::{PolicyError, TokenError, suggestion};
use sfumato::{BuildError, Bundle, FileError, FileFault, MapError, PlanFileError, RunError};

use crate::problem::Problem;

impl From<FileFault> for Problem {
    fn from(fault: FileFault) -> Self {
        let error = FileError { line: None, fault };
        let (code, told) = (error.code(), error.to_string());
        match error.fault {
            FileFault::Run(RunError::Refused { place, kind }) => {
                let way_out = match kind {
                    RemovableKind::Picture => {
                        "; the option `pictures` with remove blanks it, with keep lets it through"
                    }
                    RemovableKind::Embedded => "; the option `embedded` with remove takes it out",
                    _ => "",
                };
                Self::content(code, told + way_out).at(place)
            }
            FileFault::Run(RunError::UnsupportedLanguage { .. }) => {
                Self::content(code, told + "; the option `language` with en or es reads it all the same")
            }
            FileFault::Read(ReadError::Syntax { line, .. }) => Self::content(code, told).at(format!("line {line}")),
            FileFault::Read(ReadError::Encoding { at, .. }) => Self::content(code, told).at(format!("byte {at}")),
            FileFault::Read(ReadError::Part { part, .. }) => Self::content(code, told).at(part),
            FileFault::Plan(PlanFileError::Change { number, .. }) => {
                Self::content(code, told).at(format!("change {number}"))
            }
            FileFault::Plan(PlanFileError::Syntax { line } | PlanFileError::Form { line, .. }) => {
                Self::content(code, told).at(format!("line {line} of the plan"))
            }
            _ => Self::content(code, told),
        }
    }
}

/// Lets an error of the library be a problem by way of the fault that it is.
macro_rules! faults {
    ($($error:ty),*) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                FileFault::from(error).into()
            }
        })*
    };
}

faults!(ReadError, RunError, PlanFileError, TokenError, WriteError);

impl From<BuildError> for Problem {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::NoKey { policy } => Self::content(
                "no-key",
                format!("the policy {policy} hashes or encrypts, and the server was started without a key"),
            ),
            BuildError::NoModel { .. } => Self::content("no-model", error.to_string()),
            other => Self::content("policy", other.to_string()),
        }
    }
}

impl From<PolicyError> for Problem {
    fn from(error: PolicyError) -> Self {
        Self::content("policy", format!("policy {error}"))
    }
}

impl From<MapError> for Problem {
    fn from(error: MapError) -> Self {
        let code = if error == MapError::Unknown { "other-document" } else { "map" };
        Self::content(code, error.to_string())
    }
}

pub(super) fn unknown_policy(name: &str) -> Problem {
    let known: Vec<&str> = Bundle::policies().collect();
    Problem::content("no-policy", format!("no such policy; {}", suggestion(name, &known))).at("policy")
}
