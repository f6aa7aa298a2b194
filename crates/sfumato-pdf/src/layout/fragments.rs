//! Glyphs to fragments: what is drawn without a break along one line.

use std::collections::HashMap;

use super::{LineFrame, WORD_GAP, accents};
use crate::content::{ContentDrawing, DrawnGlyph, GlyphMeaning};

/// A stretch of glyphs along a baseline without a large gap.
pub(crate) struct LineFragment {
    /// Its glyphs in reading order.
    pub units: Vec<GlyphUnit>,
    /// Its start and end along the line.
    pub from: f64,
    pub to: f64,
    /// The height of its baseline, seen along the line.
    pub baseline: f64,
    /// The height of its largest letters.
    pub size: f64,
    /// Its place in the order of drawing.
    pub order: usize,
    /// True if it ends in a colon.
    pub is_label: bool,
    /// True if its end stands for removed text, drawn after all else.
    is_patch: bool,
}

/// A glyph, or a letter and its accent.
pub(crate) struct GlyphUnit {
    pub glyph: usize,
    /// The glyph of an accent and what it makes of the letter.
    pub composed: Option<(usize, char)>,
    /// True if a gap before it stands for a blank.
    pub space_before: bool,
    from: f64,
    to: f64,
}

/// A gap of this many letter heights ends a fragment.
const BREAK: f64 = 1.0;
/// A glyph may start this many letter heights before the end of the last one.
const OVERLAP: f64 = 0.3;
/// And this many where one of the two is an accent.
const ACCENT_OVERLAP: f64 = 0.8;
/// A glyph may stand this many letter heights above or below the baseline.
const SHIFTED: f64 = 0.4;
/// And this many where one of the two is smaller.
const NOTE_SHIFTED: f64 = 0.6;

/// Glyphs are put into fragments no longer than this; no line of text is.
const LONGEST: usize = 2000;
/// Text is so many times as large as the number of a note before it, which has so few signs.
const NOTE: f64 = 1.25;
const LONGEST_NOTE: usize = 4;
/// So many letters at the same distance are no chance.
const COMB: usize = 6;
/// Letters that move on by less than this many letter heights are squeezed.
const SQUEEZED: f64 = 0.02;
/// A glyph drawn again stands this many letter heights off at most, and this many of its own widths.
const TWIN: f64 = 0.12;
const NEAR: f64 = 0.6;

/// Glyphs drawn again at the place of an earlier one, to look bolder: each with the one it repeats.
pub(crate) fn twins(drawing: &ContentDrawing<'_>) -> HashMap<usize, usize> {
    /// At most this many are compared at one place.
    const CROWD: usize = 24;
    let mut cells: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    let mut twins = HashMap::new();
    for (nth, glyph) in drawing.glyphs.iter().enumerate() {
        let size = glyph.size();
        let text = drawing.text_of(glyph);
        if glyph.shows != GlyphMeaning::Text || text.is_empty() || !(size > 0.0 && size.is_finite()) {
            continue;
        }
        // Letters squeezed to nothing stand all at one place, and repeat nothing.
        if glyph.advance.length() < SQUEEZED * size {
            continue;
        }
        // Cells of eight points are small enough to be sparse, and most glyphs are not at the edge of one.
        let cell = |place: f64| (place / 8.0).floor().clamp(-1e9, 1e9) as i64;
        let reach = (TWIN * size).min(8.0);
        let cells_near = |place: f64| cell(place - reach)..=cell(place + reach);
        let (columns, lines) = (cells_near(glyph.origin.x), cells_near(glyph.origin.y));
        let near = columns.flat_map(|x| lines.clone().map(move |y| (x, y)));
        let twin = near.filter_map(|key| cells.get(&key)).flatten().copied().find(|&other| {
            drawing.glyphs.get(other).is_some_and(|other| {
                let apart = other.origin.minus(glyph.origin).length();
                apart <= (TWIN * size).min(NEAR * glyph.advance.length())
                    && (other.size() - size).abs() <= 0.05 * size
                    && drawing.text_of(other) == text
            })
        });
        match twin {
            Some(twin) => {
                twins.insert(nth, twin);
            }
            None => {
                let crowd = cells.entry((cell(glyph.origin.x), cell(glyph.origin.y))).or_default();
                if crowd.len() < CROWD {
                    crowd.push(nth);
                }
            }
        }
    }
    // Letters of lines drawn over one another may fall on the same letter by chance; what is drawn again is more than
    // one letter, or is drawn letter by letter.
    let is_beside = |nth: Option<usize>, other: Option<usize>| {
        nth.zip(other).is_some_and(|(nth, other)| twins.get(&nth) == Some(&other))
    };
    let kept = twins.iter().filter(|(nth, other)| {
        **other + 1 == **nth
            || is_beside(nth.checked_sub(1), other.checked_sub(1))
            || is_beside(nth.checked_add(1), other.checked_add(1))
            || is_alone(drawing, **nth)
    });
    kept.map(|(nth, other)| (*nth, *other)).collect()
}

