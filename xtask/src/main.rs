//! Checks of the repository that cargo does not make, `cargo xtask tidy`, `cargo xtask licences` and
//! `cargo xtask evaluate`; what puts measured figures into documents, `cargo xtask figures`, and origins into the notice,
//! `cargo xtask notice`; what makes its embedded taxonomies anew, `cargo xtask assets`; and what is handed to
//! people, `cargo xtask dist`.
//!
//! Each problem is one line, `path:line: what to do`, so that an editor can jump to it; the exit code is 1 if there is
//! any, and 2 if the check itself could not be made.
//! It depends on little, since everyone who changes anything has to build it.

// A tool talks to its terminal; the lint is there for the library crates.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod assets;
mod dist;
mod evaluate;
mod figures;
mod licences;
mod metadata;
mod problem;
mod tidy;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use problem::TidyProblem;

const USAGE: &str = "usage: cargo xtask <task>

tasks:
  tidy      arrows between crates, I/O, unsafe code, length of files, shared names, assets, prose, figures, machine
            paths, and nothing
            copied from the corpora in ../shared/data or in the folder that SFUMATO_DATA names, where they are at hand
  licences  every third-party crate is under a licence we accept, and NOTICE names what assets were made from
  evaluate [--data DIR] [--only TASK,...] [--program FILE] [--models DIR]
            measures on annotated corpora, which are not part of the repository, and writes eval/results/;
            --only tab, entities, disclosure, utility, replacement, again, attack or language; --program is one
            that is built already; --models keeps recognisers that are trained for it
  dist [--out DIR] [--only KIND,...] [--program FILE]
            builds what is handed to people into target/dist: archive, deb, image, wheel, with a bill of materials and
            checksums; --program is one that is built already
  figures   writes the figures of eval/results/summary.csv into the documents that quote them
  notice    writes the origins that assets name into NOTICE
  assets [--data DIR]
            makes the taxonomies under assets/knowledge anew from the same data";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = root();
    let (task, found) = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => ("tidy", tidy::tidy(&root)),
        ["licences"] => ("licences", licences::licences(&root)),
        ["evaluate", options @ ..] => {
            let options = evaluate::EvaluateOptions::parse(&root, options);
            ("evaluate", options.and_then(|options| evaluate::evaluate(&root, &options)))
        }
        ["figures"] => ("figures", figures::write(&root).map(|()| Vec::new())),
        ["dist", options @ ..] => {
            let options = dist::DistOptions::parse(&root, options);
            ("dist", options.and_then(|options| dist::dist(&root, &options)))
        }
        ["notice"] => ("notice", licences::notice::write(&root).map(|()| Vec::new())),
        ["assets"] => ("assets", assets::assets(&root, &root.join("../shared/data"))),
        ["assets", "--data", data] => ("assets", assets::assets(&root, Path::new(data))),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    report(task, found)
}

fn report(task: &str, found: Result<Vec<TidyProblem>, String>) -> ExitCode {
    match found {
        Ok(problems) if problems.is_empty() => {
            println!("{task}: nothing to do");
            ExitCode::SUCCESS
        }
        Ok(mut problems) => {
            problems.sort();
            problems.iter().for_each(|problem| println!("{problem}"));
            eprintln!("{task}: {} to put right", problems.len());
            ExitCode::from(1)
        }
        Err(why) => {
            eprintln!("{task}: {why}");
            ExitCode::from(2)
        }
    }
}

/// The repository, which is the folder above this package.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}
