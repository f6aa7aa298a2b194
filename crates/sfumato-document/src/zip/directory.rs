//! The directory at an archive's end, and the headers it points to.

use std::ops::Range;

use super::{MAX_MEMBERS, ZipError, ZipMember, ZipMethod, damaged};
use crate::formats::codepage::CodePage;

pub(super) const LOCAL: [u8; 4] = *b"PK\x03\x04";
pub(super) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
pub(super) const END: [u8; 4] = *b"PK\x05\x06";
const WIDE_END: [u8; 4] = *b"PK\x06\x06";
const WIDE_LOCATOR: [u8; 4] = *b"PK\x06\x07";
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";

/// Lengths of the records without their variable parts.
const END_LENGTH: usize = 22;
const WIDE_END_LENGTH: usize = 56;
const WIDE_LOCATOR_LENGTH: usize = 20;

/// Flag bits.
pub(super) const UTF8: u16 = 1 << 11;
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const STREAMED: u16 = 1 << 3;
const PATCH: u16 = 1 << 5;

/// The first of January 1980, the first day there is; it stands for no date.
pub(super) const DATE: u16 = 1 << 5 | 1;

/// The field of extra data that holds sizes wider than 32 bits.
const WIDE_FIELD: u16 = 1;

/// The code page of consoles in Western Europe.
const CONSOLE: u32 = 850;

const SEVERAL_DISKS: ZipError = ZipError::Unsupported { fault: "an archive on several disks" };

/// The contents of the directory, checked against the members' own headers.
pub(super) struct ZipDirectory {
    /// In the order of the archive.
    pub members: Vec<ZipMember>,
    /// True if there is anything beside them.
    pub has_extras: bool,
}

/// Reads the directory.
pub(super) fn read(bytes: &[u8]) -> Result<ZipDirectory, ZipError> {
    let end = ZipEndRecord::find(bytes)?;
    let directory = end.directory(bytes)?;
    let mut fields = LittleEndianReader { bytes: bytes.get(..directory.end).unwrap_or_default(), at: directory.start };
    // Members lie before the directory; a header may not reach into it.
    let body = bytes.get(..directory.start).unwrap_or_default();
    let mut has_extras = end.has_extras;
    let mut entries = Vec::new();
    for _ in 0..end.members {
        let entry = ZipDirectoryEntry::read(&mut fields)?;
        let (member, whole, extras) = entry.member(body)?;
        has_extras |= entry.has_extras || extras;
        entries.push((whole, member));
    }
    if fields.at != directory.end {
        return Err(damaged(fields.at, "a directory longer than its members"));
    }
    entries.sort_unstable_by_key(|(whole, _)| (whole.start, whole.end));
    let mut at = 0;
    for (whole, _) in &entries {
        if whole.start < at {
            return Err(damaged(whole.start, "members that overlap"));
        }
        has_extras |= whole.start > at;
        at = whole.end;
    }
    has_extras |= directory.start > at;
    Ok(ZipDirectory { members: entries.into_iter().map(|(_, member)| member).collect(), has_extras })
}

/// A reader of numbers, little end first.
struct LittleEndianReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> LittleEndianReader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ZipError> {
        let end = self.at.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or(damaged(self.at, "a record cut short"))?;
        self.at += length;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ZipError> {
        let at = self.at;
        self.take(N)?.try_into().map_err(|_| damaged(at, "a record cut short"))
    }

    fn short(&mut self) -> Result<u16, ZipError> {
        self.array().map(u16::from_le_bytes)
    }

    fn long(&mut self) -> Result<u32, ZipError> {
        self.array().map(u32::from_le_bytes)
    }

    fn wide(&mut self) -> Result<u64, ZipError> {
        self.array().map(u64::from_le_bytes)
    }

    fn expect(&mut self, signature: [u8; 4], fault: &'static str) -> Result<(), ZipError> {
        let at = self.at;
        if self.array()? == signature { Ok(()) } else { Err(damaged(at, fault)) }
    }
}

/// The record at the very end of an archive.
struct ZipEndRecord {
    members: u64,
    length: u64,
    start: u64,
    /// The place where the directory must end.
    at: usize,
    has_extras: bool,
}

