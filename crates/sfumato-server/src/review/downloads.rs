//! What a person takes home besides the file: annotations in the forms of others, and everything of several reviews in one
//! archive.

use flate2::Crc;
use sfumato::detect::labels::LabelSet;
use sfumato::document::Span;
use sfumato::document::annotations::{brat, i2b2, jsonl};

use super::document::ReviewedDocument;
use super::open::Review;
use super::record;
use super::state::{MentionState, ReviewMention, ReviewView};
use crate::engine::Engine;
use crate::problem::Problem;

/// The form of annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnotationForm {
    /// Text and standoff, zipped.
    Brat,
    /// JSON Lines with everything that is marked.
    Lines,
    /// The XML of 2014.
    I2b2,
    /// JSON Lines to train and measure with: what a person answered for, and what nobody had to.
    Gold,
}

impl AnnotationForm {
    /// The form of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "brat" => Some(Self::Brat),
            "jsonl" => Some(Self::Lines),
            "i2b2" => Some(Self::I2b2),
            "gold" => Some(Self::Gold),
            _ => None,
        }
    }
}

/// A file to be handed out.
pub struct DownloadedFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media: &'static str,
    /// Its name.
    pub name: String,
}

/// The annotations of a review.
pub fn annotations(review: &Review, form: AnnotationForm) -> Result<DownloadedFile, Problem> {
    let name = review.upload.name();
    let lines = |review: &Review| review.documents.iter().map(line).collect::<String>().into_bytes();
    Ok(match form {
        AnnotationForm::Lines => DownloadedFile {
            bytes: lines(review),
            media: "application/x-ndjson",
            name: format!("{name}.annotations.jsonl"),
        },
        AnnotationForm::Gold => {
            // What nobody looked at is no gold.
            if !review.choices.is_reviewed {
                let detail = "gold is made of what a person has gone through; say first that it is reviewed";
                return Err(Problem::content("not-reviewed", detail));
            }
            DownloadedFile { bytes: lines(review), media: "application/x-ndjson", name: format!("{name}.gold.jsonl") }
        }
        AnnotationForm::I2b2 if review.documents.len() == 1 => DownloadedFile {
            bytes: xml(&review.documents[0]).into_bytes(),
            media: "application/xml",
            name: format!("{name}.xml"),
        },
        AnnotationForm::I2b2 | AnnotationForm::Brat => {
            let mut archive = Archive::default();
            for document in &review.documents {
                let stem = document.name.replace([':', '/', '\\'], "-");
                if form == AnnotationForm::I2b2 {
                    archive.add(&format!("{stem}.xml"), xml(document).into_bytes())?;
                } else {
                    archive.add(&format!("{stem}.txt"), document.document.text().as_bytes().to_vec())?;
                    let labels = labels(document, LabelSet::Sfumato);
                    // Labels of brat are words.
                    let labels: Vec<(Span, String)> =
                        labels.into_iter().map(|(span, label)| (span, label.replace('/', "_"))).collect();
                    let marks = labels.iter().map(|(span, label)| (*span, label.as_str()));
                    archive.add(&format!("{stem}.ann"), brat::write(&document.document, marks).into_bytes())?;
                }
            }
            DownloadedFile {
                bytes: archive.finish()?,
                media: "application/zip",
                name: format!("{name}.annotations.zip"),
            }
        }
    })
}

/// The mentions of a document that stand for something: near misses, and what a person said is nothing, do not.
fn marked(document: &ReviewedDocument) -> Vec<&ReviewMention> {
    let counts = |mention: &&ReviewMention| mention.counts() && mention.state != MentionState::Removed;
    let mut marked: Vec<&ReviewMention> = document.mentions.values().filter(counts).collect();
    marked.sort_by_key(|mention| mention.span);
    marked
}

fn labels(document: &ReviewedDocument, set: LabelSet) -> Vec<(Span, String)> {
    marked(document).into_iter().map(|mention| (mention.span, mention.category.label(set).to_owned())).collect()
}

fn line(document: &ReviewedDocument) -> String {
    let labels = labels(document, LabelSet::Sfumato);
    let marks = labels.iter().map(|(span, label)| (*span, label.as_str()));
    jsonl::write(&document.name, &document.document, marks)
}

