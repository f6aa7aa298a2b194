//! The members of an archive, whatever its kind: how their names and contents are read, and what they become.

use std::collections::HashSet;
use std::ops::Range;

use super::budget::UnpackingAccount;
use crate::container::{ContentChange, PartEdits, UnreadBytes};
use crate::formats::builder::{AbsorbedDocument, DocumentBuilder};
use crate::formats::office::pictures;
use crate::formats::{ReadError, WriteError, read_inner};
use crate::layers::{LayerStack, TextLayer};
use crate::splice::SourceCoding;
use crate::{BlockKind, RemovableKind};

/// The label of names of members.
const LABEL: &str = "path";

/// The document that was made of the content of a member.
enum MemberContent {
    /// There is nothing in it, or it is a folder.
    Nothing,
    Read(Box<AbsorbedDocument>),
    /// It is nobody's, as a font is.
    Copied {
        place: Box<str>,
    },
    /// It can go, or have this in its place.
    Unread {
        removable: usize,
        instead: Option<&'static [u8]>,
        place: Box<str>,
    },
}

/// The members of an archive.
pub(crate) struct ArchiveMembers {
    list: Vec<ArchiveEntry>,
    /// The word for one in places.
    noun: &'static str,
}

impl Default for ArchiveMembers {
    fn default() -> Self {
        Self::called("member")
    }
}

struct ArchiveEntry {
    name: String,
    /// The part that its name is.
    part: Option<usize>,
    content: MemberContent,
}

