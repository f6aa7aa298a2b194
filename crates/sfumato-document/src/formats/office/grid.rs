//! Tables of cells: which row names the columns, and what each cell goes by.
//!
//! What stands in a column called "Phone" is told apart from an amount far more easily than a bare number is.

mod fields;

use std::collections::{HashMap, HashSet};

pub(crate) use fields::{is_field, is_no_value, is_vague};

/// Among so many rows the one with the names of the columns is looked for; titles may stand above it.
const HEADER_ROWS: usize = 10;
/// A form, whose cells are named by those to their left, has no more rows than this.
const FORM_ROWS: usize = 200;
/// A name of a column is no longer than this.
const LONGEST_NAME: usize = 60;

/// Names that cells go by, each kept once.
#[derive(Default)]
pub(crate) struct CellNames {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl CellNames {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// A name by its number.
    pub fn get(&self, number: u32) -> Option<&str> {
        self.names.get(number as usize).map(String::as_str)
    }
}

/// The role of a cell in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellNaming {
    /// It names a column.
    Heading,
    /// It goes by the name with this number.
    By(u32),
    /// Nothing tells.
    Nothing,
}

/// The look of the text of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellShape {
    /// A word that names a field, whatever stands around it.
    Field,
    /// Words that may be a name, of a field or of anything.
    Name,
    /// A number, or what else has no letters.
    Number,
    Other,
}

struct GridCell<P> {
    row: usize,
    column: usize,
    shape: CellShape,
    /// The name it would give to other cells.
    name: Option<u32>,
    /// True if a colon says that it names the next.
    has_colon: bool,
    /// True if it reads like the name of a field rather than of a person.
    is_plain: bool,
    /// True if it names a field and can be nothing else.
    is_no_value: bool,
    place: P,
}

impl<P> GridCell<P> {
    fn is_name(&self) -> bool {
        matches!(self.shape, CellShape::Field | CellShape::Name)
    }
}

/// The cells of one table, by rows and in them by columns; empty ones are left out.
pub(crate) struct CellGrid<P> {
    cells: Vec<GridCell<P>>,
    rows: usize,
}

impl<P> Default for CellGrid<P> {
    fn default() -> Self {
        Self { cells: Vec::new(), rows: 0 }
    }
}

impl<P> CellGrid<P> {
    /// Adds the next cell; one that holds no text but a number has none.
    pub fn add(&mut self, row: usize, column: usize, text: Option<&str>, place: P, names: &mut CellNames) {
        if self.cells.last().is_none_or(|last| last.row != row) {
            self.rows += 1;
        }
        let text = text.map(str::trim).unwrap_or_default();
        let (bare, has_colon) = text.strip_suffix(':').map_or((text, false), |name| (name.trim_end(), true));
        let shape = if is_field(bare) {
            CellShape::Field
        } else if is_name(text) {
            CellShape::Name
        } else if !text.chars().any(char::is_alphabetic) {
            CellShape::Number
        } else {
            CellShape::Other
        };
        let names_others = match shape {
            CellShape::Field => true,
            CellShape::Name => self.rows <= FORM_ROWS,
            CellShape::Number | CellShape::Other => has_colon && !bare.is_empty() && bare.len() <= LONGEST_NAME,
        };
        let name = names_others.then(|| names.number(bare));
        let is_no_value = shape == CellShape::Field && is_no_value(bare);
        self.cells.push(GridCell { row, column, shape, name, has_colon, is_plain: is_plain(bare), is_no_value, place });
    }

    /// Returns the role of each cell, in the order they were added.
    pub fn named(self) -> impl Iterator<Item = (P, CellNaming)> {
        let namings = self.namings();
        self.cells.into_iter().map(|cell| cell.place).zip(namings)
    }

    fn namings(&self) -> Vec<CellNaming> {
        let rows = rows(&self.cells);
        let mut namer = CellNamer::new(&rows, self.cells.len());
        // A row of names of fields starts a table of its own.
        for stretch in rows.chunk_by(|_, next| !next.is_head) {
            if is_form(stretch, false) {
                namer.form(stretch);
                continue;
            }
            for block in stretch.chunk_by(|one, next| !one.is_apart(next)) {
                // Rows after an empty one go on with the table above them, unless they are of known fields.
                let is_named = !namer.columns.is_empty();
                if is_form(block, is_named) { namer.form(block) } else { namer.table(block) }
            }
        }
        namer.namings
    }
}

