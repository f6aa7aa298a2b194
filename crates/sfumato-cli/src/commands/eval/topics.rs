//! `sfumato eval topics`: what belongs to the topics of a policy, and what does not.

use std::fmt::Write as _;

use rayon::prelude::*;
use sfumato::Bundle;
use sfumato::risk::Topics;
use sfumato_eval::entities::LabelNaming;
use sfumato_eval::topics::{TopicNames, TopicShare, TopicTally, evaluate};

use super::printed::{cell, many, percent};
use crate::annotated::{self, AnnotatedFile};
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::{Completeness, gold, jobs, print};

/// The policy where none is named.
const POLICY: &str = "sensitive-health";

/// Measures on annotated files how topics are found.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder_or(&eval.rules, POLICY)?)?;
    let policy = anonymiser.policy();
    if policy.topics.is_empty() {
        return Err(Failure::at(format!("policy {}", policy.name), "it has no topics"));
    }
    let wrong = |error: &dyn std::fmt::Display| Failure::at(format!("policy {}", policy.name), error);
    let world = Bundle::world_of(&policy.knowledge, anonymiser.knowledge()).map_err(|error| wrong(&error))?;
    let topics = Topics::new(&world, &policy.topics).map_err(|error| wrong(&error))?;
    let models = Bundle::models().map_err(|error| Failure::at("embedded models", error))?;
    let map = eval.map.as_deref().map(gold::label_map).transpose()?.unwrap_or_default();
    let files = annotated::read(&annotated::collect(eval.gold())?)?;
    let labels = files.iter().flat_map(|file| &file.documents).flat_map(|document| &document.annotations);
    let naming = LabelNaming::new(labels.map(|annotation| &*annotation.label), None, &map);
    let lookup = TopicNames::new(&world.knowledge, &topics, &policy.topics);
    let of_file = |file: &AnnotatedFile| -> Result<TopicTally, Failure> {
        let one = |document| evaluate(&lookup, &topics, models, document, |label| !naming.ignores(label));
        let tallies: Vec<TopicTally> = file
            .documents
            .par_iter()
            .map(|document| one(document).map_err(|error| Failure::at(&file.name, error)))
            .collect::<Result<_, _>>()?;
        Ok(sum(&tallies))
    };
    let tallies: Vec<TopicTally> = files.iter().map(of_file).collect::<Result<_, _>>()?;
    let lines: Vec<(&str, &TopicTally)> = files.iter().map(|file| file.below.as_str()).zip(&tallies).collect();
    print(&printed(&policy.name, &lines, &sum(&tallies), eval.form))?;
    Ok(Completeness::Complete)
}

fn sum(tallies: &[TopicTally]) -> TopicTally {
    tallies.iter().fold(TopicTally::default(), |mut sum, tally| {
        sum.merge(tally);
        sum
    })
}

/// The shares that are counted, by name.
fn shares(tally: &TopicTally) -> [(&'static str, TopicShare); 3] {
    [("listed", tally.listed), ("around", tally.around), ("other", tally.others)]
}

fn printed(policy: &str, files: &[(&str, &TopicTally)], all: &TopicTally, form: EvalForm) -> String {
    match form {
        EvalForm::Table => table(policy, files, all),
        EvalForm::Csv => {
            let mut out = "file,measure,n,right,share\n".to_owned();
            for (file, tally) in files.iter().copied().chain([("*", all)]) {
                for (measure, share) in shares(tally) {
                    let (n, right, ratio) = (share.all, share.right, percent(share.ratio()));
                    let _ = writeln!(out, "{},{measure},{n},{right},{ratio}", cell(file));
                }
            }
            out
        }
        EvalForm::Json => {
            let counts = |tally: &TopicTally| {
                let counted = |share: TopicShare| serde_json::json!({ "n": share.all, "right": share.right });
                let shares = shares(tally).map(|(measure, share)| (measure.to_owned(), counted(share)));
                serde_json::Value::Object(shares.into_iter().collect())
            };
            let files: Vec<serde_json::Value> = files
                .iter()
                .map(|(file, tally)| serde_json::json!({ "file": file, "measures": counts(tally) }))
                .collect();
            let outcome = serde_json::json!({ "task": "topics", "policy": policy, "files": files, "all": counts(all) });
            outcome.to_string() + "\n"
        }
    }
}

fn table(policy: &str, files: &[(&str, &TopicTally)], all: &TopicTally) -> String {
    let wide = files.iter().map(|(file, _)| file.chars().count()).max().unwrap_or(0).max(4);
    let mut out = format!("topics in {}, policy {policy}\n", many(files.len(), "file"));
    let _ =
        writeln!(out, "  {:<wide$} {:>24} {:>24} {:>24}", "file", "listed, caught", "around, caught", "other, left");
    for (file, tally) in files.iter().copied().chain([("all", all)]) {
        let _ = write!(out, "  {file:<wide$}");
        for (_, share) in shares(tally) {
            let shown = format!("{} of {} ({} %)", share.right, share.all, percent(share.ratio()));
            let _ = write!(out, " {shown:>24}");
        }
        out.push('\n');
    }
    out
}
