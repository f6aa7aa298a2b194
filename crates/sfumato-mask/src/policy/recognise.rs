//! The section `[recognise]`: which models look for things, how eagerly, and what patterns may say beside them.

use sfumato_detect::Category;
use sfumato_detect::learned::{NetworkQuality, Sensitivity};
use toml::de::DeValue;

use super::{PolicyError, Reader, Value};

/// What looks for things, besides lists and names of the policy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recognise {
    /// The names of models, such as `es/clinical`, each used for text in its own language; nothing if the program is to
    /// choose them, and then what they may report too.
    pub models: Option<Vec<String>>,
    /// How good they are to be, and so how long they may take.
    pub quality: NetworkQuality,
    /// How much a miss of theirs is feared.
    pub sensitivity: Sensitivity,
    /// What patterns are for.
    pub patterns: Patterns,
    /// What models may report: these categories and those below them; anything if there is none.
    pub only: Vec<Category>,
}

/// What patterns are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patterns {
    /// They find on their own.
    #[default]
    All,
    /// They support what models find, and find on their own only what no model looks for.
    Support,
    /// They find nothing.
    None,
}

impl Patterns {
    const ALL: [Self; 3] = [Self::All, Self::Support, Self::None];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Support => "support",
            Self::None => "none",
        }
    }
}

impl Recognise {
    pub(super) fn read(reader: &Reader<'_>, value: &Value<'_>) -> Result<Self, PolicyError> {
        let mut read = Self::default();
        for (key, value) in reader.table(value)? {
            match key.get_ref().as_ref() {
                "models" => read.models = models(reader, value)?,
                "quality" => read.quality = quality(reader, value)?,
                "sensitivity" => read.sensitivity = sensitivity(reader, value)?,
                "patterns" => read.patterns = patterns(reader, value)?,
                "only" => read.only = only(reader, value)?,
                other => {
                    let known = ["models", "quality", "sensitivity", "patterns", "only"];
                    return Err(reader.unknown(key.span().start, "key", other, &known));
                }
            }
        }
        Ok(read)
    }
}

fn models(reader: &Reader<'_>, value: &Value<'_>) -> Result<Option<Vec<String>>, PolicyError> {
    match value.get_ref().as_str() {
        Some("auto") => Ok(None),
        Some(_) => Err(reader.expected(value, "`auto` or a list of texts")),
        None => Ok(Some(reader.strings(value)?)),
    }
}

fn quality(reader: &Reader<'_>, value: &Value<'_>) -> Result<NetworkQuality, PolicyError> {
    let name = reader.string(value)?;
    let known = NetworkQuality::ALL.map(NetworkQuality::name);
    NetworkQuality::from_name(&name).ok_or_else(|| reader.unknown(value.span().start, "quality", &name, &known))
}

fn sensitivity(reader: &Reader<'_>, value: &Value<'_>) -> Result<Sensitivity, PolicyError> {
    let read = match value.get_ref() {
        DeValue::String(name) => Sensitivity::from_name(name),
        _ => reader.probability(value).ok().and_then(Sensitivity::new),
    };
    read.ok_or_else(|| reader.expected(value, "`balanced`, `recall` or a number from 0 to 1"))
}

fn patterns(reader: &Reader<'_>, value: &Value<'_>) -> Result<Patterns, PolicyError> {
    let name = reader.string(value)?;
    let known = Patterns::ALL.map(Patterns::name);
    let found = Patterns::ALL.into_iter().find(|patterns| patterns.name() == name);
    found.ok_or_else(|| reader.unknown(value.span().start, "choice", &name, &known))
}

fn only(reader: &Reader<'_>, value: &Value<'_>) -> Result<Vec<Category>, PolicyError> {
    let paths = reader.strings(value)?;
    paths.iter().map(|path| reader.category(path, value.span().start)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;

    fn read(section: &str) -> Result<Recognise, String> {
        let policy = Policy::parse("p.toml", &format!("version = 1\n[recognise]\n{section}\n"));
        policy.map(|policy| policy.recognise).map_err(|error| error.to_string())
    }

    #[test]
    fn a_policy_names_models_and_what_they_may_do() {
        let all = "models = [\"es/clinical\"]\nsensitivity = \"recall\"\npatterns = \"support\"\nonly = [\"person\"]";
        let section = read(all).expect("well formed");
        assert_eq!(section.models, Some(vec!["es/clinical".to_owned()]));
        assert_eq!(read("models = \"auto\"").map(|section| section.models), Ok(None));
        assert_eq!(read("models = []").map(|section| section.models), Ok(Some(Vec::new())));
        assert_eq!((section.sensitivity, section.patterns), (Sensitivity::RECALL, Patterns::Support));
        assert!(section.only.iter().map(Category::path).eq(["person"]));
        assert_eq!(read("sensitivity = 1").map(|section| Some(section.sensitivity)), Ok(Sensitivity::new(1.0)));
        assert_eq!(read("quality = \"best\"").map(|section| section.quality), Ok(NetworkQuality::Best));
        assert_eq!(read(""), Ok(Recognise::default()));
    }

    #[test]
    fn mistakes_are_told_by_line() {
        let refused = |section: &str, expected: &str| assert_eq!(read(section), Err(expected.to_owned()));
        refused("sensitivity = 1.5", "p.toml:3: expected `balanced`, `recall` or a number from 0 to 1");
        refused("sensitivity = \"high\"", "p.toml:3: expected `balanced`, `recall` or a number from 0 to 1");
        refused("quality = \"bst\"", "p.toml:3: no quality `bst`; did you mean `best`?");
        refused("patterns = \"suport\"", "p.toml:3: no choice `suport`; did you mean `support`?");
        refused("models = \"es/clinical\"", "p.toml:3: expected `auto` or a list of texts");
        refused("model = []", "p.toml:3: no key `model`; did you mean `models`?");
        refused("only = [\"persn\"]", "p.toml:3: no category `persn`; did you mean `person`?");
    }
}
