//! What `pseudonymise` makes of running text: people get other names of their kind, and no fact is rewritten.

use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::mask::Policy;
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle};

fn anonymiser(policy: &Policy, seed: u64) -> Anonymiser<'static> {
    Anonymiser::builder().policy(policy.clone()).seed(PseudonymSeed::new(seed)).build().expect("buildable")
}

fn masked(anonymiser: &Anonymiser, text: &str) -> String {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let masked = anonymiser.mask_document(&document).expect("maskable");
    String::from_utf8(masked.write(&TextFile, &document).expect("writable")).expect("text")
}

/// Checks sentences in which what stands between « and » must go, and everything else must stay, under some seeds.
fn check(sentences: &[&str]) {
    let policy = Bundle::policy("pseudonymise").expect("embedded").expect("well formed");
    for seed in 1..=3 {
        let anonymiser = anonymiser(&policy, seed);
        for sentence in sentences {
            let out = masked(&anonymiser, &(sentence.replace(['«', '»'], "") + "\n"));
            let mut rest = out.as_str();
            for (nth, piece) in sentence.split(['«', '»']).enumerate() {
                if nth % 2 == 1 {
                    assert!(!out.contains(piece), "{piece} is left of {sentence:?}: {out}");
                } else {
                    let at = rest.find(piece).unwrap_or_else(|| panic!("{piece:?} is lost of {sentence:?}: {out}"));
                    rest = rest.get(at + piece.len()..).expect("a border");
                }
            }
            assert!(rest.trim().is_empty(), "{rest:?} is added to {sentence:?}");
        }
    }
}

#[test]
fn english_sentences_keep_their_facts() {
    check(&[
        "My wife «Dana» and my supervisor came to the ward.",
        "Ring «Saoirse» before lunch and tell her that the plumber called.",
        "Please ring «Saoirse Byrne» and ask «Tom» for the keys.",
        "My supervisor scored the winner.",
        "No black, please, we only want white paint.",
        "Her husband «Lindsay» is a truck driver.",
        "She had a caesarean section on «9 June 2021» and went home.",
        "By order of «3 May 2021» he must not come near the house.",
        "The Human Rights Act 1998 was cited on «4 March 2020».",
        "Section 8 housing was granted on «3 May 2021».",
        "The Children Act 1989 protects «Maisie Holloway», born «2 February 2015».",
        "Mrs «Keogh» called «Tom Farrell», a nurse, about her daughter «Ciara».",
        "His mother, a teacher, lives with my cousin «Declan».",
        "Thanks «Priya»! The geologist said that the sister is well.",
        "Regulation (EU) 2016/679 of 27 April 2016 applies to «Priya Nair».",
        "He acted on «9 June 2021» as his brother's carer.",
        "Dr «Amara Okafor» spoke to the patient's uncle, a retired baker.",
        "My son-in-law «Rupert» works as a solicitor.",
        "The Roman Catholic chaplain met our neighbour, an Irish widow.",
        "Dear Sir or Madam, the baker and his wife left.",
        "We thank the night porter, an older gentleman called «Winston».",
    ]);
}

#[test]
fn spanish_sentences_keep_their_facts() {
    check(&[
        "La enfermera avisó a la madre de «Iker Zabala».",
        "Su marido, «Andoni», es fontanero y su suegra es modista.",
        "Se practicó una cesárea el «9 de junio de 2021» por la tarde.",
        "La orden de alejamiento de «3 de mayo de 2021» sigue en vigor.",
        "Según la Ley 35/2015, de 22 de septiembre, procede indemnizar a «Marta Ruiz».",
        "Por ley de vida, su abuelo murió el «4 de marzo de 1998».",
        "El Real Decreto 463/2020, de 14 de marzo, no afecta a «Iker Zabala».",
        "Llama a «Nerea Goñi» y dile a tu hermano que venga.",
        "El artículo 1902 del Código Civil obliga a «Tomás Arrieta».",
        "La doctora «Itziar Mendieta» atendió a una mujer embarazada.",
        "No lo pinten de negro, por favor, dice la presidenta.",
        "La sección se cerró el «12 de julio de 2019» por orden del alcalde.",
        "Saludó a «Begoña Arrieta», su antigua profesora de música.",
        "Mi hermana es abogada y mi cuñado es carpintero.",
        "La abuela llamó a su nieta, que es enfermera.",
        "El reglamento se cumplió el «3 de mayo de 2021», según su tía.",
        "Su tío y su prima viven con «Ainhoa Lasa», nieta de emigrantes.",
        "El suegro de «Tomás Arrieta» era albañil.",
        "Su esposa, «Marta Ruiz», es maestra jubilada.",
        "La Constitución de 1978 no habla de su hijastra.",
    ]);
}

