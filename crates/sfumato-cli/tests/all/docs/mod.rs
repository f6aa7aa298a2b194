//! The examples of the documents are true: every block of every document is run, read or refused, and counts are
//! counted.
//!
//! | block | what is done with it |
//! | --- | --- |
//! | `console` | its `$` commands are run in the order of the document, in a folder with `samples/`; what they print must be what stands there. A line `...` stands for any lines, and `...` in a line for any characters |
//! | `sh` | calls of the program must be understood; they are made where the files they name are not |
//! | `toml` | behind `<!-- policy -->` it must be a policy, or a part of one, in order |
//! | `python` | a test of the Python package must name its document, whose blocks it runs |
//! | `rust` | it must stand in the documentation of the library, where it is run |
//!
//! A block of any kind behind `<!-- file: NAME -->` is written to that file, which a command of the document must name.
//! Any other block, and one that cannot be tried here, says why in a line before it: `<!-- not run: WHY -->`. There are
//! [`NOT_RUN`] of them.
//!
//! `UPDATE=1 cargo test -p sfumato-cli --test all docs` rewrites what is shown; a person reads the difference.

mod blocks;
mod counted;
mod operators;
mod shown;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{self, TestFolder};
use blocks::{BlockMark, DocumentPiece, DocumentedBlock, parts};

/// The number of blocks that cannot be run here. It only ever becomes smaller, or somebody says why in the same
/// change.
const NOT_RUN: usize = 7;

/// All documents that have blocks, each tried by a test of its own.
macro_rules! documents {
    ($($test:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(#[test] fn $test() { try_document($path); })*
    };
}

documents! {
    readme: "README.md",
    python: "bindings/python/README.md",
    changelog: "CHANGELOG.md",
    contributing: "CONTRIBUTING.md",
    accuracy: "docs/accuracy.md",
    annotations: "docs/annotations.md",
    assess: "docs/assess.md",
    attack: "docs/attack.md",
    batches: "docs/batches.md",
    benchmarks: "docs/benchmarks.md",
    collections: "docs/collections.md",
    command_line: "docs/command-line.md",
    corpus: "docs/corpus.md",
    evaluation: "docs/evaluation.md",
    formats: "docs/formats.md",
    installation: "docs/installation.md",
    knowledge: "docs/knowledge.md",
    language: "docs/language.md",
    models: "docs/models.md",
    plan: "docs/plan.md",
    policies: "docs/policies.md",
    pseudonyms: "docs/pseudonyms.md",
    recognisers: "docs/recognisers.md",
    report: "docs/report.md",
    risk: "docs/risk.md",
    server: "docs/server.md",
    spark: "docs/spark.md",
    topics: "docs/topics.md",
    fuzz: "fuzz/README.md",
    planted: "tests/planted/README.md",
}

#[test]
fn every_document_with_a_block_is_tried() {
    let has_something = |path: &String| read(path).contains("```") || counted::is_counted(path);
    let expected: Vec<String> = all_documents().into_iter().filter(has_something).collect();
    let mut tried: Vec<&str> = DOCUMENTS.to_vec();
    tried.sort_unstable();
    assert_eq!(expected, tried);
}

#[test]
fn blocks_that_are_not_run_are_few_and_say_why() {
    let mut reasons = Vec::new();
    for path in DOCUMENTS {
        for part in parts(&read(path)) {
            if let DocumentPiece::Block(DocumentedBlock { mark: BlockMark::NotRun(why), first, .. }) = part {
                assert!(why.len() >= 10, "{path}:{first}: say why it is not run");
                reasons.push(format!("{path}:{first}: {why}"));
            }
        }
    }
    assert_eq!(reasons.len(), NOT_RUN, "\n{}", reasons.join("\n"));
}

/// Documents that people read, from the root of the repository; what is masked in tests and samples is none.
fn all_documents() -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![root()];
    let is_ours = |path: &Path| !["target", "suite", "gold", ".git"].iter().any(|made| path.ends_with(made));
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("readable") {
            let path = entry.expect("readable").path();
            match path.is_dir() {
                true if is_ours(&path) => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "md") => {
                    paths.push(path.strip_prefix(root()).expect("inside").display().to_string());
                }
                _ => {}
            }
        }
    }
    paths.retain(|path| !path.starts_with("samples/") || path == "samples/README.md");
    paths.sort();
    paths
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn files_in_documents_are_read_by_commands() {
    for path in DOCUMENTS {
        let text = read(path);
        let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("$ ")).collect();
        for part in parts(&text) {
            if let DocumentPiece::Block(DocumentedBlock { mark: BlockMark::File(name), first, .. }) = part {
                // A folder may be named in the place of its files.
                let named = name.split_inclusive('/').next().unwrap_or(name);
                assert!(commands.iter().any(|line| line.contains(named)), "{path}:{first}: no command reads {name}");
            }
        }
    }
}

