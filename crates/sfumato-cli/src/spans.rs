//! Spans from outside: what another program or person marked in the documents, read from files of annotations and found
//! again by the names of the documents.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use sfumato::detect::{GivenPlace, GivenPlaces};
use sfumato::document::annotations::{AnnotationError, AnnotationFormat, StandoffAnnotations, StandoffMark};
use sfumato::document::{BlockKind, Document, Span};
use sfumato::pseudonym::PseudonymScope;
use sfumato::{Anonymiser, DocumentFile, DocumentSurvey, MaskedDocument};

use crate::Completeness;
use crate::annotated::{self, AnnotatedSource};
use crate::args::RuleOptions;
use crate::failure::Failure;
use crate::inputs::InputFile;

/// The annotations handed in with the documents, if there are any, and what a first look found with them.
pub struct HandedInSpans {
    handed_in: Option<HandedInAnnotations>,
    /// By the path of the file, and the number of the record in it.
    surveys: Mutex<HashMap<(Option<PathBuf>, usize), DocumentSurvey>>,
}

struct HandedInAnnotations {
    /// The path it was read from.
    path: String,
    all: Vec<HandedInDocument>,
    by_name: HashMap<Box<str>, usize>,
}

/// The annotations of a document.
struct HandedInDocument {
    file: String,
    standoff: StandoffAnnotations,
    is_used: AtomicBool,
}

impl HandedInDocument {
    /// Its place in failures: ids may be those of patients.
    fn place(&self) -> String {
        match self.standoff.line {
            0 => self.file.clone(),
            line => format!("{}: line {line}", self.file),
        }
    }
}

/// A document among those that are read.
#[derive(Clone, Copy)]
pub struct RecordPlace<'a> {
    pub input: &'a InputFile,
    pub opened: &'a DocumentFile,
    pub record: usize,
}

impl RecordPlace<'_> {
    /// Its name in failures.
    fn name(&self) -> String {
        match self.opened.is_collection() {
            true => format!("{}:{}", self.input.name(), self.opened.line(self.record)),
            false => self.input.name(),
        }
    }

    /// The key of its survey.
    fn key(&self) -> (Option<PathBuf>, usize) {
        (self.input.path.clone(), self.record)
    }

    /// The names that annotations may give it, the surest first.
    fn names(&self, document: &Document) -> Vec<String> {
        if let Some(id) = document.id() {
            return match serde_json::from_str(id.expose()) {
                Ok(serde_json::Value::String(id)) => vec![id],
                _ => vec![id.expose().clone()],
            };
        }
        let below = &self.input.below;
        let file = Path::new(below.file_name().unwrap_or_default());
        let paths = [below.clone(), below.with_extension(""), file.to_path_buf(), file.with_extension("")];
        let name = |path: &PathBuf| match self.opened.is_collection() {
            true => format!("{}#{}", path.display(), self.opened.line(self.record)),
            false => path.display().to_string(),
        };
        paths.iter().map(name).collect()
    }

    /// The place of the text that offsets count in: the text of a record, or the whole document.
    fn text(&self, document: &Document) -> Option<Span> {
        if !self.opened.is_collection() {
            return Some(document.whole());
        }
        let text = self.opened.text(self.record)?;
        let blocks = document.blocks().iter().filter(|block| block.kind == BlockKind::Paragraph);
        blocks.map(|block| block.span).find(|span| document.slice(*span) == text)
    }
}

impl HandedInSpans {
    /// Reads what the arguments name.
    pub fn of(rules: &RuleOptions) -> Result<Self, Failure> {
        let handed_in = rules.spans.as_deref().map(HandedInAnnotations::read).transpose()?;
        Ok(Self { handed_in, surveys: Mutex::default() })
    }

    /// The inputs that are not annotations themselves: in a folder they may lie beside what they are about.
    pub fn leave_out(&self, inputs: Vec<InputFile>) -> Vec<InputFile> {
        let all = self.handed_in.iter().flat_map(|handed_in| &handed_in.all);
        let files: HashSet<PathBuf> = all.filter_map(|entry| Path::new(&entry.file).canonicalize().ok()).collect();
        if files.is_empty() {
            return inputs;
        }
        let path = |input: &InputFile| input.path.as_ref().and_then(|path| path.canonicalize().ok());
        let keeps = |input: &InputFile| !input.in_folder || path(input).is_none_or(|path| !files.contains(&path));
        inputs.into_iter().filter(keeps).collect()
    }

    /// Masks a document with what is handed in for it.
    pub fn mask(
        &self,
        anonymiser: &Anonymiser,
        place: RecordPlace<'_>,
        document: &Document,
    ) -> Result<MaskedDocument, Failure> {
        if let Some(handed_in) = &self.handed_in {
            handed_in.claim(place, document)?;
        }
        // A file may have been written to since.
        let survey = self.with_surveys(|surveys| surveys.remove(&place.key())).filter(|survey| survey.is_of(document));
        let masked = match survey {
            Some(survey) => anonymiser.mask_surveyed(document, survey),
            None => anonymiser.mask_document_with(document, &self.given(place, document)?),
        };
        masked.map_err(|error| Failure::run(place.input.name(), &error))
    }

