//! The kinds of annotated values that stand for one person or one door, and when a value is specific enough to.

use std::collections::HashMap;

use super::words::{CorpusWord, WordRow, words};

/// The kind of a value, which decides when two are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorpusValueKind {
    Person,
    Number,
    Mail,
    Street,
    Institution,
}

/// The labels of the corpora whose values may not stand here. Left out is what tells of nobody in particular: towns,
/// countries, dates, ages, trades, families, amounts, works, peoples.
const LABELS: [(&str, CorpusValueKind); 24] = [
    ("NOMBRE_SUJETO_ASISTENCIA", CorpusValueKind::Person),
    ("NOMBRE_PERSONAL_SANITARIO", CorpusValueKind::Person),
    ("PERSON", CorpusValueKind::Person),
    ("PER", CorpusValueKind::Person),
    ("protect", CorpusValueKind::Person),
    ("name", CorpusValueKind::Person),
    ("ID_SUJETO_ASISTENCIA", CorpusValueKind::Number),
    ("ID_CONTACTO_ASISTENCIAL", CorpusValueKind::Number),
    ("ID_ASEGURAMIENTO", CorpusValueKind::Number),
    ("ID_TITULACION_PERSONAL_SANITARIO", CorpusValueKind::Number),
    ("ID_EMPLEO_PERSONAL_SANITARIO", CorpusValueKind::Number),
    ("IDENTIF_VEHICULOS_NRSERIE_PLACAS", CorpusValueKind::Number),
    ("IDENTIF_DISPOSITIVOS_NRSERIE", CorpusValueKind::Number),
    ("IDENTIF_BIOMETRICOS", CorpusValueKind::Number),
    ("NUMERO_BENEF_PLAN_SALUD", CorpusValueKind::Number),
    ("NUMERO_TELEFONO", CorpusValueKind::Number),
    ("NUMERO_FAX", CorpusValueKind::Number),
    ("CODE", CorpusValueKind::Number),
    ("CORREO_ELECTRONICO", CorpusValueKind::Mail),
    ("URL_WEB", CorpusValueKind::Mail),
    ("CALLE", CorpusValueKind::Street),
    ("HOSPITAL", CorpusValueKind::Institution),
    ("INSTITUCION", CorpusValueKind::Institution),
    ("CENTRO_SALUD", CorpusValueKind::Institution),
];

/// The fewest digits that make a number somebody's own.
const DIGITS: usize = 6;

/// The most groups a number is written in, and the most words of a value.
const GROUPS: usize = 7;
const LONGEST: usize = 14;

/// Words that stand before and between the words of names.
const PARTICLES: [&str; 32] = [
    "mr", "mrs", "ms", "miss", "dr", "dra", "sr", "sra", "don", "doña", "de", "del", "la", "las", "los", "el", "le",
    "y", "i", "da", "do", "dos", "van", "von", "der", "den", "ter", "the", "of", "san", "santa", "st",
];

/// Given names that so many bear that with one name more they are still nobody.
const COMMON: [&str; 14] = [
    "maría", "maria", "josé", "jose", "juan", "luis", "carmen", "manuel", "antonio", "ana", "carlos", "john", "david",
    "mary",
];

/// Words that make no institution another one.
const GENERIC: [&str; 16] = [
    "hospital",
    "general",
    "clínico",
    "clínica",
    "universitario",
    "universitaria",
    "comarcal",
    "provincial",
    "regional",
    "centro",
    "salud",
    "complejo",
    "hospitalario",
    "residencia",
    "servicio",
    "instituto",
];

impl CorpusValueKind {
    /// The kind of a label, if values of it may not stand here.
    pub fn of(label: &str) -> Option<Self> {
        LABELS.iter().find(|(known, _)| known.eq_ignore_ascii_case(label)).map(|(_, kind)| *kind)
    }

    /// The advice on a substitute.
    fn advice(self) -> &'static str {
        match self {
            Self::Person => "the name of somebody in a corpus; invent one",
            Self::Number => "a number of somebody in a corpus; invent one",
            Self::Mail => "an address of somebody in a corpus; invent one",
            Self::Street => "a street and number of a corpus; invent one",
            Self::Institution => "an institution of a corpus; invent one",
        }
    }

    /// True if a value belongs to one person, door or house rather than to many.
    fn is_specific(self, value: &str, words: &[CorpusWord]) -> bool {
        let text = |word: &CorpusWord| value.get(word.start..word.end).unwrap_or_default();
        let is_among = |list: &[&str], word: &CorpusWord| list.contains(&text(word).to_lowercase().as_str());
        match self {
            Self::Person => {
                let is_name =
                    |word: &&CorpusWord| word.letters > 1 && !is_among(&PARTICLES, word) && !is_among(&COMMON, word);
                words.iter().filter(is_name).count() >= 2
            }
            Self::Number => words.iter().map(|word| word.digits).sum::<usize>() >= DIGITS,
            Self::Mail => value.contains('@') || words.len() >= 4,
            Self::Street => {
                let is_named = words.iter().any(|word| word.letters > 2 && !is_among(&PARTICLES, word));
                is_named && words.len() >= 2 && (words.iter().any(|word| word.digits > 0) || value.contains("s/n"))
            }
            Self::Institution => {
                let is_its_own = |word: &CorpusWord| {
                    let is_capital = text(word).starts_with(char::is_uppercase);
                    is_capital && !is_among(&PARTICLES, word) && !is_among(&GENERIC, word)
                };
                words.len() >= 3 && words.iter().any(is_its_own)
            }
        }
    }
}

