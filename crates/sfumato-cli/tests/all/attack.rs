//! `sfumato attack`: whom adversaries recognise, what they tell about it, and what is refused.

use crate::support::{TestFolder, fails, run, works};

/// Invented people: a name, what the public knows, a document, and what became of it.
const PEOPLE: [[&str; 4]; 8] = [
    [
        "odile-marlow",
        "Odile Marlow was born in Brackwater. She tamed falcons for the duke. Her falcons won the Brackwater cup.",
        "Odile Marlow is a friend of falcons. The falcons of Marlow won a cup in Brackwater.",
        "[PERSON 1] was born in [PLACE 1], [DATE 1]. [PERSON 1] is [THING 1].",
    ],
    [
        "tobias-wren",
        "Tobias Wren was born in Elling. He built organs. The organ of the cathedral has nine stops and a cuckoo.",
        "Tobias Wren built the organ with nine stops. It is heard in Elling on Sundays.",
        "[PERSON 1] was born in [PLACE 1], [DATE 2]. [PERSON 1] is [THING 2].",
    ],
    [
        "ines-calder",
        "Ines Calder was born in Brackwater. She was a swimmer. She crossed the strait of Moor in a storm of hail.",
        "Ines Calder swam the strait of Moor. The swimmer lost a tooth to the hail.",
        "[PERSON 1] was born in [PLACE 1], [DATE 3]. [PERSON 1] is [THING 3].",
    ],
    [
        "hugo-penrose",
        "Hugo Penrose was born in Saltmere. He painted lighthouses. The harbour of Saltmere bought eleven of them.",
        "Hugo Penrose painted lighthouses. They hang in the harbour of Saltmere.",
        "[PERSON 1] was born in [PLACE 1], [DATE 4]. [PERSON 1] is [THING 4].",
    ],
    [
        "maud-fenwick",
        "Maud Fenwick was born in Saltmere. She was a judge. Her verdict on the glass strike was read in every school.",
        "The judge Maud Fenwick gave a verdict on the glass strike.",
        "[PERSON 1] was born in [PLACE 1], [DATE 5]. [PERSON 1] is [THING 5].",
    ],
    [
        "ruben-aske",
        "Ruben Aske was born in Elling. He was a baker. He fed the town in the flood with bread of acorns.",
        "Ruben Aske baked bread of acorns. The flood was a year of hunger.",
        "[PERSON 1] was born in [PLACE 1], [DATE 6]. [PERSON 1] is [THING 6].",
    ],
    [
        "lucía-peña",
        "Lucía Peña nació en Valdeluz. Fundó una imprenta. Su imprenta publicó el mapa de los volcanes.",
        "Lucía Peña fundó la imprenta del mapa de los volcanes.",
        "[PERSON 1] nació en [PLACE 1]. [PERSON 1] es [THING 7].",
    ],
    [
        "gaspar-olmo",
        "Gaspar Olmo nació en Valdeluz. Fue relojero. El reloj de su torre daba trece campanadas.",
        "El relojero Gaspar Olmo hizo un reloj de trece campanadas.",
        "[PERSON 1] nació en [PLACE 1]. [PERSON 1] es [THING 8].",
    ],
];

/// A folder with what is known, the documents, and what became of them.
fn folder() -> TestFolder {
    let folder = TestFolder::new();
    for [name, known, document, masked] in PEOPLE {
        folder.write(&format!("known/{name}.txt"), known.as_bytes());
        folder.write(&format!("notes/{name}.txt"), document.as_bytes());
        folder.write(&format!("shared/{name}.txt"), masked.as_bytes());
    }
    folder
}

const ATTACK: [&str; 5] = ["attack", "--masked", "shared", "--background", "known"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&ATTACK, more].concat()
}

/// A number of the line of a text and an attacker.
#[track_caller]
fn number(csv: &str, line: &str, column: usize) -> f64 {
    let found = csv.lines().find(|candidate| candidate.starts_with(line)).unwrap_or_else(|| panic!("{line}: {csv}"));
    found.split(',').nth(column).and_then(|cell| cell.parse().ok()).unwrap_or_else(|| panic!("{found}"))
}

