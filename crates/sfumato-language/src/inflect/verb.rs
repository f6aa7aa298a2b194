//! Verbs, whose labels are infinitives, in the form that another verb has.

mod english;
mod spanish;

use crate::Language;

/// A verb in the form that a finer tag names: `VBD`, `Gender=Fem|Number=Sing|VerbForm=Part`.
/// Nothing if it has none that is known.
pub fn verb(label: &str, detail: &str, language: Language) -> Option<String> {
    let (first, rest) = label.split_once(' ').map_or((label, None), |(first, rest)| (first, Some(rest)));
    let form = match language {
        Language::English => english::form(first, detail)?,
        Language::Spanish => spanish::form(first, detail)?,
    };
    Some(rest.map_or_else(|| form.clone(), |rest| format!("{form} {rest}")))
}
