//! Labels fitted into sentences, with the models of the program.

use std::path::Path;

use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::Language::{self, English, Spanish};
use sfumato_language::{Analysis, LanguageModels, Languages, ModelFiles, Models};
use sfumato_mask::{Fitted, Label, fit, may_widen};

fn file(language: Language, name: &str) -> &'static [u8] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models").join(language.code());
    std::fs::read(folder.join(name).with_extension("bin")).expect("the assets are there").leak()
}

fn of(language: Language) -> LanguageModels<'static> {
    let file = |name: &str| file(language, name);
    let files = ModelFiles {
        lexicon: file("lexicon"),
        tags: file("tags"),
        details: file("details"),
        chunks: file("chunks"),
        lemmas: file("lemmas"),
    };
    LanguageModels::new(language, &files).expect("the models are sound")
}

fn models() -> &'static Models<'static> {
    static MODELS: std::sync::OnceLock<Models<'static>> = std::sync::OnceLock::new();
    MODELS.get_or_init(|| Models::new(of(English), of(Spanish)))
}

/// A text whose phrase between brackets is replaced.
fn fitted(marked: &str, label: &Label<'_>, free: bool) -> String {
    let language = label.language;
    let (before, rest) = marked.split_once('[').expect("a phrase is marked");
    let (phrase, after) = rest.split_once(']').expect("a phrase is marked");
    let text = format!("{before}{phrase}{after}");
    let document = TextFile.read(text.into_bytes()).expect("it is text");
    let analysis = Analysis::in_languages(&document, Languages::only(language)).with_models(models());
    let span = document.span(before.len(), before.len() + phrase.len()).expect("it lies inside");
    let free_from = if free { 0 } else { span.start() };
    let Fitted { span: place, text } = fit(&analysis, span, label, free_from);
    assert!(place == span || may_widen(&analysis, span, language).is_some_and(|widest| widest.contains(place)));
    let all = document.text();
    format!("{}{text}{}", all.get(..place.start()).expect("inside"), all.get(place.end()..).expect("inside"))
}

