//! Columns: a column most of whose cells are names is one of names, and every cell of it goes.
//!
//! A cell is short and has no sentence around it, so that a rare name is missed where twenty others in its column are
//! found. What most cells of a column are, or most members of one name over many records, is what the others are taken
//! for, if they look alike. One pass counts, another finds; neither holds any text. Each finding counts by itself, so that
//! what is found besides takes no column back.

use std::sync::Arc;

use sfumato_document::{BlockKind, Document, Span, TextBlock};
use sfumato_model::CacheKey;

use crate::borders::trimmed;
use crate::{Category, Finding, FindingEvidence, FindingReason, KnownCategory, Mention, ValueForm};

/// So many cells, and so many different ones, must have been found for a column to be judged: a column of two values
/// is one of a choice.
const FEWEST: usize = 3;
/// The share of cells that must be of one kind.
const MOST: f32 = 0.6;
/// The score that models must reach to say something of a column.
const SURE: f32 = 0.5;
/// The score by which a column overrules what a cell was taken for.
const CERTAIN: f32 = 1.0;
/// A cell of more words is text of its own.
const MOST_WORDS: usize = 6;
/// And so is a longer one, in bytes.
const LONGEST: usize = 80;

/// True for what a column can be one of: what names somebody or something. What says how somebody is ("nurse", "37") is a
/// word or a number like others.
fn may_fill_column(category: &Category) -> bool {
    matches!(category.form(), ValueForm::Name | ValueForm::Place | ValueForm::Date | ValueForm::Code)
}

/// Findings for the cells of columns that are judged as a whole.
pub(crate) fn judged(document: &Document, mentions: &[Mention], threshold: f32) -> Vec<Finding> {
    let mut columns: Vec<ColumnCounts> = Vec::new();
    for cell in cells(document, mentions) {
        if columns.len() <= cell.column {
            columns.resize_with(cell.column + 1, ColumnCounts::default);
        }
        columns[cell.column].count(document, cell.span, cell.findings());
    }
    let verdicts: Vec<Vec<ColumnVerdict>> = columns.iter().map(|column| column.verdicts(MOST, threshold)).collect();
    if verdicts.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for cell in cells(document, mentions) {
        for verdict in verdicts.get(cell.column).into_iter().flatten() {
            let is_mistaken = verdict.is_mistaken(&cell, document.slice(cell.span));
            if (is_mistaken || !cell.is_known()) && verdict.fits(document.slice(cell.span)) {
                let score = if is_mistaken { CERTAIN } else { verdict.score };
                found.push(verdict.finding(cell.span, score));
            }
        }
    }
    found
}

/// A cell that holds something, and what was found in it.
struct ColumnCell<'m> {
    column: usize,
    span: Span,
    mentions: &'m [Mention],
}

impl ColumnCell<'_> {
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.mentions.iter().flat_map(|mention| mention.findings())
    }

    /// The category of the mention that is nearly all of the cell.
    fn category(&self) -> Option<&Category> {
        let whole = self.mentions.iter().find(|mention| mention.span.len() * 5 >= self.span.len() * 3);
        whole.map(|mention| &mention.category)
    }

    /// True if nearly all of it is named: as one thing, or in parts of a longer text.
    fn is_known(&self) -> bool {
        let named = self.mentions.iter().filter(|mention| may_fill_column(&mention.category));
        named.map(|mention| mention.span.len()).sum::<usize>() * 5 >= self.span.len() * 3
    }
}

/// The cells of all columns, in order. Mentions reach across no border.
fn cells<'m>(document: &'m Document, mentions: &'m [Mention]) -> impl Iterator<Item = ColumnCell<'m>> {
    let mut rest = mentions;
    document.blocks().iter().filter_map(move |block| {
        let before = rest.iter().take_while(|mention| mention.span.end() <= block.span.start()).count();
        rest = &rest[before..];
        let column = column_of(document, block)?;
        let own = rest.iter().take_while(|mention| mention.span.end() <= block.span.end()).count();
        let span = trimmed(document, block.span)?;
        let says_something = document.slice(span).chars().any(char::is_alphanumeric);
        says_something.then_some(ColumnCell { column, span, mentions: &rest[..own] })
    })
}

/// The number of the column that a cell stands in.
pub(crate) fn column_of(document: &Document, block: &TextBlock) -> Option<usize> {
    let is_cell = matches!(block.kind, BlockKind::Cell | BlockKind::Field) && document.is_prose(block.span);
    document.label_number(block).filter(|_| is_cell)
}

/// The cells of a column, counted by the kind of what was found in them.
#[derive(Default)]
pub(crate) struct ColumnCounts {
    filled: usize,
    kinds: Vec<ColumnKind>,
}

