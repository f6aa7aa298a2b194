//! Pictures with words that a recogniser of these tests claims to see.

use std::sync::Arc;

use super::{PictureFile, ScannedPdf, jpeg, png, tiff};
use crate::formats::{DocumentFormat, FileKind, ReadError, testing};
use crate::recognition::{
    DrawnPages, PageRasteriser, PixelImage, PixelRectangle, RecognitionError, SeenWord, TextRecogniser,
};
use crate::{Edits, RemovableKind, Sensitive, TextEdit};

/// Sees one word in each white square of a grey picture: a word is there until it is black.
struct SquareRecogniser;

const WORDS: [(&str, f32, usize); 4] = [("Ann", 0.9, 0), ("Leeson", 0.9, 0), ("came", 0.95, 1), ("scrawl", 0.2, 1)];

impl TextRecogniser for SquareRecogniser {
    fn words(&self, picture: &PixelImage) -> Result<Vec<SeenWord>, RecognitionError> {
        let word = |nth: usize, (text, confidence, line): (&str, f32, usize)| {
            let place = PixelRectangle { left: nth * 20 + 6, top: 6, width: 8, height: 8 };
            let middle = (10 * picture.width + nth * 20 + 10) * picture.channels;
            let is_there = picture.samples().get(middle).is_some_and(|sample| *sample > 128);
            is_there.then(|| SeenWord { text: Sensitive::new(text.to_owned()), place, confidence, line, paragraph: 0 })
        };
        Ok(WORDS.iter().enumerate().filter_map(|(nth, seen)| word(nth, *seen)).collect())
    }
}

fn picture(channels: usize) -> PixelImage {
    let mut samples = vec![60; 80 * 20 * channels];
    for (at, sample) in samples.iter_mut().enumerate() {
        let (x, y) = (at / channels % 80 % 20, at / channels / 80);
        if (6..14).contains(&x) && (6..14).contains(&y) {
            *sample = 250;
        }
    }
    PixelImage::new(80, 20, channels, samples).expect("whole")
}

fn format() -> PictureFile {
    PictureFile { recogniser: Some(Arc::new(SquareRecogniser)) }
}

fn files() -> Vec<Vec<u8>> {
    [1, 3]
        .into_iter()
        .flat_map(|channels| {
            let picture = picture(channels);
            let both = [picture.clone(), picture.clone()];
            [
                png::write(&picture).expect("small"),
                jpeg::write(&picture).expect("small"),
                tiff::write(&both).expect("small"),
            ]
        })
        .collect()
}

#[test]
fn what_is_masked_is_blackened_in_the_pixels() {
    for file in files() {
        assert_eq!(FileKind::tell(&file, None), Ok(FileKind::Picture));
        let document = format().read(file.clone()).expect("readable");
        assert!(document.text().starts_with("Ann Leeson\ncame"), "words stand in lines, the unsure one is none");
        assert!(format().write(&document, &Edits::none()).expect("writable") == file);
        let name = document.span(0, 10).expect("a span");
        let mut edits = Edits::new(vec![TextEdit::new(name, "[PERSON 1]")]).expect("one");
        let is_page = document.text().len() > 20;
        for part in document.removable().iter().filter(|part| part.kind == RemovableKind::Picture) {
            edits = edits.removing(part).expect("whole");
        }
        let again = format().read(format().write(&document, &edits).expect("writable")).expect("readable");
        let expected = if is_page { "came\nAnn Leeson\ncame" } else { "came" };
        assert_eq!(again.text(), expected);
        assert_eq!(again.removable().len(), 1, "no unsure word is left");
    }
}

#[test]
fn pixels_come_back() {
    for channels in [1, 3] {
        let picture = picture(channels);
        assert!(png::read(&png::write(&picture).expect("small")) == Some(picture.clone()));
        assert!(
            tiff::read(&tiff::write(std::slice::from_ref(&picture)).expect("small")) == Some(vec![picture.clone()])
        );
        let again = jpeg::read(&jpeg::write(&picture).expect("small")).expect("readable");
        let worst = picture.samples().iter().zip(again.samples()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst.is_some_and(|worst| worst < 24), "{worst:?}");
    }
}

