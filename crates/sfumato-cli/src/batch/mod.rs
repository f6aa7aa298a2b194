//! Runs over many files that may be ended at any moment and go on later.
//!
//! Each result is made in a hidden folder on the file system of its place, moved there, and then written down in a
//! journal: whoever is killed between two of these steps does the last file again, and it comes out the same.
//! Journal and manifest lie beside the folder of the results and not in it, since a digest of a short note lets
//! whoever has it try what the note may have said.

mod entry;
mod journal;
mod manifest;
mod names;
mod settings;
mod writer;

pub use entry::{BatchEntry, EntryOutcome};
pub use journal::BatchJournal;
pub use manifest::{ManifestFile, ManifestTotals, ManifestWriter};
pub use names::{name_of, path_of, shard_hash};
pub use settings::BatchSettings;
pub use writer::BatchWriter;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::args::BatchShard;

/// The folder of the journal of a folder of results, beside it.
pub fn journal_folder(output: &Path) -> PathBuf {
    let absolute;
    let output = match output.file_name() {
        Some(_) => output,
        None => {
            absolute = output.canonicalize().unwrap_or_else(|_| output.to_path_buf());
            &absolute
        }
    };
    let mut name = OsString::from(output.file_name().unwrap_or_default());
    name.push(".batch");
    output.with_file_name(name)
}

/// The ending of the files of a part: nothing for the whole, `-2-of-8` for the second of eight.
pub fn part_name(shard: Option<BatchShard>) -> String {
    shard.map_or_else(String::new, |shard| format!("-{}", shard.to_string().replace('/', "-of-")))
}

/// SHA-256 of bytes, as hexadecimal digits.
pub fn digest_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
