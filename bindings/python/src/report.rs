//! Reports and findings, as Python sees them.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use sfumato::{MentionReport, Report};

use crate::DocumentError;

/// The account of one document.
#[pyclass(frozen, module = "sfumato._native")]
pub struct NativeReport(Report);

impl From<Report> for NativeReport {
    fn from(report: Report) -> Self {
        Self(report)
    }
}

#[pymethods]
impl NativeReport {
    /// The number of mentions that are replaced.
    #[getter]
    fn masked(&self) -> usize {
        self.0.masked
    }

    /// The number of mentions that stay.
    #[getter]
    fn kept(&self) -> usize {
        self.0.kept
    }

    /// The language it is in.
    #[getter]
    fn language(&self) -> &str {
        &self.0.language
    }

    /// Replaced mentions by category.
    #[getter]
    fn counts(&self) -> BTreeMap<String, usize> {
        self.0.counts.clone()
    }

    /// How much the document tells, in bits, if that was measured.
    #[getter]
    fn exposure(&self) -> Option<f64> {
        self.0.risk.as_ref().map(|risk| risk.exposure)
    }

    /// Every mention in order.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.0.mentions.iter().map(Finding::from).collect()
    }

    /// The whole report, in the form that the program writes.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|_| DocumentError::new_err("the report cannot be written as JSON"))
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// One mention; offsets count code points.
#[pyclass(frozen, get_all, module = "sfumato._native")]
pub struct Finding {
    start: usize,
    end: usize,
    category: String,
    score: f32,
    /// `mask` or `keep`.
    action: String,
    /// The number of its entity in the document.
    entity: Option<usize>,
    /// The recogniser that names it, and what speaks for it.
    recogniser: String,
    why: String,
    /// The text, if reports quote it.
    text: Option<String>,
}

impl From<&MentionReport> for Finding {
    fn from(mention: &MentionReport) -> Self {
        let evidence = mention.evidence.first();
        Self {
            start: mention.start,
            end: mention.end,
            category: mention.category.clone(),
            score: mention.score,
            action: mention.action.clone(),
            entity: mention.entity,
            recogniser: evidence.map(|evidence| evidence.recogniser.clone()).unwrap_or_default(),
            why: evidence.map(|evidence| evidence.why.clone()).unwrap_or_default(),
            text: mention.text.clone(),
        }
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("Finding({}-{}, {}, {:.2}, {})", self.start, self.end, self.category, self.score, self.action)
    }
}
