use proptest::prelude::*;
use sfumato_language::Language;
use sfumato_language::Language::{English, Spanish};

use super::*;
use crate::testing::subject;
use crate::{BirthTreatment, OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists, dates};

struct AgeFixture {
    settings: PseudonymSettings,
    seed: PseudonymSeed,
}

fn subjects<'t>(forms: &[(&str, &'t str)], language: Language) -> Vec<PseudonymSubject<'t>> {
    forms.iter().map(|(category, form)| subject(category, language, &[form])).collect()
}

impl AgeFixture {
    fn new(seed: u64) -> Self {
        Self { settings: PseudonymSettings::default(), seed: PseudonymSeed::new(seed) }
    }

    /// The substitutes of ages and dates.
    fn change(&self, forms: &[(&str, &str)], language: Language) -> (Vec<String>, SubstituteTable) {
        let (lists, originals) = (SubstituteLists::default(), OriginalValues::default());
        let context =
            SubstituteContext { seed: &self.seed, settings: &self.settings, lists: &lists, originals: &originals };
        let all = subjects(forms, language);
        let (ages, days): (Vec<_>, Vec<_>) =
            all.iter().enumerate().partition(|(_, subject)| subject.category.is_within("age"));
        let mut chosen = SubstituteTable::default();
        dates::assign(&days, &context, &mut chosen);
        assign(&ages, &days, &context, &mut chosen);
        let written = all.iter().map(|subject| {
            let is_age = subject.category.is_within("age");
            let write = if is_age { write } else { dates::write };
            write(subject.fullest(), subject, &context, &chosen).unwrap_or_default()
        });
        (written.collect(), chosen)
    }

    fn one(&self, form: &str, language: Language) -> String {
        self.change(&[("age", form)], language).0.remove(0)
    }
}

/// The number in a text.
fn number(text: &str) -> u32 {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}

#[test]
fn ages_keep_their_form() {
    for seed in 0..20 {
        let desk = AgeFixture::new(seed);
        for (form, before, after) in [
            ("54 años", "", " años"),
            ("54-year-old", "", "-year-old"),
            ("aged 54", "aged ", ""),
            ("54 y/o", "", " y/o"),
            ("54a", "", "a"),
            ("54", "", ""),
            ("54  Años", "", "  Años"),
            ("54 A", "", " A"),
        ] {
            let language = if form.contains('o') && form.contains('y') { English } else { Spanish };
            let out = desk.one(form, language);
            let digits = out.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).expect("the form");
            let age: u32 = digits.parse().expect("digits");
            assert!((51..=57).contains(&age) && age != 54, "{out}");
        }
    }
}

#[test]
fn words_stay_words() {
    let desk = AgeFixture::new(3);
    let out = desk.one("cuarenta y cinco años", Spanish);
    assert!(out.starts_with("cuarenta y ") && out.ends_with(" años") && !out.contains("cinco"), "{out}");
    let out = desk.one("Fifty-four-year-old", English);
    assert!(out.starts_with("Fifty-") && out.ends_with("-year-old") && !out.contains("four"), "{out}");
    for (form, language, either) in [
        ("octogenaria", Spanish, ["septuagenaria", "septuagenaria"]),
        ("early fifties", English, ["early forties", "early sixties"]),
        ("mid-50s", English, ["mid-40s", "mid-60s"]),
        ("NINETIES", English, ["EIGHTIES", "EIGHTIES"]),
        ("cincuentón", Spanish, ["cuarentón", "sesentón"]),
    ] {
        let out = desk.one(form, language);
        assert!(either.contains(&out.as_str()), "{form} {out}");
    }
}

#[test]
fn children_and_stages_stay() {
    let desk = AgeFixture::new(3);
    for form in [
        "3 meses",
        "8 años",
        "13 años y 7 meses",
        "un año y cinco meses",
        "tres años y medio",
        "Recién nacido",
        "26 días",
        "Adolescente",
        "4 y 6 meses de edad",
    ] {
        assert_eq!(desk.one(form, Spanish), form);
    }
    assert_eq!(desk.one("3-month-old", English), "3-month-old");
    assert_eq!(desk.one("García", Spanish), "", "a name is no age");
}

#[test]
fn the_very_old_become_others_of_them() {
    for seed in 0..30 {
        for (form, old) in [("94 años", 94), ("101 años", 101), ("noventa y dos años", 92)] {
            let out = AgeFixture::new(seed).one(form, Spanish);
            assert_ne!(out, form);
            if old != 92 {
                let age = number(&out);
                assert!((90..=99).contains(&age) && age != old, "{out}");
            }
        }
        assert!((14..=17).contains(&number(&AgeFixture::new(seed).one("14 años", Spanish))));
        assert!((86..=88).contains(&number(&AgeFixture::new(seed).one("89 años", Spanish))));
    }
}

#[test]
fn an_age_that_follows_from_dates_moves_with_them() {
    let forms = [("date/birth", "12/05/1960"), ("date", "03/09/2014"), ("age", "54 años"), ("age", "30 años")];
    for seed in 0..20 {
        let mut desk = AgeFixture::new(seed);
        let (out, chosen) = desk.change(&forms, Spanish);
        assert_eq!(decided(54, &chosen), Some((54, true)));
        assert_eq!(out[2], "54 años");
        assert!(out[3] != "30 años" && decided(30, &chosen).is_some_and(|(_, follows)| !follows));
        desk.settings.dates.births = BirthTreatment::WithAge;
        let (out, chosen) = desk.change(&forms, Spanish);
        let (age, follows) = decided(54, &chosen).expect("an age");
        assert!(follows && age != 54 && (51..=57).contains(&age));
        let year = |text: &str| number(text.rsplit('/').next().expect("a year"));
        let (again, _) = desk.change(&[forms.as_slice(), &[("date", "12 de mayo de 1960")]].concat(), Spanish);
        assert!(again[4].ends_with(&year(&again[0]).to_string()), "a birth is one in whatever form: {again:?}");
        let years = year(&out[1]) - year(&out[0]);
        assert!(years == age || years == age + 1, "{out:?}");
    }
}

proptest! {
    #[test]
    fn different_ages_stay_different_and_in_order(seed in 0..500u64, mut ages in proptest::collection::vec(14u32..90, 1..6)) {
        ages.sort_unstable();
        ages.dedup();
        let texts: Vec<String> = ages.iter().map(|age| format!("{age} años")).collect();
        let forms: Vec<(&str, &str)> = texts.iter().map(|text| ("age", text.as_str())).collect();
        let (out, _) = AgeFixture::new(seed).change(&forms, Spanish);
        let others: Vec<u32> = out.iter().map(|text| number(text)).collect();
        for (age, other) in ages.iter().zip(&others) {
            prop_assert!(age != other && age.abs_diff(*other) <= 3 && (14..=89).contains(other));
        }
        // Six ages in a row at the end of the range leave too little room.
        if ages.windows(2).all(|pair| pair[1] - pair[0] > 1) {
            prop_assert!(others.is_sorted_by(|a, b| a < b), "{:?} {:?}", ages, others);
        }
    }

    #[test]
    fn anything_is_read_without_a_panic(text in "[0-9a-zA-Zñó/.,' \\-]{0,24}|(([0-9]{1,3}|años|y|medio|year|old|fifty|s|octogenario|a| |-){1}){0,10}") {
        for language in [Spanish, English] {
            let once = AgeFixture::new(1).one(&text, language);
            prop_assert_eq!(once, AgeFixture::new(1).one(&text, language));
        }
    }
}
