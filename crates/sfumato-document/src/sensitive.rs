//! Values that must not be printed by accident.

use std::fmt;

/// Holds text of a document outside the document.
///
/// `Debug` shows its length, there is no `Display`, and [`expose`](Self::expose) is the one way in.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself. Whoever calls this answers for where it goes.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: AsRef<[u8]>> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sensitive({} bytes)", self.0.as_ref().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_shows_a_length_and_nothing_else() {
        assert_eq!(format!("{:?}", Sensitive::new(String::from("Ann Lee"))), "Sensitive(7 bytes)");
    }
}
