//! OpenDocument files, place by place.

use crate::formats::office::laws::{self, labelled, replaced, unpacked};
use crate::formats::office::testing::zipped;
use crate::formats::testing::texts;
use crate::formats::{DocumentFormat, Odf, ReadError};
use crate::{Document, RemovableKind};
use proptest::prelude::*;

const SPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:form=\"urn:oasis:names:tc:opendocument:xmlns:form:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
    xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" \
    xmlns:config=\"urn:oasis:names:tc:opendocument:xmlns:config:1.0\" \
    xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";

const TEXT: &str = "application/vnd.oasis.opendocument.text";
const SHEETS: &str = "application/vnd.oasis.opendocument.spreadsheet";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n tEXt Zqpixels";

fn package(kind: &str, members: &[(&str, &[u8])]) -> Vec<u8> {
    let entries: String =
        members.iter().map(|(name, _)| format!("<m:file-entry m:full-path=\"{name}\" m:media-type=\"\"/>")).collect();
    let manifest =
        format!("<m:manifest xmlns:m=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">{entries}</m:manifest>");
    let mut all = vec![("mimetype", kind.as_bytes()), ("META-INF/manifest.xml", manifest.as_bytes())];
    all.extend_from_slice(members);
    zipped(&all)
}

fn content(kind: &str, inside: &str) -> String {
    format!(
        "<office:document-content {SPACES}><office:body><office:{kind}>{inside}</office:{kind}></office:body>\
         </office:document-content>"
    )
}

fn read(bytes: Vec<u8>) -> Document {
    Odf::default().read(bytes).expect("a sound document")
}

fn with_text(inside: &str) -> Document {
    read(package(TEXT, &[("content.xml", content("text", inside).as_bytes())]))
}

fn sheets(inside: &str) -> Vec<u8> {
    package(SHEETS, &[("content.xml", content("spreadsheet", inside).as_bytes())])
}

/// A text with something in every place.
fn everything() -> Vec<u8> {
    let body = content(
        "text",
        "<office:forms><form:form form:name=\"Zqform\"><form:text form:name=\"f\" form:current-value=\"Zqcurrent\" \
         form:value=\"Zqvalue\"/><form:button form:label=\"Zqlabel\"/></form:form></office:forms>\
         <text:tracked-changes><text:changed-region text:id=\"c1\"><text:deletion><office:change-info>\
         <dc:creator>Zqtracker</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:change-info>\
         <text:p>Zqdeleted</text:p></text:deletion></text:changed-region></text:tracked-changes>\
         <text:user-field-decls><text:user-field-decl text:name=\"Zqfieldname\" office:value-type=\"string\" \
         office:string-value=\"Zqfield\"/></text:user-field-decls>\
         <text:section text:name=\"Zqsection\"><text:h>Zqheading</text:h></text:section>\
         <text:p>a <text:span>Zqsp</text:span>an<text:s text:c=\"2\"/>b<text:tab/>c<text:line-break/>d<text:note>\
         <text:note-citation>1</text:note-citation><text:note-body><text:p>Zqnote</text:p></text:note-body></text:note>\
         <office:annotation><dc:creator>Zqcommenter</dc:creator><text:p>Zqcomment</text:p></office:annotation>\
         <text:bookmark text:name=\"Zqbookmark\"/><text:hidden-text text:condition=\"ooow:x==&quot;Zqcondition&quot;\" \
         text:string-value=\"Zqhidden\"/><text:variable-set text:name=\"v\" text:formula=\"ooow:&quot;Zqformula&quot;\" \
         office:value-type=\"string\" office:string-value=\"Zqvariable\">shown</text:variable-set>\
         <text:database-display text:table-name=\"Zqtable\" text:database-name=\"Zqbase\">Zqdata</text:database-display>\
         <text:a xlink:href=\"mailto:Zqlink@example.org\" office:title=\"Zqtip\">l</text:a></text:p>\
         <text:list><text:list-item><text:p>Zqitem</text:p></text:list-item></text:list>\
         <text:p><draw:frame draw:name=\"Zqframe\"><draw:image xlink:href=\"Pictures/1.png\"/><svg:title>Zqalt</svg:title>\
         <svg:desc>Zqdesc</svg:desc></draw:frame><draw:frame><draw:object xlink:href=\"./Object 1\"/></draw:frame>\
         <draw:frame><draw:object-ole xlink:href=\"./Object 2\"/><draw:image xlink:href=\"./ObjectReplacements/Object 2\"/>\
         </draw:frame></text:p>",
    );
    let styles = format!(
        "<office:document-styles {SPACES}><office:styles><style:style style:name=\"S\" style:display-name=\"Zqstyle\"/>\
         </office:styles><office:master-styles><style:master-page style:name=\"M\"><style:header><text:p>Zqheader</text:p>\
         </style:header></style:master-page></office:master-styles></office:document-styles>"
    );
    let meta = format!(
        "<office:document-meta {SPACES}><office:meta><dc:creator>Zqcreator</dc:creator><meta:keyword>Zqkeyword</meta:keyword>\
         <meta:user-defined meta:name=\"Zqproperty\">Zqdefined</meta:user-defined></office:meta></office:document-meta>"
    );
    let settings = format!(
        "<office:document-settings {SPACES}><office:settings><config:config-item config:name=\"PrinterName\" \
         config:type=\"string\">Zqprinter</config:config-item><config:config-item config:name=\"A\" \
         config:type=\"int\">1234567890</config:config-item></office:settings></office:document-settings>"
    );
    let chart = content("chart", "<text:p>Zqchart</text:p>");
    let module = "<!DOCTYPE script:module PUBLIC \"-//O//DTD O 1.0//EN\" \"module.dtd\"><script:module \
        xmlns:script=\"http://openoffice.org/2000/script\" script:name=\"M\">MsgBox &quot;Zqmacro&quot;</script:module>";
    let rdf = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:x>Zqstatement</rdf:x></rdf:RDF>";
    package(
        TEXT,
        &[
            ("content.xml", body.as_bytes()),
            ("styles.xml", styles.as_bytes()),
            ("meta.xml", meta.as_bytes()),
            ("settings.xml", settings.as_bytes()),
            ("manifest.rdf", rdf.as_bytes()),
            ("Object 1/content.xml", chart.as_bytes()),
            ("Object 2", b"\xd0\xcf\x11\xe0 Zqobject"),
            ("ObjectReplacements/Object 2", b"VCLMTF Zqreplacement"),
            ("Pictures/1.png", PNG),
            ("Thumbnails/thumbnail.png", b"\x89PNG"),
            ("Basic/Standard/M.xml", module.as_bytes()),
            ("Configurations2/accelerator/current.xml", b""),
            ("Configurations2/toolbar/", b""),
            ("layout-cache", b"\x01\x02"),
        ],
    )
}

#[test]
fn every_place_is_read_and_masked() {
    let words = [
        "Zqform",
        "Zqcurrent",
        "Zqvalue",
        "Zqlabel",
        "Zqtracker",
        "Zqdeleted",
        "Zqfieldname",
        "Zqfield",
        "Zqsection",
        "Zqheading",
        "a Zqspan  b\tc\nd",
        "Zqnote",
        "Zqcommenter",
        "Zqcomment",
        "Zqbookmark",
        "Zqcondition",
        "Zqhidden",
        "Zqformula",
        "Zqvariable",
        "Zqtable",
        "Zqbase",
        "Zqdata",
        "Zqlink",
        "Zqtip",
        "Zqitem",
        "Zqframe",
        "Zqalt",
        "Zqdesc",
        "Zqstyle",
        "Zqheader",
        "Zqcreator",
        "Zqkeyword",
        "Zqproperty",
        "Zqdefined",
        "Zqprinter",
        "Zqstatement",
        "Zqchart",
        "Zqmacro",
    ];
    laws::hold(&Odf::default(), &everything(), &words);
}

#[test]
fn what_is_taken_out_leaves_no_trace_of_itself() {
    let document = read(everything());
    let written = replaced(&Odf::default(), &document, &[], |kind| kind == RemovableKind::Embedded);
    let all = unpacked(written);
    assert!(!all.contains("full-path=\"Object 2\"") && !all.contains("object-ole") && all.contains("./Object 1"));
}

#[test]
fn kinds_and_labels_are_those_of_the_text() {
    let document = with_text(
        "<text:h>Title</text:h><table:table><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell>\
         <table:table-cell><text:p>Town</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell>\
         <text:p>Ann</text:p></table:table-cell><table:table-cell><text:p>York</text:p></table:table-cell></table:table-row>\
         </table:table>",
    );
    assert_eq!(labelled(&document), [("-", "Title"), ("-", "Name"), ("-", "Town"), ("Name", "Ann"), ("Town", "York")]);
}

#[test]
fn text_around_notes_and_comments_stays_whole() {
    let document = with_text(
        "<text:p>Ann<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>see</text:p>\
         </text:note-body></text:note> <office:annotation><dc:creator>Bob</dc:creator><text:p>hm</text:p></office:annotation>\
         Lee</text:p>",
    );
    assert_eq!(texts(&document), ["Ann Lee", "1", "see", "Bob", "hm"]);
}

const TABLE: &str = "<table:table table:name=\"Ann Lee\"><table:table-row><table:table-cell office:value-type=\"string\">\
    <text:p>Name</text:p></table:table-cell><table:table-cell office:value-type=\"string\"><text:p>Phone</text:p>\
    </table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type=\"string\"><text:p>Ann Lee</text:p>\
    </table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"600123456\" calcext:value-type=\"float\">\
    <office:annotation><dc:creator>Bob</dc:creator></office:annotation><text:p>600 123 456</text:p></table:table-cell>\
    </table:table-row></table:table>";

#[test]
fn the_laws_hold_for_sheets() {
    laws::hold(&Odf::default(), &sheets(TABLE), &["Ann Lee", "600 123 456"]);
}

#[test]
fn a_cell_whose_number_is_replaced_holds_text() {
    let document = read(sheets(TABLE));
    assert!(labelled(&document).contains(&("Phone", "600 123 456")));
    assert!(!document.text().contains("600123456"), "the text shows all of it");
    let written = replaced(&Odf::default(), &document, &[("600 123 456", "[PHONE]")], |_| false);
    let all = unpacked(written);
    let cell = "<table:table-cell office:value-type=\"string\" calcext:value-type=\"string\">";
    assert!(all.contains(cell) && !all.contains("600123456"));
}

#[test]
fn a_comment_does_not_make_a_number_text() {
    let document = read(sheets(TABLE));
    let written = replaced(&Odf::default(), &document, &[], |_| true);
    let all = unpacked(written);
    assert!(all.contains("office:value=\"600123456\"") && !all.contains("Bob"));
}

#[test]
fn formulas_follow_sheets_and_ranges_to_their_new_names() {
    let formulas = "<table:table table:name=\"B\"><table:table-row><table:table-cell office:value-type=\"string\" \
        table:formula=\"of:=[$'Ann Lee'.A1]&amp;Lee_all&amp;&quot; of Lee&quot;\"><text:p>x</text:p></table:table-cell></table:table-row>\
        </table:table><table:named-expressions><table:named-range table:name=\"Lee_all\" \
        table:cell-range-address=\"$'Ann Lee'.$A$1:.$A$2\"/></table:named-expressions>";
    let document = read(sheets(&format!("{TABLE}{formulas}")));
    let changes = [("Ann Lee", "[PERSON 1]"), ("Lee_all", "[X]"), ("of Lee", "of [P]")];
    let all = unpacked(replaced(&Odf::default(), &document, &changes, |_| false));
    assert!(all.contains("table:name=\"(PERSON 1)\""));
    assert!(all.contains("table:formula=\"of:=[$&apos;(PERSON 1)&apos;.A1]&amp;_X_&amp;&quot; of [P]&quot;\""));
    assert!(all.contains("table:name=\"_X_\" table:cell-range-address=\"$&apos;(PERSON 1)&apos;.$A$1:.$A$2\""));
    assert!(!all.contains("Lee"));
}

#[test]
fn a_formula_does_not_bring_back_what_was_taken_out() {
    let cell = "<table:table table:name=\"B\"><table:table-row><table:table-cell office:value-type=\"string\" \
        table:formula=\"of:=CONCATENATE(&quot;Ann&quot;;&quot; Lee&quot;)\" office:string-value=\"Ann Lee\"><text:p>Ann Lee</text:p>\
        </table:table-cell></table:table-row></table:table>";
    let document = read(sheets(cell));
    let all = unpacked(replaced(&Odf::default(), &document, &[("Ann Lee", "[P]")], |_| false));
    assert!(!all.contains("CONCATENATE") && all.contains("<text:p>[P]</text:p>"));
}

#[test]
fn what_uses_a_style_follows_it() {
    let styles = format!(
        "<office:document-styles {SPACES}><office:styles><style:style style:name=\"Ann_20_Lee\" style:display-name=\"Ann Lee\"/>\
         <style:style style:name=\"Leeman\" style:parent-style-name=\"Ann_20_Lee\"/></office:styles></office:document-styles>"
    );
    let body = content(
        "text",
        "<text:p text:style-name=\"Ann_20_Lee\">a</text:p><text:p text:style-name=\"Leeman\">b</text:p>",
    );
    let bytes = package(TEXT, &[("content.xml", body.as_bytes()), ("styles.xml", styles.as_bytes())]);
    let changes = [("Ann Lee", "[P]"), ("Leeman", "X")];
    let all = unpacked(replaced(&Odf::default(), &read(bytes), &changes, |_| false));
    assert!(all.contains("style:name=\"_5b_P_5d_\" style:display-name=\"[P]\""));
    assert!(all.contains("style:name=\"X\" style:parent-style-name=\"_5b_P_5d_\""));
    assert!(all.contains("<text:p text:style-name=\"_5b_P_5d_\">a</text:p><text:p text:style-name=\"X\">b</text:p>"));
}

#[test]
fn locked_and_signed_files_are_refused() {
    let locked = "<m:manifest xmlns:m=\"m\"><m:file-entry m:full-path=\"content.xml\"><m:encryption-data/></m:file-entry></m:manifest>";
    let bytes = zipped(&[("mimetype", TEXT.as_bytes()), ("META-INF/manifest.xml", locked.as_bytes())]);
    assert_eq!(Odf::default().read(bytes).unwrap_err(), ReadError::Encrypted);
    let bytes = zipped(&[("mimetype", TEXT.as_bytes()), ("META-INF/documentsignatures.xml", b"<s/>")]);
    assert_eq!(Odf::default().read(bytes).unwrap_err(), ReadError::Signed);
    let base = zipped(&[("mimetype", b"application/vnd.oasis.opendocument.base")]);
    assert!(matches!(Odf::default().read(base).unwrap_err(), ReadError::Unsupported { .. }));
}

#[test]
fn broken_parts_are_named() {
    let bytes = package(TEXT, &[("content.xml", b"<a>")]);
    let error = Odf::default().read(bytes).unwrap_err();
    assert!(matches!(error, ReadError::Part { part, .. } if &*part == "content.xml"));
}

proptest! {
    #[test]
    fn any_content_is_read_or_refused(pieces in proptest::collection::vec(0..PIECES.len(), 0..40)) {
        let inside: String = pieces.into_iter().filter_map(|piece| PIECES.get(piece).copied()).collect();
        laws::hold_for_any(&Odf::default(), &sheets(&inside));
    }

    #[test]
    fn damaged_files_are_read_or_refused(at in 0usize..6000, byte: u8) {
        let mut bytes = everything();
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        laws::hold_for_any(&Odf::default(), &bytes);
    }
}

const PIECES: &[&str] = &[
    "<table:table table:name=\"Zqa\">",
    "</table:table>",
    "<table:table-row>",
    "</table:table-row>",
    "<table:table-cell office:value-type=\"float\" office:value=\"7654321\">",
    "<table:table-cell table:number-columns-repeated=\"99999999999999999999\" office:value-type=\"x\">",
    "</table:table-cell>",
    "<table:table-cell table:formula=\"of:=[$'Zqa'.A1]&amp;&quot;Zq&quot;&quot;\"/>",
    "<text:p>",
    "Zqb",
    "</text:p>",
    "<text:s text:c=\"999\"/>",
    "<office:annotation><dc:creator>Zqc</dc:creator>",
    "</office:annotation>",
    "<text:h/>",
    "<!-- Zqd -->",
];
