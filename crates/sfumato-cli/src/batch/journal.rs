//! The journal of a batch: a file that only ever grows, a line for each input that is done.
//!
//! A line is a checksum and JSON; the checksum is of the line and of the one before it, so that none can be changed,
//! left out or put elsewhere unnoticed. What a process that was killed left of its last line is taken away.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{BatchEntry, BatchSettings, digest_of};
use crate::failure::Failure;

/// The version of the form; another is refused.
const JOURNAL_VERSION: u32 = 1;

/// The digits of a checksum.
const CHECKSUM: usize = 16;

/// The first line.
#[derive(Serialize, Deserialize)]
struct JournalStart {
    journal: u32,
    #[serde(flatten)]
    settings: BatchSettings,
}

/// What is done, on the disk and in memory.
pub struct BatchJournal {
    path: PathBuf,
    settings: BatchSettings,
    // A second handle: the first one's place is its end.
    reader: Mutex<File>,
    tail: Mutex<JournalTail>,
}

/// The end of the file, and where in it each input has its last line.
struct JournalTail {
    file: File,
    checksum: String,
    length: u64,
    entries: HashMap<String, LinePlace>,
}

#[derive(Clone, Copy)]
struct LinePlace {
    start: u64,
    length: usize,
}

/// A journal whose lines were read and found whole.
struct ReadJournal {
    settings: BatchSettings,
    checksum: String,
    length: u64,
    entries: HashMap<String, LinePlace>,
}

impl BatchJournal {
    /// Opens the journal at a path and goes on with it, or begins it; nobody else may have it open.
    ///
    /// `settings` says what this run does, given what the journal was begun with. Unless it is begun `anew`, one of other
    /// settings is refused.
    pub fn open(
        path: &Path,
        anew: bool,
        settings: impl FnOnce(Option<&BatchSettings>) -> Result<BatchSettings, Failure>,
    ) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::io(path.display().to_string(), &error);
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        lock_alone(&file, path)?;
        let before = if anew { None } else { read(&mut file, path)? };
        let settings = settings(before.as_ref().map(|before| &before.settings))?;
        if let Some(what) = before.as_ref().and_then(|before| settings.difference(&before.settings)) {
            let advice = "--anew masks everything again, or name another folder with -o";
            return Err(Failure::at(path.display().to_string(), format!("the journal of a run with {what}; {advice}")));
        }
        let reader = Mutex::new(File::open(path).map_err(failed)?);
        let begin = before.is_none();
        let before = before.unwrap_or_else(|| ReadJournal {
            settings: settings.clone(),
            checksum: String::new(),
            length: 0,
            entries: HashMap::new(),
        });
        file.set_len(before.length).and_then(|()| file.seek(SeekFrom::Start(before.length))).map_err(failed)?;
        let ReadJournal { checksum, length, entries, .. } = before;
        let tail = Mutex::new(JournalTail { file, checksum, length, entries });
        let journal = Self { path: path.to_path_buf(), settings, reader, tail };
        if begin {
            let start = JournalStart { journal: JOURNAL_VERSION, settings: journal.settings.clone() };
            journal.tail().append(&start).map_err(failed)?;
        }
        Ok(journal)
    }

    /// The settings of the run.
    pub fn settings(&self) -> &BatchSettings {
        &self.settings
    }

    /// What became of an input, if it is done.
    pub fn entry(&self, input: &str) -> Result<Option<BatchEntry>, Failure> {
        let Some(place) = self.tail().entries.get(input).copied() else { return Ok(None) };
        let mut line = vec![0; place.length];
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let read = reader.seek(SeekFrom::Start(place.start)).and_then(|_| reader.read_exact(&mut line));
        read.map_err(|error| self.failed(&error))?;
        let entry = line.get(CHECKSUM + 1..).and_then(|json| serde_json::from_slice(json).ok());
        entry.map(Some).ok_or_else(|| Failure::at(self.path.display().to_string(), "the journal was changed meanwhile"))
    }

    /// All inputs that have a line, in order.
    pub fn inputs(&self) -> Vec<String> {
        let mut inputs: Vec<String> = self.tail().entries.keys().cloned().collect();
        inputs.sort_unstable();
        inputs
    }

    /// Writes down what became of an input.
    pub fn add(&self, entry: &BatchEntry) -> Result<(), Failure> {
        let mut tail = self.tail();
        let start = tail.length;
        tail.append(entry).map_err(|error| self.failed(&error))?;
        let place = LinePlace { start, length: (tail.length - start) as usize };
        tail.entries.insert(entry.input.clone(), place);
        Ok(())
    }

    /// Makes sure that all of it is on the disk.
    pub fn settle(&self) -> Result<(), Failure> {
        self.tail().file.sync_data().map_err(|error| self.failed(&error))
    }

    fn tail(&self) -> MutexGuard<'_, JournalTail> {
        // A line is counted once it is written.
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::io(self.path.display().to_string(), error)
    }
}

