//! Glyphs to text: words, lines, paragraphs and columns, in the order a person reads them.
//!
//! Glyphs drawn one after the other along a line make *fragments*; fragments on one baseline make *rows*.
//! Where a gutter runs down through several rows and the content draws one side before the other, the sides are columns
//! and are read one after the other. Otherwise rows are read across, as tables are; a cell of several lines as a whole.

mod accents;
mod cells;
mod fragments;
mod order;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use crate::content::{Drawing, Shows};
use crate::geometry::Point;
use fragments::{Fragment, Unit};

/// The text of a content, with the glyphs that draw it.
#[derive(Default)]
pub(crate) struct PageText {
    /// All of it; lines and paragraphs end in a line feed, cells of a row in a tab.
    pub text: String,
    /// The paragraphs.
    pub blocks: Vec<Range<usize>>,
    /// The glyphs that stand for stretches of the text, in the order of the text. Some share a stretch: accents drawn
    /// apart from their letter, letters drawn twice.
    pub spans: Vec<Span>,
}

/// A glyph and its stretch of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    /// Where in the text.
    pub text: Range<usize>,
    /// Which glyph of the drawing.
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
struct Frame {
    along: Point,
    up: Point,
}

impl Frame {
    /// The frame of a direction in whole steps, so that lines a hair's breadth off go together.
    fn of(along: Point) -> (i64, Self) {
        let degrees = along.y.atan2(along.x).to_degrees();
        let quarter = (degrees / 90.0).round() * 90.0;
        let snapped = if (degrees - quarter).abs() <= 3.0 { quarter } else { (degrees / 5.0).round() * 5.0 };
        let key = (snapped as i64).rem_euclid(360);
        let (sine, cosine) = (key as f64).to_radians().sin_cos();
        (key, Self { along: Point::new(cosine, sine), up: Point::new(-sine, cosine) })
    }
}

/// Reads the glyphs of a drawing.
pub(crate) fn read(drawing: &Drawing<'_>) -> PageText {
    let twins = fragments::twins(drawing);
    let mut page = Assembly { drawing, page: PageText::default(), row: 0 };
    for (frame, glyphs) in by_direction(drawing) {
        let glyphs: Vec<usize> = glyphs.into_iter().filter(|glyph| !twins.contains_key(glyph)).collect();
        let fragments = fragments::collect(drawing, frame, &glyphs);
        for region in order::regions(&fragments) {
            page.region(&fragments, &region);
        }
    }
    let mut page = page.page;
    page.text.truncate(page.text.trim_end_matches('\n').len());
    page.add_twins(&twins);
    page
}