struct GridRow<'g, P> {
    /// At least one.
    cells: &'g [GridCell<P>],
    /// True if its words are known to name fields, here of columns.
    is_head: bool,
}

impl<P> GridRow<'_, P> {
    /// True if it is a field and its value.
    fn is_entry(&self) -> bool {
        matches!(self.cells, [name, value] if name.is_no_value && value.shape != CellShape::Field)
    }

    /// True if an empty row stands between these.
    fn is_apart(&self, next: &Self) -> bool {
        let row = |row: &Self| row.cells.first().map_or(0, |cell| cell.row);
        row(next) > row(self).saturating_add(1)
    }
}

fn rows<P>(cells: &[GridCell<P>]) -> Vec<GridRow<'_, P>> {
    let by_row = cells.chunk_by(|one, other| one.row == other.row);
    let is_head = |cells: &[GridCell<P>]| {
        is_made_of_fields(&cells.iter().map(|cell| cell.shape == CellShape::Field).collect::<Vec<_>>())
    };
    let mut rows: Vec<_> = by_row.map(|cells| GridRow { cells, is_head: is_head(cells) }).collect();
    for at in 0..rows.len() {
        // In a form the value of a field may be a word like its name: "Role | Doctor".
        let is_entry = |other: Option<usize>| other.and_then(|at| rows.get(at)).is_some_and(GridRow::is_entry);
        let is_in_form = is_entry(at.checked_sub(1)) || is_entry(at.checked_add(1));
        if let Some(row) = rows.get_mut(at).filter(|row| row.cells.len() == 2 && is_in_form) {
            row.is_head = false;
        }
    }
    rows
}

/// Tells what cells are, row by row.
struct CellNamer<'g, P> {
    rows: &'g [GridRow<'g, P>],
    namings: Vec<CellNaming>,
    /// The number of rows that are done.
    done: usize,
    /// The names of the columns.
    columns: HashMap<usize, u32>,
    /// The last row that names columns.
    header: Option<usize>,
    /// True if the first row was met that may name columns.
    is_settled: bool,
    widest: usize,
}

