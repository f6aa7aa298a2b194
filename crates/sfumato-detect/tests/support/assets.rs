//! The recognisers' files as they lie in the repository.

// Each test that includes this uses some of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/recognisers")
}

/// Every recogniser: its id from its path, and its file.
pub fn recognisers() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the assets are there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "fragments.toml") {
                let id = path.strip_prefix(self::folder()).expect("inside").with_extension("");
                files
                    .push((id.to_string_lossy().replace('\\', "/"), std::fs::read_to_string(&path).expect("readable")));
            }
        }
    }
    files.sort();
    files
}

/// Compares a file of `assets/compiled` with what it should be, or writes it with `UPDATE=1`.
pub fn hold(name: &str, bytes: &[u8]) {
    let path = folder().join("../compiled").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, bytes).expect("assets/compiled can be written");
    }
    let is_same = std::fs::read(&path).is_ok_and(|stored| stored == bytes);
    assert!(is_same, "assets/compiled/{name} is old: UPDATE=1 cargo test -p sfumato-detect --test recognisers");
}

/// The fragments they share.
pub fn fragments() -> String {
    std::fs::read_to_string(folder().join("fragments.toml")).expect("the assets are there")
}