fn xml(document: &ReviewedDocument) -> String {
    let labels = labels(document, LabelSet::I2b2);
    i2b2::write(&document.document, labels.iter().map(|(span, label)| (*span, label.as_str())))
}

/// A zip archive with its members stored as they are.
#[derive(Default)]
pub struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    names: std::collections::HashSet<String>,
}

/// The first of January 1980, which is when time begins in archives: it tells nothing.
const NO_TIME: [u8; 4] = [0, 0, 0x21, 0];
/// Names are in UTF-8.
const UTF8: u16 = 1 << 11;

impl Archive {
    /// Adds a member; one of a name that is there already gets another.
    pub fn add(&mut self, name: &str, content: Vec<u8>) -> Result<(), Problem> {
        let too_large = |_| Problem::content("too-large", "it is too much for one archive; take fewer reviews");
        let name = self.free_name(name);
        let mut checksum = Crc::new();
        checksum.update(&content);
        let length = u32::try_from(content.len()).map_err(too_large)?;
        let at = u32::try_from(self.bytes.len()).map_err(too_large)?;
        let name_length = u16::try_from(name.len()).map_err(too_large)?;
        let mut about = Vec::with_capacity(26);
        about.extend(20_u16.to_le_bytes());
        about.extend(UTF8.to_le_bytes());
        about.extend(0_u16.to_le_bytes());
        about.extend(NO_TIME);
        about.extend(checksum.sum().to_le_bytes());
        about.extend(length.to_le_bytes());
        about.extend(length.to_le_bytes());
        about.extend(name_length.to_le_bytes());
        about.extend(0_u16.to_le_bytes());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&about);
        self.bytes.extend(name.bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(20_u16.to_le_bytes());
        self.directory.extend(&about);
        // Neither a comment nor attributes; the first disk.
        self.directory.extend([0; 10]);
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(name.bytes());
        self.names.insert(name);
        Ok(())
    }

    /// A name below the top that no member has.
    fn free_name(&self, name: &str) -> String {
        let is_plain = |c: &char| !c.is_control() && !matches!(c, '/' | '\\' | ':');
        let name: String = name.chars().filter(is_plain).take(200).collect();
        let name = name.trim_start_matches('.').to_owned();
        let name = if name.is_empty() { "document".to_owned() } else { name };
        let numbered = (2..).map(|number| format!("{number}-{name}"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !self.names.contains(name)).unwrap_or(name)
    }

    /// Adds everything of a review: the masked file, its report, its plan and its annotations.
    pub fn add_review(
        &mut self,
        engine: &Engine,
        review: &mut Review,
        view: Option<ReviewView>,
    ) -> Result<(), Problem> {
        let name = review.upload.name().to_owned();
        let done = review.result(engine, view).map_err(|problem| match problem.place() {
            Some(_) => problem,
            None => problem.at(name.clone()),
        })?;
        self.add(&name, done.bytes)?;
        let unwritable = |_| Problem::content("unwritable", "the result cannot be written as JSON");
        let reports = serde_json::to_vec_pretty(&review.reports(engine, false)?).map_err(unwritable)?;
        self.add(&format!("{name}.report.json"), reports)?;
        let ending = if review.upload.file().is_collection() { "jsonl" } else { "json" };
        self.add(&format!("{name}.plan.{ending}"), record::plans(review, None)?.into_bytes())?;
        let lines = annotations(review, AnnotationForm::Lines)?;
        self.add(&lines.name, lines.bytes)
    }

    /// The archive.
    pub fn finish(self) -> Result<Vec<u8>, Problem> {
        let too_large = |_| Problem::content("too-large", "it is too much for one archive; take fewer reviews");
        let Self { mut bytes, directory, names } = self;
        let at = u32::try_from(bytes.len()).map_err(too_large)?;
        let length = u32::try_from(directory.len()).map_err(too_large)?;
        let count = u16::try_from(names.len()).map_err(|_| Problem::content("too-large", "too many files"))?;
        bytes.extend(directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(count.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(at.to_le_bytes());
        bytes.extend([0; 2]);
        Ok(bytes)
    }
}
