//! Lines to paragraphs: which lines go on from one another, and what stands between them.
//!
//! A line break is either the author's, as in an address, or was made because the line was full. The second kind is no
//! part of the text: a name, a number or a word goes over it.

use super::fragments::LineFragment;
use super::{CELL_GAP, WORD_GAP, gap};
use crate::content::{ContentDrawing, GlyphMeaning};

/// The joint of a line and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineJoint {
    /// The author broke the line.
    Line,
    /// The line was full, and the next word went to the next line.
    Blank,
    /// The line was full in the middle of something written together.
    Nothing,
    /// The line was full in the middle of a word, and a hyphen says so.
    Word,
}

/// A row with what must be known of it to join it to others.
pub(crate) struct TextLine<'f> {
    pub parts: Vec<&'f LineFragment>,
    pub shape: LineShape,
}

/// A row, as far as it must be known to join it to others.
#[derive(Clone)]
pub(crate) struct LineShape {
    pub from: f64,
    pub to: f64,
    pub baseline: f64,
    pub size: f64,
    pub is_row_of_cells: bool,
    pub text: String,
    /// The width of the first word.
    head_width: f64,
    /// The width of the last word.
    tail_width: f64,
    /// True if a blank is drawn behind the last word.
    ends_in_blank: bool,
}

impl<'f> TextLine<'f> {
    /// A row that shows something.
    pub fn of(drawing: &ContentDrawing<'_>, parts: Vec<&'f LineFragment>) -> Option<Self> {
        let largest = parts.iter().max_by(|a, b| a.size.total_cmp(&b.size))?;
        let (baseline, size) = (largest.baseline, largest.size);
        let is_row_of_cells = parts.windows(2).any(|pair| gap(pair[0], pair[1]) >= CELL_GAP * size);
        let words = RowWords::of(drawing, &parts);
        let shows_nothing = words.text.is_empty();
        let shape = LineShape {
            from: parts.iter().map(|part| part.from).fold(f64::INFINITY, f64::min),
            to: words.to,
            baseline,
            size,
            is_row_of_cells,
            head_width: words.head_width,
            tail_width: words.tail_width,
            text: words.text,
            ends_in_blank: words.ends_in_blank,
        };
        (!shows_nothing).then_some(Self { parts, shape })
    }
}

impl LineShape {
    fn tail(&self) -> &str {
        self.text.rsplit(' ').next().unwrap_or_default()
    }

    fn head(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }
}

/// The words of a row.
#[derive(Default)]
struct RowWords {
    text: String,
    to: f64,
    head_width: f64,
    tail_width: f64,
    ends_in_blank: bool,
}

impl RowWords {
    fn of(drawing: &ContentDrawing<'_>, parts: &[&LineFragment]) -> Self {
        let mut words = Self { to: f64::NEG_INFINITY, ..Self::default() };
        let (mut start, mut is_first, mut is_open) = (0.0, true, false);
        let mut end = f64::NEG_INFINITY;
        for part in parts {
            let apart = part.from - end > WORD_GAP * part.size;
            for (nth, unit) in part.units.iter().enumerate() {
                let Some(glyph) = drawing.glyphs.get(unit.glyph) else { continue };
                let text = match (unit.composed, glyph.shows) {
                    (Some((_, letter)), _) => letter.to_string(),
                    (None, GlyphMeaning::Unknown) => char::REPLACEMENT_CHARACTER.to_string(),
                    (None, _) => drawing.text_of(glyph).to_owned(),
                };
                let (from, to) = unit.extent();
                let is_blank = text.trim().is_empty();
                if is_open && (is_blank || unit.space_before || (nth == 0 && apart)) {
                    is_open = false;
                    is_first = false;
                }
                words.ends_in_blank = is_blank;
                if is_blank {
                    continue;
                }
                if !is_open {
                    is_open = true;
                    start = from;
                    if !words.text.is_empty() {
                        words.text.push(' ');
                    }
                }
                words.text.push_str(&text);
                words.to = words.to.max(to);
                words.tail_width = to - start;
                if is_first {
                    words.head_width = to - start;
                }
                end = to;
            }
        }
        words
    }
}

