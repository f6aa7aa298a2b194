//! All taxonomies together, in an order of preference, asked with phrases of a text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use sfumato_language::Language;
use sfumato_model::{CacheKey, InstanceNumber};
use sfumato_values::generalise;

use crate::company::Company;
use crate::key;
use crate::kinds::{agrees, has_such_names, is_living, is_meant};
use crate::meanings::{Above, Fitting, MOST_PHRASES, PHRASES, PhraseSenses, Weighing, above};
use crate::memory::remembered;
use crate::parts::{counted, description, parts};
use crate::taxonomy::{Concept, Match, SoughtPhrase, Taxonomy, TaxonomySubject};

/// A phrase of a text, with what is known of it there.
#[derive(Clone)]
pub struct Ask<'a> {
    /// The phrase as it stands.
    pub phrase: &'a str,
    /// Its language.
    pub language: Language,
    /// The place of the word in the phrase that says what it is, in bytes.
    pub head: Option<Range<usize>>,
    /// True if it names somebody or something.
    pub is_name: bool,
    /// True if it is the title of a work.
    pub is_title: bool,
    /// True if it is a verb.
    pub is_verb: bool,
    /// True unless the word that says what it is is no noun: what that word means as a noun is not meant.
    pub is_noun: bool,
    /// True if its likeliest meaning is known to be meant, whatever else it could mean.
    pub is_settled: bool,
    /// The category that a recogniser found for it, as a path: `person`, `place/city`.
    pub category: Option<&'a str>,
}

impl<'a> Ask<'a> {
    /// A phrase of which nothing else is known: it is taken for a name if it looks like one.
    pub fn new(phrase: &'a str, language: Language) -> Self {
        let is_name = phrase.chars().next().is_some_and(char::is_uppercase);
        Self {
            phrase,
            language,
            head: None,
            is_name,
            is_title: false,
            is_verb: false,
            is_noun: true,
            is_settled: false,
            category: None,
        }
    }

    /// The same question about a part of the phrase.
    fn about<'p>(&self, part: &'p str) -> Ask<'p>
    where
        'a: 'p,
    {
        Ask { phrase: part, head: None, ..self.clone() }
    }
}

impl fmt::Debug for Ask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ask({} bytes, {:?})", self.phrase.len(), self.language)
    }
}

/// A meaning of a phrase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sense {
    /// The number of the taxonomy that knows it, in the order of preference.
    pub taxonomy: usize,
    /// The concept there.
    pub concept: Concept,
    /// Its likelihood among the senses of the same taxonomy; only good for comparing them.
    pub score: f64,
}

/// The source of a generalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// A date, an age or a number that says less.
    Value,
    /// The phrase with fewer words.
    Part,
    /// A taxonomy knows the phrase, or the part of it that was named before.
    Taxonomy,
    /// The kind of thing that names of its category are.
    Class,
}

/// Something more general that is true where the phrase is.
#[derive(Clone, PartialEq)]
pub struct Generalisation<'a> {
    /// As it is written, without an article.
    pub text: Cow<'a, str>,
    /// Its source.
    pub way: Way,
    /// The taxonomy and its concept, if there is one.
    pub concept: Option<(usize, Concept)>,
    /// Its distance from the root of its taxonomy; a part of the phrase that no taxonomy knows has none.
    pub depth: Option<u8>,
    /// In how many documents the concept is spoken of in general, if that was counted; of a part nobody asks.
    pub hits: Option<f64>,
    /// The factor by which it covers more than the phrase, as a power of two; only what is computed knows it.
    pub wider: f64,
    /// A year in the middle of it and how many years it covers, if it is a stretch of the calendar: how often any of
    /// them is met can be counted.
    pub years: Option<(i32, f64)>,
}

// A part of a phrase is text of a document.
impl fmt::Debug for Generalisation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Generalisation({:?}, {:?})", self.way, self.concept)
    }
}

/// All taxonomies, in an order of preference.
#[derive(Debug, Clone)]
pub struct Knowledge<'k> {
    taxonomies: Vec<&'k Taxonomy<'k>>,
    /// The kinds of things that names of categories are, by the path of the category.
    classes: HashMap<&'k str, (usize, Concept)>,
    /// The instances of the taxonomies, in their order.
    instances: CacheKey,
}

