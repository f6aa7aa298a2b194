//! Zip archives: read with everything checked that can be, and written anew.
//!
//! Readers of zip archives differ in what they believe where an archive contradicts itself, so that a member one of
//! them shows may be hidden from another.
//! Here the contradictions are refused, and what is written has none: every member once, nothing between them, and
//! no comments, times or attributes that tell of the people or machines before.

mod deflate;
mod directory;
#[cfg(test)]
mod tests;
mod write;

use crate::container::ContentChange;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use directory::ZipDirectory;

/// More members than this are refused.
const MAX_MEMBERS: u64 = 10_000;
/// A member that unpacks to more bytes is refused.
const MAX_MEMBER: u64 = 1 << 30;
/// An archive that unpacks to more bytes in all is refused.
const MAX_TOTAL: u64 = 4 << 30;
/// A large member that unpacks to more times its packed size is refused.
const MAX_RATIO: u64 = 200;
/// From which size on a member is large.
const LARGE: u64 = 10 << 20;

/// The reason for which an archive is not read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ZipError {
    /// It can be read only with a password.
    #[error("the archive is encrypted")]
    Encrypted,
    /// It contradicts itself, or something is missing.
    #[error("damaged archive, at byte {at}: {fault}; pack it anew, or save the document again in its program")]
    Damaged {
        /// The place, in bytes of the archive.
        at: usize,
        /// The fault at that place.
        fault: &'static str,
    },
    /// It unpacks to more than anybody would want.
    #[error("an archive that unpacks to too much: {fault}; unpack it and give its files")]
    Bomb {
        /// The quantity of which there is too much.
        fault: &'static str,
    },
    /// It uses something that is not read, or would have to.
    #[error("an archive of a kind that is not read: {fault}; pack it anew as an ordinary zip file")]
    Unsupported {
        /// The feature that it uses.
        fault: &'static str,
    },
}

fn damaged(at: usize, fault: &'static str) -> ZipError {
    ZipError::Damaged { at, fault }
}

/// The compression of a member's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ZipMethod {
    Stored,
    Deflated,
}

impl ZipMethod {
    fn code(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
        }
    }
}

/// A file in an archive.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ZipMember {
    /// Its path in the archive, with `/` between folders, and after the name where it is a folder itself.
    pub name: String,
    method: ZipMethod,
    crc: u32,
    size: u64,
    /// The range of its packed bytes.
    packed: Range<usize>,
    /// The place at which it starts, its header included.
    start: usize,
}

impl ZipMember {
    /// The number of bytes it unpacks to.
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl fmt::Debug for ZipMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("start", &self.start).field("size", &self.size).finish_non_exhaustive()
    }
}

/// An archive that was read.
pub(crate) struct ZipArchive {
    bytes: Vec<u8>,
    members: Vec<ZipMember>,
    /// The members by name in lower case.
    numbers: HashMap<String, usize>,
    has_extras: bool,
}

impl fmt::Debug for ZipArchive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("members", &self.members.len()).finish_non_exhaustive()
    }
}

impl ZipArchive {
    /// Reads the directory of an archive; the members are unpacked one by one later.
    pub fn open(bytes: Vec<u8>) -> Result<Self, ZipError> {
        let ZipDirectory { members, has_extras } = directory::read(&bytes)?;
        check_sizes(&members)?;
        let mut numbers = HashMap::with_capacity(members.len());
        for (number, member) in members.iter().enumerate() {
            if numbers.insert(member.name.to_lowercase(), number).is_some() {
                return Err(damaged(member.start, "two members of one name"));
            }
        }
        Ok(Self { bytes, members, numbers, has_extras })
    }

    /// The members, in the order in which they lie in the archive.
    pub fn members(&self) -> &[ZipMember] {
        &self.members
    }

