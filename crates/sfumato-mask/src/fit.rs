//! Replacements that read well: number, gender, article and case agree with what stands around them.
//!
//! A label of a taxonomy is a bare singular ("doctor"). What can be told of its place by rule is done to it and to the
//! function words before it; what cannot be told is left, and the label stands as it is.

mod place;

use sfumato_document::Span;
use sfumato_language::inflect::{
    self, Article, Inflected, Number, Shape, article, contracted, is_unique, shape, with_inner_articles,
};
use sfumato_language::{Analysis, Language};

use place::{Lead, Place};

/// What takes the place of a phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label<'l> {
    /// In the singular and without an article, unless it brings one: "doctor", "the 1970s".
    pub text: &'l str,
    /// Its language.
    pub language: Language,
    /// Whether it is the name of one thing: "Spain", but not "Christian".
    pub is_name: bool,
    /// Whether it is a verb, in the infinitive.
    pub is_verb: bool,
}

// A label may be part of the phrase it replaces.
impl std::fmt::Debug for Label<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Label({})", self.language.code())
    }
}

/// A replacement that fits its place.
#[derive(Clone, PartialEq, Eq)]
pub struct Fitted {
    /// What is replaced: the phrase, and the article, contraction or preposition before it where that changes too.
    pub span: Span,
    /// By what.
    pub text: String,
}

impl std::fmt::Debug for Fitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fitted({:?})", self.span)
    }
}

/// The widest span that fitting may ask for: with the article or contraction right before, on its line, and a
/// preposition that may melt with the article. Nothing if there is none.
pub fn may_widen(analysis: &Analysis<'_>, span: Span, language: Language) -> Option<Span> {
    let lead = Place::new(analysis, span, language)?.lead(0);
    lead.widest().map(|lead| lead.cover(span))
}

/// Fits a label into the place of a term or a mention. Nothing before `free_from` is touched: there the replacement
/// before this one ends.
pub fn fit(analysis: &Analysis<'_>, span: Span, label: &Label<'_>, free_from: usize) -> Fitted {
    let Some(place) = Place::new(analysis, span, label.language) else {
        return Fitted { span, text: label.text.to_owned() };
    };
    let composed = compose(&place, place.lead(free_from), label);
    let start = composed.lead.unwrap_or(span);
    Fitted { span: start.cover(span), text: inflect::cased(&composed.text, place.casing(start)) }
}

/// What is written, before its case is settled.
struct Composed {
    text: String,
    /// The function word before the phrase whose place it takes too.
    lead: Option<Span>,
}

impl Composed {
    fn alone(text: impl Into<String>) -> Self {
        Self { text: text.into(), lead: None }
    }
}

fn compose(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>) -> Composed {
    let shape = shape(label.text, label.language);
    if label.is_verb {
        // "Caerse" becomes "convertirse", whose pronoun is there already.
        let bare = label.text.strip_suffix("se").filter(|_| place.precedes_pronoun()).unwrap_or(label.text);
        let form = place.verb_detail().and_then(|detail| inflect::verb(bare, detail, label.language));
        return Composed::alone(form.unwrap_or_else(|| bare.to_owned()));
    }
    if label.is_name {
        return name(place, lead, label);
    }
    if let Some(composed) = age(place, lead, label).or_else(|| date(place, lead, label, shape)) {
        return composed;
    }
    match shape {
        Shape::Bare => noun(place, lead, label),
        Shape::Articled(own, at) => articled(place, lead, label, own, at),
        Shape::Fixed if place.is_modifier() => Composed::alone(label.text),
        // A number or a phrase with a determiner of its own has no article.
        Shape::Fixed => with_article(lead, "", &inflect::name(label.text, label.language)),
    }
}

