//! Values of dictionaries with references followed.

use crate::file::{MAX_CHAIN, PdfFile};
use crate::{Dict, ObjectNumber, PdfObject};

/// The value of a key, references followed; nothing for null.
pub(crate) fn entry<'a>(file: &'a PdfFile, dict: &'a Dict, key: &str) -> Option<&'a PdfObject> {
    dict.get(key).map(|object| file.resolve(object)).filter(|object| **object != PdfObject::Null)
}

/// The dictionary under a key.
pub(crate) fn dict<'a>(file: &'a PdfFile, dict: &'a Dict, key: &str) -> Option<&'a Dict> {
    entry(file, dict, key).and_then(PdfObject::as_dict)
}

/// The name under a key.
pub(crate) fn name<'a>(file: &'a PdfFile, dict: &'a Dict, key: &str) -> Option<&'a [u8]> {
    entry(file, dict, key).and_then(PdfObject::as_name)
}

/// The number under a key.
pub(crate) fn number(file: &PdfFile, dict: &Dict, key: &str) -> Option<f64> {
    entry(file, dict, key).and_then(PdfObject::as_number)
}

/// The numbers of the array under a key; what is none counts as nought.
pub(crate) fn numbers(file: &PdfFile, dict: &Dict, key: &str) -> Option<Vec<f64>> {
    let items = entry(file, dict, key)?.as_array()?;
    Some(items.iter().map(|item| file.resolve(item).as_number().unwrap_or(0.0)).collect())
}

/// The number of the object a value refers to.
pub(crate) fn reference(object: &PdfObject) -> Option<ObjectNumber> {
    match object {
        PdfObject::Reference(number) => Some(*number),
        _ => None,
    }
}

/// The number of the stream a value leads to.
pub(crate) fn stream_number(file: &PdfFile, object: &PdfObject) -> Option<ObjectNumber> {
    let mut number = reference(object)?;
    for _ in 0..MAX_CHAIN {
        match file.get(number)? {
            PdfObject::Reference(next) => number = *next,
            PdfObject::Stream(_) => return Some(number),
            _ => return None,
        }
    }
    None
}
