//! Makes a table of a list.

use sfumato_language::Language;
use sfumato_model::LexiconBuilder;

use super::list::{Line, ListError, lines, row_key, total};
use super::table::{LONGEST, MAGIC, SCALE, constants};
use crate::key;

/// The estimate of phrases that were never counted unless the list has its own: as learnt from English texts.
const BACKOFF: &str = "-2.63 0.138 -0.185 0.052";
const JOINT: &str = "-4.43 0.256 -0.372 2.65";
const BLIND: &str = "-3.54 0.233 -0.346 0";
/// The same for numbers, as a share of all documents.
const NUMBER: f64 = 0.08;

/// Makes a table of a list of phrases, and of two phrases with `AND` between, as
/// [`ListedCounts`](super::ListedCounts) reads it. Rows of hits below one are left out.
pub fn pack(text: &str) -> Result<Vec<u8>, ListError> {
    let (mut of_all, mut language) = (None, None);
    let (mut backoff, mut joint, mut blind) = (BACKOFF, JOINT, BLIND);
    let mut number = None;
    let (mut phrases, mut pairs) = (LexiconBuilder::new(&["hits"]), LexiconBuilder::new(&["hits"]));
    lines(text, |line, what| {
        let wrong = |what| ListError::Line { line, what };
        match what {
            Line::Setting("total", value) => of_all = Some(total(line, value)?),
            Line::Setting("language", value) => {
                language = Some(Language::from_code(value).ok_or(wrong("no such language; it may be en or es"))?);
            }
            Line::Setting("number", value) => {
                let found = value.parse().ok().filter(|number: &f64| number.is_finite());
                number = Some(found.ok_or(wrong("this is no number"))?);
            }
            Line::Setting(name @ ("backoff" | "joint" | "blind"), value) => {
                constants(value).ok_or(wrong("these are not four numbers"))?;
                *match name {
                    "backoff" => &mut backoff,
                    "joint" => &mut joint,
                    _ => &mut blind,
                } = value;
            }
            Line::Setting(..) => return Err(wrong("no such setting")),
            Line::Row(_, hits) if hits < 1.0 => {}
            Line::Row(row, hits) => {
                let (number, key) = row_key(row).ok_or(wrong("a phrase without words, or too many phrases"))?;
                let table = match number {
                    1 if length(row) > LONGEST => return Ok(()),
                    1 => &mut phrases,
                    2 => &mut pairs,
                    _ => return Err(wrong("a table joins two phrases and no more")),
                };
                if let Some(place) = table.place(key, 0) {
                    *place = (hits.log2() * SCALE).round().clamp(1.0, f64::from(u16::MAX)) as u16;
                }
            }
        }
        Ok(())
    })?;
    let total = of_all.ok_or(ListError::NoTotal)?;
    let number = number.unwrap_or(NUMBER * total);
    let language = language.ok_or(ListError::NoLanguage)?.code();
    let [phrases, pairs] = [phrases, pairs].map(|table| table.of_language(language).to_bytes());
    let head = format!(
        "language {language}\ntotal {total}\nbackoff {backoff}\njoint {joint}\nblind {blind}\nnumber {number}\nphrases {}\n",
        phrases.len()
    );
    let mut bytes = MAGIC.to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.bytes());
    bytes.extend(phrases);
    bytes.extend(pairs);
    Ok(bytes)
}

fn length(phrase: &str) -> usize {
    let mut length = 0;
    key::words(phrase, |_| length += 1);
    length
}
