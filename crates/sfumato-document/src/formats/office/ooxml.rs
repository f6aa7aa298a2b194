//! The package of parts held together by relations, which Word, Excel and PowerPoint files have in common.
//!
//! Each member of the archive is dealt with by what it is: XML is read, pictures are blanked, documents inside are
//! read by their own format, and what cannot be read can be taken out, along with everything that points at it.
//! A member that is none of these refuses the file.

mod references;
mod relations;
mod vocabulary;

use std::collections::HashMap;

use crate::RemovableKind;
use crate::formats::markup::MarkupVocabulary;
use crate::formats::office::package::PackageReader;
use crate::formats::{self, DocumentFormat, FileKind, Html, ReadError, Xml};
use crate::xml::XmlScanner;

use references::RelationReferences;
use relations::{ContentTypes, PackageRelations};
pub(crate) use vocabulary::{OBJECT_NAME, drawing_attribute, drawing_role, is_format_value};

/// The member that says what the others are.
const TYPES: &str = "[Content_Types].xml";

/// The nature of a member, as far as reading it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OoxmlNature {
    /// The content types, or relations.
    Binding,
    /// Properties of the document: its author, times and the like.
    Properties,
    /// XML of the format's own.
    Xml,
    /// XML of any kind.
    AnyXml,
    Picture,
    Font,
    /// An office document inside this one.
    Package,
    /// Text of another format that is shown as part of this document.
    Chunk,
    /// Something that is taken out or kept whole.
    Droppable(RemovableKind),
}

/// A package while it is read.
pub(crate) struct OoxmlReader {
    pub reader: PackageReader,
    relations: PackageRelations,
    types: ContentTypes,
    depth: usize,
    /// The references of parts to others, for the parts that were looked at.
    references: HashMap<usize, RelationReferences>,
}

impl OoxmlReader {
    /// Opens a package that lies this deep inside others.
    pub fn open(bytes: Vec<u8>, depth: usize) -> Result<Self, ReadError> {
        let reader = PackageReader::open(bytes)?;
        let relations = PackageRelations::read(&reader)?;
        let types = ContentTypes::read(&reader)?;
        let is_signature = |name: &str| name.to_ascii_lowercase().starts_with("_xmlsignatures/");
        if relations.is_signed() || reader.archive.members().iter().any(|member| is_signature(&member.name)) {
            return Err(ReadError::Signed);
        }
        Ok(Self { reader, relations, types, depth, references: HashMap::new() })
    }

    /// The member that the document starts from.
    pub fn main(&self) -> Option<usize> {
        self.relations.target(None, "officeDocument")
    }

    /// The members that a part refers to by relations of this kind, the last word of their type.
    pub fn targets(&self, source: usize, kind: &str) -> Vec<usize> {
        self.relations.targets(source, kind)
    }

    /// Reads an XML member by a vocabulary, unless it was read before.
    pub fn read_xml(&mut self, member: usize, vocabulary: &dyn MarkupVocabulary) -> Result<(), ReadError> {
        if self.reader.is_seen(member) { Ok(()) } else { self.reader.read_xml(member, vocabulary) }
    }

