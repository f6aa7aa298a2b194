//! After writing: is what was to go really gone?
//!
//! The output is read again and searched for every value that was masked: as words in its text, where each value may
//! stand as often as the plan leaves it and no more, and as bytes in everything that is not text.
//! Both searches hash windows of fixed size, so that their cost does not grow with the number of values.

mod bytes;
mod encodings;
mod markup;
mod words;

use std::cell::OnceCell;
use std::ops::Range;

use crate::container::UnreadBytes;
use crate::document::SchemaOwner;
use crate::{Document, Edits, Span};
use bytes::{ByteSearch, PlannedValues, outside};
use words::{WordSearch, fingerprint};

/// A value that was masked.
#[derive(Debug, Clone, Copy)]
pub struct MaskedValue {
    /// The span in the original document.
    pub span: Span,
    /// True if it must not stand anywhere else either, but for the places that are kept: an identifier, a full name.
    pub everywhere: bool,
}

/// A masked value is still there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a masked value can still be found in the output, in {place}")]
pub struct RemainingValue {
    /// The place, in the format's words.
    pub place: String,
}

/// Values of fewer bytes may stand in markup or pictures by chance.
const SHORTEST_BYTES: usize = 6;

/// The place of a leak where nobody could look.
const UNSEARCHED: &str = "a part that cannot be searched";

/// The place of a leak in text that is written another way.
const ENCODED: &str = "text in base64, in escapes or put together from strings";

/// Searches what was written.
pub struct ResultVerifier<'d> {
    words: WordSearch,
    before: &'d Document,
    edits: &'d Edits,
    masked: &'d [MaskedValue],
    /// The hash of the text if nothing but the edits happened to it.
    expected: u64,
}

impl<'d> ResultVerifier<'d> {
    /// Prepares the search; fails if the plan itself leaves a value where it must not stand.
    pub fn new(
        before: &'d Document,
        edits: &'d Edits,
        masked: &'d [MaskedValue],
        kept: &[Span],
    ) -> Result<Self, RemainingValue> {
        let mut words = WordSearch::new(before, masked);
        let expected = edits.apply(before);
        let map = edits.offset_map();
        let kept = KeptSpans::new(kept);
        let mut left = false;
        words.scan(expected.expose(), |wanted, at| {
            wanted.allowed += 1;
            let stands = |span: Span| stands_at(expected.expose(), at, before.slice(span));
            left |= wanted.everywhere.is_some_and(stands) && map.to_old(at).is_some_and(|old| !kept.hold(old));
        });
        if left {
            return Err(RemainingValue { place: "text that the plan leaves".to_owned() });
        }
        Ok(Self { words, before, edits, masked, expected: fingerprint(expected.expose()) })
    }

