//! Takes the people and the secrets out of documents and leaves the documents useful.
//!
//! The stages, each a crate: [`document`] reads and writes, [`language`] analyses, [`detect`] finds, [`mask`] decides
//! and replaces. [`Anonymiser`] is all of them with everything embedded.
//!
//! ```
//! use sfumato::{Anonymiser, Config, document::formats::{DocumentFormat, TextFile}};
//!
//! let anonymiser = Anonymiser::new(Config::default())?;
//! let document = TextFile.read(b"Dear Dr. Ann Lee, write to ann.lee@example.org.".to_vec())?;
//! let masked = anonymiser.mask(&document)?;
//! let bytes = TextFile.write(&document, &masked.edits)?;
//! assert_eq!(bytes, b"Dear Dr. [PERSON 1], write to [EMAIL 1].");
//! assert_eq!(masked.report(&document, "letter.txt").counts["contact/email"], 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anonymiser;
mod bundle;
mod counts;
mod html;
mod map_file;
mod models;
mod plan_file;
mod report;
mod risks;
mod vectors;
mod world;

pub use anonymiser::{Anonymiser, Config, ConfigError, DocumentSurvey, Masked, RunError};
pub use bundle::{Bundle, Explanation, SurroundingsError};
pub use html::html;
pub use map_file::{MapError, MapFile, Record};
pub use models::AddedModel;
pub use plan_file::{Change, FilePlan, PLAN_VERSION, PlanFile, PlanFileError, PlanOptions};
pub use report::{
    CurveReport, DateOrderReport, EvidenceReport, MentionReport, ModelReport, REPORT_VERSION, RejectedReport,
    RemovedReport, Report, ReportOptions, RiskReport, TermReport, TermRisk,
};
pub use risks::RisksError;
pub use world::{Own, WorldError};

#[cfg(feature = "corpus")]
pub use sfumato_corpus as corpus;
pub use sfumato_detect as detect;
pub use sfumato_document as document;
pub use sfumato_knowledge as knowledge;
pub use sfumato_language as language;
pub use sfumato_mask as mask;
pub use sfumato_pseudonym as pseudonym;
pub use sfumato_risk as risk;
pub use sfumato_values as values;
