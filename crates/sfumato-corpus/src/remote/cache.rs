//! Answers kept on disk, so that nothing is asked twice.
//!
//! The file must not become a list of the terms of documents. An answer is kept under a hash of its question that cannot
//! be made without a key, and the count itself is masked with the same hash, since a count may betray its question to
//! whoever can ask the same server.
//! The key is made at random and lies beside the file, readable by its owner alone, or is derived from a secret of the
//! user's. With the file alone nothing can be told; with file and key one can find out whether a question that one guesses
//! was asked, and no more.
//!
//! An answer is kept until the file is removed: with the number of documents, which is kept too, it tells how the server
//! was when it was first asked.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::private;

/// The start of the file; behind it stands the sign of its key.
const MAGIC: [u8; 8] = *b"sfucnts1";
const SIGN: usize = 16;
const HEAD: usize = MAGIC.len() + SIGN;
/// An entry: the name of the question, the masked count, and a check of both.
const ENTRY: usize = 32;
/// More answers than these are not kept.
const MOST: usize = 1 << 22;

type CacheEntryName = [u8; 16];

/// The reason why a cache cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct CacheError {
    place: Box<str>,
    why: Box<str>,
}

impl CacheError {
    fn new(place: &Path, why: impl Into<Box<str>>) -> Self {
        Self { place: place.display().to_string().into(), why: why.into() }
    }

    fn io(place: &Path, error: &io::Error) -> Self {
        Self::new(place, error.kind().to_string())
    }

    /// The file or folder.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The fault in it, and the remedy.
    pub fn why(&self) -> &str {
        &self.why
    }
}

/// The answers of servers, in a folder.
pub struct Cache {
    path: PathBuf,
    key: CacheSecret,
    inner: Mutex<Inner>,
}

struct Inner {
    entries: HashMap<CacheEntryName, [u8; 16]>,
    file: File,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cache({})", self.path.display())
    }
}

impl Cache {
    /// Opens the cache in a folder, or makes one there; with a key of its own if no secret is given.
    pub fn open(folder: &Path, secret: Option<&[u8]>) -> Result<Self, CacheError> {
        private::create_folder(folder).map_err(|error| CacheError::io(folder, &error))?;
        let path = folder.join("counts");
        let is_new = fs::metadata(&path).map_or(true, |about| about.len() == 0);
        let key = match secret {
            Some(secret) => CacheSecret::derived(secret),
            None => CacheSecret::beside(&folder.join("key"), is_new)?,
        };
        let failed = |error: io::Error| CacheError::io(&path, &error);
        let mut file = private::options().read(true).append(true).create(true).open(&path).map_err(failed)?;
        if is_new {
            file.write_all(&[&MAGIC[..], &key.sign()].concat()).map_err(failed)?;
        }
        file.rewind().map_err(failed)?;
        let entries = load(&mut file, &key, &path)?;
        Ok(Self { path, key, inner: Mutex::new(Inner { entries, file }) })
    }

    /// The answer that a server gave to a question.
    pub(super) fn get(&self, server: &str, question: &str) -> Option<u64> {
        let hash = self.key.hash(&[b"answer", server.as_bytes(), question.as_bytes()]);
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        unmask(&hash, inner.entries.get(&name(&hash))?)
    }

    /// Keeps answers.
    pub(super) fn put(&self, server: &str, answers: &[(&str, u64)]) -> Result<(), CacheError> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::with_capacity(answers.len() * ENTRY);
        for (question, count) in answers.iter().take(MOST.saturating_sub(inner.entries.len())) {
            let hash = self.key.hash(&[b"answer", server.as_bytes(), question.as_bytes()]);
            let masked = mask(&hash, *count);
            bytes.extend(name(&hash));
            bytes.extend(masked);
            inner.entries.insert(name(&hash), masked);
        }
        inner.file.write_all(&bytes).map_err(|error| CacheError::io(&self.path, &error))
    }
}

/// Reads the entries of a file. What a kill left half-written at its end is cut off.
fn load(file: &mut File, key: &CacheSecret, path: &Path) -> Result<HashMap<CacheEntryName, [u8; 16]>, CacheError> {
    let failed = |error: io::Error| CacheError::io(path, &error);
    let mut bytes = Vec::new();
    file.take((HEAD + MOST * ENTRY) as u64).read_to_end(&mut bytes).map_err(failed)?;
    let head = bytes.split_first_chunk::<{ MAGIC.len() }>().filter(|(magic, _)| **magic == MAGIC);
    let (sign, body) = head
        .and_then(|(_, rest)| rest.split_first_chunk::<SIGN>())
        .ok_or_else(|| CacheError::new(path, "is no cache of counts; name another folder"))?;
    if *sign != key.sign() {
        return Err(CacheError::new(path, "was made with another key; give that one, or remove the file"));
    }
    let (entries, torn) = body.as_chunks::<ENTRY>();
    if !torn.is_empty() {
        file.set_len((HEAD + entries.len() * ENTRY) as u64).map_err(failed)?;
    }
    let parts = |entry: &[u8; ENTRY]| Some((*entry.first_chunk()?, *entry.last_chunk()?));
    Ok(entries.iter().filter_map(parts).collect())
}

/// The key of a cache.
struct CacheSecret([u8; 32]);

impl CacheSecret {
    fn derived(secret: &[u8]) -> Self {
        Self(keyed(secret, &[b"sfumato cache of counts"]))
    }

