use super::*;
use crate::formats::{base64, testing};
use crate::{BlockKind, Edits, RemovableKind, TextEdit};

fn read(page: &str) -> Document {
    testing::read(&Html::default(), page.as_bytes())
}

fn blocks(page: &str) -> Vec<String> {
    testing::blocks(&read(page))
}

#[track_caller]
fn masked(page: &str, find: &str, to: &str) -> String {
    testing::masked_text(&Html::default(), page, &[(find, to)])
}

fn without(page: &str, kind: RemovableKind) -> String {
    let document = read(page);
    let edits = testing::removing(&document, Edits::none(), |_, part| part.kind == kind);
    String::from_utf8(Html::default().write(&document, &edits).expect("writable")).expect("text")
}

#[test]
fn text_runs_on_over_inline_elements() {
    assert_eq!(blocks("<p>Dear <b>Ann</b> <i>L</i>ee,<br>hello</p> <div>x</div>"), ["Dear Ann Lee,\nhello", "x"]);
    assert_eq!(
        masked("<p>Dear <b>Ann</b> <i>L</i>ee</p>", "Ann Lee", "[PERSON 1]"),
        "<p>Dear <b>[PERSON 1]</b><i></i></p>"
    );
    assert_eq!(blocks("<p>Ann\n      Lee</p>"), ["Ann Lee"], "blanks are one blank");
    assert_eq!(blocks("<pre>a\n  b</pre>"), ["a\n  b"]);
    assert_eq!(masked("<p>\n  Ann\n\tLee\n</p>", "Ann Lee", "A & B"), "<p>\n  A &amp; B\n</p>");
    assert_eq!(blocks("a<p>b<ul><li>c<li>d</ul>e"), ["a", "b", "c", "d", "e"]);
}

#[test]
fn a_plain_first_row_of_fields_names_columns() {
    let table = |rows: &[&[&str]]| {
        let row = |cells: &&[&str]| cells.iter().map(|cell| format!("<td><p>{cell}</p></td>")).collect::<String>();
        let rows: String = rows.iter().map(|cells| format!("<tr>{}</tr>", row(cells))).collect();
        blocks(&format!("<table>{rows}</table>"))
    };
    assert_eq!(
        table(&[&["Name", "Phone", "Bay"], &["Ann Lee", "07700 900104", "Four"]]),
        ["Name", "Phone", "Bay", "Name: Ann Lee", "Phone: 07700 900104", "Bay: Four"]
    );
    assert_eq!(
        table(&[&["Name", "Ann Lee"], &["MRN", "4471823"], &["Consultant", "Bob Ray"]]),
        ["Name", "Name: Ann Lee", "MRN", "MRN: 4471823", "Consultant", "Consultant: Bob Ray"]
    );
}

#[test]
fn references_are_undone() {
    assert_eq!(
        blocks("<p>Jos&eacute; &#76;&#xF3;pez &commat; &lt;x&gt; &nosuch; a & b</p>"),
        ["José López @ <x> &nosuch; a & b"]
    );
    assert_eq!(masked("<p>Jos&eacute; &#76;ee</p>", "José Lee", "<X>"), "<p>&lt;X&gt;</p>");
}

#[test]
fn attributes_that_carry_text_are_read() {
    assert_eq!(blocks("<img alt='Ann Lee' src=\"\" class=\"a b-c\" width=10>"), ["Ann Lee"]);
    assert_eq!(
        blocks("<div data-patient-name='Ann' aria-label='Bea' aria-hidden=true data-x='{\"a\":\"Eve\"}'>"),
        ["patient-name: Ann", "aria-label: Bea", "a: Eve"]
    );
    assert_eq!(blocks("<div id=\"ann@example.org\" class='Ann Lee'>"), ["ann@example.org", "Ann Lee"]);
    assert_eq!(masked("<p title=Ann id=x>", "Ann", "O'B Q"), "<p title=O&#39;B&#32;Q id=x>");
    assert_eq!(masked("<Write &#97;nn&#64;x.org. now>", "ann@x.org", "[E 1]"), "<Write [E&#32;1]. now>");
    assert_eq!(blocks("<Write &#97;nn&#64;x.org. to>"), ["ann@x.org."]);
    assert_eq!(masked("<p title='Ann' title=\"Bea\">", "Bea", "\"Q\""), "<p title='Ann' title=\"&quot;Q&quot;\">");
    let document = read("<a title=Ann href=x>");
    let edits = Edits::new(vec![TextEdit::new(document.span(0, 3).expect("a span"), "")]).expect("one edit");
    assert_eq!(Html::default().write(&document, &edits).expect("writable"), b"<a title=\"\" href=x>");
}

