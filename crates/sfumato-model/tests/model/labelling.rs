//! Labelling with a packed model against the weights it was made from.

use std::ops::Range;
use std::sync::OnceLock;

use sfumato_model::train::{
    CrfSettings, EncodedCorpus, FieldWeights, LabelNames, LabelledCorpus, PerceptronSettings, pack, perceptron,
};
use sfumato_model::{FeatureTemplates, Labeller, LabellerMemo, Observations, SequenceModel};

use crate::toy;

const SETTINGS: CrfSettings = CrfSettings { l1: 0.0, l2: 0.1, iterations: 40, tolerance: 1e-6, beam: 0.0 };

fn trained() -> &'static (EncodedCorpus, FieldWeights) {
    static TRAINED: OnceLock<(EncodedCorpus, FieldWeights)> = OnceLock::new();
    TRAINED.get_or_init(|| trained_on(&toy::sentences(250, 11)))
}

fn trained_on(sentences: &toy::ToySentences) -> (EncodedCorpus, FieldWeights) {
    let encoded = toy::encode(sentences);
    let weights = toy::train(&encoded, &SETTINGS);
    (encoded, weights)
}

fn best(bytes: &[u8], corpus: &LabelledCorpus) -> Vec<u8> {
    let labeller = Labeller::new(SequenceModel::from_bytes(bytes).expect("sound"));
    let (mut memo, mut found) = (LabellerMemo::default(), Vec::new());
    for sequence in &corpus.sequences {
        labeller.best(&corpus.seen, sequence.clone(), &mut memo, &mut found);
    }
    found
}

fn exact(encoded: &EncodedCorpus, weights: &FieldWeights, corpus: &LabelledCorpus) -> Vec<u8> {
    let like = encoded.like(corpus, &toy::templates());
    (0..like.len()).flat_map(|number| like.best(weights, number)).map(|label| label as u8).collect()
}

fn agreement(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).filter(|(a, b)| a == b).count() as f64 / a.len() as f64
}

#[test]
fn whole_numbers_label_like_the_weights_they_were_rounded_from() {
    let (encoded, field) = trained_on(&toy::clear_sentences(250, 11));
    let settings = PerceptronSettings { passes: 4, seed: 2, chained: true };
    let mean = perceptron(&encoded, &settings, |_, _, _| true);
    for seed in [12, 112, 212] {
        let corpus = toy::corpus(&toy::clear_sentences(300, seed), 2);
        for weights in [&field, &mean] {
            let found = best(&toy::packed(&encoded, weights, 2), &corpus);
            let same = agreement(&found, &exact(&encoded, weights, &corpus));
            assert!(same >= 0.995, "{same}");
        }
    }
}

/// Words may be ambiguous: rounding may then decide between paths that are as good as each other, but no others.
#[test]
fn rounding_costs_no_more_than_rounding_can() {
    let (encoded, weights) = trained();
    let corpus = toy::corpus(&toy::sentences(300, 12), 2);
    let found = best(&toy::packed(encoded, weights, 2), &corpus);
    let exact = exact(encoded, weights, &corpus);
    // The largest weights are told apart by so much, all others more finely.
    let coarsest = weights.states.iter().map(|weight| weight.abs()).fold(0.0, f64::max) * 2.0 / 127.0;
    for sequence in &corpus.sequences {
        let score = |path: &[u8]| score(encoded, weights, &corpus, sequence, &path[sequence.clone()]);
        // Two paths with nine weights a token, each off by up to half of it: the deviation of such a sum.
        let deviation = coarsest * (2.0 * 9.0 * sequence.len() as f64 / 12.0).sqrt();
        let lost = score(&exact) - score(&found);
        assert!((-1e-9..4.0 * deviation).contains(&lost), "{lost} {deviation}");
    }
}

fn score(
    encoded: &EncodedCorpus,
    weights: &FieldWeights,
    corpus: &LabelledCorpus,
    sequence: &Range<usize>,
    path: &[u8],
) -> f64 {
    let (templates, mut features) = (toy::templates(), Vec::new());
    let mut score = 0.0;
    for (token, label) in sequence.clone().zip(path) {
        features.clear();
        templates.features(&corpus.seen, sequence, token, &mut features);
        let weight = |feature: &u64| encoded.weight(*feature, u16::from(*label));
        score += features.iter().filter_map(weight).map(|weight| weights.states[weight]).sum::<f64>();
    }
    score + path.windows(2).map(|pair| weights.steps[usize::from(pair[0]) * 5 + usize::from(pair[1])]).sum::<f64>()
}

#[test]
fn columns_of_words_and_of_places_say_the_same() {
    let (encoded, weights) = trained();
    let sentences = toy::sentences(300, 13);
    let by_word = best(&toy::packed(encoded, weights, 2), &toy::corpus(&sentences, 2));
    for word_columns in [0, 1] {
        let by_place = best(&toy::packed(encoded, weights, word_columns), &toy::corpus(&sentences, word_columns));
        assert_eq!(by_word, by_place, "{word_columns}");
    }
}

fn marginals(bytes: &[u8], corpus: &LabelledCorpus) -> Vec<f32> {
    let labeller = Labeller::new(SequenceModel::from_bytes(bytes).expect("sound"));
    let (mut memo, mut marginals) = (LabellerMemo::default(), Vec::new());
    for sequence in &corpus.sequences {
        labeller.marginals(&corpus.seen, sequence.clone(), &mut memo, &mut marginals);
    }
    assert!(marginals.chunks_exact(5).all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-4));
    marginals
}

