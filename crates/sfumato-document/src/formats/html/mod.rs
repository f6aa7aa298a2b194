//! Web pages, HTML and XHTML.
//!
//! Pages are read as browsers read them, so no page is too broken.
//! Text runs on over inline elements; attributes that carry text, comments, scripts and styles are read as well, and
//! so are pages, JSON and files inside of them.

mod attributes;
mod elements;
mod forms;
mod links;
mod reader;
pub(crate) mod references;
mod scanner;

use crate::formats::collector::TextCollector;
use crate::formats::{DocumentFormat, ReadError};
use crate::layers::LayeredText;
use crate::{BlockKind, Document, encoding, xml};

pub(crate) use links::read as read_address;
pub(crate) use reader::read_page;

/// A web page.
#[derive(Debug, Clone, Default)]
pub struct Html {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let declared = declared_encoding(&bytes);
        let (encoding, source) = encoding::decode_declared(bytes, declared.as_deref())?;
        let mut out = TextCollector::new(self.depth);
        read_page(&LayeredText::whole(&source), is_strict(&source), BlockKind::Paragraph, &mut out);
        out.finish(self.name(), encoding, &source)
    }
}

/// True if a page is well-formed XHTML: then it means the same by the rules of XML, which are plainer.
fn is_strict(source: &str) -> bool {
    const XHTML: &str = "http://www.w3.org/1999/xhtml";
    source.contains(XHTML) && xml::XmlScanner::new(source).all(|event| event.is_ok())
}

/// The number of bytes of a page in which browsers look for its encoding.
const HEAD: usize = 4096;

/// The encoding that a page says it is in.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    if let Some(name) = xml::declared_encoding(bytes) {
        return Some(name.to_owned());
    }
    let head = bytes.get(..bytes.len().min(HEAD))?.to_ascii_lowercase();
    let metas = memchr::memmem::find_iter(&head, b"<meta").filter_map(|start| {
        let rest = head.get(start..)?;
        rest.get(..memchr::memchr(b'>', rest)?)
    });
    metas.filter_map(charset).next()
}

/// Returns the value behind `charset=` in a tag.
fn charset(tag: &[u8]) -> Option<String> {
    let at = memchr::memmem::find(tag, b"charset")? + b"charset".len();
    let value = tag.get(at..)?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let name: Vec<u8> =
        value.iter().copied().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).collect();
    String::from_utf8(name).ok().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests;
