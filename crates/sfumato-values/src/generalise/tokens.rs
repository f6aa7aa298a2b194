//! A phrase as runs of digits, words and marks, and a cursor over them.

use sfumato_language::plain;

/// Longer phrases are no values.
const MOST_BYTES: usize = 200;

/// Longer runs of digits are codes, not values; this many fit a `u64` and an `f64` without loss.
const MOST_DIGITS: usize = 15;

/// The kinds of tokens.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum PhraseTokenKind {
    /// A run of digits.
    Digits(DigitRun),
    /// A run of letters, small and without accents.
    Word(String),
    /// Any other character.
    Mark(char),
}

/// A run of digits: what it says and with how many of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DigitRun {
    pub value: u64,
    pub width: usize,
}

/// A token and how it stands.
#[derive(Clone)]
pub(super) struct PhraseToken {
    kind: PhraseTokenKind,
    /// No blank lies before it.
    glued: bool,
    /// It starts with a capital.
    capital: bool,
}

/// Takes a phrase apart; `None` if it is too long to be a value.
pub(super) fn tokens(phrase: &str) -> Option<Vec<PhraseToken>> {
    if phrase.len() > MOST_BYTES {
        return None;
    }
    let mut tokens: Vec<PhraseToken> = Vec::new();
    let mut rest = phrase.chars().peekable();
    let mut glued = false;
    while let Some(c) = rest.next() {
        if c.is_whitespace() {
            glued = false;
            continue;
        }
        let capital = c.is_uppercase();
        let kind = if let Some(digit) = digit(c) {
            let mut run = DigitRun { value: digit, width: 1 };
            // A raised digit is a power and starts a run of its own.
            while let Some(next) = rest.next_if(char::is_ascii_digit).and_then(digit_of_ascii) {
                run = DigitRun { value: run.value.checked_mul(10)?.checked_add(next)?, width: run.width + 1 };
                if run.width > MOST_DIGITS {
                    return None;
                }
            }
            PhraseTokenKind::Digits(run)
        } else if c.is_alphabetic() {
            let mut word: String = c.to_lowercase().filter_map(plain).collect();
            while let Some(next) = rest.next_if(|&next| next.is_alphabetic() || plain(next).is_none()) {
                word.extend(next.to_lowercase().filter_map(plain));
            }
            // "p.m." is one word.
            while word.chars().count() <= 2 && rest.peek() == Some(&'.') {
                let mut ahead = rest.clone();
                ahead.next();
                let letter = ahead.next().filter(|next| next.is_alphabetic());
                if letter.is_none() || ahead.peek().is_some_and(|next| next.is_alphabetic()) {
                    break;
                }
                word.extend(letter.into_iter().flat_map(char::to_lowercase));
                rest = ahead;
            }
            rest.next_if_eq(&'.');
            PhraseTokenKind::Word(word)
        } else {
            PhraseTokenKind::Mark(match c {
                '–' | '—' | '−' | '‑' | '‐' => '-',
                '’' | '‘' | '`' | '´' => '\'',
                other => other,
            })
        };
        tokens.push(PhraseToken { kind, glued, capital });
        glued = true;
    }
    let outer = |token: &PhraseToken| {
        matches!(token.kind, PhraseTokenKind::Mark(',' | '.' | ';' | ':' | '\'' | '"' | '«' | '»'))
    };
    while tokens.last().is_some_and(outer) {
        tokens.pop();
    }
    Some(tokens)
}

fn digit(c: char) -> Option<u64> {
    match c {
        '²' => Some(2),
        '³' => Some(3),
        _ => digit_of_ascii(c),
    }
}

fn digit_of_ascii(c: char) -> Option<u64> {
    c.to_digit(10).map(u64::from)
}

/// The rest of a phrase. A copy of it is a place to come back to.
#[derive(Clone, Copy)]
pub(super) struct PhraseCursor<'t> {
    rest: &'t [PhraseToken],
}

impl<'t> PhraseCursor<'t> {
    pub fn new(tokens: &'t [PhraseToken]) -> Self {
        Self { rest: tokens }
    }

    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// True if no more than one token is left.
    pub fn is_last(&self) -> bool {
        self.rest.len() < 2
    }

