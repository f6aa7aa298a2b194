//! `sfumato corpus`: documents of one's own as a reference.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

use crate::support::{RunResult, TestFolder, run};

/// A folder with some notes.
fn notes() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("notes/a.txt", b"The patient has pancreatic cancer and lives in Madrid.");
    folder.write("notes/b.txt", b"The patient is a woman with cancer of the pancreas.");
    folder.write("notes/c.jsonl", b"{\"text\": \"She has a cold.\"}\n{\"text\": \"He has pancreatic cancer.\"}\n");
    folder
}

fn build(folder: &TestFolder, further: &[&str]) -> RunResult {
    run(folder, &[&["corpus", "build", "notes", "-o", "index", "--language", "en"], further].concat(), None)
}

fn count(folder: &TestFolder, phrases: &[&str]) -> String {
    let done = run(folder, &[&["corpus", "count", "index"], phrases].concat(), None);
    assert_eq!(done.code, 0, "{}", done.stderr);
    done.stdout
}

#[test]
fn documents_are_counted_and_their_index_is_kept_up_to_date() {
    let folder = notes();
    let done = build(&folder, &[]);
    assert_eq!((done.code, done.stderr.as_str()), (0, "index: 4 documents added, 0 removed\n"));
    assert_eq!(
        count(&folder, &["pancreatic cancer", "pancreatic cancer AND Madrid", "Ann Lee"]),
        "        hits    bits  of 4 documents, en\n           2    1.00  pancreatic cancer\n           \
         1    2.00  pancreatic cancer AND Madrid\n           0    3.00  Ann Lee\n"
    );
    assert_eq!(build(&folder, &[]).stderr, "index: 0 documents added, 0 removed\n");
    std::fs::remove_file(folder.path().join("notes/b.txt")).expect("removable");
    assert_eq!(build(&folder, &["--prune"]).stderr, "index: 0 documents added, 1 removed\n");
    let info = run(&folder, &["corpus", "info", "index"], None);
    assert_eq!(info.code, 0, "{}", info.stderr);
    let rows: Vec<Vec<&str>> = info.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[..4], [["documents", "3"], ["en", "3"], ["es", "0"], ["files", "2"]]);
}

#[test]
fn other_ways_to_say_a_phrase_can_be_counted_with_it() {
    let folder = notes();
    build(&folder, &[]);
    let hits = |options: &[&str]| -> f64 {
        let out = count(&folder, &[&["pancreas cancers", "--as", "json"], options].concat());
        let out: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        out["counts"][0]["hits"].as_f64().expect("a number")
    };
    assert_eq!((hits(&[]), hits(&["--variants"]), hits(&["--variants", "--head"])), (0.0, 1.0, 1.0));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_in_the_index() {
    let folder = notes();
    folder.write("notes/d.bin", &[0, 1, 2, 255, 254, 0, 7]);
    folder.write("notes/e.jsonl", b"{\"text\": \"Fine.\"}\n{\"text\": \"Canary\n");
    let done = build(&folder, &[]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("left out: notes/d.bin"), "{}", done.stderr);
    assert!(done.stderr.contains("left out: notes/e.jsonl: line 2"), "{}", done.stderr);
    assert!(done.stderr.contains("2 of 5 files could not be read; the index has the others"), "{}", done.stderr);
    assert!(!done.stderr.contains("Canary"), "{}", done.stderr);
    assert_eq!(build(&folder, &["--allow-incomplete"]).code, 1);
    assert!(count(&folder, &["fine"]).contains("0    3.00  fine"));
}

#[test]
fn what_is_no_index_is_one_line() {
    let folder = notes();
    let line = |arguments: &[&str]| {
        let done = run(&folder, arguments, None);
        assert_eq!((done.code, done.stdout.as_str(), done.stderr.lines().count()), (2, "", 1), "{}", done.stderr);
        done.stderr
    };
    assert!(line(&["corpus", "info", "nowhere"]).contains("there is no such index"));
    assert!(line(&["corpus", "count", "notes", "x"]).contains("is no index"));
    assert!(line(&["corpus", "build", "notes/a.txt", "-o", "notes"]).contains("other things in it"));
    build(&folder, &[]);
    assert!(line(&["corpus", "count", "index"]).contains("name a phrase"));
}

#[test]
fn phrases_leave_the_machine_only_if_told_to() {
    let folder = TestFolder::new();
    let ask = |further: &[&str]| {
        let arguments = [&["corpus", "count", "--remote", "http://127.0.0.1:1/wiki", "Canary"], further].concat();
        run(&folder, &arguments, None)
    };
    let refused = ask(&[]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("would leave this machine for 127.0.0.1:1; add --send-terms"),
        "{}",
        refused.stderr
    );
    let sent = ask(&["--send-terms"]);
    assert_eq!(sent.code, 2);
    assert!(sent.stderr.starts_with("sfumato: the phrases leave this machine: they are sent to 127.0.0.1:1\n"));
    assert!(sent.stderr.contains("the server cannot be reached"), "{}", sent.stderr);
    assert!(!refused.stderr.contains("Canary") && !sent.stderr.contains("Canary"));
}

/// Reads a request to its end: a connection that is closed on unread bytes is reset, and the client asks again.
fn whole_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).expect("a line") > 0 {}
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).expect("a body");
    head + &String::from_utf8(body).expect("text")
}

