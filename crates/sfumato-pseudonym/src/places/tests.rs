use proptest::prelude::*;
use sfumato_detect::Category;
use sfumato_language::Language;

use super::{assign, town_in, write};
use crate::{
    OriginalValues, PseudonymSeed, PseudonymSettings, PseudonymSubject, SubstituteContext, SubstituteCountry,
    SubstituteLists, SubstituteTable, fold,
};

const FILES: &[(&str, &str)] = &[
    ("places.table", include_str!("../../../../assets/pseudonyms/places.table")),
    ("places-lands.table", include_str!("../../../../assets/pseudonyms/places-lands.table")),
    ("places-units.table", include_str!("../../../../assets/pseudonyms/places-units.table")),
    ("places-spanish.table", include_str!("../../../../assets/pseudonyms/places-spanish.table")),
    ("places-areas.table", include_str!("../../../../assets/pseudonyms/places-areas.table")),
    ("places.groups", include_str!("../../../../assets/pseudonyms/places.groups")),
];

fn subject<'t>(category: &str, language: Language, forms: &[&'t str], beside: &[usize]) -> PseudonymSubject<'t> {
    let category = Category::new(category).expect("a category");
    PseudonymSubject { beside: beside.to_vec(), ..PseudonymSubject::new(category, language, forms.to_vec()) }
}

