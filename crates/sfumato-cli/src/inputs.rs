//! The files to read: those named, those below folders, standard input.

use std::collections::HashSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sfumato::document::formats::{MOST_BYTES, OldOffice, old_office};

use crate::failure::Failure;

/// Something to read.
#[derive(Debug, Clone)]
pub struct InputFile {
    /// Its path; `None` for standard input.
    pub path: Option<PathBuf>,
    /// Its path below the folder that was named, or its file name.
    pub below: PathBuf,
    /// True if it was found in a folder.
    pub in_folder: bool,
    /// True if it is neither a file nor a folder: a link, a device.
    pub is_special: bool,
    /// The ending that its result gets, if that is of another kind.
    pub becomes: Option<&'static str>,
}

impl InputFile {
    /// Its name in messages and reports.
    pub fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "standard input".to_owned(), |path| path.display().to_string())
    }

    /// Its place for failures.
    pub fn place(&self) -> PathBuf {
        self.path.clone().unwrap_or_else(|| PathBuf::from("standard input"))
    }

    /// The path of its result below the folder that results go to.
    pub fn result_below(&self) -> PathBuf {
        self.becomes.map_or_else(|| self.below.clone(), |ending| self.below.with_extension(ending))
    }

    /// Its bytes.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        let failed = |error: std::io::Error| Failure::io(self.name(), &error);
        // One byte more than can be read, so that what is too long is seen to be; a device never ends.
        let most = MOST_BYTES as u64 + 1;
        let mut bytes = Vec::new();
        if self.is_special {
            return Err(Failure::at(self.name(), "neither file nor folder; name the file it points to"));
        }
        match &self.path {
            Some(path) => {
                let file = std::fs::File::open(path).map_err(failed)?;
                bytes.reserve(file.metadata().map_or(0, |about| about.len().min(most)) as usize);
                file.take(most).read_to_end(&mut bytes).map_err(failed)?
            }
            None => std::io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(failed)?,
        };
        Ok(bytes)
    }
}

/// All files that the arguments name, sorted within folders; `output` is not read even if it lies in one of them.
pub fn collect(named: &[PathBuf], output: Option<&Path>) -> Result<Vec<InputFile>, Failure> {
    let output = output.and_then(|path| path.canonicalize().ok());
    if let Some(same) =
        named.iter().find(|path| output.is_some() && path.is_dir() && path.canonicalize().ok() == output)
    {
        return Err(Failure::at(same.display().to_string(), "is an input; give another folder with -o"));
    }
    let mut inputs = Vec::new();
    for path in named {
        if path.as_os_str() == "-" {
            inputs.push(InputFile {
                path: None,
                below: PathBuf::from("standard-input"),
                in_folder: false,
                is_special: false,
                becomes: None,
            });
        } else if path.is_dir() {
            folder(path, output.as_deref(), &mut inputs)?;
        } else {
            let below = path.file_name().map(PathBuf::from).unwrap_or_default();
            inputs.push(InputFile {
                path: Some(path.clone()),
                below,
                in_folder: false,
                is_special: false,
                becomes: None,
            });
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.path.clone()));
    if inputs.is_empty() {
        return Err(Failure::call("there is no file in the folders named"));
    }
    Ok(inputs)
}

fn folder(root: &Path, output: Option<&Path>, inputs: &mut Vec<InputFile>) -> Result<(), Failure> {
    let is_output = |path: &Path| output.is_some_and(|output| path.canonicalize().is_ok_and(|path| path == output));
    let walk =
        walkdir::WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(|entry| !is_output(entry.path()));
    for entry in walk {
        let entry = entry.map_err(|error| {
            let place = error.path().unwrap_or(root).display().to_string();
            match error.io_error() {
                Some(io) => Failure::io(place, io),
                None => Failure::at(place, "a loop of links"),
            }
        })?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_path_buf();
        let is_special = !entry.file_type().is_file();
        inputs.push(InputFile {
            path: Some(entry.path().to_path_buf()),
            below,
            in_folder: true,
            is_special,
            becomes: None,
        });
    }
    Ok(())
}

/// Tells which inputs another program makes documents of today of: their results are of another kind.
pub fn tell_old(inputs: &mut [InputFile]) {
    for input in inputs {
        // Most files are something else, which their first bytes tell.
        let starts_old = |path: &PathBuf| {
            let mut start = [0; 8];
            let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
            read.is_ok() && start == *b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        };
        if input.path.as_ref().is_some_and(starts_old) {
            input.becomes = input.read().ok().and_then(|bytes| old_office(&bytes)).map(OldOffice::new_ending);
        }
    }
}
