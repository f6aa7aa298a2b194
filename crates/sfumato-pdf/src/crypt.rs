//! Files that are encrypted and open all the same: their password is empty, so that everybody has the key. What is not
//! open to everybody stays closed.
//!
//! The standard security handler in all its revisions: RC4 of 40 to 128 bits, AES of 128 and of 256 bits.

use aes::cipher::{BlockDecrypt as _, BlockEncrypt as _, KeyInit as _};
use aes::{Aes128, Aes256, Block};
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, SharedBytes, md5};

/// The bytes that fill up a shorter password.
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E, 0x2E, 0x00,
    0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];

/// A way of encryption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CryptMethod {
    Plain,
    Rc4,
    Aes128,
    Aes256,
}

/// The key of a file, and what it was used for.
pub(crate) struct Decryptor {
    key: Vec<u8>,
    strings: CryptMethod,
    streams: CryptMethod,
    encrypts_metadata: bool,
}

impl Decryptor {
    /// The key that an empty password gives; an error if it is not the password.
    pub fn open(encrypt: &Dict, id: &[u8]) -> Result<Self, PdfError> {
        Self::try_open(encrypt, id).ok_or(PdfError::Encrypted)
    }

    fn try_open(encrypt: &Dict, id: &[u8]) -> Option<Self> {
        if encrypt.get("Filter").and_then(PdfObject::as_name) != Some(b"Standard") {
            return None;
        }
        let integer = |key: &str| encrypt.get(key).and_then(PdfObject::as_integer);
        let (version, revision) = (integer("V").unwrap_or(0), integer("R")?);
        let encrypts_metadata = encrypt.get("EncryptMetadata") != Some(&PdfObject::Boolean(false));
        let (strings, streams) = match version {
            1..=3 => (CryptMethod::Rc4, CryptMethod::Rc4),
            4 | 5 => (method(encrypt, "StrF")?, method(encrypt, "StmF")?),
            _ => return None,
        };
        let user = encrypt.get("U").and_then(PdfObject::as_string)?;
        let key = if revision >= 5 {
            key_of_256_bits(encrypt, user, revision)?
        } else {
            let bits = match version {
                1 => 40,
                4 => integer("Length").filter(|bits| (40..=128).contains(bits)).unwrap_or(128).max(128),
                _ => integer("Length").unwrap_or(40),
            };
            let length = usize::try_from(bits / 8).ok().filter(|length| (5..=16).contains(length))?;
            key_of_128_bits(encrypt, user, id, revision, length, encrypts_metadata)?
        };
        Some(Self { key, strings, streams, encrypts_metadata })
    }

    /// An object of the file as it was before it was encrypted.
    pub fn object(&self, object: &mut PdfObject, number: ObjectNumber, generation: u16) -> Result<(), PdfError> {
        match object {
            PdfObject::String(bytes) => {
                *bytes = self.bytes(bytes, self.strings, number, generation).unwrap_or_default();
            }
            PdfObject::Array(items) => {
                for item in items {
                    self.object(item, number, generation)?;
                }
            }
            PdfObject::Dict(dict) => {
                for value in dict.values_mut() {
                    self.object(value, number, generation)?;
                }
            }
            PdfObject::Stream(stream) => self.stream(stream, number, generation)?,
            _ => {}
        }
        Ok(())
    }

    fn stream(&self, stream: &mut PdfStream, number: ObjectNumber, generation: u16) -> Result<(), PdfError> {
        let kind = stream.dict.get("Type").and_then(PdfObject::as_name);
        if kind == Some(b"XRef") {
            return Ok(());
        }
        let is_open_metadata = kind == Some(b"Metadata") && !self.encrypts_metadata;
        let is_left_out = drop_crypt_filter(&mut stream.dict);
        for value in stream.dict.values_mut() {
            self.object(value, number, generation)?;
        }
        if is_open_metadata || is_left_out {
            return Ok(());
        }
        let decrypted = self.bytes(&stream.coded, self.streams, number, generation);
        let bytes = decrypted.ok_or(PdfError::Object { number, what: "its encrypted bytes are damaged" })?;
        stream.coded = SharedBytes::from(bytes);
        Ok(())
    }

    /// Bytes as they were; nothing if they are too short to be anything.
    fn bytes(&self, bytes: &[u8], method: CryptMethod, number: ObjectNumber, generation: u16) -> Option<Vec<u8>> {
        let key = || {
            let mut source = self.key.clone();
            source.extend(number.to_le_bytes().iter().take(3));
            source.extend(generation.to_le_bytes());
            source.extend(if method == CryptMethod::Aes128 { b"sAlT".as_slice() } else { b"" });
            let length = (self.key.len() + 5).min(16);
            md5::sum(&source).into_iter().take(length).collect::<Vec<u8>>()
        };
        match method {
            CryptMethod::Plain => Some(bytes.to_vec()),
            CryptMethod::Rc4 => Some(rc4(&key(), bytes)),
            CryptMethod::Aes128 => unpadded(&StreamCipher::new(&key())?, bytes),
            CryptMethod::Aes256 => unpadded(&StreamCipher::new(&self.key)?, bytes),
        }
    }
}

