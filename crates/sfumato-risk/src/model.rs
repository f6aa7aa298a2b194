//! What a risk model is asked, and what it answers.

use std::borrow::Cow;
use std::cell::OnceCell;

use sfumato_knowledge::Concept;
use sfumato_knowledge::counts::{Basis, Count, CountsError, Mark, Phrase, Query, bits};
use sfumato_knowledge::vectors::{Footing, cosine};
use sfumato_language::Language;

use crate::{Aboutness, World};

/// A phrase that stands in a text, or that could stand there instead.
#[derive(Clone)]
pub struct WeighedPhrase<'a> {
    /// The phrase, without an article.
    pub text: Cow<'a, str>,
    /// Its language.
    pub language: Language,
    /// What it means, if a taxonomy says so: a concept is spoken of by any of its names.
    pub concept: Option<(usize, Concept)>,
    /// How many documents of the reference speak of it: of a concept, with everything below it.
    pub hits: f64,
    /// How many of them hold its name.
    pub named: f64,
    /// How telling it is by itself, in bits: what stands for many things tells as little as all of them together.
    pub bits: f64,
    /// How much its words tell a reader, in bits: what a document is worth is counted in these.
    pub worth: f64,
    /// Whether it names or numbers something, so that it can be looked up.
    pub is_named: bool,
    /// Whom the text around it is about.
    pub about: Aboutness,
}

// A phrase is often one of a document.
impl std::fmt::Debug for WeighedPhrase<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WeighedPhrase({} bytes, {:.1} bits, {:?})", self.text.len(), self.bits, self.about)
    }
}

/// Something that a text must not give away.
#[derive(Clone)]
pub struct Hidden<'a> {
    /// The ways the text says it, the fullest first. Never empty.
    pub forms: Vec<Cow<'a, str>>,
    /// Its language.
    pub language: Language,
    /// What stands in its place, if that says anything.
    pub shown: Option<WeighedPhrase<'a>>,
    /// Something more general that it is surely a kind of, for telling its meanings apart.
    pub kind: Option<WeighedPhrase<'a>>,
    /// Whether it was named as to be protected, so that what is related to it counts.
    pub is_protected: bool,
    /// How telling it is, in bits.
    pub bits: f64,
    /// Which of the forms besides the fullest say as much: a surname alone is no name of one person.
    pub(crate) says_as_much: Vec<bool>,
    /// How often the reference speaks of it.
    pub(crate) count: Count,
    /// What the reference knows it by.
    pub(crate) mark: Mark,
    /// Where it lies, in all its forms, by space; few ask.
    pub(crate) places: OnceCell<Vec<(usize, Vec<f32>)>>,
}

impl std::fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hidden({} forms, {:.1} bits, shown: {:?})", self.forms.len(), self.bits, self.shown)
    }
}

/// Of the forms of something hidden, so many are looked at.
const MOST_FORMS: usize = 8;

impl<'a> Hidden<'a> {
    /// Something hidden, in the forms that the text gives it, the fullest first; with what the world knows of it.
    pub fn new(
        world: &World<'_>,
        mut forms: Vec<Cow<'a, str>>,
        language: Language,
        is_protected: bool,
    ) -> Result<Self, CountsError> {
        forms.truncate(MOST_FORMS);
        let mut hidden = Self {
            language,
            shown: None,
            kind: None,
            is_protected,
            bits: 0.0,
            count: Count::UNSEEN,
            mark: Mark::default(),
            places: OnceCell::new(),
            says_as_much: says_as_much(&forms),
            forms,
        };
        let variants = hidden.variants();
        let phrases = [hidden.phrase(&variants)];
        let [count] = world.hits([Query { phrases: &phrases, language }])?;
        let mark = world.counts.mark(hidden.phrase(&variants), language);
        hidden.mark = mark;
        hidden.bits = bits(count.hits, world.counts.total(language));
        hidden.count = count;
        Ok(hidden)
    }