impl ZipEndRecord {
    fn find(bytes: &[u8]) -> Result<Self, ZipError> {
        let at = end_record(bytes)?;
        let mut fields = LittleEndianReader { bytes, at: at + END.len() };
        let disks = [fields.short()?, fields.short()?];
        let (here, members) = (fields.short()?, fields.short()?);
        let (length, start) = (fields.long()?, fields.long()?);
        let has_extras = fields.short()? > 0;
        if let Some(wide) = Self::find_wide(bytes, at)? {
            // What does not fit the narrow record has the greatest value there.
            let fits = |narrow: u64, greatest: u64, wide: u64| narrow == greatest || narrow == wide;
            let agree = fits(members.into(), u16::MAX.into(), wide.members)
                && fits(length.into(), u32::MAX.into(), wide.length)
                && fits(start.into(), u32::MAX.into(), wide.start);
            let has_extras = has_extras || wide.has_extras;
            return if agree { Ok(Self { has_extras, ..wide }) } else { Err(damaged(at, "end records that differ")) };
        }
        if disks != [0, 0] || here != members {
            return Err(SEVERAL_DISKS);
        }
        Ok(Self { members: members.into(), length: length.into(), start: start.into(), at, has_extras })
    }

    /// The record for large archives, which stands before the other.
    fn find_wide(bytes: &[u8], end: usize) -> Result<Option<Self>, ZipError> {
        let Some(locator) = end.checked_sub(WIDE_LOCATOR_LENGTH) else { return Ok(None) };
        let mut fields = LittleEndianReader { bytes, at: locator };
        if fields.expect(WIDE_LOCATOR, "").is_err() {
            return Ok(None);
        }
        let (disk, at, disks) = (fields.long()?, fields.wide()?, fields.long()?);
        if disk != 0 || disks > 1 {
            return Err(SEVERAL_DISKS);
        }
        let at = usize::try_from(at).map_err(|_| damaged(locator, "an end record that is not there"))?;
        let mut fields = LittleEndianReader { bytes, at };
        fields.expect(WIDE_END, "an end record that is not there")?;
        let rest = fields.wide()?;
        // The versions made by and needed tell nothing of use.
        fields.take(4)?;
        let disks = [fields.long()?, fields.long()?];
        let (here, members) = (fields.wide()?, fields.wide()?);
        let (length, start) = (fields.wide()?, fields.wide()?);
        if disks != [0, 0] || here != members {
            return Err(SEVERAL_DISKS);
        }
        let own = (WIDE_END_LENGTH - WIDE_END.len() - size_of::<u64>()) as u64;
        let stretch = rest.checked_sub(own).ok_or(damaged(at, "a record cut short"))?;
        if (at as u64).checked_add(WIDE_END_LENGTH as u64).and_then(|n| n.checked_add(stretch)) != Some(locator as u64)
        {
            return Err(damaged(at, "an end record that does not reach the next"));
        }
        Ok(Some(Self { members, length, start, at, has_extras: stretch > 0 }))
    }

    /// Returns the range of the directory.
    fn directory(&self, bytes: &[u8]) -> Result<Range<usize>, ZipError> {
        if self.members > MAX_MEMBERS {
            return Err(ZipError::Bomb { fault: "more than 10,000 members" });
        }
        let start = usize::try_from(self.start).ok().filter(|start| *start <= bytes.len());
        match start {
            Some(start) if self.start.checked_add(self.length) == Some(self.at as u64) => Ok(start..self.at),
            _ => Err(damaged(self.at, "a directory that is not where the end record says")),
        }
    }
}

/// Returns the start of the end record: it and its comment must reach the archive's end, and there must be only one
/// such.
fn end_record(bytes: &[u8]) -> Result<usize, ZipError> {
    let first = bytes.len().saturating_sub(END_LENGTH + usize::from(u16::MAX));
    let tail = bytes.get(first..).unwrap_or_default();
    let mut found = tail.windows(END_LENGTH).enumerate().filter_map(|(at, record)| {
        let [.., low, high] = record else { return None };
        let comment = usize::from(u16::from_le_bytes([*low, *high]));
        (record.starts_with(&END) && at + END_LENGTH + comment == tail.len()).then_some(first + at)
    });
    let at = found.next().ok_or(damaged(bytes.len(), "no end record"))?;
    if found.next().is_some() { Err(damaged(at, "two end records")) } else { Ok(at) }
}

