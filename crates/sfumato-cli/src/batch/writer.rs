//! Puts results into their places one by one, each whole, and writes them down.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::{BatchEntry, BatchJournal, EntryOutcome, path_of};
use crate::failure::Failure;
use crate::output::StagedFile;

/// So many results are on their way to the disk at once; one after another, each would wait for it alone.
const AT_ONCE: usize = 16;

/// So many wait for that; more would only be made sooner.
const WAITING: usize = 64;

/// A result that is made and not yet in its place, with what will be written down of it; a failure has no file.
pub struct PreparedResult {
    staged: Option<StagedFile>,
    entry: BatchEntry,
}

/// Threads that put results into their places.
pub struct BatchWriter {
    output: PathBuf,
    /// The hidden folder that results are made in.
    staging: PathBuf,
    count: AtomicUsize,
    sender: Option<SyncSender<PreparedResult>>,
    threads: Vec<JoinHandle<()>>,
    shared: Arc<WriterState>,
}

struct WriterState {
    journal: BatchJournal,
    failed: Mutex<Option<Failure>>,
    has_failed: AtomicBool,
}

impl BatchWriter {
    /// Threads that write below a folder. What an earlier run left in the hidden folder is removed.
    pub fn start(output: &Path, staging: &Path, journal: BatchJournal) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::io(output.display().to_string(), &error);
        if staging.exists() {
            std::fs::remove_dir_all(staging).map_err(failed)?;
        }
        std::fs::create_dir_all(output).map_err(failed)?;
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(staging).map_err(failed)?;
        let shared = Arc::new(WriterState { journal, failed: Mutex::default(), has_failed: AtomicBool::new(false) });
        let (sender, receiver) = sync_channel(WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let start = |_| {
            let (shared, receiver) = (Arc::clone(&shared), Arc::clone(&receiver));
            std::thread::Builder::new().spawn(move || shared.work(&receiver))
        };
        let threads = (0..AT_ONCE).map(start).collect::<Result<_, _>>().map_err(failed)?;
        let (output, staging, count) = (output.to_path_buf(), staging.to_path_buf(), AtomicUsize::new(0));
        Ok(Self { output, staging, count, sender: Some(sender), threads, shared })
    }

    /// The journal.
    pub fn journal(&self) -> &BatchJournal {
        &self.shared.journal
    }

    /// True once something could not be written; there is no point in going on then.
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Ordering::Relaxed)
    }

    /// Takes a result to its place; it may be read by whoever may read the file it was made `from`. Waits if too many are
    /// on their way.
    pub fn write(&self, entry: BatchEntry, bytes: &[u8], from: Option<&Path>) -> Result<(), Failure> {
        let EntryOutcome::Masked { output, .. } = &entry.outcome else { return self.note(entry) };
        let place = self.output.join(path_of(output));
        let staged = self.staging.join(self.count.fetch_add(1, Ordering::Relaxed).to_string());
        let staged = StagedFile::make(staged, place.clone(), bytes, from)
            .map_err(|error| Failure::io(place.display().to_string(), &error))?;
        self.send(PreparedResult { staged: Some(staged), entry });
        Ok(())
    }

    /// Writes down an input that has no result.
    pub fn note(&self, entry: BatchEntry) -> Result<(), Failure> {
        self.send(PreparedResult { staged: None, entry });
        Ok(())
    }

    fn send(&self, prepared: PreparedResult) {
        if let Some(sender) = &self.sender {
            // Nobody takes it once writing has failed, and that is told at the end.
            let _ = sender.send(prepared);
        }
    }

    /// Waits for everything that is on its way, and returns the journal, or the first failure.
    pub fn finish(mut self) -> Result<BatchJournal, Failure> {
        self.sender = None;
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
        let _ = std::fs::remove_dir_all(&self.staging);
        let shared = Arc::into_inner(self.shared).ok_or_else(|| Failure::call("a thread did not end"))?;
        match shared.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => shared.journal.settle().map(|()| shared.journal),
        }
    }
}

impl WriterState {
    /// Takes results until there are no more. After a failure they are taken and thrown away, so that nobody waits.
    fn work(&self, receiver: &Mutex<Receiver<PreparedResult>>) {
        loop {
            let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(prepared) = next else { return };
            if self.has_failed.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(failure) = self.place(prepared) {
                self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                self.has_failed.store(true, Ordering::Relaxed);
            }
        }
    }

    fn place(&self, prepared: PreparedResult) -> Result<(), Failure> {
        if let Some(staged) = prepared.staged {
            staged.publish().map_err(|error| Failure::io(staged.place().display().to_string(), &error))?;
        }
        self.journal.add(&prepared.entry)
    }
}