/// The glyphs that show something, by the direction they are set in: the commonest first, the others as they come.
fn by_direction(drawing: &Drawing<'_>) -> Vec<(Frame, Vec<usize>)> {
    let mut groups: Vec<(i64, Frame, Vec<usize>)> = Vec::new();
    // Most glyphs run as the one before.
    let mut last: Option<(Point, i64, Frame)> = None;
    for (nth, glyph) in drawing.glyphs.iter().enumerate() {
        if glyph.shows == Shows::Blank || !glyph.origin.x.is_finite() || !glyph.origin.y.is_finite() {
            continue;
        }
        let (_, key, frame) = *last.insert(match last {
            Some(same) if same.0 == glyph.along => same,
            _ => {
                let (key, frame) = Frame::of(glyph.along);
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
    groups.into_iter().map(|(_, frame, glyphs)| (frame, glyphs)).collect()
}

/// A text in the making.
struct Assembly<'d> {
    drawing: &'d Drawing<'d>,
    page: PageText,
    row: usize,
}

/// What is known of the paragraph being written.
struct Paragraph {
    start: usize,
    baseline: f64,
    size: f64,
    spacing: Option<f64>,
    is_row_of_cells: bool,
}

impl Assembly<'_> {
    /// Rows that belong together, as paragraphs.
    fn region(&mut self, fragments: &[Fragment], rows: &[Vec<usize>]) {
        let mut open: Option<Paragraph> = None;
        for row in rows {
            let parts: Vec<&Fragment> = row.iter().filter_map(|&nth| fragments.get(nth)).collect();
            let Some(largest) = parts.iter().max_by(|a, b| a.size.total_cmp(&b.size)) else { continue };
            let (baseline, size) = (largest.baseline, largest.size);
            let is_row_of_cells = parts.windows(2).any(|pair| gap(pair[0], pair[1]) >= CELL_GAP * size);
            let start = self.page.text.len();
            self.row(&parts);
            if self.page.text.len() == start {
                continue;
            }
            self.page.text.push('\n');
            let paragraph = match open.take() {
                Some(paragraph) if paragraph.goes_on(baseline, size, is_row_of_cells) => {
                    let spacing = Some(paragraph.baseline - baseline);
                    Paragraph { baseline, size, spacing: paragraph.spacing.or(spacing), ..paragraph }
                }
                ended => {
                    self.end_block(ended, start);
                    Paragraph { start, baseline, size, spacing: None, is_row_of_cells }
                }
            };
            open = Some(paragraph);
        }
        self.end_block(open, self.page.text.len());
    }

    fn end_block(&mut self, paragraph: Option<Paragraph>, end: usize) {
        // Without the line feed that parts it from the next.
        self.page.blocks.extend(paragraph.map(|paragraph| paragraph.start..end.saturating_sub(1)));
    }

    fn row(&mut self, parts: &[&Fragment]) {
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

    fn unit(&mut self, unit: &Unit, row_start: usize) {
        let Some(glyph) = self.drawing.glyphs.get(unit.glyph) else { return };
        let has_blank = self.page.text.ends_with([' ', '\t']) || self.drawing.text_of(glyph).starts_with(' ');
        if unit.space_before && !has_blank && self.page.text.len() > row_start {
            self.page.text.push(' ');
        }
        let start = self.page.text.len();
        match (unit.composed, glyph.shows) {
            (Some((_, letter)), _) => self.page.text.push(letter),
            (None, Shows::Unknown) => self.page.text.push(char::REPLACEMENT_CHARACTER),
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
            self.page.spans.push(Span { text: text.clone(), glyph, row: self.row });
        }
    }

    fn starts_blank(&self, part: &Fragment) -> bool {
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

impl Paragraph {
    fn goes_on(&self, baseline: f64, size: f64, is_row_of_cells: bool) -> bool {
        let down = self.baseline - baseline;
        let larger = size.max(self.size);
        let usual = self.spacing.is_none_or(|spacing| down <= spacing * 1.3 && down >= spacing * 0.6);
        !is_row_of_cells
            && !self.is_row_of_cells
            && down > 0.0
            && down <= larger * 1.9
            && usual
            && larger <= size.min(self.size) * 1.3
    }
}

/// The gap between two fragments of a row.
fn gap(left: &Fragment, right: &Fragment) -> f64 {
    if right.from >= left.from { right.from - left.to } else { left.from - right.to }
}

impl PageText {
    /// The glyphs that draw any of a stretch of the text, those drawn at the same place included.
    pub fn glyphs_in(&self, range: Range<usize>) -> impl Iterator<Item = &Span> {
        let first = self.spans.partition_point(|span| span.text.end <= range.start);
        self.spans.iter().skip(first).take_while(move |span| span.text.start < range.end)
    }

    /// Glyphs that repeat another stand for the same stretch.
    fn add_twins(&mut self, twins: &HashMap<usize, usize>) {
        if twins.is_empty() {
            return;
        }
        let spans: HashMap<usize, &Span> = self.spans.iter().map(|span| (span.glyph, span)).collect();
        let repeated = twins.iter().filter_map(|(&glyph, first)| Some(Span { glyph, ..(*spans.get(first)?).clone() }));
        let repeated: Vec<Span> = repeated.collect();
        self.spans.extend(repeated);
        self.spans.sort_by_key(|span| (span.text.start, span.text.end, span.glyph));
    }
}
