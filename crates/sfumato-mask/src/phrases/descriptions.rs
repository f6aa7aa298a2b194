//! What the words around a name say it is: "the novels The Long Quay and Salt Houses", "founded by Ada Finch".
//!
//! Only what the sentence itself says is told, so that it is true as far as the document is, whatever it is about: the
//! noun right before names says what all of them are, and a verb what somebody is by whom something was done. Who stands
//! beside somebody ("alongside", "opposite", "with", "as") may be anybody, and nothing is told of them.

use std::ops::Range;

use sfumato_document::Span;
use sfumato_knowledge::Knowledge;
use sfumato_language::inflect::{Number, number_of};
use sfumato_language::{Analysis, Language, Upos};

/// So many words before a name are looked at for the noun that says what a row of names are.
const MOST_BEFORE: usize = 40;
/// So many small words may stand in a row inside an English name: "The Lord of the Rings".
const MOST_SMALL: usize = 2;

/// What titles are, as the taxonomies call the category.
const WORK: &str = "work";
/// What all of them are in English, where "work" by itself would be read as labour.
const CREATIVE_WORK: &str = "creative work";

/// What somebody is by whom something was done: nouns that say no more than their verbs do, in whatever trade. Who
/// performed an operation is no performer, who conducted it no conductor, and who composed a letter no composer.
const DOERS_ENGLISH: [(&str, &str); 20] = [
    ("built", "builder"),
    ("coached", "coach"),
    ("composed", "author"),
    ("created", "creator"),
    ("designed", "designer"),
    ("directed", "director"),
    ("edited", "editor"),
    ("founded", "founder"),
    ("invented", "inventor"),
    ("led", "leader"),
    ("managed", "manager"),
    ("organised", "organiser"),
    ("owned", "owner"),
    ("painted", "painter"),
    ("produced", "producer"),
    ("published", "publisher"),
    ("supervised", "supervisor"),
    ("taught", "teacher"),
    ("translated", "translator"),
    ("written", "author"),
];
/// The same in Spanish, by the beginnings of the participles.
const DOERS_SPANISH: [(&str, &str); 10] = [
    ("compuest", "autor"),
    ("cread", "creador"),
    ("dirigid", "director"),
    ("diseñad", "diseñador"),
    ("editad", "editor"),
    ("escrit", "autor"),
    ("fundad", "fundador"),
    ("inventad", "inventor"),
    ("pintad", "pintor"),
    ("traducid", "traductor"),
];

/// A place in its sentence, with the words before it.
pub(super) struct Around<'s, 'a> {
    analysis: &'s Analysis<'a>,
    language: Language,
    /// The tokens of the sentence before the phrase.
    before: Range<usize>,
    /// The first token after it.
    after: usize,
}

impl<'s, 'a> Around<'s, 'a> {
    /// The words around a phrase of some language.
    pub fn new(analysis: &'s Analysis<'a>, span: Span, language: Language) -> Self {
        let tokens = analysis.tokens();
        let at = |offset: usize| tokens.partition_point(|token| token.span.start() < offset);
        let (first, after) = (at(span.start()), at(span.end()));
        let sentences = analysis.sentences();
        let nth = sentences.partition_point(|sentence| sentence.end() <= span.start());
        let start = sentences.get(nth).map_or(first, |sentence| at(sentence.start()));
        Self { analysis, language, before: start.max(first.saturating_sub(MOST_BEFORE)).min(first)..first, after }
    }

