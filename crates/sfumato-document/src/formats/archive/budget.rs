//! The limit on what may be unpacked while one file is read, archives inside archives included.
//!
//! An archive of archives can unpack to a thousand times a thousand times its size, each step of it harmless.
//! The outermost archive opens an account that all inside it draw on.

use std::cell::Cell;

use crate::formats::ReadError;

/// The most bytes that an archive may unpack to in all, with what is inside its members.
const MOST_UNPACKED: u64 = 1 << 30;

thread_local! {
    /// The bytes that may still be unpacked; `None` while no archive is being read.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// An account while an archive is read.
pub(crate) struct UnpackingAccount {
    is_outermost: bool,
}

impl UnpackingAccount {
    /// Opens an account, or joins the one of the archive around.
    pub fn open() -> Self {
        let is_outermost = LEFT.get().is_none();
        if is_outermost {
            LEFT.set(Some(MOST_UNPACKED));
        }
        Self { is_outermost }
    }

    /// Draws on it; an error if there is not so much left.
    pub fn spend(&self, bytes: u64) -> Result<(), ReadError> {
        let left = LEFT.get().unwrap_or(0).checked_sub(bytes);
        LEFT.set(Some(left.unwrap_or(0)));
        left.map(|_| ()).ok_or_else(|| ReadError::Archive {
            fault: "an archive that unpacks to too much: more than 1 GiB, with archives inside it; unpack it and give its files".to_owned(),
        })
    }
}

impl Drop for UnpackingAccount {
    fn drop(&mut self) {
        if self.is_outermost {
            LEFT.set(None);
        }
    }
}
