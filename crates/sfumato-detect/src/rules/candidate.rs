//! Rules that may be: what annotated documents suggest before anything is measured.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sfumato_document::Span;

use super::context::{LabelBefore, contexts};
use super::shape::{self, JOINING_WORDS, NAME, ShapeWidth, ValueShape};
use super::{RuleExample, RuleSettings};
use crate::{Category, EntityLinks, KnownCategory, ValueForm};

/// The identity of a candidate, whichever documents it was made from. Of two that find the same, the first in order
/// is the one that was tried in more places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CandidateKey {
    /// A word or phrase, anywhere.
    Word { category: Category, word: String },
    /// A value of a shape, anywhere; alone, if it must not be part of a longer number.
    Shape { category: Category, width: ShapeWidth, form: String, alone: bool },
    /// A value behind a label.
    Field { category: Category, value: FieldValueKind, before: LabelBefore },
}

impl CandidateKey {
    pub(super) fn category(&self) -> &Category {
        match self {
            Self::Field { category, .. } | Self::Shape { category, .. } | Self::Word { category, .. } => category,
        }
    }
}

/// The kind of value that a field has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FieldValueKind {
    /// Of one shape that is common behind its label.
    Shape(ShapeWidth, String),
    /// Of any common shape of its category.
    Shapes,
    /// Words with a capital that pass for the name of a person.
    Names,
    /// A word.
    Word,
    /// All up to the next mark.
    Clause,
    /// All up to the last letter, digit or bracket of the line.
    Line,
}

impl FieldValueKind {
    const GENERAL: [Self; 5] = [Self::Shapes, Self::Names, Self::Word, Self::Clause, Self::Line];
}

/// A rule that may be.
pub(super) struct RuleCandidate {
    pub key: CandidateKey,
    pub regex: String,
    pub check: Option<&'static str>,
    /// An invented value.
    pub example: String,
}

/// The most shapes of a category that the value of a field may have.
const SHAPES_OF_FIELD: usize = 24;
/// The most labels, shapes and words that are tried; a bank numbers its rules with 16 bits.
const MOST_LABELS: usize = 2000;
const MOST_FIELDS: usize = 50_000;
const MOST_SHAPES: usize = 1000;
const MOST_WORDS: usize = 1000;
/// A word is common in a category if it stands in one of so many of the category's documents.
const COMMON: usize = 50;
/// The longest phrase of a closed class, in characters.
const LONGEST_WORD: usize = 60;

/// The values behind a label: a word, all up to the next mark, all of the line.
const WORD: &str = r"[\p{L}\d](?:[\p{L}\d'._/-]*[\p{L}\dªº])?";
const CLAUSE: &str = r"[\p{L}\d](?:[^\n.,;:()]*[\p{L}\dªº])?";
const LINE: &str = r"[\p{L}\d](?:[^\n]*[\p{L}\dªº)])?";

