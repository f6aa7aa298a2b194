//! The laws every format keeps, over fixtures and generated files.

use std::ops::Range;

use proptest::prelude::*;
use sfumato_document::formats::{
    Csv, DocumentFormat, Hl7, Html, ICalendar, Json, JsonLines, Latex, LogLines, Mail, Markdown, Mbox, Rtf, Sql,
    SubRip, TextFile, VCard, WebVtt, WhatsAppChat, Xml,
};
use sfumato_document::{BlockKind, Document, Edits, TextEdit};

/// Reads, writes without edits, and compares; blocks are in order and hold every word.
fn keeps_its_bytes(format: &dyn DocumentFormat, bytes: &[u8]) {
    let Ok(ranges) = format.split(bytes) else { return };
    for range in ranges {
        let part = &bytes[range];
        let Ok(document) = format.read(part.to_vec()) else { continue };
        let same = format.write(&document, &Edits::none()).expect("no edits are always writable");
        assert!(same == part, "help: {}: with no edits the same bytes must come out", format.name());
        let mut end = 0;
        for block in document.blocks() {
            assert!(block.span.start() >= end, "help: {}: blocks must be in order and disjoint", format.name());
            end = block.span.end();
        }
        let uncovered = document.stretches().any(|stretch| {
            let text = document.text().get(stretch.clone()).expect("a stretch lies in the text");
            text.char_indices().any(|(at, c)| !c.is_whitespace() && document.block_at(stretch.start + at).is_none())
        });
        assert!(!uncovered, "help: {}: every word must lie in a block", format.name());
    }
}

/// Edits the first word of every block in turn and reads the result again.
fn keeps_its_edits(format: &dyn DocumentFormat, bytes: &[u8]) {
    let Ok(ranges) = format.split(bytes) else { return };
    for range in ranges {
        let Ok(document) = format.read(bytes[range].to_vec()) else { continue };
        // Program text may be the structure of a file: another word makes another file of it.
        for block in document.blocks().iter().filter(|block| block.kind != BlockKind::Code) {
            edited_text_comes_back(format, &document, block.span.range());
        }
    }
}

fn edited_text_comes_back(format: &dyn DocumentFormat, document: &Document, block: Range<usize>) {
    let text = document.text();
    // The first word of the block, so that the edit neither joins nor empties blocks.
    let word: usize = text
        .get(block.clone())
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .map(char::len_utf8)
        .sum();
    let Some(span) = document.span(block.start, block.start + word).filter(|span| !span.is_empty()) else { return };
    let edits = Edits::new(vec![TextEdit::new(span, "Q7")]).expect("one edit");
    let written = format.write(document, &edits).expect("ASCII is always writable");
    let again = format.read(written).expect("help: what was written must be readable");
    assert!(again.text() == edits.apply(document).expose(), "help: {}: the edited text must come back", format.name());
}

macro_rules! format_contract {
    ($name:ident, $format:expr, $fixtures:expr, $generated:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn fixtures_keep_the_laws() {
                for fixture in $fixtures {
                    keeps_its_bytes(&$format, fixture.as_ref());
                    keeps_its_edits(&$format, fixture.as_ref());
                }
            }

            proptest! {
                #[test]
                fn generated_files_keep_the_laws(file in $generated) {
                    keeps_its_bytes(&$format, file.as_bytes());
                    // Random marks are no Markdown: what is emphasis there depends on the very word that is edited.
                    if $format.name() != "markdown" {
                        keeps_its_edits(&$format, file.as_bytes());
                    }
                }

                #[test]
                fn any_bytes_are_read_or_refused(file in proptest::collection::vec(any::<u8>(), 0..200)) {
                    keeps_its_bytes(&$format, &file);
                }
            }
        }
    };
}

