//! Reading rich text: a walk over its tokens with the groups that are open.

use std::ops::Range;

use super::destinations::{self, RtfDestination, RtfRemovable, RtfRemoval};
use super::flows::RtfFlow;
use super::fonts::RtfFonts;
use super::lexer::{RtfLexer, RtfToken};
use crate::formats::builder::DocumentBuilder;
use crate::formats::{ReadError, line_of};
use crate::hex;
use crate::splice::SourceCoding;
use crate::{BlockKind, RemovableKind};

/// The most groups inside one another.
const MOST_DEPTH: usize = 500;
/// The most characters that may stand in for one that old programs do not know.
const MOST_FALLBACK: i32 = 4;
/// The hyphen at which no line breaks.
const HYPHEN: char = '\u{2011}';

/// An open group.
#[derive(Clone, Copy)]
struct RtfGroup {
    /// The start in the source.
    start: usize,
    destination: RtfDestination,
    font: i32,
    fallback: i32,
    /// The flow its text goes to.
    flow: usize,
    /// True if that flow ends with it.
    owns_flow: bool,
    /// True if nothing stood in it yet that makes it what it is.
    is_new: bool,
    starred: bool,
    /// True if its text was deleted and only waits for someone to agree.
    deleted: bool,
    /// The removable part that ends with it.
    removable: Option<RtfRemovable>,
}

/// An event that waits for the paragraph around it to end, so that the paragraph stays whole.
enum WaitingFlow {
    Block(RtfFlow),
    Begin,
    End(RemovableKind, &'static str, Vec<Range<usize>>),
}

struct RtfReader<'s> {
    source: &'s str,
    lexer: RtfLexer<'s>,
    builder: DocumentBuilder,
    fonts: RtfFonts,
    groups: Vec<RtfGroup>,
    /// The document's own flow, and those inside it.
    flows: Vec<RtfFlow>,
    waiting: Vec<WaitingFlow>,
    /// Text that was deleted from the text of a flow: no part of it, and a block of its own.
    deleted: Option<(usize, RtfFlow)>,
    /// Names that are cut when the open removable is.
    name_cuts: Vec<Range<usize>>,
    removing: bool,
    /// True if the last token was a control word without a blank after it; and the same if revision marks are cut.
    tight: bool,
    tight_if_cut: bool,
    revision_marks: Vec<Range<usize>>,
    property: String,
    hidden: Vec<HiddenBytes>,
}

