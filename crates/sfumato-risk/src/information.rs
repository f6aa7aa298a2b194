//! How telling something is, in bits.

use std::borrow::Cow;

use sfumato_knowledge::counts::{Count, Counts, CountsError, Phrase, Query, UNSEEN_HITS, bits};
use sfumato_knowledge::taxonomy::NameKind;
use sfumato_knowledge::vectors::{Footing, Vectors};
use sfumato_knowledge::{Ask, Company, Concept, Generalisation, Knowledge, Way};
use sfumato_language::Language;
use sfumato_values::generalise;
use sfumato_words::{ByLanguage, WordTable, words_by_language};

use crate::{Aboutness, WeighedPhrase};

/// Where information content comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Information {
    /// From how many documents of a reference speak of something.
    #[default]
    Counts,
    /// From how many concepts of a taxonomy lie below something.
    Intrinsic,
}

impl Information {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Counts, Self::Intrinsic];

    /// In one word, as policies have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Intrinsic => "intrinsic",
        }
    }
}

/// What the world knows.
#[derive(Clone)]
pub struct World<'w> {
    /// What things are kinds of.
    pub knowledge: Knowledge<'w>,
    /// How common they are, in the reference that decides.
    pub counts: &'w dyn Counts,
    /// How common they are in general: the reference that the taxonomies took their counts of concepts from, which is
    /// often `counts` itself; nothing if only the user's own counts.
    pub general: Option<&'w dyn Counts>,
    /// How close they are to each other: the spaces in which that can be asked, the preferred one first, each with the
    /// language it is of; all if it is of none in particular.
    pub spaces: Vec<(Option<Language>, &'w dyn Vectors)>,
    /// Where information content comes from.
    pub information: Information,
}

impl std::fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "World({:?}, {}, {})", self.knowledge, self.counts.name(), self.information.name())
    }
}

/// Of phrases with more words it is not asked in how many documents all of them are.
const MOST_WORDS: usize = 4;

/// Words that are never put in the place of a phrase.
static NEVER_SHOWN: ByLanguage<WordTable> = words_by_language!("classes", "never shown");
/// A name of a kind of thing that tells so many bits is one that most readers never met.
const OBSCURE: f64 = 16.0;

/// Of the names of a concept, so many stand for it in a count.
const MOST_NAMES: usize = 6;

impl<'w> World<'w> {
    /// The company that phrases of a document keep, for telling their senses apart.
    pub fn company(&self, asks: &[Ask<'_>]) -> Company<'w> {
        let language = asks.first().map(|ask| ask.language);
        let space = language.and_then(|language| Some((self.spaces_of(language).last()?.1, language)));
        Company::of(&self.knowledge, asks, space)
    }

    fn spaces_of(&self, language: Language) -> impl DoubleEndedIterator<Item = (usize, &'w dyn Vectors)> + '_ {
        let fits = move |own: &Option<Language>| own.is_none_or(|own| own == language);
        self.spaces.iter().enumerate().filter(move |(_, (own, _))| fits(own)).map(|(at, (_, vectors))| (at, *vectors))
    }

    /// Where a phrase lies in each space that knows its words.
    pub fn places(&self, phrase: &str, language: Language) -> Vec<(usize, Footing, Vec<f32>)> {
        let place = |(at, vectors): (usize, &dyn Vectors)| {
            let mut vector = vec![0.0; vectors.dimensions()];
            vectors.vector(phrase, language, &mut vector).map(|footing| (at, footing, vector))
        };
        self.spaces_of(language).filter_map(place).collect()
    }

    /// How telling a phrase is, and how telling each of its generalisations, in bits; never more than the phrase.
    pub fn bits(&self, ask: &Ask<'_>, general: &[Generalisation<'_>]) -> Result<(f64, Vec<f64>), CountsError> {
        let said = self.said(ask, Aboutness::Open)?;
        let general = self.generalised(&said, general)?;
        Ok((said.bits, general.iter().map(|said| said.bits).collect()))
    }

    /// How telling a phrase is, in bits.
    pub fn own_bits(&self, ask: &Ask<'_>) -> Result<f64, CountsError> {
        self.said(ask, Aboutness::Open).map(|said| said.bits)
    }

    /// A phrase with how common and how telling it is: as common as its words, or by the taxonomies alone
    /// (`intrinsic`) as telling as its likeliest meaning, and one that none knows as the least common concept there is.
    pub fn said<'a>(&self, ask: &Ask<'a>, about: Aboutness) -> Result<WeighedPhrase<'a>, CountsError> {
        let mut said = self.spoken(ask, about)?;
        self.appraise(&mut said)?;
        Ok(said)
    }

