//! Replacements in a document, and the way from offsets of its old text to the new one.

use crate::{Document, Removable, Sensitive, Span};

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    span: Span,
    replacement: Sensitive<String>,
}

impl TextEdit {
    /// Replaces what stands at `span`.
    pub fn new(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: Sensitive::new(replacement.into()) }
    }

    /// The span that is replaced.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The text that stands there afterwards.
    pub fn replacement(&self) -> &str {
        self.replacement.expose()
    }
}

/// The reason for which edits cannot be made together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditsError {
    /// Two of them touch the same text.
    #[error("two edits overlap at byte {at} of the text")]
    Overlap {
        /// The start of the second.
        at: usize,
    },
    /// One of them replaces nothing.
    #[error("an edit at byte {at} of the text replaces nothing")]
    Nothing {
        /// The start of the edit.
        at: usize,
    },
}

/// Disjoint replacements in document order, and parts to remove whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    // Invariant: sorted, none empty, and no span overlaps the next.
    edits: Vec<TextEdit>,
    removals: Vec<Removable>,
}

impl Edits {
    /// No change at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// Puts edits in order; an overlap is refused, never skipped.
    pub fn new(mut edits: Vec<TextEdit>) -> Result<Self, EditsError> {
        edits.sort_by_key(|edit| edit.span);
        if let Some(edit) = edits.iter().find(|edit| edit.span.is_empty()) {
            return Err(EditsError::Nothing { at: edit.span.start() });
        }
        if let Some(pair) = edits.windows(2).find(|pair| pair[0].span.overlaps(pair[1].span)) {
            return Err(EditsError::Overlap { at: pair[1].span.start() });
        }
        Ok(Self { edits, removals: Vec::new() })
    }

    /// Also removes something whole, with the edits inside it.
    pub fn removing(mut self, part: &Removable) -> Result<Self, EditsError> {
        if let Some(span) = part.span.filter(|span| !span.is_empty()) {
            let first = self.edits.partition_point(|edit| edit.span.end() <= span.start());
            let count = self.edits[first..].iter().take_while(|edit| edit.span.start() < span.end()).count();
            let inside = &self.edits[first..first + count];
            if let Some(edit) = inside.iter().find(|edit| !span.contains(edit.span)) {
                return Err(EditsError::Overlap { at: edit.span.start() });
            }
            self.edits.splice(first..first + count, [TextEdit::new(span, "")]);
        }
        self.removals.push(part.clone());
        Ok(self)
    }

    /// True if some replacement lies in a part that can be removed.
    pub fn touch(&self, part: &Removable) -> bool {
        part.span.is_some_and(|span| {
            let first = self.edits.partition_point(|edit| edit.span.end() <= span.start());
            self.edits.get(first).is_some_and(|edit| edit.span.start() < span.end())
        })
    }

    /// The replacements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, TextEdit> {
        self.edits.iter()
    }

    /// The number of replacements.
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// True if nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.removals.is_empty()
    }

    pub(crate) fn removals(&self) -> &[Removable] {
        &self.removals
    }

    /// The text as it will be.
    pub fn apply(&self, document: &Document) -> Sensitive<String> {
        let text = document.text();
        let added: usize = self.edits.iter().map(|edit| edit.replacement().len()).sum();
        let gone: usize = self.edits.iter().map(|edit| edit.span.len()).sum();
        let mut new = String::with_capacity((text.len() + added).saturating_sub(gone));
        let mut at = 0;
        for edit in &self.edits {
            new.push_str(text.get(at..edit.span.start()).expect("the edit belongs to this document"));
            new.push_str(edit.replacement());
            at = edit.span.end();
        }
        new.push_str(text.get(at..).expect("the edit belongs to this document"));
        Sensitive::new(new)
    }

    /// Returns the map from offsets of the old text to the new one.
    pub fn offset_map(&self) -> OffsetMap {
        let mut shifts = Vec::with_capacity(self.edits.len());
        let mut shift = 0i64;
        for edit in &self.edits {
            let new_start = edit.span.start() as i64 + shift;
            shift += edit.replacement().len() as i64 - edit.span.len() as i64;
            shifts.push(OffsetShift {
                old: edit.span,
                new_start: new_start as usize,
                new_end: new_start as usize + edit.replacement().len(),
            });
        }
        OffsetMap { shifts }
    }
}

