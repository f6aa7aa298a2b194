//! Limits that were chosen on other people than they are measured on.
//!
//! The limits of `declassify` were chosen with 25 biographies in view, so that what this policy comes to on them flatters
//! it. Here people are parted into folds; for each fold the limits are chosen anew from a grid, by what they come to on
//! the biographies of everybody else, and with these the biographies of the fold are measured, masked and attacked. The
//! reference has no text about any of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::unpacked::UnpackedCorpora;
use super::{result, run};

/// Into how many parts people are parted, in the order of their names, one to each in turn.
const FOLDS: usize = 5;

/// The policy whose limits are chosen, and the corpus that they are chosen on.
const POLICY: &str = "assets/policies/declassify.toml";
const CORPUS: &str = "wikiactors";

/// The grid. Nothing as telling as the word may stay; a name tells so many bits more; and ordinary words for these kinds
/// of things stay.
const WORDS: [&str; 5] = ["writer", "physician", "journalist", "musician", "sculptor"];
const NAMES_TELL: [u32; 6] = [1, 3, 4, 5, 6, 8];
const LEAVE: [&[&str]; 4] = [&[], &["human action"], &["attribute"], &["human action", "attribute"]];

/// The reference that is asked how common something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountReference {
    /// The tables in the program.
    Embedded,
    /// An index of biographies of others first, then these tables.
    Index,
    /// The index alone.
    IndexAlone,
}

impl CountReference {
    pub const ALL: [Self; 3] = [Self::Embedded, Self::Index, Self::IndexAlone];

    /// The setting of figures measured with it.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Embedded => "cross-fitted",
            Self::Index => "cross-fitted+reference",
            Self::IndexAlone => "cross-fitted+reference-alone",
        }
    }

    /// Lets a command of the program use it.
    fn give(self, command: &mut Command, unpacked: &UnpackedCorpora, program: &Path) -> Result<(), String> {
        if self != Self::Embedded {
            command.arg("--corpus").arg(unpacked.reference(program)?);
        }
        if self == Self::IndexAlone {
            command.arg("--own-only");
        }
        Ok(())
    }
}

/// A point of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LimitChoice {
    word: &'static str,
    names_tell: u32,
    leave: &'static [&'static str],
}

impl LimitChoice {
    fn grid() -> Vec<Self> {
        let of_word = |word| {
            NAMES_TELL.into_iter().flat_map(move |names_tell| LEAVE.map(|leave| Self { word, names_tell, leave }))
        };
        WORDS.into_iter().flat_map(of_word).collect()
    }

