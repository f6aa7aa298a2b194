//! Examples counted by hand.

use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, TextFile};

use super::*;
use crate::MatchCounts;

fn read(text: &str) -> Document {
    TextFile.read(text.as_bytes().to_vec()).expect("a text")
}

/// Places in a text: each is a piece of it, the first that is not before the one before, and its label.
fn places<'l>(document: &Document, places: &[(&str, &'l str)]) -> Vec<LabelledSpan<'l>> {
    let mut from = 0;
    let place = |(piece, label): &(&str, &'l str)| {
        let rest = document.text().get(from..).expect("a place");
        let start = from + rest.find(piece).unwrap_or_else(|| panic!("{piece} stands there"));
        from = start;
        LabelledSpan { span: document.span(start, start + piece.len()).expect("a span"), label }
    };
    places.iter().map(place).collect()
}

fn compared(text: &str, gold: &[(&str, &str)], found: &[(&str, &str)], ignored: &[(&str, &str)]) -> EntityComparison {
    let document = read(text);
    let found = places(&document, found).into_iter().map(|labelled| FoundSpan { labelled, by: "test" }).collect();
    let ignored = places(&document, ignored).into_iter().map(|place| place.span).collect();
    compare(&document, places(&document, gold), found, ignored)
}

/// Right, spurious and missed of a measure.
#[track_caller]
fn check(comparison: &EntityComparison, measure: EntityMeasure, right: usize, spurious: usize, missed: usize) {
    let expected = MatchCounts { right, spurious, missed };
    assert_eq!(comparison.tallies.of(measure).all, expected, "{}", measure.name());
}

#[track_caller]
fn check_all(comparison: &EntityComparison, counts: [(usize, usize, usize); 6]) {
    for (measure, (right, spurious, missed)) in EntityMeasure::ALL.into_iter().zip(counts) {
        check(comparison, measure, right, spurious, missed);
    }
}

fn kinds(comparison: &EntityComparison) -> Vec<(&'static str, usize, usize)> {
    comparison.misses.iter().map(|miss| (miss.kind.name(), miss.line, miss.column)).collect()
}

#[test]
fn what_is_found_as_it_is_annotated_is_right_everywhere() {
    let gold = [("Ana Lee", "PER"), ("Elx", "LOC")];
    let all = compared("Ana Lee, Elx 3", &gold, &gold, &[]);
    // The two are neighbours, with a comma and a blank between them.
    check_all(&all, [(2, 0, 0), (2, 0, 0), (2, 0, 0), (1, 0, 0), (10, 0, 0), (3, 0, 0)]);
    assert_eq!(kinds(&all), []);
}

#[test]
fn nothing_is_compared_with_nothing() {
    check_all(&compared("Ana", &[], &[], &[]), [(0, 0, 0); 6]);
    check_all(&compared("", &[], &[], &[]), [(0, 0, 0); 6]);
}

#[test]
fn without_annotations_all_is_spurious_and_without_findings_all_is_missed() {
    let ana = [("Ana Lee", "PER")];
    let spurious = compared("Ana Lee", &[], &ana, &[]);
    check_all(&spurious, [(0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 7, 0), (0, 2, 0)]);
    assert_eq!(kinds(&spurious), [("spurious", 1, 1)]);
    let missed = compared("Ana Lee", &ana, &[], &[]);
    check_all(&missed, [(0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 7), (0, 0, 2)]);
    assert_eq!(kinds(&missed), [("missed", 1, 1)]);
}

#[test]
fn what_is_given_twice_counts_once() {
    let ana = [("Ana", "PER"), ("Ana", "PER")];
    check_all(&compared("Ana", &ana, &ana, &[]), [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0), (3, 0, 0), (1, 0, 0)]);
}

#[test]
fn each_kind_of_miss() {
    let text = "Señor Ana Lee\nde Elx, 40 años\ny don Gil, jefe";
    let gold = [("Ana Lee", "PER"), ("Elx", "LOC"), ("40 años", "AGE"), ("Gil", "PER"), ("jefe", "JOB")];
    let found = [("Señor", "PER"), ("Ana", "PER"), ("Elx", "ORG"), ("40 años", "AGE"), ("don Gil", "PER")];
    let all = compared(text, &gold, &found, &[]);
    let expected = [
        ("spurious", 1, 1),
        ("partly-covered", 1, 7),
        ("wrong-label", 2, 4),
        ("wrong-border", 3, 7),
        ("missed", 3, 12),
    ];
    assert_eq!(kinds(&all), expected);
    check(&all, EntityMeasure::Entity, 1, 4, 4);
    check(&all, EntityMeasure::EntityOverlap, 3, 2, 2);
    check(&all, EntityMeasure::Span, 2, 3, 3);
    // On both sides: Elx and 40 años are one, Ana (Lee) lies a word away from Elx.
    // Found: "Señor Ana", "Elx, 40 años", "don Gil"; annotated: "Ana Lee", "Elx, 40 años", "Gil, jefe".
    check(&all, EntityMeasure::SpanMerged, 1, 2, 2);
    // Right: Ana 3, Elx 3, 40 años 7, Gil 3; spurious: Señor 5, "don " 4; missed: " Lee" 4, jefe 4.
    check(&all, EntityMeasure::Character, 16, 9, 8);
    // Right: Ana, Elx, 40, años, Gil; spurious: Señor, don; missed: Lee, jefe.
    check(&all, EntityMeasure::Token, 5, 2, 2);
    let miss = &all.misses[2];
    assert_eq!(miss.gold.as_deref(), Some("LOC"));
    assert_eq!(miss.found, [("ORG".into(), "test".into())]);
}

