//! Lists, tables, and what is estimated, on small invented counts.

use proptest::prelude::*;
use sfumato_language::Language;
use sfumato_model::InstanceNumber;

use super::*;

fn ask(counts: &dyn Counts, phrases: &[Phrase<'_>]) -> Count {
    let query = Query { phrases, language: Language::English };
    *counts.hits(&[query]).expect("answered").first().expect("one answer")
}

fn alone(counts: &dyn Counts, phrase: &str) -> Count {
    ask(counts, &[Phrase::new(phrase)])
}

fn both(counts: &dyn Counts, a: &str, b: &str) -> Count {
    ask(counts, &[Phrase::new(a), Phrase::new(b)])
}

/// Table 1 of the paper that information content comes from: hits among 3.5e9 pages, and the bits it prints.
#[test]
fn the_published_table_is_reproduced() {
    let published = [
        ("Peter Greenow", 21.0, "27.3"),
        ("Syracuse", 68_000_000.0, "5.7"),
        ("United States", 1_300_000_000.0, "1.4"),
        ("pancreatic cancer", 6_550_000.0, "9.1"),
        ("treatment", 616_000_000.0, "2.5"),
        ("Community General Hospital", 146_000.0, "14.5"),
        ("condition", 702_000_000.0, "2.3"),
        ("oncologist", 7_200_000.0, "8.9"),
        ("cancer", 536_000_000.0, "2.7"),
    ];
    let mut list = "#total\t3500000000\n".to_owned();
    for (term, hits, _) in published {
        list.push_str(&format!("{term}\t{hits}\n"));
    }
    let counts = ListedCounts::parse("table 1", &list).expect("sound");
    let of = |term: &str| bits(alone(&counts, term).hits, counts.total(Language::English));
    for (term, _, printed) in published {
        assert_eq!(format!("{:.1}", of(term)), printed, "{term}");
    }
    let sensitive: Vec<&str> =
        published.iter().map(|(term, ..)| *term).filter(|term| of(term) > of("cancer")).collect();
    assert_eq!(
        sensitive,
        ["Peter Greenow", "Syracuse", "pancreatic cancer", "Community General Hospital", "oncologist"]
    );
}

#[test]
fn a_list_says_what_is_wrong_with_it_and_where() {
    let parse =
        |text: &str| ListedCounts::parse("list", text).map(|list| list.len()).map_err(|error| error.to_string());
    assert_eq!(parse("#total\t10\nliver\t3\n\nliver AND lung\t1\n"), Ok(2));
    assert_eq!(parse("#total\t10\nLiver\t3\nliver\t4\n"), Ok(1));
    assert!(parse("liver\t3\n").is_err_and(|error| error.contains("#total")));
    let line = |text: &str| parse(text).expect_err("wrong");
    assert_eq!(line("#total\t10\nliver 3\n"), "line 2: there is no tab; write a phrase, a tab, a number");
    assert_eq!(line("#total\t10\nliver\tmany\n"), "line 2: what follows the tab is no number");
    assert_eq!(line("#total\t10\nliver\t-1\n"), "line 2: a count cannot be negative or infinite");
    assert_eq!(line("#total\t10\nliver AND -\t1\n"), "line 2: a phrase without words, or too many phrases");
    assert!(line("#total\tinf\n").starts_with("line 1: "));
    assert!(line("#language\tfr\n").starts_with("line 1: "));
}

#[test]
fn a_list_knows_what_is_on_it_and_nothing_else() {
    let list = "#total\t1000\n#language\ten\nliver\t100\nhepar\t50\nlung\t80\nlung AND liver\t20\nliver AND lung AND hand\t3\n";
    let counts = ListedCounts::parse("own", list).expect("sound");
    assert_eq!(alone(&counts, "LIVER"), Count::counted(100.0));
    assert_eq!(alone(&counts, "knee"), Count::UNSEEN);
    assert_eq!(both(&counts, "liver", "lung"), Count::counted(20.0));
    assert_eq!(both(&counts, "hand", "lung"), Count::UNSEEN);
    let three = ["hand", "liver", "lung"].map(Phrase::new);
    assert_eq!(ask(&counts, &three), Count::counted(3.0));
    let liver = Phrase { text: "liver", variants: &["hepar", "Liver"] };
    assert!((ask(&counts, &[liver]).hits - 145.0).abs() < 1e-9, "as if independent, each form once");
    assert_eq!(ask(&counts, &[liver, Phrase::new("lung")]), Count::counted(20.0));
    let spanish = Query { phrases: &[Phrase::new("liver")], language: Language::Spanish };
    assert_eq!(counts.hits(&[spanish]).expect_err("English").to_string(), "own: it has no counts for Spanish");
}

const LIST: &str = "\
#language\ten
#total\t1000000
#backoff\t-7.8 0.57 -0.1 -0.82
#joint\t-6 0.35 -0.1 6
#blind\t-4 0.35 -0.1 0
#number\t20000
the\t900000
of\t880000
cancer\t20000
pancreatic\t900
pancreas\t700
pancreatic cancer\t600
head\t60000
head of the pancreas\t90
smith\t9000
john\t30000
zebedee\t12
2019\t40000
cancer AND jaundice\t150
jaundice\t1000
";

fn table() -> Vec<u8> {
    pack(LIST).expect("sound")
}

fn counts(bytes: &[u8]) -> TableCounts<'_> {
    TableCounts::new("invented", vec![(CountTable::from_bytes(bytes).expect("sound"), None)])
}

