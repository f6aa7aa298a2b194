//! Texts by name: files of a folder, or records of JSON Lines.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use sfumato::DocumentFile;
use sfumato_eval::rows::CsvRecords;

use crate::args::{self, InputOptions};
use crate::failure::Failure;
use crate::gold;
use crate::inputs::{self, InputFile};
use crate::jobs;

/// A text with its name.
pub struct NamedText {
    pub name: String,
    pub text: String,
}

/// Texts, and how many records had none.
pub struct NamedTexts {
    pub named: Vec<NamedText>,
    pub textless: usize,
}

/// Reads everything at a place; a name that comes twice is refused.
pub fn read(path: &Path, field: &str, attack: &args::AttackArguments) -> Result<NamedTexts, Failure> {
    let source = InputOptions {
        inputs: vec![path.to_path_buf()],
        format: attack.format,
        columns: Vec::new(),
        delimiter: None,
        text_field: "text".to_owned(),
        keep_fields: Vec::new(),
        programs: args::HelperPrograms::default(),
    };
    let inputs = inputs::collect(&source.inputs, None)?;
    let read: Vec<NamedTexts> =
        inputs.par_iter().map(|input| of_file(input, &source, field, attack)).collect::<Result<_, _>>()?;
    let mut texts = NamedTexts { named: Vec::new(), textless: 0 };
    for file in read {
        texts.named.extend(file.named);
        texts.textless += file.textless;
    }
    let place = path.display().to_string();
    let mut names = HashSet::new();
    if let Some(twice) = texts.named.iter().find(|one| !names.insert(one.name.as_str())) {
        return Err(Failure::at(place, format!("the name {} is there twice", twice.name)));
    }
    if texts.named.is_empty() && texts.textless > 0 {
        return Err(Failure::at(place, format!("no record has the member {field}")));
    }
    Ok(texts)
}

fn of_file(
    input: &InputFile,
    source: &InputOptions,
    field: &str,
    attack: &args::AttackArguments,
) -> Result<NamedTexts, Failure> {
    let opened = jobs::open(input, source)?;
    if opened.is_collection() {
        return records(input, &opened, field, &attack.id_field);
    }
    let mut text = String::new();
    for record in 0..opened.len() {
        text.push_str(jobs::document(&opened, &input.place(), record)?.text());
    }
    if text.trim().is_empty() {
        return Err(Failure::at(input.name(), "there is no text in it"));
    }
    Ok(NamedTexts { named: vec![NamedText { name: stem(&input.below), text }], textless: 0 })
}

/// The path of a file below the folder that was named, without its ending and without what `mask` puts before it.
fn stem(below: &Path) -> String {
    let stem = below.with_extension("").display().to_string();
    stem.strip_suffix(".masked").map_or(stem.clone(), str::to_owned)
}

fn records(input: &InputFile, opened: &DocumentFile, field: &str, id: &str) -> Result<NamedTexts, Failure> {
    let mut texts = NamedTexts { named: Vec::new(), textless: 0 };
    for nth in 0..opened.len() {
        let fail = |what: String| Failure::at(input.name(), format!("line {}: {what}", opened.line(nth)));
        let bytes = opened.bytes(nth);
        // What the parser says may quote the record.
        let record: Value = serde_json::from_slice(bytes).map_err(|_| fail("not a record of JSON".to_owned()))?;
        let name = match member(&record, id) {
            Some(Value::String(name)) if !name.is_empty() => name.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => return Err(fail(format!("the record has no name in {id}; --id-field says where it is"))),
        };
        match member(&record, field) {
            Some(Value::String(text)) if text.trim().is_empty() => return Err(fail(format!("{field} is empty"))),
            Some(Value::String(text)) => texts.named.push(NamedText { name, text: text.clone() }),
            Some(Value::Null) | None => texts.textless += 1,
            Some(_) => return Err(fail(format!("{field} is no text"))),
        }
    }
    Ok(texts)
}

/// A member of a record by its name, or of a member of it: a name with dots is looked for as it is before it is taken
/// apart.
fn member<'v>(record: &'v Value, name: &str) -> Option<&'v Value> {
    let (mut at, mut name) = (record, name);
    loop {
        if let Some(found) = at.get(name) {
            return Some(found);
        }
        let (first, rest) = name.split_once('.')?;
        (at, name) = (at.get(first)?, rest);
    }
}

/// Reads the file that says which candidate each document is about.
pub fn truth(path: &Path) -> Result<HashMap<String, String>, Failure> {
    let text = gold::text(path)?;
    let mut truth = HashMap::new();
    for record in CsvRecords::of(&text) {
        let place = || path.display().to_string();
        let (line, cells) = record.map_err(|error| Failure::at(place(), error))?;
        let fail = |what: &str| Failure::at(place(), format!("line {line}: {what}"));
        let cells: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
        let &[document, candidate] = cells.as_slice() else {
            return Err(fail("a document and a candidate were expected"));
        };
        if line == 1 && (document, candidate) == ("document", "candidate") {
            continue;
        }
        if truth.insert(document.to_owned(), candidate.to_owned()).is_some() {
            return Err(fail("this document is there twice"));
        }
    }
    Ok(truth)
}
