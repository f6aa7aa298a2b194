//! Learning what the analysis needs from annotated words.

mod lemmas;
mod lessons;
mod lexicon;

pub use lemmas::{LemmaEntry, lemmas};
pub use lessons::{Lesson, LessonError, LessonSource, Task, detail};
pub use lexicon::{TableError, lexicon};
pub use sfumato_model::train::{CrfSettings, MinimiserProgress};
