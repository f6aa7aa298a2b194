//! A folder of documents: its table, its dictionary, and the documents written back.

use std::path::Path;

use sfumato::document::formats::DocumentFormat;
use sfumato::document::{Document, ReadError};
use sfumato::microdata::{Diversity, GroundDistance, PrivacyModel};
use sfumato::{DocumentFile, FileFault};
use sfumato_collection::{
    Attribute, AttributeClasses, CollectedPerson, CollectionError, CollectionGoal, CollectionReader, CollectionReport,
    CollectionTable, DocumentSource, ReadingError, WrittenCollection, write_collection,
};

use crate::args::CollectArguments;
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::output::{self, OutputTarget, StagingArea};
use crate::{Completeness, print};

/// The documents of all inputs, numbered in their order.
struct FolderDocuments<'a> {
    inputs: Vec<InputFile>,
    collect: &'a CollectArguments,
    /// The input of each document, and its number there.
    places: Vec<(usize, usize)>,
}

impl FolderDocuments<'_> {
    fn name(&self, number: usize) -> String {
        let (input, record) = self.places[number];
        let file = crate::batch::name_of(&self.inputs[input].below);
        if self.places.iter().filter(|(other, _)| *other == input).count() > 1 {
            format!("{file}:{}", record + 1)
        } else {
            file
        }
    }

    fn open(&self, input: usize) -> Result<DocumentFile, Failure> {
        jobs::open(&self.inputs[input], &self.collect.source)
    }
}

impl DocumentSource for FolderDocuments<'_> {
    fn document(&self, number: usize) -> Result<(Document, Box<dyn DocumentFormat>), FileFault> {
        let (input, record) = self.places[number];
        // It was read before, so that what goes wrong now was changed meanwhile.
        let changed = || FileFault::Read(ReadError::Empty);
        let opened = self.open(input).map_err(|_| changed())?;
        let document = opened.document(record)?;
        Ok((document, opened.into_format()))
    }
}

/// Collects the documents of the inputs.
pub fn run(collect: &CollectArguments) -> Result<Completeness, Failure> {
    let classes = match &collect.classes {
        Some(path) => classes(path)?,
        None => AttributeClasses::default(),
    };
    if let Some((name, _)) = collect.hierarchy.first() {
        return Err(Failure::call(format!(
            "--hierarchy {name}: hierarchies of your own are for tables; documents are written in words of the taxonomies"
        )));
    }
    let models = models(collect)?;
    if collect.output.is_none() && !models.is_empty() {
        return Err(Failure::call(
            "--k, --l and --t say what documents must hold that are written; give a folder with -o",
        ));
    }
    if collect.output.is_some() && models.is_empty() {
        return Err(Failure::call("-o needs --k: among how many everybody must be hidden"));
    }
    if collect.output.is_none() && collect.table.is_none() && !collect.dictionary {
        return Err(Failure::call("nothing to do; ask for --dictionary or --table, or give a folder with -o and --k"));
    }
    let anonymiser = jobs::anonymiser(&collect.rules)?;
    let reader = CollectionReader::new(&collect.rules.protect).map_err(Failure::call)?;
    let inputs = inputs::collect(&collect.source.inputs, collect.output.as_deref())?;
    if inputs.iter().any(|input| input.path.is_none()) {
        return Err(Failure::call("a collection is read more than once, and standard input comes once"));
    }
    let (read, completeness) = jobs::each(&inputs, &collect.run, |input, _| read_input(input, collect, &reader))?;
    let mut documents = FolderDocuments { inputs, collect, places: Vec::new() };
    for (input, records) in read.iter().enumerate() {
        documents.places.extend((0..records.as_ref().map_or(0, Vec::len)).map(|record| (input, record)));
    }
    let mut table = CollectionTable::default();
    for (number, people) in read.into_iter().flatten().flatten().enumerate() {
        let (name, several) = (documents.name(number), people.len() > 1);
        for (nth, record) in people.into_iter().enumerate() {
            let name = if several { format!("{name}#{}", nth + 1) } else { name.clone() };
            table.people.push(CollectedPerson { document: number, name, record });
        }
    }
    let staging = StagingArea::default();
    if let Some(path) = &collect.table {
        stage_table(&staging, path, &table, &documents)?;
    }
    if collect.dictionary {
        print(&dictionary(&table, &classes))?;
    }
    if let Some(output) = &collect.output {
        let goal = CollectionGoal { classes, models, suppression: collect.suppress };
        let written = write_collection(&documents, documents.places.len(), &table, &goal, &reader, &anonymiser)
            .map_err(|error| located(error, &documents))?;
        stage_documents(&staging, output, &documents, &written)?;
        let report = CollectionReport::new(&table, &goal, &written, collect.show_text);
        if let Some(path) = &collect.report {
            let text = match path.extension().and_then(|ending| ending.to_str()) {
                Some("json") => report.to_json(),
                Some("html" | "htm") => report.to_html(),
                _ => return Err(Failure::at(path.display().to_string(), "a report ends in .json or .html")),
            };
            staging.add(&OutputTarget::File(path.clone()), text.as_bytes(), None)?;
        }
        staging.publish()?;
        if !collect.run.quiet {
            failure::say(&report.summary());
        }
        return Ok(completeness);
    }
    staging.publish()?;
    Ok(completeness)
}

