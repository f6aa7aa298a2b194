//! Writing: everything is made in a hidden folder beside its place and moved there at the end, or not at all.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::fs::{File, Permissions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tempfile::TempDir;

use crate::failure::Failure;
use crate::inputs::InputFile;

/// The place for a result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OutputTarget {
    /// A file.
    File(PathBuf),
    /// Standard output.
    Standard,
}

impl OutputTarget {
    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Standard => None,
        }
    }
}

/// Returns the target of each input. `word` stands before the ending of files written beside their source.
pub fn targets(inputs: &[InputFile], output: Option<&Path>, word: &str) -> Result<Vec<OutputTarget>, Failure> {
    let targets: Vec<OutputTarget> = match output {
        None => inputs.iter().map(|input| beside(input, word)).collect::<Result<_, _>>()?,
        Some(path) if path.as_os_str() == "-" => {
            if inputs.len() > 1 {
                return Err(Failure::call("only one file can be written to standard output; give a folder with -o"));
            }
            vec![OutputTarget::Standard]
        }
        Some(path) => {
            let is_folder = path.is_dir()
                || inputs.len() > 1
                || inputs.iter().any(|input| input.in_folder)
                || ends_like_a_folder(path);
            if is_folder && path.exists() && !path.is_dir() {
                return Err(Failure::at(path.display().to_string(), "is a file; several files need a folder"));
            }
            inputs
                .iter()
                .map(|input| {
                    OutputTarget::File(if is_folder { path.join(input.result_below()) } else { path.to_path_buf() })
                })
                .collect()
        }
    };
    let real = |input: &InputFile| input.path.as_deref()?.canonicalize().ok();
    let read: LazyCell<HashSet<PathBuf>, _> = LazyCell::new(|| inputs.iter().filter_map(real).collect());
    let mut seen = HashSet::new();
    for target in &targets {
        if let OutputTarget::File(path) = target {
            if !seen.insert(path) {
                return Err(Failure::at(
                    path.display().to_string(),
                    "two inputs would be written here; mask them one by one",
                ));
            }
            refuse_input(path, |path| read.contains(path))?;
        }
    }
    Ok(targets)
}

/// An error if the file to be written is one of those that are read.
fn refuse_input(path: &Path, is_input: impl FnOnce(&Path) -> bool) -> Result<(), Failure> {
    // Most are not there yet, which is quickly told.
    if path.exists() && path.canonicalize().is_ok_and(|real| is_input(&real)) {
        return Err(Failure::at(path.display().to_string(), "is an input; it is never overwritten"));
    }
    Ok(())
}

