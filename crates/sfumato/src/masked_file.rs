//! Files in, files out: the calls that whoever has bytes and wants bytes needs.

use std::fmt;

use sfumato_document::{Document, Edits, ReadError, WriteError};
use sfumato_mask::{TokenError, unmask};

use crate::{
    Anonymiser, DocumentFile, FileHint, MaskedDocument, PlanFile, PlanFileError, PlanOptions, Report, RunError,
};

/// A masked file: it was read again and searched for everything that was masked.
#[derive(Clone, PartialEq)]
pub struct Masked {
    /// The file, of the same kind as it was.
    pub bytes: Vec<u8>,
    /// The account of each document in it: one for most files, one a line for JSON Lines.
    pub reports: Vec<Report>,
}

impl fmt::Debug for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Masked({} bytes, {} documents)", self.bytes.len(), self.reports.len())
    }
}

/// A file in which values were brought back.
#[derive(Clone, PartialEq, Eq)]
pub struct Unmasked {
    /// The file, of the same kind as it was.
    pub bytes: Vec<u8>,
    /// The number of places at which a value was brought back.
    pub values: usize,
}

impl fmt::Debug for Unmasked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unmasked({} bytes, {} values)", self.bytes.len(), self.values)
    }
}

/// Why a file was not worked on. Tells the place and what to do, never what stands there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct FileError {
    /// The line on which the document begins, if the file is a collection.
    pub line: Option<usize>,
    /// What is the matter.
    pub fault: FileFault,
}

/// What is the matter with a file or with what was asked of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It was not masked.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The plan does not fit it.
    #[error(transparent)]
    Plan(#[from] PlanFileError),
    /// Nothing can be brought back in it.
    #[error(transparent)]
    Unmask(#[from] TokenError),
    /// What was brought back could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A plan is made for one document, and this is a collection.
    #[error("a collection of documents; a plan is made for one document")]
    Collection,
    /// How much it tells was to be said, and nothing was measured.
    #[error("the policy sets no limit, so that nothing was measured; build the anonymiser with `assess`")]
    NotMeasured,
    /// Bringing values back needs the key that they were masked with.
    #[error("unmasking needs the key")]
    NoKey,
}

impl FileError {
    /// A name for the fault that stays the same from version to version, for programs that answer to it.
    pub fn code(&self) -> &'static str {
        match &self.fault {
            FileFault::Read(error) => match error {
                ReadError::Empty => "empty",
                ReadError::TooLarge => "too-large",
                ReadError::Binary | ReadError::Unsupported { .. } => "not-read",
                ReadError::OldOffice(_) => "old-office",
                ReadError::Picture | ReadError::ScannedPage { .. } | ReadError::UnreadablePage { .. } => {
                    "needs-recognition"
                }
                ReadError::Encrypted => "encrypted",
                ReadError::Signed => "signed",
                ReadError::NoColumn { .. } => "no-column",
                _ => "malformed",
            },
            FileFault::Run(RunError::Refused { .. }) => "refused-part",
            FileFault::Run(RunError::UnsupportedLanguage { .. }) => "unsupported-language",
            FileFault::Run(RunError::Leak(_) | RunError::ReadBack(_)) => "not-verified",
            FileFault::Run(RunError::Write(_)) | FileFault::Write(_) => "not-writable",
            FileFault::Run(_) => "not-masked",
            FileFault::Plan(PlanFileError::OtherDocument) => "other-document",
            FileFault::Plan(_) => "bad-plan",
            FileFault::Unmask(_) => "not-unmasked",
            FileFault::Collection => "collection",
            FileFault::NotMeasured => "not-measured",
            FileFault::NoKey => "no-key",
        }
    }
}

