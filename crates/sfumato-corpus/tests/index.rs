//! An index counts what is in the documents, whatever happened to it before.

use std::fs;
use std::path::{Path, PathBuf};

use sfumato_corpus::index::{AddedDocuments, IndexOptions, Origin};
use sfumato_corpus::{Builder, CorpusError, Index};
use sfumato_document::Document;
use sfumato_document::formats::{Csv, DocumentFormat as _, TextFile};
use sfumato_knowledge::counts::{Basis, Count, Counts as _, Phrase, Query};
use sfumato_language::Language;

/// A folder with documents and an index.
struct Corpus {
    folder: tempfile::TempDir,
}

impl Corpus {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn index(&self) -> PathBuf {
        self.path("index")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("writable");
    }

    fn builder(&self) -> Builder {
        Builder::open(&self.index(), english()).expect("an index")
    }

    /// Brings the index up to date with these files.
    fn build(&self, names: &[&str], prune: bool) -> AddedDocuments {
        let builder = self.builder();
        let mut sum = AddedDocuments::default();
        for name in names {
            sum += self.add(&builder, name);
        }
        if prune {
            sum.removed += builder.prune();
        }
        builder.finish().expect("finished");
        sum
    }

    fn add(&self, builder: &Builder, name: &str) -> AddedDocuments {
        let path = self.path(name);
        let origin = Origin::file(&path).expect("a file");
        let wanted = builder.wants(origin);
        wanted.map_or_else(AddedDocuments::default, |wanted| builder.add(wanted, [read(&path)]).expect("taken in"))
    }

    fn hits(&self, phrases: &[&str]) -> f64 {
        hits(&Index::open(&self.index()).expect("an index"), phrases, Language::English).hits
    }

    fn total(&self) -> f64 {
        Index::open(&self.index()).expect("an index").total(Language::English)
    }
}

fn english() -> IndexOptions {
    IndexOptions { language: Some(Language::English), ..IndexOptions::default() }
}

fn read(path: &Path) -> Result<Document, CorpusError> {
    let bytes = fs::read(path).expect("readable");
    let is_table = path.extension().is_some_and(|ending| ending == "csv");
    Ok(if is_table { Csv::default().read(bytes) } else { TextFile.read(bytes) }.expect("a document"))
}

fn text(text: &str) -> Result<Document, CorpusError> {
    Ok(TextFile.read(text.as_bytes().to_vec()).expect("a document"))
}

fn hits(index: &Index, phrases: &[&str], language: Language) -> Count {
    let phrases: Vec<Phrase<'_>> = phrases.iter().map(|phrase| Phrase::new(phrase)).collect();
    let counts = index.hits(&[Query { phrases: &phrases, language }]).expect("counts");
    counts.first().copied().expect("an answer")
}

#[test]
fn phrases_are_counted_by_documents_alone_and_together() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "Cáncer de páncreas. The pancreatic cancer, the pancreatic cancer again.");
    corpus.write("b.txt", "A cancer that is pancreatic.\n\nNew\n\nYork");
    corpus.write("c.txt", "PANCREATIC-CANCER in New York");
    corpus.build(&["a.txt", "b.txt", "c.txt"], false);
    assert_eq!(corpus.hits(&["pancreatic cancer"]), 2.0);
    assert_eq!(corpus.hits(&["cancer"]), 3.0);
    assert_eq!(corpus.hits(&["cancer de pancreas"]), 1.0);
    assert_eq!(corpus.hits(&["New York"]), 1.0, "no phrase reaches across two paragraphs");
    assert_eq!(corpus.hits(&["pancreatic cancer", "New York"]), 1.0);
    assert_eq!(corpus.hits(&["pancreatic", "york"]), 2.0);
    assert_eq!(corpus.total(), 3.0);
}

#[test]
fn what_is_not_there_or_is_no_phrase_is_unseen() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "one two");
    corpus.build(&["a.txt"], false);
    let index = Index::open(&corpus.index()).expect("an index");
    for phrase in ["three", "two one", "", " - ", &"x".repeat(1000), &"one ".repeat(1000)] {
        assert_eq!(hits(&index, &[phrase], Language::English), Count::UNSEEN);
    }
    assert_eq!(hits(&index, &[], Language::English), Count::UNSEEN);
    assert_eq!(hits(&index, &["one two"], Language::English).basis, Basis::Counted);
}

#[test]
fn variants_count_once_for_each_document() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "cancer of the pancreas, pancreas cancer");
    corpus.write("b.txt", "pancreas cancers");
    corpus.build(&["a.txt", "b.txt"], false);
    let index = Index::open(&corpus.index()).expect("an index");
    let phrase = Phrase { text: "pancreas cancer", variants: &["cancer of the pancreas", "pancreas cancers", "x"] };
    let query = Query { phrases: &[phrase], language: Language::English };
    assert_eq!(index.hits(&[query]).expect("counts")[0].hits, 2.0);
}

