//! Runs that measure protection and utility, and the bars they must reach.

/// The place of a figure in the program's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigurePath {
    /// A score of a measure of all labels together: `entity`, `f1`.
    Score(&'static str, &'static str),
    /// A share, by its path.
    Share(&'static str),
    /// The share that is not wrong, of the measure of this name.
    Right(&'static str),
    /// The share that is.
    Wrong(&'static str),
}

/// A figure to write down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WantedFigure {
    pub measure: &'static str,
    pub pick: FigurePath,
    /// The least value, in per cent; `None` where the figure is for information.
    pub least: Option<f64>,
}

/// A run of `sfumato eval`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluationRun {
    pub task: &'static str,
    /// The corpus, as [`super::unpacked`] knows it.
    pub gold: &'static str,
    /// The setting, for the table.
    pub setting: &'static str,
    /// Options; what starts with `eval/` is a file of the repository.
    pub options: &'static [&'static str],
    /// True if a reference of other biographies is given.
    pub has_reference: bool,
    pub wanted: &'static [WantedFigure],
}

const fn wanted(measure: &'static str, pick: FigurePath) -> WantedFigure {
    WantedFigure { measure, pick, least: None }
}

const fn bar(measure: &'static str, pick: FigurePath, least: f64) -> WantedFigure {
    WantedFigure { measure, pick, least: Some(least) }
}

const fn plain(
    task: &'static str,
    gold: &'static str,
    setting: &'static str,
    options: &'static [&'static str],
    wanted: &'static [WantedFigure],
) -> EvaluationRun {
    EvaluationRun { task, gold, setting, options, has_reference: false, wanted }
}

/// Places and labels, and what is covered of them.
const ENTITIES: &[WantedFigure] = &[
    wanted("entity-precision", FigurePath::Score("entity", "precision")),
    wanted("entity-recall", FigurePath::Score("entity", "recall")),
    wanted("entity-f1", FigurePath::Score("entity", "f1")),
    wanted("entity-f2", FigurePath::Score("entity", "f2")),
    wanted("span-f1", FigurePath::Score("span", "f1")),
    wanted("token-recall", FigurePath::Score("token", "recall")),
    wanted("token-f2", FigurePath::Score("token", "f2")),
    wanted("character-precision", FigurePath::Score("character", "precision")),
    wanted("character-recall", FigurePath::Score("character", "recall")),
    wanted("character-f1", FigurePath::Score("character", "f1")),
    wanted("character-f2", FigurePath::Score("character", "f2")),
];

const DISCLOSURE: &[WantedFigure] = &[
    wanted("unit-precision", FigurePath::Share("/units/precision")),
    wanted("unit-recall", FigurePath::Share("/units/recall")),
    bar("unit-f1", FigurePath::Share("/units/f1"), 81.66),
    wanted("unit-f2", FigurePath::Share("/units/f2")),
    wanted("word-precision", FigurePath::Share("/words/precision")),
    wanted("word-recall", FigurePath::Share("/words/recall")),
    wanted("word-f1", FigurePath::Share("/words/f1")),
    wanted("word-f2", FigurePath::Share("/words/f2")),
];

const UTILITY: &[WantedFigure] = &[
    wanted("information", FigurePath::Share("/mean/information/planned")),
    wanted("information-removed", FigurePath::Share("/mean/information/suppressed")),
    wanted("information-regained", FigurePath::Share("/mean/information/regained")),
    wanted("meaning", FigurePath::Share("/mean/meaning/planned")),
    wanted("meaning-removed", FigurePath::Share("/mean/meaning/suppressed")),
    wanted("meaning-regained", FigurePath::Share("/mean/meaning/regained")),
    wanted("closeness", FigurePath::Share("/mean/closeness/planned")),
    wanted("words-kept", FigurePath::Share("/mean/words_kept")),
];

