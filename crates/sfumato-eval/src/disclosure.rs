//! Quality of disclosure detection, by the measure of those who annotated biographies and by words.
//!
//! Their measure counts *units*: the phrases that come with the annotation, each tagged if a tagged word is in it and
//! detected if a detected word is. What is tagged or detected where they have no phrase is a unit of its own, since
//! leaving it out would make anything there free. Precision, recall and F1 are taken of each document, and their means
//! over documents.
//! The other measure counts words, of all documents together.

use std::ops::Range;

use sfumato::MaskedDocument;
use sfumato::document::Span;
use sfumato::mask::Action;

use crate::MatchCounts;
use crate::stretches::JoinedPlaces;

/// The places where a plan changes a text: those masked, and phrases that a risk model objects to. In order.
pub fn changed(masked: &MaskedDocument) -> Vec<Span> {
    let decisions = masked.plan.decisions().iter().filter(|decision| decision.action() == Action::Mask);
    let mut places: Vec<Span> =
        decisions.filter_map(|decision| Some(masked.entities.mentions.get(decision.mention)?.span)).collect();
    let verdicts = masked.plan.account().into_iter().flat_map(|account| &account.verdicts);
    let objected = verdicts.filter(|verdict| !verdict.is_hidden && verdict.outcome.is_change());
    places.extend(objected.flat_map(|verdict| verdict.spans.iter().copied()));
    places.sort();
    // What stands for the places above may take an article along; whatever else is replaced is a place of its own.
    let reaches = places.iter().scan(0, |end, place| {
        *end = place.end().max(*end);
        Some(*end)
    });
    let reaches: Vec<usize> = reaches.collect();
    let is_new = |span: &Span| {
        let first = reaches.partition_point(|end| *end <= span.start());
        places.get(first).is_none_or(|place| !place.overlaps(*span))
    };
    let replaced = masked.plan.replacements().iter().map(|replacement| replacement.span);
    let more: Vec<Span> = replaced.filter(is_new).collect();
    places.extend(more);
    places.sort();
    places.dedup();
    places
}

/// The number of words of a text.
pub fn words(text: &str) -> usize {
    places(text).len()
}

/// An annotated document with what was detected in it. Places are bytes of the text, in any order.
#[derive(Clone, Copy)]
pub struct DisclosureCase<'a> {
    /// The text.
    pub text: &'a str,
    /// The places that are tagged as telling.
    pub tagged: &'a [Range<usize>],
    /// The phrases that come with the annotation.
    pub phrases: &'a [Range<usize>],
    /// The places that were detected.
    pub detected: &'a [Range<usize>],
}

impl std::fmt::Debug for DisclosureCase<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (tagged, phrases, detected) = (self.tagged.len(), self.phrases.len(), self.detected.len());
        write!(f, "DisclosureCase({tagged} tagged, {phrases} phrases, {detected} detected)")
    }
}

/// The right detections in one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisclosureCounts {
    /// Phrases, and what is tagged or detected outside them.
    pub units: MatchCounts,
    /// Phrases alone.
    pub phrases: MatchCounts,
    /// Words.
    pub words: MatchCounts,
}

impl DisclosureCase<'_> {
    /// Counts what is right.
    pub fn count(&self) -> DisclosureCounts {
        let tagged = JoinedPlaces::of(self.tagged);
        let detected = JoinedPlaces::of(self.detected);
        let words = MarkedWords::of(self.text, &tagged, &detected);
        let phrases = self.phrases.iter().fold(MatchCounts::default(), |mut counts, phrase| {
            counts += verdict(words.tagged(phrase), words.detected(phrase));
            counts
        });
        DisclosureCounts { units: self.outside(&words, phrases), phrases, words: words.counts() }
    }

    /// Adds what lies outside all phrases: each tagged stretch, and each detected one that touches nothing tagged.
    fn outside(&self, words: &MarkedWords, mut counts: MatchCounts) -> MatchCounts {
        let phrases = JoinedPlaces::of(self.phrases);
        for stretch in self.tagged.iter().filter(|stretch| !phrases.touches(stretch) && words.tagged(stretch)) {
            counts += verdict(true, words.detected(stretch));
        }
        for stretch in self.detected.iter().filter(|stretch| !phrases.touches(stretch) && words.detected(stretch)) {
            counts += verdict(false, !words.tagged(stretch));
        }
        counts
    }
}

