//! Numbers in byte slices that are read in place, wherever they stand.

/// A little-endian array of 16-bit numbers.
#[derive(Clone, Copy)]
pub(crate) struct ShortTable<'m>(&'m [u8]);

impl<'m> ShortTable<'m> {
    pub fn new(bytes: &'m [u8]) -> Self {
        Self(bytes)
    }

    #[inline]
    pub fn get(self, at: usize) -> Option<u16> {
        let bytes = self.0.get(at * 2..at * 2 + 2)?;
        Some(u16::from_le_bytes([bytes[0], bytes[1]]))
    }
}

/// A little-endian array of 32-bit numbers.
#[derive(Clone, Copy)]
pub(crate) struct LongTable<'m>(&'m [u8]);

impl<'m> LongTable<'m> {
    pub fn new(bytes: &'m [u8]) -> Self {
        Self(bytes)
    }

    #[inline]
    pub fn get(self, at: usize) -> Option<u32> {
        let bytes = self.0.get(at * 4..at * 4 + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

/// The place of a hash among so many slots, spread evenly by its upper half.
#[inline]
pub(crate) fn slot(hash: u64, slots: usize) -> usize {
    ((u128::from(hash >> 32) * slots as u128) >> 32) as usize
}

/// The number of slots that hold so many entries with room to spare, so that searches are short.
pub(crate) fn slots_for(entries: usize) -> usize {
    entries * 10 / 7 + 1
}