/// Returns the way of encryption a crypt filter names, or `None` if it is not known.
fn method(encrypt: &Dict, key: &str) -> Option<CryptMethod> {
    let name = encrypt.get(key).and_then(PdfObject::as_name).unwrap_or(b"Identity");
    if name == b"Identity" {
        return Some(CryptMethod::Plain);
    }
    let filter = encrypt.get("CF").and_then(PdfObject::as_dict)?.named(name)?.as_dict()?;
    match filter.get("CFM").and_then(PdfObject::as_name).unwrap_or(b"None") {
        b"None" => Some(CryptMethod::Plain),
        b"V2" => Some(CryptMethod::Rc4),
        b"AESV2" => Some(CryptMethod::Aes128),
        b"AESV3" => Some(CryptMethod::Aes256),
        _ => None,
    }
}

/// Takes the filter that says how a stream is encrypted off its list; whether it says that the stream is not.
fn drop_crypt_filter(dict: &mut Dict) -> bool {
    let is_crypt = |object: &PdfObject| object.as_name() == Some(b"Crypt");
    match dict.get("Filter") {
        Some(PdfObject::Array(filters)) if filters.first().is_some_and(is_crypt) => {
            let rest: Vec<PdfObject> = filters.iter().skip(1).cloned().collect();
            let parameters = dict.get("DecodeParms").and_then(PdfObject::as_array).unwrap_or_default();
            let rest_of_parameters: Vec<PdfObject> = parameters.iter().skip(1).cloned().collect();
            dict.set("Filter", PdfObject::Array(rest));
            dict.set("DecodeParms", PdfObject::Array(rest_of_parameters));
            true
        }
        Some(filter) if is_crypt(filter) => {
            dict.remove("Filter");
            dict.remove("DecodeParms");
            true
        }
        _ => false,
    }
}

/// The key of the older revisions, checked against what the file says of the password.
fn key_of_128_bits(
    encrypt: &Dict,
    user: &[u8],
    id: &[u8],
    revision: i64,
    length: usize,
    encrypts_metadata: bool,
) -> Option<Vec<u8>> {
    let permissions = encrypt.get("P").and_then(PdfObject::as_integer)?;
    let mut source = PADDING.to_vec();
    source.extend(encrypt.get("O").and_then(PdfObject::as_string)?.get(..32)?);
    source.extend((permissions as u32).to_le_bytes());
    source.extend(id);
    if revision >= 4 && !encrypts_metadata {
        source.extend([0xFF; 4]);
    }
    let mut sum = md5::sum(&source);
    if revision >= 3 {
        for _ in 0..50 {
            sum = md5::sum(sum.get(..length)?);
        }
    }
    let key = sum.get(..length)?.to_vec();
    let is_right = if revision >= 3 {
        let mut check = md5::sum(&[&PADDING, id].concat()).to_vec();
        for round in 0..20 {
            let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
            check = rc4(&key, &check);
        }
        user.get(..16)? == check.as_slice()
    } else {
        user.get(..32)? == rc4(&key, &PADDING).as_slice()
    };
    is_right.then_some(key)
}

/// The key of the newer revisions, likewise.
fn key_of_256_bits(encrypt: &Dict, user: &[u8], revision: i64) -> Option<Vec<u8>> {
    let hash = |salt: &[u8]| if revision == 5 { Sha256::digest(salt).to_vec() } else { hardened(salt) };
    if user.get(..32)? != hash(user.get(32..40)?).as_slice() {
        return None;
    }
    let sealed = encrypt.get("UE").and_then(PdfObject::as_string)?.get(..32)?;
    StreamCipher::new(&hash(user.get(40..48)?))?.decrypt(&[0; 16], sealed)
}

/// The hash of revision 6 of an empty password: many rounds of three hashes and a cipher.
fn hardened(salt: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::digest(salt).to_vec();
    let mut round = 0u32;
    loop {
        let repeated = hash.repeat(64);
        let (Some(key), Some(start)) = (hash.get(..16), hash.get(16..32)) else { return hash };
        let encrypted =
            Aes128::new_from_slice(key).map(|cipher| encrypt(&cipher, start, &repeated)).unwrap_or_default();
        // The first sixteen bytes as a number, by three: each byte counts as much as any other.
        let kind = encrypted.iter().take(16).map(|byte| u32::from(*byte)).sum::<u32>() % 3;
        hash = match kind {
            0 => Sha256::digest(&encrypted).to_vec(),
            1 => Sha384::digest(&encrypted).to_vec(),
            _ => Sha512::digest(&encrypted).to_vec(),
        };
        round += 1;
        let last = encrypted.last().map_or(0, |byte| u32::from(*byte));
        if round >= 64 && last + 32 <= round {
            hash.truncate(32);
            return hash;
        }
    }
}

