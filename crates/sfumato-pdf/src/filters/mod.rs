//! Undoing the filters of a stream.

mod ascii;
mod flate;
mod lzw;
mod predictor;

use crate::{Dict, PdfError, PdfObject};

pub(crate) use flate::deflate;
use predictor::RowPredictor;

/// The most bytes one stream may decode to.
pub(crate) const MAX_DECODED: usize = 256 << 20;

/// The bytes a stream may always decode to, however short it is.
const FREE: usize = 16 << 20;

/// The most bytes that a coded byte may become: no single filter makes more of one, so more is a chain built to do so.
const MAX_RATIO: usize = 1100;

/// A filter and what it must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamFilter {
    Flate(RowPredictor),
    Lzw { early: bool, predictor: RowPredictor },
    AsciiHex,
    Ascii85,
    RunLength,
}

/// The error for the bytes of a picture, whose filters make pixels and not text.
pub(crate) const PICTURE: PdfError = PdfError::Filter { what: "it is coded as a picture" };

/// The most filters a stream may have.
const MAX_FILTERS: usize = 16;

/// A function that follows references.
type ResolveReference<'a, 'r> = &'r dyn Fn(&'a PdfObject) -> &'a PdfObject;

/// The filters a stream names, in long or short form. Those of pictures are an error.
pub(crate) fn of<'a>(dict: &'a Dict, resolve: ResolveReference<'a, '_>) -> Result<Vec<StreamFilter>, PdfError> {
    match around_picture(dict, resolve)? {
        (filters, false) => Ok(filters),
        (_, true) => Err(PICTURE),
    }
}

/// The filters a stream names before that of a picture, and whether there is one.
pub(crate) fn around_picture<'a>(
    dict: &'a Dict,
    resolve: ResolveReference<'a, '_>,
) -> Result<(Vec<StreamFilter>, bool), PdfError> {
    if dict.get("F").is_some() {
        return Err(PdfError::Filter { what: "its bytes are in another file" });
    }
    let names = list(dict, "Filter", resolve);
    let parameters = list(dict, "DecodeParms", resolve);
    if names.len() > MAX_FILTERS {
        return Err(PdfError::Filter { what: "it has too many filters" });
    }
    let mut filters = Vec::new();
    for (at, name) in names.into_iter().enumerate() {
        match one(name, parameters.get(at).and_then(|object| object.as_dict()), resolve) {
            Ok(filter) => filters.push(filter),
            Err(PICTURE) => return Ok((filters, true)),
            Err(error) => return Err(error),
        }
    }
    Ok((filters, false))
}

/// The value of a key as a list: a value alone is a list of one.
fn list<'a>(dict: &'a Dict, key: &str, resolve: ResolveReference<'a, '_>) -> Vec<&'a PdfObject> {
    match dict.get(key).map(resolve) {
        None | Some(PdfObject::Null) => Vec::new(),
        Some(PdfObject::Array(items)) => items.iter().map(resolve).collect(),
        Some(other) => vec![other],
    }
}

fn one<'a>(
    name: &PdfObject,
    parameters: Option<&'a Dict>,
    resolve: ResolveReference<'a, '_>,
) -> Result<StreamFilter, PdfError> {
    let number = |key: &str, default: i64| {
        parameters.and_then(|dict| dict.get(key)).and_then(|object| resolve(object).as_integer()).unwrap_or(default)
    };
    let predictor = || RowPredictor {
        kind: number("Predictor", 1),
        colours: number("Colors", 1),
        bits: number("BitsPerComponent", 8),
        columns: number("Columns", 1),
    };
    Ok(match name.as_name().unwrap_or_default() {
        b"FlateDecode" | b"Fl" => StreamFilter::Flate(predictor()),
        b"LZWDecode" | b"LZW" => StreamFilter::Lzw { early: number("EarlyChange", 1) != 0, predictor: predictor() },
        b"ASCIIHexDecode" | b"AHx" => StreamFilter::AsciiHex,
        b"ASCII85Decode" | b"A85" => StreamFilter::Ascii85,
        b"RunLengthDecode" | b"RL" => StreamFilter::RunLength,
        b"DCTDecode" | b"DCT" | b"JPXDecode" | b"CCITTFaxDecode" | b"CCF" | b"JBIG2Decode" => return Err(PICTURE),
        b"Crypt" => return Err(PdfError::Filter { what: "it is encrypted" }),
        _ => return Err(PdfError::Filter { what: "its filter is not known" }),
    })
}