    /// Searches the output, read again.
    pub fn check(mut self, after: &Document) -> Result<(), RemainingValue> {
        // A text that is as planned was searched when it was planned.
        if fingerprint(after.text()) != self.expected {
            let mut found = false;
            self.words.scan(after.text(), |wanted, _| {
                wanted.found += 1;
                found |= wanted.found > wanted.allowed && !wanted.is_small;
            });
            if found {
                return Err(RemainingValue { place: "text".to_owned() });
            }
        }
        if after.is_partial {
            return Ok(());
        }
        // A file may have nowhere to look for them: between the cells of a table stands next to nothing.
        let bytes = OnceCell::new();
        let bytes = || bytes.get_or_init(|| ByteSearch::new(&self.unread_values()));
        // Single words are looked for in texts alone: what is no text has words of its own in it.
        let in_encodings = |text: &[u8], has_words: bool| {
            let mut is_there = encodings::decoded(text, &mut |inside| match has_words {
                true => bytes().is_in(UnreadBytes::new(inside)),
                false => bytes().phrase_is_in(inside, &[], None),
            });
            encodings::numbers(text, |digits| is_there |= bytes().is_number(digits));
            is_there
        };
        let phrase_in_encodings = |text: &[u8]| in_encodings(text, false);
        if in_encodings(after.text().as_bytes(), true) {
            return Err(RemainingValue { place: ENCODED.to_owned() });
        }
        if after.is_nothing_but_text() {
            return Ok(());
        }
        let mut leak = None;
        let mut own = Vec::new();
        let gaps = gaps(after);
        let place =
            |address: Option<SchemaOwner>| if address.is_some() { "the address of a namespace" } else { "markup" };
        let markup = |range: &Range<usize>| after.source.get(range.clone()).unwrap_or_default();
        markup::each(after, &gaps, |range, address| {
            dictated(after, &range, &mut own);
            if leak.is_none() && bytes().is_in_markup(markup(&range), &own, address) {
                leak = Some(place(address).to_owned());
            }
            if leak.is_none() && address.is_none() && outside(markup(&range).as_bytes(), &own).any(phrase_in_encodings)
            {
                leak = Some(ENCODED.to_owned());
            }
        });
        let searched = after.unread(&mut |place, part| {
            let in_encodings = || !part.is_notice && outside(part.bytes, part.dictated).any(phrase_in_encodings);
            if leak.is_none() && (bytes().is_in(part) || in_encodings()) {
                leak = Some(place.to_owned());
            }
        });
        if searched.is_err() {
            leak = Some(UNSEARCHED.to_owned());
        }
        // A name may stand in an identifier with other marks between its words.
        markup::each(after, &gaps, |range, address| {
            dictated(after, &range, &mut own);
            self.words.scan(markup(&range), |wanted, at| {
                let is_dictated = || own.iter().any(|stretch| stretch.contains(&at));
                let is_meant = match address {
                    Some(_) => !wanted.is_address,
                    None => wanted.tells_beside_names || !is_dictated(),
                };
                if wanted.is_phrase && wanted.allowed == 0 && is_meant {
                    leak.get_or_insert_with(|| place(address).to_owned());
                }
            });
        });
        leak.map_or(Ok(()), |place| Err(RemainingValue { place }))
    }

    /// Returns the values that must not stand in what is no text.
    fn unread_values(&self) -> Vec<&'d str> {
        // The same value is masked in many places.
        let mut values: Vec<&str> = self.masked.iter().map(|value| self.before.slice(value.span)).collect();
        values.sort_unstable();
        values.dedup();
        let expected = self.edits.apply(self.before);
        let planned = PlannedValues::new(&values, expected.expose());
        values.retain(|value| !self.words.is_left(value) && !planned.holds(value));
        values
    }
}

/// The spans that the plan keeps, in order.
struct KeptSpans {
    spans: Vec<Span>,
    /// The furthest end of each and those before it.
    reach: Vec<usize>,
}

impl KeptSpans {
    fn new(kept: &[Span]) -> Self {
        let mut spans = kept.to_vec();
        spans.sort_unstable();
        let furthest = |end: &mut usize, span: &Span| {
            *end = span.end().max(*end);
            Some(*end)
        };
        let reach = spans.iter().scan(0, furthest).collect();
        Self { spans, reach }
    }

    fn hold(&self, place: usize) -> bool {
        let before = self.spans.partition_point(|span| span.start() <= place);
        self.reach.get(..before).and_then(<[usize]>::last).is_some_and(|end| place < *end)
    }
}

/// The stretches of the source that are no text.
fn gaps(document: &Document) -> Vec<Range<usize>> {
    let pieces = document.pieces.iter().map(|piece| piece.source());
    if pieces.clone().is_sorted_by_key(|piece| piece.start) {
        return between(pieces, document.source.len());
    }
    // Text can read in another order than it stands, as a footnote does.
    let mut pieces: Vec<Range<usize>> = pieces.collect();
    pieces.sort_by_key(|piece| piece.start);
    between(pieces.into_iter(), document.source.len())
}

/// Puts the names in a gap that come with the format into `out`, counted from its start.
fn dictated(document: &Document, gap: &Range<usize>, out: &mut Vec<Range<usize>>) {
    let first = document.dictated.partition_point(|name| name.end <= gap.start);
    let inside = document.dictated.iter().skip(first).take_while(|name| name.start < gap.end);
    out.clear();
    out.extend(inside.map(|name| name.start.max(gap.start) - gap.start..name.end.min(gap.end) - gap.start));
}

