//! The prologue before the root: the declaration and the document type.

use std::ops::Range;

use super::cursor::XmlCursor;
use super::{COMMENT, INSTRUCTION_END, XmlError};

/// A declaration longer than this is no declaration of an encoding.
const MAX_DECLARATION: usize = 1024;

/// The name of the encoding that the declaration gives, if it gives one.
///
/// The bytes are those of a file in UTF-8 or another encoding that has ASCII as its part; of UTF-16 nothing is said,
/// since there the byte order mark tells.
pub(crate) fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let head = bytes.get(..bytes.len().min(MAX_DECLARATION))?;
    let end = head.windows(INSTRUCTION_END.len()).position(|window| window == INSTRUCTION_END.as_bytes())?;
    let source = std::str::from_utf8(head.get(..end + INSTRUCTION_END.len())?).ok()?;
    let mut cursor = XmlCursor::new(source, 0);
    if !cursor.eat("<?xml") {
        return None;
    }
    source.get(declaration(&mut cursor).ok()??)
}

/// The rest of the declaration, after `<?xml`; gives the name of the encoding.
pub(super) fn declaration(cursor: &mut XmlCursor) -> Result<Option<Range<usize>>, XmlError> {
    let mut known = [&b"version"[..], b"encoding", b"standalone"].into_iter();
    let (mut has_version, mut encoding) = (false, None);
    while let Some(attribute) = cursor.attribute()? {
        let name = cursor.bytes(&attribute.name);
        if !known.by_ref().any(|known| known == name) {
            return Err(XmlError::new(attribute.name.start, "an unknown part of the XML declaration"));
        }
        let value = cursor.bytes(&attribute.value);
        let wrong = |fault| Err(XmlError::new(attribute.value.start, fault));
        match name {
            b"version" if value == b"1.0" => has_version = true,
            b"version" => return wrong("a version of XML other than 1.0"),
            b"encoding" if is_encoding_name(value) => encoding = Some(attribute.value),
            b"encoding" => return wrong("no name of an encoding"),
            _ if matches!(value, b"yes" | b"no") => {}
            _ => return wrong("standalone neither yes nor no"),
        }
    }
    if !has_version {
        return Err(cursor.error("an XML declaration without a version"));
    }
    if cursor.eat(INSTRUCTION_END) { Ok(encoding) } else { Err(cursor.error("an XML declaration that does not end")) }
}

fn is_encoding_name(value: &[u8]) -> bool {
    value.first().is_some_and(u8::is_ascii_alphabetic)
        && value.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// The rest of the document type, after `<!DOCTYPE`.
pub(super) fn doctype(cursor: &mut XmlCursor) -> Result<(), XmlError> {
    if !cursor.skip_blanks() {
        return Err(cursor.error("a document type without a name"));
    }
    cursor.qualified_name()?;
    cursor.skip_blanks();
    let identifiers = if cursor.eat("SYSTEM") { 1 } else { 2 * usize::from(cursor.eat("PUBLIC")) };
    for _ in 0..identifiers {
        if !cursor.skip_blanks() {
            return Err(cursor.error("no blank before an identifier of the document type"));
        }
        cursor.quoted()?;
    }
    cursor.skip_blanks();
    if cursor.eat("[") {
        internal_subset(cursor)?;
        cursor.skip_blanks();
    }
    cursor.expect(b'>', "a document type that does not end")
}

/// Declarations inside the document type, up to the closing bracket.
///
/// Those of entities and of attributes are refused, since both put into the document what does not stand there.
fn internal_subset(cursor: &mut XmlCursor) -> Result<(), XmlError> {
    loop {
        cursor.skip_blanks();
        if cursor.eat("]") {
            return Ok(());
        }
        if cursor.starts_with("<!ENTITY") || cursor.starts_with("%") {
            return Err(cursor.error("declarations of entities, which are not read; expand them first"));
        }
        if cursor.starts_with("<!ATTLIST") {
            return Err(cursor.error("attribute declarations"));
        }
        if cursor.eat(COMMENT) {
            cursor.comment()?;
        } else if cursor.eat("<?") {
            cursor.instruction()?;
        } else if cursor.eat("<!ELEMENT") {
            let model = cursor.until(">", "a declaration that does not end")?;
            let is_sign = |b: &u8| b.is_ascii_punctuation() && !b"()|,?*+#_:-.".contains(b);
            if cursor.bytes(&model).iter().any(is_sign) {
                return Err(XmlError::new(model.start, "a declaration that is not read"));
            }
        } else {
            return Err(cursor.error("a declaration that is not read"));
        }
    }
}