#[test]
fn what_was_counted_comes_back() {
    let bytes = table();
    let counts = counts(&bytes);
    assert_eq!(counts.table(Language::English).map(CountTable::check), Some(Ok(())));
    for (phrase, hits) in [("cancer", 20_000.0), ("Pancreatic Cancer", 600.0), ("head of the páncreas", 90.0)] {
        let count = alone(&counts, phrase);
        assert_eq!(count.basis, Basis::Counted);
        assert!((count.hits / hits - 1.0).abs() < 1e-3, "{phrase}: {}", count.hits);
    }
    assert_eq!(counts.phrase_hits("cáncer", Language::Spanish), Count::UNSEEN);
    assert!(counts.hits(&[Query { phrases: &[], language: Language::Spanish }]).is_err());
}

#[test]
fn what_was_not_is_estimated_from_its_parts() {
    let bytes = table();
    let counts = counts(&bytes);
    let hits = |phrase: &str| {
        let count = alone(&counts, phrase);
        assert_eq!(count.basis, Basis::Estimated, "{phrase}");
        count.hits
    };
    assert!(hits("john smith") < 9000.0, "rarer than its rarest word");
    assert!(hits("john smith") > 9000.0 * 30_000.0 / 1e6 / 290.0, "but less so than by chance, side by side");
    assert!(hits("cancer of the pancreas") < hits("cancer pancreas"), "every word is one more condition");
    assert!(hits("pancreatic cancer of the head") < 600.0, "a counted piece of it is rarer than its words");
    assert!(hits("zebedee smith") > 3.0, "a rare name brings the other with it");
    assert!(hits("4711") > hits("471181"), "numbers by their digits");
}

#[test]
fn a_word_never_seen_makes_a_phrase_unseen() {
    let bytes = table();
    let counts = counts(&bytes);
    for phrase in ["quixotry", "john quixotry", "", "-"] {
        assert_eq!(alone(&counts, phrase), Count::UNSEEN, "{phrase}");
    }
    assert_eq!(both(&counts, "john", "quixotry"), Count::UNSEEN);
    assert_eq!(bits(0.0, 1e6), bits(UNSEEN_HITS, 1e6));
}