impl JournalTail {
    fn append(&mut self, line: &impl Serialize) -> std::io::Result<()> {
        let json = serde_json::to_string(line)?;
        let checksum = checksum(&self.checksum, &json);
        let line = format!("{checksum} {json}\n");
        self.file.write_all(line.as_bytes())?;
        self.checksum = checksum;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// The checksum of a line behind another.
fn checksum(before: &str, json: &str) -> String {
    let mut digest = digest_of(format!("{before}\n{json}").as_bytes());
    digest.truncate(CHECKSUM);
    digest
}

fn lock_alone(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        // Some file systems know no locks; then it is the user who sees to it.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::at(path.display().to_string(), "another run is at work with this journal"))
        }
    }
}

/// Reads a journal up to what a killed process left of its last line; nothing if it has no first line.
fn read(file: &mut File, path: &Path) -> Result<Option<ReadJournal>, Failure> {
    let place = || path.display().to_string();
    let mut lines = BufReader::new(file);
    let (mut line, mut number) = (Vec::new(), 0_usize);
    let mut journal: Option<ReadJournal> = None;
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(|error| Failure::io(place(), &error))? == 0 {
            return Ok(journal);
        }
        number += 1;
        let before = journal.as_ref().map_or("", |journal| &journal.checksum);
        let Some((checksum, json)) = whole(&line, before) else {
            let is_last = lines.fill_buf().map_err(|error| Failure::io(place(), &error))?.is_empty();
            let damaged = || Failure::at(place(), format!("line {number} is damaged; --anew masks everything again"));
            return if is_last { Ok(journal) } else { Err(damaged()) };
        };
        match &mut journal {
            None => journal = Some(started(&json, checksum, line.len(), path)?),
            Some(journal) => {
                let entry: BatchEntry = serde_json::from_str(&json)
                    .map_err(|_| Failure::at(place(), format!("line {number} is of another version")))?;
                journal.entries.insert(entry.input, LinePlace { start: journal.length, length: line.len() });
                journal.checksum = checksum;
                journal.length += line.len() as u64;
            }
        }
    }
}

/// The checksum and the JSON of a line, if it is whole.
fn whole(line: &[u8], before: &str) -> Option<(String, String)> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (written, json) = line.split_once(' ')?;
    (checksum(before, json) == written).then(|| (written.to_owned(), json.to_owned()))
}

fn started(json: &str, checksum: String, length: usize, path: &Path) -> Result<ReadJournal, Failure> {
    let start: JournalStart = serde_json::from_str(json)
        .ok()
        .filter(|start: &JournalStart| start.journal == JOURNAL_VERSION)
        .ok_or_else(|| Failure::at(path.display().to_string(), "a journal of another version; name another folder"))?;
    Ok(ReadJournal { settings: start.settings, checksum, length: length as u64, entries: HashMap::new() })
}

#[cfg(test)]
mod tests {
    use super::super::EntryOutcome;
    use super::*;

    fn failed(input: &str) -> BatchEntry {
        let outcome = EntryOutcome::Failed { failed: "empty".to_owned() };
        BatchEntry { input: input.to_owned(), read: None, bytes: 0, outcome }
    }

    fn opened(path: &Path, policy: &str) -> Result<BatchJournal, Failure> {
        BatchJournal::open(path, false, |_| Ok(BatchSettings { policy: policy.to_owned(), ..BatchSettings::default() }))
    }

    fn with_three(path: &Path) -> Vec<u8> {
        let journal = opened(path, "p").expect("new");
        ["a", "b", "c"].iter().for_each(|input| journal.add(&failed(input)).expect("writable"));
        std::fs::read(path).expect("readable")
    }

    #[test]
    fn whatever_is_left_of_the_last_line_the_lines_before_it_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let bytes = with_three(&path);
        let ends: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1).collect();
        for cut in 0..bytes.len() {
            std::fs::write(&path, &bytes[..cut]).expect("writable");
            let journal = opened(&path, "p").expect("it goes on");
            let known = ["a", "b", "c"].iter().filter(|input| journal.entry(input).expect("readable").is_some());
            assert_eq!(known.count(), ends.iter().filter(|end| **end <= cut).count().saturating_sub(1), "cut at {cut}");
            journal.add(&failed("d")).expect("writable");
            drop(journal);
            let again = opened(&path, "p").expect("what was added is whole");
            assert_eq!(again.entry("d").expect("readable"), Some(failed("d")), "cut at {cut}");
        }
    }

    #[test]
    fn a_line_that_was_changed_left_out_or_moved_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let text = String::from_utf8(with_three(&path)).expect("text");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let changed = text.replace("\"input\":\"b\"", "\"input\":\"x\"");
        for wrong in
            [changed, lines[0].to_owned() + lines[2] + lines[3], [lines[0], lines[2], lines[1], lines[3]].concat()]
        {
            std::fs::write(&path, wrong).expect("writable");
            let refused = opened(&path, "p").map(drop).expect_err("refused").to_string();
            assert!(refused.contains("is damaged"), "{refused}");
        }
    }

    #[test]
    fn another_policy_and_a_second_run_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        with_three(&path);
        let first = opened(&path, "p").expect("the same");
        assert!(opened(&path, "p").map(drop).expect_err("locked").to_string().contains("another run"));
        drop(first);
        assert!(opened(&path, "q").map(drop).expect_err("refused").to_string().contains("another policy"));
    }
}