fn utf16(text: &str) -> Vec<u8> {
    std::iter::once(0xfeffu16).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

format_contract!(
    text,
    TextFile,
    [
        b"one\r\ntwo\rthree\nfour".to_vec(),
        b"\xef\xbb\xbfse\xc3\xb1or\n".to_vec(),
        b"se\xf1or \x80 20\r\n".to_vec(),
        utf16("Ana\r\n\u{1f642} Bea"),
        b"\n\n  x  \n\n".to_vec(),
    ],
    "(?s)[a-zé\u{1f642} \r\n\t.]{0,80}"
);
format_contract!(
    markdown,
    Markdown,
    [
        "# *T*\n\n- **a**: b\n- c\n\n```\nx_y\n```\n> q\n\n| A | B |\n|---|---|\n| 1 | \\| 2 |\n",
        "---\nk: v\n---\n\\*not\\* _em_ a_b_c ***x***\r\nline\r\n\r\n####### seven\n#no\n```\nopen",
    ],
    "[a-z#*_`>|\\\\\\- \n.\\[\\]()~]{0,60}"
);
format_contract!(
    csv,
    Csv::default(),
    ["a,b\n1,\"x \"\"y\"\"\n z\"\n", "a;b\r\n\"1;2\";\r\n;;\n", "sep=;\na;b\n1;2\n", "x", ",", "a,b\n", "\"\"\n\"a\""],
    "([a-z\"]{0,5}[,;\n\"]){0,20}"
);
format_contract!(tsv, Csv::tabs(), ["a\tb\n1, 2\t\"x\ty\"\n", "a\t\n\t\n"], "([a-z,]{0,5}[\t\n]){0,20}");
format_contract!(
    jsonl,
    JsonLines::default(),
    [
        "{\"text\":\"a\\u00e9\\n\\\"b\\\" \\ud83d\\ude42\",\"protect\":[\"x\"],\"n\":[1,2.5e3,123456]}\n\n {\"text\":\"\"}\r\n",
        "\u{feff}{\"text\":\"x\"}",
    ],
    "\\{\"text\": ?\"([a-zé\u{1f642} ]|\\\\n|\\\\u00e9|\\\\\\\\){0,20}\"(, ?\"k\": ?(\"[a-z]{0,4}\"|[1-9][0-9]{0,8}|null)){0,2}\\}"
);
format_contract!(
    html,
    Html::default(),
    [
        b"<!DOCTYPE html><html><head><meta charset=utf-8><title>Ann &amp; co</title><meta name=author content=\"Ann Lee\">\
          </head><body><p>Dear <b>Ann</b> L&eacute;e,<br>x</p><table><tr><th>Name<th>Town<tr><td>Ann<td>York</table>\
          <a href='mailto:ann%40example.org?subject=Hi+there'>y</a><!-- Bea <i>D</i> --><script>var a='Eve\\u00e9'</script>\
          <script type=\"application/ld+json\">{\"name\":\"Ann\",\"n\":[600123456]}</script><img alt=Ann title=''>\
          <iframe srcdoc=\"<p>Ann&amp;amp;</p>\"></iframe><style>p{content:'Ann'}</style></body></html>"
            .to_vec(),
        b"<meta charset=iso-8859-1><p title='Jos\xe9'>Jos\xe9".to_vec(),
        utf16("<p>Ana\r\n\u{1f642} <b>Bea"),
        b"<p>a<a title=\"Ann <b>Lee</b><td>x</ y><?z?><![CDATA[w]]></p q=r><svg><![CDATA[v]]>".to_vec(),
        b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><p>a<br/>b<![CDATA[c]]></p><title/></html>".to_vec(),
    ],
    "([a-z ]{0,3}(<(p|b|br|td|tr|table|svg|title|script|!--|/p|/b|/script|a href=|a title=\"|p id='|pre)|[>\"'=&;%?#<!-]|--|&amp;|&eacute)?){0,20}"
);
format_contract!(
    xml,
    Xml::default(),
    [
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><?p i?><r a='Ann' b=\"1\"><!-- c --><name>Ann <b>L</b>ee</name><![CDATA[x]]>\
         <v value='Bea'/>\u{e9}&#233;&amp;</r>",
        "<!DOCTYPE r SYSTEM 'Ann.dtd'><r/>",
        "\u{feff}<r>\r\n<x/>Ann\r\n</r>",
    ],
    "<r( [ab]=\"[a-z &;]{0,3}\"){0,1}>([a-zé ]{0,4}(<(b|n)>[a-z]{0,3}</(b|n)>|&amp;|<!--[a-z]{0,3}-->|<x/>)?){0,8}</r>"
);
format_contract!(
    json,
    Json::default(),
    [
        "{ \"a\" : [\"Ann\", 600123456, 1.5, null, {\"ann@example.org\": \"<p>Bea <b>D</b></p>\"}], \"b\":\"{\\\"c\\\":\\\"Eve\\\"}\" }",
        "\u{feff}\"Jos\\u00e9 \\ud83d\\ude42\"",
        "{\"resourceType\":\"Patient\",\"name\":[{\"family\":\"Lee\"}],\"text\":{\"div\":\"<div>Ann <b>L&eacute;e</b><br/></div>\"},\
         \"subject\":{\"reference\":\"Patient/ann\"},\"photo\":[{\"contentType\":\"text/plain\",\"data\":\"QW5uIExlZQ==\"}]}",
    ],
    "\\{(\"[a-z@ ]{0,6}\": ?(\"([a-zé<>/&; ]|\\\\n|\\\\u00e9|\\\\\\\\|\\\\\"){0,20}\"|[1-9][0-9]{0,8}|null|\\[\"[a-z]{0,3}\"\\]),? ?){0,1}\\}"
);
format_contract!(
    mail,
    Mail::default(),
    [
        b"From: \"Lee, Ann\" <ann@x.org>, =?utf-8?q?Jos=C3=A9?= <j@y.org> (Jo)\r\nSubject: =?utf-8?b?w7E=?=\r\n fold\r\n\r\nBody\r\n".to_vec(),
        b"From x@y Mon\nFrom: bare@x.org\nDate: Mon, 3 Mar 2025\nReceived: from a\n\tby b\n\nse\xf1or Ann of the sea\n".to_vec(),
        b"From: a@b\nContent-Type: multipart/mixed; boundary=\"b\"\n\npre\n--b\nContent-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n\nAnn =A4=\n soft\n--b\nContent-Type: text/csv; name*=utf-8''Ann%20\xc3\xb1.csv\nContent-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n--b\nContent-Type: message/rfc822\n\nSubject: inner\n\ntext\n--b--\npost\n".to_vec(),
        b"From: a@b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nSUMMARY:Ann\\, Le\n e\nATTENDEE;CN=Ann:mailto:a@b\nEND:VCALENDAR\n".to_vec(),
    ],
    "((From|To): [a-zé\"<>@,;:() =?.\\[\\]]{0,20}\r?\n){0,2}(Subject: ([a-zé ]|=\\?utf-8\\?q\\?[a-f=0-9_]{0,6}\\?=|\r\n ){0,8}\r?\n)?(Content-Type: (text/plain; charset=(utf-8|latin1)|multipart/mixed; boundary=b|text/calendar); name=\"[a-zé;=%*' ]{0,8}\"\r?\n)?(Content-Transfer-Encoding: (quoted-printable|base64|8bit)\r?\n)?\r?\n([a-zé=:;\r\n -]|--b\r?\n|--b--){0,40}"
);
format_contract!(
    rtf,
    Rtf,
    [
        r"{\rtf1\u50\uc2\u8200\'000}}",
        "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}}{\\info{\\author Ann}}An{\\b n} L\\'e9\\u233?e\\tab x\\par\\b(y{\\footnote note\\par two}\\cell}",
        "{\\rtf1{\\*\\revtbl{Ann;}}{\\pict 0011}a\\insrsid5 b{\\field{\\*\\fldinst X \"y\"}{\\fldrslt z}}\r\n\\line q}\0",
    ],
    "\\{\\\\rtf1 ?([a-z0-9 (.;\r\n]|\\\\'[0-9a-f]{2}|\\\\u-?[0-9]{1,5} ?\\??|\\\\(b|tab|par|line|cell|emdash|insrsid|uc|f)[0-3]? ?|\\\\[~_*{}-]|\\{|\\}|\\{\\\\\\*\\\\x |\\{\\\\(info|pict|footnote|sv|stylesheet|header) ){0,30}\\}"
);

format_contract!(
    cards,
    VCard::default(),
    [
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann;;Dr.;\r\nFN:Dr. Ann Le\r\n e\r\nADR;TYPE=HOME:;;1 Elm\\, Road;York;;YO1;UK\r\nitem1.TEL;TYPE=CELL,VOICE:+44 1\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRg==\r\nX-SPOUSE:Bea\r\nNOTE:one\\ntwo\\; three\r\nEND:VCARD\r\n",
        "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:L=C3=A9e;A=\nnn;;;\nTEL;CELL;PREF:+44 2\nPHOTO;JPEG;BASE64:\n/9j/4AAQSkZJRg==\n\nNOTE;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:se=F1or\nno property\nEND:VCARD\n",
        "BEGIN:VCARD\nVERSION:4.0\nTEL;VALUE=uri:tel:+44-3\nPHOTO:data:image/png;base64,iVBORw0K\nRELATED;TYPE=spouse;VALUE=text:Bea\nEND:VCARD\n",
    ],
    "BEGIN:VCARD\n(((N|ADR|TEL|X-A|item1[.]NOTE|PHOTO)(;(TYPE=home|CN=\"[a-z,;:]{0,4}\"|ENCODING=QUOTED-PRINTABLE|ENCODING=b|CHARSET=latin1|[A-Z]{1,3}))?:[a-z;,=é\\\\]{0,8}|[ a-z=]{0,5})\r?\n){0,8}"
);
format_contract!(
    calendar,
    ICalendar::default(),
    [
        "BEGIN:VCALENDAR\r\nPRODID:-//x//y\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Madrid:20240312T090000\r\nORGANIZER;CN=\"Lee, Ann\":mailto:ann@x.org\r\nATTENDEE;CN=Bea;DELEGATED-TO=\"mailto:a@x.org\",\"mailto:b@x.org\":MAILTO:bea@x.org\r\nSUMMARY:Visit of An\r\n n Lee\\, ward\r\nX-ALT-DESC;FMTTYPE=text/html:<p>Ann <b>Lee</b>\\n</p>\r\nATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:QW5uIExl\r\n ZQ==\r\nRRULE:FREQ=WEEKLY;BYDAY=MO\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    ],
    "BEGIN:VCALENDAR\n((SUMMARY|ATTENDEE;CN=[a-z^'\"]{0,4}|DTSTART|RRULE|TZID)(;[A-Z]=[a-z]{0,3})?:(mailto:)?[a-z0-9,;é\\\\ ]{0,8}(\r?\n [a-z\\\\]{0,4})?\r?\n){0,8}"
);
format_contract!(
    mbox,
    Mbox::default(),
    [
        "From ann@x.org Mon Mar  3 10:00:00 2025\nFrom: Ann Lee <ann@x.org>\nSubject: one\n\n>From me\nFrom you\n\nFrom - Mon Mar  3 10:00:00 2025\r\nFrom: b@x.org\r\n\r\ntwo\r\n",
        "From - Thu Jan  1 00:00:00 1970\nFrom: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nAnn\n--b--\n",
    ],
    "(From [a-z@ ]{0,6}\nFrom: [a-z@.]{0,6}\n\n(([a-zé]|>?From ){0,8}\n){0,3}\n){0,3}"
);
format_contract!(
    hl7,
    Hl7::default(),
    [
        "MSH|^~\\&|APP|HOSP|||20240312101500||ADT^A01|1|P|2.5\rPID|1||123456^^^H^MR~999^^^X^SS||Lee^Ann^M||19610309|F|||1 Elm St^^York^^YO1||555-1234\rOBX|1|FT|NOTE||Seen \\T\\ told\\.br\\Ann \\X4C65\\e||\rOBX|2|ED|PDF||^text^plain^Base64^QW5uIExlZSB3YXMgaGVyZQ==\rNTE|1||free\ntext of Ann\r",
        "\u{b}MSH|^~\\&|A|B\rPID|||1\r\u{1c}\r\u{b}MSH|^~\\&|A|B\rNK1|1|Lee&van^Ann|SPO\r\u{1c}\r",
        "FHS|^~\\&|A\nBHS|^~\\&|A\nMSH|^~\\&|A|B|||20240312\nZXX|Ann Lee^x&y~z\n",
    ],
    "MSH\\|\\^~\\\\&\\|(([A-Z]{3}\\|)?[a-zé0-9^~&|]{0,9}(\\\\[FSTRE]\\\\|\\\\X4[0-9]\\\\|\\\\.br\\\\|\\\\)?[\r\n]?){0,12}"
);
format_contract!(
    srt,
    SubRip,
    [
        "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Ann</i> Lee\r\nspeaks\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000 X1:0 X2:9\r\n{\\an8}<font color=\"#ff0000\">Bea</font> <who?>\r\n",
        "x\n\ny"
    ],
    "(([0-9]{1,2}\n)?00:00:01,000 --> 00:00:02,000( [a-z]{0,3})?\n([a-zé<>/{}&; ]{0,9}\n){0,3}\n?){0,4}"
);
format_contract!(
    vtt,
    WebVtt,
    [
        "WEBVTT - Ann's talk\n\nNOTE by Ann\nLee\n\nSTYLE\n::cue(.ann) {}\n\nintro of Ann\n00:01.000 --> 00:02.000 align:left\n<v.loud Ann Lee>Hello &amp; wel\ncome</v> <c.blue>Bea</c> <00:01.500>x\n<v Bea>yes\n"
    ],
    "WEBVTT\n\n((00:01.000 --> 00:02.000\n)?([a-zé&;]|<v [a-z]{0,3}>|<i>|</i>|amp|[ <>]){0,12}\n\n?){0,4}"
);
format_contract!(
    chat,
    WhatsAppChat,
    [
        "12/03/24, 21:15 - Ann Lee: hello\nand more\n12/03/24, 21:16 - Ann Lee created group \"x\"\n12/03/24, 21:17 - +44 7700 900123: <Media omitted>\n",
        "\u{200e}[12/03/24, 21:15:03] ~\u{202f}Ana: hola\r\n[12/03/24, 9:15:03\u{202f}p. m.] Bea: adi\u{f3}s: s\u{ed}\r\n",
    ],
    "((12/3/24, 21:1[0-9] - |\\[1/2/24, 9:15:03 PM\\] )?([A-Za-zé]{1,4}: )?[a-zé:\\-\\[\\] ]{0,9}\n){0,6}"
);
format_contract!(
    sql,
    Sql::default(),
    [
        "-- MySQL dump 10.13\n-- Host: ann\n/*!40101 SET x=1 */;\nCREATE TABLE `p` (\n `id` int(11) NOT NULL,\n `name` varchar(9) DEFAULT 'x',\n PRIMARY KEY (`id`)\n);\nINSERT INTO `p` VALUES (1,'Ann \\'O\\' Lee\\n'),(2,'Bea'),(3,NULL);\nINSERT INTO `p` (`id`,`phone`) VALUES (4,600123456),(5,0x416e6e);\n",
        "--\n-- PostgreSQL database dump\n--\nCOPY public.p (id, name, data) FROM stdin;\n1\tAnn\\tLee\t{\"a\":\"Bea\"}\n2\t\\N\t\\\\x416e6e\n\\.\n\nSELECT 'x';\nUPDATE p SET name = 'Ann ''O'' Lee' WHERE email = E'a\\'b';\nCREATE FUNCTION f() AS $$ 'Ann' $$;\n",
        "INSERT INTO t(name) VALUES ('never ends",
    ],
    "(INSERT INTO t \\(a,b\\) VALUES \\(|COPY t \\(a\\) FROM stdin;\n|UPDATE t SET a=|-- |/\\*)?([a-zé0-9,()\\\\'\"`$; \t\n]|''|E'){0,30}"
);
format_contract!(
    latex,
    Latex,
    [
        "% by Ann Lee\n\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\author{Jos\\'e Mu{\\~n}oz\\thanks{Of York}}\n\\title{A \\& B}\n\\begin{document}\n\\maketitle\n\\section*{On Ann}\nDear \\textbf{An}n Lee, % aside\n50\\% of it.\\footnote{By Bea} Then\nmore~text \\cite{ann2024} $x_1$.\\\\[2pt] end\n\n\\begin{tabular}{ll}\nName & Ann \\\\\n\\end{tabular}\n\\begin{verbatim}\n\\x Ann\n\\end{verbatim}\n\\verb|Ann_Lee| \\ss{} \\O re\n\\end{document}\n",
    ],
    "([a-zé ]{0,4}(\\\\textbf\\{|\\\\author\\{|\\\\'e|\\\\c\\{c\\}|\\\\\\\\|\\\\&|[{}%$&~\n\\[\\]]|\\\\begin\\{x\\}|\\\\item |\\\\cite\\{a\\}|\\\\)?){0,14}"
);

format_contract!(
    log,
    LogLines::default(),
    [
        "192.0.2.7 - ann [10/Oct/2023:13:55:36 -0700] \"GET /u/ann?name=Ann%20Lee&q=a+b&x HTTP/1.0\" 200 23 \"-\" \"curl\"\r\nplain text\n",
        "t=2024-03-12 user=ann name=\"Ann \\\"A\\\" Lee\", (id=7) x\n{\"user\":\"ann\"}\nMar 12 10:15:02 w sshd[22]: Accepted password for ann from x\n",
    ],
    "(([a-z]{1,3}=([a-z0-9,;]{0,4}|\"[a-zé \\\\]{0,4}\") ?){0,3}[a-zé \"?&%]{0,6}\n){0,4}"
);