/// The limits of a search: the company of the document's terms, and the most taxonomies and concepts that are looked
/// at.
struct Asking<'c> {
    company: Option<&'c Company<'c>>,
    most_taxonomies: usize,
    most_above: usize,
}

/// A place with more than an eighth of the inhabitants of its namesake may be meant as well, in bits.
const MARGIN_OF_PLACES: f64 = 3.0;
/// So may a meaning of a word that is nearly as likely.
const MARGIN_OF_WORDS: f64 = 0.75;

/// True if two texts are the same in small letters.
fn are_same_but_for_case(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        return one.eq_ignore_ascii_case(other);
    }
    one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

impl<'k> Knowledge<'k> {
    /// These taxonomies, the preferred one first.
    pub fn new(taxonomies: Vec<&'k Taxonomy<'k>>) -> Self {
        let classes =
            taxonomies.iter().enumerate().filter(|(_, taxonomy)| taxonomy.subject() == TaxonomySubject::Categories);
        let classes = classes.flat_map(|(at, taxonomy)| {
            let named = taxonomy
                .concepts()
                .filter_map(|concept| Some((taxonomy.id(concept).strip_prefix("category:")?, concept)));
            named.map(move |(path, concept)| (path, (at, concept))).collect::<Vec<_>>()
        });
        let classes = classes.collect();
        let instances: Vec<InstanceNumber> = taxonomies.iter().map(|taxonomy| taxonomy.instance()).collect();
        Self { instances: CacheKey::of(&instances), taxonomies, classes }
    }

    /// The taxonomies, in their order.
    pub fn taxonomies(&self) -> &[&'k Taxonomy<'k>] {
        &self.taxonomies
    }

    /// The meanings of a phrase as a whole: by taxonomy, in their order, and there the likeliest first.
    pub fn senses(&self, ask: &Ask<'_>, company: Option<&Company<'_>>) -> Vec<Sense> {
        let phrase = self.phrase(ask);
        let mut senses = Vec::with_capacity(phrase.fitting.len());
        for own in phrase.fitting.chunk_by(Fitting::is_beside) {
            let first = senses.len();
            let weighing = self.weighing(own, ask, phrase.key, company);
            senses.extend(own.iter().enumerate().map(|(nth, found)| found.sense(nth, weighing.agrees(found))));
            senses.get_mut(first..).into_iter().for_each(|own| own.sort_by(|a, b| b.score.total_cmp(&a.score)));
        }
        senses
    }

    /// The likeliest meaning of a phrase in each taxonomy, the first of its senses, if it is as asked.
    fn best(
        &self,
        asking: &Asking<'_>,
        ask: &Ask<'_>,
        phrase: &PhraseSenses,
        is_so: impl Fn(&Sense) -> bool,
    ) -> Vec<Sense> {
        let likeliest = |own: &[Fitting]| self.weighing(own, ask, phrase.key, asking.company).likeliest(own);
        let senses = phrase.fitting.chunk_by(Fitting::is_beside).filter_map(likeliest).filter(is_so);
        senses.take(asking.most_taxonomies).collect()
    }

