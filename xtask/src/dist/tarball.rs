//! Tar archives: what packages, images and archives are made of, always in the same bytes for the same content.

use std::collections::BTreeMap;
use std::process::Command;

use super::piped;

const BLOCK: usize = 512;

/// Files by their paths in an archive, with the folders above them; everything belongs to root.
#[derive(Default)]
pub struct PackedTree {
    // Invariant: paths are relative, without a slash at either end.
    entries: BTreeMap<String, PackedEntry>,
}

/// A file or folder at a path.
struct PackedEntry {
    mode: u32,
    /// The content of a file; nothing for a folder.
    content: Option<Vec<u8>>,
}

impl PackedTree {
    /// Adds a file that anybody may read.
    pub fn file(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        self.add(path, 0o644, Some(content.into()));
    }

    /// Adds a file that anybody may run.
    pub fn program(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        self.add(path, 0o755, Some(content.into()));
    }

    /// Adds a folder with its permissions.
    pub fn folder(&mut self, path: &str, mode: u32) {
        self.add(path, mode, None);
    }

    /// The bytes of all files together.
    pub fn size(&self) -> usize {
        self.entries.values().filter_map(|entry| entry.content.as_ref()).map(Vec::len).sum()
    }

    fn add(&mut self, path: &str, mode: u32, content: Option<Vec<u8>>) {
        for (at, _) in path.match_indices('/') {
            let above = path.get(..at).unwrap_or_default().to_owned();
            self.entries.entry(above).or_insert(PackedEntry { mode: 0o755, content: None });
        }
        self.entries.insert(path.to_owned(), PackedEntry { mode, content });
    }

    /// The archive, each path behind `prefix`; an error for a path that no header takes.
    pub fn tar(&self, prefix: &str, time: u64) -> Result<Vec<u8>, String> {
        let mut out = Vec::with_capacity(self.size() + 2 * BLOCK * (self.entries.len() + 1));
        for (path, entry) in &self.entries {
            let path = format!("{prefix}{path}{}", if entry.content.is_none() { "/" } else { "" });
            let content = entry.content.as_deref().unwrap_or_default();
            out.extend_from_slice(&header(&path, entry, content.len(), time)?);
            out.extend_from_slice(content);
            out.resize(out.len().next_multiple_of(BLOCK), 0);
        }
        out.resize(out.len() + 2 * BLOCK, 0);
        Ok(out)
    }
}

/// Bytes packed by `gzip`, without a time or a name of their own.
pub fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    piped(Command::new("gzip").arg("-9n"), bytes)
}

/// The header of an entry, as POSIX has it.
fn header(path: &str, entry: &PackedEntry, size: usize, time: u64) -> Result<[u8; BLOCK], String> {
    if path.len() > 100 {
        return Err(format!("{path}: a path of more than 100 bytes"));
    }
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, path);
    put(100, &format!("{:07o}", entry.mode));
    put(108, "0000000");
    put(116, "0000000");
    put(124, &format!("{size:011o}"));
    put(136, &format!("{time:011o}"));
    // The sum is taken with blanks in its place.
    put(148, "        ");
    put(156, if entry.content.is_none() { "5" } else { "0" });
    put(257, "ustar\x0000");
    put(265, "root");
    put(297, "root");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> PackedTree {
        let mut tree = PackedTree::default();
        tree.program("usr/bin/tool", *b"#!");
        tree.file("etc/passwd", vec![b'x'; 600]);
        tree.folder("tmp", 0o1777);
        tree
    }

    #[test]
    fn folders_stand_before_what_is_in_them() {
        let tar = tree().tar("./", 7).expect("short paths");
        let mut found = Vec::new();
        let mut at = 0;
        while tar[at] != 0 {
            let text = |range: std::ops::Range<usize>| {
                let bytes = &tar[at + range.start..at + range.end];
                String::from_utf8(bytes.iter().copied().take_while(|byte| *byte != 0).collect()).expect("ASCII")
            };
            let size = usize::from_str_radix(&text(124..136), 8).expect("octal");
            found.push((text(0..100), text(100..108), size));
            at += BLOCK + size.next_multiple_of(BLOCK);
        }
        let found: Vec<(&str, &str, usize)> =
            found.iter().map(|(path, mode, size)| (path.as_str(), mode.as_str(), *size)).collect();
        assert_eq!(
            found,
            [
                ("./etc/", "0000755", 0),
                ("./etc/passwd", "0000644", 600),
                ("./tmp/", "0001777", 0),
                ("./usr/", "0000755", 0),
                ("./usr/bin/", "0000755", 0),
                ("./usr/bin/tool", "0000755", 2),
            ]
        );
        assert_eq!(tar.len() % BLOCK, 0);
    }

    #[test]
    fn the_same_content_makes_the_same_bytes() {
        let made = || tree().tar("", 7).expect("short paths");
        assert_eq!(made(), made());
    }

    #[test]
    fn a_path_that_no_header_takes_is_refused() {
        let mut tree = PackedTree::default();
        tree.file(&"a".repeat(101), "");
        assert!(tree.tar("", 0).is_err());
    }
}