/// True if a glyph is the only one that its operation shows.
fn is_alone(drawing: &ContentDrawing<'_>, nth: usize) -> bool {
    let operation = |nth: Option<usize>| {
        nth.and_then(|nth| drawing.glyphs.get(nth)).map(|glyph| (glyph.source.stream, glyph.source.operation))
    };
    let own = operation(Some(nth));
    own != operation(nth.checked_sub(1)) && own != operation(nth.checked_add(1))
}

/// The fragments of glyphs set in one direction.
pub(crate) fn collect(drawing: &ContentDrawing<'_>, frame: LineFrame, glyphs: &[usize]) -> Vec<LineFragment> {
    let mut fragments: Vec<LineFragment> = Vec::new();
    for (order, &nth) in glyphs.iter().enumerate() {
        let Some(glyph) = drawing.glyphs.get(nth) else { continue };
        let from = glyph.origin.dot(frame.along);
        let to = from + glyph.advance.dot(frame.along).max(0.0);
        let (baseline, size) = (glyph.origin.dot(frame.up), glyph.size());
        let unit = GlyphUnit { glyph: nth, composed: None, space_before: false, from, to };
        let text = drawing.text_of(glyph);
        let joined = match fragments.last_mut() {
            Some(last) if last.is_level(baseline, size) => last.join(unit, (baseline, size), text, drawing),
            _ => Some(unit),
        };
        if let Some(unit) = joined {
            let is_patch = glyph.is_label;
            fragments.push(LineFragment {
                units: vec![unit],
                from,
                to,
                baseline,
                size,
                order,
                is_label: false,
                is_patch,
            });
        }
    }
    let mut fragments = join_neighbours(fill_holes(drawing, fragments));
    for fragment in &mut fragments {
        let texts = fragment.units.iter().rev().filter_map(|unit| drawing.glyphs.get(unit.glyph));
        let last = texts.map(|glyph| drawing.text_of(glyph).trim()).find(|text| !text.is_empty());
        fragment.is_label = last.is_some_and(|text| text.ends_with(':'));
        fragment.close_combs();
        fragment.part_number_of_note(drawing);
        turn_right_to_left(drawing, &mut fragment.units);
    }
    fragments
}

/// A fragment may be drawn with room for letters that follow later, in another font: those are put where they belong.
fn fill_holes(drawing: &ContentDrawing<'_>, fragments: Vec<LineFragment>) -> Vec<LineFragment> {
    /// At most this many are looked at on one level, the last drawn first.
    const CROWD: usize = 64;
    /// The height of a level in points.
    const LEVEL: f64 = 8.0;
    let level = |fragment: &LineFragment| (fragment.baseline / LEVEL).floor().clamp(-1e9, 1e9) as i64;
    let mut levels: HashMap<i64, Vec<usize>> = HashMap::new();
    let mut filled: Vec<LineFragment> = Vec::new();
    for fragment in fragments {
        let here = level(&fragment);
        let near = (here - 1..=here + 1).filter_map(|level| levels.get(&level));
        let hosts = near.flat_map(|hosts| hosts.iter().rev().take(CROWD)).copied();
        let host = hosts.into_iter().find(|&host| filled[host].has_hole_for(&fragment, drawing));
        match host {
            Some(host) => filled[host].insert(fragment),
            None => {
                levels.entry(here).or_default().push(filled.len());
                filled.push(fragment);
            }
        }
    }
    filled
}

