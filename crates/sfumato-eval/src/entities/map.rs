//! A file that gives meanings to labels that no known set has.

use std::collections::BTreeMap;

use sfumato::detect::Category;
use toml::de::DeTable;

/// The meaning of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelMeaning {
    /// This.
    Category(Category),
    /// Nothing that is asked about.
    Ignored,
}

/// Labels and what they mean: lines such as `PATIENT = "person/patient"` or `MISC = "ignore"`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelMap(BTreeMap<String, LabelMeaning>);

/// The reason why a file is no map of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelMapError {
    /// The line, from one.
    pub line: usize,
    /// The fault.
    pub what: &'static str,
}

impl std::fmt::Display for LabelMapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for LabelMapError {}

impl LabelMap {
    /// Reads a map.
    pub fn parse(text: &str) -> Result<Self, LabelMapError> {
        let wrong = |at: usize, what| {
            let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
            LabelMapError { line, what }
        };
        let table = DeTable::parse(text)
            .map_err(|error| wrong(error.span().map_or(0, |span| span.start), "not as TOML demands it"))?;
        let mut map = BTreeMap::new();
        for (label, value) in table.get_ref() {
            let at = value.span().start;
            let meaning = match value.get_ref().as_str() {
                Some("ignore") => LabelMeaning::Ignored,
                Some(path) => LabelMeaning::Category(Category::new(path).map_err(|_| wrong(at, NO_CATEGORY))?),
                None => return Err(wrong(at, "expected a category or `ignore`, in quotes")),
            };
            map.insert(label.get_ref().to_string(), meaning);
        }
        Ok(Self(map))
    }

    /// The meaning of a label.
    pub fn meaning(&self, label: &str) -> Option<&LabelMeaning> {
        self.0.get(label)
    }
}

const NO_CATEGORY: &str =
    "a category is made of lower-case words with `/` between them, such as `id/national`, or is `ignore`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_mean_categories_or_nothing() {
        let map = LabelMap::parse("PATIENT = \"person/patient\"\n\"B-MISC\" = \"ignore\"\n").expect("a map");
        let patient = LabelMeaning::Category(Category::new("person/patient").expect("a category"));
        assert_eq!(map.meaning("PATIENT"), Some(&patient));
        assert_eq!(map.meaning("B-MISC"), Some(&LabelMeaning::Ignored));
        assert_eq!(map.meaning("MISC"), None);
    }

    #[test]
    fn what_is_wrong_is_told_by_its_line() {
        let line = |text| LabelMap::parse(text).expect_err("refused").line;
        assert_eq!(line("A = \"person\"\nB = \"Person\"\n"), 2);
        assert_eq!(line("A = \"person\"\n\nB = 3\n"), 3);
        assert_eq!(line("A = \"person\"\nB\n"), 2);
        assert_eq!(line("A = \"person\"\nA = \"place\"\n"), 2);
        assert_eq!(line("[labels]\nA = \"person\"\n"), 1);
    }
}
