//! Markdown: one sentence a line, so that a change of one sentence is a change of one line.
//!
//! It looks only at plain paragraphs and only for the plain case, a full stop behind an ordinary word and a capital
//! behind the blank: an alarm nobody believes is worse than a sentence that slips through.

use std::path::Path;

use crate::problem::TidyProblem;
use crate::tree;

/// Documents people edit, besides those in `docs/`.
const DOCUMENTS: [&str; 6] =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "samples/README.md"];

/// Shorter words before a full stop are too often abbreviations.
const SHORTEST_WORD: usize = 4;

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let in_docs = tree::entries(root, "docs").into_iter().map(|(name, _)| format!("docs/{name}"));
    let listed = DOCUMENTS.iter().map(|name| (*name).to_owned()).filter(|path| root.join(path).exists());
    let mut problems = Vec::new();
    for path in in_docs.filter(|path| path.ends_with(".md")).chain(listed) {
        let text = tree::text(root, &path)?;
        let lines = crowded_lines(&text);
        problems.extend(
            lines.into_iter().map(|line| TidyProblem::new(path.clone(), line, "put each sentence on its own line")),
        );
    }
    Ok(problems)
}

/// The lines of prose, counted from one, that hold more than one sentence.
fn crowded_lines(text: &str) -> Vec<usize> {
    let mut fence: Option<&str> = None;
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if is_prose(line) && has_two_sentences(line) => found.push(at + 1),
            _ => {}
        }
    }
    found
}

/// True if a line is part of a paragraph, rather than of a table, a list, a heading, HTML or indented code.
fn is_prose(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = numbered.len() < line.len() && numbered.starts_with([')', '.']);
    !line.starts_with(['|', ' ', '\t', '#', '<', '-', '+']) && !line.starts_with("* ") && !is_numbered
}

/// True if a sentence ends inside the line and another starts.
fn has_two_sentences(line: &str) -> bool {
    // Every second part stands between backticks, where a full stop means itself.
    let prose: String = line.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part } else { "`" }).collect();
    let mut rest = prose.as_str();
    while let Some((before, after)) = rest.split_once(". ") {
        if after.starts_with(char::is_uppercase) && ends_in_a_word(before) {
            return true;
        }
        rest = after;
    }
    false
}

fn ends_in_a_word(text: &str) -> bool {
    let letters = || text.chars().rev().take_while(|c| c.is_alphabetic());
    letters().count() >= SHORTEST_WORD && letters().all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sentences_on_a_line_are_found() {
        assert!(has_two_sentences("It masks the name. Nothing else changes."));
        assert!(has_two_sentences("> Él vive aquí cerca. Ángel no."));
    }

    #[test]
    fn one_sentence_with_full_stops_inside_is_left_alone() {
        for line in
            ["Dr. Who and J. Smith, e.g. Ann.", "Written in v1. Then `word. Word` came", "See the word. and so on"]
        {
            assert!(!has_two_sentences(line), "{line}");
        }
    }

    #[test]
    fn only_paragraphs_are_prose() {
        for line in ["| some. More |", "- some. More", "  some. More", "# Some. More", "1. Some. More", "<b>some. More"]
        {
            assert!(!is_prose(line), "{line}");
        }
        assert!(is_prose("**Bold** starts a paragraph."));
        assert!(is_prose("2026 starts a paragraph."));
    }

    #[test]
    fn code_between_fences_is_no_prose() {
        let text = "Fine.\n```text\nsome words. More\n~~~\nsome words. More\n```\nsome words. More\n";
        assert_eq!(crowded_lines(text), [7]);
    }
}
