//! The shapes of values: what is left of `37 37 00417` when the digits themselves are forgotten.
//!
//! A value is cut into pieces; pieces of values that are alike make the slots of a shape, which remembers how long they
//! were and which marks and common words stood there, and nothing else of the text.

use std::collections::BTreeSet;

/// The amount of a value that its shape forgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ShapeWidth {
    /// Lengths of digits and capitals, common words and marks are kept.
    Exact,
    /// Lengths become ranges, common words lists.
    Ranged,
    /// The same, and the marks between two pieces become lists.
    Separated,
    /// Letters and digits without a blank between them are one piece.
    Loose,
}

impl ShapeWidth {
    pub(super) const ALL: [Self; 4] = [Self::Exact, Self::Ranged, Self::Separated, Self::Loose];
}

/// A piece of a value.
#[derive(Clone, PartialEq, Eq)]
enum ShapePiece<'t> {
    Digits(usize),
    /// Capitals only.
    Upper(usize),
    /// Small letters only.
    Lower(usize),
    /// Words with a capital, and the short words between them; how many with a capital.
    Names(usize),
    /// Letters, digits and the marks that join them.
    Joined,
    /// A word that is common in values of the category.
    Word(&'t str),
    Mark(char),
    Blank,
}

/// The kind of a slot of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShapeSlotKind {
    Digits,
    Upper,
    Lower,
    Names,
    Joined,
    Words,
    Marks,
    Blank,
}

#[derive(Clone)]
struct ShapeSlot {
    kind: ShapeSlotKind,
    least: usize,
    most: usize,
    /// The words or marks seen here.
    texts: BTreeSet<String>,
}

/// The shape of some values.
#[derive(Clone)]
pub(super) struct ValueShape {
    slots: Vec<ShapeSlot>,
}

/// The longest value that has a shape, in pieces.
const MOST_PIECES: usize = 24;
/// The longest word that joins two words of a name: "de", "del", "los".
const LONGEST_JOINING: usize = 3;
/// Marks that join letters and digits to one piece.
const JOINING: [char; 4] = ['.', '_', '-', '+'];
/// Marks that may stand for one another between two pieces.
const SEPARATING: [char; 6] = [' ', '-', '/', '.', ',', ':'];

/// A word with a capital, or an initial.
pub(super) const NAME: &str = r"\p{Lu}(?:[\p{L}'-]*\p{L}|[.ª]+)";
/// Short words before a word of a name.
pub(super) const JOINING_WORDS: &str = r"(?:\p{Ll}{1,3} +)*";

/// The runs of letters of a value that may be common words: the first, and those in small letters.
pub(super) fn word_runs(value: &str) -> impl Iterator<Item = &str> {
    runs(value).into_iter().enumerate().filter_map(|(nth, run)| {
        let first = run.chars().next()?;
        (first.is_alphabetic() && (nth == 0 || first.is_lowercase())).then_some(run)
    })
}

/// The abstract form of a value and the shape of it alone; nothing if it is too long or holds a line break.
pub(super) fn shape(value: &str, width: ShapeWidth, is_common: &dyn Fn(&str) -> bool) -> Option<(String, ValueShape)> {
    let pieces = pieces(value, width, is_common)?;
    let key = pieces.iter().map(|piece| piece.key(width)).collect();
    let slots = pieces.iter().map(|piece| piece.slot(width)).collect();
    Some((key, ValueShape { slots }))
}

/// Runs of digits, of letters and of blanks, and every mark.
fn runs(value: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphabetic() && !matches!(c, 'ª' | 'º') => 1,
        c if c.is_ascii_digit() => 2,
        c if c.is_whitespace() => 3,
        _ => 0,
    };
    let mut found = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, c) in value.char_indices() {
        let here = class(c);
        if at > start && (here != last || here == 0) {
            found.extend(value.get(start..at));
            start = at;
        }
        last = here;
    }
    found.extend(value.get(start..).filter(|run| !run.is_empty()));
    found
}

