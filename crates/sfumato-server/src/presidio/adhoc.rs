//! Recognisers that come with a request: regular expressions and lists of words, run in linear time.
//!
//! Expressions are Python's there and may look around and back, for which time can be exponential; those are refused.

use std::fmt::Write as _;

use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value, json};

use super::error::PresidioError;
use super::operators::is_false;
use super::order::MemberOrder;
use super::vocabulary::in_context;

/// Flags of expressions, by their numbers in Python.
const IGNORE_CASE: u64 = 2;
const MULTILINE: u64 = 8;
const DOT_ALL: u64 = 16;
const VERBOSE: u64 = 64;
const ASCII: u64 = 256;
/// Those that count where none are given.
pub const USUAL_FLAGS: u64 = IGNORE_CASE | MULTILINE | DOT_ALL;
/// So many words before a value are looked at.
const WORDS_BEFORE: usize = 5;
/// No compiled expression is larger.
const MOST_MEMORY: usize = 4 << 20;

/// A recogniser of a request.
#[derive(Debug)]
pub struct AdHocRecogniser {
    name: String,
    /// The entity that it finds.
    pub entity: String,
    /// The language it is for.
    pub language: String,
    patterns: Vec<AdHocPattern>,
    context: Vec<String>,
    flags: u64,
}

#[derive(Debug)]
struct AdHocPattern {
    name: String,
    written: String,
    score: f64,
    matcher: PatternMatcher,
}

#[derive(Debug)]
enum PatternMatcher {
    Expression(Regex),
    /// Words, in the order of the list.
    Words(Vec<Regex>),
}

/// A finding, in bytes of the text.
pub struct AdHocFinding {
    /// Where.
    pub range: std::ops::Range<usize>,
    /// How sure, with what words beside it added.
    pub score: f64,
    /// Why, as Presidio explains it.
    pub explanation: Value,
}

impl AdHocRecogniser {
    /// Reads one, as the constructors of Presidio's classes take it; `order` has the names of its members as they were
    /// written, since the first that is not taken is the one that is told.
    pub fn read(json: &Value, order: &MemberOrder) -> Result<Self, PresidioError> {
        const TAKES: [&str; 11] = [
            "supported_entity",
            "supported_entities",
            "name",
            "supported_language",
            "patterns",
            "deny_list",
            "context",
            "deny_list_score",
            "global_regex_flags",
            "version",
            "country_code",
        ];
        let wrong = || PresidioError::arguments("a recogniser is a JSON object");
        let json = json.as_object().ok_or_else(wrong)?;
        let flags = json.get("global_regex_flags").and_then(Value::as_u64).unwrap_or(USUAL_FLAGS);
        // Patterns are made before the recogniser that has them.
        let mut patterns = Vec::new();
        for (number, pattern) in list(json, "patterns")?.iter().enumerate() {
            let order = order.below.get(number);
            patterns.push(AdHocPattern::read(pattern, order.unwrap_or(&MemberOrder::default()), flags)?);
        }
        if let Some(other) = order.names.iter().chain(json.keys()).find(|key| !TAKES.contains(&key.as_str())) {
            return Err(unexpected("PatternRecognizer", other));
        }
        let plural = json.get("supported_entities").and_then(|all| all.get(0));
        let entity = json.get("supported_entity").or(plural);
        let missing = || missing("PatternRecognizer", &["supported_entity"]);
        let entity = entity.ok_or_else(missing)?.as_str().filter(|entity| !entity.is_empty());
        let unnamed = || PresidioError::analysis("Pattern recognizer should be initialized with entity");
        let entity = entity.ok_or_else(unnamed)?;
        let words = texts(json, "deny_list")?;
        if patterns.is_empty() && words.is_empty() {
            let told = "Pattern recognizer should be initialized with patterns or with deny list";
            return Err(PresidioError::analysis(told));
        }
        if !words.is_empty() {
            let score = json.get("deny_list_score").and_then(Value::as_f64).unwrap_or(1.0);
            patterns.push(AdHocPattern::of_words(&words, score, flags)?);
        }
        let text = |name: &str, usual: &str| json.get(name).and_then(Value::as_str).unwrap_or(usual).to_owned();
        Ok(Self {
            name: text("name", "PatternRecognizer"),
            entity: entity.to_owned(),
            language: text("supported_language", "en"),
            patterns,
            context: texts(json, "context")?.iter().map(|word| word.to_lowercase()).collect(),
            flags,
        })
    }

    /// Everything it finds in a text; `context` are words that count as if they stood beside each value.
    pub fn find(&self, text: &str, context: &[String], check: impl Fn()) -> Vec<AdHocFinding> {
        let mut found = Vec::new();
        for pattern in &self.patterns {
            check();
            for range in pattern.matches(text) {
                let word = self.supporting_word(text, range.start, context);
                let score = if word.is_some() { in_context(pattern.score) } else { pattern.score };
                // What is worth nothing is nothing.
                if score > 0.0 && pattern.score > 0.0 {
                    let explanation = self.explain(pattern, score, word);
                    found.push(AdHocFinding { range, score, explanation });
                }
            }
        }
        found
    }