/// Whether a name of a document becomes one of the same sex, under many seeds: nothing that only the other sex bears.
fn check_sex(text: &str, (before, after): (&str, &str), alien: &[&str]) {
    let policy = Bundle::policy("pseudonymise").expect("embedded").expect("well formed");
    for seed in 1..=12 {
        let out = masked(&anonymiser(&policy, seed), text);
        let name = out.split_once(before).and_then(|(_, rest)| rest.split_once(after)).map(|(name, _)| name);
        let name = name.unwrap_or_else(|| panic!("{text}: {out}"));
        assert!(!alien.contains(&name) && !name.is_empty(), "{name}: {out}");
    }
}

#[test]
fn a_wife_gets_the_name_of_a_woman_and_a_husband_that_of_a_man() {
    let policy = "version = 1\n[mask]\ndefault = \"pseudonymise\"\n[recognise]\nmodels = [\"en/clinical\", \"es/clinical\"]\n\
                  [pseudonyms.names]\nfemale = [\"Ann\", \"Eve\", \"Ida\", \"Joy\"]\n\
                  male = [\"Bob\", \"Ned\", \"Gus\", \"Hal\"]\nsurnames = [\"Roe\", \"Poe\", \"Lund\", \"Falk\"]\n";
    let policy = Policy::parse("own", policy).expect("a policy");
    let (women, men) = (["Ann", "Eve", "Ida", "Joy"], ["Bob", "Ned", "Gus", "Hal"]);
    for (text, before, after, names) in [
        ("My wife Robin came with the keys.\n", "wife ", " came", women),
        ("Her husband Robin waited in the car.\n", "husband ", " waited", men),
        ("His sister, Kerry, drove home.\n", "sister, ", ", drove", women),
        ("Su esposa Trinidad Solana vino ayer.\n", "esposa ", " vino", women),
        ("Su hijo Cruz Solana vino ayer.\n", "hijo ", " vino", men),
    ] {
        for seed in 1..=6 {
            let out = masked(&anonymiser(&policy, seed), text);
            let name = out.split_once(before).and_then(|(_, rest)| rest.split_once(after)).map(|(name, _)| name);
            let given = name.and_then(|name| name.split(' ').next()).unwrap_or_else(|| panic!("{text}: {out}"));
            assert!(names.contains(&given), "{text}: {out}");
        }
    }
}

#[test]
fn a_husband_who_signs_is_no_woman_because_his_wife_has_his_name() {
    let text = "I wrote to Mrs Keogh about the roof.\n\nYours faithfully,\nAlasdair Keogh\n";
    check_sex(text, ("faithfully,\n", " "), &["Mary", "Linda", "Connie", "Edna", "Ann", "Susan", "Donna"]);
}

#[test]
fn what_may_be_a_person_gets_a_label_and_no_firm() {
    let policy = Bundle::policy("pseudonymise").expect("embedded").expect("well formed");
    let firm = ["Holdings", "Systems", "Group", "Stores", "Grupo", "Foods"];
    for text in ["We asked Peruz Kasparian about it.\n", "Conozco al joven Bulmaro Xool Canché desde hace años.\n"] {
        let out = masked(&anonymiser(&policy, 1), text);
        assert!(!firm.iter().any(|word| out.contains(word)), "{out}");
    }
}

#[test]
fn names_in_a_list_are_those_of_several_people() {
    let policy = Bundle::policy("default").expect("embedded").expect("well formed");
    let text = "Asisten a la reunión de hoy:\nAne Etxebarria\nJon Goñi\nMikel Lasa\n";
    let out = masked(&anonymiser(&policy, 1), text);
    assert_eq!(out.lines().count(), 4, "{out}");
}

#[test]
fn words_are_replaced_where_a_policy_asks_for_it_and_they_are_certain() {
    let policy = "version = 1\n[mask]\ndefault = \"keep\"\nprofession = \"pseudonymise\"\n\
                  [recognise]\nmodels = [\"en/clinical\", \"es/clinical\"]\n";
    let policy = Policy::parse("own", policy).expect("a policy");
    let out = masked(&anonymiser(&policy, 1), "My supervisor scored the winner.\n");
    assert!(out.ends_with("scored the winner.\n") || out.contains('['), "no other fact stands there: {out}");
}
