//! Files made by hand, with a marked word, `Zq...`, in every place.

use super::Dicom;
use super::elements::{self, PLAIN, SequenceMark, TransferSyntax};
use crate::formats::packing::{self, DeflateFrame};
use crate::formats::testing::{self, without_words};
use crate::formats::{DocumentFormat, FileKind, ReadError};
use crate::{BlockKind, Edits, RemovableKind, TextEdit};

fn element(tag: u32, vr: &[u8; 2], value: &[u8], syntax: TransferSyntax) -> Vec<u8> {
    let mut value = value.to_vec();
    if value.len() % 2 == 1 {
        value.push(if vr == b"UI" || vr == b"OB" { 0 } else { b' ' });
    }
    let mut out = Vec::new();
    elements::put_head(tag, Some(*vr), Some(value.len()), syntax, &mut out).expect("short");
    out.extend_from_slice(&value);
    out
}

fn list(tag: u32, items: &[Vec<u8>], is_open: bool, syntax: TransferSyntax) -> Vec<u8> {
    let mut inside = Vec::new();
    for item in items {
        elements::put_mark(SequenceMark::Item, (!is_open).then_some(item.len()), syntax, &mut inside).expect("short");
        inside.extend_from_slice(item);
        if is_open {
            elements::put_mark(SequenceMark::ItemEnd, Some(0), syntax, &mut inside).expect("short");
        }
    }
    if is_open {
        elements::put_mark(SequenceMark::ListEnd, Some(0), syntax, &mut inside).expect("short");
    }
    let mut out = Vec::new();
    elements::put_head(tag, Some(*b"SQ"), (!is_open).then_some(inside.len()), syntax, &mut out).expect("short");
    out.extend_from_slice(&inside);
    out
}

fn file(uid: &str, syntax: TransferSyntax, body: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 128];
    out[..8].copy_from_slice(b"Zqbefore");
    out.extend_from_slice(b"DICM");
    let meta = [
        element(0x0002_0002, b"UI", b"1.2.840.10008.5.1.4.1.1.2", PLAIN),
        element(0x0002_0003, b"UI", b"1.9.8.7.6", PLAIN),
        element(0x0002_0010, b"UI", uid.as_bytes(), PLAIN),
        element(0x0002_0016, b"AE", b"ZqSTATION", PLAIN),
    ]
    .concat();
    out.extend(element(0x0002_0000, b"UL", &(meta.len() as u32).to_le_bytes(), PLAIN));
    out.extend_from_slice(&meta);
    let body =
        if syntax.is_deflated { packing::packed(body, DeflateFrame::None).expect("packed") } else { body.to_vec() };
    out.extend_from_slice(&body);
    out
}