    /// Returns the result of `read` on the tokens that follow; where that is `None`, the cursor stays.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let read = read(&mut ahead)?;
        *self = ahead;
        Some(read)
    }

    /// As [`Self::attempt`], for a reading that must use all that is left.
    pub fn whole<T>(&self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let read = read(&mut ahead)?;
        ahead.is_done().then_some(read)
    }

    fn next(&mut self, wanted: impl FnOnce(&'t PhraseToken) -> bool) -> Option<&'t PhraseToken> {
        let (first, rest) = self.rest.split_first()?;
        wanted(first).then(|| {
            self.rest = rest;
            first
        })
    }

    /// True if what comes next follows without a blank.
    pub fn is_glued(&self) -> bool {
        self.rest.first().is_some_and(|token| token.glued)
    }

    /// The character that comes next; `None` at the end.
    pub fn start(&self) -> Option<char> {
        self.rest.iter().find_map(|token| match &token.kind {
            PhraseTokenKind::Digits(digits) => digits.value.to_string().chars().next(),
            PhraseTokenKind::Word(word) => word.chars().next(),
            PhraseTokenKind::Mark(mark) => Some(*mark),
        })
    }

    /// True if what comes next starts with a capital.
    pub fn is_capital(&self) -> bool {
        self.rest.first().is_some_and(|token| token.capital)
    }

    /// The next word, if `known` knows it, and what `known` says of it.
    pub fn word<T>(&mut self, known: impl FnOnce(&'t str) -> Option<T>) -> Option<T> {
        self.attempt(|cursor| match &cursor.next(|_| true)?.kind {
            PhraseTokenKind::Word(word) => known(word),
            _ => None,
        })
    }

    /// Skips one of these phrases and returns true if one comes next; each is words with blanks between, and the
    /// first that fits is taken.
    pub fn phrase(&mut self, phrases: &[&str]) -> bool {
        let Some(PhraseTokenKind::Word(first)) = self.rest.first().map(|token| &token.kind) else { return false };
        let start = first.as_bytes().first();
        let may_be = |phrase: &&&str| phrase.as_bytes().first() == start && phrase.starts_with(first.as_str());
        phrases.iter().filter(may_be).any(|phrase| {
            self.attempt(|cursor| {
                phrase
                    .split(' ')
                    .all(|wanted| cursor.word(|word| (word == wanted).then_some(())).is_some())
                    .then_some(())
            })
            .is_some()
        })
    }

    /// Skips this mark and returns true if it comes next.
    pub fn mark(&mut self, mark: char) -> bool {
        self.next(|token| token.kind == PhraseTokenKind::Mark(mark)).is_some()
    }

    /// Skips this mark and returns true if it comes next without a blank before it.
    pub fn glued_mark(&mut self, mark: char) -> bool {
        self.is_glued() && self.mark(mark)
    }

    /// The next run of digits.
    pub fn digits(&mut self) -> Option<DigitRun> {
        self.attempt(|cursor| match cursor.next(|_| true)?.kind {
            PhraseTokenKind::Digits(digits) => Some(digits),
            _ => None,
        })
    }

    /// True if digits come, now or later.
    pub fn has_digits(&self) -> bool {
        self.rest.iter().any(|token| matches!(token.kind, PhraseTokenKind::Digits(_)))
    }

    /// The next run of digits, if no blank lies before it.
    pub fn glued_digits(&mut self) -> Option<DigitRun> {
        if self.is_glued() { self.digits() } else { None }
    }

    /// Leaves out all that is left.
    pub fn skip(&mut self) {
        self.rest = &[];
    }

    /// Leaves out what is left if it stands in brackets.
    pub fn skip_brackets(&mut self) {
        if self.mark('(') || self.mark('[') {
            self.skip();
        }
        let _ = self.mark(')') || self.mark(']');
    }

    /// Skips a name and returns true if it comes next: words with blanks between, written as people write them.
    pub fn name(&mut self, name: &str) -> bool {
        self.attempt(|cursor| {
            let is_next = |wanted| cursor.word(|word| word.chars().eq(folded(wanted)).then_some(())).is_some();
            name.split(' ').all(is_next).then_some(())
        })
        .is_some()
    }

    /// Skips a symbol such as "mmHg", "m²" or "°C" and returns true if it comes next, in large or small letters.
    pub fn symbol(&mut self, symbol: &str) -> bool {
        self.attempt(|cursor| {
            let mut wanted = folded(symbol).peekable();
            while wanted.peek().is_some() {
                let fits = match &cursor.next(|_| true)?.kind {
                    PhraseTokenKind::Digits(digits) => {
                        digits.value.to_string().chars().all(|c| wanted.next() == Some(c))
                    }
                    PhraseTokenKind::Word(word) => word.chars().all(|c| wanted.next() == Some(c)),
                    PhraseTokenKind::Mark(mark) => wanted.next() == Some(*mark),
                };
                fits.then_some(())?;
            }
            Some(())
        })
        .is_some()
    }
}

/// The characters of a name or symbol as tokens have them.
pub(super) fn folded(text: &str) -> impl Iterator<Item = char> {
    let raised = |c| digit(c).and_then(|digit| char::from_digit(digit as u32, 10)).unwrap_or(c);
    text.chars().flat_map(char::to_lowercase).filter_map(plain).map(raised)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(phrase: &str) -> String {
        let shown = |token: &PhraseToken| match &token.kind {
            PhraseTokenKind::Digits(digits) => format!("{}/{}", digits.value, digits.width),
            PhraseTokenKind::Word(word) => word.clone(),
            PhraseTokenKind::Mark(mark) => mark.to_string(),
        };
        tokens(phrase).unwrap_or_default().iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn digits_words_and_marks_are_told_apart() {
        assert_eq!(shape("2:05 P.M."), "2/1 : 5/2 pm");
        assert_eq!(shape("47 años"), "47/2 anos");
        assert_eq!(shape("10m²,"), "10/2 m 2/1");
        assert_eq!(shape("Mar. 2019"), "mar 2019/4");
        assert_eq!(shape("2009–2011"), "2009/4 - 2011/4");
    }

    #[test]
    fn what_is_too_long_is_nothing() {
        assert!(tokens(&"7".repeat(10_000)).is_none());
        assert!(tokens(&"7".repeat(MOST_DIGITS + 1)).is_none());
        assert!(tokens(&"7".repeat(MOST_DIGITS)).is_some());
    }

    #[test]
    fn symbols_may_be_of_several_tokens() {
        let tokens = tokens("MMHG m2 °C").unwrap_or_default();
        let mut cursor = PhraseCursor::new(&tokens);
        assert!(!cursor.symbol("mm"));
        assert!(cursor.symbol("mmHg") && cursor.symbol("m²") && cursor.symbol("°C") && cursor.is_done());
    }
}