    /// The number of the member with this name; capitals make no difference, as no two members differ by them alone.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(&name.to_lowercase()).copied()
    }

    /// The bytes of a member, unpacked, of the size and the checksum that the archive states.
    pub fn read(&self, member: usize) -> Result<Vec<u8>, ZipError> {
        let member = self.members.get(member).ok_or(ZipError::Unsupported { fault: "a member that is not there" })?;
        // The stated size may be a lie: more than a usual ratio is reserved only once it has really been unpacked.
        let likely = member.size.min(8 * member.packed.len() as u64);
        let mut content = Vec::with_capacity(likely as usize);
        self.unpack(member, &mut |bytes| content.extend_from_slice(bytes))?;
        Ok(content)
    }

    /// The archive with changes made, one for each member: written anew, the same way each time. A member may get
    /// another name.
    ///
    /// Members that stay are unpacked to check them, since a broken one, or one with bytes behind its packed data,
    /// must not pass.
    ///
    /// `name` gives another name for some members, by their numbers.
    pub fn write<'n>(
        &self,
        changes: &[ContentChange],
        name: impl Fn(usize) -> Option<&'n str>,
    ) -> Result<Vec<u8>, ZipError> {
        if changes.len() != self.members.len() {
            return Err(ZipError::Unsupported { fault: "changes that are not one for each member" });
        }
        let mut writer = write::ZipWriter::with_capacity(self.bytes.len());
        for (number, (member, change)) in self.members.iter().zip(changes).enumerate() {
            let renamed = name(number).map(|name| ZipMember { name: name.to_owned(), ..member.clone() });
            let named = renamed.as_ref().unwrap_or(member);
            match change {
                ContentChange::Keep => {
                    self.unpack(member, &mut |_| {})?;
                    writer.copy(named, self.packed(member))?;
                }
                ContentChange::Replace(content) => writer.pack(named, content)?,
                ContentChange::Remove => {}
            }
        }
        writer.finish()
    }

    /// True if it has anything that is lost when it is written anew: comments, extra fields, times, attributes of
    /// files, or bytes that belong to no member.
    pub fn has_extras(&self) -> bool {
        self.has_extras
    }

    /// The archive as it was read.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The archive as it was read.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn packed(&self, member: &ZipMember) -> &[u8] {
        self.bytes.get(member.packed.clone()).unwrap_or_default()
    }

    /// Unpacks a member piece by piece and checks it.
    fn unpack(&self, member: &ZipMember, take: &mut dyn FnMut(&[u8])) -> Result<(), ZipError> {
        let mut crc = flate2::Crc::new();
        let mut take = |bytes: &[u8]| {
            crc.update(bytes);
            take(bytes);
        };
        match member.method {
            ZipMethod::Stored => take(self.packed(member)),
            ZipMethod::Deflated => deflate::inflate(self.packed(member), member.size, &mut take)
                .map_err(|fault| damaged(member.packed.start, fault))?,
        }
        if crc.sum() == member.crc { Ok(()) } else { Err(damaged(member.packed.start, "a checksum that differs")) }
    }
}

/// The names of an archive's members, without unpacking any.
pub(crate) fn names(bytes: &[u8]) -> Result<Vec<String>, ZipError> {
    Ok(directory::read(bytes)?.members.into_iter().map(|member| member.name).collect())
}

/// Bytes packed by deflate; nothing if the packer fails.
pub(crate) fn packed(content: &[u8]) -> Option<Vec<u8>> {
    deflate::deflate(content)
}

/// Refuses an archive that would unpack to too much. The sizes are those stated; none unpacks to more.
fn check_sizes(members: &[ZipMember]) -> Result<(), ZipError> {
    let mut total = 0u64;
    for member in members {
        total = total.saturating_add(member.size);
        if member.size > MAX_MEMBER {
            return Err(ZipError::Bomb { fault: "a member of more than 1 GiB" });
        }
        if member.size > LARGE && member.size / MAX_RATIO > member.packed.len() as u64 {
            return Err(ZipError::Bomb { fault: "a member of more than 200 times its packed size" });
        }
    }
    if total > MAX_TOTAL { Err(ZipError::Bomb { fault: "more than 4 GiB in all" }) } else { Ok(()) }
}
