//! Lists the files of the review page, which are embedded as they are.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[path = "src/page/served.rs"]
mod served;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").canonicalize().expect("web/ is there");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files);
    files.sort();
    let mut code = format!("const FOLDER: &str = {root:?};\n");
    code.push_str("static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes text");
    }
    code.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("page.rs"), code).expect("OUT_DIR is writable");
}

/// The files below a folder that are served, by their paths from the root.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    let entries = std::fs::read_dir(folder).expect("web/ is readable").map(|entry| entry.expect("readable").path());
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            if served::is_served_folder(&name) {
                println!("cargo::rerun-if-changed={}", path.display());
                collect(&path, &format!("{name}/"), files);
            }
        } else if served::media_type(&name).is_some() {
            files.push((name, path));
        }
    }
}
