//! Runs that measure protection and utility, and the bars they must reach.

/// The place of a figure in the program's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
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
pub struct Wanted {
    pub measure: &'static str,
    pub pick: Pick,
    /// The least value, in per cent; `None` where the figure is for information.
    pub least: Option<f64>,
}

/// A run of `sfumato eval`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    pub task: &'static str,
    /// The corpus, as [`super::unpacked`] knows it.
    pub gold: &'static str,
    /// The setting, for the table.
    pub setting: &'static str,
    /// Options; what starts with `eval/` is a file of the repository.
    pub options: &'static [&'static str],
    /// True if a reference of other biographies is given.
    pub has_reference: bool,
    pub wanted: &'static [Wanted],
}

const fn wanted(measure: &'static str, pick: Pick) -> Wanted {
    Wanted { measure, pick, least: None }
}

const fn bar(measure: &'static str, pick: Pick, least: f64) -> Wanted {
    Wanted { measure, pick, least: Some(least) }
}

const fn plain(
    task: &'static str,
    gold: &'static str,
    setting: &'static str,
    options: &'static [&'static str],
    wanted: &'static [Wanted],
) -> Run {
    Run { task, gold, setting, options, has_reference: false, wanted }
}

/// Places and labels, and what is covered of them.
const ENTITIES: &[Wanted] = &[
    wanted("entity-precision", Pick::Score("entity", "precision")),
    wanted("entity-recall", Pick::Score("entity", "recall")),
    wanted("entity-f1", Pick::Score("entity", "f1")),
    wanted("entity-f2", Pick::Score("entity", "f2")),
    wanted("span-f1", Pick::Score("span", "f1")),
    wanted("token-recall", Pick::Score("token", "recall")),
    wanted("token-f2", Pick::Score("token", "f2")),
    wanted("character-precision", Pick::Score("character", "precision")),
    wanted("character-recall", Pick::Score("character", "recall")),
    wanted("character-f1", Pick::Score("character", "f1")),
    wanted("character-f2", Pick::Score("character", "f2")),
];

const DISCLOSURE: &[Wanted] = &[
    wanted("unit-precision", Pick::Share("/units/precision")),
    wanted("unit-recall", Pick::Share("/units/recall")),
    bar("unit-f1", Pick::Share("/units/f1"), 81.66),
    wanted("unit-f2", Pick::Share("/units/f2")),
    wanted("word-precision", Pick::Share("/words/precision")),
    wanted("word-recall", Pick::Share("/words/recall")),
    wanted("word-f1", Pick::Share("/words/f1")),
    wanted("word-f2", Pick::Share("/words/f2")),
];

const UTILITY: &[Wanted] = &[
    wanted("information", Pick::Share("/mean/information/planned")),
    wanted("information-removed", Pick::Share("/mean/information/suppressed")),
    wanted("information-regained", Pick::Share("/mean/information/regained")),
    wanted("meaning", Pick::Share("/mean/meaning/planned")),
    wanted("meaning-removed", Pick::Share("/mean/meaning/suppressed")),
    wanted("meaning-regained", Pick::Share("/mean/meaning/regained")),
    wanted("closeness", Pick::Share("/mean/closeness/planned")),
    wanted("words-kept", Pick::Share("/mean/words_kept")),
];

/// The same where the bar is: generalising regains at least three fifths of what removing loses.
const UTILITY_UNDER_ATTACK: &[Wanted] = &[
    wanted("information", Pick::Share("/mean/information/planned")),
    wanted("information-removed", Pick::Share("/mean/information/suppressed")),
    bar("information-regained", Pick::Share("/mean/information/regained"), 60.0),
    wanted("meaning", Pick::Share("/mean/meaning/planned")),
    wanted("meaning-removed", Pick::Share("/mean/meaning/suppressed")),
    wanted("meaning-regained", Pick::Share("/mean/meaning/regained")),
    wanted("closeness", Pick::Share("/mean/closeness/planned")),
    wanted("words-kept", Pick::Share("/mean/words_kept")),
];

const REPLACEMENT: &[Wanted] = &[
    wanted("gone", Pick::Right("gone")),
    wanted("one-each", Pick::Right("one each")),
    wanted("none-shared", Pick::Right("none shared")),
    wanted("intervals", Pick::Right("intervals")),
    wanted("form-of-dates", Pick::Right("form of dates")),
    wanted("found-again", Pick::Right("found again")),
    wanted("substituted", Pick::Right("substituted")),
];

/// The figures of a second run.
const AGAIN: &[Wanted] =
    &[wanted("values-again", Pick::Wrong("values")), wanted("documents-again", Pick::Wrong("documents"))];

/// All of them; the benchmark of court files, which is measured in folds, is not among them.
pub const RUNS: &[Run] = &[
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
    Run {
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
    pub wanted: &'static [Wanted],
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
