//! Compound files: a file system in a file, as old programs of Microsoft write it (MS-CFB).
//!
//! Nothing in it is trusted: a sector belongs to one chain, an entry to one folder, and what does not fit is refused.
//! So everything that is read is at most as long as the file.

use std::borrow::Cow;

/// The signature at the start of compound files.
pub(crate) const SIGNATURE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

const END: u32 = 0xffff_fffe;
const FREE: u32 = 0xffff_ffff;
const FAT_SECTOR: u32 = 0xffff_fffd;
const DIFAT_SECTOR: u32 = 0xffff_fffc;
const NOTHING: u32 = 0xffff_ffff;
/// Numbers of the file's table of sectors that stand in its header.
const IN_HEADER: usize = 109;
/// Streams that are shorter lie in small sectors.
const CUTOFF: usize = 4096;
const SMALL: usize = 64;
const ENTRY: usize = 128;
const MOST_DEPTH: usize = 32;

const DAMAGED: &str = "a damaged compound file";

/// A folder or a stream.
pub(crate) struct CompoundNode {
    pub name: String,
    pub is_stream: bool,
    pub class: [u8; 16],
    /// The content of a stream.
    pub content: Vec<u8>,
    /// The entries of a folder.
    pub children: Vec<usize>,
}

/// A compound file.
pub(crate) struct CompoundFile {
    /// The root comes first.
    pub nodes: Vec<CompoundNode>,
    /// The number of bytes of its sectors.
    sector: usize,
}

impl CompoundFile {
    pub fn open(bytes: &[u8]) -> Result<Self, &'static str> {
        let reader = CompoundReader::new(bytes)?;
        let directory = reader.chain(reader.u32_of_header(48)?, &mut vec![false; reader.fat.len()])?;
        let entries: Vec<&[u8]> = directory.as_chunks::<ENTRY>().0.iter().map(<[u8; ENTRY]>::as_slice).collect();
        let root = entries.first().ok_or(DAMAGED)?;
        let mut used = vec![false; reader.fat.len()];
        let small = reader.chain_of(u32_at(root, 116)?, length_of(root, reader.sector)?, &mut used)?;
        let small_fat = reader.chain(reader.u32_of_header(60)?, &mut vec![false; reader.fat.len()])?;
        let small_fat: Vec<u32> = small_fat.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect();
        let mut tree = CompoundTree {
            reader: &reader,
            entries: &entries,
            seen: vec![false; entries.len()],
            used,
            small_used: vec![false; small_fat.len()],
            small: &small,
            small_fat: &small_fat,
            nodes: Vec::new(),
        };
        tree.add(0, 0)?;
        Ok(Self { nodes: tree.nodes, sector: reader.sector })
    }

    /// The child of a folder with a name.
    pub fn child(&self, folder: usize, name: &str) -> Option<usize> {
        let children = &self.nodes.get(folder)?.children;
        children.iter().copied().find(|child| self.nodes[*child].name.eq_ignore_ascii_case(name))
    }

    /// The file written anew: with nothing in it but what `content` gives for each node, and without those that it gives
    /// nothing for.
    pub fn write<'c>(&'c self, content: impl Fn(usize) -> Option<Cow<'c, [u8]>>) -> Option<Vec<u8>> {
        CompoundWriter::new(self, &content).write()
    }

    /// True if the file holds more than what is read: bytes of what was deleted, times.
    pub fn has_extras(&self, bytes: &[u8]) -> bool {
        let same = self.write(|node| self.nodes.get(node).map(|node| Cow::Borrowed(node.content.as_slice())));
        same.as_deref() != Some(bytes)
    }
}

struct CompoundReader<'b> {
    bytes: &'b [u8],
    sector: usize,
    fat: Vec<u32>,
}

