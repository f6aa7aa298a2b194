//! Misses: annotations and findings that are not right, by kind and place.

use sfumato::document::{Document, Span};

use super::places::{HasSpan, LineColumns, PlaceWalk, beside};
use super::{FoundSpan, LabelledSpan};

/// The kinds of misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntityMissKind {
    /// Nothing of an annotation was found.
    Missed,
    /// Part of it was found, and letters or digits of it would stay.
    PartlyCovered,
    /// All of it was found, but as something else.
    WrongLabel,
    /// All of it was found as what it is, but with more around it, or in parts.
    WrongBorder,
    /// Something was found where nothing is annotated.
    Spurious,
}

impl EntityMissKind {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Missed, Self::PartlyCovered, Self::WrongLabel, Self::WrongBorder, Self::Spurious];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::PartlyCovered => "partly-covered",
            Self::WrongLabel => "wrong-label",
            Self::WrongBorder => "wrong-border",
            Self::Spurious => "spurious",
        }
    }
}

/// An annotation that was not found as it is, or something found where there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityMiss {
    /// Its kind.
    pub kind: EntityMissKind,
    /// The annotation, or what is spurious.
    pub span: Span,
    /// The line it starts on, from one.
    pub line: usize,
    /// The column where it starts on that line, in code points, from one.
    pub column: usize,
    /// The label of the annotation.
    pub gold: Option<Box<str>>,
    /// The findings there: the label of each, and its recogniser.
    pub found: Vec<(Box<str>, Box<str>)>,
}

/// The misses, in the order of the text.
pub(super) fn misses(document: &Document, gold: &[LabelledSpan<'_>], found: &[FoundSpan<'_>]) -> Vec<EntityMiss> {
    let lines = LineColumns::of(document);
    let miss = |kind, span: Span, gold: Option<&str>, found: &[FoundSpan<'_>]| {
        let (line, column) = lines.place(span.start());
        let found = found.iter().map(|found| (found.labelled.label.into(), found.by.into())).collect();
        EntityMiss { kind, span, line, column, gold: gold.map(Into::into), found }
    };
    let mut misses = Vec::new();
    for annotation in gold {
        let there = beside(found, annotation.span);
        if let Some(kind) = kind(document, annotation, there) {
            misses.push(miss(kind, annotation.span, Some(annotation.label), there));
        }
    }
    for spurious in found.iter().filter(|found| beside(gold, found.span()).is_empty()) {
        misses.push(miss(EntityMissKind::Spurious, spurious.span(), None, std::slice::from_ref(spurious)));
    }
    misses.sort_by_key(|miss| (miss.span, miss.kind));
    misses
}

/// The fault of an annotation, given the findings there; `None` if all is right.
fn kind(document: &Document, annotation: &LabelledSpan<'_>, found: &[FoundSpan<'_>]) -> Option<EntityMissKind> {
    if found.is_empty() {
        return Some(EntityMissKind::Missed);
    }
    if found.iter().any(|found| found.labelled == *annotation) {
        return None;
    }
    if !is_covered(document, annotation.span, found) {
        return Some(EntityMissKind::PartlyCovered);
    }
    let is_named = found.iter().any(|found| found.labelled.label == annotation.label);
    Some(if is_named { EntityMissKind::WrongBorder } else { EntityMissKind::WrongLabel })
}

/// True if all letters and digits of a place are covered; if there are none, all characters.
fn is_covered(document: &Document, span: Span, found: &[FoundSpan<'_>]) -> bool {
    let text = document.slice(span);
    let says_nothing = !text.contains(char::is_alphanumeric);
    let mut telling = text.char_indices().filter(|(_, c)| says_nothing || c.is_alphanumeric());
    let mut walk = PlaceWalk::new(found);
    telling.all(|(at, _)| walk.at(span.start() + at).is_some())
}
