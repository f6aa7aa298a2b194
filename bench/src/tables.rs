//! Tables in which no value stands twice, in every format that has rows: what a list of people costs that is as long as
//! the text.

use std::fmt::Write as _;
use std::time::Instant;

use sfumato::Anonymiser;
use sfumato::document::formats::{
    Csv, DocumentFormat, Docx, Html, Json, JsonLines, Markdown, Odf, TextFile, Xlsx, Xml,
};

use crate::archive;

/// A row of names and a row of values for each record.
pub struct BenchTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The values of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchValues {
    /// A name, a mail address, a telephone number, a record number and a town.
    People,
    /// Names that begin alike.
    Names,
    /// Mail addresses.
    Mails,
    /// Numbers of ten digits.
    Numbers,
    /// Words, each under a label of its own.
    Labels,
}

impl BenchValues {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::People, Self::Names, Self::Mails, Self::Numbers, Self::Labels];

    /// In one word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Names => "names alike",
            Self::Mails => "mails",
            Self::Numbers => "numbers",
            Self::Labels => "labels",
        }
    }
}

/// A word that no other number gives.
fn word(mut number: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "ka", "lo", "mi", "ren", "tas", "vel", "dor", "sin", "mar", "bel", "ha", "no", "qui", "tra", "ez", "ul", "fen",
        "gar", "ith", "os",
    ];
    let mut word = String::new();
    for nth in 0..4 {
        let syllable = SYLLABLES[number % SYLLABLES.len()];
        let (first, rest) = syllable.split_at_checked(1).unwrap_or((syllable, ""));
        word.push_str(&if nth == 0 { first.to_uppercase() } else { first.to_owned() });
        word.push_str(rest);
        number /= SYLLABLES.len();
    }
    word
}

impl BenchTable {
    /// So many rows.
    pub fn new(values: BenchValues, count: usize) -> Self {
        let header: &[&str] = match values {
            BenchValues::People => &["name", "mail", "phone", "record number", "town"],
            BenchValues::Names => &["name"],
            BenchValues::Mails => &["mail"],
            BenchValues::Numbers => &["record number"],
            BenchValues::Labels => &[],
        };
        let mut table = Self { header: header.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() };
        if values == BenchValues::Labels {
            table.header = (0..count).map(|nth| format!("{} {nth}", word(nth).to_lowercase())).collect();
            table.rows.push((0..count).map(|nth| word(nth * 7_919 % 160_000)).collect());
        } else {
            table.rows.extend((0..count).map(|nth| row(values, nth)));
        }
        table
    }

    /// As many rows as come to about a megabyte of values.
    pub fn of_a_megabyte(values: BenchValues) -> Self {
        let bytes: usize = Self::new(values, 100).rows.iter().flatten().map(String::len).sum();
        Self::new(values, (100 << 20) / bytes)
    }

    fn lines(&self) -> impl Iterator<Item = &[String]> {
        std::iter::once(self.header.as_slice()).chain(self.rows.iter().map(Vec::as_slice))
    }

    fn fields(&self) -> impl Iterator<Item = impl Iterator<Item = (&str, &str)>> {
        self.rows.iter().map(|row| self.header.iter().map(String::as_str).zip(row.iter().map(String::as_str)))
    }

    /// Each row as a stretch of text made of its fields.
    fn each(&self, before: &str, field: impl Fn(&str, &str) -> String, between: &str, after: &str) -> String {
        let row = |fields: &mut dyn Iterator<Item = (&str, &str)>| {
            let fields: Vec<String> = fields.map(|(name, value)| field(name, value)).collect();
            format!("{before}{}{after}", fields.join(between))
        };
        self.fields().map(|mut fields| row(&mut fields)).collect()
    }

    /// Its lines as the rows of a table in markup.
    fn marked_up(&self, row: (&str, &str), cell: (&str, &str)) -> String {
        let mut out = String::new();
        for line in self.lines() {
            out.push_str(row.0);
            for value in line {
                let _ = write!(out, "{}{value}{}", cell.0, cell.1);
            }
            out.push_str(row.1);
        }
        out
    }
}

fn row(values: BenchValues, nth: usize) -> Vec<String> {
    let (first, last) = (word(nth * 7_919 % 160_000), word((nth * 104_729 + 13) % 160_000));
    let mail = || format!("{}.{}{nth}@example.org", first.to_lowercase(), last.to_lowercase());
    match values {
        BenchValues::Names => vec![format!("Rodriguez{} Alvarado{}", first.to_lowercase(), last.to_lowercase())],
        BenchValues::Mails => vec![mail()],
        BenchValues::Numbers => vec![format!("{:010}", 1_000_000_007 + nth * 13)],
        BenchValues::Labels | BenchValues::People => vec![
            format!("{first} {last}"),
            mail(),
            format!("+34 6{:02} {:03} {:03}", nth / 10_000 % 100, nth / 1_000 % 10 * 100 + nth % 100, nth * 37 % 1_000),
            format!("HC-{:07}", 1_000_000 + nth * 13),
            format!("{}ville", word((nth * 31 + 5) % 160_000)),
        ],
    }
}