    fn text(&self, nth: usize) -> &'a str {
        self.analysis.tokens().get(nth).map_or("", |token| self.analysis.document().slice(token.span))
    }

    /// Whether a year in brackets follows, as that of a work, a ship or an event does: "Salt Houses (1994)". What is so
    /// named is no kind of what its words mean.
    pub fn is_dated(&self) -> bool {
        let is_year = |text: &str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        self.text(self.after) == "("
            && is_year(self.text(self.after + 1))
            && matches!(self.text(self.after + 2), ")" | "," | ";")
    }

    fn tag(&self, nth: usize) -> Option<Upos> {
        self.analysis.tags().get(nth).copied()
    }

    fn is_capital(&self, nth: usize) -> bool {
        self.text(nth).starts_with(char::is_uppercase)
    }

    /// What kind of work a title is one of, if the noun before it, or before the row of names that it stands in, says so
    /// and the taxonomies know the noun for a kind of work.
    pub fn work<'k>(&self, knowledge: &Knowledge<'k>) -> Option<&'k str> {
        let noun = self.noun()?;
        let lemma = u32::try_from(noun).ok().map(|noun| self.analysis.lemma(noun))?;
        let before = noun.checked_sub(1).filter(|before| {
            self.before.contains(before) && matches!(self.tag(*before), Some(Upos::Noun | Upos::Adj | Upos::Propn))
        });
        let longer = before.map(|before| format!("{} {lemma}", self.text(before)));
        let kind = |noun: &str| knowledge.kind_within(noun, self.language, WORK);
        longer.and_then(|longer| kind(&longer)).or_else(|| kind(lemma))
    }

    /// What any title is one of, if that is not the name of the category.
    pub fn any_work(&self) -> Option<&'static str> {
        (self.language == Language::English).then_some(CREATIVE_WORK)
    }

    /// The common noun that says what the names here are: it stands right before the only one, or in the plural before
    /// the first of several, "such as" or a colon between them or not.
    fn noun(&self) -> Option<usize> {
        let (mut is_row, mut depth, mut small) = (false, 0_usize, 0_usize);
        for nth in self.before.clone().rev() {
            let text = self.text(nth);
            match text {
                ")" => depth += 1,
                "(" => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                "," | ";" | ":" | "and" | "or" | "y" | "e" | "o" | "u" | "&" => (is_row, small) = (true, 0),
                "as" | "such" | "including" | "como" | "tales" => (is_row, small) = (true, 0),
                "\"" | "'" | "\u{201c}" | "\u{201d}" | "\u{2018}" | "\u{2019}" | "«" | "»" | "*" | "_" => {}
                _ if self.is_capital(nth) => small = 0,
                _ if self.tag(nth) == Some(Upos::Noun) && small == 0 && self.says(nth, is_row) => return Some(nth),
                _ if is_row && self.may_be_inside(nth) && small < MOST_SMALL => small += 1,
                _ => return None,
            }
        }
        None
    }

    /// Whether the form of a noun fits: one name is called by the singular, several by the plural.
    fn says(&self, nth: usize, is_row: bool) -> bool {
        !is_row || number_of(self.text(nth), self.language) != Some(Number::Singular)
    }

    /// Whether a word in small letters may be part of the name of something: in Spanish most words of titles are small.
    fn may_be_inside(&self, nth: usize) -> bool {
        let tag = self.tag(nth);
        match self.language {
            Language::English => matches!(tag, Some(Upos::Adp | Upos::Det | Upos::Part)),
            Language::Spanish => !matches!(tag, None | Some(Upos::Verb | Upos::Aux | Upos::Sconj | Upos::Pron)),
        }
    }

    /// What somebody is who has a name, if the words right before it say so.
    pub fn person(&self) -> Option<&'static str> {
        let word = |back: usize| {
            let nth = self.before.end.checked_sub(back).filter(|nth| self.before.contains(nth));
            nth.map_or(String::new(), |nth| self.text(nth).to_lowercase())
        };
        let (last, done) = (word(1), word(2));
        let doer = |doers: &[(&str, &'static str)], is_it: fn(&str, &str) -> bool| {
            doers.iter().find(|(participle, _)| is_it(&done, participle)).map(|(_, doer)| *doer)
        };
        match (self.language, last.as_str()) {
            (Language::English, "by") => doer(&DOERS_ENGLISH, |done, participle| done == participle),
            (Language::Spanish, "por") => doer(&DOERS_SPANISH, |done, participle| done.starts_with(participle)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat, TextFile};
    use sfumato_knowledge::Taxonomy;
    use sfumato_language::Language::{English, Spanish};
    use sfumato_language::{LanguageModels, Languages, ModelFiles, Models};

    use super::*;

    macro_rules! models {
        ($language:expr, $code:literal) => {{
            let files = ModelFiles {
                lexicon: include_bytes!(concat!("../../../../assets/models/", $code, "/lexicon.bin")),
                tags: include_bytes!(concat!("../../../../assets/models/", $code, "/tags.bin")),
                details: include_bytes!(concat!("../../../../assets/models/", $code, "/details.bin")),
                chunks: include_bytes!(concat!("../../../../assets/models/", $code, "/chunks.bin")),
                lemmas: include_bytes!(concat!("../../../../assets/models/", $code, "/lemmas.bin")),
            };
            LanguageModels::new($language, &files).expect("models")
        }};
    }

    /// What is asked about the part of a text between square brackets.
    fn around<T>(language: Language, marked: &str, ask: impl Fn(&Around<'_, '_>) -> T) -> T {
        let models = Models::new(models!(English, "en"), models!(Spanish, "es"));
        let (before, rest) = marked.split_once('[').expect("a phrase is marked");
        let (phrase, after) = rest.split_once(']').expect("a phrase is marked");
        let document = TextFile.read(format!("{before}{phrase}{after}").into_bytes()).expect("it is text");
        let analysis = Analysis::in_languages(&document, Languages::only(language)).with_models(&models);
        let span = document.span(before.len(), before.len() + phrase.len()).expect("it lies inside");
        ask(&Around::new(&analysis, span, language))
    }

    fn bank() -> (Taxonomy<'static>, Taxonomy<'static>) {
        let table = |bytes: &'static [u8]| Taxonomy::from_bytes(bytes).expect("a taxonomy");
        let things = table(include_bytes!("../../../../assets/knowledge/things.kb"));
        (things, table(include_bytes!("../../../../assets/knowledge/wordnet.kb")))
    }

    #[test]
    fn a_sentence_says_what_its_titles_are() {
        let (things, wordnet) = bank();
        let knowledge = Knowledge::new(vec![&wordnet, &things]);
        let work = |language, text| around(language, text, |around| around.work(&knowledge));
        assert_eq!(
            work(English, "She starred in the films The Long Quay (1994), [Salt Houses] and Nine Bells."),
            Some("film")
        );
        assert_eq!(work(English, "She was cast in the television series [Salt Houses]."), Some("television series"));
        assert_eq!(
            work(English, "He read the newspapers Salt and Bread, Nine Bells and [The Long Quay]."),
            Some("newspaper")
        );
        assert_eq!(work(English, "The statutes, such as [Salt Houses], were repealed."), Some("law"));
        assert_eq!(work(English, "After the film The Long Quay (1994) and a tour she wrote [Salt Houses]."), None);
        assert_eq!(work(English, "Her credits include [Salt Houses]."), None);
        assert_eq!(work(English, "In those months [Salt Houses] stood empty."), None);
        assert_eq!(work(English, "The wards Nine Bells, The Long Quay and [Salt Houses] are closed."), None);
        assert_eq!(work(Spanish, "Publicó las novelas El muelle largo y [Casas de sal]."), Some("novela"));
        assert_eq!(work(Spanish, "Vivió en los pueblos El muelle largo y [Casas de sal]."), None);
    }

    #[test]
    fn a_year_in_brackets_dates_what_is_named() {
        let is_dated = |text| around(English, text, |around| around.is_dated());
        assert!(is_dated("The [Nine Bells] (1912) sank off Lund."));
        assert!(!is_dated("She met [Ned Marsh] (1912–1990)."));
        assert!(!is_dated("She lived at [Salt Houses] for years."));
    }

    #[test]
    fn a_verb_says_what_somebody_is_by_whom_something_was_done() {
        let person = |language, text| around(language, text, |around| around.person());
        assert_eq!(person(English, "The inquiry was directed by [Ada Finch]."), Some("director"));
        assert_eq!(person(English, "The letter was written by [Ada Finch]."), Some("author"));
        assert_eq!(person(English, "The operation was performed by [Ada Finch]."), None);
        assert_eq!(person(English, "The operation was conducted by [Ada Finch]."), None);
        assert_eq!(person(Spanish, "Una escuela fundada por [Ada Finch]."), Some("fundador"));
    }

    #[test]
    fn who_is_met_on_the_way_may_be_anybody() {
        let person = |language, text| around(language, text, |around| around.person());
        for text in [
            "She operated alongside [Ada Finch].",
            "He sat opposite [Ada Finch] on the train.",
            "She appeared as [Ada Finch] left the court.",
            "He played [Ada Finch] at tennis.",
            "The role of [Ada Finch] in the fraud is known.",
            "She voiced [Ada Finch]'s concerns.",
            "Starring [Ada Finch] on the list was a mistake.",
            "He lived with [Ada Finch].",
        ] {
            assert_eq!(person(English, text), None, "{text}");
        }
        assert_eq!(person(Spanish, "El papel de [Ada Finch] en el fraude se conoce."), None);
        assert_eq!(person(Spanish, "Firmó como [Ada Finch]."), None);
    }
}
