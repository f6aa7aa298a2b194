//! Phrases that belong together though a function word stands between them: names and dates.
//!
//! "Ludwig van Beethoven", "Universidad de Santiago de Compostela", "Bank of America", "María Pérez y García" and "12 de
//! marzo de 2020" are one term each; "John and Mary", "París y Londres" and "Peter Greenow of Syracuse" are two.

pub(crate) mod titles;

use std::ops::Range;

use crate::stopwords::Roles;
use crate::terms::{TermKind, TermPiece, View, is_in_date};
use crate::{Language, Upos};

/// The most words that may stand between two parts of a name: "of the", "von und zu".
const GAP: usize = 3;

/// The most words that a name may have before something is added to it.
const NAME: usize = 24;

/// Joins neighbouring pieces that make one name or one date.
pub(crate) fn join(view: View<'_>, pieces: &mut Vec<TermPiece>) {
    pieces.dedup_by(|right, left| {
        let Some(link) = link(view, left, right) else { return false };
        left.range.end = right.range.end;
        left.is_joined |= link == PieceLink::Name;
        true
    });
}

/// The reason why two pieces belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceLink {
    Name,
    Phrase,
}

fn link(view: View<'_>, left: &TermPiece, right: &TermPiece) -> Option<PieceLink> {
    let gap = left.range.end..right.range.start;
    let are_nouns = left.kind == TermKind::Noun && right.kind == TermKind::Noun;
    if !are_nouns || left.range.len() > NAME || left.is_title || right.is_title || gap.is_empty() || gap.len() > GAP {
        return None;
    }
    let last = left.range.end.checked_sub(1)?;
    if gap.clone().all(|nth| view.is_inner_mark(nth)) || is_disease(view, last, &gap) || is_date(view, last, &gap) {
        return Some(PieceLink::Phrase);
    }
    let are_names = view.is_name(last) && view.is_name(gap.end);
    (are_names && is_name_link(view, left, &gap, right)).then_some(PieceLink::Name)
}

/// "Crohn's disease" is no disease that Crohn has.
fn is_disease(view: View<'_>, last: u32, gap: &Range<u32>) -> bool {
    is_possessive(view, gap) && view.any(last, Roles::EPONYM) && !view.is_capital(gap.end)
}

fn is_possessive(view: View<'_>, gap: &Range<u32>) -> bool {
    gap.len() == 1 && view.tag(gap.start) == Upos::Part && matches!(view.lower(gap.start), "'s" | "'")
}

/// "12 de marzo", "marzo de 2020", "12th of March", "March 12, 2020".
fn is_date(view: View<'_>, last: u32, gap: &Range<u32>) -> bool {
    let is_month = |nth| view.any(nth, Roles::MONTH);
    let counts = |nth| view.text(nth).starts_with(|c: char| c.is_ascii_digit());
    let is_of =
        view.any(gap.start, Roles::OF) && ((counts(last) && is_month(gap.end)) || (is_month(last) && counts(gap.end)));
    gap.len() == 1 && (is_of || (view.text(gap.start) == "," && is_in_date(view, gap.start)))
}

fn is_name_link(view: View<'_>, left: &TermPiece, gap: &Range<u32>, right: &TermPiece) -> bool {
    let last = gap.start.saturating_sub(1);
    // An institution's word starts a name of its own, unless a street is named after it.
    let is_own = view.any(gap.end, Roles::INSTITUTION) && !view.any(left.range.start, Roles::WAY);
    if is_possessive(view, gap) {
        // "King's College", "St. Mary's General Hospital", but "India's Supreme Court".
        let is_saint = matches!(view.lower(left.range.start), "st" | "st." | "saint");
        return view.any(right.range.end.saturating_sub(1), Roles::INSTITUTION) && (is_saint || right.range.len() == 1);
    }
    if view.text(gap.start) == "&" {
        return gap.len() == 1;
    }
    let rest_is = |roles| (gap.start + 1..gap.end).all(|nth| view.any(nth, roles));
    let has = |roles| view.any(gap.start, roles);
    if is_own || view.is_capital(gap.start) || matches!(view.tag(gap.start), Upos::Verb | Upos::Num) {
        false
    } else if has(Roles::OF) {
        rest_is(Roles::ARTICLE.and(Roles::PARTICLE)) && is_named_with_of(view, left, last)
    } else if has(Roles::FOR) {
        rest_is(Roles::ARTICLE) && left.range.clone().any(|nth| view.any(nth, Roles::BODY))
    } else if has(Roles::AND) {
        gap.len() == 1 && (is_field_list(view, left) || is_second_surname(view, left, right))
    } else {
        has(Roles::PARTICLE) && rest_is(Roles::PARTICLE.and(Roles::ARTICLE).and(Roles::AND))
    }
}

/// True if what "of" adds belongs to the name. Spanish names take "de" freely. English ones do after a word that asks
/// for it ("Duke of York") or a single one ("Joan of Arc"); "Peter Greenow of Syracuse" is a man and a town.
fn is_named_with_of(view: View<'_>, left: &TermPiece, last: u32) -> bool {
    view.language() == Language::Spanish
        || view.tag(last) != Upos::Propn
        || view.any(last, Roles::OF_NAME)
        || left.range.clone().filter(|nth| view.is_name(*nth)).count() == 1
}

/// "Ministerio de Sanidad y Consumo": a body that is named after several fields.
fn is_field_list(view: View<'_>, left: &TermPiece) -> bool {
    let mut words = left.range.clone();
    words.any(|nth| view.any(nth, Roles::BODY)) && words.any(|nth| view.any(nth, Roles::OF))
}

/// "María Pérez y García": in Spanish the second surname of one person may follow "y". The name starts with a given name
/// and has a surname, and after "y" there is one word that is no given name.
fn is_second_surname(view: View<'_>, left: &TermPiece, right: &TermPiece) -> bool {
    let names = || left.range.clone().filter(|nth| view.is_name(*nth) && !view.any(*nth, Roles::HONORIFIC));
    view.language() == Language::Spanish
        && names().count() >= 2
        && names().next().is_some_and(|first| view.any(first, Roles::GIVEN))
        && right.range.len() == 1
        && !view.any(right.range.start, Roles::GIVEN)
}

#[cfg(test)]
mod tests;
