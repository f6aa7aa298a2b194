//! Tables in columns (Parquet): cells go by the name of their column.
//!
//! Once something changes the table is written anew, with plain values in packed pages: what tells of values beside them
//! (the least and the greatest of a page, filters, indexes, words of a dictionary that no cell uses) is left out.

mod cells;
mod delta;
mod packings;
mod pages;
mod schema;
#[cfg(test)]
mod tests;
mod thrift;

use std::collections::HashMap;

use pages::{ColumnShape, DataPage, UnpackingBudget};
use schema::ParquetColumn;
use thrift::{I32, I64, ThriftStruct, ThriftValue};

use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::DocumentBuilder;
use crate::formats::packing::{self, DeflateFrame};
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::splice::SourceCoding;
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// The mark at the start and the end of a file.
pub(crate) const MARK: &[u8] = b"PAR1";
const ENCRYPTED: &[u8] = b"PARE";
/// So many bytes all values of a table take in memory at most.
const MOST_OF_ALL: usize = 1 << 30;
/// The most bytes that a table may say about itself.
const MOST_ABOUT: usize = 1 << 24;
/// Gzip, as the format numbers it.
const GZIP: i64 = 2;

/// Tables in columns.
#[derive(Debug, Clone, Default)]
pub struct Parquet {
    /// The columns to read, by name or by number from one; all if empty. Others are copied unread.
    pub columns: Vec<String>,
}

impl Parquet {
    /// The numbers of the columns that were asked for, or nothing for all. A list or structure is all that is in it.
    fn chosen(&self, columns: &[ParquetColumn], elements: &[ThriftValue]) -> Result<Option<Vec<usize>>, ReadError> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let mut chosen = Vec::new();
        for (nth, wanted) in self.columns.iter().enumerate() {
            let goes_by = |column: &ParquetColumn| {
                let outermost = column.path.first().and_then(|number| schema::name(elements, *number));
                [Some(column.name.as_str()), outermost].contains(&Some(wanted.trim()))
            };
            let by_name = (0..columns.len()).filter(|number| columns.get(*number).is_some_and(goes_by));
            let mut found: Vec<usize> = by_name.collect();
            if found.is_empty() {
                let number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                found.extend(number.filter(|number| *number < columns.len()));
            }
            if found.is_empty() {
                return Err(ReadError::NoColumn { number: nth + 1 });
            }
            chosen.extend(found);
        }
        Ok(Some(chosen))
    }
}

/// True if a file is one of these.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.len() > 12 && bytes.starts_with(MARK) && (bytes.ends_with(MARK) || bytes.ends_with(ENCRYPTED))
        || bytes.starts_with(ENCRYPTED) && bytes.ends_with(ENCRYPTED)
}

fn wrong(fault: &'static str) -> ReadError {
    ReadError::Part { part: "the table".into(), fault }
}

const DAMAGED: &str = "a description of its columns that is damaged; write the table again, or export it as CSV";

impl DocumentFormat for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if bytes.ends_with(ENCRYPTED) {
            return Err(ReadError::Encrypted);
        }
        let about = about(&bytes).ok_or_else(|| wrong(DAMAGED))?;
        if about.get(8).is_some() {
            return Err(ReadError::Encrypted);
        }
        let columns = about.list(2).and_then(schema::columns).ok_or_else(|| wrong(DAMAGED))?;
        let chosen = self.chosen(&columns, about.list(2).unwrap_or_default())?;
        let groups = about.list(4).unwrap_or_default();
        let mut builder = DocumentBuilder::default();
        let mut chunks = HashMap::new();
        let mut emptied = Vec::new();
        let mut budget = UnpackingBudget(MOST_OF_ALL);
        for (number, column) in columns.iter().enumerate() {
            let label = builder.label(&column.name);
            let is_chosen = chosen.as_ref().is_none_or(|chosen| chosen.contains(&number));
            let mut is_read = true;
            for (nth, group) in groups.iter().enumerate() {
                let pages = chunk(&bytes, group, (number, column), &mut budget)?;
                is_read &= column.meaning != schema::ColumnMeaning::Bytes
                    && (column.meaning != schema::ColumnMeaning::Text
                        || pages.iter().flat_map(|page| &page.values).all(|value| std::str::from_utf8(value).is_ok()));
                chunks.insert((nth, number), ColumnChunk { pages, cells: Vec::new(), part: None });
            }
            if !is_chosen {
                continue;
            }
            if !is_read {
                let place = format!("column {}: binary values", number + 1);
                emptied.push((builder.removable_unread(RemovableKind::Embedded, place, Vec::new()), number));
                continue;
            }
            for nth in 0..groups.len() {
                if let Some(chunk) = chunks.get_mut(&(nth, number)) {
                    chunk.read(column, label, &mut builder)?;
                }
            }
        }
        let mut names = Vec::new();
        for (number, name) in schema::names(about.list(2).unwrap_or_default()) {
            builder.block(name, 0..name.len(), SourceCoding::Verbatim, BlockKind::Header, None);
            names.push((number, builder.part()));
            builder.end_part(name)?;
        }
        let metadata = metadata(&about, &mut builder)?;
        let container = ParquetContainer { bytes, about, columns, names, chunks, emptied, metadata };
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(container)))
    }
}

