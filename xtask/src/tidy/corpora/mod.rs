//! Nothing here is copied from the corpora that recognisers learn from and are measured on: what a pattern or a test has
//! seen can no longer be measured, and the people in them are real.
//!
//! Looked for are eight words in a row of any document, and values that people annotated in one, of the kinds listed in
//! `values.rs`. The corpora are no part of the repository; where they are not at hand, nothing is looked for.

mod reading;
mod values;
mod words;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::problem::TidyProblem;
use crate::tree;
use reading::CorpusDocument;
use values::CorpusValues;
use words::{CorpusWord, WordRow, words};

/// Names the folder of the data, if it is another than the one beside the repository.
const VARIABLE: &str = "SFUMATO_DATA";
const DATA: &str = "../shared/data";

/// The number of words in a row that make a copy.
const STRETCH: usize = 8;

/// Words in a row that stand in so many documents of one corpus are a formula of a court or a form, and nobody's.
const FORMULA: usize = 3;

/// Files that may hold names of people and things that corpora know as well, since all of it is taken from public
/// lists.
const LISTS: [&str; 8] = [
    // Compiled from the lists that the file beside each names.
    "assets/knowledge/",
    "assets/models/",
    "assets/pseudonyms/",
    "training/knowledge/taxonomies/",
    // Given names and surnames one after the other, by how many people bear them.
    "training/entities/notes/data/names.txt",
    "training/pseudonyms/namelists.py",
    // Shops, towns and hospitals that everybody knows, by their public names.
    "training/entities/notes/data/places.txt",
    "training/entities/words.py",
];

/// A text of the repository.
struct RepositoryText {
    path: String,
    text: String,
    words: Vec<CorpusWord>,
}

/// Looks at what git keeps.
pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let data = std::env::var_os(VARIABLE).map_or_else(|| root.join(DATA), PathBuf::from);
    let packed = reading::corpora(&data);
    let (Some(files), false) = (tree::kept_by_git(root), packed.is_empty()) else {
        println!(
            "tidy: no corpora at hand ({VARIABLE} names their folder); what is copied from them was not looked for"
        );
        return Ok(Vec::new());
    };
    // What is not text was not written by hand.
    let ours = files.into_iter().filter_map(|path| {
        let text = tree::text(root, &path).ok()?;
        Some(RepositoryText { words: words(&text), path, text })
    });
    let mut copies = CorpusCopies::new(ours.collect());
    for path in packed {
        copies.compare(&reading::documents(&path)?);
    }
    Ok(copies.problems())
}

/// Our texts, and the parts of them that stand in corpora too.
struct CorpusCopies {
    ours: Vec<RepositoryText>,
    /// The corpora that hold each stretch of ours.
    stretches: HashMap<u64, StretchCounts>,
    values: CorpusValues,
    /// The number of corpora it was held against.
    corpora: usize,
}

/// In how many documents of the corpus at hand, and of the corpus where it is in most, a stretch stands.
#[derive(Debug, Clone, Copy, Default)]
struct StretchCounts {
    corpus: usize,
    document: usize,
    here: usize,
    most: usize,
}

impl CorpusCopies {
    fn new(ours: Vec<RepositoryText>) -> Self {
        let ours: Vec<RepositoryText> = ours.into_iter().filter(|file| !is_list(&file.path)).collect();
        let stretches =
            ours.iter().flat_map(|file| stretches(&file.words)).map(|(_, key)| (key, StretchCounts::default()));
        Self { stretches: stretches.collect(), ours, values: CorpusValues::default(), corpora: 0 }
    }

    /// Remembers what of ours stands in the documents of a corpus, and its values.
    fn compare(&mut self, documents: &[CorpusDocument]) {
        self.corpora += 1;
        let corpus = self.corpora;
        for (nth, document) in documents.iter().enumerate() {
            for (_, key) in stretches(&words(&document.text)) {
                let Some(seen) = self.stretches.get_mut(&key) else { continue };
                if seen.corpus != corpus {
                    *seen = StretchCounts { corpus, document: nth, here: 1, most: seen.most.max(1) };
                } else if seen.document != nth {
                    let here = seen.here + 1;
                    *seen = StretchCounts { corpus, document: nth, here, most: seen.most.max(here) };
                }
            }
            document.values.iter().for_each(|(kind, value)| self.values.add(*kind, value));
        }
    }

