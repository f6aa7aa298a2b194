//! The file of a recogniser. `docs/recognisers.md` describes it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// A recogniser as its file says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecogniserDefinition {
    /// Its stable id, equal to its path.
    pub id: String,
    /// The category of its findings.
    pub category: String,
    /// The languages whose wording it needs; any if empty.
    #[serde(default)]
    pub languages: Vec<String>,
    /// Its findings, in a sentence.
    pub what: String,
    /// The reason to look for them.
    pub why: String,
    /// Its patterns, found anywhere.
    #[serde(default)]
    pub patterns: Vec<PatternDefinition>,
    /// Words nearby that confirm a pattern.
    #[serde(default)]
    pub context: ContextDefinition,
    /// Its fields, found behind a label.
    #[serde(default)]
    pub fields: Vec<FieldDefinition>,
    /// Its own examples.
    pub tests: TestsDefinition,
}

impl RecogniserDefinition {
    /// Reads a recogniser's file; what is wrong with it otherwise, in one line.
    pub fn parse(toml: &str) -> Result<Self, String> {
        toml::from_str(toml).map_err(|error| error.message().lines().next().unwrap_or_default().to_owned())
    }
}

/// A pattern.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternDefinition {
    /// The rule's name.
    pub name: String,
    /// The regular expression.
    pub regex: String,
    /// A validator by name.
    pub check: Option<String>,
    /// The probability of a match.
    pub score: f32,
    /// The same with a context word nearby.
    pub with_context: Option<f32>,
    /// A category of its own.
    pub category: Option<String>,
    /// A rule that lengthens the match.
    pub extend: Option<MatchExtension>,
    /// True if a match must not be part of a longer chain of digits with marks between them.
    #[serde(default)]
    pub alone: bool,
    /// The regular expression of what stands before the value and is no part of it.
    pub behind: Option<String>,
    /// The same of what stands after it.
    pub ahead: Option<String>,
    /// The part of a line that a match, with what stands around it, must take.
    pub line: Option<LinePart>,
}

/// The parts of a line that a match may have to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinePart {
    /// The first, behind nothing but blanks and the marks of quotations and lists.
    Start,
    /// All of it.
    Whole,
}

/// The ways to lengthen a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchExtension {
    /// To the next blank.
    NonSpace,
    /// To the end of a web address.
    Url,
    /// To the closing line of a PEM block.
    Pem,
}

/// Context words and how far they reach.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextDefinition {
    /// The words and phrases, in lower case.
    #[serde(default)]
    pub words: Vec<String>,
    /// The number of characters before a match that are looked at.
    #[serde(default = "ContextDefinition::before")]
    pub before: usize,
    /// The number of characters after it.
    #[serde(default = "ContextDefinition::after")]
    pub after: usize,
}

impl ContextDefinition {
    fn before() -> usize {
        60
    }

    fn after() -> usize {
        25
    }
}

impl Default for ContextDefinition {
    fn default() -> Self {
        Self { words: Vec::new(), before: Self::before(), after: Self::after() }
    }
}

/// A labelled field.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDefinition {
    /// The rule's name.
    pub name: String,
    /// The labels, in lower case.
    pub labels: Vec<String>,
    /// The separator that must stand between label and value.
    #[serde(default)]
    pub separator: FieldSeparator,
    /// The regular expression of the value.
    pub regex: String,
    /// A validator by name.
    pub check: Option<String>,
    /// The probability of a match.
    pub score: f32,
    /// A category of its own.
    pub category: Option<String>,
}

/// The separators between a label and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldSeparator {
    /// A colon or equals sign.
    #[default]
    Required,
    /// Nothing but a blank.
    Optional,
    /// A comma or nothing, and the end of the line: the close of a letter.
    Closing,
    /// Nothing will do: the value fills a cell of a column, or a member, of this name.
    Column,
}

/// Examples and counter-examples.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestsDefinition {
    /// Texts with what must be found between « and ».
    pub examples: Vec<String>,
    /// Texts in which nothing may be found.
    pub counter_examples: Vec<String>,
}

/// The most fragments may hold others.
const MOST_NESTING: usize = 8;

/// Pieces of patterns by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatternFragments(HashMap<String, String>);

impl PatternFragments {
    pub fn parse(toml: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(toml).map(Self)
    }

    /// The regular expression with its fragments put in; the name of the first that is unknown otherwise.
    pub fn expand(&self, regex: &str) -> Result<String, String> {
        let mut expanded = regex.to_owned();
        for _ in 0..MOST_NESTING {
            let Some((before, rest)) = expanded.split_once("%{") else { return Ok(expanded) };
            let mut out = before.to_owned();
            let mut rest = Some(rest);
            while let Some(part) = rest {
                let (name, after) = part.split_once('}').ok_or_else(|| "(unclosed)".to_owned())?;
                let fragment = self.0.get(name).ok_or_else(|| name.to_owned())?;
                out.push_str("(?:");
                out.push_str(fragment);
                out.push(')');
                match after.split_once("%{") {
                    Some((text, next)) => {
                        out.push_str(text);
                        rest = Some(next);
                    }
                    None => {
                        out.push_str(after);
                        rest = None;
                    }
                }
            }
            expanded = out;
        }
        Err("(nested too deeply)".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_may_hold_fragments() {
        let fragments = PatternFragments::parse("a = 'x'\nb = '%{a}y'\nc = '%{c}'").expect("toml");
        assert_eq!(fragments.expand("%{b}z%{a}{2}").as_deref(), Ok("(?:(?:x)y)z(?:x){2}"));
        assert_eq!(fragments.expand("%{q}").unwrap_err(), "q");
        assert!(fragments.expand("%{c}").is_err());
    }
}
