//! Looks ahead and back in a mention while it is read.

use super::read::DateFieldReader;
use crate::words;
use crate::written::tokens::ValueLexeme;

impl DateFieldReader<'_> {
    /// True if a month stands right after a place, with nothing but its joining words between.
    pub(super) fn month_follows(&self, mut at: usize) -> bool {
        for _ in 0..8 {
            match self.tokens.get(at).map(|token| token.lexeme) {
                Some(ValueLexeme::Blank | ValueLexeme::Mark('-' | '/' | '.' | 'º' | 'ª' | '°' | ',')) => at += 1,
                Some(ValueLexeme::Word) => {
                    let Some(word) = self.tokens.word(at) else { return false };
                    match word.as_str() {
                        "de" | "of" | "del" | "day" | "mes" | "the" => at += 1,
                        word => return words::month_named(word, self.language).is_some(),
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// True if a year of four digits, or one with an apostrophe, stands right after a place.
    pub(super) fn year_follows(&self, mut at: usize) -> bool {
        for _ in 0..6 {
            match self.tokens.get(at).map(|token| token.lexeme) {
                Some(ValueLexeme::Blank | ValueLexeme::Mark(',' | '-' | '/' | '.' | '\'')) => at += 1,
                Some(ValueLexeme::Word) if self.tokens.word(at).is_some_and(|word| words::joins(word.as_str())) => {
                    at += 1
                }
                Some(ValueLexeme::Number) => {
                    let is_short = at > 0 && self.tokens.is_mark(at - 1, '\'');
                    return self.tokens.number(at).is_some_and(|(digits, _)| digits.len() == 4 || is_short);
                }
                _ => return false,
            }
        }
        false
    }

    /// True if a number is tied to what stands before it by a hyphen or a slash.
    pub(super) fn is_tight(&self, at: usize) -> bool {
        at > 0 && (self.tokens.is_mark(at - 1, '-') || self.tokens.is_mark(at - 1, '/'))
    }

    /// True if a number stands in a row with the day before it: after a hyphen or a word, or before another one.
    pub(super) fn is_listed(&self, at: usize) -> bool {
        let mut before = at;
        while before > 0 {
            before -= 1;
            match self.tokens.get(before).map(|token| token.lexeme) {
                Some(ValueLexeme::Blank) => {}
                Some(ValueLexeme::Mark(mark)) => {
                    return mark == '-' || mark == '&' || self.year_follows(at + 1) || self.day_follows(at + 1);
                }
                Some(ValueLexeme::Word) => return true,
                _ => return false,
            }
        }
        false
    }

    /// True if another number stands after a place, behind a comma or a joining word.
    pub(super) fn day_follows(&self, at: usize) -> bool {
        let at = self.tokens.after_blank(at + usize::from(self.tokens.is_mark(at, ',')));
        let is_word = self.tokens.word(at).is_some_and(|word| words::joins(word.as_str()));
        self.tokens.number(if is_word { self.tokens.after_blank(at + 1) } else { at }).is_some()
    }

    /// The end of the time of day at a place, if there is one.
    pub(super) fn time(&self, at: usize) -> Option<usize> {
        let tokens = &self.tokens;
        let (digits, hour) = tokens.number(at)?;
        let mut end = at + 1;
        let pair = |end: usize, marks: &[char]| {
            marks.iter().any(|mark| tokens.is_mark(end, *mark))
                && tokens.number(end + 1).is_some_and(|(digits, value)| digits.len() == 2 && value < 60)
        };
        let is_clock = hour < 25 && digits.len() <= 2 && pair(end, &[':']);
        if is_clock {
            end += 2;
            if pair(end, &[':']) {
                end += 2;
                if (tokens.is_mark(end, '.') || tokens.is_mark(end, ',')) && tokens.number(end + 1).is_some() {
                    end += 2;
                }
            }
        }
        let after = if !is_clock && pair(end, &['.', ',']) { end + 2 } else { end };
        let word = tokens.word(tokens.after_blank(after));
        let is_hours = word.is_some_and(|word| {
            matches!(
                word.as_str(),
                "am" | "pm" | "h" | "hs" | "hrs" | "hora" | "horas" | "hours" | "noon" | "o" | "utc" | "gmt"
            ) && (word.as_str() != "o" || tokens.is_mark(tokens.after_blank(after) + 1, '\''))
        });
        let is_dotted = word.is_some_and(|word| matches!(word.as_str(), "a" | "p"))
            && tokens.is_mark(tokens.after_blank(after) + 1, '.');
        if is_hours && hour < 2400 {
            let minutes = tokens.after_blank(tokens.after_blank(after) + 1);
            let has_minutes = !is_clock && tokens.number(minutes).is_some_and(|(digits, _)| digits.len() == 2);
            return Some(if has_minutes { minutes + 1 } else { tokens.after_blank(after) + 1 });
        }
        if is_dotted && hour < 25 {
            return Some(tokens.after_blank(after) + 2);
        }
        is_clock.then_some(end)
    }
}
