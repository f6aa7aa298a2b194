//! Paths as names in journals: Unicode with `/` between folders, whatever the system and the bytes of the path.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The name of a path below a folder; two paths never have the same.
pub fn name_of(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(escaped(part.as_encoded_bytes())),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Text as it is, with backslashes doubled, and bytes that are none by their number.
fn escaped(bytes: &[u8]) -> String {
    let mut name = String::new();
    for chunk in bytes.utf8_chunks() {
        name += &chunk.valid().replace('\\', "\\\\");
        chunk.invalid().iter().for_each(|byte| name += &format!("\\x{byte:02x}"));
    }
    name
}

/// The path that has a name.
pub fn path_of(name: &str) -> PathBuf {
    name.split('/').map(|part| os_string(unescaped(part))).collect()
}

fn unescaped(part: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let byte = after.strip_prefix('x').and_then(|digits| u8::from_str_radix(digits.get(..2)?, 16).ok());
        let taken = match byte {
            Some(byte) => {
                bytes.push(byte);
                3
            }
            None => {
                bytes.push(b'\\');
                1
            }
        };
        rest = after.get(taken..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// The hash of a name that decides which part of a folder it belongs to; it stays the same for ever.
pub fn shard_hash(name: &str) -> u64 {
    let digest = Sha256::digest(name.as_bytes());
    digest.first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn every_path_has_a_name_that_leads_back_to_it() {
        for bytes in [&b"a/b.txt"[..], b"se\xf1al/\xff\xfe.txt", b"back\\slash\\x41", b"\xc3\xa1\\", b"x/\\\\"] {
            let path = PathBuf::from(os_string(bytes.to_vec()));
            assert_eq!(path_of(&name_of(&path)), path, "{}", name_of(&path));
        }
        assert_eq!(name_of(Path::new("./a//b")), "a/b");
        assert_eq!(name_of(&path_of("se\\xf1al")), "se\\xf1al");
    }

    #[test]
    fn the_hash_of_a_name_stays_the_same() {
        assert_eq!(shard_hash("abc") >> 32, 0xba78_16bf, "SHA-256 of abc begins so");
    }
}
