//! Characters written by their numbers, one after the other: `\x4a\x61`, `%4a%61`, `&#74;&#97;`, `CHAR(74)&CHAR(97)`,
//! `4a 61 6e 65`, `fromCharCode(74,97,110,101)`.
//!
//! A form is told by its first character and kept up by all that follow; what stands between the first two stands between
//! all of them. Lists of bare numbers are characters only where they spell small letters, since ages and amounts are such
//! lists too.

use super::{BinaryToText, EncodedStretch, is_text};

/// Fewer characters are read as they stand.
const FEWEST: usize = 8;
/// The most bytes between two of them.
const LONGEST_JOINT: usize = 6;
/// No character has more digits.
const MOST_DIGITS: usize = 7;

/// A form in which a character is written.
struct CodeForm {
    before: &'static str,
    after: &'static str,
    base: u32,
    /// The number of digits, if it is always the same.
    width: Option<usize>,
    /// True if each number is a byte, and not a character.
    is_byte: bool,
}

const fn form(before: &'static str, base: u32, width: Option<usize>, after: &'static str, is_byte: bool) -> CodeForm {
    CodeForm { before, after, base, width, is_byte }
}

/// The forms; of those that begin alike the longer ones first, and the bare ones last.
static FORMS: [CodeForm; 26] = [
    form("\\x", 16, Some(2), "", true),
    form("\\u{", 16, None, "}", false),
    form("\\u", 16, Some(4), "", false),
    form("\\", 8, Some(3), "", true),
    form("%25", 16, Some(2), "", true),
    form("%u", 16, Some(4), "", false),
    form("%", 16, Some(2), "", true),
    form("=", 16, Some(2), "", true),
    form("&amp;#x", 16, None, ";", false),
    form("&amp;#", 10, None, ";", false),
    form("&#x", 16, None, ";", false),
    form("&#", 10, None, ";", false),
    form("0x", 16, Some(2), "", true),
    form("0X", 16, Some(2), "", true),
    form("U+", 16, Some(4), "", false),
    form("CHAR(", 10, None, ")", false),
    form("char(", 10, None, ")", false),
    form("Char(", 10, None, ")", false),
    form("UNICHAR(", 10, None, ")", false),
    form("CHR(", 10, None, ")", false),
    form("chr(", 10, None, ")", false),
    form("Chr(", 10, None, ")", false),
    form("ChrW(", 10, None, ")", false),
    form("fromCharCode(", 10, None, ")", false),
    form("", 16, Some(2), "", true),
    form("", 10, None, "", false),
];

/// A way to write characters by their numbers: a form, and what stands between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodeNotation {
    /// The number of the form.
    form: usize,
    is_upper: bool,
    joint: [u8; LONGEST_JOINT],
    joint_length: usize,
}

impl CodeNotation {
    /// Returns text as the numbers of its characters or bytes.
    pub fn encode(&self, bytes: &[u8]) -> String {
        let Some(form) = FORMS.get(self.form) else { return String::new() };
        let text = String::from_utf8_lossy(bytes);
        let codes: Vec<u32> = if form.is_byte {
            bytes.iter().map(|byte| u32::from(*byte)).collect()
        } else {
            text.chars().map(u32::from).collect()
        };
        let joint: String = self.joint.iter().take(self.joint_length).map(|byte| char::from(*byte)).collect();
        let written = codes.iter().map(|code| {
            let width = form.width.unwrap_or(0);
            let digits = match (form.base, self.is_upper) {
                (16, true) => format!("{code:0width$X}"),
                (16, false) => format!("{code:0width$x}"),
                (8, _) => format!("{code:0width$o}"),
                _ => code.to_string(),
            };
            [form.before, digits.as_str(), form.after].concat()
        });
        written.collect::<Vec<_>>().join(&joint)
    }

    fn joint(&self) -> &[u8] {
        self.joint.get(..self.joint_length).unwrap_or_default()
    }
}

