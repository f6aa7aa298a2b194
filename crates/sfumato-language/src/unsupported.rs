//! Languages that nobody here reads.
//!
//! What recognisers and taxonomies know is English and Spanish. A text in German is not masked by them but swallowed, so
//! it must be told. Other languages are told by their commonest words, as far as these are no words of English and
//! Spanish, and other scripts by their letters. Only running text is told: a table, a log or a list has hardly any such
//! words and is in no language.

use std::collections::BTreeMap;
use std::fmt;

use sfumato_words::{WordTable, words};

use crate::Analysis;
use crate::language::{self, FunctionWords};

static OTHERS: WordTable<2> = words!("shared/unsupported", "function words");
static MET_ELSEWHERE: WordTable = words!("shared/unsupported", "met elsewhere");

/// A text of which every so many words is a function word of English or Spanish is in one of these.
const USUAL: u32 = 3;
/// So few words of another language may be a quotation, or names.
const FEW: u32 = 6;
/// Running text has a function word of its language among so many words.
const SPARSE: u32 = 8;
/// So many times the words of English and Spanish are words of the other language.
const TIMES: u32 = 3;
/// So few letters of another script may be symbols.
const FEW_LETTERS: usize = 40;
/// So much of a text is looked at, in so many places.
const SAMPLE: usize = 1 << 15;
const WINDOWS: usize = 16;

/// A language that nobody here reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnsupportedLanguage(&'static str);

impl fmt::Display for UnsupportedLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Analysis<'_> {
    /// The language that most of the text is in, if it is one that nobody here reads.
    pub fn unsupported_language(&self) -> Option<UnsupportedLanguage> {
        let FunctionWords { known, words } = language::function_words(self.aligned().bytes());
        if words == 0 || known * USUAL >= words {
            return None;
        }
        told(self.document().text())
    }
}

/// Tells the language of a text by windows spread evenly over it.
fn told(text: &str) -> Option<UnsupportedLanguage> {
    let step = (text.len() / WINDOWS).max(SAMPLE / WINDOWS);
    let mut votes = Votes::default();
    let mut at = 0;
    while at < text.len() {
        let boundary = |from: usize| (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        votes.take(text.get(boundary(at)..boundary(at + SAMPLE / WINDOWS)).unwrap_or_default());
        at += step;
    }
    votes.told()
}

/// What speaks for which language.
#[derive(Default)]
struct Votes {
    words: u32,
    known: u32,
    others: BTreeMap<&'static str, u32>,
    letters: usize,
    /// Letters of other scripts than the Latin.
    foreign: BTreeMap<&'static str, usize>,
}

impl Votes {
    fn take(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            self.words += 1;
            for letter in word.chars() {
                self.letters += 1;
                if let Some(script) = script(letter) {
                    *self.foreign.entry(script).or_default() += 1;
                }
            }
            let small = word.to_lowercase();
            if let Some([_, language]) = OTHERS.get(&small) {
                *self.others.entry(language).or_default() += 1;
            } else if language::is_function_word(&small) && !MET_ELSEWHERE.has(&small) {
                self.known += 1;
            }
        }
    }

    fn told(&self) -> Option<UnsupportedLanguage> {
        let foreign: usize = self.foreign.values().sum();
        if foreign >= FEW_LETTERS && foreign * 2 > self.letters {
            return most(&self.foreign);
        }
        let others: u32 = self.others.values().sum();
        let is_running = others * SPARSE >= self.words;
        (others >= FEW && is_running && others >= self.known * TIMES).then(|| most(&self.others)).flatten()
    }
}

fn most<N: Ord>(votes: &BTreeMap<&'static str, N>) -> Option<UnsupportedLanguage> {
    votes.iter().max_by(|(_, a), (_, b)| a.cmp(b)).map(|(name, _)| UnsupportedLanguage(name))
}

/// The script of a letter that is not Latin.
fn script(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => "Greek",
        '\u{400}'..='\u{52f}' => "a language in Cyrillic letters",
        '\u{530}'..='\u{58f}' => "Armenian",
        '\u{590}'..='\u{5ff}' => "Hebrew",
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' => {
            "a language in Arabic letters"
        }
        '\u{900}'..='\u{dff}' => "a language of India",
        '\u{e00}'..='\u{eff}' => "Thai or Lao",
        '\u{10a0}'..='\u{10ff}' => "Georgian",
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => "Korean",
        '\u{3040}'..='\u{30ff}' => "Japanese",
        '\u{3400}'..='\u{9fff}' => "Chinese or Japanese",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("text");
        let told = Analysis::new(&document).unsupported_language().map(|language| language.to_string());
        assert_eq!(told.as_deref(), expected, "{text}");
    }

    #[test]
    fn other_languages_are_told_by_their_words() {
        check(
            "Der Patient wohnt in Berlin und nimmt seine Tabletten, dann geht er zur Arbeit, aber nicht immer.",
            Some("German"),
        );
        check(
            "Le patient est venu avec sa fille, mais elle ne veut pas parler de ce qui est arrivé dans la rue.",
            Some("French"),
        );
        check(
            "O paciente não tem alergias e também não toma medicamentos, mas foi visto pela médica quando chegou.",
            Some("Portuguese"),
        );
        check(
            "La pacient va arribar amb els seus fills i aquesta tarda els hem visitat, però no ha volgut menjar molt.",
            Some("Catalan"),
        );
        check(
            "Il paziente è stato visto dalla dottoressa e non ha più dolore, ma anche questo mese deve tornare per il controllo della gamba.",
            Some("Italian"),
        );
    }

    #[test]
    fn other_scripts_are_told_by_their_letters() {
        check(
            "Пациент пришёл вчера с дочерью и пожаловался на сильную боль в груди.",
            Some("a language in Cyrillic letters"),
        );
        check(
            "患者は昨日娘と一緒に来院し、胸の痛みを訴えました。アレルギーはありません。薬は飲んでいません。次回は来週です。",
            Some("Japanese"),
        );
    }

    #[test]
    fn english_and_spanish_are_read_whatever_they_quote() {
        check(
            "She said that the letter of the lawyer began \"Sehr geehrte Frau\" and ended with nothing at all.",
            None,
        );
        check("El paciente fue visto por la doctora y no refiere dolor; los análisis de control son normales.", None);
        check("Refiere cefalea. Niega fiebre. No alergias. Exploración normal. Alta con analgesia.", None);
        check("Bonn; Köln; Ulm; Jürgen; Sabine; Müller; 12; 14; 19", None);
        check("let x = est(des, les); // et al.", None);
        check("α, β and γ are the angles of the triangle that was drawn.", None);
    }

    #[test]
    fn the_lists_are_no_words_of_ours() {
        let ours = |word: &&[&str; 2]| language::is_function_word(word[0]) && !MET_ELSEWHERE.has(word[0]);
        assert_eq!(OTHERS.rows().iter().find(ours), None);
        assert!(MET_ELSEWHERE.words().iter().all(|word| language::is_function_word(word)));
    }
}
