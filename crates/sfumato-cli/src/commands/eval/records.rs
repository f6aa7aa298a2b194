//! Records of JSON Lines, each a document of its own with whom it protects.

use rayon::prelude::*;
use serde_json::Value;
use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, JsonLines};

use crate::failure::Failure;
use crate::inputs::InputFile;

/// Does `work` for every record of a file, in parallel. What it says is wrong is told by line.
pub fn each<T: Send>(
    input: &InputFile,
    bytes: &[u8],
    work: impl Fn(usize, &[u8]) -> Result<T, String> + Sync,
) -> Result<Vec<T>, Failure> {
    let lines = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).split(|byte| *byte == b'\n');
    let lines: Vec<(usize, &[u8])> = lines
        .enumerate()
        .map(|(nth, line)| (nth + 1, line.trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if lines.is_empty() {
        return Err(Failure::at(input.name(), "there is no document in it"));
    }
    let one = |(number, line): &(usize, &[u8])| {
        work(*number, line).map_err(|what| Failure::at(input.name(), format!("line {number}: {what}")))
    };
    lines.par_iter().map(one).collect()
}

/// A record as the program would read it: its text and whom it protects, without what annotators added.
pub fn document(text: &str, protect: Option<&Value>) -> Result<Document, String> {
    let mut asked = serde_json::json!({ "text": text });
    if let Some(protect) = protect {
        asked["protect"] = protect.clone();
    }
    let document = JsonLines::default().read(asked.to_string().into_bytes()).map_err(|error| error.to_string())?;
    if document.text() == text { Ok(document) } else { Err("the text is more than one text".to_owned()) }
}

/// The name of a record.
pub fn name(id: Value) -> String {
    match id {
        Value::String(id) => id,
        id => id.to_string(),
    }
}
