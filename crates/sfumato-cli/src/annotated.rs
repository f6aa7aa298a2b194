//! Annotated documents: the files named and those below folders, read, checked, and refused with all that is wrong.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sfumato::document::annotations::{
    AnnotatedDocument, AnnotationError, AnnotationFormat, AnnotationProblem, SpanAnnotation,
};
use sfumato_eval::entities::LabelNaming;

use crate::args::OverlapTreatment;
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};

/// A file of annotations, and that of the text if it has one of its own.
pub struct AnnotatedSource {
    annotations: InputFile,
    text: Option<InputFile>,
}

impl AnnotatedSource {
    /// Its file of annotations.
    pub fn annotations(&self) -> &InputFile {
        &self.annotations
    }

    /// True if a brat file of annotations stands beside it, so that it is the annotated text itself.
    pub fn is_beside_annotations(&self) -> bool {
        let path = self.annotations.path.as_ref().filter(|path| !has_ending(path, "ann"));
        path.is_some_and(|path| path.with_extension("ann").is_file())
    }

    /// The paths of its files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.annotations).chain(&self.text).filter_map(|input| input.path.as_deref())
    }
}

/// A file of annotations that was read.
pub struct AnnotatedFile {
    /// Its name in failures.
    pub name: String,
    /// Its path below the folder that was named, or its file name.
    pub below: String,
    /// The documents in it; at least one.
    pub documents: Vec<AnnotatedDocument>,
}

