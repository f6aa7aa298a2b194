//! Text out of XML, by a vocabulary that says what each element and attribute is for.
//!
//! One walk serves plain XML, the parts of office documents and XHTML: what differs between them is which elements
//! make a block of text, which only dress a part of it, and which attributes carry text.
//! What no vocabulary knows is read as a block of its own, so that nothing is passed through unread.

mod addresses;
pub(crate) mod schemas;
mod struck;
mod vocabulary;

use std::borrow::Cow;
use std::ops::Range;

use addresses::{has_mail_address, mail_addresses};

use crate::document::SchemaOwner;
use crate::formats::builder::DocumentBuilder;
use crate::formats::office::formula::{self, FormulaSyntax};
use crate::layers::{LayerStack, LayeredText, TextLayer};
use crate::splice::SourceCoding;
use crate::xml::{self, NamespaceTracker, XmlAttribute, XmlError, XmlEvent, XmlScanner, XmlTag};
use crate::{BlockKind, RemovableKind};

pub(crate) use vocabulary::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary, is_guid, is_structural};

/// The length of `<!DOCTYPE`.
const DOCTYPE: usize = 9;

/// A number of so many digits may be somebody's, in whatever notation.
const LONG_NUMBER: usize = 7;

const UNKNOWN: &str = "an unknown entity";

/// A block that is being read.
struct OpenBlock<'s> {
    depth: usize,
    kind: BlockKind,
    label: Option<Cow<'s, str>>,
    pieces: MarkupPieces<'s>,
    /// Text in it that is read apart, and what it is.
    apart: Option<(BlockKind, MarkupPieces<'s>)>,
    /// True if its text is left alone where it looks like a value of the format's own.
    is_setting: bool,
    /// True if its text is metadata, which comes last.
    is_metadata: bool,
    /// The language of the formula it is.
    formula: Option<FormulaSyntax>,
    /// The names of the numbers that it holds.
    numbers: Option<&'static [&'static str]>,
    /// The number of blocks that waited when it started: those since then follow it.
    waiting: usize,
    /// The pieces that were struck out.
    struck: Vec<Range<usize>>,
    /// The pieces that a blank of ours stands before.
    gaps: Vec<usize>,
}

type MarkupPiece<'s> = (Range<usize>, SourceCoding, Cow<'s, str>);
type MarkupPieces<'s> = Vec<MarkupPiece<'s>>;

impl<'s> OpenBlock<'s> {
    fn new(depth: usize, kind: BlockKind, label: Option<Cow<'s, str>>) -> Self {
        Self {
            depth,
            kind,
            label,
            pieces: Vec::new(),
            apart: None,
            is_setting: false,
            is_metadata: false,
            formula: None,
            numbers: None,
            waiting: 0,
            struck: Vec::new(),
            gaps: Vec::new(),
        }
    }

    /// A block that is complete as it is.
    fn whole(kind: BlockKind, label: Option<Cow<'s, str>>, pieces: MarkupPieces<'s>) -> Self {
        Self { pieces, ..Self::new(0, kind, label) }
    }

    fn push(&mut self, piece: MarkupPiece<'s>, is_struck: bool) {
        let at = self.pieces.len();
        match self.struck.last_mut() {
            Some(run) if is_struck && run.end == at => run.end += 1,
            _ if is_struck => self.struck.push(at..at + 1),
            _ => {}
        }
        self.pieces.push(piece);
    }

    /// True if there is anything to read in it.
    fn says_something(&self) -> bool {
        let is_silent = |text: &str| text.trim().is_empty() || (self.is_setting && is_setting(text));
        !self.pieces.iter().all(|(.., text)| is_silent(text))
    }
}

/// True if a text is a number of any length or another value of the format's own.
fn is_setting(text: &str) -> bool {
    let text = text.trim();
    is_structural(text)
        || is_guid(text)
        || text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.' | b',' | b' '))
}

/// A removable element that is being read.
struct OpenRemovable {
    depth: usize,
    kind: RemovableKind,
    start: usize,
}