fn verdict(is_tagged: bool, is_detected: bool) -> MatchCounts {
    MatchCounts {
        right: usize::from(is_tagged && is_detected),
        spurious: usize::from(!is_tagged && is_detected),
        missed: usize::from(is_tagged && !is_detected),
    }
}

/// The words of a text, in order, and how many of those before each are tagged, detected, and both.
struct MarkedWords {
    places: Vec<Range<usize>>,
    before: Vec<MarkedCounts>,
}

#[derive(Clone, Copy, Default)]
struct MarkedCounts {
    tagged: usize,
    detected: usize,
    both: usize,
}

impl MarkedWords {
    fn of(text: &str, tagged: &JoinedPlaces, detected: &JoinedPlaces) -> Self {
        let places = places(text);
        let mut sum = MarkedCounts::default();
        let mut before = Vec::with_capacity(places.len() + 1);
        before.push(sum);
        for place in &places {
            let (is_tagged, is_detected) = (tagged.touches(place), detected.touches(place));
            sum.tagged += usize::from(is_tagged);
            sum.detected += usize::from(is_detected);
            sum.both += usize::from(is_tagged && is_detected);
            before.push(sum);
        }
        Self { places, before }
    }

    fn counts(&self) -> MatchCounts {
        let all = self.before.last().copied().unwrap_or_default();
        MatchCounts { right: all.both, spurious: all.detected - all.both, missed: all.tagged - all.both }
    }

    fn tagged(&self, place: &Range<usize>) -> bool {
        self.grows(place, |marked| marked.tagged)
    }

    fn detected(&self, place: &Range<usize>) -> bool {
        self.grows(place, |marked| marked.detected)
    }

    /// True if a count grows over the words of a place.
    fn grows(&self, place: &Range<usize>, count: impl Fn(&MarkedCounts) -> usize) -> bool {
        let first = self.places.partition_point(|word| word.end <= place.start);
        let end = self.places.partition_point(|word| word.start < place.end).max(first);
        let at = |nth: usize| self.before.get(nth).map_or(0, &count);
        at(end) > at(first)
    }
}

/// The runs of letters, digits and underscores.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric() || *c == '_') {
        let end = at + c.len_utf8();
        match places.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = end,
            None => places.push(at..end),
        }
    }
    places
}

/// Means over documents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ScoreMean {
    precision: f64,
    recall: f64,
    f1: f64,
    f2: f64,
    documents: usize,
}

impl ScoreMean {
    /// Adds a document; one with nothing tagged and nothing detected has no measures, and is left out.
    pub fn add(&mut self, counts: MatchCounts) {
        if counts == MatchCounts::default() {
            return;
        }
        self.precision += counts.precision();
        self.recall += counts.recall();
        self.f1 += counts.f1();
        self.f2 += counts.f2();
        self.documents += 1;
    }

    /// The mean of precisions.
    pub fn precision(self) -> f64 {
        self.of(self.precision)
    }

    /// The mean of recalls.
    pub fn recall(self) -> f64 {
        self.of(self.recall)
    }

    /// The mean of F1s, which is not the F1 of the means.
    pub fn f1(self) -> f64 {
        self.of(self.f1)
    }

    /// The mean of F2s, in which recall has four times the weight.
    pub fn f2(self) -> f64 {
        self.of(self.f2)
    }

    fn of(self, sum: f64) -> f64 {
        if self.documents == 0 { 0.0 } else { sum / self.documents as f64 }
    }
}

/// The mean over many documents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DisclosureSummary {
    /// The number of documents.
    pub documents: usize,
    /// Means of units: the annotators' measure.
    pub units: ScoreMean,
    /// Means of phrases alone.
    pub phrases: ScoreMean,
    /// Words of all documents together.
    pub words: MatchCounts,
    /// Means of words.
    pub words_by_document: ScoreMean,
}

