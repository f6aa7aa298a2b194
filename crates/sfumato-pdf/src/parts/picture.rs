//! Metadata inside the bytes of pictures: who took them, where, with which camera.

use crate::{ObjectNumber, PdfError, PdfFile, PdfObject, PdfStream, filters};

/// The codings of pictures that can hold metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureCoding {
    Jpeg,
    Jpeg2000,
}

impl PictureCoding {
    fn filter(self) -> &'static str {
        match self {
            Self::Jpeg => "DCTDecode",
            Self::Jpeg2000 => "JPXDecode",
        }
    }

    fn strip(self, data: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Jpeg => strip_jpeg(data),
            Self::Jpeg2000 => strip_jpeg2000(data),
        }
    }
}

/// Takes what is said about pictures out of their bytes; the pictures stay as they are.
pub(super) fn strip_all(file: &mut PdfFile) -> Result<(), PdfError> {
    let pictures: Vec<(ObjectNumber, PictureCoding)> =
        file.objects().filter_map(|(number, object)| Some((number, kind_of(file, object)?))).collect();
    for (number, kind) in pictures {
        let Some(stream) = file.get(number).and_then(PdfObject::as_stream) else { continue };
        let data = bytes_of(file, stream)?;
        let damaged = PdfError::Object { number, what: "a damaged picture, whose metadata cannot be taken out" };
        let stripped = kind.strip(&data).ok_or(damaged)?;
        if stripped.len() < data.len() {
            let mut dict = stream.dict.clone();
            dict.set("Filter", PdfObject::Name(kind.filter().into()));
            // Of several filters each has its parameters; only those of the last still count.
            if let PdfObject::Array(parameters) = file.entry(&stream.dict, "DecodeParms") {
                dict.set("DecodeParms", parameters.last().cloned().unwrap_or(PdfObject::Null));
            }
            file.set(number, PdfObject::Stream(PdfStream { dict, coded: stripped.into() }));
        }
    }
    Ok(())
}

/// The number of pictures that hold metadata, or are not built so that one could tell.
pub(super) fn count(file: &PdfFile) -> usize {
    let says = |object: &PdfObject| {
        let (kind, stream) = kind_of(file, object).zip(object.as_stream())?;
        let data = bytes_of(file, stream).ok()?;
        Some(kind.strip(&data).is_none_or(|stripped| stripped.len() < data.len()))
    };
    file.objects().filter(|(_, object)| says(object) == Some(true)).count()
}

fn kind_of(file: &PdfFile, object: &PdfObject) -> Option<PictureCoding> {
    let last = match file.entry(&object.as_stream()?.dict, "Filter") {
        PdfObject::Array(names) => file.resolve(names.last()?),
        name => name,
    };
    match last.as_name()? {
        b"DCTDecode" | b"DCT" => Some(PictureCoding::Jpeg),
        b"JPXDecode" => Some(PictureCoding::Jpeg2000),
        _ => None,
    }
}

/// The picture with all filters undone but its own.
fn bytes_of(file: &PdfFile, stream: &PdfStream) -> Result<Vec<u8>, PdfError> {
    let (around, _) = filters::around_picture(&stream.dict, &|object| file.resolve(object))?;
    filters::decode(&stream.coded, &around)
}

/// A JPEG without comments and notes of applications, but for those that say how colours are meant.
/// `None` where it is not built like one.
fn strip_jpeg(data: &[u8]) -> Option<Vec<u8>> {
    let mut out = data.get(..2).filter(|start| *start == [0xff, 0xd8])?.to_vec();
    let mut at = 2;
    loop {
        // Between segments there are only coded pixels, in which a marker cannot stand.
        let start = at + next_marker(data.get(at..)?);
        out.extend_from_slice(data.get(at..start)?);
        // Pictures that end without their end mark are shown everywhere.
        let Some(&[_, marker]) = data.get(start..start + 2) else { return Some(out) };
        if marker == 0xd9 {
            // What comes after the end is no part of the picture.
            out.extend_from_slice(&[0xff, 0xd9]);
            return Some(out);
        }
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            out.extend_from_slice(&[0xff, marker]);
            at = start + 2;
            continue;
        }
        let &[high, low] = data.get(start + 2..start + 4)? else { return None };
        let end = start + 2 + usize::from(u16::from_be_bytes([high, low]));
        let segment = data.get(start..end)?;
        if keeps(marker, segment.get(4..)?) {
            out.extend_from_slice(segment);
        }
        at = end;
    }
}

