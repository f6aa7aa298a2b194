//! Scanned PDFs: pages that are pictures, drawn by one helper and read by another.
//!
//! A file whose pages can be read as text is read so.
//! Of one that cannot, nothing is kept but what its pages look like: each becomes a picture, blackened where something
//! is masked, with the rest of its text laid over it unseen, so that it can be searched and copied.

use std::ops::Range;
use std::sync::Arc;

use memchr::memmem;

use super::jpeg;
use super::page::{Page, lay_out};
use crate::formats::builder::Builder;
use crate::formats::values::Code;
use crate::formats::{Format, Pdf, ReadError, WriteError};
use crate::recognition::{DrawnPages, Pixels, Rasteriser, RecognitionError, Rectangle, TextRecogniser};
use crate::shell::{PartEdits, Shell, Unread};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

/// PDFs, scanned or not.
#[derive(Clone)]
pub struct ScannedPdf {
    /// Who draws pages.
    pub rasteriser: Arc<dyn Rasteriser>,
    /// Who reads them.
    pub recogniser: Arc<dyn TextRecogniser>,
}

impl std::fmt::Debug for ScannedPdf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ScannedPdf")
    }
}

/// What says in a file that its pages were drawn here: they are to be looked at again, not their text.
const DRAWN: &str = "/SfumatoDrawn true";
const MOST_PAGES: usize = 5000;

impl Format for ScannedPdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if memmem::find(&bytes, DRAWN.as_bytes()).is_none() {
            match Pdf::default().read(bytes.clone()) {
                Err(ReadError::Part { .. }) => {}
                read => return read,
            }
        }
        let whole = |error: RecognitionError| ReadError::Part { part: "the file".into(), what: error.what };
        let drawn = self.rasteriser.open(&bytes).map_err(whole)?;
        if drawn.count() == 0 || drawn.count() > MOST_PAGES {
            return Err(ReadError::Part { part: "the file".into(), what: "no pages, or too many to be drawn" });
        }
        let mut builder = Builder::default();
        let mut pages = Vec::with_capacity(drawn.count());
        for number in 1..=drawn.count() {
            let wrong =
                |error: RecognitionError| ReadError::Part { part: format!("page {number}").into(), what: error.what };
            let picture = drawn.page(number).map_err(wrong)?;
            let page = lay_out(&self.recogniser.words(&picture).map_err(wrong)?);
            for block in &page.blocks {
                let text = page.text.get(block.clone()).unwrap_or_default();
                builder.block(text, block.clone(), Coding::Verbatim, BlockKind::Paragraph, None);
            }
            builder.end_part(&page.text)?;
            let since = builder.text_len();
            let unsure = (!page.unsure.is_empty()).then(|| {
                let place = format!("page {number}: words that could not be read");
                builder.removable(RemovableKind::Picture, place, since, Vec::new())
            });
            pages.push((page, unsure));
        }
        let since = builder.text_len();
        let metadata = builder.removable(RemovableKind::Metadata, "all but the pages", since, Vec::new());
        let shell = Scan { bytes, drawn, pages, metadata };
        Ok(builder.assemble(self.name(), Encoding::Windows1252, Box::new(shell)))
    }
}

struct Scan {
    bytes: Vec<u8>,
    drawn: Box<dyn DrawnPages>,
    /// What was read on each page, and the removable that the unsure words are.
    pages: Vec<(Page, Option<usize>)>,
    metadata: usize,
}

impl Shell for Scan {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let is_removed = |number: usize| removed.get(number) == Some(&true);
        let is_covered = |(_, unsure): &(Page, Option<usize>)| unsure.is_some_and(is_removed);
        let is_same = parts.iter().all(PartEdits::is_untouched) && !self.pages.iter().any(is_covered);
        if is_same && !is_removed(self.metadata) {
            return Ok(self.bytes.clone());
        }
        let mut file = Writer::default();
        for ((number, page), part) in (1..).zip(&self.pages).zip(parts) {
            let drawn = self.drawn.page(number).map_err(|error| WriteError::File { what: error.what.to_owned() })?;
            let mut picture = drawn.without_needless_colours();
            let places = page.0.touched(part.changes.iter().map(|(range, _)| range.clone()));
            let unsure: &[Rectangle] = if is_covered(page) { &page.0.unsure } else { &[] };
            places.iter().chain(unsure).for_each(|place| picture.blacken(place.widened()));
            let text = laid_over(&page.0, part, &picture, self.drawn.resolution());
            file.page(&picture, &text, self.drawn.resolution()).ok_or(WriteError::Inconsistent)?;
        }
        Ok(file.finish())
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
        look("the text over the pages", Unread::new(&shown(&self.bytes)));
        Ok(())
    }
}