    /// The same without what its words tell a reader: until [`World::appraise`] asks, that is no more than a guess.
    pub fn spoken<'a>(&self, ask: &Ask<'a>, about: Aboutness) -> Result<WeighedPhrase<'a>, CountsError> {
        let language = ask.language;
        let hits = self.phrase_hits(Phrase::new(ask.phrase), language)?;
        let bits = match self.information {
            Information::Counts => bits(hits, self.counts.total(language)),
            Information::Intrinsic => {
                let sense = self.knowledge.senses(ask, None).into_iter().next();
                let taxonomy = sense.and_then(|sense| Some((self.knowledge.taxonomies().get(sense.taxonomy)?, sense)));
                taxonomy.map_or_else(|| self.rarest(), |(taxonomy, sense)| taxonomy.intrinsic_bits(sense.concept))
            }
        };
        let is_named = ask.is_name || can_be_looked_up(ask.phrase);
        Ok(WeighedPhrase {
            text: Cow::Borrowed(ask.phrase),
            language,
            concept: None,
            hits,
            named: hits,
            bits,
            worth: bits,
            is_named,
            about,
        })
    }

    /// Asks what the words of a phrase tell a reader.
    pub fn appraise(&self, said: &mut WeighedPhrase<'_>) -> Result<(), CountsError> {
        // Who decides also knows what words tell a reader: it need not be counted again.
        let is_counted = self.readers().is_none() && years_of(&said.text, said.language).is_none();
        if !is_counted {
            said.worth = self.worth(&said.text, said.language, said.bits)?;
        }
        Ok(())
    }

    /// What could be said instead of a phrase, each with how common and how telling it is: never rarer than the phrase,
    /// and never more telling.
    pub fn generalised<'a>(
        &self,
        said: &WeighedPhrase<'_>,
        general: &[Generalisation<'a>],
    ) -> Result<Vec<WeighedPhrase<'a>>, CountsError> {
        let mut all = self.weighed(said, general)?;
        for (instead, general) in all.iter_mut().zip(general) {
            self.complete(instead, said, general)?;
        }
        Ok(all)
    }

    /// The same without what only whatever is shown at last is asked for, how common its name is and what it is worth:
    /// until [`World::complete`] asks, that is no more than a guess.
    ///
    /// A concept is as common as everything below it together, so that what it tells falls on the way up. A reference
    /// of the user's own does not know that: there a concept has the documents with any of its names, no smaller share
    /// of them than in general, and no fewer than what is below it on the way.
    pub fn weighed<'a>(
        &self,
        said: &WeighedPhrase<'_>,
        general: &[Generalisation<'a>],
    ) -> Result<Vec<WeighedPhrase<'a>>, CountsError> {
        let language = said.language;
        let total = self.counts.total(language);
        // What is computed is counted by its words, which are not always rarer where they say more either.
        let falls = |general: &Generalisation<'_>| general.way == Way::Value || !self.is_general();
        let mut part = said.hits;
        let mut way_up = (None, said.hits);
        let mut all = Vec::with_capacity(general.len());
        for general in general {
            let mut hits = self.concept_hits(general, language)?.max(said.hits);
            if is_range(general) {
                hits = hits.max(range_hits(self.counts, said.hits, general, language)?);
            }
            let taxonomy = general.concept.map(|(taxonomy, _)| taxonomy);
            if falls(general) {
                if way_up.0 != Some((general.way, taxonomy)) {
                    way_up = (Some((general.way, taxonomy)), part);
                }
                hits = hits.max(way_up.1);
                way_up.1 = hits;
            }
            // What a part of the phrase means is as common as the part, and so is everything above it.
            if matches!(general.way, Way::Part | Way::Taxonomy) {
                hits = hits.max(part);
            }
            if general.way == Way::Part {
                part = hits;
            }
            let own = self.bits_instead(hits, total, said, general.concept);
            all.push(WeighedPhrase {
                text: general.text.clone(),
                language,
                concept: general.concept,
                hits,
                named: hits,
                bits: own.min(said.bits),
                worth: said.worth,
                is_named: can_be_looked_up(&general.text) && !is_range(general) && !is_everywhere(general, own),
                about: said.about,
            });
        }
        Ok(all)
    }

    /// Asks how common the name of something is that could be said instead of a phrase, and what it is worth.
    pub fn complete(
        &self,
        instead: &mut WeighedPhrase<'_>,
        said: &WeighedPhrase<'_>,
        general: &Generalisation<'_>,
    ) -> Result<(), CountsError> {
        let language = said.language;
        let own = self.bits_instead(instead.hits, self.counts.total(language), said, general.concept);
        let worth = match self.readers().filter(|_| is_range(general)) {
            None if is_range(general) => own,
            None => self.worth_instead(said, general, own)?,
            // The words of what is computed are rarer than what they mean: nobody counts "between 20 and 50".
            Some(counts) => {
                let total = counts.total(language);
                let of_phrase = total * (-said.worth).exp2();
                bits(range_hits(counts, of_phrase, general, language)?, total)
            }
        };
        instead.named = self.named_hits(general, language)?;
        instead.worth = worth.min(said.worth);
        Ok(())
    }

    /// How telling something is that could be said instead of a phrase and has so many hits.
    fn bits_instead(&self, hits: f64, total: f64, said: &WeighedPhrase<'_>, concept: Option<(usize, Concept)>) -> f64 {
        match self.information {
            Information::Counts => bits(hits, total),
            Information::Intrinsic => self.intrinsic_bits(concept).unwrap_or(said.bits),
        }
    }

    /// Where it is counted what words tell a reader, if not in the reference that decides: readers know the language as
    /// it is, whatever is common among the documents that a text is held against.
    fn readers(&self) -> Option<&'w dyn Counts> {
        self.general.filter(|_| self.information == Information::Counts && !self.is_general())
    }

    /// What the words of a phrase tell a reader, in bits; `own` is what they tell by the reference that decides.
    fn worth(&self, phrase: &str, language: Language, own: f64) -> Result<f64, CountsError> {
        if self.information == Information::Intrinsic {
            return Ok(own);
        }
        let counts = self.readers().unwrap_or(self.counts);
        let total = counts.total(language);
        let years = years_of(phrase, language).filter(|(_, years)| *years > 1.5);
        let hits = match years {
            // Stretches of years are written in many ways.
            Some(years) => years_hits(counts, years, language)?,
            None => phrase_hits(counts, phrase, language)?,
        };
        Ok(bits(hits, total))
    }

    /// What the words of something more general tell a reader, in bits. Where they are rarer than those they would stand
    /// for, what they mean counts, with everything below it: whoever speaks of that speaks of this.
    fn worth_instead(
        &self,
        said: &WeighedPhrase<'_>,
        general: &Generalisation<'_>,
        own: f64,
    ) -> Result<f64, CountsError> {
        let language = said.language;
        let worth = self.worth(&general.text, language, own)?;
        let (Some((at, concept)), Some(counts)) = (general.concept, self.general) else { return Ok(worth) };
        if worth < said.worth || self.information == Information::Intrinsic {
            return Ok(worth);
        }
        let hits = self.knowledge.taxonomies().get(at).and_then(|taxonomy| taxonomy.hits(concept, language));
        Ok(hits.map_or(own, |hits| bits(hits, counts.total(language))))
    }

    fn intrinsic_bits(&self, concept: Option<(usize, Concept)>) -> Option<f64> {
        let (at, concept) = concept?;
        self.knowledge.taxonomies().get(at).map(|taxonomy| taxonomy.intrinsic_bits(concept))
    }

    /// What the least common concept tells by the taxonomies alone.
    fn rarest(&self) -> f64 {
        let largest = self.knowledge.taxonomies().iter().map(|taxonomy| taxonomy.len()).max();
        (largest.unwrap_or(1) as f64).log2()
    }

    /// How many documents of the reference hold a phrase.
    pub(crate) fn phrase_hits(&self, phrase: Phrase<'_>, language: Language) -> Result<f64, CountsError> {
        let [count] = self.hits([Query { phrases: &[phrase], language }])?;
        Ok(count.hits)
    }

    /// How many documents of the reference hold any name of something more general.
    fn named_hits(&self, general: &Generalisation<'_>, language: Language) -> Result<f64, CountsError> {
        let names = self.names(general.concept.filter(|_| general.way != Way::Part), language, &general.text);
        let variants: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let whole = self.phrase_hits(Phrase { text: &general.text, variants: &variants }, language)?;
        if general.way != Way::Part || can_be_looked_up(&general.text) {
            return Ok(whole);
        }
        // A phrase of ordinary words can be said in many ways: whoever uses all of them speaks of the same.
        let words: Vec<Phrase<'_>> = general.text.split(' ').map(Phrase::new).collect();
        if !(2..=MOST_WORDS).contains(&words.len()) {
            return Ok(whole);
        }
        let [together] = self.hits([Query { phrases: &words, language }])?;
        Ok(whole.max(together.hits))
    }

    /// How many documents of the reference speak of something more general, under any name or of anything below it.
    fn concept_hits(&self, general: &Generalisation<'_>, language: Language) -> Result<f64, CountsError> {
        match (general.hits, self.general.map(|counts| counts.total(language))) {
            (Some(hits), Some(_)) if self.is_general() => Ok(hits),
            (Some(hits), Some(total)) => {
                let named = self.named_hits(general, language)?;
                Ok(named.max(hits / total * self.counts.total(language)))
            }
            _ => self.named_hits(general, language),
        }
    }

    /// Whether the reference that decides is the general one.
    fn is_general(&self) -> bool {
        self.general.is_some_and(|general| std::ptr::addr_eq(general, self.counts))
    }

    /// What a term of the user's tells, in bits, in a language that need not be its own: the concept it means lends its
    /// name in that language.
    pub fn bits_of_term(&self, term: &str, language: Language) -> Result<f64, CountsError> {
        let senses = |spoken: Language| {
            let ask = Ask { is_name: term.chars().next().is_some_and(char::is_uppercase), ..Ask::new(term, spoken) };
            self.knowledge.senses(&ask, None).into_iter().next()
        };
        let is_known = |sense: &sfumato_knowledge::Sense| self.label(sense, language).is_some();
        let other = match language {
            Language::English => Language::Spanish,
            Language::Spanish => Language::English,
        };
        let named = match senses(language) {
            Some(_) => None,
            None => senses(other).filter(is_known).and_then(|sense| self.label(&sense, language)),
        };
        self.own_bits(&Ask::new(named.unwrap_or(term), language))
    }

    fn label(&self, sense: &sfumato_knowledge::Sense, language: Language) -> Option<&'w str> {
        self.knowledge.taxonomies().get(sense.taxonomy)?.label(sense.concept, language)
    }

    /// The other names of a concept, which count as the concept does.
    pub(crate) fn names(&self, concept: Option<(usize, Concept)>, language: Language, text: &str) -> Vec<Cow<'w, str>> {
        let Some((taxonomy, concept)) =
            concept.and_then(|(at, concept)| Some((*self.knowledge.taxonomies().get(at)?, concept)))
        else {
            return Vec::new();
        };
        let of_language = taxonomy
            .names(concept)
            .filter(|name| name.language == language && name.kind != NameKind::Related && name.text != text);
        of_language.take(MOST_NAMES).map(|name| Cow::Borrowed(name.text)).collect()
    }

    /// Whether people speak so: a word that says nothing, that nobody knows or that accuses cannot stand for another.
    pub fn is_spoken(&self, general: &Generalisation<'_>, language: Language) -> Result<bool, CountsError> {
        if general.way == Way::Value || general.way == Way::Part {
            return Ok(true);
        }
        if NEVER_SHOWN.of(language).has(&general.text) {
            return Ok(false);
        }
        if can_be_looked_up(&general.text) || general.way == Way::Class {
            return Ok(true);
        }
        let counts = self.general.unwrap_or(self.counts);
        Ok(bits(phrase_hits(counts, &general.text, language)?, counts.total(language)) < OBSCURE)
    }

    /// The answers to a few queries.
    pub(crate) fn hits<const N: usize>(&self, queries: [Query<'_>; N]) -> Result<[Count; N], CountsError> {
        let answers = self.counts.hits(&queries)?;
        let mut all = [Count::UNSEEN; N];
        all.iter_mut().zip(answers).for_each(|(into, answer)| *into = answer);
        Ok(all)
    }
}

