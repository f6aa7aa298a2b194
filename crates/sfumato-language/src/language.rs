//! Which language a text is in, told by its function words.
//!
//! English and Spanish share no common function word but "a", "no", "he" and "me", which are left out, so counting is
//! enough, for a sentence as for a book, and a text in both is seen as such.
//! A text without such words (a list of numbers, another language) is in neither: patterns of both then apply.

use sfumato_automaton::is_word;

/// A language that is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Its two-letter code.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// The language of a two-letter code.
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            _ => None,
        }
    }
}

/// The languages of a text and which of them is the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Languages {
    main: Option<Language>,
    english: bool,
    spanish: bool,
}

impl Languages {
    /// One language, known for certain.
    pub fn only(language: Language) -> Self {
        Self { main: Some(language), english: language == Language::English, spanish: language == Language::Spanish }
    }

    /// Nothing is known, so nothing is ruled out.
    pub fn unknown() -> Self {
        Self { main: None, english: true, spanish: true }
    }

    /// The language most of the text is in, if it can be told.
    pub fn main(self) -> Option<Language> {
        self.main
    }

    /// Whether text in this language is to be expected.
    pub fn includes(self, language: Language) -> bool {
        match language {
            Language::English => self.english,
            Language::Spanish => self.spanish,
        }
    }
}

/// How many bytes are looked at, in how many windows.
const SAMPLE: usize = 1 << 16;
const WINDOWS: usize = 16;

/// Tells the languages of a folded text.
pub(crate) fn identify(folded: &[u8]) -> Languages {
    let (mut english, mut spanish) = (0u32, 0u32);
    // Windows spread evenly: a long text is not judged by its first page.
    let step = (folded.len() / WINDOWS).max(SAMPLE / WINDOWS);
    for window in folded.chunks(step) {
        let (e, s) = count(&window[..window.len().min(SAMPLE / WINDOWS)]);
        english += e;
        spanish += s;
    }
    judge(english, spanish)
}

/// Tells the languages of a short text. Words with accents are not counted: there are enough others.
pub(crate) fn identify_text(text: &str) -> Languages {
    identify(text.as_bytes())
}

fn judge(english: u32, spanish: u32) -> Languages {
    let total = english + spanish;
    if total == 0 {
        return Languages::unknown();
    }
    let main = if english >= spanish { Language::English } else { Language::Spanish };
    // One word in eight from the other language means that it is there too; a stray word does not.
    let few = english.min(spanish);
    let both = few * 8 >= total || total < 3;
    Languages {
        main: (english != spanish).then_some(main),
        english: both || main == Language::English,
        spanish: both || main == Language::Spanish,
    }
}

/// How many function words of each language a folded text holds.
fn count(folded: &[u8]) -> (u32, u32) {
    let (mut english, mut spanish) = (0, 0);
    for word in folded.split(|b| !is_word(*b)).filter(|word| (1..=5).contains(&word.len())) {
        let mut buffer = [0u8; 5];
        for (to, from) in buffer.iter_mut().zip(word) {
            *to = from.to_ascii_lowercase();
        }
        let lower = &buffer[..word.len()];
        if ENGLISH.binary_search(&lower).is_ok() {
            english += 1;
        } else if SPANISH.binary_search(&lower).is_ok() {
            spanish += 1;
        }
    }
    (english, spanish)
}

/// Function words of English of up to five letters, sorted.
const ENGLISH: [&[u8]; 72] = [
    b"about", b"after", b"all", b"also", b"an", b"and", b"any", b"are", b"as", b"at", b"be", b"been", b"but", b"by",
    b"can", b"could", b"did", b"do", b"for", b"from", b"had", b"has", b"have", b"her", b"his", b"i", b"if", b"in",
    b"into", b"is", b"it", b"its", b"made", b"may", b"more", b"my", b"not", b"of", b"on", b"or", b"other", b"our",
    b"out", b"over", b"she", b"so", b"some", b"such", b"than", b"that", b"the", b"their", b"them", b"then", b"there",
    b"these", b"they", b"this", b"to", b"under", b"up", b"was", b"we", b"were", b"what", b"when", b"which", b"who",
    b"will", b"with", b"would", b"you",
];

/// Function words of Spanish of up to five letters, in folded bytes, sorted.
const SPANISH: [&[u8]; 70] = [
    b"al",
    b"ante",
    b"ayer",
    b"bajo",
    b"como",
    b"con",
    b"cual",
    b"de",
    b"del",
    b"desde",
    b"donde",
    b"e",
    b"el",
    b"ella",
    b"en",
    b"entre",
    b"era",
    b"es",
    b"esa",
    b"ese",
    b"eso",
    b"esta",
    b"este",
    b"esto",
    b"est\xe1",
    b"fue",
    b"ha",
    b"hab\xeda",
    b"hacia",
    b"han",
    b"hasta",
    b"hay",
    b"la",
    b"las",
    b"le",
    b"les",
    b"lo",
    b"los",
    b"mi",
    b"muy",
    b"m\xe1s",
    b"nos",
    b"o",
    b"otra",
    b"otro",
    b"para",
    b"pero",
    b"por",
    b"porque",
    b"pues",
    b"que",
    b"qui\xe9n",
    b"se",
    b"seg\xfan",
    b"ser",
    b"si",
    b"sin",
    b"sobre",
    b"son",
    b"su",
    b"sus",
    b"s\xed",
    b"tras",
    b"tu",
    b"un",
    b"una",
    b"y",
    b"ya",
    b"yo",
    b"\xe9l",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, main: Option<Language>, both: bool) {
        let folded: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(1)).collect();
        let found = identify(&folded);
        assert_eq!(found.main(), main, "{text}");
        assert_eq!(found.includes(Language::English) && found.includes(Language::Spanish), both, "{text}");
    }

    #[test]
    fn the_word_lists_are_sorted_and_disjoint() {
        assert!(ENGLISH.is_sorted() && ENGLISH.windows(2).all(|p| p[0] != p[1]));
        let mut spanish = SPANISH.to_vec();
        spanish.sort();
        spanish.dedup();
        assert_eq!(spanish, SPANISH);
        assert!(ENGLISH.iter().all(|word| !SPANISH.contains(word)));
    }

    #[test]
    fn a_sentence_is_enough() {
        check("The patient was seen in the clinic with her mother.", Some(Language::English), false);
        check("La paciente fue vista en la consulta con su madre.", Some(Language::Spanish), false);
    }

    #[test]
    fn what_cannot_be_told_rules_nothing_out() {
        check("12345 67890", None, true);
        check("Der Hund bellt nachts laut", None, true);
        check("", None, true);
    }

    #[test]
    fn a_text_in_both_is_in_both() {
        let mixed = "The letter says that she was well. La carta dice que ella estaba bien en la casa de su madre.";
        let found = identify(mixed.as_bytes());
        assert!(found.includes(Language::English) && found.includes(Language::Spanish));
    }
}
