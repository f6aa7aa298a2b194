//! Writing a model: weights become whole numbers of one unit, and those that come to nothing are left out.

use std::collections::HashMap;

use super::corpus::LabelNames;
use super::encoded::{EncodedCorpus, FieldWeights};
use crate::bytes::{slot, slots_for};
use crate::hash::hash_bytes;
use crate::model::{FEW, FeatureSlot, FeatureWeights, MAGIC, ModelHead, WORTH, mark};
use crate::templates::FeatureTemplates;

/// Weights of fewer units are left out: they decide next to nothing, and are many.
const LEAST: i16 = 4;

/// The bytes of a model.
pub fn pack(
    task: &str,
    corpus: &EncodedCorpus,
    weights: &FieldWeights,
    labels: &LabelNames,
    templates: &FeatureTemplates,
    word_columns: usize,
) -> Vec<u8> {
    let unit = unit(&weights.states);
    let whole = |weight: f64| (weight / unit).round();
    let mut pool = WeightPool::default();
    let mut entries = Vec::new();
    for (number, feature) in (0..).zip(&corpus.features) {
        let mut pairs = Vec::new();
        for weight in corpus.weights_of(number) {
            let code = code(weights.states[weight] / unit);
            if WORTH[usize::from(code)].abs() >= LEAST {
                pairs.extend([corpus.target(weight) as u8, code]);
            }
        }
        if !pairs.is_empty() {
            entries.push((*feature, pool.said(pairs)));
        }
    }
    let slots = slots_for(entries.len());
    let mut table = vec![FeatureSlot::default(); slots];
    for (feature, said) in entries {
        let mut at = slot(feature, slots);
        while table[at].mark() != 0 {
            at = (at + 1) % slots;
        }
        table[at] = FeatureSlot::new(mark(feature), said);
    }
    let steps = weights.steps.iter().map(|step| whole(*step).clamp(-8000.0, 8000.0) as i16);
    let mut body: Vec<u8> = steps.flat_map(i16::to_le_bytes).collect();
    body.extend(table.iter().flat_map(|slot| slot.0.to_le_bytes()));
    body.extend(&pool.bytes);
    let head = ModelHead {
        task: task.to_owned(),
        unit: unit as f32,
        word_columns,
        slots,
        pool: pool.bytes.len(),
        hash: hash_bytes(&body),
        columns: templates.columns.clone(),
        labels: labels.names().to_vec(),
        templates: templates.to_text(),
    };
    let head = head.to_text();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.bytes());
    bytes.extend(body);
    bytes
}

/// The byte that comes nearest to so many units.
fn code(units: f64) -> u8 {
    let root = (units.abs() * 32.0).sqrt().clamp(0.0, 127.0) as usize;
    let off = |code: usize| (units.abs() - f64::from(WORTH[code])).abs();
    // What a byte stands for is rounded, so that the nearest may be one farther.
    let near = (root..=(root + 2).min(127)).fold(root, |best, code| if off(code) < off(best) { code } else { best });
    let signed = if units < 0.0 { -(near as i8) } else { near as i8 };
    signed as u8
}

/// The worth of one unit: the largest weights are as many of them as a byte can stand for.
/// None is cut: the few that stand out carry much.
fn unit(weights: &[f64]) -> f64 {
    let largest = weights.iter().map(|weight| weight.abs()).filter(|size| size.is_finite()).fold(0.0, f64::max);
    if largest > 0.0 { largest / f64::from(WORTH[127]) } else { 1.0 }
}

/// Lists of labels and weights, each kept once however many features have it.
#[derive(Default)]
struct WeightPool {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u32>,
}

impl WeightPool {
    fn said(&mut self, pairs: Vec<u8>) -> FeatureWeights {
        if pairs.len() <= 2 * FEW {
            return FeatureWeights::few(&pairs);
        }
        if let Some(start) = self.known.get(&pairs) {
            return FeatureWeights::many(*start);
        }
        let start = self.bytes.len() as u32;
        self.bytes.push((pairs.len() / 2) as u8);
        self.bytes.extend(&pairs);
        self.known.insert(pairs, start);
        FeatureWeights::many(start)
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::samples;
    use super::*;
    use crate::model::SequenceModel;

    #[test]
    fn the_largest_weight_is_the_largest_byte() {
        let weights = [0.5, -f64::from(WORTH[127]) / 100.0, 0.0, f64::INFINITY];
        assert!((unit(&weights) - 0.01).abs() < 1e-12);
        assert!(unit(&[]) > 0.0 && unit(&[0.0, 0.0]) > 0.0);
    }

    #[test]
    fn the_nearest_byte_is_taken() {
        for tenths in -5_000..5_000 {
            let units = f64::from(tenths) / 10.0;
            let off = |worth: i16| (f64::from(worth) - units).abs();
            let nearest = WORTH.iter().map(|worth| off(*worth)).fold(f64::MAX, f64::min);
            assert!(off(WORTH[usize::from(code(units))]) <= nearest + 1e-9, "{units}");
        }
    }

    #[test]
    fn what_is_too_large_is_cut() {
        let cut = |units| WORTH[usize::from(code(units))];
        assert_eq!((cut(9e9), cut(-9e9), cut(f64::INFINITY)), (WORTH[127], -WORTH[127], WORTH[127]));
        assert_eq!((cut(0.0), cut(f64::NAN)), (0, 0));
    }

    #[test]
    fn equal_lists_are_kept_once() {
        let mut pool = WeightPool::default();
        let first = pool.said(vec![1, 2, 5, 6, 7, 8, 9, 9]);
        let other = pool.said(vec![1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(pool.said(vec![1, 2, 5, 6, 7, 8, 9, 9]), first);
        assert_ne!(first, other);
        assert_eq!(
            pool.said(vec![1, 2, 3, 4, 5, 6]),
            FeatureWeights::few(&[1, 2, 3, 4, 5, 6]),
            "three pairs need no room"
        );
        assert_eq!(pool.bytes, [4, 1, 2, 5, 6, 7, 8, 9, 9, 4, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn every_weight_is_found_again() {
        let (corpus, templates) = samples::small();
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        // Of all sizes, among them zeros.
        let state = |n: usize| (n as f64 % 41.0 - 20.0) * 6.35 / 20.0;
        let weights = FieldWeights {
            states: (0..encoded.weight_count()).map(state).collect(),
            steps: (0..9).map(|n| f64::from(n) - 4.0).collect(),
        };
        let labels = LabelNames::new(["A", "B", "C"]).expect("few");
        let bytes = pack("test", &encoded, &weights, &labels, &templates, 1);
        let model = SequenceModel::from_bytes(&bytes).expect("sound");
        assert_eq!(model.check(), Ok(()));
        assert_eq!((model.task(), model.word_columns(), model.labels().len()), ("test", 1, 3));
        assert_eq!(model.templates(), &templates);
        for (number, feature) in (0..).zip(&encoded.features) {
            let mut wanted = [0; 3];
            for weight in encoded.weights_of(number) {
                let code = code(weights.states[weight] / f64::from(model.unit));
                let worth = WORTH[usize::from(code)];
                wanted[usize::from(encoded.target(weight))] = if worth.abs() < LEAST { 0 } else { worth };
            }
            let mut found = [0; 3];
            model.add(model.said(*feature, model.slot(model.home(*feature))), &mut found);
            assert_eq!(found, wanted);
        }
        for (step, weight) in model.steps.iter().zip(&weights.steps) {
            assert!((f64::from(*step) * f64::from(model.unit) - weight).abs() <= f64::from(model.unit) * 0.51);
        }
    }
}
