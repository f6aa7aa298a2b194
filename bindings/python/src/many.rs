//! Many texts on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sfumato::document::formats::FileKind;
use sfumato::{Anonymiser, FileError, FileHint};

use crate::report::NativeReport;

/// A masked text and its report.
pub struct MaskedText {
    text: String,
    report: NativeReport,
}

impl MaskedText {
    /// Masks a text, whatever else it may look like.
    pub fn of(anonymiser: &Anonymiser<'_>, text: &str) -> Result<Self, FileError> {
        let hint = FileHint::default().kind(FileKind::Text);
        let mut masked = anonymiser.mask(text.as_bytes().to_vec(), &hint)?;
        let text = String::from_utf8(masked.bytes).expect("a text in UTF-8 stays one");
        Ok(Self { text, report: masked.reports.remove(0).into() })
    }

    /// The same as Python has it.
    pub fn into_pair(self) -> (String, NativeReport) {
        (self.text, self.report)
    }
}

/// Masks texts on so many threads, and returns what became of each in their order.
///
/// The threads live no longer than the call, so that a process that forks between calls loses none.
pub fn each_text(anonymiser: &Anonymiser<'_>, texts: &[String], threads: usize) -> Vec<Result<MaskedText, FileError>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<MaskedText, FileError>)>> = Mutex::new(Vec::with_capacity(texts.len()));
    let work = || {
        let mut own = Vec::new();
        while let Some((number, text)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            texts.get(number).map(|text| (number, text))
        } {
            own.push((number, MaskedText::of(anonymiser, text)));
        }
        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(own);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(texts.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, masked)| masked).collect()
}