/// The number of these lines that are one paragraph, from the first on.
pub(crate) fn paragraph(lines: &[TextLine<'_>]) -> usize {
    let mut spacing: Option<f64> = None;
    let mut count = lines.len().min(1);
    for pair in lines.windows(2) {
        let pair = [&pair[0].shape, &pair[1].shape];
        let down = pair[0].baseline - pair[1].baseline;
        let (smaller, larger) = (pair[0].size.min(pair[1].size), pair[0].size.max(pair[1].size));
        let usual = spacing.is_none_or(|spacing| down <= spacing * 1.3 && down >= spacing * 0.75);
        let goes_on = !pair[0].is_row_of_cells
            && !pair[1].is_row_of_cells
            && down > 0.0
            && down <= larger * 1.9
            && usual
            && larger <= smaller * SIZES_ALIKE;
        if !goes_on {
            break;
        }
        spacing = spacing.or(Some(down));
        count += 1;
    }
    count
}

/// Lines of one paragraph are of one size, or nearly.
pub(crate) const SIZES_ALIKE: f64 = 1.15;
/// A paragraph of so many lines that are nearly as long as the longest was broken to a width.
const LINES_ALIKE: usize = 4;
/// Lines of so many letters are those of prose.
const PROSE: usize = 45;
/// Lines of fewer letters are no text that was broken to a width, unless something else says so.
const SHORTEST: usize = 12;
/// A paragraph that is nearly as wide as all of its region fills it.
const FILLS: f64 = 0.85;

/// The room a paragraph is set in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParagraphSetting {
    pub from: f64,
    pub edge: f64,
    /// True if its lines were broken because they were full.
    pub is_broken_to_width: bool,
    /// True if its program draws the blank at which it broke a line, and none where the text ends.
    pub keeps_blanks: bool,
}

