//! Categories: what kind of thing was found, as a path from the general to the special.

use std::fmt;
use std::sync::Arc;

/// A category such as `person`, `id/national` or `place/street`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
// There are as many as findings: a pointer of one word.
pub struct Category(Arc<Box<str>>);

/// Why a text is not a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a category is made of lower-case words with `/` between them, such as `id/national`")]
pub struct CategoryError;

impl Category {
    /// The category of a path.
    pub fn new(path: &str) -> Result<Self, CategoryError> {
        let word = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        if path.len() <= 80 && path.split('/').all(word) { Ok(Self(Arc::new(path.into()))) } else { Err(CategoryError) }
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.0
    }

    /// The most general part of its path.
    pub fn root(&self) -> &str {
        self.0.split_once('/').map_or(self.path(), |(root, _)| root)
    }

    /// Whether it is `other` or lies below it.
    pub fn is_within(&self, other: &str) -> bool {
        self.0.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Its name in the text that replaces something: the last part that says something on its own, in capitals.
    ///
    /// ```
    /// # use sfumato_detect::Category;
    /// assert_eq!(Category::new("id/national")?.label(), "NATIONAL ID");
    /// assert_eq!(Category::new("person/patient")?.label(), "PERSON");
    /// assert_eq!(Category::new("contact/phone")?.label(), "PHONE");
    /// # Ok::<(), sfumato_detect::CategoryError>(())
    /// ```
    pub fn label(&self) -> String {
        let mut parts = self.0.split('/');
        let root = parts.next().unwrap_or_default();
        let name = match (root, parts.next()) {
            ("id", Some(kind)) => format!("{kind} id"),
            // A topic must not be known, and its label would tell it.
            ("person" | "date" | "age" | "topic", Some(_)) | (_, None) => root.to_owned(),
            ("place", Some("street")) => "address".to_owned(),
            (_, Some(kind)) => kind.to_owned(),
        };
        // A path is made of small letters, digits and hyphens.
        name.chars().map(|c| if c == '-' { ' ' } else { c.to_ascii_uppercase() }).collect()
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_checked() {
        for good in ["person", "id/national", "age/over-89"] {
            assert!(Category::new(good).is_ok());
        }
        for bad in ["", "Person", "id/", "/id", "a b", "ünï"] {
            assert!(Category::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_category_lies_within_those_above_it() {
        let category = Category::new("id/national").expect("a category");
        assert!(category.is_within("id") && category.is_within("id/national"));
        assert!(!category.is_within("i") && !category.is_within("id/nat") && !category.is_within("id/national/x"));
    }
}
