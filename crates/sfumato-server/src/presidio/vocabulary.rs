//! Presidio's names of what we find, and its scale of scores.

use std::sync::OnceLock;

use sfumato::detect::labels::LabelSet;
use sfumato::detect::{Category, FindingReason};
use sfumato::language::Language;
use sfumato::{Bundle, Explanation};

use super::error::PresidioError;
use crate::options::language;

/// The word of the set of labels for what has none.
pub const REST: &str = "OTHER";
/// The recogniser of whatever a model finds there.
const SPACY: &str = "SpacyRecognizer";
/// The score of a model's finding there.
const LEARNT: f64 = 0.85;
/// The score that a word beside a value adds, and the least that comes of it.
const CONTEXT: (f64, f64) = (0.35, 0.4);

/// A name of Presidio's, and how sure it is.
#[derive(Debug, Clone, PartialEq)]
pub struct PresidioName {
    /// The entity.
    pub entity: &'static str,
    /// The recogniser.
    pub recogniser: &'static str,
    /// The score of the shape alone.
    pub score: f64,
    /// Words that speak for it there.
    pub words: Vec<&'static str>,
}

/// The names, by recogniser or category.
fn names() -> &'static [(&'static str, PresidioName)] {
    static NAMES: OnceLock<Vec<(&'static str, PresidioName)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let lines = include_str!("entities.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.filter_map(named).collect()
    })
}

fn named(line: &'static str) -> Option<(&'static str, PresidioName)> {
    let mut words = line.split_whitespace();
    let (ours, entity, recogniser) = (words.next()?, words.next()?, words.next()?);
    let score = words.next()?.parse().ok()?;
    let spoken = words.next().map(|spoken| spoken.split(',').collect()).unwrap_or_default();
    Some((ours, PresidioName { entity, recogniser, score, words: spoken }))
}

impl PresidioName {
    /// The name of something of a category that a recogniser found.
    pub fn of(recogniser: &str, category: &Category) -> Self {
        let listed = |ours: &str| names().iter().find(|(known, _)| *known == ours).map(|(_, name)| name.clone());
        if let Some(name) = listed(recogniser) {
            return name;
        }
        let mut path = category.path();
        loop {
            if let Some(name) = listed(path) {
                return name;
            }
            match path.rsplit_once('/') {
                Some((above, _)) => path = above,
                None => break,
            }
        }
        let label = category.label(LabelSet::Presidio);
        let entity = labels().iter().find(|known| **known == label).copied().unwrap_or(REST);
        Self { entity, recogniser: SPACY, score: LEARNT, words: Vec::new() }
    }

    /// True for what a model of language finds there.
    pub fn is_of_model(&self) -> bool {
        self.recogniser == SPACY
    }

    /// Its score for a reason, and what a word beside it added.
    pub fn scored(&self, why: FindingReason) -> (f64, f64) {
        match why {
            // One score for all that a model of language finds.
            _ if self.is_of_model() => (self.score, 0.0),
            FindingReason::Checked | FindingReason::CheckedInContext => (1.0, 0.0),
            FindingReason::Context | FindingReason::Field => {
                let with_word = in_context(self.score);
                (with_word, with_word - self.score)
            }
            _ => (self.score, 0.0),
        }
    }
}

/// The place of a recogniser among those that found the same: those of a country where the language is spoken come first.
pub fn rank(recogniser: &str, language: Language) -> usize {
    let homes: &[&str] = match language {
        Language::English => &["us/", "uk/"],
        Language::Spanish => &["es/"],
    };
    let is_of_a_country = recogniser.find('/') == Some(2);
    match () {
        () if homes.iter().any(|home| recogniser.starts_with(home)) => 0,
        () if !is_of_a_country => 1,
        () => 2,
    }
}

/// A score with a word beside what has it.
pub fn in_context(score: f64) -> f64 {
    (score + CONTEXT.0).max(CONTEXT.1).min(1.0)
}

/// The labels that categories have there.
fn labels() -> &'static [&'static str] {
    static LABELS: OnceLock<Vec<&'static str>> = OnceLock::new();
    LABELS.get_or_init(|| {
        let mut labels: Vec<&'static str> = names().iter().map(|(_, name)| name.entity).collect();
        for category in Category::all() {
            let label = category.label(LabelSet::Presidio);
            if label != REST && !labels.contains(&label) {
                // There are some tens, and they are asked for once.
                labels.push(Box::leak(label.to_owned().into_boxed_str()));
            }
        }
        labels.sort_unstable();
        labels.dedup();
        labels
    })
}