struct OffsetShift {
    old: Span,
    new_start: usize,
    new_end: usize,
}

/// Maps byte offsets of a text before edits to the text after them.
pub struct OffsetMap {
    shifts: Vec<OffsetShift>,
}

impl OffsetMap {
    /// Returns the place in the new text of a place of the old one; a place inside replaced text is at the
    /// replacement's end.
    pub fn to_new(&self, old: usize) -> usize {
        let after = self.shifts.partition_point(|shift| shift.old.start() < old);
        match self.shifts[..after].last() {
            None => old,
            Some(shift) if old < shift.old.end() => shift.new_end,
            Some(shift) => shift.new_end + (old - shift.old.end()),
        }
    }

    /// Returns the place in the old text of a place of the new one, or `None` for a place inside a replacement.
    pub fn to_old(&self, new: usize) -> Option<usize> {
        let after = self.shifts.partition_point(|shift| shift.new_start < new);
        match self.shifts[..after].last() {
            None => Some(new),
            Some(shift) if new < shift.new_end => None,
            Some(shift) => Some(shift.old.end() + (new - shift.new_end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RemovableKind;
    use crate::formats::{DocumentFormat, TextFile};

    fn document() -> Document {
        TextFile.read(b"one two three four".to_vec()).expect("readable")
    }

    fn edit(document: &Document, start: usize, end: usize, to: &str) -> TextEdit {
        TextEdit::new(document.span(start, end).expect("a span"), to)
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let d = document();
        let made = Edits::new(vec![edit(&d, 4, 10, "x"), edit(&d, 0, 5, "y")]);
        assert_eq!(made, Err(EditsError::Overlap { at: 4 }));
    }

    #[test]
    fn an_edit_of_nothing_is_refused() {
        let d = document();
        assert_eq!(Edits::new(vec![edit(&d, 4, 4, "x")]), Err(EditsError::Nothing { at: 4 }));
    }

    #[test]
    fn edits_that_touch_are_kept_apart() {
        let d = document();
        let edits = Edits::new(vec![edit(&d, 3, 7, "-"), edit(&d, 0, 3, "1")]).expect("disjoint");
        assert_eq!(edits.apply(&d).expose(), "1- three four");
    }

    #[test]
    fn what_is_removed_takes_its_edits_along() {
        let d = document();
        let part = |start, end| Removable {
            kind: RemovableKind::Metadata,
            place: "here".into(),
            span: d.span(start, end),
            number: 0,
            cuts: Vec::new(),
        };
        let edits = || Edits::new(vec![edit(&d, 4, 7, "2"), edit(&d, 14, 18, "4")]).expect("disjoint");
        let removed = edits().removing(&part(4, 13)).expect("nothing is cut through");
        assert_eq!(removed.apply(&d).expose(), "one  4");
        assert!(edits().touch(&part(0, 5)) && !edits().touch(&part(8, 13)));
        assert_eq!(edits().removing(&part(5, 13)), Err(EditsError::Overlap { at: 4 }));
    }

    #[test]
    fn offsets_move_with_the_text() {
        let d = document();
        let edits = Edits::new(vec![edit(&d, 4, 7, "2"), edit(&d, 8, 13, "thirty-three")]).expect("disjoint");
        let map = edits.offset_map();
        let new = edits.apply(&d);
        assert_eq!(new.expose(), "one 2 thirty-three four");
        for (old, c) in [(0, 'o'), (3, ' '), (7, ' '), (14, 'f')] {
            let at = map.to_new(old);
            assert!(new.expose().get(at..).is_some_and(|rest| rest.starts_with(c)));
            assert_eq!(map.to_old(at), Some(old));
        }
        assert_eq!(map.to_new(10), 18, "inside a replaced word: the end of what replaced it");
        assert_eq!(map.to_old(10), None);
        assert_eq!(map.to_new(18), 23);
    }
}
