//! Boxes drawn where text was taken out, with the replacement in them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::content::ContentDrawing;
use crate::fonts::{helvetica_width, win_ansi};
use crate::geometry::{PageBounds, PagePoint};
use crate::layout::{GlyphSpan, PageText};
use crate::write;

use super::legend::LabelLegend;

/// The letter that stands for text which is blacked out.
const BLACK: char = '█';
/// The reach of a box below the baseline, and that above it, in letter heights.
const BELOW: f64 = 0.22;
const ABOVE: f64 = 0.78;
/// Labels are not set smaller than this, in points, as long as there is another way.
const SMALLEST: f64 = 4.0;
/// A label this much smaller than the removed text can still be read well.
const READABLE: f64 = 0.6;
/// Labels are not squeezed narrower than this.
const NARROWEST: f64 = 0.5;
/// Boxes smaller than this, in points, are not drawn.
const TINY: f64 = 0.5;
/// Between a widened box and the next letter, in letter heights: enough to be read as a blank.
const MARGIN: f64 = 0.3;

/// A stretch of removed glyphs along one baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LabelPiece {
    /// The left end of the baseline.
    origin: PagePoint,
    /// The direction of the line, of length one.
    along: PagePoint,
    width: f64,
    size: f64,
}

impl LabelPiece {
    fn up(self) -> PagePoint {
        PagePoint::new(-self.along.y, self.along.x)
    }

    fn end(self) -> PagePoint {
        self.origin.plus(self.along.times(self.width))
    }
}

/// The pieces an edit takes out, in reading order.
pub(crate) fn pieces(drawing: &ContentDrawing<'_>, text: &PageText, range: Range<usize>) -> Vec<LabelPiece> {
    of_spans(drawing, text.glyphs_in(range))
}

