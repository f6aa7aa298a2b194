//! CMaps that are known by name and stand in no file: those of Chinese, Japanese and Korean.
//!
//! How they cut strings is known. What their codes stand for is known of those whose codes are Unicode; the others need
//! a map in the file, or their letters cannot be told.

use crate::cmap::CMap;

/// A lowest and a highest code.
type CodeSpaceRange = (&'static [u8], &'static [u8]);

const UCS2: &[CodeSpaceRange] = &[(&[0x00, 0x00], &[0xD7, 0xFF]), (&[0xE0, 0x00], &[0xFF, 0xFF])];
const UTF16: &[CodeSpaceRange] = &[
    (&[0x00, 0x00], &[0xD7, 0xFF]),
    (&[0xD8, 0x00, 0xDC, 0x00], &[0xDB, 0xFF, 0xDF, 0xFF]),
    (&[0xE0, 0x00], &[0xFF, 0xFF]),
];
const SHIFT_JIS: &[CodeSpaceRange] =
    &[(&[0x00], &[0x80]), (&[0x81, 0x40], &[0x9F, 0xFC]), (&[0xA0], &[0xDF]), (&[0xE0, 0x40], &[0xFC, 0xFC])];
const DOUBLE: &[CodeSpaceRange] = &[(&[0x00], &[0x80]), (&[0x81, 0x40], &[0xFE, 0xFE])];
const PAIRS: &[CodeSpaceRange] = &[(&[0x21, 0x21], &[0x7E, 0x7E])];

/// Returns the predefined CMap of a name, which only cuts strings, or `None` if the name is not known.
pub(super) fn code_map(name: &[u8]) -> Option<CMap> {
    let name = std::str::from_utf8(name).ok()?;
    let (stem, vertical) = match (name.strip_suffix("-H"), name.strip_suffix("-V")) {
        (Some(stem), _) => (stem, false),
        (_, Some(stem)) => (stem, true),
        // The plain names of Japanese.
        _ if name == "H" || name == "V" => return Some(CMap::of_spaces(PAIRS, name == "V")),
        _ => return None,
    };
    let spaces = match stem {
        _ if stem.contains("UCS2") => UCS2,
        _ if stem.contains("UTF16") => UTF16,
        _ if stem.contains("RKSJ") => SHIFT_JIS,
        "GBK-EUC" | "GBKp-EUC" | "GBpc-EUC" | "GB-EUC" | "B5pc" | "HKscs-B5" | "ETen-B5" | "ETenms-B5" | "KSC-EUC"
        | "KSCms-UHC" | "KSCms-UHC-HW" | "KSCpc-EUC" => DOUBLE,
        _ => return None,
    };
    Some(CMap::of_spaces(spaces, vertical))
}

/// True if the codes of a CMap of this name are characters themselves.
pub(super) fn is_text(name: &[u8]) -> bool {
    let has = |part: &[u8]| name.windows(part.len()).any(|window| window == part);
    name.starts_with(b"Uni") && (has(b"UCS2") || has(b"UTF16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_cut_as_the_names_say() {
        let cut = |name: &str, bytes: &[u8]| code_map(name.as_bytes()).and_then(|map| map.next(bytes));
        assert_eq!(cut("UniGB-UCS2-H", &[0x4E, 0x2D]), Some((2, 0x4E2D)));
        assert_eq!(cut("90ms-RKSJ-H", b"A"), Some((1, 0x41)));
        assert_eq!(cut("90ms-RKSJ-H", &[0x83, 0x41]), Some((2, 0x8341)));
        assert_eq!(cut("GBK-EUC-V", &[0xB0, 0xA1]), Some((2, 0xB0A1)));
        assert!(cut("WinCharSetFFFF-H2", b"A").is_none());
        assert!(is_text(b"UniJIS-UTF16-H") && !is_text(b"90ms-RKSJ-H"));
    }
}
