use super::*;
use crate::train::{LemmaEntry, lemmas};

/// Rows of form, part of speech, finer tag, lemma.
fn entries<'a>(rows: &'a [(&str, Upos, &str, &str)]) -> impl Iterator<Item = LemmaEntry<'a>> {
    rows.iter().map(|(form, upos, detail, lemma)| LemmaEntry { form, upos: *upos, detail, lemma, count: 1 })
}

const GOLD: [(&str, Upos, &str, &str); 22] = [
    ("walking", Upos::Verb, "VBG", "walk"),
    ("talking", Upos::Verb, "VBG", "talk"),
    ("asking", Upos::Verb, "VBG", "ask"),
    ("baking", Upos::Verb, "VBG", "bake"),
    ("taking", Upos::Verb, "VBG", "take"),
    ("walk", Upos::Verb, "VB", "walk"),
    ("bring", Upos::Verb, "VB", "bring"),
    ("was", Upos::Aux, "VBD", "be"),
    ("lay", Upos::Verb, "VB", "lay"),
    ("lay", Upos::Verb, "VBD", "lie"),
    ("lay", Upos::Verb, "VBD", "lie"),
    ("dogs", Upos::Noun, "NNS", "dog"),
    ("cats", Upos::Noun, "NNS", "cat"),
    ("cat", Upos::Noun, "NN", "cat"),
    ("dog", Upos::Noun, "NN", "dog"),
    ("DVDs", Upos::Noun, "NNS", "DVD"),
    ("Marta", Upos::Propn, "NNP", "Marta"),
    ("i", Upos::Pron, "PRP", "I"),
    ("Canadian", Upos::Adj, "JJ", "Canadian"),
    ("25,000", Upos::Num, "CD", "25000"),
    ("canciones", Upos::Noun, "", "canción"),
    ("ÁRBOLES", Upos::Noun, "", "árbol"),
];

fn taught() -> Vec<u8> {
    let known = ["make", "mate", "walk", "ring"].map(|lemma| LemmaEntry {
        form: lemma,
        upos: Upos::Verb,
        detail: "",
        lemma,
        count: 0,
    });
    lemmas(entries(&GOLD), known)
}

fn check(table: &[u8], form: &str, upos: Upos, detail: &str, lemma: &str) {
    let mut out = String::from("what was there");
    Lemmas::from_bytes(table).unwrap().lemma(form, upos, detail, &mut out);
    assert_eq!(out, lemma, "{form} {upos:?} {detail}");
}

#[test]
fn what_was_taught_comes_back() {
    let table = taught();
    for (form, upos, detail, lemma) in GOLD.iter().filter(|row| row.0 != "lay") {
        check(&table, form, *upos, detail, lemma);
    }
}

#[test]
fn the_finer_tag_decides_where_it_is_known() {
    let table = taught();
    check(&table, "lay", Upos::Verb, "VB", "lay");
    check(&table, "lay", Upos::Verb, "VBD", "lie");
    // The commoner reading holds under a tag that was never taught, and under none.
    check(&table, "lay", Upos::Verb, "VBN", "lie");
    check(&table, "lay", Upos::Verb, "", "lie");
    check(&table, "was", Upos::Aux, "", "be");
}

#[test]
fn an_auxiliary_taken_for_a_verb_is_still_known() {
    check(&taught(), "was", Upos::Verb, "VBD", "be");
    check(&taught(), "Was", Upos::Verb, "", "be");
}

#[test]
fn new_words_go_by_their_ends_and_by_known_lemmas() {
    let table = taught();
    check(&table, "parking", Upos::Verb, "VBG", "park");
    check(&table, "making", Upos::Verb, "VBG", "make");
    check(&table, "Making", Upos::Verb, "VBG", "make");
    check(&table, "horses", Upos::Noun, "NNS", "horse");
    // An edit that would leave nothing is none.
    check(&table, "s", Upos::Noun, "NNS", "s");
    check(&table, "ing", Upos::Verb, "VBG", "ing");
}

#[test]
fn letters_are_written_as_their_kind_is() {
    let table = taught();
    check(&table, "Dogs", Upos::Noun, "NNS", "dog");
    check(&table, "DOGS", Upos::Noun, "NNS", "dog");
    check(&table, "Lucía", Upos::Propn, "NNP", "Lucía");
    check(&table, "McRae", Upos::Propn, "NNP", "McRae");
    check(&table, "Árboles", Upos::Noun, "", "árbol");
    // Nothing was taught of this kind of word.
    check(&table, "Über", Upos::Intj, "", "Über");
}

#[test]
fn numbers_lose_the_marks_of_their_thousands() {
    let english = taught();
    check(&english, "1,250,000", Upos::Num, "CD", "1250000");
    check(&english, "3.14", Upos::Num, "CD", "3.14");
    check(&english, "1,2,3", Upos::Num, "CD", "1.2.3");
    let spanish = lemmas(entries(&[("25.000", Upos::Num, "", "25000"), ("3,5", Upos::Num, "", "3.5")]), []);
    check(&spanish, "1.250.000,75", Upos::Num, "", "1250000.75");
}

#[test]
fn the_same_lessons_give_the_same_table() {
    assert_eq!(taught(), taught());
}

#[test]
fn any_text_has_a_lemma() {
    let table = taught();
    let long = "ß".repeat(5_000);
    let forms = ["", "s", "İSTANBULS", "ǅs", "ﬁs", "😀s", "e\u{301}s", "שלום", "^", "\0", long.as_str()];
    let read = Lemmas::from_bytes(&table).unwrap();
    let mut out = String::new();
    for upos in Upos::ALL {
        for form in forms {
            read.lemma(form, upos, "NNS", &mut out);
            assert_eq!(out.is_empty(), form.is_empty());
        }
    }
    read.lemma(&long, Upos::Noun, "NNS", &mut out);
    assert_eq!(out, long);
}

#[test]
fn an_empty_table_keeps_words() {
    check(&lemmas([], []), "Walking", Upos::Verb, "", "Walking");
}

#[test]
fn what_is_not_a_table_is_refused() {
    let table = taught();
    assert_eq!(Lemmas::from_bytes(b"").unwrap_err(), LemmasError::Version);
    assert_eq!(Lemmas::from_bytes(b"SFL0").unwrap_err(), LemmasError::Version);
    for cut in 4..table.len() {
        assert_eq!(Lemmas::from_bytes(&table[..cut]).unwrap_err(), LemmasError::Damaged, "{cut}");
    }
    let mut longer = table.clone();
    longer.push(0);
    assert_eq!(Lemmas::from_bytes(&longer).unwrap_err(), LemmasError::Damaged);
}

#[test]
fn a_damaged_table_never_panics() {
    let table = taught();
    let mut out = String::new();
    for at in 0..table.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut damaged = table.clone();
            damaged[at] = value;
            let Ok(read) = Lemmas::from_bytes(&damaged) else { continue };
            for (form, upos, detail, _) in GOLD {
                read.lemma(form, upos, detail, &mut out);
            }
            read.lemma("unseen", Upos::Verb, "VBG", &mut out);
        }
    }
}
