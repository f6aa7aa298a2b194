//! Reviews that outlive their server: a folder with one folder for each, in which are the file, what was found in it, and
//! the log, to which every step adds a line.
//!
//! These are the documents as they came: the folder is readable by its owner alone, and what is ended is deleted.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::open::Review;
use super::operation::NotedLine;
use super::record::ReviewRecord;
use crate::engine::{self, Engine};
use crate::options::RequestOptions;
use crate::problem::Problem;

/// The file, as it came.
const FILE: &str = "file";
/// The findings and the owner.
const RECORD: &str = "review.json";
/// The steps, one a line.
const LOG: &str = "log.jsonl";

/// The folder of the reviews that are kept.
#[derive(Debug)]
pub struct ReviewFolder(PathBuf);

/// A review as it is kept, but for its file and its log.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptReview {
    owner: String,
    record: ReviewRecord,
}

/// A review that was kept, read again.
pub struct ReadReview {
    /// Its name in addresses.
    pub id: String,
    /// The name of its owner's token.
    pub owner: String,
    /// The review.
    pub review: Review,
}

impl ReviewFolder {
    /// A folder, which is made if there is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        Ok(Self(path.to_path_buf()))
    }

    /// Keeps a review as it is.
    pub fn keep(&self, id: &str, owner: &str, review: &Review) -> Result<(), Problem> {
        let written = || -> io::Result<()> {
            let folder = self.0.join(id);
            make_folder(&folder)?;
            write_whole(&folder.join(FILE), review.upload.file().all_bytes())?;
            let mut record = review.record();
            let log = std::mem::take(&mut record.log);
            let mut lines = Vec::new();
            log.iter().try_for_each(|line| write_line(&mut lines, line))?;
            write_whole(&folder.join(LOG), &lines)?;
            // The last to be there: without it there is no review.
            let kept = serde_json::to_vec(&KeptReview { owner: owner.to_owned(), record })?;
            write_whole(&folder.join(RECORD), &kept)
        };
        written().map_err(|error| not_kept(&error))
    }

    /// Adds the last line of the log of a review.
    pub fn add_line(&self, id: &str, review: &Review) -> Result<(), Problem> {
        let written = || -> io::Result<()> {
            let mut line = Vec::new();
            review.log.last().map_or(Ok(()), |last| write_line(&mut line, last))?;
            let mut log = OpenOptions::new().append(true).open(self.0.join(id).join(LOG))?;
            log.write_all(&line)?;
            log.sync_data()
        };
        written().map_err(|error| not_kept(&error))
    }

    /// Ends a review.
    pub fn remove(&self, id: &str) -> Result<(), Problem> {
        match fs::remove_dir_all(self.0.join(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(not_kept(&error)),
            _ => Ok(()),
        }
    }

    /// The names of all that are kept, in order.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let is_name = |name: &String| name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_name(&name) && entry.path().join(RECORD).is_file() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Opens one again.
    pub fn read(&self, engine: &Engine, id: &str) -> Result<ReadReview, Problem> {
        let folder = self.0.join(id);
        let bytes = |name: &str| fs::read(folder.join(name)).map_err(|error| not_kept(&error));
        let broken = |_| Problem::content("bad-plan", "what is kept of the review is not as this program writes it");
        let KeptReview { owner, mut record } = serde_json::from_slice(&bytes(RECORD)?).map_err(broken)?;
        let log = bytes(LOG)?;
        let mut lines = log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).peekable();
        while let Some(line) = lines.next() {
            match serde_json::from_slice::<NotedLine>(line) {
                Ok(line) => record.log.push(line),
                // The machine went down while the last line was written: that step was never told to have been done.
                Err(_) if lines.peek().is_none() && !log.ends_with(b"\n") => break,
                Err(error) => return Err(broken(error)),
            }
        }
        let mut options = RequestOptions::default();
        options.read_json(&record.options)?;
        let upload = engine::open(bytes(FILE)?, &options.reading)?;
        Ok(ReadReview { id: id.to_owned(), owner, review: Review::recorded(engine, upload, options, record)? })
    }
}

fn not_kept(error: &io::Error) -> Problem {
    let detail = format!("the folder of reviews cannot be used: {}", error.kind());
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "not-kept", detail)
}

fn write_line(out: &mut Vec<u8>, line: &NotedLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.push(b'\n');
    Ok(())
}

/// Writes a file under another name first, so that it is there whole or as it was.
fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file: File = options.open(&beside)?;
    file.write_all(content)?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
