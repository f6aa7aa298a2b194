//! Addresses: telling a street from other words before and after numbers.

use super::words::{Listed, is_capital, is_letter_or_digit, same, trimmed, words};

/// The most words that the name of a street has, with its kind and the floor.
const MOST_WORDS: usize = 8;

/// A street with or without a number.
///
/// The word before the number is no article or preposition; what is written all in small letters starts with a word
/// that means nothing but a street; a court of law is no street, nor does a hospital's name belong to its street.
pub(super) fn street_name(value: &str) -> bool {
    let first = value.split([' ', '.', '/']).next().unwrap_or_default();
    let kind = KINDS.holds(first) || first.starts_with(|c: char| c.is_ascii_digit());
    let mut previous = "";
    let mut capitals = false;
    let mut court = (false, false);
    let mut name = 0;
    for (at, word) in words(value).enumerate() {
        let foreign = !kind && (INSTITUTIONS.holds(word) || (at > 0 && KINDS.holds(word)));
        if foreign || NO_STREET.holds(word) || NO_LINE.holds(word) || (is_number(word) && at > 0 && joins(previous)) {
            return false;
        }
        capitals |= word.starts_with(is_capital) && word.chars().count() > 1;
        court = (court.0 || COURTS.holds(word) || (at == 0 && is_year(word)), court.1 || same(word, "court"));
        name += usize::from(!is_number(word) && !joins(word) && word.chars().count() > 2);
        previous = word;
    }
    // A full stop belongs to the sentence, unless the word before it is a shortened kind of street.
    let ends = value.ends_with('.') && !SHORTENED.holds(previous);
    name <= MOST_WORDS && !ends && court != (true, true) && (capitals || ALWAYS_A_STREET.holds(first))
}

/// The line of an address after a label: it ends before a postcode of five digits, before the next label, and at a
/// full stop unless that belongs to a shortened word or a floor or number follows.
pub(super) fn address_line(value: &str) -> bool {
    let mut stopped = false;
    let mut letters = 0;
    for (at, token) in value.split([' ', '\t', '\n', ',']).filter(|token| !token.is_empty()).enumerate() {
        let word = trimmed(token);
        let postcode = at > 0 && word.len() == 5 && is_number(word);
        let sentence = stopped && !word.starts_with(|c: char| c.is_ascii_digit()) && !FLOORS.holds(word);
        if postcode || sentence || NO_LINE.holds(word) {
            return false;
        }
        letters += word.chars().filter(|c| is_letter_or_digit(*c) && !c.is_ascii_digit()).count();
        stopped = token.ends_with('.') && word.chars().count() > 1 && !SHORTENED.holds(word);
    }
    letters >= 3 && !stopped
}

/// True for a word that joins others, in small letters: `Pedro Luis I` ends in none.
fn joins(word: &str) -> bool {
    word.starts_with(char::is_lowercase) && JOINING.holds(word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && is_number(word) && (word.starts_with("19") || word.starts_with("20"))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '/')
}

/// Stands between a word such as "calle" or "way" and a number when no street is meant.
#[rustfmt::skip]
static NO_STREET: Listed = Listed::new(&[
    "aerea", "ano", "anos", "appeals", "at", "biliar", "by", "cases", "cm", "como", "con", "cuando", "days",
    "desde", "dia", "dias", "donde", "durante", "endovenosa", "era", "fue", "grados", "hace", "hasta", "hora",
    "horas", "hours", "in", "intramuscular", "intravenosa", "judges", "kg", "meses", "metros", "mg", "miles",
    "minutes", "minuto", "minutos", "ml", "mm", "months", "numero", "oral", "para", "parenteral", "people",
    "personas", "por", "puntos", "que", "rectal", "se", "semanas", "sin", "sobre", "su", "subcutanea", "supreme",
    "sus", "tiene", "times", "topica", "unas", "unos", "urinaria", "veces", "vez", "was", "weeks", "were", "years",
]);

/// Joins the words of a street name and cannot end it.
#[rustfmt::skip]
static JOINING: Listed = Listed::new(&[
    "a", "al", "da", "de", "del", "do", "dos", "el", "en", "i", "la", "las", "los", "of", "the", "y",
]);

/// Kinds of street that are nothing else even in small letters.
#[rustfmt::skip]
static ALWAYS_A_STREET: Listed = Listed::new(&[
    "avd", "avda", "avenida", "c", "calle", "carrer", "cl",
]);

/// Kinds of street as they start a Spanish address.
#[rustfmt::skip]
static KINDS: Listed = Listed::new(&[
    "av", "avd", "avda", "avenida", "c", "calle", "camino", "campus", "carrer", "carretera", "cl", "crta", "ctra",
    "cuesta", "glorieta", "gran", "lugar", "p", "paraje", "parque", "partida", "paseo", "passeig", "plaza", "plza",
    "poligono", "pza", "rambla", "ronda", "rua", "travesia", "urb", "urbanizacion", "via",
]);

/// Stands before an address and is no part of it.
#[rustfmt::skip]
static INSTITUTIONS: Listed = Listed::new(&[
    "asistencial", "centro", "clinica", "clinico", "complejo", "departamento", "facultad", "fundacion", "hospital",
    "hospitalario", "instituto", "servicio", "unidad", "universidad", "universitari", "universitario",
]);

/// Kinds of court of law.
#[rustfmt::skip]
static COURTS: Listed = Listed::new(&[
    "administrative", "appeal", "assize", "cassation", "constitutional", "criminal", "crown", "district",
    "european", "federal", "first", "high", "military", "regional", "security", "supreme",
]);

/// The next label of a form, or a word that says there is no address.
#[rustfmt::skip]
static NO_LINE: Listed = Listed::new(&[
    "conocida", "conocido", "consta", "datos", "desconocida", "desconocido", "dni", "e-mail", "edad", "email",
    "fax", "fecha", "localidad", "medico", "mobile", "movil", "municipio", "nacimiento", "nass", "nhc", "nie",
    "nif", "ninguna", "ninguno", "none", "paciente", "pais", "phone", "poblacion", "provincia", "sexo", "tel",
    "telefono", "telephone", "tfno", "tlf", "unknown",
]);

/// Ends in a full stop within an address.
#[rustfmt::skip]
static SHORTENED: Listed = Listed::new(&[
    "apt", "av", "avd", "avda", "ave", "bda", "blq", "blvd", "c", "cl", "cno", "col", "cra", "ctra", "dpto", "dr",
    "dra", "dto", "e", "edif", "esc", "fco", "gral", "gta", "ind", "km", "n", "ne", "no", "ntra", "num", "nw", "p",
    "pje", "pl", "plza", "pol", "prof", "ps", "pso", "pta", "pza", "rd", "rda", "s", "se", "sra", "st", "sta",
    "ste", "sto", "sw", "trav", "urb", "w",
]);

/// Starts the part of an address inside the building.
#[rustfmt::skip]
static FLOORS: Listed = Listed::new(&[
    "apartamento", "apto", "atico", "bajo", "bl", "bloque", "col", "colonia", "dcha", "derecha", "edificio",
    "entlo", "esc", "escalera", "izda", "izq", "izquierda", "local", "piso", "planta", "portal", "pta", "puerta",
    "sotano",
]);