    /// Deals with every member that was not yet: XML of the format is read by this vocabulary.
    pub fn read_rest(&mut self, vocabulary: &dyn MarkupVocabulary) -> Result<(), ReadError> {
        let natures: Vec<OoxmlNature> =
            (0..self.reader.archive.members().len()).map(|member| self.nature(member)).collect();
        let mut droppable = Vec::new();
        for (member, nature) in natures.iter().enumerate() {
            if self.reader.is_seen(member) {
                continue;
            }
            match nature {
                OoxmlNature::Xml => self.own_xml(member, vocabulary)?,
                OoxmlNature::AnyXml if self.is_query(member)? => droppable.push((member, RemovableKind::Metadata)),
                OoxmlNature::AnyXml => self.any_xml(member)?,
                OoxmlNature::Picture => self.reader.picture(member, self.depth)?,
                OoxmlNature::Font => self.copy_font(member)?,
                OoxmlNature::Package | OoxmlNature::Chunk => {
                    if !self.absorb(member, *nature)? {
                        droppable.push((member, RemovableKind::Embedded));
                    }
                }
                OoxmlNature::Droppable(kind) => droppable.push((member, *kind)),
                OoxmlNature::Binding | OoxmlNature::Properties => {}
            }
        }
        self.read_nature(&natures, OoxmlNature::Properties, &vocabulary::OoxmlProperties)?;
        for member in
            natures.iter().enumerate().filter(|(_, nature)| **nature == OoxmlNature::Binding).map(|(at, _)| at)
        {
            let inside = match self.reader.archive.members()[member].name.as_str() {
                TYPES => self.types.known(&self.reader.archive),
                _ => self.relations.resolved_in(member),
            };
            self.read_xml(member, &vocabulary::OoxmlBinding { inside })?;
        }
        for (member, kind) in droppable {
            // It may have gone with another one.
            if !self.reader.is_seen(member) {
                self.drop_member(member, kind)?;
            }
        }
        self.drop_data()?;
        self.drop_outside_sources()?;
        let stated = |member| Some((self.relations.stated_by(member)?, relations::stating as fn(&str) -> String));
        self.reader.rename_members(|_| true, stated, relations::follow);
        Ok(())
    }

    /// XML of the format's own. The old drawings may hold text as web pages have it, which is no XML.
    fn own_xml(&mut self, member: usize, vocabulary: &dyn MarkupVocabulary) -> Result<(), ReadError> {
        let is_drawing = self.reader.archive.members()[member].name.to_ascii_lowercase().ends_with(".vml");
        let is_sound = |source: String| XmlScanner::new(&source).all(|event| event.is_ok());
        if is_drawing && !self.reader.xml(member).is_ok_and(|(_, source)| is_sound(source)) {
            let document = Html { depth: self.depth + 1 }.read(self.reader.archive.read(member)?)?;
            return self.reader.absorb(member, document);
        }
        self.reader.read_xml(member, vocabulary)
    }

    /// True if a part holds the queries that data were fetched with: where they came from, packed.
    fn is_query(&self, member: usize) -> Result<bool, ReadError> {
        let bytes = self.reader.archive.read(member)?;
        let head: Vec<u8> = bytes.iter().copied().filter(|b| *b != 0).take(512).collect();
        Ok(memchr::memmem::find(&head, b"http://schemas.microsoft.com/DataMashup").is_some())
    }

    /// XML of any vocabulary is read as a document of its own: it may hold other files.
    fn any_xml(&mut self, member: usize) -> Result<(), ReadError> {
        let bytes = self.reader.archive.read(member)?;
        if bytes.is_empty() {
            return self.reader.copied(member);
        }
        let document = Xml { depth: self.depth + 1 }.read(bytes).map_err(|error| match error {
            ReadError::Syntax { fault, .. } | ReadError::Part { fault, .. } => self.reader.wrong(member, fault),
            other => other,
        })?;
        self.reader.absorb(member, document)
    }

    fn read_nature(
        &mut self,
        natures: &[OoxmlNature],
        wanted: OoxmlNature,
        vocabulary: &dyn MarkupVocabulary,
    ) -> Result<(), ReadError> {
        let members = natures.iter().enumerate().filter(|(_, nature)| **nature == wanted);
        members.map(|(member, _)| member).try_for_each(|member| self.read_xml(member, vocabulary))
    }

    fn nature(&self, member: usize) -> OoxmlNature {
        let name = self.reader.archive.members()[member].name.as_str();
        if name == TYPES || relations::is_relations(name) {
            return OoxmlNature::Binding;
        }
        let content_type = self.types.of(name).unwrap_or_default();
        self.relations
            .kinds_into(member)
            .find_map(nature_by_relation)
            .unwrap_or_else(|| nature_by_type(name, content_type))
    }