/// The entities that are looked for in a language, or in all.
pub fn entities(code: Option<&str>) -> Result<&'static [&'static str], PresidioError> {
    static LISTED: [OnceLock<Vec<&'static str>>; 3] = [const { OnceLock::new() }; 3];
    check_language(code)?;
    let [all, english, spanish] = &LISTED;
    let listed = match code.and_then(language) {
        None => all,
        Some(Language::English) => english,
        Some(Language::Spanish) => spanish,
    };
    Ok(listed.get_or_init(|| list_entities(code)))
}

fn list_entities(code: Option<&str>) -> Vec<&'static str> {
    let is_spoken = |id: &str| spoken(id, code);
    let of_others: Vec<&str> =
        names().iter().filter(|(ours, _)| !is_spoken(ours)).map(|(_, name)| name.entity).collect();
    labels().iter().copied().filter(|label| !of_others.contains(label)).collect()
}

/// The recognisers of a language.
pub fn recognisers(code: Option<&str>) -> Result<Vec<&'static str>, PresidioError> {
    check_language(code)?;
    Ok(Bundle::recognisers().chain(Bundle::learned()).filter(|id| spoken(id, code)).collect())
}

/// True unless a recogniser is for other languages.
fn spoken(id: &str, code: Option<&str>) -> bool {
    let Some(code) = code else { return true };
    match Bundle::explain(id) {
        Some(Explanation::Recogniser { definition, .. }) => {
            definition.languages.is_empty() || definition.languages.iter().any(|language| language == code)
        }
        Some(Explanation::Model { language, .. }) => language.code() == code,
        _ => true,
    }
}

fn check_language(code: Option<&str>) -> Result<(), PresidioError> {
    match code {
        Some(code) if language(code).is_none() => Err(PresidioError::no_recognisers()),
        _ => Ok(()),
    }
}

/// The words that speak for a recogniser's values.
pub fn context_words(recogniser: &str) -> Vec<String> {
    match Bundle::explain(recogniser) {
        Some(Explanation::Recogniser { definition, .. }) => {
            let labels = definition.fields.iter().flat_map(|field| field.labels.iter().cloned());
            definition.context.words.iter().cloned().chain(labels).map(|word| word.to_lowercase()).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(recogniser: &str, category: &str) -> PresidioName {
        PresidioName::of(recogniser, &Category::new(category).expect("a category"))
    }

    #[test]
    fn every_line_of_the_table_is_of_something_that_there_is() {
        let lines = include_str!("entities.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(names().len(), lines.count());
        for (ours, name) in names() {
            let is_category = Category::all().any(|category| category.path() == *ours);
            assert!(is_category || Bundle::recognisers().any(|id| id == *ours), "{ours}");
            assert!((0.0..=1.0).contains(&name.score), "{ours}");
        }
    }

    #[test]
    fn the_recogniser_counts_before_the_category() {
        assert_eq!(name("uk/nhs", "id/health").entity, "UK_NHS");
        assert_eq!(name("es/nie", "id/national").entity, "ES_NIE");
        assert_eq!(name("en/general", "person/patient").entity, "PERSON");
        assert_eq!(name("secret/jwt", "secret/key").entity, REST);
    }

    #[test]
    fn scores_are_those_of_presidio() {
        let licence = name("us/driving-licence", "id/licence");
        assert_eq!(licence.scored(FindingReason::Shape), (0.3, 0.0));
        assert_eq!(licence.scored(FindingReason::Context).0, 0.649_999_999_999_999_9);
        let account = name("us/bank-account", "finance/account");
        assert_eq!(account.scored(FindingReason::Context).0, 0.4);
        assert_eq!(name("finance/iban", "finance/iban").scored(FindingReason::Checked).0, 1.0);
        assert_eq!(name("en/general", "person").scored(FindingReason::Learnt).0, 0.85);
    }

    #[test]
    fn languages_that_are_not_spoken_are_refused() {
        assert!(entities(Some("he")).is_err());
        assert!(recognisers(Some("he")).is_err());
        let (english, spanish) = (entities(Some("en")).expect("spoken"), entities(Some("es")).expect("spoken"));
        assert!(english.contains(&"PERSON") && spanish.contains(&"ES_NIF"));
        assert!(entities(None).expect("all").len() >= english.len().max(spanish.len()));
    }
}
