//! Failures as one line each, and panics without their message.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use sfumato::RunError;
use sfumato::document::formats::OldOffice;
use sfumato::document::{ReadError, RemovableKind, WriteError};
use sfumato::mask::{PlanError, nearest, suggestion};

/// The reason why a run failed: where, and what to do. Never holds text of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    place: String,
    what: String,
    /// True if the reader closed the pipe, which is nobody's mistake.
    is_unheard: bool,
}

impl Failure {
    /// Something about a place.
    pub fn at(place: impl Into<String>, what: impl fmt::Display) -> Self {
        Self { place: place.into(), what: what.to_string(), is_unheard: false }
    }

    /// Something about the call.
    pub fn call(what: impl fmt::Display) -> Self {
        Self::at("", what)
    }

    /// Reading or writing went wrong. Only the kind of error is told.
    pub fn io(place: impl Into<String>, error: &std::io::Error) -> Self {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            std::io::ErrorKind::BrokenPipe => "the reader closed the pipe".to_owned(),
            kind => kind.to_string(),
        };
        Self { place: place.into(), what, is_unheard: error.kind() == std::io::ErrorKind::BrokenPipe }
    }

    /// The same with something more to be told.
    pub fn and(self, more: impl fmt::Display) -> Self {
        Self { what: format!("{}; {more}", self.what), is_unheard: false, ..self }
    }

    /// A file that cannot be read, and the option that helps.
    pub fn read(path: &Path, error: &ReadError) -> Self {
        let failure = Self::at(path.display().to_string(), error);
        match error {
            ReadError::OldOffice(kind) => {
                let ending = kind.new_ending().to_uppercase();
                let article = if *kind == OldOffice::Excel { "an" } else { "a" };
                failure.and(format!("--convert-old lets LibreOffice make {article} {ending} of it"))
            }
            ReadError::Picture => failure.and("--ocr reads its text, if Tesseract is installed"),
            ReadError::UnreadablePage { .. } => failure.and("or --ocr draws the page and reads the picture"),
            ReadError::ScannedPage { .. } => failure.and("--ocr draws the page and reads the picture"),
            _ => failure,
        }
    }

    /// A document that was not masked, and the option that helps.
    pub fn run(place: impl Into<String>, error: &RunError) -> Self {
        let failure = Self::at(place, error);
        match error {
            RunError::Refused { kind: RemovableKind::Picture, .. } => {
                failure.and("--pictures remove blanks it, --pictures keep lets it through")
            }
            RunError::Refused { kind: RemovableKind::Embedded, .. } => failure.and("--embedded remove takes it out"),
            RunError::UnsupportedLanguage { .. } => {
                failure.and("--language en or es reads it all the same, and finds what has a shape")
            }
            RunError::Plan(PlanError::NoKey) => failure.and("give one with --key-file or SFUMATO_KEY"),
            _ => failure,
        }
    }

    /// A document that cannot be written.
    pub fn write(path: &Path, error: &WriteError) -> Self {
        Self::at(path.display().to_string(), error)
    }

    /// A call that was not understood: the first sentence of the parser, and its hint.
    pub fn from_arguments(error: &clap::Error) -> Self {
        let rendered = error.to_string();
        let mut lines = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or("the arguments are wrong").trim_start_matches("error: ").to_owned();
        let missing: Vec<&str> = if first.ends_with(':') {
            lines.clone().take_while(|line| !line.starts_with("Usage")).collect()
        } else {
            Vec::new()
        };
        let tip = lines.find_map(|line| line.strip_prefix("tip: "));
        let mut what = first;
        if !missing.is_empty() {
            what = format!("{what} {}", missing.join(", "));
        }
        if let Some(hint) = hint(error).or_else(|| tip.map(str::to_owned)) {
            what = format!("{what}; {hint}");
        }
        Self::call(format!("{what}; see `sfumato --help`"))
    }
}

/// A suggestion for a word that the parser does not know.
fn hint(error: &clap::Error) -> Option<String> {
    let words = |kind| match error.get(kind)? {
        ContextValue::String(word) => Some(vec![word.as_str()]),
        ContextValue::Strings(words) => Some(words.iter().map(String::as_str).collect()),
        _ => None,
    };
    let one_of = |written, known| Some(suggestion(words(written)?.first()?, &words(known)?));
    // The parser gives those that are somewhat alike, the best last.
    let best_of = |written, kind| {
        let alike = words(kind)?;
        let near = words(written).and_then(|written| nearest(written.first()?, &alike));
        Some(format!("did you mean `{}`?", near.or_else(|| alike.last().copied())?))
    };
    one_of(ContextKind::InvalidValue, ContextKind::ValidValue)
        .or_else(|| best_of(ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand))
        .or_else(|| best_of(ContextKind::InvalidArg, ContextKind::SuggestedArg))
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One line, whatever a message holds.
        let line = |text: &str| text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ");
        if self.place.is_empty() {
            f.write_str(&line(&self.what))
        } else {
            write!(f, "{}: {}", line(&self.place), line(&self.what))
        }
    }
}

/// Prints a failure and gives its exit code. Who closed the pipe has read enough, as `head` has, and is told nothing.
pub fn complain(failure: &Failure) -> u8 {
    if failure.is_unheard {
        return 0;
    }
    say(&format!("sfumato: {failure}"));
    2
}

/// Writes a line to standard error; if even that fails there is nobody to tell.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Panics tell the place in the program and nothing else: their message may quote a document.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        say(&format!("sfumato: internal error{place}; please report it"));
    }));
}
