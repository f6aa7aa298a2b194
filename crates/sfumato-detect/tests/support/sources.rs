//! The hash of the recognisers' files, by which the build sees that the compiled tables are of these very files.
//! The build script of `crates/sfumato` computes it as well, and uses this file.

/// Returns the hash of names and texts, in their order.
pub fn hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bytes: &[u8]| {
        for byte in bytes.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (name, text) in files {
        take(name.as_bytes());
        take(text.as_bytes());
    }
    hash
}