    fn weighing<'c>(
        &self,
        own: &[Fitting],
        ask: &Ask<'_>,
        key: u64,
        company: Option<&'c Company<'c>>,
    ) -> Weighing<'c, 'k> {
        let taxonomy = own.first().and_then(|found| self.taxonomies.get(found.taxonomy)).copied();
        Weighing::new(own, ask, key, company.zip(taxonomy))
    }

    /// The facts about a phrase wherever it stands.
    pub(crate) fn phrase(&self, ask: &Ask<'_>) -> Rc<PhraseSenses> {
        let root = ask.category.map_or("", |path| path.split('/').next().unwrap_or(path));
        let is_other = !ask.is_noun && !ask.is_verb && !ask.phrase.contains(' ');
        let kind =
            ask.language as u8 | u8::from(is_other) << 5 | u8::from(ask.is_name) << 6 | u8::from(ask.is_verb) << 7;
        remembered(&PHRASES, MOST_PHRASES, self.instances.with(CacheKey::of(&(ask.phrase, root, kind))), || {
            let Some(wanted) = SoughtPhrase::new(ask.phrase, ask.language) else {
                return Rc::new(PhraseSenses::new(Vec::new(), key::key(ask.phrase, ask.language)));
            };
            let mut fitting = Vec::new();
            if is_other {
                return Rc::new(PhraseSenses::new(fitting, wanted.key));
            }
            for at in self.knowing(&wanted, ask.category) {
                let Some(taxonomy) = self.taxonomies.get(at) else { continue };
                let matches = taxonomy.senses_of(&wanted);
                let fits =
                    |found: &Match| is_meant(taxonomy, ask, found) && agrees(taxonomy, ask.category, found.concept);
                fitting.extend(matches.iter().filter(|found| fits(found)).map(|found| {
                    let often = (1.0 + f64::from(found.frequency)).log2();
                    let large = taxonomy.size(found.concept).map_or(0.0, |size| f64::from(size.max(1)).log2());
                    Fitting::new(at, found.concept, often + large)
                }));
            }
            Rc::new(PhraseSenses::new(fitting, wanted.key))
        })
    }

    /// The taxonomies that may know a phrase, in the order in which they are asked: those that are about a category
    /// before the others.
    fn knowing(&self, wanted: &SoughtPhrase<'_>, category: Option<&str>) -> Vec<usize> {
        let subject = category.map_or(TaxonomySubject::General, TaxonomySubject::of_category);
        // All tables are looked at before any is read on, so that the memory they lie in is fetched side by side.
        let all = self.taxonomies.iter().enumerate();
        let mut order: Vec<usize> =
            all.filter(|(_, taxonomy)| taxonomy.may_hold(wanted.key)).map(|(at, _)| at).collect();
        if subject != TaxonomySubject::General {
            order.sort_by_key(|at| !self.taxonomies.get(*at).is_some_and(|taxonomy| taxonomy.subject() == subject));
        }
        order
    }

    /// Everything more general that is true where the phrase is, the most specific first: what taxonomies say of it in
    /// their order, or of the longest part of it that any knows, after that part; then what names of its category are.
    pub fn generalisations<'a>(&self, ask: &Ask<'a>, company: Option<&Company<'_>>) -> Vec<Generalisation<'a>>
    where
        'k: 'a,
    {
        self.general(ask, &Asking { company, most_taxonomies: usize::MAX, most_above: usize::MAX })
    }

    /// The first of them: all up to where another taxonomy is asked, or what names of its category are; and of what is
    /// above a phrase that a taxonomy knows no more than `most_above`, if all of it was counted, so that what follows
    /// tells less. Most often nobody wants to know more.
    pub fn first_generalisations<'a>(
        &self,
        ask: &Ask<'a>,
        company: Option<&Company<'_>>,
        most_above: usize,
    ) -> Vec<Generalisation<'a>>
    where
        'k: 'a,
    {
        let first = self.general(ask, &Asking { company, most_taxonomies: 1, most_above });
        if first.is_empty() { self.generalisations(ask, company) } else { first }
    }

    fn general<'a>(&self, ask: &Ask<'a>, asking: &Asking<'_>) -> Vec<Generalisation<'a>>
    where
        'k: 'a,
    {
        let mut found: Vec<Generalisation<'a>> = Vec::new();
        let phrase = self.phrase(ask);
        if !phrase.is_no_value.get() {
            found.extend(computed(ask));
            phrase.is_no_value.set(found.is_empty());
        }
        if found.is_empty() {
            self.climb(ask, &phrase, asking, &mut found);
        }
        let category = ask.category.or(ask.is_title.then_some("work")).filter(|_| asking.most_taxonomies > 1);
        if let Some(class) = category.and_then(|category| self.class(category)) {
            found.extend(self.labelled(class, ask.language, Way::Class));
            found.extend(self.chain(class, ask.language, Way::Class));
        }
        let mut distinct: Vec<Generalisation<'a>> = Vec::with_capacity(found.len());
        for general in found {
            let mut seen = std::iter::once(ask.phrase).chain(distinct.iter().map(|known| &*known.text));
            if !seen.any(|known| are_same_but_for_case(known, &general.text)) {
                distinct.push(general);
            }
        }
        distinct
    }

    /// Adds what taxonomies say of a phrase, or of the longest part of it that they know.
    fn climb<'a>(&self, ask: &Ask<'a>, phrase: &PhraseSenses, asking: &Asking<'_>, found: &mut Vec<Generalisation<'a>>)
    where
        'k: 'a,
    {
        let is_only_named = is_only_named(ask.category) || ask.is_title;
        let senses = if is_only_named { Vec::new() } else { self.best(asking, ask, phrase, |_| true) };
        if !senses.is_empty() {
            return self.extend(&senses, (ask, phrase), asking, asking.most_above, found);
        }
        if !is_only_named && self.climb_counted(ask, asking, found) {
            return;
        }
        if let Some(described) = description(ask.phrase, ask.language) {
            let ask = Ask { is_name: false, category: None, ..ask.about(described) };
            if self.climb_parts(
                &ask,
                std::iter::once(described).chain(parts(described, ask.language, None)),
                asking,
                found,
            ) {
                return;
            }
        }
        if !is_only_named {
            let parts = parts(ask.phrase, ask.language, ask.head.as_ref());
            self.climb_parts(ask, parts.into_iter(), asking, found);
        }
    }

    /// The same for a number of things: "two Merit Awards" are some awards. Whether it is one, and its things are known.
    fn climb_counted<'a>(&self, ask: &Ask<'a>, asking: &Asking<'_>, found: &mut Vec<Generalisation<'a>>) -> bool
    where
        'k: 'a,
    {
        let Some((some, things)) = counted(ask.phrase, ask.language) else { return false };
        let is_capital = |word: &&str| word.contains(char::is_uppercase);
        // What the names in it say of the things goes; a name of the things themselves must say what they are.
        let plain = things.split(' ').rev().take_while(|word| !is_capital(word)).count();
        let is_named = plain == 0;
        let longest = things.splitn(things.split(' ').count() - plain.max(1) + 1, ' ').last().unwrap_or(things);
        let forms = std::iter::once(longest).chain(parts(longest, ask.language, None)).map(str::to_lowercase);
        for form in forms {
            let of_form = Ask { phrase: &form, is_name: false, category: None, head: None, ..ask.clone() };
            let phrase = self.phrase(&of_form);
            let senses = self.best(asking, &of_form, &phrase, |sense| !is_named || self.says_what_names_are(sense));
            let first = senses.first().map(|sense| (sense.taxonomy, sense.concept));
            if first.is_none() && is_named {
                return false;
            }
            for text in [format!("{some} {form}"), form.clone()] {
                found.push(self.part(Cow::Owned(text), first));
            }
            if first.is_some() {
                self.extend(&senses, (&of_form, &phrase), asking, usize::MAX, found);
                return true;
            }
        }
        false
    }

    /// The same for parts of a phrase, the longest first; whether any is known.
    fn climb_parts<'a>(
        &self,
        ask: &Ask<'a>,
        parts: impl Iterator<Item = &'a str>,
        asking: &Asking<'_>,
        found: &mut Vec<Generalisation<'a>>,
    ) -> bool
    where
        'k: 'a,
    {
        for part in parts {
            let says_what = |sense: &Sense| !ask.is_name || self.says_what_a_name_is(sense, part);
            let ask = ask.about(part);
            let phrase = self.phrase(&ask);
            let senses = self.best(asking, &ask, &phrase, says_what);
            let first = senses.first().map(|sense| (sense.taxonomy, sense.concept));
            if first.is_some() || !ask.is_name {
                found.push(self.part(Cow::Borrowed(part), first));
            }
            if first.is_some() {
                self.extend(&senses, (&ask, &phrase), asking, usize::MAX, found);
                return true;
            }
        }
        false
    }

    /// Adds what is above the senses of a phrase: of each no more than so many, if all of it was counted.
    fn extend<'a>(
        &self,
        senses: &[Sense],
        (ask, phrase): (&Ask<'_>, &PhraseSenses),
        asking: &Asking<'_>,
        most: usize,
        found: &mut Vec<Generalisation<'a>>,
    ) where
        'k: 'a,
    {
        let language = ask.language;
        for sense in senses {
            let settlement = self.settlement(sense, language);
            let concept = (sense.taxonomy, sense.concept);
            let above = self.above(concept, language);
            let is_counted = above.iter().all(|above| above.hits.is_some());
            let most = if is_counted { most } else { usize::MAX };
            let rivals = self.rivals(sense, ask, phrase, asking);
            let is_shared = |above: &Generalisation<'_>| {
                rivals.is_empty()
                    || above.concept.is_some_and(|(_, above)| self.is_above_all(sense.taxonomy, above, &rivals))
            };
            for above in self.named(concept.0, above, Way::Taxonomy).filter(is_shared).take(most) {
                // That a town is somewhere in the world says nothing of it.
                let is_somewhere = above.depth.is_some_and(|depth| depth > 0);
                found.extend(settlement.filter(|_| is_somewhere).map(|kind| Generalisation {
                    text: Cow::Owned(format!("{kind} {} {}", in_word(language), above.text)),
                    ..above.clone()
                }));
                found.push(above);
            }
            // Where it lies may tell too much, or be in doubt.
            found.extend(settlement.map(|kind| Generalisation {
                text: Cow::Borrowed(kind),
                way: Way::Class,
                concept: None,
                depth: None,
                hits: None,
                wider: 0.0,
                years: None,
            }));
        }
    }

    /// The other meanings that a phrase may have as well, as far as anybody can tell: what is not true of all of them is
    /// not said.
    fn rivals(&self, sense: &Sense, ask: &Ask<'_>, phrase: &PhraseSenses, asking: &Asking<'_>) -> Vec<Concept> {
        let Some(taxonomy) = self.taxonomies.get(sense.taxonomy) else { return Vec::new() };
        let margin = match taxonomy.subject() {
            TaxonomySubject::Places => MARGIN_OF_PLACES,
            TaxonomySubject::Words if !ask.is_settled => MARGIN_OF_WORDS,
            _ => return Vec::new(),
        };
        let mut own = phrase.fitting.chunk_by(Fitting::is_beside);
        let own = own.find(|own| own.first().is_some_and(|found| found.taxonomy == sense.taxonomy));
        own.filter(|own| own.len() > 1)
            .map_or_else(Vec::new, |own| self.weighing(own, ask, phrase.key, asking.company).rivals(own, sense, margin))
    }

    fn is_above_all(&self, taxonomy: usize, above: Concept, all: &[Concept]) -> bool {
        let Some(taxonomy) = self.taxonomies.get(taxonomy) else { return false };
        all.iter().all(|concept| *concept == above || taxonomy.any_above(*concept, |over, _| over == above))
    }

    /// The kind of settlement that a place is, if it is one: a village can become "a village in Galicia".
    fn settlement(&self, sense: &Sense, language: Language) -> Option<&'static str> {
        let taxonomy =
            self.taxonomies.get(sense.taxonomy).filter(|taxonomy| taxonomy.subject() == TaxonomySubject::Places)?;
        let is_settlement = taxonomy.children(sense.concept).next().is_none();
        let size = taxonomy.size(sense.concept).filter(|_| is_settlement)?;
        Some(match (size, language) {
            (0..=1_999, Language::English) => "village",
            (0..=1_999, Language::Spanish) => "pueblo",
            (2_000..=99_999, Language::English) => "town",
            (2_000..=99_999, Language::Spanish) => "localidad",
            (_, Language::English) => "city",
            (_, Language::Spanish) => "ciudad",
        })
    }

    /// A part of a phrase, and what it means if that is known.
    fn part<'a>(&self, text: Cow<'a, str>, concept: Option<(usize, Concept)>) -> Generalisation<'a> {
        let depth = concept.map(|(taxonomy, concept)| self.depth(taxonomy, concept));
        Generalisation { text, way: Way::Part, concept, depth, hits: None, wider: 0.0, years: None }
    }

    fn depth(&self, taxonomy: usize, concept: Concept) -> u8 {
        self.taxonomies.get(taxonomy).map_or(0, |taxonomy| taxonomy.depth(concept))
    }

    fn labelled(&self, concept: (usize, Concept), language: Language, way: Way) -> Option<Generalisation<'k>> {
        let taxonomy = self.taxonomies.get(concept.0)?;
        let text = Cow::Borrowed(taxonomy.label(concept.1, language)?);
        let (depth, hits) = (Some(taxonomy.depth(concept.1)), taxonomy.hits(concept.1, language));
        Some(Generalisation { text, way, concept: Some(concept), depth, hits, wider: 0.0, years: None })
    }

    /// The concepts above a concept, the most specific first, where it has a name in the language.
    pub fn chain(
        &self,
        concept: (usize, Concept),
        language: Language,
        way: Way,
    ) -> impl Iterator<Item = Generalisation<'k>> + '_ {
        self.named(concept.0, self.above(concept, language), way)
    }

    fn above(&self, (at, concept): (usize, Concept), language: Language) -> Rc<[Above]> {
        self.taxonomies.get(at).map_or_else(|| [].into(), |taxonomy| above(taxonomy, concept, language))
    }

    /// The concepts above a concept of a taxonomy, with their names.
    fn named(&self, at: usize, above: Rc<[Above]>, way: Way) -> impl Iterator<Item = Generalisation<'k>> + '_ {
        let taxonomy = self.taxonomies.get(at).copied();
        (0..above.len()).filter_map(move |nth| {
            let Above { concept, name, depth, hits } = above[nth];
            let text = Cow::Borrowed(taxonomy?.text_at(name)?);
            Some(Generalisation { text, way, concept: Some((at, concept)), depth, hits, wider: 0.0, years: None })
        })
    }

    /// The concept that names of a category have: `place/city` is a city, `place/hamlet` at least a place.
    pub fn class(&self, category: &str) -> Option<(usize, Concept)> {
        let mut path = category;
        loop {
            if let Some(class) = self.classes.get(path) {
                return Some(*class);
            }
            path = path.rsplit_once('/')?.0;
        }
    }

    /// The concept of a noun among the things that names of a category are, in the words of the taxonomy: "movies" are
    /// films among works; nothing if it is none of them.
    pub fn kind_within(&self, noun: &str, language: Language, category: &str) -> Option<&'k str> {
        let (at, class) = self.class(category)?;
        let taxonomy = self.taxonomies.get(at)?;
        let is_within = |concept: Concept| taxonomy.any_above(concept, |above, _| above == class);
        let kind = taxonomy.senses(noun, language).into_iter().find(|found| is_within(found.concept))?;
        taxonomy.label(kind.concept, language)
    }

    /// True if something means what has names that end with it.
    fn says_what_names_are(&self, sense: &Sense) -> bool {
        self.taxonomies.get(sense.taxonomy).is_some_and(|taxonomy| has_such_names(taxonomy, sense.concept))
    }

    /// True if the last word of a name says what it names, as in "Lund University" and not in "John Baker" or "Boogie
    /// Nights": it does if it means something that has names of this form, and is not in the plural.
    fn says_what_a_name_is(&self, sense: &Sense, word: &str) -> bool {
        let Some(taxonomy) = self.taxonomies.get(sense.taxonomy) else { return false };
        let is_singular = taxonomy.names(sense.concept).any(|name| key::form(name.text) == key::form(word));
        let is_other = taxonomy.subject() != TaxonomySubject::Words && !is_living(taxonomy, sense.concept);
        is_singular && (is_other || has_such_names(taxonomy, sense.concept))
    }
}

