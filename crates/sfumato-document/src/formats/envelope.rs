//! A text file that holds other files as base64: a picture in a page, a report in a clinical document.
//!
//! What lies inside is read by its own format, changed with the rest, and put back in its place.

use std::ops::Range;

use crate::formats::builder::{Absorbed, Builder};
use crate::formats::{ReadError, WriteError, base64, read_inner};
use crate::layers::{Layer, Layers, Stretch};
use crate::shell::{PartEdits, Shell, Unread};
use crate::splice::Coding;
use crate::{BlockKind, Document, Encoding, RemovableKind};

/// Shorter runs of letters and digits are words and keys, not files.
const SHORTEST_FILE: usize = 64;

/// What is read of a text file, with the files inside it.
pub(crate) struct Collector {
    pub builder: Builder,
    letters: Vec<Letter>,
    depth: usize,
}

/// A file that lies inside.
struct Letter {
    source: Range<usize>,
    layers: Layers,
    document: Document,
}

/// How a piece of a block is written.
#[derive(Clone, Copy)]
pub(crate) enum Ink {
    /// In one more layer than what is around it.
    In(Layer),
    /// A tag that stands for this text.
    Mark(&'static str),
}

impl Collector {
    /// For a file that lies this deep inside others.
    pub fn new(depth: usize) -> Self {
        Self { builder: Builder::default(), letters: Vec::new(), depth }
    }

    /// Adds a block of some pieces, given by their places in a stretch.
    pub fn block(
        &mut self,
        stretch: &Stretch<'_>,
        pieces: &[(Range<usize>, Ink)],
        kind: BlockKind,
        label: Option<&str>,
    ) {
        let label = label.map(|label| self.builder.label(label));
        let start = self.builder.open();
        for (range, ink) in pieces {
            match ink {
                Ink::In(layer) => {
                    let (text, layers) = stretch.decoded(range, *layer);
                    self.builder.add(&text, stretch.source(range), Coding::Layered(layers));
                }
                Ink::Mark(text) => self.builder.add(text, stretch.source(range), Coding::Mark),
            }
        }
        self.builder.close(start, kind, label);
    }

    /// Takes in a file written in base64, whose kind someone named. False if it is none: then it is text.
    ///
    /// A picture, and what cannot be read, can be removed by cutting these ranges of the source.
    pub fn named_file(
        &mut self,
        stretch: &Stretch<'_>,
        range: &Range<usize>,
        kind: &str,
        place: &'static str,
        cuts: Vec<Range<usize>>,
    ) -> bool {
        let Some(bytes) = base64::decode(stretch.get(range)) else { return false };
        let kind = kind.trim().to_ascii_lowercase();
        let is_drawing = kind.starts_with("image/svg");
        if is_picture(&bytes) || (kind.starts_with("image/") && !is_drawing) {
            self.cut(RemovableKind::Picture, place, cuts);
        } else if !is_font(&bytes) {
            match read_inner(bytes, file_name(&kind), self.depth + 1) {
                Ok(document) => self.enclose(stretch, range, document),
                Err(_) => self.cut(RemovableKind::Embedded, place, cuts),
            }
        }
        true
    }

    /// The same for text that may be a file by its looks alone.
    pub fn unnamed_file(
        &mut self,
        stretch: &Stretch<'_>,
        range: &Range<usize>,
        place: &'static str,
        cuts: Vec<Range<usize>>,
    ) -> bool {
        let text = stretch.get(range);
        let is_letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=') || b.is_ascii_whitespace();
        if text.len() < SHORTEST_FILE || text.contains(' ') || !text.bytes().all(is_letter) {
            return false;
        }
        let Some(bytes) = base64::decode(text) else { return false };
        let is_text =
            std::str::from_utf8(&bytes).is_ok_and(|text| !text.chars().any(|c| c.is_control() && !c.is_whitespace()));
        if !is_text && !is_picture(&bytes) && !is_file(&bytes) {
            return false;
        }
        self.named_file(stretch, range, if is_text { "text/plain" } else { "" }, place, cuts)
    }

