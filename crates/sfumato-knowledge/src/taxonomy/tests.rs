//! A draft becomes a table, and the table answers.

use sfumato_language::Language::{self, English, Spanish};

use super::pack::Spoken;
use super::{Concept, Draft, Flaw, NameKind, Place, Taxonomy, TaxonomyError, pack};

fn at(line: u32) -> Place {
    Place { file: 0, line }
}

/// id, parents, English names, Spanish name.
const ROWS: &[(&str, &[&str], &[&str], &str)] = &[
    ("1", &[], &["disease"], "enfermedad"),
    ("2", &["1"], &["cancer", "malignancy"], "cáncer"),
    ("3", &["2"], &["pancreatic cancer", "cancer of the pancreas"], "cáncer de páncreas"),
    ("4", &["1"], &["pancreas disease"], "enfermedad del páncreas"),
    ("5", &["1"], &["acquired immunodeficiency syndrome", "AIDS"], "SIDA"),
];

fn draft() -> Draft {
    let mut draft = Draft::new("test");
    for (line, (id, parents, names, spanish)) in ROWS.iter().enumerate() {
        let concept = draft.concept(id);
        assert!(draft.state(concept, at(line as u32 + 1)));
        for name in *names {
            draft.name(concept, English, name, NameKind::Preferred, 0);
        }
        draft.name(concept, Spanish, spanish, NameKind::Preferred, 0);
        for parent in *parents {
            let parent = draft.concept(parent);
            draft.parent(concept, parent, at(line as u32 + 1));
        }
    }
    let (three, four) = (draft.concept("3"), draft.concept("4"));
    draft.parent(three, four, at(3));
    draft
}

struct ToyReference;
impl Spoken for ToyReference {
    fn hits(&self, name: &str, _: Language) -> f64 {
        match name {
            "disease" => 10.0,
            "cancer" => 1000.0,
            "pancreas disease" => 0.0,
            _ => 5.0,
        }
    }

    fn total(&self, _: Language) -> f64 {
        1e6
    }
}

fn packed(draft: Draft) -> (Vec<u8>, Vec<(u32, Flaw)>) {
    let (bytes, account) = pack(draft, Some(&ToyReference)).expect("packs");
    (bytes, account.dropped.iter().map(|dropped| (dropped.place.line, dropped.what)).collect())
}

fn only(taxonomy: &Taxonomy<'_>, phrase: &str, language: Language) -> Concept {
    let senses = taxonomy.senses(phrase, language);
    assert_eq!(senses.len(), 1, "{phrase}: {senses:?}");
    senses[0].concept
}

#[test]
fn a_phrase_leads_to_its_concept_and_from_there_up_and_down() {
    let (bytes, flaws) = packed(draft());
    assert_eq!(flaws, []);
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    taxonomy.check().expect("is whole");
    assert_eq!((taxonomy.name(), taxonomy.len()), ("test", 5));
    let concept = only(&taxonomy, "Cancers of pancreas", English);
    assert_eq!(concept, only(&taxonomy, "cánceres del páncreas", Spanish));
    assert_eq!((taxonomy.id(concept), taxonomy.depth(concept)), ("3", 2));
    let chain = taxonomy.generalisations(concept, English);
    let labels: Vec<_> = chain.iter().filter_map(|above| taxonomy.label(*above, English)).collect();
    assert_eq!(labels, ["pancreas disease", "cancer", "disease"]);
    let root = *chain.last().expect("has a root");
    assert_eq!(taxonomy.label(root, Spanish), Some("enfermedad"));
    assert_eq!(taxonomy.below_count(root), 4);
    assert_eq!(taxonomy.specialisations(root).len(), 4);
    assert!(taxonomy.intrinsic_bits(concept) > taxonomy.intrinsic_bits(root));
}

#[test]
fn what_is_spoken_of_something_special_counts_for_what_is_above_it() {
    let (bytes, _) = packed(draft());
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    for concept in taxonomy.concepts() {
        let hits = taxonomy.hits(concept, English).expect("was counted");
        for parent in taxonomy.parents(concept) {
            assert!(taxonomy.hits(parent, English).expect("was counted") >= hits);
        }
    }
}

#[test]
fn an_acronym_is_not_a_word_in_small_letters() {
    let (bytes, _) = packed(draft());
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    assert_eq!(taxonomy.senses("AIDS", English).len(), 1);
    assert_eq!(taxonomy.senses("aids", English), []);
}

#[test]
fn an_individual_is_not_meant_in_small_letters() {
    let mut draft = draft();
    let turkey = draft.concept("6");
    draft.state(turkey, at(6));
    draft.name(turkey, English, "Turkey", NameKind::Preferred, 0);
    draft.individual(turkey);
    let (bytes, _) = packed(draft);
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    assert_eq!((taxonomy.senses("Turkey", English).len(), taxonomy.senses("turkey", English).len()), (1, 0));
}

#[test]
fn cycles_orphans_and_nameless_concepts_are_told_by_place_and_the_rest_stays() {
    let mut draft = draft();
    let (one, three, nowhere, nameless) =
        (draft.concept("1"), draft.concept("3"), draft.concept("9"), draft.concept("7"));
    draft.parent(one, three, at(11));
    draft.parent(three, nowhere, at(12));
    draft.state(nameless, at(13));
    draft.parent(nameless, nameless, at(14));
    let (bytes, flaws) = packed(draft);
    // The walk begins at the first concept stated, "disease", so that the relations that lead back to it go.
    let expected = [(2, Flaw::Cycle), (4, Flaw::Cycle), (12, Flaw::Orphan), (13, Flaw::Nameless), (14, Flaw::Cycle)];
    assert_eq!(flaws, expected);
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    assert_eq!(taxonomy.len(), 6);
    for concept in taxonomy.concepts() {
        assert!(!taxonomy.generalisations(concept, English).contains(&concept));
    }
}

#[test]
fn a_chain_deeper_than_any_made_by_people_ends() {
    let mut draft = Draft::new("deep");
    for nth in 0..5000u32 {
        let (child, parent) = (draft.concept(&nth.to_string()), draft.concept(&(nth + 1).to_string()));
        draft.state(child, at(nth + 1));
        draft.name(child, English, &format!("name {nth}"), NameKind::Preferred, 0);
        draft.parent(child, parent, at(nth + 1));
    }
    let (bytes, flaws) = packed(draft);
    assert_eq!(flaws, [(5000, Flaw::Orphan)]);
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("reads");
    let concept = only(&taxonomy, "name 0", English);
    assert_eq!(taxonomy.generalisations(concept, English).len(), 4999);
}

#[test]
fn a_damaged_file_is_an_error_and_never_a_panic() {
    let (bytes, _) = packed(draft());
    assert_eq!(Taxonomy::from_bytes(b"something else").err(), Some(TaxonomyError::Alien));
    for length in 8..bytes.len() {
        assert!(Taxonomy::from_bytes(&bytes[..length]).is_err());
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x5a;
        let Ok(taxonomy) = Taxonomy::from_bytes(&damaged) else { continue };
        for phrase in ["pancreatic cancer", "disease"] {
            for sense in taxonomy.senses(phrase, English) {
                taxonomy.generalisations(sense.concept, English);
                taxonomy.specialisations(sense.concept);
            }
        }
        assert!(taxonomy.check().is_err() || taxonomy.name() != "test", "byte {at}");
    }
}