fn of_spans<'s>(drawing: &ContentDrawing<'_>, spans: impl Iterator<Item = &'s GlyphSpan>) -> Vec<LabelPiece> {
    let mut pieces: Vec<(usize, LabelPiece)> = Vec::new();
    for GlyphSpan { glyph, row, .. } in spans {
        let Some(glyph) = drawing.glyphs.get(*glyph) else { continue };
        let width = glyph.advance.dot(glyph.along).max(0.0);
        let one = LabelPiece { origin: glyph.origin, along: glyph.along, width, size: glyph.size() };
        match pieces.last_mut() {
            Some((last_row, last)) if last_row == row && last.joins(one) => *last = last.with(one),
            _ => pieces.push((*row, one)),
        }
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// The pieces that glyphs of some kind make where they stand beside each other, in reading order.
pub(crate) fn runs(
    drawing: &ContentDrawing<'_>,
    text: &PageText,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<LabelPiece> {
    let wanted = text.spans.chunk_by(|a, b| is_wanted(a.glyph) == is_wanted(b.glyph));
    let wanted = wanted.filter(|spans| spans.first().is_some_and(|span| is_wanted(span.glyph)));
    wanted.flat_map(|spans| of_spans(drawing, spans.iter())).collect()
}

impl LabelPiece {
    /// True if another piece lies beside this one, without a gap like that between cells.
    fn joins(self, other: Self) -> bool {
        let apart = other.origin.minus(self.origin);
        let from = apart.dot(self.along);
        self.along.dot(other.along) > 0.99
            && apart.dot(self.up()).abs() <= 0.6 * self.size.max(other.size)
            && from <= self.width + 2.0 * self.size
            && from + other.width >= -2.0 * self.size
    }

    fn with(self, other: Self) -> Self {
        let from = other.origin.minus(self.origin).dot(self.along);
        let (low, high) = (from.min(0.0), (from + other.width).max(self.width));
        Self {
            origin: self.origin.plus(self.along.times(low)),
            width: high - low,
            size: self.size.max(other.size),
            ..self
        }
    }

    /// Fills its room, of some width, with a shade; what is drawn next starts at its left end.
    fn fill(self, shade: &str, width: f64, out: &mut Vec<u8>) {
        let [x, y] = [self.origin.x, self.origin.y].map(number);
        let [cosine, sine, turned] = [self.along.x, self.along.y, -self.along.y].map(number);
        let (low, height) = (number(-BELOW * self.size), number((BELOW + ABOVE) * self.size));
        out.extend(format!("q {cosine} {sine} {turned} {cosine} {x} {y} cm {shade} g 0 {low} ").as_bytes());
        out.extend(format!("{} {height} re f\n", number(width)).as_bytes());
    }

    fn is_drawn(self) -> bool {
        self.width > TINY && self.size > TINY && self.origin.length() < 1e6 && self.width < 1e6
    }
}

/// The things that the labels of a content are drawn among.
pub(crate) struct LabelSurroundings<'d> {
    /// The starts and heights of the glyphs that stay, by the squares of the page they reach through.
    kept: HashMap<(i64, i64), Vec<(PagePoint, f64)>>,
    /// The part of the page with room for labels.
    room: PageBounds,
    /// The name of the font in the resources.
    font: &'d str,
}

/// The side of a square of the page, in points.
const SQUARE: f64 = 24.0;
/// Labels are not looked further for room than this, in points; letters are no larger.
const FARTHEST: f64 = 1000.0;

/// No label is so high that it reaches farther than this many squares.
const MOST_AROUND: f64 = 4.0;

fn square(point: PagePoint) -> (i64, i64) {
    let at = |place: f64| (place / SQUARE).floor().clamp(-1e9, 1e9) as i64;
    (at(point.x), at(point.y))
}

impl<'d> LabelSurroundings<'d> {
    /// `removed` tells of each glyph of the drawing whether it is taken out.
    pub fn new(drawing: &ContentDrawing<'_>, removed: &[bool], room: PageBounds, font: &'d str) -> Self {
        let mut kept: HashMap<(i64, i64), Vec<(PagePoint, f64)>> = HashMap::new();
        for (glyph, _) in drawing.glyphs.iter().zip(removed).filter(|(_, removed)| !**removed) {
            let is_there = glyph.origin.x.is_finite() && glyph.origin.y.is_finite();
            if is_there && !drawing.text_of(glyph).trim().is_empty() {
                let upwards = glyph.up.times(1.0 / glyph.up.length().max(f64::MIN_POSITIVE));
                for step in 0..=(glyph.size().min(FARTHEST) / SQUARE) as u32 {
                    let place = glyph.origin.plus(upwards.times(f64::from(step) * SQUARE));
                    kept.entry(square(place)).or_default().push((glyph.origin, glyph.size()));
                }
            }
        }
        Self { kept, room, font }
    }
}

impl LabelSurroundings<'_> {
    /// Draws light boxes without labels.
    pub fn blank(&self, pieces: &[LabelPiece], out: &mut Vec<u8>) {
        for piece in pieces.iter().copied().filter(|piece| piece.is_drawn()) {
            piece.fill("0.92", piece.width, out);
            out.extend(b"Q\n");
        }
    }

    /// Draws the boxes of one edit.
    pub fn draw(&self, pieces: &[LabelPiece], replacement: &str, legend: &mut LabelLegend, out: &mut Vec<u8>) {
        if replacement.is_empty() {
            return;
        }
        let black = is_black(replacement);
        let label = if black { Vec::new() } else { encode(replacement) };
        let pieces: Vec<LabelPiece> = pieces.iter().copied().filter(|piece| piece.is_drawn()).collect();
        let carrier = carrier(&pieces, &label);
        for (nth, piece) in pieces.into_iter().enumerate() {
            let label = if nth == carrier { label.as_slice() } else { &[] };
            let fit_of =
                |label: &[u8]| LabelFit::new(label, piece.width, piece.size, |needed| self.free_width(piece, needed));
            let mut fit = fit_of(label);
            // What nobody could read is told in short, and what that means elsewhere on the page.
            let short = if fit.is_poor(piece.size) { legend.short(replacement.trim()) } else { None };
            let label = short.as_deref().map_or(label, str::as_bytes);
            if short.is_some() {
                fit = fit_of(label);
            }
            piece.fill(if black { "0" } else { "0.92" }, fit.width, out);
            fit.set(label, self.font, out);
            out.extend(b"Q\n");
        }
    }

    /// The width of a box until it meets what stays, or the edge; what is wider than needed does not matter.
    fn free_width(&self, piece: LabelPiece, needed: f64) -> f64 {
        let end = piece.width;
        let needed = needed.min(end + FARTHEST);
        let mut free = self.distance_to_edge(piece).min(needed);
        // The squares that anything in the way reaches through lie around the line from the end of the piece on.
        let mut seen = HashSet::new();
        let steps = ((needed - end).max(0.0) + 2.0 * SQUARE) / SQUARE;
        let around = (piece.size / SQUARE).clamp(0.0, MOST_AROUND) as i64 + 1;
        for step in 0..=steps as i64 {
            let (x, y) = square(piece.origin.plus(piece.along.times(end + step as f64 * SQUARE)));
            for key in (x - around..=x + around).flat_map(|x| (y - around..=y + around).map(move |y| (x, y))) {
                if !seen.insert(key) {
                    continue;
                }
                for &(origin, size) in self.kept.get(&key).map(Vec::as_slice).unwrap_or_default() {
                    let apart = origin.minus(piece.origin);
                    let (from, up) = (apart.dot(piece.along), apart.dot(piece.up()));
                    if from >= end - 0.1 * piece.size
                        && up < ABOVE * piece.size
                        && up + size * ABOVE > -BELOW * piece.size
                    {
                        free = free.min(from - MARGIN * piece.size);
                    }
                }
            }
        }
        free.max(end)
    }

    fn distance_to_edge(&self, piece: LabelPiece) -> f64 {
        let end = piece.end();
        let along = piece.along;
        let to = |from: f64, step: f64, low: f64, high: f64| match step {
            step if step > 0.01 => (high - from) / step,
            step if step < -0.01 => (low - from) / step,
            _ => f64::INFINITY,
        };
        let x = to(end.x, along.x, self.room.low.x, self.room.high.x);
        let y = to(end.y, along.y, self.room.low.y, self.room.high.y);
        piece.width + (x.min(y) - MARGIN * piece.size).clamp(0.0, 1000.0)
    }
}

