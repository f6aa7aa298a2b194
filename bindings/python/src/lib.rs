//! The module `sfumato._native`: the library for Python, without its comforts, which are in `python/sfumato`.
//!
//! Work is done without the interpreter's lock; results hold numbers and places, and text only where text was asked for.

mod engine;
mod many;
mod report;

use std::ffi::OsString;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use sfumato::{Bundle, FileError};

pyo3::create_exception!(
    sfumato._native,
    SfumatoError,
    PyException,
    "Whatever sfumato refuses; never holds text of a document."
);
pyo3::create_exception!(
    sfumato._native,
    SettingsError,
    SfumatoError,
    "A policy, a key or another setting cannot be used."
);
pyo3::create_exception!(sfumato._native, DocumentError, SfumatoError, "A document cannot be read, masked or written.");

/// The exception for a document, with a code to answer to.
fn document_error(py: Python<'_>, error: &FileError) -> PyErr {
    let raised = DocumentError::new_err(error.to_string());
    // An exception takes any attribute.
    let _ = raised.value(py).setattr("code", error.code());
    raised
}

fn settings_error(error: impl std::fmt::Display) -> PyErr {
    SettingsError::new_err(error.to_string())
}

/// The names of the built-in policies.
#[pyfunction]
fn policies() -> Vec<&'static str> {
    Bundle::policies().collect()
}

/// Runs the program with arguments, the first of which is its name, and returns its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sfumato_cli::run(arguments))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SfumatoError", py.get_type::<SfumatoError>())?;
    module.add("SettingsError", py.get_type::<SettingsError>())?;
    module.add("DocumentError", py.get_type::<DocumentError>())?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<report::NativeReport>()?;
    module.add_class::<report::Finding>()?;
    module.add_function(wrap_pyfunction!(policies, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)
}
