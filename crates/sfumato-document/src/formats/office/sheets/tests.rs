//! Workbooks, place by place.

use crate::formats::office::laws::{self, labelled, replaced, unpacked};
use crate::formats::office::testing::{TestParts, with_properties};
use crate::formats::testing::texts;
use crate::formats::{DocumentFormat, ReadError, Xlsx};
use crate::{BlockKind, Document};
use proptest::prelude::*;

const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
    xmlns:xdr=\"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"";
const THREADED: &str = "xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments\"";

/// A workbook of sheets with these names, a book with more in it, and this inside of the first sheet.
struct TestWorkbook {
    names: Vec<&'static str>,
    more: &'static str,
    strings: &'static str,
    sheet: String,
    other: &'static str,
}

impl Default for TestWorkbook {
    fn default() -> Self {
        Self { names: vec!["One", "Two"], more: "", strings: "", sheet: String::new(), other: "<sheetData/>" }
    }
}

impl TestWorkbook {
    fn parts(&self) -> TestParts {
        let sheets: String = self
            .names
            .iter()
            .enumerate()
            .map(|(n, name)| format!("<sheet name=\"{name}\" sheetId=\"{}\" r:id=\"s{n}\"/>", n + 1))
            .collect();
        let book = format!("<workbook {MAIN}><sheets>{sheets}</sheets>{}</workbook>", self.more);
        let styles = format!(
            "<styleSheet {MAIN}><fonts><font><name val=\"Calibri Light\"/></font></fonts>\
             <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
        );
        let at = "xl/workbook.xml";
        TestParts::default()
            .xml("", "d", "officeDocument", at, &book)
            .xml(at, "t", "sharedStrings", "xl/sharedStrings.xml", &format!("<sst {MAIN}>{}</sst>", self.strings))
            .xml(at, "y", "styles", "xl/styles.xml", &styles)
            .xml(
                at,
                "s0",
                "worksheet",
                "xl/worksheets/sheet1.xml",
                &format!("<worksheet {MAIN}>{}</worksheet>", self.sheet),
            )
            .xml(
                at,
                "s1",
                "worksheet",
                "xl/worksheets/sheet2.xml",
                &format!("<worksheet {MAIN}>{}</worksheet>", self.other),
            )
    }

    fn read(&self) -> Document {
        read(self.parts().package())
    }
}

fn read(bytes: Vec<u8>) -> Document {
    Xlsx::default().read(bytes).expect("a sound workbook")
}

fn written(document: &Document, changes: &[(&str, &str)]) -> String {
    unpacked(replaced(&Xlsx::default(), document, changes, |_| false))
}

const PEOPLE: &str = "<si><t>Name</t></si><si><t>Phone</t></si><si><t>Born</t></si><si><r><t>An</t></r><r><t>n Lee</t></r>\
    <rPh sb=\"0\" eb=\"1\"><t>an</t></rPh></si>";

fn people() -> String {
    "<sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c><c r=\"C1\" t=\"s\"><v>2</v></c></row>\
     <row r=\"2\"><c r=\"A2\" t=\"s\"><v>3</v></c><c r=\"B2\"><v>600123456</v></c><c r=\"C2\" s=\"1\"><v>32994</v></c></row></sheetData>"
        .to_owned()
}

#[test]
fn cells_go_by_their_columns() {
    let document = TestWorkbook { strings: PEOPLE, sheet: people(), ..TestWorkbook::default() }.read();
    let all = labelled(&document);
    for cell in [("Name", "Ann Lee"), ("Phone", "600123456"), ("Born", "1990-05-01")] {
        assert!(all.contains(&cell), "help: {cell:?} must be there");
    }
    let heading = document.blocks().iter().find(|block| document.slice(block.span) == "Phone");
    assert_eq!(heading.map(|block| block.kind), Some(BlockKind::Header));
}

#[test]
fn a_cell_whose_number_or_date_is_replaced_holds_text() {
    let document = TestWorkbook { strings: PEOPLE, sheet: people(), ..TestWorkbook::default() }.read();
    let all = written(&document, &[("600123456", "[PHONE]"), ("1990-05-01", "[DATE]")]);
    assert!(all.contains("<c t=\"str\" r=\"B2\"><v>[PHONE]</v></c><c t=\"str\" r=\"C2\" s=\"1\"><v>[DATE]</v></c>"));
}

