//! Names of people who were never born.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;
use sfumato_language::Language;

use super::*;
use crate::testing::subject;
use crate::{NameSettings, OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists};

const SPANISH: &str = include_str!("../../../../assets/pseudonyms/names-es.table");
const ENGLISH: &str = include_str!("../../../../assets/pseudonyms/names-en.table");
const GROUPS: &str = include_str!("../../../../assets/pseudonyms/names.groups");

fn lists() -> SubstituteLists<'static> {
    SubstituteLists::new(&[("names-es.table", SPANISH), ("names-en.table", ENGLISH), ("names.groups", GROUPS)])
}

fn spanish<'t>(forms: &[&'t str]) -> PseudonymSubject<'t> {
    subject("person", Language::Spanish, forms)
}

fn english<'t>(forms: &[&'t str]) -> PseudonymSubject<'t> {
    subject("person", Language::English, forms)
}

/// Assigns some subjects together and lets something be done with what was decided.
fn with<R>(
    subjects: &[PseudonymSubject<'_>],
    seed: u64,
    names: NameSettings,
    then: impl FnOnce(&SubstituteContext<'_>, &SubstituteTable) -> R,
) -> R {
    let mut originals = OriginalValues::default();
    subjects.iter().flat_map(|subject| &subject.forms).for_each(|form| originals.add(form));
    let (lists, seed, settings) =
        (lists(), PseudonymSeed::new(seed), PseudonymSettings { names, ..PseudonymSettings::default() });
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let mut chosen = SubstituteTable::default();
    assign(&subjects.iter().enumerate().collect::<Vec<_>>(), &context, &mut chosen);
    then(&context, &chosen)
}

/// Every form of every subject as it is written.
fn written(subjects: &[PseudonymSubject<'_>], seed: u64) -> Vec<String> {
    with(subjects, seed, NameSettings::default(), |context, chosen| {
        let forms = subjects.iter().flat_map(|subject| subject.forms.iter().map(move |form| (form, subject)));
        forms.map(|(form, subject)| write(form, subject, context, chosen).expect("a substitute")).collect()
    })
}

fn tokens(text: &str) -> Vec<&str> {
    text.split([' ', ',', '-', '\n', '.']).filter(|token| !token.is_empty()).collect()
}

/// The kinds of the names in a form, in a letter each: male, female, given, surname.
fn kinds(subject: &PseudonymSubject<'_>, form: &str) -> String {
    with(std::slice::from_ref(subject), 1, NameSettings::default(), |context, _| {
        let reading = FullestName::new(subject, context).read(form, subject, context);
        let letter = |(word, kind): &(NameWord, Option<SubstituteKind>)| match kind {
            Some(SubstituteKind::GivenMale) if word.is_name() => Some('m'),
            Some(SubstituteKind::GivenFemale) if word.is_name() => Some('f'),
            Some(SubstituteKind::Given) if word.is_name() => Some('g'),
            Some(SubstituteKind::Surname) if word.is_name() => Some('s'),
            _ => None,
        };
        reading.iter().filter_map(letter).collect()
    })
}

#[test]
fn tokens_are_what_they_are_most_often_at_their_place() {
    for (form, expected) in [
        ("Juan García López", "mss"),
        ("José Luis Martín Vega", "mmss"),
        ("María del Carmen Ruiz Gil", "ffss"),
        ("José María Vela Soto", "mmss"),
        ("María José Vela Muñoz", "ffss"),
        ("Sergio de Miguel Peralta", "mss"),
        ("De la Cruz Peralta", "ss"),
        ("GARCÍA LÓPEZ, ANA", "ssf"),
        ("GARCIA LOPEZ ANA", "ssf"),
        ("Ana GARCÍA LÓPEZ", "fss"),
        ("Ana Pérez-Ruiz Sáez", "fsss"),
        ("C. Lara Villacorta", "gss"),
        ("Sra. Zzyxx Ruiz", "fs"),
        ("Zzyxx Ruiz", "gs"),
        ("Ana y Luis", "fm"),
        ("Ana, Luis y Marta", "fmf"),
        ("Olmedo Bravo", "ss"),
        ("García", "s"),
        ("Mª Teresa Gil", "ffs"),
        ("M.ª Teresa Gil", "ffs"),
        ("Dª Andrea Gil", "fs"),
    ] {
        assert_eq!(kinds(&spanish(&[form]), form), expected, "{form}");
    }
    for (form, expected) in [
        ("Ann Marie Lee", "ffs"),
        ("Lee, A.", "sg"),
        ("Thomas, Karen", "sf"),
        ("James Thomas", "ms"),
        ("Ludwig van der Berg", "gs"),
        ("Sean O'Neill", "ms"),
        ("Dr. Ruth Mc Donald Jr.", "fs"),
        ("MEYER Astrid", "sf"),
        ("Noreen \"Kit\" Hall", "ffs"),
        ("Harper-Thompson", "ss"),
        ("John Smith, MD", "ms"),
    ] {
        assert_eq!(kinds(&english(&[form]), form), expected, "{form}");
    }
}

#[test]
fn other_forms_are_read_by_the_fullest() {
    let person = spanish(&["Luis Alonso Gil", "Alonso", "Luis", "L. Alonso", "ALONSO GIL, LUIS"]);
    assert_eq!(kinds(&person, "Alonso"), "s");
    assert_eq!(kinds(&person, "ALONSO GIL, LUIS"), "ssm");
    let titled = spanish(&["Zzyxx Gil", "Sra. Gil", "Zzyxx"]);
    assert_eq!(kinds(&titled, "Zzyxx"), "f");
}

#[test]
fn all_forms_of_a_person_agree() {
    let person =
        spanish(&["Juan García López", "GARCÍA LÓPEZ, JUAN", "J. García", "JGL", "García", "juan", "Dr. García"]);
    for seed in 0..20 {
        let forms = written(std::slice::from_ref(&person), seed);
        let [full, listed, short, letters, surname, given, titled] = forms.as_slice() else { panic!() };
        let parts = tokens(full);
        let [first, second, third] = parts.as_slice() else { panic!("three tokens stay three") };
        assert_eq!(listed, &format!("{second} {third}, {first}").to_uppercase());
        let initial = |token: &str| token.chars().next().expect("a letter");
        assert_eq!(short, &format!("{}. {second}", initial(first)));
        assert_eq!(letters, &[first, second, third].map(|token| initial(token)).iter().collect::<String>());
        assert_eq!((surname.as_str(), given), (*second, &first.to_lowercase()));
        assert_eq!(titled, &format!("Dr. {second}"));
    }
}

#[test]
fn the_form_of_a_mention_stays() {
    let check = |subject: PseudonymSubject<'_>, shape: &str| {
        let form = subject.fullest().to_owned();
        let out = written(&[subject], 3).remove(0);
        // Names are taken out of both: what is left must be the same.
        let mut left = out.clone();
        for word in out.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2 && !shape.contains(word)) {
            left = left.replacen(word, "*", 1);
        }
        assert_eq!(left, shape, "{form}");
    };
    check(english(&["Smith's"]), "*'s");
    check(english(&["Mr. Robert  Hill\nJr."]), "Mr. *  *\nJr.");
    check(english(&["Ludwig van der Berg"]), "* van der *");
    check(english(&["Dr. Ann Lee-Gordon, MD"]), "Dr. * *-*, MD");
    check(spanish(&["Dña. Ana Gil de la Torre."]), "Dña. * * de la *.");
    check(spanish(&["María del Carmen Ruiz"]), "* * *");
    check(spanish(&["Ana y Luis"]), "* y *");
}

#[test]
fn possessives_are_those_of_the_substitute() {
    let out = written(&[english(&["Mr. Rogers'"])], 1).remove(0);
    assert!(out.ends_with("s'") || out.ends_with("'s"), "{out}");
}

#[test]
fn letters_stay_small_capital_or_without_accents() {
    for seed in 0..30 {
        let small = written(&[english(&["ann lee"])], seed).remove(0);
        assert_eq!(small, small.to_lowercase());
        let capitals = written(&[spanish(&["GARCÍA GIL, ANA"])], seed).remove(0);
        assert_eq!(capitals, capitals.to_uppercase());
        let plain = written(&[spanish(&["Rodriguez Garcia"])], seed).remove(0);
        assert!(plain.is_ascii(), "{plain}");
    }
    let accents = (0..30).map(|seed| written(&[spanish(&["Rodríguez García"])], seed).remove(0));
    assert!(accents.into_iter().any(|name| !name.is_ascii()));
}

#[test]
fn a_surname_that_two_people_share_stays_shared() {
    let family = [spanish(&["Ana Ruiz Gil"]), spanish(&["Luis Ruiz Soto"]), spanish(&["Ruiz"])];
    let names = written(&family, 9);
    let (ana, luis) = (tokens(&names[0]), tokens(&names[1]));
    assert_eq!(ana[1], luis[1]);
    assert_eq!(ana[1], names[2]);
    assert_ne!(ana[2], luis[2]);
}

#[test]
fn a_name_alone_is_what_it_is_elsewhere() {
    // Alone, Andrés would be a given name.
    let names = written(&[spanish(&["Andrés"]), spanish(&["Marta Andrés Gil"])], 4);
    assert_eq!(names[0], tokens(&names[1])[1]);
}

#[test]
fn nothing_is_used_twice_and_no_original_at_all() {
    let texts: Vec<String> = lists().group("es-surname").iter().map(|name| format!("Ana {name}")).collect();
    let subjects: Vec<PseudonymSubject<'_>> = texts.iter().map(|text| spanish(&[text])).collect();
    let names = written(&subjects, 5);
    let surnames: HashSet<&str> = names.iter().map(|name| tokens(name)[1]).collect();
    assert_eq!(surnames.len(), subjects.len());
    let originals: HashSet<&str> = texts.iter().map(|text| tokens(text)[1]).collect();
    assert!(surnames.is_disjoint(&originals));
}

#[test]
fn the_commonest_names_are_used_first() {
    let lists = lists();
    let commonest: HashSet<&str> = lists.group("es-surname").iter().take(100).copied().collect();
    assert!((0..50).all(|seed| commonest.contains(written(&[spanish(&["Zzyxx"])], seed)[0].as_str())));
}

#[test]
fn the_order_of_subjects_does_not_matter() {
    let people = ["Ana Ruiz Gil", "Luis Ruiz Soto", "Eva Prada", "J. Vela", "Íñigo Sanz-Gil", "Marta"];
    let mut subjects: Vec<PseudonymSubject<'_>> = people.iter().map(|name| spanish(&[name])).collect();
    let mut first = written(&subjects, 2);
    subjects.reverse();
    let mut second = written(&subjects, 2);
    first.sort();
    second.sort();
    assert_eq!(first, second);
    assert_ne!(first, {
        let mut third = written(&subjects, 3);
        third.sort();
        third
    });
}

#[test]
fn a_roll_changes_its_subject_and_nobody_else() {
    let people = |roll: u32| {
        let mut subjects = [spanish(&["Ana Ruiz Gil"]), spanish(&["Luis Prada Soto"]), spanish(&["Eva Sanz"])];
        subjects[1].roll = roll;
        written(&subjects, 8)
    };
    let rolls: Vec<Vec<String>> = (0..4).map(people).collect();
    let tokens_of =
        |nth: usize| rolls.iter().map(|names| names[nth].as_str()).flat_map(tokens).collect::<BTreeSet<_>>();
    assert_eq!((tokens_of(0).len(), tokens_of(1).len(), tokens_of(2).len()), (3, 12, 2));
}

#[test]
fn letters_of_nobody_known_become_others_one_for_one() {
    let all: Vec<String> = ('A'..='Z').map(|letter| format!("{letter}. Zzyxx")).collect();
    let subjects: Vec<PseudonymSubject<'_>> = all.iter().map(|text| english(&[text])).collect();
    let names = written(&subjects, 6);
    assert!(names.iter().zip(&all).all(|(new, old)| new.chars().next() != old.chars().next()));
    assert_eq!(names.iter().filter_map(|name| name.chars().next()).collect::<HashSet<_>>().len(), 26);
}

#[test]
fn settings_say_where_names_come_from() {
    let one = |subject: PseudonymSubject<'_>, names: NameSettings| {
        with(std::slice::from_ref(&subject), 1, names, |context, chosen| {
            write(subject.fullest(), &subject, context, chosen)
        })
    };
    let own = NameSettings { surnames: vec!["Moss".into()], female: vec!["Zoe".into()], ..NameSettings::default() };
    assert_eq!(one(english(&["Ann Lee"]), own.clone()).as_deref(), Some("Zoe Moss"));
    assert_eq!(one(english(&["Ann Lee-Gordon"]), own), None, "one name cannot stand for two");
    let lists = lists();
    let neutral = NameSettings { neutral: true, ..NameSettings::default() };
    let name = one(english(&["Ann Lee"]), neutral).expect("a substitute");
    let parts = tokens(&name);
    assert!(
        lists.group("neutral-given-female").contains(&parts[0]) && lists.group("neutral-surname").contains(&parts[1])
    );
    let any = NameSettings { keeps_gender: false, ..NameSettings::default() };
    let sexes: HashSet<bool> = (0..20)
        .map(|seed| {
            let subject = spanish(&["Ana"]);
            let name = with(std::slice::from_ref(&subject), seed, any.clone(), |context, chosen| {
                write("Ana", &subject, context, chosen).expect("a substitute")
            });
            lists.group("es-given-male").contains(&name.as_str())
        })
        .collect();
    assert_eq!(sexes.len(), 2);
}

