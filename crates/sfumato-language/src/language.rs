//! The language of a text, told by its function words.
//!
//! English and Spanish share no common function word but "a", "no", "he" and "me", which are left out, so counting is
//! enough, for a sentence as for a book, and a text in both is seen as such.
//! Where there are hardly any such words ("Niega fiebre."), letters and ends of words tell the main language, but rule
//! out neither. A text with neither (a list of numbers, another language) is in no language: patterns of both apply.

mod letters;

use sfumato_automaton::{BREAK, FoldedChar, fold, is_word};
use sfumato_words::{ByLanguage, Language};

use letters::{FUNCTION_WORD, Letters};

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

    /// True if text in this language is to be expected.
    pub fn includes(self, language: Language) -> bool {
        match language {
            Language::English => self.english,
            Language::Spanish => self.spanish,
        }
    }

    /// True if something holds of what a language that is to be expected has.
    pub(crate) fn any<T>(self, of: &ByLanguage<T>, holds: impl Fn(&T) -> bool) -> bool {
        of.iter().any(|(language, it)| self.includes(language) && holds(it))
    }
}

/// The number of bytes that are looked at, and of windows that they lie in.
const SAMPLE: usize = 1 << 16;
const WINDOWS: usize = 16;

/// So few function words may be a coincidence.
const FEW: u32 = 3;

/// Tells the languages of a folded text.
pub(crate) fn identify(folded: &[u8]) -> Languages {
    let (mut english, mut spanish) = (0u32, 0u32);
    for window in windows(folded) {
        let (e, s) = count(window);
        english += e;
        spanish += s;
    }
    if english + spanish >= FEW {
        return with_guests(judge(english, spanish), folded);
    }
    let mut letters = Letters::default();
    for window in windows(folded) {
        letters.add(window, |word| language_of(word).is_some());
    }
    judge_few(english, spanish, letters)
}

/// The function words of a sample of a text, and all its words.
pub(crate) struct FunctionWords {
    pub known: u32,
    pub words: u32,
}

/// Counts the function words of both languages in a sample of a folded text.
pub(crate) fn function_words(folded: &[u8]) -> FunctionWords {
    let mut counted = FunctionWords { known: 0, words: 0 };
    for window in windows(folded) {
        each_word(window, |word| {
            counted.words += 1;
            counted.known += u32::from(word.and_then(listed).is_some());
        });
    }
    counted
}

/// True for a function word of English or Spanish in small letters.
pub(crate) fn is_function_word(word: &str) -> bool {
    language_of(&folded(word)).is_some()
}

/// Windows spread evenly: a long text is not judged by its first page.
fn windows(folded: &[u8]) -> impl Iterator<Item = &[u8]> {
    let step = (folded.len() / WINDOWS).max(SAMPLE / WINDOWS);
    folded.chunks(step).map(|window| window.get(..SAMPLE / WINDOWS).unwrap_or(window))
}

/// Tells the languages of a text that is not folded.
pub(crate) fn identify_text(text: &str) -> Languages {
    identify(&folded(text))
}

fn folded(text: &str) -> Vec<u8> {
    let bytes = text.chars().filter_map(|c| match fold(c) {
        FoldedChar::Byte(byte) => Some(byte),
        FoldedChar::Joined => None,
    });
    bytes.collect()
}

fn judge(english: u32, spanish: u32) -> Languages {
    let main = if english >= spanish { Language::English } else { Language::Spanish };
    // One word in eight from the other language means that it is there too; a stray word does not.
    let both = english.min(spanish) * 8 >= english + spanish;
    Languages {
        main: (english != spanish).then_some(main),
        english: both || main == Language::English,
        spanish: both || main == Language::Spanish,
    }
}

/// The same with the other language if there is a sentence in it: a letter in English may quote one in Spanish.
fn with_guests(found: Languages, folded: &[u8]) -> Languages {
    let other = match (found.english, found.spanish) {
        (true, false) => Language::Spanish,
        (false, true) => Language::English,
        _ => return found,
    };
    let mut stretches = folded.split(|byte| ENDS[usize::from(*byte)]);
    if stretches
        .any(|stretch| stretch.len() >= SHORTEST_GUEST && FunctionWordCount::of(stretch).language() == Some(other))
    {
        Languages { english: true, spanish: true, ..found }
    } else {
        found
    }
}

/// Three function words and what they stand between take at least so many bytes.
const SHORTEST_GUEST: usize = 12;

/// The bytes that a sentence goes up to.
static ENDS: [bool; 256] = {
    let mut table = [false; 256];
    table[b'\n' as usize] = true;
    table[BREAK as usize] = true;
    table[b'.' as usize] = true;
    table[b'?' as usize] = true;
    table[b'!' as usize] = true;
    table[b';' as usize] = true;
    table
};

