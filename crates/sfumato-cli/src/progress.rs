//! The progress of the run, as a bar on the terminal: one for the process, as there is one standard error.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use indicatif::{ProgressBar, ProgressStyle};
use sfumato::document::{ProgressObserver, WorkStep};

use crate::args::RunOptions;
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
