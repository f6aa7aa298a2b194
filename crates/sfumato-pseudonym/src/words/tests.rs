use super::*;
use crate::SubstituteLists;
use crate::testing::DomainFunctions;

const LISTS: [(&str, &str); 3] = [
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

/// A substitute of every row of its group that a word gets under some seeds.
fn any(category: &str, language: Language, form: &str) -> Vec<String> {
    (0..12).filter_map(|seed| replaced(seed, category, language, &[&[form]]).remove(0).remove(0)).collect()
}

#[test]
fn gender_and_number_stay() {
    for (form, ending) in [("enfermera", "a"), ("camareras", "s"), ("carpinteros", "s"), ("soldadora", "a")] {
        let others = any("profession", Language::Spanish, form);
        assert!(others.len() == 12 && others.iter().all(|other| other != form && !other.contains('|')), "{others:?}");
        let is_right = |other: &String| other.ends_with(ending) || other.ends_with('e') || other.ends_with('l');
        assert!(others.iter().all(is_right), "{form}: {others:?}");
    }
    let both = replaced(3, "profession", Language::Spanish, &[&["enfermera"], &["enfermeras"], &["Enfermeros"]]);
    let [one, several, men] = [0, 1, 2].map(|at: usize| both[at][0].clone().expect("a substitute"));
    assert!(several.starts_with(&one) && men.chars().next().is_some_and(char::is_uppercase), "{one} {several} {men}");
}

#[test]
fn what_says_more_about_a_profession_goes_and_what_agrees_stays() {
    let other = one("profession", Language::Spanish, "ex profesora de instituto").expect("a substitute");
    assert!(other.starts_with("ex ") && other.split(' ').count() == 2, "{other}");
    let other = one("profession", Language::Spanish, "albañil jubilado").expect("a substitute");
    assert!(other.ends_with(" jubilado") && !other.contains("albañil"), "{other}");
    let other =
        one("profession", Language::Spanish, "trabaja como administrativo en una empresa").expect("a substitute");
    assert!(
        other.starts_with("trabaja como ") && other.ends_with(" en una empresa") && !other.contains("administrativo")
    );
    assert_eq!(one("profession", Language::Spanish, "colocando paneles"), None);
    assert_eq!(one("profession", Language::Spanish, "vigilanta"), None, "no list knows it");
    assert_eq!(one("profession", Language::English, "supervisor scored the winner"), None);
    let other = one("profession", Language::English, "retired school bus driver").expect("a substitute");
    assert!(other.starts_with("retired ") && !other.contains("driver"), "{other}");
    let other = one("profession", Language::English, "Minister of Fisheries and Tides").expect("a substitute");
    assert!(!other.contains("Fisheries") && !other.contains("Tides"), "{other}");
}

#[test]
fn english_keeps_the_sound_that_a_or_an_needs() {
    for (category, form) in [("profession", "engineer"), ("profession", "accountants"), ("demographic", "Italian")] {
        assert!(any(category, Language::English, form).iter().all(|other| text::takes_an(other)), "{form}");
    }
    for (category, form) in [("profession", "nurses"), ("demographic", "Spanish"), ("demographic", "Ukrainian")] {
        assert!(any(category, Language::English, form).iter().all(|other| !text::takes_an(other)), "{form}");
    }
}

#[test]
fn kinship_keeps_gender_and_direction() {
    let up = ["abuela", "tía", "madrina", "suegra", "madrastra"];
    assert!(any("kinship", Language::Spanish, "madre").iter().all(|other| up.contains(&other.as_str())));
    let line = ["tío materno", "bisabuelo materno", "tatarabuelo materno"];
    assert!(any("kinship", Language::Spanish, "abuelo materno").iter().all(|other| line.contains(&other.as_str())));
    assert!(any("kinship", Language::Spanish, "Hermano mayor").iter().all(|other| other.ends_with(" mayor")));
    let down = ["granddaughter", "niece", "goddaughter", "stepdaughter", "daughter-in-law"];
    assert!(any("kinship", Language::English, "daughter").iter().all(|other| down.contains(&other.as_str())));
    let pair = replaced(5, "kinship", Language::Spanish, &[&["padre"], &["madre"]]);
    let row = (pair[0][0].as_deref(), pair[1][0].as_deref());
    let rows = [
        ("abuelo", "abuela"),
        ("tío", "tía"),
        ("padrino", "madrina"),
        ("suegro", "suegra"),
        ("padrastro", "madrastra"),
    ];
    assert!(rows.iter().any(|(man, woman)| row == (Some(man), Some(woman))), "{row:?}");
}

#[test]
fn two_relatives_do_not_become_one() {
    for seed in 0..20 {
        let all = replaced(seed, "kinship", Language::Spanish, &[&["madre"], &["tía"], &["abuela"]]);
        let others: std::collections::BTreeSet<&str> = all.iter().filter_map(|forms| forms[0].as_deref()).collect();
        assert!(
            others.len() == 3 && !["madre", "tía", "abuela"].iter().any(|word| others.contains(word)),
            "{others:?}"
        );
    }
}

#[test]
fn ages_move_and_names_do_not_stay() {
    let other = one("kinship", Language::Spanish, "tío materno de 61 años").expect("a substitute");
    assert!(other.ends_with(" años") && !other.contains("61") && !other.contains("tío materno"), "{other}");
    assert_eq!(one("kinship", Language::Spanish, "madre Gumersinda"), None);
    assert_eq!(one("kinship", Language::Spanish, "Gumersinda"), None);
}

#[test]
fn relatives_tell_whether_it_is_a_man_or_a_woman() {
    let lists = SubstituteLists::new(&LISTS);
    let told = |word: &str, language: Language| kin(word, language, &lists);
    assert_eq!(told("wife", Language::English), Some(Some(PersonSex::Female)));
    assert_eq!(told("father-in-law", Language::English), Some(Some(PersonSex::Male)));
    assert_eq!(told("partner", Language::English), Some(None));
    assert_eq!(told("daughters", Language::English), None);
    assert_eq!(told("hija", Language::Spanish), Some(Some(PersonSex::Female)));
    assert_eq!(told("marido", Language::Spanish), Some(Some(PersonSex::Male)));
    // Words of either, whatever their ending.
    assert_eq!((told("expareja", Language::Spanish), told("bebé", Language::Spanish)), (Some(None), Some(None)));
    assert_eq!((told("hijas", Language::Spanish), told("mesa", Language::Spanish)), (None, None));
}

#[test]
fn origins_change_in_their_form() {
    assert!(any("demographic", Language::Spanish, "española").iter().all(|other| !other.contains("españ")));
    let other = one("demographic", Language::English, "polish national").expect("a substitute");
    assert!(other.ends_with(" national") && other.chars().all(|c| !c.is_uppercase()), "{other}");
    assert!(
        one("demographic", Language::English, "CATHOLIC").is_some_and(|other| other.chars().all(|c| !c.is_lowercase()))
    );
    assert_eq!(one("demographic", Language::Spanish, "vecina"), None, "no list knows it as an origin");
    assert_eq!(one("demographic", Language::English, "arthrosis"), None);
}

#[test]
fn the_order_of_subjects_changes_nothing() {
    let forward = replaced(9, "profession", Language::Spanish, &[&["panadera"], &["cocinero"], &["juez"]]);
    let mut back = replaced(9, "profession", Language::Spanish, &[&["juez"], &["cocinero"], &["panadera"]]);
    back.reverse();
    assert_eq!(forward, back);
}

#[test]
fn every_form_of_the_groups_is_in_a_table() {
    let lists = SubstituteLists::new(&LISTS);
    let [_, (_, es), (_, en)] = LISTS;
    for (group, row) in LISTS[0].1.lines().skip(2).filter_map(|line| line.split_once('\t')) {
        assert!(!lists.group(group).is_empty());
        let text = if group.contains("-en") { en } else { es };
        for form in row.split('|') {
            assert!(crate::KeyedLines::new(text).find(&crate::fold(form)).is_some(), "{form}");
        }
    }
    for text in [es, en] {
        let keys: Vec<&str> = crate::KeyedLines::new(text).iter().filter_map(|line| line.split('\t').next()).collect();
        assert!(keys.is_sorted());
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_borne(text in "[A-Za-zñáÁ '’.,;0-9(\n-]{0,40}", category in 0usize..3, spanish: bool) {
        let category = ["profession", "kinship", "demographic"][category];
        let language = if spanish { Language::Spanish } else { Language::English };
        let first = one(category, language, &text);
        proptest::prop_assert_eq!(&first, &one(category, language, &text));
        proptest::prop_assert!(first.as_deref() != Some(text.as_str()));
    }
}
