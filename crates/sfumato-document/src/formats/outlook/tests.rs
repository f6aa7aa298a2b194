//! Messages made by hand, with a marked word, `Zq...`, in every place.

use std::borrow::Cow;

use super::compound::{CompoundFile, CompoundNode};
use super::rich_text;
use super::{Msg, OldOffice, Tnef, old_office};
use crate::formats::testing::{self, without_words};
use crate::formats::{DocumentFormat, FileKind, ReadError};
use crate::{Edits, RemovableKind, TextEdit};

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A compound file in the making.
struct CompoundTestFile {
    file: CompoundFile,
}

impl CompoundTestFile {
    fn new() -> Self {
        let mut file = CompoundFile::empty();
        file.nodes.push(node("Root Entry", None));
        Self { file }
    }

    fn folder(&mut self, parent: usize, name: &str) -> usize {
        self.add(parent, node(name, None))
    }

    fn stream(&mut self, parent: usize, name: &str, content: &[u8]) -> usize {
        self.add(parent, node(name, Some(content)))
    }

    fn add(&mut self, parent: usize, node: CompoundNode) -> usize {
        let number = self.file.nodes.len();
        self.file.nodes.push(node);
        self.file.nodes[parent].children.push(number);
        number
    }

    /// A folder's properties: tag and value; long ones have streams.
    fn properties(&mut self, folder: usize, header: usize, list: &[(u32, &[u8])]) {
        let mut stream = vec![0; header];
        for (tag, value) in list {
            let mut entry = [0; 16];
            entry[..4].copy_from_slice(&tag.to_le_bytes());
            let is_long = matches!(*tag as u16, 0x1e | 0x1f | 0x102 | 0x101f | 0x0d);
            if is_long {
                let end = match *tag as u16 {
                    0x1f => 2,
                    0x1e => 1,
                    _ => 0,
                };
                entry[8..12].copy_from_slice(&(value.len() as u32 + end).to_le_bytes());
                if *tag as u16 != 0x0d {
                    self.stream(folder, &format!("__substg1.0_{tag:08X}"), value);
                }
            } else {
                entry[8..8 + value.len()].copy_from_slice(value);
            }
            stream.extend_from_slice(&entry);
        }
        self.stream(folder, "__properties_version1.0", &stream);
    }

    fn bytes(&self) -> Vec<u8> {
        self.file.write(|node| Some(Cow::Borrowed(self.file.nodes[node].content.as_slice()))).expect("small")
    }
}

fn node(name: &str, content: Option<&[u8]>) -> CompoundNode {
    CompoundNode {
        name: name.to_owned(),
        is_stream: content.is_some(),
        class: [0; 16],
        content: content.unwrap_or_default().to_vec(),
        children: Vec::new(),
    }
}

/// A time in March 2024.
const TIME: [u8; 8] = 133_540_644_300_000_000_u64.to_le_bytes();

