//! Finding signatures: what is signed must not be changed.

use crate::{Dict, PdfError, PdfFile, PdfObject, PdfStream};

/// An error where the file is signed. Rights that a reader program was given are no signature of a person.
pub(crate) fn refuse(file: &PdfFile) -> Result<(), PdfError> {
    let rights = rights(file);
    for (number, object) in file.objects() {
        if !rights.contains(&number) && signs(file, object) {
            return Err(PdfError::Signed);
        }
    }
    Ok(())
}

/// The objects that give rights to reader programs.
fn rights(file: &PdfFile) -> Vec<u32> {
    let Some(permissions) = file.root().ok().and_then(|root| file.entry(root, "Perms").as_dict()) else {
        return Vec::new();
    };
    let entry = |key: &str| match permissions.get(key) {
        Some(PdfObject::Reference(number)) => Some(*number),
        _ => None,
    };
    ["UR", "UR3"].iter().filter_map(|key| entry(key)).collect()
}

fn signs(file: &PdfFile, object: &PdfObject) -> bool {
    match object {
        PdfObject::Array(items) => items.iter().any(|item| signs(file, item)),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            is_signature(file, dict) || dict.values().any(|value| signs(file, value))
        }
        _ => false,
    }
}

fn is_signature(file: &PdfFile, dict: &Dict) -> bool {
    let signature = dict.get("ByteRange").is_some() && dict.get("Contents").is_some();
    let field = file.entry(dict, "FT").as_name() == Some(b"Sig") && file.entry(dict, "V").as_dict().is_some();
    signature || field
}
