//! Values of elements: what each is read as, and how it is written again within the bounds of its type.

use super::elements::DicomElement;
use super::uids;
use crate::BlockKind;
use crate::container::PartEdits;
use crate::formats::codepage::CodePage;
use crate::formats::values::{ValueEncoding, ValueReader, ValueSlot, readable};
use crate::formats::{ReadError, WriteError};

/// The role of an element with a value.
pub(super) enum DicomLeaf {
    Slot(ValueSlot),
    Picture {
        removable: usize,
    },
    /// A length that is worked out anew.
    Derived,
    /// Text, value by value.
    Texts {
        values: Vec<DicomText>,
        code: ValueEncoding,
        vr: [u8; 2],
    },
}

/// One value of an element.
pub(super) struct DicomText {
    /// As it stands in the file.
    raw: String,
    /// The parts that it is shown as: one, or one for each way of writing a name; nothing where nobody reads it.
    parts: Vec<Option<usize>>,
}

/// The charset of texts.
#[derive(Clone, Copy)]
pub(super) struct DicomCharset(Option<ValueEncoding>);

impl Default for DicomCharset {
    fn default() -> Self {
        // Files that name none should hold ASCII, and many hold Latin-1.
        Self(CodePage::by_number(28591).map(ValueEncoding::Page))
    }
}

impl DicomCharset {
    /// The charset that an element names.
    pub fn of(value: &[u8]) -> Self {
        let names = String::from_utf8_lossy(value);
        let mut names = names.split('\\').map(|name| name.trim_matches(['\0', ' '])).filter(|name| !name.is_empty());
        let first = names.next().unwrap_or("ISO_IR 6").replace("ISO 2022 IR", "ISO_IR");
        let number = match first.as_str() {
            "ISO_IR 6" if names.next().is_none() => return Self::default(),
            "ISO_IR 100" => 28591,
            "ISO_IR 101" => 28592,
            "ISO_IR 144" => 28595,
            "ISO_IR 126" => 28597,
            "ISO_IR 148" => 28599,
            "ISO_IR 203" => 28605,
            "ISO_IR 192" => return Self(Some(ValueEncoding::Utf8)),
            // Letters of ASCII are the same in all of them.
            _ => return Self(None),
        };
        Self(CodePage::by_number(number).map(ValueEncoding::Page))
    }

    /// The code, or that of ASCII where the charset is not read.
    fn code(self) -> ValueEncoding {
        self.0.unwrap_or(ValueEncoding::Ascii)
    }
}

/// The nature of a value by its type.
pub(super) enum DicomNature {
    Text([u8; 2]),
    /// An identifier that links the file to others.
    Uid(String),
    /// Numbers, and words that the standard gives.
    Numbers,
    Unknown,
}

pub(super) fn nature(element: &DicomElement, value: &[u8]) -> DicomNature {
    let text = || std::str::from_utf8(value).ok().map(|text| text.trim_end_matches(['\0', ' ']));
    let Some(vr) = element.vr else { return unknown(value) };
    // Marks that no text has break what is written there, and nobody knows what it was.
    let is_control = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | 0x1b);
    let body = value.get(..value.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)).unwrap_or_default();
    if is_text(vr) && body.iter().any(|byte| is_control(*byte)) {
        return DicomNature::Unknown;
    }
    match &vr {
        b"UI" => match text() {
            Some(text) if text.split('\\').all(|uid| uid.is_empty() || uids::is_standard(uid)) => DicomNature::Numbers,
            Some(text) if text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'\\')) => {
                DicomNature::Uid(text.to_owned())
            }
            _ => DicomNature::Text(*b"LO"),
        },
        b"CS" => {
            let is_term = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b" _\\\0".contains(&byte);
            let is_of_patient = matches!(element.group(), 0x0010 | 0x0038);
            let is_term = value.iter().all(|byte| is_term(*byte));
            if is_term && !is_of_patient { DicomNature::Numbers } else { DicomNature::Text(vr) }
        }
        b"DS" | b"IS" => {
            let is_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE \\\0".contains(&byte);
            let is_short = |number: &[u8]| vr == *b"DS" || number.iter().filter(|b| b.is_ascii_digit()).count() < 5;
            let is_harmless =
                value.iter().all(|byte| is_number(*byte)) && value.split(|byte| *byte == b'\\').all(is_short);
            if is_harmless { DicomNature::Numbers } else { DicomNature::Text(vr) }
        }
        _ if is_text(vr) => DicomNature::Text(vr),
        b"AT" | b"FL" | b"FD" | b"SL" | b"SS" | b"SV" | b"UL" | b"US" | b"UV" => DicomNature::Numbers,
        // Tables of colours and points of surfaces.
        b"OB" | b"OW" | b"OF" | b"OD" | b"OL" | b"OV" if matches!(element.group(), 0x0028 | 0x0066 | 0x5600) => {
            DicomNature::Numbers
        }
        _ => unknown(value),
    }
}