#[test]
fn a_large_index_counts_as_reading_everything_does() {
    // Every document is made of the words of the numbers that divide its own.
    let corpus = Corpus::new();
    let name = |n: usize| ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][n % 10];
    let words = |doc: usize| -> Vec<&str> { (1..=60).filter(|n| doc.is_multiple_of(*n)).map(name).collect() };
    let texts: Vec<String> = (1..=3000).map(|doc| words(doc).join(" ")).collect();
    for part in texts.chunks(700).enumerate() {
        // Several runs make several segments.
        let builder = corpus.builder();
        let wanted = builder.wants(Origin::named(&part.0.to_string(), b"")).expect("new");
        builder.add(wanted, part.1.iter().map(|part| text(part))).expect("taken in");
        builder.finish().expect("finished");
    }
    let index = Index::open(&corpus.index()).expect("an index");
    let holds = |text: &str, phrase: &str| format!(" {text} ").contains(&format!(" {phrase} "));
    let phrases = ["one", "two three", "one two", "seven", "three five one", "nine zero", "two zero", "eight nine"];
    let mut asked = Vec::new();
    for a in phrases {
        asked.extend(phrases.iter().map(|b| [Phrase::new(a), Phrase::new(b)]));
    }
    let queries: Vec<_> = asked.iter().map(|pair| Query { phrases: pair, language: Language::English }).collect();
    for (query, count) in queries.iter().zip(index.hits(&queries).expect("counts")) {
        let expected = texts.iter().filter(|text| query.phrases.iter().all(|phrase| holds(text, phrase.text))).count();
        assert_eq!(count.hits, expected as f64, "{:?}", query.phrases.iter().map(|p| p.text).collect::<Vec<_>>());
    }
    assert_eq!(index.info().expect("info").documents, 3000);
    assert_eq!(index.info().expect("info").files, 5);
}

#[test]
fn unchanged_files_are_skipped_changed_ones_replaced_and_vanished_ones_removed() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "apple");
    corpus.write("b.txt", "banana");
    assert_eq!(corpus.build(&["a.txt", "b.txt"], false), AddedDocuments { added: 2, kept: 0, removed: 0 });
    assert_eq!(corpus.build(&["a.txt", "b.txt"], true), AddedDocuments::default());
    corpus.write("b.txt", "blueberry");
    assert_eq!(corpus.build(&["a.txt", "b.txt", "b.txt"], false), AddedDocuments { added: 1, kept: 0, removed: 1 });
    assert_eq!((corpus.hits(&["banana"]), corpus.hits(&["blueberry"]), corpus.total()), (0.0, 1.0, 2.0));
    assert_eq!(corpus.build(&["a.txt"], false), AddedDocuments::default());
    assert_eq!(corpus.hits(&["blueberry"]), 1.0);
    assert_eq!(corpus.build(&["a.txt"], true), AddedDocuments { added: 0, kept: 0, removed: 1 });
    assert_eq!((corpus.hits(&["blueberry"]), corpus.total()), (0.0, 1.0));
}

#[test]
fn files_that_are_read_otherwise_are_read_again() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "apple");
    corpus.build(&["a.txt"], false);
    let origin = Origin::file(&corpus.path("a.txt")).expect("a file");
    let open = |options| Builder::open(&corpus.index(), options).expect("an index");
    assert!(open(english()).wants(origin).is_none());
    assert!(open(IndexOptions { reading: "columns 2".into(), ..english() }).wants(origin).is_some());
    assert!(open(IndexOptions::default()).wants(origin).is_some());
}

#[test]
fn records_of_a_file_that_are_there_already_are_kept() {
    let corpus = Corpus::new();
    let add = |stamp: &[u8], texts: &[&str]| {
        let builder = corpus.builder();
        let wanted = builder.wants(Origin::named("records", stamp)).expect("changed");
        let added = builder.add(wanted, texts.iter().map(|part| text(part))).expect("taken in");
        builder.finish().expect("finished");
        added
    };
    assert_eq!(add(b"1", &["apple", "pear", "pear"]), AddedDocuments { added: 3, kept: 0, removed: 0 });
    assert_eq!(corpus.hits(&["pear"]), 2.0);
    assert_eq!(add(b"2", &["pear", "fig", "apple"]), AddedDocuments { added: 1, kept: 2, removed: 1 });
    assert_eq!((corpus.hits(&["pear"]), corpus.hits(&["fig"]), corpus.total()), (1.0, 1.0, 3.0));
}

