//! Templates: which columns of which neighbours make a feature together.

use std::ops::Range;

use crate::hash::hash_pair;
use crate::observations::{Observations, beyond_edge};

/// Columns of neighbours that make a feature together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureTemplate {
    /// The columns and how far away their token is.
    pub parts: Vec<(u8, i8)>,
}

/// All templates of a model, with the names of the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureTemplates {
    /// The names of the columns: those of the word first.
    pub columns: Vec<String>,
    /// The templates, in order.
    pub list: Vec<FeatureTemplate>,
}

/// Templates cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("template {number}: {what}")]
pub struct TemplatesError {
    /// The template, counted from one.
    pub number: usize,
    /// The fault.
    pub what: &'static str,
}

/// The farthest distance of a neighbour.
const FARTHEST: i8 = 8;

impl FeatureTemplates {
    /// Reads templates, one a line, such as `form[-1] form[0]`; what follows a `#` is a remark.
    pub fn parse<S: AsRef<str>>(columns: &[S], text: &str) -> Result<Self, TemplatesError> {
        let mut list = Vec::new();
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            let wrong = |what| TemplatesError { number: list.len() + 1, what };
            let mut parts = Vec::new();
            for part in line.split_whitespace() {
                let (name, rest) = part.split_once('[').ok_or(wrong("expected NAME[OFFSET]"))?;
                let offset = rest.strip_suffix(']').and_then(|n| n.parse().ok());
                let offset: i8 = offset.ok_or(wrong("expected an offset such as [-1]"))?;
                if offset.unsigned_abs() > FARTHEST.unsigned_abs() {
                    return Err(wrong("an offset may be 8 at most"));
                }
                let column = columns.iter().position(|known| known.as_ref() == name).ok_or(wrong("no such column"))?;
                parts.push((u8::try_from(column).map_err(|_| wrong("too many columns"))?, offset));
            }
            list.push(FeatureTemplate { parts });
        }
        Ok(Self { columns: columns.iter().map(|name| name.as_ref().to_owned()).collect(), list })
    }

    /// The same as text.
    pub fn to_text(&self) -> String {
        let part = |(column, offset): &(u8, i8)| {
            format!("{}[{offset}]", self.columns.get(usize::from(*column)).map_or("?", String::as_str))
        };
        let line = |template: &FeatureTemplate| template.parts.iter().map(part).collect::<Vec<_>>().join(" ") + "\n";
        self.list.iter().map(line).collect()
    }

    /// The features of a token.
    pub fn features(&self, seen: &Observations, sequence: &Range<usize>, token: usize, out: &mut Vec<u64>) {
        for (number, template) in self.list.iter().enumerate() {
            out.extend(template.feature(number, |column, offset| seen.value(sequence, token, offset, column)));
        }
    }
}

impl FeatureTemplate {
    /// The feature that these values make; nothing if a column is empty.
    #[inline]
    pub(crate) fn feature(&self, number: usize, value: impl Fn(usize, i8) -> u64) -> Option<u64> {
        let mut feature = self.base(number);
        for (column, offset) in &self.parts {
            let value = value(usize::from(*column), *offset);
            if value == 0 {
                return None;
            }
            feature = hash_pair(feature, value);
        }
        Some(feature)
    }

    /// The seed of the hashes of the features of the template with this number.
    pub(crate) fn base(&self, number: usize) -> u64 {
        hash_pair(number as u64 + 1, 0x51ed_270b)
    }

    /// The one offset of a template that asks for columns of one word alone, of which there are so many.
    pub(crate) fn word_offset(&self, word_columns: usize) -> Option<i8> {
        let (_, first) = *self.parts.first()?;
        let alone = self.parts.iter().all(|(column, offset)| usize::from(*column) < word_columns && *offset == first);
        alone.then_some(first)
    }

    /// The feature that a word makes at the template's offset.
    pub(crate) fn of_word(&self, number: usize, word: &[u64]) -> Option<u64> {
        self.feature(number, |column, _| word.get(column).copied().unwrap_or(0))
    }

    /// The feature that the place beyond an end makes.
    pub(crate) fn of_edge(&self, number: usize, beyond: i64) -> Option<u64> {
        self.feature(number, |_, _| beyond_edge(beyond))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_text() {
        let text = "form[0]\nform[-1] shape[1]\n";
        let templates = FeatureTemplates::parse(&["form", "shape"], text).expect("templates");
        assert_eq!(templates.to_text(), text);
        assert_eq!(templates.list[1].parts, [(0, -1), (1, 1)]);
        let remark = FeatureTemplates::parse(&["form"], "# words\n\n form[0]  # the word itself\n").expect("templates");
        assert_eq!(remark.to_text(), "form[0]\n");
    }

    #[test]
    fn bad_templates_are_refused_by_number() {
        let error = |text| FeatureTemplates::parse(&["form"], text).expect_err("bad").to_string();
        assert_eq!(error("form[0]\nform"), "template 2: expected NAME[OFFSET]");
        assert_eq!(error("lemma[0]"), "template 1: no such column");
        assert_eq!(error("form[x]"), "template 1: expected an offset such as [-1]");
        assert_eq!(error("form[9]"), "template 1: an offset may be 8 at most");
    }

    #[test]
    fn features_tell_templates_places_and_edges_apart() {
        let mut seen = Observations::new(1, 1);
        for word in [5, 7] {
            let row = seen.words.push();
            row[0] = word;
        }
        for (word, place) in [(0, 0), (1, 3), (0, 4)] {
            seen.push(word)[0] = place;
        }
        let templates = FeatureTemplates::parse(&["w", "p"], "w[0]\nw[-1]\np[0]\nw[-1] p[0]\n").expect("templates");
        let features = |token| {
            let mut out = Vec::new();
            templates.features(&seen, &(0..3), token, &mut out);
            out
        };
        // The first place is empty, so that two templates say nothing there.
        assert_eq!(features(0).len(), 2);
        assert_eq!(features(1).len(), 4);
        assert_eq!(features(0)[0], features(2)[0], "the same word");
        assert_ne!(features(0)[1], features(1)[1], "an edge is no word");
        let all: std::collections::HashSet<u64> = features(1).into_iter().collect();
        assert_eq!(all.len(), 4);
    }
}
