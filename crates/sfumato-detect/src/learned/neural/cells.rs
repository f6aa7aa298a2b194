//! The cells of a long table that a network need not read.
//!
//! A network takes longer than all the rest, and most cells of a long table tell it nothing new: numbers and addresses,
//! in which nobody looks for names; what patterns have told whole; words that stood in the column before; and, once enough of a column were read, cells of
//! one that is certainly one of names. What is left out is told by the document, and by what is found in any case, so
//! that more fearful settings read the same.

use std::collections::hash_map::Entry;
use std::ops::Range;

use sfumato_document::{BlockKind, Document, Span, TextBlock};
use sfumato_model::{CacheKey, CacheTable};

use crate::borders::trimmed;
use crate::columns::{ColumnCounts, column_of};
use crate::{Category, Finding, FindingReason, KnownCategory, ValueForm};

/// A table of fewer cells is read whole.
const MANY: usize = 4_000;
/// So many different cells of a column are read before it is asked what the column is one of.
const SAMPLE: usize = 1_000;
/// A column of fewer times as many is read whole.
const WORTH: usize = 4;
/// The share of those that must be of one kind for the others to be taken for the same.
const CERTAIN: f32 = 0.8;
/// A run of more letters in a cell without blanks may be a name, whatever digits stand beside it.
const MOST_LETTERS: usize = 3;

/// The reason for which a cell is read or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellFate {
    Read,
    /// It tells nothing.
    Left,
    /// It says what the block of this number says, in the same column.
    Like(u32),
    /// It is read if its column is not one of names.
    Waits,
}

/// The cells of a document by what becomes of them.
pub(super) struct CellSurvey<'d> {
    document: &'d Document,
    /// By block; of no block at all where everything is read.
    fates: Vec<CellFate>,
}

impl<'d> CellSurvey<'d> {
    /// Looks at the cells of a document, given what is known of them, in order; `is_for_names` is true where nobody asks for
    /// anything but names.
    pub fn new(document: &'d Document, known: &[Finding], is_for_names: bool) -> Self {
        let is_cell = |block: &TextBlock| matches!(block.kind, BlockKind::Cell | BlockKind::Field);
        let cells = document.blocks().iter().filter(|block| is_cell(block));
        if cells.take(MANY).count() < MANY {
            return Self { document, fates: Vec::new() };
        }
        let mut first = CacheTable::default();
        let mut different: Vec<u32> = Vec::new();
        let fate = |(number, block): (usize, &TextBlock)| {
            let text = document.slice(block.span).trim();
            if !is_cell(block) || !ends_its_line(document, number) {
                return CellFate::Read;
            }
            let is_told = || {
                let told =
                    trimmed(document, block.span).map(|cell| within(known, cell).any(|one| one.span.contains(cell)));
                told.unwrap_or(false)
            };
            if !document.is_prose(block.span) || (is_for_names && is_code(text)) || is_told() {
                return CellFate::Left;
            }
            let column = document.label_number(block);
            match first.entry(CacheKey::of(&(column, text))) {
                Entry::Occupied(entry) => CellFate::Like(*entry.get()),
                Entry::Vacant(entry) => {
                    entry.insert(number as u32);
                    if let Some(column) = column {
                        different.resize(different.len().max(column + 1), 0);
                        different[column] += 1;
                    }
                    CellFate::Read
                }
            }
        };
        let mut fates: Vec<CellFate> = document.blocks().iter().enumerate().map(fate).collect();
        // Those that are read first are spread over the whole column, which may be sorted.
        let mut passed = vec![0; different.len()];
        for (block, fate) in document.blocks().iter().zip(&mut fates) {
            let Some(column) = column_of(document, block).filter(|_| *fate == CellFate::Read) else { continue };
            let (Some(passed), Some(all)) = (passed.get_mut(column), different.get(column)) else { continue };
            let all = *all as usize;
            let is_sampled = *passed * SAMPLE / all != (*passed + 1) * SAMPLE / all;
            *passed += 1;
            if all >= WORTH * SAMPLE && !is_sampled {
                *fate = CellFate::Waits;
            }
        }
        Self { document, fates }
    }

    /// The stretches of the text that are read at once.
    pub fn at_once(&self) -> Vec<Range<usize>> {
        self.stretches(true, |fate| fate == CellFate::Read)
    }

    /// Those of the cells that waited and are still to be read.
    pub fn later(&self) -> Vec<Range<usize>> {
        self.stretches(false, |fate| fate == CellFate::Waits)
    }

