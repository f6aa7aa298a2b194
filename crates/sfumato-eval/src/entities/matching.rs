//! Places that are the same, or overlap.

use std::collections::BTreeMap;

use sfumato::document::Span;

use super::LabelledSpan;
use crate::counts::compare;
use crate::{MatchCounts, MatchTally};

/// The same place under the same label. Both are sorted, without repetitions.
pub(super) fn entities(gold: &[LabelledSpan<'_>], found: &[LabelledSpan<'_>]) -> MatchTally {
    by_label(gold, found, compare)
}

/// An overlapping place under the same label: as many pairs as there can be, each annotation and each finding in one.
pub(super) fn overlapping(gold: &[LabelledSpan<'_>], found: &[LabelledSpan<'_>]) -> MatchTally {
    by_label(gold, found, |gold, found| {
        let right = pairs(gold, found);
        MatchCounts { right, spurious: found.len() - right, missed: gold.len() - right }
    })
}

fn by_label(
    gold: &[LabelledSpan<'_>],
    found: &[LabelledSpan<'_>],
    count: impl Fn(&[Span], &[Span]) -> MatchCounts,
) -> MatchTally {
    let mut spans: BTreeMap<&str, (Vec<Span>, Vec<Span>)> = BTreeMap::new();
    gold.iter().for_each(|place| spans.entry(place.label).or_default().0.push(place.span));
    found.iter().for_each(|place| spans.entry(place.label).or_default().1.push(place.span));
    let mut tally = MatchTally::default();
    spans.into_iter().for_each(|(label, (gold, found))| tally.add(label, count(&gold, &found)));
    tally
}

/// The number of disjoint pairs that overlap. Of two places that overlap, the one that ends first meets nothing
/// further on, so that pairing it at once loses nothing.
fn pairs(gold: &[Span], found: &[Span]) -> usize {
    let (mut left, mut right) = (gold.iter().peekable(), found.iter().peekable());
    let mut pairs = 0;
    while let (Some(a), Some(b)) = (left.peek().copied(), right.peek().copied()) {
        let is_pair = a.overlaps(*b);
        pairs += usize::from(is_pair);
        if is_pair || a.end() <= b.end() {
            left.next();
        }
        if is_pair || a.end() > b.end() {
            right.next();
        }
    }
    pairs
}

/// The same place under whatever label.
pub(super) fn spans(gold: &[LabelledSpan<'_>], found: &[LabelledSpan<'_>]) -> MatchTally {
    let (gold, found) = (one_a_place(gold), one_a_place(found));
    let is_in = |places: &[LabelledSpan<'_>], span| places.binary_search_by_key(&span, |place| place.span).is_ok();
    let mut tally = MatchTally::default();
    for place in &gold {
        let right = usize::from(is_in(&found, place.span));
        tally.add(place.label, MatchCounts { right, missed: 1 - right, ..MatchCounts::default() });
    }
    for place in found.iter().filter(|place| !is_in(&gold, place.span)) {
        tally.add(place.label, MatchCounts { spurious: 1, ..MatchCounts::default() });
    }
    tally
}

fn one_a_place<'l>(places: &[LabelledSpan<'l>]) -> Vec<LabelledSpan<'l>> {
    let mut places = places.to_vec();
    places.dedup_by_key(|place| place.span);
    places
}

/// The same place once neighbours are one.
pub(super) fn merged(text: &str, gold: &[LabelledSpan<'_>], found: &[LabelledSpan<'_>]) -> MatchTally {
    MatchTally { all: compare(&without_gaps(text, gold), &without_gaps(text, found)), ..MatchTally::default() }
}

/// Places, those with neither letter nor digit between them as one.
fn without_gaps(text: &str, places: &[LabelledSpan<'_>]) -> Vec<Span> {
    let is_gap = |start, end| text.get(start..end).is_none_or(|gap| !gap.contains(char::is_alphanumeric));
    let mut merged: Vec<Span> = Vec::with_capacity(places.len());
    for place in places {
        match merged.last_mut() {
            Some(last) if is_gap(last.end(), place.span.start()) => *last = last.cover(place.span),
            _ => merged.push(place.span),
        }
    }
    merged
}