/// The cells of a column that were found to be of one kind.
struct ColumnKind {
    category: Category,
    evidence: Arc<FindingEvidence>,
    cells: usize,
    /// Some of the values, by their keys: as many as must be different.
    values: Vec<CacheKey>,
    looks: CodeLooks,
}

impl ColumnCounts {
    /// Counts a cell, given what was found in it: what is nearly all of it.
    pub fn count<'f>(&mut self, document: &Document, cell: Span, findings: impl Iterator<Item = &'f Finding>) {
        self.filled += 1;
        let mut roots: Vec<&str> = Vec::new();
        let whole = findings.filter(|finding| finding.span.len() * 5 >= cell.len() * 3);
        for finding in whole.filter(|finding| finding.score >= SURE) {
            let root = finding.category.root();
            if !may_fill_column(&finding.category) || roots.contains(&root) {
                continue;
            }
            roots.push(root);
            let at = self.kinds.iter().position(|kind| kind.category.root() == root).unwrap_or_else(|| {
                let (category, evidence) = (
                    finding.category.clone(),
                    FindingEvidence { why: FindingReason::Column, ..(*finding.evidence).clone() }.into(),
                );
                self.kinds.push(ColumnKind {
                    category,
                    evidence,
                    cells: 0,
                    values: Vec::new(),
                    looks: CodeLooks::default(),
                });
                self.kinds.len() - 1
            });
            self.kinds[at].count(document.slice(cell), &finding.category);
        }
    }

    /// The kinds of which such a share of its cells are at least; what names several kinds of things can be two.
    pub fn verdicts(&self, most: f32, threshold: f32) -> Vec<ColumnVerdict> {
        let verdict = |kind: &ColumnKind| {
            let is_most = kind.cells as f32 >= self.filled as f32 * most;
            let score = kind.cells as f32 / self.filled as f32;
            let is_judged = is_most && kind.cells >= FEWEST && kind.values.len() >= FEWEST && score >= threshold;
            is_judged.then(|| ColumnVerdict {
                category: kind.category.clone(),
                evidence: kind.evidence.clone(),
                score,
                looks: kind.looks.clone(),
            })
        };
        self.kinds.iter().filter_map(verdict).collect()
    }
}

impl ColumnKind {
    fn count(&mut self, text: &str, category: &Category) {
        self.cells += 1;
        // Staff are people too: what all cells are is the more general.
        if self.category.is_within(category.path()) {
            self.category = category.clone();
        }
        self.looks.add(text);
        if self.values.len() < FEWEST {
            let value = CacheKey::of(text);
            if !self.values.contains(&value) {
                self.values.push(value);
            }
        }
    }
}

/// The kind that all cells of a column are taken for.
pub(crate) struct ColumnVerdict {
    category: Category,
    evidence: Arc<FindingEvidence>,
    score: f32,
    looks: CodeLooks,
}

impl ColumnVerdict {
    /// The finding for a cell without the blanks around it, if it may be one like the others and these are names.
    pub fn name(&self, document: &Document, cell: Span) -> Option<Finding> {
        let is_name = matches!(self.category.form(), ValueForm::Name | ValueForm::Place);
        (is_name && self.fits(document.slice(cell))).then(|| self.finding(cell, self.score))
    }

    fn finding(&self, span: Span, score: f32) -> Finding {
        Finding { span, category: self.category.clone(), score, evidence: self.evidence.clone() }
    }

    /// True for a cell that was taken for the name of something else: Guadalupe is a town in a column of towns and
    /// somebody in one of people, and March is no month in either.
    fn is_mistaken(&self, cell: &ColumnCell<'_>, text: &str) -> bool {
        let is_one_of = |category: &Category, some: &[KnownCategory]| some.iter().any(|known| category.is(*known));
        let is_name =
            |found: &Category| is_one_of(found, &[KnownCategory::Person, KnownCategory::Place, KnownCategory::Date]);
        let has_digits = text.chars().any(|c| c.is_ascii_digit());
        is_one_of(&self.category, &[KnownCategory::Person, KnownCategory::Place])
            && cell.category().is_some_and(|found| found.root() != self.category.root() && is_name(found))
            && !has_digits
    }

    /// True for a text that may be of the same kind as the other cells.
    fn fits(&self, text: &str) -> bool {
        let is_short = text.len() <= LONGEST && text.split_whitespace().count() <= MOST_WORDS;
        let fits = match self.category.form() {
            ValueForm::Name => {
                text.chars().filter(|c| c.is_alphabetic()).count() >= 2 && !text.chars().any(|c| c.is_ascii_digit())
            }
            ValueForm::Place => text.chars().filter(|c| c.is_alphabetic()).count() >= 2,
            ValueForm::Date => text.chars().any(|c| c.is_ascii_digit()),
            _ => self.looks.are_those_of(text),
        };
        is_short && fits
    }
}

