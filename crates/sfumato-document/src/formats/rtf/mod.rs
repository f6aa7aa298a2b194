//! Rich text: groups in braces, control words, and text between them.
//!
//! The source is the file with every byte as one character, since rich text is bytes: what they mean depends on the
//! font in use.
//! Plain characters are pieces that can be cut anywhere; a control word or an escape that stands for a character is a
//! piece of its own, replaced whole.

mod destinations;
mod flows;
mod fonts;
mod lexer;
mod reader;
#[cfg(test)]
mod tests;

use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::{CharacterEncoding, Document};

/// Rich text.
#[derive(Debug, Clone, Default)]
pub struct Rtf;

impl DocumentFormat for Rtf {
    fn name(&self) -> &'static str {
        "rtf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let source: String = bytes.iter().map(|b| char::from(*b)).collect();
        let (mut builder, hidden) = reader::read(&source)?;
        builder.end_part(&source)?;
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(RtfContainer { hidden })))
    }
}

/// The source that keeps a control word apart from what follows it, and means nothing.
pub(crate) const APART: &str = "{}";

/// Returns the part of an escape that stays when it is replaced: between the halves of a character some programs
/// change how many characters stand in for one, and that holds for what follows.
pub(crate) fn kept_of(escape: &str) -> &str {
    let start = escape.find(FALLBACK).unwrap_or(escape.len());
    let kept = escape.get(start..).unwrap_or_default();
    // Without another half behind it, it is only one of those that stand in.
    let has_half = kept.split("\\u").any(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
    if !has_half {
        return "";
    }
    let digits = kept.bytes().skip(FALLBACK.len()).take_while(u8::is_ascii_digit).count();
    let blank = usize::from(kept.as_bytes().get(FALLBACK.len() + digits) == Some(&b' '));
    kept.get(..FALLBACK.len() + digits + blank).unwrap_or_default()
}

/// The control word that says how many characters stand in for one.
const FALLBACK: &str = "\\uc";

/// Writes a replacement. Whatever is not ASCII brings its own rule for how it is skipped by those who cannot read it.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' | '{' | '}' => out.extend(['\\', c]),
            '\n' => out.push_str("\\line "),
            '\t' => out.push_str("\\tab "),
            ' '..='~' => out.push(c),
            c if c.is_control() => out.push(' '),
            c => {
                out.push_str("{\\uc1");
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{}?", unit.cast_signed()));
                }
                out.push('}');
            }
        }
    }
}

/// A file of bytes that were read as one character each.
struct RtfContainer {
    /// The bytes that were written in hexadecimal digits and not read, by their place.
    hidden: Vec<reader::HiddenBytes>,
}

impl FileContainer for RtfContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], _: &[bool]) -> Result<Vec<u8>, WriteError> {
        let [part] = parts else { return Err(WriteError::Inconsistent) };
        bytes_of(&part.apply()?)
    }

    fn restore(self: Box<Self>, source: String) -> Result<Vec<u8>, WriteError> {
        bytes_of(&source)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.hidden.iter().for_each(|(place, bytes)| look(place, UnreadBytes::new(bytes)));
        Ok(())
    }
}

fn bytes_of(source: &str) -> Result<Vec<u8>, WriteError> {
    source.chars().map(u8::try_from).collect::<Result<_, _>>().map_err(|_| WriteError::Inconsistent)
}