/// The fields that a member's header and its entry in the directory share.
struct ZipSharedFields<'a> {
    flags: u16,
    method: u16,
    is_dated: bool,
    crc: u32,
    packed: u64,
    size: u64,
    name: &'a [u8],
    extra: &'a [u8],
}

impl<'a> ZipSharedFields<'a> {
    /// Reads the fields and the name; `between` reads what stands between the two.
    fn read<T>(
        fields: &mut LittleEndianReader<'a>,
        between: impl FnOnce(&mut LittleEndianReader<'a>) -> Result<T, ZipError>,
    ) -> Result<(Self, T), ZipError> {
        // The version that is needed: what is needed shows in the flags and the method.
        fields.short()?;
        let (flags, method) = (fields.short()?, fields.short()?);
        let (time, date) = (fields.short()?, fields.short()?);
        let (crc, packed, size) = (fields.long()?, fields.long()?, fields.long()?);
        let (name, extra) = (fields.short()?, fields.short()?);
        let between = between(fields)?;
        let shared = Self {
            flags,
            method,
            is_dated: (time, date) != (0, DATE) && (time, date) != (0, 0),
            crc,
            packed: packed.into(),
            size: size.into(),
            name: fields.take(name.into())?,
            extra: fields.take(extra.into())?,
        };
        Ok((shared, between))
    }

    /// Puts the values that do not fit 32 bits in their places.
    fn widen(&mut self, start: &mut u64, at: usize) -> Result<(), ZipError> {
        let mut narrow = [&mut self.size, &mut self.packed, start];
        let mut missing = narrow.iter_mut().filter(|value| ***value == u32::MAX.into()).peekable();
        if missing.peek().is_none() {
            return Ok(());
        }
        let mut fields = wide_field(self.extra).ok_or(damaged(at, "a size that is missing"))?;
        for value in missing {
            **value = fields.wide().map_err(|_| damaged(at, "a size that is missing"))?;
        }
        Ok(())
    }
}

/// The field of extra data with the wide sizes.
fn wide_field(extra: &[u8]) -> Option<LittleEndianReader<'_>> {
    let mut fields = LittleEndianReader { bytes: extra, at: 0 };
    loop {
        let (id, length) = (fields.short().ok()?, fields.short().ok()?);
        let bytes = fields.take(length.into()).ok()?;
        if id == WIDE_FIELD {
            return Some(LittleEndianReader { bytes, at: 0 });
        }
    }
}

/// A member's entry in the directory.
struct ZipDirectoryEntry<'a> {
    shared: ZipSharedFields<'a>,
    start: usize,
    has_extras: bool,
}

impl<'a> ZipDirectoryEntry<'a> {
    fn read(fields: &mut LittleEndianReader<'a>) -> Result<Self, ZipError> {
        let at = fields.at;
        fields.expect(CENTRAL, "no entry where one must be")?;
        let made_by = fields.short()?;
        let (mut shared, (comment, disk, attributes, start)) = ZipSharedFields::read(fields, |fields| {
            let (comment, disk) = (fields.short()?, fields.short()?);
            let attributes = u32::from(fields.short()?) | fields.long()?;
            Ok((comment, disk, attributes, fields.long()?))
        })?;
        fields.take(comment.into())?;
        let mut start = u64::from(start);
        shared.widen(&mut start, at)?;
        if disk != 0 {
            return Err(SEVERAL_DISKS);
        }
        let start = usize::try_from(start).map_err(|_| damaged(at, "a member that is not there"))?;
        // The upper half of the version tells the system the archive was made on.
        let has_extras =
            made_by >> 8 != 0 || comment > 0 || attributes != 0 || shared.is_dated || !shared.extra.is_empty();
        Ok(Self { shared, start, has_extras })
    }

