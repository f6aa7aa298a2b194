//! The phrases of a document that the planner decides about.

use std::collections::HashMap;
use std::ops::Range;

use sfumato_detect::{Category, Entities, is_prose};
use sfumato_document::Span;
use sfumato_knowledge::{Ask, key};
use sfumato_language::{Analysis, Term, TermKind, TokenKind, Upos};
use sfumato_risk::{Aboutness, Contexts, Focus, Reach};

/// A phrase and all places where the document says it.
pub(super) struct Unit<'a> {
    pub ask: Ask<'a>,
    pub category: Option<Category>,
    pub places: Vec<Place>,
    pub about: Aboutness,
    /// Whether it is made of ordinary words alone: no name, no capital, no number.
    pub is_plain: bool,
    /// Whether it holds a number.
    pub is_number: bool,
    /// Whether its words say nothing of what it names, as in titles: "The Mask" is no mask.
    pub is_bare_name: bool,
}

/// A place where a unit stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub span: Span,
    pub reach: Reach,
}

/// How people are addressed, which says nothing of who they are.
const COURTESIES: [&str; 20] = [
    "Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Sir", "Dr", "Dr.", "Dra.", "Prof.", "D.", "Dª", "D.ª", "Don",
    "Doña", "Sr.", "Sra.", "Srta.",
];

/// What units are made with.
pub(super) struct Units<'a, 's> {
    pub analysis: &'s Analysis<'a>,
    pub entities: &'a Entities,
    pub contexts: &'s Contexts<'s, 'a>,
    pub focus: &'s Focus,
    pub is_same: bool,
}

/// What tells two units apart: the phrase, and whether it is said of somebody else; or the place, if each is for itself.
type Key = (u64, bool, usize);

