//! The bodies of the fuzz targets: laws that hold whatever the bytes are.
//!
//! They are plain functions, so that an input that once broke a law can be kept as a test that needs no fuzzer.
//! A law that does not hold is a panic; what cannot be read is fine, as long as it is refused.

#![forbid(unsafe_code)]

mod archive;

use std::sync::LazyLock;

use sfumato::Anonymiser;
use sfumato_document::annotations::{AnnotatedDocument, AnnotationFormat, brat, i2b2, jsonl, pubtator};
use sfumato_document::formats::{FileKind, TextFile};
use sfumato_document::{CharacterEncoding, Document, DocumentFormat, Edits, ReadError, Span, TextEdit, WriteError};

/// Replacements of a span: a plain label, the marks that formats have to escape, letters that old encodings lack, nothing.
const REPLACEMENTS: [&str; 4] = ["[PERSON 1]", "\"a\",;|\t\\*_`#<&\r\n{}", "Ñandú 𝕏\u{feff}", ""];

/// Reading and writing: with no edits the same bytes come out, and an edit is made or refused.
///
/// The first byte picks the format, the next two where an edit starts and how long it is, the fourth its replacement;
/// the rest is the file.
pub fn read_write(data: &[u8]) {
    let [choice, start, length, replacement, file @ ..] = data else { return };
    let kind = FileKind::ALL[*choice as usize % FileKind::ALL.len()];
    keeps_the_laws(&*kind.format(), file, [*start, *length, *replacement]);
}

/// The same for one kind of file, told by its content as on the command line.
pub fn read_write_as(kind: FileKind, data: &[u8]) {
    let [start, length, replacement, file @ ..] = data else { return };
    let _ = FileKind::tell(file, None);
    keeps_the_laws(&*kind.format(), file, [*start, *length, *replacement]);
}

/// The same for office documents. The members are taken from the data, since hardly any mutation of an archive is one:
/// a byte for the name, two for the length, the content, and so on.
pub fn office(data: &[u8]) {
    let [choice, start, length, replacement, members @ ..] = data else { return };
    let kind = [FileKind::Docx, FileKind::Xlsx, FileKind::Pptx, FileKind::Odf][*choice as usize % 4];
    let file = archive::of(kind, members);
    let _ = FileKind::tell(&file, None);
    keeps_the_laws(&*kind.format(), &file, [*start, *length, *replacement]);
}

/// The same for archives and books.
pub fn archive(data: &[u8]) {
    let [choice, start, length, replacement, members @ ..] = data else { return };
    let kind = [FileKind::Zip, FileKind::Epub][*choice as usize % 2];
    let file = archive::of(kind, members);
    let _ = FileKind::tell(&file, None);
    keeps_the_laws(&*kind.format(), &file, [*start, *length, *replacement]);
}

fn keeps_the_laws(format: &dyn DocumentFormat, file: &[u8], [start, length, replacement]: [u8; 3]) {
    let Ok(ranges) = format.split(file) else { return };
    let mut end = 0;
    for range in ranges {
        assert!(range.start >= end, "{}: parts must be in order and disjoint", format.name());
        end = range.end;
        let part = file.get(range).expect("parts must lie in the file");
        let Ok(document) = format.read(part.to_vec()) else { continue };
        let same = format.write(&document, &Edits::none()).expect("no edits are always writable");
        assert!(same == part, "{}: with no edits the same bytes must come out", format.name());
        if let Some(span) = span(&document, start, length) {
            let replacement = REPLACEMENTS[replacement as usize % REPLACEMENTS.len()];
            edit_is_made_or_refused(format, &document, span, replacement);
        }
        without_what_can_go(format, &document);
    }
}

/// Checks that a file without everything that can be removed can be read again.
fn without_what_can_go(format: &dyn DocumentFormat, document: &Document) {
    let mut edits = Edits::none();
    for part in document.removable() {
        edits = edits.removing(part).expect("removables are disjoint");
    }
    // What cannot be taken out soundly is refused.
    let Ok(written) = format.write(document, &edits) else { return };
    if !edits.is_empty() && !written.is_empty() {
        let again = format.read(written);
        // An encoding without a mark is told from the characters, and those that told it may be gone.
        let is_sound = matches!(again, Ok(_) | Err(ReadError::Encoding { .. }));
        assert!(is_sound, "{}: what is left must be readable: {again:?}", format.name());
    }
}

/// Built once: a bank of recognisers takes longer to load than most inputs to mask.
static ANONYMISER: LazyLock<Anonymiser<'static>> =
    LazyLock::new(|| Anonymiser::builder().build().expect("the embedded settings are sound"));

/// Detecting and masking: mentions are in order and disjoint, two runs are equal, and what is planned can be written.
pub fn detect(data: &[u8]) {
    let Ok(document) = TextFile.read(data.to_vec()) else { return };
    let masked = ANONYMISER.mask_document(&document).expect("the default policy masks every text");
    let mut end = 0;
    for mention in &masked.entities.mentions {
        let (start, stop) = (mention.span.start(), mention.span.end());
        assert!(start >= end, "mentions must be in order and disjoint: one at {start} starts before {end}");
        assert!(start < stop, "a mention at {start} is of nothing");
        assert!(document.span(start, stop).is_some(), "a mention at {start} must lie on character boundaries");
        end = stop;
    }
    let again = ANONYMISER.mask_document(&document).expect("what was masked once is masked again");
    assert!(masked.edits == again.edits, "two runs must be equal");
    match TextFile.write(&document, &masked.edits) {
        Ok(_) | Err(WriteError::Unencodable { .. }) => {}
        Err(error) => panic!("what is planned must be writable: {error}"),
    }
}

