//! Limits on what phrases tell, with references of one's own.

use crate::support::{TestFolder, fails, works};

const CHAIN: &str = "child,parent\nHIV,lentivirus\nlentivirus,retrovirus\nretrovirus,virus\nvirus,microorganism\n\
                     microorganism,organism\n";
const COUNTS: &str = "#total\t1000000\nhiv\t1000\nlentivirus\t20\nretrovirus\t400\nvirus\t40000\nmicroorganism\t60000\n\
                      organism\t200000\n";

/// A folder with a note, a taxonomy, counts, and a policy that lets as many bits show.
fn prepared(chain: &str, bits: &str) -> TestFolder {
    let folder = TestFolder::new();
    folder.write("note.txt", b"He was tested and has HIV.\n");
    folder.write("chain.csv", chain.as_bytes());
    folder.write("counts.tsv", COUNTS.as_bytes());
    let policy = format!(
        "version = 1\n[protect]\ntopics = [\"HIV\"]\n[limit]\ndisclosure = {bits}\n[knowledge]\norder = [\"v.kb\"]\n\
         [mask]\ntopic = \"generalise\"\n"
    );
    folder.write("p.toml", policy.as_bytes());
    works(&folder, &["knowledge", "build", "chain.csv", "--format", "table", "-o", "v.kb"]);
    folder
}

fn masked(folder: &TestFolder) -> String {
    works(folder, &["mask", "note.txt", "--policy", "p.toml", "--corpus", "counts.tsv", "--own-only", "-o", "-"]).stdout
}

#[test]
fn a_topic_becomes_the_most_telling_thing_above_it_that_the_limit_allows() {
    // IC: HIV 10.0, lentivirus 15.6, retrovirus 11.3, virus 4.6, microorganism 4.1, organism 2.3 bits.
    assert_eq!(masked(&prepared(CHAIN, "6")), "He was tested and has a virus.\n");
    assert_eq!(masked(&prepared(CHAIN, "4.5")), "He was tested and has a microorganism.\n");
    assert_eq!(masked(&prepared(CHAIN, "3.5")), "He was tested and has [TOPIC].\n");
    assert_eq!(masked(&prepared(CHAIN, "1")), "He was tested and has [TOPIC].\n");
}

#[test]
fn a_taxonomy_in_a_circle_ends() {
    let circle = format!("{CHAIN}organism,HIV\n");
    let out = masked(&prepared(&circle, "6"));
    assert!(!out.contains("HIV") && out.starts_with("He was tested and has a"), "{out}");
}

#[test]
fn references_that_are_not_there_or_hold_nothing_are_refused() {
    let folder = prepared(CHAIN, "6");
    folder.write("empty.tsv", b"#total\t1\n");
    let mask = |more: &[&'static str]| [&["mask", "note.txt", "--policy", "p.toml"], more].concat();
    fails(&folder, &mask(&["--corpus", "gone.index"]), "gone.index: there is no such file or folder");
    fails(&folder, &mask(&["--corpus", "empty.tsv"]), "holds no documents");
    fails(&folder, &mask(&["--vectors", "note.txt"]), "note.txt: this is no file of vectors");
    fails(&folder, &mask(&["--own-only"]), "--own-only needs --corpus or --vectors");
    assert!(!folder.has("note.masked.txt"));
}

#[test]
fn a_name_that_was_to_be_protected_and_stands_nowhere_is_told() {
    let folder = TestFolder::new();
    folder.write("note.txt", b"Ann Lee slept badly.\n");
    let told = |name: &str| works(&folder, &["mask", "note.txt", "--protect", name, "-o", "-"]).stderr;
    assert!(told("Ned Finch").contains("no name of --protect was found"));
    assert!(!told("Ann Lee").contains("no name of --protect was found"));
}