    /// The member, all bytes that belong to it, and whether its header has anything beside.
    fn member(&self, body: &[u8]) -> Result<(ZipMember, Range<usize>, bool), ZipError> {
        let wrong = |fault| damaged(self.start, fault);
        let mut fields = LittleEndianReader { bytes: body, at: self.start };
        fields.expect(LOCAL, "no member where one must be")?;
        let (mut header, ()) = ZipSharedFields::read(&mut fields, |_| Ok(()))?;
        let entry = &self.shared;
        let flags = entry.flags | header.flags;
        if flags & ENCRYPTED != 0 {
            return Err(ZipError::Encrypted);
        }
        if flags & PATCH != 0 {
            return Err(ZipError::Unsupported { fault: "patches instead of members" });
        }
        if header.name != entry.name {
            return Err(wrong("a member of another name than in the directory"));
        }
        let method = match entry.method {
            0 => ZipMethod::Stored,
            8 => ZipMethod::Deflated,
            _ => return Err(ZipError::Unsupported { fault: "members packed by a method other than deflate" }),
        };
        let is_streamed = header.flags & STREAMED != 0;
        if !is_streamed {
            header.widen(&mut 0, self.start)?;
        }
        let agree = is_streamed || (header.crc, header.packed, header.size) == (entry.crc, entry.packed, entry.size);
        if !agree || header.method != entry.method {
            return Err(wrong("a member that differs from its entry in the directory"));
        }
        if method == ZipMethod::Stored && entry.packed != entry.size {
            return Err(wrong("a stored member of two sizes"));
        }
        let name = name(entry.name, entry.flags).map_err(wrong)?;
        if name.ends_with('/') && entry.size > 0 {
            return Err(wrong("a folder with content"));
        }
        let length = usize::try_from(entry.packed).map_err(|_| wrong("a record cut short"))?;
        let packed = fields.at..fields.at.saturating_add(length);
        fields.take(length)?;
        if is_streamed {
            let length = descriptor(entry, fields.bytes.get(fields.at..).unwrap_or_default());
            fields.take(length.ok_or(damaged(fields.at, "no sizes behind a streamed member"))?)?;
        }
        let extras = header.is_dated || !header.extra.is_empty();
        let member = ZipMember { name, method, crc: entry.crc, size: entry.size, packed, start: self.start };
        Ok((member, self.start..fields.at, extras))
    }
}

/// The length of the record behind a streamed member, which repeats what the directory says: its signature may be
/// left out, and its sizes may be wide.
fn descriptor(entry: &ZipSharedFields, rest: &[u8]) -> Option<usize> {
    let crc = entry.crc.to_le_bytes();
    let wide = [entry.packed.to_le_bytes(), entry.size.to_le_bytes()].concat();
    let narrow = [entry.packed as u32, entry.size as u32].map(u32::to_le_bytes).concat();
    let forms = [&DESCRIPTOR[..], &[]].into_iter().flat_map(|mark| [&wide, &narrow].map(|sizes| (mark, sizes)));
    let mut records = forms.map(|(mark, sizes)| [mark, &crc, sizes].concat());
    records.find(|record| rest.starts_with(record)).map(|record| record.len())
}

/// A member's name, if it is one that leads to a place inside the archive.
fn name(bytes: &[u8], flags: u16) -> Result<String, &'static str> {
    // Programs that do not say how they write names write UTF-8, or the code page of an old console.
    let old: String;
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name,
        Err(_) if flags & UTF8 != 0 => return Err("a name that is no UTF-8"),
        Err(_) => {
            let page = CodePage::by_number(CONSOLE).ok_or("a name in an unknown encoding")?;
            old =
                bytes.iter().map(|b| page.decode(*b)).collect::<Option<_>>().ok_or("a name in an unknown encoding")?;
            &old
        }
    };
    if name.contains('\0') || (name.contains('\\') && name.contains('/')) {
        return Err("a name with a sign that has no place in one");
    }
    // Some programs write paths as Windows has them.
    let name = name.replace('\\', "/");
    // A colon follows the letter of a drive.
    let is_absolute = name.starts_with('/') || name.as_bytes().get(1) == Some(&b':');
    let path = name.strip_suffix('/').unwrap_or(&name);
    if is_absolute || path.split('/').any(|step| matches!(step, "" | "." | "..")) {
        return Err("a name that leads out of the archive");
    }
    Ok(name)
}
