//! Findings of recognisers by pattern in a document, as learned ones see them.

use sfumato_language::Analysis;
use sfumato_model::hash_pair;

use super::observe::category_hash;
use super::pieces::LearnedPieces;
use crate::patterns::PatternBank;
use crate::{Findings, Recogniser, RecogniserFault};

/// A pattern that is less sure says nothing.
const LEAST_SCORE: f32 = 0.2;
/// One that is surer is told apart.
const SURE: f32 = 0.8;

/// The places where patterns found something, in order.
#[derive(Default)]
pub(super) struct PatternVerdict {
    found: Vec<PatternHit>,
    /// The length of the longest.
    longest: usize,
}

struct PatternHit {
    start: u32,
    end: u32,
    score: f32,
    category: u64,
}

impl PatternVerdict {
    pub fn of(bank: &PatternBank, analysis: &Analysis<'_>) -> Result<Self, RecogniserFault> {
        let mut findings = Findings::default();
        bank.recognise(analysis, &mut findings)?;
        let findings = findings.into_sorted();
        let found: Vec<PatternHit> = findings
            .iter()
            .filter(|finding| finding.score >= LEAST_SCORE)
            .map(|finding| PatternHit {
                start: finding.span.start() as u32,
                end: finding.span.end() as u32,
                score: finding.score,
                category: category_hash(&finding.category),
            })
            .collect();
        let longest = found.iter().map(|found| (found.end - found.start) as usize).max().unwrap_or(0);
        Ok(Self { found, longest })
    }

    /// The columns of pieces by their number: which category, how surely, and whether it begins there.
    pub fn of_pieces(&self, pieces: &LearnedPieces) -> Vec<(usize, u64)> {
        let (Some(first), Some(last)) = (pieces.list.first(), pieces.list.last()) else { return Vec::new() };
        let from = self.found.partition_point(|found| found.start as usize + self.longest <= first.start as usize);
        let mut said = Vec::new();
        for found in self.found.iter().skip(from).take_while(|found| found.start < last.end) {
            let first = pieces.list.partition_point(|piece| piece.end <= found.start);
            let has_begun = first == 0 && pieces.end_before > found.start;
            let sure = u64::from(found.score >= SURE);
            let inside = pieces.list.iter().enumerate().skip(first);
            for (nth, _) in inside.take_while(|(_, piece)| piece.start < found.end) {
                let goes_on = u64::from(has_begun || nth > first);
                said.push((nth, found.score, hash_pair(found.category, 2 * sure + goes_on + 1)));
            }
        }
        // Of several, the surest.
        said.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        said.dedup_by_key(|(nth, ..)| *nth);
        said.into_iter().map(|(nth, _, value)| (nth, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, TextFile};
    use sfumato_language::Aligned;

    use super::super::pieces::PieceCutter;
    use super::*;

    #[test]
    fn what_is_found_over_several_lines_begins_once() {
        let document = TextFile.read(b"one two\nthree four\nfive".to_vec()).expect("readable");
        let view = Aligned::new(&document);
        let found = |start, end, score, category| PatternHit { start, end, score, category };
        // "two three four", within it "three" more surely, and "five".
        let list = vec![found(4, 18, 0.5, 7), found(8, 13, 0.9, 8), found(19, 23, 0.4, 9)];
        let verdict = PatternVerdict { found: list, longest: 14 };
        let value = |category, kind| hash_pair(category, kind);
        let expected = [(1, value(7, 1)), (2, value(8, 3)), (3, value(7, 2)), (4, value(9, 1))];
        assert_eq!(verdict.of_pieces(&LearnedPieces::all(&view)), expected);
        let (mut cutter, mut pieces, mut said, mut before) =
            (PieceCutter::new(&view), LearnedPieces::default(), Vec::new(), 0);
        while !cutter.is_done() {
            cutter.cut(1, &|_| true, &mut pieces);
            said.extend(verdict.of_pieces(&pieces).into_iter().map(|(nth, value)| (nth + before, value)));
            before += pieces.list.len();
        }
        assert_eq!(said, expected, "line by line");
    }
}
