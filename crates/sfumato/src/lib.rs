//! Takes the people and the secrets out of documents and leaves the documents useful.
//!
//! An [`Anonymiser`] masks files: bytes in, the same kind of file out, read again and searched for everything that was
//! masked. It is built once, holds no state, and is used from any number of threads.
//!
//! ```
//! use sfumato::{Anonymiser, FileHint};
//!
//! let anonymiser = Anonymiser::builder().build()?;
//! let letter = b"Dear Dr. Ann Lee, write to ann.lee@example.org.".to_vec();
//! let masked = anonymiser.mask(letter, &FileHint::named("letter.txt"))?;
//! assert_eq!(masked.bytes, b"Dear Dr. [PERSON 1], write to [EMAIL 1].");
//! assert_eq!(masked.reports[0].counts["contact/email"], 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What one can ask of it
//!
//! | call | returns |
//! | --- | --- |
//! | [`mask`](Anonymiser::mask) | the file with protected text replaced, and a [`Report`] for each document in it |
//! | [`detect`](Anonymiser::detect) | the same reports, and nothing is written |
//! | [`assess`](Anonymiser::assess) | reports that say how much each document tells, in bits |
//! | [`plan`](Anonymiser::plan) | what would happen, as a [`PlanFile`] that can be edited |
//! | [`apply`](Anonymiser::apply) | the file as a plan says, and nothing else is decided |
//! | [`unmask`](Anonymiser::unmask) | the file with what was encrypted brought back |
//!
//! A call either returns something whole or a [`FileError`] with a [`code`](FileError::code) that a program can match on;
//! errors, reports and `Debug` hold places and numbers, and no text of a document unless a report is asked for it
//! ([`ReportOptions`]).
//!
//! # Settings
//!
//! [`Anonymiser::builder`] takes a [policy](mask::Policy), one of the built-in ones ([`Bundle::policy`]) or
//! [a file's](mask::Policy::parse), and what it needs: [keys](mask::Keys), a [seed](pseudonym::PseudonymSeed),
//! recognisers and models of one's own, [`BroughtKnowledge`]. Whatever is wrong with them is a [`BuildError`].
//!
//! # Stages
//!
//! For those who want less than a file or more than a report, the stages are there, each a crate, and each sees those
//! before it:
//!
//! 1. [`document`] reads bytes and writes them: [`Document`](document::Document), [`Edits`](document::Edits),
//!    [formats](document::formats). [`DocumentFile`] parts a file into its documents and puts it together again.
//! 2. [`language`] analyses: [`Analysis`](language::Analysis) with sentences, tokens, tags and terms.
//! 3. [`detect`] finds: [`Recogniser`](detect::Recogniser)s make [`Finding`](detect::Finding)s, which become
//!    [`Entities`](detect::Entities).
//! 4. [`risk`] measures what a phrase still tells, with [`knowledge`] of the world.
//! 5. [`mask`] decides: a [`Policy`](mask::Policy) leads to a [`Plan`](mask::Plan), with substitutes by [`pseudonym`] and
//!    dates and quantities read by [`values`].
//!
//! [`Anonymiser::mask_document`] runs stages two to five on a document and returns a [`MaskedDocument`];
//! [`MaskedDocument::write`] writes and verifies it, which no other way of writing leaves out.

mod anonymiser;
mod belief;
mod builder;
mod bundle;
mod counts;
mod document_file;
mod exposure;
mod found;
mod html;
mod map_file;
mod masked_file;
mod models;
mod plan_file;
mod report;
mod risks;
mod vectors;
mod world;

pub use anonymiser::{Anonymiser, DocumentSurvey, MaskedDocument, RunError};
pub use builder::{AnonymiserBuilder, BuildError};
pub use bundle::{Bundle, DEFAULT_POLICY, Explanation, SurroundingsError};
pub use document_file::{DocumentFile, FileHint};
pub use exposure::{ExposureTally, SubjectExposure};
pub use found::{FoundOptions, FoundPlace};
pub use html::html;
pub use map_file::{MapError, MapFile, Record};
pub use masked_file::{FileError, FileFault, Masked, Unmasked};
pub use models::AddedModel;
pub use plan_file::{Change, FilePlan, PLAN_VERSION, PlanFile, PlanFileError, PlanOptions};
pub use report::{
    AssessedDocument, CurveReport, DateOrderReport, EvidenceReport, MentionReport, ModelReport, REPORT_VERSION,
    RejectedReport, RemovedReport, Report, ReportOptions, RiskReport, TermReport, TermRisk,
};
pub use risks::RisksError;
pub use world::{BroughtKnowledge, WorldError};

#[cfg(feature = "corpus")]
pub use sfumato_corpus as corpus;
pub use sfumato_detect as detect;
pub use sfumato_document as document;
pub use sfumato_knowledge as knowledge;
pub use sfumato_language as language;
pub use sfumato_mask as mask;
pub use sfumato_microdata as microdata;
pub use sfumato_pseudonym as pseudonym;
pub use sfumato_risk as risk;
pub use sfumato_values as values;
