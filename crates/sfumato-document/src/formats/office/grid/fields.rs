//! Words that name fields of forms and columns of tables, whatever stands around them.

use sfumato_words::WordTable;

static FIELDS: WordTable = WordTable::new(include_str!("fields.txt"), "fields");
static VAGUE: WordTable = WordTable::new(include_str!("fields.txt"), "vague");
static BORNE: WordTable = WordTable::new(include_str!("fields.txt"), "borne");
/// No name of a field among those known is longer than this, accents and blanks included.
const LONGEST_FIELD: usize = 48;

/// True if a text is a word that names a field of a form or a column, and hardly ever a value.
pub(crate) fn is_field(text: &str) -> bool {
    if text.len() > LONGEST_FIELD {
        return false;
    }
    let text = text.trim().trim_end_matches([':', '.', '*', '?']).trim_end();
    let mut plain = String::with_capacity(text.len());
    let mut last = ' ';
    // What programs write as one word is spelt out: `first_name`, `firstName`.
    for letter in text.chars() {
        let is_blank = letter.is_whitespace() || letter == '_';
        let is_apart = is_blank || (last.is_lowercase() && letter.is_uppercase());
        if is_apart && !plain.is_empty() && !plain.ends_with(' ') {
            plain.push(' ');
        }
        if !is_blank {
            plain.extend(letter.to_lowercase().map(without_accent));
        }
        last = letter;
    }
    FIELDS.has(&plain)
}

/// True if a text names a field and can be nothing else.
pub(crate) fn is_no_value(text: &str) -> bool {
    is_field(text) && !is_borne(text)
}

fn is_borne(field: &str) -> bool {
    BORNE.has(&field.trim().to_ascii_lowercase())
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' => 'a',
        'é' | 'è' => 'e',
        'í' | 'ì' => 'i',
        'ó' | 'ò' => 'o',
        'ú' | 'ù' | 'ü' => 'u',
        'º' | '°' => 'o',
        _ => letter,
    }
}

/// True if a text is a word for whatever one may write, which tells little of what a cell holds.
pub(crate) fn is_vague(text: &str) -> bool {
    VAGUE.has(&text.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_fields_are_found_in_other_notations() {
        assert!(FIELDS.words().iter().all(|field| is_field(field) && field.len() + 8 <= LONGEST_FIELD));
        assert!(is_field(" Teléfono: ") && is_field("Date  of Birth") && is_field("Nº historia") && !is_field("Ann"));
        assert!(is_field("first_name") && is_field("firstName") && is_field("FECHA_NACIMIENTO") && !is_field("first_"));
        assert!(is_no_value("Teléfono") && is_field("Ward") && !is_no_value("Ward"));
    }
}
