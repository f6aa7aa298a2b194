//! `sfumato eval utility`: how much of what documents tell a policy leaves in them.

use std::fmt::Write as _;

use serde::Deserialize;
use sfumato::document::Document;
use sfumato::document::formats::FileKind;
use sfumato::knowledge::vectors::Vectors;
use sfumato::language::Language;
use sfumato::{Anonymiser, Bundle};
use sfumato_eval::utility::{DocumentUtility, KeptShare, UtilitySummary};

use super::printed::{cell, many, percent};
use super::records;
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::{Completeness, jobs, print};

/// The policy where none is named.
const POLICY: &str = "declassify";

/// A record of JSON Lines; whatever else it holds is passed over.
#[derive(Deserialize)]
struct UtilityRecord {
    id: Option<serde_json::Value>,
    protect: Option<serde_json::Value>,
    text: String,
}

/// The result for a document.
struct UtilityResult {
    name: String,
    utility: DocumentUtility,
}

type LanguageVectors = Vec<(Language, &'static dyn Vectors)>;

/// Measures what is left of documents of any kind.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder_or(&eval.rules, POLICY)?.assess())?;
    let inputs = inputs::collect(eval.gold(), None)?;
    super::check_rows(eval, &inputs)?;
    let tables = tables()?;
    let mut outcomes = Vec::new();
    for input in inputs.iter().filter(|input| !is_beside_text(input)) {
        outcomes.extend(of_file(input, &anonymiser, &tables)?);
    }
    let mut summary = UtilitySummary::default();
    outcomes.iter().for_each(|outcome| summary.add(&outcome.utility));
    super::write_rows(eval, &rows(&outcomes))?;
    let policy = anonymiser.policy().name.as_str();
    print(&match eval.form {
        EvalForm::Table => table(policy, &outcomes, &summary),
        EvalForm::Csv => rows(&outcomes),
        EvalForm::Json => json(policy, &outcomes, &summary),
    })?;
    Ok(Completeness::Complete)
}

/// The embedded vectors.
fn tables() -> Result<LanguageVectors, Failure> {
    let mut tables = LanguageVectors::new();
    for language in [Language::English, Language::Spanish] {
        if let Some(table) = Bundle::vectors(language) {
            tables.push((language, table.map_err(|error| Failure::at("embedded vectors", error))?));
        }
    }
    Ok(tables)
}

/// Annotations in brat lie beside their text, and are none.
fn is_beside_text(input: &InputFile) -> bool {
    let is_annotation = |path: &&std::path::PathBuf| path.extension().is_some_and(|ending| ending == "ann");
    input.in_folder
        && input.path.as_ref().filter(is_annotation).is_some_and(|path| path.with_extension("txt").is_file())
}

fn of_file(
    input: &InputFile,
    anonymiser: &Anonymiser,
    tables: &LanguageVectors,
) -> Result<Vec<UtilityResult>, Failure> {
    let bytes = input.read()?;
    let file = input.below.display().to_string();
    let name = input.path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let failed = |error: &dyn std::fmt::Display| Failure::at(input.name(), error);
    let kind = FileKind::tell(&bytes, name.as_deref()).map_err(|error| failed(&error))?;
    if kind == FileKind::JsonLines {
        return records::each(input, &bytes, |number, line| {
            // What the parser says may quote the record.
            let record: UtilityRecord =
                serde_json::from_slice(line).map_err(|_| "a record with a text was expected".to_owned())?;
            let document = records::document(&record.text, record.protect.as_ref())?;
            let name = record.id.map_or_else(|| format!("{file}:{number}"), records::name);
            Ok(UtilityResult { name, utility: of_document(&document, anonymiser, tables)? })
        });
    }
    let document = kind.format().read(bytes).map_err(|error| failed(&error))?;
    let utility = of_document(&document, anonymiser, tables).map_err(|what| Failure::at(input.name(), what))?;
    Ok(vec![UtilityResult { name: file, utility }])
}

