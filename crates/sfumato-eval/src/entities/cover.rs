//! Characters and tokens: how much of what is annotated would be masked.

use sfumato::document::Span;

use super::LabelledSpan;
use super::places::PlaceWalk;
use crate::{MatchCounts, MatchTally};

const RIGHT: MatchCounts = MatchCounts { right: 1, spurious: 0, missed: 0 };
const SPURIOUS: MatchCounts = MatchCounts { right: 0, spurious: 1, missed: 0 };
const MISSED: MatchCounts = MatchCounts { right: 0, spurious: 0, missed: 1 };

/// Counts characters and tokens. A token is there if part of it is annotated, and right if that part is masked; it is
/// spurious if nothing of it is annotated and part of it is masked.
pub(super) fn characters_and_tokens(
    text: &str,
    gold: &[LabelledSpan<'_>],
    found: &[LabelledSpan<'_>],
    ignored: &[Span],
) -> (MatchTally, MatchTally) {
    let (mut characters, mut tokens) = (MatchTally::default(), MatchTally::default());
    let (mut gold, mut found, mut ignored) = (PlaceWalk::new(gold), PlaceWalk::new(found), PlaceWalk::new(ignored));
    let mut token = CoveredToken::default();
    for (at, c) in text.char_indices() {
        let (gold, found) = (gold.at(at), found.at(at));
        let found = found.filter(|_| gold.is_some() || ignored.at(at).is_none());
        match (gold, found) {
            (Some(gold), Some(_)) => characters.add(gold.label, RIGHT),
            (Some(gold), None) => characters.add(gold.label, MISSED),
            (None, Some(found)) => characters.add(found.label, SPURIOUS),
            (None, None) => {}
        }
        let run = CharacterRun::of(c);
        if run != token.run {
            std::mem::replace(&mut token, CoveredToken { run, ..CoveredToken::default() }).count(&mut tokens);
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
struct CoveredToken<'l> {
    run: CharacterRun,
    gold: Option<&'l str>,
    found: Option<&'l str>,
    /// True if an annotated character of it stays.
    is_open: bool,
}

impl CoveredToken<'_> {
    fn count(self, tally: &mut MatchTally) {
        match (self.gold, self.found) {
            _ if self.run == CharacterRun::Other => {}
            (Some(gold), _) => tally.add(gold, if self.is_open { MISSED } else { RIGHT }),
            (None, Some(found)) => tally.add(found, SPURIOUS),
            (None, None) => {}
        }
    }
}

/// The classes of characters that run together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum CharacterRun {
    Letters,
    Digits,
    #[default]
    Other,
}

impl CharacterRun {
    fn of(c: char) -> Self {
        match c {
            _ if c.is_alphabetic() => Self::Letters,
            _ if c.is_numeric() => Self::Digits,
            _ => Self::Other,
        }
    }
}
