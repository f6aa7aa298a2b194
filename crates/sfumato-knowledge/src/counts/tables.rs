//! Tables of several languages as one reference, with vectors for what was never counted together.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::{CacheKey, InstanceNumber};

use super::estimate::together;
use super::list::distinct;
use super::table::{CountedWords, LONGEST};
use super::{Basis, Count, CountTable, Counts, CountsError, Mark, Phrase, Query, union};
use crate::memory::{AnswerCache, remembered};
use crate::vectors::{VectorSpace, Vectors, cosine, met, space};

/// Of more phrases together than this, only the rarest are looked at.
const MOST_TOGETHER: usize = 24;
/// Of the ways to say each of two phrases, so many are looked up together.
const MOST_FORMS: usize = 8;

/// Tables of counts, at most one a language.
///
/// - A phrase has the documents that hold all its words, as search engines count them: who puts the same in other words says
///   the same, and a long phrase would else seem rarer than what it means.
/// - A phrase that is said in several ways has the hits of them all, as if they were met independently of each other.
/// - Two phrases of which one stands in the other have the hits of the longer.
/// - Two that were counted together have these hits. Others are estimated from their own hits and, if there are vectors,
///   from how close they are: never below what chance alone brings together, never below the phrase that both make when
///   one follows the other, and never above the rarer of them.
/// - More than two are bound to each other by the strongest bonds of two, and never above the rarest two.
/// - Nothing is ever seen together with what was never seen.
pub struct TableCounts<'k> {
    name: Box<str>,
    tables: Vec<(CountTable<'k>, Option<&'k dyn Vectors>)>,
}

impl fmt::Debug for TableCounts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.iter().map(|(table, _)| table);
        write!(f, "TableCounts({}, ", self.name)?;
        f.debug_list().entries(tables).finish()?;
        f.write_str(")")
    }
}

/// The facts about a phrase of a query.
struct PhraseFacts {
    words: CountedWords,
    forms: Vec<u64>,
    count: Count,
    vector: Option<Rc<[f32]>>,
}

impl<'k> TableCounts<'k> {
    /// These tables under a name, each with vectors of its language if there are any; of two tables of one language the
    /// first answers.
    pub fn new(name: &str, tables: Vec<(CountTable<'k>, Option<&'k dyn Vectors>)>) -> Self {
        Self { name: name.into(), tables }
    }

    /// The table of a language.
    pub fn table(&self, language: Language) -> Option<&CountTable<'k>> {
        self.of(language).map(|(table, _)| table)
    }

    fn of(&self, language: Language) -> Option<&(CountTable<'k>, Option<&'k dyn Vectors>)> {
        self.tables.iter().find(|(table, _)| table.language() == language)
    }

    /// The hits of a phrase that is said in one way; unseen in a language that has no table.
    pub fn phrase_hits(&self, text: &str, language: Language) -> Count {
        self.table(language).map_or(Count::UNSEEN, |table| table.phrase(text))
    }

    fn answer(&self, query: &Query<'_>) -> Result<Count, CountsError> {
        let Some((table, vectors)) = self.of(query.language) else {
            return Err(CountsError::other_language(&self.name, query.language));
        };
        Ok(match query.phrases {
            [] => Count { hits: table.total(), basis: Basis::Counted },
            [phrase] => {
                remembered(&SINGLE, MOST_COUNTS, asked((table.instance(), None), *phrase), || any(table, *phrase))
            }
            [a, b] => {
                let which = identity(table, *vectors);
                let [a, b] = [*a, *b].map(|phrase| (asked(which, phrase), phrase));
                pair(a, b, table, *vectors)
            }
            phrases => {
                let which = identity(table, *vectors);
                let phrases: Vec<_> = phrases.iter().map(|phrase| (asked(which, *phrase), *phrase)).collect();
                all_of(&phrases, table, *vectors)
            }
        })
    }
}

/// A table with its vectors, told from all others.
type TableIdentity = (InstanceNumber, Option<VectorSpace>);

fn identity(table: &CountTable<'_>, vectors: Option<&dyn Vectors>) -> TableIdentity {
    (table.instance(), vectors.map(|vectors| space(vectors, table.language())))
}

/// The key of a phrase in all its forms that a table is asked for.
fn asked(which: TableIdentity, phrase: Phrase<'_>) -> CacheKey {
    CacheKey::of(&(which, phrase.text, phrase.variants))
}

