//! Learning vectors from what was gathered.

use std::collections::HashMap;

use sfumato_model::train::vectors::{
    self as train, TokenPart, TokenTable, TrainingText, VectorProgress, VectorWeights,
};

use super::draft::VectorDraft;
use super::gather::{END, Gathering, NumberedTexts, PHRASE};
use super::letters::runs;
use super::table::{MOST_DIMENSIONS, VectorTable};

/// The settings for learning.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorLearningSettings {
    /// The number of numbers in a vector.
    pub dimensions: usize,
    /// The number of rows that runs of letters share.
    pub buckets: u32,
    /// Words and phrases that are met less often are not learnt.
    pub minimum: u32,
    /// The walk through the text.
    pub walk: train::VectorSettings,
}

impl Default for VectorLearningSettings {
    fn default() -> Self {
        Self { dimensions: 300, buckets: 50_000, minimum: 1, walk: train::VectorSettings::default() }
    }
}

/// The reason why nothing can be learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// There are no words, or all are met too seldom.
    #[error("there are no words to learn")]
    NoWords,
    /// Vectors without dimensions, or with too many.
    #[error("vectors have from 1 to 4096 dimensions")]
    Dimensions,
    /// The vectors to be extended do not have what is needed for it.
    #[error("these vectors cannot be extended")]
    Closed,
}

/// A word that is met so often needs no letters to lean on.
const COMMON: u32 = 100;

/// Learns the vectors of what was gathered. The letters that rare words lean on meanwhile are of no further use: others
/// are fitted to the vectors in the end.
pub fn learn(
    gathering: &Gathering,
    settings: &VectorLearningSettings,
    each: impl FnMut(VectorProgress) -> bool,
) -> Result<VectorDraft, LearnError> {
    let dimensions = settings.dimensions;
    if !(1..=MOST_DIMENSIONS).contains(&dimensions) {
        return Err(LearnError::Dimensions);
    }
    let plan = LearningPlan::new(gathering, settings, None)?;
    let mut weights = VectorWeights::new(&plan.tokens, dimensions, settings.walk.seed);
    train::train(&mut weights, &plan.tokens, &plan.text, &settings.walk, each);
    let mut draft = VectorDraft::new(dimensions);
    plan.write(&weights, &mut draft);
    draft.fit_letters(settings.buckets);
    Ok(draft)
}

/// Learns the vectors of what is new in what was gathered; those of the table stay as they are, to the bit.
pub fn extend(
    gathering: &Gathering,
    settings: &VectorLearningSettings,
    table: &VectorTable<'_>,
    each: impl FnMut(VectorProgress) -> bool,
) -> Result<VectorDraft, LearnError> {
    if !table.is_extensible() {
        return Err(LearnError::Closed);
    }
    let mut draft = VectorDraft::from_table(table);
    let settings =
        VectorLearningSettings { dimensions: draft.dimensions, buckets: table.buckets() as u32, ..settings.clone() };
    let plan = LearningPlan::new(gathering, &settings, Some(&draft))?;
    let mut weights = VectorWeights::new(&plan.tokens, draft.dimensions, settings.walk.seed);
    for bucket in 0..table.buckets() {
        weights.set_letters(bucket, &table.letter_numbers(bucket));
    }
    for entry in 0..draft.len() {
        weights.set_vector(&plan.tokens, entry as u32, draft.vector(entry));
        weights.set_context(entry as u32, &table.context(entry));
    }
    let walk = train::VectorSettings { frozen: draft.len(), ..settings.walk.clone() };
    train::train(&mut weights, &plan.tokens, &plan.text, &walk, each);
    plan.write(&weights, &mut draft);
    Ok(draft)
}

/// The words and phrases to be learnt, as numbers.
struct LearningPlan<'g> {
    tokens: TokenTable,
    text: TrainingText,
    /// Text, token and count of what is new, commonest first.
    learnt: Vec<(&'g str, u32, u32)>,
}

impl<'g> LearningPlan<'g> {
    /// The known tokens come first, in their order, then the new words, then the new phrases.
    fn new(
        gathering: &'g Gathering,
        settings: &VectorLearningSettings,
        known: Option<&VectorDraft>,
    ) -> Result<Self, LearnError> {
        let mut tokens = TokenTable::new(settings.buckets);
        let mut old: HashMap<&str, u32> = HashMap::new();
        for text in known.iter().flat_map(|draft| &draft.texts) {
            old.insert(text, tokens.push([]));
        }
        let mut learnt = Vec::new();
        let mut number = |names: &'g NumberedTexts, parts: &dyn Fn(&str, u32) -> Vec<TokenPart>| {
            let mut numbers = vec![None; names.counts.len()];
            for (text, name, count) in names.ranked(1) {
                let token = match old.get(text) {
                    Some(token) => *token,
                    None if count < settings.minimum => continue,
                    None => {
                        let token = tokens.push(parts(text, name));
                        learnt.push((text, token, count));
                        token
                    }
                };
                if let Some(place) = numbers.get_mut(name as usize) {
                    *place = Some(token);
                }
            }
            numbers
        };
        let words = number(&gathering.words, &|text, number| {
            let mut parts = Vec::new();
            if gathering.words.counts.get(number as usize).is_some_and(|count| *count < COMMON) {
                runs(text, settings.buckets, |row| parts.push(TokenPart::Letters(row)));
            }
            parts
        });
        let word = |number: &u32| words.get(*number as usize).copied().flatten();
        let inside = |number: u32| gathering.inside.get(number as usize).map(|inside| &**inside).unwrap_or_default();
        let phrases = number(&gathering.phrases, &|_, number| {
            inside(number).iter().filter_map(word).map(TokenPart::Word).collect()
        });
        let mut text = TrainingText::default();
        let mut read: Vec<u32> = Vec::new();
        for number in &gathering.stream {
            match *number {
                END => text.end(),
                phrase if phrase & PHRASE != 0 => {
                    let number = phrase & !PHRASE;
                    read.clear();
                    read.extend(inside(number).iter().filter_map(word));
                    match phrases.get(number as usize).copied().flatten() {
                        Some(token) => text.phrase(token, &read),
                        None => read.iter().for_each(|word| text.word(*word)),
                    }
                }
                number => word(&number).into_iter().for_each(|word| text.word(word)),
            }
        }
        if tokens.is_empty() || text.words() == 0 {
            return Err(LearnError::NoWords);
        }
        learnt.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(b.0)));
        Ok(Self { tokens, text, learnt })
    }

    /// Adds what was learnt to a draft.
    fn write(&self, weights: &VectorWeights, draft: &mut VectorDraft) {
        let total = self.text.words() as f64;
        for (text, token, count) in &self.learnt {
            draft.push((*text).to_owned(), f64::from(*count) / total, &weights.vector(&self.tokens, *token));
            draft.contexts.extend(weights.context(*token));
        }
    }
}
