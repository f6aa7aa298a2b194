//! The table of operators in the documentation of policies: what each makes of a sentence.

use super::shown;
use crate::support::{TestFolder, run};

pub const DOCUMENT: &str = "docs/policies.md";

/// The sentence that the table applies operators to.
const SENTENCE: &str = "Dr. Ann Lee, card 4111 1111 1111 1111. Lee left.";

/// The document with the cells as they ought to be; what was wrong is added to the list.
pub fn applied(text: String, wrong: &mut Vec<String>) -> String {
    assert!(text.contains(&format!("`{SENTENCE}`")), "the table of operators is about another sentence");
    let rewritten: String =
        text.split_inclusive('\n').map(|line| row(line).unwrap_or_else(|| line.to_owned())).collect();
    let changed = text.lines().zip(rewritten.lines()).filter(|(old, new)| old != new);
    wrong.extend(changed.map(|(_, new)| format!("{DOCUMENT}: this is not what comes out now: {new}")));
    rewritten
}

/// A row of the table, an operator as policies have it and its result, with the true result.
fn row(line: &str) -> Option<String> {
    let (operator, rest) = line.strip_prefix("| `")?.split_once("` | `")?;
    let (shown, note) = rest.rsplit_once('`').filter(|(shown, _)| shown.contains("left."))?;
    let masked = masked(operator);
    let result = if shown::fits(&[shown], &[masked.as_str()]) { shown } else { &masked };
    Some(format!("| `{operator}` | `{result}`{note}"))
}

/// The sentence with an operator applied to everything that is found.
fn masked(operator: &str) -> String {
    let folder = TestFolder::new();
    folder.write("operator.toml", format!("version = 1\n[mask]\ndefault = {operator}\n").as_bytes());
    folder.write("secret.key", &std::array::from_fn::<u8, 32, _>(|at| at as u8));
    let mut call = vec!["mask", "-", "-q", "--policy", "operator.toml"];
    match operator {
        "\"pseudonymise\"" => call.extend(["--seed", "7"]),
        _ => call.extend(["--key-file", "secret.key"]),
    }
    let done = run(&folder, &call, Some(SENTENCE.as_bytes()));
    assert_eq!(done.code, 0, "{operator}: {}", done.stderr);
    done.stdout
}