/// The hits of two phrases together, each given with the key under which it is remembered.
fn pair(
    a: (CacheKey, Phrase<'_>),
    b: (CacheKey, Phrase<'_>),
    table: &CountTable<'_>,
    vectors: Option<&dyn Vectors>,
) -> Count {
    remembered(&PAIRS, MOST_COUNTS, a.0.with(b.0), || {
        let [a, b] = [known(a, table, vectors), known(b, table, vectors)];
        let (rarer, other) = if b.count.hits < a.count.hits { (b, a) } else { (a, b) };
        two(table, &other, &rarer)
    })
}

/// The facts about a phrase.
fn known(
    (asked, phrase): (CacheKey, Phrase<'_>),
    table: &CountTable<'_>,
    vectors: Option<&dyn Vectors>,
) -> Rc<PhraseFacts> {
    remembered(&REMEMBERED, MOST_REMEMBERED, asked, || Rc::new(PhraseFacts::of(phrase, table, vectors)))
}

/// The hits of phrases together, each given with the key under which it is remembered.
fn all_of(phrases: &[(CacheKey, Phrase<'_>)], table: &CountTable<'_>, vectors: Option<&dyn Vectors>) -> Count {
    let mut known: Vec<Rc<PhraseFacts>> = phrases.iter().map(|phrase| known(*phrase, table, vectors)).collect();
    known.sort_by(|a, b| a.count.hits.total_cmp(&b.count.hits));
    known.truncate(MOST_TOGETHER);
    joint(table, &known)
}

/// So many phrases are remembered: those of a document and of what could be said instead.
const MOST_REMEMBERED: usize = 1 << 14;
/// Of so many of them, and of so many pairs, the counts alone are.
const MOST_COUNTS: usize = 1 << 16;

thread_local! {
    /// The facts about phrases that were asked before, by the key of the table and the phrase: the same few are asked
    /// together with all others. It changes no answer, and holds no text.
    static REMEMBERED: AnswerCache<Rc<PhraseFacts>> = RefCell::default();
    /// In how many documents a phrase is: what lies above many things is asked for with each of them.
    static SINGLE: AnswerCache<Count> = RefCell::default();
    /// In how many documents two phrases are: whatever could be said instead of a phrase is held against what the phrase
    /// itself tells of all that is hidden near it.
    static PAIRS: AnswerCache<Count> = RefCell::default();
}

impl PhraseFacts {
    fn of(phrase: Phrase<'_>, table: &CountTable<'_>, vectors: Option<&dyn Vectors>) -> Self {
        let vector = vectors.and_then(|vectors| met(vectors, phrase.text, table.language()));
        let mut forms = distinct(phrase);
        forms.truncate(MOST_FORMS);
        Self { words: CountedWords::of(phrase.text), forms, count: any(table, phrase), vector }
    }
}

/// The hits of any way to say a phrase. It rests on what the most common of them rests on.
fn any(table: &CountTable<'_>, phrase: Phrase<'_>) -> Count {
    if phrase.variants.is_empty() {
        return table.phrase(phrase.text);
    }
    let mut seen = Vec::new();
    let mut counts = Vec::new();
    for form in phrase.forms() {
        let words = CountedWords::of(form);
        if !seen.contains(&words.form()) {
            seen.push(words.form());
            counts.push(table.words(&words));
        }
    }
    let most = counts.iter().max_by(|a, b| a.hits.total_cmp(&b.hits)).copied().unwrap_or(Count::UNSEEN);
    Count { hits: union(counts.iter().map(|count| count.hits), table.total()), basis: most.basis }
}

/// The hits of several phrases together, the rarest first.
fn joint(table: &CountTable<'_>, known: &[Rc<PhraseFacts>]) -> Count {
    let number = known.len();
    let mut pairs = vec![Count::UNSEEN; number * number];
    for a in 0..number {
        for b in 0..a {
            let count = two(table, &known[a], &known[b]);
            if count.basis == Basis::Unseen {
                return Count::UNSEEN;
            }
            (pairs[a * number + b], pairs[b * number + a]) = (count, count);
        }
        pairs[a * number + a] = known[a].count;
    }
    let single: Vec<f64> = known.iter().map(|known| known.count.hits).collect();
    let hits = together(&single, |a, b| pairs[a * number + b].hits, table.total());
    Count { hits: hits.max(f64::MIN_POSITIVE), basis: Basis::Estimated }
}

/// The hits of two phrases together.
fn two(table: &CountTable<'_>, a: &PhraseFacts, b: &PhraseFacts) -> Count {
    let rarer = if a.count.hits <= b.count.hits { a } else { b };
    if rarer.count.basis == Basis::Unseen {
        return Count::UNSEEN;
    }
    let most = rarer.count.hits;
    if a.words.contain(&b.words) {
        return rarer.count;
    }
    let ways = a.forms.iter().flat_map(|a| b.forms.iter().map(move |b| (*a, *b)));
    let counted = union(ways.filter_map(|(a, b)| table.counted_together(a, b)), table.total());
    if counted > 0.0 {
        return Count { hits: counted.min(most), basis: Basis::Counted };
    }
    let close = a.vector.as_ref().zip(b.vector.as_ref()).map(|(a, b)| f64::from(cosine(a, b)));
    let estimated = table.estimated_together(a.count.hits, b.count.hits, close);
    let least = match a.words.len() + b.words.len() {
        0..=LONGEST => {
            let phrases = [a.words.followed_by(&b.words), b.words.followed_by(&a.words)];
            union(phrases.into_iter().filter_map(|form| table.counted(form)), table.total())
        }
        _ => 0.0,
    };
    Count { hits: estimated.max(least).min(most), basis: Basis::Estimated }
}

impl Counts for TableCounts<'_> {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        queries.iter().map(|query| self.answer(query)).collect()
    }

    fn mark(&self, phrase: Phrase<'_>, language: Language) -> Mark {
        Mark(self.of(language).map_or(CacheKey::default(), |(table, vectors)| asked(identity(table, *vectors), phrase)))
    }

    fn together(
        &self,
        (Mark(a), of_a): (Mark, Phrase<'_>),
        (Mark(b), of_b): (Mark, Phrase<'_>),
        language: Language,
    ) -> Result<Count, CountsError> {
        let of_language = self.of(language).ok_or_else(|| CountsError::other_language(&self.name, language));
        of_language.map(|(table, vectors)| pair((a, of_a), (b, of_b), table, *vectors))
    }

    fn total(&self, language: Language) -> f64 {
        self.table(language).map_or(1.0, CountTable::total)
    }

    fn name(&self) -> &str {
        &self.name
    }
}
