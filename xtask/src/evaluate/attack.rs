//! Attacks on masked biographies by an adversary who knows other texts about the same people.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::fitted::{self, CountReference, FittedLimits};
use super::summary::MeasuredFigure;
use super::unpacked::UnpackedCorpora;
use super::{result, run};

const CORPUS: &str = "wikiactors-attack";

/// The releases that came with the biographies: the originals, and those that others masked; each by its name and its
/// member.
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

/// The release that a person masked.
const HUMAN: &str = "human";

/// Our policies that know nothing of limits.
const PLAIN: [&str; 3] = ["default", "legal", "redact"];

/// Words in capitals that others wrote where something was masked, besides those that the program knows.
const LABELS: &str = "WORLD,YEAR,ACTOR";

/// The share of attackers who are right no more often than on what a person masked.
const HELD_OFF: &str = "attackers-held-off";

/// So many bits may ordinary words tell beyond the limits, by what is asked how common they are.
fn leeways(reference: CountReference) -> &'static [u32] {
    match reference {
        CountReference::Embedded => &[0, 2, 4],
        CountReference::Index => &[0, 2, 4, 6, 9],
        CountReference::IndexAlone => &[0],
    }
}

/// Releases of others that are attacked without the words that were put in as well.
const ALSO_SUPPRESSED: [&str; 2] = [HUMAN, "word2vec-0.25"];

/// Attacks what others masked, and what policies of ours make that have no limits to choose.
pub fn of_others(root: &Path, program: &Path, unpacked: &UnpackedCorpora) -> Result<Vec<MeasuredFigure>, String> {
    let attack = AttackRuns { root, program, people: unpacked.people()? };
    let mut figures = Vec::new();
    for (name, member) in GIVEN {
        let looks = if ALSO_SUPPRESSED.contains(&name) { AttackView::AlsoSuppressed } else { AttackView::AsMasked };
        figures.extend(attack.on(name, &attack.people, member, looks)?);
    }
    for policy in PLAIN {
        let masked = mask(program, &unpacked.gold(CORPUS)?, policy)?;
        let own = attack.on(policy, &masked, "text", AttackView::AsMasked)?;
        let share = held_off(policy, &own, &figures, None);
        figures.extend(own);
        figures.push(share);
    }
    Ok(figures)
}

/// Attacks what limits make that were chosen on other people, with more and more leeway; the bar is for those who have a
/// reference.
pub fn of_fitted(
    root: &Path,
    program: &Path,
    unpacked: &UnpackedCorpora,
    fitted: &FittedLimits,
    others: &[MeasuredFigure],
) -> Result<Vec<MeasuredFigure>, String> {
    let attack = AttackRuns { root, program, people: unpacked.people()? };
    let setting = fitted.reference.setting();
    let mut figures = Vec::new();
    for leeway in leeways(fitted.reference) {
        let (name, looks) = match leeway {
            0 => (setting.to_owned(), AttackView::AlsoSuppressed),
            _ => (format!("{setting}+leeway-{leeway}"), AttackView::AsMasked),
        };
        figures.extend(attack.on(&name, &fitted.mask(CORPUS, *leeway)?, "text", looks)?);
        let kept = fitted::utility(fitted.documents("utility", CORPUS, *leeway)?.0);
        let regained = kept["mean"]["information"]["regained"].as_f64().unwrap_or(f64::NAN);
        let n = kept["documents"].as_array().map_or(0, Vec::len);
        figures.push(figure(&name, "information-regained".to_owned(), 100.0 * regained, n, None));
    }
    let own: Vec<MeasuredFigure> = figures.iter().filter(|figure| figure.setting == setting).cloned().collect();
    let bar = (fitted.reference == CountReference::Index).then_some(100.0);
    figures.push(held_off(setting, &own, others, bar));
    Ok(figures)
}

/// The number of attackers that do no better than on the release that a person masked.
fn held_off(setting: &str, own: &[MeasuredFigure], others: &[MeasuredFigure], bar: Option<f64>) -> MeasuredFigure {
    let rate = |figure: &MeasuredFigure| figure.value.parse::<f64>().unwrap_or(f64::NAN);
    let by_human = |measure: &str| others.iter().find(|one| one.setting == HUMAN && one.measure == measure).map(rate);
    let is_rate = |one: &&MeasuredFigure| one.measure.ends_with("-at-1") && !one.measure.starts_with(STRONGEST);
    let rates: Vec<&MeasuredFigure> =
        own.iter().filter(is_rate).filter(|one| !one.measure.starts_with(SUPPRESSED)).collect();
    let is_held_off = |one: &&&MeasuredFigure| by_human(&one.measure).is_some_and(|human| rate(one) <= human);
    let share = rates.iter().filter(is_held_off).count() as f64 / rates.len().max(1) as f64;
    figure(setting, HELD_OFF.to_owned(), 100.0 * share, rates.len(), bar)
}

