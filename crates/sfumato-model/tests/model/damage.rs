//! Damaged models: refused, or labelling something, but never a panic.

use std::sync::OnceLock;

use proptest::prelude::*;
use sfumato_model::train::{CrfSettings, LabelledCorpus};
use sfumato_model::{Labeller, LabellerMemo, ModelError, SequenceModel};

use crate::toy;

fn model() -> &'static (Vec<u8>, LabelledCorpus) {
    static MODEL: OnceLock<(Vec<u8>, LabelledCorpus)> = OnceLock::new();
    MODEL.get_or_init(|| {
        let sentences = toy::sentences(30, 21);
        let encoded = toy::encode(&sentences);
        let weights = toy::train(&encoded, &CrfSettings { iterations: 8, ..CrfSettings::default() });
        (toy::packed(&encoded, &weights, 2), toy::corpus(&sentences[..8].to_vec(), 2))
    })
}

/// The start of the tables.
fn body(bytes: &[u8]) -> usize {
    12 + u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize
}

/// Labels with bytes that may be anything; whether they were taken for a model.
fn label(bytes: &[u8], corpus: &LabelledCorpus) -> Result<(), TestCaseError> {
    let Ok(model) = SequenceModel::from_bytes(bytes) else { return Ok(()) };
    let _ = model.check();
    let labeller = Labeller::new(model);
    let labels = labeller.model().labels().len();
    let (mut memo, mut found, mut within, mut marginals) =
        (LabellerMemo::default(), Vec::new(), Vec::new(), Vec::new());
    for sequence in &corpus.sequences {
        labeller.best(&corpus.seen, sequence.clone(), &mut memo, &mut found);
        labeller.best_within(&corpus.seen, sequence.clone(), |at| at % 3..at % 9, &mut memo, &mut within);
        labeller.marginals(&corpus.seen, sequence.clone(), &mut memo, &mut marginals);
    }
    prop_assert_eq!(found.len(), corpus.labels.len());
    prop_assert_eq!(within.len(), corpus.labels.len());
    prop_assert!(found.iter().all(|label| usize::from(*label) < labels));
    prop_assert!(marginals.chunks(labels).all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-3));
    Ok(())
}

proptest! {
    #[test]
    fn changed_bytes_never_make_it_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..6)) {
        let (sound, corpus) = model();
        let mut bytes = sound.clone();
        for (at, byte, in_head) in changes {
            let end = if in_head { body(sound) } else { bytes.len() };
            bytes[at.index(end)] = byte;
        }
        label(&bytes, corpus)?;
    }

    #[test]
    fn changed_digits_of_the_head_never_make_it_panic(at in any::<prop::sample::Index>(), digit in 0u8..10) {
        let (sound, corpus) = model();
        let digits: Vec<usize> = (12..body(sound)).filter(|at| sound[*at].is_ascii_digit()).collect();
        let mut bytes = sound.clone();
        bytes[digits[at.index(digits.len())]] = b'0' + digit;
        label(&bytes, corpus)?;
    }

    #[test]
    fn cut_bytes_are_refused(at in any::<prop::sample::Index>(), more in prop::collection::vec(any::<u8>(), 1..9)) {
        let (sound, _) = model();
        prop_assert!(SequenceModel::from_bytes(&sound[..at.index(sound.len())]).is_err());
        prop_assert!(SequenceModel::from_bytes(&[&sound[..], &more].concat()).is_err());
    }

    #[test]
    fn a_table_of_anything_never_makes_it_panic(tables in prop::collection::vec(any::<u8>(), 64), unit in -40i32..39) {
        let (sound, corpus) = model();
        let start = body(sound);
        let head = std::str::from_utf8(&sound[12..start]).expect("text");
        let unit_line = head.lines().find(|line| line.starts_with("unit ")).expect("a unit");
        let head = head.replace(unit_line, &format!("unit 1e{unit}"));
        let mut bytes = sound[..8].to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head.bytes());
        bytes.extend(tables.iter().cycle().take(sound.len() - start));
        label(&bytes, corpus)?;
    }

    #[test]
    fn a_changed_table_is_noticed(at in any::<prop::sample::Index>(), by in 1u8..=255) {
        let (sound, _) = model();
        let start = body(sound);
        let mut bytes = sound.clone();
        bytes[start + at.index(sound.len() - start)] ^= by;
        let damaged = SequenceModel::from_bytes(&bytes).expect("the head is sound").check();
        prop_assert_eq!(damaged, Err(ModelError::Damaged("its tables are not those it was written with")));
    }
}

#[test]
fn a_sound_model_passes_its_check() {
    assert_eq!(SequenceModel::from_bytes(&model().0).expect("sound").check(), Ok(()));
}

#[test]
fn a_model_for_something_else_is_refused_with_both_names() {
    let sound = SequenceModel::from_bytes(&model().0).expect("sound");
    assert_eq!(sound.clone().for_task("tags/toy").expect("the same").task(), "tags/toy");
    let error = sound.for_task("names/toy").expect_err("another").to_string();
    assert_eq!(error, "the model is for tags/toy, not for names/toy");
}

#[test]
fn other_bytes_are_no_model() {
    assert_eq!(SequenceModel::from_bytes(b"").expect_err("nothing"), ModelError::Alien);
    assert_eq!(SequenceModel::from_bytes(b"SFMODEL2\0\0\0\0").expect_err("another version"), ModelError::Alien);
    assert_eq!(SequenceModel::from_bytes(b"SFMODEL1\xff").expect_err("cut"), ModelError::Damaged("it ends early"));
}