fn message() -> Vec<u8> {
    let mut files = CompoundTestFile::new();
    let rich = rich_text::stored(b"{\\rtf1\\ansi Dear {\\b Zq}rich, yours}");
    let long = wide(&format!("Zqbody says {}\r\n\r\nZqend", "so much ".repeat(600)));
    files.properties(
        0,
        32,
        &[
            (0x001a_001f, &wide("IPM.Note")),
            (0x0037_001f, &wide("Zqsubject é")),
            (0x0039_0040, &TIME),
            (0x0c1a_001e, b"Zqsender Jos\xe9"),
            (0x0c1f_001f, &wide("/o=Zq/ou=x/cn=Zqserver")),
            (0x0c1d_0102, b"SMTP:ZqKEY@X.ORG\0"),
            (0x007d_001f, &wide("Received: by Zqtrace\r\n")),
            (0x1000_001f, &long),
            (0x1009_0102, &rich),
            (0x1013_0102, b"<html><meta charset=utf-8><p>Dear <b>Zq</b>html</p></html>"),
            (0x3007_0040, &TIME),
            (0x0e07_0003, &[1, 0, 0, 0]),
            (0x8000_001f, &wide("Zqnamed")),
            (0x8001_0014, &5_780_550_409_u64.to_le_bytes()),
            (0x8002_101f, &[18, 0, 0, 0, 10, 0, 0, 0]),
        ],
    );
    files.stream(0, "__substg1.0_8002101F-00000000", &wide("Zqfirstx"));
    files.stream(0, "__substg1.0_8002101F-00000001", &wide("Zqsd"));
    let names = files.folder(0, "__nameid_version1.0");
    files.stream(names, "__substg1.0_00020102", &[0; 16]);
    let mut strings = Vec::new();
    let mut entries = Vec::new();
    for (number, name) in (0u16..).zip(["Zqfield", "NHS number", "Keywords"]) {
        entries.extend_from_slice(&(strings.len() as u32).to_le_bytes());
        entries.extend_from_slice(&[7, 0]);
        entries.extend_from_slice(&number.to_le_bytes());
        strings.extend_from_slice(&(2 * name.len() as u32).to_le_bytes());
        strings.extend_from_slice(&wide(name));
        strings.resize(strings.len().next_multiple_of(4), 0);
    }
    files.stream(names, "__substg1.0_00030102", &entries);
    files.stream(names, "__substg1.0_00040102", &strings);
    files.stream(names, "__substg1.0_10010102", &[1, 2, 3, 4, 7, 0, 0, 0]);
    let recipient = files.folder(0, "__recip_version1.0_#00000000");
    files.properties(recipient, 8, &[(0x3001_001f, &wide("Zqto")), (0x0fff_0102, &wide("Zqentry"))]);
    let attachment = files.folder(0, "__attach_version1.0_#00000000");
    let list: [(u32, &[u8]); 2] = [(0x3707_001f, &wide("Zqfile.csv")), (0x3701_0102, b"name,x\nZqcell,1\n")];
    files.properties(attachment, 8, &list);
    let picture = files.folder(0, "__attach_version1.0_#00000001");
    files.properties(picture, 8, &[(0x3701_0102, b"\x89PNG\r\n\x1a\nZqpixels")]);
    let inner = files.folder(0, "__attach_version1.0_#00000002");
    files.properties(inner, 8, &[(0x3705_0003, &[5, 0, 0, 0]), (0x3701_000d, b"")]);
    let nested = files.folder(inner, "__substg1.0_3701000D");
    files.properties(nested, 24, &[(0x0037_001f, &wide("Zqnested"))]);
    let object = files.folder(0, "__attach_version1.0_#00000003");
    files.properties(object, 8, &[(0x3705_0003, &[6, 0, 0, 0]), (0x3701_000d, b"")]);
    let inside = files.folder(object, "__substg1.0_3701000D");
    files.stream(inside, "CONTENTS", b"Zqobject");
    files.bytes()
}

fn property(tag: u32, name: Option<&str>, value: &[u8]) -> Vec<u8> {
    let mut out = [(tag as u16).to_le_bytes(), ((tag >> 16) as u16).to_le_bytes()].concat();
    if let Some(name) = name {
        let name = wide(&format!("{name}\0"));
        out.extend_from_slice(&[0; 16]);
        out.extend_from_slice(&1u32.to_le_bytes());
        out.extend_from_slice(&(name.len() as u32).to_le_bytes());
        out.extend_from_slice(&name);
        out.resize(out.len() + name.len().next_multiple_of(4) - name.len(), 0);
    }
    if matches!(tag as u16, 0x1e | 0x1f | 0x102 | 0x0d) {
        out.extend_from_slice(&1u32.to_le_bytes());
        out.extend_from_slice(&(value.len() as u32).to_le_bytes());
    }
    out.extend_from_slice(value);
    out.resize(out.len() + value.len().next_multiple_of(4) - value.len(), 0);
    out
}

