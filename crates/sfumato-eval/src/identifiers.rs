//! Quality of masked identifiers, as the Text Anonymization Benchmark counts it.
//!
//! An annotation says whether something identifies a person by itself (direct) or together with other things (quasi), and
//! which annotations are of one entity. An entity counts as masked only if all its mentions are, since one that is left
//! gives away what the others hid; recall is the share of such entities, of each kind by itself. Precision is that of
//! tokens, once uniform and once weighted by how telling each is: masking "the" for nothing costs less than masking a
//! rare word.
//! The benchmark takes the weight of a token from a language model; here it is the information content of the word in
//! the reference, in bits, which asks nothing of its place in the sentence.

use std::collections::BTreeMap;
use std::ops::Range;

use sfumato::document::Span;
use sfumato::language::{Analysis, TokenKind, Upos};

use crate::stretches::JoinedPlaces;

/// The relation of an annotation to the person to protect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IdentifierKind {
    /// It identifies by itself.
    Direct,
    /// It identifies together with other things.
    Quasi,
    /// It need not be masked.
    NoMask,
}

impl IdentifierKind {
    /// Its name in the benchmark, whatever its case.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [("DIRECT", Self::Direct), ("QUASI", Self::Quasi), ("NO_MASK", Self::NoMask)];
        all.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, identifier)| identifier)
    }
}

/// An annotation of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifierMention<'e> {
    /// The place, in bytes.
    pub place: Range<usize>,
    /// Its relation to the person.
    pub identifier: IdentifierKind,
    /// The id of its entity in the document.
    pub entity: &'e str,
}

/// The measures of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentifierMeasure {
    /// Entities that identify by themselves, all of whose mentions are masked.
    DirectEntities,
    /// Entities that identify together with others, all of whose mentions are masked.
    QuasiEntities,
    /// Mentions of the first that are masked.
    DirectMentions,
    /// Mentions of the second that are masked.
    QuasiMentions,
    /// Tokens of either that are masked.
    TokenRecall,
    /// Masked tokens that are to be masked.
    TokenPrecision,
    /// The same, each token with its bits.
    WeightedPrecision,
    /// Masked tokens that are annotated, be it as something that need not be masked, each with its bits.
    WeightedAnnotated,
}

impl IdentifierMeasure {
    /// All of them, in the order of the benchmark.
    pub const ALL: [Self; 8] = [
        Self::DirectEntities,
        Self::QuasiEntities,
        Self::DirectMentions,
        Self::QuasiMentions,
        Self::TokenRecall,
        Self::TokenPrecision,
        Self::WeightedPrecision,
        Self::WeightedAnnotated,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::DirectEntities => "recall-direct-entities",
            Self::QuasiEntities => "recall-quasi-entities",
            Self::DirectMentions => "recall-direct-mentions",
            Self::QuasiMentions => "recall-quasi-mentions",
            Self::TokenRecall => "recall-tokens",
            Self::TokenPrecision => "precision-tokens",
            Self::WeightedPrecision => "precision-weighted",
            Self::WeightedAnnotated => "precision-weighted-annotated",
        }
    }
}

/// An amount and the part of it that is right: a number, or bits.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WeightedShare {
    /// The whole amount.
    pub all: f64,
    /// The part of it that is right.
    pub right: f64,
}

impl WeightedShare {
    /// The share that is right; nothing of nothing.
    pub fn share(self) -> Option<f64> {
        (self.all > 0.0).then(|| self.right / self.all)
    }

    fn add(&mut self, weight: f64, is_right: bool) {
        self.all += weight;
        self.right += if is_right { weight } else { 0.0 };
    }
}

/// The result for the annotations of some documents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ProtectionShares([WeightedShare; IdentifierMeasure::ALL.len()]);

impl ProtectionShares {
    /// The result of a measure.
    pub fn of(&self, measure: IdentifierMeasure) -> WeightedShare {
        self.0[measure as usize]
    }

    /// Adds another document.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.0.iter_mut().zip(&other.0) {
            own.all += more.all;
            own.right += more.right;
        }
    }

    fn add(&mut self, measure: IdentifierMeasure, weight: f64, is_right: bool) {
        self.0[measure as usize].add(weight, is_right);
    }
}

