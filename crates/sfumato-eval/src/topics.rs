//! Quality of topic detection: annotated phrases that belong to a topic, and others of the same kind.
//!
//! What an annotation should come to is told from the taxonomies alone, by another way than the recogniser takes: its
//! text is looked up as a whole, and so is every run of words of the noun phrase around it.

use std::collections::HashSet;

use sfumato::detect::{Findings, Recogniser, RecogniserFault};
use sfumato::document::Span;
use sfumato::document::annotations::AnnotatedDocument;
use sfumato::knowledge::{Concept, Knowledge, key};
use sfumato::language::{Analysis, Language, Models, TermKind};
use sfumato::risk::{Topic, Topics};

/// Runs of more words are no names.
const LONGEST: usize = 8;

/// A number of annotations, and of those that came out as they should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TopicShare {
    /// The number that came out as they should.
    pub right: usize,
    /// The number of annotations.
    pub all: usize,
}

impl TopicShare {
    /// Between 0 and 1; 1 of none.
    pub fn ratio(self) -> f64 {
        if self.all == 0 { 1.0 } else { self.right as f64 / self.all as f64 }
    }

    fn add(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
        self.all += 1;
    }

    fn merge(&mut self, other: Self) {
        self.right += other.right;
        self.all += other.all;
    }
}

/// The relation of an annotation to the topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicRelation {
    /// Its text is a name of something that belongs to one.
    Listed,
    /// It holds such a name or a phrase of the policy, or the noun phrase around it does.
    Around,
    /// Neither.
    Other,
}

/// The result for the annotations of some documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TopicTally {
    /// Names of what belongs to a topic: right if a finding covers the whole of it.
    pub listed: TopicShare,
    /// Phrases that hold such a name, or stand in one noun phrase with it: right if something of them was found.
    pub around: TopicShare,
    /// All others: right if nothing of it was found.
    pub others: TopicShare,
    /// The annotations that are not right, in the order of the text.
    pub misses: Vec<(Span, TopicRelation)>,
}

impl TopicTally {
    /// Adds that of another document; places are of one document each, and so are left out.
    pub fn merge(&mut self, other: &Self) {
        self.listed.merge(other.listed);
        self.around.merge(other.around);
        self.others.merge(other.others);
    }
}

/// The names that belong to the topics, for looking them up.
#[derive(Debug)]
pub struct TopicNames<'a, 'k> {
    knowledge: &'a Knowledge<'k>,
    concepts: HashSet<(usize, Concept)>,
    /// The keys of what the policy adds.
    phrases: HashSet<u64>,
}

impl<'a, 'k> TopicNames<'a, 'k> {
    /// Collects the names of the topics as they were resolved.
    pub fn new(knowledge: &'a Knowledge<'k>, topics: &Topics<'_>, policy: &[Topic]) -> Self {
        let concepts = topics.listed().map(|listed| (listed.taxonomy, listed.concept)).collect();
        let also = policy.iter().flat_map(|topic| &topic.also);
        let keys =
            also.flat_map(|phrase| [Language::English, Language::Spanish].map(|language| key::key(phrase, language)));
        Self { knowledge, concepts, phrases: keys.collect() }
    }

    /// True if a phrase is a name of something that belongs to a topic.
    fn is_listed(&self, phrase: &str, language: Language) -> bool {
        self.knowledge.taxonomies().iter().enumerate().any(|(at, taxonomy)| {
            taxonomy.senses(phrase, language).iter().any(|sense| self.concepts.contains(&(at, sense.concept)))
        })
    }

    /// True if any run of words of a phrase is such a name, or a phrase of the policy.
    fn holds(&self, phrase: &str, language: Language) -> bool {
        let mut words = Vec::new();
        key::placed_words(phrase, |place, _| words.push(place));
        let runs = (0..words.len()).flat_map(|from| (from..words.len().min(from + LONGEST)).map(move |to| (from, to)));
        runs.filter_map(|(from, to)| phrase.get(words.get(from)?.start..words.get(to)?.end)).any(|run| {
            let own = [Language::English, Language::Spanish];
            own.iter().any(|language| self.is_listed(run, *language)) || self.phrases.contains(&key::key(run, language))
        })
    }

    fn relation(&self, analysis: &Analysis, span: Span) -> TopicRelation {
        let document = analysis.document();
        let token = analysis.tokens().partition_point(|token| token.span.end() <= span.start());
        let language = analysis.language_of(token as u32).unwrap_or(Language::English);
        match () {
            () if self.is_listed(document.slice(span), language) => TopicRelation::Listed,
            () if self.holds(document.slice(around(analysis, span)), language) => TopicRelation::Around,
            () => TopicRelation::Other,
        }
    }
}

/// A place with the noun phrases it lies in.
fn around(analysis: &Analysis, span: Span) -> Span {
    let terms = analysis.terms().iter().filter(|term| term.kind == TermKind::Noun && term.span.overlaps(span));
    terms.fold(span, |wide, term| wide.cover(term.span))
}

/// Finds topics in a document and compares with its annotations of some labels.
pub fn evaluate(
    lookup: &TopicNames<'_, '_>,
    topics: &Topics<'_>,
    models: &Models<'_>,
    gold: &AnnotatedDocument,
    counts: impl Fn(&str) -> bool,
) -> Result<TopicTally, RecogniserFault> {
    let analysis = Analysis::new(&gold.document).with_models(models);
    let mut findings = Findings::default();
    topics.recognise(&analysis, &mut findings)?;
    let found: Vec<Span> = findings.into_sorted().into_iter().map(|finding| finding.span).collect();
    let mut tally = TopicTally::default();
    for annotation in gold.annotations.iter().filter(|annotation| counts(&annotation.label)) {
        let span = annotation.span;
        let relation = lookup.relation(&analysis, span);
        let is_touched = found.iter().any(|found| found.overlaps(span));
        let (share, is_right) = match relation {
            TopicRelation::Listed => (&mut tally.listed, found.iter().any(|found| found.contains(span))),
            TopicRelation::Around => (&mut tally.around, is_touched),
            TopicRelation::Other => (&mut tally.others, !is_touched),
        };
        share.add(is_right);
        if !is_right {
            tally.misses.push((span, relation));
        }
    }
    Ok(tally)
}
