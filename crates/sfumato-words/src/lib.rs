//! The languages, and the lists of words that the crates keep for each of them.
//!
//! The lists are files under `assets/languages/`: a folder for each language by its code, and `shared` for what belongs
//! to none. A file holds the lists of one subject, each a section:
//!
//! ```text
//! # What the file is for.
//!
//! # What the list is for.
//! [starters]
//! After
//! All
//!
//! [months, in order]
//! january = 1
//! ```
//!
//! An entry is a line, its columns apart by ` = `; a line that starts with `# ` is a comment. A section is sorted by
//! bytes, unless its order means something and its heading says so. A file is embedded by whoever uses it, with
//! [`words!`] for one list and [`words_by_language!`] for a list that every language has: a list that is missing, or
//! whose columns are not as many as expected, is an error of compilation. It is parsed when it is first asked for.
//!
//! A further language is a folder, a variant of [`Language`] and a line of [`words_by_language!`].

mod language;
mod section;
mod table;

pub use language::{ByLanguage, Language};
pub use table::WordTable;

/// A section of a file under `assets/languages/`: `words!("es/tokens", "clitics")`.
#[macro_export]
macro_rules! words {
    ($file:literal, $section:literal) => {
        $crate::WordTable::new(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/languages/", $file, ".txt")),
            $section,
        )
    };
}

/// The same section of the same file of every language: `words_by_language!("sentences", "starters")`.
#[macro_export]
macro_rules! words_by_language {
    ($file:literal, $section:literal) => {
        $crate::ByLanguage::new([
            $crate::words_by_language!("en", $file, $section),
            $crate::words_by_language!("es", $file, $section),
        ])
    };
    ($language:literal, $file:literal, $section:literal) => {
        $crate::WordTable::new(
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../assets/languages/",
                $language,
                "/",
                $file,
                ".txt"
            )),
            $section,
        )
    };
}