/// Fragments that touch on one baseline go together however far apart they are drawn, and count as drawn with the first
/// of them: so what is put in the place of removed text does not change the order of reading.
fn join_neighbours(mut fragments: Vec<LineFragment>) -> Vec<LineFragment> {
    /// Baselines this many letter heights apart are one.
    const LEVEL: f64 = 0.1;
    /// The gap between two that touch, in letter heights; what stands for removed text also touches over the blank
    /// beside it.
    const TOUCH: f64 = 0.12;
    const PATCH: f64 = 0.6;
    fragments.sort_by(|a, b| b.baseline.total_cmp(&a.baseline));
    let levels = fragments.chunk_by_mut(|a, b| a.baseline - b.baseline <= LEVEL * a.size.min(b.size));
    levels.for_each(|level| level.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.order.cmp(&b.order))));
    let touches = |left: &LineFragment, right: &LineFragment| {
        let reach = if left.is_patch || right.is_patch { PATCH } else { TOUCH };
        let gap = (right.from - left.to) / left.size.max(right.size);
        (left.baseline - right.baseline).abs() <= LEVEL * left.size.min(right.size) && (-0.1..=reach).contains(&gap)
    };
    let mut joined: Vec<LineFragment> = Vec::new();
    for fragment in fragments {
        match joined.last_mut() {
            Some(last) if touches(last, &fragment) => {
                let gap = fragment.from - last.to;
                if fragment.size > last.size {
                    last.baseline = fragment.baseline;
                }
                last.to = last.to.max(fragment.to);
                last.size = last.size.max(fragment.size);
                last.order = last.order.min(fragment.order);
                last.is_patch = fragment.is_patch;
                let first = last.units.len();
                last.units.extend(fragment.units);
                if let Some(unit) = last.units.get_mut(first) {
                    unit.space_before = gap > WORD_GAP * last.size;
                }
            }
            _ => joined.push(fragment),
        }
    }
    joined.sort_by_key(|fragment| fragment.order);
    joined
}

impl GlyphUnit {
    /// Its start and end along the line.
    pub fn extent(&self) -> (f64, f64) {
        (self.from, self.to)
    }
}

impl LineFragment {
    /// Glyphs drawn along a curve as a line, with the gaps between them that they have on it.
    pub fn straightened(drawing: &ContentDrawing<'_>, run: &[usize]) -> Self {
        let mut fragment = Self {
            units: Vec::with_capacity(run.len()),
            from: 0.0,
            to: 0.0,
            baseline: 0.0,
            size: 0.0,
            order: 0,
            is_label: false,
            is_patch: false,
        };
        let mut last: Option<&DrawnGlyph> = None;
        let mut from = 0.0;
        for &nth in run {
            let Some(glyph) = drawing.glyphs.get(nth) else { continue };
            from += last.map_or(0.0, |last| glyph.origin.minus(last.origin).length());
            // Letters lean apart on the outside of a curve, so that a blank is wider there than on a line.
            let space_before = from - fragment.to > 2.0 * WORD_GAP * glyph.size();
            fragment.to = from + glyph.advance.length();
            fragment.size = fragment.size.max(glyph.size());
            fragment.units.push(GlyphUnit { glyph: nth, composed: None, space_before, from, to: fragment.to });
            last = Some(glyph);
        }
        fragment.close_combs();
        fragment
    }