#[test]
fn a_file_of_which_a_record_cannot_be_read_is_left_as_it_was() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "apple");
    corpus.build(&["a.txt"], false);
    corpus.write("a.txt", "apple pie");
    let builder = corpus.builder();
    let wanted = builder.wants(Origin::file(&corpus.path("a.txt")).expect("a file")).expect("changed");
    let broken = Builder::open(&corpus.path(""), english()).expect_err("no index");
    let documents = vec![text("pear"), Err(broken), text("fig")];
    builder.add(wanted, documents).expect_err("a record failed");
    builder.finish().expect("finished");
    assert_eq!((corpus.hits(&["apple"]), corpus.hits(&["pear"]), corpus.total()), (1.0, 0.0, 1.0));
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let corpus = Corpus::new();
    corpus.write("a.txt", "apple");
    corpus.build(&["a.txt"], false);
    corpus.write("b.txt", "banana");
    let killed = corpus.builder();
    corpus.add(&killed, "b.txt");
    drop(killed);
    assert_eq!(corpus.hits(&["banana"]), 0.0);
    assert_eq!(corpus.build(&["a.txt", "b.txt"], false), AddedDocuments { added: 1, kept: 0, removed: 0 });
    assert_eq!(corpus.total(), 2.0);
}

#[test]
fn the_rows_of_a_table_are_documents() {
    let corpus = Corpus::new();
    corpus.write("t.csv", "name,note\nAnn,fever\nBob,\nCem,\"cough, fever\"\n");
    corpus.build(&["t.csv"], false);
    assert_eq!((corpus.total(), corpus.hits(&["fever"]), corpus.hits(&["note"])), (3.0, 2.0, 0.0));
    assert_eq!((corpus.hits(&["Ann", "fever"]), corpus.hits(&["Bob", "fever"])), (1.0, 0.0));
}

#[test]
fn documents_count_for_their_language() {
    let corpus = Corpus::new();
    let builder = Builder::open(&corpus.index(), IndexOptions::default()).expect("an index");
    let texts = [
        "The patient was seen by the doctor and sent home with a cold.",
        "El paciente fue visto por la doctora y se marchó a su casa con un catarro.",
        "123 456",
    ];
    let wanted = builder.wants(Origin::named("texts", b"")).expect("new");
    builder.add(wanted, texts.map(text)).expect("taken in");
    builder.finish().expect("finished");
    let index = Index::open(&corpus.index()).expect("an index");
    assert_eq!((index.total(Language::English), index.total(Language::Spanish)), (2.0, 2.0));
    let count = |phrase: &str, language| hits(&index, &[phrase], language).hits;
    assert_eq!((count("a", Language::English), count("a", Language::Spanish)), (1.0, 1.0));
    assert_eq!((count("doctora", Language::English), count("doctora", Language::Spanish)), (0.0, 1.0));
    assert_eq!((count("123 456", Language::English), count("123 456", Language::Spanish)), (1.0, 1.0));
}

#[test]
fn what_is_no_index_is_refused_with_a_word() {
    let corpus = Corpus::new();
    let open = |name: &str| Index::open(&corpus.path(name)).expect_err("no index").to_string();
    let build = |name: &str| Builder::open(&corpus.path(name), english()).expect_err("no index").to_string();
    assert!(open("missing").contains("there is no such index"));
    corpus.write("a.txt", "apple");
    assert!(open("a.txt").contains("is no index"));
    assert!(open("").contains("is no index"));
    assert!(build("").contains("other things in it"), "{}", build(""));
    corpus.build(&["a.txt"], false);
    let held = corpus.builder();
    assert!(build("index").contains("another run"));
    drop(held);
    corpus.write("index/sfumato-corpus", "sfumato corpus, version 0\n");
    assert!(open("index").contains("another version"));
    assert!(build("index").contains("another version"));
}

#[test]
fn a_damaged_index_is_seen_to_be_one() {
    let corpus = Corpus::new();
    corpus.write("a.txt", &"apple pear fig ".repeat(100));
    corpus.build(&["a.txt"], false);
    let positions = fs::read_dir(corpus.index()).expect("readable").map(|entry| entry.expect("an entry").path());
    let positions = positions.into_iter().find(|path| path.extension().is_some_and(|e| e == "pos")).expect("positions");
    let mut bytes = fs::read(&positions).expect("readable");
    bytes[0] ^= 1;
    fs::remove_file(&positions).expect("removable");
    fs::write(&positions, bytes).expect("writable");
    let index = Index::open(&corpus.index()).expect("an index");
    assert!(index.info().expect_err("damaged").to_string().contains("damaged"));
    fs::write(corpus.path("index/meta.json"), "{").expect("writable");
    assert!(Index::open(&corpus.index()).expect_err("damaged").to_string().contains("damaged"));
}
