use std::collections::BTreeSet;

use proptest::prelude::*;
use sfumato_detect::checks;
use sfumato_language::Language;

use super::*;
use crate::{OriginalValues, PseudonymSeed, PseudonymSettings, SubstituteLists, testing};

fn subject<'t>(category: &str, language: Language, form: &'t str) -> PseudonymSubject<'t> {
    testing::subject(category, language, &[form])
}

/// The substitutes of all subjects.
fn replaced(subjects: &[PseudonymSubject<'_>], seed: u64) -> Vec<Option<String>> {
    let (seed, lists, settings) = (PseudonymSeed::new(seed), SubstituteLists::default(), PseudonymSettings::default());
    let mut originals = OriginalValues::default();
    subjects.iter().flat_map(|subject| &subject.forms).for_each(|form| originals.add(form));
    let context = SubstituteContext { seed: &seed, settings: &settings, lists: &lists, originals: &originals };
    let mut chosen = SubstituteTable::default();
    let numbered: Vec<(usize, &PseudonymSubject<'_>)> = subjects.iter().enumerate().collect();
    assign(&numbered, &context, &mut chosen);
    subjects.iter().map(|subject| write(subject.fullest(), subject, &context, &chosen)).collect()
}

fn all(category: &str, language: Language, forms: &[&str]) -> Vec<String> {
    let subjects: Vec<_> = forms.iter().map(|form| subject(category, language, form)).collect();
    let made: Vec<String> = replaced(&subjects, 7).into_iter().map(Option::unwrap_or_default).collect();
    for (form, made) in forms.iter().zip(&made) {
        assert!(!made.is_empty() && form != made, "{form} -> {made}");
    }
    made
}

fn layout(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect()
}

#[test]
fn telephones_keep_their_layout_and_belong_to_nobody() {
    let check = |name: &str| checks::by_name(name).expect("a check");
    let forms =
        ["912 34 56 78", "93 2345982", "(91) 234 56 78", "612-34-56-78", "+34 600 123 456", "986123144 ext 1530"];
    for (form, made) in forms.iter().zip(all("contact/phone", Language::Spanish, &forms)) {
        assert_eq!(layout(form), layout(&made));
        assert!(check("phone-es")(&made) || check("phone-any")(&made), "{form} -> {made}");
        let reserved = ["73", "839", "819", "83 9", "81 9", "(83) 9", "(81) 9", "+34 73"];
        assert!(reserved.iter().any(|start| made.starts_with(start)), "{form} -> {made}");
    }
    let forms = [
        "(617) 234-5678",
        "1-202-345-6789",
        "345-6789",
        "07912 345 678",
        "+44 (0)20 3456 7890",
        "212/345-6789",
        "230-555-0678",
    ];
    for (form, made) in forms.iter().zip(all("contact/phone", Language::English, &forms)) {
        assert_eq!(layout(form), layout(&made));
        assert!(made.contains("555-01") || made.contains("7700 900") || made.contains("(0)2"), "{form} -> {made}");
    }
    let short = all("contact/phone", Language::English, &["4848", "98741", "5134"]);
    assert_eq!(short.iter().map(|text| layout(text)).collect::<Vec<_>>(), ["9999", "99999", "9999"]);
    let words = &all("contact/phone", Language::English, &["1-800-FLOWERS"])[0];
    assert!(!words.contains("FLOWERS"), "{words}");
}

#[test]
fn one_number_in_two_notations_stays_one() {
    let made = all("contact/phone", Language::Spanish, &["+34 912 345 678", "912345678", "912345679"]);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    assert_eq!(digits(&made[0]), format!("34{}", digits(&made[1])));
    assert_ne!(made[1], made[2]);
}

#[test]
fn many_numbers_stay_as_many() {
    let texts: Vec<String> = (0..400).map(|n| format!("484-{:04}", 2000 + n)).collect();
    let forms: Vec<&str> = texts.iter().map(String::as_str).collect();
    let made: BTreeSet<String> = all("contact/phone", Language::English, &forms).into_iter().collect();
    assert_eq!(made.len(), 400);
}

#[test]
fn mail_goes_nowhere_and_keeps_its_form() {
    let forms = [
        "ana.prado@clinica-prado.es",
        "a_prado77@clinica-prado.es",
        "luis@otra.example",
        "ANA.PRADO@CLINICA-PRADO.ES",
        "marta (at) penalosa [dot] org",
        "lucia.prado arroba penalosa punto es",
        "eva@penalosa.es eva2@otra.example",
        "autor: slujan@comv.example",
    ];
    let made = all("contact/email", Language::Spanish, &forms);
    let host = |text: &str| text.rsplit('@').next().unwrap_or_default().to_lowercase();
    assert_eq!(host(&made[0]), host(&made[1]));
    assert_ne!(host(&made[0]), host(&made[2]));
    assert_eq!(made[0].to_uppercase(), made[3]);
    assert!(made[4].contains(" (at) ") && made[4].contains(" [dot] example [dot] "), "{}", made[4]);
    assert!(made[5].contains(" arroba ") && made[5].contains(" punto example punto "), "{}", made[5]);
    assert_eq!(made[6].matches('@').count(), 2);
    assert!(made[7].starts_with("autor: "), "{}", made[7]);
    for text in made.iter().flat_map(|text| text.split(' ')).filter(|text| text.contains('@')) {
        assert!(text.to_lowercase().contains(".example."), "{text}");
        assert!(!text.to_lowercase().contains("prado"), "{text}");
    }
}

#[test]
fn addresses_of_the_web_lead_nowhere() {
    let forms = [
        "https://track.copperkettle.com/parcel/417723?user=tgrierson_77",
        "www.tilda-grierson.com/album/3",
        "ftp://files.penalosa.org/pub/informe%20final.pdf",
        "clinicasanroque.es",
        "HTTPS://PENALOSA.ORG/FORMS",
        "http://192.0.2.17:8080/admin",
        "https://track.copperkettle.com/parcel/417724",
    ];
    let made = all("contact/url", Language::English, &forms);
    assert!(
        made[0].starts_with("https://") && made[0].contains("?user=") && !made[0].contains("grierson"),
        "{}",
        made[0]
    );
    assert!(made[1].starts_with("www.") && made[1].contains(".example."), "{}", made[1]);
    assert!(made[2].ends_with(".pdf") && made[2].contains("%20") && !made[2].contains("informe"), "{}", made[2]);
    assert!(made[3].contains(".example."), "{}", made[3]);
    assert!(!made[4].contains(char::is_lowercase), "{}", made[4]);
    assert!(made[5].contains(":8080/") && !made[5].contains("192.0.2.17"), "{}", made[5]);
    let host = |text: &str| text.split('/').nth(2).map(str::to_owned);
    assert_eq!(host(&made[0]), host(&made[6]));
}

#[test]
fn machines_get_addresses_kept_for_documentation() {
    let forms = [
        "84.78.12.9",
        "10.0.0.5",
        "192.168.1.10:8080",
        "84.78.12.0/24",
        "2a02:26f0:85a3::8a2e:370:7334",
        "fe80::1ff:fe23:4567:890a%eth0",
        "2A02:0DB8:0000:0000:0000:FF00:0042:8329",
        "::ffff:84.78.12.128",
        "3c:5a:b4:12:9f:01",
        "3C5A.B412.9F01",
        "3c-5a-b4-12-9f-02",
    ];
    let made = all("net/ip", Language::English, &forms);
    let starts = ["192.0.2.", "198.51.100.", "203.0.113."];
    assert!(starts.iter().any(|start| made[0].starts_with(start)), "{}", made[0]);
    assert!(made[1].starts_with("10.0.0.") && made[2].starts_with("192.168.") && made[2].ends_with(":8080"));
    assert!(made[3].ends_with(".0/24"), "{}", made[3]);
    assert!(made[4].starts_with("2001:db8:") && made[4].contains("::"), "{}", made[4]);
    assert!(made[5].starts_with("fe80::") && made[5].ends_with("%eth0"), "{}", made[5]);
    assert!(made[6].starts_with("2001:0DB8:0000:") && made[6].len() == forms[6].len(), "{}", made[6]);
    assert!(made[7].starts_with("::ffff:"), "{}", made[7]);
    assert!(made[8].starts_with("00:00:5e:00:53:") && made[10].starts_with("00-00-5e-00-53-"));
    assert_eq!(made[9].to_lowercase().replace('.', ""), made[8].replace(':', ""));
}

#[test]
fn points_move_far_enough() {
    let forms = [
        "40.4168, -3.7038",
        "40,4168; -3,7038",
        "40°25'00\"N 3°42'13\"W",
        "-33.8688,151.2093",
        "51.50735",
        "53º 20.99' N",
    ];
    for (form, made) in forms.iter().zip(all("place/coordinates", Language::English, &forms)) {
        let marks = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
        assert_eq!(marks(form), marks(&made));
        let degrees = |text: &str| {
            text.chars()
                .filter(|c| *c != '-')
                .collect::<String>()
                .split(|c: char| !c.is_ascii_digit())
                .next()
                .and_then(|n| n.parse::<i32>().ok())
        };
        assert!(degrees(form).zip(degrees(&made)).is_some_and(|(from, to)| (from - to).abs() >= 2), "{form} -> {made}");
    }
}

#[test]
fn user_names_keep_sign_and_marks() {
    let made = all("contact/username", Language::English, &["@tilda_grierson", "bego77", "417723"]);
    assert!(made[0].starts_with('@') && made[0].contains('_') && !made[0].contains("tilda"), "{}", made[0]);
    assert!(made[1].ends_with(|c: char| c.is_ascii_digit()), "{}", made[1]);
    assert!(made[2].bytes().all(|b| b.is_ascii_digit()) && made[2].len() == 6, "{}", made[2]);
}

#[test]
fn order_does_not_matter() {
    let forms = ["ana@x.es", "luis@y.es", "luis@x.es", "912345678", "612345678", "84.78.12.9", "84.78.12.8"];
    let subjects: Vec<_> = forms.iter().map(|form| subject("contact", Language::Spanish, form)).collect();
    let turned: Vec<_> = subjects.iter().rev().cloned().collect();
    let mut back = replaced(&turned, 3);
    back.reverse();
    assert_eq!(replaced(&subjects, 3), back);
}

proptest! {
    #[test]
    fn anything_is_replaced_or_refused(form in "(?s).{0,50}", mail in "[a-z0-9.@ ]{0,30}", number in "[0-9 ()+./a-f:-]{0,30}") {
        for text in [&form, &mail, &number] {
            for category in ["contact/phone", "contact/email", "contact/url", "contact/username", "net/ip", "place/coordinates"] {
                for language in [Language::Spanish, Language::English] {
                    let made = replaced(&[subject(category, language, text)], 2);
                    if text.contains(|c: char| c.is_ascii_alphanumeric()) {
                        prop_assert_ne!(made[0].as_ref(), Some(text), "{}", category);
                    }
                }
            }
        }
    }
}
