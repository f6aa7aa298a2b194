//! Tokens with their parts of speech, in little room.
//!
//! Learned recognisers ask of a document for nothing but that, and a long one has many tokens: each takes two bytes here,
//! and twelve as a [`Token`](crate::Token).

use std::ops::Range;

use sfumato_document::Span;

use crate::Upos;

/// Tokens in order: what they are and where they stand.
#[derive(Default)]
pub(crate) struct TaggedTokens {
    /// Each five bits for the part of speech, three for the distance from the token before and eight for the length; or
    /// five for [`FURTHER`] or [`LONGER`], and how much is added to the distance or the length of the next token.
    codes: Vec<u16>,
    /// The beginnings of every so many tokens: the end of the token before, and the next code.
    marks: Vec<(u32, u32)>,
    count: usize,
    /// The end of the last token.
    end: usize,
}

const FURTHER: u16 = 31;
const LONGER: u16 = 30;
/// The lower bits of a code, below those that say what it is.
const KIND: u32 = 11;
const MOST_ADDED: usize = (1 << KIND) - 1;
const LENGTH: u32 = 8;
const MOST_LENGTH: usize = (1 << LENGTH) - 1;
const MOST_DISTANCE: usize = (1 << (KIND - LENGTH)) - 1;
/// The number of tokens between two marks.
const STEP: usize = 64;

impl TaggedTokens {
    /// None yet, with room for those of a text of this length.
    pub fn of_text(length: usize) -> Self {
        Self { codes: Vec::with_capacity(length / 5), ..Self::default() }
    }

    /// Adds a token that stands after all others.
    pub fn push(&mut self, span: Span, upos: Upos) {
        if self.count.is_multiple_of(STEP) {
            self.marks.push((self.end as u32, self.codes.len() as u32));
        }
        let distance = self.add(FURTHER, span.start().saturating_sub(self.end), MOST_DISTANCE);
        let length = self.add(LONGER, span.len(), MOST_LENGTH);
        self.codes.push((upos as u16) << KIND | distance << LENGTH | length);
        self.count += 1;
        self.end = span.end();
    }

    /// Notes what there is of a number beyond what the code of a token can hold; gives the rest.
    fn add(&mut self, kind: u16, mut number: usize, most: usize) -> u16 {
        while number > most {
            let added = number.min(MOST_ADDED);
            self.codes.push(kind << KIND | added as u16);
            number -= added;
        }
        number as u16
    }

    /// The parts of speech of all tokens.
    pub fn tags(&self) -> Vec<Upos> {
        let mut tags = Vec::with_capacity(self.count);
        tags.extend(self.from(0).map(|(_, upos)| upos));
        tags
    }

    /// The tokens that end after an offset, where they stand, and their parts of speech.
    pub fn from(&self, offset: usize) -> impl Iterator<Item = (Range<usize>, Upos)> {
        let mark = self.marks.partition_point(|(end, _)| *end as usize <= offset).saturating_sub(1);
        let (end, code) = self.marks.get(mark).copied().unwrap_or_default();
        let (mut end, mut further, mut longer) = (end as usize, 0, 0);
        let all = self.codes.iter().skip(code as usize).filter_map(move |code| {
            let (kind, added) = (code >> KIND, usize::from(*code) & MOST_ADDED);
            match kind {
                FURTHER => further += added,
                LONGER => longer += added,
                _ => {
                    let start = end + further + (added >> LENGTH);
                    end = start + longer + (added & MOST_LENGTH);
                    (further, longer) = (0, 0);
                    return Upos::ALL.get(usize::from(kind)).map(|upos| (start..end, *upos));
                }
            }
            None
        });
        all.skip_while(move |(token, _)| token.end <= offset)
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, TextFile};

    use super::*;

    #[test]
    fn tokens_are_found_again_from_everywhere() {
        // Distances and lengths around all limits.
        let sizes = [0, 1, 7, 8, 255, 256, 2047, 2048, 2055, 5000];
        let mut text = String::new();
        let mut places = Vec::new();
        for (nth, size) in sizes.iter().cycle().take(200).enumerate() {
            text.push_str(&" ".repeat(*size));
            let start = text.len();
            text.push_str(&"x".repeat(1 + sizes[(nth / 10) % 10]));
            places.push((start..text.len(), Upos::ALL[nth % 17]));
        }
        let document = TextFile.read(text.into_bytes()).expect("readable");
        let mut tokens = TaggedTokens::of_text(1);
        for (place, upos) in &places {
            tokens.push(document.span(place.start, place.end).expect("a place"), *upos);
        }
        assert_eq!(tokens.from(0).collect::<Vec<_>>(), places);
        assert_eq!(tokens.tags(), places.iter().map(|(_, upos)| *upos).collect::<Vec<_>>());
        for (nth, (place, _)) in places.iter().enumerate() {
            assert_eq!(tokens.from(place.end - 1).next().as_ref(), places.get(nth));
            assert_eq!(tokens.from(place.end).next().as_ref(), places.get(nth + 1));
        }
        assert!(TaggedTokens::default().from(3).next().is_none());
    }
}