#[test]
fn addresses_are_read_by_their_parts() {
    assert_eq!(
        blocks("<a href='mailto:ann.lee%40example.org?subject=Dear%20Ann+1&amp;body=x'>"),
        ["email: ann.lee@example.org", "subject: Dear Ann+1", "body: x"]
    );
    assert_eq!(blocks("<a href=tel:+34600123456>"), ["phone: +34600123456"]);
    assert_eq!(
        blocks("<a href='https://x.example/p/Jos%C3%A9?name=Ann+Lee&q#Bea%20D'>"),
        ["https://x.example/p/José", "name: Ann Lee", "q", "Bea D"]
    );
    assert_eq!(
        masked("<a href='/s?name=Ann+Lee&x=1'>", "Ann Lee", "[PERSON 1]"),
        "<a href='/s?name=%5BPERSON%201%5D&x=1'>"
    );
    assert_eq!(blocks("<img srcset='a/Ann.png 1x, b/Bea.png 2x'>"), ["a/Ann.png", "b/Bea.png"]);
}

#[test]
fn fields_go_by_the_names_around_them() {
    let head = "<table><thead><tr><th>Name<th>Town<tbody><tr><th>Ann<td>York</table>";
    let document = read(head);
    let kinds: Vec<BlockKind> = document.blocks().iter().map(|block| block.kind).collect();
    assert_eq!(kinds, [BlockKind::Header, BlockKind::Header, BlockKind::Heading, BlockKind::Cell]);
    let table = "<table><tr><th>Name<th>Town</tr><tr><td>Ann<td>York</tr></table>";
    assert_eq!(blocks(table), ["Name", "Town", "Name: Ann", "Town: York"]);
    assert_eq!(blocks("<table><tr><td>Name:</td><td><p>Ann</p></td></tr></table>"), ["Name:", "Name: Ann"]);
    assert_eq!(
        blocks(
            "<table><thead><tr><td colspan=2>A</td><td>B</td></tr></thead><tbody><tr><td>1x</td><td>2x</td><td>3x</td></tr></table>"
        ),
        ["A", "B", "A: 1x", "2x", "B: 3x"]
    );
    assert_eq!(blocks("<dl><dt>Patient<dd>Ann Lee</dl>"), ["Patient", "Patient: Ann Lee"]);
    assert_eq!(
        blocks("<label for=n>Full name:</label><input id=n value='Ann'><input name=phone value=123456>"),
        ["Full name: Ann", "phone: 123456", "Full name:"]
    );
}

#[test]
fn only_what_stands_out_names_the_cells_beside_it() {
    let plain = "<table><tr><td>Team</td><td>Bay</td></tr><tr><td>Ann</td><td>York</td></tr></table>";
    assert_eq!(blocks(plain), ["Team", "Bay", "Ann", "Ann: York"], "a first row may be a header");
    let bold = "<table><tr><td><b>Name</b></td><td><p><strong>Town</strong></p></td></tr><tr><td>Ann</td><td>York</td></tr></table>";
    assert_eq!(blocks(bold), ["Name", "Town", "Name: Ann", "Town: York"]);
    assert_eq!(
        blocks("<table><tr><th>Name</th><td>Ann</td></tr><tr><th>Town</th><td>York</td></tr></table>"),
        ["Name", "Name: Ann", "Town", "Town: York"]
    );
    assert_eq!(blocks("<meta name='DC.x' content='Ann'><a name=Annex1>"), ["DC.x: Ann", "Annex1"]);
}