/// Returns the ranges between pieces and after them.
fn between(pieces: impl Iterator<Item = Range<usize>>, end: usize) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut at = 0;
    for piece in pieces.chain(std::iter::once(end..end)) {
        if piece.start >= at + SHORTEST_BYTES {
            gaps.push(at..piece.start);
        }
        at = at.max(piece.end);
    }
    gaps
}

/// True if a value stands in a text, its first word at this place; letters in any case, marks as they are.
fn stands_at(text: &str, at: usize, value: &str) -> bool {
    let value = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    text.get(at..at + value.len()).is_some_and(|there| there.eq_ignore_ascii_case(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextEdit;
    use crate::formats::{Csv, DocumentFormat, TextFile};

    /// Masks the first `value` only, and looks whether the verifier minds.
    fn verdict(text: &str, value: &str, everywhere: bool, kept: &[&str]) -> Result<(), RemainingValue> {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let span = |value: &str, nth: usize| {
            let (start, _) = text.match_indices(value).nth(nth).expect("there");
            document.span(start, start + value.len()).expect("a span")
        };
        let edits = Edits::new(vec![TextEdit::new(span(value, 0), "[X 1]")]).expect("one edit");
        let kept: Vec<Span> = kept.iter().map(|value| span(value, 1)).collect();
        let masked = [MaskedValue { span: span(value, 0), everywhere }];
        let verifier = ResultVerifier::new(&document, &edits, &masked, &kept)?;
        let written = TextFile.write(&document, &edits).expect("writable");
        verifier.check(&TextFile.read(written).expect("readable"))
    }

    #[test]
    fn a_value_that_the_plan_leaves_must_be_kept_on_purpose() {
        assert!(verdict("Ann Lee, then Bob", "Ann Lee", true, &[]).is_ok());
        assert!(verdict("Ann Lee, then ANN LEE", "Ann Lee", true, &[]).is_err());
        assert!(verdict("Ann Lee, then Ann Lee", "Ann Lee", true, &["Ann Lee"]).is_ok());
        assert!(verdict("45 years, ward 45", "45", false, &[]).is_ok());
        assert!(verdict("Ann Lee, then Joann Leeds", "Ann Lee", true, &[]).is_ok(), "whole words only");
    }

    #[test]
    fn what_was_not_written_is_found() {
        let document = TextFile.read(b"Dear Ann Lee, hello".to_vec()).expect("readable");
        let span = document.span(5, 12).expect("a span");
        let edits = Edits::new(vec![TextEdit::new(span, "[X 1]")]).expect("one edit");
        let masked = [MaskedValue { span, everywhere: false }];
        let verifier = ResultVerifier::new(&document, &edits, &masked, &[]).expect("a sound plan");
        assert_eq!(verifier.check(&document).expect_err("still there").place, "text");
    }

    #[test]
    fn what_is_kept_is_known_by_its_place() {
        let document = TextFile.read(vec![b'x'; 40]).expect("readable");
        let span = |start, end| document.span(start, end).expect("a span");
        let kept = KeptSpans::new(&[span(30, 32), span(2, 20), span(4, 6)]);
        let held: Vec<usize> = (0..40).filter(|place| kept.hold(*place)).collect();
        assert_eq!(held, (2..20).chain(30..32).collect::<Vec<_>>());
    }

    #[test]
    fn columns_nobody_asked_for_are_left_alone() {
        let format = Csv { columns: vec!["note".into()], ..Csv::default() };
        let document = format.read(b"name,note\nAnn Leeson,Ann Leeson\n".to_vec()).expect("readable");
        let start = document.text().find("Ann").expect("there");
        let span = document.span(start, start + 10).expect("a span");
        let edits = Edits::new(vec![TextEdit::new(span, "[X 1]")]).expect("one edit");
        let masked = [MaskedValue { span, everywhere: true }];
        let verifier = ResultVerifier::new(&document, &edits, &masked, &[]).expect("sound");
        let after = format.read(format.write(&document, &edits).expect("writable")).expect("readable");
        assert!(verifier.check(&after).is_ok());
    }
}
