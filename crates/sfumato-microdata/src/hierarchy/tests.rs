use super::*;

const OCCUPATIONS: &str = "nurse;health;*\nsurgeon;health;*\nbaker;food;*\n";

#[test]
fn a_table_becomes_a_tree_with_its_levels() {
    let tree = Hierarchy::from_table(OCCUPATIONS).unwrap();
    let node = |label: &str| tree.node(label).unwrap();
    assert_eq!(tree.levels(), 3);
    assert_eq!(tree.parent(node("nurse")), node("health"));
    assert_eq!(tree.leaf_count(node("health")), 2);
    assert_eq!(tree.common_ancestor(node("nurse"), node("surgeon")), node("health"));
    assert_eq!(tree.common_ancestor(node("nurse"), node("baker")), Hierarchy::ROOT);
    assert_eq!(tree.at_level(node("baker"), 1), node("food"));
    assert_eq!(tree.certainty_penalty(node("health")), 0.5);
    assert!(tree.covers(node("food"), node("baker")) && !tree.covers(node("food"), node("nurse")));
}

#[test]
fn quotes_and_other_separators_are_read() {
    let tree = Hierarchy::from_table("\"a;b\";x;*\nc;\"x\";*\n").unwrap();
    assert_eq!(tree.leaf_count(tree.node("x").unwrap()), 2);
    assert!(tree.node("a;b").is_some());
    assert_eq!(Hierarchy::from_table("a,x,*\nb,x,*\n").unwrap().levels(), 3);
}

#[test]
fn wrong_tables_are_refused_with_their_line() {
    let refused = |text: &str| Hierarchy::from_table(text).unwrap_err();
    assert_eq!(refused("a;x;*\nb;*\n"), MicrodataError::RaggedHierarchy { line: 2, levels: 2, expected: 3 });
    assert_eq!(refused("a;x;*\nb;x;*\na;x;*\n"), MicrodataError::DuplicateValue { line: 3, first: 1 });
    assert_eq!(refused("a;x;y;*\nb;x;z;*\n"), MicrodataError::TwoParents { line: 2, level: 1, first: 1 });
    assert_eq!(refused("a;x;a;*\n"), MicrodataError::CyclicHierarchy { line: 1, level: 2 });
    assert_eq!(refused("a;x;*\nb;x;everything\n"), MicrodataError::TwoRoots { line: 2 });
    assert_eq!(refused("a;x;*\nb;z;everything\n"), MicrodataError::TwoRoots { line: 2 });
    assert_eq!(refused("\n"), MicrodataError::EmptyHierarchy);
    assert_eq!(refused("\"a;x;*\n"), MicrodataError::OpenQuote { line: 1 });
}

#[test]
fn chains_of_different_length_hang_below_one_root() {
    let chains = [vec!["Soria", "Spain", "Europe"], vec!["Spain", "Europe"], vec!["Japan"]];
    let tree = Hierarchy::from_chains(chains).unwrap();
    let node = |label: &str| tree.node(label).unwrap();
    assert_eq!(tree.label(Hierarchy::ROOT), "*");
    assert_eq!(tree.parent(node("Japan")), Hierarchy::ROOT);
    assert_eq!(tree.parent(node("Soria")), node("Spain"));
    assert_eq!(tree.at_level(node("Soria"), 1), node("Spain"));
    assert_eq!(tree.at_level(node("Japan"), 2), node("Japan"));
    assert_eq!(tree.at_level(node("Japan"), 3), Hierarchy::ROOT);
    assert_eq!(tree.at_level(node("Spain"), 0), node("Spain"));
}

#[test]
fn intervals_lie_in_one_another() {
    let tree = Hierarchy::from_integers(0..=99, &IntervalWidths::of_ages()).unwrap();
    let node = |label: &str| tree.node(label).unwrap();
    assert_eq!(tree.parent(node("34")), node("30-34"));
    assert_eq!(tree.parent(node("30-34")), node("30-39"));
    assert_eq!(tree.leaf_count(node("20-39")), 20);
    let tree =
        Hierarchy::from_numbers(["2.5", "1", "40"], &IntervalWidths::new(0.0, vec![2.0, 10.0]).unwrap()).unwrap();
    assert_eq!(tree.parent(tree.node("2.5").unwrap()), tree.node("[2, 4)").unwrap());
    assert!(IntervalWidths::new(0.0, vec![2.0, 5.0]).is_err());
    assert!(Hierarchy::from_numbers(["x"], &IntervalWidths::of_ages()).is_err());
}
