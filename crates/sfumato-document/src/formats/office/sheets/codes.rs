//! Headers and footers of sheets: text between codes such as `&C` and `&"Arial,Bold"`.

use std::ops::Range;

use crate::splice::SourceCoding;
use crate::xml;

/// A stretch of text between codes, where it stands in the source, and whether a new part of the page starts with it.
pub(super) struct HeaderRun {
    pub source: Range<usize>,
    pub text: String,
    pub starts_part: bool,
}

/// An ampersand of the text itself is doubled.
pub(super) const CODING: SourceCoding = SourceCoding::FormulaString { quote: b'&' };

/// The text of a header that stands at `range` of the source.
pub(super) fn runs(source: &str, range: Range<usize>) -> Vec<HeaderRun> {
    let raw = source.get(range.clone()).unwrap_or_default();
    let mut characters = Vec::new();
    let mut at = 0;
    while let Some((c, length)) = raw.get(at..).and_then(xml::unescape) {
        characters.push((c, range.start + at));
        at += length;
    }
    let end = range.start + at;
    let character = |at: usize| characters.get(at).map(|(c, _)| *c);
    let place = |at: usize| characters.get(at).map_or(end, |(_, place)| *place);
    let mut runs: Vec<HeaderRun> = Vec::new();
    let (mut at, mut starts_part) = (0, true);
    while let Some(c) = character(at) {
        let next = character(at + 1);
        if c == '&' && next != Some('&') {
            starts_part |= matches!(next, Some('L' | 'C' | 'R'));
            at = after_code(at, &character);
            continue;
        }
        let width = if c == '&' { 2 } else { 1 };
        let here = place(at)..place(at + width);
        match runs.last_mut().filter(|run| run.source.end == here.start && !starts_part) {
            Some(run) => {
                run.source.end = here.end;
                run.text.push(c);
            }
            None => runs.push(HeaderRun { source: here, text: c.to_string(), starts_part }),
        }
        starts_part = false;
        at += width;
    }
    runs
}

/// Returns the end of the code that starts here.
fn after_code(at: usize, character: &impl Fn(usize) -> Option<char>) -> usize {
    let run =
        |from: usize, passes: fn(char) -> bool| (from..).find(|at| !character(*at).is_some_and(passes)).unwrap_or(from);
    match character(at + 1) {
        Some('"') => run(at + 2, |c| c != '"') + 1,
        // A colour: six digits.
        Some('K') => at + 2 + run(at + 2, |c| c.is_ascii_hexdigit()).saturating_sub(at + 2).min(6),
        Some('0'..='9') => run(at + 1, |c| c.is_ascii_digit()),
        Some(_) => at + 2,
        None => at + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_no_text() {
        let source = "&amp;L&amp;&quot;Arial,Bold&quot;&amp;12Ann &amp;BLee&amp;RA&amp;&amp;B &amp;P&amp;KFF0000red";
        let told: Vec<_> = runs(source, 0..source.len()).into_iter().map(|run| (run.text, run.starts_part)).collect();
        let told: Vec<_> = told.iter().map(|(text, starts)| (text.as_str(), *starts)).collect();
        assert_eq!(told, [("Ann ", true), ("Lee", false), ("A&B ", true), ("red", false)]);
    }
}
