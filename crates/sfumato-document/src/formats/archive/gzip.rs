//! Gzip files: one file, packed (RFC 1952).

use flate2::{Decompress, FlushDecompress, Status};

use super::budget::UnpackingAccount;
use crate::container::{FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::{AbsorbedDocument, DocumentBuilder};
use crate::formats::{DocumentFormat, ReadError, WriteError, read_inner};
use crate::splice::SourceCoding;
use crate::zip;
use crate::{BlockKind, CharacterEncoding, Document, RemovableKind};

/// Gzip files.
#[derive(Debug, Clone, Default)]
pub struct Gzip {
    /// The depth of the file inside others.
    pub depth: usize,
}

const MAGIC: &[u8] = b"\x1f\x8b\x08";
/// Flags of the header.
const TEXT: u8 = 1;
const CHECKED: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAMED: u8 = 1 << 3;
const COMMENTED: u8 = 1 << 4;

/// A header that tells nothing: no name, no time, no system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// A large file that unpacks to more times its packed size is refused, as in other archives.
const MAX_RATIO: u64 = 200;
/// From which size on a file is large.
const LARGE: u64 = 10 << 20;
/// The number of bytes that are unpacked at a time.
const PIECE: usize = 1 << 16;

fn damaged(fault: &'static str) -> ReadError {
    ReadError::Archive { fault: format!("damaged gzip file: {fault}; fetch it or pack it again") }
}

impl DocumentFormat for Gzip {
    fn name(&self) -> &'static str {
        "gz"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let account = UnpackingAccount::open();
        let mut content = Vec::new();
        let mut rest = bytes.as_slice();
        let (mut name, mut tells) = (None, false);
        // Several may stand one after the other, and are one file.
        while !rest.is_empty() {
            let header = GzipHeader::read(rest).ok_or_else(|| damaged("no header where one must be"))?;
            tells |= header.tells;
            name = name.or(header.name);
            let packed = rest.get(header.length..).unwrap_or_default();
            let used = unpack(packed, &mut content, (&account, bytes.len() as u64))?;
            rest = packed.get(used..).unwrap_or_default();
        }
        if content.is_empty() {
            return Err(ReadError::Empty);
        }
        let mut builder = DocumentBuilder::default();
        if tells {
            let since = builder.text_len();
            if let Some(name) = &name {
                let label = builder.label("path");
                builder.block(name, 0..name.len(), SourceCoding::Verbatim, BlockKind::Metadata, Some(label));
            }
            builder.end_part(name.as_deref().unwrap_or_default())?;
            builder.removable(RemovableKind::Metadata, "header of the gzip file", since, Vec::new());
        }
        let inner = read_inner(content, name.as_deref(), self.depth + 1)?;
        let inner = builder.absorb(inner)?;
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(GzipContainer { bytes, inner })))
    }
}

/// The header before the packed bytes.
struct GzipHeader {
    length: usize,
    name: Option<String>,
    /// True if it says anything of the file or of who packed it.
    tells: bool,
}

impl GzipHeader {
    fn read(bytes: &[u8]) -> Option<Self> {
        let fixed = bytes.get(..10)?;
        let flags = *fixed.get(3)?;
        if !fixed.starts_with(MAGIC) || flags & !(TEXT | CHECKED | EXTRA | NAMED | COMMENTED) != 0 {
            return None;
        }
        let mut at = 10;
        if flags & EXTRA != 0 {
            let length = bytes.get(at..at + 2)?;
            at += 2 + usize::from(u16::from_le_bytes([*length.first()?, *length.get(1)?]));
        }
        let mut name = None;
        for flag in [NAMED, COMMENTED] {
            if flags & flag != 0 {
                let text = bytes.get(at..)?;
                let length = memchr::memchr(0, text)?;
                if flag == NAMED {
                    name = text.get(..length).map(decoded);
                }
                at += length + 1;
            }
        }
        if flags & CHECKED != 0 {
            at += 2;
        }
        bytes.get(..at)?;
        Some(Self { length: at, name, tells: fixed.get(3..) != HEADER.get(3..) })
    }
}

/// A name, in UTF-8 as it is written today, or in ISO 8859-1 as it should be.
fn decoded(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) => name.iter().map(|b| char::from(*b)).collect(),
    }
}

/// Unpacks one file and checks it; gives how many bytes it took, with what stands behind it.
fn unpack(
    packed: &[u8],
    content: &mut Vec<u8>,
    (account, whole): (&UnpackingAccount, u64),
) -> Result<usize, ReadError> {
    let mut state = Decompress::new(false);
    let mut piece = vec![0; PIECE];
    let mut crc = flate2::Crc::new();
    loop {
        let (read, made) = (state.total_in(), state.total_out());
        let rest = packed.get(read as usize..).unwrap_or_default();
        let status =
            state.decompress(rest, &mut piece, FlushDecompress::None).map_err(|_| damaged("broken packed data"))?;
        let new = piece.get(..(state.total_out() - made) as usize).unwrap_or_default();
        account.spend(new.len() as u64)?;
        crc.update(new);
        content.extend_from_slice(new);
        let length = content.len() as u64;
        if length > LARGE && length / MAX_RATIO > whole {
            return Err(ReadError::Archive {
                fault: "an archive that unpacks to too much: more than 200 times its packed size; unpack it and give its files".to_owned(),
            });
        }
        if status == Status::StreamEnd {
            break;
        }
        if (state.total_in(), state.total_out()) == (read, made) {
            return Err(damaged("packed data that does not end"));
        }
    }
    let end = state.total_in() as usize;
    let trailer = packed.get(end..end + 8).ok_or_else(|| damaged("no checksum"))?;
    let stated = [crc.sum().to_le_bytes(), (state.total_out() as u32).to_le_bytes()].concat();
    if trailer != stated {
        return Err(damaged("a checksum that differs"));
    }
    Ok(end + 8)
}

/// Packs bytes, with a header that tells nothing.
fn pack(content: &[u8]) -> Option<Vec<u8>> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let mut out = HEADER.to_vec();
    out.extend_from_slice(&zip::packed(content)?);
    out.extend_from_slice(&crc.sum().to_le_bytes());
    out.extend_from_slice(&(content.len() as u32).to_le_bytes());
    Some(out)
}

/// A gzip file that was read.
struct GzipContainer {
    bytes: Vec<u8>,
    inner: AbsorbedDocument,
}

impl FileContainer for GzipContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        let own = parts.get(self.inner.parts.clone()).ok_or(WriteError::Inconsistent)?;
        let gone = removed.get(self.inner.removable.clone()).ok_or(WriteError::Inconsistent)?;
        let content = self.inner.container.assemble(own, gone)?;
        pack(&content).ok_or(WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.inner.container.unread(look)
    }
}
