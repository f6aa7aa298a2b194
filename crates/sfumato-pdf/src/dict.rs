//! Dictionaries: nearly all have less than ten entries, and a file has thousands of them.

use std::fmt;

use crate::{PdfName, PdfObject};

/// A dictionary; of a key given twice the last counts.
#[derive(Clone, Default, PartialEq)]
pub struct Dict {
    // Invariant: in order of the keys, none twice. Changing one takes as long as the dictionary is; what changes many
    // collects them all.
    entries: Vec<(PdfName, PdfObject)>,
}

impl fmt::Debug for Dict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dict({} entries)", self.len())
    }
}

impl Dict {
    /// The value of a key, if it has one.
    pub fn get(&self, key: &str) -> Option<&PdfObject> {
        self.named(key.as_bytes())
    }

    /// The value of a key that is not ours.
    pub fn named(&self, key: &[u8]) -> Option<&PdfObject> {
        let at = self.find(key).ok()?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub fn named_mut(&mut self, key: &[u8]) -> Option<&mut PdfObject> {
        let at = self.find(key).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: PdfObject) {
        match self.find(key.as_bytes()) {
            Ok(at) => self.entries[at].1 = value,
            Err(at) => {
                self.entries.reserve_exact(1);
                self.entries.insert(at, (PdfName::new(key), value));
            }
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<PdfObject> {
        let at = self.find(key.as_bytes()).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// Keeps the entries that are wanted.
    pub fn retain(&mut self, mut wanted: impl FnMut(&PdfName, &PdfObject) -> bool) {
        self.entries.retain(|(key, value)| wanted(key, value));
    }

    /// Adds what another dictionary has under keys that this one has not.
    pub(crate) fn add_missing(&mut self, other: Self) {
        *self = other.into_iter().chain(std::mem::take(self)).collect();
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&PdfName, &PdfObject)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// The same, with values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&PdfName, &mut PdfObject)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The values in order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &PdfObject> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut PdfObject> {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    fn find(&self, key: &[u8]) -> Result<usize, usize> {
        self.entries.binary_search_by(|(held, _)| held.as_bytes().cmp(key))
    }
}

impl FromIterator<(PdfName, PdfObject)> for Dict {
    fn from_iter<I: IntoIterator<Item = (PdfName, PdfObject)>>(entries: I) -> Self {
        let mut entries: Vec<(PdfName, PdfObject)> = entries.into_iter().collect();
        // The sort leaves equal keys as they come.
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        entries.dedup_by(|later, first| {
            let is_again = later.0 == first.0;
            if is_again {
                std::mem::swap(later, first);
            }
            is_again
        });
        entries.shrink_to_fit();
        Self { entries }
    }
}

impl IntoIterator for Dict {
    type Item = (PdfName, PdfObject);
    type IntoIter = std::vec::IntoIter<(PdfName, PdfObject)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dict(entries: &[(&str, i64)]) -> Dict {
        entries.iter().map(|(key, value)| (PdfName::new(key), PdfObject::Integer(*value))).collect()
    }

    #[test]
    fn of_a_key_given_twice_the_last_counts() {
        let collected = dict(&[("B", 1), ("A", 2), ("B", 3), ("B", 4)]);
        assert_eq!(collected, dict(&[("A", 2), ("B", 4)]));
        let mut set = dict(&[("B", 1)]);
        set.set("A", PdfObject::Integer(2));
        set.set("B", PdfObject::Integer(4));
        assert_eq!(set, collected);
    }

    #[test]
    fn only_what_is_missing_is_added() {
        let mut held = dict(&[("A", 1), ("C", 2)]);
        held.add_missing(dict(&[("A", 9), ("B", 3)]));
        assert_eq!(held, dict(&[("A", 1), ("B", 3), ("C", 2)]));
        assert_eq!((held.remove("B"), held.remove("B")), (Some(PdfObject::Integer(3)), None));
    }
}