const METHODS: [&str; 6] = ["tfidf", "tfidf-pairs", "tfidf-characters", "bm25", "embedding", "classifier"];

#[test]
fn originals_are_recognised_and_what_is_suppressed_is_not() {
    let csv = works(&folder(), &with(&["--original", "notes", "--as", "csv"])).stdout;
    let chance = number(&csv, "random,-", 4);
    assert_eq!((chance, number(&csv, "random,-", 8)), (12.5, 4.5));
    for method in METHODS {
        let least = if method == "embedding" { 50.0 } else { 87.5 };
        assert!(number(&csv, &format!("original,{method},"), 4) >= least, "{method}: {csv}");
        for text in ["masked", "suppressed"] {
            assert!(number(&csv, &format!("{text},{method},"), 4) <= 40.0, "{text}, {method}: {csv}");
        }
    }
}

#[test]
fn two_runs_say_the_same() {
    let folder = folder();
    let call = with(&["--original", "notes", "--as", "json", "--explain", "3", "--show-words"]);
    assert_eq!(works(&folder, &call).stdout, works(&folder, &call).stdout);
    let one = works(&folder, &[&call[..], &["--jobs", "1"]].concat()).stdout;
    assert_eq!(works(&folder, &call).stdout, one);
}

#[test]
fn the_gate_says_who_is_the_strongest() {
    let folder = folder();
    let attack = ["attack", "--masked", "notes", "--background", "known", "--attacker", "tfidf,bm25"];
    let done = run(&folder, &[&attack[..], &["--fail-above", "0.05"]].concat(), None);
    assert_eq!(done.code, 1, "{}", done.stderr);
    let expected = "tfidf recognises 100.00 % of 8 documents, more than the 5.00 % that --fail-above allows\n";
    assert_eq!(done.stderr, expected);
    assert!(done.stdout.contains("strongest on the masked documents: tfidf, 100.00 % at 1\n"), "{}", done.stdout);
    let done = works(&folder, &[&attack[..], &["--fail-above", "1"]].concat());
    assert!(done.stderr.is_empty(), "{}", done.stderr);
    fails(&folder, &[&attack[..], &["--fail-above", "5"]].concat(), "a share from 0 to 1");
}

#[test]
fn words_are_quoted_only_where_that_is_asked_for() {
    let folder = folder();
    let attack = ["attack", "--masked", "notes", "--background", "known", "--attacker", "tfidf", "--explain", "4"];
    for form in ["table", "csv", "json"] {
        let silent = works(&folder, &[&attack[..], &["--as", form]].concat()).stdout;
        for word in ["falcons", "lighthouses", "strait", "campanadas"] {
            assert!(!silent.contains(word), "{form}: {silent}");
        }
        let spoken = works(&folder, &[&attack[..], &["--as", form, "--show-words"]].concat()).stdout;
        assert!(spoken.contains("falcons") && spoken.contains("campanadas"), "{form}: {spoken}");
    }
    // Both places of the word that tells most.
    let csv = works(&folder, &[&attack[..], &["--as", "csv", "--show-words"]].concat()).stdout;
    let falcons: Vec<&str> = csv.lines().filter(|line| line.ends_with(",falcons")).collect();
    assert_eq!(falcons.len(), 2, "{csv}");
    assert!(falcons.iter().all(|line| line.starts_with("odile-marlow,odile-marlow,")), "{csv}");
    let of = |line: &str| line.split(',').skip(5).take(2).map(str::to_owned).collect::<Vec<_>>().join("-");
    assert_eq!([of(falcons[0]), of(falcons[1])], ["28-35", "41-48"]);
}

