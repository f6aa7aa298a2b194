//! Whom a document is about.

use std::collections::BTreeMap;

use sfumato::detect::KnownCategory;

use super::Reading;
use crate::lists;

impl Reading<'_> {
    /// Where what is said of each person begins that the document is about: one place for most documents, none if
    /// nobody stands out.
    pub(super) fn subjects(&self) -> Vec<usize> {
        let named = self.named_in_fields();
        if named.len() > 1 {
            return named;
        }
        let is_known = !named.is_empty() || self.has_person() || self.has_subject_word();
        if is_known { vec![0] } else { Vec::new() }
    }

    /// The fields that name somebody else than the one before, if one label does so again and again.
    fn named_in_fields(&self) -> Vec<usize> {
        let labels = lists::subject_fields(self.language);
        let mut by_label: BTreeMap<&str, Vec<(usize, String)>> = BTreeMap::new();
        let mut at = 0;
        while at < self.words.len() {
            let Some((end, label)) = labels.longest(&self.words, at).filter(|(end, _)| self.is_label(at, *end)) else {
                at += 1;
                continue;
            };
            let value = end..self.value_end(end);
            let name: Vec<&str> = value.clone().map(|word| self.words.word(word)).collect();
            if !name.is_empty() {
                let start = self.words.words[at].start;
                let fields = by_label.entry(label).or_default();
                let name = name.join(" ");
                if fields.last().is_none_or(|(_, last)| *last != name) {
                    fields.push((start, name));
                }
            }
            at = value.end.max(end);
        }
        let most = by_label.into_values().max_by_key(Vec::len).unwrap_or_default();
        most.into_iter().map(|(start, _)| start).collect()
    }

    /// True if somebody is named who is neither staff nor a relative.
    fn has_person(&self) -> bool {
        let is_person = |category: &sfumato::detect::Category| {
            (category.is(KnownCategory::Person) || category.is(KnownCategory::Protected))
                && !category.is(KnownCategory::Staff)
                && !category.is(KnownCategory::Relative)
        };
        self.entities.entities.iter().any(|entity| is_person(&entity.category))
    }

    fn has_subject_word(&self) -> bool {
        let subject = lists::subject_words(self.language);
        (0..self.words.len()).any(|at| subject.longest(&self.words, at).is_some())
    }
}
