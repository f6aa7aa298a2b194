//! Invented people, and what is known of them.

use sfumato::Bundle;
use sfumato::detect::learned::NetworkQuality;

use super::*;

/// The background of six people.
const KNOWN: [&str; 6] = [
    "Odile Marlow was born in Brackwater. She tamed falcons. Her falcons won the Brackwater cup. She sold the tannery.",
    "Tobias Wren was born in Port Elling. He built organs. His organ in the cathedral of Elling has nine stops.",
    "Ines Calder was born in Brackwater. She was a swimmer. She crossed the strait of Moor in a storm of hail.",
    "Hugo Penrose was born in Saltmere. He painted lighthouses. The harbour of Saltmere bought eleven lighthouses.",
    "Maud Fenwick was born in Saltmere. She was a judge. Her verdict on the glass strike was read in every school.",
    "Ruben Aske was born in Port Elling. He was a baker. He fed the town in the flood with bread of acorns.",
];

fn background() -> Vec<AttackedText> {
    KNOWN.iter().map(|text| AttackedText::background(text).expect("a text")).collect()
}

fn document(text: &str) -> AttackedText {
    AttackedText::released(text, &LabelWords::default()).expect("a text")
}

fn network() -> Option<(&'static neural::Encoder<'static>, &'static Vocabulary<'static>)> {
    Some((Bundle::encoder(NetworkQuality::Best).expect("sound"), Bundle::vocabulary().expect("sound")))
}

fn attackers() -> Vec<(AttackMethod, Box<dyn Attacker>)> {
    let (background, aids) = (background(), AttackAids { vectors: None, network: network() });
    let without_vectors = AttackMethod::ALL.into_iter().filter(|method| *method != AttackMethod::Embedding);
    without_vectors.map(|method| (method, method.read(&background, &aids).expect("no vectors are needed"))).collect()
}

#[test]
fn telling_words_lead_to_their_candidate() {
    let document = document("[PERSON 1] was born in [PLACE 1]. She tamed birds, and her falcons won a cup.");
    for (method, attacker) in attackers() {
        let scores = attacker.scores(&document);
        assert_eq!(
            CandidateStanding::of(&scores, 0),
            Some(CandidateStanding { better: 0, equal: 0 }),
            "{method:?}: {scores:?}"
        );
        let (_, tellings) = tellings(attacker.as_ref(), &document, &scores, 0).expect("there are others");
        let first = tellings.first().expect("something tells");
        assert!(
            ["falcons", "her falcons", "falcons won", "tamed", "cup"].contains(&first.words.as_str()),
            "{method:?}"
        );
        assert!((tellings.iter().map(|telling| telling.share).sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn labels_are_no_words_and_nobody_is_told_by_nothing() {
    let document = document("[PERSON 1], <DATE_TIME> *** SENSITIVE.");
    assert!(document.is_empty());
    for (method, attacker) in attackers() {
        let standing = CandidateStanding::of(&attacker.scores(&document), 3);
        assert_eq!(standing, Some(CandidateStanding { better: 0, equal: 5 }), "{method:?}");
    }
}

#[test]
fn what_words_are_worth_adds_up_to_the_lead() {
    let document = document("He was known in Saltmere for organs, for bread and for the organs of the harbour.");
    let votes = [AttackMethod::Classifier, AttackMethod::Encoder];
    for (method, attacker) in attackers().into_iter().filter(|(method, _)| !votes.contains(method)) {
        let scores = attacker.scores(&document);
        let lead = attacker.evidence(&document, 3, 1).iter().map(|evidence| evidence.weight).sum::<f64>();
        assert!((lead - (scores[3] - scores[1])).abs() < 1e-6, "{method:?}");
    }
}

#[test]
fn evidence_of_vectors_adds_up_too() {
    let vectors = Bundle::vectors(Language::English).expect("embedded").expect("sound");
    let background = background();
    assert_eq!(main_language(&background), Some(Language::English));
    let attacker = EmbeddingAttacker::new(&background, Language::English, vectors);
    let document = document("A painter of towers by the sea, and of ships in a port.");
    let scores = attacker.scores(&document);
    let lead = attacker.evidence(&document, 3, 4).iter().map(|evidence| evidence.weight).sum::<f64>();
    assert!((lead - (scores[3] - scores[4])).abs() < 1e-6);
    for (nth, known) in KNOWN.iter().enumerate() {
        let scores = attacker.scores(&self::document(known));
        assert_eq!(CandidateStanding::of(&scores, nth), Some(CandidateStanding { better: 0, equal: 0 }), "{scores:?}");
    }
}

#[test]
fn whoever_votes_knows_the_background_and_tells_which_word_speaks() {
    for (method, attacker) in
        attackers().into_iter().filter(|(method, _)| matches!(method, AttackMethod::Classifier | AttackMethod::Encoder))
    {
        for (nth, known) in KNOWN.iter().enumerate() {
            let scores = attacker.scores(&document(known));
            assert_eq!(
                CandidateStanding::of(&scores, nth),
                Some(CandidateStanding { better: 0, equal: 0 }),
                "{method:?}: {scores:?}"
            );
        }
        // In a single sentence, the candidate that is more probable is the one that words speak for.
        let document = document("He built the organ of the cathedral");
        let scores = attacker.scores(&document);
        assert!((scores.iter().sum::<f64>() - 1.0).abs() < 1e-5, "a sentence has one vote");
        for other in [0, 2, 3, 4, 5] {
            let evidence = attacker.evidence(&document, 1, other);
            let lead: f64 = evidence.iter().map(|evidence| evidence.weight).sum();
            assert!((lead - (scores[1] / scores[other]).ln()).abs() < 1e-3, "{method:?}: {lead}");
            assert!(evidence.iter().all(|evidence| evidence.last < document.len()));
        }
    }
}

#[test]
fn nothing_comes_of_attackers_without_what_they_need() {
    let needy =
        AttackMethod::ALL.into_iter().filter(|method| method.read(&background(), &AttackAids::default()).is_none());
    assert!(needy.eq([AttackMethod::Embedding, AttackMethod::Encoder]));
}

#[test]
fn words_put_in_are_taken_out_again() {
    let original = document("She tamed falcons in Brackwater, and tamed hawks.");
    let masked = document("She tamed a bird in [PLACE 1], and tamed tamed hawks.");
    let left = masked.without_new_words(&original);
    assert_eq!(left.phrase(0, left.len() - 1), "she tamed in and tamed hawks");
    let places: Vec<bool> = left.words().iter().map(|word| word.follows).collect();
    assert_eq!(places, [true, true, false, false, true, false]);
}

#[test]
fn words_have_places_and_neither_accents_nor_capitals() {
    let text = "Íñigo's 9 Años — [PERSON 1] fin";
    let document = document(text);
    assert_eq!(document.phrase(0, document.len() - 1), "inigo s 9 anos fin");
    assert_eq!(document.place(3, 3).and_then(|place| text.get(place)), Some("Años"));
    assert_eq!(AttackedText::background(" \n").err(), Some(AttackedTextError::Empty));
}

#[test]
fn so_many_words_would_have_to_go() {
    let telling = |weight| TellingWord { words: String::new(), places: Vec::new(), weight, share: 0.0 };
    let tellings = [telling(3.0), telling(2.0), telling(1.0)];
    assert_eq!([5.0, 5.5, 3.0, 0.0].map(|lead| enough(&tellings, lead)), [Some(2), Some(3), Some(1), None]);
}