/// Cases as `text | label | result`; a label may be marked as a name or a verb.
#[track_caller]
fn check(language: Language, cases: &str) {
    let mut wrong = Vec::new();
    for case in cases.lines().map(str::trim).filter(|case| !case.is_empty()) {
        let parts: Vec<&str> = case.split(" | ").collect();
        let [marked, label, expected] = parts[..] else { panic!("no case: {case}") };
        let (kind, text) =
            ["name ", "verb "].iter().find_map(|kind| Some((*kind, label.strip_prefix(kind)?))).unwrap_or(("", label));
        let label = Label { text, language, is_name: kind == "name ", is_verb: kind == "verb " };
        let found = fitted(marked, &label, true);
        if found != expected {
            wrong.push(format!("{marked}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const DOCTOR: Label<'static> = Label { text: "doctor", language: English, is_name: false, is_verb: false };

#[test]
fn english_articles_agree() {
    check(
        English,
        "He was seen by an [oncologist] yesterday. | doctor | He was seen by a doctor yesterday.
        She is a [nurse] at the clinic. | adult | She is an adult at the clinic.
        The [oncologist] said it was fine. | doctor | The doctor said it was fine.
        A [nurse] called him. | adult | An adult called him.
        An [abscess] was found. | damage | Damage was found.
        He is an [Irish] actor. | Western | He is a Western actor.
        She took a [Boeing 747] to Rome. | aircraft | She took an aircraft to Rome.",
    );
}

#[test]
fn english_names_and_bare_nouns_get_an_article() {
    check(
        English,
        "Mary was born in [Syracuse] and moved away. | city | Mary was born in a city and moved away.
        Mary was born in [Syracuse]. | city in United States | Mary was born in a city in the United States.
        Mary was born in [Syracuse]. | name United States | Mary was born in the United States.
        Mary was born in [Syracuse]. | name New York State | Mary was born in New York State.
        [Syracuse] is cold in winter. | city | A city is cold in winter.
        She met [Diaz]'s sister. | person | She met a person's sister.
        The patient has [HIV]. | viral infection | The patient has a viral infection.
        He was diagnosed with [pancreatic cancer] in May. | disease | He was diagnosed with a disease in May.
        He was diagnosed with [pancreatic cancer] in May. | cancer | He was diagnosed with cancer in May.
        He worked at [Mercy Hospital] for years. | health institution | He worked at a health institution for years.
        He lived in [Tarragona]. | province of Tarragona | He lived in the province of Tarragona.
        They flew to [Paris] and slept. | city in Europe | They flew to a city in Europe and slept.",
    );
}

#[test]
fn english_articles_stay_away() {
    check(
        English,
        "City: [Syracuse] | city | City: city
        Aside from [acting], he paints. | humanistic discipline | Aside from a humanistic discipline, he paints.
        She admired his [oncologist]. | doctor | She admired his doctor.
        The [Syracuse] residents complained. | city | The city residents complained.
        [Syracuse] residents complained. | city | City residents complained.
        He studied at [Syracuse] University. | city | He studied at city University.
        The [Bronx]-based singer left. | city | The city-based singer left.
        He has [asthma], bronchitis and gout. | disease | He has disease, bronchitis and gout.",
    );
}

#[test]
fn english_plurals_stay_plural() {
    check(
        English,
        "The [oncologists] agreed. | doctor | The doctors agreed.
        He met [two actors] there. | artist | He met artists there.
        She was given [antibiotics]. | drug | She was given drugs.
        The [nurses] were kind. | nurse or midwife | The nurses or midwives were kind.
        Her [daughters] live abroad. | person | Her people live abroad.
        He has [diabetes]. | disease of metabolism | He has a disease of metabolism.
        He was treated for [headaches]. | pain | He was treated for pain.",
    );
}

#[test]
fn english_dates_keep_their_preposition_or_change_it() {
    check(
        English,
        "He was born on [12 March 2019] in Rome. | March 2019 | He was born in March 2019 in Rome.
        He was born on [12 March 2019]. | the 2010s | He was born in the 2010s.
        On [12 March 2019] he left. | 2019 | In 2019 he left.
        She was popular in the [2000s]. | some period | She was popular in some period.
        She made films since the [early 1990s]. | the 20th century | She made films since the 20th century.
        He was born in [1976]. | the 1970s | He was born in the 1970s.
        He was born on [12 March 2019]. | a date | He was born on a date.
        She won at [age 21] in Rome. | aged between 18 and 24 | She won aged between 18 and 24 in Rome.
        She is [47 years old]. | between 45 and 49 years old | She is between 45 and 49 years old.",
    );
}

#[test]
fn english_case_carries_over() {
    check(
        English,
        "SEEN BY AN [ONCOLOGIST] TODAY. | doctor | SEEN BY A DOCTOR TODAY.
        The patient is [JOHN SMITH] of Leeds. | person | The patient is A PERSON of Leeds.
        DIAGNOSIS: [HIV] | viral infection | DIAGNOSIS: VIRAL INFECTION",
    );
}

#[test]
fn spanish_articles_agree() {
    check(
        Spanish,
        "Fue vista por una [oncóloga] ayer. | médico | Fue vista por una médica ayer.
        La [enfermera] del centro llamó. | profesional sanitario | La profesional sanitaria del centro llamó.
        La [enfermera] llamó al médico. | profesional de la salud | La profesional de la salud llamó al médico.
        El [oncólogo] la operó. | persona | La persona la operó.
        Los [cirujanos] la operaron. | médico | Los médicos la operaron.
        Los [cirujanos] la operaron. | persona | Las personas la operaron.
        Vino del [Hospital Clínico]. | institución sanitaria | Vino de la institución sanitaria.
        Ingresó en urgencias del [Hospital Clínico]. | centro médico | Ingresó en urgencias del centro médico.
        Llamó al [cardiólogo] de guardia. | persona | Llamó a la persona de guardia.
        Volvió a la [clínica] del barrio. | centro médico | Volvió al centro médico del barrio.
        El [oncólogo] firmó el informe. | médico especialista | El médico especialista firmó el informe.
        Todos los [nativos] britanos huyeron. | ser vivo | Todos los seres vivos britanos huyeron.
        Un [perro] le mordió. | animal doméstico | Un animal doméstico le mordió.",
    );
}

#[test]
fn spanish_names_get_an_article() {
    check(
        Spanish,
        "Nació en [Lugo] y vive allí. | localidad en Galicia | Nació en una localidad en Galicia y vive allí.
        Nació en [Lugo]. | localidad en provincia de Lugo | Nació en una localidad en la provincia de Lugo.
        Nació en [Lugo]. | name Galicia | Nació en Galicia.
        Nació en [Lugo]. | provincia de Lugo | Nació en la provincia de Lugo.
        Vino de [Londres] en avión. | name Reino Unido | Vino del Reino Unido en avión.
        Viajó a [Londres] en avión. | name Reino Unido | Viajó al Reino Unido en avión.
        El paciente padece [diabetes] desde joven. | enfermedad | El paciente padece una enfermedad desde joven.
        Es [ingeniero] en una fábrica. | profesional | Es profesional en una fábrica.
        [Lugo] es una ciudad tranquila. | localidad | Una localidad es una ciudad tranquila.",
    );
}

#[test]
fn spanish_articles_stay_away() {
    check(
        Spanish,
        "Ciudad: [Lugo] | localidad | Ciudad: localidad
        Su [oncóloga] la llamó. | médico | Su médica la llamó.
        Acudió a la unidad de [oncología]. | especialidad médica | Acudió a la unidad de especialidad médica.
        Es un lugar cuya [localización] se ignora. | cosa | Es un lugar cuya cosa se ignora.
        Fue el [primer bretwalda] del sur. | bretwalda | Fue el bretwalda del sur.
        Sus [hermanas] viven lejos. | familiar | Sus familiares viven lejos.",
    );
}

#[test]
fn spanish_dates_read_well() {
    check(
        Spanish,
        "Ingresó el [12 de marzo de 2019] por la tarde. | marzo de 2019 | Ingresó en marzo de 2019 por la tarde.
        Ingresó el [12 de marzo de 2019]. | la década de 2010 | Ingresó en la década de 2010.
        Desde el [12 de marzo de 2019] no trabaja. | 2019 | Desde 2019 no trabaja.
        El informe del [12 de marzo de 2019] lo dice. | 2019 | El informe de 2019 lo dice.
        El informe de [1976] lo dice. | el siglo XX | El informe del siglo XX lo dice.
        Fue operado a los [23 años] en Madrid. | entre 18 y 24 años | Fue operado con entre 18 y 24 años en Madrid.
        Nació en [agosto de 1976]. | 1976 | Nació en 1976.",
    );
}

#[test]
fn spanish_case_carries_over() {
    check(
        Spanish,
        "FUE VISTA POR UNA [ONCÓLOGA] AYER. | médico | FUE VISTA POR UNA MÉDICA AYER.
        [Los Ángeles] creció mucho. | ciudad | Una ciudad creció mucho.",
    );
}

#[test]
fn verbs_keep_their_form() {
    check(
        English,
        "The duo [went] home. | verb travel | The duo travelled home.
        He was [seen] by a nurse. | verb perceive | He was perceived by a nurse.
        The letter was [transmitted] to her. | transfer | The letter was transfer to her.
        She [lives] in Rome. | verb stay | She stays in Rome.",
    );
    check(
        Spanish,
        "La paciente [acudió] a urgencias. | verb viajar | La paciente viajó a urgencias.
        La paciente fue [operada] ayer. | verb tratar | La paciente fue tratada ayer.
        Sufrió un corte al [caer]se. | verb convertirse | Sufrió un corte al convertirse.",
    );
}

#[test]
fn what_is_not_free_stays() {
    assert_eq!(fitted("He saw an [oncologist].", &DOCTOR, false), "He saw an doctor.");
    assert_eq!(fitted("He saw an\n[oncologist].", &DOCTOR, true), "He saw an\ndoctor.");
}

#[test]
fn half_a_word_is_left_alone() {
    assert_eq!(fitted("He saw an onco[logist].", &DOCTOR, true), "He saw an oncodoctor.");
    assert_eq!(fitted("[ ]", &DOCTOR, true), "doctor");
}

#[test]
fn what_is_replaced_is_the_phrase_and_words_before_it_on_its_line() {
    let text = "Visto por el\noncólogo del Hospital\nClínico el 3 de mayo,\u{a0}a los 40 años.\r\n\u{2014}De la\tclínica, \
        \u{201c}El Pinar\u{201d} (Lugo)/A CORUÑA. \n\nal\nel de la\n";
    let document = TextFile.read(text.as_bytes().to_vec()).expect("it is text");
    let analysis = Analysis::in_languages(&document, Languages::only(Spanish)).with_models(models());
    let tokens = analysis.tokens();
    let label = Label { text: "reino", language: Spanish, is_name: false, is_verb: false };
    for (first, last) in
        (0..tokens.len()).flat_map(|first| (first..(first + 3).min(tokens.len())).map(move |l| (first, l)))
    {
        let span = tokens[first].span.cover(tokens[last].span);
        let fitted = fit(&analysis, span, &label, 0);
        assert!(fitted.span.contains(span) && fitted.span.end() == span.end());
        let before = document.span(fitted.span.start(), span.start()).expect("it lies inside");
        assert!(
            !document.slice(before).contains(['\n', '\r']) && document.slice(before).split_whitespace().count() <= 2
        );
        assert_eq!(fit(&analysis, span, &label, span.start()).span, span);
    }
}
