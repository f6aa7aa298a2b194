//! Refining: what a finding is, as exactly as its own value or the other findings in its place tell.
//!
//! An age is over 89 by its number, and a date is a bare year by its digits, whoever found it; somebody whom one recogniser
//! calls a person is on the staff if another says so of the same words and is nearly as sure. This is settled before it
//! is asked which findings count, so that no threshold and no sensitivity changes what a finding is: a policy that keeps
//! some categories then keeps no more of a document when more is found in it.

use sfumato_document::Document;
use sfumato_language::Analysis;
use sfumato_words::{ByLanguage, WordTable, words_by_language};

use crate::entity::NEARLY;
use crate::{Category, Finding, FindingReason, KnownCategory};

static HIGH: ByLanguage<WordTable> = words_by_language!("recognition", "ages over 89");
static SHORT_UNITS: ByLanguage<WordTable> = words_by_language!("recognition", "units of short ages");

/// The most findings that are refined together; where more overlap, each stays what it is, and what may stay is then only
/// what all of them let stay.
const MOST_TOGETHER: usize = 64;

/// Gives findings their most special category, and puts them in order of their places.
pub(crate) fn refine(analysis: &Analysis, findings: &mut [Finding]) {
    let document = analysis.document();
    findings.sort_by_key(|finding| finding.span);
    for finding in findings.iter_mut() {
        if let Some(known) = by_value(document, finding) {
            finding.category = known.into();
        }
    }
    let mut start = 0;
    while start < findings.len() {
        let (mut next, mut end) = (start, 0);
        while findings.get(next).is_some_and(|finding| next == start || finding.span.start() < end) {
            end = findings.get(next).map_or(end, |finding| finding.span.end().max(end));
            next += 1;
        }
        if (2..=MOST_TOGETHER).contains(&(next - start)) {
            refine_together(&mut findings[start..next]);
        }
        start = next;
    }
}

/// The finer category that the value of a finding alone gives it.
fn by_value(document: &Document, finding: &Finding) -> Option<KnownCategory> {
    let (path, text) = (finding.category.path(), document.slice(finding.span));
    let finer = [
        (KnownCategory::Age, KnownCategory::AgeOver89, is_high as fn(&str) -> bool),
        (KnownCategory::Date, KnownCategory::Year, is_year),
    ];
    finer.into_iter().find(|(known, _, holds)| path == known.path() && holds(text)).map(|(_, finer, _)| finer)
}

/// The same for findings that overlap. What is only found because misses are feared says nothing of others.
fn refine_together(findings: &mut [Finding]) {
    let finer = |finding: &Finding| {
        let says_more = |other: &&Finding| {
            other.category.path().len() > finding.category.path().len()
                && other.category.is_within(finding.category.path())
                && other.span.contains(finding.span)
                && other.score >= finding.score - NEARLY
                && other.evidence.why != FindingReason::Feared
        };
        let best = findings.iter().filter(says_more).max_by_key(|other| other.category.path().len());
        best.map(|other| other.category.clone())
    };
    let finer: Vec<Option<Category>> = findings.iter().map(finer).collect();
    for (finding, category) in findings.iter_mut().zip(finer) {
        finding.category = category.unwrap_or_else(|| finding.category.clone());
    }
}

fn is_year(date: &str) -> bool {
    date.len() == 4 && date.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for an age, or one of a range, over 89 years.
fn is_high(age: &str) -> bool {
    let words = || age.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // Of months and days there may be many in a short life.
    let is_short = words().any(|word| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).to_lowercase();
        SHORT_UNITS.words().any(|unit| word.starts_with(unit))
    });
    let number = |word: &str| -> Option<u32> {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        digits.parse().ok()
    };
    let is_in_words = |word: &str| HIGH.words().any(|high| word.to_lowercase().starts_with(high));
    !is_short && words().any(|word| number(word).is_some_and(|years| (90..130).contains(&years)) || is_in_words(word))
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    use super::*;
    use crate::testing::finding;

    fn refined(text: &str, found: &[(usize, usize, &str, f32, FindingReason)]) -> Vec<String> {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let finding = |(start, end, category, score, why): &(usize, usize, &str, f32, FindingReason)| {
            finding(&document, (*start, *end), category, *score, *why)
        };
        let mut findings: Vec<Finding> = found.iter().map(finding).collect();
        refine(&Analysis::new(&document), &mut findings);
        findings.iter().map(|finding| finding.category.to_string()).collect()
    }

    #[test]
    fn a_value_says_what_it_is() {
        let text = "2019 and May 2019 and 93 and 54";
        let found = [
            (0, 4, "date", 0.9, FindingReason::Learnt),
            (9, 17, "date", 0.9, FindingReason::Learnt),
            (22, 24, "age", 0.9, FindingReason::Field),
            (29, 31, "age", 0.9, FindingReason::Field),
        ];
        assert_eq!(refined(text, &found), ["date/year", "date", "age/over-89", "age"]);
    }

    #[test]
    fn what_covers_a_finding_and_is_nearly_as_sure_says_what_it_is() {
        let both = |other| refined("Ann Lee of Leeds, Kent", &[(0, 7, "person", 0.9, FindingReason::Learnt), other]);
        assert_eq!(both((0, 7, "person/staff", 0.7, FindingReason::Field)), ["person/staff", "person/staff"]);
        assert_eq!(both((0, 7, "person/staff", 0.3, FindingReason::Field)), ["person", "person/staff"]);
        assert_eq!(both((4, 7, "person/staff", 0.9, FindingReason::Field)), ["person", "person/staff"]);
        assert_eq!(both((0, 7, "place/city", 0.9, FindingReason::Field)), ["person", "place/city"]);
        assert_eq!(both((0, 7, "person/staff", 0.9, FindingReason::Feared)), ["person", "person/staff"]);
    }

    #[test]
    fn ages_over_89_are_told_by_their_number() {
        for high in [
            "90",
            "94-year-old",
            "92M",
            "101 años",
            "ninety-four",
            "one hundred",
            "nineties",
            "a centenarian",
            "88 to 92",
            "noventa y dos años",
            "cien años",
            "nonagenaria",
            "90s",
            "97yo",
        ] {
            assert!(is_high(high), "{high}");
        }
        for low in [
            "89",
            "54-year-old",
            "8 months",
            "95 days",
            "120 semanas",
            "1 mes y 10 días",
            "fifties",
            "nine",
            "nineteen",
            "9 años",
        ] {
            assert!(!is_high(low), "{low}");
        }
    }
}
