//! From tags and text to blocks.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::elements::{self, HtmlRole};
use super::forms::HtmlForms;
use super::scanner::{HtmlScanner, HtmlTag, HtmlToken};
use super::{attributes, links};
use crate::BlockKind;
use crate::formats::collector::{PieceNotation, TextCollector};
use crate::formats::json_document;
use crate::formats::office::grid;
use crate::layers::{LayeredText, TextLayer, is_blank};

/// An end tag looks this far back for its start.
const MOST_UNCLOSED: usize = 256;
/// Elements nested deeper than this are what the one around them is.
const MOST_OPEN: usize = 4096;

/// Reads the text of a page, or of a part of one, into blocks.
pub(crate) fn read_page(stretch: &LayeredText<'_>, strict: bool, kind: BlockKind, out: &mut TextCollector) {
    let mut reader = HtmlReader {
        stretch,
        out,
        strict,
        base: kind,
        flow: Vec::new(),
        open: Vec::new(),
        forms: HtmlForms::default(),
        raw: None,
        bold: 0,
    };
    for token in HtmlScanner::new(&stretch.text, strict) {
        reader.token(token);
    }
    reader.flush();
}

/// An element that sets its text apart.
struct OpenElement {
    name: Range<usize>,
    kind: BlockKind,
    label: Option<Rc<str>>,
    keeps_blanks: bool,
}

/// An element whose text is no text of the page.
enum RawElement {
    Script {
        is_json: bool,
    },
    Style,
    /// Markup for browsers of old.
    Page,
}

pub(super) struct HtmlReader<'r, 's> {
    pub stretch: &'r LayeredText<'s>,
    pub out: &'r mut TextCollector,
    strict: bool,
    base: BlockKind,
    flow: Vec<(Range<usize>, PieceNotation)>,
    open: Vec<OpenElement>,
    pub forms: HtmlForms,
    raw: Option<RawElement>,
    /// The number of open elements that make the text at hand bold.
    bold: usize,
}