#[test]
fn names_inside_handles_are_those_of_the_ledger() {
    let people = [spanish(&["Juan García López"]), english(&["Ann Lee"])];
    with(&people, 1, NameSettings::default(), |context, chosen| {
        let plain = |kind: SubstituteKind, token: &str| key(chosen.get(kind, token).expect("known"));
        let (juan, garcia) = (plain(SubstituteKind::GivenMale, "juan"), plain(SubstituteKind::Surname, "garcia"));
        let (ann, lee) = (plain(SubstituteKind::GivenFemale, "ann"), plain(SubstituteKind::Surname, "lee"));
        let initial = juan.chars().next().expect("a letter");
        let handle = |text: &str| in_handle(text, context, chosen);
        assert_eq!(handle("juan.garcia"), Some(format!("{juan}.{garcia}")));
        assert_eq!(handle("juangarcia"), Some(format!("{juan}{garcia}")));
        assert_eq!(handle("ann_lee"), Some(format!("{ann}_{lee}")));
        assert_eq!(handle("JUAN-GARCIA"), Some(format!("{juan}-{garcia}").to_uppercase()));
        assert_eq!(handle("jgarcia"), Some(format!("{initial}{garcia}")));
        let after = handle("GarciaJ").expect("known");
        assert!(after.to_lowercase() == format!("{garcia}{initial}") && after.ends_with(char::is_uppercase), "{after}");
        let digits = handle("jgarcia77").expect("known");
        assert!(
            digits.starts_with(&format!("{initial}{garcia}")) && digits.len() == initial.len_utf8() + garcia.len() + 2
        );
        assert!(!digits.contains('7'));
        assert_eq!(handle("radiologia"), None);
        assert!(!handle("juan.madrid").expect("known").contains("madrid"));
    });
}

