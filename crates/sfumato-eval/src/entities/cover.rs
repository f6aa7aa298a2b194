//! Characters and tokens: how much of what is annotated would be masked.

use sfumato::document::Span;

use super::Labelled;
use super::places::Walk;
use crate::{Counts, Tally};

const RIGHT: Counts = Counts { right: 1, spurious: 0, missed: 0 };
const SPURIOUS: Counts = Counts { right: 0, spurious: 1, missed: 0 };
const MISSED: Counts = Counts { right: 0, spurious: 0, missed: 1 };

/// Counts characters and tokens. A token is there if part of it is annotated, and right if that part is masked; it is
/// spurious if nothing of it is annotated and part of it is masked.
pub(super) fn characters_and_tokens(
    text: &str,
    gold: &[Labelled<'_>],
    found: &[Labelled<'_>],
    ignored: &[Span],
) -> (Tally, Tally) {
    let (mut characters, mut tokens) = (Tally::default(), Tally::default());
    let (mut gold, mut found, mut ignored) = (Walk::new(gold), Walk::new(found), Walk::new(ignored));
    let mut token = Token::default();
    for (at, c) in text.char_indices() {
        let (gold, found) = (gold.at(at), found.at(at));
        let found = found.filter(|_| gold.is_some() || ignored.at(at).is_none());
        match (gold, found) {
            (Some(gold), Some(_)) => characters.add(gold.label, RIGHT),
            (Some(gold), None) => characters.add(gold.label, MISSED),
            (None, Some(found)) => characters.add(found.label, SPURIOUS),
            (None, None) => {}
        }
        let run = Run::of(c);
        if run != token.run {
            std::mem::replace(&mut token, Token { run, ..Token::default() }).count(&mut tokens);
        }
        token.is_open |= gold.is_some() && found.is_none();
        token.gold = token.gold.or(gold.map(|place| place.label));
        token.found = token.found.or(found.map(|place| place.label));
    }
    token.count(&mut tokens);
    (characters, tokens)
}

/// A token up to here.
#[derive(Default)]
struct Token<'l> {
    run: Run,
    gold: Option<&'l str>,
    found: Option<&'l str>,
    /// True if an annotated character of it stays.
    is_open: bool,
}

impl Token<'_> {
    fn count(self, tally: &mut Tally) {
        match (self.gold, self.found) {
            _ if self.run == Run::Other => {}
            (Some(gold), _) => tally.add(gold, if self.is_open { MISSED } else { RIGHT }),
            (None, Some(found)) => tally.add(found, SPURIOUS),
            (None, None) => {}
        }
    }
}

/// The classes of characters that run together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Run {
    Letters,
    Digits,
    #[default]
    Other,
}

impl Run {
    fn of(c: char) -> Self {
        match c {
            _ if c.is_alphabetic() => Self::Letters,
            _ if c.is_numeric() => Self::Digits,
            _ => Self::Other,
        }
    }
}
