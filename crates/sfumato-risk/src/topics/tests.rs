//! Topics of a small invented taxonomy.

use sfumato_detect::{Findings, Recogniser};
use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_knowledge::counts::{Count, Counts, CountsError, Query};
use sfumato_knowledge::taxonomy::{Draft, NameKind, Place, pack};
use sfumato_knowledge::{Knowledge, Taxonomy};
use sfumato_language::Language::{self, English, Spanish};
use sfumato_language::{Analysis, Languages};

use super::*;
use crate::Information;

type Row = (&'static str, &'static [&'static str], &'static [(Language, &'static str, u16)]);

const MEDICINE: &[Row] = &[
    ("1", &[], &[(English, "disease", 0), (Spanish, "enfermedad", 0)]),
    ("2", &["1"], &[(English, "venereal disease", 0), (English, "VD", 0), (Spanish, "enfermedad venérea", 0)]),
    (
        "3",
        &["2"],
        &[(English, "syphilis", 0), (English, "lues", 0), (Spanish, "sífilis", 0), (Spanish, "enfermedad", 0)],
    ),
    ("4", &["2"], &[(English, "crab lice", 0), (English, "crabs", 0), (Spanish, "ladillas", 0)]),
    ("5", &["3"], &[(English, "late syphilis", 0)]),
    ("6", &["1"], &[(English, "AIDS", 0), (Spanish, "SIDA", 0)]),
    ("7", &["1"], &[(English, "influenza", 0), (Spanish, "gripe", 0)]),
    ("8", &["1"], &[(English, "crab claw fracture", 0)]),
];

const WORDS: &[Row] = &[
    ("w1", &[], &[(English, "thing", 9)]),
    ("w2", &["w1"], &[(English, "animal", 9)]),
    ("w3", &["w2"], &[(English, "crab", 9)]),
    ("w4", &["w1"], &[(English, "venereal disease", 0)]),
    ("w5", &["w1"], &[(English, "state", 9)]),
    ("w6", &["w5"], &[(English, "health", 9)]),
    ("w7", &["w6"], &[(English, "illness", 9)]),
    ("w8", &["w7"], &[(English, "low mood", 0), (English, "blues", 2)]),
    ("w9", &["w7"], &[(English, "fever", 2)]),
    ("w10", &["w5"], &[(English, "sound", 9)]),
    ("w11", &["w10"], &[(English, "music", 9)]),
    ("w12", &["w11"], &[(English, "jazz", 2)]),
    ("w13", &["w11"], &[(English, "blues", 2)]),
];

fn packed(name: &str, rows: &[Row]) -> Vec<u8> {
    let mut draft = Draft::new(name);
    for (line, (id, parents, names)) in (1..).zip(rows) {
        let (concept, place) = (draft.concept(id), || Place { file: 0, line });
        draft.state(concept, place());
        for (language, text, frequency) in *names {
            draft.name(concept, *language, text, NameKind::Preferred, *frequency);
        }
        for parent in *parents {
            let parent = draft.concept(parent);
            draft.parent(concept, parent, place());
        }
    }
    pack(draft, None).expect("packs").0
}

struct Nothing;
impl Counts for Nothing {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        Ok(queries.iter().map(|_| Count::UNSEEN).collect())
    }

    fn total(&self, _: Language) -> f64 {
        1.0
    }

    fn name(&self) -> &str {
        "nothing"
    }
}

/// Calls `with` with the invented world.
pub(crate) fn in_world<T>(with: impl FnOnce(&World<'_>) -> T) -> T {
    let (medicine, words) = (packed("medicine", MEDICINE), packed("words", WORDS));
    let medicine = Taxonomy::from_bytes(&medicine).expect("reads");
    let words = Taxonomy::from_bytes(&words).expect("reads");
    let world = World {
        knowledge: Knowledge::new(vec![&medicine, &words]),
        counts: &Nothing,
        spaces: Vec::new(),
        information: Information::Counts,
        general: None,
    };
    with(&world)
}

/// Calls `with` with the topics of the invented world.
fn topics<T>(topics: &[Topic], with: impl FnOnce(Result<Topics<'_>, TopicsError>) -> T) -> T {
    in_world(|world| with(Topics::new(world, topics)))
}

fn topic(name: &str) -> Topic {
    Topic { name: name.into(), ..Topic::default() }
}

/// What is found in a text, with the last part of its category.
fn found(all: &[Topic], text: &str, language: Language) -> Vec<(String, String)> {
    topics(all, |topics| {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let analysis = Analysis::in_languages(&document, Languages::only(language));
        let mut findings = Findings::default();
        topics.expect("known").recognise(&analysis, &mut findings).expect("works");
        let shown = |finding: &Finding| {
            let category = finding.category.path().trim_start_matches("topic/").to_owned();
            (document.slice(finding.span).to_owned(), category)
        };
        findings.into_sorted().iter().map(shown).collect()
    })
}

fn texts(all: &[Topic], text: &str, language: Language) -> Vec<String> {
    found(all, text, language).into_iter().map(|(text, _)| text).collect()
}

#[test]
fn everything_below_a_topic_is_found_by_every_name_in_both_languages() {
    let all = [topic("venereal disease")];
    assert_eq!(texts(&all, "Late Syphilis, lues; influenza.", English), ["Late Syphilis", "lues"]);
    assert_eq!(texts(&all, "Sífilis y gripe. Enfermedades venéreas.", Spanish), ["Sífilis", "Enfermedades venéreas"]);
    assert_eq!(texts(&[topic("enfermedad venérea")], "He has syphilis.", English), ["syphilis"]);
    assert_eq!(texts(&[topic("medicine:3")], "Syphilis is a venereal disease.", English), ["Syphilis"]);
}

#[test]
fn the_longest_name_counts_and_none_reaches_over_a_sentence() {
    let all = [topic("medicine:5")];
    assert_eq!(
        texts(&all, "It is late syphilis. He was late. Syphilis was not spoken of.", English),
        ["late syphilis"]
    );
}

#[test]
fn a_name_of_what_is_above_a_topic_tells_nothing() {
    assert_eq!(texts(&[topic("venereal disease")], "Es una enfermedad rara.", Spanish), [""; 0]);
}

#[test]
fn an_acronym_is_found_in_capitals() {
    let all = [topic("AIDS")];
    assert_eq!(texts(&all, "AIDS, not hearing aids.", English), ["AIDS"]);
    assert_eq!(texts(&all, "Tiene SIDA; ha sido visto.", Spanish), ["SIDA"]);
}

#[test]
fn an_acronym_keeps_its_letters_and_a_phrase_its_small_words() {
    let given = |phrase: &str| [Topic { also: vec![phrase.into()], ..topic("given") }];
    assert_eq!(texts(&given("ITS"), "Una ITS, dos ITSs; IT.", Spanish), ["ITS", "ITSs"]);
    assert_eq!(texts(&given("de izquierdas"), "Es de izquierdas; la pierna izquierda.", Spanish), ["de izquierdas"]);
}

#[test]
fn a_word_that_mostly_means_something_else_needs_a_sure_name_beside_it() {
    let all = [topic("venereal disease")];
    assert_eq!(texts(&all, "They caught crabs from the boat. VD.", English), [""; 0]);
    assert_eq!(texts(&all, "A venereal disease: crabs. VD.", English), ["venereal disease", "crabs", "VD"]);
    let far = format!("A venereal disease. {}They caught crabs.", "It rained. ".repeat(30));
    assert_eq!(texts(&all, &far, English), ["venereal disease"]);
}

#[test]
fn company_decides_between_senses_of_one_taxonomy() {
    let all = [topic("words:w8")];
    assert_eq!(texts(&all, "The blues beside fever.", English), ["blues"]);
    assert_eq!(texts(&all, "The blues beside jazz.", English), [""; 0]);
    assert_eq!(texts(&all, "The blues beside jazz, and low mood.", English), ["blues", "low mood"]);
}

#[test]
fn phrases_are_added_and_taken_away() {
    let drinks = Topic {
        name: "drinking".into(),
        also: vec!["drinks too much".into(), "bebe en exceso".into(), "Vermouth".into()],
        except: vec!["drinks too much water".into()],
        ..Topic::default()
    };
    let all = [drinks];
    let text = "He DRINKS too much. He drinks too much water. Vermouth, vermouth.";
    assert_eq!(texts(&all, text, English), ["DRINKS too much", "Vermouth"]);
    assert_eq!(texts(&all, "Bebe en exceso.", Spanish), ["Bebe en exceso"]);
    let without = Topic { except: vec!["syphilis".into()], ..topic("venereal disease") };
    assert_eq!(texts(&[without], "Late syphilis and crab lice.", English), ["crab lice"]);
}

#[test]
fn what_belongs_to_two_topics_is_found_under_the_first() {
    let found = |all: &[Topic]| found(all, "Late syphilis.", English);
    let (special, general) = (topic("syphilis"), topic("venereal disease"));
    assert_eq!(found(&[special.clone(), general.clone()]), [("Late syphilis".into(), "syphilis".into())]);
    assert_eq!(found(&[general, special]), [("Late syphilis".into(), "venereal-disease".into())]);
}

#[test]
fn an_unknown_topic_is_an_error_that_suggests() {
    let error = |topic: Topic| topics(&[topic], |topics| topics.expect_err("unknown").to_string());
    let unknown = error(topic("venerial disease"));
    assert!(unknown.contains("`venerial disease`") && unknown.contains("`venereal disease`"), "{unknown}");
    assert_eq!(error(topic("quixotry")), "no taxonomy knows the topic `quixotry`");
    assert!(error(topic("medicine:99")).contains("no concept `medicine:99`"));
    assert_eq!(error(Topic { also: vec!["...".into()], ..topic("x") }), TopicsError::Empty.to_string());
    let with = Topic { with: vec!["quixotry".into()], ..topic("syphilis") };
    assert!(error(with).contains("`quixotry`"));
}

#[test]
fn the_expansion_counts_and_lists() {
    let all = [Topic { also: vec!["French pox".into()], ..topic("venereal disease") }];
    topics(&all, |topics| {
        let topics = topics.expect("known");
        let expansion: Vec<_> = topics.expansion().collect();
        let [only] = expansion.as_slice() else { panic!("one topic") };
        assert_eq!((only.topic, only.category.path()), ("venereal disease", "topic/venereal-disease"));
        assert_eq!((only.roots.len(), only.concepts, only.phrases), (2, 5, 1));
        // Without "enfermedad", which is what diseases are called.
        assert_eq!((only.names, only.doubtful), (10, 2));
        assert!(topics.listed().all(|listed| listed.topic == 0));
        assert_eq!(topics.listed().filter(|listed| listed.taxonomy == 0).count(), 4);
    });
}

#[test]
fn places_are_whole_whatever_the_letters() {
    let all = [topic("venereal disease"), topic("AIDS")];
    let text = "\u{301}Si\u{301}filis\u{301}, «SIDA»\u{200b} ﬁn 東京 ladillas\u{ad}.";
    assert_eq!(texts(&all, text, Spanish), ["Si\u{301}filis\u{301}", "SIDA", "ladillas\u{ad}"]);
}