impl ParagraphSetting {
    /// The setting of a paragraph in a region.
    pub fn of(lines: &[TextLine<'_>], region_edge: f64, is_cell: bool) -> Self {
        let shapes = lines.iter().map(|line| &line.shape);
        let edge = shapes.clone().map(|line| line.to).fold(f64::NEG_INFINITY, f64::max);
        let from = shapes.clone().map(|line| line.from).fold(f64::INFINITY, f64::min);
        let inner = lines.split_last().map_or(&[][..], |(_, inner)| inner);
        let full = inner.iter().filter(|line| line.shape.to - from >= 0.75 * (edge - from)).count();
        let is_column = lines.len() >= LINES_ALIKE && full * 4 >= inner.len() * 3;
        let fills_region =
            edge - from >= FILLS * (region_edge - from) && edge >= region_edge - 0.15 * (region_edge - from);
        let longest = shapes.map(|line| line.text.chars().count()).max().unwrap_or(0);
        let is_broken_to_width = is_cell || is_column || (fills_region && longest >= SHORTEST) || longest >= PROSE;
        let keeps_blanks = lines.last().is_some_and(|line| !line.shape.ends_in_blank);
        Self { from, edge, is_broken_to_width, keeps_blanks }
    }
}

/// The joints between the lines of a paragraph.
pub(crate) fn between(lines: &[TextLine<'_>], setting: &ParagraphSetting) -> Vec<LineJoint> {
    lines.windows(2).map(|pair| joint(&pair[0].shape, &pair[1].shape, setting)).collect()
}

/// The joint of two lines of a paragraph.
pub(crate) fn joint(above: &LineShape, below: &LineShape, setting: &ParagraphSetting) -> LineJoint {
    let ParagraphSetting { from, edge, is_broken_to_width, keeps_blanks } = *setting;
    if let Some(joint) = hyphen(&above.text, below.head()) {
        return joint;
    }
    let (tail, head) = (above.tail(), below.head());
    let width = edge - from;
    let fits_together = above.tail_width + below.head_width <= width + 0.1 * above.size;
    if is_cut(tail, head, tail.len() == above.text.len(), fits_together) {
        return LineJoint::Nothing;
    }
    if keeps_blanks && above.ends_in_blank {
        return LineJoint::Blank;
    }
    // The next word would have had room: the author broke the line.
    let blank = 0.2 * above.size;
    let has_room = above.to + blank + below.head_width < edge - 0.5 * above.size;
    if starts_item(&below.text) || above.text.ends_with(':') {
        return LineJoint::Line;
    }
    let first = head.chars().next();
    let goes_on = first.is_some_and(char::is_lowercase)
        || above.text.ends_with([',', '(', '/', '&'])
        || (above.text.ends_with(|c: char| c.is_ascii_digit()) && first.is_some_and(|c| c.is_ascii_digit()));
    match !has_room && (is_broken_to_width || goes_on) {
        true => LineJoint::Blank,
        false => LineJoint::Line,
    }
}

/// The joint that a hyphen at the end of a line makes: a word goes on, or what the hyphen joins. `None` without a
/// hyphen.
fn hyphen(above: &str, head: &str) -> Option<LineJoint> {
    /// After these a hyphen stands for the end of the word that comes later: `in- and outpatients`.
    const AND: [&str; 13] = ["und", "oder", "bzw", "bzw.", "sowie", "and", "or", "et", "ou", "y", "e", "o", "i"];
    let before = above.strip_suffix(['-', '\u{2010}', '\u{AD}'])?;
    let (last, first) = (before.chars().next_back()?, head.chars().next()?);
    match (last.is_alphabetic(), first.is_alphabetic()) {
        _ if !last.is_alphanumeric() || !first.is_alphanumeric() => None,
        (true, true) if AND.contains(&head) => Some(LineJoint::Blank),
        (true, true) if first.is_lowercase() => Some(LineJoint::Word),
        _ => Some(LineJoint::Nothing),
    }
}

/// The joint of a text and the first line of the next column, over whose start a word may go.
pub(crate) fn across(text: &str, line: &TextLine<'_>) -> LineJoint {
    let before = text.strip_suffix('\n').unwrap_or_default();
    let last = before.rsplit('\n').next().unwrap_or_default();
    match hyphen(last, line.shape.head()) {
        Some(LineJoint::Word) => LineJoint::Word,
        _ => LineJoint::Line,
    }
}

/// True if something written together was cut where a line was full: an address of the net, a long number.
///
/// `is_alone` tells whether the first half is all of its line, `fits_together` whether both would have had room in one.
fn is_cut(tail: &str, head: &str, is_alone: bool, fits_together: bool) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._-+%@/:=&?#~".contains(c);
    let trimmed = head.trim_end_matches([',', ';', ')', '.', '>']);
    if tail.is_empty() || trimmed.is_empty() || !tail.chars().all(|c| is_part(c) || c == '<' || c == '(') {
        return false;
    }
    let joins = tail.ends_with(['@', '.', '_', '/', '=', '&', '?', '%', '+'])
        || head.starts_with(['@', '_', '/', '=', '&', '?', '%'])
        || (head.starts_with('.') && head.len() > 1);
    let is_too_long = is_alone && !fits_together;
    let is_net = trimmed.chars().all(is_part);
    let has_at = |text: &str| text.contains('@');
    let is_link = tail.contains("://") || tail.starts_with("www.");
    if is_net && (has_at(tail) || is_link) {
        let is_whole = tail.rsplit('@').next().is_some_and(|host| host.contains('.')) && has_at(tail);
        return (joins && !tail.ends_with('.'))
            || (tail.ends_with('.') && starts_small(head))
            || (is_too_long && !(is_whole && has_at(head)))
            || (!is_whole && has_at(tail) && trimmed.contains('.') && starts_small(head));
    }
    if is_net && has_at(trimmed) {
        // A sentence may end there.
        let joins = joins && (is_alone || !tail.ends_with('.'));
        // What stands before may be a word of its own; with marks in it, it is hardly one.
        let is_half = !fits_together && tail.contains(|c: char| c.is_ascii_digit() || "._-+".contains(c));
        return joins
            || is_too_long
            || (is_half && !tail.ends_with('.'))
            || !trimmed.chars().next().is_some_and(char::is_alphanumeric);
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let is_code = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric());
    let is_number = is_code(tail) && is_code(trimmed) && tail.len() >= 10 && digits(tail) >= 5;
    let is_date = digits(trimmed) == trimmed.len()
        && trimmed.len() <= 4
        && tail.contains(['.', '/', '-'])
        && tail.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '-'))
        && tail.rsplit(['.', '/', '-']).next().is_some_and(|last| last.len() + trimmed.len() <= 4);
    is_too_long && (is_date || (is_number && (digits(trimmed) > 0 || trimmed.len() <= 3)))
}

