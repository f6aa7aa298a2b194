//! Mails as programs write them.

use super::*;
use crate::formats::{FileKind, Mbox, testing};
use crate::{Edits, RemovableKind, TextEdit};

#[track_caller]
fn read(mail: &str) -> Document {
    testing::read(&Mail::default(), mail.replace('\n', "\r\n").as_bytes())
}

fn refused(mail: &str) -> ReadError {
    Mail::default().read(mail.as_bytes().to_vec()).expect_err("refused")
}

#[track_caller]
fn masked_text(mail: &str, values: &[(&str, &str)]) -> String {
    testing::masked_text(&Mail::default(), mail, values)
}

#[track_caller]
fn stripped(mail: &str) -> String {
    String::from_utf8(testing::stripped(&Mail::default(), mail.as_bytes())).expect("UTF-8")
}

fn places(mail: &str) -> Vec<(RemovableKind, String)> {
    read(mail).removable().iter().map(|part| (part.kind, part.place.to_string())).collect()
}

#[test]
fn fields_are_read_by_name() {
    let document = read(
        "From: =?utf-8?Q?Marisol_Qui=C3=B1ones?= <m.q@example.org>\nTo: \"Okonkwo, Jane\" <j@example.net>\nSubject: =?iso-8859-1?q?A_se=F1al?=\n and more\nDate: Mon, 3 Mar 2025 10:00:00 +0100\n\nHello\n",
    );
    let found: Vec<_> = document
        .blocks()
        .iter()
        .map(|block| (document.label(block).unwrap_or("-"), document.slice(block.span)))
        .collect();
    assert_eq!(
        found,
        [
            ("From", "Marisol Quiñones"),
            ("From", "m.q@example.org"),
            ("To", "Okonkwo, Jane"),
            ("To", "j@example.net"),
            ("Subject", "A señal and more"),
            ("Date", "Mon, 3 Mar 2025 10:00:00 +0100"),
            ("-", "Hello"),
        ]
    );
}

#[test]
fn only_what_changes_is_written_anew() {
    let mail =
        "From:   =?utf-8?Q?Marisol_Qui=C3=B1ones?=  <m.q@example.org>\r\nSubject:  old\r\n  fold\r\n\r\nHi  Ana,\r\n";
    assert_eq!(
        masked_text(mail, &[("m.q@example.org", "[EMAIL 1]"), ("Ana", "[PERSON 1]")]),
        "From:   =?utf-8?Q?Marisol_Qui=C3=B1ones?=  <\"[EMAIL 1]\">\r\nSubject:  old\r\n  fold\r\n\r\nHi  [PERSON 1],\r\n"
    );
    assert_eq!(
        masked_text(mail, &[("Marisol Quiñones", "[PERSON 1]"), ("fold", "Łódź")]),
        "From:   \"[PERSON 1]\"  <m.q@example.org>\r\nSubject: old  =?utf-8?b?xYHDs2TFug==?=\r\n\r\nHi  Ana,\r\n"
    );
}

#[test]
fn bodies_are_written_as_they_were_encoded() {
    let quoted = "From: a@b.org\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nSe=C3=B1or Marisol Quin=\ntanilla\n";
    let out = masked_text(quoted, &[("Marisol Quintanilla", "[PERSON 1]")]);
    assert!(out.ends_with("\n\nSe=C3=B1or [PERSON 1]\n"), "{out}");
    let base64 = "From: a@b.org\nContent-Type: text/plain; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: BASE64\n\nU2Xxb3IgQW5hCg==\n";
    let out = masked_text(base64, &[("Ana", "[PERSON 1]")]);
    assert!(out.ends_with("\n\nU2Xxb3IgW1BFUlNPTiAxXQo=\n"), "{out}");
    let latin =
        b"From: a@b.org\nContent-Type: text/plain; charset=latin1\nContent-Transfer-Encoding: 8bit\n\nSe\xf1or Ana\n";
    assert!(testing::masked(&Mail::default(), latin, &[("Ana", "é")]).ends_with(b"\n\nSe\xf1or \xe9\n"));
    let undeclared = b"From: a@b.org\n\nSe\xf1or Ana from the sea\n";
    assert!(
        testing::masked(&Mail::default(), undeclared, &[("Ana", "é")]).ends_with(b"\n\nSe\xf1or \xe9 from the sea\n")
    );
    let wide =
        "From: a@b.org\nContent-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n//5BAG4AYQA=\n";
    let out = masked_text(wide, &[("Ana", "Bea")]);
    assert!(out.ends_with("\n\n//5CAGUAYQA=\n"), "{out}");
}