/// The measure of the attacker who is right most often.
const STRONGEST: &str = "strongest";

/// The program's name for masked documents without the words that were put in, and the prefix of their measures.
const SUPPRESSED: &str = "suppressed";

/// The texts that attackers look at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttackView {
    AsMasked,
    /// Also without the words that the originals do not have.
    AlsoSuppressed,
}

/// The inputs of an attack.
struct AttackRuns<'a> {
    root: &'a Path,
    program: &'a Path,
    people: PathBuf,
}

impl AttackRuns<'_> {
    /// Attacks one release.
    fn on(&self, name: &str, masked: &Path, member: &str, looks: AttackView) -> Result<Vec<MeasuredFigure>, String> {
        let mut command = Command::new(self.program);
        command
            .args(["attack", "--as", "json", "--text-field", member, "--background-field", "background"])
            .args(["--allow-unknown", "--label", LABELS, "--masked"])
            .arg(masked)
            .arg("--background")
            .arg(&self.people)
            .arg("--rows")
            .arg(result(self.root, &format!("attack-{CORPUS}-{name}.csv"))?);
        if looks == AttackView::AlsoSuppressed {
            command.args(["--original-field", "abstract", "--original"]).arg(&self.people);
        }
        let printed = run(&mut command, &format!("attack on {name}"))?;
        let printed: Value =
            serde_json::from_str(&printed).map_err(|_| format!("attack on {name}: the program prints no JSON"))?;
        let n = printed["documents"].as_u64().unwrap_or_default() as usize;
        let (mut figures, mut strongest) = (Vec::new(), None);
        for outcome in printed["outcomes"].as_array().into_iter().flatten() {
            let Some(attacker) = outcome["attacker"].as_str() else { continue };
            let number = |member: &str| outcome[member].as_f64().unwrap_or(f64::NAN);
            let before = match outcome["text"].as_str() {
                Some("masked") => String::new(),
                Some(SUPPRESSED) => format!("{SUPPRESSED}-"),
                _ => continue,
            };
            if before.is_empty() {
                strongest = Some(strongest.unwrap_or(0.0_f64).max(number("at_1")));
            }
            let measure = |of: &str| format!("{before}{attacker}-{of}");
            figures.push(figure(name, measure("at-1"), 100.0 * number("at_1"), n, None));
            figures.push(figure(name, measure("at-5"), 100.0 * number("at_5"), n, None));
            figures.push(figure(name, measure("mean-rank"), number("mean_rank"), n, None));
        }
        let strongest = strongest.ok_or_else(|| format!("attack on {name}: the program names no attacker"))?;
        figures.push(figure(name, format!("{STRONGEST}-at-1"), 100.0 * strongest, n, None));
        Ok(figures)
    }
}

fn figure(setting: &str, measure: String, value: f64, n: usize, bar: Option<f64>) -> MeasuredFigure {
    MeasuredFigure {
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
fn mask(program: &Path, records: &Path, policy: &str) -> Result<PathBuf, String> {
    let masked = records.with_file_name(format!("masked-{policy}.jsonl"));
    let mut command = Command::new(program);
    command.args(["mask", "--quiet", "--policy", policy, "--keep-fields", "id", "-o"]).arg(&masked).arg(records);
    run(&mut command, &format!("mask by {policy}")).map(|_| masked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attackers_are_held_off_who_do_no_better_than_on_what_a_person_masked() {
        let rate = |setting: &str, measure: &str, value: f64| figure(setting, measure.to_owned(), value, 24, None);
        let human = [rate(HUMAN, "bm25-at-1", 30.0), rate(HUMAN, "tfidf-at-1", 10.0)];
        let ours = [
            rate("x", "bm25-at-1", 30.0),
            rate("x", "tfidf-at-1", 20.0),
            rate("x", "suppressed-bm25-at-1", 0.0),
            rate("x", "strongest-at-1", 30.0),
        ];
        assert_eq!(
            held_off("x", &ours, &human, None),
            MeasuredFigure { n: "2".to_owned(), ..rate("x", HELD_OFF, 50.0) }
        );
    }
}
