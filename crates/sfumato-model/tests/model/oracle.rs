//! Another implementation of the same field: a port of CRFsuite. Both must come to the same weights.

use std::collections::HashMap;
use std::path::Path;

use crfs::{Attribute, Model, Trainer};
use sfumato_model::train::{CrfSettings, CrfTrainer, EncodedCorpus, FieldWeights};

use crate::toy::{self, COLUMNS, NAMES, ToySentences};

/// By then, both have all but stopped to move.
const ITERATIONS: usize = 100;

/// The features of a token as text, made from the templates without any hash.
fn attributes(sentence: &[(u64, u16)], at: usize) -> Vec<Attribute> {
    let attribute = |(number, line): (usize, &str)| {
        let part = |part: &str| {
            let (name, offset) = part.trim_end_matches(']').split_once('[').expect("a part");
            let at = at as i64 + offset.parse::<i64>().expect("an offset");
            let token = usize::try_from(at).ok().and_then(|at| Some((at, sentence.get(at)?)));
            match token {
                Some((at, (word, _))) => toy::value(name, *word, at),
                None if at < 0 => format!("before{at}"),
                None => format!("after{}", at - sentence.len() as i64),
            }
        };
        Attribute::from(format!("{number}:{}", line.split(' ').map(part).collect::<Vec<_>>().join("+")))
    };
    toy::TEMPLATES.lines().enumerate().map(attribute).collect()
}

fn items(sentence: &[(u64, u16)]) -> Vec<Vec<Attribute>> {
    (0..sentence.len()).map(|at| attributes(sentence, at)).collect()
}

/// The bytes of the other model.
fn other(sentences: &ToySentences, l1: f64, l2: f64, file: &str) -> Vec<u8> {
    let mut trainer = Trainer::lbfgs();
    for sentence in sentences {
        let names: Vec<&str> = sentence.iter().map(|(_, label)| NAMES[usize::from(*label)]).collect();
        trainer.append(&items(sentence), &names).expect("a sequence");
    }
    let params = trainer.params_mut();
    params.set_c1(l1).expect("a number");
    params.set_c2(l2).expect("a number");
    params.set_epsilon(1e-6).expect("a number");
    params.set_max_iterations(ITERATIONS).expect("a number");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    trainer.train(&path).expect("trained");
    std::fs::read(&path).expect("written")
}

/// The weights of the other model at the places of ours. Every feature must have its counterpart.
fn placed(model: &Model, encoded: &EncodedCorpus, sentences: &ToySentences) -> Vec<f64> {
    let hashes = hashes(sentences);
    let mut dump = Vec::new();
    model.dump(&mut dump).expect("text");
    let dump = String::from_utf8(dump).expect("text");
    let l = NAMES.len();
    let label = |name: &str| NAMES.iter().position(|known| *known == name).expect("a label");
    let mut x = vec![0.0; encoded.weight_count() + l * l];
    for line in dump.lines() {
        let Some((from, rest)) = line.split_once(" --> ") else { continue };
        let (to, weight) = rest.split_once(": ").expect("a weight");
        let weight: f64 = weight.parse().expect("a number");
        match from.trim().split_once(' ').expect("a kind") {
            ("(1)", from) => x[encoded.weight_count() + label(from) * l + label(to)] = weight,
            (_, name) => x[encoded.weight(hashes[name], label(to) as u16).expect("a weight")] = weight,
        }
    }
    x
}

/// Our features by the text of theirs: no two may share either.
fn hashes(sentences: &ToySentences) -> HashMap<String, u64> {
    let (corpus, templates) = (toy::corpus(sentences, 2), toy::templates());
    let mut hashes = HashMap::new();
    for (sentence, sequence) in sentences.iter().zip(&corpus.sequences) {
        for (at, token) in sequence.clone().enumerate() {
            let mut features = Vec::new();
            templates.features(&corpus.seen, sequence, token, &mut features);
            let names = attributes(sentence, at);
            assert_eq!(names.len(), features.len());
            for (name, feature) in names.into_iter().zip(features) {
                assert_eq!(*hashes.entry(name.name).or_insert(feature), feature);
            }
        }
    }
    let distinct: std::collections::HashSet<&u64> = hashes.values().collect();
    assert_eq!(distinct.len(), hashes.len());
    hashes
}

