//! Names of hospitals and places: telling the name from what stands around it.

use super::words::{Listed, same, words};

/// The most words that the name of a hospital has.
const MOST_WORDS: usize = 10;

/// The name of a hospital or clinic: it starts with no article or preposition, has a word that tells it from other
/// hospitals, and does not run on into an address or the next label.
pub(super) fn hospital_name(value: &str) -> bool {
    let mut particular = false;
    let mut last = "";
    if value.ends_with('.') {
        return false;
    }
    for (at, word) in words(value).enumerate() {
        if at >= MOST_WORDS {
            return false;
        }
        let doctor = at > 2 && ["dr", "dra"].iter().any(|title| same(word, title));
        if (at == 0 && NOT_FIRST.holds(word)) || doctor || AFTER.holds(word) {
            return false;
        }
        particular |= !GENERIC.holds(word) && !NOT_FIRST.holds(word);
        last = word;
    }
    // A lone letter starts what follows: "E-mail", "P.º de la Castellana".
    particular && last.chars().count() > 1
}

/// The name of a town, region or country that does not run on into the next label.
pub(super) fn place_name(value: &str) -> bool {
    let mut any = false;
    for (at, word) in words(value).enumerate() {
        if at >= MOST_WORDS || LABELS.holds(word) {
            return false;
        }
        any = true;
    }
    any
}

/// A name that ends with what it is, such as Orange County: its first word is part of a name.
pub(super) fn county_name(value: &str) -> bool {
    words(value).next().is_some_and(|first| !NOT_FIRST.holds(first))
}

/// Starts a sentence or a phrase, not the name of an English hospital or county.
#[rustfmt::skip]
static NOT_FIRST: Listed = Listed::new(&[
    "a", "after", "an", "and", "another", "any", "as", "at", "before", "both", "but", "by", "each", "every", "for",
    "former", "from", "her", "his", "if", "in", "inside", "is", "its", "my", "near", "new", "no", "of", "on", "one",
    "or", "other", "others", "our", "outside", "per", "since", "some", "that", "the", "their", "these", "this",
    "those", "to", "under", "until", "via", "was", "were", "when", "while", "with", "your",
]);

/// Says what kind of place it is, not which one.
#[rustfmt::skip]
static GENERIC: Listed = Listed::new(&[
    "acute", "animal", "care", "center", "central", "centre", "children's", "clinic", "clinics", "community",
    "county", "day", "dental", "department", "district", "emergency", "eye", "family", "field", "first",
    "foundation", "general", "health", "home", "hospice", "hospital", "hospitals", "infirmary", "inpatient",
    "large", "local", "major", "medical", "memorial", "mental", "military", "national", "nhs", "nursing",
    "outpatient", "outreach", "primary", "private", "psychiatric", "public", "regional", "rehabilitation",
    "research", "same", "second", "small", "state", "surgery", "teaching", "training", "trust", "universities",
    "university", "veterans", "veterinary", "walk-in", "women's",
]);

/// Comes after the name of an institution: its street, a department, the next label.
#[rustfmt::skip]
static AFTER: Listed = Listed::new(&[
    "apartado", "av", "avd", "avda", "avenida", "c", "calle", "carrera", "carretera", "correo", "cp", "ctra",
    "departamento", "department", "direccion", "domicilio", "e-mail", "edad", "el", "email", "fax", "fecha",
    "glorieta", "jefe", "medico", "nhc", "paciente", "paseo", "phone", "planta", "plaza", "pso", "pza", "road",
    "ronda", "seccion", "servicio", "servicios", "street", "tel", "telefono", "tfno", "travesia", "unidad", "ward",
]);

/// The next label of a form, or no place at all.
#[rustfmt::skip]
static LABELS: Listed = Listed::new(&[
    "age", "city", "codigo", "consta", "country", "county", "cp", "date", "datos", "desconocida", "desconocido",
    "direccion", "domicilio", "edad", "email", "estable", "fecha", "gender", "hospital", "localidad", "medico",
    "n/a", "na", "nacimiento", "nass", "nhc", "ninguna", "ninguno", "none", "paciente", "pais", "phone", "postal",
    "postcode", "propietarios", "provincia", "sex", "sexo", "state", "telefono", "tfno", "unknown", "vecinos",
    "ward", "zip",
]);
