//! Clues to topics, by lists of our own: what betrays a topic is found, and ordinary words are left.

use std::path::Path;

use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::mask::Policy;
use sfumato::{Anonymiser, Bundle};

/// What must be found of a hundred clues, and what may be found of a hundred ordinary words.
const LEAST_FOUND: f64 = 85.0;
const MOST_FALSE: f64 = 5.0;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval");
    std::fs::read_to_string(root.join(path)).expect("readable")
}

fn anonymiser(policy: Policy) -> Anonymiser<'static> {
    Anonymiser::builder().policy(policy).build().expect("well formed")
}

fn settings() -> Policy {
    Policy::parse("clues.toml", &read("settings/clues.toml")).expect("well formed")
}

/// The share of the marked places of a list that are changed, of a hundred.
fn changed(list: &str) -> f64 {
    let anonymiser = anonymiser(settings());
    let (mut all, mut found) = (0, 0);
    for line in read(list).lines().filter(|line| !line.starts_with('#')) {
        let marked = line.rsplit('\t').next().expect("a sentence");
        let (before, rest) = marked.split_once('«').expect("a mark");
        let (clue, after) = rest.split_once('»').expect("a mark");
        let document = TextFile.read(format!("{before}{clue}{after}").into_bytes()).expect("text");
        let masked = anonymiser.mask_document(&document).expect("masked");
        let place = before.len()..before.len() + clue.len();
        let is_changed =
            masked.edits.iter().any(|edit| edit.span().start() < place.end && edit.span().end() > place.start);
        all += 1;
        found += u32::from(is_changed);
    }
    f64::from(found) * 100.0 / f64::from(all)
}

#[test]
fn what_betrays_a_topic_is_found() {
    let found = changed("clues/pairs.tsv");
    assert!(found >= LEAST_FOUND, "{found:.1} % of the clues are found");
}

#[test]
fn ordinary_words_betray_nothing() {
    let found = changed("clues/ordinary.tsv");
    assert!(found <= MOST_FALSE, "{found:.1} % of ordinary words are taken for clues");
}

#[test]
fn a_report_names_the_topic_that_a_clue_betrays_and_why_it_is_known() {
    let anonymiser = anonymiser(Bundle::policy("sensitive-health").expect("built in").expect("well formed"));
    let document = TextFile.read(b"She takes dolutegravir every morning.\n".to_vec()).expect("text");
    let masked = anonymiser.mask_document(&document).expect("masked");
    let account = masked.plan.account().expect("measured");
    let risk = account.verdicts.iter().find_map(|verdict| verdict.objection()).expect("a clue");
    let topic = risk.topic.and_then(|topic| account.topics.get(usize::from(topic))).expect("a topic");
    assert_eq!((risk.model, &**topic), ("inference", "HIV"));
    assert_eq!(risk.basis, sfumato::knowledge::counts::Basis::Related);
}