    /// The first of the recogniser's words that is part of one before a place, or of one that was given.
    fn supporting_word(&self, text: &str, place: usize, context: &[String]) -> Option<&str> {
        if self.context.is_empty() {
            return None;
        }
        let near = words_before(text, place);
        let stands = |word: &&String| near.iter().chain(context).any(|other| other.contains(word.as_str()));
        self.context.iter().find(stands).map(String::as_str)
    }

    fn explain(&self, pattern: &AdHocPattern, score: f64, word: Option<&str>) -> Value {
        json!({
            "recognizer": self.name, "pattern_name": pattern.name, "pattern": pattern.written,
            "original_score": pattern.score, "score": score,
            "textual_explanation": format!("Detected by `{}` using pattern `{}`", self.name, pattern.name),
            "score_context_improvement": score - pattern.score, "supportive_context_word": word.unwrap_or_default(),
            "validation_result": null, "regex_flags": self.flags,
        })
    }
}

impl AdHocPattern {
    fn read(json: &Value, order: &MemberOrder, flags: u64) -> Result<Self, PresidioError> {
        const TAKES: [&str; 3] = ["name", "regex", "score"];
        let wrong = || PresidioError::arguments("a pattern is a JSON object");
        let json = json.as_object().ok_or_else(wrong)?;
        if let Some(other) = order.names.iter().chain(json.keys()).find(|key| !TAKES.contains(&key.as_str())) {
            return Err(unexpected("Pattern", other));
        }
        let lacking: Vec<&str> = TAKES.into_iter().filter(|name| !json.contains_key(*name)).collect();
        if !lacking.is_empty() {
            return Err(missing("Pattern", &lacking));
        }
        let wrong = || PresidioError::arguments("name and regex of a pattern are texts, its score is a number");
        let written = json["regex"].as_str().ok_or_else(wrong)?;
        let score = json["score"].as_f64().ok_or_else(wrong)?;
        let matcher = PatternMatcher::Expression(expression(written, flags)?);
        if !(0.0..=1.0).contains(&score) {
            let told = format!("Invalid score: {}. Score should be between 0 and 1", json["score"]);
            return Err(PresidioError::analysis(told));
        }
        let name = json["name"].as_str().unwrap_or_default().to_owned();
        Ok(Self { name, written: written.to_owned(), score, matcher })
    }

    fn of_words(words: &[String], score: f64, flags: u64) -> Result<Self, PresidioError> {
        let flags = flags & !VERBOSE;
        let matchers = words.iter().map(|word| expression(&regex::escape(word), flags)).collect::<Result<_, _>>()?;
        let escaped: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
        let written = format!(r"(?:^|(?<=\W))({})(?:(?=\W)|$)", escaped.join("|"));
        Ok(Self { name: "deny_list".to_owned(), written, score, matcher: PatternMatcher::Words(matchers) })
    }

    fn matches(&self, text: &str) -> Vec<std::ops::Range<usize>> {
        match &self.matcher {
            PatternMatcher::Expression(expression) => {
                expression.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty()).collect()
            }
            PatternMatcher::Words(words) => whole_words(words, text),
        }
    }
}

/// The words before a place that count as context, in small letters.
pub fn words_before(text: &str, place: usize) -> Vec<String> {
    let before = text.get(..place).unwrap_or_default();
    let words = before.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(WORDS_BEFORE).map(str::to_lowercase).collect()
}

/// The places where words stand by themselves, from the left; of several in one place the first of the list.
fn whole_words(words: &[Regex], text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands_alone = |range: &std::ops::Range<usize>| {
        let before = text.get(..range.start).and_then(|before| before.chars().next_back());
        let after = text.get(range.end..).and_then(|after| after.chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let mut all: Vec<(usize, usize, usize)> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let found = word.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty());
        all.extend(found.filter(stands_alone).map(|range| (range.start, number, range.end)));
    }
    all.sort_unstable();
    let mut ended = 0;
    let mut apart = Vec::new();
    for (start, _, end) in all {
        if start >= ended {
            apart.push(start..end);
            ended = end;
        }
    }
    apart
}

/// An expression with Python's flags.
pub fn expression(written: &str, flags: u64) -> Result<Regex, PresidioError> {
    let has = |flag: u64| flags & flag != 0;
    let built = RegexBuilder::new(written)
        .case_insensitive(has(IGNORE_CASE))
        .multi_line(has(MULTILINE))
        .dot_matches_new_line(has(DOT_ALL))
        .ignore_whitespace(has(VERBOSE))
        .unicode(!has(ASCII))
        .size_limit(MOST_MEMORY)
        .build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => PresidioError::arguments("Invalid regex pattern: it is too large"),
        _ => PresidioError::arguments(
            "Invalid regex pattern: expressions run in linear time here, so look-around and back-references are \
             refused, as is what is no expression",
        ),
    })
}

fn unexpected(class: &str, argument: &str) -> PresidioError {
    PresidioError::arguments(&format!("{class}.__init__() got an unexpected keyword argument '{argument}'"))
}