impl<'b> CompoundReader<'b> {
    fn new(bytes: &'b [u8]) -> Result<Self, &'static str> {
        if !bytes.starts_with(SIGNATURE) || u16_at(bytes, 28)? != 0xfffe || u16_at(bytes, 32)? != 6 {
            return Err(DAMAGED);
        }
        let sector = match (u16_at(bytes, 26)?, u16_at(bytes, 30)?) {
            (3, 9) => 512,
            (4, 12) => 4096,
            _ => return Err("a compound file of a version that is not read"),
        };
        let mut reader = Self { bytes, sector, fat: Vec::new() };
        let count = bytes.len().div_ceil(sector);
        let mut tables = Vec::new();
        for nth in 0..IN_HEADER {
            tables.push(reader.u32_of_header(76 + 4 * nth)?);
        }
        let mut next = reader.u32_of_header(68)?;
        let mut seen = 0;
        while next < DIFAT_SECTOR {
            seen += 1;
            let table = reader.sector_at(next).filter(|_| seen <= count).ok_or(DAMAGED)?;
            let (numbers, last) = table.split_at_checked(sector - 4).ok_or(DAMAGED)?;
            tables.extend(numbers.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)));
            next = u32_at(last, 0)?;
        }
        tables.retain(|table| *table != FREE);
        if tables.len() > count {
            return Err(DAMAGED);
        }
        for table in tables {
            let table = reader.sector_at(table).ok_or(DAMAGED)?;
            reader.fat.extend(table.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)));
        }
        // What the table tells of sectors behind the end of the file is never used.
        reader.fat.truncate(count);
        Ok(reader)
    }

    fn u32_of_header(&self, at: usize) -> Result<u32, &'static str> {
        u32_at(self.bytes, at)
    }

    /// A sector; the last one of a file may be cut short.
    fn sector_at(&self, number: u32) -> Option<&'b [u8]> {
        let start = (number as usize).checked_add(1)?.checked_mul(self.sector)?;
        let end = start.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(start..end).filter(|sector| !sector.is_empty())
    }

    /// All of a chain.
    fn chain(&self, start: u32, used: &mut [bool]) -> Result<Vec<u8>, &'static str> {
        let mut out = Vec::new();
        let mut next = start;
        while next < DIFAT_SECTOR {
            let mine = used.get_mut(next as usize).ok_or(DAMAGED)?;
            if std::mem::replace(mine, true) {
                return Err("a compound file with a loop in it");
            }
            out.extend_from_slice(self.sector_at(next).ok_or(DAMAGED)?);
            next = *self.fat.get(next as usize).ok_or(DAMAGED)?;
        }
        if matches!(next, END | FREE) { Ok(out) } else { Err(DAMAGED) }
    }

    /// A chain up to a length.
    fn chain_of(&self, start: u32, length: usize, used: &mut [bool]) -> Result<Vec<u8>, &'static str> {
        if length == 0 {
            return Ok(Vec::new());
        }
        let mut out = self.chain(start, used)?;
        if out.len() < length {
            return Err("a compound file that is cut short");
        }
        out.truncate(length);
        Ok(out)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, &'static str> {
    let two = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(DAMAGED)?;
    Ok(u16::from_le_bytes(*two))
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32, &'static str> {
    let four = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(DAMAGED)?;
    Ok(u32::from_le_bytes(*four))
}

/// Returns the length of the stream of an entry; in files of small sectors the upper half says nothing.
fn length_of(entry: &[u8], sector: usize) -> Result<usize, &'static str> {
    let high = if sector == 512 { 0 } else { u32_at(entry, 124)? };
    if high == 0 { Ok(u32_at(entry, 120)? as usize) } else { Err(DAMAGED) }
}

/// The folders of a file while they are walked.
struct CompoundTree<'b> {
    reader: &'b CompoundReader<'b>,
    entries: &'b [&'b [u8]],
    seen: Vec<bool>,
    used: Vec<bool>,
    small_used: Vec<bool>,
    small: &'b [u8],
    small_fat: &'b [u32],
    nodes: Vec<CompoundNode>,
}

