//! The sections `[limit]` and `[protect]` of a policy: what is protected, and how much may be told of it.

use sfumato_detect::{Category, KnownCategory};
use sfumato_risk::{Context, Limit, Topic};
use toml::de::DeValue;

use super::{PolicyError, Reader, Value};

/// How much may be told. Nothing is measured that has no limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// How telling a phrase may be by itself.
    pub informative: Option<Limit>,
    /// How much a phrase may tell of what is hidden.
    pub disclosure: Option<Limit>,
    /// How close a phrase may be to whom or what was named, as a cosine.
    pub related: Option<f64>,
    /// How many bits more names and numbers are taken to tell, since they can be looked up.
    pub names_tell: f64,
    /// How many bits more ordinary words may tell that stand for something: they cannot be looked up.
    pub leeway: f64,
    /// How far a phrase and something hidden may be apart to say something of each other.
    pub context: Context,
    /// Whether something hidden is counted together with what it is a kind of, against words of several meanings.
    pub is_contextualised: bool,
    /// How many phrases are looked at together at most; one alone by default.
    pub sets: usize,
    /// Of what nothing may be told: categories of what is masked.
    pub about: Vec<Category>,
    /// Whether a phrase becomes the same in the whole document.
    pub is_same: bool,
    /// Kinds of things that ordinary words may name without telling anything, with everything below them: names that a
    /// taxonomy knows.
    pub leave: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            informative: None,
            disclosure: None,
            related: None,
            names_tell: 0.0,
            leeway: 0.0,
            context: Context::default(),
            is_contextualised: false,
            sets: 1,
            about: vec![KnownCategory::Topic.into(), KnownCategory::Protected.into()],
            is_same: true,
            leave: Vec::new(),
        }
    }
}

/// More phrases together are not looked at: what is said of them is guessed.
const MOST_TOGETHER: usize = 4;

impl Limits {
    /// Whether anything is measured.
    pub fn is_any(&self) -> bool {
        self.informative.is_some() || self.disclosure.is_some() || self.related.is_some()
    }

    pub(super) fn read(reader: &Reader<'_>, value: &Value<'_>) -> Result<Self, PolicyError> {
        let mut read = Self::default();
        for (key, value) in reader.table(value)? {
            let at = key.span().start;
            let once = |taken: bool, other: &str| match taken {
                true => Err(reader.wrong(at, format!("`{}` and `{other}` say the same twice", key.get_ref()))),
                false => Ok(()),
            };
            match key.get_ref().as_ref() {
                "informative_as" => {
                    once(read.informative.is_some(), "bits")?;
                    read.informative = Some(Limit::As(reader.term(value)?));
                }
                "bits" => {
                    once(read.informative.is_some(), "informative_as")?;
                    read.informative = Some(Limit::Bits(reader.bits(value)?));
                }
                "disclosure" => {
                    once(read.disclosure.is_some(), "disclosure_as")?;
                    read.disclosure = Some(reader.limit(value)?);
                }
                "disclosure_as" => {
                    once(read.disclosure.is_some(), "disclosure")?;
                    read.disclosure = Some(Limit::As(reader.term(value)?));
                }
                "related" => {
                    let related = f64::from(reader.probability(value)?);
                    if related == 0.0 {
                        return Err(reader.wrong(value.span().start, "a limit of 0 would let nothing pass".to_owned()));
                    }
                    read.related = Some(related);
                }
                "names_tell" => read.names_tell = reader.bits(value)?,
                "leeway" => read.leeway = reader.bits(value)?,
                "context" => read.context = reader.context(value)?,
                "contextualised" => read.is_contextualised = reader.boolean(value)?,
                "sets" => read.sets = reader.count(value, 1, MOST_TOGETHER)?,
                "about" => {
                    let paths = reader.strings(value)?.into_iter();
                    read.about =
                        paths.map(|path| reader.category(&path, value.span().start)).collect::<Result<_, _>>()?;
                }
                "same" => read.is_same = reader.boolean(value)?,
                "leave" => read.leave = reader.strings(value)?,
                other => return Err(reader.unknown(at, "key", other, &KEYS)),
            }
        }
        Ok(read)
    }
}

const KEYS: [&str; 13] = [
    "informative_as",
    "bits",
    "disclosure",
    "disclosure_as",
    "related",
    "names_tell",
    "leeway",
    "context",
    "contextualised",
    "sets",
    "about",
    "same",
    "leave",
];

/// More bits than any reference can tell.
const MOST_BITS: f64 = 64.0;

