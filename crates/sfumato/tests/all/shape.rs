//! Laws of tables and records: whatever the policy, what comes out has the rows, cells, names, members and types of what
//! went in.

use serde_json::Value;
use sfumato::document::formats::{Csv, DocumentFormat, Json};
use sfumato::mask::{Keys, Policy};
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle};

/// Columns of invented tables: the name, and some values of all sorts.
const COLUMNS: [(&str, &[&str]); 14] = [
    ("id", &["1001", "1002", "1003", "1004", "1005"]),
    ("nombres", &["Aroha Inés", "Dunstan", "Ximena", "Bo", "Pilar"]),
    ("apellidos", &["Quiroga Luna", "Okpara", "de la Vega", "Thackeray", "Nnamdi"]),
    ("username", &["pnoor", "akir77", "zed", "m.luna", "okp_4"]),
    ("dob", &["1988-03-12", "02/11/1960", "12 May 1974", "", "c. 1950"]),
    ("phone", &["020 7946 0991", "+34 655 310 992", "", "555-0142", "n/a"]),
    ("email", &["noor@example.org", "kir.a@example.net", "", "luna@example.com", "x"]),
    ("town", &["Thirsk", "Lugo", "Ely, Cambs", "Deal", "Soria"]),
    ("amount", &["12.50", "118500", "0", "-3.75", "1,204.00"]),
    ("active", &["yes", "no", "yes", "si", ""]),
    (
        "Notes",
        &["asked for Marisol; rings on Friday", "line one\nline two", "said \"no\"", "", "ver a la Dra. Quiroga"],
    ),
    ("Roll No", &["10421", "10422", "10423", "10424", "10425"]),
    ("Father's Name", &["Otis Quiroga", "Emeka Okpara", "mother", "", "R. Thackeray"]),
    ("grade", &["A", "B", "C", "A", "AB"]),
];

/// A row of numbers that looks like chance and is always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn table(dice: &mut Dice, delimiter: char) -> String {
    let first = dice.below(COLUMNS.len());
    let step = [1, 3, 5][dice.below(3)];
    let width = 3 + dice.below(5);
    let columns: Vec<_> = (0..width).map(|nth| COLUMNS[(first + nth * step) % COLUMNS.len()]).collect();
    let cell = |text: &str| match text.contains([delimiter, '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let line = |cells: Vec<String>| cells.join(&delimiter.to_string()) + "\r\n";
    let mut table = line(columns.iter().map(|(name, _)| cell(name)).collect());
    for row in 0..3 + dice.below(6) {
        let shift = dice.below(2);
        let of = |(_, values): &(&str, &[&str])| cell(values[(row + shift) % values.len()]);
        table.push_str(&line(columns.iter().map(of).collect()));
    }
    table
}

/// The cells of a table, row by row.
fn cells(table: &str, delimiter: char) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().expect("one at least");
        let cell = row.last_mut().expect("one at least");
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => cell.push(letter),
            '\r' => {}
            '\n' => rows.push(vec![String::new()]),
            _ if letter == delimiter => row.push(String::new()),
            _ => cell.push(letter),
        }
    }
    rows
}

fn records(dice: &mut Dice) -> Value {
    let people = (0..3 + dice.below(4)).map(|row| {
        let of = |column: usize| COLUMNS[column].1[row % 5];
        serde_json::json!({
            "id": 20_417 + row, "nombre": of(1), "apellidos": of(2), "login": of(3), "phone": 34_655_310_992u64 + row as u64,
            "edad": 27 + 9 * row, "balance": 12.5 * row as f64, "active": row % 2 == 0, "note": Value::Null,
            "tags": [of(7), of(9)], "contact": { "email": of(6), "Home address": format!("{row} Hawthorn Lane, {}", of(7)) },
        })
    });
    serde_json::json!({ "exported": "2024-06-30", "people": people.collect::<Vec<_>>(), "total": 4 })
}

