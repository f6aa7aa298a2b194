//! The least that an archive needs to be a spreadsheet or a document with a table in it; nothing is compressed.

/// A spreadsheet of these rows.
pub fn xlsx(rows: &str) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const SHEET: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
    let workbook = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATED}\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/>\
         </sheets></workbook>"
    );
    let sheet = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>");
    let own = relations(&[("rId1", SHEET, "worksheets/sheet1.xml")]);
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    package(&[
        (
            "[Content_Types].xml",
            &types(&[
                ("/xl/workbook.xml", &format!("{kind}.sheet.main+xml")),
                ("/xl/worksheets/sheet1.xml", &format!("{kind}.worksheet+xml")),
            ]),
        ),
        ("_rels/.rels", &relations(&[("rId1", &format!("{RELATED}/officeDocument"), "xl/workbook.xml")])),
        ("xl/workbook.xml", &workbook),
        ("xl/_rels/workbook.xml.rels", &own),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

/// A document whose body is a table of these rows.
pub fn docx(rows: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let body = format!("<w:document xmlns:w=\"{main}\"><w:body><w:tbl>{rows}</w:tbl></w:body></w:document>");
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    package(&[
        ("[Content_Types].xml", &types(&[("/word/document.xml", kind)])),
        ("_rels/.rels", &relations(&[("rId1", &format!("{RELATED}/officeDocument"), "word/document.xml")])),
        ("word/document.xml", &body),
    ])
}

/// An OpenDocument spreadsheet of these rows.
pub fn ods(rows: &str) -> Vec<u8> {
    let names = "urn:oasis:names:tc:opendocument:xmlns";
    let kind = "application/vnd.oasis.opendocument.spreadsheet";
    let content = format!(
        "<office:document-content xmlns:office=\"{names}:office:1.0\" xmlns:table=\"{names}:table:1.0\" \
         xmlns:text=\"{names}:text:1.0\"><office:body><office:spreadsheet><table:table table:name=\"a\">{rows}\
         </table:table></office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = format!(
        "<manifest:manifest xmlns:manifest=\"{names}:manifest:1.0\"><manifest:file-entry manifest:full-path=\"/\" \
         manifest:media-type=\"{kind}\"/><manifest:file-entry manifest:full-path=\"content.xml\" \
         manifest:media-type=\"text/xml\"/></manifest:manifest>"
    );
    package(&[("mimetype", kind), ("META-INF/manifest.xml", &manifest), ("content.xml", &content)])
}

const RELATED: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn relations(all: &[(&str, &str, &str)]) -> String {
    let one = |(id, kind, target): &(&str, &str, &str)| {
        format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\"/>")
    };
    let all: String = all.iter().map(one).collect();
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{all}</Relationships>"
    )
}

fn types(all: &[(&str, &str)]) -> String {
    let one = |(part, kind): &(&str, &str)| format!("<Override PartName=\"{part}\" ContentType=\"{kind}\"/>");
    let all: String = all.iter().map(one).collect();
    format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>{all}</Types>"
    )
}

/// An archive of these members, stored as they are.
fn package(members: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in members {
        let size = (content.len() as u32).to_le_bytes();
        // Version, flags, method, time, date; then the sum and both sizes.
        let mut about = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        about.extend(checksum(content.as_bytes()).to_le_bytes());
        about.extend([size, size].concat());
        about.extend((name.len() as u16).to_le_bytes());
        about.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(content.as_bytes());
    }
    let (start, count) = ((out.len() as u32).to_le_bytes(), (members.len() as u16).to_le_bytes());
    let size = (directory.len() as u32).to_le_bytes();
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].concat());
    out.extend([size, start].concat());
    out.extend([0, 0]);
    out
}

/// The sum that archives keep of each member.
fn checksum(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (nth, entry) in (0u32..).zip(&mut table) {
        *entry = (0..8).fold(nth, |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 });
    }
    !bytes.iter().fold(!0, |sum: u32, byte| sum >> 8 ^ table[(sum as u8 ^ byte) as usize])
}
