use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked, masked_text};

fn blocks(source: &str) -> Vec<String> {
    labelled_blocks(&Hl7::default(), source.as_bytes())
}

const PATIENT: &str = "MSH|^~\\&|ADT1|YORK HOSPITAL|||20240312101500||ADT^A01|7|P|2.5\r\
    PID|1||123456^^^HOSP^MR~999-11-2222^^^USA^SS||Lee&van^Ann^Mary||19610309|F|||1 Elm St^^York^^YO1 7HH^UK||(555)555-1234\r\
    PV1|1|I|W7||||0148^Ross^Bea^^^Dr\r";

#[test]
fn fields_go_by_what_they_mean() {
    let found = blocks(PATIENT);
    for wanted in [
        "facility: YORK HOSPITAL",
        "date: 20240312",
        "medical record number: 123456",
        "social security number: 999-11-2222",
        "family name: Lee",
        "given name: Ann",
        "middle name: Mary",
        "date of birth: 19610309",
        "address: 1 Elm St",
        "city: York",
        "postcode: YO1 7HH",
        "phone: (555)555-1234",
        "staff id: 0148",
        "family name: Ross",
        "given name: Bea",
    ] {
        assert!(found.iter().any(|block| block == wanted), "{wanted} is not in {found:?}");
    }
    let out = masked_text(&Hl7::default(), PATIENT, &[("Lee", "[A|B^C]"), ("20240312", "20200101")]);
    assert!(out.contains("||[A\\F\\B\\S\\C]&van^Ann^Mary||") && out.contains("|||20200101101500||"), "{out}");
}

#[test]
fn escapes_are_the_characters_they_stand_for() {
    let note = "MSH|^~\\&|A|B\rNTE|1||Tell \\T\\ ask\\.br\\An\\X6E20\\L\\XC3A9\\e\r";
    assert!(blocks(note).contains(&"Tell & ask\nAnn Lée".to_owned()), "{:?}", blocks(note));
    let out = masked_text(&Hl7::default(), note, &[("Ann Lée", "[P]")]);
    assert!(out.ends_with("ask\\.br\\[P]\\X\\\\X\\\r"), "{out}");
}

#[test]
fn encapsulated_files_are_read() {
    let report = "MSH|^~\\&|A|B\rOBX|1|ED|R||^text^plain^Base64^RGVhciBBbm4gTGVl\r";
    assert!(blocks(report).contains(&"Dear Ann Lee".to_owned()));
    let out = masked_text(&Hl7::default(), report, &[("Ann Lee", "you")]);
    assert!(out.ends_with("^Base64^RGVhciB5b3U=\r"), "{out}");
    let damaged = report.replace("RGVhciBB", "RGVh!iBB");
    let document = Hl7::default().read(damaged.into_bytes()).expect("readable");
    assert_eq!(document.removable().len(), 1, "what is damaged is not taken for text");
}

#[test]
fn frames_and_batches_stay() {
    let framed = b"\x0bMSH|^~\\&|A|B\rPID|||1||Lee^Ann\r\x1c\r\x0bMSH|^~\\&|A|B\r\x1c\r";
    let out = masked(&Hl7::default(), framed, &[("Lee", "[P]")]);
    assert_eq!(out, b"\x0bMSH|^~\\&|A|B\rPID|||1||[P]^Ann\r\x1c\r\x0bMSH|^~\\&|A|B\r\x1c\r");
}

#[test]
fn other_marks_are_refused() {
    let other = "MSH|^~\\&|A|B\rMSH$%~\\&$A$B\r";
    assert!(Hl7::default().read(other.into()).is_ok(), "a line that is no segment is text");
    let other = "MSH|^~\\&|A|B\rMSH|$~\\&|A|B\r";
    assert!(matches!(Hl7::default().read(other.into()), Err(ReadError::Part { .. })));
}

#[test]
fn messages_are_told_by_their_header() {
    let kind = |text: &str| FileKind::tell(text.as_bytes(), Some("x.txt")).expect("readable");
    assert_eq!(kind(PATIENT), FileKind::Hl7);
    assert_eq!(kind("\u{b}MSH|^~\\&|A"), FileKind::Hl7);
    assert_eq!(kind("MSH is short for Ministry of Steel"), FileKind::Text);
    assert_eq!(kind("The header reads MSH|^~\\&|A"), FileKind::Text);
}
