//! The package an office document is: a zip archive of parts, most of them XML.

mod names;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::container::{ContentChange, FileContainer, PartEdits, UnreadBytes};
use crate::formats::builder::{AbsorbedDocument, DocumentBuilder};
use crate::formats::markup::{self, MarkupVocabulary};
use crate::formats::office::tables::{TableNamings, TabledVocabulary};
use crate::formats::{self, ReadError, WriteError};
use crate::zip::{ZipArchive, ZipMember};
use crate::{CharacterEncoding, Document, RemovableKind, encoding, xml};

const NOT_XML: &str = "not XML in UTF-8 or UTF-16";

/// The change of a member when the removable it belongs to is removed.
enum PackageMemberChange {
    /// It goes.
    Remove,
    /// This stands in its place: an empty picture of the same type.
    Replace(&'static [u8]),
}

/// Ranges of a source and what takes their places.
pub(crate) type SourceChanges = Vec<(Range<usize>, String)>;

/// A part of a package after the edits.
pub(crate) struct EditedPart<'d> {
    /// The name of the member it is.
    pub name: &'d str,
    /// The part as it was read.
    pub before: &'d str,
    /// The part as it becomes; nothing if it stays as it is.
    pub after: Option<String>,
}

impl EditedPart<'_> {
    /// The part as it becomes.
    pub fn text(&self) -> &str {
        self.after.as_deref().unwrap_or(self.before)
    }

    /// Changes the part as it becomes.
    pub fn change(&mut self, mut changes: SourceChanges) -> Result<(), WriteError> {
        if changes.is_empty() {
            return Ok(());
        }
        // What is put in at a place goes before what stands there.
        changes.sort_by_key(|(range, _)| (range.start, range.end));
        let changes = changes.into_iter().map(|(range, text)| (range, text.into())).collect();
        let text = PartEdits { source: self.text(), changes }.apply()?;
        self.after = Some(text);
        Ok(())
    }
}

