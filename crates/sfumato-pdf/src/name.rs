//! Names, most of which are a few letters long and stand in a file thousands of times.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Names up to this length need no memory of their own; hardly any is longer.
const SHORT: usize = 14;

/// A name, without its slash and with its `#` escapes undone.
#[derive(Clone)]
pub struct PdfName(NameLetters);

#[derive(Clone)]
enum NameLetters {
    Short { length: u8, bytes: [u8; SHORT] },
    // A pointer to the pointer, since one to bytes is twice as long.
    Long(Box<Box<[u8]>>),
}

impl PdfName {
    /// A name of ours.
    pub fn new(name: &str) -> Self {
        Self::from(name.as_bytes())
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            NameLetters::Short { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or_default(),
            NameLetters::Long(bytes) => bytes,
        }
    }
}

impl From<&[u8]> for PdfName {
    fn from(name: &[u8]) -> Self {
        let mut bytes = [0; SHORT];
        Self(match bytes.get_mut(..name.len()) {
            Some(start) => {
                start.copy_from_slice(name);
                NameLetters::Short { length: name.len() as u8, bytes }
            }
            None => NameLetters::Long(Box::new(name.into())),
        })
    }
}

impl From<&str> for PdfName {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl Deref for PdfName {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for PdfName {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for PdfName {}

impl PartialOrd for PdfName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PdfName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for PdfName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

// What stands in a file is never printed.
impl fmt::Debug for PdfName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({} bytes)", self.as_bytes().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_are_kept() {
        for length in [0, 1, SHORT, SHORT + 1, 300] {
            let name = "n".repeat(length);
            assert_eq!(PdfName::new(&name).as_bytes(), name.as_bytes());
        }
    }

    #[test]
    fn names_are_in_the_order_of_their_bytes() {
        let mut names = ["StructParentsOfAll", "A", "Subtype", "", "StructParent", "StructParents"].map(PdfName::new);
        names.sort();
        let sorted = ["", "A", "StructParent", "StructParents", "StructParentsOfAll", "Subtype"].map(PdfName::new);
        assert_eq!(names, sorted);
    }
}