/// Finds out beforehand whether a file can be written that takes long to make: none of the inputs, in a folder that is
/// there and lets itself be written to.
pub fn check_file<'p>(path: &Path, mut inputs: impl Iterator<Item = &'p Path>) -> Result<(), Failure> {
    let place = || path.display().to_string();
    refuse_input(path, |path| inputs.any(|input| input.canonicalize().is_ok_and(|input| input == path)))?;
    if path.is_dir() || ends_like_a_folder(path) {
        return Err(Failure::at(place(), "is a folder; name a file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::at(place(), "there is no such folder to write to"));
    }
    let written = match path.exists() && !path.is_file() {
        // A device or pipe is written as it is.
        true => Ok(()),
        false => tempfile::tempfile_in(folder).map(drop),
    };
    written.map_err(|error| Failure::io(place(), &error))
}

fn ends_like_a_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

fn beside(input: &InputFile, word: &str) -> Result<OutputTarget, Failure> {
    let Some(path) = &input.path else { return Ok(OutputTarget::Standard) };
    if input.in_folder {
        return Err(Failure::call("a folder needs a folder to be written to; give one with -o"));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match input.becomes.map(std::ffi::OsStr::new).or(path.extension()) {
        Some(ending) => format!("{stem}.{word}.{}", ending.to_string_lossy()),
        None => format!("{stem}.{word}"),
    };
    Ok(OutputTarget::File(path.with_file_name(name)))
}

/// So many results are on their way to the disk at once; one after another, each would wait for it alone.
const AT_ONCE: usize = 32;

/// A result in a hidden folder.
pub struct StagedFile {
    at: PathBuf,
    /// Its final place.
    place: PathBuf,
    /// The permissions it will have there.
    permissions: Option<Permissions>,
}

impl StagedFile {
    /// Makes a result at a hidden place; in its final one it may be read by whoever may read the file it was made `from`.
    pub fn make(at: PathBuf, place: PathBuf, bytes: &[u8], from: Option<&Path>) -> std::io::Result<Self> {
        File::create_new(&at)?.write_all(bytes)?;
        let permissions =
            from.map(|from| Ok::<_, std::io::Error>(std::fs::metadata(from)?.permissions())).transpose()?;
        Ok(Self { at, place, permissions })
    }

    /// Its final place.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Moves it to its place once it is on the disk, whatever was there before.
    pub fn publish(&self) -> std::io::Result<()> {
        self.settle()?;
        if let Some(folder) = self.place.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::rename(&self.at, &self.place)
    }

    /// Makes sure that it is on the disk, and gives it its permissions.
    fn settle(&self) -> std::io::Result<()> {
        // Elsewhere only whoever wrote a file can do so.
        let file = if cfg!(unix) { File::open(&self.at)? } else { File::options().append(true).open(&self.at)? };
        file.sync_data()?;
        self.permissions.clone().map_or(Ok(()), |permissions| file.set_permissions(permissions))
    }
}

/// Those who make sure that results are on the disk, while others are still made.
struct StagingThreads {
    /// The channel for results; `None` once there are no more.
    sender: Option<Sender<StagedFile>>,
    receiver: Arc<Mutex<Receiver<StagedFile>>>,
    /// Each tells what it settled, or what it failed at first.
    threads: Vec<JoinHandle<Result<Vec<StagedFile>, Failure>>>,
}

impl Default for StagingThreads {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender: Some(sender), receiver: Arc::new(Mutex::new(receiver)), threads: Vec::new() }
    }
}

impl StagingThreads {
    fn add(&mut self, staged: StagedFile) -> std::io::Result<()> {
        if self.threads.len() < AT_ONCE {
            let receiver = Arc::clone(&self.receiver);
            self.threads.push(std::thread::Builder::new().spawn(move || settle(&receiver))?);
        }
        // The receiver is here too, so that nothing is ever sent in vain.
        if let Some(sender) = &self.sender {
            let _ = sender.send(staged);
        }
        Ok(())
    }

    /// Waits for all of them: what was handed in, or the first failure.
    fn finish(&mut self) -> Result<Vec<StagedFile>, Failure> {
        self.sender = None;
        let joined = std::mem::take(&mut self.threads).into_iter().map(JoinHandle::join).collect::<Vec<_>>();
        let mut all = Vec::new();
        for settled in joined {
            all.extend(settled.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(all)
    }
}

impl Drop for StagingThreads {
    fn drop(&mut self) {
        // Whatever they still hold open lies in a folder that is about to go.
        self.sender = None;
        std::mem::take(&mut self.threads).into_iter().for_each(|thread| drop(thread.join()));
    }
}

/// Makes sure that results are on the disk, until no more can come.
fn settle(receiver: &Mutex<Receiver<StagedFile>>) -> Result<Vec<StagedFile>, Failure> {
    let mut settled = Vec::new();
    loop {
        let next = lock(receiver).recv();
        let Ok(staged) = next else { return Ok(settled) };
        staged.settle().map_err(|error| Failure::io(staged.place.display().to_string(), &error))?;
        settled.push(staged);
    }
}

/// A text that is written line by line beside its place, and moved there when it is whole.
pub struct StagedText {
    place: PathBuf,
    file: std::io::BufWriter<tempfile::NamedTempFile>,
}

impl StagedText {
    /// Begins a text.
    pub fn beside(place: &Path) -> Result<Self, Failure> {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::with_prefix_in(".sfumato-", folder);
        let file = file.map_err(|error| Failure::io(place.display().to_string(), &error))?;
        Ok(Self { place: place.to_path_buf(), file: std::io::BufWriter::new(file) })
    }

    /// Adds a line.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|error| Failure::io(self.place.display().to_string(), &error))
    }

    /// Moves it to its place.
    pub fn publish(self) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::io(self.place.display().to_string(), &error);
        let file = self.file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_data().map_err(failed)?;
        file.persist(&self.place).map(drop).map_err(|error| failed(error.error))
    }
}

/// Results that are made but not yet in their places.
#[derive(Default)]
pub struct StagingArea {
    // Before the folders, so that it is dropped before them.
    settlers: Mutex<StagingThreads>,
    /// One hidden folder for each folder that results go to or below.
    folders: Mutex<Vec<(PathBuf, TempDir)>>,
    standard: Mutex<Vec<u8>>,
    count: AtomicUsize,
}

impl StagingArea {
    /// Makes a result. Nothing is visible in its place until [`publish`](Self::publish); it may be read by whoever may
    /// read the file it was made `from`.
    pub fn add(&self, target: &OutputTarget, bytes: &[u8], from: Option<&Path>) -> Result<(), Failure> {
        let path = match target {
            OutputTarget::Standard => {
                lock(&self.standard).extend_from_slice(bytes);
                return Ok(());
            }
            OutputTarget::File(path) => path,
        };
        // A device or pipe is written as it is; it cannot be replaced by a file.
        if path.exists() && !path.is_file() {
            return std::fs::write(path, bytes).map_err(|error| Failure::io(path.display().to_string(), &error));
        }
        let staged = self.folder_for(path)?.join(self.count.fetch_add(1, Ordering::Relaxed).to_string());
        let staged = StagedFile::make(staged, path.clone(), bytes, from);
        let settled = staged.and_then(|staged| lock(&self.settlers).add(staged));
        settled.map_err(|error| Failure::io(path.display().to_string(), &error))
    }

    /// Moves everything to its place, or takes back what it moved: all of the results appear, or none of them.
    pub fn publish(self) -> Result<(), Failure> {
        let mut made = lock(&self.settlers).finish()?;
        made.sort_by(|a, b| a.place.cmp(&b.place));
        let mut moves = MovedFiles::default();
        let mut write = || {
            made.iter().try_for_each(|staged| {
                moves.make(staged).map_err(|error| Failure::io(staged.place.display().to_string(), &error))
            })?;
            let standard = std::mem::take(&mut *lock(&self.standard));
            if standard.is_empty() {
                return Ok(());
            }
            let mut out = std::io::stdout().lock();
            out.write_all(&standard).and_then(|()| out.flush()).map_err(|error| Failure::io("standard output", &error))
        };
        write().map_err(|failure| match moves.take_back().as_slice() {
            [] => failure,
            left => failure.and(format!("these could not be taken back and are complete: {}", left.join(", "))),
        })
    }

    /// A hidden folder on the file system of `path`: in the nearest folder above it that exists.
    fn folder_for(&self, path: &Path) -> Result<PathBuf, Failure> {
        let above =
            path.ancestors().skip(1).map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let base = above.into_iter().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let mut folders = lock(&self.folders);
        if let Some((_, folder)) = folders.iter().find(|(known, _)| known == base) {
            return Ok(folder.path().to_path_buf());
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sfumato-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(base).map_err(|error| Failure::io(base.display().to_string(), &error))?;
        let staged = folder.path().to_path_buf();
        folders.push((base.to_path_buf(), folder));
        Ok(staged)
    }
}

/// The files moved to their places so far, so that they can be taken back.
#[derive(Default)]
struct MovedFiles {
    /// Results in their places, and where that which they replaced is kept.
    moved: Vec<(PathBuf, Option<PathBuf>)>,
    /// Folders that were made for them, each before those in it.
    folders: Vec<PathBuf>,
}

impl MovedFiles {
    fn make(&mut self, staged: &StagedFile) -> std::io::Result<()> {
        let path = &staged.place;
        // Results are in order, so that those of one folder follow one another.
        let last = self.moved.last().and_then(|(last, _)| last.parent());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && last != Some(*folder)) {
            let missing = folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
            let mut missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
            missing.reverse();
            std::fs::create_dir_all(folder)?;
            self.folders.extend(missing);
        }
        let kept = staged.at.with_extension("before");
        let before = match std::fs::hard_link(path, &kept) {
            Ok(()) => Some(kept),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            // Some file systems have no links.
            Err(_) => std::fs::rename(path, &kept).map(|()| Some(kept))?,
        };
        if let Err(error) = std::fs::rename(&staged.at, path) {
            if let Some(kept) = before {
                let _ = std::fs::rename(kept, path);
            }
            return Err(error);
        }
        self.moved.push((path.clone(), before));
        Ok(())
    }

    /// Puts everything back as it was. Gives the results that had to stay.
    fn take_back(self) -> Vec<String> {
        let mut left = Vec::new();
        for (path, before) in self.moved {
            let taken = before.map_or_else(|| std::fs::remove_file(&path), |before| std::fs::rename(before, &path));
            if taken.is_err() {
                left.push(path.display().to_string());
            }
        }
        // One that something else was put into meanwhile stays.
        self.folders.iter().rev().for_each(|folder| _ = std::fs::remove_dir(folder));
        left
    }
}

/// A lock whose holder panicked guards nothing half-done here: each change is a single push.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
