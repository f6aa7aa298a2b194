//! Glyphs to text: words, lines, paragraphs and columns, in the order a person reads them.
//!
//! Glyphs drawn one after the other along a line make *fragments*; fragments on one baseline make *rows*.
//! Where a gutter runs down through several rows and the content draws one side before the other, the sides are columns
//! and are read one after the other. Otherwise rows are read across, as tables are; a cell of several lines as a whole.
//! Lines that were broken because they were full are joined again, so that what is looked for is found across them.

mod accents;
mod cells;
mod curves;
mod flow;
mod fragments;
mod joints;
mod order;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use crate::content::{ContentDrawing, GlyphMeaning};
use crate::geometry::PagePoint;
use flow::BlockShape;
pub(crate) use flow::{PageFlow, across_pages};
use fragments::{GlyphUnit, LineFragment};
pub(crate) use joints::LineJoint;
use joints::{ParagraphSetting, TextLine};
use order::TextRegion;

/// The text of a content, with the glyphs that draw it.
#[derive(Default)]
pub(crate) struct PageText {
    /// All of it; paragraphs and lines broken on purpose end in a line feed, lines that were full in a blank or in
    /// nothing, cells of a row in a tab.
    pub text: String,
    /// The paragraphs.
    pub blocks: Vec<Range<usize>>,
    /// The glyphs that stand for stretches of the text, in the order of the text. Some share a stretch: accents drawn
    /// apart from their letter, letters drawn twice.
    pub spans: Vec<GlyphSpan>,
    /// The paragraphs that may go on on another page.
    pub flow: PageFlow,
}

/// A glyph and its stretch of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GlyphSpan {
    /// The stretch of the text.
    pub text: Range<usize>,
    /// The number of the glyph in the drawing.
    pub glyph: usize,
    /// The row it is read in; one stretch of glyphs along a baseline.
    pub row: usize,
}

impl fmt::Debug for PageText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PageText({} bytes, {} blocks)", self.text.len(), self.blocks.len())
    }
}

/// A gap of this many letter heights parts cells of a row.
const CELL_GAP: f64 = 1.2;
/// A gap of this many letter heights is a blank between words.
const WORD_GAP: f64 = 0.15;

/// The directions of a line of text: along it, and upwards from it.
#[derive(Debug, Clone, Copy)]
struct LineFrame {
    along: PagePoint,
    up: PagePoint,
}

impl LineFrame {
    /// The frame of a direction in whole steps, so that lines a hair's breadth off go together.
    fn of(along: PagePoint) -> (i64, Self) {
        let degrees = along.y.atan2(along.x).to_degrees();
        let quarter = (degrees / 90.0).round() * 90.0;
        let snapped = if (degrees - quarter).abs() <= 3.0 { quarter } else { (degrees / 5.0).round() * 5.0 };
        let key = (snapped as i64).rem_euclid(360);
        let (sine, cosine) = (key as f64).to_radians().sin_cos();
        (key, Self { along: PagePoint::new(cosine, sine), up: PagePoint::new(-sine, cosine) })
    }
}

/// Reads the glyphs of a drawing.
pub(crate) fn read(drawing: &ContentDrawing<'_>) -> PageText {
    let twins = fragments::twins(drawing);
    let curves = curves::find(drawing, &twins);
    let mut page = PageTextAssembly { drawing, page: PageText::default(), row: 0, is_main: false };
    for (nth, (direction, frame, glyphs)) in by_direction(drawing).into_iter().enumerate() {
        page.is_main = nth == 0;
        if page.is_main {
            page.page.flow.direction = direction;
        }
        let is_apart = |glyph: &usize| twins.contains_key(glyph) || curves.hold(*glyph);
        let glyphs: Vec<usize> = glyphs.into_iter().filter(|glyph| !is_apart(glyph)).collect();
        let fragments = fragments::collect(drawing, frame, &glyphs);
        for region in order::regions(&fragments) {
            page.region(&fragments, &region);
        }
    }
    page.is_main = false;
    for curve in curves.fragments(drawing) {
        page.region(std::slice::from_ref(&curve), &TextRegion::plain(vec![vec![0]]));
    }
    let mut page = page.page;
    page.text.truncate(page.text.trim_end_matches('\n').len());
    page.add_twins(&twins);
    page
}