    /// A font is copied, if it is one: it has bytes that no text has.
    fn copy_font(&mut self, member: usize) -> Result<(), ReadError> {
        let bytes = self.reader.archive.read(member)?;
        if bytes.is_empty() || bytes.contains(&0) {
            self.reader.copied(member)
        } else {
            Err(self.reader.wrong(member, "not a font"))
        }
    }

    /// Takes in the document that a member is; tells whether it could be read.
    fn absorb(&mut self, member: usize, nature: OoxmlNature) -> Result<bool, ReadError> {
        let bytes = self.reader.archive.read(member)?;
        let name = self.reader.archive.members()[member].name.clone();
        let Ok(kind) = FileKind::tell(&bytes, Some(&name)) else { return Ok(false) };
        let is_office = matches!(kind, FileKind::Docx | FileKind::Xlsx | FileKind::Pptx | FileKind::Odf);
        let is_chunk = matches!(kind, FileKind::Docx | FileKind::Html | FileKind::Rtf);
        if !(if nature == OoxmlNature::Chunk { is_chunk } else { is_office }) {
            return Ok(false);
        }
        match formats::read_inner(bytes, Some(&name), self.depth + 1) {
            Ok(document) => self.reader.absorb(member, document).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Makes a member something that can be removed, along with what only it refers to and what refers to it.
    fn drop_member(&mut self, member: usize, kind: RemovableKind) -> Result<(), ReadError> {
        let place = self.reader.place(member);
        let gone = self.relations.only_through(self.relations.owner(member));
        let mut cuts = Vec::new();
        for relation in self.relations.leading_to(&gone) {
            self.cut_relation(relation, &mut cuts)?;
        }
        let names = gone.iter().map(|member| self.reader.archive.members()[*member].name.as_str());
        let types: Vec<_> = names.filter_map(|name| self.types.entry(name)).collect();
        if let Some(part) = self.reader.archive.find(TYPES) {
            for range in types {
                cuts.push(self.reader.in_source(part, range)?);
            }
        }
        self.removable(kind, place, cuts, &gone);
        Ok(())
    }

    /// A link may hold what it leads to, packed in its address.
    fn drop_data(&mut self) -> Result<(), ReadError> {
        let held: Vec<_> = self.relations.with_data().filter_map(|r| Some((r.part, r.data.clone()?))).collect();
        for (part, range) in held {
            let cut = self.reader.in_source(part, range)?;
            self.removable(RemovableKind::Embedded, self.reader.place(part), vec![cut], &[]);
        }
        Ok(())
    }

    /// Templates and the data of serial letters lie outside of the file, at an address that tells of its author.
    fn drop_outside_sources(&mut self) -> Result<(), ReadError> {
        const KINDS: [&str; 3] = ["attachedTemplate", "mailMergeSource", "mailMergeHeaderSource"];
        let mut cuts = Vec::new();
        let Some(first) = self.relations.outside(&KINDS).first().copied() else { return Ok(()) };
        for relation in self.relations.outside(&KINDS) {
            self.cut_relation(relation, &mut cuts)?;
        }
        let place = self.reader.place(self.relations.part_of(first));
        self.removable(RemovableKind::Metadata, place, cuts, &[]);
        Ok(())
    }

    fn removable(
        &mut self,
        kind: RemovableKind,
        place: Box<str>,
        mut cuts: Vec<std::ops::Range<usize>>,
        gone: &[usize],
    ) {
        cuts.sort_by_key(|cut| (cut.start, std::cmp::Reverse(cut.end)));
        // One that lies in another goes with it.
        let mut end = 0;
        cuts.retain(|cut| {
            let apart = cut.end > end;
            end = end.max(cut.end);
            apart
        });
        let since = self.reader.builder.text_len();
        let number = self.reader.builder.removable_cutting(kind, place, since, cuts);
        for member in gone {
            self.reader.goes_with(*member, number);
        }
    }

    /// Adds what must be cut so that nothing refers to the target of a relation any more.
    fn cut_relation(&mut self, number: usize, cuts: &mut Vec<std::ops::Range<usize>>) -> Result<(), ReadError> {
        let relation = self.relations.get(number);
        cuts.push(self.reader.in_source(relation.part, relation.whole.clone())?);
        let Some(source) = relation.source else { return Ok(()) };
        if !self.references.contains_key(&source) {
            let (_, text) = self.reader.xml(source)?;
            let found = references::find(&text).map_err(|error| self.reader.wrong(source, error.fault))?;
            self.references.insert(source, found);
        }
        let found = self.references.get(&source).and_then(|found| found.get(relation.id.as_str()));
        for range in found.into_iter().flatten() {
            let range = range.clone().ok_or_else(|| {
                self.reader.wrong(source, "something that is not read stands where it cannot be taken out")
            })?;
            cuts.push(self.reader.in_source(source, range)?);
        }
        Ok(())
    }
}

/// Returns the nature of a member by the kind of a relation that leads to it, or `None` if that does not tell.
fn nature_by_relation(kind: &str) -> Option<OoxmlNature> {
    Some(match kind {
        "core-properties" | "extended-properties" | "custom-properties" => OoxmlNature::Properties,
        // As the strict form of the standard has them.
        "extendedProperties" | "customProperties" => OoxmlNature::Properties,
        "image" => OoxmlNature::Picture,
        "package" | "oleObject" => OoxmlNature::Package,
        "aFChunk" => OoxmlNature::Chunk,
        "thumbnail"
        | "printerSettings"
        | "classificationlabels"
        | "recipientData"
        | "changesInfo"
        | "revisionInfo"
        | "webextensiontaskpanes"
        | "webextension"
        | "customProperty"
        | "workbookmetadata"
        | "presentationmetadata"
        | "documentmetadata" => OoxmlNature::Droppable(RemovableKind::Metadata),
        "hdphoto" => OoxmlNature::Droppable(RemovableKind::Picture),
        "vbaProject"
        | "activeXControlBinary"
        | "audio"
        | "video"
        | "media"
        | "attachedToolbars"
        | "xlMacrosheet"
        | "xlIntlMacrosheet" => OoxmlNature::Droppable(RemovableKind::Embedded),
        _ => return None,
    })
}

/// Returns the nature of a member by its content type.
fn nature_by_type(name: &str, content_type: &str) -> OoxmlNature {
    let office = ["openxmlformats", "vnd.ms-"].iter().any(|word| content_type.contains(word));
    match content_type {
        // A folder.
        _ if name.ends_with('/') => OoxmlNature::Font,
        _ if is_left_behind(name) => OoxmlNature::Droppable(RemovableKind::Metadata),
        "application/inkml+xml" => OoxmlNature::Picture,
        _ if ["core", "extended", "custom"]
            .iter()
            .any(|word| content_type.ends_with(&format!("{word}-properties+xml"))) =>
        {
            OoxmlNature::Properties
        }
        _ if content_type.starts_with("image/") => OoxmlNature::Picture,
        _ if content_type.ends_with("xml") || content_type.ends_with(".vmlDrawing") => {
            if office {
                OoxmlNature::Xml
            } else {
                OoxmlNature::AnyXml
            }
        }
        "application/x-fontdata" | "application/x-font-ttf" => OoxmlNature::Font,
        _ if content_type.ends_with(".obfuscatedFont") => OoxmlNature::Font,
        "application/vnd.ms-office.vbaProject" | "application/vnd.ms-office.activeX" => {
            OoxmlNature::Droppable(RemovableKind::Embedded)
        }
        _ => OoxmlNature::Droppable(RemovableKind::Embedded),
    }
}

/// True if a member is what programs and systems leave in archives beside the document.
fn is_left_behind(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    ["[trash]/", "__MACOSX/"].iter().any(|folder| name.starts_with(folder))
        || matches!(file, ".DS_Store" | "Thumbs.db" | "desktop.ini")
}
