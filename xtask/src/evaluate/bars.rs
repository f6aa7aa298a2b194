//! Measures of the analysis of language, and the bars they must reach.

/// A measure on a corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanguageBar {
    pub task: &'static str,
    /// The corpus, as [`super::unpacked`] knows it.
    pub gold: &'static str,
    pub language: &'static str,
    /// The number of the corpus's way of annotating in the training.
    pub convention: u8,
    pub measure: &'static str,
    /// The least value, in per cent; `None` where the figure is for information.
    pub least: Option<f64>,
}

const fn english(task: &'static str, gold: &'static str, measure: &'static str, least: Option<f64>) -> LanguageBar {
    LanguageBar { task, gold, language: "en", convention: 1, measure, least }
}

const fn spanish(task: &'static str, gold: &'static str, measure: &'static str, least: Option<f64>) -> LanguageBar {
    LanguageBar { task, gold, language: "es", convention: 1, measure, least }
}

/// The second way of annotating Spanish.
const fn second(bar: LanguageBar) -> LanguageBar {
    LanguageBar { convention: 2, ..bar }
}

/// All measures. Those of one run stand together.
pub const BARS: &[LanguageBar] = &[
    english("tags", "en_ewt-test", "upos", Some(95.5)),
    english("tags", "en_ewt-test", "detail", None),
    spanish("tags", "es_ancora-test", "upos", Some(97.5)),
    spanish("tags", "es_ancora-test", "detail", None),
    spanish("tags", "es_gsd-test", "upos", None),
    second(spanish("tags", "es_gsd-test", "upos", Some(94.0))),
    second(spanish("tags", "es_gsd-test", "detail", None)),
    english("lemmas", "en_ewt-test", "lemma", Some(97.0)),
    spanish("lemmas", "es_ancora-test", "lemma", Some(97.0)),
    second(spanish("lemmas", "es_gsd-test", "lemma", None)),
    english("chunks", "conll2000-test", "chunk", Some(94.0)),
    english("tokens", "en_ewt-test", "token", Some(99.0)),
    english("tokens", "en_ewt-test", "word", None),
    spanish("tokens", "es_ancora-test", "token", Some(99.0)),
    spanish("tokens", "es_ancora-test", "word", None),
    spanish("tokens", "es_gsd-test", "token", Some(99.0)),
    spanish("tokens", "es_gsd-test", "word", None),
    english("sentences", "en_ewt-test", "sentence", Some(85.0)),
    spanish("sentences", "es_ancora-test", "sentence", None),
    spanish("sentences", "es_gsd-test", "sentence", None),
    spanish("sentences", "spaccc", "sentence", Some(98.0)),
];
