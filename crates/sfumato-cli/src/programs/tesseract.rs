//! Tesseract, which reads the text of pictures.
//!
//! A picture goes to it through a pipe, and its words come back through another: nothing is written to a disk.

use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sfumato::document::{PixelImage, PixelRectangle, RecognitionError, SeenWord, Sensitive, TextRecogniser};

use super::{ProgramError, answer};
use crate::failure::Failure;

const PROGRAM: &str = "tesseract";
/// The time it may take for a page.
const LIMIT: Duration = Duration::from_secs(180);
/// The languages that documents are in, as it calls them.
const LANGUAGES: [&str; 2] = ["eng", "spa"];

struct Tesseract {
    languages: String,
}

/// Tesseract, if it is installed with a language that can be used.
pub fn recogniser() -> Result<Arc<dyn TextRecogniser>, Failure> {
    static FOUND: OnceLock<Result<String, &'static str>> = OnceLock::new();
    let languages = FOUND.get_or_init(languages).clone().map_err(Failure::call)?;
    Ok(Arc::new(Tesseract { languages }))
}

fn languages() -> Result<String, &'static str> {
    let listed =
        answer(Command::new(PROGRAM).arg("--list-langs"), Vec::new(), LIMIT).map_err(|trouble| match trouble {
            ProgramError::Missing => "--ocr needs Tesseract; install it (Debian: tesseract-ocr and tesseract-ocr-spa)",
            ProgramError::TooLong | ProgramError::Failed => {
                "Tesseract does not say which languages it knows; install it anew"
            }
        })?;
    let listed = String::from_utf8_lossy(&listed);
    let known: Vec<&str> =
        LANGUAGES.into_iter().filter(|code| listed.lines().any(|line| line.trim() == *code)).collect();
    if known.is_empty() {
        return Err("Tesseract knows neither English nor Spanish; install tesseract-ocr-eng or tesseract-ocr-spa");
    }
    Ok(known.join("+"))
}

impl TextRecogniser for Tesseract {
    fn words(&self, picture: &PixelImage) -> Result<Vec<SeenWord>, RecognitionError> {
        let letter = if picture.channels == 1 { '5' } else { '6' };
        let mut input = format!("P{letter}\n{} {}\n255\n", picture.width, picture.height).into_bytes();
        input.extend_from_slice(picture.samples());
        let mut command = Command::new(PROGRAM);
        command.args(["stdin", "stdout", "-l", &self.languages, "tsv"]);
        // Pictures are worked on side by side as it is.
        command.env("OMP_THREAD_LIMIT", "1");
        let table = answer(&mut command, input, LIMIT).map_err(|trouble| RecognitionError {
            fault: match trouble {
                ProgramError::TooLong => "Tesseract took too long to read it; make the picture smaller",
                ProgramError::Missing | ProgramError::Failed => "Tesseract could not read it",
            },
        })?;
        let table = String::from_utf8(table).map_err(|_| RecognitionError { fault: "Tesseract could not read it" })?;
        words(&table).ok_or(RecognitionError { fault: "Tesseract answered in a form that is not known" })
    }
}

/// The words of a table as Tesseract prints it; nothing if it is none.
fn words(table: &str) -> Option<Vec<SeenWord>> {
    let mut lines = table.lines();
    if !lines.next()?.starts_with("level\tpage_num\t") {
        return None;
    }
    let mut words: Vec<SeenWord> = Vec::new();
    let (mut line, mut paragraph) = (0, 0);
    let mut last: Option<[usize; 3]> = None;
    for row in lines {
        let cells: Vec<&str> = row.splitn(12, '\t').collect();
        let [level, _, block, par, in_par, _, left, top, width, height, confidence, text] = cells[..] else { continue };
        if level != "5" {
            continue;
        }
        let place: [usize; 3] = [block.parse().ok()?, par.parse().ok()?, in_par.parse().ok()?];
        if let Some(last) = last.filter(|last| *last != place) {
            line += 1;
            paragraph += usize::from(last[..2] != place[..2]);
        }
        last = Some(place);
        words.push(SeenWord {
            text: Sensitive::new(text.to_owned()),
            place: PixelRectangle {
                left: left.parse().ok()?,
                top: top.parse().ok()?,
                width: width.parse().ok()?,
                height: height.parse().ok()?,
            },
            confidence: confidence.parse::<f32>().ok()? / 100.0,
            line,
            paragraph,
        });
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_with_their_places() {
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            1\t1\t0\t0\t0\t0\t0\t0\t640\t480\t-1\t\n\
            5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\tAnn\n\
            5\t1\t1\t1\t2\t1\t10\t70\t30\t40\t12\t~\n\
            5\t1\t2\t1\t1\t1\t10\t170\t30\t40\t90\tLee\tson\n";
        let words = words(table).expect("a table");
        let told: Vec<(&str, usize, usize)> =
            words.iter().map(|word| (word.text.expose().as_str(), word.line, word.paragraph)).collect();
        assert_eq!(told, [("Ann", 0, 0), ("~", 1, 0), ("Lee\tson", 2, 1)]);
        assert_eq!(words[0].place, PixelRectangle { left: 10, top: 20, width: 30, height: 40 });
        assert!((words[0].confidence - 0.965).abs() < 1e-6);
        assert!(super::words("no table").is_none());
    }
}