/// The candidates that some documents suggest, in a fixed order.
pub(super) fn candidates(documents: &[&RuleExample<'_>], settings: &RuleSettings) -> Vec<RuleCandidate> {
    let mut survey = AnnotationSurvey::default();
    for (number, document) in documents.iter().enumerate() {
        survey.count_words(number, document);
    }
    let common = survey.common_words(settings);
    for (number, document) in documents.iter().enumerate() {
        survey.look_at(number, document, &common);
    }
    survey.candidates(settings)
}

/// In how many documents something was seen.
#[derive(Debug, Default, Clone, Copy)]
struct DocumentCount {
    documents: usize,
    last: Option<usize>,
}

impl DocumentCount {
    fn note(&mut self, document: usize) {
        if self.last != Some(document) {
            self.last = Some(document);
            self.documents += 1;
        }
    }
}

type CommonWords = HashMap<Category, HashSet<String>>;

/// The annotations of documents, counted by what they have in common.
#[derive(Default)]
struct AnnotationSurvey {
    categories: BTreeMap<Category, DocumentCount>,
    /// Runs of letters in values that may be common words.
    runs: BTreeMap<Category, HashMap<String, DocumentCount>>,
    words: BTreeMap<(Category, String), DocumentCount>,
    shapes: BTreeMap<(Category, ShapeWidth, String), (ValueShape, DocumentCount)>,
    fields: BTreeMap<(Category, LabelBefore), ValuesBehind>,
}

/// The values behind a label.
#[derive(Default)]
struct ValuesBehind {
    seen: DocumentCount,
    shapes: BTreeMap<(ShapeWidth, String), DocumentCount>,
}

impl AnnotationSurvey {
    fn count_words(&mut self, number: usize, document: &RuleExample) {
        for (span, category) in document.annotations {
            self.categories.entry(category.clone()).or_default().note(number);
            if names_nobody(category) {
                let runs = self.runs.entry(category.clone()).or_default();
                for run in shape::word_runs(value_of(document, *span)) {
                    runs.entry(run.to_owned()).or_default().note(number);
                }
            }
        }
    }

    fn common_words(&self, settings: &RuleSettings) -> CommonWords {
        let of_category = |(category, runs): (&Category, &HashMap<String, DocumentCount>)| {
            let documents = self.categories.get(category).map_or(0, |seen| seen.documents);
            let least = settings.support.max(documents / COMMON);
            let common = runs.iter().filter(|(_, seen)| seen.documents >= least).map(|(run, _)| run.clone()).collect();
            (category.clone(), common)
        };
        self.runs.iter().map(of_category).collect()
    }

    fn look_at(&mut self, number: usize, document: &RuleExample, common: &CommonWords) {
        let none = HashSet::new();
        let mut last = 0;
        for (span, category) in document.annotations {
            let value = value_of(document, *span);
            let common = common.get(category).unwrap_or(&none);
            let befores = contexts(document.document.text(), last, span.start());
            for before in &befores {
                self.fields.entry((category.clone(), before.clone())).or_default().seen.note(number);
            }
            for width in ShapeWidth::ALL {
                let Some((form, shape)) = shape::shape(value, width, &|word| common.contains(word)) else { continue };
                if matches!(width, ShapeWidth::Exact | ShapeWidth::Ranged) {
                    for before in &befores {
                        let behind = self.fields.entry((category.clone(), before.clone())).or_default();
                        behind.shapes.entry((width, form.clone())).or_default().note(number);
                    }
                }
                let known = self.shapes.entry((category.clone(), width, form));
                let (known, seen) = known.or_insert_with(|| (shape.clone(), DocumentCount::default()));
                known.merge(&shape);
                seen.note(number);
            }
            if names_nobody(category) && is_words(value) {
                self.words.entry((category.clone(), value.to_owned())).or_default().note(number);
            }
            last = last.max(span.end());
        }
    }

    fn candidates(&self, settings: &RuleSettings) -> Vec<RuleCandidate> {
        let mut candidates = self.fields(settings);
        for ((category, width, form), (shape, _)) in commonest(&self.shapes, MOST_SHAPES, settings, |(_, seen)| seen) {
            if shape.is_structured() && self.is_new(category, *width, form) {
                let (category, form) = (category.clone(), form.clone());
                let key = CandidateKey::Shape { category, width: *width, form, alone: shape.is_bounded_by_digits() };
                candidates.push(RuleCandidate { key, regex: shape.regex(), check: None, example: shape.invent() });
            }
        }
        for ((category, word), _) in commonest(&self.words, MOST_WORDS, settings, |seen| seen) {
            let key = CandidateKey::Word { category: category.clone(), word: word.clone() };
            let regex = shape::one_of(&BTreeSet::from([word.clone()]));
            candidates.push(RuleCandidate { key, regex, check: None, example: word.clone() });
        }
        candidates
    }

    /// True for a shape that is not the same as one that forgets less.
    fn is_new(&self, category: &Category, width: ShapeWidth, form: &str) -> bool {
        let narrower = ShapeWidth::ALL.into_iter().take_while(|narrower| *narrower != width);
        !narrower.into_iter().any(|width| self.shapes.contains_key(&(category.clone(), width, form.to_owned())))
    }

    fn fields(&self, settings: &RuleSettings) -> Vec<RuleCandidate> {
        let values = self.values();
        let mut candidates = Vec::new();
        for ((category, before), behind) in commonest(&self.fields, MOST_LABELS, settings, |behind| &behind.seen) {
            let key = |value| CandidateKey::Field { category: category.clone(), value, before: before.clone() };
            for ((width, form), seen) in &behind.shapes {
                let shape = self.shapes.get(&(category.clone(), *width, form.clone()));
                let is_fit = seen.documents >= settings.support && self.is_new(category, *width, form);
                let Some((shape, _)) = shape.filter(|_| is_fit) else { continue };
                let key = key(FieldValueKind::Shape(*width, form.clone()));
                candidates.push(RuleCandidate { key, regex: shape.regex(), check: None, example: shape.invent() });
            }
            let Some(values) = values.get(category) else { continue };
            for value in FieldValueKind::GENERAL {
                if let Some((regex, check)) = general(&value, category, values) {
                    candidates.push(RuleCandidate { key: key(value), regex, check, example: values.typical.clone() });
                }
            }
        }
        candidates.truncate(MOST_FIELDS);
        candidates
    }

    /// The usual values of each category.
    fn values(&self) -> BTreeMap<Category, CategoryValues> {
        let mut shapes: BTreeMap<&Category, Vec<(usize, &ValueShape)>> = BTreeMap::new();
        for ((category, width, _), (shape, seen)) in &self.shapes {
            if *width == ShapeWidth::Ranged && seen.documents > 1 {
                shapes.entry(category).or_default().push((seen.documents, shape));
            }
        }
        let of_category = |(category, mut shapes): (&Category, Vec<(usize, &ValueShape)>)| {
            shapes.sort_by_key(|(documents, _)| std::cmp::Reverse(*documents));
            shapes.truncate(SHAPES_OF_FIELD);
            let typical = shapes.first()?.1.invent();
            let regexes: Vec<String> = shapes.iter().map(|(_, shape)| shape.regex()).collect();
            Some((category.clone(), CategoryValues { typical, shapes: regexes.join("|") }))
        };
        shapes.into_iter().filter_map(of_category).collect()
    }
}

/// The usual values of a category.
struct CategoryValues {
    /// An invented value of the commonest shape.
    typical: String,
    /// The regular expression of the common shapes.
    shapes: String,
}

/// The regular expression and check of a general kind of value, where it makes sense.
fn general(
    value: &FieldValueKind,
    category: &Category,
    values: &CategoryValues,
) -> Option<(String, Option<&'static str>)> {
    match value {
        FieldValueKind::Shape(..) => None,
        FieldValueKind::Shapes => Some((values.shapes.clone(), None)),
        FieldValueKind::Names => category.is(KnownCategory::Person).then(|| (names(), Some("person-name"))),
        FieldValueKind::Word => Some((WORD.to_owned(), None)),
        FieldValueKind::Clause => Some((CLAUSE.to_owned(), None)),
        FieldValueKind::Line => Some((LINE.to_owned(), None)),
    }
}

/// A name of up to six words with a capital.
fn names() -> String {
    format!("{NAME}(?: +{JOINING_WORDS}{NAME}){{0,5}}")
}

fn value_of<'d>(document: &RuleExample<'d>, span: Span) -> &'d str {
    document.document.text().get(span.range()).unwrap_or_default()
}

/// Those seen in the most documents, at least in so many as support a rule.
fn commonest<'m, K, V>(
    of: &'m BTreeMap<K, V>,
    most: usize,
    settings: &RuleSettings,
    seen: impl Fn(&V) -> &DocumentCount,
) -> Vec<(&'m K, &'m V)> {
    let mut commonest: Vec<_> = of.iter().filter(|(_, v)| seen(v).documents >= settings.support).collect();
    commonest.sort_by_key(|(_, v)| std::cmp::Reverse(seen(v).documents));
    commonest.truncate(most);
    commonest
}

/// True if words of the category's values may stand in a rule: those of names, numbers and addresses may not, since a
/// rule is read by others than the documents are.
fn names_nobody(category: &Category) -> bool {
    category.links() != EntityLinks::Names && category.form() != ValueForm::Code
}

/// True for a value that is made of nothing but words.
fn is_words(value: &str) -> bool {
    value.chars().count() <= LONGEST_WORD
        && value.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\''))
}
