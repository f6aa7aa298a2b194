//! Speed of choosing and writing pseudonyms, once everything is found: on the invented samples, or on the texts of a
//! folder.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::language::Analysis;
use sfumato::mask::{Action, Planner, PseudonymSource};
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle};

const RUNS: usize = 5;

/// Prints the throughput for the texts of a folder.
pub fn print(folder: &Path) {
    let documents = texts(folder);
    let Some(Ok(policy)) = Bundle::policy("pseudonymise") else { return };
    let seed = PseudonymSeed::new(1);
    let builder = Anonymiser::builder().policy(policy.clone()).seed(seed.clone());
    let Ok(anonymiser) = builder.build() else { return };
    let found: Vec<_> =
        documents.iter().filter_map(|document| Some((document, anonymiser.mask_document(document).ok()?))).collect();
    let bytes: usize = documents.iter().map(|document| document.text().len()).sum();
    let pseudonyms = PseudonymSource::new(seed, policy.pseudonyms.clone(), Vec::new(), Bundle::pseudonyms());
    let planner = Planner { policy: &policy, keys: None, pseudonyms: Some(&pseudonyms), risk: None };
    let mut mentions = 0;
    let once = || {
        let mut written = 0;
        mentions = 0;
        for (document, masked) in &found {
            let analysis = Analysis::in_languages(document, masked.languages);
            let Ok(plan) = planner.plan(&analysis, &masked.entities) else { continue };
            mentions += plan.decisions().iter().filter(|decision| decision.action() == Action::Mask).count();
            let Ok(edits) = plan.edits() else { continue };
            written += black_box(edits.apply(document).expose().len());
        }
        written
    };
    let seconds = fastest(once);
    println!("\nreplacing by pseudonyms, once everything is found ({} documents, {mentions} mentions)", found.len());
    println!(
        "  {:>8.2} MB/s  {:>8.2} µs a mention",
        bytes as f64 / 1e6 / seconds,
        seconds * 1e6 / mentions.max(1) as f64
    );
}

fn texts(folder: &Path) -> Vec<Document> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    paths.sort();
    paths.iter().filter_map(|path| TextFile.read(std::fs::read(path).ok()?).ok()).collect()
}

/// The seconds of the fastest of a few runs.
fn fastest(mut run: impl FnMut() -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