fn pieces<'t>(value: &'t str, width: ShapeWidth, is_common: &dyn Fn(&str) -> bool) -> Option<Vec<ShapePiece<'t>>> {
    if value.contains(['\n', '\r']) {
        return None;
    }
    let runs = runs(value);
    let mut pieces: Vec<ShapePiece> = Vec::new();
    for (nth, run) in runs.iter().enumerate() {
        let length = run.chars().count();
        let first = run.chars().next()?;
        let is_word = first.is_alphabetic() && is_common(run);
        pieces.push(match first {
            c if c.is_ascii_digit() => ShapePiece::Digits(length),
            c if c.is_whitespace() => ShapePiece::Blank,
            c if c.is_uppercase() && !(nth == 0 && is_word) => {
                if run.chars().all(char::is_uppercase) {
                    ShapePiece::Upper(length)
                } else {
                    ShapePiece::Names(1)
                }
            }
            c if c.is_alphabetic() && is_word => ShapePiece::Word(run),
            c if c.is_alphabetic() && !matches!(c, 'ª' | 'º') => ShapePiece::Lower(length),
            c => ShapePiece::Mark(c),
        });
    }
    let pieces = if width == ShapeWidth::Loose { join(pieces) } else { with_names(pieces, &runs) };
    (!pieces.is_empty() && pieces.len() <= MOST_PIECES).then_some(pieces)
}

