//! Words that stand beside names, and short ways to write names.

use sfumato_language::Language;

use super::words::{Case, Word};
use crate::Sex;

/// Words before a colon: what stands behind them is the name.
pub(super) const LABELS: &[&str] = &[
    "nombre",
    "nombres",
    "apellido",
    "apellidos",
    "paciente",
    "medico",
    "doctor",
    "firma",
    "firmado",
    "fdo",
    "name",
    "names",
    "surname",
    "patient",
    "physician",
    "provider",
    "signed",
    "attending",
    "first",
    "last",
];

/// Small words that say nothing of anybody.
pub(super) const PLAIN: &[&str] = &[
    "a", "al", "an", "as", "at", "born", "by", "como", "con", "el", "en", "es", "for", "from", "her", "his", "hija",
    "hijo", "in", "is", "la", "los", "nacida", "nee", "of", "or", "paciente", "para", "patient", "por", "se", "su",
    "sus", "the", "their", "to", "un", "una", "with",
];

/// Whether a word is a title, and the sex it tells.
pub(super) fn title(key: &str, language: Language, dotted: bool) -> Option<Option<Sex>> {
    let spanish = language == Language::Spanish;
    Some(match key {
        "mr" | "sir" | "sr" | "senor" | "profesor" | "enfermero" | "fray" | "monsieur" | "herr" | "juez"
        | "magistrado" | "abogado" | "procurador" | "letrado" => Some(Sex::Male),
        "don" if spanish => Some(Sex::Male),
        "d" if spanish && dotted => Some(Sex::Male),
        // In Spanish a woman is `Dra.`
        "dr" | "doctor" => spanish.then_some(Sex::Male),
        "mrs" | "ms" | "miss" | "mme" | "mlle" | "madame" | "frau" | "sra" | "srta" | "senora" | "senorita" | "dna"
        | "dra" | "dras" | "doctora" | "profesora" | "profa" | "enfermera" | "letrada" | "jueza" | "magistrada"
        | "abogada" | "procuradora" | "dame" => Some(Sex::Female),
        "dona" if spanish => Some(Sex::Female),
        "da" if spanish && dotted => Some(Sex::Female),
        "sor" if spanish => Some(Sex::Female),
        "drs" | "dres" | "sres" | "sras" | "prof" | "professor" | "rev" | "reverend" | "nurse" | "messrs" | "hon"
        | "judge" | "agente" => None,
        "lic" | "ing" | "capt" | "sgt" | "col" | "mons" | "fdo" | "fr" | "mx" if dotted => None,
        _ => return None,
    })
}

/// Whether a title goes with a surname alone.
pub(super) fn goes_with_surname(key: &str) -> bool {
    !matches!(key, "don" | "dona" | "d" | "da" | "dna" | "sor" | "fray" | "miss" | "nurse" | "fdo" | "sir" | "dame")
}

/// Whether a word after a name is no part of it.
pub(super) fn is_suffix(key: &str, word: &Word) -> bool {
    match key {
        "jr" | "sr" | "esq" | "phd" | "mbbs" | "msc" | "bsc" | "pharmd" => true,
        "ii" | "iii" | "iv" | "md" | "rn" | "lpn" | "crna" | "facs" | "frcp" | "frcs" | "facp" | "mph" | "dds" => {
            word.case == Case::Capitals
        }
        "do" | "np" | "pa" | "dpt" | "bsn" | "msn" | "dnp" | "arnp" | "cnm" => {
            word.case == Case::Capitals && word.comma
        }
        _ => false,
    }
}

/// What an abbreviation of a name stands for.
pub(super) fn in_full(key: &str, text: &str, dotted: bool) -> Option<&'static str> {
    let ordinal = text.ends_with(['ª', 'º']) || (text.contains('.') && text.len() == 3);
    Some(match key {
        "m" | "ma" if ordinal => "maria",
        "ma" if dotted => "maria",
        "f" | "fa" if text.ends_with('ª') => "francisca",
        "f" | "fco" | "fo" if ordinal || key == "fco" => "francisco",
        "g" | "ga" | "gcia" if ordinal || key == "gcia" => "garcia",
        "d" if ordinal => "dona",
        "fdez" | "fdz" | "fernz" => "fernandez",
        "hdez" | "hdz" | "hndez" => "hernandez",
        "rguez" | "rdguez" | "rdez" | "rodrig" | "rguz" => "rodriguez",
        "mtnez" | "mtez" | "mtz" | "mnez" => "martinez",
        "glez" | "gzlez" | "gnzlez" | "gzalez" => "gonzalez",
        "dguez" | "dmguez" | "domgez" => "dominguez",
        "jmnez" | "jmenez" | "jnez" => "jimenez",
        "gtrrez" | "gtrez" | "gutrez" => "gutierrez",
        "vzquez" | "vqez" => "vazquez",
        "schez" | "snchez" | "sanchz" => "sanchez",
        "mdez" => "mendez",
        "lpez" => "lopez",
        "wm" if dotted => "william",
        "chas" if dotted => "charles",
        "thos" if dotted => "thomas",
        "robt" if dotted => "robert",
        _ => return None,
    })
}