impl Anonymiser<'_> {
    /// Masks a file: the same kind of file comes back, read again and searched for everything that was masked, with an
    /// account of every change.
    ///
    /// ```
    /// use sfumato::{Anonymiser, FileHint};
    ///
    /// let anonymiser = Anonymiser::builder().build()?;
    /// let masked = anonymiser.mask(b"Dear Dr. Ann Lee, write to ann.lee@example.org.".to_vec(), &FileHint::default())?;
    /// assert_eq!(masked.bytes, b"Dear Dr. [PERSON 1], write to [EMAIL 1].");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mask(&self, bytes: Vec<u8>, hint: &FileHint) -> Result<Masked, FileError> {
        let file = opened(bytes, hint)?;
        let mut reports = Vec::with_capacity(file.len());
        let bytes = rewritten(
            &file,
            |document, name| {
                let masked = self.mask_document(document)?;
                let written = masked.write(file.format(), document)?;
                reports.push(self.report(&masked, document, name));
                Ok(written)
            },
            hint,
        )?;
        Ok(Masked { bytes, reports })
    }

    /// Returns what [`mask`](Self::mask) would report of each document, without writing anything.
    pub fn detect(&self, bytes: Vec<u8>, hint: &FileHint) -> Result<Vec<Report>, FileError> {
        let file = opened(bytes, hint)?;
        let report = |document: &Document, name: &str| Ok(self.report(&self.mask_document(document)?, document, name));
        each(&file, hint, report)
    }

    /// The same of an anonymiser that measures, for which every report has a [`risk`](Report::risk); an error if it
    /// measures nothing.
    pub fn assess(&self, bytes: Vec<u8>, hint: &FileHint) -> Result<Vec<Report>, FileError> {
        match self.risks {
            Some(_) => self.detect(bytes, hint),
            None => Err(FileError { line: None, fault: FileFault::NotMeasured }),
        }
    }

    /// Returns the plan of a file of one document, to be read, edited and carried out by [`apply`](Self::apply).
    pub fn plan(&self, bytes: Vec<u8>, hint: &FileHint, options: &PlanOptions) -> Result<PlanFile, FileError> {
        let (file, document) = single(bytes, hint)?;
        let masked = self.mask_document(&document).map_err(|error| located(&file, 0, error))?;
        Ok(self.plan_file(&document, &masked, options))
    }

    /// Masks a file as a plan says, and decides about nothing else: exactly its changes are made. The result is read again
    /// and searched as that of [`mask`](Self::mask).
    pub fn apply(&self, plan: PlanFile, bytes: Vec<u8>, hint: &FileHint) -> Result<Masked, FileError> {
        let (file, document) = single(bytes, hint)?;
        let masked = plan.carry_out(&document).map_err(|error| located(&file, 0, error))?;
        let bytes = masked.write(file.format(), &document).map_err(|error| located(&file, 0, error))?;
        let report = self.report(&masked, &document, hint.name());
        Ok(Masked { bytes, reports: vec![report] })
    }

    /// Brings back what was encrypted in a file, with the keys it was encrypted with: the numbers that a policy with `ff1`
    /// enciphers, and what any other encrypts.
    pub fn unmask(&self, bytes: Vec<u8>, hint: &FileHint) -> Result<Unmasked, FileError> {
        let file = opened(bytes, hint)?;
        let mut values = 0;
        let bytes = rewritten(
            &file,
            |document, _| {
                let edits = self.restoring(document)?;
                values += edits.len();
                Ok(file.format().write(document, &edits)?)
            },
            hint,
        )?;
        Ok(Unmasked { bytes, values })
    }

    fn restoring(&self, document: &Document) -> Result<Edits, FileFault> {
        let keys = self.keys.as_ref().ok_or(FileFault::NoKey)?;
        if self.policy.enciphers() {
            return Ok(self.decipher(document)?);
        }
        match unmask(document, keys) {
            Ok(unmasked) => Ok(unmasked.edits),
            Err(TokenError::None) => Ok(Edits::none()),
            Err(error) => Err(error.into()),
        }
    }

    fn report(&self, masked: &MaskedDocument, document: &Document, name: &str) -> Report {
        Report::new(masked, document, name, &self.reporting)
    }
}

fn opened(bytes: Vec<u8>, hint: &FileHint) -> Result<DocumentFile, FileError> {
    DocumentFile::open(bytes, hint).map_err(|error| FileError { line: None, fault: error.into() })
}

/// The one document of a file.
fn single(bytes: Vec<u8>, hint: &FileHint) -> Result<(DocumentFile, Document), FileError> {
    let file = opened(bytes, hint)?;
    if file.is_collection() || file.len() != 1 {
        return Err(FileError { line: None, fault: FileFault::Collection });
    }
    let document = file.document(0).map_err(|error| located(&file, 0, error))?;
    Ok((file, document))
}

/// What becomes of each document, in order; the first failure is that of the file.
fn each<T>(
    file: &DocumentFile,
    hint: &FileHint,
    mut work: impl FnMut(&Document, &str) -> Result<T, FileFault>,
) -> Result<Vec<T>, FileError> {
    let mut one = |number| {
        let document = file.document(number)?;
        work(&document, &file.name_of(number, hint.name()))
    };
    (0..file.len()).map(|number| one(number).map_err(|fault| located(file, number, fault))).collect()
}

/// The file with each of its documents as it was written anew.
fn rewritten(
    file: &DocumentFile,
    mut work: impl FnMut(&Document, &str) -> Result<Vec<u8>, FileFault>,
    hint: &FileHint,
) -> Result<Vec<u8>, FileError> {
    let written = each(file, hint, |document, name| work(document, name).map(Some))?;
    Ok(file.assemble(&written))
}

/// A fault of a document, with its line unless that is said already.
fn located(file: &DocumentFile, number: usize, fault: impl Into<FileFault>) -> FileError {
    let fault = fault.into();
    let says_line = matches!(fault, FileFault::Read(ReadError::Syntax { .. }));
    FileError { line: (file.is_collection() && !says_line).then(|| file.line(number)), fault }
}