    fn enclose(&mut self, stretch: &Stretch<'_>, range: &Range<usize>, document: Document) {
        self.letters.push(Letter { source: stretch.source(range), layers: stretch.layers, document });
    }

    fn cut(&mut self, kind: RemovableKind, place: &'static str, cuts: Vec<Range<usize>>) {
        let since = self.builder.text_len();
        self.builder.removable(kind, place, since, cuts);
    }

    /// The document.
    pub fn finish(self, format: &'static str, encoding: Encoding, source: &str) -> Result<Document, ReadError> {
        let Self { mut builder, letters, .. } = self;
        builder.end_part(source)?;
        let letters = letters
            .into_iter()
            .map(|letter| Ok((letter.source, letter.layers, builder.absorb(letter.document)?)))
            .collect::<Result<_, ReadError>>()?;
        let envelope = Envelope { encoding, length: source.len(), letters };
        Ok(builder.assemble(format, encoding, Box::new(envelope)))
    }
}

/// A name that tells the kind of a file where its content does not.
fn file_name(kind: &str) -> Option<&'static str> {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    Some(match kind {
        "text/html" | "application/xhtml+xml" => "file.html",
        "text/csv" => "file.csv",
        "text/markdown" => "file.md",
        "application/json" | "application/fhir+json" => "file.json",
        "text/xml" | "application/xml" | "image/svg+xml" => "file.xml",
        "text/plain" | "" => "file.txt",
        _ => return None,
    })
}

fn is_picture(bytes: &[u8]) -> bool {
    const PICTURES: [&[u8]; 8] =
        [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"\xd7\xcd\xc6\x9a"];
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp || PICTURES.iter().any(|start| bytes.starts_with(start) && (start.len() > 2 || bytes.contains(&0)))
}

fn is_font(bytes: &[u8]) -> bool {
    const FONTS: [&[u8]; 5] = [b"wOFF", b"wOF2", b"OTTO", b"\0\x01\0\0", b"true"];
    FONTS.iter().any(|start| bytes.starts_with(start))
}

/// Files that programs put into text, by their first bytes.
fn is_file(bytes: &[u8]) -> bool {
    const FILES: [&[u8]; 8] =
        [b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"{\\rtf", b"RIFF", b"ID3", b"OggS"];
    FILES.iter().any(|start| bytes.starts_with(start))
}

/// A text file and the files inside it.
struct Envelope {
    encoding: Encoding,
    /// How long the text is: what follows it in the source are the parts of the files inside.
    length: usize,
    letters: Vec<(Range<usize>, Layers, Absorbed)>,
}

impl Envelope {
    fn encode(&self, text: String) -> Result<Vec<u8>, WriteError> {
        self.encoding.encode(text).ok_or(WriteError::Unencodable { encoding: self.encoding.name() })
    }
}

impl Shell for Envelope {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let own = parts.first().ok_or(WriteError::Inconsistent)?;
        let mut changes = own.changes.clone();
        for (source, layers, absorbed) in &self.letters {
            let after = own.changes.partition_point(|(range, _)| range.start <= source.start);
            let before = after.checked_sub(1).and_then(|last| own.changes.get(last));
            let is_cut = before.is_some_and(|(range, _)| source.end <= range.end);
            if let Some(bytes) = absorbed.assemble(parts, removed)?.filter(|_| !is_cut) {
                let mut written = String::new();
                layers.write(&base64::encode(&bytes), &mut written);
                changes.push((source.clone(), written.into()));
            }
        }
        changes.sort_by_key(|(range, _)| range.start);
        self.encode(PartEdits { source: own.source, changes }.apply()?)
    }

    fn restore(self: Box<Self>, mut source: String) -> Result<Vec<u8>, WriteError> {
        source.truncate(self.length);
        self.encode(source)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, Unread<'_>)) -> Result<(), WriteError> {
        for (.., absorbed) in &self.letters {
            absorbed.shell.unread(look)?;
        }
        Ok(())
    }
}
