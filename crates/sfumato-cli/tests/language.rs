//! The commands about language: what they print and write, and what they refuse.

mod support;

use support::{Done, Folder, run};

#[track_caller]
fn works(folder: &Folder, arguments: &[&str]) -> Done {
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    done
}

/// Runs a call that must fail with one line, in a folder that must stay as it is.
#[track_caller]
fn fails(folder: &Folder, arguments: &[&str], expected: &str) {
    let before = folder.list();
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
    assert_eq!(done.stderr.lines().count(), 1, "{arguments:?}: {}", done.stderr);
    assert!(done.stderr.contains(expected), "{arguments:?}: {}", done.stderr);
    assert!(done.stdout.is_empty(), "{arguments:?}: {}", done.stdout);
    assert_eq!(folder.list(), before, "{arguments:?} left something behind");
}

/// A treebank out of sentences whose words are `form/lemma/UPOS/XPOS/chunk`.
fn treebank(sentences: &[&str]) -> String {
    let mut out = String::new();
    for sentence in sentences {
        for (nth, word) in sentence.split(' ').enumerate() {
            let cells: Vec<&str> = word.split('/').collect();
            let [form, lemma, upos, xpos, chunk] = cells[..] else { panic!("five cells: {word}") };
            out += &format!("{}\t{form}\t{lemma}\t{upos}\t{xpos}\t_\t_\t_\t_\tChunk={chunk}\n", nth + 1);
        }
        out.push('\n');
    }
    out
}

const SENTENCES: [&str; 4] = [
    "The/the/DET/DT/B-NP nurse/nurse/NOUN/NN/I-NP was/be/AUX/VBD/B-VP seen/see/VERB/VBN/I-VP ././PUNCT/./O",
    "Ann/Ann/PROPN/NNP/B-NP Lee/Lee/PROPN/NNP/I-NP denies/deny/VERB/VBZ/B-VP fever/fever/NOUN/NN/B-NP ././PUNCT/./O",
    "She/she/PRON/PRP/B-NP sees/see/VERB/VBZ/B-VP the/the/DET/DT/B-NP nurse/nurse/NOUN/NN/I-NP ././PUNCT/./O",
    "The/the/DET/DT/B-NP fever/fever/NOUN/NN/I-NP was/be/AUX/VBD/B-VP seen/see/VERB/VBN/I-VP ././PUNCT/./O",
];

/// A folder with a treebank and all models of English trained on it.
fn trained() -> Folder {
    let folder = Folder::new();
    folder.write("gold.conllu", treebank(&SENTENCES).as_bytes());
    folder.write("clusters.tsv", b"nurse\t1\t0\nfever\t2\t0\n");
    folder.write("words.tsv", b"mice\tNOUN\tNNS\tmouse\t1\nhouse\tNOUN\t\thouse\t0\n");
    let train = |task: &str, more: &[&str]| {
        let out = format!("models/en/{task}.bin");
        let mut arguments = vec!["train", task, "--language", "en", "--gold", "gold.conllu", "--out", &out];
        arguments.extend_from_slice(more);
        works(&folder, &arguments);
    };
    let lexicon = ["--lexicon", "models/en/lexicon.bin"];
    train("lexicon", &["--clusters", "clusters.tsv"]);
    train("tags", &[&lexicon[..], &["--l2", "0.1", "--dev", "gold.conllu"]].concat());
    train("details", &lexicon);
    train("chunks", &[&lexicon[..], &["--tags", "models/en/tags.bin", "--l2", "0.1"]].concat());
    train("lemmas", &["--table", "words.tsv"]);
    folder
}

#[test]
fn what_was_learnt_is_known() {
    let folder = trained();
    for task in ["tags", "lemmas", "chunks"] {
        let arguments = ["eval", task, "--gold", "gold.conllu", "--models", "models", "--as", "csv"];
        let printed = works(&folder, &arguments).stdout;
        let first: Vec<&str> = printed.lines().nth(1).expect("a line").split(',').collect();
        assert_eq!((first[1], first[8]), ("*", "100.00"), "{task}: {printed}");
    }
    assert!(!folder.has("models/en/tags.bin.state"), "what is done is not taken up again");
}

