//! The progress of the run, as a bar on the terminal: one for the process, as there is one standard error.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sfumato::document::{ProgressObserver, WorkStep};

use crate::args::RunOptions;
use crate::failure;
use crate::inputs::InputFile;

/// Less than this is done before a bar is seen.
const LEAST_BYTES: u64 = 256 << 10;

static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Starts the bar, if there is somebody to see it and something to wait for. It counts bytes of the inputs.
pub fn start(inputs: &[InputFile], run: &RunOptions) {
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    if run.quiet || !is_terminal {
        return;
    }
    let length = |input: &InputFile| input.path.as_ref()?.metadata().ok().map(|about| about.len());
    let total: u64 = inputs.iter().filter_map(length).sum();
    if total < LEAST_BYTES {
        return;
    }
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} % of {total_bytes}, {eta} left {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let _ = BAR.set(ProgressBar::new(total).with_style(style));
}

/// Takes the bar away.
pub fn finish() {
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// So often a run that nobody watches on a terminal tells how far it has come.
const TELL_EVERY: Duration = Duration::from_secs(30);

/// What became of a file of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFate {
    Masked,
    /// An earlier run masked it.
    DoneBefore,
    Failed,
}

/// The progress of a batch: a bar on the terminal, or a line now and then.
pub struct BatchProgress {
    is_quiet: bool,
    started: Instant,
    files: AtomicUsize,
    bytes: AtomicU64,
    done: AtomicUsize,
    done_bytes: AtomicU64,
    /// The bytes that took time, of which the rate is made.
    worked_bytes: AtomicU64,
    failed: AtomicUsize,
    told: Mutex<Instant>,
    bar: Option<ProgressBar>,
}

impl BatchProgress {
    /// Progress of a run that has not begun.
    pub fn new(is_quiet: bool) -> Self {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let style = ProgressStyle::with_template("{bar:30} {prefix}").unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            is_quiet,
            started: Instant::now(),
            files: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            done: AtomicUsize::new(0),
            done_bytes: AtomicU64::new(0),
            worked_bytes: AtomicU64::new(0),
            failed: AtomicUsize::new(0),
            told: Mutex::new(Instant::now()),
            bar: (is_terminal && !is_quiet).then(|| ProgressBar::new(0).with_style(style)),
        }
    }

    /// Begins with so many files.
    pub fn start(&self, inputs: &[InputFile]) {
        let length = |input: &InputFile| input.path.as_ref()?.metadata().ok().map(|about| about.len());
        self.bytes.store(inputs.iter().filter_map(length).sum(), Ordering::Relaxed);
        self.files.store(inputs.len(), Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_length(self.bytes.load(Ordering::Relaxed));
        }
    }

    /// Counts a file.
    pub fn count(&self, bytes: u64, fate: FileFate) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.done_bytes.fetch_add(bytes, Ordering::Relaxed);
        match fate {
            FileFate::Masked => drop(self.worked_bytes.fetch_add(bytes, Ordering::Relaxed)),
            FileFate::Failed => drop(self.failed.fetch_add(1, Ordering::Relaxed)),
            FileFate::DoneBefore => {}
        }
        match &self.bar {
            Some(bar) => {
                bar.set_prefix(self.line());
                bar.inc(bytes);
            }
            None if !self.is_quiet && self.is_due() => failure::say(&self.line()),
            None => {}
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// True once in a while.
    fn is_due(&self) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told.elapsed() >= TELL_EVERY;
        if is_due {
            *told = Instant::now();
        }
        is_due
    }

    fn line(&self) -> String {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let (bytes, done) = (of(&self.bytes), of(&self.done_bytes));
        let (files, done_files) = (self.files.load(Ordering::Relaxed), self.done.load(Ordering::Relaxed));
        let failed = self.failed.load(Ordering::Relaxed);
        let rate = of(&self.worked_bytes) as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        batch_line(done_files, files, bytes.saturating_sub(done), rate, failed)
    }
}

/// `120 of 2000 files, 3.1 MB a second, 12 min left, 2 failed`.
fn batch_line(done: usize, files: usize, left: u64, rate: f64, failed: usize) -> String {
    let mut line = format!("{done} of {files} files");
    if rate > 0.0 {
        let minutes = left as f64 / rate / 60.0;
        let wait = match minutes {
            ..1.0 => format!("{:.0} s", minutes * 60.0),
            ..120.0 => format!("{minutes:.0} min"),
            _ => format!("{:.1} h", minutes / 60.0),
        };
        line += &format!(", {:.1} MB a second, {wait} left", rate / 1e6);
    }
    if failed > 0 { line + &format!(", {failed} failed") } else { line }
}

/// A watcher for a document that takes so many bytes of its file; nothing if there is no bar.
pub fn watcher(bytes: usize) -> Option<Arc<dyn ProgressObserver>> {
    let bar = BAR.get()?;
    Some(Arc::new(ProgressWatcher { bar, bytes: bytes as u64, reported: AtomicU64::new(0) }))
}

struct ProgressWatcher {
    bar: &'static ProgressBar,
    bytes: u64,
    /// The bytes of it that the bar has counted.
    reported: AtomicU64,
}

impl ProgressWatcher {
    fn tell(&self, share: f64) {
        let reached = (self.bytes as f64 * share) as u64;
        let before = self.reported.fetch_max(reached, Ordering::Relaxed);
        self.bar.inc(reached.saturating_sub(before));
    }
}

impl ProgressObserver for ProgressWatcher {
    fn reached(&self, step: WorkStep, share: f64) {
        let (name, from, to) = part(step);
        self.bar.set_message(name);
        self.tell(from + (to - from) * share.clamp(0.0, 1.0));
    }
}

impl Drop for ProgressWatcher {
    fn drop(&mut self) {
        self.tell(1.0);
    }
}

/// The name of a step, and the part of the work it covers.
fn part(step: WorkStep) -> (&'static str, f64, f64) {
    match step {
        WorkStep::Finding => ("(looking)", 0.0, 0.8),
        WorkStep::Deciding => ("(deciding)", 0.8, 0.9),
        WorkStep::Writing => ("(writing)", 0.9, 0.95),
        WorkStep::Checking => ("(checking)", 0.95, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_tells_rate_time_left_and_failures() {
        assert_eq!(batch_line(0, 9, 1000, 0.0, 0), "0 of 9 files");
        assert_eq!(batch_line(3, 9, 30_000_000, 1e6, 0), "3 of 9 files, 1.0 MB a second, 30 s left");
        assert_eq!(batch_line(3, 9, 600_000_000, 1e6, 2), "3 of 9 files, 1.0 MB a second, 10 min left, 2 failed");
        assert!(batch_line(3, 9, 36_000_000_000, 1e6, 0).ends_with("10.0 h left"));
    }

    #[test]
    fn a_document_is_counted_once_and_whole() {
        let bar: &'static ProgressBar = Box::leak(Box::new(ProgressBar::hidden()));
        let document = ProgressWatcher { bar, bytes: 1000, reported: AtomicU64::new(0) };
        document.reached(WorkStep::Finding, 0.5);
        assert_eq!(bar.position(), 400);
        document.reached(WorkStep::Finding, 0.25);
        assert_eq!(bar.position(), 400, "it never goes back");
        document.reached(WorkStep::Writing, 0.0);
        assert_eq!(bar.position(), 900);
        drop(document);
        assert_eq!(bar.position(), 1000);
    }
}
