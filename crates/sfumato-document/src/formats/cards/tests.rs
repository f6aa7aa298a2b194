use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text, stripped};

fn cards(source: &str) -> Vec<String> {
    labelled_blocks(&VCard::default(), source.as_bytes())
}

fn calendar(source: &str) -> Vec<String> {
    labelled_blocks(&ICalendar::default(), source.as_bytes())
}

#[test]
fn components_go_by_names_people_use() {
    let card = "BEGIN:VCARD\nVERSION:3.0\nN:Lee;Ann;Mary;Dr.;\nFN:Dr. Ann Lee\nADR;TYPE=HOME:;;1 Elm\\, Road;York;;YO1 7HH;UK\n\
                item1.TEL;TYPE=CELL:+44 7700 900123\nBDAY:19610309\nX-MS-SPOUSE:Bea Lee\nEND:VCARD\n";
    assert_eq!(
        cards(card),
        [
            "family name: Lee",
            "given name: Ann",
            "middle name: Mary",
            "title: Dr.",
            "full name: Ann Lee",
            "address: 1 Elm, Road",
            "city: York",
            "postcode: YO1 7HH",
            "country: UK",
            "phone: +44 7700 900123",
            "date of birth: 19610309",
            "spouse: Bea Lee",
        ]
    );
    let out = masked_text(&VCard::default(), card, &[("1 Elm, Road", "[A; B]"), ("Ann Lee", "[P]")]);
    assert!(out.contains(";;[A\\; B];York") && out.contains("FN:Dr. [P]\n"), "{out}");
}

#[test]
fn quoted_printable_is_read_and_written_in_its_charset() {
    let card = "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;Jos=\n=C3=A9\n\
                NOTE;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:se=F1or\nEND:VCARD\n";
    assert_eq!(cards(card), ["family name: Muñoz", "given name: José", "señor"]);
    let out = masked_text(&VCard::default(), card, &[("Muñoz", "Peña"), ("señor", "niño")]);
    assert!(out.contains(":Pe=C3=B1a;Jos=") && out.contains(":ni=F1o\n"), "{out}");
    let unknown = "BEGIN:VCARD\nN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E\nEND:VCARD\n";
    assert!(matches!(VCard::default().read(unknown.into()), Err(ReadError::Syntax { line: 2, .. })));
}

#[test]
fn pictures_go_whole_and_attachments_are_read() {
    let card = "BEGIN:VCARD\nPHOTO;JPEG;BASE64:\n/9j/4AAQSkZJRg==\n\nFN:Ann\nEND:VCARD\n";
    assert_eq!(stripped(&VCard::default(), card.as_bytes()), b"BEGIN:VCARD\n\nFN:Ann\nEND:VCARD\n");
    let event =
        "BEGIN:VCALENDAR\nATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:QW5uIExl\n ZQ==\nEND:VCALENDAR\n";
    assert_eq!(calendar(event), ["Ann Lee"]);
    let out = masked_text(&ICalendar::default(), event, &[("Ann Lee", "Bea")]);
    let folded = event.replace("BASE64", "BASE\n 64");
    assert_eq!(calendar(&folded), ["Ann Lee"], "the head of a line may be folded");
    assert_eq!(out, "BEGIN:VCALENDAR\nATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:QmVh\nEND:VCALENDAR\n");
}

#[test]
fn guests_are_names_and_addresses() {
    let event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Madrid:20240312T090000\r\n\
                 ATTENDEE;CN=\"Lee, Ann\";PARTSTAT=ACCEPTED;SENT-BY=\"mailto:bea@x.org\":mailto:ann@x.o\r\n rg\r\n\
                 SUMMARY:Visit\\, ward 7\r\nX-ALT-DESC;FMTTYPE=text/html:<p>An<b>n</b></p>\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    assert_eq!(
        calendar(event),
        ["date: 20240312T090000", "name: Lee, Ann", "email: bea@x.org", "email: ann@x.org", "Visit, ward 7", "Ann"]
    );
    let out = masked_text(&ICalendar::default(), event, &[("Lee, Ann", "[P \"1\"]"), ("ann@x.org", "[E]")]);
    assert!(out.contains("CN=\"[P ^'1^']\";") && out.contains(":mailto:[E]\r\nSUMMARY"), "{out}");
}

#[test]
fn what_the_format_does_not_know_is_read() {
    let card = "BEGIN:VCARD\nANN LEE:x\nBEGIN:ANN\nno property\nTZ:Europe/Madrid\nTZ:Ann Lee\nEND:VCARD\n";
    assert_eq!(cards(card), ["ANN LEE", "ann lee: x", "ANN", "no property", "Ann Lee"]);
}

#[test]
fn cards_and_calendars_are_told_by_their_first_line() {
    let kind = |text: &str| FileKind::tell(text.as_bytes(), None).expect("readable");
    assert_eq!(kind("\u{feff}begin:vcard\r\nVERSION:3.0\r\n"), FileKind::Cards);
    assert_eq!(kind("BEGIN:VCALENDAR\nEND:VCALENDAR"), FileKind::Calendar);
    let named = |text: &str, name: &str| FileKind::tell(text.as_bytes(), Some(name)).expect("readable");
    assert_eq!(named("BEGIN:VEVENT\nEND:VEVENT\n", "a.ics"), FileKind::Calendar);
    assert_eq!(named("Dear Ann", "a.ics"), FileKind::Text);
    let wide: Vec<u8> = "\u{feff}BEGIN:VCARD\nFN:Ann\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(FileKind::tell(&wide, None), Ok(FileKind::Cards));
    assert_eq!(kind("BEGIN:VCARDS are fine"), FileKind::Text);
    assert_eq!(kind("Begin: the vcard of Ann"), FileKind::Text);
}