struct OraclePair {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    our_value: f64,
    their_value: f64,
    /// The share of labels of unseen sentences that are the same.
    agreement: f64,
}

fn pair(l1: f64, l2: f64, file: &str) -> OraclePair {
    let (sentences, unseen) = (toy::sentences(160, 1), toy::sentences(200, 2));
    let pairs: std::collections::HashSet<(u16, u16)> =
        sentences.iter().flat_map(|s| s.windows(2).map(|w| (w[0].1, w[1].1))).collect();
    assert_eq!(pairs.len(), 25, "the other side has weights for seen pairs only");
    let encoded = toy::encode(&sentences);
    let crf = CrfTrainer::new(&encoded);
    let mut state = crf.start();
    crf.train(&CrfSettings { l1, l2, iterations: ITERATIONS, tolerance: 1e-8, beam: 0.0 }, &mut state, |_, _| true);
    let bytes = other(&sentences, l1, l2, file);
    let model = Model::new(&bytes).expect("a model");
    let theirs = placed(&model, &encoded, &sentences);
    let value = |x: &[f64]| {
        crf.objective(x, &mut vec![0.0; x.len()], l2) + l1 * x.iter().map(|weight| weight.abs()).sum::<f64>()
    };
    let weights = crf.weights(&state);
    let tagger = model.tagger().expect("a tagger");
    let agreement = agreement(&encoded, &weights, &tagger, &unseen);
    OraclePair { our_value: value(&state.x), their_value: value(&theirs), ours: state.x, theirs, agreement }
}

fn agreement(encoded: &EncodedCorpus, weights: &FieldWeights, tagger: &crfs::Tagger, unseen: &ToySentences) -> f64 {
    let like = encoded.like(&toy::corpus(unseen, COLUMNS.len() - 1), &toy::templates());
    let (mut same, mut all) = (0, 0);
    for (number, sentence) in unseen.iter().enumerate() {
        let theirs = tagger.tag(&items(sentence)).expect("tags");
        let ours = like.best(weights, number);
        all += theirs.len();
        same += ours.iter().zip(theirs).filter(|(a, b)| NAMES[usize::from(**a)] == *b).count();
    }
    same as f64 / all as f64
}

fn active(x: &[f64]) -> f64 {
    x.iter().filter(|weight| **weight != 0.0).count() as f64
}

#[test]
fn the_same_field_comes_out_with_an_l2_penalty() {
    let pair = pair(0.0, 0.3, "l2.crfsuite");
    let OraclePair { our_value, their_value, .. } = pair;
    assert!((our_value - their_value).abs() < 1e-4 * their_value, "{our_value} {their_value}");
    let apart = pair.ours.iter().zip(&pair.theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart < 0.01, "{apart}");
    assert!(pair.agreement >= 0.999, "{}", pair.agreement);
}

#[test]
fn the_same_field_comes_out_with_an_l1_penalty() {
    let pair = pair(0.7, 0.05, "l1.crfsuite");
    let OraclePair { our_value, their_value, .. } = pair;
    assert!((our_value - their_value).abs() < 1e-3 * their_value, "{our_value} {their_value}");
    let (ours, theirs) = (active(&pair.ours), active(&pair.theirs));
    assert!(ours < 0.8 * pair.ours.len() as f64, "{ours} of {}", pair.ours.len());
    assert!((ours - theirs).abs() < 0.03 * theirs, "{ours} {theirs}");
    assert!(pair.agreement >= 0.998, "{}", pair.agreement);
}