    /// The stretches of the text with the blocks of some fates, and with the text before the first if it is wanted.
    fn stretches(&self, before: bool, is_wanted: impl Fn(CellFate) -> bool) -> Vec<Range<usize>> {
        let text = self.document.text().len();
        if self.fates.is_empty() {
            return std::iter::once(0..text).filter(|_| before).collect();
        }
        let blocks = self.document.blocks();
        let starts = blocks.iter().map(|block| block.span.start());
        let ends = starts.clone().skip(1).chain([text]);
        let mut stretches: Vec<Range<usize>> = Vec::new();
        if let Some(first) = starts.clone().next().filter(|first| before && *first > 0) {
            stretches.push(0..first);
        }
        for ((start, end), fate) in starts.zip(ends).zip(&self.fates) {
            if !is_wanted(*fate) {
                continue;
            }
            match stretches.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => stretches.push(start..end),
            }
        }
        stretches
    }

    /// Takes the waiting cells of columns that are certainly of names for what the others are, given what was found; what
    /// looks otherwise waits on.
    pub fn settle_columns(&mut self, found: &[Finding]) -> Vec<Finding> {
        if !self.fates.contains(&CellFate::Waits) {
            return Vec::new();
        }
        let mut columns: Vec<ColumnCounts> = Vec::new();
        for (block, fate) in self.document.blocks().iter().zip(&self.fates) {
            let cell = column_of(self.document, block).zip(trimmed(self.document, block.span));
            if let Some((column, span)) = cell.filter(|_| *fate == CellFate::Read) {
                columns.resize_with(columns.len().max(column + 1), ColumnCounts::default);
                // What is found in any case alone, so that a reading that fears more settles no fewer columns.
                let certain = within(found, span).filter(|finding| finding.evidence.why == FindingReason::Learnt);
                columns[column].count(self.document, span, certain);
            }
        }
        let verdicts: Vec<_> = columns.iter().map(|column| column.verdicts(CERTAIN, 0.0)).collect();
        let mut settled = Vec::new();
        for (block, fate) in self.document.blocks().iter().zip(&mut self.fates) {
            let cell = column_of(self.document, block).zip(trimmed(self.document, block.span));
            let Some((column, span)) = cell.filter(|_| *fate == CellFate::Waits) else { continue };
            let mut verdicts = verdicts.get(column).into_iter().flatten();
            if let Some(found) = verdicts.find_map(|verdict| verdict.name(self.document, span)) {
                settled.push(found);
                *fate = CellFate::Left;
            }
        }
        settled
    }

    /// What is found in the cells that say what others say, given what was found in those.
    pub fn likewise(&self, found: &[Finding]) -> Vec<Finding> {
        let blocks = self.document.blocks();
        let mut copies = Vec::new();
        for (block, fate) in blocks.iter().zip(&self.fates) {
            let CellFate::Like(number) = fate else { continue };
            let Some(other) = blocks.get(*number as usize) else { continue };
            let (own, other) = (trimmed(self.document, block.span), trimmed(self.document, other.span));
            let Some((own, other)) = own.zip(other) else { continue };
            for finding in within(found, other) {
                let (start, end) = (finding.span.start().max(other.start()), finding.span.end().min(other.end()));
                let moved = |place: usize| own.start() + (place - other.start());
                if let Some(span) = self.document.span(moved(start), moved(end)) {
                    copies.push(Finding { span, ..finding.clone() });
                }
            }
        }
        copies
    }
}

/// The findings that touch a span, of some in order.
fn within(found: &[Finding], span: Span) -> impl Iterator<Item = &Finding> {
    // None is longer than the tokens of a window, and few are longer than a cell: those before are looked at too.
    let first = found.partition_point(|finding| finding.span.start() < span.start());
    let before = found[..first].iter().rev().take(4).filter(move |finding| finding.span.end() > span.start());
    before.chain(found[first..].iter().take_while(move |finding| finding.span.start() < span.end()))
}

/// True if a line ends between a block and the next, so that what stands around it is nothing of its own.
fn ends_its_line(document: &Document, number: usize) -> bool {
    let next = document.blocks().get(number + 1).map(|next| next.span.start());
    next.is_none_or(|next| document.text().as_bytes().get(next.wrapping_sub(1)) == Some(&b'\n'))
}

/// True for a text in which nobody is named: without letters, or one word with digits and hardly any, or a mail address.
fn is_code(text: &str) -> bool {
    if !text.chars().any(char::is_alphabetic) {
        return true;
    }
    if text.len() > 120 || text.contains(char::is_whitespace) || !text.is_ascii() {
        return false;
    }
    if let Some((name, host)) = text.split_once('@') {
        return !name.is_empty() && host.contains('.') && !host.contains('@') && text.bytes().all(is_of_address);
    }
    let longest = text.split(|c: char| !c.is_alphabetic()).map(str::len).max().unwrap_or(0);
    longest <= MOST_LETTERS && text.bytes().any(|b| b.is_ascii_digit())
}