const PARTS: &str = "From: a@b.org\nX-Trace: relay.example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"==b\"\n\npreamble of Ana\n--==b\nContent-Type: multipart/alternative; boundary=inner\n\n--inner\n\nplain Ana\n--inner\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nmore Ana\n--inner--\n\n--==b\nContent-Type: application/octet-stream; name=\"Ana.txt\"\nContent-Disposition: attachment;\n filename*0*=utf-8''Ana%20Qui; filename*1*=%C3%B1ones; filename*2=\".txt\"\nContent-Transfer-Encoding: base64\n\nQW5hIGhlcmU=\n--==b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-ID: <Ana@x>\n\niVBORw0KGgoAAAAN\n--==b\nContent-Type: application/x-zyx; name=Ana.zyx\nX-Thing: Ana\n\nZyx\u{1}\u{2}\n--==b--\nepilogue of Ana\n";

#[test]
fn parts_are_read_wherever_they_stand() {
    let out = masked_text(PARTS, &[("Ana", "[PERSON 1]")]);
    assert!(!out.contains("Ana"), "{out}");
    assert!(out.contains("filename*=utf-8''%5BPERSON%201%5D%20Qui%C3%B1ones.txt"), "{out}");
    assert!(out.contains("W1BFUlNPTiAxXSBoZXJl"), "{out}");
    assert!(out.contains("name=\"[PERSON 1].txt\"") && out.contains("Content-ID: <\"[PERSON 1]@x\">"), "{out}");
}

#[test]
fn what_is_not_read_can_be_removed() {
    use RemovableKind::{Embedded, Metadata, Picture};
    let found = places(PARTS);
    let kinds: Vec<_> = found.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [Metadata, Metadata, Metadata, Metadata, Picture, Embedded, Metadata]);
    assert_eq!(found[0].1, "boundary between parts");
    assert_eq!(found[1].1, "header field 2");
    assert_eq!(found[2].1, "preamble");
    assert_eq!(found[4].1, "part 6 (image/png)");
    assert_eq!(found[5].1, "part 7: binary content of a kind that is not read; the formats are in docs/formats.md");
    let out = stripped(PARTS);
    for gone in ["X-Trace", "preamble", "epilogue", "zyx", "X-Thing", "iVBORw0KGgoAAAAN\n", "==b", "inner"] {
        assert!(!out.contains(gone), "{gone}: {out}");
    }
    assert!(out.contains("boundary=\"=_0_0_1_\"\n"), "{out}");
    assert!(out.contains("--=_0_0_1_\n\n\n--=_0_0_1_--\n"), "an empty part stays: {out}");
}

#[test]
fn traces_go_with_their_lines() {
    let mail = "Received: from a\n\tby b\nFrom: x@y.org\nMessage-ID: <1@host>\nX-Mailer: M\nSubject: s\n\nbody\n";
    assert_eq!(stripped(mail), "From: x@y.org\nSubject: s\n\nbody\n");
    let kept = masked_text(mail, &[("1@host", "[ID 1]")]);
    assert!(kept.contains("Message-ID: <\"[ID 1]\">\n"), "{kept}");
}

#[test]
fn a_mail_in_a_mail_is_read() {
    let inner = "From: Ana <ana@x.org>\nSubject: =?utf-8?b?w7E=?= Ana\n\nbody of Ana\n";
    let mail = format!(
        "From: b@y.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n{inner}\n--b--\n"
    );
    let out = masked_text(&mail, &[("Ana", "[PERSON 1]"), ("ana@x.org", "[EMAIL 1]")]);
    assert!(out.contains("From: \"[PERSON 1]\" <\"[EMAIL 1]\">\nSubject: =?utf-8?b?w7E=?= [PERSON 1]\n"), "{out}");
    let mut nested = inner.to_owned();
    for _ in 0..6 {
        nested = format!("From: b@y.org\nContent-Type: message/rfc822\n\n{nested}");
    }
    assert!(matches!(refused(&nested), ReadError::Part { fault: "mails nested too deeply in one another", .. }));
}

