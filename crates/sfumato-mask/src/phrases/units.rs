//! The phrases of a document that the planner decides about.

use std::collections::HashMap;
use std::ops::Range;

use sfumato_detect::{Category, Entities, KnownCategory};
use sfumato_document::{BlockKind, Span};
use sfumato_knowledge::{Ask, Knowledge, key};
use sfumato_language::{Analysis, Term, TermKind, TokenKind, Upos};
use sfumato_risk::{Aboutness, Clue, Contexts, Focus, Reach};

use super::descriptions::Around;

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
    /// Whether its words say nothing of what it names, and nothing else does: "The Mask" is no mask.
    pub is_bare_name: bool,
    /// What the words around it, or a clue that it is, say it is.
    pub told: Option<&'a str>,
    /// Whether it is known as a whole as a clue to a topic, so that its parts say nothing of it.
    pub is_clue: bool,
    /// Whether it is no noun phrase: nothing more general can stand in its place.
    pub is_expression: bool,
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
    pub knowledge: &'s Knowledge<'a>,
    pub analysis: &'s Analysis<'a>,
    pub entities: &'a Entities,
    pub contexts: &'s Contexts<'s, 'a>,
    pub focus: &'s Focus,
    /// What is masked, in order: no phrase reaches into it.
    pub masked: &'s [Span],
    /// The clues to topics, in order.
    pub clues: &'s [Clue],
    pub is_same: bool,
}

/// What tells two units apart: the phrase, and whether it is said of somebody else; or the place, if each is for itself.
type Key = (u64, bool, usize);