#[test]
fn what_a_server_does_wrong_is_told_without_phrases_and_answers() {
    let folder = TestFolder::new();
    for status in ["400 Bad Request", "403 Forbidden", "301 Moved Permanently", "200 OK"] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/wiki", listener.local_addr().expect("an address"));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.expect("a connection");
                // How many documents there are is answered; what is asked of the phrase is not.
                let (status, body) = match whole_request(&stream).contains("Canary") {
                    false => ("200 OK", "{\"count\": 5}"),
                    true => (status, "{\"error\": \"Canary is no field of Sparrow\"}"),
                };
                let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\nLocation: http://Sparrow/\r\n");
                let _ = write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len());
            }
        });
        let arguments = ["corpus", "count", "--log", "trace", "--remote", &address, "--send-terms", "Canary"];
        let done = run(&folder, &arguments, None);
        assert_eq!(done.code, 2, "{status}");
        assert!(done.stderr.contains(&address), "{status}: {}", done.stderr);
        let told = done.stdout + &done.stderr;
        assert!(!told.contains("Canary") && !told.contains("Sparrow"), "{status}: {told}");
    }
}

#[test]
fn a_search_engine_answers_for_masking_and_is_asked_nothing_twice() {
    let folder = TestFolder::new();
    folder.write("note.txt", b"Ann Lee plays the theremin in Larkhaven. She was born in 1961 and won a chess prize.");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/wiki", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let request = whole_request(&stream);
            let (status, body) = match () {
                () if request.contains("_msearch") => ("404 Not Found", "{}"),
                () if request.contains("match_phrase") => ("200 OK", "{\"count\": 3}"),
                () => ("200 OK", "{\"count\": 90000}"),
            };
            let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}", body.len());
            let _ = write!(stream, "{head}\r\n\r\n{body}");
        }
    });
    let rules = ["--policy", "declassify", "--protect", "Ann Lee", "--corpus", &address];
    let mask = |further: &[&str]| run(&folder, &[&["mask", "note.txt", "-o", "-"], &rules[..], further].concat(), None);
    let refused = mask(&[]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("would leave this machine"), "{}", refused.stderr);
    let first = mask(&["--send-terms", "--cache", "answers"]);
    assert!(first.stderr.starts_with("sfumato: the phrases leave this machine"), "{}", first.stderr);
    assert!(first.code < 2 && !first.stdout.contains("Larkhaven"), "{} {}", first.code, first.stdout);
    // Everything is as rare as everything else there, which no embedded count says.
    let without = run(&folder, &[&["mask", "note.txt", "-o", "-"], &rules[..4]].concat(), None);
    assert_ne!(first.stdout, without.stdout);
    let kept = folder.read("answers/counts");
    let again = mask(&["--send-terms", "--cache", "answers"]);
    assert_eq!((again.stdout, kept), (first.stdout, folder.read("answers/counts")));
}

#[test]
fn options_of_a_search_engine_need_one() {
    let folder = notes();
    let done = run(&folder, &["mask", "notes/a.txt", "-o", "-", "--send-terms"], None);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("the address of which --corpus names"), "{}", done.stderr);
}
