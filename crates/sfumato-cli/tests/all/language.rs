//! The commands about language: what they print and write, and what they refuse.

use crate::support::{TestFolder, fails, run, works};

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
fn trained() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("gold.conllu", treebank(&SENTENCES).as_bytes());
    folder.write("clusters.tsv", b"nurse\t1\t0\nfever\t2\t0\n");
    folder.write("words.tsv", b"mice\tNOUN\tNNS\tmouse\t1\nhouse\tNOUN\t\thouse\t0\n");
    std::fs::create_dir_all(folder.path().join("models/en")).expect("writable");
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
    fails(&folder, &train("tagz", "gold.conllu"), "did you mean `tags`?");
    fails(&folder, &train("entitiez", "gold.conllu"), "did you mean `entities`?");
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
    let tags_bin = "models/en/tags.bin";
    fails(&folder, &with("tags", &["--lexicon", tags_bin]), "models/en/tags.bin: this is a model, not a lexicon");
    let lexicon = ["--lexicon", "models/en/lexicon.bin"];
    let tags = |more: &[&'static str]| with("tags", &[&lexicon[..], more].concat());
    fails(&folder, &tags(&["--l2", "-1"]), "unexpected argument '-1'");
    fails(&folder, &tags(&["--l2", "inf"]), "--l1 and --l2 take a number from 0 on");
    fails(&folder, &tags(&["--passes", "3"]), "--passes is not for this task or method");
    fails(&folder, &tags(&["--resume"]), "x.bin.state: there is no such file");
    let chunks = |tags| with("chunks", &[&lexicon[..], &["--tags", tags]].concat());
    fails(
        &folder,
        &chunks("models/en/chunks.bin"),
        "models/en/chunks.bin: the model is for chunks/en, not for tags/en",
    );
    let lemmas = "models/en/lemmas.bin: this is a table of lemmas, not a model";
    fails(&folder, &chunks("models/en/lemmas.bin"), lemmas);
    for name in ["lexicon", "tags"] {
        let mut bytes = folder.read(&format!("models/en/{name}.bin"));
        *bytes.last_mut().expect("it has bytes") ^= 1;
        folder.write(&format!("bad-{name}.bin"), &bytes);
    }
    let damaged = "the model is damaged: its tables are not those it was written with";
    fails(&folder, &chunks("bad-tags.bin"), &format!("bad-tags.bin: {damaged}"));
    let bad = with("tags", &["--lexicon", "bad-lexicon.bin"]);
    fails(&folder, &bad, &format!("bad-lexicon.bin: {damaged}"));
    let call = ["train", "tags", "--language", "es", "--out", "x.bin", "--gold", "gold.conllu"];
    let other = "models/en/lexicon.bin: the model is for lexicon/en, not for lexicon/es";
    fails(&folder, &[&call[..], &lexicon[..]].concat(), other);
    fails(&folder, &["train", "tags", "--language", "fr"], "there are en, es");
    folder.write("x.bin.state", b"SFSTATE1 no");
    fails(&folder, &tags(&["--resume", "-q"]), "x.bin.state: the interrupted training is damaged");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_training_is_taken_up() {
    let folder = trained();
    let call = ["train", "tags", "--language", "en", "--gold", "gold.conllu", "--lexicon", "models/en/lexicon.bin"];
    let train = |more: &[&str]| run(&folder, &[&call[..], more].concat(), None);
    assert_eq!(train(&["--out", "whole.bin", "--iterations", "20"]).code, 0);
    // A model that cannot be put in its place leaves its training behind.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("x.bin")).expect("writable");
    let done = train(&["--out", "x.bin", "--iterations", "10"]);
    assert_eq!(done.code, 2, "{}", done.stderr);
    assert!(folder.has("x.bin.state"), "{:?}", folder.list());
    std::fs::remove_file(folder.path().join("x.bin")).expect("ours");
    // What it is to learn must not change meanwhile.
    folder.write("other.conllu", treebank(&SENTENCES[..3]).as_bytes());
    let other = call.map(|word| if word == "gold.conllu" { "other.conllu" } else { word });
    let resume = ["--out", "x.bin", "--iterations", "20", "--resume", "-q"];
    for arguments in [
        [&call[..], &resume, &["--l1", "0.5"]].concat(),
        [&call[..], &resume, &["--l2", "0.5"]].concat(),
        [&other[..], &resume].concat(),
    ] {
        let expected = "x.bin.state: started with other settings: start anew without --resume";
        fails(&folder, &arguments, expected);
    }
    let done = train(&["--out", "x.bin", "--iterations", "20", "--resume"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stderr.contains("step 20") && !done.stderr.contains("step 10:"), "{}", done.stderr);
    assert_eq!(folder.read("x.bin"), folder.read("whole.bin"));
    assert!(!folder.has("x.bin.state"), "what is done is not taken up again");
}

#[test]
fn outputs_are_checked_before_anything_is_made() {
    let folder = trained();
    folder.write("here/x", b"");
    let gold = folder.read("gold.conllu");
    let train = |task, out| ["train", task, "--language", "en", "--gold", "gold.conllu", "--out", out];
    let lexicon = ["--lexicon", "models/en/lexicon.bin"];
    let input = "is an input; it is never overwritten";
    fails(&folder, &train("lexicon", "gold.conllu"), &format!("gold.conllu: {input}"));
    fails(&folder, &train("lexicon", "here/../gold.conllu"), &format!("here/../gold.conllu: {input}"));
    let tags = |out| [&train("tags", out)[..], &lexicon].concat();
    fails(&folder, &tags("models/en/lexicon.bin"), &format!("models/en/lexicon.bin: {input}"));
    fails(&folder, &train("lexicon", "here"), "here: is a folder; name a file");
    fails(&folder, &train("lexicon", "new/"), "new/: is a folder; name a file");
    fails(&folder, &train("lexicon", "nowhere/x.bin"), "nowhere/x.bin: there is no such folder to write to");
    folder.write("y.bin.state/x", b"");
    fails(&folder, &tags("y.bin"), "y.bin.state: is a folder; name a file");
    let eval = |rows| ["eval", "tags", "--gold", "gold.conllu", "--rows", rows];
    fails(&folder, &eval("gold.conllu"), &format!("gold.conllu: {input}"));
    fails(&folder, &eval("nowhere/rows.csv"), "nowhere/rows.csv: there is no such folder to write to");
    fails(&folder, &eval("here"), "here: is a folder; name a file");
    assert_eq!(folder.read("gold.conllu"), gold);
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
    fails(&folder, &eval("tag", "gold.conllu"), "did you mean `tags`?");
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
    fails(&folder, &with("other"), "other/en/lemmas.bin: this is a model, not a table of lemmas");
    folder.write("other/en/lemmas.bin", &folder.read("models/en/lemmas.bin"));
    fails(&folder, &with("other"), "other/en/tags.bin: the model is for chunks/en, not for tags/en");
    for name in ["tags", "details"] {
        folder.write(&format!("other/en/{name}.bin"), &folder.read(&format!("models/en/{name}.bin")));
    }
    works(&folder, &with("other"));
    let mut bytes = folder.read("models/en/details.bin");
    *bytes.last_mut().expect("it has bytes") ^= 1;
    folder.write("other/en/details.bin", &bytes);
    fails(&folder, &with("other"), "other/en/details.bin: the model is damaged");
    folder.write("es.txt", "La niña no tiene fiebre y está en la casa.\n".as_bytes());
    let mixed = ["eval", "sentences", "--gold", "lines.txt", "es.txt"];
    fails(&folder, &mixed, "files in two languages: give --language or one call each");
    works(&folder, &[&mixed[..], &["--language", "es"]].concat());
    works(&folder, &["eval", "sentences", "--gold", "numbers.txt", "es.txt"]);
}

#[test]
fn texts_by_sentences_are_evaluated_file_by_file() {
    let folder = TestFolder::new();
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
    let folder = TestFolder::new();
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
    for task in ["tags", "lemmas", "chunks"] {
        let done = works(&folder, &["eval", task, "--gold", "again.conllu", "--language", "es", "--as", "csv"]).stdout;
        assert!(done.lines().nth(1).is_some_and(|line| line.ends_with("100.00,100.00,100.00")), "{task}: {done}");
    }
}

#[test]
fn every_document_and_sentence_has_a_name_of_its_own() {
    let folder = TestFolder::new();
    for name in ["a.jsonl", "b.jsonl"] {
        folder.write(name, b"{\"id\":7,\"text\":\"It was late. He slept.\"}\n{\"text\":\"It rained.\"}\n");
    }
    folder.write("c/note.txt", b"It was late.\n");
    let call = |form| works(&folder, &["analyse", "a.jsonl", "b.jsonl", "c", "--language", "en", "--as", form]).stdout;
    let conllu = call("conllu");
    let values = |name: &str| conllu.lines().filter_map(|line| line.strip_prefix(name)).collect::<Vec<_>>();
    let ids = ["a.jsonl:1", "a.jsonl:2", "b.jsonl:1", "b.jsonl:2", "c/note.txt"];
    assert_eq!(values("# newdoc id = "), ids);
    let sentences =
        ["a.jsonl:1-1", "a.jsonl:1-2", "a.jsonl:2-1", "b.jsonl:1-1", "b.jsonl:1-2", "b.jsonl:2-1", "c/note.txt-1"];
    assert_eq!(values("# sent_id = "), sentences);
    let lines: Vec<serde_json::Value> =
        call("json").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().map(|line| line["id"].as_str().expect("a name")).collect::<Vec<_>>(), ids);
    let records: Vec<Option<u64>> = lines.iter().map(|line| line["record"].as_u64()).collect();
    assert_eq!(records, [Some(7), None, Some(7), None, None]);
}

#[test]
fn an_analysis_in_json_has_places_in_the_unit_asked_for() {
    let folder = TestFolder::new();
    folder.write("in.jsonl", "{\"id\":7,\"text\":\"Él vio 😀 la mar.\"}\n".as_bytes());
    let json = |offsets| {
        let call = ["analyse", "in.jsonl", "--as", "json", "--language", "es", "--offsets", offsets];
        serde_json::from_str::<serde_json::Value>(&works(&folder, &call).stdout).expect("JSON")
    };
    for (offsets, start) in [("codepoints", 9), ("bytes", 13), ("utf16", 10)] {
        let line = json(offsets);
        assert_eq!((line["record"].as_u64(), line["language"].as_str()), (Some(7), Some("es")));
        let tokens = line["sentences"][0]["tokens"].as_array().expect("tokens");
        let article = tokens.iter().find(|token| token["form"] == "la").expect("it is there");
        assert_eq!(article["start"].as_u64(), Some(start), "{offsets}");
        assert!(article["upos"].is_string() && article["lemma"].is_string() && article["chunk"].is_string());
        assert!(line["sentences"][0]["terms"].is_array());
    }
}

#[test]
fn an_analysis_reads_whatever_can_be_read() {
    let folder = TestFolder::new();
    folder.write("empty.txt", b"");
    folder.write("blank.txt", b" \n \n");
    folder.write("page.html", b"<p>The boy was <b>at</b> home.</p><p>It was late.</p>");
    fails(&folder, &["analyse", "empty.txt"], "empty.txt: the file is empty");
    fails(&folder, &["analyse", "missing.txt"], "missing.txt: there is no such file");
    fails(&folder, &["analyse", "page.html", "--as", "conlu"], "did you mean `conllu`?");
    assert!(works(&folder, &["analyse", "blank.txt"]).stdout.starts_with("blank.txt: 0 tokens"));
    let out = works(&folder, &["analyse", "page.html", "--as", "conllu"]).stdout;
    assert!(out.contains("# text = The boy was at home.\n") && out.contains("# text = It was late.\n"), "{out}");
    let done = run(&folder, &["analyse", "-"], Some(b"The boy was at home."));
    assert!(done.code == 0 && done.stdout.contains("home"), "{}", done.stderr);
}
