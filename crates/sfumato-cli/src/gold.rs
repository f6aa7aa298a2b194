//! Reading annotated files.

use std::path::Path;

use sfumato::language::ModelFiles;
use sfumato::language::treebank::{TreeSentence, read_chunk_columns, read_conllu};
use sfumato_eval::entities::LabelMap;

use crate::failure::Failure;

/// The meaning of the ending `.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainTextForm {
    /// Columns: word, tag, chunk.
    Columns,
    /// One sentence a line.
    Lines,
    /// Not to be expected.
    Refused,
}

/// The form of an annotated file, told by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoldForm {
    Conllu,
    Columns,
    Lines,
}

impl GoldForm {
    /// The form of a file.
    pub fn of(path: &Path, plain_text: PlainTextForm) -> Result<Self, Failure> {
        match (path.extension().and_then(|ending| ending.to_str()), plain_text) {
            (Some("conllu"), _) => Ok(Self::Conllu),
            (Some("txt"), PlainTextForm::Columns) => Ok(Self::Columns),
            (Some("txt"), PlainTextForm::Lines) => Ok(Self::Lines),
            (_, PlainTextForm::Refused) => Err(refused(path, "annotated files for this task end in .conllu")),
            (_, PlainTextForm::Columns | PlainTextForm::Lines) => {
                Err(refused(path, "annotated files for this task end in .conllu or .txt"))
            }
        }
    }
}

fn refused(path: &Path, what: impl std::fmt::Display) -> Failure {
    Failure::at(path.display().to_string(), what)
}

/// The text of a file.
pub fn text(path: &Path) -> Result<String, Failure> {
    let bytes = bytes(path)?;
    String::from_utf8(bytes).map_err(|_| refused(path, "not in UTF-8"))
}

/// Reads a file that says what the labels of annotations mean.
pub fn label_map(path: &Path) -> Result<LabelMap, Failure> {
    LabelMap::parse(&text(path)?).map_err(|error| refused(path, error))
}

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::io(path.display().to_string(), &error))
}

/// The bytes of a file of a model, which is to be of this kind: `a lexicon`, `a model`, `a table of lemmas`. What is of
/// no kind is left to whoever reads it.
pub fn model(path: &Path, wanted: &str) -> Result<Vec<u8>, Failure> {
    let bytes = bytes(path)?;
    match ModelFiles::kind_of(&bytes) {
        Some(kind) if kind != wanted => Err(refused(path, format!("this is {kind}, not {wanted}"))),
        _ => Ok(bytes),
    }
}

/// The sentences of a file that is no plain text.
pub fn sentences(path: &Path, form: GoldForm) -> Result<Vec<TreeSentence>, Failure> {
    let text = text(path)?;
    let read = if form == GoldForm::Conllu { read_conllu(&text) } else { read_chunk_columns(&text) };
    let sentences = read.map_err(|error| Failure::at(path.display().to_string(), error))?;
    if sentences.is_empty() {
        return Err(refused(path, "there is no sentence in it"));
    }
    Ok(sentences)
}
