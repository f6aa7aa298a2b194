//! The formats by name, and how they are told apart.

use super::{AnnotatedDocument, AnnotationError, brat, conll, i2b2, jsonl, pubtator};

/// A format of annotated documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnnotationFormat {
    /// brat standoff: `X.ann` beside `X.txt`.
    Brat,
    /// Columns of tokens and labels.
    Conll,
    /// The XML of the i2b2 and n2c2 tasks.
    I2b2,
    /// JSON Lines: a text and its spans a line.
    JsonLines,
    /// Titles, abstracts and their mentions.
    PubTator,
}

/// The number of bytes of a file that are looked at to tell its format.
const SAMPLE: usize = 64 << 10;

/// The number of its lines that are looked at.
const SAMPLE_LINES: usize = 64;

impl AnnotationFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Brat, Self::Conll, Self::I2b2, Self::JsonLines, Self::PubTator];

    /// The name it goes by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brat => "brat",
            Self::Conll => "conll",
            Self::I2b2 => "i2b2",
            Self::JsonLines => "jsonl",
            Self::PubTator => "pubtator",
        }
    }

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// True if the annotations stand in a file beside the text.
    pub fn is_beside_text(self) -> bool {
        self == Self::Brat
    }

    /// The format of a file, by its extension and otherwise by its first lines; nothing if it is none of these.
    ///
    /// A text beside its annotations is none: the file of annotations is what is asked about.
    pub fn tell(file_name: &str, bytes: &[u8]) -> Option<Self> {
        let extension = file_name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        match extension.as_str() {
            "ann" => return Some(Self::Brat),
            "conll" | "conll02" | "conll03" | "iob" | "iob1" | "iob2" | "bio" | "bioes" | "bilou" => {
                return Some(Self::Conll);
            }
            "jsonl" | "ndjson" => return Some(Self::JsonLines),
            "pubtator" => return Some(Self::PubTator),
            _ => {}
        }
        let sample = String::from_utf8_lossy(bytes.get(..SAMPLE).unwrap_or(bytes));
        let sample = sample.strip_prefix('\u{feff}').unwrap_or(&sample);
        let lines: Vec<&str> = sample.lines().filter(|line| !line.trim().is_empty()).take(SAMPLE_LINES).collect();
        let first = lines.first()?;
        if first.trim_start().starts_with('<') {
            return (sample.contains("<TEXT>") || sample.contains("<TEXT ")).then_some(Self::I2b2);
        }
        if first.trim_start().starts_with('{') {
            return Some(Self::JsonLines);
        }
        if pubtator::section(first).is_some_and(|(_, kind, _)| kind == 't') {
            return Some(Self::PubTator);
        }
        // The last line of a sample may be cut.
        let whole = if sample.len() < bytes.len() { lines.len() - 1 } else { lines.len() };
        let is_columns = whole > 0 && lines.iter().take(whole).all(|line| conll::looks_like_row(line));
        is_columns.then_some(Self::Conll)
    }

    /// Reads a file of annotations; all that is wrong with it is told.
    ///
    /// `name` is what documents are called that have no id of their own: the file's name without its extension.
    /// `text` is the file of the text, for formats that [stand beside it](Self::is_beside_text).
    pub fn read(
        self,
        name: &str,
        bytes: &[u8],
        text: Option<Vec<u8>>,
    ) -> Result<Vec<AnnotatedDocument>, Vec<AnnotationError>> {
        match self {
            Self::Brat => {
                let text = text.ok_or_else(|| vec![AnnotationError::syntax(0, "the text file is missing")])?;
                Ok(vec![brat::read(name, text, bytes)?])
            }
            Self::Conll => conll::read(name, bytes),
            Self::I2b2 => i2b2::read(name, bytes),
            Self::JsonLines => jsonl::read(name, bytes),
            Self::PubTator => pubtator::read(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_extension_and_by_content() {
        let tell = AnnotationFormat::tell;
        assert_eq!(tell("a.ann", b""), Some(AnnotationFormat::Brat));
        assert_eq!(tell("a.iob2", b""), Some(AnnotationFormat::Conll));
        assert_eq!(tell("a.txt", b"\nAnn NP B-PER\nran VB O\n"), Some(AnnotationFormat::Conll));
        assert_eq!(tell("a.tsv", b"-DOCSTART-\tO\n\nAnn\tI-PER\n"), Some(AnnotationFormat::Conll));
        assert_eq!(
            tell("a.xml", b"\xef\xbb\xbf<?xml version='1.0'?><r>\n<TEXT>a</TEXT></r>"),
            Some(AnnotationFormat::I2b2)
        );
        assert_eq!(tell("a", b"{\"text\": \"\"}"), Some(AnnotationFormat::JsonLines));
        assert_eq!(tell("a.txt", b"\n12|t|Gout\n"), Some(AnnotationFormat::PubTator));
        for (name, other) in
            [("a.txt", "Dear Ann,\nyours O\n"), ("a.xml", "<a/>"), ("a.tsv", "file\tmark\n"), ("a", "")]
        {
            assert_eq!(tell(name, other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn a_sample_that_ends_inside_a_line_is_enough() {
        let file = "Ann NP B-PER\n".repeat(10_000) + "Lee";
        assert_eq!(AnnotationFormat::tell("a.txt", file.as_bytes()), Some(AnnotationFormat::Conll));
        assert_eq!(AnnotationFormat::tell("a.txt", "ñ".repeat(SAMPLE).as_bytes()), None);
    }

    #[test]
    fn formats_have_names() {
        for format in AnnotationFormat::ALL {
            assert_eq!(AnnotationFormat::from_name(format.name()), Some(format));
        }
    }

    #[test]
    fn brat_needs_the_text() {
        assert!(AnnotationFormat::Brat.read("x", b"", None).is_err());
    }
}