/// The same where the bar is: generalising regains at least three fifths of what removing loses.
const UTILITY_UNDER_ATTACK: &[WantedFigure] = &[
    wanted("information", FigurePath::Share("/mean/information/planned")),
    wanted("information-removed", FigurePath::Share("/mean/information/suppressed")),
    bar("information-regained", FigurePath::Share("/mean/information/regained"), 60.0),
    wanted("meaning", FigurePath::Share("/mean/meaning/planned")),
    wanted("meaning-removed", FigurePath::Share("/mean/meaning/suppressed")),
    wanted("meaning-regained", FigurePath::Share("/mean/meaning/regained")),
    wanted("closeness", FigurePath::Share("/mean/closeness/planned")),
    wanted("words-kept", FigurePath::Share("/mean/words_kept")),
];

const REPLACEMENT: &[WantedFigure] = &[
    wanted("gone", FigurePath::Right("gone")),
    wanted("one-each", FigurePath::Right("one each")),
    wanted("none-shared", FigurePath::Right("none shared")),
    wanted("intervals", FigurePath::Right("intervals")),
    wanted("form-of-dates", FigurePath::Right("form of dates")),
    wanted("found-again", FigurePath::Right("found again")),
    wanted("substituted", FigurePath::Right("substituted")),
];

/// The figures of a second run.
const AGAIN: &[WantedFigure] =
    &[wanted("values-again", FigurePath::Wrong("values")), wanted("documents-again", FigurePath::Wrong("documents"))];

/// All of them; the benchmark of court files, which is measured in folds, is not among them.
pub const RUNS: &[EvaluationRun] = &[
    plain("entities", "meddocan-dev", "meddocan", &["--policy", "meddocan", "--language", "es"], ENTITIES),
    plain(
        "entities",
        "ncbi-test",
        "diseases",
        &["--policy", "eval/settings/diseases.toml", "--map", "eval/settings/ncbi-labels.toml", "--language", "en"],
        ENTITIES,
    ),
    plain(
        "entities",
        "bc5cdr-test",
        "diseases",
        &["--policy", "eval/settings/diseases.toml", "--map", "eval/settings/bc5cdr-labels.toml", "--language", "en"],
        ENTITIES,
    ),
    plain(
        "entities",
        "conll2002-test",
        "names",
        &["--policy", "eval/settings/names.toml", "--map", "eval/settings/conll2002-labels.toml", "--language", "es"],
        ENTITIES,
    ),
    plain(
        "entities",
        "wnut17-test",
        "names",
        &["--policy", "eval/settings/names.toml", "--map", "eval/settings/wnut17-labels.toml", "--language", "en"],
        ENTITIES,
    ),
    plain("entities", "notes", "clinical", &["--policy", "clinical"], ENTITIES),
    plain("entities", "invented", "default", &["--policy", "default"], ENTITIES),
    plain("disclosure", "wikiactors", "declassify", &["--policy", "declassify"], DISCLOSURE),
    EvaluationRun {
        has_reference: true,
        ..plain("disclosure", "wikiactors", "declassify+reference", &["--policy", "declassify"], DISCLOSURE)
    },
    plain("again", "everyday", "default", &["--policy", "default"], AGAIN),
    plain("again", "everyday", "hipaa", &["--policy", "hipaa"], AGAIN),
    plain("replacement", "meddocan-dev", "pseudonymise", &["--policy", "pseudonymise", "--seed", "1"], REPLACEMENT),
];

/// Runs with limits that were chosen on other people; see [`super::fitted`].
pub const FITTED: &[FittedRun] = &[
    FittedRun { task: "disclosure", gold: "wikiactors", wanted: DISCLOSURE },
    FittedRun { task: "utility", gold: "wikiactors", wanted: UTILITY },
    FittedRun { task: "utility", gold: "wikiactors-attack", wanted: UTILITY_UNDER_ATTACK },
];

/// A run of `sfumato eval` by folds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedRun {
    pub task: &'static str,
    pub gold: &'static str,
    pub wanted: &'static [WantedFigure],
}

/// Measures of the benchmark of court files, in its order.
pub const TAB: [&str; 8] = [
    "recall-direct-entities",
    "recall-quasi-entities",
    "recall-direct-mentions",
    "recall-quasi-mentions",
    "recall-tokens",
    "precision-tokens",
    "precision-weighted",
    "precision-weighted-annotated",
];
