use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sfumato_detect::checks;
use sfumato_language::Language;

use super::*;
use crate::{NumberSettings, OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists, testing};

fn subject<'t>(category: &str, forms: &[&'t str]) -> PseudonymSubject<'t> {
    testing::subject(category, Language::Spanish, forms)
}

/// The substitutes of every form of every subject.
fn replaced(subjects: &[PseudonymSubject<'_>], check: CheckDigitTreatment, seed: u64) -> Vec<Vec<Option<String>>> {
    let (seed, lists) = (PseudonymSeed::new(seed), SubstituteLists::default());
    let settings = PseudonymSettings {
        numbers: NumberSettings { check, ..NumberSettings::default() },
        ..PseudonymSettings::default()
    };
    let mut originals = OriginalValues::default();
    subjects.iter().flat_map(|subject| &subject.forms).for_each(|form| originals.add(form));
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let mut chosen = SubstituteTable::default();
    let numbered: Vec<(usize, &PseudonymSubject<'_>)> = subjects.iter().enumerate().collect();
    assign(&numbered, &context, &mut chosen);
    let write = |subject: &PseudonymSubject<'_>| {
        subject.forms.iter().map(|form| write(form, subject, &context, &chosen)).collect::<Vec<_>>()
    };
    subjects.iter().map(write).collect()
}

fn one(category: &str, form: &str) -> String {
    let replaced = replaced(&[subject(category, &[form])], CheckDigitTreatment::Valid, 5);
    replaced.into_iter().flatten().next().flatten().unwrap_or_default()
}

#[test]
fn running_numbers_stand_for_each_other_where_no_others_are_left() {
    let values: Vec<String> = (1..=2_000).map(|nth: u32| nth.to_string()).collect();
    let subjects: Vec<PseudonymSubject<'_>> =
        values.iter().map(|value| subject("id/record", &[value.as_str()])).collect();
    let replaced = replaced(&subjects, CheckDigitTreatment::Valid, 5);
    let made: Vec<&String> = replaced.iter().flatten().flatten().collect();
    assert!(made.len() >= 1_990, "{} of them have a substitute", made.len());
    assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), made.len(), "no two share one");
    let pairs = replaced.iter().flatten().zip(&values).filter_map(|(made, value)| Some((made.as_ref()?, value)));
    for (made, value) in pairs {
        assert!(made != value && made.len() == value.len());
        // There are numbers of four digits that nobody has.
        assert!(value.len() < 4 || !values.contains(made), "{made}");
    }
}

#[cfg(test)]
mod examples {
    use std::path::Path;

    /// The values that recognisers' own examples mark, by category, from their files.
    pub fn examples() -> Vec<(String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/recognisers");
        let mut found = Vec::new();
        for folder in std::fs::read_dir(root).expect("the recognisers").filter_map(Result::ok) {
            for file in std::fs::read_dir(folder.path()).into_iter().flatten().filter_map(Result::ok) {
                let text = std::fs::read_to_string(file.path()).expect("a text");
                let category = text.lines().find_map(|line| line.strip_prefix("category = ")).unwrap_or_default();
                let text = text.replace("\\n", "\n").replace("\\\"", "\"");
                let text = (b'!'..=b'~')
                    .fold(text, |text, c| text.replace(&format!("\\u{c:04x}"), &char::from(c).to_string()));
                let marked = text.split('«').skip(1).filter_map(|rest| rest.split('»').next());
                found.extend(marked.map(|value| (category.trim_matches('"').to_owned(), value.to_owned())));
            }
        }
        found
    }
}

/// Checks of other rooms, and of shapes that a number has whatever its digits.
const OTHERS: &[&str] = &[
    "phone-any",
    "phone-es",
    "phone-us",
    "phone-uk",
    "uk-postcode",
    "coordinates",
    "domain",
    "email",
    "ipv4",
    "ipv4-long",
    "ipv4-port",
    "ipv6",
    "mac",
    "mac-hex",
    // Their categories do not name them: their substitutes have the same shape, and pass by chance.
    "ar-cbu",
    "mx-clabe",
    "ar-cuit",
    "au-tfn",
    "br-cpf",
    "co-nit",
    "mx-rfc",
    "nz-ird",
    "pe-ruc",
    "au-abn",
    "br-cnpj",
    "fi-business",
    "in-gstin",
    "kr-brn",
    "pl-regon",
    "se-organisation",
    "au-medicare",
    "de-kvnr",
    "ca-sin",
    "cl-rut",
    "cn-id",
    "ec-card",
    "gt-cui",
    "hk-id",
    "il-id",
    "in-aadhaar",
    "jp-number",
    "kr-rrn",
    "mx-curp",
    "mx-elector",
    "pl-card",
    "sg-nric",
    "sv-dui",
    "th-id",
    "tr-id",
    "uy-card",
    "za-id",
    "eleven-luhn",
    "login-name",
    "password-word",
    "organisation-name",
    "sender-name",
    "au-acn",
];

