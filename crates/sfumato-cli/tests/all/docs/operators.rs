//! The tables of the README that show what comes out of a sentence.

use super::{read, shown};
use crate::support::{Folder, run};

pub const README: &str = "README.md";

/// The sentence that the table applies operators to.
const SENTENCE: &str = "Dr. Ann Lee, card 4111 1111 1111 1111. Lee left.";

/// Operators that need no more than the key and the seed that are given here.
const OPERATORS: [&str; 8] =
    ["keep", "suppress", "label", "black-out", "characters", "hash", "encrypt", "pseudonymise"];

/// The README with the cells as they ought to be; what was wrong is added to the list.
pub fn applied(text: String, wrong: &mut Vec<String>) -> String {
    assert!(text.contains(SENTENCE), "the table of operators is about another sentence");
    let rewritten: String = text.split_inclusive('\n').map(operator).collect();
    let rewritten = before_and_after(&rewritten);
    let changed = text.lines().zip(rewritten.lines()).filter(|(old, new)| old != new);
    wrong.extend(changed.map(|(_, new)| format!("{README}: this is not what comes out now: {new}")));
    rewritten
}

/// A line of the README, with what the operator does if it is one of the table.
fn operator(line: &str) -> String {
    let row = |name: &&&str| line.starts_with(&format!("| `{name}` | ")) && line.contains("left.");
    let Some(name) = OPERATORS.iter().find(row) else { return line.to_owned() };
    let masked = masked(name).replace('*', "\\*");
    let cell = line.trim_end().trim_start_matches(&format!("| `{name}` | ")).trim_end_matches(" |");
    if shown::fits(&[cell], &[masked.as_str()]) { line.to_owned() } else { format!("| `{name}` | {masked} |\n") }
}

/// The sentence with an operator applied to everything that is found.
fn masked(operator: &str) -> String {
    let folder = Folder::new();
    folder.write("operator.toml", format!("version = 1\n[mask]\ndefault = \"{operator}\"\n").as_bytes());
    folder.write("secret.key", &std::array::from_fn::<u8, 32, _>(|at| at as u8));
    let mut call = vec!["mask", "-", "-q", "--policy", "operator.toml"];
    match operator {
        "hash" | "encrypt" => call.extend(["--key-file", "secret.key"]),
        "pseudonymise" => call.extend(["--seed", "1"]),
        _ => {}
    }
    let done = run(&folder, &call, Some(SENTENCE.as_bytes()));
    assert_eq!(done.code, 0, "{operator}: {}", done.stderr);
    done.stdout
}

/// The README with what becomes of the sentence of the sample that it shows before and after.
fn before_and_after(text: &str) -> String {
    let mut rows = text.lines().skip_while(|line| *line != "| before | after |").skip(2);
    let row = rows.next().expect("a row follows");
    let before = row.trim_start_matches("| ").split(" | ").next().expect("a cell");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sample = read("samples/letter-en.txt");
    assert!(words(&sample).contains(before), "samples/letter-en.txt does not have the sentence: {before}");
    let folder = Folder::new();
    folder.write("letter-en.txt", sample.as_bytes());
    let masked = words(&run(&folder, &["mask", "letter-en.txt", "-q", "-o", "-"], None).stdout);
    // What is not masked at its beginning tells where it is.
    let start: Vec<&str> = before.split_whitespace().take(4).collect();
    let from = masked.find(&start.join(" ")).and_then(|at| masked.get(at..)).expect("the beginning stays");
    let length = from.find(". ").map_or(from.len(), |at| at + 1);
    let after = from.get(..length).expect("a full stop is one byte");
    text.replace(row, &format!("| {before} | {after} |"))
}
