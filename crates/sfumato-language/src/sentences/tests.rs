use sfumato_document::Span;
use sfumato_document::formats::{DocumentFormat, TextFile};

use super::{WINDOW, each, split};
use crate::{Analysis, Language, Languages, tokens};

/// Each text is given as its sentences, parted by `|`, which is not in the text.
fn check(language: Language, cases: &[&str]) {
    for case in cases {
        let text = case.replace('|', "");
        let document = TextFile.read(text.into_bytes()).expect("readable");
        let analysis = Analysis::in_languages(&document, Languages::only(language));
        let found: Vec<&str> = analysis.sentences().iter().map(|span| document.slice(*span)).collect();
        let expected: Vec<&str> = case.split('|').map(str::trim).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn sentences_end_with_their_marks() {
    check(
        Language::English,
        &[
            "It rained.| \"Why?\" she said.| We left (late).",
            "He left...| Then came Ann.| What?!| No.",
            "so... we left.",
            "He left.|Then it rained.",
            "she left. |then what? |no idea",
            "Thanks :) |See you",
        ],
    );
    check(
        Language::Spanish,
        &[
            "Vino ayer.| ¿Por qué?| Nadie lo sabe…",
            "Mide 5 cm.| La masa es dura.",
            "«Se fue.» |Eso dijo.",
            "\"¿Vienes? \", dijo Ana.| No fue.",
            "Es normal.| .| Luego volvió.",
        ],
    );
}

#[test]
fn abbreviations_and_numbers_do_not_end_them() {
    check(
        Language::English,
        &[
            "Seen by Dr. J. Lee at St. Mary.| BP was 12.5 kPa.",
            "It closed at 5 p.m. |The nurse left.",
            "Seen at 5 p.m. Friday.",
            "She has hepatitis C. |Without cough.| Seen by J. Lee.",
            "Pills, etc.| He said no.| See no. 5 of Acme Inc. in Ohio.",
        ],
    );
    check(
        Language::Spanish,
        &[
            "El Hosp. Gral. lo derivó.| La Dra. Ruiz firmó el art. 5 de la L.O. vigente.",
            "Infección por H. pylori tratada.| Toma vitamina K. |La paciente mejora.",
            "Fármacos, p. ej. aspirina.| Viajó a EE. UU. en 2001.",
        ],
    );
}

#[test]
fn fields_headings_and_items_are_sentences() {
    check(
        Language::Spanish,
        &[
            "DATOS DEL PACIENTE|\nNombre: Ana|\nEdad: 54 años|\nIngresa por dolor\ntorácico.",
            "Reposo.| 2. Beber agua.| 3. Volver.",
        ],
    );
    check(Language::English, &["Plan|\n1. Rest.|\n2. Fluids.", "Seen well. |====== |Ann Lee"]);
}

#[test]
fn lines_that_end_in_a_word_that_needs_another_run_on() {
    check(
        Language::English,
        &[
            "The nurse saw Mr\nSmith and Dr.\nJones yesterday",
            "John van der\nBerg",
            "She went with the\nRed Cross to\nParis",
            "Seen by Dr\n|- Rest",
            "Seen by\n|Name: Ann",
            "John Smith Sr|\nHe left",
        ],
    );
    check(Language::Spanish, &["Atendido por la Dra.\nRuiz y\nDon Luis", "Ana de la\nTorre|\nMadrid"]);
}

#[test]
fn stamps_and_addresses_of_mails_stand_apart() {
    check(
        Language::English,
        &["Ann Lee |08/16/2000 03:48 PM |Hello Bob.", "Mail ann@a.example |Call us.", "It is on 08/16/2000 03:48 PM."],
    );
}

#[test]
fn sentences_are_the_same_when_few_tokens_are_held() {
    let some =
        "Seen by Dr. Lee at 5 p.m. The plan: rest.\n1. Rest\n2. Water and so on\nLee 08/16/2000 03:48 PM Hi.\n\n";
    let without_end = "and so on ".repeat(700);
    let text = format!("{}{without_end}. {}", some.repeat(300), some.repeat(100));
    let document = TextFile.read(text.into_bytes()).expect("readable");
    let languages = Languages::only(Language::English);
    let tokens = tokens::tokenise(&document, languages);
    assert!(tokens.len() > 3 * WINDOW);
    let expected = split(&document, &tokens, languages);
    let (mut handed_out, mut sentences, mut pieces) = (Vec::new(), Vec::new(), 0);
    each(&document, tokens.iter().copied(), languages, 100, |window, own, sentence| {
        assert!(own.len() <= 100 && window.len() <= 2 * WINDOW);
        handed_out.extend_from_slice(&window[own]);
        // A sentence in pieces grows from one to the next.
        sentences.pop_if(|last: &mut Span| last.start() == sentence.start());
        sentences.push(sentence);
        pieces += 1;
    });
    assert!(handed_out == tokens && sentences == expected && pieces > expected.len());
}