    /// Takes a first look at a document, which is remembered until it is masked, and returns everything in it that gets a
    /// pseudonym.
    pub fn survey(
        &self,
        anonymiser: &Anonymiser,
        place: RecordPlace<'_>,
        document: &Document,
    ) -> Result<PseudonymScope, Failure> {
        let surveyed = anonymiser.survey(document, &self.given(place, document)?);
        let (survey, scope) = surveyed.map_err(|error| Failure::at(place.input.name(), error))?;
        self.with_surveys(|surveys| surveys.insert(place.key(), survey));
        Ok(scope)
    }

    fn with_surveys<T>(&self, work: impl FnOnce(&mut HashMap<(Option<PathBuf>, usize), DocumentSurvey>) -> T) -> T {
        // A survey is there or not.
        work(&mut self.surveys.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The spans handed in for a document.
    fn given(&self, place: RecordPlace<'_>, document: &Document) -> Result<Vec<GivenPlace>, Failure> {
        self.handed_in.as_ref().map_or_else(|| Ok(Vec::new()), |handed_in| handed_in.given(place, document))
    }

    /// Makes sure that all annotations were of a document that was read; of those that were left out nobody knows.
    pub fn check_used(&self, completeness: Completeness) -> Result<(), Failure> {
        let all = self.handed_in.iter().flat_map(|handed_in| &handed_in.all);
        match all.into_iter().find(|entry| !entry.is_used.load(Ordering::Relaxed)) {
            Some(entry) if completeness == Completeness::Complete => {
                Err(Failure::at(entry.place(), "annotations of a document that is not among the inputs"))
            }
            _ => Ok(()),
        }
    }
}

impl HandedInAnnotations {
    fn read(path: &Path) -> Result<Self, Failure> {
        let sources = annotated::collect(&[path.to_path_buf()])?;
        // What stands beside annotations is what they are about.
        let sources: Vec<AnnotatedSource> =
            sources.into_iter().filter(|source| !source.is_beside_annotations()).collect();
        let (mut all, mut faults) = (Vec::new(), Vec::new());
        for read in sources.par_iter().map(entries).collect::<Vec<_>>() {
            match read {
                Ok(entries) => all.extend(entries),
                Err(more) => faults.extend(more),
            }
        }
        annotated::refuse(faults, "")?;
        let mut by_name: HashMap<Box<str>, usize> = HashMap::with_capacity(all.len());
        for (number, entry) in all.iter().enumerate() {
            if let Some(earlier) = by_name.insert(entry.standoff.name.clone(), number) {
                let earlier = all.get(earlier).map_or_else(String::new, HandedInDocument::place);
                return Err(Failure::at(entry.place(), format!("the same document is annotated in {earlier}")));
            }
        }
        Ok(Self { path: path.display().to_string(), all, by_name })
    }

    /// The annotations of a document.
    fn entry(&self, place: RecordPlace<'_>, document: &Document) -> Result<&HandedInDocument, Failure> {
        let names = place.names(document);
        let number = names.iter().find_map(|name| self.by_name.get(name.as_str()));
        let entry = number.and_then(|number| self.all.get(*number));
        entry.ok_or_else(|| Failure::at(place.name(), format!("no annotations of it in {}", self.path)))
    }

    /// Makes sure that no other document has the same annotations.
    fn claim(&self, place: RecordPlace<'_>, document: &Document) -> Result<(), Failure> {
        let entry = self.entry(place, document)?;
        match entry.is_used.swap(true, Ordering::Relaxed) {
            true => Err(Failure::at(entry.place(), "annotations of more than one document that is read")),
            false => Ok(()),
        }
    }

    fn given(&self, place: RecordPlace<'_>, document: &Document) -> Result<Vec<GivenPlace>, Failure> {
        let entry = self.entry(place, document)?;
        let text = place.text(document).ok_or_else(|| Failure::at(place.name(), "no text to hold annotations"))?;
        let told = |errors: Vec<AnnotationError>| match errors.first() {
            Some(error) => Failure::at(&entry.file, error),
            None => Failure::at(&entry.file, "the annotations cannot be used"),
        };
        let marks = entry.standoff.place(document, text).map_err(told)?;
        let place = |mark: StandoffMark| {
            let category = GivenPlaces::category(mark.label.as_deref());
            GivenPlace { span: mark.span, category, replacement: mark.replacement }
        };
        Ok(marks.into_iter().map(place).collect())
    }
}

/// The annotations of a file, document by document.
fn entries(source: &AnnotatedSource) -> Result<Vec<HandedInDocument>, Vec<Failure>> {
    let input = source.annotations();
    let file = input.name();
    let bytes = input.read().map_err(|failure| vec![failure])?;
    let format = AnnotationFormat::tell(&file, &bytes)
        .ok_or_else(|| vec![Failure::at(&file, "this is no file of annotations that is known")])?;
    let own = input.below.with_extension("").display().to_string();
    let all = StandoffAnnotations::read(format, &own, &bytes)
        .map_err(|errors| errors.iter().map(|error| Failure::at(&file, error)).collect::<Vec<_>>())?;
    let entry = |standoff| HandedInDocument { file: file.clone(), standoff, is_used: AtomicBool::new(false) };
    Ok(all.into_iter().map(entry).collect())
}
