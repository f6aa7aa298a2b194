//! Clues to topics of a small invented taxonomy.

use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_knowledge::relations;
use sfumato_language::{Analysis, Language, Languages};

use super::*;
use crate::topics::tests::in_world;
use crate::{Hidden, Topic};

const RELATIONS: &str = "\
[nothing ; excepts ; 0]
en: sober judge
[syphilis | venereal disease ; treats ; 0.5]
benzathine, -cillin
[AIDS | no such thing ; sign of ; 0.9]
CD4, Truvada
en: clean for # months, chasing the virus
[influenza ; symptom of ; 0.25]
en: sober, night sweats
";

/// The clues of a text to these topics, each with the names of what it betrays.
fn found(names: &[&str], text: &str) -> Vec<(String, Vec<String>)> {
    with_clues(names, |clues, _| {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let analysis = Analysis::in_languages(&document, Languages::only(Language::English));
        let shown = |clue: Clue| {
            let topics = clue.evidence.iter().map(|evidence| clues.topics()[usize::from(evidence.topic)].to_string());
            (document.slice(clue.span).to_owned(), topics.collect())
        };
        clues.find(&analysis).into_iter().map(shown).collect()
    })
}

fn with_clues<T>(names: &[&str], with: impl FnOnce(&Clues, &Topics<'_>) -> T) -> T {
    let topics: Vec<Topic> = names.iter().map(|name| Topic { name: (*name).to_owned(), ..Topic::default() }).collect();
    in_world(|world| {
        let topics = Topics::new(world, &topics).expect("known");
        let relations = relations(RELATIONS).expect("well formed");
        with(&Clues::new(world, &topics, &relations).expect("counted"), &topics)
    })
}

fn one(text: &str, topic: &str) -> (String, Vec<String>) {
    (text.to_owned(), vec![topic.to_owned()])
}

#[test]
fn what_is_related_to_a_topic_betrays_it_and_what_lies_above() {
    assert_eq!(found(&["venereal disease"], "He took benzathine."), [one("benzathine", "venereal disease")]);
    assert_eq!(
        found(&["syphilis", "AIDS"], "Truvada, benzathine"),
        [one("Truvada", "AIDS"), one("benzathine", "syphilis")]
    );
    assert_eq!(found(&["influenza"], "He took benzathine."), []);
}

#[test]
fn clues_are_found_in_any_number_and_by_the_ends_of_words() {
    assert_eq!(found(&["AIDS"], "He has been clean for 14 months."), [one("clean for 14 months", "AIDS")]);
    assert_eq!(found(&["AIDS"], "clean for six months"), [one("clean for six months", "AIDS")]);
    assert_eq!(found(&["syphilis"], "two amoxicillins"), []);
    assert_eq!(found(&["syphilis"], "some amoxicillin"), [one("amoxicillin", "syphilis")]);
    assert_eq!(found(&["syphilis"], "the cillin"), []);
    assert_eq!(found(&["AIDS"], "chasing viruses"), []);
    assert_eq!(found(&["AIDS"], "to chase the virus"), [one("chase the virus", "AIDS")]);
}

#[test]
fn acronyms_are_written_in_capitals_and_exceptions_say_nothing() {
    assert_eq!(found(&["AIDS"], "CD4 and cd4"), [one("CD4", "AIDS")]);
    assert_eq!(found(&["influenza"], "a sober judge, sober"), [one("sober", "influenza")]);
}

#[test]
fn a_phrase_is_a_risk_by_what_it_makes_of_a_topic() {
    with_clues(&["AIDS", "influenza"], |clues, topics| {
        let evidence = clues.of("night sweats", Language::English);
        let strong = Evidence { bits: 9.0, share: 0.6, ..evidence[0] };
        let weak = Evidence { bits: 9.0, share: 0.01, ..evidence[0] };
        let inference = Inference::new(clues, topics, 20.0);
        let is_risk = |evidence: &[Evidence]| inference.risk(evidence).is_some_and(|risk| risk.is_too_much());
        // Whatever the limit, nothing may make a topic likelier than not; few weak clues together do.
        assert!(
            is_risk(&[strong]) && !is_risk(&[weak]) && !is_risk(&[weak, weak]) && is_risk(&[weak, weak, weak, weak])
        );
        assert!(inference.risk(&[]).is_none());
        let hidden: [(usize, &Hidden<'_>); 0] = [];
        let said = |text: &'static str| crate::WeighedPhrase {
            text: text.into(),
            language: Language::English,
            concept: None,
            hits: 1.0,
            named: 1.0,
            bits: 3.0,
            worth: 3.0,
            is_named: false,
            about: crate::Aboutness::Open,
        };
        let model: Inferred<'_> = Arc::new(inference);
        let risk = |text, instead_of: Option<&crate::WeighedPhrase<'_>>| {
            crate::RiskModel::assess(&model, &said(text), instead_of, &hidden).expect("counted")
        };
        assert_eq!(risk("Truvada", None).topic, Some(0));
        assert_eq!(risk("a stone", None).topic, None);
        // What stands for a phrase must not name the topic either.
        assert!(!risk("influenza season", None).is_too_much());
        assert!(risk("influenza season", Some(&said("Truvada"))).is_too_much());
    });
}