    /// True if a fragment lies within this one and over none of its letters.
    fn has_hole_for(&self, other: &Self, drawing: &ContentDrawing<'_>) -> bool {
        let slack = 0.1 * self.size;
        let is_inside = self.is_level(other.baseline, other.size)
            && self.units.len() < LONGEST
            && other.from > self.from - slack
            && other.to < self.to + slack;
        let is_over = |unit: &GlyphUnit| {
            let first = self.units.partition_point(|own| own.to <= unit.from + slack);
            let over = self.units.iter().skip(first).take_while(|own| own.from < unit.to - slack);
            let mut letters = over.filter_map(|own| drawing.glyphs.get(own.glyph));
            letters.any(|glyph| !drawing.text_of(glyph).trim().is_empty())
        };
        is_inside && !other.units.iter().any(is_over)
    }

    fn insert(&mut self, other: Self) {
        let at = self.units.partition_point(|unit| unit.from < other.from);
        let end = at + other.units.len();
        self.units.splice(at..at, other.units);
        for nth in at..=end {
            let before = nth.checked_sub(1).and_then(|before| self.units.get(before)).map(|unit| unit.to);
            if let (Some(before), Some(unit)) = (before, self.units.get_mut(nth)) {
                unit.space_before = unit.from - before > WORD_GAP * self.size;
            }
        }
    }

    /// Letters set one by one at the same distance, as in the boxes of a form, are one word: the room around a narrow
    /// one is no blank.
    fn close_combs(&mut self) {
        let slack = 0.02 * self.size;
        let pitches: Vec<f64> = self.units.windows(2).map(|pair| pair[1].from - pair[0].from).collect();
        let mut start = 0;
        for run in pitches.chunk_by(|one, next| (one - next).abs() < slack) {
            let end = start + run.len();
            if run.len() + 1 >= COMB {
                self.units[start + 1..=end].iter_mut().for_each(|unit| unit.space_before = false);
            }
            start = end;
        }
    }

    /// The number of a note at its start may be set against its first word, in the same size: a blank goes between, lest
    /// the word be read with the number.
    fn part_number_of_note(&mut self, drawing: &ContentDrawing<'_>) {
        let glyph = |unit: &GlyphUnit| drawing.glyphs.get(unit.glyph);
        let operation = |unit: &GlyphUnit| glyph(unit).map(|glyph| (glyph.source.stream, glyph.source.operation));
        let text = |units: &[GlyphUnit]| -> String {
            units.iter().filter_map(glyph).map(|glyph| drawing.text_of(glyph)).collect()
        };
        let Some(own) = self.units.first().and_then(operation) else { return };
        let Some(end) = self.units.iter().take(LONGEST_NOTE).position(|unit| operation(unit) != Some(own)) else {
            return;
        };
        let (number, rest) = self.units.split_at(end);
        let next = rest.first().and_then(operation);
        let count = rest.iter().take_while(|unit| operation(unit) == next).count();
        let (number, word) = (text(number), text(rest.get(..count).unwrap_or_default()));
        let is_number = number.bytes().all(|b| b.is_ascii_digit()) || number.bytes().all(|b| b"ivx".contains(&b));
        // Codes that are drawn sign by sign have no small letters, and words drawn so have one sign a time.
        let is_word = word.starts_with(char::is_uppercase) && word.contains(|c: char| c.is_lowercase() || c == ':');
        if is_number
            && is_word
            && let Some(first) = self.units.get_mut(end)
        {
            first.space_before = true;
        }
    }

    fn is_level(&self, baseline: f64, size: f64) -> bool {
        // Notes above or below the line are set smaller, and stand off it farther.
        let differs = size.max(self.size) > 1.15 * size.min(self.size);
        let shift = if differs { NOTE_SHIFTED } else { SHIFTED };
        (self.baseline - baseline).abs() <= shift * self.size.max(size)
    }

