//! Deflate with a zlib header. The checksum is not looked at: files without or with a wrong one are read everywhere.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::extend;
use crate::PdfError;

const CHUNK: usize = 64 << 10;

/// The bytes, or an error where they end before their end.
pub(super) fn inflate(input: &[u8], limit: usize) -> Result<Vec<u8>, PdfError> {
    let damaged = PdfError::Filter { what: "its compressed bytes are damaged" };
    // A stray line end before the data is found in files.
    let input = match input {
        [b'\r', b'\n', rest @ ..] | [b'\n' | b'\r', rest @ ..] => rest,
        _ => input,
    };
    if input.is_empty() {
        return Ok(Vec::new());
    }
    let [method, flags, body @ ..] = input else { return Err(damaged) };
    let header = u16::from_be_bytes([*method, *flags]);
    if method & 0x0f != 8 || header % 31 != 0 || flags & 0x20 != 0 {
        return Err(damaged);
    }
    let mut rest = body;
    let mut inflater = Decompress::new(false);
    let mut out = Vec::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        let (read, written) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress(rest, &mut buffer, FlushDecompress::None).map_err(|_| damaged.clone())?;
        let read = (inflater.total_in() - read) as usize;
        let written = (inflater.total_out() - written) as usize;
        extend(&mut out, buffer.get(..written).unwrap_or_default(), limit)?;
        rest = rest.get(read..).unwrap_or_default();
        match status {
            Status::StreamEnd => return Ok(out),
            _ if read == 0 && written == 0 => {
                return Err(PdfError::Filter { what: "its compressed bytes are cut short" });
            }
            _ => {}
        }
    }
}

/// The bytes compressed.
pub(crate) fn deflate(data: &[u8]) -> Vec<u8> {
    let mut deflater = Compress::new(Compression::new(6), true);
    let mut out = Vec::with_capacity(data.len() / 2 + 64);
    let mut rest = data;
    loop {
        out.reserve(CHUNK);
        let before = deflater.total_in();
        // Compressing into memory cannot fail; were it to, the same loop would end without StreamEnd below.
        let status = deflater.compress_vec(rest, &mut out, FlushCompress::Finish);
        let read = (deflater.total_in() - before) as usize;
        rest = rest.get(read..).unwrap_or_default();
        if !matches!(status, Ok(Status::Ok | Status::BufError)) {
            return out;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip_and_a_missing_checksum() {
        let data: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
        let coded = deflate(&data);
        assert_eq!(inflate(&coded, 1 << 20).expect("sound"), data);
        let bare = coded.get(..coded.len() - 4).expect("longer");
        assert_eq!(inflate(bare, 1 << 20).expect("sound"), data);
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_an_error() {
        let coded = deflate(&[7; 100_000]);
        assert!(matches!(
            inflate(coded.get(..coded.len() - 8).expect("longer"), 1 << 20),
            Err(PdfError::Filter { .. })
        ));
        assert!(matches!(inflate(&coded, 99_999), Err(PdfError::Bomb { .. })));
        assert!(inflate(b"not zlib", 100).is_err());
    }
}
