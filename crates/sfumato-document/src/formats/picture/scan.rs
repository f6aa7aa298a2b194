//! Scanned PDFs: pages that are pictures, drawn by one helper and read by another.
//!
//! A file whose pages can be read as text is read so.
//! Of one that cannot, nothing is kept but what its pages look like: each becomes a picture, blackened where something
//! is masked, with the rest of its text laid over it unseen, so that it can be searched and copied.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use memchr::memmem;

use super::jpeg;
use super::page::{PicturePages, RecognisedPage};
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::DocumentBuilder;
use crate::formats::values::ValueEncoding;
use crate::formats::{DocumentFormat, Pdf, ReadError, WriteError};
use crate::hex;
use crate::recognition::{DrawnPages, PageRasteriser, PixelImage, PixelRectangle, RecognitionError, TextRecogniser};
use crate::{CharacterEncoding, Document};

/// PDFs, scanned or not.
#[derive(Clone)]
pub struct ScannedPdf {
    /// The program that draws pages.
    pub rasteriser: Arc<dyn PageRasteriser>,
    /// The recogniser that reads them.
    pub recogniser: Arc<dyn TextRecogniser>,
}

impl std::fmt::Debug for ScannedPdf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ScannedPdf")
    }
}

/// The mark in a file whose pages were drawn here: they are to be looked at again, not their text.
const DRAWN: &str = "/SfumatoDrawn true";
const MOST_PAGES: usize = 5000;

impl DocumentFormat for ScannedPdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if memmem::find(&bytes, DRAWN.as_bytes()).is_none() {
            match Pdf::default().read(bytes.clone()) {
                Err(ReadError::Part { .. } | ReadError::ScannedPage { .. } | ReadError::UnreadablePage { .. }) => {}
                read => return read,
            }
        }
        let whole = |error: RecognitionError| ReadError::Part { part: "the file".into(), fault: error.fault };
        let drawn = self.rasteriser.open(&bytes).map_err(whole)?;
        if drawn.count() == 0 || drawn.count() > MOST_PAGES {
            return Err(ReadError::Part { part: "the file".into(), fault: "no pages, or too many to be drawn" });
        }
        let mut builder = DocumentBuilder::default();
        let pictures = (1..=drawn.count()).map(|number| drawn.page(number).map(Cow::Owned));
        let pages = PicturePages::read(pictures, &*self.recogniser, "all but the pages", &mut builder)?;
        let container = ScanContainer { bytes, drawn, pages };
        Ok(builder.assemble(self.name(), CharacterEncoding::Windows1252, Box::new(container)))
    }
}

struct ScanContainer {
    bytes: Vec<u8>,
    drawn: Box<dyn DrawnPages>,
    pages: PicturePages,
}

impl FileContainer for ScanContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if self.pages.are_untouched(parts, removed) {
            return Ok(self.bytes.clone());
        }
        let mut file = PicturePdfWriter::default();
        let resolution = self.drawn.resolution();
        let pictures = (1..=self.drawn.count()).map(|number| Ok(self.drawn.page(number)?.without_needless_colours()));
        self.pages.blackened(pictures, parts, removed, |page, part, picture| {
            let text = laid_over(page, part, &picture, resolution);
            file.page(&picture, &text, resolution)
        })?;
        Ok(file.finish())
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        look("the text over the pages", UnreadBytes::new(&shown(&self.bytes)));
        Ok(())
    }
}

/// Returns the content over a picture: words unseen, and substitutes of others in white on the black that covers
/// them.
fn laid_over(page: &RecognisedPage, part: &PartEdits<'_>, picture: &PixelImage, resolution: usize) -> Vec<u8> {
    let points = |pixels: usize| pixels as f64 * 72.0 / resolution.max(1) as f64;
    let bottom = |place: PixelRectangle| points(picture.height.saturating_sub(place.top.saturating_add(place.height)));
    let code = ValueEncoding::by_number(1252);
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
        let is_beside =
            |place: &PixelRectangle| place.top.abs_diff(first.top) < first.height && place.left >= first.left;
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
    out.extend_from_slice(hex::encode(text.iter().copied()).as_bytes());
    out.extend_from_slice(SHOWN_END);
}

const SHOWN_END: &[u8] = b"> Tj\n";

/// The texts that lie over the pages of a file that was written here.
fn shown(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut start = 0;
    for end in memmem::find_iter(bytes, SHOWN_END) {
        let line = bytes.get(start..end).unwrap_or_default();
        let digits = line.iter().rposition(|byte| *byte == b'<').and_then(|at| line.get(at + 1..)).unwrap_or_default();
        out.extend(digits.as_chunks::<2>().0.iter().map(|digits| hex::pair(digits).unwrap_or(0)));
        out.push(b' ');
        start = end;
    }
    out
}

/// A PDF of pictures in the making.
#[derive(Default)]
struct PicturePdfWriter {
    /// Objects behind the catalogue, the list of pages and the font.
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
}

/// The number of the first of them.
const FIRST: usize = 4;

impl PicturePdfWriter {
    fn add(&mut self, object: Vec<u8>) -> usize {
        self.objects.push(object);
        FIRST + self.objects.len() - 1
    }

    fn page(&mut self, picture: &PixelImage, text: &[u8], resolution: usize) -> Option<()> {
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