    /// Takes a glyph in; gives it back if it does not go on from here.
    fn join(
        &mut self,
        unit: GlyphUnit,
        (baseline, size): (f64, f64),
        text: &str,
        drawing: &ContentDrawing<'_>,
    ) -> Option<GlyphUnit> {
        let height = self.size.max(size);
        let gap = unit.from - self.to;
        let leftwards = text.chars().any(is_right_to_left) && (self.from - unit.to).abs() <= WORD_GAP.max(0.3) * height;
        let last = self.units.last().and_then(|unit| drawing.glyphs.get(unit.glyph));
        let has_accent = accents::is_accent(text) || last.is_some_and(|last| accents::is_accent(drawing.text_of(last)));
        let overlap = if has_accent { ACCENT_OVERLAP } else { OVERLAP };
        if leftwards && gap < -overlap * height && self.units.len() < LONGEST {
            self.from = self.from.min(unit.from);
            self.units.insert(0, unit);
            return None;
        }
        if !(-overlap * height..=BREAK * height).contains(&gap) {
            return Some(unit);
        }
        // The number of a note, set small, stands right before its text.
        let is_after_note = size > NOTE * self.size && self.units.len() <= LONGEST_NOTE;
        let has_gap = gap > WORD_GAP * size.min(self.size).max(0.5 * height);
        let unit = GlyphUnit { space_before: has_gap || is_after_note, ..unit };
        if !self.compose(&unit, text, drawing) {
            self.to = self.to.max(unit.to);
            self.units.push(unit);
        }
        // The baseline is that of the larger letters: notes above or below the line do not move it.
        if size > self.size * 1.1 {
            self.baseline = baseline;
        }
        self.size = height;
        None
    }

    /// Joins an accent and a letter that are drawn over one another.
    fn compose(&mut self, unit: &GlyphUnit, text: &str, drawing: &ContentDrawing<'_>) -> bool {
        let Some(last) = self.units.last_mut().filter(|last| last.composed.is_none()) else { return false };
        let before = drawing.glyphs.get(last.glyph).map(|glyph| drawing.text_of(glyph)).unwrap_or_default();
        let narrower = (last.to - last.from).min(unit.to - unit.from);
        let overlap = last.to.min(unit.to) - last.from.max(unit.from);
        if overlap < 0.4 * narrower || (overlap <= 0.0 && unit.from >= last.to) {
            return false;
        }
        let composed = if accents::is_accent(before) {
            accents::compose(before, text).map(|letter| (unit.glyph, last.glyph, letter))
        } else if accents::is_accent(text) {
            accents::compose(text, before).map(|letter| (last.glyph, unit.glyph, letter))
        } else {
            None
        };
        let Some((glyph, accent, letter)) = composed else { return false };
        last.glyph = glyph;
        last.composed = Some((accent, letter));
        last.to = last.to.max(unit.to);
        self.to = self.to.max(unit.to);
        true
    }
}

/// True if a letter is of a script written from right to left.
pub(crate) fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}')
}

/// Glyphs stand as they are seen; stretches written from right to left are turned into reading order.
fn turn_right_to_left(drawing: &ContentDrawing<'_>, units: &mut [GlyphUnit]) {
    let text =
        |unit: &GlyphUnit| drawing.glyphs.get(unit.glyph).map(|glyph| drawing.text_of(glyph)).unwrap_or_default();
    let turned: Vec<bool> = units.iter().map(|unit| text(unit).chars().any(is_right_to_left)).collect();
    if !turned.contains(&true) {
        return;
    }
    units.sort_by(|a, b| a.from.total_cmp(&b.from));
    let turned: Vec<bool> = units.iter().map(|unit| text(unit).chars().any(is_right_to_left)).collect();
    let neutral: Vec<bool> = units.iter().map(|unit| !text(unit).chars().any(char::is_alphanumeric)).collect();
    let mut at = 0;
    while at < units.len() {
        if !turned[at] {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        let mut probe = end;
        while probe < units.len() && (turned[probe] || neutral[probe]) {
            probe += 1;
            if turned[probe - 1] {
                end = probe;
            }
        }
        // A gap lies before a glyph as seen; after turning it lies before the glyph that was on its left.
        let gaps: Vec<bool> = units[at..end].iter().map(|unit| unit.space_before).collect();
        units[at..end].reverse();
        let first = gaps.first().copied().unwrap_or(false);
        for (unit, gap) in
            units[at..end].iter_mut().zip(std::iter::once(first).chain(gaps.iter().skip(1).rev().copied()))
        {
            unit.space_before = gap;
        }
        at = end;
    }
}
