//! Text out of XML, by a vocabulary that says what each element and attribute is for.
//!
//! One walk serves plain XML, the parts of office documents and XHTML: what differs between them is which elements
//! make a block of text, which only dress a part of it, and which attributes carry text.
//! What no vocabulary knows is read as a block of its own, so that nothing is passed through unread.

mod struck;

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::builder::Builder;
use crate::formats::office::formula::{self, Syntax};
use crate::splice::Coding;
use crate::xml::{self, Attribute, Event, Names, Scanner, Tag, XmlError};
use crate::{BlockKind, RemovableKind};

/// An element as a vocabulary sees it.
pub(crate) struct Element<'s> {
    /// The address of its namespace; empty if it has none.
    pub namespace: &'s str,
    /// Its name without a prefix.
    pub local: &'s str,
    /// The name of the element around it, without a prefix; empty for the root.
    pub parent: &'s str,
    source: &'s str,
    tag: &'s Tag,
}

impl<'s> Element<'s> {
    /// The value of an attribute by its local name, as it stands in the source.
    pub fn attribute(&self, local: &str) -> Option<&'s str> {
        xml::attributes(self.source, self.tag)
            .find(|a| self.source.get(a.name.clone()).is_some_and(|name| xml::local(name) == local))
            .and_then(|a| self.source.get(a.value))
    }

    /// Where its start tag stands in the source.
    pub fn at(&self) -> usize {
        self.tag.whole.start
    }
}

/// What an element is for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its text, with that of the inline elements in it, is one block.
    Block(BlockKind),
    /// The same, and the block goes by this name.
    Named(BlockKind, &'static str),
    /// It dresses text of the block around it; without one, its text is a block of its own.
    Inline,
    /// The same, and its text was struck out: it is set apart from what it touches.
    Struck,
    /// The same goes for the rest of the element two levels around it, whose text it hides.
    Hides,
    /// It stands for a character and can be cut out.
    Mark(&'static str),
    /// Text directly in it is no text of the document but still read, as a block of its own.
    Structure,
    /// It and everything in it can be removed; its text is read like any other.
    Removable(RemovableKind),
    /// Metadata that says nothing as text (a revision number): it can be cut out.
    Cut,
    /// Its text is no part of the block around it, but one with that of the others of this role in there: the
    /// instruction of a field, which may be spread over runs.
    Apart(BlockKind),
    /// What was apart in the block around it ends here.
    ApartEnd,
    /// Text directly in it is a value of the format's own, such as a number; read only if it is something else.
    Setting,
    /// A formula, of whose text only strings and long numbers are read.
    Formula(Syntax),
    /// Text directly in it is metadata; removing that leaves it empty.
    Emptied,
    /// It and everything in it is read by other means.
    Elsewhere,
}

/// What an attribute is for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeRole {
    /// A value of the format's own: a number, a switch, a reference.
    Structural,
    /// A name that comes with the format or with a font: of a typeface, of a style that is built in. A word of it says
    /// nothing of whoever is called alike.
    Dictated,
    /// Text, a block of its own.
    Text(BlockKind),
    /// Text that goes by this name.
    Named(BlockKind, &'static str),
    /// Text that goes by the name of its element: see [`Vocabulary::label`].
    Labelled(BlockKind),
    /// A formula, of whose text only strings and long numbers are read.
    Formula(Syntax),
    /// Metadata that says nothing as text (a revision number): it can be cut out.
    Cut,
    /// Text that is metadata: read, and emptied when metadata is removed.
    Metadata,
    /// The same, cut out whole: an attribute that may not be empty, such as a time.
    MetadataWhole,
}

/// What the elements and attributes of a format are.
pub(crate) trait Vocabulary {
    /// What an element is.
    fn element(&self, element: &Element<'_>) -> Role;

    /// What an attribute is; `local` is its name without a prefix, `value` as it stands in the source.
    fn attribute(&self, element: &Element<'_>, local: &str, value: &str) -> AttributeRole;

    /// The name that the text of an element goes by where the source itself tells it, as the header of a column does.
    fn label<'v>(&'v self, element: &Element<'_>) -> Option<Cow<'v, str>> {
        let _ = element;
        None
    }

    /// Whether text goes by the name of its element or attribute, as in plain XML.
    fn labels_by_element(&self) -> bool {
        false
    }

    /// Whether blanks directly in an element of this name are text, not just the layout of the source.
    fn blanks_are_text(&self, local: &str) -> bool {
        let _ = local;
        true
    }
}

/// How the addresses of schemas start that formats state themselves.
const SCHEMAS: [&str; 6] = [
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/",
    "http://purl.oclc.org/ooxml",
    "http://www.w3.org/",
    "urn:oasis:",
    "urn:schemas-microsoft",
];

/// Whether a value is one no person is told by: a number, a switch, a colour, an address of a schema, a word in the
/// shape formats use for their own settings.
pub(crate) fn is_structural(value: &str) -> bool {
    let value = value.trim();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_setting = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'#' | b'%' | b'.');
    let lower = value.bytes().next().is_none_or(|b| !b.is_ascii_uppercase());
    let short_number =
        digits < 7 && value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'%' | b','));
    let hex =
        value.len() >= 6 && value.len() <= 8 && value.bytes().all(|b| b.is_ascii_hexdigit()) && digits < value.len();
    value.len() < 2
        || short_number
        || hex
        || (lower && digits < 5 && value.len() <= 32 && value.bytes().all(is_setting))
        || (SCHEMAS.iter().any(|schema| value.starts_with(schema)) && !value.contains(['@', '?', ' ']))
}

