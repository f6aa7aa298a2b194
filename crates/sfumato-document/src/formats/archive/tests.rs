//! Tests of archives, sound and hostile.

use super::*;
use crate::formats::testing::{labelled_blocks, masked, stripped, without};
use crate::formats::{Csv, DocumentFormat, TextFile};
use crate::{Document, Edits, RemovableKind};

/// A member of a zip archive, stored.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let start = out.len() as u32;
        let mut fields = Vec::new();
        for short in [20u16, if name.is_ascii() { 0 } else { 1 << 11 }, 0, 0, 0x21] {
            fields.extend_from_slice(&short.to_le_bytes());
        }
        for long in [crc.sum(), content.len() as u32, content.len() as u32] {
            fields.extend_from_slice(&long.to_le_bytes());
        }
        fields.extend_from_slice(&(name.len() as u16).to_le_bytes());
        fields.extend_from_slice(&[0, 0]);
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&fields);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(content);
        directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        directory.extend_from_slice(&fields);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&start.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (count, start, length) = (members.len() as u16, out.len() as u32, directory.len() as u32);
    out.append(&mut directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&start.to_le_bytes());
    out.extend_from_slice(&[0; 2]);
    out
}

/// A header of a tar archive.
fn header(name: &str, kind: u8, size: usize, owner: &str) -> Vec<u8> {
    let mut header = vec![0u8; 512];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, owner.as_bytes());
    let sum: u32 = header.iter().map(|b| u32::from(*b)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    header
}

fn tarred(members: &[(&str, u8, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, kind, content) in members {
        out.extend(header(name, *kind, content.len(), ""));
        out.extend_from_slice(content);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

fn gzipped(content: &[u8], name: Option<&str>) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let mut out = vec![0x1f, 0x8b, 8, if name.is_some() { 8 } else { 0 }, 0, 0, 0, 0, 0, 255];
    if let Some(name) = name {
        out.extend_from_slice(name.as_bytes());
        out.push(0);
    }
    out.extend_from_slice(&crate::zip::packed(content).expect("packed"));
    out.extend_from_slice(&crc.sum().to_le_bytes());
    out.extend_from_slice(&(content.len() as u32).to_le_bytes());
    out
}

/// Nothing changes without edits, whatever the archive.
fn keeps_its_bytes(format: &dyn DocumentFormat, bytes: &[u8]) -> Document {
    let document = format.read(bytes.to_vec()).expect("readable");
    assert!(
        format.write(&document, &Edits::none()).expect("writable") == bytes,
        "with no edits the same bytes come out"
    );
    document
}

const TABLE: &[u8] = b"name,town\nAnn Lee,York\n";

#[test]
fn members_are_read_by_their_own_formats() {
    let files: [(&str, &[u8]); 3] =
        [("reports/", b""), ("reports/Ann_Lee.txt", b"Dear Ann Lee"), ("people.csv", TABLE)];
    let zip = zipped(&files);
    assert_eq!(FileKind::tell(&zip, None), Ok(FileKind::Zip));
    keeps_its_bytes(&Zip::default(), &zip);
    let found = labelled_blocks(&Zip::default(), &zip);
    assert_eq!(
        found,
        [
            "path: reports",
            "path: reports",
            "path: Ann Lee",
            "Dear Ann Lee",
            "path: people",
            "name",
            "town",
            "name: Ann Lee",
            "town: York"
        ]
    );
    let out = masked(&Zip::default(), &zip, &[("Ann Lee", "[PERSON 1]")]);
    let written = crate::zip::ZipArchive::open(out).expect("an archive");
    let names: Vec<&str> = written.members().iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["reports/", "reports/[PERSON 1].txt", "people.csv"]);
    assert_eq!(written.read(1).expect("a member"), b"Dear [PERSON 1]");
    assert_eq!(written.read(2).expect("a member"), b"name,town\n[PERSON 1],York\n");
}

#[test]
fn members_that_would_have_one_name_get_two() {
    let zip = zipped(&[("Ann.txt", b"a"), ("Bea.txt", b"b"), ("x-2.txt", b"c")]);
    let document = Zip::default().read(zip).expect("readable");
    let edit = |find: &str, to: &str| {
        let at = document.text().find(find).expect("there");
        crate::TextEdit::new(document.span(at, at + find.len()).expect("a span"), to)
    };
    let edits = Edits::new(vec![edit("Ann", "x"), edit("Bea", "x")]).expect("disjoint");
    let out = Zip::default().write(&document, &edits).expect("writable");
    let written = crate::zip::ZipArchive::open(out).expect("an archive");
    let names: Vec<&str> = written.members().iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["x.txt", "x-3.txt", "x-2.txt"]);
    let edits = Edits::new(vec![edit("Ann", "../a/b\0c")]).expect("one edit");
    let out = Zip::default().write(&document, &edits).expect("writable");
    assert_eq!(crate::zip::ZipArchive::open(out).expect("an archive").members()[0].name, "..-a-b-c.txt");
}

