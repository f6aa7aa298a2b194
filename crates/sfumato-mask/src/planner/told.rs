//! What the words around a name say it is: "the comedies The Long Quay and Salt Houses", "directed by Ada Finch".
//!
//! Only what the sentence itself says is told, in its own noun or in the one that a verb stands for, so that it is true
//! as far as the document is. Of a title whose sentence says nothing it is only known that it is one of a work.

use std::ops::Range;

use sfumato_document::Span;
use sfumato_language::{Analysis, Language, Upos};

/// So many words before a name are looked at for what works in a list are.
const MOST_BEFORE: usize = 40;
/// So many words may stand between one noun and the one title it is said of: "her film debut in Salt Houses".
const MOST_BETWEEN: usize = 4;

/// Kinds of works: a noun, its plural, and what a title is then.
const WORKS_ENGLISH: [(&str, &str, &str); 30] = [
    ("film", "films", "film"),
    ("movie", "movies", "film"),
    ("picture", "pictures", "film"),
    ("biopic", "biopics", "film"),
    ("blockbuster", "blockbusters", "film"),
    ("comedy", "comedies", "comedy"),
    ("drama", "dramas", "drama"),
    ("thriller", "thrillers", "thriller"),
    ("western", "westerns", "western"),
    ("musical", "musicals", "musical"),
    ("sequel", "sequels", "sequel"),
    ("remake", "remakes", "remake"),
    ("documentary", "documentaries", "documentary"),
    ("miniseries", "miniseries", "television series"),
    ("sitcom", "sitcoms", "sitcom"),
    ("album", "albums", "album"),
    ("song", "songs", "song"),
    ("single", "singles", "song"),
    ("symphony", "symphonies", "symphony"),
    ("opera", "operas", "opera"),
    ("novel", "novels", "novel"),
    ("book", "books", "book"),
    ("memoir", "memoirs", "book"),
    ("autobiography", "autobiographies", "book"),
    ("story", "stories", "story"),
    ("poem", "poems", "poem"),
    ("essay", "essays", "essay"),
    ("play", "plays", "play"),
    ("painting", "paintings", "painting"),
    ("game", "games", "game"),
];
const WORKS_SPANISH: [(&str, &str, &str); 18] = [
    ("película", "películas", "película"),
    ("filme", "filmes", "película"),
    ("largometraje", "largometrajes", "película"),
    ("comedia", "comedias", "comedia"),
    ("drama", "dramas", "drama"),
    ("musical", "musicales", "musical"),
    ("documental", "documentales", "documental"),
    ("serie", "series", "serie"),
    ("telenovela", "telenovelas", "telenovela"),
    ("álbum", "álbumes", "álbum"),
    ("disco", "discos", "disco"),
    ("canción", "canciones", "canción"),
    ("ópera", "óperas", "ópera"),
    ("novela", "novelas", "novela"),
    ("libro", "libros", "libro"),
    ("poema", "poemas", "poema"),
    ("cuadro", "cuadros", "cuadro"),
    ("cuento", "cuentos", "cuento"),
];

/// What all of them are.
const CREATIVE_WORK: &str = "creative work";

/// What somebody is by whom something was done.
const DOERS_ENGLISH: [(&str, &str); 14] = [
    ("directed", "director"),
    ("written", "writer"),
    ("produced", "producer"),
    ("composed", "composer"),
    ("created", "creator"),
    ("founded", "founder"),
    ("painted", "painter"),
    ("published", "publisher"),
    ("designed", "designer"),
    ("edited", "editor"),
    ("performed", "performer"),
    ("coached", "coach"),
    ("photographed", "photographer"),
    ("choreographed", "choreographer"),
];
const DOERS_SPANISH: [(&str, &str); 6] = [
    ("dirigid", "director"),
    ("escrit", "escritor"),
    ("producid", "productor"),
    ("compuest", "compositor"),
    ("fundad", "fundador"),
    ("pintad", "pintor"),
];

/// Verbs and nouns of acting, by their beginnings: whose part it is stands behind them.
const ACTED_ENGLISH: [&str; 9] = ["portray", "play", "voic", "role", "character", "star", "appear", "cast", "repris"];
const ACTED_SPANISH: [&str; 5] = ["interpret", "papel", "personaje", "encarn", "protagoniz"];