/// Adds the stretches of a text that are characters by their numbers, in order and disjoint.
pub(super) fn find(text: &str, found: &mut Vec<EncodedStretch>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) =
        bytes.get(at..).and_then(|rest| rest.iter().position(|byte| may_begin(*byte))).map(|n| at + n)
    {
        at = start + 1;
        let is_inside = start > 0 && bytes.get(start - 1).is_some_and(u8::is_ascii_alphanumeric);
        if is_inside && bytes.get(start).is_some_and(u8::is_ascii_alphanumeric) {
            // No word begins here.
            at += bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            continue;
        }
        // A function of that kind is given plain numbers.
        let is_called = is_call(bytes.get(..start).unwrap_or_default());
        let may_be = |form: &usize| !is_called || FORMS[*form].base == 10 || !FORMS[*form].before.is_empty();
        let runs = (0..FORMS.len()).filter(may_be).filter_map(|form| CodeRun::read(bytes, start, form));
        let Some(run) = runs.max_by_key(|run| (run.codes.len(), std::cmp::Reverse(run.notation.form))) else {
            continue;
        };
        at = run.end.max(at);
        if let Some(inside) = run.text(bytes.get(..start).unwrap_or_default()) {
            let encoding = BinaryToText::Codes(run.notation);
            found.push(EncodedStretch { range: start..run.end, encoding, kind: None, bytes: Some(inside) });
        }
    }
}

/// True for a byte that a character by its number may begin with.
fn may_begin(byte: u8) -> bool {
    BEGINS[usize::from(byte)]
}

static BEGINS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_hexdigit() || matches!(byte as u8, b'\\' | b'%' | b'=' | b'&' | b'U');
        byte += 1;
    }
    table
};

/// Characters that follow each other in one form.
struct CodeRun {
    notation: CodeNotation,
    codes: Vec<u32>,
    end: usize,
}

impl CodeRun {
    /// Reads a run in a form, if a character in it stands at a place.
    fn read(bytes: &[u8], start: usize, number: usize) -> Option<Self> {
        let form = FORMS.get(number)?;
        let (first, mut end) = unit(bytes, start, form)?;
        let between = bytes.get(end..).unwrap_or_default().iter().take(LONGEST_JOINT + 1).take_while(|b| is_joint(**b));
        let mut length = between.count();
        // What a form begins with may look like what stands between.
        while length > 0 && unit(bytes, end + length, form).is_none() {
            length -= 1;
        }
        if length > LONGEST_JOINT || (form.before.is_empty() && length == 0) {
            return None;
        }
        let mut joint = [0; LONGEST_JOINT];
        joint.iter_mut().zip(bytes.get(end..end + length)?).for_each(|(own, byte)| *own = *byte);
        let mut notation = CodeNotation { form: number, is_upper: false, joint, joint_length: length };
        let mut codes = vec![first];
        while bytes.get(end..).is_some_and(|rest| rest.starts_with(notation.joint()))
            && let Some((code, next)) = unit(bytes, end + length, form)
        {
            codes.push(code);
            end = next;
        }
        let digits = bytes.get(start..end)?;
        notation.is_upper = form.base == 16 && digits.iter().any(|byte| (b'A'..=b'F').contains(byte));
        Some(Self { notation, codes, end })
    }

    /// What the run says, if it is words; `before` stands before it.
    fn text(&self, before: &[u8]) -> Option<Vec<u8>> {
        let form = FORMS.get(self.notation.form)?;
        if self.codes.len() < FEWEST {
            return None;
        }
        let bytes: Vec<u8> = if form.is_byte {
            self.codes.iter().map(|code| u8::try_from(*code).ok()).collect::<Option<_>>()?
        } else {
            self.codes.iter().map(|code| char::from_u32(*code)).collect::<Option<String>>()?.into_bytes()
        };
        std::str::from_utf8(&bytes).ok()?;
        let small = bytes.iter().filter(|byte| byte.is_ascii_lowercase()).count();
        let is_bare = form.before.is_empty() && !is_call(before);
        (is_text(&bytes) && (!is_bare || small * 2 >= bytes.len())).then_some(bytes)
    }
}

