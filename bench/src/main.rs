//! Throughput by stage, whole files, hostile inputs, growth, cold start and peak memory, on the invented samples; counts,
//! planning on a text made for it, and pseudonyms.
//!
//! `cargo run --release -p sfumato-bench` prints a table.
//! `cargo run --release -p sfumato-bench -- detect 2` does one pass over twice the text and nothing else, for counting
//! instructions with `valgrind --tool=callgrind`.
//! `bench/instructions` counts those of each stage, and `bench/peers/race` times all of it beside other tools; both start
//! this program, with `count` and `race`.
//! `cargo run --release -p sfumato-bench -- replacing FOLDER` times pseudonyms on the texts of a folder of your own.
//! `cargo run --release -p sfumato-bench -- analyse FILE` times the parts of the analysis of language on a text of your
//! own: what is known of a word is kept for all its places, so that samples that repeat themselves flatter it.
//! `cargo run --release -p sfumato-bench -- serving` says how the server is put under load.
//! `cargo run --release -p sfumato-bench -- neural NETWORK` times a network that `training/neural/pack.py` wrote.
#![allow(clippy::print_stdout, reason = "this is a tool that prints")]

mod archive;
mod files;
mod hostile;
mod instructions;
mod knowledge;
mod neural;
mod planning;
mod process;
mod race;
mod replacing;
mod serving;
mod stages;
mod tables;
mod timing;

use std::path::Path;

fn main() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            stages::print(&samples);
            files::print(&samples);
            hostile::print();
            tables::print();
            process::print(&samples);
            knowledge::print(&samples);
            planning::print();
            replacing::print(&samples);
        }
        [stage, times] if stage == "detect" => stages::detect_once(&samples, times.parse().unwrap_or(1)),
        [what, file] if what == "analyse" => stages::analyse(Path::new(file)),
        [what, stage] if what == "count" => instructions::run(&samples, stage),
        [what, policy] if what == "race" => race::serve(policy),
        [what] if what == "stages" => stages::print(&samples),
        [what] if what == "files" => files::print(&samples),
        [what] if what == "hostile" => hostile::print(),
        [what] if what == "tables" => tables::print(),
        [what] if what == "process" => process::print(&samples),
        [what] if what == "knowledge" => knowledge::print(&samples),
        [what] if what == "planning" => planning::print(),
        [what] if what == "replacing" => replacing::print(&samples),
        [what, folder] if what == "replacing" => replacing::print(Path::new(folder)),
        [what, rest @ ..] if what == "serving" => serving::run(&samples, rest),
        [what, network] if what == "neural" => neural::print(Path::new(network)),
        _ => println!(
            "usage: sfumato-bench [stages | files | hostile | tables | process | knowledge | planning | replacing [FOLDER] | analyse FILE \
             | neural NETWORK | serving ... | detect TIMES]"
        ),
    }
}
