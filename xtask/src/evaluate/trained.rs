//! Recognisers for measuring: those that have not seen what they are measured on.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::run;
use super::unpacked::UnpackedCorpora;

/// Into how many parts the court files are parted.
pub const FOLDS: u32 = 5;

/// The file of a recogniser of court files that has not seen a fold: what lies in the folder as `tab-0.bin` to
/// `tab-4.bin`, such as networks of `training/neural`, or else one that the program trains. Settings are those of
/// `training/entities/measure`.
pub fn of_fold(program: &Path, unpacked: &UnpackedCorpora, folder: &Path, number: u32) -> Result<PathBuf, String> {
    let path = folder.join(format!("tab-{number}.bin"));
    if path.exists() {
        return Ok(path);
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("training tab-{number}, which takes some minutes");
    let mut command = Command::new(program);
    command.args(["train", "entities", "--quiet", "--folds", "2", "--iterations", "60", "--out"]).arg(&path);
    command.args(["--language", "en", "--id", "en/legal", "--recall-precision", "0.82"]);
    command.args(["--overlaps", "keep-longest", "--gold"]).arg(fold(unpacked, number)?.0);
    run(&mut command, &format!("tab-{number}"))?;
    Ok(path)
}

/// The files of a fold of the court files: what to learn from and what to measure on. A document is in the fold that its
/// id says, as in training.
pub fn fold(unpacked: &UnpackedCorpora, number: u32) -> Result<(PathBuf, PathBuf), String> {
    let gold = unpacked.gold("tab")?;
    let folder = gold.with_extension("");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let text = std::fs::read_to_string(&gold).map_err(|error| format!("{}: {error}", gold.display()))?;
    let mut parts = [String::new(), String::new()];
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let record: serde_json::Value =
            serde_json::from_str(line).map_err(|_| "tab: a line is no record of JSON".to_owned())?;
        let id = record["id"].as_str().unwrap_or_default();
        parts[usize::from(crc32(id.as_bytes()) % FOLDS == number)] += &format!("{line}\n");
    }
    let [train, test] = parts;
    let written = |kind: &str, lines: String| {
        let path = folder.join(format!("{number}-{kind}.jsonl"));
        std::fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(path)
    };
    Ok((written("train", train)?, written("test", test)?))
}

/// The check sum of archives.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_the_one_everybody_uses() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