fn body(syntax: TransferSyntax, is_packed: bool) -> Vec<u8> {
    let number = |value: u16| {
        let mut out = Vec::new();
        syntax.put_u16(value, &mut out);
        out
    };
    let pixels = if is_packed {
        let mut out = Vec::new();
        elements::put_head(0x7fe0_0010, Some(*b"OB"), None, syntax, &mut out).expect("short");
        for fragment in [&b""[..], b"Zqpacked"] {
            elements::put_mark(SequenceMark::Item, Some(fragment.len()), syntax, &mut out).expect("short");
            out.extend_from_slice(fragment);
        }
        elements::put_mark(SequenceMark::ListEnd, Some(0), syntax, &mut out).expect("short");
        out
    } else {
        element(0x7fe0_0010, b"OW", b"Zqpixels", syntax)
    };
    [
        element(0x0008_0005, b"CS", b"ISO_IR 100", syntax),
        element(0x0008_0018, b"UI", b"1.9.8.7.6", syntax),
        element(0x0008_0020, b"DA", b"20240304", syntax),
        element(0x0008_0030, b"TM", b"102030.5", syntax),
        element(0x0008_0060, b"CS", b"CT", syntax),
        element(0x0008_0080, b"LO", b"Zqclinic", syntax),
        element(0x0008_0090, b"PN", b"Zqdoctor^Jos\xe9", syntax),
        list(0x0008_1140, &[element(0x0008_1155, b"UI", b"1.9.8.7.7", syntax)], false, syntax),
        element(0x0009_0010, b"LO", b"Zqmaker", syntax),
        element(0x0010_0010, b"PN", b"Zqfamily^Zqgiven^^Dr=Zqother", syntax),
        element(0x0010_0020, b"LO", b"Zqid 1", syntax),
        element(0x0010_0030, b"DA", b"19610309", syntax),
        element(0x0010_1000, b"LO", b"Zqfirst\\Zqsecond", syntax),
        element(0x0010_1010, b"AS", b"045Y", syntax),
        element(0x0010_4000, b"LT", b"Zqcomment \\ here", syntax),
        element(0x0028_0002, b"US", &number(1), syntax),
        element(0x0028_0010, b"US", &number(2), syntax),
        element(0x0028_0011, b"US", &number(2), syntax),
        element(0x0028_0100, b"US", &number(16), syntax),
        list(
            0x0040_0275,
            &[element(0x0040_0007, b"LO", b"Zqinner", syntax), element(0x0010_4000, b"LT", b"Zqitem", syntax)],
            true,
            syntax,
        ),
        element(0x0042_0011, b"OB", b"Zqenclosed, a text", syntax),
        element(0x6000_3000, b"OW", b"Zqover", syntax),
        pixels,
    ]
    .concat()
}

fn files() -> Vec<Vec<u8>> {
    let implicit = TransferSyntax { is_explicit: false, ..PLAIN };
    let big = TransferSyntax { is_big: true, ..PLAIN };
    let deflated = TransferSyntax { is_deflated: true, ..PLAIN };
    vec![
        file("1.2.840.10008.1.2.1", PLAIN, &body(PLAIN, false)),
        file("1.2.840.10008.1.2", implicit, &body(implicit, false)),
        file("1.2.840.10008.1.2.2", big, &body(big, false)),
        file("1.2.840.10008.1.2.1.99", deflated, &body(deflated, false)),
        file("1.2.840.10008.1.2.4.50", PLAIN, &body(PLAIN, true)),
    ]
}

#[test]
fn every_place_is_read_and_written_in_every_syntax() {
    let format = Dicom::default();
    for bytes in files() {
        assert_eq!(FileKind::tell(&bytes, None), Ok(FileKind::Dicom));
        let document = format.read(bytes.clone()).expect("a sound file");
        for word in [
            "Zqclinic",
            "José Zqdoctor",
            "Dr Zqgiven Zqfamily",
            "Zqother",
            "Zqid 1",
            "1961-03-09",
            "Zqfirst\nZqsecond",
            "45 years",
            "Zqcomment \\ here",
            "Zqinner",
            "Zqitem",
            "Zqenclosed",
            "Zqmaker",
            "Zqbefore",
            "1.9.8.7.6",
            "2024-03-04",
            "10:20:30",
        ] {
            assert!(document.text().contains(word), "help: {word} must be in the text");
        }
        assert!(format.write(&document, &Edits::none()).expect("writable") == bytes, "the same bytes must come out");
        let blocks = document.blocks().iter().filter(|block| block.kind != BlockKind::Metadata);
        for block in blocks.filter(|block| document.slice(block.span).starts_with("Zq")) {
            let start = block.span.start();
            let edit = TextEdit::new(document.span(start, start + 2).expect("a span"), "Q7");
            let edits = Edits::new(vec![edit]).expect("one edit");
            let again = format.read(format.write(&document, &edits).expect("writable")).expect("readable");
            assert_eq!(again.text(), edits.apply(&document).expose(), "the edited text must come back");
        }
        let all: fn(RemovableKind) -> bool = |_| true;
        for is_removed in [all, |kind| kind != RemovableKind::Metadata] {
            let written = without_words(&Dicom::default(), &document, is_removed);
            let again = format.read(written.clone()).expect("help: what was written must be readable");
            assert!(!again.text().contains("Zq"));
            let is_packed = written.windows(22).any(|bytes| bytes == b"1.2.840.10008.1.2.1.99");
            assert!(is_packed || memchr::memmem::find(&written, b"Zq").is_none(), "nothing marked may be left");
            assert_eq!(
                again.text().contains("1.9.8.7.6"),
                !is_removed(RemovableKind::Metadata) && !again.text().contains("2.25.")
            );
        }
    }
}