/// The glyphs that show something, by the direction they are set in: the commonest first, the others as they come.
fn by_direction(drawing: &ContentDrawing<'_>) -> Vec<(i64, LineFrame, Vec<usize>)> {
    let mut groups: Vec<(i64, LineFrame, Vec<usize>)> = Vec::new();
    // Most glyphs run as the one before.
    let mut last: Option<(PagePoint, i64, LineFrame)> = None;
    for (nth, glyph) in drawing.glyphs.iter().enumerate() {
        if glyph.shows == GlyphMeaning::Blank || !glyph.origin.x.is_finite() || !glyph.origin.y.is_finite() {
            continue;
        }
        let (_, key, frame) = *last.insert(match last {
            Some(same) if same.0 == glyph.along => same,
            _ => {
                let (key, frame) = LineFrame::of(glyph.along);
                (glyph.along, key, frame)
            }
        });
        match groups.iter_mut().find(|(held, ..)| *held == key) {
            Some((.., glyphs)) => glyphs.push(nth),
            None => groups.push((key, frame, vec![nth])),
        }
    }
    let main = groups.iter().map(|(.., glyphs)| glyphs.len()).max().unwrap_or(0);
    if let Some(at) = groups.iter().position(|(.., glyphs)| glyphs.len() == main) {
        let first = groups.remove(at);
        groups.insert(0, first);
    }
    groups
}

/// A text in the making.
struct PageTextAssembly<'d> {
    drawing: &'d ContentDrawing<'d>,
    page: PageText,
    row: usize,
    /// True if what is added is set in the main direction of the page.
    is_main: bool,
}

