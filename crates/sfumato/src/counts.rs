//! The embedded counts.

use std::sync::OnceLock;

use sfumato_knowledge::counts::{CountTable, CountTableError, TableCounts};
use sfumato_knowledge::vectors::Vectors;
use sfumato_language::Language;

use crate::bundle::{Bundle, embedded_tables};

impl Bundle {
    /// How common words and phrases are, in English and in Spanish. Read once.
    ///
    /// With the embedded vectors, where there are any, for phrases that were never counted together.
    pub fn counts() -> Result<&'static TableCounts<'static>, CountTableError> {
        static COUNTS: OnceLock<Result<TableCounts<'static>, CountTableError>> = OnceLock::new();
        let read = || {
            let named = [(Language::English, "en-counts"), (Language::Spanish, "es-counts")];
            let tables = named.into_iter().filter_map(|(language, name)| {
                let (_, bytes, _) = embedded_tables().iter().find(|(found, ..)| *found == name)?;
                let vectors = Self::vectors(language).and_then(Result::ok).map(|table| table as &dyn Vectors);
                Some(CountTable::from_bytes(bytes).map(|table| (table, vectors)))
            });
            Ok(TableCounts::new("embedded", tables.collect::<Result<_, _>>()?))
        };
        COUNTS.get_or_init(read).as_ref().map_err(Clone::clone)
    }
}
