use sfumato_detect::Category;
use sfumato_language::Language;

use super::*;
use crate::testing::DomainFunctions;
use crate::{OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists};

const LISTS: [(&str, &str); 5] = [
    ("institutions.table", include_str!("../../../../assets/pseudonyms/institutions.table")),
    ("institutions.groups", include_str!("../../../../assets/pseudonyms/institutions.groups")),
    ("words.groups", include_str!("../../../../assets/pseudonyms/words.groups")),
    ("words-es.table", include_str!("../../../../assets/pseudonyms/words-es.table")),
    ("words-en.table", include_str!("../../../../assets/pseudonyms/words-en.table")),
];

/// The forms of subjects with their substitutes under a seed.
fn replaced(seed: u64, category: &str, language: Language, subjects: &[&[&str]]) -> Vec<Vec<Option<String>>> {
    DomainFunctions { assign, write }.replaced(&SubstituteLists::new(&LISTS), seed, (category, language), subjects)
}

fn one(category: &str, language: Language, form: &str) -> Option<String> {
    replaced(1, category, language, &[&[form]]).remove(0).remove(0)
}

/// The words of a name that are not the words around it.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).unwrap_or_else(|| panic!("{text}"))
}

const HOSPITAL: &str = "organisation/hospital";

#[test]
fn facility_words_stay_as_they_are_spelt() {
    for (form, before, after) in [
        ("Hospital Universitario Ramiro Quesada", "Hospital Universitario ", ""),
        ("H. U. La Garza", "H. U. La ", ""),
        ("Hptal. General \"Ramiro Quesada\"", "Hptal. General \"", "\""),
        ("C.S. Los Mirlos", "C.S. Los ", ""),
        ("Complejo Hospitalario de Quesada", "Complejo Hospitalario de ", ""),
        ("Hospital Virgen del Mirlo", "Hospital Virgen de", ""),
        ("Hospital San Ramiro", "Hospital San ", ""),
        ("HOSPITAL SANTA QUESADA", "HOSPITAL SANTA ", ""),
        ("Hospital Dr. Quesada", "Hospital Dr. ", ""),
    ] {
        let other = one(HOSPITAL, Language::Spanish, form).expect("a substitute");
        let name = between(&other, before, after);
        assert!(
            !name.is_empty() && !["Quesada", "Garza", "Mirlo", "Ramiro"].iter().any(|word| name.contains(word)),
            "{other}"
        );
    }
    for (form, before, after) in [
        ("St. Ramiro's Hospital", "St. ", "'s Hospital"),
        ("Quesada General Hospital", "", " General Hospital"),
        ("quesada medical center", "", " medical center"),
        ("University Hospital of Quesada", "University Hospital of ", ""),
        ("QUESADA NHS FOUNDATION TRUST", "", " NHS FOUNDATION TRUST"),
    ] {
        let other = one(HOSPITAL, Language::English, form).expect("a substitute");
        let name = between(&other, before, after);
        assert!(!name.is_empty() && !name.to_lowercase().contains("quesada"), "{other}");
        assert_eq!(form.chars().any(char::is_lowercase), name.chars().any(char::is_lowercase));
    }
}

#[test]
fn longer_and_shorter_forms_agree() {
    let forms = ["Hospital Clínico San Ramiro", "H. San Ramiro", "HOSPITAL SAN RAMIRO"];
    let others = replaced(4, HOSPITAL, Language::Spanish, &[&forms]).remove(0);
    let name = others[0].as_deref().map(|text| between(text, "Hospital Clínico San ", "").to_owned()).expect("a name");
    assert_eq!(others[1].as_deref(), Some(format!("H. San {name}").as_str()));
    assert_eq!(others[2].as_deref(), Some(format!("HOSPITAL SAN {}", name.to_uppercase()).as_str()));
    let others = replaced(4, HOSPITAL, Language::Spanish, &[&["Clínica Ramiro Quesada", "la Quesada"]]).remove(0);
    let last = others[0].as_deref().and_then(|text| text.split(' ').next_back()).map(str::to_owned).expect("a name");
    assert_eq!(others[1], Some(format!("la {last}")));
}