#[test]
fn labels_are_told_apart() {
    let gold = [("Ana", "PER"), ("Elx", "LOC")];
    let found = [("Ana", "PER"), ("Elx", "PER")];
    let all = compared("Ana de Elx", &gold, &found, &[]);
    let by_label = |measure, label: &str| all.tallies.of(measure).by_label[label];
    assert_eq!(by_label(EntityMeasure::Entity, "PER"), MatchCounts { right: 1, spurious: 1, missed: 0 });
    assert_eq!(by_label(EntityMeasure::Entity, "LOC"), MatchCounts { right: 0, spurious: 0, missed: 1 });
    // Where labels do not count, what is there goes by the label of the annotation.
    assert_eq!(by_label(EntityMeasure::Span, "LOC"), MatchCounts { right: 1, spurious: 0, missed: 0 });
    assert_eq!(by_label(EntityMeasure::Character, "LOC"), MatchCounts { right: 3, spurious: 0, missed: 0 });
}

#[test]
fn one_finding_answers_one_annotation() {
    let two = [("Ana", "PER"), ("Lee", "PER")];
    let whole = [("Ana y Lee", "PER")];
    check(&compared("Ana y Lee", &two, &whole, &[]), EntityMeasure::EntityOverlap, 1, 0, 1);
    check(&compared("Ana y Lee", &whole, &two, &[]), EntityMeasure::EntityOverlap, 1, 1, 0);
    // Ana-Gil, Gil-Lee and Lee-Paz against Ana, Gil-Lee and Paz: each finds its own.
    let text = "Ana Gil Lee Paz";
    let all =
        compared(text, &[("Ana", "P"), ("Gil Lee", "P"), ("Paz", "P")], &[("Ana Gil", "P"), ("Lee Paz", "P")], &[]);
    check(&all, EntityMeasure::EntityOverlap, 2, 0, 1);
}

#[test]
fn only_letters_and_digits_part_merged_places() {
    let gold = [("Ana", "P"), ("Gil", "P"), ("Elx", "L"), ("7", "L")];
    let all = compared("Ana\n--Gil de Elx7", &gold, &[("Ana\n--Gil", "X"), ("Elx7", "X")], &[]);
    check(&all, EntityMeasure::SpanMerged, 2, 0, 0);
    check(&all, EntityMeasure::Span, 0, 2, 4);
    assert!(all.tallies.of(EntityMeasure::SpanMerged).by_label.is_empty());
}

#[test]
fn a_token_is_right_if_all_that_is_annotated_of_it_is_masked() {
    // The annotation is part of a token: it is right if the finding covers it, and missed if the finding covers less.
    check(&compared("Lees", &[("Lee", "P")], &[("Lee", "P")], &[]), EntityMeasure::Token, 1, 0, 0);
    check(&compared("Lees", &[("Lee", "P")], &[("Lees", "P")], &[]), EntityMeasure::Token, 1, 0, 0);
    check(&compared("Lees", &[("Lee", "P")], &[("Le", "P")], &[]), EntityMeasure::Token, 0, 0, 1);
    check(&compared("Lees", &[], &[("L", "P")], &[]), EntityMeasure::Token, 0, 1, 0);
    // Letters and digits are tokens of their own, marks are none.
    check(&compared("ab12-3", &[("ab12-3", "P")], &[("b12-", "P")], &[]), EntityMeasure::Token, 1, 0, 2);
}

#[test]
fn nothing_is_asked_about_ignored_places() {
    let gold = [("Ana", "PER")];
    let found = [("Ana", "PER"), ("Elx", "LOC"), ("Gil", "PER")];
    let all = compared("Ana de Elx con Gil", &gold, &found, &[("Elx", "")]);
    check_all(&all, [(1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0), (3, 3, 0), (1, 1, 0)]);
    assert_eq!(kinds(&all), [("spurious", 1, 16)]);
    // A finding that reaches from an annotation into an ignored place counts, but not for the ignored characters.
    let all = compared("Ana Elx", &gold, &[("Ana Elx", "PER")], &[("Elx", "")]);
    check(&all, EntityMeasure::Entity, 0, 1, 1);
    check(&all, EntityMeasure::Character, 3, 1, 0);
    check(&all, EntityMeasure::Token, 1, 0, 0);
}

#[test]
fn marks_are_not_missed_but_where_there_is_nothing_else() {
    let both = [("Ana", "P"), ("Gil", "P")];
    assert_eq!(kinds(&compared("Ana-Gil", &[("Ana-Gil", "P")], &both, &[])), [("wrong-border", 1, 1)]);
    assert_eq!(kinds(&compared("***", &[("***", "P")], &[("**", "P")], &[])), [("partly-covered", 1, 1)]);
}

#[test]
fn tallies_add_up_over_documents() {
    let mut all = compared("Ana", &[("Ana", "P")], &[], &[]).tallies;
    all.merge(&compared("Ana", &[("Ana", "P")], &[("Ana", "P")], &[]).tallies);
    assert_eq!(all.of(EntityMeasure::Entity).by_label["P"], MatchCounts { right: 1, spurious: 0, missed: 1 });
    assert_eq!(all.of(EntityMeasure::Character).all, MatchCounts { right: 3, spurious: 0, missed: 3 });
    assert_eq!(all.iter().count(), EntityMeasure::ALL.len());
}
