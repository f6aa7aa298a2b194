//! All recognisers by pattern, compiled together.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sfumato_automaton::{Automaton, AutomatonError, CompileError, compile, compile_each, literal_words};
use sfumato_language::Language;

use super::definition::{FieldSeparator, PatternFragments, RecogniserDefinition};
use super::rules::{ContextWord, InnerValue, PatternRule, PatternRules, RuleRecogniser};
use super::scan::ScanWorkspace;
use crate::checks::NamedCheck;
use crate::{Category, CategoryError, KnownCategory};

/// The text of a recogniser's file and the id its path stands for.
#[derive(Debug, Clone, Copy)]
pub struct RecogniserSource<'a> {
    /// The id, from the path.
    pub id: &'a str,
    /// The file.
    pub toml: &'a str,
}

/// So many automata are walked at once; each makes every joint state that is not known yet dearer.
const MOST_AUTOMATA: usize = 64;

/// Recognisers cannot be used together. Names the file and the rule.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum BankError {
    /// A file is not as it should be.
    #[error("recogniser {id}: {why}")]
    File {
        /// The file.
        id: String,
        /// The parser's message, in one line.
        why: String,
    },
    /// A rule is not as it should be.
    #[error("recogniser {id}: {rule}: {why}")]
    Rule {
        /// The file.
        id: String,
        /// The rule of it.
        rule: String,
        /// The fault.
        why: String,
    },
    /// The fragments are not as they should be.
    #[error("fragments: {0}")]
    Fragments(String),
    /// All together need more automata than are walked at once.
    #[error(
        "the recognisers together need {0} automata, at most {MOST_AUTOMATA} are walked at once; simplify them or use fewer"
    )]
    TooMany(usize),
    /// The compiled tables do not belong to these files.
    #[error(transparent)]
    Tables(#[from] AutomatonError),
}

/// The automata of a bank, as bytes.
pub struct PatternTables {
    /// Patterns and words: patterns first, then words.
    pub open: Vec<Vec<u8>>,
    /// Values of fields, one a regular expression.
    pub values: Vec<Vec<u8>>,
}

/// Recognisers compiled together.
pub struct PatternBank {
    pub(super) rules: PatternRules,
    pub(super) open: Vec<Automaton>,
    pub(super) values: Vec<Automaton>,
    /// The walks through the open automata that every scan knows; empty if none are known.
    pub(super) learnt: &'static [u8],
    /// The workspaces that earlier scans left for later ones, as many as there were at once.
    workspaces: Mutex<Vec<ScanWorkspace>>,
}

impl std::fmt::Debug for PatternBank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bank")
            .field("rules", &self.rules)
            .field("open", &self.open)
            .field("values", &self.values)
            .finish()
    }
}

impl PatternBank {
    /// Compiles recognisers.
    pub fn compile(sources: &[RecogniserSource], fragments: &str) -> Result<Self, BankError> {
        let mut draft = BankDraft::new(sources, fragments)?;
        let regexes: Vec<&str> = draft.pattern_regexes.iter().map(String::as_str).collect();
        draft.bank.open =
            compile(&regexes, 0).map_err(|error| wrong_rule(&error, |n| draft.pattern_names[n].clone()))?;
        // Words lead nowhere for most characters: apart from patterns, their table is small.
        let words: Vec<String> = draft.word_texts.iter().map(|word| literal_words(word)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let words = compile(&words, regexes.len() as u16)
            .map_err(|error| wrong_rule(&error, |n| ("(words)".to_owned(), draft.word_texts[n].clone())))?;
        draft.bank.open.extend(words);
        draft.bank.check_count()?;
        let regexes: Vec<&str> = draft.value_regexes.iter().map(String::as_str).collect();
        draft.bank.values =
            compile_each(&regexes).map_err(|error| wrong_rule(&error, |n| draft.value_names[n].clone()))?;
        Ok(draft.bank)
    }

    fn check_count(&self) -> Result<(), BankError> {
        if self.open.len() > MOST_AUTOMATA { Err(BankError::TooMany(self.open.len())) } else { Ok(()) }
    }

    /// A workspace for a scan; whatever one learnt of the automata, the next one knows.
    pub(super) fn workspace(&self) -> ScanWorkspace {
        let left = self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).pop();
        // What was learnt was looked at when the bank was made.
        left.unwrap_or_else(|| ScanWorkspace::new(self).unwrap_or_else(|_| ScanWorkspace::empty(self)))
    }

