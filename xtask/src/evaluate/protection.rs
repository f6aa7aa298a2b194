//! Protection and utility of documents.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::fitted::{self, FittedLimits};
use super::runs::{EvaluationRun, FigurePath, TAB, WantedFigure, fitted_runs};
use super::summary::MeasuredFigure;
use super::trained;
use super::unpacked::UnpackedCorpora;
use super::{result, run};

/// The figures of a run of `sfumato eval`.
pub fn of_run(
    root: &Path,
    program: &Path,
    unpacked: &UnpackedCorpora,
    one: &EvaluationRun,
) -> Result<Vec<MeasuredFigure>, String> {
    let EvaluationRun { task, gold, setting, .. } = one;
    let mut command = Command::new(program);
    command.args(["eval", task]).arg(unpacked.gold(gold)?).args(["--as", "json"]);
    for option in &one.options {
        match option.starts_with("eval/") {
            true => command.arg(root.join(option)),
            false => command.arg(option),
        };
    }
    if one.has_reference {
        command.arg("--corpus").arg(unpacked.reference(program)?);
    }
    command.arg("--rows").arg(result(root, &format!("{task}-{gold}-{setting}.csv"))?);
    let printed = run(&mut command, &format!("{task} of {gold}"))?;
    let printed: Value =
        serde_json::from_str(&printed).map_err(|_| format!("{task} of {gold}: the program prints no JSON"))?;
    figures((task, gold, setting), &one.wanted, &printed)
}

/// The figures of cross-fitted limits.
pub fn of_fitted(root: &Path, fitted: &FittedLimits, task: &str) -> Result<Vec<MeasuredFigure>, String> {
    let setting = fitted.reference.setting();
    let mut all = Vec::new();
    for run in fitted_runs().iter().filter(|run| run.task == task) {
        let (documents, rows) = fitted.documents(task, run.gold, 0)?;
        let path = result(root, &format!("{task}-{}-{setting}.csv", run.gold))?;
        std::fs::write(&path, rows).map_err(|error| format!("{}: {error}", path.display()))?;
        let together = if task == "disclosure" { fitted::disclosure(documents) } else { fitted::utility(documents) };
        all.extend(figures((task, run.gold, setting), &run.wanted, &together)?);
    }
    Ok(all)
}

/// The figures of a task, a corpus and a setting.
fn figures(
    (task, gold, setting): (&str, &str, &str),
    wanted: &[WantedFigure],
    printed: &Value,
) -> Result<Vec<MeasuredFigure>, String> {
    let documents = &printed["documents"];
    let n = documents.as_u64().or_else(|| Some(documents.as_array()?.len() as u64)).unwrap_or_default();
    let figure = |wanted: &WantedFigure| {
        let (share, counted) = pick(printed, wanted.pick)
            .ok_or_else(|| format!("{task} of {gold}: there is no measure {}", wanted.measure))?;
        Ok(MeasuredFigure {
            task: task.to_owned(),
            corpus: gold.to_owned(),
            setting: setting.to_owned(),
            measure: wanted.measure.to_owned(),
            value: format!("{:.2}", 100.0 * share),
            n: counted.unwrap_or(n).to_string(),
            bar: wanted.least,
        })
    };
    wanted.iter().map(figure).collect()
}

/// A share, and of how many if it is not of documents.
fn pick(printed: &Value, pick: FigurePath) -> Option<(f64, Option<u64>)> {
    match pick {
        FigurePath::Share(path) => Some((printed.pointer(path)?.as_f64()?, None)),
        FigurePath::Score(measure, score) => {
            let is_all = |line: &&Value| line["measure"] == measure && line["label"].is_null();
            let line = printed["measures"].as_array()?.iter().find(is_all)?;
            Some((line[score].as_f64()?, line["n"].as_u64()))
        }
        FigurePath::Right(measure) => {
            let (share, n) = wrong(printed, measure)?;
            Some((1.0 - share, Some(n)))
        }
        FigurePath::Wrong(measure) => wrong(printed, measure).map(|(share, n)| (share, Some(n))),
    }
}