/// The distance of the next marker.
fn next_marker(data: &[u8]) -> usize {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, marker] if !matches!(marker, 0x00 | 0xff | 0xd0..=0xd7));
    data.windows(2).position(is_marker).unwrap_or(data.len())
}

fn keeps(marker: u8, body: &[u8]) -> bool {
    match marker {
        0xe0 => body.starts_with(b"JFIF\0"),
        0xe2 => body.starts_with(b"ICC_PROFILE\0"),
        0xee => body.starts_with(b"Adobe"),
        0xe1..=0xef | 0xfe => false,
        _ => true,
    }
}

/// A JPEG 2000 without boxes of free text. `None` where it is not built like one.
fn strip_jpeg2000(data: &[u8]) -> Option<Vec<u8>> {
    // Without boxes there are only pixels.
    if data.starts_with(&[0xff, 0x4f]) {
        return Some(data.to_vec());
    }
    let mut out = Vec::with_capacity(data.len());
    let mut rest = data;
    while !rest.is_empty() {
        let [a, b, c, d, kind @ ..] = rest.get(..8)? else { return None };
        let length = match u32::from_be_bytes([*a, *b, *c, *d]) {
            0 => rest.len(),
            1 => usize::try_from(u64::from_be_bytes(rest.get(8..16)?.try_into().ok()?)).ok()?,
            length => length as usize,
        };
        // A box holds at least its own head.
        let (held, after) = rest.split_at_checked(length.max(8))?;
        if !matches!(kind, b"xml " | b"uuid" | b"uinf") {
            out.extend_from_slice(held);
        }
        rest = after;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIXELS: [u8; 12] = [0xff, 0xda, 0, 2, 1, 0xff, 0, 2, 0xff, 0xd0, 0xff, 0xd9];

    fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
        let length = (body.len() as u16 + 2).to_be_bytes();
        [&[0xff, marker], length.as_slice(), body].concat()
    }

    #[test]
    fn only_what_is_said_about_a_picture_goes() {
        let start = [vec![0xff, 0xd8], segment(0xe0, b"JFIF\0")].concat();
        let said = [segment(0xe1, b"Exif Jane Roe"), segment(0xfe, b"by Jane Roe"), segment(0xe2, b"MPF\0")].concat();
        let kept = [segment(0xee, b"Adobe"), segment(0xe2, b"ICC_PROFILE\0"), segment(0xdb, b"table"), PIXELS.to_vec()]
            .concat();
        let whole = [start.clone(), said, kept.clone(), b"Jane after the end".to_vec()].concat();
        assert_eq!(strip_jpeg(&whole), Some([start, kept].concat()));
    }

    #[test]
    fn what_is_not_built_so_is_not_touched() {
        assert_eq!(strip_jpeg(b"not one"), None);
        assert_eq!(strip_jpeg(&[0xff, 0xd8, 0xff, 0xe1, 0xff]), None);
        assert_eq!(strip_jpeg(&[0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1]), None);
        assert_eq!(strip_jpeg(&[0xff, 0xd8, 0xff, 0xe1, 0, 0]), None);
    }

    #[test]
    fn boxes_of_free_text_go() {
        let part = |kind: &str, body: &str| {
            let length = (body.len() as u32 + 8).to_be_bytes();
            [length.as_slice(), kind.as_bytes(), body.as_bytes()].concat()
        };
        let (start, said, pixels) = (part("jP  ", "...."), part("xml ", "<Roe/>"), part("jp2c", "pixels"));
        assert_eq!(
            strip_jpeg2000(&[start.clone(), said, pixels.clone()].concat()),
            Some([start.clone(), pixels].concat())
        );
        assert_eq!(strip_jpeg2000(&[start, vec![0, 0, 1, 0, b'x']].concat()), None);
        assert_eq!(strip_jpeg2000(&[0xff, 0x4f, 1]), Some(vec![0xff, 0x4f, 1]));
    }
}
