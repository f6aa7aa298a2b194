//! Full-domain recoding: one level for each column.

use super::groups::ClassTests;
use super::{Recoding, RecodingOptions};
use crate::error::MicrodataError;
use crate::table::Microdata;

/// Recodes a table by levels.
pub(super) fn recode(
    _table: &Microdata,
    _columns: &[usize],
    _tests: &ClassTests,
    _options: &RecodingOptions,
) -> Result<Recoding, MicrodataError> {
    Err(MicrodataError::BadParameter { wish: "full-domain", reason: "not there yet" })
}