/// Function words that stand in names as well.
const PARTICLES: [&[u8]; 10] = [b"and", b"of", b"the", b"de", b"del", b"e", b"la", b"las", b"los", b"y"];

/// The function words of a sentence, by language: how many, and a bit for each of them that is no particle of names.
#[derive(Default)]
struct FunctionWordCount {
    words: u32,
    english: (u32, u64),
    spanish: (u32, u64),
}

impl FunctionWordCount {
    fn of(folded: &[u8]) -> Self {
        let mut sentence = Self::default();
        each_word(folded, |word| {
            sentence.words += 1;
            let (count, seen) = match word.and_then(listed) {
                Some(Language::English) => &mut sentence.english,
                Some(Language::Spanish) => &mut sentence.spanish,
                None => return,
            };
            *count += 1;
            if let Some(word) = word.filter(|word| !PARTICLES.iter().any(|particle| packed(particle) == *word)) {
                *seen |= 1 << (place(word) % 64);
            }
        });
        sentence
    }

    /// Its language, if it is a sentence and not a name in that language ("Juan de la Cruz y Vega").
    fn language(&self) -> Option<Language> {
        let is = |(count, seen): (u32, u64), (others, _): (u32, u64)| {
            seen.count_ones() > 1 && count >= FEW && count > others * 3 && count * 4 >= self.words
        };
        match (is(self.english, self.spanish), is(self.spanish, self.english)) {
            (true, _) => Some(Language::English),
            (_, true) => Some(Language::Spanish),
            _ => None,
        }
    }
}

/// The language of a sentence in a text that is in both, if its own words tell.
pub(crate) fn of_sentence(text: &str) -> Option<Language> {
    let folded = folded(text);
    let FunctionWordCount { english: (english, _), spanish: (spanish, _), .. } = FunctionWordCount::of(&folded);
    match () {
        () if english > 1 && english > 2 * spanish => Some(Language::English),
        () if spanish > 1 && spanish > 2 * english => Some(Language::Spanish),
        () => None,
    }
}

/// The few function words there are weigh against the letters; neither is enough to rule a language out.
fn judge_few(english: u32, spanish: u32, letters: Letters) -> Languages {
    let words = FUNCTION_WORD * (english.cast_signed() - spanish.cast_signed());
    let main = match words + letters.weight() {
        0 => None,
        1.. => Some(Language::English),
        _ => Some(Language::Spanish),
    };
    Languages { main, ..Languages::unknown() }
}

/// The words of a folded text. A stroke holds shorthand together: the "o" of "c/o" is no word.
fn words(folded: &[u8]) -> impl Iterator<Item = &[u8]> {
    folded.split(|b| LOWER[usize::from(*b)] == 0)
}

/// The number of function words of each language in a folded text.
fn count(folded: &[u8]) -> (u32, u32) {
    let (mut english, mut spanish) = (0, 0);
    each_word(folded, |word| match word.and_then(listed) {
        Some(Language::English) => english += 1,
        Some(Language::Spanish) => spanish += 1,
        None => {}
    });
    (english, spanish)
}

/// Calls `take` with each word of a folded text, packed into a number; with nothing for one that is too long for that.
fn each_word(folded: &[u8], mut take: impl FnMut(Option<u64>)) {
    let (mut word, mut length) = (0u64, 0);
    for byte in folded.iter().chain(&[BREAK]) {
        let lower = LOWER[usize::from(*byte)];
        if lower != 0 {
            word = word << 8 | u64::from(lower);
            length += 1;
            continue;
        }
        if length > 0 {
            take((length <= LONGEST).then_some(word));
        }
        (word, length) = (0, 0);
    }
}

/// The letters of words as small letters, and 0 for everything else.
static LOWER: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_word(byte as u8) || byte == b'/' as usize {
            table[byte] = lower(byte as u8);
        }
        byte += 1;
    }
    table
};

/// A folded letter in small letters.
const fn lower(byte: u8) -> u8 {
    match byte {
        0xc0..=0xde => byte + 0x20,
        _ => byte.to_ascii_lowercase(),
    }
}

/// The language of a function word in small letters.
fn language_of(word: &[u8]) -> Option<Language> {
    if word.len() > LONGEST { None } else { listed(packed(word)) }
}

/// The language of a function word that is packed into a number.
fn listed(packed: u64) -> Option<Language> {
    let mut place = place(packed);
    loop {
        match FUNCTION_WORDS[place] {
            (0, _) => return None,
            (known, language) if known == packed => return Some(language),
            _ => place = (place + 1) % PLACES,
        }
    }
}

/// A short word as a number; only that of no letters is 0.
const fn packed(word: &[u8]) -> u64 {
    let mut number = 0;
    let mut at = 0;
    while at < word.len() {
        number = number << 8 | word[at] as u64;
        at += 1;
    }
    number
}

