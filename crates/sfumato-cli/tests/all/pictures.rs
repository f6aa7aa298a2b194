//! Reading with the help of other programs: pictures, scanned pages, old office documents.

use std::process::{Command, Stdio};

use crate::support::{TestFolder, fails, run, works};

const NOTE: &[u8] = include_bytes!("pictures/note.png");

/// A test that looks at nothing must say so.
#[expect(clippy::print_stderr, reason = "there is nobody else to tell")]
fn tell(what: &str) {
    eprintln!("{what}");
}

/// True if a program can be called; if not, the test says so and is over.
fn has(program: &str, argument: &str) -> bool {
    let called = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_there = called.is_ok_and(|status| status.success());
    if !is_there {
        tell(&format!("SKIPPED: {program} is not installed"));
    }
    is_there
}

#[test]
fn pictures_are_refused_with_what_to_do() {
    let folder = TestFolder::new();
    folder.write("note.png", NOTE);
    let told = "note.png: not read: a picture; --ocr reads its text, if Tesseract is installed";
    fails(&folder, &["mask", "note.png", "-o", "out.png"], told);
}

#[test]
fn what_is_masked_in_a_picture_cannot_be_read_any_more() {
    if !has("tesseract", "--version") {
        return;
    }
    let folder = TestFolder::new();
    folder.write("note.png", NOTE);
    let read = |name: &str| works(&folder, &["detect", name, "--ocr", "--as", "jsonl", "--show-text"]).stdout;
    assert!(read("note.png").contains("Lindqvist"));
    works(&folder, &["mask", "note.png", "-o", "out.png", "--ocr"]);
    assert!(folder.read("out.png").starts_with(b"\x89PNG"));
    let text = works(&folder, &["analyse", "out.png", "--ocr", "--as", "json"]).stdout;
    assert!(text.contains("kettle"), "what nobody looks for stays");
    assert!(!text.contains("Lindqvist") && !text.contains("1961") && !text.contains("Harriet"));
}

#[test]
fn a_scanned_page_is_blackened_and_can_be_searched() {
    if !has("tesseract", "--version") || !has("pdftoppm", "-v") {
        return;
    }
    let folder = TestFolder::new();
    folder.write("scan.pdf", &scan());
    fails(&folder, &["mask", "scan.pdf", "-o", "out.pdf"], "page 1: a scanned page");
    works(&folder, &["mask", "scan.pdf", "-o", "out.pdf", "--ocr"]);
    let written = String::from_utf8_lossy(&folder.read("out.pdf")).into_owned();
    assert!(written.starts_with("%PDF-") && !written.contains("Lindqvist"));
    let again = run(&folder, &["analyse", "out.pdf", "--ocr", "--as", "json"], None);
    assert!(again.stdout.contains("kettle") && !again.stdout.contains("Lindqvist"), "{}", again.stderr);
}

/// The picture as a page: its rows are packed in a PDF as they are in a PNG.
fn scan() -> Vec<u8> {
    let mut rest = NOTE.get(8..).unwrap_or_default();
    let (mut size, mut packed) = ((0, 0), Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let data = behind.get(4..4 + length).unwrap_or_default();
        let number =
            |at: usize| data.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_be_bytes(*four));
        match behind.get(..4) {
            Some(b"IHDR") => size = (number(0), number(4)),
            Some(b"IDAT") => packed.extend_from_slice(data),
            _ => {}
        }
        rest = behind.get(8 + length..).unwrap_or_default();
    }
    let (width, height) = size;
    let content = format!("q {width} 0 0 {height} 0 0 cm /I Do Q");
    let image = format!(
        "<</Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 1\
         /Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 1/BitsPerComponent 1/Columns {width}>>/Length {}>>stream\n",
        packed.len()
    );
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>")
            .into_bytes(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()).into_bytes(),
        [image.as_bytes(), &packed, b"\nendstream"].concat(),
    ];
    let mut out = b"%PDF-1.4\n".to_vec();
    for (number, object) in (1..).zip(&objects) {
        out.extend_from_slice(&[format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    out.extend_from_slice(b"trailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n");
    out
}
