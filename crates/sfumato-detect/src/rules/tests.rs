use sfumato_document::formats::{DocumentFormat, TextFile};
use sfumato_language::{Analysis, Languages};

use super::*;
use crate::patterns::{PatternBank, RecogniserDefinition, RecogniserSource};
use crate::{Findings, Recogniser};

const ID: &str = "learnt/test";

/// A document with what is annotated in it.
struct AnnotatedPage(Document, Vec<(Span, Category)>);

/// Reads a text in which annotations stand as `«category|value»`.
fn page(marked: &str) -> AnnotatedPage {
    let mut text = String::new();
    let mut places = Vec::new();
    for (nth, part) in marked.split(['«', '»']).enumerate() {
        match part.split_once('|').filter(|_| nth % 2 == 1) {
            Some((category, value)) => {
                places.push((text.len(), text.len() + value.len(), Category::new(category).expect("a category")));
                text.push_str(value);
            }
            None => text.push_str(part),
        }
    }
    let document = TextFile.read(text.into_bytes()).expect("a text");
    let spans = places
        .into_iter()
        .map(|(start, end, category)| (document.span(start, end).expect("in the text"), category))
        .collect();
    AnnotatedPage(document, spans)
}

fn learn(pages: &[AnnotatedPage]) -> String {
    learnt(pages).expect("something is precise enough")
}

fn learnt(pages: &[AnnotatedPage]) -> Option<String> {
    let documents: Vec<RuleExample> =
        pages.iter().map(|AnnotatedPage(document, annotations)| RuleExample { document, annotations }).collect();
    generate(&documents, Language::Spanish, ID, &RuleSettings::default())
}

/// Finds what the learnt rules say of a text.
fn found(toml: &str, text: &str) -> Vec<(String, String)> {
    let bank = PatternBank::compile(&[RecogniserSource { id: ID, toml }], "").expect("a bank");
    let document = TextFile.read(text.as_bytes().to_vec()).expect("a text");
    let analysis = Analysis::in_languages(&document, Languages::only(Language::Spanish));
    let mut findings = Findings::default();
    bank.recognise(&analysis, &mut findings).expect("patterns never fail");
    let shown = |finding: &crate::Finding| (finding.category.to_string(), document.slice(finding.span).to_owned());
    let mut shown: Vec<_> = findings.into_sorted().iter().map(shown).collect();
    shown.dedup();
    shown
}

fn one(category: &str, value: &str) -> Vec<(String, String)> {
    vec![(category.to_owned(), value.to_owned())]
}

const NAMES: [&str; 6] = ["Oriol", "Beltrana", "Casilda", "Dimas", "Eladia", "Froilán"];

/// A name for each number: "Oriol Casilda", "Beltrana Dimas"…
fn name(nth: usize) -> String {
    format!("{} {}", NAMES[nth % NAMES.len()], NAMES[(nth * 5 + 2) % NAMES.len()])
}

#[test]
fn a_field_is_learnt() {
    let pages: Vec<AnnotatedPage> = (0..20)
        .map(|nth| page(&format!("Informe.\nPaciente:  «person/patient|{}».\nSala: {nth}.\n", name(nth))))
        .collect();
    let toml = learn(&pages);
    assert_eq!(
        found(&toml, "Paciente: Quirico Salvatierra.\nSala: 4.\n"),
        one("person/patient", "Quirico Salvatierra")
    );
    assert_eq!(found(&toml, "Vino Quirico Salvatierra.\n"), []);
}

#[test]
fn a_shape_is_generalised() {
    let separators = ['-', '/'];
    let pages: Vec<AnnotatedPage> = (0..24)
        .map(|nth| {
            let digits = "73190284".get(..5 + nth % 3).expect("enough digits");
            page(&format!("Consta 12 y el número «id|{digits}{}{:02}» de hoy.\n", separators[nth % 2], nth))
        })
        .collect();
    let toml = learn(&pages);
    for value in ["10293/44", "102938-45", "1029384/46"] {
        assert_eq!(found(&toml, &format!("Vuelve con {value} otra vez.")), one("id", value), "{toml}");
    }
    assert_eq!(found(&toml, "Quedan 10293 y 44."), []);
}

#[test]
fn a_closed_class_is_learnt_but_for_names() {
    let words = ["viuda", "soltera"];
    let pages: Vec<AnnotatedPage> = (0..24)
        .map(|nth| {
            let word = words[nth % 2];
            page(&format!("«demographic|{word}» desde {nth} años.\n«person|Oriol» lo sabe.\n"))
        })
        .collect();
    let toml = learn(&pages);
    assert_eq!(found(&toml, "Quedó viuda."), one("demographic", "viuda"));
    assert!(!toml.contains("Oriol"), "a name stands in the rules");
}

#[test]
fn an_imprecise_rule_is_dropped() {
    // Every second number of the shape is annotated, behind the same words.
    let pages: Vec<AnnotatedPage> = (0..24)
        .map(|nth| {
            let number = 40_000 + nth * 37;
            page(&if nth % 2 == 0 { format!("Tiene {number} hoy.") } else { format!("Tiene «id|{number}» hoy.") })
        })
        .collect();
    assert_eq!(learnt(&pages), None);
}

#[test]
fn the_file_holds_no_value_and_keeps_its_own_examples() {
    let pages: Vec<AnnotatedPage> = (0..24)
        .map(|nth| page(&format!("Nombre: «person|{}».\nClave: «id|{:06}».\n", name(nth), 700_100 + nth * 113)))
        .collect();
    let toml = learn(&pages);
    for AnnotatedPage(document, annotations) in &pages {
        for (span, _) in annotations {
            assert!(!toml.contains(document.slice(*span)));
        }
    }
    assert!(NAMES.iter().all(|name| !toml.contains(name)));
    let definition = RecogniserDefinition::parse(&toml).expect("a definition");
    assert!(definition.tests.examples.len() >= 2 && definition.tests.counter_examples.len() >= 5);
    for example in &definition.tests.examples {
        let expected = example.split(['«', '»']).nth(1).expect("a marked value");
        let shown = found(&toml, &example.replace(['«', '»'], ""));
        assert!(shown.iter().any(|(_, value)| value == expected), "{example}");
    }
    assert_eq!(toml, learn(&pages), "the same documents give the same file");
}

#[test]
fn nothing_is_learnt_from_nothing() {
    for pages in [vec![], vec![page("Nada.")], vec![page("«id|1»")]] {
        assert_eq!(learnt(&pages), None);
    }
}
