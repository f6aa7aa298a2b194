//! Small files for tests.

use std::ops::Range;

use crate::{PdfDocument, PdfError, PdfFile, PdfText, PlaceEdits, Removals, TextChange};

/// A file of objects, numbered from one in order; the first is the catalogue.
pub(crate) fn build(objects: &[&str], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n", at + 1).as_bytes());
        out.extend(object.as_bytes());
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).as_bytes());
    for offset in &offsets {
        out.extend(format!("{offset:010} 00000 n \n").as_bytes());
    }
    out.extend(
        format!("trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n", offsets.len() + 1).as_bytes(),
    );
    out
}

/// A stream object.
pub(crate) fn stream(entries: &str, data: &str) -> String {
    format!("<<{entries}/Length {}>>stream\n{data}\nendstream", data.len())
}

/// A file of one page, and these objects from the fourth on; `root` and `page` are added to the catalogue and the page.
pub(crate) fn one_page(root: &str, page: &str, others: &[&str], trailer: &str) -> Vec<u8> {
    let root = format!("<</Type/Catalog/Pages 2 0 R{root}>>");
    let page = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]{page}>>");
    let mut objects = vec![root.as_str(), "<</Type/Pages/Kids[3 0 R]/Count 1>>", page.as_str()];
    objects.extend(others);
    build(&objects, trailer)
}

/// The file, read.
pub(crate) fn open(bytes: &[u8]) -> PdfFile {
    try_open(bytes).expect("sound")
}

/// The same, where it may not be sound.
pub(crate) fn try_open(bytes: &[u8]) -> Result<PdfFile, PdfError> {
    PdfFile::open(&bytes.into())
}

/// The same file with its objects in an object stream and its cross references in a stream, as newer writers do.
pub(crate) fn packed(objects: &[&str], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.5\n".to_vec();
    let mut rows: Vec<[u8; 4]> = vec![[0, 0, 0, 0]];
    let container = objects.len() + 1;
    let (mut index, mut bodies) = (String::new(), String::new());
    for (at, object) in objects.iter().enumerate() {
        let number = at + 1;
        if object.ends_with("endstream") {
            rows.push(row(1, out.len()));
            out.extend(format!("{number} 0 obj\n{object}\nendobj\n").as_bytes());
        } else {
            rows.push(row(2, container));
            index.push_str(&format!("{number} {} ", bodies.len()));
            bodies.push_str(object);
            bodies.push('\n');
        }
    }
    let count = rows.iter().filter(|row| row[0] == 2).count();
    rows.push(row(1, out.len()));
    let entries = format!("/Type/ObjStm/N {count}/First {}", index.len());
    out.extend(format!("{container} 0 obj\n{}\nendobj\n", stream(&entries, &format!("{index}{bodies}"))).as_bytes());
    let start = out.len();
    rows.push(row(1, start));
    let size = rows.len();
    let hex: String = rows.concat().iter().map(|byte| format!("{byte:02x}")).collect();
    let entries = format!("/Type/XRef/W[1 2 1]/Size {size}/Root 1 0 R/Filter/ASCIIHexDecode{trailer}");
    out.extend(
        format!("{} 0 obj\n{}\nendobj\nstartxref\n{start}\n%%EOF\n", size - 1, stream(&entries, &hex)).as_bytes(),
    );
    out
}

fn row(kind: u8, value: usize) -> [u8; 4] {
    let [high, low] = (value as u16).to_be_bytes();
    [kind, high, low, 0]
}

/// Ranges of a text and what replaces them.
pub(crate) type TextEdits = Vec<(Range<usize>, String)>;

/// A file with its texts.
pub(crate) struct OpenedPdf {
    pub pdf: PdfDocument,
    pub places: Vec<PdfText>,
}

impl OpenedPdf {
    pub fn new(bytes: Vec<u8>) -> Result<Self, PdfError> {
        let mut places = Vec::new();
        let pdf = PdfDocument::open(bytes, |place| places.push(place))?;
        Ok(Self { pdf, places })
    }

    /// The file with its texts edited.
    pub fn write(&self, edits: &[TextEdits], removals: &Removals) -> Result<Vec<u8>, PdfError> {
        with_edits(&self.places, edits, |edits| self.pdf.write(edits, removals, &[]))
    }
}

/// Puts texts and what becomes of each together.
pub(crate) fn with_edits<T>(places: &[PdfText], edits: &[TextEdits], then: impl FnOnce(&[PlaceEdits<'_>]) -> T) -> T {
    let changes: Vec<Vec<TextChange<'_>>> = edits
        .iter()
        .map(|edits| edits.iter().map(|(range, text)| (range.clone(), text.as_str().into())).collect())
        .collect();
    let edits: Vec<PlaceEdits<'_>> =
        places.iter().zip(&changes).map(|(place, changes)| PlaceEdits { text: &place.text, changes }).collect();
    then(&edits)
}
