use super::*;
use crate::Analysis;
use proptest::prelude::*;
use sfumato_document::formats::{DocumentFormat, TextFile};

/// The text with its tokens parted by blanks, glued ones by `|`.
fn shown(text: &str, languages: Languages) -> String {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let mut shown = String::new();
    for token in tokenise(&document, languages) {
        if !shown.is_empty() {
            shown.push(if token.is_glued { '|' } else { ' ' });
        }
        shown.push_str(document.slice(token.span));
    }
    shown
}

fn english(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(text, Languages::only(Language::English)), *expected);
    }
}

fn spanish(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(text, Languages::only(Language::Spanish)), *expected);
    }
}

#[test]
fn english_contractions_are_cut() {
    english(&[
        ("I don't think Ann's late.", "I do|n't think Ann|'s late ."),
        ("We’ll see; it cannot be, I'm gonna go", "We|’ll see ; it can|not be , I|'m gon|na go"),
        ("dont, Im, thats", "do|nt , I|m , that|s"),
        ("the parents' house", "the parents|' house"),
        ("the 'open parents' day", "the ' open parents ' day"),
        ("O'Brien's and D'Arcy", "O'Brien|'s and D'Arcy"),
        ("the B52's of the 80's, '02 and 'em", "the B52|'s of the 80's , '02 and 'em"),
    ]);
}

#[test]
fn spanish_contractions_and_pronouns_are_cut() {
    spanish(&[
        ("Al salir del bosque, fue al cine", "A|l salir de|l bosque , fue a|l cine"),
        ("Ramiro Del Olmedal y Al Finch", "Ramiro Del Olmedal y Al Finch"),
        ("quiso dárselo e irse, véase", "quiso dár|se|lo e ir|se , véa|se"),
        ("una parte de la muerte de Carlos Duarte", "una parte de la muerte de Carlos Duarte"),
        ("habló Marta Verle. Verle es grato", "habló Marta Verle . Ver|le es grato"),
    ]);
}

#[test]
fn hyphens_part_english_compounds_only() {
    english(&[
        ("a well-known e-mail of non-human co-workers", "a well - known e-mail of non-human co-workers"),
        ("Mr. Lee-Ortiz, 3-4 days, 555-0123, 1-2-2020", "Mr. Lee - Ortiz , 3 - 4 days , 555-0123 , 1-2-2020"),
        ("time--the", "time -- the"),
    ]);
    spanish(&[
        ("García-López, 3-4 días, el 23-F", "García-López , 3-4 días , el 23-F"),
        ("ántero-superior - sí", "ántero-superior - sí"),
    ]);
    assert_eq!(shown("García-López", Languages::unknown()), "García-López");
}

#[test]
fn numbers_part_from_their_units() {
    spanish(&[
        ("10mg, 5% y 38,5ºC", "10 mg , 5 % y 38,5 ºC"),
        ("120/80 a 1.000,50 € el 12/03/2020", "120/80 a 1.000,50 € el 12/03/2020"),
        ("8ml/24h, 2x3, B12, 3er y 1º", "8 ml / 24 h , 2x3 , B12 , 3er y 1º"),
        ("9 km² y 4 m2", "9 km ² y 4 m2"),
        ("37°C", "37 °C"),
        ("+34 600", "+34 600"),
    ]);
    english(&[
        ("3,000.5 at 7:30pm, 2nd, 1970s, .5", "3,000.5 at 7:30 pm , 2nd , 1970s , .5"),
        ("$5k #1 +44 20", "$ 5 k # 1 +44 20"),
    ]);
}

#[test]
fn abbreviations_keep_their_stop() {
    english(&[
        ("Mr. J. Lee of the U.S. at 5 p.m. today.", "Mr. J. Lee of the U.S. at 5 p.m. today ."),
        ("Books, etc. He said no. See no. 5.", "Books , etc . He said no . See no. 5 ."),
        ("You and I. We", "You and I . We"),
    ]);
    spanish(&[
        ("Dª. M.ª del Mar, C/ Mayor nº 3", "Dª. M.ª de|l Mar , C / Mayor nº 3"),
        ("La Dra. Ruiz, art. 5, n.° 6", "La Dra. Ruiz , art. 5 , n.° 6"),
        ("300 a. C. y EE. UU., EE.UU.", "300 a. C. y EE. UU. , EE.UU."),
    ]);
}