#[test]
fn check_digits_are_as_asked_for_every_check() {
    let mut tested: BTreeMap<&str, usize> = BTreeMap::new();
    for (category, value) in examples::examples() {
        if !["id/", "finance/", "secret/", "net/uuid"].iter().any(|start| category.starts_with(start)) {
            continue;
        }
        let of_category = rules::passed(&value, &Category::new(&category).expect("a category"));
        for (name, check) in &of_category {
            let both = [CheckDigitTreatment::Valid, CheckDigitTreatment::Invalid].map(|check| {
                replaced(&[subject(&category, &[&value])], check, 3).into_iter().flatten().next().flatten()
            });
            let [Some(valid), Some(invalid)] = both else { panic!("{name}: {value} has no substitute") };
            assert!(check(&valid), "{name}: {value} -> {valid}");
            assert!(check(&invalid) == rules::is_shape(name, &of_category), "{name}: {value} -> {invalid}");
            let as_long = valid.chars().count() == value.chars().count() || value.contains("://");
            assert!(valid != value && as_long, "{name}: {value} -> {valid}");
            *tested.entry(name).or_default() += 1;
        }
    }
    for (name, _) in checks::all() {
        let expected = !OTHERS.contains(&name) && !is_textual(name);
        assert!(!expected || tested.contains_key(name), "no example passes {name}");
    }
}

fn is_textual(name: &str) -> bool {
    ["person", "place", "county", "hospital", "date", "address", "street"].iter().any(|start| name.starts_with(start))
}

#[test]
fn no_number_begins_with_another() {
    for seed in 0..200 {
        let subjects = [subject("id/professional", &["28 28"]), subject("id/professional", &["46 46 90417"])];
        let replaced = replaced(&subjects, CheckDigitTreatment::Valid, seed);
        let long = replaced[1][0].as_deref().expect("a number");
        assert!(!long.starts_with("28 28 "), "{long}");
    }
}

#[test]
fn forms_of_one_number_agree() {
    let forms = ["12 345 678-Z", "DNI 12.345.678 Z", "12345678z"];
    let replaced = &replaced(&[subject("id/national", &forms)], CheckDigitTreatment::Valid, 1)[0];
    let bare = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default().trim_start_matches("DNI ");
        text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    assert!(replaced.iter().all(|text| bare(text) == bare(&replaced[0])), "{replaced:?}");
    assert_eq!(replaced[1].as_deref().map(|text| text.starts_with("DNI ")), Some(true));
}

#[test]
fn every_part_stays_what_it_was() {
    let shape = |text: &str| -> String {
        let class = |c: char| match c {
            c if c.is_ascii_digit() => '9',
            c if c.is_ascii_uppercase() => 'A',
            c if c.is_ascii_lowercase() => 'a',
            c => c,
        };
        text.chars().map(class).collect()
    };
    for (category, form) in [
        ("id/record", "NHC: 1234567"),
        ("id/professional", "41 41 07318"),
        ("id/insurance", "87618819-04"),
        ("id", "67:z23161"),
        ("id", "UM/DF/386093"),
        ("id/device", "DM361-11599-B"),
        ("id/social-security", "***-**-2428"),
        ("id/vehicle", "1234 BCD"),
        ("id/health", "GAPE1800101123"),
        ("id/case", "1:20-cv-01234"),
        ("id/case", "STS 123/2020"),
        ("finance/iban", "ES91 2100 0418 4502 0005 1332"),
        ("finance/bic", "BBVAESMMXXX"),
        ("secret/password", "Marmalade!42sky"),
        ("id/other", "línea\n44-17"),
    ] {
        let made = one(category, form);
        assert!(made != form, "{form} -> {made}");
        let same = shape(&made) == shape(form) || form.starts_with('l');
        assert!(same, "{form} -> {made}");
    }
    let college = one("id/professional", "41 41 07318");
    assert!(college.get(..2) == college.get(3..5), "{college}");
    assert!(one("id/case", "1:20-cv-01234").contains("-cv-"));
    assert!(one("id/case", "STS 123/2020").starts_with("STS ") && one("id/case", "STS 123/2020").contains("/20"));
    assert!(one("finance/iban", "ES91 2100 0418 4502 0005 1332").starts_with("ES"));
    assert!(one("finance/card", "4539 1488 0343 6467").starts_with('4'));
    assert_eq!(one("id/other", "viuda"), "");
}