/// The number of places in the table of function words, a few for each.
const PLACES: usize = 1 << 10;

const fn place(packed: u64) -> usize {
    (packed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

/// The function words of both languages as numbers, each at its place or the next that was free.
static FUNCTION_WORDS: [(u64, Language); PLACES] = {
    let table = [(0, Language::English); PLACES];
    added(added(table, &ENGLISH, Language::English), &SPANISH, Language::Spanish)
};

const fn added(mut table: [(u64, Language); PLACES], words: &[&[u8]], language: Language) -> [(u64, Language); PLACES] {
    let mut at = 0;
    while at < words.len() {
        let number = packed(words[at]);
        let mut free = place(number);
        while table[free].0 != 0 {
            free = (free + 1) % PLACES;
        }
        table[free] = (number, language);
        at += 1;
    }
    table
}

/// A folded word in small letters, as far as the buffer goes.
fn lowered<'b, const N: usize>(word: &[u8], buffer: &'b mut [u8; N]) -> &'b [u8] {
    for (to, from) in buffer.iter_mut().zip(word) {
        *to = lower(*from);
    }
    buffer.get(..word.len()).unwrap_or_default()
}

/// The longest function word that is listed.
const LONGEST: usize = 6;

/// Function words of English of up to six letters, sorted.
const ENGLISH: [&[u8]; 72] = [
    b"about", b"after", b"all", b"also", b"an", b"and", b"any", b"are", b"as", b"at", b"be", b"been", b"but", b"by",
    b"can", b"could", b"did", b"do", b"for", b"from", b"had", b"has", b"have", b"her", b"his", b"i", b"if", b"in",
    b"into", b"is", b"it", b"its", b"made", b"may", b"more", b"my", b"not", b"of", b"on", b"or", b"other", b"our",
    b"out", b"over", b"she", b"so", b"some", b"such", b"than", b"that", b"the", b"their", b"them", b"then", b"there",
    b"these", b"they", b"this", b"to", b"under", b"up", b"was", b"we", b"were", b"what", b"when", b"which", b"who",
    b"will", b"with", b"would", b"you",
];

/// Function words of Spanish of up to six letters, in folded bytes, sorted.
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
        let found = identify_text(text);
        let text = text.get(..80).unwrap_or(text);
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
    fn a_few_words_are_told_by_their_letters() {
        for text in [
            "Niega fiebre.",
            "Niega fiebre, refiere tos.",
            "Fiebre alta.",
            "No tiene fiebre; tos productiva.",
            "VIH negativo, hepatitis positiva.",
            "EXPLORACIÓN FÍSICA",
        ] {
            check(text, Some(Language::Spanish), true);
            assert_eq!(identify_text(text).main(), Some(Language::Spanish), "{text}");
        }
        for text in ["Pt c/o SOB, N/V, no CP.", "Denies fever.", "Productive cough", "Right knee swelling"] {
            check(text, Some(Language::English), true);
        }
    }

    #[test]
    fn what_cannot_be_told_rules_nothing_out() {
        check("12345 67890", None, true);
        check("Der Hund bellt nachts laut", None, true);
        check("", None, true);
        check("患者昨天出院了", None, true);
        check("המטופל שוחרר mg", None, true);
        check("غادر المريض المستشفى", None, true);
    }

    #[test]
    fn a_text_in_both_is_in_both() {
        let mixed = "The letter says that she was well. La carta dice que ella estaba bien en la casa de su madre.";
        let found = identify(mixed.as_bytes());
        assert!(found.includes(Language::English) && found.includes(Language::Spanish));
    }
    #[test]
    fn one_sentence_in_the_other_language_is_enough_for_both() {
        let english = "The letter says that she was well and will be back in the spring. ".repeat(200);
        let spanish = "La carta dice que ella estaba bien y que vuelve a la casa en junio. ".repeat(200);
        check(
            &format!("{english}Su madre vive con el hermano de la paciente en Soria. {english}"),
            Some(Language::English),
            true,
        );
        check(
            &format!("{spanish}She is to be seen at the clinic with her mother. {spanish}"),
            Some(Language::Spanish),
            true,
        );
        // Names are no sentences.
        check(&format!("{english}Signed: Juan de la Cruz y Vega. {english}"), Some(Language::English), false);
        check(&format!("{spanish}Fdo.: The Bank of the West. {spanish}"), Some(Language::Spanish), false);
    }

    #[test]
    fn a_sentence_is_told_by_its_own_words() {
        assert_eq!(of_sentence("Su madre vive con el hermano en Soria."), Some(Language::Spanish));
        assert_eq!(of_sentence("She is to be seen at the clinic."), Some(Language::English));
        assert_eq!(of_sentence("Soria, 12/03/2021"), None);
    }
}