fn starts_small(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// True if a line starts something of its own: an item of a list, or a field with its label.
fn starts_item(line: &str) -> bool {
    let head: String = line.chars().take(40).collect();
    let colon = head
        .find([':', '.', ','])
        .filter(|&at| head.get(at..).is_some_and(|rest| rest.starts_with(':') && !rest.starts_with("://")));
    let label = colon.and_then(|at| head.get(..at));
    let has_label = label.is_some_and(|label| label.split(' ').count() <= 5 && label.starts_with(char::is_alphabetic));
    let bullets = ['•', '◦', '▪', '‣', '●', '■', '–', '—', '*', '→', char::REPLACEMENT_CHARACTER];
    has_label || line.starts_with(bullets) || line.starts_with("- ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_join_words_and_what_they_stand_between() {
        assert_eq!(hyphen("Frau Schmid-", "bauer"), Some(LineJoint::Word));
        assert_eq!(hyphen("Frau Meyer-", "Landrut"), Some(LineJoint::Nothing));
        assert_eq!(hyphen("0170-", "1234567"), Some(LineJoint::Nothing));
        assert_eq!(hyphen("Kinder-", "und"), Some(LineJoint::Blank));
        assert_eq!(hyphen("so -", "und"), None);
        assert_eq!(hyphen("so", "und"), None);
    }

    #[test]
    fn what_is_written_together_is_joined_where_a_line_was_full() {
        assert!(is_cut("jane.roe@exam", "ple.org", true, false));
        assert!(is_cut("jane.roe@exam", "ple.org,", false, true));
        assert!(is_cut("jane.roe@", "example.org", false, true));
        assert!(is_cut("jane.", "roe@example.org", true, true));
        assert!(is_cut("jane_", "roe@example.org", false, true));
        assert!(!is_cut("shed.", "roe@example.org", false, true));
        assert!(is_cut("jane.elizabeth.r", "oe@example.org", true, false));
        assert!(is_cut("https://example.org/jane/", "roe", false, true));
        assert!(is_cut("DE8937040044053201", "3000", true, false));
        assert!(is_cut("10.12.19", "61", true, false));
        assert!(is_cut("b.karoregav", "elbara@example.org", false, false));
        assert!(!is_cut("to", "jane@example.org", false, true));
        assert!(!is_cut("address", "jane@example.org", false, false));
        assert!(!is_cut("jane@example.org", "john@example.org", true, false));
        assert!(!is_cut("jane@example.org", "and", false, true));
        assert!(!is_cut("10.12.1961", "12.3.2000", true, false));
        assert!(!is_cut("Elizabeth", "Roe", true, false));
    }

    #[test]
    fn fields_and_items_start_lines_of_their_own() {
        assert!(starts_item("Date of birth: 4 May") && starts_item("• one") && starts_item("- one"));
        assert!(!starts_item("Roe, who said: x") && !starts_item("Roe") && !starts_item("https://example.org"));
    }
}
