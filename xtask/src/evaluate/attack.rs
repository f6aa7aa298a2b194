//! Whether an adversary who knows other texts about the same people tells whom masked biographies are about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::summary::Figure;
use super::unpacked::Unpacked;
use super::{result, run};

const CORPUS: &str = "wikiactors-attack";

/// What came with the biographies: as they were, and as others masked them; each by its name and its member.
const GIVEN: [(&str, &str); 9] = [
    ("original", "abstract"),
    ("ner3", "ner3"),
    ("ner4", "ner4"),
    ("ner7", "ner7"),
    ("presidio", "presidio"),
    ("spacy", "spacy"),
    ("word2vec-0.25", "word2vec_t=0_25"),
    ("word2vec-0.5", "word2vec_t=0_5"),
    (HUMAN, "manual"),
];

/// What a person masked.
const HUMAN: &str = "human";

/// Our policies, and whether they are given a reference.
const OURS: [(&str, &str, bool); 3] =
    [("default", "default", false), ("declassify", "declassify", false), ("declassify+reference", "declassify", true)];

/// The share of attackers who are right no more often than on what a person masked.
const HELD_OFF: &str = "attackers-held-off";

/// Attacks everything.
pub fn measure(root: &Path, program: &Path, unpacked: &Unpacked) -> Result<Vec<Figure>, String> {
    let people = unpacked.people()?;
    let mut figures = Vec::new();
    let mut human = BTreeMap::new();
    for (name, member) in GIVEN {
        let rates = attack(root, program, &people, name, &people, member, &mut figures)?;
        if name == HUMAN {
            human = rates;
        }
    }
    for (name, policy, has_reference) in OURS {
        let reference = if has_reference { Some(unpacked.reference(program)?) } else { None };
        let masked = mask(program, &unpacked.gold(CORPUS)?, policy, reference.as_deref(), name)?;
        let rates = attack(root, program, &masked, name, &people, "text", &mut figures)?;
        let held_off = rates.iter().filter(|(attacker, rate)| human.get(*attacker).is_some_and(|human| *rate <= human));
        let share = held_off.count() as f64 / rates.len().max(1) as f64;
        let bar = if has_reference { Some(100.0) } else { None };
        figures.push(figure(name, HELD_OFF.to_owned(), 100.0 * share, rates.len(), bar));
    }
    Ok(figures)
}

/// Attacks one release and gives the rate of each attacker.
fn attack(
    root: &Path,
    program: &Path,
    masked: &Path,
    name: &str,
    people: &Path,
    member: &str,
    figures: &mut Vec<Figure>,
) -> Result<BTreeMap<String, f64>, String> {
    let printed = run(
        Command::new(program)
            .args(["attack", "--as", "json", "--text-field", member, "--background-field", "background"])
            .args(["--allow-unknown", "--masked"])
            .arg(masked)
            .arg("--background")
            .arg(people)
            .arg("--rows")
            .arg(result(root, &format!("attack-{CORPUS}-{name}.csv"))?),
        &format!("attack on {name}"),
    )?;
    let printed: Value =
        serde_json::from_str(&printed).map_err(|_| format!("attack on {name}: the program prints no JSON"))?;
    let n = printed["documents"].as_u64().unwrap_or_default() as usize;
    let mut rates = BTreeMap::new();
    for outcome in printed["outcomes"].as_array().into_iter().flatten() {
        let (Some("masked"), Some(attacker)) = (outcome["text"].as_str(), outcome["attacker"].as_str()) else {
            continue;
        };
        let number = |member: &str| outcome[member].as_f64().unwrap_or(f64::NAN);
        rates.insert(attacker.to_owned(), number("at_1"));
        figures.push(figure(name, format!("{attacker}-at-1"), 100.0 * number("at_1"), n, None));
        figures.push(figure(name, format!("{attacker}-at-5"), 100.0 * number("at_5"), n, None));
        figures.push(figure(name, format!("{attacker}-mean-rank"), number("mean_rank"), n, None));
    }
    if rates.is_empty() {
        return Err(format!("attack on {name}: the program names no attacker"));
    }
    let strongest = rates.values().copied().fold(0.0, f64::max);
    figures.push(figure(name, "strongest-at-1".to_owned(), 100.0 * strongest, n, None));
    Ok(rates)
}

fn figure(setting: &str, measure: String, value: f64, n: usize, bar: Option<f64>) -> Figure {
    Figure {
        task: "attack".to_owned(),
        corpus: CORPUS.to_owned(),
        setting: setting.to_owned(),
        measure,
        value: format!("{value:.2}"),
        n: n.to_string(),
        bar,
    }
}

/// Masks the biographies by a policy of ours, each for the person it is about.
fn mask(program: &Path, records: &Path, policy: &str, reference: Option<&Path>, name: &str) -> Result<PathBuf, String> {
    let masked = records.with_file_name(format!("masked-{name}.jsonl"));
    let mut command = Command::new(program);
    command.args(["mask", "--quiet", "--policy", policy, "--keep-fields", "id", "-o"]).arg(&masked).arg(records);
    if let Some(reference) = reference {
        command.arg("--corpus").arg(reference);
    }
    let output = command.output().map_err(|error| format!("mask by {name}: the program did not start: {error}"))?;
    // Status 1 says that a phrase is still above a limit, which is for the attack to find.
    match output.status.code() {
        Some(0 | 1) => Ok(masked),
        _ => Err(format!("mask by {name}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