/// The source of a member's content.
pub(crate) enum MemberSource<'s> {
    /// A file with this content.
    File(&'s mut dyn FnMut() -> Result<Vec<u8>, ReadError>),
    Folder,
    /// A file that holds nothing a person wrote, such as a font.
    Copied,
    /// Something else, with a word for it.
    Other(&'static str),
}

impl ArchiveMembers {
    /// None yet, of a file in which each is called this.
    pub fn called(noun: &'static str) -> Self {
        Self { list: Vec::new(), noun }
    }

    /// True if the content of the last member was read by a format of its own, so that its bytes need not be searched.
    pub fn is_last_read(&self) -> bool {
        self.list.last().is_some_and(|entry| matches!(entry.content, MemberContent::Read(_)))
    }

    /// Reads a member, its name included.
    pub fn read(
        &mut self,
        builder: &mut DocumentBuilder,
        name: &str,
        source: MemberSource<'_>,
        depth: usize,
    ) -> Result<(), ReadError> {
        let since = builder.text_len();
        let part = builder.part();
        read_name(builder, name)?;
        let content = self.content(builder, name, source, (since, depth))?;
        self.list.push(ArchiveEntry { name: name.to_owned(), part: Some(part), content });
        Ok(())
    }

    /// Reads a member whose name is told in other members, and stays.
    pub fn read_fixed(
        &mut self,
        builder: &mut DocumentBuilder,
        (name, told_as): (&str, &str),
        source: MemberSource<'_>,
        depth: usize,
    ) -> Result<(), ReadError> {
        let content = self.content(builder, told_as, source, (builder.text_len(), depth))?;
        self.list.push(ArchiveEntry { name: name.to_owned(), part: None, content });
        Ok(())
    }

    /// Reads what a member is; `since` is how long the text was before its name.
    fn content(
        &self,
        builder: &mut DocumentBuilder,
        name: &str,
        source: MemberSource<'_>,
        (since, depth): (usize, usize),
    ) -> Result<MemberContent, ReadError> {
        let number = self.list.len() + 1;
        let place = || -> Box<str> { format!("{} {number}", self.noun).into() };
        Ok(match source {
            MemberSource::Folder => MemberContent::Nothing,
            MemberSource::Copied => MemberContent::Copied { place: place() },
            MemberSource::Other(fault) => {
                unread(builder, RemovableKind::Embedded, since, format!("{}: {fault}", place()), None)
            }
            MemberSource::File(_) if is_residue(name) => unread(builder, RemovableKind::Metadata, since, place(), None),
            MemberSource::File(content) => {
                let bytes = content()?;
                match read_content(bytes, name, depth)? {
                    MemberReading::Nothing => MemberContent::Nothing,
                    MemberReading::Document(document) => MemberContent::Read(Box::new(builder.absorb(*document)?)),
                    MemberReading::Picture(blank) => {
                        let since = builder.text_len();
                        unread(builder, RemovableKind::Picture, since, place(), Some(blank))
                    }
                    MemberReading::Unreadable(error) => {
                        unread(builder, RemovableKind::Embedded, since, format!("{}: {error}", place()), None)
                    }
                }
            }
        })
    }

    /// Returns the change of each member, and the names that change.
    pub fn outcomes(
        &self,
        parts: &[PartEdits<'_>],
        removed: &[bool],
    ) -> Result<(Vec<ContentChange>, Vec<Option<String>>), WriteError> {
        let mut outcomes = Vec::with_capacity(self.list.len());
        let mut renamed = Vec::with_capacity(self.list.len());
        for entry in &self.list {
            outcomes.push(match &entry.content {
                MemberContent::Nothing | MemberContent::Copied { .. } => ContentChange::Keep,
                MemberContent::Read(absorbed) => {
                    absorbed.assemble(parts, removed)?.map_or(ContentChange::Keep, ContentChange::Replace)
                }
                MemberContent::Unread { removable, instead, .. } => match (removed.get(*removable), instead) {
                    (Some(true), Some(blank)) => ContentChange::Replace(blank.to_vec()),
                    (Some(true), None) => ContentChange::Remove,
                    _ => ContentChange::Keep,
                },
            });
            let part = entry.part.map(|part| parts.get(part).ok_or(WriteError::Inconsistent)).transpose()?;
            renamed.push(match part.filter(|part| !part.is_untouched()) {
                Some(part) => Some(part.apply()?),
                None => None,
            });
        }
        self.part_namesakes(&outcomes, &mut renamed);
        Ok((outcomes, renamed))
    }

    /// Gives members that would have one name different ones.
    fn part_namesakes(&self, outcomes: &[ContentChange], renamed: &mut [Option<String>]) {
        let stays = |nth: usize| !matches!(outcomes.get(nth), Some(ContentChange::Remove));
        let kept = self.list.iter().enumerate().filter(|(nth, _)| renamed.get(*nth).is_some_and(Option::is_none));
        let mut taken: HashSet<String> =
            kept.filter(|(nth, _)| stays(*nth)).map(|(_, entry)| entry.name.to_lowercase()).collect();
        for name in renamed.iter_mut().flatten() {
            let sound = sound_path(name);
            let mut own = sound.clone();
            let mut count = 1;
            while !taken.insert(own.to_lowercase()) {
                count += 1;
                own = numbered(&sound, count);
            }
            *name = own;
        }
    }

    /// Hands out what is in no part.
    pub fn unread(
        &self,
        content: &mut dyn FnMut(usize) -> Result<Vec<u8>, WriteError>,
        look: &mut dyn FnMut(&str, UnreadBytes<'_>),
    ) -> Result<(), WriteError> {
        for (number, entry) in self.list.iter().enumerate() {
            if entry.part.is_none() {
                look(&format!("name of {} {}", self.noun, number + 1), UnreadBytes::new(entry.name.as_bytes()));
            }
            match &entry.content {
                MemberContent::Nothing => {}
                MemberContent::Read(absorbed) => absorbed.container.unread(look)?,
                MemberContent::Copied { place } => {
                    look(place, UnreadBytes::notice(&content(number)?));
                }
                MemberContent::Unread { place, .. } => look(place, UnreadBytes::new(&content(number)?)),
            }
        }
        Ok(())
    }
}

fn unread(
    builder: &mut DocumentBuilder,
    kind: RemovableKind,
    since: usize,
    place: impl Into<Box<str>>,
    instead: Option<&'static [u8]>,
) -> MemberContent {
    let place = place.into();
    let removable = builder.removable(kind, place.clone(), since, Vec::new());
    MemberContent::Unread { removable, instead, place }
}

/// The kind of a member's content.
enum MemberReading {
    Nothing,
    Document(Box<crate::Document>),
    Picture(&'static [u8]),
    Unreadable(ReadError),
}

fn read_content(bytes: Vec<u8>, name: &str, depth: usize) -> Result<MemberReading, ReadError> {
    if bytes.is_empty() {
        return Ok(MemberReading::Nothing);
    }
    // A drawing in XML is read, as the text it is.
    if !bytes.trim_ascii_start().starts_with(b"<")
        && let Some(blank) = pictures::blank(&bytes)
    {
        return Ok(MemberReading::Picture(blank));
    }
    match read_inner(bytes, Some(name), depth + 1) {
        Ok(document) => Ok(MemberReading::Document(Box::new(document))),
        Err(ReadError::TooLarge) => Err(ReadError::TooLarge),
        Err(error) => Ok(MemberReading::Unreadable(error)),
    }
}

/// Unpacked bytes, as far as the account allows.
pub(super) fn unpacked(account: &UnpackingAccount, size: u64) -> Result<(), ReadError> {
    account.spend(size)
}

/// True if a member is what a system leaves beside files, and no file of anybody.
fn is_residue(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    name.starts_with("__MACOSX/")
        || last.starts_with("._")
        || [".DS_Store", "Thumbs.db", "desktop.ini", "ehthumbs.db", ".directory"].contains(&last)
}

/// Reads a name: each step of the path is a block, without the ending that tells the kind of a file.
fn read_name(builder: &mut DocumentBuilder, name: &str) -> Result<(), ReadError> {
    let label = builder.label(LABEL);
    let layers = LayerStack::default().with(TextLayer::FileName).unwrap_or_default();
    for range in steps(name) {
        let step = name.get(range.clone()).unwrap_or_default();
        if step.chars().any(char::is_alphanumeric) {
            let text: String = step.chars().map(|c| if c == '_' { ' ' } else { c }).collect();
            builder.block(&text, range, SourceCoding::Layered(layers), BlockKind::Field, Some(label));
        }
    }
    builder.end_part(name)
}

/// The steps of a path, without the ending of the last.
fn steps(name: &str) -> Vec<Range<usize>> {
    let mut steps = Vec::new();
    let mut start = 0;
    for step in name.split('/') {
        steps.push(start..start + step.len());
        start += step.len() + 1;
    }
    if let Some(last) = steps.last_mut() {
        let text = name.get(last.clone()).unwrap_or_default();
        last.end = last.start + stem(text);
    }
    steps
}

/// The length of a file's name without its endings: `report.tar.gz` is `report`.
fn stem(name: &str) -> usize {
    let mut end = name.len();
    for _ in 0..2 {
        let Some((before, ending)) = name.get(..end).and_then(|name| name.rsplit_once('.')) else { break };
        let is_ending = (1..=8).contains(&ending.len())
            && ending.bytes().all(|b| b.is_ascii_alphanumeric())
            && ending.bytes().any(|b| b.is_ascii_alphabetic());
        // Of two endings the first is one that archives have.
        if before.is_empty()
            || !is_ending
            || (end < name.len() && !matches!(ending, "tar" | "csv" | "json" | "txt" | "sql"))
        {
            break;
        }
        end = before.len();
    }
    end
}

/// A path in which every step can stand.
fn sound_path(path: &str) -> String {
    let sound = |step: &str| if matches!(step.trim(), "" | "." | "..") { "_".to_owned() } else { step.to_owned() };
    let folder = path.strip_suffix('/');
    let mut out: Vec<String> = folder.unwrap_or(path).split('/').map(sound).collect();
    // What starts in the folder at hand still does.
    if path.starts_with("./") {
        out.remove(0);
        out.insert(0, ".".to_owned());
    }
    let mut joined = out.join("/");
    if folder.is_some() {
        joined.push('/');
    }
    joined
}

/// A path with a number behind the name of the file.
fn numbered(path: &str, count: usize) -> String {
    let (folder, rest) = match path.strip_suffix('/') {
        Some(folder) => (folder, "/"),
        None => (path, ""),
    };
    let start = folder.rfind('/').map_or(0, |slash| slash + 1);
    let (before, last) = folder.split_at_checked(start).unwrap_or(("", folder));
    let (stem, ending) = last.split_at_checked(stem(last)).unwrap_or((last, ""));
    format!("{before}{stem}-{count}{ending}{rest}")
}

/// The next character of a name: programs that dislike blanks write `_`.
pub(crate) fn unescape_name(rest: &str) -> Option<(char, usize)> {
    rest.chars().next().map(|c| (if c == '_' { ' ' } else { c }, c.len_utf8()))
}

/// Writes a replacement in a name, where some marks have no place.
pub(crate) fn escape_name(text: &str, out: &mut String) {
    const NO_PLACE: &str = "/\\:*?\"<>|";
    out.extend(text.chars().map(|c| if c.is_control() || NO_PLACE.contains(c) { '-' } else { c }));
}
