//! Everybody here is invented. A text is written with `|` before each sentence that is asked about.

use std::sync::OnceLock;

use sfumato_detect::{Category, DetectionSettings, KnownCategory, NamedEntities, Recogniser, WordList, detect};
use sfumato_document::Document;
use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::{Language, LanguageModels, Languages, ModelFiles, Models};

use super::*;

macro_rules! files {
    ($language:literal) => {
        ModelFiles {
            lexicon: include_bytes!(concat!("../../../../assets/models/", $language, "/lexicon.bin")),
            tags: include_bytes!(concat!("../../../../assets/models/", $language, "/tags.bin")),
            details: include_bytes!(concat!("../../../../assets/models/", $language, "/details.bin")),
            chunks: include_bytes!(concat!("../../../../assets/models/", $language, "/chunks.bin")),
            lemmas: include_bytes!(concat!("../../../../assets/models/", $language, "/lemmas.bin")),
        }
    };
}

fn models() -> &'static Models<'static> {
    static MODELS: OnceLock<Models<'static>> = OnceLock::new();
    MODELS.get_or_init(|| {
        Models::new(
            LanguageModels::new(Language::English, &files!("en")).expect("models"),
            LanguageModels::new(Language::Spanish, &files!("es")).expect("models"),
        )
    })
}

/// What is found out about a text in which `people` are recognised as people and `protect` is to be protected.
struct Case {
    document: Document,
    language: Language,
    marks: Vec<usize>,
    protect: &'static str,
    people: &'static [&'static str],
}