/// Returns the description of a file that stands at its end.
fn about(bytes: &[u8]) -> Option<ThriftStruct> {
    let end = bytes.len().checked_sub(8)?;
    let length = u32::from_le_bytes(*bytes.get(end..)?.first_chunk()?) as usize;
    if length > MOST_ABOUT {
        return None;
    }
    let (about, read) = thrift::read(bytes.get(end.checked_sub(length)?..end)?)?;
    (read <= length).then_some(about)
}

/// Adds what programs wrote beside the columns; gives its removable.
fn metadata(about: &ThriftStruct, builder: &mut DocumentBuilder) -> Result<Option<usize>, ReadError> {
    let Some(pairs) = about.list(5).filter(|pairs| !pairs.is_empty()) else { return Ok(None) };
    let since = builder.text_len();
    for pair in pairs {
        let ThriftValue::Struct(pair) = pair else { continue };
        if is_copy(pair) {
            continue;
        }
        for number in [1, 2] {
            let text = String::from_utf8_lossy(pair.bytes(number).unwrap_or_default()).into_owned();
            builder.block(&text, 0..text.len(), SourceCoding::Verbatim, BlockKind::Metadata, None);
            builder.end_part(&text)?;
        }
    }
    Ok(Some(builder.removable(RemovableKind::Metadata, "what programs wrote beside the columns", since, Vec::new())))
}

/// True if this is what Arrow says of a table once more, packed: a copy that goes as soon as anything changes.
fn is_copy(pair: &ThriftStruct) -> bool {
    pair.bytes(1).is_some_and(|key| key == b"ARROW:schema")
}

/// The pages of a column in a group of rows.
fn chunk(
    bytes: &[u8],
    group: &ThriftValue,
    (number, column): (usize, &ParquetColumn),
    budget: &mut UnpackingBudget,
) -> Result<Vec<DataPage>, ReadError> {
    let part = |fault| ReadError::Part { part: format!("column {}", number + 1).into(), fault };
    let ThriftValue::Struct(group) = group else { return Err(wrong(DAMAGED)) };
    let Some(ThriftValue::Struct(chunk)) = group.list(1).and_then(|chunks| chunks.get(number)) else {
        return Err(wrong(DAMAGED));
    };
    if chunk.get(1).is_some() || chunk.get(8).is_some() {
        return Err(part("values that lie in another file, or are encrypted"));
    }
    let about = chunk.inner(3).ok_or_else(|| wrong(DAMAGED))?;
    let place = |field: i16| about.number(field).and_then(|at| usize::try_from(at).ok()).filter(|at| *at > 0);
    let start = [place(9), place(11)].into_iter().flatten().min().ok_or_else(|| wrong(DAMAGED))?;
    let length = about.number(7).and_then(|length| usize::try_from(length).ok()).ok_or_else(|| wrong(DAMAGED))?;
    let places = about.number(5).and_then(|count| usize::try_from(count).ok()).ok_or_else(|| wrong(DAMAGED))?;
    let held = start.checked_add(length).and_then(|end| bytes.get(start..end)).ok_or_else(|| wrong(DAMAGED))?;
    let shape = ColumnShape {
        physical: column.physical,
        codec: about.number(4).unwrap_or(0),
        most_definition: column.most_definition,
        most_repetition: column.most_repetition,
    };
    pages::read(held, places, shape, budget).map_err(part)
}

/// The values of a column in a group of rows.
struct ColumnChunk {
    pages: Vec<DataPage>,
    /// For each cell that is read its page, its value in it, and where it stands in the part.
    cells: Vec<(u32, u32, u32, u32)>,
    part: Option<usize>,
}

impl ColumnChunk {
    fn read(&mut self, column: &ParquetColumn, label: u32, builder: &mut DocumentBuilder) -> Result<(), ReadError> {
        let coding = if cells::is_number(column) { SourceCoding::XmlNumber } else { SourceCoding::Verbatim };
        let mut source = String::new();
        for (page, values) in (0..).zip(&self.pages) {
            for (nth, value) in (0..).zip(&values.values) {
                let Some(text) = cells::shown(column, value) else { continue };
                let start = source.len();
                source.push_str(&text);
                builder.block(&text, start..source.len(), coding, BlockKind::Cell, Some(label));
                self.cells.push((page, nth, start as u32, source.len() as u32));
                source.push('\n');
            }
        }
        self.part = Some(builder.part());
        builder.end_part(&source)
    }
}

