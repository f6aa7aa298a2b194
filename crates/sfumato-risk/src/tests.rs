//! The models on small invented references, and the worked examples of the papers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use sfumato_knowledge::counts::{Basis, Count, Counts, CountsError, ListedCounts, Query, bits};
use sfumato_knowledge::taxonomy::{Draft, NameKind, Place, pack};
use sfumato_knowledge::vectors::{Footing, InstanceNumber, Vectors};
use sfumato_knowledge::{Ask, Knowledge, Taxonomy};
use sfumato_language::Language::{self, English};

use crate::*;

/// Counts of sets of phrases, in any order.
struct Reference {
    total: f64,
    hits: BTreeMap<String, f64>,
}

impl Reference {
    fn new(total: f64, rows: &[(&str, f64)]) -> Self {
        let sorted = |row: &str| {
            let mut words: Vec<&str> = row.split(" & ").collect();
            words.sort_unstable();
            words.join(" & ")
        };
        Self { total, hits: rows.iter().map(|(row, hits)| (sorted(row), *hits)).collect() }
    }
}

impl Counts for Reference {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        let each = |query: &Query<'_>| {
            let mut words: Vec<&str> = query.phrases.iter().map(|phrase| phrase.text).collect();
            words.sort_unstable();
            words.dedup();
            Count::counted(self.hits.get(&words.join(" & ")).copied().unwrap_or(0.0))
        };
        Ok(queries.iter().map(each).collect())
    }

    fn total(&self, _: Language) -> f64 {
        self.total
    }

    fn name(&self) -> &str {
        "test"
    }
}

fn world(counts: &dyn Counts) -> World<'_> {
    World {
        knowledge: Knowledge::new(Vec::new()),
        counts,
        general: Some(counts),
        spaces: Vec::new(),
        information: Information::Counts,
    }
}

fn said<'a>(world: &World<'_>, text: &'a str) -> WeighedPhrase<'a> {
    world.said(&Ask::new(text, English), Aboutness::Open).expect("an answer")
}

fn hidden<'a>(world: &World<'_>, text: &'a str) -> Hidden<'a> {
    Hidden::new(world, vec![Cow::Borrowed(text)], English, false).expect("an answer")
}

/// Numbers that look like chance.
fn drawn(seed: &mut u64, most: f64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    1.0 + (*seed >> 40) as f64 / (1u64 << 24) as f64 * (most - 1.0)
}

#[test]
fn the_three_forms_of_disclosure_are_one() {
    let mut seed = 7;
    for _ in 0..1000 {
        let total = 1e9;
        let (s, q, g) = (drawn(&mut seed, 1e6), drawn(&mut seed, 1e6), drawn(&mut seed, 1e8));
        let (sq, gq) = (drawn(&mut seed, s.min(q)), drawn(&mut seed, g.min(q)));
        let hits = Hits { total, s, q, sq, g: Some((g, gq)) };
        let [sum, conditional, simple] = [Form::Sum, Form::Conditional, Form::Simple].map(|form| hits.disclosure(form));
        assert!((sum - conditional).abs() < 1e-9 && (sum - simple).abs() < 1e-9, "{sum} {conditional} {simple}");
    }
}

#[test]
fn what_is_removed_is_what_is_shown_as_something_that_tells_nothing() {
    let removed = Hits { total: 1e6, s: 120.0, q: 900.0, sq: 40.0, g: None };
    // Something that stands in every document: IC(g) = 0 and PMI(g;q) = 0.
    let shown = Hits { g: Some((1e6, 900.0)), ..removed };
    assert!((removed.disclosure(Form::Sum) - shown.disclosure(Form::Sum)).abs() < 1e-9);
    assert!((removed.disclosure(Form::Simple) - shown.disclosure(Form::Simple)).abs() < 1e-9);
}

