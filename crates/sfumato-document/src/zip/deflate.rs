//! Packing and unpacking of bytes.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// The number of bytes that are unpacked at a time.
const PIECE: usize = 1 << 16;

/// Unpacks piece by piece; the whole must come to `size` bytes and use up all packed ones.
pub(super) fn inflate(packed: &[u8], size: u64, take: &mut dyn FnMut(&[u8])) -> Result<(), &'static str> {
    let mut state = Decompress::new(false);
    let mut piece = vec![0; PIECE];
    loop {
        let (read, made) = (state.total_in(), state.total_out());
        let rest = packed.get(read as usize..).unwrap_or_default();
        let status = state.decompress(rest, &mut piece, FlushDecompress::None).map_err(|_| "broken packed data")?;
        if state.total_out() > size {
            return Err("more bytes than stated");
        }
        take(piece.get(..(state.total_out() - made) as usize).unwrap_or_default());
        if status == Status::StreamEnd {
            break;
        }
        if (state.total_in(), state.total_out()) == (read, made) {
            return Err("packed data that does not end");
        }
    }
    match () {
        () if state.total_out() != size => Err("fewer bytes than stated"),
        () if state.total_in() != packed.len() as u64 => Err("bytes behind the packed data"),
        () => Ok(()),
    }
}

/// Packs bytes; nothing if the packer fails.
pub(super) fn deflate(content: &[u8]) -> Option<Vec<u8>> {
    let mut state = Compress::new(Compression::new(6), false);
    let mut packed = Vec::with_capacity(content.len() / 2 + 64);
    loop {
        let rest = content.get(state.total_in() as usize..)?;
        if state.compress_vec(rest, &mut packed, FlushCompress::Finish).ok()? == Status::StreamEnd {
            return Some(packed);
        }
        packed.reserve(packed.len().max(64));
    }
}
