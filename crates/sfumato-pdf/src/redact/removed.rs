//! Glyphs that were taken out of a content, to look whether they are gone from what was written.

use std::collections::HashMap;

use crate::content::{ContentDrawing, DrawnGlyph, GlyphMeaning};
use crate::geometry::PagePoint;

/// Glyphs that were taken out. A file may lose hundreds of thousands, so that each takes as little as it can.
#[derive(Default)]
pub(crate) struct RemovedGlyphs {
    /// The texts of all, one after the other.
    letters: String,
    glyphs: Vec<RemovedGlyph>,
}

/// A glyph that was taken out, as well as it must be known to be told from its neighbours.
struct RemovedGlyph {
    /// The end of its text; it begins where the one before ends.
    end: u32,
    origin: [f32; 2],
    size: f32,
    /// Its code, which tells it from others that nobody can tell either.
    code: u32,
}

/// Letters that move on by less than this many letter heights are squeezed.
const SQUEEZED: f64 = 0.02;

/// A place in the precision that is kept, so that the same place is the same.
fn rough(point: PagePoint) -> [f32; 2] {
    [point.x as f32, point.y as f32]
}

/// The square of a page that a place lies in.
fn cell([x, y]: [f32; 2]) -> (i64, i64) {
    let cell = |place: f32| (f64::from(place) / 4.0).round().clamp(-1e9, 1e9) as i64;
    (cell(x), cell(y))
}

impl RemovedGlyphs {
    /// Notes glyphs of a drawing.
    pub fn new<'g>(drawing: &ContentDrawing<'_>, gone: impl Iterator<Item = &'g DrawnGlyph>) -> Self {
        let mut removed = Self::default();
        // Letters squeezed to nothing stand all at one place, where others like them may stay.
        for glyph in gone.filter(|glyph| glyph.advance.length() > SQUEEZED * glyph.size()) {
            removed.letters.push_str(drawing.text_of(glyph));
            let (end, size) = (removed.letters.len() as u32, glyph.size() as f32);
            removed.glyphs.push(RemovedGlyph { end, origin: rough(glyph.origin), size, code: unknown_code(glyph) });
        }
        removed.letters.shrink_to_fit();
        removed.glyphs.shrink_to_fit();
        removed
    }

    /// True if nothing was taken out.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// True if any of these is drawn where it stood. Labels, which begin with an operation of the content, do not
    /// count.
    pub fn is_still_in(&self, drawing: &ContentDrawing<'_>, labels_from: u32) -> bool {
        let mut cells: HashMap<(i64, i64), Vec<&DrawnGlyph>> = HashMap::new();
        for glyph in &drawing.glyphs {
            let is_label = glyph.source.stream == 0 && glyph.source.operation >= labels_from;
            if !is_label && !drawing.text_of(glyph).trim().is_empty() {
                cells.entry(cell(rough(glyph.origin))).or_default().push(glyph);
            }
        }
        let starts = std::iter::once(0).chain(self.glyphs.iter().map(|gone| gone.end));
        self.glyphs.iter().zip(starts).any(|(gone, start)| {
            let text = self.letters.get(start as usize..gone.end as usize).unwrap_or_default();
            let (x, y) = cell(gone.origin);
            let mut near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
            near.any(|key| {
                let here = cells.get(&key).map(Vec::as_slice).unwrap_or_default();
                let is_same = |glyph: &&&DrawnGlyph| drawing.text_of(glyph) == text && gone.code == unknown_code(glyph);
                here.iter().filter(is_same).any(|glyph| gone.stands_where(glyph))
            })
        })
    }
}

/// The code of a glyph that nobody can tell; of all others their texts say enough.
fn unknown_code(glyph: &DrawnGlyph) -> u32 {
    if glyph.shows == GlyphMeaning::Unknown { glyph.code } else { 0 }
}

impl RemovedGlyph {
    /// True if a glyph of the same size stands at the same place, or nearly.
    fn stands_where(&self, glyph: &DrawnGlyph) -> bool {
        let (there, size) = (rough(glyph.origin), glyph.size() as f32);
        let [across, up] = [0, 1].map(|axis: usize| self.origin[axis] - there[axis]);
        // What is too far out for the precision kept is the same at least where it is equal.
        (self.origin == there || across.hypot(up) <= 0.1 * self.size)
            && (self.size == size || (size - self.size).abs() <= 0.05 * self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{ContentReader, ContentRoot};
    use crate::testing::{one_page, open, stream};

    /// True if what a page draws is still in what another draws.
    fn is_still_in(before: &str, after: &str, labels_from: u32) -> bool {
        let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
        let page = "/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>";
        let [before, after] =
            [before, after].map(|content| open(&one_page("", page, &[&stream("", content), font], "")));
        let (mut reader, mut again) = (ContentReader::new(&before), ContentReader::new(&after));
        let drawing = reader.read(ContentRoot::Page(3), 1).expect("sound");
        let removed = RemovedGlyphs::new(&drawing, drawing.glyphs.iter());
        removed.is_still_in(&again.read(ContentRoot::Page(3), 1).expect("sound"), labels_from)
    }

    #[test]
    fn the_same_letter_at_the_same_place_is_found() {
        let before = "BT /F 10 Tf 50 700 Td (Ada) Tj ET";
        assert!(is_still_in(before, before, u32::MAX));
        assert!(is_still_in(before, "BT /F 10 Tf 56.5 700.5 Td (d) Tj ET", u32::MAX));
        assert!(!is_still_in(before, "BT /F 10 Tf 50 700 Td (dAd) Tj ET", u32::MAX), "other letters");
        assert!(!is_still_in(before, "BT /F 10 Tf 50 702 Td (Ada) Tj ET", u32::MAX), "another place");
        assert!(!is_still_in(before, "BT /F 20 Tf 50 700 Td (Ada) Tj ET", u32::MAX), "another size");
        assert!(!is_still_in(before, before, 3), "labels do not count");
        assert!(is_still_in(
            "BT /F 10 Tf 1 0 0 1 1e39 700 Tm (A) Tj ET",
            "BT /F 10 Tf 1 0 0 1 1e39 700 Tm (A) Tj ET",
            9
        ));
    }
}
