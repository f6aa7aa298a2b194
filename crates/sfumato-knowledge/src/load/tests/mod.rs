//! Small files of each format, sound and broken. All people, diseases and places are invented.

mod formats;
mod hostile;
mod rf2;
mod words;

use sfumato_language::Language;

use super::{Fault, Format, Input, LoadError, LoadOptions, Loaded, Loader, plan};
use crate::taxonomy::{Draft, Flaw, NameKind};

/// The outcome of loading some files: a line for each concept, and the flaws with their lines.
#[derive(Debug)]
struct Outline {
    concepts: Vec<String>,
    flaws: Vec<(u32, Flaw)>,
    loaded: Loaded,
}

/// Loads files whose formats are told from them.
fn load(files: &[(&str, &[u8])]) -> Result<Outline, LoadError> {
    let tell = |name, bytes| Format::tell(name, bytes).unwrap_or_else(|| panic!("{name}"));
    let told: Vec<(Format, &str)> = files.iter().map(|(name, bytes)| (tell(name, bytes), *name)).collect();
    load_as(&told, files)
}

fn load_as(told: &[(Format, &str)], files: &[(&str, &[u8])]) -> Result<Outline, LoadError> {
    let mut draft = Draft::new("test");
    let mut loader = Loader::new(&LoadOptions::default());
    for nth in plan(told) {
        let (name, bytes) = files[nth];
        loader.read(&mut draft, told[nth].0, Input { name, bytes })?;
    }
    let loaded = loader.finish(&mut draft)?;
    Ok(outline(&draft, loaded))
}

/// Loads one file that must be loadable.
fn one(name: &str, text: &str) -> Outline {
    load(&[(name, text.as_bytes())]).unwrap_or_else(|error| panic!("{error}"))
}

fn outline(draft: &Draft, loaded: Loaded) -> Outline {
    let stated = draft.concepts.iter().filter(|concept| concept.is_stated);
    let mut concepts: Vec<String> = stated
        .map(|concept| {
            let mut line = concept.id.to_string();
            for name in &concept.names {
                let kind = match name.kind {
                    NameKind::Preferred => "",
                    NameKind::Synonym => "=",
                    NameKind::Related => "~",
                };
                let language = if name.language == Language::Spanish { "es:" } else { "" };
                let frequency = if name.frequency > 0 { format!("*{}", name.frequency) } else { String::new() };
                line += &format!(" [{kind}{language}{}{frequency}]", name.text);
            }
            for (parent, _) in &concept.parents {
                line += &format!(" < {}", draft.concepts[*parent as usize].id);
            }
            let flags = [(concept.is_individual, " individual"), (concept.is_action, " action")];
            line.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word));
            if concept.size > 0 { line + &format!(" size {}", concept.size) } else { line }
        })
        .collect();
    concepts.sort_unstable();
    let mut flaws: Vec<(u32, Flaw)> = draft.dropped.iter().map(|flaw| (flaw.place.line, flaw.what)).collect();
    flaws.sort_unstable();
    Outline { concepts, flaws, loaded }
}

#[test]
fn formats_are_told() {
    let told = |name, text: &str| Format::tell(name, text.as_bytes());
    let cases = [
        ("a/sct2_Concept_Snapshot_INT_20260101.txt", "", Some(Format::Rf2)),
        ("data.noun", "", Some(Format::Wndb)),
        ("x.obo", "", Some(Format::Obo)),
        ("x.txt", "format-version: 1.2\n", Some(Format::Obo)),
        ("x.ttl", "", Some(Format::Turtle)),
        ("x", "@prefix a: <b> .\n", Some(Format::Turtle)),
        ("x.nt", "", Some(Format::NTriples)),
        ("x", "<http://a> <http://b> <http://c> .\n", Some(Format::NTriples)),
        ("x.owl", "<?xml version=\"1.0\"?>\n<rdf:RDF>", Some(Format::RdfXml)),
        ("x.owl", "<?xml version=\"1.0\"?>\n<Ontology>", None),
        ("x.xml", "<?xml version=\"1.0\"?>\n<LexicalResource>", Some(Format::Lmf)),
        ("x.tsv", "@prefix a: <b> .\na:b\trdfs:subClassOf\ta:c\t.\n", Some(Format::Yago)),
        ("x.tsv", "<id>\t<a>\trdfs:subClassOf\t<b>\n", Some(Format::Yago)),
        ("x.txt", "Top/Arts\nTop/Arts/Painting\n", Some(Format::Paths)),
        ("x.csv", "\u{feff}child;parent\n", Some(Format::Table)),
        ("x.tsv", "id\tparent\tname\tname_es\n", Some(Format::Table)),
        ("x.tsv", "id\tlanguage\tkind\tname\tfrequency\n", Some(Format::Labels)),
        ("README.md", "# Read me\n", None),
        ("x.csv", "a,b\n", None),
        ("empty", "", None),
    ];
    for (name, text, expected) in cases {
        assert_eq!(told(name, text), expected, "{name} {text}");
    }
}

#[test]
fn a_name_for_each_format() {
    let mut names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Format::ALL.len());
}

#[test]
fn the_wrong_format_is_an_error_with_a_place() {
    let read = |format, text: &str| {
        let mut loader = Loader::new(&LoadOptions::default());
        let mut draft = Draft::new("test");
        let input = Input { name: "wrong", bytes: text.as_bytes() };
        let read = loader.read(&mut draft, format, input).and_then(|()| loader.finish(&mut draft).map(|_| ()));
        read.map_err(|error| error.to_string())
    };
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Paths) {
        let error = read(format, "Nothing of use\n").expect_err(format.name());
        assert!(error.starts_with("wrong:") || format == Format::Rf2 || format == Format::Wndb, "{error}");
    }
    assert_eq!(read(Format::Table, "x,y\n").unwrap_err().split(';').next(), Some("wrong:1: no header of a table"));
    let error = read(Format::NTriples, "\n<a> b\n").unwrap_err();
    assert_eq!(error, "wrong:2: broken line, and there are no concepts in it");
}

#[test]
fn files_of_several_formats_meet() {
    let table = b"id,parent,name\n1,,thing\n2,1,blue thumb\n";
    let labels = b"id\tlanguage\tkind\tname\tfrequency\n2\tes\tpreferred\tpulgar azul\t\n3\tes\tpreferred\tnada\t\n";
    // Names are read last, wherever they stand.
    let outline = load(&[("labels.tsv", labels), ("table.csv", table)]).unwrap();
    assert_eq!(outline.concepts, ["1 [thing]", "2 [blue thumb] [es:pulgar azul] < 1"]);
    assert_eq!(outline.flaws, [(3, Flaw::Orphan)]);
    assert_eq!(outline.loaded, Loaded { retired: 0 });
    let error = load(&[("labels.tsv", labels)]).unwrap_err();
    assert_eq!(error.what, Fault::NothingBut(Flaw::Orphan));
}