/// The share of a measure that is wrong, and of how many.
fn wrong(printed: &Value, measure: &str) -> Option<(f64, u64)> {
    let counted = &printed["measures"][measure];
    let (n, wrong) = (counted["n"].as_u64()?, counted["wrong"].as_f64()?);
    Some((if n > 0 { wrong / n as f64 } else { 0.0 }, n))
}

/// The benchmark of court files, each fifth by a recogniser that has learnt from the others.
pub fn court_files(
    root: &Path,
    program: &Path,
    unpacked: &UnpackedCorpora,
    models: &Path,
) -> Result<Vec<MeasuredFigure>, String> {
    const SETTING: &str = "legal";
    let mut all = String::new();
    for fold in 0..trained::FOLDS {
        let (_, test) = trained::fold(unpacked, fold)?;
        let rows = test.with_extension("csv");
        run(
            Command::new(program)
                .args(["eval", "tab", "--policy", SETTING, "--language", "en", "--as", "json", "--model"])
                .arg(trained::of_fold(program, unpacked, models, fold)?)
                .arg("--rows")
                .arg(&rows)
                .arg(&test),
            "tab",
        )?;
        let rows = std::fs::read_to_string(&rows).map_err(|error| format!("{}: {error}", rows.display()))?;
        let after_header = if all.is_empty() { 0 } else { 1 };
        rows.lines().skip(after_header).for_each(|line| all += &format!("{line}\n"));
    }
    std::fs::write(result(root, "tab-tab-legal.csv")?, &all).map_err(|error| format!("tab: {error}"))?;
    let sums = sums(&all);
    let figure = |measure: &str| {
        let (n, right) = *sums.get(measure).ok_or_else(|| format!("tab: there is no measure {measure}"))?;
        Ok(MeasuredFigure {
            task: "tab".to_owned(),
            corpus: "tab".to_owned(),
            setting: SETTING.to_owned(),
            measure: measure.to_owned(),
            value: format!("{:.2}", 100.0 * right / n.max(f64::MIN_POSITIVE)),
            n: format!("{n:.0}"),
            bar: None,
        })
    };
    TAB.iter().map(|measure| figure(measure)).collect()
}

/// The amount and the part of it that is right, of each measure, over all rows `document,measure,n,right,share`.
fn sums(rows: &str) -> BTreeMap<&str, (f64, f64)> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for line in rows.lines().skip(1) {
        // Ids of the benchmark have no comma.
        let cells: Vec<&str> = line.split(',').collect();
        let [_, measure, n, right, _] = cells.as_slice() else { continue };
        if let (Ok(n), Ok(right)) = (n.parse::<f64>(), right.parse::<f64>()) {
            let sum = sums.entry(*measure).or_default();
            *sum = (sum.0 + n, sum.1 + right);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn figures_are_picked_by_name() {
        let printed = json!({
            "units": { "f1": 0.5 },
            "measures": [
                { "measure": "entity", "label": "PER", "f1": 0.1 },
                { "measure": "entity", "label": null, "f1": 0.25, "n": 7 },
            ],
        });
        assert_eq!(pick(&printed, FigurePath::Share("/units/f1")), Some((0.5, None)));
        assert_eq!(pick(&printed, FigurePath::Score("entity", "f1")), Some((0.25, Some(7))));
        assert_eq!(pick(&printed, FigurePath::Score("span", "f1")), None);
        let replaced = json!({ "measures": { "gone": { "n": 4, "wrong": 1 } } });
        assert_eq!(pick(&replaced, FigurePath::Right("gone")), Some((0.75, Some(4))));
        assert_eq!(pick(&replaced, FigurePath::Wrong("gone")), Some((0.25, Some(4))));
    }

    #[test]
    fn rows_of_all_folds_are_counted_together() {
        let rows = "document,measure,n,right,share\na,recall-tokens,4.0,2.0,50.00\nb,recall-tokens,1.0,1.0,100.00\n";
        assert_eq!(sums(rows)["recall-tokens"], (5.0, 3.0));
    }
}
