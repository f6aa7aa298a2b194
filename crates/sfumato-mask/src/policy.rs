//! Policies: what is protected and what is done with it, as a file that is checked when it is read.

mod limits;
mod operators;
mod pseudonyms;
mod recognise;
mod reference;

use std::sync::Arc;

use sfumato_detect::{Category, KnownCategory, ValueForm};
use sfumato_language::Language;
use sfumato_risk::Topic;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::suggestion::suggestion;
use crate::{NumberTreatment, Operator, Strategy};
pub use limits::Limits;
pub use pseudonyms::Pseudonyms;
pub use recognise::{Patterns, Recognise};
pub use reference::Reference;

/// Why a policy cannot be used: where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: {what}")]
pub struct PolicyError {
    /// The policy's name or file.
    pub name: String,
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A policy.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// Its name: that of a built-in one, or of its file.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// The language of the documents, if it is not to be told from them.
    pub language: Option<Language>,
    /// The score from which a finding is masked.
    pub threshold: f32,
    /// Names to protect.
    pub entities: Vec<String>,
    /// Topics to protect: nothing of them may be known.
    pub topics: Vec<Topic>,
    /// Whether what the text says is not so is protected too: that somebody has no HIV.
    pub protects_negated: bool,
    /// How much may be told of what is protected.
    pub limits: Limits,
    /// What stands for something of which nothing more general may be said.
    pub otherwise: Otherwise,
    /// Values that are never masked.
    pub allow: Vec<String>,
    /// Words that are always found, by category.
    pub deny: Vec<(Category, Vec<String>)>,
    /// What looks for things.
    pub recognise: Recognise,
    /// What the world is taken to know.
    pub knowledge: Reference,
    /// What substitutes are like.
    pub pseudonyms: Pseudonyms,
    /// What happens to what a file holds besides text.
    pub file: FileRules,
    // Invariant: the default first, then that for terms, then the rules as written.
    rules: Vec<(Arc<str>, Arc<Operator>)>,
}

/// What happens to what a file holds besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRules {
    /// What tells about the document: authors, times, programs.
    pub metadata: PartRule,
    /// Pictures, which are not read.
    pub pictures: PartRule,
    /// Objects, macros and attachments that are not read.
    pub embedded: PartRule,
    /// What stands for a number that is replaced by something that is none.
    pub numbers: NumberTreatment,
}

impl Default for FileRules {
    /// What is not read does not pass; a file whose meaning would change is refused.
    fn default() -> Self {
        Self {
            metadata: PartRule::Remove,
            pictures: PartRule::Remove,
            embedded: PartRule::Refuse,
            numbers: NumberTreatment::default(),
        }
    }
}

/// The one form of everything that is masked, if one is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rendering {
    /// Labels: `[PERSON 1]`.
    Labels,
    /// Other things of their kind.
    Pseudonyms,
}

/// What stands for something of which nothing more general may be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Otherwise {
    /// The most general thing that may be said, and a label if nothing may.
    #[default]
    Root,
    /// Nothing.
    Remove,
    /// Its category, as a label.
    Label,
}

impl Otherwise {
    const ALL: [Self; 3] = [Self::Root, Self::Remove, Self::Label];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Remove => "remove",
            Self::Label => "label",
        }
    }
}

/// What happens to something in a file that is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartRule {
    /// It goes; a picture leaves an empty one in its place.
    Remove,
    /// It stays as it is, unread.
    Keep,
    /// The file is not written.
    Refuse,
}

impl PartRule {
    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Remove => "remove",
            Self::Keep => "keep",
            Self::Refuse => "refuse",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Remove, Self::Keep, Self::Refuse].into_iter().find(|fate| fate.name() == name)
    }
}

const KEYS: [&str; 13] = [
    "version",
    "about",
    "language",
    "threshold",
    "recognise",
    "knowledge",
    "protect",
    "limit",
    "allow",
    "deny",
    "mask",
    "pseudonyms",
    "file",
];