/// How many documents hold a phrase.
fn phrase_hits(counts: &dyn Counts, phrase: &str, language: Language) -> Result<f64, CountsError> {
    let answers = counts.hits(&[Query { phrases: &[Phrase::new(phrase)], language }])?;
    Ok(answers.first().map_or(0.0, |count| count.hits))
}

/// How many documents speak of a stretch of years: each of them is taken to be as common as the one in the middle.
fn years_hits(counts: &dyn Counts, (year, years): (i32, f64), language: Language) -> Result<f64, CountsError> {
    let one = phrase_hits(counts, &year.to_string(), language)?;
    Ok(met_by_chance(one.max(UNSEEN_HITS) * years, counts.total(language)))
}

/// How many documents speak of what a computed range covers, of which the phrase itself has so many. Nobody writes
/// ranges as we do: what covers so many values is met as often as if each were as common as this one; and what is only
/// the kind of a value is met everywhere.
fn range_hits(
    counts: &dyn Counts,
    hits: f64,
    general: &Generalisation<'_>,
    language: Language,
) -> Result<f64, CountsError> {
    let total = counts.total(language);
    match general.years {
        _ if general.depth == Some(1) => Ok(total / 2.0),
        Some(years) => years_hits(counts, years, language),
        None => Ok(met_by_chance(hits.max(UNSEEN_HITS) * general.wider.exp2(), total)),
    }
}