#[test]
fn what_cannot_be_read_can_go() {
    let zip = zipped(&[
        ("a.bin", b"\0\x01\x02\x03"),
        ("b.png", b"\x89PNG\r\n\x1a\nxxxx"),
        ("__MACOSX/._a", b"\0\x05\x16\x07"),
        ("c.txt", b"Ann"),
    ]);
    let document = keeps_its_bytes(&Zip::default(), &zip);
    let kinds: Vec<RemovableKind> = document.removable().iter().map(|part| part.kind).collect();
    assert_eq!(kinds, [RemovableKind::Embedded, RemovableKind::Picture, RemovableKind::Metadata]);
    assert!(document.removable()[0].place.starts_with("member 1: binary content"));
    let out = Zip::default().write(&document, &without(&document)).expect("writable");
    let written = crate::zip::ZipArchive::open(out).expect("an archive");
    let names: Vec<&str> = written.members().iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["b.png", "c.txt"]);
    assert!(!written.read(0).expect("a member").ends_with(b"xxxx"));
}

#[test]
fn tar_archives_are_read_and_written() {
    let tar = tarred(&[("./d/", b'5', b""), ("./d/Ann.csv", b'0', TABLE), ("x.txt", 0, b"Bea")]);
    assert_eq!(FileKind::tell(&tar, None), Ok(FileKind::Tar));
    keeps_its_bytes(&Tar::default(), &tar);
    let long = "Ann ".repeat(40).trim_end().to_owned();
    let out = masked(&Tar::default(), &tar, &[("Bea", &long), ("York", "Ñ")]);
    assert!(labelled_blocks(&Tar::default(), &out).contains(&long));
    let renamed = masked(&Tar::default(), &tar, &[("d", &long)]);
    assert!(labelled_blocks(&Tar::default(), &renamed).contains(&format!("path: {long}")));
}

#[test]
fn owners_and_times_are_metadata() {
    let mut tar = header("a.txt", b'0', 3, "annlee");
    tar.extend_from_slice(b"Bea");
    tar.resize(1024 + 1024, 0);
    let document = keeps_its_bytes(&Tar::default(), &tar);
    assert_eq!(document.removable().len(), 1);
    let out = stripped(&Tar::default(), &tar);
    assert!(memchr::memmem::find(&out, b"annlee").is_none());
    assert!(Tar::default().read(out).expect("readable").removable().is_empty());
}

#[test]
fn links_and_devices_can_go_and_holes_are_refused() {
    let tar = tarred(&[("a.txt", b'0', b"Bea"), ("Ann", b'2', b""), ("tty", b'3', b"")]);
    let document = Tar::default().read(tar.clone()).expect("readable");
    assert_eq!(document.removable().len(), 2);
    assert_eq!(labelled_blocks(&Tar::default(), &stripped(&Tar::default(), &tar)), ["path: a", "Bea"]);
    assert!(Tar::default().read(tarred(&[("a", b'S', b"x")])).is_err());
    assert!(Tar::default().read(tarred(&[("../a", b'0', b"x")])).is_err());
    let mut absurd = header("a", b'0', 0o7777777777, "");
    absurd.resize(2048, 0);
    assert!(Tar::default().read(absurd).is_err());
    let mut broken = tarred(&[("a", b'0', b"x")]);
    broken[1] ^= 1;
    assert!(!is_tar(&broken) && Tar::default().read(broken).is_err());
}

#[test]
fn long_names_are_read_whatever_way_they_are_written() {
    let name = format!("{}/Ann Lee.txt", "x".repeat(120));
    let pax = format!("{} path={name}\n", 10 + name.len());
    let record = tarred(&[("././@PaxHeader", b'x', pax.as_bytes()), ("short", b'0', b"Bea")]);
    let gnu = tarred(&[("././@LongLink", b'L', format!("{name}\0").as_bytes()), ("short", b'0', b"Bea")]);
    for tar in [record, gnu] {
        assert!(labelled_blocks(&Tar::default(), &tar).contains(&"path: Ann Lee".to_owned()));
        keeps_its_bytes(&Tar::default(), &tar);
    }
}