#[test]
fn everything_that_can_be_removed_leaves_a_page() {
    let picture = base64::encode(b"GIF89a and so on");
    let page = format!(
        "<meta name=author content='Ann'><meta name=generator content='data:image/gif;base64,{picture}'>\
         <img src=data:image/gif;base64,{picture}><style>a{{b:url('data:image/gif;base64,{picture}')}}</style>x"
    );
    let document = read(&page);
    let edits = document.removable().iter().try_fold(Edits::none(), Edits::removing).expect("disjoint");
    let written = String::from_utf8(Html::default().write(&document, &edits).expect("writable")).expect("text");
    assert_eq!(written, "<img src=data:,><style>a{b:url('data:,')}</style>x");
    assert!(read(&written).removable().is_empty());
}

#[test]
fn what_readers_do_not_see_is_read() {
    assert_eq!(
        blocks("<!-- Ann &amp; <b>Lee</b> --><!--[if mso]><p>Bea</p><![endif]-->"),
        ["Ann & Lee", "[if mso]>", "Bea", "[endif]"]
    );
    assert_eq!(
        blocks("<title>Ann &amp; co</title><noscript><p>Bea</p></noscript><template>Eve</template>"),
        ["Ann & co", "Bea", "Eve"]
    );
    assert_eq!(blocks("<script>var n = 1;\\/script><p>Ann&commat;x.org</p>"), ["var n = 1;\\/script>", "Ann@x.org"]);
    assert_eq!(blocks("<script>var n = 'Jos\\u00e9 P';</script>"), ["var n = 'José P';"]);
    assert_eq!(
        blocks("<style>p:before { content: \"Ann\" } /* Bea */</style>"),
        ["p:before { content: \"Ann\" } /* Bea */"]
    );
    assert_eq!(blocks("<textarea>\nAnn</textarea><select><option value=Bea>Eve</select>"), ["Ann", "Bea", "Eve"]);
    assert_eq!(
        blocks("<svg><title>Ann</title><text>Bea <tspan>Lee</tspan></text><desc>D</desc><![CDATA[E<]]></svg>"),
        ["Ann", "Bea Lee", "D", "E<"]
    );
    assert_eq!(blocks("<iframe srcdoc=\"<p>Jos&amp;eacute; <b>Lee</b></p>\"></iframe>"), ["José Lee"]);
    assert_eq!(blocks("Ann Lee <ann.lee@example.org>"), ["Ann Lee", "ann.lee@example.org"]);
    assert_eq!(
        blocks("<!DOCTYPE html><!DOCTYPE x SYSTEM 'file:///home/ann/x.dtd'>"),
        ["DOCTYPE x SYSTEM 'file:///home/ann/x.dtd'"]
    );
    assert_eq!(
        blocks("<p onclick=\"go('Ann&#32;Lee')\" style='content: \"Bea\"'>"),
        ["go('Ann Lee')", "content: \"Bea\""]
    );
}

#[test]
fn code_stays_sound() {
    assert_eq!(masked("<script>n='Ann'</script>", "Ann", "O'B</script>"), "<script>n='O\\'B<\\/script>'</script>");
    assert_eq!(masked("<iframe srcdoc='&lt;p>Ann</p>'>", "Ann", "a'<"), "<iframe srcdoc='&lt;p>a&#39;&amp;lt;</p>'>");
    assert_eq!(masked("<!-- Ann -->", "Ann", "a>b"), "<!-- a&gt;b -->");
    let json = "<script type='application/ld+json'>{\"@type\":\"Person\",\"name\":\"Ann\",\"n\":600123456}</script>";
    assert_eq!(blocks(json), ["@type: Person", "name: Ann", "n: 600123456"]);
    assert!(masked(json, "Ann", "a\"</script>").contains("\"name\":\"a\\\"\\u003c/script>\""));
    assert!(masked(json, "600123456", "x").contains("\"n\":\"x\"}"));
}

#[test]
fn who_made_the_page_can_be_removed() {
    let page =
        "<head><meta charset=utf-8><meta name=author content='Ann Lee'><meta name=description content='Of Ann'></head>";
    assert_eq!(blocks(page), ["author: Ann Lee", "description: Of Ann"]);
    assert_eq!(
        without(page, RemovableKind::Metadata),
        "<head><meta charset=utf-8><meta name=description content='Of Ann'></head>"
    );
}