/// In how many documents something is met at least once that is met so often in all of them.
fn met_by_chance(often: f64, total: f64) -> f64 {
    total * (1.0 - (-often / total).exp())
}

/// The year in the middle of a date of the calendar, and how many years it covers.
fn years_of(phrase: &str, language: Language) -> Option<(i32, f64)> {
    let has_digit = phrase.bytes().any(|byte| byte.is_ascii_digit());
    has_digit.then(|| generalise::read(phrase, language))??.years(&generalise::ValueOptions::default(), None)
}

/// Of what one document in eight speaks, to look it up leads nowhere.
const EVERYWHERE: f64 = 3.0;

/// Whether something that lies above a phrase is spoken of everywhere, as continents are.
fn is_everywhere(general: &Generalisation<'_>, bits: f64) -> bool {
    general.way == Way::Taxonomy && bits < EVERYWHERE
}

/// Whether a phrase names or numbers something.
fn can_be_looked_up(phrase: &str) -> bool {
    phrase.chars().any(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// The level of halves of decades, and of what is as exact as a year otherwise: above it are decades and other ranges,
/// which nobody can look up.
const HALVES: u8 = 4;

fn is_range(general: &Generalisation<'_>) -> bool {
    let is_above = |depth: u8| depth < HALVES || (depth == HALVES && general.years.is_some());
    general.way == Way::Value && general.depth.is_some_and(is_above)
}