/// Holds what would be masked in a document against its annotations. `bits` says how telling a word is.
///
/// A mention is masked if all its tokens are but for marks, articles, prepositions, conjunctions and titles, on which
/// annotators do not agree; where there is nothing else, all tokens count.
pub fn protection(
    analysis: &Analysis<'_>,
    mentions: &[IdentifierMention<'_>],
    masked: &[Span],
    bits: impl Fn(&str) -> f64,
) -> ProtectionShares {
    let masked: Vec<Range<usize>> = masked.iter().map(|span| span.range()).collect();
    let tokens = ProtectedTokens::of(analysis, &JoinedPlaces::of(&masked));
    let mut protection = ProtectionShares::default();
    entities(&tokens, mentions, &mut protection);
    let cover = |is_in: fn(IdentifierKind) -> bool| {
        let places: Vec<Range<usize>> =
            mentions.iter().filter(|mention| is_in(mention.identifier)).map(|mention| mention.place.clone()).collect();
        JoinedPlaces::of(&places)
    };
    let to_mask = cover(|identifier| identifier != IdentifierKind::NoMask);
    let annotated = cover(|_| true);
    let document = analysis.document();
    for token in tokens.0.iter().filter(|token| token.tells) {
        if to_mask.touches(&token.span.range()) {
            protection.add(IdentifierMeasure::TokenRecall, 1.0, token.is_masked);
        }
        if token.is_touched {
            let weight = bits(document.slice(token.span));
            let (is_right, is_annotated) =
                (to_mask.touches(&token.span.range()), annotated.touches(&token.span.range()));
            protection.add(IdentifierMeasure::TokenPrecision, 1.0, is_right);
            protection.add(IdentifierMeasure::WeightedPrecision, weight, is_right);
            protection.add(IdentifierMeasure::WeightedAnnotated, weight, is_annotated);
        }
    }
    protection
}

/// Counts entities and mentions. An entity is direct if any of its mentions is; mentions that need not be masked do not
/// count.
fn entities(tokens: &ProtectedTokens, mentions: &[IdentifierMention<'_>], protection: &mut ProtectionShares) {
    let mut entities: BTreeMap<&str, (IdentifierKind, bool)> = BTreeMap::new();
    for mention in mentions.iter().filter(|mention| mention.identifier != IdentifierKind::NoMask) {
        let is_masked = tokens.are_masked(&mention.place);
        let measure = match mention.identifier {
            IdentifierKind::Direct => IdentifierMeasure::DirectMentions,
            IdentifierKind::Quasi | IdentifierKind::NoMask => IdentifierMeasure::QuasiMentions,
        };
        protection.add(measure, 1.0, is_masked);
        let (identifier, all) = entities.entry(mention.entity).or_insert((mention.identifier, true));
        *identifier = mention.identifier.min(*identifier);
        *all &= is_masked;
    }
    for (identifier, is_masked) in entities.into_values() {
        let is_direct = identifier == IdentifierKind::Direct;
        let measure = if is_direct { IdentifierMeasure::DirectEntities } else { IdentifierMeasure::QuasiEntities };
        protection.add(measure, 1.0, is_masked);
    }
}

/// Words that annotators take into a mention or leave out as they please.
const TITLES: [&str; 6] = ["mr", "mrs", "ms", "no", "nr", "about"];

struct ProtectedToken {
    span: Span,
    /// True if it says anything.
    tells: bool,
    /// True if all of it would be masked.
    is_masked: bool,
    /// True if part of it would be masked.
    is_touched: bool,
}

/// Words and numbers, in order.
struct ProtectedTokens(Vec<ProtectedToken>);

impl ProtectedTokens {
    fn of(analysis: &Analysis<'_>, masked: &JoinedPlaces) -> Self {
        let document = analysis.document();
        let words = analysis.tokens().iter().zip(analysis.tags()).filter(|(token, _)| token.kind != TokenKind::Mark);
        let token = |(token, tag): (&sfumato::language::Token, &Upos)| {
            let is_small = matches!(tag, Upos::Adp | Upos::Part | Upos::Cconj | Upos::Det);
            let text = document.slice(token.span);
            let is_title = TITLES.iter().any(|title| title.eq_ignore_ascii_case(text.trim_end_matches('.')));
            let place = token.span.range();
            ProtectedToken {
                span: token.span,
                tells: !is_small && !is_title,
                is_masked: masked.holds(&place),
                is_touched: masked.touches(&place),
            }
        };
        Self(words.map(token).collect())
    }

    fn are_masked(&self, place: &Range<usize>) -> bool {
        let first = self.0.partition_point(|token| token.span.end() <= place.start);
        let end = self.0.partition_point(|token| token.span.start() < place.end).max(first);
        let inside = self.0.get(first..end).unwrap_or_default();
        let says_nothing = !inside.iter().any(|token| token.tells);
        inside.iter().filter(|token| says_nothing || token.tells).all(|token| token.is_masked)
    }
}

#[cfg(test)]
mod tests {
    use sfumato::Bundle;
    use sfumato::document::Document;
    use sfumato::document::formats::{DocumentFormat as _, TextFile};

    use super::*;

    const TEXT: &str = "Mr Aldo Venn lives in Norwick. He was born in 1961. Mr Venn met the mayor of Norwick in May.";

    fn nth(text: &str, piece: &str, nth: usize) -> Range<usize> {
        let (at, _) = text.match_indices(piece).nth(nth).expect("it stands there");
        at..at + piece.len()
    }

    fn mention<'e>(piece: &str, number: usize, identifier: IdentifierKind, entity: &'e str) -> IdentifierMention<'e> {
        IdentifierMention { place: nth(TEXT, piece, number), identifier, entity }
    }

    fn gold() -> Vec<IdentifierMention<'static>> {
        vec![
            mention("Mr Aldo Venn", 0, IdentifierKind::Direct, "e1"),
            mention("Mr Venn", 0, IdentifierKind::Direct, "e1"),
            mention("Norwick", 0, IdentifierKind::Quasi, "e2"),
            mention("1961", 0, IdentifierKind::Quasi, "e3"),
            mention("mayor", 0, IdentifierKind::NoMask, "e4"),
        ]
    }

    fn judged(masked: &[(&str, usize)]) -> ProtectionShares {
        let document: Document = TextFile.read(TEXT.as_bytes().to_vec()).expect("a text");
        let analysis = Analysis::new(&document).with_models(Bundle::models().expect("models"));
        let span = |(piece, number): &(&str, usize)| {
            let place = nth(TEXT, piece, *number);
            document.span(place.start, place.end).expect("a span")
        };
        let masked: Vec<Span> = masked.iter().map(span).collect();
        protection(&analysis, &gold(), &masked, |word| word.len() as f64)
    }

    #[track_caller]
    fn check(protection: &ProtectionShares, measure: IdentifierMeasure, right: f64, all: f64) {
        let found = protection.of(measure);
        assert!((found.right - right).abs() < 1e-9 && (found.all - all).abs() < 1e-9, "{measure:?}: {found:?}");
    }

    #[test]
    fn an_entity_is_masked_if_all_its_mentions_are() {
        let half = judged(&[("Aldo Venn", 0), ("Norwick", 0)]);
        check(&half, IdentifierMeasure::DirectEntities, 0.0, 1.0);
        check(&half, IdentifierMeasure::DirectMentions, 1.0, 2.0);
        check(&half, IdentifierMeasure::QuasiEntities, 1.0, 2.0);
        check(&half, IdentifierMeasure::QuasiMentions, 1.0, 2.0);
        let whole = judged(&[("Aldo Venn", 0), ("Venn", 1)]);
        check(&whole, IdentifierMeasure::DirectEntities, 1.0, 1.0);
        check(&whole, IdentifierMeasure::QuasiEntities, 0.0, 2.0);
    }

    #[test]
    fn part_of_a_name_is_no_name() {
        let part = judged(&[("Venn", 0), ("Venn", 1)]);
        check(&part, IdentifierMeasure::DirectMentions, 1.0, 2.0);
        check(&part, IdentifierMeasure::DirectEntities, 0.0, 1.0);
    }

    #[test]
    fn precision_is_weighted_by_what_tokens_tell() {
        // Right: 1961 (4); wrong: the second Norwick (7), which nobody annotated, and the mayor (5), who need not go.
        let some = judged(&[("1961", 0), ("Norwick", 1), ("mayor", 0)]);
        check(&some, IdentifierMeasure::TokenPrecision, 1.0, 3.0);
        check(&some, IdentifierMeasure::WeightedPrecision, 4.0, 16.0);
        check(&some, IdentifierMeasure::WeightedAnnotated, 9.0, 16.0);
        // Aldo, Venn, Norwick, 1961, Venn: titles do not count.
        check(&some, IdentifierMeasure::TokenRecall, 1.0, 5.0);
    }

    #[test]
    fn nothing_masked_has_no_precision() {
        assert_eq!(judged(&[]).of(IdentifierMeasure::TokenPrecision).share(), None);
        assert_eq!(judged(&[]).of(IdentifierMeasure::DirectEntities).share(), Some(0.0));
    }

    #[test]
    fn names_of_the_benchmark() {
        assert_eq!(IdentifierKind::from_name("direct"), Some(IdentifierKind::Direct));
        assert_eq!(IdentifierKind::from_name("NO_MASK"), Some(IdentifierKind::NoMask));
        assert_eq!(IdentifierKind::from_name("NONE"), None);
    }
}