/// A table as it was read.
struct ParquetContainer {
    bytes: Vec<u8>,
    about: ThriftStruct,
    columns: Vec<ParquetColumn>,
    /// The elements of the description whose names are read, each with its part.
    names: Vec<(usize, usize)>,
    /// By group of rows and column.
    chunks: HashMap<(usize, usize), ColumnChunk>,
    /// Columns whose values are emptied with a removable.
    emptied: Vec<(usize, usize)>,
    metadata: Option<usize>,
}

impl FileContainer for ParquetContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        let is_removed = |number: usize| removed.get(number) == Some(&true);
        let mut out = MARK.to_vec();
        let mut about = self.about.clone();
        let mut elements = about.list(2).unwrap_or_default().to_vec();
        for (number, part) in &self.names {
            let part = parts.get(*part).ok_or(WriteError::Inconsistent)?;
            if !part.is_untouched() {
                schema::rename(&mut elements, *number, &part.apply()?);
            }
        }
        let mut groups = about.list(4).unwrap_or_default().to_vec();
        for (nth, group) in groups.iter_mut().enumerate() {
            let ThriftValue::Struct(group) = group else { return Err(WriteError::Inconsistent) };
            let (start, mut full) = (out.len(), 0);
            let mut chunks = group.list(1).unwrap_or_default().to_vec();
            for (number, (chunk, column)) in chunks.iter_mut().zip(&self.columns).enumerate() {
                let ThriftValue::Struct(chunk) = chunk else { return Err(WriteError::Inconsistent) };
                let held = self.chunks.get(&(nth, number)).ok_or(WriteError::Inconsistent)?;
                let is_emptied = self.emptied.iter().any(|(removable, own)| *own == number && is_removed(*removable));
                full += written(chunk, held, column, parts, is_emptied, &mut out)?;
                let mut inner = chunk.inner(3).ok_or(WriteError::Inconsistent)?.clone();
                inner.set(3, ThriftValue::List(thrift::BYTES, thrift::LIST, schema::path(&elements, column)));
                chunk.set(3, ThriftValue::Struct(inner));
            }
            group.set(1, ThriftValue::List(12, 9, chunks));
            group.set(2, ThriftValue::Number(I64, full as i64));
            group.remove(&[4]);
            if group.get(5).is_some() {
                group.set(5, ThriftValue::Number(I64, start as i64));
            }
            if group.get(6).is_some() {
                group.set(6, ThriftValue::Number(I64, (out.len() - start) as i64));
            }
        }
        about.set(2, ThriftValue::List(thrift::STRUCT, thrift::LIST, elements));
        about.set(4, ThriftValue::List(12, 9, groups));
        let mut beside = about.list(5).unwrap_or_default().to_vec();
        beside.retain(|pair| !matches!(pair, ThriftValue::Struct(pair) if is_copy(pair)));
        about.remove(&[5]);
        if !beside.is_empty() && !self.metadata.is_some_and(is_removed) {
            about.set(5, ThriftValue::List(12, 9, beside));
        }
        let start = out.len();
        thrift::write(&about, &mut out);
        let length = u32::try_from(out.len() - start).map_err(|_| WriteError::Inconsistent)?;
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(MARK);
        Ok(out)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let mut about = Vec::new();
        thrift::write(&self.about, &mut about);
        look("the description of the columns", UnreadBytes::new(&about));
        for (_, number) in &self.emptied {
            for ((_, own), chunk) in &self.chunks {
                if own == number {
                    let values = chunk.pages.iter().flat_map(|page| &page.values);
                    values.for_each(|value| look("binary values", UnreadBytes::new(value)));
                }
            }
        }
        Ok(())
    }
}

