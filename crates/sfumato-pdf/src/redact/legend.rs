//! Short labels for gaps that are too narrow for a label, and what they stand for.

use crate::content::ContentDrawing;
use crate::fonts::helvetica_width;
use crate::geometry::{PageBounds, PagePoint};
use crate::write;

use super::labels::number;

/// The size of a legend in points, and the distance of its lines.
const SIZE: f64 = 6.0;
const LEADING: f64 = 8.0;
/// Its distance from the edges of the page.
const MARGIN: f64 = 18.0;
/// The depth of the page in which room for it is looked for.
const DEEPEST: f64 = 120.0;

/// The short labels of one page, in the order they came up.
pub(crate) struct LabelLegend {
    entries: Vec<(String, String)>,
    room: PageBounds,
}

impl LabelLegend {
    /// A legend for a page; a content without room of its own has none.
    pub fn new(room: PageBounds) -> Self {
        Self { entries: Vec::new(), room }
    }

    /// The short form of a label such as `[DATE 3]`, which stays the same on the page; nothing for what is no label.
    pub fn short(&mut self, label: &str) -> Option<String> {
        if let Some((short, _)) = self.entries.iter().find(|(_, long)| long == label) {
            return Some(short.clone());
        }
        let (name, number) = label.strip_prefix('[')?.strip_suffix(']')?.rsplit_once(' ')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == ' ');
        let is_number = !number.is_empty() && number.len() <= 6 && number.chars().all(|c| c.is_ascii_digit());
        let has_room = self.room.width() > 100.0 && self.room.height() > 100.0;
        if !is_name || !is_number || !has_room {
            return None;
        }
        // As many letters of each word as tell it from the others.
        let short = |count: usize| -> String {
            let letters = name.split(' ').flat_map(|word| word.chars().take(count));
            format!("[{}{number}]", letters.collect::<String>())
        };
        let is_free = |short: &String| !self.entries.iter().any(|(held, _)| held == short);
        let found = (1..=4).map(short).find(is_free).filter(|short| short.len() + 1 < label.len())?;
        self.entries.push((found.clone(), label.to_owned()));
        Some(found)
    }

    /// Draws what the short labels stand for where nothing else is drawn, at the foot of the page or at its head.
    pub fn draw(&self, drawing: &ContentDrawing<'_>, font: &str, out: &mut Vec<u8>) {
        let mut lines: Vec<String> = Vec::new();
        let width = self.room.width() - 2.0 * MARGIN;
        for (short, long) in &self.entries {
            let entry = format!("{short} = {long}");
            let fits = |line: &String| helvetica_width(format!("{line}   {entry}").as_bytes()) * SIZE / 1000.0 <= width;
            match lines.last_mut().filter(|line| fits(line)) {
                Some(line) => {
                    line.push_str("   ");
                    line.push_str(&entry);
                }
                None => lines.push(entry),
            }
        }
        let height = LEADING * lines.len() as f64;
        let foot = self.room.low.y + 6.0;
        let head = self.room.high.y - height - 2.0;
        let steps = (0..).map(|step| f64::from(step) * 4.0).take_while(|step| *step <= DEEPEST);
        let places = steps.flat_map(|step| [foot + step, head - step]);
        let low = places.into_iter().find(|low| !is_taken(drawing, *low, low + height)).unwrap_or(foot);
        for (nth, line) in lines.iter().rev().enumerate() {
            let [x, y] = [self.room.low.x + MARGIN, low + LEADING * nth as f64].map(number);
            let length = number(helvetica_width(line.as_bytes()) * SIZE / 1000.0 + 2.0);
            out.extend(format!("q 1 0 0 1 {x} {y} cm 1 g -1 -2 {length} {LEADING} re f 0 g ").as_bytes());
            out.extend(format!("BT /{font} {SIZE} Tf ").as_bytes());
            write::string(line.as_bytes(), out);
            out.extend(b" Tj ET Q\n");
        }
    }
}

/// True if letters stand between two heights of a page.
fn is_taken(drawing: &ContentDrawing<'_>, low: f64, high: f64) -> bool {
    drawing.glyphs.iter().any(|glyph| {
        let PagePoint { y, .. } = glyph.origin;
        y - 0.3 * glyph.size() < high && y + glyph.size() > low - 2.0 && !drawing.text_of(glyph).trim().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_shortened_alike_and_apart() {
        let room = PageBounds { low: PagePoint::new(0.0, 0.0), high: PagePoint::new(600.0, 800.0) };
        let mut legend = LabelLegend::new(room);
        let shorts = ["[DATE 3]", "[DIAGNOSIS 3]", "[DATE 3]", "[NATIONAL ID 12]", "[P 1]", "Jane", "{sfumato:x}"]
            .map(|label| legend.short(label));
        let expected = [Some("[D3]"), Some("[DI3]"), Some("[D3]"), Some("[NI12]"), None, None, None];
        assert_eq!(shorts.each_ref().map(Option::as_deref), expected);
        assert_eq!(LabelLegend::new(PageBounds::NOTHING).short("[DATE 3]"), None);
    }
}
