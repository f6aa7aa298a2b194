//! Labels of pieces: `O`, and for each category `B-` where something begins and `I-` where it goes on.

use std::ops::Range;

use crate::{Category, CategoryError};

/// The name of the label of what is nothing.
pub(crate) const OUTSIDE: &str = "O";

/// The meaning of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelTag {
    Outside,
    Begin(u8),
    Inside(u8),
}

impl LabelTag {
    /// The number of its category.
    pub fn category(self) -> Option<u8> {
        match self {
            Self::Outside => None,
            Self::Begin(category) | Self::Inside(category) => Some(category),
        }
    }
}

/// The meanings of all labels of a model.
#[derive(Debug, Clone, Default)]
pub(crate) struct LabelTags {
    pub categories: Vec<Category>,
    pub tags: Vec<LabelTag>,
}

impl LabelTags {
    /// Reads the names of labels.
    pub fn read<S: AsRef<str>>(labels: &[S]) -> Result<Self, CategoryError> {
        let mut read = Self::default();
        for label in labels {
            let tag = match label.as_ref().split_once('-') {
                None if label.as_ref() == OUTSIDE => LabelTag::Outside,
                Some(("B", path)) => LabelTag::Begin(read.category(path)?),
                Some(("I", path)) => LabelTag::Inside(read.category(path)?),
                _ => return Err(CategoryError),
            };
            read.tags.push(tag);
        }
        Ok(read)
    }

    fn category(&mut self, path: &str) -> Result<u8, CategoryError> {
        let category = Category::new(path)?;
        let at = self.categories.iter().position(|known| *known == category).unwrap_or_else(|| {
            self.categories.push(category);
            self.categories.len() - 1
        });
        u8::try_from(at).map_err(|_| CategoryError)
    }

    /// The number of the label of what is nothing.
    pub fn outside(&self) -> Option<u8> {
        self.tags.iter().position(|tag| *tag == LabelTag::Outside).map(|at| at as u8)
    }

    /// True if something begins with a label.
    pub fn begins(&self, label: u8) -> bool {
        matches!(self.tags.get(usize::from(label)), Some(LabelTag::Begin(_)))
    }

    /// The entities that the labels of a line stand for: places from its start, and the number of a category.
    ///
    /// Something that goes on without having begun begins there.
    pub fn entities(&self, labels: &[u8]) -> Vec<(Range<usize>, u8)> {
        let mut found: Vec<(Range<usize>, u8)> = Vec::new();
        for (at, label) in labels.iter().enumerate() {
            let tag = self.tags.get(usize::from(*label)).copied().unwrap_or(LabelTag::Outside);
            match (tag, found.last_mut()) {
                (LabelTag::Inside(category), Some((range, last))) if range.end == at && *last == category => {
                    range.end = at + 1;
                }
                (LabelTag::Begin(category) | LabelTag::Inside(category), _) => found.push((at..at + 1, category)),
                (LabelTag::Outside, _) => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_entities() {
        let tags = LabelTags::read(&["B-age", "B-person/staff", "I-age", "I-person/staff", "O"]).expect("labels");
        assert_eq!(tags.outside(), Some(4));
        assert_eq!(
            tags.entities(&[4, 1, 3, 1, 0, 2, 3, 4, 2]),
            [(1..3, 1), (3..4, 1), (4..6, 0), (6..7, 1), (8..9, 0)]
        );
        assert!(LabelTags::read(&["X-age"]).is_err() && LabelTags::read(&["B-Age"]).is_err());
    }
}