impl CompoundTree<'_> {
    /// Adds an entry with what lies below it; gives the number of its node.
    fn add(&mut self, number: u32, depth: usize) -> Result<usize, &'static str> {
        let seen = self.seen.get_mut(number as usize).ok_or(DAMAGED)?;
        if std::mem::replace(seen, true) {
            return Err("a compound file with a loop in it");
        }
        if depth > MOST_DEPTH {
            return Err("a compound file of too many folders in one another");
        }
        let entry = self.entries[number as usize];
        let kind = entry[66];
        let is_stream = kind == 2;
        if !is_stream && kind != if depth == 0 { 5 } else { 1 } {
            return Err(DAMAGED);
        }
        let length = usize::from(u16_at(entry, 64)?);
        let name: Vec<u16> = match length.checked_sub(2) {
            Some(letters) if letters <= 62 => {
                entry[..letters].as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
            }
            None => Vec::new(),
            Some(_) => return Err(DAMAGED),
        };
        let name = String::from_utf16(&name).map_err(|_| DAMAGED)?;
        let class = entry.get(80..).and_then(<[u8]>::first_chunk).copied().ok_or(DAMAGED)?;
        let content = if is_stream { self.content(entry)? } else { Vec::new() };
        let node = self.nodes.len();
        self.nodes.push(CompoundNode { name, is_stream, class, content, children: Vec::new() });
        if !is_stream {
            for child in self.children(u32_at(entry, 76)?)? {
                let child = self.add(child, depth + 1)?;
                self.nodes[node].children.push(child);
            }
            let mut children = std::mem::take(&mut self.nodes[node].children);
            children.sort_by_cached_key(|child| order(&self.nodes[*child].name));
            self.nodes[node].children = children;
        }
        Ok(node)
    }

    /// The entries of a folder, which hang in a tree, from the one at its top.
    fn children(&mut self, top: u32) -> Result<Vec<u32>, &'static str> {
        let mut found = Vec::new();
        let mut open = vec![top];
        while let Some(number) = open.pop() {
            if number == NOTHING {
                continue;
            }
            let entry = self.entries.get(number as usize).ok_or(DAMAGED)?;
            // As many as there are entries, or some entry is met twice.
            if found.len() >= self.entries.len() {
                return Err("a compound file with a loop in it");
            }
            found.push(number);
            open.push(u32_at(entry, 68)?);
            open.push(u32_at(entry, 72)?);
        }
        Ok(found)
    }

    fn content(&mut self, entry: &[u8]) -> Result<Vec<u8>, &'static str> {
        let (start, length) = (u32_at(entry, 116)?, length_of(entry, self.reader.sector)?);
        if length >= CUTOFF {
            return self.reader.chain_of(start, length, &mut self.used);
        }
        let mut out = Vec::new();
        let mut next = start;
        while out.len() < length {
            let mine = self.small_used.get_mut(next as usize).ok_or(DAMAGED)?;
            if std::mem::replace(mine, true) {
                return Err("a compound file with a loop in it");
            }
            let at = next as usize * SMALL;
            let sector = self.small.get(at..self.small.len().min(at + SMALL)).ok_or(DAMAGED)?;
            if sector.is_empty() {
                return Err("a compound file that is cut short");
            }
            out.extend_from_slice(sector);
            next = self.small_fat[next as usize];
        }
        out.truncate(length);
        Ok(out)
    }
}

/// Returns the key by which names in a folder are ordered: their length, then their letters as capitals.
fn order(name: &str) -> (usize, Vec<u16>) {
    (name.encode_utf16().count(), name.to_uppercase().encode_utf16().collect())
}

/// A file in the making.
struct CompoundWriter<'c> {
    compound: &'c CompoundFile,
    /// Nodes that stay, as entries, in the order of the directory.
    entries: Vec<(usize, Cow<'c, [u8]>)>,
    /// The entries of each folder, by number of entry.
    folders: Vec<(usize, Vec<usize>)>,
    sectors: Vec<u8>,
    fat: Vec<u32>,
}

impl<'c> CompoundWriter<'c> {
    fn new(compound: &'c CompoundFile, content: &dyn Fn(usize) -> Option<Cow<'c, [u8]>>) -> Self {
        let root = compound.nodes.first().map(|_| (0, Cow::Borrowed(&[][..])));
        let mut writer = Self {
            compound,
            entries: root.into_iter().collect(),
            folders: Vec::new(),
            sectors: Vec::new(),
            fat: Vec::new(),
        };
        let mut at = 0;
        while let Some((node, _)) = writer.entries.get(at) {
            let children = &compound.nodes[*node].children;
            let mut own = Vec::new();
            for child in children {
                if let Some(bytes) = content(*child) {
                    own.push(writer.entries.len());
                    writer.entries.push((*child, bytes));
                }
            }
            if !compound.nodes[writer.entries[at].0].is_stream {
                writer.folders.push((at, own));
            }
            at += 1;
        }
        writer
    }