impl DisclosureSummary {
    /// Adds a document.
    pub fn add(&mut self, found: &DisclosureCounts) {
        self.documents += 1;
        self.units.add(found.units);
        self.phrases.add(found.phrases);
        self.words += found.words;
        self.words_by_document.add(found.words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text in which `[...]` is a phrase, `{...}` is tagged and `<...>` is detected, and counts.
    fn count(marked: &str) -> DisclosureCounts {
        let mut text = String::new();
        let (mut open, mut places) = (Vec::new(), [Vec::new(), Vec::new(), Vec::new()]);
        for c in marked.chars() {
            match ("[{<".find(c), "]}>".find(c)) {
                (Some(kind), _) => open.push((kind, text.len())),
                (_, Some(kind)) => {
                    let at = open.iter().rposition(|(own, _)| *own == kind).expect("an opening mark");
                    places[kind].push(open.remove(at).1..text.len());
                }
                _ => text.push(c),
            }
        }
        let [phrases, tagged, detected] = &places;
        DisclosureCase { text: &text, tagged, phrases, detected }.count()
    }

    fn counts(right: usize, spurious: usize, missed: usize) -> MatchCounts {
        MatchCounts { right, spurious, missed }
    }

    #[test]
    fn one_word_of_a_phrase_is_enough() {
        let found = count("[the {tall} <tree>] and [<a house>] and [a {red} car]");
        assert_eq!(found.units, counts(1, 1, 1));
        assert_eq!(found.phrases, found.units);
        assert_eq!(found.words, counts(0, 3, 2));
    }

    #[test]
    fn what_lies_outside_phrases_is_a_unit_of_its_own() {
        let found = count("{<Moss>} met {Bell} in [<{Kent}>] <again> and {<once> more}");
        assert_eq!(found.phrases, counts(1, 0, 0));
        assert_eq!(found.units, counts(3, 1, 1));
        assert_eq!(found.words, counts(3, 1, 2));
    }

    #[test]
    fn what_reaches_into_a_phrase_is_counted_there_and_only_there() {
        let found = count("{<Vera [Stone}>] came");
        assert_eq!((found.units, found.phrases), (counts(1, 0, 0), counts(1, 0, 0)));
        let wide = count("<She [sang]> {well}");
        assert_eq!(wide.units, counts(0, 1, 1));
    }

    #[test]
    fn one_detected_stretch_over_two_phrases_finds_both() {
        let found = count("<[{red} car] of [the {man}]>");
        assert_eq!(found.units, counts(2, 0, 0));
        assert_eq!(found.words, counts(2, 3, 0));
    }

    #[test]
    fn marks_without_words_count_for_nothing() {
        let found = count("[a {dog}<.>] <,> {!} b");
        assert_eq!(found.units, counts(0, 0, 1));
        assert_eq!(found.words, counts(0, 0, 1));
    }

    #[test]
    fn places_that_overlap_or_lie_beyond_the_text_do_no_harm() {
        let text = "señal año_2 x";
        let (wide, narrow, beyond, empty) = (0..14, 2..5, 11..900, 3..3);
        let tagged = [wide.clone(), narrow, empty.clone()];
        let detected = [beyond, empty, wide.clone()];
        let found = DisclosureCase { text, tagged: &tagged, phrases: &[wide], detected: &detected }.count();
        assert_eq!(found.words, counts(2, 1, 0));
        assert_eq!(found.phrases, counts(1, 0, 0));
    }

    #[test]
    fn means_are_of_documents_and_words_of_all() {
        let mut summary = DisclosureSummary::default();
        summary.add(&count("[{<a>}] [{b}]"));
        summary.add(&count("[{<c>}] [<d>] [<e>] [<f>]"));
        summary.add(&count("nothing [here]"));
        assert_eq!(summary.documents, 3);
        assert!((summary.units.precision() - 0.625).abs() < 1e-9);
        assert!((summary.units.recall() - 0.75).abs() < 1e-9);
        assert!((summary.units.f1() - (2.0 / 3.0 + 0.4) / 2.0).abs() < 1e-9);
        assert_eq!(summary.words, counts(2, 3, 1));
        assert_eq!(DisclosureSummary::default().units.f1(), 0.0);
    }
}