#[test]
fn records_are_read_like_files() {
    let folder = folder();
    let record = |[name, known, document, masked]: [&str; 4]| {
        let masked = if name == "ruben-aske" { serde_json::Value::Null } else { masked.into() };
        let by = serde_json::json!({ "ours_t=0.5": masked });
        serde_json::json!({ "who": name, "known": known, "note": document, "masked_by": by }).to_string() + "\n"
    };
    folder.write("people.jsonl", PEOPLE.map(record).concat().as_bytes());
    folder.write("shared/ruben-aske.txt", b"x");
    let fields = ["--background-field", "known", "--original-field", "note", "--text-field", "masked_by.ours_t=0.5"];
    let call = ["attack", "--masked", "people.jsonl", "--background", "people.jsonl", "--original", "people.jsonl"];
    let call = [&call[..], &fields, &["--id-field", "who"]].concat();
    let records = works(&folder, &[&call[..], &["--as", "csv"]].concat()).stdout;
    std::fs::remove_file(folder.path().join("shared/ruben-aske.txt")).expect("it is there");
    assert_eq!(records, works(&folder, &with(&["--original", "notes", "--as", "csv"])).stdout);
    let table = works(&folder, &call).stdout;
    assert!(table.contains("\nleft out: 1 record without masked_by.ours_t=0.5\n"), "{table}");
}

#[test]
fn a_file_says_whom_documents_are_about() {
    let folder = folder();
    for (nth, [name, .., document, _]) in PEOPLE.iter().enumerate() {
        folder.write(&format!("numbered/{nth}.masked.txt"), document.as_bytes());
        folder.write("truth.csv", (truth(&folder) + &format!("{nth},\"{name}\"\n")).as_bytes());
    }
    let attack = ["attack", "--masked", "numbered", "--background", "known", "--attacker", "tfidf", "--as", "csv"];
    let csv = works(&folder, &[&attack[..], &["--truth", "truth.csv", "--rows", "rows.csv"]].concat()).stdout;
    assert_eq!(number(&csv, "masked,tfidf,", 4), 100.0);
    let rows = String::from_utf8(folder.read("rows.csv")).expect("text");
    assert!(rows.contains("\nmasked,tfidf,2,ines-calder,1.0,100.00,100.00\n"), "{rows}");
    fails(&folder, &attack, "numbered: 0: there is no candidate of this name; --truth names candidates");
    folder.write("truth.csv", b"0,odile-marlow\n0,tobias-wren\n");
    fails(
        &folder,
        &[&attack[..], &["--truth", "truth.csv"]].concat(),
        "truth.csv: line 2: this document is there twice",
    );
}

fn truth(folder: &TestFolder) -> String {
    match folder.has("truth.csv") {
        true => String::from_utf8(folder.read("truth.csv")).expect("text"),
        false => "document,candidate\n".to_owned(),
    }
}

#[test]
fn what_cannot_be_attacked_is_refused() {
    let folder = folder();
    folder.write("one/odile-marlow.txt", b"Falcons.");
    let one = ["attack", "--masked", "shared", "--background", "one"];
    fails(&folder, &one, "one: there is nobody to choose from");
    folder.write("wordless/a.txt", b"...");
    folder.write("wordless/b.txt", b"Word.");
    let wordless = ["attack", "--masked", "shared", "--background", "wordless"];
    fails(&folder, &wordless, "wordless: a: there is no word in it");
    folder.write("more/stranger.txt", b"Somebody else.");
    let more = ["attack", "--masked", "more", "--background", "known"];
    fails(&folder, &more, "more: stranger: there is no candidate of this name");
    fails(&folder, &[&more[..], &["--allow-unknown"]].concat(), "more: there is no document in it to attack");
    folder.write("twice/a.txt", b"One.");
    folder.write("twice/a.md", b"Two.");
    fails(&folder, &["attack", "--masked", "shared", "--background", "twice"], "twice: the name a is there twice");
    folder.write("empty.jsonl", b"{\"id\":\"odile-marlow\",\"text\":\" \"}\n");
    fails(
        &folder,
        &["attack", "--masked", "empty.jsonl", "--background", "known"],
        "empty.jsonl: line 1: text is empty",
    );
    folder.write("nameless.jsonl", b"{\"text\":\"x\"}\n");
    let nameless = ["attack", "--masked", "nameless.jsonl", "--background", "known"];
    fails(&folder, &nameless, "nameless.jsonl: line 1: the record has no name in id");
    fails(&folder, &with(&["--original", "one"]), "one: there is no document");
    fails(&folder, &with(&["--show-words"]), "--explain");
    fails(&folder, &with(&["--allow-incomplete"]), "what is left out is not protected");
}