fn missing(class: &str, arguments: &[&str]) -> PresidioError {
    let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    let mut told = format!("{class}.__init__() missing {} required positional argument", quoted.len());
    let _ = match quoted.as_slice() {
        [one] => write!(told, ": {one}"),
        [one, other] => write!(told, "s: {one} and {other}"),
        [most @ .., last] => write!(told, "s: {}, and {last}", most.join(", ")),
        [] => Ok(()),
    };
    PresidioError::arguments(&told)
}

fn list<'j>(json: &'j Map<String, Value>, name: &str) -> Result<&'j [Value], PresidioError> {
    match json.get(name) {
        Some(Value::Array(all)) => Ok(all),
        None => Ok(&[]),
        Some(other) if is_false(other) => Ok(&[]),
        Some(_) => Err(PresidioError::arguments(&format!("{name} is a list"))),
    }
}

/// A list of texts.
pub fn texts(json: &Map<String, Value>, name: &str) -> Result<Vec<String>, PresidioError> {
    let text = |value: &Value| {
        let wrong = || PresidioError::arguments(&format!("{name} is a list of texts"));
        value.as_str().map(str::to_owned).ok_or_else(wrong)
    };
    list(json, name)?.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(recogniser: Value, text: &str, context: &[&str]) -> Vec<(usize, usize, f64)> {
        let recogniser = AdHocRecogniser::read(&recogniser, &MemberOrder::default()).expect("well formed");
        let context: Vec<String> = context.iter().map(|word| (*word).to_owned()).collect();
        let all = recogniser.find(text, &context, || ());
        all.into_iter().map(|found| (found.range.start, found.range.end, found.score)).collect()
    }

    fn refused(recogniser: Value) -> String {
        format!("{:?}", AdHocRecogniser::read(&recogniser, &MemberOrder::default()).expect_err("refused"))
    }

    #[test]
    fn a_word_before_a_value_raises_its_score() {
        let zip = |context: Value| {
            json!({ "name": "Zip", "supported_entity": "ZIP", "context": context,
                    "patterns": [{ "name": "zip (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01 }] })
        };
        let text = "Zip code: 10023";
        assert_eq!(found(zip(Value::Null), text, &[]), [(10, 15, 0.01)]);
        assert_eq!(found(zip(json!(["zip"])), text, &[]), [(10, 15, 0.4)]);
        assert_eq!(found(zip(json!(["postal"])), text, &[]), [(10, 15, 0.01)]);
        assert_eq!(found(zip(json!(["postal"])), text, &["postal address"]), [(10, 15, 0.4)]);
        let far = "zip one two three four five six 10023";
        assert_eq!(found(zip(json!(["zip"])), far, &[]), [(32, 37, 0.01)]);
    }

    #[test]
    fn words_of_a_list_stand_by_themselves() {
        let titles = json!({ "supported_entity": "TITLE", "deny_list": ["Mr.", "Mr", "Mister"] });
        assert_eq!(found(titles.clone(), "Mr. Pym, mister Lee, Mrs Ray, xMr", &[]), [(0, 3, 1.0), (9, 15, 1.0)]);
        assert_eq!(found(titles, "Mr Pym", &[]), [(0, 2, 1.0)]);
    }

    #[test]
    fn arguments_are_refused_in_the_words_of_python() {
        let with = |pattern: Value| json!({ "supported_entity": "A", "patterns": [pattern] });
        let name = "Failed to parse /analyze request for AnalyzerEngine.analyze(). Pattern.__init__()";
        assert!(
            refused(with(json!({ "type": "x" })))
                .contains(&format!("{name} got an unexpected keyword argument 'type'"))
        );
        assert!(
            refused(with(json!({ "name": "x" })))
                .contains("missing 2 required positional arguments: 'regex' and 'score'")
        );
        assert!(
            refused(with(json!({}))).contains("missing 3 required positional arguments: 'name', 'regex', and 'score'")
        );
        assert!(
            refused(json!({ "deny_list": ["a"] }))
                .contains("PatternRecognizer.__init__() missing 1 required positional argument: 'supported_entity'")
        );
        assert!(refused(json!({ "supported_entity": "A" })).contains("with patterns or with deny list"));
        assert!(
            refused(with(json!({ "name": "x", "regex": "a", "score": 2 })))
                .contains("Invalid score: 2. Score should be between 0 and 1")
        );
    }

    #[test]
    fn what_could_take_for_ever_is_refused_or_takes_linear_time() {
        let with =
            |regex: &str| json!({ "supported_entity": "A", "patterns": [{ "name": "x", "regex": regex, "score": 1 }] });
        for regex in [r"(?=a)b", r"(a)\1", "(", "(a{1000}){1000}"] {
            assert!(refused(with(regex)).contains("Invalid regex pattern"), "{regex}");
        }
        // Backtracking would take longer than anybody lives.
        assert_eq!(found(with("(a+)+$"), &format!("{}b", "a".repeat(100_000)), &[]), []);
    }
}