impl Reader<'_> {
    pub(super) fn boolean(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        value.get_ref().as_bool().ok_or_else(|| self.expected(value, "true or false"))
    }

    fn term(&self, value: &Value<'_>) -> Result<String, PolicyError> {
        let term = self.string(value)?;
        if term.chars().any(char::is_alphanumeric) { Ok(term) } else { Err(self.expected(value, "a word or a phrase")) }
    }

    fn bits(&self, value: &Value<'_>) -> Result<f64, PolicyError> {
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(_) => self.integer(value).ok().map(|number| number as f64),
            _ => None,
        };
        let fits = |bits: &f64| *bits > 0.0 && *bits <= MOST_BITS;
        number.filter(fits).ok_or_else(|| self.expected(value, "bits, above 0 and up to 64"))
    }

    fn limit(&self, value: &Value<'_>) -> Result<Limit, PolicyError> {
        match value.get_ref().as_str() {
            Some(name) => {
                Limit::named(name).ok_or_else(|| self.unknown(value.span().start, "limit", name, &Limit::NAMES))
            }
            None => self.bits(value).map(Limit::Bits),
        }
    }

    fn context(&self, value: &Value<'_>) -> Result<Context, PolicyError> {
        let Some(name) = value.get_ref().as_str() else {
            let words = self.count(value, 1, 10_000)?;
            return Ok(Context::Words(u32::try_from(words).unwrap_or(u32::MAX)));
        };
        Ok(match name {
            "document" => Context::Document,
            "paragraph" => Context::Paragraph,
            "sentence" => Context::Sentence,
            other => {
                let known = ["document", "paragraph", "sentence"];
                return Err(self.unknown(value.span().start, "context", other, &known));
            }
        })
    }

    /// Topics by name, or as tables with what also belongs to one and what does not.
    pub(super) fn topics(&self, value: &Value<'_>) -> Result<Vec<Topic>, PolicyError> {
        let list = value.get_ref().as_array().ok_or_else(|| self.expected(value, "a list of topics"))?;
        list.iter().map(|item| self.topic(item)).collect()
    }

    fn topic(&self, value: &Value<'_>) -> Result<Topic, PolicyError> {
        if value.get_ref().as_str().is_some() {
            return Ok(Topic { name: self.term(value)?, ..Topic::default() });
        }
        let mut topic = Topic::default();
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "name" => topic.name = self.term(value)?,
                "with" => topic.with = self.strings(value)?,
                "also" => topic.also = self.strings(value)?,
                "except" => topic.except = self.strings(value)?,
                other => return Err(self.unknown(key.span().start, "key", other, &["name", "with", "also", "except"])),
            }
        }
        if topic.name.is_empty() { Err(self.expected(value, "a topic with `name = \"...\"`")) } else { Ok(topic) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;

    fn read(section: &str) -> Result<Limits, String> {
        let policy = Policy::parse("p.toml", &format!("version = 1\n[limit]\n{section}\n"));
        policy.map(|policy| policy.limits).map_err(|error| error.to_string())
    }

    #[test]
    fn a_policy_says_how_much_may_be_told() {
        let limits =
            read("informative_as = \"cancer\"\ndisclosure = \"least-hidden\"\nrelated = 0.25\ncontext = 12\nsets = 3")
                .expect("well formed");
        assert_eq!(limits.informative, Some(Limit::As("cancer".to_owned())));
        assert_eq!(limits.disclosure, Some(Limit::LeastHidden));
        assert_eq!((limits.related, limits.context, limits.sets), (Some(0.25), Context::Words(12), 3));
        assert!(!read("").expect("well formed").is_any());
        assert_eq!(read("disclosure = 6").expect("well formed").disclosure, Some(Limit::Bits(6.0)));
    }

    #[test]
    fn limits_that_contradict_each_other_or_make_no_sense_are_refused() {
        let refused = |section: &str, expected: &str| assert_eq!(read(section), Err(expected.to_owned()));
        refused("bits = 8\ninformative_as = \"cancer\"", "p.toml:4: `informative_as` and `bits` say the same twice");
        refused("bits = -1", "p.toml:3: expected bits, above 0 and up to 64");
        refused("bits = nan", "p.toml:3: expected bits, above 0 and up to 64");
        refused("related = 0", "p.toml:3: a limit of 0 would let nothing pass");
        refused("disclosure = \"least-hiden\"", "p.toml:3: no limit `least-hiden`; did you mean `least-hidden`?");
        refused("context = \"page\"", "p.toml:3: no context `page`; there are document, paragraph, sentence");
        refused("about = [\"topics\"]", "p.toml:3: no category `topics`; did you mean `topic`?");
        refused("informative_as = \" \"", "p.toml:3: expected a word or a phrase");
    }
}