/// What an input says of people, document by document.
fn read_input(
    input: &InputFile,
    collect: &CollectArguments,
    reader: &CollectionReader,
) -> Result<Vec<Vec<sfumato_collection::PersonRecord>>, Failure> {
    let opened = jobs::open(input, &collect.source)?;
    jobs::each_record(&opened, |record| {
        let document = jobs::document(&opened, &input.place(), record)?;
        jobs::panic_if_forced(&collect.run, &document);
        let name = || match opened.is_collection() {
            true => format!("{}:{}", input.name(), opened.line(record)),
            false => input.name(),
        };
        match reader.read(&document) {
            Ok(people) => Ok(people),
            // A record of many is left out as a file is.
            Err(ReadingError::NoSubject) if collect.run.allow_incomplete && opened.len() > 1 => {
                failure::say(&format!("sfumato: left out: {}: {}", name(), ReadingError::NoSubject));
                Ok(Vec::new())
            }
            Err(fault) => Err(Failure::at(name(), fault)),
        }
    })
}

fn models(collect: &CollectArguments) -> Result<Vec<PrivacyModel>, Failure> {
    let column = || Attribute::Diagnosis.name().to_owned();
    let mut models = Vec::new();
    match collect.k {
        Some(0 | 1) => return Err(Failure::call("--k takes a number from 2 on")),
        Some(k) => models.push(PrivacyModel::KAnonymity { k }),
        None if collect.l.is_some() || collect.t.is_some() => return Err(Failure::call("--l and --t go with --k")),
        None => {}
    }
    if let Some(l) = collect.l {
        models.push(PrivacyModel::LDiversity { column: column(), diversity: Diversity::Distinct { l } });
    }
    if let Some(t) = collect.t {
        models.push(PrivacyModel::TCloseness { column: column(), t, distance: GroundDistance::Equal });
    }
    Ok(models)
}

fn classes(path: &Path) -> Result<AttributeClasses, Failure> {
    let place = path.display().to_string();
    let toml = std::fs::read_to_string(path).map_err(|error| Failure::io(&place, &error))?;
    AttributeClasses::parse(&toml).map_err(|error| Failure::at(place, error))
}

fn stage_table(
    staging: &StagingArea,
    path: &Path,
    table: &CollectionTable,
    documents: &FolderDocuments<'_>,
) -> Result<(), Failure> {
    let text = match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => table.to_csv(),
        Some("jsonl") => table.to_json_lines(),
        _ => return Err(Failure::at(path.display().to_string(), "a table of documents ends in .csv or .jsonl")),
    };
    output::check_file(path, documents.inputs.iter().filter_map(|input| input.path.as_deref()))?;
    staging.add(&OutputTarget::File(path.to_path_buf()), text.as_bytes(), None)
}

fn stage_documents(
    staging: &StagingArea,
    output: &Path,
    documents: &FolderDocuments<'_>,
    written: &WrittenCollection,
) -> Result<(), Failure> {
    let targets = output::targets(&documents.inputs, Some(output), "collected")?;
    let mut next = 0;
    for (number, input) in documents.inputs.iter().enumerate() {
        let start = next;
        while documents.places.get(next).is_some_and(|(own, _)| *own == number) {
            next += 1;
        }
        let parts: Vec<Option<Vec<u8>>> = written.documents[start..next]
            .iter()
            .map(|document| document.as_ref().map(|document| document.bytes.clone()))
            .collect();
        if parts.iter().all(Option::is_none) {
            continue;
        }
        let bytes = documents.open(number)?.assemble(&parts);
        staging.add(&targets[number], &bytes, input.path.as_deref())?;
    }
    Ok(())
}

/// A failure with the document it is about.
fn located(error: CollectionError, documents: &FolderDocuments<'_>) -> Failure {
    match &error {
        CollectionError::Document { number, .. } | CollectionError::ReadBack { number, .. } => {
            Failure::at(documents.name(*number), error)
        }
        CollectionError::NotHeld { documents: all, .. } => {
            let names: Vec<String> = all.iter().take(5).map(|number| documents.name(*number)).collect();
            Failure::call(&error).and(format!("they are in {}", names.join(", ")))
        }
        _ => Failure::call(error),
    }
}

/// The dictionary as a table for people, and the file of classes.
fn dictionary(table: &CollectionTable, classes: &AttributeClasses) -> String {
    let quasi: Vec<Attribute> = classes.quasi().collect();
    let mut text = format!(
        "{} people; {} of them are unique by all quasi-identifiers\n",
        table.people.len(),
        table.unique_by(&quasi)
    );
    text += &format!(
        "{:<16} {:<16} {:>7} {:>9} {:>7} {:>7} {:>6} {:>13}\n",
        "attribute", "class", "people", "mentions", "values", "unique", "bits", "makes unique"
    );
    for entry in table.dictionary(classes) {
        let makes = entry.makes_unique.map_or_else(|| "-".to_owned(), |count| count.to_string());
        text += &format!(
            "{:<16} {:<16} {:>7} {:>9} {:>7} {:>7} {:>6.1} {:>13}\n",
            entry.attribute, entry.class, entry.people, entry.mentions, entry.values, entry.unique, entry.bits, makes
        );
    }
    text + "\n" + &classes.to_toml()
}
