//! Throughput of each stage on one core, in megabytes a second: the median of several runs.

use std::hint::black_box;
use std::path::Path;

use sfumato::detect::{DetectionSettings, Findings, Recogniser, detect};
use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::language::Analysis;
use sfumato::{Anonymiser, Bundle};

use crate::timing::median;

const RUNS: usize = 7;
/// Texts are repeated to about this size.
const SIZE: usize = 4 << 20;

/// A sample repeated until it is large enough.
fn repeated(samples: &Path, name: &str, size: usize) -> Vec<u8> {
    let text = std::fs::read(samples.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut bytes = Vec::with_capacity(size + text.len());
    while bytes.len() < size {
        bytes.extend_from_slice(&text);
        bytes.push(b'\n');
    }
    bytes
}

fn document(bytes: &[u8]) -> Document {
    TextFile.read(bytes.to_vec()).expect("samples are text")
}

/// The median time of some runs, as megabytes a second.
fn rate(bytes: usize, run: impl FnMut()) -> f64 {
    bytes as f64 / 1e6 / median(RUNS, run)
}

/// One pass of all recognisers over so many times the text.
pub fn detect_once(samples: &Path, times: usize) {
    let bytes = repeated(samples, "prose-en.txt", times * 200_000);
    let document = document(&bytes);
    let analysis = Analysis::new(&document);
    let mut findings = Findings::default();
    Bundle::bank().expect("embedded").recognise(&analysis, &mut findings).expect("patterns do not fail");
    println!("{} bytes, {} findings", bytes.len(), findings.into_sorted().len());
}

/// The parts of the analysis of language on a text file, each with all that it needs.
pub fn analyse(file: &Path) {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let models = Bundle::models().expect("embedded");
    let document = document(&bytes);
    let size = bytes.len();
    println!("one core, MB/s, median of {RUNS} over {:.1} MB", size as f64 / 1e6);
    let print = |name: &str, part: &dyn Fn(&Analysis<'_>) -> usize| {
        let rate = rate(size, || {
            black_box(part(&Analysis::new(&document).with_models(models)));
        });
        println!("{name:<18}{rate:>9.1}");
    };
    print("tokens", &|analysis| analysis.tokens().len());
    print("sentences", &|analysis| analysis.sentences().len());
    print("tags", &|analysis| analysis.tags().len());
    print("phrases", &|analysis| analysis.chunks().len());
    print("terms", &|analysis| analysis.terms().len());
    print("lemmas", &|analysis| analysis.lemma(0).len());
    print("everything", &|analysis| analysis.terms().len() + analysis.lemma(0).len());
}

/// The table of stages.
pub fn print(samples: &Path) {
    let bank = Bundle::bank().expect("embedded");
    let models = Bundle::models().expect("embedded");
    let anonymiser = Anonymiser::builder().build().expect("the default policy needs nothing");
    println!("one core, MB/s, median of {RUNS} over {} MB", SIZE >> 20);
    println!(
        "{:<18}{:>9}{:>9}{:>9}{:>11}{:>9}{:>9}{:>10}{:>9}{:>9}",
        "sample", "read", "fold", "tokens", "sentences", "tags", "terms", "patterns", "detect", "mask"
    );
    for name in ["prose-en.txt", "prose-es.txt", "letter-en.txt", "letter-es.txt", "court-en.txt", "sentencia-es.txt"] {
        let bytes = repeated(samples, name, SIZE);
        let size = bytes.len();
        let document = document(&bytes);
        let read = rate(size, || drop(black_box(TextFile.read(bytes.clone()))));
        let fold = rate(size, || {
            black_box(Analysis::new(&document).aligned().bytes().len());
        });
        let tokens = rate(size, || {
            black_box(Analysis::new(&document).tokens().len());
        });
        let sentences = rate(size, || {
            black_box(Analysis::new(&document).sentences().len());
        });
        let tags = rate(size, || {
            black_box(Analysis::new(&document).with_models(models).tags().len());
        });
        // Everything: tokens, sentences, tags of both kinds, phrases, terms, lemmas.
        let terms = rate(size, || {
            let analysis = Analysis::new(&document).with_models(models);
            black_box((analysis.terms().len(), analysis.lemma(0).len()));
        });
        let patterns = rate(size, || {
            let mut findings = Findings::default();
            let analysis = Analysis::new(&document);
            bank.recognise(&analysis, &mut findings).expect("patterns do not fail");
            black_box(findings);
        });
        let settings = DetectionSettings { threshold: 0.5, ..DetectionSettings::default() };
        let detected = rate(size, || {
            let analysis = Analysis::new(&document);
            let recognisers: [&dyn Recogniser; 1] = [bank];
            black_box(detect(&analysis, &recognisers, &settings).expect("patterns do not fail"));
        });
        let masked = rate(size, || {
            let masked = anonymiser.mask_document(&document).expect("the default policy masks anything");
            black_box(TextFile.write(&document, &masked.edits).expect("labels can be written"));
        });
        println!(
            "{name:<18}{read:>9.0}{fold:>9.0}{tokens:>9.0}{sentences:>11.0}{tags:>9.1}{terms:>9.1}{patterns:>10.1}{detected:>9.1}{masked:>9.1}"
        );
    }
}