/// AES in chains of blocks, for whole blocks.
fn encrypt(cipher: &Aes128, start: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut before: Vec<u8> = start.to_vec();
    let mut out = Vec::with_capacity(bytes.len());
    for chunk in bytes.chunks_exact(16) {
        let mixed: Vec<u8> = chunk.iter().zip(&before).map(|(a, b)| a ^ b).collect();
        let mut block = Block::clone_from_slice(&mixed);
        cipher.encrypt_block(&mut block);
        before = block.to_vec();
        out.extend_from_slice(&block);
    }
    out
}

/// AES of either key length.
enum StreamCipher {
    Short(Box<Aes128>),
    Long(Box<Aes256>),
}

impl StreamCipher {
    fn new(key: &[u8]) -> Option<Self> {
        match key.len() {
            16 => Aes128::new_from_slice(key).ok().map(|cipher| Self::Short(Box::new(cipher))),
            32 => Aes256::new_from_slice(key).ok().map(|cipher| Self::Long(Box::new(cipher))),
            _ => None,
        }
    }

    fn decrypt(&self, start: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
        let mut before = start;
        let mut out = Vec::with_capacity(bytes.len());
        for chunk in bytes.chunks_exact(16) {
            let mut block = Block::clone_from_slice(chunk);
            match self {
                Self::Short(cipher) => cipher.decrypt_block(&mut block),
                Self::Long(cipher) => cipher.decrypt_block(&mut block),
            }
            out.extend(block.iter().zip(before).map(|(a, b)| a ^ b));
            before = chunk;
        }
        Some(out)
    }
}

/// Bytes that start with what begins their chain and end in a padding, which not all writers get right.
fn unpadded(cipher: &StreamCipher, bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.is_empty() {
        return Some(Vec::new());
    }
    let (start, body) = bytes.split_at_checked(16)?;
    let mut out = cipher.decrypt(start, body)?;
    let padding = out.last().map_or(0, |last| usize::from(*last));
    if (1..=16).contains(&padding) && out.len() >= padding {
        out.truncate(out.len() - padding);
    }
    Some(out)
}

fn rc4(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|nth| nth as u8);
    let mut j = 0u8;
    for (nth, key) in (0..256).zip(key.iter().cycle()) {
        j = j.wrapping_add(state[nth]).wrapping_add(*key);
        state.swap(nth, usize::from(j));
    }
    let (mut i, mut j) = (0u8, 0u8);
    let mut next = || {
        i = i.wrapping_add(1);
        j = j.wrapping_add(state[usize::from(i)]);
        state.swap(usize::from(i), usize::from(j));
        state[usize::from(state[usize::from(i)].wrapping_add(state[usize::from(j)]))]
    };
    bytes.iter().map(|byte| byte ^ next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_cipher_gives_what_it_is_known_to_give() {
        assert_eq!(rc4(b"Key", b"Plaintext"), [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3]);
        assert_eq!(rc4(b"Wiki", b"pedia"), [0x10, 0x21, 0xBF, 0x04, 0x20]);
    }

    #[test]
    fn what_is_not_open_to_everybody_stays_closed() {
        let mut encrypt = Dict::default();
        encrypt.set("Filter", PdfObject::Name("Standard".into()));
        encrypt.set("V", PdfObject::Integer(2));
        encrypt.set("R", PdfObject::Integer(3));
        encrypt.set("Length", PdfObject::Integer(128));
        encrypt.set("P", PdfObject::Integer(-4));
        encrypt.set("O", PdfObject::String(vec![7; 32]));
        encrypt.set("U", PdfObject::String(vec![7; 32]));
        assert!(Decryptor::open(&encrypt, b"id").is_err());
        // With the check that the key of an empty password gives it opens.
        let mut source = PADDING.to_vec();
        source.extend([7; 32]);
        source.extend((-4i32).to_le_bytes());
        source.extend(b"id");
        let key = (0..50).fold(md5::sum(&source), |sum, _| md5::sum(&sum));
        let check = (0..20).fold(md5::sum(&[&PADDING, b"id".as_slice()].concat()).to_vec(), |check, round| {
            rc4(&key.map(|byte| byte ^ round), &check)
        });
        encrypt.set("U", PdfObject::String([check, vec![0; 16]].concat()));
        let Ok(opened) = Decryptor::open(&encrypt, b"id") else { panic!("not open to everybody") };
        let sealed = opened.bytes(b"Jane Roe", CryptMethod::Rc4, 7, 0).expect("bytes");
        let mut object = PdfObject::Array(vec![PdfObject::String(sealed)]);
        opened.object(&mut object, 7, 0).expect("sound");
        assert_eq!(object, PdfObject::Array(vec![PdfObject::String(b"Jane Roe".to_vec())]));
    }
}