fn attribute(level: u8, tag: u32, data: &[u8]) -> Vec<u8> {
    let sum = data.iter().fold(0u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
    let length = (data.len() as u32).to_le_bytes();
    [&[level][..], &tag.to_le_bytes(), &length, data, &sum.to_le_bytes()].concat()
}

fn bundle(inner: Option<&[u8]>) -> Vec<u8> {
    let count = |number: u32| number.to_le_bytes().to_vec();
    let properties = [
        count(6),
        property(0x0037_001f, None, &wide("Zqsubject\0")),
        property(0x0c1a_001e, None, b"Zqsender\0"),
        property(0x0c1d_0102, None, b"SMTP:ZQKEY@X.ORG Zqkey\0"),
        property(0x8000_001f, Some("Zqname"), &wide("Zqnamed\0")),
        property(0x0039_0040, None, &TIME),
        property(0x1009_0102, None, &rich_text::stored(b"{\\rtf1 Zqrich}")),
    ]
    .concat();
    let rows = [count(1), count(1), property(0x3001_001f, None, &wide("Zqto\0"))].concat();
    let object = [&[7; 16][..], inner.unwrap_or_default()].concat();
    let attached = [count(1), property(0x3701_000d, None, &object)].concat();
    let parts = [
        attribute(1, 0x0008_9006, &[0, 0, 1, 0]),
        attribute(1, 0x0006_9007, &[0xe4, 4, 0, 0, 0, 0, 0, 0]),
        attribute(1, 0x0001_8004, b"Zqold subject\0"),
        attribute(1, 0x0000_8000, b"\x04\0\0\0Zqfrom\0SMTP:zq@x.org\0"),
        attribute(1, 0x0002_800c, b"Zqbody\r\n\0"),
        attribute(1, 0x0006_9003, &properties),
        attribute(1, 0x0006_9004, &rows),
        attribute(2, 0x0006_9002, &[1; 14]),
        attribute(2, 0x0006_800f, b"a,b\nZqcell,2\n"),
        attribute(2, 0x0001_8010, b"Zqfile.csv\0"),
    ];
    let mut out = [&b"\x78\x9f\x3e\x22\x01\0"[..], &parts.concat()].concat();
    if inner.is_some() {
        out.extend_from_slice(&attribute(2, 0x0006_9002, &[1; 14]));
        out.extend_from_slice(&attribute(2, 0x0006_9005, &attached));
    }
    out
}

fn hold(format: &dyn DocumentFormat, bytes: &[u8], words: &[&str]) {
    let document = format.read(bytes.to_vec()).expect("a sound message");
    for word in words {
        assert!(document.text().contains(word), "help: {word} must be in the text");
    }
    assert!(format.write(&document, &Edits::none()).expect("writable") == bytes, "help: the same bytes must come out");
    for block in document.blocks().iter().filter(|block| block.kind != crate::BlockKind::Metadata) {
        let text = document.slice(block.span);
        let length: usize = text.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum();
        let span = document.span(block.span.start(), block.span.start() + length).expect("a span");
        if text.starts_with("Zq") && !text.starts_with("Zqname") {
            let edits = Edits::new(vec![TextEdit::new(span, "Q7")]).expect("one edit");
            let again = format.read(format.write(&document, &edits).expect("writable"));
            let again = again.expect("help: what was written must be readable");
            assert_eq!(again.text(), edits.apply(&document).expose(), "help: the edited text must come back");
        }
    }
    let all: fn(RemovableKind) -> bool = |_| true;
    for is_removed in [all, |kind| kind != RemovableKind::Metadata] {
        let written = without_words(format, &document, is_removed);
        let narrow: Vec<u8> = written.iter().copied().filter(|byte| *byte != 0).collect();
        let lower = narrow.to_ascii_lowercase();
        let left = memchr::memmem::find(&lower, b"zq").map(|at| String::from_utf8_lossy(&narrow[at..at + 12]));
        assert_eq!(left, None, "help: nothing of the marked words may be left");
        let again = format.read(written.clone()).expect("help: what was written must be readable");
        assert!(!again.text().contains("Zq"));
        assert!(
            again.removable().iter().all(|part| part.kind != RemovableKind::Metadata || part.span.is_none())
                || !is_removed(RemovableKind::Metadata)
        );
    }
}

#[test]
fn every_place_of_a_message_is_read_and_written() {
    let words = [
        "Zqsubject é",
        "Zqsender José",
        "Zqbody",
        "Zqend",
        "Zqrich",
        "Zqhtml",
        "Zqnamed",
        "Zqfield",
        "5780550409",
        "Zqfirstx",
        "Zqto",
        "Zqfile.csv",
        "Zqcell",
        "Zqnested",
        "2024-03-0",
        "Zqserver",
        "Zqtrace",
        "ZqKEY@X.ORG",
        "Zqentry",
    ];
    assert_eq!(FileKind::tell(&message(), None), Ok(FileKind::Msg));
    hold(&Msg::default(), &message(), &words);
}

#[test]
fn every_place_of_a_bundle_is_read_and_written() {
    let words = [
        "Zqsubject",
        "Zqsender",
        "Zqkey",
        "Zqname",
        "Zqnamed",
        "Zqrich",
        "Zqto",
        "Zqold",
        "Zqfrom",
        "Zqbody",
        "Zqcell",
        "Zqfile.csv",
    ];
    let inner = bundle(None);
    assert_eq!(FileKind::tell(&inner, None), Ok(FileKind::Tnef));
    hold(&Tnef::default(), &inner, &words);
    hold(&Tnef::default(), &bundle(Some(&inner)), &words);
}

#[test]
fn a_time_that_is_replaced_goes_or_becomes_another() {
    let document = Msg::default().read(message()).expect("sound");
    let at = document.text().find("2024-03-").expect("a time");
    let read_again = |replacement: &str| {
        let edit = TextEdit::new(document.span(at, at + 19).expect("a span"), replacement);
        let written = Msg::default().write(&document, &Edits::new(vec![edit]).expect("one")).expect("writable");
        Msg::default().read(written).expect("readable").text().to_owned()
    };
    assert!(read_again("1999-05-06 07:08:09").contains("1999-05-06 07:08:09"));
    assert!(!read_again("[DATE 1]").contains("DATE"));
}

#[test]
fn rich_text_that_cannot_be_read_goes_if_another_body_says_the_same() {
    let unreadable = rich_text::stored(b"{\\rtf1\\ansi {\\fonttbl{\\f0\\fcharset130 x;}}\\f0 Zqrich \\'83\\'65}");
    let read = |body: Option<&[u8]>| {
        let mut files = CompoundTestFile::new();
        let mut list = vec![(0x1009_0102, &unreadable[..])];
        list.extend(body.map(|body| (0x1000_001e, body)));
        files.properties(0, 32, &list);
        Msg::default().read(files.bytes())
    };
    assert!(matches!(read(None), Err(ReadError::Part { .. })));
    let document = read(Some(b"Zqplain")).expect("readable");
    let written = without_words(&Msg::default(), &document, |kind| kind == RemovableKind::Metadata);
    assert!(memchr::memmem::find(&written, b"Zq").is_none());
}

#[test]
fn locked_messages_are_refused() {
    let with_class = |class: &str| {
        let mut files = CompoundTestFile::new();
        files.properties(0, 32, &[(0x001a_001f, &wide(class))]);
        Msg::default().read(files.bytes()).map(drop)
    };
    assert_eq!(with_class("IPM.Note.SMIME.MultipartSigned"), Err(ReadError::Signed));
    assert_eq!(with_class("IPM.Note.SMIME"), Err(ReadError::Encrypted));
    assert_eq!(with_class("IPM.Contact"), Ok(()));
}

#[test]
fn old_office_documents_are_told_apart() {
    for (name, kind) in [
        ("WordDocument", Some(OldOffice::Word)),
        ("Workbook", Some(OldOffice::Excel)),
        ("PowerPoint Document", Some(OldOffice::PowerPoint)),
        ("EncryptedPackage", None),
    ] {
        let mut files = CompoundTestFile::new();
        files.stream(0, name, b"x");
        assert_eq!(old_office(&files.bytes()), kind);
        assert!(FileKind::tell(&files.bytes(), None).is_err());
    }
}

#[test]
fn big_and_small_streams_come_back_from_a_compound_file() {
    let mut files = CompoundTestFile::new();
    let contents: Vec<Vec<u8>> =
        [0usize, 1, 63, 64, 65, 4095, 4096, 4097, 70_000, 9_000_000].iter().map(|n| vec![*n as u8 | 1; *n]).collect();
    for (nth, content) in contents.iter().enumerate() {
        files.stream(0, &format!("s{nth}"), content);
    }
    let bytes = files.bytes();
    let again = CompoundFile::open(&bytes).expect("sound");
    for (nth, content) in contents.iter().enumerate() {
        let node = again.child(0, &format!("s{nth}")).expect("there");
        assert!(&again.nodes[node].content == content, "stream {nth}");
    }
    assert!(!again.has_extras(&bytes));
    assert!(again.has_extras(&[&bytes[..], b"x"].concat()));
}

#[test]
fn damaged_files_are_read_or_refused_and_keep_their_bytes() {
    let inner = bundle(None);
    for (format, source) in
        [(&Msg::default() as &dyn DocumentFormat, message()), (&Tnef::default(), bundle(Some(&inner)))]
    {
        testing::hold_for_mutants(format, testing::mutants(&source, 0, 400), 30);
    }
}