#[test]
fn marginals_mostly_side_with_the_best_path() {
    let (encoded, weights) = trained_on(&toy::clear_sentences(250, 11));
    let bytes = toy::packed(&encoded, &weights, 2);
    let corpus = toy::corpus(&toy::clear_sentences(300, 14), 2);
    let likeliest = |row: &[f32]| (0..5u8).max_by(|a, b| row[usize::from(*a)].total_cmp(&row[usize::from(*b)]));
    let likeliest: Vec<u8> = marginals(&bytes, &corpus).chunks_exact(5).filter_map(likeliest).collect();
    let best = best(&bytes, &corpus);
    let same = agreement(&likeliest, &best);
    assert!(same > 0.9, "{same}");
    // Label by label, nothing is right more often than the likeliest.
    let gold: Vec<u8> = corpus.labels.iter().map(|label| *label as u8).collect();
    assert!(agreement(&likeliest, &gold) > agreement(&best, &gold) - 0.01);
}

/// At its optimum a field expects of its own corpus what is there, but for the penalty.
#[test]
fn a_field_expects_each_label_as_often_as_it_was_seen() {
    let (encoded, weights) = trained();
    let corpus = toy::corpus(&toy::sentences(250, 11), 2);
    let marginals = marginals(&toy::packed(encoded, weights, 2), &corpus);
    for label in 0..5 {
        let expected: f32 = marginals.iter().skip(label).step_by(5).sum();
        let seen = corpus.labels.iter().filter(|found| usize::from(**found) == label).count() as f32;
        assert!((expected - seen).abs() < 0.02 * seen, "{label}: {expected} {seen}");
    }
}

#[test]
fn the_shortest_sequences_are_labelled() {
    let (encoded, weights) = trained();
    let bytes = toy::packed(encoded, weights, 2);
    let corpus = toy::corpus(&vec![vec![], vec![(3, 0)], vec![]], 2);
    assert_eq!(best(&bytes, &corpus), exact(encoded, weights, &corpus));
    assert_eq!(best(&bytes, &corpus).len(), 1);
    let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
    let mut marginals = Vec::new();
    labeller.marginals(&corpus.seen, 0..0, &mut LabellerMemo::default(), &mut marginals);
    assert!(marginals.is_empty());
    labeller.marginals(&corpus.seen, 0..1, &mut LabellerMemo::default(), &mut marginals);
    assert_eq!(marginals.len(), 5);
}

#[test]
fn an_unknown_word_is_labelled_by_its_neighbours() {
    let (encoded, weights) = trained();
    let bytes = toy::packed(encoded, weights, 2);
    let mut corpus = toy::corpus(&toy::sentences(40, 16), 2);
    // One word of each sentence is of no known kind, and one is not even in the table of words.
    corpus.seen.words.push().copy_from_slice(&[0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321]);
    let strange = corpus.seen.words.len() as u32 - 1;
    for sequence in &corpus.sequences {
        corpus.seen.of[sequence.start] = strange;
        corpus.seen.of[sequence.end - 1] = strange + 9;
    }
    let (found, exact) = (best(&bytes, &corpus), exact(encoded, weights, &corpus));
    assert!(agreement(&found, &exact) > 0.98);
}

#[test]
fn a_corpus_with_one_label_gives_a_model_that_knows_no_other() {
    let sentences = toy::sentences(20, 17);
    let mut corpus = toy::corpus(&sentences, 2);
    corpus.labels.fill(0);
    let (templates, labels) = (toy::templates(), LabelNames::new(["ONLY"]).expect("few"));
    let encoded = EncodedCorpus::new(&corpus, &templates, 1, 1);
    for weights in [
        toy::train(&encoded, &SETTINGS),
        perceptron(&encoded, &PerceptronSettings { passes: 2, seed: 1, chained: true }, |_, _, _| true),
    ] {
        let bytes = pack("one", &encoded, &weights, &labels, &templates, 2);
        assert!(best(&bytes, &corpus).iter().all(|label| *label == 0));
        let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
        let mut marginals = Vec::new();
        labeller.marginals(&corpus.seen, 0..3, &mut LabellerMemo::default(), &mut marginals);
        assert_eq!(marginals, [1.0; 3]);
    }
}

#[test]
fn templates_that_say_nothing_leave_the_steps_to_decide() {
    let templates = FeatureTemplates::parse(&["word"], "word[0]\n").expect("templates");
    let labels = LabelNames::new(["A", "B"]).expect("few");
    let encoded = EncodedCorpus::new(&LabelledCorpus::default(), &templates, 2, 1);
    let weights = FieldWeights { states: Vec::new(), steps: vec![0.0, 2.0, 1.0, 0.0] };
    let bytes = pack("steps", &encoded, &weights, &labels, &templates, 1);
    let mut seen = Observations::new(1, 0);
    seen.words.push();
    (0..4).for_each(|_| {
        seen.push(0);
    });
    let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
    let mut found = Vec::new();
    labeller.best(&seen, 0..4, &mut LabellerMemo::default(), &mut found);
    assert_eq!(found, [0, 1, 0, 1]);
}
