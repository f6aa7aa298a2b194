//! Training: the same every time, however it is run.

use sfumato_model::train::{
    CrfSettings, CrfTrainer, EncodedCorpus, FieldWeights, LabelledCorpus, MinimiserState, MinimiserStateError,
    PerceptronSettings, perceptron,
};

use crate::toy;

const SHORT: CrfSettings = CrfSettings { l1: 0.0, l2: 0.3, iterations: 12, tolerance: 0.0, beam: 0.0 };

fn bits(weights: &FieldWeights) -> Vec<u64> {
    weights.states.iter().chain(&weights.steps).map(|weight| weight.to_bits()).collect()
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

#[test]
fn the_same_model_comes_out_however_many_threads_work() {
    for l1 in [0.0, 0.5] {
        let model = || {
            let encoded = toy::encode(&toy::sentences(150, 3));
            let weights = toy::train(&encoded, &CrfSettings { l1, ..SHORT });
            (bits(&weights), toy::packed(&encoded, &weights, 2))
        };
        assert!(with_threads(1, model) == with_threads(4, model));
    }
}

#[test]
fn the_same_seed_gives_the_same_perceptron() {
    let encoded = toy::encode(&toy::sentences(150, 4));
    let model = |seed| {
        let settings = PerceptronSettings { passes: 3, seed, chained: true };
        let weights = perceptron(&encoded, &settings, |_, _, _| true);
        toy::packed(&encoded, &weights, 2)
    };
    let first = with_threads(1, || model(7));
    assert!(first == with_threads(4, || model(7)));
    assert!(first != model(8), "another order, other weights");
}

#[test]
fn an_interrupted_training_goes_on_as_if_nothing_had_happened() {
    for l1 in [0.0, 0.5] {
        let settings = CrfSettings { l1, ..SHORT };
        let encoded = toy::encode(&toy::sentences(80, 5));
        let whole = toy::train(&encoded, &settings);
        let crf = CrfTrainer::new(&encoded);
        let mut state = crf.start();
        crf.train(&settings, &mut state, |progress, _| progress.iteration < 5);
        assert_eq!(state.iteration(), 5);
        let mut state = MinimiserState::from_bytes(&state.to_bytes(), crf.weight_count()).expect("sound");
        crf.train(&settings, &mut state, |_, _| true);
        assert_eq!(bits(&crf.weights(&state)), bits(&whole));
    }
}

#[test]
fn a_training_interrupted_before_its_first_step_is_taken_up_too() {
    let encoded = toy::encode(&toy::sentences(10, 5));
    let crf = CrfTrainer::new(&encoded);
    let mut state = MinimiserState::from_bytes(&crf.start().to_bytes(), crf.weight_count()).expect("sound");
    crf.train(&SHORT, &mut state, |_, _| true);
    assert_eq!(bits(&crf.weights(&state)), bits(&toy::train(&encoded, &SHORT)));
    assert_eq!(MinimiserState::from_bytes(&crf.start().to_bytes(), crf.weight_count() + 1), Err(MinimiserStateError));
}

#[test]
fn both_trainers_learn_the_toy_language() {
    let encoded = toy::encode(&toy::sentences(300, 6));
    let unseen = encoded.like(&toy::corpus(&toy::sentences(200, 7), 2), &toy::templates());
    // The most common label alone is right a fifth of the time.
    let field = toy::train(&encoded, &CrfSettings { iterations: 40, ..SHORT });
    assert!(unseen.accuracy(&field) > 0.6, "{}", unseen.accuracy(&field));
    let settings = PerceptronSettings { passes: 8, seed: 1, chained: true };
    let mut wrong = Vec::new();
    let mean = perceptron(&encoded, &settings, |_, share, _| {
        wrong.push(share);
        true
    });
    assert!(unseen.accuracy(&mean) > 0.55, "{}", unseen.accuracy(&mean));
    assert!(wrong.last() < wrong.first(), "{wrong:?}");
}

#[test]
fn an_empty_corpus_and_empty_sequences_are_no_trouble() {
    let nothing = EncodedCorpus::new(&LabelledCorpus::default(), &toy::templates(), 5, 1);
    assert!(nothing.is_empty());
    assert_eq!(nothing.accuracy(&toy::train(&nothing, &SHORT)), 0.0);
    let mut sentences = toy::sentences(30, 8);
    let plain = toy::train(&toy::encode(&sentences), &SHORT);
    for at in [0, 10, 32] {
        sentences.insert(at, Vec::new());
    }
    let encoded = toy::encode(&sentences);
    let with_empty = toy::train(&encoded, &SHORT);
    // Sums are taken in other groups, so that the last bits may differ.
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
    assert!(plain.states.iter().zip(&with_empty.states).all(near));
    assert!(encoded.best(&with_empty, 0).is_empty());
    let settings = PerceptronSettings { passes: 2, seed: 1, chained: true };
    assert_eq!(perceptron(&encoded, &settings, |_, _, _| true).states.len(), encoded.weight_count());
}