    /// The key in a file, or a new one if the cache is new.
    fn beside(path: &Path, is_new: bool) -> Result<Self, CacheError> {
        let failed = |error: &io::Error| CacheError::io(path, error);
        match fs::read(path) {
            Ok(bytes) => match bytes.try_into() {
                Ok(key) => Ok(Self(key)),
                Err(_) => Err(CacheError::new(path, "is no key of a cache; remove it and the file `counts`")),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_new => {
                let mut key = [0; 32];
                getrandom::fill(&mut key).map_err(|_| CacheError::new(path, "the system gives no random bytes"))?;
                let mut file =
                    private::options().write(true).create_new(true).open(path).map_err(|error| failed(&error))?;
                file.write_all(&key).map_err(|error| failed(&error))?;
                Ok(Self(key))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(CacheError::new(path, "the key of this cache is not here; give the one it was made with"))
            }
            Err(error) => Err(failed(&error)),
        }
    }

    /// By what one sees whether a file was made with this key.
    fn sign(&self) -> [u8; SIGN] {
        name(&self.hash(&[b"sign"]))
    }

    fn hash(&self, parts: &[&[u8]]) -> [u8; 32] {
        keyed(&self.0, parts)
    }
}

/// A keyed hash over parts, of which each is told from the next.
fn keyed(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // A key of any length is taken; the error of other codes does not happen here.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn name(hash: &[u8; 32]) -> CacheEntryName {
    hash.first_chunk().copied().unwrap_or_default()
}

/// The masks that hide a count and its check.
fn masks(hash: &[u8; 32]) -> (u64, u64) {
    let [.., a, b, c, d, e, f, g, h] = *hash;
    let last = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    let middle = hash.get(16..24).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
    (u64::from_le_bytes(middle), last)
}

fn mask(hash: &[u8; 32], count: u64) -> [u8; 16] {
    let (first, second) = masks(hash);
    let halves = [(count ^ first).to_le_bytes(), (count.rotate_left(32) ^ second).to_le_bytes()];
    let mut masked = [0; 16];
    masked.iter_mut().zip(halves.as_flattened()).for_each(|(to, from)| *to = *from);
    masked
}

/// The count, unless the entry is damaged.
fn unmask(hash: &[u8; 32], masked: &[u8; 16]) -> Option<u64> {
    let count = u64::from_le_bytes(*masked.first_chunk()?) ^ masks(hash).0;
    (mask(hash, count) == *masked).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = "http://localhost/wiki";

    #[test]
    fn answers_are_kept_and_their_questions_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cache");
        let cache = Cache::open(&path, None).expect("a cache");
        cache.put(SERVER, &[("pancreatic cancer", 41), ("Ann Lee", 0)]).expect("kept");
        let again = Cache::open(&path, None).expect("a cache");
        for cache in [&cache, &again] {
            assert_eq!(cache.get(SERVER, "pancreatic cancer"), Some(41));
            assert_eq!(cache.get(SERVER, "Ann Lee"), Some(0));
            assert_eq!(cache.get(SERVER, "Bob"), None);
            assert_eq!(cache.get("http://other/wiki", "Ann Lee"), None);
        }
        let bytes = fs::read(path.join("counts")).expect("readable");
        assert_eq!(bytes.len(), HEAD + 2 * ENTRY);
        for hidden in [&b"Ann"[..], b"cancer", &41u64.to_le_bytes(), &0u64.to_le_bytes()] {
            assert!(!bytes.windows(hidden.len()).any(|window| window == hidden));
        }
    }

    #[cfg(unix)]
    #[test]
    fn key_and_answers_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        Cache::open(&folder.path().join("cache"), None).expect("a cache");
        let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!((mode("cache"), mode("cache/key"), mode("cache/counts")), (0o700, 0o600, 0o600));
    }

    #[test]
    fn another_key_or_none_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        Cache::open(folder.path(), Some(b"one secret")).expect("a cache");
        assert!(!folder.path().join("key").exists());
        Cache::open(folder.path(), Some(b"one secret")).expect("a cache");
        let why = |secret: Option<&[u8]>| Cache::open(folder.path(), secret).expect_err("no cache").to_string();
        assert!(why(Some(b"another")).contains("another key"));
        assert!(why(None).contains("is not here"));
        fs::write(folder.path().join("counts"), "what is this").expect("writable");
        assert!(why(Some(b"one secret")).contains("is no cache"));
    }

    #[test]
    fn what_is_torn_or_damaged_is_asked_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |question: &str| {
            let cache = Cache::open(folder.path(), None).expect("a cache");
            cache.put(SERVER, &[(question, 7)]).expect("kept");
        };
        let get = |question: &str| Cache::open(folder.path(), None).expect("a cache").get(SERVER, question);
        let path = folder.path().join("counts");
        put("a");
        put("b");
        let whole = fs::read(&path).expect("readable");
        fs::write(&path, whole.get(..whole.len() - 5).expect("longer")).expect("writable");
        assert_eq!((get("a"), get("b")), (Some(7), None));
        put("b");
        assert_eq!((get("a"), get("b")), (Some(7), Some(7)));
        for at in HEAD..HEAD + ENTRY {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            fs::write(&path, bytes).expect("writable");
            assert_eq!((get("a"), get("b")), (None, Some(7)), "byte {at}");
        }
    }
}
