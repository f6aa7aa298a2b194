//! The columns of a table: what each is called, and what its values stand for.

use super::pages::PhysicalType;
use super::thrift::{ThriftStruct, ThriftValue};

/// A column that holds values.
#[derive(Clone)]
pub(super) struct ParquetColumn {
    /// The name that people know it by.
    pub name: String,
    pub physical: PhysicalType,
    pub meaning: ColumnMeaning,
    pub most_definition: u16,
    pub most_repetition: u16,
    /// True if a value may be missing.
    pub is_optional: bool,
    /// The elements of the description that lead to it, by number.
    pub path: Vec<usize>,
}

/// The meaning of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnMeaning {
    Text,
    Number,
    /// A number with so many digits behind the point.
    Decimal(u32),
    /// A day.
    Date,
    /// A time, counted in so many parts of a second from the start of 1970.
    Time(i64),
    /// A time of twelve bytes.
    OldTime,
    Uuid,
    /// Something else.
    Bytes,
    Flag,
}

const MOST_DEPTH: usize = 32;

/// Names that the format gives to the members of lists and maps, which say nothing.
const GIVEN: [&str; 8] = ["list", "element", "item", "array", "array_element", "bag", "key_value", "map"];

/// The names in a description that somebody chose, each with the number of its element.
pub(super) fn names(elements: &[ThriftValue]) -> impl Iterator<Item = (usize, &str)> {
    elements.iter().enumerate().skip(1).filter_map(|(number, element)| {
        let ThriftValue::Struct(element) = element else { return None };
        let name = std::str::from_utf8(element.bytes(NAME)?).ok()?;
        (!name.is_empty() && !GIVEN.contains(&name)).then_some((number, name))
    })
}

/// Gives an element another name, which no other has.
pub(super) fn rename(elements: &mut [ThriftValue], number: usize, name: &str) {
    let is_taken = |elements: &[ThriftValue], name: &str| {
        let others = elements.iter().enumerate().filter(|(other, _)| *other != number);
        others
            .into_iter()
            .any(|(_, other)| matches!(other, ThriftValue::Struct(other) if other.bytes(NAME) == Some(name.as_bytes())))
    };
    let bare = if name.trim().is_empty() { "_" } else { name };
    let numbered = (2..).map(|count| format!("{bare} {count}"));
    let Some(free) = std::iter::once(bare.to_owned()).chain(numbered).find(|name| !is_taken(elements, name)) else {
        return;
    };
    if let Some(ThriftValue::Struct(element)) = elements.get_mut(number) {
        element.set(NAME, ThriftValue::Bytes(free.into_bytes()));
    }
}

/// The name of an element.
pub(super) fn name(elements: &[ThriftValue], number: usize) -> Option<&str> {
    match elements.get(number) {
        Some(ThriftValue::Struct(element)) => std::str::from_utf8(element.bytes(NAME)?).ok(),
        _ => None,
    }
}

/// The names along the way to a column, as its chunks state them.
pub(super) fn path(elements: &[ThriftValue], column: &ParquetColumn) -> Vec<ThriftValue> {
    let name = |number: &usize| match elements.get(*number) {
        Some(ThriftValue::Struct(element)) => element.get(NAME).cloned(),
        _ => None,
    };
    column.path.iter().filter_map(name).collect()
}

/// The field of an element that holds its name.
const NAME: i16 = 4;

/// The columns that a description names; nothing if it is not sound.
pub(super) fn columns(elements: &[ThriftValue]) -> Option<Vec<ParquetColumn>> {
    let mut rest = elements.iter().enumerate();
    let (_, ThriftValue::Struct(root)) = rest.next()? else { return None };
    let mut columns = Vec::new();
    for _ in 0..root.number(5).unwrap_or(0) {
        walk(&mut rest, ("", &[]), 0, 0, &mut columns)?;
    }
    rest.next().is_none().then_some(columns)
}

fn walk(
    rest: &mut std::iter::Enumerate<std::slice::Iter<'_, ThriftValue>>,
    (above, path): (&str, &[usize]),
    definition: u16,
    repetition: u16,
    columns: &mut Vec<ParquetColumn>,
) -> Option<()> {
    let (number, ThriftValue::Struct(element)) = rest.next()? else { return None };
    if path.len() > MOST_DEPTH {
        return None;
    }
    let own = std::str::from_utf8(element.bytes(NAME)?).ok()?;
    let name = if GIVEN.contains(&own) && !above.is_empty() { above } else { own };
    let path = [path, &[number]].concat();
    let kind = element.number(3).unwrap_or(0);
    let definition = definition + u16::from(kind != 0);
    let repetition = repetition + u16::from(kind == 2);
    match element.number(5).unwrap_or(0) {
        0 => {
            let physical = PhysicalType::of(element.number(1)?, element.number(2))?;
            columns.push(ParquetColumn {
                name: name.to_owned(),
                physical,
                meaning: meaning(element, physical),
                most_definition: definition,
                most_repetition: repetition,
                is_optional: kind == 1,
                path,
            });
        }
        children => {
            for _ in 0..children {
                walk(rest, (name, &path), definition, repetition, columns)?;
            }
        }
    }
    Some(())
}

fn meaning(element: &ThriftStruct, physical: PhysicalType) -> ColumnMeaning {
    let converted = element.number(6);
    let logical = element.inner(10);
    let has = |number: i16| logical.is_some_and(|logical| logical.get(number).is_some());
    let unit = logical.and_then(|logical| logical.inner(8)).and_then(|time| time.inner(2));
    let unit = unit.and_then(|unit| unit.0.first()).map(|(number, _)| *number);
    match physical {
        PhysicalType::Flag => ColumnMeaning::Flag,
        PhysicalType::Int96 => ColumnMeaning::OldTime,
        PhysicalType::Bytes if converted == Some(5) || has(5) => ColumnMeaning::Bytes,
        PhysicalType::Bytes => ColumnMeaning::Text,
        PhysicalType::Fixed(16) if has(14) => ColumnMeaning::Uuid,
        PhysicalType::Fixed(1..=16) | PhysicalType::Int32 | PhysicalType::Int64 if converted == Some(5) || has(5) => {
            let scale = element.number(7).or_else(|| logical?.inner(5)?.number(1)).unwrap_or(0);
            ColumnMeaning::Decimal(u32::try_from(scale).unwrap_or(0).min(30))
        }
        PhysicalType::Fixed(_) => ColumnMeaning::Bytes,
        PhysicalType::Int32 if converted == Some(6) || has(6) => ColumnMeaning::Date,
        PhysicalType::Int64 => match (converted, unit) {
            (Some(9), _) | (_, Some(1)) => ColumnMeaning::Time(1_000),
            (Some(10), _) | (_, Some(2)) => ColumnMeaning::Time(1_000_000),
            (_, Some(3)) => ColumnMeaning::Time(1_000_000_000),
            _ => ColumnMeaning::Number,
        },
        PhysicalType::Int32 | PhysicalType::Float | PhysicalType::Double => ColumnMeaning::Number,
    }
}