/// The operators for phrases that only a risk model objects to: they are no entities that could have a number or a hash.
const OF_TERMS: [&str; 5] = ["generalise", "suppress", "label", "black-out", "keep"];

impl Policy {
    /// Reads a policy.
    pub fn parse(name: &str, toml: &str) -> Result<Self, PolicyError> {
        let reader = Reader { name, toml };
        let table = DeTable::parse(toml)
            .map_err(|e| reader.wrong(e.span().map_or(0, |span| span.start), first_line(e.message())))?;
        let mut policy = Self {
            name: name.to_owned(),
            about: String::new(),
            language: None,
            threshold: 0.5,
            entities: Vec::new(),
            topics: Vec::new(),
            protects_negated: true,
            limits: Limits::default(),
            otherwise: Otherwise::default(),
            allow: Vec::new(),
            deny: Vec::new(),
            recognise: Recognise::default(),
            knowledge: Reference::default(),
            pseudonyms: Pseudonyms::default(),
            file: FileRules::default(),
            rules: vec![("default".into(), Arc::new(Operator::Label)), (TERM.into(), Arc::new(Operator::Generalise))],
        };
        let mut version = false;
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "version" => {
                    version = true;
                    if reader.integer(value)? != 1 {
                        return Err(
                            reader.wrong(value.span().start, "this program reads policies of version 1".to_owned())
                        );
                    }
                }
                "about" => policy.about = reader.string(value)?,
                "language" => {
                    let code = reader.string(value)?;
                    policy.language = match code.as_str() {
                        "auto" => None,
                        code => Some(Language::from_code(code).ok_or_else(|| {
                            reader.unknown(value.span().start, "language", code, &["auto", "en", "es"])
                        })?),
                    };
                }
                "threshold" => policy.threshold = reader.probability(value)?,
                "protect" => {
                    for (key, value) in reader.table(value)? {
                        match key.get_ref().as_ref() {
                            "entities" => policy.entities = reader.strings(value)?,
                            "topics" => policy.topics = reader.topics(value)?,
                            "negated" => policy.protects_negated = reader.boolean(value)?,
                            other => {
                                let known = ["entities", "topics", "negated"];
                                return Err(reader.unknown(key.span().start, "key", other, &known));
                            }
                        }
                    }
                }
                "allow" => {
                    for (key, value) in reader.table(value)? {
                        match key.get_ref().as_ref() {
                            "values" => policy.allow = reader.strings(value)?,
                            other => return Err(reader.unknown(key.span().start, "key", other, &["values"])),
                        }
                    }
                }
                "deny" => {
                    for (key, value) in reader.table(value)? {
                        policy.deny.push((reader.category(key.get_ref(), key.span().start)?, reader.strings(value)?));
                    }
                }
                "mask" => {
                    for (key, value) in reader.table(value)? {
                        policy.read_rule(&reader, key, value)?;
                    }
                }
                "limit" => policy.limits = Limits::read(&reader, value)?,
                "recognise" => policy.recognise = Recognise::read(&reader, value)?,
                "pseudonyms" => policy.pseudonyms = Pseudonyms::read(&reader, value)?,
                "knowledge" => policy.knowledge = Reference::read(&reader, value)?,
                "file" => {
                    for (key, value) in reader.table(value)? {
                        let fate = match key.get_ref().as_ref() {
                            "metadata" => &mut policy.file.metadata,
                            "pictures" => &mut policy.file.pictures,
                            "embedded" => &mut policy.file.embedded,
                            "numbers" => {
                                policy.file.numbers = reader.fate_of_numbers(value)?;
                                continue;
                            }
                            other => {
                                let known = ["metadata", "pictures", "embedded", "numbers"];
                                return Err(reader.unknown(key.span().start, "key", other, &known));
                            }
                        };
                        *fate = reader.fate(value)?;
                    }
                }
                other => {
                    return Err(reader.unknown(key.span().start, "key", other, &KEYS));
                }
            }
        }
        if !version {
            return Err(reader.wrong(0, "a policy starts with `version = 1`".to_owned()));
        }
        policy.keep_common_words();
        Ok(policy)
    }

    /// Common words are replaced by others of their kind only where the policy says so by name: `default` does not reach
    /// them, since another relative or trade is another fact.
    fn keep_common_words(&mut self) {
        let is_default = matches!(self.rules.first(), Some((_, operator)) if **operator == Operator::Pseudonymise);
        let is_common = |category: &Category| category.form() == ValueForm::Trait;
        for category in Category::all().filter(|category| is_default && is_common(category)) {
            if !self.rules.iter().any(|(known, _)| **known == *category.path()) {
                self.set_rule(category.path(), Operator::Keep);
            }
        }
        let origin = Category::from(KnownCategory::Demographic);
        self.pseudonyms.settings.replaces_origins = *self.operator_for(&origin).1.as_ref() == Operator::Pseudonymise;
    }

    /// A rule of the section `[mask]`.
    fn read_rule(
        &mut self,
        reader: &Reader<'_>,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Value<'_>,
    ) -> Result<(), PolicyError> {
        match key.get_ref().as_ref() {
            "strategy" => {
                let name = reader.string(value)?;
                let unknown = || reader.unknown(value.span().start, "strategy", &name, &Strategy::NAMES);
                self.follow(Strategy::named(&name).ok_or_else(unknown)?);
            }
            "otherwise" => {
                let name = reader.string(value)?;
                let found = Otherwise::ALL.into_iter().find(|known| known.name() == name);
                let known = Otherwise::ALL.map(Otherwise::name);
                self.otherwise = found.ok_or_else(|| reader.unknown(value.span().start, "choice", &name, &known))?;
            }
            "default" => {
                let operator = reader.operator(value)?;
                if operator == Operator::Ff1 {
                    return Err(
                        reader.wrong(value.span().start, "ff1 is for numbers; say it of `id` or `finance`".into())
                    );
                }
                self.set_rule("default", operator);
            }
            path => {
                let operator = reader.operator(value)?;
                let category = reader.category(path, key.span().start)?;
                reader.check_fits(&operator, &category, value.span().start)?;
                if path == TERM && !OF_TERMS.contains(&operator.name()) {
                    return Err(reader.wrong(value.span().start, format!("`{TERM}` can be: {}", OF_TERMS.join(", "))));
                }
                self.set_rule(path, operator);
            }
        }
        Ok(())
    }

    fn set_rule(&mut self, path: &str, operator: Operator) {
        match self.rules.iter_mut().find(|(known, _)| **known == *path) {
            Some((_, known)) => *known = Arc::new(operator),
            None => self.rules.push((path.into(), Arc::new(operator))),
        }
    }

    /// Does to what is hidden, and to what discloses it, what one of the strategies of DR says.
    pub fn follow(&mut self, strategy: Strategy) {
        let (hidden, related) = strategy.operators();
        self.rules.retain(|(path, _)| matches!(&**path, "default" | TERM));
        self.set_rule("default", hidden);
        self.set_rule(TERM, related);
    }

    /// Whether the world has to be asked: a limit, a topic or something more general.
    pub fn needs_world(&self) -> bool {
        let generalises = |(path, operator): (&str, &Operator)| path != TERM && *operator == Operator::Generalise;
        self.limits.is_any() || !self.topics.is_empty() || self.rules().any(generalises)
    }

    /// What is done to a phrase that only a risk model objects to.
    pub fn operator_for_terms(&self) -> &Arc<Operator> {
        let rule = self.rules.iter().find(|(path, _)| &**path == TERM);
        &rule.expect("there is always a rule for terms").1
    }

    /// What is done to a category, and the rule that says so: the most special one that holds it.
    pub fn operator_for(&self, category: &Category) -> (&Arc<str>, &Arc<Operator>) {
        let (default, rules) = self.rules.split_first().expect("the default comes first");
        let fitting = rules.iter().filter(|(path, _)| category.is_within(path));
        let (rule, operator) = fitting.max_by_key(|(path, _)| path.len()).unwrap_or(default);
        (rule, operator)
    }

    /// The operator that masks a category: that of its rule, of the default if that keeps it, and a label if that keeps all.
    pub fn masking_operator_for(&self, category: &Category) -> Arc<Operator> {
        let default = &self.rules.first().expect("the default comes first").1;
        let known = [self.operator_for(category).1, default].into_iter().find(|operator| ***operator != Operator::Keep);
        known.cloned().unwrap_or_else(|| Operator::Label.into())
    }

    /// Writes labels, or pseudonyms, wherever something is masked, in whatever way that was; phrases excepted.
    pub fn render(&mut self, rendering: Rendering) {
        for (path, operator) in &mut self.rules {
            if **path != *TERM && **operator != Operator::Keep {
                *operator = Arc::new(match rendering {
                    Rendering::Labels => Operator::Label,
                    Rendering::Pseudonyms => Operator::Pseudonymise,
                });
            }
        }
    }

    /// The rules as written, the default first.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &Operator)> {
        let is_told = |path: &str| path != TERM || self.limits.is_any();
        self.rules.iter().map(|(path, operator)| (&**path, &**operator)).filter(move |(path, _)| is_told(path))
    }

    /// Whether some rule replaces things by others of their kind.
    pub fn pseudonymises(&self) -> bool {
        self.rules().any(|(_, operator)| *operator == Operator::Pseudonymise)
    }

    /// Whether some rule encrypts numbers into numbers.
    pub fn enciphers(&self) -> bool {
        self.rules().any(|(_, operator)| *operator == Operator::Ff1)
    }

    /// Whether some rule needs a key.
    pub fn needs_key(&self) -> bool {
        self.rules().any(|(_, operator)| operator.needs_key())
    }
}

