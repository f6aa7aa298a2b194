//! OpenDocument texts, spreadsheets, presentations and drawings.
//!
//! The content and the styles are read by one vocabulary, wherever they lie: the objects inside a document (a chart,
//! a formula) have a content of their own.
//! Cells of tables go by the names of their columns.
//! What the document tells about itself can be removed; what is not read can be taken out along with its entry in
//! the manifest and what shows it.

mod cells;
mod links;
mod mend;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::collections::HashSet;
use std::ops::Range;

use crate::formats::builder::DocumentBuilder;
use crate::formats::office::package::{EditedPart, PackageReader};
use crate::formats::{self, DocumentFormat, ReadError, WriteError, markup};
use crate::xml::XmlError;
use crate::{Document, RemovableKind};

use links::{OdfLinks, OdfManifest};
use vocabulary::OdfContent;

const MANIFEST: &str = "META-INF/manifest.xml";
const TYPES: &[u8] = b"application/vnd.oasis.opendocument.";

/// OpenDocument texts, spreadsheets, presentations and drawings.
#[derive(Debug, Clone, Default)]
pub struct Odf {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Odf {
    fn name(&self) -> &'static str {
        "odf"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut reader = OdfReader::open(bytes, self.depth)?;
        reader.read()?;
        reader.package.document_mended(self.name(), Box::new(mend::mend))
    }
}

/// Adds the text of an OpenDocument file that is one XML document: all that the members of a package hold.
pub(crate) fn walk_flat(source: &str, place: &str, builder: &mut DocumentBuilder) -> Result<(), XmlError> {
    let vocabulary = vocabulary::OdfFlat(OdfContent { cells: cells::read(source)?, members: &HashSet::new() });
    markup::walk(source, place, &vocabulary, builder)
}

/// Makes such a document sound again after edits.
pub(crate) fn mend_flat(before: &str, after: String) -> Result<String, WriteError> {
    let mut parts = [EditedPart { name: "content.xml", before, after: Some(after) }];
    mend::mend(&mut parts)?;
    let [part] = parts;
    part.after.ok_or(WriteError::Inconsistent)
}

/// The nature of a member, as far as reading it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OdfNature {
    /// The type of the document, a folder, a font, nothing at all.
    Copied,
    Manifest,
    /// A content or styles.
    Content,
    Meta,
    Settings,
    /// XML that is not the document's own text.
    Other,
    /// Statements about the document, which can go whole.
    Statements,
    Picture,
    Droppable(RemovableKind),
    /// A document inside this one, or something that is not read.
    Inner,
}

struct OdfReader {
    package: PackageReader,
    members: HashSet<String>,
    manifest: OdfManifest,
    /// The links that show members, by part.
    shown: Vec<(usize, OdfLinks)>,
    depth: usize,
}

impl OdfReader {
    fn open(bytes: Vec<u8>, depth: usize) -> Result<Self, ReadError> {
        let package = PackageReader::open(bytes)?;
        let members: HashSet<String> = package.archive.members().iter().map(|member| member.name.clone()).collect();
        let is_signature = |name: &String| name.starts_with("META-INF/") && name.ends_with("signatures.xml");
        if members.iter().any(is_signature) {
            return Err(ReadError::Signed);
        }
        let kind = package.archive.find("mimetype").map(|member| package.archive.read(member)).transpose()?;
        let kind = kind.unwrap_or_default();
        if !kind.starts_with(TYPES) || kind.ends_with(b".database") || kind.ends_with(b".base") {
            return Err(ReadError::Unsupported { kind: "an OpenDocument file of a kind that is not known" });
        }
        let mut manifest = OdfManifest::default();
        if let Some(member) = package.archive.find(MANIFEST) {
            let (_, source) = package.xml(member)?;
            manifest = links::manifest(&source).map_err(|error| package.wrong(member, error.fault))?;
        }
        if manifest.is_encrypted {
            return Err(ReadError::Encrypted);
        }
        Ok(Self { package, members, manifest, shown: Vec::new(), depth })
    }

    fn read(&mut self) -> Result<(), ReadError> {
        let natures: Vec<OdfNature> = self.natures()?;
        let of = |wanted: OdfNature| {
            natures.iter().enumerate().filter(move |(_, n)| **n == wanted).map(|(member, _)| member)
        };
        for member in of(OdfNature::Content) {
            self.content(member)?;
        }
        for member in of(OdfNature::Copied) {
            self.package.copied(member)?;
        }
        for member in of(OdfNature::Meta) {
            self.package.read_xml(member, &vocabulary::OdfMeta)?;
        }
        for member in of(OdfNature::Settings) {
            self.package.read_xml(member, &vocabulary::OdfSettings)?;
        }
        for member in of(OdfNature::Manifest) {
            self.package.read_xml(member, &vocabulary::OdfManifestWords)?;
        }
        for member in of(OdfNature::Other) {
            self.package.read_xml(member, &vocabulary::OdfOther)?;
        }
        for member in of(OdfNature::Statements) {
            let since = self.package.builder.text_len();
            self.package.read_xml(member, &vocabulary::OdfOther)?;
            self.drop_member(member, RemovableKind::Metadata, since)?;
        }
        for (member, nature) in natures.iter().enumerate() {
            match nature {
                OdfNature::Picture => self.picture(member)?,
                OdfNature::Droppable(kind) => self.drop_unread(member, *kind)?,
                OdfNature::Inner => self.inner(member)?,
                _ => {}
            }
        }
        self.package.rename_members(|name| name.starts_with("Pictures/"), |_| None, links::follow);
        Ok(())
    }