/// True for a byte of a mail address as patterns know it.
fn is_of_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"@.-_+".contains(&byte)
}

/// True for a category whose values are words, never numbers alone.
pub(super) fn is_of_words(category: &Category) -> bool {
    category.form() == ValueForm::Name
        || category.path() == KnownCategory::Place.path()
        || category.is(KnownCategory::Country)
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Csv, DocumentFormat};

    use super::*;
    use crate::testing::{finding, place_of};

    /// A table of people: a name that no other row has, a telephone number, a town of two.
    fn table(rows: usize) -> Document {
        let letters = |nth: usize| (0..4).map(move |place| char::from(b'a' + (nth / 26usize.pow(place) % 26) as u8));
        let row = |nth: usize| {
            let name: String = letters(nth).collect();
            let odd = if nth % 1_000 == 7 { " 2nd" } else { "" };
            format!("Ann Z{name}{odd},07700 900{:03},{}\n", nth % 1_000, ["Leeds", "York"][nth % 2])
        };
        let source: String = std::iter::once("who,number,town\n".to_owned()).chain((0..rows).map(row)).collect();
        Csv::default().read(source.into_bytes()).expect("readable")
    }

    fn read(document: &Document, stretches: Vec<Range<usize>>) -> String {
        stretches.into_iter().map(|stretch| document.text().get(stretch).expect("characters")).collect()
    }

    #[test]
    fn a_short_table_is_read_whole() {
        let document = table(1_000);
        let survey = CellSurvey::new(&document, &[], true);
        assert_eq!(read(&document, survey.at_once()), document.text());
        assert!(survey.later().is_empty());
    }

    #[test]
    fn numbers_repeats_and_what_is_known_are_not_read() {
        let document = table(2_000);
        let survey = CellSurvey::new(&document, &[], true);
        let own = read(&document, survey.at_once());
        assert_eq!(own.matches("Ann Z").count(), 2_000);
        assert_eq!((own.matches("900").count(), own.matches("Leeds").count()), (0, 1));
        // Whoever asks for numbers reads those that stand there for the first time.
        let all = CellSurvey::new(&document, &[], false);
        assert_eq!(read(&document, all.at_once()).matches("07700").count(), 1_000);
        let found = finding(&document, place_of(&document, "Leeds"), "place", 0.9, FindingReason::Learnt);
        let copies = survey.likewise(std::slice::from_ref(&found));
        assert_eq!(copies.len(), 999);
        assert!(copies.iter().all(|copy| document.slice(copy.span) == "Leeds"));
        let known: Vec<Finding> = std::iter::once(found).chain(copies).collect();
        let known = CellSurvey::new(&document, &known, true);
        assert_eq!(read(&document, known.at_once()).matches("Leeds").count(), 0);
    }

    #[test]
    fn a_long_column_is_told_by_a_sample() {
        let document = table(6_000);
        let mut survey = CellSurvey::new(&document, &[], true);
        let first = survey.at_once();
        assert_eq!(read(&document, first.clone()).matches("Ann Z").count(), SAMPLE);
        assert_eq!(read(&document, survey.later()).matches("Ann Z").count(), 6_000 - SAMPLE);
        let cells = document.blocks().iter().filter(|block| document.slice(block.span).starts_with("Ann Z"));
        let is_read = |block: &&TextBlock| first.iter().any(|stretch| stretch.contains(&block.span.start()));
        let people = |share: usize| -> Vec<Finding> {
            let some = cells.clone().filter(is_read).take(SAMPLE * share / 100);
            let place = |block: &TextBlock| (block.span.start(), block.span.end());
            some.map(|block| finding(&document, place(block), "person", 0.9, FindingReason::Learnt)).collect()
        };
        assert_eq!(survey.settle_columns(&people(70)).len(), 0);
        let settled = survey.settle_columns(&people(90)).len();
        // What holds digits is no name by its looks, and is read.
        let left = read(&document, survey.later());
        assert_eq!(settled + left.matches("Ann Z").count(), 6_000 - SAMPLE);
        assert_eq!(left.matches("Ann Z").count(), left.matches("2nd").count());
        assert!(settled > 4_000);
    }

    #[test]
    fn codes_name_nobody() {
        for code in ["07700 900123", "13/05/1961", "HC-1000013", "ann.lee7@mail.example", "S3", ""] {
            assert!(is_code(code), "{code}");
        }
        for text in ["Ann", "annlee82", "Calle Mayor 5", "ann@mail", "O'Neil 3"] {
            assert!(!is_code(text), "{text}");
        }
    }
}