    /// The policy with these limits, and so many bits of leeway.
    fn policy(&self, text: &str, leeway: u32) -> Result<String, String> {
        let Self { word, names_tell, leave } = self;
        // No leeway is what is not said.
        let leeway = if leeway > 0 { format!("\nleeway = {leeway}") } else { String::new() };
        let limits = [
            ("informative_as", format!("informative_as = \"{word}\"{leeway}")),
            ("disclosure_as", format!("disclosure_as = \"{word}\"")),
            ("names_tell", format!("names_tell = {names_tell}")),
            ("leave", format!("leave = {leave:?}")),
        ];
        let mut lines: Vec<&str> = text.lines().collect();
        for (key, limit) in &limits {
            let line = lines.iter_mut().find(|line| line.split('=').next().is_some_and(|before| before.trim() == *key));
            *line.ok_or_else(|| format!("{POLICY}: there is no {key}"))? = limit;
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// The limits of each fold, chosen on the others.
pub struct FittedLimits<'a> {
    root: &'a Path,
    program: &'a Path,
    unpacked: &'a UnpackedCorpora,
    pub reference: CountReference,
    /// The fold of each person.
    folds: BTreeMap<String, usize>,
    chosen: Vec<LimitChoice>,
}

impl<'a> FittedLimits<'a> {
    /// Chooses limits: for each fold those with the highest mean F1 of units over the documents of the other folds; of
    /// equals the first in the grid.
    pub fn new(
        root: &'a Path,
        program: &'a Path,
        unpacked: &'a UnpackedCorpora,
        reference: CountReference,
    ) -> Result<Self, String> {
        let gold = unpacked.gold(CORPUS)?;
        let people = people(&gold)?;
        let mut names: Vec<&String> = people.values().collect();
        names.sort();
        names.dedup();
        let folds = names.into_iter().enumerate().map(|(rank, name)| (name.clone(), rank % FOLDS)).collect();
        let mut fitted = Self { root, program, unpacked, reference, folds, chosen: Vec::new() };
        let mut scores = Vec::new();
        for limits in LimitChoice::grid() {
            let printed = fitted.eval("disclosure", &gold, limits, 0, None)?;
            scores.push((limits, fitted.scores(&printed, &people)?));
        }
        let chosen: Vec<(LimitChoice, f64)> = (0..FOLDS).map(|fold| best_without(fold, &scores)).collect();
        fitted.write_chosen(&chosen)?;
        fitted.chosen = chosen.into_iter().map(|(limits, _)| limits).collect();
        Ok(fitted)
    }

    /// The result of a task of `sfumato eval` for each document of a corpus, each with the limits of its fold; and
    /// its rows.
    pub fn documents(&self, task: &str, corpus: &str, leeway: u32) -> Result<(Vec<Value>, String), String> {
        let gold = self.unpacked.gold(corpus)?;
        let people = people(&gold)?;
        let rows = gold.with_extension("rows.csv");
        let (mut documents, mut lines) = (Vec::new(), BTreeMap::new());
        let mut header = String::new();
        for (fold, limits) in self.chosen.iter().enumerate() {
            let printed = self.eval(task, &gold, *limits, leeway, Some(&rows))?;
            let is_of_fold = |id: &str| people.get(id).and_then(|name| self.folds.get(name)) == Some(&fold);
            documents.extend(listed(&printed).filter(|one| is_of_fold(&name_of(one))).cloned());
            let text = std::fs::read_to_string(&rows).map_err(|error| format!("{}: {error}", rows.display()))?;
            header = text.lines().next().unwrap_or_default().to_owned();
            // Ids of this corpus have no comma.
            let id = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
            lines.extend(text.lines().skip(1).map(|line| (id(line), line.to_owned())).filter(|(id, _)| is_of_fold(id)));
        }
        if documents.len() != people.len() {
            return Err(format!("{task} of {corpus}: {} of {} documents came back", documents.len(), people.len()));
        }
        let rows = lines.into_values().fold(header + "\n", |rows, line| rows + &line + "\n");
        Ok((documents, rows))
    }

    /// A file of records masked, each with the limits of its fold.
    pub fn mask(&self, corpus: &str, leeway: u32) -> Result<PathBuf, String> {
        let records = self.unpacked.gold(corpus)?;
        let people = people(&records)?;
        let text = std::fs::read_to_string(&records).map_err(|error| format!("{}: {error}", records.display()))?;
        let mut all = String::new();
        for (fold, limits) in self.chosen.iter().enumerate() {
            let is_of_fold = |line: &&str| {
                let record: Value = serde_json::from_str(line).unwrap_or_default();
                people.get(&name_of(&record)).and_then(|name| self.folds.get(name)) == Some(&fold)
            };
            let own: String = text.lines().filter(is_of_fold).flat_map(|line| [line, "\n"]).collect();
            let (before, after) = (records.with_extension("fold.jsonl"), records.with_extension("masked.jsonl"));
            std::fs::write(&before, own).map_err(|error| format!("{}: {error}", before.display()))?;
            let mut command = Command::new(self.program);
            command.args(["mask", "--quiet", "--keep-fields", "id", "-o"]).arg(&after).arg(&before);
            command.arg("--policy").arg(self.policy(*limits, leeway)?);
            self.reference.give(&mut command, self.unpacked, self.program)?;
            let output = command.output().map_err(|error| format!("mask: the program did not start: {error}"))?;
            // Status 1 says that a phrase is still above a limit, which is for the attack to find.
            if !matches!(output.status.code(), Some(0 | 1)) {
                return Err(format!("mask: {}", String::from_utf8_lossy(&output.stderr).trim()));
            }
            all += &std::fs::read_to_string(&after).map_err(|error| format!("{}: {error}", after.display()))?;
        }
        let masked = records.with_file_name(format!("masked-{}-{leeway}.jsonl", self.reference.setting()));
        std::fs::write(&masked, all).map_err(|error| format!("{}: {error}", masked.display()))?;
        Ok(masked)
    }

    fn eval(
        &self,
        task: &str,
        gold: &Path,
        limits: LimitChoice,
        leeway: u32,
        rows: Option<&Path>,
    ) -> Result<Value, String> {
        let mut command = Command::new(self.program);
        command.args(["eval", task]).arg(gold).args(["--as", "json", "--policy"]).arg(self.policy(limits, leeway)?);
        self.reference.give(&mut command, self.unpacked, self.program)?;
        if let Some(rows) = rows {
            command.arg("--rows").arg(rows);
        }
        let printed = run(&mut command, task)?;
        serde_json::from_str(&printed).map_err(|_| format!("{task}: the program prints no JSON"))
    }

    /// The file of a policy with these limits.
    fn policy(&self, limits: LimitChoice, leeway: u32) -> Result<PathBuf, String> {
        let text = std::fs::read_to_string(self.root.join(POLICY)).map_err(|error| format!("{POLICY}: {error}"))?;
        let path = self.unpacked.file("limits.toml");
        std::fs::write(&path, limits.policy(&text, leeway)?).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// The F1 of units of each document, with its fold.
    fn scores(&self, printed: &Value, people: &BTreeMap<String, String>) -> Result<Vec<(usize, f64)>, String> {
        let score = |document: &Value| {
            let fold = self.folds.get(people.get(&name_of(document))?)?;
            Some((*fold, document["units"]["f1"].as_f64()?))
        };
        listed(printed).map(|one| score(one).ok_or_else(|| "disclosure: a document has no figure".to_owned())).collect()
    }

    /// Writes down what was chosen.
    fn write_chosen(&self, chosen: &[(LimitChoice, f64)]) -> Result<(), String> {
        let mut out = "fold,word,names_tell,leave,unit_f1_elsewhere\n".to_owned();
        for (fold, (LimitChoice { word, names_tell, leave }, score)) in chosen.iter().enumerate() {
            let _ = writeln!(out, "{fold},{word},{names_tell},{},{:.2}", leave.join(" and "), 100.0 * score);
        }
        let path = result(self.root, &format!("limits-{CORPUS}-{}.csv", self.reference.setting()))?;
        std::fs::write(&path, out).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// The limits that do best on all folds but one, and how well.
fn best_without(fold: usize, scores: &[(LimitChoice, Vec<(usize, f64)>)]) -> (LimitChoice, f64) {
    let mean = |documents: &[(usize, f64)]| {
        let others: Vec<f64> = documents.iter().filter(|(own, _)| *own != fold).map(|(_, score)| *score).collect();
        others.iter().sum::<f64>() / others.len().max(1) as f64
    };
    let mut all = scores.iter().map(|(limits, documents)| (*limits, mean(documents)));
    let first = all.next().unwrap_or((LimitChoice { word: WORDS[0], names_tell: 0, leave: LEAVE[0] }, 0.0));
    all.fold(first, |best, one| if one.1 > best.1 { one } else { best })
}

/// The summary of documents, in the form in which `sfumato eval disclosure` prints it: the mean of units over
/// documents, and all words counted as one.
pub fn disclosure(documents: Vec<Value>) -> Value {
    let mean = |score: &str| {
        let sum: f64 = documents.iter().filter_map(|one| one["units"][score].as_f64()).sum();
        sum / documents.len().max(1) as f64
    };
    let count = |kind: &str| documents.iter().filter_map(|one| one["words"][kind].as_f64()).sum::<f64>();
    let (right, spurious, missed) = (count("right"), count("spurious"), count("missed"));
    let share = |of: f64, all: f64| if all > 0.0 { of / all } else { 0.0 };
    json!({
        "units": { "precision": mean("precision"), "recall": mean("recall"), "f1": mean("f1"), "f2": mean("f2") },
        "words": {
            "precision": share(right, right + spurious),
            "recall": share(right, right + missed),
            "f1": share(2.0 * right, 2.0 * right + spurious + missed),
            "f2": share(5.0 * right, 5.0 * right + spurious + 4.0 * missed),
        },
        "documents": documents,
    })
}

/// The same of `sfumato eval utility`: means over documents, from which it follows what is regained.
pub fn utility(documents: Vec<Value>) -> Value {
    let mean = |path: &str| {
        let values: Vec<f64> = documents.iter().filter_map(|one| one.pointer(path)?.as_f64()).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    let kept = |of: &str| {
        let (planned, suppressed) = (mean(&format!("/{of}/planned")), mean(&format!("/{of}/suppressed")));
        let lost = 1.0 - suppressed;
        let regained = if lost > 0.0 { (planned - suppressed) / lost } else { 0.0 };
        json!({ "planned": planned, "suppressed": suppressed, "regained": regained })
    };
    json!({
        "mean": {
            "information": kept("information"),
            "meaning": kept("meaning"),
            "closeness": kept("closeness"),
            "words_kept": mean("/words_kept"),
        },
        "documents": documents,
    })
}

/// The person each record of a file is about, by its id.
fn people(records: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(records).map_err(|error| format!("{}: {error}", records.display()))?;
    let person = |line: &str| {
        let record: Value = serde_json::from_str(line).ok()?;
        Some((name_of(&record), record["protect"].as_str()?.to_owned()))
    };
    let all = text.lines().map(|line| person(line).ok_or_else(|| format!("{}: nobody is named", records.display())));
    all.collect()
}

fn listed(printed: &Value) -> impl Iterator<Item = &Value> {
    printed["documents"].as_array().into_iter().flatten()
}

/// The name of a document or a record.
fn name_of(one: &Value) -> String {
    one["document"].as_str().or_else(|| one["id"].as_str()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_fold_are_chosen_on_the_others_alone() {
        let [a, b] = [3, 5].map(|names_tell| LimitChoice { word: "writer", names_tell, leave: &[] });
        // The second is better on fold 0 only, so that it is not chosen for it.
        let scores = vec![(a, vec![(0, 0.1), (1, 0.5), (2, 0.5)]), (b, vec![(0, 0.9), (1, 0.4), (2, 0.4)])];
        assert_eq!(best_without(0, &scores), (a, 0.5));
        assert_eq!(best_without(1, &scores).0, b);
    }

    #[test]
    fn the_grid_changes_every_limit_that_was_chosen_by_hand() {
        let text =
            "[limit]\ninformative_as = \"x\" # why\ndisclosure_as  = \"x\"\nnames_tell     = 1\nleave = [\"y\"]\n";
        let limits = LimitChoice { word: "writer", names_tell: 3, leave: &[] };
        let expected = "[limit]\ninformative_as = \"writer\"\nleeway = 2\ndisclosure_as = \"writer\"\nnames_tell = 3\nleave = []\n";
        assert_eq!(limits.policy(text, 2).as_deref(), Ok(expected));
        assert!(limits.policy("[limit]\n", 0).is_err());
        assert_eq!(LimitChoice::grid().len(), WORDS.len() * NAMES_TELL.len() * LEAVE.len());
    }

    #[test]
    fn documents_are_put_together_as_the_program_does_it() {
        let one = |right: u32, missed: u32, f1: f64| {
            json!({
                "units": { "precision": 1.0, "recall": f1, "f1": f1, "f2": f1 },
                "words": { "right": right, "spurious": 0, "missed": missed },
            })
        };
        let all = disclosure(vec![one(3, 1, 0.5), one(1, 3, 1.0)]);
        assert_eq!(all["units"]["f1"], 0.75);
        assert_eq!(all["words"]["recall"], 0.5);
        let kept =
            |planned: f64| json!({ "information": { "planned": planned, "suppressed": 0.2 }, "words_kept": 0.5 });
        let all = utility(vec![kept(0.5), kept(0.7)]);
        assert_eq!(format!("{:.2}", all["mean"]["information"]["regained"].as_f64().unwrap_or_default()), "0.50");
    }
}