#[test]
fn packed_files_are_read_and_packed_again() {
    let gz = gzipped(TABLE, Some("people.csv"));
    assert_eq!(FileKind::tell(&gz, None), Ok(FileKind::Gzip));
    keeps_its_bytes(&Gzip::default(), &gz);
    assert_eq!(labelled_blocks(&Gzip::default(), &gz)[1..], labelled_blocks(&Csv::default(), TABLE));
    let out = stripped(&Gzip::default(), &gz);
    assert_eq!(
        labelled_blocks(&Gzip::default(), &out),
        labelled_blocks(&TextFile, TABLE),
        "without its name it is a text"
    );
    let tar = tarred(&[("Ann.txt", b'0', b"Bea")]);
    let out = masked(&Gzip::default(), &gzipped(&tar, None), &[("Bea", "[P]"), ("Ann", "[Q]")]);
    assert_eq!(labelled_blocks(&Gzip::default(), &out), ["path: [Q]", "[P]"]);
    let twice = [gzipped(b"Ann ", None), gzipped(b"Lee", None)].concat();
    assert_eq!(labelled_blocks(&Gzip::default(), &twice), ["Ann Lee"]);
}

#[test]
fn hostile_packed_files_are_refused() {
    let gz = gzipped(TABLE, None);
    for cut in [5, 12, gz.len() - 1] {
        assert!(Gzip::default().read(gz[..cut].to_vec()).is_err(), "cut at {cut}");
    }
    let mut wrong = gz.clone();
    *wrong.last_mut().expect("not empty") ^= 1;
    assert!(Gzip::default().read(wrong).is_err());
    assert!(Gzip::default().read([gz, b"Ann".to_vec()].concat()).is_err(), "bytes behind the end");
    let bomb = gzipped(&vec![b'a'; 20 << 20], None);
    assert!(matches!(Gzip::default().read(bomb), Err(ReadError::Archive { .. })));
}

#[test]
fn archives_in_archives_share_one_account() {
    let mut inner = zipped(&[("x.txt", b"Ann")]);
    for _ in 0..3 {
        inner = zipped(&[("i.zip", &inner)]);
    }
    assert!(labelled_blocks(&Zip::default(), &inner).contains(&"Ann".to_owned()), "four deep");
    let deep = zipped(&[("i.zip", &zipped(&[("i.zip", &inner)]))]);
    let document = Zip::default().read(deep).expect("readable");
    assert_eq!(document.removable().len(), 1, "what lies too deep is not read");
    let account = budget::UnpackingAccount::open();
    assert!(account.spend(1 << 30).is_ok() && budget::UnpackingAccount::open().spend(1).is_err());
    drop(account);
    assert!(budget::UnpackingAccount::open().spend(1).is_ok());
}

fn book(extra: &[(&str, &[u8])]) -> Vec<u8> {
    let mut members: Vec<(&str, &[u8])> = vec![
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<?xml version='1.0'?><container><rootfiles/></container>"),
        (
            "OEBPS/content.opf",
            b"<?xml version='1.0'?><package><metadata><creator>Ann Lee</creator></metadata></package>",
        ),
        ("OEBPS/a.xhtml", b"<html xmlns='http://www.w3.org/1999/xhtml'><body><p>By A<b>nn</b> Lee</p></body></html>"),
        ("OEBPS/f.ttf", b"\0\x01\0\0font"),
    ];
    members.extend_from_slice(extra);
    zipped(&members)
}

#[test]
fn books_are_read_by_their_pages() {
    let epub = book(&[]);
    assert_eq!(FileKind::tell(&epub, None), Ok(FileKind::Epub));
    keeps_its_bytes(&Epub::default(), &epub);
    assert_eq!(labelled_blocks(&Epub::default(), &epub), ["creator: Ann Lee", "By Ann Lee"]);
    let out = masked(&Epub::default(), &epub, &[("Ann Lee", "[PERSON 1]")]);
    assert!(out.starts_with(b"PK\x03\x04") && out.get(30..58) == Some(b"mimetypeapplication/epub+zip"));
    assert!(memchr::memmem::find(&out, b"<p>By [PERSON 1]<b></b></p>").is_some());
}

#[test]
fn locked_books_are_refused() {
    let font = b"<e><EncryptionMethod Algorithm=\"http://www.idpf.org/2008/embedding\"/></e>";
    assert!(Epub::default().read(book(&[("META-INF/encryption.xml", font)])).is_ok(), "a scrambled font locks nothing");
    let page = b"<e><EncryptionMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#aes128-cbc\"/></e>";
    let locked = Epub::default().read(book(&[("META-INF/encryption.xml", page)]));
    assert_eq!(locked.unwrap_err(), ReadError::Encrypted);
    assert_eq!(Epub::default().read(book(&[("META-INF/signatures.xml", b"<s/>")])).unwrap_err(), ReadError::Signed);
}