#[test]
fn phrases_together() {
    let bytes = table();
    let counts = counts(&bytes);
    let counted = both(&counts, "jaundice", "Cancer");
    assert_eq!(counted.basis, Basis::Counted);
    assert!((counted.hits / 150.0 - 1.0).abs() < 1e-3);
    let inside = both(&counts, "cancer", "pancreatic cancer");
    assert_eq!(inside, alone(&counts, "pancreatic cancer"), "who says the longer has said the shorter");
    let estimated = both(&counts, "john", "cancer");
    assert_eq!(estimated.basis, Basis::Estimated);
    assert!(estimated.hits <= 20_010.0 && estimated.hits >= 30_000.0 * 20_000.0 / 1e6 * 0.99);
    let phrase = both(&counts, "pancreatic", "cancer");
    assert!(phrase.hits >= 599.0, "whoever says the phrase says both words");
    let three = ask(&counts, &["cancer", "jaundice", "john"].map(Phrase::new));
    assert_eq!(three.basis, Basis::Estimated);
    assert!(three.hits > 0.0 && three.hits <= counted.hits);
    let synonyms = [Phrase { text: "icterus", variants: &["jaundice"] }, Phrase::new("cancer")];
    assert_eq!(ask(&counts, &synonyms).basis, Basis::Counted);
    assert_eq!(ask(&counts, &[]).hits, 1e6, "no condition, all documents");
}

#[test]
fn vectors_bring_phrases_together_that_are_close() {
    struct Angles(InstanceNumber);
    impl crate::vectors::Vectors for Angles {
        fn dimensions(&self) -> usize {
            2
        }
        fn vector(&self, phrase: &str, _: Language, out: &mut [f32]) -> Option<crate::vectors::Footing> {
            out.copy_from_slice(match phrase {
                "john" => &[1.0, 0.0],
                "smith" => &[0.8, 0.6],
                _ => &[0.0, 1.0],
            });
            Some(crate::vectors::Footing::Known)
        }
        fn name(&self) -> &str {
            "angles"
        }
        fn instance(&self) -> InstanceNumber {
            self.0
        }
    }
    let bytes = table();
    let table = CountTable::from_bytes(&bytes).expect("sound");
    let angles = Angles(InstanceNumber::new());
    let counts = TableCounts::new("invented", vec![(table, Some(&angles))]);
    let share = |a: &str, b: &str| both(&counts, a, b).hits / alone(&counts, b).hits;
    assert!(share("john", "smith") > 2.0 * share("john", "jaundice"));
}

#[test]
fn damage_is_told() {
    let mut bytes = table();
    assert_eq!(CountTable::from_bytes(b"#total\t10").expect_err("a list"), CountTableError::Alien);
    let cut = bytes.get(..bytes.len() - 1).expect("long enough");
    assert!(matches!(CountTable::from_bytes(cut), Err(CountTableError::Damaged(_))));
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    assert!(CountTable::from_bytes(&bytes).expect("its head is whole").check().is_err());
    assert_eq!(pack("#total\t10\n"), Err(ListError::NoLanguage));
    assert!(pack("#total\t10\n#language\ten\na AND b AND c\t3\n").is_err());
}

proptest! {
    #[test]
    fn no_bytes_and_no_phrase_make_it_panic(at in 0usize..600, byte: u8, phrase in "\\PC{0,40}") {
        let mut bytes = table();
        if let Some(place) = bytes.get_mut(at) { *place = byte; }
        if let Ok(table) = CountTable::from_bytes(&bytes) {
            let counts = TableCounts::new("damaged", vec![(table, None)]);
            let count = counts.phrase_hits(&phrase, Language::English);
            prop_assert!(count.hits >= 0.0 || count.hits.is_nan());
            let phrases = [Phrase::new(&phrase), Phrase::new("john"), Phrase::new("smith cancer")];
            let _ = counts.hits(&[Query { phrases: &phrases, language: Language::English }]);
        }
        let _ = ListedCounts::parse("any", &phrase);
    }

    #[test]
    fn any_of_several_is_between_the_most_and_the_sum(hits in proptest::collection::vec(0.0f64..1e9, 1..6)) {
        let any = union(hits.iter().copied(), 3.5e9);
        let most = hits.iter().copied().fold(0.0, f64::max);
        prop_assert!(any >= most && any <= hits.iter().sum::<f64>().max(most));
    }
}
