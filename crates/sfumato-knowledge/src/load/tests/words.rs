//! Wordnets.

use super::{Flaw, load, one};

const NOUNS: &str = "  1 This line stands for a licence.\n\
    00001740 03 n 01 entity 0 002 ~ 00001930 n 0000 ~ 00002137 n 0000 | that which is\n\
    00001930 18 n 02 stunt_man 0 daredevil a 002 @ 00001740 n 0000 + 00002000 v 0101 | one who falls\n\
    00002137 18 n 01 Ann_Lee 0 001 @i 00001930 n 0000 | an invented one\n\
    00002138 18 n 01 broken 0 004 @i 00001930 n 0000 | too few pointers\n";
const VERBS: &str = "00002000 38 v 01 fall 0 001 @ 00002001 v 0000 01 + 02 00 | go down\n\
    00002001 38 v 01 go 0 000 00 | change place\n";

#[test]
fn the_database_of_wordnet() {
    let outline = load(&[
        ("wn/data.noun", NOUNS.as_bytes()),
        ("wn/data.verb", VERBS.as_bytes()),
        ("wn/data.adj", b"not read"),
        ("wn/cntlist.rev", b"stunt_man%1:18:00:: 1 7\ndaredevil%1:18:10:: 1 3\nfall%2:38:00:: 1 20\nbroken\n"),
        ("wn/noun.exc", b"stunt_men stunt_man\n"),
        ("wn/verb.exc", b"fell fall\nwent go\n"),
    ])
    .unwrap();
    assert_eq!(
        outline.concepts,
        [
            "00001740-n [entity]",
            "00001930-n [stunt man*7] [~stunt men*7] [=daredevil*3] < 00001740-n",
            "00002000-v [fall*20] [~fell*20] < 00002001-v action",
            "00002001-v [go] [~went] action",
            "00002137-n [Ann Lee] < 00001930-n individual",
        ]
    );
    assert_eq!(outline.flaws, [(4, Flaw::Broken), (5, Flaw::Broken)]);
}

const LMF: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
  <Lexicon id="x" label="Invented" language="en" version="1">
    <LexicalEntry id="e1"><Lemma writtenForm="fall guy" partOfSpeech="n"/><Sense id="s1" synset="x-1-n"/></LexicalEntry>
    <LexicalEntry id="e2"><Lemma writtenForm="stunt man" partOfSpeech="n"/><Form writtenForm="stunt men"/>
      <Sense id="s2" synset="x-1-n"><Count>4</Count></Sense></LexicalEntry>
    <LexicalEntry id="e3"><Lemma writtenForm="R&amp;B &#233;lan" partOfSpeech="n"/><Sense id="s3" synset="x-2-n"/></LexicalEntry>
    <LexicalEntry id="e4"><Lemma writtenForm="red" partOfSpeech="a"/><Sense id="s4" synset="x-3-a"/></LexicalEntry>
    <LexicalEntry id="e5"><Lemma writtenForm="Ann Lee" partOfSpeech="n"/><Sense id="s5" synset="x-4-n"/></LexicalEntry>
    <Synset id="x-1-n" ili="i35545" partOfSpeech="n" members="e2 e1">
      <Definition>one who falls</Definition>
      <SynsetRelation relType="hypernym" target="x-2-n"/>
      <SynsetRelation relType="hyponym" target="x-4-n"/>
    </Synset>
    <Synset id="x-2-n" ili="in" partOfSpeech="n"/>
    <Synset id="x-3-a" ili="i1" partOfSpeech="a"/>
    <Synset id="x-4-n" partOfSpeech="n"><SynsetRelation relType="instance_hypernym" target="x-1-n"/></Synset>
    <Synset partOfSpeech="n"/>
  </Lexicon>
  <Lexicon id="f" language="fr"><LexicalEntry id="f1"><Lemma writtenForm="rien" partOfSpeech="n"/></LexicalEntry></Lexicon>
</LexicalResource>
"#;

#[test]
fn lexicons_meet_by_shared_numbers() {
    let spanish = r#"<LexicalResource><Lexicon language="es">
        <LexicalEntry><Lemma writtenForm="especialista" partOfSpeech="n"/><Sense synset="y-1-n"/></LexicalEntry>
        <Synset id="y-1-n" ili="i35545" partOfSpeech="n"/></Lexicon></LexicalResource>"#;
    let outline = load(&[("x.xml", LMF.as_bytes()), ("y.xml", spanish.as_bytes())]).unwrap();
    assert_eq!(
        outline.concepts,
        [
            "i35545 [stunt man*4] [=fall guy] [~stunt men*4] [es:especialista] < x-2-n",
            "x-2-n [R&B élan]",
            "x-4-n [Ann Lee] < i35545 individual",
        ]
    );
    assert_eq!(outline.flaws, [(19, Flaw::Broken)]);
}

#[test]
fn a_cut_off_lexicon_is_an_error() {
    let cut = LMF.split("<Synset id=\"x-3").next().unwrap();
    let error = load(&[("x.xml", cut.as_bytes())]).unwrap_err();
    assert_eq!(error.to_string(), "x.xml:17: it ends in the middle");
    assert_eq!(one("x.xml", LMF).concepts.len(), 3);
}