/// A format, by name, and what writes a table in it.
type BenchFormat = (&'static str, Box<dyn DocumentFormat>, fn(&BenchTable) -> Vec<u8>);

/// Every format that has rows.
pub fn formats() -> Vec<BenchFormat> {
    vec![
        ("text", Box::new(TextFile), |table| {
            table.each("", |name, value| format!("{name}: {value}\n"), "", "\n").into_bytes()
        }),
        ("csv", Box::new(Csv::default()), |table| {
            table.lines().map(|line| line.join(",") + "\n").collect::<String>().into_bytes()
        }),
        ("jsonl", Box::new(JsonLines::default()), |table| records(table, "", "\n").into_bytes()),
        ("json", Box::new(Json::default()), |table| format!("[{}{{}}]", records(table, "", ",\n")).into_bytes()),
        ("fhir", Box::new(Json::default()), |table| {
            let entry = "{\"resource\":{\"resourceType\":\"Basic\",\"text\":";
            let entries = records(table, entry, "}},\n");
            format!("{{\"resourceType\":\"Bundle\",\"entry\":[{entries}{{}}]}}").into_bytes()
        }),
        ("xml", Box::new(Xml::default()), |table| {
            let name = |name: &str| name.replace(' ', "-");
            let field = |label: &str, value: &str| format!("<{0}>{value}</{0}>", name(label));
            format!("<table>{}</table>", table.each("<row>", field, "", "</row>\n")).into_bytes()
        }),
        ("html", Box::new(Html::default()), |table| {
            let rows = table.marked_up(("<tr>", "</tr>\n"), ("<td>", "</td>"));
            format!("<html><body><table>{rows}</table></body></html>").into_bytes()
        }),
        ("markdown", Box::new(Markdown), |table| {
            let mut lines = table.lines().map(|line| format!("| {} |\n", line.join(" | ")));
            let rule = "|---".repeat(table.header.len()) + "|\n";
            let first = lines.next().unwrap_or_default();
            (first + &rule + &lines.collect::<String>()).into_bytes()
        }),
        ("xlsx", Box::new(Xlsx::default()), |table| {
            archive::xlsx(&table.marked_up(("<row>", "</row>"), ("<c t=\"inlineStr\"><is><t>", "</t></is></c>")))
        }),
        ("ods", Box::new(Odf::default()), |table| {
            let cell = ("<table:table-cell office:value-type=\"string\"><text:p>", "</text:p></table:table-cell>");
            archive::ods(&table.marked_up(("<table:table-row>", "</table:table-row>"), cell))
        }),
        ("docx", Box::new(Docx::default()), |table| {
            let cell = ("<w:tc><w:p><w:r><w:t>", "</w:t></w:r></w:p></w:tc>");
            archive::docx(&table.marked_up(("<w:tr>", "</w:tr>"), cell))
        }),
    ]
}

fn records(table: &BenchTable, before: &str, after: &str) -> String {
    let field = |name: &str, value: &str| format!("\"{name}\":\"{value}\"");
    table.each(&format!("{before}{{"), field, ",", &format!("}}{after}"))
}

/// Seconds to read a file, mask it, write it, read it again and search it; what is refused is told.
pub fn seconds(anonymiser: &Anonymiser, format: &dyn DocumentFormat, bytes: &[u8]) -> Result<f64, String> {
    let start = Instant::now();
    let documents = format.split(bytes).map_err(|error| error.to_string())?;
    for range in documents {
        let document = format.read(bytes.get(range).unwrap_or_default().to_vec()).map_err(|error| error.to_string())?;
        let masked = anonymiser.mask_document(&document).map_err(|error| error.to_string())?;
        masked.write(format, &document).map_err(|error| error.to_string())?;
    }
    Ok(start.elapsed().as_secs_f64())
}

/// The table of growth: twice the rows again and again.
pub fn print() {
    let anonymiser = Anonymiser::builder().build().expect("the default policy needs nothing");
    println!(
        "\ntables of people, no value twice: seconds, megabytes a second, and how many times the seconds of half the rows"
    );
    println!("{:<10}{:>9}{:>9}{:>9}{:>9}", "format", "rows", "seconds", "MB/s", "times");
    for (name, format, write) in formats() {
        let mut last = None;
        for rows in [12_500, 25_000, 50_000, 100_000] {
            let bytes = write(&BenchTable::new(BenchValues::People, rows));
            match seconds(&anonymiser, format.as_ref(), &bytes) {
                Ok(time) => {
                    let speed = bytes.len() as f64 / 1e6 / time;
                    let times = last.map_or(String::new(), |last| format!("{:.2}", time / last));
                    println!("{name:<10}{rows:>9}{time:>9.2}{speed:>9.2}{times:>9}");
                    last = Some(time);
                }
                Err(error) => println!("{name:<10}{rows:>9} {error}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_takes_every_table() {
        let anonymiser = Anonymiser::builder().build().expect("the default policy needs nothing");
        for (name, format, write) in formats() {
            for values in BenchValues::ALL {
                let bytes = write(&BenchTable::new(values, 3));
                let result = seconds(&anonymiser, format.as_ref(), &bytes);
                assert!(result.is_ok(), "{name}, {}: {result:?}", values.name());
                let documents = format.split(&bytes).expect("it was split before");
                let text = |range| format.read(bytes.get::<std::ops::Range<usize>>(range).unwrap_or_default().to_vec());
                let read: usize = documents.into_iter().map(|range| text(range).map_or(0, |d| d.text().len())).sum();
                assert!(read > 20, "{name}, {}: its values are read", values.name());
            }
        }
    }
}
