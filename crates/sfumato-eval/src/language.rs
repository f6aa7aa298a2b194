//! Quality of the analysis of language.

use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::language::train::detail;
use sfumato::language::treebank::TreeSentence;
use sfumato::language::{Analysis, Convention, Language, LanguageModels, Languages, ParsedSentence, Parser, Upos};

use crate::counts::{MatchTally, compare};
use crate::{GoldAnnotation, GoldFile, MatchCounts, RawText, RawToken, is_annotated, phrases};

/// The tasks of evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageTask {
    /// Parts of speech and finer tags of given words.
    Tags,
    /// Dictionary forms of given words, with the tags that were found.
    Lemmas,
    /// Phrases of given words.
    Chunks,
    /// Tokens of a text.
    Tokens,
    /// Sentences of a text.
    Sentences,
}

impl LanguageTask {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Lemmas => "lemmas",
            Self::Chunks => "chunks",
            Self::Tokens => "tokens",
            Self::Sentences => "sentences",
        }
    }

    /// The measures, the main one first.
    pub fn measures(self) -> &'static [&'static str] {
        match self {
            Self::Tags => &["upos", "detail"],
            Self::Lemmas => &["lemma"],
            Self::Chunks => &["chunk"],
            Self::Tokens => &["token", "word"],
            Self::Sentences => &["sentence"],
        }
    }

    fn annotation(self) -> Option<GoldAnnotation> {
        match self {
            Self::Tags => Some(GoldAnnotation::Tags),
            Self::Lemmas => Some(GoldAnnotation::Lemmas),
            Self::Chunks => Some(GoldAnnotation::Chunks),
            Self::Tokens | Self::Sentences => None,
        }
    }
}

/// The reason why something cannot be evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageEvalError {
    /// There is nothing to compare with.
    NotAnnotated,
    /// The rebuilt text is no text.
    NoText,
}

impl std::fmt::Display for LanguageEvalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotAnnotated => "nothing in it is annotated for this task",
            Self::NoText => "its text cannot be rebuilt",
        })
    }
}

impl std::error::Error for LanguageEvalError {}

/// The result for a part of a file: a tally for each measure of the task.
pub type PartTallies = Vec<MatchTally>;

/// A treebank is counted in parts of so many sentences.
const PART: usize = 100;

/// Evaluates a file: in the way of annotating that has this number in the training, by parts of a hundred sentences.
/// A text by sentences is one part.
pub fn evaluate(
    task: LanguageTask,
    gold: &GoldFile,
    models: &LanguageModels<'_>,
    convention: Convention,
) -> Result<Vec<PartTallies>, LanguageEvalError> {
    let language = models.language();
    match (task, task.annotation(), gold) {
        (_, Some(annotation), GoldFile::Treebank(sentences)) if is_annotated(sentences, annotation, language) => {
            let mut parser = Parser::new(models, convention);
            let naming = PhraseNaming::of(sentences);
            Ok(sentences.chunks(PART).map(|part| words(task, part, &mut parser, language, naming)).collect())
        }
        (_, Some(_), _) | (LanguageTask::Tokens, _, GoldFile::Lines(_)) => Err(LanguageEvalError::NotAnnotated),
        (_, None, _) if gold.is_empty() => Err(LanguageEvalError::NotAnnotated),
        (_, None, GoldFile::Treebank(sentences)) => text(task, &RawText::of_treebank(sentences), PART, language),
        (_, None, GoldFile::Lines(lines)) => text(task, &RawText::of_lines(lines), usize::MAX, language),
    }
}

/// Counts what is found about given words.
fn words(
    task: LanguageTask,
    sentences: &[TreeSentence],
    parser: &mut Parser<'_>,
    language: Language,
    naming: PhraseNaming,
) -> PartTallies {
    let mut tallies = vec![MatchTally::default(); task.measures().len()];
    for sentence in sentences {
        let parsed = parser.parse(&sentence.forms());
        match (task, tallies.as_mut_slice()) {
            (LanguageTask::Tags, [upos, details]) => tags(sentence, &parsed, language, upos, details),
            (LanguageTask::Lemmas, [lemma]) => lemmas(sentence, &parsed, lemma),
            (LanguageTask::Chunks, [chunk]) => chunks(sentence, &parsed, naming, chunk),
            _ => {}
        }
    }
    tallies
}

