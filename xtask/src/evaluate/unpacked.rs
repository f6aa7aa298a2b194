//! Corpora, unpacked for the time of a run.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that goes when the run is over.
pub struct Unpacked {
    folder: PathBuf,
}

/// Where a corpus lies in the data, and the path of its annotated files in the archive.
/// The texts of `spaccc` that are annotated are those of its training part: its test part is published without sentences.
const ARCHIVES: [(&str, &str, &str); 2] = [
    ("conll2000-test", "nltk/conll2000.tar.zst", "conll2000/test.txt"),
    ("spaccc", "bio/spaccc_sentences_es.tar.zst", "train_set_docs"),
];

impl Unpacked {
    pub fn new() -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("sfumato-evaluate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder })
    }

    /// The annotated files of a corpus, unpacked if they are not yet.
    pub fn gold(&self, data: &Path, name: &str) -> Result<PathBuf, String> {
        match ARCHIVES.iter().find(|(known, ..)| *known == name) {
            Some((_, archive, inside)) => {
                let folder = self.folder.join(name);
                if !folder.exists() {
                    let archive = there(data.join(archive))?;
                    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                    run(Command::new("tar").arg("--zstd").arg("-xf").arg(archive).arg("-C").arg(&folder), "tar, zstd")?;
                }
                there(folder.join(inside))
            }
            None => {
                let path = self.folder.join(format!("{name}.conllu"));
                if !path.exists() {
                    let archive = there(data.join(format!("ud/{name}.conllu.zst")))?;
                    run(Command::new("zstd").args(["-d", "-q", "-f"]).arg(archive).arg("-o").arg(&path), "zstd")?;
                }
                Ok(path)
            }
        }
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        // What cannot be removed lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn there(path: PathBuf) -> Result<PathBuf, String> {
    if path.exists() { Ok(path) } else { Err(format!("{} is not there; --data names the folder", path.display())) }
}

fn run(command: &mut Command, needed: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("this needs {needed}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("this needs {needed}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