/// Tries all blocks of a document, and writes it anew where that is asked for.
#[track_caller]
fn try_document(path: &str) {
    let text = read(path);
    let folder = TestFolder::new();
    if text.contains("samples") {
        copy(&root().join("samples"), &folder.path().join("samples"));
    }
    let (mut rewritten, mut wrong) = (String::new(), Vec::new());
    for part in parts(&text) {
        match part {
            DocumentPiece::Prose(line) => rewritten += line,
            DocumentPiece::Block(block) => {
                let shown = try_block(path, &block, &folder).unwrap_or_else(|why| {
                    wrong.push(format!("{path}:{}: {why}", block.first));
                    block.text.to_owned()
                });
                if shown != block.text {
                    wrong.push(format!("{path}:{}: this is not what comes out now:\n{shown}", block.first));
                }
                rewritten += &shown;
            }
        }
    }
    rewritten = counted::recounted(path, rewritten, &mut wrong);
    if path == operators::DOCUMENT {
        rewritten = operators::applied(rewritten, &mut wrong);
    }
    if std::env::var_os("UPDATE").is_some() && rewritten != text {
        std::fs::write(root().join(path), rewritten).expect("writable");
    }
    let hint = "UPDATE=1 cargo test -p sfumato-cli --test all docs writes it anew";
    assert!(wrong.is_empty(), "{}\n{hint}", wrong.join("\n"));
}

/// The block as it ought to be, or the reason why it is wrong.
fn try_block(path: &str, block: &DocumentedBlock, folder: &TestFolder) -> Result<String, String> {
    match (block.info, block.mark) {
        (_, BlockMark::NotRun(_)) => {}
        ("console", BlockMark::None) => return Ok(console(block, folder)),
        ("sh", BlockMark::None) => understood(block)?,
        ("rust", BlockMark::None) => is_documented(block)?,
        ("python", BlockMark::None) => is_tried_in_python(path)?,
        (_, BlockMark::File(name)) => {
            folder.write(name, block.text.as_bytes());
        }
        ("toml", BlockMark::Policy) => is_policy(block)?,
        (info, _) => {
            return Err(format!(
                "how is this block of `{info}` tried? make it a `console`, or say what it is in a line before it: \
                 <!-- file: NAME -->, <!-- policy --> or <!-- not run: WHY -->"
            ));
        }
    }
    Ok(block.text.to_owned())
}

/// Whether a test of the Python package runs the blocks of a document.
fn is_tried_in_python(path: &str) -> Result<(), String> {
    let call = format!("run_examples(ROOT / \"{path}\"");
    let tests = ["bindings/python/tests/test_package.py", "bindings/python/tests/large/test_spark.py"];
    match tests.iter().any(|test| read(test).contains(&call)) {
        true => Ok(()),
        false => Err(format!("no test of the Python package calls `{call}`)")),
    }
}

/// Runs the commands of a block and puts what they print into it, where it is something else.
fn console(block: &DocumentedBlock, folder: &TestFolder) -> String {
    let mut out = String::new();
    for (command, shown) in block.commands() {
        out += &format!("$ {command}\n");
        let shown: Vec<&str> = shown.lines().collect();
        let printed = shell(command, folder.path());
        let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        let kept = if shown::fits(&shown, &printed) { None } else { Some(shown::shortened(&shown, &printed)) };
        kept.unwrap_or(shown).iter().for_each(|line| out += &format!("{line}\n"));
    }
    out
}

/// The output of a command, errors too.
fn shell(command: &str, folder: &Path) -> String {
    // Readers build the program; here it is built.
    let command = command.replace("cargo run --release -p sfumato-cli --", "sfumato");
    let program = Path::new(env!("CARGO_BIN_EXE_sfumato"));
    let path = std::env::var("PATH").unwrap_or_default();
    let out = Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {command}\n}} 2>&1"))
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.parent().expect("a folder").display()))
        .env_remove("SFUMATO_KEY")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Fails if the program does not understand a call; files that it does not find do not matter.
fn understood(block: &DocumentedBlock) -> Result<(), String> {
    let folder = TestFolder::new();
    for call in block.calls() {
        let printed = shell(&call, folder.path());
        if printed.contains("see `sfumato --help`") {
            return Err(format!("`{call}` is not understood: {}", printed.trim()));
        }
    }
    Ok(())
}

fn is_policy(block: &DocumentedBlock) -> Result<(), String> {
    let folder = TestFolder::new();
    let has_version = block.text.lines().any(|line| line.starts_with("version"));
    let version = if has_version { "" } else { "version = 1\n" };
    folder.write("part.toml", format!("{version}{}", block.text).as_bytes());
    let done = support::run(&folder, &["policy", "check", "part.toml"], None);
    if done.code == 0 { Ok(()) } else { Err(done.stderr) }
}

/// Fails unless the examples in the documentation of the library, which are run, have every line of the block.
fn is_documented(block: &DocumentedBlock) -> Result<(), String> {
    let library = read("crates/sfumato/src/lib.rs");
    let code: Vec<&str> = library.lines().filter_map(|line| line.strip_prefix("//! ")).collect();
    match block.text.lines().find(|line| !line.is_empty() && !code.contains(line)) {
        None => Ok(()),
        Some(line) => Err(format!("the documentation of the library does not have `{line}`")),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("writable");
    for entry in std::fs::read_dir(from).expect("readable") {
        let path = entry.expect("readable").path();
        std::fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("writable");
    }
}