    fn sector(&self) -> usize {
        self.compound.sector
    }

    /// Puts bytes into sectors of their own; gives the first.
    fn put(&mut self, bytes: &[u8]) -> Option<u32> {
        if bytes.is_empty() {
            return Some(END);
        }
        let start = u32::try_from(self.fat.len()).ok()?;
        self.sectors.extend_from_slice(bytes);
        let count = bytes.len().div_ceil(self.sector());
        self.sectors.resize((self.fat.len() + count) * self.sector(), 0);
        self.chain(count)?;
        Some(start)
    }

    /// Chains the next sectors.
    fn chain(&mut self, count: usize) -> Option<()> {
        for nth in 1..=count {
            let next = u32::try_from(self.fat.len() + 1).ok()?;
            self.fat.push(if nth == count { END } else { next });
        }
        Some(())
    }

    fn write(mut self) -> Option<Vec<u8>> {
        let mut starts = vec![0; self.entries.len()];
        let (mut small, mut small_fat) = (Vec::new(), Vec::new());
        let entries = std::mem::take(&mut self.entries);
        for (nth, (node, bytes)) in entries.iter().enumerate() {
            if !self.compound.nodes[*node].is_stream {
                continue;
            }
            starts[nth] = END;
            if bytes.len() >= CUTOFF {
                starts[nth] = self.put(bytes)?;
            } else if !bytes.is_empty() {
                starts[nth] = u32::try_from(small_fat.len()).ok()?;
                small.extend_from_slice(bytes);
                let count = bytes.len().div_ceil(SMALL);
                for part in 1..=count {
                    let next = u32::try_from(small_fat.len() + 1).ok()?;
                    small_fat.push(if part == count { END } else { next });
                }
                small.resize(small_fat.len() * SMALL, 0);
            }
        }
        starts[0] = self.put(&small)?;
        let small_fat_sectors = (small_fat.len() * 4).div_ceil(self.sector());
        let mut table: Vec<u8> = small_fat.iter().flat_map(|next| next.to_le_bytes()).collect();
        table.resize(small_fat_sectors * self.sector(), 0xff);
        let small_fat_start = self.put(&table)?;
        let directory = self.directory(&entries, &starts, small.len())?;
        let directory_sectors = directory.len() / self.sector();
        let directory_start = self.put(&directory)?;
        self.finish(
            [directory_start, small_fat_start],
            [directory_sectors, small_fat_sectors].map(|count| u32::try_from(count).unwrap_or(0)),
        )
    }