/// True if a type holds text, and nothing but text.
fn is_text(vr: [u8; 2]) -> bool {
    const TEXTS: [&[u8; 2]; 17] = [
        b"AE", b"AS", b"CS", b"DA", b"DS", b"DT", b"IS", b"LO", b"LT", b"PN", b"SH", b"ST", b"TM", b"UC", b"UI", b"UR",
        b"UT",
    ];
    TEXTS.contains(&&vr)
}

/// Returns the nature of a value of unknown type: text if it reads as text, numbers if nothing can be read in it.
fn unknown(value: &[u8]) -> DicomNature {
    let trimmed = value.trim_ascii_end();
    let trimmed = trimmed.strip_suffix(&[0]).unwrap_or(trimmed);
    let is_text = std::str::from_utf8(trimmed)
        .is_ok_and(|text| !text.is_empty() && !text.chars().any(|c| c.is_control() && !c.is_whitespace()));
    match () {
        () if is_text => {
            let text = String::from_utf8_lossy(trimmed);
            let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let is_one = |uid: &str| uid.len() > 8 && uid.matches('.').count() > 2 && uid.split('.').all(is_digits);
            let is_uid = text.split('\\').all(is_one);
            match is_uid {
                true if text.split('\\').all(uids::is_standard) => DicomNature::Numbers,
                true => DicomNature::Uid(text.into_owned()),
                false => DicomNature::Text(*b"LO"),
            }
        }
        () if value.len() <= 64 && readable(value).is_empty() => DicomNature::Numbers,
        () => DicomNature::Unknown,
    }
}

/// Reads the texts of an element.
pub(super) fn read(
    vr: [u8; 2],
    value: &[u8],
    charset: DicomCharset,
    label: Option<&str>,
    place: &str,
    values: &mut ValueReader,
) -> Result<Option<DicomLeaf>, ReadError> {
    let code = charset.code();
    let fault = "text in a charset that is not read; convert the file to ISO_IR 192 (UTF-8)";
    let wrong = || ReadError::Part { part: place.into(), fault };
    if matches!(code, ValueEncoding::Ascii) && value.contains(&0x1b) {
        return Err(wrong());
    }
    let text = code.decode(value).ok_or_else(wrong)?;
    let text = text.trim_end_matches(['\0', ' ']);
    if text.is_empty() {
        return Ok(None);
    }
    let is_single = matches!(&vr, b"LT" | b"ST" | b"UT" | b"UR");
    let singles: Vec<&str> = if is_single { vec![text] } else { text.split('\\').collect() };
    let mut texts = Vec::with_capacity(singles.len());
    for single in singles {
        let groups: Vec<&str> = if &vr == b"PN" { single.split('=').collect() } else { vec![single] };
        let mut parts = Vec::with_capacity(groups.len());
        for group in groups {
            let shown = shown(vr, group);
            let is_empty = shown.trim().is_empty();
            let kind = if is_single { BlockKind::Paragraph } else { BlockKind::Field };
            parts.push(if is_empty { None } else { Some(values.builder.text_part(&shown, kind, label)?) });
        }
        texts.push(DicomText { raw: single.to_owned(), parts });
    }
    Ok(Some(DicomLeaf::Texts { values: texts, code, vr }))
}

