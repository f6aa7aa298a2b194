use sfumato_document::formats::{DocumentFormat as _, TextFile};

use super::*;
use crate::testing::{finding, mention};

#[test]
fn ordinary_words_are_parts_of_names_only_inside_sentences() {
    assert!(follows_small_letters(b"asked Real", 6) && follows_small_letters(b"Ann, Real", 5));
    assert!(
        !follows_small_letters(b"x. Real", 3)
            && !follows_small_letters(b"so\nReal", 3)
            && !follows_small_letters(b"Real", 0)
    );
}

/// Looks for something in other places, given that it stands in the first words with this category, score and
/// evidence.
fn check(text: &str, first: usize, category: &str, score: f32, why: FindingReason, expected: &[&str]) {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let mention = mention(&document, (0, first), category, score, why);
    let found = repeats(&Analysis::new(&document), std::slice::from_ref(&mention), false, |_| true);
    let shown: Vec<&str> = found.iter().map(|finding| document.slice(finding.span)).collect();
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn what_describes_somebody_is_not_spread() {
    for category in ["kinship", "sex", "profession", "demographic", "health/disease", "quantity", "age", "date"] {
        check("Madre de Ana. La Madre vino.", 5, category, 0.99, FindingReason::Learnt, &[]);
    }
}

#[test]
fn doubts_of_a_model_are_not_spread() {
    check("Soria dijo. Vino de Soria.", 5, "person", 0.4, FindingReason::Learnt, &[]);
    check("Soria dijo. Vino de Soria.", 5, "person", 0.9, FindingReason::Learnt, &["Soria"]);
    check("AB1234 y ab1234.", 6, "id", 0.4, FindingReason::Learnt, &[]);
}

#[test]
fn what_only_a_model_takes_for_a_name_is_one_where_it_has_a_capital() {
    check("Vega Baja. La vega baja.", 9, "place", 0.9, FindingReason::Learnt, &[]);
    check("Vega Baja. La vega baja.", 9, "place", 0.9, FindingReason::Field, &["vega baja"]);
    check("Hospital. El Hospital.", 8, "organisation/hospital", 0.9, FindingReason::Learnt, &[]);
    check("AB1234 y ab1234.", 6, "id", 0.9, FindingReason::Learnt, &["ab1234"]);
}

#[test]
fn a_value_that_is_part_of_a_name_too_is_taken_in_any_form() {
    let document = TextFile.read(b"Real Vega and Vega; the vega.".to_vec()).expect("readable");
    let mention = |from, to, category, score| mention(&document, (from, to), category, score, FindingReason::Field);
    for score in [0.6, 0.99] {
        let mentions = [mention(0, 9, "person", 0.99), mention(14, 18, "organisation", score)];
        let found = repeats(&Analysis::new(&document), &mentions, false, |_| true);
        assert!(found.iter().any(|finding| document.slice(finding.span) == "vega"));
    }
}

/// Mentions at these places, as a field gives them, and what is looked for elsewhere because of them.
fn check_many(text: &str, found: &[(usize, usize, &str, f32)], expected: &[&str]) {
    let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
    let mention = |(from, to, category, score): &(usize, usize, &str, f32)| {
        mention(&document, (*from, *to), category, *score, FindingReason::Field)
    };
    let mentions: Vec<Mention> = found.iter().map(mention).collect();
    let found = repeats(&Analysis::new(&document), &mentions, false, |finding| finding.score >= 0.5);
    let covered = crate::settle::settle(found);
    let shown: Vec<&str> = covered.iter().map(|mention| document.slice(mention.span)).collect();
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn what_a_longer_value_is_not_taken_for_a_shorter_one_is() {
    // "Vega Baja" counts nowhere at this score, "Vega" does.
    let found = [(0, 9, "place", 0.51), (11, 15, "place", 0.9)];
    check_many("Vega Baja, Vega, Vega Baja.", &found, &["Vega"]);
}

#[test]
fn a_value_that_starts_inside_another_is_found() {
    let found = [(0, 9, "organisation", 0.9), (11, 20, "organisation", 0.9)];
    let expected = ["Alba Vega Ruiz"];
    check_many("Alba Vega, Vega Ruiz. Alba Vega Ruiz.", &found, &expected);
}

#[test]
fn a_second_reason_to_look_for_a_part_joins_the_first() {
    // Found as a part of a name first, and as a name of its own that is sure.
    let found = [(0, 9, "person", 0.99), (11, 15, "organisation", 0.99)];
    check_many("Ruiz Vega, Vega; the vega.", &found, &["Vega", "Vega", "vega"]);
}

#[test]
fn a_value_is_said_once_of_each_category_however_often_it_is_found() {
    let text = ["Vega"; 12].join(", ");
    let found: Vec<_> = (0..12)
        .map(|nth| {
            (nth * 6, nth * 6 + 4, if nth % 2 == 0 { "place" } else { "organisation" }, 0.6 + nth as f32 / 100.0)
        })
        .collect();
    let document = TextFile.read(text.into_bytes()).expect("readable");
    let mention = |(from, to, category, score): &(usize, usize, &str, f32)| {
        mention(&document, (*from, *to), category, *score, FindingReason::Field)
    };
    let mentions: Vec<Mention> = found.iter().map(mention).collect();
    let wanted = |nth: usize| SoughtValue {
        source: FindingSource { mention: nth, finding: 0 },
        score: mentions[nth].score,
        why: FindingReason::Repeat,
        form: RepeatForm::Any,
        others: Vec::new(),
    };
    let mut first = wanted(0);
    (1..mentions.len()).for_each(|nth| first.join(wanted(nth), &mentions));
    assert_eq!((first.source.mention, first.others.len()), (11, 1));
}

#[test]
fn a_line_of_one_word_is_covered_and_not_again_and_again() {
    let text = format!("{}. {}", ["Aba"; 20].join(" "), ["Aba"; 200].join(" "));
    let document = TextFile.read(text.into_bytes()).expect("readable");
    let mention = mention(&document, (0, 79), "organisation", 0.9, FindingReason::Field);
    let found = repeats(&Analysis::new(&document), std::slice::from_ref(&mention), false, |_| true);
    assert!(found.len() < 24, "{} findings", found.len());
    let covered = crate::settle::settle(found);
    assert_eq!(covered.last().map(|mention| mention.span.end()), Some(document.text().len()));
    assert_eq!(covered.len(), 1);
}

/// Checks that a value is looked for in the output at all, and that it must stand nowhere in it.
fn check_searched(category: &str, score: f32, why: &[FindingReason], expected: (bool, bool)) {
    let document = TextFile.read(b"Soria 1234".to_vec()).expect("readable");
    let finding = |why: &FindingReason| finding(&document, (0, 5), category, score, *why);
    let mention = Mention::new(why.iter().map(finding).collect()).expect("a mention");
    let is_nowhere = stands_nowhere_else(&document, &mention, 0.5);
    assert_eq!((identifies(&mention), is_nowhere), expected, "{category} {score} {why:?}");
}

#[test]
fn what_is_cut_out_of_a_word_may_stand_in_others() {
    let document = TextFile.read(b"Neperi953, Neperi".to_vec()).expect("readable");
    let mention = |from, to| mention(&document, (from, to), "id", 0.9, FindingReason::Field);
    assert!(!stands_nowhere_else(&document, &mention(0, 6), 0.5));
    assert!(stands_nowhere_else(&document, &mention(11, 17), 0.5));
}

#[test]
fn the_output_is_searched_for_what_identifies() {
    check_searched("place", 0.9, &[FindingReason::Shape], (true, true));
    check_searched("place", 0.9, &[FindingReason::Learnt], (true, false));
    check_searched("place", 0.9, &[FindingReason::Repeat], (true, false));
    check_searched("place", 0.9, &[FindingReason::Learnt, FindingReason::Field], (true, true));
    check_searched("place", 0.4, &[FindingReason::Learnt], (false, false));
    check_searched("id", 0.9, &[FindingReason::Learnt], (true, true));
    check_searched("id", 0.4, &[FindingReason::Learnt], (false, false));
    check_searched("kinship", 0.9, &[FindingReason::Field], (false, false));
    check_searched("date", 0.9, &[FindingReason::Shape], (true, false));
}

#[test]
fn only_what_is_looked_for_stands_nowhere_else() {
    for (value, expected) in [("1234", false), ("12345", true), ("AB12", true), ("éé", false)] {
        let document = TextFile.read(value.as_bytes().to_vec()).expect("readable");
        let mention = mention(&document, (0, value.len()), "id", 0.9, FindingReason::Field);
        assert_eq!(stands_nowhere_else(&document, &mention, 0.5), expected, "{value}");
    }
}

#[test]
fn parts_of_names_leave_out_particles_and_initials() {
    assert!(parts(b"maria de la cruz lopez").eq([&b"maria"[..], b"cruz", b"lopez"]));
    assert!(parts(b"j. r. lee").eq([&b"lee"[..]]));
    assert_eq!(parts(b"lee").count(), 0);
}
