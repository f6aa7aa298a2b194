//! Putting a document together block by block, for formats whose text is not their source.

use std::collections::HashMap;
use std::ops::Range;

use crate::container::{FileContainer, PartEdits, SingleTextContainer, UnreadBytes};
use crate::document::SchemaOwner;
use crate::encoded::{self, BinaryToText, EncodedContents, EncodedDocument, EncodedStretch};
use crate::formats::{MOST_BYTES, ReadError, WriteError};
use crate::splice::{SourceCoding, TextPiece};
use crate::{BlockKind, CharacterEncoding, Document, Removable, RemovableKind, Sensitive, Span, TextBlock};

/// The place of what stands in a text encoded, in reports.
const IN_BASE64: &str = "data in base64";

/// Collects text, pieces and blocks in order; and, for files that are more than one text, their parts.
///
/// Ranges of the source count from the start of the part at hand.
#[derive(Default)]
pub(crate) struct DocumentBuilder {
    text: String,
    pieces: Vec<TextPiece>,
    blocks: Vec<TextBlock>,
    labels: Vec<Sensitive<String>>,
    numbers: HashMap<String, u32>,
    source: String,
    part_ends: Vec<usize>,
    removable: Vec<Removable>,
    dictated: Vec<Range<usize>>,
    /// The depth of the file inside others.
    depth: usize,
    encoded: Vec<PendingEncodedDocument>,
    addresses: Vec<(Range<usize>, SchemaOwner)>,
    own_tags: Vec<Range<usize>>,
    /// The lengths of pieces, blocks and removables at the start of the part at hand.
    since: PartStart,
}

/// The number of pieces, blocks and removables when a part began.
#[derive(Default, Clone, Copy)]
struct PartStart {
    pieces: usize,
    blocks: usize,
    removable: usize,
}

/// A document that lies in the text of another encoded, and where in the whole source.
struct PendingEncodedDocument {
    source: Range<usize>,
    coding: SourceCoding,
    encoding: BinaryToText,
    document: Document,
}

/// A document that became part of another: which of the whole's parts and removables are its own.
pub(crate) struct AbsorbedDocument {
    pub parts: Range<usize>,
    pub removable: Range<usize>,
    pub container: Box<dyn FileContainer>,
    /// Its encoded documents, which count its parts from its own first.
    encoded: Vec<EncodedDocument>,
}

impl AbsorbedDocument {
    /// Hands out the bytes of it that stand in no part.
    pub fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.container.unread(look)?;
        self.encoded.iter().try_for_each(|encoded| encoded.inside.unread(look))
    }

    /// The inner file with its edits made; nothing if it stays as it is.
    pub fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Option<Vec<u8>>, WriteError> {
        let parts = parts.get(self.parts.clone()).ok_or(WriteError::Inconsistent)?;
        let removed = removed.get(self.removable.clone()).ok_or(WriteError::Inconsistent)?;
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(None);
        }
        encoded::assemble(self.container.as_ref(), &self.encoded, parts, removed).map(Some)
    }
}

impl DocumentBuilder {
    /// For a file that lies this deep inside others.
    pub fn at(depth: usize) -> Self {
        Self { depth, ..Self::default() }
    }

    /// A text that is its own source, with these blocks.
    pub fn whole(source: &str, blocks: Vec<TextBlock>) -> Self {
        let whole = 0..source.len();
        let pieces = vec![TextPiece::new(whole.clone(), whole, SourceCoding::Verbatim)];
        Self { text: source.to_owned(), pieces, blocks, ..Self::default() }
    }

