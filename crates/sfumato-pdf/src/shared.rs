//! Bytes that many hold and nobody copies: a file, and the streams in it.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A stretch of bytes. Copies of it and stretches of it share its memory.
#[derive(Clone)]
pub struct SharedBytes(Arc<ByteStretch>);

#[derive(Clone)]
struct ByteStretch {
    whole: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl SharedBytes {
    /// A stretch of these; nothing if it does not lie in them.
    pub fn stretch(&self, range: Range<usize>) -> Option<Self> {
        self.get(range.clone())?;
        let start = self.0.range.start;
        let range = start + range.start..start + range.end;
        Some(Self(Arc::new(ByteStretch { whole: Arc::clone(&self.0.whole), range })))
    }

    /// Returns the range of this stretch in another, or `None` if it shares no memory with it or reaches beyond it.
    pub fn place_in(&self, whole: &Self) -> Option<Range<usize>> {
        let (inner, outer) = (&self.0.range, &whole.0.range);
        let is_inside = Arc::ptr_eq(&self.0.whole, &whole.0.whole) && inner.end <= outer.end;
        let start = inner.start.checked_sub(outer.start).filter(|_| is_inside)?;
        Some(start..start + inner.len())
    }

    /// The bytes for keeps; copied if others hold them still.
    pub fn into_vec(self) -> Vec<u8> {
        let ByteStretch { whole, range } = Arc::unwrap_or_clone(self.0);
        let mut bytes = Arc::unwrap_or_clone(whole);
        bytes.truncate(range.end);
        bytes.drain(..range.start);
        bytes
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self(Arc::new(ByteStretch { whole: Arc::new(bytes), range }))
    }
}

impl From<&[u8]> for SharedBytes {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.whole.get(self.0.range.clone()).unwrap_or_default()
    }
}

impl PartialEq for SharedBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

// What stands in a file is never printed.
impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shared({} bytes)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_stretches() {
        let whole = SharedBytes::from(b"a file with a stream".to_vec());
        let inner = whole.stretch(2..11).and_then(|part| part.stretch(5..9)).expect("inside");
        assert_eq!(&*inner, b"with");
        assert!(inner.stretch(3..5).is_none() && whole.stretch(0..21).is_none());
        assert_eq!((inner.place_in(&whole), whole.place_in(&inner)), (Some(7..11), None));
        assert_eq!(inner.place_in(&SharedBytes::from(b"a file with a stream".to_vec())), None);
        assert_eq!(inner.into_vec(), b"with");
        assert_eq!(whole.into_vec(), b"a file with a stream");
    }

    #[test]
    fn who_holds_bytes_alone_gets_them_uncopied() {
        let bytes = vec![7; 100];
        let at = bytes.as_ptr();
        let again = SharedBytes::from(bytes).into_vec();
        assert_eq!(again.as_ptr(), at);
    }
}
