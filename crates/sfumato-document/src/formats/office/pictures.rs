//! Empty pictures, to stand where a picture stood.
//!
//! Each is of the same kind as the one before, told by content, since programs look at names, at content types and
//! at content, and must not find that these differ.

use memchr::memmem;

/// An empty picture of the same kind; nothing if the kind is not known.
pub(crate) fn blank(picture: &[u8]) -> Option<&'static [u8]> {
    let has = |at: usize, mark: &[u8]| picture.get(at..).is_some_and(|rest| rest.starts_with(mark));
    let kinds = [
        (has(0, b"\x89PNG\r\n"), PNG),
        (has(0, b"\xff\xd8\xff"), JPEG),
        (has(0, b"GIF8"), GIF),
        (has(0, b"BM"), BMP),
        (has(0, b"II*\0") || has(0, b"MM\0*"), TIFF),
        (has(0, b"RIFF") && has(8, b"WEBP"), WEBP),
        (has(0, b"\x01\0\0\0") && has(40, b"\x20EMF"), EMF),
        (has(0, b"\xd7\xcd\xc6\x9a"), WMF),
        (has(0, b"\x01\0\x09\0") || has(0, b"\x02\0\x09\0"), PLAIN_WMF),
    ];
    kinds.iter().find(|(is_kind, _)| *is_kind).map(|(_, blank)| *blank).or_else(|| blank_markup(picture))
}

/// Pictures and handwriting in XML.
fn blank_markup(picture: &[u8]) -> Option<&'static [u8]> {
    let head = picture.get(..picture.len().min(4096)).unwrap_or_default();
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let has = |mark: &[u8]| memmem::find(head, mark).is_some();
    match () {
        () if !head.starts_with(b"<") => None,
        () if has(b"<svg") || has(b":svg") => Some(SVG),
        () if has(b"http://www.w3.org/2003/InkML") => Some(INK),
        () => None,
    }
}

pub(crate) const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";
const INK: &[u8] = b"<ink xmlns=\"http://www.w3.org/2003/InkML\"/>";
// One white pixel each; the two metafiles draw nothing.
const PNG: &[u8] = b"\
    \x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\xdac\xf8\x0f\0\x01\x01\x01\0\
    \x1c\xb0\x8c\x99\0\0\0\0IEND\xaeB`\x82";
const JPEG: &[u8] = b"\
    \xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0C\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\
    \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\
    \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\
    \xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x03\xff\xc4\0\
    \x14\x10\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xda\0\x08\x01\x01\0\0?\0G\xff\xd9";
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
const BMP: &[u8] = b"\
    BM:\0\0\0\0\0\0\x006\0\0\0(\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0\0\0\0\0\x04\0\0\0\x13\x0b\0\0\x13\x0b\0\0\0\0\
    \0\0\0\0\0\0\xff\xff\xff\0";
const TIFF: &[u8] = b"\
    II*\0\x08\0\0\0\t\0\0\x01\x03\0\x01\0\0\0\x01\0\0\0\x01\x01\x03\0\x01\0\0\0\x01\0\0\0\x02\x01\x03\0\x01\0\0\0\
    \x08\0\0\0\x03\x01\x03\0\x01\0\0\0\x01\0\0\0\x06\x01\x03\0\x01\0\0\0\x01\0\0\0\x11\x01\x04\0\x01\0\0\0z\0\0\0\
    \x15\x01\x03\0\x01\0\0\0\x01\0\0\0\x16\x01\x03\0\x01\0\0\0\x01\0\0\0\x17\x01\x04\0\x01\0\0\0\x01\0\0\0\0\0\0\0\
    \xff";
const WEBP: &[u8] = b"RIFF\x1e\0\0\0WEBPVP8L\x11\0\0\0/\0\0\0\0\x07\xd0\xff\xfe\xf7\xbf\xff\x81\x88\xe8\x7f\0\0";
const EMF: &[u8] = b"\
    \x01\0\0\0X\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x1a\0\0\0\x1a\0\0\0\x20EMF\0\0\x01\0l\0\0\0\
    \x02\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x07\0\x008\x04\0\0\xfc\x01\0\0\x1e\x01\0\0\x0e\0\0\0\x14\0\0\0\
    \0\0\0\0\x10\0\0\0\x14\0\0\0";
const WMF: &[u8] = b"\
    \xd7\xcd\xc6\x9a\0\0\0\0\0\0\x01\0\x01\0`\0\0\0\0\0qW\x01\0\t\0\0\x03\x11\0\0\0\0\0\x05\0\0\0\0\0\x05\0\0\0\
    \x0c\x02\x01\0\x01\0\x03\0\0\0\0\0";
const PLAIN_WMF: &[u8] = b"\x01\0\t\0\0\x03\x11\0\0\0\0\0\x05\0\0\0\0\0\x05\0\0\0\x0c\x02\x01\0\x01\0\x03\0\0\0\0\0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_picture_is_of_its_own_kind() {
        for picture in [PNG, JPEG, GIF, BMP, TIFF, WEBP, EMF, WMF, PLAIN_WMF, SVG, INK] {
            assert_eq!(blank(picture), Some(picture));
        }
        assert_eq!(blank(b"MM\0*\0\0"), Some(TIFF));
        assert_eq!(blank(b"<?xml version='1.0'?><s:svg xmlns:s='http://www.w3.org/2000/svg'/>"), Some(SVG));
    }

    #[test]
    fn what_is_no_picture_stays_unknown() {
        for other in [&b""[..], b"Jane Doe", b"<p/>", b"RIFF    WAVE", b"%PDF-1.7", b"\x01\0\0\0"] {
            assert_eq!(blank(other), None);
        }
    }
}