/// A workbook with something in every place.
fn everything() -> Vec<u8> {
    let sheet = "<sheetPr codeName=\"Zqcode\"/><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>\
        <row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><r><t>Zqin</t></r><r><t>line</t></r></is></c><c r=\"B2\"><v>600123456</v></c>\
        <c r=\"D2\" t=\"str\"><f>IF(A1=\"Zqliteral\",\"x \"\"Zqquoted\"\"\",'Zq sheet'!A1)</f><v>Zqcached</v></c></row></sheetData>\
        <conditionalFormatting sqref=\"A1:A1048576\"><cfRule type=\"containsText\" text=\"Zqrule\"><formula>SEARCH(\"Zqsearch\",A1)</formula></cfRule></conditionalFormatting>\
        <dataValidations><dataValidation promptTitle=\"Zqprompt\" prompt=\"Zqprompted\" sqref=\"A1\"><formula1>\"Zqone,Zqtwo\"</formula1></dataValidation></dataValidations>\
        <hyperlinks><hyperlink ref=\"A1\" location=\"'Zq sheet'!A1\" display=\"Zqdisplay\" tooltip=\"Zqtooltip\"/></hyperlinks>\
        <headerFooter><oddHeader>&amp;L&amp;\"Arial,Bold\"Zqhead &amp;P&amp;RZqright</oddHeader></headerFooter>\
        <tableParts><tablePart r:id=\"t1\"/></tableParts>";
    let book = TestWorkbook {
        names: vec!["Zq sheet", "Two"],
        more: "<definedNames><definedName name=\"Zq_range\" comment=\"Zqremark\">'Zq sheet'!$A$1</definedName></definedNames>",
        strings: "<si><t>Zqcolumn</t></si><si><t>Phone</t></si><si><r><t>Zqri</t></r><r><t>ch</t></r><rPh><t>Zqsound</t></rPh></si>",
        sheet: sheet.to_owned(),
        other: "<sheetData><row><c><f>SUM(Zq_range)+SUM(Zq_table[Zqcolumn])</f><v>1</v></c></row></sheetData>",
    };
    let (at, first) = ("xl/workbook.xml", "xl/worksheets/sheet1.xml");
    let table = format!(
        "<table {MAIN} id=\"1\" name=\"Zq_table\" displayName=\"Zq_table\" ref=\"A1:B2\"><tableColumns count=\"2\">\
         <tableColumn id=\"1\" name=\"Zqcolumn\"/><tableColumn id=\"2\" name=\"Phone\"/></tableColumns></table>"
    );
    let comments = format!(
        "<comments {MAIN}><authors><author>Zqauthor</author></authors><commentList><comment ref=\"A1\" authorId=\"0\"><text><r>\
         <t>Zqcom</t></r><r><t>ment</t></r></text></comment></commentList></comments>"
    );
    let threads = format!(
        "<ThreadedComments {THREADED}><threadedComment ref=\"A1\" dT=\"2024-01-02T03:04:05.00\" personId=\"{{AAAAAAAA-0000-0000-0000-000000000000}}\" \
         id=\"{{BBBBBBBB-0000-0000-0000-000000000000}}\"><text>Zqthread</text></threadedComment></ThreadedComments>"
    );
    let persons = format!(
        "<personList {THREADED}><person displayName=\"Zqperson\" id=\"{{AAAAAAAA-0000-0000-0000-000000000000}}\" userId=\"Zquser\" \
         providerId=\"AD\"/></personList>"
    );
    let drawing = format!(
        "<xdr:wsDr {MAIN}><xdr:sp textlink=\"'Zq sheet'!A1\"><xdr:txBody><a:p><a:r><a:t>Zqshape</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    );
    let chart = format!(
        "<c:chartSpace {MAIN}><c:strRef><c:f>'Zq sheet'!$A$1</c:f><c:strCache><c:pt><c:v>Zqpoint</c:v></c:pt></c:strCache></c:strRef></c:chartSpace>"
    );
    let external = format!(
        "<externalLink {MAIN}><externalBook><sheetNames><sheetName val=\"Zqforeign\"/></sheetNames><sheetDataSet><sheetData sheetId=\"0\">\
         <row r=\"1\"><cell r=\"A1\" t=\"str\"><v>Zqkept</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>"
    );
    let connections = format!(
        "<connections {MAIN}><connection id=\"1\" name=\"Zqconnection\"><dbPr connection=\"Data Source=Zqserver\" command=\"SELECT Zqquery\"/></connection></connections>"
    );
    let cache = format!(
        "<pivotCacheDefinition {MAIN} refreshedBy=\"Zqrefresher\"><cacheSource><worksheetSource ref=\"A1:B2\" sheet=\"Zq sheet\"/></cacheSource>\
         <cacheFields><cacheField name=\"Zqfield\"><sharedItems><s v=\"Zqitem\"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>"
    );
    let parts = book
        .parts()
        .xml(first, "t1", "table", "xl/tables/table1.xml", &table)
        .xml(first, "c1", "comments", "xl/comments1.xml", &comments)
        .xml(first, "c2", "threadedComment", "xl/threadedComments/threadedComment1.xml", &threads)
        .xml(at, "p1", "person", "xl/persons/person.xml", &persons)
        .xml(first, "d1", "drawing", "xl/drawings/drawing1.xml", &drawing)
        .xml("xl/drawings/drawing1.xml", "c", "chart", "xl/charts/chart1.xml", &chart)
        .xml(at, "e1", "externalLink", "xl/externalLinks/externalLink1.xml", &external)
        .outside("xl/externalLinks/externalLink1.xml", "e", "externalLinkPath", "file:///C:\\Zqpath\\b.xlsx")
        .xml(at, "n1", "connections", "xl/connections.xml", &connections)
        .xml(at, "v1", "pivotCacheDefinition", "xl/pivotCache/pivotCacheDefinition1.xml", &cache);
    with_properties(parts).package()
}

#[test]
fn every_place_is_read() {
    let document = read(everything());
    let words = [
        "Zqcode",
        "Zqinline",
        "Zqliteral",
        "x \"Zqquoted\"",
        "Zqcached",
        "Zqrule",
        "Zqsearch",
        "Zqprompt",
        "Zqprompted",
        "Zqone,Zqtwo",
        "Zqdisplay",
        "Zqtooltip",
        "Zqhead ",
        "Zqright",
        "Zq sheet",
        "Zq_range",
        "Zqremark",
        "Zqcolumn",
        "Zqrich",
        "Zqsound",
        "Zq_table",
        "Zqauthor",
        "Zqcomment",
        "Zqthread",
        "Zqperson",
        "Zquser",
        "Zqshape",
        "Zqpoint",
        "Zqforeign",
        "Zqkept",
        "Zqpath",
        "Zqconnection",
        "Zqserver",
        "Zqquery",
        "Zqrefresher",
        "Zqfield",
        "Zqitem",
        "Zqcreator",
        "Zqparttitle",
    ];
    for word in words {
        assert!(document.text().contains(word), "help: {word} must be in the text");
    }
}

#[test]
fn the_laws_hold() {
    laws::hold(&Xlsx::default(), &everything(), &[]);
}

#[test]
fn whatever_refers_to_a_sheet_or_a_range_follows_it() {
    let document = read(everything());
    let changes = [("Zq sheet", "[PERSON 1]"), ("Zq_range", "[R]"), ("Zq_table", "[T]"), ("Zqcolumn", "[C]")];
    let all = written(&document, &changes);
    assert!(all.contains("<sheet name=\"(PERSON 1)\""));
    assert!(all.contains("<definedName name=\"_R_\" comment=\"Zqremark\">&apos;(PERSON 1)&apos;!$A$1</definedName>"));
    assert!(
        all.contains("location=\"&apos;(PERSON 1)&apos;!A1\"")
            && all.contains("textlink=\"&apos;(PERSON 1)&apos;!A1\"")
    );
    assert!(all.contains("<c:f>&apos;(PERSON 1)&apos;!$A$1</c:f>") && all.contains("sheet=\"(PERSON 1)\""));
    assert!(all.contains("<f>SUM(_R_)+SUM(_T_[&apos;[C&apos;]])</f>"));
    assert!(all.contains("name=\"_T_\" displayName=\"_T_\"") && all.contains("<tableColumn id=\"1\" name=\"[C]\"/>"));
}

#[test]
fn columns_of_a_table_stay_distinct() {
    let document = read(everything());
    let all = written(&document, &[("Zqcolumn", "X"), ("Phone", "X")]);
    assert!(all.contains("<tableColumn id=\"1\" name=\"X\"/><tableColumn id=\"2\" name=\"X_2\"/>"));
    assert!(all.contains("<c r=\"B1\" t=\"inlineStr\"><is><t>X_2</t></is></c>"));
}

#[test]
fn a_formula_does_not_bring_back_what_was_taken_out() {
    let sheet = "<sheetData><row><c t=\"str\"><f>CONCATENATE(\"Ann\",\" Lee\")</f><v>Ann Lee</v></c></row></sheetData>";
    let document = TestWorkbook { sheet: sheet.to_owned(), ..TestWorkbook::default() }.read();
    let all = written(&document, &[("Ann Lee", "[P]")]);
    assert!(all.contains("<f>&quot;[P]&quot;</f><v>[P]</v>"));
}

#[test]
fn pivots_learn_that_a_number_became_text() {
    let cache = format!(
        "<pivotCacheDefinition {MAIN}><cacheFields><cacheField name=\"A\"><sharedItems containsSemiMixedTypes=\"0\" containsString=\"0\" \
         containsNumber=\"1\" containsInteger=\"1\" minValue=\"600123456\" maxValue=\"600123456\"/></cacheField></cacheFields></pivotCacheDefinition>"
    );
    let records =
        format!("<pivotCacheRecords {MAIN}><r><n v=\"600123456\"/></r><r><n v=\"7\"/></r></pivotCacheRecords>");
    let parts = TestWorkbook::default().parts();
    let definition = "xl/pivotCache/pivotCacheDefinition1.xml";
    let parts = parts.xml("xl/workbook.xml", "v", "pivotCacheDefinition", definition, &cache);
    let bytes =
        parts.xml(definition, "r", "pivotCacheRecords", "xl/pivotCache/pivotCacheRecords1.xml", &records).package();
    let all = written(&read(bytes), &[("600123456", "[PHONE]")]);
    assert!(all.contains("<sharedItems containsMixedTypes=\"1\" containsNumber=\"1\"/>"));
    assert!(all.contains("<r><s v=\"[PHONE]\"/></r><r><n v=\"7\"/></r>"));
}

#[test]
fn short_numbers_without_a_name_are_no_text() {
    let sheet = "<sheetData><row><c><v>42</v></c><c><v>0.123456789</v></c><c t=\"b\"><v>1</v></c><c t=\"e\"><v>#REF!</v></c>\
        <c><v>28013</v></c></row></sheetData>";
    let document = TestWorkbook { sheet: sheet.to_owned(), ..TestWorkbook::default() }.read();
    assert_eq!(texts(&document), ["One", "Two", "28013"]);
}

#[test]
fn headers_are_read_once_and_whole_wherever_they_stand() {
    let sheet = "<c t=\"s\"><headerFooter><oddHeader>Zqin</oddHeader></headerFooter></c><sheetData></sheetData>\
        <headerFooter><oddHeader>Zqa<x>Zqb</x>Zqc</oddHeader></headerFooter>";
    let book = TestWorkbook { sheet: sheet.to_owned(), ..TestWorkbook::default() };
    laws::hold(&Xlsx::default(), &book.parts().package(), &["Zqin", "Zqa", "Zqb", "Zqc"]);
}

#[test]
fn binary_workbooks_and_broken_parts_are_refused() {
    let bytes =
        TestParts::default().part("", "d", "officeDocument", "xl/workbook.bin", "application/x", b"x").package();
    assert!(matches!(Xlsx::default().read(bytes).unwrap_err(), ReadError::Unsupported { .. }));
    let book = TestWorkbook { sheet: "<sheetData>".to_owned(), ..TestWorkbook::default() };
    let error = Xlsx::default().read(book.parts().package()).unwrap_err();
    assert!(matches!(error, ReadError::Part { part, .. } if &*part == "xl/worksheets/sheet1.xml"));
}

proptest! {
    #[test]
    fn any_sheet_is_read_or_refused(pieces in proptest::collection::vec(0..PIECES.len(), 0..40)) {
        let sheet: String = pieces.into_iter().filter_map(|piece| PIECES.get(piece).copied()).collect();
        laws::hold_for_any(&Xlsx::default(), &TestWorkbook { strings: PEOPLE, sheet, ..TestWorkbook::default() }.parts().package());
    }

    #[test]
    fn damaged_files_are_read_or_refused(at in 0usize..9000, byte: u8) {
        let mut bytes = everything();
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        laws::hold_for_any(&Xlsx::default(), &bytes);
    }
}

const PIECES: &[&str] = &[
    "<sheetData>",
    "</sheetData>",
    "<row r=\"99999999999999999999\">",
    "<row>",
    "</row>",
    "<c r=\"ZZZZZZZZZZZZZZZZZZZZ1\" t=\"s\">",
    "<c t=\"s\">",
    "<c s=\"1\">",
    "<c t=\"inlineStr\">",
    "</c>",
    "<v>3</v>",
    "<v>99999999999999999999</v>",
    "<v>1e308</v>",
    "<v>Zqa</v>",
    "<v><![CDATA[Zqb]]></v>",
    "<f>&quot;Zqc&quot;&quot;</f>",
    "<f>'Zq</f>",
    "<f>[1]Zq!A1+T[[Zq]</f>",
    "<is><t>Zqd</t><rPh><t>Zqe</t></rPh></is>",
    "<headerFooter><oddHeader>&amp;LZqf&amp;</oddHeader></headerFooter>",
    "<!-- Zqg -->",
];