/// A noun phrase that has no article yet.
fn noun(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>) -> Composed {
    let is_modifier = place.is_modifier();
    let is_attribute = is_modifier && label.language == Language::English;
    let number = if is_attribute { Number::Singular } else { place.number() };
    let text = with_inner_articles(label.text, label.language);
    // English nouns show none.
    let gender = if label.language == Language::Spanish { place.gender() } else { None };
    let noun = inflect::inflect(&text, label.language, number, gender);
    match lead.article {
        // In Spanish the article agrees with the noun that follows.
        Some(_) if is_modifier && place.is_adjective() => Composed::alone(noun.text),
        // The noun is still there, and nobody knows its gender better than the text.
        Some(_) if place.keeps_noun(label) => Composed::alone(noun.text),
        Some((kind, _)) => with_article(lead, article(kind, &noun), &noun),
        None if place.takes_article() && noun.number == Number::Singular && noun.is_countable => {
            let kind = if is_unique(&text, label.language) { Article::Definite } else { Article::Indefinite };
            with_article(lead, article(kind, &noun), &noun)
        }
        None => Composed::alone(noun.text),
    }
}

/// A name, which has a definite article or none.
fn name(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>) -> Composed {
    let name = inflect::name(label.text, label.language);
    let own = if is_unique(label.text, label.language) { article(Article::Definite, &name) } else { "" };
    let has_place = !place.is_modifier() && (lead.article.is_some() || place.takes_article());
    if has_place { with_article(lead, own, &name) } else { Composed::alone(label.text) }
}

/// A label that brings its article, which takes the place of the one in the text.
fn articled(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>, own: Article, at: usize) -> Composed {
    let (written, bare) = (label.text.split(' ').next(), label.text.get(at..));
    let (written, bare) = (written.unwrap_or_default(), bare.unwrap_or_default());
    if (lead.article.is_none() && place.has_determiner()) || (lead.article.is_some() && place.is_modifier()) {
        return Composed::alone(bare);
    }
    if lead.article.is_none() && own == Article::Indefinite {
        return Composed::alone(label.text);
    }
    with_article(lead, written, &inflect::name(bare, label.language))
}

/// A range in the place of an age: "at age 21" becomes "aged between 18 and 24", "a los 21 años" becomes "con entre 18
/// y 24 años".
fn age(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>) -> Option<Composed> {
    let (word, span) = lead.preposition.filter(|_| place.is_value())?;
    match (label.language, word) {
        (Language::English, "at") if label.text.starts_with("aged ") => {
            Some(Composed { text: label.text.to_owned(), lead: Some(span) })
        }
        (Language::Spanish, "a") if label.text.ends_with(" años") && lead.article.is_some() => {
            Some(Composed { text: spaced(["con", "", label.text]), lead: Some(span) })
        }
        _ => None,
    }
}

/// A time in the place of a date: "on 12 March" becomes "in March", "el 12 de marzo" becomes "en marzo".
fn date(place: &Place<'_, '_>, lead: Lead, label: &Label<'_>, shape: Shape) -> Option<Composed> {
    if !place.is_value() || shape == Shape::Bare {
        return None;
    }
    let composed = |link: &str, lead: Span| Composed { text: spaced([link, "", label.text]), lead: Some(lead) };
    match (label.language, lead.article, lead.preposition) {
        (Language::English, None, Some(("on", span))) => {
            let is_vague = matches!(shape, Shape::Articled(Article::Indefinite, _)) || label.text.starts_with("some");
            (!is_vague).then(|| composed("in", span))
        }
        (Language::Spanish, Some(_), Some((word, span))) if lead.is_contracted() && shape == Shape::Fixed => {
            Some(composed(word, span))
        }
        (Language::Spanish, Some((Article::Definite, span)), _) if !lead.is_contracted() => {
            Some(composed(if place.follows_preposition() { "" } else { "en" }, span))
        }
        _ => None,
    }
}

/// A noun with its article, which takes the place of the one before it and may melt with the preposition before that.
fn with_article(lead: Lead, article: &str, noun: &Inflected) -> Composed {
    let own = lead.article.map(|(_, span)| span);
    let Some((word, span)) = lead.preposition else {
        return Composed { text: spaced(["", article, &noun.text]), lead: own };
    };
    match contracted(word, article) {
        Some(joined) => Composed { text: spaced([joined, "", &noun.text]), lead: Some(span) },
        None if lead.is_contracted() => Composed { text: spaced([word, article, &noun.text]), lead: Some(span) },
        None => Composed { text: spaced(["", article, &noun.text]), lead: own },
    }
}

fn spaced(words: [&str; 3]) -> String {
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