#[test]
fn a_picture_that_lies_on_its_side_is_set_upright() {
    let samples: Vec<u8> = (0..6).collect();
    let turned = |how: usize| {
        let picture = PixelImage::new(3, 2, 1, samples.clone()).expect("whole");
        tiff::upright(picture, how).expect("turned").samples().to_vec()
    };
    assert_eq!(turned(1), [0, 1, 2, 3, 4, 5]);
    assert_eq!(turned(3), [5, 4, 3, 2, 1, 0]);
    assert_eq!(turned(6), [3, 0, 4, 1, 5, 2]);
    assert_eq!(turned(8), [2, 5, 1, 4, 0, 3]);
}

#[test]
fn without_a_recogniser_a_picture_is_refused_with_what_to_do() {
    let file = png::write(&picture(1)).expect("small");
    assert_eq!(PictureFile::default().read(file).err(), Some(ReadError::Picture));
}

#[test]
fn damaged_pictures_are_read_or_refused() {
    for mutant in files().iter().flat_map(|file| testing::mutants(file, 0, 400)) {
        if let Ok(document) = format().read(mutant.clone()) {
            assert!(format().write(&document, &Edits::none()).expect("writable") == mutant);
        }
    }
}

/// Draws what lies in a file as JPEG, or the picture of these tests.
struct TestRasteriser;

struct TestPages(Vec<PixelImage>);

impl PageRasteriser for TestRasteriser {
    fn open(&self, pdf: &[u8]) -> Result<Box<dyn DrawnPages>, RecognitionError> {
        let found: Vec<PixelImage> =
            memchr::memmem::find_iter(pdf, b"\xff\xd8\xff").filter_map(|at| jpeg::read(&pdf[at..])).collect();
        Ok(Box::new(TestPages(if found.is_empty() { vec![picture(3), picture(3)] } else { found })))
    }
}

impl DrawnPages for TestPages {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn resolution(&self) -> usize {
        72
    }

    fn page(&self, number: usize) -> Result<PixelImage, RecognitionError> {
        self.0.get(number - 1).cloned().ok_or(RecognitionError { fault: "no such page" })
    }
}

#[test]
fn a_scanned_page_is_drawn_anew_with_its_text_over_it() {
    let format = ScannedPdf { rasteriser: Arc::new(TestRasteriser), recogniser: Arc::new(SquareRecogniser) };
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        "<</Length 31>>stream\nq 600 0 0 800 0 0 cm /I Do Q    \nendstream",
        "<</Type/XObject/Subtype/Image/Width 2/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 2>>stream\nxx\nendstream",
    ];
    let objects: String = objects.iter().zip(1..).map(|(object, nth)| format!("{nth} 0 obj{object}endobj\n")).collect();
    let source = format!("%PDF-1.4\n{objects}trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").into_bytes();
    let document = format.read(source.clone()).expect("drawn and read");
    assert_eq!(document.text(), "Ann Leeson\ncame\nAnn Leeson\ncame");
    assert!(format.write(&document, &Edits::none()).expect("writable") == source);
    let edits = [0, 16].map(|at| TextEdit::new(document.span(at, at + 10).expect("a span"), "[P 1]"));
    let mut edits = Edits::new(edits.to_vec()).expect("disjoint");
    for part in document.removable() {
        edits = edits.removing(part).expect("whole");
    }
    let written = format.write(&document, &edits).expect("writable");
    let again = format.read(written.clone()).expect("readable");
    assert_eq!(again.text(), "came\ncame", "the pixels are read again, not the text over them");
    let plain = crate::formats::Pdf::default().read(written).expect("a sound file");
    assert!(plain.text().contains("came") && plain.text().contains("[P 1]") && !plain.text().contains("Leeson"));
}