/// Puts letters, digits and what joins them together.
fn join(pieces: Vec<ShapePiece<'_>>) -> Vec<ShapePiece<'_>> {
    let mut out: Vec<ShapePiece> = Vec::new();
    for piece in pieces {
        let joins = match &piece {
            ShapePiece::Mark(c) => JOINING.contains(c) && out.last() == Some(&ShapePiece::Joined),
            ShapePiece::Blank => false,
            _ => true,
        };
        match (joins, out.last()) {
            (true, Some(ShapePiece::Joined)) => {}
            (true, _) => out.push(ShapePiece::Joined),
            (false, _) => out.push(piece),
        }
    }
    out
}

/// Puts the words of a name together: capitalised words, initials, and short words between them or, behind something
/// else, before them.
fn with_names<'t>(pieces: Vec<ShapePiece<'t>>, runs: &[&'t str]) -> Vec<ShapePiece<'t>> {
    let mut out: Vec<ShapePiece> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        match name_length(&pieces[at..], runs.get(at..).unwrap_or_default(), at > 0) {
            Some((length, words)) => {
                out.push(ShapePiece::Names(words));
                at += length;
            }
            None => {
                out.push(pieces[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// The number of pieces from here that are one name, and of words of it that have a capital.
fn name_length(pieces: &[ShapePiece], runs: &[&str], may_lead: bool) -> Option<(usize, usize)> {
    let mut at = if may_lead { joining_words(pieces, runs) } else { 0 };
    let mut words = 0;
    let mut has_name = false;
    let mut end = None;
    loop {
        let length = match pieces.get(at..)? {
            [ShapePiece::Upper(1), ShapePiece::Mark('.' | 'ª'), ..] => 2,
            [ShapePiece::Names(_), ..] => 1,
            [ShapePiece::Upper(2..), ..] => 1,
            _ => break,
        };
        has_name |= pieces.get(at) == Some(&ShapePiece::Names(1));
        words += 1;
        at += length;
        end = Some((at, words));
        match pieces.get(at..)? {
            [ShapePiece::Blank, ..] => at += 1 + joining_words(pieces.get(at + 1..)?, runs.get(at + 1..)?),
            [ShapePiece::Mark('-' | '\''), ShapePiece::Names(_), ..] => {
                at += 1;
                words -= 1;
            }
            _ => break,
        }
    }
    end.filter(|_| has_name)
}

/// The number of pieces from here that are short words with blanks behind them.
fn joining_words(pieces: &[ShapePiece], runs: &[&str]) -> usize {
    let is_joining = |pair: &(&[ShapePiece], &[&str])| {
        let short = pair.1.first().is_some_and(|run| run.chars().count() <= LONGEST_JOINING);
        short && matches!(pair.0, [ShapePiece::Lower(_) | ShapePiece::Word(_), ShapePiece::Blank])
    };
    let is_small = |pair: &(&[ShapePiece], &[&str])| {
        pair.1.first().and_then(|run| run.chars().next()).is_some_and(char::is_lowercase)
    };
    2 * pieces.chunks(2).zip(runs.chunks(2)).take(3).take_while(|pair| is_joining(pair) && is_small(pair)).count()
}

impl ShapePiece<'_> {
    /// A picture of the piece: two values with the same pictures are of one shape.
    fn key(&self, width: ShapeWidth) -> String {
        match (self, width) {
            (Self::Digits(n), ShapeWidth::Exact) => "9".repeat(*n),
            (Self::Upper(n), ShapeWidth::Exact) => "A".repeat(*n),
            (Self::Word(word), ShapeWidth::Exact) => format!("\"{word}\""),
            (Self::Digits(_), _) => "9…".to_owned(),
            (Self::Upper(_), _) => "A…".to_owned(),
            (Self::Word(_), _) => "w".to_owned(),
            (Self::Lower(_), _) => "a…".to_owned(),
            (Self::Names(_), _) => "Aa".to_owned(),
            (Self::Joined, _) => "x".to_owned(),
            (Self::Blank, ShapeWidth::Separated) => "~".to_owned(),
            (Self::Mark(c), ShapeWidth::Separated) if SEPARATING.contains(c) => "~".to_owned(),
            (Self::Mark(c), _) => c.to_string(),
            (Self::Blank, _) => " ".to_owned(),
        }
    }

    fn slot(&self, width: ShapeWidth) -> ShapeSlot {
        let slot = |kind, length, text: Option<String>| ShapeSlot {
            kind,
            least: length,
            most: length,
            texts: text.into_iter().collect(),
        };
        match self {
            Self::Digits(n) => slot(ShapeSlotKind::Digits, *n, None),
            Self::Upper(n) => slot(ShapeSlotKind::Upper, *n, None),
            Self::Lower(n) => slot(ShapeSlotKind::Lower, *n, None),
            Self::Names(n) => slot(ShapeSlotKind::Names, *n, None),
            Self::Joined => slot(ShapeSlotKind::Joined, 1, None),
            Self::Word(word) => slot(ShapeSlotKind::Words, 1, Some((*word).to_owned())),
            Self::Mark(c) => slot(ShapeSlotKind::Marks, 1, Some(c.to_string())),
            Self::Blank if width == ShapeWidth::Separated => slot(ShapeSlotKind::Marks, 1, Some(" ".to_owned())),
            Self::Blank => slot(ShapeSlotKind::Blank, 1, None),
        }
    }
}

impl ValueShape {
    /// Takes in another shape of the same abstract form.
    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            mine.least = mine.least.min(theirs.least);
            mine.most = mine.most.max(theirs.most);
            mine.texts.extend(theirs.texts.iter().cloned());
        }
    }

    /// True if something in it is rare in running text: a digit, a mark, a common word with something else.
    pub(super) fn is_structured(&self) -> bool {
        let is_rare =
            |slot: &ShapeSlot| matches!(slot.kind, ShapeSlotKind::Digits | ShapeSlotKind::Words | ShapeSlotKind::Marks);
        self.slots.iter().any(is_rare) && !matches!(self.slots.as_slice(), [slot] if slot.kind == ShapeSlotKind::Words)
    }

    /// True if it starts or ends with digits, which could then be part of a longer number.
    pub(super) fn is_bounded_by_digits(&self) -> bool {
        let is_digits = |slot: Option<&ShapeSlot>| slot.is_some_and(|slot| slot.kind == ShapeSlotKind::Digits);
        is_digits(self.slots.first()) || is_digits(self.slots.last())
    }

    /// The regular expression.
    pub(super) fn regex(&self) -> String {
        let mut regex = String::new();
        for (nth, slot) in self.slots.iter().enumerate() {
            match slot.kind {
                ShapeSlotKind::Digits => push_repeated(&mut regex, r"\d", slot.least, slot.most),
                ShapeSlotKind::Upper => push_repeated(&mut regex, r"\p{Lu}", slot.least, slot.most),
                ShapeSlotKind::Lower => push_repeated(&mut regex, r"\p{Ll}", slot.least, slot.most),
                ShapeSlotKind::Names => {
                    let lead = if nth > 0 { JOINING_WORDS } else { "" };
                    regex.push_str(&format!("{lead}{NAME}"));
                    if slot.most > 1 {
                        let (least, most) = (slot.least - 1, slot.most - 1);
                        push_repeated(&mut regex, &format!("(?: +{JOINING_WORDS}{NAME})"), least, most);
                    }
                }
                ShapeSlotKind::Joined => regex.push_str(r"[\p{L}\d](?:[\p{L}\d._+-]*[\p{L}\d])?"),
                ShapeSlotKind::Words | ShapeSlotKind::Marks => regex.push_str(&one_of(&slot.texts)),
                ShapeSlotKind::Blank => regex.push_str(" +"),
            }
        }
        regex
    }

    /// An invented value of this shape.
    pub(super) fn invent(&self) -> String {
        let cycle = |text: &str, length: usize| text.chars().cycle().take(length).collect::<String>();
        self.slots
            .iter()
            .map(|slot| match slot.kind {
                ShapeSlotKind::Digits => cycle("4071938265", slot.least),
                ShapeSlotKind::Upper => cycle("QXJKVZWY", slot.least),
                ShapeSlotKind::Lower => cycle("belanor", slot.least),
                ShapeSlotKind::Names => invented_names(slot.least),
                ShapeSlotKind::Joined => "belanor".to_owned(),
                ShapeSlotKind::Words | ShapeSlotKind::Marks => slot.texts.first().cloned().unwrap_or_default(),
                ShapeSlotKind::Blank => " ".to_owned(),
            })
            .collect()
    }
}

/// So many invented words with a capital.
pub(super) fn invented_names(count: usize) -> String {
    const NAMES: [&str; 4] = ["Belanor", "Quirenta", "Mosveda", "Jarelio"];
    NAMES.iter().cycle().take(count).copied().collect::<Vec<_>>().join(" ")
}

fn push_repeated(regex: &mut String, what: &str, least: usize, most: usize) {
    regex.push_str(what);
    match (least, most) {
        (1, 1) => {}
        _ if least == most => regex.push_str(&format!("{{{least}}}")),
        _ => regex.push_str(&format!("{{{least},{most}}}")),
    }
}

/// The regular expression of one of some texts.
pub(super) fn one_of(texts: &BTreeSet<String>) -> String {
    let mut escaped: Vec<String> = texts.iter().map(|text| escape(text)).collect();
    match escaped.as_mut_slice() {
        [one] => std::mem::take(one),
        _ => format!("(?:{})", escaped.join("|")),
    }
}

/// A text as a regular expression; its blanks may be longer.
fn escape(text: &str) -> String {
    let mut regex = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            regex.push('\\');
        }
        regex.push(c);
        if c == ' ' && text.len() > 1 {
            regex.push('+');
        }
    }
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[&str], width: ShapeWidth, form: &str, regex: &str) {
        let common = |word: &str| ["Calle", "de", "mayo"].contains(&word);
        let mut merged: Option<ValueShape> = None;
        for value in values {
            let (found, shape) = shape(value, width, &common).expect("a shape");
            assert_eq!(found, form, "{value}");
            merged.get_or_insert_with(|| shape.clone()).merge(&shape);
        }
        assert_eq!(merged.expect("values").regex(), regex);
    }

    #[test]
    fn lengths_and_marks_are_merged_as_far_as_the_width_says() {
        check(&["12 3456-7"], ShapeWidth::Exact, "99 9999-9", r"\d{2} +\d{4}-\d");
        check(&["12 3456-7", "1 34-78"], ShapeWidth::Ranged, "9… 9…-9…", r"\d{1,2} +\d{2,4}-\d{1,2}");
        check(&["12 34", "12/345"], ShapeWidth::Separated, "9…~9…", r"\d{2}(?: |/)\d{2,3}");
        check(&["ana.b@c.es"], ShapeWidth::Loose, "x@x", &format!("{0}@{0}", r"[\p{L}\d](?:[\p{L}\d._+-]*[\p{L}\d])?"));
    }

    #[test]
    fn common_words_stay_and_names_do_not() {
        check(&["3 de mayo"], ShapeWidth::Exact, "9 \"de\" \"mayo\"", r"\d +de +mayo");
        check(&["Calle de la Rosa"], ShapeWidth::Exact, "\"Calle\" Aa", &format!("Calle +{JOINING_WORDS}{NAME}"));
        check(&["J. de Luna-Sol"], ShapeWidth::Ranged, "Aa", &format!("{NAME}(?: +{JOINING_WORDS}{NAME})"));
    }

    #[test]
    fn invented_values_are_of_the_shape() {
        let (form, one) = shape("AB-123 Calle", ShapeWidth::Exact, &|_| false).expect("a shape");
        assert_eq!(shape(&one.invent(), ShapeWidth::Exact, &|_| false).expect("a shape").0, form);
        assert!(shape("a\nb", ShapeWidth::Exact, &|_| false).is_none());
        assert!(shape("", ShapeWidth::Exact, &|_| false).is_none());
    }
}
