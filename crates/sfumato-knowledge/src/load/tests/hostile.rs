//! Files that were made to do harm.

use proptest::prelude::*;

use super::{Draft, Fault, Flaw, Format, Input, LoadOptions, Loader, load, load_as, one};

#[test]
fn cut_off_letters_cost_a_line() {
    let outline = load(&[("a.csv", b"child,parent\nblue,colour\ngr\xc3,colour\n")]).unwrap();
    assert_eq!(outline.flaws, [(3, Flaw::Encoding)]);
    let outline = load(&[("a.obo", b"[Term]\nid: 1\nname: thumb\nsynonym: \"\xf0\x9f\n")]).unwrap();
    assert_eq!((outline.concepts.len(), outline.flaws), (1, vec![(4, Flaw::Encoding)]));
    let outline = load(&[(
        "a.nt",
        b"<http://a/b\xc3> <http://c> <http://d> .\n\
        <http://a/Cat> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://a/Pet> .\n",
    )]);
    assert_eq!(outline.unwrap().concepts.len(), 2);
}

#[test]
fn endless_lines_and_names_are_left_out() {
    let paths = |text: &str| {
        let outline = load_as(&[(Format::Paths, "a")], &[("a", text.as_bytes())]);
        outline.unwrap_or_else(|error| panic!("{error}")).flaws
    };
    let (long, name, deep) = ("x".repeat(2 << 20), "y".repeat(500), "a/".repeat(5000));
    assert_eq!(paths(&format!("Top/Arts\n{long}\nTop/{name}\n")), [(2, Flaw::Broken), (3, Flaw::TooLong)]);
    assert_eq!(paths(&format!("Top/Arts\n{deep}b\n")), [(2, Flaw::Broken)]);
}

#[test]
fn one_concept_cannot_have_everything() {
    let names: String = (0..10_000).map(|nth| format!("|n{nth}")).collect();
    let parents: String = (0..10_000).map(|nth| format!("|p{nth}")).collect();
    let outline = one("a.csv", &format!("id,parent,name,synonyms\n1,{parents},one,{names}\n"));
    assert!(outline.flaws.len() > 10_000);
    assert!(outline.flaws.iter().all(|flaw| *flaw == (2, Flaw::TooMany)));
}

#[test]
fn a_file_of_flaws_is_an_error() {
    let text = format!("child,parent\n{}", ",x\n".repeat(1_000_001));
    assert_eq!(load(&[("a.csv", text.as_bytes())]).unwrap_err().what, Fault::TooManyFlaws);
}

#[test]
fn entities_are_not_blown_up() {
    let mut bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE x [\n<!ENTITY a0 \"ha\">\n".to_owned();
    (1..30).for_each(|nth| bomb += &format!("<!ENTITY a{nth} \"{}\">\n", format!("&a{};", nth - 1).repeat(10)));
    let rdf = format!("{bomb}]>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">&a29;</rdf:RDF>");
    let error = load(&[("a.owl", rdf.as_bytes())]).unwrap_err();
    assert_eq!((error.line, error.what), (4, Fault::Format("entities made of entities")));
    // No entity is resolved in a lexicon, so what needs one is broken.
    let lexicon = "<!DOCTYPE x [<!ENTITY a \"ha\">]><LexicalResource><Lexicon language=\"en\"><LexicalEntry>\n\
        <Lemma writtenForm=\"&a;\"/></LexicalEntry><Synset id=\"1\"/></Lexicon></LexicalResource>";
    let outline = one("a.xml", lexicon);
    assert_eq!((outline.concepts, outline.flaws), (vec!["1".to_owned()], vec![(2, Flaw::Broken)]));
}

#[test]
fn long_texts_cost_no_more_than_their_length() {
    let text = format!("<http://a/Cat> <http://b> \"\"\"{}\"\"\" ;\n a <http://a/Pet> .\n", "\n".repeat(3 << 20));
    let after = "<http://a/Cat> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://a/Pet> .\n";
    assert_eq!(one("a.ttl", &format!("{text}{after}")).concepts.len(), 2);
    let nested = format!("{}<http://a/Cat> <http://b> {} .\n", after, "[ <http://b> ".repeat(100_000));
    assert_eq!(one("a.ttl", &nested).concepts.len(), 2);
    let xml = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">".to_owned() + &"<a>".repeat(100_000);
    assert!(load(&[("a.owl", xml.as_bytes())]).is_err());
}

/// Pieces that files of the formats are made of.
const PIECES: [&str; 64] = [
    "\n",
    "\n",
    "\n",
    "\t",
    "\t",
    "\t",
    ",",
    "|",
    "\"",
    "\"",
    "/",
    ":",
    ";",
    " ",
    " .\n",
    "!",
    "{",
    "}",
    "\\",
    "&a;",
    "&#",
    "<",
    ">",
    "</",
    "/>",
    "[",
    "]",
    "(",
    ")",
    "@",
    "^^",
    "_:",
    "1",
    "0",
    "20200101",
    "116680003",
    "id",
    "[Term]\n",
    "id: ",
    "name: ",
    "is_a: ",
    "synonym: ",
    "EXACT",
    "Top/",
    "@prefix x: <http://x/> .\n",
    "x:a",
    "a",
    "<http://x/b>",
    "\"\"\"",
    "rdfs:subClassOf",
    "<http://www.w3.org/2000/01/rdf-schema#subClassOf>",
    "<!DOCTYPE x [",
    "<!ENTITY a \"b\">",
    "]>",
    "<Lexicon language=\"en\">",
    "<Synset id=\"1\">",
    "<Lemma writtenForm=\"x\"/>",
    "</Lexicon>",
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
    "<rdf:Description rdf:about=\"http://x/\">",
    "00001740 03 n 01 x 0 001 @ 00001740 n 0000 | y\n",
    "é",
    "\u{feff}",
    "<![CDATA[",
];

/// The beginnings of files of the formats.
const STARTS: [&str; 6] = [
    "",
    "child,parent\n",
    "id,parent,name,synonyms,size,individual\n",
    "id\tlanguage\tkind\tname\tfrequency\n",
    "id\teffectiveTime\tactive\tmoduleId\tconceptId\n",
    "<LexicalResource>",
];

proptest! {
    #[test]
    fn nothing_panics(
        start in 0..STARTS.len(),
        pieces in prop::collection::vec(0..PIECES.len(), 0..60),
        cut in 0..400usize,
    ) {
        let text = STARTS[start].to_owned() + &pieces.iter().map(|piece| PIECES[*piece]).collect::<String>();
        let bytes = text.as_bytes();
        let names = ["sct2_Concept_Full_1.txt", "sct2_Description_Full-en_1.txt", "sct2_Relationship_Full_1.txt",
            "der2_cRefset_LanguageFull_1.txt", "data.noun", "cntlist.rev", "noun.exc", "x"];
        for format in Format::ALL {
            for name in names {
                let bytes = bytes.get(..cut).unwrap_or(bytes);
                let mut draft = Draft::new("test");
                let mut loader = Loader::new(&LoadOptions::default());
                if loader.read(&mut draft, format, Input { name, bytes }).is_ok() {
                    let _ = loader.finish(&mut draft);
                }
            }
        }
    }
}