/// An event that waits for the block around it to end.
enum WaitingMarkup<'s> {
    Block(OpenBlock<'s>),
    /// A part that can be removed starts.
    Start,
    /// It ends, and this is cut with it.
    End(RemovableKind, Range<usize>),
}

struct MarkupReader<'s, 'b> {
    source: &'s str,
    place: &'s str,
    vocabulary: &'s dyn MarkupVocabulary,
    builder: &'b mut DocumentBuilder,
    names: Vec<&'s str>,
    /// True for each open element that is called as a public standard says.
    standard: Vec<bool>,
    /// The start of the stretch of such tags that is being read.
    own_since: Option<usize>,
    /// The namespace of the last tag, and whether it is a standard's.
    last_namespace: (String, bool),
    open: Vec<OpenBlock<'s>>,
    /// Blocks that ended inside another one: they follow it, so that its text stays whole.
    waiting: Vec<WaitingMarkup<'s>>,
    removable: Option<OpenRemovable>,
    /// The depth of the element whose text is read apart.
    apart: Option<usize>,
    /// The depth of the element whose text was struck out.
    struck: Option<usize>,
    /// The depth and the start of an element that is cut out.
    cut: Option<(usize, usize)>,
    /// The depth of the element that is read by other means.
    elsewhere: Option<usize>,
    /// Attributes that are metadata; they come last, so that they are one removable.
    metadata: Vec<OpenBlock<'s>>,
    /// The ranges to cut out with them, revision numbers and the like among them.
    cuts: Vec<Range<usize>>,
}

/// Adds the text of one XML part to the builder; the caller ends the part.
pub(crate) fn walk(
    source: &str,
    place: &str,
    vocabulary: &dyn MarkupVocabulary,
    builder: &mut DocumentBuilder,
) -> Result<(), XmlError> {
    let mut walk = MarkupReader {
        source,
        place,
        vocabulary,
        builder,
        names: Vec::new(),
        standard: Vec::new(),
        own_since: None,
        last_namespace: Default::default(),
        open: Vec::new(),
        waiting: Vec::new(),
        removable: None,
        apart: None,
        struck: None,
        cut: None,
        elsewhere: None,
        metadata: Vec::new(),
        cuts: Vec::new(),
    };
    let mut namespaces = NamespaceTracker::new(source);
    for event in XmlScanner::new(source) {
        let event = event?;
        namespaces.follow(&event)?;
        match event {
            XmlEvent::Start(tag) => {
                let (namespace, _) = namespaces.element(&tag)?;
                walk.start(&tag, namespace)?;
                if tag.empty {
                    walk.end(tag.whole);
                }
            }
            XmlEvent::End(tag) => walk.end(tag.whole),
            XmlEvent::Text(range) => walk.text(range, SourceCoding::XmlText)?,
            XmlEvent::CData(range) => walk.text(range, SourceCoding::XmlCData)?,
            XmlEvent::Comment(range) => walk.aside(range, SourceCoding::Comment),
            // The marks stay out of the text.
            XmlEvent::Instruction(range) => walk.aside(range.start + 2..range.end - 2, SourceCoding::Comment),
            XmlEvent::Doctype(range) => walk.doctype(range.start + DOCTYPE..range.end - 1),
            XmlEvent::Declaration(_) => {}
        }
    }
    walk.finish();
    Ok(())
}