/// What is drawn over a picture: words unseen, and what stands for others in white on the black that covers them.
fn laid_over(page: &Page, part: &PartEdits<'_>, picture: &Pixels, resolution: usize) -> Vec<u8> {
    let points = |pixels: usize| pixels as f64 * 72.0 / resolution.max(1) as f64;
    let bottom = |place: Rectangle| points(picture.height.saturating_sub(place.top.saturating_add(place.height)));
    let code = Code::by_number(1252);
    let mut out = b"BT\n3 Tr\n".to_vec();
    let is_masked = |range: &Range<usize>| {
        let first = part.changes.partition_point(|(change, _)| change.end <= range.start);
        part.changes.get(first).is_some_and(|(change, _)| change.start < range.end)
    };
    for (range, place) in page.words.iter().filter(|(range, _)| !is_masked(range)) {
        let text = code.encode(part.source.get(range.clone()).unwrap_or_default());
        // Letters are about half as wide as they are high.
        let size = points(place.height).max(1.0);
        let natural = (text.len().max(1)) as f64 * size * 0.5;
        let stretch = 100.0 * points(place.width) / natural;
        show(&text, size, stretch, [points(place.left), bottom(*place) + 0.2 * size], &mut out);
    }
    out.extend_from_slice(b"0 Tr 1 g\n");
    for (range, replacement) in part.changes.iter().filter(|(_, replacement)| !replacement.trim().is_empty()) {
        let start = page.words.partition_point(|(word, _)| word.end <= range.start);
        let words = page.words.iter().skip(start).take_while(|(word, _)| word.start < range.end);
        let Some((_, first)) = words.clone().next() else { continue };
        // It may reach as far as what it stands for does on the same line.
        let is_beside = |place: &Rectangle| place.top.abs_diff(first.top) < first.height && place.left >= first.left;
        let ends = words.filter(|(_, place)| is_beside(place)).map(|(_, place)| place.left.saturating_add(place.width));
        let width = points(ends.max().unwrap_or(0).saturating_sub(first.left));
        let text = code.encode(replacement);
        let size = (points(first.height) * 0.8).min(width / (text.len().max(1) as f64 * 0.6)).max(1.0);
        let base = bottom(*first) + (points(first.height) - 0.7 * size) / 2.0;
        show(&text, size, 100.0, [points(first.left), base], &mut out);
    }
    out.extend_from_slice(b"ET\n");
    out
}

/// Shows a text at a place.
fn show(text: &[u8], size: f64, stretch: f64, [x, y]: [f64; 2], out: &mut Vec<u8>) {
    out.extend_from_slice(format!("/F {size:.2} Tf {stretch:.1} Tz 1 0 0 1 {x:.2} {y:.2} Tm <").as_bytes());
    text.iter().for_each(|byte| out.extend_from_slice(format!("{byte:02x}").as_bytes()));
    out.extend_from_slice(SHOWN_END);
}

const SHOWN_END: &[u8] = b"> Tj\n";

/// The texts that lie over the pages of a file that was written here.
fn shown(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut start = 0;
    for end in memmem::find_iter(bytes, SHOWN_END) {
        let line = bytes.get(start..end).unwrap_or_default();
        let hex = line.iter().rposition(|byte| *byte == b'<').and_then(|at| line.get(at + 1..)).unwrap_or_default();
        let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
        out.extend(hex.as_chunks::<2>().0.iter().map(|[high, low]| digit(*high) << 4 | digit(*low)));
        out.push(b' ');
        start = end;
    }
    out
}

/// A PDF of pictures in the making.
#[derive(Default)]
struct Writer {
    /// Objects behind the catalogue, the list of pages and the font.
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
}

/// The number of the first of them.
const FIRST: usize = 4;

impl Writer {
    fn add(&mut self, object: Vec<u8>) -> usize {
        self.objects.push(object);
        FIRST + self.objects.len() - 1
    }

    fn page(&mut self, picture: &Pixels, text: &[u8], resolution: usize) -> Option<()> {
        let scale = |pixels: usize| pixels as f64 * 72.0 / resolution.max(1) as f64;
        let (width, height) = (scale(picture.width), scale(picture.height));
        let packed = jpeg::write(picture)?;
        let space = if picture.channels == 3 { "DeviceRGB" } else { "DeviceGray" };
        let head = format!(
            "<</Type/XObject/Subtype/Image/Width {}/Height {}/ColorSpace/{space}/BitsPerComponent 8/Filter/DCTDecode/Length {}>>\nstream\n",
            picture.width,
            picture.height,
            packed.len()
        );
        let image = self.add([head.as_bytes(), &packed, b"\nendstream"].concat());
        let drawing = format!("q {width:.2} 0 0 {height:.2} 0 0 cm /I Do Q\n");
        let content = [drawing.as_bytes(), text].concat();
        let head = format!("<</Length {}>>\nstream\n", content.len());
        let content = self.add([head.as_bytes(), &content, b"endstream"].concat());
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2} {height:.2}]/Contents {content} 0 R\
             /Resources<</XObject<</I {image} 0 R>>/Font<</F 3 0 R>>>>>>"
        );
        let page = self.add(page.into_bytes());
        self.pages.push(page);
        Some(())
    }

    fn finish(self) -> Vec<u8> {
        let kids: String = self.pages.iter().map(|page| format!("{page} 0 R ")).collect();
        let mut all = vec![
            format!("<</Type/Catalog/Pages 2 0 R{DRAWN}>>").into_bytes(),
            format!("<</Type/Pages/Kids[{kids}]/Count {}>>", self.pages.len()).into_bytes(),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
        ];
        all.extend(self.objects);
        let mut out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", all.len() + 1);
        for (number, object) in (1..).zip(all.iter()) {
            table.push_str(&format!("{:010} 00000 n \n", out.len()));
            out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            out.extend_from_slice(object);
            out.extend_from_slice(b"\nendobj\n");
        }
        let start = out.len();
        out.extend_from_slice(table.as_bytes());
        let end = format!("trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", all.len() + 1);
        out.extend_from_slice(end.as_bytes());
        out
    }
}
