//! Whole files of every kind: milliseconds to read, to find and plan, and to write, read again and search.

use std::path::Path;
use std::time::Instant;

use sfumato::Anonymiser;
use sfumato::document::formats::FileKind;

const RUNS: usize = 5;
/// Pages of the Word document, each a letter.
const PAGES: usize = 100;

/// The table of files.
pub fn print(samples: &Path) {
    let read = |name: &str| std::fs::read(samples.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let letter = String::from_utf8(read("letter-en.txt")).expect("a letter is text");
    let files = [
        ("DOCX of 100 pages", word(&letter)),
        ("HTML of 100 pages", page(&letter)),
        ("referral-en.docx", read("referral-en.docx")),
        ("patients.xlsx", read("patients.xlsx")),
        ("court-en.pdf", read("court-en.pdf")),
        ("mail-es.eml", read("mail-es.eml")),
    ];
    let anonymiser = Anonymiser::builder().build().expect("the default policy needs nothing");
    println!("whole files, milliseconds, median of {RUNS}");
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "", "kB", "read", "detect", "write");
    for (name, bytes) in files {
        let format = FileKind::tell(&bytes, None).expect("a known kind").format();
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..RUNS {
            let start = Instant::now();
            let document = format.read(bytes.clone()).expect("readable");
            times[0].push(start.elapsed());
            let masked = anonymiser.mask_document(&document).expect("maskable");
            times[1].push(start.elapsed() - times[0][times[0].len() - 1]);
            let before = start.elapsed();
            masked.write(&*format, &document).expect("writable, and nothing left in it");
            times[2].push(start.elapsed() - before);
        }
        let [read, detect, write] = times.map(|mut times| {
            times.sort();
            times[RUNS / 2].as_secs_f64() * 1e3
        });
        println!("{name:<20} {:>8} {read:>8.1} {detect:>8.1} {write:>8.1}", bytes.len() / 1000);
    }
    println!();
}

/// A web page with a letter again and again.
fn page(letter: &str) -> Vec<u8> {
    let body: String = letter.split("\n\n").map(|paragraph| format!("<p>{paragraph}</p>\n")).collect();
    format!("<!doctype html>\n<html><body>\n{}</body></html>\n", body.repeat(PAGES)).into_bytes()
}

/// A Word document with a letter again and again, each line a run of its own.
fn word(letter: &str) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let run = |line: &str| format!("<w:r><w:t xml:space=\"preserve\">{} </w:t></w:r>", line.replace('&', "&amp;"));
    let paragraph = |text: &str| format!("<w:p>{}</w:p>", text.lines().map(run).collect::<String>());
    let body: String = letter.split("\n\n").map(paragraph).collect();
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\
        \"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
        <Relationship Id=\"rId1\" Target=\"word/document.xml\" Type=\
        \"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\"/></Relationships>";
    let document = format!("<w:document xmlns:w=\"{MAIN}\"><w:body>{}</w:body></w:document>", body.repeat(PAGES));
    archive(&[("[Content_Types].xml", types), ("_rels/.rels", relations), ("word/document.xml", &document)])
}

/// A zip archive of stored members.
fn archive(members: &[(&str, &str)]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let start = (bytes.len() as u32).to_le_bytes();
        let length = (content.len() as u32).to_le_bytes();
        let head = [20, 0, 0, 8, 0, 0, 0, 0, 33, 0];
        let sum = checksum(content.as_bytes()).to_le_bytes();
        let common = [&head[..], &sum, &length, &length, &(name.len() as u16).to_le_bytes(), &[0, 0]].concat();
        bytes.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content.as_bytes()].concat());
        directory.extend([b"PK\x01\x02\x14\x00", &common[..], &[0; 10], &start, name.as_bytes()].concat());
    }
    let (start, count) = ((bytes.len() as u32).to_le_bytes(), (members.len() as u16).to_le_bytes());
    let length = (directory.len() as u32).to_le_bytes();
    [&bytes[..], &directory, b"PK\x05\x06\0\0\0\0", &count, &count, &length, &start, &[0, 0]].concat()
}

/// The checksum that zip archives carry.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    })
}