#[test]
fn a_packed_picture_becomes_a_plain_black_one() {
    let files = files();
    let document = Dicom::default().read(files[4].clone()).expect("sound");
    let written = without_words(&Dicom::default(), &document, |_| true);
    let end = &written[written.len() - 20..];
    assert_eq!(end, b"\xe0\x7f\x10\0OW\0\0\x08\0\0\0\0\0\0\0\0\0\0\0");
    assert!(memchr::memmem::find(&written, b"1.2.840.10008.1.2.1\0").is_some());
}

#[test]
fn dates_become_other_dates_or_nothing() {
    let document = Dicom::default().read(files()[0].clone()).expect("sound");
    let at = document.text().find("1961-03-09").expect("there");
    for (replacement, expected) in [("1970-01-02", "1970-01-02"), ("[DATE 1]", "45 years")] {
        let edit = TextEdit::new(document.span(at, at + 10).expect("a span"), replacement);
        let written = Dicom::default().write(&document, &Edits::new(vec![edit]).expect("one")).expect("writable");
        let again = Dicom::default().read(written).expect("readable");
        assert!(again.text().contains(expected) && !again.text().contains("1961"));
    }
}

#[test]
fn what_is_no_sound_file_is_refused() {
    let damaged = |change: fn(&mut Vec<u8>)| {
        let mut bytes = files()[0].clone();
        change(&mut bytes);
        matches!(Dicom::default().read(bytes), Err(ReadError::Part { .. }))
    };
    assert!(damaged(|bytes| bytes.truncate(bytes.len() - 3)));
    assert!(damaged(|bytes| bytes[128] = 0));
    let nested = |depth: usize| {
        let implicit = TransferSyntax { is_explicit: false, ..PLAIN };
        (0..depth).fold(Vec::new(), |inside, _| list(0x0040_0275, &[inside], true, implicit))
    };
    let deep = |depth| Dicom::default().read(file("1.2.840.10008.1.2", PLAIN, &nested(depth))).map(drop);
    assert_eq!(deep(20), Ok(()));
    assert!(deep(2000).is_err());
}

#[test]
fn damaged_files_are_read_or_refused_and_keep_their_bytes() {
    let mutants = files().into_iter().flat_map(|source| testing::mutants(&source, 128, 600).collect::<Vec<_>>());
    testing::hold_for_mutants(&Dicom::default(), mutants, 500);
}

#[test]
fn elements_that_say_that_they_have_no_type_keep_saying_so() {
    let list = [
        element(0x0010_0010, b"UN", b"Zqfamily^Zqgiven", PLAIN),
        element(0x0020_0037, b"UN", b"1.0\\0.0\\0.5\\1.25", PLAIN),
        element(0x300a_0002, b"UN", b"Zqlabel", PLAIN),
        element(0x300c_0003, b"UN", b"1.9.8.7.6.5.4", PLAIN),
    ];
    let bytes = file("1.2.840.10008.1.2.1", PLAIN, &list.concat());
    let document = Dicom::default().read(bytes).expect("sound");
    let written = without_words(&Dicom::default(), &document, |_| true);
    let again = Dicom::default().read(written.clone()).expect("help: what was written must be readable");
    assert!(!again.text().contains("Zq") && again.text().contains("2.25."));
    assert!(memchr::memmem::find(&written, b"1.0\\0.0\\0.5\\1.25").is_some(), "numbers are no identifiers");
}
