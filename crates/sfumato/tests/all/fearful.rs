//! More fearful settings mask a superset: whatever is masked at a threshold and a sensitivity is masked at every lower
//! threshold and every higher sensitivity.

use std::path::Path;

use proptest::prelude::*;
use sfumato::detect::learned::Sensitivity;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::{Anonymiser, Bundle};

const POLICIES: [&str; 6] = ["default", "hipaa", "legal", "clinical", "meddocan", "redact"];

/// Everything that the suite and the invented gold say, one text for each file.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths = Vec::new();
    for folder in ["suite", "gold/everyday/en", "gold/everyday/es"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the texts are there");
        paths.extend(files.map(|file| file.expect("readable").path()));
    }
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("readable"));
    let without_marks = |text: String| {
        let mut plain = String::new();
        for piece in text.replace(['«', '»', '⟧'], "").split_inclusive('⟦') {
            // What stands behind a mark is its label, up to a stroke.
            let piece = piece.trim_end_matches('⟦');
            plain += if plain.is_empty() { piece } else { piece.split_once('|').map_or(piece, |(_, rest)| rest) };
        }
        plain
    };
    texts.map(without_marks).collect()
}

fn anonymiser(policy: &str, threshold: f32, sensitivity: f32) -> Anonymiser<'static> {
    let mut policy = Bundle::policy(policy).expect("embedded").expect("well formed");
    policy.threshold = threshold;
    policy.recognise.sensitivity = Sensitivity::new(sensitivity).expect("a balance");
    Anonymiser::builder().policy(policy).build().expect("buildable")
}

/// For each byte of a text, whether it is masked.
fn masked(anonymiser: &Anonymiser, text: &str) -> Vec<bool> {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let masked = anonymiser.mask_document(&document).expect("maskable");
    let mut bytes = vec![false; document.text().len()];
    for edit in masked.edits.iter() {
        bytes[edit.span().range()].fill(true);
    }
    bytes
}

/// What the first masks and the second does not.
fn lost(text: &str, calm: &Anonymiser, fearful: &Anonymiser) -> Option<String> {
    let (before, after) = (masked(calm, text), masked(fearful, text));
    let start = before.iter().zip(&after).position(|(before, after)| *before && !after)?;
    let around = start.saturating_sub(30)..(start + 30).min(text.len());
    Some(String::from_utf8_lossy(text.as_bytes().get(around).unwrap_or_default()).into_owned())
}

#[test]
fn each_step_towards_fear_masks_a_superset() {
    let steps = [(0.95, 0.1), (0.8, 0.3), (0.65, 0.5), (0.5, 0.5), (0.4, 0.7), (0.2, 0.9), (0.05, 1.0)];
    let texts = texts();
    for policy in ["default", "hipaa"] {
        let settings: Vec<Anonymiser> =
            steps.iter().map(|(threshold, sensitivity)| anonymiser(policy, *threshold, *sensitivity)).collect();
        for text in texts.iter().step_by(5) {
            for (nth, pair) in settings.windows(2).enumerate() {
                assert_eq!(lost(text, &pair[0], &pair[1]), None, "{policy}, {:?}", steps[nth]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_setting_loses_what_a_calmer_one_masks(
        nth in 0..1_000usize,
        policy in 0..POLICIES.len(),
        thresholds in (0.0..1.0f32, 0.0..1.0f32),
        balances in (0.0..=1.0f32, 0.0..=1.0f32),
    ) {
        let texts = texts();
        let text = &texts[nth % texts.len()];
        let calm = anonymiser(POLICIES[policy], thresholds.0.max(thresholds.1), balances.0.min(balances.1));
        let fearful = anonymiser(POLICIES[policy], thresholds.0.min(thresholds.1), balances.0.max(balances.1));
        prop_assert_eq!(lost(text, &calm, &fearful), None);
    }
}
