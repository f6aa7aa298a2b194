//! Tar archives: headers of 512 bytes, each followed by the content of a file (POSIX ustar and pax, GNU).

use std::ops::Range;

use super::budget::UnpackingAccount;
use super::members::{ArchiveMembers, MemberSource, unpacked};
use crate::container::{ContentChange, FileContainer, PartEdits, UnreadBytes};
use crate::encoding::windows_1252;
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError, WriteError};
use crate::{CharacterEncoding, Document, RemovableKind};

/// Tar archives.
#[derive(Debug, Clone, Default)]
pub struct Tar {
    /// The depth of the file inside others.
    pub depth: usize,
}

const BLOCK: usize = 512;
/// More members than this are refused.
const MOST_MEMBERS: usize = 100_000;
/// A longer name, or one beyond ASCII, needs a header of its own.
const LONGEST_NAME: usize = 100;
/// No name is longer.
const MOST_NAME: usize = 4096;

fn damaged(at: usize, fault: &'static str) -> ReadError {
    ReadError::Archive { fault: format!("damaged tar archive, at byte {at}: {fault}; fetch it or pack it again") }
}

/// True if a file starts with the header of a member.
pub(crate) fn is_tar(bytes: &[u8]) -> bool {
    let header = bytes.get(..BLOCK).unwrap_or_default();
    header.first().is_some_and(|b| *b != 0) && is_sound(header)
}

/// True if the checksum of a header is right.
fn is_sound(header: &[u8]) -> bool {
    let Some(stated) = header.get(148..156).and_then(octal) else { return false };
    let sum: u64 = header
        .iter()
        .enumerate()
        .map(|(at, b)| if (148..156).contains(&at) { u64::from(b' ') } else { u64::from(*b) })
        .sum();
    header.len() == BLOCK && sum == stated
}

/// A number in octal digits, or in bytes where it is too long for them.
fn octal(field: &[u8]) -> Option<u64> {
    if let [first, rest @ ..] = field
        && *first & 0x80 != 0
    {
        let high = u64::from(*first & 0x7f);
        return rest.iter().try_fold(high, |sum, b| sum.checked_mul(256)?.checked_add(u64::from(*b)));
    }
    let text = field.split(|b| *b == 0).next().unwrap_or_default().trim_ascii();
    text.iter().try_fold(0u64, |sum, b| match b {
        b'0'..=b'7' => sum.checked_mul(8)?.checked_add(u64::from(b - b'0')),
        _ => None,
    })
}

/// Text up to the first zero byte.
fn text(field: &[u8]) -> String {
    let field = field.split(|b| *b == 0).next().unwrap_or_default();
    match std::str::from_utf8(field) {
        Ok(text) => text.to_owned(),
        Err(_) => field.iter().map(|b| windows_1252(*b)).collect(),
    }
}

/// A member.
struct TarMember {
    name: String,
    kind: u8,
    mode: u64,
    content: Range<usize>,
}

/// The members of an archive.
#[derive(Default)]
struct TarListing {
    members: Vec<TarMember>,
    /// True if there is anything beside the members: owners, times, what stands behind the end.
    has_extras: bool,
}