/// The number of the character that stands at a place in a form, and its end.
fn unit(bytes: &[u8], start: usize, form: &CodeForm) -> Option<(u32, usize)> {
    let rest = bytes.get(start..)?.strip_prefix(form.before.as_bytes())?;
    let most = form.width.unwrap_or(MOST_DIGITS);
    let digits = rest.iter().take(most).take_while(|byte| char::from(**byte).is_digit(form.base)).count();
    if digits == 0 || form.width.is_some_and(|width| width != digits) {
        return None;
    }
    let after = rest.get(digits..)?;
    // A number goes to its end.
    let goes_on = form.before.is_empty() && after.first().is_some_and(u8::is_ascii_alphanumeric);
    if goes_on || !after.starts_with(form.after.as_bytes()) {
        return None;
    }
    let code = u32::from_str_radix(std::str::from_utf8(rest.get(..digits)?).ok()?, form.base).ok()?;
    Some((code, start + form.before.len() + digits + form.after.len()))
}

/// True for a byte that may stand between two characters.
fn is_joint(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b':' | b'-' | b'+' | b'&' | b'|' | b'.' | b'\'' | b'"')
}

/// True if a function that makes text of numbers is called just before: `String.fromCharCode(`, `CHAR(`, `bytes([`.
fn is_call(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let Some(name) = before.strip_suffix(b"([").or_else(|| before.strip_suffix(b"(")) else { return false };
    let length = name.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name = name.get(name.len() - length..).unwrap_or_default().to_ascii_lowercase();
    [&b"charcode"[..], b"codepoint", b"char", b"chr", b"bytes"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, inside: &[&str]) {
        let mut found = Vec::new();
        find(text, &mut found);
        let said: Vec<String> = found
            .iter()
            .map(|stretch| {
                let bytes = stretch.bytes.clone().unwrap_or_default();
                let there = text.get(stretch.range.clone()).expect("there");
                assert_eq!(stretch.encoding.encode(&bytes), there);
                String::from_utf8(bytes).expect("characters")
            })
            .collect();
        assert_eq!(said, inside, "{text}");
    }

    #[test]
    fn characters_by_their_numbers_are_read() {
        let written = |each: &dyn Fn(u32) -> String, joint: &str| {
            "Jane Okonkwo".chars().map(|c| each(u32::from(c))).collect::<Vec<_>>().join(joint)
        };
        let forms: [(&dyn Fn(u32) -> String, &str); 14] = [
            (&|c| format!("\\x{c:02x}"), ""),
            (&|c| format!("\\u{c:04X}"), ""),
            (&|c| format!("\\u{{{c:x}}}"), ""),
            (&|c| format!("\\{c:03o}"), ""),
            (&|c| format!("%{c:02x}"), ""),
            (&|c| format!("%25{c:02x}"), ""),
            (&|c| format!("={c:02X}"), ""),
            (&|c| format!("&#{c};"), ""),
            (&|c| format!("&amp;#x{c:x};"), ""),
            (&|c| format!("0x{c:02x}"), ", "),
            (&|c| format!("{c:02x}"), " "),
            (&|c| format!("{c:02X}"), ":"),
            (&|c| format!("{c}"), ","),
            (&|c| format!("CHAR({c})"), " & "),
        ];
        for (each, joint) in forms {
            check(&format!("see {} now", written(each, joint)), &["Jane Okonkwo"]);
        }
        check("String.fromCharCode(74,65,78,69,32,76,69,69)", &["JANE LEE"]);
    }

    #[test]
    fn numbers_that_spell_nothing_stay_numbers() {
        for text in [
            "ages 54,61,70,48,66,59,73,80,55",
            "on 12.04.19 and 13.05.20, 61 62 63",
            "00:1a:2b:3c:4d:5e:6f:70:81",
            "a=1;b=2;c=3;d=4;e=5;f=6;g=7;h=8;i=9",
            "100%, 20%, 30%",
            "\\001\\002\\003\\004\\005\\006\\007\\010\\011",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn long_runs_are_looked_at_once() {
        for text in ["%", "\\x4", "4a ", "=3D", "&#", "0x0x", "CHAR(", "7,", "\\u{"] {
            let mut found = Vec::new();
            find(&text.repeat(200_000), &mut found);
            assert!(found.len() <= 1, "{text}");
        }
    }
}