/// The files of annotations that the arguments name. In folders, what a text beside its annotations is, and the settings
/// and hidden files that brat leaves there, are no files of annotations.
pub fn collect(named: &[PathBuf]) -> Result<Vec<AnnotatedSource>, Failure> {
    let mut sources = Vec::new();
    let mut seen = HashSet::new();
    for input in inputs::collect(named, None)? {
        let Some(path) = &input.path else { return Err(Failure::call("annotated files are read from files")) };
        if input.in_folder && (has_ending(path, "conf") || is_hidden(path)) {
            continue;
        }
        let source = match () {
            () if has_ending(path, "ann") => {
                AnnotatedSource { text: Some(with_ending(&input, "txt")), annotations: input }
            }
            () if has_ending(path, "txt") && path.with_extension("ann").is_file() => {
                AnnotatedSource { annotations: with_ending(&input, "ann"), text: Some(input) }
            }
            () => AnnotatedSource { annotations: input, text: None },
        };
        if seen.insert(source.annotations.path.clone()) {
            sources.push(source);
        }
    }
    if sources.is_empty() {
        return Err(Failure::call("there is no annotated file in the folders named"));
    }
    Ok(sources)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn with_ending(input: &InputFile, ending: &str) -> InputFile {
    InputFile {
        path: input.path.as_ref().map(|path| path.with_extension(ending)),
        below: input.below.with_extension(ending),
        becomes: None,
        ..input.clone()
    }
}

/// Reads files of annotations; whatever is wrong with any of them is told.
pub fn read(sources: &[AnnotatedSource]) -> Result<Vec<AnnotatedFile>, Failure> {
    let mut files = Vec::with_capacity(sources.len());
    let mut faults = Vec::new();
    for read in sources.par_iter().map(read_one).collect::<Vec<_>>() {
        match read {
            Ok(file) => files.push(file),
            Err(more) => faults.extend(more),
        }
    }
    refuse(faults, "")?;
    Ok(files)
}

fn read_one(source: &AnnotatedSource) -> Result<AnnotatedFile, Vec<Failure>> {
    let name = source.annotations.name();
    let alone = |failure| vec![failure];
    let bytes = source.annotations.read().map_err(alone)?;
    let text = source.text.as_ref().map(InputFile::read).transpose().map_err(alone)?;
    let format = AnnotationFormat::tell(&name, &bytes)
        .ok_or_else(|| alone(Failure::at(&name, "this is no file of annotations that is known")))?;
    if format.is_beside_text() && text.is_none() {
        return Err(alone(Failure::at(&name, "annotations that stand beside a text end in .ann")));
    }
    let own = source.annotations.below.with_extension("").display().to_string();
    let told = |errors: Vec<AnnotationError>| errors.iter().map(|error| Failure::at(&name, error)).collect::<Vec<_>>();
    let documents = format.read(&own, &bytes, text).map_err(told)?;
    if documents.is_empty() {
        return Err(alone(Failure::at(&name, "there is no document in it")));
    }
    Ok(AnnotatedFile { below: source.annotations.below.display().to_string(), name, documents })
}

/// Checks that the naming knows all labels and that nothing overlaps, unless the user said what happens then.
pub fn check(files: &mut [AnnotatedFile], naming: &LabelNaming, overlaps: OverlapTreatment) -> Result<(), Failure> {
    let mut faults = Vec::new();
    let (mut is_unknown, mut is_overlap) = (false, false);
    for file in files {
        for error in file.documents.iter_mut().flat_map(|document| check_one(document, naming, overlaps)) {
            is_unknown |= matches!(error.fault, AnnotationProblem::UnknownLabel { .. });
            is_overlap |= matches!(error.fault, AnnotationProblem::Overlap { .. });
            faults.push(Failure::at(&file.name, error));
        }
    }
    let hint = match (is_unknown, is_overlap) {
        (true, _) => "; name their set with --labels, or say with --map what they mean",
        (false, true) => "; --overlaps keep-longest goes on with the longest",
        (false, false) => "",
    };
    refuse(faults, hint)
}

/// The faults in the annotations of a document. Annotations that the naming ignores may overlap.
fn check_one(
    document: &mut AnnotatedDocument,
    naming: &LabelNaming,
    overlaps: OverlapTreatment,
) -> Vec<AnnotationError> {
    let ignored: Vec<SpanAnnotation> =
        document.annotations.extract_if(.., |annotation| naming.ignores(&annotation.label)).collect();
    let mut errors = document.check(|label| naming.knows(label)).err().unwrap_or_default();
    if overlaps == OverlapTreatment::KeepLongest {
        errors.retain(|error| !matches!(error.fault, AnnotationProblem::Overlap { .. }));
        keep_longest(&mut document.annotations);
    }
    document.annotations.extend(ignored);
    errors
}

/// So many faults are told one by one.
const MOST_TOLD: usize = 20;

/// Tells all faults, and what to do about them; nothing if there are none.
pub fn refuse(faults: Vec<Failure>, hint: &str) -> Result<(), Failure> {
    match faults.as_slice() {
        [] => Ok(()),
        [only] => Err(Failure::call(format!("{only}{hint}"))),
        many => {
            many.iter().take(MOST_TOLD).for_each(|fault| failure::say(&format!("sfumato: {fault}")));
            let hidden = match many.len().saturating_sub(MOST_TOLD) {
                0 => String::new(),
                hidden => format!(", {hidden} of them not shown"),
            };
            Err(Failure::call(format!("{} faults in annotated files{hidden}, so they are refused{hint}", many.len())))
        }
    }
}

/// Leaves out annotations that overlap a longer one; of two equally long, the one that comes later.
fn keep_longest(annotations: &mut Vec<SpanAnnotation>) {
    let mut order: Vec<usize> = (0..annotations.len()).collect();
    let length = |nth: &usize| annotations.get(*nth).map_or(0, |annotation| annotation.span.len());
    order.sort_by_key(|nth| std::cmp::Reverse(length(nth)));
    // Where those that stay start and end: the last to start before an end is the only one that can reach into it.
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    let mut stays = vec![false; annotations.len()];
    for nth in order {
        let (Some(annotation), Some(stays)) = (annotations.get(nth), stays.get_mut(nth)) else { continue };
        let (start, end) = (annotation.span.start(), annotation.span.end());
        if kept.range(..end).next_back().is_none_or(|(_, before)| *before <= start) {
            kept.insert(start, end);
            *stays = true;
        }
    }
    let mut stays = stays.into_iter();
    annotations.retain(|_| stays.next().unwrap_or(true));
}