#[test]
fn files_in_addresses_are_read_or_removed() {
    let picture = base64::encode(b"\x89PNG\r\n\x1a\n and so on");
    let page = format!(
        "<img src='data:image/png;base64,{picture}'><p style=\"background: url(data:image/png;base64,{picture}) red\">x"
    );
    assert_eq!(without(&page, RemovableKind::Picture), "<img src='data:,'><p style=\"background: url(data:,) red\">x");
    let text = base64::encode(b"Dear Ann");
    let page = format!("<a href=\"data:text/plain;base64,{text}\">x</a>");
    assert_eq!(blocks(&page), ["x", "Dear Ann"]);
    assert_eq!(
        masked(&page, "Ann", "Q"),
        format!("<a href=\"data:text/plain;base64,{}\">x</a>", base64::encode(b"Dear Q"))
    );
    assert_eq!(blocks("<a href='data:text/html,%3Cp%3EAnn%20%3Cb%3ELee'>"), ["Ann Lee"]);
    let odd = format!("<a href=\"data:application/x-thing;base64,{}\">x</a>", base64::encode(b"\0\x01\x02"));
    assert_eq!(read(&odd).removable().first().map(|part| part.kind), Some(RemovableKind::Embedded));
    let font = format!(
        "<style>@font-face {{ src: url(data:font/woff2;base64,{}) }}</style>",
        base64::encode(b"wOF2 and so on")
    );
    assert!(read(&font).removable().is_empty());
}

#[test]
fn broken_pages_are_read() {
    assert_eq!(blocks("<p>a <3 b</p></p></div><td>c<a title=\"Ann <b>Lee</b>"), ["a <3 b", "c<a title=\"Ann Lee"]);
    assert_eq!(blocks("</p title='Ann'></ Bea><?Eve?>"), ["Ann", "Bea", "Eve?"]);
    assert_eq!(blocks("<p>a<br/>b</br>c"), ["a\nb\nc"]);
    assert_eq!(blocks("<![CDATA[Ann]]><!x Bea>"), ["[CDATA[Ann]]", "x Bea"]);
}

#[test]
fn xhtml_is_read_by_its_own_rules() {
    let page = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title/><script src='x'/>\
                <script>a = 'A&amp;B'<![CDATA[ 'C<D' ]]></script></head><body><p>Ann<![CDATA[ & Lee]]></p></body></html>";
    assert_eq!(blocks(page), ["xml version='1.0'?", "x", "a = 'A&B'", "'C<D' ", "Ann & Lee"]);
}

#[test]
fn declared_encodings_are_honoured() {
    let page = b"<meta http-equiv=Content-Type content='text/html; charset=ISO-8859-1'><p>Jos\xe9 \x80</p>".to_vec();
    let document = Html::default().read(page.clone()).expect("readable");
    assert!(document.text().ends_with("José €"));
    assert_eq!(document.into_bytes().expect("writable"), page);
    let page = b"<meta charset=shift_jis><p>\x83\x65 Ann</p>".to_vec();
    let document = Html::default().read(page.clone()).expect("readable");
    assert!(document.text().ends_with("テ Ann"));
    assert_eq!(document.into_bytes().expect("writable"), page);
    assert!(Html::default().read(b"<meta charset=shift_jis><p>\x83</p>".to_vec()).is_err());
    assert!(Html::default().read(b"<meta charset=utf-8><p>Jos\xe9 Lee</p>".to_vec()).is_err());
}

#[test]
fn hostile_pages_take_no_time() {
    for page in [
        "<a b=\"".repeat(50_000),
        "<a".repeat(100_000),
        "<div>".repeat(50_000) + &"</p>".repeat(50_000),
        "<svg><title>".repeat(20_000),
        "<!--".repeat(50_000),
        "<script>data:".repeat(20_000),
        "<style>data:;base64,".repeat(20_000),
        "&".repeat(100_000),
        "<table><tr><td>".repeat(20_000),
        format!("<p title='{}'>", "&#37;".repeat(50_000)),
        format!("<iframe srcdoc='{}'>", "<iframe srcdoc=&quot;".repeat(10_000)),
    ] {
        let document = read(&page);
        assert_eq!(document.into_bytes().expect("writable"), page.as_bytes());
    }
}