impl TarListing {
    fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut listing = Self::default();
        let mut at = 0;
        let mut long_name: Option<String> = None;
        let mut long_size: Option<u64> = None;
        while at < bytes.len() {
            let header = bytes.get(at..at + BLOCK).ok_or_else(|| damaged(at, "a header cut short"))?;
            if header.iter().all(|b| *b == 0) {
                listing.has_extras |= bytes.get(at..).is_some_and(|rest| rest.iter().any(|b| *b != 0));
                break;
            }
            if !is_sound(header) {
                return Err(damaged(at, "a checksum that differs"));
            }
            let field = |range: Range<usize>| header.get(range).unwrap_or_default();
            let kind = field(156..157).first().copied().unwrap_or_default();
            let mut size = octal(field(124..136)).ok_or_else(|| damaged(at, "a size that is no number"))?;
            if matches!(kind, b'0' | 0 | b'7') {
                size = long_size.take().unwrap_or(size);
            }
            let start = at + BLOCK;
            let size = usize::try_from(size).ok().filter(|size| *size <= bytes.len() - start);
            let size = size.ok_or_else(|| damaged(at, "a member longer than the archive"))?;
            let content = start..start + size;
            let inside = bytes.get(content.clone()).unwrap_or_default();
            at = start + size.next_multiple_of(BLOCK);
            listing.has_extras |= tells(header);
            match kind {
                b'L' => {
                    long_name = Some(text(inside));
                    continue;
                }
                b'x' | b'g' => {
                    listing.has_extras |= kind == b'g';
                    for (key, value) in records(inside).ok_or_else(|| damaged(start, "a record that is none"))? {
                        match key {
                            b"path" if kind == b'x' => long_name = Some(text(value)),
                            b"size" if kind == b'x' => long_size = octal_or_decimal(value),
                            key if key.starts_with(b"GNU.sparse") => return Err(sparse()),
                            _ => listing.has_extras = true,
                        }
                    }
                    continue;
                }
                b'K' | b'V' => {
                    listing.has_extras = true;
                    continue;
                }
                b'S' | b'M' => return Err(sparse()),
                _ => {}
            }
            let name = long_name.take().unwrap_or_else(|| ustar_name(header));
            check_name(&name).map_err(|fault| damaged(start - BLOCK, fault))?;
            let mode = octal(field(100..108)).unwrap_or(0o644) & 0o777;
            listing.members.push(TarMember { name, kind, mode, content });
            if listing.members.len() > MOST_MEMBERS {
                return Err(ReadError::Archive {
                    fault: "a tar archive of too many members; unpack it and give its files".to_owned(),
                });
            }
        }
        Ok(listing)
    }
}

fn sparse() -> ReadError {
    ReadError::Archive {
        fault: "a tar archive of files with holes or of several volumes; pack the files anew".to_owned(),
    }
}

/// True if a header says anything of a person, a machine or a time.
fn tells(header: &[u8]) -> bool {
    let is_blank = |range: Range<usize>| header.get(range).is_some_and(|field| matches!(octal(field), Some(0)));
    let is_empty = |range: Range<usize>| header.get(range).is_some_and(|field| field.iter().all(|b| *b == 0));
    !(is_blank(108..116) && is_blank(116..124) && is_blank(136..148) && is_empty(157..257) && is_empty(265..329))
}

/// The name in the header itself, in two halves where it is long.
fn ustar_name(header: &[u8]) -> String {
    let field = |range: Range<usize>| text(header.get(range).unwrap_or_default());
    let (name, prefix) = (field(0..100), field(345..500));
    let is_posix = header.get(257..263) == Some(b"ustar\0");
    if is_posix && !prefix.is_empty() { format!("{prefix}/{name}") } else { name }
}

/// Refuses a name that leads elsewhere.
fn check_name(name: &str) -> Result<(), &'static str> {
    let path = name.strip_prefix("./").unwrap_or(name);
    let path = path.strip_suffix('/').unwrap_or(path);
    let leads_out = path.starts_with('/') || path.split('/').any(|step| step == "..");
    match () {
        () if name.is_empty() => Err("a member without a name"),
        () if leads_out => Err("a name that leads out of the archive"),
        () if name.len() > MOST_NAME || name.contains('\0') => Err("a name that is none"),
        () => Ok(()),
    }
}

/// The records of a pax header: `length key=value`, each with a line break.
fn records(mut bytes: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let blank = memchr::memchr(b' ', bytes.get(..bytes.len().min(20))?)?;
        let length: usize = std::str::from_utf8(bytes.get(..blank)?).ok()?.parse().ok()?;
        let record = bytes.get(blank + 1..length)?.strip_suffix(b"\n")?;
        let equals = memchr::memchr(b'=', record)?;
        found.push((record.get(..equals)?, record.get(equals + 1..)?));
        bytes = bytes.get(length..)?;
    }
    Some(found)
}