/// Makes a package sound again after edits: names that are told in many places, values that lost their type.
pub(crate) type PackageMend = Box<dyn Fn(&mut [EditedPart<'_>]) -> Result<(), WriteError> + Send + Sync>;

/// A package while it is read.
pub(crate) struct PackageReader {
    pub archive: ZipArchive,
    pub builder: DocumentBuilder,
    /// The member and the encoding of each part.
    parts: Vec<(usize, CharacterEncoding)>,
    inner: Vec<(usize, AbsorbedDocument)>,
    on_removal: Vec<(usize, usize, PackageMemberChange)>,
    /// Members that were dealt with, one way or another.
    seen: Vec<bool>,
    /// The starts in the whole source of the members that are parts.
    starts: HashMap<usize, usize>,
    renaming: Option<MemberRenaming>,
}

/// New names of members, if the removable with this number is removed.
struct MemberRenaming {
    removable: usize,
    /// The new names, by the numbers of members.
    names: HashMap<usize, String>,
    /// Makes the parts that speak of members by name follow them.
    follow: RenameFollower,
}

/// The text of the part with this name, where members bear new names: by the old ones in lower case. Nothing if it
/// speaks of none of them.
pub(crate) type RenameFollower = fn(&str, &str, &HashMap<String, String>) -> Option<String>;

impl PackageReader {
    pub fn open(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let archive = ZipArchive::open(bytes)?;
        let seen = vec![false; archive.members().len()];
        Ok(Self {
            archive,
            builder: DocumentBuilder::default(),
            parts: Vec::new(),
            inner: Vec::new(),
            on_removal: Vec::new(),
            seen,
            starts: HashMap::new(),
            renaming: None,
        })
    }

    /// The decoded text of an XML member.
    pub fn xml(&self, member: usize) -> Result<(CharacterEncoding, String), ReadError> {
        let bytes = self.archive.read(member)?;
        let declared = xml::declared_encoding(&bytes).map(str::to_ascii_lowercase);
        let (encoding, source) = encoding::decode(bytes).map_err(|_| self.wrong(member, NOT_XML))?;
        match (encoding, declared.as_deref()) {
            (CharacterEncoding::Latin1 | CharacterEncoding::Windows1252 | CharacterEncoding::Declared(_), _) => {
                Err(self.wrong(member, NOT_XML))
            }
            (CharacterEncoding::Utf8 | CharacterEncoding::Utf8Bom, None | Some("utf-8" | "utf8" | "us-ascii")) => {
                Ok((encoding, source))
            }
            (CharacterEncoding::Utf16Le { .. } | CharacterEncoding::Utf16Be { .. }, None) => Ok((encoding, source)),
            _ => Err(self.wrong(member, NOT_XML)),
        }
    }

    /// Reads an XML member by a vocabulary.
    pub fn read_xml(&mut self, member: usize, vocabulary: &dyn MarkupVocabulary) -> Result<(), ReadError> {
        let (encoding, source) = self.xml(member)?;
        let place = self.place(member);
        let tables = TableNamings::read(&source).map_err(|error| self.wrong(member, error.fault))?;
        let walked = match tables {
            Some(tables) => markup::walk(&source, &place, &TabledVocabulary { vocabulary, tables }, &mut self.builder),
            None => markup::walk(&source, &place, vocabulary, &mut self.builder),
        };
        walked.map_err(|error| self.wrong(member, error.fault))?;
        self.end_part(member, encoding, &source)
    }

    /// Ends the part at hand: a member whose decoded source this is.
    pub fn end_part(&mut self, member: usize, encoding: CharacterEncoding, source: &str) -> Result<(), ReadError> {
        self.starts.insert(member, self.builder.base());
        self.builder.end_part(source)?;
        // Parts of inner documents count too: the number of a part is its place among all of them.
        debug_assert!(!self.seen[member], "a member is read once");
        self.seen[member] = true;
        self.parts.push((member, encoding));
        Ok(())
    }

    /// A range of a member that was read, counted from the start of the whole source, as
    /// [`DocumentBuilder::removable_cutting`] wants it.
    pub fn in_source(&self, member: usize, range: Range<usize>) -> Result<Range<usize>, ReadError> {
        let start = self.starts.get(&member).ok_or_else(|| self.wrong(member, "a part that is not read as XML"))?;
        Ok(start + range.start..start + range.end)
    }

    /// Takes in the document that a member is.
    pub fn absorb(&mut self, member: usize, document: Document) -> Result<(), ReadError> {
        let absorbed = self.builder.absorb(document)?;
        self.inner.push((member, absorbed));
        self.seen[member] = true;
        Ok(())
    }

    /// A member that goes when the removable with this number does.
    pub fn goes_with(&mut self, member: usize, removable: usize) {
        self.on_removal.push((removable, member, PackageMemberChange::Remove));
        self.seen[member] = true;
    }

    /// A picture: when pictures are blanked, an empty one of its type stands in its place. The text of a drawing is read
    /// all the same; the package lies this deep inside others.
    pub fn picture(&mut self, member: usize, depth: usize) -> Result<(), ReadError> {
        let bytes = self.archive.read(member)?;
        let place = self.place(member);
        let blank = super::pictures::blank(&bytes)
            .ok_or_else(|| self.wrong(member, "a picture of a kind that is not known; remove it from the document"))?;
        let since = self.builder.text_len();
        if blank == super::pictures::SVG {
            let document = formats::read_inner(bytes, Some("drawing.svg"), depth + 1)
                .map_err(|_| self.wrong(member, "a drawing that is not well-formed; remove it from the document"))?;
            self.absorb(member, document)?;
        }
        let number = self.builder.removable(RemovableKind::Picture, place, since, Vec::new());
        self.on_removal.push((number, member, PackageMemberChange::Replace(blank)));
        self.seen[member] = true;
        Ok(())
    }

    /// A member that holds nothing a person wrote, such as a font; it is copied.
    pub fn copied(&mut self, member: usize) -> Result<(), ReadError> {
        self.archive.read(member)?;
        self.seen[member] = true;
        Ok(())
    }

    /// Gives those of some members whose names people may have chosen others that tell nothing. `bound` says which
    /// member another one must be called after, and how.
    pub fn rename_members(
        &mut self,
        wanted: impl Fn(&str) -> bool,
        bound: impl Fn(usize) -> Option<(usize, fn(&str) -> String)>,
        follow: RenameFollower,
    ) {
        let members = self.archive.members().iter().enumerate();
        let is_odd = |name: &str| !names::is_conventional(name) && !name.ends_with('/') && wanted(name);
        let mut names: HashMap<usize, String> = members
            .filter(|(_, member)| is_odd(&member.name))
            .map(|(number, member)| (number, names::renamed(&member.name, number + 1)))
            .collect();
        if names.is_empty() {
            return;
        }
        for number in 0..self.archive.members().len() {
            if let Some((owner, name)) = bound(number) {
                match names.get(&owner).map(|owner| name(owner)) {
                    Some(new) => _ = names.insert(number, new),
                    None => _ = names.remove(&number),
                }
            }
        }
        let removable = self.builder.removable_unread(RemovableKind::Name, "names of members", Vec::new());
        self.renaming = Some(MemberRenaming { removable, names, follow });
    }

    /// The first member nobody dealt with.
    pub fn unseen(&self) -> Option<usize> {
        self.seen.iter().position(|seen| !seen)
    }

    /// True if a member was dealt with.
    pub fn is_seen(&self, member: usize) -> bool {
        self.seen[member]
    }

    /// The name of a member if it tells nothing, or its number.
    pub fn place(&self, member: usize) -> Box<str> {
        place_of(&self.archive.members()[member], member)
    }

    pub fn wrong(&self, member: usize, fault: &'static str) -> ReadError {
        ReadError::Part { part: self.place(member), fault }
    }

    /// The document. After edits `mend` is given all parts, to make whole what the edits of one did to others.
    pub fn document_mended(mut self, format: &'static str, mend: PackageMend) -> Result<Document, ReadError> {
        if let Some(member) = self.unseen() {
            return Err(self.wrong(member, "a part of a kind that is not read"));
        }
        if self.archive.has_extras() {
            self.builder.removable(RemovableKind::Metadata, "archive", self.builder.text_len(), Vec::new());
        }
        let Self { archive, parts, inner, on_removal, renaming, builder, .. } = self;
        let package = PackageContainer { archive, parts, inner, on_removal, mend, renaming };
        Ok(builder.assemble(format, CharacterEncoding::Utf8, Box::new(package)))
    }
}

/// The name of a member if it tells nothing, or its number.
fn place_of(member: &ZipMember, number: usize) -> Box<str> {
    if names::is_conventional(&member.name) {
        member.name.as_str().into()
    } else {
        format!("member {}", number + 1).into()
    }
}

/// True if a member is a font, by its ending: its names are its own.
fn is_font(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default();
    ["odttf", "fntdata", "ttf", "otf", "ttc", "eot", "woff", "woff2"]
        .iter()
        .any(|font| ending.eq_ignore_ascii_case(font))
}

/// A package that was read.
struct PackageContainer {
    archive: ZipArchive,
    parts: Vec<(usize, CharacterEncoding)>,
    inner: Vec<(usize, AbsorbedDocument)>,
    on_removal: Vec<(usize, usize, PackageMemberChange)>,
    mend: PackageMend,
    renaming: Option<MemberRenaming>,
}

impl FileContainer for PackageContainer {
    fn assemble(&self, parts: &[PartEdits<'_>], removed: &[bool]) -> Result<Vec<u8>, WriteError> {
        if parts.iter().all(PartEdits::is_untouched) && !removed.contains(&true) {
            return Ok(self.archive.bytes().to_vec());
        }
        let mut changes: Vec<ContentChange> = self.archive.members().iter().map(|_| ContentChange::Keep).collect();
        let inner: HashSet<_> = self.inner.iter().flat_map(|(_, absorbed)| absorbed.parts.clone()).collect();
        let own = (0..parts.len()).filter(|part| !inner.contains(part));
        let mut edited = Vec::with_capacity(self.parts.len());
        for (part, (member, _)) in own.zip(&self.parts) {
            let part = parts.get(part).ok_or(WriteError::Inconsistent)?;
            let after = if part.is_untouched() { None } else { Some(part.apply()?) };
            edited.push(EditedPart { name: &self.archive.members()[*member].name, before: part.source, after });
        }
        (self.mend)(&mut edited)?;
        let renaming = self.renaming.as_ref().filter(|renaming| removed.get(renaming.removable) == Some(&true));
        if let Some(renaming) = renaming {
            let old = |member: &usize| self.archive.members()[*member].name.to_lowercase();
            let names = renaming.names.iter().map(|(member, new)| (old(member), new.clone())).collect();
            for part in &mut edited {
                if let Some(text) = (renaming.follow)(part.name, part.text(), &names) {
                    part.after = Some(text);
                }
            }
        }
        for (part, (member, encoding)) in edited.into_iter().zip(&self.parts) {
            if let Some(text) = part.after {
                let bytes = encoding.encode(text).ok_or(WriteError::Unencodable { encoding: encoding.name() })?;
                changes[*member] = ContentChange::Replace(bytes);
            }
        }
        for (member, absorbed) in &self.inner {
            if let Some(bytes) = absorbed.assemble(parts, removed)? {
                changes[*member] = ContentChange::Replace(bytes);
            }
        }
        for (removable, member, fate) in &self.on_removal {
            if removed.get(*removable) == Some(&true) {
                changes[*member] = match fate {
                    PackageMemberChange::Remove => ContentChange::Remove,
                    PackageMemberChange::Replace(bytes) => ContentChange::Replace(bytes.to_vec()),
                };
            }
        }
        let name = |member: usize| renaming.and_then(|renaming| renaming.names.get(&member).map(String::as_str));
        self.archive.write(&changes, name).map_err(|_| WriteError::Inconsistent)
    }

    fn restore(self: Box<Self>, _: String) -> Result<Vec<u8>, WriteError> {
        Ok(self.archive.into_bytes())
    }

    fn unread(&self, look: &mut dyn FnMut(&str, UnreadBytes<'_>)) -> Result<(), WriteError> {
        let parts: HashSet<usize> = self.parts.iter().map(|(part, _)| *part).collect();
        let inner: HashMap<usize, &AbsorbedDocument> =
            self.inner.iter().map(|(member, inner)| (*member, inner)).collect();
        for (number, member) in self.archive.members().iter().enumerate() {
            let place = place_of(member, number);
            look(&place, UnreadBytes::new(member.name.as_bytes()));
            let apart: String = member.name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
            look(&place, UnreadBytes::new(apart.as_bytes()));
            let is_part = parts.contains(&number);
            let inner = inner.get(&number);
            match (is_part, inner) {
                (true, _) => {}
                (_, Some(absorbed)) => absorbed.unread(look)?,
                _ => {
                    let bytes = self.archive.read(number).map_err(|_| WriteError::Inconsistent)?;
                    let is_notice = is_font(&member.name);
                    look(&place, UnreadBytes { is_notice, ..UnreadBytes::new(&bytes) });
                }
            }
        }
        Ok(())
    }
}