/// The look of codes: their characters and their lengths.
#[derive(Debug, Clone, Default)]
struct CodeLooks {
    /// True where some are of letters alone, of digits alone, of both.
    has: [bool; 3],
    shortest: Option<usize>,
    longest: usize,
}

impl CodeLooks {
    fn add(&mut self, text: &str) {
        self.has[Self::made_of(text)] = true;
        let length = text.chars().count();
        self.shortest = Some(self.shortest.map_or(length, |shortest| shortest.min(length)));
        self.longest = self.longest.max(length);
    }

    fn are_those_of(&self, text: &str) -> bool {
        let length = text.chars().count();
        let is_as_long = self.shortest.is_some_and(|shortest| length * 2 >= shortest) && length <= self.longest * 2;
        self.has[Self::made_of(text)] && is_as_long
    }

    fn made_of(text: &str) -> usize {
        let has_digits = text.chars().any(|c| c.is_ascii_digit());
        let has_letters = text.chars().any(char::is_alphabetic);
        match (has_letters, has_digits) {
            (true, false) => 0,
            (false, _) => 1,
            (true, true) => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Csv, DocumentFormat, Json};

    use super::*;
    use crate::testing::{mention, place_of};

    /// Finds more, as the first category, given that these values were found as what they are.
    fn check(document: &Document, values: &[(&str, &str)], expected: &[&str]) {
        let mention = |(value, category): &(&str, &str)| {
            mention(document, place_of(document, value), category, 0.9, FindingReason::Learnt)
        };
        let mut mentions: Vec<Mention> = values.iter().map(mention).collect();
        mentions.sort_by_key(|mention| mention.span);
        let found = judged(document, &mentions, 0.5);
        let shown: Vec<&str> = found.iter().map(|finding| document.slice(finding.span)).collect();
        assert_eq!(shown, expected);
        let root = values.first().and_then(|(_, category)| category.split('/').next());
        assert!(
            found
                .iter()
                .all(|finding| Some(finding.category.root()) == root && finding.evidence.why == FindingReason::Column)
        );
    }

    fn table(source: &str) -> Document {
        Csv::default().read(source.as_bytes().to_vec()).expect("readable")
    }

    const STAFF: &str =
        "who,shift,code\nAnn Lee,3,AB-1\nCem Kaya,4,XK-22\nBo Ek,3,QR-7\n Zzyzx ,4,LL-91\n,4,\n-,2,cash\n";

    #[test]
    fn a_column_of_names_is_one_of_names() {
        let people = [("Ann Lee", "person/staff"), ("Cem Kaya", "person"), ("Bo Ek", "person/staff")];
        check(&table(STAFF), &people, &["Zzyzx"]);
        check(&table(STAFF), &people[..2], &[]);
        check(&table("who,n\nAnn Lee,3\nAnn Lee,4\nAnn Lee,5\nZed,6\n"), &[("Ann Lee", "person")], &[]);
    }

    #[test]
    fn codes_look_alike() {
        let codes = [("AB-1", "id"), ("XK-22", "id/case"), ("QR-7", "id")];
        check(&table(STAFF), &codes[..2], &[]);
        check(&table(STAFF), &codes, &["LL-91"]);
        check(&table(&STAFF.replace("cash", "KK-3")), &codes, &["LL-91", "KK-3"]);
    }

    #[test]
    fn a_cell_that_is_something_else_stays_that() {
        let found = [("Ann Lee", "person"), ("Cem Kaya", "person"), ("Bo Ek", "person"), ("Acme", "organisation")];
        check(&table(&STAFF.replace(" Zzyzx ", "Acme")), &found, &[]);
        let long = "who,n\nAnn Lee,1\nCem Kaya,2\nBo Ek,3\nnobody was there when the bell rang at seven,4\n";
        check(&table(long), &found[..3], &[]);
    }

    #[test]
    fn a_town_in_a_column_of_people_is_a_person() {
        let found = [("Ann Lee", "person"), ("Cem Kaya", "person"), ("Bo Ek", "person"), ("Guadalupe", "place/city")];
        check(&table(&STAFF.replace(" Zzyzx ", "Guadalupe")), &found, &["Guadalupe"]);
    }

    #[test]
    fn members_of_one_name_are_a_column() {
        let records = r#"[{"by":"Ann Lee","n":"x"},{"by":"Cem Kaya"},{"by":"Bo Ek"},{"by":"Zzyzx","n":"Zed"}]"#;
        let document = Json::default().read(records.as_bytes().to_vec()).expect("readable");
        check(&document, &[("Ann Lee", "person"), ("Cem Kaya", "person"), ("Bo Ek", "person")], &["Zzyzx"]);
    }
}