#[test]
fn a_phrase_that_always_comes_with_it_tells_all_of_it() {
    let reference = Reference::new(1e6, &[("s", 100.0), ("q", 20.0), ("q & s", 20.0)]);
    let world = world(&reference);
    let (s, q) = (hidden(&world, "s"), said(&world, "q"));
    let risk = Disclosure::new(&world, 8.0, false).assess(&q, None, &[(3, &s)]).expect("an answer");
    assert!((risk.value - s.bits).abs() < 1e-9 && risk.is_too_much());
    assert_eq!((risk.about, risk.basis), (Some(3), Basis::Counted));
}

#[test]
fn phrases_that_never_met_are_not_safe_for_it() {
    let reference = Reference::new(1e6, &[("rare", 2.0), ("common", 5e5), ("known", 1e4)]);
    let world = world(&reference);
    let model = Disclosure::new(&world, 10.0, false);
    let value = |s: &str, q: &str, about: Aboutness| {
        let q = WeighedPhrase { about, ..said(&world, q) };
        model.assess(&q, None, &[(0, &hidden(&world, s))]).expect("an answer").value
    };
    // Nothing is known of who is hidden: a phrase is as dangerous as it is telling.
    assert!((value("nobody", "rare", Aboutness::Open) - bits(2.0, 1e6)).abs() < 1e-9);
    assert!((value("nobody", "common", Aboutness::Open) - 1.0).abs() < 1e-9);
    // Much is known of it, and this is never said.
    assert!(value("known", "common", Aboutness::Open) < 0.0);
    // The text is about somebody else.
    assert!(value("nobody", "rare", Aboutness::Other).abs() < 1e-9);
}

#[test]
fn a_word_of_two_meanings_is_counted_in_the_one_that_is_meant() {
    let rows = [
        ("crabs", 50_000.0),
        ("std", 20_000.0),
        ("beach", 100_000.0),
        ("itching", 8_000.0),
        ("crabs & std", 400.0),
        ("beach & crabs", 30_000.0),
        ("crabs & itching", 600.0),
        ("beach & crabs & std", 5.0),
        ("crabs & itching & std", 300.0),
        ("beach & std", 200.0),
        ("itching & std", 1_000.0),
    ];
    let reference = Reference::new(1e7, &rows);
    let world = world(&reference);
    let kind = said(&world, "std");
    let crabs = Hidden { kind: Some(kind.clone()), shown: Some(kind), ..hidden(&world, "crabs") };
    let value = |is_contextualised: bool, q: &str| {
        let model = Disclosure::new(&world, 13.0, is_contextualised);
        model.assess(&said(&world, q), None, &[(0, &crabs)]).expect("an answer").value
    };
    // As an animal it lives on the beach; as a disease it itches.
    assert!(value(false, "beach") > value(false, "itching"));
    assert!(value(true, "itching") > value(true, "beach") + 2.0);
    // log2 p(t,g,q) / (p(t,g) p(g,q)), by hand.
    let by_hand = (300.0f64 * 1e7 / (400.0 * 1_000.0)).log2();
    assert!((value(true, "itching") - by_hand).abs() < 1e-9, "{} {by_hand}", value(true, "itching"));
}