impl PageTextAssembly<'_> {
    /// Rows that belong together, as paragraphs.
    fn region(&mut self, fragments: &[LineFragment], region: &TextRegion) {
        let parts = region.rows.iter().map(|row| row.iter().filter_map(|&nth| fragments.get(nth)).collect());
        let lines: Vec<TextLine<'_>> = parts.filter_map(|parts| TextLine::of(self.drawing, parts)).collect();
        let edge = lines.iter().map(|line| line.shape.to).fold(f64::NEG_INFINITY, f64::max);
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            let (paragraph, after) = rest.split_at(joints::paragraph(rest));
            self.paragraph(paragraph, edge, region.is_cell);
            rest = after;
        }
    }

    /// Lines that go on from one another.
    fn paragraph(&mut self, lines: &[TextLine<'_>], region_edge: f64, is_cell: bool) {
        let setting = ParagraphSetting::of(lines, region_edge, is_cell);
        let joints = joints::between(lines, &setting);
        let mut start = self.page.text.len();
        // A word may go on in the next column.
        let first = lines.first().map_or(LineJoint::Line, |line| joints::across(&self.page.text, line));
        if first != LineJoint::Line
            && let Some(block) = self.page.blocks.pop()
        {
            start = block.start;
            self.join(first);
        }
        for (line, joint) in lines.iter().zip(joints.into_iter().chain([LineJoint::Line])) {
            self.row(&line.parts);
            self.page.text.push('\n');
            self.join(joint);
        }
        // Without the line feed that parts it from the next.
        self.page.blocks.push(start..self.page.text.len() - 1);
        if self.is_main {
            self.remember(lines, setting);
        }
    }

    /// Notes the shape of the last block, of which these lines are the end.
    fn remember(&mut self, lines: &[TextLine<'_>], setting: ParagraphSetting) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        let block = self.page.blocks.len() - 1;
        let blocks = &mut self.page.flow.blocks;
        match blocks.last_mut().filter(|held| held.block == block) {
            Some(held) => {
                (held.last, held.setting) = (last.shape.clone(), setting);
                held.lines += lines.len();
            }
            None => {
                let (first, last) = (first.shape.clone(), last.shape.clone());
                blocks.push(BlockShape { block, first, last, setting, lines: lines.len() });
            }
        }
    }

    /// Puts what joins a line to the next in the place of the line feed behind it.
    fn join(&mut self, joint: LineJoint) {
        if joint == LineJoint::Line {
            return;
        }
        self.page.text.pop();
        match joint {
            LineJoint::Line | LineJoint::Nothing => {}
            LineJoint::Blank => self.page.text.push(' '),
            LineJoint::Word => {
                self.page.drop_hyphen(self.page.text.len());
            }
        }
    }

    fn row(&mut self, parts: &[&LineFragment]) {
        let start = self.page.text.len();
        for (nth, part) in parts.iter().enumerate() {
            if let Some(previous) = nth.checked_sub(1).and_then(|before| parts.get(before)) {
                let size = part.size.max(previous.size);
                let gap = gap(previous, part);
                let blank = self.page.text.ends_with([' ', '\t']) || self.starts_blank(part);
                if self.page.text.len() == start {
                    // Nothing but blanks so far.
                } else if gap >= CELL_GAP * size {
                    self.cut_blanks(start);
                    self.page.text.push('\t');
                } else if !blank && (gap > WORD_GAP * size || gap < -0.5 * size) {
                    self.page.text.push(' ');
                }
            }
            part.units.iter().for_each(|unit| self.unit(unit, start));
        }
        self.cut_blanks(start);
        self.row += 1;
    }

    fn unit(&mut self, unit: &GlyphUnit, row_start: usize) {
        let Some(glyph) = self.drawing.glyphs.get(unit.glyph) else { return };
        let has_blank = self.page.text.ends_with([' ', '\t']) || self.drawing.text_of(glyph).starts_with(' ');
        if unit.space_before && !has_blank && self.page.text.len() > row_start {
            self.page.text.push(' ');
        }
        let start = self.page.text.len();
        match (unit.composed, glyph.shows) {
            (Some((_, letter)), _) => self.page.text.push(letter),
            (None, GlyphMeaning::Unknown) => self.page.text.push(char::REPLACEMENT_CHARACTER),
            (None, _) => {
                let text = self.drawing.text_of(glyph);
                // Blanks at the start of a line or cell say nothing.
                if (start == row_start || self.page.text.ends_with('\t')) && text.trim().is_empty() {
                    return;
                }
                self.page.text.push_str(text);
            }
        }
        let text = start..self.page.text.len();
        let accent = unit.composed.map(|(accent, _)| accent);
        for glyph in std::iter::once(unit.glyph).chain(accent) {
            self.page.spans.push(GlyphSpan { text: text.clone(), glyph, row: self.row });
        }
    }

    fn starts_blank(&self, part: &LineFragment) -> bool {
        let glyph = part.units.first().and_then(|unit| self.drawing.glyphs.get(unit.glyph));
        glyph.is_some_and(|glyph| self.drawing.text_of(glyph).starts_with(' '))
    }

    /// Takes blanks at the end of a row or cell back.
    fn cut_blanks(&mut self, row_start: usize) {
        let end = self.page.text.trim_end_matches(' ').len().max(row_start);
        self.page.text.truncate(end);
        while self.page.spans.last().is_some_and(|span| span.text.end > end) {
            self.page.spans.pop();
        }
    }
}

/// The gap between two fragments of a row.
fn gap(left: &LineFragment, right: &LineFragment) -> f64 {
    if right.from >= left.from { right.from - left.to } else { left.from - right.to }
}

impl PageText {
    /// The glyphs that draw any of a stretch of the text, those drawn at the same place included.
    pub fn glyphs_in(&self, range: Range<usize>) -> impl Iterator<Item = &GlyphSpan> {
        let first = self.spans.partition_point(|span| span.text.end <= range.start);
        self.spans.iter().skip(first).take_while(move |span| span.text.start < range.end)
    }

    /// Takes the hyphen before a place out of the text. It stands for the end of the letter before it, and goes where that
    /// goes.
    fn drop_hyphen(&mut self, end: usize) {
        let Some(hyphen) = self.text.get(..end).and_then(|before| before.chars().next_back()) else { return };
        let (start, length) = (end - hyphen.len_utf8(), hyphen.len_utf8());
        self.text.remove(start);
        let after = self.spans.partition_point(|span| span.text.end <= start);
        let letter = after.checked_sub(1).and_then(|before| self.spans.get(before)).map(|span| span.text.clone());
        for span in self.spans.iter_mut().skip(after) {
            if span.text.start >= end {
                span.text = span.text.start - length..span.text.end - length;
            } else {
                span.text = letter.clone().unwrap_or(start..start);
            }
        }
        for block in self.blocks.iter_mut().filter(|block| block.end >= end) {
            block.start -= if block.start >= end { length } else { 0 };
            block.end -= length;
        }
    }

    /// Takes the hyphen at the end of a block out of the text: the word goes on on the next page.
    pub fn drop_last_hyphen(&mut self, block: usize) {
        if let Some(end) = self.blocks.get(block).map(|block| block.end) {
            self.drop_hyphen(end);
        }
    }

    /// Glyphs that repeat another stand for the same stretch.
    fn add_twins(&mut self, twins: &HashMap<usize, usize>) {
        if twins.is_empty() {
            return;
        }
        let spans: HashMap<usize, &GlyphSpan> = self.spans.iter().map(|span| (span.glyph, span)).collect();
        let repeated =
            twins.iter().filter_map(|(&glyph, first)| Some(GlyphSpan { glyph, ..(*spans.get(first)?).clone() }));
        let repeated: Vec<GlyphSpan> = repeated.collect();
        self.spans.extend(repeated);
        self.spans.sort_by_key(|span| (span.text.start, span.text.end, span.glyph));
    }
}
