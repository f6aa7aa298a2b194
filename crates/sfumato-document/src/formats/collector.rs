//! A text file that holds other files as base64: a picture in a page, a report in a clinical document.
//!
//! What lies inside is read by its own format, changed with the rest, and put back in its place.

use std::ops::Range;

use crate::container::{FileContainer, PartEdits, SingleTextContainer};
use crate::encoded::{self, BinaryToText, EncodedContents};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{ReadError, WriteError, base64};
use crate::layers::{LayeredText, TextLayer};
use crate::splice::SourceCoding;
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// Shorter runs of letters and digits are words and keys, not files.
const SHORTEST_FILE: usize = 64;

/// Collects the text of a file, with the files inside it.
pub(crate) struct TextCollector {
    pub builder: DocumentBuilder,
    depth: usize,
}

/// The notation of a piece of a block.
#[derive(Clone, Copy)]
pub(crate) enum PieceNotation {
    /// In one more layer than what is around it.
    In(TextLayer),
    /// A tag that stands for this text.
    Mark(&'static str),
}

impl TextCollector {
    /// For a file that lies this deep inside others.
    pub fn new(depth: usize) -> Self {
        Self { builder: DocumentBuilder::at(depth), depth }
    }

    /// Adds a block of some pieces, given by their places in a stretch.
    pub fn block(
        &mut self,
        stretch: &LayeredText<'_>,
        pieces: &[(Range<usize>, PieceNotation)],
        kind: BlockKind,
        label: Option<&str>,
    ) {
        let label = label.map(|label| self.builder.label(label));
        let start = self.builder.open();
        for (range, ink) in pieces {
            match ink {
                PieceNotation::In(layer) => {
                    let (text, layers) = stretch.decoded(range, *layer);
                    self.builder.add(&text, stretch.source(range), SourceCoding::Layered(layers));
                }
                PieceNotation::Mark(text) => self.builder.add(text, stretch.source(range), SourceCoding::Mark),
            }
        }
        self.builder.close(start, kind, label);
    }

    /// Adds a block of a number that is read otherwise than it is written.
    pub fn numeral(
        &mut self,
        stretch: &LayeredText<'_>,
        (range, text): (Range<usize>, &str),
        kind: BlockKind,
        label: Option<&str>,
    ) {
        let label = label.map(|label| self.builder.label(label));
        let (_, layers) = stretch.decoded(&range, TextLayer::JsonNumber);
        self.builder.block(text, stretch.source(&range), SourceCoding::Numeral(layers), kind, label);
    }

    /// Takes in a file written in base64, whose kind someone named. False if it is none: then it is text.
    ///
    /// A picture, and what cannot be read, can be removed by cutting these ranges of the source.
    pub fn named_file(
        &mut self,
        stretch: &LayeredText<'_>,
        range: &Range<usize>,
        kind: &str,
        place: &'static str,
        cuts: Vec<Range<usize>>,
    ) -> bool {
        let text = stretch.get(range);
        let Some(bytes) = base64::decode(text) else { return false };
        match encoded::open(bytes, kind, self.depth) {
            EncodedContents::Document(document) => {
                let coding = SourceCoding::Layered(stretch.layers);
                self.builder.enclose(stretch.source(range), coding, BinaryToText::of_base64(text), *document);
            }
            EncodedContents::Picture => self.cut(RemovableKind::Picture, place, cuts),
            EncodedContents::Unread => self.cut(RemovableKind::Embedded, place, cuts),
            EncodedContents::Font => {}
        }
        true
    }

    /// The same for text that may be a file by its looks alone.
    pub fn unnamed_file(
        &mut self,
        stretch: &LayeredText<'_>,
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
        if !is_text && !encoded::is_picture(&bytes) && !encoded::is_file(&bytes) {
            // Keys and checksums say nothing.
            if holds_text(&bytes) {
                self.cut(RemovableKind::Embedded, place, cuts);
                return true;
            }
            return false;
        }
        self.named_file(stretch, range, if is_text { "text/plain" } else { "" }, place, cuts)
    }