/// Annotated files: what is read lies in its text, and written as JSON Lines it is read back the same.
///
/// The first byte picks the format, the second how much of the rest is the text, where that is a file of its own.
pub fn annotations(data: &[u8]) {
    let [choice, text, rest @ ..] = data else { return };
    let (text, file) = rest.split_at((*text as usize).min(rest.len()));
    let _ = AnnotationFormat::tell("file", file);
    let format = AnnotationFormat::ALL[*choice as usize % AnnotationFormat::ALL.len()];
    let Ok(documents) = format.read("file", file, Some(text.to_vec())) else { return };
    for read in documents {
        assert!(read.marks().all(|(span, _)| !span.is_empty()), "an annotation must hold something");
        let written = jsonl::write(&read.name, &read.document, read.marks());
        let again = jsonl::read("file", written.as_bytes()).expect("what is written must be readable");
        let same =
            |again: &AnnotatedDocument| again.document.text() == read.document.text() && again.marks().eq(read.marks());
        assert!(again.len() == 1 && again.iter().all(same), "what is written must be the same");
        let _ = brat::write(&read.document, read.marks());
        let _ = pubtator::write(&read.name, &read.document, read.marks());
        let xml = i2b2::read("file", i2b2::write(&read.document, read.marks()).as_bytes());
        assert!(xml.is_ok_and(|xml| xml.len() == 1), "what is written must be readable");
    }
}

/// A span of the document, moved to character boundaries: `start` in parts of 255 of the text, `length` in bytes.
fn span(document: &Document, start: u8, length: u8) -> Option<Span> {
    let text = document.text();
    let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = boundary(text.len() * start as usize / 255);
    let end = boundary((start + length as usize).min(text.len()));
    document.span(start, end).filter(|span| !span.is_empty())
}

fn edit_is_made_or_refused(format: &dyn DocumentFormat, document: &Document, span: Span, replacement: &str) {
    let edits = Edits::new(vec![TextEdit::new(span, replacement)]).expect("one edit overlaps nothing");
    let Ok(written) = format.write(document, &edits) else { return };
    // Where the structure is strict an edit must not break it. An encoding without a mark is told from the characters
    // themselves, and an edit that changes enough of them changes what is told; UTF-8 stays UTF-8.
    let is_utf8 = matches!(document.encoding(), CharacterEncoding::Utf8 | CharacterEncoding::Utf8Bom);
    if is_utf8
        && matches!(
            format.name(),
            "jsonl"
                | "json"
                | "tsv"
                | "xml"
                | "docx"
                | "xlsx"
                | "pptx"
                | "odf"
                | "srt"
                | "vtt"
                | "sql"
                | "tex"
                | "zip"
                | "epub"
        )
        && !written.is_empty()
    {
        let again = format.read(written);
        assert!(again.is_ok(), "{}: what was written must be readable: {again:?}", format.name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every format, every replacement, and edits in several places of the file.
    fn check_everywhere(file: &[u8]) {
        for choice in 0..FileKind::ALL.len() as u8 {
            for replacement in 0..4 {
                for (start, length) in [(0, 255), (0, 1), (60, 3), (128, 20), (254, 9), (255, 1)] {
                    let data: Vec<u8> =
                        [choice, start, length, replacement].into_iter().chain(file.iter().copied()).collect();
                    read_write(&data);
                }
            }
        }
    }

    #[test]
    fn short_inputs_are_nothing_to_do() {
        for length in 0..6 {
            read_write(&vec![b'a'; length]);
        }
    }

    #[test]
    fn ordinary_files_keep_the_laws_in_every_format() {
        check_everywhere(b"Name,Phone\n\"Ann \"\"B\"\" Lee\",020 7946 0000\n\nx\ty\n");
        check_everywhere(
            "{\"id\":1,\"text\":\"señor \\u00e9 \\ud83d\\ude42\\n\",\"n\":[123456]}\n{\"text\":\"\"}\n".as_bytes(),
        );
        check_everywhere("# T\n\n- **Ann**: `x`\n\n| A | B |\n|---|---|\n| 1 | 2 |\n".as_bytes());
        check_everywhere(b"se\xf1or \x80\r\n");
        check_everywhere(b"\xff\xfeA\x00\xf1\x00\n\x00");
    }

    #[test]
    fn ordinary_texts_are_masked() {
        detect(b"Dear Dr. Ann Lee, write to ann.lee@example.org or call 020 7946 0000.\n");
        detect("Paciente: José Núñez, DNI 00000000T, nacido el 01/02/1960.\n".as_bytes());
        detect(b"");
    }

    #[test]
    fn ordinary_annotations_are_read_and_written() {
        annotations(b"\x00\x03AnnT1\tNAME 0 3\tAnn\n");
        annotations(b"\x01\x00Ann NP B-PER\nran VB O\n");
        annotations(b"\x02\x00<r><TEXT>Dr <PHI TYPE=\"DOCTOR\">Lee</PHI></TEXT></r>");
        annotations(b"\x03\x00{\"text\": \"\\u0001Ann\", \"spans\": [{\"start\": 0, \"end\": 4, \"label\": \"P\"}]}");
        annotations(b"\x04\x001|t|Gout\n1\t0\t4\tGout\tDisease\n");
    }

    #[test]
    fn spans_are_moved_to_character_boundaries() {
        let document = TextFile.read("ñññ".into()).expect("readable");
        let found = span(&document, 43, 2).expect("a span");
        assert_eq!((found.start(), found.end()), (0, 2));
        assert_eq!(span(&document, 255, 9), None, "nothing behind the end");
    }
}
