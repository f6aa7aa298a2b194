//! What stands behind the label of a field, and behind a cue.

use super::{MentionGround, Reading};
use crate::{Attribute, lists};

/// So many words a value has at most.
const LONGEST: usize = 14;

impl Reading<'_> {
    /// True if the words from one to another are the label of a field: a colon follows, or the next cell of a row.
    pub(super) fn is_label(&self, start: usize, end: usize) -> bool {
        let behind = self.words.gap_before(end).trim_start_matches(['*', '_', ' ', '\t', '.', ')']);
        let before = self.words.gap_before(start);
        let is_first = start == 0
            || before.contains(['\n', '|', '.', ';', ',', '*', '(', '\t', ':'])
            || before.len() > 1
            || before == " ";
        is_first && (behind.starts_with(':') || behind.starts_with('|'))
    }

    /// The word behind the last word of the value that starts at a word: it ends with the line, the cell, or where
    /// another field begins.
    pub(super) fn value_end(&self, start: usize) -> usize {
        let (fields, others) = (lists::fields(self.language), lists::other_fields(self.language));
        let subjects = lists::subject_fields(self.language);
        let mut at = start;
        while at < self.words.len() && at < start + LONGEST {
            let gap = self.words.gap_before(at);
            let breaks = if at == start { gap.matches('\n').count() > 1 } else { gap.contains(['\n', '|', ';', ':']) };
            let label = [fields, others, subjects].into_iter().find_map(|list| list.longest(&self.words, at));
            if breaks || label.is_some_and(|(end, _)| self.is_label(at, end)) {
                break;
            }
            at += 1;
        }
        at
    }

    /// Reads the names of whom the document is about where fields tell them.
    fn read_names(&mut self) {
        let labels = lists::subject_fields(self.language);
        for at in 0..self.words.len() {
            let Some((start, _)) = labels.longest(&self.words, at).filter(|(end, _)| self.is_label(at, *end)) else {
                continue;
            };
            let mut end = start;
            let most = self.value_end(start);
            while end < most
                && (self.words.words[end].is_capital || end > start)
                && (end == start || matches!(self.words.gap_before(end), " " | "-" | ". " | "'"))
            {
                end += 1;
            }
            if start < end {
                let node = crate::ValueNode::words(&lists::fold(self.words.slice(self.words.range(start..end))));
                self.note(Attribute::Name, start..end, node, MentionGround::Field);
            }
        }
    }

    fn cue_span(&self, start: usize, end: usize) -> Option<sfumato::document::Span> {
        let range = self.words.range(start..end);
        self.document.span(range.start, range.end)
    }

    /// Reads all fields.
    pub(super) fn read_fields(&mut self) {
        self.read_names();
        let fields = lists::fields(self.language);
        let mut at = 0;
        while at < self.words.len() {
            let label = fields.longest(&self.words, at).filter(|(end, _)| self.is_label(at, *end));
            let Some((start, attribute)) = label.and_then(|(end, name)| Some((end, Attribute::named(name)?))) else {
                at += 1;
                continue;
            };
            let end = self.value_end(start);
            // Behind a label of an earlier run stands what belongs to something else.
            if start < end && !self.words.gap_before(start).contains('[') {
                self.cue = self.cue_span(at, start);
                self.read_value(attribute, start, end, MentionGround::Field);
                self.cue = None;
            }
            at = end.max(start);
        }
    }

    /// Reads what stands behind cues.
    pub(super) fn read_cues(&mut self) {
        let cues = lists::cues(self.language);
        for at in 0..self.words.len() {
            let Some((start, name)) = cues.longest(&self.words, at) else { continue };
            let Some(attribute) = Attribute::named(name) else { continue };
            let gap = self.words.gap_before(start);
            if start >= self.words.len() || !gap.trim().is_empty() {
                continue;
            }
            let end = (start + LONGEST).min(self.words.len());
            self.cue = self.cue_span(at, start);
            self.read_value(attribute, start, end, MentionGround::Cue);
            self.cue = None;
        }
    }

    /// Reads the value of an attribute that starts at a word and ends before another at the latest.
    fn read_value(&mut self, attribute: Attribute, start: usize, end: usize, ground: MentionGround) {
        if let Some((after, (known, node))) =
            self.vocabulary.and_then(|vocabulary| vocabulary.longest(&self.words, start))
            && (*known == attribute || (is_place(attribute) && is_place(*known)))
            && after <= end
        {
            let (known, node) = (*known, node.clone());
            self.note(known, start..after, node, ground);
            let next = match known {
                Attribute::City => Some(Attribute::Region),
                Attribute::Region => Some(Attribute::Country),
                _ => None,
            };
            if let Some(next) = next {
                self.read_places(next, after, end, ground);
            }
            return;
        }
        match attribute {
            Attribute::Age => {
                if let Some((after, node)) = self.age_at(start, end, true) {
                    self.note(attribute, start..after, node, ground);
                }
            }
            Attribute::Sex => self.read_sex_field(start, end),
            Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate => {
                self.read_date(attribute, start, end, ground);
            }
            Attribute::BirthPlace
                if self.words.words[start].folded.starts_with(|c: char| c.is_ascii_digit())
                    || !self.words.words[start].is_capital =>
            {
                self.read_date(Attribute::BirthDate, start, end, ground);
            }
            Attribute::BirthPlace if self.date_at(start, end).is_some() => {
                self.read_date(Attribute::BirthDate, start, end, ground);
            }
            Attribute::City | Attribute::Region | Attribute::Country | Attribute::BirthPlace => {
                self.read_places(attribute, start, end, ground);
            }
            Attribute::Profession => self.read_profession(start, end, ground),
            Attribute::Diagnosis => self.read_diagnosis(start, end, ground),
            Attribute::MaritalState | Attribute::Nationality | Attribute::Language | Attribute::EthnicOrigin => {
                self.read_listed(attribute, start, end, ground);
            }
            Attribute::Children => self.read_children_field(start, end),
            _ => {}
        }
    }
}

/// True for the attributes that a row of places tells together: "Béjar, Salamanca, España".
pub(super) fn is_place(attribute: Attribute) -> bool {
    matches!(attribute, Attribute::City | Attribute::Region | Attribute::Country)
}