#[test]
fn addresses_and_handles_are_whole() {
    english(&[
        (
            "see https://a.example/x?y=1, or mail a.b@c.example.",
            "see https://a.example/x?y=1 , or mail a.b@c.example .",
        ),
        ("(www.a.example) notes-2.doc @ana #topic", "( www.a.example ) notes-2.doc @ana #topic"),
        ("end.The next", "end . The next"),
    ]);
}

#[test]
fn marks_run_together() {
    english(&[
        ("what?!... no -- yes!!! :) ok :-(", "what ?! ... no -- yes !!! :) ok :-("),
        ("(and/or) w/o AT&T", "( and / or ) w/o AT&T"),
        ("👩\u{200d}👧 👍🏽!", "👩\u{200d}👧 👍🏽 !"),
    ]);
}

#[test]
fn combining_and_invisible_characters_stay_with_their_word() {
    spanish(&[("Nun\u{303}o vino", "Nun\u{303}o vino")]);
    english(&[("\u{200f}שָׁלוֹם\u{200f} ok", "\u{200f}שָׁלוֹם\u{200f} ok"), ("\u{200f}", "\u{200f}"), ("عَلَى", "عَلَى")]);
}

/// Pieces that rules look for, to be strung together at random.
const PIECES: &[&str] = &[
    " ", " ", " ", "\n", "\n\n", ".", "..", "?", "!", ",", "-", "--", "'", "’", "\"", "/", "@", ":", ")", "(", "&",
    "#", "º", "°", "²", "1", "23", "2020", "mg", "a", "I", "J", "Dr", "del", "Al", "darse", "n't", "s", "http://",
    "www.", "com", "é", "\u{301}", "\u{200d}", "😀", "🇪", "שלום", "字", "\u{feff}", "\u{96}", "AM", "etc", "=====",
];

fn check_all(text: &str) {
    let Ok(document) = TextFile.read(text.as_bytes().to_vec()) else { return };
    for languages in [Languages::only(Language::English), Languages::only(Language::Spanish), Languages::unknown()] {
        let analysis = Analysis::in_languages(&document, languages);
        let mut at = 0;
        for token in analysis.tokens() {
            assert!(
                document.text().get(at..token.span.start()).is_some_and(|gap| gap.chars().all(char::is_whitespace))
            );
            assert!(!token.span.is_empty() && !document.slice(token.span).contains(char::is_whitespace));
            assert!(!token.is_glued || token.span.start() == at);
            at = token.span.end();
        }
        assert!(document.text().get(at..).is_some_and(|rest| rest.trim().is_empty()), "text is left over");
        let mut tokens = analysis.tokens().iter().peekable();
        for sentence in analysis.sentences() {
            assert_eq!(tokens.peek().map(|token| token.span.start()), Some(sentence.start()));
            let last = std::iter::from_fn(|| tokens.next_if(|token| sentence.contains(token.span))).last();
            assert_eq!(last.map(|token| token.span.end()), Some(sentence.end()));
        }
        assert!(tokens.next().is_none(), "a token is in no sentence");
    }
}

proptest! {
    #[test]
    fn tokens_and_sentences_cover_the_text(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        check_all(&pieces.concat());
    }

    #[test]
    fn any_text_is_covered(text in ".{0,200}") {
        check_all(&text);
    }
}

#[test]
fn long_texts_of_one_kind_are_cut_without_loss() {
    const LENGTH: usize = 1 << 16;
    let units = [
        "a",
        "1",
        ".",
        "-",
        "'",
        "a.",
        "a-",
        "1-",
        "a'",
        "@",
        "a@",
        ":)",
        "http://)",
        "😀\u{200d}",
        "é",
        "\u{301}",
        "A.",
        "((",
        "a/",
    ];
    for unit in units {
        check_all(&unit.repeat(LENGTH / unit.len()));
    }
}