    /// A name that blocks can go by; the same name has the same number.
    pub fn label(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.labels.len() as u32;
        self.labels.push(Sensitive::new(name.to_owned()));
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a column that has no name: its cells share it all the same.
    pub fn nameless(&mut self) -> u32 {
        self.labels.push(Sensitive::new(String::new()));
        self.labels.len() as u32 - 1
    }

    /// Ends the part at hand, whose decoded source this is; what is added next belongs to the next part.
    pub fn end_part(&mut self, source: &str) -> Result<(), ReadError> {
        if self.source.len() + source.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        self.open_encoded(source);
        self.source.push_str(source);
        self.part_ends.push(self.source.len());
        self.begin_part();
        Ok(())
    }

    fn begin_part(&mut self) {
        self.since =
            PartStart { pieces: self.pieces.len(), blocks: self.blocks.len(), removable: self.removable.len() };
    }

    /// Opens what stands encoded in the part at hand, whose source this is.
    ///
    /// What is a file is no text of its block any more; what reads like words stays text as well, since it may be a key.
    fn open_encoded(&mut self, source: &str) {
        let mut dropped: Vec<(usize, Range<usize>)> = Vec::new();
        let first = self.blocks.get(self.since.blocks..).unwrap_or_default();
        let spans: Vec<Span> =
            first.iter().map(|block| block.span).filter(|span| encoded::may_hold(span.len())).collect();
        for span in spans {
            for stretch in encoded::find(self.text.get(span.range()).unwrap_or_default()) {
                let range = span.start() + stretch.range.start..span.start() + stretch.range.end;
                let Some((piece, place)) = self.place(source, &range) else { continue };
                let is_in_one = self.pieces[piece].text().end >= range.end;
                if self.open_stretch(span.start(), stretch, (piece, place)) && is_in_one {
                    dropped.push((piece, range));
                }
            }
        }
        if !dropped.is_empty() {
            self.drop_text(source, &dropped);
        }
    }

    /// The piece of the part at hand in which a range of the text begins, and where the range is in the part. It may reach over
    /// several pieces if nothing stands between them: the lines of a paragraph.
    fn place(&self, source: &str, range: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let nth = self.pieces.partition_point(|piece| piece.text().end <= range.start);
        let (first, rest) =
            self.pieces.get(nth..)?.split_first().filter(|(first, _)| first.text().start <= range.start)?;
        let mut last = first;
        for next in rest.iter().take_while(|next| next.text().start < range.end) {
            if next.source().start != last.source().end || next.coding() != first.coding() {
                return None;
            }
            last = next;
        }
        let within = |piece: &TextPiece, at: Range<usize>| {
            let own = piece.source();
            let own = own.start.checked_sub(self.source.len())?..own.end.checked_sub(self.source.len())?;
            let local = at.start.max(piece.text().start) - piece.text().start..at.end - piece.text().start;
            let place = piece.coding().place(source.get(own.clone())?, &local)?;
            Some(own.start + place.start..own.start + place.end)
        };
        if last.text().end < range.end {
            return None;
        }
        let start = within(first, range.start..range.end.min(first.text().end))?;
        let end = within(last, range.clone())?;
        Some((nth, start.start..end.end))
    }

    /// Takes in what an encoded stretch holds; true if it is no text besides.
    fn open_stretch(&mut self, block: usize, stretch: EncodedStretch, (piece, place): (usize, Range<usize>)) -> bool {
        let kind = stretch.kind.as_ref().and_then(|kind| self.text.get(block + kind.start..block + kind.end));
        let is_file = stretch.is_file();
        let opened = stretch
            .bytes
            .map_or(EncodedContents::Unread, |bytes| encoded::open(bytes, kind.unwrap_or_default(), self.depth));
        let removable = match opened {
            EncodedContents::Document(document) => {
                let coding = self.pieces[piece].coding();
                self.enclose(place, coding, stretch.encoding, *document);
                return is_file;
            }
            EncodedContents::Font => return is_file,
            EncodedContents::Picture => RemovableKind::Picture,
            // What tells about the document goes with the rest of that.
            EncodedContents::Unread if self.is_metadata(&place) => return false,
            EncodedContents::Unread => RemovableKind::Embedded,
        };
        self.removable(removable, IN_BASE64, self.text.len(), vec![place]);
        is_file
    }

    /// True if a range of the part at hand lies in metadata that can be removed.
    fn is_metadata(&self, range: &Range<usize>) -> bool {
        let base = self.source.len();
        let own = self.removable.get(self.since.removable..).unwrap_or_default();
        own.iter()
            .filter(|removable| removable.kind == RemovableKind::Metadata)
            .flat_map(|removable| &removable.cuts)
            .any(|cut| cut.start <= base + range.start && base + range.end <= cut.end)
    }

    /// Takes in a document that stands in a range of the part at hand, encoded.
    pub fn enclose(&mut self, range: Range<usize>, coding: SourceCoding, encoding: BinaryToText, document: Document) {
        let base = self.source.len();
        self.encoded.push(PendingEncodedDocument {
            source: base + range.start..base + range.end,
            coding,
            encoding,
            document,
        });
    }

    /// Takes ranges out of the text of the part at hand, each inside a piece, in order.
    fn drop_text(&mut self, source: &str, dropped: &[(usize, Range<usize>)]) {
        let base = self.source.len();
        let lengths = dropped.iter().scan(0, |sum, (_, range)| {
            *sum += range.len();
            Some(*sum)
        });
        let lengths: Vec<usize> = lengths.collect();
        // How much of the text before a place is gone.
        let gone = |at: usize| -> usize {
            let before = dropped.partition_point(|(_, range)| range.start < at);
            let Some(last) = before.checked_sub(1) else { return 0 };
            lengths[last] - dropped[last].1.end.saturating_sub(at)
        };
        let mut pieces = Vec::with_capacity(self.pieces.len() + dropped.len());
        let mut ahead = dropped.iter().peekable();
        for (nth, piece) in self.pieces.iter().enumerate().skip(self.since.pieces) {
            let mut from = 0;
            let (text, own) = (piece.text(), piece.source());
            let inside = source.get(own.start - base..own.end - base).unwrap_or_default();
            let mut keep = |local: Range<usize>| {
                if local.is_empty() {
                    return;
                }
                let place =
                    if local == (0..text.len()) { Some(0..own.len()) } else { piece.coding().place(inside, &local) };
                if let Some(place) = place {
                    let start = text.start + local.start - gone(text.start + local.start);
                    let source = own.start + place.start..own.start + place.end;
                    pieces.push(TextPiece::new(start..start + local.len(), source, piece.coding()));
                }
            };
            while let Some((_, range)) = ahead.next_if(|(own, _)| *own == nth) {
                keep(from..range.start - text.start);
                from = range.end - text.start;
            }
            keep(from..text.len());
        }
        self.pieces.truncate(self.since.pieces);
        self.pieces.extend(pieces);
        let moved =
            |span: Span| Span::new((span.start() - gone(span.start())) as u32, (span.end() - gone(span.end())) as u32);
        for block in self.blocks.iter_mut().skip(self.since.blocks) {
            block.span = moved(block.span);
        }
        for part in self.removable.iter_mut().skip(self.since.removable) {
            part.span = part.span.map(moved).filter(|span| !span.is_empty());
        }
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for (_, range) in dropped {
            text.push_str(self.text.get(at..range.start).unwrap_or_default());
            at = range.end;
        }
        text.push_str(self.text.get(at..).unwrap_or_default());
        self.text = text;
        self.blocks.retain(|block| !block.span.is_empty());
    }

    /// Adds a text that is a part and a block of its own; gives the number of the part.
    pub fn text_part(&mut self, text: &str, kind: BlockKind, label: Option<&str>) -> Result<usize, ReadError> {
        let label = label.map(|label| self.label(label));
        let part = self.part();
        if !text.trim().is_empty() {
            self.block(text, 0..text.len(), SourceCoding::Verbatim, kind, label);
        }
        self.end_part(text)?;
        Ok(part)
    }

    /// The number of parts that have ended, which is the number of the part at hand.
    pub fn part(&self) -> usize {
        self.part_ends.len()
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The length of the text so far: where the next block starts, or nearly.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Something that can be removed; `since` is [`Self::text_len`] from before its text was added.
    /// The cuts count from the start of the part at hand. Gives its number.
    pub fn removable(
        &mut self,
        kind: RemovableKind,
        place: impl Into<Box<str>>,
        since: usize,
        cuts: Vec<Range<usize>>,
    ) -> usize {
        let base = self.source.len();
        let cuts = cuts.into_iter().map(|cut| base + cut.start..base + cut.end).collect();
        self.removable_cutting(kind, place, since, cuts)
    }

    /// The same for something whose text is not read.
    pub fn removable_unread(
        &mut self,
        kind: RemovableKind,
        place: impl Into<Box<str>>,
        cuts: Vec<Range<usize>>,
    ) -> usize {
        self.removable(kind, place, self.text.len(), cuts)
    }

    /// The same with cuts in any parts, counted from the start of the whole source.
    pub fn removable_cutting(
        &mut self,
        kind: RemovableKind,
        place: impl Into<Box<str>>,
        since: usize,
        cuts: Vec<Range<usize>>,
    ) -> usize {
        let number = self.removable.len();
        // The line break of ours before its first block is not its own.
        let start = if since > 0 && since < self.text.len() { since + 1 } else { since };
        let span = (start < self.text.len()).then(|| Span::new(start as u32, self.text.len() as u32));
        self.removable.push(Removable { kind, place: place.into(), span, number, cuts });
        number
    }

    /// A stretch of the part at hand that holds a name which comes with the format or with a font.
    pub fn dictated(&mut self, range: Range<usize>) {
        let base = self.source.len();
        self.dictated.push(base + range.start..base + range.end);
    }

    /// A stretch of the part at hand that is the address of a schema or a namespace.
    pub fn address(&mut self, range: Range<usize>, owner: SchemaOwner) {
        let base = self.source.len();
        self.addresses.push((base + range.start..base + range.end, owner));
    }

    /// A stretch of the part at hand, outside of any tag at both ends, whose elements and attributes are called as the
    /// format says.
    pub fn own_tags(&mut self, range: Range<usize>) {
        let base = self.source.len();
        if !range.is_empty() {
            self.own_tags.push(base + range.start..base + range.end);
        }
    }

    /// Takes in the source of all that was added so far, whose pieces and cuts count from its start, cut into parts.
    pub fn take_source(&mut self, source: String, part_ends: Vec<usize>) {
        self.source = source;
        self.part_ends = part_ends;
        self.begin_part();
    }

    /// The number of removables so far.
    pub fn removable_count(&self) -> usize {
        self.removable.len()
    }

    /// The start of the part at hand in the whole source.
    pub fn base(&self) -> usize {
        self.source.len()
    }

    /// Takes in a document that lies inside this one.
    pub fn absorb(&mut self, inner: Document) -> Result<AbsorbedDocument, ReadError> {
        let Document { source, part_ends, container, text, blocks, pieces, labels, removable, encoded, .. } = inner;
        let (dictated, addresses, own_tags) = (inner.dictated, inner.addresses, inner.own_tags);
        if self.source.len() + source.len() > MOST_BYTES || self.text.len() + source.len() > MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        let text = text.as_deref().unwrap_or(&source);
        if !text.is_empty() && !self.text.is_empty() {
            self.text.push('\n');
        }
        let (text_base, source_base) = (self.text.len(), self.source.len());
        let moved = |span: Span| Span::new((span.start() + text_base) as u32, (span.end() + text_base) as u32);
        self.text.push_str(text);
        self.pieces.extend(pieces.iter().map(|piece| piece.moved(text_base, source_base)));
        let number = |label: &Sensitive<String>| match label.expose().as_str() {
            "" => self.nameless(),
            name => self.label(name),
        };
        let numbers: Vec<u32> = labels.iter().map(number).collect();
        self.blocks.extend(blocks.iter().map(|block| TextBlock {
            span: moved(block.span),
            kind: block.kind,
            label: block.label.map(|label| numbers[label as usize]),
        }));
        let absorbed = AbsorbedDocument {
            parts: self.part_ends.len()..self.part_ends.len() + part_ends.len(),
            removable: self.removable.len()..self.removable.len() + removable.len(),
            container,
            encoded,
        };
        for mut part in removable {
            part.number += absorbed.removable.start;
            part.span = part.span.map(moved);
            part.cuts.iter_mut().for_each(|cut| *cut = cut.start + source_base..cut.end + source_base);
            self.removable.push(part);
        }
        let moved = |range: &Range<usize>| range.start + source_base..range.end + source_base;
        self.dictated.extend(dictated.iter().map(moved));
        self.addresses.extend(addresses.iter().map(|(range, owner)| (moved(range), *owner)));
        self.own_tags.extend(own_tags.iter().map(moved));
        self.source.push_str(&source);
        self.part_ends.extend(part_ends.iter().map(|end| end + source_base));
        self.begin_part();
        Ok(absorbed)
    }

    /// Starts a block; a line break of ours sets it apart from the one before.
    pub fn open(&mut self) -> usize {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.len()
    }

    /// Adds text to the open block.
    pub fn add(&mut self, text: &str, source: Range<usize>, coding: SourceCoding) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let base = self.source.len();
        self.pieces.push(TextPiece::new(start..self.text.len(), base + source.start..base + source.end, coding));
    }

    /// Adds a blank of ours to the open block, between two texts that only stand side by side.
    pub fn gap(&mut self) {
        self.text.push(' ');
    }

    /// Adds what stands between two texts of the open block and in neither: a blank or a line feed of ours, or nothing.
    pub fn part_by(&mut self, parted_by: &'static str) {
        self.text.push_str(parted_by);
    }

    /// Ends the block that was opened at `start`; an empty one is forgotten.
    pub fn close(&mut self, start: usize, kind: BlockKind, label: Option<u32>) {
        if self.text.len() > start {
            let span = Span::new(start as u32, self.text.len() as u32);
            self.blocks.push(TextBlock { span, kind, label });
        } else if start > 0 {
            self.text.pop();
        }
    }

    /// A block of a single piece.
    pub fn block(
        &mut self,
        text: &str,
        source: Range<usize>,
        coding: SourceCoding,
        kind: BlockKind,
        label: Option<u32>,
    ) {
        let start = self.open();
        self.add(text, source, coding);
        self.close(start, kind, label);
    }

    /// The document that a file of one text is.
    pub fn finish(mut self, format: &'static str, encoding: CharacterEncoding, source: String) -> Document {
        self.open_encoded(&source);
        self.part_ends.push(source.len());
        self.source = source;
        self.assemble(format, encoding, Box::new(SingleTextContainer(encoding)))
    }

    /// Takes in the encoded documents, behind all that the file itself holds.
    fn absorb_encoded(&mut self) -> Vec<EncodedDocument> {
        let mut encoded = Vec::with_capacity(self.encoded.len());
        for PendingEncodedDocument { source, coding, encoding, document } in std::mem::take(&mut self.encoded) {
            let part = self.part_ends.partition_point(|end| *end <= source.start);
            let start = part.checked_sub(1).map_or(0, |before| self.part_ends[before]);
            let range = source.start - start..source.end - start;
            match self.absorb(document) {
                Ok(inside) => encoded.push(EncodedDocument { part, range, coding, encoding, inside }),
                // It would make the file larger than spans can tell.
                Err(_) => {
                    let since = self.text.len();
                    self.removable_cutting(RemovableKind::Embedded, IN_BASE64, since, vec![source]);
                }
            }
        }
        encoded
    }

    /// The document that a file of many parts is.
    pub fn assemble(
        mut self,
        format: &'static str,
        encoding: CharacterEncoding,
        container: Box<dyn FileContainer>,
    ) -> Document {
        let encoded = self.absorb_encoded();
        // What grew by doubling may hold twice of what is needed, for as long as there is the document.
        self.text.shrink_to_fit();
        self.source.shrink_to_fit();
        self.pieces.shrink_to_fit();
        self.blocks.shrink_to_fit();
        // A part may be looked at more than once.
        self.dictated.sort_by_key(|range| range.start);
        Document {
            format,
            encoding,
            source: self.source,
            part_ends: self.part_ends,
            container,
            text: Some(self.text),
            blocks: self.blocks,
            pieces: self.pieces,
            labels: self.labels,
            removable: self.removable,
            dictated: self.dictated,
            encoded,
            addresses: self.addresses,
            own_tags: self.own_tags,
            protect: Vec::new(),
            id: None,
            is_partial: false,
            observer: None,
        }
    }
}