#[test]
fn secrets_keep_what_tells_their_kind() {
    let aws = one("secret/key", "AKI\u{41}IOSFODNN7EXAMPLE");
    assert!(aws.starts_with("AKIA") && aws.len() == 20 && !aws.contains(['0', '1', '8', '9']), "{aws}");
    let hex = one("secret/key", "ff27750228a754845b0f2223b4268b72492525e7");
    assert!(hex.bytes().all(|b| b.is_ascii_hexdigit()), "{hex}");
    let pem = "-----BEGIN X KEY-----\nMIIE3ni47Dhv\nab+/==\n-----END X KEY-----";
    let made = one("secret/key", pem);
    assert!(made.starts_with("-----BEGIN X KEY-----\n") && made.ends_with("==\n-----END X KEY-----"), "{made}");
    let two = ["q7#Lm0pZ", "Q7#lm0pz"];
    let made = replaced(&two.map(|form| subject("secret/password", &[form])), CheckDigitTreatment::Valid, 1);
    assert_ne!(made[0], made[1], "letters of secrets are not the same in capitals");
}

#[test]
fn short_numbers_share_what_there_is() {
    let texts: Vec<String> = (0..5).map(|n| format!("{n}")).collect();
    let subjects: Vec<_> = texts.iter().map(|text| subject("id", &[text.as_str()])).collect();
    let made: BTreeSet<_> = replaced(&subjects, CheckDigitTreatment::Valid, 1).into_iter().flatten().collect();
    assert_eq!(made, (5..10).map(|n| Some(format!("{n}"))).collect());
    let texts: Vec<String> = (0..10).map(|n| format!("{n}")).collect();
    let subjects: Vec<_> = texts.iter().map(|text| subject("id", &[text.as_str()])).collect();
    // Where all are somebody's they stand for each other, and none for itself or for two.
    let made: Vec<Option<String>> = replaced(&subjects, CheckDigitTreatment::Valid, 1).into_iter().flatten().collect();
    let distinct: BTreeSet<&String> = made.iter().flatten().collect();
    assert!(distinct.len() >= 9 && distinct.len() == made.iter().flatten().count(), "{made:?}");
    assert!(made.iter().zip(&texts).all(|(made, text)| made.as_ref() != Some(text)));
}

#[test]
fn order_does_not_matter_and_rolls_do() {
    let texts: Vec<String> = (0..300).map(|n| format!("{:03}", n * 3)).collect();
    let subjects: Vec<_> = texts.iter().map(|text| subject("id", &[text.as_str()])).collect();
    let mut turned = subjects.clone();
    turned.reverse();
    let (made, mut back) =
        (replaced(&subjects, CheckDigitTreatment::Valid, 9), replaced(&turned, CheckDigitTreatment::Valid, 9));
    back.reverse();
    assert_eq!(made, back);
    let distinct: BTreeSet<_> = made.iter().flatten().flatten().collect();
    assert_eq!(distinct.len(), 300, "nobody shares");
    let mut rolled = subject("id", &["1234567"]);
    let first = replaced(&[rolled.clone()], CheckDigitTreatment::Valid, 9);
    rolled.roll = 1;
    assert_ne!(first, replaced(&[rolled], CheckDigitTreatment::Valid, 9));
}

proptest! {
    #[test]
    fn anything_is_replaced_or_refused(form in "(?s).{0,60}", number in "[0-9A-Za-z .:/-]{1,30}") {
        for text in [&form, &number] {
            for category in ["id", "id/case", "id/tax", "finance/wallet", "secret/key"] {
                let made = replaced(&[subject(category, &[text.as_str()])], CheckDigitTreatment::Valid, 2);
                if let Some(made) = &made[0][0] {
                    prop_assert_ne!(made, text);
                    prop_assert!(made.chars().count() == text.chars().count() || text.contains("://"));
                }
            }
        }
    }
}