#[test]
fn calendars_and_cards_are_read_across_folds() {
    let mail = "From: b@y.org\nContent-Type: text/calendar; charset=utf-8\n\nBEGIN:VCALENDAR\nSUMMARY:Visit of Marisol Quin\n tanilla\\, ward 7\\\n nnext\nATTENDEE;CN=\"Okonkwo, Jane\";ROLE=CHAIR:mailto:jane@x\n .org\nEND:VCALENDAR\n";
    let document = read(mail);
    assert!(document.text().contains("Visit of Marisol Quintanilla, ward 7\nnext\nOkonkwo, Jane\njane@x.org"));
    let out = masked_text(
        mail,
        &[("Marisol Quintanilla, ward", "[A, B]"), ("Okonkwo, Jane", "[PERSON 2]"), ("jane@x.org", "[E]")],
    );
    assert!(
        out.contains("SUMMARY:Visit of [A\\, B] 7\\\n nnext\nATTENDEE;CN=\"[PERSON 2]\";ROLE=CHAIR:mailto:[E]\n"),
        "{out}"
    );
    let card = "From: b@y.org\nContent-Type: text/vcard\n\nBEGIN:VCARD\nN:Quintanilla;Marisol;;;\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\n SkZJRg\nitem1.TEL:+34 600 000 000\nEND:VCARD\n";
    let document = read(card);
    assert!(document.text().contains("Quintanilla\nMarisol\n+34 600 000 000"), "{}", document.text());
    assert_eq!(document.removable()[0].kind, RemovableKind::Picture);
    assert!(!stripped(card).contains("SkZJRg"));
}

#[test]
fn what_is_locked_or_signed_is_refused() {
    let typed = |kind: &str| format!("From: a@b.org\nContent-Type: {kind}\n\n--b\n\nx\n--b--\n");
    for kind in ["multipart/signed; boundary=b", "application/pkcs7-mime; smime-type=signed-data"] {
        assert_eq!(refused(&typed(kind)), ReadError::Signed);
    }
    for kind in ["multipart/encrypted; boundary=b", "application/pkcs7-mime; smime-type=enveloped-data"] {
        assert_eq!(refused(&typed(kind)), ReadError::Encrypted);
    }
    assert_eq!(refused("From: a@b.org\n\n> -----BEGIN PGP MESSAGE-----\n"), ReadError::Encrypted);
    assert_eq!(refused("From: a@b.org\n\n-----BEGIN PGP SIGNED MESSAGE-----\n"), ReadError::Signed);
    assert!(matches!(refused("From: a@b.org\n\nbegin 644 x.doc\nM..\n"), ReadError::Part { .. }));
}