impl<'a> Units<'a, '_> {
    /// The phrases outside what is masked, in the order of their first places.
    pub fn collect(&self) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        let mut known: HashMap<Key, usize> = HashMap::new();
        let expressions = self.expressions();
        for span in &expressions {
            self.push_expression(*span, &mut units, &mut known);
        }
        let mut whole = self.whole_mentions();
        whole.retain(|(span, _)| !is_taken(&expressions, *span));
        for (span, category) in &whole {
            self.push_mention(*span, category, &mut units, &mut known);
        }
        let mut taken: Vec<Span> = self.masked.iter().copied().chain(whole.iter().map(|(span, _)| *span)).collect();
        taken.extend(&expressions);
        taken.sort();
        let is_said = |term: &&Term| term.kind == TermKind::Noun && self.is_said(term.span);
        let mut terms = self.analysis.terms().iter().filter(is_said).peekable();
        while let Some(term) = terms.next() {
            let title = terms.next_if(|next| self.is_described(term, next, &taken));
            let term = title.map_or_else(|| term.clone(), |title| described(term, title));
            for tokens in self.outside(&term, &taken) {
                self.push_term(&term, tokens, &mut units, &mut known);
            }
        }
        for run in self.strays(&taken, &units) {
            self.push_stray(run, &mut units, &mut known);
        }
        units.sort_by_key(|unit| unit.places.iter().map(|place| place.span).min());
        units
    }

    /// Clues to topics that are no part of one noun phrase: "drinks heavily", "sober for six months".
    fn expressions(&self) -> Vec<Span> {
        let terms = self.analysis.terms();
        let is_phrase = |span: Span| {
            let first = terms.partition_point(|term| term.span.end() <= span.start());
            let around = terms.get(first).filter(|term| term.kind == TermKind::Noun);
            around.is_some_and(|term| term.span == span || term.span.contains(span))
        };
        let places = self.clues.iter().map(|clue| clue.span);
        places.filter(|span| !is_phrase(*span) && !is_taken(self.masked, *span) && self.is_said(*span)).collect()
    }

    fn push_expression(&self, span: Span, units: &mut Vec<Unit<'a>>, known: &mut HashMap<Key, usize>) -> Option<()> {
        let first = self.analysis.tokens().partition_point(|token| token.span.end() <= span.start());
        let language = self.analysis.language_of(u32::try_from(first).ok()?)?;
        let ask = Ask { is_name: false, ..Ask::new(self.analysis.document().slice(span), language) };
        let (category, places, about, told) = (None, Vec::new(), Aboutness::Open, None);
        let (is_plain, is_number, is_bare_name) = (true, false, false);
        let is_expression = self.knowledge.senses(&ask, None).is_empty();
        let is_clue = is_expression;
        let unit =
            Unit { ask, category, places, about, is_plain, is_number, is_bare_name, told, is_clue, is_expression };
        self.push(unit, span, units, known);
        Some(())
    }

    /// What a clue that says what a phrase is makes of it; `span` is that of the word that says so.
    fn as_clue(&self, unit: Unit<'a>, head: Span) -> Unit<'a> {
        let at = self.clues.partition_point(|clue| clue.span.end() <= head.start());
        let Some(clue) = self.clues.get(at).filter(|clue| clue.span.start() <= head.start()) else { return unit };
        let is_known = !self.knowledge.senses(&unit.ask, None).is_empty();
        let sort = clue.evidence.first().map(|evidence| evidence.sort);
        let told = unit.told.or_else(|| sort?.noun(unit.ask.language));
        Unit { told, is_clue: !is_known && clue.span != head, ..unit }
    }

    /// Runs of capitals inside sentences that belong to no term: titles without a noun, as "Find Me There".
    fn strays(&self, taken: &[Span], units: &[Unit<'a>]) -> Vec<Range<u32>> {
        let mut known: Vec<Span> = units.iter().flat_map(|unit| unit.places.iter().map(|place| place.span)).collect();
        known.extend(taken);
        known.sort();
        let mut runs: Vec<Range<u32>> = Vec::new();
        for nth in 0..u32::try_from(self.analysis.tokens().len()).unwrap_or(0) {
            let Some(token) = self.analysis.tokens().get(nth as usize).filter(|_| self.is_stray(nth)) else { continue };
            if is_taken(&known, token.span) || !self.is_said(token.span) {
                continue;
            }
            match runs.last_mut().filter(|run| run.end == nth && self.is_near(nth - 1)) {
                Some(run) => run.end = nth + 1,
                None => runs.push(nth..nth + 1),
            }
        }
        runs.retain(|run| run.len() > 1);
        runs
    }

    fn push_stray(&self, run: Range<u32>, units: &mut Vec<Unit<'a>>, known: &mut HashMap<Key, usize>) -> Option<()> {
        let all = self.analysis.tokens();
        let span = all.get(run.start as usize)?.span.cover(all.get(run.end as usize - 1)?.span);
        let language = self.analysis.language_of(run.start)?;
        let ask = Ask { is_name: true, is_title: true, ..Ask::new(self.analysis.document().slice(span), language) };
        let (category, places, about, told) = (None, Vec::new(), Aboutness::Open, None);
        let (is_plain, is_number, is_bare_name) = (false, false, true);
        let unit = Unit {
            ask,
            category,
            places,
            about,
            is_plain,
            is_number,
            is_bare_name,
            told,
            is_clue: false,
            is_expression: false,
        };
        self.push(self.told(unit, span), span, units, known);
        Some(())
    }

    /// Whether a word inside a sentence has a capital though it is no name and belongs to no term.
    fn is_stray(&self, nth: u32) -> bool {
        let Some(token) = self.analysis.tokens().get(nth as usize) else { return false };
        let text = self.analysis.document().slice(token.span);
        if token.is_glued && text.starts_with(['\'', '’']) {
            return nth.checked_sub(1).is_some_and(|before| self.is_stray(before));
        }
        let is_capital = text.starts_with(char::is_uppercase) && text.chars().skip(1).all(char::is_lowercase);
        let is_word = token.kind == TokenKind::Word && is_capital && text != "I";
        let tag = self.analysis.tags().get(nth as usize);
        is_word
            && !matches!(tag, None | Some(Upos::Noun | Upos::Propn | Upos::Num))
            && !self.is_first(nth, text)
            && !self.follows_mark(nth)
            && !overlaps(self.analysis.terms(), |term| term.span, token.span)
            && !overlaps(&self.entities.mentions, |mention| mention.span, token.span)
            && !is_taken(self.masked, token.span)
    }

    /// Whether nothing but a blank, or nothing, stands between a token and the next.
    fn is_near(&self, nth: u32) -> bool {
        let tokens = self.analysis.tokens();
        let pair = tokens.get(nth as usize).zip(tokens.get(nth as usize + 1));
        pair.is_some_and(|(one, next)| {
            matches!(self.analysis.document().text().get(one.span.end()..next.span.start()), Some("" | " "))
        })
    }

    /// Whether a quotation mark, a colon or the like stands before a word, behind which sentences may start.
    fn follows_mark(&self, nth: u32) -> bool {
        let before = nth.checked_sub(1).and_then(|before| self.analysis.tokens().get(before as usize));
        before.is_none_or(|before| before.kind == TokenKind::Mark)
    }

    /// Whether words at a place are said by somebody, and are neither the name of a column nor the number of a record.
    fn is_said(&self, span: Span) -> bool {
        let document = self.analysis.document();
        let block = document.block_at(span.start());
        let is_header = block.is_some_and(|block| block.kind == BlockKind::Header);
        document.is_prose(span) && !is_header && !document.is_record_id(span)
    }

    /// Mentions that stay and are no part of a longer term: dates, numbers, names that the grammar cuts up.
    fn whole_mentions(&self) -> Vec<(Span, Category)> {
        let terms = self.analysis.terms();
        let mut whole = Vec::new();
        for mention in &self.entities.mentions {
            let span = mention.span;
            let is_masked = self.masked.binary_search(&span).is_ok();
            let first = terms.partition_point(|term| term.span.end() <= span.start());
            let around = terms.get(first).is_some_and(|term| term.span.contains(span) && term.span != span);
            if !is_masked && !around && self.is_said(span) {
                whole.push((span, self.entities.entity_of(mention).category.clone()));
            }
        }
        whole
    }

    /// Whether a term says what the next one is the title of: "the comedy The Long Quay" is one phrase.
    fn is_described(&self, term: &Term, next: &Term, taken: &[Span]) -> bool {
        let document = self.analysis.document();
        let is_noun = self.analysis.tags().get(term.head as usize) == Some(&Upos::Noun);
        let is_last = term.head + 1 == term.tokens.end && is_noun && !term.is_title;
        let is_capital = document.slice(next.span).starts_with(char::is_uppercase);
        let article = self.with_article(next.span, next.tokens.start);
        let whole = if is_capital { self.with_strays(article) } else { next.span };
        let is_title = next.is_title || whole != next.span;
        let touches = document.text().get(term.span.end()..whole.start()) == Some(" ");
        let is_small = !document.slice(term.span).contains(char::is_uppercase);
        is_last && is_title && touches && is_small && !is_taken(taken, term.span.cover(whole))
    }

    /// The tokens of a term that stand outside what is taken, in runs that still say something.
    fn outside(&self, term: &Term, taken: &[Span]) -> Vec<Range<u32>> {
        let tokens = self.analysis.tokens();
        if !is_taken(taken, term.span) {
            return vec![term.tokens.clone()];
        }
        let mut runs: Vec<Range<u32>> = Vec::new();
        for nth in term.tokens.clone() {
            if tokens.get(nth as usize).is_none_or(|token| is_taken(taken, token.span)) {
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
        let is_name = !is_plain && !is_number && ask.phrase.starts_with(char::is_uppercase);
        let whole = if is_name { self.with_strays(whole) } else { whole };
        let (places, about, told) = (Vec::new(), Aboutness::Open, None);
        let unit = Unit {
            ask,
            category,
            places,
            about,
            is_plain,
            is_number,
            is_bare_name,
            told,
            is_clue: false,
            is_expression: false,
        };
        let unit = self.as_clue(self.told(unit, whole), span_of(head)?);
        self.push(unit, whole, units, known);
        Some(())
    }

    /// A name with what the words around it say it is.
    fn told(&self, unit: Unit<'a>, span: Span) -> Unit<'a> {
        if unit.is_plain || !unit.ask.phrase.contains(char::is_uppercase) {
            return unit;
        }
        let around = Around::new(self.analysis, span, unit.ask.language);
        let is_person = unit.category.as_ref().is_none_or(|category| category.is(KnownCategory::Person));
        if let Some(told) = around.person().filter(|_| is_person && !unit.ask.is_title) {
            let ask = Ask { category: Some(KnownCategory::Person.path()), ..unit.ask };
            return Unit { ask, told: Some(told), is_bare_name: false, ..unit };
        }
        // What has a category is no work, unless it looks like a title.
        let work = around.work(self.knowledge).filter(|_| unit.ask.is_title || unit.category.is_none());
        // Of capitals that make no phrase, and of parties against each other, it is not known that they are a work's.
        let is_known = unit.ask.is_title && !unit.is_bare_name && !is_versus(unit.ask.phrase);
        match work.or_else(|| around.any_work().filter(|_| is_known)) {
            Some(told) => {
                let ask = Ask { is_title: true, category: None, ..unit.ask };
                Unit { ask, told: Some(told), is_bare_name: false, ..unit }
            }
            None => {
                // "The novels Salt Houses" says what it is.
                let is_named = unit.category.is_none() && unit.ask.phrase.starts_with(char::is_uppercase);
                let is_dated = is_named && around.is_dated();
                Unit { is_bare_name: unit.is_bare_name || is_dated || is_versus(unit.ask.phrase), ..unit }
            }
        }
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
        // The last word of a masked name may look like one: "Quill, Mara A".
        let is_free = !is_taken(self.masked, article.span);
        if is_article && is_free && !self.is_first(before, text) { article.span.cover(span) } else { span }
    }

    /// A name with the capital words around it that belong to no term: "In Her [Garden]" is one title.
    fn with_strays(&self, span: Span) -> Span {
        let tokens = self.analysis.tokens();
        let mut first = tokens.partition_point(|token| token.span.end() <= span.start());
        let mut end = tokens.partition_point(|token| token.span.start() < span.end());
        let number = |nth: usize| u32::try_from(nth).unwrap_or(u32::MAX);
        while let Some(before) = first.checked_sub(1).filter(|nth| self.is_near(number(*nth))) {
            if !self.is_stray(number(before)) {
                break;
            }
            first = before;
        }
        while self.is_near(number(end.saturating_sub(1))) && self.is_stray(number(end)) {
            end += 1;
        }
        let (from, to) = (tokens.get(first), end.checked_sub(1).and_then(|last| tokens.get(last)));
        from.zip(to).map_or(span, |(from, to)| from.span.cover(to.span).cover(span))
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
        let unit = Unit {
            ask,
            category,
            places,
            about,
            is_plain,
            is_number,
            is_bare_name: false,
            told: None,
            is_clue: false,
            is_expression: false,
        };
        let whole = self.with_article(span, first);
        let whole = if is_number { whole } else { self.with_strays(whole) };
        self.push(self.told(unit, whole), whole, units, known);
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

/// Whether a place overlaps one that is taken.
fn is_taken(taken: &[Span], span: Span) -> bool {
    overlaps(taken, |taken| *taken, span)
}

/// Whether a place overlaps one of these, which are in order.
fn overlaps<T>(places: &[T], of: impl Fn(&T) -> Span, span: Span) -> bool {
    let first = places.partition_point(|place| of(place).end() <= span.start());
    places.get(first).is_some_and(|place| of(place).overlaps(span))
}

/// Whether a name is that of parties against each other: "Brown v. Finch".
fn is_versus(name: &str) -> bool {
    name.split(' ').any(|word| matches!(word, "v." | "v" | "vs." | "vs"))
}

/// A title together with the term before it that says what it is.
fn described(term: &Term, title: &Term) -> Term {
    let (span, tokens) = (term.span.cover(title.span), term.tokens.start..title.tokens.end);
    Term { span, tokens, is_name: true, is_title: true, ..term.clone() }
}
