//! Rate of questions that the embedded counts answer, on one core: words and phrases of the samples, alone and two of
//! one sentence together.

use std::hint::black_box;
use std::path::Path;

use sfumato::Bundle;
use sfumato::knowledge::counts::{Counts as _, Phrase, Query};
use sfumato::language::Language;

use crate::timing::median;

const RUNS: usize = 5;
/// Phrases are repeated to about this number.
const NUMBER: usize = 300_000;

/// The table of counts.
pub fn print(samples: &Path) {
    let counts = Bundle::counts().expect("embedded");
    println!("\nembedded counts, thousands a second, median of {RUNS}");
    for (name, language) in [("prose-en.txt", Language::English), ("prose-es.txt", Language::Spanish)] {
        let text = std::fs::read_to_string(samples.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let words: Vec<&str> = text.split_whitespace().collect();
        for size in [1, 3] {
            let phrases: Vec<String> = words.windows(size).map(|words| words.join(" ")).collect();
            let alone: Vec<[Phrase<'_>; 1]> =
                phrases.iter().cycle().take(NUMBER).map(|text| [Phrase::new(text)]).collect();
            let rate = rate(counts, &alone, language);
            println!("{name:<14} {size} words {rate:>9.0}");
        }
        let pairs: Vec<[Phrase<'_>; 2]> =
            words.windows(6).cycle().take(NUMBER / 10).map(|w| [Phrase::new(w[0]), Phrase::new(w[5])]).collect();
        println!("{name:<14} together {:>8.0}", rate(counts, &pairs, language));
    }
}

/// Thousands of answers a second.
fn rate<const N: usize>(
    counts: &sfumato::knowledge::counts::TableCounts<'_>,
    questions: &[[Phrase<'_>; N]],
    language: Language,
) -> f64 {
    let queries: Vec<Query<'_>> = questions.iter().map(|phrases| Query { phrases, language }).collect();
    let seconds = median(RUNS, || _ = black_box(counts.hits(&queries).expect("both languages are embedded")));
    queries.len() as f64 / 1e3 / seconds
}
