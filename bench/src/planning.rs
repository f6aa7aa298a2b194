//! Time of planning when a whole document is held against everything hidden in it: 5,000 words with 600 terms and 40
//! hidden things, and twice as much of all three, with the embedded tables.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use sfumato::detect::{DetectionSettings, GivenPlace, GivenPlaces, Recogniser, detect};
use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::language::Analysis;
use sfumato::mask::{Accounting, Planner, Policy, RiskReference};
use sfumato::{Anonymiser, BroughtKnowledge, Bundle};

const RUNS: usize = 5;
const WORDS: usize = 5_000;
const TERMS: usize = 600;
const HIDDEN: usize = 40;

/// Phrases one by one, and in sets of up to three.
const POLICIES: [(&str, &str); 2] = [("one by one", ""), ("in sets of 3", "sets = 3\n")];

const KINDS: [&str; 30] = [
    "old", "young", "local", "foreign", "public", "private", "central", "distant", "northern", "southern", "modern",
    "ancient", "wooden", "royal", "famous", "former", "rural", "urban", "heavy", "gentle", "broken", "hidden", "busy",
    "quiet", "narrow", "wide", "empty", "bright", "severe", "cheap",
];

const THINGS: [&str; 40] = [
    "teacher",
    "nurse",
    "oncologist",
    "carpenter",
    "musician",
    "lawyer",
    "farmer",
    "violin",
    "trumpet",
    "engine",
    "bicycle",
    "hospital",
    "school",
    "bridge",
    "harbour",
    "castle",
    "library",
    "museum",
    "river",
    "mountain",
    "island",
    "forest",
    "desert",
    "village",
    "kitchen",
    "garden",
    "window",
    "ladder",
    "contract",
    "letter",
    "newspaper",
    "novel",
    "painting",
    "sculpture",
    "insulin",
    "morphine",
    "aspirin",
    "wine",
    "bread",
    "cheese",
];

const COURSES: [&str; 8] = ["chronic", "acute", "recurrent", "mild", "familial", "untreated", "late", "early"];

const CONDITIONS: [&str; 10] = [
    "asthma",
    "epilepsy",
    "hepatitis",
    "tuberculosis",
    "schizophrenia",
    "gout",
    "lymphoma",
    "migraine",
    "psoriasis",
    "diabetes",
];

/// A document, and the places of what is hidden in it.
struct PlanningSample {
    document: Document,
    given: Vec<GivenPlace>,
}

/// A text of so many times the words, terms and hidden things.
fn sample(times: usize) -> PlanningSample {
    // Half of the pairs or all of them, and all words of both lists alike, so that a longer text is much the same text.
    let pair = |nth: usize, most: usize, first: &[&str], second: &[&str]| {
        let nth = (nth % (most * times)) * 2 / times;
        let row = nth / second.len();
        format!("{} {}", first[row % first.len()], second[(nth + row) % second.len()])
    };
    let term = |nth| pair(nth, TERMS, &KINDS, &THINGS);
    let hidden = |nth| pair(nth, HIDDEN, &COURSES, &CONDITIONS);
    let (mut text, mut places, mut words, mut sentence) = (String::new(), Vec::new(), 0, 0);
    while words < WORDS * times {
        let [one, two, three, four] = [0, 1, 2, 3].map(|nth| term(4 * sentence + nth));
        let said = format!("The {one} of the {two} was seen by the {three} near the {four}");
        text += &said;
        words += said.split(' ').count();
        if sentence % 4 == 0 {
            text += " and spoke of ";
            let name = hidden(sentence / 4);
            places.push((text.len(), text.len() + name.len()));
            text += &name;
            words += 5;
        }
        text += if sentence % 10 == 9 { ".\n\n" } else { ". " };
        sentence += 1;
    }
    let document = TextFile.read(text.into_bytes()).expect("it is text");
    let place = |(start, end): &(usize, usize)| {
        GivenPlace::new(document.span(*start, *end).expect("inside"), GivenPlaces::category(None))
    };
    let given = places.iter().map(place).collect();
    PlanningSample { document, given }
}

fn policy(more: &str) -> Policy {
    let toml = format!(
        "version = 1\nabout = \"Nothing that tells of what is hidden.\"\n[recognise]\npatterns = \"none\"\n\
         [limit]\ndisclosure = 4\ncontext = \"document\"\n{more}\
         [mask]\ndefault = \"generalise\"\nterm = \"generalise\"\notherwise = \"root\"\n"
    );
    Policy::parse("planning", &toml).expect("a policy")
}

/// The median time of some runs, in milliseconds.
fn milliseconds(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

/// The table of planning.
pub fn print() {
    println!("\nplanning a document, one core, milliseconds, median of {RUNS}");
    println!(
        "{:<14}{:>8}{:>8}{:>8}{:>10}{:>10}{:>10}",
        "phrases", "words", "terms", "hidden", "changed", "plan", "mask"
    );
    for (name, more) in POLICIES {
        let [(plan, mask), (plan_twice, mask_twice)] = [1, 2].map(|times| row(name, more, times));
        println!("{:<14}{:>34}{:>10.2}{:>10.2}", "", "twice as much takes", plan_twice / plan, mask_twice / mask);
    }
}

/// Times planning alone, and all of masking but for writing.
fn row(name: &str, more: &str, times: usize) -> (f64, f64) {
    let PlanningSample { document, given } = sample(times);
    let policy = policy(more);
    let brought = BroughtKnowledge::default();
    let world = Bundle::world_of(&policy.knowledge, &brought).expect("embedded");
    let (listed, left_alone) = (HashSet::new(), HashSet::new());
    let reference = RiskReference {
        world: &world,
        listed: &listed,
        least_listed: [None; 2],
        left_alone: &left_alone,
        accounting: Accounting::Full,
        inferred: None,
    };
    let planner = Planner { policy: &policy, keys: None, pseudonyms: None, risk: Some(reference) };
    let analysis = Analysis::new(&document).with_models(Bundle::models().expect("embedded"));
    let recognisers: [&dyn Recogniser; 1] = [&GivenPlaces(&given)];
    let entities = detect(&analysis, &recognisers, &DetectionSettings::default()).expect("nothing fails");
    let planned = planner.plan(&analysis, &entities).expect("the tables answer");
    let account = planned.account().expect("it is measured");
    let terms = account.verdicts.iter().filter(|verdict| !verdict.is_hidden);
    let changed = terms.clone().filter(|verdict| verdict.outcome.is_change()).count();
    let plan = milliseconds(|| drop(black_box(planner.plan(&analysis, &entities))));
    let anonymiser = Anonymiser::builder().policy(policy.clone()).build().expect("it needs no key");
    let mask = milliseconds(|| drop(black_box(anonymiser.mask_document_with(&document, &given))));
    let (words, terms) = (document.text().split_whitespace().count(), terms.count());
    println!("{name:<14}{words:>8}{terms:>8}{:>8}{changed:>10}{plan:>10.0}{mask:>10.0}", entities.entities.len());
    (plan, mask)
}