#[test]
fn the_same_input_gives_the_same_model() {
    let folder = trained();
    let train = |out: &str, more: &[&str]| {
        let call = ["train", "--task", "tags", "--language", "en", "--gold", "gold.conllu", "--lexicon"];
        works(&folder, &[&call[..], &["models/en/lexicon.bin", "--out", out], more].concat())
    };
    let done = train("a.bin", &["--iterations", "30"]);
    assert!(done.stderr.contains("step 10: objective "), "{}", done.stderr);
    assert!(train("b.bin", &["--iterations", "30", "-q"]).stderr.is_empty());
    assert_eq!(folder.read("a.bin"), folder.read("b.bin"));
    let done = train("c.bin", &["--method", "perceptron", "--passes", "2", "--seed", "7"]);
    assert!(done.stderr.contains("pass 2"), "{}", done.stderr);
    train("d.bin", &["--method", "perceptron", "--passes", "2", "--seed", "7"]);
    assert_eq!(folder.read("c.bin"), folder.read("d.bin"));
}

#[test]
fn training_refuses_what_it_cannot_use() {
    let folder = trained();
    folder.write("empty.conllu", b"");
    folder.write("broken.conllu", b"# x\n1\tword\n");
    folder.write("bare.conllu", b"1\tword\t_\t_\t_\t_\t_\t_\t_\t_\n");
    folder.write("latin.conllu", b"1\tca\xf1a\t_\t_\t_\t_\t_\t_\t_\t_\n");
    folder.write("words.doc", b"x");
    folder.write("bad.tsv", b"mice\tNOUN\tNNS\tmouse\t1\nmice\tnoun\tNNS\tmouse\t1\n");
    let train = |task, gold| ["train", task, "--language", "en", "--out", "x.bin", "--gold", gold];
    fails(&folder, &train("tagz", "gold.conllu"), "a similar value exists: 'tags'");
    fails(&folder, &train("entities", "gold.conllu"), "invalid value 'entities'");
    fails(&folder, &train("lexicon", "missing.conllu"), "missing.conllu: there is no such file");
    fails(&folder, &train("lexicon", "empty.conllu"), "empty.conllu: there is no sentence in it");
    fails(&folder, &train("lexicon", "broken.conllu"), "broken.conllu: line 2: expected ten columns");
    fails(&folder, &train("lexicon", "bare.conllu"), "bare.conllu: nothing in it is annotated for this task");
    fails(&folder, &train("lemmas", "bare.conllu"), "bare.conllu: nothing in it is annotated for this task");
    fails(&folder, &train("lexicon", "latin.conllu"), "latin.conllu: not in UTF-8");
    fails(&folder, &train("lexicon", "words.doc"), "words.doc: annotated files for this task end in .conllu");
    fails(&folder, &train("lexicon", "gold.conllu=x"), "behind `=` stands a number");
    fails(&folder, &train("tags", "gold.conllu"), "this task needs --lexicon");
    let with = |task, more: &[&'static str]| [&train(task, "gold.conllu")[..], more].concat();
    fails(&folder, &with("lexicon", &["--clusters", "words.tsv"]), "words.tsv: line 1: a cluster is a number");
    fails(&folder, &with("lemmas", &["--table", "bad.tsv"]), "bad.tsv: line 2: the second column is no part of speech");
    fails(&folder, &with("lexicon", &["--table", "words.tsv"]), "--table is not for this task");
    fails(&folder, &with("tags", &["--lexicon", "models/en/tags.bin"]), "models/en/tags.bin: ");
    let lexicon = ["--lexicon", "models/en/lexicon.bin"];
    let tags = |more: &[&'static str]| with("tags", &[&lexicon[..], more].concat());
    fails(&folder, &tags(&["--l2", "-1"]), "unexpected argument '-1'");
    fails(&folder, &tags(&["--l2", "inf"]), "--l1 and --l2 take a number from 0 on");
    fails(&folder, &tags(&["--passes", "3"]), "--passes is not for this task or method");
    fails(&folder, &tags(&["--resume"]), "x.bin.state: there is no such file");
    let chunks = |tags| with("chunks", &[&lexicon[..], &["--tags", tags]].concat());
    fails(&folder, &chunks("models/en/chunks.bin"), "models/en/chunks.bin: ");
    folder.write("x.bin.state", b"SFSTATE1 no");
    fails(&folder, &tags(&["--resume", "-q"]), "x.bin.state: the interrupted training is damaged");
}

#[test]
fn an_interrupted_training_is_taken_up() {
    let folder = trained();
    let call = ["train", "tags", "--language", "en", "--gold", "gold.conllu", "--lexicon", "models/en/lexicon.bin"];
    let train = |more: &[&str]| run(&folder, &[&call[..], more].concat(), None);
    assert_eq!(train(&["--out", "whole.bin", "--iterations", "20"]).code, 0);
    // A model that cannot be put in its place leaves its training behind.
    folder.write("x.bin/in-the-way", b"");
    let done = train(&["--out", "x.bin", "--iterations", "10"]);
    assert_eq!(done.code, 2, "{}", done.stderr);
    assert!(folder.has("x.bin.state"), "{:?}", folder.list());
    std::fs::remove_dir_all(folder.path().join("x.bin")).expect("ours");
    let done = train(&["--out", "x.bin", "--iterations", "20", "--resume"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stderr.contains("step 20") && !done.stderr.contains("step 10:"), "{}", done.stderr);
    assert_eq!(folder.read("x.bin"), folder.read("whole.bin"));
    assert!(!folder.has("x.bin.state"), "what is done is not taken up again");
}

#[test]
fn evaluation_refuses_what_it_cannot_use() {
    let folder = trained();
    folder.write("broken.conllu", b"# x\n1\tword\n");
    folder.write("empty.conllu", b"\n");
    folder.write("bare.conllu", b"1\tthe\t_\t_\t_\t_\t_\t_\t_\t_\n");
    folder.write("lines.txt", b"The boy was at home. \nIt was late.\n");
    folder.write("numbers.txt", b"1 2 3\n");
    let eval = |task, gold| ["eval", task, "--gold", gold];
    fails(&folder, &eval("tag", "gold.conllu"), "a similar value exists: 'tags'");
    fails(&folder, &eval("tags", "missing.conllu"), "missing.conllu: there is no such file");
    fails(&folder, &eval("tags", "broken.conllu"), "broken.conllu: line 2: expected ten columns");
    fails(&folder, &eval("tags", "empty.conllu"), "empty.conllu: there is no sentence in it");
    fails(&folder, &eval("tags", "bare.conllu"), "bare.conllu: nothing in it is annotated for this task");
    fails(&folder, &eval("tags", "lines.txt"), "lines.txt: annotated files for this task end in .conllu");
    fails(&folder, &eval("chunks", "lines.txt"), "lines.txt: line 1: expected a word, its tag and its chunk");
    fails(&folder, &eval("sentences", "numbers.txt"), "give it with --language");
    let with = |models| ["eval", "tags", "--gold", "gold.conllu", "--models", models];
    fails(&folder, &with("nowhere"), "nowhere/en/lexicon.bin: there is no such file");
    folder.write("other/en/lexicon.bin", &folder.read("models/en/lexicon.bin"));
    for name in ["tags", "details", "chunks", "lemmas"] {
        folder.write(&format!("other/en/{name}.bin"), &folder.read("models/en/chunks.bin"));
    }
    fails(&folder, &with("other"), "other/en/tags.bin: ");
}

#[test]
fn texts_by_sentences_are_evaluated_file_by_file() {
    let folder = Folder::new();
    folder.write("texts/a.txt", b"The boy was at home.\nIt was late.\n");
    folder.write("texts/b.txt", b"He slept\nuntil the morning.\n");
    let arguments = ["eval", "sentences", "--gold", "texts", "--as", "json", "--rows", "rows.csv"];
    let printed = works(&folder, &arguments).stdout;
    let outcome: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((outcome["files"].as_u64(), outcome["language"].as_str()), (Some(2), Some("en")));
    let measure = &outcome["measures"][0];
    assert_eq!(
        (measure["right"].as_u64(), measure["missed"].as_u64(), measure["n"].as_u64()),
        (Some(2), Some(2), Some(4))
    );
    let rows = String::from_utf8(folder.read("rows.csv")).expect("text");
    let expected = "file,part,measure,n,right,spurious,missed,score\n\
        a.txt,1,sentence,2,2,0,0,100.00\nb.txt,1,sentence,2,0,1,2,0.00\n";
    assert_eq!(rows, expected);
}

#[test]
fn an_analysis_in_conllu_can_be_read_again() {
    let folder = Folder::new();
    folder.write("letter.txt", "Él vino del mar (sí).\n\nLa niña no tiene fiebre.\n".as_bytes());
    let out = works(&folder, &["analyse", "letter.txt", "--as", "conllu", "--language", "es"]).stdout;
    for line in ["# newdoc id = letter.txt", "# newpar", "# text = Él vino del mar (sí).", "# lang = es"] {
        assert!(out.lines().any(|own| own == line), "{line}: {out}");
    }
    assert_eq!(out.matches("# newpar").count(), 2, "{out}");
    assert!(out.contains("3-4\tdel\t_\t_\t_\t_\t_\t_\t_\tTokenRange=8:11\n"), "{out}");
    let glued: Vec<&str> = out.lines().filter(|line| line.contains("SpaceAfter=No")).collect();
    assert!(glued.iter().any(|line| line.contains("TokenRange=16:17")), "the bracket touches what follows: {out}");
    folder.write("again.conllu", out.as_bytes());
    let arguments = ["eval", "tokens", "--gold", "again.conllu", "--language", "es", "--as", "csv"];
    let printed = works(&folder, &arguments).stdout;
    assert!(printed.lines().nth(1).is_some_and(|line| line.ends_with("100.00,100.00,100.00")), "{printed}");
    let tags = works(&folder, &["eval", "tags", "--gold", "again.conllu", "--language", "es", "--as", "csv"]).stdout;
    assert!(tags.lines().nth(1).is_some_and(|line| line.ends_with("100.00,100.00,100.00")), "{tags}");
}

#[test]
fn an_analysis_in_json_has_places_in_the_unit_asked_for() {
    let folder = Folder::new();
    folder.write("in.jsonl", "{\"id\":7,\"text\":\"Él vio 😀 la mar.\"}\n".as_bytes());
    let json = |offsets| {
        let call = ["analyse", "in.jsonl", "--as", "json", "--language", "es", "--offsets", offsets];
        serde_json::from_str::<serde_json::Value>(&works(&folder, &call).stdout).expect("JSON")
    };
    for (offsets, start) in [("codepoints", 9), ("bytes", 13), ("utf16", 10)] {
        let line = json(offsets);
        assert_eq!((line["id"].as_u64(), line["language"].as_str()), (Some(7), Some("es")));
        let tokens = line["sentences"][0]["tokens"].as_array().expect("tokens");
        let article = tokens.iter().find(|token| token["form"] == "la").expect("it is there");
        assert_eq!(article["start"].as_u64(), Some(start), "{offsets}");
        assert!(article["upos"].is_string() && article["lemma"].is_string() && article["chunk"].is_string());
        assert!(line["sentences"][0]["terms"].is_array());
    }
}

#[test]
fn an_analysis_reads_whatever_can_be_read() {
    let folder = Folder::new();
    folder.write("empty.txt", b"");
    folder.write("blank.txt", b" \n \n");
    folder.write("page.html", b"<p>The boy was <b>at</b> home.</p><p>It was late.</p>");
    fails(&folder, &["analyse", "empty.txt"], "empty.txt: the file is empty");
    fails(&folder, &["analyse", "missing.txt"], "missing.txt: there is no such file");
    fails(&folder, &["analyse", "page.html", "--as", "conlu"], "a similar value exists: 'conllu'");
    assert!(works(&folder, &["analyse", "blank.txt"]).stdout.starts_with("blank.txt: 0 tokens"));
    let out = works(&folder, &["analyse", "page.html", "--as", "conllu"]).stdout;
    assert!(out.contains("# text = The boy was at home.\n") && out.contains("# text = It was late.\n"), "{out}");
    let done = run(&folder, &["analyse", "-"], Some(b"The boy was at home."));
    assert!(done.code == 0 && done.stdout.contains("home"), "{}", done.stderr);
}
