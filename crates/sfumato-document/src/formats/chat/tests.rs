use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text};

const ANDROID: &str = "12/03/24, 21:14 - Messages and calls are end-to-end encrypted.\n12/03/24, 21:15 - Ann Lee: hello\nand: more\n\n12/03/24, 9:16 PM - +44 7700 900123: <Media omitted>\n";
const APPLE: &str =
    "\u{200e}[12/3/24, 21:15:03] ~\u{202f}Ana Ruiz: hola\r\n[12/3/24, 9:15:04\u{202f}p. m.] Bea: adiós\r\n";

#[test]
fn messages_have_a_day_a_time_and_a_sender() {
    assert_eq!(
        labelled_blocks(&WhatsAppChat, ANDROID.as_bytes()),
        [
            "date: 12/03/24",
            "time: 21:14",
            "Messages and calls are end-to-end encrypted.",
            "date: 12/03/24",
            "time: 21:15",
            "sender: Ann Lee",
            "hello\nand: more",
            "date: 12/03/24",
            "time: 9:16 PM",
            "sender: +44 7700 900123",
            "<Media omitted>",
        ]
    );
    let apple = labelled_blocks(&WhatsAppChat, APPLE.as_bytes());
    assert_eq!(apple[..4], ["date: 12/3/24", "time: 21:15:03", "sender: Ana Ruiz", "hola"]);
    assert_eq!(apple[5..], ["time: 9:15:04\u{202f}p. m.", "sender: Bea", "adiós"]);
}

#[test]
fn what_is_masked_reads_as_a_message_still() {
    let out = masked_text(&WhatsAppChat, ANDROID, &[("12/03/24", "[DATE 1]"), ("Ann Lee", "[PERSON 1]")]);
    assert!(out.contains("\n[DATE 1], 21:15 - [PERSON 1]: hello\nand: more\n\n"), "{out}");
    let out =
        masked_text(&WhatsAppChat, APPLE, &[("12/3/24", "[DATE 1]"), ("21:15:03", "[TIME 1]"), ("Bea", "[PERSON 1]")]);
    assert!(out.contains("[[DATE 1], [TIME 1]] ~") && out.contains("] [PERSON 1]: adiós"), "{out}");
}

#[test]
fn conversations_are_told_and_logs_are_none() {
    let kind = |text: &str| FileKind::tell(text.as_bytes(), None).expect("readable");
    assert_eq!(kind(ANDROID), FileKind::Chat);
    assert_eq!(kind(APPLE), FileKind::Chat);
    for text in [
        "[12/03/24, 21:15:03] INFO: started\n[12/03/24, 21:15:04] WARN: slow\n",
        "12/03/24 21:15:03 - GET /x: 200\n12/03/24 21:15:04 - GET /y: 200\n",
        "12/03/24, 21:15 - Ann Lee: hello\nNothing else here.\n",
        "Minutes of 12/03/24, 21:15 - Ann: hello\n12/03/24, 21:16 - Bea: hi\n",
        "12/03/24 a quiet day\n13/03/24 another\n",
    ] {
        assert_eq!(kind(text), FileKind::Text, "{text}");
    }
}

#[test]
fn whoever_is_mentioned_by_number_is_a_field() {
    let text = "1/2/24, 10:00 - Bea: ask @34600123456 or a@12345678\n";
    assert_eq!(labelled_blocks(&WhatsAppChat, text.as_bytes())[3..], ["ask", "phone: 34600123456", "or a@12345678"]);
    let document = WhatsAppChat.read(text.into()).expect("readable");
    let start = document.text().find("34600").expect("there");
    let edit = crate::TextEdit::new(document.span(start, start + 11).expect("a span"), "[PHONE 1]");
    let out = WhatsAppChat.write(&document, &crate::Edits::new(vec![edit]).expect("one edit")).expect("writable");
    assert!(out.ends_with(b"ask @[PHONE 1] or a@12345678\n"));
}
