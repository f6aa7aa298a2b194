//! Words that, with a capital, start a sentence rather than a name.

use crate::{Language, Languages};

/// Whether a word after an abbreviation starts a sentence.
pub(super) fn is_starter(word: &str, languages: Languages) -> bool {
    let is_in = |list: &[&str]| list.binary_search(&word).is_ok();
    word.starts_with(['¿', '¡'])
        || (languages.includes(Language::English) && is_in(ENGLISH))
        || (languages.includes(Language::Spanish) && is_in(SPANISH))
}

/// Sorted.
const ENGLISH: &[&str] = &[
    "A", "After", "All", "Also", "Although", "An", "And", "Are", "As", "At", "Because", "Before", "But", "By", "Can",
    "Could", "Denies", "Did", "Do", "Does", "During", "Each", "For", "From", "Had", "Has", "Have", "He", "Her", "Here",
    "His", "How", "However", "I", "If", "In", "Is", "It", "Its", "Let", "Many", "My", "No", "Not", "Now", "On", "Once",
    "One", "Or", "Our", "Patient", "Please", "She", "Should", "Since", "So", "Some", "Thank", "Thanks", "That", "The",
    "Their", "Then", "There", "These", "They", "This", "Those", "Thus", "To", "Today", "Until", "Upon", "Was", "We",
    "Were", "What", "When", "Where", "While", "Who", "Why", "Will", "With", "Within", "Without", "Would", "Yet", "You",
    "Your",
];

/// Sorted.
const SPANISH: &[&str] = &[
    "A",
    "Además",
    "Al",
    "Ante",
    "Así",
    "Aunque",
    "Como",
    "Con",
    "Cuando",
    "De",
    "Debido",
    "Del",
    "Desde",
    "Después",
    "Donde",
    "Dos",
    "Durante",
    "El",
    "Ella",
    "Ellos",
    "En",
    "Entre",
    "Era",
    "Es",
    "Esta",
    "Este",
    "Esto",
    "Estos",
    "Está",
    "Fue",
    "Ha",
    "Hace",
    "Hasta",
    "Hay",
    "La",
    "Las",
    "Le",
    "Lo",
    "Los",
    "Mientras",
    "Muchos",
    "Más",
    "Ni",
    "Niega",
    "No",
    "Nos",
    "O",
    "Otra",
    "Otro",
    "Para",
    "Pero",
    "Por",
    "Posteriormente",
    "Presenta",
    "Presentaba",
    "Que",
    "Refiere",
    "Se",
    "Según",
    "Si",
    "Sin",
    "Sobre",
    "Su",
    "Sus",
    "También",
    "Tiene",
    "Todo",
    "Todos",
    "Tras",
    "Un",
    "Una",
    "Uno",
    "Unos",
    "Y",
    "Ya",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_start_sentences() {
        let spanish = Languages::only(Language::Spanish);
        assert!(is_starter("El", spanish) && is_starter("¿", spanish));
        assert!(!is_starter("Ruiz", spanish) && !is_starter("The", spanish));
    }

    #[test]
    fn lists_are_in_order() {
        assert!(ENGLISH.is_sorted() && SPANISH.is_sorted());
    }
}
