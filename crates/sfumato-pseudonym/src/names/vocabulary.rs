//! Words that stand beside names, and short ways to write names.

use sfumato_language::Language;
use sfumato_words::{WordTable, words};

use super::words::{NameCase, NameWord};
use crate::PersonSex;

/// Words before a colon: what stands behind them is the name.
pub(super) static LABELS: WordTable = words!("shared/persons", "labels");

/// Small words that say nothing of anybody.
pub(super) static PLAIN: WordTable = words!("shared/persons", "plain words");

/// The sex that a word tells as a title; `None` if it is no title.
pub(super) fn title(key: &str, language: Language, dotted: bool) -> Option<Option<PersonSex>> {
    let spanish = language == Language::Spanish;
    Some(match key {
        "mr" | "sir" | "sr" | "senor" | "profesor" | "enfermero" | "fray" | "monsieur" | "herr" | "juez"
        | "magistrado" | "abogado" | "procurador" | "letrado" => Some(PersonSex::Male),
        "don" if spanish => Some(PersonSex::Male),
        "d" if spanish && dotted => Some(PersonSex::Male),
        // In Spanish a woman is `Dra.`
        "dr" | "doctor" => spanish.then_some(PersonSex::Male),
        "mrs" | "ms" | "miss" | "mme" | "mlle" | "madame" | "frau" | "sra" | "srta" | "senora" | "senorita" | "dna"
        | "dra" | "dras" | "doctora" | "profesora" | "profa" | "enfermera" | "letrada" | "jueza" | "magistrada"
        | "abogada" | "procuradora" | "dame" => Some(PersonSex::Female),
        "dona" if spanish => Some(PersonSex::Female),
        "da" if spanish && dotted => Some(PersonSex::Female),
        "sor" if spanish => Some(PersonSex::Female),
        "drs" | "dres" | "sres" | "sras" | "prof" | "professor" | "rev" | "reverend" | "nurse" | "messrs" | "hon"
        | "judge" | "agente" => None,
        "lic" | "ing" | "capt" | "sgt" | "col" | "mons" | "fdo" | "fr" | "mx" if dotted => None,
        _ => return None,
    })
}

/// True if a title goes with a surname alone.
pub(super) fn goes_with_surname(key: &str) -> bool {
    !matches!(key, "don" | "dona" | "d" | "da" | "dna" | "sor" | "fray" | "miss" | "nurse" | "fdo" | "sir" | "dame")
}

/// True if a word after a name is no part of it.
pub(super) fn is_suffix(key: &str, word: &NameWord) -> bool {
    match key {
        "jr" | "sr" | "esq" | "phd" | "mbbs" | "msc" | "bsc" | "pharmd" => true,
        "ii" | "iii" | "iv" | "md" | "rn" | "lpn" | "crna" | "facs" | "frcp" | "frcs" | "facp" | "mph" | "dds" => {
            word.case == NameCase::Capitals
        }
        "do" | "np" | "pa" | "dpt" | "bsn" | "msn" | "dnp" | "arnp" | "cnm" => {
            word.case == NameCase::Capitals && word.comma
        }
        _ => false,
    }
}

/// Short ways to write surnames, and given names that are shortened with a full stop.
static SHORT: WordTable<2> = words!("es/persons", "short names");
static SHORT_WITH_DOT: WordTable<2> = words!("en/persons", "short names with a full stop");

/// The name that an abbreviation stands for.
pub(super) fn in_full(key: &str, text: &str, dotted: bool) -> Option<&'static str> {
    let ordinal = text.ends_with(['ª', 'º']) || (text.contains('.') && text.len() == 3);
    Some(match key {
        "m" | "ma" if ordinal => "maria",
        "ma" if dotted => "maria",
        "f" | "fa" if text.ends_with('ª') => "francisca",
        "f" | "fco" | "fo" if ordinal || key == "fco" => "francisco",
        "g" | "ga" | "gcia" if ordinal || key == "gcia" => "garcia",
        "d" if ordinal => "dona",
        _ if dotted && SHORT_WITH_DOT.has(key) => SHORT_WITH_DOT.get(key)?[1],
        _ => SHORT.get(key)?[1],
    })
}