    /// Everything that is copied, each line once.
    fn problems(&self) -> Vec<TidyProblem> {
        let mut problems = Vec::new();
        for file in &self.ours {
            let is_copied = |key: &u64| self.stretches.get(key).is_some_and(|seen| (1..FORMULA).contains(&seen.most));
            let copied = stretches(&file.words).filter(|(_, key)| is_copied(key)).filter_map(|(row, _)| {
                Some((row.first()?.start, row.last()?.end, "eight words in a row of a corpus; write your own"))
            });
            let mut found: Vec<_> = copied.chain(self.values.find(&file.text, &file.words)).collect();
            found.sort_unstable();
            let mut last = 0;
            for (start, end, advice) in found {
                let line = 1 + file.text.get(..start).map_or(0, |before| before.matches('\n').count());
                if line != last {
                    let quoted = file.text.get(start..end).unwrap_or_default().replace('\n', " ");
                    problems.push(TidyProblem::new(file.path.clone(), line, format!("`{quoted}`: {advice}")));
                }
                last = line;
            }
        }
        problems
    }
}

fn is_list(path: &str) -> bool {
    LISTS.iter().any(|list| path.starts_with(list)) && !path.ends_with(".toml")
}

/// The stretches of a text and what each is, but rows of letters and numbers, which are nobody's.
fn stretches(words: &[CorpusWord]) -> impl Iterator<Item = (&[CorpusWord], u64)> {
    let is_text = |row: &&[CorpusWord]| row.iter().filter(|word| word.letters > 2).count() >= 2;
    words.windows(STRETCH).filter(is_text).map(|row| (row, WordRow::of(row).key()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::CorpusValueKind;

    fn found(path: &str, ours: &str, corpora: &[Vec<CorpusDocument>]) -> Vec<String> {
        let ours = RepositoryText { path: path.to_owned(), text: ours.to_owned(), words: words(ours) };
        let mut copies = CorpusCopies::new(vec![ours]);
        corpora.iter().for_each(|documents| copies.compare(documents));
        copies.problems().iter().map(ToString::to_string).collect()
    }

    fn text(text: &str) -> CorpusDocument {
        CorpusDocument { text: text.to_owned(), values: Vec::new() }
    }

    const SENTENCE: &str = "the miller's donkey ate seven green apples before noon";

    #[test]
    fn eight_words_of_a_corpus_are_found_whatever_stands_between_them() {
        let ours = "One.\n\"The miller's donkey,\" he said.\n// THE MILLER'S DONKEY ate «seven» green apples today\n";
        let problems = found("a.rs", ours, &[vec![text(SENTENCE)]]);
        assert_eq!(
            problems,
            [
                "a.rs:3: `THE MILLER'S DONKEY ate «seven» green apples`: eight words in a row of a corpus; write your own"
            ]
        );
        assert_eq!(found("a.rs", "the miller's donkey ate seven green pears", &[vec![text(SENTENCE)]]), [""; 0]);
    }

    #[test]
    fn formulae_are_nobodys() {
        let three = || vec![text(SENTENCE), text(SENTENCE), text(SENTENCE)];
        assert_eq!(found("a.rs", SENTENCE, &[three()]), [""; 0]);
        // The same document in several corpora is one still.
        assert_eq!(
            found("a.rs", SENTENCE, &[vec![text(SENTENCE)], vec![text(SENTENCE)], vec![text(SENTENCE)]]).len(),
            1
        );
        assert_eq!(found("a.rs", SENTENCE, &[three(), vec![text(SENTENCE)]]), [""; 0]);
        assert_eq!(found("a.rs", "a b c d e f g h", &[vec![text("a b c d e f g h")]]), [""; 0]);
    }

    #[test]
    fn values_are_found_in_all_that_is_no_list() {
        let corpus = || {
            vec![CorpusDocument {
                text: String::new(),
                values: vec![(CorpusValueKind::Person, "Berta Quirce".to_owned())],
            }]
        };
        let problems = found("tests/a.md", "\nDra. «Berta Quirce» y Berta Quirce", &[corpus()]);
        assert_eq!(problems, ["tests/a.md:2: `Berta Quirce`: the name of somebody in a corpus; invent one"]);
        assert_eq!(found("training/entities/words.py", "Berta Quirce", &[corpus()]), [""; 0]);
        assert_eq!(found("assets/models/neural/MODEL.toml", "Berta Quirce", &[corpus()]).len(), 1);
    }
}
