//! Digests of what the program is made from, so that it can tell which build it is.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// What is listed one by one, by its folder: the heading, and the endings of files that count.
const LISTED: [(&str, &str, &[&str]); 3] = [
    ("models", "assets/models", &["bin"]),
    ("knowledge", "assets/knowledge", &["kb", "bin"]),
    ("policies", "assets/policies", &["toml"]),
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut code = String::new();
    let sources = sources(&root);
    sources
        .iter()
        .chain([&root.join("assets")])
        .for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    let mut all = Sha256::new();
    for path in sources.iter().chain([&root.join("assets")]).flat_map(|path| files(path)) {
        all.update(path.strip_prefix(&root).expect("below it").to_string_lossy().replace('\\', "/"));
        all.update(Sha256::digest(std::fs::read(&path).expect("readable")));
    }
    writeln!(code, "const BUILD: &str = {:?};", hexadecimal(&all.finalize())).expect("a string takes text");
    for variable in ["TARGET", "PROFILE"] {
        let value = std::env::var(variable).unwrap_or_default();
        writeln!(code, "const {variable}: &str = {value:?};").expect("a string takes text");
    }
    code += "const LISTED: &[(&str, &[(&str, &str)])] = &[\n";
    for (heading, folder, endings) in LISTED {
        let folder = root.join(folder);
        let counts =
            |path: &PathBuf| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known));
        writeln!(code, "    ({heading:?}, &[").expect("a string takes text");
        for path in files(&folder).into_iter().filter(counts) {
            let name = path.strip_prefix(&folder).expect("below it").with_extension("");
            let digest = hexadecimal(&Sha256::digest(std::fs::read(&path).expect("readable")));
            let name = name.to_string_lossy().replace('\\', "/");
            writeln!(code, "        ({name:?}, {digest:?}),").expect("a string takes text");
        }
        code += "    ]),\n";
    }
    code += "];\n";
    std::fs::write(out.join("version.rs"), code).expect("OUT_DIR is writable");
}

/// The sources of all crates, without their tests, and what pins the rest.
fn sources(root: &Path) -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root.join("crates")).expect("readable").map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> = crates
        .flat_map(|of_crate| ["src", "build.rs", "Cargo.toml"].map(|name| of_crate.join(name)))
        .chain(["Cargo.lock", "Cargo.toml"].map(|name| root.join(name)))
        .filter(|path| path.exists())
        .collect();
    paths.sort();
    paths
}

/// A file, or the files below a folder, sorted.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let entries = std::fs::read_dir(path).expect("readable").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = entries.flat_map(|path| files(&path)).collect();
    files.sort();
    files
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