    /// The directory; children of a folder hang in a balanced tree, the lowest of them red.
    fn directory(&self, entries: &[(usize, Cow<'_, [u8]>)], starts: &[u32], small: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; entries.len() * ENTRY];
        for (nth, (node, bytes)) in entries.iter().enumerate() {
            let node = &self.compound.nodes[*node];
            let entry = out.get_mut(nth * ENTRY..(nth + 1) * ENTRY)?;
            let units: Vec<u16> = node.name.encode_utf16().take(31).collect();
            for (place, unit) in entry.as_chunks_mut::<2>().0.iter_mut().zip(&units) {
                *place = unit.to_le_bytes();
            }
            let name_length = if units.is_empty() { 0 } else { 2 * units.len() + 2 };
            put_u32(entry, 64, u32::try_from(name_length).ok()?);
            entry[66] = if nth == 0 {
                5
            } else if node.is_stream {
                2
            } else {
                1
            };
            entry[67] = 1;
            [68, 72, 76].iter().for_each(|at| put_u32(entry, *at, NOTHING));
            if let Some(class) = entry.get_mut(80..96) {
                class.copy_from_slice(&node.class);
            }
            put_u32(entry, 116, starts[nth]);
            put_u32(entry, 120, u32::try_from(if nth == 0 { small } else { bytes.len() }).ok()?);
        }
        for (folder, children) in &self.folders {
            let lowest = children.len().checked_ilog2().unwrap_or(0) as usize;
            let top = hang(&mut out, children, 0, lowest);
            put_u32(out.get_mut(folder * ENTRY..)?, 76, top);
        }
        let whole = out.len().next_multiple_of(self.sector());
        for _ in 0..(whole - out.len()) / ENTRY {
            let at = out.len();
            out.resize(at + ENTRY, 0);
            [68, 72, 76].iter().for_each(|place| put_u32(&mut out[at..], *place, NOTHING));
        }
        Some(out)
    }

    /// The header, and the tables of sectors behind everything else.
    fn finish(mut self, [directory, small_fat]: [u32; 2], [directories, small_fats]: [u32; 2]) -> Option<Vec<u8>> {
        let in_sector = self.sector() / 4;
        let (mut fats, mut difats) = (0, 0);
        loop {
            let needed = (self.fat.len() + fats + difats).div_ceil(in_sector);
            let needed_difats = needed.saturating_sub(IN_HEADER).div_ceil(in_sector - 1);
            if (needed, needed_difats) == (fats, difats) {
                break;
            }
            (fats, difats) = (needed, needed_difats);
        }
        let first_fat = self.fat.len();
        self.fat.extend(std::iter::repeat_n(FAT_SECTOR, fats));
        let first_difat = self.fat.len();
        self.fat.extend(std::iter::repeat_n(DIFAT_SECTOR, difats));
        self.fat.resize(fats * in_sector, FREE);
        let numbers: Vec<u32> = (first_fat..first_fat + fats).map(|number| number as u32).collect();
        let (in_header, rest) = numbers.split_at(numbers.len().min(IN_HEADER));
        let mut header = vec![0; self.sector()];
        header[..8].copy_from_slice(SIGNATURE);
        let is_wide = self.sector() == 4096;
        for (at, value) in [(24, 0x3e), (26, if is_wide { 4 } else { 3 }), (28, 0xfffe), (32, 6)] {
            header[at..at + 2].copy_from_slice(&u16::to_le_bytes(value));
        }
        header[30] = if is_wide { 12 } else { 9 };
        let first = |count: usize, at: usize| if count == 0 { END } else { at as u32 };
        let fields = [
            (40, if is_wide { directories } else { 0 }),
            (44, fats as u32),
            (48, directory),
            (56, CUTOFF as u32),
            (60, small_fat),
            (64, small_fats),
            (68, first(difats, first_difat)),
            (72, difats as u32),
        ];
        fields.iter().for_each(|(at, value)| put_u32(&mut header, *at, *value));
        for nth in 0..IN_HEADER {
            put_u32(&mut header, 76 + 4 * nth, in_header.get(nth).copied().unwrap_or(FREE));
        }
        let mut out = header;
        out.extend_from_slice(&self.sectors);
        out.extend(self.fat.iter().flat_map(|next| next.to_le_bytes()));
        for nth in 0..difats {
            for place in 0..in_sector - 1 {
                let number = rest.get(nth * (in_sector - 1) + place).copied().unwrap_or(FREE);
                out.extend_from_slice(&number.to_le_bytes());
            }
            let next = if nth + 1 == difats { END } else { (first_difat + nth + 1) as u32 };
            out.extend_from_slice(&next.to_le_bytes());
        }
        Some(out)
    }
}

/// Hangs entries in order into a balanced tree; gives the one at its top.
fn hang(directory: &mut [u8], entries: &[usize], level: usize, lowest: usize) -> u32 {
    let middle = entries.len() / 2;
    let Some(top) = entries.get(middle) else { return NOTHING };
    let left = hang(directory, &entries[..middle], level + 1, lowest);
    let right = hang(directory, &entries[middle + 1..], level + 1, lowest);
    if let Some(entry) = directory.get_mut(top * ENTRY..(top + 1) * ENTRY) {
        entry[67] = u8::from(level == 0 || level < lowest);
        put_u32(entry, 68, left);
        put_u32(entry, 72, right);
    }
    *top as u32
}

fn put_u32(bytes: &mut [u8], at: usize, value: u32) {
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&value.to_le_bytes());
    }
}

#[cfg(test)]
impl CompoundFile {
    /// A file without anything in it, not even a root.
    pub fn empty() -> Self {
        Self { nodes: Vec::new(), sector: 512 }
    }
}