/// How long `<!DOCTYPE` is.
const DOCTYPE: usize = 9;

const UNKNOWN: &str = "an unknown entity";

/// A block that is being read.
struct Open<'s> {
    depth: usize,
    kind: BlockKind,
    label: Option<Cow<'s, str>>,
    pieces: Pieces<'s>,
    /// Text in it that is read apart, and what it is.
    apart: Option<(BlockKind, Pieces<'s>)>,
    /// Whether its text is left alone where it looks like a value of the format's own.
    is_setting: bool,
    /// Whether its text is metadata, which comes last.
    is_metadata: bool,
    /// The language of the formula it is.
    formula: Option<Syntax>,
    /// How many blocks waited when it started: those since then follow it.
    waiting: usize,
    /// The pieces that were struck out.
    struck: Vec<Range<usize>>,
    /// The pieces that a blank of ours stands before.
    gaps: Vec<usize>,
}

type PieceOf<'s> = (Range<usize>, Coding, Cow<'s, str>);
type Pieces<'s> = Vec<PieceOf<'s>>;

impl<'s> Open<'s> {
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
            waiting: 0,
            struck: Vec::new(),
            gaps: Vec::new(),
        }
    }

    /// A block that is complete as it is.
    fn whole(kind: BlockKind, label: Option<Cow<'s, str>>, pieces: Pieces<'s>) -> Self {
        Self { pieces, ..Self::new(0, kind, label) }
    }

    fn push(&mut self, piece: PieceOf<'s>, is_struck: bool) {
        let at = self.pieces.len();
        match self.struck.last_mut() {
            Some(run) if is_struck && run.end == at => run.end += 1,
            _ if is_struck => self.struck.push(at..at + 1),
            _ => {}
        }
        self.pieces.push(piece);
    }

    /// Whether there is anything to read in it.
    fn says_something(&self) -> bool {
        let is_silent = |text: &str| text.trim().is_empty() || (self.is_setting && is_setting(text));
        !self.pieces.iter().all(|(.., text)| is_silent(text))
    }
}

/// Whether a text is a number of any length or another value of the format's own.
fn is_setting(text: &str) -> bool {
    let text = text.trim();
    is_structural(text)
        || is_guid(text)
        || text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.' | b',' | b' '))
}