type Value<'t> = Spanned<DeValue<'t>>;

/// Reads values and says where they are wrong.
struct Reader<'t> {
    name: &'t str,
    toml: &'t str,
}

impl Reader<'_> {
    fn wrong(&self, at: usize, what: String) -> PolicyError {
        let line = self.toml.bytes().take(at).filter(|b| *b == b'\n').count() + 1;
        PolicyError { name: self.name.to_owned(), line, what }
    }

    fn unknown(&self, at: usize, kind: &str, found: &str, known: &[&str]) -> PolicyError {
        self.wrong(at, format!("no {kind} `{found}`; {}", suggestion(found, known)))
    }

    fn expected(&self, value: &Value, what: &str) -> PolicyError {
        self.wrong(value.span().start, format!("expected {what}"))
    }

    fn string(&self, value: &Value) -> Result<String, PolicyError> {
        value.get_ref().as_str().map(str::to_owned).ok_or_else(|| self.expected(value, "a text in quotes"))
    }

    fn strings(&self, value: &Value) -> Result<Vec<String>, PolicyError> {
        let array = value.get_ref().as_array().ok_or_else(|| self.expected(value, "a list of texts"))?;
        array.iter().map(|item| self.string(item)).collect()
    }

    fn integer(&self, value: &Value) -> Result<i64, PolicyError> {
        let whole = value.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        whole.ok_or_else(|| self.expected(value, "a whole number"))
    }

    fn count(&self, value: &Value, from: usize, to: usize) -> Result<usize, PolicyError> {
        let count = usize::try_from(self.integer(value)?).ok().filter(|n| (from..=to).contains(n));
        count.ok_or_else(|| self.expected(value, &format!("a whole number from {from} to {to}")))
    }

    fn probability(&self, value: &Value) -> Result<f32, PolicyError> {
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse::<f32>().ok(),
            DeValue::Integer(_) => self.integer(value).ok().map(|n| n as f32),
            _ => None,
        };
        number.filter(|n| (0.0..=1.0).contains(n)).ok_or_else(|| self.expected(value, "a number from 0 to 1"))
    }

    fn fate(&self, value: &Value) -> Result<PartRule, PolicyError> {
        let fates = [PartRule::Remove, PartRule::Keep, PartRule::Refuse];
        let name = self.string(value)?;
        fates
            .into_iter()
            .find(|fate| fate.name() == name)
            .ok_or_else(|| self.unknown(value.span().start, "choice", &name, &fates.map(PartRule::name)))
    }

    fn fate_of_numbers(&self, value: &Value) -> Result<NumberTreatment, PolicyError> {
        let name = self.string(value)?;
        let found = NumberTreatment::ALL.into_iter().find(|known| known.name() == name);
        found.ok_or_else(|| {
            self.unknown(value.span().start, "choice", &name, &NumberTreatment::ALL.map(NumberTreatment::name))
        })
    }

    fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v DeTable<'t>, PolicyError> {
        value.get_ref().as_table().ok_or_else(|| self.expected(value, "a table"))
    }

    fn category(&self, path: &str, at: usize) -> Result<Category, PolicyError> {
        let category = Category::new(path).map_err(|e| self.wrong(at, format!("`{path}`: {e}")))?;
        let roots: Vec<&str> = Category::roots().collect();
        if !roots.contains(&category.root()) {
            return Err(self.unknown(at, "category", category.root(), &roots));
        }
        Ok(category)
    }
}