/// Beginnings of words that sentences about works have.
const MADE_ENGLISH: [&str; 22] = [
    "film", "movie", "series", "album", "novel", "book", "comed", "drama", "star", "appear", "role", "credit",
    "portray", "play", "direct", "produc", "wrote", "writ", "releas", "publish", "record", "debut",
];
const MADE_SPANISH: [&str; 16] = [
    "película",
    "serie",
    "álbum",
    "disco",
    "novela",
    "libro",
    "comedia",
    "drama",
    "protagon",
    "papel",
    "interpret",
    "dirig",
    "escrib",
    "escrit",
    "public",
    "debut",
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

    fn is_noun(&self, nth: usize) -> bool {
        matches!(self.analysis.tags().get(nth), Some(Upos::Noun | Upos::Propn | Upos::Adj))
    }

    /// Whether a name is the title of a work: a year in brackets follows, as in "Salt Houses (1994)", or it starts with
    /// a capital article; and the sentence speaks of works.
    pub fn is_title(&self, has_article: bool) -> bool {
        let is_spoken_of = || match self.language {
            Language::English => self.has_before(&MADE_ENGLISH),
            Language::Spanish => self.has_before(&MADE_SPANISH),
        };
        (has_article || self.precedes_year()) && is_spoken_of()
    }

    fn precedes_year(&self) -> bool {
        let is_year = |text: &str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        self.text(self.after) == "("
            && is_year(self.text(self.after + 1))
            && matches!(self.text(self.after + 2), ")" | "," | ";")
    }

    /// What kind of work a title is one of, if its sentence says so.
    pub fn work(&self) -> Option<&'static str> {
        let works: &[(&str, &str, &'static str)] = match self.language {
            Language::English => &WORKS_ENGLISH,
            Language::Spanish => &WORKS_SPANISH,
        };
        let mut is_list = false;
        for (back, nth) in self.before.clone().rev().enumerate() {
            let word = self.text(nth).to_lowercase();
            is_list |= matches!(word.as_str(), "," | ";" | "and" | "or" | "y" | "e" | "o" | "(" | ")");
            if !self.is_noun(nth) {
                continue;
            }
            let is_series = matches!(word.as_str(), "series" | "show" | "shows") && self.language == Language::English;
            if is_series && self.is_broadcast(nth) && (!is_list || word != "show") {
                return Some("television series");
            }
            let found = works.iter().find(|(one, many, _)| word == *one || word == *many);
            if let Some((_, many, kind)) = found {
                // One noun speaks of one title right behind it; the plural of all in a list.
                return (word == *many || (!is_list && back < MOST_BETWEEN)).then_some(*kind);
            }
        }
        None
    }

    /// What any title is one of: "work" by itself would be read as labour.
    pub fn any_work(&self) -> Option<&'static str> {
        (self.language == Language::English).then_some(CREATIVE_WORK)
    }

    fn is_broadcast(&self, nth: usize) -> bool {
        let before = nth.checked_sub(1).map_or("", |before| self.text(before));
        matches!(before.to_lowercase().as_str(), "television" | "tv")
    }

    /// What somebody is who has a name, if the words right before it say so.
    pub fn person(&self) -> Option<&'static str> {
        let word = |back: usize| {
            let nth = self.before.end.checked_sub(back).filter(|nth| self.before.contains(nth));
            nth.map_or(String::new(), |nth| self.text(nth).to_lowercase())
        };
        let (last, other) = (word(1), word(2));
        match (self.language, last.as_str()) {
            (Language::English, "by") => DOERS_ENGLISH.iter().find(|(done, _)| *done == other).map(|(_, doer)| *doer),
            (Language::Spanish, "por") => {
                DOERS_SPANISH.iter().find(|(done, _)| other.starts_with(done)).map(|(_, doer)| *doer)
            }
            (Language::English, "opposite" | "alongside") => Some("actor"),
            (Language::English, "as") => self.has_before(&ACTED_ENGLISH).then_some("character"),
            (Language::Spanish, "como") => self.has_before(&ACTED_SPANISH).then_some("personaje"),
            (Language::English, "of") => starts(&other, &ACTED_ENGLISH[..5]).then_some("character"),
            (Language::Spanish, "de" | "a") => starts(&other, &ACTED_SPANISH).then_some("personaje"),
            (Language::English, _) => starts(&last, &ACTED_ENGLISH[..5]).then_some("character"),
            (Language::Spanish, _) => None,
        }
    }

    /// Whether the sentence has one of these beginnings of words before the phrase.
    fn has_before(&self, words: &[&str]) -> bool {
        self.before.clone().any(|nth| starts(&self.text(nth).to_lowercase(), words))
    }
}

fn starts(word: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| word.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Format, Text};
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
        let document = Text.read(format!("{before}{phrase}{after}").into_bytes()).expect("it is text");
        let analysis = Analysis::in_languages(&document, Languages::only(language)).with_models(&models);
        let span = document.span(before.len(), before.len() + phrase.len()).expect("it lies inside");
        ask(&Around::new(&analysis, span, language))
    }

    #[test]
    fn a_sentence_says_what_its_titles_are() {
        let work = |language, text| around(language, text, |around| around.work());
        assert_eq!(
            work(English, "She starred in the films The Long Quay (1994), [Salt Houses] and Nine Bells."),
            Some("film")
        );
        assert_eq!(work(English, "He made his film debut in [Salt Houses] in 1994."), Some("film"));
        assert_eq!(work(English, "She was cast in the television series [Salt Houses]."), Some("television series"));
        assert_eq!(work(English, "After the film The Long Quay (1994) and a tour she wrote [Salt Houses]."), None);
        assert_eq!(work(English, "Her credits include [Salt Houses]."), None);
        assert_eq!(work(Spanish, "Publicó las novelas El muelle largo y [Casas de sal]."), Some("novela"));
    }

    #[test]
    fn words_before_a_name_say_who_it_is() {
        let person = |language, text| around(language, text, |around| around.person());
        assert_eq!(person(English, "The film was directed by [Ada Finch]."), Some("director"));
        assert_eq!(person(English, "He starred as [Ned Marsh] in a series."), Some("character"));
        assert_eq!(person(English, "She is known for her portrayal of [Ned Marsh]."), Some("character"));
        assert_eq!(person(English, "She is known as [Ada Finch]."), None);
        assert_eq!(person(English, "He lived with [Ada Finch]."), None);
        assert_eq!(person(Spanish, "Una obra dirigida por [Ada Finch]."), Some("director"));
    }

    #[test]
    fn a_year_in_brackets_makes_a_title_where_works_are_spoken_of() {
        let is_title = |text| around(English, text, |around| around.is_title(false));
        assert!(is_title("She appeared in [Salt Houses] (1994) and other films."));
        assert!(!is_title("She moved to [Lund] (1994) with her mother."));
        assert!(!is_title("She appeared beside [Ned Marsh] (1912–1990)."));
        assert!(!is_title("She appeared in [Salt Houses] for years."));
    }
}