impl<'a> Units<'a, '_> {
    /// The phrases outside what is masked, in the order of their first places.
    pub fn collect(&self, masked: &[Span]) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        let mut known: HashMap<Key, usize> = HashMap::new();
        let whole = self.whole_mentions(masked);
        for (span, category) in &whole {
            self.push_mention(*span, category, &mut units, &mut known);
        }
        let mut taken: Vec<Span> = masked.iter().copied().chain(whole.iter().map(|(span, _)| *span)).collect();
        taken.sort();
        let is_said = |term: &&Term| term.kind == TermKind::Noun && self.is_said(term.span);
        for term in self.analysis.terms().iter().filter(is_said) {
            for tokens in self.outside(term, &taken) {
                self.push_term(term, tokens, &mut units, &mut known);
            }
        }
        units.sort_by_key(|unit| unit.places.iter().map(|place| place.span).min());
        units
    }

    /// Whether words at a place are said by somebody, and are not the number of a record.
    fn is_said(&self, span: Span) -> bool {
        let document = self.analysis.document();
        let label = document.block_at(span.start()).and_then(|block| document.label(block));
        is_prose(document, span) && !(document.format() == "jsonl" && label == Some("id"))
    }

    /// Mentions that stay and are no part of a longer term: dates, numbers, names that the grammar cuts up.
    fn whole_mentions(&self, masked: &[Span]) -> Vec<(Span, Category)> {
        let terms = self.analysis.terms();
        let mut whole = Vec::new();
        for mention in &self.entities.mentions {
            let span = mention.span;
            let is_masked = masked.binary_search(&span).is_ok();
            let first = terms.partition_point(|term| term.span.end() <= span.start());
            let around = terms.get(first).is_some_and(|term| term.span.contains(span) && term.span != span);
            if !is_masked && !around && self.is_said(span) {
                whole.push((span, self.entities.entity_of(mention).category.clone()));
            }
        }
        whole
    }

    /// The tokens of a term that stand outside what is taken, in runs that still say something.
    fn outside(&self, term: &Term, taken: &[Span]) -> Vec<Range<u32>> {
        let tokens = self.analysis.tokens();
        let is_taken = |span: Span| {
            let first = taken.partition_point(|taken| taken.end() <= span.start());
            taken.get(first).is_some_and(|taken| taken.overlaps(span))
        };
        if !is_taken(term.span) {
            return vec![term.tokens.clone()];
        }
        let mut runs: Vec<Range<u32>> = Vec::new();
        for nth in term.tokens.clone() {
            if tokens.get(nth as usize).is_none_or(|token| is_taken(token.span)) {
                continue;
            }
            match runs.last_mut().filter(|run| run.end == nth) {
                Some(run) => run.end = nth + 1,
                None => runs.push(nth..nth + 1),
            }
        }
        runs.into_iter().filter_map(|run| self.trimmed(run)).collect()
    }

    /// A run of tokens without what says nothing at its borders.
    fn trimmed(&self, mut run: Range<u32>) -> Option<Range<u32>> {
        let tags = self.analysis.tags();
        let tells = |nth: u32| {
            let tag = tags.get(nth as usize);
            tag.is_some_and(|tag| {
                matches!(tag, Upos::Noun | Upos::Propn | Upos::Adj | Upos::Num | Upos::Verb | Upos::X)
            })
        };
        while !run.is_empty() && !tells(run.start) {
            run.start += 1;
        }
        while !run.is_empty() && !tells(run.end - 1) {
            run.end -= 1;
        }
        (!run.is_empty() && !self.is_courtesy(&run)).then_some(run)
    }

    /// Whether only how somebody is addressed is left of a name: "Mr.".
    fn is_courtesy(&self, run: &Range<u32>) -> bool {
        let token = self.analysis.tokens().get(run.start as usize).filter(|_| run.len() == 1);
        token.is_some_and(|token| COURTESIES.contains(&self.analysis.document().slice(token.span)))
    }

    fn push_term(
        &self,
        term: &Term,
        tokens: Range<u32>,
        units: &mut Vec<Unit<'a>>,
        known: &mut HashMap<Key, usize>,
    ) -> Option<()> {
        let all = self.analysis.tokens();
        let span_of = |nth: u32| all.get(nth as usize).map(|token| token.span);
        let is_whole = tokens == term.tokens;
        let span = span_of(tokens.start)?.cover(span_of(tokens.end - 1)?);
        let head = if tokens.contains(&term.head) { term.head } else { tokens.end - 1 };
        let part = Term { span, tokens: tokens.clone(), head, is_title: term.is_title && is_whole, ..term.clone() };
        let ask = sfumato_risk::ask(self.analysis, self.entities, &part)?;
        let tags = self.analysis.tags().get(tokens.start as usize..tokens.end as usize).unwrap_or_default();
        let is_number = tags.contains(&Upos::Num) || ask.phrase.chars().any(|c| c.is_ascii_digit());
        let has_capital = ask.phrase.chars().any(char::is_uppercase) && !self.is_first(tokens.start, ask.phrase);
        let is_plain = !(term.is_name || has_capital || is_number || tags.contains(&Upos::Propn));
        let category = ask.category.and_then(|path| Category::new(path).ok());
        let whole = if is_plain { span } else { self.with_article(span, tokens.start) };
        let is_bare_name = whole != span && category.is_none();
        let (places, about) = (Vec::new(), Aboutness::Open);
        self.push(Unit { ask, category, places, about, is_plain, is_number, is_bare_name }, whole, units, known);
        Some(())
    }

    /// Whether the only capital of a phrase is the first letter of a sentence.
    fn is_first(&self, token: u32, phrase: &str) -> bool {
        let Some(span) = self.analysis.tokens().get(token as usize).map(|token| token.span) else { return false };
        let sentences = self.analysis.sentences();
        let at = sentences.partition_point(|sentence| sentence.end() <= span.start());
        let starts = sentences.get(at).is_some_and(|sentence| sentence.start() == span.start());
        starts && phrase.chars().filter(|c| c.is_uppercase()).count() == 1
    }

    /// A capital article inside a sentence belongs to the name behind it: "in The Mask".
    fn with_article(&self, span: Span, token: u32) -> Span {
        let Some(before) = token.checked_sub(1) else { return span };
        let Some(article) = self.analysis.tokens().get(before as usize).filter(|token| token.kind == TokenKind::Word)
        else {
            return span;
        };
        let text = self.analysis.document().slice(article.span);
        let is_article = matches!(text, "The" | "A" | "An" | "El" | "La" | "Los" | "Las" | "Un" | "Una");
        if is_article && !self.is_first(before, text) { article.span.cover(span) } else { span }
    }

    fn push_mention(
        &self,
        span: Span,
        category: &Category,
        units: &mut Vec<Unit<'a>>,
        known: &mut HashMap<Key, usize>,
    ) -> Option<()> {
        let tokens = self.analysis.tokens();
        let first = tokens.partition_point(|token| token.span.end() <= span.start());
        let first = u32::try_from(first).ok()?;
        let language = self.analysis.language_of(first)?;
        let phrase = self.analysis.document().slice(span);
        let at = self.entities.mentions.partition_point(|mention| mention.span.end() <= span.start());
        let path = self.entities.mentions.get(at).map(|mention| self.entities.entity_of(mention).category.path());
        let ask = Ask { is_name: true, category: path, ..Ask::new(phrase, language) };
        let is_number = phrase.chars().any(|c| c.is_ascii_digit());
        let category = Some(category.clone());
        let (places, about, is_plain) = (Vec::new(), Aboutness::Open, false);
        let unit = Unit { ask, category, places, about, is_plain, is_number, is_bare_name: false };
        self.push(unit, self.with_article(span, first), units, known);
        Some(())
    }

    fn push(&self, unit: Unit<'a>, span: Span, units: &mut Vec<Unit<'a>>, known: &mut HashMap<Key, usize>) {
        let about = self.focus.is_about(span);
        let place = Place { span, reach: self.contexts.at(span) };
        let number = if self.is_same { 0 } else { span.start() + 1 };
        let key = (key::key(unit.ask.phrase, unit.ask.language), about == Aboutness::Other, number);
        match known.get(&key).and_then(|at| units.get_mut(*at)) {
            Some(same) => {
                same.places.push(place);
                same.is_plain &= unit.is_plain;
                same.category = same.category.take().or(unit.category);
                if about == Aboutness::Protected {
                    same.about = about;
                }
            }
            None => {
                known.insert(key, units.len());
                units.push(Unit { places: vec![place], about, ..unit });
            }
        }
    }
}