/// The piece that carries the label: the first with room for it at a size that can be read, or else the widest.
fn carrier(pieces: &[LabelPiece], label: &[u8]) -> usize {
    let natural = helvetica_width(label) / 1000.0;
    let has_room = |piece: &LabelPiece| piece.width >= natural * (READABLE * piece.size).max(SMALLEST.min(piece.size));
    let widest = || (0..pieces.len()).rev().max_by(|&a, &b| pieces[a].width.total_cmp(&pieces[b].width));
    pieces.iter().position(has_room).or_else(widest).unwrap_or(0)
}

/// The size and width a label is set in to fit its box.
struct LabelFit {
    width: f64,
    size: f64,
    stretch: f64,
}

impl LabelFit {
    /// As large as the removed text; or smaller; or in a wider box; or squeezed; or too small to be read by eye.
    /// It is never cut: what was sealed into it must not be lost.
    fn new(label: &[u8], width: f64, size: f64, free: impl FnOnce(f64) -> f64) -> Self {
        let natural = helvetica_width(label) / 1000.0;
        let smallest = SMALLEST.min(size);
        if natural * smallest <= width {
            let fitting = if natural > 0.0 { (width / natural).min(size) } else { size };
            return Self { width, size: fitting, stretch: 1.0 };
        }
        let width = free(natural * smallest).clamp(width, natural * smallest);
        let stretch = (width / (natural * smallest)).clamp(NARROWEST, 1.0);
        Self { width, size: smallest.min(width / (natural * stretch)), stretch }
    }

    /// True if the label is smaller or narrower than anybody can read.
    fn is_poor(&self, size: f64) -> bool {
        self.size < SMALLEST.min(size) - 0.01 || self.stretch < 0.99
    }

    /// Sets the label. The last letter is spaced to the end of the box, so that readers see no gap behind it.
    fn set(&self, label: &[u8], font: &str, out: &mut Vec<u8>) {
        let Some((last, start)) = label.split_last() else { return };
        let used = helvetica_width(label) / 1000.0 * self.size;
        let space = (self.width / self.stretch - used).max(0.0);
        out.extend(format!("0 g BT /{font} {} Tf {} Tz ", number(self.size), number(self.stretch * 100.0)).as_bytes());
        if !start.is_empty() {
            write::string(start, out);
            out.extend(b" Tj ");
        }
        out.extend(format!("{} Tc ", number(space)).as_bytes());
        write::string(&[*last], out);
        out.extend(b" Tj ET\n");
    }
}

/// True if a replacement is nothing but what stands for blacked out text, perhaps word by word or line by line.
fn is_black(replacement: &str) -> bool {
    replacement.contains(BLACK) && replacement.chars().all(|letter| letter == BLACK || letter.is_whitespace())
}

/// The label in the codes of the font; what it has no letter for becomes a question mark.
fn encode(replacement: &str) -> Vec<u8> {
    let letter = |letter: char| if letter.is_whitespace() { b' ' } else { win_ansi(letter).unwrap_or(b'?') };
    replacement.trim().chars().map(letter).collect()
}

/// A number as content streams have them: at most four digits after the point.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(1.5), "1.5");
        assert_eq!(number(-0.00001), "0");
        assert_eq!(number(1200.0), "1200");
        assert_eq!(number(f64::NAN), "0");
    }

    #[test]
    fn labels_shrink_widen_and_squeeze_in_this_order() {
        let fit = |width: f64, free: f64| LabelFit::new(b"PERSON_1", width, 12.0, |_| free);
        assert_eq!(fit(100.0, 0.0).size, 12.0);
        let small = fit(30.0, 30.0);
        assert!(small.size < 12.0 && small.size > 4.0);
        let wide = fit(10.0, 50.0);
        assert!(wide.width > 10.0 && wide.stretch == 1.0 && wide.size == 4.0);
        let squeezed = fit(13.0, 13.0);
        assert!(squeezed.stretch < 1.0 && squeezed.size > 3.9);
        let tiny = fit(3.0, 3.0);
        assert!(tiny.stretch == 0.5 && tiny.size < 4.0 && tiny.size > 0.5);
    }

    #[test]
    fn letters_the_font_lacks_become_question_marks() {
        assert_eq!(encode("Łé\nx"), b"?\xE9 x");
    }
}
