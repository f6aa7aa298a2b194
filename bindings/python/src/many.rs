//! Many texts or records on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sfumato::detect::labels::LabelSet;
use sfumato::document::OffsetUnit;
use sfumato::document::formats::FileKind;
use sfumato::{Anonymiser, DocumentFile, FileError, FileFault, FileHint, FoundOptions, FoundPlace};

use crate::report::NativeReport;

/// A masked text and its report.
pub struct MaskedText {
    text: String,
    report: NativeReport,
}

impl MaskedText {
    /// Masks a text of the kind that the hint names, whatever else it may look like.
    pub fn of(anonymiser: &Anonymiser<'_>, text: &str, hint: &FileHint) -> Result<Self, FileError> {
        let mut masked = anonymiser.mask(text.as_bytes().to_vec(), hint)?;
        let text = String::from_utf8(masked.bytes).expect("a text in UTF-8 stays one");
        Ok(Self { text, report: masked.reports.remove(0).into() })
    }

    /// The same as Python has it.
    pub fn into_pair(self) -> (String, NativeReport) {
        (self.text, self.report)
    }
}

/// A plain text, whatever it looks like.
pub fn plain() -> FileHint {
    FileHint::default().kind(FileKind::Text)
}

/// A record: an object of JSON in one line, whose member of this name is its text.
pub fn record(text_field: &str) -> FileHint {
    FileHint::default().kind(FileKind::JsonLines).text_field(text_field)
}

/// What is found in a record as a JSON array of places, which name their fields and count code points from their start.
pub fn places(anonymiser: &Anonymiser<'_>, record: &str, hint: &FileHint) -> Result<String, FileError> {
    let failed = |fault: FileFault| FileError { line: None, fault };
    let file = DocumentFile::open(record.as_bytes().to_vec(), hint).map_err(|error| failed(error.into()))?;
    let document = file.document(0).map_err(|error| failed(error.into()))?;
    let masked = anonymiser.mask_document(&document).map_err(|error| failed(error.into()))?;
    let labels = LabelSet::Sfumato;
    let options = FoundOptions { unit: OffsetUnit::CodePoints, labels, show_text: false, all: false };
    let found = FoundPlace::list(&masked, labels, false);
    Ok(FoundPlace::json(&found, &document, &options).expect("places are numbers and words"))
}

/// Works on each text on so many threads, and returns what became of each in their order.
///
/// The threads live no longer than the call, so that a process that forks between calls loses none.
pub fn each_text<T: Send>(texts: &[String], threads: usize, work: impl Fn(&str) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(texts.len()));
    let run = || {
        let mut own = Vec::new();
        while let Some((number, text)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            texts.get(number).map(|text| (number, text))
        } {
            own.push((number, work(text)));
        }
        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(own);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(texts.len()) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, became)| became).collect()
}
