//! A line of a journal: what became of an input.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What became of an input, as it stands in journals and manifests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchEntry {
    /// Its name below the folder that was named.
    pub input: String,
    /// SHA-256 of its bytes; absent if they could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
    /// The number of its bytes.
    pub bytes: u64,
    #[serde(flatten)]
    pub outcome: EntryOutcome,
}

/// A result, or a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EntryOutcome {
    /// It was masked.
    Masked {
        /// The name of the result below the folder of results.
        output: String,
        /// SHA-256 of its bytes.
        written: String,
        /// Replaced mentions by category.
        counts: BTreeMap<String, usize>,
        /// The records of a collection that were left out, as the user allowed.
        #[serde(default, skip_serializing_if = "is_none")]
        left_out: usize,
        /// The phrases that are still above a limit.
        #[serde(default, skip_serializing_if = "is_none")]
        above: usize,
        /// The reports of its documents, if they were asked for; in journals alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reports: Vec<String>,
    },
    /// It was left out.
    Failed {
        /// Why; never with text of a document.
        failed: String,
    },
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

impl BatchEntry {
    /// The entry as manifests have it.
    pub fn without_reports(mut self) -> Self {
        if let EntryOutcome::Masked { reports, .. } = &mut self.outcome {
            reports.clear();
        }
        self
    }
}
