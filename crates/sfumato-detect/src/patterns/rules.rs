//! Rules of recognisers, besides their patterns: what is found, by whom, how surely, and near which words.
//!
//! It is made from their files once and stored beside the compiled tables, since reading the files takes longer than
//! masking a page.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sfumato_language::Language;

use super::definition::{FieldSeparator, LinePart, MatchExtension};
use crate::Category;
use crate::checks::{Check, NamedCheck};

/// The rules of recognisers that are used together.
#[derive(Default, Serialize, Deserialize)]
pub struct PatternRules {
    pub(super) heads: Vec<RuleRecogniser>,
    pub(super) patterns: Vec<PatternRule>,
    pub(super) fields: Vec<PatternRule>,
    /// The separator between the label and the value of each field.
    pub(super) separators: Vec<FieldSeparator>,
    /// The automaton that matches the value of each field; fields may share one.
    pub(super) value_of: Vec<usize>,
    pub(super) words: Vec<ContextWord>,
}

impl std::fmt::Debug for PatternRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("recognisers", &self.heads.len())
            .field("patterns", &self.patterns.len())
            .field("fields", &self.fields.len())
            .field("words", &self.words.len())
            .finish()
    }
}

/// A recogniser in use.
#[derive(Serialize, Deserialize)]
pub(super) struct RuleRecogniser {
    #[serde(with = "shared")]
    pub id: Arc<str>,
    /// The languages it needs; any if empty.
    #[serde(with = "codes")]
    pub languages: Vec<Language>,
    pub before: usize,
    pub after: usize,
}

/// A rule in use.
#[derive(Serialize, Deserialize)]
pub(super) struct PatternRule {
    pub recogniser: usize,
    #[serde(with = "shared")]
    pub name: Arc<str>,
    #[serde(with = "paths")]
    pub category: Category,
    pub check: Option<NamedCheck>,
    pub score: f32,
    pub with_context: f32,
    pub extend: Option<MatchExtension>,
    pub alone: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LinePart>,
    /// Where the value stands inside a match, if it is not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<InnerValue>,
}

/// The value inside a match: the automata, by number, of what stands before it, if anything does, and of itself.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct InnerValue {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<usize>,
    pub value: usize,
}

impl PatternRule {
    /// The check that a match must pass.
    pub fn check(&self) -> Option<Check> {
        self.check.map(|check| check.passes)
    }
}

/// A word that is context for recognisers or a label of fields.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct ContextWord {
    /// The recognisers it confirms.
    pub confirms: Vec<usize>,
    /// The fields it is a label of, and what must follow it there.
    pub labels: Vec<(usize, FieldSeparator)>,
    /// True if it stands before names of people without a separator, as titles do.
    pub is_title: bool,
}

/// Texts that many hold.
mod shared {
    use super::*;

    pub fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

/// Categories by path.
mod paths {
    use super::*;

    pub fn serialize<S: Serializer>(category: &Category, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(category.path())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Category, D::Error> {
        Category::new(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Languages by code.
mod codes {
    use super::*;

    pub fn serialize<S: Serializer>(languages: &[Language], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(languages.iter().map(|language| language.code()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Language>, D::Error> {
        let codes = Vec::<String>::deserialize(from)?;
        let language = |code: &String| Language::from_code(code).ok_or_else(|| D::Error::custom("no such language"));
        codes.iter().map(language).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::{PatternBank, RecogniserSource};

    const SOURCE: RecogniserSource<'static> = RecogniserSource {
        id: "x",
        toml: r#"
            id = "x"
            category = "id/other"
            languages = ["es"]
            what = "w"
            why = "y"
            [context]
            words = ["tarjeta"]
            [[patterns]]
            name = "shape"
            regex = '\d{16}'
            check = "card"
            score = 0.3
            with_context = 0.85
            [[fields]]
            name = "field"
            labels = ["sr"]
            separator = "optional"
            regex = '[A-Z]+'
            score = 0.9
            category = "person"
            [tests]
            examples = []
            counter_examples = []
        "#,
    };

    #[test]
    fn rules_are_read_as_they_were_written() {
        let bank = PatternBank::compile(&[SOURCE], "").expect("a bank");
        let written = toml::to_string(bank.rules()).expect("plain");
        let read: PatternRules = toml::from_str(&written).expect("as written");
        assert_eq!(toml::to_string(&read).expect("plain"), written);
        assert!(read.patterns[0].check().is_some_and(|check| check("4111111111111111") && !check("4111111111111112")));
        assert!(read.words.iter().any(|word| word.is_title));
        for (good, bad) in [("\"card\"", "\"nothing\""), ("\"es\"", "\"xx\""), ("\"id/other\"", "\"ID\"")] {
            assert!(written.contains(good) && toml::from_str::<PatternRules>(&written.replace(good, bad)).is_err());
        }
    }
}