fn of_document(
    document: &Document,
    anonymiser: &Anonymiser,
    tables: &LanguageVectors,
) -> Result<DocumentUtility, String> {
    let masked = anonymiser.mask_document(document).map_err(|error| error.to_string())?;
    let account = masked.plan.account().ok_or("nothing was measured")?;
    Ok(DocumentUtility::of(document, &masked, account, tables))
}

const HEADER: &str = "document,information,information_suppressed,information_regained,meaning,meaning_suppressed,\
    meaning_regained,closeness,closeness_suppressed,words_kept,words,bits\n";

/// One line for each document.
fn rows(outcomes: &[UtilityResult]) -> String {
    let mut out = HEADER.to_owned();
    for UtilityResult { name, utility } in outcomes {
        let DocumentUtility { words, bits, .. } = utility;
        let meaning = utility.meaning.map_or_else(|| ",,".to_owned(), |meaning| cells(meaning).join(","));
        let closeness = utility.closeness.map_or_else(
            || ",".to_owned(),
            |closeness| format!("{},{}", percent(closeness.planned), percent(closeness.suppressed)),
        );
        let information = cells(utility.information()).join(",");
        let kept = percent(utility.words_share());
        let _ = writeln!(out, "{},{information},{meaning},{closeness},{kept},{words},{bits:.1}", cell(name));
    }
    out
}

fn cells(kept: KeptShare) -> [String; 3] {
    [kept.planned, kept.suppressed, kept.regained()].map(percent)
}

fn table(policy: &str, outcomes: &[UtilityResult], summary: &UtilitySummary) -> String {
    let wide = outcomes.iter().map(|outcome| outcome.name.chars().count()).max().unwrap_or(0).max(12);
    let mut out = format!("utility of {}, policy {policy}\n", many(outcomes.len(), "document"));
    let heads = ["info", "removed", "regained", "meaning", "removed", "regained", "close", "words"];
    let mut line = |name: &str, cells: &[String]| {
        let _ = write!(out, "  {name:<wide$}");
        cells.iter().for_each(|cell| _ = write!(out, " {cell:>9}"));
        out.push('\n');
    };
    line("document", &heads.map(str::to_owned));
    let nothing = || "-".to_owned();
    let all = |information: KeptShare, meaning: Option<KeptShare>, closeness: Option<KeptShare>, words: f64| {
        let meaning = meaning.map_or_else(|| [(); 3].map(|()| nothing()), cells);
        let closeness = closeness.map_or_else(nothing, |closeness| percent(closeness.planned));
        [&cells(information)[..], &meaning, &[closeness, percent(words)]].concat()
    };
    for UtilityResult { name, utility } in outcomes {
        line(name, &all(utility.information(), utility.meaning, utility.closeness, utility.words_share()));
    }
    line("mean", &all(summary.information(), summary.meaning(), summary.closeness(), summary.words_share()));
    line("together", &all(summary.together.information(), None, None, summary.together.words_share()));
    out
}

fn json(policy: &str, outcomes: &[UtilityResult], summary: &UtilitySummary) -> String {
    let kept = |kept: KeptShare| {
        let regained = kept.regained();
        serde_json::json!({ "planned": kept.planned, "suppressed": kept.suppressed, "regained": regained })
    };
    let shown = |information: KeptShare, meaning: Option<KeptShare>, closeness: Option<KeptShare>, words: f64| {
        serde_json::json!({
            "information": kept(information),
            "meaning": meaning.map(kept),
            "closeness": closeness.map(kept),
            "words_kept": words,
        })
    };
    let documents: Vec<serde_json::Value> = outcomes
        .iter()
        .map(|UtilityResult { name, utility }| {
            let mut one = shown(utility.information(), utility.meaning, utility.closeness, utility.words_share());
            one["document"] = name.as_str().into();
            one
        })
        .collect();
    let together = &summary.together;
    let outcome = serde_json::json!({
        "task": "utility",
        "policy": policy,
        "documents": documents,
        "mean": shown(summary.information(), summary.meaning(), summary.closeness(), summary.words_share()),
        "together": { "information": kept(together.information()), "words_kept": together.words_share() },
    });
    outcome.to_string() + "\n"
}