    /// Takes in a mail address that is written in turned digits, as Cloudflare does; false if it is none.
    pub fn cloudflare_address(&mut self, stretch: &LayeredText<'_>, range: &Range<usize>) -> bool {
        let Some(bytes) = encoded::decode_cloudflare(stretch.get(range)).filter(|text| text.contains(&b'@')) else {
            return false;
        };
        let EncodedContents::Document(document) = encoded::open(bytes, "text/plain", self.depth) else { return false };
        let coding = SourceCoding::Layered(stretch.layers);
        self.builder.enclose(stretch.source(range), coding, BinaryToText::Cloudflare, *document);
        true
    }

    /// Text that was a file once and is damaged: letters and digits that hold words when they are unpacked from
    /// somewhere on. False if it is none.
    pub fn damaged_file(&mut self, text: &str, place: &'static str, cuts: Vec<Range<usize>>) -> bool {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
        let mut runs = text.split(|c: char| !is_letter(c)).filter(|run| run.len() >= SHORTEST_FILE / 2);
        let is_damaged = runs.any(|run| encoded::hides(run, holds_text));
        if is_damaged {
            self.cut(RemovableKind::Embedded, place, cuts);
        }
        is_damaged
    }

    /// Something that cannot be read, and goes by cutting these ranges of the source.
    pub fn opaque(&mut self, place: &'static str, cuts: Vec<Range<usize>>) {
        self.cut(RemovableKind::Embedded, place, cuts);
    }

    fn cut(&mut self, kind: RemovableKind, place: &'static str, cuts: Vec<Range<usize>>) {
        self.builder.removable_unread(kind, place, cuts);
    }

    /// The document.
    pub fn finish(
        self,
        format: &'static str,
        encoding: CharacterEncoding,
        source: &str,
    ) -> Result<Document, ReadError> {
        self.finish_mended(format, encoding, source, None)
    }

    /// The document; after edits `mend` is given its text, to make it sound again.
    pub fn finish_mended(
        self,
        format: &'static str,
        encoding: CharacterEncoding,
        source: &str,
        mend: Option<TextMend>,
    ) -> Result<Document, ReadError> {
        let container: Box<dyn FileContainer> = match mend {
            Some(mend) => Box::new(MendedText { encoding, mend }),
            None => Box::new(SingleTextContainer(encoding)),
        };
        self.finish_in(format, encoding, source, container)
    }

    /// The document, whose one part a container of its own puts together again.
    pub fn finish_in(
        self,
        format: &'static str,
        encoding: CharacterEncoding,
        source: &str,
        container: Box<dyn FileContainer>,
    ) -> Result<Document, ReadError> {
        let Self { mut builder, .. } = self;
        builder.end_part(source)?;
        Ok(builder.assemble(format, encoding, container))
    }
}

/// True if bytes of no known kind hold words, or another file somewhere inside.
fn holds_text(bytes: &[u8]) -> bool {
    const LONG: usize = 12;
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b' ';
    let narrow = bytes.chunk_by(|one, next| is_word(*one) && is_word(*next)).any(|run| run.len() >= LONG);
    let mut wide = 0;
    let has_wide = bytes.chunks_exact(2).any(|pair| {
        wide = if is_word(pair[0]) && pair[1] == 0 { wide + 1 } else { 0 };
        wide >= LONG
    });
    narrow || has_wide || memchr::memmem::find(bytes, b"PK\x03\x04").is_some()
}

/// Makes a text sound again: gets it as it was and as it becomes.
pub(crate) type TextMend = fn(&str, String) -> Result<String, WriteError>;

/// A text file that edits may leave unsound.
struct MendedText {
    encoding: CharacterEncoding,
    mend: TextMend,
}

impl FileContainer for MendedText {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        let [part] = parts else { return Err(WriteError::Inconsistent) };
        if part.is_untouched() {
            return SingleTextContainer(self.encoding).assemble(parts, removed);
        }
        let mended = (self.mend)(part.source, part.apply()?)?;
        self.encoding.encode(mended).ok_or(WriteError::Unencodable { encoding: self.encoding.name() })
    }

    fn restore(self: Box<Self>, source: String) -> Result<Vec<u8>, WriteError> {
        Box::new(SingleTextContainer(self.encoding)).restore(source)
    }
}
