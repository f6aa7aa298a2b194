//! The files under `assets/languages/` are in order, and every list in them is used.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use sfumato_words::Language;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder with some ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { files(&path, ending) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|is| is == ending))
        .collect();
    found.sort();
    found
}

/// The lists: the folder and the file each is in, without its ending, its name and the lines of its section.
struct Section {
    folder: String,
    file: String,
    name: String,
    is_ordered: bool,
    entries: Vec<String>,
}

fn sections() -> Vec<Section> {
    let languages = root().join("assets/languages");
    let mut found: Vec<Section> = Vec::new();
    for path in files(&languages, "txt") {
        let whole = path.strip_prefix(&languages).expect("below it").with_extension("");
        let whole = whole.to_str().expect("a plain name").replace('\\', "/");
        let (folder, file) = whole.split_once('/').expect("files are in folders of languages");
        let text = fs::read_to_string(&path).expect("UTF-8");
        assert!(text.starts_with("# ") && text.ends_with('\n'), "{whole}: starts by saying what it is for");
        let mut section: Option<Section> = None;
        for (nth, line) in text.lines().enumerate() {
            let place = format!("{whole}, line {}", nth + 1);
            assert!(line.trim() == line && !line.contains('\t'), "{place}: blanks at its ends, or tabs");
            if let Some(heading) = line.strip_prefix('[') {
                let heading = heading.strip_suffix(']').unwrap_or_else(|| panic!("{place}: a heading without its end"));
                let (name, is_ordered) =
                    heading.strip_suffix(", in order").map_or((heading, false), |name| (name, true));
                assert!(!name.contains([',', '[', ']']), "{place}: no name of a list");
                found.extend(section.take());
                let entries = Vec::new();
                section =
                    Some(Section { folder: folder.into(), file: file.into(), name: name.into(), is_ordered, entries });
            } else if !line.is_empty() && !line.starts_with("# ") {
                let section = section.as_mut().unwrap_or_else(|| panic!("{place}: before the first section"));
                section.entries.push(line.to_owned());
            }
        }
        found.extend(section);
    }
    found
}

#[test]
fn every_list_is_in_order_and_without_repetitions() {
    let mut names = HashSet::new();
    for Section { folder, file, name, is_ordered, entries } in sections() {
        let place = format!("{folder}/{file} [{name}]");
        assert!(folder == "shared" || Language::from_code(&folder).is_some(), "{place}: of no language");
        assert!(names.insert(place.clone()), "{place}: twice");
        let mut seen = HashSet::new();
        let twice: Vec<&String> = entries.iter().filter(|entry| !seen.insert(entry.as_str())).collect();
        assert!(twice.is_empty(), "{place}: twice: {twice:?}");
        let wrong = entries.windows(2).find(|pair| !is_ordered && pair[0] > pair[1]);
        assert!(wrong.is_none(), "{place}: not sorted, at {wrong:?}");
        let columns: HashSet<usize> = entries.iter().map(|entry| entry.split(" = ").count()).collect();
        assert!(columns.len() < 2, "{place}: rows of {columns:?} columns");
    }
}

/// The lists that the code asks for: folder, or nothing for every language; file; section.
fn asked() -> HashSet<(Option<String>, String, String)> {
    let mut found = HashSet::new();
    for path in
        files(&root().join("crates"), "rs").iter().filter(|path| !path.starts_with(root().join("crates/sfumato-words")))
    {
        let text = fs::read_to_string(path).expect("UTF-8");
        for (name, is_every) in [("words!(", false), ("words_by_language!(", true)] {
            for rest in text.split(name).skip(1) {
                let mut quoted = rest.split('"').skip(1).step_by(2);
                let (Some(file), Some(section)) = (quoted.next(), quoted.next()) else { continue };
                let (folder, file) = if is_every { ("", file) } else { file.split_once('/').unwrap_or(("", file)) };
                found.insert(((!is_every).then(|| folder.into()), file.into(), section.into()));
            }
        }
    }
    found
}

#[test]
fn every_list_is_used() {
    let asked = asked();
    for Section { folder, file, name, .. } in sections() {
        let of_one = (Some(folder.clone()), file.clone(), name.clone());
        let is_used =
            asked.contains(&of_one) || folder != "shared" && asked.contains(&(None, file.clone(), name.clone()));
        assert!(is_used, "{folder}/{file} [{name}]: nobody asks for it");
    }
}