    fn natures(&self) -> Result<Vec<OdfNature>, ReadError> {
        let members = self.package.archive.members().iter().enumerate();
        members
            .map(|(number, member)| {
                let is_empty = || self.package.archive.read(number).map(|bytes| bytes.is_empty());
                Ok(match nature(&member.name) {
                    OdfNature::Other | OdfNature::Inner if is_empty()? => OdfNature::Copied,
                    other => other,
                })
            })
            .collect()
    }

    /// Reads a content or styles.
    fn content(&mut self, member: usize) -> Result<(), ReadError> {
        let (encoding, source) = self.package.xml(member)?;
        let place = self.package.place(member);
        let wrong = |error: XmlError| ReadError::Part { part: place.clone(), fault: error.fault };
        let cells = cells::read(&source).map_err(wrong)?;
        let vocabulary = OdfContent { cells, members: &self.members };
        markup::walk(&source, &place, &vocabulary, &mut self.package.builder).map_err(wrong)?;
        self.shown.push((member, links::shown(&source).map_err(wrong)?));
        self.package.end_part(member, encoding, &source)
    }

    /// A picture, which is blanked, or taken out if it is of a kind that cannot be.
    fn picture(&mut self, member: usize) -> Result<(), ReadError> {
        match self.package.picture(member, self.depth) {
            Err(ReadError::Part { .. }) => self.drop_unread(member, RemovableKind::Picture),
            other => other,
        }
    }

    /// A file of another kind, read by its own format if it has one.
    fn inner(&mut self, member: usize) -> Result<(), ReadError> {
        let bytes = self.package.archive.read(member)?;
        let name = self.package.archive.members()[member].name.clone();
        match formats::read_inner(bytes, Some(&name), self.depth + 1) {
            Ok(document) => self.package.absorb(member, document),
            Err(_) => self.drop_unread(member, RemovableKind::Embedded),
        }
    }

    fn drop_unread(&mut self, member: usize, kind: RemovableKind) -> Result<(), ReadError> {
        self.drop_member(member, kind, self.package.builder.text_len())
    }

    /// Makes a member something that can be removed, with its entry in the manifest and what shows it.
    fn drop_member(&mut self, member: usize, kind: RemovableKind, since: usize) -> Result<(), ReadError> {
        let name = self.package.archive.members()[member].name.clone();
        let mut cuts: Vec<Range<usize>> = Vec::new();
        if let (Some(part), Some(entries)) = (self.package.archive.find(MANIFEST), self.manifest.entries.get(&name)) {
            for entry in entries {
                cuts.push(self.package.in_source(part, entry.clone())?);
            }
        }
        for (part, shown) in &self.shown {
            for element in shown.get(&name).into_iter().flatten() {
                cuts.push(self.package.in_source(*part, element.clone())?);
            }
        }
        cuts.sort_by_key(|cut| (cut.start, std::cmp::Reverse(cut.end)));
        let place = self.package.place(member);
        let number = self.package.builder.removable_cutting(kind, place, since, cuts);
        self.package.goes_with(member, number);
        Ok(())
    }
}

/// Returns the nature of a member, by its name.
fn nature(name: &str) -> OdfNature {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let top = name.split('/').next().unwrap_or_default();
    match (top, file) {
        (_, "") | ("Fonts", _) => OdfNature::Copied,
        ("mimetype", _) if folder.is_empty() => OdfNature::Copied,
        ("META-INF", "manifest.xml") => OdfNature::Manifest,
        ("Thumbnails" | "layout-cache", _) => OdfNature::Droppable(RemovableKind::Metadata),
        ("Pictures", _) => OdfNature::Picture,
        ("ObjectReplacements", _) => OdfNature::Droppable(RemovableKind::Picture),
        ("Configurations2", _) if !file.ends_with(".xml") => OdfNature::Droppable(RemovableKind::Metadata),
        ("Basic" | "Dialogs" | "Configurations2" | "META-INF", _) => OdfNature::Other,
        (_, "content.xml" | "styles.xml") => OdfNature::Content,
        (_, "meta.xml") => OdfNature::Meta,
        (_, "settings.xml") => OdfNature::Settings,
        (_, _) if file.ends_with(".rdf") => OdfNature::Statements,
        (_, _) if file.ends_with(".xml") => OdfNature::Other,
        _ if folder.ends_with("/Pictures") => OdfNature::Picture,
        _ if folder.ends_with("/Thumbnails") => OdfNature::Droppable(RemovableKind::Metadata),
        _ => OdfNature::Inner,
    }
}