fn octal_or_decimal(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

impl DocumentFormat for Tar {
    fn name(&self) -> &'static str {
        "tar"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let account = UnpackingAccount::open();
        let listing = TarListing::read(&bytes)?;
        let mut builder = DocumentBuilder::default();
        let mut members = ArchiveMembers::default();
        for member in &listing.members {
            let mut content = || {
                unpacked(&account, member.content.len() as u64)?;
                Ok(bytes.get(member.content.clone()).unwrap_or_default().to_vec())
            };
            let source = match member.kind {
                b'0' | 0 | b'7' if !member.name.ends_with('/') => MemberSource::File(&mut content),
                b'5' | b'0' | 0 => MemberSource::Folder,
                b'1' | b'2' => MemberSource::Other("a link; pack the file it leads to"),
                _ => MemberSource::Other("a device or something else that is no file"),
            };
            members.read(&mut builder, &member.name, source, self.depth)?;
        }
        if listing.has_extras {
            builder.removable(RemovableKind::Metadata, "archive", builder.text_len(), Vec::new());
        }
        let container = TarContainer { bytes, list: listing.members, members };
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(container)))
    }
}

/// A tar archive that was read.
struct TarContainer {
    bytes: Vec<u8>,
    list: Vec<TarMember>,
    members: ArchiveMembers,
}

impl TarContainer {
    fn content(&self, number: usize) -> Result<&[u8], WriteError> {
        let member = self.list.get(number).ok_or(WriteError::Inconsistent)?;
        self.bytes.get(member.content.clone()).ok_or(WriteError::Inconsistent)
    }
}

impl FileContainer for TarContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.bytes.clone());
        }
        let (outcomes, renamed) = self.members.outcomes(parts, removed)?;
        let mut out = Vec::with_capacity(self.bytes.len());
        for (number, ((member, outcome), name)) in self.list.iter().zip(outcomes).zip(&renamed).enumerate() {
            let name = name.as_deref().unwrap_or(&member.name);
            match outcome {
                ContentChange::Remove => {}
                ContentChange::Keep => push_member(&mut out, name, member, self.content(number)?),
                ContentChange::Replace(bytes) => push_member(&mut out, name, member, &bytes),
            }
        }
        out.resize(out.len() + 2 * BLOCK, 0);
        Ok(out)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.bytes)
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        self.members.unread(&mut |number| self.content(number).map(<[u8]>::to_vec), look)
    }
}

/// Adds a member with a header that tells its name and nothing of who packed it.
fn push_member(out: &mut Vec<u8>, name: &str, member: &TarMember, content: &[u8]) {
    let kind = if member.kind == 0 { b'0' } else { member.kind };
    if name.len() > LONGEST_NAME || !name.is_ascii() {
        let record = record("path", name);
        push_header(out, "././@PaxHeader", b'x', 0o644, record.len());
        push_padded(out, record.as_bytes());
        push_header(out, "file", kind, member.mode, content.len());
    } else {
        push_header(out, name, kind, member.mode, content.len());
    }
    push_padded(out, content);
}

fn push_padded(out: &mut Vec<u8>, content: &[u8]) {
    out.extend_from_slice(content);
    out.resize(out.len().next_multiple_of(BLOCK), 0);
}

/// A record of a pax header, whose length counts its own digits.
fn record(key: &str, value: &str) -> String {
    let rest = key.len() + value.len() + 3;
    let mut length = rest + 1;
    while rest + length.to_string().len() != length {
        length += 1;
    }
    format!("{length} {key}={value}\n")
}

fn push_header(out: &mut Vec<u8>, name: &str, kind: u8, mode: u64, size: usize) {
    let mut header = [0u8; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| {
        header.iter_mut().skip(at).zip(bytes).for_each(|(place, byte)| *place = *byte);
    };
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}\0").as_bytes());
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u64 = header.iter().map(|b| u64::from(*b)).sum();
    let sum = format!("{sum:06o}\0 ");
    header.iter_mut().skip(148).zip(sum.as_bytes()).for_each(|(place, byte)| *place = *byte);
    out.extend_from_slice(&header);
}
