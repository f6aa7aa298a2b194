use proptest::prelude::*;
use sfumato_detect::Category;
use sfumato_language::Language;

use super::{assign, write};
use crate::{
    OriginalValues, PseudonymSeed, PseudonymSettings, PseudonymSubject, SubstituteContext, SubstituteLists,
    SubstituteTable, fold,
};

const FILES: &[(&str, &str)] = &[
    ("streets.table", include_str!("../../../../assets/pseudonyms/streets.table")),
    ("streets.groups", include_str!("../../../../assets/pseudonyms/streets.groups")),
    ("places.table", "getafe\tES\tMD\t5\nzarza\tES\t10\t5\n"),
    ("places-units.table", "=ES-10\t\tCáceres\tCáceres\t\t10\n"),
    ("places-lands.table", "=ES\tSpain\tEspaña\t5\n"),
    ("places.groups", "town-ES-5\tZarza\tES-10\n"),
];

fn replaced(forms: &[&str], language: Language, seed: u64) -> Vec<String> {
    let lists = SubstituteLists::new(FILES);
    let mut originals = OriginalValues::default();
    forms.iter().for_each(|form| originals.add(form));
    let (seed, settings) = (PseudonymSeed::new(seed), PseudonymSettings::default());
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let category = Category::new("place/street").expect("a category");
    let forms = forms.to_vec();
    let subject = PseudonymSubject::new(category, language, forms);
    let mut chosen = SubstituteTable::default();
    assign(&[(0, &subject)], &context, &mut chosen);
    let form = |form: &&str| write(form, &subject, &context, &chosen).unwrap_or_else(|| panic!("nothing is written"));
    subject.forms.iter().map(form).collect()
}

/// The kept parts of an address: digits as `9`, the words of the pattern, names as `*`.
fn shape(text: &str, kept: &[&str]) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let mark = part.strip_prefix(word).unwrap_or_default();
        let digits = |c: char| if c.is_ascii_digit() { '9' } else { c };
        if kept.contains(&word) {
            out.push_str(word);
        } else if word.contains(|c: char| c.is_ascii_digit()) {
            out.extend(word.chars().map(digits));
        } else if !word.is_empty() {
            out.push('*');
        }
        out.push_str(mark);
    }
    out
}

#[test]
fn spanish_addresses_keep_their_notation() {
    for (form, kept, expected) in [
        ("C/ Agustina Ruiz, 12, 3º B", &["C"][..], "C/ *, 99, 9º *"),
        ("Calle Ana Tovar, 27, 3.º B", &["Calle", "º"], "Calle *, 99, 9.º *"),
        ("Avda. Lucio Ferrer s/n", &["Avda", "s", "n"], "Avda. * s/n"),
        ("Plaza Ana Tovar nº 7, bajo dcha", &["Plaza", "nº", "bajo", "dcha"], "Plaza * nº 9, bajo dcha"),
        ("Pº Blas Cano 45, piso 5, puerta 2", &["Pº", "piso", "puerta"], "Pº * 99, piso 9, puerta 9"),
        ("Calle 2 de Mayo, 14", &["Calle"], "Calle *, 99"),
        ("Blas Cano, 5", &[], "*, 9"),
        ("Apartado de Correos 31245", &["Apartado", "de", "Correos"], "Apartado de Correos 99999"),
    ] {
        for seed in 0..8 {
            let out = replaced(&[form], Language::Spanish, seed).remove(0);
            assert_eq!(shape(&out, kept), expected, "another shape than that of {form}");
            for word in ["agustina", "ruiz", "lucio", "ferrer", "tovar", "blas", "cano", "mayo"] {
                assert!(!fold(&out).split(' ').any(|other| other == word), "a word stays");
            }
        }
    }
}

#[test]
fn english_addresses_keep_their_notation() {
    for (form, kept, expected) in [
        ("P.O. Box 8136", &["P", "O", "Box"][..], "P.O. Box 9999"),
        ("12 Thornmere Street", &["Street"][..], "99 * Street"),
        ("Flat 3, 12 Thornmere St.", &["Flat", "St"], "Flat 9, 99 * St."),
        ("3799 W. Thornmere Ln, Apt. 14", &["W", "Ln", "Apt"], "9999 W. * Ln, Apt. 99"),
        ("PO Box 3597", &["PO", "Box"], "PO Box 9999"),
        ("n. thornmere ct", &["n", "ct"], "n. * ct"),
        ("Thornmere Lodge, 8 Kestrel Lane", &["Lodge", "Lane"], "* Lodge, 9 * Lane"),
    ] {
        for seed in 0..8 {
            let out = replaced(&[form], Language::English, seed).remove(0);
            assert_eq!(shape(&out, kept), expected, "another shape than that of {form}");
        }
    }
}

#[test]
fn ordinal_streets_stay_ordinal() {
    for seed in 0..30 {
        let out = replaced(&["E 85th Street"], Language::English, seed).remove(0);
        let number = out.strip_prefix("E ").and_then(|rest| rest.strip_suffix(" Street")).expect("the wording stays");
        let (digits, ending) = number.split_at(2);
        let right = match (digits.as_bytes()[0], digits.as_bytes()[1]) {
            (b'1', _) => "th",
            (_, b'1') => "st",
            (_, b'2') => "nd",
            (_, b'3') => "rd",
            _ => "th",
        };
        assert_eq!(ending, right);
        assert_ne!(digits, "85");
    }
}

#[test]
fn a_street_is_one_in_all_its_forms_and_its_numbers_differ() {
    let forms = ["Calle de Lucio Ferrer, 3", "C/ Lucio Ferrer, 5", "CALLE DE LUCIO FERRER"];
    for seed in 0..8 {
        let out = replaced(&forms, Language::Spanish, seed);
        let name = out[1].strip_prefix("C/ ").and_then(|rest| rest.split(',').next()).expect("a name");
        assert!(out[0].contains(name) && out[2].ends_with(&name.to_uppercase()));
        let number = |text: &str| text.rsplit(' ').next().map(str::to_owned);
        assert_ne!(number(&out[0]), number(&out[1]));
    }
}

#[test]
fn a_town_in_an_address_is_a_town_again() {
    let out = replaced(&["Calle Lucio Ferrer 3, 28901 Getafe"], Language::Spanish, 1).remove(0);
    assert!(out.ends_with(" Zarza"), "the town of the list");
    let code = out.rsplit(' ').nth(1).expect("a postcode");
    assert!(code.len() == 5 && code != "28901");
}

#[test]
fn more_streets_than_names_still_differ() {
    let forms: Vec<String> = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("Calle Xq{a}{b}u"))).collect();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let mut out = replaced(&forms, Language::Spanish, 1);
    out.sort();
    out.dedup();
    assert_eq!(out.len(), forms.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn anything_is_written_and_twice_the_same(text in "[A-Za-zñá0-9 ,.()º'/-]{0,40}|\\PC{0,12}", spanish in any::<bool>()) {
        let language = if spanish { Language::Spanish } else { Language::English };
        prop_assert_eq!(replaced(&[&text], language, 4), replaced(&[&text], language, 4));
    }
}
