//! OBO, RDF, paths and tables.

use super::{Flaw, load, one};

#[test]
fn obo_has_terms_with_synonyms() {
    let outline = one(
        "thumb.obo",
        r#"format-version: 1.2

[Term]
id: T:1
name: thumb disease {source="x"}
alt_id: T:9
synonym: "malady of the \"thumb\"" EXACT [X:1]
synonym: "digit trouble" BROAD []

[Term]
id: T:2
name: blue thumb
is_a: T:9 ! thumb disease
is_a: T:7 {a="b"} ! nowhere

[Term]
id: T:3
name: green thumb
is_obsolete: true

[Term]
id: T:2
name: another

[Typedef]
id: part_of
name: part of

[Term]
id: T:4
name
synonym: "open EXACT []
is_a: T:1
"#,
    );
    let expected = [
        "T:1 [thumb disease] [=malady of the \"thumb\"] [~digit trouble]",
        "T:2 [blue thumb] < T:1 < T:7",
        "T:4 < T:1",
    ];
    assert_eq!(outline.concepts, expected);
    assert_eq!(outline.flaws, [(21, Flaw::Duplicate), (31, Flaw::Broken), (32, Flaw::Broken)]);
    assert_eq!(outline.loaded.retired, 1);
}

const TURTLE: &str = r#"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <http://x.org/> .
x:a a skos:Concept ;
    skos:prefLabel "colour"@en-GB, "color"@es, "Farbe"@de ;
    skos:altLabel "hue"@en ;
    skos:hiddenLabel "colr" ;
    skos:narrower x:b .
x:b a skos:Concept ; skos:prefLabel "blue"@en .
x:darkBlue skos:broader x:b .
x:note <http://www.w3.org/2000/01/rdf-schema#label> "of no use" .
"#;

#[test]
fn skos_as_turtle() {
    let outline = one("colours.ttl", TURTLE);
    let expected = [
        "http://x.org/a [colour] [es:color] [=hue] [~colr]",
        "http://x.org/b [blue] < http://x.org/a",
        "http://x.org/darkBlue [dark blue] < http://x.org/b",
    ];
    assert_eq!(outline.concepts, expected);
    assert_eq!(outline.flaws, []);
}

#[test]
fn a_broken_statement_costs_no_more_than_itself() {
    let broken = TURTLE.replace("x:b a skos:Concept ; skos", "x:b a skos:Concept %% skos:broader x:note ; skos");
    let outline = one("colours.ttl", &broken);
    assert_eq!(outline.flaws, [(8, Flaw::Broken)]);
    assert!(outline.concepts.contains(&"http://x.org/darkBlue [dark blue] < http://x.org/b".to_owned()));
    assert!(!outline.concepts.iter().any(|concept| concept.contains("note")));
    // A long mistake: what follows its point is read, and each further one is told.
    let long = format!("{}y:a y:b\n{} y:c .\n", TURTLE, "# a comment\n y:d, \n".repeat(2000));
    let again = "<http://x.org/c> skos:broader x:b .\ny:z y:y y:x .\n";
    let outline = one("colours.ttl", &format!("{long}{again}"));
    assert_eq!(outline.flaws, [(11, Flaw::Broken), (4014, Flaw::Broken)]);
    assert!(outline.concepts.iter().any(|concept| concept.starts_with("http://x.org/c ")), "{:?}", outline.concepts);
}

#[test]
fn classes_and_things_as_n_triples() {
    let text = "\
<http://x.org/Ann_Lee> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x.org/Painter> .
<http://x.org/Painter> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x.org/Person> .
<http://x.org/Painter> <http://www.w3.org/2000/01/rdf-schema#label> \"painter\\u0021\"@en .
<http://x.org/Painter> <http://www.w3.org/2000/01/rdf-schema#label> \"pintora\"@es .
<http://x.org/broken <http://www.w3.org/2000/01/rdf-schema#label> \"x .
<http://x.org/file> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x.org/File> .
<http://x.org/Old> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x.org/Person> .
<http://x.org/Old> <http://www.w3.org/2002/07/owl#deprecated> \"true\" .
<http://x.org/Person> <http://www.w3.org/2000/01/rdf-schema#subClassOf> _:b .
";
    let outline = one("people.nt", text);
    let expected = [
        "http://x.org/Ann_Lee [Ann Lee] < http://x.org/Painter individual",
        "http://x.org/Painter [painter!] [es:pintora] < http://x.org/Person",
        "http://x.org/Person [person]",
    ];
    assert_eq!(outline.concepts, expected);
    assert_eq!(outline.flaws, [(5, Flaw::Broken)]);
    assert_eq!(outline.loaded.retired, 2);
}

