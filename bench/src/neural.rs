//! Tokens a second of a network on one core, in every way that the processor has.

use std::hint::black_box;
use std::path::Path as File;
use std::time::Instant;

use sfumato_model::neural::{Forms, Network, Path, WordForm, Workspace};

use crate::timing::median;

const RUNS: usize = 5;
/// Distinct forms, about those of a document of ten thousand words.
const FORMS: usize = 3_000;

/// The table for a network of one's own, on random tokens: what they are does not change the time.
pub fn print(file: &File) {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let start = Instant::now();
    let network = Network::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    println!("{network:?}, read in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut chance = RepeatableNumbers(1);
    let sizes = network.sizes();
    let forms: Vec<WordForm> = (0..FORMS)
        .map(|_| WordForm {
            word: chance.below(sizes.words) as u32,
            shape: chance.below(sizes.shapes) as u8,
            length: chance.below(sizes.lengths) as u8,
            listed: 1 << chance.below(sizes.bits),
            letters: std::array::from_fn(|_| chance.below(sizes.characters) as u8),
        })
        .collect();
    let mut kept = Forms::new(&network);
    let window: Vec<(u32, bool)> =
        (1..sizes.window).map(|_| (chance.below(FORMS) as u32 + 1, chance.below(2) == 1)).collect();
    let add = |kept: &mut Forms<'_>| {
        kept.clear();
        forms.iter().for_each(|form| _ = black_box(kept.add(form)));
    };
    let mut out = Vec::new();
    for path in Path::all() {
        let mut workspace = Workspace::on(path).expect("the processor has it");
        let mut score =
            |kept: &mut Forms<'_>| network.scores(kept, &window, 0..sizes.outputs, &mut workspace, &mut out);
        let new = median(RUNS, || {
            add(&mut kept);
            score(&mut kept);
        });
        let known = median(RUNS, || score(&mut kept));
        let rate = |seconds: f64| window.len() as f64 / seconds;
        let path = format!("{path:?}");
        println!("{path:<12}{:>9.0} tokens a second, {:>9.0} of forms not seen before", rate(known), rate(new));
    }
}

/// Numbers that look random, the same in every run.
struct RepeatableNumbers(u64);

impl RepeatableNumbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}
