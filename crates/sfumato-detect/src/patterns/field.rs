//! From a label to the place where its value starts.

use std::sync::LazyLock;

use sfumato_automaton::is_word;
use sfumato_words::{ByLanguage, WordTable, words_by_language};

use super::definition::FieldSeparator;

/// The most blanks between a label, its separator and its value.
const MOST_BLANKS: usize = 12;

/// So many dots or lines lead from a label to its value, and no more than so many.
const LEAST_LEADERS: usize = 3;
const MOST_LEADERS: usize = 60;

/// The words and marks that may stand between a label and its separator: "no.", "number", "#".
static NUMBER_MARKS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    static WORDS: ByLanguage<WordTable> = words_by_language!("recognition", "numbers of labels");
    // Folded text is Latin-1 where that has the letter.
    let folded = |mark: &str| mark.chars().filter_map(|c| u8::try_from(c).ok()).collect();
    WORDS.words().chain(["#"]).map(folded).collect()
});

/// The start of the value of a label that ends at `end`; `None` if what follows is no separator.
pub(super) fn value_start(text: &[u8], end: usize, separator: FieldSeparator) -> Option<usize> {
    let mut at = FieldCursor { text, at: end };
    // "Tel. 600" is an abbreviation; "his daughter. He" is the end of a sentence.
    let has_stop = at.eat(b'.');
    let is_word = text[..end].iter().rev().take_while(|b| is_word(**b)).count() > LONGEST_ABBREVIATION;
    if has_stop && is_word && separator == FieldSeparator::Optional && at.is_before_word() {
        return None;
    }
    if separator == FieldSeparator::Closing {
        at.eat(b',');
        at.blanks();
        if !at.eat(b'\n') {
            return None;
        }
        at.blanks();
        at.eat(b'\n');
        at.blanks();
        return Some(at.at);
    }
    let quoted = at.eat(b'"') || at.eat(b'\'');
    at.blanks();
    at.number_mark();
    at.blanks();
    let is_led = at.leaders();
    let colon = at.eat(b':') || at.eat(b'=') || is_led;
    if colon {
        // Assignments in code have ":=" and "=>".
        let _ = at.eat(b'=') || at.eat(b'>');
    } else if separator == FieldSeparator::Required || quoted {
        return None;
    }
    at.blanks();
    if colon && at.eat(b'\n') {
        at.blanks();
    }
    let _ = at.eat(b'"') || at.eat(b'\'') || at.eat(b'(');
    (at.at > end).then_some(at.at)
}

/// True if a colon or equals sign follows a label that ends at `end`.
pub(super) fn is_followed_by_colon(text: &[u8], end: usize) -> bool {
    let mut at = FieldCursor { text, at: end };
    at.eat(b'.');
    at.blanks();
    at.number_mark();
    at.blanks();
    at.leaders() || at.eat(b':') || at.eat(b'=')
}

/// No abbreviation that is a label has more letters, but where a number follows.
const LONGEST_ABBREVIATION: usize = 3;

struct FieldCursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl FieldCursor<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        let here = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(here);
        here
    }

    fn blanks(&mut self) {
        let most = self.at + MOST_BLANKS;
        while self.at < most && matches!(self.text.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Passes the dots or lines that lead the eye from a label to its value on a form; true if there are some.
    fn leaders(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let count = rest.iter().take(MOST_LEADERS).take_while(|b| matches!(b, b'.' | b'_')).count();
        if count >= LEAST_LEADERS {
            self.at += count;
            self.blanks();
        }
        count >= LEAST_LEADERS
    }

    /// True if a blank and then a letter follow.
    fn is_before_word(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let word = rest.trim_ascii_start();
        word.len() < rest.len() && word.first().is_some_and(|b| is_word(*b) && !b.is_ascii_digit())
    }

    fn number_mark(&mut self) {
        let rest = &self.text[self.at.min(self.text.len())..];
        if !rest.first().is_some_and(|b| matches!(b.to_ascii_lowercase(), b'n' | b'i' | b'#')) {
            return;
        }
        let longest = NUMBER_MARKS
            .iter()
            .filter(|mark| rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark)))
            .map(|mark| mark.len())
            .filter(|length| !rest.get(*length).is_some_and(|b| b.is_ascii_alphabetic()) || rest[*length - 1] == b'#')
            .max();
        self.at += longest.unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, label: usize, separator: FieldSeparator, expected: Option<&str>) {
        let folded: Vec<u8> = text.chars().map(|c| u32::from(c) as u8).collect();
        let start = value_start(&folded, label, separator);
        let found = start.map(|at| folded[at..].iter().map(|b| char::from(*b)).collect::<String>());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn values_start_behind_separators() {
        check("NHC: 123", 3, FieldSeparator::Required, Some("123"));
        check("NHC nº: 123", 3, FieldSeparator::Required, Some("123"));
        check("NHC 123", 3, FieldSeparator::Required, None);
        check("NHC 123", 3, FieldSeparator::Optional, Some("123"));
        check("MRN # 123", 3, FieldSeparator::Optional, Some("123"));
        check("Age ...... 9", 3, FieldSeparator::Required, Some("9"));
        check("Edad .....: 9", 4, FieldSeparator::Required, Some("9"));
        check("Age.. 9", 3, FieldSeparator::Required, None);
        check("Dr. Lee", 2, FieldSeparator::Optional, Some("Lee"));
        check("Name:\n  Ann", 4, FieldSeparator::Required, Some("Ann"));
        check("\"name\": \"Ann\"", 5, FieldSeparator::Required, Some("Ann\""));
        check("Regards,\n\nAnn", 7, FieldSeparator::Closing, Some("Ann"));
        check("Regards, Ann", 7, FieldSeparator::Closing, None);
    }
}