#[test]
fn owl_as_xml() {
    let text = r#"<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY owl "http://www.w3.org/2002/07/owl#" > <!ENTITY x "http://x.org/"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="&x;Tool"><rdfs:label xml:lang="en">tool &amp; gear</rdfs:label></owl:Class>
  <owl:Class rdf:about="http://x.org/Hammer">
    <rdfs:label xml:lang="es">martillo</rdfs:label>
    <rdfs:subClassOf rdf:resource="&x;Tool"/>
    <rdfs:subClassOf><owl:Restriction/></rdfs:subClassOf>
  </owl:Class>
  <owl:ObjectProperty rdf:about="http://x.org/hits"><rdfs:label>hits</rdfs:label></owl:ObjectProperty>
</rdf:RDF>
"#;
    let outline = one("tools.owl", text);
    assert_eq!(
        outline.concepts,
        ["http://x.org/Hammer [es:martillo] < http://x.org/Tool", "http://x.org/Tool [tool & gear]",]
    );
    let error = load(&[("tools.owl", text.replace("</owl:Class>\n  <owl:Ob", "\n  <owl:Ob").as_bytes())]).unwrap_err();
    assert_eq!(error.to_string(), "tools.owl:12: not well-formed XML");
    let error = load(&[("tools.owl", text.replace("</rdf:RDF>\n", "").as_bytes())]).unwrap_err();
    assert_eq!(error.to_string(), "tools.owl:12: it ends in the middle");
    let error = load(&[("tools.owl", text.replace("rdf:about", "rdf:bagID").as_bytes())]).unwrap_err();
    assert_eq!(error.to_string(), "tools.owl:5: not well-formed RDF");
}

#[test]
fn yago_of_two_ages() {
    let new = "@prefix yago: <http://yago.org/resource/> .\r\n\
        yago:Stunt_Q1\trdfs:subClassOf\tschema:CreativeWork\t.\r\n\
        yago:Stunt_Q1\trdfs:label\t\"stunt\"@en\t.\r\n\
        what is this\r\n\
        schema:TVStunt\trdfs:subClassOf\tyago:Stunt_Q1\t.\r\n";
    let outline = one("taxonomy.tsv", new);
    assert_eq!(
        outline.concepts,
        [
            "http://schema.org/CreativeWork [creative work]",
            "http://schema.org/TVStunt [TV stunt] < http://yago.org/resource/Stunt_Q1",
            "http://yago.org/resource/Stunt_Q1 [stunt] < http://schema.org/CreativeWork",
        ]
    );
    assert_eq!(outline.flaws, [(4, Flaw::Broken)]);
    let old = "<id_1>\t<wikicat_Brave_painters>\trdfs:subClassOf\t<wordnet_painter_110391653>\n\
        <id_2>\t<Ann_Lee>\trdf:type\t<wikicat_Brave_painters>\t\n";
    assert_eq!(
        one("old.tsv", old).concepts,
        [
            "Ann_Lee [Ann Lee] < wikicat_Brave_painters individual",
            "wikicat_Brave_painters [brave painters] < wordnet_painter_110391653",
            "wordnet_painter_110391653 [painter]",
        ]
    );
}

#[test]
fn paths_imply_what_lies_above() {
    let outline = one("odp.txt", "Top/Health/Blue_Thumb\nTop/Arts\tThe arts\nTop//Arts\nTop/Arts/\nTop/Health\n");
    assert_eq!(
        outline.concepts,
        [
            "Top [Top]",
            "Top/Arts [The arts] [=Arts] < Top",
            "Top/Health [Health] < Top",
            "Top/Health/Blue_Thumb [Blue Thumb] < Top/Health",
        ]
    );
    assert_eq!(outline.flaws, [(3, Flaw::Broken), (4, Flaw::Duplicate)]);
}

#[test]
fn the_least_table() {
    let text = "child;parent\n\"dark; blue\";blue\nblue;colour|mood\nblue;colour\n;colour\na;b;c\n";
    let outline = one("colours.csv", text);
    assert_eq!(
        outline.concepts,
        ["blue [blue] < colour < mood", "colour [colour]", "dark; blue [dark; blue] < blue", "mood [mood]",]
    );
    assert_eq!(outline.flaws, [(4, Flaw::Duplicate), (5, Flaw::Broken), (6, Flaw::Broken)]);
}

#[test]
fn the_most_table() {
    let text = "id,parent,name,name_es,synonyms,synonyms_es,size,individual,kind\r\n\
        p,,place,lugar,\"spot|site, the\",sitio,,,\r\n\
        v,p|q,Little Vale,,,,1200,yes,place\r\n\
        \r\n\
        v,p,Little Vale,,,,1200,yes,place\r\n\
        w,p,Wide,,,,many,yes,place\r\n\
        x,p,\"two\r\nlines\"\r\n\
        y,p,\"open\r\n";
    let outline = one("places.csv", text);
    assert_eq!(
        outline.concepts,
        [
            "p [place] [es:lugar] [=spot] [=site, the] [=es:sitio]",
            "v [Little Vale] < p < q individual size 1200",
            "x [two lines] < p",
        ]
    );
    assert_eq!(outline.flaws, [(5, Flaw::Duplicate), (6, Flaw::Broken), (9, Flaw::Broken)]);
}

#[test]
fn labels_have_kinds_and_frequencies() {
    let table = b"id\tname\n1\tthumb\n";
    let labels = "id\tlanguage\tkind\tname\tfrequency\n\
        1\tes\tpreferred\tpulgar\t70000\n\
        1\ten\trelated\tdigit\n\
        1\tfr\tsynonym\tpouce\t1\n\
        1\ten\tsynonym\t\t1\n\
        1\ten\tsynonym\tpollex\tsome\n";
    let outline = load(&[("t.tsv", table), ("l.tsv", labels.as_bytes())]).unwrap();
    assert_eq!(outline.concepts, ["1 [thumb] [es:pulgar*65535] [~digit]"]);
    assert_eq!(outline.flaws, [(4, Flaw::Broken), (5, Flaw::Broken), (6, Flaw::Broken)]);
}