/// Writes the pages of a chunk and what is said about them; gives how long they are unpacked.
fn written(
    about: &mut ThriftStruct,
    chunk: &ColumnChunk,
    column: &ParquetColumn,
    parts: &[PartEdits<'_>],
    is_emptied: bool,
    out: &mut Vec<u8>,
) -> Result<usize, WriteError> {
    let changes = changes(chunk, column, parts)?;
    let (start, mut full) = (out.len(), 0);
    for (number, page) in (0..).zip(&chunk.pages) {
        let mut values = Vec::with_capacity(page.values.len());
        let mut definition = page.definition.clone();
        // Where the value at hand stands among all places of the page.
        let mut places = definition.iter().flatten().enumerate();
        let mut gone = Vec::new();
        for (nth, value) in (0..).zip(&page.values) {
            let place = places.by_ref().find(|(_, level)| **level == column.most_definition).map(|(place, _)| place);
            match changes.get(&(number, nth)) {
                _ if is_emptied => values.push(cells::nothing(column)),
                None => values.push(value.clone()),
                Some(Some(new)) => values.push(new.clone()),
                Some(None) => match place.filter(|_| column.is_optional) {
                    Some(place) => gone.push(place),
                    None => values.push(cells::nothing(column)),
                },
            }
        }
        for place in gone {
            if let Some(level) = definition.as_mut().and_then(|levels| levels.get_mut(place)) {
                *level = column.most_definition - 1;
            }
        }
        full += written_page(page, &values, definition.as_deref(), column, out)?;
    }
    let mut inner = about.inner(3).ok_or(WriteError::Inconsistent)?.clone();
    inner.set(2, ThriftValue::List(I32, 9, vec![ThriftValue::Number(I32, 0), ThriftValue::Number(I32, 3)]));
    inner.set(4, ThriftValue::Number(I32, GZIP));
    inner.set(6, ThriftValue::Number(I64, full as i64));
    inner.set(7, ThriftValue::Number(I64, (out.len() - start) as i64));
    inner.set(9, ThriftValue::Number(I64, start as i64));
    inner.remove(&[8, 10, 11, 12, 13, 14, 15, 16, 17]);
    about.set(3, ThriftValue::Struct(inner));
    about.set(2, ThriftValue::Number(I64, 0));
    about.remove(&[4, 5, 6, 7, 9]);
    Ok(full)
}

/// The values that change: others, or nothing.
type ParquetChanges = HashMap<(u32, u32), Option<Vec<u8>>>;

fn changes(chunk: &ColumnChunk, column: &ParquetColumn, parts: &[PartEdits<'_>]) -> Result<ParquetChanges, WriteError> {
    let mut changed = HashMap::new();
    let Some(part) = chunk.part.map(|part| parts.get(part).ok_or(WriteError::Inconsistent)).transpose()? else {
        return Ok(changed);
    };
    let mut at = 0;
    for (page, nth, start, end) in &chunk.cells {
        let (start, end) = (*start as usize, *end as usize);
        let first = at;
        while part.changes.get(at).is_some_and(|(range, _)| range.end <= end) {
            at += 1;
        }
        let own = part.changes.get(first..at).unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        let local = |(range, text): &(std::ops::Range<usize>, std::borrow::Cow<'_, str>)| {
            let range = range.start.checked_sub(start).ok_or(WriteError::Inconsistent)?..range.end - start;
            Ok((range, std::borrow::Cow::Owned(text.to_string())))
        };
        let source = part.source.get(start..end).ok_or(WriteError::Inconsistent)?;
        let own = PartEdits { source, changes: own.iter().map(local).collect::<Result<_, WriteError>>()? };
        changed.insert((*page, *nth), cells::written(column, &own.apply()?));
    }
    if at < part.changes.len() { Err(WriteError::Inconsistent) } else { Ok(changed) }
}

/// Writes a page; gives how long it is unpacked.
fn written_page(
    page: &DataPage,
    values: &[Vec<u8>],
    definition: Option<&[u16]>,
    column: &ParquetColumn,
    out: &mut Vec<u8>,
) -> Result<usize, WriteError> {
    let field = if page.is_second { 8 } else { 5 };
    let count = page.header.inner(field).and_then(|inner| inner.number(1)).ok_or(WriteError::Inconsistent)?;
    let mut body = Vec::new();
    let mut levels = |bytes: &[u8]| {
        body.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        body.extend_from_slice(bytes);
    };
    if column.most_repetition > 0 {
        levels(&page.repetition);
    }
    if let Some(definition) = definition {
        levels(&pages::write_runs(definition, pages::width(usize::from(column.most_definition))));
    }
    body.extend_from_slice(&pages::write_plain(values, column.physical));
    let packed = gzip(&body).ok_or(WriteError::Inconsistent)?;
    let number = |value: i64| ThriftValue::Number(I32, value);
    let inner = ThriftStruct(vec![(1, number(count)), (2, number(0)), (3, number(3)), (4, number(3))]);
    let header = ThriftStruct(vec![
        (1, number(0)),
        (2, number(body.len() as i64)),
        (3, number(packed.len() as i64)),
        (5, ThriftValue::Struct(inner)),
    ]);
    let start = out.len();
    thrift::write(&header, out);
    let head = out.len() - start;
    out.extend_from_slice(&packed);
    Ok(head + body.len())
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    out.extend_from_slice(&packing::packed(bytes, DeflateFrame::None)?);
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    out.extend_from_slice(&sum.sum().to_le_bytes());
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    Some(out)
}