impl<'s> MarkupReader<'s, '_> {
    fn finish(mut self) {
        let since = self.builder.text_len();
        for block in std::mem::take(&mut self.metadata) {
            self.emit(block);
        }
        if !self.cuts.is_empty() {
            self.builder.removable(RemovableKind::Metadata, self.place, since, self.cuts);
        }
        if let Some(since) = self.own_since {
            self.builder.own_tags(since..self.source.len());
        }
    }

    /// Takes note of a tag: the names of a public standard's elements and attributes are its own.
    fn tag(&mut self, start: usize, is_standard: bool) {
        match (is_standard, self.own_since) {
            (true, None) => self.own_since = Some(start),
            (false, Some(since)) => {
                self.builder.own_tags(since..start);
                self.own_since = None;
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &XmlTag, namespace: &str) -> Result<(), XmlError> {
        let name = xml::local(self.source.get(tag.name.clone()).unwrap_or_default());
        let parent = self.names.last().copied().unwrap_or_default();
        let element = MarkupElement { namespace, local: name, parent, source: self.source, tag };
        if self.last_namespace.0 != namespace {
            let is_standard = !namespace.is_empty() && schemas::owner(namespace) == Some(SchemaOwner::Standard);
            self.last_namespace = (namespace.to_owned(), is_standard);
        }
        // The declaration belongs to the root.
        self.tag(if self.names.is_empty() { 0 } else { tag.whole.start }, self.last_namespace.1);
        self.standard.push(self.last_namespace.1);
        self.names.push(name);
        if self.elsewhere.is_some() {
            return Ok(());
        }
        let depth = self.names.len();
        let role = self.vocabulary.element(&element);
        if role == ElementRole::Elsewhere {
            self.elsewhere = Some(depth);
            return Ok(());
        }
        if let (ElementRole::Removable(kind), None) = (role, &self.removable) {
            // Its attributes belong to it.
            self.waiting.push(WaitingMarkup::Start);
            self.removable = Some(OpenRemovable { depth, kind, start: tag.whole.start });
        }
        for attribute in xml::attributes(self.source, tag) {
            self.attribute(&element, attribute)?;
        }
        match role {
            ElementRole::Block(kind) => self.open(OpenBlock::new(depth, kind, self.vocabulary.label(&element))),
            ElementRole::Named(kind, label) => self.open(OpenBlock::new(depth, kind, Some(label.into()))),
            ElementRole::Mark(text) => {
                if let Some(open) = self.open.last_mut().filter(|_| tag.empty) {
                    open.push((tag.whole.clone(), SourceCoding::Mark, text.into()), self.struck.is_some());
                }
            }
            ElementRole::Removable(_) => {
                self.open(OpenBlock::new(depth, BlockKind::Metadata, self.vocabulary.label(&element)))
            }
            ElementRole::Apart(kind) => {
                self.apart = Some(depth);
                if let Some(open) = self.open.last_mut() {
                    open.apart.get_or_insert((kind, Vec::new()));
                }
            }
            ElementRole::ApartEnd => self.end_apart(),
            ElementRole::Struck => _ = self.struck.get_or_insert(depth),
            ElementRole::Hides => _ = self.struck.get_or_insert(depth.saturating_sub(2)),
            // A stop: text in it does not run into the block around it.
            ElementRole::Structure => self.open(OpenBlock::new(depth, BlockKind::Field, None)),
            ElementRole::Setting => {
                self.open(OpenBlock { is_setting: true, ..OpenBlock::new(depth, BlockKind::Field, None) })
            }
            ElementRole::Formula(syntax) => {
                self.open(OpenBlock { formula: Some(syntax), ..OpenBlock::new(depth, BlockKind::Field, None) });
            }
            ElementRole::Numbers(names) => {
                self.open(OpenBlock { numbers: Some(names), ..OpenBlock::new(depth, BlockKind::Field, None) });
            }
            ElementRole::Emptied => {
                let label = self.vocabulary.label(&element);
                self.open(OpenBlock { is_metadata: true, ..OpenBlock::new(depth, BlockKind::Metadata, label) });
            }
            ElementRole::Cut => {
                self.cut.get_or_insert((depth, tag.whole.start));
                self.open(OpenBlock::new(depth, BlockKind::Metadata, None));
            }
            ElementRole::Inline | ElementRole::Elsewhere => {}
        }
        Ok(())
    }

    fn open(&mut self, open: OpenBlock<'s>) {
        self.open.push(OpenBlock { waiting: self.waiting.len(), ..open });
    }

    /// Ends what was read apart in the block at hand.
    fn end_apart(&mut self) {
        if let Some((kind, pieces)) = self.open.last_mut().and_then(|open| open.apart.take()) {
            self.waiting.push(WaitingMarkup::Block(OpenBlock::whole(kind, None, pieces)));
        }
    }

    fn attribute(&mut self, element: &MarkupElement<'_>, attribute: XmlAttribute) -> Result<(), XmlError> {
        let name = self.source.get(attribute.name.clone()).unwrap_or_default();
        let value = self.source.get(attribute.value.clone()).unwrap_or_default();
        if value.trim().is_empty() || self.vocabulary.is_elsewhere(attribute.value.start) {
            return Ok(());
        }
        let is_namespace = name == "xmlns" || name.starts_with("xmlns:");
        let role = match is_namespace {
            true => AttributeRole::Schema,
            false => self.vocabulary.attribute(element, xml::local(name), value),
        };
        let is_structure = matches!(role, AttributeRole::Structural | AttributeRole::Schema | AttributeRole::Dictated);
        let (kind, label) = match role {
            // Whatever an attribute is for, an address in it is somebody's.
            _ if is_structure && has_mail_address(value) => (BlockKind::Field, None),
            AttributeRole::Structural => return Ok(()),
            AttributeRole::Schema => {
                let meant = xml::unescaped_attribute(value).unwrap_or_default();
                if let Some(owner) = schemas::owner(&meant) {
                    self.builder.address(attribute.value, owner);
                    return Ok(());
                }
                (BlockKind::Metadata, Some(Cow::Borrowed("namespace")))
            }
            AttributeRole::Dictated => {
                self.builder.dictated(attribute.value);
                return Ok(());
            }
            AttributeRole::Formula(syntax) => {
                self.formula(attribute.value, syntax);
                return Ok(());
            }
            AttributeRole::Cut => {
                self.cuts.push(attribute.whole);
                return Ok(());
            }
            AttributeRole::Text(kind) => (kind, None),
            AttributeRole::Named(kind, label) => (kind, Some(Cow::Borrowed(label))),
            AttributeRole::Labelled(kind) => (kind, self.vocabulary.label(element)),
            AttributeRole::Metadata => {
                self.cuts.push(attribute.value.clone());
                (BlockKind::Metadata, None)
            }
            AttributeRole::MetadataWhole => {
                self.cuts.push(attribute.whole.clone());
                (BlockKind::Metadata, None)
            }
        };
        let is_metadata = matches!(role, AttributeRole::Metadata | AttributeRole::MetadataWhole);
        // In a format of its own an attribute `name` names a style or a range, not a person.
        let label = label.or_else(|| {
            let by_name = self.vocabulary.labels_by_element();
            by_name.then(|| self.vocabulary.attribute_label(element, xml::local(name), value))
        });
        let text = unescaped(value, SourceCoding::XmlAttribute)
            .ok_or(XmlError { at: attribute.value.start, fault: UNKNOWN })?;
        let piece = match percent(self.source, &attribute.value) {
            Some((text, layers)) => (attribute.value, SourceCoding::Layered(layers), text.into()),
            None => (attribute.value, SourceCoding::XmlAttribute, text),
        };
        let block = OpenBlock::whole(kind, label, vec![piece]);
        if is_metadata {
            self.metadata.push(block)
        } else {
            self.emit_or_wait(block)
        }
        Ok(())
    }

    fn text(&mut self, range: Range<usize>, coding: SourceCoding) -> Result<(), XmlError> {
        if self.elsewhere.is_some() {
            return Ok(());
        }
        let raw = self.source.get(range.clone()).unwrap_or_default();
        let text = unescaped(raw, coding).ok_or(XmlError { at: range.start, fault: UNKNOWN })?;
        let name = self.names.last().copied().unwrap_or_default();
        if text.trim().is_empty() && !self.vocabulary.blanks_are_text(name) {
            return Ok(());
        }
        let is_apart = self.apart == Some(self.names.len());
        if let Some(syntax) = self.open.last().and_then(|open| open.formula) {
            self.formula(range, syntax);
            return Ok(());
        }
        if let Some(names) = self.open.last().and_then(|open| open.numbers) {
            self.numbers(range, coding, names);
            return Ok(());
        }
        match self.open.last_mut() {
            Some(OpenBlock { apart: Some((_, pieces)), .. }) if is_apart => pieces.push((range, coding, text)),
            Some(open) => open.push((range, coding, text), self.struck.is_some()),
            None if text.trim().is_empty() => {}
            None => self.emit_or_wait(OpenBlock::whole(BlockKind::Field, None, vec![(range, coding, text)])),
        }
        Ok(())
    }

    /// Reads a formula, each string a block of its own; all of it if an address stands where no string does.
    fn formula(&mut self, range: Range<usize>, syntax: FormulaSyntax) {
        let strings: Vec<Range<usize>> =
            formula::texts(self.source, range.clone(), syntax).into_iter().flatten().map(|(range, ..)| range).collect();
        let raw = self.source.get(range.clone()).unwrap_or_default();
        let is_outside = |at: usize| !strings.iter().any(|string| string.contains(&(range.start + at)));
        if mail_addresses(raw).any(is_outside)
            && let Some(text) = unescaped(raw, SourceCoding::XmlText)
        {
            let piece = (range, SourceCoding::XmlText, text);
            self.emit_or_wait(OpenBlock::whole(BlockKind::Field, None, vec![piece]));
            return;
        }
        for name in formula::functions(self.source, range.clone(), syntax) {
            self.builder.dictated(name);
        }
        for text in formula::texts(self.source, range, syntax) {
            let pieces = text.into_iter().map(|(range, coding, said)| (range, coding, said.into())).collect();
            self.emit_or_wait(OpenBlock::whole(BlockKind::Field, None, pieces));
        }
    }

    /// Numbers with blanks between, or several groups of them with commas in each; every number that has a name is a
    /// block of its own, and so is whatever else stands there.
    fn numbers(&mut self, range: Range<usize>, coding: SourceCoding, names: &'static [&'static str]) {
        let source: &'s str = self.source.get(range.clone()).unwrap_or_default();
        let is_grouped = source.contains(',');
        let mut nth = 0;
        let mut at = range.start;
        for part in source.split_inclusive(|c: char| c == ',' || c.is_ascii_whitespace()) {
            let number = part.trim_end_matches(|c: char| c == ',' || c.is_ascii_whitespace());
            if !number.is_empty() {
                let is_number = number.parse::<f64>().is_ok();
                let name = names.get(nth % names.len().max(1)).copied().unwrap_or_default();
                if !is_number || !name.is_empty() {
                    let label = Some(name).filter(|name| !name.is_empty()).map(Cow::Borrowed);
                    let text = unescaped(number, coding).unwrap_or(Cow::Borrowed(number));
                    let piece = (at..at + number.len(), coding, text);
                    self.emit_or_wait(OpenBlock::whole(BlockKind::Field, label, vec![piece]));
                }
                nth += 1;
            }
            if is_grouped && !part.ends_with(',') {
                nth = 0;
            }
            at += part.len();
        }
    }

    /// A comment or an instruction: read, but no part of the text around it.
    fn aside(&mut self, range: Range<usize>, coding: SourceCoding) {
        let text = self.source.get(range.clone()).unwrap_or_default();
        if !text.trim().is_empty() {
            self.emit_or_wait(OpenBlock::whole(BlockKind::Metadata, None, vec![(range, coding, text.into())]));
        }
    }

    /// The document type: names, and what is declared in it.
    fn doctype(&mut self, range: Range<usize>) {
        let text = self.source.get(range.clone()).unwrap_or_default();
        let head = text.find('[').unwrap_or(text.len());
        let inside = range.start + head..range.end;
        match text.get(..head).and_then(schemas::doctype_owner) {
            Some(owner) => {
                self.builder.address(range.start..inside.start, owner);
                self.aside(inside, SourceCoding::Comment);
            }
            None => self.aside(range, SourceCoding::Comment),
        }
    }

    fn end(&mut self, tag: Range<usize>) {
        let at = tag.end;
        let depth = self.names.len();
        let name = self.names.pop().unwrap_or_default();
        if let Some(is_standard) = self.standard.pop() {
            self.tag(tag.start, is_standard);
        }
        self.apart.take_if(|apart| *apart == depth);
        self.struck.take_if(|struck| *struck == depth);
        if let Some((_, start)) = self.cut.take_if(|(cut, _)| *cut == depth) {
            self.cuts.push(start..at);
        }
        self.elsewhere.take_if(|elsewhere| *elsewhere == depth);
        if self.open.last().is_some_and(|open| open.depth == depth) {
            self.end_apart();
        }
        if let Some(mut open) = self.open.pop_if(|open| open.depth == depth).filter(OpenBlock::says_something) {
            self.waiting.extend(struck::set_apart(&mut open).into_iter().map(WaitingMarkup::Block));
            if open.label.is_none() && self.vocabulary.labels_by_element() {
                open.label = Some(name.into());
            }
            if open.is_metadata {
                self.cuts.extend(open.pieces.iter().map(|(range, ..)| range.clone()));
                self.metadata.push(open);
            } else {
                let before = open.waiting.min(self.waiting.len());
                self.waiting.insert(before, WaitingMarkup::Block(open));
            }
        }
        if let Some(removable) = self.removable.take_if(|removable| removable.depth == depth) {
            self.waiting.push(WaitingMarkup::End(removable.kind, removable.start..at));
        }
        if self.open.is_empty() && self.removable.is_none() {
            self.flush();
        }
    }

    fn emit_or_wait(&mut self, block: OpenBlock<'s>) {
        if self.open.is_empty() && self.removable.is_none() {
            self.emit(block);
        } else {
            self.waiting.push(WaitingMarkup::Block(block));
        }
    }

    fn flush(&mut self) {
        let mut since = self.builder.text_len();
        for waiting in std::mem::take(&mut self.waiting) {
            match waiting {
                WaitingMarkup::Block(block) => self.emit(block),
                WaitingMarkup::Start => since = self.builder.text_len(),
                WaitingMarkup::End(kind, cut) => {
                    self.builder.removable(kind, self.place, since, std::iter::once(cut).collect());
                }
            }
        }
    }

    fn emit(&mut self, block: OpenBlock<'s>) {
        if !block.says_something() {
            return;
        }
        let label = block.label.map(|label| self.builder.label(&label));
        if let [(range, SourceCoding::XmlText | SourceCoding::XmlAttribute, text)] = block.pieces.as_slice()
            && let Some(whole) = formula::whole_number(text).filter(|whole| whole.len() >= LONG_NUMBER)
        {
            return self.builder.block(&whole, range.clone(), SourceCoding::ShownNumber, block.kind, label);
        }
        let start = self.builder.open();
        let mut gaps = block.gaps.iter().peekable();
        for (at, (range, coding, text)) in block.pieces.iter().enumerate() {
            if gaps.next_if_eq(&&at).is_some() {
                self.builder.gap();
            }
            self.builder.add(text, range.clone(), *coding);
        }
        self.builder.close(start, block.kind, label);
    }
}

/// Returns the text of the value of an attribute if it has bytes as hexadecimal digits in it, as addresses do.
fn percent(source: &str, value: &Range<usize>) -> Option<(String, LayerStack)> {
    let has_bytes = |bytes: &[u8]| {
        bytes.windows(3).any(|three| matches!(three, [b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()))
    };
    source.get(value.clone()).filter(|value| has_bytes(value.as_bytes()))?;
    let whole = LayeredText::whole(source);
    let inner = whole.inner(value.clone(), TextLayer::HtmlAttribute)?;
    let (text, layers) = inner.decoded(&(0..inner.text.len()), TextLayer::Percent);
    Some((text.into_owned(), layers))
}

/// The text that a stretch of source stands for.
fn unescaped(source: &str, coding: SourceCoding) -> Option<Cow<'_, str>> {
    match coding {
        SourceCoding::XmlText => xml::unescaped(source),
        SourceCoding::XmlAttribute => xml::unescaped_attribute(source),
        _ => Some(source.into()),
    }
}