/// A value as people write it.
fn shown(vr: [u8; 2], value: &str) -> String {
    let value = value.trim();
    let digits: String = value.chars().filter(|c| *c != '.').collect();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let date = |digits: &str| Some(format!("{}-{}-{}", digits.get(..4)?, digits.get(4..6)?, digits.get(6..8)?));
    let time = |digits: &str| {
        let second = digits.get(4..6).map(|second| format!(":{second}")).unwrap_or_default();
        Some(format!("{}:{}{second}", digits.get(..2)?, digits.get(2..4)?))
    };
    let whole = value.split('.').next().unwrap_or_default();
    let other = match &vr {
        b"DA" if digits.len() == 8 && is_digits(&digits) => date(&digits),
        b"TM" if is_digits(whole) => time(whole),
        b"DT" if whole.len() >= 8 && is_digits(whole.get(..8).unwrap_or_default()) => {
            let clock = whole.get(8..).map(|rest| rest.split(['+', '-']).next().unwrap_or_default());
            let clock = clock.filter(|clock| is_digits(clock)).and_then(time);
            date(whole).map(|date| clock.map_or(date.clone(), |clock| format!("{date} {clock}")))
        }
        b"AS" => age(value),
        b"PN" => Some(name(value)),
        _ => None,
    };
    other.unwrap_or_else(|| value.to_owned())
}

const UNITS: [(char, &str); 4] = [('Y', "years"), ('M', "months"), ('W', "weeks"), ('D', "days")];

/// `045Y` as people write it.
fn age(value: &str) -> Option<String> {
    let (_, unit) = UNITS.iter().find(|(letter, _)| value.ends_with(*letter))?;
    let number: u32 = value.get(..value.len() - 1)?.parse().ok()?;
    Some(format!("{number} {unit}"))
}