/// Whether a value is a globally unique id, such as `{28A0092B-C50C-407E-A947-70E740481C1C}`.
pub(crate) fn is_guid(value: &str) -> bool {
    let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).unwrap_or(value);
    inner.len() == 36
        && inner.bytes().enumerate().all(|(at, b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

/// A removable element that is being read.
struct OpenRemovable {
    depth: usize,
    kind: RemovableKind,
    start: usize,
}

/// What waits for the block around it to end.
enum Waiting<'s> {
    Block(Open<'s>),
    /// What can be removed starts.
    Start,
    /// It ends, and this is cut with it.
    End(RemovableKind, Range<usize>),
}

struct Walk<'s, 'b> {
    source: &'s str,
    place: &'s str,
    vocabulary: &'s dyn Vocabulary,
    builder: &'b mut Builder,
    names: Vec<&'s str>,
    open: Vec<Open<'s>>,
    /// Blocks that ended inside another one: they follow it, so that its text stays whole.
    waiting: Vec<Waiting<'s>>,
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
    metadata: Vec<Open<'s>>,
    /// What is cut out with them, revision numbers and the like among it.
    cuts: Vec<Range<usize>>,
}

/// Adds the text of one XML part to the builder; the caller ends the part.
pub(crate) fn walk(
    source: &str,
    place: &str,
    vocabulary: &dyn Vocabulary,
    builder: &mut Builder,
) -> Result<(), XmlError> {
    let mut walk = Walk {
        source,
        place,
        vocabulary,
        builder,
        names: Vec::new(),
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
    let mut namespaces = Names::new(source);
    for event in Scanner::new(source) {
        let event = event?;
        namespaces.follow(&event)?;
        match event {
            Event::Start(tag) => {
                let (namespace, _) = namespaces.element(&tag)?;
                walk.start(&tag, namespace)?;
                if tag.empty {
                    walk.end(tag.whole.end);
                }
            }
            Event::End(tag) => walk.end(tag.whole.end),
            Event::Text(range) => walk.text(range, Coding::XmlText)?,
            Event::CData(range) => walk.text(range, Coding::XmlCData)?,
            Event::Comment(range) => walk.aside(range, Coding::Comment),
            // The marks stay out of the text.
            Event::Instruction(range) => walk.aside(range.start + 2..range.end - 2, Coding::Comment),
            Event::Doctype(range) => walk.aside(range.start + DOCTYPE..range.end - 1, Coding::Comment),
            Event::Declaration(_) => {}
        }
    }
    walk.finish();
    Ok(())
}

impl<'s> Walk<'s, '_> {
    fn finish(mut self) {
        let since = self.builder.text_len();
        for block in std::mem::take(&mut self.metadata) {
            self.emit(block);
        }
        if !self.cuts.is_empty() {
            self.builder.removable(RemovableKind::Metadata, self.place, since, self.cuts);
        }
    }

    fn start(&mut self, tag: &Tag, namespace: &str) -> Result<(), XmlError> {
        let name = xml::local(self.source.get(tag.name.clone()).unwrap_or_default());
        let parent = self.names.last().copied().unwrap_or_default();
        let element = Element { namespace, local: name, parent, source: self.source, tag };
        self.names.push(name);
        if self.elsewhere.is_some() {
            return Ok(());
        }
        let depth = self.names.len();
        let role = self.vocabulary.element(&element);
        if role == Role::Elsewhere {
            self.elsewhere = Some(depth);
            return Ok(());
        }
        if let (Role::Removable(kind), None) = (role, &self.removable) {
            // Its attributes belong to it.
            self.waiting.push(Waiting::Start);
            self.removable = Some(OpenRemovable { depth, kind, start: tag.whole.start });
        }
        for attribute in xml::attributes(self.source, tag) {
            self.attribute(&element, attribute)?;
        }
        match role {
            Role::Block(kind) => self.open(Open::new(depth, kind, self.vocabulary.label(&element))),
            Role::Named(kind, label) => self.open(Open::new(depth, kind, Some(label.into()))),
            Role::Mark(text) => {
                if let Some(open) = self.open.last_mut().filter(|_| tag.empty) {
                    open.push((tag.whole.clone(), Coding::Mark, text.into()), self.struck.is_some());
                }
            }
            Role::Removable(_) => self.open(Open::new(depth, BlockKind::Metadata, self.vocabulary.label(&element))),
            Role::Apart(kind) => {
                self.apart = Some(depth);
                if let Some(open) = self.open.last_mut() {
                    open.apart.get_or_insert((kind, Vec::new()));
                }
            }
            Role::ApartEnd => self.end_apart(),
            Role::Struck => _ = self.struck.get_or_insert(depth),
            Role::Hides => _ = self.struck.get_or_insert(depth.saturating_sub(2)),
            // A stop: text in it does not run into the block around it.
            Role::Structure => self.open(Open::new(depth, BlockKind::Field, None)),
            Role::Setting => self.open(Open { is_setting: true, ..Open::new(depth, BlockKind::Field, None) }),
            Role::Formula(syntax) => {
                self.open(Open { formula: Some(syntax), ..Open::new(depth, BlockKind::Field, None) });
            }
            Role::Emptied => {
                let label = self.vocabulary.label(&element);
                self.open(Open { is_metadata: true, ..Open::new(depth, BlockKind::Metadata, label) });
            }
            Role::Cut => {
                self.cut.get_or_insert((depth, tag.whole.start));
                self.open(Open::new(depth, BlockKind::Metadata, None));
            }
            Role::Inline | Role::Elsewhere => {}
        }
        Ok(())
    }

    fn open(&mut self, open: Open<'s>) {
        self.open.push(Open { waiting: self.waiting.len(), ..open });
    }

    /// Ends what was read apart in the block at hand.
    fn end_apart(&mut self) {
        if let Some((kind, pieces)) = self.open.last_mut().and_then(|open| open.apart.take()) {
            self.waiting.push(Waiting::Block(Open::whole(kind, None, pieces)));
        }
    }

    fn attribute(&mut self, element: &Element<'_>, attribute: Attribute) -> Result<(), XmlError> {
        let name = self.source.get(attribute.name.clone()).unwrap_or_default();
        let value = self.source.get(attribute.value.clone()).unwrap_or_default();
        if name == "xmlns" || name.starts_with("xmlns:") || value.trim().is_empty() {
            return Ok(());
        }
        let role = self.vocabulary.attribute(element, xml::local(name), value);
        let (kind, label) = match role {
            AttributeRole::Structural => return Ok(()),
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
        let label = label.or_else(|| self.vocabulary.labels_by_element().then(|| Cow::Borrowed(xml::local(name))));
        let text =
            unescaped(value, Coding::XmlAttribute).ok_or(XmlError { at: attribute.value.start, what: UNKNOWN })?;
        let block = Open::whole(kind, label, vec![(attribute.value, Coding::XmlAttribute, text)]);
        if is_metadata {
            self.metadata.push(block)
        } else {
            self.emit_or_wait(block)
        }
        Ok(())
    }

    fn text(&mut self, range: Range<usize>, coding: Coding) -> Result<(), XmlError> {
        if self.elsewhere.is_some() {
            return Ok(());
        }
        let raw = self.source.get(range.clone()).unwrap_or_default();
        let text = unescaped(raw, coding).ok_or(XmlError { at: range.start, what: UNKNOWN })?;
        let name = self.names.last().copied().unwrap_or_default();
        if text.trim().is_empty() && !self.vocabulary.blanks_are_text(name) {
            return Ok(());
        }
        let is_apart = self.apart == Some(self.names.len());
        if let Some(syntax) = self.open.last().and_then(|open| open.formula) {
            self.formula(range, syntax);
            return Ok(());
        }
        match self.open.last_mut() {
            Some(Open { apart: Some((_, pieces)), .. }) if is_apart => pieces.push((range, coding, text)),
            Some(open) => open.push((range, coding, text), self.struck.is_some()),
            None if text.trim().is_empty() => {}
            None => self.emit_or_wait(Open::whole(BlockKind::Field, None, vec![(range, coding, text)])),
        }
        Ok(())
    }

    /// What a formula says, each string a block of its own.
    fn formula(&mut self, range: Range<usize>, syntax: Syntax) {
        for (range, coding, text) in formula::texts(self.source, range, syntax) {
            self.emit_or_wait(Open::whole(BlockKind::Field, None, vec![(range, coding, text.into())]));
        }
    }

    /// A comment or an instruction: read, but no part of the text around it.
    fn aside(&mut self, range: Range<usize>, coding: Coding) {
        let text = self.source.get(range.clone()).unwrap_or_default();
        if !text.trim().is_empty() {
            self.emit_or_wait(Open::whole(BlockKind::Metadata, None, vec![(range, coding, text.into())]));
        }
    }

    fn end(&mut self, at: usize) {
        let depth = self.names.len();
        let name = self.names.pop().unwrap_or_default();
        self.apart.take_if(|apart| *apart == depth);
        self.struck.take_if(|struck| *struck == depth);
        if let Some((_, start)) = self.cut.take_if(|(cut, _)| *cut == depth) {
            self.cuts.push(start..at);
        }
        self.elsewhere.take_if(|elsewhere| *elsewhere == depth);
        if self.open.last().is_some_and(|open| open.depth == depth) {
            self.end_apart();
        }
        if let Some(mut open) = self.open.pop_if(|open| open.depth == depth).filter(Open::says_something) {
            self.waiting.extend(struck::set_apart(&mut open).into_iter().map(Waiting::Block));
            if open.label.is_none() && self.vocabulary.labels_by_element() {
                open.label = Some(name.into());
            }
            if open.is_metadata {
                self.cuts.extend(open.pieces.iter().map(|(range, ..)| range.clone()));
                self.metadata.push(open);
            } else {
                let before = open.waiting.min(self.waiting.len());
                self.waiting.insert(before, Waiting::Block(open));
            }
        }
        if let Some(removable) = self.removable.take_if(|removable| removable.depth == depth) {
            self.waiting.push(Waiting::End(removable.kind, removable.start..at));
        }
        if self.open.is_empty() && self.removable.is_none() {
            self.flush();
        }
    }

    fn emit_or_wait(&mut self, block: Open<'s>) {
        if self.open.is_empty() && self.removable.is_none() {
            self.emit(block);
        } else {
            self.waiting.push(Waiting::Block(block));
        }
    }

    fn flush(&mut self) {
        let mut since = self.builder.text_len();
        for waiting in std::mem::take(&mut self.waiting) {
            match waiting {
                Waiting::Block(block) => self.emit(block),
                Waiting::Start => since = self.builder.text_len(),
                Waiting::End(kind, cut) => {
                    self.builder.removable(kind, self.place, since, std::iter::once(cut).collect());
                }
            }
        }
    }

    fn emit(&mut self, block: Open<'s>) {
        if !block.says_something() {
            return;
        }
        let label = block.label.map(|label| self.builder.label(&label));
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

/// The text that a stretch of source stands for.
fn unescaped(source: &str, coding: Coding) -> Option<Cow<'_, str>> {
    match coding {
        Coding::XmlText => xml::unescaped(source),
        Coding::XmlAttribute => xml::unescaped_attribute(source),
        _ => Some(source.into()),
    }
}