/// Bytes that are written in hexadecimal digits and not read, by their place.
pub(super) type HiddenBytes = (&'static str, Vec<u8>);

type RtfResult<T> = Result<T, &'static str>;

/// The text of a file, and what is hidden in it as hexadecimal digits.
pub(super) fn read(source: &str) -> Result<(DocumentBuilder, Vec<HiddenBytes>), ReadError> {
    let mut reader = RtfReader {
        source,
        lexer: RtfLexer::new(source),
        builder: DocumentBuilder::default(),
        fonts: RtfFonts::new(),
        groups: Vec::new(),
        flows: vec![RtfFlow::new(BlockKind::Paragraph, None, RtfDestination::Inline)],
        waiting: Vec::new(),
        deleted: None,
        name_cuts: Vec::new(),
        removing: false,
        tight: false,
        tight_if_cut: false,
        revision_marks: Vec::new(),
        property: String::new(),
        hidden: Vec::new(),
    };
    let result = if source.starts_with("{\\rtf") { reader.walk() } else { Err("no rich text") };
    result.map_err(|fault| ReadError::Syntax { line: line_of(source, reader.lexer.at), fault })?;
    if !reader.revision_marks.is_empty() {
        reader.builder.removable_unread(RemovableKind::Metadata, "revision marks", reader.revision_marks);
    }
    Ok((reader.builder, reader.hidden))
}

impl<'s> RtfReader<'s> {
    fn walk(&mut self) -> RtfResult<()> {
        while let Some(token) = self.lexer.next() {
            let (range, token) = token?;
            self.token(range, token)?;
            if self.groups.is_empty() {
                break;
            }
        }
        if !self.groups.is_empty() {
            return Err("a group that does not end");
        }
        self.after_the_end();
        Ok(())
    }

    /// Reads the lines after the last brace, which no program shows, as something that can go.
    fn after_the_end(&mut self) {
        let start = self.lexer.at;
        let rest = self.source.get(start..).unwrap_or_default();
        if rest.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0').is_empty() {
            return;
        }
        let since = self.builder.text_len();
        let page = self.fonts.page(self.fonts.default_font);
        let mut run: Option<Range<usize>> = None;
        for (at, c) in rest.char_indices().map(|(at, c)| (start + at, c)) {
            if matches!(c, ' '..='~' | '\t') {
                run.get_or_insert(at..at).end = at + 1;
                continue;
            }
            self.plain_run(&mut run);
            match u8::try_from(c).ok().and_then(|byte| page.decode(byte)) {
                Some(c) if !c.is_control() => self.push(at..at + 2, c),
                _ => self.end_block(0, None),
            }
        }
        self.plain_run(&mut run);
        self.end_block(0, None);
        let cut = start..self.source.len();
        self.builder.removable(RemovableKind::Metadata, "text after the end", since, vec![cut]);
    }

    fn plain_run(&mut self, run: &mut Option<Range<usize>>) {
        if let Some(range) = run.take() {
            self.add(self.source.get(range.clone()).unwrap_or_default(), range, SourceCoding::RtfText { tight: false });
        }
    }

    fn token(&mut self, range: Range<usize>, token: RtfToken<'s>) -> RtfResult<()> {
        let mut tight = matches!(token, RtfToken::Word { delimited: false, .. });
        match token {
            RtfToken::Open => self.open(range.start)?,
            RtfToken::Close => self.close(range.start)?,
            RtfToken::Word { name: "u", number, .. } => {
                self.set(|group| group.is_new = false);
                tight = self.unicode(range, number.unwrap_or(0), tight)?;
            }
            RtfToken::Word { name, number, .. } => self.word(range, name, number)?,
            RtfToken::Symbol(symbol) => self.symbol(range, symbol),
            RtfToken::Byte(byte) => self.byte(range, byte)?,
            RtfToken::Text(text) => self.text(range, text)?,
            RtfToken::Break => {}
            RtfToken::Binary if self.group().destination == RtfDestination::Data => {}
            RtfToken::Binary => return Err("binary data outside of a picture or an object"),
        }
        self.tight = tight;
        if !matches!(token, RtfToken::Word { name, .. } if destinations::is_revision_mark(name)) {
            self.tight_if_cut = self.tight;
        }
        Ok(())
    }

    /// The innermost group; there is one but before the first brace.
    fn group(&self) -> RtfGroup {
        self.groups.last().copied().unwrap_or(RtfGroup {
            start: 0,
            destination: RtfDestination::Inline,
            font: 0,
            fallback: 1,
            flow: 0,
            owns_flow: false,
            is_new: false,
            starred: false,
            deleted: false,
            removable: None,
        })
    }

    fn open(&mut self, start: usize) -> RtfResult<()> {
        if self.groups.len() >= MOST_DEPTH {
            return Err("groups too deep in one another");
        }
        let around = self.group();
        let mut group = RtfGroup { start, is_new: true, starred: false, owns_flow: false, removable: None, ..around };
        // A group of a table is an entry of it, whatever it starts with.
        if let RtfDestination::Each(kind) = around.destination {
            group.destination = RtfDestination::Inline;
            self.new_flow(&mut group, RtfFlow::new(kind, None, around.destination));
        }
        self.groups.push(group);
        Ok(())
    }

    fn new_flow(&mut self, group: &mut RtfGroup, flow: RtfFlow) {
        self.flows.push(flow);
        group.flow = self.flows.len() - 1;
        group.owns_flow = true;
    }

    fn close(&mut self, at: usize) -> RtfResult<()> {
        let group = self.groups.pop().ok_or("a group that does not start")?;
        if group.owns_flow {
            self.end_block(group.flow, None);
            self.flows.truncate(group.flow);
        }
        if let Some((kind, place, removal)) = group.removable {
            let inside = group.start + 1..at;
            let cuts = match removal {
                RtfRemoval::Inside => vec![inside.clone()],
                RtfRemoval::Names => std::mem::take(&mut self.name_cuts),
            };
            if kind == RemovableKind::Metadata && group.destination == RtfDestination::Data {
                self.hide(place, inside);
            }
            self.waiting.push(WaitingFlow::End(kind, place, cuts));
            self.removing = false;
        }
        if self.groups.is_empty() {
            self.end_block(0, None);
        } else if self.flows.len() == 1 && self.flows[0].pieces.is_empty() && !self.removing {
            self.flush();
        }
        Ok(())
    }

    /// Keeps what hexadecimal digits stand for, for whoever looks for values later.
    fn hide(&mut self, place: &'static str, range: Range<usize>) {
        let digits = self.source.get(range).unwrap_or_default();
        let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_hexdigit).collect();
        self.hidden.push((place, digits.as_chunks::<2>().0.iter().filter_map(|digits| hex::pair(digits)).collect()));
    }

    fn word(&mut self, range: Range<usize>, name: &'s str, number: Option<i32>) -> RtfResult<()> {
        if self.group().is_new {
            self.begin(name);
        }
        let group = self.group();
        if group.destination == RtfDestination::Fonts {
            self.fonts.entry(name, number);
            return Ok(());
        }
        if destinations::is_revision_mark(name) {
            self.revision_mark(range);
            return Ok(());
        }
        match name {
            "f" => self.set(|group| group.font = number.unwrap_or(0)),
            "plain" => {
                let font = self.fonts.default_font;
                self.set(|group| (group.font, group.deleted) = (font, false));
            }
            "deleted" => self.set(|group| group.deleted = number != Some(0)),
            "uc" if number.is_some_and(|number| !(0..=MOST_FALLBACK).contains(&number)) => {
                return Err("too many characters in the place of one");
            }
            "uc" => self.set(|group| group.fallback = number.unwrap_or(1)),
            _ => {
                self.fonts.follow(name, number);
                if name == "deff" {
                    self.set(|group| group.font = number.unwrap_or(0));
                }
                if group.destination == RtfDestination::Data {
                } else if let Some(kind) = destinations::ends(name) {
                    self.end_block(group.flow, Some(kind));
                } else if let Some(c) = destinations::character(name) {
                    self.push(range, c);
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, change: impl FnOnce(&mut RtfGroup)) {
        if let Some(group) = self.groups.last_mut() {
            change(group);
        }
    }

    /// A group turns out to be what its first control word says.
    fn begin(&mut self, word: &str) {
        let Some(mut group) = self.groups.pop() else { return };
        group.is_new = false;
        let is_entry = group.owns_flow;
        let (destination, removable) = destinations::destination(word, group.starred);
        match destination {
            // Styles start with a star too.
            _ if is_entry => {
                if let Some(flow) = self.flows.get_mut(group.flow) {
                    flow.label = destinations::is_label(word).then(|| word.to_owned());
                }
            }
            // A table of fonts that does not end takes in what follows it.
            RtfDestination::Inline | RtfDestination::Unknown
                if group.destination == RtfDestination::Fonts
                    && (destinations::is_label(word) || (group.starred && !destinations::is_of_font(word))) =>
            {
                let label = destinations::is_label(word).then(|| word.to_owned());
                group.destination = RtfDestination::Unknown;
                self.new_flow(&mut group, RtfFlow::new(BlockKind::Field, label, RtfDestination::Unknown));
            }
            RtfDestination::Inline => {}
            RtfDestination::Unknown if group.destination == RtfDestination::Fonts => {}
            _ => {
                let flow = match destination {
                    RtfDestination::Own(kind, label) => RtfFlow::new(kind, label.map(str::to_owned), destination),
                    RtfDestination::Each(kind) => RtfFlow::new(kind, None, destination),
                    RtfDestination::PropertyValue => {
                        RtfFlow::new(BlockKind::Field, Some(std::mem::take(&mut self.property)), destination)
                    }
                    _ => RtfFlow::new(BlockKind::Field, None, destination),
                };
                self.new_flow(&mut group, flow);
                group.destination = destination;
            }
        }
        if removable.is_some() && !self.removing && !is_entry {
            self.removing = true;
            group.removable = removable;
            self.name_cuts.clear();
            self.waiting.push(WaitingFlow::Begin);
        }
        self.groups.push(group);
    }

    /// A mark that can be cut, with the blank that ends it unless the word before needs one.
    fn revision_mark(&mut self, range: Range<usize>) {
        let delimited = self.source.get(range.clone()).is_some_and(|word| word.ends_with(' '));
        let keep_blank = delimited && self.tight_if_cut;
        if keep_blank {
            self.tight_if_cut = false;
        }
        if !self.removing {
            self.revision_marks.push(range.start..range.end - usize::from(keep_blank));
        }
    }

    fn symbol(&mut self, range: Range<usize>, symbol: char) {
        match symbol {
            '*' => self.set(|group| group.starred = group.is_new),
            '\\' | '{' | '}' => self.push(range, symbol),
            '~' => self.push(range, '\u{a0}'),
            '_' => self.push(range, HYPHEN),
            '\t' => self.push(range, '\t'),
            '\r' | '\n' => {
                let flow = self.group().flow;
                self.end_block(flow, Some(BlockKind::Paragraph));
            }
            // An optional hyphen is no part of the word it stands in; the rest are marks of formulas and indexes.
            _ => {}
        }
    }

    fn byte(&mut self, mut range: Range<usize>, byte: u8) -> RtfResult<()> {
        let group = self.group();
        if matches!(group.destination, RtfDestination::Data | RtfDestination::Fonts) {
            return Ok(());
        }
        let page = self.fonts.page(group.font);
        let whole = page.decode(byte).or_else(|| {
            // The second half of a letter may stand as itself.
            let mut ahead = self.lexer.clone();
            let (after, token) = ahead.next()?.ok()?;
            let (end, second) = match token {
                RtfToken::Byte(second) => (after.end, second),
                RtfToken::Text(text) => (after.start + 1, *text.as_bytes().first()?),
                _ => return None,
            };
            let c = page.decode_pair(byte, second)?;
            (self.lexer.at, range.end) = (end, end);
            Some(c)
        });
        self.push(range, whole.ok_or("a character of a code page that is not read")?);
        Ok(())
    }

    /// A character by its number, with those that stand in for it; says whether a control word ends them.
    fn unicode(&mut self, mut range: Range<usize>, number: i32, mut tight: bool) -> RtfResult<bool> {
        let unit = |number: i32| u16::try_from(number & 0xffff).unwrap_or(0);
        self.fallback(&mut range.end, &mut tight)?;
        let mut units = vec![unit(number)];
        if (0xd800..0xdc00).contains(&units[0]) {
            let mut ahead = self.lexer.clone();
            let mut next = ahead.next();
            let mut fallback = self.group().fallback;
            if let Some(Ok((
                _,
                RtfToken::Word { name: "uc", number: Some(count @ 0..=MOST_FALLBACK), delimited: true },
            ))) = next
            {
                (fallback, next) = (count, ahead.next());
            }
            if let Some(Ok((second, RtfToken::Word { name: "u", number: Some(low), delimited }))) = next
                && (0xdc00..0xe000).contains(&unit(low))
            {
                units.push(unit(low));
                self.lexer = ahead;
                self.set(|group| group.fallback = fallback);
                (range.end, tight) = (second.end, !delimited);
                self.fallback(&mut range.end, &mut tight)?;
            }
        }
        let c = char::decode_utf16(units).next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.push(range, c);
        Ok(tight)
    }

    /// Skips what stands in for a character.
    fn fallback(&mut self, end: &mut usize, tight: &mut bool) -> RtfResult<()> {
        let mut left = usize::try_from(self.group().fallback).unwrap_or(0);
        while left > 0 {
            let mut ahead = self.lexer.clone();
            let Some(token) = ahead.next() else { break };
            let (range, token) = token?;
            let taken = match token {
                RtfToken::Open | RtfToken::Close => break,
                RtfToken::Text(text) => left.min(text.len()),
                RtfToken::Break => 0,
                _ => 1,
            };
            self.lexer = ahead;
            if let RtfToken::Text(_) = token {
                self.lexer.at = range.start + taken;
            }
            if taken > 0 {
                (left, *end) = (left - taken, self.lexer.at);
                *tight = matches!(token, RtfToken::Word { delimited: false, .. });
            }
        }
        Ok(())
    }

    fn text(&mut self, range: Range<usize>, text: &str) -> RtfResult<()> {
        let group = self.group();
        self.set(|group| group.is_new = false);
        match group.destination {
            RtfDestination::Data => {}
            RtfDestination::Fonts if !destinations::may_name_fonts(text) => {
                return Err("text in the table of fonts that is no name of one");
            }
            RtfDestination::Fonts => self.builder.dictated(range),
            _ => self.add(text, range, SourceCoding::RtfText { tight: self.tight }),
        }
        Ok(())
    }

    /// A character that is not written as itself.
    fn push(&mut self, range: Range<usize>, c: char) {
        self.set(|group| group.is_new = false);
        let data = matches!(self.group().destination, RtfDestination::Data | RtfDestination::Fonts);
        // A hyphen that keeps a line together reads like any other.
        let c = if c == HYPHEN { '-' } else { c };
        // Soft hyphens stand inside of words; control characters are lengths and places of the format's own.
        if !data && c != '\u{ad}' && (!c.is_control() || matches!(c, '\t' | '\n')) {
            self.add(c.encode_utf8(&mut [0; 4]), range, SourceCoding::RtfEscape { tight: self.tight });
        }
    }

    fn add(&mut self, text: &str, range: Range<usize>, coding: SourceCoding) {
        let group = self.group();
        if self.deleted.as_ref().is_some_and(|(flow, _)| !group.deleted || *flow != group.flow) {
            self.end_deleted();
        }
        let flow = if group.deleted {
            let own = RtfDestination::Own(BlockKind::Paragraph, None);
            let (_, flow) =
                self.deleted.get_or_insert_with(|| (group.flow, RtfFlow::new(BlockKind::Paragraph, None, own)));
            Some(flow)
        } else {
            self.flows.get_mut(group.flow)
        };
        if let Some(flow) = flow {
            flow.text.push_str(text);
            flow.pieces.push((text.len(), range, coding));
        }
    }

    fn end_deleted(&mut self) {
        if let Some((_, flow)) = self.deleted.take().filter(|(_, flow)| flow.is_worth_reading()) {
            self.waiting.push(WaitingFlow::Block(flow));
        }
    }

    /// Ends the block that a flow is at.
    fn end_block(&mut self, flow: usize, kind: Option<BlockKind>) {
        self.end_deleted();
        let Some(open) = self.flows.get_mut(flow) else { return };
        let next = RtfFlow::new(open.kind, open.label.clone(), open.destination);
        let mut block = std::mem::replace(open, next);
        if let Some(kind) = kind.filter(|_| block.kind == BlockKind::Paragraph) {
            block.kind = kind;
        }
        block.drop_terminator();
        if block.destination == RtfDestination::PropertyName {
            self.property.clone_from(&block.text);
        }
        if matches!(block.destination, RtfDestination::Each(_)) {
            self.name_cuts.extend(block.pieces.iter().map(|(_, range, _)| range.clone()));
        }
        if block.destination == RtfDestination::Unknown && block.is_data() {
            self.data(&block);
        } else if block.is_worth_reading() {
            self.waiting.push(WaitingFlow::Block(block));
        }
        if flow == 0 {
            // The paragraph comes before what stood in it.
            if let Some(WaitingFlow::Block(block)) = self.waiting.pop_if(|waiting| is_own(waiting)) {
                self.emit(block);
            }
            self.flush();
        }
    }

    /// Digits in a group that nobody knows: they can go.
    fn data(&mut self, block: &RtfFlow) {
        let cuts: Vec<_> = block.pieces.iter().map(|(_, range, _)| range.clone()).collect();
        for cut in &cuts {
            self.hide("data of an unknown kind", cut.clone());
        }
        if !self.removing {
            self.waiting.push(WaitingFlow::Begin);
            self.waiting.push(WaitingFlow::End(RemovableKind::Metadata, "data of an unknown kind", cuts));
        }
    }

    fn flush(&mut self) {
        let mut since = self.builder.text_len();
        for waiting in std::mem::take(&mut self.waiting) {
            match waiting {
                WaitingFlow::Block(flow) => self.emit(flow),
                WaitingFlow::Begin => since = self.builder.text_len(),
                WaitingFlow::End(kind, place, cuts) => {
                    self.builder.removable(kind, place, since, cuts);
                }
            }
        }
    }

    fn emit(&mut self, flow: RtfFlow) {
        let label = flow.label.filter(|label| !label.is_empty()).map(|label| self.builder.label(&label));
        let start = self.builder.open();
        let mut at = 0;
        for (length, range, coding) in flow.pieces {
            self.builder.add(flow.text.get(at..at + length).unwrap_or_default(), range, coding);
            at += length;
        }
        self.builder.close(start, flow.kind, label);
    }
}

/// True if something that waits is the document's own paragraph.
fn is_own(waiting: &WaitingFlow) -> bool {
    matches!(waiting, WaitingFlow::Block(flow) if flow.destination == RtfDestination::Inline)
}
