//! Books (EPUB): a zip archive of pages, with a package file that says how they belong together.

use super::budget::UnpackingAccount;
use super::members::{ArchiveMembers, MemberSource, unpacked};
use super::zip::ZipContainer;
use crate::formats::builder::DocumentBuilder;
use crate::formats::{DocumentFormat, ReadError};
use crate::zip::ZipArchive;
use crate::{CharacterEncoding, Document, RemovableKind};

/// Books.
#[derive(Debug, Clone, Default)]
pub struct Epub {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Epub {
    fn name(&self) -> &'static str {
        "epub"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let account = UnpackingAccount::open();
        let archive = ZipArchive::open(bytes)?;
        refuse_locked(&archive)?;
        let mut builder = DocumentBuilder::default();
        let mut members = ArchiveMembers::default();
        for (number, member) in archive.members().iter().enumerate() {
            let name = member.name.as_str();
            let mut content = || {
                unpacked(&account, member.size())?;
                Ok(archive.read(number)?)
            };
            let source = match () {
                () if name.ends_with('/') => MemberSource::Folder,
                () if name == "mimetype" || is_font(name) => MemberSource::Copied,
                () => MemberSource::File(&mut content),
            };
            members.read_fixed(&mut builder, (name, name_by_ending(name)), source, self.depth)?;
        }
        if archive.has_extras() {
            builder.removable(RemovableKind::Metadata, "archive", builder.text_len(), Vec::new());
        }
        Ok(builder.assemble(self.name(), CharacterEncoding::Utf8, Box::new(ZipContainer { archive, members })))
    }
}

/// Refuses books that are locked or signed. Fonts may be scrambled, which locks nothing that is read.
fn refuse_locked(archive: &ZipArchive) -> Result<(), ReadError> {
    if archive.find("META-INF/signatures.xml").is_some() {
        return Err(ReadError::Signed);
    }
    if archive.find("META-INF/rights.xml").is_some() {
        return Err(ReadError::Encrypted);
    }
    let Some(number) = archive.find("META-INF/encryption.xml") else { return Ok(()) };
    let bytes = archive.read(number)?;
    let scrambled = [&b"http://www.idpf.org/2008/embedding"[..], b"http://ns.adobe.com/pdf/enc#RC"];
    let count = |what: &[u8]| memchr::memmem::find_iter(&bytes, what).count();
    let fonts: usize = scrambled.iter().map(|algorithm| count(algorithm)).sum();
    if count(b"Algorithm=") == fonts { Ok(()) } else { Err(ReadError::Encrypted) }
}

fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

/// True if a member is a font: its names are its own.
fn is_font(name: &str) -> bool {
    matches!(ending(name).as_str(), "ttf" | "otf" | "ttc" | "woff" | "woff2" | "eot" | "odttf")
}

/// A name that tells the kind of a member where its content does not.
fn name_by_ending(name: &str) -> &str {
    match ending(name).as_str() {
        "opf" | "ncx" | "smil" | "svg" | "xml" | "pls" | "plist" | "xpgt" => "member.xml",
        "xhtml" | "html" | "htm" => "member.xhtml",
        "css" | "js" | "txt" => "member.txt",
        _ => name,
    }
}