#[test]
fn what_cannot_be_understood_is_refused() {
    for mail in [
        "From: a@b.org\nContent-Type: text/plain; charset=iso-2022-jp\n\nx\n",
        "From: a@b.org\nSubject: =?gb2312?b?x?=\n\nx\n",
        "From: a@b.org\nContent-Type: multipart/mixed\n\nx\n",
        "From: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\nx\n",
        "From: a@b.org\nContent-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n--b\n",
        "From: a@b.org\nContent-Transfer-Encoding: x-zyx\n\nx\n",
        "From: a@b.org\nContent-Transfer-Encoding: base64\n\nAna Lopez.\n",
        "From: a@b.org\nContent-Type: text/plain\nContent-Type: text/html\n\nx\n",
        "From: a@b.org\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=FF\n",
    ] {
        refused(mail);
    }
    let mut deep = String::from("From: a@b.org\n");
    for n in 0..100 {
        deep.push_str(&format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n"));
    }
    assert!(matches!(refused(&deep), ReadError::Syntax { .. }));
    let many = "--b\n\n".repeat(20_000);
    refused(&format!("From: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\n{many}"));
}

#[test]
fn a_replacement_makes_no_boundary() {
    let mail = "From: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nAna\n--b--\n";
    let document = Mail::default().read(mail.as_bytes().to_vec()).expect("readable");
    let at = document.text().find("Ana").expect("there");
    let edit = TextEdit::new(document.span(at, at + 3).expect("a span"), "--b");
    assert!(Mail::default().write(&document, &Edits::new(vec![edit]).expect("one")).is_err());
}

#[test]
fn mails_are_told_by_their_header() {
    for mail in [
        "From: a@b\nTo: c@d\nDate: Mon, 3 Mar 2025 10:00:00 +0100\n\nx",
        "From: a@b\nTo: c@d\nMessage-ID: <1@host>\n\nx",
        "MIME-Version: 1.0\r\nSubject: x\r\n\r\n",
        "From a@b Mon\nReceived: x\nDate: y\n\n",
    ] {
        assert!(looks_like_mail(mail.as_bytes()), "{mail}");
    }
    for text in [
        "",
        "Subject: x\nTo: y\n\n",
        "From: a\n\nTo: b\n",
        "From: a\nno field\nTo: b\n\n",
        "From here on\nTo: x\n\n",
        // Copied from a mail, or written by hand.
        "From: a@b\nTo: c@d\n\nx",
        "From: Ada Pike <ada@x.org>\nSent: Monday, 3 March 2025 10:00\nTo: Bea\nSubject: Re: rent\n\nx",
        "From: Ada\nDate: 3 March 2025\nSubject: rent\n\nx",
    ] {
        assert!(!looks_like_mail(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_mailbox_of_one_mail_is_a_mail() {
    let one = "From ana@x.org Mon Mar  3 10:00:00 2025\nFrom: a@b.org\n\n>From me\nFrom you\n";
    assert_eq!(stripped(one), "From: a@b.org\n\n>From me\nFrom you\n");
    assert!(masked_text(one, &[("ana@x.org", "[EMAIL 1]")]).starts_with("From [EMAIL 1] Mon Mar"));
    let two = format!("{one}\nFrom bea@x.org Mon Mar  3 10:00:00 2025\nFrom: b@b.org\n\nx\n");
    assert!(matches!(refused(&two), ReadError::Part { .. }));
}

#[test]
fn mails_of_a_folder_are_one_document() {
    use crate::formats::testing::{masked, stripped as without_removables};
    let folder = "From ana@x.org Mon Mar  3 10:00:00 2025\nFrom: Ana Ruiz <ana@x.org>\nSubject: uno\n\nHola\n>From me\n\nFrom bea@x.org Mon Mar  3 11:00:00 2025\nFrom: b@x.org\nSubject: dos\n\nDear Ana Ruiz\n";
    assert_eq!(FileKind::tell(folder.as_bytes(), None), Ok(FileKind::Mbox));
    let out = masked(&Mbox::default(), folder.as_bytes(), &[("Ana Ruiz", "[PERSON 1]")]);
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains("From: \"[PERSON 1]\" <ana@x.org>") && out.contains("Dear [PERSON 1]"), "{out}");
    let mail = b"From: a@x.org\n\nx\n\nFrom y\nTo: z\n";
    let mut quoted = Vec::new();
    mbox::push_mail(mail, &mut quoted);
    assert_eq!(quoted, b"From: a@x.org\n\nx\n\n>From y\nTo: z\n", "no line may start another mail");
    let bare = String::from_utf8(without_removables(&Mbox::default(), folder.as_bytes())).expect("text");
    assert_eq!(bare.matches("From - Thu Jan  1 00:00:00 1970\n").count(), 2, "{bare}");
    let signed = format!(
        "{folder}\nFrom c@x.org Mon Mar  3 12:00:00 2025\nFrom: c@x.org\nContent-Type: multipart/signed; boundary=b\n\n--b--\n"
    );
    let document = Mbox::default().read(signed.into_bytes()).expect("readable");
    assert!(document.removable().iter().any(|part| part.place.starts_with("mail 3: the file is signed")));
}