    /// Takes it back.
    pub(super) fn put_back(&self, workspace: ScanWorkspace) {
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
    }

    /// The compiled tables, to be stored beside the program.
    pub fn tables(&self) -> PatternTables {
        let bytes = |automata: &[Automaton]| automata.iter().map(|a| a.as_bytes().to_vec()).collect();
        PatternTables { open: bytes(&self.open), values: bytes(&self.values) }
    }

    /// The rules that belong to them.
    pub fn rules(&self) -> &PatternRules {
        &self.rules
    }

    /// Takes rules and tables that were made from the same files, and what some texts taught of them.
    pub fn with_tables(
        rules: PatternRules,
        open: &[&'static [u8]],
        values: &[&'static [u8]],
        learnt: &'static [u8],
    ) -> Result<Self, BankError> {
        let ready = |tables: &[&'static [u8]]| -> Result<Vec<Automaton>, AutomatonError> {
            tables.iter().map(|bytes| Automaton::from_static(bytes)).collect()
        };
        let bank = Self { rules, open: ready(open)?, values: ready(values)?, learnt, workspaces: Mutex::default() };
        bank.check_count()?;
        bank.put_back(ScanWorkspace::new(&bank)?);
        Ok(bank)
    }

    /// Takes tables that were compiled from these very files.
    pub fn with_owned_tables(
        sources: &[RecogniserSource],
        fragments: &str,
        open: Vec<Vec<u8>>,
        values: Vec<Vec<u8>>,
    ) -> Result<Self, BankError> {
        let ready = |tables: Vec<Vec<u8>>| -> Result<Vec<Automaton>, AutomatonError> {
            tables.into_iter().map(Automaton::from_vec).collect()
        };
        let bank = Self { open: ready(open)?, values: ready(values)?, ..BankDraft::new(sources, fragments)?.bank };
        bank.check_count()?;
        Ok(bank)
    }
}

/// A bank without its automata, and what they are to be made of.
struct BankDraft {
    bank: PatternBank,
    pattern_regexes: Vec<String>,
    pattern_names: Vec<(String, String)>,
    word_texts: Vec<String>,
    value_regexes: Vec<String>,
    value_names: Vec<(String, String)>,
}

impl BankDraft {
    fn new(sources: &[RecogniserSource], fragments: &str) -> Result<Self, BankError> {
        let fragments = PatternFragments::parse(fragments).map_err(|e| BankError::Fragments(e.message().to_owned()))?;
        let bank = PatternBank {
            rules: PatternRules::default(),
            open: Vec::new(),
            values: Vec::new(),
            learnt: &[],
            workspaces: Mutex::default(),
        };
        let mut draft = Self {
            bank,
            pattern_regexes: Vec::new(),
            pattern_names: Vec::new(),
            word_texts: Vec::new(),
            value_regexes: Vec::new(),
            value_names: Vec::new(),
        };
        let mut words = HashMap::new();
        for source in sources {
            draft.add(source, &fragments, &mut words)?;
        }
        Ok(draft)
    }

    fn add(
        &mut self,
        source: &RecogniserSource,
        fragments: &PatternFragments,
        words: &mut HashMap<String, usize>,
    ) -> Result<(), BankError> {
        let id = source.id.to_owned();
        let wrong = |why: String| BankError::File { id: id.clone(), why };
        let definition = RecogniserDefinition::parse(source.toml).map_err(wrong)?;
        if definition.id != id {
            return Err(wrong("its id is not its path".to_owned()));
        }
        if definition.patterns.is_empty() && definition.fields.is_empty() {
            return Err(wrong("it has neither patterns nor fields".to_owned()));
        }
        let languages = definition
            .languages
            .iter()
            .map(|code| Language::from_code(code).ok_or_else(|| wrong(format!("no language `{code}`"))))
            .collect::<Result<_, _>>()?;
        let recogniser = self.bank.rules.heads.len();
        let context = &definition.context;
        self.bank.rules.heads.push(RuleRecogniser {
            id: id.as_str().into(),
            languages,
            before: context.before,
            after: context.after,
        });
        for word in &context.words {
            let number = self.word(word, words);
            self.bank.rules.words[number].confirms.push(recogniser);
        }
        for pattern in &definition.patterns {
            let rule = |why: String| BankError::Rule { id: id.clone(), rule: pattern.name.clone(), why };
            let expand = |regex: &String| fragments.expand(regex).map_err(|name| rule(format!("no fragment `{name}`")));
            let around = [pattern.behind.as_ref(), pattern.ahead.as_ref()];
            let [behind, ahead] = around.map(|regex| regex.map(expand).transpose());
            let (behind, value, ahead) = (behind?, expand(&pattern.regex)?, ahead?);
            let part = |regex: Option<&str>| regex.map(|regex| format!("(?:{regex})")).unwrap_or_default();
            let is_inside = behind.is_some() || ahead.is_some();
            self.pattern_regexes.push(match is_inside {
                true => part(behind.as_deref()) + &part(Some(&value)) + &part(ahead.as_deref()),
                false => value.clone(),
            });
            let own = (id.as_str(), pattern.name.as_str());
            let inside = is_inside.then(|| InnerValue {
                behind: behind.map(|behind| self.value(behind, own)),
                value: self.value(value, own),
            });
            self.pattern_names.push((id.clone(), pattern.name.clone()));
            self.bank.rules.patterns.push(PatternRule {
                recogniser,
                name: pattern.name.as_str().into(),
                category: category(pattern.category.as_ref().unwrap_or(&definition.category))
                    .map_err(|e| rule(e.to_string()))?,
                check: check(pattern.check.as_deref()).map_err(rule)?,
                score: score(pattern.score).map_err(rule)?,
                with_context: score(pattern.with_context.unwrap_or(pattern.score)).map_err(rule)?,
                extend: pattern.extend,
                alone: pattern.alone,
                line: pattern.line,
                inside,
            });
        }
        for field in &definition.fields {
            let rule = |why: String| BankError::Rule { id: id.clone(), rule: field.name.clone(), why };
            let number = self.bank.rules.fields.len();
            let named = category(field.category.as_ref().unwrap_or(&definition.category))
                .map_err(|error| rule(error.to_string()))?;
            for label in &field.labels {
                let word = self.word(label, words);
                self.bank.rules.words[word].labels.push((number, field.separator));
                self.bank.rules.words[word].is_title |=
                    field.separator == FieldSeparator::Optional && named.is(KnownCategory::Person);
            }
            let regex = fragments.expand(&field.regex).map_err(|name| rule(format!("no fragment `{name}`")))?;
            let value = self.value(regex, (&id, &field.name));
            self.bank.rules.value_of.push(value);
            self.bank.rules.separators.push(field.separator);
            let score = score(field.score).map_err(rule)?;
            self.bank.rules.fields.push(PatternRule {
                recogniser,
                name: field.name.as_str().into(),
                category: named,
                check: check(field.check.as_deref()).map_err(rule)?,
                score,
                with_context: score,
                extend: None,
                alone: false,
                line: None,
                inside: None,
            });
        }
        Ok(())
    }

    /// The number of the automaton of a value, or of what stands before one; the same in two rules is one.
    fn value(&mut self, regex: String, (id, rule): (&str, &str)) -> usize {
        self.value_regexes.iter().position(|known| *known == regex).unwrap_or_else(|| {
            self.value_regexes.push(regex);
            self.value_names.push((id.to_owned(), rule.to_owned()));
            self.value_regexes.len() - 1
        })
    }

    /// The number of a word; the same word in two files is one.
    fn word(&mut self, text: &str, words: &mut HashMap<String, usize>) -> usize {
        let key = text.to_lowercase();
        *words.entry(key.clone()).or_insert_with(|| {
            self.bank.rules.words.push(ContextWord::default());
            self.word_texts.push(key);
            self.bank.rules.words.len() - 1
        })
    }
}

/// The rule an error of the compiler is about.
fn wrong_rule(error: &CompileError, name: impl Fn(usize) -> (String, String)) -> BankError {
    let (id, rule) = name(error.pattern());
    BankError::Rule { id, rule, why: error.to_string() }
}

fn category(path: &str) -> Result<Category, CategoryError> {
    Category::new(path)
}

fn check(name: Option<&str>) -> Result<Option<NamedCheck>, String> {
    name.map(NamedCheck::by_name).transpose()
}

fn score(score: f32) -> Result<f32, String> {
    if (0.0..=1.0).contains(&score) { Ok(score) } else { Err("a score lies between 0 and 1".to_owned()) }
}