/// The words of a name in the order in which it is spoken: `Doe^Jane^Mary^Dr` is "Dr Jane Mary Doe".
fn name(value: &str) -> String {
    let mut components = value.split('^').map(str::trim);
    let mut next = || components.next().unwrap_or_default();
    let [family, given, middle, prefix, suffix] = [next(), next(), next(), next(), next()];
    let rest: Vec<&str> = components.collect();
    let words = [prefix, given, middle, family, suffix].into_iter().chain(rest).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

impl DicomLeaf {
    /// The texts as they become; nothing if they stay.
    pub fn texts(&self, parts: &[PartEdits<'_>]) -> Result<Option<Vec<u8>>, WriteError> {
        let Self::Texts { values, code, vr } = self else { return Ok(None) };
        let mut is_changed = false;
        let mut all = Vec::with_capacity(values.len());
        for value in values {
            let raw: Vec<&str> = if vr == b"PN" { value.raw.split('=').collect() } else { vec![&value.raw] };
            let mut groups = Vec::with_capacity(raw.len());
            for (raw, part) in raw.iter().zip(&value.parts) {
                let part = part.map(|part| parts.get(part).ok_or(WriteError::Inconsistent)).transpose()?;
                groups.push(match part {
                    Some(part) if !part.is_untouched() => {
                        is_changed = true;
                        written(*vr, &part.apply()?, raw)
                    }
                    _ => (*raw).to_owned(),
                });
            }
            all.push(groups.join("="));
        }
        let text = all.join("\\");
        Ok(is_changed.then(|| {
            let mut bytes = code.encode(&text);
            if bytes.len() % 2 == 1 {
                bytes.push(b' ');
            }
            bytes
        }))
    }
}

/// A text as a value of a type has it; nothing stands where the type has no room for it.
fn written(vr: [u8; 2], text: &str, raw: &str) -> String {
    let digits = || text.chars().filter(char::is_ascii_digit).collect::<String>();
    let fits = |marks: &[char]| text.chars().all(|c| c.is_ascii_digit() || marks.contains(&c));
    let cut = |most: usize, text: &str| text.chars().take(most).collect::<String>();
    let plain = || text.replace('\\', "/");
    match &vr {
        b"DA" if fits(&['-']) && digits().len() == 8 => digits(),
        b"TM" if fits(&[':']) && matches!(digits().len(), 2 | 4 | 6) => digits(),
        b"DT" if fits(&['-', ' ', ':']) && matches!(digits().len(), 8 | 12 | 14) => digits(),
        b"AS" => {
            let unit = UNITS.iter().find(|(_, unit)| text.ends_with(unit)).map(|(letter, _)| *letter);
            let number = digits().parse::<u32>().ok().filter(|number| *number < 1000);
            number.zip(unit).map_or_else(String::new, |(number, unit)| format!("{number:03}{unit}"))
        }
        b"DA" | b"TM" | b"DT" => String::new(),
        b"IS" | b"DS" if text.parse::<f64>().is_ok() && text.len() <= 12 => text.to_owned(),
        b"IS" | b"DS" => String::new(),
        b"CS" => {
            let upper = text.to_ascii_uppercase();
            let term: String =
                upper.chars().filter(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == ' ').collect();
            cut(16, term.trim())
        }
        b"SH" | b"AE" => cut(16, &plain()),
        b"LO" => cut(64, &plain()),
        b"PN" => cut(64, &written_name(&plain().replace(['^', '='], " "), raw)),
        b"UC" => plain(),
        _ => text.to_owned(),
    }
}

/// A name in the order of the file: as many words as the family name had before come first, if there is nothing but words.
fn written_name(text: &str, raw: &str) -> String {
    let family = raw.split('^').next().unwrap_or_default().split_whitespace().count();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_name = words.iter().all(|word| word.chars().all(|c| c.is_alphabetic() || "'-.".contains(c)));
    match words.len().checked_sub(family) {
        Some(given) if is_name && given > 0 && family > 0 => {
            let (given, family) = words.split_at(given);
            format!("{}^{}", family.join(" "), given.join(" "))
        }
        _ => text.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_people_write_them() {
        for (vr, raw, expected) in [
            (b"DA", "19610309", "1961-03-09"),
            (b"DA", "1961.03.09", "1961-03-09"),
            (b"TM", "102030.123456", "10:20:30"),
            (b"TM", "1020", "10:20"),
            (b"DT", "20240304102030.5+0100", "2024-03-04 10:20:30"),
            (b"DT", "20240304", "2024-03-04"),
            (b"AS", "045Y", "45 years"),
            (b"PN", "Doe^Jane^Mary^Dr", "Dr Jane Mary Doe"),
            (b"PN", "Doe", "Doe"),
            (b"DA", "soon", "soon"),
        ] {
            assert_eq!(shown(*vr, raw), expected);
        }
    }

    #[test]
    fn what_a_type_has_no_room_for_is_left_out() {
        for (vr, text, expected) in [
            (b"DA", "1999-05-06", "19990506"),
            (b"DA", "[DATE 1]", ""),
            (b"TM", "07:08:09", "070809"),
            (b"DT", "1999-05-06 07:08:09", "19990506070809"),
            (b"AS", "40 years", "040Y"),
            (b"AS", "[AGE 1]", ""),
            (b"IS", "[ID 1]", ""),
            (b"CS", "[PERSON 1]", "PERSON 1"),
            (b"SH", "[ORGANISATION 12]", "[ORGANISATION 12"),
            (b"PN", "[PERSON 1]", "[PERSON 1]"),
            (b"PN", "Ana Gil Ruiz", "Gil Ruiz^Ana"),
            (b"LO", "a\\b", "a/b"),
        ] {
            assert_eq!(written(*vr, text, "Van Doe^Jane"), expected);
        }
    }
}
