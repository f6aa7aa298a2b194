//! Character references: `&eacute;`, `&#233;`, `&#xe9;`, and the shapes browsers forgive.

use sfumato_words::WordTable;

/// The longest name.
const MOST_NAME: usize = 31;
/// A number of more digits is no reference.
const MOST_DIGITS: usize = 16;

static NAMES: WordTable<2> = WordTable::new(include_str!("named.txt"), "characters");

/// Returns a named character, and whether its name stands without a semicolon too.
fn named(name: &str) -> Option<(char, bool)> {
    let [_, code] = NAMES.get(name)?;
    let (code, bare) = code.strip_suffix('!').map_or((*code, false), |code| (code, true));
    Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, bare))
}

/// The character of a reference at the very start, and the reference's length; nothing if there is none.
pub(crate) fn read(rest: &str, in_attribute: bool) -> Option<(char, usize)> {
    match rest.strip_prefix("&#") {
        Some(number) => {
            let hexadecimal = number.starts_with(['x', 'X']);
            numeric(number.get(usize::from(hexadecimal)..)?, if hexadecimal { 16 } else { 10 })
                .map(|(c, length)| (c, 2 + usize::from(hexadecimal) + length))
        }
        None => by_name(rest.get(1..)?, in_attribute).map(|(c, length)| (c, 1 + length)),
    }
}

fn numeric(digits: &str, radix: u32) -> Option<(char, usize)> {
    let count = digits.chars().take(MOST_DIGITS + 1).take_while(|c| c.is_digit(radix)).count();
    let number = digits.get(..count).filter(|_| (1..=MOST_DIGITS).contains(&count))?;
    let code = u64::from_str_radix(number, radix).ok()?;
    let c = u32::try_from(code).ok().and_then(character).unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((c, count + usize::from(digits.as_bytes().get(count) == Some(&b';'))))
}

/// The character of a number; those of windows-1252 are what pages mean by the numbers 128 to 159.
fn character(code: u32) -> Option<char> {
    match code {
        0 => None,
        0x80..=0x9f => Some(crate::encoding::windows_1252(code as u8)),
        code => char::from_u32(code),
    }
}

fn by_name(rest: &str, in_attribute: bool) -> Option<(char, usize)> {
    let length = rest.bytes().take(MOST_NAME + 1).take_while(u8::is_ascii_alphanumeric).count();
    let name = rest.get(..length)?;
    let next = rest.as_bytes().get(length);
    if next == Some(&b';')
        && let Some((c, _)) = named(name)
    {
        return Some((c, length + 1));
    }
    // In an address, `&copy=1` is a parameter; in text, `&copy2024` is a sign and a year.
    if in_attribute {
        let (c, _) = named(name).filter(|(_, bare)| *bare && next != Some(&b'='))?;
        return Some((c, length));
    }
    (2..=length.min(6)).rev().find_map(|length| {
        let (c, _) = named(rest.get(..length)?).filter(|(_, bare)| *bare)?;
        Some((c, length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_browsers_do() {
        assert_eq!(read("&eacute;x", false), Some(('é', 8)));
        assert_eq!(read("&commat;", false), Some(('@', 8)));
        assert_eq!(read("&eacutex", false), Some(('é', 7)));
        assert_eq!(read("&notit;", false), Some(('¬', 4)));
        assert_eq!(read("&copy=1", true), None);
        assert_eq!(read("&copy", true), Some(('©', 5)));
        assert_eq!(read("&nothing;", true), None);
        assert_eq!(read("&#233;", false), Some(('é', 6)));
        assert_eq!(read("&#xE9 ", false), Some(('é', 5)));
        assert_eq!(read("&#150;", false), Some(('–', 6)));
        assert_eq!(read("&#0;", false), Some(('\u{fffd}', 4)));
        assert_eq!(read("&#xd800;", false), Some(('\u{fffd}', 8)));
        assert_eq!(read("&#99999999999999999999;", false), None);
        assert_eq!(read("&;", false), None);
        assert_eq!(read("&#x;", false), None);
        assert_eq!(read("&", false), None);
    }

    #[test]
    fn every_name_has_a_character() {
        assert_eq!(NAMES.rows().len(), 2_032);
        let found: Vec<(char, bool)> = NAMES.rows().iter().filter_map(|[name, _]| named(name)).collect();
        assert_eq!((found.len(), found.iter().filter(|(_, bare)| *bare).count()), (2_032, 106));
        assert!(NAMES.rows().iter().all(|[name, _]| name.len() <= MOST_NAME));
    }
}
