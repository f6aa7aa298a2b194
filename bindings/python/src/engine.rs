//! An anonymiser with its settings, as Python holds it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sfumato::detect::Category;
use sfumato::detect::labels::LabelSet;
use sfumato::detect::learned::NetworkQuality;
use sfumato::document::OffsetUnit;
use sfumato::language::Language;
use sfumato::mask::{Keys, Policy};
use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle, FileError, FileHint, Masked, PlanFile, PlanOptions, Report, ReportOptions};

use crate::many::{MaskedText, each_text, places, plain, record};
use crate::report::NativeReport;
use crate::{DocumentError, document_error, settings_error};

/// An anonymiser; built once, used from any number of threads.
#[pyclass(frozen, module = "sfumato._native")]
pub struct Engine {
    anonymiser: Anonymiser<'static>,
    reporting: ReportOptions,
}

/// A file and its reports.
type MaskedBytes<'py> = (Bound<'py, PyBytes>, Vec<NativeReport>);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (policy, toml, quality, language, protect, seed, key, threshold, assess, quote, same_in_all))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python class, which checks them")]
    fn new(
        policy: &str,
        toml: Option<&str>,
        quality: Option<&str>,
        language: Option<&str>,
        protect: Vec<String>,
        seed: Option<u64>,
        key: Option<&[u8]>,
        threshold: Option<f32>,
        assess: bool,
        quote: bool,
        same_in_all: bool,
    ) -> PyResult<Self> {
        let mut chosen = match toml {
            Some(toml) => Policy::parse(policy, toml).map_err(settings_error)?,
            None => {
                let known = Bundle::policy(policy).ok_or_else(|| unknown("policy", policy, Bundle::policies()))?;
                known.map_err(settings_error)?
            }
        };
        if let Some(threshold) = threshold {
            if !(0.0..=1.0).contains(&threshold) {
                return Err(settings_error("threshold takes a number from 0 to 1"));
            }
            chosen.threshold = threshold;
        }
        let draws = chosen.pseudonymises();
        let reporting = ReportOptions { unit: OffsetUnit::CodePoints, show_text: quote, all_terms: false };
        let mut builder = Anonymiser::builder().policy(chosen).reporting(reporting);
        if let Some(name) = quality {
            let quality = NetworkQuality::ALL.into_iter().find(|quality| quality.name() == name);
            let known = NetworkQuality::ALL.into_iter().map(NetworkQuality::name);
            builder = builder.quality(quality.ok_or_else(|| unknown("quality", name, known))?);
        }
        if let Some(code) = language {
            let language = [Language::English, Language::Spanish].into_iter().find(|language| language.code() == code);
            builder = builder.language(language.ok_or_else(|| unknown("language", code, ["en", "es"].into_iter()))?);
        }
        for name in protect {
            builder = builder.protect(name);
        }
        match seed {
            Some(seed) => builder = builder.seed(PseudonymSeed::new(seed)),
            None if draws && key.is_none() => {
                return Err(settings_error("the policy gives pseudonyms: give a seed, or a key, to draw them from"));
            }
            None => {}
        }
        if let Some(secret) = key {
            builder = builder.keys(Keys::from_secret(secret).map_err(settings_error)?);
        }
        if assess {
            builder = builder.assess();
        }
        if same_in_all {
            builder = builder.same_in_all_documents();
        }
        Ok(Self { anonymiser: builder.build().map_err(settings_error)?, reporting })
    }

    /// A text masked, and its report.
    fn mask_text(&self, py: Python<'_>, text: &str) -> PyResult<(String, NativeReport)> {
        let masked = py.detach(|| MaskedText::of(&self.anonymiser, text, &plain()));
        masked.map(MaskedText::into_pair).map_err(|error| document_error(py, &error))
    }

    /// Texts masked on several threads, in their order; a text that fails is an exception in its place.
    fn mask_texts(&self, py: Python<'_>, texts: Vec<String>, threads: usize) -> PyResult<Vec<Py<PyAny>>> {
        self.mask_each(py, &texts, threads, &plain())
    }

    /// Records masked alike, each an object of JSON in one line with its text in this member.
    fn mask_records(
        &self,
        py: Python<'_>,
        records: Vec<String>,
        text_field: &str,
        threads: usize,
    ) -> PyResult<Vec<Py<PyAny>>> {
        self.mask_each(py, &records, threads, &record(text_field))
    }

    /// What is found in each record, as JSON; a record that fails is an exception in its place.
    fn detect_records(
        &self,
        py: Python<'_>,
        records: Vec<String>,
        text_field: &str,
        threads: usize,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let hint = record(text_field);
        let found = py.detach(|| each_text(&records, threads, |record| places(&self.anonymiser, record, &hint)));
        each_shown(py, found, |found| Ok(found.into_pyobject(py)?.into_any().unbind()))
    }

    /// The report of a text, without writing anything.
    fn detect_text(&self, py: Python<'_>, text: &str) -> PyResult<NativeReport> {
        let bytes = text.as_bytes().to_vec();
        let mut reports = self.working(py, || self.anonymiser.detect(bytes, &plain()))?;
        Ok(reports.remove(0))
    }

    /// A file of any kind masked, and its reports.
    fn mask_bytes<'py>(&self, py: Python<'py>, data: &[u8], name: Option<String>) -> PyResult<MaskedBytes<'py>> {
        let (bytes, hint) = (data.to_vec(), hint(name));
        shown(py, py.detach(|| self.anonymiser.mask(bytes, &hint)))
    }

    /// The reports of a file of any kind.
    fn detect_bytes(&self, py: Python<'_>, data: &[u8], name: Option<String>) -> PyResult<Vec<NativeReport>> {
        let (bytes, hint) = (data.to_vec(), hint(name));
        self.working(py, || self.anonymiser.detect(bytes, &hint))
    }

    /// The same with how much each document tells.
    fn assess_bytes(&self, py: Python<'_>, data: &[u8], name: Option<String>) -> PyResult<Vec<NativeReport>> {
        let (bytes, hint) = (data.to_vec(), hint(name));
        self.working(py, || self.anonymiser.assess(bytes, &hint))
    }

    /// The plan of a file, as JSON.
    fn plan_bytes(&self, py: Python<'_>, data: &[u8], name: Option<String>) -> PyResult<String> {
        let (bytes, hint) = (data.to_vec(), hint(name));
        let options = PlanOptions { unit: self.reporting.unit, show_text: self.reporting.show_text };
        let plan = py.detach(|| self.anonymiser.plan(bytes, &hint, &options));
        let plan = plan.map_err(|error| document_error(py, &error))?;
        serde_json::to_string(&plan).map_err(|_| DocumentError::new_err("the plan cannot be written as JSON"))
    }

    /// A file as a plan in JSON says, and its report.
    fn apply_bytes<'py>(
        &self,
        py: Python<'py>,
        plan: &str,
        data: &[u8],
        name: Option<String>,
    ) -> PyResult<MaskedBytes<'py>> {
        let plan = PlanFile::parse(plan).map_err(settings_error)?;
        let (bytes, hint) = (data.to_vec(), hint(name));
        shown(py, py.detach(|| self.anonymiser.apply(plan, bytes, &hint)))
    }

    /// A file with what was encrypted brought back, and at how many places.
    fn unmask_bytes<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        name: Option<String>,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let (bytes, hint) = (data.to_vec(), hint(name));
        let unmasked = py.detach(|| self.anonymiser.unmask(bytes, &hint));
        let unmasked = unmasked.map_err(|error| document_error(py, &error))?;
        Ok((PyBytes::new(py, &unmasked.bytes), unmasked.values))
    }

    /// The word that stands for a category in labels.
    #[staticmethod]
    fn placeholder(category: &str) -> PyResult<String> {
        Ok(Category::new(category).map_err(settings_error)?.placeholder())
    }

    /// The name of a category in the set of labels that a tool or corpus has.
    #[staticmethod]
    fn label(category: &str, set: &str) -> PyResult<String> {
        let known = LabelSet::ALL.into_iter().find(|known| known.name() == set);
        let set = known.ok_or_else(|| unknown("set of labels", set, LabelSet::ALL.into_iter().map(LabelSet::name)))?;
        Ok(Category::new(category).map_err(settings_error)?.label(set).to_owned())
    }
}

