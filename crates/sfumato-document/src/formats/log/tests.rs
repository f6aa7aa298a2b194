use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text};

fn blocks(source: &str) -> Vec<String> {
    labelled_blocks(&LogLines::default(), source.as_bytes())
}

const ACCESS: &str = "192.0.2.7 - jsmith [10/Oct/2023:13:55:36 -0700] \"GET /users/ann.lee?name=Ann%20Lee&q=a+b HTTP/1.0\" 200 23 \"http://x.example/\" \"curl/8.0\"\n192.0.2.8 - - [10/Oct/2023:13:55:37 -0700] \"GET / HTTP/1.1\" 200 5\n";
const PAIRS: &str = "time=2024-03-12 level=info user=ann name=\"Ann \\\"A\\\" Lee\" msg=\"logged in\"\nStarted; see (id=7, user=bea) now\nat main()\nat run()\n";

#[test]
fn requests_are_read_by_their_places() {
    assert_eq!(
        blocks(ACCESS)[..8],
        [
            "ip: 192.0.2.7",
            "user: jsmith",
            "date: 10/Oct/2023",
            ":13:55:36 -0700",
            "path: /users/ann.lee",
            "name: Ann Lee",
            "q: a b",
            " 200 23 \"http://x.example/\"",
        ]
    );
    let out = masked_text(&LogLines::default(), ACCESS, &[("jsmith", "[USER 1]"), ("Ann Lee", "[P & 1]")]);
    assert!(
        out.starts_with("192.0.2.7 - [USER 1] [10/Oct") && out.contains("?name=%5BP%20%26%201%5D&q=a+b HTTP"),
        "{out}"
    );
}

#[test]
fn values_go_by_their_keys() {
    assert_eq!(
        blocks(PAIRS),
        [
            "time: 2024-03-12",
            "level: info",
            "user: ann",
            "name: Ann \"A\" Lee",
            "msg: logged in",
            "Started; see (",
            "id: 7",
            "user: bea",
            ") now",
            "at main()\nat run()",
        ]
    );
    let out = masked_text(&LogLines::default(), PAIRS, &[("ann", "[USER 1]"), ("Ann \"A\" Lee", "A \"B\"")]);
    assert!(out.contains("user=\"[USER 1]\" name=\"A \\\"B\\\"\" msg="), "{out}");
}

#[test]
fn records_and_logins_are_read() {
    let log = "{\"user\":\"ann\",\"n\":600123456}\nMar 12 10:15:02 web1 sshd[22]: Accepted password for ann from 192.0.2.7 port 1\n";
    assert_eq!(
        blocks(log),
        [
            "user: ann",
            "n: 600123456",
            "Mar 12 10:15:02 web1 sshd[22]: Accepted password for",
            "user: ann",
            "from 192.0.2.7 port 1"
        ]
    );
}

#[test]
fn commands_of_the_timer_are_program_text() {
    let line = "Mar 12 09:00:01 web1 CRON[26]: (ann) CMD (/usr/bin/nightly --order=size)\n";
    assert_eq!(
        blocks(line),
        ["Mar 12 09:00:01 web1 CRON[26]: (", "user: ann", ") CMD (/usr/bin/nightly --order=size)"]
    );
}

#[test]
fn accounts_of_systems_are_no_users() {
    assert_eq!(blocks("user=root a=1\nuser=ann a=1\n"), ["root", "a: 1", "user: ann", "a: 1"]);
}

#[test]
fn logs_are_told_and_prose_is_none() {
    let kind = |text: &str, name: &str| FileKind::tell(text.as_bytes(), Some(name)).expect("readable");
    assert_eq!(kind(ACCESS, "access"), FileKind::Log);
    assert_eq!(kind(PAIRS, "app.log"), FileKind::Log);
    assert_eq!(kind("a=1 b=2\nc=3 d=4\n", "x.txt"), FileKind::Log);
    for (text, name) in [
        ("The sum x=1 and y=2 is easy.\nNothing else is.\n", "x.txt"),
        ("Nothing of note happened.\nThen it did.\n", "day.log"),
        ("key = value\nother = thing\n", "x.ini"),
        ("a=1 b=2\nc=3 d=4\n", "x.md"),
    ] {
        assert_ne!(kind(text, name), FileKind::Log, "{text}");
    }
    assert_eq!(kind("{\"a\":1}\na=1 b=2\n", "x.log"), FileKind::Log);
    assert_eq!(kind("{\"a\": [\n\"a=1 b=2\",\n\"c=3 d=4\"]}\n", "x"), FileKind::Json);
    assert_eq!(kind("{\"text\":\"a\"}\n{\"text\":\"b\"}\n", "x"), FileKind::JsonLines);
}