/// The members of a value: where each stands, and what type it has.
fn shape(value: &Value, path: String, out: &mut Vec<(String, &'static str)>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(nth, item)| shape(item, format!("{path}/{nth}"), out));
            "array"
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, member)| shape(member, format!("{path}/{key}"), out));
            "object"
        }
    };
    out.push((path, kind));
}

fn anonymiser(policy: Policy) -> Anonymiser<'static> {
    let keys = Keys::from_secret(&(0..32).collect::<Vec<u8>>()).expect("a key");
    Anonymiser::builder().policy(policy).keys(keys).seed(PseudonymSeed::new(1)).build().expect("buildable")
}

/// The policies built in, and some that do other things to everything.
fn policies() -> Vec<Policy> {
    let built_in = Bundle::policies().map(|name| Bundle::policy(name).expect("known").expect("well formed"));
    let own =
        [("suppress", "text"), ("hash", "null"), ("label", "zero"), ("characters", "text"), ("generalise", "null")];
    let own = own.iter().map(|(operator, numbers)| {
        let toml = format!("version = 1\n[mask]\ndefault = \"{operator}\"\n[file]\nnumbers = \"{numbers}\"\n");
        Policy::parse(operator, &toml).expect("well formed")
    });
    built_in.chain(own).collect()
}

fn masked(anonymiser: &Anonymiser, format: &dyn DocumentFormat, source: &str) -> String {
    let document = format.read(source.as_bytes().to_vec()).expect("readable");
    let masked = anonymiser.mask_document(&document).expect("maskable");
    String::from_utf8(masked.write(format, &document).expect("writable")).expect("text")
}

#[test]
fn tables_keep_their_rows_cells_and_names() {
    for policy in policies() {
        let name = policy.name.clone();
        let anonymiser = anonymiser(policy);
        let mut dice = Dice(7);
        for nth in 0..6 {
            let delimiter = [',', ';', '\t'][nth % 3];
            let source = table(&mut dice, delimiter);
            let written = masked(&anonymiser, &Csv { delimiter: Some(delimiter as u8), ..Csv::default() }, &source);
            let (before, after) = (cells(&source, delimiter), cells(&written, delimiter));
            let widths = |rows: &[Vec<String>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
            assert_eq!(widths(&after), widths(&before), "{name}:\n{source}\n{written}");
            assert_eq!(after[0], before[0], "{name}: the names of columns");
            // A cell that held something is not emptied for another: what was two stays two.
            let is_emptied = |(before, after): (&String, &String)| !before.trim().is_empty() && after.trim().is_empty();
            let emptied = before.iter().flatten().zip(after.iter().flatten()).any(is_emptied);
            assert!(name == "suppress" || !emptied, "{name}:\n{source}\n{written}");
        }
    }
}

#[test]
fn records_keep_their_members_and_types() {
    for policy in policies() {
        let name = policy.name.clone();
        let becomes: &[&str] = match (name.as_str(), policy.file.numbers.name()) {
            ("pseudonymise", _) | (_, "zero") => &["number"],
            (_, "null") => &["number", "null"],
            _ => &["number", "string"],
        };
        let anonymiser = anonymiser(policy);
        let mut dice = Dice(11);
        for _ in 0..3 {
            let source = serde_json::to_string_pretty(&records(&mut dice)).expect("JSON");
            let written = masked(&anonymiser, &Json::default(), &source);
            let shape_of = |text: &str| {
                let mut out = Vec::new();
                shape(&serde_json::from_str(text).expect("JSON"), String::new(), &mut out);
                out
            };
            let (before, after) = (shape_of(&source), shape_of(&written));
            assert_eq!(before.len(), after.len(), "{name}");
            for ((path, kind), (path_after, kind_after)) in before.iter().zip(&after) {
                assert_eq!(path, path_after, "{name}");
                let fits = kind == kind_after || (*kind == "number" && becomes.contains(kind_after));
                assert!(fits, "{name}: {path} was a {kind} and is a {kind_after}");
            }
        }
    }
}
