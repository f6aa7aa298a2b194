//! Text that was struck out or is hidden but is still there, as tracked changes have it.
//!
//! Read on through, the old word and the new one would run into each other, and neither would be found.

use super::{MarkupPieces, OpenBlock};

/// Sets the struck text of a block apart from what it touches: by a blank of ours where a whole word was struck, and
/// as a block of its own where it was a part of one, so that the word which is left is whole.
pub(super) fn set_apart<'s>(open: &mut OpenBlock<'s>) -> Vec<OpenBlock<'s>> {
    let mut apart = Vec::new();
    let mut gaps: Vec<usize> = Vec::new();
    for run in std::mem::take(&mut open.struck).into_iter().rev() {
        let before = last(open.pieces.get(..run.start).unwrap_or_default());
        let after = first(open.pieces.get(run.end..).unwrap_or_default());
        let struck = open.pieces.get(run.clone()).unwrap_or_default();
        let is_part = is_joined(before, first(struck));
        if !is_part && is_joined(last(struck), after) {
            gaps.push(run.end);
        }
        if is_part {
            gaps.iter_mut().for_each(|gap| *gap -= run.len());
            let pieces: MarkupPieces<'s> = open.pieces.drain(run).collect();
            apart.push(OpenBlock::whole(open.kind, None, pieces));
        }
    }
    gaps.reverse();
    open.gaps = gaps;
    apart.reverse();
    apart
}

fn first(pieces: &[super::MarkupPiece<'_>]) -> Option<char> {
    pieces.iter().find_map(|(.., text)| text.chars().next())
}

fn last(pieces: &[super::MarkupPiece<'_>]) -> Option<char> {
    pieces.iter().rev().find_map(|(.., text)| text.chars().next_back())
}

/// True if two characters side by side are of one word, number or address.
fn is_joined(one: Option<char>, other: Option<char>) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '@' | '.' | '_' | '-' | '+');
    one.is_some_and(is_inside) && other.is_some_and(is_inside)
}