#[test]
fn towns_of_the_scope_are_what_stands_for_them() {
    let lists = SubstituteLists::new(&LISTS);
    let (seed, settings, originals) = (PseudonymSeed::new(1), PseudonymSettings::default(), OriginalValues::default());
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let forms = vec!["Hospital Ramiro Cuervo de Quesada", "HOSPITAL DE QUESADA"];
    let category = Category::new(HOSPITAL).expect("a category");
    let subject = PseudonymSubject::new(category, Language::Spanish, forms);
    let mut chosen = SubstituteTable::default();
    chosen.set(SubstituteKind::Town, "quesada", "Mirlones");
    assign(&[(0, &subject)], &context, &mut chosen);
    let others = subject.forms.iter().map(|form| write(form, &subject, &context, &chosen).expect("a substitute"));
    let others: Vec<String> = others.collect();
    assert!(others[0].ends_with(" de Mirlones") && !others[0].contains("Cuervo"), "{others:?}");
    assert_eq!(others[1], "HOSPITAL DE MIRLONES");
    let mut chosen = SubstituteTable::default();
    chosen.set(SubstituteKind::Town, "quesada", "Getafe");
    assign(&[(0, &subject)], &context, &mut chosen);
    let other = write("HOSPITAL DE QUESADA", &subject, &context, &chosen).expect("a substitute");
    assert!(!other.contains("QUESADA") && !other.contains("GETAFE"), "there is a real one there: {other}");
}

#[test]
fn letters_are_those_of_the_substitute() {
    let forms = ["Centro Quesada de Ramiro (CQR)", "CQR"];
    let others = replaced(2, "organisation", Language::Spanish, &[&forms]).remove(0);
    let (long, short) = (others[0].clone().expect("a name"), others[1].clone().expect("letters"));
    assert!(long.ends_with(&format!("({short})")) && short.len() == 2 && short.starts_with('C'), "{long} {short}");
    let other = one(HOSPITAL, Language::Spanish, "HUQR").expect("letters");
    assert!(other.len() == 4 && other.starts_with('H') && other != "HUQR", "{other}");
}

#[test]
fn what_has_no_name_becomes_another_of_its_kind() {
    let other = one("organisation", Language::Spanish, "Servicio de Urología").expect("another");
    assert!(other.starts_with("Servicio de ") && other != "Servicio de Urología", "{other}");
    let other = one("organisation", Language::English, "Court of Cassation").expect("another");
    assert!(other.starts_with("Court of ") && !other.contains("Cassation"), "{other}");
    let both =
        replaced(1, HOSPITAL, Language::Spanish, &[&["Hospital General de Quesada", "Hospital General"]]).remove(0);
    let short = both[1].clone().expect("another");
    assert!(short != "Hospital General" && both[0].as_deref().is_some_and(|long| long.starts_with(&short)), "{both:?}");
    assert_eq!(one("organisation", Language::Spanish, "Juzgado").as_deref(), Some("Juzgado"));
}

#[test]
fn courts_companies_and_peoples() {
    let other = one("organisation", Language::Spanish, "Juzgado de lo Penal nº 3 de Quesada").expect("a substitute");
    assert!(
        other.starts_with("Juzgado de lo Penal nº ") && !other.contains('3') && !other.contains("Quesada"),
        "{other}"
    );
    let other = one("organisation", Language::English, "7th Chamber of the Quesada Court").expect("a substitute");
    assert!(other.contains(" Chamber of the ") && !other.starts_with("7th") && other.ends_with(" Court"), "{other}");
    let other = one("organisation", Language::Spanish, "Conservas Quesada, S.A.").expect("a substitute");
    between(&other, "Conservas ", ", S.A.");
    let other = one("organisation", Language::English, "Swedish Quesada Society").expect("a substitute");
    assert!(other.ends_with(" Society") && !other.contains("Swedish"), "{other}");
}

#[test]
fn two_never_become_one_in_any_order() {
    let names: Vec<String> = (b'a'..=b'z')
        .flat_map(|a| (b'a'..=b'z').map(move |b| (a, b)))
        .take(500)
        .map(|(a, b)| format!("Hospital San Q{}x{}", char::from(a), char::from(b)))
        .collect();
    let subjects: Vec<[&str; 1]> = names.iter().map(|name| [name.as_str()]).collect();
    let forward: Vec<&[&str]> = subjects.iter().map(<[&str; 1]>::as_slice).collect();
    let back: Vec<&[&str]> = forward.iter().rev().copied().collect();
    let (forward, mut back) =
        (replaced(6, HOSPITAL, Language::Spanish, &forward), replaced(6, HOSPITAL, Language::Spanish, &back));
    back.reverse();
    assert_eq!(forward, back);
    let others: BTreeSet<&Option<String>> = forward.iter().map(|forms| &forms[0]).collect();
    assert!(others.len() == 500 && !others.contains(&None));
}

#[test]
fn the_table_is_in_order() {
    let keys: Vec<&str> =
        crate::KeyedLines::new(LISTS[0].1).iter().filter_map(|line| line.split('\t').next()).collect();
    assert!(keys.len() > 500 && keys.is_sorted());
}

proptest::proptest! {
    #[test]
    fn any_text_is_borne(text in "[A-Za-zñáÁ '’.,;0-9(\n-]{0,40}", spanish: bool, hospital: bool) {
        let language = if spanish { Language::Spanish } else { Language::English };
        let category = if hospital { HOSPITAL } else { "organisation" };
        proptest::prop_assert_eq!(one(category, language, &text), one(category, language, &text));
    }
}
