//! `sfumato train lemmas`.

use std::collections::BTreeMap;
use std::path::Path;

use sfumato::language::train::{LemmaEntry, detail, lemmas};
use sfumato::language::treebank::{TreeSentence, TreeWord};
use sfumato::language::{Language, Upos};
use sfumato_eval::GoldAnnotation;

use crate::args::TrainArguments;
use crate::failure::Failure;
use crate::gold;

/// A word with what is to be learnt of it: form, part of speech, finer tag, lemma.
type LemmaExample = (String, Upos, String, String);

/// Learns the table of lemmas.
pub fn train(train: &TrainArguments) -> Result<Vec<u8>, Failure> {
    let language = train.language.language();
    let sources = super::read(&train.gold, GoldAnnotation::Lemmas, language)?;
    let mut seen: BTreeMap<LemmaExample, u32> = BTreeMap::new();
    for sentence in sources.iter().flat_map(|source| &source.sentences) {
        for word in words(sentence, language) {
            *seen.entry(word).or_default() += 1;
        }
    }
    let table = train.table.as_deref().map_or_else(|| Ok(Vec::new()), read_table)?;
    let table = table.iter().map(|(word, weight)| entry(word, *weight));
    Ok(lemmas(seen.iter().map(|(word, count)| entry(word, *count)), table))
}

fn entry<'w>((form, upos, detail, lemma): &'w LemmaExample, count: u32) -> LemmaEntry<'w> {
    LemmaEntry { form, upos: *upos, detail, lemma, count }
}

/// The words of a sentence that have a lemma. A word written apart by mistake (`with out`) has that of the whole on its
/// first part, which teaches nothing, and none on the others.
fn words(sentence: &TreeSentence, language: Language) -> Vec<LemmaExample> {
    let goes_with = |nth: usize| sentence.words.get(nth).is_some_and(|word| word.relation == "goeswith");
    let word = |(nth, word): (usize, &TreeWord)| {
        let is_whole = !goes_with(nth) && !goes_with(nth + 1) && !word.lemma.is_empty();
        let upos = Upos::from_name(&word.upos).filter(|_| is_whole)?;
        Some((word.form.clone(), upos, detail(language, word), word.lemma.clone()))
    };
    sentence.words.iter().enumerate().filter_map(word).collect()
}

/// A table of words: form, part of speech, finer tag, lemma, weight.
fn read_table(path: &Path) -> Result<Vec<(LemmaExample, u32)>, Failure> {
    let text = gold::text(path)?;
    let line = |(nth, line): (usize, &str)| {
        let wrong = |what: &str| Failure::at(path.display().to_string(), format!("line {}: {what}", nth + 1));
        let cells: Vec<&str> = line.split('\t').collect();
        let [form, upos, detail, lemma, weight] = cells[..] else {
            return Err(wrong("expected form, part of speech, finer tag, lemma, weight"));
        };
        let upos = Upos::from_name(upos).ok_or_else(|| wrong("the second column is no part of speech"))?;
        let weight = weight.parse().map_err(|_| wrong("the weight is no whole number"))?;
        Ok(((form.to_owned(), upos, detail.to_owned(), lemma.to_owned()), weight))
    };
    text.lines().enumerate().map(line).collect()
}
