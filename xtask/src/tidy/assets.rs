//! Assets: a recogniser lies at the path of its id, and everything from elsewhere says where it came from.

use std::path::Path;

use crate::problem::{TidyProblem, line_where};
use crate::tree;

const RECOGNISERS: &str = "assets/recognisers";

/// Pieces of patterns that recognisers share; no recogniser itself.
const FRAGMENTS: &str = "assets/recognisers/fragments.toml";

/// Folders whose entries were made from something, and have to say from what.
const FROM_ELSEWHERE: [&str; 3] = ["knowledge", "models", "pseudonyms"];

/// The files that say it.
const ORIGINS: [&str; 2] = ["SOURCE.toml", "MODEL.toml"];

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let mut problems = Vec::new();
    for path in tree::files(root, RECOGNISERS) {
        if path.ends_with(".toml") && path != FRAGMENTS {
            problems.extend(misplaced(&path, &tree::text(root, &path)?));
        }
    }
    problems.extend(without_origin(&tree::files(root, "assets")));
    Ok(problems)
}

/// A recogniser whose id is not its path, or that has none.
fn misplaced(path: &str, text: &str) -> Option<TidyProblem> {
    let expected = path.strip_prefix(RECOGNISERS)?.trim_start_matches('/').strip_suffix(".toml")?;
    let Some(found) = text.lines().find_map(id) else {
        return Some(TidyProblem::new(path, 1, format!("no id; start it with `id = \"{expected}\"`")));
    };
    let what = || format!("the id is `{found}` but the path says `{expected}`; ids last for ever, so move the file");
    (found != expected).then(|| TidyProblem::new(path, line_where(text, |line| id(line).is_some()), what()))
}

/// The id a line gives.
fn id(line: &str) -> Option<&str> {
    let value = line.strip_prefix("id")?.trim_start().strip_prefix('=')?.trim_start();
    value.strip_prefix('"')?.split('"').next()
}

/// Entries of `knowledge/`, `models/` and `pseudonyms/` folders without a word on where they came from.
/// A folder that says it for all of its entries is enough.
fn without_origin(files: &[String]) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    for path in files {
        let names: Vec<&str> = path.split('/').collect();
        let Some(depth) = names.iter().position(|name| FROM_ELSEWHERE.contains(name)) else { continue };
        let folder = |length: usize| names.iter().take(length).copied().collect::<Vec<_>>().join("/");
        let (shelf, entry) = (folder(depth + 1), folder(depth + 2));
        let says = |folder: &str| ORIGINS.iter().any(|origin| files.contains(&format!("{folder}/{origin}")));
        if !says(&shelf) && !says(&entry) {
            problems.push(TidyProblem::new(entry, 1, format!("no {} says where this came from", ORIGINS.join(" or "))));
        }
    }
    problems.dedup();
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recogniser_lies_at_the_path_of_its_id() {
        assert_eq!(misplaced("assets/recognisers/es/dni.toml", "# x\nid = \"es/dni\"\n"), None);
        let problem = misplaced("assets/recognisers/es/nie.toml", "# x\nid = \"es/dni\"\n").expect("misplaced");
        assert!(problem.to_string().starts_with("assets/recognisers/es/nie.toml:2: the id is `es/dni`"));
    }

    #[test]
    fn a_recogniser_without_an_id_is_told_which() {
        let problem = misplaced("assets/recognisers/es/nie.toml", "identity = \"x\"\n").expect("no id");
        assert!(problem.to_string().ends_with("start it with `id = \"es/nie\"`"));
    }

    #[test]
    fn knowledge_says_where_it_came_from() {
        let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let told = ["assets/knowledge/places/SOURCE.toml", "assets/knowledge/places/a.bin", "assets/models/MODEL.toml"];
        assert_eq!(without_origin(&files(&told)), []);
        let untold = ["assets/knowledge/places/a.bin", "assets/knowledge/places/b.bin", "assets/models/x.bin"];
        assert_eq!(without_origin(&files(&untold)).len(), 2, "one for each entry");
    }
}
