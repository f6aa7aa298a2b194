//! Rust sources: none too long to read in one go, and nothing unsafe in the crates but for one file.

use std::path::Path;

use crate::problem::TidyProblem;
use crate::tree;

/// The folders of our Rust.
const FOLDERS: [&str; 4] = ["crates", "xtask", "bench", "fuzz"];

/// A file that outgrows this wants to be a folder.
const MOST_LINES: usize = 600;

/// The one file with unsafe code: vector instructions.
const UNSAFE_FILE: &str = "crates/sfumato-model/src/neural/simd.rs";

/// The words that may follow `unsafe` where it is meant.
const UNSAFE_ITEMS: [&str; 6] = ["{", "(", "fn", "impl", "trait", "extern"];

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let mut problems = Vec::new();
    for folder in FOLDERS {
        for (path, text) in tree::sources(root, folder)? {
            let lines = text.lines().count();
            if lines > MOST_LINES {
                let what = format!("{lines} lines, more than {MOST_LINES}; make it a folder of modules");
                problems.push(TidyProblem::new(path.clone(), MOST_LINES + 1, what));
            }
            if folder == "crates" && path != UNSAFE_FILE {
                let unsafe_lines = text.lines().enumerate().filter(|(_, line)| is_unsafe(code(line)));
                let what = "unsafe code; the crates do without it, but for vector instructions in sfumato-model";
                problems.extend(unsafe_lines.map(|(at, _)| TidyProblem::new(path.clone(), at + 1, what)));
            }
        }
    }
    Ok(problems)
}

/// A line without the comment at its end.
pub fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or(line)
}

/// The words of a line of code: names, and macros with their mark.
pub fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!')).filter(|word| !word.is_empty())
}

/// True if a line of code opens an unsafe block or item, as opposed to naming the word.
fn is_unsafe(code: &str) -> bool {
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("unsafe") {
        let starts = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
        let item = after.trim_start();
        if starts && (item.is_empty() || UNSAFE_ITEMS.iter().any(|next| item.starts_with(next))) {
            return true;
        }
        rest = after;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_blocks_and_items_are_found() {
        for code in ["let x = unsafe { y };", "pub unsafe fn f() {}", "#[unsafe(no_mangle)]", "unsafe impl T for U {}"]
        {
            assert!(is_unsafe(code), "{code}");
        }
    }

    #[test]
    fn the_word_alone_is_not_unsafe() {
        for code in ["unsafe_code = forbid", "\"unsafe\"", "an unsafe name", "not_unsafe()"] {
            assert!(!is_unsafe(code), "{code}");
        }
    }

    #[test]
    fn comments_are_no_code() {
        assert_eq!(code("let x = 1; // unsafe { }"), "let x = 1; ");
        assert_eq!(code("/// text"), "");
    }

    #[test]
    fn words_are_whole_names() {
        assert_eq!(words("std::fs::read(x); println!()").collect::<Vec<_>>(), ["std", "fs", "read", "x", "println!"]);
    }
}
