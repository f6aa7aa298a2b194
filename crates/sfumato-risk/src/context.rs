//! Contexts: how far from each other a phrase and something hidden may stand to say something of each other.

use sfumato_document::Span;
use sfumato_language::Analysis;

/// How far a context reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Context {
    /// So many words to each side.
    Words(u32),
    /// The sentence.
    Sentence,
    /// The paragraph, or whatever block of its format the text stands in.
    Paragraph,
    /// The whole document.
    #[default]
    Document,
}

/// The contexts of a document: where each place stands in them.
#[derive(Debug)]
pub struct Contexts<'a, 'd> {
    analysis: &'a Analysis<'d>,
    context: Context,
}

/// A stretch of a context, in units of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    from: u32,
    to: u32,
}

impl Reach {
    /// Whether two places are in one context.
    pub fn meets(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// The reaches of many things, to be asked whose meet a place.
#[derive(Debug)]
pub struct Reaches {
    /// By where they begin: whose it is, and how far it and all before it reach.
    all: Vec<(Reach, usize, u32)>,
}

impl Reaches {
    /// Those of these things, by number.
    pub fn new(reaches: impl IntoIterator<Item = (Reach, usize)>) -> Self {
        let mut all: Vec<(Reach, usize, u32)> =
            reaches.into_iter().map(|(reach, number)| (reach, number, reach.to)).collect();
        all.sort_unstable_by_key(|(reach, number, _)| (reach.from, *number));
        let mut farthest = 0;
        for (_, _, to) in &mut all {
            farthest = farthest.max(*to);
            *to = farthest;
        }
        Self { all }
    }

    /// The numbers of the things that meet any of some places, in order, each once.
    pub fn meeting(&self, places: impl IntoIterator<Item = Reach>) -> Vec<usize> {
        let mut met = Vec::new();
        let mut last = None;
        for place in places {
            if last.replace(place) == Some(place) {
                continue;
            }
            let end = self.all.partition_point(|(reach, ..)| reach.from <= place.to);
            let near = self.all.iter().take(end).rev().take_while(|(.., farthest)| *farthest >= place.from);
            met.extend(near.filter(|(reach, ..)| reach.meets(place)).map(|(_, number, _)| *number));
        }
        met.sort_unstable();
        met.dedup();
        met
    }
}

impl<'a, 'd> Contexts<'a, 'd> {
    /// The contexts of an analysed document.
    pub fn new(analysis: &'a Analysis<'d>, context: Context) -> Self {
        Self { analysis, context }
    }

    /// The contexts that something hidden at a place is in: two places meet if one's reach holds the other's.
    pub fn of_hidden(&self, span: Span) -> Reach {
        let at = self.at(span);
        match self.context {
            Context::Words(words) => Reach { from: at.from.saturating_sub(words), to: at.to.saturating_add(words) },
            _ => at,
        }
    }

    /// The contexts that a phrase at a place is in.
    pub fn at(&self, span: Span) -> Reach {
        let (start, last) = (span.start(), span.end().saturating_sub(1).max(span.start()));
        match self.context {
            Context::Document => Reach { from: 0, to: 0 },
            Context::Words(_) => {
                let tokens = self.analysis.tokens();
                let at = |offset: usize| number(tokens.partition_point(|token| token.span.end() <= offset));
                Reach { from: at(start), to: at(last) }
            }
            Context::Sentence => {
                let sentences = self.analysis.sentences();
                let at = |offset: usize| number(sentences.partition_point(|sentence| sentence.end() <= offset));
                Reach { from: at(start), to: at(last) }
            }
            Context::Paragraph => self.paragraphs(start, last),
        }
    }

    /// Blocks are paragraphs where a format has them; in plain text a blank line ends one.
    fn paragraphs(&self, start: usize, last: usize) -> Reach {
        let document = self.analysis.document();
        let blocks = document.blocks();
        let at = |offset: usize| number(blocks.partition_point(|block| block.span.end() <= offset));
        Reach { from: at(start), to: at(last) }
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_reaches_meet_is_found_as_if_all_were_asked() {
        let reach = |from: u32, to: u32| Reach { from, to };
        let all: Vec<(Reach, usize)> =
            (0..40).map(|nth| (reach(nth * 7 % 50, nth * 7 % 50 + nth * nth % 23), nth as usize / 2)).collect();
        let reaches = Reaches::new(all.iter().copied());
        for from in 0..60 {
            for places in [vec![reach(from, from)], vec![reach(from, from + 4), reach(3, 3), reach(3, 3)], vec![]] {
                let meets = |own: Reach| places.iter().any(|place| own.meets(*place));
                let mut met: Vec<usize> =
                    all.iter().filter(|(own, _)| meets(*own)).map(|(_, number)| *number).collect();
                met.sort_unstable();
                met.dedup();
                assert_eq!(reaches.meeting(places.iter().copied()), met);
            }
        }
    }
}
