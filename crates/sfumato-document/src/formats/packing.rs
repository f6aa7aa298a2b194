//! Packing and unpacking of bytes that lie in files without saying how long they are.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// The most that anything is unpacked to: what grows beyond it is there to fill the memory.
pub(crate) const MOST_UNPACKED: usize = 1 << 29;

/// The frame around packed bytes: a header and a sum, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeflateFrame {
    None,
    Zlib,
}

/// Unpacks bytes; nothing if they are damaged, do not end, or come to more than `most`.
pub(crate) fn unpacked(packed: &[u8], frame: DeflateFrame, most: usize) -> Option<Vec<u8>> {
    let mut state = Decompress::new(frame == DeflateFrame::Zlib);
    let mut out = Vec::with_capacity(most.min(packed.len().saturating_mul(4)).min(1 << 24));
    loop {
        let (read, made) = (state.total_in(), state.total_out());
        let rest = packed.get(usize::try_from(read).ok()?..)?;
        if out.len() == out.capacity() {
            out.reserve(out.len().clamp(1 << 12, 1 << 24));
        }
        let status = state.decompress_vec(rest, &mut out, FlushDecompress::None).ok()?;
        if out.len() > most {
            return None;
        }
        if status == Status::StreamEnd {
            return Some(out);
        }
        if (state.total_in(), state.total_out()) == (read, made) && out.len() < out.capacity() {
            return None;
        }
    }
}

/// Packs bytes; nothing if the packer fails.
pub(crate) fn packed(content: &[u8], frame: DeflateFrame) -> Option<Vec<u8>> {
    let mut state = Compress::new(Compression::new(6), frame == DeflateFrame::Zlib);
    let mut packed = Vec::with_capacity(content.len() / 2 + 64);
    loop {
        let rest = content.get(usize::try_from(state.total_in()).ok()?..)?;
        if state.compress_vec(rest, &mut packed, FlushCompress::Finish).ok()? == Status::StreamEnd {
            return Some(packed);
        }
        packed.reserve(packed.len().max(64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_bombs_do_not() {
        let bytes = vec![7; 300_000];
        for frame in [DeflateFrame::None, DeflateFrame::Zlib] {
            let small = packed(&bytes, frame).expect("packed");
            assert!(unpacked(&small, frame, bytes.len()).is_some_and(|again| again == bytes));
            assert_eq!(unpacked(&small, frame, bytes.len() - 1), None);
            assert_eq!(unpacked(&small[..small.len() / 2], frame, 1 << 20), None);
        }
    }
}