impl<'g, P> CellNamer<'g, P> {
    fn new(rows: &'g [GridRow<'g, P>], cells: usize) -> Self {
        let widest = rows.iter().take(HEADER_ROWS).map(|row| row.cells.len()).max().unwrap_or(0);
        let namings = Vec::with_capacity(cells);
        Self { rows, namings, done: 0, columns: HashMap::new(), header: None, is_settled: false, widest }
    }

    /// Rows of a form: cells go by the field to their left, or by the first cell of their row.
    fn form(&mut self, rows: &[GridRow<'_, P>]) {
        self.done += rows.len();
        for row in rows {
            let mut given = None;
            let mut is_value = false;
            for cell in row.cells {
                let names_next = cell.has_colon || cell.is_no_value || (cell.shape == CellShape::Field && !is_value);
                let naming = given.filter(|_| !names_next).map_or(CellNaming::Nothing, CellNaming::By);
                self.namings.push(naming);
                is_value = names_next || given.is_none();
                if is_value {
                    given = cell.name;
                }
            }
        }
    }

    /// Rows of a table: cells go by their column.
    fn table(&mut self, rows: &[GridRow<'_, P>]) {
        for row in rows {
            if self.is_header(row) {
                self.head(row);
            } else {
                let before = std::iter::once(None).chain(row.cells.iter().map(Some));
                let namings = before.zip(row.cells).map(|(before, cell)| value(&self.columns, before, cell));
                self.namings.extend(namings);
            }
            self.done += 1;
        }
    }

    fn is_header(&mut self, row: &GridRow<'_, P>) -> bool {
        if row.is_head {
            self.is_settled = true;
            return true;
        }
        // A title stands alone above a wider table.
        let may_be = self.done < HEADER_ROWS && (row.cells.len() > 1 || self.widest == 1);
        if self.is_settled || !may_be {
            return false;
        }
        self.is_settled = true;
        self.rows.get(self.done + 1).is_some_and(|next| is_row_of_names(row.cells, next.cells))
    }

    fn head(&mut self, row: &GridRow<'_, P>) {
        // Of two such rows on end, the upper one names the columns that the lower one does not.
        if self.header.is_none_or(|header| header + 1 != self.done) {
            self.columns.clear();
        }
        self.header = Some(self.done);
        let next = self.rows.get(self.done + 1).map_or(&[][..], |next| next.cells);
        // Words above words may be a first row of values: they name the columns, and are taken for cells.
        let is_sure = row.is_head || tells(row.cells, next);
        for cell in row.cells {
            if cell.is_name() {
                self.columns.extend(cell.name.map(|name| (cell.column, name)));
            }
            self.namings.push(if is_sure && cell.is_name() { CellNaming::Heading } else { CellNaming::Nothing });
        }
    }
}

/// Returns the role of a value of a table, which may have a cell before it.
fn value<P>(columns: &HashMap<usize, u32>, before: Option<&GridCell<P>>, cell: &GridCell<P>) -> CellNaming {
    let beside = |wanted: bool| before.filter(|_| wanted).and_then(|before| before.name);
    let colon = beside(before.is_some_and(|before| before.has_colon));
    let column = || columns.get(&cell.column).copied();
    let word = || beside(cell.shape == CellShape::Number);
    let name = colon.or_else(column).or_else(word).filter(|_| !cell.is_no_value);
    name.map_or(CellNaming::Nothing, CellNaming::By)
}

/// True if a row is made of names of fields, given which cells are one: all, or half where two stand side by side.
pub(crate) fn is_made_of_fields(cells: &[bool]) -> bool {
    let fields = cells.iter().filter(|is_field| **is_field).count();
    let has_pair = cells.windows(2).any(|pair| pair == [true, true]);
    fields >= 2 && (fields == cells.len() || (fields * 2 >= cells.len() && has_pair))
}

/// True if a row names columns, above this one: it is made of names, or mostly so and something else tells as well.
fn is_row_of_names<P>(row: &[GridCell<P>], next: &[GridCell<P>]) -> bool {
    let names = row.iter().filter(|cell| cell.is_name()).count();
    names == row.len() || (names * 5 >= row.len() * 3 && tells(row, next))
}

/// True if something tells that a row names columns, above this one: a word for a field, or a name above a number.
fn tells<P>(row: &[GridCell<P>], next: &[GridCell<P>]) -> bool {
    let numbers: HashSet<usize> =
        next.iter().filter(|cell| cell.shape == CellShape::Number).map(|cell| cell.column).collect();
    row.iter().any(|cell| cell.shape == CellShape::Field || (cell.is_name() && numbers.contains(&cell.column)))
}

/// True if rows are a form: names on the left, values beside them; where columns have names, known ones only.
fn is_form<P>(rows: &[GridRow<'_, P>], is_named: bool) -> bool {
    let is_headed = rows.first().is_some_and(|row| row.is_head);
    let has_names = || has_fields_on_the_left(rows) || (!is_named && has_names_on_the_left(rows));
    !is_headed && rows.len() <= FORM_ROWS && has_names()
}

/// True if different names of fields stand on the left, with values beside them.
fn has_fields_on_the_left<P>(rows: &[GridRow<'_, P>]) -> bool {
    let mut wide = 0;
    let mut fields = Vec::new();
    for row in rows {
        if let [name, value, ..] = row.cells {
            wide += 1;
            let is_field = name.shape == CellShape::Field && value.shape != CellShape::Field;
            fields.extend(name.name.filter(|_| is_field));
        }
    }
    let share = if rows.iter().all(|row| row.cells.len() <= 2) { 4 } else { 2 };
    let enough = fields.len() * share >= wide;
    fields.sort_unstable();
    fields.dedup();
    enough && fields.len() >= 2
}

/// True if there are two columns, names in the first, and values of different kinds in the second.
fn has_names_on_the_left<P>(rows: &[GridRow<'_, P>]) -> bool {
    let rows = rows.get(..HEADER_ROWS).unwrap_or(rows);
    let is_fit = |row: &GridRow<'_, P>| row.cells.len() <= 2 && row.cells.first().is_some_and(GridCell::is_name);
    let pairs: Vec<(&GridCell<P>, &GridCell<P>)> =
        rows.iter().filter_map(|row| row.cells.first().zip(row.cells.get(1))).collect();
    let Some(((_, first), rest)) = pairs.split_first().filter(|(_, rest)| !rest.is_empty()) else { return false };
    if !rows.iter().all(is_fit) {
        return false;
    }
    let words = rest.iter().filter(|(_, value)| value.is_name()).count();
    let others = rest.len() - words;
    let mut names: Vec<_> = pairs.iter().map(|(name, _)| name.name).collect();
    names.sort_unstable();
    names.dedup();
    let is_plain = names.len() == pairs.len() && pairs.iter().all(|(name, _)| name.is_plain);
    // A column of a table holds values of one kind, but for a word or two where one is missing.
    let is_mixed = words >= 1 && others >= 1 && (is_plain || (words >= 2 && words >= others));
    !first.is_name() || is_mixed
}

fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && !text.contains(['@', '\n'])
        // A colon names the cell beside it.
        && !text.ends_with(':')
        && text.chars().any(char::is_alphabetic)
        && text.chars().filter(char::is_ascii_digit).count() <= 2
}

/// True if a text is short and without digits, and not all capitalised words as the name of a person is.
fn is_plain(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let is_capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let is_personal = words >= 2 && text.split_whitespace().all(is_capital);
    words <= 4 && !is_personal && !text.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namings(rows: &[&[Option<&str>]]) -> Vec<Option<String>> {
        let mut names = CellNames::default();
        let mut grid = CellGrid::default();
        for (row, cells) in rows.iter().enumerate() {
            for (column, text) in cells.iter().enumerate() {
                grid.add(row, column, *text, (), &mut names);
            }
        }
        let named: Vec<_> = grid.named().collect();
        let name = |naming| match naming {
            CellNaming::Heading => Some("#".to_owned()),
            CellNaming::By(number) => names.get(number).map(str::to_owned),
            CellNaming::Nothing => None,
        };
        named.into_iter().map(|(_, naming)| name(naming)).collect()
    }

    fn shown(namings: &[Option<String>]) -> Vec<&str> {
        namings.iter().map(|naming| naming.as_deref().unwrap_or("-")).collect()
    }

    #[test]
    fn columns_go_by_the_first_row_of_words() {
        let named = namings(&[&[Some("Staff of 2024")], &[Some("Name"), Some("Phone")], &[Some("Ann"), None]]);
        assert_eq!(shown(&named), ["-", "#", "#", "Name", "Phone"]);
    }

    #[test]
    fn a_row_of_values_names_nothing() {
        let named = namings(&[&[Some("Ann"), None, None], &[Some("Bob"), None, None]]);
        assert_eq!(shown(&named), ["-", "Ann", "-", "-", "Bob", "-"], "but a number by the word to its left");
    }

    #[test]
    fn a_form_has_its_names_on_the_left() {
        let named = namings(&[
            &[Some("Name"), Some("Ann Lee")],
            &[Some("Town"), Some("York")],
            &[Some("Born"), None],
            &[Some("Job"), Some("Cook")],
        ]);
        assert_eq!(shown(&named), ["-", "Name", "-", "Town", "-", "Born", "-", "Job"]);
        let table = namings(&[&[Some("Name"), Some("Phone")], &[Some("Ann Lee"), None], &[Some("Bob Ray"), None]]);
        assert_eq!(shown(&table), ["#", "#", "Name", "Phone", "Name", "Phone"]);
        let words =
            namings(&[&[Some("Name"), Some("Town")], &[Some("Ann"), Some("York")], &[Some("Bob"), Some("Bath")]]);
        assert_eq!(shown(&words), ["#", "#", "Name", "Town", "Name", "Town"]);
    }

    #[test]
    fn a_cell_with_a_colon_names_the_next() {
        let named = namings(&[&[Some("Name:"), Some("Ann Lee")], &[Some("Phone :"), None]]);
        assert_eq!(shown(&named), ["-", "Name", "-", "Phone"]);
    }

    #[test]
    fn an_odd_cell_does_not_unname_the_others() {
        let named = namings(&[
            &[Some("Name"), Some("Phone"), Some("Phone"), None, Some("mail (@nhs.net)")],
            &[Some("Ann Lee"), None, None, None, Some("x")],
        ]);
        assert_eq!(shown(&named), ["#", "#", "#", "-", "-", "Name", "Phone", "Phone", "-", "-"]);
        let years = namings(&[&[Some("Name"), Some("Age"), None, None], &[Some("Ann Lee"), None, None, None]]);
        assert_eq!(shown(&years), ["#", "#", "-", "-", "Name", "Age", "-", "-"]);
        let words = namings(&[&[Some("Project"), Some("Budget"), None], &[Some("Bridge"), None, None]]);
        assert_eq!(shown(&words), ["#", "#", "-", "Project", "Budget", "-"], "a word above a number");
        let values = namings(&[&[Some("Ann Lee"), Some("York"), None], &[Some("Bob Ray"), Some("Bath"), None]]);
        assert_eq!(shown(&values), ["-", "-", "York", "-", "-", "Bath"], "values of the same kinds");
    }

    #[test]
    fn known_fields_on_the_left_make_a_form() {
        let named = namings(&[
            &[Some("Name"), Some("Odalys Marchetti")],
            &[Some("Telephone"), None],
            &[Some("MRN"), None],
            &[Some("Consultant"), Some("Gideon Fenwick")],
        ]);
        assert_eq!(shown(&named), ["-", "Name", "-", "Telephone", "-", "MRN", "-", "Consultant"]);
        let wide = namings(&[
            &[Some("Paciente"), Some("Ana Ruiz"), Some("Edad"), None],
            &[Some("Médico"), Some("Eva Gil"), Some("Teléfono"), Some("600 123 456")],
        ]);
        assert_eq!(shown(&wide), ["-", "Paciente", "-", "Edad", "-", "Médico", "-", "Teléfono"]);
    }

    #[test]
    fn unknown_names_with_values_of_all_kinds_make_a_form() {
        let named = namings(&[
            &[Some("Holder"), Some("Ann Lee")],
            &[Some("Case ref"), None],
            &[Some("Batch"), None],
            &[Some("Agent"), Some("Bob Ray")],
        ]);
        assert_eq!(shown(&named), ["-", "Holder", "-", "Case ref", "-", "Batch", "-", "Agent"]);
        let table = namings(&[
            &[Some("Who"), Some("Extension")],
            &[Some("Ann Lee"), None],
            &[Some("Bob Ray"), None],
            &[Some("Cid Fox"), Some("none")],
        ]);
        assert_eq!(shown(&table)[2..], ["Who", "Extension", "Who", "Extension", "Who", "Extension"]);
    }

    #[test]
    fn every_block_has_its_own_header() {
        let named = namings(&[
            &[Some("Name"), Some("Age")],
            &[Some("Ann Lee"), None],
            &[],
            &[Some("Doctor"), Some("Phone")],
            &[Some("Bob Ray"), Some("0113 496 0220")],
        ]);
        assert_eq!(shown(&named), ["#", "#", "Name", "Age", "#", "#", "Doctor", "Phone"]);
        let merged = namings(&[
            &[Some("Patient"), Some("Visit"), Some("Room")],
            &[Some("Name"), Some("Age")],
            &[Some("Ann Lee"), None, Some("Blue")],
        ]);
        assert_eq!(shown(&merged), ["#", "#", "#", "#", "#", "Name", "Age", "Room"]);
    }

    #[test]
    fn a_table_goes_on_after_an_empty_row() {
        let phones: [&[Option<&str>]; 5] =
            [&[Some("Name"), Some("Phone")], &[Some("Ann"), None], &[], &[Some("Bob"), None], &[Some("Cid"), None]];
        assert_eq!(shown(&namings(&phones)), ["#", "#", "Name", "Phone", "Name", "Phone", "Name", "Phone"]);
    }

    #[test]
    fn a_form_may_have_values_like_fields() {
        let named = namings(&[
            &[Some("Name"), Some("Emma")],
            &[Some("Surname"), Some("Ward")],
            &[Some("Role"), Some("Doctor")],
            &[Some("Phone"), None],
        ]);
        assert_eq!(shown(&named), ["-", "Name", "-", "Surname", "-", "-", "-", "Phone"]);
    }

    #[test]
    fn a_field_is_no_value_unless_people_bear_its_name() {
        let named = namings(&[
            &[Some("First name"), Some("Surname")],
            &[Some("Emma"), Some("Ward")],
            &[Some("Bob"), Some("Telephone")],
        ]);
        assert_eq!(shown(&named), ["#", "#", "First name", "Surname", "First name", "-"]);
    }
}
