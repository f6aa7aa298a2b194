//! A problem: its place, and the way to put it right.

use std::fmt;

/// One thing to put right. Ordered by place, so that the list reads like the tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TidyProblem {
    path: String,
    line: usize,
    what: String,
}

impl TidyProblem {
    /// A problem on a line, counted from one, of a file named from the root of the repository.
    pub fn new(path: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line, what: what.into() }
    }
}

impl fmt::Display for TidyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// The first line, counted from one, that `fits`; the first of the file if none does.
pub fn line_where(text: &str, fits: impl Fn(&str) -> bool) -> usize {
    text.lines().position(fits).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_line_that_an_editor_understands() {
        assert_eq!(TidyProblem::new("docs/a.md", 3, "split it").to_string(), "docs/a.md:3: split it");
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(line_where("a\nb\nc", |line| line == "b"), 2);
        assert_eq!(line_where("a\nb\nc", |line| line == "d"), 1);
    }
}