impl Engine {
    fn mask_each(&self, py: Python<'_>, texts: &[String], threads: usize, hint: &FileHint) -> PyResult<Vec<Py<PyAny>>> {
        let masked = py.detach(|| each_text(texts, threads, |text| MaskedText::of(&self.anonymiser, text, hint)));
        each_shown(py, masked, |masked| Ok(masked.into_pair().into_pyobject(py)?.into_any().unbind()))
    }

    fn working(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<Vec<Report>, FileError> + Send,
    ) -> PyResult<Vec<NativeReport>> {
        let reports = py.detach(work).map_err(|error| document_error(py, &error))?;
        Ok(reports.into_iter().map(NativeReport::from).collect())
    }
}

fn shown(py: Python<'_>, masked: Result<Masked, FileError>) -> PyResult<MaskedBytes<'_>> {
    let masked = masked.map_err(|error| document_error(py, &error))?;
    Ok((PyBytes::new(py, &masked.bytes), masked.reports.into_iter().map(NativeReport::from).collect()))
}

/// What became of each, as Python has it; what failed is an exception in its place.
fn each_shown<T>(
    py: Python<'_>,
    all: Vec<Result<T, FileError>>,
    shown: impl Fn(T) -> PyResult<Py<PyAny>>,
) -> PyResult<Vec<Py<PyAny>>> {
    let shown = |one: Result<T, FileError>| match one {
        Ok(one) => shown(one),
        Err(error) => Ok(document_error(py, &error).into_value(py).into_any()),
    };
    all.into_iter().map(shown).collect()
}

fn hint(name: Option<String>) -> FileHint {
    name.map_or_else(FileHint::default, FileHint::named)
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> PyErr {
    let known: Vec<&str> = known.collect();
    settings_error(format!("no {what} `{name}`; {}", sfumato::mask::suggestion(name, &known)))
}