fn tags(
    sentence: &TreeSentence,
    parsed: &ParsedSentence<'_>,
    language: Language,
    upos: &mut MatchTally,
    details: &mut MatchTally,
) {
    for ((word, found), found_detail) in sentence.words.iter().zip(&parsed.upos).zip(&parsed.details) {
        if Upos::from_name(&word.upos).is_some() {
            upos.label(&word.upos, found.name());
            details.label(&detail(language, word), found_detail);
        }
    }
}

/// Words of which a treebank gives no lemma count as right, as in the shared tasks on parsing.
fn lemmas(sentence: &TreeSentence, parsed: &ParsedSentence<'_>, tally: &mut MatchTally) {
    for (word, found) in sentence.words.iter().zip(&parsed.lemmas) {
        tally.verdict(&word.upos, word.lemma.is_empty() || word.lemma == *found);
    }
}

/// The names of phrases in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PhraseNaming {
    /// All by their own names.
    Full,
    /// As an analysis is printed: all but noun and verb phrases are `XP`.
    Coarse,
}

impl PhraseNaming {
    fn of(sentences: &[TreeSentence]) -> Self {
        let mut words = sentences.iter().flat_map(|sentence| &sentence.words);
        if words.any(|word| word.chunk.ends_with("-XP")) { Self::Coarse } else { Self::Full }
    }

    /// A label in the names of the file.
    fn label(self, label: &str) -> &str {
        match (self, label) {
            (Self::Full, _) | (_, "O" | "B-NP" | "I-NP" | "B-VP" | "I-VP") => label,
            (Self::Coarse, _) if label.starts_with("B-") => "B-XP",
            (Self::Coarse, _) => "I-XP",
        }
    }
}

fn chunks(sentence: &TreeSentence, parsed: &ParsedSentence<'_>, naming: PhraseNaming, tally: &mut MatchTally) {
    let mut gold = sentence.clone();
    if !gold.has_chunks() {
        gold.derive_chunks();
    }
    let gold = phrases(gold.words.iter().map(|word| word.chunk.as_str()));
    let found = phrases(parsed.chunks.iter().map(|label| naming.label(label)));
    let mut kinds: Vec<&str> = gold.iter().chain(&found).map(|(kind, _, _)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of = |all: &[(&str, usize, usize)]| {
            all.iter().filter(|(own, _, _)| *own == kind).map(|(_, start, end)| (*start, *end)).collect::<Vec<_>>()
        };
        tally.add(kind, compare(&of(&gold), &of(&found)));
    }
}

/// Counts what is found in a text, by parts of so many sentences.
fn text(
    task: LanguageTask,
    raw: &RawText,
    part: usize,
    language: Language,
) -> Result<Vec<PartTallies>, LanguageEvalError> {
    let document = TextFile.read(raw.text.clone().into_bytes()).map_err(|_| LanguageEvalError::NoText)?;
    if document.text() != raw.text {
        return Err(LanguageEvalError::NoText);
    }
    let analysis = Analysis::in_languages(&document, Languages::only(language));
    // Everything before the start of a part belongs to the one before it.
    let starts = raw.sentences.iter().skip(part).step_by(part).map(|sentence| sentence.start);
    let ends: Vec<usize> = starts.chain([usize::MAX]).collect();
    if task == LanguageTask::Sentences {
        let span = |sentence: &std::ops::Range<usize>| (sentence.start, sentence.end);
        let gold: Vec<(usize, usize)> = raw.sentences.iter().map(span).collect();
        let found: Vec<(usize, usize)> = analysis.sentences().iter().map(|span| (span.start(), span.end())).collect();
        let counts = by_parts(&gold, &found, &ends, |(start, _)| *start);
        return Ok(counts.into_iter().map(|counts| vec![tally(counts)]).collect());
    }
    let found = surface_tokens(&analysis);
    let span = |token: &RawToken| (token.start, token.end);
    let spans = |tokens: &[RawToken]| tokens.iter().map(span).collect::<Vec<_>>();
    let tokens = by_parts(&spans(&raw.tokens), &spans(&found), &ends, |(start, _)| *start);
    let words = by_parts(&each_word(&raw.tokens), &each_word(&found), &ends, |(token, _)| token.start);
    Ok(tokens.into_iter().zip(words).map(|(tokens, words)| vec![tally(tokens), tally(words)]).collect())
}