    /// The fullest form, and all others as ways to say the same.
    pub(crate) fn phrase<'q>(&'q self, variants: &'q [&'q str]) -> Phrase<'q> {
        Phrase { text: self.forms.first().map_or("", AsRef::as_ref), variants }
    }

    /// How close a phrase lies to it, if some space of the world knows both.
    pub fn closeness(&self, world: &World<'_>, places: &[(usize, Footing, Vec<f32>)]) -> Option<(f64, Footing)> {
        let own = self.places.get_or_init(|| {
            let places = self.forms.iter().flat_map(|form| world.places(form, self.language));
            places.filter(|(_, footing, _)| *footing != Footing::Letters).map(|(at, _, place)| (at, place)).collect()
        });
        places.iter().find_map(|(space, footing, place)| {
            let same = own.iter().filter(|(other, _)| other == space);
            let nearest = same.map(|(_, other)| f64::from(cosine(place, other))).max_by(f64::total_cmp)?;
            Some((nearest, *footing))
        })
    }

    /// The forms besides the fullest that say as much.
    pub(crate) fn variants(&self) -> Vec<&str> {
        let forms = self.forms.iter().zip(&self.says_as_much).skip(1);
        forms.filter(|(_, says_as_much)| **says_as_much).map(|(form, _)| form.as_ref()).collect()
    }
}

fn says_as_much(forms: &[Cow<'_, str>]) -> Vec<bool> {
    let words = |form: &str| form.split_whitespace().count();
    let least = forms.first().map_or(1, |form| words(form).min(2));
    forms.iter().map(|form| words(form) >= least).collect()
}

/// The unit that a model counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RiskUnit {
    /// Bits of information.
    #[default]
    Bits,
    /// The cosine between two vectors.
    Cosine,
}

impl RiskUnit {
    /// Its name, as reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Cosine => "cosine",
        }
    }
}

/// The limit that a policy sets for a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RiskLimit {
    /// The model, by its name.
    pub model: &'static str,
    /// The unit of the limit.
    pub unit: RiskUnit,
    /// How much may be told; as much is too much.
    pub value: f64,
}

/// How much a phrase tells, and how much it may.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Risk {
    /// The model that says so.
    pub model: &'static str,
    /// The unit of what it tells.
    pub unit: RiskUnit,
    /// How much it tells.
    pub value: f64,
    /// How much it may tell; as much is too much.
    pub limit: f64,
    /// Of which of the hidden things, if it is one of them and not the phrase by itself.
    pub about: Option<usize>,
    /// The topic that it betrays, by its number in the policy, if a model says so.
    pub topic: Option<u16>,
    /// What the value rests on.
    pub basis: Basis,
}

impl Risk {
    /// Whether it tells too much.
    pub fn is_too_much(&self) -> bool {
        self.value >= self.limit
    }

    /// By how much of the limit it is above it; negative if it is below.
    pub fn excess(&self) -> f64 {
        (self.value - self.limit) / self.limit.abs().max(f64::MIN_POSITIVE)
    }
}

/// Says how much a phrase tells. Pure: the same question has the same answer.
///
/// What is not said tells nothing. A more general phrase may tell more than a special one, since counts are what they
/// are, so that each is assessed anew.
pub trait RiskModel: Send + Sync {
    /// Its name, as reports have it.
    fn name(&self) -> &'static str;

    /// The unit that it counts in.
    fn unit(&self) -> RiskUnit {
        RiskUnit::Bits
    }

    /// The greatest risk that a phrase is to any of the hidden things, which are those of its context. Something more
    /// general than what the text says is assessed beside it, since whoever speaks of that speaks of this.
    fn assess(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Risk, CountsError>;

    /// A risk above the limit that a phrase is to any of the hidden things, if there is one; not always the greatest.
    fn objection(
        &self,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Risk>, CountsError> {
        self.assess(said, instead_of, hidden).map(|risk| Some(risk).filter(Risk::is_too_much))
    }

    /// The greatest risk that a phrase is to any of the hidden things, if it is so much at least.
    fn assess_from(
        &self,
        least: f64,
        said: &WeighedPhrase<'_>,
        instead_of: Option<&WeighedPhrase<'_>>,
        hidden: &[(usize, &Hidden<'_>)],
    ) -> Result<Option<Risk>, CountsError> {
        self.assess(said, instead_of, hidden).map(|risk| Some(risk).filter(|risk| risk.value >= least))
    }

    /// The risk that several phrases are together to one hidden thing; nothing if the model has no notion of that.
    fn assess_together(
        &self,
        said: &[&WeighedPhrase<'_>],
        hidden: (usize, &Hidden<'_>),
    ) -> Result<Option<Risk>, CountsError> {
        _ = (said, hidden);
        Ok(None)
    }
}
