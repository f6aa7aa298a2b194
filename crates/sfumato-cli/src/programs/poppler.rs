//! Poppler's programs, which draw the pages of a PDF.
//!
//! They work on a file, in a folder that only this user can read and that is gone afterwards.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use sfumato::document::{DrawnPages, PageRasteriser, PixelImage, RecognitionError};
use tempfile::TempDir;

use super::libreoffice::private;
use super::{ProgramError, answer};

/// The time they may take for a page.
const LIMIT: Duration = Duration::from_secs(120);
/// Dots an inch: enough for small print, and what scanners do.
const RESOLUTION: usize = 200;

struct Poppler;

/// The rasteriser that draws pages.
pub fn rasteriser() -> Arc<dyn PageRasteriser> {
    Arc::new(Poppler)
}

fn trouble(trouble: ProgramError) -> RecognitionError {
    let what = match trouble {
        ProgramError::Missing => "--ocr draws pages with Poppler; install it (Debian: poppler-utils)",
        ProgramError::TooLong => "Poppler took too long to draw it",
        ProgramError::Failed => "Poppler could not draw it",
    };
    RecognitionError { fault: what }
}

impl PageRasteriser for Poppler {
    fn open(&self, pdf: &[u8]) -> Result<Box<dyn DrawnPages>, RecognitionError> {
        let failed = |_| trouble(ProgramError::Failed);
        let folder = tempfile::Builder::new().prefix("sfumato-").tempdir().map_err(failed)?;
        private(&folder.path().join(FILE), pdf).map_err(failed)?;
        let about =
            answer(Command::new("pdfinfo").arg(folder.path().join(FILE)), Vec::new(), LIMIT).map_err(trouble)?;
        let about = String::from_utf8_lossy(&about).into_owned();
        let count = about.lines().find_map(|line| line.strip_prefix("Pages:")?.trim().parse().ok());
        Ok(Box::new(PopplerPages { folder, count: count.ok_or(trouble(ProgramError::Failed))? }))
    }
}

const FILE: &str = "document.pdf";

struct PopplerPages {
    folder: TempDir,
    count: usize,
}

impl DrawnPages for PopplerPages {
    fn count(&self) -> usize {
        self.count
    }

    fn resolution(&self) -> usize {
        RESOLUTION
    }

    fn page(&self, number: usize) -> Result<PixelImage, RecognitionError> {
        let mut command = Command::new("pdftoppm");
        let number = number.to_string();
        command.args(["-r", &RESOLUTION.to_string(), "-f", &number, "-l", &number]).arg(self.folder.path().join(FILE));
        let drawn = answer(&mut command, Vec::new(), LIMIT).map_err(trouble)?;
        pixels(drawn).ok_or(RecognitionError { fault: "a page that is too large to be drawn; scale it down first" })
    }
}

/// The pixels of a picture as Poppler prints it.
fn pixels(drawn: Vec<u8>) -> Option<PixelImage> {
    let mut words = Vec::new();
    let mut at = 0;
    while words.len() < 4 {
        let rest = drawn.get(at..)?;
        let length = rest.iter().position(u8::is_ascii_whitespace)?;
        words.push(std::str::from_utf8(rest.get(..length)?).ok()?.to_owned());
        at += length + 1;
    }
    let [kind, width, height, depth] = words.try_into().ok()?;
    if kind != "P6" || depth != "255" {
        return None;
    }
    PixelImage::new(width.parse().ok()?, height.parse().ok()?, 3, drawn.get(at..)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_page_is_read() {
        let read = pixels(b"P6\n2 1\n255\nabcdef".to_vec()).expect("a picture");
        assert_eq!((read.width, read.height, read.samples()), (2, 1, &b"abcdef"[..]));
        assert!(pixels(b"P6\n2 1\n255\nabc".to_vec()).is_none());
        assert!(pixels(b"P6\n".to_vec()).is_none());
    }
}