/// Decides for all subjects and writes every form of each; the order of the subjects is turned by `turn`.
fn replaced(
    subjects: &[PseudonymSubject<'_>],
    settings: &PseudonymSettings,
    seed: u64,
    turn: usize,
) -> Vec<Vec<String>> {
    let lists = SubstituteLists::new(FILES);
    let mut originals = OriginalValues::default();
    subjects.iter().flat_map(|subject| &subject.forms).for_each(|form| originals.add(form));
    let seed = PseudonymSeed::new(seed);
    let context = SubstituteContext { seed: &seed, settings, lists: &lists, originals: &originals };
    let mut chosen = SubstituteTable::default();
    let mut numbered: Vec<(usize, &PseudonymSubject<'_>)> = subjects.iter().enumerate().collect();
    numbered.rotate_left(turn);
    assign(&numbered, &context, &mut chosen);
    let written = |subject: &PseudonymSubject<'_>| {
        let form =
            |form: &&str| write(form, subject, &context, &chosen).unwrap_or_else(|| panic!("nothing is written"));
        subject.forms.iter().map(form).collect()
    };
    subjects.iter().map(written).collect()
}

fn spanish(forms: &[&'static str]) -> PseudonymSubject<'static> {
    subject("place", Language::Spanish, forms, &[])
}

fn english(forms: &[&'static str]) -> PseudonymSubject<'static> {
    subject("place", Language::English, forms, &[])
}

/// The country and the part of it that a town of the lists is in.
fn lies(town: &str, country: &str) -> Option<String> {
    let lists = SubstituteLists::new(FILES);
    super::PlaceAtlas::new(&lists).towns(&fold(town)).find(|town| town.country == country).map(|town| town.unit())
}

fn first(subjects: &[PseudonymSubject<'_>], seed: u64) -> Vec<String> {
    let all = replaced(subjects, &PseudonymSettings::default(), seed, 0);
    all.into_iter().map(|forms| forms.into_iter().next().unwrap_or_default()).collect()
}

#[test]
fn a_town_stays_in_its_country_and_its_postcode_goes_along() {
    for seed in 0..20 {
        let town = subject("place", Language::Spanish, &["Sabadell"], &[]);
        let code = subject("place/postcode", Language::Spanish, &["08203"], &[0]);
        let [town, code] = first(&[town, code], seed).try_into().expect("two");
        let unit = lies(&town, "ES").unwrap_or_else(|| panic!("no town of Spain: {town}"));
        assert_ne!(fold(&town), "sabadell");
        let number = super::codes::spanish_unit(&code);
        assert_eq!(number.as_deref(), Some(unit.as_str()), "the first two digits are the province's");
    }
}

#[test]
fn a_named_country_moves_with_all_that_lies_in_it() {
    for seed in 0..20 {
        let out = first(&[spanish(&["Zaragoza"]), subject("place/country", Language::Spanish, &["España"], &[])], seed);
        let [town, country] = out.try_into().expect("two");
        let lists = SubstituteLists::new(FILES);
        let (code, _) = super::PlaceAtlas::new(&lists).land_named(&fold(&country)).expect("a country");
        assert_ne!(code, "ES");
        assert!(lies(&town, code).is_some(), "the town is in the country");
    }
}

#[test]
fn province_and_region_are_those_of_the_town() {
    for seed in 0..20 {
        let out = first(&[spanish(&["Barcelona"]), spanish(&["provincia de Barcelona"]), spanish(&["Cataluña"])], seed);
        let [town, province, region] = out.try_into().expect("three");
        let province = province.strip_prefix("provincia de ").expect("the wording stays");
        let lists = SubstituteLists::new(FILES);
        let atlas = super::PlaceAtlas::new(&lists);
        let unit = atlas.unit(&lies(&town, "ES").expect("a town of Spain")).expect("a province");
        assert_eq!(unit.spanish, province);
        assert_eq!(atlas.unit(unit.above).map(|above| above.spanish), Some(region.as_str()));
    }
}

#[test]
fn a_country_loses_its_article() {
    for seed in 0..6 {
        let written = first(&[subject("place/country", Language::English, &["the United States"], &[])], seed);
        assert!(!written[0].starts_with("the ") && written[0].starts_with(char::is_uppercase), "{written:?}");
    }
}

#[test]
fn names_of_one_town_are_one_town() {
    let out = replaced(&[spanish(&["Londres", "London", "LONDRES"])], &PseudonymSettings::default(), 3, 0).remove(0);
    assert_eq!(fold(&out[0]), fold(&out[1]));
    assert_eq!(out[2], out[0].to_uppercase());
    let out = first(&[spanish(&["Lleida"]), spanish(&["Lérida"])], 3);
    assert_eq!(out[0], out[1]);
}

#[test]
fn the_notation_stays() {
    let seed = 5;
    let one = |form: &'static str, language| {
        first(&[subject("place", language, &[form], &[])], seed).pop().unwrap_or_default()
    };
    let out = one("28040-MADRID", Language::Spanish);
    let (code, town) = out.split_once('-').expect("a hyphen");
    assert!(code.len() == 5 && town == town.to_uppercase(), "a code and capitals");
    let out = one("Leeds LS1 4AP", Language::English);
    let (first_half, second) = out.rsplit_once(' ').expect("a blank");
    assert!(second.len() == 3 && second.starts_with(|c: char| c.is_ascii_digit()));
    let area = first_half.rsplit(' ').next().unwrap_or_default();
    let town = first_half.strip_suffix(area).unwrap_or_default();
    let lists = SubstituteLists::new(FILES);
    let letters = super::PlaceAtlas::new(&lists).area(&fold(town)).expect("a post town");
    assert_eq!(area.trim_end_matches(|c: char| c.is_ascii_digit()), letters);
    let out = one("Boston, MA 02115-1234", Language::English);
    let (town, rest) = out.split_once(", ").expect("a comma");
    let (state, zip) = rest.split_once(' ').expect("a state");
    assert_eq!(lies(town, "US"), Some(format!("US.{state}")));
    assert!(zip.len() == 10 && !zip.starts_with("021"));
    assert!(one("Barcelona (España)", Language::Spanish).ends_with(')'));
    assert!(one("Boston's", Language::English).ends_with("'s"));
    assert!(one("barrio de Casaletes", Language::Spanish).starts_with("barrio de "));
    assert!(one("Lake Thornmere", Language::English).starts_with("Lake "));
}

#[test]
fn another_country_is_taken_where_the_policy_says_so() {
    let mut settings = PseudonymSettings::default();
    settings.places.country = SubstituteCountry::Other;
    for seed in 0..10 {
        let out = replaced(&[english(&["Cleveland"])], &settings, seed, 0).remove(0).remove(0);
        assert!(["CA", "AU", "IE", "NZ"].iter().any(|country| lies(&out, country).is_some()));
    }
}

#[test]
fn no_two_share_and_the_order_does_not_matter() {
    let names = ["Soria", "Teruel", "Cuenca", "Huesca", "Ávila", "Zamora", "Palencia", "Segovia", "Lugo", "Ourense"];
    let subjects: Vec<PseudonymSubject<'_>> = names.iter().map(|name| spanish(std::slice::from_ref(name))).collect();
    let straight = replaced(&subjects, &PseudonymSettings::default(), 1, 0);
    assert_eq!(straight, replaced(&subjects, &PseudonymSettings::default(), 1, 6));
    let mut out: Vec<&String> = straight.iter().flatten().collect();
    assert!(!out.iter().any(|name| names.contains(&name.as_str())));
    out.sort();
    out.dedup();
    assert_eq!(out.len(), names.len());
}

#[test]
fn a_town_is_replaced_in_other_texts() {
    let lists = SubstituteLists::new(FILES);
    let (seed, settings, mut originals) =
        (PseudonymSeed::new(1), PseudonymSettings::default(), OriginalValues::default());
    originals.add("Burgos");
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let mut chosen = SubstituteTable::default();
    let burgos = spanish(&["Burgos"]);
    assign(&[(0, &burgos)], &context, &mut chosen);
    let town = write("Burgos", &burgos, &context, &chosen).expect("written");
    assert_eq!(town_in("Asilo de Burgos, 2", &context, &chosen), Some(format!("Asilo de {town}, 2")));
    assert_eq!(town_in("Asilo de Vitoria", &context, &chosen), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn anything_is_written_and_twice_the_same(text in "[A-Za-zñá0-9 ,.()'/-]{0,40}|\\PC{0,12}", spanish in any::<bool>()) {
        let language = if spanish { Language::Spanish } else { Language::English };
        let lists = SubstituteLists::new(SMALL);
        let mut originals = OriginalValues::default();
        originals.add(&text);
        let (seed, settings) = (PseudonymSeed::new(2), PseudonymSettings::default());
        let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
        let subject = subject("place", language, &[&text], &[]);
        let once = || {
            let mut chosen = SubstituteTable::default();
            assign(&[(0, &subject)], &context, &mut chosen);
            write(&text, &subject, &context, &chosen)
        };
        prop_assert_eq!(once(), once());
    }
}

const SMALL: &[(&str, &str)] = &[
    ("places.table", "olmos\tES\t08\t3\nzarza\tES\t09\t4\n"),
    ("places.groups", "town-ES-3\tOlmos\tES-08\ntown-ES-3\tZarza\tES-09\ntown-US-3\tElmton\tUS.MA\nnear-any\tFR\n"),
];
