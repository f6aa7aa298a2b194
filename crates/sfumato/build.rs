//! Lists the assets, and sees that the compiled recognisers are those under `assets/recognisers`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[path = "../sfumato-detect/tests/support/sources.rs"]
mod sources;

fn main() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").canonicalize().expect("assets/ is there");
    // The models are embedded as they are: a new one does not make the recognisers anew.
    for folder in ["recognisers", "compiled", "policies", "knowledge", "pseudonyms"] {
        println!("cargo::rerun-if-changed={}", assets.join(folder).display());
    }
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));

    let recognisers: Vec<(String, PathBuf)> =
        files(&assets.join("recognisers")).into_iter().filter(|(id, _)| id != "fragments").collect();
    let texts: Vec<String> = recognisers.iter().map(|(_, path)| read(path)).collect();
    let fragments = assets.join("recognisers/fragments.toml");
    let compiled = assets.join("compiled/recognisers.bin");
    let fragments_text = read(&fragments);
    let named = recognisers.iter().zip(&texts).map(|((id, _), toml)| (id.as_str(), toml.as_str()));
    let hash = sources::hash(named.chain([("fragments", fragments_text.as_str())]));
    let stored = std::fs::read(&compiled).expect("assets/compiled/recognisers.bin is there");
    assert!(
        stored.get(8..16) == Some(&hash.to_le_bytes()),
        "the recognisers were changed since they were compiled: UPDATE=1 cargo test -p sfumato-detect --test recognisers"
    );

    let mut code = String::new();
    list(&mut code, "RECOGNISERS", &recognisers);
    list(&mut code, "POLICIES", &files(&assets.join("policies")));
    writeln!(code, "static FRAGMENTS: &str = include_str!({:?});", fragments).expect("a string takes text");
    list(&mut code, "PSEUDONYMS", &lists(&assets.join("pseudonyms")));
    tables_of(&mut code, "TAXONOMIES", &assets.join("knowledge"), "kb");
    tables_of(&mut code, "TABLES", &assets.join("knowledge"), "bin");
    writeln!(code, "static COMPILED: &[u8] = include_bytes!({compiled:?});").expect("a string takes text");
    std::fs::write(out.join("bundle.rs"), code).expect("OUT_DIR is writable");
}

/// A table of names and contents.
fn list(code: &mut String, name: &str, files: &[(String, PathBuf)]) {
    writeln!(code, "static {name}: &[(&str, &str)] = &[").expect("a string takes text");
    for (id, path) in files {
        writeln!(code, "    ({id:?}, include_str!({path:?})),").expect("a string takes text");
    }
    writeln!(code, "];").expect("a string takes text");
}

/// The lists of a folder by file name, sorted.
fn lists(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).expect("assets/ is readable").map(|entry| entry.expect("readable").path());
    let is_list = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "table" || ending == "groups");
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut lists: Vec<(String, PathBuf)> = entries.filter(is_list).map(|path| (name(&path), path)).collect();
    lists.sort();
    lists
}

/// The tables of a folder, each with its name, its bytes, and what is said of it in the file beside it.
fn tables_of(code: &mut String, name: &str, folder: &Path, ending: &str) {
    writeln!(code, "static {name}: &[(&str, &[u8], &str)] = &[").expect("a string takes text");
    for (id, about) in if folder.is_dir() { files(folder) } else { Vec::new() } {
        let table = about.with_extension(ending);
        if table.is_file() {
            writeln!(code, "    ({id:?}, include_bytes!({table:?}), include_str!({about:?})),")
                .expect("a string takes text");
        }
    }
    writeln!(code, "];").expect("a string takes text");
}

/// The TOML files below a folder, each with its path less the ending, sorted.
fn files(root: &Path) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("assets/ is readable") {
            let path = entry.expect("assets/ is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let id = path.strip_prefix(root).expect("below the folder").with_extension("");
                files.push((id.to_string_lossy().replace('\\', "/"), path));
            }
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