impl Case {
    fn new(language: Language, protect: &'static str, people: &'static [&'static str], text: &str) -> Self {
        let mut marks = Vec::new();
        let mut plain = String::new();
        for part in text.split_inclusive('|') {
            plain.push_str(part.trim_end_matches('|'));
            marks.push(plain.len());
        }
        marks.pop();
        let document = TextFile.read(plain.into_bytes()).expect("readable");
        Self { document, language, marks, protect, people }
    }

    fn focus(&self) -> Focus {
        let analysis = Analysis::in_languages(&self.document, Languages::only(self.language)).with_models(models());
        let named = NamedEntities::new(&[self.protect]);
        let person = WordList::new(Category::new("person").expect("a category"), self.people);
        let recognisers: [&dyn Recogniser; 2] = [&named, &person];
        let entities = detect(&analysis, &recognisers, &DetectionSettings::default()).expect("no faults");
        let is_named = |nth: &usize| entities.entities[*nth].category.is(KnownCategory::Protected);
        let protected: Vec<usize> = (0..entities.entities.len()).filter(is_named).collect();
        Focus::of(&analysis, &entities, &protected, &[self.protect])
    }

    /// A letter for each mark: whom what follows it is about.
    fn found(&self) -> String {
        let focus = self.focus();
        let about = |mark: &usize| {
            let span = self.document.span(*mark, *mark + 1).expect("in the text");
            match focus.is_about(span) {
                Aboutness::Protected => 'P',
                Aboutness::Other => 'O',
                Aboutness::Open => '-',
            }
        };
        self.marks.iter().map(about).collect()
    }
}

#[track_caller]
fn english(protect: &'static str, people: &'static [&'static str], text: &str, expected: &str) {
    assert_eq!(Case::new(Language::English, protect, people, text).found(), expected, "{text}");
}

#[track_caller]
fn spanish(protect: &'static str, people: &'static [&'static str], text: &str, expected: &str) {
    assert_eq!(Case::new(Language::Spanish, protect, people, text).found(), expected, "{text}");
}

const TWO: &str = "|Edward Amos Finch (born May 3, 1970) is an English actor. |He was raised in Leeds. |In 1999, Finch won \
                   a prize. |Dora Quill (born Dora Finchley; 4 June 1971) is an American singer. |She studied in Ohio. \
                   |Her debut came in 1998. |Quill sang opposite Edward Finch in Harrow. |The tour made her known.";

#[test]
fn a_person_who_is_introduced_takes_the_focus() {
    english("Ned Finch", &[], TWO, "PPPOOOOO");
    english("Dora Quill", &[], TWO, "OOOPPPPP");
}

#[test]
fn the_focus_comes_back_with_the_name() {
    let text = "|Ada Moss (born 1970) is a painter. |Ira Bell (born 1971) is a judge. |He lives in Kent. |Moss moved to \
                Leeds. |She likes it. |Bell retired.";
    english("Ada Moss", &[], text, "POOPPO");
}

#[test]
fn a_text_about_one_person_is_about_them_throughout() {
    let text = "|A note. |Vera Stone (born 1950) grew up in Hull. |The Herald called her the best. |Tom Rusk directed her \
                in two films. |With Dora Quill and Amos Vane, she founded a school. |Tom Rusk was her teacher.";
    english("Vera Stone", &["Tom Rusk", "Dora Quill", "Amos Vane"], text, "PPPPPP");
}

#[test]
fn relatives_do_not_take_the_focus() {
    let text = "|Vera Stone (born 1950) is a chemist. |Her son Leo Stern was born in 1981. |Ira Bell (born 1960) is a \
                judge. |His wife Ann Bright was born in Hull.";
    english("Vera Stone", &["Leo Stern"], text, "PPOO");
}

#[test]
fn somebody_who_is_never_introduced_is_a_topic_only_if_the_text_stays_with_them() {
    let people: &[&str] = &["Vera Stone", "Officer Rusk", "Rusk"];
    let text = "|Vera Stone left the house. |Rusk closed the road. |Rusk searched a car in Hull. |The car was red. \
                |Stone came back.";
    english("Vera Stone", people, text, "POOOP");
    let once = "|Vera Stone left the house. |Rusk closed the road. |Ira Bell was born in Kent. |He saw nothing.";
    english("Vera Stone", people, once, "PPOO");
}

#[test]
fn a_subject_that_acts_on_whom_the_text_is_about_does_not_take_the_focus() {
    let text = "|Vera Stone left the house. |Rusk arrested her in Hull. |Ira Bell (born 1960) is a judge. |Bell sentenced \
                Vera Stone in Leeds. |The court was full. |Rusk closed the door. |Rusk left.";
    english("Vera Stone", &["Rusk"], text, "PPOPOOO");
}

#[test]
fn who_is_named_by_the_way_is_no_subject() {
    let text = "|Ira Bell (born 1960) is a judge. |With Vera Stone, he opened an office in Rome. |With Amos Vane and Vera \
                Stone, he sold it. |He sat opposite Vera Stone in Kent.";
    english("Vera Stone", &[], text, "OOOO");
}

#[test]
fn somebody_who_is_told_to_be_something_is_introduced() {
    let text = "|Vera Stone is a chemist. |Ira Bell is a judge. |The court sits in Kent.";
    english("Vera Stone", &["Ira Bell"], text, "POO");
}

#[test]
fn a_pronoun_that_cannot_be_theirs_ends_the_focus_on_somebody_else() {
    let text = "|Vera Stone (born 1950) is a chemist. |She lives in Hull. |Ira Bell (born 1960) is a judge. |He lives in \
                Kent. |She was given a medal in Rome. |He retired.";
    english("Vera Stone", &[], text, "PPOOPP");
    // Nothing tells whose pronoun it is.
    let unknown =
        "|Vera Stone (born 1950) is a chemist. |Ira Bell (born 1960) is a judge. |He lives in Kent. |She won.";
    english("Vera Stone", &[], unknown, "POO-");
}

#[test]
fn both_named_as_subjects_means_who_is_protected() {
    let text = "|Ira Bell (born 1960) is a judge. |Bell and Vera Stone met in Rome. |Bell wrote a book. |After Stone left \
                Rome, Bell followed.";
    english("Vera Stone", &[], text, "OPOP");
}

#[test]
fn headings_are_topics() {
    let text = "|Vera Stone\n\n|Lives in Hull since May.\n\n|Ira Bell\n\n|Worked in Kent for years.\n";
    english("Vera Stone", &["Ira Bell"], text, "PPOO");
    // A heading that nobody takes for a person changes nothing.
    english("Vera Stone", &[], text, "PPPP");
}

#[test]
fn the_names_of_works_and_places_take_no_focus() {
    let text = "|Vera Stone (born 1950) is an actress. |Harrow Lane (1994) is a comedy. |Moonrise (2008–15) was a series. \
                |Leeds is a town.";
    english("Vera Stone", &[], text, "PPPP");
}

#[test]
fn a_name_of_another_kind_that_holds_the_surname_is_no_other_person() {
    let text = "|Vera Stone (born 1950) is a singer. |The Stone Sisters was a band of hers. |The Omaha, \
                Nebraska-born singer moved to Hull. |Ira Bell (born 1960) is a judge.";
    english("Vera Stone", &["Stone Sisters"], text, "PPPO");
}

#[test]
fn people_are_known_by_the_names_they_are_said_to_have() {
    let text = "|Ira Bell (born 1960) is a judge. |Johanna Vogt (May 3, 1950 – June 1, 2001), known as Vera Stone, was a \
                singer. |Vogt lived in Hull.";
    english("Vera Stone", &[], text, "OPP");
    english("Ira Bell", &[], text, "POO");
    let stage = "|Ira Bell (born 1960) is a judge. |Ned Pratt (born 1987), better known by his stage name of tin kettle, is a \
                 singer. |He lives in Hull.";
    english("Tin Kettle", &[], stage, "OPP");
    // WeighedPhrase only later, it counts for what was said before.
    let later = "|Ira Bell (born 1960) is a judge. |Johanna Vogt (May 3, 1950 – June 1, 2001) was a singer. |She is best \
                 known by her stage name Vera Stone. |She lived in Hull.";
    english("Vera Stone", &[], later, "OPPP");
}

#[test]
fn names_that_are_words_as_well_are_names() {
    let text = "|Ira Bell (born 1960) is a judge. |Hope Elise Stone (November 28, 1933 – May 1, 2003) was a chemist. |Dale \
                List (born August 9, 1985) is a cook. |Grace Going (born 1970) is a nurse.";
    english("Hope Stone", &[], text, "OPOO");
    english("Dale List", &[], text, "OOPO");
    english("Grace Going", &[], text, "OOOP");
    let again = "|Ira Bell (born 1960) is a judge. |Hope Quill lives in Hull. |Bell won. |Dale List moved to Rome.";
    english("Hope Quill", &[], again, "OPOO");
    english("Dale List", &[], again, "OOOP");
}

#[test]
fn a_bracket_that_nobody_closes_ends_with_its_sentence() {
    let text = "|Vera Stone won. |Ira Bell (September 27, 1908 in Kent. |Sat in the high court.";
    english("Vera Stone", &[], text, "POO");
}

#[test]
fn a_given_name_is_not_the_family() {
    let text = "|Vera Stone (born 1950) is a chemist. |Vera likes tea. |Vera Lind (born 1960) is a judge. |Lind lives in \
                Kent. |Vera likes tea.";
    english("Vera Stone", &[], text, "PPOOP");
}

#[test]
fn what_a_cell_says_is_not_carried_into_the_next() {
    let table = b"note\nIra Bell (born 1960) is a judge.\nLives in Kent since May.\nVera Stone won.\n";
    let document = sfumato_document::formats::Csv::default().read(table.to_vec()).expect("readable");
    let analysis = Analysis::in_languages(&document, Languages::only(Language::English)).with_models(models());
    let focus = Focus::of(&analysis, &Entities::default(), &[], &["Vera Stone"]);
    let about = |words: &str| {
        let start = document.text().find(words).expect("in the text");
        focus.is_about(document.span(start, start + words.len()).expect("a span"))
    };
    assert_eq!(about("judge"), Aboutness::Other);
    assert_eq!(about("Kent"), Aboutness::Open);
    assert_eq!(about("won"), Aboutness::Protected);
}

#[test]
fn what_stands_before_the_first_topic_is_open() {
    let text = "|The prize is old. |Ira Bell (born 1960) is a judge. |Vera Stone (born 1950) is a chemist.";
    english("Vera Stone", &[], text, "-OP");
}

#[test]
fn spanish_drops_subjects_and_brackets_have_days() {
    let text = "|Vera Lindón Sanz (Burgos, 28 de abril de 1974) es una actriz española. |Nació en una familia humilde. \
                |En 1999 Lindón se mudó a Soria. |Tomás Ferrer Gil (Lugo, 3 de mayo de 1970) es un director. |Estudió en \
                Madrid. |Ferrer rodó con Vera Lindón una película. |Después, Lindón Sanz dejó el cine.";
    spanish("Vera Lindón", &[], text, "PPPOOOP");
    spanish("Tomás Ferrer", &[], text, "OOOPPPO");
}

#[test]
fn somebody_is_protected_by_the_surname() {
    let case = Case::new(Language::English, "Ned Finch", &[], TWO);
    let names: Vec<&str> = case.focus().names().iter().map(|span| case.document.slice(*span)).collect();
    assert_eq!(names, ["Edward Amos Finch", "Finch", "Edward Finch"]);
}

#[test]
fn nobody_to_protect_leaves_everything_open() {
    let case = Case::new(Language::English, "", &[], "|Ira Bell (born 1960) is a judge. |He won.");
    assert_eq!(case.found(), "--");
    assert!(case.focus().names().is_empty());
}

#[test]
fn a_stretch_over_both_is_of_whom_is_protected() {
    let text = "|Ira Bell (born 1960) is a judge. |Vera Stone (born 1950) is a chemist.";
    let case = Case::new(Language::English, "Vera Stone", &[], text);
    assert_eq!(case.focus().is_about(case.document.whole()), Aboutness::Protected);
}

#[test]
fn names_are_compared_without_what_tells_nobody_apart() {
    let same = |one: &str, other: &str| Names::of(one) == Names::of(other);
    assert!(same("Dr. Édith de la Cruz Jr.", "EDITH CRUZ"));
    assert!(same("J. Bell", "Bell") && !same("Jo Bell", "Bell"));
    assert_eq!(format!("{:?}", Names::of("Ada Moss")), "Names(2)");
}
