//! Marks: runs of the same, emoticons, emoji.

use super::chars::is_joined;

/// Faces made of marks, longest first where one starts another.
const FACES: [&str; 26] = [
    ":'-(", ":'(", ":-)", ":-(", ":-D", ":-P", ":-p", ":-/", ":-|", ":-*", ";-)", "=-)", "^_^", "-_-", ":)", ":(",
    ":D", ":P", ":p", ":O", ":|", ";)", "=)", "=(", "(:", "<3",
];

/// The length of the mark at the start of `rest`; `before` is the character right before it, if that is not a blank.
pub(super) fn mark(rest: &str, before: Option<char>) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    if let Some(length) = face(rest, before) {
        return length;
    }
    let length = match first {
        '.' => stops(rest),
        '!' | '?' => run(rest, |c| matches!(c, '!' | '?')),
        '-' | '=' | '*' | '_' | '~' | '<' | '>' | '$' | '#' | '+' | '^' => run(rest, |c| c == first),
        '\'' | '`' => pair(rest, |c| c == first),
        '\u{2018}' | '\u{2019}' => pair(rest, |c| matches!(c, '\u{2018}' | '\u{2019}')),
        '°' => degree(rest),
        c if is_emoji(c) => emoji(rest),
        c => c.len_utf8(),
    };
    length + run(rest.get(length..).unwrap_or_default(), is_joined)
}

/// The length of the characters at the start that pass.
fn run(rest: &str, test: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !test(c)).unwrap_or(rest.len())
}

/// Two marks that stand for one double quote, or the first alone.
fn pair(rest: &str, test: impl Fn(char) -> bool) -> usize {
    let mut chars = rest.chars();
    let first = chars.next().map_or(0, char::len_utf8);
    let second = chars.next().filter(|c| test(*c)).map_or(0, char::len_utf8);
    // Three in a row are quotes inside quotes, not a pair and one more.
    if chars.next().is_some_and(test) { first } else { first + second }
}

/// `...` as it is; `.` with the `?` or `!` that was typed over it.
fn stops(rest: &str) -> usize {
    let stops = run(rest, |c| c == '.');
    if stops > 1 { stops } else { stops + run(rest.get(1..).unwrap_or_default(), |c| matches!(c, '!' | '?')) }
}

fn degree(rest: &str) -> usize {
    let unit = rest.get('°'.len_utf8()..).filter(|unit| unit.starts_with(['C', 'F']));
    let ends = unit.is_some_and(|unit| !unit.get(1..).is_some_and(|after| after.starts_with(char::is_alphanumeric)));
    '°'.len_utf8() + usize::from(ends)
}

fn face(rest: &str, before: Option<char>) -> Option<usize> {
    if !rest.starts_with([':', ';', '=', '(', '^', '<', '-']) {
        return None;
    }
    let face = FACES.iter().find(|face| rest.starts_with(**face))?;
    let after = rest.get(face.len()..)?.chars().next();
    let is_apart = !before.is_some_and(|c| c.is_ascii_digit()) && !after.is_some_and(char::is_alphanumeric);
    // With letters in it, it is a face only where it stands alone.
    let is_alone = before.is_none_or(|c| !c.is_alphanumeric());
    let has_letter =
        face.ends_with(|c: char| c.is_alphanumeric()) || matches!(*face, "(:" | "=)" | "=(" | "-_-" | ":|");
    if !is_apart || (has_letter && !is_alone) {
        return None;
    }
    let last = face.chars().next_back()?;
    let more = if matches!(last, ')' | '(') { run(rest.get(face.len()..)?, |c| c == last) } else { 0 };
    Some(face.len() + more)
}

/// True if a character is a picture of its own, or half a flag.
pub(super) fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{2300}'..='\u{23ff}')
}

/// One picture with what is joined to it: a tone of skin, another picture, the second half of a flag.
fn emoji(rest: &str) -> usize {
    let is_flag = |c: char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    let is_tone = |c: char| matches!(c, '\u{1f3fb}'..='\u{1f3ff}');
    let mut end = 0;
    let mut last = '\0';
    for (at, c) in rest.char_indices() {
        let belongs = at == 0
            || is_joined(c)
            || is_tone(c)
            || (last == '\u{200d}' && is_emoji(c))
            || (at == last.len_utf8() && is_flag(last) && is_flag(c))
            || matches!(c, '\u{e0020}'..='\u{e007f}');
        if !belongs {
            break;
        }
        end = at + c.len_utf8();
        last = c;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_faces_are_one_mark() {
        for (text, length) in [
            ("... so", 3),
            ("..", 2),
            (".?", 2),
            ("!?! no", 3),
            ("?.", 1),
            ("--no", 2),
            ("====", 4),
            ("''so", 2),
            ("'''", 1),
            (")).", 1),
            (":) ok", 2),
            (":-))) ok", 5),
            (":D", 2),
            (":Do", 1),
            ("°C", 3),
            ("°Cx", 2),
        ] {
            assert_eq!(mark(text, None), length, "{text}");
        }
        assert_eq!(mark(":D", Some('e')), 1);
        assert_eq!(mark(":) ", Some('3')), 1);
    }

    #[test]
    fn pictures_hold_together() {
        for text in ["👩\u{200d}👧\u{200d}👦", "👍🏽", "🇪🇸", "❤\u{fe0f}", "🏴\u{e0067}\u{e007f}"] {
            assert_eq!(mark(text, None), text.len(), "{text}");
            assert_eq!(mark(&format!("{text}{text}"), None), text.len(), "{text} twice");
        }
        assert_eq!(mark("😀😀", None), 4);
    }
}
