//! Names and first lines: one name has one meaning, and documentation states what holds rather than asking.
//!
//! Both are held as shares of the whole workspace, since one `Error` more is no fault and a hundred are.

use std::collections::BTreeMap;
use std::path::Path;

use crate::problem::TidyProblem;
use crate::tree;

/// The folders of our Rust that are built together.
const FOLDERS: [&str; 3] = ["crates", "xtask", "bench"];

/// At most so many in a hundred types have a name that another type has as well, in tests too.
const MOST_REUSED: usize = 5;

/// At most so many in a hundred doc comments open with a question word.
const MOST_QUESTIONS: usize = 5;

/// The words that open an indirect question.
const QUESTIONS: [&str; 10] = ["What", "How", "Whether", "Who", "Whose", "Whom", "Where", "Which", "When", "Why"];

/// So many names are given as examples.
const EXAMPLES: usize = 5;

/// A place of the sources: the path of a file, and a line counted from one.
type SourceLine = (String, usize);

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let (mut types, mut docs) = (TypeNames::default(), DocOpenings::default());
    for folder in FOLDERS {
        for (path, text) in tree::sources(root, folder)? {
            types.add(&path, &text);
            docs.add(&path, &text);
        }
    }
    Ok(types.problem(MOST_REUSED).into_iter().chain(docs.problem(MOST_QUESTIONS)).collect())
}

/// The definitions of types, by name.
#[derive(Default)]
struct TypeNames(BTreeMap<String, Vec<SourceLine>>);

impl TypeNames {
    fn add(&mut self, path: &str, text: &str) {
        for (at, line) in text.lines().enumerate() {
            if let Some(name) = defined_type(line) {
                self.0.entry(name.to_owned()).or_default().push((path.to_owned(), at + 1));
            }
        }
    }

    /// The complaint if more than `most` in a hundred share their name, at the name that most have.
    fn problem(&self, most: usize) -> Option<TidyProblem> {
        let all: usize = self.0.values().map(Vec::len).sum();
        let mut reused: Vec<(&String, &Vec<SourceLine>)> =
            self.0.iter().filter(|(_, places)| places.len() > 1).collect();
        let shared: usize = reused.iter().map(|(_, places)| places.len()).sum();
        if is_within(shared, all, most) {
            return None;
        }
        reused.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        let (path, line) = reused.first()?.1.first()?;
        let examples: Vec<String> =
            reused.iter().take(EXAMPLES).map(|(name, places)| format!("{name} {} times", places.len())).collect();
        let what = format!(
            "{shared} of {all} types share their name with another, more than {most} %; say what each is of: {}",
            examples.join(", ")
        );
        Some(TidyProblem::new(path.clone(), *line, what))
    }
}

/// The first words of doc comments.
#[derive(Default)]
struct DocOpenings {
    all: usize,
    questions: Vec<SourceLine>,
}

impl DocOpenings {
    fn add(&mut self, path: &str, text: &str) {
        let mut before = None;
        for (at, line) in text.lines().enumerate() {
            let doc = doc_comment(line);
            if let Some((_, words)) = doc.filter(|(mark, _)| before != Some(*mark)) {
                self.all += 1;
                if opens_with_question(words) {
                    self.questions.push((path.to_owned(), at + 1));
                }
            }
            before = doc.map(|(mark, _)| mark);
        }
    }

    /// The complaint if more than `most` in a hundred open with a question word, at the first of the file that has most.
    fn problem(&self, most: usize) -> Option<TidyProblem> {
        if is_within(self.questions.len(), self.all, most) {
            return None;
        }
        let (path, line) =
            self.questions.chunk_by(|one, next| one.0 == next.0).rev().max_by_key(|file| file.len())?.first()?;
        let what = format!(
            "{} of {} doc comments open with a question word, more than {most} %; state what holds",
            self.questions.len(),
            self.all
        );
        Some(TidyProblem::new(path.clone(), *line, what))
    }
}

/// True if `part` is at most so many in a hundred of `all`.
fn is_within(part: usize, all: usize, most: usize) -> bool {
    part * 100 <= all * most
}

/// The name of the type that a line defines; associated types, which their trait names, are none.
fn defined_type(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let is_indented = code.len() < line.len();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => code,
    };
    let (keyword, rest) = code.split_once(' ')?;
    let is_definition = matches!(keyword, "struct" | "enum" | "trait" | "union") || keyword == "type" && !is_indented;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = rest.get(..end)?;
    (is_definition && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

/// The mark and the words of a line of a doc comment.
fn doc_comment(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    ["///", "//!"].into_iter().find_map(|mark| Some((mark, line.strip_prefix(mark)?.trim())))
}

fn opens_with_question(words: &str) -> bool {
    let first = words.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(words);
    QUESTIONS.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_whatever_their_visibility() {
        for line in [
            "struct Cell;",
            "pub enum Cell {",
            "pub(super) trait Cell: Sized {",
            "    union Cell {",
            "type Cell<'a> = u8;",
        ] {
            assert_eq!(defined_type(line), Some("Cell"), "{line}");
        }
    }

    #[test]
    fn associated_types_and_mere_uses_are_no_definitions() {
        for line in [
            "    type Item = u8;",
            "impl Cell {",
            "use a::Cell;",
            "// struct Cell",
            "let structure = Cell;",
            "pub fn f()",
        ] {
            assert_eq!(defined_type(line), None, "{line}");
        }
    }

    #[test]
    fn too_many_shared_names_are_a_problem_at_the_commonest() {
        let mut types = TypeNames::default();
        types.add("a.rs", "struct Reader;\nstruct Token;\nstruct Alone;\n");
        types.add("b.rs", "struct Token;\nmod tests {\n    struct Token;\n}\nstruct Reader;\nstruct Single;\n");
        // Five of seven.
        assert_eq!(types.problem(72), None);
        let told = types.problem(71).expect("a problem").to_string();
        assert!(told.starts_with("a.rs:2: 5 of 7 types") && told.ends_with("Token 3 times, Reader 2 times"), "{told}");
    }

    #[test]
    fn too_many_questions_are_a_problem_in_the_file_that_has_most() {
        let mut docs = DocOpenings::default();
        docs.add("a.rs", "//! What it is.\n\n/// The place.\nfn a() {}\n");
        docs.add("b.rs", "/// Whether it is.\n/// What goes on is no opening.\nfn b() {}\n/// How so.\nfn c() {}\n");
        assert_eq!(docs.all, 4);
        assert_eq!(docs.problem(75), None);
        let told = docs.problem(74).expect("a problem").to_string();
        assert!(told.starts_with("b.rs:1: 3 of 4 doc comments"), "{told}");
    }

    #[test]
    fn longer_words_are_no_questions() {
        assert!(opens_with_question("Where it lies.") && opens_with_question("What's left."));
        assert!(!opens_with_question("Whatever it holds.") && !opens_with_question("However long."));
        assert!(!opens_with_question(""));
    }
}
