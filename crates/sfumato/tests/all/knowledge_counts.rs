//! The embedded counts order things as anyone would, and answer fast.

use sfumato::Bundle;
use sfumato::knowledge::counts::{Basis, Count, Counts, Phrase, Query, bits};
use sfumato::language::Language;

fn count(phrases: &[&str], language: Language) -> Count {
    let counts = Bundle::counts().expect("embedded");
    let phrases: Vec<Phrase<'_>> = phrases.iter().map(|text| Phrase::new(text)).collect();
    let found = counts.hits(&[Query { phrases: &phrases, language }]).expect("both languages are embedded");
    *found.first().expect("one answer")
}

fn content(phrase: &str, language: Language) -> f64 {
    let total = Bundle::counts().expect("embedded").total(language);
    bits(count(&[phrase], language).hits, total)
}

/// Each is rarer than the one before.
fn rising(language: Language, phrases: &[&str]) {
    for pair in phrases.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|phrase| content(phrase, language));
        assert!(a < b, "{} has {a:.1} bits, {} has {b:.1}", pair[0], pair[1]);
    }
}

#[test]
fn the_tables_are_sound() {
    let counts = Bundle::counts().expect("embedded");
    for language in [Language::English, Language::Spanish] {
        let table = counts.table(language).expect("embedded");
        assert_eq!(table.check(), Ok(()));
    }
}

#[test]
fn the_more_special_is_the_rarer() {
    rising(Language::English, &["disease", "cancer", "pancreatic cancer", "Zebulon Quackenbush"]);
    rising(Language::English, &["Europe", "Spain", "Tarragona", "Vilaplana"]);
    rising(Language::English, &["actor", "stuntman"]);
    rising(Language::English, &["the", "house", "stethoscope", "pneumothorax"]);
    rising(Language::Spanish, &["enfermedad", "cáncer", "cáncer de páncreas"]);
    // In Spanish more is said of Spain than of Europe; as concepts they are in order, see `knowledge.rs`.
    rising(Language::Spanish, &["España", "Tarragona", "Vilaplana"]);
    rising(Language::Spanish, &["hombre", "médico", "oncólogo"]);
}

#[test]
fn names_count_in_any_letters() {
    assert_eq!(count(&["new york"], Language::English), count(&["New York"], Language::English));
    assert_eq!(count(&["cancer"], Language::Spanish), count(&["Cáncer"], Language::Spanish));
    assert!(content("Los Angeles", Language::English) < content("los", Language::English) + 3.0);
}

#[test]
fn what_was_never_seen_is_as_telling_as_can_be() {
    for language in [Language::English, Language::Spanish] {
        let unseen = count(&["Xyzzqwk"], language);
        assert_eq!((unseen.hits, unseen.basis), (0.0, Basis::Unseen));
        assert!(content("Xyzzqwk", language) > 32.0);
        let number = count(&["58472913"], language);
        assert_eq!(number.basis, Basis::Estimated);
        assert!(content("58472913", language) > content("5847", language));
    }
}

#[test]
fn what_belongs_together_is_met_together() {
    let pmi = |a: &str, b: &str, language| {
        let total = Bundle::counts().expect("embedded").total(language);
        content(a, language) + content(b, language) - bits(count(&[a, b], language).hits, total)
    };
    for (language, a, near, far) in [
        (Language::English, "cancer", "chemotherapy", "guitar"),
        (Language::English, "film", "actress", "kidney"),
        (Language::English, "HIV", "AIDS", "theatre"),
        (Language::Spanish, "cáncer", "quimioterapia", "guitarra"),
        (Language::Spanish, "fractura", "fémur", "novela"),
    ] {
        let (near_bits, far_bits) = (pmi(a, near, language), pmi(a, far, language));
        assert!(near_bits > far_bits + 1.0, "{a}: {near} {near_bits:.1}, {far} {far_bits:.1}");
    }
    let three = count(&["film", "actress", "cancer"], Language::English);
    assert!(three.hits <= count(&["actress", "cancer"], Language::English).hits);
}
