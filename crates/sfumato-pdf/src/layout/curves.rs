//! Text on a curve: every letter is set in a direction of its own, each a little more turned than the one before.

use std::collections::{HashMap, HashSet};

use super::fragments::LineFragment;
use crate::content::{ContentDrawing, DrawnGlyph, GlyphMeaning};

/// Letters that follow one another on a curve are turned by at most this much, as a cosine: 40 degrees.
const LARGEST_TURN: f64 = 0.766;
/// Letters set along a line are turned by less than this much from the first to the last, as a cosine: three degrees.
const STRAIGHT: f64 = 0.998_6;
/// So far from the end of one letter, in letter heights, the next begins at most.
const REACH: f64 = 1.0;
/// Fewer letters make no curve.
const FEWEST: usize = 3;

/// The curves of a drawing.
#[derive(Default)]
pub(crate) struct TextCurves {
    runs: Vec<Vec<usize>>,
    members: HashSet<usize>,
}

/// Finds letters drawn one after the other along a curve.
pub(crate) fn find(drawing: &ContentDrawing<'_>, twins: &HashMap<usize, usize>) -> TextCurves {
    let mut curves = TextCurves::default();
    let mut run: Vec<usize> = Vec::new();
    let mut last: Option<&DrawnGlyph> = None;
    for (nth, glyph) in drawing.glyphs.iter().enumerate() {
        let is_sound = glyph.origin.x.is_finite() && glyph.origin.y.is_finite() && glyph.size() > 0.0;
        if twins.contains_key(&nth) || glyph.shows == GlyphMeaning::Blank || !is_sound {
            continue;
        }
        if !last.is_some_and(|last| goes_on(last, glyph)) {
            curves.keep(drawing, &mut run);
        }
        run.push(nth);
        last = Some(glyph);
    }
    curves.keep(drawing, &mut run);
    curves
}

/// True if a letter begins where another ends, turned a little or not at all.
fn goes_on(last: &DrawnGlyph, glyph: &DrawnGlyph) -> bool {
    let size = last.size().max(glyph.size());
    let end = last.origin.plus(last.advance);
    last.along.dot(glyph.along) >= LARGEST_TURN
        && glyph.origin.minus(end).length() <= REACH * size
        && glyph.origin.minus(last.origin).length() > 0.01 * size
        && size <= 1.5 * last.size().min(glyph.size())
}

impl TextCurves {
    /// Keeps a run that is a curve and begins the next.
    fn keep(&mut self, drawing: &ContentDrawing<'_>, run: &mut Vec<usize>) {
        let along = |nth: &usize| drawing.glyphs.get(*nth).map(|glyph| glyph.along);
        let turns = run.windows(2).filter(|pair| along(&pair[0]) != along(&pair[1])).count();
        let first = run.first().and_then(along);
        let is_bent = run.iter().filter_map(along).any(|other| first.is_some_and(|first| first.dot(other) < STRAIGHT));
        // Two lines that meet at an angle are no curve: on one nearly every letter turns.
        if run.len() >= FEWEST && is_bent && turns * 3 >= run.len() {
            self.members.extend(run.iter().copied());
            self.runs.push(std::mem::take(run));
        }
        run.clear();
    }

    /// True if a glyph is on a curve.
    pub fn hold(&self, glyph: usize) -> bool {
        self.members.contains(&glyph)
    }

    /// Each curve as if it were straight: its letters one after the other.
    pub fn fragments<'c>(&'c self, drawing: &'c ContentDrawing<'_>) -> impl Iterator<Item = LineFragment> + 'c {
        self.runs.iter().map(|run| LineFragment::straightened(drawing, run))
    }
}