#[test]
fn a_mention_of_too_many_words_is_no_name() {
    let long = "Ana ".repeat(100_000);
    with(&[spanish(&[&long])], 1, NameSettings::default(), |context, chosen| {
        assert_eq!(write(&long, &spanish(&[&long]), context, chosen), None);
    });
}

#[test]
fn words_of_both_tables_are_names() {
    with(&[], 1, NameSettings::default(), |context, _| {
        assert!(is_name_word("García", context) && is_name_word("SMITH", context) && !is_name_word("Zzyxx", context));
    });
}

#[test]
fn lists_are_in_order_and_fit_each_other() {
    for table in [SPANISH, ENGLISH] {
        let keys: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
        assert!(keys.is_sorted() && keys.len() > 5_000);
    }
    let lists = lists();
    for group in ["es-given-male", "es-given-female", "es-surname", "en-given-male", "en-given-female", "en-surname"] {
        assert!(lists.group(group).len() > 250, "{group}");
    }
    assert!(lists.group("neutral-surname").len() > 50 && lists.group("en-given-both").len() > 30);
}

proptest! {
    #[test]
    fn anything_is_written_without_harm(form in "\\PC{0,24}", other in "([A-Za-zÁñª]{1,6}[ .,'-]{0,2}){1,5}", seed in 0_u64..50) {
        for language in [Language::Spanish, Language::English] {
            let subject = subject("person/patient", language, &[&other, &form]);
            with(std::slice::from_ref(&subject), seed, NameSettings::default(), |context, chosen| {
                for text in [&form, &other, "Ann Lee"] {
                    let first = write(text, &subject, context, chosen);
                    assert_eq!(first, write(text, &subject, context, chosen));
                }
                in_handle(&form, context, chosen);
                let identifies = tokens(&other).iter().any(|token| token.chars().filter(char::is_ascii_alphabetic).count() > 2);
                if identifies && let Some(out) = write(&other, &subject, context, chosen) {
                    assert_ne!(out, other);
                }
            });
        }
    }
}