/// The generalisations of a date, an age or a quantity.
fn computed<'a>(ask: &Ask<'_>) -> impl Iterator<Item = Generalisation<'a>> {
    let value = match ask.category.and_then(|path| path.split('/').next()) {
        // The range a card or case number lies in would be its first digits.
        _ if ask.is_verb || is_only_named(ask.category) => None,
        Some("age") => generalise::read_age(ask.phrase, ask.language),
        _ => generalise::read(ask.phrase, ask.language),
    };
    let options = generalise::ValueOptions::default();
    let own = value.as_ref().map_or(0.0, |value| value.bits(&options));
    let steps = value.as_ref().map(|value| value.chain(&options)).unwrap_or_default();
    steps.into_iter().map(move |step| Generalisation {
        years: value.as_ref().and_then(|value| value.years(&options, Some(&step))),
        text: Cow::Owned(step.text),
        way: Way::Value,
        concept: None,
        hits: None,
        depth: Some(step.level),
        wider: (step.bits - own).max(0.0),
    })
}

/// The preposition between a kind of place and its location.
fn in_word(language: Language) -> &'static str {
    match language {
        Language::English => "in",
        Language::Spanish => "en",
    }
}

/// True if what has a category is named or numbered by words that say nothing of it: people, streets, numbers, keys.
fn is_only_named(category: Option<&str>) -> bool {
    let within = |root: &str| {
        category
            .is_some_and(|path| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    ["person", "id", "contact", "finance", "net", "secret", "place/street"].into_iter().any(within)
}
