//! `redact-core` as one of the tools of a race; `bench/peers/race` says what the words mean.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use redact_core::{AnalyzerEngine, AnonymizerConfig};

fn main() {
    let engine = AnalyzerEngine::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let language = arguments.first().expect("the first word is the language").as_str();
    if let Some(file) = arguments.get(1) {
        let text = std::fs::read_to_string(file).expect("a text");
        print!("{}", engine.anonymize(&text, Some(language), &AnonymizerConfig::default()).expect("a result").text);
        return;
    }
    let mut texts: Vec<(String, String)> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        match line.split_once(' ') {
            Some(("texts", folder)) => {
                texts = read(Path::new(folder));
                println!("{}", texts.len());
            }
            Some(("spans", file)) => {
                let spans: String = texts.iter().map(|(name, text)| places(&engine, language, name, text)).collect();
                std::fs::write(file, spans).expect("a file that can be written");
                println!("{}", texts.len());
            }
            _ => println!("{}", texts.iter().map(|(_, text)| mask(&engine, language, text)).sum::<usize>()),
        }
        std::io::stdout().flush().expect("somebody asked");
    }
}

/// The texts of a folder by name, in the order of names.
fn read(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a text"))).collect()
}

fn mask(engine: &AnalyzerEngine, language: &str, text: &str) -> usize {
    let result = engine.anonymize(text, Some(language), &AnonymizerConfig::default()).expect("a result");
    black_box(result.text).len()
}

/// A line with the places of a text that are changed, in bytes.
fn places(engine: &AnalyzerEngine, language: &str, name: &str, text: &str) -> String {
    let result = engine.analyze(text, Some(language)).expect("a result");
    let mut line = format!("{{\"id\": \"{name}\", \"unit\": \"bytes\", \"spans\": [");
    for (nth, entity) in result.detected_entities.iter().enumerate() {
        let comma = if nth == 0 { "" } else { ", " };
        let _ = write!(line, "{comma}[{}, {}]", entity.start, entity.end);
    }
    line + "]}\n"
}
