//! Archives for the fuzzer: members of likely names with whatever content.

use sfumato_document::formats::FileKind;

const WORD: &[&str] = &[
    "[Content_Types].xml",
    "_rels/.rels",
    "word/document.xml",
    "word/_rels/document.xml.rels",
    "word/settings.xml",
    "word/comments.xml",
    "word/header1.xml",
    "docProps/core.xml",
    "docProps/app.xml",
    "docProps/thumbnail.jpeg",
    "word/media/image1.png",
    "word/embeddings/oleObject1.bin",
    "customXml/item1.xml",
    "word/people.xml",
];
const EXCEL: &[&str] = &[
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/sharedStrings.xml",
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/_rels/sheet1.xml.rels",
    "xl/comments1.xml",
    "xl/tables/table1.xml",
    "xl/styles.xml",
    "docProps/core.xml",
    "xl/pivotCache/pivotCacheDefinition1.xml",
    "xl/drawings/vmlDrawing1.vml",
];
const SLIDES: &[&str] = &[
    "[Content_Types].xml",
    "_rels/.rels",
    "ppt/presentation.xml",
    "ppt/_rels/presentation.xml.rels",
    "ppt/slides/slide1.xml",
    "ppt/notesSlides/notesSlide1.xml",
    "ppt/comments/comment1.xml",
    "docProps/core.xml",
    "ppt/commentAuthors.xml",
    "ppt/media/image1.jpeg",
];
const OPEN: &[&str] = &[
    "mimetype",
    "content.xml",
    "styles.xml",
    "meta.xml",
    "settings.xml",
    "META-INF/manifest.xml",
    "Thumbnails/thumbnail.png",
    "Pictures/1.png",
    "Object 1/content.xml",
    "Basic/Standard/Module1.xml",
    "manifest.rdf",
];

const FILES: &[&str] = &[
    "a.txt",
    "Ann Lee.txt",
    "d/",
    "d/b.csv",
    "c.json",
    "e.html",
    "f.vcf",
    "g.ics",
    "h.eml",
    "i.sql",
    "j.tex",
    "k.hl7",
    "l.srt",
    "__MACOSX/._a.txt",
    "m.png",
    "n.bin",
    "o.zip",
];
const BOOK: &[&str] =
    &["META-INF/container.xml", "b.opf", "b.ncx", "p.xhtml", "s.css", "f.ttf", "i.png", "META-INF/encryption.xml"];

/// An archive whose members are taken from the data.
pub fn of(kind: FileKind, mut data: &[u8]) -> Vec<u8> {
    let names = match kind {
        FileKind::Docx => WORD,
        FileKind::Xlsx => EXCEL,
        FileKind::Pptx => SLIDES,
        FileKind::Zip => FILES,
        FileKind::Epub => BOOK,
        _ => OPEN,
    };
    let mut archive = StoredArchive::default();
    if kind == FileKind::Odf {
        archive.add("mimetype", b"application/vnd.oasis.opendocument.text");
    }
    if kind == FileKind::Epub {
        archive.add("mimetype", b"application/epub+zip");
    }
    while let [name, low, high, rest @ ..] = data {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (content, after) = rest.split_at(length);
        let name = names[usize::from(*name) % names.len()];
        archive.add(name, content);
        data = after;
    }
    archive.finish()
}

/// A zip archive of stored members.
#[derive(Default)]
struct StoredArchive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    names: Vec<String>,
}

impl StoredArchive {
    fn add(&mut self, name: &str, content: &[u8]) {
        if self.names.iter().any(|known| known == name) {
            return;
        }
        self.names.push(name.to_owned());
        let start = (self.bytes.len() as u32).to_le_bytes();
        let length = (content.len() as u32).to_le_bytes();
        // Version, flags, method, time, date; then checksum and both lengths.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 33, 0];
        common.extend(crc32(content).to_le_bytes());
        common.extend(length);
        common.extend(length);
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&common);
        self.directory.extend([0; 10]);
        self.directory.extend(start);
        self.directory.extend(name.as_bytes());
    }

    fn finish(mut self) -> Vec<u8> {
        let start = (self.bytes.len() as u32).to_le_bytes();
        let count = (self.names.len() as u16).to_le_bytes();
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
        self.bytes.extend(count);
        self.bytes.extend(count);
        self.bytes.extend((self.directory.len() as u32).to_le_bytes());
        self.bytes.extend(start);
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_of_the_fuzzer_can_be_read() {
        let content = b"<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>";
        let mut data = vec![1, content.len() as u8, 0];
        data.extend(content);
        let file = of(FileKind::Odf, &data);
        assert_eq!(FileKind::tell(&file, None), Ok(FileKind::Odf));
        assert!(FileKind::Odf.format().read(file).is_ok());
    }
}