#[test]
fn the_greatest_risk_to_many_is_the_greatest_to_any() {
    let rows = [
        ("q", 2_000.0),
        ("common", 1e6),
        ("rare", 40.0),
        ("close", 900.0),
        ("near", 900.0),
        ("close & q", 700.0),
        ("near & q", 700.0),
        ("common & q", 500.0),
        ("q & rare", 3.0),
    ];
    let reference = Reference::new(1e7, &rows);
    let world = world(&reference);
    let names = ["common", "rare", "close", "near", "nobody", "no one"];
    let model = Disclosure::new(&world, 11.0, false);
    for (first, without) in (0..names.len()).flat_map(|first| ["", "nobody"].map(|without| (first, without))) {
        let order = names.iter().cycle().skip(first).take(names.len()).filter(|name| **name != without);
        let all: Vec<Hidden<'_>> = order.map(|name| hidden(&world, name)).collect();
        let all: Vec<(usize, &Hidden<'_>)> = all.iter().enumerate().collect();
        let risk = |hidden: &[(usize, &Hidden<'_>)]| model.assess(&said(&world, "q"), None, hidden).expect("an answer");
        let each: Vec<Risk> = all.iter().map(|hidden| risk(&[*hidden])).collect();
        let greatest = each.iter().copied().reduce(|best, next| if next.value > best.value { next } else { best });
        assert_eq!(Some(risk(&all)), greatest);
        let objection = model.objection(&said(&world, "q"), None, &all).expect("an answer");
        assert_eq!(objection, each.iter().copied().find(Risk::is_too_much));
    }
}

#[test]
fn phrases_that_are_harmless_alone_tell_together() {
    let rows = [
        ("s", 1000.0),
        ("a", 50_000.0),
        ("b", 50_000.0),
        ("a & s", 200.0),
        ("b & s", 200.0),
        ("a & b", 1_000.0),
        ("a & b & s", 190.0),
    ];
    let reference = Reference::new(1e6, &rows);
    let world = world(&reference);
    let model = Disclosure::new(&world, 6.0, false);
    let (s, a, b) = (hidden(&world, "s"), said(&world, "a"), said(&world, "b"));
    for alone in [&a, &b] {
        assert!(!model.assess(alone, None, &[(0, &s)]).expect("an answer").is_too_much());
    }
    let together = model.assess_together(&[&a, &b], (0, &s)).expect("an answer").expect("a notion of it");
    // PMI(s;{a,b}) = log2 p(s,a,b) / (p(s) p(a,b)).
    assert!((together.value - (190.0f64 * 1e6 / (1000.0 * 1000.0)).log2()).abs() < 1e-9);
    assert!(together.is_too_much());
}

#[test]
fn nothing_as_telling_as_cancer() {
    let list = "#total\t3500000000\npeter greenow\t21\nsyracuse\t68000000\nunited states\t1300000000\n\
                pancreatic cancer\t6550000\ntreatment\t616000000\ncommunity general hospital\t146000\n\
                condition\t702000000\noncologist\t7200000\ncancer\t536000000\n";
    let counts = ListedCounts::parse("table 1", list).expect("a list");
    let world = world(&counts);
    let beta = Limit::As("cancer".to_owned()).bits(&world, English, &[], None).expect("an answer").expect("a limit");
    let model = Specificity { limit: beta, names_tell: 0.0 };
    let terms = [
        ("Peter Greenow", true),
        ("Syracuse", true),
        ("United States", false),
        ("pancreatic cancer", true),
        ("treatment", false),
        ("Community General Hospital", true),
        ("condition", false),
        ("oncologist", true),
    ];
    for (term, is_sensitive) in terms {
        let risk = model.assess(&said(&world, term), None, &[]).expect("an answer");
        assert_eq!(risk.is_too_much(), is_sensitive, "{term}");
    }
}

/// HIV -> lentivirus -> retrovirus -> virus -> organism.
fn viruses() -> Vec<u8> {
    let mut draft = Draft::new("viruses");
    let chain = ["HIV", "lentivirus", "retrovirus", "virus", "organism"];
    for (line, pair) in (1..).zip(chain.windows(2)) {
        let [child, parent] = [pair[0], pair[1]].map(|name| {
            let concept = draft.concept(name);
            if draft.state(concept, Place { file: 0, line }) {
                draft.name(concept, English, name, NameKind::Preferred, 0);
            }
            concept
        });
        draft.parent(child, parent, Place { file: 0, line });
    }
    pack(draft, None).expect("packs").0
}

#[test]
fn limits_are_taken_from_what_is_hidden_shown_or_listed() {
    let bytes = viruses();
    let taxonomy = Taxonomy::from_bytes(&bytes).expect("a taxonomy");
    let rows = [
        ("HIV", 1_000.0),
        ("lentivirus", 20.0),
        ("retrovirus", 400.0),
        ("virus", 40_000.0),
        ("organism", 200_000.0),
        ("HIV & virus", 700.0),
        ("lentivirus & retrovirus", 15.0),
        ("retrovirus & virus", 300.0),
        ("HIV & lentivirus", 10.0),
    ];
    let reference = Reference::new(1e6, &rows);
    let world = World { knowledge: Knowledge::new(vec![&taxonomy]), ..world(&reference) };
    let shown = Hidden { shown: Some(said(&world, "virus")), ..hidden(&world, "HIV") };
    let other = hidden(&world, "retrovirus");
    let limit = |limit: Limit| limit.bits(&world, English, &[&shown, &other], Some(5.0)).expect("an answer");
    assert_eq!(limit(Limit::LeastHidden), Some(bits(1_000.0, 1e6)));
    assert_eq!(limit(Limit::MostShown), Some(bits(40_000.0, 1e6)));
    assert_eq!((limit(Limit::LeastListed), limit(Limit::Bits(3.0))), (Some(5.0), Some(3.0)));
    assert_eq!(Limit::LeastHidden.bits(&world, English, &[], None).expect("an answer"), None);
    let listed = || ["HIV", "lentivirus"].map(|name| (0, taxonomy.senses(name, English)[0].concept));
    let least = |is_contextualised| least_listed(&world, listed(), English, is_contextualised).expect("an answer");
    assert_eq!(least(false), Some(bits(1_000.0, 1e6)));
    // HIV with "virus", the most special thing above it that is more common than it.
    assert_eq!(least(true), Some(bits(700.0, 1e6)));
    assert_eq!(least_listed(&world, [], English, true).expect("an answer"), None);
}

/// Vectors of two numbers.
struct Plane(&'static [(&'static str, [f32; 2])], InstanceNumber);

impl Vectors for Plane {
    fn dimensions(&self) -> usize {
        2
    }

    fn vector(&self, phrase: &str, _: Language, out: &mut [f32]) -> Option<Footing> {
        let (_, place) = self.0.iter().find(|(name, _)| *name == phrase)?;
        out.copy_from_slice(place);
        Some(Footing::Known)
    }

    fn name(&self) -> &str {
        "plane"
    }

    fn instance(&self) -> InstanceNumber {
        self.1
    }
}

#[test]
fn what_lies_close_to_who_is_protected_under_any_name_is_related() {
    let plane = Plane(
        &[("Ned Finch", [1.0, 0.0]), ("Edward Finch", [0.0, 1.0]), ("film", [0.6, 0.8]), ("rain", [-1.0, 0.0])],
        InstanceNumber::new(),
    );
    let reference = Reference::new(100.0, &[]);
    let world = World { spaces: vec![(None, &plane)], ..world(&reference) };
    let person = |forms: &[&'static str], is_protected| {
        let forms = forms.iter().map(|form| Cow::Borrowed(*form)).collect();
        Hidden::new(&world, forms, English, is_protected).expect("an answer")
    };
    let model = Relatedness::new(&world, 0.7);
    let value = |hidden: &Hidden<'_>, text: &str, about| {
        let said = WeighedPhrase { about, ..said(&world, text) };
        model.assess(&said, None, &[(0, hidden)]).expect("an answer").value
    };
    let (one, both) = (person(&["Ned Finch"], true), person(&["Ned Finch", "Edward Finch"], true));
    assert!((value(&one, "film", Aboutness::Open) - 0.6).abs() < 1e-6);
    assert!((value(&both, "film", Aboutness::Open) - 0.8).abs() < 1e-6);
    assert!(value(&one, "rain", Aboutness::Open) < 0.0);
    // Nobody knows where it lies; if the text is about somebody else, that is no matter.
    assert!((value(&one, "zyzzyva", Aboutness::Protected) - 1.0).abs() < 1e-6);
    assert!(value(&one, "zyzzyva", Aboutness::Other).abs() < 1e-6);
    assert!(value(&person(&["Ned Finch"], false), "film", Aboutness::Open).abs() < 1e-6);
}

#[test]
fn the_debug_form_of_what_holds_text_shows_none() {
    let reference = Reference::new(100.0, &[]);
    let world = world(&reference);
    let shown = format!("{:?} {:?}", said(&world, "Ned Finch"), hidden(&world, "Ned Finch"));
    assert!(!shown.contains("Finch"), "{shown}");
}