/// The bytes with all filters undone, in the order given.
pub(crate) fn decode(coded: &[u8], filters: &[StreamFilter]) -> Result<Vec<u8>, PdfError> {
    let limit = coded.len().saturating_mul(MAX_RATIO).saturating_add(FREE).min(MAX_DECODED);
    let mut data = None;
    for filter in filters {
        let input = data.as_deref().unwrap_or(coded);
        data = Some(undo(filter, input, limit)?);
    }
    match data {
        Some(data) => Ok(data),
        None if coded.len() > MAX_DECODED => Err(too_long()),
        None => Ok(coded.to_vec()),
    }
}

fn undo(filter: &StreamFilter, input: &[u8], limit: usize) -> Result<Vec<u8>, PdfError> {
    match filter {
        StreamFilter::Flate(predictor) => predictor.undo(flate::inflate(input, limit)?),
        StreamFilter::Lzw { early, predictor } => predictor.undo(lzw::decode(input, *early, limit)?),
        StreamFilter::AsciiHex => ascii::hexadecimal(input),
        StreamFilter::Ascii85 => ascii::base85(input, limit),
        StreamFilter::RunLength => ascii::run_length(input, limit),
    }
}

fn too_long() -> PdfError {
    PdfError::Bomb { what: "a stream that decodes to too many bytes" }
}

/// Adds bytes, up to the limit.
fn extend(out: &mut Vec<u8>, bytes: &[u8], limit: usize) -> Result<(), PdfError> {
    if bytes.len() > limit.saturating_sub(out.len()) {
        return Err(too_long());
    }
    out.extend_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_undone_in_order() {
        let inner = deflate(b"text of a page");
        let hex: Vec<u8> = inner.iter().flat_map(|b| format!("{b:02x}").into_bytes()).collect();
        let filters = [StreamFilter::AsciiHex, StreamFilter::Flate(RowPredictor::default())];
        assert_eq!(decode(&hex, &filters).expect("sound"), b"text of a page");
        assert_eq!(decode(b"plain", &[]).expect("sound"), b"plain");
    }

    #[test]
    fn a_chain_that_swells_is_refused() {
        let flate = StreamFilter::Flate(RowPredictor::default());
        let once = deflate(&vec![0; 64 << 20]);
        let twice = deflate(&once);
        assert!(matches!(decode(&twice, &[flate, flate]), Err(PdfError::Bomb { .. })));
        assert_eq!(decode(&once, &[flate]).map(|d| d.len()), Ok(64 << 20));
    }

    fn named(filter: PdfObject) -> Result<Vec<StreamFilter>, PdfError> {
        let mut dict = Dict::default();
        dict.set("Filter", filter);
        of(&dict, &|object| object)
    }

    #[test]
    fn filters_go_by_long_and_short_names() {
        let name = |name: &str| PdfObject::Name(name.into());
        assert_eq!(named(name("Fl")), named(name("FlateDecode")));
        assert_eq!(
            named(PdfObject::Array(vec![name("AHx"), name("RL")])),
            Ok(vec![StreamFilter::AsciiHex, StreamFilter::RunLength])
        );
        assert_eq!(named(PdfObject::Null), Ok(Vec::new()));
        assert_eq!(named(name("DCT")), Err(PICTURE));
        assert!(named(name("Crypt")).is_err_and(|error| error != PICTURE));
        assert!(named(name("FooDecode")).is_err_and(|error| error != PICTURE));
        assert!(named(PdfObject::Integer(1)).is_err());
    }
}