/// The category of phrases that only a risk model objects to.
pub const TERM: &str = KnownCategory::Term.path();

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or("not valid TOML").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(toml: &str, expected: &str) {
        assert_eq!(Policy::parse("p.toml", toml).expect_err("refused").to_string(), expected);
    }

    #[test]
    fn mistakes_are_told_by_line_with_a_way_out() {
        check_error(
            "version = 1\n[mask]\ndefault = \"lable\"\n",
            "p.toml:3: no operator `lable`; did you mean `label`?",
        );
        check_error("version = 1\nmaks = 1\n", "p.toml:2: no key `maks`; did you mean `mask`?");
        check_error("version = 2\n", "p.toml:1: this program reads policies of version 1");
        check_error("about = \"x\"\n", "p.toml:1: a policy starts with `version = 1`");
        check_error("version = 1\nthreshold = 1.5\n", "p.toml:2: expected a number from 0 to 1");
        check_error("version = 1\n[mask]\npersn = \"keep\"\n", "p.toml:3: no category `persn`; did you mean `person`?");
        check_error(
            "version = 1\n[mask]\nid = { do = \"hash\", digits = 2 }\n",
            "p.toml:3: expected a whole number from 8 to 64",
        );
        check_error(
            "version = 1\n[mask]\nid = { do = \"label\", digits = 9 }\n",
            "p.toml:3: the operator `label` has no settings",
        );
    }

    #[test]
    fn a_default_of_pseudonyms_does_not_reach_common_words() {
        let operator = |toml: &str, path: &str| {
            let policy = Policy::parse("p", &format!("version = 1\n[mask]\n{toml}\n")).expect("a policy");
            policy.operator_for(&Category::new(path).expect("a category")).1.name()
        };
        let own = "default = \"pseudonymise\"";
        for path in ["kinship", "profession", "demographic", "sex"] {
            assert_eq!(operator(own, path), "keep", "{path}");
            assert_eq!(operator("default = \"label\"\nperson = \"pseudonymise\"", path), "label", "{path}");
        }
        assert_eq!(operator(&format!("{own}\nprofession = \"pseudonymise\""), "profession"), "pseudonymise");
        assert_eq!(operator(&format!("{own}\nkinship = \"label\""), "kinship"), "label");
        assert_eq!(operator(own, "person"), "pseudonymise");
    }

    #[test]
    fn the_most_special_rule_counts() {
        let policy = Policy::parse(
            "p",
            "version = 1\n[mask]\ndefault = \"label\"\nid = \"suppress\"\n\"id/national\" = \"black-out\"\n",
        )
        .expect("a policy");
        let rule = |path: &str| {
            let category = Category::new(path).expect("a category");
            let (rule, operator) = policy.operator_for(&category);
            (rule.to_string(), operator.name())
        };
        assert_eq!(rule("id/national"), ("id/national".to_owned(), "black-out"));
        assert_eq!(rule("id/tax"), ("id".to_owned(), "suppress"));
        assert_eq!(rule("person"), ("default".to_owned(), "label"));
    }
}
