//! Counting in an index.
//!
//! Each distinct phrase of a batch becomes a set of documents once; queries are answered from the sets.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use sfumato_knowledge::counts::{Count, Counts, CountsError, Phrase, Query};
use sfumato_knowledge::key;
use sfumato_language::Language;
use tantivy::query::{EnableScoring, PhraseQuery, Query as _};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, SegmentReader, TERMINATED, Term};

use crate::error::CorpusError;
use crate::index::Index;
use crate::index::docs::{Bits, Docs};
use crate::index::layout::Layout;
use crate::index::words::LONGEST;

/// So many bytes of sets are kept at hand.
const MOST_KEPT: usize = 1 << 28;

/// The bit of a language in the field of languages.
pub(super) fn bit(language: Language) -> u64 {
    match language {
        Language::English => 1,
        Language::Spanish => 2,
    }
}

/// A part of an index.
pub(super) struct Segment {
    reader: SegmentReader,
    inverted: Arc<InvertedIndexReader>,
    layout: Layout,
    /// The documents of each language that are not deleted.
    english: Bits,
    spanish: Bits,
    totals: Totals,
}

/// The totals of what a segment holds and is not deleted.
#[derive(Default)]
struct Totals {
    documents: u64,
    files: u64,
}

impl Segment {
    pub fn new(reader: SegmentReader, layout: Layout) -> tantivy::Result<Self> {
        let languages = reader.fast_fields().u64(Layout::LANGUAGES)?;
        let (mut english, mut spanish) = (Bits::new(reader.max_doc()), Bits::new(reader.max_doc()));
        let mut totals = Totals::default();
        for doc in reader.doc_ids_alive() {
            let Some(bits) = languages.first(doc) else {
                totals.files += 1;
                continue;
            };
            totals.documents += 1;
            if bits & bit(Language::English) != 0 {
                english.insert(doc);
            }
            if bits & bit(Language::Spanish) != 0 {
                spanish.insert(doc);
            }
        }
        let inverted = reader.inverted_index(layout.words)?;
        Ok(Self { reader, inverted, layout, english, spanish, totals })
    }

    pub fn documents(&self) -> u64 {
        self.totals.documents
    }

    pub fn files(&self) -> u64 {
        self.totals.files
    }

    /// The number of words, with those of documents that were deleted since the segment was written.
    pub fn words(&self) -> u64 {
        self.inverted.total_num_tokens()
    }

    /// The number of documents in a language.
    pub fn total(&self, language: Language) -> u64 {
        self.of(language).count() as u64
    }

    fn of(&self, language: Language) -> &Bits {
        match language {
            Language::English => &self.english,
            Language::Spanish => &self.spanish,
        }
    }

    /// The documents of a language that hold a phrase in any of its forms.
    fn docs(&self, phrase: Phrase<'_>, language: Language) -> tantivy::Result<Docs> {
        let mut found = Vec::new();
        for form in phrase.forms() {
            self.find(form, self.of(language), &mut found)?;
        }
        found.sort_unstable();
        found.dedup();
        Ok(Docs::new(found, self.reader.max_doc()))
    }

    /// Adds the documents among these that hold a phrase as it stands.
    fn find(&self, form: &str, among: &Bits, found: &mut Vec<u32>) -> tantivy::Result<()> {
        let mut terms: Vec<Term> = Vec::new();
        let mut can_be_asked = true;
        key::words(form, |word| {
            can_be_asked &= word.len() <= LONGEST;
            terms.push(Term::from_field_text(self.layout.words, word));
        });
        match terms.as_slice() {
            _ if !can_be_asked => {}
            // A search for a phrase of fewer than two words would panic.
            [] => {}
            [term] => {
                if let Some(postings) = self.inverted.read_postings(term, IndexRecordOption::Basic)? {
                    collect(postings, among, found);
                }
            }
            _ => {
                let unscored = EnableScoring::disabled_from_schema(self.reader.schema());
                let weight = PhraseQuery::new(terms).weight(unscored)?;
                collect(weight.scorer(&self.reader, 1.0)?, among, found);
            }
        }
        Ok(())
    }

    /// Adds to each answer how many documents of this segment meet the query.
    fn count(&self, queries: &[Query<'_>], hits: &mut [u64]) -> tantivy::Result<()> {
        let mut kept = BatchSets::default();
        for (query, hits) in queries.iter().zip(hits) {
            let sets: Vec<Rc<Docs>> = query
                .phrases
                .iter()
                .map(|phrase| kept.docs(self, *phrase, query.language))
                .collect::<Result<_, _>>()?;
            *hits += match sets.as_slice() {
                [only] => only.len() as u64,
                several => Docs::in_all(&several.iter().map(Rc::as_ref).collect::<Vec<_>>()) as u64,
            };
        }
        Ok(())
    }
}

/// Adds the documents among these that a search gives.
fn collect(mut docs: impl DocSet, among: &Bits, found: &mut Vec<u32>) {
    let mut doc = docs.doc();
    while doc != TERMINATED {
        if among.contains(doc) {
            found.push(doc);
        }
        doc = docs.advance();
    }
}

/// The sets of a batch that have been made so far.
#[derive(Default)]
struct BatchSets {
    sets: HashMap<(Vec<String>, Language), Rc<Docs>>,
    bytes: usize,
}

impl BatchSets {
    fn docs(&mut self, segment: &Segment, phrase: Phrase<'_>, language: Language) -> tantivy::Result<Rc<Docs>> {
        let name = (phrase.forms().map(str::to_owned).collect(), language);
        if let Some(docs) = self.sets.get(&name) {
            return Ok(Rc::clone(docs));
        }
        let docs = Rc::new(segment.docs(phrase, language)?);
        if self.bytes > MOST_KEPT {
            *self = Self::default();
        }
        self.bytes += docs.bytes();
        self.sets.insert(name, Rc::clone(&docs));
        Ok(docs)
    }
}

impl Counts for Index {
    fn hits(&self, queries: &[Query<'_>]) -> Result<Vec<Count>, CountsError> {
        let mut hits = vec![0; queries.len()];
        for segment in &self.segments {
            segment.count(queries, &mut hits).map_err(|error| {
                let (place, why) = CorpusError::index(&self.folder, &error).into_parts();
                CountsError::Unreachable { place, why: why.into() }
            })?;
        }
        Ok(hits.into_iter().map(|hits| Count::counted(hits as f64)).collect())
    }

    fn total(&self, language: Language) -> f64 {
        (self.segments.iter().map(|segment| segment.total(language)).sum::<u64>() as f64).max(1.0)
    }

    fn name(&self) -> &str {
        &self.name
    }
}