/// The values of all corpora.
#[derive(Debug, Default)]
pub struct CorpusValues {
    /// By the words of each.
    rows: HashMap<u64, CorpusValueKind>,
    /// By the characters of each that are no marks.
    numbers: HashMap<String, CorpusValueKind>,
}

impl CorpusValues {
    /// Remembers a value if it is specific enough.
    pub fn add(&mut self, kind: CorpusValueKind, value: &str) {
        let words = words(value);
        if !kind.is_specific(value, &words) || words.len() > LONGEST {
            return;
        }
        if kind == CorpusValueKind::Number {
            self.numbers.insert(joined(value, words.iter().filter(|word| word.digits > 0)), kind);
        } else {
            self.rows.insert(WordRow::of(&words).key(), kind);
        }
    }

    /// The values that stand in a text: where each starts and ends, and what to do about it.
    pub fn find(&self, text: &str, words: &[CorpusWord]) -> Vec<(usize, usize, &'static str)> {
        let mut found = Vec::new();
        for at in 0..words.len() {
            let ahead = words.get(at..).unwrap_or_default();
            let mut row = WordRow::EMPTY;
            for (nth, word) in ahead.iter().take(LONGEST).enumerate() {
                row = row.and(word);
                if let Some(kind) = self.rows.get(&row.key()).filter(|_| nth > 0) {
                    found.push((ahead[0].start, word.end, kind.advice()));
                }
            }
            found.extend(self.number(text, ahead));
        }
        found
    }

    /// A number that starts with the first of these words, written in groups or not.
    fn number(&self, text: &str, ahead: &[CorpusWord]) -> Option<(usize, usize, &'static str)> {
        let first = ahead.first().filter(|word| word.digits > 0)?;
        let mut last = first;
        for (nth, word) in ahead.iter().take(GROUPS).enumerate() {
            let between = text.get(last.end..word.start).unwrap_or_default();
            let goes_on = nth == 0 || (word.digits > 0 && [" ", "-", ".", "/", ":"].contains(&between));
            if !goes_on {
                return None;
            }
            last = word;
            let groups = ahead.get(..=nth).unwrap_or_default();
            if groups.iter().map(|word| word.digits).sum::<usize>() >= DIGITS
                && let Some(kind) = self.numbers.get(&joined(text, groups.iter()))
            {
                return Some((first.start, word.end, kind.advice()));
            }
        }
        None
    }
}

fn joined<'a>(text: &str, words: impl Iterator<Item = &'a CorpusWord>) -> String {
    words.filter_map(|word| text.get(word.start..word.end)).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(kind: CorpusValueKind, value: &str, text: &str) -> Vec<String> {
        let mut values = CorpusValues::default();
        values.add(kind, value);
        let found = values.find(text, &words(text));
        found.iter().filter_map(|(start, end, _)| text.get(*start..*end)).map(str::to_owned).collect()
    }

    #[test]
    fn labels_have_kinds() {
        assert_eq!(CorpusValueKind::of("CALLE"), Some(CorpusValueKind::Street));
        assert_eq!(CorpusValueKind::of("per"), Some(CorpusValueKind::Person));
        assert_eq!(CorpusValueKind::of("TERRITORIO"), None);
    }

    #[test]
    fn values_are_found_however_they_are_written() {
        assert_eq!(
            find(CorpusValueKind::Person, "Berta Olmedal Quirce", "x «BERTA OLMEDAL QUIRCE»."),
            ["BERTA OLMEDAL QUIRCE"]
        );
        assert_eq!(find(CorpusValueKind::Number, "93 2345982", "tel. 932 34 59 82, fijo"), ["932 34 59 82"]);
        assert_eq!(find(CorpusValueKind::Street, "C/ Madroñal, 8", "(c/ madroñal 8)"), ["c/ madroñal 8"]);
        assert_eq!(find(CorpusValueKind::Mail, "b.quirce@correo.example", "a B.Quirce@correo.example b").len(), 1);
        assert_eq!(
            find(CorpusValueKind::Institution, "Hospital General de Olmeda", "el hospital general de Olmeda").len(),
            1
        );
    }

    #[test]
    fn what_many_share_is_nobodys() {
        for (kind, value) in [
            (CorpusValueKind::Person, "Berta"),
            (CorpusValueKind::Person, "Mr B. Olmedal"),
            (CorpusValueKind::Person, "De la Olmeda"),
            (CorpusValueKind::Person, "María del Carmen"),
            (CorpusValueKind::Person, "John Olmedal"),
            (CorpusValueKind::Number, "28 28"),
            (CorpusValueKind::Street, "Calle Mayor"),
            (CorpusValueKind::Institution, "Hospital Clínico Universitario"),
            (CorpusValueKind::Institution, "residencia de ancianos"),
        ] {
            assert_eq!(find(kind, value, value), Vec::<String>::new(), "{value}");
        }
        assert_eq!(find(CorpusValueKind::Number, "8 0 9 1 7 2 5", "[8, 0, 9, 1, 7, 2, 5]"), Vec::<String>::new());
        assert_eq!(find(CorpusValueKind::Number, "8 0 9 1 7 2 5", "1 8091725 9"), ["8091725"]);
    }
}