fn tally(counts: MatchCounts) -> MatchTally {
    MatchTally { all: counts, ..MatchTally::default() }
}

/// Tokens as they are written: what is glued together is one.
fn surface_tokens(analysis: &Analysis<'_>) -> Vec<RawToken> {
    let mut tokens: Vec<RawToken> = Vec::new();
    for token in analysis.tokens() {
        match tokens.last_mut() {
            Some(last) if token.is_glued => {
                last.end = token.span.end();
                last.words += 1;
            }
            _ => tokens.push(RawToken { start: token.span.start(), end: token.span.end(), words: 1 }),
        }
    }
    tokens
}

/// The words of tokens: each is known by its token, how many words that is, and which of them it is.
fn each_word(tokens: &[RawToken]) -> Vec<(RawToken, usize)> {
    tokens.iter().flat_map(|token| (0..token.words).map(|nth| (token.clone(), nth))).collect()
}

/// Compares two sorted lists part by part, each of which ends at an offset.
fn by_parts<T: Ord>(mut gold: &[T], mut found: &[T], ends: &[usize], start: impl Fn(&T) -> usize) -> Vec<MatchCounts> {
    let mut counts = Vec::with_capacity(ends.len());
    for end in ends {
        let (gold_part, gold_rest) = gold.split_at(gold.partition_point(|item| start(item) < *end));
        let (found_part, found_rest) = found.split_at(found.partition_point(|item| start(item) < *end));
        counts.push(compare(gold_part, found_part));
        (gold, found) = (gold_rest, found_rest);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let (gold, found) = ([(0, 2), (3, 5), (6, 8), (9, 10)], [(0, 2), (3, 8), (9, 10)]);
        let parts = by_parts(&gold, &found, &[6, usize::MAX], |(start, _)| *start);
        assert_eq!(
            parts,
            [MatchCounts { right: 1, spurious: 1, missed: 1 }, MatchCounts { right: 1, spurious: 0, missed: 1 }]
        );
        let mut sum = MatchCounts::default();
        parts.into_iter().for_each(|part| sum += part);
        assert_eq!(sum, compare(&gold, &found));
    }

    #[test]
    fn phrases_are_named_as_the_file_names_them() {
        let sentence = |chunk: &str| {
            let word = sfumato::language::treebank::TreeWord { chunk: chunk.to_owned(), ..Default::default() };
            TreeSentence { words: vec![word], ..Default::default() }
        };
        let table = [
            ("B-XP", ["B-NP", "I-VP", "B-XP", "I-XP", "O"]),
            ("B-PP", ["B-NP", "I-VP", "B-PP", "I-ADVP", "O"]),
            ("O", ["B-NP", "I-VP", "B-PP", "I-ADVP", "O"]),
        ];
        for (gold, expected) in table {
            let naming = PhraseNaming::of(&[sentence("B-NP"), sentence(gold)]);
            assert_eq!(["B-NP", "I-VP", "B-PP", "I-ADVP", "O"].map(|label| naming.label(label)), expected, "{gold}");
        }
    }

    #[test]
    fn a_token_of_two_words_that_was_not_parted_is_one_wrong_word_for_two() {
        let (gold, found) = ([RawToken { start: 0, end: 3, words: 2 }], [RawToken { start: 0, end: 3, words: 1 }]);
        let counts = compare(&each_word(&gold), &each_word(&found));
        assert_eq!(counts, MatchCounts { right: 0, spurious: 1, missed: 2 });
    }

    #[test]
    fn sentences_of_plain_lines_are_measured() {
        let lines = "The boy ran home.\nHe slept.\nIt was late";
        let parts = text(LanguageTask::Sentences, &RawText::of_lines(&lines_of(lines)), usize::MAX, Language::English);
        let parts = parts.expect("a text");
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0][0].all, MatchCounts { right: 3, spurious: 0, missed: 0 });
        // A line that ends without a mark is not told from the next.
        let parts = text(
            LanguageTask::Sentences,
            &RawText::of_lines(&lines_of("A boy\nran home.")),
            usize::MAX,
            Language::English,
        );
        assert_eq!(parts.expect("a text")[0][0].all, MatchCounts { right: 0, spurious: 1, missed: 2 });
    }

    fn lines_of(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }
}
