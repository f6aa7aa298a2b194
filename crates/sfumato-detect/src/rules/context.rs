//! Labels: the text before a value on its line.

/// A label, in small letters, and whether a colon or equals sign stands between it and the value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LabelBefore {
    pub label: String,
    pub has_colon: bool,
}

/// The longest label, in words.
const MOST_WORDS: usize = 4;
/// The longest label, in characters.
const MOST_LENGTH: usize = 60;

/// The labels that a value which starts at `start` may have, the shortest first; nothing before `floor` is looked at.
pub(super) fn contexts(text: &str, floor: usize, start: usize) -> Vec<LabelBefore> {
    let before = text.get(floor..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let trimmed = line.trim_end_matches([' ', '\t', '(', '"']);
    let (label, has_colon) = match trimmed.strip_suffix([':', '=']) {
        Some(label) => (label.trim_end(), true),
        None => (trimmed, false),
    };
    // A stop behind an abbreviation is no part of the label, and is stepped over as a colon is.
    let label = label.strip_suffix('.').unwrap_or(label);
    let is_apart = label.len() < line.len();
    let starts = if is_apart { word_starts(label) } else { Vec::new() };
    let of_words = |start: usize| {
        let label = label.get(start..)?;
        let is_fit = label.chars().count() <= MOST_LENGTH && !label.contains(|c: char| c.is_ascii_digit());
        let blanks_as_one = label.split_whitespace().collect::<Vec<_>>().join(" ");
        is_fit.then(|| LabelBefore { label: blanks_as_one.to_lowercase(), has_colon })
    };
    starts.into_iter().filter_map(of_words).collect()
}

/// The starts of the last words of a text, the last first; none if it ends with something that is no word.
fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut in_word = false;
    let mut last = text.len();
    for (at, c) in text.char_indices().rev() {
        let is_letter = c.is_alphanumeric();
        if in_word && !is_letter {
            starts.push(last);
            if starts.len() == MOST_WORDS {
                return starts;
            }
        }
        in_word = is_letter;
        last = at;
    }
    if in_word {
        starts.push(last);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, floor: usize, expected: &[(&str, bool)]) {
        let text = format!("{before}VALUE");
        let found = contexts(&text, floor, before.len());
        let shown: Vec<(&str, bool)> = found.iter().map(|c| (c.label.as_str(), c.has_colon)).collect();
        assert_eq!(shown, expected, "{before}");
    }

    #[test]
    fn labels_are_the_last_words_of_the_line() {
        check("Datos.\nNombre: ", 0, &[("nombre", true)]);
        check("Localidad/ Provincia:  ", 0, &[("provincia", true), ("localidad/ provincia", true)]);
        check("Edad: 70 Sexo: ", 8, &[("sexo", true)]);
        check("Médico: Dr. ", 0, &[("dr", false), ("médico: dr", false)]);
        check("mujer de ", 0, &[("de", false), ("mujer de", false)]);
        check("cama 12: ", 0, &[]);
        check("sin blanco", 0, &[]);
        check("", 0, &[]);
    }
}