impl<'r> HtmlReader<'r, '_> {
    fn token(&mut self, token: HtmlToken) {
        match token {
            HtmlToken::Start(tag) => self.start(&tag),
            HtmlToken::End(tag) => self.end(&tag),
            HtmlToken::Text(range) => match self.raw.is_some() && self.strict {
                true => self.raw_text(&range, TextLayer::HtmlPre),
                false => self.text(range),
            },
            HtmlToken::CData(range) if self.raw.is_some() => self.raw_text(&range, TextLayer::HtmlRaw),
            HtmlToken::CData(range) => self.flow.push((range, PieceNotation::In(TextLayer::HtmlRaw))),
            HtmlToken::Raw(range) => match self.raw {
                Some(_) => self.raw_text(&range, TextLayer::HtmlRaw),
                None => self.text(range),
            },
            HtmlToken::Comment(range) => self.nested_page(&range, TextLayer::HtmlComment),
            HtmlToken::Bogus(range) => self.aside(&range, TextLayer::HtmlComment, BlockKind::Metadata, None),
            HtmlToken::Doctype(range) => {
                if !is_usual_doctype(self.stretch.get(&range)) {
                    self.aside(&range, TextLayer::HtmlComment, BlockKind::Metadata, None);
                }
            }
        }
    }

    /// A name of an element, in small letters.
    fn name(&self, range: &Range<usize>) -> String {
        self.stretch.get(range).to_ascii_lowercase()
    }

    fn start(&mut self, tag: &HtmlTag) {
        let name = self.name(&tag.name);
        let role = elements::role(&name);
        if matches!(role, HtmlRole::Block(_)) {
            self.flush();
        }
        let stretch = self.stretch;
        let label = self.forms.start(&name, &|wanted| attributes::value(stretch, tag, wanted));
        self.unusual_name(&tag.name);
        attributes::read(self, tag, &name);
        match name.as_str() {
            "td" | "tr" | "table" => self.bold = 0,
            "b" | "strong" | "th" => self.bold += 1,
            _ => {}
        }
        let is_empty = elements::is_void(&name) || (self.strict && tag.closed);
        match role {
            HtmlRole::Break => self.flow.push((tag.whole.clone(), PieceNotation::Mark("\n"))),
            HtmlRole::Block(_) if !is_empty && self.forms.is_head(&name) => {
                self.open(&tag.name, &name, Some(BlockKind::Header), label);
            }
            HtmlRole::Block(kind) if !is_empty => self.open(&tag.name, &name, kind, label),
            _ => {}
        }
        if !is_empty {
            self.raw = raw(&name, stretch, tag);
        }
    }

    fn open(&mut self, at: &Range<usize>, name: &str, kind: Option<BlockKind>, label: Option<Rc<str>>) {
        // The next item ends the one before it.
        let is_repeated = matches!(name, "p" | "li" | "td" | "th" | "tr" | "dt" | "dd" | "option");
        if is_repeated && self.open.last().is_some_and(|last| self.stretch.get(&last.name).eq_ignore_ascii_case(name)) {
            self.open.pop();
        }
        if self.open.len() >= MOST_OPEN {
            return;
        }
        let around = self.open.last();
        let inherited = label.is_none() && kind.is_none();
        let property = name.strip_prefix("o:").map(Rc::from);
        let label = if inherited { around.and_then(|around| around.label.clone()) } else { label };
        self.open.push(OpenElement {
            name: at.clone(),
            kind: kind.or(around.map(|around| around.kind)).unwrap_or(self.base),
            label: label.or(property),
            keeps_blanks: elements::keeps_blanks(name) || around.is_some_and(|around| around.keeps_blanks),
        });
    }

    fn end(&mut self, tag: &HtmlTag) {
        let name = self.name(&tag.name);
        self.raw = None;
        if matches!(elements::role(&name), HtmlRole::Block(_)) {
            self.flush();
            let since = self.open.len().saturating_sub(MOST_UNCLOSED);
            let is_it = |open: &OpenElement| self.stretch.get(&open.name).eq_ignore_ascii_case(&name);
            if let Some(found) = self.open.iter().skip(since).rposition(is_it) {
                self.open.truncate(since + found);
            }
        }
        self.forms.end(&name);
        if matches!(name.as_str(), "b" | "strong" | "th") {
            self.bold = self.bold.saturating_sub(1);
        }
        self.unusual_name(&tag.name);
        attributes::read(self, tag, &name);
        if name == "br" {
            self.flow.push((tag.whole.clone(), PieceNotation::Mark("\n")));
        }
    }

    /// A name that is an address or a number rather than one of an element or attribute.
    pub fn unusual_name(&mut self, range: &Range<usize>) {
        if !elements::is_plain_name(self.stretch.get(range)) {
            self.aside(range, TextLayer::HtmlName, BlockKind::Field, None);
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let keeps_blanks = self.open.last().is_some_and(|open| open.keeps_blanks);
        let layer = if keeps_blanks { TextLayer::HtmlPre } else { TextLayer::HtmlText };
        if self.bold == 0 && !trimmed(&self.stretch.text, &range).is_empty() {
            self.forms.plain_text();
        }
        self.forms.text(|| self.stretch.decoded(&range, layer).0);
        self.flow.push((range, PieceNotation::In(layer)));
    }

    /// The text of a script, a style sheet, or markup for browsers of old.
    fn raw_text(&mut self, range: &Range<usize>, layer: TextLayer) {
        let Some(inner) = self.stretch.inner(range.clone(), layer) else {
            return self.aside(range, layer, BlockKind::Code, None);
        };
        match self.raw {
            Some(RawElement::Page) => read_page(&inner, self.strict, self.base, self.out),
            // What no tag ends has taken in the rest of the page.
            Some(_) if range.end == self.stretch.text.len() && self.stretch.get(range).contains("</") => {
                read_page(&inner, self.strict, self.base, self.out);
            }
            Some(RawElement::Script { is_json: true }) if json_document::read_value(&inner, self.out).is_ok() => {}
            Some(RawElement::Style) => links::read_code(&inner, TextLayer::Style, self.out),
            _ => links::read_code(&inner, TextLayer::Script, self.out),
        }
    }

    /// A comment or a value that may hold markup of its own.
    pub fn nested_page(&mut self, range: &Range<usize>, layer: TextLayer) {
        let kind = if layer == TextLayer::HtmlComment { BlockKind::Metadata } else { self.base };
        match self.stretch.inner(range.clone(), layer) {
            Some(inner) => read_page(&inner, false, kind, self.out),
            None => self.aside(range, layer, kind, None),
        }
    }

    /// A block apart from the text around it.
    pub fn aside(&mut self, range: &Range<usize>, layer: TextLayer, kind: BlockKind, label: Option<&str>) {
        let range = trimmed(&self.stretch.text, range);
        if !range.is_empty() {
            self.out.block(self.stretch, &[(range, PieceNotation::In(layer))], kind, label);
        }
    }

    /// Ends the block at hand.
    pub fn flush(&mut self) {
        let text = &self.stretch.text;
        let mut flow = std::mem::take(&mut self.flow);
        let is_empty = |(range, ink): &(Range<usize>, PieceNotation)| match ink {
            PieceNotation::Mark(_) => true,
            PieceNotation::In(_) => trimmed(text, range).is_empty(),
        };
        let Some(first) = flow.iter().position(|piece| !is_empty(piece)) else { return };
        let last = flow.iter().rposition(|piece| !is_empty(piece)).unwrap_or(first);
        flow.truncate(last + 1);
        flow.drain(..first);
        if let Some((range, _)) = flow.last_mut() {
            range.end = trimmed(text, range).end;
        }
        if let Some((range, _)) = flow.first_mut() {
            range.start = trimmed(text, range).start;
        }
        let (kind, mut label) = self.open.last().map_or((self.base, None), |open| (open.kind, open.label.clone()));
        if self.forms.listens() {
            let pieces = flow.iter().map(|(range, ink)| match ink {
                PieceNotation::In(layer) => self.stretch.decoded(range, *layer).0,
                PieceNotation::Mark(_) => Cow::Borrowed(" "),
            });
            let text = pieces.collect::<String>();
            label = label.filter(|_| !grid::is_no_value(&text));
            self.forms.block(&text);
        }
        self.out.block(self.stretch, &flow, kind, label.as_deref());
    }
}

/// Returns the element whose text is no text of the page, or `None` if it is ordinary text.
fn raw(name: &str, stretch: &LayeredText<'_>, tag: &HtmlTag) -> Option<RawElement> {
    match name {
        "script" => {
            let kind = attributes::value(stretch, tag, "type").unwrap_or_default().to_ascii_lowercase();
            Some(RawElement::Script { is_json: kind.contains("json") })
        }
        "style" => Some(RawElement::Style),
        "iframe" | "noembed" | "noframes" => Some(RawElement::Page),
        _ => None,
    }
}

/// A range without the blanks at its ends.
pub(super) fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let end = inside.trim_end_matches(is_blank).len();
    let start = end - inside.get(..end).unwrap_or_default().trim_start_matches(is_blank).len();
    range.start + start..range.start + end
}

/// True if a document type is one that standards give.
fn is_usual_doctype(inside: &str) -> bool {
    let inside = inside.to_ascii_lowercase();
    let rest = inside.trim_start_matches("doctype").trim();
    rest == "html"
        || rest.contains("-//w3c//dtd")
        || rest.contains("-//ietf//dtd")
        || rest.contains("about:legacy-compat")
}
