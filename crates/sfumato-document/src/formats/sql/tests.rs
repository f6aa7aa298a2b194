use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text};

fn blocks(source: &str) -> Vec<String> {
    labelled_blocks(&Sql::default(), source.as_bytes())
}

const MYSQL: &str = "-- MySQL dump 10.13\nCREATE TABLE `people` (\n  `id` int NOT NULL,\n  `name` varchar(9),\n  `phone` bigint,\n  PRIMARY KEY (`id`)\n);\n\
    INSERT INTO `people` VALUES (1,'Ann \\'O\\' Lee',600123456),(2,'Bea\\nRoe',NULL);\n";

#[test]
fn values_go_by_their_columns() {
    let found = blocks(MYSQL);
    assert_eq!(found[0], " MySQL dump 10.13");
    assert_eq!(found[found.len() - 3..], ["name: Ann 'O' Lee", "phone: 600123456", "name: Bea\nRoe"]);
    let out = masked_text(&Sql::default(), MYSQL, &[("Ann 'O' Lee", "A'B\\C"), ("600123456", "[PHONE 1]")]);
    assert!(out.contains("(1,'A''B\\\\C','[PHONE 1]'),(2,'Bea\\nRoe',NULL)"), "{out}");
    let named = "INSERT INTO t (first_name, note) VALUES ('Ann', lower('x')), ('Bea', 'it''s');\n";
    assert_eq!(
        blocks(named),
        [
            "INSERT INTO t (first_name, note) VALUES (",
            "first_name: Ann",
            ", lower(",
            "note: x",
            "first_name: Bea",
            "note: it's"
        ]
    );
}

#[test]
fn rows_of_copy_are_cells() {
    let dump = "--\n-- PostgreSQL database dump\n--\nCOPY public.people (id, name, data, a, b, c, d, e, f) FROM stdin;\n1\tAnn\\tLee\t{\"town\":\"York\"}\n2\t\\N\t\\\\x416e6e\n\\.\n\nSELECT 1;\n";
    let found = blocks(dump);
    assert_eq!(found[2..], ["name: Ann\tLee", "town: York", "data: Ann", "SELECT 1;"]);
    let out = masked_text(&Sql::default(), dump, &[("Ann\tLee", "A\\B\n"), ("York", "x \"P\"")]);
    assert!(out.contains("\n1\tA\\\\B\\n\t{\"town\":\"x \\\\\"P\\\\\"\"}\n2\t"), "{out}");
}

#[test]
fn values_that_are_compared_or_set_go_by_the_column() {
    let statement = "UPDATE people SET name = 'Ann Lee', age=41 WHERE email = E'a\\'b@x.org' AND town IN ('York');\n";
    let found = blocks(statement);
    for wanted in ["name: Ann Lee", "age: 41", "email: a'b@x.org", "town: York"] {
        assert!(found.iter().any(|block| block == wanted), "{wanted} is not in {found:?}");
    }
    let out = masked_text(&Sql::default(), statement, &[("41", "[AGE]"), ("a'b@x.org", "[E]")]);
    assert!(out.contains("age='[AGE]' WHERE email = E'[E]'"), "{out}");
}

#[test]
fn bytes_are_text_or_can_go() {
    let text = "INSERT INTO t (name) VALUES (0x416e6e204c6565);";
    assert_eq!(blocks(text).last().map(String::as_str), Some("name: Ann Lee"));
    assert_eq!(masked_text(&Sql::default(), text, &[("Ann Lee", "Bo")]), "INSERT INTO t (name) VALUES (0x426f);");
    let picture = format!("INSERT INTO t (photo) VALUES (X'89504e47{}');", "00".repeat(40));
    let document = Sql::default().read(picture.into_bytes()).expect("readable");
    assert_eq!(document.removable().len(), 1);
}

#[test]
fn dumps_are_told_by_their_first_words() {
    let kind = |text: &str, name: &str| FileKind::tell(text.as_bytes(), Some(name)).expect("readable");
    assert_eq!(kind(MYSQL, "x"), FileKind::Sql);
    assert_eq!(kind("insert into t values (1);", "x"), FileKind::Sql);
    assert_eq!(kind("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "x"), FileKind::Sql);
    assert_eq!(kind("SELECT name FROM people;", "q.sql"), FileKind::Sql);
    for text in ["Insert into the slot, then turn.", "Create table mats for (all) guests.", "-- Ann\nDear Bea"] {
        assert_eq!(kind(text, "x.txt"), FileKind::Text, "{text}");
    }
}

#[test]
fn dollar_signs_are_not_looked_for_again_and_again() {
    let many: String = (0..60_000).map(|nth| format!("$t{nth}$ ")).collect();
    assert!(Sql::default().read(many.into_bytes()).is_ok());
}
